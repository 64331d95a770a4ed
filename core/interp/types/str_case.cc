// str methods on characters: predicates, case, padding, translate, encode.
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/codecs.h"
#include "core/interp/unicode_props.h"

namespace tp {
namespace {

std::string_view Text(Args args, const char* name) {
  CheckNoKeywords(name, args);
  if (args.size() != 1) Raise(&TypeErrorType, "%s() takes no arguments (%d given)", name, args.size() - 1);
  return StrView(args[0]);
}

// ---- predicates: all characters are so, and there is one

template <class F>
Value AllChars(std::string_view text, F is) {
  if (text.empty()) return Value::Bool(false);
  for (size_t at = 0; at < text.size();)
    if (!is(DecodeUtf8(text, &at))) return Value::Bool(false);
  return Value::Bool(true);
}
Value IsAlpha(Interp&, Args args) { return AllChars(Text(args, "str.isalpha"), IsAlphaChar); }
Value IsDecimal(Interp&, Args args) { return AllChars(Text(args, "str.isdecimal"), IsDecimalChar); }
Value IsDigit(Interp&, Args args) { return AllChars(Text(args, "str.isdigit"), IsDigitChar); }
Value IsNumeric(Interp&, Args args) { return AllChars(Text(args, "str.isnumeric"), IsNumericChar); }
Value IsSpace(Interp&, Args args) { return AllChars(Text(args, "str.isspace"), IsSpaceChar); }
Value IsAlnum(Interp&, Args args) {
  return AllChars(Text(args, "str.isalnum"), [](uint32_t c) {
    return IsAlphaChar(c) || IsDecimalChar(c) || IsDigitChar(c) || IsNumericChar(c);
  });
}
Value IsAscii(Interp&, Args args) {
  Text(args, "str.isascii");
  return Value::Bool(args[0].as<StrObject>()->is_ascii());
}
Value IsPrintableText(Interp&, Args args) {
  // repr escapes what is not printable, and quotes and backslashes besides.
  const std::string_view text = Text(args, "str.isprintable");
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    if (c == '\\' || c == '\'') continue;
    if (StrRepr(text.substr(start, at - start)).size() != at - start + 2) return Value::Bool(false);
  }
  return Value::Bool(true);
}
Value IsIdentifier(Interp&, Args args) {
  return Value::Bool(IsIdentifierText(Text(args, "str.isidentifier")));
}

Value AllCased(std::string_view text, bool (*wanted)(uint32_t), bool (*unwanted)(uint32_t)) {
  bool any = false;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (unwanted(c) || IsTitleChar(c)) return Value::Bool(false);
    any |= wanted(c);
  }
  return Value::Bool(any);
}
Value IsLower(Interp&, Args args) { return AllCased(Text(args, "str.islower"), IsLowerChar, IsUpperChar); }
Value IsUpper(Interp&, Args args) { return AllCased(Text(args, "str.isupper"), IsUpperChar, IsLowerChar); }
Value IsTitle(Interp&, Args args) {
  const std::string_view text = Text(args, "str.istitle");
  bool any = false, cased_before = false;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (IsUpperChar(c) || IsTitleChar(c)) {
      if (cased_before) return Value::Bool(false);
      cased_before = any = true;
    } else if (IsLowerChar(c)) {
      if (!cased_before) return Value::Bool(false);
      any = true;
    } else {
      cased_before = false;
    }
  }
  return Value::Bool(any);
}

// ---- case

Value Upper(Interp&, Args args) { return MakeStr(UpperText(Text(args, "str.upper"))); }
Value Lower(Interp&, Args args) { return MakeStr(LowerText(Text(args, "str.lower"))); }
Value CaseFold(Interp&, Args args) { return MakeStr(CaseFoldText(Text(args, "str.casefold"))); }
Value Capitalize(Interp&, Args args) {
  const std::string_view text = Text(args, "str.capitalize");
  if (text.empty()) return MakeStr("");
  size_t at = 0;
  const uint32_t first = DecodeUtf8(text, &at);
  if (args[0].as<StrObject>()->is_ascii()) return MakeStr(TitleChar(first) + LowerText(text.substr(at)));
  std::string out = TitleChar(first);
  while (at < text.size()) {
    const size_t start = at;
    out += LowerCharAt(text, start, DecodeUtf8(text, &at));
  }
  return MakeStr(out);
}
Value Title(Interp&, Args args) {
  const std::string_view text = Text(args, "str.title");
  std::string out;
  bool cased_before = false;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    out += cased_before ? LowerCharAt(text, start, c) : TitleChar(c);
    cased_before = IsCasedChar(c);
  }
  return MakeStr(out);
}
Value SwapCase(Interp&, Args args) {
  const std::string_view text = Text(args, "str.swapcase");
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    if (IsUpperChar(c))
      out += LowerCharAt(text, start, c);
    else if (IsLowerChar(c))
      out += UpperChar(c);
    else
      AppendUtf8(&out, c);
  }
  return MakeStr(out);
}

