// Escapes of string literals, with the messages of Python's codecs.
#include "core/lang/string_literal.h"

#include <cstdint>

#include "core/lang/token.h"

namespace tp::ast {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// What a one-letter escape stands for, or -1.
int SimpleEscape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'a':
      return 7;
    case 'b':
      return 8;
    case 'f':
      return 12;
    case 'n':
      return 10;
    case 'r':
      return 13;
    case 't':
      return 9;
    case 'v':
      return 11;
    default:
      return -1;
  }
}

std::string UnicodeError(size_t begin, size_t end, const char* what) {
  // Positions are those in CPython's buffer: it rewrites what is not ASCII as \UXXXXXXXX first.
  return "(unicode error) 'unicodeescape' codec can't decode bytes in position " + std::to_string(begin) +
         "-" + std::to_string(end) + ": " + what;
}

class Decoder {
 public:
  Decoder(std::string_view body, bool bytes, std::string* out) : body_(body), bytes_(bytes), out_(out) {}

  std::string Run() {
    while (i_ < body_.size()) {
      const size_t slash = body_.find('\\', i_);
      const size_t end = slash == std::string_view::npos ? body_.size() : slash;
      CountBuffer(body_.substr(i_, end - i_));
      out_->append(body_.substr(i_, end - i_));
      i_ = end;
      if (i_ == body_.size()) break;
      std::string error = Escape();
      if (!error.empty()) return error;
    }
    return {};
  }

 private:
  // CPython's buffer holds \U and eight digits for each code point that is not ASCII.
  void CountBuffer(std::string_view text) {
    for (char c : text) {
      if (!(c & 0x80))
        ++position_;
      else if ((c & 0xC0) != 0x80)
        position_ += 10;
    }
  }

  void Put(uint32_t c) {
    if (bytes_)
      *out_ += static_cast<char>(c);
    else
      AppendUtf8(c, out_);
  }

  std::string Escape() {
    const size_t start = i_, start_position = position_;
    if (i_ + 1 >= body_.size()) {
      // Only inside an f-string, before `{`: the backslash stands for itself.
      *out_ += '\\';
      ++i_;
      return {};
    }
    const char c = body_[i_ + 1];
    i_ += 2;
    if (c == '\n') {
    } else if (const int simple = SimpleEscape(c); simple >= 0) {
      Put(static_cast<uint32_t>(simple));
    } else if (c >= '0' && c <= '7') {
      uint32_t value = c - '0';
      for (int n = 0; n < 2 && i_ < body_.size() && body_[i_] >= '0' && body_[i_] <= '7'; ++n)
        value = value * 8 + (body_[i_++] - '0');
      Put(bytes_ ? value & 0xFF : value);
    } else if (c == 'x') {
      std::string error = Hex(2, start_position, "truncated \\xXX escape");
      if (!error.empty()) return error;
    } else if (!bytes_ && c == 'u') {
      std::string error = Hex(4, start_position, "truncated \\uXXXX escape");
      if (!error.empty()) return error;
    } else if (!bytes_ && c == 'U') {
      std::string error = Hex(8, start_position, "truncated \\UXXXXXXXX escape");
      if (!error.empty()) return error;
    } else if (!bytes_ && c == 'N') {
      return Named(start_position);
    } else {
      // An unknown escape stands for itself; what follows the backslash is read on as text.
      *out_ += '\\';
      i_ = start + 1;
      position_ += 1;
      return {};
    }
    position_ += i_ - start;
    return {};
  }

  std::string Hex(int digits, size_t position, const char* truncated) {
    uint32_t value = 0;
    int n = 0;
    for (; n < digits && i_ < body_.size() && HexDigit(body_[i_]) >= 0; ++n)
      value = value * 16 + HexDigit(body_[i_++]);
    if (n < digits) {
      if (bytes_) return "(value error) invalid \\x escape at position " + std::to_string(position);
      return UnicodeError(position, position + 1 + n, truncated);
    }
    if (value > 0x10FFFF) return UnicodeError(position, position + 9, "illegal Unicode character");
    Put(value);
    return {};
  }

  std::string Named(size_t position) {
    const size_t close = i_ < body_.size() && body_[i_] == '{' ? body_.find('}', i_) : std::string_view::npos;
    if (close == std::string_view::npos || close == i_ + 1) {
      const size_t end = close == std::string_view::npos
                             ? (i_ < body_.size() && body_[i_] == '{' ? body_.size() - i_ : 0)
                             : 2;
      return UnicodeError(position, position + 1 + end, "malformed \\N character escape");
    }
    return "`\\N{" + std::string(body_.substr(i_ + 1, close - i_ - 1)) +
           "}` is not in the spec language: write the character itself or `\\uXXXX`";
  }

  std::string_view body_;
  bool bytes_;
  std::string* out_;
  size_t i_ = 0, position_ = 0;
};

}  // namespace

StringPrefix ReadPrefix(std::string_view literal) {
  StringPrefix prefix;
  size_t i = 0;
  for (; literal[i] != '"' && literal[i] != '\''; ++i) {
    const char c = static_cast<char>(literal[i] | 0x20);
    prefix.raw |= c == 'r';
    prefix.bytes |= c == 'b';
    prefix.formatted |= c == 'f';
    prefix.unicode |= literal[i] == 'u';
  }
  const char quote = literal[i];
  const bool triple = literal.size() >= i + 6 && literal[i + 1] == quote && literal[i + 2] == quote;
  prefix.body_begin = i + (triple ? 3 : 1);
  prefix.body_end = literal.size() - (triple ? 3 : 1);
  return prefix;
}

std::string DecodeEscapes(std::string_view body, bool raw, bool bytes, std::string* out) {
  if (raw || body.find('\\') == std::string_view::npos) {
    out->append(body);
    return {};
  }
  return Decoder(body, bytes, out).Run();
}

}  // namespace tp::ast
