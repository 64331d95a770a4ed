// Values of number literals.
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/lang/parser.h"

namespace tp::ast {
namespace {

int BaseOf(std::string_view digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  switch (digits[1]) {
    case 'x':
      return 16;
    case 'o':
      return 8;
    case 'b':
      return 2;
    default:
      return 10;
  }
}

// Correctly rounded, whatever the locale; overflow gives infinity and underflow zero, as in Python.
double ParseFloat(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // Too large or too small: the exponent of the first digit that counts tells which.
  int64_t exponent = 0, shift = 0;
  const size_t e = digits.find('e');
  if (e != std::string_view::npos) {
    std::string_view text = digits.substr(e + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [unused, bad] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (bad == std::errc::result_out_of_range) exponent = text[0] == '-' ? INT32_MIN : INT32_MAX;
  }
  const std::string_view mantissa = digits.substr(0, e);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const size_t first = mantissa.find_first_of("123456789");
  shift = first < point ? static_cast<int64_t>(point - first) : -static_cast<int64_t>(first - point);
  return exponent + shift > 0 ? HUGE_VAL : 0.0;
}

}  // namespace

Expr* Parser::ParseNumber() {
  constexpr size_t kMaxDecimalDigits = 4300;  // sys.int_info.default_max_str_digits
  const Span span = Here();
  std::string digits;
  for (char c : Text(Current()))
    if (c != '_') digits += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  const int base = BaseOf(digits);
  const bool imaginary = base == 10 && digits.back() == 'j';
  if (imaginary) digits.pop_back();
  const bool is_float = imaginary || (base == 10 && digits.find_first_of(".e") != std::string::npos);
  if (is_float) {
    ++at_;
    ConstantExpr* node =
        MakeConstant(span.begin, imaginary ? ConstantKind::kImaginary : ConstantKind::kFloat);
    node->float_value = ParseFloat(digits);
    return node;
  }
  int64_t value = 0;
  const char* first = digits.data() + (base == 10 ? 0 : 2);
  const auto [end, error] = std::from_chars(first, digits.data() + digits.size(), value, base);
  if (error == std::errc::result_out_of_range && base == 10 && digits.size() > kMaxDecimalDigits)
    FailWith(span,
             "Exceeds the limit (4300 digits) for integer string conversion: value has " +
                 std::to_string(digits.size()) +
                 " digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for "
                 "huge integer literals to avoid decimal conversion limits.");
  ++at_;
  const bool big = error == std::errc::result_out_of_range;
  ConstantExpr* node = MakeConstant(span.begin, big ? ConstantKind::kBigInt : ConstantKind::kInt);
  if (big) {
    node->text = arena_.CopyText(digits);
  } else {
    node->int_value = value;
  }
  return node;
}

}  // namespace tp::ast
