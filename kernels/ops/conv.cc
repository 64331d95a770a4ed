// BiasAdd, convolution and pooling, over the engine of kernels/gemm. Images are NHWC; NCHW is turned first
// and back afterwards. float16 and bfloat16 are computed in float32.
#include "core/ir/primitives.h"
#include "kernels/activation.h"
#include "kernels/gemm/conv2d.h"
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/reduce.h"

namespace tp {
namespace {

bool ChannelsFirst(const auto& c) { return c.template Attr<std::string>("data_format", "NHWC") == "NCHW"; }

// A shape of four dims from one layout to the other.
Shape ToNhwc(const Shape& s) { return Shape{s[0], s[2], s[3], s[1]}; }
Shape ToNchw(const Shape& s) { return Shape{s[0], s[3], s[1], s[2]}; }

// The image with its channels last (`first` false: first).
Tensor Turned(KernelContext& c, const Tensor& x, bool last) {
  Tensor y = c.Scratch(x.dtype(), last ? ToNhwc(x.shape()) : ToNchw(x.shape()));
  if (!y.valid()) return y;
  const int64_t batch = x.dim(0), channels = last ? x.dim(1) : x.dim(3),
                pixels = x.num_elements() / std::max<int64_t>(batch * channels, 1);
  const Mover mover(x.dtype());
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t k = 0; k < channels; ++k) {
      const int64_t nchw = (b * channels + k) * pixels, nhwc = b * pixels * channels + k;
      if (last)
        mover.Spread(&y, nhwc, channels, x, nchw, pixels);
      else
        mover.Copy(&y, nchw, x, nhwc, pixels, channels);
    }
  return y;
}

Tensor CastImage(KernelContext& c, const Tensor& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  Tensor y = c.Scratch(dtype, x.shape());
  const void* in[] = {x.raw_data()};
  if (y.valid()) CastTile(x.dtype(), dtype)(in, y.raw_data(), x.num_elements());
  return y;
}

// --- windows
// ------------------------------------------------------------------------------------------------

// A window's geometry along height and width.
struct Window {
  Dim size[2] = {1, 1}, stride[2] = {1, 1}, dilation[2] = {1, 1}, before[2] = {0, 0}, out[2] = {0, 0};
};

// Attributes that have a number for each dim of the image; the ones of height and width.
void Spatial(const std::vector<int64_t>& list, bool channels_first, Dim* out) {
  if (list.size() != 4) return;
  out[0] = list[channels_first ? 2 : 1];
  out[1] = list[channels_first ? 3 : 2];
}

// Output size and padding in front (TF: common_shape_fns.cc, GetWindowedOutputSizeVerboseV2). Unknown sizes
// give unknown outputs.
Status Place(Window* w, const Dim* in, const std::string& padding,
             const std::vector<int64_t>& explicit_paddings, bool first) {
  for (int i = 0; i < 2; ++i) {
    if (w->stride[i] <= 0) return InvalidArgument("Stride must be > 0, but got {}", w->stride[i]);
    if (w->dilation[i] < 1) return InvalidArgument("Dilation rate must be >= 1, but got {}", w->dilation[i]);
    if (!IsKnown(in[i]) || !IsKnown(w->size[i])) {
      w->out[i] = kUnknownDim;
      continue;
    }
    const Dim reach = (w->size[i] - 1) * w->dilation[i] + 1;
    if (padding == "SAME") {
      w->out[i] = (in[i] + w->stride[i] - 1) / w->stride[i];
      w->before[i] = std::max<Dim>(0, (w->out[i] - 1) * w->stride[i] + reach - in[i]) / 2;
      continue;
    }
    Dim after = 0;
    if (padding == "EXPLICIT") {
      if (explicit_paddings.size() != 8)
        return InvalidArgument("explicit_paddings attribute must contain 8 values, but got: {}",
                               explicit_paddings.size());
      const int at = 2 * ((first ? 2 : 1) + i);
      w->before[i] = explicit_paddings[at];
      after = explicit_paddings[at + 1];
    }
    const Dim room = in[i] + w->before[i] + after - reach;
    w->out[i] = (room + w->stride[i]) / w->stride[i];
    if (room + w->stride[i] < 0 || w->out[i] < 0)
      return InvalidArgument(
          "Computed output size would be negative: {} [input_size: {}, effective_filter_size: {}, stride: "
          "{}]",
          w->out[i], in[i], reach, w->stride[i]);
  }
  return {};
}

template <class C>
Status WindowOf(const C& c, const Shape& nhwc, Dim height, Dim width, Window* w) {
  const bool first = ChannelsFirst(c);
  w->size[0] = height;
  w->size[1] = width;
  Spatial(c.template Attr<std::vector<int64_t>>("strides"), first, w->stride);
  Spatial(c.template Attr<std::vector<int64_t>>("dilations"), first, w->dilation);
  const Dim in[] = {nhwc[1], nhwc[2]};
  return Place(w, in, c.template Attr<std::string>("padding"),
               c.template Attr<std::vector<int64_t>>("explicit_paddings"), first);
}

Conv2DShape GeometryOf(const Window& w, const Shape& in, int64_t out_c) {
  Conv2DShape s;
  s.batch = in[0];
  s.in_h = in[1];
  s.in_w = in[2];
  s.in_c = in[3];
  s.filter_h = w.size[0];
  s.filter_w = w.size[1];
  s.out_c = out_c;
  s.out_h = w.out[0];
  s.out_w = w.out[1];
  s.stride_h = w.stride[0];
  s.stride_w = w.stride[1];
  s.dilation_h = w.dilation[0];
  s.dilation_w = w.dilation[1];
  s.pad_top = w.before[0];
  s.pad_left = w.before[1];
  return s;
}

// Runs f(T{}, inputs as NHWC in T, result as NHWC in T), T float or double, and puts the result into output 0
// of shape `nhwc`. `images` says which inputs are images (turned from NCHW); the result is one too where
// `image_out`.
using Inputs = SmallVector<Tensor, 3>;
template <class F>
void InEngine(KernelContext& c, std::initializer_list<int> used, std::initializer_list<bool> images,
              const Shape& nhwc, bool image_out, F&& f) {
  const bool first = ChannelsFirst(c);
  const DType dtype = c.input(*used.begin()).dtype();
  const DType work = dtype == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32;
  if (!IsFloating(dtype)) return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(dtype));
  Inputs in;
  auto is_image = images.begin();
  for (int i : used) {
    Tensor x = CastImage(c, c.input(i), work);
    if (x.valid() && first && *is_image) x = Turned(c, x, true);
    if (!x.valid()) return;
    in.push_back(x);
    ++is_image;
  }
  Tensor* out = c.Output(0, dtype, first && image_out ? ToNchw(nhwc) : nhwc);
  if (out == nullptr) return;
  const bool direct = work == dtype && !(first && image_out);
  Tensor result = direct ? *out : c.Scratch(work, nhwc);
  if (!result.valid()) return;
  if (work == DType::kFloat32)
    f(float{}, in, result);
  else
    f(double{}, in, result);
  if (direct) return;
  if (first && image_out) result = Turned(c, result, false);
  if (!result.valid()) return;
  const void* from[] = {result.raw_data()};
  CastTile(work, dtype)(from, out->raw_data(), out->num_elements());
}

