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
    return c.num_inputs() == 1
               ? FailAs(c, Code::kFailedPrecondition,
                        "input must have 3 channels but input only has {} channels.", x.dim(x.rank() - 1))
               : Fail(c, "input must have 3 channels but instead has {} channels.", x.dim(x.rank() - 1));
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
  const Dim channels = x.has_rank() && c.num_inputs() == 1 ? x[x.rank() - 1] : 3;
  if (IsKnown(channels) && channels != 3) return InvalidArgument("Dimension must be 3 but is {}", channels);
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

// Hue, saturation and value by red, green and blue, as TensorFlow's Python code differentiates them. r, g, b
// are the channels, s and v saturation and value; rb is 1 where red is the biggest, rs where it is the
// smallest.
#define TP_CHANNEL(x, i, next) \
  "StridedSlice(" x ", ints(0, " i "), ints(0, " next "), ints(1, 1)){ellipsis_mask=1, shrink_axis_mask=2}"
#define TP_BOTH(first, second) "cast(LogicalAnd:and_(" first ", " second "), x0);"
#define TP_OVER(x) "DivNoNan:div_no_nan(const(1), " x ")"
#define TP_OVER_SQUARE(x) TP_OVER("Square(" x ")")
#define TP_LIT(x) "cast(Greater(" x ", 0), x0)"
#define TP_SATURATION(x, y, z, a, b)                                                                      \
  "mul(" TP_LIT(x) ", add(mul(mul(" x "b, add(mul(" y "s, " y "), mul(" z "s, " z "))), " TP_OVER_SQUARE( \
      x) "), mul(mul(" x "s, -1), " TP_OVER("add(mul(" a "b, " a "), mul(" b "b, " b "))") ")));"
// Hue where x is the biggest: by x itself; by another channel that is the smallest; by the one between, which
// turns it back or on.
#define TP_HUE_OWN(x, y, z)                                                \
  "mul(60, mul(mul(mul(mul(mul(" TP_LIT(x) ", " x "b), -1), sub(" y ", " z \
                                           ")), " TP_OVER_SQUARE("s") "), " TP_OVER_SQUARE("v") "));"
#define TP_HUE_LOW(x, low, y, z, a, b)                                       \
  "mul(60, mul(mul(mul(mul(" TP_LIT(x) ", " x "b), " low "s), sub(" y ", " z \
                                       ")), " TP_OVER_SQUARE("sub(" a ", " b ")") "));"
#define TP_HUE_ON(x, low, y, z) \
  "mul(60, mul(mul(mul(" TP_LIT(x) ", " x "b), " low "s), " TP_OVER("sub(" y ", " z ")") "));"
#define TP_HUE_BACK(x, low, y, z) \
  "mul(60, mul(mul(mul(mul(" TP_LIT(x) ", " x "b), " low "s), -1), " TP_OVER("sub(" y ", " z ")") "));"
#define TP_HUE_SUM(h) h " = RealDiv:truediv(add(add(add(add(" h "0, " h "1), " h "2), " h "3), " h "4), 360);"
#define TP_GRADIENTS(i, next, r, g, b)                                      \
  "Pack:stack(mul(" TP_CHANNEL("g0", i, next) ", " r "), mul(" TP_CHANNEL( \
      "g0", i, next) ", " g "), mul(" TP_CHANNEL("g0", i, next) ", " b ")){axis=-1};"
