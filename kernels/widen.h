// Kernels that compute in few types: small floats as float32, small integers as a wide type. Their inputs are
// cast before and their result after, so that the loops exist once a wide type.
#pragma once

#include <initializer_list>

#include "kernels/op.h"

namespace tp {

struct Widened {
  SmallVector<Tensor, 3> in;
  Tensor out;   // to be filled; then Narrow
  DType dtype;  // of both: float32, float64 or the type of integers
  Tensor* made;
};

// The inputs `used`, which have one dtype, in the type to compute in, and a result of `shape`: output 0
// itself where no cast is needed. Integers become `of_integers`. False where the kernel has failed (no
// memory).
bool Widen(KernelContext& c, std::initializer_list<int> used, const Shape& shape, DType of_integers,
           Widened* widened);

// f(double{}) or f(float{}), as the type to compute in is. REQUIRES: it is one of them.
template <class F>
void OfFloat(const Widened& widened, const F& f) {
  if (widened.dtype == DType::kFloat64)
    f(double{});
  else
    f(float{});
}

// The result as output 0; integers keep their low bits. Nothing is done after an error.
void Narrow(KernelContext& c, const Widened& widened);

}  // namespace tp
