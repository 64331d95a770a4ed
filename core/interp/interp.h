// The interpreter: one for a process, one thread. What is running, what is loaded, where output goes. Native
// functions get it as their first argument; TheInterp() is the same object.
#ifndef TP_CORE_INTERP_INTERP_H_
#define TP_CORE_INTERP_INTERP_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/interp/abstract.h"
#include "core/interp/frame.h"

namespace tp {

class Stager;

// Where print and tracebacks go. Writes are buffered; stderr flushes stdout first, so that both keep their
// order.
class OutputStream {
 public:
  explicit OutputStream(int fd) : fd_(fd) {}
  void Write(std::string_view text);
  void FlushQuietly();
  void Flush();  // throws OSError through Raise if the file cannot be written
  int fd() const { return fd_; }
  bool failed() const { return error_ != 0; }
  int error() const { return error_; }
  // Diverts what is written (contextlib.redirect_stdout, tests); null: back to the file.
  void set_sink(std::function<void(std::string_view)> sink) { sink_ = std::move(sink); }

 private:
  int fd_;
  int error_ = 0;
  std::string buffer_;
  std::function<void(std::string_view)> sink_;
};

struct InterpOptions {
  std::string spec_path;          // as typed
  std::vector<std::string> args;  // sys.argv[1:]
};

class Interp {
 public:
  explicit Interp(InterpOptions options);
  ~Interp();

  const InterpOptions& options() const { return options_; }

  // ---- modules
  ModuleObject* builtins() const { return builtins_; }
  DictObject* modules() const { return modules_; }  // sys.modules
  // `import name`: the module named last ("a.b" gives a.b). ModuleNotFoundError.
  Value Import(std::string_view name);
  bool HasModule(const std::string& name);  // loaded, registered, provided, or a file beside the spec
  // True while its code has not run to the end.
  bool IsLoading(const Value& module) const {
    return std::find(loading_.begin(), loading_.end(), module.object()) != loading_.end();
  }
  // Reads, parses and runs a file as module `name`. Syntax errors are raised as SyntaxError.
  Value RunFile(const std::string& path, std::string_view name);
  Value RunText(const std::string& path, std::string text, std::string_view name);
  // A module of the embedded library in the spec language: consulted by Import for names that are not
  // registered.
  using TextProvider = const char* (*)(std::string_view module, std::string* path);
  void AddTextProvider(TextProvider provider) { providers_.push_back(provider); }

  // ---- output
  OutputStream& out() { return out_; }
  OutputStream& err() { return err_; }

  // ---- running state: the evaluator's, kept public for speed
  Frame* frame = nullptr;  // the innermost one
  // kFrameConverted while a call that converted code wrote is on its way to a function through a method, a
  // partial or an object with __call__: it is converted, unlike what operators, properties and native code
  // call.
  uint32_t call_flags = 0;
  Value* sp = nullptr;  // the value stack: next free place
  Value* stack_end = nullptr;
  int depth = 0;  // Python frames and guarded native recursion
  int depth_limit = 1000;
  int64_t ticks_left = 0;
  Value handled;  // the exception that an `except` or `finally` is handling; kUndef: none
  Value held;  // the exception in flight where it travels by value (errors.h); kUndef: none
  ExceptionObject* raising = nullptr;  // in flight; borrowed
  Frame* recorded = nullptr;           // the frame that the exception in flight already has in its traceback
  Stager* stager = nullptr;            // while tracing

  [[noreturn]] void OnRecursion(const char* where);
  void Tick() {  // once for each call and loop trip: limits, interrupts and pending collections hang on it
    if (--ticks_left < 0) OnTick();
  }
  void OnTick();
  void RequestGc() {
    gc_requested = true;
    TickSoon();
  }
  bool gc_requested = false;
  // OnTick comes with the next tick.
  void TickSoon() {
    ticks_unspent_ += ticks_left > 0 ? ticks_left : 0;
    ticks_left = 0;
  }

  // ---- for extensions
  // Objects that live as long as the interpreter, by a name of the extension's choice (created by `make`
  // once).
  Value* Slot(const char* name);

  // Reports an uncaught exception on stderr as Python does; returns the process's exit code (3, or
  // sys.exit's).
  int ReportUncaught(const PyError& error);
  // Runs at exit: atexit-like callbacks, collection of cycles, output flushed. Returns false if output
  // failed.
  bool Finish();

  // The text that was loaded under this path; null where there is none.
  const Source* FindSource(std::string_view path) const;

  // Called by Finish, in order.
  void AtExit(std::function<void()> f) { at_exit_.push_back(std::move(f)); }

 private:
  InterpOptions options_;
  OutputStream out_{1}, err_{2};
  ModuleObject* builtins_ = nullptr;
  DictObject* modules_ = nullptr;
  std::vector<TextProvider> providers_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::pair<std::string, std::unique_ptr<Value>>> slots_;
  std::vector<std::function<void()>> at_exit_;
  int64_t steps_left_;                           // of limits.steps
  int64_t ticks_chunk_ = 0, ticks_unspent_ = 0;  // from one OnTick to the next: given, not used
  void GiveTicks();
  Value RunSource(const Source* source, ModuleObject* module, Value result);
  // Calls the spec's own sys.excepthook; false where there is none, or it fails.
  bool CallExceptHook(const PyError& error);
  Value ImportBeside(const std::string& name);
  // "FOLDER/NAME" without an ending: where a module's file would be, beside the spec or in its package, which
  // is loaded; "" where that has no folder.
  std::string BaseOf(const std::string& name);
  std::string ReadText(const std::string& path);
  std::vector<const ModuleObject*> loading_;  // modules whose code runs, the innermost last
  Value* stack_ = nullptr;
  friend const Source* AdoptSource(std::unique_ptr<Source> source);
};

extern Interp* the_interp;
extern DictObject* the_builtins;  // the builtins module's dict
inline Interp& TheInterp() { return *the_interp; }

// Handles SIGINT: KeyboardInterrupt at the next tick.
void InterruptSpec(int signal);
// From a signal handler: OnTick comes with the next tick. False where the signal was sent on to the
// interpreter's thread.
bool PokeSpec(int signal);

// Runs `body` on a thread with a stack of 256 MiB (less where the address space is limited) and waits for it;
// what `body` throws comes out of here. All of the interpreter's work happens there, and where `operator new`
// fails there, it raises MemoryError.
void RunOnInterpreterThread(const std::function<void()>& body);

// The highest recursion limit that the thread's stack bears.
int HighestRecursionLimit();

// For native recursion that Python does not count (the hash of a tuple in a tuple): seven eighths of the
// stack are in use.
extern uintptr_t stack_floor;
inline bool StackIsLow() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < stack_floor; }

}  // namespace tp

#endif  // TP_CORE_INTERP_INTERP_H_
