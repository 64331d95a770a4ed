// Images of other sizes. Every way is a matrix of few weights for the rows and one for the columns, so that
// one kernel serves all of them and, transposed, their gradients. Weights are TensorFlow's
// (core/kernels/image/ resize_bilinear_op.cc, resize_bicubic_op.cc, resize_area_op.cc,
// scale_and_translate_op.cc).
#include <cmath>
#include <limits>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// Which inputs make output i, and their weights.
struct Line {
  struct Span {
    int64_t begin;
    std::vector<float> weights;
  };
  int64_t in, out;
  std::vector<Span> spans;
};

struct Scaler {
  int64_t in, out;
  bool align_corners, half_pixel;
  float scale() const {
    if (align_corners && out > 1) return static_cast<float>(in - 1) / static_cast<float>(out - 1);
    return static_cast<float>(in) / static_cast<float>(out);
  }
  float at(int64_t i) const {
    return half_pixel ? (static_cast<float>(i) + 0.5f) * scale() - 0.5f : static_cast<float>(i) * scale();
  }
};

Line Bilinear(const Scaler& s) {
  Line line{s.in, s.out, {}};
  for (int64_t i = 0; i < s.out; ++i) {
    const float at = s.at(i), floor = std::floor(at), part = at - floor;
    const int64_t low = std::max<int64_t>(static_cast<int64_t>(floor), 0);
    const int64_t high = std::min<int64_t>(static_cast<int64_t>(std::ceil(at)), s.in - 1);
    if (high > low)
      line.spans.push_back({low, {1 - part, part}});
    else
      line.spans.push_back({std::min(low, s.in - 1), {1}});
  }
  return line;
}

