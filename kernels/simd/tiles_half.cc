// float16 and bfloat16: each primitive is computed in float32 and rounded, as TensorFlow's CPU kernels do.
#include "core/tensor/half.h"
#include "kernels/simd/scalar.h"
#include "kernels/simd/tiles.h"

namespace tp::tiles {
namespace {

constexpr size_t kPiece = 256;

// `f`: the primitive's tile for float32.
template <class T>
void ThroughFloat(TileFn f, int arity, bool gives_bool, const void* const* in, void* out, size_t n) {
  float wide[3][kPiece];
  for (size_t at = 0; at < n; at += kPiece) {
    const size_t count = n - at < kPiece ? n - at : kPiece;
    const void* operands[3] = {};
    for (int k = 0; k < arity; ++k) {
      const T* x = static_cast<const T*>(in[k]) + at;
      for (size_t i = 0; i < count; ++i) wide[k][i] = static_cast<float>(x[i]);
      operands[k] = wide[k];
    }
    if (gives_bool) {
      f(operands, static_cast<bool*>(out) + at, count);
    } else {
      f(operands, wide[0], count);
      T* z = static_cast<T*>(out) + at;
      for (size_t i = 0; i < count; ++i) z[i] = T(wide[0][i]);
    }
  }
}

template <Prim P, int arity, PrimInfo::Result result, class T>
void HalfTile(const void* const* in, void* out, size_t n) {
  ThroughFloat<T>(PrimTile(P, DType::kFloat32), arity, result == PrimInfo::kBool, in, out, n);
}

template <class T>
void HalfSelect(const void* const* in, void* out, size_t n) {
  const bool* c = static_cast<const bool*>(in[0]);
  const T* x = static_cast<const T*>(in[1]);
  const T* y = static_cast<const T*>(in[2]);
  T* z = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = c[i] ? x[i] : y[i];
}

template <Prim P, int arity, PrimInfo::Result result, class T>
void Put(TileTable* table) {
  TileFn& slot = table->prim[static_cast<int>(P)][static_cast<int>(DTypeOf<T>::value)];
  if constexpr (P == Prim::kSelect)
    slot = HalfSelect<T>;
  else
    slot = HalfTile<P, arity, result, T>;
}

}  // namespace

void FillHalf(TileTable* table) {
#define TP_PRIM(id, name, arity, result, domain, flags)                         \
  if constexpr (std::string_view(domain).find('f') != std::string_view::npos) { \
    Put<Prim::k##id, arity, PrimInfo::result, Half>(table);                     \
    Put<Prim::k##id, arity, PrimInfo::result, BFloat16>(table);                 \
  }
#include "core/ir/primitives.def"
#undef TP_PRIM
}

}  // namespace tp::tiles
