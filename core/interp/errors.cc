// Throwing Python exceptions: messages, contexts, and what a traceback needs to know while the stack unwinds.
#include "core/interp/errors.h"

#include <algorithm>
#include <cassert>
#include <cstdarg>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "core/base/limits.h"
#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/interp/suggest.h"
#include "core/interp/traceback.h"

namespace tp {

namespace {
std::string FormatV(const char* format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  const int n = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string out(n, '\0');
  std::vsnprintf(out.data(), n + 1, format, args);
  return out;
}
}  // namespace

std::string Format(const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::string out = FormatV(format, args);
  va_end(args);
  return out;
}

void Raise(TypeObject* type, const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = FormatV(format, args);
  va_end(args);
  RaiseText(type, text);
}
void RaiseText(TypeObject* type, const std::string& text) { RaiseException(MakeException(type, text)); }
void RaiseWith(TypeObject* type, const Value& argument) {
  RaiseException(MakeException(type, Args{&argument, 1, 0, nullptr}));
}

namespace {

// What a new exception in flight is: its context is the one being handled, and no frame has recorded it.
void SetOff(const Value& exception) {
  Interp& in = TheInterp();
  auto* e = exception.as<ExceptionObject>();
  if (e->context.is_undef() && in.handled.is_object() && in.handled.object() != e) {
    // Break a cycle of contexts before making one.
    for (auto* c = in.handled.as<ExceptionObject>(); c->context.is_object();
         c = c->context.as<ExceptionObject>())
      if (c->context.object() == e) {
        c->context.Clear();
        break;
      }
    e->context = in.handled;
  }
  in.raising = e;
  in.recorded = nullptr;
}
void SetOffAgain(const Value& exception) {
  Interp& in = TheInterp();
  in.raising = exception.as<ExceptionObject>();
  in.recorded = in.frame;
}

Value Hold(Value exception) {
  Interp& in = TheInterp();
#ifdef _GLIBCXX_ASSERTIONS
  assert(in.held.is_undef());  // else somebody took Value::Raised() for a value
#endif
  in.held = std::move(exception);
  return Value::Raised();
}

}  // namespace

void RaiseException(Value exception) {
  SetOff(exception);
  throw PyError{std::move(exception)};
}
Value RaiseValue(Value exception) {
  SetOff(exception);
  return Hold(std::move(exception));
}
void Reraise(Value exception) {
  SetOffAgain(exception);
  throw PyError{std::move(exception)};
}
Value ReraiseValue(Value exception) {
  SetOffAgain(exception);
  return Hold(std::move(exception));
}
Value RaiseValue(TypeObject* type, const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = FormatV(format, args);
  va_end(args);
  return RaiseValue(MakeException(type, text));
}
Value RaiseValueWith(TypeObject* type, const Value& argument) {
  return RaiseValue(MakeException(type, Args{&argument, 1, 0, nullptr}));
}

Value HoldError(PyError& error) { return Hold(std::move(error.exception)); }
void ThrowHeld() { throw PyError{std::move(TheInterp().held)}; }
bool DropHeld(const TypeObject* type) {
  Interp& in = TheInterp();
  if (!IsInstance(in.held, type)) return false;
  in.raising = nullptr;
  in.held.Clear();
  return true;
}

Value RaiseStatement(const Value& exc, const Value& cause) {
  Value e = exc;
  if (IsType(exc) && IsSubtype(AsType(exc), &BaseExceptionType)) {
    e = TryCall(exc, Args());
    if (e.is_raised()) return e;
    if (!IsInstance(e, &BaseExceptionType))
      return RaiseValue(&TypeErrorType,
                        "calling %s should have returned an instance of BaseException, not %s",
                        Repr(exc).c_str(), Repr(TypeValue(TypeOf(e))).c_str());
  } else if (!IsInstance(exc, &BaseExceptionType)) {
    return RaiseValue(&TypeErrorType, "exceptions must derive from BaseException");
  }
  if (!cause.is_undef()) {
    Value c = cause;
    if (IsType(cause) && IsSubtype(AsType(cause), &BaseExceptionType))
      c = TryCall(cause, Args());
    else if (!cause.is_none() && !IsInstance(cause, &BaseExceptionType))
      c = RaiseValue(&TypeErrorType, "exception causes must derive from BaseException");
    if (c.is_raised()) return c;
    auto* x = e.as<ExceptionObject>();
    x->cause = c;
    x->suppress_context = true;
  }
  // `raise` gives the exception a new context each time.
  Interp& in = TheInterp();
  if (in.handled.is_object() && in.handled.object() != e.object()) e.as<ExceptionObject>()->context.Clear();
  return RaiseValue(std::move(e));
}

void RaiseKeyError(const Value& key) { RaiseWith(&KeyErrorType, key); }

void RaiseAttributeError(const Value& object, StrObject* name) {
  AttributeErrorValue(object, name);
  ThrowHeld();
}
Value AttributeErrorValue(const Value& object, StrObject* name) {
  std::string text;
  if (IsType(object)) {
    text =
        "type object '" + TypeName(AsType(object)) + "' has no attribute '" + std::string(name->view()) + "'";
  } else if (IsInstance(object, &ModuleType)) {
    text = "module '" + std::string(object.as<ModuleObject>()->name->view()) + "' has no attribute '" +
           std::string(name->view()) + "'";
  } else {
    text = "'" + TypeNameOf(object) + "' object has no attribute '" + std::string(name->view()) + "'";
  }
  Value e = MakeException(&AttributeErrorType, text);
  e.as<ExceptionObject>()->name = Value::Borrow(name);
  e.as<ExceptionObject>()->obj = object;
  return RaiseValue(std::move(e));
}

void RaiseNameError(StrObject* name, bool unbound_local, bool free_variable) {
  NameErrorValue(name, unbound_local, free_variable);
  ThrowHeld();
}
Value NameErrorValue(StrObject* name, bool unbound_local, bool free_variable) {
  const std::string text(name->view());
  Value e;
  if (unbound_local)
    e = MakeException(&UnboundLocalErrorType,
                      "cannot access local variable '" + text + "' where it is not associated with a value");
  else if (free_variable)
    e = MakeException(&NameErrorType, "cannot access free variable '" + text +
                                          "' where it is not associated with a value in enclosing scope");
  else
    e = MakeException(&NameErrorType, "name '" + text + "' is not defined");
  if (!unbound_local && !free_variable) {
    e.as<ExceptionObject>()->name = Value::Borrow(name);
    // What the suggestion will be looked for in: the frame is gone when the error is printed.
    if (Frame* f = TheInterp().frame) {
      Value locals = Value::Own(NewList());
      const ast::FunctionInfo* info = f->code->info;
      for (const auto* local : info->locals) ListAppend(locals.as<ListObject>(), NameValue(local));
      for (const ast::CellVar& cell : info->cells) ListAppend(locals.as<ListObject>(), NameValue(cell.name));
      for (const ast::FreeVar& free : info->frees) ListAppend(locals.as<ListObject>(), NameValue(free.name));
      e.as<ExceptionObject>()->obj = MakeTuple({locals, Value::Borrow(f->globals)});
    }
  }
  return RaiseValue(std::move(e));
}

void RaiseMemoryLimit() {
  // Where there is no room for the exception either, the process's own handler has to do, and before and
  // after the spec, when its types may not be made yet.
  static bool raising = false;
  if (raising || !the_interp || !the_interp->frame) throw std::bad_alloc();
  raising = true;
  struct Reset {
    int64_t limit = limits.memory;
    ~Reset() {
      raising = false;
      limits.memory = limit;
    }
  } reset;
  if (limits.strict_memory) RaiseLimit(Limit::kMemory);
  if (limits.memory != 0) limits.memory += int64_t{1} << 20;
  RaiseException(MakeException(&MemoryErrorType, ArgList()));
}

void RaiseLimit(Limit limit, std::string_view what) {
  std::string text = LimitText(limit);
  for (const Frame* f = TheInterp().frame; f; f = f->back) {
    const Source& source = *f->code->source;
    if (!f->span || source.path.starts_with('<')) continue;  // the embedded library's
    text += " at " + source.path + ":" + std::to_string(source.file().At(f->span->begin).line);
    break;
  }
  if (!what.empty()) text.append(": ").append(what);
  TheInterp().raising = nullptr;  // frames that the limit leaves record nothing
  throw LimitError{text + " (" + LimitHelp(limit) + ")"};
}

void RaiseLimitReached(std::string_view what) {
  if (const Limit limit = limit_reached.load(std::memory_order_relaxed); limit != Limit::kNone)
    RaiseLimit(limit, what);
}

Value CaughtMemoryError() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return MakeException(&MemoryErrorType, ArgList());
}

