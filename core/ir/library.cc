#include "core/ir/library.h"

#include "core/base/hash_map.h"

namespace tp {

std::vector<Graph*> LibraryOf(Graph& graph) {
  std::vector<Graph*> library, pending = {&graph};
  HashSet<const Graph*> seen = {&graph};
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

}  // namespace tp
