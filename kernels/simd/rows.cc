// The loops of rows.h for each SIMD target.
#include "kernels/simd/rows.h"

#include <algorithm>

#include "kernels/simd/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/rows.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tp::HWY_NAMESPACE {
namespace {

// Interleaved chains of a sum, and how many elements they go over: as kernels/reduce.h has them.
constexpr size_t kChains = 16, kChainBlock = 4096;
using Tag = hn::ScalableTag<float>;
constexpr size_t kVectors = kChains / hn::MaxLanes(Tag());

float Most(const float* x, size_t n) {
  const Tag d;
  hn::Vec<Tag> most[4];
  for (auto& m : most) m = hn::Set(d, -INFINITY);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes)
    for (size_t v = 0; v < 4; ++v) most[v] = hn::Max(most[v], hn::LoadU(d, x + i + v * lanes));
  for (; i + lanes <= n; i += lanes) most[0] = hn::Max(most[0], hn::LoadU(d, x + i));
  float all = hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3]))));
  for (; i < n; ++i) all = x[i] > all ? x[i] : all;
  return all;
}

float Joined(float* chain) {
  for (size_t half = kChains / 2; half > 0; half /= 2)
    for (size_t j = 0; j < half; ++j) chain[j] += chain[j + half];
  return chain[0];
}

// Sums of R rows at once, kChains <= n <= kChainBlock: an addition takes longer than it takes to start some.
template <size_t R>
void SumBlocks(const float* x, size_t n, float* out) {
  const Tag d;
  hn::Vec<Tag> sums[R][kVectors];
#pragma GCC unroll 4
  for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::LoadU(d, x + r * n + v * hn::Lanes(d));
  size_t i = kChains;
  for (; i + kChains <= n; i += kChains)
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
      for (size_t v = 0; v < kVectors; ++v)
        sums[r][v] = hn::Add(sums[r][v], hn::LoadU(d, x + r * n + i + v * hn::Lanes(d)));
  float chain[R][kChains];
#pragma GCC unroll 4
  for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[r][v], d, chain[r] + v * hn::Lanes(d));
  for (size_t r = 0; r < R; ++r) {
    for (size_t j = i; j < n; ++j) chain[r][j - i] += x[r * n + j];
    out[r] = Joined(chain[r]);
  }
}

float SumOfRun(const float* x, size_t n) {
  float sum = 0;
  if (n > kChainBlock) {
    const size_t blocks = (n + kChainBlock - 1) / kChainBlock, left = (blocks + 1) / 2 * kChainBlock;
    sum = SumOfRun(x, left);
    return sum + SumOfRun(x + left, n - left);
  }
  if (n >= kChains)
    SumBlocks<1>(x, n, &sum);
  else
    for (size_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

// n <= kChainBlock.
float BlockSum(const float* x, size_t n, float most, float* shifted, float* exponents) {
  const Tag d;
  const auto shift = hn::Set(d, most);
  hn::Vec<Tag> sums[kVectors];
  for (auto& sum : sums) sum = hn::Zero(d);
  const auto step = [&](const float* from, float* to, float* exp) HWY_ATTR {
    for (size_t v = 0; v < kVectors; ++v) {
      const auto less = hn::Sub(hn::LoadU(d, from + v * hn::Lanes(d)), shift), e = Exp(d, less);
      hn::StoreU(less, d, to + v * hn::Lanes(d));
      hn::StoreU(e, d, exp + v * hn::Lanes(d));
      sums[v] = hn::Add(sums[v], e);
    }
  };
  size_t i = 0;
  for (; i + kChains <= n; i += kChains) step(x + i, shifted + i, exponents + i);
  if (i < n) {  // -inf adds nothing
    float in[kChains], less[kChains], e[kChains];
    std::fill(std::copy(x + i, x + n, in), in + kChains, -INFINITY);
    step(in, less, e);
    std::copy_n(less, n - i, shifted + i);
    std::copy_n(e, n - i, exponents + i);
  }
  float chain[kChains], sum = 0;
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, chain + v * hn::Lanes(d));
  if (n >= kChains) return Joined(chain);
  for (i = 0; i < n; ++i) sum += chain[i];  // one after the other
  return sum;
}

float SumOf(const float* x, size_t n, float most, float* shifted, float* exponents) {
  if (n <= kChainBlock) return BlockSum(x, n, most, shifted, exponents);
  const size_t blocks = (n + kChainBlock - 1) / kChainBlock, left = (blocks + 1) / 2 * kChainBlock;
  const float sum = SumOf(x, left, most, shifted, exponents);
  return sum + SumOf(x + left, n - left, most, shifted + left, exponents + left);
}

}  // namespace

float ShiftedSumRow(const float* x, size_t n, float* shifted, float* exponents) {
  return SumOf(x, n, Most(x, n), shifted, exponents);
}

void SumRowsTarget(const float* x, size_t count, size_t n, float* out) {
  constexpr size_t kAtOnce = kVectors == 4 ? 2 : 4;  // what registers hold
  size_t i = 0;
  if (n >= kChains && n <= kChainBlock)
    for (; i + kAtOnce <= count; i += kAtOnce) SumBlocks<kAtOnce>(x + i * n, n, out + i);
  for (; i < count; ++i) out[i] = SumOfRun(x + i * n, n);
}

void ScaleTarget(const float* x, size_t n, float factor, float* out) {
  const Tag d;
  const auto by = hn::Set(d, factor);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::Mul(hn::LoadU(d, x + i), by), d, out + i);
  for (; i < n; ++i) out[i] = x[i] * factor;
}

}  // namespace tp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp {

HWY_EXPORT(ShiftedSumRow);
HWY_EXPORT(SumRowsTarget);
HWY_EXPORT(ScaleTarget);

float ShiftedSum(const float* x, size_t n, float* shifted, float* exponents) {
  return HWY_DYNAMIC_DISPATCH(ShiftedSumRow)(x, n, shifted, exponents);
}
void SumRows(const float* x, size_t count, size_t n, float* out) {
  HWY_DYNAMIC_DISPATCH(SumRowsTarget)(x, count, n, out);
}
void ScaleRow(const float* x, size_t n, float factor, float* out) {
  HWY_DYNAMIC_DISPATCH(ScaleTarget)(x, n, factor, out);
}

}  // namespace tp
#endif
