// Texts of errors: tensorflow/core/framework/shape_inference.cc. The caller (builder.cc) appends the node.
#include "core/ir/shape_context.h"

#include <algorithm>

namespace tp {

Shape ShapeContext::ValueAsShape(int i) const {
  asked_shape_.push_back(static_cast<uint8_t>(i));
  const Input& input = inputs_[i];
  if (input.value_as_shape) return *input.value_as_shape;
  if (const Tensor* value = input.value) {
    // A scalar can only be -1: a shape of which nothing is known.
    if (value->rank() != 1) return Shape::UnknownRank();
    Shape shape;
    for (int64_t dim : IntElements(*value)) shape.Append(dim < 0 ? kUnknownDim : dim);
    return shape;
  }
  if (input.shape.has_rank() && input.shape.rank() == 1 && IsKnown(input.shape[0]) &&
      input.shape[0] <= kMaxRank)
    return Shape::OfRank(static_cast<int>(input.shape[0]));
  return Shape::UnknownRank();
}

Dim ShapeContext::Add(Dim a, Dim b) {
  if (symbols_) return symbols_->Add(a, b);
  if (a == 0) return b;
  if (b == 0) return a;
  Dim sum;
  if (!IsKnown(a) || !IsKnown(b) || __builtin_add_overflow(a, b, &sum)) return kUnknownDim;
  return sum;
}

Dim ShapeContext::Subtract(Dim a, Dim b) {
  if (symbols_) return symbols_->Subtract(a, b);
  if (b == 0) return a;
  return IsKnown(a) && IsKnown(b) && a >= b ? a - b : kUnknownDim;
}

Dim ShapeContext::Multiply(Dim a, Dim b) {
  if (symbols_) return symbols_->Multiply(a, b);
  if (a == 0 || b == 0) return 0;
  if (a == 1) return b;
  if (b == 1) return a;
  Dim product;
  if (!IsKnown(a) || !IsKnown(b) || __builtin_mul_overflow(a, b, &product)) return kUnknownDim;
  return product;
}

Dim ShapeContext::Divide(Dim a, int64_t by, bool round_up) {
  if (by == 1) return a;
  if (by <= 0) return kUnknownDim;
  if (symbols_) return symbols_->Divide(a, by, round_up);
  return IsKnown(a) ? a / by + (round_up && a % by != 0) : kUnknownDim;
}

Status ShapeContext::Merge(Dim a, Dim b, Dim* merged) {
  if (symbols_) a = symbols_->Resolve(a), b = symbols_->Resolve(b);
  if (IsKnown(a) && IsKnown(b) && a != b)
    return InvalidArgument("Dimensions must be equal, but are {} and {}", a, b);
  if (symbols_) symbols_->Unify(a, b);
  *merged = IsKnown(a) || (a != kUnknownDim && !IsKnown(b)) ? a : b;
  return {};
}

Status ShapeContext::Merge(const Shape& a, const Shape& b, Shape* merged) {
  if (!a.has_rank() || !b.has_rank()) {
    *merged = a.has_rank() ? a : b;
    return {};
  }
  if (a.rank() != b.rank())
    return InvalidArgument("Shapes must be equal rank, but are {} and {}", a.rank(), b.rank());
  Shape result = a;
  for (int i = 0; i < a.rank(); ++i) {
    Dim dim;
    if (!Merge(a[i], b[i], &dim).ok())
      return InvalidArgument(
          "Dimension {} in both shapes must be equal, but are {} and {}. Shapes are {} and {}.", i, a[i],
          b[i], a.ToBracketString(), b.ToBracketString());
    result.set_dim(i, dim);
  }
  *merged = result;
  return {};
}

Status ShapeContext::WithRank(int i, int rank, Shape* shape) {
  *shape = input(i);
  if (!shape->has_rank()) {
    *shape = Shape::OfRank(rank);
    return {};
  }
  if (shape->rank() == rank) return {};
  return InvalidArgument("Shape must be rank {} but is rank {}", rank, shape->rank());
}

Status ShapeContext::WithRankAtLeast(int i, int rank, Shape* shape) {
  *shape = input(i);
  if (!shape->has_rank() || shape->rank() >= rank) return {};
  return InvalidArgument("Shape must be at least rank {} but is rank {}", rank, shape->rank());
}

Status ShapeContext::WithRankAtMost(int i, int rank, Shape* shape) {
  *shape = input(i);
  if (!shape->has_rank() || shape->rank() <= rank) return {};
  return InvalidArgument("Shape must be at most rank {} but is rank {}", rank, shape->rank());
}

namespace shape {
namespace {

// TF: common_shape_fns.cc, BroadcastBinaryOpOutputShapeFnHelper. An unknown dim against one that is more
// than 1 is taken to be that one or 1. Without errors, shapes that are known not to fit give a scalar.
Status BroadcastTwo(ShapeContext& c, const Shape& x, const Shape& y, bool errors, Shape* out) {
  if (!x.has_rank() || !y.has_rank()) {
    *out = Shape::UnknownRank();
    return {};
  }
  const int rank = std::max(x.rank(), y.rank());
  Shape result;
  for (int i = 0; i < rank; ++i) {
    const Dim a = i < rank - x.rank() ? 1 : x[i - (rank - x.rank())];
    const Dim b = i < rank - y.rank() ? 1 : y[i - (rank - y.rank())];
    Dim dim = kUnknownDim;
    if (!errors && a != 1 && b != 1 && a != b && (IsKnown(a) || IsKnown(b))) {
      *out = IsKnown(a) && IsKnown(b) ? Shape() : Shape::UnknownRank();
      return {};
    }
    if (a == 1 || (b > 1 && !IsKnown(a)))
      dim = b;
    else if (b == 1 || a == b || (a > 1 && !IsKnown(b)))
      dim = a;
    else if (IsKnown(a) && IsKnown(b))
      TP_RETURN_IF_ERROR(c.Merge(a, b, &dim));
    result.Append(dim);
  }
  *out = result;
  return {};
}

}  // namespace

Status Unchanged(ShapeContext& c) {
  c.Set(0, c.input(0));
  return {};
}

Status Broadcast(ShapeContext& c) {
  Shape out;
  TP_RETURN_IF_ERROR(
      BroadcastTwo(c, c.input(0), c.input(1), c.Attr<bool>("incompatible_shape_error", true), &out));
  c.Set(0, std::move(out));
  return {};
}

Status BroadcastAll(ShapeContext& c) {
  Shape out = c.num_inputs() == 0 ? Shape::UnknownRank() : c.input(0);
  for (int i = 1; i < c.num_inputs(); ++i) TP_RETURN_IF_ERROR(BroadcastTwo(c, out, c.input(i), true, &out));
  c.Set(0, std::move(out));
  return {};
}

Status Scalar(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, Shape());
  return {};
}

Status None(ShapeContext&) { return {}; }

}  // namespace shape
}  // namespace tp
