// str.format, str.format_map and `__format__` of str: replacement fields with attributes, items, conversions
// and nested fields. Grammar: Python's "Format String Syntax".
#include "core/interp/bigint.h"
#include "core/interp/interp.h"
#include "core/interp/number_text.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

class Formatter {
 public:
  // `mapping`: of format_map, else kUndef.
  Formatter(Args args, Value mapping) : args_(args), mapping_(std::move(mapping)) {}

  std::string Run(std::string_view s, int depth) {
    if (depth <= 0) Raise(&ValueErrorType, "Max string recursion exceeded");
    std::string out;
    size_t i = 0;
    while (i < s.size()) {
      const char c = s[i++];
      if (c != '{' && c != '}') {
        out += c;
        continue;
      }
      if (i < s.size() && s[i] == c) {
        out += c;
        ++i;
        continue;
      }
      if (c == '}') Raise(&ValueErrorType, "Single '}' encountered in format string");
      if (i >= s.size()) Raise(&ValueErrorType, "Single '{' encountered in format string");
      out += Field(s, &i, depth);
    }
    return out;
  }

 private:
  // A replacement field whose '{' is read; *i moves behind its '}'.
  std::string Field(std::string_view s, size_t* i, int depth) {
    // The field ends at the matching brace; brackets of an index hide ':' and '!'.
    const size_t start = *i;
    size_t at = start;
    char stop = 0;
    for (; at < s.size(); ++at) {
      const char c = s[at];
      if (c == '{') Raise(&ValueErrorType, "unexpected '{' in field name");
      if (c == '[') {
        while (at < s.size() && s[at] != ']') ++at;
        if (at >= s.size()) break;
        continue;
      }
      if (c == '}' || c == ':' || c == '!') {
        stop = c;
        break;
      }
    }
    if (!stop) Raise(&ValueErrorType, "expected '}' before end of string");
    const std::string_view name = s.substr(start, at - start);
    ++at;
    uint32_t conversion = 0;
    if (stop == '!') {
      if (at >= s.size()) Raise(&ValueErrorType, "end of string while looking for conversion specifier");
      conversion = DecodeUtf8(s, &at);
      if (at >= s.size()) Raise(&ValueErrorType, "unmatched '{' in format spec");
      stop = s[at++];
      if (stop != ':' && stop != '}') Raise(&ValueErrorType, "expected ':' after conversion specifier");
    }
    std::string_view spec;
    bool nested = false;
    if (stop == ':') {
      const size_t spec_start = at;
      int open = 1;
      for (; at < s.size(); ++at) {
        if (s[at] == '{') {
          ++open;
          nested = true;
        }
        if (s[at] == '}' && --open == 0) break;
      }
      if (at >= s.size()) Raise(&ValueErrorType, "unmatched '{' in format spec");
      spec = s.substr(spec_start, at - spec_start);
      ++at;
    }
    *i = at;
    Value v = Lookup(name);
    switch (conversion) {
      case 0:
        break;
      case 'r':
        v = ReprValue(v);
        break;
      case 's':
        v = StrValue(v);
        break;
      case 'a':
        v = MakeStr(Ascii(v));
        break;
      default:
        if (conversion > 32 && conversion < 127)
          Raise(&ValueErrorType, "Unknown conversion specifier %c", static_cast<char>(conversion));
        Raise(&ValueErrorType, "Unknown conversion specifier \\x%x", conversion);
    }
    const std::string expanded = nested ? Run(spec, depth - 1) : std::string(spec);
    if (IsExact(v, &StrType) && expanded.empty()) return std::string(StrView(v));
    return std::string(StrView(FormatValue(v, MakeStr(expanded))));
  }

