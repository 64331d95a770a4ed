// Sparse tensors taken apart and put together: what moves indices and values without looking at the values
// (TensorFlow: sparse_reorder_op.cc, sparse_reshape_op.cc, sparse_concat_op.cc, sparse_split_op.cc,
// sparse_slice_op.cc, sparse_fill_empty_rows_op.cc).
#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/sparse.h"

namespace tp {
namespace {

// --- SparseReorder

void ReorderKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  if (!CheckSparse(c, x)) return;
  const std::vector<int64_t> order = SortedIndices(x, AllDims(x.rank));
  std::vector<int64_t> indices;
  for (const int64_t i : order) indices.insert(indices.end(), x.row(i), x.row(i) + x.rank);
  GiveIndices(c, 0, indices, x.count, x.rank);
  GiveElements(c, 1, x.values, order);
}

// _SparseReorderGrad: the numbers of the entries, reordered, tell where each gradient goes.
void ReorderGrad(GradContext& g) {
  const Val entries =
      grad::RangeTo(g, grad::ElementAt(g, grad::ShapeOf(g, g.input(0)), 0), grad::Const(g, DType::kInt32, 1));
  g.builder().Scope("SparseTensor");
  const Val inputs[] = {g.input(0), entries, g.input(2)};
  const std::vector<Val> ordered = g.builder().Ops("SparseReorder", inputs);
  g.Op("Identity", {g.input(2)});
  const Val back = g.Op("InvertPermutation", {ordered[1]});
  g.Set(1, g.Op("GatherV2", {g.grad(1), back, grad::Const(g, DType::kInt32, 0)}));
}

// --- SparseReshape

void ReshapeKernel(KernelContext& c) {
  const Tensor &indices = c.input(0), &old_shape = c.input(1), &new_shape = c.input(2);
  if (indices.rank() != 2) return Fail(c, "Input must be a matrix.");
  if (old_shape.rank() != 1) return Fail(c, "Input shape must be a vector.");
  if (new_shape.rank() != 1)
    return Fail(c, "Target shape should be a vector but received shape {}", new_shape.shape());
  const SparseArg x(indices, old_shape, old_shape);
  if (static_cast<int64_t>(x.dims.size()) != x.rank)
    return Fail(c, "Input tensor rank must match input shape length.");
  std::vector<int64_t> to;
  int64_t whole = 1, product = 1, open = -1;
  for (const int64_t d : x.dims)
    if (__builtin_mul_overflow(whole, d, &whole)) return Fail(c, "The dense shape has too many elements.");
  for (int64_t i = 0; i < new_shape.num_elements(); ++i) {
    const int64_t d = ElementAsInt(new_shape, i);
    to.push_back(d);
    if (d == -1) {
      if (open != -1) return Fail(c, "only one output dimension may be -1, not both {} and {}", open, i);
      open = i;
    } else if (d < 0) {
      return Fail(c, "size {} must be non-negative, not {}", i, d);
    } else if (__builtin_mul_overflow(product, d, &product)) {
      return Fail(c, "The requested shape has too many elements.");
    }
  }
  const auto text = [](const std::vector<int64_t>& dims) {
    return JoinNumbers(dims.data(), static_cast<int64_t>(dims.size()));
  };
  if (open != -1) {
    if (product == 0)
      return Fail(c,
                  "reshape cannot infer the missing input size for an empty tensor unless all specified "
                  "input sizes are non-zero");
    to[open] = whole / product;
    if (to[open] * product != whole)
      return Fail(c,
                  "Input to reshape is a SparseTensor with {} dense values, but the requested shape "
                  "requires a multiple of {}. input_shape=[{}] output_shape=[{}]",
                  whole, product, text(x.dims), text(to));
    product = whole;
  }
  if (product != whole)
    return Fail(c,
                "Input to reshape is a tensor with {} dense values, but the requested shape has {}. "
                "input_shape=[{}] output_shape=[{}]",
                whole, product, text(x.dims), text(to));
  GiveNumbers(c, 1, to);
  if (to == x.dims) return c.SetOutput(0, indices);
  const int64_t rank = static_cast<int64_t>(to.size());
  std::vector<int64_t> moved(static_cast<size_t>(x.count * rank));
  for (int64_t i = 0; i < x.count; ++i) {
    int64_t place = 0;
    for (int64_t d = 0; d < x.rank; ++d) place = place * x.dims[d] + x.row(i)[d];
    for (int64_t d = rank - 1; d >= 0; --d) {
      // What lies outside stays in the first dim.
      const int64_t size = d > 0 ? to[d] : 0;
      moved[i * rank + d] = size > 0 ? place % size : place;
      if (size > 0) place /= size;
    }
  }
  GiveIndices(c, 0, moved, x.count, rank);
}

Status ReshapeShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
  const Shape &indices = c.input(0), &to = c.input(2);
  c.Set(0, Shape{indices.has_rank() ? indices[0] : kUnknownDim, to.has_rank() ? to[0] : kUnknownDim});
  c.Set(1, to.has_rank() ? to : Shape{kUnknownDim});
  return {};
}

