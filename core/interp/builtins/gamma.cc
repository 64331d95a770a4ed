// Lanczos' approximation with the coefficients of Boost's lanczos13m53 (N = 13, g = 6.0246…), as CPython evaluates it: the C
// library's functions differ from it in the last digit.
#include "core/interp/builtins/gamma.h"

#include <cmath>

namespace tp {
namespace {

constexpr double kG = 6.024680040776729583740234375, kPi = 3.141592653589793238462643;
constexpr int kTerms = 13;
constexpr double kNumerator[kTerms] = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
constexpr double kDenominator[kTerms] = {0,       39916800, 120543840, 150917976, 105258076, 45995730, 13339535,
                                         2637558, 357423,   32670,     1925,      66,        1};

double Lanczos(double x) {
  double numerator = 0, denominator = 0;
  for (int i = 0; i < kTerms; ++i) {
    if (x < 5) {
      numerator = numerator * x + kNumerator[kTerms - 1 - i];
      denominator = denominator * x + kDenominator[kTerms - 1 - i];
    } else {
      numerator = numerator / x + kNumerator[i];
      denominator = denominator / x + kDenominator[i];
    }
  }
  return numerator / denominator;
}

// sin(pi * x) without the error of a large product.
double SinPi(double x) {
  const double y = std::fmod(std::fabs(x), 2.0);
  double r = 0;
  switch (static_cast<int>(std::round(2.0 * y))) {
    case 0:
      r = std::sin(kPi * y);
      break;
    case 1:
      r = std::cos(kPi * (y - 0.5));
      break;
    case 2:
      r = std::sin(kPi * (1.0 - y));
      break;
    case 3:
      r = -std::cos(kPi * (y - 1.5));
      break;
    default:
      r = std::sin(kPi * (y - 2.0));
  }
  return std::copysign(1.0, x) * r;
}

}  // namespace

double GammaOf(double x) {
  if (!std::isfinite(x)) return x;
  if (x == 0) return std::copysign(HUGE_VAL, x);
  if (x == std::floor(x) && x > 0 && x <= 23) {
    double product = 1;
    for (int i = 2; i < static_cast<int>(x); ++i) product *= i;
    return product;
  }
  const double size = std::fabs(x);
  if (size < 1e-20) return 1.0 / x;
  if (size > 200) return x < 0 ? 0.0 / SinPi(x) : HUGE_VAL;
  const double y = size + (kG - 0.5);
  const double lost = size > kG - 0.5 ? (y - size) - (kG - 0.5) : (y - (kG - 0.5)) - size;
  const double correction = lost * kG / y;
  double r = x < 0 ? -kPi / SinPi(size) / size * std::exp(y) / Lanczos(size) : Lanczos(size) / std::exp(y);
  r += (x < 0 ? -correction : correction) * r;
  const bool twice = size >= 140;  // the power alone would overflow
  const double power = twice ? std::pow(y, size / 2.0 - 0.25) : std::pow(y, size - 0.5);
  for (int i = 0; i <= twice; ++i) r = x < 0 ? r / power : r * power;
  return r;
}

double LogGammaOf(double x) {
  if (!std::isfinite(x)) return std::isnan(x) ? x : HUGE_VAL;
  if (x == std::floor(x) && x <= 2.0) return x <= 0 ? HUGE_VAL : 0.0;
  const double size = std::fabs(x);
  if (size < 1e-20) return -std::log(size);
  double r = std::log(Lanczos(size)) - kG;
  r += (size - 0.5) * (std::log(size + kG - 0.5) - 1);
  if (x < 0) r = std::log(kPi) - std::log(std::fabs(SinPi(size))) - std::log(size) - r;
  return r;
}

}  // namespace tp
