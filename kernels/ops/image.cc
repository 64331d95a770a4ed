// Images: colour spaces and contrast, computed as float64 whatever the dtype; patches, boxes.
#include <cmath>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- colours (core/kernels/image/colorspace_op.h)
// ----------------------------------------------------------

void ToHsv(const double* rgb, double* hsv) {
  const double r = rgb[0], g = rgb[1], b = rgb[2];
  const double high = std::max({r, g, b}), range = high - std::min({r, g, b});
  double h = 0;
  if (range > 0) {
    const double sixth = 1 / (6 * range);
    h = r == high ? sixth * (g - b) : g == high ? sixth * (b - r) + 2.0 / 6 : sixth * (r - g) + 4.0 / 6;
    if (h < 0) h += 1;
  }
  hsv[0] = h;
  hsv[1] = high > 0 ? range / high : 0;
  hsv[2] = high;
}

void ToRgb(const double* hsv, double* rgb) {
  const double h = hsv[0] * 6, s = hsv[1], v = hsv[2];
  const double parts[3] = {std::abs(h - 3) - 1, 2 - std::abs(h - 2), 2 - std::abs(h - 4)};
  for (int i = 0; i < 3; ++i) rgb[i] = (1 - s + s * std::clamp(parts[i], 0.0, 1.0)) * v;
}

// Each pixel by `change`, which gets the value of input 1 where there is one.
void PixelKernel(KernelContext& c, void (*change)(const double* in, double* out, double by)) {
  const Tensor& x = c.input(0);
  if (x.rank() < (c.num_inputs() == 1 ? 1 : 3))
    return c.Error(c.num_inputs() == 1
                       ? InvalidArgument("input must be at least 1D{}", x.shape())
                       : InvalidArgument("input must be at least 3-D, got shape{}", x.shape()));
  if (x.dim(x.rank() - 1) != 3)
    return Fail(c, "input must have 3 channels but instead has {} channels.", x.dim(x.rank() - 1));
  const Wide<double> in(c, 0);
  if (c.failed()) return;
  const double by = c.num_inputs() == 2 ? static_cast<double>(c.input(1).data<float>()[0]) : 0;
  for (int64_t i = 0; i < x.num_elements(); i += 3) {
    double out[3];
    change(in.data() + i, out, by);
    std::copy_n(out, 3, in.data() + i);
  }
  in.Give(c, 0);
}

void HueBy(const double* in, double* out, double by) {
  double hsv[3];
  ToHsv(in, hsv);
  hsv[0] += by;
  hsv[0] -= std::floor(hsv[0]);
  ToRgb(hsv, out);
}

void SaturationBy(const double* in, double* out, double by) {
  double hsv[3];
  ToHsv(in, hsv);
  hsv[1] = std::clamp(hsv[1] * by, 0.0, 1.0);
  ToRgb(hsv, out);
}

Status PixelShape(ShapeContext& c) {
  Shape x;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, c.num_inputs() == 1 ? 1 : 3, &x));
  Dim channels;
  if (x.has_rank() && c.num_inputs() == 1) TP_RETURN_IF_ERROR(c.Merge(x[x.rank() - 1], 3, &channels));
  c.Set(0, x);
  return {};
}

// Away from each channel's mean in its image.
void ContrastKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() < 3) return Fail(c, "input must be at least 3-D, got shape{}", x.shape());
  const double factor = static_cast<double>(c.input(1).data<float>()[0]);
  const int64_t channels = x.dim(x.rank() - 1), pixels = x.dim(x.rank() - 2) * x.dim(x.rank() - 3);
  const Wide<double> in(c, 0);
  if (c.failed()) return;
  for (int64_t at = 0; at < x.num_elements(); at += pixels * channels)
    for (int64_t k = 0; k < channels; ++k) {
      double* const from = in.data() + at + k;
      double mean = 0;
      for (int64_t i = 0; i < pixels; ++i) mean += from[i * channels];
      mean /= static_cast<double>(pixels);
      for (int64_t i = 0; i < pixels; ++i) from[i * channels] = (from[i * channels] - mean) * factor + mean;
    }
  in.Give(c, 0);
}

// --- patches
// ------------------------------------------------------------------------------------------------

struct Patches {
  Dim size[2], stride[2], rate[2], before[2], out[2];
};

