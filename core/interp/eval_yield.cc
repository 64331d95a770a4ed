// Code with a yield inside. A suspended generator keeps, at each resume point on the way to its yield, a step
// (which part is running) and the operands evaluated so far; resuming goes down the same way with
// kFrameResuming set, and the yield itself clears the flag. A step is 0 whenever its node is not suspended.
#include "core/interp/eval-inl.h"
#include "core/interp/eval_flow.h"
#include "core/interp/stager.h"

namespace tp {

using namespace ast;

bool AugAssignWith(const AugAssignStmt* s, Frame* f, Value right);

namespace {

// How a statement ends whose expression gave `v`, which leaves the frame.
Completion Leave(const Value& v) { return v.is_yield() ? Completion::kYield : Completion::kRaise; }

uint32_t& Step(Frame* f, uint32_t resume) { return f->gen->steps[resume]; }
Value* Kept(Frame* f, uint32_t resume) {
  return f->gen->values + f->code->info->resume_points[resume].first_value;
}
bool Resuming(const Frame* f) { return f->flags & kFrameResuming; }

Value YieldOnce(const YieldExpr* e, Frame* f) {
  uint32_t& step = Step(f, e->resume);
  if (Resuming(f) && step == 1) {
    step = 0;
    f->flags &= ~kFrameResuming;
    f->span = &e->span;
    if (f->gen->sent_is_error) {
      f->gen->sent_is_error = false;
      return RaiseValue(std::move(f->gen->sent));
    }
    return std::move(f->gen->sent);
  }
  Value v = e->value ? TryEval(e->value, f) : Value::None();
  if (v.leaves()) return v;
  f->result = std::move(v);
  f->span = &e->span;
  step = 1;
  return Value::Yielded();
}

// A StopIteration that is held is the end, with its value in *result.
Value OrStop(Value v, Value* result) {
  if (!v.is_raised()) return v;
  Value held = TheInterp().held;
  if (!DropHeld(&StopIterationType)) return v;
  *result = held.as<ExceptionObject>()->value;
  return Value::Stop();
}

Value YieldFrom(const YieldFromExpr* e, Frame* f) {
  uint32_t& step = Step(f, e->resume);
  Value* kept = Kept(f, e->resume);
  Value it;
  if (Resuming(f) && step == 1) {
    f->flags &= ~kFrameResuming;
    step = 0;
    it = std::move(kept[0]);
  } else {
    Value v = TryEval(e->value, f);
    if (v.leaves()) return v;
    f->span = &e->span;
    it = Iter(v);
    f->gen->sent = Value::None();
    f->gen->sent_is_error = false;
  }
  f->span = &e->span;
  Value result;
  Value item = ForwardTo(it, f, &result);
  if (item.is_raised()) return item;
  if (item.is_stop()) return result.is_undef() ? Value::None() : result;
  f->result = std::move(item);
  kept[0] = std::move(it);
  step = 1;
  return Value::Yielded();
}

// Evaluates operands in order into the kept slots, and gives undefined; else the value with which one left.
Value Operands(Frame* f, uint32_t resume, const std::vector<const Expr*>& operands) {
  uint32_t& step = Step(f, resume);
  Value* kept = Kept(f, resume);
  for (uint32_t i = Resuming(f) ? step : 0; i < operands.size(); ++i) {
    const Expr* x = operands[i];
    if (x && x->kind == ExprKind::kStarred) x = static_cast<const StarredExpr*>(x)->value;
    Value v = x ? TryEval(x, f) : Value::None();
    if (v.leaves()) {
      step = v.is_yield() ? i : 0;
      return v;
    }
    kept[i] = std::move(v);
  }
  step = 0;
  return {};
}

std::vector<const Expr*> ListOf(const List<Expr*>& list) { return {list.begin(), list.end()}; }

Value CallWithOperands(const CallExpr* e, Frame* f) {
  std::vector<const Expr*> operands = {e->func};
  for (const Expr* x : e->args) operands.push_back(x);
  for (const Keyword& k : e->keywords) operands.push_back(k.value);
  if (Value left = Operands(f, e->resume, operands); !left.is_undef()) return left;
  Value* kept = Kept(f, e->resume);
  Value callee = std::move(kept[0]);
  ArgList list;
  f->span = &e->span;
  uint32_t at = 1;
  for (const Expr* x : e->args) {
    Value v = std::move(kept[at++]);
    if (x->kind == ExprKind::kStarred)
      ForEach(v, [&](Value item) { list.Add(std::move(item)); });
    else
      list.Add(std::move(v));
  }
  for (const Keyword& k : e->keywords) {
    Value v = std::move(kept[at++]);
    if (k.arg) {
      list.AddKeyword(NameStr(k.arg), std::move(v));
      continue;
    }
    Value dict = Value::Own(NewDict());
    DictMerge(dict.as<DictObject>(), v);
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(dict.as<DictObject>(), &pos))
      list.AddKeyword(InternStr(entry->key), entry->value);
  }
  return TryCall(callee, list);
}

Value CompareWithYield(const CompareExpr* e, Frame* f) {
  // kept[0] the left operand of operator `step - 1`.
  uint32_t& step = Step(f, e->resume);
  Value* kept = Kept(f, e->resume);
  uint32_t i = Resuming(f) ? step : 0;
  Value left;
  if (i == 0) {
    left = TryEval(e->left, f);
    if (left.leaves()) return left;
    i = 1;
  } else {
    left = std::move(kept[0]);
  }
  for (;; ++i) {
    Value right = TryEval(e->comparators[i - 1], f);
    if (right.is_yield()) {
      kept[0] = std::move(left);
      step = i;
      return right;
    }
    step = 0;
    if (right.is_raised()) return right;
    f->span = &e->span;
    Value r = TryCompare(left, right, e->ops[i - 1]);
    if (i == e->ops.size() || r.is_raised() || !IsTrue(r)) return r;
    left = std::move(right);
  }
}

Value Collect(const Expr* e, const List<Expr*>& elements, Frame* f, ExprKind kind) {
  if (Value left = Operands(f, e->resume, ListOf(elements)); !left.is_undef()) return left;
  Value* kept = Kept(f, e->resume);
  Value list = Value::Own(NewList());
  f->span = &e->span;
  for (uint32_t i = 0; i < elements.size(); ++i) {
    Value v = std::move(kept[i]);
    if (elements[i]->kind == ExprKind::kStarred)
      ListExtend(list.as<ListObject>(), v);
    else
      ListAppend(list.as<ListObject>(), std::move(v));
  }
  if (kind == ExprKind::kTuple) return ToTuple(list);
  if (kind == ExprKind::kList) return list;
  SetObject* s = NewSet();
  Value result = Value::Own(s);
  SetUpdate(s, list);
  return result;
}

// All but a plain `yield`, which is most frequent and needs no large frame.
[[gnu::noinline]] Value EvalAround(const Expr* e, Frame* f) {
  uint32_t& step = Step(f, e->resume);
  Value* kept = Kept(f, e->resume);
  switch (e->kind) {
    case ExprKind::kYieldFrom:
      return YieldFrom(Cast<YieldFromExpr>(e), f);
    case ExprKind::kBinOp: {
      const auto* b = Cast<BinOpExpr>(e);
      if (Value left = Operands(f, e->resume, {b->left, b->right}); !left.is_undef()) return left;
      Value x = std::move(kept[0]), y = std::move(kept[1]);
      f->span = &e->span;
      return TryBinary(b->op, x, y);
    }
    case ExprKind::kUnaryOp: {
      Value v = TryEval(Cast<UnaryOpExpr>(e)->value, f);
      if (v.leaves()) return v;
      f->span = &e->span;
      return Unary(Cast<UnaryOpExpr>(e)->op, v);
    }
    case ExprKind::kBoolOp: {
      const auto* b = Cast<BoolOpExpr>(e);
      for (uint32_t i = Resuming(f) ? step : 0;; ++i) {
        Value v = TryEval(b->values[i], f);
        if (v.is_yield()) {
          step = i;
          return v;
        }
        step = 0;
        if (i + 1 == b->values.size() || v.is_raised() || IsTrue(v) != (b->op == BoolOp::kAnd)) return v;
      }
    }
    case ExprKind::kIfExp: {
      const auto* i = Cast<IfExpr>(e);
      uint32_t part = Resuming(f) ? step : 0;
      if (part == 0) {
        Value t = TryEval(i->test, f);
        if (t.leaves()) return t;
        part = IsTrue(t) ? 1 : 2;
      }
      Value v = TryEval(part == 1 ? i->body : i->orelse, f);
      step = v.is_yield() ? part : 0;
      return v;
    }
    case ExprKind::kNamedExpr: {
      Value v = TryEval(Cast<NamedExpr>(e)->value, f);
      return v.leaves() || Assign(Cast<NamedExpr>(e)->target, f, v) ? v : Value::Raised();
    }
    case ExprKind::kCompare:
      return CompareWithYield(Cast<CompareExpr>(e), f);
    case ExprKind::kCall:
      return CallWithOperands(Cast<CallExpr>(e), f);
    case ExprKind::kAttribute: {
      Value v = TryEval(Cast<AttributeExpr>(e)->value, f);
      if (v.leaves()) return v;
      return LoadAttr(Cast<AttributeExpr>(e), f, v);
    }
    case ExprKind::kSubscript: {
      const auto* s = Cast<SubscriptExpr>(e);
      if (Value left = Operands(f, e->resume, {s->value, s->slice}); !left.is_undef()) return left;
      Value x = std::move(kept[0]), y = std::move(kept[1]);
      f->span = &e->span;
      return TryGetItem(x, y);
    }
    case ExprKind::kSlice: {
      const auto* s = Cast<SliceExpr>(e);
      if (Value left = Operands(f, e->resume, {s->lower, s->upper, s->step}); !left.is_undef()) return left;
      return MakeSlice(kept[0], kept[1], kept[2]);
    }
    case ExprKind::kTuple:
      return Collect(e, Cast<TupleExpr>(e)->elements, f, e->kind);
    case ExprKind::kList:
      return Collect(e, Cast<ListExpr>(e)->elements, f, e->kind);
    case ExprKind::kSet:
      return Collect(e, Cast<SetExpr>(e)->elements, f, e->kind);
    case ExprKind::kDict: {
      const auto* d = Cast<DictExpr>(e);
      std::vector<const Expr*> operands;
      for (uint32_t i = 0; i < d->keys.size(); ++i)
        operands.push_back(d->keys[i]), operands.push_back(d->values[i]);
      if (Value left = Operands(f, e->resume, operands); !left.is_undef()) return left;
      DictObject* dict = NewDict();
      Value result = Value::Own(dict);
      f->span = &e->span;
      for (uint32_t i = 0; i < d->keys.size(); ++i) {
        if (d->keys[i])
          DictSet(dict, kept[2 * i], std::move(kept[2 * i + 1]));
        else
          DictMerge(dict, kept[2 * i + 1]);
      }
      return result;
    }
    case ExprKind::kJoinedStr: {
      const auto* j = Cast<JoinedStrExpr>(e);
      if (Value left = Operands(f, e->resume, ListOf(j->values)); !left.is_undef()) return left;
      std::string out;
      for (uint32_t i = 0; i < j->values.size(); ++i) out += StrView(kept[i]);
      return MakeStr(out);
    }
    case ExprKind::kFormattedValue: {
      const auto* field = Cast<FormattedValueExpr>(e);
      Value v = TryEval(field->value, f);
      if (v.leaves()) return v;
      f->span = &e->span;
      if (field->conversion == 's') v = StrValue(v);
      if (field->conversion == 'r') v = ReprValue(v);
      if (field->conversion == 'a') v = MakeStr(Ascii(v));
      return FormatValue(v, field->format_spec ? Eval(field->format_spec, f) : Value());
    }
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp:
      // Only the outermost iterator belongs to this frame.
      return EvalComprehension(static_cast<const ComprehensionExpr*>(e), f);
    case ExprKind::kYield:
    case ExprKind::kLambda:
    case ExprKind::kStarred:
    case ExprKind::kAwait:
    case ExprKind::kName:
    case ExprKind::kConstant:
      break;
  }
  f->span = &e->span;
  RaiseNotSupported("`yield` at this place");
}

}  // namespace

