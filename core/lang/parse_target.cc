// What may be assigned to, deleted, or stand behind `for` and `as`.
#include "core/lang/parser.h"
#include "core/lang/target.h"

namespace tp::ast {

// An explicit stack is not needed: heights are limited.
void Parser::SetTarget(Expr* expr, ExprContext context, bool star_allowed) {
  switch (expr->kind) {
    case ExprKind::kName:
      Cast<NameExpr>(expr)->context = context;
      return;
    case ExprKind::kAttribute:
      Cast<AttributeExpr>(expr)->context = context;
      return;
    case ExprKind::kSubscript:
      Cast<SubscriptExpr>(expr)->context = context;
      return;
    case ExprKind::kTuple:
      Cast<TupleExpr>(expr)->context = context;
      for (Expr* element : Cast<TupleExpr>(expr)->elements) SetTarget(element, context, true);
      return;
    case ExprKind::kList:
      Cast<ListExpr>(expr)->context = context;
      for (Expr* element : Cast<ListExpr>(expr)->elements) SetTarget(element, context, true);
      return;
    case ExprKind::kStarred:
      if (!star_allowed || context == ExprContext::kDel) Fail();
      Cast<StarredExpr>(expr)->context = context;
      SetTarget(Cast<StarredExpr>(expr)->value, context, false);
      return;
    default:
      Fail();
  }
}

// star_targets: as far as a target can reach, so that `in` is left alone.
Expr* Parser::ParseTargetList() {
  const uint32_t begin = Here().begin;
  const auto parse_one = [&]() -> Expr* {
    return At(TokenKind::kStar) ? ParseStarExpression() : ParseBitOr();
  };
  Expr* target = parse_one();
  if (At(TokenKind::kComma)) {
    Exprs elements{target};
    while (Accept(TokenKind::kComma) && AtExpressionStart()) elements.push_back(parse_one());
    auto* tuple = Make<TupleExpr>(begin);
    tuple->elements = Copy(elements);
    Raise(tuple, tuple->elements);
    target = tuple;
  }
  if (!IsTarget(target, true)) FailTarget(target, ExprContext::kStore, false);
  SetTarget(target, ExprContext::kStore, true);
  return target;
}

}  // namespace tp::ast
