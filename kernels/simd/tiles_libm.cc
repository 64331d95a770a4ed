// Tile functions whose every lane is a call of libm (glibc's are within 1 ulp): all transcendental functions
// in float64, and those of float32 for which tiles_math.cc has no polynomial. The same on every target.
#include "kernels/simd/scalar.h"
#include "kernels/simd/tiles.h"

namespace tp::tiles {
namespace {

template <Prim P, int arity, class T>
void LibmTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[arity > 1 ? 1 : 0]);
  T* z = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = scalar::Float<P, T>(x[i], y[i]);
}

template <Prim P, int arity>
void Put(TileTable* table) {
  table->prim[static_cast<int>(P)][static_cast<int>(DType::kFloat32)] = LibmTile<P, arity, float>;
  table->prim[static_cast<int>(P)][static_cast<int>(DType::kFloat64)] = LibmTile<P, arity, double>;
}

}  // namespace

void FillLibm(TileTable* table) {
  Put<Prim::kFloorMod, 2>(table);
  Put<Prim::kTruncMod, 2>(table);
  Put<Prim::kPow, 2>(table);
  Put<Prim::kAtan2, 2>(table);
  Put<Prim::kExp, 1>(table);
  Put<Prim::kExpm1, 1>(table);
  Put<Prim::kLog, 1>(table);
  Put<Prim::kLog1p, 1>(table);
  Put<Prim::kSin, 1>(table);
  Put<Prim::kCos, 1>(table);
  Put<Prim::kTan, 1>(table);
  Put<Prim::kAsin, 1>(table);
  Put<Prim::kAcos, 1>(table);
  Put<Prim::kAtan, 1>(table);
  Put<Prim::kSinh, 1>(table);
  Put<Prim::kCosh, 1>(table);
  Put<Prim::kTanh, 1>(table);
  Put<Prim::kAsinh, 1>(table);
  Put<Prim::kAcosh, 1>(table);
  Put<Prim::kAtanh, 1>(table);
  Put<Prim::kErf, 1>(table);
  Put<Prim::kErfc, 1>(table);
  Put<Prim::kLgamma, 1>(table);
  Put<Prim::kDigamma, 1>(table);
  Put<Prim::kErfinv, 1>(table);
  Put<Prim::kSigmoid, 1>(table);
  Put<Prim::kSoftplus, 1>(table);
  Put<Prim::kElu, 1>(table);
  Put<Prim::kSelu, 1>(table);
}

}  // namespace tp::tiles
