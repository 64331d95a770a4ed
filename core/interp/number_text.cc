// Floats as text and back. Digits come from std::to_chars, which is exact in both directions and rounds to
// even; this file is about Python's layouts around them.
#include "core/interp/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace tp {
namespace {

// The decimal digits of |d| and the place of the point: 0.DIGITS * 10^point.
struct Decimal {
  std::string digits;
  int point = 0;
};

// Shortest digits (precision < 0) or `precision` digits behind the first one; `d` is finite, not negative.
Decimal ScientificDigits(double d, int precision) {
  std::string text(precision < 0 ? 64 : precision + 32, '\0');
  char* end =
      precision < 0
          ? std::to_chars(text.data(), text.data() + text.size(), d, std::chars_format::scientific).ptr
          : std::to_chars(text.data(), text.data() + text.size(), d, std::chars_format::scientific, precision)
                .ptr;
  text.resize(end - text.data());
  const size_t e = text.find('e');
  Decimal result;
  result.point = std::atoi(text.c_str() + e + 1) + 1;
  result.digits = text.substr(0, 1);
  if (e > 2) result.digits += text.substr(2, e - 2);
  return result;
}

void Uppercase(std::string* s) {
  for (char& c : *s)
    if (c >= 'a' && c <= 'z') c -= 'a' - 'A';
}

void AppendExponent(std::string* out, int exponent) {
  *out += 'e';
  *out += exponent < 0 ? '-' : '+';
  const int magnitude = std::abs(exponent);
  if (magnitude < 10) *out += '0';
  *out += std::to_string(magnitude);
}

// Digits with a point after `point` of them, or an exponent; `wanted` pads with zeros to that many digits.
std::string Layout(const Decimal& decimal, bool exponent, int64_t wanted, bool alternate, bool add_dot_0) {
  std::string digits = decimal.digits;
  int point = exponent ? 1 : decimal.point;
  std::string out;
  if (point <= 0) {
    out = "0." + std::string(-point, '0') + digits;
    if (wanted > static_cast<int64_t>(digits.size())) out.append(wanted - digits.size(), '0');
  } else {
    if (!exponent && add_dot_0) wanted = std::max<int64_t>(wanted, point + 1);
    wanted = std::max<int64_t>(wanted, point);
    if (wanted > static_cast<int64_t>(digits.size())) digits.append(wanted - digits.size(), '0');
    out = digits.substr(0, point) + "." + digits.substr(point);
  }
  if (out.back() == '.' && !alternate) out.pop_back();
  if (exponent) AppendExponent(&out, decimal.point - 1);
  return out;
}

}  // namespace

std::string FloatText(double d, FloatStyle style) {
  const bool upper = style.type >= 'A' && style.type <= 'Z';
  const char type = upper ? static_cast<char>(style.type + ('a' - 'A')) : style.type;
  std::string out;
  if (std::isnan(d)) {
    out = "nan";
  } else if (std::isinf(d)) {
    out = d < 0 ? "-inf" : "inf";
  } else {
    const double magnitude = std::fabs(d);
    int precision = style.precision;
    if (type == 'f') {
      out.resize(330 + precision);
      out.resize(
          std::to_chars(out.data(), out.data() + out.size(), magnitude, std::chars_format::fixed, precision)
              .ptr -
          out.data());
      if (precision == 0 && style.alternate) out += '.';
    } else if (type == 'e') {
      const Decimal decimal = ScientificDigits(magnitude, precision);
      out = Layout(decimal, true, precision + 1, style.alternate, false);
    } else if (type == 'g') {
      if (precision == 0) precision = 1;
      Decimal decimal = ScientificDigits(magnitude, precision - 1);
      const bool exponent = decimal.point <= -4 || decimal.point > precision - (style.add_dot_0 ? 1 : 0);
      while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
      out = Layout(decimal, exponent, style.alternate ? precision : 0, style.alternate, style.add_dot_0);
    } else {
      const Decimal decimal = ScientificDigits(magnitude, -1);
      const bool exponent = decimal.point <= -4 || decimal.point > 16;
      out = Layout(decimal, exponent, 0, style.alternate, style.add_dot_0);
    }
    if (std::signbit(d)) out.insert(0, 1, '-');
  }
  if (upper) Uppercase(&out);
  return out;
}

std::string FloatRepr(double d) { return FloatText(d, {.type = 'r', .add_dot_0 = true}); }

