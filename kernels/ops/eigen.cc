// Eigenvalues of self-adjoint matrices (tridiagonal form, then QR steps) and singular values (Jacobi
// rotations), step by step as Eigen's SelfAdjointEigenSolver and JacobiSVD, on which the signs of vectors
// depend.
#include <cmath>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

using Scalar = std::complex<double>;
constexpr double kSmallest = 2.2250738585072014e-308;

double Epsilon(const KernelContext& c) {
  const DType dtype = c.input(0).dtype();
  return dtype == DType::kFloat64 || dtype == DType::kComplex128 ? 2.220446049250313e-16 : 1.1920929e-07;
}

struct Rotation {
  double c = 1, s = 0;
};

// (x, y) = (c x + s y, c y - s x) for n elements each.
template <class T>
void Rotate(T* x, T* y, int64_t step, int64_t n, Rotation r) {
  for (int64_t i = 0; i < n; ++i, x += step, y += step) {
    const T a = *x, b = *y;
    *x = r.c * a + r.s * b;
    *y = r.c * b - r.s * a;
  }
}
template <class T>
void RotateRows(Matrix<T> m, int64_t p, int64_t q, Rotation r) {
  Rotate(&m(p, 0), &m(q, 0), 1, m.columns, r);
}
// m times the rotation.
template <class T>
void RotateColumns(Matrix<T> m, int64_t p, int64_t q, Rotation r) {
  Rotate(m.data + p, m.data + q, m.columns, m.rows, {r.c, -r.s});
}
template <class T>
void SwapColumns(Matrix<T> m, int64_t p, int64_t q) {
  for (int64_t i = 0; i < m.rows; ++i) std::swap(m(i, p), m(i, q));
}

// --- self-adjoint matrices
// -------------------------------------------------------------------------------------

// Makes the lower triangle of `a` tridiagonal by reflections.
template <class T>
void Tridiagonal(Matrix<T> a, double* diagonal, double* below, Matrix<T>* vectors) {
  const int64_t n = a.rows;
  std::vector<T> tau(static_cast<size_t>(std::max<int64_t>(n - 1, 0))), w(static_cast<size_t>(n));
  for (int64_t i = 0; i + 1 < n; ++i) {
    tau[i] = ReflectColumn(a, i + 1, i);
    const T h = Conjugate(tau[i]);
    below[i] = std::real(a(i + 1, i));
    const auto v = [&](int64_t k) { return k == i + 1 ? T(1) : a(k, i); };
    T dot = 0;
    for (int64_t r = i + 1; r < n; ++r) {
      w[r] = 0;
      for (int64_t k = i + 1; k < n; ++k) w[r] += h * (r >= k ? a(r, k) : Conjugate(a(k, r))) * v(k);
      dot += Conjugate(w[r]) * v(r);
    }
    for (int64_t r = i + 1; r < n; ++r) w[r] -= 0.5 * h * dot * v(r);
    for (int64_t r = i + 1; r < n; ++r)
      for (int64_t k = i + 1; k <= r; ++k) a(r, k) -= v(r) * Conjugate(w[k]) + w[r] * Conjugate(v(k));
  }
  for (int64_t i = 0; i < n; ++i) diagonal[i] = std::real(a(i, i));
  if (vectors != nullptr) Reflections(a, tau, *vectors, 1);
}

// The rotation that makes (p, q) a multiple of (1, 0).
Rotation Givens(double p, double q) {
  if (q == 0) return {p < 0 ? -1.0 : 1.0, 0};
  if (p == 0) return {0, q < 0 ? 1.0 : -1.0};
  const bool first = std::abs(p) > std::abs(q);
  const double t = first ? q / p : p / q;
  const double u = std::copysign(std::sqrt(1 + t * t), first ? p : q);
  return first ? Rotation{1 / u, -t / u} : Rotation{t / u, -1 / u};
}

