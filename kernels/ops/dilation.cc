// Greyscale dilation of images [batch, height, width, channels] by a structuring element [height, width,
// channels]: the largest sum of pixel and element within the window (dilation_ops.cc).
#include <limits>

#include "core/ir/primitives.h"
#include "kernels/op.h"

namespace tp {
namespace {

struct Dilation {
  Dim in[2], size[2], stride[2] = {1, 1}, rate[2] = {1, 1}, before[2] = {0, 0}, out[2];
};

Status DilationOf(const auto& c, const Shape& image, const Shape& filter, Dilation* d) {
  const auto strides = c.template Attr<std::vector<int64_t>>("strides"),
             rates = c.template Attr<std::vector<int64_t>>("rates");
  if (strides.size() != 4) return InvalidArgument("strides must have exactly 4 dimensions");
  if (rates.size() != 4) return InvalidArgument("rates must have exactly 4 dimensions");
  if (strides[0] != 1 || strides[3] != 1)
    return InvalidArgument("Stride is only supported across spatial dimensions.");
  if (rates[0] != 1 || rates[3] != 1)
    return InvalidArgument("Rate is only supported across spatial dimensions.");
  for (int i = 0; i < 2; ++i) {
    d->in[i] = image[1 + i];
    d->size[i] = filter[i];
    d->stride[i] = strides[1 + i];
    d->rate[i] = rates[1 + i];
    if (d->stride[i] <= 0) return InvalidArgument("Stride must be > 0, but got {}", d->stride[i]);
    if (d->rate[i] <= 0) return InvalidArgument("Rate must be > 0, but got {}", d->rate[i]);
    if (!IsKnown(d->in[i]) || !IsKnown(d->size[i])) {
      d->out[i] = kUnknownDim;
      continue;
    }
    const Dim reach = (d->size[i] - 1) * d->rate[i] + 1;
    if (c.template Attr<std::string>("padding") == "SAME") {
      d->out[i] = (d->in[i] + d->stride[i] - 1) / d->stride[i];
      d->before[i] = std::max<Dim>(0, (d->out[i] - 1) * d->stride[i] + reach - d->in[i]) / 2;
    } else if (d->in[i] < reach) {
      return InvalidArgument("Negative dimension size caused by subtracting {} from {}", reach, d->in[i]);
    } else {
      d->out[i] = (d->in[i] - reach) / d->stride[i] + 1;
    }
  }
  return {};
}

Status DilationShape(ShapeContext& c) {
  Shape image, filter;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &image));
  TP_RETURN_IF_ERROR(c.WithRank(1, 3, &filter));
  Dilation d;
  TP_RETURN_IF_ERROR(DilationOf(c, image, filter, &d));
  Dim channels = kUnknownDim;
  TP_RETURN_IF_ERROR(c.Merge(image[3], filter[2], &channels));
  c.Set(0, Shape{image[0], d.out[0], d.out[1], channels});
  return {};
}

// Which tensor is made: the output, or the gradient of the image or of the element.
enum class Made { kOutput, kImage, kFilter };

template <Made made, class T, class Wide>
void Dilate(const Dilation& d, int64_t batches, int64_t channels, const T* x, const T* f, const T* dy,
            T* out) {
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t h = 0; h < d.out[0]; ++h)
      for (int64_t w = 0; w < d.out[1]; ++w)
        for (int64_t k = 0; k < channels; ++k) {
          const int64_t top = h * d.stride[0] - d.before[0], left = w * d.stride[1] - d.before[1];
          Wide best = std::numeric_limits<Wide>::lowest();
          int64_t pixel =
              ((b * d.in[0] + std::max<int64_t>(top, 0)) * d.in[1] + std::max<int64_t>(left, 0)) * channels +
              k;
          int64_t tap = k;
          for (int64_t i = 0; i < d.size[0]; ++i) {
            const int64_t row = top + i * d.rate[0];
            if (row < 0 || row >= d.in[0]) continue;
            for (int64_t j = 0; j < d.size[1]; ++j) {
              const int64_t column = left + j * d.rate[1];
              if (column < 0 || column >= d.in[1]) continue;
              const int64_t at = ((b * d.in[0] + row) * d.in[1] + column) * channels + k;
              const int64_t element = (i * d.size[1] + j) * channels + k;
              const Wide value = static_cast<Wide>(x[at]) + static_cast<Wide>(f[element]);
              if (!(value > best)) continue;
              best = value;
              pixel = at;
              tap = element;
            }
          }
          const int64_t place = ((b * d.out[0] + h) * d.out[1] + w) * channels + k;
          if constexpr (made == Made::kOutput)
            out[place] = static_cast<T>(best);
          else if constexpr (made == Made::kImage)
            out[pixel] = static_cast<T>(static_cast<Wide>(out[pixel]) + static_cast<Wide>(dy[place]));
          else
            out[tap] = static_cast<T>(static_cast<Wide>(out[tap]) + static_cast<Wide>(dy[place]));
        }
}

