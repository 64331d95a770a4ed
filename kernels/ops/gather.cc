// Gathering and scattering: slices of tensors chosen by index.
#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// "[0,1]": position `at` within a tensor of that shape; "" in a scalar.
std::string IndexText(const Shape& shape, int64_t at) {
  std::string text;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    text = std::to_string(at % shape[i]) + (text.empty() ? "" : ",") + text;
    at /= shape[i];
  }
  return text.empty() ? "" : "[" + text + "]";
}

// --- GatherV2
// -----------------------------------------------------------------------------------------------

Status GatherShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(2, 0, &unused));
  const Shape &params = c.input(0), &indices = c.input(1);
  const Tensor* axis = c.value(2);
  if (axis == nullptr || !params.has_rank() || !indices.has_rank()) {
    if (params.has_rank() && indices.has_rank() && c.Attr<int64_t>("batch_dims") == 0 && params.rank() > 0)
      c.Set(0, Shape::OfRank(params.rank() + indices.rank() - 1));
    return {};
  }
  const int64_t given = ScalarInt(*axis);
  const std::optional<int> at = NormalAxis(given, params.rank());
  if (!at)
    return InvalidArgument("Shape must be at least rank {} but is rank {}", given < 0 ? -given : given + 1,
                           params.rank());
  int64_t batch = c.Attr<int64_t>("batch_dims");
  if (batch < 0) batch += indices.rank();
  if (batch < 0 || batch > *at || batch > indices.rank())
    return InvalidArgument("batch_dims ({}) must be less than or equal to axis ({})", batch, *at);
  Shape out;
  for (int i = 0; i < *at; ++i) {
    Dim dim = params[i];
    out.Append(dim);
  }
  for (int i = static_cast<int>(batch); i < indices.rank(); ++i) out.Append(indices[i]);
  for (int i = *at + 1; i < params.rank(); ++i) out.Append(params[i]);
  c.Set(0, out);
  return {};
}

void GatherFrom(KernelContext& c, const Tensor& params, const Tensor& indices, int64_t axis, int64_t batch) {
  const std::optional<int> at = NormalAxis(axis, params.rank());
  if (!at)
    return Fail(c, "Shape must be at least rank {} but is rank {}", axis < 0 ? -axis : axis + 1,
                params.rank());
  if (batch < 0) batch += indices.rank();
  if (batch < 0 || batch > *at || batch > indices.rank())
    return Fail(c, "batch_dims ({}) must be less than or equal to axis ({}).", batch, *at);
  for (int i = 0; i < batch; ++i)
    if (params.dim(i) != indices.dim(i))
      return Fail(c, "params.shape[{}]: {} should be equal to indices.shape[{}]: {}", i, params.dim(i), i,
                  indices.dim(i));
  Shape shape(params.shape().dims().first(*at));
  for (int i = static_cast<int>(batch); i < indices.rank(); ++i) shape.Append(indices.dim(i));
  for (int i = *at + 1; i < params.rank(); ++i) shape.Append(params.dim(i));
  const int64_t n = params.dim(*at);
  const SmallVector<int64_t, 8> index = IntElements(indices);
  for (size_t i = 0; i < index.size(); ++i)
    if (index[i] < 0 || index[i] >= n)
      return Fail(c, "indices{} = {} is not in [0, {})", IndexText(indices.shape(), i), index[i], n);
  Tensor* out = c.Output(0, params.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  const int64_t batches = DimProduct(params.shape(), 0, static_cast<int>(batch));
  const int64_t outer = DimProduct(params.shape(), static_cast<int>(batch), *at);
  const int64_t inner = DimProduct(params.shape(), *at + 1, params.rank());
  const int64_t count = static_cast<int64_t>(index.size()) / std::max<int64_t>(batches, 1);
  const Mover mover(params.dtype());
  int64_t to = 0;
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < count; ++i, to += inner)
        mover.Copy(out, to, params, ((b * outer + o) * n + index[b * count + i]) * inner, inner);
}

Val Concat(GradContext& g, std::vector<Val> parts) {
  parts.push_back(grad::Const(g, DType::kInt32, 0));
  return g.builder().Ops("ConcatV2", parts, {}, "concat")[0];
}
// [value] among what ConcatV2 takes, `at` within its scope; joined with the other parts.
Val ConcatPacked(GradContext& g, std::vector<Val> parts, int at) {
  const std::string scope = g.builder().Scope("concat");
  Val& part = parts[at];
  part = grad::Packed(g, {&part, 1}, scope.empty() ? "" : scope + "values_" + std::to_string(at) + "/");
  parts.push_back(grad::Const(g, DType::kInt32, 0));
  return g.builder().Ops("ConcatV2", parts, {}, scope)[0];
}
// range(begin, end).
Val RangeFrom(GradContext& g, const Val& begin, const Val& end) {
  return g.Op("Range", {begin, end, grad::Const(g, DType::kInt32, 1)}, {}, "range");
}

