// The activation at the end of a fused product or convolution (`fused_ops`): which there are, and how one
// runs over a finished output. Relu and Relu6 run inside the engine's epilogue (kernels/gemm); the others
// with the tiles of the ops themselves. Either way the bits are those of the separate ops.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/parallel.h"
#include "core/ir/primitives.h"
#include "core/tensor/tensor.h"

namespace tp {

// The primitive that an activation of `fused_ops` is; nothing for one that needs attributes.
inline std::optional<Prim> ActivationPrim(std::string_view name) {
  if (name == "Relu") return Prim::kRelu;
  if (name == "Relu6") return Prim::kRelu6;
  if (name == "Elu") return Prim::kElu;
  if (name == "Tanh") return Prim::kTanh;
  if (name == "Sigmoid") return Prim::kSigmoid;
  return std::nullopt;
}

// True where the engine's epilogue has it, or there is none.
inline bool IsEngineActivation(std::string_view name) {
  return name.empty() || name == "Relu" || name == "Relu6";
}

// Applies an activation that is not the engine's in place.
inline void ApplyActivation(std::string_view name, const Tensor& out) {
  const TileFn f = PrimTile(*ActivationPrim(name), out.dtype());
  const size_t size = DTypeSize(out.dtype());
  ParallelRanges(out.num_elements(), 16384, 1.0, [&](int64_t begin, int64_t end) {
    char* z = static_cast<char*>(out.raw_data()) + begin * size;
    const void* in[] = {z};
    f(in, z, end - begin);
  });
}

}  // namespace tp
