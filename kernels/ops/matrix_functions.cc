// Eigenvalues of general matrices, square roots and logarithms of matrices, by Schur's triangular form: step
// by step as Eigen's RealSchur, ComplexSchur, EigenSolver and ComplexEigenSolver, on which the order of
// eigenvalues and the phases of vectors depend.
#include <algorithm>
#include <cmath>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

using Scalar = std::complex<double>;
using Real = Matrix<double>;
using Complex = Matrix<Scalar>;
constexpr double kEpsilon = 2.220446049250313e-16, kSmallest = 2.2250738585072014e-308;

// The elements of a matrix that lives for a while.
template <class T>
class Square {
 public:
  explicit Square(int64_t n) : values_(static_cast<size_t>(n * n)), n_(n) {}
  Matrix<T> get() { return {values_.data(), n_, n_}; }

 private:
  std::vector<T> values_;
  int64_t n_;
};

template <class T>
void Identity(Matrix<T> m) {
  for (int64_t i = 0; i < m.rows * m.columns; ++i) m.data[i] = T(i / m.columns == i % m.columns ? 1 : 0);
}

// a = q* a q, zero below the first diagonal under the main one.
template <class T>
void Hessenberg(Matrix<T> a, Matrix<T> q) {
  const int64_t n = a.rows;
  std::vector<T> tau(static_cast<size_t>(std::max<int64_t>(n - 1, 0)));
  for (int64_t i = 0; i + 1 < n; ++i) {
    tau[i] = ReflectColumn(a, i + 1, i);
    ApplyReflection(a, i + 1, i, tau[i], a, i + 1);
    for (int64_t r = 0; r < n; ++r) {  // from the right
      T sum = a(r, i + 1);
      for (int64_t k = i + 2; k < n; ++k) sum += a(r, k) * a(k, i);
      sum *= Conjugate(tau[i]);
      a(r, i + 1) -= sum;
      for (int64_t k = i + 2; k < n; ++k) a(r, k) -= sum * Conjugate(a(k, i));
    }
  }
  Reflections(a, tau, q, 1);
  for (int64_t i = 2; i < n; ++i)
    for (int64_t j = 0; j + 1 < i; ++j) a(i, j) = T(0);
}

// --- real matrices

// A reflection of two or three neighbouring rows or columns.
struct Mirror {
  double rest[2] = {0, 0}, tau = 0, beta;
  int64_t size;

  Mirror(const double* v, int64_t n) : beta(v[0]), size(n) {
    double tail = 0;
    for (int64_t i = 1; i < n; ++i) tail += v[i] * v[i];
    if (tail <= kSmallest) return;
    beta = std::sqrt(v[0] * v[0] + tail);
    if (v[0] >= 0) beta = -beta;
    for (int64_t i = 1; i < n; ++i) rest[i - 1] = v[i] / (v[0] - beta);
    tau = (beta - v[0]) / beta;
  }
  // Elements x[0], x[step], …
  void Apply(double* x, int64_t step) const {
    double sum = x[0];
    for (int64_t i = 1; i < size; ++i) sum += rest[i - 1] * x[i * step];
    sum *= tau;
    x[0] -= sum;
    for (int64_t i = 1; i < size; ++i) x[i * step] -= rest[i - 1] * sum;
  }
  void Left(Real t, int64_t row, int64_t from) const {
    for (int64_t j = from; j < t.columns; ++j) Apply(&t(row, j), t.columns);
  }
  void Right(Real t, int64_t column, int64_t rows) const {
    for (int64_t i = 0; i < rows; ++i) Apply(&t(i, column), 1);
  }
};

