// The limits of a command line (core/base/limits.h): what --sandbox presets and single flags change, and the
// rest that the kernel keeps for us.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace tp::cli {

// Of commands that run specs, and of `run`, which runs a graph.
inline constexpr std::string_view kSpecLimits[] = {"sandbox",   "max-steps", "max-time",   "max-memory",
                                                   "max-nodes", "max-depth", "allow-read", "allow-write"};
inline constexpr std::string_view kGraphLimits[] = {"sandbox", "max-time", "max-memory"};

// Sets the process's limits. Throws CommandError (2). `takes_time`: --max-time is the limit's; `bench` has it
// for a row.
void SetLimits(const Arguments& arguments, bool takes_time = true);
// What --format json prints where the clock ends the process, with that exit code.
void ReportAtTimeLimit(const Arguments& arguments, int exit_code);
// Why a graph's run failed, where a limit was reached: "memory limit 1 GiB reached (raise it with …)"; else
// "".
std::string ReachedLimit();

}  // namespace tp::cli
