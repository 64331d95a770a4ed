// Arithmetic on sparse tensors: sums with sparse and dense tensors, products, reductions, softmax
// (TensorFlow: sparse_add_op.cc, sparse_reduce_op.cc, sparse_tensor_dense_matmul_op.cc,
// sparse_dense_binary_op_shared.cc, sparse_sparse_binary_op_shared.cc, sparse_softmax_op.cc, sparse_grad.py).
// Values are combined by the tiles of the elementwise primitives, so that loops exist once and not for every
// dtype.
#include <cmath>
#include <complex>
#include <set>

#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/sparse.h"
#include "kernels/widen.h"

namespace tp {
namespace {

// z[to] = f(x[i], y[j]) for elements of one dtype.
class Combiner {
 public:
  // Null tile (an error is set): the primitive does not know the dtype.
  Combiner(KernelContext& c, Prim prim, DType dtype) : tile_(PrimTile(prim, dtype)), size_(DTypeSize(dtype)) {
    if (tile_ == nullptr || dtype == DType::kString) {
      tile_ = nullptr;
      FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(dtype));
    }
  }
  explicit operator bool() const { return tile_ != nullptr; }
  void operator()(const Tensor& x, int64_t i, const Tensor& y, int64_t j, const Tensor& z, int64_t to,
                  int64_t n = 1) const {
    const void* in[] = {At(x, i), At(y, j)};
    tile_(in, At(z, to), static_cast<size_t>(n));
  }