Status PatchesOf(const auto& c, const Shape& image, Patches* p) {
  const auto sizes = c.template Attr<std::vector<int64_t>>("ksizes"),
             strides = c.template Attr<std::vector<int64_t>>("strides"),
             rates = c.template Attr<std::vector<int64_t>>("rates");
  for (const auto& list : {sizes, strides, rates})
    if (list.size() != 4)
      return InvalidArgument(
          "ExtractImagePatches requires the ksizes attribute to contain 4 values, but got: {}", list.size());
  const bool same = c.template Attr<std::string>("padding") == "SAME";
  for (int i = 0; i < 2; ++i) {
    p->size[i] = sizes[1 + i];
    p->stride[i] = strides[1 + i];
    p->rate[i] = rates[1 + i];
    p->before[i] = 0;
    p->out[i] = kUnknownDim;
    const Dim in = image[1 + i], reach = (p->size[i] - 1) * p->rate[i] + 1;
    if (!IsKnown(in)) continue;
    if (same) {
      p->out[i] = (in + p->stride[i] - 1) / p->stride[i];
      p->before[i] = std::max<Dim>(0, (p->out[i] - 1) * p->stride[i] + reach - in) / 2;
    } else if (in < reach) {
      return InvalidArgument(
          "Computed output size would be negative: {} [input_size: {}, effective_filter_size: {}, "
          "stride: {}]",
          (in - reach + p->stride[i]) / p->stride[i], in, reach, p->stride[i]);
    } else {
      p->out[i] = (in - reach) / p->stride[i] + 1;
    }
  }
  return {};
}

Status PatchesShape(ShapeContext& c) {
  Shape image;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &image));
  if (!image.has_rank()) return {};
  Patches p;
  TP_RETURN_IF_ERROR(PatchesOf(c, image, &p));
  c.Set(0, Shape{image[0], p.out[0], p.out[1],
                 IsKnown(image[3]) ? image[3] * p.size[0] * p.size[1] : kUnknownDim});
  return {};
}

void PatchesKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() != 4) return Fail(c, "input must be 4-dimensional{}", x.shape());
  Patches p;
  if (Status status = PatchesOf(c, x.shape(), &p); !status.ok()) return c.Error(status);
  const int64_t n = x.dim(3);
  Tensor* out = c.Output(0, x.dtype(), Shape{x.dim(0), p.out[0], p.out[1], n * p.size[0] * p.size[1]});
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  mover.Clear(out, 0, out->num_elements());
  int64_t at = 0;
  for (int64_t b = 0; b < x.dim(0); ++b)
    for (int64_t h = 0; h < p.out[0]; ++h)
      for (int64_t w = 0; w < p.out[1]; ++w)
        for (int64_t i = 0; i < p.size[0]; ++i)
          for (int64_t j = 0; j < p.size[1]; ++j, at += n) {
            const int64_t row = h * p.stride[0] - p.before[0] + i * p.rate[0];
            const int64_t column = w * p.stride[1] - p.before[1] + j * p.rate[1];
            if (row < 0 || row >= x.dim(1) || column < 0 || column >= x.dim(2)) continue;
            mover.Copy(out, at, x, ((b * x.dim(1) + row) * x.dim(2) + column) * n, n);
          }
}

// --- boxes: [top, left, bottom, right]
// ----------------------------------------------------------------------

float Overlap(const float* boxes, int64_t i, int64_t j) {
  const float *a = boxes + 4 * i, *b = boxes + 4 * j;
  const auto low = [](const float* box, int k) { return std::min(box[k], box[k + 2]); };
  const auto high = [](const float* box, int k) { return std::max(box[k], box[k + 2]); };
  const auto area = [&](const float* box) {
    return (high(box, 0) - low(box, 0)) * (high(box, 1) - low(box, 1));
  };
  if (area(a) <= 0 || area(b) <= 0) return 0;
  float both = 1;
  for (int k = 0; k < 2; ++k)
    both *= std::max(std::min(high(a, k), high(b, k)) - std::max(low(a, k), low(b, k)), 0.0f);
  return both / (area(a) + area(b) - both);
}

