// int, bool, float and NoneType: their slots, and float arithmetic by Python's rules.
#include "core/interp/number.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/hash.h"
#include "core/interp/number_text.h"
#include "core/interp/unicode_props.h"

namespace tp {

std::string_view StripSpace(std::string_view text) {
  const auto space = [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
  };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

Value MakeFloatOfType(TypeObject* type, double d) {
  if (type == &FloatType) return Value::Float(d);
  auto* o = New<FloatObject>(type);
  o->value = d;
  return Value::Own(o);
}

double FloatFloorDiv(double a, double b) {
  if (b == 0) Raise(&ZeroDivisionErrorType, "float floor division by zero");
  double mod = std::fmod(a, b);
  double div = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) div -= 1.0;
  if (div == 0) return std::copysign(0.0, a / b);
  double floor = std::floor(div);
  if (div - floor > 0.5) floor += 1.0;
  return floor;
}

double FloatMod(double a, double b) {
  if (b == 0) Raise(&ZeroDivisionErrorType, "float modulo");
  double mod = std::fmod(a, b);
  if (mod == 0) return std::copysign(0.0, b);
  if ((b < 0) != (mod < 0)) mod += b;
  return mod;
}

Value FloatPow(double a, double b) {
  if (b == 0 || a == 1) return Value::Float(1.0);
  if (a == 0 && b < 0 && std::isfinite(b))
    Raise(&ZeroDivisionErrorType, "0.0 cannot be raised to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b))
    return Binary(ast::BinOp::kPow, MakeComplex(a, 0), Value::Float(b));
  const double r = std::pow(a, b);
  if (std::isinf(r) && std::isfinite(a) && std::isfinite(b))
    RaiseException(
        MakeException(&OverflowErrorType, ArgList{Value::Int(34), MakeStr("Numerical result out of range")}));
  return Value::Float(r);
}

namespace {

using ast::BinOp;
using ast::CmpOp;

Value Ordered(int c, CmpOp op) {
  switch (op) {
    case CmpOp::kEq:
      return Value::Bool(c == 0);
    case CmpOp::kNotEq:
      return Value::Bool(c != 0);
    case CmpOp::kLt:
      return Value::Bool(c < 0);
    case CmpOp::kLtE:
      return Value::Bool(c <= 0);
    case CmpOp::kGt:
      return Value::Bool(c > 0);
    default:
      return Value::Bool(c >= 0);
  }
}

// ---- int

void IntDealloc(Object* o) {
  mpz_clear(static_cast<IntObject*>(o)->number);
  FreeObject(o);
}

template <BinOp op>
Value IntOp(const Value& a, const Value& b) {
  if (!IsAnyInt(a) || !IsAnyInt(b)) return NotImplemented();
  if constexpr (op == BinOp::kDiv || op == BinOp::kFloorDiv || op == BinOp::kMod)
    if (IntSign(b) == 0) return RaiseValue(&ZeroDivisionErrorType, "%s", ZeroDivisionText(op));
  return IntBinary(op, a, b);
}

Value IntNew(TypeObject* type, Args args) {
  if (type == &IntType && args.num_pos == 1 && args.num_kw == 0) return TryToInt(args[0]);
  static ArgParser parser("int", "x=0, /, base=10");
  Value v[2];
  parser.Parse(args, v);
  if (v[0].is_undef()) {
    if (!v[1].is_undef()) Raise(&TypeErrorType, "int() missing string argument");
    return MakeIntOfType(type, Value::Int(0));
  }
  if (v[1].is_undef()) {
    Value r = TryToInt(v[0]);
    return type == &IntType || r.is_raised() ? r : MakeIntOfType(type, r);
  }
  const int64_t base = IndexInt64(v[1], nullptr);
  if (base != 0 && (base < 2 || base > 36)) Raise(&ValueErrorType, "int() base must be >= 2 and <= 36, or 0");
  if (!IsStr(v[0]) && !IsBuffer(v[0]))
    Raise(&TypeErrorType, "int() can't convert non-string with explicit base");
  const std::string_view text = IsStr(v[0]) ? StrView(v[0]) : BufferView(v[0]);
  Value r;
  if (!ParseInt(IsStr(v[0]) ? NumberText(text) : std::string(StripSpace(text)), static_cast<int>(base), &r))
    return RaiseValue(&ValueErrorType, "invalid literal for int() with base %d: %s", static_cast<int>(base),
                      (IsByteArray(v[0]) ? BytesRepr(BufferView(v[0])) : Repr(v[0])).c_str());
  return MakeIntOfType(type, r);
}

Value IntRepr(const Value& v) {
  if (v.is_object()) return MakeStr(IntText(v));
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, v.as_int()).ptr;
  return MakeStr(std::string_view(text, static_cast<size_t>(end - text)));
}
int64_t IntHashSlot(const Value& v) { return IntHash(v); }
Value CompareSlot(const Value& a, const Value& b, CmpOp op) {
  if (!IsAnyInt(b)) return NotImplemented();
  return Ordered(::tp::IntCompare(a, b), op);
}
bool IntTruth(const Value& v) { return IntSign(v) != 0; }
Value IntPlain(const Value& v) { return PlainInt(v); }
Value IntFloat(const Value& v) { return Value::Float(IntToDouble(v)); }

// ---- bool

Value BoolRepr(const Value& v) { return InternedValue(v.as_int() ? "True" : "False"); }
Value BoolNew(TypeObject*, Args args) {
  CheckNoKeywords("bool", args);
  CheckArgs("bool", args, 0, 1);
  return Value::Bool(args.size() && IsTrue(args[0]));
}
template <BinOp op>
Value BoolOp(const Value& a, const Value& b) {
  if (!a.is_bool() || !b.is_bool()) return IntOp<op>(a, b);
  const int64_t x = a.as_int(), y = b.as_int();
  return Value::Bool(op == BinOp::kBitAnd ? x & y : op == BinOp::kBitOr ? x | y : x ^ y);
}

// ---- float

bool Number(const Value& v, double* d) {
  if (v.is_float())
    *d = v.as_float();
  else if (IsAnyInt(v))
    *d = IntToDouble(v);
  else if (IsAnyFloat(v))
    *d = FloatOf(v);
  else
    return false;
  return true;
}

template <BinOp op>
Value FloatOp(const Value& a, const Value& b) {
  double x, y;
  if (!Number(a, &x) || !Number(b, &y)) return NotImplemented();
  if constexpr (op == BinOp::kAdd) return Value::Float(x + y);
  if constexpr (op == BinOp::kSub) return Value::Float(x - y);
  if constexpr (op == BinOp::kMult) return Value::Float(x * y);
  if constexpr (op == BinOp::kDiv) {
    if (y == 0) return RaiseValue(&ZeroDivisionErrorType, "float division by zero");
    return Value::Float(x / y);
  }
  if constexpr (op == BinOp::kFloorDiv) return Value::Float(FloatFloorDiv(x, y));
  if constexpr (op == BinOp::kMod) return Value::Float(FloatMod(x, y));
  return FloatPow(x, y);
}

void FloatDealloc(Object* o) { FreeObject(o); }

Value FloatNew(TypeObject* type, Args args) {
  // An __init__ of a subclass may have names for itself.
  if (const Value* init = TypeLookup(type, names.init_); !init || IsExact(*init, &SlotWrapperType))
    CheckNoKeywords("float", args);
  args.num_kw = 0;
  CheckArgs("float", args, 0, 1);
  if (!args.size()) return MakeFloatOfType(type, 0.0);
  const Value& v = args[0];
  if (IsStr(v) || IsBuffer(v)) {
    double d;
    if (!ParseFloat(IsStr(v) ? NumberText(StrView(v)) : std::string(StripSpace(BufferView(v))), &d))
      return RaiseValue(&ValueErrorType, "could not convert string to float: %s", Repr(v).c_str());
    return MakeFloatOfType(type, d);
  }
  double d;
  if (Number(v, &d)) return MakeFloatOfType(type, d);
  if (TypeOf(v)->slots.number->to_float) return MakeFloatOfType(type, ToDouble(v));
  if (TypeOf(v)->slots.number->index) return MakeFloatOfType(type, IntToDouble(Index(v)));
  return RaiseValue(&TypeErrorType, "float() argument must be a string or a real number, not '%s'",
                    TypeNameOf(v).c_str());
}

Value FloatReprSlot(const Value& v) { return MakeStr(FloatRepr(FloatOf(v))); }
int64_t FloatHash(const Value& v) { return HashDouble(FloatOf(v)); }
bool FloatTruth(const Value& v) { return FloatOf(v) != 0; }
Value FloatCompare(const Value& a, const Value& b, CmpOp op) {
  const double x = FloatOf(a);
  if (IsAnyInt(b)) {
    if (std::isnan(x)) return Value::Bool(op == CmpOp::kNotEq);
    return Ordered(-CompareIntFloat(b, x), op);
  }
  if (!IsAnyFloat(b)) return NotImplemented();
  const double y = FloatOf(b);
  switch (op) {
    case CmpOp::kEq:
      return Value::Bool(x == y);
    case CmpOp::kNotEq:
      return Value::Bool(x != y);
    case CmpOp::kLt:
      return Value::Bool(x < y);
    case CmpOp::kLtE:
      return Value::Bool(x <= y);
    case CmpOp::kGt:
      return Value::Bool(x > y);
    default:
      return Value::Bool(x >= y);
  }
}
Value FloatNeg(const Value& v) { return Value::Float(-FloatOf(v)); }
Value FloatPos(const Value& v) { return Value::Float(FloatOf(v)); }
Value FloatAbs(const Value& v) { return Value::Float(std::fabs(FloatOf(v))); }
Value FloatToInt(const Value& v) { return IntFromDouble(FloatOf(v)); }

// ---- None

Value NoneRepr(const Value&) { return InternedValue("None"); }
bool NoneTruth(const Value&) { return false; }
int64_t NoneHash(const Value&) { return 0x6d6f4e65; }
Value NoneNew(TypeObject*, Args args) {
  if (args.num_pos || args.num_kw) Raise(&TypeErrorType, "NoneType takes no arguments");
  return Value::None();
}

constinit NumberSlots int_numbers = [] {
  NumberSlots n;
  n.negative = IntNegate;
  n.positive = IntPlain;
  n.invert = IntInvert;
  n.absolute = IntAbs;
  n.to_int = IntPlain;
  n.index = IntPlain;
  n.to_float = IntFloat;
#define TP_OP(op) n[BinOp::op] = IntOp<BinOp::op>
  TP_OP(kAdd), TP_OP(kSub), TP_OP(kMult), TP_OP(kDiv), TP_OP(kMod), TP_OP(kPow), TP_OP(kLShift),
      TP_OP(kRShift);
  TP_OP(kBitOr), TP_OP(kBitXor), TP_OP(kBitAnd), TP_OP(kFloorDiv);
#undef TP_OP
  return n;
}();

constexpr TypeSpec IntSpec() {
  TypeSpec t{.name = "int", .size = sizeof(IntObject)};
  TypeSlots& s = t.slots;
  s.dealloc = IntDealloc;
  s.new_object = IntNew;
  s.repr = IntRepr;
  s.hash = IntHashSlot;
  s.compare = CompareSlot;
  s.truth = IntTruth;
  s.number = &int_numbers;
  return t;
}

constinit NumberSlots bool_numbers = [] {
  NumberSlots n;
  n[BinOp::kBitAnd] = BoolOp<BinOp::kBitAnd>;
  n[BinOp::kBitOr] = BoolOp<BinOp::kBitOr>;
  n[BinOp::kBitXor] = BoolOp<BinOp::kBitXor>;
  return n;
}();

constexpr TypeSpec BoolSpec() {
  TypeSpec t{.name = "bool", .base = &IntType, .flags = kTypeNoSubclass};
  t.slots.repr = BoolRepr;
  t.slots.new_object = BoolNew;
  t.slots.number = &bool_numbers;
  return t;
}

constinit NumberSlots float_numbers = [] {
  NumberSlots n;
  n.negative = FloatNeg;
  n.positive = FloatPos;
  n.absolute = FloatAbs;
  n.to_int = FloatToInt;
  n.to_float = FloatPos;
#define TP_OP(op) n[BinOp::op] = FloatOp<BinOp::op>
  TP_OP(kAdd), TP_OP(kSub), TP_OP(kMult), TP_OP(kDiv), TP_OP(kMod), TP_OP(kPow), TP_OP(kFloorDiv);
#undef TP_OP
  return n;
}();

constexpr TypeSpec FloatSpec() {
  TypeSpec t{.name = "float", .size = sizeof(FloatObject)};
  TypeSlots& s = t.slots;
  s.dealloc = FloatDealloc;
  s.new_object = FloatNew;
  s.repr = FloatReprSlot;
  s.hash = FloatHash;
  s.compare = FloatCompare;
  s.truth = FloatTruth;
  s.number = &float_numbers;
  return t;
}

constexpr TypeSpec NoneSpec() {
  TypeSpec t{.name = "NoneType", .size = sizeof(Object), .flags = kTypeNoSubclass};
  t.slots.new_object = NoneNew;
  t.slots.repr = NoneRepr;
  t.slots.truth = NoneTruth;
  t.slots.hash = NoneHash;
  return t;
}

}  // namespace

constinit TypeObject IntType(IntSpec());
constinit TypeObject BoolType(BoolSpec());
constinit TypeObject FloatType(FloatSpec());
constinit TypeObject NoneType(NoneSpec());
TP_REGISTER_TYPE(IntType);
TP_REGISTER_TYPE(BoolType);
TP_REGISTER_TYPE(FloatType);
TP_REGISTER_HIDDEN_TYPE(NoneType);

}  // namespace tp
