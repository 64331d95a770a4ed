// The module math. Results are libm's, as CPython's are; domain and range errors by what the result says.
#include <cfloat>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/interp/bigint.h"
#include "core/interp/builtins/gamma.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

[[noreturn]] void DomainError() { Raise(&ValueErrorType, "math domain error"); }
[[noreturn]] void RangeError() { Raise(&OverflowErrorType, "math range error"); }

// One argument: NaN of a number is outside the domain; infinity of a finite number is an overflow, or, for
// functions with poles, outside the domain, too.
template <double (*F)(double), bool kOverflows>
Value Unary(Interp&, Args args, const char* name) {
  CheckArgs(name, args, 1, 1);
  const double x = ToDouble(args[0]);
  const double r = F(x);
  if (std::isnan(r) && !std::isnan(x)) DomainError();
  if (std::isinf(r) && std::isfinite(x)) {
    if (kOverflows) RangeError();
    DomainError();
  }
  return Value::Float(r);
}
#define TP_UNARY(Name, function, overflows)         \
  double Name##Fn(double x) { return function(x); } \
  Value Name(Interp& in, Args args) { return Unary<Name##Fn, overflows>(in, args, "math." #function); }
TP_UNARY(Acos, acos, false)
TP_UNARY(Acosh, acosh, false)
TP_UNARY(Asin, asin, false)
TP_UNARY(Asinh, asinh, false)
TP_UNARY(Atan, atan, false)
TP_UNARY(Atanh, atanh, false)
TP_UNARY(Cbrt, cbrt, false)
TP_UNARY(Cos, cos, false)
TP_UNARY(Cosh, cosh, true)
TP_UNARY(Erf, erf, false)
TP_UNARY(Erfc, erfc, false)
TP_UNARY(Exp, exp, true)
TP_UNARY(Exp2, exp2, true)
TP_UNARY(Expm1, expm1, true)
TP_UNARY(Fabs, fabs, false)
TP_UNARY(Log1p, log1p, false)
TP_UNARY(Sin, sin, false)
TP_UNARY(Sinh, sinh, true)
TP_UNARY(Sqrt, sqrt, false)
TP_UNARY(Tan, tan, false)
TP_UNARY(Tanh, tanh, false)

Value Gamma(Interp&, Args args) {
  CheckArgs("math.gamma", args, 1, 1);
  const double x = ToDouble(args[0]);
  if (x == -HUGE_VAL || (x <= 0 && x == std::floor(x))) DomainError();
  const double r = GammaOf(x);
  if (std::isinf(r) && std::isfinite(x)) RangeError();
  return Value::Float(r);
}
Value LGamma(Interp&, Args args) {
  CheckArgs("math.lgamma", args, 1, 1);
  const double x = ToDouble(args[0]);
  if (x <= 0 && x == std::floor(x) && std::isfinite(x)) DomainError();
  const double r = LogGammaOf(x);
  if (std::isinf(r) && std::isfinite(x)) RangeError();
  return Value::Float(r);
}

// log of any positive number; ints too large for a double by their mantissa and exponent.
double LogOf(const Value& v, double (*log)(double), double log_of_2) {
  if (IsAnyInt(v)) {
    if (IntSign(v) <= 0) DomainError();
    if (v.is_object()) {
      long exponent;
      const double mantissa = mpz_get_d_2exp(&exponent, BigInt(v).get());
      if (exponent > 1000) return log(mantissa) + log_of_2 * static_cast<double>(exponent);
    }
    return log(IntToDouble(v));
  }
  const double x = ToDouble(v);
  if (x <= 0) DomainError();
  return log(x);
}
Value Log(Interp&, Args args) {
  CheckArgs("log", args, 1, 2);
  const double numerator = LogOf(args[0], std::log, M_LN2);
  if (args.size() == 1) return Value::Float(numerator);
  const double denominator = LogOf(args[1], std::log, M_LN2);
  if (denominator == 0) Raise(&ZeroDivisionErrorType, "float division by zero");
  return Value::Float(numerator / denominator);
}
Value Log2(Interp&, Args args) {
  CheckArgs("math.log2", args, 1, 1);
  return Value::Float(LogOf(args[0], std::log2, 1.0));
}
Value Log10(Interp&, Args args) {
  CheckArgs("math.log10", args, 1, 1);
  return Value::Float(LogOf(args[0], std::log10, M_LN2 / M_LN10));
}

// ---- two arguments

template <class F>
Value Two(Args args, const char* name, F f) {
  CheckArgs(name, args, 2, 2);
  const double x = ToDouble(args[0]), y = ToDouble(args[1]);
  return Value::Float(f(x, y));
}
Value Atan2(Interp&, Args args) {
  return Two(args, "atan2", [](double y, double x) { return std::atan2(y, x); });
}
Value CopySign(Interp&, Args args) {
  return Two(args, "copysign", [](double x, double y) { return std::copysign(x, y); });
}
Value NextAfter(Interp&, Args args) {
  return Two(args, "nextafter", [](double x, double y) { return std::nextafter(x, y); });
}
Value Fmod(Interp&, Args args) {
  return Two(args, "fmod", [](double x, double y) {
    if (std::isinf(y) && std::isfinite(x)) return x;
    const double r = std::fmod(x, y);
    if (std::isnan(r) && !std::isnan(x) && !std::isnan(y)) DomainError();
    return r;
  });
}
Value Remainder(Interp&, Args args) {
  return Two(args, "remainder", [](double x, double y) {
    const double r = std::remainder(x, y);
    if (std::isnan(r) && !std::isnan(x) && !std::isnan(y)) DomainError();
    return r;
  });
}
Value PowFunction(Interp&, Args args) {
  return Two(args, "pow", [](double x, double y) {
    const double r = std::pow(x, y);
    if (std::isnan(r) && !std::isnan(x) && !std::isnan(y)) DomainError();
    if (std::isinf(r) && std::isfinite(x) && std::isfinite(y)) {
      if (x == 0) DomainError();
      RangeError();
    }
    return r;
  });
}
Value Ldexp(Interp&, Args args) {
  CheckArgs("ldexp", args, 2, 2);
  const double x = ToDouble(args[0]);
  if (!IsAnyInt(args[1])) Raise(&TypeErrorType, "Expected an int as second argument to ldexp.");
  int64_t e;
  if (!FitsInt64(args[1], &e)) e = IntSign(args[1]) < 0 ? -100000 : 100000;
  const double r = std::ldexp(x, static_cast<int>(std::max<int64_t>(-100000, std::min<int64_t>(100000, e))));
  if (std::isinf(r) && std::isfinite(x)) RangeError();
  return Value::Float(r);
}
Value Frexp(Interp&, Args args) {
  CheckArgs("math.frexp", args, 1, 1);
  int exponent = 0;
  const double x = ToDouble(args[0]);
  const double m = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return MakeTuple({Value::Float(m), Value::Int(exponent)});
}
Value Modf(Interp&, Args args) {
  CheckArgs("math.modf", args, 1, 1);
  double whole;
  const double fraction = std::modf(ToDouble(args[0]), &whole);
  return MakeTuple({Value::Float(fraction), Value::Float(whole)});
}
Value Ulp(Interp&, Args args) {
  CheckArgs("math.ulp", args, 1, 1);
  const double x = std::fabs(ToDouble(args[0]));
  if (!std::isfinite(x)) return Value::Float(x);
  const double up = std::nextafter(x, HUGE_VAL);
  return Value::Float(std::isinf(up) ? x - std::nextafter(x, 0.0) : up - x);
}
Value Degrees(Interp&, Args args) {
  CheckArgs("math.degrees", args, 1, 1);
  return Value::Float(ToDouble(args[0]) * (180.0 / M_PI));
}
Value Radians(Interp&, Args args) {
  CheckArgs("math.radians", args, 1, 1);
  return Value::Float(ToDouble(args[0]) * (M_PI / 180.0));
}
Value IsFinite(Interp&, Args args) {
  CheckArgs("math.isfinite", args, 1, 1);
  return Value::Bool(std::isfinite(ToDouble(args[0])));
}
Value IsInf(Interp&, Args args) {
  CheckArgs("math.isinf", args, 1, 1);
  return Value::Bool(std::isinf(ToDouble(args[0])));
}
Value IsNan(Interp&, Args args) {
  CheckArgs("math.isnan", args, 1, 1);
  return Value::Bool(std::isnan(ToDouble(args[0])));
}
Value IsClose(Interp&, Args args) {
  static ArgParser parser("isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0");
  Value v[4];
  parser.Parse(args, v);
  const double a = ToDouble(v[0]), b = ToDouble(v[1]);
  const double rel = v[2].is_undef() ? 1e-9 : ToDouble(v[2]), abs = v[3].is_undef() ? 0 : ToDouble(v[3]);
  if (rel < 0 || abs < 0) Raise(&ValueErrorType, "tolerances must be non-negative");
  if (a == b) return Value::Bool(true);
  if (std::isinf(a) || std::isinf(b)) return Value::Bool(false);
  const double diff = std::fabs(b - a);
  return Value::Bool(diff <= std::fabs(rel * b) || diff <= std::fabs(rel * a) || diff <= abs);
}

// ---- to integers

Value ToWhole(Args args, const char* name, const char* dunder, double (*round)(double)) {
  CheckArgs(name, args, 1, 1);
  if (args[0].is_float()) return IntFromDouble(round(args[0].as_float()));
  if (Value f = LookupSpecial(args[0], dunder); !f.is_undef()) return Call(f);
  if (std::string_view(dunder) == "__trunc__")
    Raise(&TypeErrorType, "type %s doesn't define __trunc__ method", TypeNameOf(args[0]).c_str());
  return IntFromDouble(round(ToDouble(args[0])));
}
Value Floor(Interp&, Args args) { return ToWhole(args, "math.floor", "__floor__", std::floor); }
Value Ceil(Interp&, Args args) { return ToWhole(args, "math.ceil", "__ceil__", std::ceil); }
Value Trunc(Interp&, Args args) { return ToWhole(args, "math.trunc", "__trunc__", std::trunc); }

Value Gcd(Interp&, Args args) {
  BigInt result;
  for (uint32_t i = 0; i < args.size(); ++i)
    mpz_gcd(result.get(), result.get(), BigInt(Index(args[i])).get());
  return result.ToValue();
}
Value Lcm(Interp&, Args args) {
  BigInt result(1);
  for (uint32_t i = 0; i < args.size(); ++i)
    mpz_lcm(result.get(), result.get(), BigInt(Index(args[i])).get());
  return result.ToValue();
}
Value Factorial(Interp&, Args args) {
  CheckArgs("math.factorial", args, 1, 1);
  int64_t n;
  const Value v = Index(args[0]);
  if (IntSign(v) < 0) Raise(&ValueErrorType, "factorial() not defined for negative values");
  if (!FitsInt64(v, &n) || n > 100000000)
    Raise(&OverflowErrorType, "factorial() argument should not exceed 9223372036854775807");
  BigInt result;
  CheckIntBits(std::lgamma(static_cast<double>(n) + 1) / std::numbers::ln2);
  mpz_fac_ui(result.get(), n);
  return result.ToValue();
}
Value Isqrt(Interp&, Args args) {
  CheckArgs("math.isqrt", args, 1, 1);
  BigInt n(Index(args[0]));
  if (mpz_sgn(n.get()) < 0) Raise(&ValueErrorType, "isqrt() argument must be nonnegative");
  mpz_sqrt(n.get(), n.get());
  return n.ToValue();
}
Value Comb(Interp&, Args args) {
  CheckArgs("comb", args, 2, 2);
  BigInt n(Index(args[0])), k(Index(args[1]));
  if (mpz_sgn(n.get()) < 0) Raise(&ValueErrorType, "n must be a non-negative integer");
  if (mpz_sgn(k.get()) < 0) Raise(&ValueErrorType, "k must be a non-negative integer");
  if (mpz_cmp(k.get(), n.get()) > 0) return Value::Int(0);
  BigInt rest;
  mpz_sub(rest.get(), n.get(), k.get());
  if (mpz_cmp(rest.get(), k.get()) < 0) mpz_set(k.get(), rest.get());
  if (!mpz_fits_ulong_p(k.get()))
    Raise(&OverflowErrorType, "min(n - k, k) must not exceed 18446744073709551615");
  // n choose k < (n e / k)^k
  const double items = mpz_get_d(k.get());
  CheckIntBits(items *
               (static_cast<double>(mpz_sizeinbase(n.get(), 2)) - std::log2(std::max(items, 1.0)) + 1.5));
  mpz_bin_ui(n.get(), n.get(), mpz_get_ui(k.get()));
  return n.ToValue();
}
Value Perm(Interp& in, Args args) {
  CheckArgs("perm", args, 1, 2);
  if (args.size() == 1 || args[1].is_none()) return Factorial(in, Args{args.values, 1, 0, nullptr});
  BigInt n(Index(args[0])), k(Index(args[1])), result(1);
  if (mpz_sgn(n.get()) < 0) Raise(&ValueErrorType, "n must be a non-negative integer");
  if (mpz_sgn(k.get()) < 0) Raise(&ValueErrorType, "k must be a non-negative integer");
  if (mpz_cmp(k.get(), n.get()) > 0) return Value::Int(0);
  CheckIntBits(mpz_get_d(k.get()) * static_cast<double>(mpz_sizeinbase(n.get(), 2)));
  for (uint64_t i = mpz_get_ui(k.get()); i > 0; --i) {
    mpz_mul(result.get(), result.get(), n.get());
    mpz_sub_ui(n.get(), n.get(), 1);
  }
  return result.ToValue();
}

// ---- sums

Value Prod(Interp&, Args args) {
  static ArgParser parser("prod", "iterable, /, *, start=1");
  Value v[2];
  parser.Parse(args, v);
  Value total = v[1].is_undef() ? Value::Int(1) : v[1];
  ForEach(v[0], [&](const Value& item) { total = Binary(ast::BinOp::kMult, total, item); });
  return total;
}

// Shewchuk's exact sum: partials that do not overlap, rounded once at the end.
Value Fsum(Interp&, Args args) {
  CheckArgs("math.fsum", args, 1, 1);
  std::vector<double> partials;
  double special = 0, infinities = 0;
  ForEach(args[0], [&](const Value& item) {
    double x = ToDouble(item);
    if (!std::isfinite(x)) {
      if (std::isinf(x)) infinities += x;
      special += x;
      return;
    }
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0) partials[kept++] = low;
      x = high;
    }
    if (std::isinf(x)) Raise(&OverflowErrorType, "intermediate overflow in fsum");
    partials.resize(kept);
    if (x != 0) partials.push_back(x);
  });
  if (special != 0) {
    if (std::isnan(infinities)) Raise(&ValueErrorType, "-inf + inf in fsum");
    return Value::Float(special);
  }
  if (partials.empty()) return Value::Float(0.0);
  size_t i = partials.size() - 1;
  double high = partials[i], low = 0;
  while (i > 0) {
    const double x = high, y = partials[--i];
    high = x + y;
    low = y - (high - x);
    if (low != 0) break;
  }
  // Half-way cases: the next partial decides.
  if (i > 0 && ((low < 0 && partials[i - 1] < 0) || (low > 0 && partials[i - 1] > 0))) {
    const double twice = low * 2, x = high + twice;
    if (twice == x - high) high = x;
  }
  return Value::Float(high);
}