// --- BiasAdd
// ------------------------------------------------------------------------------------------------

Status BiasAddShape(ShapeContext& c) {
  Shape value, bias;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, ChannelsFirst(c) ? 3 : 2, &value));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &bias));
  if (!value.has_rank()) return {};
  const int at = ChannelsFirst(c) ? 1 : value.rank() - 1;
  Dim dim;
  TP_RETURN_IF_ERROR(c.Merge(value[at], bias[0], &dim));
  value.set_dim(at, dim);
  c.Set(0, value);
  return {};
}

void BiasAddKernel(KernelContext& c) {
  const Tensor &value = c.input(0), &bias = c.input(1);
  if (value.rank() < 2) return Fail(c, "Input tensor must be at least 2D: {}", value.shape());
  if (bias.rank() != 1) return Fail(c, "Biases must be 1D: {}", bias.shape());
  const int at = ChannelsFirst(c) ? 1 : value.rank() - 1;
  if (value.dim(at) != bias.dim(0))
    return Fail(c, "Must provide as many biases as the last dimension of the input tensor: {} vs. {}",
                bias.shape(), value.shape());
  Tensor* out = c.OutputInPlaceOf(0, 0, value.dtype(), value.shape());
  const TileFn add = PrimTile(Prim::kAdd, value.dtype());
  if (out == nullptr || out->num_elements() == 0) return;
  if (add == nullptr) return FailAs(c, Code::kUnimplemented, "BiasAdd of {}", DTypeName(value.dtype()));
  const size_t size = DTypeSize(value.dtype());
  const int64_t channels = bias.dim(0), inner = DimProduct(value.shape(), at + 1, value.rank());
  const int64_t rows = value.num_elements() / (channels * inner);
  // NHWC: a row of channels at a time. NCHW: one channel's pixels, its bias repeated.
  ParallelRanges(
      rows, std::max<int64_t>(1, 16384 / (channels * inner)), 0.4 * channels * inner,
      [&](int64_t begin, int64_t end) {
        std::vector<char> repeated(inner > 1 ? inner * size : 0);
        for (int64_t row = begin; row < end; ++row)
          for (int64_t k = 0; k < (inner > 1 ? channels : 1); ++k) {
            const int64_t offset = (row * channels + k) * (inner > 1 ? inner : 1) * size;
            const int64_t start = inner > 1 ? offset : row * channels * size;
            for (int64_t i = 0; inner > 1 && i < inner; ++i)
              std::memcpy(&repeated[i * size], static_cast<const char*>(bias.raw_data()) + k * size, size);
            const void* in[] = {static_cast<const char*>(value.raw_data()) + start,
                                inner > 1 ? static_cast<const void*>(repeated.data()) : bias.raw_data()};
            add(in, static_cast<char*>(out->raw_data()) + start, inner > 1 ? inner : channels);
          }
      });
}

