#include "core/passes/loops.h"

#include <algorithm>

namespace tp {

std::vector<LoopVariable> VariablesOf(const Graph& graph, NodeId loop) {
  std::vector<LoopVariable> variables;
  for (uint32_t i = 0; i < graph.node(loop).num_outputs; ++i) {
    const ValueId result = graph.output(loop) + i;
    variables.push_back(
        {graph.inputs(loop)[i], graph.dtype(result), graph.shape(result), static_cast<int>(i)});
  }
  return variables;
}

void ReplaceLoop(Rewriter& r, NodeId loop, std::span<const LoopVariable> variables, Ref<Graph> body,
                 Ref<Graph> condition) {
  Graph& graph = r.graph();
  Attrs attrs =
      graph.attrs(loop).With("body", FuncAttr(std::move(body)))->With("cond", FuncAttr(std::move(condition)));
  std::vector<ValueId> inputs;
  std::vector<DType> types;
  std::vector<Shape> shapes, declared;
  const std::vector<Shape> were = attrs->Get<std::vector<Shape>>("output_shapes");
  for (const LoopVariable& variable : variables) {
    inputs.push_back(variable.enters);
    types.push_back(variable.dtype);
    shapes.push_back(variable.shape);
    if (!were.empty()) declared.push_back(variable.was < 0 ? variable.shape : were[variable.was]);
  }
  if (!were.empty()) attrs = attrs->With("output_shapes", std::move(declared));
  const std::vector<NodeId> controls(graph.controls(loop).begin(), graph.controls(loop).end());
  const ValueId first = graph.output(loop);
  const NodeId made = r.Add(loop, {.op = graph.node(loop).op,
                                   .inputs = inputs,
                                   .attrs = attrs,
                                   .controls = controls,
                                   .output_types = types,
                                   .output_shapes = shapes,
                                   .position = graph.position(loop)});
  for (size_t i = 0; i < variables.size(); ++i)
    if (variables[i].was >= 0)
      r.Replace(first + variables[i].was, graph.output(made) + static_cast<ValueId>(i));
  std::replace(graph.control_outputs.begin(), graph.control_outputs.end(), loop, made);
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    const auto waits_for = graph.controls(id);
    if (std::find(waits_for.begin(), waits_for.end(), loop) != waits_for.end()) graph.AddControl(id, made);
  }
  r.Erase(loop);
}

}  // namespace tp
