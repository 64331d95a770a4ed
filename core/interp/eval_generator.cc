// Generators, and comprehensions: a generator's frame lives in the heap with its steps and kept values; list,
// set and dict comprehensions run at once in a frame of their own.
#include <cstring>

#include "core/interp/eval-inl.h"
#include "core/interp/eval_flow.h"
#include "core/interp/gc.h"
#include "core/interp/stager.h"
#include "core/interp/traceback.h"
#include "core/lang/walk.h"

namespace tp {

using namespace ast;

namespace {

// The heap block of a suspended frame: header, then locals, derefs, kept values, steps.
struct HeapFrame {
  Frame frame;
  GeneratorState state;
  uint32_t num_vars;  // locals and derefs
  uint32_t num_kept;
  size_t bytes;
  Value handled;  // the exception that was being handled at the yield
  FunctionObject* function;

  Value* vars() { return reinterpret_cast<Value*>(this + 1); }
};

HeapFrame* HeapOf(Frame* f) { return reinterpret_cast<HeapFrame*>(f); }
static_assert(offsetof(HeapFrame, frame) == 0);

HeapFrame* NewHeapFrame(Frame* f, FunctionObject* fn) {
  const FunctionCode* code = f->code;
  const uint32_t vars = code->num_locals + code->num_derefs, kept = code->num_values;
  const size_t bytes =
      sizeof(HeapFrame) + (vars + kept) * sizeof(Value) + code->num_resume * sizeof(uint32_t);
  auto* h = static_cast<HeapFrame*>(AllocBytes(bytes));
  std::memset(static_cast<void*>(h), 0, bytes);
  h->bytes = bytes;
  h->num_vars = vars;
  h->num_kept = kept;
  Value* v = h->vars();
  h->frame.locals = v;
  h->frame.derefs = v + code->num_locals;
  for (uint32_t i = 0; i < code->num_locals; ++i) v[i] = std::move(f->locals[i]);
  for (uint32_t i = 0; i < code->num_derefs; ++i) h->frame.derefs[i] = std::move(f->derefs[i]);
  h->state.values = v + vars;
  h->state.steps = reinterpret_cast<uint32_t*>(v + vars + kept);
  h->frame.gen = &h->state;
  h->frame.code = code;
  h->frame.globals = f->globals;
  IncRef(f->globals);
  h->frame.flags = (f->flags & kFrameConverted) | kFrameGenerator;
  h->frame.function = fn;
  h->function = fn;
  if (fn) IncRef(fn);
  return h;
}

void FreeHeapFrame(HeapFrame* h) {
  for (uint32_t i = 0; i < h->num_vars + h->num_kept; ++i) h->vars()[i].~Value();
  h->frame.result.~Value();
  h->state.sent.~Value();
  h->handled.~Value();
  DictObject* globals = h->frame.globals;
  FunctionObject* fn = h->function;
  FreeBytes(h, h->bytes);
  DecRef(globals);
  if (fn) DecRef(fn);
}

void DropFrame(GeneratorObject* g) {
  Frame* f = g->frame;
  g->frame = nullptr;
  if (f) FreeHeapFrame(HeapOf(f));
}

constexpr uint32_t kStarted = 1u << 16;  // Frame::flags of a generator that has run

// One `for` level of a comprehension: calls `emit` for each combination, until it gives false. False: raised.
class ComprehensionRun {
 public:
  ComprehensionRun(const ComprehensionExpr* e, Frame* f) : e_(e), f_(f) {}

