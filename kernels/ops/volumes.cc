// Pooling and convolution of volumes [batch, depth, height, width, channels], pooling of images that tells
// where each maximum was, and greyscale dilation of images (dilation_ops.cc). Plain loops over the window,
// one element of the output after the other, so that the order of sums does not depend on the number of
// threads.
#include <limits>

#include "core/base/parallel.h"
#include "core/ir/primitives.h"
#include "kernels/widen.h"

namespace tp {
namespace {

// A window along depth, height and width. A dim of an image that is missing has size 1.
struct Volume {
  Dim batch = 1, channels = 1, in[3] = {1, 1, 1}, size[3] = {1, 1, 1}, stride[3] = {1, 1, 1},
      dilation[3] = {1, 1, 1}, before[3] = {0, 0, 0}, out[3] = {1, 1, 1};
  bool channels_first = false;

  Shape Of(const Dim* spatial, Dim channel) const {
    if (channels_first) return Shape{batch, channel, spatial[0], spatial[1], spatial[2]};
    return Shape{batch, spatial[0], spatial[1], spatial[2], channel};
  }
};

// Where an element lies.
struct Layout {
  int64_t batch, spatial[3], channel;
  Layout(const Volume& v, const Dim* dims, Dim channels) {
    channel = v.channels_first ? dims[0] * dims[1] * dims[2] : 1;
    const int64_t pixel = v.channels_first ? 1 : channels;
    spatial[2] = pixel;
    spatial[1] = pixel * dims[2];
    spatial[0] = spatial[1] * dims[1];
    batch = dims[0] * dims[1] * dims[2] * channels;
  }
};

// The window that the attributes describe over `in`, of five dims. Unknown sizes give unknown outputs.
template <class C>
Status VolumeOf(const C& c, const Shape& in, const Dim* size, Volume* v) {
  v->channels_first = c.template Attr<std::string>("data_format", "NDHWC") == "NCDHW";
  const int first = v->channels_first ? 2 : 1;
  const auto strides = c.template Attr<std::vector<int64_t>>("strides"),
             dilations = c.template Attr<std::vector<int64_t>>("dilations");
  v->batch = in[0];
  v->channels = in[v->channels_first ? 1 : 4];
  for (int i = 0; i < 3; ++i) {
    v->in[i] = in[first + i];
    v->size[i] = size[i];
    if (strides.size() == 5) v->stride[i] = strides[first + i];
    if (dilations.size() == 5) v->dilation[i] = dilations[first + i];
    if (v->stride[i] <= 0) return InvalidArgument("Stride must be > 0, but got {}", v->stride[i]);
    if (v->dilation[i] < 1) return InvalidArgument("Dilation rate must be >= 1, but got {}", v->dilation[i]);
    const bool same = c.template Attr<std::string>("padding") == "SAME";
    if (!IsKnown(v->in[i]) || !IsKnown(size[i])) {
      v->out[i] = same && v->stride[i] == 1 ? v->in[i] : kUnknownDim;
      continue;
    }
    const Dim reach = (size[i] - 1) * v->dilation[i] + 1;
    if (same) {
      v->out[i] = (v->in[i] + v->stride[i] - 1) / v->stride[i];
      v->before[i] = std::max<Dim>(0, (v->out[i] - 1) * v->stride[i] + reach - v->in[i]) / 2;
      continue;
    }
    if (v->in[i] < reach && std::is_same_v<C, ShapeContext>)
      return InvalidArgument("Negative dimension size caused by subtracting {} from {}", reach, v->in[i]);
    if (v->in[i] - reach + v->stride[i] < 0)
      return InvalidArgument(
          "Computed output size would be negative: {} [input_size: {}, effective_filter_size: {}, stride: "
          "{}]",
          (v->in[i] - reach) / v->stride[i] + 1, v->in[i], reach, v->stride[i]);
    v->out[i] = (v->in[i] - reach + v->stride[i]) / v->stride[i];
  }
  return {};
}

// The spatial part of a list with a number for each dim.
void Spatial(const std::vector<int64_t>& list, bool channels_first, Dim* out) {
  for (int i = 0; i < 3 && list.size() == 5; ++i) out[i] = list[(channels_first ? 2 : 1) + i];
}

template <class C>
Status PoolOf(const C& c, const Shape& in, Volume* v) {
  Dim size[3] = {1, 1, 1};
  Spatial(c.template Attr<std::vector<int64_t>>("ksize"),
          c.template Attr<std::string>("data_format", "NDHWC") == "NCDHW", size);
  return VolumeOf(c, in, size, v);
}

// Calls f(offset in the image, offset in the window) for each place of the window at output `at` that lies
// within the image.
template <class F>
void ForWindow(const Volume& v, const Layout& image, const int64_t* at, F&& f) {
  int64_t start[3];
  for (int i = 0; i < 3; ++i) start[i] = at[i] * v.stride[i] - v.before[i];
  for (int64_t a = 0; a < v.size[0]; ++a) {
    const int64_t d = start[0] + a * v.dilation[0];
    if (d < 0 || d >= v.in[0]) continue;
    for (int64_t b = 0; b < v.size[1]; ++b) {
      const int64_t h = start[1] + b * v.dilation[1];
      if (h < 0 || h >= v.in[1]) continue;
      for (int64_t e = 0; e < v.size[2]; ++e) {
        const int64_t w = start[2] + e * v.dilation[2];
        if (w < 0 || w >= v.in[2]) continue;
        f(d * image.spatial[0] + h * image.spatial[1] + w * image.spatial[2],
          (a * v.size[1] + b) * v.size[2] + e);
      }
    }
  }
}

// Calls f(offset of the batch and place in the output, the place) for the pixels [begin, end) of the output.
template <class F>
void ForPixels(const Volume& v, const Layout& output, int64_t begin, int64_t end, F&& f) {
  for (int64_t p = begin; p < end; ++p) {
    int64_t rest = p, at[3];
    for (int i = 2; i >= 0; --i) {
      at[i] = rest % v.out[i];
      rest /= v.out[i];
    }
    f(rest,
      rest * output.batch + at[0] * output.spatial[0] + at[1] * output.spatial[1] + at[2] * output.spatial[2],
      at);
  }
}
int64_t PixelsOf(const Volume& v) { return v.batch * v.out[0] * v.out[1] * v.out[2]; }

// f(T{}, inputs in T, result in T) for T float (of the small floats, too) or double (of integers that it
// holds).
using Inputs = SmallVector<Tensor, 3>;
template <class F>
void InFloat(KernelContext& c, std::initializer_list<int> used, const Shape& shape, const F& f) {
  const DType dtype = c.input(*used.begin()).dtype();
  if (dtype == DType::kInt64 || dtype == DType::kUint64)
    return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(dtype));
  Widened w;
  if (!Widen(c, used, shape, DType::kFloat64, &w)) return;
  OfFloat(w, [&](auto zero) { f(zero, w.in, w.out); });
  Narrow(c, w);
}

Attrs SameAttrs(GradContext& g) {
  std::vector<AttrSet::Item> items;
  for (const char* name :
       {"data_format", "dilations", "include_batch_in_index", "ksize", "padding", "rates", "strides"})
    if (const AttrValue* value = g.attrs().Find(name)) items.push_back({name, *value});
  return MakeAttrs(std::move(items));
}

Status FromSizes(ShapeContext& c, int at) {
  const Shape shape = c.ValueAsShape(at);
  c.Set(0, shape.has_rank() ? shape : Shape::OfRank(5));
  return {};
}
Shape ShapeFrom(const Tensor& sizes) {
  const SmallVector<int64_t, 8> dims = IntElements(sizes);
  return Shape(std::span<const Dim>(dims));
}

// --- pooling
// ------------------------------------------------------------------------------------------------

Status PoolShape(ShapeContext& c) {
  Shape in;
  TP_RETURN_IF_ERROR(c.WithRank(0, 5, &in));
  Volume v;
  TP_RETURN_IF_ERROR(PoolOf(c, in, &v));
  c.Set(0, v.Of(v.out, v.channels));
  return {};
}

bool PoolGeometry(KernelContext& c, const Shape& in, Volume* v) {
  if (in.rank() != 5) return Fail(c, "tensor_in must be 5-dimensional"), false;
  if (Status status = PoolOf(c, in, v); !status.ok()) return c.Error(status), false;
  return true;
}

void PoolKernel(KernelContext& c, bool max) {
  Volume v;
  if (!PoolGeometry(c, c.input(0).shape(), &v)) return;
  InFloat(c, {0}, v.Of(v.out, v.channels), [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    const Layout image(v, v.in, v.channels), output(v, v.out, v.channels);
    const T* const x = in[0].data<T>();
    T* const y = out.data<T>();
    ParallelRanges(PixelsOf(v), 64, 20.0 * static_cast<double>(v.channels), [&](int64_t begin, int64_t end) {
      ForPixels(v, output, begin, end, [&](int64_t batch, int64_t to, const int64_t* at) {
        for (int64_t k = 0; k < v.channels; ++k) {
          T best = max ? std::numeric_limits<T>::lowest() : T(0);
          int64_t count = 0;
          ForWindow(v, image, at, [&](int64_t offset, int64_t) {
            const T value = x[batch * image.batch + offset + k * image.channel];
            if (!max)
              best += value;
            else if (value > best)
              best = value;
            ++count;
          });
          y[to + k * output.channel] = max ? best : best / static_cast<T>(count);
        }
      });
    });
  });
}

// To every element that is the largest of its window, or in equal parts to all of them.
void PoolGradKernel(KernelContext& c, bool max) {
  Volume v;
  if (!PoolGeometry(c, max ? c.input(0).shape() : ShapeFrom(c.input(0)), &v)) return;
  const Tensor& grads = c.input(max ? 2 : 1);
  if (grads.shape() != v.Of(v.out, v.channels))
    return Fail(c, "Expected grad shape to be {}, but got {}", v.Of(v.out, v.channels), grads.shape());
  const auto run = [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    const Layout image(v, v.in, v.channels), output(v, v.out, v.channels);
    T* const dx = out.data<T>();
    std::fill_n(dx, out.num_elements(), T(0));
    const T* const dy = in.back().template data<T>();
    ForPixels(v, output, 0, PixelsOf(v), [&](int64_t batch, int64_t to, const int64_t* at) {
      for (int64_t k = 0; k < v.channels; ++k) {
        const int64_t base = batch * image.batch + k * image.channel, from = to + k * output.channel;
        int64_t count = 0;
        if (!max) ForWindow(v, image, at, [&](int64_t, int64_t) { ++count; });
        ForWindow(v, image, at, [&](int64_t offset, int64_t) {
          if (!max)
            dx[base + offset] += dy[from] / static_cast<T>(count);
          else if (in[0].template data<T>()[base + offset] == in[1].template data<T>()[from])
            dx[base + offset] += dy[from];
        });
      }
    });
  };
  const Shape shape = v.Of(v.in, v.channels);
  max ? InFloat(c, {0, 1, 2}, shape, run) : InFloat(c, {1}, shape, run);
}

// --- maxima with their places
// -------------------------------------------------------------------------------------------

// An image as a volume one deep.
template <class C>
Status ImageOf(const C& c, const Shape& in, Volume* v) {
  const auto ksize = c.template Attr<std::vector<int64_t>>("ksize"),
             strides = c.template Attr<std::vector<int64_t>>("strides");
  if (ksize.size() != 4 || strides.size() != 4)
    return InvalidArgument("Sliding window ksize field must specify 4 dimensions");
  v->batch = in[0];
  v->channels = in[3];
  const bool same = c.template Attr<std::string>("padding") == "SAME";
  for (int i = 1; i < 3; ++i) {
    v->in[i] = in[i];
    v->size[i] = ksize[i];
    v->stride[i] = strides[i];
    if (v->stride[i] <= 0) return InvalidArgument("Stride must be > 0, but got {}", v->stride[i]);
    if (!IsKnown(in[i])) {
      v->out[i] = kUnknownDim;
    } else if (same) {
      v->out[i] = (in[i] + strides[i] - 1) / strides[i];
      v->before[i] = std::max<Dim>(0, (v->out[i] - 1) * strides[i] + ksize[i] - in[i]) / 2;
    } else if (in[i] < ksize[i]) {
      return InvalidArgument("Negative dimension size caused by subtracting {} from {}", ksize[i], in[i]);
    } else {
      v->out[i] = (in[i] - ksize[i]) / strides[i] + 1;
    }
  }
  return {};
}

Status ArgmaxShape(ShapeContext& c) {
  Shape in;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &in));
  Volume v;
  TP_RETURN_IF_ERROR(ImageOf(c, in, &v));
  for (int i = 0; i < 2; ++i) c.Set(i, Shape{v.batch, v.out[1], v.out[2], v.channels});
  return {};
}

void ArgmaxKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() != 4) return Fail(c, "tensor_in must be 4-dimensional");
  Volume v;
  if (Status status = ImageOf(c, x.shape(), &v); !status.ok()) return c.Error(status);
  const Shape shape{v.batch, v.out[1], v.out[2], v.channels};
  Tensor* const places = c.Output(1, c.Attr<DType>("Targmax", DType::kInt64), shape);
  if (places == nullptr) return;
  const bool whole = c.Attr("include_batch_in_index", false);
  const Layout image(v, v.in, v.channels), output(v, v.out, v.channels);
  InFloat(c, {0}, shape, [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    const T* const from = in[0].data<T>();
    ForPixels(v, output, 0, PixelsOf(v), [&](int64_t batch, int64_t to, const int64_t* at) {
      for (int64_t k = 0; k < v.channels; ++k) {
        int64_t best = -1;
        ForWindow(v, image, at, [&](int64_t offset, int64_t) {
          const int64_t place = batch * image.batch + offset + k;
          if (best < 0 || from[best] < from[place]) best = place;
        });
        out.data<T>()[to + k] = from[best];
        const int64_t told = whole ? best : best - batch * image.batch;
        if (places->dtype() == DType::kInt32)
          places->data<int32_t>()[to + k] = static_cast<int32_t>(told);
        else
          places->data<int64_t>()[to + k] = told;
      }
    });
  });
}

void ArgmaxGradKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &dy = c.input(1), &places = c.input(2);
  if (dy.shape() != places.shape())
    return Fail(c, "grad and argmax shapes differ: {} vs. {}", dy.shape(), places.shape());
  const int64_t batches = std::max<int64_t>(x.rank() > 0 ? x.dim(0) : 1, 1);
  const int64_t own = dy.num_elements() / batches, step = x.num_elements() / batches;
  const bool whole = c.Attr("include_batch_in_index", false);
  InFloat(c, {1}, x.shape(), [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    std::fill_n(out.data<T>(), out.num_elements(), T(0));
    for (int64_t i = 0; i < dy.num_elements(); ++i) {
      const int64_t at = ElementAsInt(places, i) + (whole ? 0 : i / std::max<int64_t>(own, 1) * step);
      if (at < 0 || at >= out.num_elements())
        return Fail(c, "Invalid argmax index: {}", ElementAsInt(places, i));
      out.data<T>()[at] += in[0].data<T>()[i];
    }
  });
}

// --- convolution
// -------------------------------------------------------------------------------------------

Status ConvOf(const auto& c, const Shape& in, const Shape& filter, Volume* v) {
  const Dim size[3] = {filter[0], filter[1], filter[2]};
  return VolumeOf(c, in, size, v);
}

