// The scalar meaning of each primitive, by C++ type: what tile functions loop over where no special vector
// code exists, and what generated code must agree with. core/ir/primitives.def says the rules in words.
//
// Everything here is exact (or correctly what libm gives), so that compiling it for one SIMD target or
// another changes no bit. Functions that are approximated by vector code stand in tiles_math.cc instead.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "core/ir/primitives.h"

#define TP_INLINE inline __attribute__((always_inline))

namespace tp::scalar {

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// An unsigned type in which arithmetic on T wraps without promotion to int.
template <class T>
using Wrap = std::conditional_t<(sizeof(T) <= 4), uint32_t, uint64_t>;

// psi(x): reflection for x < 1/2, recurrence up to 10, then the asymptotic series (Abramowitz &
// Stegun 6.3.18).
inline double Digamma(double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (std::isnan(x) || x == -INFINITY) return NAN;
  double result = 0;
  if (x < 0.5) {
    if (x == std::floor(x)) return x == 0 ? std::copysign(INFINITY, -x) : NAN;
    result = -kPi / std::tan(kPi * (x - std::floor(x)));
    x = 1 - x;
  }
  for (; x < 10; x += 1) result -= 1 / x;
  const double r = 1 / (x * x);
  const double series =
      r *
      (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132 - r * 691.0 / 32760)))));
  return result + std::log(x) - 0.5 / x - series;
}

// The inverse of erf: a first value by Winitzki's formula, then Newton steps on erf (erfc near the ends).
inline double Erfinv(double y) {
  if (!(y >= -1 && y <= 1)) return NAN;
  if (y == 1 || y == -1) return y * INFINITY;
  if (y == 0) return y;
  const double a = 0.147, l = std::log1p(-y * y), t = 2 / (3.14159265358979323846 * a) + l / 2;
  double x = std::copysign(std::sqrt(std::sqrt(t * t - l / a) - t), y);
  for (int step = 0; step < 4; ++step) {
    const double error = y > 0.5    ? (1 - y) - std::erfc(x)
                         : y < -0.5 ? std::erfc(-x) - (1 + y)
                                    : std::erf(x) - y;
    const double f = error / (1.12837916709551257390 * std::exp(-x * x));
    x -= f / (1 + x * f);
  }
  return x;
}

template <class T>
TP_INLINE T IntPow(T x, T n) {
  Wrap<T> result = 1, base = static_cast<Wrap<T>>(x);
  for (auto e = static_cast<std::make_unsigned_t<T>>(n < T(0) ? T(0) : n); e != 0; e >>= 1) {
    if (e & 1) result *= base;
    base *= base;
  }
  return static_cast<T>(result);
}

template <class T>
TP_INLINE T IntTruncDiv(T x, T y) {
  if (y == T(0)) return T(0);  // refused before (CheckPrim)
  if constexpr (std::is_signed_v<T>)
    if (y == T(-1)) return static_cast<T>(Wrap<T>(0) - static_cast<Wrap<T>>(x));
  return static_cast<T>(x / y);
}
template <class T>
TP_INLINE T IntTruncMod(T x, T y) {
  if (y == T(0)) return T(0);
  if constexpr (std::is_signed_v<T>)
    if (y == T(-1)) return T(0);
  return static_cast<T>(x % y);
}
template <class T>
TP_INLINE T ClampShift(T y) {
  constexpr T kMost = static_cast<T>(sizeof(T) * 8 - 1);
  return y < T(0) ? T(0) : y > kMost ? kMost : y;
}

