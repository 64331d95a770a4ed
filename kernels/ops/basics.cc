// Values as they are: constants, parameters, copies, casts, and what fills a tensor.
#include <cmath>

#include "core/ir/primitives.h"
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/tensor_list.h"

namespace tp {
namespace {

Status ConstShape(ShapeContext& c) {
  c.Set(0, c.Attr<Tensor>("value").shape());
  return {};
}

Status PlaceholderShape(ShapeContext& c) {
  c.Set(0, c.Attr<Shape>("shape", Shape::UnknownRank()));
  return {};
}

Status UnchangedAll(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, c.input(i));
  return {};
}

void Forward(KernelContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, c.input(i));
}

// Fills n elements of a numeric dtype with `value`; strings become empty by themselves.
void FillValue(Tensor* out, double value) {
  if (out == nullptr) return;
  DispatchNumeric(out->dtype(), [&](auto zero) {
    using T = decltype(zero);
    T element{};
    const void* in[] = {&value};
    CastTile(DType::kFloat64, out->dtype())(in, &element, 1);
    std::fill_n(out->data<T>(), out->num_elements(), element);
  });
}

// An error where input i is known to have another rank.
Status CheckRank(ShapeContext& c, int i, int rank) {
  Shape ignored;
  return c.WithRank(i, rank, &ignored);
}

double Rounded(double value, DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return static_cast<double>(static_cast<float>(value));
    case DType::kFloat16:
      return static_cast<double>(static_cast<float>(Half(static_cast<float>(value))));
    case DType::kBFloat16:
      return static_cast<double>(static_cast<float>(BFloat16(static_cast<float>(value))));
    default:
      return value;
  }
}

// How many values a Range has (TF: sequence_ops.cc).
Status RangeCount(const Tensor& start, const Tensor& limit, const Tensor& delta, int64_t* count) {
  if (IsFloating(start.dtype())) {
    const double a = ElementAsDouble(start, 0), b = ElementAsDouble(limit, 0), d = ElementAsDouble(delta, 0);
    if (d == 0) return InvalidArgument("Requires delta != 0: {}", d);
    if (d > 0 && a > b) return InvalidArgument("Requires start <= limit when delta > 0: {}/{}", a, b);
    if (d < 0 && a < b) return InvalidArgument("Requires start >= limit when delta < 0: {}/{}", a, b);
    // In the dtype itself, as TensorFlow counts: 1000 / 0.1 in float16 is 10000.
    const double n = std::ceil(std::fabs(Rounded(Rounded(b - a, start.dtype()) / d, start.dtype())));
    if (!(n < 9e18)) return InvalidArgument("Requires ((limit - start) / delta) <= {}", INT64_MAX);
    *count = static_cast<int64_t>(n);
    return {};
  }
  const __int128 a = ScalarInt(start), b = ScalarInt(limit), d = ScalarInt(delta);
  if (d == 0) return InvalidArgument("Requires delta != 0: 0");
  if (d > 0 && a > b)
    return InvalidArgument("Requires start <= limit when delta > 0: {}/{}", ScalarInt(start),
                           ScalarInt(limit));
  if (d < 0 && a < b)
    return InvalidArgument("Requires start >= limit when delta < 0: {}/{}", ScalarInt(start),
                           ScalarInt(limit));
  *count = static_cast<int64_t>(d > 0 ? (b - a + d - 1) / d : (a - b - d - 1) / -d);
  return {};
}

void CheckNumericsKernel(KernelContext& c) {
  bool nan = false, infinite = false;
  const Tensor& x = c.input(0);
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const double v = ElementAsDouble(x, i);
    nan |= std::isnan(v);
    infinite |= std::isinf(v);
  }
  if (nan || infinite)
    return Fail(c, "{} : Tensor had {} values", c.Attr<std::string>("message"),
                nan && infinite ? "Inf and NaN"
                : nan           ? "NaN"
                                : "Inf");
  c.SetOutput(0, x);
}

