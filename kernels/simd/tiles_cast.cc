// Casts between all numeric dtypes and bool, compiled for the baseline (they are exact or defined bit by bit
// in scalar.h). float16 and bfloat16 go through float32.
#include "core/tensor/half.h"
#include "kernels/simd/scalar.h"
#include "kernels/simd/tiles.h"

namespace tp::tiles {
namespace {

template <class T>
inline constexpr bool kIsHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class To, class From>
void Tile(const void* const* in, void* out, size_t n) {
  const From* x = static_cast<const From*>(in[0]);
  To* z = static_cast<To*>(out);
  for (size_t i = 0; i < n; ++i) {
    if constexpr (kIsHalf<From> && kIsHalf<To>)
      z[i] = To(static_cast<float>(x[i]));
    else if constexpr (kIsHalf<From>)
      z[i] = scalar::Cast<To>(static_cast<float>(x[i]));
    else if constexpr (kIsHalf<To>)
      z[i] = To(scalar::Cast<float>(x[i]));
    else
      z[i] = scalar::Cast<To>(x[i]);
  }
}

// Integers wrap, so that the sign matters only where a number gets longer.
template <class T, bool kSign>
using Bits = typename std::conditional_t<!kSign && std::is_integral_v<T> && !std::is_same_v<T, bool>,
                                         std::make_unsigned<T>, std::type_identity<T>>::type;
template <class To, class From>
constexpr TileFn TileOf() {
  constexpr bool kIntegers = std::is_integral_v<From> && std::is_integral_v<To>;
  return Tile<Bits<To, !kIntegers>, Bits<From, !kIntegers || (sizeof(To) > sizeof(From))>>;
}

}  // namespace

void FillCasts(TileTable* table) {
  for (int from = 1; from < kTileDTypes; ++from) {
    DispatchNumeric(static_cast<DType>(from), [&](auto x) {
      for (int to = 1; to < kTileDTypes; ++to)
        DispatchNumeric(static_cast<DType>(to),
                        [&](auto y) { table->cast[from][to] = TileOf<decltype(y), decltype(x)>(); });
    });
  }
}

}  // namespace tp::tiles
