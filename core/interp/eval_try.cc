// try, with. Both work for generators too: what they need again after a yield inside is kept in the frame's
// value slots.
#include <exception>
#include <optional>

#include "core/interp/eval-inl.h"
#include "core/interp/traceback.h"

namespace tp {

using namespace ast;

namespace {

// The exception being handled, put back when a handler is left in any way.
class Handling {
 public:
  Handling(Interp& in, Value exception) : in_(in), before_(std::move(in.handled)) {
    in.handled = std::move(exception);
  }
  ~Handling() { in_.handled = std::move(before_); }

 private:
  Interp& in_;
  Value before_;
};

bool MatchesHandler(const Value& exception, const Value& type) {
  // All classes are looked at before the first one matches, and a tuple holds no tuples.
  const bool many = IsTuple(type);
  const Value* classes = many ? type.as<TupleObject>()->items : &type;
  const int64_t count = many ? type.as<TupleObject>()->size : 1;
  for (int64_t i = 0; i < count; ++i)
    if (!IsType(classes[i]) || !IsSubtype(AsType(classes[i]), &BaseExceptionType))
      Raise(&TypeErrorType, "catching classes that do not inherit from BaseException is not allowed");
  for (int64_t i = 0; i < count; ++i)
    if (IsInstance(exception, AsType(classes[i]))) return true;
  return false;
}

// Runs `body`. Of what it raises, by value or as a C++ exception, the frame becomes part, *caught gets it,
// and nothing is in flight any more: the result is then Completion::kRaise.
template <class Body>
Completion Catching(Frame* f, Value* caught, Body body) {
  Interp& in = TheInterp();
  Completion c = Completion::kRaise;
  try {
    c = body();
    if (__builtin_expect(c != Completion::kRaise, 1)) return c;
    *caught = std::move(in.held);
  } catch (PyError& e) {
    *caught = std::move(e.exception);
  } catch (const std::exception&) {
    *caught = CaughtMemoryError();
  }
  if (in.recorded != f) AddTraceback(caught->as<ExceptionObject>(), f);
  in.raising = nullptr;
  in.recorded = nullptr;
  return Completion::kRaise;
}

struct Pending {  // what a finally block lets through
  Completion completion = Completion::kNormal;
  Value result;     // of return
  Value exception;  // in flight
};

// Steps of a try statement, for resuming: 0 body, 1 orelse, 2 finally, 3 + i handler i.
enum : uint32_t { kBody = 0, kOrElse = 1, kFinally = 2, kHandler = 3 };

uint32_t* StepOf(const Stmt* s, Frame* f) {
  return s->resume == kNoResume ? nullptr : &f->gen->steps[s->resume];
}
Value* ValuesOf(const Stmt* s, Frame* f) {
  return s->resume == kNoResume ? nullptr
                                : f->gen->values + f->code->info->resume_points[s->resume].first_value;
}

// A handler's body: with the exception as the handled one, and its name unbound at the end.
Completion RunHandler(const ExceptHandler& h, Frame* f, Value exception, bool resumed, Value* slot) {
  Interp& in = TheInterp();
  Handling handling(in, exception);
  if (h.target.name && !resumed) StoreName(h.target, f, exception);
  struct Unbind {
    const ExceptHandler& h;
    Frame* f;
    bool keep = false;
    ~Unbind() {
      if (h.target.name && !keep) WriteNameUndef(h.target, f);
    }
    static void WriteNameUndef(const NameRef& ref, Frame* f) {
      switch (ref.scope) {
        case Scope::kLocal:
          f->locals[ref.slot].Clear();
          break;
        case Scope::kCell:
        case Scope::kFree:
          Deref(f, ref.slot)->Clear();
          break;
        case Scope::kClassName:
          DictErase(f->names, NameStr(ref.name));
          break;
        default:
          DictErase(f->globals, NameStr(ref.name));
      }
    }
  } unbind{h, f};
  if (slot) *slot = exception;
  exception.Clear();
  const Completion c = ExecBlock(h.body, f);
  if (c == Completion::kYield)
    unbind.keep = true;
  else if (slot)
    slot->Clear();
  return c;
}

// The statement without its finally.
Completion TryExcept(const TryStmt* s, Frame* f, uint32_t* step, Value* values) {
  Interp& in = TheInterp();
  const bool resuming = step && (f->flags & kFrameResuming);
  const uint32_t at = resuming ? *step : static_cast<uint32_t>(kBody);
  if (at >= kHandler) {
    Value exception = values[1];
    const Completion c = RunHandler(s->handlers[at - kHandler], f, exception, true, &values[1]);
    return c;
  }
  if (at == kOrElse) return ExecBlock(s->orelse, f);
  if (step) *step = kBody;
  if (s->handlers.empty()) return ExecBlock(s->body, f);
  Value caught;
  const Completion c = Catching(f, &caught, [&] { return ExecBlock(s->body, f); });
  if (c == Completion::kNormal) {
    if (s->orelse.empty()) return Completion::kNormal;
    if (step) *step = kOrElse;
    return ExecBlock(s->orelse, f);
  }
  if (c != Completion::kRaise) return c;
  for (uint32_t i = 0; i < s->handlers.size(); ++i) {
    const ExceptHandler& h = s->handlers[i];
    if (h.type) {
      Handling handling(in, caught);
      Value type = TryEval(h.type, f);
      if (type.is_raised()) return Completion::kRaise;
      f->span = &h.span;
      if (!MatchesHandler(caught, type)) continue;
    }
    if (step) *step = kHandler + i;
    return RunHandler(h, f, std::move(caught), false, values ? &values[1] : nullptr);
  }
  ReraiseValue(std::move(caught));
  return Completion::kRaise;
}

Completion FinishPending(Pending* p, Frame* f) {
  if (!p->exception.is_undef()) {
    ReraiseValue(std::move(p->exception));
    return Completion::kRaise;
  }
  if (p->completion == Completion::kReturn) f->result = std::move(p->result);
  return p->completion;
}

}  // namespace

Completion ExecTry(const TryStmt* s, Frame* f) {
  uint32_t* step = StepOf(s, f);
  Value* values = ValuesOf(s, f);
  if (s->finalbody.empty()) {
    const Completion c = TryExcept(s, f, step, values);
    if (step && c != Completion::kYield) *step = kBody;
    return c;
  }
  Interp& in = TheInterp();
  Pending pending;
  const bool in_finally = step && (f->flags & kFrameResuming) && *step == kFinally;
  if (in_finally) {
    // What was pending: an exception, or a marker tuple (completion, result).
    Value kept = std::move(values[0]);
    if (IsTuple(kept)) {
      auto* t = kept.as<TupleObject>();
      pending.completion = static_cast<Completion>(t->items[0].as_int());
      pending.result = t->items[1];
    } else {
      pending.exception = kept;
    }
  } else {
    pending.completion = Catching(f, &pending.exception, [&] { return TryExcept(s, f, step, values); });
    if (pending.completion == Completion::kYield) return Completion::kYield;
    if (pending.completion == Completion::kReturn) pending.result = std::move(f->result);
    if (step) *step = kFinally;
  }
  Completion c;
  {
    std::optional<Handling> handling;
    if (!pending.exception.is_undef()) handling.emplace(in, pending.exception);
    c = ExecBlock(s->finalbody, f);
  }
  if (c == Completion::kYield) {
    values[0] = pending.exception.is_undef()
                    ? MakeTuple({Value::Int(static_cast<int64_t>(pending.completion)), pending.result})
                    : pending.exception;
    return c;
  }
  if (step) *step = kBody;
  if (c != Completion::kNormal) return c;  // return, break in finally: swallows what was pending
  return FinishPending(&pending, f);
}

// ---- with

namespace {

struct Manager {
  Value exit, object;
};

Manager Enter(const WithStmt* s, const WithItem& item, Frame* f) {
  Value object = Eval(item.context, f);
  f->span = &s->span;
  Value enter = LookupSpecial(object, names.enter_);
  if (enter.is_undef())
    Raise(&TypeErrorType, "'%s' object does not support the context manager protocol",
          TypeNameOf(object).c_str());
  Manager m;
  m.exit = LookupSpecial(object, names.exit_);
  if (m.exit.is_undef())
    Raise(&TypeErrorType,
          "'%s' object does not support the context manager protocol (missed __exit__ method)",
          TypeNameOf(object).c_str());
  m.object = object;
  Value result = Call(enter);
  if (item.target) {
    // The target belongs to the protected part, but fails like the body does only through the caller.
    m.object = std::move(result);
  } else {
    m.object.Clear();
  }
  return m;
}

Completion WithFrom(const WithStmt* s, Frame* f, size_t i, uint32_t* step, Value* values) {
  if (i == s->items.size()) return ExecBlock(s->body, f);
  Interp& in = TheInterp();
  const WithItem& item = s->items[i];
  Manager m;
  const bool resumed = step && (f->flags & kFrameResuming) && *step > i;
  if (resumed) {
    m.exit = std::move(values[2 * i]);
  } else {
    m = Enter(s, item, f);
    if (step) *step = static_cast<uint32_t>(i + 1);
  }
  Value caught;
  const Completion c = Catching(f, &caught, [&] {
    if (!resumed && item.target && !Assign(item.target, f, std::move(m.object))) return Completion::kRaise;
    return WithFrom(s, f, i + 1, step, values);
  });
  if (c == Completion::kYield) {
    values[2 * i] = std::move(m.exit);
    return c;
  }
  if (c != Completion::kRaise) {
    Value result = std::move(f->result);
    f->span = &s->span;
    const Value none[] = {Value::None(), Value::None(), Value::None()};
    if (TryCall(m.exit, Args{none, 3, 0, nullptr}).is_raised()) return Completion::kRaise;
    f->result = std::move(result);
    return c;
  }
  bool swallow;
  {
    Handling handling(in, caught);
    f->span = &s->span;
    TracebackObject* tb = caught.as<ExceptionObject>()->traceback;
    const Value about[] = {TypeValue(TypeOf(caught)), caught, tb ? Value::Borrow(tb) : Value::None()};
    const Value answer = TryCall(m.exit, Args{about, 3, 0, nullptr});
    if (answer.is_raised()) return Completion::kRaise;
    swallow = IsTrue(answer);
  }
  if (swallow) return Completion::kNormal;
  ReraiseValue(std::move(caught));
  return Completion::kRaise;
}

}  // namespace

Completion ExecWith(const WithStmt* s, Frame* f) {
  uint32_t* step = StepOf(s, f);
  const Completion c = WithFrom(s, f, 0, step, ValuesOf(s, f));
  if (step && c != Completion::kYield) *step = 0;
  return c;
}

}  // namespace tp
