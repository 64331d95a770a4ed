// Numbers as text and back, as Python writes and reads them: shortest floats, the layouts of 'e', 'f', 'g',
// the format mini-language ("[[fill]align][sign][z][#][0][width][grouping][.precision][type]").
// Pure functions of C++ values; the errors are Python's.
#ifndef TP_CORE_INTERP_NUMBER_TEXT_H_
#define TP_CORE_INTERP_NUMBER_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

// repr(d): the shortest digits that read back as `d`.
std::string FloatRepr(double d);

// How a float is laid out. type: 'e' 'f' 'g' (upper case: upper-case letters) or 'r', the shortest digits.
struct FloatStyle {
  char type = 'r';
  int precision = 0;
  bool alternate = false;  // keep the point, and the zeros of 'g'
  bool add_dot_0 = false;  // "1.0", not "1"
};
std::string FloatText(double d, FloatStyle style);

// float(text) without the white space around it: digits with underscores between them, inf, nan.
// False if it is not a float.
bool ParseFloat(std::string_view text, double* out);

// round(d, digits): correctly rounded in decimal, ties to even.
double RoundFloat(double d, int64_t digits);

// float.hex and float.fromhex (false: not a number; *overflow: too large).
std::string FloatHex(double d);
bool ParseFloatHex(std::string_view text, double* out, bool* overflow);

struct FormatSpec {
  uint32_t fill = ' ';
  char align = 0;
  char sign = 0;
  bool no_negative_zero = false;
  bool alternate = false;
  int64_t width = -1;
  char grouping = 0;  // ',' or '_'
  int64_t precision = -1;
  uint32_t type = 0;
  bool align_given = false, fill_given = false;
};
// Throws ValueError for what is not a format specifier; `type_name` is for messages.
FormatSpec ParseFormatSpec(std::string_view spec, std::string_view type_name, uint32_t default_type,
                           char default_align);
[[noreturn]] void RaiseUnknownFormatCode(uint32_t code, std::string_view type_name);

std::string FormatStrText(std::string_view text, std::string_view spec, std::string_view type_name = "str");
std::string FormatFloatText(double d, const FormatSpec& spec, std::string_view type_name = "float");
std::string FormatComplexText(double real, double imag, std::string_view spec);
// An integer given by its sign and the digits in the base that spec.type asks for (BaseOfType).
std::string FormatIntText(bool negative, std::string_view digits, const FormatSpec& spec);
// 2, 8, 10, 16 for integer types; 0 for 'c' and float types; throws for unknown types, and for a precision.
int IntFormatBase(const FormatSpec& spec, std::string_view type_name);
// The 'c' type: `code` is the character.
std::string FormatCharText(int64_t code, const FormatSpec& spec);

}  // namespace tp

#endif  // TP_CORE_INTERP_NUMBER_TEXT_H_