  template <class Emit>
  bool Level(uint32_t level, const Value& iterator, Emit& emit) {
    Interp& in = TheInterp();
    const Comprehension& c = e_->generators[level];
    const bool last = level + 1 == e_->generators.size();
    TypeObject* type = TypeOf(iterator);
    const auto* local =
        c.target->kind == ExprKind::kName && Cast<NameExpr>(c.target)->ref.scope == Scope::kLocal
            ? Cast<NameExpr>(c.target)
            : nullptr;
    for (;;) {
      Value item;
      if (type == &RangeIteratorType) {
        auto* r = iterator.as<RangeIterator>();
        if (r->left <= 0) return true;
        --r->left;
        item = Value::Int(r->next);
        r->next = static_cast<int64_t>(static_cast<uint64_t>(r->next) + static_cast<uint64_t>(r->step));
      } else {
        f_->span = &e_->span;
        item = TryNext(iterator);
        if (item.is_stop()) return true;
        if (__builtin_expect(item.is_raised(), 0)) return false;
      }
      in.Tick();
      if (local)
        f_->locals[local->ref.slot] = std::move(item);
      else if (!AssignItem(c.target, f_, std::move(item)))
        return false;
      int pass = 1;
      for (const Expr* test : c.ifs) {
        pass = EvalTest(test, f_, nullptr);
        if (pass <= 0) break;
      }
      if (__builtin_expect(pass < 0, 0)) return false;
      if (!pass) continue;
      if (last) {
        if (!emit()) return false;
        continue;
      }
      const Comprehension& next = e_->generators[level + 1];
      Value iterable = TryEval(next.iter, f_);
      if (iterable.is_raised()) return false;
      f_->span = &e_->span;
      if (!Level(level + 1, Iter(iterable), emit)) return false;
    }
  }

