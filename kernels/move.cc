// The loops behind Mover. Built for speed (.bazelrc).
#include "kernels/move.h"

#include <immintrin.h>

#include "kernels/op.h"

namespace tp {
namespace {

template <class T>
void Move(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t n) {
  T* const z = static_cast<T*>(to);
  const T* const x = static_cast<const T*>(from);
  if (n == 1) {
    *z = *x;
  } else if (to_step == 1 && from_step == 1) {
    std::copy_n(x, n, z);
  } else if (to_step == 1) {
    for (int64_t i = 0; i < n; ++i) z[i] = x[i * from_step];
  } else {
    for (int64_t i = 0; i < n; ++i) z[i * to_step] = x[i * from_step];
  }
}

constexpr int64_t kSide = 16;  // of a block: its rows of four-byte elements are cache lines

// A block of four-byte elements. Every line of `from` and `to` is touched once, as a whole: steps are often
// powers of two, whose lines would evict each other; what lies between is in `turned`.
template <bool kStream>
void TransposeBlock(float* to, int64_t to_step, const float* from, int64_t from_step) {
  alignas(64) float turned[kSide * kSide];
  for (int64_t c = 0; c < kSide; c += 4, from += 4 * from_step)
    for (int64_t r = 0; r < kSide; r += 4) {
      __m128 v0 = _mm_loadu_ps(from + r), v1 = _mm_loadu_ps(from + from_step + r);
      __m128 v2 = _mm_loadu_ps(from + 2 * from_step + r), v3 = _mm_loadu_ps(from + 3 * from_step + r);
      _MM_TRANSPOSE4_PS(v0, v1, v2, v3);
      float* const t = turned + r * kSide + c;
      _mm_store_ps(t, v0);
      _mm_store_ps(t + kSide, v1);
      _mm_store_ps(t + 2 * kSide, v2);
      _mm_store_ps(t + 3 * kSide, v3);
    }
  for (int64_t r = 0; r < kSide; ++r, to += to_step)
    for (int64_t c = 0; c < kSide; c += 4) {
      const __m128 v = _mm_load_ps(turned + r * kSide + c);
      kStream ? _mm_stream_ps(to + c, v) : _mm_storeu_ps(to + c, v);
    }
}

}  // namespace

void Mover::Transpose(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t rows,
                      int64_t columns, bool stream) const {
  stream = stream && reinterpret_cast<uintptr_t>(to) % 64 == 0 && to_step % kSide == 0;
  const auto block = stream ? TransposeBlock<true> : TransposeBlock<false>;
  for (int64_t c = 0; c < columns; c += kSide)
    for (int64_t r = 0; r < rows; r += kSide) {
      const int64_t width = std::min(kSide, columns - c), height = std::min(kSide, rows - r);
      char* z = static_cast<char*>(to) + (r * to_step + c) * size_;
      const char* x = static_cast<const char*>(from) + (c * from_step + r) * size_;
      if (size_ == 4 && width == kSide && height == kSide)
        block(reinterpret_cast<float*>(z), to_step, reinterpret_cast<const float*>(x), from_step);
      else
        for (int64_t i = 0; i < height; ++i, z += to_step * size_, x += size_) fn_(z, 1, x, from_step, width);
    }
  if (stream) _mm_sfence();
}

Mover::Mover(DType dtype) {
  DispatchMoved(dtype, [&](auto zero) {
    using T = decltype(zero);
    static const T cleared{};
    fn_ = Move<T>;
    zero_ = &cleared;
    size_ = sizeof(T);
  });
}

}  // namespace tp