// Complex product by the schoolbook formula, as vector code does it (no rescue of infinities).
template <class T>
TP_INLINE std::complex<T> ComplexMul(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

template <Prim P, class T>
TP_INLINE T Int(T x, T y) {
  using W = Wrap<T>;
  if constexpr (P == Prim::kAdd) return static_cast<T>(static_cast<W>(x) + static_cast<W>(y));
  if constexpr (P == Prim::kSub) return static_cast<T>(static_cast<W>(x) - static_cast<W>(y));
  if constexpr (P == Prim::kMul) return static_cast<T>(static_cast<W>(x) * static_cast<W>(y));
  if constexpr (P == Prim::kDiv) return IntTruncDiv(x, y);
  if constexpr (P == Prim::kTruncMod) return IntTruncMod(x, y);
  if constexpr (P == Prim::kFloorDiv) {
    const T q = IntTruncDiv(x, y);
    return (IntTruncMod(x, y) != T(0) && (x < T(0)) != (y < T(0))) ? static_cast<T>(q - 1) : q;
  }
  if constexpr (P == Prim::kFloorMod) {
    const T r = IntTruncMod(x, y);
    return (r != T(0) && (r < T(0)) != (y < T(0))) ? static_cast<T>(r + y) : r;
  }
  if constexpr (P == Prim::kMax) return x >= y ? x : y;
  if constexpr (P == Prim::kMin) return x <= y ? x : y;
  if constexpr (P == Prim::kPow) return IntPow(x, y);
  if constexpr (P == Prim::kSquaredDifference) {
    const W d = static_cast<W>(x) - static_cast<W>(y);
    return static_cast<T>(d * d);
  }
  if constexpr (P == Prim::kNeg) return static_cast<T>(W(0) - static_cast<W>(x));
  if constexpr (P == Prim::kAbs) return x < T(0) ? static_cast<T>(W(0) - static_cast<W>(x)) : x;
  if constexpr (P == Prim::kSign) return static_cast<T>((x > T(0)) - (x < T(0)));
  if constexpr (P == Prim::kSquare) return static_cast<T>(static_cast<W>(x) * static_cast<W>(x));
  if constexpr (P == Prim::kReciprocal) return IntTruncDiv(T(1), x);
  if constexpr (P == Prim::kRound) return x;
  if constexpr (P == Prim::kRelu) return x > T(0) ? x : T(0);
  if constexpr (P == Prim::kRelu6) return x <= T(0) ? T(0) : x > T(6) ? T(6) : x;
  if constexpr (P == Prim::kBitAnd) return x & y;
  if constexpr (P == Prim::kBitOr) return x | y;
  if constexpr (P == Prim::kBitXor) return x ^ y;
  if constexpr (P == Prim::kInvert) return static_cast<T>(~x);
  if constexpr (P == Prim::kShiftLeft)
    return static_cast<T>(static_cast<W>(static_cast<std::make_unsigned_t<T>>(x)) << ClampShift(y));
  if constexpr (P == Prim::kShiftRight) return static_cast<T>(x >> ClampShift(y));
}

template <Prim P, class T>
TP_INLINE T Float(T x, T y) {
  if constexpr (P == Prim::kAdd) return x + y;
  if constexpr (P == Prim::kSub) return x - y;
  if constexpr (P == Prim::kMul) return x * y;
  if constexpr (P == Prim::kDiv) return x / y;
  if constexpr (P == Prim::kDivNoNan) return y == T(0) ? T(0) : x / y;
  if constexpr (P == Prim::kMulNoNan) return y == T(0) ? T(0) : x * y;
  if constexpr (P == Prim::kFloorDiv) return std::floor(x / y);
  if constexpr (P == Prim::kTruncMod) return std::fmod(x, y);
  if constexpr (P == Prim::kFloorMod) {
    const T r = std::fmod(x, y);
    return (r != T(0) && (r < T(0)) != (y < T(0))) ? r + y : r;
  }
  if constexpr (P == Prim::kMax) return ((x >= y) | (x != x)) ? x : y;
  if constexpr (P == Prim::kMin) return ((x <= y) | (x != x)) ? x : y;
  if constexpr (P == Prim::kPow) return std::pow(x, y);
  if constexpr (P == Prim::kAtan2) return std::atan2(x, y);
  if constexpr (P == Prim::kSquaredDifference) return (x - y) * (x - y);
  if constexpr (P == Prim::kNeg) return -x;
  if constexpr (P == Prim::kAbs) return std::fabs(x);
  if constexpr (P == Prim::kSign) return x != x ? x : x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0);
  if constexpr (P == Prim::kSquare) return x * x;
  if constexpr (P == Prim::kSqrt) return std::sqrt(x);
  if constexpr (P == Prim::kRsqrt) return T(1) / std::sqrt(x);
  if constexpr (P == Prim::kReciprocal) return T(1) / x;
  if constexpr (P == Prim::kFloor) return std::floor(x);
  if constexpr (P == Prim::kCeil) return std::ceil(x);
  if constexpr (P == Prim::kRound) return std::nearbyint(x);
  if constexpr (P == Prim::kTrunc) return std::trunc(x);
  if constexpr (P == Prim::kExp) return std::exp(x);
  if constexpr (P == Prim::kExpm1) return std::expm1(x);
  if constexpr (P == Prim::kLog) return std::log(x);
  if constexpr (P == Prim::kLog1p) return std::log1p(x);
  if constexpr (P == Prim::kSin) return std::sin(x);
  if constexpr (P == Prim::kCos) return std::cos(x);
  if constexpr (P == Prim::kTan) return std::tan(x);
  if constexpr (P == Prim::kAsin) return std::asin(x);
  if constexpr (P == Prim::kAcos) return std::acos(x);
  if constexpr (P == Prim::kAtan) return std::atan(x);
  if constexpr (P == Prim::kSinh) return std::sinh(x);
  if constexpr (P == Prim::kCosh) return std::cosh(x);
  if constexpr (P == Prim::kTanh) return std::tanh(x);
  if constexpr (P == Prim::kAsinh) return std::asinh(x);
  if constexpr (P == Prim::kAcosh) return std::acosh(x);
  if constexpr (P == Prim::kAtanh) return std::atanh(x);
  if constexpr (P == Prim::kErf) return std::erf(x);
  if constexpr (P == Prim::kErfc) return std::erfc(x);
  if constexpr (P == Prim::kLgamma) {
    int sign;
    return static_cast<T>(lgamma_r(x, &sign));
  }
  if constexpr (P == Prim::kDigamma) return static_cast<T>(Digamma(x));
  if constexpr (P == Prim::kErfinv) return static_cast<T>(Erfinv(x));
  if constexpr (P == Prim::kSigmoid) {
    const T e = std::exp(-std::fabs(x));
    return x >= T(0) ? T(1) / (T(1) + e) : x < T(0) ? e / (T(1) + e) : x;
  }
  if constexpr (P == Prim::kSoftplus) {
    const T limit = -(std::log(std::numeric_limits<T>::epsilon()) + T(2));
    return x > limit ? x : x < -limit ? std::exp(x) : std::log1p(std::exp(x));
  }
  if constexpr (P == Prim::kRelu) return ((x > T(0)) | (x != x)) ? x : T(0);
  if constexpr (P == Prim::kRelu6) return x <= T(0) ? T(0) : x >= T(6) ? T(6) : x;
  if constexpr (P == Prim::kElu) return x < T(0) ? std::expm1(x) : x;
  if constexpr (P == Prim::kSelu) {
    const T scale = T(1.0507009873554804934193349852946), alpha = T(1.7580993408473768599402175208123);
    return x < T(0) ? alpha * std::expm1(x) : scale * x;
  }
}

