// Counting and searching: histograms, places in sorted rows, the n-th of a row, bits; and two more scans over
// numbers: the running log(sum(exp)), and the next representable number.
#include <bit>
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

// --- NthElement, PopulationCount
// -----------------------------------------------------------------------------------

void NthElementKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &n = c.input(1);
  if (n.rank() != 0) return Fail(c, "N must be scalar but has rank {}", n.rank());
  int64_t at = n.data<int32_t>()[0];
  if (at < 0) return Fail(c, "n must be non-negative but is {}", at);
  if (x.rank() < 1) return Fail(c, "Input must be at least rank 1 but is rank {}", x.rank());
  const int64_t width = x.dim(x.rank() - 1);
  if (width <= at) return Fail(c, "Input must have last dimension > n = {}", at);
  if (c.Attr("reverse", false)) at = width - 1 - at;
  Tensor* out = c.Output(0, x.dtype(), Shape(x.shape().dims().first(static_cast<size_t>(x.rank() - 1))));
  if (out == nullptr) return;
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto put = [&](auto key) {
      std::vector<T> row;
      for (int64_t i = 0; i < out->num_elements(); ++i) {
        row.assign(x.data<T>() + i * width, x.data<T>() + (i + 1) * width);
        std::nth_element(row.begin(), row.begin() + at, row.end(),
                         [&](const T& a, const T& b) { return key(a) < key(b); });
        out->data<T>()[i] = row[static_cast<size_t>(at)];
      }
    };
    if constexpr (std::is_arithmetic_v<T>)
      put([](T value) { return value; });
    else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      put([](T value) { return static_cast<float>(value); });
    else
      TP_CHECK(false, "NthElement of {}", DTypeName(x.dtype()));
  });
}

void PopulationCountKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, DType::kUint8, x.shape());
  if (out == nullptr) return;
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      for (int64_t i = 0; i < x.num_elements(); ++i)
        out->data<uint8_t>()[i] =
            static_cast<uint8_t>(std::popcount(static_cast<std::make_unsigned_t<T>>(x.data<T>()[i])));
  });
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

TP_OP(NthElement){
    .name = "NthElement",
    .inputs = "input: T, n: int32",
    .outputs = "values: T",
    .attrs =
        "reverse: bool = false, T: "
        "{float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "The n-th smallest (`reverse`: largest) element of each row.",
    .shape =
        [](ShapeContext& c) {
          Shape input, unused;
          TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &input));
          TP_RETURN_IF_ERROR(c.WithRank(1, 0, &unused));
          if (!input.has_rank()) return Status();
          Shape out;
          for (int i = 0; i < input.rank() - 1; ++i) out.Append(input[i]);
          c.Set(0, out);
          return Status();
        },
    .kernel = NthElementKernel,
    // nn_grad.py: _NthElementGrad, shared by all elements that are equal to the n-th.
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "i = cast(Equal(ExpandDims(y0, int(-1)), x0), g0); e = ExpandDims(g0, int(-1)); "
                    "n = ExpandDims(Sum(i, int(-1)), int(-1)); d0 = mul(div(i, n), e)");
        },
    .examples =
        "[[5. 1. 3.] [2. 9. 4.]], 1 -> [3. 4.]\n"
        "[5 1 3], 0 -> 5 | reverse=true",
};

TP_OP(PopulationCount){
    .name = "PopulationCount",
    .inputs = "x: T",
    .outputs = "y: uint8",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "How many bits are set.",
    .shape = shape::Unchanged,
    .kernel = PopulationCountKernel,
    .no_gradient = true,
    .examples = "[0 5 -1] -> u8:[0 2 32]",
};

}  // namespace tp
