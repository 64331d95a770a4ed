// How a command fails: thrown where the fault is found, caught in RunProgram. Exit codes are those of
// `tracepack help exit-codes`.
#pragma once

#include <fmt/format.h>

#include <string>

#include "core/base/status.h"

namespace tp::cli {

enum ExitCode : int {
  kExitOk = 0,
  kExitGate = 1,
  kExitUsage = 2,
  kExitSpec = 3,
  kExitBundle = 4,
  kExitExecution = 5,
  kExitIo = 6,
  kExitInternal = 70,
  kExitInterrupted = 130,
};

struct CommandError {
  int exit_code;
  std::string message;  // without "error: "
  std::string help;     // "" or what follows "help: "
};

[[noreturn]] void FailWith(int exit_code, fmt::string_view format, fmt::format_args args);

template <class... A>
[[noreturn]] void Fail(int exit_code, fmt::format_string<A...> format, A&&... args) {
  FailWith(exit_code, format, fmt::make_format_args(args...));
}

// The worst of several files' codes wins: 70, 6, 4, 3, 5, 2, 1, 0.
int WorseExit(int a, int b);

}  // namespace tp::cli