template <class T>
void QrStep(double* d, double* e, int64_t start, int64_t end, Matrix<T>* vectors) {
  const double td = (d[end - 1] - d[end]) * 0.5, last = e[end - 1];
  double mu = d[end];
  if (td == 0) {
    mu -= std::abs(last);
  } else if (last != 0) {
    const double h = std::hypot(td, last);
    mu -= last * last / (td + (td > 0 ? h : -h));
  }
  double x = d[start] - mu, z = e[start];
  for (int64_t k = start; k < end && z != 0; ++k) {
    const Rotation r = Givens(x, z);
    const double sdk = r.s * d[k] + r.c * e[k], dkp1 = r.s * e[k] + r.c * d[k + 1];
    d[k] = r.c * (r.c * d[k] - r.s * e[k]) - r.s * (r.c * e[k] - r.s * d[k + 1]);
    d[k + 1] = r.s * sdk + r.c * dkp1;
    e[k] = r.c * sdk - r.s * dkp1;
    if (k > start) e[k - 1] = r.c * e[k - 1] - r.s * z;
    x = e[k];
    if (k < end - 1) {
      z = -r.s * e[k + 1];
      e[k + 1] *= r.c;
    }
    if (vectors != nullptr) RotateColumns(*vectors, k, k + 1, r);
  }
}

// The eigenvalues of `a`, smallest first, and their vectors; `a` is lost. False where there is no end.
template <class T>
bool Eigen(Matrix<T> a, double epsilon, double* d, Matrix<T>* vectors) {
  const int64_t n = a.rows;
  double scale = 0;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j) scale = std::max(scale, std::abs(a(i, j)));
  if (scale == 0) scale = 1;
  for (int64_t i = 0; i < n * n; ++i) a.data[i] /= scale;
  std::vector<double> below(static_cast<size_t>(n));
  Tridiagonal(a, d, below.data(), vectors);
  double* const e = below.data();
  int64_t end = n - 1, steps = 0;
  while (end > 0) {
    for (int64_t i = 0; i < end; ++i) {
      const double scaled = e[i] / epsilon;
      if (std::abs(e[i]) < kSmallest || scaled * scaled <= std::abs(d[i]) + std::abs(d[i + 1])) e[i] = 0;
    }
    while (end > 0 && e[end - 1] == 0) --end;
    if (end <= 0) break;
    if (++steps > 30 * n) return false;
    int64_t start = end - 1;
    while (start > 0 && e[start - 1] != 0) --start;
    QrStep(d, e, start, end, vectors);
  }
  for (int64_t i = 0; i + 1 < n; ++i) {
    const int64_t least = std::min_element(d + i, d + n) - d;
    if (least == i) continue;
    std::swap(d[i], d[least]);
    if (vectors != nullptr) SwapColumns(*vectors, i, least);
  }
  for (int64_t i = 0; i < n; ++i) d[i] *= scale;
  return true;
}

void EighKernel(KernelContext& c) {
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  const Shape& shape = c.input(0).shape();
  const bool compute = c.Attr("compute_v", true);
  const double epsilon = Epsilon(c);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<double> values(c, Shape(shape.dims().first(shape.rank() - 1)));
    Wide<T> in(c, 0), vectors(c, compute ? shape : Shape());
    if (c.failed()) return;
    for (int64_t i = 0; i < in.count(); ++i) {
      Matrix<T> v;
      if (compute) v = vectors.at(i);
      const Matrix<T> m = in.at(i);
      if (!Eigen(m, epsilon, values.data() + i * m.rows, compute ? &v : nullptr))
        return Fail(c, "Self-adjoint eigen decomposition was not successful. The input might not be valid.");
    }
    values.Give(c, 0);
    vectors.Give(c, 1);
  });
}

Status EighShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &shape));
  if (!shape.has_rank()) return {};
  Dim side;
  TP_RETURN_IF_ERROR(c.Merge(shape[shape.rank() - 2], shape[shape.rank() - 1], &side));
  Shape values(shape.dims().first(shape.rank() - 2));
  values.Append(side);
  c.Set(0, values);
  values.Append(side);
  c.Set(1, c.Attr("compute_v", true) ? values : Shape());
  return {};
}

void EighGrad(GradContext& g) {
  constexpr char kEnd[] =
      "s = MatrixBandPart(add(a, adj(a)), int(-1), int(0));"
      "d0 = MatrixSetDiagV3:set_diag(s, mul(0.5, MatrixDiagPartV3:diag_part(s, int(0), 0)), int(0))";
  if (g.Attr("compute_v", true))
    return grad::Run(g, (std::string("e = sub(ExpandDims(y0, int(-2)), ExpandDims(y0, int(-1)));"
                                     "f = MatrixSetDiagV3:set_diag(mul(e, Reciprocal(add(mul(e, e), 1e-20))),"
                                     "zeros(y0), int(0));"
                                     "a = mm(y1, mm(add(MatrixDiagV3:diag(g0, int(0), int(-1), int(-1), 0),"
                                     "mul(f, mm(y1', g1))), y1'));") +
                         kEnd)
                            .c_str());
  grad::Run(g, (std::string("q = SelfAdjointEigV2(x0);"
                            "a = mm(q.1, mm(MatrixDiagV3:diag(g0, int(0), int(-1), int(-1), 0), q.1'));") +
                kEnd)
                   .c_str());
}

