// Names of expressions and the search for what is no target, as CPython's pegen does both.
#include "core/lang/target.h"

namespace tp::ast {

const char* ExprName(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kAttribute:
      return "attribute";
    case ExprKind::kSubscript:
      return "subscript";
    case ExprKind::kStarred:
      return "starred";
    case ExprKind::kName:
      return "name";
    case ExprKind::kList:
      return "list";
    case ExprKind::kTuple:
      return "tuple";
    case ExprKind::kLambda:
      return "lambda";
    case ExprKind::kCall:
      return "function call";
    case ExprKind::kBoolOp:
    case ExprKind::kBinOp:
    case ExprKind::kUnaryOp:
      return "expression";
    case ExprKind::kGeneratorExp:
      return "generator expression";
    case ExprKind::kYield:
    case ExprKind::kYieldFrom:
      return "yield expression";
    case ExprKind::kAwait:
      return "await expression";
    case ExprKind::kListComp:
      return "list comprehension";
    case ExprKind::kSetComp:
      return "set comprehension";
    case ExprKind::kDictComp:
      return "dict comprehension";
    case ExprKind::kDict:
      return "dict literal";
    case ExprKind::kSet:
      return "set display";
    case ExprKind::kJoinedStr:
    case ExprKind::kFormattedValue:
      return "f-string expression";
    case ExprKind::kConstant:
      switch (Cast<ConstantExpr>(expr)->constant) {
        case ConstantKind::kNone:
          return "None";
        case ConstantKind::kTrue:
          return "True";
        case ConstantKind::kFalse:
          return "False";
        case ConstantKind::kEllipsis:
          return "ellipsis";
        default:
          return "literal";
      }
    case ExprKind::kCompare:
      return "comparison";
    case ExprKind::kIfExp:
      return "conditional expression";
    case ExprKind::kNamedExpr:
      return "named expression";
    case ExprKind::kSlice:
      return "slice";
  }
  return "expression";
}

const Expr* InvalidTarget(const Expr* expr, bool is_del) {
  const auto first = [&](List<Expr*> elements) -> const Expr* {
    for (const Expr* element : elements)
      if (const Expr* bad = InvalidTarget(element, is_del)) return bad;
    return nullptr;
  };
  switch (expr->kind) {
    case ExprKind::kName:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript:
      return nullptr;
    case ExprKind::kTuple:
      return first(Cast<TupleExpr>(expr)->elements);
    case ExprKind::kList:
      return first(Cast<ListExpr>(expr)->elements);
    case ExprKind::kStarred:
      return is_del ? expr : InvalidTarget(Cast<StarredExpr>(expr)->value, is_del);
    default:
      return expr;
  }
}

bool IsTarget(const Expr* expr, bool star_allowed) {
  if (expr->kind == ExprKind::kStarred && !star_allowed) return false;
  return InvalidTarget(expr, false) == nullptr;
}

}  // namespace tp::ast
