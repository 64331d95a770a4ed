// One-hot vectors, indices of what is true, and reductions by segment.
#include <cmath>
#include <limits>

#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// "0,1": position `at` within a tensor of that shape.
std::string IndexText(const Shape& shape, int64_t at) {
  std::string text;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    text = std::to_string(at % shape[i]) + (text.empty() ? "" : ",") + text;
    at /= shape[i];
  }
  return text;
}

// --- OneHot, Where
// ------------------------------------------------------------------------------------------

Status OneHotShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  Shape shape = c.input(0);
  const Tensor* const size = c.value(1);  // asked for before what may be wrong: the error's text shows it
  if (c.input(1).has_rank() && c.input(1).rank() != 0)
    return InvalidArgument("Input must be scalar but has rank {}", c.input(1).rank());
  const int64_t axis = c.Attr<int64_t>("axis", -1);
  if (axis < -1 || axis > shape.rank())
    return InvalidArgument("axis must be >= -1 and <= {}: {}", shape.rank(), axis);
  Dim depth = kUnknownDim;
  if (size != nullptr) {
    depth = ScalarInt(*size);
    if (depth < 0)
      return InvalidArgument("Dimension size, given by scalar input 1, must be non-negative but is {}",
                             depth);
  }
  shape.Insert(axis < 0 ? shape.rank() : static_cast<int>(axis), depth);
  c.Set(0, shape);
  return {};
}

void OneHotKernel(KernelContext& c) {
  const Tensor &indices = c.input(0), &on = c.input(2), &off = c.input(3);
  for (int i = 1; i < 4; ++i)
    if (c.input(i).rank() != 0)
      return Fail(c, "{} must be a scalar, but got: {}", c.op().inputs()[static_cast<size_t>(i)].name,
                  c.input(i).shape());
  const int64_t depth = ScalarInt(c.input(1));
  int64_t axis = c.Attr<int64_t>("axis", -1);
  if (depth < 0) return Fail(c, "depth must be non-negative, got: {}", depth);
  if (axis < -1 || axis > indices.rank())
    return Fail(c, "Expected axis to be -1 or between [0, {}).  But received: {}", indices.rank() + 1, axis);
  if (axis < 0) axis = indices.rank();
  Shape shape = indices.shape();
  shape.Insert(static_cast<int>(axis), depth);
  Tensor* out = c.Output(0, on.dtype(), shape);
  if (out == nullptr) return;
  const int64_t inner = DimProduct(indices.shape(), static_cast<int>(axis), indices.rank());
  const Mover mover(on.dtype());
  mover.Fill(out, off);
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const int64_t at = ElementAsInt(indices, i);
    if (at >= 0 && at < depth) mover.Copy(out, (i / inner * depth + at) * inner + i % inner, on, 0, 1);
  }
}

// The indices of elements that are not zero, in order.
void WhereKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  std::vector<int64_t> at;
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
        if (static_cast<float>(x.data<T>()[i]) != 0) at.push_back(i);
      } else if (x.data<T>()[i] != T(0)) {
        at.push_back(i);
      }
    }
  });
  Tensor* out = c.Output(0, DType::kInt64, Shape{static_cast<Dim>(at.size()), x.rank()});
  if (out == nullptr) return;
  for (size_t i = 0; i < at.size(); ++i) {
    int64_t rest = at[i];
    for (int d = x.rank() - 1; d >= 0; --d) {
      out->data<int64_t>()[i * x.rank() + d] = rest % x.dim(d);
      rest /= x.dim(d);
    }
  }
}

// --- segments
// -----------------------------------------------------------------------------------------------

Status SegmentShape(ShapeContext& c) {
  const Shape &data = c.input(0), &ids = c.input(1);
  if (!data.has_rank() || !ids.has_rank()) return {};
  if (ids.rank() > data.rank())
    return InvalidArgument("Shape must be at least rank {} but is rank {}", ids.rank(), data.rank());
  Shape out;
  const Tensor* count = c.num_inputs() > 2 ? c.value(2) : nullptr;
  out.Append(count != nullptr ? ScalarInt(*count) : kUnknownDim);
  for (int i = ids.rank(); i < data.rank(); ++i) out.Append(data[i]);
  c.Set(0, out);
  return {};
}

