// From the analyses to the variables of each statement (TF: converters/control_flow.py, _get_block_vars).
#include "core/lang/stage_info.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/lang/stage.h"

namespace tp::ast {
namespace {

using stage::Bits;
using stage::Function;
using stage::Low;
using stage::LowBlock;
using stage::LowKind;

// Written by the analysis, read by GuardInfoOf; lives in the module's arena.
struct GuardEntry {
  const Stmt* first;
  Hidden why;
  const StageInfo* info;
};

// A name that AutoGraph makes Undefined, from a place in the text on.
struct UndefinedEntry {
  const Name* name;
  uint32_t from;
};
struct StageTables {
  List<GuardEntry> guards;
  List<UndefinedEntry> undefined;
};

class StageInfoBuilder {
 public:
  StageInfoBuilder(const Module& module, const FunctionInfo& info, stage::Namer& namer)
      : arena_(const_cast<Module&>(module).arena), f_(module, info), namer_(namer) {}

  void Run() {
    stage::Lower(f_, namer_);
    fn_ = stage::Total(f_.body);
    flows_ = stage::Analyse(f_);
    Walk(f_.body);
    auto* tables = arena_.New<StageTables>();
    tables->guards = arena_.Copy(guards_);
    tables->undefined = arena_.Copy(undefined_);
    f_.info.stage_guards = tables;
    f_.info.staged = true;
  }

  // As Run, but nothing is attached to the tree: what InfoOf wants.
  void Prepare() {
    stage::Lower(f_, namer_);
    fn_ = stage::Total(f_.body);
    flows_ = stage::Analyse(f_);
  }
  Function& function() { return f_; }
  const StageInfo& InfoOf(const Low* low) { return *Make(low); }

  // The lines of DumpStages.
  std::string Dump() {
    stage::Lower(f_, namer_);
    fn_ = stage::Total(f_.body);
    flows_ = stage::Analyse(f_);
    std::string out;
    DumpBlock(f_.body, &out);
    return out;
  }

 private:
  void Walk(const LowBlock& block) {
    for (const Low* low : block) {
      if (low->kind == LowKind::kIf || low->kind == LowKind::kWhile || low->kind == LowKind::kFor)
        Attach(low);
      low->head.deleted.Each([&](uint32_t id) { NoteUndefined(&f_.paths[id], low->origin); });
      Walk(low->body);
      Walk(low->orelse);
      Walk(low->finalbody);
      for (const LowBlock& handler : low->handlers) Walk(handler);
    }
  }

  void DumpBlock(const LowBlock& block, std::string* out) {
    for (const Low* low : block) {
      DumpBlock(low->body, out);
      DumpBlock(low->orelse, out);
      for (const LowBlock& handler : low->handlers) DumpBlock(handler, out);
      DumpBlock(low->finalbody, out);
      if (low->kind != LowKind::kIf && low->kind != LowKind::kWhile && low->kind != LowKind::kFor) continue;
      const StageInfo& info = *Make(low);
      *out += low->kind == LowKind::kIf ? "if (" : low->kind == LowKind::kWhile ? "while (" : "for (";
      const auto list = [&](List<const Path*> paths) {
        for (size_t i = 0; i < paths.size(); ++i) *out += (i ? ", " : "") + std::string(paths[i]->text);
      };
      list(info.scope_vars);
      *out += ")";
      if (low->kind == LowKind::kIf) *out += " " + std::to_string(info.nouts);
      if (!info.undefined.empty()) *out += "; undefined ";
      list(info.undefined);
      *out += "\n";
    }
  }

  void NoteUndefined(const Path* path, const Stmt* origin) {
    if (path->name && path->hidden == Hidden::kNone) undefined_.push_back({path->name, origin->span.begin});
  }

  void Attach(const Low* low) {
    const StageInfo* info = Make(low);
    if (low->origin)
      for (const Path* path : info->undefined) NoteUndefined(path, low->origin);
    if (low->guard != Hidden::kNone) {
      if (low->origin) guards_.push_back({low->origin, low->guard, info});
      return;
    }
    switch (low->origin->kind) {
      case StmtKind::kIf:
        Cast<IfStmt>(low->origin)->stage = info;
        return;
      case StmtKind::kWhile:
        Cast<WhileStmt>(low->origin)->stage = info;
        return;
      default:
        Cast<ForStmt>(low->origin)->stage = info;
    }
  }

  List<const Path*> Sorted(const Bits& bits, bool composites = true) {
    std::vector<const Path*> paths;
    bits.Each([&](uint32_t id) {
      if (composites || !f_.paths[id].is_composite()) paths.push_back(&f_.paths[id]);
    });
    std::sort(paths.begin(), paths.end(), [](const Path* a, const Path* b) { return a->text < b->text; });
    return arena_.Copy(paths);
  }

