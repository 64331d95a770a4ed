// Names to slots: Python's scoping rules, exactly (class bodies, comprehensions, global and nonlocal,
// mangling,
// `__class__`, walrus in comprehensions), and what frames need to know (FunctionInfo).
#pragma once

#include <vector>

#include "core/diag/diagnostic.h"
#include "core/lang/ast.h"

namespace tp::ast {

// Fills the NameRefs, FunctionInfos and resume points of the module. Returns the errors of scopes in source
// order
// ("name 'x' is used prior to global declaration"); with errors the module must not be run.
std::vector<Diagnostic> Resolve(Module& module);

}  // namespace tp::ast