// Rows of data combined by segment, in order; what no row falls into is `identity`.
void SegmentKernel(KernelContext& c, Prim prim, double identity, Tensor** made = nullptr) {
  const Tensor &data = c.input(0), &ids = c.input(1);
  const bool sorted = c.num_inputs() == 2;
  if (ids.rank() > data.rank() || !std::equal(ids.shape().begin(), ids.shape().end(), data.shape().begin()))
    return Fail(c, "data.shape = {} does not start with segment_ids.shape = {}", data.shape(), ids.shape());
  if (sorted && ids.rank() != 1) return Fail(c, "segment_ids should be a vector.");
  if (!sorted && c.input(2).rank() != 0)
    return Fail(c, "num_segments should be a scalar, not shape {}", c.input(2).shape());
  int64_t count = sorted ? 0 : ScalarInt(c.input(2));
  if (count < 0) return Fail(c, "Input num_segments == {} must not be negative.", count);
  const SmallVector<int64_t, 8> id = IntElements(ids);
  if (sorted)
    for (size_t i = 0; i < id.size(); ++i) {
      if (id[i] < 0 || (i > 0 && id[i] < id[i - 1])) return Fail(c, "segment ids are not increasing");
      count = id[i] + 1;
    }
  for (size_t i = 0; i < id.size(); ++i)
    if (id[i] >= count)
      return Fail(c, "segment_ids[{}] = {} is out of range [0, {})", IndexText(ids.shape(), i), id[i], count);
  Shape shape{count};
  for (int i = ids.rank(); i < data.rank(); ++i) shape.Append(data.dim(i));
  Tensor* out = c.Output(0, data.dtype(), shape);
  const TileFn f = PrimTile(prim, data.dtype());
  if (out == nullptr) return;
  if (made) *made = out;
  if (f == nullptr)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(data.dtype()));
  const size_t size = DTypeSize(data.dtype());
  const int64_t run = DimProduct(data.shape(), ids.rank(), data.rank());
  char start[16] = {};
  const void* in[] = {&identity};
  CastTile(DType::kFloat64, data.dtype())(in, start, 1);
  if (std::isinf(identity))
    DispatchNumeric(data.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_arithmetic_v<T>) {
        const T value = identity < 0 ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
        std::memcpy(start, &value, sizeof value);
      }
    });
  char* z = static_cast<char*>(out->raw_data());
  // One element, then twice as many each time.
  const size_t bytes = static_cast<size_t>(out->num_elements()) * size;
  if (bytes > 0) std::memcpy(z, start, size);
  for (size_t filled = size; filled < bytes; filled *= 2)
    std::memcpy(z + filled, z, std::min(filled, bytes - filled));
  if (sorted && std::isinf(identity)) {
    // Segments without rows are zero.
    std::vector<bool> has(static_cast<size_t>(count));
    for (int64_t i : id) has[static_cast<size_t>(i)] = true;
    for (int64_t i = 0; i < count; ++i)
      if (!has[static_cast<size_t>(i)]) std::memset(z + i * run * size, 0, run * size);
  }
  for (size_t i = 0; i < id.size(); ++i) {
    if (id[i] < 0) continue;
    char* row = z + id[i] * run * size;
    const void* operands[] = {row, static_cast<char*>(data.raw_data()) + i * run * size};
    f(operands, row, run);
  }
}

// Means of the rows of each segment; ids are sorted. Sums first, then one division.
void SegmentMeanKernel(KernelContext& c) {
  Tensor* made = nullptr;
  SegmentKernel(c, Prim::kAdd, 0, &made);
  if (c.failed() || made == nullptr) return;
  const Tensor& data = c.input(0);
  Tensor& sums = *made;
  const SmallVector<int64_t, 8> id = IntElements(c.input(1));
  std::vector<double> counts(static_cast<size_t>(sums.dim(0)), 0);
  for (int64_t i : id) ++counts[static_cast<size_t>(i)];
  const int64_t run = DimProduct(sums.shape(), 1, sums.rank());
  char count[16];
  for (size_t row = 0; row < counts.size(); ++row) {
    if (counts[row] < 2) continue;
    const void* number[] = {&counts[row]};
    CastTile(DType::kFloat64, data.dtype())(number, count, 1);
    DispatchNumeric(data.dtype(), [&](auto zero) {
      using T = decltype(zero);
      T divisor;
      std::memcpy(&divisor, count, sizeof divisor);
      T* values = sums.data<T>() + static_cast<int64_t>(row) * run;
      for (int64_t k = 0; k < run; ++k) {
        if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
          values[k] = T(static_cast<float>(values[k]) / static_cast<float>(divisor));
        else if constexpr (!std::is_same_v<T, bool>)
          values[k] = static_cast<T>(values[k] / divisor);
      }
    });
  }
}

