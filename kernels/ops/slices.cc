// Parts of tensors: slices, and elements chosen by index.
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/strided.h"
namespace tp {
namespace {

// --- Slice
// --------------------------------------------------------------------------------------------------

Status SliceShape(ShapeContext& c) {
  const Shape& from = c.input(0);
  const Shape begins = c.ValueAsShape(1), sizes = c.ValueAsShape(2);
  const Tensor *begin = c.value(1), *size = c.value(2);
  int rank = from.has_rank() ? from.rank() : -1;
  for (int i = 1; i < 3; ++i)
    if (c.input(i).IsFullyKnown() && c.input(i).rank() == 1) {
      if (rank >= 0 && c.input(i)[0] != rank)
        return InvalidArgument("Shape must be rank {} but is rank {}", c.input(i)[0], rank);
      rank = static_cast<int>(c.input(i)[0]);
    }
  if (rank < 0) return {};
  Shape out = Shape::OfRank(rank);
  for (int i = 0; i < rank; ++i) {
    Dim dim = kUnknownDim;
    if (size != nullptr) {
      const int64_t n = ElementAsInt(*size, i);
      if (n != -1)
        dim = n;
      else if (begin != nullptr && from.has_rank()) {
        const int64_t at = ElementAsInt(*begin, i);
        if (IsKnown(from[i]) && at > from[i])
          return InvalidArgument("Negative dimension size caused by subtracting {} from {}", at, from[i]);
        dim = c.Subtract(from[i], at);
      }
    } else if (sizes.has_rank() && i < sizes.rank()) {
      dim = sizes[i];
    }
    out.set_dim(i, dim);
  }
  c.Set(0, out);
  return {};
}

void SliceKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const int rank = x.rank();
  if (c.input(1).rank() != 1 || c.input(2).rank() != 1 || c.input(1).num_elements() != rank ||
      c.input(2).num_elements() != rank)
    return Fail(
        c,
        "Expected begin and size arguments to be 1-D tensors of size {}, but got shapes {} and {} instead.",
        rank, c.input(1).shape(), c.input(2).shape());
  SmallVector<int64_t, 8> begin = IntElements(c.input(1)), size = IntElements(c.input(2));
  Shape shape;
  for (int i = 0; i < rank; ++i) {
    if (begin[i] < 0 || begin[i] > x.dim(i))
      return Fail(c, "Expected begin[{}] in [0, {}], but got {}", i, x.dim(i), begin[i]);
    if (size[i] == -1) size[i] = x.dim(i) - begin[i];
    if (size[i] < 0 || begin[i] + size[i] > x.dim(i))
      return Fail(c, "Expected size[{}] in [0, {}], but got {}", i, x.dim(i) - begin[i], size[i]);
    shape.Append(size[i]);
  }
  if (shape == x.shape()) return c.SetOutput(0, x);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  strided::Cut cut;
  for (int i = 0; i < rank; ++i) cut.dims.push_back({begin[i], 1, size[i]});
  strided::Copy(x, cut, out);
}

// _SliceGrad: the gradient, padded with zeros to the input's shape.
void SliceGrad(GradContext& g) {
  grad::Run(g,
            "r = rank(x0); s = shape(y0, x1); c = stack(r, int(1)); b = reshape(x1, c); "
            "t = sub(sub(shape(x0, x1), s), x1); a = reshape(t, c); p = ConcatV2:concat(b, a, int(1)); "
            "d0 = Pad(g0, p)");
}

// --- StridedSlice
// -------------------------------------------------------------------------------------------

strided::Masks MasksOf(const auto& c) {
  return {c.template Attr<int64_t>("begin_mask"), c.template Attr<int64_t>("end_mask"),
          c.template Attr<int64_t>("ellipsis_mask"), c.template Attr<int64_t>("new_axis_mask"),
          c.template Attr<int64_t>("shrink_axis_mask")};
}

Status StridedSliceShape(ShapeContext& c) {
  Shape spec;
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &spec));
  TP_RETURN_IF_ERROR(c.Merge(spec, c.input(2), &spec));
  TP_RETURN_IF_ERROR(c.Merge(spec, c.input(3), &spec));
  const Tensor* strides = c.value(3);
  if (!c.input(0).has_rank() || strides == nullptr) return {};
  const Tensor *begin = c.value(1), *end = c.value(2);
  strided::Cut cut;
  Shape out;
  TP_RETURN_IF_ERROR(strided::Plan(c.input(0), begin, end, strides, MasksOf(c), &cut, &out));
  c.Set(0, out);
  return {};
}

void StridedSliceKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  strided::Cut cut;
  Shape shape;
  if (Status status =
          strided::Plan(x.shape(), &c.input(1), &c.input(2), &c.input(3), MasksOf(c), &cut, &shape);
      !status.ok())
    return c.Error(status);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out != nullptr && out->num_elements() > 0) strided::Copy(x, cut, out);
}

Attrs MaskAttrs(GradContext& g) {
  std::vector<AttrSet::Item> items;
  for (const char* name : {"begin_mask", "ellipsis_mask", "end_mask", "new_axis_mask", "shrink_axis_mask"})
    if (const int64_t mask = g.Attr<int64_t>(name)) items.push_back({name, mask});
  return MakeAttrs(std::move(items));
}

void StridedSliceGradGradient(GradContext& g) {
  const Val shape = grad::ShapeOf(g, g.input(0), g.input(1).dtype());
  // Values known while the graph is made become constants of the node's own, as TensorFlow's do.
  const auto again = [&](const Val& v) {
    const Tensor* known = v.symbolic() ? v.constant() : nullptr;
    return known ? Val(*known) : v;
  };
  g.Set(0, g.Op("StridedSliceGrad",
                {again(shape), again(g.input(1)), again(g.input(2)), again(g.input(3)), g.grad(0)},
                MaskAttrs(g)));
}

void StridedSliceGradKernel(KernelContext& c) {
  const Tensor &sizes = c.input(0), &dy = c.input(4);
  const SmallVector<int64_t, 8> dims = IntElements(sizes);
  const Shape shape{std::span<const Dim>(dims)};
  strided::Cut cut;
  Shape sliced;
  if (Status status = strided::Plan(shape, &c.input(1), &c.input(2), &c.input(3), MasksOf(c), &cut, &sliced);
      !status.ok())
    return c.Error(status);
  if (sliced != dy.shape()) return Fail(c, "shape of dy was {} instead of {}", dy.shape(), sliced);
  Tensor* out = c.Output(0, dy.dtype(), shape);
  if (out == nullptr) return;
  Mover(dy.dtype()).Clear(out, 0, out->num_elements());
  if (dy.num_elements() > 0) strided::Scatter(dy, cut, out);
}

Status ShapeOfFirst(ShapeContext& c) {
  c.Set(0, c.ValueAsShape(0));
  return {};
}

// Writes `value`, broadcast, into the slice of `out` that inputs 1 to 3 name. False where an error is set.
bool WriteSlice(KernelContext& c, const Tensor& value, Tensor* out) {
  strided::Cut cut;
  Shape sliced;
  if (Status status =
          strided::Plan(out->shape(), &c.input(1), &c.input(2), &c.input(3), MasksOf(c), &cut, &sliced);
      !status.ok()) {
    c.Error(status);
    return false;
  }
  if (BroadcastShapes(value.shape(), sliced) != sliced) {
    Fail(c, "Cannot broadcast input shape {} into final shape {}", value.shape(), sliced);
    return false;
  }
  Tensor wide = value;
  if (value.shape() != sliced) {
    wide = c.Scratch(value.dtype(), sliced);
    if (!wide.valid()) return false;
    const Mover mover(value.dtype());
    for (int64_t i = 0; i < wide.num_elements(); ++i) {
      int64_t rest = i, at = 0, stride = 1;
      for (int d = sliced.rank() - 1, v = value.rank() - 1; d >= 0; --d, --v) {
        const int64_t index = rest % sliced[d];
        rest /= sliced[d];
        if (v < 0) continue;
        at += value.dim(v) == 1 ? 0 : index * stride;
        stride *= value.dim(v);
      }
      mover.Copy(&wide, i, value, at, 1);
    }
  }
  if (wide.num_elements() > 0) strided::Scatter(wide, cut, out);
  return true;
}

void UpdateKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Tensor out = c.may_overwrite(0) ? x : x.Clone();
  if (!out.valid()) return FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", x.bytes());
  if (WriteSlice(c, c.input(4), &out)) c.SetOutput(0, out);
}

// The same on a variable, in place where nobody else holds its value.
void AssignSliceKernel(KernelContext& c) {
  auto* variable = dynamic_cast<VariableResource*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (variable == nullptr || !variable->value.valid())
    return FailAs(c, Code::kFailedPrecondition, "Trying to assign a slice of an uninitialized variable");
  Tensor value = variable->value.IsUnique() ? variable->value : variable->value.Clone();
  if (!value.valid())
    return FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", variable->value.bytes());
  if (WriteSlice(c, c.input(4), &value)) variable->value = value;
}

