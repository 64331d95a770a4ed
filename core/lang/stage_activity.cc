// Reads and writes of paths (TF: pyct/qual_names.py, pyct/static_analysis/activity.py).
#include <algorithm>

#include "core/lang/stage.h"
#include "core/lang/walk.h"

namespace tp::ast::stage {

// ---- paths
// -----------------------------------------------------------------------------------------------------

uint32_t PathTable::Add(const Path& path) {
  paths_.push_back(arena_.New<Path>(path));
  parents_.push_back(-1);
  keys_.push_back(-1);
  return static_cast<uint32_t>(paths_.size() - 1);
}

uint32_t PathTable::NameId(const Name* name) {
  const std::string key = "n" + std::string(name->text);
  auto found = by_key_.find(key);
  if (found != by_key_.end()) return found->second;
  Path path;
  path.text = name->text;
  path.name = name;
  return by_key_[key] = Add(path);
}

uint32_t PathTable::HiddenId(const std::string& text, Hidden hidden, const Stmt* loop) {
  const uint32_t id = NameId(Intern(text));
  paths_[id]->hidden = hidden;
  paths_[id]->loop = loop;
  return id;
}

// Python's str() of the value: strings in single quotes without escapes, as AutoGraph prints them.
int64_t PathTable::LiteralId(const ConstantExpr* constant) {
  std::string text;
  switch (constant->constant) {
    case ConstantKind::kStr:
      text = "'" + std::string(constant->text) + "'";
      break;
    case ConstantKind::kInt:
      text = std::to_string(constant->int_value);
      break;
    case ConstantKind::kNone:
      text = "None";
      break;
    case ConstantKind::kTrue:
      text = "True";
      break;
    case ConstantKind::kFalse:
      text = "False";
      break;
    default:
      return -1;
  }
  const std::string key = "l" + text;
  auto found = by_key_.find(key);
  if (found != by_key_.end()) return found->second;
  Path path;
  path.kind = Path::Kind::kLiteral;
  path.text = arena_.CopyText(text);
  path.literal = constant;
  return by_key_[key] = Add(path);
}

int64_t PathTable::Find(const Expr* expr) {
  if (const auto* name = As<NameExpr>(expr)) return NameId(name->ref.name);
  if (const auto* attribute = As<AttributeExpr>(expr)) {
    const int64_t parent = Find(attribute->value);
    if (parent < 0) return -1;
    const std::string key = "a" + std::to_string(parent) + "." + std::string(attribute->attr->text);
    auto found = by_key_.find(key);
    if (found != by_key_.end()) return found->second;
    Path path;
    path.kind = Path::Kind::kAttribute;
    path.text = arena_.CopyText(std::string(paths_[parent]->text) + "." + std::string(attribute->attr->text));
    path.parent = paths_[parent];
    path.attr = attribute->attr;
    const uint32_t id = Add(path);
    parents_[id] = parent;
    return by_key_[key] = id;
  }
  if (const auto* item = As<SubscriptExpr>(expr)) {
    const auto* constant = As<ConstantExpr>(item->slice);
    const int64_t slice = constant ? LiteralId(constant) : Find(item->slice);
    const int64_t parent = slice < 0 ? -1 : Find(item->value);
    if (parent < 0) return -1;
    const std::string key = "i" + std::to_string(parent) + "[" + std::to_string(slice);
    auto found = by_key_.find(key);
    if (found != by_key_.end()) return found->second;
    Path path;
    path.kind = Path::Kind::kItem;
    path.text =
        arena_.CopyText(std::string(paths_[parent]->text) + "[" + std::string(paths_[slice]->text) + "]");
    path.parent = paths_[parent];
    path.key = paths_[slice];
    const uint32_t id = Add(path);
    parents_[id] = parent;
    keys_[id] = slice;
    return by_key_[key] = id;
  }
  return -1;
}

void PathTable::AddSupport(uint32_t id, Bits* support) {
  if (parents_[id] < 0) {
    if (paths_[id]->kind == Path::Kind::kName) support->Add(id);
    return;
  }
  AddSupport(static_cast<uint32_t>(parents_[id]), support);
  if (keys_[id] >= 0) AddSupport(static_cast<uint32_t>(keys_[id]), support);
}

bool PathTable::OwnedBy(uint32_t id, const Bits& owners) {
  for (int64_t at = parents_[id]; at >= 0; at = parents_[at])
    if (owners.Has(static_cast<uint32_t>(at))) return true;
  return false;
}

// ---- expressions
// -----------------------------------------------------------------------------------------------

namespace {

class Tracker : public ChildVisitor {
 public:
  Tracker(Function& function, Activity* to) : f_(function), to_(to) {}

