#include "kernels/grad_util.h"

#include <complex>
#include <numeric>
#include <vector>

namespace tp::grad {
namespace {

// A tensor of `shape` filled with `value`.
Tensor Filled(DType dtype, const Shape& shape, double value) {
  Tensor tensor = Tensor::Allocate(dtype, shape);
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    T element{};
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      element = T(static_cast<float>(value));
    else if constexpr (std::is_arithmetic_v<T>)
      element = static_cast<T>(value);
    else
      element = T(static_cast<typename T::value_type>(value));
    std::fill_n(tensor.data<T>(), tensor.num_elements(), element);
  });
  return tensor;
}

// _InferGradientReductionAxes: the axes along which x and y were broadcast; false where that depends on dims
// that are not known.
bool InferAxes(const Shape& x, const Shape& y, std::vector<int64_t>* x_axes, std::vector<int64_t>* y_axes) {
  if (!x.has_rank() || !y.has_rank()) return false;
  const int rank = std::max(x.rank(), y.rank());
  for (int axis = 0; axis < rank; ++axis) {
    const Dim a = axis < rank - x.rank() ? 1 : x[axis - (rank - x.rank())];
    const Dim b = axis < rank - y.rank() ? 1 : y[axis - (rank - y.rank())];
    if (a == 1 && b != 1)
      x_axes->push_back(axis);
    else if (b == 1 && a != 1)
      y_axes->push_back(axis);
    else if (!IsKnown(a) || !IsKnown(b))
      return false;
  }
  return true;
}

Val ReduceOne(GradContext& g, const Val& grad, const Val& axes, const Val& shape) {
  // Python's empty list is taken for floats first; that constant stays in the graph.
  if (!axes.symbolic() && axes.tensor().num_elements() == 0 && grad.symbolic())
    g.builder().Constant(Tensor::Allocate(DType::kFloat32, Shape{0}), "Sum/reduction_indices");
  return Reshape(g, Sum(g, grad, axes, true), shape);
}

}  // namespace

Val Conj(GradContext& g, const Val& x) { return IsComplex(x.dtype()) ? g.Op("Conj", {x}) : x; }

Val Const(GradContext&, DType dtype, double value) { return Val(Filled(dtype, Shape(), value)); }

Val Ints(GradContext&, std::span<const int64_t> values, DType dtype) {
  Tensor tensor = Tensor::Allocate(dtype, Shape{static_cast<Dim>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kInt32)
      tensor.data<int32_t>()[i] = static_cast<int32_t>(values[i]);
    else
      tensor.data<int64_t>()[i] = values[i];
  }
  return Val(std::move(tensor));
}
Val Ints(GradContext& g, std::initializer_list<int64_t> values, DType dtype) {
  return Ints(g, std::span<const int64_t>(values.begin(), values.size()), dtype);
}

Val ConstNode(GradContext& g, DType dtype, double value, std::string_view name) {
  return g.builder().Constant(Filled(dtype, Shape(), value), name);
}

Val Add(GradContext& g, const Val& x, const Val& y) { return g.Op("AddV2", {x, y}, {}, "add"); }
Val Sub(GradContext& g, const Val& x, const Val& y) { return g.Op("Sub", {x, y}, {}, "sub"); }
Val Mul(GradContext& g, const Val& x, const Val& y) { return g.Op("Mul", {x, y}, {}, "mul"); }
Val Div(GradContext& g, const Val& x, const Val& y) { return g.Op("RealDiv", {x, y}, {}, "truediv"); }
Val Neg(GradContext& g, const Val& x) { return g.Op("Neg", {x}); }

Val ShapeOf(GradContext& g, const Val& x, DType dtype) {
  if (x.shape().IsFullyKnown()) {
    const Val known = Ints(g, x.shape().dims(), dtype);
    return x.symbolic() ? g.builder().Constant(known.tensor(), "Shape") : known;
  }
  return g.Op("Shape", {x}, dtype == DType::kInt32 ? Attrs() : MakeAttrs({{"out_type", dtype}}));
}

Val SizeOf(GradContext& g, const Val& x, DType dtype) {
  if (x.shape().IsFullyKnown())
    return ConstNode(g, dtype, static_cast<double>(x.shape().num_elements()), "Size");
  return g.Op("Size", {x}, dtype == DType::kInt32 ? Attrs() : MakeAttrs({{"out_type", dtype}}));
}

Val RankOf(GradContext& g, const Val& x) {
  return x.shape().has_rank() ? ConstNode(g, DType::kInt32, x.shape().rank(), "Rank") : g.Op("Rank", {x});
}

Val Packed(GradContext& g, std::span<const Val> values, const std::string& name) {
  std::vector<Val> parts(values.begin(), values.end());
  for (size_t i = 0; i < parts.size() && !name.empty(); ++i)
    if (!parts[i].symbolic())
      parts[i] = g.builder().Constant(parts[i].tensor(), name + std::to_string(i) + "/");
  return g.builder().Ops("Pack", parts, {}, name)[0];
}

