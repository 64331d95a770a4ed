// The slow, obvious meaning of ops: what the conformance test holds kernels against. Written from the ops'
// definitions, sharing no code with the kernels: plain loops, long double or int64 arithmetic.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/ir/attr.h"
#include "core/ir/expression.h"
#include "core/tensor/tensor.h"

namespace tp::reference {

// An elementwise expression, element by element, on inputs broadcast to `shape`.
Tensor Elementwise(const Expression& expression, std::span<const Tensor> inputs, const Shape& shape);

// One call of an op to compare: inputs of these shapes are generated, `more` are fixed ones after them.
struct Case {
  std::string_view op;
  std::vector<Shape> shapes;
  std::vector<Tensor> more;
  Attrs attrs;
  Tensor (*reference)(std::span<const Tensor> inputs, const AttrSet& attrs);
  bool edges = false;  // NaN and infinities among the inputs
};
std::vector<Case> Cases();

}  // namespace tp::reference
