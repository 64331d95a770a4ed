// The format mini-language: parsing a specifier, and laying out text and numbers by it.
// Grammar: Python's "Format Specification Mini-Language"; messages are CPython 3.11's.
#include <cmath>

#include "core/interp/errors.h"
#include "core/interp/number_text.h"
#include "core/interp/str.h"

namespace tp {
namespace {

bool IsAlign(uint32_t c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

// Reads decimal digits at *at (if any); false if the number is too large.
bool ReadNumber(const std::u32string& s, size_t* at, int64_t* out) {
  int64_t value = 0;
  while (*at < s.size() && s[*at] >= '0' && s[*at] <= '9') {
    const int digit = static_cast<int>(s[*at] - '0');
    if (value > (INT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
    ++*at;
  }
  *out = value;
  return true;
}

std::string CodeText(uint32_t code) {
  return code > 32 && code < 128 ? Format("'%c'", static_cast<char>(code)) : Format("'\\x%x'", code);
}

[[noreturn]] void RaiseBothSeparators() { Raise(&ValueErrorType, "Cannot specify both ',' and '_'."); }

std::string Repeat(uint32_t c, int64_t times) {
  std::string one, out;
  AppendUtf8(&one, c);
  if (one.size() == 1) return std::string(static_cast<size_t>(times), one[0]);
  out.reserve(one.size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i) out += one;
  return out;
}

// `text` of `length` characters, padded to spec.width.
std::string Pad(std::string_view text, int64_t length, const FormatSpec& spec) {
  const int64_t total = spec.width > length ? spec.width - length : 0;
  int64_t left = 0;
  if (spec.align == '>' || spec.align == '=') left = total;
  if (spec.align == '^') left = total / 2;
  return Repeat(spec.fill, left) + std::string(text) + Repeat(spec.fill, total - left);
}

// Digits with a separator after each `size` from the right, and zeros in front up to `min_width` characters.
std::string Group(std::string_view digits, char separator, int size, int64_t min_width) {
  std::string reversed;
  int64_t left = static_cast<int64_t>(digits.size());
  if (!separator) {
    if (min_width <= left) return std::string(digits);
    return std::string(min_width - left, '0') + std::string(digits);
  }
  for (bool first = true;; first = false) {
    const int64_t len = std::min<int64_t>(size, std::max<int64_t>(std::max(left, min_width), 1));
    const int64_t chars = std::max<int64_t>(0, std::min(left, len));
    if (!first) reversed += separator;
    for (int64_t i = 0; i < chars; ++i) reversed += digits[left - 1 - i];
    reversed.append(std::max<int64_t>(0, len - chars), '0');
    left -= chars;
    min_width -= len;
    if (left <= 0 && min_width <= 0) break;
    min_width -= 1;
  }
  return {reversed.rbegin(), reversed.rend()};
}

// sign + prefix + padding + grouped digits + rest, by the specifier's width and alignment.
std::string LayOutNumber(bool negative, std::string_view prefix, std::string_view digits,
                         std::string_view rest, int group_size, const FormatSpec& spec) {
  std::string sign;
  if (negative)
    sign = "-";
  else if (spec.sign == '+' || spec.sign == ' ')
    sign = spec.sign;
  const int64_t fixed = static_cast<int64_t>(sign.size() + prefix.size() + rest.size());
  const int64_t min_width = spec.fill == '0' && spec.align == '=' ? spec.width - fixed : 0;
  const std::string grouped = digits.empty() ? "" : Group(digits, spec.grouping, group_size, min_width);
  const int64_t length = fixed + static_cast<int64_t>(grouped.size());
  if (spec.align == '=') {
    const int64_t padding = spec.width > length ? spec.width - length : 0;
    return sign + std::string(prefix) + Repeat(spec.fill, padding) + grouped + std::string(rest);
  }
  return Pad(sign + std::string(prefix) + grouped + std::string(rest), length, spec);
}

}  // namespace

void RaiseUnknownFormatCode(uint32_t code, std::string_view type_name) {
  Raise(&ValueErrorType, "Unknown format code %s for object of type '%.*s'", CodeText(code).c_str(),
        static_cast<int>(type_name.size()), type_name.data());
}

FormatSpec ParseFormatSpec(std::string_view text, std::string_view type_name, uint32_t default_type,
                           char default_align) {
  std::u32string s;
  for (size_t at = 0; at < text.size();) s += DecodeUtf8(text, &at);
  FormatSpec spec;
  spec.align = default_align;
  spec.type = default_type;
  size_t i = 0;
  if (s.size() >= 2 && IsAlign(s[1])) {
    spec.fill = s[0];
    spec.align = static_cast<char>(s[1]);
    spec.fill_given = spec.align_given = true;
    i = 2;
  } else if (!s.empty() && IsAlign(s[0])) {
    spec.align = static_cast<char>(s[0]);
    spec.align_given = true;
    i = 1;
  }
  if (i < s.size() && (s[i] == ' ' || s[i] == '+' || s[i] == '-')) spec.sign = static_cast<char>(s[i++]);
  if (i < s.size() && s[i] == 'z') spec.no_negative_zero = true, ++i;
  if (i < s.size() && s[i] == '#') spec.alternate = true, ++i;
  if (!spec.fill_given && i < s.size() && s[i] == '0') {
    spec.fill = '0';
    if (!spec.align_given && default_align == '>') spec.align = '=';
    ++i;
  }
  const size_t width_at = i;
  int64_t number;
  if (!ReadNumber(s, &i, &number)) Raise(&ValueErrorType, "Too many decimal digits in format string");
  if (i > width_at) spec.width = number;
  if (spec.width > (1 << 20)) CheckTextRoom(spec.width);
  if (i < s.size() && s[i] == ',') spec.grouping = ',', ++i;
  if (i < s.size() && s[i] == '_') {
    if (spec.grouping) RaiseBothSeparators();
    spec.grouping = '_', ++i;
  }
  if (i < s.size() && s[i] == ',' && spec.grouping == '_') RaiseBothSeparators();
  if (i < s.size() && s[i] == '.') {
    const size_t precision_at = ++i;
    if (!ReadNumber(s, &i, &number)) Raise(&ValueErrorType, "Too many decimal digits in format string");
    if (i == precision_at) Raise(&ValueErrorType, "Format specifier missing precision");
    spec.precision = number;
  }
  if (s.size() - i > 1)
    Raise(&ValueErrorType, "Invalid format specifier '%.*s' for object of type '%.*s'",
          static_cast<int>(text.size()), text.data(), static_cast<int>(type_name.size()), type_name.data());
  if (i < s.size()) spec.type = s[i];
  if (spec.grouping) {
    constexpr std::u32string_view kAny = U"defgEG%F";
    constexpr std::u32string_view kUnderscore = U"boxX";
    const bool ok = spec.type == 0 || kAny.find(spec.type) != kAny.npos ||
                    (spec.grouping == '_' && kUnderscore.find(spec.type) != kUnderscore.npos);
    if (!ok)
      Raise(&ValueErrorType, "Cannot specify '%c' with %s.", spec.grouping, CodeText(spec.type).c_str());
  }
  return spec;
}

std::string FormatStrText(std::string_view text, std::string_view spec_text, std::string_view type_name) {
  const FormatSpec spec = ParseFormatSpec(spec_text, type_name, 's', '<');
  if (spec.type != 's') RaiseUnknownFormatCode(spec.type, type_name);
  if (spec.sign)
    Raise(&ValueErrorType, "%s not allowed in string format specifier", spec.sign == ' ' ? "Space" : "Sign");
  if (spec.no_negative_zero)
    Raise(&ValueErrorType, "Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) Raise(&ValueErrorType, "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=') Raise(&ValueErrorType, "'=' alignment not allowed in string format specifier");
  int64_t length = CountChars(text);
  if (spec.precision >= 0 && spec.precision < length) {
    size_t at = 0;
    for (length = 0; length < spec.precision; ++length) DecodeUtf8(text, &at);
    text = text.substr(0, at);
  }
  return Pad(text, length, spec);
}

int IntFormatBase(const FormatSpec& spec, std::string_view type_name) {
  switch (spec.type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%':
      return 0;
    case 'b':
    case 'c':
    case 'd':
    case 'o':
    case 'x':
    case 'X':
    case 'n':
      break;
    default:
      RaiseUnknownFormatCode(spec.type, type_name);
  }
  if (spec.precision >= 0) Raise(&ValueErrorType, "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero)
    Raise(&ValueErrorType, "Negative zero coercion (z) not allowed in integer format specifier");
  if (spec.type == 'c') return 0;
  return spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
}

std::string FormatIntText(bool negative, std::string_view digits, const FormatSpec& spec) {
  std::string prefix, upper;
  if (spec.alternate && spec.type != 'd' && spec.type != 'n') prefix = {'0', static_cast<char>(spec.type)};
  if (spec.type == 'X') {
    upper = digits;
    for (char& c : upper)
      if (c >= 'a') c -= 'a' - 'A';
    digits = upper;
  }
  const int group = spec.type == 'd' || spec.type == 'n' ? 3 : 4;
  return LayOutNumber(negative, prefix, digits, "", group, spec);
}

std::string FormatCharText(int64_t code, const FormatSpec& spec) {
  if (spec.sign) Raise(&ValueErrorType, "Sign not allowed with integer format specifier 'c'");
  if (spec.alternate)
    Raise(&ValueErrorType, "Alternate form (#) not allowed with integer format specifier 'c'");
  if (code < 0 || code > 0x10ffff) Raise(&OverflowErrorType, "%%c arg not in range(0x110000)");
  std::string text;
  AppendUtf8(&text, static_cast<uint32_t>(code));
  return Pad(text, 1, spec);
}

namespace {

// The text of |d| or of d with its sign, by type and precision; what is behind the digits apart.
std::string FloatBody(double d, const FormatSpec& spec, std::string_view type_name) {
  if (spec.precision > INT32_MAX) Raise(&ValueErrorType, "precision too big");
  FloatStyle style{.alternate = spec.alternate};
  uint32_t type = spec.type;
  int64_t precision = spec.precision;
  int64_t default_precision = 6;
  bool percent = false;
  if (type == 0) {
    style.add_dot_0 = type_name != "complex";
    type = 'r';
    default_precision = 0;
  }
  if (type == 'n') type = 'g';
  if (type == '%') {
    type = 'f';
    d *= 100;
    percent = true;
  }
  if (precision < 0)
    precision = default_precision;
  else if (type == 'r')
    type = 'g';
  switch (type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'r':
      break;
    default:
      RaiseUnknownFormatCode(type, type_name);
  }
  style.type = static_cast<char>(type);
  style.precision = static_cast<int>(precision);
  std::string text = FloatText(d, style);
  if (spec.no_negative_zero && text[0] == '-' && text.find_first_of("123456789iInN") == std::string::npos)
    text.erase(0, 1);
  if (spec.no_negative_zero && text[0] == '-' && text.find_first_of("123456789") > text.find_first_of("eE") &&
      text.find_first_of("iInN") == std::string::npos)
    text.erase(0, 1);
  if (percent) text += '%';
  return text;
}

std::string LayOutFloat(std::string_view text, const FormatSpec& spec) {
  const bool negative = text[0] == '-';
  if (negative) text.remove_prefix(1);
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  return LayOutNumber(negative, "", text.substr(0, digits), text.substr(digits), 3, spec);
}

}  // namespace

std::string FormatFloatText(double d, const FormatSpec& spec, std::string_view type_name) {
  return LayOutFloat(FloatBody(d, spec, type_name), spec);
}

std::string FormatComplexText(double real, double imag, std::string_view spec_text) {
  FormatSpec spec = ParseFormatSpec(spec_text, "complex", 0, '>');
  if (spec.type && !std::strchr("eEfFgGn", spec.type))
    Raise(&ValueErrorType, "Unknown format code '%c' for object of type 'complex'", spec.type);
  if (spec.fill == '0') Raise(&ValueErrorType, "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=')
    Raise(&ValueErrorType, "'=' alignment flag is not allowed in complex format specifier");
  FormatSpec part = spec;
  part.width = -1;
  const bool bare = spec.type == 0;
  const bool skip_real = bare && real == 0 && !std::signbit(real);
  const bool parens = bare && !skip_real;
  if (bare && spec.precision < 0) part.type = 0;
  std::string out;
  if (!skip_real) out = LayOutFloat(FloatBody(real, part, "complex"), part);
  if (!skip_real && !part.sign) part.sign = '+';
  if (!skip_real && part.sign == ' ') part.sign = '+';
  if (!skip_real && part.sign == '-') part.sign = '+';
  out += LayOutFloat(FloatBody(imag, part, "complex"), part) + "j";
  if (parens) out = "(" + out + ")";
  return Pad(out, static_cast<int64_t>(out.size()), spec);
}

}  // namespace tp
