// Packing for the matrix engine: lines that lie one after another in memory become columns of a panel, by
// transposing 4x4 (double: 2x2) blocks in registers. Included once for each SIMD target, after micro-inl.h.
#if defined(TP_KERNELS_GEMM_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TP_KERNELS_GEMM_PACK_INL_H_
#undef TP_KERNELS_GEMM_PACK_INL_H_
#else
#define TP_KERNELS_GEMM_PACK_INL_H_
#endif

#include "kernels/gemm/job.h"

HWY_BEFORE_NAMESPACE();
namespace tp {
namespace HWY_NAMESPACE {

// Lines that one call of Interleave<T, P> handles: P filled up to whole vectors.
template <typename T, int P>
constexpr int kLines = (P + kLanes<T> - 1) / kLanes<T>* kLanes<T>;

// The 16 bytes at p[0] + at, p[step] + at, ... as the blocks of one vector.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const T* const* p, int step, int64_t at) {
  if constexpr (hn::MaxLanes(D()) * sizeof(T) <= 16) {
    return hn::LoadU(d, p[0] + at);
  } else {
    const hn::Half<D> half;
    const int upper = step * static_cast<int>(hn::MaxLanes(half) * sizeof(T) / 16);
    return hn::Combine(d, LoadBlocks(half, p + upper, step, at), LoadBlocks(half, p, step, at));
  }
}

// dst[k * P + i] = lines[i][k] for k in [0, length) and i in [0, P). `lines` has kLines<T, P> valid pointers.
// Up to kLines - P values behind the last column are overwritten: pack in rising order and leave room.
template <typename T, int P>
void Interleave(const T* const* lines, int64_t length, T* HWY_RESTRICT dst) {
  int64_t k = 0;
  const Tag<T> d;
  constexpr int L = static_cast<int>(kLanes<T>);
  constexpr int kStep = 16 / sizeof(T);  // values in a block
  constexpr int kGroups = kLines<T, P> / L;
  for (; k + kStep <= length; k += kStep, dst += kStep * P) {
#pragma GCC unroll 8
    for (int group = kGroups - 1; group >= 0;
         --group) {  // a column's first group repairs what its last spilled
      const T* const* p = lines + group * L;
      T* to = dst + group * L;
      const auto v0 = LoadBlocks(d, p, kStep, k), v1 = LoadBlocks(d, p + 1, kStep, k);
      const auto lower = hn::InterleaveLower(d, v0, v1), upper = hn::InterleaveUpper(d, v0, v1);
      if constexpr (kStep == 2) {
        hn::StoreU(lower, d, to);
        hn::StoreU(upper, d, to + P);
      } else {
        const hn::Repartition<double, Tag<T>> dd;
        const auto v2 = LoadBlocks(d, p + 2, kStep, k), v3 = LoadBlocks(d, p + 3, kStep, k);
        const auto a = hn::BitCast(dd, lower), b = hn::BitCast(dd, upper);
        const auto e = hn::BitCast(dd, hn::InterleaveLower(d, v2, v3));
        const auto f = hn::BitCast(dd, hn::InterleaveUpper(d, v2, v3));
        const auto k0 = hn::BitCast(d, hn::InterleaveLower(dd, a, e));
        const auto k1 = hn::BitCast(d, hn::InterleaveUpper(dd, a, e));
        const auto k2 = hn::BitCast(d, hn::InterleaveLower(dd, b, f));
        const auto k3 = hn::BitCast(d, hn::InterleaveUpper(dd, b, f));
        hn::StoreU(k0, d, to);
        hn::StoreU(k1, d, to + P);
        hn::StoreU(k2, d, to + 2 * P);
        hn::StoreU(k3, d, to + 3 * P);
      }
    }
  }
  for (; k < length; ++k, dst += P)
    for (int i = 0; i < P; ++i) dst[i] = lines[i][k];
}

}  // namespace HWY_NAMESPACE
}  // namespace tp
HWY_AFTER_NAMESPACE();

#endif
