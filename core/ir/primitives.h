// Elementwise primitives: the vocabulary of elementwise ops. primitives.def has the table and the meaning.
//
// A tile function computes one primitive on n contiguous elements, for the SIMD target of now. The scalar
// meaning of a primitive is its tile function on one element: vector bodies and tails are the same code on
// fewer lanes, so eager, fused and generated code agree bit for bit. Casts are a table of their own.
//
// The functions live in kernels/simd, which core does not include: it registers a provider here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/check.h"
#include "core/base/status.h"
#include "core/ir/op_def.h"
#include "core/tensor/dtype.h"

namespace tp {

enum class Prim : uint8_t {
#define TP_PRIM(id, name, arity, result, domain, flags) k##id,
#include "core/ir/primitives.def"
#undef TP_PRIM
};
inline constexpr int kNumPrims = 0
#define TP_PRIM(id, name, arity, result, domain, flags) +1
#include "core/ir/primitives.def"
#undef TP_PRIM
    ;
// One more than the highest DType number that tiles are indexed with.
inline constexpr int kTileDTypes = 24;

struct PrimInfo {
  enum Result : uint8_t { kSame, kBool };
  enum Flag : uint8_t { kDirect = 1, kChecked = 2 };
  Prim prim;
  std::string_view name;
  int8_t arity;
  Result result;
  std::string_view domain;
  uint8_t flags;

  bool direct() const { return flags & kDirect; }
  bool checked() const { return flags & kChecked; }
  // True where the operands (of select: the last two) may have this dtype.
  bool Accepts(DType dtype) const;
};

const PrimInfo& GetPrim(Prim prim);
std::optional<Prim> FindPrim(std::string_view name);
// The result's dtype for operands of `dtype`.
inline DType PrimResult(Prim prim, DType dtype) {
  return GetPrim(prim).result == PrimInfo::kBool ? DType::kBool : dtype;
}

// out[i] = f(in[0][i], in[1][i], …) for i < n. `out` may be one of the inputs, else does not overlap them.
// For strings, elements of `out` are constructed std::strings.
using TileFn = void (*)(const void* const* in, void* out, size_t n);

struct TileTable {
  TileFn prim[kNumPrims][kTileDTypes] = {};
  TileFn cast[kTileDTypes][kTileDTypes] = {};  // [from][to]
};

// The tile functions of the SIMD target that kernels run on now. A change of target (--simd, tests) gives
// another table: keep its address to see whether what was taken from it still holds.
const TileTable& Tiles();
// Null where the primitive is not defined for operands of that dtype.
inline TileFn PrimTile(Prim prim, DType dtype) {
  return Tiles().prim[static_cast<int>(prim)][static_cast<int>(dtype)];
}
inline TileFn CastTile(DType from, DType to) {
  return Tiles().cast[static_cast<int>(from)][static_cast<int>(to)];
}

// For primitives with kChecked: an error where one of the n elements of the second operand (reciprocal: the
// first) is refused for integers: "Integer division by zero", "Integers to negative integer powers are not
// allowed". Ok for other dtypes. Call it before the tile function, which itself never traps.
Status CheckPrim(Prim prim, DType dtype, const void* const* in, size_t n);

// The kernel of every op that has an `elementwise` expression and no kernel of its own, `_Fused` included.
KernelFn ElementwiseKernel();

// Filled by kernels/ through static objects.
struct RegisterTiles {
  explicit RegisterTiles(const TileTable& (*provider)());
};
struct RegisterElementwiseKernel {
  explicit RegisterElementwiseKernel(KernelFn kernel);
};

}  // namespace tp
