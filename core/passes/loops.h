// What passes share that change loops.
#pragma once

#include <span>
#include <vector>

#include "core/passes/rewriter.h"

namespace tp {

inline bool IsLoop(const Node& node) {
  return node.op && (node.op->name() == "While" || node.op->name() == "StatelessWhile");
}

// A variable of a loop: what enters it, and which one of the old loop it was (-1: new).
struct LoopVariable {
  ValueId enters;
  DType dtype;
  Shape shape;
  int was = -1;
};

// Puts a loop with these variables and regions in place of `loop`, which is erased: same place, control edges
// and other attributes. What used an old variable's result uses that of the variable that `was` it.
void ReplaceLoop(Rewriter& r, NodeId loop, std::span<const LoopVariable> variables, Ref<Graph> body,
                 Ref<Graph> condition);

// The variables as they are.
std::vector<LoopVariable> VariablesOf(const Graph& graph, NodeId loop);

}  // namespace tp
