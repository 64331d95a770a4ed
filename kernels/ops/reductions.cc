// Reductions over axes. The trees that combine elements depend on the shape alone (kernels/reduce.h).
// float16 and bfloat16 are summed in float32.
#include <complex>
#include <limits>
#include <numeric>

#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/op.h"
#include "kernels/reduce.h"
#include "kernels/store.h"

namespace tp {
namespace {

// Which dims are reduced.
Status ReducedDims(int rank, const Tensor& axes, SmallVector<bool, 8>* reduced) {
  reduced->resize(static_cast<size_t>(rank), false);
  for (int64_t i = 0; i < axes.num_elements(); ++i) {
    const int64_t axis = ElementAsInt(axes, i);
    const std::optional<int> at = NormalAxis(axis, rank);
    if (!at)
      return InvalidArgument("Invalid reduction dimension ({} for input with {} dimension(s)", axis, rank);
    if ((*reduced)[*at])
      return InvalidArgument("Invalid reduction arguments: Axes contains duplicate dimension: {}", *at);
    (*reduced)[*at] = true;
  }
  return {};
}

[[gnu::cold]] Status ReduceShape(ShapeContext& c) {
  const Shape& from = c.input(0);
  const bool keep = c.Attr("keep_dims", false);
  Shape indices;
  TP_RETURN_IF_ERROR(c.WithRankAtMost(1, 1, &indices));
  const Tensor* axes = c.value(1);
  if (!from.has_rank()) return {};
  if (axes == nullptr) {
    if (keep) c.Set(0, Shape::OfRank(from.rank()));
    return {};
  }
  std::vector<bool> reduced(from.rank(), false);
  for (int64_t i = 0; i < axes->num_elements(); ++i) {
    const int64_t axis = ElementAsInt(*axes, i);
    const std::optional<int> at = NormalAxis(axis, from.rank());
    if (!at)
      return InvalidArgument("Invalid reduction dimension {} for input with {} dimensions.", axis,
                             from.rank());
    reduced[*at] = true;
  }
  Shape out;
  for (int i = 0; i < from.rank(); ++i) {
    if (!reduced[i])
      out.Append(from[i]);
    else if (keep)
      out.Append(1);
  }
  c.Set(0, out);
  return {};
}

// Brings x into the form [outer, middle, inner], the middle reduced: neighbouring dims that behave alike are
// one; where kept and reduced dims alternate more than that, the kept ones are moved to the front.
struct Form {
  int64_t outer = 1, middle = 1, inner = 1;
  SmallVector<int64_t, 8> perm;  // not empty: the dims have to be moved first
};

Form FormOf(const Shape& shape, const SmallVector<bool, 8>& reduced) {
  Form form;
  int state = 0;  // 0: outer, 1: middle, 2: inner
  bool simple = true;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == 1) continue;
    if (reduced[i]) {
      if (state == 2) simple = false;
      state = 1;
      form.middle *= shape[i];
    } else if (state == 0) {
      form.outer *= shape[i];
    } else {
      state = 2;
      form.inner *= shape[i];
    }
  }
  if (simple) return form;
  form.outer *= form.inner;
  form.inner = 1;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < shape.rank(); ++i)
      if (reduced[i] == (pass == 1)) form.perm.push_back(i);
  return form;
}

template <class T>
void Moved(const Tensor& x, std::span<const int64_t> perm, T* out) {
  const int rank = x.rank();
  SmallVector<int64_t, 8> strides(rank, 0), index(rank, 0);
  for (int i = 0; i < rank; ++i) strides[i] = DimProduct(x.shape(), static_cast<int>(perm[i]) + 1, rank);
  const T* const from = static_cast<const T*>(x.raw_data());
  int64_t offset = 0;
  for (int64_t n = 0; n < x.num_elements(); ++n) {
    out[n] = from[offset];
    for (int i = rank - 1; i >= 0; --i) {
      const int64_t dim = x.dim(static_cast<int>(perm[i]));
      offset += strides[i];
      if (++index[i] < dim) break;
      offset -= strides[i] * dim;
      index[i] = 0;
    }
  }
}

Tensor CastTo(KernelContext& c, const Tensor& x, DType dtype) {
  Tensor y = c.Scratch(dtype, x.shape());
  const void* in[] = {x.raw_data()};
  if (y.valid()) CastTile(x.dtype(), dtype)(in, y.raw_data(), x.num_elements());
  return y;
}