// Two rows that are left, as a triangle where their eigenvalues are real.
void SplitTwo(Real t, Real u, int64_t at, double shift) {
  const int64_t n = t.rows;
  const double p = 0.5 * (t(at - 1, at - 1) - t(at, at)), q = p * p + t(at, at - 1) * t(at - 1, at);
  t(at, at) += shift;
  t(at - 1, at - 1) += shift;
  if (q >= 0) {
    const double z = std::sqrt(q), x = p >= 0 ? p + z : p - z, y = t(at, at - 1);
    const double size = std::hypot(x, y), c = y == 0 ? (x < 0 ? -1 : 1) : x / size,
                 s = y == 0 ? 0 : -y / size;
    const auto rotate = [&](double* a, double* b) {
      const double old = *a;
      *a = c * old - s * *b;
      *b = s * old + c * *b;
    };
    for (int64_t j = at - 1; j < n; ++j) rotate(&t(at - 1, j), &t(at, j));
    for (int64_t i = 0; i <= at; ++i) rotate(&t(i, at - 1), &t(i, at));
    for (int64_t i = 0; i < n; ++i) rotate(&u(i, at - 1), &u(i, at));
    t(at, at - 1) = 0;
  }
  if (at > 1) t(at - 1, at - 2) = 0;
}

// t = u* t u, a triangle but for blocks of two rows (complex eigenvalues). False where there is no end.
bool RealSchur(Real t, Real u) {
  const int64_t n = t.rows;
  double scale = 0, norm = 0, moved = 0;
  for (int64_t i = 0; i < n * n; ++i) scale = std::max(scale, std::abs(t.data[i]));
  if (scale < kSmallest) {
    Identity(u);
    return true;
  }
  for (int64_t i = 0; i < n * n; ++i) t.data[i] /= scale;
  Hessenberg(t, u);
  for (int64_t i = 0; i < n * n; ++i) norm += std::abs(t.data[i]);
  const double none = std::max(norm * kEpsilon * kEpsilon, kSmallest);
  int64_t end = n - 1, turns = 0, all = 0;
  while (end >= 0) {
    int64_t begin = end;
    for (; begin > 0; --begin) {
      const double s = (std::abs(t(begin - 1, begin - 1)) + std::abs(t(begin, begin))) * kEpsilon;
      if (std::abs(t(begin, begin - 1)) <= std::max(s, none)) break;
    }
    if (begin >= end - 1) {
      if (begin == end) {
        t(end, end) += moved;
        if (end > 0) t(end, end - 1) = 0;
      } else {
        SplitTwo(t, u, end, moved);
      }
      end = begin - 1;
      turns = 0;
      continue;
    }
    double shift[3] = {t(end, end), t(end - 1, end - 1), t(end, end - 1) * t(end - 1, end)};
    if (turns > 0 && turns % 16 == 0) {  // an exceptional shift
      double by = shift[0];
      if (turns % 32 != 0) {
        const double s = std::abs(t(end, end - 1)) + std::abs(t(end - 1, end - 2));
        shift[0] = shift[1] = 0.75 * s;
        shift[2] = -0.4375 * s * s;
      } else {
        const double half = (shift[1] - shift[0]) / 2, square = half * half + shift[2];
        by = 0;
        if (square > 0) {
          const double root = shift[1] < shift[0] ? -std::sqrt(square) : std::sqrt(square);
          by = shift[0] - shift[2] / (root + half);
          shift[0] = shift[1] = shift[2] = 0.964;
        }
      }
      moved += by;
      for (int64_t i = 0; i <= end; ++i) t(i, i) -= by;
    }
    ++turns;
    if (++all > 40 * n) return false;
    double first[3] = {};
    int64_t from = end - 2;
    for (; from >= begin; --from) {
      const double d = t(from, from), r = shift[0] - d, s = shift[1] - d;
      first[0] = (r * s - shift[2]) / t(from + 1, from) + t(from, from + 1);
      first[1] = t(from + 1, from + 1) - d - r - s;
      first[2] = t(from + 2, from + 1);
      if (from == begin) break;
      const double left = t(from, from - 1) * (std::abs(first[1]) + std::abs(first[2]));
      const double right =
          first[0] * (std::abs(t(from - 1, from - 1)) + std::abs(d) + std::abs(t(from + 1, from + 1)));
      if (std::abs(left) < kEpsilon * right) break;
    }
    for (int64_t k = from; k < end; ++k) {
      const int64_t size = k + 1 < end ? 3 : 2;
      double v[3];
      for (int64_t i = 0; i < size; ++i) v[i] = k == from ? first[i] : t(k + i, k - 1);
      const Mirror mirror(v, size);
      if (mirror.beta == 0) continue;
      if (k == from) {
        if (k > begin) t(k, k - 1) = -t(k, k - 1);
      } else {
        t(k, k - 1) = mirror.beta;
      }
      mirror.Left(t, k, k);
      mirror.Right(t, k, std::min(end, k + 3) + 1);
      mirror.Right(u, k, n);
    }
    for (int64_t i = from + 2; i <= end; ++i) {
      t(i, i - 2) = 0;
      if (i > from + 2) t(i, i - 3) = 0;
    }
  }
  for (int64_t i = 0; i < n * n; ++i) t.data[i] *= scale;
  return true;
}

