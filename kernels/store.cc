#include "kernels/store.h"

#include <complex>

namespace tp {

void StoreReal(Tensor& tensor, int64_t i, double value) {
  DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T>)
      tensor.data<T>()[i] = static_cast<T>(value);
    else
      tensor.data<T>()[i] = T(static_cast<float>(value));  // the 16-bit floats
    if constexpr (std::is_same_v<T, std::complex<double>>) tensor.data<T>()[i] = value;
  });
}

double SquaredNorm(const Tensor& tensor, int64_t i) {
  double norm = 0;
  DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T x = tensor.data<T>()[i];
    if constexpr (std::is_arithmetic_v<T>)
      norm = static_cast<double>(x) * static_cast<double>(x);
    else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      norm = static_cast<double>(static_cast<float>(x)) * static_cast<double>(static_cast<float>(x));
    else
      norm = std::norm(std::complex<double>(x));
  });
  return norm;
}

}  // namespace tp
