// Lambdas that AutoGraph cannot convert: it finds a lambda's source by its line and its parameters' names,
// and gives up where two fit. Such a lambda runs as it is, after a warning (TF: pyct/parser.py,
// _parse_lambda).
#pragma once

#include "core/interp/function.h"

namespace tp {

// Warns at the first question about each piece of code.
bool IsAmbiguousLambda(const FunctionObject* function);

}  // namespace tp
