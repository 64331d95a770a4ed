// Methods of int (and so of bool).
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/text_args.h"

namespace tp {
namespace {

Value Conjugate(Interp&, Args args) {
  CheckArgs("int.conjugate", args.From(1), 0, 0);
  return PlainInt(args[0]);
}
Value Real(Interp&, Args args) { return PlainInt(args[0]); }
Value Imag(Interp&, Args) { return Value::Int(0); }
Value One(Interp&, Args) { return Value::Int(1); }

Value BitLength(Interp&, Args args) {
  CheckArgs("int.bit_length", args.From(1), 0, 0);
  if (IntSign(args[0]) == 0) return Value::Int(0);
  return Value::Int(static_cast<int64_t>(mpz_sizeinbase(BigInt(args[0]).get(), 2)));
}
Value BitCount(Interp&, Args args) {
  CheckArgs("int.bit_count", args.From(1), 0, 0);
  return Value::Int(static_cast<int64_t>(mpz_popcount(BigInt(IntAbs(args[0])).get())));
}
Value AsIntegerRatio(Interp&, Args args) {
  CheckArgs("int.as_integer_ratio", args.From(1), 0, 0);
  return MakeTuple({PlainInt(args[0]), Value::Int(1)});
}

// "little" or "big".
bool IsBigEndian(const Value& order, const char* method) {
  if (order.is_undef()) return true;
  if (!IsStr(order))
    Raise(&TypeErrorType, "%s() argument 'byteorder' must be str, not %s", method, GivenType(order).c_str());
  if (StrView(order) == "big") return true;
  if (StrView(order) == "little") return false;
  Raise(&ValueErrorType, "byteorder must be either 'little' or 'big'");
}

Value ToBytes(Interp&, Args args) {
  static ArgParser parser("to_bytes", "self, /, length=1, byteorder='big', *, signed=False");
  Value v[4];
  parser.Parse(args, v);
  const int64_t length = v[1].is_undef() ? 1 : SizeArgument(v[1]);
  const bool big = IsBigEndian(v[2], "to_bytes"), is_signed = !v[3].is_undef() && IsTrue(v[3]);
  if (length < 0) Raise(&ValueErrorType, "length argument must be non-negative");
  BigInt n(v[0]);
  const bool negative = mpz_sgn(n.get()) < 0;
  if (negative && !is_signed) Raise(&OverflowErrorType, "can't convert negative int to unsigned");
  if (negative) mpz_com(n.get(), n.get());  // ~n has the same bits, inverted
  const size_t bits = mpz_sgn(n.get()) == 0 ? 0 : mpz_sizeinbase(n.get(), 2);
  if (bits + (is_signed ? 1 : 0) > static_cast<size_t>(length) * 8 &&
      !(bits == 0 && length == 0 && !negative))
    Raise(&OverflowErrorType, "int too big to convert");
  std::string out(length, '\0');
  size_t count = 0;
  std::string raw((bits + 7) / 8 + 1, '\0');
  mpz_export(raw.data(), &count, -1, 1, 0, 0, n.get());
  for (size_t i = 0; i < static_cast<size_t>(length); ++i) {
    char byte = i < count ? raw[i] : '\0';
    if (negative) byte = static_cast<char>(~byte);
    out[big ? length - 1 - i : i] = byte;
  }
  return MakeBytes(out);
}

Value FromBytes(Interp&, Args args) {
  static ArgParser parser("from_bytes", "cls, /, bytes, byteorder='big', *, signed=False");
  Value v[4];
  parser.Parse(args, v);
  const bool big = IsBigEndian(v[2], "from_bytes"), is_signed = !v[3].is_undef() && IsTrue(v[3]);
  std::string raw;
  if (IsBuffer(v[1])) {
    raw = BufferView(v[1]);
  } else {
    ReadyType(TypeOf(v[1]));
    if (IsStr(v[1]) || (!TypeOf(v[1])->slots.iter && !TypeOf(v[1])->slots.getitem))
      Raise(&TypeErrorType, "cannot convert '%s' object to bytes", TypeNameOf(v[1]).c_str());
    ForEach(v[1], [&](const Value& item) { raw += ByteOf(item, "bytes"); });
  }
  BigInt n;
  mpz_import(n.get(), raw.size(), big ? 1 : -1, 1, 0, 0, raw.data());
  const char top = raw.empty() ? '\0' : big ? raw.front() : raw.back();
  if (is_signed && (top & 0x80)) {
    BigInt modulus(1);
    mpz_mul_2exp(modulus.get(), modulus.get(), raw.size() * 8);
    mpz_sub(n.get(), n.get(), modulus.get());
  }
  Value result = n.ToValue();
  return AsType(args[0]) == &IntType ? result : Call(args[0], result);
}

Value DunderFormat(Interp&, Args args) {
  CheckArgs("int.__format__", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "__format__() argument must be str, not %s", GivenType(args[1]).c_str());
  const std::string_view text = StrView(args[1]);
  if (text.empty()) return StrValue(args[0]);
  return MakeStr(FormatInt(args[0], text, TypeNameOf(args[0])));
}

Value DunderRound(Interp&, Args args) {
  CheckArgs("__round__", args.From(1), 0, 1);
  if (args.size() == 1) return PlainInt(args[0]);
  const Value digits = Index(args[1]);
  int64_t n;
  if (IntSign(digits) >= 0) return PlainInt(args[0]);
  if (!FitsInt64(digits, &n) || -n > 100000) return Value::Int(0);
  // To the nearest multiple of 10**-n, ties to the even one.
  BigInt unit, q, r, number(args[0]);
  mpz_ui_pow_ui(unit.get(), 10, -n);
  mpz_fdiv_qr(q.get(), r.get(), number.get(), unit.get());
  mpz_mul_2exp(r.get(), r.get(), 1);
  const int c = mpz_cmp(r.get(), unit.get());
  if (c > 0 || (c == 0 && mpz_odd_p(q.get()))) mpz_add_ui(q.get(), q.get(), 1);
  mpz_mul(q.get(), q.get(), unit.get());
  return q.ToValue();
}
Value DunderDivMod(Interp&, Args args) {
  CheckWrapped(args);
  if (!IsAnyInt(args[1])) return NotImplemented();
  return IntDivMod(PlainInt(args[0]), PlainInt(args[1]));
}
Value DunderRDivMod(Interp&, Args args) {
  CheckWrapped(args);
  if (!IsAnyInt(args[1])) return NotImplemented();
  return IntDivMod(PlainInt(args[1]), PlainInt(args[0]));
}
Value Identity(Interp&, Args args) { return PlainInt(args[0]); }
Value GetNewArgs(Interp&, Args args) { return MakeTuple({PlainInt(args[0])}); }

const MethodDef kInt[] = {
    {"conjugate", Conjugate, "self, /"},
    {"real", Real, nullptr, "the real part of a complex number", kProperty},
    {"imag", Imag, nullptr, "the imaginary part of a complex number", kProperty},
    {"numerator", Real, nullptr, "the numerator of a rational number in lowest terms", kProperty},
    {"denominator", One, nullptr, "the denominator of a rational number in lowest terms", kProperty},
    {"bit_length", BitLength, "self, /"},
    {"bit_count", BitCount, "self, /"},
    {"as_integer_ratio", AsIntegerRatio, "self, /"},
    {"to_bytes", ToBytes, "self, /, length=1, byteorder='big', *, signed=False"},
    {"from_bytes", FromBytes, "cls, /, bytes, byteorder='big', *, signed=False", nullptr, kClassMethod},
    {"__format__", DunderFormat, "self, format_spec, /"},
    {"__divmod__", DunderDivMod},
    {"__rdivmod__", DunderRDivMod},
    {"__round__", DunderRound},
    {"__trunc__", Identity, "self, /"},
    {"__floor__", Identity, "self, /"},
    {"__ceil__", Identity, "self, /"},
    {"__getnewargs__", GetNewArgs},
};
TP_REGISTER_METHODS(IntType, kInt);

}  // namespace
}  // namespace tp