// --- SparseConcat

void ConcatKernel(KernelContext& c) {
  const int n = c.num_inputs() / 3;
  std::vector<SparseArg> parts;
  for (int i = 0; i < n; ++i) {
    const Tensor &indices = c.input(i), &values = c.input(n + i), &shape = c.input(2 * n + i);
    if (indices.rank() != 2)
      return Fail(c, "Input indices should be a matrix but received shape {} at position {}", indices.shape(),
                  i);
    if (values.rank() != 1)
      return Fail(c, "Input values should be a vector but received shape {} at position {}", values.shape(),
                  i);
    if (shape.rank() != 1)
      return Fail(c, "Input shapes should be a vector but received shape {} at position {}", shape.shape(),
                  i);
    parts.emplace_back(indices, values, shape);
  }
  const int64_t rank = static_cast<int64_t>(parts[0].dims.size()), given = c.Attr<int64_t>("concat_dim");
  const std::optional<int> dim = NormalAxis(given, static_cast<int>(rank));
  if (!dim) return Fail(c, "Concat dimension must be in range [{}, {}), got {}", -rank, rank, given);
  std::vector<int64_t> shape = parts[0].dims, indices;
  shape[*dim] = 0;
  int64_t count = 0;
  for (int i = 0; i < n; ++i) {
    const SparseArg& x = parts[i];
    if (static_cast<int64_t>(x.dims.size()) != rank)
      return Fail(c, "Ranks of all input tensors must match: expected {} but got {} at position {}", rank,
                  x.dims.size(), i);
    for (int64_t d = 0; d < rank; ++d)
      if (d != *dim && x.dims[d] != shape[d])
        return Fail(c, "Input shapes must match: expected {} for dimension {} but got {} at position {}",
                    shape[d], d, x.dims[d], i);
    if (x.values.dim(0) != x.count)
      return Fail(c, "indices and values rows (indexing dimension) must match. (indices = {}, values = {})",
                  x.count, x.values.dim(0));
    if (x.rank != rank) return Fail(c, "Index rank ({}) and shape rank ({}) do not match", x.rank, rank);
    for (int64_t k = 0; k < x.count; ++k) {
      indices.insert(indices.end(), x.row(k), x.row(k) + rank);
      indices[indices.size() - rank + *dim] += shape[*dim];
    }
    shape[*dim] += x.dims[*dim];
    count += x.count;
  }
  const Tensor whole = IntVector(indices, DType::kInt64).Reshaped(Shape{count, rank});
  const SparseArg joined(whole, whole, parts[0].shape);
  std::vector<int64_t> sorted;
  Tensor* values = c.Output(1, parts[0].values.dtype(), Shape{count});
  if (values == nullptr) return;
  const Mover mover(values->dtype());
  int64_t to = 0;
  for (int64_t from : SortedIndices(joined, AllDims(rank))) {
    sorted.insert(sorted.end(), joined.row(from), joined.row(from) + rank);
    size_t part = 0;
    for (; from >= parts[part].count; ++part) from -= parts[part].count;
    mover.Copy(values, to++, parts[part].values, from, 1);
  }
  GiveIndices(c, 0, sorted, count, rank);
  GiveNumbers(c, 2, shape);
}

Status ConcatShape(ShapeContext& c) {
  const int n = c.num_inputs() / 3;
  Dim rows = 0, columns = kUnknownDim;
  Shape shape = Shape::UnknownRank(), indices, values, other;
  for (int i = 0; i < n; ++i) {
    TP_RETURN_IF_ERROR(c.WithRank(i, 2, &indices));
    TP_RETURN_IF_ERROR(c.WithRank(n + i, 1, &values));
    TP_RETURN_IF_ERROR(c.WithRank(2 * n + i, 1, &other));
    Dim count = kUnknownDim;
    TP_RETURN_IF_ERROR(c.Merge(indices.has_rank() ? indices[0] : kUnknownDim,
                               values.has_rank() ? values[0] : kUnknownDim, &count));
    rows = c.Add(rows, count);
    if (indices.has_rank()) TP_RETURN_IF_ERROR(c.Merge(columns, indices[1], &columns));
    TP_RETURN_IF_ERROR(c.Merge(shape, other, &shape));
  }
  c.Set(0, Shape{rows, columns});
  c.Set(1, Shape{rows});
  c.Set(2, shape);
  return {};
}