// reduce_sum without axes: a Range over the rank, or its constant.
Val AllAxes(GradContext& g, const Val& x) {
  if (x.shape().has_rank()) {
    std::vector<int64_t> axes(x.shape().rank());
    for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
    return grad::Ints(g, axes);
  }
  return g.Op("Range",
              {grad::Const(g, DType::kInt32, 0), g.Op("Rank", {x}), grad::Const(g, DType::kInt32, 1)}, {},
              "range");
}

Status FillShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRank(c, 0, 1));
  TP_RETURN_IF_ERROR(CheckRank(c, 1, 0));
  c.Set(0, c.ValueAsShape(0));
  return {};
}

void FillKernel(KernelContext& c) {
  const Tensor &dims = c.input(0), &value = c.input(1);
  if (dims.rank() > 1) return Fail(c, "dims must represent a vector, got shape {}", dims.shape());
  if (value.num_elements() != 1 || value.rank() > 1)
    return Fail(c, "value must represent a scalar, got shape {}", value.shape());
  Shape shape;
  for (int64_t dim : IntElements(dims)) {
    if (dim < 0) return Fail(c, "Dimension {} must be >= 0", dim);
    shape.Append(dim);
  }
  Tensor* out = c.Output(0, value.dtype(), shape);
  if (out == nullptr) return;
  Mover(value.dtype()).Fill(out, value);
}

Status RangeShape(ShapeContext& c) {
  constexpr const char* kNames[] = {"start", "limit", "delta"};
  for (int i = 0; i < 3; ++i)
    if (const Status status = CheckRank(c, i, 0); !status.ok())
      return InvalidArgument("{}\n\t for '{}'", status.message(), kNames[i]);
  c.Set(0, Shape::OfRank(1));
  if (c.value(0) == nullptr || c.value(1) == nullptr || c.value(2) == nullptr) return {};
  int64_t count = 0;
  TP_RETURN_IF_ERROR(RangeCount(*c.value(0), *c.value(1), *c.value(2), &count));
  c.Set(0, Shape{count});
  return {};
}

void RangeKernel(KernelContext& c) {
  int64_t count = 0;
  for (int i = 0; i < 3; ++i)
    if (c.input(i).rank() != 0)
      return Fail(c, "{} must be a scalar, not shape {}",
                  i == 0   ? "start"
                  : i == 1 ? "limit"
                           : "delta",
                  c.input(i).shape());
  if (Status status = RangeCount(c.input(0), c.input(1), c.input(2), &count); !status.ok())
    return c.Error(status);
  Tensor* out = c.Output(0, c.input(0).dtype(), Shape{count});
  if (out == nullptr) return;
  DispatchNumeric(out->dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      const T start = c.input(0).scalar<T>(), delta = c.input(2).scalar<T>();
      T* z = out->data<T>();
      // As TensorFlow's kernel: no sum of sums, in the dtype itself.
      for (int64_t i = 0; i < count; ++i) z[i] = static_cast<T>(start + static_cast<T>(i) * delta);
    } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
      const auto start = static_cast<float>(c.input(0).scalar<T>());
      const auto delta = static_cast<float>(c.input(2).scalar<T>());
      for (int64_t i = 0; i < count; ++i) {
        const T step(static_cast<float>(T(static_cast<float>(i))) * delta);
        out->data<T>()[i] = T(start + static_cast<float>(step));
      }
    }
  });
}

void CastGrad(GradContext& g) {
  const DType from = g.input(0).dtype(), to = g.grad(0).dtype();
  const auto differentiable = [](DType t) { return IsFloating(t) || IsComplex(t); };
  if (differentiable(from) && differentiable(to)) g.Set(0, grad::Cast(g, g.grad(0), from));
}

void IdentityGrad(GradContext& g) {
  for (int i = 0; i < g.num_inputs(); ++i) g.Set(i, g.grad(i));
}

