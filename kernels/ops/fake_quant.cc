// Numbers rounded to what few bits can hold (TensorFlow: fake_quant_ops_functor.h,
// quantize_and_dequantize_op.h).
#include <cmath>
#include <limits>

#include "kernels/op.h"
#include "kernels/ops/no_kernel.h"
#include "kernels/store.h"
#include "kernels/widen.h"

namespace tp {
namespace {

constexpr int64_t kLastAxis = -2;

// A range of floats in equal steps, moved so that 0 is one of them.
struct Steps {
  float low, high, scale;
  bool zero;  // from 0 to 0: nothing is rounded, all is 0

  Steps(float min, float max, int64_t bits, bool narrow) : zero(min == 0 && max == 0) {
    const float first = narrow ? 1 : 0, last = static_cast<float>((1 << bits) - 1);
    scale = (max - min) / (last - first);
    const float zero = first - min / scale;
    const float nudged = zero < first ? first : zero > last ? last : std::round(zero);
    low = (first - nudged) * scale;
    high = (last - nudged) * scale;
    inverse_ = (last - first) / (max - min);
    zero_ = std::floor(-low * inverse_ + 0.5f);
  }
  float operator()(float x) const {
    const float clamped = std::max(std::min(x, high), low) - low;
    return std::floor(clamped * inverse_ - zero_ + 0.5f) * scale;
  }
  float Divided(float x) const {
    const float clamped = std::max(std::min(x, high), low) - low;
    return std::floor(clamped / scale - zero_ + 0.5f) * scale;
  }

