#include "kernels/special_functions.h"

#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>

namespace tp::special {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon(),
                 kInf = std::numeric_limits<double>::infinity(),
                 kNan = std::numeric_limits<double>::quiet_NaN(), kPi = 3.14159265358979323846,
                 kEuler = 0.57721566490153286061;

// A number and its derivative: what is written for double gives the derivative, too.
struct Dual {
  double v, d = 0;
};
Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }

// P by its series, for x < a + 1: x^a e^-x / gamma(a + 1) * (1 + x/(a+1) + x²/((a+1)(a+2)) + …).
Dual GammaSeries(Dual a, double x) {
  Dual term{1}, sum{1};
  int left = 100000;  // about the root of the largest a for which it converges
  for (Dual r = a;
       left-- > 0 && (std::fabs(term.v) > kEps * sum.v || std::fabs(term.d) > kEps * std::fabs(sum.d));) {
    r = r + Dual{1};
    term = term * Dual{x} / r;
    sum = sum + term;
  }
  return sum / a;
}
// Q by Legendre's continued fraction (evaluated after Lentz), for x >= a + 1.
Dual GammaFraction(Dual a, double x) {
  Dual b = Dual{x + 1} - a, c{1e300}, d = Dual{1} / b, h = d;
  for (int i = 1; i < 5000; ++i) {
    const Dual an = Dual{-static_cast<double>(i)} * (Dual{static_cast<double>(i)} - a);
    b = b + Dual{2};
    d = Dual{1} / (an * d + b);
    c = b + an / c;
    const Dual delta = d * c;
    h = h * delta;
    if (std::fabs(delta.v - 1) < kEps && std::fabs(delta.d) < kEps) break;
  }
  return h;
}
bool OutsideGamma(double a, double x) { return std::isnan(a) || std::isnan(x) || x < 0 || a <= 0; }
// x^a e^-x / gamma(a), which both are multiples of.
Dual GammaScale(double a, double x) {
  const double v = std::exp(a * std::log(x) - x - std::lgamma(a));
  return {v, v * (std::log(x) - Digamma(a))};
}

// I_n(x) e^-|x|: the mean of exp(x (cos t - 1)) cos(n t), which the trapezium rule gives exactly as the
// integrand is periodic; for large x Hankel's series.
double BesselI(int n, double x) {
  const double size = std::fabs(x), sign = n == 1 && x < 0 ? -1 : 1;
  if (std::isnan(x)) return x;
  if (size < 2) {  // the power series keeps the digits of I1 about 0
    double term = n == 0 ? 1 : size / 2, sum = term;
    for (int k = 1; term > kEps * sum / 4; ++k) sum += term *= size * size / 4 / (k * (k + n));
    return sign * sum * std::exp(-size);
  }
  if (size > 50) {
    double term = 1, sum = 1;
    for (int k = 1; k < 40 && std::fabs(term) > kEps / 4; ++k) {
      const double odd = 2 * k - 1;
      sum += term *= -(4.0 * n * n - odd * odd) / (8 * size * k);
    }
    return sign * sum / std::sqrt(2 * kPi * size);
  }
  constexpr int kPoints = 96;
  double sum = 0.5 * (1 + (n == 1 ? -1 : 1) * std::exp(-2 * size));
  for (int i = 1; i < kPoints; ++i) {
    const double cosine = std::cos(kPi * i / kPoints);
    sum += std::exp(size * (cosine - 1)) * (n == 1 ? cosine : 1);
  }
  return sign * sum / kPoints;
}
// K_n(x) e^x: the integral of exp(-x (cosh t - 1)) cosh(n t), whose integrand falls so fast that the
// trapezium rule converges to the last digit.
double BesselK(int n, double x) {
  if (x <= 0) return kInf;
  if (std::isnan(x)) return x;
  if (std::isinf(x)) return 0;
  const double step = std::fmin(0.125, 0.4 / std::sqrt(x));
  double sum = 0.5;
  for (int i = 1;; ++i) {
    const double t = i * step, half = std::sinh(t / 2);
    const double value = std::exp(-2 * x * half * half) * (n == 1 ? std::cosh(t) : 1);
    sum += value;
    if (value < kEps / 16 * sum && x * half * half > 1) break;
  }
  return sum * step;
}

}  // namespace

double Digamma(double x) {
  if (x <= 0 && x == std::floor(x)) return kNan;
  double shift = 0;
  if (x < 0) {
    shift = -kPi / std::tan(kPi * x);
    x = 1 - x;
  }
  for (; x < 10; x += 1) shift -= 1 / x;
  const double y = 1 / (x * x);
  const double tail =
      y * (1. / 12 -
           y * (1. / 120 - y * (1. / 252 - y * (1. / 240 - y * (1. / 132 - y * (691. / 32760 - y / 12))))));
  return shift + std::log(x) - 0.5 / x - tail;
}