// --- gradients (math_grad.py)
// -------------------------------------------------------------------------------------

Val Gather(GradContext& g, const Val& x, const Val& ids) {
  return g.Op("GatherV2", {x, ids, grad::Const(g, DType::kInt32, 0)});
}
Val Where(GradContext& g, const Val& condition, const Val& x, const Val& y) {
  return g.Op("SelectV2", {condition, x, y});
}

// _GatherDropNegatives: rows of `x` by segment; zeros for negative ids. `clipped` and `positive` (in the
// shape of the rows) are made at the first use.
struct Dropped {
  Val clipped, positive;
};
Val GatherDropNegatives(GradContext& g, const Val& x, const Val& ids, Dropped* dropped) {
  if (!dropped->clipped) dropped->clipped = g.Op("Maximum", {ids, grad::ZerosLike(g, ids)});
  const Val gathered = Gather(g, x, dropped->clipped);
  if (!dropped->positive) {
    Val& positive = dropped->positive;
    positive = g.Op("GreaterEqual", {ids, grad::Const(g, ids.dtype(), 0)});
    const Val shape = grad::ShapeOf(g, positive), rank = grad::RankOf(g, gathered);
    const Val ones = grad::Ones(g, grad::Sub(g, rank, grad::RankOf(g, positive)), DType::kInt32);
    const std::vector<Val> parts = {shape, ones, grad::Const(g, DType::kInt32, 0)};
    positive = grad::Reshape(g, positive, g.builder().Ops("ConcatV2", parts, {}, "concat")[0]);
    positive = g.Op("LogicalAnd", {positive, grad::OnesLike(g, gathered, DType::kBool)}, {}, "and");
  }
  return Where(g, dropped->positive, gathered, grad::ZerosLike(g, gathered));
}

void UnsortedSegmentSumGrad(GradContext& g) {
  Dropped dropped;
  g.Set(0, GatherDropNegatives(g, g.grad(0), g.input(1), &dropped));
}

// The gradient is shared by all rows that are the extreme one of their segment.
void UnsortedSegmentExtremeGrad(GradContext& g) {
  const Val &x = g.input(0), &ids = g.input(1);
  Dropped dropped;
  const Val outputs = GatherDropNegatives(g, g.output(0), ids, &dropped);
  const Val selected = g.Op("LogicalAnd", {g.Op("Equal", {x, outputs}), dropped.positive});
  const Val count = g.Op("UnsortedSegmentSum", {grad::Cast(g, selected, g.grad(0).dtype()), ids, g.input(2)});
  const Val weighted = g.Op("RealDiv", {g.grad(0), count}, {}, "truediv");
  const Val grads = GatherDropNegatives(g, weighted, ids, &dropped);
  g.Set(0, Where(g, selected, grads, grad::ZerosLike(g, grads)));
}

// The product of all other rows of a segment: by division, and where a factor is zero by the product of those
// that are not. Where two are zero, nothing.
void SegmentProdGrad(GradContext& g) {
  const Val &x = g.input(0), &ids = g.input(1);
  const bool sorted = g.num_inputs() == 2;
  const auto segments = [&](std::string_view op, const Val& data) {
    return sorted ? g.Op("Segment" + std::string(op), {data, ids})
                  : g.Op("UnsortedSegment" + std::string(op), {data, ids, g.input(2)});
  };
  const Val is_zero = g.Op("Equal", {x, grad::Const(g, x.dtype(), 0)});
  const Val zeros = segments("Sum", grad::Cast(g, is_zero, DType::kInt32));
  const Val many = g.Op("Greater", {zeros, grad::Const(g, DType::kInt32, 1)});
  const Val grad = Where(g, many, grad::ZerosLike(g, g.grad(0)), g.grad(0));
  const Val non_zero = Where(g, is_zero, grad::OnesLike(g, x), x);
  const Val non_zero_product = segments("Prod", non_zero);
  Dropped dropped;
  Val at = ids;
  if (!sorted) at = dropped.clipped = g.Op("Maximum", {ids, grad::ZerosLike(g, ids)});
  const Val product = Gather(g, g.output(0), at);
  const Val others = Gather(g, non_zero_product, at);
  const Val partial = Where(g, is_zero, others, grad::Div(g, product, sorted ? non_zero : x));
  const Val grads = sorted ? Gather(g, grad, ids) : GatherDropNegatives(g, grad, ids, &dropped);
  g.Set(0, grad::Mul(g, grads, partial));
}

