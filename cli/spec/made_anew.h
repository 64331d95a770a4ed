// Functions that the same code made anew: a `tf.function` inside a function or loop, whose traces are lost
// with each of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/report/json.h"

namespace tp::cli {

// "run.step" of "run.step#3": the name that Functions which nothing reaches share.
std::string_view SharedName(std::string_view id);

// Places in `functions` (of FunctionsJson, with AddCalls) of those that one piece of code made, two at least,
// oldest first. Functions that are called while another one is traced are made anew with each such trace, for
// that one's reasons: they are left out.
std::vector<std::vector<size_t>> MadeAnew(const Json& functions);

}  // namespace tp::cli