 private:
  void* At(const Tensor& x, int64_t i) const { return static_cast<char*>(x.raw_data()) + i * size_; }
  TileFn tile_;
  size_t size_;
};

// --- two sparse tensors

// The union of two sets of indices in order; -1: not among those of x or y. f(i, j).
template <class F>
void Merge(const SparseArg& x, const SparseArg& y, const F& f) {
  int64_t i = 0, j = 0;
  while (i < x.count || j < y.count) {
    const int order = i == x.count ? 1 : j == y.count ? -1 : CompareIndices(x.row(i), y.row(j), x.rank);
    f(order <= 0 ? i : -1, order >= 0 ? j : -1);
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
}

double Magnitude(const Tensor& x, int64_t i) {
  if (x.dtype() == DType::kComplex64) return std::abs(x.data<std::complex<float>>()[i]);
  if (x.dtype() == DType::kComplex128) return std::abs(x.data<std::complex<double>>()[i]);
  return std::abs(ElementAsDouble(x, i));
}

bool SameShapes(KernelContext& c, const SparseArg& a, const SparseArg& b) {
  for (size_t d = 0; d < a.dims.size(); ++d)
    if (a.dims[d] != b.dims[d])
      return Fail(c, "Operands' shapes do not match: got {} and {} for dimension {}", a.dims[d], b.dims[d],
                  d),
             false;
  return true;
}

// `filled`: where one has no value it counts as zero, else the other one's value is it.
void MergeKernel(KernelContext& c, const SparseArg& a, const SparseArg& b, Prim prim, bool filled,
                 double least) {
  const DType dtype = a.values.dtype();
  const Combiner combine(c, prim, dtype);
  const Tensor sums = c.Scratch(dtype, Shape{a.count + b.count + 1});
  if (!combine || !sums.valid()) return;
  const Mover mover(dtype);
  const int64_t zero = a.count + b.count;
  Tensor all = sums;
  mover.Clear(&all, zero, 1);
  std::vector<int64_t> indices, from;
  int64_t n = 0;
  Merge(a, b, [&](int64_t i, int64_t j) {
    if (filled || (i >= 0 && j >= 0)) {
      combine(i >= 0 ? a.values : sums, i >= 0 ? i : zero, j >= 0 ? b.values : sums, j >= 0 ? j : zero, sums,
              n);
      if (!filled && !(Magnitude(sums, n) >= least)) return;
    } else {
      mover.Copy(&all, n, i >= 0 ? a.values : b.values, std::max(i, j), 1);
    }
    const int64_t* row = i >= 0 ? a.row(i) : b.row(j);
    indices.insert(indices.end(), row, row + a.rank);
    from.push_back(n++);
  });
  GiveIndices(c, 0, indices, n, a.rank);
  GiveElements(c, 1, sums, from);
}

void AddKernel(KernelContext& c) {
  const SparseArg a(c, 0), b(c, 3);
  if (a.indices.rank() != 2 || b.indices.rank() != 2)
    return Fail(c, "Input indices should be matrices but received shapes: {} and {}", a.indices.shape(),
                b.indices.shape());
  if (a.values.rank() != 1 || b.values.rank() != 1)
    return Fail(c, "Input values should be vectors but received shapes: {} and {}", a.values.shape(),
                b.values.shape());
  if (a.values.dim(0) != a.count || b.values.dim(0) != b.count)
    return Fail(c, "Expected {} and {} non-empty input values, got {} and {}", a.count, b.count,
                a.values.dim(0), b.values.dim(0));
  if (a.shape.rank() != 1 || b.shape.rank() != 1)
    return Fail(c, "Input shapes should be a vector but received shapes {} and {}", a.shape.shape(),
                b.shape.shape());
  if (a.rank != b.rank)
    return Fail(c, "Input indices must have the same dimension, got {} and {}", a.rank, b.rank);
  if (static_cast<int64_t>(a.dims.size()) != a.rank || a.dims.size() != b.dims.size())
    return Fail(c, "Operands do not have the same ranks; got shapes: {} and {}", a.shape.shape(),
                b.shape.shape());
  if (!SameShapes(c, a, b)) return;
  if (c.input(6).rank() != 0)
    return Fail(c, "The magnitude threshold must be a scalar: got shape {}", c.input(6).shape());
  MergeKernel(c, a, b, Prim::kAdd, false, ElementAsDouble(c.input(6), 0));
  c.SetOutput(2, a.shape);
}

void ExtremeKernel(KernelContext& c, Prim prim) {
  const SparseArg a(c, 0), b(c, 3);
  if (!CheckSparse(c, a) || !CheckSparse(c, b)) return;
  if (a.rank != b.rank) {
    const auto text = [](const SparseArg& x) {
      std::string joined = JoinNumbers(x.dims.data(), x.rank);
      std::replace(joined.begin(), joined.end(), ',', ' ');
      return joined;
    };
    return Fail(c, "Operands do not have the same ranks; got shapes: {} and {}", text(a), text(b));
  }
  if (SameShapes(c, a, b)) MergeKernel(c, a, b, prim, true, 0);
}

// Of the gradients of a sum, what belongs to either side.
void AddGradKernel(KernelContext& c) {
  const Tensor& grad = c.input(0);
  for (int i = 1; i < 4; ++i)
    if (c.input(i).rank() != 2)
      return Fail(c, "Input indices should be matrices but received shapes: {} and {} and {}",
                  c.input(1).shape(), c.input(2).shape(), c.input(3).shape());
  if (grad.rank() != 1)
    return Fail(c, "Input backprop_val_grad should be a vector but received shape: {}", grad.shape());
  const Tensor none = Tensor::Allocate(DType::kInt64, Shape{0});  // no dense shape is given
  const SparseArg sum(c.input(3), grad, none);
  if (c.input(1).dim(1) != c.input(2).dim(1) || c.input(1).dim(1) != sum.rank)
    return Fail(c, "The densified operands should have the same ndims; for A, B, sum got: {}{}{}",
                c.input(1).dim(1), c.input(2).dim(1), sum.rank);
  if (grad.num_elements() != sum.count)
    return Fail(
        c,
        "# elements of backprop_val_grad and # rows of sum_indices should match (#nnz of sum): got {} and {}",
        grad.num_elements(), sum.count);
  const Mover mover(grad.dtype());
  for (int side = 0; side < 2; ++side) {
    const SparseArg x(c.input(1 + side), grad, none);
    Tensor* out = c.Output(side, grad.dtype(), Shape{x.count});
    if (out == nullptr) return;
    mover.Clear(out, 0, x.count);
    for (int64_t i = 0, k = 0; i < x.count && k < sum.count;) {
      const int order = CompareIndices(x.row(i), sum.row(k), x.rank);
      if (order == 0) mover.Copy(out, i, grad, k, 1);
      if (order <= 0) ++i;
      if (order >= 0) ++k;
    }
  }
}

Status AddShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "--1"));
  SetSparseShapes(c, 0, c.input(2));
  return {};
}

Status ExtremeShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "211211"));
  c.Set(0, Shape{kUnknownDim, kUnknownDim});
  c.Set(1, Shape{kUnknownDim});
  return {};
}

// --- a sparse and a dense tensor

