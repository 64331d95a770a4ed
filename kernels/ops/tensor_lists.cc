// Tensor lists: variants that hold tensors of one dtype. They are values: an op that changes a list gives a
// new one, and works in place where nobody else holds the old one. TensorArray and loops stand on them.
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/tensor_list.h"

namespace tp {
namespace {

// The list that input i holds; null (an error is set) where it is something else.
const TensorList* ListOf(KernelContext& c, int i = 0) {
  const TensorList* list = ListIn(c.input(i));
  if (list == nullptr) Fail(c, "Input handle is not a list. Saw: '<unknown type>'");
  return list;
}

// A list to change: the input's own where nobody else holds it, else a copy.
Ref<TensorList> Own(KernelContext& c, const TensorList& list) {
  const Tensor& handle = c.input(0);
  if (c.may_overwrite(0) && handle.scalar<Ref<RefCounted>>()->Unique())
    return Ref<TensorList>(const_cast<TensorList*>(&list));
  return MakeRef<TensorList>(list);
}

// An element shape from a tensor: a scalar -1 is an unknown rank.
Status ShapeFrom(const Tensor& sizes, Shape* shape) {
  if (sizes.rank() == 0) {
    if (ScalarInt(sizes) != -1)
      return InvalidArgument(
          "The only valid scalar shape tensor is the fully unknown shape specified as -1.");
    *shape = Shape::UnknownRank();
    return {};
  }
  if (sizes.rank() > 1) return InvalidArgument("Shape must be at most rank 1 but is rank {}", sizes.rank());
  *shape = Shape();
  for (int64_t dim : IntElements(sizes)) {
    if (dim < -1) return InvalidArgument("Dimension {} must be >= -1", dim);
    shape->Append(dim < 0 ? kUnknownDim : dim);
  }
  return {};
}

bool CheckDType(KernelContext& c, const TensorList& list, DType dtype) {
  if (list.dtype == dtype || dtype == DType::kInvalid) return true;
  Fail(c, "Invalid data types; op elements {} but list elements {}", DTypeName(dtype), DTypeName(list.dtype));
  return false;
}

bool CheckShape(KernelContext& c, const TensorList& list, const Tensor& item) {
  if (AreCompatible(list.element_shape, item.shape())) return true;
  Fail(c,
       "Tried to set a tensor with incompatible shape at a list index. Item element shape: {} list shape: {}",
       item.shape(), list.element_shape);
  return false;
}

Tensor Zeros(KernelContext& c, DType dtype, const Shape& shape) {
  Tensor zeros = c.Scratch(dtype, shape);
  if (zeros.valid() && !IsManaged(dtype)) std::memset(zeros.raw_data(), 0, zeros.bytes());
  return zeros;
}

// The shape that elements of the list have: what it says, what the op says, what its elements have.
Status ElementShape(const TensorList& list, const Tensor* sizes, Shape* shape) {
  *shape = list.element_shape;
  if (sizes != nullptr) {
    Shape wanted;
    TP_RETURN_IF_ERROR(ShapeFrom(*sizes, &wanted));
    const std::optional<Shape> merged = MergeShapes(*shape, wanted);
    if (!merged)
      return InvalidArgument("Incompatible shapes during merge: {} vs. {}", wanted, shape->ToBracketString());
    *shape = *merged;
  }
  if (shape->IsFullyKnown()) return {};
  for (const Tensor& item : list.items) {
    if (!item.valid()) continue;
    const std::optional<Shape> merged = MergeShapes(*shape, item.shape());
    if (!merged)
      return InvalidArgument("Incompatible shapes during merge: {} vs. {}", item.shape(),
                             shape->ToBracketString());
    *shape = *merged;
  }
  return {};
}

// False (an error is set) where a list cannot become so long.
bool Resize(KernelContext& c, TensorList& list, int64_t n) {
  constexpr int64_t kMost = int64_t{1} << 26;  // gigabytes, all of them unset
  if (n > kMost) return FailAs(c, Code::kResourceExhausted, "no memory for a list of {} elements", n), false;
  list.items.resize(static_cast<size_t>(n));
  return true;
}

void Reserve(KernelContext& c) {
  Ref<TensorList> list = MakeRef<TensorList>();
  if (Status status = ShapeFrom(c.input(0), &list->element_shape); !status.ok()) return c.Error(status);
  list->dtype = c.Attr<DType>("element_dtype");
  if (c.input(1).rank() != 0)
    return Fail(c, "The num_elements to reserve must be a tensor size 1, but got {}", c.input(1).shape());
  const int64_t n = ScalarInt(c.input(1));
  if (n < 0) return Fail(c, "The num_elements to reserve must be a non negative number, but got {}", n);
  if (Resize(c, *list, n)) c.SetOutput(0, ListHandle(list));
}

void Empty(KernelContext& c) {
  Ref<TensorList> list = MakeRef<TensorList>();
  if (Status status = ShapeFrom(c.input(0), &list->element_shape); !status.ok()) return c.Error(status);
  list->dtype = c.Attr<DType>("element_dtype");
  if (c.input(1).rank() != 0)
    return Fail(c, "max_num_elements expected to be a scalar but got shape: {}", c.input(1).shape());
  list->max_elements = ScalarInt(c.input(1));
  c.SetOutput(0, ListHandle(list));
}

void PushBack(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.input(1).dtype())) return;
  if (!AreCompatible(list->element_shape, c.input(1).shape()))
    return Fail(
        c, "Tried to append a tensor with incompatible shape to a list. Op element shape: {} list shape: {}",
        c.input(1).shape(), list->element_shape);
  if (list->max_elements >= 0 && static_cast<int64_t>(list->items.size()) >= list->max_elements)
    return Fail(c, "Tried to push item into a full list list size: {} max_num_elements: {}",
                list->items.size(), list->max_elements);
  Ref<TensorList> own = Own(c, *list);
  own->items.push_back(c.input(1));
  c.SetOutput(0, ListHandle(own));
}