// Sums over all dims but the channels.
void BiasAddGradKernel(KernelContext& c) {
  const Tensor& grad = c.input(0);
  if (grad.rank() < 2) return Fail(c, "Input tensor must be at least 2D: {}", grad.shape());
  const bool first = ChannelsFirst(c);
  const int at = first ? 1 : grad.rank() - 1;
  const int64_t channels = grad.dim(at), inner = DimProduct(grad.shape(), at + 1, grad.rank()),
                outer = DimProduct(grad.shape(), 0, at);
  Tensor* out = c.Output(0, grad.dtype(), Shape{channels});
  if (out == nullptr) return;
  const bool half = grad.dtype() == DType::kFloat16 || grad.dtype() == DType::kBFloat16;
  const Tensor x = half ? CastImage(c, grad, DType::kFloat32) : grad;
  Tensor result = half ? c.Scratch(DType::kFloat32, Shape{channels}) : *out;
  if (!x.valid() || !result.valid()) return;
  const reduce::Loops* const loops = reduce::LoopsOf(reduce::Kind::kSum, x.dtype());
  if (loops == nullptr) return;
  if (inner == 1) {
    reduce::ReduceMiddle(*loops, x.raw_data(), 1, outer, channels, result.raw_data());
  } else {
    const std::unique_ptr<char[]> rows(new char[outer * channels * DTypeSize(x.dtype())]);
    reduce::ReduceMiddle(*loops, x.raw_data(), outer * channels, inner, 1, rows.get());
    reduce::ReduceMiddle(*loops, rows.get(), 1, outer, channels, result.raw_data());
  }
  if (half) {
    const void* in[] = {result.raw_data()};
    CastTile(DType::kFloat32, grad.dtype())(in, out->raw_data(), channels);
  }
}

Status BiasAddGradShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &shape));
  c.Set(0, Shape{shape.has_rank() ? shape[ChannelsFirst(c) ? 1 : shape.rank() - 1] : kUnknownDim});
  return {};
}

Attrs FormatAttr(GradContext& g) { return ChannelsFirst(g) ? MakeAttrs({{"data_format", "NCHW"}}) : Attrs(); }

// --- Conv2D
// -------------------------------------------------------------------------------------------------

Status Conv2DShapeFn(ShapeContext& c) {
  Shape in, filter;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &in));
  TP_RETURN_IF_ERROR(c.WithRank(1, 4, &filter));
  const bool first = ChannelsFirst(c);
  const Shape nhwc = first ? ToNhwc(in) : in;
  if (IsKnown(nhwc[3]) && IsKnown(filter[2]) && (filter[2] == 0 || nhwc[3] % filter[2] != 0))
    return InvalidArgument("Depth of input ({}) is not a multiple of input depth of filter ({})", nhwc[3],
                           filter[2]);
  Window w;
  TP_RETURN_IF_ERROR(WindowOf(c, nhwc, filter[0], filter[1], &w));
  const Shape out{nhwc[0], w.out[0], w.out[1], filter[3]};
  c.Set(0, first ? ToNchw(out) : out);
  return {};
}

// Checks shapes and finds the geometry; false (an error is set) where they do not fit.
bool ConvGeometry(KernelContext& c, const Shape& in, const Shape& filter, Conv2DShape* s,
                  bool depthwise = false) {
  if (in.rank() != 4) return Fail(c, "input must be 4-dimensional: {}", in), false;
  if (filter.rank() != 4) return Fail(c, "filter must be 4-dimensional: {}", filter), false;
  const Shape nhwc = ChannelsFirst(c) ? ToNhwc(in) : in;
  if (filter[2] == 0 || nhwc[3] % filter[2] != 0)
    return Fail(c, "input depth must be evenly divisible by filter depth: {} vs {}", nhwc[3], filter[2]),
           false;
  if (nhwc[3] != filter[2])
    return FailAs(c, Code::kUnimplemented, "grouped convolution (input depth {}, filter depth {})", nhwc[3],
                  filter[2]),
           false;
  Window w;
  if (Status status = WindowOf(c, nhwc, filter[0], filter[1], &w); !status.ok())
    return c.Error(status), false;
  *s = GeometryOf(w, nhwc, depthwise ? filter[2] * filter[3] : filter[3]);
  return true;
}

