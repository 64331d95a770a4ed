// Ops on shapes: asking for one, giving another to the same elements, and arithmetic on vectors of dims.
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

DType OutType(KernelContext& c) { return c.Attr<DType>("out_type", DType::kInt32); }

// The dims as the tensor that Shape gives; an error where one does not fit an int32.
Tensor DimsTensor(KernelContext& c, const Shape& shape) {
  for (Dim dim : shape)
    if (OutType(c) == DType::kInt32 && dim > INT32_MAX)
      Fail(c, "Shape output type is 32-bit  but dim size {} does not fit", dim);
  return IntVector(shape.dims(), OutType(c));
}

Status ShapeShape(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i)
    c.Set(i, Shape{c.input(i).has_rank() ? c.input(i).rank() : kUnknownDim});
  return {};
}

// --- Reshape
// ------------------------------------------------------------------------------------------------

Status ReshapeShape(ShapeContext& c) {
  Shape unused;
  if (c.input(1).has_rank() && c.input(1).rank() > 1) TP_RETURN_IF_ERROR(c.WithRank(1, 1, &unused));
  Shape to = c.ValueAsShape(1);
  const Shape& from = c.input(0);
  if (!to.has_rank()) return c.Set(0, to), Status();
  if (!from.has_rank()) return c.Set(0, to), Status();
  int unknown = -1, unknowns = 0;
  Dim known = 1;
  for (int i = 0; i < to.rank(); ++i) {
    if (to[i] == kUnknownDim) {
      unknown = i;
      ++unknowns;
    } else {
      known = c.Multiply(known, to[i]);
    }
  }
  Dim total = 1;
  for (Dim dim : from) total = c.Multiply(total, dim);
  if (unknowns == 1 && IsKnown(known) && IsKnown(total)) {
    if (known == 0) {
      if (total != 0)
        return InvalidArgument("Cannot reshape a tensor with {} elements to shape {} (0 elements)", total,
                               to);
    } else {
      if (total % known != 0)
        return InvalidArgument("Dimension size must be evenly divisible by {} but is {}", known, total);
      to.set_dim(unknown, total / known);
    }
  } else if (unknowns == 0 && IsKnown(known) && IsKnown(total) && known != total) {
    return InvalidArgument("Cannot reshape a tensor with {} elements to shape {} ({} elements)", total, to,
                           known);
  } else if (unknowns == 1 && from.rank() > 0) {
    // [?, a, b] to [-1, a * b]: the unknown dim goes over as it is, where all others cancel out.
    Dim rest = 1;
    int symbolic = -1, count = 0;
    for (int i = 0; i < from.rank(); ++i) {
      if (IsKnown(from[i]))
        rest = c.Multiply(rest, from[i]);
      else
        symbolic = i, ++count;
    }
    if (count == 1 && IsKnown(rest) && IsKnown(known) && known > 0 && rest % known == 0)
      to.set_dim(unknown, c.Multiply(from[symbolic], rest / known));
  }
  c.Set(0, to);
  return {};
}

void ReshapeKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &sizes = c.input(1);
  if (sizes.rank() > 1) return Fail(c, "sizes input must be 1-D, not {}", sizes.shape());
  Shape shape;
  int unknown = -1;
  int64_t product = 1;
  for (int64_t i = 0; i < sizes.num_elements(); ++i) {
    const int64_t dim = ElementAsInt(sizes, i);
    if (dim == -1) {
      if (unknown >= 0) return Fail(c, "Only one input size may be -1, not both {} and {}", unknown, i);
      unknown = static_cast<int>(i);
      shape.Append(1);
      continue;
    }
    if (dim < 0) return Fail(c, "Size {} must be non-negative, not {}", i, dim);
    shape.Append(dim);
    if (__builtin_mul_overflow(product, dim, &product))
      return Fail(c, "Shape {} has too many elements", shape);
  }
  if (unknown >= 0) {
    if (product == 0 && x.num_elements() == 0) {
      // TF: a missing dim of an empty tensor is 1 where the others leave it open.
      int64_t nonzero = 1, have = 1;
      for (int i = 0; i < shape.rank(); ++i)
        if (i != unknown && shape[i] != 0) nonzero *= shape[i];
      for (Dim dim : x.shape())
        if (dim != 0) have *= dim;
      shape.set_dim(unknown, nonzero == 0 ? 0 : have / nonzero);
      return c.SetOutput(0, x.Reshaped(shape));
    }
    if (product == 0 || x.num_elements() % product != 0)
      return Fail(c,
                  "Input to reshape is a tensor with {} values, but the requested shape "
                  "requires a multiple of {}",
                  x.num_elements(), product);
    shape.set_dim(unknown, x.num_elements() / product);
  }
  const std::optional<int64_t> count = CheckedNumElements(shape);
  if (count != x.num_elements())
    return Fail(c, "Input to reshape is a tensor with {} values, but the requested shape has {}",
                x.num_elements(), count.value_or(-1));
  c.SetOutput(0, x.Reshaped(shape));
}

