// Decimal digits of floats as NumPy's Dragon4 gives them: the shortest digits that read back to the same
// value, cut (with exact rounding) at a precision. Used by print.cc.
#pragma once

#include <string>

#include "core/tensor/dtype.h"

namespace tp {

struct FloatDigits {
  bool negative = false;
  std::string digits;  // no leading zeros but for "0", no trailing zeros
  int exponent = 0;    // of the first digit: value = d.ddd × 10^exponent
};

// The shortest digits of a finite value of `dtype` (float16, float32 or float64; held in a double).
FloatDigits ShortestDigits(double value, DType dtype);

// "12.5" or "12." : digits around the point, at most `precision` (-1: all) after it, then trailing zeros
// removed down to `min_digits`. The point is always there.
std::string PositionalText(double value, DType dtype, int precision, int min_digits);
// "1.25e+08": `exp_digits` is the least number of digits of the exponent.
std::string ScientificText(double value, DType dtype, int precision, int min_digits, int exp_digits);

// std::to_chars' and Python's repr of a float: "0.1", "1e+16", "nan".
std::string PythonFloatText(double value);
// str() of a NumPy float scalar: positional within [1e-4, 10^digits), else scientific. `point_zero`: "1.0",
// not "1".
std::string FloatScalarText(double value, DType dtype, bool point_zero);

}  // namespace tp