Status EnsureShapeShape(ShapeContext& c) {
  Shape merged;
  TP_RETURN_IF_ERROR(c.Merge(c.Attr<Shape>("shape", Shape::UnknownRank()), c.input(0), &merged));
  c.Set(0, merged);
  return {};
}

void EnsureShapeKernel(KernelContext& c) {
  const Shape wanted = c.Attr<Shape>("shape", Shape::UnknownRank());
  if (!AreCompatible(c.input(0).shape(), wanted))
    return Fail(c, "Shape of tensor input {} is not compatible with expected shape {}.", c.input(0).shape(),
                wanted);
  c.SetOutput(0, c.input(0));
}

}  // namespace

TP_OP(Const){
    .name = "Const",
    .outputs = "output: dtype",
    .attrs = "value: tensor, dtype: type",
    .doc = "The value of the attribute.",
    .shape = ConstShape,
    .kernel = [](KernelContext& c) { c.SetOutput(0, c.Attr<Tensor>("value")); },
    .no_gradient = true,
};

TP_OP(Placeholder){
    .name = "Placeholder",
    .outputs = "output: dtype",
    .attrs = "dtype: type, shape: shape = ?",
    .doc = "A parameter of the graph; it is never run by itself.",
    .shape = PlaceholderShape,
    .kernel = [](KernelContext& c) { Fail(c, "You must feed a value for a placeholder tensor"); },
    .no_gradient = true,
};

TP_OP(PlaceholderWithDefault){
    .name = "PlaceholderWithDefault",
    .inputs = "input: dtype",
    .outputs = "output: dtype",
    .attrs = "dtype: type, shape: shape",
    .doc = "The input, under the shape of the attribute.",
    .shape = PlaceholderShape,
    .kernel = Forward,
    .gradient = IdentityGrad,
    .examples = "[1. 2.] -> [1. 2.] | shape=[2]",
};

TP_OP(NoOp){
    .name = "NoOp",
    .doc = "Does nothing; other nodes wait for it.",
    .shape = shape::None,
    .kernel = [](KernelContext&) {},
};

TP_OP(Identity){
    .name = "Identity",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "The input itself.",
    .shape = UnchangedAll,
    .kernel = Forward,
    .gradient = IdentityGrad,
    .in_place = 0,
    .examples = "[1. 2.] -> [1. 2.]",
};

TP_OP(IdentityN){
    .name = "IdentityN",
    .api = "tf.identity_n (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: list(type) >= 1",
    .doc = "The inputs themselves.",
    .shape = UnchangedAll,
    .kernel = Forward,
    .gradient = IdentityGrad,
    .examples = "[1. 2.], 3 -> [1. 2.], 3",
};

TP_OP(Snapshot){
    .name = "Snapshot",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "The input itself; later changes of a variable do not reach it.",
    .shape = UnchangedAll,
    .kernel = Forward,
    .gradient = IdentityGrad,
    .examples = "[1. 2.] -> [1. 2.]",
};

TP_OP(StopGradient){
    .name = "StopGradient",
    .api = "tf.stop_gradient (input, name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "The input itself; gradients end here.",
    .shape = UnchangedAll,
    .kernel = Forward,
    .no_gradient = true,
    .in_place = 0,
    .examples = "[1. 2.] -> [1. 2.]",
};

TP_OP(PreventGradient){
    .name = "PreventGradient",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type, message: string = ''",
    .doc = "The input itself; asking for its gradient is an error.",
    .shape = UnchangedAll,
    .kernel = Forward,
    .examples = "[1. 2.] -> [1. 2.]",
};

TP_OP(EnsureShape){
    .name = "EnsureShape",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "shape: shape, T: type",
    .doc = "The input; an error where it does not have the shape of the attribute.",
    .shape = EnsureShapeShape,
    .kernel = EnsureShapeKernel,
    .gradient = IdentityGrad,
    .examples = "[1. 2.] -> [1. 2.] | shape=[2]",
};

