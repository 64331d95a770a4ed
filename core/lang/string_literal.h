// Prefixes, quotes and escapes of string literals.
#pragma once

#include <string>
#include <string_view>

namespace tp::ast {

struct StringPrefix {
  bool raw = false, bytes = false, formatted = false, unicode = false;
  size_t body_begin = 0, body_end = 0;  // offsets into the literal, between the quotes
};
StringPrefix ReadPrefix(std::string_view literal);

// Appends the value of `body` to `out`. Returns Python's message where an escape is broken, else "".
std::string DecodeEscapes(std::string_view body, bool raw, bool bytes, std::string* out);

}  // namespace tp::ast