void Divide(Tensor* x, int64_t by) {
  DispatchNumeric(x->dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, Half> && !std::is_same_v<T, BFloat16> && !std::is_same_v<T, bool>) {
      for (T& v : x->elements<T>()) {
        if constexpr (std::is_integral_v<T>)
          v = by == 0 ? T(0) : static_cast<T>(v / static_cast<T>(by));
        else if constexpr (!std::is_arithmetic_v<T>)
          v /= static_cast<typename T::value_type>(by);
        else
          v /= static_cast<T>(by);
      }
    }
  });
}

// `mean`: divides by the number of reduced elements.
void Reduce(KernelContext& c, reduce::Kind kind, bool mean = false) {
  const Tensor& x = c.input(0);
  SmallVector<bool, 8> reduced;
  if (Status status = ReducedDims(x.rank(), c.input(1), &reduced); !status.ok()) return c.Error(status);
  const bool keep = c.Attr("keep_dims", false);
  Shape shape;
  for (int i = 0; i < x.rank(); ++i) {
    if (!reduced[i])
      shape.Append(x.dim(i));
    else if (keep)
      shape.Append(1);
  }
  const Form form = FormOf(x.shape(), reduced);
  if (form.middle == 1 && x.num_elements() == shape.num_elements()) return c.SetOutput(0, x.Reshaped(shape));
  const bool half = x.dtype() == DType::kFloat16 || x.dtype() == DType::kBFloat16;
  const Tensor widened = half ? CastTo(c, x, DType::kFloat32) : Tensor();
  const Tensor& wide = half ? widened : x;
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || !wide.valid()) return;
  Tensor scratch = half ? c.Scratch(DType::kFloat32, shape) : Tensor();
  Tensor& result = half ? scratch : *out;
  if (!result.valid()) return;
  const reduce::Loops* const loops = reduce::LoopsOf(kind, wide.dtype());
  if (loops == nullptr)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(x.dtype()));
  const void* from = wide.raw_data();
  std::unique_ptr<char[]> moved;
  if (!form.perm.empty()) {
    moved.reset(new char[wide.bytes()]);
    DispatchMoved(wide.dtype(), [&](auto element) {
      using T = decltype(element);
      if constexpr (std::is_trivially_copyable_v<T>)
        Moved(wide, form.perm, reinterpret_cast<T*>(moved.get()));
    });
    from = moved.get();
  }
  reduce::ReduceMiddle(*loops, from, form.outer, form.middle, form.inner, result.raw_data());
  if (mean) Divide(&result, form.middle);
  if (!half) return;
  const void* in[] = {result.raw_data()};
  CastTile(DType::kFloat32, x.dtype())(in, out->raw_data(), out->num_elements());
}

// --- gradients
// ----------------------------------------------------------------------------------------------

// _SumGrad: Reshape and Tile where the axes are known, BroadcastTo where not.
[[gnu::cold]] Val SumGrad(GradContext& g) {
  const Val &x = g.input(0), &axes = g.input(1);
  const Tensor* known = axes.constant();
  Val grad = g.grad(0);
  if (x.shape().has_rank() && known != nullptr) {
    const int rank = x.shape().rank();
    bool all = known->num_elements() == rank && known->rank() == 1;
    for (int i = 0; all && i < rank; ++i) all = ElementAsInt(*known, i) == i;
    if (all) {
      grad = grad::Reshape(g, grad, grad::Ints(g, std::vector<int64_t>(rank, 1)));
      const bool constant = x.symbolic() && x.shape().IsFullyKnown();
      const Val shape =
          constant ? g.builder().Constant(IntVector(x.shape().dims(), DType::kInt32)) : grad::ShapeOf(g, x);
      return g.Op("Tile", {grad, shape});
    }
    if (x.shape().IsFullyKnown() && x.symbolic()) {
      std::vector<int64_t> kept(x.shape().begin(), x.shape().end());
      std::vector<int64_t> key(kept);
      for (int64_t axis : IntElements(*known)) {
        kept[axis < 0 ? axis + rank : axis] = 1;
        key.push_back(axis);
      }
      if (grad.symbolic()) {
        auto& reduced = grad.graph()->reduced;
        if (std::find(reduced.begin(), reduced.end(), key) == reduced.end()) {
          reduced.push_back(std::move(key));
          const Val some = g.Op("Maximum", {grad::Ints(g, kept), grad::Const(g, DType::kInt32, 1)});
          g.Op("FloorDiv", {grad::Ints(g, x.shape().dims()), some}, {}, "floordiv");
        }
      }
      std::vector<int64_t> times(rank);
      for (int i = 0; i < rank; ++i) times[i] = x.shape()[i] / std::max<int64_t>(kept[i], 1);
      grad = grad::Reshape(g, grad, grad::Ints(g, kept));
      return g.Op("Tile", {grad, grad::Ints(g, times)});
    }
  }
  const Val shape = grad::ShapeOf(g, x);
  if (!g.Attr("keep_dims", false)) grad = grad::Reshape(g, grad, grad::ReducedShape(g, shape, axes));
  return g.Op("BroadcastTo", {grad, shape});
}