// Keys' cubic with half pixels, where weights beyond the edge count as 0; else a = -0.75 and the edge
// repeats.
Line Bicubic(const Scaler& s) {
  const float a = s.half_pixel ? -0.5f : -0.75f;
  const auto near = [a](float x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
  const auto far = [a](float x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
  Line line{s.in, s.out, {}};
  for (int64_t i = 0; i < s.out; ++i) {
    const float at = s.at(i), floor = std::floor(at);
    const float x = static_cast<float>(std::lrint((at - floor) * 1024)) / 1024;
    const float weights[4] = {far(x + 1), near(x), near(1 - x), far(2 - x)};
    const int64_t first = static_cast<int64_t>(floor) - 1;
    const int64_t begin = std::clamp<int64_t>(first, 0, s.in - 1);
    std::vector<float> kept(static_cast<size_t>(std::clamp<int64_t>(first + 3, 0, s.in - 1) - begin + 1));
    float sum = 0;
    for (int64_t k = 0; k < 4; ++k) {
      const int64_t place = std::clamp<int64_t>(first + k, 0, s.in - 1);
      if (s.half_pixel && place != first + k) continue;
      kept[place - begin] += weights[k];
      sum += weights[k];
    }
    if (s.half_pixel && std::abs(sum) >= 1000 * std::numeric_limits<float>::min())
      for (float& weight : kept) weight /= sum;
    line.spans.push_back({begin, std::move(kept)});
  }
  return line;
}

Line Area(const Scaler& s) {
  const float scale = s.scale();
  Line line{s.in, s.out, {}};
  for (int64_t i = 0; i < s.out; ++i) {
    const float low = static_cast<float>(i) * scale, high = static_cast<float>(i + 1) * scale;
    Line::Span span{static_cast<int64_t>(std::floor(low)), {}};
    for (int64_t k = span.begin; k < static_cast<int64_t>(std::ceil(high)); ++k) {
      const float at = static_cast<float>(k);
      const float weight = at < low        ? (at + 1 > high ? scale : at + 1 - low)
                           : at + 1 > high ? high - at
                                           : 1.0f;
      // Beyond the edge by rounding: the last one again.
      if (k < s.in)
        span.weights.push_back(weight / scale);
      else
        span.weights.back() += weight / scale;
    }
    line.spans.push_back(std::move(span));
  }
  return line;
}

float Kernel(std::string_view type, float x) {
  x = std::abs(x);
  const auto lanczos = [x](float radius) {
    if (x > radius) return 0.0f;
    if (x <= 1e-3f) return 1.0f;
    const double turn = M_PI * static_cast<double>(x);
    return static_cast<float>(radius * std::sin(turn) * std::sin(turn / radius) / (turn * turn));
  };
  if (type == "lanczos1") return lanczos(1);
  if (type == "lanczos3") return lanczos(3);
  if (type == "lanczos5") return lanczos(5);
  if (type == "gaussian") return x >= 1.5f ? 0 : std::exp(-x * x / (2 * 0.25f));
  if (type == "box") return x < 0.5f ? 1 : x == 0.5f ? 0.5f : 0;
  if (type == "triangle") return x < 1 ? 1 - x : 0;
  if (x >= 2) return 0;
  if (type == "keyscubic")
    return x >= 1 ? ((-0.5f * x + 2.5f) * x - 4) * x + 2 : ((1.5f * x - 2.5f) * x) * x + 1;
  return x >= 1 ? (((-7.0f / 18) * x + 2) * x - 10.0f / 3) * x + 16.0f / 9
                : (((7.0f / 6) * x - 2) * x) * x + 8.0f / 9;  // mitchellcubic
}

float Radius(std::string_view type) {
  return type == "lanczos3"                         ? 3
         : type == "lanczos5"                       ? 5
         : type == "gaussian"                       ? 1.5f
         : type == "box"                            ? 0.5f
         : type == "triangle" || type == "lanczos1" ? 1
                                                    : 2;
}

Line Translated(int64_t in, int64_t out, float scale, float translation, std::string_view type,
                bool antialias) {
  const float inverse = 1 / scale, shift = -inverse * translation;
  const float wide = antialias ? std::max(inverse, 1.0f) : 1.0f, reach = Radius(type) * wide;
  Line line{in, out, {}};
  for (int64_t i = 0; i < out; ++i) {
    const float at = (static_cast<float>(i) + 0.5f) * inverse + shift;
    Line::Span span{0, {}};
    if (at >= 0 && at <= static_cast<float>(in)) {
      const auto pixel = [in](float x) {
        return std::min(static_cast<int64_t>(std::clamp(x, 0.0f, static_cast<float>(in - 1))), in - 1);
      };
      span.begin = pixel(std::ceil(at - reach - 0.5f));
      const int64_t end = pixel(std::floor(at + reach - 0.5f));
      float sum = 0;
      for (int64_t k = span.begin; k <= end; ++k) {
        span.weights.push_back(Kernel(type, (static_cast<float>(k) + 0.5f - at) / wide));
        sum += span.weights.back();
      }
      if (std::abs(sum) >= 1000 * std::numeric_limits<float>::min())
        for (float& weight : span.weights) weight /= sum;
    }
    line.spans.push_back(std::move(span));
  }
  return line;
}

// to[b, out, k] = sum of weights * from[b, in, k]; transposed, to[b, in, k] of from[b, out, k].
void Along(const Line& line, bool transposed, int64_t batches, int64_t inner, const double* from,
           double* to) {
  const int64_t from_size = transposed ? line.out : line.in, to_size = transposed ? line.in : line.out;
  std::fill_n(to, batches * to_size * inner, 0.0);
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t i = 0; i < line.out; ++i)
      for (size_t k = 0; k < line.spans[i].weights.size(); ++k) {
        const double weight = static_cast<double>(line.spans[i].weights[k]);
        const int64_t other = line.spans[i].begin + static_cast<int64_t>(k);
        const double* source = from + (b * from_size + (transposed ? i : other)) * inner;
        double* target = to + (b * to_size + (transposed ? other : i)) * inner;
        for (int64_t n = 0; n < inner; ++n) target[n] += weight * source[n];
      }
}

// Output 0 from input 0 (or its gradient, transposed): [batch, height, width, channels].
void Resample(KernelContext& c, const Line& rows, const Line& columns, bool transposed, DType dtype) {
  const Shape& shape = c.input(0).shape();
  const int64_t batches = shape[0], channels = shape[3];
  const int64_t height = transposed ? rows.in : rows.out, width = transposed ? columns.in : columns.out;
  const Wide<double> in(c, 0), middle(c, Shape{batches, shape[1], width, channels}),
      out(c, Shape{batches, height, width, channels});
  if (c.failed()) return;
  Along(columns, transposed, batches * shape[1], channels, in.data(), middle.data());
  Along(rows, transposed, batches, width * channels, middle.data(), out.data());
  out.Give(c, 0, dtype);
}

bool SizeOf(KernelContext& c, const Tensor& size, int64_t* height, int64_t* width) {
  if (c.input(0).rank() != 4) {
    Fail(c, "input must be 4-dimensional{}", c.input(0).shape());
  } else if (size.rank() != 1 || size.dim(0) != 2) {
    Fail(c, "shape_t must be 1-dimensional{}", size.shape());
  } else {
    *height = ElementAsInt(size, 0);
    *width = ElementAsInt(size, 1);
    if (*height <= 0 || *width <= 0)
      Fail(c, "output dimensions must be positive");
    else if (c.input(0).num_elements() > 0 && (c.input(0).dim(1) <= 0 || c.input(0).dim(2) <= 0))
      Fail(c, "input image must be of non-zero size");
    else  // is there room for such images? Asked before work is done for each row and column
      (void)c.Scratch(DType::kFloat64, Shape{c.input(0).dim(0), *height, *width, c.input(0).dim(3)});
  }
  return !c.failed();
}

using Weights = Line (*)(const Scaler&);

void ResizeKernel(KernelContext& c, Weights weights) {
  int64_t height, width;
  if (!SizeOf(c, c.input(1), &height, &width)) return;
  const bool align = c.Attr("align_corners", false), half = c.Attr("half_pixel_centers", false);
  if (align && half) return Fail(c, "If half_pixel_centers is True, align_corners must be False.");
  Resample(c, weights({c.input(0).dim(1), height, align, half}),
           weights({c.input(0).dim(2), width, align, half}), false, DType::kFloat32);
}

// grads, original_image: the gradient of the image.
void ResizeGradKernel(KernelContext& c, Weights weights) {
  const Shape &grads = c.input(0).shape(), &image = c.input(1).shape();
  if (grads.rank() != 4 || image.rank() != 4) return Fail(c, "input must be 4-dimensional{}", grads);
  const bool align = c.Attr("align_corners", false), half = c.Attr("half_pixel_centers", false);
  Resample(c, weights({image[1], grads[1], align, half}), weights({image[2], grads[2], align, half}), true,
           c.input(1).dtype());
}

void TranslateKernel(KernelContext& c, bool gradient) {
  int64_t height, width;
  const Tensor &scale = c.input(2), &translation = c.input(3);
  const Shape& image = c.input(gradient ? 1 : 0).shape();
  if (scale.num_elements() != 2 || translation.num_elements() != 2)
    return Fail(c, "scale and translation must have two elements");
  if (gradient) {
    if (c.input(0).rank() != 4 || image.rank() != 4)
      return Fail(c, "input must be 4-dimensional{}", c.input(0).shape());
    if (image.num_elements() == 0 || c.input(0).num_elements() == 0)
      return Fail(c, "input image must be of non-zero size");
    height = c.input(0).dim(1);
    width = c.input(0).dim(2);
  } else if (!SizeOf(c, c.input(1), &height, &width)) {
    return;
  }
  const std::string type = c.Attr("kernel_type", std::string("lanczos3"));
  constexpr std::string_view kTypes[] = {"lanczos1", "lanczos3", "lanczos5",  "gaussian",
                                         "box",      "triangle", "keyscubic", "mitchellcubic"};
  if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes))
    return Fail(c, "Unrecognized kernel type: {}", type);
  const bool antialias = c.Attr("antialias", true);
  const auto line = [&](int i, int64_t out) {
    return Translated(image[1 + i], out, scale.data<float>()[i], translation.data<float>()[i], type,
                      antialias);
  };
  if (!(scale.data<float>()[0] > 0) || !(scale.data<float>()[1] > 0))
    return Fail(c, "Scale must be greater than zero.");
  Resample(c, line(0, height), line(1, width), gradient, DType::kFloat32);
}