void SegmentExtremeGrad(GradContext& g) {
  grad::Run(g,
            "z = zeros(x0); e = Equal(x0, GatherV2(y0, x1, int(0))); c = SegmentSum(cast(e, g0), x1); "
            "w = RealDiv:truediv(g0, c); d0 = SelectV2(e, GatherV2(w, x1, int(0)), z)");
}

void SegmentMeanGrad(GradContext& g) {
  grad::Run(g,
            "r = rank(x0); s = shape(x1); e = ExpandDims(sub(r, int(1)), int(0)); t = ones(e, i32); "
            "o = ones(ConcatV2:concat(s, t, int(0)), g0); "
            "q = RealDiv:truediv(g0, SegmentSum(o, x1)); d0 = GatherV2(q, x1, int(0))");
}

}  // namespace

TP_OP(OneHot){
    .name = "OneHot",
    .inputs = "indices: TI, depth: int32, on_value: T, off_value: T",
    .outputs = "output: T",
    .attrs = "axis: int = -1, T: type, TI: {uint8,int8,int32,int64} = int64",
    .doc = "on_value where the new dim equals the index, off_value elsewhere.",
    .shape = OneHotShape,
    .kernel = OneHotKernel,
    .no_gradient = true,
    .host_inputs = "depth",
    .examples =
        "[0 2 -1], 3, 1., 0. -> [[1. 0. 0.] [0. 0. 1.] [0. 0. 0.]]\n"
        "[0 1], 2, 5, 7 -> [[5 7] [7 5]] | axis=0",
};

TP_OP(Where){
    .name = "Where",
    .inputs = "input: T",
    .outputs = "index: int64",
    .attrs = "T: {numbertype,bool} = bool",
    .doc = "The indices of all elements that are true (not zero), in order.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, Shape{kUnknownDim, c.input(0).has_rank() ? c.input(0).rank() : kUnknownDim});
          return Status();
        },
    .kernel = WhereKernel,
    .examples =
        "[True False True] -> i64:[[0] [2]]\n"
        "[[0 1] [2 0]] -> i64:[[0 1] [1 0]]",
};

TP_OP(UnsortedSegmentSum){
    .name = "UnsortedSegmentSum",
    .api = "tf.math.unsorted_segment_sum (data, segment_ids, num_segments, name=None)",
    .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
    .outputs = "output: T",
    .attrs = "T: numbertype, Tindices: {int16,int32,int64}, Tnumsegments: {int32,int64} = int32",
    .doc = "Sums of the rows of each segment; negative ids are dropped.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kAdd, 0); },
    .gradient = UnsortedSegmentSumGrad,
    .host_inputs = "num_segments",
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 -1], 4 -> [[1. 2.] [0. 0.] [3. 4.] [0. 0.]]",
};

TP_OP(UnsortedSegmentMax){
    .name = "UnsortedSegmentMax",
    .api = "tf.math.unsorted_segment_max (data, segment_ids, num_segments, name=None)",
    .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}, "
        "Tindices: {int32,int64}, Tnumsegments: {int32,int64} = int32",
    .doc = "The largest of the rows of each segment; the lowest value of the dtype where there is none.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMax, -INFINITY); },
    .gradient = UnsortedSegmentExtremeGrad,
    .host_inputs = "num_segments",
    .examples =
        "[[1. 2.] [3. 4.] [5. 6.]], [0 2 0], 4 -> [[5. 6.] [-3.4028235e+38 -3.4028235e+38] [3. 4.] "
        "[-3.4028235e+38 -3.4028235e+38]]",
};

