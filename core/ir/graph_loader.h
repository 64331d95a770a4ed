// GraphLoader: fills an empty graph from stored columns, for readers of bundles. It does what AddNode does,
// but shapes and attribute sets are given as numbers of the reader's tables and interned at their
// first use: a node costs a few nanoseconds. Everything has been checked before.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/ir/graph.h"

namespace tp {

class GraphLoader {
 public:
  // The sizes are those of the stored tables.
  GraphLoader(size_t shapes, size_t attr_sets) : shape_numbers_(shapes), attrs_(attr_sets) {}

  // Goes on with another graph, which stays the caller's. The tables are kept from graph to graph, so that
  // many small graphs do not cost a table each.
  void Begin(Graph* graph, size_t nodes, size_t values, size_t inputs, size_t controls) {
    graph_ = graph;
    ++epoch_;
    graph->nodes_.reserve(nodes);
    graph->values_.reserve(values);
    graph->input_pool_.reserve(inputs);
    graph->control_pool_.reserve(controls);
  }
  // True where SetAttrs has been called for that set and this graph.
  bool has_attrs(uint32_t set) const { return attrs_[set].epoch == epoch_; }
  void SetAttrs(uint32_t set, const Attrs& attrs) { attrs_[set] = {epoch_, graph_->InternAttrs(attrs)}; }

  // Begins a node; its outputs follow. REQUIRES: has_attrs(attrs).
  void AddNode(const OpInfo* op, uint32_t attrs, std::span<const ValueId> inputs,
               std::span<const NodeId> controls, uint32_t num_outputs) {
    Node& node = graph_->nodes_.emplace_back();
    node.op = op;
    node.attrs = attrs_[attrs].value;
    node.inputs_begin = static_cast<uint32_t>(graph_->input_pool_.size());
    node.controls_begin = static_cast<uint32_t>(graph_->control_pool_.size());
    node.num_inputs = static_cast<uint32_t>(inputs.size());
    node.num_controls = static_cast<uint32_t>(controls.size());
    node.num_outputs = num_outputs;
    node.first_output = static_cast<ValueId>(graph_->values_.size());
    for (ValueId input : inputs) graph_->input_pool_.push_back(input);
    for (NodeId control : controls) graph_->control_pool_.push_back(control);
  }
  // Output number `index` of the last node; `shape` has the number `shape_number` in the stored table.
  void AddOutput(uint32_t index, DType dtype, uint32_t shape_number, const Shape& shape) {
    PerGraph<uint32_t>& number = shape_numbers_[shape_number];
    if (number.epoch != epoch_) number = {epoch_, graph_->InternShape(shape)};
    ValueInfo& value = graph_->values_.emplace_back();
    value.node = static_cast<NodeId>(graph_->nodes_.size() - 1);
    value.index = index;
    value.dtype = dtype;
    value.shape = number.value;
  }
  void SetName(std::string_view name) {
    graph_->nodes_.back().name = static_cast<uint32_t>(graph_->names_.size());
    graph_->names_.emplace_back(name);
  }
  void SetPosition(StackId position) { graph_->nodes_.back().position = position; }

 private:
  // What a table says, where it was said for the graph of that epoch.
  template <class T>
  struct PerGraph {
    uint32_t epoch = 0;
    T value = {};
  };
  Graph* graph_ = nullptr;
  uint32_t epoch_ = 0;
  std::vector<PerGraph<uint32_t>> shape_numbers_;
  std::vector<PerGraph<const AttrSet*>> attrs_;
};

}  // namespace tp
