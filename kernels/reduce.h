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
#include <vector>

#include "core/base/parallel.h"

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

// x is [outer, middle, inner]; out[outer, inner] = x combined over the middle.
template <class R, class T>
void ReduceMiddle(const T* x, int64_t outer, int64_t middle, int64_t inner, T* out) {
  if (inner == 1) {
    if (outer == 1 && middle > kBlock) {
      // The top of ReduceRun's tree by threads: the same halves, blocks computed side by side.
      const int64_t blocks = (middle + kBlock - 1) / kBlock;
      std::vector<T> partial(blocks);
      ParallelRanges(blocks, 8, kBlock * 0.3, [&](int64_t begin, int64_t end) {
        for (int64_t b = begin; b < end; ++b)
          partial[b] = ReduceRun<R, T>(x + b * kBlock, std::min(kBlock, middle - b * kBlock));
      });
      const auto join = [&](auto& self, int64_t begin, int64_t end) -> T {
        if (end - begin == 1) return partial[begin];
        const int64_t left = (end - begin + 1) / 2;
        return R::combine(self(self, begin, begin + left), self(self, begin + left, end));
      };
      *out = join(join, 0, blocks);
      return;
    }
    ParallelRanges(outer, std::max<int64_t>(1, 16384 / std::max<int64_t>(middle, 1)), 0.3 * middle + 2,
                   [&](int64_t begin, int64_t end) {
                     for (int64_t o = begin; o < end; ++o) out[o] = ReduceRun<R, T>(x + o * middle, middle);
                   });
    return;
  }
  // Columns are cut into pieces, so that a single outer row is work for many threads; a piece's columns do
  // not depend on the cut.
  constexpr int64_t kColumns = 1024;
  const int64_t pieces = (inner + kColumns - 1) / kColumns;
  ParallelFor(outer * pieces, 0.3 * outer * middle * inner, [&](int64_t chunk) {
    const int64_t o = chunk / pieces, begin = chunk % pieces * kColumns,
                  n = std::min(kColumns, inner - begin);
    ReduceRows<R, T>(x + o * middle * inner + begin, middle, inner, n, out + o * inner + begin);
  });
}

}  // namespace tp::reduce
