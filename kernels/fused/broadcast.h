// Broadcast: how the elements of several inputs line up with those of the output. Neighbouring dims that
// behave alike for every input are merged first, so most cases end with one or two dims.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/small_vector.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp::fused {

class Broadcast {
 public:
  enum Kind : uint8_t {
    kFlat,    // element i of the output pairs with element i of the input
    kScalar,  // the input has one element
    kGeneral,
  };

  // Error "Incompatible shapes: [2] vs. [3]" where the shapes do not broadcast.
  Status Init(std::span<const Tensor> inputs);

  const Shape& shape() const { return shape_; }
  int64_t count() const { return count_; }
  Kind kind(int input) const { return inputs_[input].kind; }
  size_t size(int input) const { return inputs_[input].size; }  // bytes of an element

  // How many elements from output element `at` on lie in one row: there each input has a run, or one element.
  int64_t Row(int64_t at) const { return dims_.back() - at % dims_.back(); }

  // The position in the input of the element that pairs with output element `at`.
  int64_t Offset(int input, int64_t at) const;
  // Copies to `out` what pairs with output elements [at, at + n).
  void Gather(int input, const void* data, int64_t at, int64_t n, void* out) const;
  // Copies the first element of `data`, which has `size` bytes, n times.
  static void Fill(size_t size, const void* data, int64_t n, void* out);
  // As Gather, but a pointer into `data` where the elements lie there in one run.
  const void* Tile(int input, const char* data, int64_t at, int64_t n, void* buffer) const;

 private:
  struct Input {
    SmallVector<int64_t, 4> strides;  // in elements; 0 where broadcast
    size_t size = 0;
    Kind kind = kFlat;
  };
  Shape shape_;
  int64_t count_ = 0;
  SmallVector<int64_t, 4> dims_;  // merged; outermost first
  SmallVector<Input, 4> inputs_;
};

}  // namespace tp::fused