Shape OutShape(const Conv2DShape& s) { return Shape{s.batch, s.out_h, s.out_w, s.out_c}; }
Shape InShape(const Conv2DShape& s) { return Shape{s.batch, s.in_h, s.in_w, s.in_c}; }

void Conv2DKernel(KernelContext& c) {
  Conv2DShape s;
  if (!ConvGeometry(c, c.input(0).shape(), c.input(1).shape(), &s)) return;
  InEngine(c, {0, 1}, {true, false}, OutShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    if (out.num_elements() > 0) Conv2D<T>(s, in[0].data<T>(), in[1].data<T>(), out.data<T>());
  });
}

Shape ShapeFrom(const Tensor& sizes) {
  const SmallVector<int64_t, 8> dims = IntElements(sizes);
  return Shape(std::span<const Dim>(dims));
}

// Both gradients and their depthwise forms: which input is what differs, the geometry is the forward op's.
template <typename Run>
void Backprop(KernelContext& c, const Conv2DShape& s, std::initializer_list<int> inputs,
              std::initializer_list<bool> images, const Shape& out_shape, bool out_is_image, Run&& run) {
  InEngine(c, inputs, images, out_shape, out_is_image, [&](auto zero, Inputs& in, Tensor& out) {
    if (in[1].shape() != OutShape(s))
      return Fail(c, "{}: out_backprop has shape {} instead of {}", c.op().name(), in[1].shape(),
                  OutShape(s));
    using T = decltype(zero);
    if (out.num_elements() > 0) run(in[0].data<T>(), in[1].data<T>(), out.data<T>());
  });
}

void BackpropInput(KernelContext& c, bool depthwise) {
  Conv2DShape s;
  if (!ConvGeometry(c, ShapeFrom(c.input(0)), c.input(1).shape(), &s, depthwise)) return;
  Backprop(c, s, {1, 2}, {false, true}, InShape(s), true,
           [&](const auto* filter, const auto* grad, auto* out) {
             if (depthwise)
               DepthwiseBackpropInput(s, filter, grad, out);
             else
               Conv2DBackpropInput(s, filter, grad, out);
           });
}

void BackpropFilter(KernelContext& c, bool depthwise) {
  Conv2DShape s;
  const Shape filter = ShapeFrom(c.input(1));
  if (!ConvGeometry(c, c.input(0).shape(), filter, &s, depthwise)) return;
  Backprop(c, s, {0, 2}, {true, true}, filter, false, [&](const auto* image, const auto* grad, auto* out) {
    if (depthwise)
      DepthwiseBackpropFilter(s, image, grad, out);
    else
      Conv2DBackpropFilter(s, image, grad, out);
  });
}

Status FromSizes(ShapeContext& c, int at) {
  const Shape shape = c.ValueAsShape(at);
  c.Set(0, shape.has_rank() ? shape : Shape::OfRank(4));
  return {};
}

// The attributes of a window, as they are on the forward op.
Attrs SameAttrs(GradContext& g) {
  std::vector<AttrSet::Item> items;
  for (const char* name :
       {"data_format", "dilations", "explicit_paddings", "ksize", "padding", "strides", "use_cudnn_on_gpu"})
    if (const AttrValue* value = g.attrs().Find(name)) items.push_back({name, *value});
  return MakeAttrs(std::move(items));
}

void ConvGrad(GradContext& g, std::string_view input_op, std::string_view filter_op) {
  const std::vector<Val> shapes = g.builder().Ops("ShapeN", std::vector<Val>{g.input(0), g.input(1)});
  g.Set(0, g.Op(input_op, {shapes[0], g.input(1), g.grad(0)}, SameAttrs(g)));
  g.Set(1, g.Op(filter_op, {g.input(0), shapes[1], g.grad(0)}, SameAttrs(g)));
}

void FusedConv2DKernel(KernelContext& c) {
  Conv2DShape s;
  if (!ConvGeometry(c, c.input(0).shape(), c.input(1).shape(), &s)) return;
  const std::vector<std::string> ops = c.Attr<std::vector<std::string>>("fused_ops");
  const std::string activation = ops.size() > 1 ? ops[1] : "";
  if (ops.empty() || ops[0] != "BiasAdd" || ops.size() > 2 || c.num_inputs() != 3 ||
      (!activation.empty() && !ActivationPrim(activation)))
    return FailAs(c, Code::kUnimplemented, "Fusion is not implemented: [{}]", fmt::join(ops, ","));
  if (c.input(2).rank() != 1 || c.input(2).dim(0) != s.out_c)
    return Fail(c, "bias must be 1-dimensional of size {}, not {}", s.out_c, c.input(2).shape());
  InEngine(c, {0, 1, 2}, {true, false, false}, OutShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    GemmEpilogue<T> epilogue;
    epilogue.bias = in[2].data<T>();
    if (activation == "Relu") epilogue.activation = Activation::kRelu;
    if (activation == "Relu6") epilogue.activation = Activation::kRelu6;
    if (out.num_elements() == 0) return;
    Conv2D<T>(s, in[0].data<T>(), in[1].data<T>(), out.data<T>(), epilogue);
    if (!IsEngineActivation(activation)) ApplyActivation(activation, out);
  });
}

