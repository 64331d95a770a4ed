// Batch normalisation in one op, and its gradient (tensorflow/core/kernels/fused_batch_norm_op.cc).
#include <cmath>

#include "kernels/op.h"
#include "kernels/reduce.h"
#include "kernels/store.h"

namespace tp {
namespace {

struct Sum {
  static float identity() { return 0; }
  static float combine(float a, float b) { return a + b; }
};

// The elements of x as floats, channels last: [rest, depth].
struct Rows {
  int64_t rest = 0, depth = 0;
  std::vector<float> values;
};

// Where number `channel` of pixel i lies: channels stand first ("NCHW") behind the batch, or last.
struct Layout {
  Layout(const KernelContext& c, const Tensor& x) {
    const auto format = c.Attr<std::string>("data_format", "NHWC");
    first = format[1] == 'C';
    batch = x.dim(0);
    depth = x.dim(first ? 1 : x.rank() - 1);
    inner = batch * depth == 0 ? 0 : x.num_elements() / batch / depth;
  }
  int64_t rest() const { return batch * inner; }
  int64_t at(int64_t i, int64_t channel) const {
    return first ? (i / inner * depth + channel) * inner + i % inner : i * depth + channel;
  }
  bool first;
  int64_t batch, depth, inner;
};

Rows RowsOf(const Tensor& x, const Layout& layout) {
  Rows rows{layout.rest(), layout.depth, {}};
  rows.values.resize(static_cast<size_t>(rows.rest * rows.depth));
  for (int64_t i = 0; i < rows.rest; ++i)
    for (int64_t k = 0; k < rows.depth; ++k)
      rows.values[static_cast<size_t>(i * rows.depth + k)] =
          static_cast<float>(ElementAsDouble(x, layout.at(i, k)));
  return rows;
}

std::vector<float> Floats(const Tensor& x) {
  std::vector<float> values(static_cast<size_t>(x.num_elements()));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(ElementAsDouble(x, static_cast<int64_t>(i)));
  return values;
}

std::vector<float> SumOfRows(const Rows& x) {
  std::vector<float> sums(static_cast<size_t>(x.depth));
  reduce::ReduceRows<Sum, float>(x.values.data(), x.rest, x.depth, x.depth, sums.data());
  return sums;
}

// f(i, k, value) for each element in place.
template <class F>
void Change(Rows* x, F&& f) {
  for (size_t i = 0, at = 0; i < static_cast<size_t>(x->rest); ++i)
    for (size_t k = 0; k < static_cast<size_t>(x->depth); ++k, ++at) x->values[at] = f(at, k, x->values[at]);
}

bool Give(KernelContext& c, int i, DType dtype, const Shape& shape, const std::vector<float>& values) {
  Tensor* out = c.Output(i, dtype, shape);
  if (out == nullptr) return false;
  for (size_t k = 0; k < values.size(); ++k) StoreReal(*out, static_cast<int64_t>(k), values[k]);
  return true;
}

bool GiveRows(KernelContext& c, const Tensor& like, const Layout& layout, const Rows& rows) {
  Tensor* out = c.Output(0, like.dtype(), like.shape());
  if (out == nullptr) return false;
  for (int64_t i = 0; i < rows.rest; ++i)
    for (int64_t k = 0; k < rows.depth; ++k)
      StoreReal(*out, layout.at(i, k), rows.values[static_cast<size_t>(i * rows.depth + k)]);
  return true;
}

bool CheckInput(KernelContext& c, const Tensor& x, std::string_view name) {
  const bool volume = c.Attr<std::string>("data_format", "NHWC").size() == 5;
  if (x.rank() == (volume ? 5 : 4)) return true;
  if (volume)
    Fail(c, "{} must be 5-dimensional{}", name, x.shape());
  else
    Fail(c, "{} must be 4-dimensional{}", name, x.shape());
  return false;
}

// False (an error is set) where a vector has not one number for each channel.
bool CheckVector(KernelContext& c, int i, std::string_view name, int64_t depth, bool sized = true) {
  const Tensor& x = c.input(i);
  if (x.rank() != 1) return Fail(c, "{} must be 1-dimensional{}", name, x.shape()), false;
  if (sized && x.dim(0) != depth)
    return Fail(c, "{} must have the same number of elements as the channels of x, got {} and {}", name,
                x.dim(0), depth),
           false;
  return true;
}

void BatchNormKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const bool training = c.Attr("is_training", true);
  if (!CheckInput(c, x, "input")) return;
  const Layout layout(c, x);
  if (!CheckVector(c, 1, "scale", layout.depth) || !CheckVector(c, 2, "offset", layout.depth)) return;
  const auto epsilon = static_cast<float>(c.Attr("epsilon", 0.0001)),
             factor = static_cast<float>(c.Attr("exponential_avg_factor", 1.0));
  const bool moving = training && factor == 1;
  for (int i : {3, 4}) {
    const char* name = i == 3 ? "mean" : "variance";
    if (!CheckVector(c, i, i == 3 ? "estimated_mean" : "estimated_variance", layout.depth, false)) return;
    if (!moving && c.input(i).dim(0) != layout.depth)
      return Fail(c, "When {}, {} must have the same number of elements as the channels of x, got {} and {}",
                  training ? "exponential_avg_factor != 1" : "is_training=false", name, c.input(i).dim(0),
                  layout.depth);
  }
  const DType statistics = c.input(1).dtype();
  const std::vector<float> scale = Floats(c.input(1)), offset = Floats(c.input(2));
  std::vector<float> mean = Floats(c.input(3)), variance = Floats(c.input(4));
  Rows rows = RowsOf(x, layout);
  const auto depth = static_cast<size_t>(layout.depth);
  std::vector<float> new_mean = mean, new_variance = variance;
  if (training) {
    const auto inverse = 1.f / static_cast<float>(rows.rest),
               adjust =
                   static_cast<float>(rows.rest) / static_cast<float>(std::max<int64_t>(1, rows.rest - 1));
    mean = SumOfRows(rows);
    for (float& m : mean) m *= inverse;
    Change(&rows, [&](size_t, size_t k, float value) { return value - mean[k]; });
    Rows squares = rows;
    Change(&squares, [](size_t, size_t, float value) { return value * value; });
    variance = SumOfRows(squares);
    for (float& v : variance) v *= inverse;
    new_mean.resize(depth);
    new_variance.resize(depth);
    for (size_t k = 0; k < depth; ++k) {
      const float v = variance[k] * adjust;
      new_mean[k] = factor == 1 ? mean[k] : (1 - factor) * new_mean[k] + factor * mean[k];
      new_variance[k] = factor == 1 ? v : (1 - factor) * new_variance[k] + factor * v;
    }
  } else {
    Change(&rows, [&](size_t, size_t k, float value) { return value - mean[k]; });
  }
  Change(&rows, [&](size_t, size_t k, float value) {
    return value * (1 / std::sqrt(variance[k] + epsilon) * scale[k]) + offset[k];
  });
  const Shape vector{layout.depth};
  if (!GiveRows(c, x, layout, rows) || !Give(c, 1, statistics, vector, new_mean) ||
      !Give(c, 2, statistics, vector, new_variance) || !Give(c, 3, statistics, vector, mean) ||
      !Give(c, 4, statistics, vector, variance))
    return;
  // What a GPU keeps for the gradient.
  if (c.op().name() == "FusedBatchNormV3") Give(c, 5, statistics, Shape{0}, {});
}

// Inputs: the gradient of y, x, scale, and the mean and variance of the batch (of the population, where not
// training).
void BatchNormGradKernel(KernelContext& c) {
  const Tensor &dy = c.input(0), &x = c.input(1);
  if (!CheckInput(c, dy, "out_backprop") || !CheckInput(c, x, "input")) return;
  if (dy.shape() != x.shape())
    return Fail(c, "x and y_backprop must have same shape, but x has shape {} and y_backprop has shape {}",
                x.shape(), dy.shape());
  const Layout layout(c, x);
  if (!CheckVector(c, 2, "scale", layout.depth) || !CheckVector(c, 3, "saved mean", layout.depth) ||
      !CheckVector(c, 4, "saved variance", layout.depth))
    return;
  const auto epsilon = static_cast<float>(c.Attr("epsilon", 0.0001));
  const std::vector<float> scale = Floats(c.input(2)), mean = Floats(c.input(3)),
                           variance = Floats(c.input(4));
  Rows grads = RowsOf(dy, layout), centered = RowsOf(x, layout);
  std::vector<float> deviation(variance.size());  // 1 / the standard deviation
  for (size_t k = 0; k < variance.size(); ++k) deviation[k] = 1 / std::sqrt(variance[k] + epsilon);
  Change(&centered, [&](size_t, size_t k, float value) { return value - mean[k]; });
  Rows products = centered;
  Change(&products, [&](size_t at, size_t, float value) { return value * grads.values[at]; });
  const std::vector<float> sums = SumOfRows(grads), dots = SumOfRows(products);
  std::vector<float> scale_grad(dots);
  for (size_t k = 0; k < dots.size(); ++k) scale_grad[k] *= deviation[k];
  if (c.Attr("is_training", true)) {
    const float inverse = 1.f / static_cast<float>(grads.rest);
    Change(&grads, [&](size_t at, size_t k, float value) {
      return scale[k] * deviation[k] *
             (value - sums[k] * inverse -
              centered.values[at] * (dots[k] * inverse * deviation[k] * deviation[k]));
    });
  } else {
    Change(&grads, [&](size_t, size_t k, float value) { return value * (scale[k] * deviation[k]); });
  }
  const DType statistics = c.input(2).dtype();
  const Shape vector{layout.depth};
  if (!GiveRows(c, x, layout, grads) || !Give(c, 1, statistics, vector, scale_grad) ||
      !Give(c, 2, statistics, vector, sums))
    return;
  for (int i : {3, 4}) Give(c, i, statistics, Shape{0}, {});
}

Status BatchNormShape(ShapeContext& c) {
  const auto format = c.Attr<std::string>("data_format", "NHWC");
  Shape x;
  TP_RETURN_IF_ERROR(c.WithRank(0, format.size() == 5 ? 5 : 4, &x));
  const int channel = format[1] == 'C' ? 1 : static_cast<int>(format.size()) - 1;
  Dim depth = x.has_rank() ? x[channel] : kUnknownDim;
  const bool moving = c.Attr("is_training", true) && c.Attr("exponential_avg_factor", 1.0) == 1.0;
  for (int i = 1; i < (moving ? 3 : 5); ++i) {
    Shape vector;
    TP_RETURN_IF_ERROR(c.WithRank(i, 1, &vector));
    if (vector.has_rank()) TP_RETURN_IF_ERROR(c.Merge(depth, vector[0], &depth));
  }
  if (x.has_rank()) {
    Shape y;
    for (int i = 0; i < x.rank(); ++i) y.Append(i == channel ? depth : x[i]);
    x = y;
  }
  c.Set(0, x);
  for (int i = 1; i < 5; ++i) c.Set(i, Shape{depth});
  return {};
}

Status BatchNormGradShape(ShapeContext& c) {
  const auto format = c.Attr<std::string>("data_format", "NHWC");
  const int rank = format.size() == 5 ? 5 : 4, channel = format[1] == 'C' ? 1 : rank - 1;
  Shape dy, x;
  TP_RETURN_IF_ERROR(c.WithRank(0, rank, &dy));
  TP_RETURN_IF_ERROR(c.WithRank(1, rank, &x));
  Dim depth = dy.has_rank() ? dy[channel] : kUnknownDim;
  if (x.has_rank()) TP_RETURN_IF_ERROR(c.Merge(depth, x[channel], &depth));
  for (int i = 2; i < 5; ++i) {
    Shape vector;
    TP_RETURN_IF_ERROR(c.WithRank(i, 1, &vector));
    if (vector.has_rank()) TP_RETURN_IF_ERROR(c.Merge(depth, vector[0], &depth));
  }
  if (dy.has_rank()) {
    Shape whole;
    for (int i = 0; i < rank; ++i) whole.Append(i == channel ? depth : dy[i]);
    dy = whole;
  }
  c.Set(0, dy);
  for (int i : {1, 2}) c.Set(i, Shape{depth});
  for (int i : {3, 4}) c.Set(i, Shape{0});
  return {};
}

// nn_grad.py: _BaseFusedBatchNormGrad.
void BatchNormGradient(GradContext& g) {
  const bool training = g.Attr("is_training", true);
  const int from = training ? 3 : 0;
  const std::vector<Val> inputs = {g.grad(0),
                                   g.input(0),
                                   g.input(1),
                                   from != 0 ? g.output(3) : g.input(3),
                                   from != 0 ? g.output(4) : g.input(4),
                                   g.output(5)};
  const std::vector<Val> grads =
      g.builder().Ops("FusedBatchNormGradV3", inputs,
                      MakeAttrs({{"epsilon", g.Attr("epsilon", 0.0001)},
                                 {"data_format", g.Attr<std::string>("data_format", "NHWC")},
                                 {"is_training", training}}));
  for (int i = 0; i < 3; ++i) g.Set(i, grads[static_cast<size_t>(i)]);
}

}  // namespace

