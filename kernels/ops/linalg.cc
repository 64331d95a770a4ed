// Linear algebra on batches of matrices by Gaussian elimination and Householder reflections. Everything is
// computed as float64, whatever the dtype. Signs of vectors follow TensorFlow, that is Eigen.
// Eigenvectors and singular values are in eigen.cc.
#include <cmath>
#include <complex>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- shapes
// -------------------------------------------------------------------------------------------------

// Input i of at least two dims, the last two equal.
Status Square(ShapeContext& c, int i, Shape* shape) {
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(i, 2, shape));
  if (!shape->has_rank()) return {};
  const int rank = shape->rank();
  Dim side;
  TP_RETURN_IF_ERROR(c.Merge((*shape)[rank - 2], (*shape)[rank - 1], &side));
  Shape made(shape->dims().first(rank - 2));
  made.Append(side);
  made.Append(side);
  *shape = made;
  return {};
}

Shape Outer(const Shape& shape, int less) {
  return shape.has_rank() ? Shape(shape.dims().first(shape.rank() - less)) : Shape::UnknownRank();
}

Status SquareShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(Square(c, 0, &shape));
  c.Set(0, shape);
  return {};
}

// Determinants: TensorFlow names the sides in the other order where they differ.
Status BatchShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &shape));
  Dim side;
  if (shape.has_rank()) TP_RETURN_IF_ERROR(c.Merge(shape[shape.rank() - 1], shape[shape.rank() - 2], &side));
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, Outer(shape, 2));
  return {};
}

Status LuShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(Square(c, 0, &shape));
  c.Set(0, shape);
  c.Set(1, Outer(shape, 1));
  return {};
}

Status SolveShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(Square(c, 0, &a));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 2, &b));
  if (!a.has_rank() || !b.has_rank()) return {};
  const bool broadcast = c.op().name() == "MatrixTriangularSolve";
  Dim rows;
  TP_RETURN_IF_ERROR(c.Merge(a[a.rank() - 1], b[b.rank() - 2], &rows));
  std::optional<Shape> batch = BroadcastShapes(Outer(a, 2), Outer(b, 2));
  Shape merged = Outer(a, 2);
  if (!broadcast) {
    TP_RETURN_IF_ERROR(c.Merge(Outer(a, 2), Outer(b, 2), &merged));
  } else if (!a.IsFullyKnown() || !b.IsFullyKnown()) {
    if (a.rank() != 2 || b.rank() != 2) {
      Shape unknown;
      for (int i = 0; i < std::max(a.rank(), b.rank()) - 2; ++i) unknown.Append(kUnknownDim);
      merged = a.rank() == b.rank() && Outer(a, 2) == Outer(b, 2) ? Outer(a, 2) : unknown;
    }
  } else if (batch) {
    merged = *batch;
  } else {
    return InvalidArgument("Incompatible shapes for broadcasting: {} and {}", a, b);
  }
  merged.Append(rows);
  merged.Append(b[b.rank() - 1]);
  c.Set(0, merged);
  return {};
}

Status QrShape(ShapeContext& c) {
  Shape a;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &a));
  if (!a.has_rank()) return {};
  const Dim m = a[a.rank() - 2], n = a[a.rank() - 1];
  const Dim p = IsKnown(m) && IsKnown(n) ? std::min(m, n) : kUnknownDim;
  const bool full = c.Attr("full_matrices", false);
  Shape q = Outer(a, 1), r = Outer(a, 2);
  q.Append(full ? m : p);
  r.Append(full ? m : p);
  r.Append(n);
  c.Set(0, q);
  c.Set(1, r);
  return {};
}

// --- elimination
// --------------------------------------------------------------------------------------------

