// Pooling over regions of two sizes, mixed at random (TensorFlow: fractional_max_pool_op.cc,
// fractional_avg_pool_op.cc, fractional_pool_common.cc).
#include <cmath>
#include <limits>

#include "kernels/op.h"
#include "kernels/philox.h"
#include "kernels/store.h"

namespace tp {
namespace {

// Where regions begin, and where the last one ends. Each run draws from the start of the seeds' stream.
std::vector<int64_t> Borders(KernelContext& c, Philox* stream, int64_t in, int64_t out) {
  const bool pseudo = c.Attr("pseudo_random", false);
  const auto reserve = [&](int64_t singles) {
    const PhiloxSingles next(*stream);
    stream->Skip(static_cast<uint64_t>((singles + 3) / 4));
    return next;
  };
  std::vector<int64_t> sizes(static_cast<size_t>(out), in / out);
  if (pseudo) {
    const double alpha = static_cast<double>(in) / static_cast<double>(out);
    const int64_t k = in / out;
    const double most = std::min(static_cast<double>(k + 2) / alpha - 1,
                                 static_cast<double>(in + 1 - k) / alpha - static_cast<double>(out - 1));
    PhiloxSingles next = reserve(2);
    const uint32_t high = next();
    const double u = philox::ToDouble(high, next()) * most;
    int64_t last = 1;
    for (int64_t i = 1; i <= out; ++i) {
      const int64_t border =
          i == out ? in + 1 : static_cast<int64_t>(std::ceil(alpha * (static_cast<double>(i) + u)));
      sizes[static_cast<size_t>(i - 1)] = border - std::exchange(last, border);
    }
  } else {
    for (int64_t i = 0; i < in % out; ++i) ++sizes[static_cast<size_t>(i)];
    PhiloxSingles next = reserve(out);
    for (size_t i = 0; i + 1 < sizes.size(); ++i)
      std::swap(sizes[i], sizes[i + next() % static_cast<uint32_t>(sizes.size() - i)]);
  }
  std::vector<int64_t> borders = {0};
  for (int64_t size : sizes) borders.push_back(borders.back() + size);
  return borders;
}

// Calls f(output element's place without the channel, input place) for each pair of a region and an element.
template <class F>
void ForEachPair(int64_t batch, int64_t height, int64_t width, std::span<const int64_t> rows,
                 std::span<const int64_t> columns, bool overlapping, F&& f) {
  const auto last = [&](std::span<const int64_t> borders, size_t i, int64_t size) {
    return std::min(overlapping ? borders[i + 1] : borders[i + 1] - 1, size - 1);
  };
  int64_t at = 0;
  for (int64_t b = 0; b < batch; ++b)
    for (size_t r = 0; r + 1 < rows.size(); ++r)
      for (size_t k = 0; k + 1 < columns.size(); ++k, ++at)
        for (int64_t h = rows[r]; h <= last(rows, r, height); ++h)
          for (int64_t w = columns[k]; w <= last(columns, k, width); ++w) f(at, (b * height + h) * width + w);
}

void PoolKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  const bool max = c.op().name() == "FractionalMaxPool";
  const auto ratio = c.Attr<std::vector<double>>("pooling_ratio");
  if (ratio.size() != 4) return Fail(c, "pooling_ratio field must specify 4 dimensions");
  for (double r : ratio)
    if (r < 1) return Fail(c, "pooling_ratio cannot be smaller than 1, got: {}", r);
  if (ratio[0] != 1 || ratio[3] != 1)
    return FailAs(c, Code::kUnimplemented,
                  "Fractional {} pooling is not yet supported on the batch nor channel dimension.",
                  max ? "max" : "average");
  if (in.rank() != 4) return Fail(c, "tensor_in must be 4-dimensional");
  int64_t size[4];
  for (int d = 0; d < 4; ++d) {
    size[d] = static_cast<int64_t>(
        std::floor(static_cast<float>(in.dim(d)) / static_cast<float>(ratio[static_cast<size_t>(d)])));
    if (in.dim(d) < ratio[static_cast<size_t>(d)])
      return Fail(
          c,
          "Pooling ratio is higher than input dimension size for dimension {}. Input dim size: {} pooling "
          "ratio: {}",
          d, in.dim(d), ratio[static_cast<size_t>(d)]);
  }
  const auto seed = c.Attr<int64_t>("seed"), seed2 = c.Attr<int64_t>("seed2");
  if (!c.Attr("deterministic", false) && (seed != 0 || seed2 != 0))
    return Fail(c, "Both seed and seed2 should be 0 if deterministic is false.");
  Philox stream(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2));
  const std::vector<int64_t> rows = Borders(c, &stream, in.dim(1), size[1]);
  const std::vector<int64_t> columns = Borders(c, &stream, in.dim(2), size[2]);
  Tensor* out = c.Output(0, in.dtype(), Shape{size[0], size[1], size[2], size[3]});
  if (out == nullptr) return;
  c.SetOutput(1, IntVector(rows, DType::kInt64));
  c.SetOutput(2, IntVector(columns, DType::kInt64));
  const int64_t depth = in.dim(3), count = out->num_elements();
  std::vector<double> sums(static_cast<size_t>(count), max ? -std::numeric_limits<double>::infinity() : 0);
  std::vector<int64_t> elements(static_cast<size_t>(depth == 0 ? 0 : count / depth));
  ForEachPair(in.dim(0), in.dim(1), in.dim(2), rows, columns, c.Attr("overlapping", false),
              [&](int64_t to, int64_t from) {
                ++elements[static_cast<size_t>(to)];
                for (int64_t d = 0; d < depth; ++d) {
                  double& sum = sums[static_cast<size_t>(to * depth + d)];
                  const double x = ElementAsDouble(in, from * depth + d);
                  sum = max ? std::max(sum, x) : sum + x;
                }
              });
  for (int64_t i = 0; i < count; ++i) {
    const size_t at = static_cast<size_t>(i);
    StoreReal(*out, i,
              max ? sums[at] : sums[at] / static_cast<double>(elements[static_cast<size_t>(i / depth)]));
  }
}