// --- SparseSplit

void SplitKernel(KernelContext& c) {
  const Tensor& axis = c.input(0);
  if (axis.num_elements() != 1 || axis.rank() != 0)
    return Fail(c, "Input axis should be a scalar but received shape {}", axis.shape());
  const SparseArg x(c, 1);
  if (x.indices.rank() != 2)
    return Fail(c, "Input indices should be a matrix but received shape {}", x.indices.shape());
  if (x.values.rank() != 1)
    return Fail(c, "Input values should be a vector but received shape {}", x.values.shape());
  if (x.shape.rank() != 1)
    return Fail(c, "Input shape should be a vector but received shape {}", x.shape.shape());
  const int64_t rank = static_cast<int64_t>(x.dims.size()), parts = c.num_outputs() / 3;
  const std::optional<int> dim = NormalAxis(ScalarInt(axis), static_cast<int>(rank));
  if (!dim) return Fail(c, "Input axis should be in range [{}, {}), got {}", -rank, rank, ScalarInt(axis));
  const int64_t size = x.dims[*dim];
  if (parts > size)
    return Fail(c, "Input num_split should be between 1 and the splitting dimension size ({}), got {}", size,
                parts);
  if (!CheckSparse(c, x)) return;
  for (int64_t i = 0; i < x.count; ++i)
    for (int64_t d = 0; d < rank; ++d)
      if (x.row(i)[d] < 0 || x.row(i)[d] >= x.dims[d]) {
        std::string index = JoinNumbers(x.row(i), rank);
        for (size_t k = 0; (k = index.find(',', k)) != index.npos; k += 2) index.insert(k + 1, " ");
        return Fail(c, "Sparse index tuple indices[{}, :] = [{}] is out of bounds", i, index);
      }
  for (int64_t p = 0, begin = 0; p < parts; ++p) {
    const int64_t width = size / parts + (p < size % parts ? 1 : 0);
    std::vector<int64_t> indices, from, shape = x.dims;
    for (int64_t i = 0; i < x.count; ++i) {
      if (x.row(i)[*dim] < begin || x.row(i)[*dim] >= begin + width) continue;
      from.push_back(i);
      indices.insert(indices.end(), x.row(i), x.row(i) + rank);
      indices[indices.size() - rank + *dim] -= begin;
    }
    shape[*dim] = width;
    begin += width;
    const int out = static_cast<int>(p), n = static_cast<int>(parts);
    GiveIndices(c, out, indices, static_cast<int64_t>(from.size()), rank);
    if (!GiveElements(c, n + out, x.values, from)) return;
    GiveNumbers(c, 2 * n + out, shape);
  }
}

Status SplitShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(3, 1, &shape));
  const int n = c.num_outputs() / 3;
  const Dim rank = shape.has_rank() ? shape[0] : kUnknownDim;
  for (int i = 0; i < n; ++i) {
    c.Set(i, Shape{kUnknownDim, rank});
    c.Set(n + i, Shape{kUnknownDim});
    c.Set(2 * n + i, Shape{rank});
  }
  return {};
}

// --- SparseSlice

void SliceKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  if (!CheckSparse(c, x)) return;
  const char* const names[] = {"start", "size"};
  for (int i = 0; i < 2; ++i)
    if (c.input(3 + i).rank() != 1)
      return Fail(c, "Input {} should be a vector but received shape {}", names[i], c.input(3 + i).shape());
  for (int i = 0; i < 2; ++i)
    if (c.input(3 + i).num_elements() != x.rank)
      return Fail(c, "Expected {} to be a vector of length {} but got length {}", names[i], x.rank,
                  c.input(3 + i).num_elements());
  std::vector<int64_t> start, shape, indices, from;
  for (int64_t d = 0; d < x.rank; ++d) {
    start.push_back(ElementAsInt(c.input(3), d));
    const int64_t size = ElementAsInt(c.input(4), d);
    if (size < 0) return Fail(c, "Expected a non-negative size, got {}", size);
    shape.push_back(std::max<int64_t>(std::min(size, x.dims[d] - start[d]), 0));
  }
  for (int64_t i = 0; i < x.count; ++i) {
    bool inside = true;
    for (int64_t d = 0; d < x.rank; ++d) {
      const int64_t at = x.row(i)[d] - start[d];
      inside = inside && at >= 0 && at < shape[d];
    }
    if (!inside) continue;
    from.push_back(i);
    for (int64_t d = 0; d < x.rank; ++d) indices.push_back(x.row(i)[d] - start[d]);
  }
  GiveIndices(c, 0, indices, static_cast<int64_t>(from.size()), x.rank);
  GiveElements(c, 1, x.values, from);
  GiveNumbers(c, 2, shape);
}

// Gradients of the values in the slice, zeros elsewhere.
void SliceGradKernel(KernelContext& c) {
  const Tensor& grad = c.input(0);
  const SparseArg x(c.input(1), grad, c.input(2)), y(c.input(3), grad, c.input(2));
  if (x.indices.rank() != 2 || y.indices.rank() != 2)
    return Fail(c, "Input and output indices should be matrices but received shapes: {} and {}",
                x.indices.shape(), y.indices.shape());
  if (grad.rank() != 1)
    return Fail(c, "Input backprop_val_grad should be a vector but received shape: {}", grad.shape());
  if (grad.num_elements() != y.count)
    return Fail(c,
                "# elements of backprop_val_grad and # rows of output_indices should match (#nnz of sum): "
                "got {} and {}",
                grad.num_elements(), y.count);
  if (x.shape.rank() != 1)
    return Fail(c, "Input start should be a vector but received shape {}", x.shape.shape());
  if (static_cast<int64_t>(x.dims.size()) != x.rank)
    return Fail(c, "Expected input_start to be a vector of length {} but got length {}", x.rank,
                x.dims.size());
  Tensor* out = c.Output(0, grad.dtype(), Shape{x.count});
  if (out == nullptr) return;
  const Mover mover(grad.dtype());
  mover.Clear(out, 0, x.count);
  int64_t next = 0;
  for (int64_t i = 0; i < x.count && next < y.count; ++i) {
    bool same = true;
    for (int64_t d = 0; d < x.rank; ++d) same = same && x.row(i)[d] - x.dims[d] == y.row(next)[d];
    if (same) mover.Copy(out, i, grad, next++, 1);
  }
}

// --- SparseFillEmptyRows

void FillKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  const Tensor& filler = c.input(3);
  if (x.indices.rank() != 2) return Fail(c, "indices must be a matrix, saw: {}", x.indices.shape());
  if (x.values.rank() != 1) return Fail(c, "values must be a vector, saw: {}", x.values.shape());
  if (x.shape.rank() != 1) return Fail(c, "dense_shape must be a vector, saw: {}", x.shape.shape());
  if (filler.rank() != 0) return Fail(c, "default_value must be a scalar, saw: {}", filler.shape());
  if (x.values.dim(0) != x.count)
    return Fail(c, "The length of `values` ({}) must match the first dimension of `indices` ({}).",
                x.values.dim(0), x.count);
  if (static_cast<int64_t>(x.dims.size()) != x.rank)
    return Fail(c, "The length of `dense_shape` ({}) must match the second dimension of `indices` ({}).",
                x.dims.size(), x.rank);
  if (x.rank == 0) return Fail(c, "Dense shape cannot be empty.");
  const int64_t rows = x.dims[0];
  if (rows == 0 && x.count > 0)
    return Fail(c, "Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {}", x.count);
  std::vector<std::vector<int64_t>> of_row(static_cast<size_t>(rows));
  for (int64_t i = 0; i < x.count; ++i) {
    const int64_t row = x.row(i)[0];
    if (row < 0 || row >= rows) return Fail(c, "indices({}, 0) is invalid: {} >= {}", i, row, rows);
    of_row[row].push_back(i);
  }
  std::vector<int64_t> indices, from, map(static_cast<size_t>(x.count));
  Tensor* empty = c.Output(2, DType::kBool, Shape{rows});
  if (empty == nullptr) return;
  for (int64_t row = 0; row < rows; ++row) {
    empty->data<bool>()[row] = of_row[row].empty();
    for (const int64_t i : of_row[row]) {
      map[i] = static_cast<int64_t>(from.size());
      from.push_back(i);
      indices.insert(indices.end(), x.row(i), x.row(i) + x.rank);
    }
    if (!of_row[row].empty()) continue;
    from.push_back(-1);
    indices.push_back(row);
    indices.resize(indices.size() + x.rank - 1);
  }
  Tensor* values = c.Output(1, x.values.dtype(), Shape{static_cast<Dim>(from.size())});
  if (values == nullptr) return;
  const Mover mover(values->dtype());
  for (size_t i = 0; i < from.size(); ++i)
    mover.Copy(values, static_cast<int64_t>(i), from[i] < 0 ? filler : x.values,
               std::max<int64_t>(from[i], 0), 1);
  GiveIndices(c, 0, indices, static_cast<int64_t>(from.size()), x.rank);
  GiveNumbers(c, 3, map);
}

