// Machine code for scalar code: the only door to asmjit. Same bits as the interpreter: the same IEEE
// instructions in the same order, nothing contracted.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "core/plan/scalar_code.h"

namespace tp {

struct ScalarExit;

class JitCode {
 public:
  virtual ~JitCode() = default;
  // Runs from the start, or from the head of a loop (`at` as in ScalarExit::kHot).
  virtual ScalarExit Run(ScalarReg* registers, uint32_t at, const std::atomic<bool>* interrupt) const = 0;
};

// Null where this machine has no code generator or an instruction has no machine form.
std::unique_ptr<JitCode> CompileJit(const ScalarCode& code);

}  // namespace tp
