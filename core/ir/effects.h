// Effects: what nodes do besides computing, and the control edges that keep it in program order.
// TF: auto_control_deps.py.
#pragma once

#include <span>

#include "core/ir/graph.h"

namespace tp {

// True where TensorFlow calls the node's op stateful: by its name for nodes with regions (`While` is,
// `StatelessWhile` is not), by its definition for others.
bool IsStateful(const Graph& graph, NodeId node);

// What the node really does: for nodes with regions the gravest effect within them (kNone < kRandom < kRead <
// kWrite < kIo). Never kByBody. Walks the regions: keep the result.
Effect NodeEffect(const Graph& graph, NodeId node);

// True where the region only reads the resource that its parameter number `input` is.
bool OnlyReads(const Graph& region, size_t input);

// Called once a graph is complete. Every node that touches a resource waits for the last one that wrote it;
// one that writes also for those that read since; stateful nodes without resources wait for each other.
// Sets control_outputs to what must run: stateful nodes, except random ones and reads that nobody uses. Where
// there are any, adds the NoOp that gathers them, and each node of `returned` (the Identity nodes of the
// results) waits for it. These are the only edges to a later node; they change nothing for a run in program
// order. Nodes before `first` are left alone.
void AddControlEdges(Graph& graph, std::span<const NodeId> returned = {}, NodeId first = 0);

}  // namespace tp
