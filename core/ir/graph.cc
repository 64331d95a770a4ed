#include "core/ir/graph.h"

#include <algorithm>

#include "core/base/check.h"

namespace tp {
namespace {

size_t HashShape(const Shape& shape) {
  size_t hash = shape.has_rank() ? shape.rank() : 99;
  for (Dim dim : shape) hash = (hash ^ static_cast<size_t>(dim)) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return hash;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace

Graph::Graph(std::string name) : name_(std::move(name)) { names_.emplace_back(); }

uint32_t Graph::InternShape(const Shape& shape) {
  // Neighbours mostly have the same shape.
  if (!values_.empty() && shapes_[values_.back().shape] == shape) return values_.back().shape;
  std::vector<uint32_t>& bucket = shape_index_[HashShape(shape)];
  for (uint32_t id : bucket)
    if (shapes_[id] == shape) return id;
  bucket.push_back(static_cast<uint32_t>(shapes_.size()));
  shapes_.push_back(shape);
  return bucket.back();
}

const AttrSet* Graph::InternAttrs(Attrs attrs) {
  if (!attrs || attrs->items().empty()) return EmptyAttrs().get();
  if (!nodes_.empty() && nodes_.back().attrs == attrs.get()) return attrs.get();
  std::vector<uint32_t>& bucket = attr_index_[attrs->Hash()];
  for (uint32_t id : bucket)
    if (attr_sets_[id].get() == attrs.get() || *attr_sets_[id] == *attrs) return attr_sets_[id].get();
  bucket.push_back(static_cast<uint32_t>(attr_sets_.size()));
  attr_sets_.push_back(std::move(attrs));
  return attr_sets_.back().get();
}

NodeId Graph::AddNode(const NewNode& n) {
  TP_CHECK(n.op != nullptr);
  TP_CHECK(nodes_.size() < kNoNode && values_.size() + n.output_types.size() < kNoValue);
  TP_CHECK(n.output_shapes.empty() || n.output_shapes.size() == n.output_types.size());
  const NodeId id = static_cast<NodeId>(nodes_.size());
  for (ValueId input : n.inputs) TP_CHECK(input < values_.size(), "input {} of node {}", input, id);
  Node node = {};
  node.op = n.op;
  node.attrs = InternAttrs(n.attrs);
  node.inputs_begin = static_cast<uint32_t>(input_pool_.size());
  node.controls_begin = static_cast<uint32_t>(control_pool_.size());
  node.num_inputs = static_cast<uint32_t>(n.inputs.size());
  node.num_controls = static_cast<uint32_t>(n.controls.size());
  node.num_outputs = static_cast<uint32_t>(n.output_types.size());
  node.first_output = static_cast<ValueId>(values_.size());
  for (ValueId input : n.inputs) input_pool_.push_back(Canonical(input));
  control_pool_.insert(control_pool_.end(), n.controls.begin(), n.controls.end());
  static const Shape unknown = Shape::UnknownRank();
  for (uint32_t i = 0; i < node.num_outputs; ++i) {
    ValueInfo info = {};
    info.node = id;
    info.index = i;
    info.dtype = n.output_types[i];
    info.shape = InternShape(n.output_shapes.empty() ? unknown : n.output_shapes[i]);
    values_.push_back(info);
  }
  if (!n.name.empty()) {
    node.name = static_cast<uint32_t>(names_.size());
    names_.emplace_back(n.name);
  }
  node.position = n.position;
  nodes_.push_back(node);
  return id;
}

// TF: ops.py, Graph.unique_name.
std::string Graph::UniqueName(std::string_view wanted, bool mark) {
  const std::string base = Lower(wanted);
  const auto found = used_names_.find(base);
  int i = found == used_names_.end() ? 0 : found->second;
  if (mark) used_names_[base] = i + 1;
  if (i == 0) return std::string(wanted);
  std::string key = base;
  while (used_names_.contains(key)) key = fmt::format("{}_{}", base, i++);
  // A later call that wants this very name gets another.
  if (mark) used_names_[key] = 1;
  return fmt::format("{}_{}", wanted, i - 1);
}

void Graph::AddControl(NodeId id, NodeId before) {
  Node& node = nodes_[id];
  const auto begin = control_pool_.begin() + node.controls_begin;
  // Beyond a few, looking for doubles would make many control edges quadratic; doubles are harmless.
  if (node.num_controls < 64 &&
      std::find(begin, begin + node.num_controls, before) != begin + node.num_controls)
    return;
  if (node.controls_begin + node.num_controls != control_pool_.size()) {
    const uint32_t old_begin = node.controls_begin;
    node.controls_begin = static_cast<uint32_t>(control_pool_.size());
    for (uint32_t i = 0; i < node.num_controls; ++i) {
      const NodeId moved = control_pool_[old_begin + i];
      control_pool_.push_back(moved);
    }
  }
  control_pool_.push_back(before);
  ++node.num_controls;
}

void Graph::SetInputs(NodeId id, std::span<const ValueId> values) {
  Node& node = nodes_[id];
  std::vector<ValueId> copy;  // `values` may lie in the pool
  for (ValueId value : values) copy.push_back(Canonical(value));
  if (copy.size() > node.num_inputs) {
    node.inputs_begin = static_cast<uint32_t>(input_pool_.size());
    input_pool_.resize(input_pool_.size() + copy.size());
  }
  std::copy(copy.begin(), copy.end(), input_pool_.begin() + node.inputs_begin);
  node.num_inputs = static_cast<uint32_t>(copy.size());
}

void Graph::AppendInput(NodeId id, ValueId value) {
  if (nodes_[id].inputs_begin + nodes_[id].num_inputs == input_pool_.size()) {
    input_pool_.push_back(Canonical(value));
    ++nodes_[id].num_inputs;
    return;
  }
  std::vector<ValueId> longer(inputs(id).begin(), inputs(id).end());
  longer.push_back(value);
  SetInputs(id, longer);
}

NodeId Graph::InsertNode(NodeId before, const NewNode& n) {
  AddNode(n);
  std::rotate(nodes_.begin() + before, nodes_.end() - 1, nodes_.end());
  const auto shifted = [&](NodeId id) {
    return id + 1 == nodes_.size() ? before : id >= before ? id + 1 : id;
  };
  for (ValueInfo& value : values_) value.node = shifted(value.node);
  for (NodeId& control : control_pool_) control = shifted(control);
  for (NodeId& control : control_outputs) control = shifted(control);
  return before;
}

void Graph::AppendOutputs(NodeId id, std::span<const DType> types, std::span<const Shape> shapes) {
  const Node old = nodes_[id];
  const ValueId first = static_cast<ValueId>(values_.size());
  for (uint32_t i = 0; i < old.num_outputs; ++i) {
    const ValueInfo same = values_[old.first_output + i];
    values_.push_back(same);
  }
  for (size_t i = 0; i < types.size(); ++i) {
    ValueInfo info = {};
    info.node = id;
    info.index = static_cast<uint32_t>(old.num_outputs + i);
    info.dtype = types[i];
    info.shape = InternShape(shapes[i]);
    values_.push_back(info);
  }
  nodes_[id].first_output = first;
  nodes_[id].num_outputs = static_cast<uint32_t>(old.num_outputs + types.size());
  for (NodeId user = 0; user < nodes_.size(); ++user) {
    if (erased(user)) continue;
    for (uint32_t i = 0; i < nodes_[user].num_inputs; ++i) {
      ValueId& input = input_pool_[nodes_[user].inputs_begin + i];
      if (values_[input].node == id) input = first + values_[input].index;
    }
  }
  for (ValueId& output : outputs_list)
    if (values_[output].node == id) output = first + values_[output].index;
}

void Graph::SetAttrs(NodeId node, Attrs attrs) { nodes_[node].attrs = InternAttrs(std::move(attrs)); }

void Graph::SetShape(ValueId value, const Shape& shape) {
  if (shapes_[values_[value].shape] == shape) return;
  values_[value].shape = InternShape(shape);
}

std::string Graph::node_name(NodeId id) const {
  const uint32_t name = nodes_[id].name;
  return name != 0 ? names_[name] : fmt::format("n{}", id);
}

std::string Graph::value_name(ValueId id) const {
  const ValueInfo& info = values_[id];
  std::string name = node_name(info.node);
  if (info.index != 0) name += fmt::format(":{}", static_cast<uint32_t>(info.index));
  return name;
}

const Tensor* Graph::ConstantValue(ValueId id) const {
  const Node& node = nodes_[values_[id].node];
  if (node.op == nullptr || node.op->name() != "Const") return nullptr;
  const AttrValue* value = node.attrs->Find("value");
  return value ? value->As<Tensor>() : nullptr;
}

void Graph::ReplaceUses(ValueId from, ValueId to) {
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (erased(id)) continue;
    for (uint32_t i = 0; i < nodes_[id].num_inputs; ++i) {
      ValueId& input = input_pool_[nodes_[id].inputs_begin + i];
      if (input == from) input = to;
    }
  }
  std::replace(outputs_list.begin(), outputs_list.end(), from, to);
}

void Graph::ReplaceAll(std::span<const ValueId> map) {
  TP_CHECK(map.size() <= values_.size());
  const auto end_of = [&](ValueId value) {
    while (value < map.size() && map[value] != value) value = map[value];
    return value;
  };
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (erased(id)) continue;
    for (uint32_t i = 0; i < nodes_[id].num_inputs; ++i) {
      ValueId& input = input_pool_[nodes_[id].inputs_begin + i];
      input = end_of(input);
    }
  }
  for (ValueId& output : outputs_list) output = end_of(output);
}

SmallVector<Graph*, 2> Graph::regions(NodeId id) const {
  SmallVector<Graph*, 2> found;
  for (const auto& [name, value] : nodes_[id].attrs->items()) {
    if (const auto* one = value.As<FuncAttr>()) {
      if (one->graph()) found.push_back(one->graph());
    } else if (const auto* many = value.As<std::vector<FuncAttr>>()) {
      for (const FuncAttr& function : *many)
        if (function.graph()) found.push_back(function.graph());
    }
  }
  return found;
}

const Ref<Symbols>& Graph::symbols() {
  if (!symbols_) symbols_ = MakeRef<Symbols>();
  return symbols_;
}

Ref<Graph> Graph::Clone() const {
  Ref<Graph> copy = MakeRef<Graph>(*this);
  copy->shown = nullptr;
  return copy;
}

}  // namespace tp