void DenseAddKernel(KernelContext& c) {
  const SparseArg a(c, 0);
  const Tensor& b = c.input(3);
  if (a.indices.rank() != 2)
    return Fail(c, "Input a_indices should be a matrix but received shape: {}", a.indices.shape());
  if (a.values.rank() != 1 || a.shape.rank() != 1)
    return Fail(c, "Inputs a_values and a_shape should be vectors but received shapes: {} and {}",
                a.values.shape(), a.shape.shape());
  if (a.values.dim(0) != a.count)
    return Fail(c, "Dimensions {} and {} are not compatible", a.count, a.values.dim(0));
  if (static_cast<int64_t>(a.dims.size()) != b.rank())
    return Fail(c, "Two operands have different ranks; received: {} and {}", a.dims.size(), b.rank());
  if (a.rank != b.rank()) return Fail(c, "Dimensions {} and {} are not compatible", a.rank, b.rank());
  for (int d = 0; d < b.rank(); ++d)
    if (a.dims[d] != b.dim(d))
      return Fail(
          c, "Dimension {} does not equal (no broadcasting is supported): sparse side {} vs dense side {}", d,
          a.dims[d], b.dim(d));
  const Combiner add(c, Prim::kAdd, b.dtype());
  Tensor* out = c.Output(0, b.dtype(), b.shape());
  if (!add || out == nullptr) return;
  Mover(b.dtype()).Copy(out, 0, b, 0, b.num_elements());
  for (int64_t i = 0; i < a.count; ++i) {
    int64_t at = 0;
    for (int d = 0; d < b.rank(); ++d) {
      const int64_t index = a.row(i)[d];
      if (index < 0 || index >= b.dim(d)) {
        std::string shape = JoinNumbers(a.dims.data(), a.rank);
        std::replace(shape.begin(), shape.end(), ',', ' ');
        return Fail(c,
                    "Sparse tensor has an invalid index on dimension {}: a_indices({},{}) = {}, dense tensor "
                    "shape: {}",
                    d, i, d, index, shape);
      }
      at = at * b.dim(d) + index;
    }
    add(*out, at, a.values, i, *out, at);
  }
}

void CwiseKernel(KernelContext& c, Prim prim) {
  const SparseArg x(c, 0);
  const Tensor& dense = c.input(3);
  const DType dtype = dense.dtype();
  if (x.indices.rank() != 2)
    return Fail(c, "Input sp_indices should be a matrix but received shape: {}", x.indices.shape());
  if (x.values.rank() != 1 || x.shape.rank() != 1)
    return Fail(c, "Inputs sp_values and sp_shape should be vectors but received shapes: {} and {}",
                x.values.shape(), x.shape.shape());
  if (static_cast<int64_t>(x.dims.size()) != x.rank)
    return Fail(
        c,
        "Number of dimensions must match second dimension of indices. Got {} dimensions, indices shape: {}",
        x.dims.size(), x.indices.shape());
  if (x.values.dim(0) != x.count)
    return Fail(c, "The first dimension of values and indices should match. ({} vs. {})", x.values.dim(0),
                x.count);
  const int added = static_cast<int>(x.rank) - dense.rank();
  bool fits = added >= 0;
  for (int d = 0; fits && d < dense.rank(); ++d)
    fits = dense.dim(d) == 1 || dense.dim(d) == x.dims[added + d];
  if (!fits)
    return Fail(
        c, "SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: [{}] vs. {}",
        JoinNumbers(x.dims.data(), static_cast<int64_t>(x.dims.size())), dense.shape());
  const Combiner combine(c, prim, dtype);
  if (!combine) return;
  if (prim == Prim::kDiv && IsInteger(dtype))
    for (int64_t i = 0; i < dense.num_elements(); ++i)
      if (ElementAsInt(dense, i) == 0)
        return Fail(c, "SparseDenseCwiseDiv cannot divide by zero,but input dense tensor contains zero ");
  Tensor* out = c.Output(0, dtype, Shape{x.count});
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.count; ++i) {
    int64_t at = 0;
    for (int64_t d = 0; d < x.rank; ++d) {
      const int64_t index = x.row(i)[d];
      if (index < 0 || index >= x.dims[d])
        return Fail(c, "Provided indices are out-of-bounds w.r.t. dense side with broadcasted shape");
      if (d >= added) at = at * dense.dim(d - added) + (dense.dim(d - added) == 1 ? 0 : index);
    }
    combine(x.values, i, dense, at, *out, i);
  }
}

Status CwiseShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
  c.Set(0, Shape{c.input(0).has_rank() ? c.input(0)[0] : kUnknownDim});
  return {};
}

