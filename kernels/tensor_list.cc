// Whole lists as gradients need them (TF: kernels/list_kernels.h, TensorListBinaryAdd and
// TensorListZerosLike).
#include "kernels/tensor_list.h"

#include <cstring>

#include "core/ir/primitives.h"

namespace tp {
namespace {

Status NoList() { return InvalidArgument("Input handle is not a list. Saw: '<unknown type>'"); }

}  // namespace

Tensor ListHandle(Ref<TensorList> list) {
  Tensor handle = Tensor::Allocate(DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(list);
  return handle;
}

const TensorList* ListIn(const Tensor& handle) {
  if (handle.dtype() != DType::kVariant || handle.rank() != 0) return nullptr;
  return dynamic_cast<const TensorList*>(handle.scalar<Ref<RefCounted>>().get());
}

Status AddLists(const Tensor& a, const Tensor& b, Tensor* sum) {
  const TensorList *x = ListIn(a), *y = ListIn(b);
  if (x == nullptr || y == nullptr) return NoList();
  if (x->dtype != y->dtype)
    return InvalidArgument(
        "Trying to add two lists of tensors of different dtypes. One is {} and the other is {}",
        DTypeName(x->dtype), DTypeName(y->dtype));
  if (x->items.size() != y->items.size())
    return InvalidArgument(
        "Trying to add two lists of tensors with different lengths. One is {} and the other is {}",
        x->items.size(), y->items.size());
  const TileFn add = PrimTile(Prim::kAdd, x->dtype);
  if (add == nullptr) return InvalidArgument("lists of {} cannot be added", DTypeName(x->dtype));
  Ref<TensorList> list = MakeRef<TensorList>(*x);
  for (size_t i = 0; i < list->items.size(); ++i) {
    Tensor& item = list->items[i];
    const Tensor& by = y->items[i];
    if (!by.valid()) continue;
    if (!item.valid()) {
      item = by;
      continue;
    }
    if (item.shape() != by.shape())
      return InvalidArgument(
          "Inputs to operation AddN must have compatible shapes.  Input 0: {} != input 1: {}",
          item.shape().ToBracketString(), by.shape().ToBracketString());
    Tensor total = Tensor::Allocate(x->dtype, item.shape());
    if (!total.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for {} bytes", item.bytes());
    const void* in[] = {item.raw_data(), by.raw_data()};
    add(in, total.raw_data(), total.num_elements());
    item = std::move(total);
  }
  *sum = ListHandle(std::move(list));
  return {};
}

Status ZerosLikeList(const Tensor& handle, Tensor* zeros) {
  const TensorList* from = ListIn(handle);
  if (from == nullptr) return NoList();
  Ref<TensorList> list = MakeRef<TensorList>(*from);
  for (Tensor& item : list->items) {
    if (!item.valid()) continue;
    Tensor zero = Tensor::Allocate(item.dtype(), item.shape());
    if (!zero.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for {} bytes", item.bytes());
    if (!IsManaged(zero.dtype()) && zero.bytes() > 0) std::memset(zero.raw_data(), 0, zero.bytes());
    item = std::move(zero);
  }
  *zeros = ListHandle(std::move(list));
  return {};
}

}  // namespace tp
