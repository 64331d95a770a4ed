// AutoGraph's lowering of jumps on a shadow of the tree (TF: converters/break_statements.py,
// continue_statements.py, return_statements.py, in that order). Nothing is evaluated from the shadow: it only
// says which variables flow where.
#include <algorithm>

#include "core/lang/stage.h"

namespace tp::ast::stage {

std::string Namer::New(const std::string& root, Function& function) {
  std::string name = root;
  const Activity& all = function.all;
  const auto taken = [&] {
    if (taken_.count(name)) return true;
    const uint32_t id = function.paths.NameId(Intern(name));
    return all.read.Has(id) || all.bound.Has(id);
  };
  for (int n = 1; taken(); ++n) name = root + "_" + std::to_string(n);
  taken_[name] = true;
  return name;
}

namespace {

class Lowering {
 public:
  Lowering(Function& function, Namer& namer) : f_(function), namer_(namer) {}

  void Run() {
    const auto* def = Cast<FunctionDefStmt>(f_.info.stmt);
    f_.params = ParamActivity(f_, def->params);
    f_.body = Build(def->body);
    f_.all = Total(f_.body);
    f_.body = Breaks(f_.body);
    f_.body = ContinueBlock(f_.body);
    Definite(&f_.body);
    do_return_ = f_.paths.HiddenId(namer_.New("do_return", f_), Hidden::kDoReturn, nullptr);
    retval_ = f_.paths.HiddenId(namer_.New("retval_", f_), Hidden::kReturnValue, nullptr);
    blocks_.push_back({});
    f_.body = ReturnBlock(f_.body);
    f_.returns = blocks_.back().return_used;
    if (f_.returns) {
      f_.body.insert(f_.body.begin(), {Set(do_return_, nullptr, Low::Write::kFalse),
                                       Set(retval_, nullptr, Low::Write::kUndefinedReturn)});
      Low* last = f_.New(LowKind::kReturn, nullptr);
      last->head.read.Add(do_return_);
      last->head.read.Add(retval_);
      f_.body.push_back(last);
    }
  }

 private:
  // ---- the shadow
  LowBlock Build(const Block& block) {
    LowBlock lows;
    for (const Stmt* stmt : block) lows.push_back(Build(stmt));
    return lows;
  }

  Low* Build(const Stmt* stmt) {
    Low* low = f_.New(LowKind::kSimple, stmt);
    low->head = ActivityOf(f_, stmt);
    switch (stmt->kind) {
      case StmtKind::kIf: {
        const auto* node = Cast<IfStmt>(stmt);
        low->kind = LowKind::kIf;
        low->body = Build(node->body);
        low->orelse = Build(node->orelse);
        break;
      }
      case StmtKind::kWhile: {
        const auto* node = Cast<WhileStmt>(stmt);
        low->kind = LowKind::kWhile;
        low->body = Build(node->body);
        low->orelse = Build(node->orelse);
        break;
      }
      case StmtKind::kFor:
      case StmtKind::kAsyncFor: {
        const auto* node = Cast<ForStmt>(stmt);
        low->kind = LowKind::kFor;
        low->target = ActivityOf(f_, node->target);
        low->body = Build(node->body);
        low->orelse = Build(node->orelse);
        break;
      }
      case StmtKind::kTry:
      case StmtKind::kTryStar: {
        const auto* node = Cast<TryStmt>(stmt);
        low->kind = LowKind::kTry;
        low->body = Build(node->body);
        for (const ExceptHandler& handler : node->handlers) {
          low->handlers.push_back(Build(handler.body));
          if (handler.target.name) low->isolated.Add(f_.paths.NameId(handler.target.name));
        }
        low->orelse = Build(node->orelse);
        low->finalbody = Build(node->finalbody);
        break;
      }
      case StmtKind::kWith:
      case StmtKind::kAsyncWith: {
        const auto* node = Cast<WithStmt>(stmt);
        low->kind = LowKind::kWith;
        low->head = {};
        for (const WithItem& item : node->items) {
          Activity one = ActivityOf(f_, item.context);
          one.Merge(ActivityOf(f_, item.target));
          low->items.push_back(std::move(one));
        }
        low->body = Build(node->body);
        break;
      }
      case StmtKind::kMatch:
        low->kind = LowKind::kMatch;
        for (const MatchCase& one : Cast<MatchStmt>(stmt)->cases) low->handlers.push_back(Build(one.body));
        break;
      case StmtKind::kFunctionDef:
      case StmtKind::kAsyncFunctionDef:
        low->kind = LowKind::kDef;
        low->nested = BodyActivity(f_, Cast<FunctionDefStmt>(stmt));
        break;
      case StmtKind::kAssign: {
        // A lambda that is kept is a nested def. TensorFlow takes it to be called where it stands, and then
        // silently reads values from before a branch or loop.
        const Activity lambdas = KeptLambdas(f_, Cast<AssignStmt>(stmt)->value);
        if (lambdas.read == Bits()) break;
        low->kind = LowKind::kDef;
        low->nested = lambdas;
        break;
      }
      case StmtKind::kReturn:
        low->kind = LowKind::kReturn;
        break;
      case StmtKind::kRaise:
        low->kind = LowKind::kRaise;
        break;
      case StmtKind::kBreak:
        low->kind = LowKind::kBreak;
        break;
      case StmtKind::kContinue:
        low->kind = LowKind::kContinue;
        break;
      default:
        break;
    }
    return low;
  }