Value ForwardTo(const Value& it, Frame* f, Value* result) {
  GeneratorState* g = f->gen;
  if (g->sent_is_error) {
    g->sent_is_error = false;
    Value error = std::move(g->sent);
    if (IsExact(it, &GeneratorType)) {
      const bool exit = IsInstance(error, &GeneratorExitType);
      if (exit) {
        Value closed = TryResumeGenerator(it.as<GeneratorObject>(), ResumeKind::kClose, Value(), result);
        return closed.is_raised() ? closed : RaiseValue(std::move(error));
      }
      return TryResumeGenerator(it.as<GeneratorObject>(), ResumeKind::kThrow, error, result);
    }
    Value thrower = GetAttrOrUndef(it, IsInstance(error, &GeneratorExitType) ? "close" : "throw");
    if (thrower.is_undef()) return RaiseValue(std::move(error));
    if (IsInstance(error, &GeneratorExitType)) {
      Value closed = TryCall(thrower, Args());
      return closed.is_raised() ? closed : RaiseValue(std::move(error));
    }
    return TryCall(thrower, Args{&error, 1, 0, nullptr});
  }
  Value sent = std::move(g->sent);
  if (IsExact(it, &GeneratorType))
    return TryResumeGenerator(it.as<GeneratorObject>(), ResumeKind::kSend, sent, result);
  if (sent.is_none() || sent.is_undef()) {
    if (TypeOf(it)->slots.next && !TypeOf(it)->is_heap()) return TryNext(it);
    return OrStop(Held([&] { return TryCall(GetAttr(it, names.next_), Args()); }), result);
  }
  return OrStop(Held([&] { return TryCall(GetAttr(it, "send"), Args{&sent, 1, 0, nullptr}); }), result);
}