// The zeros that an item which was never set is read as; false where its shape is not known.
bool UnsetItem(KernelContext& c, const TensorList& list, const Tensor& sizes, Tensor* item) {
  Shape shape;
  Status status = ElementShape(list, &sizes, &shape);
  if (status.ok() && !shape.IsFullyKnown())
    status = InvalidArgument(
        "Trying to read an uninitialized tensor but element_shape is not fully defined: {} and no "
        "list element is set.",
        shape.ToBracketString());
  if (!status.ok()) {
    c.Error(status);
    return false;
  }
  *item = Zeros(c, list.dtype, shape);
  return true;
}

void PopBack(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.Attr<DType>("element_dtype"))) return;
  if (list->items.empty()) return Fail(c, "Trying to pop from an empty list.");
  Tensor item = list->items.back();
  if (!item.valid() && !UnsetItem(c, *list, c.input(1), &item)) return;
  Ref<TensorList> own = Own(c, *list);
  own->items.pop_back();
  c.SetOutput(0, ListHandle(own));
  c.SetOutput(1, item);
}

void GetItem(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.Attr<DType>("element_dtype"))) return;
  if (c.input(1).num_elements() != 1) return Fail(c, "index must be a scalar");
  const int64_t index = ScalarInt(c.input(1)), n = static_cast<int64_t>(list->items.size());
  if (index < 0 || index >= n)
    return Fail(c, "Trying to access element {} in a list with {} elements.", index, n);
  Tensor item = list->items[index];
  if (item.valid() || UnsetItem(c, *list, c.input(2), &item)) c.SetOutput(0, item);
}

void SetItem(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.input(2).dtype())) return;
  if (c.input(1).rank() != 0) return Fail(c, "Expected argument 1 to be a scalar.");
  const int64_t index = ScalarInt(c.input(1)), n = static_cast<int64_t>(list->items.size());
  const bool grow = c.Attr("resize_if_index_out_of_bounds", false);
  if (index < 0 || (index >= n && !grow))
    return Fail(c, "Trying to modify element {} in a list with {} elements.", index, n);
  if (!CheckShape(c, *list, c.input(2))) return;
  Ref<TensorList> own = Own(c, *list);
  if (index >= n && !Resize(c, *own, index + 1)) return;
  own->items[index] = c.input(2);
  c.SetOutput(0, ListHandle(own));
}