Val Stack(GradContext& g, std::span<const Val> values) {
  return Packed(g, values, g.builder().Scope("stack"));
}

Val Ones(GradContext& g, const Val& shape, DType dtype) {
  const std::string scope = g.builder().Scope("ones");
  const Val dims =
      shape.shape().IsScalar() ? Packed(g, {&shape, 1}, scope.empty() ? "" : scope + "packed/") : shape;
  return g.Op("Fill", {dims, ConstNode(g, dtype, 1, scope.empty() ? "" : scope + "Const/")}, {}, scope);
}

Val RangeTo(GradContext& g, const Val& limit, const Val& delta) {
  const std::string scope = g.builder().Scope("range");
  const auto within = [&](const char* name) { return scope.empty() ? "" : scope + name; };
  Val start = ConstNode(g, DType::kInt32, 0, within("start/"));
  if (limit.dtype() != DType::kInt32)
    start = g.Op("Cast", {start}, MakeAttrs({{"DstT", limit.dtype()}}), within("Cast/"));
  return g.Op("Range", {start, limit, delta}, {}, scope);
}

Val ProdAll(GradContext& g, const Val& x) {
  Val axes;
  if (x.shape().has_rank() && x.shape().rank() > 0) {
    std::vector<int64_t> all(x.shape().rank());
    std::iota(all.begin(), all.end(), 0);
    axes = g.builder().Constant(Ints(g, all).tensor());
  } else {
    const Val rank = RankOf(g, x);
    axes = g.Op("Range", {Const(g, DType::kInt32, 0), rank, Const(g, DType::kInt32, 1)}, {}, "range");
  }
  return g.Op("Prod", {x, axes});
}

namespace {

// Where a slice begins and ends and its step: packed where a tensor is among them.
Val StridedPart(GradContext& g, const Val& x, const Val (&spec)[3], std::string_view mask) {
  const std::string scope = g.builder().Scope("strided_slice");
  const char* const names[] = {"stack/", "stack_1/", "stack_2/"};
  Val packed[3];
  for (int i = 0; i < 3; ++i) {
    const std::string name = scope.empty() ? "" : scope + names[i];
    packed[i] = spec[i].symbolic() || scope.empty()
                    ? Packed(g, {&spec[i], 1}, name)
                    : g.builder().Constant(spec[i].tensor().Reshaped(Shape{1}), name);
  }
  return g.Op("StridedSlice", {x, packed[0], packed[1], packed[2]},
              mask.empty() ? Attrs() : MakeAttrs({{std::string(mask), int64_t{1}}}), scope);
}
Val Index(GradContext& g, int64_t value) { return Const(g, DType::kInt32, static_cast<double>(value)); }

}  // namespace

Val Part(GradContext& g, const Val& x, int64_t begin, int64_t end) {
  const auto index = [&](int64_t i) { return Index(g, i == kOpen ? 0 : i); };
  const char* const mask = begin == kOpen ? "begin_mask" : end == kOpen ? "end_mask" : "";
  return StridedPart(g, x, {index(begin), index(end), Index(g, 1)}, mask);
}
Val ElementAt(GradContext& g, const Val& x, int64_t at) {
  return StridedPart(g, x, {Index(g, at), Index(g, at + 1), Index(g, 1)}, "shrink_axis_mask");
}
Val PartBefore(GradContext& g, const Val& x, const Val& at) {
  const Val begin = ConstNode(g, at.dtype(), 0), step = ConstNode(g, at.dtype(), 1);
  return StridedPart(g, x, {begin, at, step}, "begin_mask");
}
Val PartFrom(GradContext& g, const Val& x, const Val& at) {
  const Val end = ConstNode(g, at.dtype(), 0), step = ConstNode(g, at.dtype(), 1);
  return StridedPart(g, x, {at, end, step}, "end_mask");
}
Val ElementAt(GradContext& g, const Val& x, const Val& at) {
  const Val end = Add(g, at, Const(g, at.dtype(), 1));
  const Val step = at.dtype() == DType::kInt32 ? Index(g, 1) : ConstNode(g, at.dtype(), 1);
  return StridedPart(g, x, {at, end, step}, "shrink_axis_mask");
}

bool IsZero(const Val& grad) {
  if (!grad.symbolic()) return false;
  const Graph& graph = *grad.graph();
  return graph.node(graph.producer(grad.id())).op->name() == "ZerosLike";
}

Val Cast(GradContext& g, const Val& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  return g.Op("Cast", {x}, MakeAttrs({{"DstT", dtype}}));
}

Val Reshape(GradContext& g, const Val& x, const Val& shape) { return g.Op("Reshape", {x, shape}); }

