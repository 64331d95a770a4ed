// Numbers: where a literal ends and what is wrong with it, with CPython's texts and places.
#include <string>

#include "core/lang/token.h"

namespace tp::ast {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHex(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool IsNameByte(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

class NumberScanner {
 public:
  NumberScanner(std::string_view text, size_t at) : text_(text), at_(at) {}

  NumberScan Run() {
    if (At() == '0') {
      ++at_;
      switch (At()) {
        case 'x':
        case 'X':
          return Based(16, "invalid hexadecimal literal");
        case 'o':
        case 'O':
          return Based(8, "invalid octal literal");
        case 'b':
        case 'B':
          return Based(2, "invalid binary literal");
      }
      return LeadingZero();
    }
    if (At() != '.' && !Digits()) return Bad("invalid decimal literal");
    return FractionOn();
  }

 private:
  char At(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  NumberScan Bad(const char* error) { return {at_, error, 0, at_}; }
  NumberScan BadDigit(const char* error) { return {at_ + 1, error, At(), at_ + 1}; }

  static bool IsBaseDigit(char c, int base) { return base == 16 ? IsHex(c) : c >= '0' && c < '0' + base; }

  NumberScan Based(int base, const char* error) {
    const char* digit_error = base == 8 ? "octal" : "binary";
    ++at_;
    do {
      if (At() == '_') ++at_;
      if (!IsBaseDigit(At(), base)) return base != 16 && IsDigit(At()) ? BadDigit(digit_error) : Bad(error);
      while (IsBaseDigit(At(), base)) ++at_;
    } while (At() == '_');
    if (base != 16 && IsDigit(At())) return BadDigit(digit_error);
    return End(error);
  }

  // digit+ ('_' digit+)*. False where an underscore has no digit behind it.
  bool Digits() {
    for (;;) {
      while (IsDigit(At())) ++at_;
      if (At() != '_') return true;
      ++at_;
      if (!IsDigit(At())) return false;
    }
  }

  NumberScan LeadingZero() {
    const size_t start = at_ - 1;
    for (;;) {
      if (At() == '_') {
        ++at_;
        if (!IsDigit(At())) return Bad("invalid decimal literal");
      }
      if (At() != '0') break;
      ++at_;
    }
    const size_t zeros_end = at_;
    const bool nonzero = IsDigit(At());
    if (nonzero && !Digits()) return Bad("invalid decimal literal");
    const char c = At();
    if (c == '.' || c == 'e' || c == 'E' || c == 'j' || c == 'J') return FractionOn();
    if (nonzero) {
      NumberScan scan = Bad(
          "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers");
      scan.error_at = zeros_end;
      scan.error_begin = start;
      return scan;
    }
    return End("invalid decimal literal");
  }

  NumberScan FractionOn() {
    if (At() == '.') {
      ++at_;
      if (IsDigit(At()) && !Digits()) return Bad("invalid decimal literal");
    }
    if (At() == 'e' || At() == 'E') {
      const bool sign = At(1) == '+' || At(1) == '-';
      if (IsDigit(At(sign ? 2 : 1))) {
        at_ += sign ? 2 : 1;
        if (!Digits()) return Bad("invalid decimal literal");
      } else if (sign) {
        at_ += 2;
        return Bad("invalid decimal literal");
      } else {
        return End("invalid decimal literal");
      }
    }
    if (At() == 'j' || At() == 'J') {
      ++at_;
      return End("invalid imaginary literal");
    }
    return End("invalid decimal literal");
  }

  // A keyword may follow a number without a space (`1if x else 2`); another name may not.
  NumberScan End(const char* error) {
    const std::string_view rest = text_.substr(at_);
    for (const char* keyword : {"and", "else", "for", "if", "in", "is", "or", "not"}) {
      if (!rest.starts_with(keyword)) continue;
      return {at_, nullptr, 0, 0};
    }
    if (IsNameByte(At())) return Bad(error);
    return {at_, nullptr, 0, 0};
  }

  std::string_view text_;
  size_t at_;
};

}  // namespace

NumberScan ScanNumber(std::string_view text, size_t at) { return NumberScanner(text, at).Run(); }

}  // namespace tp::ast