 private:
  float inverse_, zero_;
};

bool GoodBits(KernelContext& c) {
  const int64_t bits = c.Attr<int64_t>("num_bits");
  if (bits >= 2 && bits <= 16) return true;
  Fail(c, "num_bits must be between 2 and 16, inclusive");
  return false;
}

// The steps of each channel: of one range that the attributes or scalars give, or of one for each.
bool ChannelSteps(KernelContext& c, int at, std::vector<Steps>* steps) {
  const int64_t bits = c.Attr<int64_t>("num_bits");
  const bool narrow = c.Attr("narrow_range", false);
  if (c.num_inputs() == at) {
    const float min = static_cast<float>(c.Attr<double>("min")),
                max = static_cast<float>(c.Attr<double>("max"));
    if (!(min < max)) return Fail(c, "min has to be smaller than max, was: {} >= {}", min, max), false;
    if (!GoodBits(c)) return false;
    steps->emplace_back(min, max, bits, narrow);
    return true;
  }
  if (!GoodBits(c)) return false;
  const Tensor &data = c.input(at - 1), &min = c.input(at), &max = c.input(at + 1);
  const bool per_channel = c.op().name().find("PerChannel") != std::string_view::npos;
  if (per_channel) {
    const int64_t depth = data.rank() == 0 ? -1 : data.dim(data.rank() - 1);
    for (const auto& [name, bound] : {std::pair("min", &min), std::pair("max", &max)})
      if (bound->rank() != 1)
        return Fail(c, "`{}` must be rank 1 but is rank {}", name, bound->rank()), false;
    for (const auto& [name, bound] : {std::pair("min", &min), std::pair("max", &max)})
      if (bound->dim(0) != depth)
        return Fail(c, "{} has incorrect size, expected {} was {}", name, depth, bound->num_elements()),
               false;
  } else {
    for (const auto& [name, bound] : {std::pair("min", &min), std::pair("max", &max)})
      if (bound->rank() != 0)
        return Fail(c, "`{}` must be rank 0 but is rank {}", name, bound->rank()), false;
  }
  for (int64_t i = 0; i < min.num_elements(); ++i)
    steps->emplace_back(min.data<float>()[i], max.data<float>()[i], bits, narrow);
  return true;
}

void FakeQuantKernel(KernelContext& c) {
  std::vector<Steps> steps;
  if (!ChannelSteps(c, 1, &steps)) return;
  const Tensor& in = c.input(0);
  Tensor* out = c.Output(0, DType::kFloat32, in.shape());
  if (out == nullptr) return;
  const size_t n = steps.size();
  const float* x = in.data<float>();
  float* y = out->data<float>();
  for (int64_t i = 0; i < in.num_elements(); ++i) {
    const Steps& step = steps[static_cast<size_t>(i) % n];
    y[i] = c.num_inputs() == 1 ? step(x[i]) : step.zero ? 0 : step.Divided(x[i]);
  }
}

void FakeQuantGradientKernel(KernelContext& c) {
  const Tensor &grad = c.input(0), &in = c.input(1);
  if (in.shape() != grad.shape())
    return c.num_inputs() == 2 ? Fail(c,
                                      "Inputs to operation {0} of type {0} must have the same size and "
                                      "shape.  Input 0: {1} != "
                                      "input 1: {2}",
                                      c.op().name(), grad.shape(), in.shape())
                               : Fail(c, "gradient and input must be the same size");
  std::vector<Steps> steps;
  if (!ChannelSteps(c, 2, &steps)) return;
  Tensor* out = c.Output(0, DType::kFloat32, in.shape());
  Tensor *low = nullptr, *high = nullptr;
  if (out == nullptr) return;
  const size_t n = steps.size();
  if (c.num_inputs() == 4) {
    low = c.Output(1, DType::kFloat32, c.input(2).shape());
    high = c.Output(2, DType::kFloat32, c.input(3).shape());
    if (low == nullptr || high == nullptr) return;
  }
  std::vector<double> below(n), above(n);
  for (int64_t i = 0; i < in.num_elements(); ++i) {
    const size_t at = static_cast<size_t>(i) % n;
    const float x = in.data<float>()[i], g = grad.data<float>()[i];
    if (steps[at].zero) {
      out->data<float>()[i] = g;
      continue;
    }
    out->data<float>()[i] = g * (x >= steps[at].low && x <= steps[at].high ? 1.0f : 0.0f);
    if (x < steps[at].low) below[at] += static_cast<double>(g);
    if (x > steps[at].high) above[at] += static_cast<double>(g);
  }
  if (low != nullptr) {
    for (size_t i = 0; i < n; ++i) {
      low->data<float>()[i] = static_cast<float>(below[i]);
      high->data<float>()[i] = static_cast<float>(above[i]);
    }
  }
}

// Inputs `at` and the next one: scalars, or a number for each index of input 0's axis.
Status BoundsShape(ShapeContext& c, int at, int64_t axis) {
  Shape low, high, bounds;
  TP_RETURN_IF_ERROR(c.WithRank(at, axis == -1 ? 0 : 1, &low));
  TP_RETURN_IF_ERROR(c.WithRank(at + 1, axis == -1 ? 0 : 1, &high));
  if (axis == -1) return {};
  Shape in = c.input(0);
  if (axis >= 0) TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, static_cast<int>(axis) + 1, &in));
  if (!in.has_rank()) return {};
  Dim depth = in[axis == kLastAxis ? in.rank() - 1 : static_cast<int>(axis)];
  TP_RETURN_IF_ERROR(c.Merge(depth, low[0], &depth));
  return c.Merge(depth, high[0], &depth);
}

[[gnu::cold]] Status QuantShape(ShapeContext& c) {
  const std::string_view name = c.op().name();
  const bool gradient = name.ends_with("Gradient") || name.ends_with("Grad");
  const bool per_channel = name.find("PerChannel") != std::string_view::npos;
  Shape out = c.input(0);
  if (per_channel) TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &out));
  if (gradient) TP_RETURN_IF_ERROR(c.Merge(c.input(0), c.input(1), &out));
  const int64_t axis = per_channel ? kLastAxis : c.Attr<int64_t>("axis", -1);
  if (!per_channel && axis < -1) return InvalidArgument("axis should be at least -1, got {}", axis);
  if (c.num_inputs() > 2) TP_RETURN_IF_ERROR(BoundsShape(c, gradient ? 2 : 1, axis));
  c.Set(0, out);
  for (int i = 1; i < c.num_outputs(); ++i) c.Set(i, c.input(i + 1));
  return {};
}

