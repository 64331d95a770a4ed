// Counting and searching: histograms, places in sorted rows; and two more scans over numbers: the running
// log(sum(exp)), and the next representable number.
#include <cmath>
#include <limits>

#include "kernels/grad_text.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- LowerBound, UpperBound: for each value of a row, its place in the same row of sorted numbers.
// -----------------------------------------------------------------------------------

void BoundKernel(KernelContext& c, bool upper) {
  const Tensor &sorted = c.input(0), &values = c.input(1);
  if (sorted.rank() != 2 || values.rank() != 2)
    return Fail(c, "sorted input and values argument must be matrices");
  if (sorted.dim(0) != values.dim(0)) return Fail(c, "Leading dim_size of both tensors must match.");
  const DType dtype = c.Attr<DType>("out_type", DType::kInt32);
  Tensor* out = c.Output(0, dtype, values.shape());
  if (out == nullptr) return;
  const int64_t width = sorted.dim(1), count = values.dim(1);
  DispatchNumeric(sorted.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_arithmetic_v<T>) {
      FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(sorted.dtype()));
    } else {
      for (int64_t i = 0; i < values.num_elements(); ++i) {
        const T* begin = sorted.data<T>() + i / count * width;
        const T value = values.data<T>()[i];
        const T* at = upper ? std::upper_bound(begin, begin + width, value)
                            : std::lower_bound(begin, begin + width, value);
        if (dtype == DType::kInt32)
          out->data<int32_t>()[i] = static_cast<int32_t>(at - begin);
        else
          out->data<int64_t>()[i] = at - begin;
      }
    }
  });
}

Status BoundShape(ShapeContext& c) {
  c.Set(0, c.input(1));
  return {};
}

// --- HistogramFixedWidth
// -----------------------------------------------------------------------------------

void HistogramKernel(KernelContext& c) {
  const Tensor &values = c.input(0), &range = c.input(1);
  const int64_t bins = ScalarInt(c.input(2));
  if (range.rank() != 1 || range.dim(0) != 2) return Fail(c, "value_range should be a vector of 2 elements.");
  if (bins <= 0) return Fail(c, "nbins should be a positive number, but got '{}'", bins);
  const DType dtype = c.Attr<DType>("dtype", DType::kInt32);
  Tensor* out = c.Output(0, dtype, Shape{bins});
  if (out == nullptr) return;
  std::vector<int64_t> counts(static_cast<size_t>(bins));
  const double low = ElementAsDouble(range, 0), high = ElementAsDouble(range, 1);
  if (!(low < high))
    return Fail(c, "value_range should satisfy value_range[0] < value_range[1], but got '[{}, {}]'", low,
                high);
  const double step = (high - low) / static_cast<double>(bins);
  for (int64_t i = 0; i < values.num_elements(); ++i) {
    const double at = (std::clamp(ElementAsDouble(values, i), low, high) - low) / step;
    ++counts[static_cast<size_t>(std::min(static_cast<int64_t>(at), bins - 1))];
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    if (dtype == DType::kInt32)
      out->data<int32_t>()[i] = static_cast<int32_t>(counts[i]);
    else
      out->data<int64_t>()[i] = counts[i];
  }
}

Status HistogramShape(ShapeContext& c) {
  c.Set(0, Shape{c.value(2) != nullptr ? ScalarInt(*c.value(2)) : kUnknownDim});
  return {};
}

// --- CumulativeLogsumexp
// -----------------------------------------------------------------------------------

template <class T>
T LogAddExp(T a, T b) {
  const T high = a > b ? a : b, low = a > b ? b : a;
  if (std::isinf(high) && high < 0) return high;
  return high + std::log1p(std::exp(low - high));
}

void LogSumExpKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const std::optional<int> at = NormalAxis(ScalarInt(c.input(1)), x.rank());
  if (!at)
    return Fail(c, "ScanOp: Expected scan axis in the range [{}, {}), but got {}", -x.rank(), x.rank(),
                ScalarInt(c.input(1)));
  const bool exclusive = c.Attr("exclusive", false), reverse = c.Attr("reverse", false);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr || out->num_elements() == 0) return;
  const int64_t n = x.dim(*at), outer = DimProduct(x.shape(), 0, *at),
                inner = DimProduct(x.shape(), *at + 1, x.rank());
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_floating_point_v<T>) {
      FailAs(c, Code::kUnimplemented, "CumulativeLogsumexp of {}", DTypeName(x.dtype()));
    } else {
      for (int64_t o = 0; o < outer; ++o)
        for (int64_t k = 0; k < inner; ++k) {
          T sum = -std::numeric_limits<T>::infinity();
          for (int64_t i = 0; i < n; ++i) {
            const int64_t place = (o * n + (reverse ? n - 1 - i : i)) * inner + k;
            const T next = LogAddExp(sum, x.data<T>()[place]);
            out->data<T>()[place] = exclusive ? sum : next;
            sum = next;
          }
        }
    }
  });
}

