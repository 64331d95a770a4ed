// Moving elements without looking at them, whatever their dtype: for kernels that only copy, so that their
// loops exist once and not for every size of element.
#pragma once

#include <cstdint>

#include "core/tensor/tensor.h"

namespace tp {

// How many elements there are modulo 2^64, as TensorFlow's shape functions count: none of 2^40 by 2^40.
// REQUIRES: shape.IsFullyKnown().
inline int64_t WrappedNumElements(const Shape& shape) {
  uint64_t n = 1;
  for (const Dim dim : shape) n *= static_cast<uint64_t>(dim);
  return static_cast<int64_t>(n);
}

class Mover {
 public:
  // to[i * to_step] = from[i * from_step] for i < n, where `to` and `from` point to elements that do not
  // overlap. Steps count elements and may be negative; a `from_step` of 0 fills.
  using Fn = void (*)(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t n);

  // Strings and handles are moved too; of a dtype that has no elements, nothing is.
  explicit Mover(DType dtype);

  int64_t size() const { return size_; }  // of an element
  Fn fn() const { return fn_; }
  // to[to_at + i] = from[from_at + i * from_step] for i < n.
  void Copy(Tensor* to, int64_t to_at, const Tensor& from, int64_t from_at, int64_t n,
            int64_t from_step = 1) const {
    fn_(At(*to, to_at), 1, At(from, from_at), from_step, n);
  }
  // to[to_at + i * to_step] = from[from_at + i] for i < n.
  void Spread(Tensor* to, int64_t to_at, int64_t to_step, const Tensor& from, int64_t from_at,
              int64_t n) const {
    fn_(At(*to, to_at), to_step, At(from, from_at), 1, n);
  }
  // The first element of `from` everywhere.
  void Fill(Tensor* to, const Tensor& from) const { Copy(to, 0, from, 0, to->num_elements(), 0); }
  // to[r * to_step + c] = from[c * from_step + r] for r < rows and c < columns: a matrix transposed, in
  // blocks that stay in cache. `stream`: the result is too large to be in cache when it is used.
  void Transpose(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t rows,
                 int64_t columns, bool stream) const;
  // Zeros, False, empty strings, null handles.
  void Clear(Tensor* to, int64_t at, int64_t n) const { fn_(At(*to, at), 1, zero_, 0, n); }

 private:
  char* At(const Tensor& tensor, int64_t at) const {
    return static_cast<char*>(tensor.raw_data()) + at * size_;
  }

  Fn fn_ = [](void*, int64_t, const void*, int64_t, int64_t) {};
  const void* zero_ = nullptr;
  int64_t size_ = 0;
};

}  // namespace tp
