// Parameters of def and lambda: `a, /, b=1, *args: T, c, d=2, **kw`.
#include "core/lang/parser.h"

namespace tp::ast {

Param Parser::ParseParam(bool is_lambda, bool star_annotation) {
  Param param;
  const uint32_t begin = Here().begin;
  param.name = param.written = ExpectName();
  if (!is_lambda && Accept(TokenKind::kColon))
    param.annotation = star_annotation && At(TokenKind::kStar) ? ParseStarExpression() : ParseExpression();
  param.span = {begin, LastEnd()};
  return param;
}

Expr* Parser::ParseDefault() {
  if (!Accept(TokenKind::kEqual)) return nullptr;
  if (At(TokenKind::kComma) || At(TokenKind::kRightParen))
    FailWith(tokens_[at_ - 1].span, "expected default value expression");
  return ParseExpression();
}

Parameters* Parser::ParseParameters(bool is_lambda) {
  const uint32_t begin = Here().begin;
  const TokenKind close = is_lambda ? TokenKind::kColon : TokenKind::kRightParen;
  Parameters* params = arena_.New<Parameters>();
  SmallVector<Param, 8> positional, kwonly;
  bool slash = false, star = false, default_seen = false, bare_star = false;
  Span star_span;
  while (!At(close)) {
    if (Accept(TokenKind::kSlash)) {
      const Span slash_span = tokens_[at_ - 1].span;
      if (slash) FailWith(slash_span, "/ may appear only once");
      if (star) FailWith(slash_span, "/ must be ahead of *");
      if (positional.empty()) FailWith(slash_span, "at least one argument must precede /");
      slash = true;
      params->num_posonly = static_cast<uint32_t>(positional.size());
    } else if (Accept(TokenKind::kDoubleStar)) {
      if (bare_star && kwonly.empty()) FailWith(star_span, "named arguments must follow bare *");
      params->kwarg = arena_.New<Param>(ParseParam(is_lambda, false));
      Accept(TokenKind::kComma);
      break;
    } else if (Accept(TokenKind::kStar)) {
      if (star) FailWith(tokens_[at_ - 1].span, "* argument may appear only once");
      star = true;
      star_span = tokens_[at_ - 1].span;
      bare_star = At(TokenKind::kComma) || At(close);
      if (!bare_star) params->vararg = arena_.New<Param>(ParseParam(is_lambda, true));
    } else {
      Param param = ParseParam(is_lambda, false);
      param.default_value = ParseDefault();
      if (star) {
        kwonly.push_back(param);
      } else {
        if (default_seen && !param.default_value)
          FailWith(param.span, "non-default argument follows default argument");
        default_seen |= param.default_value != nullptr;
        positional.push_back(param);
      }
    }
    if (!Accept(TokenKind::kComma)) break;
  }
  if (bare_star && kwonly.empty()) FailWith(star_span, "named arguments must follow bare *");
  params->positional = arena_.Copy(positional.data(), positional.size());
  params->kwonly = arena_.Copy(kwonly.data(), kwonly.size());
  params->span = {begin, at_ > 0 ? std::max(begin, LastEnd()) : begin};
  return params;
}

}  // namespace tp::ast