[[gnu::cold]] void FakeQuantGradient(GradContext& g) {
  std::vector<Val> inputs = {g.grad(0)};
  for (int i = 0; i < g.num_inputs(); ++i) inputs.push_back(g.input(i));
  const std::vector<Val> result =
      g.builder().Ops(std::string(g.op().name()) + "Gradient", inputs, MakeAttrs(g.attrs().items()));
  for (size_t i = 0; i < result.size(); ++i) g.Set(static_cast<int>(i), result[i]);
}

// ---- quantize and dequantize
// Channels of `axis`, or one of all elements.
struct Channels {
  int64_t outer = 1, count = 1, inner = 1;
};
Channels ChannelsOf(const Tensor& in, int64_t axis) {
  if (axis < 0) return {1, 1, in.num_elements()};
  const int at = static_cast<int>(axis);
  return {DimProduct(in.shape(), 0, at), in.dim(at), DimProduct(in.shape(), at + 1, in.rank())};
}

template <class T>
void QuantizeChannel(KernelContext& c, const T* x, T* y, const Channels& channels, int64_t channel,
                     int64_t bits, bool given, T low, T high) {
  const bool is_signed = c.Attr("signed_input", true);
  const bool half_up = c.Attr<std::string>("round_mode", "HALF_TO_EVEN") == "HALF_UP";
  const auto each = [&](auto&& f) {
    for (int64_t o = 0; o < channels.outer; ++o)
      for (int64_t i = 0; i < channels.inner; ++i) f((o * channels.count + channel) * channels.inner + i);
  };
  if (!given) {
    low = std::numeric_limits<T>::infinity();
    high = -low;
    each([&](int64_t i) {
      low = std::min(low, x[i]);
      high = std::max(high, x[i]);
    });
  }
  const int64_t least = is_signed ? -(int64_t{1} << (bits - 1)) + (c.Attr("narrow_range", false) ? 1 : 0) : 0;
  const int64_t most = is_signed ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
  const T from = static_cast<T>(least), to = static_cast<T>(most);
  const T by_low = from * low > 0 ? from / low : std::numeric_limits<T>::max();
  const T by_high = to * high > 0 ? to / high : std::numeric_limits<T>::max();
  T scale, inverse;
  if (by_low < by_high) {
    scale = by_low;
    inverse = low / from;
    high = to * inverse;
  } else {
    scale = by_high;
    inverse = high / to;
    low = from * inverse;
  }
  each([&](int64_t i) {
    const T clamped = given ? std::max(std::min(x[i], high), low) : x[i];
    const T scaled = clamped * scale;
    y[i] = (half_up ? std::floor(scaled + T(0.5)) : std::nearbyint(scaled)) * inverse;
  });
}

void QuantizeKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  const int64_t axis = c.Attr<int64_t>("axis", -1);
  if (in.dtype() != DType::kFloat32 && in.dtype() != DType::kFloat64) {
    const bool with_grad = c.op().name() == "QuantizeAndDequantizeV4";
    return NoKernel(c, with_grad
                           ? "  device='XLA_CPU_JIT'; T in [DT_FLOAT, DT_DOUBLE, DT_BFLOAT16, DT_HALF]\n"
                             "  device='CPU'; T in [DT_DOUBLE]\n  device='CPU'; T in [DT_FLOAT]"
                           : "  device='CPU'; T in [DT_DOUBLE]\n  device='CPU'; T in [DT_FLOAT]");
  }
  if (axis >= in.rank()) return Fail(c, "Shape must be at least rank {} but is rank {}", axis + 1, in.rank());
  const int64_t bits = c.num_inputs() == 4 ? ScalarInt(c.input(3)) : c.Attr<int64_t>("num_bits", 8);
  const bool is_signed = c.Attr("signed_input", true), given = c.Attr("range_given", c.num_inputs() == 4);
  if (bits <= 0 || bits >= (is_signed ? 62 : 63))
    return Fail(c, "num_bits is out of range: {} with signed_input_ {}", bits, is_signed ? 1 : 0);
  const Channels channels = ChannelsOf(in, axis);
  if (given) {
    const Tensor &low = c.input(1), &high = c.input(2);
    if (low.rank() != 0) return Fail(c, "input_min must be a scalar.");
    if (high.rank() != 0) return Fail(c, "input_max must be a scalar.");
    // So that a range for each channel is refused in any case.
    if (axis != -1) return Fail(c, "Shape must be rank 1 for input_min_tensor when the axis is specified");
    if (ElementAsDouble(low, 0) > ElementAsDouble(high, 0))
      return Fail(c, "Invalid range: input_min {} > input_max {}", ElementAsDouble(low, 0),
                  ElementAsDouble(high, 0));
  }
  Widened wide;
  if (!Widen(c, {0, 1, 2}, in.shape(), DType::kInt64, &wide)) return;
  if (in.num_elements() > 0)
    OfFloat(wide, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t channel = 0; channel < channels.count; ++channel)
        QuantizeChannel<T>(c, wide.in[0].template data<T>(), wide.out.template data<T>(), channels, channel,
                           bits, given, given ? wide.in[1].template data<T>()[channel] : T(0),
                           given ? wide.in[2].template data<T>()[channel] : T(0));
    });
  Narrow(c, wide);
}

void QuantizeV4GradKernel(KernelContext& c) {
  const Tensor &grad = c.input(0), &in = c.input(1), &low = c.input(2), &high = c.input(3);
  if (in.shape() != grad.shape()) return Fail(c, "gradient and input must be the same size");
  const int64_t axis = c.Attr<int64_t>("axis", -1);
  const Channels channels = ChannelsOf(in, axis);
  if (axis >= in.rank() || low.num_elements() != channels.count || high.num_elements() != channels.count)
    return Fail(c, "input_min and input_max must have as many elements as there are channels: {}",
                channels.count);
  Tensor* out = c.Output(0, in.dtype(), in.shape());
  Tensor* of_low = c.Output(1, in.dtype(), low.shape());
  Tensor* of_high = c.Output(2, in.dtype(), high.shape());
  if (out == nullptr || of_low == nullptr || of_high == nullptr) return;
  for (Tensor* zeros : {of_low, of_high})
    std::memset(zeros->raw_data(), 0, static_cast<size_t>(zeros->num_elements()) * DTypeSize(in.dtype()));
  for (int64_t i = 0; i < in.num_elements(); ++i) {
    const int64_t channel = axis < 0 ? 0 : i / channels.inner % channels.count;
    const double x = ElementAsDouble(in, i);
    const bool inside = x >= ElementAsDouble(low, channel) && x <= ElementAsDouble(high, channel);
    StoreReal(*out, i, inside ? ElementAsDouble(grad, i) : 0);
  }
}

#define TP_FAKE_ATTRS "num_bits: int = 8, narrow_range: bool = false"
#define TP_QUANTIZE_ATTRS \
  "round_mode: {'HALF_TO_EVEN','HALF_UP'} = 'HALF_TO_EVEN', narrow_range: bool = false, axis: int = -1"

}  // namespace

TP_OP(FakeQuantWithMinMaxArgs){
    .name = "FakeQuantWithMinMaxArgs",
    .api =
        "tf.quantization.fake_quant_with_min_max_args (inputs, min=-6, max=6, num_bits=8, "
        "narrow_range=False, name=None)",
    .inputs = "inputs: float32",
    .outputs = "outputs: float32",
    .attrs = "min: float = -6.0, max: float = 6.0, " TP_FAKE_ATTRS,
    .doc = "The nearest of 2^num_bits equal steps from min to max, moved so that 0 is one of them.",
    .shape = QuantShape,
    .kernel = FakeQuantKernel,
    .gradient = FakeQuantGradient,
    .examples = "[-10. 0. 0.4 7.] -> [-8. 0. 0. 4.] | num_bits=2",
};