// _GetBatchIndices: indices into the batches laid end to end.
Val BatchIndices(GradContext& g, const Val& shape, const Val& indices, int64_t batch) {
  const DType dtype = indices.dtype();
  const Val dims = grad::Cast(g, shape, dtype);
  const auto ones = [&](const Val& count) {
    const std::string scope = g.builder().Scope("Tile");
    const Val one =
        g.builder().Constant(grad::Ints(g, {1}, dtype).tensor(), scope.empty() ? "" : scope + "input/");
    const Val times = count.symbolic()
                          ? grad::Packed(g, {&count, 1}, scope.empty() ? "" : scope + "multiples/")
                          : Val(count.tensor().Reshaped(Shape{1}));
    return g.Op("Tile", {one, times}, {}, scope);
  };
  Val all = indices, stride = grad::ConstNode(g, dtype, 1, "ones");
  for (int64_t dim = batch; dim > 0; --dim) {
    const Val count = grad::ElementAt(g, dims, dim - 1);
    stride = grad::Mul(g, stride, grad::ElementAt(g, dims, dim));
    const Val start = grad::ConstNode(g, dtype, 0, "zeros"), step = grad::ConstNode(g, dtype, 1, "ones");
    const Val offsets = grad::Mul(g, g.Op("Range", {start, count, step}, {}, "range"), stride);
    const Val before = ones(grad::Const(g, DType::kInt32, static_cast<double>(dim - 1)));
    const Val rank = grad::RankOf(g, indices);
    const Val behind = ones(grad::Sub(g, rank, grad::Const(g, DType::kInt32, static_cast<double>(dim))));
    all = grad::Add(g, all, grad::Reshape(g, offsets, ConcatPacked(g, {before, count, behind}, 1)));
  }
  return all;
}

// _BatchGatherGrad: values whose gathered axis is the first behind the batch dims, summed by segments.
// `shape` is the parameters', its dims in that order; `rows` how many segments there are in a batch.
Val BatchGatherGrad(GradContext& g, const Val& shape, Val values, int64_t batch, Val rows) {
  Val indices = g.input(1), outer, flat;
  const Val count = g.Op("ExpandDims", {grad::SizeOf(g, indices), grad::Const(g, DType::kInt32, 0)});
  if (batch > 0) {
    const Val own = grad::ShapeOf(g, values);
    outer = grad::Part(g, own, grad::kOpen, batch);
    const Val inner = grad::Part(g, grad::Part(g, own, batch, grad::kOpen), 1, grad::kOpen);
    const Val batches = g.Op("Prod", {outer, grad::Ints(g, {0})});
    flat = Concat(g, {grad::Ints(g, {-1}), inner});
    rows = grad::Mul(g, rows, batches);
    indices = BatchIndices(g, shape, indices, batch);
    values = grad::Reshape(g, values, flat);
  }
  const Val sum = g.Op("UnsortedSegmentSum", {values, grad::Reshape(g, indices, count), rows});
  return batch > 0 ? grad::Reshape(g, sum, Concat(g, {outer, flat})) : sum;
}

// _GatherV2Grad: slices for axis 0. For any other, the axis is brought to the front (behind the batch dims),
// summed by segments, and brought back.
void GatherAxisGrad(GradContext& g, const Val& axis, int64_t batch) {
  const Val &params = g.input(0), &indices = g.input(1);
  const Val shape = grad::ShapeOf(g, params);
  const Val count = g.Op("ExpandDims", {grad::SizeOf(g, indices), grad::Const(g, DType::kInt32, 0)});
  if (batch < 0) {
    if (!indices.shape().has_rank())
      throw OpError{MakeStatus(Code::kUnimplemented,
                               "the gradient of tf.gather with batch_dims < 0 and indices "
                               "of unknown rank")};
    batch += indices.shape().rank();
  }
  if (const Tensor* known = axis.constant(); known && ScalarInt(*known) == 0) {
    const Val tail = grad::Part(g, shape, 1, grad::kOpen);
    const Val values = grad::Reshape(g, g.grad(0), Concat(g, {count, tail}));
    return g.Set(0, Val::Slices(values, grad::Reshape(g, indices, count), shape));
  }
  const auto number = [&](int64_t n) { return grad::Const(g, DType::kInt32, static_cast<double>(n)); };
  const Val outer = grad::PartBefore(g, shape, axis);
  const Val inner = grad::Part(g, grad::PartFrom(g, shape, axis), 1, grad::kOpen);
  const Val values_shape = Concat(g, {outer, grad::Ints(g, {-1}), inner});
  const Val rank = grad::SizeOf(g, values_shape), at = grad::SizeOf(g, outer);
  const Val batches = RangeFrom(g, number(0), number(batch)), before = RangeFrom(g, number(batch), at);
  const Val behind = RangeFrom(g, grad::Add(g, at, number(1)), rank);
  const Val values = grad::Reshape(g, g.grad(0), values_shape);
  const Val order = ConcatPacked(g, {batches, at, before, behind}, 1);
  const Val turned = g.Op("Transpose", {values, order}, {}, "transpose");
  const Val turned_shape = g.Op("GatherV2", {shape, order, number(0)});
  const Val sum = BatchGatherGrad(g, turned_shape, turned, batch, grad::ElementAt(g, shape, axis));
  const Val back = Concat(g, {batches, grad::Add(g, before, number(1)), grad::Ints(g, {batch}), behind});
  const Val result = g.Op("Transpose", {sum, back}, {}, "transpose");
  g.Set(0, grad::Reshape(g, result, grad::ShapeOf(g, params)));
}