// Rows of one tensor from items of one shape; items never set are zeros.
void StackItems(KernelContext& c, const TensorList& list, std::span<const Tensor> items, Shape shape) {
  if (!shape.IsFullyKnown()) {
    if (items.empty() || !list.element_shape.has_rank())
      return Fail(c,
                  "Tried to stack list which only contains uninitialized tensors and has a "
                  "non-fully-defined element shape: {}",
                  shape);
    return Fail(c, "Tried to stack elements of an empty list with non-fully-defined element_shape: {}",
                shape);
  }
  const int64_t run = shape.num_elements();
  Shape whole = shape;
  whole.Insert(0, static_cast<Dim>(items.size()));
  Tensor* out = c.Output(0, list.dtype, whole);
  if (out == nullptr) return;
  const Mover mover(list.dtype);
  for (size_t i = 0; i < items.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i) * run;
    if (items[i].valid())
      mover.Copy(out, at, items[i], 0, run);
    else
      mover.Clear(out, at, run);
  }
}

void Stack(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.Attr<DType>("element_dtype"))) return;
  const int64_t n = static_cast<int64_t>(list->items.size()), wanted = c.Attr<int64_t>("num_elements", -1);
  if (wanted >= 0 && wanted != n)
    return Fail(c, "Operation expected a list with {} elements but got a list with {} elements.", wanted, n);
  Shape shape;
  if (Status status = ElementShape(*list, &c.input(1), &shape); !status.ok()) return c.Error(status);
  if (n == 0 && !shape.IsFullyKnown())
    return Fail(c, "Tried to stack elements of an empty list with non-fully-defined element_shape: {}",
                shape);
  StackItems(c, *list, list->items, shape);
}

void Gather(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.Attr<DType>("element_dtype"))) return;
  std::vector<Tensor> items;
  for (int64_t index : IntElements(c.input(1))) {
    if (index < 0 || index >= static_cast<int64_t>(list->items.size()))
      return Fail(c, "Trying to gather element {} in a list with {} elements.", index, list->items.size());
    items.push_back(list->items[index]);
  }
  Shape shape;
  if (Status status = ElementShape(*list, &c.input(2), &shape); !status.ok()) return c.Error(status);
  StackItems(c, *list, items, shape);
}

void FromTensor(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() < 1) return Fail(c, "Tensor must be at least a vector, but saw shape: {}", x.shape());
  Ref<TensorList> list = MakeRef<TensorList>();
  list->dtype = x.dtype();
  if (Status status = ShapeFrom(c.input(1), &list->element_shape); !status.ok()) return c.Error(status);
  const Shape row(x.shape().dims().subspan(1));
  if (!AreCompatible(row, list->element_shape))
    return Fail(c, "Specified a list with shape {} from a tensor with shape {}", list->element_shape, row);
  // Rows share the tensor's memory.
  for (int64_t i = 0; i < x.dim(0); ++i) list->items.push_back(x.SliceRows(i, 1).Reshaped(row));
  c.SetOutput(0, ListHandle(list));
}

// Rows of `tensor` put at `indices` of a list with room for them.
void ScatterInto(KernelContext& c, Ref<TensorList> list, const Tensor& x, const Tensor& indices, bool grow) {
  if (indices.rank() != 1)
    return Fail(c, "Expected indices to be a vector, but received shape: {}", indices.shape());
  if (x.rank() < 1 || x.dim(0) != indices.dim(0))
    return Fail(c, "Expected len(indices) == tensor.shape[0], but saw: {} vs. {}", indices.dim(0),
                x.rank() ? x.dim(0) : 0);
  const Shape row(x.shape().dims().subspan(1));
  for (int64_t i = 0; i < x.dim(0); ++i) {
    const int64_t index = ElementAsInt(indices, i);
    if (index < 0) return Fail(c, "Indices in TensorListScatter must all be non-negative.");
    const auto size = static_cast<int64_t>(list->items.size());
    if (index >= size && !grow)
      return Fail(c, "TensorListScatter: Trying to scatter at index {} in list with size {}", index, size);
    if (index >= size && !Resize(c, *list, index + 1)) return;
    list->items[index] = x.SliceRows(i, 1).Reshaped(row);
  }
  c.SetOutput(0, ListHandle(list));
}