template <Prim P, class C>
TP_INLINE C Complex(C x, C y) {
  using T = typename C::value_type;
  const C zero(T(0), T(0)), one(T(1), T(0));
  if constexpr (P == Prim::kAdd) return x + y;
  if constexpr (P == Prim::kSub) return x - y;
  if constexpr (P == Prim::kMul) return ComplexMul(x, y);
  if constexpr (P == Prim::kDiv) return x / y;
  if constexpr (P == Prim::kDivNoNan) return y == zero ? zero : x / y;
  if constexpr (P == Prim::kMulNoNan) return y == zero ? zero : ComplexMul(x, y);
  if constexpr (P == Prim::kPow) return std::pow(x, y);
  if constexpr (P == Prim::kSquaredDifference) return ComplexMul(x - y, std::conj(x - y));
  if constexpr (P == Prim::kNeg) return -x;
  if constexpr (P == Prim::kSign) return x == zero ? zero : x / std::abs(x);
  if constexpr (P == Prim::kSquare) return ComplexMul(x, x);
  if constexpr (P == Prim::kSqrt) return std::sqrt(x);
  if constexpr (P == Prim::kRsqrt) return one / std::sqrt(x);
  if constexpr (P == Prim::kReciprocal) return one / x;
  if constexpr (P == Prim::kConj) return std::conj(x);
  if constexpr (P == Prim::kExp) return std::exp(x);
  if constexpr (P == Prim::kExpm1) {  // exp(x) - 1 without cancellation: real part by expm1 and sin^2
    const T s = std::sin(x.imag() / 2);
    return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * s * s, std::exp(x.real()) * std::sin(x.imag())};
  }
  if constexpr (P == Prim::kLog) return std::log(x);
  if constexpr (P == Prim::kLog1p) {
    const T r = x.real(), i = x.imag();
    return {T(0.5) * std::log1p(r * (r + 2) + i * i), std::atan2(i, 1 + r)};
  }
  if constexpr (P == Prim::kSin) return std::sin(x);
  if constexpr (P == Prim::kCos) return std::cos(x);
  if constexpr (P == Prim::kTan) return std::tan(x);
  if constexpr (P == Prim::kAsin) return std::asin(x);
  if constexpr (P == Prim::kAcos) return std::acos(x);
  if constexpr (P == Prim::kAtan) return std::atan(x);
  if constexpr (P == Prim::kSinh) return std::sinh(x);
  if constexpr (P == Prim::kCosh) return std::cosh(x);
  if constexpr (P == Prim::kTanh) return std::tanh(x);
  if constexpr (P == Prim::kAsinh) return std::asinh(x);
  if constexpr (P == Prim::kAcosh) return std::acosh(x);
  if constexpr (P == Prim::kAtanh) return std::atanh(x);
  if constexpr (P == Prim::kSigmoid) return one / (one + std::exp(-x));
}