// --- singular values
// ----------------------------------------------------------------------------------------

// The rotations on both sides that make rows and columns p and q of `m`, which are real there, diagonal
// (real_2x2_jacobi_svd).
template <class T>
void Jacobi(const Matrix<T>& m, int64_t p, int64_t q, Rotation* left, Rotation* right) {
  double a[4] = {std::real(m(p, p)), std::real(m(p, q)), std::real(m(q, p)), std::real(m(q, q))};
  Rotation first;
  const double t = a[0] + a[3], d = a[2] - a[1];
  if (std::abs(d) >= kSmallest) {
    const double u = t / d, size = std::sqrt(1 + u * u);
    first = {u / size, 1 / size};
  }
  Rotate(a, a + 2, 1, 2, first);
  const double twice = 2 * std::abs(a[1]);
  if (twice >= kSmallest) {
    const double tau = (a[0] - a[3]) / twice, w = std::sqrt(tau * tau + 1);
    const double x = tau > 0 ? 1 / (tau + w) : 1 / (tau - w), n = 1 / std::sqrt(x * x + 1);
    *right = {n, -std::copysign(1.0, x) * std::copysign(1.0, a[1]) * std::abs(x) * n};
  } else {
    *right = {};
  }
  *left = {first.c * right->c + first.s * right->s, first.s * right->c - first.c * right->s};
}

// Makes rows and columns p and q of w real by rotations on the left and phases.
void MakeReal(Matrix<Scalar> w, Matrix<Scalar> u, Matrix<Scalar> v, int64_t p, int64_t q) {
  const auto phase = [](Scalar x) { return std::abs(x) / x; };
  const auto scale_row = [&](int64_t row, Scalar by) {
    for (int64_t j = 0; j < w.columns; ++j) w(row, j) *= by;
    for (int64_t i = 0; i < u.rows; ++i) u(i, row) *= std::conj(by);
  };
  const double n = std::sqrt(std::norm(w(p, p)) + std::norm(w(q, p)));
  if (n == 0) {
    w(p, p) = w(q, p) = 0;
    if (std::abs(std::imag(w(p, q))) > kSmallest) scale_row(p, phase(w(p, q)));
  } else {
    const Scalar c = std::conj(w(p, p)) / n, s = w(q, p) / n;
    for (int64_t j = 0; j < w.columns; ++j) {
      const Scalar a = w(p, j), b = w(q, j);
      w(p, j) = c * a + std::conj(s) * b;
      w(q, j) = std::conj(c) * b - s * a;
    }
    for (int64_t i = 0; i < u.rows; ++i) {
      const Scalar a = u(i, p), b = u(i, q);
      u(i, p) = std::conj(c) * a + s * b;
      u(i, q) = c * b - std::conj(s) * a;
    }
    if (std::abs(std::imag(w(p, q))) > kSmallest) {
      const Scalar z = phase(w(p, q));
      for (int64_t i = 0; i < w.rows; ++i) w(i, q) *= z;
      for (int64_t i = 0; i < v.rows; ++i) v(i, q) *= z;
    }
  }
  if (std::abs(std::imag(w(q, q))) > kSmallest) scale_row(q, phase(w(q, q)));
}