void ScatterNew(KernelContext& c) {
  Ref<TensorList> list = MakeRef<TensorList>();
  list->dtype = c.input(0).dtype();
  if (Status status = ShapeFrom(c.input(2), &list->element_shape); !status.ok()) return c.Error(status);
  bool grow = true;
  if (c.num_inputs() > 3) {
    if (c.input(3).rank() != 0) return Fail(c, "num_elements must be a scalar");
    const int64_t n = ScalarInt(c.input(3));
    if (n < -1) return Fail(c, "TensorListScatter expects num_elements >= -1, found: {}", n);
    grow = n < 0;
    if (!grow && !Resize(c, *list, n)) return;
    if (const Tensor& x = c.input(0); x.rank() > 0) {
      const Shape row(x.shape().dims().subspan(1));
      if (!AreCompatible(row, list->element_shape))
        return Fail(c, "Specified a list with shape {} from a tensor with shape {}", list->element_shape,
                    row);
    }
  }
  ScatterInto(c, list, c.input(0), c.input(1), grow);
}

void ScatterExisting(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list != nullptr && CheckDType(c, *list, c.input(1).dtype()))
    ScatterInto(c, Own(c, *list), c.input(1), c.input(2), true);
}

void ResizeKernel(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr) return;
  if (c.input(1).rank() != 0) return Fail(c, "size must be a scalar");
  const int64_t size = ScalarInt(c.input(1));
  if (size < 0) return Fail(c, "TensorListSlice expects size to be non-negative. Got: {}", size);
  Ref<TensorList> own = Own(c, *list);
  if (Resize(c, *own, size)) c.SetOutput(0, ListHandle(own));
}

// All items joined along their first dim, and the length of each.
void Concat(KernelContext& c) {
  const TensorList* list = ListOf(c);
  if (list == nullptr || !CheckDType(c, *list, c.Attr<DType>("element_dtype"))) return;
  Shape shape;
  std::vector<int64_t> lengths;
  Shape row = Shape::UnknownRank();
  int64_t sum = 0;
  if (c.num_inputs() > 1) {
    if (Status status = ShapeFrom(c.input(1), &shape); !status.ok()) return c.Error(status);
    if (shape.has_rank() && shape.rank() > 0) row = Shape(shape.dims().subspan(1));
  }
  for (size_t i = 0; i < list->items.size(); ++i) {
    const Tensor& item = list->items[i];
    if (!item.valid()) {
      const int64_t lead = c.num_inputs() > 2 && static_cast<int64_t>(i) < c.input(2).num_elements()
                               ? ElementAsInt(c.input(2), i)
                               : 0;
      lengths.push_back(lead);
      sum += lead;
      continue;
    }
    if (item.rank() < 1)
      return Fail(
          c,
          "Concat saw a scalar shape at index {} but requires at least vectors. Did you mean to call stack?",
          i);
    const std::optional<Shape> merged = MergeShapes(row, Shape(item.shape().dims().subspan(1)));
    if (!merged)
      return Fail(c, "Tried to concat tensors with unequal shapes: {} vs {}", row,
                  Shape(item.shape().dims().subspan(1)));
    row = *merged;
    lengths.push_back(item.dim(0));
    sum += item.dim(0);
  }
  if (!row.IsFullyKnown())
    return Fail(c,
                "All except the first dimension must be fully defined when concating an empty tensor "
                "list. element_shape: {}",
                shape);
  Shape whole = row;
  whole.Insert(0, sum);
  Tensor* out = c.Output(0, list->dtype, whole);
  if (out == nullptr) return;
  const Mover mover(list->dtype);
  const int64_t run = row.num_elements();
  int64_t to = 0;
  for (size_t i = 0; i < lengths.size(); to += lengths[i] * run, ++i) {
    if (list->items[i].valid())
      mover.Copy(out, to, list->items[i], 0, lengths[i] * run);
    else
      mover.Clear(out, to, lengths[i] * run);
  }
  c.SetOutput(1, IntVector(lengths, DType::kInt64));
}