void DepthwiseKernel(KernelContext& c) {
  Conv2DShape s;
  if (!ConvGeometry(c, c.input(0).shape(), c.input(1).shape(), &s, true)) return;
  InEngine(c, {0, 1}, {true, false}, OutShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    if (out.num_elements() > 0) DepthwiseConv2D<T>(s, in[0].data<T>(), in[1].data<T>(), out.data<T>());
  });
}

Status DepthwiseShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(Conv2DShapeFn(c));
  Shape out = c.output(0);
  const Shape &filter = c.input(1), &image = c.input(0);
  const int at = ChannelsFirst(c) ? 1 : 3;
  Dim channels = kUnknownDim;
  if (filter.has_rank()) {
    const bool from_image = !IsKnown(filter[2]) && image.has_rank();
    channels = c.Multiply(from_image ? image[at] : filter[2], filter[3]);
  }
  out.set_dim(at, channels);
  c.Set(0, out);
  return {};
}

// --- pooling
// ------------------------------------------------------------------------------------------------

Status PoolShape(ShapeContext& c) {
  Shape in;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &in));
  const bool first = ChannelsFirst(c);
  const Shape nhwc = first ? ToNhwc(in) : in;
  Dim size[2] = {1, 1};
  Spatial(c.Attr<std::vector<int64_t>>("ksize"), first, size);
  Window w;
  TP_RETURN_IF_ERROR(WindowOf(c, nhwc, size[0], size[1], &w));
  const Shape out{nhwc[0], w.out[0], w.out[1], nhwc[3]};
  c.Set(0, first ? ToNchw(out) : out);
  return {};
}

bool PoolGeometry(KernelContext& c, const Shape& in, Conv2DShape* s) {
  if (in.rank() != 4) return Fail(c, "tensor_in must be 4-dimensional"), false;
  const Shape nhwc = ChannelsFirst(c) ? ToNhwc(in) : in;
  Dim size[2] = {1, 1};
  Spatial(c.Attr<std::vector<int64_t>>("ksize"), ChannelsFirst(c), size);
  Window w;
  if (Status status = WindowOf(c, nhwc, size[0], size[1], &w); !status.ok()) return c.Error(status), false;
  *s = GeometryOf(w, nhwc, nhwc[3]);
  return true;
}

void PoolKernel(KernelContext& c, bool max) {
  Conv2DShape s;
  if (!PoolGeometry(c, c.input(0).shape(), &s)) return;
  InEngine(c, {0}, {true}, OutShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    if (out.num_elements() == 0) return;
    max ? MaxPool2D<T>(s, in[0].data<T>(), out.data<T>()) : AvgPool2D<T>(s, in[0].data<T>(), out.data<T>());
  });
}

void MaxPoolGradKernel(KernelContext& c) {
  Conv2DShape s;
  if (!PoolGeometry(c, c.input(0).shape(), &s)) return;
  InEngine(c, {0, 2}, {true, true}, InShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    if (in[1].shape() != OutShape(s))
      return Fail(c, "Expected grad shape to be {}, but got {}", OutShape(s), in[1].shape());
    if (out.num_elements() > 0) MaxPool2DGrad<T>(s, in[0].data<T>(), in[1].data<T>(), out.data<T>());
  });
}

void AvgPoolGradKernel(KernelContext& c) {
  Conv2DShape s;
  if (!PoolGeometry(c, ShapeFrom(c.input(0)), &s)) return;
  InEngine(c, {1}, {true}, InShape(s), true, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    if (in[0].shape() != OutShape(s))
      return Fail(c, "Expected grad shape to be {}, but got {}", OutShape(s), in[0].shape());
    if (out.num_elements() > 0) AvgPool2DGrad<T>(s, in[0].data<T>(), out.data<T>());
  });
}

// _BiasAddGradGrad: the gradient of the sums, repeated over all other dims.
void BiasAddGradGrad(GradContext& g) {
  const Val &x = g.input(0), &bias = g.grad(0);
  const bool last = g.Attr<std::string>("data_format", "NHWC") == "NHWC";
  if (!x.shape().has_rank())
    throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of BiasAddGrad for an unknown rank")};
  std::vector<int64_t> view(static_cast<size_t>(x.shape().rank()), 1);
  view[last ? view.size() - 1 : 1] = -1;
  g.Set(0, g.Op("BroadcastTo", {grad::Reshape(g, bias, grad::Ints(g, view)), grad::ShapeOf(g, x)}));
}

}  // namespace