  Low* Set(uint32_t variable, const Stmt* origin, Low::Write write) {
    Low* low = f_.New(LowKind::kSimple, origin);
    low->write = write;
    low->assigned = variable;
    low->head.modified.Add(variable);
    low->head.bound.Add(variable);
    return low;
  }
  Low* Guard(uint32_t variable, const Stmt* origin) {
    Low* low = f_.New(LowKind::kIf, origin);
    low->guard = f_.paths[variable].hidden;
    low->assigned = variable;
    low->head.read.Add(variable);
    return low;
  }

  static const Stmt* OriginOf(const LowBlock& block) { return block.empty() ? nullptr : block[0]->origin; }

  // ---- break: `break_ = True; continue`, and the loop tests `not break_`
  LowBlock Breaks(const LowBlock& block) {
    LowBlock out;
    for (Low* low : block) {
      switch (low->kind) {
        case LowKind::kBreak:
          break_used_ = true;
          out.push_back(Set(break_variable_, low->origin, Low::Write::kTrue));
          low->kind = LowKind::kContinue;
          out.push_back(low);
          continue;
        case LowKind::kWhile:
        case LowKind::kFor:
          BreakLoop(low, &out);
          continue;
        default:
          low->body = Breaks(low->body);
          low->orelse = Breaks(low->orelse);
          low->finalbody = Breaks(low->finalbody);
          for (LowBlock& handler : low->handlers) handler = Breaks(handler);
          out.push_back(low);
      }
    }
    return out;
  }

  void BreakLoop(Low* low, LowBlock* out) {
    const uint32_t variable = f_.paths.HiddenId(namer_.New("break_", f_), Hidden::kBreak, low->origin);
    const uint32_t outer_variable = std::exchange(break_variable_, variable);
    const bool outer_used = std::exchange(break_used_, false);
    low->body = Breaks(low->body);
    const bool used = std::exchange(break_used_, outer_used);
    break_variable_ = outer_variable;
    LowBlock orelse = Breaks(low->orelse);
    low->orelse.clear();
    if (used) {
      out->push_back(Set(variable, low->origin, Low::Write::kFalse));
      low->stops.push_back(variable);
      if (low->kind == LowKind::kWhile) {
        low->head.read.Add(variable);
      } else {
        low->extra.read.Add(variable);
        low->has_extra = true;
        Low* mention = f_.New(LowKind::kSimple, nullptr);  // `(break_,)`
        mention->head.read.Add(variable);
        mention->write = Low::Write::kMention;
        mention->assigned = variable;
        low->body.insert(low->body.begin(), mention);
      }
      if (!orelse.empty()) {
        Low* guard = Guard(variable, OriginOf(orelse));
        guard->body = std::move(orelse);
        orelse = {guard};
      }
    }
    out->push_back(low);
    // AutoGraph writes what stood in `else` behind the loop.
    out->insert(out->end(), orelse.begin(), orelse.end());
  }

  // ---- continue: `continue_ = True`, and the rest of the blocks under `if not continue_`
  struct ContinueFrame {
    uint32_t variable = 0;
    bool used = false;
  };
  struct ContinueState {
    bool is_loop = false, now = false, next = false;
  };

  LowBlock ContinueBlock(const LowBlock& block, bool is_loop = false) {
    continue_blocks_.push_back({is_loop, false, false});
    LowBlock out;
    LowBlock* to = &out;
    for (Low* low : block) {
      Continue(low);
      Low* result = low;
      LowBlock* next_to = to;
      if (!continues_.empty() && continues_.back().used) {
        ContinueState& state = continue_blocks_.back();
        const bool wrap = state.now;
        state.now = state.next;
        state.next = false;
        if (wrap) {
          result = Guard(continues_.back().variable, low->origin);
          result->body = {low};
          next_to = &result->body;
        }
      }
      to->push_back(result);
      to = next_to;
    }
    continue_blocks_.pop_back();
    return out;
  }