// Singular values of `a`, largest first; u and v have as many columns as they are to have. `a` is lost.
template <class T>
void Decompose(Matrix<T> a, double epsilon, double* s, Matrix<T> u, Matrix<T> v) {
  const int64_t m = a.rows, n = a.columns, p = std::min(m, n);
  double scale = 0;
  for (int64_t i = 0; i < m * n; ++i) scale = std::max(scale, std::abs(a.data[i]));
  if (scale == 0) scale = 1;
  std::vector<T> square(static_cast<size_t>(p * p)), turned;
  const Matrix<T> w{square.data(), p, p};
  for (int64_t i = 0; i < m * n; ++i) a.data[i] /= scale;
  const auto identity = [](Matrix<T> x) {
    for (int64_t i = 0; i < x.rows; ++i)
      for (int64_t j = 0; j < x.columns; ++j) x(i, j) = T(i == j);
  };
  if (m == n) {
    std::copy_n(a.data, n * n, w.data);
    identity(u);
    identity(v);
  } else {
    // A QR factorisation of the tall one of the matrix and its transpose leaves a square.
    const bool wide = n > m;
    Matrix<T> tall = a;
    if (wide) {
      turned.resize(static_cast<size_t>(m * n));
      tall = {turned.data(), n, m};
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) tall(j, i) = Conjugate(a(i, j));
    }
    std::vector<int64_t> pivots;
    const std::vector<T> tau = Reflect(tall, &pivots);
    for (int64_t i = 0; i < p; ++i)
      for (int64_t j = i; j < p; ++j) (wide ? w(j, i) : w(i, j)) = wide ? Conjugate(tall(i, j)) : tall(i, j);
    const Matrix<T> small = wide ? u : v;
    if (u.data != nullptr) {
      Reflections(tall, tau, wide ? v : u);
      for (int64_t i = 0; i < p; ++i)
        for (int64_t j = 0; j < p; ++j) small(i, j) = T(pivots[j] == i);
    }
  }
  double most = 0;
  for (int64_t i = 0; i < p; ++i) most = std::max(most, std::abs(w(i, i)));
  // NaN ends at once: no comparison holds.
  for (bool finished = false; !finished;) {
    finished = true;
    for (int64_t i = 1; i < p; ++i)
      for (int64_t j = 0; j < i; ++j) {
        const auto diagonal = [&] {
          const double threshold = std::max(kSmallest, 2 * epsilon * most);
          return !(std::abs(w(i, j)) > threshold || std::abs(w(j, i)) > threshold);
        };
        if (diagonal()) continue;
        finished = false;
        if constexpr (std::is_same_v<T, Scalar>) {
          MakeReal(w, u, v, i, j);
          most = std::max({most, std::abs(w(i, i)), std::abs(w(j, j))});
          if (diagonal()) continue;
        }
        Rotation left, right;
        Jacobi(w, i, j, &left, &right);
        RotateRows(w, i, j, left);
        RotateColumns(w, i, j, right);
        if (u.data != nullptr) {
          RotateColumns(u, i, j, {left.c, -left.s});
          RotateColumns(v, i, j, right);
        }
        most = std::max({most, std::abs(w(i, i)), std::abs(w(j, j))});
      }
  }
  for (int64_t i = 0; i < p; ++i) {
    const double size = std::abs(w(i, i));
    s[i] = size * scale;
    if (std::abs(std::imag(w(i, i))) > kSmallest)
      for (int64_t k = 0; k < u.rows; ++k) u(k, i) *= w(i, i) / size;
    else if (std::real(w(i, i)) < 0)
      for (int64_t k = 0; k < u.rows; ++k) u(k, i) = -u(k, i);
  }
  for (int64_t i = 0; i < p; ++i) {
    const int64_t best = std::max_element(s + i, s + p) - s;
    if (best == i) continue;
    std::swap(s[i], s[best]);
    SwapColumns(u, i, best);
    SwapColumns(v, i, best);
  }
}

// The shapes of s, u and v.
void SvdShapes(const auto& c, const Shape& a, Shape* shapes) {
  const Dim m = a[a.rank() - 2], n = a[a.rank() - 1];
  const Dim p = IsKnown(m) && IsKnown(n) ? std::min(m, n) : kUnknownDim;
  const bool full = c.Attr("full_matrices", false);
  for (int i = 0; i < 3; ++i) shapes[i] = Shape(a.dims().first(a.rank() - 2));
  shapes[0].Append(p);
  if (!c.Attr("compute_uv", true)) {
    shapes[1] = shapes[2] = Shape();
    return;
  }
  shapes[1].Append(m);
  shapes[1].Append(full ? m : p);
  shapes[2].Append(n);
  shapes[2].Append(full ? n : p);
}

void SvdKernel(KernelContext& c) {
  if (!CheckMatrices(c, nullptr)) return;
  Shape shapes[3];
  SvdShapes(c, c.input(0).shape(), shapes);
  const bool vectors = c.Attr("compute_uv", true);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<double> s(c, shapes[0]);
    Wide<T> in(c, 0), u(c, shapes[1]), v(c, shapes[2]);
    if (c.failed()) return;
    for (int64_t i = 0; i < in.count(); ++i) {
      const Matrix<T> a = in.at(i);
      Decompose(a, Epsilon(c), s.data() + i * std::min(a.rows, a.columns), vectors ? u.at(i) : Matrix<T>(),
                vectors ? v.at(i) : Matrix<T>());
    }
    s.Give(c, 0);
    u.Give(c, 1);
    v.Give(c, 2);
  });
}

