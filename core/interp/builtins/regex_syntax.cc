// Translates Python's regular expressions for RE2: classes by Unicode, escapes, inline flags, verbose form.
// What RE2 cannot do (backreferences, lookaround, atomic groups) is named, never approximated.
#include "core/interp/builtins/regex_syntax.h"

#include <vector>

#include "core/interp/errors.h"
#include "core/interp/str.h"

namespace tp {
namespace {

struct SyntaxError {
  std::string text;
  size_t at;
};
struct Unsupported {
  std::string what;
};

// Python's \s on str: what RE2's \s has, and the other spaces of Unicode.
constexpr const char* kUnicodeSpaces =
    "\\t\\n\\v\\f\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}"
    "\\x{3000}";

class Translator {
 public:
  Translator(std::string_view pattern, int flags, bool bytes) : flags_(flags), bytes_(bytes) {
    for (size_t at = 0; at < pattern.size();)
      s_ += bytes ? static_cast<unsigned char>(pattern[at++]) : DecodeUtf8(pattern, &at);
    ascii_ = bytes || (flags & kReAscii);
  }

  void Run(RegexText* result) {
    // Flags for the whole pattern stand in front.
    Alternatives(0);
    if (i_ < s_.size()) throw SyntaxError{"unbalanced parenthesis", i_};
    result->pattern = (flags_ & kReIgnoreCase ? "(?i)" : "") +
                      std::string(flags_ & kReMultiline ? "(?m)" : "") + (flags_ & kReDotAll ? "(?s)" : "") +
                      out_;
    result->flags = flags_;
    result->dollar = dollar_;
  }

 private:
  bool Verbose() const { return flags_ & kReVerbose; }
  bool Multiline() const { return flags_ & kReMultiline; }

  void Literal(uint32_t c) {
    if (c < 0x80 && !((c >= '0' && c <= '9') || (c | 32) - 'a' < 26u || c == '_'))
      out_ += c < 0x20 || c == 0x7f ? Format("\\x%02x", c) : std::string("\\") + static_cast<char>(c);
    else if (bytes_ && c >= 0x80)
      out_ += Format("\\x%02x", c);
    else
      AppendUtf8(&out_, c);
  }

  void Alternatives(int depth) {
    for (;;) {
      if (i_ >= s_.size() || s_[i_] == ')') return;
      if (s_[i_] == '|') {
        out_ += '|';
        ++i_;
        can_repeat_ = false;
        continue;
      }
      Item(depth);
    }
  }

  void Item(int depth) {
    const uint32_t c = s_[i_];
    const size_t start = i_;
    if (Verbose() && (c == ' ' || (c >= 9 && c <= 13))) {
      ++i_;
      return;
    }
    if (Verbose() && c == '#') {
      while (i_ < s_.size() && s_[i_] != '\n') ++i_;
      return;
    }
    switch (c) {
      case '*':
      case '+':
      case '?':
        ++i_;
        Repeat(std::string(1, static_cast<char>(c)), start);
        return;
      case '{': {
        std::string text;
        if (!Braces(&text)) {
          Literal(s_[i_++]);
          can_repeat_ = true;
          return;
        }
        Repeat(text, start);
        return;
      }
      case '(':
        Group(depth);
        return;
      case '[':
        Class();
        break;
      case '\\':
        Escape();
        break;
      case '.':
        out_ += '.';
        ++i_;
        break;
      case '^':
        out_ += '^';
        ++i_;
        break;
      case '$':
        ++i_;
        if (Multiline()) {
          out_ += '$';
        } else {
          out_ += "\\z";
          dollar_ = true;
        }
        break;
      default:
        Literal(c);
        ++i_;
    }
    can_repeat_ = true;
    repeated_ = false;
  }

  // {m}, {m,}, {,n}, {m,n} at i_; false: these are literal characters.
  bool Braces(std::string* text) {
    size_t k = i_ + 1;
    std::string low, high;
    bool comma = false;
    for (; k < s_.size() && s_[k] != '}'; ++k) {
      if (s_[k] == ',' && !comma)
        comma = true;
      else if (s_[k] >= '0' && s_[k] <= '9')
        (comma ? high : low) += static_cast<char>(s_[k]);
      else
        return false;
    }
    if (k >= s_.size() || (low.empty() && !comma)) return false;
    if (low.empty() && high.empty() && comma) low = "0";
    if (low.size() > 9 || high.size() > 9) throw SyntaxError{"the repetition number is too large", i_ + 1};
    const int64_t min = low.empty() ? 0 : std::stoll(low), max = high.empty() ? min : std::stoll(high);
    if (max < min) throw SyntaxError{"min repeat greater than max repeat", i_ + 1};
    if (max > 1000 || min > 1000) throw Unsupported{"a repetition count above 1000"};
    *text = "{" + std::to_string(min) + (comma ? "," : "") + high + "}";
    i_ = k + 1;
    return true;
  }

