// `run` itself: shared by `tracepack run` and the small `tracepack-run`.
#pragma once

#include "cli/command.h"

namespace tp::cli {

std::span<const std::string_view> RunFlags();
// Calls one function of a bundle; the exit code. Throws CommandError.
int RunBundle(Env& env, const Arguments& arguments);

}  // namespace tp::cli
