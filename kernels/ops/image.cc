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
  if (x.has_rank() && c.num_inputs() == 1) x.set_dim(x.rank() - 1, 3);
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

// Of images or volumes; an image is a volume of one plane.
struct Patches {
  Dim in[3], size[3], stride[3], rate[3], before[3], out[3];

  Dim Elements() const { return size[0] * size[1] * size[2]; }
};

Status PatchesOf(const auto& c, const Shape& image, Patches* p) {
  const auto sizes = c.template Attr<std::vector<int64_t>>("ksizes"),
             strides = c.template Attr<std::vector<int64_t>>("strides");
  auto rates = c.template Attr<std::vector<int64_t>>("rates");
  const bool volume = c.op().name() == "ExtractVolumePatches";
  if (volume) rates = {1, 1, 1, 1, 1};
  for (const auto& list : {sizes, strides, rates})
    if (list.size() != (volume ? 5 : 4))
      return InvalidArgument("{} requires the ksizes attribute to contain {} values, but got: {}",
                             c.op().name(), volume ? 5 : 4, list.size());
  const bool same = c.template Attr<std::string>("padding") == "SAME";
  for (int i = 0; i < 3; ++i) {
    const int from = volume ? 1 + i : i;
    const bool flat = from == 0;
    p->in[i] = flat ? 1 : image[from];
    p->size[i] = flat ? 1 : sizes[from];
    p->stride[i] = flat ? 1 : strides[from];
    p->rate[i] = flat ? 1 : rates[from];
    p->before[i] = 0;
    p->out[i] = kUnknownDim;
    if (p->stride[i] <= 0) return InvalidArgument("Stride must be > 0, but got {}", p->stride[i]);
    const Dim in = p->in[i], reach = (p->size[i] - 1) * p->rate[i] + 1;
    if (!IsKnown(in)) continue;
    if (same) {
      p->out[i] = (in + p->stride[i] - 1) / p->stride[i];
      p->before[i] = std::max<Dim>(0, (p->out[i] - 1) * p->stride[i] + reach - in) / 2;
      continue;
    }
    p->out[i] = (in - reach + p->stride[i]) / p->stride[i];
    if (p->out[i] < 0 || (in < reach && !volume))
      return InvalidArgument(
          "Computed output size would be negative: {} [input_size: {}, effective_filter_size: {}, "
          "stride: {}]",
          p->out[i], in, reach, p->stride[i]);
  }
  return {};
}

Status PatchesShape(ShapeContext& c) {
  Shape image;
  const int rank = c.op().name() == "ExtractVolumePatches" ? 5 : 4;
  TP_RETURN_IF_ERROR(c.WithRank(0, rank, &image));
  if (!image.has_rank()) return {};
  Patches p;
  TP_RETURN_IF_ERROR(PatchesOf(c, image, &p));
  Shape out{image[0]};
  for (int i = 5 - rank; i < 3; ++i) out.Append(p.out[i]);
  out.Append(IsKnown(image[rank - 1]) ? image[rank - 1] * p.Elements() : kUnknownDim);
  c.Set(0, out);
  return {};
}

void PatchesKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const bool volume = c.op().name() == "ExtractVolumePatches";
  const int rank = volume ? 5 : 4;
  if (x.rank() != rank) return Fail(c, "input must be {}-dimensional{}", rank, x.shape());
  for (const char* name : {"ksizes", "strides"}) {
    if (!volume) break;
    const auto list = c.Attr<std::vector<int64_t>>(name);
    if (list.size() != 5) return Fail(c, "{} has {} values instead of 5", name, list.size());
    if (list[0] != 1 || list[4] != 1)
      return FailAs(c, Code::kUnimplemented, "Only support {} across space.", name);
    if (*std::ranges::min_element(list) < 1) return FailAs(c, Code::kOutOfRange, "{} is out of range.", name);
  }
  Patches p;
  if (Status status = PatchesOf(c, x.shape(), &p); !status.ok()) return c.Error(status);
  const int64_t n = x.dim(rank - 1);
  Shape shape{x.dim(0)};
  for (int i = 5 - rank; i < 3; ++i) shape.Append(p.out[i]);
  shape.Append(n * p.Elements());
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  mover.Clear(out, 0, out->num_elements());
  const int64_t places = p.out[0] * p.out[1] * p.out[2], cells = p.Elements();
  int64_t at = 0;
  for (int64_t b = 0; b < x.dim(0); ++b)
    for (int64_t place = 0; place < places; ++place)
      for (int64_t cell = 0; cell < cells; ++cell, at += n) {
        const int64_t o[] = {place / p.out[2] / p.out[1], place / p.out[2] % p.out[1], place % p.out[2]};
        const int64_t k[] = {cell / p.size[2] / p.size[1], cell / p.size[2] % p.size[1], cell % p.size[2]};
        int64_t from = b;
        bool inside = true;
        for (int i = 0; i < 3; ++i) {
          const int64_t pos = o[i] * p.stride[i] - p.before[i] + k[i] * p.rate[i];
          inside = inside && pos >= 0 && pos < p.in[i];
          from = from * p.in[i] + pos;
        }
        if (inside) mover.Copy(out, at, x, from * n, n);
      }
}