void GatherGrad(GradContext& g) { GatherAxisGrad(g, g.input(2), g.Attr<int64_t>("batch_dims")); }

// --- GatherNd, ScatterNd
// ------------------------------------------------------------------------------------

Status GatherNdShape(ShapeContext& c) {
  const Shape &params = c.input(0), &indices = c.input(1);
  if (!params.has_rank() || !indices.has_rank() || indices.rank() < 1 ||
      !IsKnown(indices[indices.rank() - 1]))
    return {};
  const int64_t depth = indices[indices.rank() - 1];
  if (depth > params.rank())
    return InvalidArgument(
        "indices.shape[-1] must be <= params.rank, but saw indices shape: {} and params shape: {}", indices,
        params);
  Shape out(indices.dims().first(indices.rank() - 1));
  for (int i = static_cast<int>(depth); i < params.rank(); ++i) out.Append(params[i]);
  c.Set(0, out);
  return {};
}

// Offsets (in runs of the dims after `depth`) that the rows of `indices` name within `shape`; -1 out of
// range.
std::vector<int64_t> Offsets(const Tensor& indices, const Shape& shape, int64_t depth) {
  std::vector<int64_t> offsets(depth == 0 ? DimProduct(indices.shape(), 0, indices.rank() - 1)
                                          : indices.num_elements() / depth);
  for (size_t i = 0; i < offsets.size(); ++i) {
    int64_t offset = 0;
    for (int64_t d = 0; d < depth && offset >= 0; ++d) {
      const int64_t at = ElementAsInt(indices, static_cast<int64_t>(i) * depth + d);
      offset = at < 0 || at >= shape[static_cast<int>(d)] ? -1 : offset * shape[static_cast<int>(d)] + at;
    }
    offsets[i] = offset;
  }
  return offsets;
}

std::string RowText(const Tensor& indices, int64_t row, int64_t depth) {
  std::string text;
  for (int64_t d = 0; d < depth; ++d)
    text += (d ? ", " : "") + std::to_string(ElementAsInt(indices, row * depth + d));
  return text;
}

// Whether rows that do not index into the shape are left out (attribute bad_indices_policy) instead of
// errors.
bool LeavesOut(KernelContext& c) {
  const auto policy = c.Attr<std::string>("bad_indices_policy");
  if (policy != "" && policy != "DEFAULT" && policy != "ERROR" && policy != "IGNORE")
    Fail(c, "Unknown bad indices handling attribute: {}", policy);
  return policy == "IGNORE";
}

void GatherNdKernel(KernelContext& c) {
  const bool lenient = LeavesOut(c);
  const Tensor &params = c.input(0), &indices = c.input(1);
  if (c.input(0).rank() < 1) return Fail(c, "params must be at least a vector");
  if (indices.rank() < 1) return Fail(c, "indices must be at least a vector");
  const int64_t depth = indices.dim(indices.rank() - 1);
  if (c.failed()) return;
  if (depth > params.rank())
    return Fail(c, "index innermost dimension length must be <= params rank; saw: {} vs. {}", depth,
                params.rank());
  const std::vector<int64_t> offsets = Offsets(indices, params.shape(), depth);
  const Shape rows(indices.shape().dims().first(indices.rank() - 1));
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] < 0 && !lenient)
      return Fail(c, "indices{} = [{}] does not index into param shape {}, node name: {}", IndexText(rows, i),
                  RowText(indices, i, depth), params.shape(), c.op().name());
  Shape shape = rows;
  for (int i = static_cast<int>(depth); i < params.rank(); ++i) shape.Append(params.dim(i));
  Tensor* out = c.Output(0, params.dtype(), shape);
  if (out == nullptr) return;
  const int64_t run = DimProduct(params.shape(), static_cast<int>(depth), params.rank());
  const Mover mover(params.dtype());
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] < 0)
      mover.Clear(out, static_cast<int64_t>(i) * run, run);
    else
      mover.Copy(out, static_cast<int64_t>(i) * run, params, offsets[i] * run, run);
}

