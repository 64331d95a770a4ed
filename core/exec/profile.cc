#include "core/exec/profile.h"

#include <algorithm>

namespace tp {

void Profile::Add(const Graph& graph, NodeId node, int64_t nanoseconds, int64_t bytes) {
  Entry& entry = entries_[{&graph, node}];
  if (entry.calls == 0) {
    entry.name = graph.node_name(node);
    entry.op = std::string(graph.node(node).op->name());
    entry.graph = graph.name();
  }
  ++entry.calls;
  entry.nanoseconds += nanoseconds;
  entry.bytes += bytes;
}

std::vector<Profile::Entry> Profile::Sorted() const {
  std::vector<Entry> sorted;
  sorted.reserve(entries_.size());
  for (const auto& [key, entry] : entries_) sorted.push_back(entry);
  std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    if (a.nanoseconds != b.nanoseconds) return a.nanoseconds > b.nanoseconds;
    return std::tie(a.graph, a.name) < std::tie(b.graph, b.name);
  });
  return sorted;
}

}  // namespace tp
