// The scanner: lines, indentation, joining, names, operators. It scans the whole text, going on behind what
// it cannot read, so that all lexical errors are found. Texts and places of errors are CPython's
// (tokenizer.c).
#include "core/lang/scan.h"

#include <array>
#include <cstring>

#include "core/base/check.h"
#include "core/lang/token.h"

namespace tp::ast {
namespace {

constexpr size_t kMaxBrackets = 200;
constexpr size_t kMaxIndents = 100;

enum CharClass : uint8_t { kOther, kSpace, kNameChar, kDigit, kQuote, kHigh };

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 32] = kNameChar;
  classes['_'] = kNameChar;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  for (int c = 128; c < 256; ++c) classes[c] = kHigh;
  classes['"'] = classes['\''] = kQuote;
  classes[' '] = classes['\t'] = classes['\f'] = kSpace;
  return classes;
}
constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

CharClass ClassOf(char c) { return static_cast<CharClass>(kClasses[static_cast<uint8_t>(c)]); }
bool IsNameByte(char c) {
  const CharClass k = ClassOf(c);
  return k == kNameChar || k == kDigit || k == kHigh;
}

class Scanner {
 public:
  Scanner(const SourceFile& file, Span range, bool in_brackets)
      : file_(file), text_(file.text().substr(0, range.end)), at_(range.begin), joined_(in_brackets) {
    result_.tokens.reserve((range.end - range.begin) / 4 + 8);
  }

  ScanResult Run() {
    for (;;) {
      ScanLines();
      if (brackets_.empty()) break;
      if (!ResumeBehindOpenBracket()) break;
    }
    Finish();
    return std::move(result_);
  }

 private:
  struct Bracket {
    char c;
    uint32_t offset;
    uint32_t token;
  };
  struct Indent {
    uint32_t column, alternative;  // with tabs to 8, and with tabs to 1: they must agree on every comparison
  };

  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool AtEnd() const { return at_ >= text_.size(); }