Status ConvShape(ShapeContext& c) {
  Shape in, filter;
  TP_RETURN_IF_ERROR(c.WithRank(0, 5, &in));
  TP_RETURN_IF_ERROR(c.WithRank(1, 5, &filter));
  Volume v;
  TP_RETURN_IF_ERROR(ConvOf(c, in, filter, &v));
  if (IsKnown(v.channels) && IsKnown(filter[3]) && (filter[3] == 0 || v.channels % filter[3] != 0))
    return InvalidArgument("Depth of input ({}) is not a multiple of input depth of filter ({})", v.channels,
                           filter[3]);
  c.Set(0, v.Of(v.out, filter[4]));
  return {};
}

// Which of the three tensors is made from the other two.
enum class Made { kOutput, kImage, kFilter };

// Each pixel of the output meets the pixels of its window: y += x f, dx += dy f or df += x dy.
template <Made made, class T>
void Convolve(const Volume& v, Dim out_channels, const T* x, const T* f, const T* y, T* result) {
  const Layout image(v, v.in, v.channels), output(v, v.out, out_channels);
  const int64_t taps = v.size[0] * v.size[1] * v.size[2];
  const auto range = [&](int64_t begin, int64_t end) {
    ForPixels(v, output, begin, end, [&](int64_t batch, int64_t to, const int64_t* at) {
      ForWindow(v, image, at, [&](int64_t offset, int64_t tap) {
        for (int64_t i = 0; i < v.channels; ++i) {
          const int64_t pixel = batch * image.batch + offset + i * image.channel;
          const int64_t row = (tap * v.channels + i) * out_channels;
          for (int64_t o = 0; o < out_channels; ++o) {
            const int64_t out = to + o * output.channel;
            if constexpr (made == Made::kOutput)
              result[out] += x[pixel] * f[row + o];
            else if constexpr (made == Made::kImage)
              result[pixel] += y[out] * f[row + o];
            else
              result[row + o] += x[pixel] * y[out];
          }
        }
      });
    });
  };
  if (made == Made::kOutput)
    ParallelRanges(PixelsOf(v), 16, static_cast<double>(taps * v.channels * out_channels), range);
  else
    range(0, PixelsOf(v));
}

