// Python's regular expressions in RE2's syntax.
#ifndef TP_CORE_INTERP_BUILTINS_REGEX_SYNTAX_H_
#define TP_CORE_INTERP_BUILTINS_REGEX_SYNTAX_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

enum : int {
  kReIgnoreCase = 2,
  kReLocale = 4,
  kReMultiline = 8,
  kReDotAll = 16,
  kReUnicode = 32,
  kReVerbose = 64,
  kReAscii = 256
};

struct RegexText {
  std::string pattern;      // for RE2
  int flags = 0;            // with those that the pattern itself sets
  bool dollar = false;      // has a `$` that may stand before a last newline
  std::string error;        // not empty: what is wrong, as re.error says it
  int64_t error_at = -1;    // code point
  std::string unsupported;  // not empty: a feature that RE2 does not have
};
RegexText TranslateRegex(std::string_view pattern, int flags, bool bytes);

}  // namespace tp

#endif  // TP_CORE_INTERP_BUILTINS_REGEX_SYNTAX_H_
