// Joining tensors and cutting them: Pack, ConcatV2, Split and their kin.
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- Pack, Unpack
// -------------------------------------------------------------------------------------------

Status PackShape(ShapeContext& c) {
  Shape shape = c.input(0);
  for (int i = 1; i < c.num_inputs(); ++i) {
    if (Status status = c.Merge(shape, c.input(i), &shape); !status.ok())
      return InvalidArgument("{}\n\tFrom merging shape {} with other shapes.", status.message(), i - 1);
  }
  if (!shape.has_rank()) return {};
  const int64_t axis = c.Attr<int64_t>("axis");
  const std::optional<int> at = NormalAxis(axis, shape.rank() + 1);
  if (!at)
    return InvalidArgument("Invalid value in axis: {}: must be in the range [{},{})", axis, -shape.rank() - 1,
                           shape.rank() + 1);
  shape.Insert(*at, c.num_inputs());
  c.Set(0, shape);
  return {};
}

void PackKernel(KernelContext& c) {
  const Tensor& first = c.input(0);
  for (int i = 1; i < c.num_inputs(); ++i)
    if (c.input(i).shape() != first.shape())
      return Fail(c, "Shapes of all inputs must match: values[0].shape = {} != values[{}].shape = {}",
                  first.shape(), i, c.input(i).shape());
  const int64_t axis = c.Attr<int64_t>("axis");
  const std::optional<int> at = NormalAxis(axis, first.rank() + 1);
  if (!at) return Fail(c, "axis = {} not in [{}, {})", axis, -first.rank() - 1, first.rank() + 1);
  Shape shape = first.shape();
  shape.Insert(*at, c.num_inputs());
  Tensor* out = c.Output(0, first.dtype(), shape);
  if (out == nullptr) return;
  const int64_t outer = DimProduct(first.shape(), 0, *at), run = DimProduct(first.shape(), *at, first.rank());
  const Mover mover(first.dtype());
  int64_t to = 0;
  for (int64_t o = 0; o < outer; ++o)
    for (int i = 0; i < c.num_inputs(); ++i, to += run) mover.Copy(out, to, c.input(i), o * run, run);
}

Status UnpackShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  Shape shape = c.input(0);
  const int64_t axis = c.Attr<int64_t>("axis");
  const std::optional<int> at = NormalAxis(axis, shape.rank());
  if (!at)
    return InvalidArgument("Invalid value in axis: {}: must be in the range [{},{})", axis, -shape.rank(),
                           shape.rank());
  Dim dim;
  TP_RETURN_IF_ERROR(c.Merge(shape[*at], c.num_outputs(), &dim));
  shape.Erase(*at);
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, shape);
  return {};
}

void UnpackKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const int64_t axis = c.Attr<int64_t>("axis");
  const std::optional<int> at = NormalAxis(axis, x.rank());
  if (!at) return Fail(c, "axis = {} not in [{}, {})", axis, -x.rank(), x.rank());
  const int64_t n = c.num_outputs();
  if (x.dim(*at) != n) return Fail(c, "Input shape axis {} must equal {}, got shape {}", *at, n, x.shape());
  Shape shape = x.shape();
  shape.Erase(*at);
  const int64_t outer = DimProduct(x.shape(), 0, *at), run = DimProduct(x.shape(), *at + 1, x.rank());
  for (int i = 0; i < n; ++i) {
    Tensor* out = c.Output(i, x.dtype(), shape);
    if (out == nullptr) return;
    const Mover mover(x.dtype());
    for (int64_t o = 0; o < outer; ++o) mover.Copy(out, o * run, x, (o * n + i) * run, run);
  }
}

// --- ConcatV2
// -----------------------------------------------------------------------------------------------