TP_OP(FusedBatchNormV3){
    .name = "FusedBatchNormV3",
    .inputs = "x: T, scale: U, offset: U, mean: U, variance: U",
    .outputs =
        "y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    .attrs =
        "T: {float16,bfloat16,float32}, U: {bfloat16,float32}, epsilon: float = 0.0001, "
        "exponential_avg_factor: float = 1.0, data_format: {'NHWC','NCHW','NDHWC','NCDHW'} = 'NHWC', "
        "is_training: bool = true",
    .doc = "x by the mean and variance of each channel: those of the batch, or those given.",
    .shape = BatchNormShape,
    .kernel = BatchNormKernel,
    .gradient = BatchNormGradient,
    .examples =
        "[[[[1.]] [[3.]]]], [2.], [1.], f32:[], f32:[] -> [[[[-0.9999001]] [[2.9999]]]], [2.], [2.], [2.], "
        "[1.], f32:[]",
};

TP_OP(FusedBatchNormGradV3){
    .name = "FusedBatchNormGradV3",
    .inputs =
        "y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    .outputs = "x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U",
    .attrs =
        "T: {float16,bfloat16,float32}, U: {float32}, epsilon: float = 0.0001, data_format: "
        "{'NHWC','NCHW','NDHWC','NCDHW'} = 'NHWC', is_training: bool = true",
    .doc = "The gradients of FusedBatchNormV3.",
    .shape = BatchNormGradShape,
    .kernel = BatchNormGradKernel,
    .no_gradient = true,
};

}  // namespace tp