void ConvKernel(KernelContext& c, Made made) {
  const Shape in = made == Made::kImage ? ShapeFrom(c.input(0)) : c.input(0).shape();
  const Shape filter = made == Made::kFilter ? ShapeFrom(c.input(1)) : c.input(1).shape();
  if (in.rank() != 5 || filter.rank() != 5)
    return Fail(c, "{} must be 5-dimensional", in.rank() != 5 ? "input" : "filter");
  Volume v;
  if (Status status = ConvOf(c, in, filter, &v); !status.ok()) return c.Error(status);
  if (v.channels != filter[3])
    return Fail(c, "input and filter must have the same depth: {} vs {}", v.channels, filter[3]);
  const Shape out = v.Of(v.out, filter[4]);
  if (made != Made::kOutput && c.input(2).shape() != out)
    return Fail(c, "Conv3D: out_backprop has the shape {}, expected {}", c.input(2).shape(), out);
  const auto run = [&](auto zero, Inputs& given, Tensor& result) {
    using T = decltype(zero);
    T* const to = result.data<T>();
    std::fill_n(to, result.num_elements(), T(0));
    const T *a = given[0].template data<T>(), *b = given[1].template data<T>();
    if (made == Made::kOutput) Convolve<Made::kOutput, T>(v, filter[4], a, b, nullptr, to);
    if (made == Made::kImage) Convolve<Made::kImage, T>(v, filter[4], nullptr, a, b, to);
    if (made == Made::kFilter) Convolve<Made::kFilter, T>(v, filter[4], a, nullptr, b, to);
  };
  if (made == Made::kOutput) return InFloat(c, {0, 1}, out, run);
  made == Made::kImage ? InFloat(c, {1, 2}, in, run) : InFloat(c, {0, 2}, filter, run);
}