Status ConcatShape(ShapeContext& c) {
  const int n = c.num_inputs() - 1;
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(n, 0, &shape));
  shape = Shape::UnknownRank();
  for (int i = 0; i < n && !shape.has_rank(); ++i)
    if (c.input(i).has_rank()) shape = Shape::OfRank(c.input(i).rank());
  if (!shape.has_rank()) return {};
  if (shape.rank() == 0) return InvalidArgument("Can't concatenate scalars (use tf.stack instead)");
  if (c.value(n) == nullptr) {
    for (int i = 0; i < n; ++i) {
      Shape unused;
      TP_RETURN_IF_ERROR(c.WithRank(i, shape.rank(), &unused));
    }
    return c.Set(0, shape), Status();
  }
  const int64_t axis = ScalarInt(*c.value(n));
  const std::optional<int> at = NormalAxis(axis, shape.rank());
  if (!at)
    return InvalidArgument("Shape must be at least rank {} but is rank {}", axis < 0 ? -axis : axis + 1,
                           shape.rank());
  Dim sum = 0;
  // From the last one on, the dims before and behind the axis each for themselves: so TensorFlow's text has
  // them.
  Shape before = Shape::UnknownRank(), behind = Shape::UnknownRank();
  for (int i = n; i-- > 0;) {
    if (!c.input(i).has_rank()) {
      sum = kUnknownDim;
      continue;
    }
    Shape whole, first, rest;
    TP_RETURN_IF_ERROR(c.WithRank(i, shape.rank(), &whole));
    for (int d = 0; d < whole.rank(); ++d)
      if (d != *at) (d < *at ? first : rest).Append(whole[d]);
    TP_RETURN_IF_ERROR(c.Merge(first, before, &before));
    sum = c.Add(sum, whole[*at]);
    TP_RETURN_IF_ERROR(c.Merge(rest, behind, &behind));
  }
  before.Append(sum);
  for (const Dim dim : behind) before.Append(dim);
  c.Set(0, before);
  return {};
}

void ConcatKernel(KernelContext& c) {
  const int n = c.num_inputs() - 1;
  const Tensor& first = c.input(0);
  if (c.input(n).num_elements() != 1)
    return Fail(c, "axis tensor should be a scalar integer, but got shape {}", c.input(n).shape());
  const int64_t axis = ScalarInt(c.input(n));
  const std::optional<int> at = NormalAxis(axis, first.rank());
  if (!at)
    return Fail(c, "ConcatOp : Expected concatenating dimensions in the range [{}, {}), but got {}",
                -first.rank(), first.rank(), axis);
  Shape shape = first.shape();
  int64_t sum = first.dim(*at);
  for (int i = 1; i < n; ++i) {
    const Shape& other = c.input(i).shape();
    if (other.rank() != shape.rank())
      return Fail(c, "ConcatOp : Ranks of all input tensors should match: shape[0] = {} vs. shape[{}] = {}",
                  first.shape(), i, other);
    for (int d = 0; d < shape.rank(); ++d)
      if (d != *at && other[d] != first.dim(d))
        return Fail(c,
                    "ConcatOp : Dimension {} in both shapes must be equal: shape[0] = {} vs. shape[{}] = {}",
                    d, first.shape(), i, other);
    sum += other[*at];
  }
  shape.set_dim(*at, sum);
  Tensor* out = c.Output(0, first.dtype(), shape);
  if (out == nullptr) return;
  const int64_t outer = DimProduct(shape, 0, *at), inner = DimProduct(shape, *at + 1, shape.rank());
  const Mover mover(first.dtype());
  int64_t to = 0;
  for (int64_t o = 0; o < outer; ++o)
    for (int i = 0; i < n; ++i) {
      const int64_t run = c.input(i).dim(*at) * inner;
      mover.Copy(out, to, c.input(i), o * run, run);
      to += run;
    }
}

// Pieces with a first dim of 1, one behind the other.
void ParallelConcatKernel(KernelContext& c) {
  const Shape shape = c.Attr<Shape>("shape");
  Shape piece = shape;
  if (shape.rank() > 0) piece.set_dim(0, 1);
  if (shape.rank() == 0 || shape[0] != c.num_inputs())
    return Fail(c, "Wrong number of inputs for the shape {}: {}", shape, c.num_inputs());
  for (const Tensor& x : c.inputs())
    if (x.shape() != piece) return Fail(c, "All values must have the shape {}, got {}", piece, x.shape());
  Tensor* out = c.Output(0, c.input(0).dtype(), shape);
  if (out == nullptr) return;
  const Mover mover(out->dtype());
  int64_t at = 0;
  for (const Tensor& x : c.inputs()) {
    mover.Copy(out, at, x, 0, x.num_elements());
    at += x.num_elements();
  }
}

