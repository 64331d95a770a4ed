// The SyntaxWarnings of CPython's compiler (compile.c: check_compare, check_caller, check_subscripter,
// check_index, compiler_assert), with its texts. It compiles the test of a `while` and the block of a
// `finally` twice, and says what it sees there twice.
#include <algorithm>

#include "core/lang/check.h"
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

class Warnings : public ChildVisitor {
 public:
  explicit Warnings(const Module& module) : module_(module) {}
  std::vector<Diagnostic> found;

  void Visit(Pattern* pattern) override { VisitChildren(pattern, *this); }
  void Visit(Stmt* stmt) override;
  void Visit(Expr* expr) override;

 private:
  void Warn(Span span, std::string message) {
    Diagnostic& warning = found.emplace_back();
    warning.kind = "SyntaxWarning";
    warning.message = std::move(message);
    warning.file = module_.file.get();
    warning.span = span;
  }
  void Visit(const Block& block) {
    for (Stmt* stmt : block) Visit(stmt);
  }
  // What a `return` or a `break` leaves: the blocks of the `finally`s around it are compiled there, too.
  void Leave(bool to_loop);
  void CheckCompare(const CompareExpr* node, bool negated);
  void CheckSubscript(const SubscriptExpr* node);

  const Module& module_;
  std::vector<const Stmt*> around_;  // loops, and statements with a `finally` whose body is being compiled
};

// What the compiler's optimiser has made of a sign in front of a number.
const Expr* Folded(const Expr* expr) {
  while (const auto* sign = As<UnaryOpExpr>(expr)) {
    if (sign->op == UnaryOp::kNot) break;
    expr = sign->value;
  }
  return expr;
}

// Of an expression of numbers alone what the optimiser makes: `int`, `float`, `complex`; null if it does not
// fold it.
const char* NumberSeen(const Expr* expr) {
  expr = Folded(expr);
  if (const auto* constant = As<ConstantExpr>(expr)) {
    switch (constant->constant) {
      case ConstantKind::kTrue:
      case ConstantKind::kFalse:
      case ConstantKind::kInt:
      case ConstantKind::kBigInt:
        return "int";
      case ConstantKind::kFloat:
        return "float";
      case ConstantKind::kImaginary:
        return "complex";
      default:
        return nullptr;
    }
  }
  const auto* sum = As<BinOpExpr>(expr);
  if (!sum) return nullptr;
  const char *left = NumberSeen(sum->left), *right = NumberSeen(sum->right);
  if (!left || !right) return nullptr;
  // What would fail is left for the run.
  const auto* divisor = As<ConstantExpr>(Folded(sum->right));
  if ((sum->op == BinOp::kDiv || sum->op == BinOp::kFloorDiv || sum->op == BinOp::kMod) && divisor &&
      (divisor->constant == ConstantKind::kInt     ? divisor->int_value == 0
       : divisor->constant == ConstantKind::kFloat ? divisor->float_value == 0
                                                   : divisor->constant == ConstantKind::kFalse))
    return nullptr;
  const auto rank = [](const char* type) { return *type == 'i' ? 0 : *type == 'f' ? 1 : 2; };
  if (sum->op == BinOp::kDiv && rank(left) == 0 && rank(right) == 0) return "float";
  if (sum->op == BinOp::kPow && rank(left) == 0 && As<UnaryOpExpr>(sum->right)) return "float";
  return rank(left) > rank(right) ? left : right;
}

// What the optimiser makes of texts and tuples: they are joined and repeated, never formatted. Null: nothing.
bool IsConstant(const Expr* expr);
const char* JoinSeen(const BinOpExpr* sum) {
  const auto type = [](const Expr* part) -> const char* {
    part = Folded(part);
    if (const auto* inner = As<BinOpExpr>(part))
      return NumberSeen(inner) ? NumberSeen(inner) : JoinSeen(inner);
    if (As<TupleExpr>(part)) return IsConstant(part) ? "tuple" : nullptr;
    const auto* constant = As<ConstantExpr>(part);
    if (!constant) return nullptr;
    return constant->constant == ConstantKind::kStr     ? "str"
           : constant->constant == ConstantKind::kBytes ? "bytes"
                                                        : NumberSeen(part);
  };
  const char *left = type(sum->left), *right = type(sum->right);
  if (!left || !right) return nullptr;
  const std::string_view a = left, b = right;
  if (sum->op == BinOp::kAdd && a == b && (a == "str" || a == "bytes" || a == "tuple")) return left;
  if (sum->op != BinOp::kMult || (a == "int") == (b == "int")) return nullptr;
  return a == "int" ? (b == "float" || b == "complex" ? nullptr : right)
                    : (a == "float" || a == "complex" ? nullptr : left);
}

bool IsConstant(const Expr* expr) {
  const auto* tuple = As<TupleExpr>(expr);
  if (const auto* sum = As<BinOpExpr>(Folded(expr))) return NumberSeen(sum) || JoinSeen(sum);
  return As<ConstantExpr>(Folded(expr)) ||
         (tuple && std::all_of(tuple->elements.begin(), tuple->elements.end(), IsConstant));
}

// The type's name of an expression whose type is seen; null for others.
const char* TypeSeen(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kTuple:
      return "tuple";
    case ExprKind::kList:
    case ExprKind::kListComp:
      return "list";
    case ExprKind::kDict:
    case ExprKind::kDictComp:
      return "dict";
    case ExprKind::kSet:
    case ExprKind::kSetComp:
      return "set";
    case ExprKind::kGeneratorExp:
      return "generator";
    case ExprKind::kLambda:
      return "function";
    case ExprKind::kJoinedStr:
    case ExprKind::kFormattedValue:
      return "str";
    default:
      break;
  }
  if (const auto* sum = As<BinOpExpr>(Folded(expr))) return NumberSeen(sum) ? NumberSeen(sum) : JoinSeen(sum);
  const auto* constant = As<ConstantExpr>(Folded(expr));
  // In ConstantKind's order.
  static constexpr const char* kNames[] = {"NoneType", "bool",  "bool",    "ellipsis", "int",
                                           "int",      "float", "complex", "str",      "bytes"};
  return constant ? kNames[static_cast<size_t>(constant->constant)] : nullptr;
}