constexpr char kHsvGrad[] =
    "r = " TP_CHANNEL("x0", "0", "1") ";"
    "g = " TP_CHANNEL("x0", "1", "2") ";"
    "b = " TP_CHANNEL("x0", "2", "3") ";"
    "s = " TP_CHANNEL("y0", "1", "2") ";"
    "v = " TP_CHANNEL("y0", "2", "3") ";"
    "rb = " TP_BOTH("GreaterEqual(r, b)", "GreaterEqual(r, g)")
    "gb = " TP_BOTH("Greater(g, r)", "GreaterEqual(g, b)")
    "bb = " TP_BOTH("Greater(b, r)", "Greater(b, g)")
    "rs = " TP_BOTH("Less(r, b)", "Less(r, g)")
    "gs = " TP_BOTH("LessEqual(g, r)", "Less(g, b)")
    "bs = " TP_BOTH("LessEqual(b, r)", "LessEqual(b, g)")
    "sr = " TP_SATURATION("r", "g", "b", "g", "b")
    "sg = " TP_SATURATION("g", "r", "b", "r", "b")
    "sb = " TP_SATURATION("b", "g", "r", "g", "r")
    "hr0 = " TP_HUE_OWN("r", "g", "b")
    "hr1 = " TP_HUE_LOW("g", "r", "b", "g", "r", "g")
    "hr2 = " TP_HUE_BACK("g", "b", "g", "b")
    "hr3 = " TP_HUE_LOW("b", "r", "b", "g", "b", "r")
    "hr4 = " TP_HUE_ON("b", "g", "b", "g")
    TP_HUE_SUM("hr")
    "hg0 = " TP_HUE_OWN("g", "b", "r")
    "hg1 = " TP_HUE_LOW("r", "g", "r", "b", "r", "g")
    "hg2 = " TP_HUE_ON("r", "b", "r", "b")
    "hg3 = " TP_HUE_LOW("b", "g", "r", "b", "b", "g")
    "hg4 = " TP_HUE_BACK("b", "r", "b", "r")
    TP_HUE_SUM("hg")
    "hb0 = " TP_HUE_OWN("b", "r", "g")
    "hb1 = " TP_HUE_LOW("r", "b", "g", "r", "r", "b")
    "hb2 = " TP_HUE_BACK("r", "g", "r", "g")
    "hb3 = " TP_HUE_LOW("g", "b", "g", "r", "g", "b")
    "hb4 = " TP_HUE_ON("g", "r", "g", "r")
    TP_HUE_SUM("hb")
    "iv = " TP_GRADIENTS("2", "3", "rb", "gb", "bb") "is = " TP_GRADIENTS("1", "2", "sr", "sg", "sb")
    "ih = " TP_GRADIENTS("0", "1", "hr", "hg", "hb") "d0 = add(add(iv, is), ih)";

// The place (from 1 on) of each pixel's source, by patches of an image of places; the gradient is summed by
// them.
constexpr char kPatchesGrad[] =
    "n = Unpack:unstack(shape(x0, i64)){num=4}; m = mul(n.1, n.2);"
    "q = Unpack:unstack(StridedSlice(shape(y0, i64), ints(1), ints(3), ints(1))){num=2};"
    "z = reshape(Range:range(num(1, real), cast(AddV2:add(m, long(1)), real), num(1, real)), "
    "Pack(long(1), n.1, n.2, long(1)));"
    "y = cast(ExtractImagePatches(z){ksizes=@, strides=@, rates=@, padding=@}, i64);"
    "e = Transpose:transpose(reshape(g0, Pack(n, q, q.1, long(#0), long(#1), n.3)), ints(1, 2, 3, 4, 0, 5));"
    "f = reshape(e, Pack(long(-1), mul(n, n.3)));"
    "s = sub(reshape(y, ints(-1)), long(1));"
    "u = reshape(UnsortedSegmentSum(f, s, m), Pack(n.1, n.2, n, n.3));"
    "d0 = Transpose:transpose(u, ints(2, 0, 1, 3))";

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
    .gradient = [](GradContext& g) { grad::Run(g, kHsvGrad); },
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
        [](GradContext& g) {
          const auto sizes = g.Attr<std::vector<int64_t>>("ksizes");
          grad::Run(g, kPatchesGrad, {sizes[1], sizes[2]});
        },
    .examples =
        "[[[[1.] [2.]] [[3.] [4.]]]] -> [[[[1. 2. 3. 4.]]]] | ksizes=[1,2,2,1], strides=[1,1,1,1], "
        "rates=[1,1,1,1], "
        "padding='VALID'",
};

}  // namespace tp
