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

// x += v for a local or anything else.
void ExecAugAssign(const AugAssignStmt* s, Frame* f, Value* right) {
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
          temp = Eval(s->value, f);
          if (FastBinary(s->op, old, temp, slot)) return;
          f->span = &s->span;
          Value result = Inplace(s->op, old, temp);
          f->locals[name->ref.slot] = std::move(result);
          return;
        }
        if (FastBinary(s->op, *slot, *v, slot)) return;
        f->span = &s->span;
        Value result = Inplace(s->op, *slot, *v);
        *slot = std::move(result);
        return;
      }
      Value old = LoadName(name, f);
      Value v = right ? *right : Eval(s->value, f);
      Value out;
      f->span = &s->span;
      if (!FastBinary(s->op, old, v, &out)) out = Inplace(s->op, old, v);
      Assign(target, f, std::move(out));
      return;
    }
    case ExprKind::kAttribute: {
      const auto* a = Cast<AttributeExpr>(target);
      // self.x += 1: an inline number is changed where it lies.
      if (const Value* v = right ? nullptr : Peek(s->value, f))
        if (const Value* self = Peek(a->value, f))
          if (Value* slot = AttrInPlace(a, *self))
            if (FastBinary(s->op, *slot, *v, slot)) return;
      Value object = Eval(a->value, f);
      Value old = LoadAttr(a, f, object);
      Value v = right ? *right : Eval(s->value, f);
      Value out;
      f->span = &s->span;
      if (!FastBinary(s->op, old, v, &out)) out = Inplace(s->op, old, v);
      StoreAttr(a, f, object, out);
      return;
    }
    case ExprKind::kSubscript: {
      const auto* sub = Cast<SubscriptExpr>(target);
      Value object = Eval(sub->value, f);
      Value key = Eval(sub->slice, f);
      f->span = &target->span;
      Value old = GetItem(object, key);
      Value v = right ? *right : Eval(s->value, f);
      Value out;
      f->span = &s->span;
      if (!FastBinary(s->op, old, v, &out)) out = Inplace(s->op, old, v);
      f->span = &target->span;
      SetItem(object, key, out);
      return;
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
    if (t < 0) return TheInterp().stager->StageIf(f, s, symbolic);
    if (t) return ExecBlock(s->body, f);
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

void ExecAssert(const AssertStmt* s, Frame* f) {
  Value symbolic;
  const int t = EvalTest(s->test, f, &symbolic);
  if (t < 0) return TheInterp().stager->StageAssert(f, s, symbolic);
  if (t) return;
  if (!s->message) {
    f->span = AssertSpan(s);
    RaiseException(MakeException(&AssertionErrorType, ArgList()));
  }
  Value message = Eval(s->message, f);
  f->span = AssertSpan(s);
  RaiseWith(&AssertionErrorType, message);
}

void ExecRaise(const RaiseStmt* s, Frame* f) {
  if (!s->exc) {
    f->span = &s->span;
    Interp& in = TheInterp();
    if (!in.handled.is_object()) Raise(&RuntimeErrorType, "No active exception to reraise");
    Reraise(in.handled);
  }
  Value exc = Eval(s->exc, f);
  Value cause;
  if (s->cause) cause = Eval(s->cause, f);
  f->span = &s->span;
  RaiseStatement(exc, cause);
}

void ExecAnnAssign(const AnnAssignStmt* s, Frame* f) {
  if (s->value) Assign(s->target, f, Eval(s->value, f));
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
  return ExecBlockAt(block, f, from);
}

Completion ExecBlockAt(const Block& block, Frame* f, size_t from) {
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

Completion ExecWhile(const WhileStmt* s, Frame* f) {
  Interp& in = *the_interp;
  // In converted functions the stager runs loops: the first test decides, away from the graph, what they are.
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager)
    return in.stager->StageWhile(f, s, Value());
  f->span = &s->span;
  for (;;) {
    Value symbolic;
    const int t = EvalTest(s->test, f, &symbolic);
    if (t < 0) return in.stager->StageWhile(f, s, symbolic);
    if (!t) return s->orelse.empty() ? Completion::kNormal : ExecBlock(s->orelse, f);
    in.Tick();
    const Completion c = ExecBlock(s->body, f);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c == Completion::kReturn || c == Completion::kYield) return c;
  }
}

