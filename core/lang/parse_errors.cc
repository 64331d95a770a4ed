// From a SyntaxFailure to the Diagnostic that Python would give, and which errors of the scanner are shown.
#include "core/lang/parser.h"

namespace tp::ast {

void Parser::Report(uint32_t start, const SyntaxFailure& failure) {
  // An error token explains the failure already, unless it is a bracket that was never closed and the parser
  // stumbles in the bracket's own line: then Python speaks of what stands there.
  uint32_t end = std::max(start, failure.token);
  while (tokens_[end].kind != TokenKind::kNewline && tokens_[end].kind != TokenKind::kEnd &&
         tokens_[end].kind != TokenKind::kError)
    ++end;
  if (failure.message.empty() && tokens_[end].kind == TokenKind::kError) {
    for (ScanError& error : scan_.errors) {
      if (error.token != end) continue;
      if (end == failure.token || !error.is_open_bracket) return;
      if (file_.Line(tokens_[failure.token].span.begin) > file_.Line(error.diagnostic.span.begin)) return;
      error.token = UINT32_MAX;  // not shown
    }
  }
  SyntaxFailure final = failure.message.empty() ? Explain(start, failure) : failure;
  Diagnostic diagnostic;
  diagnostic.kind = final.kind;
  diagnostic.message = std::move(final.message);
  diagnostic.file = &file_;
  diagnostic.span = final.span;
  errors_->push_back(std::move(diagnostic));
}

void Parser::AddScanErrors() {
  for (ScanError& error : scan_.errors)
    if (error.token != UINT32_MAX) errors_->push_back(std::move(error.diagnostic));
}

SyntaxFailure Parser::Explain(uint32_t start, const SyntaxFailure& failure) {
  (void)start;
  SyntaxFailure out = failure;
  const Token& token = tokens_[failure.token];
  out.span = token.span;
  if (token.kind == TokenKind::kIndent || token.kind == TokenKind::kDedent) {
    out.kind = "IndentationError";
    out.message = token.kind == TokenKind::kIndent ? "unexpected indent" : "unexpected unindent";
  } else {
    out.message = "invalid syntax";
  }
  return out;
}

SyntaxFailure Parser::ExplainExpression(const SyntaxFailure& failure) { return Explain(0, failure); }

}  // namespace tp::ast