Status SvdShape(ShapeContext& c) {
  Shape a, shapes[3];
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &a));
  if (!a.has_rank()) return {};
  SvdShapes(c, a, shapes);
  for (int i = 0; i < 3; ++i) c.Set(i, shapes[i]);
  return {};
}

// The solutions of least squares with the least norm, by singular values: V s / (s² + l2) U* b.
void SolveLsKernel(KernelContext& c) {
  if (!CheckMatrices(c, nullptr)) return;
  const Tensor &a = c.input(0), &b = c.input(1);
  const int rank = a.rank();
  if (c.input(2).rank() != 0)
    return Fail(c, "l2_regularizer must be scalar, got shape {}", c.input(2).shape());
  const double l2 = c.input(2).scalar<double>();
  if (l2 < 0) return Fail(c, "l2_regularizer must be >= 0.");
  if (b.rank() != rank || b.dim(rank - 2) != a.dim(rank - 2) ||
      DimProduct(b.shape(), 0, rank - 2) != DimProduct(a.shape(), 0, rank - 2))
    return Fail(c, "Input matrix and rhs are incompatible.");
  const int64_t rows = a.dim(rank - 2), columns = a.dim(rank - 1), low = std::min(rows, columns),
                sides = b.dim(rank - 1);
  Shape shape = b.shape();
  shape.set_dim(rank - 2, columns);
  OfMatrices(c, [&](auto zero) {
    using T = decltype(zero);
    Wide<T> in(c, 0), rhs(c, 1), out(c, shape), u(c, Shape{rows, low}), v(c, Shape{columns, low});
    Wide<double> s(c, Shape{low});
    if (c.failed()) return;
    for (int64_t i = 0; i < in.count(); ++i) {
      const Matrix<T> y = rhs.at(i), x = out.at(i), p = u.at(0), q = v.at(0);
      Decompose(in.at(i), Epsilon(c), s.data(), p, q);
      std::fill_n(x.data, columns * sides, T(0));
      for (int64_t k = 0; k < low; ++k) {
        const double size = s.data()[k];
        if (size <= Epsilon(c) * static_cast<double>(low) * s.data()[0]) break;
        const double scale = c.Attr("fast", true) ? size / (size * size + l2) : 1 / size;
        for (int64_t j = 0; j < sides; ++j) {
          T part = T(0);
          for (int64_t r = 0; r < rows; ++r) part += Conjugate(p(r, k)) * y(r, j);
          for (int64_t r = 0; r < columns; ++r) x(r, j) += q(r, k) * part * scale;
        }
      }
    }
    out.Give(c, 0);
  });
}

Status SolveLsShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &a));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 2, &b));
  if (!a.has_rank() || !b.has_rank()) return {};
  Dim rows;
  TP_RETURN_IF_ERROR(c.Merge(a[a.rank() - 2], b[b.rank() - 2], &rows));
  Shape out;
  TP_RETURN_IF_ERROR(c.Merge(Shape(a.dims().first(a.rank() - 2)), Shape(b.dims().first(b.rank() - 2)), &out));
  out.Append(a[a.rank() - 1]);
  out.Append(b[b.rank() - 1]);
  c.Set(0, out);
  return {};
}

