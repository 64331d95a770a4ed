// Expressions from the weakest binding operator down to the strongest; binary operators by precedence
// climbing.
#include "core/lang/parser.h"

namespace tp::ast {
namespace {

struct BinaryRow {
  int precedence = 0;  // 0: not a binary operator
  BinOp op = BinOp::kAdd;
};

BinaryRow BinaryOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kBar:
      return {1, BinOp::kBitOr};
    case TokenKind::kCaret:
      return {2, BinOp::kBitXor};
    case TokenKind::kAmpersand:
      return {3, BinOp::kBitAnd};
    case TokenKind::kLeftShift:
      return {4, BinOp::kLShift};
    case TokenKind::kRightShift:
      return {4, BinOp::kRShift};
    case TokenKind::kPlus:
      return {5, BinOp::kAdd};
    case TokenKind::kMinus:
      return {5, BinOp::kSub};
    case TokenKind::kStar:
      return {6, BinOp::kMult};
    case TokenKind::kSlash:
      return {6, BinOp::kDiv};
    case TokenKind::kDoubleSlash:
      return {6, BinOp::kFloorDiv};
    case TokenKind::kPercent:
      return {6, BinOp::kMod};
    case TokenKind::kAt:
      return {6, BinOp::kMatMult};
    default:
      return {};
  }
}

}  // namespace

void Parser::FailTooDeep() {
  throw SyntaxFailure{at_, "maximum recursion depth exceeded during compilation", Here(), "RecursionError"};
}

void Parser::SetHeight(Expr* node, uint32_t height) {
  if (height > kMaxHeight) FailTooDeep();
  node->height = static_cast<uint16_t>(height);
}

// star_expressions: expressions and `*x` with commas make a tuple.
Expr* Parser::ParseStarExpressions() {
  const uint32_t begin = Here().begin;
  Expr* first = ParseStarExpression();
  if (!At(TokenKind::kComma)) return first;
  Exprs elements{first};
  while (Accept(TokenKind::kComma) && AtExpressionStart()) elements.push_back(ParseStarExpression());
  auto* tuple = Make<TupleExpr>(begin);
  tuple->elements = Copy(elements);
  Raise(tuple, tuple->elements);
  return tuple;
}

Expr* Parser::ParseStarExpression() {
  if (!At(TokenKind::kStar)) return ParseExpression();
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* value = ParseBitOr();
  auto* star = Make<StarredExpr>(begin);
  star->value = value;
  Raise(star, value);
  return star;
}

Expr* Parser::ParseStarNamedExpression() {
  return At(TokenKind::kStar) ? ParseStarExpression() : ParseNamedExpression();
}

Expr* Parser::ParseYieldOrStarExpressions() {
  return At(TokenKind::kYieldKeyword) ? ParseYield() : ParseStarExpressions();
}

Expr* Parser::ParseYield() {
  const uint32_t begin = Here().begin;
  Expect(TokenKind::kYieldKeyword);
  if (Accept(TokenKind::kFromKeyword)) {
    Expr* value = ParseExpression();
    auto* from = Make<YieldFromExpr>(begin);
    from->value = value;
    Raise(from, value);
    return from;
  }
  Expr* value = AtExpressionStart() ? ParseStarExpressions() : nullptr;
  auto* yield = Make<YieldExpr>(begin);
  yield->value = value;
  Raise(yield, value);
  return yield;
}

Expr* Parser::ParseNamedExpression() {
  if (At(TokenKind::kName) && Kind(1) == TokenKind::kColonEqual) {
    const uint32_t begin = Here().begin;
    Expr* target = ParseNameAtom();
    Cast<NameExpr>(target)->context = ExprContext::kStore;
    ++at_;
    Expr* value = ParseExpression();
    auto* named = Make<NamedExpr>(begin);
    named->target = target;
    named->value = value;
    Raise(named, value);
    return named;
  }
  Expr* expr = ParseExpression();
  if (At(TokenKind::kColonEqual)) Fail();
  return expr;
}

Expr* Parser::ParseExpression() {
  Nesting nesting(this);
  if (At(TokenKind::kLambdaKeyword)) return ParseLambda();
  const uint32_t begin = Here().begin, first = at_;
  Expr* body = ParseDisjunction();
  last_expression_ = first;
  last_expression_end_ = at_;
  if (!Accept(TokenKind::kIfKeyword)) return body;
  Expr* test = ParseDisjunction();
  if (!At(TokenKind::kElseKeyword) && !At(TokenKind::kColon))
    FailWith({begin, LastEnd()}, "expected 'else' after 'if' expression");
  Expect(TokenKind::kElseKeyword);
  Expr* orelse = ParseExpression();
  auto* node = Make<IfExpr>(begin);
  node->test = test;
  node->body = body;
  node->orelse = orelse;
  Raise(node, test);
  Raise(node, body);
  Raise(node, orelse);
  return node;
}

Expr* Parser::ParseLambda() {
  const uint32_t begin = Here().begin;
  Expect(TokenKind::kLambdaKeyword);
  Parameters* params = ParseParameters(true);
  Expect(TokenKind::kColon);
  Expr* body = ParseExpression();
  auto* node = Make<LambdaExpr>(begin);
  node->params = params;
  node->body = body;
  Raise(node, body);
  for (const Param& param : params->positional) Raise(node, param.default_value);
  for (const Param& param : params->kwonly) Raise(node, param.default_value);
  return node;
}