  void Repeat(const std::string& text, size_t start) {
    if (!can_repeat_) throw SyntaxError{"nothing to repeat", start};
    if (repeated_) throw SyntaxError{"multiple repeat", start};
    out_ += text;
    if (i_ < s_.size() && s_[i_] == '?') {
      out_ += '?';
      ++i_;
    } else if (i_ < s_.size() && s_[i_] == '+') {
      throw Unsupported{"a possessive quantifier"};
    }
    repeated_ = true;
  }

  void Group(int depth) {
    const size_t start = i_++;
    if (depth > 400) throw Unsupported{"so deeply nested groups"};
    const int saved = flags_;
    if (i_ < s_.size() && s_[i_] == '?') {
      ++i_;
      if (i_ >= s_.size()) throw SyntaxError{"unexpected end of pattern", i_};
      const uint32_t kind = s_[i_];
      if (kind == 'P') {
        ++i_;
        if (i_ >= s_.size()) throw SyntaxError{"unexpected end of pattern", i_};
        if (s_[i_] == '=') throw Unsupported{"a backreference"};
        if (s_[i_] != '<') throw SyntaxError{"unknown extension ?P" + Char(s_[i_]), start + 1};
        const size_t name_at = ++i_;
        std::string name;
        while (i_ < s_.size() && s_[i_] != '>') AppendUtf8(&name, s_[i_++]);
        if (name.empty()) throw SyntaxError{"missing group name", name_at};
        if (i_ >= s_.size()) throw SyntaxError{"missing >, unterminated name", name_at};
        bool good = !(name[0] >= '0' && name[0] <= '9');
        for (char c : name) good &= c == '_' || std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80);
        if (!good) throw SyntaxError{"bad character in group name " + StrRepr(name), name_at};
        for (const std::string& other : names_)
          if (other == name)
            throw SyntaxError{"redefinition of group name " + StrRepr(name) + " as group " +
                                  std::to_string(groups_ + 1) + "; was group " +
                                  std::to_string(IndexOf(name)),
                              name_at};
        ++i_;
        ++groups_;
        names_.push_back(name);
        name_groups_.push_back(groups_);
        out_ += "(?P<" + name + ">";
      } else if (kind == ':') {
        ++i_;
        out_ += "(?:";
      } else if (kind == '#') {
        while (i_ < s_.size() && s_[i_] != ')') ++i_;
        if (i_ >= s_.size()) throw SyntaxError{"missing ), unterminated comment", start};
        ++i_;
        return;
      } else if (kind == '=' || kind == '!') {
        throw Unsupported{"a lookahead"};
      } else if (kind == '<') {
        throw Unsupported{"a lookbehind"};
      } else if (kind == '>') {
        throw Unsupported{"an atomic group"};
      } else if (kind == '(') {
        throw Unsupported{"a conditional group"};
      } else {
        int on = 0, off = 0;
        bool minus = false;
        while (i_ < s_.size() && s_[i_] != ')' && s_[i_] != ':') {
          const uint32_t f = s_[i_];
          const int flag = f == 'i'   ? kReIgnoreCase
                           : f == 'm' ? kReMultiline
                           : f == 's' ? kReDotAll
                           : f == 'x' ? kReVerbose
                           : f == 'a' ? kReAscii
                           : f == 'u' ? kReUnicode
                           : f == 'L' ? kReLocale
                                      : 0;
          if (f == '-' && !minus) {
            minus = true;
          } else if (!flag) {
            throw SyntaxError{i_ == start + 2 ? "unknown extension ?" + Char(f) : "unknown flag",
                              i_ == start + 2 ? start + 1 : i_};
          } else {
            (minus ? off : on) |= flag;
          }
          ++i_;
        }
        if (i_ >= s_.size()) throw SyntaxError{"missing -, : or )", i_};
        if (s_[i_] == ')') {
          if (start != 0) throw SyntaxError{"global flags not at the start of the expression", start};
          ++i_;
          flags_ |= on;
          ascii_ |= (on & kReAscii) != 0;
          return;
        }
        ++i_;
        flags_ = (flags_ | on) & ~off;
        out_ += "(?";
        std::string set, unset;
        for (auto [flag, letter] : {std::pair(kReIgnoreCase, 'i'), {kReMultiline, 'm'}, {kReDotAll, 's'}}) {
          if (on & flag) set += letter;
          if (off & flag) unset += letter;
        }
        out_ += set + (unset.empty() ? "" : "-" + unset) + ":";
      }
    } else {
      ++groups_;
      out_ += '(';
    }
    can_repeat_ = repeated_ = false;
    Alternatives(depth + 1);
    if (i_ >= s_.size()) throw SyntaxError{"missing ), unterminated subpattern", start};
    ++i_;
    out_ += ')';
    flags_ = saved;
    can_repeat_ = true;
    repeated_ = false;
  }