bool ParseFloat(std::string_view text, double* out) {
  std::string clean;
  size_t i = 0;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
    if (text[i] == '-') clean += '-';
    ++i;
  }
  std::string word;
  for (size_t k = i; k < text.size() && word.size() < 9; ++k) word += text[k] | 0x20;
  if (word == "inf" || word == "infinity" || word == "nan") {
    const double value = word == "nan" ? std::nan("") : HUGE_VAL;
    *out = clean.empty() ? value : -value;
    return true;
  }
  // Digits with single underscores between them; gives how many digits, or -1.
  auto digits = [&]() -> int {
    int count = 0;
    while (i < text.size()) {
      if (text[i] >= '0' && text[i] <= '9') {
        clean += text[i++];
        ++count;
      } else if (text[i] == '_') {
        if (count == 0 || i + 1 >= text.size() || text[i + 1] < '0' || text[i + 1] > '9') return -1;
        ++i;
      } else {
        break;
      }
    }
    return count;
  };
  const int whole = digits();
  if (whole < 0) return false;
  int fraction = 0;
  if (i < text.size() && text[i] == '.') {
    clean += '.';
    ++i;
    fraction = digits();
    if (fraction < 0) return false;
  }
  if (whole + fraction == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    clean += 'e';
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) clean += text[i++];
    if (digits() <= 0) return false;
  }
  if (i != text.size()) return false;
  const auto parsed = std::from_chars(clean.data(), clean.data() + clean.size(), *out);
  if (parsed.ec == std::errc::result_out_of_range) *out = std::strtod(clean.c_str(), nullptr);
  return true;
}

double RoundFloat(double d, int64_t digits) {
  if (!std::isfinite(d) || d == 0) return d;
  if (digits > 323) return d;
  if (digits < -308) return std::copysign(0.0, d);
  if (digits >= 0) {
    std::string text(340 + digits, '\0');
    char* end = std::to_chars(text.data(), text.data() + text.size(), d, std::chars_format::fixed,
                              static_cast<int>(digits))
                    .ptr;
    *end = '\0';
    return std::strtod(text.c_str(), nullptr);
  }
  // All digits, so that a tie is seen as one; 800 digits are more than a float has.
  Decimal decimal = ScientificDigits(std::fabs(d), 800);
  const int64_t keep = decimal.point + digits;
  if (keep < 0) return std::copysign(0.0, d);
  std::string& s = decimal.digits;
  const bool half = s[keep] == '5' && s.find_first_not_of('0', keep + 1) == std::string::npos;
  const bool odd = keep > 0 && (s[keep - 1] - '0') % 2 == 1;
  const bool up = half ? odd : s[keep] >= '5';
  std::string head = "0" + s.substr(0, keep);
  if (up) {
    size_t k = head.size() - 1;
    while (head[k] == '9') head[k--] = '0';
    ++head[k];
  }
  head += "e" + std::to_string(-digits);
  return std::copysign(std::strtod(head.c_str(), nullptr), d);
}

std::string FloatHex(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  uint64_t bits;
  std::memcpy(&bits, &d, 8);
  std::string out = bits >> 63 ? "-" : "";
  const uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  if (exponent == 0 && mantissa == 0) return out + "0x0.0p+0";
  char text[40];
  const int lead = exponent == 0 ? 0 : 1;
  exponent = exponent == 0 ? -1022 : exponent - 1023;
  std::snprintf(text, sizeof text, "0x%d.%013llxp%+d", lead, static_cast<unsigned long long>(mantissa),
                exponent);
  return out + text;
}

bool ParseFloatHex(std::string_view text, double* out, bool* overflow) {
  *overflow = false;
  size_t i = 0;
  std::string clean;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) clean += text[i++];
  std::string_view rest = text.substr(i);
  double named;
  if (!rest.empty() && (rest[0] | 0x20) >= 'i' && (rest[0] | 0x20) <= 'n') {
    if (!ParseFloat(rest, &named)) return false;
    *out = clean == "-" ? -named : named;
    return true;
  }
  if (rest.size() >= 2 && rest[0] == '0' && (rest[1] | 0x20) == 'x') rest.remove_prefix(2);
  clean += "0x";
  size_t k = 0, digits = 0;
  bool nonzero = false, point = false;
  for (; k < rest.size(); ++k) {
    const char c = rest[k];
    if (c == '.' && !point) {
      point = true;
    } else if (std::isxdigit(static_cast<unsigned char>(c))) {
      ++digits;
      nonzero |= c != '0';
    } else {
      break;
    }
    clean += c;
  }
  if (digits == 0) return false;
  if (k < rest.size()) {
    if ((rest[k] | 0x20) != 'p') return false;
    clean += 'p';
    ++k;
    if (k < rest.size() && (rest[k] == '+' || rest[k] == '-')) clean += rest[k++];
    if (k >= rest.size()) return false;
    for (; k < rest.size(); ++k) {
      if (rest[k] < '0' || rest[k] > '9') return false;
      clean += rest[k];
    }
  }
  *out = std::strtod(clean.c_str(), nullptr);
  *overflow = nonzero && std::isinf(*out);
  return true;
}

}  // namespace tp
