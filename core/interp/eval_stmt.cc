// Statements: one switch, blocks, loops. Statements with a yield inside go to eval_yield.cc. In converted
// functions a symbolic condition or iterable hands the statement to the stager.
#include "core/interp/eval-inl.h"
#include "core/interp/eval_attr.h"
#include "core/interp/gc.h"
#include "core/interp/stager.h"
#include "core/lang/stage_info.h"

namespace tp {

using namespace ast;

namespace {

// A value that ends a branch only on some paths.
bool Symbolic(const Value& v) { return !v.is_bool() && !v.is_undef(); }
bool EndsSymbolically(const Frame* f) {
  // A break continues, too: `broke` itself is a variable of the loop and says nothing inside its body.
  return f->flow && (Symbolic(f->flow->continued) || Symbolic(f->flow->returned));
}

Completion ExecConverted(const Block& block, Frame* f, size_t from) {
  for (size_t i = from; i < block.stmts.size(); ++i) {
    const Completion c = Exec(block.stmts[i], f);
    if (c != Completion::kNormal) {
      if (c == Completion::kYield) f->gen->steps[block.resume] = static_cast<uint32_t>(i);
      return c;
    }
    if (!EndsSymbolically(f)) continue;
    const bool done = std::exchange(f->flow->rest_done, false) && block.stmts[i]->kind == StmtKind::kIf;
    if (!done && i + 1 < block.stmts.size() && !TheInterp().stager->StageTail(f, block, i + 1)) continue;
    f->flow->rest_done = Symbolic(f->flow->returned) && DefinitelyReturns(block);
    return c;
  }
  return Completion::kNormal;
}

[[gnu::always_inline]] inline Completion RunBlock(const Block& block, Frame* f, size_t from) {
  if (__builtin_expect(f->flags & kFrameConverted, 0)) return ExecConverted(block, f, from);
  Stmt** const end = block.end();
  for (Stmt** p = block.begin() + from; p != end; ++p) {
    const Completion c = Exec(*p, f);
    if (c != Completion::kNormal) {
      if (c == Completion::kYield) f->gen->steps[block.resume] = static_cast<uint32_t>(p - block.begin());
      return c;
    }
  }
  return Completion::kNormal;
}

// A block as the body of a loop or a branch: where nothing is staged and no yield stands inside, its
// statements in turn.
[[gnu::always_inline]] inline Completion RunBody(const Block& block, Frame* f) {
  if (__builtin_expect((f->flags & kFrameConverted) || block.resume != kNoResume, 0))
    return ExecBlock(block, f);
  Stmt** const end = block.end();
  for (Stmt** p = block.begin(); p != end; ++p) {
    const Completion c = exec_table.by_kind[static_cast<size_t>((*p)->kind)](*p, f);
    if (c != Completion::kNormal) return c;
  }
  return Completion::kNormal;
}

// What `old += v` gives, in *out; false: raised.
bool AugValue(const AugAssignStmt* s, Frame* f, const Value& old, Value* right, Value* out) {
  Value v = right ? *right : TryEval(s->value, f);
  if (v.is_raised()) return false;
  f->span = &s->span;
  if (!FastBinary(s->op, old, v, out)) *out = TryInplace(s->op, old, v);
  return !out->is_raised();
}

// x += v for a local or anything else; false: raised, by value. `right`: what v is, where that is known.
bool AugAssign(const AugAssignStmt* s, Frame* f, Value* right) {
  const Expr* target = s->target;
  switch (target->kind) {
    case ExprKind::kName: {
      const auto* name = Cast<NameExpr>(target);
      if (name->ref.scope == Scope::kLocal) {
        Value* slot = &f->locals[name->ref.slot];
        if (slot->is_undef()) RaiseUnbound(name, f);
        Value temp;
        const Value* v = right ? right : Peek(s->value, f);
        if (!v) {
          Value old = *slot;
          temp = TryEval(s->value, f);
          if (FastBinary(s->op, old, temp, slot)) return true;
          if (temp.is_raised()) return false;
          f->span = &s->span;
          if (s->op == BinOp::kAdd && IsExact(temp, &StrType) && old.Is(*slot)) {
            old.Clear();
            if (StrAppend(slot, temp)) return true;
            old = *slot;
          }
          Value result = TryInplace(s->op, old, temp);
          if (result.is_raised()) return false;
          f->locals[name->ref.slot] = std::move(result);
          return true;
        }
        if (FastBinary(s->op, *slot, *v, slot)) return true;
        f->span = &s->span;
        if (s->op == BinOp::kAdd && StrAppend(slot, *v)) return true;
        Value result = TryInplace(s->op, *slot, *v);
        if (result.is_raised()) return false;
        *slot = std::move(result);
        return true;
      }
      Value old = LoadName(name, f);
      if (old.is_raised()) return false;
      Value out;
      if (!AugValue(s, f, old, right, &out)) return false;
      return Assign(target, f, std::move(out));
    }
    case ExprKind::kAttribute: {
      const auto* a = Cast<AttributeExpr>(target);
      // self.x += 1: an inline number is changed where it lies.
      if (const Value* v = right ? nullptr : Peek(s->value, f))
        if (const Value* self = Peek(a->value, f))
          if (Value* slot = AttrInPlace(a, *self))
            if (FastBinary(s->op, *slot, *v, slot)) return true;
      Value object = TryEval(a->value, f);
      if (object.is_raised()) return false;
      Value old = LoadAttr(a, f, object);
      Value out;
      if (old.is_raised() || !AugValue(s, f, old, right, &out)) return false;
      StoreAttr(a, f, object, out);
      return true;
    }
    case ExprKind::kSubscript: {
      const auto* sub = Cast<SubscriptExpr>(target);
      Value object = TryEval(sub->value, f);
      if (object.is_raised()) return false;
      Value key = TryEval(sub->slice, f);
      if (key.is_raised()) return false;
      f->span = &target->span;
      Value old = TryGetItem(object, key);
      Value out;
      if (old.is_raised() || !AugValue(s, f, old, right, &out)) return false;
      f->span = &target->span;
      SetItem(object, key, out);
      return true;
    }
    default:
      break;
  }
  f->span = &s->span;
  RaiseNotSupported("this target of an augmented assignment");
}

Completion ExecIf(const IfStmt* s, Frame* f) {
  for (;;) {
    Value symbolic;
    const int t = EvalTest(s->test, f, &symbolic);
    if (__builtin_expect(t < 0, 0))
      return t == kTestRaised ? Completion::kRaise : TheInterp().stager->StageIf(f, s, symbolic);
    if (t) return RunBody(s->body, f);
    // A chain of elif needs no depth.
    if (s->orelse_is_elif && s->orelse.stmts[0]->resume == kNoResume && !(f->flags & kFrameConverted)) {
      s = static_cast<const IfStmt*>(s->orelse.stmts[0]);
      continue;
    }
    return s->orelse.empty() ? Completion::kNormal : ExecBlock(s->orelse, f);
  }
}

// What CPython marks when an assert fails: the comparison that its compiler visited last, else the statement.
const Span* LastComparison(const Expr* e) {
  if (e->kind == ExprKind::kCompare) return &e->span;
  if (const auto* u = As<UnaryOpExpr>(e)) return u->op == UnaryOp::kNot ? LastComparison(u->value) : nullptr;
  const Span* found = nullptr;
  if (const auto* b = As<BoolOpExpr>(e))
    for (const Expr* x : b->values)
      if (const Span* span = LastComparison(x)) found = span;
  if (const auto* i = As<IfExpr>(e))
    for (const Expr* x : {i->test, i->body, i->orelse})
      if (const Span* span = LastComparison(x)) found = span;
  return found;
}

const Span* AssertSpan(const AssertStmt* s) {
  const Span* span = LastComparison(s->test);
  return span ? span : &s->span;
}

Completion ExecAssert(const AssertStmt* s, Frame* f) {
  Value symbolic;
  const int t = EvalTest(s->test, f, &symbolic);
  if (t == kTestRaised) return Completion::kRaise;
  if (t < 0) TheInterp().stager->StageAssert(f, s, symbolic);
  if (t) return Completion::kNormal;
  Value message = s->message ? TryEval(s->message, f) : Value();
  if (message.is_raised()) return Completion::kRaise;
  f->span = AssertSpan(s);
  RaiseValue(MakeException(&AssertionErrorType, Args{&message, s->message ? 1u : 0u, 0, nullptr}));
  return Completion::kRaise;
}

Completion ExecRaise(const RaiseStmt* s, Frame* f) {
  if (!s->exc) {
    f->span = &s->span;
    Interp& in = TheInterp();
    if (in.handled.is_object())
      ReraiseValue(in.handled);
    else
      RaiseValue(&RuntimeErrorType, "No active exception to reraise");
    return Completion::kRaise;
  }
  Value exc = TryEval(s->exc, f);
  if (exc.is_raised()) return Completion::kRaise;
  Value cause;
  if (s->cause) cause = TryEval(s->cause, f);
  if (cause.is_raised()) return Completion::kRaise;
  f->span = &s->span;
  RaiseStatement(exc, cause);
  return Completion::kRaise;
}

void ExecAnnAssign(const AnnAssignStmt* s, Frame* f) {
  if (s->value && !Assign(s->target, f, Eval(s->value, f))) ThrowHeld();
  // Annotations are kept by modules and classes only.
  if (!s->simple || f->function) return;
  const bool text = f->code->source->ast->future_annotations;
  Value annotation =
      text ? MakeStr(f->code->source->file().Text(s->annotation->span)) : Eval(s->annotation, f);
  DictObject* ns = f->names ? f->names : f->globals;
  Value* d = DictFind(ns, names.annotations_);
  if (!d) {
    DictSet(ns, names.annotations_, Value::Own(NewDict()));
    d = DictFind(ns, names.annotations_);
  }
  DictSet(d->as<DictObject>(), NameStr(Cast<NameExpr>(s->target)->ref.name), annotation);
}

}  // namespace

Completion ExecBlock(const Block& block, Frame* f) {
  size_t from = 0;
  if (block.resume != kNoResume && (f->flags & kFrameResuming)) from = f->gen->steps[block.resume];
  return RunBlock(block, f, from);
}
Completion ExecBlockAt(const Block& block, Frame* f, size_t from) { return RunBlock(block, f, from); }

Completion ExecWhile(const WhileStmt* s, Frame* f) {
  Interp& in = *the_interp;
  // In converted functions the stager runs loops: the first test decides, away from the graph, what they are.
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager)
    return in.stager->StageWhile(f, s, Value());
  f->span = &s->span;
  for (;;) {
    Value symbolic;
    const int t = EvalTest(s->test, f, &symbolic);
    if (__builtin_expect(t < 0, 0))
      return t == kTestRaised ? Completion::kRaise : in.stager->StageWhile(f, s, symbolic);
    if (!t) return s->orelse.empty() ? Completion::kNormal : ExecBlock(s->orelse, f);
    in.Tick();
    const Completion c = RunBody(s->body, f);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c >= Completion::kReturn) return c;
  }
}

