// Linear algebra on matrices of which only bands around the diagonal are not zero (TensorFlow:
// banded_triangular_solve_op.cc, tridiagonal_solve_op.cc, tridiagonal_matmul_op.cc).
#include <cmath>
#include <limits>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

// Real matrices are computed as complex ones, too: the loops exist once.
using T = std::complex<double>;

Shape Outer(const Shape& shape) { return Shape(shape.dims().first(shape.rank() - 2)); }

// --- BandedTriangularSolve: row b of the bands is the diagonal that lies b below (or above) the main one;
// where a diagonal is shorter, its elements stand at the end of the row (below) or at its beginning (above).

void BandedKernel(KernelContext& c) {
  const Tensor &a = c.input(0), &b = c.input(1);
  const bool lower = c.Attr("lower", true), adjoint = c.Attr("adjoint", false);
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() < 2) return Fail(c, "In[{}] ndims must be >= 2: {}", i, c.input(i).rank());
  const int64_t bands = a.dim(a.rank() - 2), n = a.dim(a.rank() - 1), columns = b.dim(b.rank() - 1);
  const std::optional<Shape> batch = BroadcastShapes(Outer(a.shape()), Outer(b.shape()));
  if (!batch)
    return Fail(c, "In[0] and In[1] must have compatible batch dimensions: {} vs. {}", a.shape(), b.shape());
  if (bands == 0)
    return Fail(c, "In[0] must not be an empty tensor: Tensor<type: {} shape: {} values: >",
                a.dtype() == DType::kFloat32 ? "float" : DTypeName(a.dtype()), a.shape());
  if (b.dim(b.rank() - 2) != n)
    return Fail(c, "In[0] mismatch In[1] shape: {} vs. {}: {} {} {} {}", n, b.dim(b.rank() - 2), a.shape(),
                b.shape(), int{lower}, int{adjoint});
  Shape shape = *batch;
  shape.Append(n);
  shape.Append(columns);
  const Wide<T> in(c, 0), rhs(c, 1), out(c, shape);
  if (c.failed()) return;
  for (int64_t i = 0; i < out.count(); ++i) {
    const Matrix<T> m = in.at(PlaceInBatch(a.shape(), *batch, i)),
                    y = rhs.at(PlaceInBatch(b.shape(), *batch, i)), x = out.at(i);
    std::copy_n(y.data, n * columns, x.data);
    // Element [row, column] of the matrix.
    const auto at = [&](int64_t row, int64_t column) {
      return lower ? m(row - column, row) : m(bands - 1 - (column - row), row);
    };
    const bool down = lower != adjoint;
    for (int64_t step = 0; step < n; ++step) {
      const int64_t row = down ? step : n - 1 - step;
      for (int64_t k = std::max<int64_t>(down ? row - bands + 1 : row + 1, 0);
           k < std::min(down ? row : row + bands, n); ++k) {
        const T factor = adjoint ? Conjugate(at(k, row)) : at(row, k);
        for (int64_t j = 0; j < columns; ++j) x(row, j) -= factor * x(k, j);
      }
      const T pivot = adjoint ? Conjugate(at(row, row)) : at(row, row);
      if (pivot == T(0)) return Fail(c, "Input matrix is not invertible.");
      for (int64_t j = 0; j < columns; ++j) x(row, j) /= pivot;
    }
  }
  out.Give(c, 0);
}

Status BandedShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &a));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 2, &b));
  if (!a.has_rank() || !b.has_rank()) return {};
  const Dim bands = a[a.rank() - 2];
  Dim rows;
  TP_RETURN_IF_ERROR(c.Merge(a[a.rank() - 1], b[b.rank() - 2], &rows));
  if (IsKnown(bands) && bands <= 0)
    return InvalidArgument("Number of bands must be positive, but is {}", bands);
  if (IsKnown(bands) && IsKnown(rows) && bands > rows)
    return InvalidArgument("Number of bands {} cannot exceed the size of the matrix {}", bands, rows);
  Shape shape;
  if (std::optional<Shape> batch = BroadcastShapes(Outer(a), Outer(b));
      batch && a.IsFullyKnown() && b.IsFullyKnown())
    shape = *batch;
  else
    for (int i = 0; i < std::max(a.rank(), b.rank()) - 2; ++i) shape.Append(kUnknownDim);
  shape.Append(rows);
  shape.Append(b[b.rank() - 1]);
  c.Set(0, shape);
  return {};
}

