// Tile functions of float32, float64, int32 and int64 for each SIMD target: the loops of scalar.h, which the
// compiler vectorises for the target (they are exact, so every target gives the same bits), and Highway where
// the compiler has no vector form. Built with -O3 (BUILD).
#include <cstring>

#include "kernels/simd/scalar.h"
#include "kernels/simd/tiles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/tiles_fast.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tp::tiles::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr bool Has(std::string_view domain, char kind) { return domain.find(kind) != std::string_view::npos; }

template <Prim P, int arity, class T>
void SameTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[arity > 1 ? 1 : 0]);
  T* z = static_cast<T*>(out);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) z[i] = scalar::Same<P, T>(x[i], y[i]);
}

template <Prim P, int arity, class T>
HWY_NOINLINE void TestTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[arity > 1 ? 1 : 0]);
  bool* z = static_cast<bool*>(out);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) z[i] = scalar::Test<P, T>(x[i], y[i]);
}

// x > y as y < x.
template <Prim P, class T>
void SwappedTile(const void* const* in, void* out, size_t n) {
  const void* const swapped[] = {in[1], in[0]};
  TestTile<P, 2, T>(swapped, out, n);
}

// Of elements as wide as U. Bits are masked: of a condition the compiler makes a branch, which random
// conditions mispredict.
template <class U>
void SelectTile(const void* const* in, void* out, size_t n) {
  typedef U Bits __attribute__((may_alias));
  const uint8_t* c = static_cast<const uint8_t*>(in[0]);
  const Bits* x = static_cast<const Bits*>(in[1]);
  const Bits* y = static_cast<const Bits*>(in[2]);
  Bits* z = static_cast<Bits*>(out);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) {
    const U mask = U{0} - static_cast<U>(c[i] != 0);
    z[i] = (x[i] & mask) | (y[i] & ~mask);
  }
}

// Applies Op to whole vectors, then to one lane at a time: lanes do not depend on each other, so the tail has
// the bits of the body.
template <class Op, class T>
void VectorTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  T* z = static_cast<T*>(out);
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(Op()(hn::LoadU(d, x + i)), d, z + i);
  const hn::CappedTag<T, 1> d1;
  for (; i < n; ++i) hn::StoreU(Op()(hn::LoadU(d1, x + i)), d1, z + i);
}

struct FloorOp {
  template <class V>
  HWY_INLINE V operator()(V v) const {
    return hn::Floor(v);
  }
};
struct CeilOp {
  template <class V>
  HWY_INLINE V operator()(V v) const {
    return hn::Ceil(v);
  }
};
struct RoundOp {
  template <class V>
  HWY_INLINE V operator()(V v) const {
    return hn::Round(v);
  }
};
struct TruncOp {
  template <class V>
  HWY_INLINE V operator()(V v) const {
    return hn::Trunc(v);
  }
};

template <class T>
void FloorDivTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  T* z = static_cast<T*>(out);
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::Floor(hn::Div(hn::LoadU(d, x + i), hn::LoadU(d, y + i))), d, z + i);
  const hn::CappedTag<T, 1> d1;
  for (; i < n; ++i) hn::StoreU(hn::Floor(hn::Div(hn::LoadU(d1, x + i), hn::LoadU(d1, y + i))), d1, z + i);
}

// x + y or x * y; where both are NaN, the first: machine code and the portable scalar code have the same. The
// compiler takes + and * as commutative, also in intrinsics, so that bodies, tails and targets would differ.
template <Prim P, class V>
HWY_INLINE V Ordered(V x, V y) {
  constexpr bool is_add = P == Prim::kAdd, is_float = std::is_same_v<hn::TFromV<V>, float>;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#define TP_ORDERED(op) asm("v" op " %1, %0, %0" : "+v"(x.raw) : "v"(y.raw))
#else
#define TP_ORDERED(op) asm(op " %1, %0" : "+x"(x.raw) : "x"(y.raw))
#endif
  if constexpr (is_add && is_float)
    TP_ORDERED("addps");
  else if constexpr (is_add)
    TP_ORDERED("addpd");
  else if constexpr (is_float)
    TP_ORDERED("mulps");
  else
    TP_ORDERED("mulpd");
#undef TP_ORDERED
  return x;
}

template <Prim P, class T>
void OrderedTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  T* z = static_cast<T*>(out);
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto x0 = hn::LoadU(d, x + i), y0 = hn::LoadU(d, y + i);
    const auto x1 = hn::LoadU(d, x + i + lanes), y1 = hn::LoadU(d, y + i + lanes);
    hn::StoreU(Ordered<P>(x0, y0), d, z + i);
    hn::StoreU(Ordered<P>(x1, y1), d, z + i + lanes);
  }
  const hn::CappedTag<T, 1> d1;
  for (; i < n; ++i) hn::StoreU(Ordered<P>(hn::LoadU(d1, x + i), hn::LoadU(d1, y + i)), d1, z + i);
}

