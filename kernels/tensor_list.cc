#include "kernels/tensor_list.h"

#include <cstring>

#include "core/ir/primitives.h"
#include "kernels/fail.h"

namespace tp {

Tensor ListHandle(Ref<TensorList> list) {
  Tensor handle = Tensor::Allocate(DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(list);
  return handle;
}

namespace {

Status Add(const Tensor& a, const Tensor& b, Tensor* sum) {
  if (a.dtype() == DType::kVariant) return AddLists(a, b, sum);
  if (a.dtype() != b.dtype() || a.shape() != b.shape())
    return MakeStatus(Code::kInvalidArgument,
                      "Trying to add two tensors with incompatible element shapes. One is {} "
                      "and the other is {}",
                      a.shape(), b.shape());
  *sum = Tensor::Allocate(a.dtype(), a.shape());
  const void* in[] = {a.raw_data(), b.raw_data()};
  PrimTile(Prim::kAdd, a.dtype())(in, sum->raw_data(), a.num_elements());
  return {};
}

}  // namespace

const TensorList* ListIn(const Tensor& handle) {
  if (handle.dtype() != DType::kVariant || handle.rank() != 0) return nullptr;
  return dynamic_cast<const TensorList*>(handle.scalar<Ref<RefCounted>>().get());
}

Status ZerosLikeList(const Tensor& handle, Tensor* zeros) {
  const TensorList* list = ListIn(handle);
  if (list == nullptr) return MakeStatus(Code::kUnimplemented, "zeros like a variant that is not a list");
  auto made = MakeRef<TensorList>(*list);
  for (Tensor& item : made->items) {
    if (!item.valid()) continue;
    if (item.dtype() == DType::kVariant) {
      if (Status status = ZerosLikeList(item, &item); !status.ok()) return status;
      continue;
    }
    Tensor zero = Tensor::Allocate(item.dtype(), item.shape());
    if (!IsManaged(item.dtype())) std::memset(zero.raw_data(), 0, zero.bytes());
    item = std::move(zero);
  }
  *zeros = ListHandle(std::move(made));
  return {};
}

Status AddLists(const Tensor& a, const Tensor& b, Tensor* sum) {
  const TensorList *x = ListIn(a), *y = ListIn(b);
  if (x == nullptr || y == nullptr)
    return MakeStatus(Code::kUnimplemented, "the sum of variants that are not lists");
  if (x->items.size() != y->items.size())
    return MakeStatus(Code::kInvalidArgument,
                      "Trying to add two lists of tensors with different lengths. One is {} "
                      "and the other is {}",
                      x->items.size(), y->items.size());
  auto made = MakeRef<TensorList>(*x);
  if (const auto merged = MergeShapes(x->element_shape, y->element_shape)) made->element_shape = *merged;
  for (size_t i = 0; i < made->items.size(); ++i) {
    if (!y->items[i].valid()) continue;
    if (!x->items[i].valid()) {
      made->items[i] = y->items[i];
      continue;
    }
    if (Status status = Add(x->items[i], y->items[i], &made->items[i]); !status.ok()) return status;
  }
  *sum = ListHandle(std::move(made));
  return {};
}

}  // namespace tp