Val Sum(GradContext& g, const Val& x, const Val& axes, bool keep_dims) {
  return g.Op("Sum", {x, axes}, keep_dims ? MakeAttrs({{"keep_dims", true}}) : Attrs());
}

// array_ops.zeros of a known shape: a constant below 1000 elements (constant_if_small), else Fill.
Val ZerosLike(GradContext& g, const Val& x) {
  if (!x.symbolic() || !x.shape().IsFullyKnown() || x.dtype() == DType::kVariant)
    return g.Op("ZerosLike", {x}, {}, x.symbolic() ? "zeros_like" : "");
  if (x.shape().num_elements() < 1000)
    return g.builder().Constant(Filled(x.dtype(), x.shape(), 0), "zeros_like");
  return g.Op("Fill", {ShapeOf(g, x), Const(g, x.dtype(), 0)});
}
// array_ops.ones_like goes through the shape, whether it is known or not.
Val OnesLike(GradContext& g, const Val& x, DType dtype) {
  if (dtype == DType::kInvalid) dtype = x.dtype();
  if (!x.symbolic()) return dtype == x.dtype() ? g.Op("OnesLike", {x}) : Val(Filled(dtype, x.shape(), 1));
  const std::string scope = g.builder().Scope("ones_like");
  const Val shape = x.shape().IsFullyKnown() ? g.builder().Constant(Ints(g, x.shape().dims()).tensor(),
                                                                    scope + "Shape/shape_as_tensor/")
                                             : g.Op("Shape", {x}, {}, scope + "Shape/");
  const Val one = g.builder().Constant(Filled(dtype, Shape(), 1), scope + "Const/");
  return g.Op("Fill", {shape, one}, {}, scope);
}

Val ReducedShape(GradContext& g, const Val& shape, const Val& axes) {
  const Tensor* known_shape = shape.constant();
  const Tensor* known_axes = axes.constant();
  if (known_shape != nullptr && known_axes != nullptr) {
    SmallVector<int64_t, 8> dims = IntElements(*known_shape);
    for (int64_t axis : IntElements(*known_axes))
      dims[axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis] = 1;
    return Ints(g, dims);
  }
  const DType dtype = axes.dtype();
  const Val rank = SizeOf(g, shape, dtype);
  const Val positive = g.Op("FloorMod", {Add(g, axes, rank), rank}, {}, "mod");
  const Val axes_shape = ShapeOf(g, positive);
  const Val range = g.Op("Range", {Const(g, dtype, 0), rank, Const(g, dtype, 1)}, {}, "range");
  const Val ones = Ones(g, axes_shape, shape.dtype());
  return g.Op("DynamicStitch", {range, positive, shape, ones});
}

void SetReduced(GradContext& g, const Val& x, const Val& y, Val gx, Val gy, int x_at, int y_at) {
  if (!gx && !gy) return;
  std::vector<int64_t> x_axes, y_axes;
  const bool known = InferAxes(x.shape(), y.shape(), &x_axes, &y_axes);
  const bool graph = x.symbolic() || y.symbolic();
  const bool reduce_x = !known || !x_axes.empty() || x.shape().rank() < y.shape().rank();
  const bool reduce_y = !known || !y_axes.empty() || y.shape().rank() < x.shape().rank();
  if (graph || reduce_x || reduce_y) {
    const Val x_shape = ShapeOf(g, x), y_shape = ShapeOf(g, y);
    if (known) {
      if (gx && reduce_x) gx = ReduceOne(g, gx, Ints(g, x_axes), x_shape);
      if (gy && reduce_y) gy = ReduceOne(g, gy, Ints(g, y_axes), y_shape);
    } else {
      const std::vector<Val> axes =
          g.builder().Ops("BroadcastGradientArgs", std::vector<Val>{x_shape, y_shape});
      if (gx) gx = ReduceOne(g, gx, axes[0], x_shape);
      if (gy) gy = ReduceOne(g, gy, axes[1], y_shape);
    }
  }
  if (x_at >= 0) g.Set(x_at, std::move(gx));
  if (y_at >= 0) g.Set(y_at, std::move(gy));
}

Val Reduced(GradContext& g, const Val& x, const Val& y, Val gx) {
  std::vector<int64_t> x_axes, y_axes;
  const bool known = InferAxes(x.shape(), y.shape(), &x_axes, &y_axes);
  const bool reduce = !known || !x_axes.empty() || x.shape().rank() < y.shape().rank();
  if (!reduce && !x.symbolic() && !y.symbolic()) return gx;
  const Val x_shape = ShapeOf(g, x), y_shape = ShapeOf(g, y);
  if (known) return reduce ? ReduceOne(g, gx, Ints(g, x_axes), x_shape) : gx;
  const std::vector<Val> axes = g.builder().Ops("BroadcastGradientArgs", std::vector<Val>{x_shape, y_shape});
  return ReduceOne(g, gx, axes[0], x_shape);
}

}  // namespace tp::grad