Value EvalWithYield(const Expr* e, Frame* f) {
  return e->kind == ExprKind::kYield ? YieldOnce(Cast<YieldExpr>(e), f) : EvalAround(e, f);
}

namespace {

Completion IfWithYield(const IfStmt* s, Frame* f) {
  uint32_t& step = Step(f, s->resume);
  uint32_t part = Resuming(f) ? step : 0;
  if (part == 0) {
    Value t = TryEval(s->test, f);
    if (t.leaves()) return Leave(t);
    f->span = &s->test->span;
    part = IsTrue(t) ? 1 : 2;
  }
  const Completion c = ExecBlock(part == 1 ? s->body : s->orelse, f);
  step = c == Completion::kYield ? part : 0;
  return c;
}

Completion WhileWithYield(const WhileStmt* s, Frame* f) {
  Interp& in = TheInterp();
  uint32_t& step = Step(f, s->resume);
  uint32_t part = Resuming(f) ? step : 0;
  for (;;) {
    if (part == 0) {
      step = 0;
      int t;
      if (s->test->resume == kNoResume) {
        t = EvalTest(s->test, f, nullptr);
        if (t < 0) return Completion::kRaise;
      } else {
        Value v = TryEval(s->test, f);
        if (v.leaves()) return Leave(v);
        t = IsTrue(v);
      }
      part = t ? 1 : 2;
      if (t) in.Tick();
    }
    const Completion c = ExecBlock(part == 1 ? s->body : s->orelse, f);
    if (c == Completion::kYield) {
      step = part;
      return c;
    }
    step = 0;
    if (part == 2) return c;
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c >= Completion::kReturn) return c;
    part = 0;
  }
}