  void Visit(Stmt*) override {}
  void Visit(Pattern* pattern) override;
  void Visit(Expr* expr) override;
  void Maybe(Expr* expr) {
    if (expr) Visit(expr);
  }
  void VisitAug(Expr* target) {
    in_aug_assign_ = true;
    Visit(target);
    in_aug_assign_ = false;
  }
  void BindName(const Name* name) {
    if (!name) return;
    const uint32_t id = f_.paths.NameId(name);
    to_->modified.Add(id);
    to_->bound.Add(id);
  }
  void DefaultsAndAnnotations(const Parameters* params) {
    const auto one = [&](const Param& param) {
      Maybe(param.default_value);
      Maybe(param.annotation);
    };
    for (const Param& param : params->positional) one(param);
    for (const Param& param : params->kwonly) one(param);
    if (params->vararg) one(*params->vararg);
    if (params->kwarg) one(*params->kwarg);
  }

 private:
  void Track(const Expr* expr, ExprContext context);
  void VisitComprehension(ComprehensionExpr* node);

  Function& f_;
  Activity* to_;
  bool in_aug_assign_ = false;
  std::vector<Bits> comprehensions_;  // targets, outer first
};

void Tracker::Track(const Expr* expr, ExprContext context) {
  const int64_t found = f_.paths.Find(expr);
  if (found < 0) return;
  const uint32_t id = static_cast<uint32_t>(found);
  for (const Bits& targets : comprehensions_)
    if (targets.Has(id) || f_.paths.OwnedBy(id, targets)) return;
  switch (context) {
    case ExprContext::kStore:
      if (!comprehensions_.empty()) return comprehensions_.back().Add(id);
      to_->modified.Add(id);
      to_->bound.Add(id);
      if (in_aug_assign_) to_->read.Add(id);
      return;
    case ExprContext::kLoad:
      return to_->read.Add(id);
    case ExprContext::kDel:
      to_->read.Add(id);
      to_->bound.Add(id);
      return to_->deleted.Add(id);
  }
}

void Tracker::VisitComprehension(ComprehensionExpr* node) {
  comprehensions_.push_back({});
  for (const Comprehension& clause : node->generators) {
    Visit(clause.iter);
    Visit(clause.target);
    for (Expr* test : clause.ifs) Visit(test);
  }
  Maybe(node->element);
  Maybe(node->value);
  comprehensions_.pop_back();
}

void Tracker::Visit(Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kName:
      return Track(expr, Cast<NameExpr>(expr)->context);
    case ExprKind::kAttribute:
      VisitChildren(expr, *this);
      return Track(expr, Cast<AttributeExpr>(expr)->context);
    case ExprKind::kSubscript:
      VisitChildren(expr, *this);
      return Track(expr, Cast<SubscriptExpr>(expr)->context);
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp:
      return VisitComprehension(Cast<ComprehensionExpr>(expr));
    case ExprKind::kLambda: {
      // A lambda is taken to be called where it stands.
      auto* node = Cast<LambdaExpr>(expr);
      DefaultsAndAnnotations(node->params);
      Activity inside;
      Tracker tracker(f_, &inside);
      tracker.comprehensions_ = comprehensions_;
      tracker.Visit(node->body);
      inside.bound.Merge(ParamActivity(f_, node->params).bound);
      inside.read.Remove(inside.bound);
      return to_->read.Merge(inside.read);
    }
    default:
      return VisitChildren(expr, *this);
  }
}

void Tracker::Visit(Pattern* pattern) {
  if (const auto* as = As<MatchAsPattern>(pattern)) BindName(as->target.name);
  if (const auto* star = As<MatchStarPattern>(pattern)) BindName(star->target.name);
  if (const auto* mapping = As<MatchMappingPattern>(pattern)) BindName(mapping->rest.name);
  VisitChildren(pattern, *this);
}

// The free reads of a body, which are reads of the block around it.
void MergeIsolated(const Activity& inside, Activity* to) {
  Bits read = inside.read;
  read.Remove(inside.bound);
  to->read.Merge(read);
}

void AddBlock(Function& function, const Block& block, Activity* to);

// A statement with everything in it, for the bodies of nested defs.
void AddWhole(Function& function, const Stmt* stmt, Activity* to) {
  to->Merge(ActivityOf(function, stmt));
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef:
      return MergeIsolated(BodyActivity(function, Cast<FunctionDefStmt>(stmt)), to);
    case StmtKind::kClassDef: {
      Activity inside;
      AddBlock(function, Cast<ClassDefStmt>(stmt)->body, &inside);
      return MergeIsolated(inside, to);
    }
    case StmtKind::kIf: {
      const auto* node = Cast<IfStmt>(stmt);
      AddBlock(function, node->body, to);
      return AddBlock(function, node->orelse, to);
    }
    case StmtKind::kWhile: {
      const auto* node = Cast<WhileStmt>(stmt);
      AddBlock(function, node->body, to);
      return AddBlock(function, node->orelse, to);
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      const auto* node = Cast<ForStmt>(stmt);
      AddBlock(function, node->body, to);
      return AddBlock(function, node->orelse, to);
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith:
      return AddBlock(function, Cast<WithStmt>(stmt)->body, to);
    case StmtKind::kTry:
    case StmtKind::kTryStar: {
      const auto* node = Cast<TryStmt>(stmt);
      AddBlock(function, node->body, to);
      for (const ExceptHandler& handler : node->handlers) AddBlock(function, handler.body, to);
      AddBlock(function, node->orelse, to);
      return AddBlock(function, node->finalbody, to);
    }
    case StmtKind::kMatch:
      for (const MatchCase& one : Cast<MatchStmt>(stmt)->cases) AddBlock(function, one.body, to);
      return;
    default:
      return;
  }
}

void AddBlock(Function& function, const Block& block, Activity* to) {
  for (const Stmt* stmt : block) AddWhole(function, stmt, to);
}

}  // namespace

