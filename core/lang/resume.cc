// Resume points of generators: which nodes have a yield inside, and how many values each of them may have to
// keep while it is suspended (the rule stands at ResumePoint in function_info.h). Yields of nested functions
// do not count.
#include <vector>

#include "core/lang/scopes.h"

namespace tp::ast {
namespace {

class ResumeWalker {
 public:
  ResumeWalker(Module& module, FunctionInfo& info) : module_(module), info_(info) {}

  void Run() {
    if (info_.stmt) {
      const Stmt* stmt = info_.stmt;
      if (stmt->kind == StmtKind::kClassDef) return;
      Walk(&const_cast<FunctionDefStmt*>(Cast<FunctionDefStmt>(stmt))->body);
    } else if (info_.kind == FunctionKind::kLambda) {
      Walk(Cast<LambdaExpr>(info_.expr)->body);
    } else if (info_.expr) {
      WalkComprehensionBody(Cast<ComprehensionExpr>(info_.expr));
    }
    info_.resume_points = module_.arena.Copy(points_);
    info_.num_value_slots = num_values_;
  }

 private:
  uint32_t Point(uint32_t values) {
    points_.push_back({num_values_, values});
    num_values_ += values;
    return static_cast<uint32_t>(points_.size() - 1);
  }

  // Each returns whether a yield stands inside.
  bool Walk(Block* block) {
    bool inside = false;
    for (Stmt* stmt : *block) inside |= Walk(stmt);
    if (inside) block->resume = Point(0);
    return inside;
  }
  bool Walk(List<Expr*> exprs) {
    bool inside = false;
    for (Expr* expr : exprs) inside |= Walk(expr);
    return inside;
  }
  bool Walk(List<Keyword> keywords) {
    bool inside = false;
    for (Keyword& keyword : keywords) inside |= Walk(keyword.value);
    return inside;
  }
  bool WalkDefaults(Parameters* params) {
    bool inside = false;
    for (Param& param : params->positional) inside |= Walk(param.default_value) | Walk(param.annotation);
    for (Param& param : params->kwonly) inside |= Walk(param.default_value) | Walk(param.annotation);
    if (params->vararg) inside |= Walk(params->vararg->annotation);
    if (params->kwarg) inside |= Walk(params->kwarg->annotation);
    return inside;
  }
  // A comprehension's own frame: the clauses but for the first iterator; its loops are the evaluator's
  // business.
  void WalkComprehensionBody(const ComprehensionExpr* node) {
    for (size_t i = 0; i < node->generators.size(); ++i) {
      const Comprehension& clause = node->generators[i];
      if (i > 0) Walk(clause.iter);
      Walk(clause.target);
      Walk(clause.ifs);
    }
    Walk(node->element);
    Walk(node->value);
  }

  bool Walk(Stmt* stmt);
  bool Walk(Expr* expr);

