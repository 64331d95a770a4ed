// Tables of keywords and operators, from token.def; UTF-8.
#include "core/lang/token.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/check.h"
#include "core/lang/scan.h"

namespace tp::ast {
namespace {

struct TextKind {
  std::string_view text;
  TokenKind kind;
};

constexpr TextKind kKeywords[] = {
#define TP_KEYWORD(Kind, text) {text, TokenKind::k##Kind##Keyword},
#include "core/lang/token.def"
};
constexpr TextKind kOperators[] = {
#define TP_OPERATOR(Kind, text) {text, TokenKind::k##Kind},
#include "core/lang/token.def"
};

// Keywords by a hash of length and two letters that keeps them all apart (checked at compile time).
constexpr size_t HashOf(std::string_view text) {
  return (static_cast<uint8_t>(text[0]) * 7 + static_cast<uint8_t>(text[1]) * 3 +
          static_cast<uint8_t>(text.back()) * 29 + text.size() * 51) %
         256;
}

constexpr std::array<int8_t, 256> MakeKeywordTable() {
  std::array<int8_t, 256> table{};
  for (auto& entry : table) entry = -1;
  for (size_t i = 0; i < std::size(kKeywords); ++i) {
    size_t h = HashOf(kKeywords[i].text);
    while (table[h] >= 0) h = (h + 1) % 256;
    table[h] = static_cast<int8_t>(i);
  }
  return table;
}
constexpr std::array<int8_t, 256> kKeywordTable = MakeKeywordTable();

}  // namespace

std::string_view TokenText(TokenKind kind) {
  static constexpr std::string_view kTexts[] = {
#define TP_TOKEN(Kind) #Kind,
#define TP_KEYWORD(Kind, text) text,
#define TP_OPERATOR(Kind, text) text,
#include "core/lang/token.def"
  };
  return kTexts[static_cast<int>(kind)];
}

TokenKind KeywordOrName(std::string_view text) {
  if (text.size() < 2 || text.size() > 8) return TokenKind::kName;
  for (size_t h = HashOf(text);; h = (h + 1) % 256) {
    const int8_t i = kKeywordTable[h];
    if (i < 0) return TokenKind::kName;
    if (kKeywords[i].text == text) return kKeywords[i].kind;
  }
}

TokenKind OperatorKind(std::string_view text) {
  // By first character: a chain of at most five texts each.
  static const auto* first = [] {
    auto* table = new std::array<std::vector<TextKind>, 128>;
    for (const TextKind& op : kOperators) (*table)[op.text[0]].push_back(op);
    (*table)['<'].push_back({"<>", TokenKind::kNotEqual});
    return table;
  }();
  for (const TextKind& op : (*first)[text[0]])
    if (op.text == text) return op.kind;
  TP_CHECK(false, "no operator {}", text);
  return TokenKind::kError;
}

uint32_t DecodeUtf8(std::string_view text, size_t at, size_t* length) {
  const auto byte = [&](size_t i) -> uint32_t {
    return at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : 0;
  };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return *length = 1, lead;
  if (lead < 0xE0) return *length = 2, (lead & 0x1F) << 6 | (byte(1) & 0x3F);
  if (lead < 0xF0) return *length = 3, (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  *length = 4;
  return (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
}

void AppendUtf8(uint32_t c, std::string* out) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
  } else if (c < 0x800) {
    *out += static_cast<char>(0xC0 | c >> 6);
    *out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out += static_cast<char>(0xE0 | c >> 12);
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *out += static_cast<char>(0xF0 | c >> 18);
    *out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

}  // namespace tp::ast
