// The only include that an op file needs: the op block (TP_OP), what shape functions, kernels and gradients
// see, and small helpers that many ops share. A new op is one block in a file of kernels/ops; BUILD finds the
// file, the registry finds the block, and conformance_test.cc holds it to what it says.
//
//   TP_OP(Tanh){
//       .name = "Tanh",
//       .api = "tf.tanh, tf.math.tanh, tf.nn.tanh (x, name=None)",
//       .inputs = "x: T", .outputs = "y: T", .attrs = "T: {bfloat16,float16,float32,float64}",
//       .doc = "Hyperbolic tangent, elementwise.",
//       .shape = shape::Unchanged,
//       .elementwise = "tanh(x)",
//       .gradient = [](GradContext& g) { g.Set(0, g.Op("TanhGrad", {g.output(0), g.grad(0)})); },
//       .examples = "[0. 1.] -> [0. 0.7615942]",
//   };
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/ir/grad.h"
#include "core/ir/kernel.h"
#include "core/ir/op_def.h"
#include "core/ir/runner.h"
#include "core/ir/shape_context.h"
#include "core/tensor/tensor.h"
#include "kernels/fail.h"
#include "kernels/grad_util.h"

namespace tp {

// Attributes of TensorFlow's type lists.
#define TP_FLOATS "{bfloat16,float16,float32,float64}"
#define TP_FLOATS_COMPLEX "{bfloat16,float16,float32,float64,complex64,complex128}"
#define TP_REALS "{float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}"
#define TP_NUMBERS                                                                                     \
  "{float32,float64,int32,uint8,int16,int8,complex64,int64,bfloat16,uint16,complex128,float16,uint32," \
  "uint64}"

// Calls f(T{}) with an unsigned type as wide as an element: for ops that move elements without looking at
// them. Strings and handles go as themselves. False where the dtype has no elements.
template <class F>
bool DispatchMoved(DType dtype, F&& f) {
  if (dtype == DType::kString) return f(std::string{}), true;
  if (IsManaged(dtype)) return f(Ref<RefCounted>{}), true;
  switch (DTypeSize(dtype)) {
    case 1:
      return f(uint8_t{}), true;
    case 2:
      return f(uint16_t{}), true;
    case 4:
      return f(uint32_t{}), true;
    case 8:
      return f(uint64_t{}), true;
    case 16:
      return f(std::complex<double>{}), true;
    default:
      return false;
  }
}

// An axis in [-rank, rank) as one in [0, rank); nothing where it is out of range.
inline std::optional<int> NormalAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

// A scalar tensor of an integer dtype, read as an int64.
inline int64_t ScalarInt(const Tensor& tensor) { return ElementAsInt(tensor, 0); }

// An int32 or int64 tensor of `values` (a vector).
inline Tensor IntVector(std::span<const int64_t> values, DType dtype) {
  Tensor tensor = Tensor::Allocate(dtype, Shape{static_cast<Dim>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kInt32)
      tensor.data<int32_t>()[i] = static_cast<int32_t>(values[i]);
    else
      tensor.data<int64_t>()[i] = values[i];
  }
  return tensor;
}

// The product of dims [begin, end) of a known shape.
inline int64_t DimProduct(const Shape& shape, int begin, int end) {
  int64_t product = 1;
  for (int i = begin; i < end; ++i) product *= shape[i];
  return product;
}

}  // namespace tp