// The other way round: a tensor cut along its first dim into pieces of these lengths.
void SplitList(KernelContext& c) {
  const Tensor& x = c.input(0);
  Ref<TensorList> list = MakeRef<TensorList>();
  list->dtype = x.dtype();
  if (Status status = ShapeFrom(c.input(1), &list->element_shape); !status.ok()) return c.Error(status);
  if (x.rank() < 1) return Fail(c, "Tensor must be at least a vector, but saw shape: {}", x.shape());
  if (c.input(2).rank() != 1)
    return Fail(c, "Expected lengths to be a vector, received shape: {}", c.input(2).shape());
  int64_t at = 0;
  for (int64_t length : IntElements(c.input(2))) {
    if (length < 0) return Fail(c, "Invalid value in lengths: {}", length);
    if (length > x.dim(0) - at)
      return Fail(c, "Attempting to slice [{}, {}] from tensor with length {}", at, at + length, x.dim(0));
    list->items.push_back(x.SliceRows(at, length));
    at += length;
  }
  if (at != x.dim(0))
    return Fail(c, "Unused values in tensor. Length of tensor: {} Values used: {}", x.dim(0), at);
  c.SetOutput(0, ListHandle(list));
}

void ConcatLists(KernelContext& c) {
  const TensorList *a = ListOf(c, 0), *b = ListOf(c, 1);
  if (a == nullptr || b == nullptr) return;
  Ref<TensorList> joined = MakeRef<TensorList>(*a);
  joined->items.insert(joined->items.end(), b->items.begin(), b->items.end());
  c.SetOutput(0, ListHandle(joined));
}

// --- shapes
// -------------------------------------------------------------------------------------------------

Status HandleShape(ShapeContext& c) {
  c.Set(0, Shape());
  return {};
}
// The element's shape is input `at`, as far as it is known.
Status ItemShape(ShapeContext& c, int input, int output) {
  const Tensor* sizes = c.value(input);
  if (sizes != nullptr && sizes->rank() == 0) return {};
  if (c.input(input).has_rank() && c.input(input).rank() == 0) return {};
  c.Set(output, c.ValueAsShape(input));
  return {};
}
Status StackedShape(ShapeContext& c, int input, Dim rows) {
  TP_RETURN_IF_ERROR(ItemShape(c, input, 0));
  Shape shape = c.output(0);
  if (shape.has_rank()) shape.Insert(0, rows);
  c.Set(0, shape);
  return {};
}

// --- gradients (tensorflow/python/ops/list_ops.py)
// ----------------------------------------------------------

Attrs Element(DType dtype) { return MakeAttrs({{"element_dtype", dtype}}); }

Val ItemShapeOf(GradContext& g, const Val& list) {
  return g.Op("TensorListElementShape", {list}, MakeAttrs({{"shape_type", DType::kInt32}}));
}

// The shape of a row of a tensor: its shape without the first dim.
Val RowShapeOf(GradContext& g, const Val& x) {
  return g.Op("Slice", {grad::ShapeOf(g, x), grad::Ints(g, {1}), grad::Ints(g, {-1})});
}

}  // namespace

TP_OP(TensorListReserve){
    .name = "TensorListReserve",
    .inputs = "element_shape: shape_type, num_elements: int32",
    .outputs = "handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list of num_elements items that are not set yet.",
    .shape = HandleShape,
    .kernel = Reserve,
    .no_gradient = true,
};

