#include "core/exec/profile.h"

#include <tuple>

#include "core/base/stable_sort.h"

namespace tp {

void Profile::Add(const Plan& plan, const Step& step, int64_t nanoseconds) {
  const Graph& graph = *plan.graph;
  Entry& entry = entries_[{&graph, step.node}];
  if (entry.calls == 0) {
    entry.graph = &graph;
    entry.node = step.node;
    entry.kind = step.kind;
    entry.cost = CostOfNode(graph, step.node, plan.shapes.empty() ? nullptr : &plan.shapes);
    for (ValueId input : graph.inputs(step.node)) entry.inputs.push_back(plan.shape(input));
    for (int i = 0; i < graph.node(step.node).num_outputs; ++i)
      entry.outputs.push_back(plan.shape(graph.output(step.node, i)));
    if (step.kind == StepKind::kScalar) entry.num_nodes = plan.scalar[step.extra]->num_nodes;
  }
  ++entry.calls;
  entry.nanoseconds += nanoseconds;
  for (int i = 0; i < step.num_outputs; ++i) {
    const ValueId v = plan.OutputOf(step, i);
    const Shape& shape = plan.shape(v);
    if (shape.IsFullyKnown() && CheckedNumElements(shape))
      entry.bytes += shape.num_elements() * static_cast<int64_t>(DTypeSize(graph.dtype(v)));
  }
}

std::vector<Profile::Entry> Profile::Sorted() const {
  std::vector<Entry> sorted;
  sorted.reserve(entries_.size());
  for (const auto& [key, entry] : entries_) sorted.push_back(entry);
  StableSort(&sorted, [](const Entry& a, const Entry& b) {
    if (a.nanoseconds != b.nanoseconds) return a.nanoseconds > b.nanoseconds;
    return std::tie(a.graph->name(), a.node) < std::tie(b.graph->name(), b.node);
  });
  return sorted;
}

}  // namespace tp
