// UpdateFusion: AssignAddVariableOp(v, _Fused("mul(x0, x1)")(x, Read(v))) =>
// _FusedUpdate("add(x1, mul(x0, x1))")(v, x)
//
// What a variable changes by is computed tile by tile while it is added: neither it nor the value that was
// read stands in memory of its own, so that the variable is written in place. A read goes along only where
// nothing has an effect between it and the update.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "core/ir/expression.h"
#include "core/ir/matcher.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

bool MayChangeVariables(const Graph& graph, NodeId id) {
  if (graph.erased(id)) return false;
  const Effect effect = graph.node(id).op->def().effect;
  return effect != Effect::kNone && effect != Effect::kRead && effect != Effect::kRandom;
}

class Updates {
 public:
  explicit Updates(Graph& graph)
      : graph_(graph), uses_(CountUses(graph)), awaited_(graph.num_nodes()), r_(graph) {
    for (NodeId id = 0; id < graph.num_nodes(); ++id)
      if (!graph.erased(id))
        for (NodeId before : graph.controls(id)) awaited_[before] = true;
  }

  bool Run() {
    const auto count = static_cast<NodeId>(graph_.num_nodes());
    for (NodeId id = 0, last = 0; id < count; ++id) {
      if (graph_.erased(id)) continue;
      const std::string_view op = graph_.node(id).op->name();
      if (op == "AssignAddVariableOp") Fuse(id, "add", last);
      if (op == "AssignSubVariableOp") Fuse(id, "sub", last);
      if (MayChangeVariables(graph_, id)) last = id;
    }
    if (!replaced_.empty())
      for (NodeId id = 0; id < count; ++id)
        for (NodeId before : std::vector<NodeId>(graph_.controls(id).begin(), graph_.controls(id).end()))
          if (const auto it = replaced_.find(before); it != replaced_.end())
            graph_.AddControl(id, it->second);
    return r_.Finish();
  }

 private:
  // `last`: the node before `id` that may change variables.
  void Fuse(NodeId id, std::string_view prim, NodeId last) {
    const ValueId resource = graph_.inputs(id)[0], by = graph_.inputs(id)[1];
    const NodeId group = graph_.producer(by);
    const std::string text = ExpressionOf(group);
    if (text.empty() || uses_[by] != 1 || awaited_[group]) return;
    // Scalars become scalar code.
    const DType dtype = graph_.dtype(by);
    const Shape& shape = graph_.shape(by);
    if (!shape.IsFullyKnown() || shape.IsScalar() || (dtype != DType::kFloat32 && dtype != DType::kFloat64))
      return;
    std::vector<ValueId> inputs{resource};
    NodeId read = kNoNode;
    size_t at = 0;
    for (ValueId input : graph_.inputs(group)) {
      if (read == kNoNode && IsReadSince(last, input, resource)) {
        read = graph_.producer(input);
        at = inputs.size() - 1;
        continue;
      }
      inputs.push_back(input);
    }
    if (read == kNoNode) at = inputs.size() - 1;
    // "t0 = …; mul(t0, x1)": the last expression is what the variable changes by.
    const size_t semicolon = text.rfind(';');
    const size_t last_begin = semicolon == std::string::npos ? 0 : text.find_first_not_of(' ', semicolon + 1);
    const std::string expression = fmt::format("{}{}(x{}, {})", std::string_view(text).substr(0, last_begin),
                                               prim, at, std::string_view(text).substr(last_begin));
    std::vector<NodeId> controls;
    for (NodeId before : graph_.controls(id))
      if (before != read) controls.push_back(before);
    const std::string name = graph_.node_name(id);
    static const OpInfo& op = OpRegistry::Get("_FusedUpdate");
    const Attrs attrs = MakeAttrs(
        {{"T", dtype}, {"expr", expression}, {"at", static_cast<int64_t>(at)}, {"reads", read != kNoNode}});
    const NodeId made =
        r_.Add(id, {.op = &op, .inputs = inputs, .attrs = attrs, .controls = controls, .name = name});
    // What waited for the update waits for the new node.
    std::replace(graph_.control_outputs.begin(), graph_.control_outputs.end(), id, made);
    if (awaited_[id]) replaced_[id] = made;
    r_.Erase(id);
    r_.Erase(group);
    if (read != kNoNode) r_.Erase(read);
  }

  // Over x0, x1, …; empty where the node is no elementwise op of floats.
  std::string ExpressionOf(NodeId id) const {
    const Node& node = graph_.node(id);
    if (node.op->name() == "_Fused") return node.attrs->Get<std::string>("expr");
    const OpDef& def = node.op->def();
    if (def.elementwise.empty() || def.kernel != nullptr || node.num_outputs != 1 ||
        node.op->name() == "Select")
      return "";
    std::vector<DType> types;
    std::vector<std::string> names;
    for (ValueId input : graph_.inputs(id)) {
      if (graph_.dtype(input) != graph_.dtype(graph_.output(id))) return "";
      names.push_back(fmt::format("x{}", types.size()));
      types.push_back(graph_.dtype(input));
    }
    return InlineExpression(*node.op, *node.attrs, types, names);
  }

  // The value is the variable's as it still is, and nothing else wants it.
  bool IsReadSince(NodeId last, ValueId value, ValueId resource) const {
    const NodeId read = graph_.producer(value);
    return graph_.node(read).op->name() == "ReadVariableOp" && graph_.inputs(read)[0] == resource &&
           read >= last && uses_[value] == 1;
  }

  Graph& graph_;
  const std::vector<uint32_t> uses_;
  std::vector<bool> awaited_;  // some node runs after it
  HashMap<NodeId, NodeId> replaced_;
  Rewriter r_;
};

bool Run(Graph& graph, PassContext&) {
  return OpRegistry::Find("_FusedUpdate") != nullptr && Updates(graph).Run();
}

TP_PASS(UpdateFusion){.name = "update-fusion",
                      .rewrite = "AssignAddVariableOp(v, _Fused(x, Read(v))) => _FusedUpdate(v, x)",
                      .stage = 130,
                      .run = Run};

}  // namespace
}  // namespace tp
