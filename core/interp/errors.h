// Raising Python exceptions from C++. A Python exception travels as the C++ exception PyError; frames that it
// leaves add themselves to the exception's traceback while the stack unwinds (frame.h).
//
//   Raise(&TypeErrorType, "object of type '%s' has no len()", TypeNameOf(v).c_str());
//   try { ... } catch (PyError& e) { if (!e.Matches(&KeyErrorType)) throw; ... }
//
// Whoever catches a PyError and goes on must not keep it longer than needed: objects die with it.
//
// Unwinding costs a microsecond for every few C++ frames, so the evaluator hands an exception up by value: what
// raised gives Value::Raised() (a statement Completion::kRaise) while the exception waits in Interp::held.
// Functions named Try…, some slots of types (object.h) and native functions may do so, and whoever calls one
// looks at the result first; all others throw. OrThrow goes from the first way to the second, HoldError back.
#ifndef TP_CORE_INTERP_ERRORS_H_
#define TP_CORE_INTERP_ERRORS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/interp/object.h"

namespace tp {

struct TracebackObject;
enum class Limit : uint8_t;

struct ExceptionObject : GcObject {
  AttrStorage attrs;
  TupleObject* args;           // never null
  TracebackObject* traceback;  // may be null
  Value context, cause;        // kUndef, or exceptions (cause: None after `raise … from None`)
  bool suppress_context;
  Value value;      // StopIteration.value, SystemExit.code, KeyError's key, …: by type
  Value name, obj;  // NameError, AttributeError, ImportError: what was looked for, where
};

struct PyError {
  Value exception;  // an ExceptionObject

