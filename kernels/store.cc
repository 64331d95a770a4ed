#include "kernels/store.h"

#include <complex>

namespace tp {
namespace {

// Truncated; where it does not fit the smallest int64, as the processor has it, cut to the type.
template <class T>
T ToInteger(double value) {
  constexpr double kLimit = 9223372036854775808.0;
  if (std::is_same_v<T, uint64_t> && value >= kLimit && value < 2 * kLimit) return static_cast<T>(value);
  return static_cast<T>(value >= -kLimit && value < kLimit ? static_cast<int64_t>(value) : INT64_MIN);
}

}  // namespace

void StoreReal(Tensor& tensor, int64_t i, double value) {
  DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      tensor.data<T>()[i] = ToInteger<T>(value);
    else if constexpr (std::is_arithmetic_v<T>)
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