Status FillShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "2110"));
  const Shape &indices = c.input(0), &values = c.input(1);
  Dim count = indices.has_rank() ? indices[0] : kUnknownDim;
  if (values.has_rank()) TP_RETURN_IF_ERROR(c.Merge(count, values[0], &count));
  const Shape dense = c.ValueAsShape(2);
  Dim rank = c.input(2).has_rank() ? c.input(2)[0] : kUnknownDim;
  if (indices.has_rank()) TP_RETURN_IF_ERROR(c.Merge(indices[1], rank, &rank));
  c.Set(0, Shape{kUnknownDim, rank});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{dense.has_rank() && dense.rank() > 0 ? dense[0] : kUnknownDim});
  c.Set(3, Shape{count});
  return {};
}

// What each value gets, and the sum of what the fillers get.
void FillGradKernel(KernelContext& c) {
  const Tensor &map = c.input(0), &grad = c.input(1);
  if (map.rank() != 1) return Fail(c, "reverse_index_map must be a vector, saw: {}", map.shape());
  if (grad.rank() != 1) return Fail(c, "grad_values must be a vector, saw: {}", grad.shape());
  const TileFn add = PrimTile(Prim::kAdd, grad.dtype());
  if (add == nullptr || grad.dtype() == DType::kString)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(grad.dtype()));
  std::vector<int64_t> from;
  std::vector<bool> taken(static_cast<size_t>(grad.num_elements()));
  for (int64_t i = 0; i < map.num_elements(); ++i) {
    const int64_t at = ElementAsInt(map, i);
    if (at < 0 || at >= grad.num_elements())
      return Fail(c, "Elements in reverse index must be in [0, {}) but got {}", grad.num_elements(), at);
    from.push_back(at);
    taken[at] = true;
  }
  Tensor* sum = c.Output(1, grad.dtype(), Shape());
  if (!GiveElements(c, 0, grad, from) || sum == nullptr) return;
  Mover(grad.dtype()).Clear(sum, 0, 1);
  for (int64_t i = 0; i < grad.num_elements(); ++i) {
    const void* in[] = {sum->raw_data(), static_cast<char*>(grad.raw_data()) + i * DTypeSize(grad.dtype())};
    if (!taken[i]) add(in, sum->raw_data(), 1);
  }
}

}  // namespace

TP_OP(SparseReorder){
    .name = "SparseReorder",
    .inputs = "input_indices: int64, input_values: T, input_shape: int64",
    .outputs = "output_indices: int64, output_values: T",
    .attrs = "T: type",
    .doc = "The values in the order of their indices.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
          c.Set(0, c.input(0).has_rank() ? c.input(0) : Shape{kUnknownDim, kUnknownDim});
          c.Set(1, c.input(1).has_rank() ? c.input(1) : Shape{kUnknownDim});
          return Status();
        },
    .kernel = ReorderKernel,
    .gradient = ReorderGrad,
    .examples = "i64:[[1 0] [0 1]], [5. 7.], i64:[2 2] -> i64:[[0 1] [1 0]], [7. 5.]",
};

TP_OP(SparseReshape){
    .name = "SparseReshape",
    .inputs = "input_indices: int64, input_shape: int64, new_shape: int64",
    .outputs = "output_indices: int64, output_shape: int64",
    .doc = "Indices into the same elements under another shape; -1 stands for the dim that is left.",
    .shape = ReshapeShape,
    .kernel = ReshapeKernel,
    .no_gradient = true,
    .examples = "i64:[[0 1] [1 2]], i64:[2 3], i64:[3 -1] -> i64:[[0 1] [2 1]], i64:[3 2]",
};

