#include "cli/graph_stats.h"

#include "core/ir/library.h"

namespace tp::cli {

GraphStats StatsOf(Graph& graph) {
  GraphStats stats;
  const auto add = [&](Graph& g) {
    for (NodeId id = 0; id < g.num_nodes(); ++id) {
      if (g.erased(id)) continue;
      ++stats.all_nodes;
      if (&g == &graph) {
        ++stats.nodes;
        ++stats.ops[std::string(g.node(id).op->name())];
      }
      const Tensor* value = g.node(id).num_outputs == 1 ? g.ConstantValue(g.output(id)) : nullptr;
      if (!value) continue;
      if (value->dtype() == DType::kString)
        for (const std::string& s : value->elements<std::string>()) stats.constants_bytes += s.size();
      else
        stats.constants_bytes += static_cast<int64_t>(value->bytes());
    }
  };
  add(graph);
  const std::vector<Graph*> library = LibraryOf(graph);
  stats.library_functions = static_cast<int64_t>(library.size());
  for (Graph* g : library) add(*g);
  return stats;
}

}  // namespace tp::cli