// --- complex matrices

// The rotation of two rows or columns by which (p, q) becomes a multiple of (1, 0).
struct Turn {
  double c = 1;
  Scalar s = 0;

  Turn(Scalar p, Scalar q) {
    if (q == Scalar(0)) {
      c = std::real(p) < 0 ? -1 : 1;
    } else if (p == Scalar(0)) {
      c = 0;
      s = -q / std::abs(q);
    } else {
      const double size = std::abs(p), whole = std::hypot(size, std::abs(q)) * (std::real(p) < 0 ? -1 : 1);
      c = size / whole;
      s = -(q / whole) * std::conj(p / size);
    }
  }
  void Left(Complex t, int64_t row, int64_t from) const {
    for (int64_t j = from; j < t.columns; ++j) {
      const Scalar a = t(row, j), b = t(row + 1, j);
      t(row, j) = c * a - std::conj(s) * b;
      t(row + 1, j) = s * a + c * b;
    }
  }
  void Right(Complex t, int64_t column, int64_t rows) const {
    for (int64_t i = 0; i < rows; ++i) {
      const Scalar a = t(i, column), b = t(i, column + 1);
      t(i, column) = c * a - s * b;
      t(i, column + 1) = std::conj(s) * a + c * b;
    }
  }
};

double Norm1(Scalar x) { return std::abs(std::real(x)) + std::abs(std::imag(x)); }

// The eigenvalue of the last two rows that is nearer to the last element.
Scalar ShiftOf(Complex t, int64_t end, int64_t turn) {
  if ((turn == 10 || turn == 20) && end > 1)
    return std::abs(std::real(t(end, end - 1))) + std::abs(std::real(t(end - 1, end - 2)));
  Scalar e[4] = {t(end - 1, end - 1), t(end - 1, end), t(end, end - 1), t(end, end)};
  double size = 0;
  for (const Scalar x : e) size += std::abs(x);
  for (Scalar& x : e) x /= size;
  const Scalar b = e[1] * e[2], d = e[0] - e[3], root = std::sqrt(d * d + 4.0 * b), det = e[0] * e[3] - b,
               trace = e[0] + e[3];
  Scalar one = (trace + root) / 2.0, two = (trace - root) / 2.0;
  if (Norm1(one) > Norm1(two))
    two = det / one;
  else if (Norm1(two) != 0)
    one = det / two;
  return size * (Norm1(one - e[3]) < Norm1(two - e[3]) ? one : two);
}

// t = u* t u, a triangle. False where there is no end.
bool ComplexSchur(Complex t, Complex u) {
  const int64_t n = t.rows;
  if (n == 1) {
    Identity(u);
    return true;
  }
  Hessenberg(t, u);
  const auto negligible = [&](int64_t i) {
    if (!(Norm1(t(i + 1, i)) <= (Norm1(t(i, i)) + Norm1(t(i + 1, i + 1))) * kEpsilon)) return false;
    t(i + 1, i) = 0;
    return true;
  };
  int64_t end = n - 1, turns = 0, all = 0;
  while (true) {
    for (; end > 0 && negligible(end - 1); --end) turns = 0;
    if (end <= 0) return true;
    ++turns;
    if (++all > 30 * n) return false;
    int64_t begin = end - 1;
    while (begin > 0 && !negligible(begin - 1)) --begin;
    const Scalar shift = ShiftOf(t, end, turns);
    for (int64_t i = begin; i < end; ++i) {
      const Turn turn(i == begin ? t(i, i) - shift : t(i, i - 1), i == begin ? t(i + 1, i) : t(i + 1, i - 1));
      turn.Left(t, i, i == begin ? begin : i - 1);
      if (i > begin) t(i + 1, i - 1) = 0;
      turn.Right(t, i, std::min(i + 2, end) + 1);
      turn.Right(u, i, n);
    }
  }
}