  static stage::Activity Inside(const Low* low) {
    stage::Activity inside = stage::Total(low->body);
    if (low->kind == LowKind::kIf) inside.Merge(stage::Total(low->orelse));
    if (low->kind == LowKind::kFor) inside.bound.Merge(low->target.bound);
    return inside;
  }

  // What is made Undefined in front of the statement.
  Bits UndefinedBefore(const Low* low) {
    Bits undefined = Inside(low).bound;
    undefined.Remove(flows_.at(low).defined_in);
    undefined.Remove(fn_.globals);
    undefined.Remove(fn_.nonlocals);
    return undefined;
  }

  // What a block binds in its own function, not in those that AutoGraph makes of the blocks in it.
  Bits BoundDirectly(const LowBlock& block) {
    Bits bound;
    for (const Low* low : block) {
      if (low->kind == LowKind::kIf || low->kind == LowKind::kWhile || low->kind == LowKind::kFor) {
        bound.Merge(UndefinedBefore(low));
        continue;
      }
      bound.Merge(low->head.bound);
      for (const stage::Activity& item : low->items) bound.Merge(item.bound);
      bound.Merge(BoundDirectly(low->body));
      bound.Merge(BoundDirectly(low->orelse));
      bound.Merge(BoundDirectly(low->finalbody));
      for (const LowBlock& handler : low->handlers) bound.Merge(BoundDirectly(handler));
    }
    return bound;
  }

  const StageInfo* Make(const Low* low) {
    const stage::Flow& flow = flows_.at(low);
    stage::Activity inside = Inside(low);
    const Bits& modified = inside.bound;

    Bits scope_vars, input_only;
    modified.Each([&](uint32_t id) {
      if (f_.paths[id].is_composite()) {
        // Only where all names that the path rests on come from outside.
        Bits support;
        f_.paths.AddSupport(id, &support);
        bool live = true;
        support.Each([&](uint32_t s) { live &= flow.live_in.Has(s); });
        if (live) scope_vars.Add(id);
      } else if (flow.live_in.Has(id) || flow.live_out.Has(id) || fn_.nonlocals.Has(id)) {
        scope_vars.Add(id);
        if (flow.live_in.Has(id) && !flow.live_out.Has(id)) input_only.Add(id);
      }
    });
    std::vector<std::pair<bool, const Path*>> order;
    scope_vars.Each([&](uint32_t id) { order.push_back({input_only.Has(id), &f_.paths[id]}); });
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first, a.second->text) < std::pair(b.first, b.second->text);
    });
    std::vector<const Path*> paths;
    StageInfo* info = arena_.New<StageInfo>();
    for (const auto& [is_input, path] : order) {
      paths.push_back(path);
      info->nouts += !is_input;
    }
    info->scope_vars = arena_.Copy(paths);

