// DeadCode: a node that nothing needs => nothing; the NoOp that gathers effects => nothing.
//
// Needed are results, what has effects (random ops and reads only where they are used), and what these use.
// Control edges keep nothing alive: what they wait for is alive by itself or does nothing that can be seen.
#include <algorithm>

#include "core/ir/effects.h"
#include "core/passes/pass.h"

namespace tp {
namespace {

bool Run(Graph& graph, PassContext&) {
  std::vector<bool> alive(graph.num_nodes());
  std::vector<NodeId> stack;
  const auto need = [&](NodeId id) {
    if (alive[id]) return;
    alive[id] = true;
    stack.push_back(id);
  };
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    if (graph.node(id).op->def().effect == Effect::kNone) continue;
    const Effect effect = NodeEffect(graph, id);
    if (effect == Effect::kWrite || effect == Effect::kIo) need(id);
  }
  for (ValueId value : graph.inputs_list) need(graph.producer(value));
  for (ValueId value : graph.outputs_list) need(graph.producer(value));
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    for (ValueId input : graph.inputs(id)) need(graph.producer(input));
  }
  bool changed = false;
  std::vector<NodeId> kept;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    if (!alive[id]) {
      // An edge to a NoOp would be handed on to all that it gathers, for each of the results that wait for
      // it.
      if (graph.node(id).op->name() == "NoOp") graph.ClearControls(id);
      graph.Erase(id);
      changed = true;
    }
  }
  std::vector<NodeId> outputs;
  for (NodeId id : graph.control_outputs)
    if (!graph.erased(id)) outputs.push_back(id);
  changed |= outputs.size() != graph.control_outputs.size();
  graph.control_outputs = outputs;
  if (changed) graph.Compact();
  return changed;
}

TP_PASS(DeadCode){.name = "dead-code", .rewrite = "unused node => nothing", .stage = 60, .run = Run};

}  // namespace
}  // namespace tp