double Norm(const std::vector<double>& values) {
  double largest = 0;
  bool nan = false;
  for (double v : values) {
    if (std::isinf(v)) return HUGE_VAL;
    nan |= std::isnan(v);
    largest = std::max(largest, std::fabs(v));
  }
  if (nan) return std::nan("");
  if (values.size() == 1 || largest == 0) return largest;
  int exponent;
  std::frexp(largest, &exponent);
  if (exponent < -1023) {  // no power of two would bring it up
    std::vector<double> normal = values;
    for (double& v : normal) v /= DBL_MIN;
    return DBL_MIN * Norm(normal);
  }
  // The squares' sum in two doubles, its root corrected once, as CPython does: its last bits are those.
  const double scale = std::ldexp(1.0, -exponent);
  double sum = 1, low = 0, lost = 0;
  const auto add = [&](double a, double b) {
    const double product = a * b, rest = std::fma(a, b, -product), total = sum + product;
    lost += product - (total - sum);
    low += rest;
    sum = total;
  };
  for (double v : values) add(v * scale, v * scale);
  double root = std::sqrt(sum - 1 + (low + lost));
  add(-root, root);
  root += (sum - 1 + (low + lost)) / (2 * root);
  return root / scale;
}
Value Hypot(Interp&, Args args) {
  CheckNoKeywords("math.hypot", args);
  std::vector<double> values;
  for (uint32_t i = 0; i < args.size(); ++i) values.push_back(ToDouble(args[i]));
  return Value::Float(Norm(values));
}
Value Dist(Interp&, Args args) {
  CheckArgs("dist", args, 2, 2);
  const Value p = ToTuple(args[0]), q = ToTuple(args[1]);
  auto *a = p.as<TupleObject>(), *b = q.as<TupleObject>();
  if (a->size != b->size) Raise(&ValueErrorType, "both points must have the same number of dimensions");
  std::vector<double> values;
  for (int64_t i = 0; i < a->size; ++i) values.push_back(ToDouble(a->items[i]) - ToDouble(b->items[i]));
  return Value::Float(Norm(values));
}