// _CumulativeLogsumexpGrad: positive and negative gradients apart, each through its logarithm.
void LogSumExpGrad(GradContext& g) {
  const Val &x = g.input(0), &axis = g.input(1), &y = g.output(0), &grad = g.grad(0);
  const double lowest = x.dtype() == DType::kFloat64
                            ? std::numeric_limits<double>::lowest()
                            : static_cast<double>(std::numeric_limits<float>::lowest());
  const Val none = grad::Const(g, grad.dtype(), lowest);
  const auto log_of = [&](std::string_view compare, bool negative) {
    const Val has = g.Op(compare, {grad, grad::Const(g, grad.dtype(), 0)});
    return g.Op("SelectV2", {has, g.Op("Log", {negative ? grad::Neg(g, grad) : grad}), none});
  };
  const auto part = [&](const Val& log) {
    const Val sum =
        g.Op("CumulativeLogsumexp", {grad::Sub(g, log, y), axis},
             MakeAttrs({{"exclusive", g.Attr<bool>("exclusive")}, {"reverse", !g.Attr<bool>("reverse")}}));
    return g.Op("Exp", {grad::Add(g, sum, x)});
  };
  const Val log_positive = log_of("Greater", false), log_negative = log_of("Less", true);
  const Val positive = part(log_positive);
  g.Set(0, grad::Sub(g, positive, part(log_negative)));
}

// --- NextAfter
// -----------------------------------------------------------------------------------

void NextAfterKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &y = c.input(1);
  const std::optional<Shape> shape = BroadcastShapes(x.shape(), y.shape());
  if (!shape) return Fail(c, "Incompatible shapes: {} vs. {}", x.shape(), y.shape());
  Tensor* out = c.Output(0, x.dtype(), *shape);
  if (out == nullptr) return;
  const auto at = [&](const Tensor& t, int64_t i) {
    int64_t offset = 0, stride = 1;
    for (int d = shape->rank() - 1, k = t.rank() - 1; d >= 0; --d, --k) {
      if (k >= 0 && t.dim(k) != 1) offset += i % (*shape)[d] * stride;
      if (k >= 0) stride *= t.dim(k);
      i /= (*shape)[d];
    }
    return offset;
  };
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    if (x.dtype() == DType::kFloat32)
      out->data<float>()[i] = std::nextafter(x.data<float>()[at(x, i)], y.data<float>()[at(y, i)]);
    else
      out->data<double>()[i] = std::nextafter(x.data<double>()[at(x, i)], y.data<double>()[at(y, i)]);
  }
}

}  // namespace

TP_OP(LowerBound){
    .name = "LowerBound",
    .inputs = "sorted_inputs: T, values: T",
    .outputs = "output: out_type",
    .attrs = "T: type, out_type: {int32,int64} = int32",
    .doc = "How many numbers of the sorted row are smaller than each value.",
    .shape = BoundShape,
    .kernel = [](KernelContext& c) { BoundKernel(c, false); },
    .examples = "[[0. 1. 1. 2.]], [[1. 5. -1.]] -> [[1 4 0]]",
};

TP_OP(UpperBound){
    .name = "UpperBound",
    .inputs = "sorted_inputs: T, values: T",
    .outputs = "output: out_type",
    .attrs = "T: type, out_type: {int32,int64} = int32",
    .doc = "How many numbers of the sorted row are not larger than each value.",
    .shape = BoundShape,
    .kernel = [](KernelContext& c) { BoundKernel(c, true); },
    .examples = "[[0. 1. 1. 2.]], [[1. 5. -1.]] -> [[3 4 0]]",
};

TP_OP(HistogramFixedWidth){
    .name = "HistogramFixedWidth",
    .inputs = "values: T, value_range: T, nbins: int32",
    .outputs = "out: dtype",
    .attrs = "T: {int32,int64,float32,float64}, dtype: {int32,int64} = int32",
    .doc = "How many values fall into each of nbins parts of the range; what is outside counts at its end.",
    .shape = HistogramShape,
    .kernel = HistogramKernel,
    .host_inputs = "nbins",
    .examples = "[-1. 0.5 1.5 2.25 5. 15.], [0. 5.], 5 -> [2 1 1 0 2]",
};

TP_OP(CumulativeLogsumexp){
    .name = "CumulativeLogsumexp",
    .inputs = "x: T, axis: Tidx",
    .outputs = "out: T",
    .attrs =
        "exclusive: bool = false, reverse: bool = false, T: {bfloat16,float16,float32,float64}, Tidx: "
        "{int32,int64} "
        "= int32",
    .doc = "The running logarithm of the sum of exponentials along an axis.",
    .shape = shape::Unchanged,
    .kernel = LogSumExpKernel,
    .gradient = LogSumExpGrad,
    .host_inputs = "axis",
    .examples = "[0. 0. 0.6931472], 0 -> [0. 0.6931472 1.3862944]",
};

TP_OP(NextAfter){
    .name = "NextAfter",
    .api = "tf.math.nextafter (x1, x2, name=None)",
    .inputs = "x1: T, x2: T",
    .outputs = "output: T",
    .attrs = "T: {float64,float32} = float32",
    .doc = "The number next to x1 in the direction of x2.",
    .shape = shape::Broadcast,
    .kernel = NextAfterKernel,
    .gradient =
        [](GradContext& g) {
          grad::Run(
              g,
              "s = shape(x0); t = shape(x1); r = BroadcastGradientArgs(s, t); o = ones(s, x0); "
              "z = zeros(x1); d0 = reshape(sum(mul(o, g0), r), s); d1 = reshape(sum(mul(z, g0), r.1), t)");
        },
    .examples = "[1. 2.], [1. 3.] -> [1. 2.0000002]",
};

}  // namespace tp
