// The interpreter object: start, streams, modules, the end.
#include "core/interp/interp.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <sstream>

#include "core/base/limits.h"
#include "core/interp/bigint.h"
#include "core/interp/eval.h"
#include "core/interp/gc.h"
#include "core/interp/interrupt.h"
#include "core/interp/traceback.h"
#include "core/lang/parse.h"

namespace tp {

Interp* the_interp = nullptr;
DictObject* the_builtins = nullptr;

// ---- streams

void OutputStream::Write(std::string_view text) {
  if (sink_) return sink_(text);
  // What stands for half a pair of surrogates is no UTF-8; sys.stderr shows it escaped.
  std::string escaped;
  if (fd_ == 2 && text.find('\xed') != text.npos) {
    for (size_t at = 0; at < text.size();) {
      const size_t begin = at;
      const uint32_t c = DecodeUtf8(text, &at);
      escaped +=
          c >= 0xd800 && c < 0xe000 ? Format("\\u%04x", c) : std::string(text.substr(begin, at - begin));
    }
    text = escaped;
  }
  if (fd_ == 2 && the_interp) the_interp->out().FlushQuietly();
  buffer_ += text;
  if (fd_ == 2 || buffer_.size() > (1 << 16)) FlushQuietly();
}

void OutputStream::FlushQuietly() {
  size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t n = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      if (!error_) error_ = errno;
      break;
    }
    done += static_cast<size_t>(n);
  }
  buffer_.clear();
}

void OutputStream::Flush() {
  FlushQuietly();
  if (!error_) return;
  const int error = error_;
  RaiseException(MakeException(&OSErrorType, ArgList{Value::Int(error), MakeStr(std::strerror(error))}));
}

// ---- the interpreter

namespace {
constexpr size_t kStackValues = size_t{1} << 20;  // reserved, not touched
constexpr int64_t kTickChunk = 20000;
}  // namespace

std::atomic<bool> interrupt_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