// A constant that one may compare with `is`, or none at all.
bool IsFitting(const Expr* expr) {
  const auto* constant = As<ConstantExpr>(expr);
  return !IsConstant(expr) || (constant && constant->constant <= ConstantKind::kEllipsis);
}

void Warnings::CheckCompare(const CompareExpr* node, bool negated) {
  const Expr* left = node->left;
  for (size_t i = 0; i < node->ops.size(); ++i) {
    const Expr* right = node->comparators[i];
    const bool is = node->ops[i] == CmpOp::kIs;
    if ((is || node->ops[i] == CmpOp::kIsNot) && !(IsFitting(left) && IsFitting(right)))
      return Warn(node->span, is != negated ? "\"is\" with a literal. Did you mean \"==\"?"
                                            : "\"is not\" with a literal. Did you mean \"!=\"?");
    left = right;
  }
}

void Warnings::CheckSubscript(const SubscriptExpr* node) {
  const char *value = TypeSeen(node->value), *index = TypeSeen(node->slice);
  if (!value) return;
  const std::string_view type = value;
  const bool sequence = type == "str" || type == "bytes" || type == "tuple" || type == "list";
  if (!sequence && type != "dict")
    return Warn(node->span,
                "'" + std::string(type) + "' object is not subscriptable; perhaps you missed a comma?");
  if (sequence && index && std::string_view(index) != "int" && std::string_view(index) != "bool")
    Warn(node->span, std::string(type) + " indices must be integers or slices, not " + index +
                         "; perhaps you missed a comma?");
}

void Warnings::Visit(Expr* expr) {
  if (auto* call = As<CallExpr>(expr)) {
    const char* type = TypeSeen(call->func);
    if (type && call->func->kind != ExprKind::kLambda)
      Warn(expr->span, std::string("'") + type + "' object is not callable; perhaps you missed a comma?");
  } else if (auto* subscript = As<SubscriptExpr>(expr)) {
    if (subscript->context == ExprContext::kLoad) CheckSubscript(subscript);
  } else if (auto* compare = As<CompareExpr>(expr)) {
    CheckCompare(compare, false);
  } else if (auto* unary = As<UnaryOpExpr>(expr); unary && unary->op == UnaryOp::kNot) {
    // `not a is b` is compiled as `a is not b`.
    auto* inner = As<CompareExpr>(unary->value);
    if (inner && inner->ops.size() == 1) {
      CheckCompare(inner, true);
      return VisitChildren(inner, *this);
    }
  }
  VisitChildren(expr, *this);
}

void Warnings::Visit(Stmt* stmt) {
  if (auto* assertion = As<AssertStmt>(stmt)) {
    auto* tuple = As<TupleExpr>(assertion->test);
    if (tuple && !tuple->elements.empty())
      Warn(stmt->span, "assertion is always true, perhaps remove parentheses?");
  }
  if (auto* loop = As<WhileStmt>(stmt)) {
    Visit(loop->test);
    around_.push_back(stmt);
    Visit(loop->body);
    around_.pop_back();
    Visit(loop->test);
    Visit(loop->orelse);
    return;
  }
  if (stmt->kind == StmtKind::kTry || stmt->kind == StmtKind::kTryStar) {
    auto* guarded = static_cast<TryStmt*>(stmt);
    if (!guarded->finalbody.empty()) around_.push_back(stmt);
    Visit(guarded->body);
    Visit(guarded->orelse);
    for (ExceptHandler& handler : guarded->handlers) {
      if (handler.type) Visit(handler.type);
      Visit(handler.body);
    }
    if (guarded->finalbody.empty()) return;
    around_.pop_back();
    Visit(guarded->finalbody);
    Visit(guarded->finalbody);
    return;
  }
  if (auto* loop = As<ForStmt>(stmt)) {
    Visit(loop->iter);
    Visit(loop->target);
    around_.push_back(stmt);
    Visit(loop->body);
    around_.pop_back();
    return Visit(loop->orelse);
  }
  const bool inner = stmt->kind == StmtKind::kFunctionDef || stmt->kind == StmtKind::kAsyncFunctionDef ||
                     stmt->kind == StmtKind::kClassDef;
  std::vector<const Stmt*> outside;
  if (inner) outside.swap(around_);
  VisitChildren(stmt, *this);
  if (inner) around_.swap(outside);
  if (stmt->kind == StmtKind::kReturn) Leave(false);
  if (stmt->kind == StmtKind::kBreak || stmt->kind == StmtKind::kContinue) Leave(true);
}

void Warnings::Leave(bool to_loop) {
  const std::vector<const Stmt*> all = around_;
  while (!around_.empty()) {
    const Stmt* left = around_.back();
    if (to_loop && left->kind != StmtKind::kTry && left->kind != StmtKind::kTryStar) break;
    around_.pop_back();
    if (left->kind == StmtKind::kTry || left->kind == StmtKind::kTryStar)
      Visit(static_cast<const TryStmt*>(left)->finalbody);
  }
  around_ = all;
}

}  // namespace

std::vector<Diagnostic> CheckWarnings(const Module& module) {
  Warnings warnings(module);
  for (Stmt* stmt : module.body) warnings.Visit(stmt);
  return std::move(warnings.found);
}

}  // namespace tp::ast
