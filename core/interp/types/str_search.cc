// str methods that look for text: find, count, replace, split, strip, partition, startswith, join.
#include <cstring>
#include <vector>

#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/text_args.h"
#include "core/interp/unicode_props.h"

namespace tp {
namespace {

StrObject* Self(Args args) { return args[0].as<StrObject>(); }

std::string_view NeedStr(const Value& v) {
  if (!IsStr(v)) Raise(&TypeErrorType, "must be str, not %s", TypeNameOf(v).c_str());
  return StrView(v);
}

std::string_view NeedStrArg(const char* function, const Value& v, int index = 0) {
  if (!IsStr(v)) {
    const std::string type = GivenType(v);
    if (index) Raise(&TypeErrorType, "%s() argument %d must be str, not %s", function, index, type.c_str());
    Raise(&TypeErrorType, "%s() argument must be str, not %s", function, type.c_str());
  }
  return StrView(v);
}

// The bytes between the code points that `start` and `end` name; false if start lies behind the end.
bool Range(StrObject* s, const Value& start_arg, const Value& end_arg, size_t* from, size_t* to,
           int64_t* start) {
  int64_t begin = SliceBound(start_arg, 0), end = SliceBound(end_arg, INT64_MAX);
  ClipBounds(s->length, &begin, &end);
  if (begin > s->length || begin > end) return false;
  *from = s->Offset(begin);
  *to = s->Offset(end);
  *start = begin;
  return true;
}

int64_t FindIn(Args args, const char* name, bool backwards) {
  CheckFindArgs(name, args);
  StrObject* s = Self(args);
  size_t from, to;
  int64_t start;
  // The bounds are looked at before what is looked for.
  const bool inside =
      Range(s, args.size() > 2 ? args[2] : Value(), args.size() > 3 ? args[3] : Value(), &from, &to, &start);
  const std::string_view part = NeedStr(args[1]);
  if (!inside) return -1;
  const std::string_view text = s->view().substr(from, to - from);
  const size_t at = backwards ? text.rfind(part) : text.find(part);
  if (at == text.npos) return -1;
  return start + (s->is_ascii() ? static_cast<int64_t>(at) : CountChars(text.substr(0, at)));
}

constexpr const char* kKind = "substring";
using Search = SearchMethods<FindIn, kKind>;

Value Count(Interp&, Args args) {
  CheckFindArgs("count", args);
  StrObject* s = Self(args);
  size_t from, to;
  int64_t start;
  const bool inside =
      Range(s, args.size() > 2 ? args[2] : Value(), args.size() > 3 ? args[3] : Value(), &from, &to, &start);
  const std::string_view part = NeedStr(args[1]);
  if (!inside) return Value::Int(0);
  const std::string_view text = s->view().substr(from, to - from);
  return Value::Int(part.empty() ? CountChars(text) + 1 : CountParts(text, part));
}

Value Affix(Args args, const char* name, bool at_end) {
  CheckFindArgs(name, args);
  StrObject* s = Self(args);
  size_t from = 0, to = static_cast<size_t>(s->bytes);
  int64_t start;
  const bool inside =
      args.size() == 2 || Range(s, args[2], args.size() > 3 ? args[3] : Value(), &from, &to, &start);
  const std::string_view text = inside ? s->view().substr(from, to - from) : "";
  auto matches = [&](const Value& affix) {
    if (!inside) return false;
    return at_end ? text.ends_with(StrView(affix)) : text.starts_with(StrView(affix));
  };
  if (IsTuple(args[1])) {
    for (const Value& affix : *args[1].as<TupleObject>()) {
      if (!IsStr(affix))
        Raise(&TypeErrorType, "tuple for %s must only contain str, not %s", name, TypeNameOf(affix).c_str());
      if (matches(affix)) return Value::Bool(true);
    }
    return Value::Bool(false);
  }
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "%s first arg must be str or a tuple of str, not %s", name,
          TypeNameOf(args[1]).c_str());
  return Value::Bool(matches(args[1]));
}
Value StartsWith(Interp&, Args args) { return Affix(args, "startswith", false); }
Value EndsWith(Interp&, Args args) { return Affix(args, "endswith", true); }

Value Replace(Interp&, Args args) {
  CheckNoKeywords("str.replace", args);
  CheckArgs("replace", args.From(1), 2, 3);
  const std::string_view text = Self(args)->view();
  const std::string_view from = NeedStrArg("replace", args[1], 1), to = NeedStrArg("replace", args[2], 2);
  int64_t left = args.size() > 3 ? SizeArgument(args[3]) : -1;
  if (left < 0) left = INT64_MAX;
  const int64_t found = from.empty() ? Self(args)->length + 1 : CountParts(text, from);
  const int64_t parts = std::min(found, left);
  if (parts == 0 || (from.empty() && to.empty())) return IsExact(args[0], &StrType) ? args[0] : MakeStr(text);
  int64_t grown = 0;
  if (__builtin_mul_overflow(parts, static_cast<int64_t>(to.size()) - static_cast<int64_t>(from.size()),
                             &grown))
    RaiseMemoryLimit();
  const int64_t longer =
      parts * (args[2].as<StrObject>()->length - args[1].as<StrObject>()->length);  // in code points
  StrObject* s = NewStr(static_cast<int64_t>(text.size()) + grown, Self(args)->length + longer);
  Value result = Value::Own(s);
  char* out = s->data;
  const auto put = [&out](std::string_view piece) {
    std::memcpy(out, piece.data(), piece.size());
    out += piece.size();
  };
  size_t done = 0;
  for (int64_t i = 0; i < parts; ++i) {
    if (from.empty()) {  // before each code point
      const size_t start = done;
      if (i > 0) DecodeUtf8(text, &done);
      put(text.substr(start, done - start));
    } else {
      const size_t at = text.find(from, done);
      put(text.substr(done, at - done));
      done = at + from.size();
    }
    put(to);
  }
  put(text.substr(done));
  return s->bytes == 1 ? MakeStr(s->view()) : result;
}

Value RemovePrefix(Interp&, Args args) {
  CheckArgs("str.removeprefix", args.From(1), 1, 1);
  const std::string_view text = Self(args)->view(), affix = NeedStrArg("removeprefix", args[1]);
  return MakeStr(text.starts_with(affix) ? text.substr(affix.size()) : text);
}
Value RemoveSuffix(Interp&, Args args) {
  CheckArgs("str.removesuffix", args.From(1), 1, 1);
  const std::string_view text = Self(args)->view(), affix = NeedStrArg("removesuffix", args[1]);
  return MakeStr(text.ends_with(affix) ? text.substr(0, text.size() - affix.size()) : text);
}

// ---- strip

Value Strip(Args args, const char* name, bool left, bool right) {
  CheckArgs(name, args.From(1), 0, 1);
  const std::string_view text = Self(args)->view();
  std::u32string chars;
  bool white = true;
  if (args.size() > 1 && !args[1].is_none()) {
    if (!IsStr(args[1])) Raise(&TypeErrorType, "%s arg must be None or str", name);
    const std::string_view set = StrView(args[1]);
    for (size_t at = 0; at < set.size();) chars += DecodeUtf8(set, &at);
    white = false;
  }
  auto drop = [&](uint32_t c) { return white ? IsSpaceChar(c) : chars.find(c) != chars.npos; };
  size_t begin = 0, end = text.size();
  while (left && begin < end) {
    size_t at = begin;
    if (!drop(DecodeUtf8(text, &at))) break;
    begin = at;
  }
  while (right && begin < end) {
    size_t start = end - 1;
    while (start > begin && (text[start] & 0xc0) == 0x80) --start;
    size_t at = start;
    if (!drop(DecodeUtf8(text, &at))) break;
    end = start;
  }
  if (begin == 0 && end == text.size() && IsExact(args[0], &StrType)) return args[0];
  return MakeStr(text.substr(begin, end - begin));
}
Value StripBoth(Interp&, Args args) { return Strip(args, "strip", true, true); }
Value StripLeft(Interp&, Args args) { return Strip(args, "lstrip", true, false); }
Value StripRight(Interp&, Args args) { return Strip(args, "rstrip", false, true); }

// ---- split

void SplitWhite(std::string_view text, int64_t max, ListObject* out) {
  size_t at = 0;
  auto skip = [&] {
    while (at < text.size()) {
      size_t next = at;
      if (!IsSpaceChar(DecodeUtf8(text, &next))) break;
      at = next;
    }
  };
  for (;;) {
    skip();
    if (at >= text.size()) return;
    if (max-- <= 0) break;
    const size_t start = at;
    while (at < text.size()) {
      size_t next = at;
      if (IsSpaceChar(DecodeUtf8(text, &next))) break;
      at = next;
    }
    ListAppend(out, MakeStr(text.substr(start, at - start)));
  }
  ListAppend(out, MakeStr(text.substr(at)));
}

// From the right; pieces come out in reverse.
void SplitWhiteRight(std::string_view text, int64_t max, std::vector<std::string_view>* out) {
  size_t end = text.size();
  auto before = [&](size_t e) {
    size_t start = e - 1;
    while (start > 0 && (text[start] & 0xc0) == 0x80) --start;
    return start;
  };
  auto space = [&](size_t start) { return IsSpaceChar(DecodeUtf8(text, &start)); };
  for (;;) {
    while (end > 0 && space(before(end))) end = before(end);
    if (end == 0) return;
    if (max-- <= 0) break;
    const size_t stop = end;
    while (end > 0 && !space(before(end))) end = before(end);
    out->push_back(text.substr(end, stop - end));
  }
  out->push_back(text.substr(0, end));
}

Value Split(Args args, ArgParser* parser, bool right) {
  Value v[3];
  parser->Parse(args, v);
  const std::string_view text = v[0].as<StrObject>()->view();
  int64_t max = v[2].is_undef() ? -1 : SizeArgument(v[2]);
  if (max < 0) max = INT64_MAX;
  auto list = ObjRef<ListObject>::Own(NewList());
  if (v[1].is_undef() || v[1].is_none()) {
    if (!right) {
      SplitWhite(text, max, list.get());
    } else {
      std::vector<std::string_view> pieces;
      SplitWhiteRight(text, max, &pieces);
      for (size_t i = pieces.size(); i > 0; --i) ListAppend(list.get(), MakeStr(pieces[i - 1]));
    }
    return std::move(list).ToValue();
  }
  if (!IsStr(v[1])) Raise(&TypeErrorType, "must be str or None, not %s", TypeNameOf(v[1]).c_str());
  const std::string_view sep = StrView(v[1]);
  if (sep.empty()) Raise(&ValueErrorType, "empty separator");
  if (!right) {
    size_t done = 0;
    for (size_t at = text.find(sep); at != text.npos && max-- > 0; at = text.find(sep, done)) {
      ListAppend(list.get(), MakeStr(text.substr(done, at - done)));
      done = at + sep.size();
    }
    ListAppend(list.get(), MakeStr(text.substr(done)));
  } else {
    std::vector<std::string_view> pieces;
    size_t end = text.size();
    while (max-- > 0 && end >= sep.size()) {
      const size_t at = text.substr(0, end).rfind(sep);
      if (at == text.npos) break;
      pieces.push_back(text.substr(at + sep.size(), end - at - sep.size()));
      end = at;
    }
    pieces.push_back(text.substr(0, end));
    for (size_t i = pieces.size(); i > 0; --i) ListAppend(list.get(), MakeStr(pieces[i - 1]));
  }
  return std::move(list).ToValue();
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
  const std::string_view text = v[0].as<StrObject>()->view();
  const bool keep = !v[1].is_undef() && IntArgument(v[1]) != 0;
  auto list = ObjRef<ListObject>::Own(NewList());
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    size_t end = at;
    while (at < text.size()) {
      end = at;
      const uint32_t c = DecodeUtf8(text, &at);
      if (IsLineBreakChar(c)) {
        if (c == '\r' && at < text.size() && text[at] == '\n') ++at;
        break;
      }
      end = at;
    }
    ListAppend(list.get(), MakeStr(text.substr(start, (keep ? at : end) - start)));
  }
  return std::move(list).ToValue();
}

