// Encodings, as PEP 263 has them, and line ends.
#include "core/lang/decode.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "core/lang/token.h"

namespace tp::ast {
namespace {

bool IsCookieByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

// The encoding that a comment in one of the first two lines names, lower case, `_` as `-`; else empty.
std::string FindCookie(std::string_view text) {
  for (int line = 0; line < 2 && !text.empty(); ++line) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view first = text.substr(0, end);
    const size_t at = first.find_first_not_of(" \t\f");
    if (at != std::string_view::npos && first[at] != '#') return {};
    for (size_t c = first.find("coding"); at != std::string_view::npos && c != std::string_view::npos;
         c = first.find("coding", c + 1)) {
      size_t i = c + 6;
      if (i >= first.size() || (first[i] != ':' && first[i] != '=')) continue;
      for (++i; i < first.size() && (first[i] == ' ' || first[i] == '\t');) ++i;
      std::string found;
      for (; i < first.size() && IsCookieByte(first[i]); ++i)
        found +=
            first[i] == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(first[i])));
      if (!found.empty()) return found;
    }
    text.remove_prefix(std::min(text.size(), text.substr(end).starts_with("\r\n") ? end + 2 : end + 1));
  }
  return {};
}

// The length of the valid UTF-8 sequence at text[at], or 0. Surrogates and overlong forms are not valid.
size_t Utf8Length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) -> uint32_t {
    return at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : 0;
  };
  const auto tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead < 0xF0) {
    if (!tail(1) || !tail(2)) return 0;
    return (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) >= 0xA0) ? 0 : 3;
  }
  if (lead >= 0xF0 && lead < 0xF5) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    return (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) >= 0x90) ? 0 : 4;
  }
  return 0;
}

std::string JoinLineEnds(std::string text) {
  if (text.find('\r') == std::string::npos) return text;
  size_t to = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\r') {
      c = '\n';
      if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
    }
    text[to++] = c;
  }
  text.resize(to);
  return text;
}

}  // namespace

DecodedSource DecodeSource(std::string bytes, const std::string& file_name) {
  DecodedSource result;
  const bool has_mark = bytes.starts_with("\xEF\xBB\xBF");
  if (has_mark) bytes.erase(0, 3);
  const std::string cookie = FindCookie(bytes);
  const bool latin1 = cookie == "latin-1" || cookie == "iso-8859-1" || cookie == "iso8859-1" ||
                      cookie == "l1" || cookie == "latin1" || cookie.starts_with("iso-latin-1");
  const bool utf8 = cookie.empty() || cookie.starts_with("utf-8") || cookie == "utf8" || cookie == "ascii" ||
                    cookie == "us-ascii";
  if (has_mark && !cookie.empty() && !utf8) {
    result.error = "encoding problem: " + cookie + " with BOM";
    return result;
  }
  if (!latin1 && !utf8) {
    result.error = "unknown encoding: " + cookie;
    return result;
  }
  if (const size_t nul = bytes.find('\0'); nul != std::string::npos) {
    result.error = "source code cannot contain null bytes";
    bytes.resize(nul);
  }
  if (latin1) {
    std::string text;
    for (char c : bytes) AppendUtf8(static_cast<uint8_t>(c), &text);
    result.text = JoinLineEnds(std::move(text));
    return result;
  }
  for (size_t i = 0; i < bytes.size();) {
    const size_t length = Utf8Length(bytes, i);
    if (length == 0) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02x", static_cast<uint8_t>(bytes[i]));
      const auto line = 1 + std::count(bytes.begin(), bytes.begin() + i, '\n');
      result.error = std::string("Non-UTF-8 code starting with '") + code + "' in file " + file_name +
                     " on line " + std::to_string(line) +
                     ", but no encoding declared; see https://peps.python.org/pep-0263/ for details";
      bytes.resize(i);
      break;
    }
    i += length;
  }
  result.text = JoinLineEnds(std::move(bytes));
  return result;
}

}  // namespace tp::ast