  int IndexOf(const std::string& name) const {
    for (size_t k = 0; k < names_.size(); ++k)
      if (names_[k] == name) return name_groups_[k];
    return 0;
  }
  static std::string Char(uint32_t c) {
    std::string s;
    AppendUtf8(&s, c);
    return s;
  }

  int HexDigits(size_t count, size_t start) {
    int value = 0;
    for (size_t k = 0; k < count; ++k) {
      const uint32_t c = i_ < s_.size() ? s_[i_] : 0;
      const int d = c >= '0' && c <= '9'                 ? static_cast<int>(c - '0')
                    : (c | 32) >= 'a' && (c | 32) <= 'f' ? static_cast<int>((c | 32) - 'a' + 10)
                                                         : -1;
      if (d < 0) {
        std::string seen;
        for (size_t m = start; m < i_; ++m) seen += Char(s_[m]);
        throw SyntaxError{"incomplete escape " + seen, start};
      }
      value = value * 16 + d;
      ++i_;
    }
    return value;
  }

  // An escape that stands for one character, at the letter behind the backslash; false: it is none.
  bool CharEscape(uint32_t* c, size_t start, bool in_class) {
    const uint32_t e = s_[i_];
    const auto is_octal = [&](size_t k) { return k < s_.size() && s_[k] >= '0' && s_[k] <= '7'; };
    switch (e) {
      case 'n':
        *c = '\n';
        break;
      case 't':
        *c = '\t';
        break;
      case 'r':
        *c = '\r';
        break;
      case 'f':
        *c = '\f';
        break;
      case 'v':
        *c = '\v';
        break;
      case 'a':
        *c = 7;
        break;
      case 'b':
        if (!in_class) return false;
        *c = 8;
        break;
      case 'x':
        ++i_;
        *c = HexDigits(2, start);
        return true;
      case 'u':
      case 'U':
        if (bytes_) throw SyntaxError{"bad escape \\" + Char(e), start};
        ++i_;
        *c = HexDigits(e == 'u' ? 4 : 8, start);
        return true;
      case '0': {
        *c = 0;
        ++i_;
        for (int k = 0; k < 2 && is_octal(i_); ++k) *c = *c * 8 + (s_[i_++] - '0');
        return true;
      }
      default:
        if (e >= '1' && e <= '9') {
          if (is_octal(i_) && is_octal(i_ + 1) && is_octal(i_ + 2) && s_[i_] <= '3') {
            *c = (s_[i_] - '0') * 64 + (s_[i_ + 1] - '0') * 8 + (s_[i_ + 2] - '0');
            i_ += 3;
            return true;
          }
          if (in_class) throw SyntaxError{"bad escape \\" + Char(e), start};
          return false;
        }
        if ((e | 32) - 'a' < 26u) return false;
        *c = e;
    }
    ++i_;
    return true;
  }

  // What a class escape stands for inside [...]; empty: not expressible there.
  std::string ClassEscape(uint32_t e) const {
    switch (e) {
      case 'd':
        return ascii_ ? "0-9" : "\\p{Nd}";
      case 'D':
        return ascii_ ? "\\D" : "\\P{Nd}";
      case 'w':
        return ascii_ ? "0-9A-Za-z_" : "\\p{L}\\p{N}_";
      case 's':
        return ascii_ ? "\\s\\v" : kUnicodeSpaces;
      case 'S':
        return ascii_ ? "\\x00-\\x08\\x0e-\\x1f!-\\x{10ffff}"
                      : "\\x00-\\x08\\x0e-\\x1b!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}"
                        "\\x{200b}-"
                        "\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{"
                        "10ffff}";
      case 'W':
        return ascii_ ? "\\W" : "";
      default:
        return "";
    }
  }