// Output i is the nearest input; the gradient goes back to it.
void NearestKernel(KernelContext& c, bool gradient) {
  int64_t height, width;
  if (!SizeOf(c, c.input(1), &height, &width)) return;
  const Tensor& x = c.input(0);
  const bool align = c.Attr("align_corners", false), half = c.Attr("half_pixel_centers", false);
  if (align && half) return Fail(c, "If half_pixel_centers is True, align_corners must be False.");
  const auto places = [&](int64_t in, int64_t out) {
    const Scaler s{in, out, align, false};
    Line line{in, out, {}};
    for (int64_t i = 0; i < out; ++i) {
      const float at = (static_cast<float>(i) + (half ? 0.5f : 0.0f)) * s.scale();
      line.spans.push_back(
          {std::clamp<int64_t>(static_cast<int64_t>(align ? std::round(at) : std::floor(at)), 0, in - 1),
           {1}});
    }
    return line;
  };
  if (gradient) return Resample(c, places(height, x.dim(1)), places(width, x.dim(2)), true, x.dtype());
  Tensor* out = c.Output(0, x.dtype(), Shape{x.dim(0), height, width, x.dim(3)});
  if (out == nullptr) return;
  const Line rows = places(x.dim(1), height), columns = places(x.dim(2), width);
  const Mover mover(x.dtype());
  const int64_t n = x.dim(3);
  for (int64_t b = 0, at = 0; b < x.dim(0); ++b)
    for (int64_t i = 0; i < height; ++i)
      for (int64_t j = 0; j < width; ++j, at += n)
        mover.Copy(out, at, x, ((b * x.dim(1) + rows.spans[i].begin) * x.dim(2) + columns.spans[j].begin) * n,
                   n);
}