// x * y + z, rounded once where the target has the instruction.
template <class T>
void FmaTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  const T* w = static_cast<const T*>(in[2]);
  T* z = static_cast<T*>(out);
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, w + i)), d, z + i);
  const hn::CappedTag<T, 1> d1;
  for (; i < n; ++i)
    hn::StoreU(hn::MulAdd(hn::LoadU(d1, x + i), hn::LoadU(d1, y + i), hn::LoadU(d1, w + i)), d1, z + i);
}

template <Prim P, int arity, PrimInfo::Result result, class T>
void Put(TileTable* table) {
  TileFn& slot = table->prim[static_cast<int>(P)][static_cast<int>(DTypeOf<T>::value)];
  if constexpr (P == Prim::kSelect)
    slot = SelectTile<std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
  else if constexpr (P == Prim::kGt)
    slot = SwappedTile<Prim::kLt, T>;
  else if constexpr (P == Prim::kGe)
    slot = SwappedTile<Prim::kLe, T>;
  else if constexpr (result == PrimInfo::kBool)
    slot = TestTile<P, arity, T>;
  else
    slot = SameTile<P, arity, T>;
}

template <Prim P, int arity>
void PutFloats(TileTable* table) {
  Put<P, arity, PrimInfo::kSame, float>(table);
  Put<P, arity, PrimInfo::kSame, double>(table);
}

template <class T>
void PutVectors(TileTable* table) {
  constexpr int dtype = static_cast<int>(DTypeOf<T>::value);
  table->prim[static_cast<int>(Prim::kAdd)][dtype] = OrderedTile<Prim::kAdd, T>;
  table->prim[static_cast<int>(Prim::kMul)][dtype] = OrderedTile<Prim::kMul, T>;
  table->prim[static_cast<int>(Prim::kFloorDiv)][dtype] = FloorDivTile<T>;
  table->prim[static_cast<int>(Prim::kFma)][dtype] = FmaTile<T>;
  table->prim[static_cast<int>(Prim::kFloor)][dtype] = VectorTile<FloorOp, T>;
  table->prim[static_cast<int>(Prim::kCeil)][dtype] = VectorTile<CeilOp, T>;
  table->prim[static_cast<int>(Prim::kRound)][dtype] = VectorTile<RoundOp, T>;
  table->prim[static_cast<int>(Prim::kTrunc)][dtype] = VectorTile<TruncOp, T>;
}

void Fill(TileTable* table) {
#define TP_PRIM(id, name, arity, result, domain, flags)                                                      \
  if constexpr (Has(domain, 'i')) {                                                                          \
    Put<Prim::k##id, arity, PrimInfo::result, int32_t>(table);                                               \
    Put<Prim::k##id, arity, PrimInfo::result, int64_t>(table);                                               \
  }                                                                                                          \
  if constexpr (Has(domain, 'f') && (PrimInfo::result == PrimInfo::kBool || Prim::k##id == Prim::kSelect)) { \
    Put<Prim::k##id, arity, PrimInfo::result, float>(table);                                                 \
    Put<Prim::k##id, arity, PrimInfo::result, double>(table);                                                \
  }
#include "core/ir/primitives.def"
#undef TP_PRIM
  PutFloats<Prim::kSub, 2>(table);
  PutFloats<Prim::kDiv, 2>(table);
  PutFloats<Prim::kDivNoNan, 2>(table);
  PutFloats<Prim::kMulNoNan, 2>(table);
  PutFloats<Prim::kMax, 2>(table);
  PutFloats<Prim::kMin, 2>(table);
  PutFloats<Prim::kSquaredDifference, 2>(table);
  PutFloats<Prim::kNeg, 1>(table);
  PutFloats<Prim::kAbs, 1>(table);
  PutFloats<Prim::kSign, 1>(table);
  PutFloats<Prim::kSquare, 1>(table);
  PutFloats<Prim::kSqrt, 1>(table);
  PutFloats<Prim::kRsqrt, 1>(table);
  PutFloats<Prim::kReciprocal, 1>(table);
  PutFloats<Prim::kRelu, 1>(table);
  PutFloats<Prim::kRelu6, 1>(table);
  PutVectors<float>(table);
  PutVectors<double>(table);
}

}  // namespace

void FillFastForTarget(TileTable* table) { Fill(table); }

}  // namespace tp::tiles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp::tiles {

HWY_EXPORT(FillFastForTarget);

void FillFast(TileTable* table) { HWY_DYNAMIC_DISPATCH(FillFastForTarget)(table); }

}  // namespace tp::tiles
#endif