// Rows are exchanged so that each pivot is the largest of its column: a becomes L (without its ones) and U.
// `rows` says where each row comes from; the result is the sign of that permutation.
template <class T>
double Eliminate(Matrix<T> a, std::vector<int64_t>* rows) {
  const int64_t n = a.rows;
  double sign = 1;
  rows->resize(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) (*rows)[i] = i;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    if (best != k) {
      std::swap_ranges(&a(k, 0), &a(k, 0) + n, &a(best, 0));
      std::swap((*rows)[k], (*rows)[best]);
      sign = -sign;
    }
    const T pivot = a(k, k);
    if (pivot == T(0)) continue;
    for (int64_t i = k + 1; i < n; ++i) {
      const T factor = a(i, k) /= pivot;
      if (factor == T(0)) continue;
      for (int64_t j = k + 1; j < n; ++j) a(i, j) -= factor * a(k, j);
    }
  }
  return sign;
}

template <class T>
bool Singular(const Matrix<T>& lu) {
  for (int64_t i = 0; i < lu.rows; ++i)
    if (!(std::abs(lu(i, i)) > 0)) return true;
  return false;
}

// b = a^-1 b for a triangle of a, by rows of b. With `ones` the diagonal counts as ones.
template <class T>
void SolveTriangle(const Matrix<T>& a, bool lower, bool adjoint, bool ones, Matrix<T> b) {
  const int64_t n = a.rows;
  const bool down = lower != adjoint;
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = down ? step : n - 1 - step;
    for (int64_t k = down ? 0 : i + 1; k < (down ? i : n); ++k) {
      const T factor = adjoint ? Conjugate(a(k, i)) : a(i, k);
      if (factor == T(0)) continue;
      for (int64_t j = 0; j < b.columns; ++j) b(i, j) -= factor * b(k, j);
    }
    if (ones) continue;
    const T pivot = adjoint ? Conjugate(a(i, i)) : a(i, i);
    for (int64_t j = 0; j < b.columns; ++j) b(i, j) /= pivot;
  }
}

// x = a^-1 b, a as Eliminate leaves it.
template <class T>
void SolveLu(const Matrix<T>& lu, const std::vector<int64_t>& rows, const Matrix<T>& b, Matrix<T> x) {
  for (int64_t i = 0; i < b.rows; ++i) std::copy_n(&b(rows[i], 0), b.columns, &x(i, 0));
  SolveTriangle(lu, true, false, true, x);
  SolveTriangle(lu, false, false, false, x);
}

// MatrixInverse, MatrixSolve; `adjoint` takes the adjoint of the matrix first.
void SolveKernel(KernelContext& c, bool inverse) {
  const Tensor& a = c.input(0);
  const bool adjoint = c.Attr("adjoint", false);
  if (!inverse) {
    const Tensor& b = c.input(1);
    if (a.rank() != b.rank()) return Fail(c, "All input tensors must have the same rank.");
    if (a.rank() >= 2 && Outer(a.shape(), 2) != Outer(b.shape(), 2))
      return Fail(c, "All input tensors must have the same outer dimensions.");
  }
  if (!CheckMatrices(c,
                     inverse ? "Input matrix must be square." : "First input (lhs) must be a square matrix."))
    return;
  if (!inverse && c.input(1).dim(a.rank() - 2) != a.dim(a.rank() - 1))
    return Fail(c, "Input matrix and rhs are incompatible.");
  const Shape shape = inverse ? a.shape() : c.input(1).shape();
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0), rhs, out(c, shape);
    if (!inverse) rhs = Wide<T>(c, 1);
    if (c.failed()) return;
    std::vector<int64_t> rows;
    std::vector<T> eye;
    for (int64_t i = 0; i < out.count(); ++i) {
      Matrix<T> m = in.at(i), x = out.at(i), b = x;
      if (adjoint) AdjointInPlace(m);
      Eliminate(m, &rows);
      if (Singular(m)) return Fail(c, "Input{} is not invertible.", inverse ? "" : " matrix");
      if (inverse) {
        eye.assign(static_cast<size_t>(m.rows * m.rows), T(0));
        b.data = eye.data();
        for (int64_t k = 0; k < m.rows; ++k) b(k, k) = T(1);
      } else {
        b = rhs.at(i);
      }
      SolveLu(m, rows, b, x);
    }
    out.Give(c, 0);
  });
}

