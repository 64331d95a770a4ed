// The tree as text, for tests: `(Kind LINE:COLUMN-LINE:COLUMN child child …)` with Python's fields in
// Python's order,
// `[…]` for lists, `~` for what is absent.
#pragma once

#include <string>

#include "core/lang/ast.h"

namespace tp::ast {

// With `spans` false the places are left out. Nodes inside f-strings have none: Python's are not exact there.
std::string Dump(const Module& module, bool spans = true);

}  // namespace tp::ast