  // "0", "name", "" and what follows: ".attr", "[item]".
  Value Lookup(std::string_view name) {
    size_t at = 0;
    while (at < name.size() && name[at] != '.' && name[at] != '[') ++at;
    Value v = First(name.substr(0, at));
    while (at < name.size()) {
      if (name[at] == '.') {
        const size_t start = ++at;
        while (at < name.size() && name[at] != '.' && name[at] != '[') ++at;
        if (at == start) Raise(&ValueErrorType, "Empty attribute in format string");
        v = GetAttr(v, name.substr(start, at - start));
      } else if (name[at] == '[') {
        const size_t start = ++at;
        while (at < name.size() && name[at] != ']') ++at;
        if (at >= name.size()) Raise(&ValueErrorType, "Missing ']' in format string");
        const std::string_view key = name.substr(start, at - start);
        if (key.empty()) Raise(&ValueErrorType, "Empty attribute in format string");
        ++at;
        int64_t index;
        v = GetItem(v, Number(key, &index) ? Value::Int(index) : MakeStr(key));
      } else {
        Raise(&ValueErrorType, "Only '.' or '[' may follow ']' in format field specifier");
      }
    }
    return v;
  }

  Value First(std::string_view name) {
    int64_t index;
    const bool number = Number(name, &index);
    if (number || name.empty()) {
      if (!mapping_.is_undef()) {
        Raise(&ValueErrorType, "Format string contains positional fields");
      }
      if (name.empty()) {
        if (numbering_ == kManual)
          Raise(&ValueErrorType,
                "cannot switch from manual field specification to automatic field numbering");
        numbering_ = kAutomatic;
        index = next_++;
      } else {
        if (numbering_ == kAutomatic)
          Raise(&ValueErrorType,
                "cannot switch from automatic field numbering to manual field specification");
        numbering_ = kManual;
      }
      if (index >= static_cast<int64_t>(args_.size()))
        Raise(&IndexErrorType, "Replacement index %ld out of range for positional args tuple",
              static_cast<long>(index));
      return args_[index];
    }
    if (!mapping_.is_undef()) return GetItem(mapping_, MakeStr(name));
    for (uint32_t k = 0; k < args_.num_kw; ++k)
      if (args_.kw_names[k]->view() == name) return args_.kw(k);
    RaiseKeyError(MakeStr(name));
  }

  static bool Number(std::string_view text, int64_t* out) {
    if (text.empty()) return false;
    int64_t value = 0;
    for (char c : text) {
      if (c < '0' || c > '9') return false;
      if (value > (INT64_MAX - 9) / 10) Raise(&ValueErrorType, "Too many decimal digits in format string");
      value = value * 10 + (c - '0');
    }
    *out = value;
    return true;
  }

  enum Numbering { kUnknown, kAutomatic, kManual };

  Args args_;
  Value mapping_;
  Numbering numbering_ = kUnknown;
  int64_t next_ = 0;
};

Value FormatMethod(Interp&, Args args) {
  return MakeStr(Formatter(args.From(1), Value()).Run(StrView(args[0]), 2));
}

Value FormatMap(Interp&, Args args) {
  CheckArgs("str.format_map", args.From(1), 1, 1);
  return MakeStr(Formatter(Args(), args[1]).Run(StrView(args[0]), 2));
}

Value DunderFormat(Interp&, Args args) {
  CheckArgs("str.__format__", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "__format__() argument must be str, not %s", GivenType(args[1]).c_str());
  const std::string_view spec = StrView(args[1]);
  if (spec.empty()) return IsExact(args[0], &StrType) ? args[0] : StrValue(args[0]);
  return MakeStr(FormatStrText(StrView(args[0]), spec, TypeNameOf(args[0])));
}

const MethodDef kFormat[] = {
    {"format", FormatMethod, nullptr, "S.format(*args, **kwargs) -> str"},
    {"format_map", FormatMap, nullptr, "S.format_map(mapping) -> str"},
    {"__format__", DunderFormat, "self, format_spec, /"},
};
TP_REGISTER_METHODS(StrType, kFormat);

}  // namespace
}  // namespace tp
