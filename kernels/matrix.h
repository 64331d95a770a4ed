// What kernels of linear algebra share: batches of matrices cast to float64, and Householder reflections.
#pragma once

#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

#include "kernels/op.h"

namespace tp {

template <class T>
struct Matrix {  // rows after each other
  T* data = nullptr;
  int64_t rows = 0, columns = 0;
  T& operator()(int64_t i, int64_t j) const { return data[i * columns + j]; }
};

inline double Conjugate(double x) { return x; }
inline std::complex<double> Conjugate(std::complex<double> x) { return std::conj(x); }

// The input as a new tensor of dtype `wide`; invalid (an error is set) without memory.
Tensor WidenInput(KernelContext& c, int i, DType wide);
void NarrowOutput(KernelContext& c, int i, const Tensor& wide, DType dtype);

// Matrices in the wide type.
template <class T>
class Wide {
 public:
  static constexpr DType kType = std::is_same_v<T, double> ? DType::kFloat64 : DType::kComplex128;
  Wide() = default;
  Wide(KernelContext& c, int input) : tensor_(WidenInput(c, input, kType)) {}
  Wide(KernelContext& c, const Shape& shape) : tensor_(c.Scratch(kType, shape)) {}
  T* data() const { return tensor_.data<T>(); }
  int64_t count() const { return DimProduct(tensor_.shape(), 0, tensor_.rank() - 2); }
  Matrix<T> at(int64_t i) const {
    const int64_t rows = tensor_.dim(tensor_.rank() - 2), columns = tensor_.dim(tensor_.rank() - 1);
    return {tensor_.data<T>() + i * rows * columns, rows, columns};
  }
  // As output i, in the dtype of input 0 or in `dtype`.
  void Give(KernelContext& c, int i) const { Give(c, i, c.input(0).dtype()); }
  void Give(KernelContext& c, int i, DType dtype) const { NarrowOutput(c, i, tensor_, dtype); }

 private:
  Tensor tensor_;
};

// f(double{}) or f(std::complex<double>{}), as the first input's dtype is.
template <class F>
void OfMatrices(KernelContext& c, const F& f) {
  if (IsComplex(c.input(0).dtype()))
    f(std::complex<double>{});
  else
    f(double{});
}

// Which matrix of a batch of `shape` belongs to number i of the broadcast batch.
int64_t PlaceInBatch(const Shape& shape, const Shape& batch, int64_t i);

// False (an error is set) where input 0 is no matrix, or where it is not square and `not_square` is an error.
bool CheckMatrices(KernelContext& c, const char* not_square);

template <class T>
void AdjointInPlace(Matrix<T> m) {
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      const T a = m(i, j), b = m(j, i);
      m(i, j) = Conjugate(b);
      m(j, i) = Conjugate(a);
    }
}

// Makes x(i.., j) a multiple of a unit vector by a reflection H = 1 - tau v v*; below the diagonal stays v
// (its first element is 1).
template <class T>
T ReflectColumn(Matrix<T> x, int64_t i, int64_t j) {
  double tail = 0;
  for (int64_t k = i + 1; k < x.rows; ++k) tail += std::norm(x(k, j));
  const T head = x(i, j);
  if (tail == 0 && std::imag(head) == 0) return T(0);
  double beta = std::sqrt(std::norm(head) + tail);
  if (std::real(head) >= 0) beta = -beta;
  for (int64_t k = i + 1; k < x.rows; ++k) x(k, j) /= head - beta;
  x(i, j) = beta;
  return Conjugate((beta - head) / beta);
}

// y = (1 - tau v v*) y for columns from `from` on; v as column j of x, from row i on.
template <class T>
void ApplyReflection(const Matrix<T>& x, int64_t i, int64_t j, T tau, Matrix<T> y, int64_t from) {
  if (tau == T(0)) return;
  for (int64_t k = from; k < y.columns; ++k) {
    T sum = y(i, k);
    for (int64_t r = i + 1; r < x.rows; ++r) sum += Conjugate(x(r, j)) * y(r, k);
    sum *= tau;
    y(i, k) -= sum;
    for (int64_t r = i + 1; r < x.rows; ++r) y(r, k) -= x(r, j) * sum;
  }
}

// The QR factorisation in place: R on and above the diagonal, the reflections below it. With `pivots`, the
// column with the largest rest comes first each time.
template <class T>
std::vector<T> Reflect(Matrix<T> x, std::vector<int64_t>* pivots) {
  const int64_t p = std::min(x.rows, x.columns);
  std::vector<T> tau(static_cast<size_t>(p));
  if (pivots != nullptr) {
    pivots->resize(static_cast<size_t>(x.columns));
    std::iota(pivots->begin(), pivots->end(), 0);
  }
  for (int64_t i = 0; i < p; ++i) {
    if (pivots != nullptr) {
      int64_t best = i;
      double most = -1;
      for (int64_t j = i; j < x.columns; ++j) {
        double norm = 0;
        for (int64_t r = i; r < x.rows; ++r) norm += std::norm(x(r, j));
        // What differs by rounding alone counts as equal: the first one wins.
        if (norm > most * (1 + 1e-6)) most = norm, best = j;
      }
      if (best != i) {
        for (int64_t r = 0; r < x.rows; ++r) std::swap(x(r, i), x(r, best));
        std::swap((*pivots)[i], (*pivots)[best]);
      }
    }
    // Eigen reflects with conj(tau).
    tau[i] = ReflectColumn(x, i, i);
    ApplyReflection(x, i, i, tau[i], x, i + 1);
  }
  return tau;
}

// q = the product of the reflections below the diagonal of x (`shift` rows lower), its first columns.
template <class T>
void Reflections(const Matrix<T>& x, const std::vector<T>& tau, Matrix<T> q, int64_t shift = 0) {
  for (int64_t i = 0; i < q.rows; ++i)
    for (int64_t j = 0; j < q.columns; ++j) q(i, j) = T(i == j ? 1 : 0);
  for (int64_t i = static_cast<int64_t>(tau.size()) - 1; i >= 0; --i)
    ApplyReflection(x, i + shift, i, Conjugate(tau[i]), q, 0);
}

}  // namespace tp