TP_OP(UnsortedSegmentMin){
    .name = "UnsortedSegmentMin",
    .api = "tf.math.unsorted_segment_min (data, segment_ids, num_segments, name=None)",
    .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}, "
        "Tindices: {int32,int64}, Tnumsegments: {int32,int64} = int32",
    .doc =
        "The smallest of the rows of each segment; the highest value of the dtype where there is "
        "none.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMin, INFINITY); },
    .gradient = UnsortedSegmentExtremeGrad,
    .host_inputs = "num_segments",
    .examples =
        "[[1. 2.] [3. 4.] [5. 6.]], [0 2 0], 4 -> [[1. 2.] [3.4028235e+38 3.4028235e+38] [3. 4.] "
        "[3.4028235e+38 3.4028235e+38]]",
};

TP_OP(UnsortedSegmentProd){
    .name = "UnsortedSegmentProd",
    .api = "tf.math.unsorted_segment_prod (data, segment_ids, num_segments, name=None)",
    .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
    .outputs = "output: T",
    .attrs = "T: numbertype, Tindices: {int32,int64}, Tnumsegments: {int32,int64} = int32",
    .doc = "Products of the rows of each segment; 1 where there is none.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMul, 1); },
    .gradient = SegmentProdGrad,
    .host_inputs = "num_segments",
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 0], 4 -> [[5. 12.] [1. 1.] [3. 4.] [1. 1.]]",
};

TP_OP(SegmentSum){
    .name = "SegmentSum",
    .api = "tf.math.segment_sum (data, segment_ids, name=None)",
    .inputs = "data: T, segment_ids: Tindices",
    .outputs = "output: T",
    .attrs = "T: numbertype, Tindices: {int32,int64}",
    .doc = "Sums of the rows of each segment; ids are sorted.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kAdd, 0); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("GatherV2", {g.grad(0), g.input(1), grad::Const(g, DType::kInt32, 0)}));
        },
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 0 1] -> [[4. 6.] [5. 6.]]",
};

TP_OP(SegmentProd){
    .name = "SegmentProd",
    .api = "tf.math.segment_prod (data, segment_ids, name=None)",
    .inputs = "data: T, segment_ids: Tindices",
    .outputs = "output: T",
    .attrs = "T: numbertype, Tindices: {int32,int64}",
    .doc = "Products of the rows of each segment; ids are sorted.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMul, 1); },
    .gradient = SegmentProdGrad,
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 0 1] -> [[3. 8.] [5. 6.]]",
};

TP_OP(SegmentMax){
    .name = "SegmentMax",
    .api = "tf.math.segment_max (data, segment_ids, name=None)",
    .inputs = "data: T, segment_ids: Tindices",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}, "
        "Tindices: {int32,int64}",
    .doc = "The largest of the rows of each segment; 0 where there is none. Ids are sorted.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMax, -INFINITY); },
    .gradient = SegmentExtremeGrad,
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 0 2] -> [[3. 4.] [0. 0.] [5. 6.]]",
};

TP_OP(SegmentMin){
    .name = "SegmentMin",
    .api = "tf.math.segment_min (data, segment_ids, name=None)",
    .inputs = "data: T, segment_ids: Tindices",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}, "
        "Tindices: {int32,int64}",
    .doc = "The smallest of the rows of each segment; 0 where there is none. Ids are sorted.",
    .shape = SegmentShape,
    .kernel = [](KernelContext& c) { SegmentKernel(c, Prim::kMin, INFINITY); },
    .gradient = SegmentExtremeGrad,
    .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 0 2] -> [[1. 2.] [0. 0.] [5. 6.]]",
};

TP_OP(SegmentMean){
    .name = "SegmentMean",
    .api = "tf.math.segment_mean (data, segment_ids, name=None)",
    .inputs = "data: T, segment_ids: Tindices",
    .outputs = "output: T",
    .attrs = "T: numbertype, Tindices: {int32,int64}",
    .doc = "Means of the rows of each segment; 0 where there is none. Ids are sorted.",
    .shape = SegmentShape,
    .kernel = SegmentMeanKernel,
    .gradient = SegmentMeanGrad,
    .examples = "[[1. 2.] [3. 5.] [5. 6.]], [0 0 2] -> [[2. 3.5] [0. 0.] [5. 6.]]",
};

}  // namespace tp
