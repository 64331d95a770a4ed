#include "core/ir/kernel.h"

#include <fmt/format.h>

#include "core/tensor/plain_type_name.h"

namespace tp {
namespace {

// A new tensor, or nothing and the error of TensorFlow's allocator.
Tensor AllocateOr(KernelContext& c, DType dtype, const Shape& shape) {
  if (shape.rank() > kMaxRank) {
    c.Error(InvalidArgument("Too many dimensions"));
    return {};
  }
  if (!shape.IsFullyKnown() || !CheckedNumElements(shape)) {
    c.Error(InvalidArgument("Shape {} would have more than 2**63 - 1 elements", shape.ToBracketString()));
    return {};
  }
  Tensor tensor = Tensor::Allocate(dtype, shape);
  if (!tensor.valid()) {
    c.Error(MakeStatus(Code::kResourceExhausted,
                       "OOM when allocating tensor with shape{} and type {} on "
                       "/job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu",
                       shape.ToBracketString(), PlainTypeName(dtype)));
  }
  return tensor;
}

}  // namespace

Tensor* KernelContext::Output(int i, DType dtype, const Shape& shape) {
  Tensor tensor = AllocateOr(*this, dtype, shape);
  if (!tensor.valid()) return nullptr;
  outputs_[i] = std::move(tensor);
  return &outputs_[i];
}

Tensor* KernelContext::OutputInPlaceOf(int from, int i, DType dtype, const Shape& shape) {
  const Tensor& input = inputs_[from];
  const bool same_kind = dtype == input.dtype() || (!IsManaged(dtype) && !IsManaged(input.dtype()));
  if (input.IsUnique() && same_kind && shape.IsFullyKnown() && CheckedNumElements(shape) &&
      static_cast<size_t>(shape.num_elements()) * DTypeSize(dtype) == input.bytes()) {
    const size_t offset = static_cast<char*>(input.raw_data()) - static_cast<char*>(input.buffer()->data());
    outputs_[i] = Tensor(dtype, shape, input.buffer(), offset);
    return &outputs_[i];
  }
  return Output(i, dtype, shape);
}

Tensor KernelContext::Scratch(DType dtype, const Shape& shape) { return AllocateOr(*this, dtype, shape); }

}  // namespace tp
