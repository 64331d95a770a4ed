#include "cli/limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/base/limits.h"

namespace tp::cli {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

// The kernel refuses memory some way above our own count of objects and tensors: for what is not counted,
// such as the nodes of a graph. What it refuses is an error where it is asked for.
void LimitProcess([[maybe_unused]] int64_t memory, [[maybe_unused]] bool strict) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const int64_t own =
      (384 + 16 * static_cast<int64_t>(std::thread::hardware_concurrency())) * kMiB;  // stacks
  rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur =
      std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(memory + (strict ? memory : memory / 4) + own));
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace

void SetLimits(const Arguments& arguments, bool takes_time) {
  const int64_t physical = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  Limits given;
  given.memory = physical > 0 ? physical / 4 * 3 : 0;
  if (arguments.Has("sandbox")) {
    given.steps = 50'000'000;
    given.nodes = 200'000;
    given.traces = 1000;
    given.depth = 1000;
    given.memory = std::min(given.memory, 1024 * kMiB);
    given.strict_memory = true;
    given.tensor = 512 * kMiB;
    given.text = 128 * kMiB;
    given.items = 1'000'000;
    given.bits = int64_t{1} << 25;  // what Python computes with in about a second
    given.source = kMiB;
    given.message = 4096;
    given.time = 60'000'000'000;
  }
  given.steps = arguments.GetInt("max-steps", given.steps, 1);
  given.nodes = arguments.GetInt("max-nodes", given.nodes, 1);
  given.depth = arguments.GetInt("max-depth", given.depth, 1);
  if (arguments.Has("max-memory")) {
    given.memory = arguments.GetSize("max-memory");
    given.strict_memory = true;
    given.tensor = given.text = given.items = given.bits = 0;
  }
  if (takes_time) given.time = arguments.GetDuration("max-time", given.time);
  limits = given;
  if (given.memory > 0) LimitProcess(given.memory, given.strict_memory);
}

void ReportAtTimeLimit(const Arguments& arguments, int exit_code) {
  if (arguments.Get("format") == "json")
    clock_report = FailureReport(arguments, {exit_code, LimitText(Limit::kTime), ""});
}

std::string ReachedLimit() {
  const Limit limit = limit_reached;
  return limit == Limit::kNone ? "" : LimitText(limit) + " (" + LimitHelp(limit) + ")";
}

}  // namespace tp::cli
