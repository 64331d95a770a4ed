// Loops over one row of float32 that do more than a tile function: for softmax and what is like it.
#pragma once

#include <cstddef>

namespace tp {

// shifted = x - max(x), exponents = exp(shifted); gives the sum of `exponents`, added in the order of
// kernels/reduce.h. A NaN makes the sum NaN. `shifted` and `exponents` may be the same; x overlaps neither.
float ShiftedSum(const float* x, size_t n, float* shifted, float* exponents);

// out[i] = the sum of the n numbers at x + i * n, for i < count, added in the order of kernels/reduce.h.
void SumRows(const float* x, size_t count, size_t n, float* out);

// out = x * factor; out may be x.
void ScaleRow(const float* x, size_t n, float factor, float* out);

}  // namespace tp