Value PartitionAt(Args args, bool right) {
  CheckArgs(right ? "str.rpartition" : "str.partition", args.From(1), 1, 1);
  const std::string_view text = Self(args)->view(), sep = NeedStr(args[1]);
  if (sep.empty()) Raise(&ValueErrorType, "empty separator");
  const size_t at = right ? text.rfind(sep) : text.find(sep);
  if (at == text.npos)
    return right ? MakeTuple({MakeStr(""), MakeStr(""), MakeStr(text)})
                 : MakeTuple({MakeStr(text), MakeStr(""), MakeStr("")});
  return MakeTuple({MakeStr(text.substr(0, at)), args[1], MakeStr(text.substr(at + sep.size()))});
}
Value Partition(Interp&, Args args) { return PartitionAt(args, false); }
Value RPartition(Interp&, Args args) { return PartitionAt(args, true); }

Value Join(Interp&, Args args) {
  CheckArgs("str.join", args.From(1), 1, 1);
  StrObject* sep = Self(args);
  Value holder;
  Value* items;
  int64_t size;
  // A class's own iterator counts.
  if (TypeOf(args[1])->is_heap() || !AsSequence(args[1], &items, &size)) {
    Value it;
    try {
      it = Iter(args[1]);
    } catch (PyError& e) {
      if (!e.Matches(&TypeErrorType)) throw;
      Raise(&TypeErrorType, "can only join an iterable");
    }
    holder = ToList(it);
    AsSequence(holder, &items, &size);
  }
  if (size == 1 && IsExact(items[0], &StrType)) return items[0];
  int64_t bytes = 0, length = 0;
  for (int64_t i = 0; i < size; ++i) {
    if (!IsStr(items[i]))
      Raise(&TypeErrorType, "sequence item %ld: expected str instance, %s found", static_cast<long>(i),
            TypeNameOf(items[i]).c_str());
    bytes += items[i].as<StrObject>()->bytes;
    length += items[i].as<StrObject>()->length;
  }
  if (size == 0) return MakeStr("");
  bytes += sep->bytes * (size - 1);
  length += sep->length * (size - 1);
  StrObject* out = NewStr(bytes, length);
  char* to = out->data;
  for (int64_t i = 0; i < size; ++i) {
    if (i) to = std::copy_n(sep->data, sep->bytes, to);
    const auto* s = items[i].as<StrObject>();
    to = std::copy_n(s->data, s->bytes, to);
  }
  return Value::Own(out);
}

const MethodDef kSearch[] = {
    {"find", Search::Find, nullptr, "S.find(sub[, start[, end]]) -> int"},
    {"rfind", Search::RFind},
    {"index", Search::Index},
    {"rindex", Search::RIndex},
    {"count", Count},
    {"startswith", StartsWith},
    {"endswith", EndsWith},
    {"replace", Replace, "self, old, new, count=-1, /"},
    {"removeprefix", RemovePrefix, "self, prefix, /"},
    {"removesuffix", RemoveSuffix, "self, suffix, /"},
    {"strip", StripBoth, "self, chars=None, /"},
    {"lstrip", StripLeft, "self, chars=None, /"},
    {"rstrip", StripRight, "self, chars=None, /"},
    {"split", SplitLeft, "self, /, sep=None, maxsplit=-1"},
    {"rsplit", SplitRight, "self, /, sep=None, maxsplit=-1"},
    {"splitlines", SplitLines, "self, /, keepends=False"},
    {"partition", Partition, "self, sep, /"},
    {"rpartition", RPartition, "self, sep, /"},
    {"join", Join, "self, iterable, /"},
};
TP_REGISTER_METHODS(StrType, kSearch);

}  // namespace
}  // namespace tp