// The sign and the logarithm of the determinant's magnitude; or the determinant.
void DeterminantKernel(KernelContext& c, bool log) {
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  const Shape shape = Outer(c.input(0).shape(), 2);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0), sign(c, shape), magnitude(c, shape);
    if (c.failed()) return;
    std::vector<int64_t> rows;
    for (int64_t i = 0; i < shape.num_elements(); ++i) {
      Matrix<T> m = in.at(i);
      T phase = T(Eliminate(m, &rows)), product = phase;
      double sum = 0;
      for (int64_t k = 0; k < m.rows; ++k) {
        const double size = std::abs(m(k, k));
        product *= m(k, k);
        sum += std::log(size);
        phase = size == 0 ? T(0) : phase * m(k, k) / size;
      }
      sign.data()[i] = log ? phase : product;
      magnitude.data()[i] = T(sum);
    }
    sign.Give(c, 0);
    if (log) magnitude.Give(c, 1);
  });
}

void LuKernel(KernelContext& c) {
  if (c.input(0).rank() < 2) return Fail(c, "Input tensor must have rank >= 2, got {}", c.input(0).rank());
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  const Shape& shape = c.input(0).shape();
  Tensor* p = c.Output(1, c.Attr("output_idx_type", DType::kInt32), Outer(shape, 1));
  if (p == nullptr) return;
  OfMatrices(c, [&](auto zero) {
    Wide<decltype(zero)> in(c, 0);
    if (c.failed()) return;
    std::vector<int64_t> rows, all;
    for (int64_t i = 0; i < in.count(); ++i) {
      Eliminate(in.at(i), &rows);
      if (Singular(in.at(i))) return Fail(c, "Input is not invertible.");
      all.insert(all.end(), rows.begin(), rows.end());
    }
    const Tensor flat = IntVector(all, p->dtype());
    std::memcpy(p->raw_data(), flat.raw_data(), all.size() * DTypeSize(p->dtype()));
    in.Give(c, 0);
  });
}

// The lower factor; NaN where the matrix is not positive definite.
void CholeskyKernel(KernelContext& c) {
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0);
    if (c.failed()) return;
    for (int64_t b = 0; b < in.count(); ++b) {
      Matrix<T> m = in.at(b);
      bool good = true;
      for (int64_t j = 0; j < m.rows; ++j)
        for (int64_t i = j; i < m.rows; ++i) {
          T sum = i == j ? T(std::real(m(i, i))) : m(i, j);
          for (int64_t k = 0; k < j; ++k) sum -= m(i, k) * Conjugate(m(j, k));
          if (i == j) good = good && std::real(sum) > 0;
          m(i, j) = i == j ? T(std::sqrt(std::real(sum))) : sum / m(j, j);
        }
      for (int64_t i = 0; i < m.rows; ++i)
        for (int64_t j = 0; j < m.rows; ++j) m(i, j) = j > i ? T(0) : good ? m(i, j) : T(std::nan(""));
    }
    in.Give(c, 0);
  });
}

