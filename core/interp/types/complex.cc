// complex: the type, its arithmetic and methods.
#include <cmath>

#include "core/interp/bigint.h"
#include "core/interp/generic.h"
#include "core/interp/hash.h"
#include "core/interp/interp.h"
#include "core/interp/number_text.h"
#include "core/interp/registry.h"
#include "core/interp/unicode_props.h"

namespace tp {
namespace {

struct ComplexObject : Object {
  double real, imag;
};
extern TypeObject ComplexType;

struct Z {
  double re, im;
};

Value Make(Z z, TypeObject* type = nullptr) {
  auto* o = New<ComplexObject>(type ? type : &ComplexType);
  o->real = z.re;
  o->imag = z.im;
  return Value::Own(o);
}
bool IsComplex(const Value& v) { return v.is_object() && IsInstance(v, &ComplexType); }
// The number in a complex, float or int; false: none of them.
bool Get(const Value& v, Z* z) {
  if (IsComplex(v)) {
    *z = {v.as<ComplexObject>()->real, v.as<ComplexObject>()->imag};
  } else if (v.is_float() || IsInstance(v, &FloatType)) {
    *z = {ToDouble(v), 0};
  } else if (IsAnyInt(v)) {
    *z = {IntToDouble(v), 0};
  } else {
    return false;
  }
  return true;
}

std::string Text(const Value& v) {
  const auto* c = v.as<ComplexObject>();
  const std::string imag = FloatText(c->imag, {.type = 'r'});
  if (c->real == 0 && !std::signbit(c->real)) return imag + "j";
  const std::string real = FloatText(c->real, {.type = 'r'});
  return "(" + real + (imag[0] == '-' ? "" : "+") + imag + "j)";
}
Value Repr(const Value& v) { return MakeStr(Text(v)); }
int64_t HashOf(const Value& v) {
  const auto* c = v.as<ComplexObject>();
  const auto hash =
      static_cast<uint64_t>(HashDouble(c->real)) + 1000003 * static_cast<uint64_t>(HashDouble(c->imag));
  return static_cast<int64_t>(hash) == -1 ? -2 : static_cast<int64_t>(hash);
}
Value CompareOf(const Value& a, const Value& b, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  Z x, y;
  Get(a, &x);
  if (IsAnyInt(b)) {
    const bool equal = x.im == 0 && !std::isnan(x.re) && CompareIntFloat(b, x.re) == 0;
    return Value::Bool(equal == (op == ast::CmpOp::kEq));
  }
  if (!Get(b, &y)) return NotImplemented();
  return Value::Bool((x.re == y.re && x.im == y.im) == (op == ast::CmpOp::kEq));
}
bool Truth(const Value& v) { return v.as<ComplexObject>()->real != 0 || v.as<ComplexObject>()->imag != 0; }

// Smith's method, as CPython divides.
Z Quotient(Z a, Z b) {
  const double re = std::fabs(b.re), im = std::fabs(b.im);
  if (re >= im) {
    if (re == 0) Raise(&ZeroDivisionErrorType, "complex division by zero");
    const double ratio = b.im / b.re, denominator = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / denominator, (a.im - a.re * ratio) / denominator};
  }
  if (im >= re) {
    const double ratio = b.re / b.im, denominator = b.re * ratio + b.im;
    return {(a.re * ratio + a.im) / denominator, (a.im * ratio - a.re) / denominator};
  }
  return {std::nan(""), std::nan("")};
}
Z Product(Z a, Z b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
Z PowerOf(Z a, Z b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (b.im == 0 && b.re == std::floor(b.re) && std::fabs(b.re) <= 100 &&
      (b.re > 0 || a.re != 0 || a.im != 0)) {
    // A small whole power: by multiplication.
    const auto n = static_cast<int64_t>(std::fabs(b.re));
    Z result{1, 0}, factor = a;
    for (int64_t mask = 1; mask <= n; mask <<= 1) {
      if (n & mask) result = Product(result, factor);
      factor = Product(factor, factor);
    }
    return b.re < 0 ? Quotient({1, 0}, result) : result;
  }
  if (a.re == 0 && a.im == 0) {
    if (b.im != 0 || b.re < 0) Raise(&ZeroDivisionErrorType, "0.0 to a negative or complex power");
    return {0, 0};
  }
  const double size = std::hypot(a.re, a.im), angle = std::atan2(a.im, a.re);
  double length = std::pow(size, b.re), phase = angle * b.re;
  if (b.im != 0) {
    length *= std::exp(-angle * b.im);
    phase += b.im * std::log(size);
  }
  if (std::isinf(phase))
    Raise(&ZeroDivisionErrorType, "0.0 to a negative or complex power");  // CPython's EDOM
  return {length * std::cos(phase), length * std::sin(phase)};
}

template <class F>
Value Two(const Value& a, const Value& b, F f) {
  Z x, y;
  if (!Get(a, &x) || !Get(b, &y)) return NotImplemented();
  return Make(f(x, y));
}
Value Add(const Value& a, const Value& b) {
  return Two(a, b, [](Z x, Z y) { return Z{x.re + y.re, x.im + y.im}; });
}
Value Sub(const Value& a, const Value& b) {
  return Two(a, b, [](Z x, Z y) { return Z{x.re - y.re, x.im - y.im}; });
}
Value Mul(const Value& a, const Value& b) { return Two(a, b, Product); }
Value Div(const Value& a, const Value& b) { return Two(a, b, Quotient); }
Value PowSlot(const Value& a, const Value& b) {
  return Two(a, b, [](Z x, Z y) {
    const Z z = PowerOf(x, y);
    if (std::isinf(z.re) || std::isinf(z.im)) Raise(&OverflowErrorType, "complex exponentiation");
    return z;
  });
}
Value Negative(const Value& v) { return Make({-v.as<ComplexObject>()->real, -v.as<ComplexObject>()->imag}); }
Value Positive(const Value& v) { return Make({v.as<ComplexObject>()->real, v.as<ComplexObject>()->imag}); }
Value Absolute(const Value& v) {
  const double size = std::hypot(v.as<ComplexObject>()->real, v.as<ComplexObject>()->imag);
  if (std::isinf(size) && std::isfinite(v.as<ComplexObject>()->real) &&
      std::isfinite(v.as<ComplexObject>()->imag))
    Raise(&OverflowErrorType, "absolute value too large");
  return Value::Float(size);
}

// complex("1+2j")
bool Parse(std::string_view text, Z* z) {
  std::string s = NumberText(text);
  if (s.size() >= 2 && s.front() == '(' && s.back() == ')') s = NumberText(s.substr(1, s.size() - 2));
  if (s.empty()) return false;
  *z = {0, 0};
  const bool imaginary = s.back() == 'j' || s.back() == 'J';
  if (!imaginary) return ParseFloat(s, &z->re);
  s.pop_back();
  // The sign that begins the imaginary part: the last one that is not an exponent's.
  size_t split = std::string::npos;
  for (size_t i = s.size(); i > 0; --i) {
    if ((s[i - 1] == '+' || s[i - 1] == '-') && (i == 1 || (s[i - 2] | 32) != 'e')) {
      split = i - 1;
      break;
    }
  }
  std::string imag = s;
  if (split != std::string::npos && split > 0) {
    if (!ParseFloat(s.substr(0, split), &z->re)) return false;
    imag = s.substr(split);
  }
  if (imag.empty() || imag == "+" || imag == "-") imag += "1";
  return ParseFloat(imag, &z->im);
}

// An underscore stands between digits.
bool UnderscoresFit(std::string_view text) {
  const auto digit = [&](size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '_' && !(i > 0 && digit(i - 1) && digit(i + 1))) return false;
  return true;
}

Value NewComplex(TypeObject* type, Args args) {
  static ArgParser parser("complex", "real=0, imag=0");
  Value v[2];
  parser.Parse(args, v);
  Z re{0, 0}, im{0, 0};
  if (IsStr(v[0])) {
    if (!v[1].is_undef()) Raise(&TypeErrorType, "complex() can't take second arg if first is a string");
    if (!UnderscoresFit(StrView(v[0])))
      RaiseText(&ValueErrorType, "could not convert string to complex: " + ::tp::Repr(v[0]));
    if (!Parse(StrView(v[0]), &re)) Raise(&ValueErrorType, "complex() arg is a malformed string");
    return Make(re, type);
  }
  if (IsStr(v[1])) Raise(&TypeErrorType, "complex() second arg can't be a string");
  auto part = [](const Value& x, Z* z, const char* which) {
    if (x.is_undef() || Get(x, z)) return;
    if (const Value f = LookupSpecial(x, names.complex_); !f.is_undef()) {
      const Value c = Call(f);
      if (!IsComplex(c))
        Raise(&TypeErrorType, "%s.__complex__() returned non-complex (type %s)", TypeNameOf(x).c_str(),
              TypeNameOf(c).c_str());
      Get(c, z);
      return;
    }
    if (LookupSpecial(x, names.float_).is_undef() && LookupSpecial(x, names.index_).is_undef())
      Raise(&TypeErrorType, "complex() %s argument must be a %snumber, not '%s'", which,
            which[0] == 'f' ? "string or a " : "", TypeNameOf(x).c_str());
    *z = {ToDouble(x), 0};
  };
  part(v[0], &re, "first");
  part(v[1], &im, "second");
  if (v[1].is_undef()) return Make(re, type);
  // complex(a, b) is a + b*j; only parts that are complex take part in both, so that zeros keep their signs.
  if (IsComplex(v[1])) re.re -= im.im;
  return Make({re.re, IsComplex(v[0]) ? re.im + im.re : im.re}, type);
}

constinit NumberSlots numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kAdd] = Add;
  n[ast::BinOp::kSub] = Sub;
  n[ast::BinOp::kMult] = Mul;
  n[ast::BinOp::kDiv] = Div;
  n[ast::BinOp::kPow] = PowSlot;
  n.negative = Negative;
  n.positive = Positive;
  n.absolute = Absolute;
  return n;
}();