// _SparseDenseCwiseMulOrDivGrad: where each value's partner lies in the dense tensor.
void CwiseGrad(GradContext& g, bool product) {
  std::string text =
      "s = cast(shape(x3), i64); n = ExpandDims(sub(size(x2), size(s)), int(0));"
      "o = ones(n, i64); t = FloorDiv:floordiv(x2, ConcatV2:concat(o, s, int(0)));"
      "i = FloorDiv:floordiv(x0, t);"
      "i = Slice(i, ConcatV2:concat(ints(0), n, int(0)), ints(-1, -1));"
      "v = GatherNd(x3, i);";
  text += product ? "d1 = mul(g0, v); w = mul(g0, x1);"
                  : "d1 = RealDiv:truediv(g0, v); w = mul(g0, RealDiv:truediv(neg(x1), Square(v)));";
  text += "d3 = SparseTensorDenseAdd(i, w, s, zeros(x3))";
  grad::Run(g, text.c_str());
}

// --- products

template <class T>
T Adjoint(T x) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
    return std::conj(x);
  else
    return x;
}

// out[m, :] += a * row k of b for each value a at [m, k].
template <class T>
void Multiply(const SparseArg& a, const Tensor& values, const Tensor& b, bool adjoint_a, bool adjoint_b,
              int64_t columns, Tensor* out) {
  const int64_t width = b.dim(1);
  std::fill_n(out->data<T>(), out->num_elements(), T(0));
  for (int64_t i = 0; i < a.count; ++i) {
    const int64_t m = a.row(i)[adjoint_a], k = a.row(i)[!adjoint_a];
    const T value = adjoint_a ? Adjoint(values.data<T>()[i]) : values.data<T>()[i];
    T* const z = out->data<T>() + m * columns;
    const T* const y = b.data<T>();
    for (int64_t n = 0; n < columns; ++n)
      z[n] += value * (adjoint_b ? Adjoint(y[n * width + k]) : y[k * width + n]);
  }
}

void MatMulKernel(KernelContext& c) {
  const SparseArg a(c, 0);
  const Tensor& b = c.input(3);
  const bool adjoint_a = c.Attr("adjoint_a", false), adjoint_b = c.Attr("adjoint_b", false);
  if (b.rank() != 2) return Fail(c, "Tensor 'b' is not a matrix");
  if (a.shape.rank() != 1) return Fail(c, "Tensor 'a_shape' is not a vector");
  if (a.dims.size() != 2) return Fail(c, "Tensor 'a_shape' must have 2 elements");
  if (a.values.rank() != 1) return Fail(c, "Tensor 'a_values' is not a vector");
  if (a.indices.rank() != 2) return Fail(c, "Tensor 'a_indices' is not a matrix");
  if (a.values.dim(0) != a.count)
    return Fail(c, "Number of rows of a_indices does not match number of entries in a_values");
  if (a.rank != 2)
    return Fail(c, "Number of columns of a_indices does not match number of entries in a_shape");
  const int64_t rows = a.dims[adjoint_a], inner = a.dims[!adjoint_a];
  const int64_t columns = b.dim(!adjoint_b), inner_b = b.dim(adjoint_b);
  if (inner != inner_b)
    return Fail(
        c,
        "Cannot multiply A and B because inner dimension does not match: {} vs. {}.  Did you forget a "
        "transpose?  Dimensions of A: [{}, {}).  Dimensions of B: {}",
        inner, inner_b, a.dims[0], a.dims[1], b.shape());
  if (rows < 0) return Fail(c, "Dimension 0 must be >= 0, got {}", rows);
  for (int64_t i = 0; i < a.count; ++i) {
    const int64_t m = a.row(i)[adjoint_a], k = a.row(i)[!adjoint_a];
    if (k < 0 || k >= inner)
      return Fail(c, "k ({}) from index[{},{}] out of bounds (>={})", k, i, int{!adjoint_a}, inner);
    if (m < 0 || m >= rows)
      return Fail(c, "m ({}) from index[{},{}] out of bounds (>={})", m, i, int{adjoint_a}, rows);
  }
  const Shape shape{rows, columns};
  if (IsComplex(b.dtype())) {
    Tensor* out = c.Output(0, b.dtype(), shape);
    if (out == nullptr) return;
    if (b.dtype() == DType::kComplex64)
      Multiply<std::complex<float>>(a, a.values, b, adjoint_a, adjoint_b, columns, out);
    else
      Multiply<std::complex<double>>(a, a.values, b, adjoint_a, adjoint_b, columns, out);
    return;
  }
  Widened w;
  if (!Widen(c, {3, 1}, shape, DType::kInt64, &w)) return;
  const auto multiply = [&](auto zero) {
    Multiply<decltype(zero)>(a, w.in[1], w.in[0], adjoint_a, adjoint_b, columns, &w.out);
  };
  if (w.dtype == DType::kInt64)
    multiply(int64_t{});
  else
    OfFloat(w, multiply);
  Narrow(c, w);
}