// ---- padding

uint32_t FillChar(Args args) {
  if (args.size() < 3) return ' ';
  if (!IsStr(args[2]))
    Raise(&TypeErrorType, "The fill character must be a unicode character, not %s",
          TypeNameOf(args[2]).c_str());
  if (args[2].as<StrObject>()->length != 1)
    Raise(&TypeErrorType, "The fill character must be exactly one character long");
  return StrAt(args[2].as<StrObject>(), 0);
}

void CheckPadding(int64_t chars, int64_t bytes_each) {
  if (chars > (int64_t{1} << 36)) RaiseMemoryLimit();
  CheckTextRoom(chars * bytes_each);
}
Value Padded(Args args, int64_t left, int64_t right, uint32_t fill) {
  if (left <= 0 && right <= 0 && IsExact(args[0], &StrType)) return args[0];
  std::string one, out;
  AppendUtf8(&one, fill);
  CheckPadding(std::max(left, right), static_cast<int64_t>(one.size()));
  for (int64_t i = 0; i < left; ++i) out += one;
  out += StrView(args[0]);
  for (int64_t i = 0; i < right; ++i) out += one;
  return MakeStr(out);
}
int64_t Missing(Args args, const char* name) {
  CheckNoKeywords(name, args);
  CheckArgs(name, args.From(1), 1, 2);
  return std::max<int64_t>(0, SizeArgument(args[1]) - args[0].as<StrObject>()->length);
}
Value LeftJustify(Interp&, Args args) {
  const int64_t missing = Missing(args, "ljust");
  return Padded(args, 0, missing, FillChar(args));
}
Value RightJustify(Interp&, Args args) {
  const int64_t missing = Missing(args, "rjust");
  return Padded(args, missing, 0, FillChar(args));
}
Value Center(Interp&, Args args) {
  const int64_t missing = Missing(args, "center");
  const uint32_t fill = FillChar(args);
  const int64_t width = missing + args[0].as<StrObject>()->length;
  const int64_t left = missing / 2 + (missing & width & 1);
  return Padded(args, left, missing - left, fill);
}
Value ZFill(Interp&, Args args) {
  CheckArgs("str.zfill", args.From(1), 1, 1);
  const int64_t missing = Missing(args, "zfill");
  const std::string_view text = StrView(args[0]);
  if (missing == 0) return IsExact(args[0], &StrType) ? args[0] : MakeStr(text);
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  CheckPadding(missing, 1);
  std::string out(text.substr(0, sign));
  out.append(missing, '0');
  return MakeStr(out.append(text.substr(sign)));
}
Value ExpandTabs(Interp&, Args args) {
  static ArgParser parser("expandtabs", "self, /, tabsize=8");
  Value v[2];
  parser.Parse(args, v);
  const int64_t size = v[1].is_undef() ? 8 : IntArgument(v[1]);
  const std::string_view text = StrView(args[0]);
  std::string out;
  int64_t most = 0, tabs = std::count(text.begin(), text.end(), '\t');
  if (__builtin_mul_overflow(tabs, std::max<int64_t>(size, 0), &most))
    Raise(&OverflowErrorType, "new string is too long");
  // Room at once: what does not fit fails before memory is filled with spaces.
  if (most > (1 << 20)) CheckTextRoom(most), out.reserve(static_cast<size_t>(most) + text.size());
  int64_t column = 0;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (c == '\t') {
      const int64_t spaces = size > 0 ? size - column % size : 0;
      out.append(spaces, ' ');
      column += spaces;
    } else {
      AppendUtf8(&out, c);
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
  }
  return MakeStr(out);
}

// ---- translate, encode