TP_OP(EmptyTensorList){
    .name = "EmptyTensorList",
    .inputs = "element_shape: shape_type, max_num_elements: int32",
    .outputs = "handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list without items.",
    .shape = HandleShape,
    .kernel = Empty,
    .no_gradient = true,
};

TP_OP(TensorListPushBack){
    .name = "TensorListPushBack",
    .inputs = "input_handle: variant, tensor: element_dtype",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type",
    .doc = "The list with one more item.",
    .shape = HandleShape,
    .kernel = PushBack,
    .gradient =
        [](GradContext& g) {
          const std::vector<Val> popped =
              g.builder().Ops("TensorListPopBack", std::vector<Val>{g.grad(0), grad::ShapeOf(g, g.input(1))},
                              Element(g.input(1).dtype()));
          g.Set(0, popped[0]);
          g.Set(1, popped[1]);
        },
    .in_place = 0,
};

TP_OP(TensorListPopBack){
    .name = "TensorListPopBack",
    .inputs = "input_handle: variant, element_shape: int32",
    .outputs = "output_handle: variant, tensor: element_dtype",
    .attrs = "element_dtype: type",
    .doc = "The list without its last item, and that item.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, Shape());
          return ItemShape(c, 1, 1);
        },
    .kernel = PopBack,
    .gradient =
        [](GradContext& g) {
          Val list = g.grad(0);
          const DType dtype = g.Attr<DType>("element_dtype");
          if (!list)
            list = g.Op("EmptyTensorList", {ItemShapeOf(g, g.output(0)), grad::Const(g, DType::kInt32, -1)},
                        Element(dtype));
          const Val item = g.grad(1) ? g.grad(1) : grad::ZerosLike(g, g.output(1));
          g.Set(0, g.Op("TensorListPushBack", {list, item}));
        },
    .in_place = 0,
    .host_inputs = "element_shape",
};

TP_OP(TensorListLength){
    .name = "TensorListLength",
    .inputs = "input_handle: variant",
    .outputs = "length: int32",
    .doc = "How many items the list has.",
    .shape = shape::Scalar,
    .kernel =
        [](KernelContext& c) {
          if (const TensorList* list = ListOf(c))
            c.SetOutput(0, Tensor::Scalar<int32_t>(static_cast<int32_t>(list->items.size())));
        },
    .no_gradient = true,
};

TP_OP(TensorListGetItem){
    .name = "TensorListGetItem",
    .inputs = "input_handle: variant, index: int32, element_shape: Tshape",
    .outputs = "item: element_dtype",
    .attrs = "element_dtype: type, Tshape: {int32,int64} = int32",
    .doc = "An item of the list; zeros where it was never set.",
    .shape = [](ShapeContext& c) { return ItemShape(c, 2, 0); },
    .kernel = GetItem,
    .gradient =
        [](GradContext& g) {
          const Val length = g.Op("TensorListLength", {g.input(0)});
          const Val list = g.Op("TensorListReserve", {ItemShapeOf(g, g.input(0)), length},
                                Element(g.Attr<DType>("element_dtype")));
          g.Set(0, g.Op("TensorListSetItem", {list, g.input(1), g.grad(0)}));
        },
    .host_inputs = "element_shape",
};

TP_OP(TensorListSetItem){
    .name = "TensorListSetItem",
    .inputs = "input_handle: variant, index: int32, item: element_dtype",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type, resize_if_index_out_of_bounds: bool = false",
    .doc = "The list with an item replaced.",
    .shape = HandleShape,
    .kernel = SetItem,
    .gradient =
        [](GradContext& g) {
          const Val& item = g.input(2);
          const DType dtype = item.dtype();
          const Val zeros = grad::ZerosLike(g, item), shape = grad::ShapeOf(g, item);
          // It is read before it is changed, which is then done in place.
          g.Set(2, g.Op("TensorListGetItem", {g.grad(0), g.input(1), shape}, Element(dtype)));
          g.Set(0, g.Op("TensorListSetItem", {g.grad(0), g.input(1), zeros}));
        },
    .in_place = 0,
};