Status MatMulShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
  Shape a = c.ValueAsShape(2), b;
  if (!a.has_rank()) a = Shape{kUnknownDim, kUnknownDim};
  if (a.rank() != 2) return InvalidArgument("Shape must be rank 2 but is rank {}", a.rank());
  TP_RETURN_IF_ERROR(c.WithRank(3, 2, &b));
  if (!b.has_rank()) b = Shape{kUnknownDim, kUnknownDim};
  const bool adjoint_a = c.Attr("adjoint_a", false), adjoint_b = c.Attr("adjoint_b", false);
  Dim inner;
  TP_RETURN_IF_ERROR(c.Merge(a[!adjoint_a], b[adjoint_b], &inner));
  c.Set(0, Shape{a[adjoint_a], b[!adjoint_b]});
  return {};
}

// _SparseTensorDenseMatMulGrad.
void MatMulGrad(GradContext& g) {
  const bool a = g.Attr<bool>("adjoint_a"), b = g.Attr<bool>("adjoint_b");
  std::string text = "p = SparseTensorDenseMatMul(x0, x1, x2, g0)";
  text += a ? ";" : "{adjoint_a};";
  const bool complex = IsComplex(g.input(3).dtype());
  text += !b        ? "d3 = p;"
          : complex ? "d3 = ConjugateTranspose:matrix_transpose/transpose(p, ints(1, 0));"
                    : "d3 = Transpose:matrix_transpose/transpose(p, ints(1, 0));";
  text +=
      "r = StridedSlice:strided_slice(x0, ints(0, 0), ints(0, 1), ints(1, 1)){begin_mask=1, end_mask=1, "
      "shrink_axis_mask=2};"
      "k = StridedSlice:strided_slice(x0, ints(0, 1), ints(0, 2), ints(1, 1)){begin_mask=1, end_mask=1, "
      "shrink_axis_mask=2};";
  text += a ? "u = GatherV2(g0, k, int(0));" : "u = GatherV2(g0, r, int(0));";
  text += b ? "t = Transpose:transpose(x3, ints(1, 0));" : "t = x3;";
  text += a ? "v = GatherV2(t, r, int(0));" : "v = GatherV2(t, k, int(0));";
  text += a ? "u = ExpandDims(u, int(-1));" : "u = ExpandDims(u, int(-2));";
  text += a == b ? "v = ExpandDims(v, int(-2));" : "v = ExpandDims(v, int(-1));";
  text += a ? (b ? "m = mm(u', v');" : "m = mm(u', v);") : (b ? "m = mm(u, v);" : "m = mm(u, v');");
  text += "d1 = Squeeze(m){squeeze_dims=[-2, -1]}";
  grad::Run(g, text.c_str());
}

// --- reductions