// _BandedTriangularSolveGrad.
void BandedGrad(GradContext& g) {
  const bool adjoint = g.Attr<bool>("adjoint"), lower = g.Attr<bool>("lower");
  const Shape &a = g.input(0).shape(), &b = g.input(1).shape();
  std::string text = "n = at(shape(x0), -2); d1 = BandedTriangularSolve(x0, g0){lower=@";
  text += adjoint ? "}; a = neg(mm(y0, d1'));" : ", adjoint}; a = neg(mm(d1, y0'));";
  text += lower ? "k = stack(neg(sub(n, int(1))), int(0));" : "k = stack(int(0), sub(n, int(1)));";
  text += "d0 = MatrixDiagPartV3:diag_part(a, k, 0){align='LEFT_RIGHT'};";
  if (!a.IsFullyKnown() || !b.IsFullyKnown() || Outer(a) != Outer(b))
    text +=
        "s = shape(x0); t = shape(x1);"
        "r = BroadcastGradientArgs(StridedSlice:strided_slice(s, ints(0), ints(-2), ints(1)){begin_mask=1},"
        "StridedSlice:strided_slice(t, ints(0), ints(-2), ints(1)){begin_mask=1});"
        "d0 = reshape(Sum(d0, r), s); d1 = reshape(Sum(d1, r.1), t)";
  grad::Run(g, text.c_str());
}

// --- tridiagonal matrices: the diagonal above, the main one and the one below, as rows of equal length

// Makes the pivot so large that x / pivot does not overflow (LAPACK: xLAGTS).
void Perturb(double by, double epsilon_of_zero, T* pivot, T* row, int64_t columns) {
  const double least = epsilon_of_zero, most = 1 / least;
  double size = std::abs(*pivot), largest = 0;
  if (size >= 1) return;
  by = std::copysign(std::max(std::abs(by), least), std::real(*pivot));
  for (int64_t j = 0; j < columns; ++j) largest = std::max(largest, std::abs(row[j]));
  for (bool stop = false; size < 1 && !stop; size = std::abs(*pivot)) {
    const bool tiny = size < least;
    if (tiny ? size == 0 || largest * least > size : largest > size * most) {
      *pivot += by;
      by *= 2;
      continue;
    }
    if (tiny) {
      *pivot *= most;
      for (int64_t j = 0; j < columns; ++j) row[j] *= most;
    }
    stop = true;
  }
}

struct Options {
  bool pivoting, perturb;
  double epsilon, least;  // of the dtype
};

