// The tree as text, for tests and for AutoGraph's converters (core/lib/lib/autograph/tree.py reads it): `(Kind LINE:COLUMN-LINE:COLUMN child child …)` with Python's fields in
// Python's order,
// `[…]` for lists, `~` for what is absent.
#pragma once

#include <string>

#include "core/lang/ast.h"

namespace tp::ast {

// With `spans` false the places are left out. Nodes inside f-strings have none: Python's are not exact there.
std::string Dump(const Module& module, bool spans = true);
// One statement or expression of the module, without places.
std::string Dump(const Module& module, const Stmt* stmt);
std::string Dump(const Module& module, const Expr* expr);

}  // namespace tp::ast