void ConcatOffsetKernel(KernelContext& c) {
  const int64_t axis = ScalarInt(c.input(0));
  int64_t offset = 0;
  for (int i = 0; i < c.num_outputs(); ++i) {
    const SmallVector<int64_t, 8> shape = IntElements(c.input(i + 1));
    const std::optional<int> at = NormalAxis(axis, static_cast<int>(shape.size()));
    if (!at) return Fail(c, "Concat dim is out of range: {} vs. {}", axis, shape.size());
    std::vector<int64_t> offsets(shape.size(), 0);
    offsets[*at] = offset;
    offset += shape[*at];
    c.SetOutput(i, IntVector(offsets, c.input(i + 1).dtype()));
  }
}

// _ConcatGradHelper: slices at the offsets of the inputs; one split where there are more than 16.
void ConcatGrad(GradContext& g) {
  const int n = g.num_inputs() - 1;
  if (n == 1) return g.Set(0, g.grad(0));
  const Val& axis = g.input(n);
  const Val& first = g.input(0);
  const auto set_slices = [&](const Val& at, const std::vector<Val>& sizes) {
    std::vector<Val> args = {at};
    args.insert(args.end(), sizes.begin(), sizes.end());
    const std::vector<Val> offsets = g.builder().Ops("ConcatOffset", args);
    for (int i = 0; i < n; ++i) g.Set(i, g.Op("Slice", {g.grad(0), offsets[i], sizes[i]}));
  };
  std::vector<Val> sizes;
  bool known = true;
  for (int i = 0; i < n; ++i) known = known && g.input(i).shape().IsFullyKnown();
  const Val rank = grad::RankOf(g, first);
  const Val at = g.Op("FloorMod", {grad::Cast(g, axis, DType::kInt32), rank}, {}, "mod");
  // Shapes are asked for until one is not known; ShapeN gives them all then.
  for (int i = 0; i < n && (known || first.symbolic()); ++i) {
    sizes.push_back(grad::ShapeOf(g, g.input(i)));
    if (!g.input(i).shape().IsFullyKnown()) break;
  }
  if (!known) {
    std::vector<Val> inputs;
    for (int i = 0; i < n; ++i) inputs.push_back(g.input(i));
    sizes = g.builder().Ops("ShapeN", inputs);
  }
  if (n <= 16) return set_slices(at, sizes);
  const Val stacked = g.builder().Ops("Pack", sizes, MakeAttrs({{"axis", 1}}), "stack")[0];
  const Val start = g.builder().Ops("Pack", std::vector<Val>{at, grad::Const(g, DType::kInt32, 0)})[0];
  const Val lengths = g.Op("Squeeze", {g.Op("Slice", {stacked, start, grad::Ints(g, {1, -1})})});
  const std::vector<Val> parts = g.builder().Ops("SplitV", std::vector<Val>{g.grad(0), lengths, at},
                                                 MakeAttrs({{"num_split", n}}), "split");
  for (int i = 0; i < n; ++i) g.Set(i, parts[i]);
}

// --- Split, SplitV
// ------------------------------------------------------------------------------------------

// Cuts `x` along `axis` into pieces of these lengths.
void SplitInto(KernelContext& c, const Tensor& x, int axis, std::span<const int64_t> lengths) {
  const int64_t outer = DimProduct(x.shape(), 0, axis), inner = DimProduct(x.shape(), axis + 1, x.rank());
  const int64_t row = x.dim(axis) * inner;
  int64_t start = 0;
  for (size_t i = 0; i < lengths.size(); ++i) {
    Shape shape = x.shape();
    shape.set_dim(axis, lengths[i]);
    Tensor* out = c.Output(static_cast<int>(i), x.dtype(), shape);
    if (out == nullptr) return;
    const int64_t run = lengths[i] * inner;
    const Mover mover(x.dtype());
    for (int64_t o = 0; o < outer; ++o) mover.Copy(out, o * run, x, o * row + start, run);
    start += run;
  }
}

Status SplitShape(ShapeContext& c) {
  Shape shape = c.input(1);
  const Tensor* axis = c.value(0);
  if (!shape.has_rank()) return {};
  if (axis == nullptr) {
    shape = Shape::OfRank(shape.rank());
  } else {
    const std::optional<int> at = NormalAxis(ScalarInt(*axis), shape.rank());
    if (!at) {
      const int64_t value = ScalarInt(*axis);
      return InvalidArgument("Dimension must be in the range [{}, {}), but got {}", -shape.rank(),
                             shape.rank(), value);
    }
    const Dim dim = shape[*at];
    if (IsKnown(dim) && dim % c.num_outputs() != 0)
      return InvalidArgument("Dimension size must be evenly divisible by {} but is {}", c.num_outputs(), dim);
    shape.set_dim(*at, c.Divide(dim, c.num_outputs()));
  }
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, shape);
  return {};
}