void SvdGrad(GradContext& g) {
  if (!g.Attr("compute_uv", true))
    return grad::Run(g,
                     "q = Svd(x0){compute_uv};"
                     "d0 = mm(q.1, mm(MatrixDiagV3:diag(g0, int(0), int(-1), int(-1), 0), q.2'))");
  const Shape& a = g.input(0).shape();
  const auto refuse = [](const char* text) { throw OpError{MakeStatus(Code::kUnimplemented, "{}", text)}; };
  const Dim m = a.has_rank() ? a[a.rank() - 2] : kUnknownDim,
            n = a.has_rank() ? a[a.rank() - 1] : kUnknownDim;
  if (!IsKnown(m) || !IsKnown(n))
    refuse("SVD gradient has not been implemented for input with unknown inner matrix shape.");
  const Dim low = std::min(m, n), high = std::max(m, n);
  const bool full = g.Attr("full_matrices", false);
  if (full && high - low > 1)
    refuse("svd gradient is not implemented for abs(m - n) > 1 when full_matrices is True.");
  // Of the transpose where it is tall: U and V change places.
  std::string text = "e = MatrixDiagV3:diag(cast(g0, x0), int(0), int(-1), int(-1), 0); t = cast(y0, x0);";
  text += m > n ? "U = y2; V = y1; G = g2; H = g1;" : "U = y1; V = y2; G = g1; H = g2;";
  text +=
      "s = MatrixDiagV3:diag(t, int(0), int(-1), int(-1), 0); q = Square(t); k = shape(t);"
      "d = sub(ExpandDims(q, int(-2)), ExpandDims(q, int(-1)));"
      "f = MatrixSetDiagV3:set_diag(mul(d, Reciprocal(add(mul(d, d), 1e-20))), zeros(t), int(0));"
      "i = MatrixDiagV3:diag(mul(t, Reciprocal(add(mul(t, t), 1e-20))), int(0), int(-1), int(-1), 0);";
  text += "v = " + grad::Columns("V", 0, low) + "; h = " + grad::Columns("H", 0, low) + ";";
  text +=
      "u = mm(U', G); w = mm(v', h); a = mul(f, u); b = mul(f, w);"
      "c = add(add(e, mm(add(a, adj(a)), s)), mm(s, add(b, adj(b))));"
      "r = mm(U, mm(c, v'));";
  if (m != n) {
    text += "l = adj(h); z = sub(l, mm(mm(l, v), v'));";
    if (full)
      text += "z = sub(z, mm(mm(v', " + grad::Columns("H", low, high) + "), " +
              grad::Columns("V", low, high) + "'));";
    text += "r = add(r, mm(mm(U, i), z));";
  }
  if (IsComplex(g.input(0).dtype()))
    text +=
        "l = MatrixSetDiagV3:set_diag(zeros(w), MatrixDiagPartV3:diag_part(w, int(0), 0), int(0));"
        "r = add(r, mul(0.5, mm(U, mm(mm(i, sub(adj(l), l)), v'))));";
  text += m > n ? "d0 = adj(r)" : "d0 = r";
  grad::Run(g, text.c_str());
}

}  // namespace

TP_OP(SelfAdjointEigV2){
    .name = "SelfAdjointEigV2",
    .inputs = "input: T",
    .outputs = "e: T, v: T",
    .attrs = "compute_v: bool = true, T: {float64,float32,float16,complex64,complex128}",
    .doc = "Eigenvalues of symmetric matrices, smallest first, and eigenvectors.",
    .shape = EighShape,
    .kernel = EighKernel,
    .gradient = EighGrad,
    .examples = "[[4. 0.] [0. 2.]] -> [2. 4.], [[0. 1.] [1. 0.]]",
};

TP_OP(Svd){
    .name = "Svd",
    .inputs = "input: T",
    .outputs = "s: T, u: T, v: T",
    .attrs =
        "compute_uv: bool = true, full_matrices: bool = false, T: "
        "{float64,float32,float16,complex64,complex128}",
    .doc = "Singular values, largest first, and the vectors.",
    .shape = SvdShape,
    .kernel = SvdKernel,
    .gradient = SvdGrad,
    .examples = "[[2. 0.] [0. 4.]] -> [4. 2.], [[0. 1.] [1. 0.]], [[0. 1.] [1. 0.]]",
};

TP_OP(MatrixSolveLs){
    .name = "MatrixSolveLs",
    .inputs = "matrix: T, rhs: T, l2_regularizer: float64",
    .outputs = "output: T",
    .attrs = "T: {float64,float32,float16,complex64,complex128}, fast: bool = true",
    .doc = "The solutions of least squares that have the least norm.",
    .shape = SolveLsShape,
    .kernel = SolveLsKernel,
    .gradient =
        [](GradContext& g) {
          throw OpError{g.Attr("fast", true)
                            ? MakeStatus(Code::kUnimplemented, "the gradient of MatrixSolveLs")
                            : MakeStatus(Code::kValueError, "Gradient not defined for fast=False")};
        },
    .host_inputs = "l2_regularizer",
    .examples = "[[1. 0.] [0. 2.] [0. 0.]], [[3.] [4.] [5.]], f64:0. -> [[3.] [2.]]",
};

}  // namespace tp