// The next item of a list's iterator, or Stop.
[[gnu::always_inline]] static inline Value NextOfList(const Value& it) {
  auto* l = it.as<IndexIterator>();
  Value* items;
  int64_t size = 0;
  if (IsExact(l->container, &ListType)) {
    items = l->container.as<ListObject>()->items;
    size = l->container.as<ListObject>()->size;
  } else {
    if (l->container.is_undef()) return Value::Stop();
    AsSequence(l->container, &items, &size);
  }
  if (l->index < size) return items[l->index++];
  l->container.Clear();
  return Value::Stop();
}

Completion ExecFor(const ForStmt* s, Frame* f) {
  Interp& in = *the_interp;
  Value iterable = TryEval(s->iter, f);
  if (iterable.is_raised()) return Completion::kRaise;
  f->span = &s->span;
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager)
    return in.stager->StageFor(f, s, iterable);
  Value it = Iter(iterable);
  iterable.Clear();
  TypeObject* type = TypeOf(it);
  const auto* local =
      s->target->kind == ExprKind::kName && Cast<NameExpr>(s->target)->ref.scope == Scope::kLocal
          ? Cast<NameExpr>(s->target)
          : nullptr;
  // `for k, v in d.items()` and `for i, v in enumerate(…)` make no pairs.
  const auto* pair = As<TupleExpr>(s->target);
  if (pair && (pair->elements.size() != 2 || pair->elements[0]->kind != ExprKind::kName ||
               pair->elements[1]->kind != ExprKind::kName))
    pair = nullptr;
  for (;;) {
    Value item;
    if (type == &RangeIteratorType) {
      auto* r = it.as<RangeIterator>();
      if (r->left <= 0) break;
      --r->left;
      item = Value::Int(r->next);
      r->next = static_cast<int64_t>(static_cast<uint64_t>(r->next) + static_cast<uint64_t>(r->step));
    } else if (pair && (type == &DictItemIteratorType || type == &EnumerateType)) {
      f->span = &s->span;
      Value first, second;
      if (type == &EnumerateType) {
        auto* counted = it.as<EnumerateObject>();
        if (__builtin_expect(!counted->large.is_undef(), 0)) {
          pair = nullptr;
          continue;
        }
        second = IsExact(counted->iterator, &ListIteratorType) ? NextOfList(counted->iterator)
                                                               : TryNext(counted->iterator);
        if (second.is_stop()) break;
        if (__builtin_expect(second.is_raised(), 0)) return Completion::kRaise;
        first = Value::Int(counted->next++);
      } else {
        DictEntry* entry = NextDictEntry(it);
        if (!entry) break;
        first = entry->key;
        second = entry->value;
      }
      in.Tick();
      if (!AssignItem(pair->elements[0], f, std::move(first)) ||
          !AssignItem(pair->elements[1], f, std::move(second)))
        return Completion::kRaise;
      const Completion c = RunBody(s->body, f);
      if (c == Completion::kBreak) return Completion::kNormal;
      if (c >= Completion::kReturn) return c;
      if (__builtin_expect(f->flow != nullptr, 0) && EndsSymbolically(f))
        return in.stager->StageFor(f, s, it);
      continue;
    } else if (type == &ListIteratorType) {
      item = NextOfList(it);
      if (item.is_stop()) break;
    } else {
      f->span = &s->span;
      item = type == &GeneratorType
                 ? TryResumeGenerator(it.as<GeneratorObject>(), ResumeKind::kNext, Value(), nullptr)
                 : TryNext(it);
      if (item.is_stop()) break;
      if (__builtin_expect(item.is_raised(), 0)) return Completion::kRaise;
    }
    in.Tick();
    if (local)
      f->locals[local->ref.slot] = std::move(item);
    else if (!AssignItem(s->target, f, std::move(item)))
      return Completion::kRaise;
    const Completion c = RunBody(s->body, f);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c >= Completion::kReturn) return c;
  }
  return s->orelse.empty() ? Completion::kNormal : ExecBlock(s->orelse, f);
}