// --- dilation
// ------------------------------------------------------------------------------------------------

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

template <Made made, class T>
void Dilate(const Dilation& d, int64_t batches, int64_t channels, const T* x, const T* f, const T* dy,
            T* out) {
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t h = 0; h < d.out[0]; ++h)
      for (int64_t w = 0; w < d.out[1]; ++w)
        for (int64_t k = 0; k < channels; ++k) {
          const int64_t top = h * d.stride[0] - d.before[0], left = w * d.stride[1] - d.before[1];
          T best = std::numeric_limits<T>::lowest();
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
              const T value = x[at] + f[element];
              if (!(value > best)) continue;
              best = value;
              pixel = at;
              tap = element;
            }
          }
          const int64_t place = ((b * d.out[0] + h) * d.out[1] + w) * channels + k;
          if constexpr (made == Made::kOutput)
            out[place] = best;
          else if constexpr (made == Made::kImage)
            out[pixel] += dy[place];
          else
            out[tap] += dy[place];
        }
}

void DilationKernel(KernelContext& c, Made made) {
  const Tensor &x = c.input(0), &f = c.input(1);
  if (x.rank() != 4 || f.rank() != 3)
    return c.Error(x.rank() != 4 ? InvalidArgument("input must be 4-dimensional{}", x.shape())
                                 : InvalidArgument("filter must be 3-dimensional: {}", f.shape()));
  if (x.dim(3) != f.dim(2))
    return Fail(c, "input and filter must have the same depth: {} vs {}", x.dim(3), f.dim(2));
  Dilation d;
  if (Status status = DilationOf(c, x.shape(), f.shape(), &d); !status.ok()) return c.Error(status);
  const Shape shape{x.dim(0), d.out[0], d.out[1], x.dim(3)};
  if (made != Made::kOutput && c.input(2).shape() != shape)
    return Fail(c, "out_backprop has incompatible size.");
  const auto run = [&](auto zero, Inputs& in, Tensor& out) {
    using T = decltype(zero);
    std::fill_n(out.data<T>(), out.num_elements(), T(0));
    const auto dilate = made == Made::kOutput  ? Dilate<Made::kOutput, T>
                        : made == Made::kImage ? Dilate<Made::kImage, T>
                                               : Dilate<Made::kFilter, T>;
    dilate(d, x.dim(0), x.dim(3), in[0].template data<T>(), in[1].template data<T>(),
           made == Made::kOutput ? nullptr : in[2].template data<T>(), out.data<T>());
  };
  if (made == Made::kOutput) return InFloat(c, {0, 1}, shape, run);
  InFloat(c, {0, 1, 2}, made == Made::kImage ? x.shape() : f.shape(), run);
}

Status ShapeOfInput1(ShapeContext& c) {
  c.Set(0, c.input(1));
  return {};
}

}  // namespace