Completion ForWithYield(const ForStmt* s, Frame* f) {
  Interp& in = TheInterp();
  uint32_t& step = Step(f, s->resume);
  Value* kept = Kept(f, s->resume);
  uint32_t part = Resuming(f) ? step : 0;
  Value it;
  if (part == 0) {
    Value iterable = TryEval(s->iter, f);
    if (iterable.leaves()) return Leave(iterable);
    f->span = &s->span;
    it = Iter(iterable);
  } else {
    it = std::move(kept[0]);
  }
  for (;;) {
    if (part == 0) {
      f->span = &s->span;
      Value item = TryNext(it);
      if (item.is_raised()) {
        step = 0;
        return Completion::kRaise;
      }
      if (item.is_stop()) {
        part = 2;
      } else {
        in.Tick();
        if (!Assign(s->target, f, std::move(item))) {
          step = 0;
          return Completion::kRaise;
        }
        part = 1;
      }
    }
    const Completion c = ExecBlock(part == 1 ? s->body : s->orelse, f);
    if (c == Completion::kYield) {
      step = part;
      kept[0] = std::move(it);
      return c;
    }
    step = 0;
    if (part == 2) return c;
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c >= Completion::kReturn) return c;
    part = 0;
  }
}

}  // namespace

namespace {

// The less frequent ones, which need a large frame.
[[gnu::noinline]] Completion ExecAround(const Stmt* stmt, Frame* f) {
  switch (stmt->kind) {
    case StmtKind::kAssign: {
      const auto* s = Cast<AssignStmt>(stmt);
      Value v = TryEval(s->value, f);
      if (v.leaves()) return Leave(v);
      for (const Expr* t : s->targets) {
        if (t->resume != kNoResume) RaiseNotSupported("`yield` in the target of an assignment");
        if (!Assign(t, f, v)) return Completion::kRaise;
      }
      return Completion::kNormal;
    }
    case StmtKind::kAugAssign: {
      const auto* s = Cast<AugAssignStmt>(stmt);
      Value* kept = Kept(f, s->resume);
      const auto* name = As<NameExpr>(s->target);
      // The old value is read before the yield.
      if (!name) {
        Value v = TryEval(s->value, f);
        if (v.leaves()) return Leave(v);
        return AugAssignWith(s, f, std::move(v)) ? Completion::kNormal : Completion::kRaise;
      }
      Value old = Resuming(f) ? std::move(kept[0]) : LoadName(name, f);
      if (old.is_raised()) return Completion::kRaise;
      Value v = TryEval(s->value, f);
      if (v.is_yield()) {
        kept[0] = std::move(old);
        return Completion::kYield;
      }
      if (v.is_raised()) return Completion::kRaise;
      f->span = &s->span;
      v = TryInplace(s->op, old, v);
      if (v.is_raised()) return Completion::kRaise;
      return Assign(s->target, f, std::move(v)) ? Completion::kNormal : Completion::kRaise;
    }
    case StmtKind::kAnnAssign: {
      const auto* s = Cast<AnnAssignStmt>(stmt);
      Value v = TryEval(s->value, f);
      if (v.leaves()) return Leave(v);
      return Assign(s->target, f, std::move(v)) ? Completion::kNormal : Completion::kRaise;
    }
    case StmtKind::kReturn: {
      Value v = TryEval(Cast<ReturnStmt>(stmt)->value, f);
      if (v.leaves()) return Leave(v);
      f->result = std::move(v);
      return Completion::kReturn;
    }
    case StmtKind::kWith:
      return ExecWith(Cast<WithStmt>(stmt), f);
    case StmtKind::kTry:
      return ExecTry(Cast<TryStmt>(stmt), f);
    case StmtKind::kMatch:
      return ExecMatch(Cast<MatchStmt>(stmt), f);
    case StmtKind::kRaise: {
      const auto* s = Cast<RaiseStmt>(stmt);
      Value exc = TryEval(s->exc, f);
      if (exc.leaves()) return Leave(exc);
      Value cause = s->cause ? TryEval(s->cause, f) : Value();
      if (cause.is_raised()) return Completion::kRaise;
      f->span = &s->span;
      RaiseStatement(exc, cause);
      return Completion::kRaise;
    }
    case StmtKind::kAssert: {
      const auto* s = Cast<AssertStmt>(stmt);
      Value t = TryEval(s->test, f);
      if (t.leaves()) return Leave(t);
      if (IsTrue(t)) return Completion::kNormal;
      f->span = &s->test->span;
      if (!s->message) RaiseException(MakeException(&AssertionErrorType, ArgList()));
      RaiseWith(&AssertionErrorType, Eval(s->message, f));
    }
    default:
      break;
  }
  f->span = &stmt->span;
  RaiseNotSupported("`yield` at this place");
}

}  // namespace

static Completion EndOf(const Value& v) { return v.leaves() ? Leave(v) : Completion::kNormal; }

Completion ExecWithYield(const Stmt* stmt, Frame* f) {
  switch (stmt->kind) {
    case StmtKind::kExpr:
      return EndOf(TryEval(Cast<ExprStmt>(stmt)->value, f));
    case StmtKind::kIf:
      return IfWithYield(Cast<IfStmt>(stmt), f);
    case StmtKind::kWhile:
      return WhileWithYield(Cast<WhileStmt>(stmt), f);
    case StmtKind::kFor:
      return ForWithYield(Cast<ForStmt>(stmt), f);
    default:
      return ExecAround(stmt, f);
  }
}

}  // namespace tp
