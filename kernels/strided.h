// Strided slices: from Python's bounds and masks to what is cut from each dim (TF: strided_slice_op.cc,
// ValidateStridedSliceOp), and the copying.
#pragma once

#include <cstdint>

#include "core/base/small_vector.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp::strided {

struct Masks {
  int64_t begin = 0, end = 0, ellipsis = 0, new_axis = 0, shrink = 0;
};

// What is taken of each dim of the input: elements begin, begin + stride, … (count of them; -1: not known).
struct Cut {
  struct Dim {
    int64_t begin = 0, stride = 1, count = 0;
  };
  SmallVector<Dim, 4> dims;
};

// The cut, and the shape of the result. `begin` and `end` may be null where they are not known; dims of the
// input may be unknown (their counts are then -1). REQUIRES: input.has_rank().
Status Plan(const Shape& input, const Tensor* begin, const Tensor* end, const Tensor* strides,
            const Masks& masks, Cut* cut, Shape* result);

// out = the elements of x that the cut takes, in order. REQUIRES: out has as many elements, at least one.
void Copy(const Tensor& x, const Cut& cut, Tensor* out);
// The other way round: the elements of `from` go to where the cut takes them from in `to`.
void Scatter(const Tensor& from, const Cut& cut, Tensor* to);

}  // namespace tp::strided
