// What gradient functions share, named after the Python helpers whose nodes they emit one for one
// (tensorflow/python/ops/math_grad.py, array_ops.py), so that node counts are equal.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/ir/grad.h"

namespace tp::grad {

// math_ops.conj: a Conj node for complex values, the value itself otherwise.
Val Conj(GradContext& g, const Val& x);
// Literals: constants of the op that they are given to, within its scope and named after its input, as what
// Python code writes as a number or a list. Each use makes one.
Val Const(GradContext& g, DType dtype, double value);
Val Ints(GradContext& g, std::span<const int64_t> values, DType dtype = DType::kInt32);
Val Ints(GradContext& g, std::initializer_list<int64_t> values, DType dtype = DType::kInt32);

// constant_op.constant: a Const node of its own ("" : "Const"), where the literals above belong to an op.
Val ConstNode(GradContext& g, DType dtype, double value, std::string_view name = "");

// Python's operators and functions of two values, with the names their nodes get.
Val Add(GradContext& g, const Val& x, const Val& y);
Val Sub(GradContext& g, const Val& x, const Val& y);
Val Mul(GradContext& g, const Val& x, const Val& y);
Val Div(GradContext& g, const Val& x, const Val& y);  // RealDiv
Val Neg(GradContext& g, const Val& x);

// array_ops.shape: a constant where the shape is fully known, else a Shape node.
Val ShapeOf(GradContext& g, const Val& x, DType dtype = DType::kInt32);
// array_ops.size, array_ops.rank: constants where they are known.
Val SizeOf(GradContext& g, const Val& x, DType dtype = DType::kInt32);
Val RankOf(GradContext& g, const Val& x);
// A Python list with tensors in it, as an op takes it: Pack, called `name` (from OpBuilder::Scope, "" : of
// its own), its literals "0", "1", … within it.
Val Packed(GradContext& g, std::span<const Val> values, const std::string& name);
// array_ops.stack(values).
Val Stack(GradContext& g, std::span<const Val> values);
// array_ops.ones(shape) of a tensor: a vector, or the only dim, which is packed.
Val Ones(GradContext& g, const Val& shape, DType dtype);
// math_ops.range(0, limit, delta).
Val RangeTo(GradContext& g, const Val& limit, const Val& delta);
// math_ops.reduce_prod(x).
Val ProdAll(GradContext& g, const Val& x);
// x[begin:end] of literals (kOpen: left out), x[at] for a literal.
inline constexpr int64_t kOpen = INT64_MIN;
Val Part(GradContext& g, const Val& x, int64_t begin, int64_t end);
Val ElementAt(GradContext& g, const Val& x, int64_t at);
// x[:at], x[at:] and x[at] for a tensor `at`.
Val PartBefore(GradContext& g, const Val& x, const Val& at);
Val PartFrom(GradContext& g, const Val& x, const Val& at);
Val ElementAt(GradContext& g, const Val& x, const Val& at);
// True where a gradient is known to be zeros that were made for lack of one (nn_grad.py: IsZero).
bool IsZero(const Val& grad);
// math_ops.cast: nothing where the dtype is that already.
Val Cast(GradContext& g, const Val& x, DType dtype);
Val Reshape(GradContext& g, const Val& x, const Val& shape);
Val Sum(GradContext& g, const Val& x, const Val& axes, bool keep_dims = false);
// array_ops.zeros_like, ones_like: a constant where the shape is known and small.
Val ZerosLike(GradContext& g, const Val& x);
Val OnesLike(GradContext& g, const Val& x, DType dtype = DType::kInvalid);
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
