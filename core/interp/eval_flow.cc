#include "core/interp/eval_flow.h"

#include "core/interp/eval-inl.h"

namespace tp {

using namespace ast;

namespace {

class Flattener {
 public:
  explicit Flattener(const FunctionInfo* info) : info_(info) {}

  FlowCode* Run(const Block& body) {
    Add(body);
    Emit(FlowStep::kEnd);
    return flow_;
  }

 private:
  uint32_t Here() const { return static_cast<uint32_t>(flow_->steps.size()); }
  FlowStep& At(uint32_t step) { return flow_->steps[step]; }
  uint32_t Emit(FlowStep::Op op, const Stmt* stmt = nullptr, const Expr* expr = nullptr) {
    flow_->steps.push_back({.op = op, .stmt = stmt, .expr = expr});
    return Here() - 1;
  }
  uint32_t SlotOf(uint32_t resume) const { return info_->resume_points[resume].first_value; }

  void Add(const Block& block) {
    for (const Stmt* stmt : block) Add(stmt);
  }
  void Add(const Stmt* stmt) {
    if (stmt->resume != kNoResume) {
      switch (stmt->kind) {
        case StmtKind::kExpr:
          if (AddYield(static_cast<const ExprStmt*>(stmt)->value, nullptr)) return;
          break;
        case StmtKind::kAssign: {
          const auto* s = static_cast<const AssignStmt*>(stmt);
          bool plain = true;
          for (const Expr* target : s->targets) plain &= target->resume == kNoResume;
          if (plain && AddYield(s->value, stmt)) return;
          break;
        }
        case StmtKind::kIf:
          if (AddIf(static_cast<const IfStmt*>(stmt))) return;
          break;
        case StmtKind::kWhile:
          if (AddWhile(static_cast<const WhileStmt*>(stmt))) return;
          break;
        case StmtKind::kFor:
          if (AddFor(static_cast<const ForStmt*>(stmt))) return;
          break;
        default:
          break;
      }
    }
    const uint32_t step = Emit(stmt->resume == kNoResume ? FlowStep::kRun : FlowStep::kInside, stmt);
    At(step).on_break = kPending;
    At(step).on_continue = kPending;
  }

  // False: it is no yield, or has another one inside.
  bool AddYield(const Expr* value, const Stmt* assignment) {
    if (const auto* e = As<YieldExpr>(value)) {
      if (e->value && e->value->resume != kNoResume) return false;
      Emit(FlowStep::kYield, nullptr, e);
      Emit(FlowStep::kReceive, assignment, e);
      return true;
    }
    const auto* e = As<YieldFromExpr>(value);
    if (!e || e->value->resume != kNoResume) return false;
    for (FlowStep::Op op : {FlowStep::kFrom, FlowStep::kForward}) {
      const uint32_t step = Emit(op, assignment, e);
      At(step).slot = SlotOf(e->resume);
      At(step).point = e->resume;
    }
    return true;
  }

  bool AddIf(const IfStmt* s) {
    if (s->test->resume != kNoResume) return false;
    const uint32_t test = Emit(FlowStep::kTest, nullptr, s->test);
    Add(s->body);
    if (s->orelse.empty()) {
      At(test).to = Here();
      return true;
    }
    const uint32_t over = Emit(FlowStep::kJump);
    At(test).to = Here();
    Add(s->orelse);
    At(over).to = Here();
    return true;
  }

  bool AddWhile(const WhileStmt* s) {
    if (s->test->resume != kNoResume) return false;
    const uint32_t test = Emit(FlowStep::kTest, nullptr, s->test);
    Emit(FlowStep::kTick);
    Add(s->body);
    At(Emit(FlowStep::kJump)).to = test;
    const uint32_t end = Here();
    At(test).to = end;
    Add(s->orelse);
    Land(test, end, Here(), test);
    return true;
  }

  bool AddFor(const ForStmt* s) {
    if (s->iter->resume != kNoResume || s->target->resume != kNoResume) return false;
    const uint32_t slot = SlotOf(s->resume);
    At(Emit(FlowStep::kIter, s)).slot = slot;
    const uint32_t next = Emit(FlowStep::kNext, s);
    At(next).slot = slot;
    Add(s->body);
    At(Emit(FlowStep::kJump)).to = next;
    const uint32_t end = Here();
    At(next).to = end;
    Add(s->orelse);
    // A break goes over the else branch, and lets the iterator go on its way.
    const uint32_t over = Emit(FlowStep::kJump);
    const uint32_t drop = Emit(FlowStep::kDrop);
    At(drop).slot = slot;
    At(over).to = Here();
    Land(next, end, drop, next);
    return true;
  }

  // Gives the breaks of a loop's body, [begin, end), that have no place yet theirs.
  void Land(uint32_t begin, uint32_t end, uint32_t on_break, uint32_t on_continue) {
    for (uint32_t i = begin; i < end; ++i) {
      FlowStep& step = At(i);
      if (step.op != FlowStep::kRun && step.op != FlowStep::kInside) continue;
      if (step.on_break == kPending) step.on_break = on_break;
      if (step.on_continue == kPending) step.on_continue = on_continue;
    }
  }

