#include "cli/graph_stats.h"

#include <unordered_set>

namespace tp::cli {

std::vector<Graph*> LibraryOf(Graph& graph) {
  std::vector<Graph*> library, pending = {&graph};
  std::unordered_set<const Graph*> seen = {&graph};
  for (size_t next = 0; next < pending.size(); ++next) {
    Graph& g = *pending[next];
    for (NodeId id = 0; id < g.num_nodes(); ++id) {
      if (g.erased(id)) continue;
      for (Graph* region : g.regions(id))
        if (seen.insert(region).second) {
          library.push_back(region);
          pending.push_back(region);
        }
    }
  }
  return library;
}

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
