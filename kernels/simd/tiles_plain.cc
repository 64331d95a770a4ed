// Tile functions compiled once, for the baseline: exact operations on the integers that have no vector code
// of their own, on bool, complex numbers and strings.
#include "kernels/simd/scalar.h"
#include "kernels/simd/tiles.h"

namespace tp::tiles {
namespace {

constexpr bool Has(std::string_view domain, char kind) { return domain.find(kind) != std::string_view::npos; }

template <Prim P, int arity, class T>
void SameTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[arity > 1 ? 1 : 0]);
  T* z = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = scalar::Same<P, T>(x[i], y[i]);
}

template <Prim P, int arity, class T>
void TestTile(const void* const* in, void* out, size_t n) {
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[arity > 1 ? 1 : 0]);
  bool* z = static_cast<bool*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = scalar::Test<P, T>(x[i], y[i]);
}

template <class T>
void SelectTile(const void* const* in, void* out, size_t n) {
  const bool* c = static_cast<const bool*>(in[0]);
  const T* x = static_cast<const T*>(in[1]);
  const T* y = static_cast<const T*>(in[2]);
  T* z = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = c[i] ? x[i] : y[i];
}

void AddStrings(const void* const* in, void* out, size_t n) {
  const auto* x = static_cast<const std::string*>(in[0]);
  const auto* y = static_cast<const std::string*>(in[1]);
  auto* z = static_cast<std::string*>(out);
  for (size_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

// Primitives that read and write bits alike whether the integers have a sign: one function for both.
constexpr bool IgnoresSign(Prim p) {
  constexpr Prim kPrims[] = {Prim::kAdd,    Prim::kSub,
                             Prim::kMul,    Prim::kNeg,
                             Prim::kSquare, Prim::kEq,
                             Prim::kNe,     Prim::kBitAnd,
                             Prim::kBitOr,  Prim::kBitXor,
                             Prim::kInvert, Prim::kSelect,
                             Prim::kRound,  Prim::kSquaredDifference};
  for (const Prim prim : kPrims)
    if (p == prim) return true;
  return false;
}

template <Prim P, int arity, PrimInfo::Result result, class Element>
void Put(TileTable* table) {
  TileFn& slot = table->prim[static_cast<int>(P)][static_cast<int>(DTypeOf<Element>::value)];
  using T = typename std::conditional_t<IgnoresSign(P) && std::is_signed_v<Element>,
                                        std::make_unsigned<Element>, std::type_identity<Element>>::type;
  if constexpr (P == Prim::kSelect)
    slot = SelectTile<T>;
  else if constexpr (result == PrimInfo::kBool)
    slot = TestTile<P, arity, T>;
  else
    slot = SameTile<P, arity, T>;
}

template <Prim P, int arity, PrimInfo::Result result>
void PutIntegers(TileTable* table) {
  Put<P, arity, result, int8_t>(table);
  Put<P, arity, result, int16_t>(table);
  Put<P, arity, result, uint8_t>(table);
  Put<P, arity, result, uint16_t>(table);
  Put<P, arity, result, uint32_t>(table);
  Put<P, arity, result, uint64_t>(table);
}

}  // namespace

void FillPlain(TileTable* table) {
#define TP_PRIM(id, name, arity, result, domain, flags)                                     \
  if constexpr (Has(domain, 'i')) PutIntegers<Prim::k##id, arity, PrimInfo::result>(table); \
  if constexpr (Has(domain, 'c')) {                                                         \
    Put<Prim::k##id, arity, PrimInfo::result, std::complex<float>>(table);                  \
    Put<Prim::k##id, arity, PrimInfo::result, std::complex<double>>(table);                 \
  }                                                                                         \
  if constexpr (Has(domain, 'b')) Put<Prim::k##id, arity, PrimInfo::result, bool>(table);   \
  if constexpr (Has(domain, 's') && Prim::k##id != Prim::kAdd)                              \
    Put<Prim::k##id, arity, PrimInfo::result, std::string>(table);
#include "core/ir/primitives.def"
#undef TP_PRIM
  table->prim[static_cast<int>(Prim::kAdd)][static_cast<int>(DType::kString)] = AddStrings;
}

}  // namespace tp::tiles
