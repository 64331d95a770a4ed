// What AutoGraph cannot convert and runs as it is, after a warning: functions with `:=`, `match`, a loop's
// `else` or a generator inside; lambdas that it does not find, as it looks for their source by line and
// parameters' names and gives up where two fit (TF: pyct/parser.py, _parse_lambda).
#pragma once

#include <string>

#include "core/interp/function.h"

namespace tp {

// Why AutoGraph does not find a lambda in its text; empty: it does.
std::string AmbiguousLambda(const FunctionObject* function);

// Warns at the first question about each piece of code.
bool RunsAsIs(const FunctionObject* function);

}  // namespace tp
