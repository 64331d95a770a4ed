// TensorList: what a variant of the TensorList ops holds; and the arithmetic of lists that gradients need.
#pragma once

#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp {

class TensorList : public RefCounted {
 public:
  DType dtype = DType::kInvalid;
  Shape element_shape = Shape::UnknownRank();
  int64_t max_elements = -1;  // -1: as many as wanted
  std::vector<Tensor> items;  // not valid: not set yet
};

// A variant that holds the list.
Tensor ListHandle(Ref<TensorList> list);
// The list that a variant holds; null where it is something else.
const TensorList* ListIn(const Tensor& handle);
// ZerosLike of a list: items that are not set stay so.
Status ZerosLikeList(const Tensor& handle, Tensor* zeros);
// The sum of two lists, item by item; one that is not set counts as zeros.
Status AddLists(const Tensor& a, const Tensor& b, Tensor* sum);

}  // namespace tp
