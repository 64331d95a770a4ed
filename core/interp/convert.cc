// Operations on any value, part two: text, formatting, numbers.
#include "core/interp/abstract.h"
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/interp/number.h"
#include "core/interp/number_text.h"
#include "core/interp/unicode_props.h"

namespace tp {

namespace {
Object MakeSingleton(TypeObject* type) { return {kImmortal, 0, type}; }

Value NotImplementedRepr(const Value&) { return InternedValue("NotImplemented"); }
Value EllipsisRepr(const Value&) { return InternedValue("Ellipsis"); }
constexpr TypeSpec SingletonSpec(const char* name, UnaryFn repr) {
  TypeSpec t{.name = name, .size = sizeof(Object), .flags = kTypeNoSubclass};
  t.slots.repr = repr;
  return t;
}
}  // namespace

bool NotImplementedTruth(const Value&) {
  WarnDeprecated("NotImplemented should not be used in a boolean context");
  return true;
}
constinit TypeObject NotImplementedTypeType([] {
  TypeSpec t = SingletonSpec("NotImplementedType", NotImplementedRepr);
  t.slots.truth = NotImplementedTruth;
  return t;
}());
constinit TypeObject EllipsisTypeType(SingletonSpec("ellipsis", EllipsisRepr));
Object NotImplementedObject = MakeSingleton(&NotImplementedTypeType);
Object EllipsisObject = MakeSingleton(&EllipsisTypeType);

Value ReprValue(const Value& v) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  return type->slots.repr(v);
}
Value StrValue(const Value& v) {
  TypeObject* type = TypeOf(v);
  if (type == &StrType) return v;
  ReadyType(type);
  return type->slots.str ? type->slots.str(v) : type->slots.repr(v);
}
std::string Repr(const Value& v) { return std::string(StrView(ReprValue(v))); }
std::string Str(const Value& v) { return std::string(StrView(StrValue(v))); }

std::string Ascii(const Value& v) {
  const std::string text = Repr(v);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (c < 128)
      out += static_cast<char>(c);
    else
      out += c <= 0xff ? Format("\\x%02x", c) : c <= 0xffff ? Format("\\u%04x", c) : Format("\\U%08x", c);
  }
  return out;
}

Value FormatValue(const Value& v, const Value& spec) {
  if (IsExact(v, &StrType) && (spec.is_undef() || StrView(spec).empty())) return v;
  const std::string_view text = spec.is_undef() ? "" : StrView(spec);
  if (v.is_int()) return MakeStr(text.empty() ? IntText(v) : FormatInt(v, text));
  if (v.is_float() && !text.empty())
    return MakeStr(FormatFloatText(v.as_float(), ParseFormatSpec(text, "float", 0, '>')));
  if (IsExact(v, &StrType)) return MakeStr(FormatStrText(StrView(v), text));
  Value f = LookupSpecial(v, names.format_);
  Value r = Call(f, spec.is_undef() ? InternedValue("") : spec);
  if (!IsStr(r)) Raise(&TypeErrorType, "__format__ must return a str, not %s", TypeNameOf(r).c_str());
  return r;
}

void WarnDeprecated(const std::string& text) {
  Call(GetAttr(TheInterp().Import("warnings"), "warn"), MakeStr(text), TypeValue(&DeprecationWarningType));
}

// A method may give an int only; what is of a subclass (True) is taken, yet.
void WarnOfSubclass(const Value& made, const char* method) {
  if (made.is_int() || IsExact(made, &IntType)) return;
  WarnDeprecated(Format(
      "%s returned non-int (type %s).  The ability to return an instance of a strict subclass of int is "
      "deprecated, and may be removed in a future version of Python.",
      method, TypeNameOf(made).c_str()));
}

Value Index(const Value& v) {
  if (v.is_int()) return v;
  if (IsAnyInt(v)) return PlainInt(v);
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (!type->slots.number->index)
    Raise(&TypeErrorType, "'%s' object cannot be interpreted as an integer", TypeName(type).c_str());
  const Value made = type->slots.number->index(v);
  WarnOfSubclass(made, "__index__");
  return PlainInt(made);
}

int64_t IndexInt64(const Value& v, TypeObject* overflow) {
  if (v.is_int()) return v.as_int();
  Value i = Index(v);
  int64_t out;
  if (FitsInt64(i, &out)) return out;
  if (!overflow) return IntSign(i) < 0 ? INT64_MIN : INT64_MAX;
  Raise(overflow, "cannot fit '%s' into an index-sized integer", TypeNameOf(v).c_str());
}

double ToDouble(const Value& v) {
  if (v.is_float()) return v.as_float();
  if (IsAnyFloat(v)) return FloatOf(v);
  if (IsAnyInt(v)) return IntToDouble(v);
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (type->slots.number->to_float) return FloatOf(type->slots.number->to_float(v));
  if (type->slots.number->index) return IntToDouble(type->slots.number->index(v));
  Raise(&TypeErrorType, "must be real number, not %s", TypeName(type).c_str());
}

bool IsNumber(const Value& v) { return IsAnyInt(v) || IsAnyFloat(v); }

Value ToInt(const Value& v) { return OrThrow(TryToInt(v)); }
Value TryToInt(const Value& v) {
  if (v.is_int()) return v;
  // Digits that cannot overflow, as most such texts are.
  if (IsExact(v, &StrType)) {
    const std::string_view text = v.as<StrObject>()->view();
    int64_t number = 0;
    size_t at = text.size() <= 18 ? 0 : text.size() + 1;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') number = number * 10 + (text[at++] - '0');
    if (at == text.size() && at != 0) return Value::Int(number);
  }
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (type->slots.number->to_int) {
    const Value made = type->slots.number->to_int(v);
    if (type->is_heap() && !IsAnyInt(v)) WarnOfSubclass(made, "__int__");
    return PlainInt(made);
  }
  if (type->slots.number->index) return Index(v);
  if (Value f = LookupSpecial(v, names.trunc_); !f.is_undef()) return Index(Call(f));
  if (IsStr(v) || IsBuffer(v)) {
    Value r;
    if (ParseInt(IsStr(v) ? NumberText(StrView(v)) : std::string(StripSpace(BufferView(v))), 10, &r))
      return r;
    return RaiseValue(&ValueErrorType, "invalid literal for int() with base 10: %s",
                      (IsByteArray(v) ? BytesRepr(BufferView(v)) : Repr(v)).c_str());
  }
  return RaiseValue(&TypeErrorType,
                    "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                    TypeName(type).c_str());
}

}  // namespace tp