  static constexpr uint32_t kPending = UINT32_MAX;
  const FunctionInfo* info_;
  FlowCode* const flow_ = new FlowCode;
};

// Assigns what came to a yield. False: raised.
bool Receive(const FlowStep& step, Frame* f, Value v) {
  if (!step.stmt) return true;
  const auto* s = static_cast<const AssignStmt*>(step.stmt);
  if (s->targets.size() == 1) return AssignItem(s->targets[0], f, std::move(v));
  for (const Expr* target : s->targets)
    if (!Assign(target, f, v)) return false;
  return true;
}

// The next item of `it`, with the most frequent kinds at once; as TryNext.
[[gnu::always_inline]] inline Value NextItem(const Value& it) {
  TypeObject* type = it.is_object() ? it.object()->type : &NoneType;
  if (type == &RangeIteratorType) {
    auto* r = it.as<RangeIterator>();
    if (r->left <= 0) return Value::Stop();
    --r->left;
    const int64_t item = r->next;
    r->next = static_cast<int64_t>(static_cast<uint64_t>(r->next) + static_cast<uint64_t>(r->step));
    return Value::Int(item);
  }
  if (type == &GeneratorType)
    return TryResumeGenerator(it.as<GeneratorObject>(), ResumeKind::kNext, Value(), nullptr);
  return TryNext(it);
}

}  // namespace

const FlowCode* FlowOf(const FunctionCode* code) {
  if (!code->flow) code->flow = Flattener(code->info).Run(*code->body);
  return code->flow;
}

Completion RunFlow(const FlowCode* flow, Frame* f) {
  Interp& in = *the_interp;
  const FlowStep* const steps = flow->steps.data();
  GeneratorState* const gen = f->gen;
  const FlowStep* step = steps + gen->at;
  if (step->op != FlowStep::kInside) f->flags &= ~kFrameResuming;
  for (;;) {
    switch (step->op) {
      case FlowStep::kRun:
      case FlowStep::kInside: {
        const Completion c = Exec(step->stmt, f);
        switch (c) {
          case Completion::kNormal:
            ++step;
            continue;
          case Completion::kBreak:
            step = steps + step->on_break;
            continue;
          case Completion::kContinue:
            step = steps + step->on_continue;
            continue;
          case Completion::kYield:
            gen->at = static_cast<uint32_t>(step - steps);
            return c;
          case Completion::kReturn:
          case Completion::kRaise:
            return c;
        }
        continue;
      }
      case FlowStep::kTest: {
        const int t = EvalTest(step->expr, f, nullptr);
        if (__builtin_expect(t < 0, 0)) return Completion::kRaise;
        step = t ? step + 1 : steps + step->to;
        continue;
      }
      case FlowStep::kTick:
        in.Tick();
        ++step;
        continue;
      case FlowStep::kJump:
        step = steps + step->to;
        continue;
      case FlowStep::kIter: {
        const auto* s = static_cast<const ForStmt*>(step->stmt);
        Value iterable = TryEval(s->iter, f);
        if (__builtin_expect(iterable.is_raised(), 0)) return Completion::kRaise;
        f->span = &s->span;
        gen->values[step->slot] = Iter(iterable);
        ++step;
        continue;
      }
      case FlowStep::kNext: {
        const auto* s = static_cast<const ForStmt*>(step->stmt);
        f->span = &s->span;
        Value item = NextItem(gen->values[step->slot]);
        if (item.is_stop()) {
          gen->values[step->slot].Clear();
          step = steps + step->to;
          continue;
        }
        if (__builtin_expect(item.is_raised(), 0)) return Completion::kRaise;
        in.Tick();
        if (!AssignItem(s->target, f, std::move(item))) return Completion::kRaise;
        ++step;
        continue;
      }
      case FlowStep::kDrop:
        gen->values[step->slot].Clear();
        ++step;
        continue;
      case FlowStep::kYield: {
        const auto* e = static_cast<const YieldExpr*>(step->expr);
        if (!e->value) {
          f->result = Value::None();
        } else if (const Value* v = Peek(e->value, f)) {
          f->result = *v;
        } else {
          Value made = TryEval(e->value, f);
          if (__builtin_expect(made.is_raised(), 0)) return Completion::kRaise;
          f->result = std::move(made);
        }
        f->span = &e->span;
        gen->at = static_cast<uint32_t>(step + 1 - steps);
        return Completion::kYield;
      }
      case FlowStep::kReceive: {
        f->span = &step->expr->span;
        Value sent = std::move(gen->sent);
        if (__builtin_expect(gen->sent_is_error, 0)) {
          gen->sent_is_error = false;
          RaiseValue(std::move(sent));
          return Completion::kRaise;
        }
        if (!Receive(*step, f, std::move(sent))) return Completion::kRaise;
        ++step;
        continue;
      }
      case FlowStep::kFrom: {
        const auto* e = static_cast<const YieldFromExpr*>(step->expr);
        Value v = TryEval(e->value, f);
        if (v.is_raised()) return Completion::kRaise;
        f->span = &e->span;
        gen->values[step->slot] = Iter(v);
        gen->sent = Value::None();
        gen->sent_is_error = false;
        ++step;
        continue;
      }
      case FlowStep::kForward: {
        f->span = &step->expr->span;
        gen->steps[step->point] = 0;
        Value it = std::move(gen->values[step->slot]);
        Value result;
        Value item = ForwardTo(it, f, &result);
        if (item.is_raised()) return Completion::kRaise;
        if (item.is_stop()) {
          if (!Receive(*step, f, result.is_undef() ? Value::None() : std::move(result)))
            return Completion::kRaise;
          ++step;
          continue;
        }
        f->result = std::move(item);
        gen->values[step->slot] = std::move(it);
        gen->steps[step->point] = 1;
        gen->at = static_cast<uint32_t>(step - steps);
        return Completion::kYield;
      }
      case FlowStep::kEnd:
        return Completion::kNormal;
    }
  }
}

}  // namespace tp
