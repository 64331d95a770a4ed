// Profile: how long each node of the graphs that ran took, and how many bytes its outputs have. Filled by the
// executor where one is set (Executor::set_profile); nothing is measured else.
//
// What `bench` reports comes from here; times never enter results or bundles. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/graph.h"

namespace tp {

class Profile {
 public:
  struct Entry {
    std::string name, op;  // of the node, in the graph as it was run (after the passes)
    std::string graph;
    int64_t calls = 0;
    int64_t nanoseconds = 0;  // of all calls; a node with regions counts what runs in them, too
    int64_t bytes = 0;        // written by all calls
  };

  // Adds one run of a node. `count` nodes run as one (scalar code) come as their first node.
  void Add(const Graph& graph, NodeId node, int64_t nanoseconds, int64_t bytes);
  // Every node that ran, the dearest first.
  std::vector<Entry> Sorted() const;
  void Clear() { entries_.clear(); }

 private:
  std::map<std::pair<const Graph*, NodeId>, Entry> entries_;
};

}  // namespace tp
