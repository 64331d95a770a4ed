// VisitChildren: one case a kind.
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

class Children {
 public:
  explicit Children(ChildVisitor& visitor) : visitor_(visitor) {}

  void Each(Expr* expr) {
    if (expr) visitor_.Visit(expr);
  }
  void Each(Pattern* pattern) {
    if (pattern) visitor_.Visit(pattern);
  }
  void Each(const Block& block) {
    for (Stmt* stmt : block) visitor_.Visit(stmt);
  }
  template <typename T>
  void Each(const List<T>& list) {
    for (const T& item : list) Each(item);
  }
  void Each(const Keyword& keyword) { Each(keyword.value); }
  void Each(const Param& param) {
    Each(param.annotation);
    Each(param.default_value);
  }
  void Each(const Parameters* params) {
    Each(params->positional);
    if (params->vararg) Each(*params->vararg);
    Each(params->kwonly);
    if (params->kwarg) Each(*params->kwarg);
  }
  void Each(const WithItem& item) {
    Each(item.context);
    Each(item.target);
  }
  void Each(const ExceptHandler& handler) {
    Each(handler.type);
    Each(handler.body);
  }
  void Each(const MatchCase& one) {
    Each(one.pattern);
    Each(one.guard);
    Each(one.body);
  }
  void Each(const Comprehension& clause) {
    Each(clause.target);
    Each(clause.iter);
    Each(clause.ifs);
  }
  template <typename First, typename Second, typename... Rest>
  void Each(const First& first, const Second& second, const Rest&... rest) {
    Each(first);
    Each(second, rest...);
  }

 private:
  ChildVisitor& visitor_;
};

}  // namespace

void VisitChildren(Stmt* stmt, ChildVisitor& visitor) {
  Children c(visitor);
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: {
      auto* node = Cast<FunctionDefStmt>(stmt);
      return c.Each(node->decorators, node->params, node->returns, node->body);
    }
    case StmtKind::kClassDef: {
      auto* node = Cast<ClassDefStmt>(stmt);
      return c.Each(node->decorators, node->bases, node->keywords, node->body);
    }
    case StmtKind::kReturn:
      return c.Each(Cast<ReturnStmt>(stmt)->value);
    case StmtKind::kDelete:
      return c.Each(Cast<DeleteStmt>(stmt)->targets);
    case StmtKind::kAssign:
      return c.Each(Cast<AssignStmt>(stmt)->targets, Cast<AssignStmt>(stmt)->value);
    case StmtKind::kAugAssign:
      return c.Each(Cast<AugAssignStmt>(stmt)->target, Cast<AugAssignStmt>(stmt)->value);
    case StmtKind::kAnnAssign: {
      auto* node = Cast<AnnAssignStmt>(stmt);
      return c.Each(node->target, node->annotation, node->value);
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      auto* node = Cast<ForStmt>(stmt);
      return c.Each(node->target, node->iter, node->body, node->orelse);
    }
    case StmtKind::kWhile: {
      auto* node = Cast<WhileStmt>(stmt);
      return c.Each(node->test, node->body, node->orelse);
    }
    case StmtKind::kIf: {
      auto* node = Cast<IfStmt>(stmt);
      return c.Each(node->test, node->body, node->orelse);
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith:
      return c.Each(Cast<WithStmt>(stmt)->items, Cast<WithStmt>(stmt)->body);
    case StmtKind::kMatch:
      return c.Each(Cast<MatchStmt>(stmt)->subject, Cast<MatchStmt>(stmt)->cases);
    case StmtKind::kRaise:
      return c.Each(Cast<RaiseStmt>(stmt)->exc, Cast<RaiseStmt>(stmt)->cause);
    case StmtKind::kTry:
    case StmtKind::kTryStar: {
      auto* node = Cast<TryStmt>(stmt);
      return c.Each(node->body, node->handlers, node->orelse, node->finalbody);
    }
    case StmtKind::kAssert:
      return c.Each(Cast<AssertStmt>(stmt)->test, Cast<AssertStmt>(stmt)->message);
    case StmtKind::kExpr:
      return c.Each(Cast<ExprStmt>(stmt)->value);
    case StmtKind::kImport:
    case StmtKind::kImportFrom:
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal:
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      return;
  }
}

