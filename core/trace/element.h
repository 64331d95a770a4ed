// Writing single elements of tensors from Python numbers, and casting whole arrays: the conversions of
// tf.constant and of NumPy's astype, where speed does not matter.
#pragma once

#include <complex>
#include <cstdint>

#include "core/tensor/tensor.h"

namespace tp {

// Element i becomes the number, converted as C does (integers wrap, floats round). REQUIRES: a numeric or
// bool dtype.
void StoreInt(Tensor& tensor, int64_t i, int64_t value);
void StoreDouble(Tensor& tensor, int64_t i, double value);
void StoreComplex(Tensor& tensor, int64_t i, std::complex<double> value);
// A number of any dtype as a complex number. REQUIRES: a numeric or bool dtype.
std::complex<double> ElementAsComplex(const Tensor& tensor, int64_t i);
// The same elements in another dtype; strings only to strings. An invalid tensor where that cannot be.
Tensor CastTensor(const Tensor& tensor, DType dtype);

}  // namespace tp