// To the first largest element of each region, or to all elements alike.
void PoolGradKernel(KernelContext& c) {
  const bool max = c.op().name() == "FractionalMaxPoolGrad";
  const Tensor &grad = c.input(max ? 2 : 1), &rows = c.input(max ? 3 : 2), &columns = c.input(max ? 4 : 3);
  Shape shape;
  if (max)
    shape = c.input(0).shape();
  else
    for (int64_t dim : c.input(0).elements<int64_t>()) shape.Append(dim);
  if (shape.rank() != 4 || grad.rank() != 4)
    return Fail(c, "orig_input and out_backprop must be 4-dimensional");
  const int64_t depth = shape[3];
  const auto fits = [&](const Tensor& borders, int64_t most, int64_t regions) {
    if (borders.rank() != 1 || borders.dim(0) != regions + 1) return false;
    for (int64_t border : borders.elements<int64_t>())
      if (border < 0 || border > most) return false;
    return true;
  };
  if (!fits(rows, shape[1], grad.dim(1)) || !fits(columns, shape[2], grad.dim(2)) || grad.dim(3) != depth ||
      grad.dim(0) != shape[0])
    return Fail(c, "the pooling sequences do not fit the input and the output");
  Tensor* out = c.Output(0, grad.dtype(), shape);
  if (out == nullptr) return;
  std::vector<double> sums(static_cast<size_t>(out->num_elements()));
  std::vector<int64_t> best(static_cast<size_t>(max ? grad.num_elements() : 0), -1), elements;
  const bool overlapping = c.Attr("overlapping", false);
  const auto each = [&](auto&& f) {
    ForEachPair(shape[0], shape[1], shape[2], rows.elements<int64_t>(), columns.elements<int64_t>(),
                overlapping, f);
  };
  if (max) {
    each([&](int64_t to, int64_t from) {
      for (int64_t d = 0; d < depth; ++d) {
        int64_t& at = best[static_cast<size_t>(to * depth + d)];
        const int64_t here = from * depth + d;
        if (at < 0 || ElementAsDouble(c.input(0), at) < ElementAsDouble(c.input(0), here)) at = here;
      }
    });
    for (size_t i = 0; i < best.size(); ++i)
      if (best[i] >= 0) sums[static_cast<size_t>(best[i])] += ElementAsDouble(grad, static_cast<int64_t>(i));
  } else {
    elements.resize(static_cast<size_t>(depth == 0 ? 0 : grad.num_elements() / depth));
    each([&](int64_t to, int64_t) { ++elements[static_cast<size_t>(to)]; });
    each([&](int64_t to, int64_t from) {
      for (int64_t d = 0; d < depth; ++d)
        sums[static_cast<size_t>(from * depth + d)] +=
            ElementAsDouble(grad, to * depth + d) / static_cast<double>(elements[static_cast<size_t>(to)]);
    });
  }
  for (int64_t i = 0; i < out->num_elements(); ++i) StoreReal(*out, i, sums[static_cast<size_t>(i)]);
}