  Module& module_;
  FunctionInfo& info_;
  std::vector<ResumePoint> points_;
  uint32_t num_values_ = 0;
};

bool ResumeWalker::Walk(Stmt* stmt) {
  bool inside = false;
  uint32_t values = 0;
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: {
      auto* node = Cast<FunctionDefStmt>(stmt);
      inside = Walk(node->decorators) | WalkDefaults(node->params) | Walk(node->returns);
      const Parameters& params = *node->params;
      values = node->decorators.size() + 2 * params.positional.size() + 2 * params.kwonly.size() + 3;
      break;
    }
    case StmtKind::kClassDef: {
      auto* node = Cast<ClassDefStmt>(stmt);
      inside = Walk(node->decorators) | Walk(node->bases) | Walk(node->keywords);
      values = node->decorators.size() + node->bases.size() + node->keywords.size();
      break;
    }
    case StmtKind::kReturn:
      inside = Walk(Cast<ReturnStmt>(stmt)->value);
      values = 1;
      break;
    case StmtKind::kDelete:
      inside = Walk(Cast<DeleteStmt>(stmt)->targets);
      values = 2 * Cast<DeleteStmt>(stmt)->targets.size();
      break;
    case StmtKind::kAssign:
      inside = Walk(Cast<AssignStmt>(stmt)->value) | Walk(Cast<AssignStmt>(stmt)->targets);
      values = 1 + 2 * Cast<AssignStmt>(stmt)->targets.size();
      break;
    case StmtKind::kAugAssign:
      inside = Walk(Cast<AugAssignStmt>(stmt)->target) | Walk(Cast<AugAssignStmt>(stmt)->value);
      values = 4;  // object, key, the value before, the operand
      break;
    case StmtKind::kAnnAssign: {
      auto* node = Cast<AnnAssignStmt>(stmt);
      inside = Walk(node->value) | Walk(node->target) | Walk(node->annotation);
      values = 4;
      break;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      auto* node = Cast<ForStmt>(stmt);
      inside = Walk(node->iter) | Walk(node->target) | Walk(&node->body) | Walk(&node->orelse);
      values = 1;
      break;
    }
    case StmtKind::kWhile: {
      auto* node = Cast<WhileStmt>(stmt);
      inside = Walk(node->test) | Walk(&node->body) | Walk(&node->orelse);
      break;
    }
    case StmtKind::kIf: {
      auto* node = Cast<IfStmt>(stmt);
      inside = Walk(node->test) | Walk(&node->body) | Walk(&node->orelse);
      break;
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: {
      auto* node = Cast<WithStmt>(stmt);
      for (WithItem& item : node->items) inside |= Walk(item.context) | Walk(item.target);
      inside |= Walk(&node->body);
      values = 2 * node->items.size();
      break;
    }
    case StmtKind::kMatch: {
      auto* node = Cast<MatchStmt>(stmt);
      inside = Walk(node->subject);
      for (MatchCase& one : node->cases) inside |= Walk(one.guard) | Walk(&one.body);
      values = 1;
      break;
    }
    case StmtKind::kRaise:
      inside = Walk(Cast<RaiseStmt>(stmt)->exc) | Walk(Cast<RaiseStmt>(stmt)->cause);
      values = 2;
      break;
    case StmtKind::kTry:
    case StmtKind::kTryStar: {
      auto* node = Cast<TryStmt>(stmt);
      inside = Walk(&node->body);
      for (ExceptHandler& handler : node->handlers) inside |= Walk(handler.type) | Walk(&handler.body);
      inside |= Walk(&node->orelse) | Walk(&node->finalbody);
      values = 2;
      break;
    }
    case StmtKind::kAssert:
      inside = Walk(Cast<AssertStmt>(stmt)->test) | Walk(Cast<AssertStmt>(stmt)->message);
      values = 2;
      break;
    case StmtKind::kExpr:
      inside = Walk(Cast<ExprStmt>(stmt)->value);
      values = 1;
      break;
    case StmtKind::kImport:
    case StmtKind::kImportFrom:
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal:
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      break;
  }
  if (inside) stmt->resume = Point(values);
  return inside;
}

bool ResumeWalker::Walk(Expr* expr) {
  if (!expr) return false;
  bool inside = false;
  uint32_t values = 1;
  switch (expr->kind) {
    case ExprKind::kBoolOp:
      inside = Walk(Cast<BoolOpExpr>(expr)->values);
      break;
    case ExprKind::kNamedExpr:
      inside = Walk(Cast<NamedExpr>(expr)->value);
      break;
    case ExprKind::kBinOp:
      inside = Walk(Cast<BinOpExpr>(expr)->left) | Walk(Cast<BinOpExpr>(expr)->right);
      values = 2;
      break;
    case ExprKind::kUnaryOp:
      inside = Walk(Cast<UnaryOpExpr>(expr)->value);
      break;
    case ExprKind::kLambda: {
      const Parameters& params = *Cast<LambdaExpr>(expr)->params;
      inside = WalkDefaults(Cast<LambdaExpr>(expr)->params);
      values = params.positional.size() + params.kwonly.size();
      break;
    }
    case ExprKind::kIfExp: {
      auto* node = Cast<IfExpr>(expr);
      inside = Walk(node->test) | Walk(node->body) | Walk(node->orelse);
      break;
    }
    case ExprKind::kDict:
      inside = Walk(Cast<DictExpr>(expr)->keys) | Walk(Cast<DictExpr>(expr)->values);
      values = 2 * Cast<DictExpr>(expr)->values.size();
      break;
    case ExprKind::kSet:
      inside = Walk(Cast<SetExpr>(expr)->elements);
      values = Cast<SetExpr>(expr)->elements.size();
      break;
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp:
      inside = Walk(Cast<ComprehensionExpr>(expr)->generators[0].iter);
      break;
    case ExprKind::kAwait:
      Walk(Cast<AwaitExpr>(expr)->value);
      inside = true;
      break;
    case ExprKind::kYield:
      Walk(Cast<YieldExpr>(expr)->value);
      inside = true;
      break;
    case ExprKind::kYieldFrom:
      Walk(Cast<YieldFromExpr>(expr)->value);
      inside = true;
      break;
    case ExprKind::kCompare:
      inside = Walk(Cast<CompareExpr>(expr)->left) | Walk(Cast<CompareExpr>(expr)->comparators);
      values = 2;
      break;
    case ExprKind::kCall: {
      auto* node = Cast<CallExpr>(expr);
      inside = Walk(node->func) | Walk(node->args) | Walk(node->keywords);
      values = 1 + node->args.size() + node->keywords.size();
      break;
    }
    case ExprKind::kFormattedValue:
      inside =
          Walk(Cast<FormattedValueExpr>(expr)->value) | Walk(Cast<FormattedValueExpr>(expr)->format_spec);
      break;
    case ExprKind::kJoinedStr:
      inside = Walk(Cast<JoinedStrExpr>(expr)->values);
      values = Cast<JoinedStrExpr>(expr)->values.size();
      break;
    case ExprKind::kAttribute:
      inside = Walk(Cast<AttributeExpr>(expr)->value);
      values = 2;
      break;
    case ExprKind::kSubscript:
      inside = Walk(Cast<SubscriptExpr>(expr)->value) | Walk(Cast<SubscriptExpr>(expr)->slice);
      values = 3;
      break;
    case ExprKind::kStarred:
      inside = Walk(Cast<StarredExpr>(expr)->value);
      break;
    case ExprKind::kList:
      inside = Walk(Cast<ListExpr>(expr)->elements);
      values = Cast<ListExpr>(expr)->elements.size();
      break;
    case ExprKind::kTuple:
      inside = Walk(Cast<TupleExpr>(expr)->elements);
      values = Cast<TupleExpr>(expr)->elements.size();
      break;
    case ExprKind::kSlice: {
      auto* node = Cast<SliceExpr>(expr);
      inside = Walk(node->lower) | Walk(node->upper) | Walk(node->step);
      values = 3;
      break;
    }
    case ExprKind::kConstant:
    case ExprKind::kName:
      break;
  }
  if (inside) expr->resume = Point(values);
  return inside;
}

}  // namespace

void AssignResumePoints(Module& module, FunctionInfo& info) { ResumeWalker(module, info).Run(); }

}  // namespace tp::ast
