#include "core/saved/bundle_graphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tp {
namespace {

// The attributes with f(region) in place of each region.
Attrs MapRegions(const AttrSet& attrs, const std::function<Ref<Graph>(Graph&)>& f) {
  std::vector<AttrSet::Item> items;
  for (const auto& [name, value] : attrs.items()) {
    if (const FuncAttr* one = value.As<FuncAttr>(); one && one->graph()) {
      items.emplace_back(name, FuncAttr(f(*one->graph())));
    } else if (const auto* list = value.As<std::vector<FuncAttr>>()) {
      std::vector<FuncAttr> mapped;
      for (const FuncAttr& each : *list) mapped.push_back(each.graph() ? FuncAttr(f(*each.graph())) : each);
      items.emplace_back(name, std::move(mapped));
    } else {
      items.emplace_back(name, value);
    }
  }
  return MakeAttrs(std::move(items));
}

}  // namespace

Ref<Graph> GraphCopier::Copy(Graph& graph) {
  if (const auto it = copies_.find(&graph); it != copies_.end()) return it->second;
  Ref<Graph> copy = graph.Clone();
  copy->Compact();
  copy->shown = graph.shown ? graph.shown : Ref<Graph>(&graph);
  copies_.emplace(&graph, copy);
  for (NodeId id = 0; id < copy->num_nodes(); ++id) {
    // What `tf.print(object)` shows of an object.
    const AttrValue* shown = copy->attrs(id).Find("template");
    if (const auto* text = shown ? shown->As<std::string>() : nullptr)
      copy->SetAttrs(id, copy->attrs(id).With("template", WithoutAddresses(*text)));
    if (copy->regions(id).empty()) continue;
    copy->SetAttrs(id, MapRegions(copy->attrs(id), [this](Graph& region) { return Copy(region); }));
  }
  return copy;
}

bool HoldsComposite(const TraceType& type) {
  if (type.kind() == TraceType::Kind::kCustom) {
    std::vector<TraceTypeRef> tensors;
    type.Flatten(&tensors);
    return !tensors.empty();
  }
  return std::any_of(type.items().begin(), type.items().end(),
                     [](const TraceTypeRef& item) { return HoldsComposite(*item); });
}

bool CallsPython(const Graph& graph) {
  for (NodeId n = 0; n < graph.num_nodes(); ++n) {
    if (graph.erased(n)) continue;
    const std::string_view op = graph.node(n).op->name();
    if (op == "EagerPyFunc" || op == "PyFunc" || op == "PyFuncStateless") return true;
    for (const Graph* region : graph.regions(n))
      if (CallsPython(*region)) return true;
  }
  return false;
}

namespace {

// What a function's argument is called for a node of this name (graph_to_functiondef.cc, Normalize).
std::string ArgumentName(std::string_view name) {
  std::string made;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (made.empty() && !letter) continue;
    made += c >= 'A' && c <= 'Z'               ? static_cast<char>(c - 'A' + 'a')
            : letter || (c >= '0' && c <= '9') ? c
                                               : '_';
  }
  return made.empty() ? "unknown" : made;
}

std::string Unused(const std::string& name, std::set<std::string>* used) {
  std::string unique = name;
  for (int n = 0; !used->insert(unique).second; ++n) unique = fmt::format("{}_{}", name, n);
  return unique;
}

}  // namespace

Ref<FuncGraph> GraphReader::Read(Graph& graph) {
  auto made = MakeRef<FuncGraph>(graph.name(), Ref<FuncGraph>());
  Fill(graph, made.get());
  return made;
}

Ref<Graph> GraphReader::ReadRegion(Graph& graph) {
  if (const auto it = read_.find(&graph); it != read_.end()) return it->second;
  auto made = MakeRef<Graph>(graph.name());
  read_.emplace(&graph, made);
  Fill(graph, made.get());
  return made;
}

void GraphReader::Fill(Graph& graph, Graph* made) {
  const auto count = static_cast<NodeId>(graph.num_nodes());
  if (graph.symbols_or_null()) made->set_symbols(graph.symbols());
  std::vector<std::string> names(count);
  std::set<std::string> used;
  std::vector<NodeId> inputs;
  std::vector<bool> is_input(count);
  for (const ValueId input : graph.inputs_list) {
    const NodeId id = graph.producer(input);
    if (is_input[id]) continue;
    is_input[id] = true;
    inputs.push_back(id);
    names[id] = Unused(ArgumentName(graph.node_name(id)), &used);
  }
  for (NodeId id = 0; id < count; ++id)
    if (!is_input[id]) names[id] = Unused(graph.node_name(id), &used);

  std::vector<uint32_t> waits(count);
  std::vector<std::vector<NodeId>> users(count);
  for (NodeId id = 0; id < count; ++id) {
    const auto add = [&](NodeId before) {
      ++waits[id];
      users[before].push_back(id);
    };
    for (const ValueId input : graph.inputs(id)) add(graph.producer(input));
    for (const NodeId before : graph.controls(id)) add(before);
  }
  std::vector<NodeId> node_map(count, kNoNode);
  std::vector<ValueId> value_map(graph.num_values(), kNoValue);
  std::set<NodeId> ready;
  const auto append = [&](NodeId id) {
    const Node& node = graph.node(id);
    std::vector<ValueId> node_inputs;
    for (const ValueId input : graph.inputs(id)) node_inputs.push_back(value_map[input]);
    std::vector<NodeId> controls;
    for (const NodeId before : graph.controls(id)) controls.push_back(node_map[before]);
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      types.push_back(graph.dtype(node.first_output + i));
      shapes.push_back(graph.shape(node.first_output + i));
    }
    Attrs attrs(node.attrs);
    if (!graph.regions(id).empty())
      attrs = MapRegions(*node.attrs, [this](Graph& region) { return ReadRegion(region); });
    node_map[id] = made->AddNode({.op = node.op,
                                  .inputs = node_inputs,
                                  .attrs = std::move(attrs),
                                  .controls = controls,
                                  .output_types = types,
                                  .output_shapes = shapes,
                                  .name = names[id],
                                  .position = node.position});
    for (uint32_t i = 0; i < node.num_outputs; ++i)
      value_map[node.first_output + i] = made->output(node_map[id], static_cast<int>(i));
    for (const NodeId user : users[id])
      if (--waits[user] == 0 && !is_input[user]) ready.insert(user);
  };
  for (NodeId id = 0; id < count; ++id)
    if (waits[id] == 0 && !is_input[id]) ready.insert(id);
  for (const NodeId id : inputs) append(id);
  while (!ready.empty()) {
    const NodeId id = *ready.begin();
    ready.erase(ready.begin());
    append(id);
  }
  for (const ValueId v : graph.inputs_list) made->inputs_list.push_back(value_map[v]);
  for (const ValueId v : graph.outputs_list) made->outputs_list.push_back(value_map[v]);
  for (const NodeId id : graph.control_outputs) made->control_outputs.push_back(node_map[id]);
}

}  // namespace tp