void SplitKernel(KernelContext& c) {
  const Tensor& x = c.input(1);
  const int64_t axis = ScalarInt(c.input(0)), n = c.num_outputs();
  const std::optional<int> at = NormalAxis(axis, x.rank());
  if (!at)
    return Fail(c, "-input rank(-{}) <= split_dim < input rank ({}), but got {}", x.rank(), x.rank(), axis);
  if (x.dim(*at) % n != 0)
    return Fail(c,
                "Number of ways to split should evenly divide the split dimension, but got "
                "split_dim {} (size = {}) and num_split {}",
                axis, x.dim(*at), n);
  SplitInto(c, x, *at, std::vector<int64_t>(n, x.dim(*at) / n));
}

Status SplitVShape(ShapeContext& c) {
  Shape shape = c.input(0);
  if (!shape.has_rank()) return {};
  const Tensor *sizes = c.value(1), *axis = c.value(2);
  std::optional<int> at;
  if (axis != nullptr) {
    const int64_t value = ScalarInt(*axis);
    at = NormalAxis(value, shape.rank());
    if (!at)
      return InvalidArgument("Dimension must be in the range [{}, {}), but got {}", -shape.rank(),
                             shape.rank(), value);
  }
  int64_t sum = 0, open = -1;
  for (int i = 0; i < c.num_outputs(); ++i) {
    Shape part = at ? shape : Shape::OfRank(shape.rank());
    if (at) part.set_dim(*at, kUnknownDim);
    if (at && sizes != nullptr) {
      const int64_t size = ElementAsInt(*sizes, i);
      if (size >= 0)
        part.set_dim(*at, size), sum += size;
      else
        open = i;
    }
    c.Set(i, part);
  }
  if (at && sizes != nullptr && IsKnown(shape[*at])) {
    if (open < 0 ? sum != shape[*at] : sum > shape[*at])
      return InvalidArgument("can't split axis of size {} into pieces of size [{}]", shape[*at],
                             fmt::join(IntElements(*sizes), ","));
    if (open >= 0) {
      Shape part = shape;
      part.set_dim(*at, shape[*at] - sum);
      c.Set(static_cast<int>(open), part);
    }
  }
  return {};
}

void SplitVKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  SmallVector<int64_t, 8> sizes = IntElements(c.input(1));
  const int64_t axis = ScalarInt(c.input(2));
  const std::optional<int> at = NormalAxis(axis, x.rank());
  if (!at)
    return Fail(c, "-input rank(-{}) <= split_dim < input rank ({}), but got {}", x.rank(), x.rank(), axis);
  int64_t sum = 0, open = -1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= 0) {
      sum += sizes[i];
      continue;
    }
    if (open >= 0) return Fail(c, "There can only be one -1 in the input.");
    open = static_cast<int64_t>(i);
  }
  if (open < 0 ? sum != x.dim(*at) : sum > x.dim(*at))
    return Fail(c,
                "Determined shape must either match input shape along split_dim exactly if fully "
                "specified, or be less than the size of the input along split_dim if not fully "
                "specified.  Got: {}",
                sum);
  if (open >= 0) sizes[open] = x.dim(*at) - sum;
  SplitInto(c, x, *at, sizes);
}

// Joins the gradients of all pieces; pieces without one count as zeros.
Val JoinedGrads(GradContext& g, const Val& axis) {
  std::vector<Val> parts;
  for (int i = 0; i < g.num_outputs(); ++i)
    parts.push_back(g.grad(i) ? g.grad(i) : grad::ZerosLike(g, g.output(i)));
  if (parts.size() == 1) return g.Op("Identity", {parts[0]}, {}, "concat");
  parts.push_back(axis);
  return g.builder().Ops("ConcatV2", parts, {}, "concat")[0];
}

}  // namespace

TP_OP(Pack){
    .name = "Pack",
    .inputs = "values: N * T",
    .outputs = "output: T",
    .attrs = "N: int >= 1, T: type, axis: int = 0",
    .doc = "The inputs, which have one shape, joined along a new dim.",
    .shape = PackShape,
    .kernel = PackKernel,
    .gradient =
        [](GradContext& g) {
          const int64_t n = g.num_inputs();
          const std::vector<Val> parts =
              g.builder().Ops("Unpack", std::vector<Val>{g.grad(0)},
                              MakeAttrs({{"axis", g.Attr<int64_t>("axis")}, {"num", n}}), "unstack");
          for (int i = 0; i < n; ++i) g.Set(i, parts[i]);
        },
    .examples =
        "1, 2 -> [1 2]\n"
        "[1 2], [3 4] -> [[1 3] [2 4]] | axis=1\n"
        "'a', 'b' -> ['a' 'b']",
};