    info->undefined = Sorted(UndefinedBefore(low), false);
    Bits own = BoundDirectly(low->body), own_orelse = BoundDirectly(low->orelse);
    if (low->kind == LowKind::kFor) own.Merge(low->target.bound);
    own.Remove(scope_vars);
    own_orelse.Remove(scope_vars);
    info->own_body = Sorted(own, false);
    info->own_orelse = Sorted(own_orelse, false);
    info->modified = Sorted(modified);
    inside.read.Merge(low->head.read);
    info->read = Sorted(inside.read);
    info->live_in = Sorted(flow.live_in);
    info->live_out = Sorted(flow.live_out);
    if (low->guard == Hidden::kNone) FindJumps(low->origin, info);
    if (low->guard == Hidden::kContinue) info->loop = f_.paths[low->assigned].loop;
    for (const uint32_t stop : low->stops) info->tests_return |= f_.paths[stop].hidden == Hidden::kDoReturn;
    return info;
  }

  // ---- what the statement itself holds
  static void FindJumps(const Stmt* stmt, StageInfo* info) {
    switch (stmt->kind) {
      case StmtKind::kIf:
        FindJumps(Cast<IfStmt>(stmt)->body, false, info);
        return FindJumps(Cast<IfStmt>(stmt)->orelse, false, info);
      case StmtKind::kWhile:
        FindJumps(Cast<WhileStmt>(stmt)->body, false, info);
        return FindJumps(Cast<WhileStmt>(stmt)->orelse, true, info);
      default:
        FindJumps(Cast<ForStmt>(stmt)->body, false, info);
        return FindJumps(Cast<ForStmt>(stmt)->orelse, true, info);
    }
  }

  static void FindJumps(const Block& block, bool in_loop, StageInfo* info) {
    info->has_yield |= block.resume != kNoResume;
    for (const Stmt* stmt : block) {
      info->has_yield |= stmt->resume != kNoResume;
      switch (stmt->kind) {
        case StmtKind::kReturn:
          info->has_return = true;
          break;
        case StmtKind::kBreak:
          info->has_break |= !in_loop;
          break;
        case StmtKind::kContinue:
          info->has_continue |= !in_loop;
          break;
        case StmtKind::kIf:
          FindJumps(Cast<IfStmt>(stmt)->body, in_loop, info);
          FindJumps(Cast<IfStmt>(stmt)->orelse, in_loop, info);
          break;
        case StmtKind::kWhile:
          FindJumps(Cast<WhileStmt>(stmt)->body, true, info);
          FindJumps(Cast<WhileStmt>(stmt)->orelse, in_loop, info);
          break;
        case StmtKind::kFor:
        case StmtKind::kAsyncFor:
          FindJumps(Cast<ForStmt>(stmt)->body, true, info);
          FindJumps(Cast<ForStmt>(stmt)->orelse, in_loop, info);
          break;
        case StmtKind::kWith:
        case StmtKind::kAsyncWith:
          FindJumps(Cast<WithStmt>(stmt)->body, in_loop, info);
          break;
        case StmtKind::kTry:
        case StmtKind::kTryStar: {
          const auto* node = Cast<TryStmt>(stmt);
          FindJumps(node->body, in_loop, info);
          for (const ExceptHandler& handler : node->handlers) FindJumps(handler.body, in_loop, info);
          FindJumps(node->orelse, in_loop, info);
          FindJumps(node->finalbody, in_loop, info);
          break;
        }
        case StmtKind::kMatch:
          for (const MatchCase& one : Cast<MatchStmt>(stmt)->cases) FindJumps(one.body, in_loop, info);
          break;
        default:
          break;
      }
    }
  }

  Arena& arena_;
  Function f_;
  stage::Namer& namer_;
  stage::Activity fn_;
  std::map<const Low*, stage::Flow> flows_;
  std::vector<GuardEntry> guards_;
  std::vector<UndefinedEntry> undefined_;
};

void StageAll(const Module& module, const FunctionInfo& info, stage::Namer& namer) {
  if (!info.staged && info.kind == FunctionKind::kFunction) StageInfoBuilder(module, info, namer).Run();
  for (const FunctionInfo* child : info.children)
    if (child->kind == FunctionKind::kFunction) StageAll(module, *child, namer);
}

}  // namespace

void StageWithin(const Module& module, const FunctionInfo& root) {
  stage::Namer namer;
  StageAll(module, root, namer);
}

const StageInfo& StageInfoOf(const Module& module, const FunctionInfo& info, const Stmt& stmt) {
  if (!info.staged) {
    stage::Namer namer;
    StageAll(module, info, namer);
  }
  const StageInfo* found = nullptr;
  if (const auto* node = As<IfStmt>(&stmt))
    found = node->stage;
  else if (const auto* loop = As<WhileStmt>(&stmt))
    found = loop->stage;
  else
    found = Cast<ForStmt>(&stmt)->stage;
  TP_CHECK(found != nullptr, "the statement does not stand in {}", info.qualname);
  return *found;
}

const StageInfo* GuardInfoOf(const Module& module, const FunctionInfo& info, const Stmt& first, Hidden why) {
  if (!info.staged) {
    stage::Namer namer;
    StageAll(module, info, namer);
  }
  for (const GuardEntry& entry : static_cast<const StageTables*>(info.stage_guards)->guards)
    if (entry.first == &first && entry.why == why) return entry.info;
  return nullptr;
}

bool DefinitelyReturns(const Block& block) {
  for (const Stmt* s : block.stmts) {
    if (s->kind == StmtKind::kReturn) return true;
    if (const auto* i = As<IfStmt>(s); i && DefinitelyReturns(i->body) && DefinitelyReturns(i->orelse))
      return true;
    if (const auto* w = As<WithStmt>(s); w && DefinitelyReturns(w->body)) return true;
  }
  return false;
}

bool IsUndefinedAt(const Module& module, const FunctionInfo& info, const Name* name, uint32_t position) {
  if (info.kind != FunctionKind::kFunction) return false;
  if (!info.staged) {
    stage::Namer namer;
    StageAll(module, info, namer);
  }
  for (const UndefinedEntry& entry : static_cast<const StageTables*>(info.stage_guards)->undefined)
    if (entry.name == name && entry.from < position) return true;
  return false;
}

std::string DumpStages(const Module& module, const FunctionInfo& info) {
  stage::Namer namer;
  return StageInfoBuilder(module, info, namer).Dump();
}

}  // namespace tp::ast
