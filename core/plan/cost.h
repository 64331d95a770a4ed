// Cost model: what a node costs, roughly, from its op and its shapes. It decides only what runs on which
// thread (never a result): nodes below kDearNanoseconds are chained inline.
#pragma once

#include <cstdint>

#include "core/ir/graph.h"

namespace tp {

struct NodeCost {
  double flops = 0;
  double bytes = 0;  // read and written
  double nanoseconds() const { return 50 + flops / 20 + bytes / 8; }
};

// Below this a node is not worth another thread: to wake one costs 2-3 us, a sleeping one 25-70.
inline constexpr double kDearNanoseconds = 60000;

// `shape_of(value)` gives the shape that is known for a value; dims that are not known count as 1.
NodeCost CostOfNode(const Graph& graph, NodeId node);
// As CostOfNode, for given shapes of all values of the graph (null: the graph's own).
NodeCost CostOfNode(const Graph& graph, NodeId node, const std::vector<Shape>* shapes);

}  // namespace tp