TP_OP(CheckNumerics){
    .name = "CheckNumerics",
    .inputs = "tensor: T",
    .outputs = "output: T",
    .attrs = "T: {bfloat16,float16,float32,float64}, message: string",
    .doc = "The input; an error where an element is infinite or NaN.",
    .shape = UnchangedAll,
    .effect = Effect::kIo,
    .kernel = CheckNumericsKernel,
    .gradient =
        [](GradContext& g) {
          const std::string message = g.Attr<std::string>("message");
          g.Set(0, g.Op("CheckNumerics", {g.grad(0)},
                        MakeAttrs({{"message",
                                    "Not a number (NaN) or infinity (Inf) values detected in gradient. " +
                                        message}})));
        },
    .examples = "[1. 2.] -> [1. 2.] | message='x'",
};

TP_OP(Cast){
    .name = "Cast",
    .inputs = "x: SrcT",
    .outputs = "y: DstT",
    .attrs = "SrcT: type, DstT: type, Truncate: bool = false",
    .doc =
        "The elements in another dtype. Floats are truncated towards zero; integers wrap; what does "
        "not fit an integer becomes its smallest value; below 32 bits the low bits of that are kept.",
    .shape = shape::Unchanged,
    .elementwise = "cast(x, DstT)",
    .gradient = CastGrad,
    .examples =
        "[1.7 -1.7 0.] -> [1 -1 0] | DstT=i32\n"
        "[1 0 -1] -> [True False True] | DstT=bool\n"
        "[300. -1.] -> u8:[44 255] | DstT=u8",
};

TP_OP(ZerosLike){
    .name = "ZerosLike",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: type",
    .doc = "Zeros with the shape and dtype of the input.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          if (c.input(0).dtype() != DType::kVariant)
            return FillValue(c.Output(0, c.input(0).dtype(), c.input(0).shape()), 0);
          Tensor zeros;
          if (Status status = ZerosLikeList(c.input(0), &zeros); !status.ok()) return c.Error(status);
          c.SetOutput(0, std::move(zeros));
        },
    .no_gradient = true,
    .examples = "[1. 2.] -> [0. 0.]",
};

TP_OP(OnesLike){
    .name = "OnesLike",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,int8,uint8,int16,uint16,int32,uint32,int64,uint64,"
        "complex64,complex128,bool}",
    .doc = "Ones with the shape and dtype of the input.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { FillValue(c.Output(0, c.input(0).dtype(), c.input(0).shape()), 1); },
    .no_gradient = true,
    .examples = "[1. 2.] -> [1. 1.]",
};

TP_OP(Fill){
    .name = "Fill",
    .api = "tf.fill (dims, value, name=None)",
    .inputs = "dims: index_type, value: T",
    .outputs = "output: T",
    .attrs = "T: type, index_type: {int32,int64} = int32",
    .doc = "A tensor of the shape `dims` whose elements are all `value`.",
    .shape = FillShape,
    .kernel = FillKernel,
    .gradient = [](GradContext& g) { g.Set(1, grad::Sum(g, g.grad(0), AllAxes(g, g.grad(0)))); },
    .host_inputs = "dims",
    .examples =
        "[2 3], 9. -> [[9. 9. 9.] [9. 9. 9.]]\n"
        "[2], 'a' -> ['a' 'a']",
};

TP_OP(Range){
    .name = "Range",
    .inputs = "start: Tidx, limit: Tidx, delta: Tidx",
    .outputs = "output: Tidx",
    .attrs = "Tidx: {bfloat16,float16,float32,float64,int8,int16,int32,int64,uint16,uint32,uint64} = int32",
    .doc = "start, start + delta, … below (or above, for a negative delta) limit.",
    .shape = RangeShape,
    .kernel = RangeKernel,
    .no_gradient = true,
    .host_inputs = "start, limit, delta",
    .examples =
        "0, 5, 2 -> [0 2 4]\n"
        "5, 0, -2 -> [5 3 1]\n"
        "0., 1., 0.25 -> [0. 0.25 0.5 0.75]",
};

}  // namespace tp