// x = d^-1 x. False where the matrix is singular, or needs row exchanges that are not allowed.
bool SolveTridiagonal(Matrix<T> d, const Options& options, Matrix<T> x) {
  const int64_t n = x.rows, columns = x.columns;
  if (n == 0) return true;
  std::vector<T> main(static_cast<size_t>(n)), above(main), second(main);
  const auto down = [&](int64_t k) { return d(2, k + 1); };  // left of the diagonal in row k + 1
  main[0] = d(1, 0);
  above[0] = d(0, 0);
  double largest = std::max(std::abs(main[0]), n > 1 ? std::abs(above[0]) : 0),
         scale = std::abs(main[0]) + std::abs(above[0]);
  for (int64_t k = 0; k + 1 < n; ++k) {
    const T below = down(k), next = d(1, k + 1), beyond = k + 2 < n ? d(0, k + 1) : T(0);
    const double scale_next = std::abs(below) + std::abs(next) + std::abs(beyond);
    bool exchange = options.pivoting && std::abs(main[k]) < std::abs(below);
    if (options.perturb)
      exchange =
          below != T(0) && std::abs(below) / scale_next > (main[k] == T(0) ? 0 : std::abs(main[k]) / scale);
    if (!exchange) {
      if (!options.perturb && main[k] == T(0)) return false;
      const T factor = below == T(0) ? T(0) : below / main[k];
      main[k + 1] = next - factor * above[k];
      above[k + 1] = beyond;
      second[k] = T(0);
      for (int64_t j = 0; j < columns; ++j) x(k + 1, j) -= factor * x(k, j);
      scale = scale_next;
    } else {
      const T factor = main[k] / below;
      main[k] = below;
      main[k + 1] = above[k] - factor * next;
      above[k] = next;
      second[k] = beyond;
      above[k + 1] = -factor * beyond;
      for (int64_t j = 0; j < columns; ++j) {
        const T old = x(k, j);
        x(k, j) = x(k + 1, j);
        x(k + 1, j) = old - factor * x(k, j);
      }
    }
    if (k + 2 < n) largest = std::max({largest, std::abs(main[k]), std::abs(above[k]), std::abs(second[k])});
  }
  largest = std::max(largest, std::abs(main[n - 1]));
  for (int64_t k = n - 1; k >= 0; --k) {
    for (int64_t j = 0; j < columns; ++j) {
      if (k + 1 < n) x(k, j) -= above[k] * x(k + 1, j);
      if (k + 2 < n) x(k, j) -= second[k] * x(k + 2, j);
    }
    T pivot = main[k];
    if (options.perturb)
      Perturb(options.epsilon * largest, options.least, &pivot, &x(k, 0), columns);
    else if (pivot == T(0))
      return false;
    for (int64_t j = 0; j < columns; ++j) x(k, j) /= pivot;
  }
  return true;
}

void TridiagonalKernel(KernelContext& c) {
  const Tensor &d = c.input(0), &b = c.input(1);
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() < 2)
      return Fail(c, "Input tensor {} must have rank >= 2, got {}", i, c.input(i).rank());
  if (d.rank() != b.rank()) return Fail(c, "All input tensors must have the same rank.");
  if (Outer(d.shape()) != Outer(b.shape()))
    return Fail(c, "All input tensors must have the same outer dimensions.");
  const int64_t rows = d.dim(d.rank() - 2), n = d.dim(d.rank() - 1);
  if (rows != 3)
    return Fail(c, "Expected diagonals to be provided as a matrix with 3 rows, got {} rows.", rows);
  if (b.dim(b.rank() - 2) != n)
    return Fail(c, "Expected the same number of left-hand sides and right-hand sides, got {} and {}.", n,
                b.dim(b.rank() - 2));
  const bool wide = d.dtype() == DType::kFloat64 || d.dtype() == DType::kComplex128;
  const Options options{c.Attr("partial_pivoting", true), c.Attr("perturb_singular", false),
                        wide ? 2.220446049250313e-16 : 1.1920929e-07,
                        wide ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min()};
  const Wide<T> in(c, 0), out(c, 1);
  if (c.failed()) return;
  for (int64_t i = 0; i < out.count(); ++i) {
    const Matrix<T> x = out.at(i);
    if (!SolveTridiagonal(in.at(i), options, x)) std::fill_n(x.data, x.rows * x.columns, T(std::nan("")));
  }
  out.Give(c, 0);
}

Status TridiagonalShape(ShapeContext& c) {
  Shape d, b;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &d));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 2, &b));
  if (!d.has_rank() || !b.has_rank()) {
    c.Set(0, b);
    return {};
  }
  Shape batch;
  TP_RETURN_IF_ERROR(c.Merge(Outer(d), Outer(b), &batch));
  Dim unused;
  if (IsKnown(d[d.rank() - 2]) && d[d.rank() - 2] != 3)
    return InvalidArgument("Dimension must be 3 but is {}", d[d.rank() - 2]);
  TP_RETURN_IF_ERROR(c.Merge(d[d.rank() - 1], b[b.rank() - 2], &unused));
  c.Set(0, b);
  return {};
}

