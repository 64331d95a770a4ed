// bench --profile: where the time of a signature goes, step by step of its plan. Measured apart from the
// timed rows, which carry no probes.
#pragma once

#include <string>
#include <vector>

#include "cli/bench/timer.h"
#include "cli/report/json.h"
#include "core/exec/executor.h"
#include "serialize/contents.h"

namespace tp::cli {

// What equal steps (one label, one place in the source) took together, in one call of the signature.
struct KernelRow {
  std::string kernel;  // "MatMul 784x32x128+bias+relu", "AssignSubVariableOp f32[784,128]"
  std::string source;  // "mlp.spec.py:15", "-" where it is not known
  int64_t nodes = 0;   // of the traced graph, that it does the work of
  double nanoseconds = 0, share = 0;
  double flops = 0, bytes = 0;  // 0: not known
};

struct SignatureProfile {
  std::string id;
  int64_t calls = 0;            // that were profiled
  double nanoseconds = 0;       // of one call, all kernels
  std::vector<KernelRow> rows;  // the dearest first
};

// Calls the case again and again, warm, for `time` nanoseconds and 3 times at least, with the executor's
// profile on. The variables are put back.
Status ProfileCase(const Env& env, const BenchCase& bench, Executor& executor, int64_t time,
                   SignatureProfile* out);

// The table and its last line; all rows with -v.
void PrintProfile(Env& env, const SignatureProfile& profile);
Json ProfileJson(const SignatureProfile& profile);

}  // namespace tp::cli
