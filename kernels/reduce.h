// Reductions over axes, as trees that depend on the shape alone: any number of threads and every SIMD target
// gives the same bits.
//
// A run of n neighbouring elements is reduced in 16 interleaved chains (element i goes to chain i % 16) over
// blocks of kBlock elements; the chains of a block are joined pairwise, blocks pairwise by halving. Where the
// innermost dim is kept, whole rows are combined: runs of up to kRows rows in order, longer ones by halving.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/tensor/dtype.h"

namespace tp::reduce {

inline constexpr int kLanes = 16;
inline constexpr int64_t kBlock = 4096;
inline constexpr int64_t kRows = 64;

// R: struct with `T Zero()`-like statics: `static T identity()`, `static T combine(T a, T b)`.
template <class R, class T>
T ReduceRun(const T* x, int64_t n) {
  if (n > kBlock) {
    const int64_t blocks = (n + kBlock - 1) / kBlock, left = (blocks + 1) / 2 * kBlock;
    return R::combine(ReduceRun<R, T>(x, left), ReduceRun<R, T>(x + left, n - left));
  }
  if (n < kLanes) {
    T sum = R::identity();
    for (int64_t i = 0; i < n; ++i) sum = R::combine(sum, x[i]);
    return sum;
  }
  T chain[kLanes];
  for (int j = 0; j < kLanes; ++j) chain[j] = x[j];
  int64_t i = kLanes;
  for (; i + kLanes <= n; i += kLanes)
    for (int j = 0; j < kLanes; ++j) chain[j] = R::combine(chain[j], x[i + j]);
  for (int j = 0; i < n; ++i, ++j) chain[j] = R::combine(chain[j], x[i]);
  for (int half = kLanes / 2; half > 0; half /= 2)
    for (int j = 0; j < half; ++j) chain[j] = R::combine(chain[j], chain[j + half]);
  return chain[0];
}

// out[0, n) = rows of x combined; rows lie `stride` elements apart.
template <class R, class T>
void ReduceRows(const T* x, int64_t rows, int64_t stride, int64_t n, T* out) {
  if (rows > kRows) {
    const int64_t blocks = (rows + kRows - 1) / kRows, left = (blocks + 1) / 2 * kRows;
    const std::unique_ptr<T[]> other(new T[n]);
    ReduceRows<R, T>(x, left, stride, n, out);
    ReduceRows<R, T>(x + left * stride, rows - left, stride, n, other.get());
    for (int64_t i = 0; i < n; ++i) out[i] = R::combine(out[i], other[i]);
    return;
  }
  if (rows == 0) {
    std::fill_n(out, n, R::identity());
    return;
  }
  std::copy_n(x, n, out);
  for (int64_t r = 1; r < rows; ++r) {
    const T* row = x + r * stride;
    for (int64_t i = 0; i < n; ++i) out[i] = R::combine(out[i], row[i]);
  }
}

// The loops of one reducer for one dtype; what cuts the work into pieces is the same for all (reduce.cc).
struct Loops {
  size_t size;  // of an element
  // out[i] = the run of n elements at x + i * n, for i < count.
  void (*runs)(const void* x, int64_t count, int64_t n, void* out);
  // ReduceRows.
  void (*rows)(const void* x, int64_t rows, int64_t stride, int64_t n, void* out);
};

template <class R, class T>
inline constexpr Loops kLoops = {
    .size = sizeof(T),
    .runs =
        [](const void* x, int64_t count, int64_t n, void* out) {
          for (int64_t i = 0; i < count; ++i)
            static_cast<T*>(out)[i] = ReduceRun<R, T>(static_cast<const T*>(x) + i * n, n);
        },
    .rows =
        [](const void* x, int64_t rows, int64_t stride, int64_t n, void* out) {
          ReduceRows<R, T>(static_cast<const T*>(x), rows, stride, n, static_cast<T*>(out));
        },
};

enum class Kind { kSum, kProduct, kMax, kMin, kAll, kAny };

// Null where the dtype cannot be reduced so; float16 and bfloat16 go through float32.
const Loops* LoopsOf(Kind kind, DType dtype);

// x is [outer, middle, inner]; out[outer, inner] = x combined over the middle.
void ReduceMiddle(const Loops& loops, const void* x, int64_t outer, int64_t middle, int64_t inner, void* out);

}  // namespace tp::reduce
