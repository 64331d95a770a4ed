#include "core/tensor/float_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/check.h"

namespace tp {
namespace {

FloatDigits Parse(std::string_view scientific) {
  FloatDigits result;
  if (scientific[0] == '-') {
    result.negative = true;
    scientific.remove_prefix(1);
  }
  const size_t e = scientific.find('e');
  for (char c : scientific.substr(0, e))
    if (c != '.') result.digits += c;
  int exponent = 0;
  std::string_view text = scientific.substr(e + 1);
  if (text[0] == '+') text.remove_prefix(1);
  std::from_chars(text.data(), text.data() + text.size(), exponent);
  result.exponent = exponent;
  while (result.digits.size() > 1 && result.digits.back() == '0') result.digits.pop_back();
  return result;
}

FloatDigits ExactDigits(double value, int significant) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", significant - 1, value);
  return Parse(text);
}

// float16 has few values: the first length of which a neighbour (the rounded one, or the next below or above)
// reads back to the same bits.
FloatDigits ShortestHalf(double value) {
  const Half half(static_cast<float>(value));
  for (int n = 1; n <= 5; ++n) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", n - 1, std::abs(value));
    const FloatDigits nearest = Parse(text);
    const double unit = std::pow(10.0, nearest.exponent - n + 1);
    double best = -1;
    const double center = std::strtod(text, nullptr);
    for (double step : {0.0, -1.0, 1.0}) {
      if (step != 0 && best == center) break;  // the nearest one will do; a tie has gone to the even digit
      const double candidate = center + step * unit;
      if (candidate <= 0 || Half(static_cast<float>(candidate)).bits != (half.bits & 0x7fff)) continue;
      if (best < 0 || std::abs(candidate - std::abs(value)) < std::abs(best - std::abs(value)))
        best = candidate;
    }
    if (best < 0) continue;
    FloatDigits result = ExactDigits(best, n);
    result.negative = std::signbit(value);
    return result;
  }
  return ExactDigits(value, 5);
}

// The exact value with this many digits behind the point, half to even, as Dragon4 rounds at its cutoff.
FloatDigits RoundAt(double value, int fraction_digits) {
  char text[512];
  std::snprintf(text, sizeof text, "%.*f", fraction_digits, value);
  FloatDigits result;
  result.negative = std::signbit(value);
  std::string_view view = text;
  if (view[0] == '-') view.remove_prefix(1);
  const size_t point = std::min(view.find('.'), view.size());
  std::string all;
  for (char c : view)
    if (c != '.') all += c;
  const size_t first = all.find_first_not_of('0');
  if (first == std::string::npos) {
    result.digits = "0";
    return result;
  }
  result.exponent = static_cast<int>(point) - 1 - static_cast<int>(first);
  result.digits = all.substr(first);
  while (result.digits.size() > 1 && result.digits.back() == '0') result.digits.pop_back();
  return result;
}

}  // namespace

FloatDigits ShortestDigits(double value, DType dtype) {
  if (value == 0) return {.negative = std::signbit(value), .digits = "0"};
  if (dtype == DType::kFloat16) return ShortestHalf(value);
  char text[64];
  const std::to_chars_result end =
      dtype == DType::kFloat32
          ? std::to_chars(text, text + sizeof text, static_cast<float>(value), std::chars_format::scientific)
          : std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
  return Parse({text, static_cast<size_t>(end.ptr - text)});
}

std::string PositionalText(double value, DType dtype, int precision, int min_digits) {
  FloatDigits d = ShortestDigits(value, dtype);
  if (precision >= 0 && static_cast<int>(d.digits.size()) - 1 - d.exponent > precision)
    d = RoundAt(value, precision);
  else if (static_cast<int>(d.digits.size()) - 1 - d.exponent < min_digits)
    d = RoundAt(value, min_digits);  // digits beyond the shortest ones are those of the exact value
  std::string integer, fraction;
  const int size = static_cast<int>(d.digits.size());
  for (int i = 0; i <= d.exponent; ++i) integer += i < size ? d.digits[i] : '0';
  if (d.exponent < -1 && d.digits != "0") fraction.assign(-1 - d.exponent, '0');
  for (int i = std::max(0, d.exponent + 1); i < size; ++i) fraction += d.digits[i];
  if (d.digits == "0") fraction.clear();
  if (integer.empty()) integer = "0";
  while (static_cast<int>(fraction.size()) < min_digits) fraction += '0';
  return (d.negative ? "-" : "") + integer + "." + fraction;
}

std::string ScientificText(double value, DType dtype, int precision, int min_digits, int exp_digits) {
  FloatDigits d = ShortestDigits(value, dtype);
  const int size = static_cast<int>(d.digits.size());
  if (precision >= 0 && size > precision + 1)
    d = ExactDigits(value, precision + 1);
  else if (size < min_digits + 1)
    d = ExactDigits(value, min_digits + 1);
  std::string fraction = d.digits.substr(1);
  while (static_cast<int>(fraction.size()) < min_digits) fraction += '0';
  std::string exponent = std::to_string(std::abs(d.exponent));
  while (static_cast<int>(exponent.size()) < std::max(exp_digits, 2)) exponent.insert(0, 1, '0');
  return (d.negative ? "-" : "") + d.digits.substr(0, 1) + "." + fraction + "e" +
         (d.exponent < 0 ? "-" : "+") + exponent;
}

std::string FloatScalarText(double value, DType dtype, bool point_zero) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const double limit = dtype == DType::kFloat16 ? 1e3 : dtype == DType::kFloat32 ? 1e6 : 1e16;
  const double magnitude = std::abs(value);
  const bool positional = magnitude == 0 || (magnitude >= 1e-4 && magnitude < limit);
  if (positional) {
    std::string text = PositionalText(value, dtype, -1, point_zero ? 1 : 0);
    if (text.back() == '.') text.pop_back();
    return text;
  }
  std::string text = ScientificText(value, dtype, -1, 0, 2);
  const size_t point = text.find(".e");
  if (point != std::string::npos) text.erase(point, 1);
  return text;
}

std::string PythonFloatText(double value) { return FloatScalarText(value, DType::kFloat64, true); }

}  // namespace tp