// _ReshapeToInput, _ReshapeGrad: literals where a single dim is not known.
void ReshapeGrad(GradContext& g) {
  const Shape& shape = g.input(0).shape();
  if (g.op().name() == "Reshape" && shape.has_rank() && !shape.IsFullyKnown()) {
    std::vector<int64_t> dims(shape.begin(), shape.end());
    int unknown = 0;
    bool empty = false;
    for (int64_t& dim : dims) {
      empty |= dim == 0;
      if (!IsKnown(dim)) dim = -1, ++unknown;
    }
    if (unknown == 1 && !empty) return g.Set(0, grad::Reshape(g, g.grad(0), grad::Ints(g, dims)));
  }
  g.Set(0, grad::Reshape(g, g.grad(0), grad::ShapeOf(g, g.input(0))));
}

// --- ExpandDims, Squeeze
// ------------------------------------------------------------------------------------

Status ExpandDimsShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  Shape shape = c.input(0);
  if (c.value(1) == nullptr) return c.Set(0, Shape::OfRank(shape.rank() + 1)), Status();
  if (c.value(1)->num_elements() != 1)
    return InvalidArgument("'dim' input must be a tensor with a single value");
  const int64_t axis = ScalarInt(*c.value(1));
  const std::optional<int> at = NormalAxis(axis, shape.rank() + 1);
  if (!at)
    return InvalidArgument("dim {} not in the interval [{}, {}].", axis, -shape.rank() - 1, shape.rank());
  shape.Insert(*at, 1);
  c.Set(0, shape);
  return {};
}

void ExpandDimsKernel(KernelContext& c) {
  if (c.input(1).num_elements() != 1) return Fail(c, "'dim' must be a tensor with a single value");
  Shape shape = c.input(0).shape();
  const int64_t axis = ScalarInt(c.input(1));
  const std::optional<int> at = NormalAxis(axis, shape.rank() + 1);
  if (!at) return Fail(c, "Tried to expand dim index {} for tensor with {} dimensions.", axis, shape.rank());
  shape.Insert(*at, 1);
  c.SetOutput(0, c.input(0).Reshaped(shape));
}

// Which dims Squeeze drops; dims that are not known count as 1 where they are named.
Status SqueezedDims(const Shape& shape, std::span<const int64_t> dims, std::vector<bool>* drop, bool run) {
  drop->assign(shape.rank(), false);
  for (int64_t dim : dims) {
    const std::optional<int> at = NormalAxis(dim, shape.rank());
    if (!at) {
      if (run)
        return InvalidArgument("Tried to squeeze dim index {} for tensor with {} dimensions.", dim,
                               shape.rank());
      return InvalidArgument("squeeze_dims[{}] not in [{},{}).", dim, -shape.rank(), shape.rank());
    }
    if (IsKnown(shape[*at]) && shape[*at] != 1)
      return InvalidArgument("Can not squeeze dim[{}], expected a dimension of 1, got {}", *at, shape[*at]);
    (*drop)[*at] = true;
  }
  return {};
}

Status SqueezeShape(ShapeContext& c) {
  const Shape& shape = c.input(0);
  if (!shape.has_rank()) return {};
  const auto dims = c.Attr<std::vector<int64_t>>("squeeze_dims");
  std::vector<bool> drop;
  TP_RETURN_IF_ERROR(SqueezedDims(shape, dims, &drop, false));
  Shape out;
  for (int i = 0; i < shape.rank(); ++i) {
    if (dims.empty() && !IsKnown(shape[i])) return {};
    if (!(dims.empty() ? shape[i] == 1 : drop[i])) out.Append(shape[i]);
  }
  c.Set(0, out);
  return {};
}