// The values of each group of indices that agree in the dims that stay. With `sparse` only groups that have
// values are in the result.
void ReduceKernel(KernelContext& c, Prim prim, bool sparse) {
  const SparseArg x(c, 0);
  const Tensor& axes = c.input(3);
  if (x.shape.rank() != 1)
    return Fail(c, "Expected input_shape to be a vector; got shape: {}", x.shape.shape());
  if (axes.rank() > 1)
    return Fail(c, "Expected reduction_axes to be a scalar or a vector; got shape: {}", axes.shape());
  if (x.values.rank() != 1) return Fail(c, "vals must be a vec, but got: {}", x.values.shape());
  if (x.values.num_elements() != x.count)
    return Fail(c, "indices and values rows (indexing dimension) must match. (indices = {}, values = {})",
                x.count, x.values.num_elements());
  const int64_t rank = static_cast<int64_t>(x.dims.size());
  if (x.indices.rank() != 2 || x.rank != rank)
    return Fail(c, "Index rank ({}) and shape rank ({}) do not match", x.rank, rank);
  std::set<int64_t> reduced;
  for (int64_t i = 0; i < axes.num_elements(); ++i) {
    const int64_t axis = ElementAsInt(axes, i);
    if (axis < -rank || axis >= rank)
      return Fail(c, "Invalid reduction dimension {}, for input with {} dimensions.", axis, rank);
    reduced.insert(axis < 0 ? axis + rank : axis);
  }
  const bool keep = c.Attr("keep_dims", false);
  std::vector<int64_t> left, shape;
  for (int64_t d = 0; d < rank; ++d) {
    if (!reduced.contains(d)) left.push_back(d);
    if (!reduced.contains(d) || keep) shape.push_back(reduced.contains(d) ? 1 : x.dims[d]);
  }
  const DType dtype = x.values.dtype();
  const Combiner combine(c, prim, dtype);
  if (!combine) return;
  const Mover mover(dtype);
  Tensor sums;
  if (sparse) {
    sums = c.Scratch(dtype, Shape{x.count});
  } else {
    Shape dense;
    for (const int64_t d : shape) dense.Append(d);
    if (const Tensor* out = c.Output(0, dtype, dense)) sums = *out;
  }
  if (!sums.valid()) return;
  if (!sparse) mover.Clear(&sums, 0, sums.num_elements());
  std::vector<int64_t> indices, from;
  const int64_t* last = nullptr;
  int64_t to = -1;
  for (const int64_t i : SortedIndices(x, left)) {
    const int64_t* row = x.row(i);
    bool same = last != nullptr;
    for (const int64_t d : left) same = same && row[d] == last[d];
    last = row;
    if (same) {
      combine(sums, to, x.values, i, sums, to);
      continue;
    }
    int64_t place = 0;
    for (const int64_t d : left) place = place * x.dims[d] + row[d];
    to = sparse ? static_cast<int64_t>(from.size()) : place;
    if (sparse) {
      from.push_back(to);
      for (int64_t d = 0; d < rank; ++d)
        if (!reduced.contains(d) || keep) indices.push_back(reduced.contains(d) ? 0 : row[d]);
    } else if (place < 0 || place >= sums.num_elements()) {
      return FailAs(c, Code::kInternal, "Obtained a write index of {} which is outside of bounds of [0, {})",
                    place, sums.num_elements());
    }
    mover.Copy(&sums, to, x.values, i, 1);
  }
  if (!sparse) return;
  GiveIndices(c, 0, indices, static_cast<int64_t>(from.size()), static_cast<int64_t>(shape.size()));
  GiveElements(c, 1, sums, from);
  GiveNumbers(c, 2, shape);
}

Status ReduceShape(ShapeContext& c) {
  const Tensor *dims = c.value(2), *axes = c.value(3);
  if (dims == nullptr || axes == nullptr || dims->num_elements() == 0) return {};
  const int64_t rank = dims->num_elements();
  std::set<int64_t> reduced;
  for (int64_t i = 0; i < axes->num_elements(); ++i) reduced.insert((ElementAsInt(*axes, i) + rank) % rank);
  Shape shape;
  for (int64_t d = 0; d < rank; ++d) {
    if (!reduced.contains(d))
      shape.Append(ElementAsInt(*dims, d));
    else if (c.Attr("keep_dims", false))
      shape.Append(1);
  }
  c.Set(0, shape);
  return {};
}

// --- softmax of the rows, over the values that are there

void SoftmaxKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  if (x.indices.rank() != 2)
    return Fail(c, "Input sp_indices should be a matrix but received shape: {}", x.indices.shape());
  if (x.values.rank() != 1 || x.shape.rank() != 1)
    return Fail(c, "Inputs sp_values and sp_shape should be vectors but received shapes: {} and {}",
                x.values.shape(), x.shape.shape());
  const int64_t rank = static_cast<int64_t>(x.dims.size());
  if (rank < 2) {
    std::string text = JoinNumbers(x.dims.data(), rank);
    return Fail(c, "Input should have rank >= 2, but received shape: {}", text);
  }
  if (x.values.num_elements() != x.count)
    return Fail(c, "indices and values rows (indexing dimension) must match. (indices = {}, values = {})",
                x.count, x.values.num_elements());
  if (x.rank != rank) return Fail(c, "Index rank ({}) and shape rank ({}) do not match", x.rank, rank);
  Widened w;
  if (!Widen(c, {1}, x.values.shape(), DType::kInt64, &w)) return;
  const std::vector<int64_t> order = SortedIndices(x, AllDims(rank));
  OfFloat(w, [&](auto zero) {
    using T = decltype(zero);
    const T* const in = w.in[0].data<T>();
    T* const out = w.out.data<T>();  // in the order of the indices
    for (size_t begin = 0, end; begin < order.size(); begin = end) {
      T most = in[order[begin]], sum = 0;
      for (end = begin;
           end < order.size() && CompareIndices(x.row(order[begin]), x.row(order[end]), rank - 1) == 0; ++end)
        most = std::max(most, in[order[end]]);
      for (size_t i = begin; i < end; ++i) sum += out[i] = std::exp(in[order[i]] - most);
      for (size_t i = begin; i < end; ++i) out[i] /= sum;
    }
  });
  Narrow(c, w);
}

