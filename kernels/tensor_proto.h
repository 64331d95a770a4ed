// tensorflow.TensorProto{1: dtype, 2: TensorShapeProto{2: Dim{1: size}}, 4: bytes, 5 and on: values}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/example_reader.h"

namespace tp::proto {

// A tensor of numbers or strings as a TensorProto. Strings stand one by one, or (`packed`) as bytes: the
// lengths of all, then all.
std::string OfTensor(const Tensor& tensor, bool packed = false);

// A TensorProto that is read; it points into the bytes that it is read from.
struct ReadTensor {
  explicit ReadTensor(std::string_view text);

  bool message = true;  // are the bytes a message?
  bool good = true;     // has it a shape and values of a known dtype?
  DType dtype = DType::kInvalid;
  Shape shape;

  // Do as many bytes stand there as the dtype and the shape want, if any do?
  bool Fits() const;
  // Sets all elements; what is missing at the end is like the last one. REQUIRES: message, good, Fits() and a
  // tensor of this dtype and shape.
  void Fill(Tensor* out) const;

 private:
  bool ReadValues(const Message& m);

  std::string_view content_;
  std::vector<std::string_view> strings_;
  std::string listed_;  // numbers that the message lists one by one
};

}  // namespace tp::proto
