// The errors of CPython's compiler that are not about names (those are resolve.cc's), with its texts.
#include "core/lang/check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/stable_sort.h"
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

class SemanticCheck : public ChildVisitor {
 public:
  explicit SemanticCheck(const Module& module) : module_(module) {}

  std::vector<Diagnostic> Run() {
    CheckFuture();
    for (Stmt* stmt : module_.body) Visit(stmt);
    StableSort(&errors_,
               [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
    return std::move(errors_);
  }

  void Visit(Stmt* stmt) override;
  void Visit(Expr* expr) override;
  void Visit(Pattern* pattern) override { CheckPattern(pattern); }

 private:
  enum class Place { kModule, kClass, kFunction, kAsyncFunction };
  // What `return`, `break`, `yield` and `await` stand in.
  struct Context {
    Place place = Place::kModule;
    bool in_loop = false;
    bool in_except_star = false;
    bool in_function() const { return place == Place::kFunction || place == Place::kAsyncFunction; }
  };

  void Error(Span span, std::string message) {
    Diagnostic diagnostic;
    diagnostic.kind = "SyntaxError";
    diagnostic.message = std::move(message);
    diagnostic.file = module_.file.get();
    diagnostic.span = span;
    errors_.push_back(std::move(diagnostic));
  }

  void Each(const Block& block) {
    for (Stmt* stmt : block) Visit(stmt);
  }
  void Each(List<Expr*> exprs) {
    for (Expr* expr : exprs) Visit(expr);
  }
  void Maybe(Expr* expr) {
    if (expr) Visit(expr);
  }
  template <typename Body>
  void Within(Context context, Body body) {
    const Context before = std::exchange(context_, context);
    body();
    context_ = before;
  }

  void CheckFuture();
  void CheckJump(Stmt* stmt, const char* outside);
  void CheckTarget(Expr* target);
  void CheckElements(List<Expr*> elements, bool is_target);
  void CheckKeywords(List<Keyword> keywords);
  void CheckMatch(MatchStmt* node);
  void CheckPattern(Pattern* pattern);
  void CheckTry(TryStmt* node);
  void CheckParams(Parameters* params);
  void Names(Pattern* pattern, std::vector<const Name*>* names, bool report);
  static bool MatchesAlways(const Pattern* pattern, std::string* what);

  const Module& module_;
  Context context_;
  std::vector<Diagnostic> errors_;
};

void SemanticCheck::CheckFuture() {
  static const std::set<std::string_view> kFeatures = {
      "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
      "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
  bool first = true, may_stand = true;
  for (const Stmt* stmt : module_.body) {
    const auto* import = As<ImportFromStmt>(stmt);
    const auto* expr = As<ExprStmt>(stmt);
    if (import && import->level == 0 && import->module == "__future__") {
      if (!may_stand) {
        Error(stmt->span, "from __future__ imports must occur at the beginning of the file");
        continue;
      }
      for (const Alias& alias : import->names) {
        if (alias.path == "braces")
          Error(stmt->span, "not a chance");
        else if (!kFeatures.count(alias.path))
          Error(stmt->span, "future feature " + std::string(alias.path) + " is not defined");
      }
    } else if (!(first && expr && As<ConstantExpr>(expr->value) &&
                 Cast<ConstantExpr>(expr->value)->constant == ConstantKind::kStr)) {
      may_stand = false;
    }
    first = false;
  }
}

void SemanticCheck::CheckJump(Stmt* stmt, const char* outside) {
  if (context_.in_except_star)
    Error(stmt->span, "'break', 'continue' and 'return' cannot appear in an except* block");
  else if (stmt->kind == StmtKind::kReturn ? !context_.in_function() : !context_.in_loop)
    Error(stmt->span, outside);
}

// Keywords of calls and class headers.
void SemanticCheck::CheckKeywords(List<Keyword> keywords) {
  for (size_t i = 0; i < keywords.size(); ++i) {
    for (size_t j = 0; j < i && keywords[i].arg; ++j)
      if (keywords[j].arg == keywords[i].arg) {
        Error(keywords[i].span, "keyword argument repeated: " + std::string(keywords[i].arg->text));
        break;
      }
    if (keywords[i].arg && keywords[i].arg->text == "__debug__")
      Error(keywords[i].span, "cannot assign to __debug__");
    Visit(keywords[i].value);
  }
}

void SemanticCheck::CheckElements(List<Expr*> elements, bool is_target) {
  int stars = 0;
  for (Expr* element : elements) {
    auto* star = As<StarredExpr>(element);
    if (!star) {
      is_target ? CheckTarget(element) : Visit(element);
      continue;
    }
    if (is_target && ++stars == 2) Error(element->span, "multiple starred expressions in assignment");
    is_target ? CheckTarget(star->value) : Visit(star->value);
  }
}

void SemanticCheck::CheckTarget(Expr* target) {
  switch (target->kind) {
    case ExprKind::kStarred:
      Error(target->span, "starred assignment target must be in a list or tuple");
      return CheckTarget(Cast<StarredExpr>(target)->value);
    case ExprKind::kTuple:
      return CheckElements(Cast<TupleExpr>(target)->elements, true);
    case ExprKind::kList:
      return CheckElements(Cast<ListExpr>(target)->elements, true);
    default:
      return Visit(target);
  }
}

void SemanticCheck::CheckParams(Parameters* params) {
  const auto one = [&](const Param& param) {
    if (param.written->text == "__debug__") Error(param.span, "cannot assign to __debug__");
    if (param.annotation) {
      // `*args: *Ts` is the one place where a star may stand before an annotation.
      auto* star = As<StarredExpr>(param.annotation);
      Visit(star && &param == params->vararg ? star->value : param.annotation);
    }
    Maybe(param.default_value);
  };
  for (const Param& param : params->positional) one(param);
  if (params->vararg) one(*params->vararg);
  for (const Param& param : params->kwonly) one(param);
  if (params->kwarg) one(*params->kwarg);
}

void SemanticCheck::CheckTry(TryStmt* node) {
  Each(node->body);
  for (size_t i = 0; i < node->handlers.size(); ++i) {
    const ExceptHandler& handler = node->handlers[i];
    if (!handler.type && i + 1 < node->handlers.size()) Error(handler.span, "default 'except:' must be last");
    Maybe(handler.type);
    Context inside = context_;
    if (node->kind == StmtKind::kTryStar) inside.in_except_star = true;
    Within(inside, [&] { Each(handler.body); });
  }
  Each(node->orelse);
  Each(node->finalbody);
}

void SemanticCheck::Visit(Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: {
      auto* node = Cast<FunctionDefStmt>(stmt);
      Each(node->decorators);
      CheckParams(node->params);
      Maybe(node->returns);
      const bool is_async = stmt->kind == StmtKind::kAsyncFunctionDef;
      return Within({is_async ? Place::kAsyncFunction : Place::kFunction}, [&] { Each(node->body); });
    }
    case StmtKind::kClassDef: {
      auto* node = Cast<ClassDefStmt>(stmt);
      Each(node->decorators);
      CheckElements(node->bases, false);
      CheckKeywords(node->keywords);
      return Within({Place::kClass}, [&] { Each(node->body); });
    }
    case StmtKind::kReturn:
      CheckJump(stmt, "'return' outside function");
      break;
    case StmtKind::kBreak:
      return CheckJump(stmt, "'break' outside loop");
    case StmtKind::kContinue:
      return CheckJump(stmt, "'continue' not properly in loop");
    case StmtKind::kAssign: {
      auto* node = Cast<AssignStmt>(stmt);
      Visit(node->value);
      for (Expr* target : node->targets) CheckTarget(target);
      return;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      auto* node = Cast<ForStmt>(stmt);
      if (stmt->kind == StmtKind::kAsyncFor && context_.place != Place::kAsyncFunction)
        Error(stmt->span, "'async for' outside async function");
      Visit(node->iter);
      CheckTarget(node->target);
      Context inside = context_;
      inside.in_loop = true;
      inside.in_except_star = false;
      Within(inside, [&] { Each(node->body); });
      return Each(node->orelse);
    }
    case StmtKind::kWhile: {
      auto* node = Cast<WhileStmt>(stmt);
      Visit(node->test);
      Context inside = context_;
      inside.in_loop = true;
      inside.in_except_star = false;
      Within(inside, [&] { Each(node->body); });
      return Each(node->orelse);
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: {
      auto* node = Cast<WithStmt>(stmt);
      if (stmt->kind == StmtKind::kAsyncWith && context_.place != Place::kAsyncFunction)
        Error(stmt->span, "'async with' outside async function");
      for (const WithItem& item : node->items) {
        Visit(item.context);
        if (item.target) CheckTarget(item.target);
      }
      return Each(node->body);
    }
    case StmtKind::kMatch:
      return CheckMatch(Cast<MatchStmt>(stmt));
    case StmtKind::kTry:
    case StmtKind::kTryStar:
      return CheckTry(Cast<TryStmt>(stmt));
    default:
      break;
  }
  VisitChildren(stmt, *this);
}

void SemanticCheck::Visit(Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kStarred:
      Error(expr->span, "can't use starred expression here");
      break;
    case ExprKind::kTuple:
      return CheckElements(Cast<TupleExpr>(expr)->elements, false);
    case ExprKind::kList:
      return CheckElements(Cast<ListExpr>(expr)->elements, false);
    case ExprKind::kSet:
      return CheckElements(Cast<SetExpr>(expr)->elements, false);
    case ExprKind::kCall: {
      auto* node = Cast<CallExpr>(expr);
      Visit(node->func);
      CheckElements(node->args, false);
      return CheckKeywords(node->keywords);
    }
    case ExprKind::kLambda: {
      auto* node = Cast<LambdaExpr>(expr);
      CheckParams(node->params);
      return Within({Place::kFunction}, [&] { Visit(node->body); });
    }
    case ExprKind::kYield:
    case ExprKind::kYieldFrom:
      if (!context_.in_function())
        Error(expr->span, "'yield' outside function");
      else if (expr->kind == ExprKind::kYieldFrom && context_.place == Place::kAsyncFunction)
        Error(expr->span, "'yield from' inside async function");
      break;
    case ExprKind::kAwait:
      if (!context_.in_function())
        Error(expr->span, "'await' outside function");
      else if (context_.place != Place::kAsyncFunction)
        Error(expr->span, "'await' outside async function");
      break;
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp: {
      auto* node = Cast<ComprehensionExpr>(expr);
      Context inside = context_;
      if (!inside.in_function()) inside.place = Place::kFunction;
      for (const Comprehension& clause : node->generators) {
        if (clause.is_async && context_.place != Place::kAsyncFunction &&
            expr->kind != ExprKind::kGeneratorExp)
          Error(expr->span, "asynchronous comprehension outside of an asynchronous function");
        Within(inside, [&] {
          Visit(clause.iter);
          CheckTarget(clause.target);
          Each(clause.ifs);
        });
      }
      return Within(inside, [&] {
        Visit(node->element);
        Maybe(node->value);
      });
    }
    case ExprKind::kName: {
      auto* node = Cast<NameExpr>(expr);
      if (node->context != ExprContext::kLoad && node->ref.written->text == "__debug__")
        Error(expr->span,
              node->context == ExprContext::kDel ? "cannot delete __debug__" : "cannot assign to __debug__");
      return;
    }
    default:
      break;
  }
  VisitChildren(expr, *this);
}

// ---- match
// -----------------------------------------------------------------------------------------------------

// A capture or wildcard, alone or in a group or alternative.
bool SemanticCheck::MatchesAlways(const Pattern* pattern, std::string* what) {
  if (const auto* either = As<MatchOrPattern>(pattern)) return MatchesAlways(either->patterns.back(), what);
  const auto* as = As<MatchAsPattern>(pattern);
  if (!as) return false;
  if (as->pattern) return MatchesAlways(as->pattern, what);
  *what = as->target.written ? "name capture '" + std::string(as->target.written->text) + "'" : "wildcard";
  return true;
}

void SemanticCheck::CheckMatch(MatchStmt* node) {
  Visit(node->subject);
  for (size_t i = 0; i < node->cases.size(); ++i) {
    const MatchCase& one = node->cases[i];
    std::string what;
    const bool last = i + 1 == node->cases.size();
    if (!last && !one.guard && MatchesAlways(one.pattern, &what))
      Error(one.pattern->span, what + " makes remaining patterns unreachable");
    std::vector<const Name*> names;
    Names(one.pattern, &names, true);
    CheckPattern(one.pattern);
    Maybe(one.guard);
    Each(one.body);
  }
}

void SemanticCheck::CheckPattern(Pattern* pattern) {
  switch (pattern->kind) {
    case PatternKind::kMatchOr: {
      const List<Pattern*> patterns = Cast<MatchOrPattern>(pattern)->patterns;
      for (size_t i = 0; i + 1 < patterns.size(); ++i) {
        std::string what;
        if (MatchesAlways(patterns[i], &what))
          Error(patterns[i]->span, what + " makes remaining patterns unreachable");
      }
      break;
    }
    case PatternKind::kMatchSequence: {
      int stars = 0;
      for (Pattern* one : Cast<MatchSequencePattern>(pattern)->patterns)
        if (one->kind == PatternKind::kMatchStar && ++stars == 2)
          Error(pattern->span, "multiple starred expressions in sequence pattern");
      break;
    }
    case PatternKind::kMatchClass: {
      const auto* node = Cast<MatchClassPattern>(pattern);
      for (size_t i = 0; i < node->kwd_attrs.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          if (node->kwd_attrs[i] == node->kwd_attrs[j]) {
            Error(node->kwd_patterns[i]->span,
                  "attribute name repeated in class pattern: " + std::string(node->kwd_attrs[i]->text));
            break;
          }
      break;
    }
    case PatternKind::kMatchMapping: {
      std::set<std::string> keys;
      for (Expr* key : Cast<MatchMappingPattern>(pattern)->keys) {
        const std::string text(module_.file->Text(key->span));
        if (key->kind != ExprKind::kAttribute && !keys.insert(text).second)
          Error(pattern->span, "mapping pattern checks duplicate key (" + text + ")");
      }
      break;
    }
    default:
      break;
  }
  VisitChildren(pattern, *this);
}

// The names a pattern binds, in order. Reports names bound twice and alternatives that bind different ones.
void SemanticCheck::Names(Pattern* pattern, std::vector<const Name*>* names, bool report) {
  const auto bind = [&](const Name* name) {
    if (!name) return;
    if (report && std::find(names->begin(), names->end(), name) != names->end())
      Error(pattern->span, "multiple assignments to name '" + std::string(name->text) + "' in pattern");
    names->push_back(name);
  };
  const auto each = [&](List<Pattern*> patterns) {
    for (Pattern* one : patterns) Names(one, names, report);
  };
  switch (pattern->kind) {
    case PatternKind::kMatchSequence:
      return each(Cast<MatchSequencePattern>(pattern)->patterns);
    case PatternKind::kMatchMapping:
      each(Cast<MatchMappingPattern>(pattern)->patterns);
      return bind(Cast<MatchMappingPattern>(pattern)->rest.written);
    case PatternKind::kMatchClass:
      each(Cast<MatchClassPattern>(pattern)->patterns);
      return each(Cast<MatchClassPattern>(pattern)->kwd_patterns);
    case PatternKind::kMatchStar:
      return bind(Cast<MatchStarPattern>(pattern)->target.written);
    case PatternKind::kMatchAs:
      if (Cast<MatchAsPattern>(pattern)->pattern)
        Names(Cast<MatchAsPattern>(pattern)->pattern, names, report);
      return bind(Cast<MatchAsPattern>(pattern)->target.written);
    case PatternKind::kMatchOr: {
      const List<Pattern*> patterns = Cast<MatchOrPattern>(pattern)->patterns;
      std::set<const Name*> first;
      for (size_t i = 0; i < patterns.size(); ++i) {
        std::vector<const Name*> own = *names;
        Names(patterns[i], &own, report);
        const std::set<const Name*> bound(own.begin() + static_cast<int64_t>(names->size()), own.end());
        if (i == 0)
          first = bound;
        else if (report && bound != first)
          return Error(pattern->span, "alternative patterns bind different names");
      }
      names->insert(names->end(), first.begin(), first.end());
      return;
    }
    case PatternKind::kMatchValue:
    case PatternKind::kMatchSingleton:
      return;
  }
}

}  // namespace

std::vector<Diagnostic> CheckSemantics(const Module& module) { return SemanticCheck(module).Run(); }

}  // namespace tp::ast