// Texts of gradients: parts of the last two dims, and shifts by a row, of values of shape `outer` + [n,
// columns].
constexpr char kRest[] = ", ints(1, 1, 1)){ellipsis_mask=1, ";
std::string Blank(const Shape& outer, std::initializer_list<int64_t> more) {
  std::string text = "blank(";
  for (const Dim d : outer) text += std::to_string(d) + ", ";
  for (const int64_t d : more) text += std::to_string(d) + ", ";
  return text.substr(0, text.size() - 2) + ")";
}
std::string RowsFromOne(const std::string& x) {
  return "StridedSlice:strided_slice(" + x + ", ints(0, 1, 0), ints(0, 0, 0)" + kRest +
         "begin_mask=4, end_mask=6}";
}
std::string RowsButLast(const std::string& x) {
  return "StridedSlice:strided_slice(" + x + ", ints(0, 0, 0), ints(0, -1, 0)" + kRest +
         "begin_mask=6, end_mask=4}";
}
std::string Concat(const std::string& x, const std::string& y, const char* axis) {
  return "ConcatV2:concat(" + x + ", " + y + ", int(" + axis + "))";
}

void RequireKnown(const GradContext& g, const Shape& shape) {
  if (!shape.IsFullyKnown())
    throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of {} of unknown shapes", g.op().name())};
}

// _TridiagonalSolveGrad.
void TridiagonalGrad(GradContext& g) {
  const Shape &d = g.input(0).shape(), &x = g.output(0).shape();
  RequireKnown(g, d);
  RequireKnown(g, x);
  const auto row = [](const char* begin, const char* end, const char* masks) {
    return "StridedSlice:strided_slice(x0, ints(" + std::string(begin) + "), ints(" + end + ")" + kRest +
           masks + ", shrink_axis_mask=2}";
  };
  const Shape outer = Outer(d);
  const std::string text =
      "m = " + row("0, 1, 0", "0, 2, 0", "begin_mask=4, end_mask=4") + "; z = " + Blank(outer, {1}) +
      "; u = " + Concat(row("0, 2, 1", "0, 3, 0", "end_mask=4"), "z", "-1") +
      "; l = " + Concat("z", row("0, 0, 0", "0, 1, -1", "begin_mask=4"), "-1") +
      "; d1 = TridiagonalSolve(Pack:stack(u, m, l){axis=-2}, g0){partial_pivoting=@, perturb_singular=@};"
      "m = sum(mul(d1, y0), int(-1)); z = " +
      Blank(outer, {1, x[x.rank() - 1]}) + "; u = sum(mul(d1, " + Concat(RowsFromOne("y0"), "z", "-2") +
      "), int(-1)); l = sum(mul(d1, " + Concat("z", RowsButLast("y0"), "-2") +
      "), int(-1)); d0 = neg(Pack:stack(u, m, l){axis=-2})";
  grad::Run(g, text.c_str());
}

// _TridiagonalMatMulGrad.
void ProductGrad(GradContext& g) {
  const Shape& x = g.input(3).shape();
  RequireKnown(g, x);
  const std::string zeros = Blank(Outer(x), {1, x[x.rank() - 1]});
  const auto left = [&](const char* name) { return Concat(RowsFromOne(name), zeros, "-2"); };
  const auto right = [&](const char* name) { return Concat(zeros, RowsButLast(name), "-2"); };
  const std::string text =
      "u = adj(x0); m = adj(x1); l = adj(x2); c = conj(x3);"
      "a = sum(mul(" +
      left("c") + ", g0), int(-1)); b = sum(mul(c, g0), int(-1)); e = sum(mul(" + right("c") +
      ", g0), int(-1)); p = mul(u, g0); q = mul(l, g0); d3 = add(add(" + right("p") + ", mul(m, g0)), " +
      left("q") + "); d0 = ExpandDims(a, int(-2)); d1 = ExpandDims(b, int(-2)); d2 = ExpandDims(e, int(-2))";
  grad::Run(g, text.c_str());
}

// --- TridiagonalMatMul