// Of boxes that overlap much the best one. Version 5 makes scores smaller instead (soft_nms_sigma).
void SuppressionKernel(KernelContext& c, bool soft) {
  const Tensor &boxes = c.input(0), &scores = c.input(1);
  if (boxes.rank() != 2 || boxes.dim(1) != 4)
    return c.Error(boxes.rank() != 2 ? InvalidArgument("boxes must be 2-D{}", boxes.shape())
                                     : InvalidArgument("boxes must have 4 columns"));
  if (scores.rank() != 1 || scores.dim(0) != boxes.dim(0)) return Fail(c, "scores has incompatible shape");
  const auto number = [&](int i) { return static_cast<float>(ElementAsDouble(c.input(i), 0)); };
  const float limit = number(3), least = number(4), sigma = soft ? number(5) : 0;
  if (!(limit >= 0 && limit <= 1)) return Fail(c, "iou_threshold must be in [0, 1]");
  if (!(sigma >= 0)) return Fail(c, "soft_nms_sigma_val must be >= 0");
  const int64_t most = ScalarInt(c.input(2));
  if (most < 0) return Fail(c, "output size must be non-negative");
  const Wide<double> wide(c, 0), wide_scores(c, 1);
  if (c.failed()) return;
  const std::vector<float> places(wide.data(), wide.data() + boxes.num_elements());
  std::vector<float> left(wide_scores.data(), wide_scores.data() + scores.num_elements());
  std::vector<int64_t> kept;
  std::vector<double> kept_scores;
  std::vector<bool> gone(left.size());
  while (static_cast<int64_t>(kept.size()) < most) {
    int64_t best = -1;
    for (size_t i = 0; i < left.size(); ++i)
      if (!gone[i] && left[i] > least && (best < 0 || left[i] > left[best])) best = static_cast<int64_t>(i);
    if (best < 0) break;
    gone[best] = true;
    kept.push_back(best);
    kept_scores.push_back(static_cast<double>(left[best]));
    for (size_t i = 0; i < left.size(); ++i) {
      if (gone[i]) continue;
      const float overlap = Overlap(places.data(), best, static_cast<int64_t>(i));
      if (sigma > 0)
        left[i] *= std::exp(-0.5f / sigma * overlap * overlap);
      else if (overlap > limit)
        gone[i] = true;
    }
  }
  if (!soft) return c.SetOutput(0, IntVector(kept, DType::kInt32));
  const size_t valid = kept.size();
  const Shape shape{c.Attr("pad_to_max_output_size", false) ? most : static_cast<int64_t>(valid)};
  Tensor* indices = c.Output(0, DType::kInt32, shape);
  const Tensor made = c.Scratch(DType::kFloat64, shape);
  if (indices == nullptr || !made.valid()) return;
  std::fill_n(indices->data<int32_t>(), shape[0], 0);
  std::fill_n(made.data<double>(), shape[0], 0.0);
  std::copy(kept.begin(), kept.end(), indices->data<int32_t>());
  std::copy(kept_scores.begin(), kept_scores.end(), made.data<double>());
  NarrowOutput(c, 1, made, scores.dtype());
  c.SetOutput(2, Tensor::Scalar<int32_t>(static_cast<int32_t>(valid)));
}

Status SuppressionShape(ShapeContext& c) {
  Shape boxes;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &boxes));
  c.Set(0, Shape{kUnknownDim});
  if (c.num_outputs() == 1) return {};
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape());
  return {};
}

#define TP_HSV_FLOATS "T: {float16,bfloat16,float32,float64} = float32"

}  // namespace

