// GraphBuilder: an OpBuilder that records into one graph, with types and shapes inferred and effects turned
// into control edges. The tracer has its own on top of this; tests, passes and the gradients of regions use
// it plainly.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/grad.h"
#include "core/ir/graph.h"
#include "core/ir/shape_context.h"

namespace tp {

// Infers dtypes and shapes of a node's outputs. Failures have TensorFlow's text of graph construction, with
// " for '{{node NAME}} = Op[attrs](inputs)' with input shapes: …" for shape functions (kValueError) and the
// TypeError texts for dtypes.
Status InferNode(const Graph& graph, const OpInfo& op, const AttrSet& attrs, std::span<const ValueId> inputs,
                 std::string_view name, SmallVector<DType, 4>* types, std::vector<Shape>* shapes);

// Infers the shapes of all nodes again, in order, and keeps what is more exact. True where anything changed.
bool RefineShapes(Graph& graph);

class GraphBuilder : public OpBuilder {
 public:
  explicit GraphBuilder(Ref<Graph> graph) : graph_(std::move(graph)) {}

  const Ref<Graph>& graph() const { return graph_; }
  // Throws OpError. Eager inputs become constants; inputs of another graph are a TP_CHECK failure.
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name = "") override;
  Val Constant(const Tensor& value, std::string_view name = "") override;
  std::string Scope(std::string_view name) override;
  // What `input` of the node that is being made is within this graph. `name`: "add/y", for what it takes to
  // make it; not unique. An eager value becomes a constant.
  virtual Val Adopt(const Val& input, const std::string& name);
  // A parameter: a Placeholder node, appended to graph()->inputs_list.
  Val Input(DType dtype, const Shape& shape, std::string_view name = "");
  void Output(const Val& value);
  // Names are "" (none) for a chain of a million nodes; on by default.
  void set_names(bool on) { names_ = on; }

 private:
  std::string NodeName(std::string_view wanted) const;

  Ref<Graph> graph_;
  bool names_ = true;
  SmallVector<DType, 4> types_;  // reused from call to call
  std::vector<Shape> shapes_;
};

}  // namespace tp