Completion ExecFor(const ForStmt* s, Frame* f) {
  Interp& in = *the_interp;
  Value iterable = Eval(s->iter, f);
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
  // `for k, v in d.items()` makes no pairs.
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
    } else if (pair && type == &DictItemIteratorType) {
      f->span = &s->span;
      DictEntry* entry = NextDictEntry(it);
      if (!entry) break;
      Value key = entry->key, value = entry->value;
      in.Tick();
      Assign(pair->elements[0], f, std::move(key));
      Assign(pair->elements[1], f, std::move(value));
      const Completion c = ExecBlock(s->body, f);
      if (c == Completion::kBreak) return Completion::kNormal;
      if (c == Completion::kReturn || c == Completion::kYield) return c;
      if (__builtin_expect(f->flow != nullptr, 0) && EndsSymbolically(f))
        return in.stager->StageFor(f, s, it);
      continue;
    } else if (type == &ListIteratorType) {
      auto* l = it.as<IndexIterator>();
      if (l->container.is_undef()) break;
      Value* items;
      int64_t size = 0;
      AsSequence(l->container, &items, &size);
      if (l->index >= size) {
        l->container.Clear();
        break;
      }
      item = items[l->index++];
    } else {
      f->span = &s->span;
      item = Next(it);
      if (item.is_stop()) break;
    }
    in.Tick();
    if (local)
      f->locals[local->ref.slot] = std::move(item);
    else
      Assign(s->target, f, std::move(item));
    const Completion c = ExecBlock(s->body, f);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c == Completion::kReturn || c == Completion::kYield) return c;
  }
  return s->orelse.empty() ? Completion::kNormal : ExecBlock(s->orelse, f);
}

namespace {

Completion ExecExpr(const ExprStmt* s, Frame* f) {
  if (s->value->kind != ExprKind::kConstant) Eval(s->value, f);
  return Completion::kNormal;
}

Completion ExecAssign(const AssignStmt* s, Frame* f) {
  const Expr* target = s->targets[0];
  if (s->targets.size() > 1) {
    Value v = Eval(s->value, f);
    for (const Expr* t : s->targets) Assign(t, f, v);
    return Completion::kNormal;
  }
  if (target->kind != ExprKind::kName || Cast<NameExpr>(target)->ref.scope != Scope::kLocal) {
    Assign(target, f, Eval(s->value, f));
    return Completion::kNormal;
  }
  // Into the slot: an operand in place is copied once.
  Value* slot = &f->locals[Cast<NameExpr>(target)->ref.slot];
  if (const Value* v = Peek(s->value, f)) {
    *slot = *v;
  } else {
    Value v2 = Eval(s->value, f);
    *slot = std::move(v2);
  }
  return Completion::kNormal;
}

Completion ExecAug(const AugAssignStmt* s, Frame* f) {
  ExecAugAssign(s, f, nullptr);
  return Completion::kNormal;
}

Completion ExecReturn(const ReturnStmt* s, Frame* f) {
  if (s->value)
    f->result = Eval(s->value, f);
  else
    f->result = Value::None();
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
  set(StmtKind::kRaise, Plain<RaiseStmt, ExecRaise>);
  set(StmtKind::kTry, Of<TryStmt, ExecTry>);
  set(StmtKind::kAssert, Plain<AssertStmt, ExecAssert>);
  set(StmtKind::kImport, Plain<ImportStmt, ExecImport>);
  set(StmtKind::kImportFrom, Plain<ImportFromStmt, ExecImportFrom>);
  return t;
}

}  // namespace

constinit const ExecTable exec_table = MakeTable();

void AugAssignWith(const AugAssignStmt* s, Frame* f, Value right) { ExecAugAssign(s, f, &right); }

Value ResultAtEnd(Frame* frame) {
  const StagedFlow* flow = frame->flow;
  return flow && Symbolic(flow->returned) && !flow->value.is_undef() ? flow->value : Value::None();
}

StagedFlow* FlowOf(Frame* frame, bool create) {
  if (!frame->flow && create) frame->flow = new StagedFlow();
  return frame->flow;
}

}  // namespace tp