Status ResizeShape(ShapeContext& c) {
  Shape x;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &x));
  const Shape size = c.ValueAsShape(1);
  Shape out{kUnknownDim, kUnknownDim, kUnknownDim, kUnknownDim};
  if (x.has_rank()) out = Shape{x[0], kUnknownDim, kUnknownDim, x[3]};
  if (size.has_rank() && size.rank() == 2) out = Shape{out[0], size[0], size[1], out[3]};
  c.Set(0, out);
  return {};
}

Status ShapeOfImage(ShapeContext& c) {
  c.Set(0, c.input(1));
  return {};
}

bool HasGradient(GradContext& g) {
  return g.input(0).dtype() == DType::kFloat32 || g.input(0).dtype() == DType::kFloat64;
}

void NearestGrad(GradContext& g) {
  const Shape& x = g.input(0).shape();
  if (x.has_rank() && IsKnown(x[1]) && IsKnown(x[2]))
    return grad::Run(
        g, "d0 = ResizeNearestNeighborGrad(g0, ints(#0, #1)){align_corners=@, half_pixel_centers=@}",
        {x[1], x[2]});
  grad::Run(g,
            "d0 = ResizeNearestNeighborGrad(g0, StridedSlice(shape(x0), ints(1), ints(3), ints(1)))"
            "{align_corners=@, half_pixel_centers=@}");
}

#define TP_PIXELS "T: {int8,uint8,int16,uint16,int32,int64,float16,float32,float64,bfloat16}"
#define TP_CENTERS "align_corners: bool = false, half_pixel_centers: bool = false"

}  // namespace

TP_OP(ResizeBilinear){
    .name = "ResizeBilinear",
    .inputs = "images: T, size: int32",
    .outputs = "resized_images: float32",
    .attrs = TP_PIXELS ", " TP_CENTERS,
    .doc = "Images of another size, by bilinear interpolation.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { ResizeKernel(c, Bilinear); },
    .gradient =
        [](GradContext& g) {
          if (HasGradient(g))
            grad::Run(g, "d0 = ResizeBilinearGrad(g0, x0){align_corners=@, half_pixel_centers=@}");
        },
    .host_inputs = "size",
    .examples =
        "[[[[1.] [3.]]]], [1 4] -> [[[[1.] [1.5] [2.5] [3.]]]] | half_pixel_centers=true\n"
        "[[[[1.] [3.]]]], [1 4] -> [[[[1.] [2.] [3.] [3.]]]]",
};

TP_OP(ResizeBilinearGrad){
    .name = "ResizeBilinearGrad",
    .inputs = "grads: float32, original_image: T",
    .outputs = "output: T",
    .attrs = "T: {float32,bfloat16,float16,float64}, " TP_CENTERS,
    .doc = "The gradient of ResizeBilinear.",
    .shape = ShapeOfImage,
    .kernel = [](KernelContext& c) { ResizeGradKernel(c, Bilinear); },
    .examples = "[[[[1.] [2.] [3.] [4.]]]], [[[[1.] [3.]]]] -> [[[[2.] [8.]]]]",
};