double Igamma(double a, double x) {
  if (OutsideGamma(a, x)) return kNan;
  if (x == 0) return 0;
  if (std::isinf(x)) return std::isinf(a) ? kNan : 1;
  if (x > 1 && x > a) return 1 - Igammac(a, x);
  return GammaScale(a, x).v * GammaSeries({a}, x).v;
}
double Igammac(double a, double x) {
  if (OutsideGamma(a, x)) return kNan;
  if (x == 0) return 1;
  if (std::isinf(x)) return std::isinf(a) ? kNan : 0;
  if (x < 1 || x < a) return 1 - Igamma(a, x);
  return GammaScale(a, x).v * GammaFraction({a}, x).v;
}
double IgammaGradA(double a, double x) {
  if (OutsideGamma(a, x)) return kNan;
  if (x == 0 || std::isinf(x)) return 0;
  if (x > 1 && x > a) return -(GammaScale(a, x) * GammaFraction({a, 1}, x)).d;
  return (GammaScale(a, x) * GammaSeries({a, 1}, x)).d;
}

double RandomGammaGrad(double a, double x) {
  if (OutsideGamma(a, x)) return kNan;
  if (x == 0) return 0;
  return -IgammaGradA(a, x) / (GammaScale(a, x).v / x);
}

double Betainc(double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return kNan;
  if (x == 0 || x == 1) return x;
  if (x > (a + 1) / (a + b + 2)) return 1 - Betainc(b, a, 1 - x);
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  // The continued fraction of the incomplete beta function, after Lentz.
  constexpr double kTiny = 1e-300;
  const auto away = [](double v) { return std::fabs(v) < kTiny ? kTiny : v; };
  double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m < 5000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double delta = 1;
    for (const double by : {even, odd}) {
      d = 1 / away(1 + by * d);
      c = away(1 + by / c);
      delta = d * c;
      h *= delta;
    }
    if (std::fabs(delta - 1) < kEps) break;
  }
  return front * h / a;
}

// Euler and Maclaurin's formula behind the first ten terms.
double Zeta(double x, double q) {
  if (x == 1) return kInf;
  if (!(x > 1)) return kNan;
  if (q <= 0) {
    if (q == std::floor(q)) return std::fmod(x, 2) == 0 ? kInf : kNan;
    if (x != std::floor(x)) return kNan;
  }
  double sum = 0, a = q;
  for (int i = 0; i < 10 || a <= 9; ++i, a += 1) sum += std::pow(a, -x);
  const double last = std::pow(a, -x);
  sum += last * a / (x - 1) + 0.5 * last;
  static constexpr double kBernoulli[] = {1. / 6,       -1. / 30, 1. / 42,      -1. / 30,     5. / 66,
                                          -691. / 2730, 7. / 6,   -3617. / 510, 43867. / 798, -174611. / 330};
  double factor = x * last / a;
  for (int k = 1; k <= 10; ++k) {
    factor /= 2 * k;
    if (k > 1) factor /= 2 * k - 1;
    const double term = kBernoulli[k - 1] * factor;
    sum += term;
    if (std::fabs(term) < kEps / 4 * std::fabs(sum)) break;
    factor *= (x + 2 * k - 1) * (x + 2 * k) / (a * a);
  }
  return sum;
}

double Polygamma(double n, double x) {
  if (n < 0 || n != std::floor(n)) return kNan;
  if (n == 0) return Digamma(x);
  return (std::fmod(n, 2) == 0 ? -1 : 1) * std::tgamma(n + 1) * Zeta(n + 1, x);
}

// A first guess from the tail's asymptotic form, then Halley's steps on the distribution function.
double Ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (p == 0 || p == 1) return p == 0 ? -kInf : kInf;
  if (p > 0.5) return -Ndtri(1 - p);
  const double t = std::sqrt(-2 * std::log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));  // Abramowitz & Stegun 26.2.23
  for (int i = 0; i < 4; ++i) {
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) / p - 1;  // relative: the tail is small
    const double step = error * p * std::sqrt(2 * kPi) * std::exp(x * x / 2);
    x -= step / (1 + x * step / 2);
  }
  return p == 0.5 ? 0 : x;
}

