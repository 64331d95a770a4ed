// Integers of any size over GMP; see bigint.h. Semantics: Python's (floor division, arithmetic shift, two's
// complement without end for bit operators).
#include "core/interp/bigint.h"

#include <cmath>
#include <cstring>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/interp/abstract.h"
#include "core/interp/number_text.h"

namespace tp {
namespace {

constexpr size_t kMaxBits = size_t{1} << 36;  // beyond: MemoryError, as CPython runs out of memory
constexpr int64_t kPrime = (int64_t{1} << 61) - 1;
constexpr size_t kMaxStrDigits = 4300;

int64_t FloorDiv(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
int64_t FloorMod(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// GMP's numbers are objects like all others: their bytes are counted, and too many are a MemoryError where
// GMP would end the process.
void* GmpAllocate(size_t size) { return AllocBytes(size); }
void GmpFree(void* block, size_t size) { FreeBytes(block, size); }
void* GmpReallocate(void* block, size_t old_size, size_t size) {
  void* moved = AllocBytes(size);
  std::memcpy(moved, block, std::min(old_size, size));
  FreeBytes(block, old_size);
  return moved;
}
[[maybe_unused]] const bool gmp_counts = (mp_set_memory_functions(GmpAllocate, GmpReallocate, GmpFree), true);

double Bits(const BigInt& n) { return static_cast<double>(mpz_sizeinbase(n.get(), 2)); }

// a << n in GMP with Python's limits.
Value ShiftLeft(const Value& a, const Value& b) {
  int64_t n;
  if (IntSign(b) < 0) Raise(&ValueErrorType, "negative shift count");
  if (IntSign(a) == 0) return Value::Int(0);
  if (!FitsInt64(b, &n) || static_cast<size_t>(n) > kMaxBits)
    Raise(&OverflowErrorType, "too many digits in integer");
  int64_t small;
  if (n < 63 && FitsInt64(a, &small)) {
    const int64_t shifted = static_cast<int64_t>(static_cast<uint64_t>(small) << n);
    if (shifted >> n == small) return Value::Int(shifted);
  }
  BigInt result(a);
  CheckIntBits(Bits(result) + static_cast<double>(n));
  mpz_mul_2exp(result.get(), result.get(), n);
  return result.ToValue();
}

Value ShiftRight(const Value& a, const Value& b) {
  int64_t n, small;
  if (IntSign(b) < 0) Raise(&ValueErrorType, "negative shift count");
  if (!FitsInt64(b, &n)) return Value::Int(IntSign(a) < 0 ? -1 : 0);
  if (FitsInt64(a, &small)) return Value::Int(small >> std::min<int64_t>(n, 63));
  BigInt result(a);
  mpz_fdiv_q_2exp(result.get(), result.get(), n);
  return result.ToValue();
}

// a / b, correctly rounded: a quotient with at least 55 bits and a sticky last bit.
Value TrueDivide(const Value& a, const Value& b) {
  int64_t x, y;
  constexpr int64_t kExact = int64_t{1} << 53;
  if (FitsInt64(a, &x) && FitsInt64(b, &y) && std::abs(x) <= kExact && x != INT64_MIN && y != INT64_MIN &&
      std::abs(y) <= kExact)
    return Value::Float(static_cast<double>(x) / static_cast<double>(y));
  BigInt n(a), d(b);
  const bool negative = (mpz_sgn(n.get()) < 0) != (mpz_sgn(d.get()) < 0);
  if (mpz_sgn(n.get()) == 0) return Value::Float(negative ? -0.0 : 0.0);
  mpz_abs(n.get(), n.get());
  mpz_abs(d.get(), d.get());
  const int64_t n_bits = static_cast<int64_t>(mpz_sizeinbase(n.get(), 2));
  const int64_t d_bits = static_cast<int64_t>(mpz_sizeinbase(d.get(), 2));
  int64_t shift = 66 - (n_bits - d_bits);
  // Subnormal results have fewer bits: no bit below 2^-1076 but the sticky one.
  if (n_bits - d_bits < -1000) shift = std::min<int64_t>(shift, 1140);
  if (shift > 0)
    mpz_mul_2exp(n.get(), n.get(), shift);
  else
    mpz_mul_2exp(d.get(), d.get(), -shift);
  BigInt q, r;
  mpz_tdiv_qr(q.get(), r.get(), n.get(), d.get());
  if (mpz_sgn(r.get()) != 0) mpz_setbit(q.get(), 0);
  // q has at most 68 bits: round it by hand to what a double can hold at that exponent.
  const int64_t q_bits = static_cast<int64_t>(mpz_sizeinbase(q.get(), 2));
  int64_t drop = std::max<int64_t>(q_bits - 53, -1074 + shift);
  drop = std::max<int64_t>(drop, 0);
  BigInt kept, rest, half(1);
  mpz_tdiv_q_2exp(kept.get(), q.get(), drop);
  mpz_tdiv_r_2exp(rest.get(), q.get(), drop);
  if (drop > 0) {
    mpz_mul_2exp(half.get(), half.get(), drop - 1);
    const int c = mpz_cmp(rest.get(), half.get());
    if (c > 0 || (c == 0 && mpz_odd_p(kept.get()))) mpz_add_ui(kept.get(), kept.get(), 1);
  }
  const double result = std::ldexp(mpz_get_d(kept.get()), static_cast<int>(drop - shift));
  if (std::isinf(result)) Raise(&OverflowErrorType, "integer division result too large for a float");
  return Value::Float(negative ? -result : result);
}

Value IntPow(const Value& a, const Value& b) {
  if (IntSign(b) < 0) {
    const double base = IntToDouble(a), exponent = IntToDouble(b);
    if (base == 0) Raise(&ZeroDivisionErrorType, "0.0 cannot be raised to a negative power");
    return Value::Float(std::pow(base, exponent));
  }
  int64_t x, n;
  const bool small = FitsInt64(a, &x);
  if (small && (x == 0 || x == 1)) return IntSign(b) == 0 ? Value::Int(1) : Value::Int(x);
  if (!FitsInt64(b, &n)) {
    if (small && x == -1)
      return Value::Int(IntSign(IntBinary(ast::BinOp::kBitAnd, b, Value::Int(1))) ? -1 : 1);
    RaiseMemoryLimit();
  }
  if (small) {
    int64_t result = 1, factor = x;
    bool overflow = false;
    for (int64_t left = n; left; left >>= 1) {
      if (left & 1) overflow |= __builtin_mul_overflow(result, factor, &result);
      if (left > 1) overflow |= __builtin_mul_overflow(factor, factor, &factor);
      if (overflow) break;
    }
    if (!overflow) return Value::Int(result);
  }
  BigInt base(a);
  CheckIntBits(Bits(base) * static_cast<double>(n));
  mpz_pow_ui(base.get(), base.get(), n);
  return base.ToValue();
}

}  // namespace

void CheckIntBits(double bits) {
  if (bits > kMaxBits) RaiseMemoryLimit();
  if (limits.bits != 0 && bits > static_cast<double>(limits.bits)) RaiseLimit(Limit::kBits);
}

BigInt::BigInt(const Value& v) {
  if (v.is_object())
    mpz_init_set(number_, v.as<IntObject>()->number);
  else
    mpz_init_set_si(number_, v.as_int());
}

Value BigInt::ToValue() const { return IntFromMpz(number_); }

Value IntFromMpz(mpz_srcptr number) {
  if (mpz_fits_slong_p(number)) return Value::Int(mpz_get_si(number));
  auto* o = New<IntObject>(&IntType);
  mpz_init_set(o->number, number);
  return Value::Own(o);
}

Value IntFromUint64(uint64_t u) {
  if (u <= INT64_MAX) return Value::Int(static_cast<int64_t>(u));
  BigInt b;
  mpz_set_ui(b.get(), u);
  return b.ToValue();
}

Value MakeIntOfType(TypeObject* type, const Value& v) {
  if (type == &IntType) return PlainInt(v);
  auto* o = New<IntObject>(type);
  BigInt b(v);
  mpz_init_set(o->number, b.get());
  Value result = Value::Own(o);
  return result;
}

bool FitsInt64(const Value& v, int64_t* out) {
  if (!v.is_object()) {
    *out = v.as_int();
    return true;
  }
  mpz_srcptr n = v.as<IntObject>()->number;
  if (!mpz_fits_slong_p(n)) return false;
  *out = mpz_get_si(n);
  return true;
}

Value PlainInt(const Value& v) {
  if (v.is_int()) return v;
  if (v.is_bool()) return Value::Int(v.as_int());
  if (v.object()->type == &IntType) return v;
  return IntFromMpz(v.as<IntObject>()->number);
}

int IntSign(const Value& v) {
  if (v.is_object()) return mpz_sgn(v.as<IntObject>()->number);
  return v.as_int() < 0 ? -1 : v.as_int() > 0;
}

const char* ZeroDivisionText(ast::BinOp op) {
  switch (op) {
    case ast::BinOp::kDiv:
      return "division by zero";
    case ast::BinOp::kFloorDiv:
      return "integer division or modulo by zero";
    case ast::BinOp::kMod:
      return "integer modulo by zero";
    default:
      return nullptr;
  }
}

Value IntBinary(ast::BinOp op, const Value& a, const Value& b) {
  if (!IsAnyInt(a) || !IsAnyInt(b)) return NotImplemented();
  if (const char* text = ZeroDivisionText(op); text && IntSign(b) == 0)
    Raise(&ZeroDivisionErrorType, "%s", text);
  int64_t x, y, z;
  const bool small = FitsInt64(a, &x) && FitsInt64(b, &y);
  switch (op) {
    case ast::BinOp::kAdd: {
      if (small && !__builtin_add_overflow(x, y, &z)) return Value::Int(z);
      BigInt n(a), m(b);
      mpz_add(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kSub: {
      if (small && !__builtin_sub_overflow(x, y, &z)) return Value::Int(z);
      BigInt n(a), m(b);
      mpz_sub(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kMult: {
      if (small && !__builtin_mul_overflow(x, y, &z)) return Value::Int(z);
      BigInt n(a), m(b);
      CheckIntBits(Bits(n) + Bits(m));
      mpz_mul(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kDiv:
      return TrueDivide(a, b);
    case ast::BinOp::kFloorDiv: {
      if (small && !(x == INT64_MIN && y == -1)) return Value::Int(FloorDiv(x, y));
      BigInt n(a), m(b);
      mpz_fdiv_q(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kMod: {
      if (small) return Value::Int(y == -1 ? 0 : FloorMod(x, y));
      BigInt n(a), m(b);
      mpz_fdiv_r(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kPow:
      return IntPow(a, b);
    case ast::BinOp::kLShift:
      return ShiftLeft(a, b);
    case ast::BinOp::kRShift:
      return ShiftRight(a, b);
    case ast::BinOp::kBitOr:
    case ast::BinOp::kBitXor:
    case ast::BinOp::kBitAnd: {
      if (small) {
        z = op == ast::BinOp::kBitOr ? x | y : op == ast::BinOp::kBitXor ? x ^ y : x & y;
        return a.is_bool() && b.is_bool() ? Value::Bool(z != 0) : Value::Int(z);
      }
      BigInt n(a), m(b);
      if (op == ast::BinOp::kBitOr)
        mpz_ior(n.get(), n.get(), m.get());
      else if (op == ast::BinOp::kBitXor)
        mpz_xor(n.get(), n.get(), m.get());
      else
        mpz_and(n.get(), n.get(), m.get());
      return n.ToValue();
    }
    case ast::BinOp::kMatMult:
      return NotImplemented();
  }
  TP_CHECK(false, "not an operator");
  return {};
}

Value IntNegate(const Value& v) {
  int64_t i;
  if (FitsInt64(v, &i) && i != INT64_MIN) return Value::Int(-i);
  BigInt b(v);
  mpz_neg(b.get(), b.get());
  return b.ToValue();
}

Value IntInvert(const Value& v) {
  int64_t i;
  if (FitsInt64(v, &i)) return Value::Int(~i);
  BigInt b(v);
  mpz_com(b.get(), b.get());
  return b.ToValue();
}

Value IntAbs(const Value& v) { return IntSign(v) < 0 ? IntNegate(v) : PlainInt(v); }

Value IntDivMod(const Value& a, const Value& b) {
  if (IntSign(b) == 0) Raise(&ZeroDivisionErrorType, "integer division or modulo by zero");
  return MakeTuple({IntBinary(ast::BinOp::kFloorDiv, a, b), IntBinary(ast::BinOp::kMod, a, b)});
}

Value IntPowMod(const Value& a, const Value& b, const Value& mod) {
  if (IntSign(mod) == 0) Raise(&ValueErrorType, "pow() 3rd argument cannot be 0");
  BigInt base(a), exponent(b), m(mod);
  const bool negative = mpz_sgn(m.get()) < 0;
  mpz_abs(m.get(), m.get());
  if (mpz_sgn(exponent.get()) < 0) {
    if (mpz_cmp_ui(m.get(), 1) == 0) return Value::Int(0);
    if (!mpz_invert(base.get(), base.get(), m.get()))
      Raise(&ValueErrorType, "base is not invertible for the given modulus");
    mpz_neg(exponent.get(), exponent.get());
  }
  mpz_powm(base.get(), base.get(), exponent.get(), m.get());
  if (negative && mpz_sgn(base.get()) != 0) mpz_sub(base.get(), base.get(), m.get());
  return base.ToValue();
}

int IntCompare(const Value& a, const Value& b) {
  int64_t x, y;
  if (FitsInt64(a, &x) && FitsInt64(b, &y)) return x < y ? -1 : x > y;
  const int c = mpz_cmp(BigInt(a).get(), BigInt(b).get());
  return c < 0 ? -1 : c > 0;
}

int CompareIntFloat(const Value& i, double d) {
  if (std::isinf(d)) return d > 0 ? -1 : 1;
  int64_t small;
  if (FitsInt64(i, &small) && std::abs(static_cast<double>(small)) < 9e15) {
    const auto x = static_cast<double>(small);
    return x < d ? -1 : x > d;
  }
  const int c = mpz_cmp_d(BigInt(i).get(), d);
  return c < 0 ? -1 : c > 0;
}

int64_t IntHash(const Value& v) {
  int64_t i, hash;
  if (FitsInt64(v, &i) && i != INT64_MIN) {
    hash = i % kPrime;
  } else {
    BigInt b(v);
    const bool negative = mpz_sgn(b.get()) < 0;
    hash = static_cast<int64_t>(mpz_tdiv_ui(b.get(), kPrime));
    if (negative) hash = -hash;
  }
  return hash == -1 ? -2 : hash;
}

double IntToDouble(const Value& v) {
  if (!v.is_object()) return static_cast<double>(v.as_int());
  mpz_srcptr n = v.as<IntObject>()->number;
  const size_t bits = mpz_sizeinbase(n, 2);
  if (bits <= 53) return mpz_get_d(n);
  // mpz_get_d cuts off: round to 53 bits first.
  BigInt kept, rest, half(1);
  const size_t drop = bits - 53;
  mpz_abs(rest.get(), n);
  mpz_tdiv_q_2exp(kept.get(), rest.get(), drop);
  mpz_tdiv_r_2exp(rest.get(), rest.get(), drop);
  mpz_mul_2exp(half.get(), half.get(), drop - 1);
  const int c = mpz_cmp(rest.get(), half.get());
  if (c > 0 || (c == 0 && mpz_odd_p(kept.get()))) mpz_add_ui(kept.get(), kept.get(), 1);
  const double result = bits > 2000 ? HUGE_VAL : std::ldexp(mpz_get_d(kept.get()), static_cast<int>(drop));
  if (std::isinf(result)) Raise(&OverflowErrorType, "int too large to convert to float");
  return mpz_sgn(n) < 0 ? -result : result;
}

Value IntFromDouble(double d) {
  if (std::isnan(d)) Raise(&ValueErrorType, "cannot convert float NaN to integer");
  if (std::isinf(d)) Raise(&OverflowErrorType, "cannot convert float infinity to integer");
  if (std::fabs(d) < 9e18) return Value::Int(static_cast<int64_t>(d));
  BigInt b;
  mpz_set_d(b.get(), d);
  return b.ToValue();
}

std::string IntText(const Value& v, int base) {
  if (!v.is_object() && base == 10) return std::to_string(v.as_int());
  BigInt b(v);
  if (base == 10 && mpz_sizeinbase(b.get(), 2) > kMaxStrDigits * 3) {
    std::string text(mpz_sizeinbase(b.get(), 10) + 2, '\0');
    mpz_get_str(text.data(), 10, b.get());
    text.resize(std::strlen(text.c_str()));
    if (text.size() - (text[0] == '-') > kMaxStrDigits)
      Raise(&ValueErrorType,
            "Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() "
            "to "
            "increase the limit");
    return text;
  }
  std::string text(mpz_sizeinbase(b.get(), base) + 2, '\0');
  mpz_get_str(text.data(), base, b.get());
  text.resize(std::strlen(text.c_str()));
  return text;
}

std::string FormatInt(const Value& v, std::string_view text, std::string_view type_name) {
  const FormatSpec spec = ParseFormatSpec(text, type_name, 'd', '>');
  const int base = IntFormatBase(spec, type_name);
  if (base) {
    const std::string digits = IntText(v, base);
    const bool negative = digits[0] == '-';
    return FormatIntText(negative, std::string_view(digits).substr(negative), spec);
  }
  if (spec.type != 'c') return FormatFloatText(IntToDouble(v), spec);
  int64_t code;
  if (!FitsInt64(v, &code)) {
    FormatCharText(0, spec);  // what is wrong with the format comes first
    Raise(&OverflowErrorType, "Python int too large to convert to C long");
  }
  return FormatCharText(code, spec);
}

bool ParseInt(std::string_view text, int base, Value* out) {
  size_t i = 0;
  bool negative = false;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
  const bool guess = base == 0;
  bool prefixed = false;
  if (i + 1 < text.size() && text[i] == '0') {
    const char kind = static_cast<char>(text[i + 1] | 0x20);
    const int named = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    if (named && (guess || base == named)) {
      base = named;
      i += 2;
      prefixed = true;
      if (i < text.size() && text[i] == '_') ++i;
    }
  }
  const bool octal_like = guess && !prefixed && i < text.size() && text[i] == '0';
  if (guess && !prefixed) base = 10;
  std::string digits;
  bool after_digit = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '_') {
      if (!after_digit) return false;
      after_digit = false;
      continue;
    }
    const int digit = c >= '0' && c <= '9'                     ? c - '0'
                      : (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? (c | 0x20) - 'a' + 10
                                                               : 99;
    if (digit >= base) return false;
    digits += c;
    after_digit = true;
  }
  if (digits.empty() || !after_digit) return false;
  if (octal_like && digits.find_first_not_of('0') != std::string::npos) return false;
  const bool power_of_two = (base & (base - 1)) == 0;
  if (!power_of_two && digits.size() > kMaxStrDigits)
    Raise(&ValueErrorType,
          "Exceeds the limit (4300 digits) for integer string conversion: value has %zu digits; use "
          "sys.set_int_max_str_digits() to increase the limit",
          digits.size());
  BigInt b;
  mpz_set_str(b.get(), digits.c_str(), base);
  if (negative) mpz_neg(b.get(), b.get());
  *out = b.ToValue();
  return true;
}

}  // namespace tp