[[gnu::cold]] void MeanGrad(GradContext& g) {
  const Val sum = SumGrad(g);
  const Shape &in = g.input(0).shape(), &out = g.output(0).shape();
  Val factor;
  if (in.IsFullyKnown() && out.IsFullyKnown()) {
    factor = grad::Const(g, sum.dtype(),
                         static_cast<double>(in.num_elements() / std::max<int64_t>(out.num_elements(), 1)));
    if (sum.symbolic()) factor = g.builder().Constant(factor.tensor());
  } else {
    const Val shape = grad::ShapeOf(g, g.input(0));
    const Val rank = grad::SizeOf(g, shape);
    const Val axes =
        g.Op("FloorMod", {grad::Add(g, grad::Cast(g, g.input(1), DType::kInt32), rank), rank}, {}, "mod");
    const Val dims = g.Op("GatherV2", {shape, axes, grad::Const(g, DType::kInt32, 0)});
    factor = grad::Cast(g, grad::ProdAll(g, dims), sum.dtype());
  }
  g.Set(0, grad::Div(g, sum, factor));
}

// _MinOrMaxGrad: shared by all elements that are the extreme one.
[[gnu::cold]] void ExtremeGrad(GradContext& g) {
  const Val &x = g.input(0), &axes = g.input(1);
  const Val shape = grad::ShapeOf(g, x);
  Val y = g.output(0), grad = g.grad(0), kept;
  if (!g.Attr("keep_dims", false)) {
    kept = grad::ReducedShape(g, shape, axes);
    y = grad::Reshape(g, y, kept);
    grad = grad::Reshape(g, grad, kept);
  } else {
    kept = grad::ShapeOf(g, y);
  }
  const Val indicators = grad::Cast(g, g.Op("Equal", {y, x}), grad.dtype());
  const Val selected = grad::Reshape(g, grad::Sum(g, indicators, axes), kept);
  g.Set(0, grad::Mul(g, grad::Div(g, indicators, selected), grad));
}

// _ProdGrad: products of all others, by two cumulative products over the reduced dims joined in one.
[[gnu::cold]] void ProdGrad(GradContext& g) {
  const char* const start =
      g.Attr("keep_dims", false)
          ? "s = shape(x0); a = reshape(x1, ints(-1)); g = g0;"
          : "s = shape(x0); a = reshape(x1, ints(-1)); g = reshape(g0, reduced_shape(s, x1));";
  const std::string text =
      start +
      std::string(
          "g = BroadcastTo(g, s); r = rank(x0); a = cast(a, i32); m = FloorMod:mod(add(a, r), r); "
          "l = Range:range(int(0), r, int(1)); o = ListDiff(l, m); p = ConcatV2:concat(m, o, int(0)); "
          "c = prod(GatherV2(s, m, int(0))); d = prod(GatherV2(s, o, int(0))); "
          "t = Transpose:transpose(x0, p); u = shape(t); b = Reshape(t, [c, d]); "
          "e = Cumprod(b, int(0)){exclusive}; f = Cumprod(b, int(0)){exclusive, reverse}; "
          "y = reshape(mul(conj(e), conj(f)), u); k = Transpose:transpose(y, InvertPermutation(p)); "
          "d0 = reshape(mul(g, k), s)");
  grad::Run(g, text.c_str());
}

}  // namespace

TP_OP(Sum){
    .name = "Sum",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "The sum over the axes.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kSum); },
    .gradient = [](GradContext& g) { g.Set(0, SumGrad(g)); },
    .host_inputs = "reduction_indices",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [0] -> [5. 7. 9.]\n"
        "[[1. 2. 3.] [4. 5. 6.]], [0 1] -> 21.\n"
        "[[1. 2. 3.] [4. 5. 6.]], 1 -> [[6.] [15.]] | keep_dims=true\n"
        "f32(0,2), [0] -> [0. 0.]\n"
        "[1 2 3], 0 -> 6",
};

TP_OP(Mean){
    .name = "Mean",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "The mean over the axes; NaN of nothing, integers are truncated.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kSum, true); },
    .gradient = MeanGrad,
    .host_inputs = "reduction_indices",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [0] -> [2.5 3.5 4.5]\n"
        "[[1. 2. 3.] [4. 5. 6.]], [0 1] -> 3.5\n"
        "[[1. 2. 3.] [4. 5. 6.]], -1 -> [[2.] [5.]] | keep_dims=true",
};

