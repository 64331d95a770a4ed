// f-strings of Python 3.11: the literal is one token, its expressions are scanned and parsed on their own.
#pragma once

#include <string>

#include "core/lang/parser.h"

namespace tp::ast {

// Collects the literals of one string atom.
//   FStringParser joiner(parser, begin);
//   joiner.Add(token); …
//   Expr* expr = joiner.Finish();
class FStringParser {
 public:
  FStringParser(Parser* parser, uint32_t begin) : parser_(parser), begin_(begin) {}

  void Add(const Token& token);
  // The JoinedStr, with every string token consumed.
  Expr* Finish();

 private:
  // The body of an f-string or of a format spec, text_[at .. end). Depth 0: the f-string itself. Returns
  // where it stopped: `end`, or for a format spec the '}' that ends it.
  uint32_t ParseBody(uint32_t at, uint32_t end, bool raw, int depth, Parser::Exprs* parts,
                     std::string* literal);
  uint32_t ParseLiteral(uint32_t at, uint32_t end, bool raw, int depth, std::string* literal);
  uint32_t ParseField(uint32_t at, uint32_t end, bool raw, int depth, Parser::Exprs* parts,
                      std::string* literal);
  uint32_t FindExpressionEnd(uint32_t at, uint32_t end);
  Expr* ParseExpression(uint32_t begin, uint32_t end);
  void Flush(Parser::Exprs* parts, std::string* literal);
  [[noreturn]] void Fail(uint32_t begin, uint32_t end, std::string message);

  char At(uint32_t i) const { return parser_->file_.text()[i]; }

  Parser* parser_;
  uint32_t begin_;
  bool is_u_ = false, first_ = true;
  Span token_;  // the literal that is read
  Parser::Exprs parts_;
  std::string literal_;
};

}  // namespace tp::ast
