#include "core/trace/element.h"

#include <type_traits>

namespace tp {
namespace {

template <class T>
constexpr bool kIsSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class V>
void Store(Tensor& tensor, int64_t i, V value) {
  DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T& element = tensor.data<T>()[i];
    if constexpr (kIsSmallFloat<T>)
      element = T(static_cast<float>(value));
    else if constexpr (std::is_same_v<T, bool>)
      element = value != V(0);
    else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<V>)
      element = static_cast<T>(static_cast<int64_t>(value));
    else
      element = static_cast<T>(value);
  });
}

}  // namespace

void StoreInt(Tensor& tensor, int64_t i, int64_t value) { Store(tensor, i, value); }
void StoreDouble(Tensor& tensor, int64_t i, double value) { Store(tensor, i, value); }

void StoreComplex(Tensor& tensor, int64_t i, std::complex<double> value) {
  if (tensor.dtype() == DType::kComplex64)
    tensor.data<std::complex<float>>()[i] = std::complex<float>(value);
  else if (tensor.dtype() == DType::kComplex128)
    tensor.data<std::complex<double>>()[i] = value;
  else
    Store(tensor, i, value.real());
}

std::complex<double> ElementAsComplex(const Tensor& tensor, int64_t i) {
  if (tensor.dtype() == DType::kComplex64) return std::complex<double>(tensor.data<std::complex<float>>()[i]);
  if (tensor.dtype() == DType::kComplex128) return tensor.data<std::complex<double>>()[i];
  return ElementAsDouble(tensor, i);
}

Tensor CastTensor(const Tensor& tensor, DType dtype) {
  if (tensor.dtype() == dtype) return tensor;
  const auto is_number = [](DType d) { return IsNumeric(d) || d == DType::kBool; };
  if (!is_number(tensor.dtype()) || !is_number(dtype)) return {};
  Tensor result = Tensor::Allocate(dtype, tensor.shape());
  if (!result.valid()) return result;
  const bool integers = IsInteger(tensor.dtype()) || tensor.dtype() == DType::kBool;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    if (tensor.dtype() == DType::kUint64 && (IsFloating(dtype) || IsComplex(dtype)))
      StoreDouble(result, i, static_cast<double>(tensor.data<uint64_t>()[i]));
    else if (integers)
      StoreInt(result, i, ElementAsInt(tensor, i));
    else if (IsComplex(tensor.dtype()))
      StoreComplex(result, i, ElementAsComplex(tensor, i));
    else
      StoreDouble(result, i, ElementAsDouble(tensor, i));
  }
  return result;
}

}  // namespace tp
