// What functions and classes that a converted function makes are called (`__qualname__`): AutoGraph makes
// that function inside two of its own, and of its branches and loop bodies functions, which are numbered:
// "outer_factory.<locals>.inner_factory.<locals>.tf__f.<locals>.if_body_1.<locals>.g".
#pragma once

#include <string>

#include "core/lang/ast.h"

namespace tp::ast {

// Of the def, lambda, comprehension or class `info` that stands in `root`, the function that is converted
// (any one that is a parent of it).
std::string ConvertedName(const Module& module, const FunctionInfo& info, const FunctionInfo& root);

// Whether AutoGraph puts the expression at `place` into a lambda of its own: an operand of `and` or `or`, a side
// of a choice.
bool IsThunked(const Block& body, Span place);

}  // namespace tp::ast