// --- eigenvalues

// A real triangle with blocks as a complex one; the eigenvalue with the positive imaginary part comes first.
void OpenBlocks(Real t, Complex triangle, Complex u) {
  const int64_t n = t.rows;
  for (int64_t i = 0; i < n * n; ++i) triangle.data[i] = t.data[i];
  for (int64_t i = 0; i + 1 < n; ++i) {
    if (t(i + 1, i) == 0) continue;
    const double p = 0.5 * (t(i, i) - t(i + 1, i + 1));
    const double most = std::max({std::abs(p), std::abs(t(i + 1, i)), std::abs(t(i, i + 1))});
    const double z =
        most * std::sqrt(std::abs(p / most * (p / most) + t(i + 1, i) / most * (t(i, i + 1) / most)));
    // (p + x, below) is an eigenvector of the block, x = the eigenvalue less its mean.
    const Scalar root(t(i + 1, i + 1) + p, z);
    const Turn turn(root - t(i + 1, i + 1), t(i + 1, i));
    turn.Left(triangle, i, i);
    turn.Right(triangle, i, i + 2);
    turn.Right(u, i, n);
    triangle(i, i) = root;
    triangle(i + 1, i + 1) = std::conj(root);
    triangle(i + 1, i) = 0;
    ++i;
  }
}

// The eigenvectors of u t u*, of length 1.
void Vectors(Complex t, Complex u, Complex out) {
  const int64_t n = t.rows;
  double norm = 0;
  for (int64_t i = 0; i < n * n; ++i) norm += std::norm(t.data[i]);
  norm = std::max(std::sqrt(norm), kSmallest);
  std::vector<Scalar> x(static_cast<size_t>(n));
  for (int64_t k = 0; k < n; ++k) {
    x[k] = 1;
    for (int64_t i = k - 1; i >= 0; --i) {
      Scalar sum = t(i, k);
      for (int64_t j = i + 1; j < k; ++j) sum += t(i, j) * x[j];
      Scalar z = t(i, i) - t(k, k);
      if (z == Scalar(0)) z = kEpsilon * norm;
      x[i] = sum == Scalar(0) ? Scalar(0) : -sum / z;
    }
    double most = 0, length = 0;
    for (int64_t r = 0; r < n; ++r) {
      Scalar sum = 0;
      for (int64_t j = 0; j <= k; ++j) sum += u(r, j) * x[j];
      out(r, k) = sum;
      most = std::max(most, std::abs(sum));
    }
    for (int64_t r = 0; r < n; ++r) length += std::norm(out(r, k) / most);
    length = most * std::sqrt(length);
    if (length > 0)
      for (int64_t r = 0; r < n; ++r) out(r, k) /= length;
  }
}

// What makes a vector's phase the one that Eigen gives it: the last component in the real triangle's base is
// positive, or i times positive where the eigenvalue is complex.
void FixPhases(Real t, Real u, Complex vectors) {
  const int64_t n = t.rows;
  for (int64_t k = 0; k < n; ++k) {
    const bool pair = k + 1 < n && t(k + 1, k) != 0;
    Scalar last = 0;
    for (int64_t r = 0; r < n; ++r) last += u(r, pair ? k + 1 : k) * vectors(r, k);
    if (last == Scalar(0)) continue;
    const Scalar phase = std::conj(last) / std::abs(last) * (pair ? Scalar(0, 1) : Scalar(1));
    for (int64_t r = 0; r < n; ++r) {
      vectors(r, k) *= phase;
      if (!pair) vectors(r, k) = std::real(vectors(r, k));
      if (pair) vectors(r, k + 1) = std::conj(vectors(r, k));
    }
    if (pair) ++k;
  }
}

bool FiniteValues(Complex t) {
  for (int64_t i = 0; i < t.rows; ++i)
    if (!std::isfinite(std::abs(t(i, i)))) return false;
  return true;
}

