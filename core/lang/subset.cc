// What Python has and the spec language has not. What stands inside a refused construct is not told again.
#include "core/lang/check.h"
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

class SubsetCheck : public ChildVisitor {
 public:
  explicit SubsetCheck(const Module& module) : module_(module) {}

  std::vector<Diagnostic> Run() {
    for (Stmt* stmt : module_.body) Visit(stmt);
    return std::move(found_);
  }

  void Visit(Stmt* stmt) override {
    const uint32_t begin = stmt->span.begin;
    switch (stmt->kind) {
      case StmtKind::kAsyncFunctionDef:
        return Refuse({begin, begin + 9}, "`async def`",
                      "use `def`; calls in one spec run one after another (docs/language.md#async)");
      case StmtKind::kAsyncFor:
        return Refuse({begin, begin + 9}, "`async for`", "use `for` (docs/language.md#async)");
      case StmtKind::kAsyncWith:
        return Refuse({begin, begin + 10}, "`async with`", "use `with` (docs/language.md#async)");
      case StmtKind::kTryStar: {
        const auto* node = Cast<TryStmt>(stmt);
        const uint32_t at = node->handlers[0].span.begin;
        Refuse({at, at + 7}, "`except*`",
               "use `except`; nothing raises exception groups (docs/language.md#except)");
        break;
      }
      case StmtKind::kClassDef:
        for (const Keyword& keyword : Cast<ClassDefStmt>(stmt)->keywords)
          if (keyword.arg && keyword.arg->text == "metaclass" && !IsKnownMetaclass(keyword.value))
            Refuse(keyword.span, "a metaclass other than ABCMeta and EnumMeta",
                   "register in `__init_subclass__` (docs/language.md#class)");
        break;
      default:
        break;
    }
    VisitChildren(stmt, *this);
  }

  void Visit(Expr* expr) override {
    if (expr->kind == ExprKind::kAwait)
      return Refuse({expr->span.begin, expr->span.begin + 5}, "`await`",
                    "call the function (docs/language.md#async)");
    if (expr->kind >= ExprKind::kListComp && expr->kind <= ExprKind::kGeneratorExp)
      for (const Comprehension& clause : Cast<ComprehensionExpr>(expr)->generators)
        if (clause.is_async)
          return Refuse(expr->span, "an asynchronous comprehension", "use `for` (docs/language.md#async)");
    VisitChildren(expr, *this);
  }

  void Visit(Pattern* pattern) override { VisitChildren(pattern, *this); }

 private:
  static bool IsKnownMetaclass(const Expr* expr) {
    std::string_view name;
    if (const auto* plain = As<NameExpr>(expr)) name = plain->ref.written->text;
    if (const auto* dotted = As<AttributeExpr>(expr)) name = dotted->written->text;
    return name == "ABCMeta" || name == "EnumMeta" || name == "EnumType" || name == "type";
  }

  void Refuse(Span span, const std::string& what, const char* help) {
    Diagnostic diagnostic;
    diagnostic.message = what + " is not in the spec language";
    diagnostic.help = help;
    diagnostic.file = module_.file.get();
    diagnostic.span = span;
    found_.push_back(std::move(diagnostic));
  }

  const Module& module_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> CheckSubset(const Module& module) { return SubsetCheck(module).Run(); }

}  // namespace tp::ast