  void Add(TokenKind kind, size_t begin, size_t end) {
    result_.tokens.push_back({kind, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}});
  }

  // The token [begin, at_) is an error; the message points at [from, to).
  void Error(size_t begin, size_t from, size_t to, std::string message, const char* kind = "SyntaxError") {
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.message = std::move(message);
    diagnostic.file = &file_;
    diagnostic.span = {static_cast<uint32_t>(from), static_cast<uint32_t>(to)};
    result_.errors.push_back({static_cast<uint32_t>(result_.tokens.size()), std::move(diagnostic), false});
    Add(TokenKind::kError, begin, at_);
  }

  void ScanLines() {
    while (!AtEnd()) {
      if (line_start_ && brackets_.empty() && !joined_) {
        line_start_ = false;
        if (!ScanIndentation()) continue;
      }
      ScanToken();
    }
  }

  // Reads the white space of a line. False if the line is blank and was skipped.
  bool ScanIndentation() {
    uint32_t column = 0, alternative = 0, split = 0;
    for (;; ++at_) {
      const char c = Peek();
      if (c == ' ') {
        ++column, ++alternative;
      } else if (c == '\t') {
        column = (column / 8 + 1) * 8, ++alternative;
      } else if (c == '\f') {
        column = alternative = 0;
      } else if (c == '\\' && Peek(1) == '\n') {
        // White space that goes on behind a backslash: the first line's counts.
        if (!split) split = column;
        ++at_;
      } else {
        break;
      }
    }
    if (Peek() == '#') SkipComment();
    if (AtEnd()) return false;
    if (Peek() == '\n') {
      ++at_;
      line_start_ = true;
      return false;
    }
    if (split) column = alternative = split;
    SetIndentation(column, alternative);
    return !AtEnd();  // it gives up where there are too many
  }

  void SetIndentation(uint32_t column, uint32_t alternative) {
    static constexpr char kTabs[] = "inconsistent use of tabs and spaces in indentation";
    Indent* top = &indents_.back();
    const size_t line_end = LineEnd();
    if (column > top->column) {
      if (indents_.size() >= kMaxIndents) {
        Error(at_, at_, at_, "too many levels of indentation", "IndentationError");
        at_ = text_.size();
        return;
      }
      if (alternative <= top->alternative) {
        Error(at_, line_end, line_end, kTabs, "TabError");
        alternative = top->alternative + 1;
      }
      indents_.push_back({column, alternative});
      Add(TokenKind::kIndent, at_, at_);
      return;
    }
    while (column < top->column) {
      indents_.pop_back();
      top = &indents_.back();
      Add(TokenKind::kDedent, at_, at_);
    }
    if (column != top->column) {
      Error(at_, line_end, line_end, "unindent does not match any outer indentation level",
            "IndentationError");
      indents_.push_back({column, alternative});
      Add(TokenKind::kIndent, at_, at_);
    } else if (alternative != top->alternative) {
      Error(at_, line_end, line_end, kTabs, "TabError");
      top->alternative = alternative;
    }
  }

  size_t LineEnd() const {
    const size_t end = text_.find('\n', at_);
    return end == std::string_view::npos ? text_.size() : end;
  }

  void SkipComment() { at_ = LineEnd(); }

  void ScanToken() {
    const char c = Peek();
    switch (ClassOf(c)) {
      case kSpace:
        ++at_;
        return;
      case kNameChar:
        return ScanName();
      case kDigit:
        return ScanDigits();
      case kQuote:
        return ScanString(at_);
      case kHigh:
        return ScanName();
      case kOther:
        break;
    }
    if (c == '\n') return ScanNewline();
    if (c == '#') return SkipComment();
    if (c == '\\') return ScanBackslash();
    if (c == '.' && ClassOf(Peek(1)) == kDigit) return ScanDigits();
    ScanOperator(c);
  }

  void ScanNewline() {
    ++at_;
    if (!brackets_.empty() || joined_) return;
    line_start_ = true;
    // A line that holds only a broken token has no statement, but the parser wants its end.
    Add(TokenKind::kNewline, at_ - 1, at_);
  }

  void ScanBackslash() {
    const size_t begin = at_++;
    if (Peek() == '\n') {
      ++at_;
      if (AtEnd()) Error(begin, at_ - 1, at_ - 1, "unexpected EOF while parsing");
      return;
    }
    if (AtEnd()) {
      Error(begin, at_, at_, "unexpected EOF while parsing");
      return;
    }
    at_ = LineEnd();
    Error(begin, begin + 1, begin + 2, "unexpected character after line continuation character");
  }

  void ScanName() {
    const size_t begin = at_;
    bool ascii = true;
    for (; at_ < text_.size() && IsNameByte(text_[at_]); ++at_) ascii &= !(text_[at_] & 0x80);
    if ((Peek() == '"' || Peek() == '\'') && at_ - begin <= 2 &&
        IsStringPrefix(text_.substr(begin, at_ - begin)))
      return ScanString(begin);
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (!ascii && !CheckName(begin)) return;
    Add(KeywordOrName(name), begin, at_);
  }

  static bool IsStringPrefix(std::string_view prefix) {
    char low[2] = {};
    for (size_t i = 0; i < prefix.size(); ++i) low[i] = prefix[i] | 0x20;
    const std::string_view p(low, prefix.size());
    return p == "r" || p == "b" || p == "u" || p == "f" || p == "br" || p == "rb" || p == "fr" || p == "rf";
  }

  // Is [begin, at_) an identifier? If not, reports the character that is not.
  bool CheckName(size_t begin) {
    for (size_t i = begin, length; i < at_; i += length) {
      const uint32_t c = DecodeUtf8(text_, i, &length);
      if (i == begin ? IsNameStart(c) : IsNameContinue(c)) continue;
      char code[16];
      std::snprintf(code, sizeof code, "U+%04X", c);
      std::string message =
          IsPrintable(c) ? "invalid character '" + std::string(text_.substr(i, length)) + "' (" + code + ")"
                         : std::string("invalid non-printable character ") + code;
      Error(begin, i, i + length, std::move(message));
      return false;
    }
    return true;
  }

  void ScanDigits() {
    const size_t begin = at_;
    const NumberScan scan = ScanNumber(text_, at_);
    at_ = scan.end;
    if (!scan.error) return Add(TokenKind::kNumber, begin, at_);
    while (!AtEnd() && IsNameByte(Peek())) ++at_;
    std::string message = scan.error;
    if (scan.bad_digit)
      message = std::string("invalid digit '") + scan.bad_digit + "' in " + scan.error + " literal";
    Error(begin, scan.error_begin ? scan.error_begin : scan.error_at - 1, scan.error_at, std::move(message));
  }

  // A string whose prefix begins at `begin`; at_ stands on the quote.
  void ScanString(size_t begin) {
    const char quote = Peek();
    const size_t quote_at = at_;
    const bool triple = Peek(1) == quote && Peek(2) == quote;
    if (!triple) {
      for (++at_; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == quote) return ++at_, Add(TokenKind::kString, begin, at_);
        if (c == '\\')
          ++at_;
        else if (c == '\n')
          break;
      }
      at_ = std::min(at_, text_.size());
    } else {
      at_ += 3;
      const char close[4] = {quote, quote, quote, 0};
      for (; at_ < text_.size(); ++at_) {
        if (text_[at_] == '\\')
          ++at_;
        else if (text_[at_] == quote && text_.compare(at_, 3, close) == 0) {
          at_ += 3;
          return Add(TokenKind::kString, begin, at_);
        }
      }
      at_ = text_.size();
    }
    uint32_t detected = file_.Line(static_cast<uint32_t>(at_));
    if (triple && at_ > 0 && text_[at_ - 1] == '\n') --detected;
    Error(begin, begin, begin + 1,
          std::string(triple ? "unterminated triple-quoted string literal" : "unterminated string literal") +
              " (detected at line " + std::to_string(detected) + ")");
    (void)quote_at;
  }

  void ScanOperator(char c) {
    const size_t begin = at_;
    const uint32_t length = OperatorLength();
    if (length == 0) return ScanStray(c);
    at_ += length;
    const TokenKind kind = OperatorKind(text_.substr(begin, length));
    if (length == 1) {
      if (c == '(' || c == '[' || c == '{') return OpenBracketAt(c, kind);
      if (c == ')' || c == ']' || c == '}') return CloseBracketAt(c, kind);
    }
    Add(kind, begin, at_);
  }

  uint32_t OperatorLength() const {
    const char a = Peek(), b = Peek(1), c = Peek(2);
    switch (a) {
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
      case ',':
      case ';':
      case '~':
        return 1;
      case ':':
      case '%':
      case '@':
      case '&':
      case '|':
      case '^':
      case '+':
      case '=':
        return b == '=' ? 2 : 1;
      case '-':
        return b == '=' || b == '>' ? 2 : 1;
      case '*':
      case '/':
        return b == a ? (c == '=' ? 3 : 2) : b == '=' ? 2 : 1;
      case '<':
        return b == '<' ? (c == '=' ? 3 : 2) : b == '=' || b == '>' ? 2 : 1;
      case '>':
        return b == '>' ? (c == '=' ? 3 : 2) : b == '=' ? 2 : 1;
      case '!':
        return b == '=' ? 2 : 0;
      case '.':
        return b == '.' && c == '.' ? 3 : 1;
    }
    return 0;
  }

  // `!`, `$`, `?`, a back quote or a control character.
  void ScanStray(char c) {
    const size_t begin = at_++;
    if (static_cast<uint8_t>(c) < 32 || c == 127) {
      char message[64];
      std::snprintf(message, sizeof message, "invalid non-printable character U+%04X",
                    static_cast<uint8_t>(c));
      return Error(begin, begin, at_, message);
    }
    Add(TokenKind::kStray, begin, at_);
  }

  void OpenBracketAt(char c, TokenKind kind) {
    if (brackets_.size() >= kMaxBrackets) {
      Error(at_ - 1, at_ - 1, at_, "too many nested parentheses");
      // What follows cannot be understood: nothing more is read.
      brackets_.clear();
      at_ = text_.size();
      return;
    }
    brackets_.push_back({c, static_cast<uint32_t>(at_ - 1), static_cast<uint32_t>(result_.tokens.size())});
    Add(kind, at_ - 1, at_);
  }

  void CloseBracketAt(char c, TokenKind kind) {
    const size_t begin = at_ - 1;
    if (brackets_.empty()) return Error(begin, begin, at_, std::string("unmatched '") + c + "'");
    const Bracket open = brackets_.back();
    brackets_.pop_back();
    const char expected = open.c == '(' ? ')' : open.c == '[' ? ']' : '}';
    if (c == expected) return Add(kind, begin, at_);
    std::string message =
        std::string("closing parenthesis '") + c + "' does not match opening parenthesis '" + open.c + "'";
    const uint32_t line = file_.Line(open.offset);
    if (line != file_.Line(static_cast<uint32_t>(begin))) message += " on line " + std::to_string(line);
    Error(begin, begin, at_, std::move(message));
  }

  // At the end of the text a bracket is open. Reports it and looks for a line below that begins with a
  // keyword which no expression can begin with: from there on the text is scanned as if the bracket had been
  // closed.
  bool ResumeBehindOpenBracket() {
    const Bracket open = brackets_.back();
    const Bracket outer = brackets_.front();
    brackets_.clear();
    uint32_t token = outer.token + 1;
    const uint32_t open_line = file_.Line(open.offset);
    for (; token < result_.tokens.size(); ++token) {
      const Token& t = result_.tokens[token];
      if (!BeginsOnlyStatements(t.kind) || file_.Line(t.span.begin) <= open_line) continue;
      const uint32_t line = file_.Line(t.span.begin);
      const std::string_view before =
          text_.substr(file_.LineStart(line), t.span.begin - file_.LineStart(line));
      if (before.find_first_not_of(" \t") == std::string_view::npos) break;
    }
    const bool found = token < result_.tokens.size();
    const size_t resume =
        found ? file_.LineStart(file_.Line(result_.tokens[token].span.begin)) : text_.size();
    result_.tokens.resize(token);
    std::erase_if(result_.errors, [&](const ScanError& e) { return e.token >= token; });
    at_ = resume;
    Error(resume, open.offset, open.offset + 1, std::string("'") + open.c + "' was never closed");
    result_.errors.back().is_open_bracket = true;
    if (!joined_ && resume > 0) Add(TokenKind::kNewline, resume - 1, resume);
    line_start_ = true;
    return found;
  }

  static bool BeginsOnlyStatements(TokenKind kind) {
    switch (kind) {
      case TokenKind::kDefKeyword:
      case TokenKind::kClassKeyword:
      case TokenKind::kImportKeyword:
      case TokenKind::kReturnKeyword:
      case TokenKind::kWithKeyword:
      case TokenKind::kWhileKeyword:
      case TokenKind::kTryKeyword:
      case TokenKind::kRaiseKeyword:
      case TokenKind::kDelKeyword:
      case TokenKind::kPassKeyword:
      case TokenKind::kBreakKeyword:
      case TokenKind::kContinueKeyword:
      case TokenKind::kAssertKeyword:
      case TokenKind::kGlobalKeyword:
      case TokenKind::kNonlocalKeyword:
        return true;
      default:
        return false;
    }
  }

  void Finish() {
    const size_t end = text_.size();
    if (!joined_) {
      if (!result_.tokens.empty() && result_.tokens.back().kind != TokenKind::kNewline &&
          result_.tokens.back().kind != TokenKind::kDedent)
        Add(TokenKind::kNewline, end, end);
      for (; indents_.size() > 1; indents_.pop_back()) Add(TokenKind::kDedent, end, end);
    }
    Add(TokenKind::kEnd, end, end);
  }

  const SourceFile& file_;
  std::string_view text_;
  size_t at_;
  bool joined_;
  bool line_start_ = true;
  std::vector<Bracket> brackets_;
  std::vector<Indent> indents_{{0, 0}};
  ScanResult result_;
};

}  // namespace

ScanResult Scan(const SourceFile& file, Span range, bool in_brackets) {
  return Scanner(file, range, in_brackets).Run();
}

}  // namespace tp::ast