// _SparseSoftmaxGrad.
void SoftmaxGrad(GradContext& g) {
  grad::Run(g,
            "p = mul(y0, g0);"
            "s = neg(SparseReduceSum(x0, p, x2, ints(-1)){keep_dims});"
            "d1 = mul(SparseDenseCwiseAdd(x0, g0, x2, s), y0)");
}

}  // namespace

#define TP_SPARSE(x) x "_indices: int64, " x "_values: T, " x "_shape: int64"

TP_OP(SparseAdd){
    .name = "SparseAdd",
    .inputs = TP_SPARSE("a") ", " TP_SPARSE("b") ", thresh: Treal",
    .outputs = TP_SPARSE("sum"),
    .attrs = "T: " TP_NUMBERS ", Treal: " TP_REALS,
    .doc =
        "The sum of sparse tensors; sums of two values whose magnitude is below the threshold are left out.",
    .shape = AddShape,
    .kernel = AddKernel,
    .gradient = [](GradContext& g) { grad::Run(g, "q = SparseAddGrad(g1, x0, x3, y0); d1 = q; d4 = q.1"); },
    .examples =
        "i64:[[0 1]], [1.], i64:[2 2], i64:[[0 0] [0 1]], [10. 20.], i64:[2 2], 0. -> i64:[[0 0] [0 1]], "
        "[10. 21.], "
        "i64:[2 2]",
};

TP_OP(SparseAddGrad){
    .name = "SparseAddGrad",
    .inputs = "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64",
    .outputs = "a_val_grad: T, b_val_grad: T",
    .attrs = "T: " TP_NUMBERS,
    .doc = "The gradient of SparseAdd with respect to the values of both.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "-22"));
          for (int i = 0; i < 2; ++i)
            c.Set(i, Shape{c.input(1 + i).has_rank() ? c.input(1 + i)[0] : kUnknownDim});
          return Status();
        },
    .kernel = AddGradKernel,
    .no_gradient = true,
    .examples = "[1. 2.], i64:[[0 1]], i64:[[0 0] [0 1]], i64:[[0 0] [0 1]] -> [2.], [1. 2.]",
};

TP_OP(SparseTensorDenseAdd){
    .name = "SparseTensorDenseAdd",
    .inputs = "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T",
    .outputs = "output: T",
    .attrs = "T: " TP_NUMBERS ", Tindices: {int32,int64}",
    .doc = "The dense sum of a sparse and a dense tensor.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.input(3));
          return Status();
        },
    .kernel = DenseAddKernel,
    .gradient = [](GradContext& g) { grad::Run(g, "d1 = GatherNd(g0, x0); d3 = g0"); },
    .examples = "i64:[[0 1]], [5.], i64:[1 2], [[1. 1.]] -> [[1. 6.]]",
};

