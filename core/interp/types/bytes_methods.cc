// Methods of bytes, most of which bytearray has, too: they give what they were called on.
#include <vector>

#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/codecs.h"
#include "core/interp/types/text_args.h"

namespace tp {
namespace {

std::string_view Self(Args args) { return BufferView(args[0]); }

// bytes or a bytearray, as `self` is.
Value Like(const Value& self, std::string_view bytes) {
  return IsByteArray(self) ? MakeByteArray(bytes) : MakeBytes(bytes);
}
// `self` unchanged: bytes are the same object.
Value Same(const Value& self) { return IsExact(self, &BytesType) ? self : Like(self, BufferView(self)); }

// The checks of a method that says its type's name in errors.
void CheckOwnArgs(const char* name, Args args, uint32_t min, uint32_t max) {
  const uint32_t n = args.num_pos - 1;
  if (!args.num_kw && n >= min && n <= max) return;
  CheckArgs((std::string(IsByteArray(args[0]) ? "bytearray." : "bytes.") + name).c_str(), args.From(1), min,
            max);
}

// bytes, or an int that stands for one.
std::string NeedBytesOrInt(const Value& v) {
  if (IsBuffer(v)) return std::string(BufferView(v));
  if (!IsAnyInt(v) && LookupSpecial(v, names.index_).is_undef())
    Raise(&TypeErrorType, "argument should be integer or bytes-like object, not '%s'", TypeNameOf(v).c_str());
  int64_t i;
  if (!FitsInt64(Index(v), &i) || i < 0 || i > 255) Raise(&ValueErrorType, "byte must be in range(0, 256)");
  return std::string(1, static_cast<char>(i));
}

// The bounds that the arguments from `first` on give, which are read before anything else, and the part that
// they name; false if start lies behind the end.
struct Bounds {
  int64_t start = 0, end = INT64_MAX;
  Bounds(Args args, size_t first) {
    if (args.size() > first) start = SliceBound(args[first], 0);
    if (args.size() > first + 1) end = SliceBound(args[first + 1], INT64_MAX);
  }
};
bool Range(const Bounds& bounds, std::string_view* text, int64_t* start) {
  int64_t begin = bounds.start, end = bounds.end;
  const auto length = static_cast<int64_t>(text->size());
  ClipBounds(length, &begin, &end);
  if (begin > length || begin > end) return false;
  *text = text->substr(begin, end - begin);
  *start = begin;
  return true;
}

int64_t FindIn(Args args, const char* name, bool backwards) {
  CheckFindArgs(name, args);
  const Bounds bounds(args, 2);
  const std::string part = NeedBytesOrInt(args[1]);
  std::string_view text = Self(args);
  int64_t start;
  if (!Range(bounds, &text, &start)) return -1;
  const size_t at = backwards ? text.rfind(part) : text.find(part);
  return at == text.npos ? -1 : start + static_cast<int64_t>(at);
}
constexpr const char* kKind = "subsection";
using Search = SearchMethods<FindIn, kKind>;

Value Count(Interp&, Args args) {
  CheckFindArgs("count", args);
  const Bounds bounds(args, 2);
  const std::string part = NeedBytesOrInt(args[1]);
  std::string_view text = Self(args);
  int64_t start;
  if (!Range(bounds, &text, &start)) return Value::Int(0);
  return Value::Int(part.empty() ? static_cast<int64_t>(text.size()) + 1 : CountParts(text, part));
}

Value Affix(Args args, const char* name, bool at_end) {
  CheckFindArgs(name, args);
  std::string_view text = Self(args);
  int64_t start;
  const bool inside = Range(Bounds(args, 2), &text, &start);
  auto matches = [&](std::string_view affix) {
    return inside && (at_end ? text.ends_with(affix) : text.starts_with(affix));
  };
  if (IsTuple(args[1])) {
    for (const Value& affix : *args[1].as<TupleObject>())
      if (matches(NeedBuffer(affix))) return Value::Bool(true);
    return Value::Bool(false);
  }
  if (!IsBuffer(args[1]))
    Raise(&TypeErrorType, "%s first arg must be bytes or a tuple of bytes, not %s", name,
          TypeNameOf(args[1]).c_str());
  return Value::Bool(matches(NeedBuffer(args[1])));
}
Value StartsWith(Interp&, Args args) { return Affix(args, "startswith", false); }
Value EndsWith(Interp&, Args args) { return Affix(args, "endswith", true); }

Value Replace(Interp&, Args args) {
  CheckArgs("replace", args.From(1), 2, 3);
  const std::string_view text = Self(args), from = NeedBuffer(args[1]), to = NeedBuffer(args[2]);
  int64_t left = args.size() > 3 ? SizeArgument(args[3]) : -1;
  if (left < 0) left = INT64_MAX;
  std::string out;
  if (from.empty()) {
    for (size_t i = 0; i <= text.size(); ++i) {
      if (left-- > 0) out += to;
      if (i < text.size()) out += text[i];
    }
    return Like(args[0], out);
  }
  size_t done = 0;
  for (size_t at = text.find(from); at != text.npos && left-- > 0; at = text.find(from, done)) {
    out.append(text, done, at - done);
    out += to;
    done = at + from.size();
  }
  return Like(args[0], out.append(text.substr(done)));
}

Value RemovePrefix(Interp&, Args args) {
  CheckOwnArgs("removeprefix", args, 1, 1);
  const std::string_view text = Self(args), affix = NeedBuffer(args[1]);
  return Like(args[0], text.starts_with(affix) ? text.substr(affix.size()) : text);
}
Value RemoveSuffix(Interp&, Args args) {
  CheckOwnArgs("removesuffix", args, 1, 1);
  const std::string_view text = Self(args), affix = NeedBuffer(args[1]);
  return Like(args[0], text.ends_with(affix) ? text.substr(0, text.size() - affix.size()) : text);
}

bool IsSpaceByte(char c) { return c == ' ' || (c >= 9 && c <= 13); }

Value Strip(Args args, const char* name, bool left, bool right) {
  CheckArgs(name, args.From(1), 0, 1);
  std::string_view text = Self(args);
  std::string_view chars = " \t\n\r\v\f";
  if (args.size() > 1 && !args[1].is_none()) chars = NeedBuffer(args[1]);
  if (left) {
    const size_t at = text.find_first_not_of(chars);
    text.remove_prefix(at == text.npos ? text.size() : at);
  }
  if (right) {
    const size_t at = text.find_last_not_of(chars);
    text = text.substr(0, at == text.npos ? 0 : at + 1);
  }
  return Like(args[0], text);
}
Value StripBoth(Interp&, Args args) { return Strip(args, "strip", true, true); }
Value StripLeft(Interp&, Args args) { return Strip(args, "lstrip", true, false); }
Value StripRight(Interp&, Args args) { return Strip(args, "rstrip", false, true); }

Value ListOf(const Value& self, const std::vector<std::string_view>& pieces, bool reversed) {
  auto list = ObjRef<ListObject>::Own(NewList(static_cast<int64_t>(pieces.size())));
  for (size_t i = 0; i < pieces.size(); ++i)
    ListAppend(list.get(), Like(self, pieces[reversed ? pieces.size() - 1 - i : i]));
  return std::move(list).ToValue();
}

Value Split(Args args, ArgParser* parser, bool right) {
  Value v[3];
  parser->Parse(args, v);
  std::string_view text = Self(args);
  int64_t max = v[2].is_undef() ? -1 : SizeArgument(v[2]);
  if (max < 0) max = INT64_MAX;
  std::vector<std::string_view> pieces;
  if (v[1].is_undef() || v[1].is_none()) {
    for (;;) {
      while (!text.empty() && IsSpaceByte(right ? text.back() : text.front()))
        right ? text.remove_suffix(1) : text.remove_prefix(1);
      if (text.empty()) break;
      size_t n = text.size();
      if (max-- > 0) {
        for (n = 0; n < text.size() && !IsSpaceByte(right ? text[text.size() - 1 - n] : text[n]); ++n) {
        }
        pieces.push_back(right ? text.substr(text.size() - n) : text.substr(0, n));
        right ? text.remove_suffix(n) : text.remove_prefix(n);
      } else {
        pieces.push_back(text);
        break;
      }
    }
    return ListOf(args[0], pieces, right);
  }
  const std::string_view sep = NeedBuffer(v[1]);
  if (sep.empty()) Raise(&ValueErrorType, "empty separator");
  while (max-- > 0) {
    const size_t at = right ? text.rfind(sep) : text.find(sep);
    if (at == text.npos) break;
    pieces.push_back(right ? text.substr(at + sep.size()) : text.substr(0, at));
    text = right ? text.substr(0, at) : text.substr(at + sep.size());
  }
  pieces.push_back(text);
  return ListOf(args[0], pieces, right);
}
Value SplitLeft(Interp&, Args args) {
  static ArgParser parser("split", "self, /, sep=None, maxsplit=-1");
  return Split(args, &parser, false);
}
Value SplitRight(Interp&, Args args) {
  static ArgParser parser("rsplit", "self, /, sep=None, maxsplit=-1");
  return Split(args, &parser, true);
}
Value SplitLines(Interp&, Args args) {
  static ArgParser parser("splitlines", "self, /, keepends=False");
  Value v[2];
  parser.Parse(args, v);
  const std::string_view text = Self(args);
  const bool keep = !v[1].is_undef() && IntArgument(v[1]) != 0;
  std::vector<std::string_view> pieces;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    size_t next = end;
    if (end < text.size()) next += text.substr(end, 2) == "\r\n" ? 2 : 1;
    pieces.push_back(text.substr(at, (keep ? next : end) - at));
    at = next;
  }
  return ListOf(args[0], pieces, false);
}

Value PartitionAt(Args args, bool right) {
  CheckOwnArgs(right ? "rpartition" : "partition", args, 1, 1);
  const std::string_view text = Self(args), sep = NeedBuffer(args[1]);
  if (sep.empty()) Raise(&ValueErrorType, "empty separator");
  const size_t at = right ? text.rfind(sep) : text.find(sep);
  if (at == text.npos)
    return right ? MakeTuple({Like(args[0], ""), Like(args[0], ""), Same(args[0])})
                 : MakeTuple({Same(args[0]), Like(args[0], ""), Like(args[0], "")});
  return MakeTuple({Like(args[0], text.substr(0, at)), IsByteArray(args[0]) ? MakeByteArray(sep) : args[1],
                    Like(args[0], text.substr(at + sep.size()))});
}
Value Partition(Interp&, Args args) { return PartitionAt(args, false); }
Value RPartition(Interp&, Args args) { return PartitionAt(args, true); }

Value Join(Interp&, Args args) {
  CheckOwnArgs("join", args, 1, 1);
  std::string out;
  int64_t i = 0;
  Value it;
  try {
    it = Iter(args[1]);
  } catch (PyError& e) {
    if (!e.Matches(&TypeErrorType)) throw;
    Raise(&TypeErrorType, "can only join an iterable");
  }
  const Value items = ToList(it);
  ForEach(items, [&](Value item) {
    if (!IsBuffer(item))
      Raise(&TypeErrorType, "sequence item %ld: expected a bytes-like object, %s found", static_cast<long>(i),
            TypeNameOf(item).c_str());
    if (i++) out += Self(args);
    out += BufferView(item);
  });
  return Like(args[0], out);
}

Value Decode(Interp&, Args args) {
  static ArgParser parser("decode", "self, /, encoding='utf-8', errors='strict'");
  Value v[3];
  parser.Parse(args, v);
  for (int i = 1; i < 3; ++i)
    if (!v[i].is_undef() && !IsStr(v[i]))
      Raise(&TypeErrorType, "decode() argument '%s' must be str, not %s", i == 1 ? "encoding" : "errors",
            GivenType(v[i]).c_str());
  return MakeStr(DecodeBytes(Self(args), v[1].is_undef() ? "utf-8" : StrView(v[1]),
                             v[2].is_undef() ? "strict" : StrView(v[2])));
}

Value Hex(Interp&, Args args) {
  static ArgParser parser("hex", "self, sep='', bytes_per_sep=1");
  Value v[3];
  parser.Parse(args, v);
  const int64_t group = v[2].is_undef() ? 1 : IntArgument(v[2]);
  std::string sep;
  if (!v[1].is_undef()) {
    if (Len(v[1]) != 1) Raise(&ValueErrorType, "sep must be length 1.");
    if (!IsStr(v[1]) && !IsBytes(v[1])) Raise(&TypeErrorType, "sep must be str or bytes.");
    sep = IsStr(v[1]) ? StrView(v[1]) : BufferView(v[1]);
    if (sep.size() != 1 || sep[0] & 0x80) Raise(&ValueErrorType, "sep must be ASCII.");
  }
  const std::string_view text = Self(args);
  const auto size = static_cast<int64_t>(text.size());
  std::string out;
  for (int64_t i = 0; i < size; ++i) {
    const int64_t place = group > 0 ? size - i : i;
    if (i && group && !sep.empty() && place % std::abs(group) == 0) out += sep;
    out += Format("%02x", static_cast<unsigned char>(text[i]));
  }
  return MakeStr(out);
}

Value FromHex(Interp&, Args args) {
  CheckArgs(AsType(args[0]) == &ByteArrayType ? "bytearray.fromhex" : "bytes.fromhex", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "fromhex() argument must be str, not %s", GivenType(args[1]).c_str());
  const std::string_view text = StrView(args[1]);
  auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
  };
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (IsSpaceByte(text[i])) {
      ++i;
      continue;
    }
    const bool first = digit(text[i]) >= 0;
    if (!first || i + 1 >= text.size() || digit(text[i + 1]) < 0)
      Raise(&ValueErrorType, "non-hexadecimal number found in fromhex() arg at position %zu",
            first ? i + 1 : i);
    out += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    i += 2;
  }
  if (AsType(args[0]) == &ByteArrayType) return MakeByteArray(out);
  const Value bytes = MakeBytes(out);
  return AsType(args[0]) == &BytesType ? bytes : Call(args[0], bytes);
}