  ExceptionObject* get() const { return exception.as<ExceptionObject>(); }
  bool Matches(const TypeObject* type) const { return IsInstance(exception, type); }
};

// A limit was reached (core/base/limits.h): passes every `except` and `finally` of the spec.
struct LimitError {
  std::string message;
};

// A spec uses what is not in the spec language: the text says what and where. Nothing of it has run.
struct SpecRefused {
  std::string text;
};

#define TP_EXCEPTION_TYPES(X)                                                                                \
  X(BaseException, ObjectType)                                                                               \
  X(Exception, BaseExceptionType)                                                                            \
  X(SystemExit, BaseExceptionType)                                                                           \
  X(KeyboardInterrupt, BaseExceptionType) X(GeneratorExit, BaseExceptionType) X(                             \
      StopIteration, ExceptionType) X(StopAsyncIteration, ExceptionType) X(ArithmeticError, ExceptionType)   \
      X(FloatingPointError, ArithmeticErrorType) X(OverflowError, ArithmeticErrorType) X(                    \
          ZeroDivisionError, ArithmeticErrorType) X(AssertionError, ExceptionType)                           \
          X(AttributeError, ExceptionType) X(BufferError, ExceptionType) X(EOFError, ExceptionType) X(       \
              ImportError, ExceptionType) X(ModuleNotFoundError, ImportErrorType)                            \
              X(LookupError, ExceptionType) X(IndexError, LookupErrorType) X(KeyError, LookupErrorType) X(   \
                  MemoryError, ExceptionType) X(NameError, ExceptionType)                                    \
                  X(UnboundLocalError, NameErrorType) X(OSError, ExceptionType) X(                           \
                      BlockingIOError, OSErrorType) X(ChildProcessError, OSErrorType)                        \
                      X(ConnectionError, OSErrorType) X(BrokenPipeError, ConnectionErrorType) X(             \
                          ConnectionAbortedError, ConnectionErrorType) X(ConnectionRefusedError,             \
                                                                         ConnectionErrorType)                \
                          X(ConnectionResetError, ConnectionErrorType) X(FileExistsError, OSErrorType) X(    \
                              FileNotFoundError, OSErrorType) X(InterruptedError, OSErrorType)               \
                              X(IsADirectoryError, OSErrorType) X(NotADirectoryError, OSErrorType) X(        \
                                  PermissionError, OSErrorType) X(ProcessLookupError, OSErrorType)           \
                                  X(TimeoutError, OSErrorType) X(ReferenceError, ExceptionType) X(           \
                                      RuntimeError, ExceptionType) X(NotImplementedError, RuntimeErrorType)  \
                                      X(RecursionError, RuntimeErrorType) X(SyntaxError, ExceptionType) X(   \
                                          IndentationError, SyntaxErrorType)                                 \
                                          X(TabError, IndentationErrorType) X(SystemError, ExceptionType) X( \
                                              TypeError, ExceptionType) X(ValueError, ExceptionType)         \
                                              X(UnicodeError, ValueErrorType) X(UnicodeDecodeError,          \
                                                                                UnicodeErrorType)            \
                                                  X(UnicodeEncodeError, UnicodeErrorType) X(                 \
                                                      UnicodeTranslateError, UnicodeErrorType)               \
                                                      X(Warning, ExceptionType) X(BytesWarning, WarningType) \
                                                          X(DeprecationWarning, WarningType) X(              \
                                                              EncodingWarning, WarningType)                  \
                                                              X(FutureWarning, WarningType) X(ImportWarning, \
                                                                                              WarningType)   \
                                                                  X(PendingDeprecationWarning, WarningType)  \
                                                                      X(ResourceWarning, WarningType) X(     \
                                                                          RuntimeWarning, WarningType)       \
                                                                          X(SyntaxWarning, WarningType) X(   \
                                                                              UnicodeWarning, WarningType)   \
                                                                              X(UserWarning, WarningType)
#define TP_DECLARE(name, base) extern TypeObject name##Type;
TP_EXCEPTION_TYPES(TP_DECLARE)
#undef TP_DECLARE

std::string Format(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Throws a new exception of `type` with one argument, the text.
[[noreturn]] void Raise(TypeObject* type, const char* format, ...) __attribute__((format(printf, 2, 3)));
[[noreturn]] void RaiseText(TypeObject* type, const std::string& text);
[[noreturn]] void RaiseWith(TypeObject* type, const Value& argument);  // KeyError(key), StopIteration(value)
// Throws `exception`; its context becomes the exception being handled, unless it has one.
[[noreturn]] void RaiseException(Value exception);
// Throws it on as it is: no new traceback entry for the running frame, no context.
[[noreturn]] void Reraise(Value exception);

// The same by value: the exception is held, the result is Value::Raised().
[[gnu::cold]] Value RaiseValue(Value exception);
[[gnu::cold]] Value RaiseValue(TypeObject* type, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
[[gnu::cold]] Value RaiseValueWith(TypeObject* type, const Value& argument);
[[gnu::cold]] Value ReraiseValue(Value exception);
// `raise exc from cause` (cause kUndef: without `from`); both may be classes. "exceptions must derive from
// BaseException".
[[gnu::cold]] Value RaiseStatement(const Value& exc, const Value& cause);
// What was caught travels on by value.
[[gnu::cold]] Value HoldError(PyError& error);
// What is held is thrown.
[[noreturn, gnu::cold]] void ThrowHeld();
inline Value OrThrow(Value v) {
  if (__builtin_expect(v.is_raised(), 0)) ThrowHeld();
  return v;
}
// Is what is held of this type? Dropped then: nothing is in flight any more.
[[gnu::cold]] bool DropHeld(const TypeObject* type);
// What `body` gives; what it throws is held. For what raises seldom, or cannot do so by value.
template <class Body>
inline Value Held(Body body) {
  try {
    return body();
  } catch (PyError& error) {
    return HoldError(error);
  }
}

[[noreturn]] void RaiseKeyError(const Value& key);
[[noreturn]] void RaiseAttributeError(const Value& object, StrObject* name);
[[gnu::cold]] Value AttributeErrorValue(const Value& object, StrObject* name);  // by value
[[noreturn]] void RaiseNameError(StrObject* name, bool unbound_local, bool free_variable = false);
[[gnu::cold]] Value NameErrorValue(StrObject* name, bool unbound_local, bool free_variable = false);  // by value
// MemoryError; where --max-memory was given, its LimitError.
[[noreturn]] void RaiseMemoryLimit();
// The LimitError of a limit that was reached, with the place in the spec; `what`: "" or what asked for too much.
[[noreturn, gnu::cold]] void RaiseLimit(Limit limit, std::string_view what = "");
// The same for the limit that core/base/limits.h has noted; nothing where there is none. To be called before
// what failed is made an exception.
void RaiseLimitReached(std::string_view what);
// To be called where a std::exception was caught: the MemoryError that it means to Python, if C++ itself had no
// memory for what was asked; any other exception is thrown on.
Value CaughtMemoryError();
[[noreturn]] void RaiseNotSupported(
    const char* what);  // NotImplementedError: "… is not in the spec language"

// A new exception object, not thrown. `type` is any exception class; calls a class of the spec's __init__.
Value MakeException(TypeObject* type, Args args);
Value MakeException(TypeObject* type, const std::string& text);

// Keeps what is in flight while a destructor runs code of the spec.
class ErrorStateSaver {
 public:
  ErrorStateSaver();
  ~ErrorStateSaver();

 private:
  ExceptionObject* raising_;
  struct Frame* recorded_;
  Value handled_, held_;
};
// Prints `Exception ignored in: …` for an error that nobody can catch.
void WriteUnraisable(const PyError& error, const Value& where);

}  // namespace tp

#endif  // TP_CORE_INTERP_ERRORS_H_
