// ShapeFolding: shape(x), where it is known => constant; Reshape, BroadcastTo to the shape that x has => x.
//
// Shapes are inferred again first: after inlining and folding more of them is known.
#include "core/ir/builder.h"
#include "core/ir/value_inference.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

// Ops that give shapes or are mostly used on them.
bool IsShapeOp(std::string_view op) {
  for (std::string_view name :
       {"Shape", "ShapeN", "Size", "Rank", "StridedSlice", "Pack", "BroadcastGradientArgs"})
    if (op == name) return true;
  return false;
}

bool Run(Graph& graph, PassContext& context) {
  bool changed = RefineShapes(graph);
  Rewriter r(graph);
  ValueInference values(graph, context.runner);
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  for (NodeId id = 0; id < count; ++id) {
    const Node& node = graph.node(id);
    if (!node.op || node.num_inputs == 0 || node.op->stateful()) continue;
    const std::string_view op = node.op->name();
    if (op == "Reshape" || op == "BroadcastTo" || op == "EnsureShape") {
      const ValueId from = graph.inputs(id)[0];
      if (graph.shape(from).IsFullyKnown() && graph.shape(from) == graph.shape(node.first_output)) {
        r.Replace(node.first_output, from);
        r.Erase(id);
      }
      continue;
    }
    if (!IsShapeOp(op)) continue;
    SmallVector<Tensor, 2> results;
    const uint32_t num_outputs = node.num_outputs;
    const ValueId first = node.first_output;
    for (uint32_t i = 0; i < num_outputs; ++i) {
      if (graph.dtype(first + i) != DType::kInt32 && graph.dtype(first + i) != DType::kInt64) break;
      const Tensor* value = values.Value(first + i);
      if (!value) break;
      results.push_back(*value);
    }
    if (results.size() != num_outputs || num_outputs == 0) continue;
    for (uint32_t i = 0; i < num_outputs; ++i) r.Replace(first + i, r.Constant(id, results[i]));
    r.Erase(id);
  }
  return r.Finish() || changed;
}

TP_PASS(ShapeFolding){.name = "shape-folding", .rewrite = "known shape => constant", .stage = 30, .run = Run};

}  // namespace
}  // namespace tp