Activity ActivityOf(Function& function, const Expr* expr) {
  Activity activity;
  if (expr) Tracker(function, &activity).Visit(const_cast<Expr*>(expr));
  return activity;
}

Activity KeptLambdas(Function& function, const Expr* expr) {
  class Finder : public ChildVisitor {
   public:
    Finder(Function& function, Activity* to) : f_(function), to_(to) {}
    void Visit(Stmt*) override {}
    void Visit(Pattern*) override {}
    void Visit(Expr* e) override {
      if (const auto* call = As<CallExpr>(e)) return Visit(call->func);
      if (const auto* lambda = As<LambdaExpr>(e)) {  // its defaults are read where it stands
        Activity inside = ActivityOf(f_, lambda->body);
        inside.read.Remove(ParamActivity(f_, lambda->params).bound);
        return to_->Merge(inside);
      }
      VisitChildren(e, *this);
    }

   private:
    Function& f_;
    Activity* to_;
  };
  Activity activity;
  if (expr) Finder(function, &activity).Visit(const_cast<Expr*>(expr));
  return activity;
}

Activity ParamActivity(Function& function, const Parameters* params) {
  Activity activity;
  const auto one = [&](const Param& param) { activity.bound.Add(function.paths.NameId(param.name)); };
  for (const Param& param : params->positional) one(param);
  for (const Param& param : params->kwonly) one(param);
  if (params->vararg) one(*params->vararg);
  if (params->kwarg) one(*params->kwarg);
  return activity;
}

Activity BodyActivity(Function& function, const FunctionDefStmt* def) {
  Activity activity = ParamActivity(function, def->params);
  AddBlock(function, def->body, &activity);
  return activity;
}

// AutoGraph takes set_loop_options out of the code before it analyses it.
static bool IsLoopOptions(const Stmt* stmt) {
  const auto* expression = As<ExprStmt>(stmt);
  const auto* call = expression ? As<CallExpr>(expression->value) : nullptr;
  const auto* callee = call ? As<AttributeExpr>(call->func) : nullptr;
  return callee && callee->attr->text == "set_loop_options";
}