TP_OP(ResizeBicubic){
    .name = "ResizeBicubic",
    .inputs = "images: T, size: int32",
    .outputs = "resized_images: float32",
    .attrs = TP_PIXELS ", " TP_CENTERS,
    .doc = "Images of another size, by cubic interpolation.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { ResizeKernel(c, Bicubic); },
    .gradient =
        [](GradContext& g) {
          if (HasGradient(g))
            grad::Run(g, "d0 = ResizeBicubicGrad(g0, x0){align_corners=@, half_pixel_centers=@}");
        },
    .host_inputs = "size",
    .examples = "[[[[1.] [3.]]]], [1 2] -> [[[[1.] [3.]]]] | half_pixel_centers=true",
};

TP_OP(ResizeBicubicGrad){
    .name = "ResizeBicubicGrad",
    .inputs = "grads: float32, original_image: T",
    .outputs = "output: T",
    .attrs = "T: {float32,float64}, " TP_CENTERS,
    .doc = "The gradient of ResizeBicubic.",
    .shape = ShapeOfImage,
    .kernel = [](KernelContext& c) { ResizeGradKernel(c, Bicubic); },
    .examples = "[[[[1.] [2.]]]], [[[[1.] [3.]]]] -> [[[[1.] [2.]]]]",
};

TP_OP(ResizeArea){
    .name = "ResizeArea",
    .inputs = "images: T, size: int32",
    .outputs = "resized_images: float32",
    .attrs =
        "T: {int8,uint8,int16,uint16,int32,int64,float16,float32,float64,bfloat16}, align_corners: bool = "
        "false",
    .doc = "Images of another size, by the means of the areas that a pixel covers.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { ResizeKernel(c, Area); },
    .host_inputs = "size",
    .examples = "[[[[1.] [2.] [6.]]]], [1 2] -> [[[[1.3333334] [4.6666665]]]]",
};

TP_OP(ScaleAndTranslate){
    .name = "ScaleAndTranslate",
    .inputs = "images: T, size: int32, scale: float32, translation: float32",
    .outputs = "resized_images: float32",
    .attrs = TP_PIXELS ", kernel_type: string = 'lanczos3', antialias: bool = true",
    .doc = "Images scaled and moved, by one of several kernels.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { TranslateKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          grad::Run(g, "d0 = ScaleAndTranslateGrad(g0, x0, x2, x3){kernel_type=@, antialias=@}");
        },
    .host_inputs = "size",
    .examples =
        "[[[[1.] [3.]]]], [1 4], [1. 2.], [0. 0.] -> [[[[1.] [1.5] [2.5] [3.]]]] | kernel_type='triangle'",
};

TP_OP(ScaleAndTranslateGrad){
    .name = "ScaleAndTranslateGrad",
    .inputs = "grads: T, original_image: T, scale: float32, translation: float32",
    .outputs = "output: T",
    .attrs = "T: {float32}, kernel_type: string = 'lanczos3', antialias: bool = true",
    .doc = "The gradient of ScaleAndTranslate.",
    .shape = ShapeOfImage,
    .kernel = [](KernelContext& c) { TranslateKernel(c, true); },
    .examples =
        "[[[[1.] [1.]]]], [[[[1.] [3.]]]], [1. 1.], [0. 0.] -> [[[[1.] [1.]]]] | kernel_type='triangle'",
};

TP_OP(ResizeNearestNeighbor){
    .name = "ResizeNearestNeighbor",
    .inputs = "images: T, size: int32",
    .outputs = "resized_images: T",
    .attrs = TP_PIXELS ", " TP_CENTERS,
    .doc = "Images of another size, each pixel the nearest one.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { NearestKernel(c, false); },
    .gradient = NearestGrad,
    .host_inputs = "size",
    .examples = "[[[[1.] [3.]]]], [1 4] -> [[[[1.] [1.] [3.] [3.]]]] | half_pixel_centers=true",
};

TP_OP(ResizeNearestNeighborGrad){
    .name = "ResizeNearestNeighborGrad",
    .inputs = "grads: T, size: int32",
    .outputs = "output: T",
    .attrs = "T: {uint8,int8,int32,float16,float32,float64,bfloat16}, " TP_CENTERS,
    .doc = "The gradient of ResizeNearestNeighbor.",
    .shape = ResizeShape,
    .kernel = [](KernelContext& c) { NearestKernel(c, true); },
    .host_inputs = "size",
    .examples = "[[[[1.] [2.] [3.] [4.]]]], [1 2] -> [[[[3.] [7.]]]] | half_pixel_centers=true",
};

}  // namespace tp
