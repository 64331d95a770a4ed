// Unicode properties and case mappings by libunistring. Which properties Python's predicates use is said in
// CPython's documentation of str (isdecimal: Nd, isdigit: numeric type Digit, islower: derived Lowercase, …).
#include "core/interp/unicode_props.h"

#include <unicase.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwidth.h>

#include <algorithm>

#include "core/interp/str.h"
#include "core/lang/token.h"

namespace tp {
namespace {

bool InCategory(uint32_t c, uint32_t mask) { return uc_is_general_category_withtable(c, mask); }

bool AllAscii(std::string_view text) {
  for (char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

using MapFn = uint8_t* (*)(const uint8_t*, size_t, const char*, uninorm_t, uint8_t*, size_t*);

// Applies a mapping of libunistring; text that is no UTF-8 (lone surrogates) goes character by character.
std::string Map(std::string_view text, MapFn map) {
  if (text.empty()) return {};
  for (size_t i = 0; i + 2 < text.size(); ++i)
    if (text[i] == '\xed' && (text[i + 1] & 0xe0) == 0xa0) {  // a lone surrogate, no text to the library
      std::string out = Map(text.substr(0, i), map);
      out += text.substr(i, 3);
      return out += Map(text.substr(i + 3), map);
    }
  size_t length = 0;
  uint8_t* mapped =
      map(reinterpret_cast<const uint8_t*>(text.data()), text.size(), nullptr, nullptr, nullptr, &length);
  if (mapped) {
    std::string result(reinterpret_cast<char*>(mapped), length);
    free(mapped);
    return result;
  }
  size_t at = 0;
  const uint32_t c = DecodeUtf8(text, &at);
  if (at >= text.size()) return std::string(text);
  std::string one;
  AppendUtf8(&one, c);
  std::string result = Map(one, map);
  while (at < text.size()) {
    const size_t start = at;
    DecodeUtf8(text, &at);
    result += Map(text.substr(start, at - start), map);
  }
  return result;
}

std::string MapChar(uint32_t c, MapFn map) {
  std::string one;
  AppendUtf8(&one, c);
  if (c >= 0xd800 && c < 0xe000) return one;  // no text to the library
  return Map(one, map);
}

bool IsLowerAscii(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpperAscii(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

bool IsSpaceChar(uint32_t c) {
  if (c < 0x80) return (c >= 9 && c <= 13) || (c >= 28 && c <= 32);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

bool IsLineBreakChar(uint32_t c) {
  return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool IsAlphaChar(uint32_t c) {
  if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  return InCategory(c, UC_CATEGORY_MASK_L);
}
bool IsDecimalChar(uint32_t c) { return DecimalValue(c) >= 0; }
bool IsDigitChar(uint32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return uc_digit_value(c) >= 0;
}
bool IsNumericChar(uint32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return uc_numeric_value(c).denominator != 0;
}
bool IsLowerChar(uint32_t c) { return c < 0x80 ? c >= 'a' && c <= 'z' : uc_is_property_lowercase(c); }
bool IsUpperChar(uint32_t c) { return c < 0x80 ? c >= 'A' && c <= 'Z' : uc_is_property_uppercase(c); }
bool IsTitleChar(uint32_t c) { return c >= 0x80 && InCategory(c, UC_CATEGORY_MASK_Lt); }
bool IsCasedChar(uint32_t c) { return IsLowerChar(c) || IsUpperChar(c) || IsTitleChar(c); }

int DecimalValue(uint32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9' ? static_cast<int>(c - '0') : -1;
  return uc_decimal_value(c);
}

bool IsIdentifierText(std::string_view text) {
  if (text.empty()) return false;
  for (size_t at = 0; at < text.size();) {
    const bool first = at == 0;
    const uint32_t c = DecodeUtf8(text, &at);
    if (!(first ? ast::IsNameStart(c) : ast::IsNameContinue(c))) return false;
  }
  return true;
}

std::string UpperText(std::string_view text) {
  if (!AllAscii(text)) return Map(text, u8_toupper);
  std::string out(text);
  for (char& c : out)
    if (IsLowerAscii(c)) c -= 32;
  return out;
}
std::string LowerText(std::string_view text) {
  if (text.find("\u03a3") != text.npos) {  // a capital sigma: Python's rule for a word's end
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t start = at;
      out += LowerCharAt(text, start, DecodeUtf8(text, &at));
    }
    return out;
  }
  if (!AllAscii(text)) return Map(text, u8_tolower);
  std::string out(text);
  for (char& c : out)
    if (IsUpperAscii(c)) c += 32;
  return out;
}
std::string CaseFoldText(std::string_view text) {
  return AllAscii(text) ? LowerText(text) : Map(text, u8_casefold);
}
std::string TitleChar(uint32_t c) { return MapChar(c, u8_totitle); }
std::string LowerChar(uint32_t c) { return MapChar(c, u8_tolower); }
std::string UpperChar(uint32_t c) { return MapChar(c, u8_toupper); }

std::string LowerCharAt(std::string_view text, size_t at, uint32_t c) {
  if (c != 0x3a3) return LowerChar(c);
  bool before = false;
  for (size_t i = at; i > 0;) {
    do --i;
    while (i > 0 && (text[i] & 0xc0) == 0x80);
    size_t next = i;
    const uint32_t p = DecodeUtf8(text, &next);
    if (uc_is_property_case_ignorable(p)) continue;
    before = IsCasedChar(p);
    break;
  }
  DecodeUtf8(text, &at);
  bool after = false;
  while (at < text.size()) {
    const uint32_t n = DecodeUtf8(text, &at);
    if (uc_is_property_case_ignorable(n)) continue;
    after = IsCasedChar(n);
    break;
  }
  return before && !after ? "\u03c2" : "\u03c3";
}

std::string NumberText(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    if (c >= 0x80 && DecimalValue(c) >= 0)
      out += static_cast<char>('0' + DecimalValue(c));
    else if (IsSpaceChar(c))
      out += ' ';
    else
      out += text.substr(start, at - start);
  }
  const size_t first = out.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return out.substr(first, out.find_last_not_of(' ') - first + 1);
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size(); ++width) {
    ucs4_t c;
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data() + at);
    at += static_cast<size_t>(std::max(u8_mbtouc(&c, bytes, text.size() - at), 1));
    width += c >= 0x80 && uc_width(c, "UTF-8") == 2;
  }
  return width;
}

}  // namespace tp