Expr* Parser::ParseDisjunction() {
  const uint32_t begin = Here().begin;
  Expr* first = ParseConjunction();
  if (!At(TokenKind::kOrKeyword)) return first;
  Exprs values{first};
  while (Accept(TokenKind::kOrKeyword)) values.push_back(ParseConjunction());
  auto* node = Make<BoolOpExpr>(begin);
  node->op = BoolOp::kOr;
  node->values = Copy(values);
  Raise(node, node->values);
  return node;
}

Expr* Parser::ParseConjunction() {
  const uint32_t begin = Here().begin;
  Expr* first = ParseInversion();
  if (!At(TokenKind::kAndKeyword)) return first;
  Exprs values{first};
  while (Accept(TokenKind::kAndKeyword)) values.push_back(ParseInversion());
  auto* node = Make<BoolOpExpr>(begin);
  node->op = BoolOp::kAnd;
  node->values = Copy(values);
  Raise(node, node->values);
  return node;
}

Expr* Parser::ParseInversion() {
  if (!At(TokenKind::kNotKeyword)) return ParseComparison();
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* value = ParseInversion();
  auto* node = Make<UnaryOpExpr>(begin);
  node->op = UnaryOp::kNot;
  node->value = value;
  Raise(node, value);
  return node;
}

bool Parser::AtComparison(CmpOp* op, int* tokens) const {
  *tokens = 1;
  switch (Kind()) {
    case TokenKind::kEqualEqual:
      return *op = CmpOp::kEq, true;
    case TokenKind::kNotEqual:
      // Python 2's `<>` is a token, but only a joke of PEP 401 accepts it.
      return *op = CmpOp::kNotEq, Text(Current()) == "!=";
    case TokenKind::kLess:
      return *op = CmpOp::kLt, true;
    case TokenKind::kLessEqual:
      return *op = CmpOp::kLtE, true;
    case TokenKind::kGreater:
      return *op = CmpOp::kGt, true;
    case TokenKind::kGreaterEqual:
      return *op = CmpOp::kGtE, true;
    case TokenKind::kInKeyword:
      return *op = CmpOp::kIn, true;
    case TokenKind::kIsKeyword:
      if (Kind(1) == TokenKind::kNotKeyword) return *tokens = 2, *op = CmpOp::kIsNot, true;
      return *op = CmpOp::kIs, true;
    case TokenKind::kNotKeyword:
      return *tokens = 2, *op = CmpOp::kNotIn, Kind(1) == TokenKind::kInKeyword;
    default:
      return false;
  }
}

Expr* Parser::ParseComparison() {
  const uint32_t begin = Here().begin;
  Expr* left = ParseBitOr();
  CmpOp op;
  int tokens;
  if (!AtComparison(&op, &tokens)) return left;
  SmallVector<CmpOp, 4> ops;
  Exprs comparators;
  do {
    at_ += tokens;
    ops.push_back(op);
    comparators.push_back(ParseBitOr());
  } while (AtComparison(&op, &tokens));
  auto* node = Make<CompareExpr>(begin);
  node->left = left;
  node->ops = arena_.Copy(ops.data(), ops.size());
  node->comparators = Copy(comparators);
  Raise(node, left);
  Raise(node, node->comparators);
  return node;
}

Expr* Parser::ParseBinary(int min_precedence) {
  const uint32_t begin = Here().begin;
  Expr* left = ParseUnary();
  for (;;) {
    const BinaryRow row = BinaryOf(Kind());
    if (row.precedence < min_precedence || row.precedence == 0) return left;
    ++at_;
    Expr* right = ParseBinary(row.precedence + 1);
    auto* node = Make<BinOpExpr>(begin);
    node->op = row.op;
    node->left = left;
    node->right = right;
    Raise(node, left);
    Raise(node, right);
    left = node;
  }
}

Expr* Parser::ParseUnary() {
  UnaryOp op;
  switch (Kind()) {
    case TokenKind::kMinus:
      op = UnaryOp::kUSub;
      break;
    case TokenKind::kPlus:
      op = UnaryOp::kUAdd;
      break;
    case TokenKind::kTilde:
      op = UnaryOp::kInvert;
      break;
    default:
      return ParsePower();
  }
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* value = ParseUnary();
  auto* node = Make<UnaryOpExpr>(begin);
  node->op = op;
  node->value = value;
  Raise(node, value);
  return node;
}

Expr* Parser::ParsePower() {
  const uint32_t begin = Here().begin;
  Expr* base = At(TokenKind::kAwaitKeyword) ? ParseAwait() : ParsePrimary();
  if (!Accept(TokenKind::kDoubleStar)) return base;
  Nesting nesting(this);
  Expr* exponent = ParseUnary();
  auto* node = Make<BinOpExpr>(begin);
  node->op = BinOp::kPow;
  node->left = base;
  node->right = exponent;
  Raise(node, base);
  Raise(node, exponent);
  return node;
}

Expr* Parser::ParseAwait() {
  const uint32_t begin = Here().begin;
  Expect(TokenKind::kAwaitKeyword);
  Expr* value = ParsePrimary();
  auto* node = Make<AwaitExpr>(begin);
  node->value = value;
  Raise(node, value);
  return node;
}

// What a further element of a list without brackets can begin with.
bool Parser::AtExpressionStart() const {
  switch (Kind()) {
    case TokenKind::kName:
    case TokenKind::kNumber:
    case TokenKind::kString:
    case TokenKind::kFalseKeyword:
    case TokenKind::kNoneKeyword:
    case TokenKind::kTrueKeyword:
    case TokenKind::kAwaitKeyword:
    case TokenKind::kLambdaKeyword:
    case TokenKind::kNotKeyword:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kEllipsis:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kStar:
    case TokenKind::kTilde:
      return true;
    default:
      return false;
  }
}

}  // namespace tp::ast
