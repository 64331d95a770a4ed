// Runs scalar code (core/plan/scalar_code.h): starts in the portable interpreter, and goes over to machine
// code in the middle of a loop that turns out to run long. Both give the same bits.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

#include "core/base/status.h"
#include "core/exec/jit.h"
#include "core/plan/scalar_code.h"
#include "core/tensor/tensor.h"

namespace tp {

// How a run of scalar code ended.
struct ScalarExit {
  enum Kind : uint8_t {
    kDone,
    kFailed,  // the instruction `at` is refused: integer division by zero and the like
    kInterrupted,
    kHot,  // a loop has run long; go on at `at`, the head of the loop
  };
  Kind kind = kDone;
  uint32_t at = 0;
  int64_t turns = 0;  // how often loops have turned, where kDone says so of an interpreted run with a limit
};

// Interprets from instruction `at` on. After `turns` turns of loops the run ends as kHot (-1: never).
ScalarExit InterpretScalar(const ScalarCode& code, ScalarReg* registers, uint32_t at, int64_t turns,
                           const std::atomic<bool>* interrupt);

// One call of a tile function on registers; false where an operand is refused.
bool RunScalarCall(const ScalarCall& call, const ScalarReg* const* args, ScalarReg* result);

class ScalarRunner {
 public:
  explicit ScalarRunner(const ScalarCode& code) : code_(code) {}

  // `inputs` are the values of the code's inputs in order; output i is written to outputs[i] (an element of
  // its dtype; null where the output is only passed on).
  Status Run(std::span<const Tensor> inputs, void* const* outputs, const std::atomic<bool>* interrupt);
  const ScalarCode& code() const { return code_; }
  bool HasMachineCode() const { return jit_.load(std::memory_order_acquire) != nullptr; }

 private:
  Status ErrorAt(const ScalarReg* registers, uint32_t at) const;

  const ScalarCode& code_;
  std::atomic<int64_t> turned_{0};  // turns of loops in all runs so far
  std::mutex mutex_;
  std::atomic<const JitCode*> jit_{nullptr};
  std::atomic<bool> no_jit_{false};
  std::unique_ptr<JitCode> jit_owner_;
};

// Code whose loops have turned so often, in all runs together, goes on in machine code; to make that takes
// about as long as this.
inline constexpr int64_t kTurnsUntilHot = 20000;

// Machine code is used by default; tests and `--jit off` switch it off. `turns_until_hot` of 0 makes machine
// code of everything at once. Not while something runs.
void SetScalarJit(bool on, int64_t turns_until_hot = kTurnsUntilHot);

}  // namespace tp
