// Methods of float.
#include <cmath>

#include "core/interp/bigint.h"
#include "core/interp/interp.h"
#include "core/interp/number_text.h"
#include "core/interp/registry.h"
#include "core/interp/types/text_args.h"

namespace tp {
namespace {

// The double in a float or in an instance of a subclass.
double Self(Args args) { return args[0].is_float() ? args[0].as_float() : ToDouble(args[0]); }

Value Plain(Interp&, Args args) { return Value::Float(Self(args)); }
Value Zero(Interp&, Args) { return Value::Float(0.0); }
Value IsInteger(Interp&, Args args) {
  CheckArgs("float.is_integer", args.From(1), 0, 0);
  const double d = Self(args);
  return Value::Bool(std::isfinite(d) && std::floor(d) == d);
}

Value AsIntegerRatio(Interp&, Args args) {
  CheckArgs("float.as_integer_ratio", args.From(1), 0, 0);
  const double d = Self(args);
  if (std::isinf(d)) Raise(&OverflowErrorType, "cannot convert Infinity to integer ratio");
  if (std::isnan(d)) Raise(&ValueErrorType, "cannot convert NaN to integer ratio");
  int exponent;
  double fraction = std::frexp(d, &exponent);
  for (int i = 0; i < 300 && fraction != std::floor(fraction); ++i) {
    fraction *= 2;
    --exponent;
  }
  BigInt numerator, denominator(1);
  mpz_set_d(numerator.get(), fraction);
  if (exponent > 0)
    mpz_mul_2exp(numerator.get(), numerator.get(), exponent);
  else
    mpz_mul_2exp(denominator.get(), denominator.get(), -exponent);
  return MakeTuple({numerator.ToValue(), denominator.ToValue()});
}

Value Hex(Interp&, Args args) {
  CheckArgs("float.hex", args.From(1), 0, 0);
  return MakeStr(FloatHex(Self(args)));
}
Value FromHex(Interp&, Args args) {
  CheckArgs("float.fromhex", args.From(1), 1, 1);
  if (!IsStr(args[1])) Raise(&TypeErrorType, "bad argument type for built-in operation");
  std::string_view text = StrView(args[1]);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  double d;
  bool overflow;
  if (!ParseFloatHex(text, &d, &overflow))
    Raise(&ValueErrorType, "invalid hexadecimal floating-point string");
  if (overflow) Raise(&OverflowErrorType, "hexadecimal value too large to represent as a float");
  return AsType(args[0]) == &FloatType ? Value::Float(d) : Call(args[0], Value::Float(d));
}

Value DunderFormat(Interp&, Args args) {
  CheckArgs("float.__format__", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "__format__() argument must be str, not %s", GivenType(args[1]).c_str());
  const std::string_view text = StrView(args[1]);
  if (text.empty()) return StrValue(args[0]);
  return MakeStr(
      FormatFloatText(Self(args), ParseFormatSpec(text, TypeNameOf(args[0]), 0, '>'), TypeNameOf(args[0])));
}

Value GetFormat(Interp&, Args args) {
  CheckArgs("float.__getformat__", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "__getformat__() argument must be str, not %s", GivenType(args[1]).c_str());
  if (StrView(args[1]) != "double" && StrView(args[1]) != "float")
    Raise(&ValueErrorType, "__getformat__() argument 1 must be 'double' or 'float'");
  return MakeStr("IEEE, little-endian");
}

Value DunderRound(Interp&, Args args) {
  CheckArgs("__round__", args.From(1), 0, 1);
  const double d = Self(args);
  if (args.size() == 1 || args[1].is_none()) {
    double rounded = std::round(d);
    if (std::fabs(d - rounded) == 0.5) rounded = 2.0 * std::round(d / 2.0);
    return IntFromDouble(rounded);
  }
  const Value digits = Index(args[1]);
  int64_t n;
  if (!FitsInt64(digits, &n)) n = IntSign(digits) < 0 ? -1000 : 1000;
  const double rounded = RoundFloat(d, n);
  if (std::isinf(rounded) && std::isfinite(d))
    Raise(&OverflowErrorType, "rounded value too large to represent");
  return Value::Float(rounded);
}
Value DivModOf(const Value& a, const Value& b) {
  if (ToDouble(b) == 0) Raise(&ZeroDivisionErrorType, "float divmod()");
  const Value x = Value::Float(ToDouble(a)), y = Value::Float(ToDouble(b));
  return MakeTuple({Binary(ast::BinOp::kFloorDiv, x, y), Binary(ast::BinOp::kMod, x, y)});
}
bool IsReal(const Value& v) { return v.is_float() || IsInstance(v, &FloatType) || IsAnyInt(v); }
Value DunderDivMod(Interp&, Args args) {
  CheckWrapped(args);
  return IsReal(args[1]) ? DivModOf(args[0], args[1]) : NotImplemented();
}
Value DunderRDivMod(Interp&, Args args) {
  CheckWrapped(args);
  return IsReal(args[1]) ? DivModOf(args[1], args[0]) : NotImplemented();
}
Value Trunc(Interp&, Args args) { return IntFromDouble(Self(args)); }
Value Floor(Interp&, Args args) { return IntFromDouble(std::floor(Self(args))); }
Value Ceil(Interp&, Args args) { return IntFromDouble(std::ceil(Self(args))); }
Value GetNewArgs(Interp&, Args args) { return MakeTuple({Value::Float(Self(args))}); }

const MethodDef kFloat[] = {
    {"conjugate", Plain, "self, /"},
    {"real", Plain, nullptr, "the real part of a complex number", kProperty},
    {"imag", Zero, nullptr, "the imaginary part of a complex number", kProperty},
    {"is_integer", IsInteger, "self, /"},
    {"as_integer_ratio", AsIntegerRatio, "self, /"},
    {"hex", Hex, "self, /"},
    {"__getformat__", GetFormat, "cls, typestr, /", nullptr, kClassMethod},
    {"fromhex", FromHex, "cls, string, /", nullptr, kClassMethod},
    {"__format__", DunderFormat, "self, format_spec, /"},
    {"__divmod__", DunderDivMod},
    {"__rdivmod__", DunderRDivMod},
    {"__round__", DunderRound, "self, ndigits=None, /"},
    {"__trunc__", Trunc, "self, /"},
    {"__floor__", Floor, "self, /"},
    {"__ceil__", Ceil, "self, /"},
    {"__getnewargs__", GetNewArgs},
};
TP_REGISTER_METHODS(FloatType, kFloat);

}  // namespace
}  // namespace tp
