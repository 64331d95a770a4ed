// What expressions are called in messages, and which may be assigned to.
#pragma once

#include "core/lang/ast.h"

namespace tp::ast {

// "function call", "literal", "attribute": Python's words for what cannot be assigned to.
const char* ExprName(const Expr* expr);

// May stand left of `=`; `star_allowed`: `*x` too.
bool IsTarget(const Expr* expr, bool star_allowed);

// The part of `expr` that keeps it from being a target (of `del` if `is_del`), or null.
const Expr* InvalidTarget(const Expr* expr, bool is_del);

}  // namespace tp::ast
