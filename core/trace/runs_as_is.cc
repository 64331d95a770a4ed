#include "core/trace/runs_as_is.h"

#include <fmt/format.h>

#include <vector>

#include "core/base/hash_map.h"
#include "core/interp/abstract.h"
#include "core/interp/interp.h"
#include "core/lang/unparse.h"
#include "core/lang/walk.h"

namespace tp {
namespace {

// All lambdas of a text that span a line, in the order of the text.
class LambdasAt : public ast::ChildVisitor {
 public:
  LambdasAt(const SourceFile& file, uint32_t line) : file_(file), line_(line) {}
  void Visit(ast::Stmt* stmt) override {
    if (Spans(stmt->span)) ast::VisitChildren(stmt, *this);
  }
  void Visit(ast::Expr* expr) override {
    if (!Spans(expr->span)) return;
    if (const auto* lambda = ast::As<ast::LambdaExpr>(expr)) found.push_back(lambda);
    ast::VisitChildren(expr, *this);
  }
  void Visit(ast::Pattern*) override {}
  std::vector<const ast::LambdaExpr*> found;

 private:
  bool Spans(Span span) const {
    return file_.Line(span.begin) <= line_ &&
           line_ <= file_.Line(span.end > span.begin ? span.end - 1 : span.end);
  }
  const SourceFile& file_;
  const uint32_t line_;
};

bool SameNames(const ast::Parameters& a, const ast::Parameters& b) {
  const auto equal = [](const List<ast::Param>& x, const List<ast::Param>& y) {
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i)
      if (x[i].written != y[i].written) return false;
    return true;
  };
  const auto star = [](const ast::Param* x, const ast::Param* y) {
    return x && y ? x->written == y->written : x == y;
  };
  return equal(a.positional, b.positional) && equal(a.kwonly, b.kwonly) && star(a.vararg, b.vararg) &&
         star(a.kwarg, b.kwarg);
}

std::string NameOf(const FunctionObject* function) {
  return Repr(Value::Borrow(const_cast<FunctionObject*>(function)));
}

// `known`: a part of Python that AutoGraph says it does not convert; anything else it takes for its own
// mistake.
void Warn(const FunctionObject* function, std::string_view cause, bool known) {
  TheInterp().err().Write(
      fmt::format("WARNING:tensorflow:AutoGraph could not transform {} and will run it as-is.\n{}Cause: {}\n"
                  "To silence this warning, decorate the function with "
                  "@tf.autograph.experimental.do_not_convert\n",
                  NameOf(function),
                  known ? ""
                        : "Please report this to the TensorFlow team. When filing the bug, set the verbosity "
                          "to 10 (on Linux, "
                          "`export AUTOGRAPH_VERBOSITY=10`) and attach the full output.\n",
                  cause));
}

bool Ask(const FunctionObject* function) {
  const FunctionCode& code = *function->code;
  if (code.info->unconvertible) {
    const std::string_view cause = code.info->unconvertible;
    Warn(function, cause, cause.ends_with("supported"));
    return true;
  }
  const std::string ambiguous = AmbiguousLambda(function);
  if (!ambiguous.empty()) Warn(function, ambiguous, true);
  return !ambiguous.empty();
}

}  // namespace

std::string AmbiguousLambda(const FunctionObject* function) {
  const FunctionCode& code = *function->code;
  if (code.info->kind != ast::FunctionKind::kLambda) return "";
  const auto* own = ast::As<ast::LambdaExpr>(code.info->expr);
  LambdasAt lambdas(code.source->file(), code.source->file().Line(own->span.begin));
  // A decorated `def` begins above its span: go through all statements, they test themselves.
  for (ast::Stmt* stmt : code.source->ast->body) lambdas.Visit(stmt);
  if (lambdas.found.size() == 1) return "";
  std::string matches;
  int count = 0;
  for (const ast::LambdaExpr* lambda : lambdas.found)
    if (SameNames(*lambda->params, *own->params))
      matches += fmt::format("{}Match {}:\n{}\n", count ? "\n" : "", count, ast::Unparse(lambda)), ++count;
  if (count < 2) return "";
  return fmt::format(
      "could not parse the source code of {}: found multiple definitions with identical signatures at the "
      "location. "
      "This error may be avoided by defining each lambda on a single line and with unique argument names. "
      "The matching "
      "definitions were:\n{}\n",
      NameOf(function), matches);
}

bool RunsAsIs(const FunctionObject* function) {
  if (function->in_converted) return false;  // with the function around it
  const ast::FunctionInfo& info = *function->code->info;
  if (info.kind != ast::FunctionKind::kLambda && !info.unconvertible) return false;
  static auto* const known = new HashMap<const ast::FunctionInfo*, bool>;
  const auto [it, is_new] = known->emplace(&info, false);
  if (is_new) it->second = Ask(function);
  return it->second;
}

}  // namespace tp