// ---- characters

template <class F>
Value AllBytes(Args args, F is) {
  for (char c : Self(args))
    if (!is(c)) return Value::Bool(false);
  return Value::Bool(!Self(args).empty());
}
bool Lower(char c) { return c >= 'a' && c <= 'z'; }
bool Upper(char c) { return c >= 'A' && c <= 'Z'; }
bool Alpha(char c) { return Lower(c) || Upper(c); }
bool Digit(char c) { return c >= '0' && c <= '9'; }
Value IsAlpha(Interp&, Args args) { return AllBytes(args, Alpha); }
Value IsDigit(Interp&, Args args) { return AllBytes(args, Digit); }
Value IsAlnum(Interp&, Args args) {
  return AllBytes(args, [](char c) { return Alpha(c) || Digit(c); });
}
Value IsSpace(Interp&, Args args) { return AllBytes(args, IsSpaceByte); }
Value IsAscii(Interp&, Args args) {
  for (char c : Self(args))
    if (c & 0x80) return Value::Bool(false);
  return Value::Bool(true);
}
Value Cased(Args args, bool (*wanted)(char), bool (*unwanted)(char)) {
  bool any = false;
  for (char c : Self(args)) {
    if (unwanted(c)) return Value::Bool(false);
    any |= wanted(c);
  }
  return Value::Bool(any);
}
Value IsLower(Interp&, Args args) { return Cased(args, Lower, Upper); }
Value IsUpper(Interp&, Args args) { return Cased(args, Upper, Lower); }
Value IsTitle(Interp&, Args args) {
  bool any = false, before = false;
  for (char c : Self(args)) {
    if (Upper(c) ? before : Lower(c) && !before) return Value::Bool(false);
    before = Alpha(c);
    any |= before;
  }
  return Value::Bool(any);
}
template <class F>
Value Mapped(Args args, F map) {
  std::string out(Self(args));
  bool before = false;
  for (char& c : out) {
    const bool alpha = Alpha(c);
    c = map(c, before);
    before = alpha;
  }
  return Like(args[0], out);
}
char ToLower(char c) { return Upper(c) ? c + 32 : c; }
char ToUpper(char c) { return Lower(c) ? c - 32 : c; }
Value LowerBytes(Interp&, Args args) {
  return Mapped(args, [](char c, bool) { return ToLower(c); });
}
Value UpperBytes(Interp&, Args args) {
  return Mapped(args, [](char c, bool) { return ToUpper(c); });
}
Value TitleBytes(Interp&, Args args) {
  return Mapped(args, [](char c, bool before) { return before ? ToLower(c) : ToUpper(c); });
}
Value SwapCase(Interp&, Args args) {
  return Mapped(args, [](char c, bool) { return Lower(c) ? ToUpper(c) : ToLower(c); });
}
Value Capitalize(Interp&, Args args) {
  std::string out(Self(args));
  for (size_t i = 0; i < out.size(); ++i) out[i] = i ? ToLower(out[i]) : ToUpper(out[i]);
  return Like(args[0], out);
}

