// The functions that a graph's nodes run, directly and through each other: what TensorFlow lists as the
// library of a GraphDef.
#pragma once

#include <vector>

#include "core/ir/graph.h"

namespace tp {

// Each once, in the order in which nodes first mention them, breadth first. `with_replaced`: also those that
// a gradient replaced, as TensorFlow counts.
std::vector<Graph*> LibraryOf(Graph& graph, bool with_replaced = false);

}  // namespace tp