#define TP_EXTREME(op, types, prim, word, example)                                                           \
  TP_OP(op) {                                                                                                \
    .name = #op, .inputs = TP_SPARSE("a") ", " TP_SPARSE("b"),                                               \
    .outputs = "output_indices: int64, output_values: T", .attrs = "T: " types,                              \
    .doc = "The " word " of sparse tensors by element; a value that is not there is zero.",                  \
    .shape = ExtremeShape, .kernel = [](KernelContext& c) { ExtremeKernel(c, prim); },                       \
    .gradient =                                                                                              \
        [](GradContext&) {                                                                                   \
          throw OpError{                                                                                     \
              MakeStatus(Code::kTypeError, "_" #op "Grad() takes 2 positional arguments but 3 were given")}; \
        },                                                                                                   \
    .examples =                                                                                              \
        "i64:[[0 1]], [1.], i64:[1 2], i64:[[0 0] [0 1]], [-1. 3.], i64:[1 2] -> i64:[[0 0] [0 "             \
        "1]], " example,                                                                                     \
  }

TP_EXTREME(SparseSparseMaximum, TP_REALS, Prim::kMax, "larger", "[0. 3.]");
TP_EXTREME(SparseSparseMinimum, TP_NUMBERS, Prim::kMin, "smaller", "[-1. 1.]");

#define TP_CWISE(op, prim, word, grad_fn, example)                                                          \
  TP_OP(op) {                                                                                               \
    .name = #op, .inputs = TP_SPARSE("sp") ", dense: T", .outputs = "output: T", .attrs = "T: " TP_NUMBERS, \
    .doc = "The values of a sparse tensor, " word " those of a dense one at their indices.",                \
    .shape = CwiseShape, .kernel = [](KernelContext& c) { CwiseKernel(c, prim); },                          \
    .gradient = [](GradContext& g) { grad_fn; },                                                            \
    .examples = "i64:[[0 1] [1 0]], [1. 6.], i64:[2 2], [[2.] [3.]] -> " example,                           \
  }

void NoGradient(GradContext&) {
  throw OpError{MakeStatus(Code::kUnimplemented, "Gradient for SparseDenseCwiseAdd is not implemented.")};
}
TP_CWISE(SparseDenseCwiseAdd, Prim::kAdd, "plus", NoGradient(g), "[3. 9.]");
TP_CWISE(SparseDenseCwiseMul, Prim::kMul, "times", CwiseGrad(g, true), "[2. 18.]");
TP_CWISE(SparseDenseCwiseDiv, Prim::kDiv, "divided by", CwiseGrad(g, false), "[0.5 2.]");

TP_OP(SparseTensorDenseMatMul){
    .name = "SparseTensorDenseMatMul",
    .inputs = "a_indices: Tindices, a_values: T, a_shape: int64, b: T",
    .outputs = "product: T",
    .attrs = "T: type, Tindices: {int32,int64} = int64, adjoint_a: bool = false, adjoint_b: bool = false",
    .doc = "The product of a sparse and a dense matrix, or of their adjoints.",
    .shape = MatMulShape,
    .kernel = MatMulKernel,
    .gradient = MatMulGrad,
    .host_inputs = "a_shape",
    .examples =
        "i64:[[0 1] [1 0]], [2. 3.], i64:[2 2], [[1. 2.] [3. 4.]] -> [[6. 8.] [3. 6.]]\n"
        "i64:[[0 1]], [2.], i64:[1 2], [[1. 2.]] -> [[0. 0.] [2. 4.]] | adjoint_a=true",
};

#define TP_SPARSE_REDUCE(op, types, prim, word, grad_fn, example)                                      \
  TP_OP(op){                                                                                           \
      .name = #op,                                                                                     \
      .inputs = TP_SPARSE("input") ", reduction_axes: int32",                                          \
      .outputs = "output: T",                                                                          \
      .attrs = "keep_dims: bool = false, T: " types,                                                   \
      .doc = "The " word " over axes of the values that are there; 0 where there is none.",            \
      .shape = ReduceShape,                                                                            \
      .kernel = [](KernelContext& c) { ReduceKernel(c, prim, false); },                                \
      .gradient = grad_fn,                                                                             \
      .host_inputs = "input_shape, reduction_axes",                                                    \
      .examples = "i64:[[0 0] [0 1] [1 1]], [1. 2. 3.], i64:[3 2], [1] -> " example " 0.]",            \
  };                                                                                                   \
  TP_OP(op##Sparse) {                                                                                  \
    .name = #op "Sparse", .inputs = TP_SPARSE("input") ", reduction_axes: int32",                      \
    .outputs = TP_SPARSE("output"), .attrs = "keep_dims: bool = false, T: " types,                     \
    .doc = "The " word " over axes of the values that are there.",                                     \
    .shape = [](ShapeContext&) { return Status(); },                                                   \
    .kernel = [](KernelContext& c) { ReduceKernel(c, prim, true); },                                   \
    .examples =                                                                                        \
        "i64:[[0 0] [0 1] [1 1]], [1. 2. 3.], i64:[3 2], [1] -> i64:[[0] [1]], " example "], i64:[3]", \
  }

constexpr GradFn kReduceSumGrad = [](GradContext& g) {
  grad::Run(g,
            "s = reduced_shape(x2, x3); r = reshape(g0, s);"
            "t = FloorDiv:floordiv(x2, cast(s, i64)); d1 = GatherNd(r, FloorDiv:floordiv(x0, t))");
};
TP_SPARSE_REDUCE(SparseReduceSum, TP_NUMBERS, Prim::kAdd, "sum", kReduceSumGrad, "[3. 3.");
TP_SPARSE_REDUCE(SparseReduceMax, TP_REALS, Prim::kMax, "largest", nullptr, "[2. 3.");

TP_OP(SparseSoftmax){
    .name = "SparseSoftmax",
    .inputs = TP_SPARSE("sp"),
    .outputs = "output: T",
    .attrs = "T: {float16,float32,float64}",
    .doc = "The softmax of each row over the values that are there.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
          c.Set(0, c.input(1).has_rank() ? c.input(1) : Shape{kUnknownDim});
          return Status();
        },
    .kernel = SoftmaxKernel,
    .gradient = SoftmaxGrad,
    .examples = "i64:[[0 0] [0 1] [1 1]], [0. 0. 3.], i64:[2 2] -> [0.5 0.5 1.]",
};

}  // namespace tp