void SqueezeKernel(KernelContext& c) {
  const Shape& shape = c.input(0).shape();
  const auto dims = c.Attr<std::vector<int64_t>>("squeeze_dims");
  std::vector<bool> drop;
  if (Status status = SqueezedDims(shape, dims, &drop, true); !status.ok()) return c.Error(status);
  Shape out;
  for (int i = 0; i < shape.rank(); ++i)
    if (!(dims.empty() ? shape[i] == 1 : drop[i])) out.Append(shape[i]);
  c.SetOutput(0, c.input(0).Reshaped(out));
}

// --- broadcasting
// -------------------------------------------------------------------------------------------

Status BroadcastToShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &unused));
  Shape to = c.ValueAsShape(1);
  c.Set(0, to);
  if (!to.has_rank() || !c.input(0).has_rank()) return {};
  const Shape& from = c.input(0);
  if (from.rank() > to.rank())
    return InvalidArgument("Rank of input ({}) must be no greater than rank of output shape ({}).",
                           from.rank(), to.rank());
  for (int i = from.rank() - 1; i >= 0; --i) {
    const Dim x = from[i], y = to[to.rank() - from.rank() + i];
    if (IsKnown(x) && IsKnown(y) && x > 1 && x != y)
      return InvalidArgument("Dimensions must be equal, but are {} and {}", x, y);
    if (IsKnown(x) && !IsKnown(y) && x > 1) to.set_dim(to.rank() - from.rank() + i, x);
  }
  c.Set(0, to);
  return {};
}

void BroadcastToKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (c.input(1).rank() != 1)
    return Fail(c, "shape must be a vector of {{int32,int64}}, got shape {}", c.input(1).shape());
  Shape shape;
  for (int64_t dim : IntElements(c.input(1))) {
    if (dim < 0) return Fail(c, "Dimension {} must be >= 0", dim);
    shape.Append(dim);
  }
  if (x.rank() > shape.rank())
    return Fail(c, "Rank of input ({}) must be no greater than rank of output shape ({}).", x.rank(),
                shape.rank());
  if (BroadcastShapes(x.shape(), shape) != shape)
    return Fail(c, "Incompatible shapes: {} vs. {}", x.shape(), shape);
  if (x.shape() == shape) return c.SetOutput(0, x);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  // Strides of the input along the output's dims; 0 where broadcast.
  SmallVector<int64_t, 8> strides(shape.rank(), 0), index(shape.rank(), 0);
  for (int i = x.rank() - 1, at = shape.rank() - 1, stride = 1; i >= 0;
       stride *= static_cast<int>(x.dim(i)), --i, --at)
    strides[at] = x.dim(i) == 1 ? 0 : stride;
  const int inner = shape.rank() - 1;
  const int64_t run = inner < 0 ? 1 : shape[inner], step = inner < 0 ? 0 : strides[inner];
  const Mover mover(x.dtype());
  int64_t offset = 0;
  for (int64_t to = 0; to < out->num_elements(); to += run) {
    mover.Copy(out, to, x, offset, run, step);
    for (int i = inner - 1; i >= 0; --i) {
      offset += strides[i];
      if (++index[i] < shape[i]) break;
      offset -= strides[i] * shape[i];
      index[i] = 0;
    }
  }
}

// _BroadcastToGrad: summed over the axes that were repeated.
void BroadcastToGrad(GradContext& g) {
  const Val from = grad::ShapeOf(g, g.input(0));
  const Tensor* known = g.input(1).constant();
  const Val to = known && g.input(0).symbolic()
                     ? g.builder().Constant(IntVector(IntElements(*known), DType::kInt32))
                 : g.input(1).dtype() == DType::kInt32 ? g.input(1)
                                                       : grad::ShapeOf(g, g.output(0));
  const std::vector<Val> axes = g.builder().Ops("BroadcastGradientArgs", std::vector<Val>{to, from});
  g.Set(0, grad::Reshape(g, grad::Sum(g, g.grad(0), axes[1], true), from));
}