// Rows of `indices` into `to`, of which `updates` has one each: the dims before and behind the rows are
// equal.
Status CheckScatterShapes(ShapeContext& c, const Shape& indices, const Shape& updates, const Shape& to) {
  if (!indices.has_rank() || !updates.has_rank()) return {};
  const int outer = indices.rank() - 1;
  const auto some = [](const Shape& shape) { return shape.IsFullyKnown() && WrappedNumElements(shape) > 0; };
  if (to.IsFullyKnown() && WrappedNumElements(to) == 0 && (some(indices) || some(updates)))
    return InvalidArgument("Indices and updates specified for empty input");
  const auto merge = [&](const Shape& a, int from, const Shape& b, int b_from, int b_to,
                         std::string_view what, const Shape& whole) -> Status {
    const Shape x(a.dims().subspan(static_cast<size_t>(std::min(from, a.rank()))));
    const Shape y(b.dims().subspan(static_cast<size_t>(b_from), static_cast<size_t>(b_to - b_from)));
    Shape unused;
    const Status status = c.Merge(x, y, &unused);
    if (status.ok()) return status;
    return InvalidArgument(
        "Dimensions [{},{}) of {}[shape={}] = {} must match dimensions [{},{}) of updates[shape={}] = {}: {}",
        from, from == 0 ? outer : whole.rank(), what, whole, x, b_from, b_to, b, y, status.message());
  };
  if (updates.rank() >= outer) {
    const Shape rows(indices.dims().first(static_cast<size_t>(outer)));
    TP_RETURN_IF_ERROR(merge(rows, 0, updates, 0, outer, "indices", indices));
    if (to.has_rank() && IsKnown(indices[outer]))
      TP_RETURN_IF_ERROR(
          merge(to, static_cast<int>(indices[outer]), updates, outer, updates.rank(), "input", to));
  }
  return {};
}

Status ScatterNdShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &unused));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 1, &unused));
  TP_RETURN_IF_ERROR(c.WithRank(2, 1, &unused));
  c.Set(0, c.ValueAsShape(2));
  return CheckScatterShapes(c, c.input(0), c.input(1), c.output(0));
}

Status TensorScatterShape(ShapeContext& c) {
  Shape unused;
  for (int i = 0; i < 3; ++i) TP_RETURN_IF_ERROR(c.WithRankAtLeast(i, 1, &unused));
  c.Set(0, c.input(0));
  return CheckScatterShapes(c, c.input(1), c.input(2), c.input(0));
}

// False (an error is set) where indices, updates and what they go to do not fit, with the text of the op's
// kernel: ScatterNd and TensorScatter look at all dims before and behind the rows, those of variables at the
// first dim.
bool CheckScatter(KernelContext& c, const Tensor& indices, const Tensor& updates, const Shape& to) {
  const bool fresh = c.op().name() == "ScatterNd", tensor = !fresh && c.op().name().starts_with("Tensor");
  if (indices.rank() < 1)
    return Fail(c, "Indices shape must have rank at least one. Found:{}", indices.shape()), false;
  if (updates.rank() < 1)
    return Fail(c, "Updates shape must have rank at least one. Found:{}", updates.shape()), false;
  // Nothing goes to nothing, or something to something.
  const auto fits = [&](int64_t n) {
    const int64_t a = indices.num_elements(), b = updates.num_elements();
    return (a == 0 && b == 0) || (a != 0 && b != 0 && n != 0);
  };
  const int64_t size = to.num_elements();
  if (!fits(fresh ? to.rank() : size) && (fresh || tensor))
    return Fail(c, "Indices and updates specified for empty output shape"), false;
  const int outer = indices.rank() - 1;
  const int64_t depth = indices.dim(outer);
  bool outside = updates.rank() >= outer;
  for (int i = 0; outside && i < outer; ++i) outside = indices.dim(i) == updates.dim(i);
  bool inside = updates.rank() - outer == to.rank() - depth;
  for (int i = outer; inside && outside && i < updates.rank(); ++i)
    inside = updates.dim(i) == to[i - outer + static_cast<int>(depth)];
  if (!outside && tensor)
    return Fail(c, "Outer dimensions of indices and update must match. Indices shape: {}, updates shape:{}",
                indices.shape(), updates.shape()),
           false;
  if (!outside)
    return Fail(c, "Dimensions [0,{}) of indices[shape={}] must match dimensions [0,{}) of updates[shape={}]",
                outer, indices.shape(), outer, updates.shape()),
           false;
  if (!inside && tensor)
    return Fail(c,
                "Inner dimensions of output shape must match inner dimensions of updates shape. Output: {} "
                "updates: {}",
                to, updates.shape()),
           false;
  if (!inside)
    return Fail(c, "Dimensions [{},{}) of input[shape={}] must match dimensions [{},{}) of updates[shape={}]",
                depth, to.rank(), to, outer, updates.rank(), updates.shape()),
           false;
  if (!fits(size))
    return Fail(c, "Indices and updates specified for empty output.  indices shape: {}", indices.shape()),
           false;
  return true;
}