Interp::Interp(InterpOptions options) : options_(std::move(options)) {
  the_interp = this;
  if (limits.depth > 0)
    depth_limit = static_cast<int>(std::min<int64_t>(limits.depth, HighestRecursionLimit()));
  void* memory = mmap(nullptr, kStackValues * sizeof(Value), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  stack_ = static_cast<Value*>(memory);
  sp = stack_;
  stack_end = stack_ + kStackValues - 4096;
  steps_left_ = limits.steps > 0 ? limits.steps : INT64_MAX;
  GiveTicks();
  InitSpecialNames();
  modules_ = NewDict();
  builtins_ = NewModule("builtins");
  the_builtins = builtins_->dict;
  DictSet(modules_, "builtins", Value::Borrow(builtins_));
  AddVisibleTypes(builtins_);
  DictSet(the_builtins, "NotImplemented", NotImplemented());
  DictSet(the_builtins, "Ellipsis", Ellipsis());
  DictSet(the_builtins, "None", Value::None());
  DictSet(the_builtins, "True", Value::Bool(true));
  DictSet(the_builtins, "False", Value::Bool(false));
  DictSet(the_builtins, names.debug_, Value::Bool(true));
  FillRegisteredModule(*this, "builtins", builtins_);
  DictSet(the_builtins, "IOError", Value::Borrow(&OSErrorType));
  DictSet(the_builtins, "EnvironmentError", Value::Borrow(&OSErrorType));
}

Interp::~Interp() { munmap(stack_, kStackValues * sizeof(Value)); }

void Interp::GiveTicks() { ticks_left = ticks_chunk_ = std::min(kTickChunk, steps_left_); }

namespace {
std::string* postponed_limit = nullptr;
}  // namespace

void PostponeLimit(const LimitError& error) {
  if (!postponed_limit) postponed_limit = new std::string(error.message);
  TheInterp().TickSoon();
}

void RaisePostponedLimit() {
  if (!postponed_limit) return;
  const std::unique_ptr<std::string> message(postponed_limit);
  postponed_limit = nullptr;
  TheInterp().raising = nullptr;
  throw LimitError{*message};
}

void Interp::OnTick() {
  if (limits.steps > 0) {
    steps_left_ -= ticks_chunk_ - ticks_unspent_;
    if (steps_left_ <= 0) {
      steps_left_ = kTickChunk;  // destructors may run code on the way out
      GiveTicks();
      RaiseLimit(Limit::kSteps);
    }
  }
  ticks_unspent_ = 0;
  GiveTicks();
  RaisePostponedLimit();
  if (interrupt_requested.exchange(false)) {
    RaiseLimitReached("");
    RaiseException(MakeException(&KeyboardInterruptType, ArgList()));
  }
  if (gc_requested) {
    gc_requested = false;
    // The oldest generation whose threshold is passed; full ones only when a quarter is new, as CPython.
    int generation = 0;
    for (int i = 2; i > 0; --i)
      if (gc_state.count[i] > gc_state.threshold[i]) {
        generation = i;
        break;
      }
    if (generation == 2 && gc_state.long_lived_pending < gc_state.long_lived_total / 4) generation = 1;
    GcCollect(generation);
  }
}

void Interp::OnRecursion(const char* where) {
  // A little room, so that handlers can run.
  const int limit = depth_limit;
  depth_limit = limit + 50;
  Value e;
  try {
    e = MakeException(&RecursionErrorType, std::string("maximum recursion depth exceeded") + where);
  } catch (...) {
    depth_limit = limit;
    throw;
  }
  depth_limit = limit;
  RaiseException(std::move(e));
}

Value* Interp::Slot(const char* name) {
  for (auto& [key, value] : slots_)
    if (key == name) return value.get();
  slots_.emplace_back(name, std::make_unique<Value>());
  return slots_.back().second.get();
}

bool Interp::CallExceptHook(const PyError& error) {
  Value* sys = DictFind(modules_, "sys");
  Value* hook =
      sys && IsInstance(*sys, &ModuleType) ? DictFind(sys->as<ModuleObject>()->dict, "excepthook") : nullptr;
  if (!hook || IsInstance(*hook, &NativeFunctionType)) return false;
  const Value call = *hook;
  const auto* e = error.get();
  try {
    Call(call,
         ArgList{TypeValue(e->type), error.exception,
                 e->traceback ? Value::Borrow(reinterpret_cast<Object*>(e->traceback)) : Value::None()});
    return true;
  } catch (PyError& inner) {
    out_.FlushQuietly();
    if (inner.Matches(&SystemExitType)) return false;
    err_.Write("Error in sys.excepthook:\n" + FormatException(inner.get()) + "\nOriginal exception was:\n");
    return false;
  }
}

namespace {

// Under limits.message: control characters escaped, and of a long text its begin and its end.
std::string Bounded(const std::string& text) {
  if (limits.message == 0) return text;
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f)
      shown += Format("\\x%02x", byte);
    else
      shown += c;
  }
  const auto most = static_cast<size_t>(limits.message);
  if (shown.size() <= most) return shown;
  // Whole characters: the bytes of one that is cut go.
  const auto is_inside = [&](size_t at) { return (static_cast<unsigned char>(shown[at]) & 0xc0) == 0x80; };
  size_t head = most / 2, tail = shown.size() - most / 2;
  while (is_inside(head)) --head;
  while (is_inside(tail)) ++tail;
  return shown.substr(0, head) + Format("\n… %zu bytes left out (set by `--sandbox`) …\n", tail - head) +
         shown.substr(tail);
}

}  // namespace

int Interp::ReportUncaught(const PyError& error) {
  if (error.Matches(&SystemExitType)) {
    const Value code = error.get()->value;
    if (code.is_undef() || code.is_none()) return 0;
    int64_t n;
    if (IsAnyInt(code)) return FitsInt64(code, &n) ? static_cast<int>(n & 0xff) : 255;
    err_.Write(Bounded(Str(code)) + "\n");
    return 1;
  }
  if (CallExceptHook(error)) return error.Matches(&KeyboardInterruptType) ? 130 : 3;
  std::string text;
  try {
    text = FormatException(error.get());
  } catch (PyError&) {
    text = TypeNameOf(error.exception) + ": <exception str() failed>\n";
  }
  err_.Write(Bounded(text));
  return error.Matches(&KeyboardInterruptType) ? 130 : 3;
}