void TriangularKernel(KernelContext& c) {
  const Tensor &a = c.input(0), &b = c.input(1);
  const bool lower = c.Attr("lower", true), adjoint = c.Attr("adjoint", false);
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() < 2) return Fail(c, "In[{}] ndims must be >= 2: {}", i, c.input(i).rank());
  const std::optional<Shape> batch = BroadcastShapes(Outer(a.shape(), 2), Outer(b.shape(), 2));
  if (!batch)
    return Fail(c, "In[0] and In[1] must have compatible batch dimensions: {} vs. {}", a.shape(), b.shape());
  const int64_t n = a.dim(a.rank() - 1), columns = b.dim(b.rank() - 1);
  if (a.dim(a.rank() - 2) != n)
    return Fail(c, "In[0] matrices in the last dimensions must be square ({} =/= {})", n,
                a.dim(a.rank() - 2));
  if (b.dim(b.rank() - 2) != n)
    return Fail(c, "In[0] mismatch In[1] shape: {} vs. {}: {} {} {} {}", n, b.dim(b.rank() - 2), a.shape(),
                b.shape(), int{lower}, int{adjoint});
  Shape shape = *batch;
  shape.Append(n);
  shape.Append(columns);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0), rhs(c, 1), out(c, shape);
    if (c.failed()) return;
    for (int64_t i = 0; i < out.count(); ++i) {
      const Matrix<T> x = out.at(i);
      std::copy_n(rhs.at(PlaceInBatch(b.shape(), *batch, i)).data, n * columns, x.data);
      SolveTriangle(in.at(PlaceInBatch(a.shape(), *batch, i)), lower, adjoint, false, x);
    }
    out.Give(c, 0);
  });
}

void QrKernel(KernelContext& c) {
  if (!CheckMatrices(c, nullptr)) return;
  const Tensor& a = c.input(0);
  const int64_t m = a.dim(a.rank() - 2), n = a.dim(a.rank() - 1);
  const int64_t p = c.Attr("full_matrices", false) ? m : std::min(m, n);
  Shape q_shape = Outer(a.shape(), 1), r_shape = Outer(a.shape(), 2);
  q_shape.Append(p);
  r_shape.Append(p);
  r_shape.Append(n);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0), q(c, q_shape), r(c, r_shape);
    if (c.failed()) return;
    for (int64_t b = 0; b < in.count(); ++b) {
      const Matrix<T> x = in.at(b), upper = r.at(b);
      const std::vector<T> tau = Reflect(x, nullptr);
      for (int64_t i = 0; i < p; ++i)
        for (int64_t j = 0; j < n; ++j) upper(i, j) = j >= i ? x(i, j) : T(0);
      Reflections(x, tau, q.at(b));
    }
    q.Give(c, 0);
    r.Give(c, 1);
  });
}

// --- gradients (linalg_grad.py)
// -----------------------------------------------------------------------------

void SolveGrad(GradContext& g) {
  grad::Run(g, g.Attr("adjoint", false) ? "b = MatrixSolve(x0, g0); d0 = neg(mm(y0, b')); d1 = b"
                                        : "b = MatrixSolve(x0, g0){adjoint}; d0 = neg(mm(b, y0')); d1 = b");
}

void TriangularGrad(GradContext& g) {
  const Val &a = g.input(0), &b = g.input(1);
  const bool lower = g.Attr("lower", true);
  grad::Run(g,
            g.Attr("adjoint", false) ? "d1 = MatrixTriangularSolve(x0, g0){lower=@};"
                                       "d0 = MatrixBandPart(neg(mm(y0, d1')), int(#0), int(#1))"
                                     : "d1 = MatrixTriangularSolve(x0, g0){lower=@, adjoint};"
                                       "d0 = MatrixBandPart(neg(mm(d1, y0')), int(#0), int(#1))",
            {lower ? -1 : 0, lower ? 0 : -1});
  if (a.shape().IsFullyKnown() && b.shape().IsFullyKnown() && Outer(a.shape(), 2) == Outer(b.shape(), 2))
    return;
  grad::Run(g,
            "s = shape(x0); t = shape(x1);"
            "r = BroadcastGradientArgs(StridedSlice(s, ints(0), ints(-2), ints(1)){begin_mask=1},"
            "StridedSlice(t, ints(0), ints(-2), ints(1)){begin_mask=1});"
            "d0 = reshape(Sum(d0, r), s); d1 = reshape(Sum(d1, r.1), t)");
}