// _TensorStridedSliceUpdateGrad.
void StridedUpdateGrad(GradContext& g) {
  std::vector<AttrSet::Item> masks;
  for (const char* mask : {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"})
    if (const int64_t value = g.Attr<int64_t>(mask)) masks.push_back({mask, value});
  const Attrs attrs = MakeAttrs(std::move(masks));
  const Val zeros = grad::ZerosLike(g, g.input(4));
  g.Set(0, g.Op("TensorStridedSliceUpdate", {g.grad(0), g.input(1), g.input(2), g.input(3), zeros}, attrs));
  const Val taken = g.Op("StridedSlice", {g.grad(0), g.input(1), g.input(2), g.input(3)}, attrs);
  g.Set(4, grad::Reduced(g, g.input(4), taken, taken));
}

}  // namespace

TP_OP(Slice){
    .name = "Slice",
    .inputs = "input: T, begin: Index, size: Index",
    .outputs = "output: T",
    .attrs = "T: type, Index: {int32,int64}",
    .doc =
        "The part that begins at `begin` and has `size` elements along each dim; -1 is all that "
        "follow.",
    .shape = SliceShape,
    .kernel = SliceKernel,
    .gradient = SliceGrad,
    .host_inputs = "begin, size",
    .examples = "[[1 2 3] [4 5 6]], [0 1], [2 -1] -> [[2 3] [5 6]]",
};

TP_OP(StridedSlice){
    .name = "StridedSlice",
    .inputs = "input: T, begin: Index, end: Index, strides: Index",
    .outputs = "output: T",
    .attrs =
        "T: type, Index: {int16,int32,int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: "
        "int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0",
    .doc =
        "The part that Python x[begin:end:strides, …] gives; the masks say which bounds are open and "
        "which dims are new, dropped or an ellipsis.",
    .shape = StridedSliceShape,
    .kernel = StridedSliceKernel,
    .gradient = StridedSliceGradGradient,
    .host_inputs = "begin, end, strides",
    .examples =
        "[1 2 3 4], [1], [4], [2] -> [2 4]\n"
        "[1 2 3 4], [-1], [0], [1] -> 4 | shrink_axis_mask=1\n"
        "[[1 2] [3 4]], [0 0], [0 1], [1 1] -> [1 3] | begin_mask=1, end_mask=1, shrink_axis_mask=2\n"
        "[1 2 3], [0], [0], [-1] -> [3 2 1] | begin_mask=1, end_mask=1",
};

TP_OP(StridedSliceGrad){
    .name = "StridedSliceGrad",
    .inputs = "shape: Index, begin: Index, end: Index, strides: Index, dy: T",
    .outputs = "output: T",
    .attrs =
        "T: type, Index: {int32,int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = "
        "0, new_axis_mask: int = 0, shrink_axis_mask: int = 0",
    .doc = "The gradient of StridedSlice: zeros of the shape, with dy where the slice was.",
    .shape = ShapeOfFirst,
    .kernel = StridedSliceGradKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(4, g.Op("StridedSlice", {g.grad(0), g.input(1), g.input(2), g.input(3)}, MaskAttrs(g)));
        },
    .host_inputs = "shape, begin, end, strides",
    .examples = "[4], [1], [4], [2], [10. 20.] -> [0. 10. 0. 20.]",
};

TP_OP(TensorStridedSliceUpdate){
    .name = "TensorStridedSliceUpdate",
    .inputs = "input: T, begin: Index, end: Index, strides: Index, value: T",
    .outputs = "output: T",
    .attrs =
        "T: type, Index: {int32,int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = "
        "0, new_axis_mask: int = 0, shrink_axis_mask: int = 0",
    .doc = "The input with the slice replaced by the value, which is broadcast to it.",
    .shape = shape::Unchanged,
    .kernel = UpdateKernel,
    .gradient = StridedUpdateGrad,
    .in_place = 0,
    .examples = "[1 2 3 4], [1], [4], [2], [10 20] -> [1 10 3 20]",
};

TP_OP(ResourceStridedSliceAssign){
    .name = "ResourceStridedSliceAssign",
    .inputs = "ref: resource, begin: Index, end: Index, strides: Index, value: T",
    .attrs =
        "T: type, Index: {int32,int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = "
        "0, new_axis_mask: int = 0, shrink_axis_mask: int = 0",
    .doc = "Replaces the slice of the variable by the value, which is broadcast to it.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = AssignSliceKernel,
};

}  // namespace tp