void RaiseNotSupported(const char* what) {
  RaiseText(&NotImplementedErrorType, std::string(what) + " is not in the spec language");
}

Value MakeException(TypeObject* type, Args args) { return Call(TypeValue(type), args); }
Value MakeException(TypeObject* type, const std::string& text) {
  const Value argument = MakeStr(text);
  return MakeException(type, Args{&argument, 1, 0, nullptr});
}

ErrorStateSaver::ErrorStateSaver() {
  Interp& in = TheInterp();
  raising_ = in.raising;
  recorded_ = in.recorded;
  handled_ = in.handled;
  held_ = std::move(in.held);
}
ErrorStateSaver::~ErrorStateSaver() {
  Interp& in = TheInterp();
  in.raising = raising_;
  in.recorded = recorded_;
  in.handled = std::move(handled_);
  in.held = std::move(held_);
}

void WriteUnraisable(const PyError& error, const Value& where) {
  Interp& in = TheInterp();
  std::string text = "Exception ignored in: ";
  try {
    text += Repr(where);
  } catch (PyError&) {
    text += "<object repr() failed>";
  }
  ExceptionObject* e = error.get();
  if (!e->traceback && in.frame) AddTraceback(e, in.frame);
  in.err().Write(text + "\n" + FormatException(e, false, {.chain = false}));
}

}  // namespace tp
