// Tokens and the scanner that makes them: the whole text at once, so that the parser can look ahead for
// nothing and all lexical errors come in one run.
#pragma once

#include <string_view>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/diag/source.h"

namespace tp::ast {

enum class TokenKind : uint8_t {
#define TP_TOKEN(Kind) k##Kind,
#define TP_KEYWORD(Kind, text) k##Kind##Keyword,
#define TP_OPERATOR(Kind, text) k##Kind,
#include "core/lang/token.def"
};

// "NAME", "if", "+=": for messages and the grammar of errors.
std::string_view TokenText(TokenKind kind);

struct Token {
  TokenKind kind;
  Span span;  // Newline: the line end; Indent, Dedent: empty, where the first token of the line begins
};

// An error found while scanning, with the index of the token it became.
struct ScanError {
  uint32_t token = 0;
  Diagnostic diagnostic;
  bool is_open_bracket = false;  // "'(' was never closed"
};

struct ScanResult {
  std::vector<Token> tokens;  // ends with kEnd; a kNewline stands before it unless the text has no statement
  std::vector<ScanError> errors;
};

// Tokens of `file` (UTF-8, '\n' line ends: see decode.h). In `in_brackets` mode line ends mean nothing, as
// inside parentheses: for the expressions of f-strings. `range` is the part of the text to scan.
ScanResult Scan(const SourceFile& file, Span range, bool in_brackets = false);

// A name may begin with / go on with this code point (XID_Start and `_`, XID_Continue).
bool IsNameStart(uint32_t code_point);
bool IsNameContinue(uint32_t code_point);

// The code point at text[at] and its length in bytes. REQUIRES: valid UTF-8 (surrogates allowed).
uint32_t DecodeUtf8(std::string_view text, size_t at, size_t* length);
void AppendUtf8(uint32_t code_point, std::string* out);

// Where a number that starts at text[at] ends and what is wrong with it (null: nothing).
struct NumberScan {
  size_t end = 0;
  const char* error = nullptr;  // without the digit
  char bad_digit = 0;           // of "invalid digit '8' in octal literal"
  size_t error_at = 0;          // CPython's caret stands on the byte before this one
  size_t error_begin = 0;       // or, if not 0, from here on
};
NumberScan ScanNumber(std::string_view text, size_t at);

}  // namespace tp::ast
