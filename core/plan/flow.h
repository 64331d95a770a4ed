// Flow: which values may share memory with which others, and which memory outlives the run. The planner puts
// a value into the arena only where this says that nobody keeps it.
//
// Three facts decide: an op that hands its input on (Identity, Reshape) makes its output hold the input's
// memory; an op that writes or shows, or that takes or gives resources and variants, may keep its inputs for
// good (AssignVariableOp, TensorListPushBack); a node with regions does what its regions do. Ops that are not
// known to hand on their input and do it all the same are found out at run time (core/exec/run.cc), as are
// regions that do it once their passes have run (x * 1 is x).
#pragma once

#include <vector>

#include "core/ir/graph.h"

namespace tp {

// What a region does with its inputs' memory.
struct RegionFlow {
  std::vector<std::vector<uint32_t>> holds;  // per output: the inputs whose memory it may be
  std::vector<bool> kept;                    // per input: it may be kept after the run
  bool effects = false;                      // some node of it has effects
};
// Nested regions are analysed too; a region inside itself counts as keeping everything.
RegionFlow FlowOfRegion(const Graph& graph);

// Per value of one graph.
struct ValueFlow {
  std::vector<SmallVector<ValueId, 2>> holds;  // the values whose memory this one may be; empty: none has any
  std::vector<bool> escapes;                   // its memory is kept after the run, or leaves with the outputs
  std::vector<bool> effects;                   // per node: it, or a node in its regions, has effects
  const SmallVector<ValueId, 2>& Holds(ValueId value) const {
    static const SmallVector<ValueId, 2> kNone;
    return holds.empty() ? kNone : holds[value];
  }
};
ValueFlow FlowOfValues(const Graph& graph);
// A node without regions may keep its inputs for good.
bool KeepsInputs(const Graph& graph, NodeId node);

// The op is run by the kernel of elementwise expressions (core/ir/primitives.h): it has an expression, of its
// own or as an attribute, and no kernel.
bool RunsExpression(const OpInfo& op);
// The op gives its only input unchanged: the planner puts the input in its place.
bool IsPlainIdentity(const OpInfo& op);
// The op gives its first input's memory under another shape or name, and never writes.
bool ForwardsOnly(const OpInfo& op);
// The op may give (a part of) its inputs' memory as its output.
bool MayForward(const OpInfo& op);

}  // namespace tp