TP_OP(FakeQuantWithMinMaxArgsGradient){
    .name = "FakeQuantWithMinMaxArgsGradient",
    .api =
        "tf.quantization.fake_quant_with_min_max_args_gradient (gradients, inputs, min=-6, max=6, "
        "num_bits=8, narrow_range=False, name=None)",
    .inputs = "gradients: float32, inputs: float32",
    .outputs = "backprops: float32",
    .attrs = "min: float = -6.0, max: float = 6.0, " TP_FAKE_ATTRS,
    .doc = "The gradient of FakeQuantWithMinMaxArgs: that of the result where the input is in the range.",
    .shape = QuantShape,
    .kernel = FakeQuantGradientKernel,
    .no_gradient = true,
    .examples = "[1. 2. 3.], [-9. 0. 9.] -> [0. 2. 0.]",
};

TP_OP(FakeQuantWithMinMaxVars){
    .name = "FakeQuantWithMinMaxVars",
    .api =
        "tf.quantization.fake_quant_with_min_max_vars (inputs, min, max, num_bits=8, narrow_range=False, "
        "name=None)",
    .inputs = "inputs: float32, min: float32, max: float32",
    .outputs = "outputs: float32",
    .attrs = TP_FAKE_ATTRS,
    .doc = "As FakeQuantWithMinMaxArgs; the range is two scalars.",
    .shape = QuantShape,
    .kernel = FakeQuantKernel,
    .gradient = FakeQuantGradient,
    .examples = "[-10. 0. 0.4 7.], -1., 2. -> [-1. 0. 0. 2.] | num_bits=2",
};

TP_OP(FakeQuantWithMinMaxVarsGradient){
    .name = "FakeQuantWithMinMaxVarsGradient",
    .api =
        "tf.quantization.fake_quant_with_min_max_vars_gradient (gradients, inputs, min, max, num_bits=8, "
        "narrow_range=False, name=None)",
    .inputs = "gradients: float32, inputs: float32, min: float32, max: float32",
    .outputs = "backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    .attrs = TP_FAKE_ATTRS,
    .doc = "The gradient of FakeQuantWithMinMaxVars: what lies outside goes to min and max.",
    .shape = QuantShape,
    .kernel = FakeQuantGradientKernel,
    .no_gradient = true,
    .examples = "[1. 2. 3.], [-9. 0. 9.], -1., 2. -> [0. 2. 0.], 1., 3.",
};

TP_OP(FakeQuantWithMinMaxVarsPerChannel){
    .name = "FakeQuantWithMinMaxVarsPerChannel",
    .api =
        "tf.quantization.fake_quant_with_min_max_vars_per_channel (inputs, min, max, num_bits=8, "
        "narrow_range=False, name=None)",
    .inputs = "inputs: float32, min: float32, max: float32",
    .outputs = "outputs: float32",
    .attrs = TP_FAKE_ATTRS,
    .doc = "As FakeQuantWithMinMaxVars; the last axis has a range for each index.",
    .shape = QuantShape,
    .kernel = FakeQuantKernel,
    .gradient = FakeQuantGradient,
    .examples = "[[-9. 9.] [0.4 0.4]], [-1. -1.], [2. 5.] -> [[-1. 4.] [0. 0.]] | num_bits=2",
};