// The axes over which gradients of two broadcast shapes are summed (TF: bcast.cc).
void BroadcastGradientArgsKernel(KernelContext& c) {
  const SmallVector<int64_t, 8> x = IntElements(c.input(0)), y = IntElements(c.input(1));
  const int rank = static_cast<int>(std::max(x.size(), y.size()));
  std::vector<int64_t> x_axes, y_axes;
  const bool same = x == y;  // nothing is broadcast, not even dims of 1
  for (int i = 0; i < rank; ++i) {
    const int ix = i - (rank - static_cast<int>(x.size())), iy = i - (rank - static_cast<int>(y.size()));
    const int64_t a = ix < 0 ? 1 : x[ix], b = iy < 0 ? 1 : y[iy];
    if (a != b && a != 1 && b != 1)
      return Fail(c, "Incompatible shapes: [{}] vs. [{}]", fmt::join(x, ","), fmt::join(y, ","));
    if (a == 1 && !same) x_axes.push_back(i);
    if (b == 1 && !same) y_axes.push_back(i);
  }
  c.SetOutput(0, IntVector(x_axes, c.input(0).dtype()));
  c.SetOutput(1, IntVector(y_axes, c.input(0).dtype()));
}

Status VectorsShape(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, Shape::OfRank(1));
  return {};
}

Status ListDiffShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(0, 1, &unused));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &unused));
  return VectorsShape(c);
}

Status BroadcastArgsShape(ShapeContext& c) {
  Shape x, y;
  TP_RETURN_IF_ERROR(c.WithRank(0, 1, &x));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &y));
  c.Set(0, Shape{IsKnown(x[0]) && IsKnown(y[0]) ? std::max(x[0], y[0]) : kUnknownDim});
  return {};
}

void BroadcastArgsKernel(KernelContext& c) {
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() != 1) return Fail(c, "In[{}] must be a vector.{}", i, c.input(i).shape());
  const SmallVector<int64_t, 8> x = IntElements(c.input(0)), y = IntElements(c.input(1));
  const std::optional<Shape> both =
      BroadcastShapes(Shape(std::span<const Dim>(x)), Shape(std::span<const Dim>(y)));
  if (!both) return Fail(c, "Incompatible shapes: [{}] vs. [{}]", fmt::join(x, ","), fmt::join(y, ","));
  c.SetOutput(0, IntVector(both->dims(), c.input(0).dtype()));
}

// --- vectors of integers
// ------------------------------------------------------------------------------------

void InvertPermutationKernel(KernelContext& c) {
  if (c.input(0).rank() != 1) return Fail(c, "invert_permutation expects a 1D vector.");
  const SmallVector<int64_t, 8> x = IntElements(c.input(0));
  std::vector<int64_t> inverse(x.size(), -1);
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0 || x[i] >= static_cast<int64_t>(x.size()))
      return Fail(c, "{} is not between 0 and {}", x[i], x.size());
    if (inverse[x[i]] >= 0) return Fail(c, "{} is duplicated in the input.", x[i]);
    inverse[x[i]] = static_cast<int64_t>(i);
  }
  c.SetOutput(0, IntVector(inverse, c.input(0).dtype()));
}

Status DynamicStitchShape(ShapeContext& c) {
  const int n = c.num_inputs() / 2;
  Shape inner = Shape::UnknownRank();
  int64_t most = -1;
  bool known = true;
  for (int i = 0; i < n; ++i) {
    if (const Tensor* indices = c.value(i))
      for (int64_t at : IntElements(*indices)) most = std::max(most, at);
    else
      known = false;
    if (!c.input(i).has_rank() || !c.input(n + i).has_rank()) continue;
    const std::span<const Dim> dims = c.input(n + i).dims();
    if (static_cast<int>(dims.size()) < c.input(i).rank())
      return InvalidArgument("data[{}] does not start with indices[{}]", i, i);
    for (int d = 0; d < c.input(i).rank(); ++d) {
      Dim dim = kUnknownDim;
      TP_RETURN_IF_ERROR(c.Merge(dims[static_cast<size_t>(d)], c.input(i)[d], &dim));
    }
    TP_RETURN_IF_ERROR(c.Merge(inner, Shape(dims.subspan(c.input(i).rank())), &inner));
  }
  if (!inner.has_rank()) return {};
  inner.Insert(0, known ? most + 1 : kUnknownDim);
  c.Set(0, inner);
  return {};
}

