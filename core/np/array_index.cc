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

// One or more dimensions of the result, and how far each of their elements is from the first in the array.
struct Part {
  tp::Shape shape;
  std::vector<int64_t> offsets;
};

bool IsArrayIndex(const Value& item) {
  return IsList(item) || (IsNdarray(item) && ArrayTensor(item).rank() > 0);
}

int64_t AxisIndex(int64_t index, int axis, int64_t size) {
  const int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size)
    RaiseText(&IndexErrorType,
              fmt::format("index {} is out of bounds for axis {} with size {}", index, axis, size));
  return at;
}

int64_t IntIndex(const Value& item) {
  try {
    return IndexInt64(item);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
    Raise(
        &IndexErrorType,
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
        "are valid indices");
  }
}

// The offsets that an array of ints, or one of bools (which stands for as many arrays as it has dimensions),
// names from this axis on.
Part ArrayPart(const Tensor& array, const Tensor& index, int axis, const SmallVector<int64_t, 8>& strides) {
  Part part;
  if (index.dtype() == DType::kBool) {
    for (int i = 0; i < index.rank(); ++i)
      if (index.dim(i) != array.dim(axis + i))
        RaiseText(
            &IndexErrorType,
            fmt::format("boolean index did not match indexed array along axis {}; size of axis is {} but "
                        "size of corresponding boolean axis is {}",
                        axis + i, array.dim(axis + i), index.dim(i)));
    for (int64_t k = 0; k < index.num_elements(); ++k) {
      if (!index.data<bool>()[k]) continue;
      int64_t rest = k, offset = 0;
      for (int i = index.rank() - 1; i >= 0; --i) {
        offset += rest % index.dim(i) * strides[axis + i];
        rest /= index.dim(i);
      }
      part.offsets.push_back(offset);
    }
    part.shape.Append(static_cast<Dim>(part.offsets.size()));
    return part;
  }
  if (!IsInteger(index.dtype()) && index.num_elements() > 0)
    Raise(&IndexErrorType, "arrays used as indices must be of integer (or boolean) type");
  for (int64_t k = 0; k < index.num_elements(); ++k)
    part.offsets.push_back(AxisIndex(ElementAsInt(index, k), axis, array.dim(axis)) * strides[axis]);
  part.shape = index.shape();
  return part;
}

// The offsets of several arrays, which are broadcast, as one.
Part Combined(const std::vector<Part>& parts) {
  Part all = parts[0];
  for (const Part& part : parts) {
    const auto shape = BroadcastShapes(all.shape, part.shape);
    if (!shape) {
      std::string shapes;
      for (const Part& p : parts) shapes += p.shape.ToString() + " ";
      RaiseText(&IndexErrorType,
                "shape mismatch: indexing arrays could not be broadcast together with shapes " + shapes);
    }
    all.shape = *shape;
  }
  all.offsets.assign(static_cast<size_t>(all.shape.num_elements()), 0);
  for (const Part& part : parts) {
    const Tensor offsets = Tensor::Of<int64_t>(part.shape, part.offsets);
    const Tensor spread =
        part.shape == all.shape
            ? offsets
            : RunEager("BroadcastTo", {offsets, Tensor::Of<int64_t>({all.shape.rank()}, all.shape.dims())});
    for (size_t i = 0; i < all.offsets.size(); ++i) all.offsets[i] += spread.data<int64_t>()[i];
  }
  return all;
}

Selection Select(const Tensor& array, const Value& key) {
  Value* items = nullptr;
  int64_t size = 0;
  Value single = key;
  if (!IsTuple(key) || !AsSequence(key, &items, &size)) {
    items = &single;
    size = 1;
  }
  int used = 0;
  bool arrays = false;  // then ints count as arrays, too
  std::vector<Tensor> indices(static_cast<size_t>(size));
  for (int64_t i = 0; i < size; ++i) {
    if (IsArrayIndex(items[i])) {
      arrays = true;
      indices[i] = NumpyFromPython(items[i]);
      used += indices[i].dtype() == DType::kBool ? indices[i].rank() : 1;
    } else {
      used += !items[i].is_none() && !items[i].Is(Ellipsis());
    }
  }
  if (used > array.rank())
    RaiseText(&IndexErrorType,
              fmt::format("too many indices for array: array is {}-dimensional, but {} were indexed",
                          array.rank(), used));
  SmallVector<int64_t, 8> strides(static_cast<size_t>(array.rank()), 1);
  for (int i = array.rank() - 2; i >= 0; --i) strides[i] = strides[i + 1] * array.dim(i + 1);
  std::vector<Part> parts, from_arrays;
  size_t array_place = 0;   // where their dimensions go
  int64_t last_array = -1;  // the item
  bool together = true;
  int axis = 0;
  const auto slice = [&](int64_t start, int64_t count, int64_t step) {
    Part part;
    for (int64_t k = 0; k < count; ++k) part.offsets.push_back((start + k * step) * strides[axis]);
    part.shape.Append(count);
    parts.push_back(std::move(part));
    ++axis;
  };
  for (int64_t i = 0; i < size; ++i) {
    const Value& item = items[i];
    if (item.is_none()) {
      parts.push_back({tp::Shape({1}), {0}});
    } else if (item.Is(Ellipsis())) {
      for (int rest = array.rank() - used; rest > 0; --rest) slice(0, array.dim(axis), 1);
    } else if (IsInstance(item, &SliceType)) {
      int64_t start = 0, stop = 0, step = 1;
      const int64_t count = SliceIndices(item.as<SliceObject>(), array.dim(axis), &start, &stop, &step);
      slice(start, count, step);
    } else {
      Part part;
      if (indices[i].valid()) {
        part = ArrayPart(array, indices[i], axis, strides);
        axis += indices[i].dtype() == DType::kBool ? indices[i].rank() : 1;
      } else {
        part.offsets = {AxisIndex(IntIndex(item), axis, array.dim(axis)) * strides[axis]};
        ++axis;
      }
      if (arrays) {
        if (from_arrays.empty()) array_place = parts.size();
        together = together && (from_arrays.empty() || last_array == i - 1);
        last_array = i;
        from_arrays.push_back(std::move(part));
      } else {
        parts.push_back(std::move(part));
      }
    }
  }
  while (axis < array.rank()) slice(0, array.dim(axis), 1);
  if (arrays)
    parts.insert(parts.begin() + static_cast<int64_t>(together ? array_place : 0), Combined(from_arrays));
  Selection result;
  result.flat = {0};
  for (const Part& part : parts) {
    for (Dim dim : part.shape) result.shape.Append(dim);
    std::vector<int64_t> next;
    next.reserve(result.flat.size() * part.offsets.size());
    for (int64_t base : result.flat)
      for (int64_t offset : part.offsets) next.push_back(base + offset);
    result.flat = std::move(next);
  }
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