Status PoolShape(ShapeContext& c) {
  Shape in;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &in));
  const auto ratio = c.Attr<std::vector<double>>("pooling_ratio");
  if (ratio.size() != 4) return InvalidArgument("pooling_ratio field must specify 4 dimensions");
  for (double r : ratio)
    if (r < 1) return InvalidArgument("pooling_ratio cannot be smaller than 1, got: {}", r);
  Shape out;
  for (int d = 0; d < 4; ++d)
    out.Append(IsKnown(in[d])
                   ? static_cast<Dim>(std::floor(static_cast<double>(in[d]) / ratio[static_cast<size_t>(d)]))
                   : kUnknownDim);
  c.Set(0, out);
  // TensorFlow says one less than what its kernel gives.
  for (int i = 1; i < 3; ++i) c.Set(i, Shape{c.Add(out[i], 1)});
  return {};
}

#define TP_POOL_ATTRS                                                                         \
  "pooling_ratio: list(float) >= 4, pseudo_random: bool = false, overlapping: bool = false, " \
  "deterministic: bool = false, seed: int = 0, seed2: int = 0, T: {float32,float64,int32,int64}"

}  // namespace

TP_OP(FractionalMaxPool){
    .name = "FractionalMaxPool",
    .inputs = "value: T",
    .outputs = "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
    .attrs = TP_POOL_ATTRS,
    .doc = "The largest element of each region, and where regions begin.",
    .shape = PoolShape,
    .kernel = PoolKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0,
                g.Op("FractionalMaxPoolGrad", {g.input(0), g.output(0), g.grad(0), g.output(1), g.output(2)},
                     MakeAttrs({{"overlapping", g.Attr("overlapping", false)}})));
        },
    .examples =
        "[[[[1.] [3.] [2.] [5.] [4.]]]] -> [[[[3.] [5.]]]], i64:[0 1], i64:[0 3 5] | "
        "pooling_ratio=[1.,1.,2.,1.], "
        "deterministic=true, seed=3, seed2=7",
};

TP_OP(FractionalAvgPool){
    .name = "FractionalAvgPool",
    .inputs = "value: T",
    .outputs = "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
    .attrs = TP_POOL_ATTRS,
    .doc = "The mean of each region, and where regions begin.",
    .shape = PoolShape,
    .kernel = PoolKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("FractionalAvgPoolGrad",
                        {grad::ShapeOf(g, g.input(0), DType::kInt64), g.grad(0), g.output(1), g.output(2)},
                        MakeAttrs({{"overlapping", g.Attr("overlapping", false)}})));
        },
    .examples =
        "[[[[1.] [3.] [2.] [5.] [4.]]]] -> [[[[2.] [4.5]]]], i64:[0 1], i64:[0 3 5] | "
        "pooling_ratio=[1.,1.,2.,1.], "
        "deterministic=true, seed=3, seed2=7",
};

TP_OP(FractionalMaxPoolGrad){
    .name = "FractionalMaxPoolGrad",
    .inputs =
        "orig_input: T, orig_output: T, out_backprop: T, row_pooling_sequence: int64, "
        "col_pooling_sequence: int64",
    .outputs = "output: T",
    .attrs = "overlapping: bool = false, T: {float32,float64,int32,int64}",
    .doc = "The gradient of FractionalMaxPool.",
    .shape = shape::Unchanged,
    .kernel = PoolGradKernel,
    .examples =
        "[[[[1.] [3.] [2.]]]], [[[[3.] [2.]]]], [[[[5.] [7.]]]], i64:[0 1], i64:[0 2 3] -> [[[[0.] [5.] "
        "[7.]]]]",
};

TP_OP(FractionalAvgPoolGrad){
    .name = "FractionalAvgPoolGrad",
    .inputs =
        "orig_input_tensor_shape: int64, out_backprop: T, row_pooling_sequence: int64, "
        "col_pooling_sequence: int64",
    .outputs = "output: T",
    .attrs = "overlapping: bool = false, T: {float32,float64,int32,int64}",
    .doc = "The gradient of FractionalAvgPool.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.ValueAsShape(0));
          return Status();
        },
    .kernel = PoolGradKernel,
    .host_inputs = "orig_input_tensor_shape",
    .examples = "i64:[1 1 3 1], [[[[4.] [7.]]]], i64:[0 1], i64:[0 2 3] -> [[[[2.] [2.] [7.]]]]",
};

}  // namespace tp