TP_OP(SparseConcat){
    .name = "SparseConcat",
    .inputs = "indices: N * int64, values: N * T, shapes: N * int64",
    .outputs = "output_indices: int64, output_values: T, output_shape: int64",
    .attrs = "concat_dim: int, N: int >= 2, T: type",
    .doc = "Sparse tensors one behind the other along a dim.",
    .shape = ConcatShape,
    .kernel = ConcatKernel,
    .no_gradient = true,
    .examples =
        "i64:[[0 1]], i64:[[1 0]], [5], [7], i64:[2 2], i64:[2 2] -> i64:[[0 1] [1 2]], [5 7], i64:[2 4] | "
        "concat_dim=1 N=2",
};

TP_OP(SparseSplit){
    .name = "SparseSplit",
    .inputs = "split_dim: int64, indices: int64, values: T, shape: int64",
    .outputs =
        "output_indices: num_split * int64, output_values: num_split * T, output_shape: num_split * int64",
    .attrs = "num_split: int >= 1, T: type",
    .doc =
        "A sparse tensor cut along a dim into so many parts, the first ones one larger where it does not "
        "come out.",
    .shape = SplitShape,
    .kernel = SplitKernel,
    .examples =
        "i64:1, i64:[[0 1] [1 2]], [5 7], i64:[2 3] -> i64:[[0 1]], i64:[[1 0]], [5], [7], i64:[2 2], i64:[2 "
        "1] | "
        "num_split=2",
};

TP_OP(SparseSlice){
    .name = "SparseSlice",
    .inputs = "indices: int64, values: T, shape: int64, start: int64, size: int64",
    .outputs = "output_indices: int64, output_values: T, output_shape: int64",
    .attrs = "T: type",
    .doc = "What lies in a box.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "21111"));
          SetSparseShapes(c, 0, c.input(2));
          return Status();
        },
    .kernel = SliceKernel,
    .gradient = [](GradContext& g) { grad::Run(g, "d1 = SparseSliceGrad(g1, x0, x3, y0)"); },
    .examples =
        "i64:[[0 1] [1 0] [1 2]], [1. 2. 3.], i64:[2 3], i64:[1 0], i64:[1 3] -> i64:[[0 0] [0 2]], [2. 3.], "
        "i64:[1 3]",
};

TP_OP(SparseSliceGrad){
    .name = "SparseSliceGrad",
    .inputs = "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64",
    .outputs = "val_grad: T",
    .attrs = "T: " TP_NUMBERS,
    .doc = "The gradient of SparseSlice with respect to the values.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "-2"));
          c.Set(0, Shape{c.input(1).has_rank() ? c.input(1)[0] : kUnknownDim});
          return Status();
        },
    .kernel = SliceGradKernel,
    .examples = "[5. 6.], i64:[[0 1] [1 0] [1 2]], i64:[1 0], i64:[[0 0] [0 2]] -> [0. 5. 6.]",
};

TP_OP(SparseFillEmptyRows){
    .name = "SparseFillEmptyRows",
    .inputs = "indices: int64, values: T, dense_shape: int64, default_value: T",
    .outputs = "output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64",
    .attrs = "T: type",
    .doc =
        "A value at the beginning of each row that has none; which rows those are, and where each value "
        "went.",
    .shape = FillShape,
    .kernel = FillKernel,
    .gradient = [](GradContext& g) { grad::Run(g, "q = SparseFillEmptyRowsGrad(y3, g1); d1 = q; d3 = q.1"); },
    .host_inputs = "dense_shape",
    .examples =
        "i64:[[0 1] [2 0]], [1. 2.], i64:[3 2], 9. -> i64:[[0 1] [1 0] [2 0]], [1. 9. 2.], [False True "
        "False], "
        "i64:[0 2]",
};

TP_OP(SparseFillEmptyRowsGrad){
    .name = "SparseFillEmptyRowsGrad",
    .inputs = "reverse_index_map: int64, grad_values: T",
    .outputs = "d_values: T, d_default_value: T",
    .attrs = "T: type",
    .doc = "The gradient of SparseFillEmptyRows with respect to values and filler.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "11"));
          c.Set(0, c.input(0).has_rank() ? c.input(0) : Shape{kUnknownDim});
          c.Set(1, Shape());
          return Status();
        },
    .kernel = FillGradKernel,
    .examples = "i64:[0 2], [1. 2. 3.] -> [1. 3.], 2.",
};

}  // namespace tp
