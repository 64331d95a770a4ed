#include "cli/graph_stats.h"

#include "core/ir/library.h"

namespace tp::cli {

GraphStats StatsOf(Graph& graph) {
  GraphStats stats;
  // Nodes and functions are counted as TensorFlow's GraphDef has them.
  Graph& shown = graph.shown ? *graph.shown : graph;
  for (NodeId id = 0; id < shown.num_nodes(); ++id) {
    if (shown.erased(id)) continue;
    ++stats.nodes;
    ++stats.ops[std::string(shown.node(id).op->name())];
  }
  stats.library_functions = static_cast<int64_t>(LibraryOf(shown, /*with_replaced=*/true).size());
  const auto add = [&](Graph& g) {
    for (NodeId id = 0; id < g.num_nodes(); ++id) {
      if (g.erased(id)) continue;
      ++stats.all_nodes;
      const Tensor* value = g.node(id).num_outputs == 1 ? g.ConstantValue(g.output(id)) : nullptr;
      if (!value) continue;
      if (value->dtype() == DType::kString)
        for (const std::string& s : value->elements<std::string>()) stats.constants_bytes += s.size();
      else
        stats.constants_bytes += static_cast<int64_t>(value->bytes());
    }
  };
  add(graph);
  for (Graph* g : LibraryOf(graph)) add(*g);
  return stats;
}

GraphStats StatsOf(const BundleConcrete& concrete) {
  GraphStats stats = StatsOf(*concrete.graph);
  if (concrete.shown_nodes > 0) {
    stats.nodes = concrete.shown_nodes;
    stats.library_functions = concrete.shown_functions;
  }
  return stats;
}

}  // namespace tp::cli
