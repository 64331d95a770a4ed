// Small helpers that the parts of the scanner share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/lang/token.h"

namespace tp::ast {

// The keyword that `text` is, or kName.
TokenKind KeywordOrName(std::string_view text);
// REQUIRES: `text` is an operator ("<>" counts as "!=").
TokenKind OperatorKind(std::string_view text);
// As Python's str.isprintable for one code point.
bool IsPrintable(uint32_t code_point);

// The NFKC form of an identifier: what Python compares. REQUIRES: valid UTF-8.
std::string NormalizeName(std::string_view text);

}  // namespace tp::ast