// to[indices] = f(to[indices], updates), row by row in order.
void ScatterWith(KernelContext& c, const Tensor& indices, const Tensor& updates, Tensor* to,
                 std::optional<Prim> prim) {
  const bool lenient = LeavesOut(c);
  if (c.failed() || !CheckScatter(c, indices, updates, to->shape())) return;
  const int64_t depth = indices.dim(indices.rank() - 1);
  const int64_t run = DimProduct(to->shape(), static_cast<int>(depth), to->rank());
  const std::vector<int64_t> offsets = Offsets(indices, to->shape(), depth);
  const Shape rows(indices.shape().dims().first(indices.rank() - 1));
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] < 0 && !lenient)
      return Fail(c, "indices{} = [{}] does not index into shape {}", IndexText(rows, i),
                  RowText(indices, i, depth), to->shape());
  if (!prim) {
    const Mover mover(updates.dtype());
    for (size_t i = 0; i < offsets.size(); ++i)
      if (offsets[i] >= 0) mover.Copy(to, offsets[i] * run, updates, static_cast<int64_t>(i) * run, run);
    return;
  }
  const TileFn f = PrimTile(*prim, updates.dtype());
  if (f == nullptr)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(updates.dtype()));
  const size_t size = DTypeSize(updates.dtype());
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] < 0) continue;
    char* z = static_cast<char*>(to->raw_data()) + offsets[i] * run * size;
    const void* in[] = {z, static_cast<char*>(updates.raw_data()) + i * run * size};
    f(in, z, run);
  }
}

void ScatterNdKernel(KernelContext& c) {
  const SmallVector<int64_t, 8> dims = IntElements(c.input(2));
  for (int64_t dim : dims)
    if (dim < 0) return Fail(c, "Dimension {} must be >= 0", dim);
  const Shape shape{std::span<const Dim>(dims)};
  if (CheckedNumElements(shape) && !CheckScatter(c, c.input(0), c.input(1), shape)) return;
  if (c.input(2).rank() != 1) return Fail(c, "Shape must be a vector");
  Tensor* out = c.Output(0, c.input(1).dtype(), shape);
  if (out == nullptr) return;
  if (!IsManaged(out->dtype())) std::memset(out->raw_data(), 0, out->bytes());
  ScatterWith(c, c.input(0), c.input(1), out,
              out->dtype() == DType::kString || out->dtype() == DType::kBool ? std::nullopt
                                                                             : std::optional(Prim::kAdd));
}

// The value of the variable that input 0 is a handle of, its own copy; invalid where an error is set.
Tensor WritableValue(KernelContext& c, VariableResource** variable) {
  const Tensor& handle = c.input(0);
  *variable = handle.num_elements() != 1
                  ? nullptr
                  : dynamic_cast<VariableResource*>(handle.scalar<Ref<RefCounted>>().get());
  if (*variable == nullptr || !(*variable)->value.valid()) {
    FailAs(c, Code::kFailedPrecondition, "Trying to access an uninitialized variable in {}", c.op().name());
    return Tensor();
  }
  Tensor value = (*variable)->value.IsUnique() ? (*variable)->value : (*variable)->value.Clone();
  if (!value.valid())
    FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", (*variable)->value.bytes());
  return value;
}

void VariableScatterNdKernel(KernelContext& c, std::optional<Prim> prim) {
  VariableResource* variable;
  Tensor value = WritableValue(c, &variable);
  if (!value.valid()) return;
  ScatterWith(c, c.input(1), c.input(2), &value, prim);
  if (!c.failed()) variable->value = value;
}

// variable[indices] = f(variable[indices], updates) along the first axis; updates may be one scalar.
void VariableScatterKernel(KernelContext& c, std::optional<Prim> prim) {
  VariableResource* variable;
  Tensor value = WritableValue(c, &variable);
  if (!value.valid()) return;
  const Tensor &indices = c.input(1), &updates = c.input(2);
  if (value.rank() < 1) return Fail(c, "params must be at least 1-D, got shape []");
  const int64_t run = DimProduct(value.shape(), 1, value.rank());
  const bool one = updates.rank() == 0;
  if (!one && updates.num_elements() != indices.num_elements() * run)
    return Fail(c, "shape of indices ({}) is not compatible with the shape of updates ({})", indices.shape(),
                updates.shape());
  const SmallVector<int64_t, 8> index = IntElements(indices);
  for (size_t i = 0; i < index.size(); ++i)
    if (index[i] < 0 || index[i] >= value.dim(0))
      return Fail(c, "indices{} = {} is not in [0, {})", IndexText(indices.shape(), i), index[i],
                  value.dim(0));
  const TileFn f = prim ? PrimTile(*prim, value.dtype()) : nullptr;
  if (prim && f == nullptr)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(value.dtype()));
  const Mover mover(value.dtype());
  Tensor from = updates;
  if (one) {
    from = Tensor::Allocate(value.dtype(), Shape{run});
    if (!from.valid()) return FailAs(c, Code::kResourceExhausted, "no memory for {} elements", run);
    mover.Copy(&from, 0, updates, 0, run, 0);
  }
  for (size_t i = 0; i < index.size(); ++i) {
    const int64_t at = one ? 0 : static_cast<int64_t>(i) * run;
    if (!prim) {
      mover.Copy(&value, index[i] * run, from, at, run);
    } else {
      char* const to = static_cast<char*>(value.raw_data()) + index[i] * run * mover.size();
      const void* in[] = {to, static_cast<const char*>(from.raw_data()) + at * mover.size()};
      f(in, to, run);
    }
  }
  variable->value = value;
}