void EigKernel(KernelContext& c) {
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  const Shape& shape = c.input(0).shape();
  const bool compute = c.Attr("compute_v", true), real = !IsComplex(c.input(0).dtype());
  const DType dtype = c.Attr<DType>("Tout");
  Wide<Scalar> in(c, 0), values(c, Shape(shape.dims().first(shape.rank() - 1))),
      vectors(c, compute ? shape : Shape());
  if (c.failed()) return;
  const int64_t n = shape[shape.rank() - 1];
  Square<Scalar> base(n);
  Square<double> real_triangle(n), real_base(n);
  for (int64_t i = 0; i < in.count() && n > 0; ++i) {
    const Complex m = in.at(i), u = base.get();
    const Real t = real_triangle.get(), q = real_base.get();
    bool good;
    if (real) {
      for (int64_t k = 0; k < n * n; ++k) t.data[k] = std::real(m.data[k]);
      good = RealSchur(t, q);
      for (int64_t k = 0; k < n * n; ++k) u.data[k] = q.data[k];
      OpenBlocks(t, m, u);
      good = good && FiniteValues(m);
    } else {
      good = ComplexSchur(m, u);
    }
    if (!good) return Fail(c, "Eigen decomposition was not successful. The input might not be valid.");
    Scalar* const e = values.data() + i * n;
    for (int64_t k = 0; k < n; ++k) e[k] = m(k, k);
    Complex v;
    if (compute) {
      v = vectors.at(i);
      Vectors(m, u, v);
      if (real) FixPhases(t, q, v);
    }
    for (int64_t k = 0; k < n && !real; ++k) {  // smallest magnitude first
      int64_t least = k;
      for (int64_t j = k + 1; j < n; ++j)
        if (std::abs(e[j]) < std::abs(e[least])) least = j;
      if (least == k) continue;
      std::swap(e[k], e[least]);
      for (int64_t r = 0; r < n && compute; ++r) std::swap(v(r, k), v(r, least));
    }
  }
  values.Give(c, 0, dtype);
  if (compute)
    vectors.Give(c, 1, dtype);
  else
    c.Output(1, dtype, Shape{0});
}

Status EigShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &shape));
  if (!shape.has_rank()) return {};
  Dim side;
  TP_RETURN_IF_ERROR(c.Merge(shape[shape.rank() - 2], shape[shape.rank() - 1], &side));
  Shape values(shape.dims().first(shape.rank() - 2));
  values.Append(side);
  c.Set(0, values);
  values.Append(side);
  c.Set(1, c.Attr("compute_v", true) ? values : Shape{0});
  return {};
}

// --- functions of matrices

// The square root of a triangle.
void RootOfTriangle(Complex t, Complex out) {
  const int64_t n = t.rows;
  for (int64_t i = 0; i < n; ++i) out(i, i) = std::sqrt(t(i, i));
  for (int64_t j = 1; j < n; ++j)
    for (int64_t i = j - 1; i >= 0; --i) {
      Scalar sum = 0;
      for (int64_t k = i + 1; k < j; ++k) sum += out(i, k) * out(k, j);
      out(i, j) = (t(i, j) - sum) / (out(i, i) + out(j, j));
    }
}

