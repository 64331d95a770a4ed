#include "core/tensor/tensor.h"

#include <cstring>

namespace tp {

Tensor Tensor::Allocate(DType dtype, const Shape& shape) {
  Ref<Buffer> buffer = Buffer::Allocate(dtype, shape.num_elements());
  if (!buffer) return {};
  return Tensor(dtype, shape, std::move(buffer));
}

Tensor Tensor::SliceRows(int64_t begin, int64_t count) const {
  TP_CHECK(rank() > 0 && begin >= 0 && count >= 0 && begin + count <= dim(0));
  Tensor slice = *this;
  const int64_t row = dim(0) == 0 ? 0 : count_ / dim(0);
  slice.shape_.set_dim(0, count);
  slice.count_ = row * count;
  slice.data_ = data_ + static_cast<size_t>(begin * row) * DTypeSize(dtype_);
  return slice;
}

Tensor Tensor::Clone() const {
  Tensor copy = Allocate(dtype_, shape_);
  if (!copy.valid()) return copy;
  if (dtype_ == DType::kString)
    std::copy_n(data<std::string>(), count_, copy.data<std::string>());
  else if (IsManaged(dtype_))
    std::copy_n(data<Ref<RefCounted>>(), count_, copy.data<Ref<RefCounted>>());
  else if (count_ > 0)
    std::memcpy(copy.data_, data_, bytes());
  return copy;
}

bool BitEqual(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  if (a.dtype() == DType::kString)
    return std::equal(a.data<std::string>(), a.data<std::string>() + a.num_elements(), b.data<std::string>());
  return a.num_elements() == 0 || std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0;
}

int64_t ElementAsInt(const Tensor& tensor, int64_t i) {
  int64_t value = 0;
  const bool known = DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T& element = tensor.data<T>()[i];
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      value = static_cast<int64_t>(static_cast<float>(element));
    else if constexpr (std::is_arithmetic_v<T>)
      value = static_cast<int64_t>(element);
    else
      TP_CHECK(false, "ElementAsInt of {}", DTypeName(tensor.dtype()));
  });
  TP_CHECK(known, "ElementAsInt of {}", DTypeName(tensor.dtype()));
  return value;
}

double ElementAsDouble(const Tensor& tensor, int64_t i) {
  double value = 0;
  const bool known = DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T& element = tensor.data<T>()[i];
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      value = static_cast<float>(element);
    else if constexpr (std::is_arithmetic_v<T>)
      value = static_cast<double>(element);
    else
      TP_CHECK(false, "ElementAsDouble of {}", DTypeName(tensor.dtype()));
  });
  TP_CHECK(known, "ElementAsDouble of {}", DTypeName(tensor.dtype()));
  return value;
}

SmallVector<int64_t, 8> IntElements(const Tensor& tensor) {
  SmallVector<int64_t, 8> values;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) values.push_back(ElementAsInt(tensor, i));
  return values;
}

}  // namespace tp
