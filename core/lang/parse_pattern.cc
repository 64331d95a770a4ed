// The patterns of `match`.
#include "core/lang/parser.h"

namespace tp::ast {

Stmt* Parser::ParseMatch() {
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* subject;
  const uint32_t start = Here().begin;
  if (At(TokenKind::kStar)) {
    subject = ParseStarExpression();
    if (!At(TokenKind::kComma)) Fail();
  } else {
    subject = ParseNamedExpression();
  }
  if (At(TokenKind::kComma)) {
    Exprs elements{subject};
    while (Accept(TokenKind::kComma) && AtExpressionStart()) elements.push_back(ParseStarNamedExpression());
    auto* tuple = Make<TupleExpr>(start);
    tuple->elements = Copy(elements);
    Raise(tuple, tuple->elements);
    subject = tuple;
  }
  Expect(TokenKind::kColon);
  Expect(TokenKind::kNewline);
  Expect(TokenKind::kIndent);
  SmallVector<MatchCase, 8> cases;
  while (AtName("case")) {
    const uint32_t case_begin = Here().begin;
    ++at_;
    MatchCase one;
    one.pattern = ParsePatterns();
    if (Accept(TokenKind::kIfKeyword)) one.guard = ParseNamedExpression();
    ExpectColon();
    one.body = ParseBlock("'case' statement", case_begin);
    cases.push_back(one);
  }
  if (cases.empty()) Fail();
  Expect(TokenKind::kDedent);
  auto* stmt = MakeStmt<MatchStmt>(begin);
  stmt->subject = subject;
  stmt->cases = arena_.Copy(cases.data(), cases.size());
  EndAt(stmt, cases.back().body);
  return stmt;
}

// Without brackets, commas make a sequence.
Pattern* Parser::ParsePatterns() {
  const uint32_t begin = Here().begin;
  Pattern* first = ParseMaybeStarPattern();
  if (!At(TokenKind::kComma)) {
    if (first->kind == PatternKind::kMatchStar) Fail();
    return first;
  }
  SmallVector<Pattern*, 8> patterns{first};
  while (Accept(TokenKind::kComma) && !At(TokenKind::kColon) && !At(TokenKind::kIfKeyword))
    patterns.push_back(ParseMaybeStarPattern());
  auto* sequence = Make<MatchSequencePattern>(begin);
  sequence->patterns = arena_.Copy(patterns.data(), patterns.size());
  return sequence;
}

Pattern* Parser::ParseMaybeStarPattern() {
  if (!At(TokenKind::kStar)) return ParseAsPattern();
  const uint32_t begin = Here().begin;
  ++at_;
  const Name* name = AtName("_") ? (++at_, nullptr) : ParseCaptureName();
  auto* star = Make<MatchStarPattern>(begin);
  star->target.name = star->target.written = name;
  return star;
}

// A name that a pattern binds: not `_`, and not the beginning of a value or class.
const Name* Parser::ParseCaptureName() {
  if (AtName("_")) Fail();
  const Name* name = ExpectName();
  if (At(TokenKind::kDot) || At(TokenKind::kLeftParen) || At(TokenKind::kEqual)) Fail();
  return name;
}

Pattern* Parser::ParseAsPattern() {
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  Pattern* pattern = ParseOrPattern();
  if (!Accept(TokenKind::kAsKeyword)) return pattern;
  const Name* name = ParseCaptureName();
  auto* as = Make<MatchAsPattern>(begin);
  as->pattern = pattern;
  as->target.name = as->target.written = name;
  return as;
}

Pattern* Parser::ParseOrPattern() {
  const uint32_t begin = Here().begin;
  Pattern* first = ParseClosedPattern();
  if (!At(TokenKind::kBar)) return first;
  SmallVector<Pattern*, 8> patterns{first};
  while (Accept(TokenKind::kBar)) patterns.push_back(ParseClosedPattern());
  auto* either = Make<MatchOrPattern>(begin);
  either->patterns = arena_.Copy(patterns.data(), patterns.size());
  return either;
}

Pattern* Parser::ParseClosedPattern() {
  const uint32_t begin = Here().begin;
  const auto singleton = [&](ConstantKind kind) -> Pattern* {
    ++at_;
    auto* pattern = Make<MatchSingletonPattern>(begin);
    pattern->value = kind;
    return pattern;
  };
  const auto value = [&](Expr* expr) -> Pattern* {
    auto* pattern = Make<MatchValuePattern>(begin);
    pattern->value = expr;
    return pattern;
  };
  switch (Kind()) {
    case TokenKind::kNumber:
    case TokenKind::kMinus:
      return value(ParsePatternNumber());
    case TokenKind::kString:
      return value(ParseStrings());
    case TokenKind::kNoneKeyword:
      return singleton(ConstantKind::kNone);
    case TokenKind::kTrueKeyword:
      return singleton(ConstantKind::kTrue);
    case TokenKind::kFalseKeyword:
      return singleton(ConstantKind::kFalse);
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
      return ParseGroupOrSequence();
    case TokenKind::kLeftBrace:
      return ParseMappingPattern();
    case TokenKind::kName:
      return ParseNamePattern();
    default:
      Fail();
  }
}

// A capture, `_`, a dotted value or a class.
Pattern* Parser::ParseNamePattern() {
  const uint32_t begin = Here().begin;
  const TokenKind next = Kind(1);
  if (next == TokenKind::kDot || next == TokenKind::kLeftParen) {
    Expr* name = ParsePatternName();
    if (At(TokenKind::kLeftParen)) return ParseClassPattern(name);
    if (At(TokenKind::kEqual)) Fail();
    auto* value = Make<MatchValuePattern>(begin);
    value->value = name;
    return value;
  }
  const bool wildcard = AtName("_");
  const Name* name = ExpectName();
  if (At(TokenKind::kEqual)) Fail();
  auto* capture = Make<MatchAsPattern>(begin);
  if (!wildcard) capture->target.name = capture->target.written = name;
  return capture;
}

Expr* Parser::ParsePatternName() {
  const uint32_t begin = Here().begin;
  Expr* expr = ParseNameAtom();
  while (Accept(TokenKind::kDot)) {
    const Span span = Here();
    const Name* attr = ExpectName();
    auto* node = Make<AttributeExpr>(begin);
    node->value = expr;
    node->attr = node->written = attr;
    node->attr_span = span;
    Raise(node, expr);
    expr = node;
  }
  return expr;
}

// A number with an optional minus, or `real ± imaginary`.
Expr* Parser::ParsePatternNumber() {
  const uint32_t begin = Here().begin;
  const bool minus = Accept(TokenKind::kMinus);
  if (!At(TokenKind::kNumber)) Fail();
  Expr* left = ParseNumber();
  const bool real = Cast<ConstantExpr>(left)->constant != ConstantKind::kImaginary;
  if (minus) {
    auto* negative = Make<UnaryOpExpr>(begin);
    negative->op = UnaryOp::kUSub;
    negative->value = left;
    Raise(negative, left);
    left = negative;
  }
  if (!At(TokenKind::kPlus) && !At(TokenKind::kMinus)) return left;
  const BinOp op = At(TokenKind::kPlus) ? BinOp::kAdd : BinOp::kSub;
  const Token& real_token = tokens_[at_ - 1];
  ++at_;
  if (!At(TokenKind::kNumber)) Fail();
  const Span right_span = Here();
  Expr* right = ParseNumber();
  if (!real) FailWith(real_token.span, "real number required in complex literal");
  if (Cast<ConstantExpr>(right)->constant != ConstantKind::kImaginary)
    FailWith(right_span, "imaginary number required in complex literal");
  auto* sum = Make<BinOpExpr>(begin);
  sum->op = op;
  sum->left = left;
  sum->right = right;
  Raise(sum, left);
  Raise(sum, right);
  return sum;
}

Pattern* Parser::ParseGroupOrSequence() {
  const uint32_t begin = Here().begin;
  const bool group = At(TokenKind::kLeftParen);
  const TokenKind close = group ? TokenKind::kRightParen : TokenKind::kRightBracket;
  ++at_;
  SmallVector<Pattern*, 8> patterns;
  bool comma = false;
  while (!At(close)) {
    patterns.push_back(ParseMaybeStarPattern());
    if (!Accept(TokenKind::kComma)) break;
    comma = true;
  }
  Expect(close);
  if (group && patterns.size() == 1 && !comma) {
    if (patterns[0]->kind == PatternKind::kMatchStar) Fail();
    return patterns[0];
  }
  auto* sequence = Make<MatchSequencePattern>(begin);
  sequence->patterns = arena_.Copy(patterns.data(), patterns.size());
  return sequence;
}

Pattern* Parser::ParseMappingPattern() {
  const uint32_t begin = Here().begin;
  ++at_;
  Exprs keys;
  SmallVector<Pattern*, 8> patterns;
  const Name* rest = nullptr;
  while (!At(TokenKind::kRightBrace)) {
    if (Accept(TokenKind::kDoubleStar)) {
      rest = ParseCaptureName();
      Accept(TokenKind::kComma);
      break;
    }
    switch (Kind()) {
      case TokenKind::kNumber:
      case TokenKind::kMinus:
        keys.push_back(ParsePatternNumber());
        break;
      case TokenKind::kString:
        keys.push_back(ParseStrings());
        break;
      case TokenKind::kNoneKeyword:
        keys.push_back(ParseConstantAtom(ConstantKind::kNone));
        break;
      case TokenKind::kTrueKeyword:
        keys.push_back(ParseConstantAtom(ConstantKind::kTrue));
        break;
      case TokenKind::kFalseKeyword:
        keys.push_back(ParseConstantAtom(ConstantKind::kFalse));
        break;
      case TokenKind::kName:
        if (Kind(1) != TokenKind::kDot) Fail();
        keys.push_back(ParsePatternName());
        break;
      default:
        Fail();
    }
    Expect(TokenKind::kColon);
    patterns.push_back(ParseAsPattern());
    if (!Accept(TokenKind::kComma)) break;
  }
  Expect(TokenKind::kRightBrace);
  auto* mapping = Make<MatchMappingPattern>(begin);
  mapping->keys = Copy(keys);
  mapping->patterns = arena_.Copy(patterns.data(), patterns.size());
  mapping->rest.name = mapping->rest.written = rest;
  return mapping;
}

Pattern* Parser::ParseClassPattern(Expr* cls) {
  Expect(TokenKind::kLeftParen);
  SmallVector<Pattern*, 8> patterns, keyword_patterns;
  SmallVector<const Name*, 8> keywords;
  while (!At(TokenKind::kRightParen)) {
    if (At(TokenKind::kName) && Kind(1) == TokenKind::kEqual) {
      keywords.push_back(ExpectName());
      ++at_;
      keyword_patterns.push_back(ParseAsPattern());
    } else {
      if (!keywords.empty()) Fail();
      patterns.push_back(ParseAsPattern());
    }
    if (!Accept(TokenKind::kComma)) break;
  }
  Expect(TokenKind::kRightParen);
  auto* node = Make<MatchClassPattern>(cls->span.begin);
  node->cls = cls;
  node->patterns = arena_.Copy(patterns.data(), patterns.size());
  node->kwd_attrs = arena_.Copy(keywords.data(), keywords.size());
  node->kwd_patterns = arena_.Copy(keyword_patterns.data(), keyword_patterns.size());
  return node;
}

}  // namespace tp::ast
