#include "core/passes/rewriter.h"

#include <numeric>

#include "core/ir/builder.h"
#include "core/ir/effects.h"

namespace tp {

NodeId Rewriter::Add(NodeId before, const Graph::NewNode& node) {
  const NodeId id = graph_.AddNode(node);
  if (node.position == kNoStack) graph_.set_position(id, graph_.position(before));
  inserted_[before].push_back(id);
  return id;
}

ValueId Rewriter::Op(NodeId before, std::string_view name, std::span<const ValueId> inputs,
                     const Attrs& attrs) {
  const OpInfo* op = OpRegistry::Find(name);
  if (!op) return kNoValue;
  const Attrs& set = attrs ? attrs : EmptyAttrs();
  std::vector<ValueId> current;
  for (ValueId input : inputs) current.push_back(Current(input));
  SmallVector<DType, 4> types;
  std::vector<Shape> shapes;
  if (!InferNode(graph_, *op, *set, current, "", &types, &shapes).ok()) return kNoValue;
  const NodeId id = Add(before, {.op = op,
                                 .inputs = current,
                                 .attrs = set,
                                 .output_types = types,
                                 .output_shapes = shapes,
                                 .position = graph_.position(before)});
  return graph_.output(id);
}

ValueId Rewriter::Constant(NodeId before, const Tensor& value) {
  static const OpInfo& op = OpRegistry::Get("Const");
  const DType dtype = value.dtype();
  const NodeId id = Add(before, {.op = &op,
                                 .attrs = MakeAttrs({{"dtype", dtype}, {"value", value}}),
                                 .output_types = {&dtype, 1},
                                 .output_shapes = {&value.shape(), 1},
                                 .position = graph_.position(before)});
  return graph_.output(id);
}

ValueId Rewriter::Current(ValueId value) const {
  for (auto it = map_.find(value); it != map_.end(); it = map_.find(value)) value = it->second;
  return value;
}

void Rewriter::Replace(ValueId from, ValueId to) {
  to = Current(to);
  if (from == to) return;
  if (const auto merged = MergeShapes(graph_.shape(to), graph_.shape(from))) graph_.SetShape(to, *merged);
  map_[from] = to;
}

bool Rewriter::Finish() {
  if (!changed()) return false;
  if (!map_.empty()) {
    std::vector<ValueId> map(graph_.num_values());
    std::iota(map.begin(), map.end(), 0);
    for (const auto& [from, to] : map_) map[from] = to;
    graph_.ReplaceAll(map);
  }
  for (NodeId id : erased_) graph_.Erase(id);
  std::vector<NodeId> order;
  order.reserve(graph_.num_nodes());
  for (NodeId id = 0; id < old_nodes_; ++id) {
    if (const auto it = inserted_.find(id); it != inserted_.end())
      for (NodeId added : it->second)
        if (!graph_.erased(added)) order.push_back(added);
    if (!graph_.erased(id)) order.push_back(id);
  }
  graph_.Compact(order);
  return true;
}

bool IsPure(const Graph& graph, NodeId node) {
  if (graph.node(node).op->name() == "Placeholder") return false;
  return NodeEffect(graph, node) == Effect::kNone;
}

}  // namespace tp
