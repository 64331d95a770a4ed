// What Python asks of a character, by Unicode's tables (libunistring), ASCII first.
#ifndef TP_CORE_INTERP_UNICODE_PROPS_H_
#define TP_CORE_INTERP_UNICODE_PROPS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

bool IsSpaceChar(uint32_t c);      // str.isspace
bool IsLineBreakChar(uint32_t c);  // where splitlines splits
bool IsAlphaChar(uint32_t c);
bool IsDecimalChar(uint32_t c);
bool IsDigitChar(uint32_t c);
bool IsNumericChar(uint32_t c);
bool IsLowerChar(uint32_t c);
bool IsUpperChar(uint32_t c);
bool IsTitleChar(uint32_t c);
bool IsCasedChar(uint32_t c);
bool IsIdentifierText(std::string_view text);
int DecimalValue(uint32_t c);  // -1: no decimal digit

// Full case mappings (one character may become several). `text` is UTF-8.
std::string UpperText(std::string_view text);
std::string LowerText(std::string_view text);
std::string CaseFoldText(std::string_view text);
std::string TitleChar(uint32_t c);
std::string LowerChar(uint32_t c);
std::string UpperChar(uint32_t c);
// The lower case of `c`, which stands at byte `at` of `text`: a capital sigma at a word's end is another one.
std::string LowerCharAt(std::string_view text, size_t at, uint32_t c);

// How many columns of a terminal the text takes: wide characters take two.
size_t DisplayWidth(std::string_view text);

// `text` for int() and float(): Unicode's decimal digits as ASCII, other spaces as ' '; stripped.
std::string NumberText(std::string_view text);

}  // namespace tp

#endif  // TP_CORE_INTERP_UNICODE_PROPS_H_