void TensorScatterKernel(KernelContext& c, std::optional<Prim> prim) {
  Tensor out = c.may_overwrite(0) ? c.input(0) : c.input(0).Clone();
  if (!out.valid()) return FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", c.input(0).bytes());
  ScatterWith(c, c.input(1), c.input(2), &out, prim);
  c.SetOutput(0, out);
}

// _TensorScatterMinOrMaxGrad: shared by all that are equal to the result.
void TensorScatterExtremeGrad(GradContext& g) {
  grad::Run(g,
            "a = cast(Equal(x0, y0), g0); b = cast(Equal(x2, GatherNd(y0, x1)), g0); "
            "s = ScatterNd(x1, b, shape(x0, x1)); h = add(a, s); d0 = div(mul(g0, a), h); "
            "d2 = mul(GatherNd(div(g0, h), x1), b)");
}

}  // namespace

TP_OP(GatherV2){
    .name = "GatherV2",
    .inputs = "params: Tparams, indices: Tindices, axis: Taxis",
    .outputs = "output: Tparams",
    .attrs = "batch_dims: int = 0, Tparams: type, Tindices: {int16,int32,int64}, Taxis: {int32,int64}",
    .doc = "The slices of params at the indices along the axis.",
    .shape = GatherShape,
    .kernel =
        [](KernelContext& c) {
          if (c.input(2).rank() != 0) return Fail(c, "axis must be scalar");
          GatherFrom(c, c.input(0), c.input(1), ScalarInt(c.input(2)), c.Attr<int64_t>("batch_dims"));
        },
    .gradient = GatherGrad,
    .host_inputs = "axis",
    .examples =
        "[[1. 2.] [3. 4.] [5. 6.]], [2 0], 0 -> [[5. 6.] [1. 2.]]\n"
        "[[1. 2.] [3. 4.] [5. 6.]], [[1 0]], 1 -> [[[2. 1.]] [[4. 3.]] [[6. 5.]]]\n"
        "[[1 2] [3 4]], [[1] [0]], 1 -> [[2] [3]] | batch_dims=1",
};

TP_OP(Gather){
    .name = "Gather",
    .inputs = "params: Tparams, indices: Tindices",
    .outputs = "output: Tparams",
    .attrs = "validate_indices: bool = true, Tparams: type, Tindices: {int32,int64}",
    .doc = "The slices of params at the indices along the first axis.",
    .shape =
        [](ShapeContext& c) {
          if (!c.input(0).has_rank() || !c.input(1).has_rank() || c.input(0).rank() < 1) return Status();
          Shape out = c.input(1);
          for (int i = 1; i < c.input(0).rank(); ++i) out.Append(c.input(0)[i]);
          c.Set(0, out);
          return Status();
        },
    .kernel = [](KernelContext& c) { GatherFrom(c, c.input(0), c.input(1), 0, 0); },
    .gradient = [](GradContext& g) { GatherAxisGrad(g, Val(Tensor::Scalar<int32_t>(0)), 0); },
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [2 0] -> [[5. 6.] [1. 2.]]",
};

TP_OP(ResourceGather){
    .name = "ResourceGather",
    .inputs = "resource: resource, indices: Tindices",
    .outputs = "output: dtype",
    .attrs = "batch_dims: int = 0, validate_indices: bool = true, dtype: type, Tindices: {int32,int64}",
    .doc = "The slices of a variable at the indices along the first axis.",
    .shape = shape::None,
    .effect = Effect::kRead,
    .kernel =
        [](KernelContext& c) {
          const auto* variable =
              dynamic_cast<const VariableResource*>(c.input(0).scalar<Ref<RefCounted>>().get());
          if (variable == nullptr || !variable->value.valid())
            return FailAs(c, Code::kFailedPrecondition,
                          "the handle does not refer to an initialized variable");
          const Tensor params = variable->value;
          GatherFrom(c, params, c.input(1), 0, c.Attr<int64_t>("batch_dims"));
        },
    .gradient =
        [](GradContext& g) {
          const Val shape = g.Op("VariableShape", {g.input(0)});
          const Val sizes =
              g.Op("ExpandDims", {g.Op("Size", {g.input(1)}), grad::Const(g, DType::kInt32, 0)});
          const Val rows = Concat(g, {sizes, grad::Part(g, shape, 1, grad::kOpen)});
          const Val values = grad::Reshape(g, g.grad(0), rows);
          g.Set(0, Val::Slices(values, grad::Reshape(g, g.input(1), sizes), shape));
        },
};