void QrGrad(GradContext& g) {
  const Shape &q = g.output(0).shape(), &r = g.output(1).shape();
  const auto refuse = [](Status status) { throw OpError{std::move(status)}; };
  if (!r.has_rank() || !IsKnown(r[r.rank() - 2]) || !IsKnown(r[r.rank() - 1]))
    refuse(MakeStatus(Code::kUnimplemented, "QrGrad not implemented with dynamic shapes."));
  const Dim rows = q[q.rank() - 2], columns = r[r.rank() - 1];
  if (r[r.rank() - 2] > columns && q[q.rank() - 2] == q[q.rank() - 1])
    refuse(MakeStatus(Code::kUnimplemented,
                      "QrGrad not implemented when nrows > ncols and full_matrices is true."));
  // Of a square or deep matrix: Q, R and their gradients P and S give d.
  std::string square =
      "u = mm(Q', P); v = sub(u, adj(u)); w = mm(R, S'); z = sub(w, adj(w));"
      "t = MatrixBandPart(add(v, z), int(-1), int(0));"
      "s = adj(MatrixTriangularSolve(R, adj(t)){lower=false});"
      "a = mm(Q, add(S, s));"
      "b = adj(MatrixTriangularSolve(R, adj(sub(P, mm(Q, u)))){lower=false}); d = add(a, b);";
  if (IsComplex(g.input(0).dtype()))
    square +=
        "m = sub(w, adj(u));"
        "e = MatrixSetDiagV3:set_diag(zeros(m), MatrixDiagPartV3:diag_part(m, int(0), 0), int(0));"
        "k = sub(e, cast(Real(e){Tout=real}, e));"
        "d = add(d, adj(MatrixTriangularSolve(R, adj(mm(Q, adj(k)))){lower=false}));";
  if (rows >= columns) return grad::Run(g, ("Q = y0; R = y1; P = g0; S = g1;" + square + "d0 = d").c_str());
  const std::string wide =
      "y = " + grad::Columns("x0", rows, kUnknownDim) + "; R = " + grad::Columns("y1", 0, rows) +
      "; l = " + grad::Columns("g1", rows, kUnknownDim) + "; S = " + grad::Columns("g1", 0, rows) +
      "; n = mm(y0, l); Q = y0; P = add(g0, mm(y, l'));" + square + "d0 = ConcatV2:concat(d, n, int(-1))";
  grad::Run(g, wide.c_str());
}

#define TP_MATRICES "{float64,float32,float16,complex64,complex128}"

}  // namespace

TP_OP(MatrixInverse){
    .name = "MatrixInverse",
    .api = "tf.linalg.inv (input, adjoint=False, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "adjoint: bool = false, T: " TP_MATRICES,
    .doc = "The inverses of square matrices, or of their adjoints.",
    .shape = SquareShape,
    .kernel = [](KernelContext& c) { SolveKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          grad::Run(g, g.Attr("adjoint", false) ? "d0 = neg(mm(y0, mm(g0', y0)))"
                                                : "d0 = neg(mm(y0', mm(g0, y0')))");
        },
    .examples = "[[4. 1.] [2. 3.]] -> [[0.3 -0.1] [-0.2 0.4]]",
};

TP_OP(MatrixSolve){
    .name = "MatrixSolve",
    .api = "tf.linalg.solve (matrix, rhs, adjoint=False, name=None)",
    .inputs = "matrix: T, rhs: T",
    .outputs = "output: T",
    .attrs = "adjoint: bool = false, T: " TP_MATRICES,
    .doc = "The solutions of matrix * output = rhs.",
    .shape = SolveShape,
    .kernel = [](KernelContext& c) { SolveKernel(c, false); },
    .gradient = SolveGrad,
    .examples = "[[4. 1.] [2. 3.]], [[5.] [5.]] -> [[1.] [1.]]",
};

TP_OP(MatrixDeterminant){
    .name = "MatrixDeterminant",
    .api = "tf.linalg.det (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: {float16,float32,float64,complex64,complex128}",
    .doc = "The determinants of square matrices.",
    .shape = BatchShape,
    .kernel = [](KernelContext& c) { DeterminantKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "i = MatrixInverse(x0){adjoint}; c = mul(g0, y0);"
                    "d0 = mul(reshape(c, ConcatV2:concat(shape(y0), ints(1, 1), int(0))), i)");
        },
    .examples = "[[4. 1.] [2. 3.]] -> 10.",
};