  void Continue(Low* low) {
    switch (low->kind) {
      case LowKind::kContinue: {
        if (continues_.empty()) return;
        continues_.back().used = true;
        for (size_t i = continue_blocks_.size(); i-- > 0;) {
          continue_blocks_[i].next = true;
          if (continue_blocks_[i].is_loop) break;
        }
        low->kind = LowKind::kSimple;
        low->head = Set(continues_.back().variable, low->origin, Low::Write::kTrue)->head;
        low->write = Low::Write::kTrue;
        low->assigned = continues_.back().variable;
        return;
      }
      case LowKind::kWhile:
      case LowKind::kFor: {
        const std::string name = namer_.New("continue_", f_);
        continues_.push_back({f_.paths.HiddenId(name, Hidden::kContinue, low->origin), false});
        low->body = ContinueBlock(low->body, true);
        if (continues_.back().used)
          low->body.insert(low->body.begin(), Set(continues_.back().variable, nullptr, Low::Write::kFalse));
        continues_.pop_back();
        low->orelse = ContinueBlock(low->orelse);
        return;
      }
      default:
        low->body = ContinueBlock(low->body);
        low->orelse = ContinueBlock(low->orelse);
        low->finalbody = ContinueBlock(low->finalbody);
        for (LowBlock& handler : low->handlers) handler = ContinueBlock(handler);
    }
  }

  // ---- return, first half: what follows an `if` that returns goes into its other branch
  // Returns whether the block definitely returns.
  bool Definite(LowBlock* block) {
    bool definite = false;
    LowBlock out;
    LowBlock* to = &out;
    const LowBlock before = *block;
    for (Low* low : before) {
      switch (low->kind) {
        case LowKind::kReturn:
          definite = true;
          break;
        case LowKind::kIf:
          low->body_returns = Definite(&low->body);
          low->orelse_returns = Definite(&low->orelse);
          definite |= low->body_returns && low->orelse_returns;
          break;
        case LowKind::kWith:
          definite |= Definite(&low->body);
          break;
        default:
          Definite(&low->body);
          Definite(&low->orelse);
          Definite(&low->finalbody);
          for (LowBlock& handler : low->handlers) Definite(&handler);
      }
      to->push_back(low);
      if (low->kind == LowKind::kIf && low->body_returns)
        to = &low->orelse;
      else if (low->kind == LowKind::kIf && low->orelse_returns)
        to = &low->body;
    }
    *block = out;
    return definite;
  }

  // ---- return, second half: `do_return = True; retval_ = …`, and the rest under `if not do_return`
  struct ReturnState {
    bool return_used = false, now = false, next = false;
  };

  LowBlock ReturnBlockNested(const LowBlock& block) {
    blocks_.push_back({});
    LowBlock out = ReturnBlock(block);
    blocks_.pop_back();
    return out;
  }

  LowBlock ReturnBlock(const LowBlock& block) {
    LowBlock out;
    LowBlock* to = &out;
    for (Low* low : block) {
      Low* result = Return(low);
      LowBlock* next_to = to;
      ReturnState& state = blocks_.back();
      if (state.return_used) {
        if (state.now) {
          Low* guard = Guard(do_return_, low->origin);
          guard->body = {result};
          result = guard;
          next_to = &guard->body;
        }
        state.now = state.next;
        state.next = false;
      }
      to->push_back(result);
      to = next_to;
    }
    return out;
  }

  Low* Return(Low* low) {
    switch (low->kind) {
      case LowKind::kReturn: {
        for (ReturnState& state : blocks_) state.return_used = state.next = true;
        Low* attempt = f_.New(LowKind::kTry, low->origin);
        Low* value = Set(retval_, low->origin, Low::Write::kReturnValue);
        value->head.read = low->head.read;
        attempt->body = {Set(do_return_, low->origin, Low::Write::kTrue), value};
        attempt->handlers.push_back(
            {Set(do_return_, low->origin, Low::Write::kFalse), f_.New(LowKind::kRaise, nullptr)});
        return attempt;
      }
      case LowKind::kWhile:
      case LowKind::kFor: {
        // The loop's own block is not remembered: AutoGraph looks at the block around it.
        low->body = ReturnBlockNested(low->body);
        if (blocks_.back().return_used) {
          low->stops.push_back(do_return_);
          if (low->kind == LowKind::kWhile) {
            low->head.read.Add(do_return_);
          } else {
            low->extra.read.Add(do_return_);
            low->has_extra = true;
          }
        }
        low->orelse = ReturnBlockNested(low->orelse);
        return low;
      }
      default:
        low->body = ReturnBlockNested(low->body);
        low->orelse = ReturnBlockNested(low->orelse);
        low->finalbody = ReturnBlockNested(low->finalbody);
        for (LowBlock& handler : low->handlers) handler = ReturnBlockNested(handler);
        return low;
    }
  }

  Function& f_;
  Namer& namer_;
  uint32_t break_variable_ = 0, do_return_ = 0, retval_ = 0;
  bool break_used_ = false;
  std::vector<ContinueFrame> continues_;
  std::vector<ContinueState> continue_blocks_;
  std::vector<ReturnState> blocks_;
};

}  // namespace

void Lower(Function& function, Namer& namer) { Lowering(function, namer).Run(); }

}  // namespace tp::ast::stage