// The logarithm of a triangle: of a root of it that is near to 1, by the series of 2 atanh((t - 1) (t +
// 1)^-1).
void LogOfTriangle(Complex t, Complex out) {
  const int64_t n = t.rows;
  std::vector<Scalar> diagonal;
  for (int64_t i = 0; i < n; ++i) diagonal.push_back(std::log(t(i, i)));
  Square<Scalar> other(n), power(n), square(n);
  double factor = 2;
  for (int roots = 0;; ++roots) {
    double distance = 0;
    for (int64_t i = 0; i < n; ++i) {
      double row = 0;
      for (int64_t j = i; j < n; ++j) row += std::abs(t(i, j) - Scalar(i == j));
      distance = std::max(distance, row);
    }
    if (!(distance > 0.25) || roots == 64) break;
    const Complex root = other.get();
    RootOfTriangle(t, root);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i; j < n; ++j) t(i, j) = root(i, j);
    factor *= 2;
  }
  // x (t + 1) = t - 1, row by row.
  const Complex x = other.get(), p = power.get(), s = square.get();
  const auto times = [n](Complex a, Complex b, Complex to) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i; j < n; ++j) {
        Scalar sum = 0;
        for (int64_t k = i; k <= j; ++k) sum += a(i, k) * b(k, j);
        to(i, j) = sum;
      }
  };
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j) {
      Scalar sum = t(i, j) - Scalar(i == j);
      for (int64_t k = i; k < j; ++k) sum -= x(i, k) * t(k, j);
      x(i, j) = sum / (t(j, j) + 1.0);
    }
  times(x, x, s);
  std::copy_n(x.data, n * n, p.data);
  for (int64_t i = 0; i < n * n; ++i) out.data[i] = 0;
  for (int order = 1; order < 24; order += 2) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i; j < n; ++j) out(i, j) += p(i, j) * (factor / order);
    times(p, s, t);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i; j < n; ++j) p(i, j) = t(i, j);
  }
  for (int64_t i = 0; i < n; ++i) out(i, i) = diagonal[i];
}

void FunctionKernel(KernelContext& c, void (*of_triangle)(Complex, Complex)) {
  if (!CheckMatrices(c, "Input matrix must be square.")) return;
  Wide<Scalar> in(c, 0);
  if (c.failed()) return;
  const bool real = !IsComplex(c.input(0).dtype());
  const int64_t n = c.input(0).dim(c.input(0).rank() - 1);
  Square<Scalar> base(n), made(n), half(n);
  for (int64_t b = 0; b < in.count() && n > 0; ++b) {
    const Complex m = in.at(b), u = base.get(), f = made.get(), h = half.get();
    bool good = ComplexSchur(m, u);
    // A real matrix has a real root where no eigenvalue is negative.
    for (int64_t i = 0; i < n && real; ++i)
      good = good && (std::real(m(i, i)) >= 0 || std::abs(std::imag(m(i, i))) > 1e-12 * std::abs(m(i, i)));
    if (good) of_triangle(m, f);
    good = good && FiniteValues(f);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) {
        h(i, j) = 0;
        for (int64_t k = 0; k < n; ++k) h(i, j) += u(i, k) * (k <= j ? f(k, j) : Scalar(0));
      }
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) {
        Scalar sum = good ? 0 : std::nan("");
        for (int64_t k = 0; k < n; ++k) sum += h(i, k) * std::conj(u(j, k));
        m(i, j) = sum;
      }
  }
  in.Give(c, 0);
}

Status SquareShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &shape));
  Dim side = kUnknownDim;
  if (shape.has_rank()) {
    TP_RETURN_IF_ERROR(c.Merge(shape[shape.rank() - 2], shape[shape.rank() - 1], &side));
    shape.set_dim(shape.rank() - 2, side);
    shape.set_dim(shape.rank() - 1, side);
  }
  c.Set(0, shape);
  return {};
}

void EigGrad(GradContext& g) {
  std::string text;
  if (g.Attr("compute_v", true))
    text =
        "v = adj(y1); e = sub(ExpandDims(y0, int(-2)), ExpandDims(y0, int(-1)));"
        "f = conj(MatrixSetDiagV3:set_diag(mul(e, Reciprocal(add(mul(e, e), num(1e-20, complex)))), "
        "zeros(y0), "
        "int(0)));"
        "w = mm(v, g1); m = MatrixDiagV3:diag(g0, int(0), int(-1), int(-1), num(0, complex));"
        "r = cast(Real(w), w);"
        "p = MatrixDiagV3:diag(MatrixDiagPartV3:diag_part(r, int(0), num(0, complex)), int(0), int(-1), "
        "int(-1), "
        "num(0, complex));"
        "m = add(m, mul(f, sub(w, mm(mm(v, y1), p)))); a = MatrixSolve(v, mm(m, v));";
  else
    text =
        "q = Eig(x0){Tout=@}; v = adj(q.1);"
        "a = MatrixSolve(v, mm(MatrixDiagV3:diag(g0, int(0), int(-1), int(-1), num(0, complex)), v));";
  text += "d0 = cast(a, x0)";
  grad::Run(g, text.c_str());
}

