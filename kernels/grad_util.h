// What gradient functions share, named after the Python helpers whose nodes they emit one for one
// (tensorflow/python/ops/math_grad.py, array_ops.py), so that node counts are equal.
#pragma once

#include <initializer_list>
#include <span>

#include "core/ir/grad.h"

namespace tp::grad {

// math_ops.conj: a Conj node for complex values, the value itself otherwise.
Val Conj(GradContext& g, const Val& x);
// Literals: constants of the op that they are given to, within its scope and named after its input, as what
// Python code writes as a number or a list. Each use makes one.
Val Const(GradContext& g, DType dtype, double value);
Val Ints(GradContext& g, std::span<const int64_t> values, DType dtype = DType::kInt32);
Val Ints(GradContext& g, std::initializer_list<int64_t> values, DType dtype = DType::kInt32);

// Python's operators and functions of two values, with the names their nodes get.
Val Add(GradContext& g, const Val& x, const Val& y);
Val Sub(GradContext& g, const Val& x, const Val& y);
Val Mul(GradContext& g, const Val& x, const Val& y);
Val Div(GradContext& g, const Val& x, const Val& y);  // RealDiv
Val Neg(GradContext& g, const Val& x);

// array_ops.shape: a constant where the shape is fully known, else a Shape node.
Val ShapeOf(GradContext& g, const Val& x, DType dtype = DType::kInt32);
// True where a gradient is known to be zeros that were made for lack of one (nn_grad.py: IsZero).
bool IsZero(const Val& grad);
// math_ops.cast: nothing where the dtype is that already.
Val Cast(GradContext& g, const Val& x, DType dtype);
Val Reshape(GradContext& g, const Val& x, const Val& shape);
Val Sum(GradContext& g, const Val& x, const Val& axes, bool keep_dims = false);
// array_ops.zeros_like, ones_like: a constant where the shape is known and small.
Val ZerosLike(GradContext& g, const Val& x);
Val OnesLike(GradContext& g, const Val& x);
// math_ops.reduced_shape(shape, axes): the shape with the reduced dims 1.
Val ReducedShape(GradContext& g, const Val& shape, const Val& axes);

// True where the value's shape is known to be a scalar's (_IsScalar).
inline bool IsScalar(const Val& x) { return x.shape().IsScalar(); }
// _ShapesFullySpecifiedAndEqual.
inline bool SameKnownShape(const Val& x, const Val& y, const Val& z) {
  return x.shape().IsFullyKnown() && x.shape() == y.shape() && x.shape() == z.shape();
}
// _ReduceGradientArgs(x, y, gx, gy), set as the gradients of inputs `x_at` and `y_at`: sums each over the
// dims in which its input was broadcast. Either gradient may be none.
void SetReduced(GradContext& g, const Val& x, const Val& y, Val gx, Val gy, int x_at = 0, int y_at = 1);
// The same for one of them: _ReduceGradientArgs(x, y, gx, None)[0].
Val Reduced(GradContext& g, const Val& x, const Val& y, Val gx);

}  // namespace tp::grad