namespace {

Completion ExecExpr(const ExprStmt* s, Frame* f) {
  if (s->value->kind == ExprKind::kConstant) return Completion::kNormal;
  return TryEval(s->value, f).is_raised() ? Completion::kRaise : Completion::kNormal;
}

Completion ExecAssign(const AssignStmt* s, Frame* f) {
  const Expr* target = s->targets[0];
  if (s->targets.size() > 1) {
    Value v = TryEval(s->value, f);
    if (v.is_raised()) return Completion::kRaise;
    for (const Expr* t : s->targets)
      if (!Assign(t, f, v)) return Completion::kRaise;
    return Completion::kNormal;
  }
  if (target->kind != ExprKind::kName || Cast<NameExpr>(target)->ref.scope != Scope::kLocal) {
    Value v = TryEval(s->value, f);
    if (__builtin_expect(v.is_raised(), 0)) return Completion::kRaise;
    return AssignItem(target, f, std::move(v)) ? Completion::kNormal : Completion::kRaise;
  }
  // Into the slot: an operand in place is copied once.
  Value* slot = &f->locals[Cast<NameExpr>(target)->ref.slot];
  if (const Value* v = Peek(s->value, f)) {
    *slot = *v;
  } else {
    Value v2 = TryEval(s->value, f);
    if (__builtin_expect(v2.is_raised(), 0)) return Completion::kRaise;
    *slot = std::move(v2);
  }
  return Completion::kNormal;
}

Completion ExecAug(const AugAssignStmt* s, Frame* f) {
  return AugAssign(s, f, nullptr) ? Completion::kNormal : Completion::kRaise;
}

Completion ExecReturn(const ReturnStmt* s, Frame* f) {
  if (s->value) {
    Value v = TryEval(s->value, f);
    if (__builtin_expect(v.is_raised(), 0)) return Completion::kRaise;
    f->result = std::move(v);
  } else {
    f->result = Value::None();
  }
  return Completion::kReturn;
}

Completion ExecDelete(const DeleteStmt* s, Frame* f) {
  for (const Expr* t : s->targets) DeleteTarget(t, f);
  return Completion::kNormal;
}

template <Completion C>
Completion ExecNothing(const Stmt*, Frame*) {
  return C;
}

Completion NotSupported(const Stmt* s, Frame* f) {
  f->span = &s->span;
  RaiseNotSupported(KindName(s->kind));
}

template <class Node, Completion (*F)(const Node*, Frame*)>
Completion Of(const Stmt* s, Frame* f) {
  return F(static_cast<const Node*>(s), f);
}
// Of statements that always end normally.
template <class Node, void (*F)(const Node*, Frame*)>
Completion Plain(const Stmt* s, Frame* f) {
  F(static_cast<const Node*>(s), f);
  return Completion::kNormal;
}

constexpr ExecTable MakeTable() {
  ExecTable t{};
  for (ExecFn& f : t.by_kind) f = NotSupported;
  const auto set = [&t](StmtKind kind, ExecFn f) { t.by_kind[static_cast<size_t>(kind)] = f; };
  set(StmtKind::kExpr, Of<ExprStmt, ExecExpr>);
  set(StmtKind::kAssign, Of<AssignStmt, ExecAssign>);
  set(StmtKind::kAugAssign, Of<AugAssignStmt, ExecAug>);
  set(StmtKind::kReturn, Of<ReturnStmt, ExecReturn>);
  set(StmtKind::kIf, Of<IfStmt, ExecIf>);
  set(StmtKind::kWhile, Of<WhileStmt, ExecWhile>);
  set(StmtKind::kFor, Of<ForStmt, ExecFor>);
  for (StmtKind kind : {StmtKind::kPass, StmtKind::kGlobal, StmtKind::kNonlocal})
    set(kind, ExecNothing<Completion::kNormal>);
  set(StmtKind::kBreak, ExecNothing<Completion::kBreak>);
  set(StmtKind::kContinue, ExecNothing<Completion::kContinue>);
  set(StmtKind::kFunctionDef, Plain<FunctionDefStmt, ExecFunctionDef>);
  set(StmtKind::kClassDef, Plain<ClassDefStmt, ExecClass>);
  set(StmtKind::kDelete, Of<DeleteStmt, ExecDelete>);
  set(StmtKind::kAnnAssign, Plain<AnnAssignStmt, ExecAnnAssign>);
  set(StmtKind::kWith, Of<WithStmt, ExecWith>);
  set(StmtKind::kMatch, Of<MatchStmt, ExecMatch>);
  set(StmtKind::kRaise, Of<RaiseStmt, ExecRaise>);
  set(StmtKind::kTry, Of<TryStmt, ExecTry>);
  set(StmtKind::kAssert, Of<AssertStmt, ExecAssert>);
  set(StmtKind::kImport, Plain<ImportStmt, ExecImport>);
  set(StmtKind::kImportFrom, Plain<ImportFromStmt, ExecImportFrom>);
  return t;
}

}  // namespace

constinit const ExecTable exec_table = MakeTable();

bool AugAssignWith(const AugAssignStmt* s, Frame* f, Value right) { return AugAssign(s, f, &right); }

Value ResultAtEnd(Frame* frame) {
  const StagedFlow* flow = frame->flow;
  return flow && Symbolic(flow->returned) && !flow->value.is_undef() ? flow->value : Value::None();
}

StagedFlow* FlowOf(Frame* frame, bool create) {
  if (!frame->flow && create) frame->flow = new StagedFlow();
  return frame->flow;
}

}  // namespace tp