Activity ActivityOf(Function& function, const Stmt* stmt) {
  Activity activity;
  if (IsLoopOptions(stmt)) return activity;
  Tracker tracker(function, &activity);
  Stmt* node = const_cast<Stmt*>(stmt);
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: {
      auto* def = Cast<FunctionDefStmt>(node);
      for (Expr* decorator : def->decorators) tracker.Visit(decorator);
      tracker.Maybe(def->returns);
      tracker.DefaultsAndAnnotations(def->params);
      tracker.BindName(def->target.name);
      break;
    }
    case StmtKind::kClassDef: {
      auto* def = Cast<ClassDefStmt>(node);
      for (Expr* decorator : def->decorators) tracker.Visit(decorator);
      for (Expr* base : def->bases) tracker.Visit(base);
      for (const Keyword& keyword : def->keywords) tracker.Visit(keyword.value);
      tracker.BindName(def->target.name);
      break;
    }
    case StmtKind::kAugAssign:
      tracker.VisitAug(Cast<AugAssignStmt>(node)->target);
      tracker.Visit(Cast<AugAssignStmt>(node)->value);
      break;
    case StmtKind::kAnnAssign: {
      auto* assign = Cast<AnnAssignStmt>(node);
      tracker.Visit(assign->target);
      tracker.Maybe(assign->value);
      tracker.Visit(assign->annotation);
      break;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor:
      tracker.Visit(Cast<ForStmt>(node)->target);
      tracker.Visit(Cast<ForStmt>(node)->iter);
      break;
    case StmtKind::kWhile:
      tracker.Visit(Cast<WhileStmt>(node)->test);
      break;
    case StmtKind::kIf:
      tracker.Visit(Cast<IfStmt>(node)->test);
      break;
    case StmtKind::kWith:
    case StmtKind::kAsyncWith:
      for (const WithItem& item : Cast<WithStmt>(node)->items) {
        tracker.Visit(item.context);
        tracker.Maybe(item.target);
      }
      break;
    case StmtKind::kMatch:
      tracker.Visit(Cast<MatchStmt>(node)->subject);
      for (const MatchCase& one : Cast<MatchStmt>(node)->cases) {
        tracker.Visit(one.pattern);
        tracker.Maybe(one.guard);
      }
      break;
    case StmtKind::kTry:
    case StmtKind::kTryStar:
      for (const ExceptHandler& handler : Cast<TryStmt>(node)->handlers) tracker.Maybe(handler.type);
      break;
    case StmtKind::kImport:
      for (const Alias& alias : Cast<ImportStmt>(node)->names) tracker.BindName(alias.target.name);
      break;
    case StmtKind::kImportFrom:
      for (const Alias& alias : Cast<ImportFromStmt>(node)->names) tracker.BindName(alias.target.name);
      break;
    case StmtKind::kGlobal:
      for (const Name* name : Cast<GlobalStmt>(node)->names) {
        activity.read.Add(function.paths.NameId(name));
        activity.globals.Add(function.paths.NameId(name));
      }
      break;
    case StmtKind::kNonlocal:
      for (const Name* name : Cast<NonlocalStmt>(node)->names) {
        activity.read.Add(function.paths.NameId(name));
        activity.bound.Add(function.paths.NameId(name));
        activity.nonlocals.Add(function.paths.NameId(name));
      }
      break;
    case StmtKind::kReturn:
    case StmtKind::kDelete:
    case StmtKind::kAssign:
    case StmtKind::kRaise:
    case StmtKind::kAssert:
    case StmtKind::kExpr:
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      VisitChildren(node, tracker);
      break;
  }
  return activity;
}

Activity Total(const LowBlock& block) {
  Activity total;
  for (const Low* low : block) {
    Activity inside = low->head;
    inside.Merge(low->target);
    inside.Merge(low->extra);
    for (const Activity& item : low->items) inside.Merge(item);
    inside.Merge(Total(low->body));
    inside.Merge(Total(low->orelse));
    for (const LowBlock& handler : low->handlers) {
      Activity part = Total(handler);
      // The name of `except … as name` stays in its handler.
      part.read.Remove(low->isolated);
      part.modified.Remove(low->isolated);
      part.bound.Remove(low->isolated);
      inside.Merge(part);
    }
    inside.Merge(Total(low->finalbody));
    if (low->kind == LowKind::kDef) {
      Bits read = low->nested.read;
      read.Remove(low->nested.bound);
      inside.read.Merge(read);
    }
    total.Merge(inside);
  }
  return total;
}

}  // namespace tp::ast::stage