void VisitChildren(Expr* expr, ChildVisitor& visitor) {
  Children c(visitor);
  switch (expr->kind) {
    case ExprKind::kBoolOp:
      return c.Each(Cast<BoolOpExpr>(expr)->values);
    case ExprKind::kNamedExpr:
      return c.Each(Cast<NamedExpr>(expr)->target, Cast<NamedExpr>(expr)->value);
    case ExprKind::kBinOp:
      return c.Each(Cast<BinOpExpr>(expr)->left, Cast<BinOpExpr>(expr)->right);
    case ExprKind::kUnaryOp:
      return c.Each(Cast<UnaryOpExpr>(expr)->value);
    case ExprKind::kLambda:
      return c.Each(Cast<LambdaExpr>(expr)->params, Cast<LambdaExpr>(expr)->body);
    case ExprKind::kIfExp: {
      auto* node = Cast<IfExpr>(expr);
      return c.Each(node->test, node->body, node->orelse);
    }
    case ExprKind::kDict:
      return c.Each(Cast<DictExpr>(expr)->keys, Cast<DictExpr>(expr)->values);
    case ExprKind::kSet:
      return c.Each(Cast<SetExpr>(expr)->elements);
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp: {
      auto* node = Cast<ComprehensionExpr>(expr);
      return c.Each(node->element, node->value, node->generators);
    }
    case ExprKind::kAwait:
      return c.Each(Cast<AwaitExpr>(expr)->value);
    case ExprKind::kYield:
      return c.Each(Cast<YieldExpr>(expr)->value);
    case ExprKind::kYieldFrom:
      return c.Each(Cast<YieldFromExpr>(expr)->value);
    case ExprKind::kCompare:
      return c.Each(Cast<CompareExpr>(expr)->left, Cast<CompareExpr>(expr)->comparators);
    case ExprKind::kCall: {
      auto* node = Cast<CallExpr>(expr);
      return c.Each(node->func, node->args, node->keywords);
    }
    case ExprKind::kFormattedValue:
      return c.Each(Cast<FormattedValueExpr>(expr)->value, Cast<FormattedValueExpr>(expr)->format_spec);
    case ExprKind::kJoinedStr:
      return c.Each(Cast<JoinedStrExpr>(expr)->values);
    case ExprKind::kAttribute:
      return c.Each(Cast<AttributeExpr>(expr)->value);
    case ExprKind::kSubscript:
      return c.Each(Cast<SubscriptExpr>(expr)->value, Cast<SubscriptExpr>(expr)->slice);
    case ExprKind::kStarred:
      return c.Each(Cast<StarredExpr>(expr)->value);
    case ExprKind::kList:
      return c.Each(Cast<ListExpr>(expr)->elements);
    case ExprKind::kTuple:
      return c.Each(Cast<TupleExpr>(expr)->elements);
    case ExprKind::kSlice: {
      auto* node = Cast<SliceExpr>(expr);
      return c.Each(node->lower, node->upper, node->step);
    }
    case ExprKind::kConstant:
    case ExprKind::kName:
      return;
  }
}

void VisitChildren(Pattern* pattern, ChildVisitor& visitor) {
  Children c(visitor);
  switch (pattern->kind) {
    case PatternKind::kMatchValue:
      return c.Each(Cast<MatchValuePattern>(pattern)->value);
    case PatternKind::kMatchSequence:
      return c.Each(Cast<MatchSequencePattern>(pattern)->patterns);
    case PatternKind::kMatchMapping:
      return c.Each(Cast<MatchMappingPattern>(pattern)->keys, Cast<MatchMappingPattern>(pattern)->patterns);
    case PatternKind::kMatchClass: {
      auto* node = Cast<MatchClassPattern>(pattern);
      return c.Each(node->cls, node->patterns, node->kwd_patterns);
    }
    case PatternKind::kMatchAs:
      return c.Each(Cast<MatchAsPattern>(pattern)->pattern);
    case PatternKind::kMatchOr:
      return c.Each(Cast<MatchOrPattern>(pattern)->patterns);
    case PatternKind::kMatchSingleton:
    case PatternKind::kMatchStar:
      return;
  }
}

}  // namespace tp::ast