 private:
  const ComprehensionExpr* e_;
  Frame* f_;
};

// Runs `body(frame)` in a fresh frame of the comprehension's code whose first local is the iterator. False:
// raised.
template <class Body>
bool InFrame(const ComprehensionExpr* e, Frame* outer, Value iterator, Body body) {
  Interp& in = TheInterp();
  const FunctionCode* code = CodeOf(outer->code->source, e->info);
  if (in.stack_end - in.sp < code->num_locals + code->num_derefs + 256) in.OnRecursion("");
  Value* base = in.sp;
  StackGuard guard(in, base);
  for (uint32_t i = 0; i < code->num_locals; ++i) new (in.sp++) Value();
  if (code->num_locals) base[0] = std::move(iterator);
  Frame frame;
  frame.locals = base;
  frame.derefs = in.sp;
  frame.code = code;
  frame.globals = outer->globals;
  frame.span = nullptr;
  frame.flags = outer->flags & kFrameConverted;
  frame.names = nullptr;
  frame.function = outer->function;
  frame.flow = nullptr;
  frame.gen = nullptr;
  for (uint32_t i = 0; i < code->num_cells; ++i) {
    const CellVar& cell = code->info->cells[i];
    Value v;
    if (cell.param_slot != CellVar::kNoParam) v = std::move(frame.locals[cell.param_slot]);
    new (in.sp++) Value(Value::Own(NewCell(std::move(v))));
  }
  for (uint32_t i = code->num_cells; i < code->num_derefs; ++i)
    new (in.sp++) Value(outer->derefs[code->info->frees[i - code->num_cells].outer_slot]);
  FrameEntry entry(in, &frame);
  if (!body(&frame)) return false;
  entry.Done();
  return true;
}

// What a suspended generator expression keeps: one iterator for each level. Gives Value::Yielded(), Stop or
// Raised.
Value RunGeneratorExp(Frame* f) {
  const auto* e = static_cast<const ComprehensionExpr*>(f->code->info->expr);
  Interp& in = TheInterp();
  HeapFrame* h = HeapOf(f);
  const uint32_t depth = e->generators.size();
  // Levels beyond the first are kept in f->result's place: a tuple of iterators.
  if (h->state.sent.is_undef()) {
    TupleObject* t = NewTuple(depth);
    t->items[0] = f->locals[0];
    h->state.sent = Value::Own(t);
    f->locals[0].Clear();
  }
  Value keep = h->state.sent;
  Value* its = keep.as<TupleObject>()->items;
  uint32_t level = 0;
  while (level + 1 < depth && !its[level + 1].is_undef()) ++level;
  for (;;) {
    const Comprehension& c = e->generators[level];
    f->span = &e->span;
    Value item = TryNext(its[level]);
    if (__builtin_expect(item.is_raised(), 0)) return item;
    if (item.is_stop()) {
      its[level].Clear();
      if (level == 0) return Value::Stop();
      --level;
      continue;
    }
    in.Tick();
    if (!AssignItem(c.target, f, std::move(item))) return Value::Raised();
    int pass = 1;
    for (const Expr* test : c.ifs) {
      pass = EvalTest(test, f, nullptr);
      if (pass <= 0) break;
    }
    if (__builtin_expect(pass < 0, 0)) return Value::Raised();
    if (!pass) continue;
    if (level + 1 == depth) {
      Value v = TryEval(e->element, f);
      if (__builtin_expect(v.is_raised(), 0)) return v;
      f->result = std::move(v);
      return Value::Yielded();
    }
    ++level;
    Value iterable = TryEval(e->generators[level].iter, f);
    if (iterable.is_raised()) return iterable;
    f->span = &e->span;
    its[level] = Iter(iterable);
  }
}

}  // namespace

Value EvalComprehension(const ComprehensionExpr* e, Frame* f) {
  Value iterable = TryEval(e->generators[0].iter, f);
  if (iterable.leaves()) return iterable;
  f->span = &e->span;
  Value iterator = Iter(iterable);
  iterable.Clear();
  f->span = &e->span;
  Value result;
  switch (e->kind) {
    case ExprKind::kListComp: {
      ListObject* list = NewList();
      result = Value::Own(list);
      const bool done = InFrame(e, f, iterator, [&](Frame* inner) {
        auto emit = [&] {
          Value v = TryEval(e->element, inner);
          if (__builtin_expect(v.is_raised(), 0)) return false;
          ListAppend(list, std::move(v));
          return true;
        };
        return ComprehensionRun(e, inner).Level(0, iterator, emit);
      });
      return done ? result : Value::Raised();
    }
    case ExprKind::kSetComp: {
      SetObject* set = NewSet();
      result = Value::Own(set);
      const bool done = InFrame(e, f, iterator, [&](Frame* inner) {
        auto emit = [&] {
          Value v = TryEval(e->element, inner);
          if (__builtin_expect(v.is_raised(), 0)) return false;
          inner->span = &e->span;
          SetAdd(set, v);
          return true;
        };
        return ComprehensionRun(e, inner).Level(0, iterator, emit);
      });
      return done ? result : Value::Raised();
    }
    case ExprKind::kDictComp: {
      DictObject* dict = NewDict();
      result = Value::Own(dict);
      const bool done = InFrame(e, f, iterator, [&](Frame* inner) {
        auto emit = [&] {
          Value key = TryEval(e->element, inner);
          if (__builtin_expect(key.is_raised(), 0)) return false;
          Value value = TryEval(e->value, inner);
          if (__builtin_expect(value.is_raised(), 0)) return false;
          inner->span = &e->span;
          DictSet(dict, key, std::move(value));
          return true;
        };
        return ComprehensionRun(e, inner).Level(0, iterator, emit);
      });
      return done ? result : Value::Raised();
    }
    default:
      break;
  }
  const FunctionCode* code = CodeOf(f->code->source, e->info);
  Frame frame;
  std::vector<Value> vars(code->num_locals + code->num_derefs);
  vars[0] = std::move(iterator);
  frame.locals = vars.data();
  frame.derefs = vars.data() + code->num_locals;
  frame.code = code;
  frame.globals = f->globals;
  frame.flags = f->flags & kFrameConverted;
  for (uint32_t i = 0; i < code->num_cells; ++i) frame.derefs[i] = Value::Own(NewCell(Value()));
  for (uint32_t i = code->num_cells; i < code->num_derefs; ++i)
    frame.derefs[i] = f->derefs[code->info->frees[i - code->num_cells].outer_slot];
  return MakeGenerator(nullptr, &frame);
}

Value MakeGenerator(FunctionObject* fn, Frame* f) {
  auto* g = New<GeneratorObject>(&GeneratorType);
  g->frame = &NewHeapFrame(f, fn)->frame;
  g->name = fn ? fn->name : f->code->name;
  g->qualname = fn ? fn->qualname : f->code->qualname;
  GcTrack(g);
  return Value::Own(g);
}

namespace {

Completion RaiseHere(Value error) {
  RaiseValue(std::move(error));
  return Completion::kRaise;
}

// The end of a generator whose frame was left by the exception that is held.
Value EndRaised(GeneratorObject* g, ResumeKind kind) {
  Interp& in = TheInterp();
  Value error = std::move(in.held);
  ExceptionObject* const raising = in.raising;
  Frame* const recorded = in.recorded;
  DropFrame(g);
  in.raising = raising;
  in.recorded = recorded;
  const bool stop = IsInstance(error, &StopIterationType);
  if (kind == ResumeKind::kClose && (stop || IsInstance(error, &GeneratorExitType))) {
    in.raising = nullptr;
    return Value::Stop();
  }
  if (stop) {
    Value wrapped = MakeException(&RuntimeErrorType, "generator raised StopIteration");
    auto* w = wrapped.as<ExceptionObject>();
    w->cause = w->context = std::move(error);
    w->suppress_context = true;
    in.raising = w;
    in.recorded = nullptr;
    error = std::move(wrapped);
  }
  in.held = std::move(error);
  return Value::Raised();
}

}  // namespace

Value TryResumeGenerator(GeneratorObject* g, ResumeKind kind, const Value& sent, Value* result) {
  Interp& in = TheInterp();
  if (g->running) return RaiseValue(&ValueErrorType, "generator already executing");
  Frame* f = g->frame;
  const bool started = f && (f->flags & kStarted);
  if (!f) {
    if (kind == ResumeKind::kThrow) return RaiseValue(sent);
    if (result) *result = Value::None();
    return Value::Stop();
  }
  if (!started) {
    if (kind == ResumeKind::kSend && !sent.is_none() && !sent.is_undef())
      return RaiseValue(&TypeErrorType, "can't send non-None value to a just-started generator");
    if (kind == ResumeKind::kClose) {
      DropFrame(g);
      return Value::Stop();
    }
  }
  Value error;
  if (kind == ResumeKind::kClose)
    error = MakeException(&GeneratorExitType, ArgList());
  else if (kind == ResumeKind::kThrow)
    error = sent;
  ObjRef<GeneratorObject> keep(g);
  HeapFrame* h = HeapOf(f);
  const bool expression = f->code->info->kind == FunctionKind::kGeneratorExp;
  Completion c = Completion::kNormal;
  {
    struct Running {
      GeneratorObject* g;
      Interp& in;
      HeapFrame* h;
      Value outer_handled;
      Running(GeneratorObject* g, Interp& in, HeapFrame* h) : g(g), in(in), h(h) {
        g->running = true;
        outer_handled = in.handled;
        if (!h->handled.is_undef()) in.handled = std::move(h->handled);
      }
      ~Running() {
        g->running = false;
        in.handled = std::move(outer_handled);
      }
    } running(g, in, h);
    try {
      FrameEntry entry(in, f);
      if (!started) {
        f->flags |= kStarted;
        if (!error.is_undef()) c = RaiseHere(std::move(error));
      } else if (!expression) {
        f->flags |= kFrameResuming;
        h->state.sent_is_error = !error.is_undef();
        h->state.sent = !error.is_undef()                               ? std::move(error)
                        : kind == ResumeKind::kSend && !sent.is_undef() ? sent
                                                                        : Value::None();
      } else if (!error.is_undef()) {
        c = RaiseHere(std::move(error));
      }
      if (c == Completion::kRaise) {
      } else if (expression) {
        const Value v = RunGeneratorExp(f);
        c = v.is_yield() ? Completion::kYield : v.is_raised() ? Completion::kRaise : Completion::kNormal;
      } else if (f->code->expr && !f->code->body) {
        Value v = TryEval(f->code->expr, f);
        c = v.is_yield() ? Completion::kYield : v.is_raised() ? Completion::kRaise : Completion::kReturn;
        if (c == Completion::kReturn) f->result = std::move(v);
      } else if (__builtin_expect(f->flags & kFrameConverted, 0)) {
        c = ExecBlock(*f->code->body, f);
      } else {
        c = RunFlow(FlowOf(f->code), f);
      }
      if (c != Completion::kRaise) entry.Done();
    } catch (PyError& e) {
      HoldError(e);
      c = Completion::kRaise;
    } catch (...) {
      DropFrame(g);
      throw;
    }
    if (c == Completion::kRaise) return EndRaised(g, kind);
    if (c == Completion::kYield && in.handled.is_object() && !in.handled.Is(running.outer_handled))
      h->handled = in.handled;
  }
  if (c == Completion::kYield) {
    if (kind == ResumeKind::kClose) return RaiseValue(&RuntimeErrorType, "generator ignored GeneratorExit");
    return std::move(f->result);
  }
  if (result) *result = c == Completion::kReturn ? std::move(f->result) : ResultAtEnd(f);
  DropFrame(g);
  return Value::Stop();
}

namespace {

GeneratorObject* G(const Value& v) { return v.as<GeneratorObject>(); }

void GeneratorDealloc(Object* o) {
  DropFrame(static_cast<GeneratorObject*>(o));
  FreeObject(o);
}
// A suspended generator is closed when it dies, so that its finally blocks run.
void GeneratorFinalize(const Value& self) {
  GeneratorObject* g = G(self);
  if (!g->frame || !(g->frame->flags & kStarted) || g->running) return;
  if (g->frame->code->info->kind == FunctionKind::kGeneratorExp) return;
  OrThrow(TryResumeGenerator(g, ResumeKind::kClose, Value(), nullptr));
}
void GeneratorTraverse(Object* o, GcVisitor& visit) {
  auto* g = static_cast<GeneratorObject*>(o);
  if (!g->frame) return;
  HeapFrame* h = HeapOf(g->frame);
  for (uint32_t i = 0; i < h->num_vars + h->num_kept; ++i) visit(h->vars()[i]);
  visit(h->function);
  visit(h->frame.globals);
  visit(h->state.sent);
}
void GeneratorClear(Object* o) {
  auto* g = static_cast<GeneratorObject*>(o);
  if (!g->running) DropFrame(g);
}
Value GeneratorNext(const Value& self) {
  Value result;
  return TryResumeGenerator(G(self), ResumeKind::kNext, Value(), &result);
}
Value GeneratorRepr(const Value& self) {
  return MakeStr(
      Format("<generator object %s at %p>", G(self)->qualname->data, static_cast<void*>(self.object())));
}

// For the methods: the end is a StopIteration here. `v`: what resuming gave.
Value OrRaise(Value v, const Value& result) {
  if (!v.is_stop()) return v;
  ArgList args;
  if (!result.is_none() && !result.is_undef()) args.Add(result);
  return RaiseValue(MakeException(&StopIterationType, args));
}
Value CallSend(Interp&, Args a) {
  CheckArgs("generator.send", a.From(1), 1, 1);
  Value result;
  Value v = TryResumeGenerator(G(a[0]), ResumeKind::kSend, a[1], &result);
  return OrRaise(std::move(v), result);
}
Value CallNext(Interp&, Args a) {
  Value result;
  Value v = TryResumeGenerator(G(a[0]), ResumeKind::kNext, Value(), &result);
  return OrRaise(std::move(v), result);
}
Value CallThrow(Interp&, Args a) {
  CheckArgs("throw", a.From(1), 1, 3);
  Value error = a[1];
  const bool traced = a.size() > 3 && !a[3].is_none();
  if (traced && !IsInstance(a[3], &TracebackType))
    Raise(&TypeErrorType, "throw() third argument must be a traceback object");
  if (IsType(error) && IsSubtype(AsType(error), &BaseExceptionType)) {
    if (a.size() > 2 && IsInstance(a[2], AsType(error)))
      error = a[2];
    else if (a.size() > 2 && IsTuple(a[2]))
      error = Call(error, Args{a[2].as<TupleObject>()->items,
                               static_cast<uint32_t>(a[2].as<TupleObject>()->size), 0, nullptr});
    else if (a.size() > 2 && !a[2].is_none())
      error = Call(error, a[2]);
    else
      error = Call(error);
  } else if (!IsInstance(error, &BaseExceptionType)) {
    Raise(&TypeErrorType, "exceptions must be classes or instances deriving from BaseException, not %s",
          TypeNameOf(error).c_str());
  } else if (a.size() > 2 && !a[2].is_none()) {
    Raise(&TypeErrorType, "instance exception may not have a separate value");
  }
  if (traced) SetAttr(error, InternStr("__traceback__"), a[3]);
  Value result;
  Value v = TryResumeGenerator(G(a[0]), ResumeKind::kThrow, error, &result);
  return OrRaise(std::move(v), result);
}
Value CallClose(Interp&, Args a) {
  const Value v = TryResumeGenerator(G(a[0]), ResumeKind::kClose, Value(), nullptr);
  return v.is_raised() ? v : Value::None();
}
Value GetName(Interp&, Args a) { return Value::Borrow(G(a[0])->name); }
Value GetQualname(Interp&, Args a) { return Value::Borrow(G(a[0])->qualname); }
template <StrObject* GeneratorObject::*kField>
Value SetText(Interp&, Args a) {
  if (a.size() < 2 || !IsStr(a[1]))
    Raise(&TypeErrorType, "%s must be set to a string object",
          kField == &GeneratorObject::name ? "__name__" : "__qualname__");
  G(a[0])->*kField = InternStr(a[1]);
  return Value::None();
}
Value GetRunning(Interp&, Args a) { return Value::Bool(G(a[0])->running); }
Value GetFrame(Interp&, Args a) { return G(a[0])->frame ? MakeFrame(G(a[0])->frame->code) : Value::None(); }
// The `yield from` that a suspended frame stands at: what it is delegating to.
class Delegation : public ast::ChildVisitor {
 public:
  explicit Delegation(const Frame* frame) : frame_(frame) {}
  Value found = Value::None();

