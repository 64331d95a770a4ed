// Tile functions of the float32 functions of math-inl.h, for each SIMD target.
#include "kernels/simd/tiles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/tiles_math.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tp::tiles::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace math = tp::HWY_NAMESPACE;

// Whole vectors, then one lane at a time: lanes do not depend on each other, so the tail has the bits of the
// body.
#define TP_MATH_TILE(F)                                                                       \
  void F##Tile(const void* const* in, void* out, size_t n) {                                  \
    const float* x = static_cast<const float*>(in[0]);                                        \
    float* z = static_cast<float*>(out);                                                      \
    const hn::ScalableTag<float> d;                                                           \
    const size_t lanes = hn::Lanes(d);                                                        \
    size_t i = 0;                                                                             \
    for (; i + lanes <= n; i += lanes) hn::StoreU(math::F(d, hn::LoadU(d, x + i)), d, z + i); \
    const hn::CappedTag<float, 1> d1;                                                         \
    for (; i < n; ++i) hn::StoreU(math::F(d1, hn::LoadU(d1, x + i)), d1, z + i);              \
  }
TP_MATH_TILE(Exp)
TP_MATH_TILE(Expm1)
TP_MATH_TILE(Log)
TP_MATH_TILE(Log1p)
TP_MATH_TILE(Tanh)
TP_MATH_TILE(Sigmoid)
TP_MATH_TILE(Softplus)
TP_MATH_TILE(Elu)
TP_MATH_TILE(Selu)
TP_MATH_TILE(Sin)
TP_MATH_TILE(Cos)
TP_MATH_TILE(Erf)
#undef TP_MATH_TILE

}  // namespace

void FillMathForTarget(TileTable* table) {
  const auto put = [table](Prim prim, TileFn f) {
    table->prim[static_cast<int>(prim)][static_cast<int>(DType::kFloat32)] = f;
  };
  put(Prim::kExp, ExpTile);
  put(Prim::kExpm1, Expm1Tile);
  put(Prim::kLog, LogTile);
  put(Prim::kLog1p, Log1pTile);
  put(Prim::kTanh, TanhTile);
  put(Prim::kSigmoid, SigmoidTile);
  put(Prim::kSoftplus, SoftplusTile);
  put(Prim::kElu, EluTile);
  put(Prim::kSelu, SeluTile);
  put(Prim::kSin, SinTile);
  put(Prim::kCos, CosTile);
  put(Prim::kErf, ErfTile);
}

}  // namespace tp::tiles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp::tiles {

HWY_EXPORT(FillMathForTarget);

void FillMath(TileTable* table) { HWY_DYNAMIC_DISPATCH(FillMathForTarget)(table); }

}  // namespace tp::tiles
#endif