  void Escape() {
    const size_t start = i_++;
    if (i_ >= s_.size()) throw SyntaxError{"bad escape (end of pattern)", start};
    const uint32_t e = s_[i_];
    uint32_t c;
    switch (e) {
      case 'A':
        out_ += "\\A";
        break;
      case 'Z':
        out_ += "\\z";
        break;
      case 'b':
      case 'B':
        out_ += '\\';
        out_ += static_cast<char>(e);
        break;
      case 'd':
      case 'D':
      case 'w':
      case 's':
        out_ += "[" + ClassEscape(e) + "]";
        break;
      case 'S':
        out_ += "[^" + ClassEscape('s') + "]";
        break;
      case 'W':
        out_ += "[^" + ClassEscape('w') + "]";
        break;
      default:
        if (CharEscape(&c, start, false)) {
          Literal(c);
          return;
        }
        if (e >= '1' && e <= '9') {
          int group = static_cast<int>(e - '0');
          if (i_ + 1 < s_.size() && s_[i_ + 1] >= '0' && s_[i_ + 1] <= '9')
            group = group * 10 + static_cast<int>(s_[i_ + 1] - '0');
          if (group > groups_)
            throw SyntaxError{"invalid group reference " + std::to_string(group), start + 1};
          throw Unsupported{"a backreference"};
        }
        throw SyntaxError{"bad escape \\" + Char(e), start};
    }
    ++i_;
  }

  void Class() {
    const size_t start = i_++;
    std::string members;
    bool negated = false, not_word = false;
    if (i_ < s_.size() && s_[i_] == '^') {
      negated = true;
      ++i_;
    }
    const size_t first = i_;
    std::vector<uint32_t> removed;  // escapes beside a \W
    bool plain = false;
    auto literal = [&](uint32_t c) {
      std::string saved = std::move(out_);
      out_.clear();
      Literal(c);
      members += out_;
      out_ = std::move(saved);
    };
    // One member: its character, or -1 for a class escape (already added).
    auto member = [&](size_t at) -> int64_t {
      if (s_[i_] != '\\') return s_[i_++];
      ++i_;
      if (i_ >= s_.size()) throw SyntaxError{"bad escape (end of pattern)", at};
      uint32_t c;
      const uint32_t e = s_[i_];
      if (e == 'W' && !ascii_) {
        not_word = true;
        ++i_;
        return -1;
      }
      const std::string text = ClassEscape(e);
      if (!text.empty()) {
        members += text;
        removed.push_back(e);
        ++i_;
        return -1;
      }
      if (!CharEscape(&c, at, true)) throw SyntaxError{"bad escape \\" + Char(e), at};
      return c;
    };
    for (;;) {
      if (i_ >= s_.size()) throw SyntaxError{"unterminated character set", start};
      if (s_[i_] == ']' && i_ != first) break;
      const size_t at = i_;
      const int64_t low = member(at);
      if (i_ + 1 < s_.size() && s_[i_] == '-' && s_[i_ + 1] != ']') {
        ++i_;
        const int64_t high = member(i_);
        std::string text;
        for (size_t k = at; k < i_; ++k) text += Char(s_[k]);
        if (low < 0 || high < 0 || high < low) throw SyntaxError{"bad character range " + text, at};
        literal(static_cast<uint32_t>(low));
        members += '-';
        literal(static_cast<uint32_t>(high));
        plain = true;
      } else if (low >= 0) {
        literal(static_cast<uint32_t>(low));
        plain = true;
      }
    }
    ++i_;
    if (!not_word) {
      out_ += (negated ? "[^" : "[") + members + "]";
      return;
    }
    if (!negated) {
      out_ += members.empty() ? "[^\\p{L}\\p{N}_]" : "(?:[" + members + "]|[^\\p{L}\\p{N}_])";
      return;
    }
    // [^\W...]: words without something.
    const bool digits = removed.size() == 1 && removed[0] == 'd';
    if (removed.empty() && members.empty())
      out_ += "[\\p{L}\\p{N}_]";
    else if (removed.empty() && members == "_")
      out_ += "[\\p{L}\\p{N}]";
    else if (digits && !plain)
      out_ += "[\\p{L}\\p{Nl}\\p{No}_]";
    else if (digits && (members == "\\p{Nd}_" || members == "_\\p{Nd}"))
      out_ += "[\\p{L}\\p{Nl}\\p{No}]";
    else
      throw Unsupported{"\\W in a negated set"};
  }

  std::u32string s_;
  size_t i_ = 0;
  int flags_;
  bool bytes_, ascii_;
  std::string out_;
  int groups_ = 0;
  std::vector<std::string> names_;
  std::vector<int> name_groups_;
  bool can_repeat_ = false, repeated_ = false, dollar_ = false;
};

}  // namespace

RegexText TranslateRegex(std::string_view pattern, int flags, bool bytes) {
  RegexText result;
  try {
    Translator(pattern, flags, bytes).Run(&result);
  } catch (SyntaxError& e) {
    result.error = e.text;
    result.error_at = static_cast<int64_t>(e.at);
  } catch (Unsupported& e) {
    result.unsupported = e.what;
  }
  return result;
}

}  // namespace tp