TP_OP(LogMatrixDeterminant){
    .name = "LogMatrixDeterminant",
    .api = "tf.linalg.slogdet (input, name=None)",
    .inputs = "input: T",
    .outputs = "sign: T, log_abs_determinant: T",
    .attrs = "T: {float16,float32,float64,complex64,complex128}",
    .doc = "The sign and the logarithm of the magnitude of determinants.",
    .shape = BatchShape,
    .kernel = [](KernelContext& c) { DeterminantKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "i = MatrixInverse(x0){adjoint};"
                    "d0 = mul(reshape(g1, ConcatV2:concat(shape(y1), ints(1, 1), int(0))), i)");
        },
    .examples = "[[4. 1.] [2. 3.]] -> 1., 2.302585",
};

TP_OP(Cholesky){
    .name = "Cholesky",
    .api = "tf.linalg.cholesky (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: " TP_MATRICES,
    .doc = "The lower triangles whose products with their adjoints are the matrices.",
    .shape = SquareShape,
    .kernel = CholeskyKernel,
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "i = MatrixTriangularSolve(y0, MatrixSetDiagV3:eye/diag(zeros(y0), OnesLike("
                    "MatrixDiagPartV3(y0, int(0), 0)), int(0)));"
                    "m = mm(y0', g0); h = mul(0.5, MatrixDiagPartV3:diag_part(m, int(0), 0));"
                    "m = MatrixBandPart(MatrixSetDiagV3:set_diag(m, h, int(0)), int(-1), int(0));"
                    "a = mm(mm(i', m), i); d0 = mul(add(a, adj(a)), 0.5)");
        },
    .examples =
        "[[[4.]] [[9.]]] -> [[[2.]] [[3.]]]",  // a gradient on both sides of the diagonal fits no difference
};

TP_OP(MatrixTriangularSolve){
    .name = "MatrixTriangularSolve",
    .inputs = "matrix: T, rhs: T",
    .outputs = "output: T",
    .attrs =
        "lower: bool = true, adjoint: bool = false, T: "
        "{bfloat16,float64,float32,float16,complex64,complex128}",
    .doc = "The solutions of matrix * output = rhs where only a triangle of the matrix counts.",
    .shape = SolveShape,
    .kernel = TriangularKernel,
    .gradient = TriangularGrad,
    .examples = "[[2. 9.] [1. 4.]], [[2.] [5.]] -> [[1.] [1.]]",
};

TP_OP(Lu){
    .name = "Lu",
    .api = "tf.linalg.lu (input, output_idx_type=tf.int32, name=None)",
    .inputs = "input: T",
    .outputs = "lu: T, p: output_idx_type",
    .attrs = "T: " TP_MATRICES ", output_idx_type: {int32,int64} = int32",
    .doc = "L below the diagonal and U on and above it, and where each row comes from.",
    .shape = LuShape,
    .kernel = LuKernel,
    .examples = "[[1. 2.] [4. 4.]] -> [[4. 4.] [0.25 1.]], [1 0]",
};

TP_OP(Qr){
    .name = "Qr",
    .api = "tf.linalg.qr (input, full_matrices=False, name=None)",
    .inputs = "input: T",
    .outputs = "q: T, r: T",
    .attrs = "full_matrices: bool = false, T: " TP_MATRICES,
    .doc = "Matrices as products of orthogonal and upper triangular ones.",
    .shape = QrShape,
    .kernel = QrKernel,
    .gradient = QrGrad,
    .examples = "[[3. 1.] [4. 2.]] -> [[-0.6 -0.8] [-0.8 0.6]], [[-5. -2.2] [0. 0.4]]",
};

}  // namespace tp