TP_OP(Unpack){
    .name = "Unpack",
    .inputs = "value: T",
    .outputs = "output: num * T",
    .attrs = "num: int >= 0, T: type, axis: int = 0",
    .doc = "The input cut along `axis`, each piece without that dim.",
    .shape = UnpackShape,
    .kernel = UnpackKernel,
    .gradient =
        [](GradContext& g) {
          std::vector<Val> parts;
          for (int i = 0; i < g.num_outputs(); ++i)
            parts.push_back(g.grad(i) ? g.grad(i) : grad::ZerosLike(g, g.output(i)));
          g.Set(0,
                g.builder().Ops("Pack", parts, MakeAttrs({{"axis", g.Attr<int64_t>("axis")}}), "stack")[0]);
        },
    .examples = "[[1 2] [3 4]] -> [1 3], [2 4] | num=2, axis=1",
};

TP_OP(ConcatV2){
    .name = "ConcatV2",
    .inputs = "values: N * T, axis: Tidx",
    .outputs = "output: T",
    .attrs = "N: int >= 2, T: type, Tidx: {int32,int64} = int32",
    .doc = "The inputs joined along the dim `axis`.",
    .shape = ConcatShape,
    .kernel = ConcatKernel,
    .gradient = ConcatGrad,
    .host_inputs = "axis",
    .examples =
        "[1 2], [3], 0 -> [1 2 3]\n"
        "[[1.] [2.]], [[3.] [4.]], 1 -> [[1. 3.] [2. 4.]]",
};

TP_OP(ParallelConcat){
    .name = "ParallelConcat",
    .inputs = "values: N * T",
    .outputs = "output: T",
    .attrs = "shape: shape, N: int >= 1, T: type",
    .doc = "The inputs, whose first dim is 1, joined along it.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.Attr<Shape>("shape", Shape::UnknownRank()));
          return Status();
        },
    .kernel = ParallelConcatKernel,
    .examples = "[[1 2]], [[3 4]] -> [[1 2] [3 4]] | shape=[2,2]",
};

TP_OP(ConcatOffset){
    .name = "ConcatOffset",
    .inputs = "concat_dim: int32, shape: N * shape_type",
    .outputs = "offset: N * shape_type",
    .attrs = "N: int >= 2, shape_type: {int32,int64} = int32",
    .doc = "Where each input begins in the result of a concatenation.",
    .shape =
        [](ShapeContext& c) {
          for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, c.input(i + 1));
          return Status();
        },
    .kernel = ConcatOffsetKernel,
    .no_gradient = true,
    .host_inputs = "concat_dim, shape",
    .examples = "1, [2 3], [2 5] -> [0 0], [0 3]",
};

TP_OP(Split){
    .name = "Split",
    .inputs = "split_dim: int32, value: T",
    .outputs = "output: num_split * T",
    .attrs = "num_split: int >= 1, T: type",
    .doc = "The input cut along split_dim into num_split equal pieces.",
    .shape = SplitShape,
    .kernel = SplitKernel,
    .gradient = [](GradContext& g) { g.Set(1, JoinedGrads(g, g.input(0))); },
    .host_inputs = "split_dim",
    .examples = "0, [1 2 3 4] -> [1 2], [3 4] | num_split=2",
};

TP_OP(SplitV){
    .name = "SplitV",
    .inputs = "value: T, size_splits: Tlen, split_dim: int32",
    .outputs = "output: num_split * T",
    .attrs = "num_split: int >= 1, T: type, Tlen: {int8,int32,int64} = int64",
    .doc = "The input cut along split_dim into pieces of the given sizes; one may be -1.",
    .shape = SplitVShape,
    .kernel = SplitVKernel,
    .gradient = [](GradContext& g) { g.Set(0, JoinedGrads(g, g.input(2))); },
    .host_inputs = "size_splits, split_dim",
    .examples = "[1 2 3 4], [1 -1], 0 -> [1], [2 3 4] | num_split=2",
};

}  // namespace tp
