// TensorList: what a variant of the TensorList ops holds.
#pragma once

#include <vector>

#include "core/base/ref.h"
#include "core/tensor/tensor.h"

namespace tp {

class TensorList : public RefCounted {
 public:
  DType dtype = DType::kInvalid;
  Shape element_shape = Shape::UnknownRank();
  int64_t max_elements = -1;  // -1: as many as wanted
  std::vector<Tensor> items;  // not valid: not set yet
};

}  // namespace tp
