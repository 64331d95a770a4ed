// Times one signature, graph against eager, in blocks that take turns, so that drift of the machine meets
// both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/bench/stats.h"
#include "cli/env.h"
#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp {
class Graph;
}

namespace tp::cli {

// One way of running a signature. `call` runs it once; `outputs` are those of the last call.
struct Runnable {
  std::function<Status()> call;
  std::function<std::vector<Tensor>()> outputs;
};

struct BenchCase {
  std::string id, signature;
  std::vector<std::pair<std::string, int64_t>> dims;  // sizes that unknown dims have: {"x.0", 32}
  Runnable graph, eager;
  std::function<void()> reset;                 // puts the variables back
  std::function<std::vector<Tensor>()> state;  // the variables' values
  bool made_up = false;                        // some inputs are random
  bool random = false;                         // results differ from call to call
  int64_t trace_ns = -1;                       // -1: not measured (a bundle)
  Graph* ir = nullptr;                         // what `graph` runs
};

struct Timing {
  std::vector<double> samples;        // nanoseconds a call, one a run
  std::vector<double> block_medians;  // one a block
  int64_t calls_per_run = 1;
  double first_call = 0;
  Summary summary;
};

struct BenchLimits {
  int64_t min_runs, min_time, max_time;
  double rtol, atol;
};

struct BenchResult {
  Timing graph, eager;
  std::string mismatch;     // how the results differ; nothing was timed then
  std::string eager_error;  // why eager could not run; graph alone was timed then
  Interval speedup;         // of p50s
  bool partial = false;     // interrupted
};

// Error statuses of the graph are given back; those of eager are in the result. `interrupted` is asked
// between blocks.
Status RunCase(const Env& env, const BenchCase& bench, const BenchLimits& limits,
               const std::function<bool()>& interrupted, BenchResult* result);

}  // namespace tp::cli