constexpr TypeSpec Spec() {
  TypeSpec t{.name = "complex", .size = sizeof(ComplexObject)};
  TypeSlots& s = t.slots;
  s.dealloc = FreeObject;
  s.new_object = NewComplex;
  s.repr = Repr;
  s.hash = HashOf;
  s.compare = CompareOf;
  s.truth = Truth;
  s.number = &numbers;
  return t;
}
constinit TypeObject ComplexType(Spec());
TP_REGISTER_TYPE(ComplexType);

Value Real(Interp&, Args args) { return Value::Float(args[0].as<ComplexObject>()->real); }
Value Imag(Interp&, Args args) { return Value::Float(args[0].as<ComplexObject>()->imag); }
Value Conjugate(Interp&, Args args) {
  const auto* c = args[0].as<ComplexObject>();
  return Make({c->real, -c->imag});
}
Value DunderFormat(Interp&, Args args) {
  CheckArgs("complex.__format__", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "__format__() argument must be str, not %s", GivenType(args[1]).c_str());
  if (StrView(args[1]).empty()) return StrValue(args[0]);
  const auto* c = args[0].as<ComplexObject>();
  return MakeStr(FormatComplexText(c->real, c->imag, StrView(args[1])));
}
Value GetNewArgs(Interp&, Args args) {
  const auto* c = args[0].as<ComplexObject>();
  return MakeTuple({Value::Float(c->real), Value::Float(c->imag)});
}
Value DunderComplex(Interp&, Args args) { return Positive(args[0]); }
const MethodDef kComplex[] = {
    {"real", Real, nullptr, nullptr, kProperty}, {"imag", Imag, nullptr, nullptr, kProperty},
    {"conjugate", Conjugate, "self, /"},         {"__format__", DunderFormat, "self, format_spec, /"},
    {"__complex__", DunderComplex, "self, /"},   {"__getnewargs__", GetNewArgs, "self, /"},
};
TP_REGISTER_METHODS(ComplexType, kComplex);

Value MakeFromParts(double real, double imag) { return Make({real, imag}); }
// Literals such as 2j come through this hook.
const bool kHooked = [] {
  make_complex_hook = MakeFromParts;
  return true;
}();

}  // namespace
}  // namespace tp
