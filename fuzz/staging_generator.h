// Random programs that AutoGraph converts: nested `if`, `while` and `for` over tensors and Python values,
// jumps, early returns, paths, containers, inner functions, nested Functions, variables.
//
// Each variable has a kind for life, so that both sides of a branch and all rounds of a loop agree:
//   int    an int32 tensor             small    a Python int or an int32 tensor, far from overflow
//   float  a float32 tensor            quarter  a Python float or a float32 tensor that float32 holds exactly
//   bool   a Python bool or a tensor   vector   a float32 tensor of shape [3]
//   pair   a tuple (int, float)
// Loops end because a counter of their own says so. What only Python's own control flow may do (break on a
// tensor in a Python loop, appending to a list inside staged code) is not generated.
#pragma once

#include "fuzz/staging_program.h"

namespace tp::staging {

Program Generate(uint64_t seed);

}  // namespace tp::staging
