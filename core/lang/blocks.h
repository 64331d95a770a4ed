// The blocks around a place in a function, as AutoGraph cuts it up: the branches of an `if`, the body and the
// test of a loop, the operands of `and` and `or`, what follows a conditional return become functions of their
// own there, and show up in TensorFlow's tracebacks as frames.
#pragma once

#include <vector>

#include "core/lang/ast.h"

namespace tp::ast {

// The statements and expressions whose blocks hold `place` (a node that `info`'s own code runs), the
// outermost first. None for modules, classes and comprehensions.
std::vector<Span> BlocksAround(const FunctionInfo& info, Span place);

// The innermost statement of `body` that holds the place; an empty span where none does.
Span StatementAt(const Block& body, uint32_t place);

}  // namespace tp::ast
