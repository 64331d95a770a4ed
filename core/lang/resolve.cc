// The walk that builds the symbol tables, in the order in which CPython compiles (so that locals get its
// order). The errors found on the way are those of symtable.c.
#include "core/lang/resolve.h"

#include <algorithm>
#include <utility>

#include "core/base/stable_sort.h"
#include "core/lang/scopes.h"

namespace tp::ast {
namespace {

class Resolver {
 public:
  explicit Resolver(Module& module) : module_(module), arena_(module.arena) {}

  std::vector<Diagnostic> Run() {
    module_.info = Enter(FunctionKind::kModule, Intern("<module>"), {0, 0});
    module_.info->qualname = "<module>";
    FindFuture();
    module_.info->docstring = Docstring(module_.body);
    Walk(module_.body);
    ScopeAnalysis(module_, scopes_, &errors_).Run();
    for (ScopeTable& scope : scopes_) {
      std::vector<FunctionInfo*> children;
      for (ScopeTable* child : scope.children) children.push_back(child->info);
      scope.info->children = arena_.Copy(children);
      if (scope.info->is_generator || scope.info->is_coroutine) AssignResumePoints(module_, *scope.info);
    }
    StableSort(&errors_,
               [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
    return std::move(errors_);
  }

 private:
  // ---- scopes
  FunctionInfo* Enter(FunctionKind kind, const Name* name, Span span) {
    FunctionInfo* info = arena_.New<FunctionInfo>();
    info->kind = kind;
    info->name = name;
    info->span = span;
    info->first_line = module_.file->Line(span.begin);
    info->parent = scope_ ? scope_->info : nullptr;
    scopes_.push_back({});
    ScopeTable& table = scopes_.back();
    table.info = info;
    table.parent = scope_;
    if (scope_) {
      info->qualname = QualName(name);
      scope_->children.push_back(&table);
    }
    scope_ = &table;
    return info;
  }
  void Leave() { scope_ = scope_->parent; }

  std::string_view QualName(const Name* name) {
    if (scope_->info->kind == FunctionKind::kModule) return name->text;
    Symbol* symbol = scope_->Find(Mangle(name));
    if (symbol && (symbol->flags & kDeclaredGlobal)) return name->text;
    std::string text(scope_->info->qualname);
    // Only defs and lambdas put `<locals>` in; comprehensions and classes do not.
    text += scope_->info->kind == FunctionKind::kFunction || scope_->info->kind == FunctionKind::kLambda
                ? ".<locals>."
                : ".";
    text += name->text;
    return arena_.CopyText(text);
  }

  const Name* Mangle(const Name* name) {
    const std::string_view text = name->text;
    if (!class_name_ || !text.starts_with("__") || text.ends_with("__") ||
        text.find('.') != std::string_view::npos)
      return name;
    std::string_view owner = class_name_->text;
    owner.remove_prefix(std::min(owner.find_first_not_of('_'), owner.size()));
    if (owner.empty()) return name;
    return Intern("_" + std::string(owner) + std::string(text));
  }

  void Error(Span span, std::string message) {
    Diagnostic diagnostic;
    diagnostic.kind = "SyntaxError";
    diagnostic.message = std::move(message);
    diagnostic.file = module_.file.get();
    diagnostic.span = span;
    errors_.push_back(std::move(diagnostic));
  }

  Symbol& Mark(const Name* name, uint16_t flags) {
    Symbol& symbol = scope_->Get(name);
    symbol.flags |= flags;
    return symbol;
  }

  void Bind(NameRef* ref, uint16_t flags) {
    ref->name = Mangle(ref->written);
    Mark(ref->name, flags);
    scope_->references.push_back({ref, nullptr, false});
  }

  // from __future__ import annotations: found before anything is walked.
  void FindFuture() {
    for (const Stmt* stmt : module_.body) {
      const auto* import = As<ImportFromStmt>(stmt);
      if (!import || import->module != "__future__" || import->level != 0) continue;
      for (const Alias& alias : import->names) module_.future_annotations |= alias.path == "annotations";
    }
  }

  static const ConstantExpr* Docstring(const Block& body) {
    if (body.empty()) return nullptr;
    const auto* first = As<ExprStmt>(body.stmts[0]);
    const auto* text = first ? As<ConstantExpr>(first->value) : nullptr;
    return text && text->constant == ConstantKind::kStr ? text : nullptr;
  }

  // ---- parts
  void Walk(const Block& block) {
    for (Stmt* stmt : block) Walk(stmt);
  }
  void Walk(List<Expr*> exprs) {
    for (Expr* expr : exprs) Walk(expr);
  }
  void WalkAnnotation(Expr* expr) {
    if (!module_.future_annotations) Walk(expr);
  }

  void WalkDefaults(Parameters* params) {
    for (const Param& param : params->positional) Walk(param.default_value);
    for (const Param& param : params->kwonly) Walk(param.default_value);
  }
  void WalkAnnotations(Parameters* params) {
    for (const Param& param : params->positional) WalkAnnotation(param.annotation);
    if (params->vararg) WalkAnnotation(params->vararg->annotation);
    if (params->kwarg) WalkAnnotation(params->kwarg->annotation);
    for (const Param& param : params->kwonly) WalkAnnotation(param.annotation);
  }

  void BindParam(Param& param) {
    param.name = Mangle(param.written);
    Symbol& symbol = scope_->Get(param.name);
    if (symbol.flags & kParameter)
      Error(param.span,
            "duplicate argument '" + std::string(param.written->text) + "' in function definition");
    symbol.flags |= kParameter;
    symbol.slot = param.slot = num_params_++;
  }

  void BindParams(Parameters* params) {
    scope_->info->params = params;
    num_params_ = 0;
    for (Param& param : params->positional) BindParam(param);
    for (Param& param : params->kwonly) BindParam(param);
    if (params->vararg) BindParam(*params->vararg);
    if (params->kwarg) BindParam(*params->kwarg);
    scope_->info->has_varargs = params->vararg != nullptr;
    scope_->info->has_varkw = params->kwarg != nullptr;
  }

  void WalkFunction(FunctionDefStmt* node) {
    Walk(node->decorators);
    WalkDefaults(node->params);
    WalkAnnotations(node->params);
    WalkAnnotation(node->returns);
    FunctionInfo* info = node->info = Enter(FunctionKind::kFunction, node->target.written, node->span);
    info->stmt = node;
    if (!node->decorators.empty()) info->first_line = module_.file->Line(node->decorators[0]->span.begin);
    info->is_coroutine = node->kind == StmtKind::kAsyncFunctionDef;
    info->docstring = Docstring(node->body);
    BindParams(node->params);
    // AutoGraph converts a function with those inside it.
    const bool outermost = !scope_->parent || !scope_->parent->is_function();
    std::vector<int> outer(1, 0);
    if (outermost) outer.swap(loop_statements_);
    Walk(node->body);
    if (outermost) outer.swap(loop_statements_);
    Leave();
    Bind(&node->target, kAssigned);
  }

  void WalkClass(ClassDefStmt* node) {
    Walk(node->decorators);
    Walk(node->bases);
    for (const Keyword& keyword : node->keywords) Walk(keyword.value);
    FunctionInfo* info = node->info = Enter(FunctionKind::kClass, node->target.written, node->span);
    info->stmt = node;
    if (!node->decorators.empty()) info->first_line = module_.file->Line(node->decorators[0]->span.begin);
    info->docstring = Docstring(node->body);
    const Name* outer_class = class_name_;
    class_name_ = node->target.written;
    Walk(node->body);
    class_name_ = outer_class;
    Leave();
    Bind(&node->target, kAssigned);
  }

  void WalkComprehension(ComprehensionExpr* node, FunctionKind kind, const char* name) {
    ++iterable_depth_;
    Walk(node->generators[0].iter);
    --iterable_depth_;
    FunctionInfo* info = node->info = Enter(kind, Intern(name), node->span);
    info->expr = node;
    info->is_generator = kind == FunctionKind::kGeneratorExp;
    Parameters* params = arena_.New<Parameters>();
    params->positional = arena_.NewList<Param>(1);
    params->positional[0].name = params->positional[0].written = Intern(".0");
    BindParams(params);
    for (size_t i = 0; i < node->generators.size(); ++i) {
      const Comprehension& clause = node->generators[i];
      info->is_coroutine |= clause.is_async;
      if (i > 0) {
        ++iterable_depth_;
        Walk(clause.iter);
        --iterable_depth_;
      }
      const bool before = iteration_target_;
      iteration_target_ = true;
      Walk(clause.target);
      iteration_target_ = before;
      Walk(clause.ifs);
    }
    Walk(node->element);
    Walk(node->value);
    Leave();
    // An asynchronous comprehension makes the one around it asynchronous too.
    if (info->is_coroutine && !info->is_generator && scope_->is_comprehension())
      scope_->info->is_coroutine = true;
  }

  // For the function at hand and those around it.
  static void Unconvertible(const ScopeTable* scope, const char* why) {
    for (; scope; scope = scope->parent)
      if (scope->info && !scope->info->unconvertible) scope->info->unconvertible = why;
  }

  // AutoGraph reads set_loop_options before anything runs.
  void WalkDirective(const ExprStmt* stmt) {
    ++loop_statements_.back();
    const auto* call = As<CallExpr>(stmt->value);
    const auto* callee = call ? As<AttributeExpr>(call->func) : nullptr;
    if (!callee || callee->attr->text != "set_loop_options") return;
    if (loop_statements_.back() > 1)
      Unconvertible(scope_, "\"set_loop_options\" must be the first statement in the loop block");
    else if (loop_statements_.size() == 1)
      Unconvertible(scope_, "\"set_loop_options\" must be used inside a statement");
    else if (call->args.empty() && call->keywords.empty())
      Unconvertible(scope_, "not enough values to unpack (expected 2, got 0)");
    else if (std::any_of(call->keywords.begin(), call->keywords.end(),
                         [](const Keyword& k) { return !k.arg; }))
      Unconvertible(scope_, "keywords must be strings");
    else if (std::any_of(call->args.begin(), call->args.end(),
                         [](const Expr* e) { return As<StarredExpr>(e); }))
      Unconvertible(scope_, "cannot use a starred expression in a dictionary value");
  }

  void WalkNamed(NamedExpr* node) {
    Unconvertible(scope_, "assignment expressions are not supported");
    auto* target = Cast<NameExpr>(node->target);
    if (iterable_depth_ > 0)
      Error(node->span, "assignment expression cannot be used in a comprehension iterable expression");
    else if (scope_->is_comprehension())
      ExtendNamed(target);
    Walk(node->value);
    Walk(node->target);
  }

  // A walrus in a comprehension binds in the function, or module, around it.
  void ExtendNamed(NameExpr* target) {
    const Name* name = Mangle(target->ref.written);
    for (ScopeTable* outer = scope_; outer; outer = outer->parent) {
      if (outer->is_comprehension()) {
        Symbol* symbol = outer->Find(name);
        if (symbol && (symbol->flags & kIterationVariable)) {
          Error(target->span, "assignment expression cannot rebind comprehension iteration variable '" +
                                  std::string(target->ref.written->text) + "'");
          return;
        }
        continue;
      }
      if (outer->info->kind == FunctionKind::kClass) {
        Error(target->span, "assignment expression within a comprehension cannot be used in a class body");
        return;
      }
      const bool global =
          outer->info->kind == FunctionKind::kModule || (outer->Get(name).flags & kDeclaredGlobal);
      outer->Get(name).flags |= global ? (outer->is_function() ? kDeclaredGlobal : kAssigned) : kAssigned;
      for (ScopeTable* inner = scope_; inner != outer; inner = inner->parent) {
        if (inner == scope_) {
          Symbol& symbol = inner->Get(name);
          symbol.flags |= global ? kDeclaredGlobal : kDeclaredNonlocal;
          symbol.directive = target->span;
        }
      }
      return;
    }
  }

  void WalkScopeStatement(const Stmt* stmt, List<const Name*> names, uint16_t flag, const char* word) {
    for (const Name* written : names) {
      const Name* name = Mangle(written);
      Symbol& symbol = scope_->Get(name);
      const std::string quoted = "'" + std::string(written->text) + "'";
      if (symbol.flags & (kParameter | kAssigned | kUsed | kAnnotated | kImported)) {
        if (symbol.flags & kParameter)
          Error(stmt->span, "name " + quoted + " is parameter and " + word);
        else if (symbol.flags & kUsed)
          Error(stmt->span, "name " + quoted + " is used prior to " + word + " declaration");
        else if (symbol.flags & kAnnotated)
          Error(stmt->span, "annotated name " + quoted + " can't be " + word);
        else if (symbol.flags & kAssigned)
          Error(stmt->span, "name " + quoted + " is assigned to before " + word + " declaration");
      }
      if (symbol.directive.empty()) symbol.directive = stmt->span;
      symbol.flags |= flag;
    }
  }

  void WalkAnnAssign(AnnAssignStmt* node) {
    Walk(node->value);
    if (auto* name = As<NameExpr>(node->target)) {
      Symbol& symbol = scope_->Get(Mangle(name->ref.written));
      if (node->simple && scope_->info->kind != FunctionKind::kModule &&
          (symbol.flags & (kDeclaredGlobal | kDeclaredNonlocal)))
        Error(node->span, "annotated name '" + std::string(name->ref.written->text) + "' can't be " +
                              (symbol.flags & kDeclaredGlobal ? "global" : "nonlocal"));
      Bind(&name->ref, node->simple ? kAssigned | kAnnotated : node->value ? kAssigned : 0);
    } else {
      Walk(node->target);
    }
    WalkAnnotation(node->annotation);
  }

  void YieldHere(Span span, const char* word) {
    static constexpr const char* kPlaces[] = {"list comprehension", "set comprehension", "dict comprehension",
                                              "generator expression"};
    if (scope_->is_comprehension()) {
      const int place = static_cast<int>(scope_->info->kind) - static_cast<int>(FunctionKind::kListComp);
      Error(span, std::string("'") + word + "' inside " + kPlaces[place]);
    }
    scope_->info->is_generator = true;
  }

  void WalkName(NameExpr* node) {
    node->ref.name = Mangle(node->ref.written);
    const bool load = node->context == ExprContext::kLoad;
    Mark(node->ref.name, load ? kUsed : iteration_target_ ? kAssigned | kIterationVariable : kAssigned);
    scope_->references.push_back({&node->ref, load ? node : nullptr, load});
    if (!load) return;
    const std::string_view text = node->ref.name->text;
    if (text == "super" && scope_->is_function()) Mark(Intern("__class__"), kUsed);
    if (text == "locals" || text == "vars" || text == "dir" || text == "eval" || text == "exec")
      scope_->info->uses_locals = true;
  }

  void Walk(Stmt* stmt);
  void Walk(Expr* expr);
  void Walk(Pattern* pattern);

  Module& module_;
  Arena& arena_;
  std::deque<ScopeTable> scopes_;
  ScopeTable* scope_ = nullptr;
  const Name* class_name_ = nullptr;
  uint32_t num_params_ = 0;
  int iterable_depth_ = 0;
  bool iteration_target_ = false;
  std::vector<int> loop_statements_ = {
      0};  // how many AutoGraph counts so far, of the function and of each loop
  std::vector<Diagnostic> errors_;
};

void Resolver::Walk(Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef:
      return WalkFunction(Cast<FunctionDefStmt>(stmt));
    case StmtKind::kClassDef:
      return WalkClass(Cast<ClassDefStmt>(stmt));
    case StmtKind::kReturn:
      if (Cast<ReturnStmt>(stmt)->value) scope_->info->has_return_value = true;
      return Walk(Cast<ReturnStmt>(stmt)->value);
    case StmtKind::kDelete:
      return Walk(Cast<DeleteStmt>(stmt)->targets);
    case StmtKind::kAssign:
      ++loop_statements_.back();
      Walk(Cast<AssignStmt>(stmt)->value);
      return Walk(Cast<AssignStmt>(stmt)->targets);
    case StmtKind::kAugAssign:
      ++loop_statements_.back();
      Walk(Cast<AugAssignStmt>(stmt)->target);
      return Walk(Cast<AugAssignStmt>(stmt)->value);
    case StmtKind::kAnnAssign:
      return WalkAnnAssign(Cast<AnnAssignStmt>(stmt));
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      auto* node = Cast<ForStmt>(stmt);
      if (!node->orelse.empty()) Unconvertible(scope_, "for/else statement not yet supported");
      loop_statements_.push_back(0);
      Walk(node->iter);
      Walk(node->target);
      Walk(node->body);
      Walk(node->orelse);
      loop_statements_.pop_back();
      return;
    }
    case StmtKind::kWhile: {
      auto* node = Cast<WhileStmt>(stmt);
      if (!node->orelse.empty()) Unconvertible(scope_, "while/else statement not yet supported");
      loop_statements_.push_back(0);
      Walk(node->test);
      Walk(node->body);
      Walk(node->orelse);
      loop_statements_.pop_back();
      return;
    }
    case StmtKind::kIf: {
      auto* node = Cast<IfStmt>(stmt);
      for (;;) {
        Walk(node->test);
        Walk(node->body);
        if (!node->orelse_is_elif) return Walk(node->orelse);
        node = Cast<IfStmt>(node->orelse.stmts[0]);
      }
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: {
      auto* node = Cast<WithStmt>(stmt);
      for (const WithItem& item : node->items) {
        Walk(item.context);
        Walk(item.target);
      }
      return Walk(node->body);
    }
    case StmtKind::kMatch: {
      auto* node = Cast<MatchStmt>(stmt);
      Unconvertible(scope_, "match statements are not supported");
      Walk(node->subject);
      for (const MatchCase& one : node->cases) {
        Walk(one.pattern);
        Walk(one.guard);
        Walk(one.body);
      }
      return;
    }
    case StmtKind::kRaise:
      Walk(Cast<RaiseStmt>(stmt)->exc);
      return Walk(Cast<RaiseStmt>(stmt)->cause);
    case StmtKind::kTry:
    case StmtKind::kTryStar: {
      auto* node = Cast<TryStmt>(stmt);
      Walk(node->body);
      Walk(node->orelse);
      // AutoGraph's graph of the flow knows a first `if` twice and gives up.
      if (!node->orelse.empty() && node->orelse.stmts[0]->kind == StmtKind::kIf) Unconvertible(scope_, "");
      for (ExceptHandler& handler : node->handlers) {
        Walk(handler.type);
        if (handler.target.written) Bind(&handler.target, kAssigned);
        Walk(handler.body);
      }
      return Walk(node->finalbody);
    }
    case StmtKind::kAssert:
      Walk(Cast<AssertStmt>(stmt)->test);
      return Walk(Cast<AssertStmt>(stmt)->message);
    case StmtKind::kImport:
      for (Alias& alias : Cast<ImportStmt>(stmt)->names) Bind(&alias.target, kImported);
      return;
    case StmtKind::kImportFrom:
      for (Alias& alias : Cast<ImportFromStmt>(stmt)->names) {
        if (alias.path != "*")
          Bind(&alias.target, kImported);
        else if (scope_->info->kind != FunctionKind::kModule)
          Error(stmt->span, "import * only allowed at module level");
      }
      return;
    case StmtKind::kGlobal:
      return WalkScopeStatement(stmt, Cast<GlobalStmt>(stmt)->names, kDeclaredGlobal, "global");
    case StmtKind::kNonlocal:
      return WalkScopeStatement(stmt, Cast<NonlocalStmt>(stmt)->names, kDeclaredNonlocal, "nonlocal");
    case StmtKind::kExpr:
      WalkDirective(Cast<ExprStmt>(stmt));
      return Walk(Cast<ExprStmt>(stmt)->value);
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      return;
  }
}

void Resolver::Walk(Expr* expr) {
  if (!expr) return;
  switch (expr->kind) {
    case ExprKind::kBoolOp:
      return Walk(Cast<BoolOpExpr>(expr)->values);
    case ExprKind::kNamedExpr:
      return WalkNamed(Cast<NamedExpr>(expr));
    case ExprKind::kBinOp:
      Walk(Cast<BinOpExpr>(expr)->left);
      return Walk(Cast<BinOpExpr>(expr)->right);
    case ExprKind::kUnaryOp:
      return Walk(Cast<UnaryOpExpr>(expr)->value);
    case ExprKind::kLambda: {
      auto* node = Cast<LambdaExpr>(expr);
      WalkDefaults(node->params);
      node->info = Enter(FunctionKind::kLambda, Intern("<lambda>"), node->span);
      node->info->expr = node;
      const int iterable_depth = std::exchange(iterable_depth_, 0);
      const bool target = std::exchange(iteration_target_, false);
      BindParams(node->params);
      Walk(node->body);
      iterable_depth_ = iterable_depth;
      iteration_target_ = target;
      return Leave();
    }
    case ExprKind::kIfExp:
      Walk(Cast<IfExpr>(expr)->test);
      Walk(Cast<IfExpr>(expr)->body);
      return Walk(Cast<IfExpr>(expr)->orelse);
    case ExprKind::kDict: {
      auto* node = Cast<DictExpr>(expr);
      for (size_t i = 0; i < node->keys.size(); ++i) {
        Walk(node->keys[i]);
        Walk(node->values[i]);
      }
      return;
    }
    case ExprKind::kSet:
      return Walk(Cast<SetExpr>(expr)->elements);
    case ExprKind::kListComp:
      return WalkComprehension(Cast<ListCompExpr>(expr), FunctionKind::kListComp, "<listcomp>");
    case ExprKind::kSetComp:
      return WalkComprehension(Cast<SetCompExpr>(expr), FunctionKind::kSetComp, "<setcomp>");
    case ExprKind::kDictComp:
      return WalkComprehension(Cast<DictCompExpr>(expr), FunctionKind::kDictComp, "<dictcomp>");
    case ExprKind::kGeneratorExp:
      return WalkComprehension(Cast<GeneratorExpr>(expr), FunctionKind::kGeneratorExp, "<genexpr>");
    case ExprKind::kAwait:
      return Walk(Cast<AwaitExpr>(expr)->value);
    case ExprKind::kYield:
      YieldHere(expr->span, "yield");
      Unconvertible(scope_->parent, "generators are not supported");
      return Walk(Cast<YieldExpr>(expr)->value);
    case ExprKind::kYieldFrom:
      YieldHere(expr->span, "yield");
      Unconvertible(scope_->parent, "generators are not supported");
      return Walk(Cast<YieldFromExpr>(expr)->value);
    case ExprKind::kCompare:
      Walk(Cast<CompareExpr>(expr)->left);
      return Walk(Cast<CompareExpr>(expr)->comparators);
    case ExprKind::kCall:
      Walk(Cast<CallExpr>(expr)->func);
      Walk(Cast<CallExpr>(expr)->args);
      for (const Keyword& keyword : Cast<CallExpr>(expr)->keywords) Walk(keyword.value);
      return;
    case ExprKind::kFormattedValue:
      Walk(Cast<FormattedValueExpr>(expr)->value);
      return Walk(Cast<FormattedValueExpr>(expr)->format_spec);
    case ExprKind::kJoinedStr:
      return Walk(Cast<JoinedStrExpr>(expr)->values);
    case ExprKind::kConstant:
      return;
    case ExprKind::kAttribute: {
      auto* node = Cast<AttributeExpr>(expr);
      node->attr = Mangle(node->written);
      const bool target = std::exchange(iteration_target_, false);
      Walk(node->value);
      iteration_target_ = target;
      return;
    }
    case ExprKind::kSubscript: {
      const bool target = std::exchange(iteration_target_, false);
      Walk(Cast<SubscriptExpr>(expr)->value);
      Walk(Cast<SubscriptExpr>(expr)->slice);
      iteration_target_ = target;
      return;
    }
    case ExprKind::kStarred:
      return Walk(Cast<StarredExpr>(expr)->value);
    case ExprKind::kName:
      return WalkName(Cast<NameExpr>(expr));
    case ExprKind::kList:
      return Walk(Cast<ListExpr>(expr)->elements);
    case ExprKind::kTuple: {
      auto* node = Cast<TupleExpr>(expr);
      bool constant = node->context == ExprContext::kLoad;
      for (Expr* element : node->elements) {
        Walk(element);
        const auto* inner = As<TupleExpr>(element);
        constant &= element->kind == ExprKind::kConstant || (inner && inner->is_constant);
      }
      node->is_constant = constant;
      return;
    }
    case ExprKind::kSlice:
      Walk(Cast<SliceExpr>(expr)->lower);
      Walk(Cast<SliceExpr>(expr)->upper);
      return Walk(Cast<SliceExpr>(expr)->step);
  }
}

void Resolver::Walk(Pattern* pattern) {
  if (!pattern) return;
  const auto walk_all = [&](List<Pattern*> patterns) {
    for (Pattern* one : patterns) Walk(one);
  };
  switch (pattern->kind) {
    case PatternKind::kMatchValue:
      return Walk(Cast<MatchValuePattern>(pattern)->value);
    case PatternKind::kMatchSingleton:
      return;
    case PatternKind::kMatchSequence:
      return walk_all(Cast<MatchSequencePattern>(pattern)->patterns);
    case PatternKind::kMatchMapping: {
      auto* node = Cast<MatchMappingPattern>(pattern);
      Walk(node->keys);
      walk_all(node->patterns);
      if (node->rest.written) Bind(&node->rest, kAssigned);
      return;
    }
    case PatternKind::kMatchClass: {
      auto* node = Cast<MatchClassPattern>(pattern);
      Walk(node->cls);
      walk_all(node->patterns);
      return walk_all(node->kwd_patterns);
    }
    case PatternKind::kMatchStar:
      if (Cast<MatchStarPattern>(pattern)->target.written)
        Bind(&Cast<MatchStarPattern>(pattern)->target, kAssigned);
      return;
    case PatternKind::kMatchAs:
      Walk(Cast<MatchAsPattern>(pattern)->pattern);
      if (Cast<MatchAsPattern>(pattern)->target.written)
        Bind(&Cast<MatchAsPattern>(pattern)->target, kAssigned);
      return;
    case PatternKind::kMatchOr:
      return walk_all(Cast<MatchOrPattern>(pattern)->patterns);
  }
}

}  // namespace

std::vector<Diagnostic> Resolve(Module& module) { return Resolver(module).Run(); }

}  // namespace tp::ast
