// The table of primitives.def as data, and the hooks through which kernels/ gives the functions.
#include "core/ir/primitives.h"

#include <algorithm>

namespace tp {
namespace {

constexpr uint8_t kDirect = PrimInfo::kDirect;
constexpr uint8_t kChecked = PrimInfo::kChecked;

constexpr PrimInfo kPrims[] = {
#define TP_PRIM(id, name, arity, result, domain, flags) \
  {Prim::k##id, name, arity, PrimInfo::result, domain, flags},
#include "core/ir/primitives.def"
#undef TP_PRIM
};

const TileTable& (*tile_provider)() = nullptr;
KernelFn elementwise_kernel = nullptr;

}  // namespace

bool PrimInfo::Accepts(DType dtype) const {
  const char kind = IsFloating(dtype)         ? 'f'
                    : IsInteger(dtype)        ? 'i'
                    : IsComplex(dtype)        ? 'c'
                    : dtype == DType::kBool   ? 'b'
                    : dtype == DType::kString ? 's'
                                              : '?';
  return domain.find(kind) != std::string_view::npos;
}

const PrimInfo& GetPrim(Prim prim) { return kPrims[static_cast<int>(prim)]; }

std::optional<Prim> FindPrim(std::string_view name) {
  for (const PrimInfo& info : kPrims)
    if (info.name == name) return info.prim;
  return std::nullopt;
}

Status CheckPrim(Prim prim, DType dtype, const void* const* in, size_t n) {
  if (!IsInteger(dtype) || !GetPrim(prim).checked()) return {};
  const void* operand = prim == Prim::kReciprocal ? in[0] : in[1];
  bool refused = false;
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      const T* y = static_cast<const T*>(operand);
      refused = prim == Prim::kPow ? std::any_of(y, y + n, [](T v) { return v < T(0); })
                                   : std::find(y, y + n, T(0)) != y + n;
    }
  });
  if (!refused) return {};
  return prim == Prim::kPow ? InvalidArgument("Integers to negative integer powers are not allowed")
                            : InvalidArgument("Integer division by zero");
}

const TileTable& Tiles() {
  TP_CHECK(tile_provider != nullptr, "no kernels are linked");
  return tile_provider();
}

KernelFn ElementwiseKernel() {
  TP_CHECK(elementwise_kernel != nullptr, "no kernels are linked");
  return elementwise_kernel;
}

RegisterTiles::RegisterTiles(const TileTable& (*provider)()) { tile_provider = provider; }
RegisterElementwiseKernel::RegisterElementwiseKernel(KernelFn kernel) { elementwise_kernel = kernel; }

}  // namespace tp
