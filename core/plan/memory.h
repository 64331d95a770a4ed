// Where the values of a plan stand in its arena.
#pragma once

#include <vector>

#include "core/plan/flow.h"
#include "core/plan/plan.h"

namespace tp {

// Fills offsets, arena_bytes, value_bytes and Step::in_place of a plan whose steps, positions and storage
// are set. `root[v]` is the value that stands for v. Two values share memory only where the last use of one
// has a lower position than the step that makes the other, or where that step writes in place.
void PlaceMemory(Plan& plan, const ValueFlow& flow, const std::vector<ValueId>& root, bool reuse);

}  // namespace tp
