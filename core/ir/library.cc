#include "core/ir/library.h"

#include "core/base/hash_map.h"

namespace tp {

std::vector<Graph*> LibraryOf(Graph& graph, bool with_replaced) {
  std::vector<Graph*> library, pending = {&graph};
  HashSet<const Graph*> seen = {&graph};
  for (size_t next = 0; next < pending.size(); ++next) {
    Graph& g = *pending[next];
    const auto add = [&](Graph* function) {
      if (!seen.insert(function).second) return;
      library.push_back(function);
      pending.push_back(function);
    };
    for (NodeId id = 0; id < g.num_nodes(); ++id) {
      if (g.erased(id)) continue;
      for (Graph* region : g.regions(id)) add(region);
    }
    if (with_replaced)
      for (const Ref<Graph>& function : g.replaced) add(function.get());
  }
  return library;
}

}  // namespace tp