TP_OP(RGBToHSV){
    .name = "RGBToHSV",
    .api = "tf.image.rgb_to_hsv (images, name=None)",
    .inputs = "images: T",
    .outputs = "output: T",
    .attrs = TP_HSV_FLOATS,
    .doc = "Red, green and blue as hue, saturation and value.",
    .shape = PixelShape,
    .kernel =
        [](KernelContext& c) {
          PixelKernel(c, [](const double* in, double* out, double) { ToHsv(in, out); });
        },
    .gradient =
        [](GradContext&) { throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of RGBToHSV")}; },
    .examples = "[[0.25 0.5 0.75]] -> [[0.5833333 0.6666667 0.75]]",
};

TP_OP(HSVToRGB){
    .name = "HSVToRGB",
    .api = "tf.image.hsv_to_rgb (images, name=None)",
    .inputs = "images: T",
    .outputs = "output: T",
    .attrs = TP_HSV_FLOATS,
    .doc = "Hue, saturation and value as red, green and blue.",
    .shape = PixelShape,
    .kernel =
        [](KernelContext& c) {
          PixelKernel(c, [](const double* in, double* out, double) { ToRgb(in, out); });
        },
    .no_gradient = true,
    .examples = "[[0.5 0.5 1.]] -> [[0.5 1. 1.]]",
};

TP_OP(AdjustHue){
    .name = "AdjustHue",
    .inputs = "images: T, delta: float32",
    .outputs = "output: T",
    .attrs = "T: {float16,float32} = float32",
    .doc = "Pixels with another hue.",
    .shape = PixelShape,
    .kernel = [](KernelContext& c) { PixelKernel(c, HueBy); },
    .examples = "[[[1. 0.5 0.]]], 0.5 -> [[[0. 0.5 1.]]]",
};

TP_OP(AdjustSaturation){
    .name = "AdjustSaturation",
    .inputs = "images: T, scale: float32",
    .outputs = "output: T",
    .attrs = "T: {float16,float32} = float32",
    .doc = "Pixels with another saturation.",
    .shape = PixelShape,
    .kernel = [](KernelContext& c) { PixelKernel(c, SaturationBy); },
    .examples = "[[[1. 0.5 0.]]], 0.5 -> [[[1. 0.75 0.5]]]",
};

TP_OP(AdjustContrastv2){
    .name = "AdjustContrastv2",
    .inputs = "images: T, contrast_factor: float32",
    .outputs = "output: T",
    .attrs = "T: {float16,float32} = float32",
    .doc = "Images with pixels moved away from the mean of their channel.",
    .shape = PixelShape,
    .kernel = ContrastKernel,
    .examples = "[[[1.] [3.]]], 2. -> [[[0.] [4.]]]",
};

TP_OP(ExtractImagePatches){
    .name = "ExtractImagePatches",
    .inputs = "images: T",
    .outputs = "patches: T",
    .attrs =
        "ksizes: list(int) >= 4, strides: list(int) >= 4, rates: list(int) >= 4, T: "
        "{float16,float32,float64,int8,int16,int32,int64,uint8,uint16,uint32,uint64,complex64,complex128,"
        "bool,"
        "bfloat16}, padding: {'SAME','VALID'}",
    .doc = "Patches of images, each put into the depth.",
    .shape = PatchesShape,
    .kernel = PatchesKernel,
    .gradient =
        [](GradContext&) {
          throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of ExtractImagePatches")};
        },
    .examples =
        "[[[[1.] [2.]] [[3.] [4.]]]] -> [[[[1. 2. 3. 4.]]]] | ksizes=[1,2,2,1], strides=[1,1,1,1], "
        "rates=[1,1,1,1], "
        "padding='VALID'",
};

TP_OP(NonMaxSuppressionV3){
    .name = "NonMaxSuppressionV3",
    .inputs =
        "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: "
        "T_threshold",
    .outputs = "selected_indices: int32",
    .attrs = "T: {float16,float32} = float32, T_threshold: {float16,float32} = float32",
    .doc = "The boxes with the best scores, without those that overlap a better one.",
    .shape = SuppressionShape,
    .kernel = [](KernelContext& c) { SuppressionKernel(c, false); },
    .examples = "[[0. 0. 1. 1.] [0. 0. 1. 0.9] [2. 2. 3. 3.]], [0.9 0.8 0.7], 3, 0.5, 0. -> [0 2]",
};

TP_OP(NonMaxSuppressionV5){
    .name = "NonMaxSuppressionV5",
    .inputs =
        "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: "
        "T",
    .outputs = "selected_indices: int32, selected_scores: T, valid_outputs: int32",
    .attrs = "T: {float16,float32} = float32, pad_to_max_output_size: bool = false",
    .doc = "As NonMaxSuppressionV3, with scores that overlapping boxes lose.",
    .shape = SuppressionShape,
    .kernel = [](KernelContext& c) { SuppressionKernel(c, true); },
    .examples =
        "[[0. 0. 1. 1.] [0. 0. 1. 0.9] [2. 2. 3. 3.]], [0.9 0.8 0.7], 3, 0.5, 0., 0. -> [0 2], [0.9 0.7], 2",
};

}  // namespace tp