// ---- padding, translate

Value Padded(Args args, const char* name, int where) {
  CheckArgs(name, args.From(1), 1, 2);
  const int64_t width = SizeArgument(args[1]);
  char fill = ' ';
  if (args.size() > 2) {
    if (!IsBuffer(args[2]) || NeedBuffer(args[2]).size() != 1)
      Raise(&TypeErrorType, "%s() argument 2 must be a byte string of length 1, not %s", name,
            GivenType(args[2]).c_str());
    fill = NeedBuffer(args[2])[0];
  }
  const std::string_view text = Self(args);
  const int64_t missing = std::max<int64_t>(0, width - static_cast<int64_t>(text.size()));
  const int64_t left = where < 0 ? 0 : where > 0 ? missing : missing / 2 + (missing & width & 1);
  return Like(args[0], std::string(left, fill) + std::string(text) + std::string(missing - left, fill));
}
Value LeftJustify(Interp&, Args args) { return Padded(args, "ljust", -1); }
Value RightJustify(Interp&, Args args) { return Padded(args, "rjust", 1); }
Value Center(Interp&, Args args) { return Padded(args, "center", 0); }
Value ZFill(Interp&, Args args) {
  CheckOwnArgs("zfill", args, 1, 1);
  const int64_t width = SizeArgument(args[1]);
  const std::string_view text = Self(args);
  const int64_t missing = std::max<int64_t>(0, width - static_cast<int64_t>(text.size()));
  const size_t sign = missing && !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  return Like(args[0],
              std::string(text.substr(0, sign)) + std::string(missing, '0') + std::string(text.substr(sign)));
}
Value ExpandTabs(Interp&, Args args) {
  static ArgParser parser("expandtabs", "self, /, tabsize=8");
  Value v[2];
  parser.Parse(args, v);
  const int64_t size = v[1].is_undef() ? 8 : IntArgument(v[1]);
  std::string out;
  int64_t column = 0;
  for (char c : Self(args)) {
    if (c == '\t') {
      const int64_t spaces = size > 0 ? size - column % size : 0;
      out.append(spaces, ' ');
      column += spaces;
    } else {
      out += c;
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
  }
  return Like(args[0], out);
}

Value MakeTrans(Interp&, Args args) {
  CheckArgs("maketrans", args, 2, 2);
  const std::string_view from = NeedBuffer(args[0]), to = NeedBuffer(args[1]);
  if (from.size() != to.size()) Raise(&ValueErrorType, "maketrans arguments must have same length");
  std::string table(256, '\0');
  for (int i = 0; i < 256; ++i) table[i] = static_cast<char>(i);
  for (size_t i = 0; i < from.size(); ++i) table[static_cast<unsigned char>(from[i])] = to[i];
  return MakeBytes(table);
}
Value Translate(Interp&, Args args) {
  static ArgParser parser("translate", "self, table, /, delete=b''");
  Value v[3];
  parser.Parse(args, v);
  const std::string_view table = v[1].is_none() ? "" : NeedBuffer(v[1]);
  if (!v[1].is_none() && table.size() != 256)
    Raise(&ValueErrorType, "translation table must be 256 characters long");
  const std::string_view drop = v[2].is_undef() ? "" : NeedBuffer(v[2]);
  std::string out;
  for (char c : Self(args))
    if (drop.find(c) == drop.npos) out += table.empty() ? c : table[static_cast<unsigned char>(c)];
  return Like(args[0], out);
}

const MethodDef kBytes[] = {
    {"find", Search::Find},
    {"rfind", Search::RFind},
    {"index", Search::Index},
    {"rindex", Search::RIndex},
    {"count", Count},
    {"startswith", StartsWith},
    {"endswith", EndsWith},
    {"replace", Replace, "self, old, new, count=-1, /"},
    {"removeprefix", RemovePrefix, "self, prefix, /"},
    {"removesuffix", RemoveSuffix, "self, suffix, /"},
    {"strip", StripBoth, "self, bytes=None, /"},
    {"lstrip", StripLeft, "self, bytes=None, /"},
    {"rstrip", StripRight, "self, bytes=None, /"},
    {"split", SplitLeft, "self, /, sep=None, maxsplit=-1"},
    {"rsplit", SplitRight, "self, /, sep=None, maxsplit=-1"},
    {"splitlines", SplitLines, "self, /, keepends=False"},
    {"partition", Partition, "self, sep, /"},
    {"rpartition", RPartition, "self, sep, /"},
    {"join", Join, "self, iterable_of_bytes, /"},
    {"decode", Decode, "self, /, encoding='utf-8', errors='strict'"},
    {"hex", Hex},
    {"fromhex", FromHex, "cls, string, /", nullptr, kClassMethod},
    {"isalpha", IsAlpha, "self, /"},
    {"isdigit", IsDigit, "self, /"},
    {"isalnum", IsAlnum, "self, /"},
    {"isspace", IsSpace, "self, /"},
    {"isascii", IsAscii, "self, /"},
    {"islower", IsLower, "self, /"},
    {"isupper", IsUpper, "self, /"},
    {"istitle", IsTitle, "self, /"},
    {"lower", LowerBytes, "self, /"},
    {"upper", UpperBytes, "self, /"},
    {"title", TitleBytes, "self, /"},
    {"swapcase", SwapCase, "self, /"},
    {"capitalize", Capitalize, "self, /"},
    {"ljust", LeftJustify},
    {"rjust", RightJustify},
    {"center", Center},
    {"zfill", ZFill, "self, width, /"},
    {"expandtabs", ExpandTabs, "self, /, tabsize=8"},
    {"maketrans", MakeTrans, "frm, to, /", nullptr, kStaticMethod},
    {"translate", Translate, "self, table, /, delete=b''"},
};
TP_REGISTER_METHODS(BytesType, kBytes);

Value DunderBytes(Interp&, Args args) { return Same(args[0]); }
Value GetNewArgs(Interp&, Args args) { return MakeTuple({MakeBytes(Self(args))}); }
const MethodDef kBytesOnly[] = {{"__bytes__", DunderBytes, "self, /"},
                                {"__getnewargs__", GetNewArgs, "self, /"}};
TP_REGISTER_METHODS(BytesType, kBytesOnly);
TP_REGISTER_METHODS(ByteArrayType, kBytes);

}  // namespace
}  // namespace tp