  void Visit(ast::Stmt* stmt) override {
    if (stmt->kind == ast::StmtKind::kFunctionDef || stmt->kind == ast::StmtKind::kClassDef) return;
    VisitChildren(stmt, *this);
  }
  void Visit(ast::Pattern*) override {}
  void Visit(ast::Expr* expr) override {
    if (expr->kind == ast::ExprKind::kLambda) return;
    if (expr->kind == ast::ExprKind::kYieldFrom && &expr->span == frame_->span) {
      const uint32_t point = static_cast<ast::YieldFromExpr*>(expr)->resume;
      if (frame_->gen->steps[point] == 1)
        found = frame_->gen->values[frame_->code->info->resume_points[point].first_value];
    }
    VisitChildren(expr, *this);
  }

 private:
  const Frame* frame_;
};
Value GetYieldFrom(Interp&, Args a) {
  const GeneratorObject* g = G(a[0]);
  if (!g->frame || g->running || !g->frame->code->body) return Value::None();
  Delegation delegation(g->frame);
  for (ast::Stmt* stmt : *g->frame->code->body) delegation.Visit(stmt);
  return std::move(delegation.found);
}
Value GetSuspended(Interp&, Args a) {
  const GeneratorObject* g = G(a[0]);
  return Value::Bool(g->frame && !g->running && (g->frame->flags & kStarted));
}
Value GetCode(Interp&, Args a) {
  if (!G(a[0])->frame) RaiseNotSupported("gi_code of a generator that has ended");
  return GetAttr(MakeFrame(G(a[0])->frame->code), "f_code");
}
const MethodDef kGeneratorMethods[] = {
    {"send", CallSend, "self, arg, /", "Send 'arg' into the generator and return the next yielded value."},
    {"throw", CallThrow, "self, typ, val=None, tb=None, /", "Raise an exception in the generator."},
    {"close", CallClose, "self, /", "Raise GeneratorExit inside the generator."},
    {"__next__", CallNext, "self, /", nullptr},
    {"__name__", GetName, nullptr, nullptr, kProperty, SetText<&GeneratorObject::name>},
    {"__qualname__", GetQualname, nullptr, nullptr, kProperty, SetText<&GeneratorObject::qualname>},
    {"gi_frame", GetFrame, nullptr, nullptr, kProperty},
    {"gi_code", GetCode, nullptr, nullptr, kProperty},
    {"gi_suspended", GetSuspended, nullptr, nullptr, kProperty},
    {"gi_running", GetRunning, nullptr, nullptr, kProperty},
    {"gi_yieldfrom", GetYieldFrom, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(GeneratorType, kGeneratorMethods);

constexpr TypeSpec GeneratorSpec() {
  TypeSpec t{.name = "generator", .size = sizeof(GeneratorObject), .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = GeneratorDealloc;
  t.slots.traverse = GeneratorTraverse;
  t.slots.clear = GeneratorClear;
  t.slots.finalize = GeneratorFinalize;
  t.slots.repr = GeneratorRepr;
  t.slots.iter = SelfIter;
  t.slots.next = GeneratorNext;
  return t;
}

}  // namespace

constinit TypeObject GeneratorType(GeneratorSpec());

}  // namespace tp
