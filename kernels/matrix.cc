#include "kernels/matrix.h"

#include "core/ir/primitives.h"

namespace tp {

Tensor WidenInput(KernelContext& c, int i, DType wide) {
  const Tensor& input = c.input(i);
  Tensor made = c.Scratch(wide, input.shape());
  const void* from[] = {input.raw_data()};
  if (made.valid() && input.num_elements() > 0)
    CastTile(input.dtype(), wide)(from, made.raw_data(), input.num_elements());
  return made;
}

void NarrowOutput(KernelContext& c, int i, const Tensor& wide, DType dtype) {
  Tensor* out = c.failed() ? nullptr : c.Output(i, dtype, wide.shape());
  if (out == nullptr || wide.num_elements() == 0) return;
  const void* from[] = {wide.raw_data()};
  if (wide.dtype() == dtype)
    std::memcpy(out->raw_data(), wide.raw_data(),
                static_cast<size_t>(wide.num_elements()) * DTypeSize(dtype));
  else
    CastTile(wide.dtype(), dtype)(from, out->raw_data(), wide.num_elements());
}

int64_t PlaceInBatch(const Shape& shape, const Shape& batch, int64_t i) {
  int64_t at = 0, stride = 1;
  for (int d = batch.rank() - 1, k = shape.rank() - 3; k >= 0; --d, --k) {
    if (shape[k] != 1) at += i % batch[d] * stride;
    stride *= shape[k];
    i /= batch[d];
  }
  return at;
}

bool CheckMatrices(KernelContext& c, const char* not_square) {
  const Tensor& a = c.input(0);
  if (a.rank() < 2) {
    Fail(c, "Input tensor 0 must have rank >= 2, got {}", a.rank());
  } else if (not_square != nullptr && a.dim(a.rank() - 1) != a.dim(a.rank() - 2)) {
    Fail(c, "{}", not_square);
  }
  return !c.failed();
}

}  // namespace tp