// out[indices[m][i, ...], ...] = data[m][i, ..., ...]; later ones win.
void DynamicStitchKernel(KernelContext& c) {
  const int n = c.num_inputs() / 2;
  int64_t most = -1;
  for (int i = 0; i < n; ++i)
    for (int64_t at : IntElements(c.input(i))) {
      if (at < 0) return Fail(c, "indices[{}] has a negative index", i);
      most = std::max(most, at);
    }
  const Tensor& first = c.input(n);
  for (int i = 0; i < n; ++i) {
    const Shape &at = c.input(i).shape(), &data = c.input(n + i).shape();
    const auto starts = [](const Shape& whole, const Shape& start) {
      return whole.rank() >= start.rank() && std::equal(start.begin(), start.end(), whole.begin());
    };
    if (!starts(data, at))
      return Fail(c, "data[{}].shape = {} does not start with indices[{}].shape = {}", i, data, i, at);
    const auto rest = data.dims().subspan(at.rank()),
               wanted = first.shape().dims().subspan(c.input(0).rank());
    if (!std::equal(rest.begin(), rest.end(), wanted.begin(), wanted.end()))
      return Fail(c,
                  "Need data[0].shape[{}:] = data[{}].shape[{}:], got data[0].shape = {}, data[{}].shape = "
                  "{}, indices[0].shape = {}, indices[{}].shape = {}",
                  c.input(0).rank(), i, at.rank(), first.shape(), i, data, c.input(0).shape(), i, at);
  }
  Shape shape(first.shape().dims().subspan(c.input(0).rank()));
  const int64_t run = shape.num_elements();
  shape.Insert(0, most + 1);
  Tensor* out = c.Output(0, first.dtype(), shape);
  if (out == nullptr) return;
  const Mover mover(first.dtype());
  mover.Clear(out, 0, out->num_elements());
  for (int i = 0; i < n; ++i)
    for (int64_t k = 0; k < c.input(i).num_elements(); ++k)
      mover.Copy(out, ElementAsInt(c.input(i), k) * run, c.input(n + i), k * run, run);
}

// Where x has elements that y has not.
template <class T>
std::vector<int64_t> Missing(const Tensor& x, const Tensor& y) {
  const auto unequal = [](const T& v) { return v != v; };  // NaN is equal to nothing
  std::vector<T> sorted;
  std::copy_if(y.data<T>(), y.data<T>() + y.num_elements(), std::back_inserter(sorted), std::not_fn(unequal));
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> places;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const T& v = x.data<T>()[i];
    if (unequal(v) || !std::binary_search(sorted.begin(), sorted.end(), v)) places.push_back(i);
  }
  return places;
}

void ListDiffKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &y = c.input(1);
  if (x.rank() != 1) return Fail(c, "x should be a 1D vector.");
  if (y.rank() != 1) return Fail(c, "y should be a 1D vector.");
  std::vector<int64_t> places;
  bool known = x.dtype() == DType::kString || x.dtype() == DType::kBool;
  if (x.dtype() == DType::kString) places = Missing<std::string>(x, y);
  if (x.dtype() == DType::kBool) places = Missing<uint8_t>(x, y);
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T>) {
      places = Missing<T>(x, y);
      known = true;
    }
  });
  if (!known) return FailAs(c, Code::kUnimplemented, "ListDiff of {}", DTypeName(x.dtype()));
  Tensor* out = c.Output(0, x.dtype(), Shape{static_cast<Dim>(places.size())});
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  for (size_t i = 0; i < places.size(); ++i) mover.Copy(out, static_cast<int64_t>(i), x, places[i], 1);
  c.SetOutput(1, IntVector(places, c.Attr<DType>("out_idx", DType::kInt32)));
}

