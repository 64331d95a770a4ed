// Checks of a parsed module that need no names resolved.
#pragma once

#include <vector>

#include "core/diag/diagnostic.h"
#include "core/lang/ast.h"

namespace tp::ast {

// The errors that CPython's compiler (compile.c) finds behind the parser: `return` outside a function, a
// keyword given twice, starred expressions where none may stand, unreachable patterns, … in source order.
std::vector<Diagnostic> CheckSemantics(const Module& module);

// What CPython's compiler warns of (SyntaxWarning), in its order; `is` with a literal, say.
std::vector<Diagnostic> CheckWarnings(const Module& module);

// Python that is not in the spec language, each with what to use instead, in source order.
std::vector<Diagnostic> CheckSubset(const Module& module);

}  // namespace tp::ast
