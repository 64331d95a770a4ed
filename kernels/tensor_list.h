// TensorList: what a variant of the TensorList ops holds.
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
// The list that a variant holds; null where it holds something else.
const TensorList* ListIn(const Tensor& handle);

// What gradients do with lists: the sum of two, item by item (one that is not set counts as 0), and zeros for
// the items that are set. InvalidArgument where they hold no lists, or lists that differ in dtype or length.
Status AddLists(const Tensor& a, const Tensor& b, Tensor* sum);
Status ZerosLikeList(const Tensor& handle, Tensor* zeros);

}  // namespace tp