// _DynamicStitchGrads.
void DynamicStitchGrad(GradContext& g) {
  const int n = g.num_inputs() / 2;
  for (int i = 0; i < n; ++i)
    g.Set(n + i, g.Op("GatherV2", {g.grad(0), grad::Cast(g, g.input(i), DType::kInt32),
                                   grad::Const(g, DType::kInt32, 0)}));
}

}  // namespace

TP_OP(Shape){
    .name = "Shape",
    .inputs = "input: T",
    .outputs = "output: out_type",
    .attrs = "T: type, out_type: {int32,int64} = int32",
    .doc = "The dims of the input, as a vector.",
    .shape = ShapeShape,
    .kernel = [](KernelContext& c) { c.SetOutput(0, DimsTensor(c, c.input(0).shape())); },
    .no_gradient = true,
    .examples =
        "f32(2,3) -> [2 3]\n"
        "1. -> i32(0)\n"
        "f32(2,0) -> i64:[2 0] | out_type=i64",
};

TP_OP(ShapeN){
    .name = "ShapeN",
    .api = "tf.shape_n (input, out_type=tf.int32, name=None)",
    .inputs = "input: N * T",
    .outputs = "output: N * out_type",
    .attrs = "N: int >= 1, T: type, out_type: {int32,int64} = int32",
    .doc = "The dims of each input.",
    .shape = ShapeShape,
    .kernel =
        [](KernelContext& c) {
          for (int i = 0; i < c.num_inputs(); ++i) c.SetOutput(i, DimsTensor(c, c.input(i).shape()));
        },
    .no_gradient = true,
    .examples = "f32(2,3), f32(4) -> [2 3], [4]",
};

TP_OP(Size){
    .name = "Size",
    .inputs = "input: T",
    .outputs = "output: out_type",
    .attrs = "T: type, out_type: {int32,int64} = int32",
    .doc = "How many elements the input has.",
    .shape = shape::Scalar,
    .kernel =
        [](KernelContext& c) {
          const int64_t n = c.input(0).num_elements();
          c.SetOutput(0, IntVector({&n, 1}, OutType(c)).Reshaped(Shape()));
        },
    .no_gradient = true,
    .examples =
        "f32(2,3) -> 6\n"
        "1. -> 1",
};

TP_OP(Rank){
    .name = "Rank",
    .inputs = "input: T",
    .outputs = "output: int32",
    .attrs = "T: type",
    .doc = "How many dims the input has.",
    .shape = shape::Scalar,
    .kernel =
        [](KernelContext& c) {
          const int64_t n = c.input(0).rank();
          c.SetOutput(0, IntVector({&n, 1}, DType::kInt32).Reshaped(Shape()));
        },
    .no_gradient = true,
    .examples = "f32(2,3) -> 2",
};

TP_OP(Reshape){
    .name = "Reshape",
    .inputs = "tensor: T, shape: Tshape",
    .outputs = "output: T",
    .attrs = "T: type, Tshape: {int32,int64} = int32",
    .doc = "The same elements under another shape; one dim may be -1 and follows from the others.",
    .shape = ReshapeShape,
    .kernel = ReshapeKernel,
    .gradient = ReshapeGrad,
    .in_place = 0,
    .host_inputs = "shape",
    .examples =
        "[1 2 3 4], [2 -1] -> [[1 2] [3 4]]\n"
        "[1], i32(0) -> 1",
};

TP_OP(ExpandDims){
    .name = "ExpandDims",
    .inputs = "input: T, dim: Tdim",
    .outputs = "output: T",
    .attrs = "T: type, Tdim: {int32,int64} = int32",
    .doc = "The input with a dim of 1 put in at `dim`.",
    .shape = ExpandDimsShape,
    .kernel = ExpandDimsKernel,
    .gradient = ReshapeGrad,
    .in_place = 0,
    .host_inputs = "dim",
    .examples =
        "[1 2], 0 -> [[1 2]]\n"
        "[1 2], -1 -> [[1] [2]]",
};

TP_OP(Squeeze){
    .name = "Squeeze",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type, squeeze_dims: list(int) >= 0 = []",
    .doc = "The input without its dims of 1, or without those that `squeeze_dims` names.",
    .shape = SqueezeShape,
    .kernel = SqueezeKernel,
    .gradient = ReshapeGrad,
    .in_place = 0,
    .examples =
        "[[1] [2]] -> [1 2]\n"
        "[[[1] [2]]] -> [[1] [2]] | squeeze_dims=[0]",
};

