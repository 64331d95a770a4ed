// Counts of a graph as TensorFlow counts: nodes of its GraphDef, functions of its library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/ir/graph.h"
#include "core/ir/library.h"
#include "serialize/contents.h"

namespace tp::cli {

struct GraphStats {
  int64_t nodes = 0;              // len(as_graph_def().node)
  int64_t library_functions = 0;  // len(as_graph_def().library.function)
  int64_t all_nodes = 0;          // with those of the library's functions
  int64_t constants_bytes = 0;    // of Const nodes, in the library too
  std::map<std::string, int64_t> ops;
};
GraphStats StatsOf(Graph& graph);
GraphStats StatsOf(const BundleConcrete& concrete);

}  // namespace tp::cli