// A sparse matrix says which cell of which patch (a column) has which cell of the volume (a row; the first
// one is the padding's and left out).
void VolumePatchesGrad(GradContext& g) {
  const Shape &x = g.input(0).shape(), &y = g.output(0).shape();
  const auto sizes = g.Attr<std::vector<int64_t>>("ksizes");
  for (int i = 1; i < 4; ++i)
    if (!x.has_rank() || !y.has_rank() || !IsKnown(x[i]) || !IsKnown(y[i]))
      throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of patches of volumes of unknown size")};
  const int64_t patch = sizes[1] * sizes[2] * sizes[3], rows = 1 + x[1] * x[2] * x[3],
                columns = y[1] * y[2] * y[3] * patch;
  const std::string text = fmt::format(
      "h = shape(x0); n = at(h, 0); c = at(h, 4);"
      "i = ExtractVolumePatches(reshape(Range:range(long(1), long({0}), long(1)), ints(1, {2}, {3}, {4}, 1)))"
      "{{ksizes=@, strides=@, padding=@}};"
      "o = reshape(Range:range(long(0), long({1}), long(1)), ints(1, {5}, {6}, {7}, {8}));"
      "i = ExpandDims(i, int(-1)); o = ExpandDims(o, int(-1));"
      "p = reshape(ConcatV2:concat(i, o, int(-1)), ints(-1, 2));"
      "m = SparseSlice(p, full({1}), longs:SparseTensor/dense_shape({0}, {1}), longs(1, 0), longs({9}, {1}));"
      "f = Transpose:transpose(reshape(g0, Pack(n, int({5}), int({6}), int({7}), int({10}), int({11}), "
      "int({12}), c)), ints(1, 2, 3, 4, 5, 6, 0, 7));"
      "f = reshape(f, Pack(int(-1), mul(n, c)));"
      "r = SparseTensorDenseMatMul:SparseTensorDenseMatMul/SparseTensorDenseMatMul(m, m.1, m.2, f);"
      "d0 = Transpose:transpose(reshape(r, Pack(int({2}), int({3}), int({4}), n, c)), ints(3, 0, 1, 2, 4))",
      rows, columns, x[1], x[2], x[3], y[1], y[2], y[3], patch, rows - 1, sizes[1], sizes[2], sizes[3]);
  grad::Run(g, text.c_str());
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
#define TP_GRADIENTS(i, next, r, g, b)                                     \
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

TP_OP(ExtractVolumePatches){
    .name = "ExtractVolumePatches",
    .api = "tf.extract_volume_patches (input, ksizes, strides, padding, name=None)",
    .inputs = "input: T",
    .outputs = "patches: T",
    .attrs =
        "ksizes: list(int) >= 5, strides: list(int) >= 5, T: "
        "{float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}, padding: "
        "{'SAME','VALID'}",
    .doc = "Patches of volumes, each put into the depth.",
    .shape = PatchesShape,
    .kernel = PatchesKernel,
    .gradient = VolumePatchesGrad,
    .examples =
        "[[[[[1.] [2.]]] [[[3.] [4.]]]]] -> [[[[[1. 2. 3. 4.]]]]] | ksizes=[1,2,1,2,1], "
        "strides=[1,1,1,1,1], padding='VALID'",
};

}  // namespace tp