bool Interp::Finish() {
  try {
    if (const Value* exits = DictFind(modules_, "atexit")) Call(GetAttr(*exits, "_run_exitfuncs"));
  } catch (PyError& e) {
    ReportUncaught(e);
  } catch (std::bad_alloc&) {
    // To ask takes memory, which a spec that was ended for its memory has none of.
  }
  for (auto& f : at_exit_) {
    try {
      f();
    } catch (PyError& e) {
      ReportUncaught(e);
    }
  }
  at_exit_.clear();
  // Modules let go of what they hold, the main one last of all; then the cycles go.
  handled.Clear();
  try {
    std::vector<Value> all;
    int64_t pos = 0;
    while (DictEntry* e = DictNext(modules_, &pos)) all.push_back(e->value);
    for (Value& v : all) {
      if (!IsInstance(v, &ModuleType) || v.as<ModuleObject>() == builtins_) continue;
      DictObject* d = v.as<ModuleObject>()->dict;
      for (int64_t i = 0; i < d->num_entries; ++i) {
        if (d->entries[i].key.is_undef() || !IsStr(d->entries[i].key)) continue;
        const std::string_view name = StrView(d->entries[i].key);
        if (name.size() < 2 || !name.starts_with("__")) d->entries[i].value = Value::None();
      }
    }
    all.clear();
    GcCollect(2);
  } catch (PyError& e) {
    ReportUncaught(e);
  }
  out_.FlushQuietly();
  err_.FlushQuietly();
  return !out_.failed() && !err_.failed();
}

// ---- the thread with the large stack

uintptr_t stack_floor = 0;

namespace {

thread_local bool interpreter_thread = false;
pthread_t interpreter_id;
std::atomic<bool> interpreter_runs{false};
size_t stack_size = size_t{256} << 20;

// What `operator new` calls where there is no memory: on the interpreter's thread a MemoryError with the
// traceback of where it happened.
void OnOutOfMemory() {
  if (!interpreter_thread) throw std::bad_alloc();
  RaiseMemoryLimit();
}

struct ThreadBody {
  const std::function<void()>& body;
  std::exception_ptr thrown;
};

}  // namespace

bool PokeSpec(int signal) {
  if (interpreter_thread) {
    if (the_interp) the_interp->TickSoon();
    return true;
  }
  return !interpreter_runs || pthread_kill(interpreter_id, signal) != 0;
}

void InterruptSpec(int signal) {
  if (!PokeSpec(signal)) return;
  // Asked twice before anything looked: what runs does not look.
  if (interrupt_requested.exchange(true)) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

int HighestRecursionLimit() { return static_cast<int>(stack_size / (13 << 10)); }

void RunOnInterpreterThread(const std::function<void()>& body) {
  ThreadBody shared{body, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  const auto run = [](void* data) -> void* {
    auto* shared = static_cast<ThreadBody*>(data);
    interpreter_thread = true;
    interpreter_id = pthread_self();
    interpreter_runs = true;
    // What is left below is for the exception and for native code that does not ask.
    stack_floor = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - stack_size + stack_size / 8;
    try {
      shared->body();
    } catch (...) {
      shared->thrown = std::current_exception();
    }
    interpreter_runs = false;
    return nullptr;
  };
  std::set_new_handler(OnOutOfMemory);
  // Pages are taken as they are touched. Where the address space is limited, less has to do: the deepest call
  // of a spec that stays within Python's limit needs below 16 MiB.
  int error = ENOMEM;
  for (size_t mib = 256; error != 0 && mib >= 16; mib /= 2) {
    stack_size = mib << 20;
    pthread_attr_setstacksize(&attributes, stack_size);
    error = pthread_create(&thread, &attributes, run, &shared);
  }
  pthread_attr_destroy(&attributes);
  if (error != 0) throw std::bad_alloc();
  pthread_join(thread, nullptr);
  if (shared.thrown) std::rethrow_exception(shared.thrown);
}

}  // namespace tp
