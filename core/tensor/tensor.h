// Tensor: a dtype, a shape with every dim known, and elements in row-major order. Copies share the elements;
// who writes makes sure that it holds the only reference (IsUnique) or has just made the tensor.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/ref.h"
#include "core/tensor/buffer.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace tp {

class Tensor {
 public:
  Tensor() = default;  // invalid: no dtype, no elements
  Tensor(DType dtype, Shape shape, Ref<Buffer> buffer, size_t byte_offset = 0)
      : buffer_(std::move(buffer)),
        data_(static_cast<char*>(buffer_->data()) + byte_offset),
        shape_(std::move(shape)),
        count_(shape_.num_elements()),
        dtype_(dtype) {}

  // A new tensor whose elements are not initialised (strings are empty, handles null). Its buffer is null
  // (`valid()` is false) where memory is not to be had. REQUIRES: CheckedNumElements(shape) has a value.
  static Tensor Allocate(DType dtype, const Shape& shape);
  template <class T>
  static Tensor Scalar(const T& value) {
    Tensor tensor = Allocate(DTypeOf<T>::value, Shape());
    *tensor.data<T>() = value;
    return tensor;
  }
  template <class T>
  static Tensor Of(const Shape& shape, std::span<const T> values) {
    Tensor tensor = Allocate(DTypeOf<T>::value, shape);
    TP_CHECK(static_cast<int64_t>(values.size()) == tensor.num_elements());
    std::copy(values.begin(), values.end(), tensor.data<T>());
    return tensor;
  }
  template <class T>
  static Tensor Vector(std::initializer_list<T> values) {
    return Of<T>(Shape{static_cast<Dim>(values.size())}, std::span<const T>(values.begin(), values.size()));
  }

  bool valid() const { return static_cast<bool>(buffer_); }
  // Lets go of the elements: cheaper than `= Tensor()` where a slot is emptied in every run.
  void Reset() {
    buffer_ = nullptr;
    data_ = nullptr;
    count_ = 0;
    dtype_ = DType::kInvalid;
    shape_.Clear();
  }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  Dim dim(int i) const { return shape_[i]; }
  int64_t num_elements() const { return count_; }
  size_t bytes() const { return static_cast<size_t>(count_) * DTypeSize(dtype_); }
  const Ref<Buffer>& buffer() const { return buffer_; }

  void* raw_data() const { return data_; }
  // The elements. REQUIRES: dtype() is that of T (resource and variant: Ref<RefCounted>).
  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(data_);
  }
  template <class T>
  std::span<T> elements() const {
    return {data<T>(), static_cast<size_t>(count_)};
  }
  template <class T>
  const T& scalar() const {
    return *data<T>();
  }

  // True where no other tensor shares the elements and they may be written in place.
  bool IsUnique() const { return buffer_ && buffer_->Unique() && buffer_->writable(); }
  // The same elements under another shape. REQUIRES: as many elements.
  Tensor Reshaped(const Shape& shape) const {
    Tensor tensor = *this;
    tensor.shape_ = shape;
    TP_CHECK(shape.num_elements() == count_);
    return tensor;
  }
  // Elements [begin, begin + count) of the first dim, sharing the memory. REQUIRES: rank() > 0 and in range.
  Tensor SliceRows(int64_t begin, int64_t count) const;
  // A copy with elements of its own.
  Tensor Clone() const;

 private:
  Ref<Buffer> buffer_;
  char* data_ = nullptr;
  Shape shape_;
  int64_t count_ = 0;
  DType dtype_ = DType::kInvalid;
};

// True where dtype, shape and every element are equal, floats by their bits.
bool BitEqual(const Tensor& a, const Tensor& b);

// Element i as an int64; floats are truncated, bool is 0 or 1. REQUIRES: a real numeric or bool dtype.
int64_t ElementAsInt(const Tensor& tensor, int64_t i);
// Element i as a double. REQUIRES: a real numeric or bool dtype.
double ElementAsDouble(const Tensor& tensor, int64_t i);
// A tensor of integers (int32 or int64) as a list of dims.
SmallVector<int64_t, 8> IntElements(const Tensor& tensor);

}  // namespace tp