TP_OP(FakeQuantWithMinMaxVarsPerChannelGradient){
    .name = "FakeQuantWithMinMaxVarsPerChannelGradient",
    .api =
        "tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient (gradients, inputs, min, max, "
        "num_bits=8, narrow_range=False, name=None)",
    .inputs = "gradients: float32, inputs: float32, min: float32, max: float32",
    .outputs = "backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32",
    .attrs = TP_FAKE_ATTRS,
    .doc = "The gradient of FakeQuantWithMinMaxVarsPerChannel.",
    .shape = QuantShape,
    .kernel = FakeQuantGradientKernel,
    .no_gradient = true,
    .examples =
        "[[1. 2.] [3. 4.]], [[-9. 9.] [0. 0.]], [-1. -1.], [2. 2.] -> [[0. 0.] [3. 4.]], [1. 0.], "
        "[0. 2.]",
};

TP_OP(QuantizeAndDequantizeV2){
    .name = "QuantizeAndDequantizeV2",
    .inputs = "input: T, input_min: T, input_max: T",
    .outputs = "output: T",
    .attrs = "signed_input: bool = true, num_bits: int = 8, range_given: bool = false, T: " TP_FLOATS
             ", " TP_QUANTIZE_ATTRS,
    .doc = "Rounded to integers of num_bits, scaled so that the range fits, and back.",
    .shape = QuantShape,
    .kernel = QuantizeKernel,
    .gradient = [](GradContext& g) { g.Set(0, g.grad(0)); },
    .examples = "[-1. 0.3 0.7], 0., 0. -> [-0.7 0. 0.7] | num_bits=2",
};

TP_OP(QuantizeAndDequantizeV3){
    .name = "QuantizeAndDequantizeV3",
    .inputs = "input: T, input_min: T, input_max: T, num_bits: int32",
    .outputs = "output: T",
    .attrs = "signed_input: bool = true, range_given: bool = true, T: " TP_FLOATS
             ", narrow_range: bool = false, axis: int = -1",
    .doc = "As QuantizeAndDequantizeV2; num_bits is a tensor.",
    .shape = QuantShape,
    .kernel = QuantizeKernel,
    .gradient = [](GradContext& g) { g.Set(0, g.grad(0)); },
    .examples = "[-1. 0.3 0.7], -1., 1., 2 -> [-1. 0. 1.]",
};

TP_OP(QuantizeAndDequantizeV4){
    .name = "QuantizeAndDequantizeV4",
    .inputs = "input: T, input_min: T, input_max: T",
    .outputs = "output: T",
    .attrs = "signed_input: bool = true, num_bits: int = 8, range_given: bool = false, T: " TP_FLOATS
             ", " TP_QUANTIZE_ATTRS,
    .doc = "As QuantizeAndDequantizeV2; its gradient is 0 outside of the range.",
    .shape = QuantShape,
    .kernel = QuantizeKernel,
    .gradient =
        [](GradContext& g) {
          const Val inputs[] = {g.grad(0), g.input(0), g.input(1), g.input(2)};
          const std::vector<Val> result = g.builder().Ops("QuantizeAndDequantizeV4Grad", inputs,
                                                          MakeAttrs({{"axis", g.Attr<int64_t>("axis", -1)}}));
          for (int i = 0; i < 3; ++i) g.Set(i, result[static_cast<size_t>(i)]);
        },
    .examples = "[-1. 0.3 0.7], -1., 1. -> [-1. 0. 1.] | num_bits=2, range_given=true",
};

TP_OP(QuantizeAndDequantizeV4Grad){
    .name = "QuantizeAndDequantizeV4Grad",
    .inputs = "gradients: T, input: T, input_min: T, input_max: T",
    .outputs = "input_backprop: T, input_min_backprop: T, input_max_backprop: T",
    .attrs = "T: " TP_FLOATS ", axis: int = -1",
    .doc = "The gradient of QuantizeAndDequantizeV4.",
    .shape = QuantShape,
    .kernel = QuantizeV4GradKernel,
    .no_gradient = true,
    .examples = "[1. 2. 3.], [-9. 0. 9.], -1., 2. -> [0. 2. 0.], 0., 0.",
};

}  // namespace tp
