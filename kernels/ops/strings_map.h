// A string for each string: the shape of most string ops.
#pragma once

#include <string>

#include "kernels/op.h"

namespace tp {

// Output 0: f(string) of each element of input 0. `f` takes a const std::string& and gives a std::string.
template <class F>
void MapStrings(KernelContext& c, F&& f) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, DType::kString, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) out->data<std::string>()[i] = f(x.data<std::string>()[i]);
}

}  // namespace tp
