#include "core/base/limits.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace tp {

constinit Limits limits;
constinit std::atomic<Limit> limit_reached{Limit::kNone};
constinit MemoryUse memory_use;
std::string clock_report;

namespace {

std::string Bytes(int64_t n) {
  int unit = 0;
  for (; unit < 4 && n != 0 && n % 1024 == 0; ++unit) n /= 1024;
  constexpr std::string_view kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  return fmt::format("{} {}", n, kUnits[unit]);
}

std::string Time(int64_t ns) {
  return ns % 1'000'000'000 == 0 ? fmt::format("{} s", ns / 1'000'000'000)
                                 : fmt::format("{} ms", static_cast<double>(ns) / 1e6);
}

}  // namespace

std::string LimitText(Limit limit) {
  switch (limit) {
    case Limit::kSteps:
      return fmt::format("step limit {} reached", limits.steps);
    case Limit::kNodes:
      return fmt::format("limit of {} nodes in a graph reached", limits.nodes);
    case Limit::kTraces:
      return fmt::format("limit of {} traces of a function reached", limits.traces);
    case Limit::kMemory:
      return fmt::format("memory limit {} reached", Bytes(limits.memory));
    case Limit::kTensor:
      return fmt::format("limit of {} for a tensor reached", Bytes(limits.tensor));
    case Limit::kText:
      return fmt::format("limit of {} for a string reached", Bytes(limits.text));
    case Limit::kItems:
      return fmt::format("limit of {} items in a container reached", limits.items);
    case Limit::kBits:
      return fmt::format("limit of {} bits for an integer reached", limits.bits);
    case Limit::kSource:
      return fmt::format("limit of {} for a source file reached", Bytes(limits.source));
    case Limit::kTime:
      return fmt::format("time limit {} reached", Time(limits.time));
    case Limit::kNone:
      break;
  }
  return "no limit reached";
}

std::string LimitHelp(Limit limit) {
  switch (limit) {
    case Limit::kSteps:
      return "raise it with `--max-steps`";
    case Limit::kNodes:
      return "raise it with `--max-nodes`";
    case Limit::kMemory:
      return "raise it with `--max-memory`";
    case Limit::kTime:
      return "raise it with `--max-time`";
    case Limit::kSource:
      return limits.source == Limits().source ? "no flag raises it" : "set by `--sandbox`";
    default:
      return "set by `--sandbox`";
  }
}

// ---- the clock

namespace {

std::atomic<bool>* clock_stop;
bool (*clock_poke)(int);
char clock_text[512];  // what is said if nobody stops: made before, as a handler may not allocate
size_t clock_text_size;
int clock_exit_code, clock_rings;

void OnClock(int signal) {
  limit_reached.store(Limit::kTime, std::memory_order_relaxed);
  clock_stop->store(true);
  if (clock_poke && !clock_poke(signal)) return;
  if (++clock_rings < 20) return;
  [[maybe_unused]] ssize_t written = write(2, clock_text, clock_text_size);
  written = write(1, clock_report.data(), clock_report.size());
  _exit(clock_exit_code);
}

bool timer_runs = false;

// 0: no more.
void SetTimer(int64_t nanoseconds) {
  timer_runs = nanoseconds > 0;
  const auto parts = [](int64_t ns) {
    return timeval{static_cast<time_t>(ns / 1'000'000'000),
                   static_cast<suseconds_t>(ns % 1'000'000'000 / 1000)};
  };
  const itimerval timer{parts(nanoseconds ? 100'000'000 : 0), parts(nanoseconds)};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

void StartClock(std::atomic<bool>* stop, bool (*poke)(int signal), const char* file, int exit_code) {
  if (limits.time <= 0) return;
  clock_stop = stop;
  clock_poke = poke;
  clock_exit_code = exit_code;
  clock_rings = 0;
  clock_text_size = fmt::format_to_n(clock_text, sizeof clock_text, "error: {} in {} ({})\n",
                                     LimitText(Limit::kTime), file, LimitHelp(Limit::kTime))
                        .size;
  clock_text_size = std::min(clock_text_size, sizeof clock_text);
  StartTimer(limits.time, OnClock);
}

void StartTimer(int64_t nanoseconds, void (*ring)(int signal)) {
  struct sigaction action {};
  action.sa_handler = ring;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  SetTimer(std::max<int64_t>(nanoseconds, 1000));
}

void StopClock() {
  if (timer_runs) SetTimer(0);
}

}  // namespace tp