double BesselI0(double x) { return BesselI(0, x) * std::exp(std::fabs(x)); }
double BesselI1(double x) { return BesselI(1, x) * std::exp(std::fabs(x)); }
double BesselI0e(double x) { return BesselI(0, x); }
double BesselI1e(double x) { return BesselI(1, x); }
double BesselK0(double x) { return BesselK(0, x) * std::exp(-x); }
double BesselK1(double x) { return BesselK(1, x) * std::exp(-x); }
double BesselK0e(double x) { return BesselK(0, x); }
double BesselK1e(double x) { return BesselK(1, x); }
double BesselJ0(double x) { return ::j0(x); }
double BesselJ1(double x) { return ::j1(x); }
double BesselY0(double x) { return x < 0 ? -kInf : ::y0(x); }
double BesselY1(double x) { return x < 0 ? -kInf : ::y1(x); }

// Rybicki's sum of Gaussians; about 0 the power series.
namespace {

// C + iS: a series near 0, elsewhere a continued fraction of the complementary error function.
std::complex<double> Fresnel(double x) {
  const double size = std::fabs(x);
  std::complex<double> sum;
  if (std::isnan(x)) return {x, x};
  if (size > 1e8) {
    sum = {0.5, 0.5};
  } else if (size < 1.6) {
    // The integral of exp(i pi t² / 2), term by term.
    std::complex<double> term = size;
    const std::complex<double> step(0, kPi / 2 * size * size);
    for (int k = 0; k < 60; ++k) {
      sum += term / (2.0 * k + 1);
      term *= step / (k + 1.0);
    }
  } else {
    const double square = kPi * size * size;
    std::complex<double> b(1, -square), cc = 1e300, d = 1.0 / b, h = d;
    for (int k = 1; k < 200; ++k) {
      const double a = -(2.0 * k - 1) * (2.0 * k);
      b += 4.0;
      d = 1.0 / (a * d + b);
      cc = b + a / cc;
      const std::complex<double> change = cc * d;
      h *= change;
      if (std::abs(change.real() - 1) + std::abs(change.imag()) < 1e-16) break;
    }
    h *= std::complex<double>(size, -size);
    const double half = square / 2;
    sum = std::complex<double>(0.5, 0.5) * (1.0 - std::complex<double>(std::cos(half), std::sin(half)) * h);
  }
  return x < 0 ? -sum : sum;
}

}  // namespace

double FresnelCos(double x) { return Fresnel(x).real(); }
double FresnelSin(double x) { return Fresnel(x).imag(); }

double Dawsn(double x) {
  if (!std::isfinite(x)) return std::isnan(x) ? x : std::copysign(0.0, x);
  if (std::fabs(x) < 0.3) {
    double term = x, sum = x;
    for (int k = 1; k < 20; ++k) sum += term *= -2 * x * x / (2 * k + 1);
    return sum;
  }
  if (std::fabs(x) > 1e4) return 0.5 / x;
  constexpr double kStep = 0.2;
  const int middle = 2 * static_cast<int>(std::lround(std::fabs(x) / kStep / 2));
  const double size = std::fabs(x);
  double sum = 0;
  for (int i = -41; i <= 41; i += 2) {
    const int n = middle + i;
    const double away = size - n * kStep;
    sum += std::exp(-away * away) / n;
  }
  return std::copysign(sum / std::sqrt(kPi), x);
}

double Expint(double x) {
  if (std::isnan(x) || x < 0) return kNan;
  if (x == 0) return -kInf;
  double term = 1, sum = 0;
  if (x < 45) {
    for (int k = 1; k < 500; ++k) {
      term *= x / k;
      sum += term / k;
      if (term / k < kEps / 4 * sum) break;
    }
    return kEuler + std::log(x) + sum;
  }
  for (int k = 1; k < x && term > kEps / 4; ++k) {
    sum += term;
    term *= k / x;
  }
  return std::exp(x) / x * sum;
}

double Spence(double x) {
  if (std::isnan(x) || x < 0) return kNan;
  // Li2(z) of z = 1 - x, brought into [-1/2, 1/2] by its functional equations.
  const double z = 1 - x;
  if (z == 1) return kPi * kPi / 6;
  if (z > 0.5) return kPi * kPi / 6 - std::log(z) * std::log(x) - Spence(z);
  const double log = std::log(x);
  if (z < -1) return -kPi * kPi / 6 - std::log(-z) * std::log(-z) / 2 - Spence(1 - 1 / z);
  if (z < -0.5) return -log * log / 2 - Spence(1 - z / (z - 1));
  double power = 1, sum = 0;
  for (int k = 1; k < 60; ++k) {
    power *= z;
    sum += power / (static_cast<double>(k) * k);
  }
  return sum;
}

}  // namespace tp::special