TP_OP(BiasAdd){
    .name = "BiasAdd",
    .inputs = "value: T, bias: T",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,complex64,int64,bfloat16,uint16,complex128,"
        "float16,uint32,uint64}, data_format: {'NHWC','NCHW'} = 'NHWC'",
    .doc = "The value with the bias of each channel added.",
    .shape = BiasAddShape,
    .kernel = BiasAddKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.grad(0));
          g.Set(1, g.Op("BiasAddGrad", {g.grad(0)}, FormatAttr(g)));
        },
    .in_place = 0,
    .examples =
        "[[1. 2.] [3. 4.]], [10. 20.] -> [[11. 22.] [13. 24.]]\n"
        "[[[[1.] [2.]] [[3.] [4.]]]], [10. 20.] -> [[[[11.] [12.]] [[23.] [24.]]]] | data_format='NCHW'",
};

TP_OP(BiasAddGrad){
    .name = "BiasAddGrad",
    .inputs = "out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,complex64,int64,bfloat16,uint16,complex128,"
        "float16,uint32,uint64}, data_format: {'NHWC','NCHW'} = 'NHWC'",
    .doc = "The sum over all dims but the channels.",
    .shape = BiasAddGradShape,
    .kernel = BiasAddGradKernel,
    .gradient = BiasAddGradGrad,
    .examples =
        "[[1. 2.] [3. 4.]] -> [4. 6.]\n"
        "[[[[1.] [2.]] [[3.] [4.]]]] -> [3. 7.] | data_format='NCHW'",
};