TP_OP(GatherNd){
    .name = "GatherNd",
    .inputs = "params: Tparams, indices: Tindices",
    .outputs = "output: Tparams",
    .attrs = "Tparams: type, Tindices: {int16,int32,int64}, bad_indices_policy: string = ''",
    .doc = "The slices of params that the rows of indices name.",
    .shape = GatherNdShape,
    .kernel = GatherNdKernel,
    .gradient =
        [](GradContext& g) {
          const Val& indices = g.input(1);
          const Val shape = grad::ShapeOf(g, g.input(0), indices.dtype());
          const Shape& of = indices.shape();
          if (of.has_rank() && of.rank() == 2 && of[1] == 1)
            return g.Set(0, Val::Slices(g.grad(0),
                                        g.Op("Squeeze", {indices},
                                             MakeAttrs({{"squeeze_dims", std::vector<int64_t>{-1}}})),
                                        shape));
          g.Set(0, g.Op("ScatterNd", {indices, g.grad(0), shape}));
        },
    .examples =
        "[[1. 2.] [3. 4.] [5. 6.]], [[0 1] [2 0]] -> [2. 5.]\n"
        "[[1. 2.] [3. 4.] [5. 6.]], [[1]] -> [[3. 4.]]",
};

TP_OP(ScatterNd){
    .name = "ScatterNd",
    .api = "tf.scatter_nd (indices, updates, shape, name=None)",
    .inputs = "indices: Tindices, updates: T, shape: Tindices",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int16,int32,int64}, bad_indices_policy: string = ''",
    .doc = "Zeros of the shape, with the updates added where the rows of indices name.",
    .shape = ScatterNdShape,
    .kernel = ScatterNdKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(1, g.Op("GatherNd", {g.grad(0), g.input(0)}));
        },
    .host_inputs = "shape",
    .examples = "[[1] [3] [1]], [1. 2. 3.], [5] -> [0. 4. 0. 2. 0.]",
};

TP_OP(TensorScatterUpdate){
    .name = "TensorScatterUpdate",
    .api = "tf.tensor_scatter_nd_update (tensor, indices, updates, name=None)",
    .inputs = "tensor: T, indices: Tindices, updates: T",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int16,int32,int64,uint16}, bad_indices_policy: string = ''",
    .doc = "The tensor with slices replaced.",
    .shape = TensorScatterShape,
    .kernel = [](KernelContext& c) { TensorScatterKernel(c, std::nullopt); },
    .gradient =
        [](GradContext& g) {
          g.Set(2, g.Op("GatherNd", {g.grad(0), g.input(1)}));
          const Val grad = g.Op("Identity", {g.grad(0)});
          g.Set(0, g.Op("TensorScatterUpdate", {grad, g.input(1), grad::ZerosLike(g, g.input(2))}));
        },
    .in_place = 0,
    .examples = "[1. 2. 3.], [[0] [2]], [9. 8.] -> [9. 2. 8.]",
};