TP_OP(TensorListStack){
    .name = "TensorListStack",
    .inputs = "input_handle: variant, element_shape: int32",
    .outputs = "tensor: element_dtype",
    .attrs = "element_dtype: type, num_elements: int = -1",
    .doc = "The items, joined along a new first dim.",
    .shape =
        [](ShapeContext& c) {
          const int64_t n = c.Attr<int64_t>("num_elements", -1);
          return StackedShape(c, 1, n < 0 ? kUnknownDim : n);
        },
    .kernel = Stack,
    .gradient =
        [](GradContext& g) {
          // The shape of a row as far as it is known.
          const Shape& shape = g.grad(0).shape();
          std::vector<int64_t> row;
          for (int i = 1; shape.has_rank() && i < shape.rank(); ++i)
            row.push_back(IsKnown(shape[i]) ? shape[i] : -1);
          const Val dims = shape.has_rank() ? grad::Ints(g, row) : grad::Const(g, DType::kInt32, -1);
          g.Set(0, g.Op("TensorListFromTensor", {g.grad(0), dims}));
        },
    .host_inputs = "element_shape",
};

TP_OP(TensorListGather){
    .name = "TensorListGather",
    .inputs = "input_handle: variant, indices: int32, element_shape: int32",
    .outputs = "values: element_dtype",
    .attrs = "element_dtype: type",
    .doc = "The items at the indices, joined along a new first dim.",
    .shape =
        [](ShapeContext& c) {
          const Shape& indices = c.input(1);
          return StackedShape(c, 2, indices.has_rank() && indices.rank() == 1 ? indices[0] : kUnknownDim);
        },
    .kernel = Gather,
    .gradient =
        [](GradContext& g) {
          const Val length = g.Op("TensorListLength", {g.input(0)});
          g.Set(0, g.Op("TensorListScatterV2", {g.grad(0), g.input(1), ItemShapeOf(g, g.input(0)), length}));
        },
    .host_inputs = "element_shape",
};

TP_OP(TensorListFromTensor){
    .name = "TensorListFromTensor",
    .inputs = "tensor: element_dtype, element_shape: shape_type",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list of the rows of a tensor.",
    .shape = HandleShape,
    .kernel = FromTensor,
    .gradient =
        [](GradContext& g) {
          const Val& x = g.input(0);
          const bool known = x.shape().has_rank() && x.shape().rank() > 0 && IsKnown(x.shape()[0]);
          std::vector<AttrSet::Item> items = {{"element_dtype", x.dtype()}};
          if (known) items.push_back({"num_elements", x.shape()[0]});
          g.Set(0, g.Op("TensorListStack", {g.grad(0), RowShapeOf(g, x)}, MakeAttrs(std::move(items))));
        },
};

TP_OP(TensorListScatterV2){
    .name = "TensorListScatterV2",
    .inputs = "tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list of the rows of a tensor, put at the indices.",
    .shape = HandleShape,
    .kernel = ScatterNew,
    .gradient =
        [](GradContext& g) {
          const Val shape = grad::Part(g, grad::ShapeOf(g, g.input(0)), 1, grad::kOpen);
          g.Set(0, g.Op("TensorListGather", {g.grad(0), g.input(1), shape}, Element(g.input(0).dtype())));
        },
};

TP_OP(TensorListScatter){
    .name = "TensorListScatter",
    .inputs = "tensor: element_dtype, indices: int32, element_shape: shape_type",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list of the rows of a tensor, put at the indices.",
    .shape = HandleShape,
    .kernel = ScatterNew,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("TensorListGather", {g.grad(0), g.input(1), RowShapeOf(g, g.input(0))},
                        Element(g.input(0).dtype())));
        },
};

TP_OP(TensorListScatterIntoExistingList){
    .name = "TensorListScatterIntoExistingList",
    .inputs = "input_handle: variant, tensor: element_dtype, indices: int32",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type",
    .doc = "The list with the rows of a tensor put at the indices.",
    .shape = HandleShape,
    .kernel = ScatterExisting,
    .gradient =
        [](GradContext& g) {
          const Val &x = g.input(1), &indices = g.input(2);
          g.Set(1, g.Op("TensorListGather", {g.grad(0), indices, RowShapeOf(g, x)}, Element(x.dtype())));
          g.Set(0, g.Op("TensorListScatterIntoExistingList", {g.grad(0), grad::ZerosLike(g, x), indices}));
        },
    .in_place = 0,
};

