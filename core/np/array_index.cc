// arr[key] and arr[key] = value. Results are copies, also where NumPy gives views.
#include <fmt/format.h>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/np/array.h"
#include "core/trace/element.h"

namespace tp {
namespace {

// The elements that a key of ints, slices, None and `...` names: their flat indices and the result's shape.
struct Selection {
  tp::Shape shape;
  std::vector<int64_t> flat;
};

Selection Select(const Tensor& array, const Value& key) {
  Value* items = nullptr;
  int64_t size = 0;
  Value single = key;
  if (!IsTuple(key) || !AsSequence(key, &items, &size)) {
    items = &single;
    size = 1;
  }
  int used = 0;
  for (int64_t i = 0; i < size; ++i) used += !items[i].is_none() && !items[i].Is(Ellipsis());
  if (used > array.rank())
    RaiseText(&IndexErrorType,
              fmt::format("too many indices for array: array is {}-dimensional, but {} were indexed",
                          array.rank(), used));
  SmallVector<int64_t, 8> strides(static_cast<size_t>(array.rank()), 1);
  for (int i = array.rank() - 2; i >= 0; --i) strides[i] = strides[i + 1] * array.dim(i + 1);
  Selection result;
  result.flat = {0};
  int axis = 0;
  const auto take = [&](const std::vector<int64_t>& indices, int64_t stride) {
    std::vector<int64_t> next;
    next.reserve(result.flat.size() * indices.size());
    for (int64_t base : result.flat)
      for (int64_t index : indices) next.push_back(base + index * stride);
    result.flat = std::move(next);
  };
  const auto whole = [&](int at) {
    std::vector<int64_t> indices(static_cast<size_t>(array.dim(at)));
    for (size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<int64_t>(i);
    take(indices, strides[at]);
    result.shape.Append(array.dim(at));
  };
  for (int64_t i = 0; i < size; ++i) {
    const Value& item = items[i];
    if (item.is_none()) {
      result.shape.Append(1);
    } else if (item.Is(Ellipsis())) {
      for (int rest = array.rank() - used; rest > 0; --rest) whole(axis++);
    } else if (IsInstance(item, &SliceType)) {
      int64_t start = 0, stop = 0, step = 1;
      const int64_t count = SliceIndices(item.as<SliceObject>(), array.dim(axis), &start, &stop, &step);
      std::vector<int64_t> indices;
      for (int64_t k = 0; k < count; ++k) indices.push_back(start + k * step);
      take(indices, strides[axis]);
      result.shape.Append(count);
      ++axis;
    } else if (IsList(item) || (IsNdarray(item) && ArrayTensor(item).rank() > 0)) {
      const Tensor list = NumpyFromPython(item);
      std::vector<int64_t> indices;
      if (list.dtype() == DType::kBool) {
        for (int64_t k = 0; k < list.num_elements(); ++k)
          if (list.data<bool>()[k]) indices.push_back(k);
        result.shape.Append(static_cast<Dim>(indices.size()));
      } else {
        for (int64_t k = 0; k < list.num_elements(); ++k) {
          const int64_t index = ElementAsInt(list, k);
          indices.push_back(index < 0 ? index + array.dim(axis) : index);
          if (indices.back() < 0 || indices.back() >= array.dim(axis))
            RaiseText(&IndexErrorType, fmt::format("index {} is out of bounds for axis {} with size {}",
                                                   index, axis, array.dim(axis)));
        }
        for (Dim dim : list.shape()) result.shape.Append(dim);
      }
      take(indices, strides[axis++]);
    } else {
      int64_t index = 0;
      try {
        index = IndexInt64(item);
      } catch (PyError& error) {
        if (!error.Matches(&TypeErrorType)) throw;
        Raise(&IndexErrorType,
              "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
              "arrays "
              "are valid indices");
      }
      const int64_t at = index < 0 ? index + array.dim(axis) : index;
      if (at < 0 || at >= array.dim(axis))
        RaiseText(&IndexErrorType, fmt::format("index {} is out of bounds for axis {} with size {}", index,
                                               axis, array.dim(axis)));
      take({at}, strides[axis++]);
    }
  }
  while (axis < array.rank()) whole(axis++);
  return result;
}

// A mask of the array's own shape.
bool IsFullMask(const Tensor& array, const Value& key) {
  return IsNdarray(key) && ArrayTensor(key).dtype() == DType::kBool && ArrayTensor(key).rank() > 0 &&
         ArrayTensor(key).shape() == array.shape();
}

Selection SelectMask(const Tensor& mask) {
  Selection result;
  for (int64_t i = 0; i < mask.num_elements(); ++i)
    if (mask.data<bool>()[i]) result.flat.push_back(i);
  result.shape.Append(static_cast<Dim>(result.flat.size()));
  return result;
}

void CopyElement(const Tensor& from, int64_t i, const Tensor& to, int64_t j) {
  if (from.dtype() == DType::kString) {
    to.data<std::string>()[j] = from.data<std::string>()[i];
    return;
  }
  const size_t size = DTypeSize(from.dtype());
  std::copy_n(static_cast<const char*>(from.raw_data()) + i * size, size,
              static_cast<char*>(to.raw_data()) + j * size);
}

}  // namespace

Value ArrayGetItem(const Value& self, const Value& key) {
  const Tensor& array = ArrayTensor(self);
  const Selection selection = IsFullMask(array, key) ? SelectMask(ArrayTensor(key)) : Select(array, key);
  Tensor result = Tensor::Allocate(array.dtype(), selection.shape);
  for (size_t i = 0; i < selection.flat.size(); ++i)
    CopyElement(array, selection.flat[i], result, static_cast<int64_t>(i));
  return MakeLike(self, std::move(result), true);
}

void ArraySetItem(const Value& self, const Value& key, const Value& value) {
  if (value.is_undef()) Raise(&ValueErrorType, "cannot delete array elements");
  Tensor& array = self.as<NdarrayObject>()->tensor;
  const Selection selection = IsFullMask(array, key) ? SelectMask(ArrayTensor(key)) : Select(array, key);
  const ArrayDType text{DType::kString, self.as<NdarrayObject>()->text};
  const Tensor from = array.dtype() == DType::kString ? ArrayTensor(ArrayFromPython(value, text))
                                                      : CastTensor(NumpyFromPython(value), array.dtype());
  if (!from.valid()) Raise(&TypeErrorType, "cannot cast the value to the array's dtype");
  const auto shape = BroadcastShapes(from.shape(), selection.shape);
  if (!shape || *shape != selection.shape)
    RaiseText(&ValueErrorType, fmt::format("could not broadcast input array from shape {} into shape {}",
                                           from.shape().ToString(), selection.shape.ToString()));
  const Tensor spread =
      from.shape() == selection.shape
          ? from
          : RunEager("BroadcastTo",
                     {from, Tensor::Of<int64_t>({selection.shape.rank()}, selection.shape.dims())});
  for (size_t i = 0; i < selection.flat.size(); ++i)
    CopyElement(spread, static_cast<int64_t>(i), array, selection.flat[i]);
}

}  // namespace tp