Value MakeTrans(Interp&, Args args) {
  CheckArgs("maketrans", args, 1, 3);
  auto table = ObjRef<DictObject>::Own(NewDict());
  if (args.size() == 1) {
    if (!IsExact(args[0], &DictType))
      Raise(&TypeErrorType, "if you give only one argument to maketrans it must be a dict");
    int64_t pos = 0;
    while (DictEntry* e = DictNext(args[0].as<DictObject>(), &pos)) {
      const Value key = e->key, value = e->value;
      if (IsStr(key)) {
        if (key.as<StrObject>()->length != 1)
          Raise(&ValueErrorType, "string keys in translate table must be of length 1");
        DictSet(table.get(), Value::Int(StrAt(key.as<StrObject>(), 0)), value);
      } else if (IsAnyInt(key)) {
        DictSet(table.get(), key, value);
      } else {
        Raise(&TypeErrorType, "keys in translate table must be strings or integers");
      }
    }
    return std::move(table).ToValue();
  }
  const bool text = IsStr(args[0]);
  for (size_t i = 1; i < args.size(); ++i)
    if (!IsStr(args[i]))
      Raise(&TypeErrorType, "maketrans() argument %zu must be str, not %s", i + 1,
            GivenType(args[i]).c_str());
  if (!text) Raise(&TypeErrorType, "first maketrans argument must be a string if there is a second argument");
  if (args[0].as<StrObject>()->length != args[1].as<StrObject>()->length)
    Raise(&ValueErrorType, "the first two maketrans arguments must have equal length");
  const std::string_view from = StrView(args[0]), to = StrView(args[1]);
  for (size_t at = 0, to_at = 0; at < from.size();) {
    const uint32_t c = DecodeUtf8(from, &at);
    DictSet(table.get(), Value::Int(c), Value::Int(DecodeUtf8(to, &to_at)));
  }
  if (args.size() == 3) {
    const std::string_view drop = StrView(args[2]);
    for (size_t at = 0; at < drop.size();)
      DictSet(table.get(), Value::Int(DecodeUtf8(drop, &at)), Value::None());
  }
  return std::move(table).ToValue();
}

Value GetNewArgs(Interp&, Args args) { return MakeTuple({MakeStr(StrView(args[0]))}); }

Value Translate(Interp&, Args args) {
  CheckArgs("str.translate", args.From(1), 1, 1);
  const std::string_view text = StrView(args[0]);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    Value to;
    try {
      to = GetItem(args[1], Value::Int(c));
    } catch (PyError& e) {
      if (!e.Matches(&LookupErrorType)) throw;
      AppendUtf8(&out, c);
      continue;
    }
    if (to.is_none()) continue;
    if (IsStr(to)) {
      out += StrView(to);
    } else if (IsAnyInt(to)) {
      int64_t code;
      if (!FitsInt64(to, &code) || code < 0 || code > 0x10ffff)
        Raise(&ValueErrorType, "character mapping must be in range(0x110000)");
      AppendUtf8(&out, static_cast<uint32_t>(code));
    } else {
      Raise(&TypeErrorType, "character mapping must return integer, None or str");
    }
  }
  return MakeStr(out);
}

Value Encode(Interp&, Args args) {
  static ArgParser parser("encode", "self, /, encoding='utf-8', errors='strict'");
  Value v[3];
  parser.Parse(args, v);
  for (int i = 1; i < 3; ++i)
    if (!v[i].is_undef() && !IsStr(v[i]))
      Raise(&TypeErrorType, "encode() argument '%s' must be str, not %s", i == 1 ? "encoding" : "errors",
            GivenType(v[i]).c_str());
  return MakeBytes(EncodeText(StrView(v[0]), v[1].is_undef() ? "utf-8" : StrView(v[1]),
                              v[2].is_undef() ? "strict" : StrView(v[2])));
}

const MethodDef kCase[] = {
    {"isalpha", IsAlpha, "self, /"},
    {"isdecimal", IsDecimal, "self, /"},
    {"isdigit", IsDigit, "self, /"},
    {"isnumeric", IsNumeric, "self, /"},
    {"isspace", IsSpace, "self, /"},
    {"isalnum", IsAlnum, "self, /"},
    {"isascii", IsAscii, "self, /"},
    {"isprintable", IsPrintableText, "self, /"},
    {"isidentifier", IsIdentifier, "self, /"},
    {"islower", IsLower, "self, /"},
    {"isupper", IsUpper, "self, /"},
    {"istitle", IsTitle, "self, /"},
    {"upper", Upper, "self, /"},
    {"lower", Lower, "self, /"},
    {"casefold", CaseFold, "self, /"},
    {"capitalize", Capitalize, "self, /"},
    {"title", Title, "self, /"},
    {"swapcase", SwapCase, "self, /"},
    {"ljust", LeftJustify, "self, width, fillchar=' ', /"},
    {"rjust", RightJustify, "self, width, fillchar=' ', /"},
    {"center", Center, "self, width, fillchar=' ', /"},
    {"zfill", ZFill, "self, width, /"},
    {"expandtabs", ExpandTabs, "self, /, tabsize=8"},
    {"__getnewargs__", GetNewArgs, "self, /"},
    {"maketrans", MakeTrans, nullptr, nullptr, kStaticMethod},
    {"translate", Translate, "self, table, /"},
    {"encode", Encode, "self, /, encoding='utf-8', errors='strict'"},
};
TP_REGISTER_METHODS(StrType, kCase);

}  // namespace
}  // namespace tp
