// Statements: one switch, blocks, loops. Statements with a yield inside go to eval_yield.cc. In converted
// functions a symbolic condition or iterable hands the statement to the stager.
#include "core/interp/eval-inl.h"
#include "core/interp/eval_attr.h"
#include "core/interp/gc.h"
#include "core/interp/stager.h"

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
    if (EndsSymbolically(f)) {
      if (i + 1 == block.stmts.size()) return c;
      return TheInterp().stager->StageTail(f, block, i + 1);
    }
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
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager) return in.stager->StageWhile(f, s, Value());
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
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager) return in.stager->StageFor(f, s, iterable);
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

Completion Exec(const Stmt* stmt, Frame* f) {
  if (__builtin_expect(stmt->resume != kNoResume, 0)) return ExecWithYield(stmt, f);
  switch (stmt->kind) {
    case StmtKind::kExpr: {
      const auto* s = Cast<ExprStmt>(stmt);
      if (s->value->kind != ExprKind::kConstant) Eval(s->value, f);
      return Completion::kNormal;
    }
    case StmtKind::kAssign: {
      const auto* s = Cast<AssignStmt>(stmt);
      const Expr* target = s->targets[0];
      if (s->targets.size() == 1) {
        if (target->kind == ExprKind::kName && Cast<NameExpr>(target)->ref.scope == Scope::kLocal) {
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
        Assign(target, f, Eval(s->value, f));
        return Completion::kNormal;
      }
      Value v = Eval(s->value, f);
      for (const Expr* t : s->targets) Assign(t, f, v);
      return Completion::kNormal;
    }
    case StmtKind::kAugAssign:
      ExecAugAssign(Cast<AugAssignStmt>(stmt), f, nullptr);
      return Completion::kNormal;
    case StmtKind::kReturn: {
      const auto* s = Cast<ReturnStmt>(stmt);
      if (s->value)
        f->result = Eval(s->value, f);
      else
        f->result = Value::None();
      return Completion::kReturn;
    }
    case StmtKind::kIf:
      return ExecIf(Cast<IfStmt>(stmt), f);
    case StmtKind::kWhile:
      return ExecWhile(Cast<WhileStmt>(stmt), f);
    case StmtKind::kFor:
      return ExecFor(Cast<ForStmt>(stmt), f);
    case StmtKind::kPass:
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal:
      return Completion::kNormal;
    case StmtKind::kBreak:
      return Completion::kBreak;
    case StmtKind::kContinue:
      return Completion::kContinue;
    case StmtKind::kFunctionDef:
      ExecFunctionDef(Cast<FunctionDefStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kClassDef:
      ExecClass(Cast<ClassDefStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kDelete:
      for (const Expr* t : Cast<DeleteStmt>(stmt)->targets) DeleteTarget(t, f);
      return Completion::kNormal;
    case StmtKind::kAnnAssign:
      ExecAnnAssign(Cast<AnnAssignStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kWith:
      return ExecWith(Cast<WithStmt>(stmt), f);
    case StmtKind::kMatch:
      return ExecMatch(Cast<MatchStmt>(stmt), f);
    case StmtKind::kRaise:
      ExecRaise(Cast<RaiseStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kTry:
      return ExecTry(Cast<TryStmt>(stmt), f);
    case StmtKind::kAssert:
      ExecAssert(Cast<AssertStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kImport:
      ExecImport(Cast<ImportStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kImportFrom:
      ExecImportFrom(Cast<ImportFromStmt>(stmt), f);
      return Completion::kNormal;
    case StmtKind::kAsyncFunctionDef:
    case StmtKind::kAsyncFor:
    case StmtKind::kAsyncWith:
    case StmtKind::kTryStar:
      break;
  }
  f->span = &stmt->span;
  RaiseNotSupported(KindName(stmt->kind));
}

void AugAssignWith(const AugAssignStmt* s, Frame* f, Value right) { ExecAugAssign(s, f, &right); }

StagedFlow* FlowOf(Frame* frame, bool create) {
  if (!frame->flow && create) frame->flow = new StagedFlow();
  return frame->flow;
}

}  // namespace tp