TP_OP(MaxPool3D){
    .name = "MaxPool3D",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME','VALID'}, data_format: "
        "{'NDHWC','NCDHW'} = 'NDHWC', T: {float16,bfloat16,float32}",
    .doc = "The largest element of each window of a volume.",
    .shape = PoolShape,
    .kernel = [](KernelContext& c) { PoolKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("MaxPool3DGrad", {g.input(0), g.output(0), g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[[1.] [2.]] [[3.] [4.]]] [[[5.] [6.]] [[7.] [8.]]]]] -> [[[[[8.]]]]] | ksize=[1,2,2,2,1], "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(MaxPool3DGrad){
    .name = "MaxPool3DGrad",
    .inputs = "orig_input: TInput, orig_output: TInput, grad: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME','VALID'}, data_format: "
        "{'NDHWC','NCDHW'} = 'NDHWC', T: {float16,bfloat16,float32} = float32, TInput: "
        "{float16,bfloat16,float32} = float32",
    .doc = "The gradient of MaxPool3D: to every largest element of a window.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { PoolGradKernel(c, true); },
    .examples =
        "[[[[[1.] [2.]] [[3.] [4.]]]]], [[[[[4.]]]]], [[[[[5.]]]]] -> [[[[[0.] [0.]] [[0.] [5.]]]]] | "
        "ksize=[1,1,2,2,1], strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(AvgPool3D){
    .name = "AvgPool3D",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME','VALID'}, data_format: "
        "{'NDHWC','NCDHW'} = 'NDHWC', T: {float16,bfloat16,float32,float64}",
    .doc = "The mean of each window of a volume, over the elements that lie within it.",
    .shape = PoolShape,
    .kernel = [](KernelContext& c) { PoolKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("AvgPool3DGrad", {grad::ShapeOf(g, g.input(0)), g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[[1.] [2.]] [[3.] [4.]]] [[[5.] [6.]] [[7.] [8.]]]]] -> [[[[[4.5]]]]] | ksize=[1,2,2,2,1], "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(AvgPool3DGrad){
    .name = "AvgPool3DGrad",
    .inputs = "orig_input_shape: int32, grad: T",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME','VALID'}, data_format: "
        "{'NDHWC','NCDHW'} = 'NDHWC', T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of AvgPool3D.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 0); },
    .kernel = [](KernelContext& c) { PoolGradKernel(c, false); },
    .gradient = [](GradContext& g) { g.Set(1, g.Op("AvgPool3D", {g.grad(0)}, SameAttrs(g))); },
    .host_inputs = "orig_input_shape",
    .examples =
        "[1 1 2 2 1], [[[[[8.]]]]] -> [[[[[2.] [2.]] [[2.] [2.]]]]] | ksize=[1,1,2,2,1], "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(MaxPoolWithArgmax){
    .name = "MaxPoolWithArgmax",
    .inputs = "input: T",
    .outputs = "output: T, argmax: Targmax",
    .attrs =
        "ksize: list(int) >= 4, strides: list(int) >= 4, Targmax: {int32,int64} = int64, padding: "
        "{'SAME','VALID'}, include_batch_in_index: bool = false, T: realnumbertype",
    .doc = "The first largest element of each window of an image, and its place in the flat image.",
    .shape = ArgmaxShape,
    .kernel = ArgmaxKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("MaxPoolGradWithArgmax", {g.input(0), g.grad(0), g.output(1)}, SameAttrs(g)));
        },
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]] -> [[[[4.]]]], i64:[[[[2]]]] | ksize=[1,2,2,1], strides=[1,1,1,1], "
        "padding='VALID'",
};

TP_OP(MaxPoolGradWithArgmax){
    .name = "MaxPoolGradWithArgmax",
    .inputs = "input: T, grad: T, argmax: Targmax",
    .outputs = "output: T",
    .attrs =
        "ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME','VALID'}, "
        "include_batch_in_index: bool = false, Targmax: {int32,int64}, T: realnumbertype",
    .doc = "The gradient of MaxPoolWithArgmax.",
    .shape = shape::Unchanged,
    .kernel = ArgmaxGradKernel,
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]], [[[[5.]]]], i64:[[[[2]]]] -> [[[[0.] [0.]] [[5.] [0.]]]] | "
        "ksize=[1,2,2,1], strides=[1,1,1,1], padding='VALID'",
};