template <Made made>
void DilationKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &f = c.input(1);
  if (x.rank() != 4 || f.rank() != 3)
    return c.Error(x.rank() != 4
                       ? InvalidArgument("input must be 4-dimensional{}", x.shape().ToBracketString())
                       : InvalidArgument("filter must be 3-dimensional: {}", f.shape().ToBracketString()));
  if (x.dim(3) != f.dim(2))
    return c.Error(
        InvalidArgument("input and filter must have the same depth: {} vs {}", x.dim(3), f.dim(2)));
  Dilation d;
  if (Status status = DilationOf(c, x.shape(), f.shape(), &d); !status.ok()) return c.Error(status);
  const Shape shape{x.dim(0), d.out[0], d.out[1], x.dim(3)};
  if (made != Made::kOutput && c.input(2).shape() != shape)
    return c.Error(InvalidArgument("out_backprop has incompatible size."));
  Tensor* const out = c.Output(0, x.dtype(),
                               made == Made::kOutput  ? shape
                               : made == Made::kImage ? x.shape()
                                                      : f.shape());
  if (out == nullptr) return;
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr ((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_same_v<T, Half> ||
                  std::is_same_v<T, BFloat16>) {
      using Wide = std::conditional_t<std::is_arithmetic_v<T>, T, float>;
      std::fill_n(out->data<T>(), out->num_elements(), T(0));
      Dilate<made, T, Wide>(d, x.dim(0), x.dim(3), x.data<T>(), f.data<T>(),
                            made == Made::kOutput ? nullptr : c.input(2).data<T>(), out->data<T>());
    }
  });
}

Attrs SameAttrs(GradContext& g) {
  std::vector<AttrSet::Item> items;
  for (const char* name : {"padding", "rates", "strides"})
    if (const AttrValue* value = g.attrs().Find(name)) items.push_back({name, *value});
  return MakeAttrs(std::move(items));
}

Status ShapeOfInput1(ShapeContext& c) {
  c.Set(0, c.input(1));
  return {};
}

}  // namespace

TP_OP(Dilation2D){
    .name = "Dilation2D",
    .inputs = "input: T, filter: T",
    .outputs = "output: T",
    .attrs = "T: realnumbertype, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME','VALID'}",
    .doc = "The largest sum of pixel and filter within each window.",
    .shape = DilationShape,
    .kernel = DilationKernel<Made::kOutput>,
    .gradient =
        [](GradContext& g) {
          const std::vector<Val> in = {g.input(0), g.input(1), g.grad(0)};
          g.Set(0, g.Op("Dilation2DBackpropInput", {in[0], in[1], in[2]}, SameAttrs(g)));
          g.Set(1, g.Op("Dilation2DBackpropFilter", {in[0], in[1], in[2]}, SameAttrs(g)));
        },
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]], [[[0.] [3.]]] -> [[[[5.]] [[6.]]]] | strides=[1,1,1,1], "
        "rates=[1,1,1,1], padding='VALID'",
};

TP_OP(Dilation2DBackpropInput){
    .name = "Dilation2DBackpropInput",
    .inputs = "input: T, filter: T, out_backprop: T",
    .outputs = "in_backprop: T",
    .attrs = "T: realnumbertype, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME','VALID'}",
    .doc = "The gradient of Dilation2D with respect to the image: to the first largest sum.",
    .shape = shape::Unchanged,
    .kernel = DilationKernel<Made::kImage>,
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]], [[[0.] [3.]]], [[[[5.]] [[7.]]]] -> [[[[0.] [5.]] [[0.] [7.]]]] | "
        "strides=[1,1,1,1], rates=[1,1,1,1], padding='VALID'",
};

TP_OP(Dilation2DBackpropFilter){
    .name = "Dilation2DBackpropFilter",
    .inputs = "input: T, filter: T, out_backprop: T",
    .outputs = "filter_backprop: T",
    .attrs = "T: realnumbertype, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME','VALID'}",
    .doc = "The gradient of Dilation2D with respect to the filter.",
    .shape = ShapeOfInput1,
    .kernel = DilationKernel<Made::kFilter>,
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]], [[[0.] [3.]]], [[[[5.]] [[7.]]]] -> [[[0.] [12.]]] | "
        "strides=[1,1,1,1], rates=[1,1,1,1], padding='VALID'",
};

}  // namespace tp
