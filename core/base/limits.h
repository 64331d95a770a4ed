// What a run may use: one object for the process, set before anything runs. The evaluator obeys it (steps,
// depth), the tracer (nodes, traces), whoever takes memory for objects and tensors, and a clock.
//
// Where nothing can be thrown (a kernel's allocation, a signal handler) the limit that was reached is noted
// in `limit_reached`, and whoever turns the failure into an error looks there for the reason.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace tp {

// 0 stands for no limit.
struct Limits {
  int64_t steps = 0;                   // loop turns and calls of the evaluator
  int64_t nodes = 10'000'000;          // of one graph
  int64_t traces = 0;                  // of one Function
  int64_t depth = 0;                   // of calls; 0: Python's 1000, which a spec may raise
  int64_t memory = 0;                  // bytes of objects and tensors together
  int64_t tensor = 0;                  // bytes of one tensor
  int64_t text = 0;                    // bytes of one string
  int64_t items = 0;                   // of one list, tuple, dict or set
  int64_t bits = 0;                    // of one Python integer
  int64_t source = int64_t{64} << 20;  // bytes of a source file
  int64_t time = 0;                    // nanoseconds
  int64_t message = 0;                 // bytes of what ends a spec, without control characters
  // The memory limit was asked for, and ends the run. Else it is the machine's, and what is refused is an
  // error that a spec may handle.
  bool strict_memory = false;
};
extern Limits limits;

enum class Limit : uint8_t { kNone, kSteps, kNodes, kTraces, kMemory, kTensor, kText, kItems, kBits, kSource, kTime };
extern std::atomic<Limit> limit_reached;

// "step limit 1000 reached" and what raises it: "raise it with `--max-steps`".
std::string LimitText(Limit limit);
std::string LimitHelp(Limit limit);

// What is in use, in bytes. `objects` is written by the interpreter's thread alone.
struct MemoryUse {
  alignas(64) std::atomic<int64_t> objects{0};
  alignas(64) std::atomic<int64_t> tensors{0};
};
extern MemoryUse memory_use;

// Starts the clock of `limits.time`, where there is one: when it is over, *stop becomes true and `poke`
// (null: none) is called in a signal handler, again and again; false: it has sent the signal to another
// thread. If StopClock is not called within two seconds, the process says so and ends with `exit_code`.
// `file`: what is running, for that message.
void StartClock(std::atomic<bool>* stop, bool (*poke)(int signal), const char* file, int exit_code);
// What standard output gets where the process ends so; set before the clock starts.
extern std::string clock_report;
// The same clock for another purpose, while it does not run: after that time `ring` is called in a signal
// handler, again and again until StopClock.
void StartTimer(int64_t nanoseconds, void (*ring)(int signal));
void StopClock();
struct Clock {
  Clock(std::atomic<bool>* stop, bool (*poke)(int signal), const char* file, int exit_code) {
    StartClock(stop, poke, file, exit_code);
  }
  ~Clock() { StopClock(); }
  Clock(const Clock&) = delete;
};

}  // namespace tp