void ProductKernel(KernelContext& c) {
  const Tensor& rhs = c.input(3);
  for (int i = 0; i < 4; ++i)
    if (c.input(i).rank() < 2)
      return Fail(c, "Input tensor {} must have rank >= 2, got {}", i, c.input(i).rank());
  for (int i = 1; i < 4; ++i) {
    if (c.input(i).rank() != c.input(0).rank()) return Fail(c, "All input tensors must have the same rank.");
    if (Outer(c.input(i).shape()) != Outer(c.input(0).shape()))
      return Fail(c, "All input tensors must have the same outer dimensions.");
  }
  const int64_t n = rhs.dim(rhs.rank() - 2), columns = rhs.dim(rhs.rank() - 1);
  static constexpr const char* kNames[] = {"superdiagonal", "main diagonal", "subdiagonal"};
  for (int i = 0; i < 3; ++i)
    if (const Tensor& d = c.input(i); d.dim(d.rank() - 2) != 1 || d.dim(d.rank() - 1) != n)
      return Fail(c, "Invalid {} shape.", kNames[i]);
  const Wide<T> above(c, 0), main(c, 1), below(c, 2), in(c, 3), out(c, rhs.shape());
  if (c.failed()) return;
  for (int64_t i = 0; i < out.count(); ++i) {
    const Matrix<T> u = above.at(i), m = main.at(i), l = below.at(i), y = in.at(i), x = out.at(i);
    for (int64_t r = 0; r < n; ++r)
      for (int64_t j = 0; j < columns; ++j) {
        T sum = m(0, r) * y(r, j);
        if (r > 0) sum += l(0, r) * y(r - 1, j);
        if (r + 1 < n) sum += u(0, r) * y(r + 1, j);
        x(r, j) = sum;
      }
  }
  out.Give(c, 0);
}

Status ProductShape(ShapeContext& c) {
  Shape d[4];
  for (int i = 0; i < 4; ++i) TP_RETURN_IF_ERROR(c.WithRankAtLeast(i, 2, &d[i]));
  c.Set(0, d[3]);
  Shape batch = Shape::UnknownRank();
  for (const Shape& shape : d)
    if (shape.has_rank()) TP_RETURN_IF_ERROR(c.Merge(batch, Outer(shape), &batch));
  if (!d[3].has_rank()) return {};
  Dim rows = d[3][d[3].rank() - 2];
  for (int i = 0; i < 3; ++i) {
    if (!d[i].has_rank()) continue;
    TP_RETURN_IF_ERROR(c.Merge(d[i][d[i].rank() - 1], rows, &rows));
    Dim one;
    TP_RETURN_IF_ERROR(c.Merge(d[i][d[i].rank() - 2], Dim{1}, &one));
  }
  return {};
}

}  // namespace

TP_OP(BandedTriangularSolve){
    .name = "BandedTriangularSolve",
    .inputs = "matrix: T, rhs: T",
    .outputs = "output: T",
    .attrs = "lower: bool = true, adjoint: bool = false, T: {float64,float32,float16,complex64,complex128}",
    .doc =
        "The solutions of matrix * output = rhs for triangles of which the bands along the diagonal are "
        "given.",
    .shape = BandedShape,
    .kernel = BandedKernel,
    .gradient = BandedGrad,
    .examples = "[[2. 4. 5.]], [[2.] [8.] [5.]] -> [[1.] [2.] [1.]]",
};

TP_OP(TridiagonalSolve){
    .name = "TridiagonalSolve",
    .inputs = "diagonals: T, rhs: T",
    .outputs = "output: T",
    .attrs =
        "partial_pivoting: bool = true, perturb_singular: bool = false, T: "
        "{float64,float32,complex64,complex128}",
    .doc = "The solutions of tridiagonal systems; NaN where there is none.",
    .shape = TridiagonalShape,
    .kernel = TridiagonalKernel,
    .gradient = TridiagonalGrad,
    .examples = "[[1. 0.] [2. 3.] [0. 1.]], [[4.] [5.]] -> [[1.4] [1.2]]",
};

TP_OP(TridiagonalMatMul){
    .name = "TridiagonalMatMul",
    .inputs = "superdiag: T, maindiag: T, subdiag: T, rhs: T",
    .outputs = "output: T",
    .attrs = "T: {float64,float32,complex64,complex128}",
    .doc = "Products of tridiagonal matrices and matrices.",
    .shape = ProductShape,
    .kernel = ProductKernel,
    .gradient = ProductGrad,
    .examples = "[[1. 0.]], [[2. 3.]], [[0. 1.]], [[1.] [2.]] -> [[4.] [7.]]",
};

}  // namespace tp