const MethodDef kMath[] = {
    {"acos", Acos, "x, /"},
    {"acosh", Acosh, "x, /"},
    {"asin", Asin, "x, /"},
    {"asinh", Asinh, "x, /"},
    {"atan", Atan, "x, /"},
    {"atanh", Atanh, "x, /"},
    {"cbrt", Cbrt, "x, /"},
    {"cos", Cos, "x, /"},
    {"cosh", Cosh, "x, /"},
    {"erf", Erf, "x, /"},
    {"erfc", Erfc, "x, /"},
    {"exp", Exp, "x, /"},
    {"exp2", Exp2, "x, /"},
    {"expm1", Expm1, "x, /"},
    {"fabs", Fabs, "x, /"},
    {"log1p", Log1p, "x, /"},
    {"sin", Sin, "x, /"},
    {"sinh", Sinh, "x, /"},
    {"sqrt", Sqrt, "x, /"},
    {"tan", Tan, "x, /"},
    {"tanh", Tanh, "x, /"},
    {"gamma", Gamma, "x, /"},
    {"lgamma", LGamma, "x, /"},
    {"log", Log},
    {"log2", Log2, "x, /"},
    {"log10", Log10, "x, /"},
    {"atan2", Atan2, "y, x, /"},
    {"copysign", CopySign},
    {"nextafter", NextAfter},
    {"fmod", Fmod},
    {"remainder", Remainder},
    {"pow", PowFunction},
    {"ldexp", Ldexp},
    {"frexp", Frexp},
    {"modf", Modf},
    {"ulp", Ulp},
    {"degrees", Degrees},
    {"radians", Radians},
    {"isfinite", IsFinite},
    {"isinf", IsInf},
    {"isnan", IsNan},
    {"isclose", IsClose},
    {"floor", Floor, "x, /"},
    {"ceil", Ceil, "x, /"},
    {"trunc", Trunc, "x, /"},
    {"gcd", Gcd},
    {"lcm", Lcm},
    {"factorial", Factorial},
    {"isqrt", Isqrt},
    {"comb", Comb},
    {"perm", Perm},
    {"prod", Prod},
    {"fsum", Fsum},
    {"hypot", Hypot},
    {"dist", Dist},
};
TP_REGISTER_FUNCTIONS(math, kMath);

void InitMath(Interp&, ModuleObject* m) {
  ModuleSet(m, "pi", Value::Float(M_PI));
  ModuleSet(m, "e", Value::Float(M_E));
  ModuleSet(m, "tau", Value::Float(2 * M_PI));
  ModuleSet(m, "inf", Value::Float(HUGE_VAL));
  ModuleSet(m, "nan", Value::Float(std::nan("")));
}
TP_REGISTER_MODULE(math, InitMath);

}  // namespace
}  // namespace tp
