// Graph::Compact: renumbers a graph after a pass erased or added nodes.
#include <algorithm>

#include "core/base/check.h"
#include "core/ir/graph.h"

namespace tp {
namespace {

// What a control edge to an erased node stands for: the kept nodes that it waited for.
class ErasedControls {
 public:
  explicit ErasedControls(const Graph& graph) : graph_(graph), memo_(graph.num_nodes()) {}

  // Adds the kept nodes that `id` stands for to `out`. Iterative: chains of erased nodes may be long.
  void Expand(NodeId id, std::vector<NodeId>* out) {
    std::vector<NodeId> stack = {id}, seen;
    while (!stack.empty()) {
      const NodeId top = stack.back();
      stack.pop_back();
      if (!graph_.erased(top)) {
        if (std::find(out->begin(), out->end(), top) == out->end()) out->push_back(top);
        continue;
      }
      if (memo_[top]) continue;
      memo_[top] = true;
      seen.push_back(top);
      for (NodeId before : graph_.controls(top)) stack.push_back(before);
      for (ValueId input : graph_.inputs(top)) {
        const NodeId producer = graph_.producer(input);
        // Only what has effects is worth waiting for.
        if (graph_.erased(producer) || graph_.node(producer).op->stateful()) stack.push_back(producer);
      }
    }
    for (NodeId top : seen) memo_[top] = false;
  }

 private:
  const Graph& graph_;
  std::vector<bool> memo_;
};

}  // namespace

void Graph::Compact(std::span<const NodeId> order) {
  std::vector<NodeId> all;
  if (order.empty()) {
    for (NodeId id = 0; id < nodes_.size(); ++id)
      if (!erased(id)) all.push_back(id);
    order = all;
  }
  std::vector<NodeId> new_node(nodes_.size(), kNoNode);
  for (size_t i = 0; i < order.size(); ++i) {
    TP_CHECK(!erased(order[i]), "node {} of the order is erased", order[i]);
    TP_CHECK(new_node[order[i]] == kNoNode, "node {} is in the order twice", order[i]);
    new_node[order[i]] = static_cast<NodeId>(i);
  }
  std::vector<ValueId> new_value(values_.size(), kNoValue);
  Graph result(name_);
  result.nodes_.reserve(order.size());
  ErasedControls erased_controls(*this);
  std::vector<NodeId> controls;
  for (NodeId id : order) {
    Node node = nodes_[id];
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      new_value[node.first_output + i] = static_cast<ValueId>(result.values_.size() + i);
    }
    controls.clear();
    for (NodeId before : this->controls(id)) erased_controls.Expand(before, &controls);
    node.inputs_begin = static_cast<uint32_t>(result.input_pool_.size());
    for (ValueId input : inputs(id)) {
      TP_CHECK(new_value[input] != kNoValue, "`{}` uses `{}`, which is erased or comes later", node_name(id),
               value_name(input));
      result.input_pool_.push_back(new_value[input]);
    }
    node.controls_begin = static_cast<uint32_t>(result.control_pool_.size());
    node.num_controls = static_cast<uint32_t>(controls.size());
    for (NodeId before : controls) {
      TP_CHECK(new_node[before] != kNoNode, "`{}` waits for `{}`, which is not in the order", node_name(id),
               node_name(before));
      result.control_pool_.push_back(new_node[before]);
    }
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      ValueInfo info = values_[node.first_output + i];
      info.node = new_node[id];
      result.values_.push_back(info);
    }
    node.first_output = static_cast<ValueId>(result.values_.size() - node.num_outputs);
    if (node.name != 0) {
      result.names_.push_back(std::move(names_[node.name]));
      node.name = static_cast<uint32_t>(result.names_.size() - 1);
    }
    result.nodes_.push_back(node);
  }
  for (ValueId& value : inputs_list) value = new_value[value];
  for (ValueId& value : outputs_list) {
    value = Canonical(value);
    TP_CHECK(new_value[value] != kNoValue, "an output is erased");
    value = new_value[value];
  }
  controls.clear();
  for (NodeId node : control_outputs) erased_controls.Expand(node, &controls);
  control_outputs.clear();
  for (NodeId node : controls) control_outputs.push_back(new_node[node]);
  nodes_ = std::move(result.nodes_);
  values_ = std::move(result.values_);
  input_pool_ = std::move(result.input_pool_);
  control_pool_ = std::move(result.control_pool_);
  names_ = std::move(result.names_);
}

}  // namespace tp