TP_OP(TensorScatterAdd){
    .name = "TensorScatterAdd",
    .api = "tf.tensor_scatter_nd_add (tensor, indices, updates, name=None)",
    .inputs = "tensor: T, indices: Tindices, updates: T",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int32,int64}, bad_indices_policy: string = ''",
    .doc = "The tensor with the updates added to slices.",
    .shape = TensorScatterShape,
    .kernel = [](KernelContext& c) { TensorScatterKernel(c, Prim::kAdd); },
    .gradient =
        [](GradContext& g) {
          g.Set(2, g.Op("GatherNd", {g.grad(0), g.input(1)}));
          g.Set(0, g.Op("Identity", {g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[1. 2. 3.], [[0] [0]], [9. 8.] -> [18. 2. 3.]",
};

TP_OP(TensorScatterSub){
    .name = "TensorScatterSub",
    .api = "tf.tensor_scatter_nd_sub (tensor, indices, updates, name=None)",
    .inputs = "tensor: T, indices: Tindices, updates: T",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int32,int64}, bad_indices_policy: string = ''",
    .doc = "The tensor with the updates subtracted from slices.",
    .shape = TensorScatterShape,
    .kernel = [](KernelContext& c) { TensorScatterKernel(c, Prim::kSub); },
    .gradient =
        [](GradContext& g) {
          g.Set(2, grad::Neg(g, g.Op("GatherNd", {g.grad(0), g.input(1)})));
          g.Set(0, g.Op("Identity", {g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[1. 2. 3.], [[0] [2]], [9. 8.] -> [-8. 2. -5.]",
};

TP_OP(TensorScatterMax){
    .name = "TensorScatterMax",
    .api = "tf.tensor_scatter_nd_max (tensor, indices, updates, name=None)",
    .inputs = "tensor: T, indices: Tindices, updates: T",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int32,int64}, bad_indices_policy: string = ''",
    .doc = "The tensor with slices replaced where the updates are larger.",
    .shape = TensorScatterShape,
    .kernel = [](KernelContext& c) { TensorScatterKernel(c, Prim::kMax); },
    .gradient = TensorScatterExtremeGrad,
    .in_place = 0,
    .examples = "[1. 2. 3.], [[0] [2]], [9. -8.] -> [9. 2. 3.]",
};

TP_OP(TensorScatterMin){
    .name = "TensorScatterMin",
    .api = "tf.tensor_scatter_nd_min (tensor, indices, updates, name=None)",
    .inputs = "tensor: T, indices: Tindices, updates: T",
    .outputs = "output: T",
    .attrs = "T: type, Tindices: {int32,int64}, bad_indices_policy: string = ''",
    .doc = "The tensor with slices replaced where the updates are smaller.",
    .shape = TensorScatterShape,
    .kernel = [](KernelContext& c) { TensorScatterKernel(c, Prim::kMin); },
    .gradient = TensorScatterExtremeGrad,
    .in_place = 0,
    .examples = "[1. 2. 3.], [[0] [2]], [9. -8.] -> [1. 2. -8.]",
};

TP_OP(ResourceScatterNdUpdate){
    .name = "ResourceScatterNdUpdate",
    .inputs = "ref: resource, indices: Tindices, updates: T",
    .attrs = "T: type, Tindices: {int32,int64}, use_locking: bool = true, bad_indices_policy: string = ''",
    .doc = "Replaces slices of the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterNdKernel(c, std::nullopt); },
};

TP_OP(ResourceScatterNdAdd){
    .name = "ResourceScatterNdAdd",
    .inputs = "ref: resource, indices: Tindices, updates: T",
    .attrs = "T: type, Tindices: {int32,int64}, use_locking: bool = true, bad_indices_policy: string = ''",
    .doc = "Adds to slices of the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterNdKernel(c, Prim::kAdd); },
};

TP_OP(ResourceScatterNdSub){
    .name = "ResourceScatterNdSub",
    .inputs = "ref: resource, indices: Tindices, updates: T",
    .attrs = "T: type, Tindices: {int32,int64}, use_locking: bool = true, bad_indices_policy: string = ''",
    .doc = "Subtracts from slices of the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterNdKernel(c, Prim::kSub); },
};

TP_OP(ResourceScatterNdMax){
    .name = "ResourceScatterNdMax",
    .inputs = "ref: resource, indices: Tindices, updates: T",
    .attrs = "T: type, Tindices: {int32,int64}, use_locking: bool = true, bad_indices_policy: string = ''",
    .doc = "Replaces slices of the variable where the updates are larger.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterNdKernel(c, Prim::kMax); },
};

TP_OP(ResourceScatterNdMin){
    .name = "ResourceScatterNdMin",
    .inputs = "ref: resource, indices: Tindices, updates: T",
    .attrs = "T: type, Tindices: {int32,int64}, use_locking: bool = true, bad_indices_policy: string = ''",
    .doc = "Replaces slices of the variable where the updates are smaller.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterNdKernel(c, Prim::kMin); },
};

TP_OP(ResourceScatterUpdate){
    .name = "ResourceScatterUpdate",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Replaces slices of the variable along the first axis.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, std::nullopt); },
};

TP_OP(ResourceScatterAdd){
    .name = "ResourceScatterAdd",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Adds to slices of the variable along the first axis.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kAdd); },
};

TP_OP(ResourceScatterSub){
    .name = "ResourceScatterSub",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Subtracts from slices of the variable along the first axis.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kSub); },
};

TP_OP(ResourceScatterMul){
    .name = "ResourceScatterMul",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Multiplies slices of the variable along the first axis.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kMul); },
};

TP_OP(ResourceScatterDiv){
    .name = "ResourceScatterDiv",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Divides slices of the variable along the first axis.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kDiv); },
};

TP_OP(ResourceScatterMax){
    .name = "ResourceScatterMax",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Replaces slices of the variable along the first axis where the updates are larger.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kMax); },
};

TP_OP(ResourceScatterMin){
    .name = "ResourceScatterMin",
    .inputs = "resource: resource, indices: Tindices, updates: dtype",
    .attrs = "dtype: type, Tindices: {int32,int64}",
    .doc = "Replaces slices of the variable along the first axis where the updates are smaller.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { VariableScatterKernel(c, Prim::kMin); },
};

}  // namespace tp