TP_OP(TensorListResize){
    .name = "TensorListResize",
    .inputs = "input_handle: variant, size: int32",
    .outputs = "output_handle: variant",
    .doc = "The list with that many items; new ones are not set yet.",
    .shape = HandleShape,
    .kernel = ResizeKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("TensorListResize", {g.grad(0), g.Op("TensorListLength", {g.input(0)})}));
        },
    .in_place = 0,
};

TP_OP(TensorListConcatV2){
    .name = "TensorListConcatV2",
    .inputs = "input_handle: variant, element_shape: shape_type, leading_dims: int64",
    .outputs = "tensor: element_dtype, lengths: int64",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "The items, joined along their first dim, and the length of each.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(ItemShape(c, 1, 0));
          Shape shape = c.output(0);
          if (shape.has_rank() && shape.rank() > 0) shape.set_dim(0, kUnknownDim);
          c.Set(0, shape);
          c.Set(1, Shape::OfRank(1));
          return Status();
        },
    .kernel = Concat,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("TensorListSplit", {g.grad(0), ItemShapeOf(g, g.input(0)), g.output(1)}));
        },
    .host_inputs = "element_shape",
};

TP_OP(TensorListConcat){
    .name = "TensorListConcat",
    .inputs = "input_handle: variant",
    .outputs = "tensor: element_dtype, lengths: int64",
    .attrs = "element_dtype: type, element_shape: shape = ?",
    .doc = "The items, joined along their first dim, and the length of each.",
    .shape =
        [](ShapeContext& c) {
          c.Set(1, Shape::OfRank(1));
          return Status();
        },
    .kernel = Concat,
};

TP_OP(TensorListSplit){
    .name = "TensorListSplit",
    .inputs = "tensor: element_dtype, element_shape: shape_type, lengths: int64",
    .outputs = "output_handle: variant",
    .attrs = "element_dtype: type, shape_type: {int32,int64}",
    .doc = "A list of pieces of a tensor, of these lengths.",
    .shape = HandleShape,
    .kernel = SplitList,
    .gradient =
        [](GradContext& g) {
          const Val shape = g.builder().Ops("ConcatV2",
                                            std::vector<Val>{grad::Ints(g, {-1}), RowShapeOf(g, g.input(0)),
                                                             grad::Const(g, DType::kInt32, 0)},
                                            {}, "concat")[0];
          g.Set(0, g.Op("TensorListConcatV2", {g.grad(0), shape, g.input(2)}, Element(g.input(0).dtype())));
        },
};

TP_OP(TensorListConcatLists){
    .name = "TensorListConcatLists",
    .inputs = "input_a: variant, input_b: variant",
    .outputs = "output: variant",
    .attrs = "element_dtype: type",
    .doc = "The items of both lists.",
    .shape = HandleShape,
    .kernel = ConcatLists,
};

TP_OP(TensorListElementShape){
    .name = "TensorListElementShape",
    .inputs = "input_handle: variant",
    .outputs = "element_shape: shape_type",
    .attrs = "shape_type: {int32,int64}",
    .doc = "The shape of the items, as far as the list says it; -1 where it does not.",
    .shape = shape::None,
    .kernel =
        [](KernelContext& c) {
          const TensorList* list = ListOf(c);
          if (list == nullptr) return;
          const DType dtype = c.Attr<DType>("shape_type", DType::kInt32);
          const int64_t unknown = -1;
          if (list->element_shape.has_rank())
            c.SetOutput(0, IntVector(list->element_shape.dims(), dtype));
          else
            c.SetOutput(0, IntVector({&unknown, 1}, dtype).Reshaped(Shape()));
        },
    .no_gradient = true,
};

}  // namespace tp
