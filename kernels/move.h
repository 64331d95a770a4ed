// Moving elements without looking at them, whatever their dtype: for kernels that only copy, so that their
// loops exist once and not for every size of element.
#pragma once

#include <cstdint>

#include "core/tensor/dtype.h"

namespace tp {

// to[i * to_step] = from[i * from_step] for i < n, where `to` and `from` point to elements that do not
// overlap. Steps count elements and may be negative; a `from_step` of 0 fills.
using MoveFn = void (*)(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t n);

// Moves elements of a dtype (strings and handles too); null where the dtype has no elements.
MoveFn MoverOf(DType dtype);

}  // namespace tp