TP_OP(Conv2D){
    .name = "Conv2D",
    .inputs = "input: T, filter: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64,int32}, strides: list(int), use_cudnn_on_gpu: bool = "
        "true, padding: {'SAME','VALID','EXPLICIT'}, explicit_paddings: list(int) = [], data_format: "
        "{'NHWC','NCHW'} = 'NHWC', dilations: list(int) = [1,1,1,1]",
    .doc =
        "The convolution (without turning the filter) of images with filters [height, width, in, "
        "out].",
    .shape = Conv2DShapeFn,
    .kernel = Conv2DKernel,
    .gradient = [](GradContext& g) { ConvGrad(g, "Conv2DBackpropInput", "Conv2DBackpropFilter"); },
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [[[[1. -1.]] [[2. 0.5]]] [[[0. 3.]] [[1. "
        "1.]]]] -> [[[[10. 17.] [14. 20.5] [3. 15.]] [[22. 27.5] [26. 31.] [6. 21.]] [[23. -3.] [26. -3.5] "
        "[9. -9.]]]] | strides=[1,1,1,1], padding='SAME'\n"
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [[[[1. -1.]] [[2. 0.5]]] [[[0. 3.]] [[1. "
        "1.]]]] -> [[[[10. 17.]]]] | strides=[1,2,2,1], padding='VALID'",
};

TP_OP(Conv2DBackpropInput){
    .name = "Conv2DBackpropInput",
    .inputs = "input_sizes: int32, filter: T, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64,int32}, strides: list(int), use_cudnn_on_gpu: bool = "
        "true, padding: {'SAME','VALID','EXPLICIT'}, explicit_paddings: list(int) = [], data_format: "
        "{'NHWC','NCHW'} = 'NHWC', dilations: list(int) = [1,1,1,1]",
    .doc = "The gradient of Conv2D with respect to the images.",
    .shape =
        [](ShapeContext& c) {
          TP_RETURN_IF_ERROR(FromSizes(c, 0));
          // The number of images is that of the gradient.
          Shape shape = c.output(0);
          if (shape.has_rank() && shape.rank() == 4 && c.input(2).has_rank() && c.input(2).rank() == 4)
            shape.set_dim(0, c.input(2)[0]);
          c.Set(0, shape);
          return Status();
        },
    .kernel = [](KernelContext& c) { BackpropInput(c, false); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(1));
          g.Set(1, g.Op("Conv2DBackpropFilter", {g.grad(0), sizes, g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("Conv2D", {g.grad(0), g.input(1)}, SameAttrs(g)));
        },
    .host_inputs = "input_sizes",
    .examples =
        "[1 3 3 1], [[[[1. -1.]] [[2. 0.5]]] [[[0. 3.]] [[1. 1.]]]], [[[[1. 2.] [3. 4.] [5. 6.]] [[1. 2.] "
        "[3. 4.] [5. 6.]] [[1. 2.] [3. 4.] [5. 6.]]]] -> [[[[-1.] [2.] [7.]] [[5.] [17.] [32.]] [[5.] [17.] "
        "[32.]]]] | strides=[1,1,1,1], padding='SAME'",
};

TP_OP(Conv2DBackpropFilter){
    .name = "Conv2DBackpropFilter",
    .inputs = "input: T, filter_sizes: int32, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int), use_cudnn_on_gpu: bool = true, "
        "padding: {'SAME','VALID','EXPLICIT'}, explicit_paddings: list(int) = [], data_format: "
        "{'NHWC','NCHW'} = 'NHWC', dilations: list(int) = [1,1,1,1]",
    .doc = "The gradient of Conv2D with respect to the filters.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 1); },
    .kernel = [](KernelContext& c) { BackpropFilter(c, false); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(0));
          g.Set(0, g.Op("Conv2DBackpropInput", {sizes, g.grad(0), g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("Conv2D", {g.input(0), g.grad(0)}, SameAttrs(g)));
        },
    .host_inputs = "filter_sizes",
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [2 2 1 2], [[[[1. 2.] [3. 4.] [5. 6.]] [[1. "
        "2.] [3. 4.] [5. 6.]] [[1. 2.] [3. 4.] [5. 6.]]]] -> [[[[147. 192.]] [[69. 102.]]] [[[125. 164.]] "
        "[[58. 86.]]]] | strides=[1,1,1,1], padding='SAME'",
};

TP_OP(FusedConv2D){
    .name = "_FusedConv2D",
    .inputs = "input: T, filter: T, args: num_args * T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, num_args: int >= 0, strides: list(int), padding: "
        "{'SAME','VALID','EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC',"
        "'NCHW'} = 'NHWC', dilations: list(int) = [1,1,1,1], fused_ops: list(string) = [], epsilon: "
        "float = 0.0001, leakyrelu_alpha: float = 0.2",
    .doc = "Conv2D, then bias, then an activation; fusion makes it from the separate ops.",
    .shape = Conv2DShapeFn,
    .kernel = FusedConv2DKernel,
    .examples =
        "[[[[1.] [-2.]]]], [[[[3.]]]], [1.] -> [[[[4.] [0.]]]] | fused_ops=['BiasAdd','Relu'], "
        "padding='SAME', strides=[1,1,1,1]\n"
        "[[[[1.] [-2.]]]], [[[[3.]]]], [1.] -> [[[[4.] [-0.9932621]]]] | fused_ops=['BiasAdd','Elu'], "
        "padding='SAME', strides=[1,1,1,1]",
};

TP_OP(DepthwiseConv2dNative){
    .name = "DepthwiseConv2dNative",
    .inputs = "input: T, filter: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int), padding: {'SAME','VALID',"
        "'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC','NCHW'} = 'NHWC', "
        "dilations: list(int) = [1,1,1,1]",
    .doc = "The convolution of each channel with filters of its own [height, width, in, multiplier].",
    .shape = DepthwiseShape,
    .kernel = DepthwiseKernel,
    .gradient =
        [](GradContext& g) {
          const Val in = grad::ShapeOf(g, g.input(0)), filter = grad::ShapeOf(g, g.input(1));
          g.Set(0, g.Op("DepthwiseConv2dNativeBackpropInput", {in, g.input(1), g.grad(0)}, SameAttrs(g)));
          g.Set(1,
                g.Op("DepthwiseConv2dNativeBackpropFilter", {g.input(0), filter, g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [[[[1. -1.]] [[2. 0.5]]] [[[0. 3.]] [[1. "
        "1.]]]] -> [[[[10. 17.] [14. 20.5] [3. 15.]] [[22. 27.5] [26. 31.] [6. 21.]] [[23. -3.] [26. -3.5] "
        "[9. -9.]]]] | strides=[1,1,1,1], padding='SAME'",
};

TP_OP(DepthwiseConv2dNativeBackpropInput){
    .name = "DepthwiseConv2dNativeBackpropInput",
    .inputs = "input_sizes: int32, filter: T, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int), padding: {'SAME','VALID',"
        "'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC','NCHW'} = 'NHWC', "
        "dilations: list(int) = [1,1,1,1]",
    .doc = "The gradient of DepthwiseConv2dNative with respect to the images.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 0); },
    .kernel = [](KernelContext& c) { BackpropInput(c, true); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(1));
          g.Set(1, g.Op("DepthwiseConv2dNativeBackpropFilter", {g.grad(0), sizes, g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("DepthwiseConv2dNative", {g.grad(0), g.input(1)}, SameAttrs(g)));
        },
    .host_inputs = "input_sizes",
    .examples =
        "[1 3 3 1], [[[[1. -1.]] [[2. 0.5]]] [[[0. 3.]] [[1. 1.]]]], [[[[1. 2.] [3. 4.] [5. 6.]] [[1. 2.] "
        "[3. 4.] [5. 6.]] [[1. 2.] [3. 4.] [5. 6.]]]] -> [[[[-1.] [2.] [7.]] [[5.] [17.] [32.]] [[5.] [17.] "
        "[32.]]]] | strides=[1,1,1,1], padding='SAME'",
};

TP_OP(DepthwiseConv2dNativeBackpropFilter){
    .name = "DepthwiseConv2dNativeBackpropFilter",
    .inputs = "input: T, filter_sizes: int32, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int), padding: {'SAME','VALID',"
        "'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC','NCHW'} = 'NHWC', "
        "dilations: list(int) = [1,1,1,1]",
    .doc = "The gradient of DepthwiseConv2dNative with respect to the filters.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 1); },
    .kernel = [](KernelContext& c) { BackpropFilter(c, true); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(0));
          g.Set(0, g.Op("DepthwiseConv2dNativeBackpropInput", {sizes, g.grad(0), g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("DepthwiseConv2dNative", {g.input(0), g.grad(0)}, SameAttrs(g)));
        },
    .host_inputs = "filter_sizes",
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [2 2 1 2], [[[[1. 2.] [3. 4.] [5. 6.]] [[1. "
        "2.] [3. 4.] [5. 6.]] [[1. 2.] [3. 4.] [5. 6.]]]] -> [[[[147. 192.]] [[69. 102.]]] [[[125. 164.]] "
        "[[58. 86.]]]] | strides=[1,1,1,1], padding='SAME'",
};

TP_OP(MaxPool){
    .name = "MaxPool",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64,int32,int64,uint8,int16,int8,uint16} = float32, ksize: "
        "list(int) >= 4, strides: list(int) >= 4, padding: {'SAME','VALID','EXPLICIT'}, "
        "explicit_paddings: list(int) = [], data_format: {'NHWC','NCHW','NCHW_VECT_C'} = 'NHWC'",
    .doc = "The largest element of each window.",
    .shape = PoolShape,
    .kernel = [](KernelContext& c) { PoolKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("MaxPoolGrad", {g.input(0), g.output(0), g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]] -> [[[[5.] [6.]] [[8.] [9.]]]] | "
        "ksize=[1,2,2,1], strides=[1,1,1,1], padding='VALID'\n"
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]] -> [[[[5.] [6.]] [[8.] [9.]]]] | "
        "ksize=[1,2,2,1], strides=[1,2,2,1], padding='SAME'",
};

TP_OP(MaxPoolGrad){
    .name = "MaxPoolGrad",
    .inputs = "orig_input: T, orig_output: T, grad: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME','VALID','EXPLICIT'}, "
        "explicit_paddings: list(int) = [], data_format: {'NHWC','NCHW'} = 'NHWC', T: {float32,"
        "float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64} = float32",
    .doc = "The gradient of MaxPool: to the first largest element of each window.",
    .shape = shape::Unchanged,
    .kernel = MaxPoolGradKernel,
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]], [[[[5.] [6.]] [[8.] [9.]]]], [[[[1.] [2.]] "
        "[[3.] [4.]]]] -> [[[[0.] [0.] [0.]] [[0.] [1.] [2.]] [[0.] [3.] [4.]]]] | ksize=[1,2,2,1], "
        "strides=[1,1,1,1], padding='VALID'",
};

TP_OP(AvgPool){
    .name = "AvgPool",
    .inputs = "value: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME','VALID'}, data_format: "
        "{'NHWC','NCHW'} = 'NHWC', T: {float16,bfloat16,float32,float64}",
    .doc = "The mean of each window, over the elements that lie within the image.",
    .shape = PoolShape,
    .kernel = [](KernelContext& c) { PoolKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("AvgPoolGrad", {grad::ShapeOf(g, g.input(0)), g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]] -> [[[[3.] [4.]] [[6.] [7.]]]] | "
        "ksize=[1,2,2,1], strides=[1,1,1,1], padding='VALID'\n"
        "[[[[1.] [2.] [3.]] [[4.] [5.] [6.]] [[7.] [8.] [9.]]]] -> [[[[3.] [4.5]] [[7.5] [9.]]]] | "
        "ksize=[1,2,2,1], strides=[1,2,2,1], padding='SAME'",
};

TP_OP(AvgPoolGrad){
    .name = "AvgPoolGrad",
    .inputs = "orig_input_shape: int32, grad: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME','VALID'}, data_format: "
        "{'NHWC','NCHW'} = 'NHWC', T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of AvgPool.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 0); },
    .kernel = AvgPoolGradKernel,
    .gradient = [](GradContext& g) { g.Set(1, g.Op("AvgPool", {g.grad(0)}, SameAttrs(g))); },
    .host_inputs = "orig_input_shape",
    .examples =
        "[1 3 3 1], [[[[1.] [2.]] [[3.] [4.]]]] -> [[[[0.25] [0.75] [0.5]] [[1.] [2.5] [1.5]] [[0.75] [1.75] "
        "[1.]]]] | ksize=[1,2,2,1], strides=[1,1,1,1], padding='VALID'",
};

}  // namespace tp