TP_OP(Conv3D){
    .name = "Conv3D",
    .inputs = "input: T, filter: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int) >= 5, padding: {'SAME','VALID'}, "
        "data_format: {'NDHWC','NCDHW'} = 'NDHWC', dilations: list(int) = [1,1,1,1,1]",
    .doc =
        "The convolution (without turning the filter) of volumes with filters [depth, height, width, in, "
        "out].",
    .shape = ConvShape,
    .kernel = [](KernelContext& c) { ConvKernel(c, Made::kOutput); },
    .gradient =
        [](GradContext& g) {
          const std::vector<Val> sizes = g.builder().Ops("ShapeN", std::vector<Val>{g.input(0), g.input(1)});
          g.Set(0, g.Op("Conv3DBackpropInputV2", {sizes[0], g.input(1), g.grad(0)}, SameAttrs(g)));
          g.Set(1, g.Op("Conv3DBackpropFilterV2", {g.input(0), sizes[1], g.grad(0)}, SameAttrs(g)));
        },
    .examples =
        "[[[[[1.] [2.]] [[3.] [4.]]]]], [[[[[1.]] [[2.]]]]] -> [[[[[5.]] [[11.]]]]] | "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(Conv3DBackpropInputV2){
    .name = "Conv3DBackpropInputV2",
    .inputs = "input_sizes: Tshape, filter: T, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int) >= 5, padding: {'SAME','VALID'}, "
        "data_format: {'NDHWC','NCDHW'} = 'NDHWC', dilations: list(int) = [1,1,1,1,1], Tshape: "
        "{int32,int64} = int32",
    .doc = "The gradient of Conv3D with respect to the volumes.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 0); },
    .kernel = [](KernelContext& c) { ConvKernel(c, Made::kImage); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(1));
          g.Set(1, g.Op("Conv3DBackpropFilterV2", {g.grad(0), sizes, g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("Conv3D", {g.grad(0), g.input(1)}, SameAttrs(g)));
        },
    .host_inputs = "input_sizes",
    .examples =
        "[1 1 2 2 1], [[[[[1.]] [[2.]]]]], [[[[[1.]] [[3.]]]]] -> [[[[[1.] [2.]] [[3.] [6.]]]]] | "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(Conv3DBackpropFilterV2){
    .name = "Conv3DBackpropFilterV2",
    .inputs = "input: T, filter_sizes: int32, out_backprop: T",
    .outputs = "output: T",
    .attrs =
        "T: {float16,bfloat16,float32,float64}, strides: list(int) >= 5, padding: {'SAME','VALID'}, "
        "data_format: {'NDHWC','NCDHW'} = 'NDHWC', dilations: list(int) = [1,1,1,1,1]",
    .doc = "The gradient of Conv3D with respect to the filters.",
    .shape = [](ShapeContext& c) { return FromSizes(c, 1); },
    .kernel = [](KernelContext& c) { ConvKernel(c, Made::kFilter); },
    .gradient =
        [](GradContext& g) {
          const Val sizes = grad::ShapeOf(g, g.input(0));
          g.Set(0, g.Op("Conv3DBackpropInputV2", {sizes, g.grad(0), g.input(2)}, SameAttrs(g)));
          g.Set(2, g.Op("Conv3D", {g.input(0), g.grad(0)}, SameAttrs(g)));
        },
    .host_inputs = "filter_sizes",
    .examples =
        "[[[[[1.] [2.]] [[3.] [4.]]]]], [1 1 2 1 1], [[[[[1.]] [[1.]]]]] -> [[[[[4.]] [[6.]]]]] | "
        "strides=[1,1,1,1,1], padding='VALID'",
};

TP_OP(Dilation2D){
    .name = "Dilation2D",
    .inputs = "input: T, filter: T",
    .outputs = "output: T",
    .attrs = "T: realnumbertype, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME','VALID'}",
    .doc = "The largest sum of pixel and filter within each window.",
    .shape = DilationShape,
    .kernel = [](KernelContext& c) { DilationKernel(c, Made::kOutput); },
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
    .kernel = [](KernelContext& c) { DilationKernel(c, Made::kImage); },
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
    .kernel = [](KernelContext& c) { DilationKernel(c, Made::kFilter); },
    .examples =
        "[[[[1.] [2.]] [[4.] [3.]]]], [[[0.] [3.]]], [[[[5.]] [[7.]]]] -> [[[0.] [12.]]] | "
        "strides=[1,1,1,1], rates=[1,1,1,1], padding='VALID'",
};

}  // namespace tp
