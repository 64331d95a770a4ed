// What methods of str and bytes share: their start and end arguments, and the checks of their arguments.
#ifndef TP_CORE_INTERP_TYPES_TEXT_ARGS_H_
#define TP_CORE_INTERP_TYPES_TEXT_ARGS_H_

#include <algorithm>
#include <string_view>

#include "core/interp/abstract.h"
#include "core/interp/bigint.h"

namespace tp {

// A start or end: None (with `or_none`) or not given is `otherwise`; saturated.
inline int64_t SliceBound(const Value& v, int64_t otherwise, bool or_none = true) {
  if (v.is_undef() || (or_none && v.is_none())) return otherwise;
  if (v.is_int()) return v.as_int();
  if (!v.is_bool() && !IsInstance(v, &IntType) && LookupSpecial(v, names.index_).is_undef())
    Raise(&TypeErrorType, "slice indices must be integers %sor have an __index__ method",
          or_none ? "or None " : "");
  const Value index = Index(v);
  int64_t i;
  if (FitsInt64(index, &i)) return i;
  return IntSign(index) < 0 ? INT64_MIN : INT64_MAX;
}

// Clips [start, end) to 0..length as slices do; negative bounds count from the end.
inline void ClipBounds(int64_t length, int64_t* start, int64_t* end) {
  if (*end > length) *end = length;
  if (*end < 0) *end = std::max<int64_t>(0, *end + length);
  if (*start < 0) *start = std::max<int64_t>(0, *start + length);
}

// The arguments of the methods that look for a part: one to three, none by name.
inline void CheckFindArgs(const char* name, Args args) {
  CheckNoKeywords(name, args);
  const uint32_t n = args.num_pos - 1;
  if (n < 1 || n > 3)
    Raise(&TypeErrorType, "%s() takes at %s %d argument%s (%u given)", name, n ? "most" : "least", n ? 3 : 1,
          n ? "s" : "", n);
}

// The one argument of a method that CPython makes from a slot.
inline void CheckWrapped(Args args) {
  if (args.num_kw) Raise(&TypeErrorType, "wrapper %s() takes no keyword arguments", "__divmod__");
  if (args.num_pos != 2) Raise(&TypeErrorType, "expected 1 argument, got %u", args.num_pos - 1);
}

// How often `part` is in `text` without overlap.
inline int64_t CountParts(std::string_view text, std::string_view part) {
  int64_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

// The four methods of text that look for a part. FindIn(args, method's name, backwards): the place or -1;
// `kind`: "substring" or "subsection", as CPython's error says.
template <int64_t (*kFindIn)(Args, const char*, bool), const char* const& kKind>
struct SearchMethods {
  static Value Found(int64_t at) {
    if (at < 0) Raise(&ValueErrorType, "%s not found", kKind);
    return Value::Int(at);
  }
  static Value Find(Interp&, Args args) { return Value::Int(kFindIn(args, "find", false)); }
  static Value RFind(Interp&, Args args) { return Value::Int(kFindIn(args, "rfind", true)); }
  static Value Index(Interp&, Args args) { return Found(kFindIn(args, "index", false)); }
  static Value RIndex(Interp&, Args args) { return Found(kFindIn(args, "rindex", true)); }
};

}  // namespace tp

#endif  // TP_CORE_INTERP_TYPES_TEXT_ARGS_H_
