// Single elements from and to doubles, for kernels that compute in double precision whatever the dtype is.
#pragma once

#include "core/tensor/tensor.h"

namespace tp {

// Element i becomes the number, converted to the tensor's dtype (numeric).
void StoreReal(Tensor& tensor, int64_t i, double value);
// |x|² of element i.
double SquaredNorm(const Tensor& tensor, int64_t i);

}  // namespace tp
