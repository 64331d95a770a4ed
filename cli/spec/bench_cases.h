// The cases of a spec that has been run: graphs with the spec's own variables, held against calling the
// Python functions with `tf.config.run_functions_eagerly(True)`.
#pragma once

#include "cli/bench/cases.h"
#include "cli/spec/collect.h"

namespace tp::cli {

// `collected` outlives the cases. REQUIRES: the interpreter's thread, here and where cases are called.
std::vector<BenchCase> SpecCases(Env& env, const Arguments& arguments, const std::string& file,
                                 const Collected& collected, uint64_t seed);

}  // namespace tp::cli