TP_OP(Prod){
    .name = "Prod",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "The product over the axes.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kProduct); },
    .gradient = ProdGrad,
    .host_inputs = "reduction_indices",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [0] -> [4. 10. 18.]\n"
        "f32(0,2), [0] -> [1. 1.]",
};

// The root of the sum of squares, added up in double precision.
void EuclideanNormKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  SmallVector<bool, 8> reduced;
  if (Status status = ReducedDims(x.rank(), c.input(1), &reduced); !status.ok()) return c.Error(status);
  Shape shape, kept;
  for (int i = 0; i < x.rank(); ++i) {
    kept.Append(reduced[i] ? 1 : x.dim(i));
    if (!reduced[i] || c.Attr("keep_dims", false)) shape.Append(kept[i]);
  }
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr) return;
  std::vector<double> sums(static_cast<size_t>(out->num_elements()));
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    int64_t rest = i, at = 0, stride = 1;
    for (int k = x.rank() - 1; k >= 0; --k) {
      if (!reduced[k]) at += rest % x.dim(k) * stride;
      rest /= x.dim(k);
      stride *= kept[k];
    }
    sums[static_cast<size_t>(at)] += SquaredNorm(x, i);
  }
  for (int64_t i = 0; i < out->num_elements(); ++i)
    StoreReal(*out, i, std::sqrt(sums[static_cast<size_t>(i)]));
}
// _EuclideanNormGrad
void EuclideanNormGrad(GradContext& g) {
  Val output = g.output(0), grad = g.grad(0);
  if (!g.Attr("keep_dims", false)) {
    const Val shape = grad::ReducedShape(g, grad::ShapeOf(g, g.input(0)), g.input(1));
    output = grad::Reshape(g, output, shape);
    grad = grad::Reshape(g, grad, shape);
  }
  g.Set(0, grad::Div(g, g.input(0), grad::Div(g, output, grad)));
}

TP_OP(EuclideanNorm){
    .name = "EuclideanNorm",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "The root of the sum of squares over the axes.",
    .shape = ReduceShape,
    .kernel = EuclideanNormKernel,
    .gradient = EuclideanNormGrad,
    .host_inputs = "reduction_indices",
    .examples = "[[3. 4.] [6. 8.]], [1] -> [5. 10.]",
};

TP_OP(Max){
    .name = "Max",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: {realnumbertype,quantizedtype}, Tidx: {int32,int64} = int32",
    .doc = "The largest element over the axes; NaN if one is NaN.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kMax); },
    .gradient = ExtremeGrad,
    .host_inputs = "reduction_indices",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [0] -> [4. 5. 6.]\n"
        "[1 5 2], 0 -> 5\n"
        "f32(0,2), [0] -> [-inf -inf]\n"
        "[1. nan 2.], 0 -> nan",
};

TP_OP(Min){
    .name = "Min",
    .inputs = "input: T, reduction_indices: Tidx",
    .outputs = "output: T",
    .attrs = "keep_dims: bool = false, T: {realnumbertype,quantizedtype}, Tidx: {int32,int64} = int32",
    .doc = "The smallest element over the axes; NaN if one is NaN.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kMin); },
    .gradient = ExtremeGrad,
    .host_inputs = "reduction_indices",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [1] -> [1. 4.]\n"
        "[1 5 2], 0 -> 1",
};

TP_OP(All){
    .name = "All",
    .inputs = "input: bool, reduction_indices: Tidx",
    .outputs = "output: bool",
    .attrs = "keep_dims: bool = false, Tidx: {int32,int64} = int32",
    .doc = "True where all elements over the axes are.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kAll); },
    .no_gradient = true,
    .host_inputs = "reduction_indices",
    .examples =
        "[[True False] [True True]], [0] -> [True False]\n"
        "[True False], [0] -> [False] | keep_dims=true",
};

TP_OP(Any){
    .name = "Any",
    .inputs = "input: bool, reduction_indices: Tidx",
    .outputs = "output: bool",
    .attrs = "keep_dims: bool = false, Tidx: {int32,int64} = int32",
    .doc = "True where an element over the axes is.",
    .shape = ReduceShape,
    .kernel = [](KernelContext& c) { Reduce(c, reduce::Kind::kAny); },
    .no_gradient = true,
    .host_inputs = "reduction_indices",
    .examples =
        "[[True False] [True True]], [1] -> [True True]\n"
        "[False False], [0] -> False",
};

}  // namespace tp
