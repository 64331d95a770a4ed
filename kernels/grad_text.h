// Gradients written as text, for ops whose gradient is a page of products: a line of text is a tenth of the
// machine code that the same calls would be.
//
//   "inverse = MatrixInverse(x0){adjoint}; d0 = mul(g0, inverse)"
//
// A statement gives an expression a name; d0, d1, … are the gradients of the inputs. x0, y0 and g0 are
// inputs, outputs and gradients of outputs; a number is a constant of x0's dtype, #0 a number that is passed.
// An op is called by its name, with its node's name behind a colon and its attributes in braces: {flag, k=1,
// s='text', l=[1, 2], same=@} (@: as the op itself has it); "name.1" is another output of a named one than
// the first. Functions: add, sub, mul, div, neg, conj, mm (a product of matrices; a' is the adjoint), adj,
// shape and cast (with a second argument: to its dtype, or to i32 or i64), rank, size, reduced_shape,
// reshape, sum, prod, zeros, ones (with a dtype), stack, at(x, index), range(limit, delta); ints is a vector,
// int and long are scalars, longs a node of its own, blank(2, 3) is zeros and full(2, 3) ones of that shape; num(1, real); const is num as a node of its
// own. A list in brackets is packed within the op that takes it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/ir/grad.h"

namespace tp::grad {

// The text of columns [begin, end) of matrices; `end` kUnknownDim: all from `begin` on.
std::string Columns(std::string_view x, Dim begin, Dim end);

void Run(GradContext& g, const char* text, std::initializer_list<int64_t> numbers = {});

}  // namespace tp::grad