// One primitive with a result of type T on operands x, y.
template <Prim P, class T>
TP_INLINE T Same(T x, T y) {
  if constexpr (kIsComplex<T>)
    return Complex<P, T>(x, y);
  else if constexpr (std::is_same_v<T, bool>)
    return P == Prim::kAnd ? (x & y) : P == Prim::kOr ? (x | y) : !x;
  else if constexpr (std::is_floating_point_v<T>)
    return Float<P, T>(x, y);
  else
    return Int<P, T>(x, y);
}

// One primitive with a bool result.
template <Prim P, class T>
TP_INLINE bool Test(const T& x, const T& y) {
  if constexpr (P == Prim::kEq) return x == y;
  if constexpr (P == Prim::kNe) return x != y;
  if constexpr (P == Prim::kLt) return x < y;
  if constexpr (P == Prim::kLe) return x <= y;
  if constexpr (P == Prim::kGt) return x > y;
  if constexpr (P == Prim::kGe) return x >= y;
  if constexpr (P == Prim::kIsNan) return x != x;
  if constexpr (P == Prim::kIsInf) return std::fabs(x) == std::numeric_limits<T>::infinity();
  if constexpr (P == Prim::kIsFinite) return std::fabs(x) < std::numeric_limits<T>::infinity();
}

// A float as an integer of 32 or 64 bits: truncated; the smallest value where it does not fit or is NaN, as
// x86's conversion instructions give it.
template <class I, class F>
TP_INLINE I Truncate(F x) {
  constexpr F kLimit = static_cast<F>(std::numeric_limits<I>::max() / 2 + 1) * 2;
  return (x >= -kLimit && x < kLimit) ? static_cast<I>(x) : std::numeric_limits<I>::min();
}

// Casts as TensorFlow's CPU kernels do them one by one: float to narrow integers goes through int32 (to
// uint32 through int64) and keeps the low bits (its vector code saturates there); integers wrap; bool is x !=
// 0; complex to real drops the imaginary part.
template <class To, class From>
TP_INLINE To Cast(From x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (kIsComplex<From>) {
    if constexpr (kIsComplex<To>)
      return To(static_cast<typename To::value_type>(x.real()),
                static_cast<typename To::value_type>(x.imag()));
    else
      return Cast<To>(x.real());
  } else if constexpr (kIsComplex<To>) {
    return To(Cast<typename To::value_type>(x), 0);
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if constexpr (sizeof(To) < 4) {
      return static_cast<To>(Truncate<int32_t>(x));
    } else if constexpr (std::is_same_v<To, uint32_t>) {
      return static_cast<uint32_t>(Truncate<int64_t>(x));
    } else if constexpr (std::is_same_v<To, uint64_t>) {
      constexpr From kHalf = static_cast<From>(9223372036854775808.0);
      if (x >= kHalf && x < 2 * kHalf) return static_cast<uint64_t>(x);
      return static_cast<uint64_t>(Truncate<int64_t>(x));
    } else {
      return Truncate<To>(x);
    }
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace tp::scalar
