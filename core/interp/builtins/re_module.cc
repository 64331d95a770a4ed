// The native part of re: compiled patterns over RE2 that give the places of groups. Pattern and Match are
// written in the spec language on top of it.
#include <re2/re2.h>

#include <memory>
#include <vector>

#include "core/interp/builtins/regex_syntax.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

struct RegexObject : Object {
  RE2* regex;
  int64_t flags;
  bool bytes, dollar;
};
void RegexDealloc(Object* o) {
  delete static_cast<RegexObject*>(o)->regex;
  FreeObject(o);
}
constexpr TypeSpec RegexSpec() {
  TypeSpec t{.name = "_re.Regex", .size = sizeof(RegexObject)};
  t.slots.dealloc = RegexDealloc;
  return t;
}
constinit TypeObject RegexType(RegexSpec());
TP_REGISTER_HIDDEN_TYPE(RegexType);
RegexObject* Self(Args args) { return args[0].as<RegexObject>(); }

// _re.compile(pattern, flags, error): raises error(text, pattern, place).
Value Compile(Interp&, Args args) {
  CheckArgs("compile", args, 3, 3);
  const bool bytes = IsBytes(args[0]);
  const std::string_view pattern = bytes ? args[0].as<BytesObject>()->view() : StrView(args[0]);
  const RegexText text = TranslateRegex(pattern, static_cast<int>(IndexInt64(args[1])), bytes);
  if (!text.unsupported.empty()) RaiseNotSupported((text.unsupported + " in a regular expression").c_str());
  if (!text.error.empty())
    RaiseException(Call(args[2], MakeStr(text.error), args[0], Value::Int(text.error_at)));
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(bytes ? RE2::Options::EncodingLatin1 : RE2::Options::EncodingUTF8);
  options.set_max_mem(64 << 20);
  auto regex = std::make_unique<RE2>(text.pattern, options);
  if (!regex->ok()) RaiseException(Call(args[2], MakeStr(regex->error()), args[0], Value::None()));
  auto* o = New<RegexObject>(&RegexType);
  o->regex = regex.release();
  o->flags = text.flags;
  o->bytes = bytes;
  o->dollar = text.dollar;
  return Value::Own(o);
}

// exec(string, pos, endpos, mode): the places of all groups in one tuple (start, end, start, end, …; -1 -1
// for a group that took no part), or None. mode: 0 search, 1 match, 2 fullmatch.
Value Exec(Interp&, Args args) {
  CheckArgs("exec", args.From(1), 4, 4);
  RegexObject* self = Self(args);
  const Value& subject = args[1];
  if (self->bytes ? !IsBuffer(subject) : !IsStr(subject)) {
    if (self->bytes && IsStr(subject))
      Raise(&TypeErrorType, "cannot use a bytes pattern on a string-like object");
    if (!self->bytes && IsBuffer(subject))
      Raise(&TypeErrorType, "cannot use a string pattern on a bytes-like object");
    Raise(&TypeErrorType, "expected string or bytes-like object, got '%s'", TypeNameOf(subject).c_str());
  }
  auto* str = self->bytes ? nullptr : subject.as<StrObject>();
  const std::string_view text = self->bytes ? BufferView(subject) : str->view();
  const int64_t length = str ? str->length : static_cast<int64_t>(text.size());
  const int64_t pos = std::max<int64_t>(0, std::min(IndexInt64(args[2]), length));
  const int64_t end = std::max<int64_t>(0, std::min(IndexInt64(args[3]), length));
  if (pos > end) return Value::None();
  const size_t from = str ? str->Offset(pos) : pos, to = str ? str->Offset(end) : end;
  const int64_t mode = IndexInt64(args[4]);
  const RE2::Anchor anchor = mode == 0 ? RE2::UNANCHORED : mode == 1 ? RE2::ANCHOR_START : RE2::ANCHOR_BOTH;
  const int groups = self->regex->NumberOfCapturingGroups() + 1;
  std::vector<re2::StringPiece> found(groups), other(groups);
  const re2::StringPiece whole(text.data(), to);
  bool ok = self->regex->Match(whole, from, to, anchor, found.data(), groups);
  // `$` also matches before a last newline: where that gives an earlier match, it is the one.
  if (self->dollar && mode != 2 && to > from && text[to - 1] == '\n') {
    const re2::StringPiece shorter(text.data(), to - 1);
    if (self->regex->Match(shorter, from, to - 1, anchor, other.data(), groups) &&
        (!ok || other[0].data() < found[0].data())) {
      found = other;
      ok = true;
    }
  }
  if (!ok) return Value::None();
  TupleObject* out = NewTuple(groups * 2);
  Value holder = Value::Own(out);
  auto place = [&](const char* p) -> int64_t {
    const auto offset = static_cast<size_t>(p - text.data());
    if (!str || str->is_ascii()) return static_cast<int64_t>(offset);
    return offset >= from ? pos + CountChars(text.substr(from, offset - from))
                          : CountChars(text.substr(0, offset));
  };
  for (int g = 0; g < groups; ++g) {
    const bool took_part = found[g].data() != nullptr;
    out->items[2 * g] = Value::Int(took_part ? place(found[g].data()) : -1);
    out->items[2 * g + 1] = Value::Int(took_part ? place(found[g].data() + found[g].size()) : -1);
  }
  return holder;
}
Value Groups(Interp&, Args args) { return Value::Int(Self(args)->regex->NumberOfCapturingGroups()); }
Value Flags(Interp&, Args args) { return Value::Int(Self(args)->flags); }
Value GroupIndex(Interp&, Args args) {
  // By number, as CPython's dict has them.
  auto dict = ObjRef<DictObject>::Own(NewDict());
  for (const auto& [number, name] : Self(args)->regex->CapturingGroupNames())
    DictSet(dict.get(), MakeStr(name), Value::Int(number));
  return std::move(dict).ToValue();
}
const MethodDef kRegex[] = {
    {"exec", Exec},
    {"groups", Groups, nullptr, nullptr, kProperty},
    {"flags", Flags, nullptr, nullptr, kProperty},
    {"groupindex", GroupIndex, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(RegexType, kRegex);

const MethodDef kFunctions[] = {{"compile", Compile}};
TP_REGISTER_FUNCTIONS(_re, kFunctions);

}  // namespace
}  // namespace tp
