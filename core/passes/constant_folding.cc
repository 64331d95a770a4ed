// ConstantFolding: op(constants) => constant.
//
// The op is run by the same kernel that would run it later, so the bits are the same. What fails when it is
// run stays: the error belongs to the run, and to the branch that is taken. Results stay small: a fill of
// a million zeros is better made than kept.
#include "core/ir/runner.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

constexpr size_t kMaxInput = size_t{4} << 20, kMaxOutput = size_t{64} << 10;

bool Run(Graph& graph, PassContext& context) {
  if (!context.runner) return false;
  Rewriter r(graph);
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  std::vector<Tensor> inputs, outputs;
  for (NodeId id = 0; id < count; ++id) {
    const Node& node = graph.node(id);
    if (!node.op || node.num_inputs == 0 || node.num_outputs == 0 || node.op->stateful()) continue;
    if (!graph.regions(id).empty()) continue;
    inputs.clear();
    size_t input_bytes = 0;
    for (ValueId input : graph.inputs(id)) {
      const Tensor* constant = graph.ConstantValue(r.Current(input));
      if (!constant || IsManaged(constant->dtype())) break;
      inputs.push_back(*constant);
      input_bytes += constant->bytes();
    }
    if (inputs.size() != node.num_inputs || input_bytes > kMaxInput) continue;
    const size_t limit = std::max(kMaxOutput, input_bytes);
    bool small = true;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      const Shape& shape = graph.shape(node.first_output + i);
      const DType dtype = graph.dtype(node.first_output + i);
      small &= !IsManaged(dtype);
      // An unknown shape is only risked for small inputs.
      if (shape.IsFullyKnown()) {
        const auto elements = CheckedNumElements(shape);
        small &= elements && static_cast<size_t>(*elements) <= limit / DTypeSize(dtype);
      } else {
        small &= input_bytes <= 4096 && node.op->name() != "Fill" && node.op->name() != "BroadcastTo";
      }
    }
    if (!small) continue;
    outputs.assign(node.num_outputs, Tensor());
    if (!context.runner->RunOp(*node.op, *node.attrs, inputs, outputs).ok()) continue;
    const uint32_t num_outputs = node.num_outputs;
    const ValueId first = node.first_output;
    for (uint32_t i = 0; i < num_outputs; ++i) r.Replace(first + i, r.Constant(id, outputs[i]));
    r.Erase(id);
  }
  return r.Finish();
}

TP_PASS(ConstantFolding){
    .name = "constant-folding", .rewrite = "op(constants) => constant", .stage = 20, .run = Run};

}  // namespace
}  // namespace tp