TP_OP(BroadcastTo){
    .name = "BroadcastTo",
    .api = "tf.broadcast_to (input, shape, name=None)",
    .inputs = "input: T, shape: Tidx",
    .outputs = "output: T",
    .attrs = "T: type, Tidx: {int32,int64} = int32",
    .doc = "The input, repeated to a shape that it broadcasts to.",
    .shape = BroadcastToShape,
    .kernel = BroadcastToKernel,
    .gradient = BroadcastToGrad,
    .host_inputs = "shape",
    .examples =
        "[1 2], [2 2] -> [[1 2] [1 2]]\n"
        "[[1] [2]], [2 3] -> [[1 1 1] [2 2 2]]\n"
        "'a', [2] -> ['a' 'a']",
};

TP_OP(BroadcastGradientArgs){
    .name = "BroadcastGradientArgs",
    .inputs = "s0: T, s1: T",
    .outputs = "r0: T, r1: T",
    .attrs = "T: {int32,int64} = int32",
    .doc = "The axes over which the gradients of two broadcast shapes are summed.",
    .shape = VectorsShape,
    .kernel = BroadcastGradientArgsKernel,
    .no_gradient = true,
    .host_inputs = "s0, s1",
    .examples =
        "[2 3], [3] -> i32(0), [0]\n"
        "[2 1], [1 3] -> [1], [0]\n"
        "[2], [2] -> i32(0), i32(0)",
};

TP_OP(BroadcastArgs){
    .name = "BroadcastArgs",
    .inputs = "s0: T, s1: T",
    .outputs = "r0: T",
    .attrs = "T: {int32,int64} = int32",
    .doc = "The shape that two shapes broadcast to.",
    .shape = BroadcastArgsShape,
    .kernel = BroadcastArgsKernel,
    .host_inputs = "s0, s1",
    .examples = "[2 1], [3] -> [2 3]",
};

TP_OP(InvertPermutation){
    .name = "InvertPermutation",
    .api = "tf.math.invert_permutation (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {int32,int64} = int32",
    .doc = "y[x[i]] = i.",
    .shape = shape::Unchanged,
    .kernel = InvertPermutationKernel,
    .no_gradient = true,
    .host_inputs = "x",
    .examples = "[2 0 1] -> [1 2 0]",
};

TP_OP(DynamicStitch){
    .name = "DynamicStitch",
    .api = "tf.dynamic_stitch (indices, data, name=None)",
    .inputs = "indices: N * int32, data: N * T",
    .outputs = "merged: T",
    .attrs = "N: int >= 1, T: type",
    .doc = "Rows of `data` put where `indices` say; later ones win.",
    .shape = DynamicStitchShape,
    .kernel = DynamicStitchKernel,
    .gradient = DynamicStitchGrad,
    .host_inputs = "indices",
    .examples = "[0 2], [1], [[1 2] [5 6]], [[3 4]] -> [[1 2] [3 4] [5 6]]",
};

TP_OP(ParallelDynamicStitch){
    .name = "ParallelDynamicStitch",
    .inputs = "indices: N * int32, data: N * T",
    .outputs = "merged: T",
    .attrs = "N: int >= 1, T: type",
    .doc = "Rows of `data` put where `indices` say; later ones win.",
    .shape = DynamicStitchShape,
    .kernel = DynamicStitchKernel,
    .gradient = DynamicStitchGrad,
    .host_inputs = "indices",
    .examples = "[0 2], [1], [[1 2] [5 6]], [[3 4]] -> [[1 2] [3 4] [5 6]]",
};

TP_OP(ListDiff){
    .name = "ListDiff",
    .inputs = "x: T, y: T",
    .outputs = "out: T, idx: out_idx",
    .attrs = "T: type, out_idx: {int32,int64} = int32",
    .doc = "The elements of x that y does not have, and where they stand.",
    .shape = ListDiffShape,
    .kernel = ListDiffKernel,
    .examples = "[1 2 3 4], [2 4] -> [1 3], [0 2]",
};

}  // namespace tp
