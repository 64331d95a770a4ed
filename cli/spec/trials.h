// What a changed program would do, found by running it: `explain` proposes a change only with the number of
// traces that the changed spec really makes. Each run is a process of its own, since one process runs one
// spec.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/report/json.h"

namespace tp::cli {

// Runs `text` as the spec at `path` in a child process and gives what it left behind: {"exit_code",
// "diagnostics", "run_ns", "functions": as FunctionsJson, each with "specs" (those of an input signature that takes all of
// its traces; null where there is none) and each trace with its "call"}. `quiet`: what the spec says goes
// nowhere. Nothing where the process cannot be made or dies.
std::optional<Json> RunInChild(Env& env, const Arguments& arguments, const std::string& path,
                               const std::string& text, bool quiet);

}  // namespace tp::cli
