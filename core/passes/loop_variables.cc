// LoopVariables: while (i, x) { …, f(x) }, x used by nothing else => while (i) { … }
//
// A variable of a loop is needed where its result is used, the condition reads it, or an effect or another
// needed variable of the body does. Not needed are, among others, the loop_counter and maximum_iterations
// that TensorFlow gives each loop.
#include "core/ir/effects.h"
#include "core/passes/loops.h"
#include "core/passes/pass.h"

namespace tp {
namespace {

// What is needed of a region.
class Needs {
 public:
  explicit Needs(const Graph& region) : region_(region), alive_(region.num_nodes()) {
    for (NodeId id = 0; id < region.num_nodes(); ++id) {
      if (region.erased(id) || region.node(id).op->def().effect == Effect::kNone) continue;
      const Effect effect = NodeEffect(region, id);
      if (effect == Effect::kWrite || effect == Effect::kIo) Add(id);
    }
  }

  void Add(NodeId id) {
    std::vector<NodeId> stack = {id};
    while (!stack.empty()) {
      const NodeId next = stack.back();
      stack.pop_back();
      if (alive_[next]) continue;
      alive_[next] = true;
      for (ValueId input : region_.inputs(next)) stack.push_back(region_.producer(input));
    }
  }
  void AddOutput(size_t i) { Add(region_.producer(region_.outputs_list[i])); }
  bool HasInput(size_t i) const { return alive_[region_.producer(region_.inputs_list[i])]; }

  // A copy of the region with what is needed only: these of its inputs, and these of its outputs.
  Ref<Graph> Rest(const std::vector<bool>& inputs, const std::vector<bool>& outputs) const {
    Ref<Graph> rest = region_.Clone();
    const auto keep = [](std::vector<ValueId>& values, const std::vector<bool>& which) {
      size_t kept = 0;
      for (size_t i = 0; i < values.size(); ++i)
        if (which[i]) values[kept++] = values[i];
      values.resize(kept);
    };
    std::vector<bool> parameters(region_.num_nodes());
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i]) parameters[region_.producer(region_.inputs_list[i])] = true;
    keep(rest->inputs_list, inputs);
    keep(rest->outputs_list, outputs);
    std::erase_if(rest->control_outputs, [&](NodeId id) { return !alive_[id]; });
    for (NodeId id = 0; id < region_.num_nodes(); ++id) {
      if (rest->erased(id) || alive_[id] || parameters[id]) continue;
      rest->ClearControls(id);
      rest->Erase(id);
    }
    rest->Compact();
    return rest;
  }

 private:
  const Graph& region_;
  std::vector<bool> alive_;
};

void Narrow(Rewriter& r, NodeId loop, const std::vector<bool>& used) {
  const Graph& graph = r.graph();
  const Graph* body = graph.attrs(loop).Get<FuncAttr>("body").graph();
  const Graph* condition = graph.attrs(loop).Get<FuncAttr>("cond").graph();
  if (!body || !condition) return;
  const size_t count = graph.node(loop).num_outputs;
  Needs turn(*body), test(*condition);
  test.AddOutput(0);
  std::vector<bool> needed(count);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < count; ++i) {
      if (needed[i] || !(used[graph.output(loop) + i] || turn.HasInput(i) || test.HasInput(i))) continue;
      needed[i] = more = true;
      turn.AddOutput(i);
    }
  }
  std::vector<LoopVariable> variables;
  for (LoopVariable& variable : VariablesOf(graph, loop))
    if (needed[variable.was]) variables.push_back(std::move(variable));
  // A loop without variables runs for its effects or for ever: it is left as it is.
  if (variables.size() == count || variables.empty()) return;
  ReplaceLoop(r, loop, variables, turn.Rest(needed, needed), test.Rest(needed, {true}));
}

bool Run(Graph& graph, PassContext&) {
  std::vector<NodeId> loops;
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (IsLoop(graph.node(id))) loops.push_back(id);
  if (loops.empty()) return false;
  std::vector<bool> used(graph.num_values());
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id))
      for (ValueId input : graph.inputs(id)) used[input] = true;
  for (ValueId output : graph.outputs_list) used[output] = true;
  Rewriter r(graph);
  for (NodeId loop : loops) Narrow(r, loop, used);
  return r.Finish();
}

TP_PASS(LoopVariables){
    .name = "loop-variables", .rewrite = "variable that nothing needs => nothing", .stage = 54, .run = Run};

}  // namespace
}  // namespace tp
