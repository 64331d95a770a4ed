// InlineCalls: y = Call(f, x) => the nodes of f, on x.
//
// Control edges of the call go to the nodes within that have effects; what waited for the call waits for
// those. Effects then get their edges anew, as if the program had been written in one piece.
#include "core/base/hash_map.h"
#include "core/ir/effects.h"
#include "core/passes/pass.h"

namespace tp {
namespace {

// A graph of more nodes than this is not made larger: repeated calls of a large function stay calls.
constexpr size_t kMaxNodes = 200000;

bool IsCall(const Node& node) {
  return node.op && (node.op->name() == "PartitionedCall" || node.op->name() == "StatefulPartitionedCall");
}

class Inliner {
 public:
  explicit Inliner(Graph& graph) : graph_(graph), old_nodes_(graph.num_nodes()) {}

  bool Run() {
    for (NodeId id = 0; id < old_nodes_; ++id) {
      const Graph* body = IsCall(graph_.node(id)) ? graph_.attrs(id).Get<FuncAttr>("f").graph() : nullptr;
      if (body && graph_.num_nodes() + body->num_nodes() <= kMaxNodes)
        Inline(id, *body);
      else if (!graph_.erased(id))
        order_.push_back(id);
    }
    if (ends_.empty()) return false;
    map_.resize(graph_.num_values(), kNoValue);
    for (ValueId v = 0; v < map_.size(); ++v)
      if (map_[v] == kNoValue) map_[v] = v;
    graph_.ReplaceAll(map_);
    HandOnControls();
    for (const auto& [call, ends] : ends_) graph_.Erase(call);
    graph_.Compact(order_);
    const std::vector<NodeId> before = graph_.control_outputs;
    AddControlEdges(graph_);
    return true;
  }

 private:
  void Inline(NodeId call, const Graph& body) {
    std::vector<ValueId> values(body.num_values(), kNoValue);
    std::vector<NodeId> nodes(body.num_nodes(), kNoNode);
    const std::vector<ValueId> args(graph_.inputs(call).begin(), graph_.inputs(call).end());
    for (size_t i = 0; i < args.size(); ++i) values[body.inputs_list[i]] = args[i];
    const std::vector<NodeId> waits(graph_.controls(call).begin(), graph_.controls(call).end());
    std::vector<NodeId>& ends = ends_.emplace_back(call, std::vector<NodeId>()).second;
    std::vector<ValueId> inputs;
    std::vector<NodeId> controls;
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (NodeId id = 0; id < body.num_nodes(); ++id) {
      const Node& node = body.node(id);
      if (!node.op || (node.num_outputs == 1 && values[node.first_output] != kNoValue)) continue;
      if (node.op->name() == "NoOp") continue;
      inputs.clear(), controls.clear(), types.clear(), shapes.clear();
      for (ValueId input : body.inputs(id)) inputs.push_back(values[input]);
      if (node.op->stateful()) controls = waits;
      for (NodeId before : body.controls(id))
        if (before < id && nodes[before] != kNoNode) controls.push_back(nodes[before]);
      for (uint32_t i = 0; i < node.num_outputs; ++i) {
        types.push_back(body.dtype(node.first_output + i));
        shapes.push_back(body.shape(node.first_output + i));
      }
      const StackId position = body.position(id);
      nodes[id] = graph_.AddNode({.op = node.op,
                                  .inputs = inputs,
                                  .attrs = Attrs(node.attrs),
                                  .controls = controls,
                                  .output_types = types,
                                  .output_shapes = shapes,
                                  .name = node.name ? graph_.UniqueName(body.node_name(id)) : "",
                                  .position = position != kNoStack ? position : graph_.position(call)});
      order_.push_back(nodes[id]);
      for (uint32_t i = 0; i < node.num_outputs; ++i)
        values[node.first_output + i] = graph_.output(nodes[id]) + i;
      if (node.op->stateful()) ends.push_back(nodes[id]);
    }
    map_.resize(graph_.num_values(), kNoValue);
    for (size_t i = 0; i < body.outputs_list.size(); ++i)
      map_[graph_.output(call) + i] = values[body.outputs_list[i]];
  }

  // Who waited for a call waits for what had effects in it.
  void HandOnControls() {
    HashMap<NodeId, const std::vector<NodeId>*> ends;
    for (const auto& [call, nodes] : ends_) ends[call] = &nodes;
    std::vector<NodeId> controls;
    for (NodeId id : order_) {
      bool waits = false;
      for (NodeId before : graph_.controls(id)) waits |= ends.contains(before);
      if (!waits) continue;
      controls.assign(graph_.controls(id).begin(), graph_.controls(id).end());
      graph_.ClearControls(id);
      // The NoOp that gathers effects is made anew from them; so are edges between effects.
      if (graph_.node(id).op->name() == "NoOp") continue;
      for (NodeId before : controls) {
        const auto it = ends.find(before);
        if (it == ends.end()) {
          graph_.AddControl(id, before);
        } else if (!it->second->empty()) {
          graph_.AddControl(id, it->second->back());
        }
      }
    }
    graph_.control_outputs.clear();
  }

  Graph& graph_;
  const NodeId old_nodes_;
  std::vector<NodeId> order_;
  std::vector<std::pair<NodeId, std::vector<NodeId>>> ends_;  // of each call inlined
  std::vector<ValueId> map_;
};

bool Run(Graph& graph, PassContext&) { return Inliner(graph).Run(); }

TP_PASS(InlineCalls){.name = "inlining", .rewrite = "Call(f, x) => f's nodes on x", .stage = 10, .run = Run};

}  // namespace
}  // namespace tp