// _MatrixSquareRootGrad: a linear system of Kronecker products.
void RootGrad(GradContext& g) {
  const auto product = [](const std::string& name, const std::string& a, const std::string& b) {
    return "s = shape(" + a + "); t = shape(" + b +
           "); m = at(s, -1); n = at(t, -1); k = Slice(s, ints(0), [sub(size(s), int(2))]);"
           "u = ConcatV2:concat(k, [m], ints(1), [m], ints(1), int(0));"
           "v = ConcatV2:concat(k, ints(1), [n], ints(1), [n], int(0));"
           "x = reshape(" +
           a + ", u); y = reshape(" + b + ", v); o = mul(m, n); p = ConcatV2:concat(k, [o], [o], int(0));" +
           name + " = reshape(mul(x, y), p);";
  };
  const std::string transpose = "Transpose:matrix_transpose/transpose(";
  const auto rank = g.output(0).shape().has_rank() ? g.output(0).shape().rank() : 0;
  if (rank == 0)
    throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of MatrixSquareRoot of unknown rank")};
  std::string perm = "ints(";
  for (int i = 0; i < rank; ++i) {
    if (i > 0) perm += ", ";
    perm += std::to_string(i == rank - 1 ? rank - 2 : i == rank - 2 ? rank - 1 : i);
  }
  perm += ")";
  const std::string text =
      "a = shape(y0); b = at(a, -1);"
      "c = Prod(StridedSlice:strided_slice(a, ints(0), ints(-2), ints(1)){begin_mask=1}, ints(0));"
      "e = MatrixDiagV3:eye/diag(ones(stack(b), y0), int(0), int(-1), int(-1), 0);"
      "e = reshape(Tile(reshape(e, ints(-1)), stack(c)), a);"
      "f = " +
      transpose + "y0, " + perm + ");" + product("i", "e", "f") + product("j", "y0", "e") +
      "h = add(i, j); k = Slice(a, ints(0), [sub(size(a), int(2))]);"
      "l = ConcatV2:concat(k, [mul(b, b)], ints(1), int(0));"
      "w = reshape(" +
      transpose + "g0, " + perm + "), l); z = reshape(MatrixSolve(h, w), a); d0 = " + transpose + "z, " +
      perm + ")";
  grad::Run(g, text.c_str());
}

}  // namespace

TP_OP(Eig){
    .name = "Eig",
    .inputs = "input: T",
    .outputs = "e: Tout, v: Tout",
    .attrs =
        "compute_v: bool = true, T: {float32,float64,complex64,complex128}, Tout: {complex64,complex128}",
    .doc = "Eigenvalues of square matrices and eigenvectors of length 1.",
    .shape = EigShape,
    .kernel = EigKernel,
    .gradient = EigGrad,
    .examples =
        "[[4. 1.] [1. 3.]] -> c64:[4.618034+0.j 2.381966+0.j], c64:[[0.8506508+0.j -0.5257311+0.j] "
        "[0.5257311+0.j "
        "0.8506508+0.j]] | Tout=complex64",
};

TP_OP(MatrixSquareRoot){
    .name = "MatrixSquareRoot",
    .api = "tf.linalg.sqrtm (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: {float64,float32,float16,complex64,complex128}",
    .doc = "Matrices whose squares are the matrices; NaN where there is no real one.",
    .shape = SquareShape,
    .kernel = [](KernelContext& c) { FunctionKernel(c, RootOfTriangle); },
    .gradient = RootGrad,
    .examples = "[[4. 5.] [0. 9.]] -> [[2. 1.] [0. 3.]]",
};

TP_OP(MatrixLogarithm){
    .name = "MatrixLogarithm",
    .api = "tf.linalg.logm (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: {complex64,complex128}",
    .doc = "Matrices whose exponentials are the matrices.",
    .shape = SquareShape,
    .kernel = [](KernelContext& c) { FunctionKernel(c, LogOfTriangle); },
    .examples =
        "c64:[[2.+0.j 1.+0.j] [0.+0.j 2.+0.j]] -> c64:[[0.6931472+0.j 0.5+0.j] [0.+0.j 0.6931472+0.j]]",
};

}  // namespace tp
