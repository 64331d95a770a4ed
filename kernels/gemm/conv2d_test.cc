// Convolutions and pools against their definitions (plain loops in double), odd sizes, strides, dilations and
// paddings, on every SIMD target; and the same bits for 1, 2 and 4 threads and for the prepacked filter.
#include "kernels/gemm/conv2d.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/simd/simd.h"

namespace tp {
namespace {

using Vector = std::vector<float>;

Vector Random(int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-1, 1);
  Vector v(count);
  for (float& x : v) x = value(random);
  return v;
}

// f(output pixel, tap, input pixel) for each tap that lies within the image.
void ForTaps(const Conv2DShape& s, const std::function<void(int64_t, int64_t, int64_t)>& f) {
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t y = 0; y < s.out_h; ++y)
      for (int64_t x = 0; x < s.out_w; ++x)
        for (int64_t ty = 0; ty < s.filter_h; ++ty)
          for (int64_t tx = 0; tx < s.filter_w; ++tx) {
            const int64_t iy = y * s.stride_h + ty * s.dilation_h - s.pad_top;
            const int64_t ix = x * s.stride_w + tx * s.dilation_w - s.pad_left;
            if (iy < 0 || iy >= s.in_h || ix < 0 || ix >= s.in_w) continue;
            f((n * s.out_h + y) * s.out_w + x, ty * s.filter_w + tx, (n * s.in_h + iy) * s.in_w + ix);
          }
}

void ExpectNear(const Vector& got, const std::vector<double>& want, const char* what, int number) {
  ASSERT_EQ(got.size(), want.size());
  double scale = 1;
  for (double x : want) scale = std::max(scale, std::abs(x));
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], want[i], 3e-6 * scale)
        << what << ", shape " << number << ", element " << i << " on " << SimdTargetName();
}

// Runs `compute` (which fills its result) with 1, 2 and 4 threads: equal bits. Returns the result.
Vector SameBits(int64_t size, const std::function<void(float*)>& compute, const char* what, int number) {
  Vector first;
  for (int threads : {1, 2, 4}) {
    SetThreadCount(threads);
    Vector result(size, -77);  // what is not written shows
    compute(result.data());
    if (threads == 1) first = result;
    EXPECT_TRUE(size == 0 || std::memcmp(first.data(), result.data(), size * sizeof(float)) == 0)
        << what << ", shape " << number << ", " << threads << " threads on " << SimdTargetName();
  }
  return first;
}

// batch, in, in_c, filter, out_c, stride, dilation, padding as SAME gives it or 0.
Conv2DShape Shape(int64_t batch, int64_t h, int64_t w, int64_t in_c, int64_t fh, int64_t fw, int64_t out_c,
                  int64_t stride, int64_t dilation, bool same) {
  Conv2DShape s{.batch = batch,
                .in_h = h,
                .in_w = w,
                .in_c = in_c,
                .filter_h = fh,
                .filter_w = fw,
                .out_c = out_c,
                .out_h = 0,
                .out_w = 0,
                .stride_h = stride,
                .stride_w = stride,
                .dilation_h = dilation,
                .dilation_w = dilation};
  const int64_t reach_h = (fh - 1) * dilation + 1, reach_w = (fw - 1) * dilation + 1;
  s.out_h = same ? (h + stride - 1) / stride : std::max<int64_t>(0, (h - reach_h + stride) / stride);
  s.out_w = same ? (w + stride - 1) / stride : std::max<int64_t>(0, (w - reach_w + stride) / stride);
  if (same) {
    s.pad_top = std::max<int64_t>(0, (s.out_h - 1) * stride + reach_h - h) / 2;
    s.pad_left = std::max<int64_t>(0, (s.out_w - 1) * stride + reach_w - w) / 2;
  }
  return s;
}

std::vector<Conv2DShape> Shapes(bool dense) {
  std::vector<Conv2DShape> shapes = {
      Shape(1, 7, 9, 3, 3, 3, 5, 1, 1, false),   Shape(2, 8, 7, 4, 3, 3, 33, 1, 1, true),
      Shape(1, 11, 12, 17, 3, 2, 4, 2, 1, true), Shape(2, 9, 13, 5, 5, 3, 7, 3, 1, false),
      Shape(1, 14, 11, 6, 3, 3, 6, 1, 2, true),  Shape(1, 12, 12, 40, 1, 1, 70, 1, 1, false),
      Shape(1, 6, 6, 8, 1, 1, 9, 2, 1, true),    Shape(1, 30, 33, 20, 3, 3, 36, 1, 1, true),
      Shape(3, 5, 5, 1, 5, 5, 1, 1, 1, true),    Shape(0, 5, 5, 2, 3, 3, 2, 1, 1, true),
      Shape(1, 2, 2, 3, 3, 3, 4, 1, 1, false),
  };
  if (!dense)
    for (Conv2DShape& s : shapes) s.out_c = s.in_c;
  return shapes;
}

class Conv2DTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(ForceSimdTarget(GetParam())); }
  void TearDown() override {
    ForceSimdTarget("auto");
    SetThreadCount(0);
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Conv2DTest, testing::ValuesIn(SimdTargets()),
                         [](const auto& info) { return info.param; });

TEST_P(Conv2DTest, ConvolutionAndItsGradients) {
  int number = 0;
  for (const Conv2DShape& s : Shapes(true)) {
    const int64_t in_size = s.batch * s.in_h * s.in_w * s.in_c, out_size = s.Pixels() * s.out_c;
    const int64_t filter_size = s.Taps() * s.in_c * s.out_c;
    const Vector in = Random(in_size, 1), filter = Random(filter_size, 2), grad = Random(out_size, 3);
    const Vector bias = Random(s.out_c, 4);
    std::vector<double> out(out_size), grad_in(in_size), grad_filter(filter_size);
    ForTaps(s, [&](int64_t o, int64_t tap, int64_t i) {
      for (int64_t c = 0; c < s.in_c; ++c)
        for (int64_t k = 0; k < s.out_c; ++k) {
          const int64_t f = (tap * s.in_c + c) * s.out_c + k;
          out[o * s.out_c + k] += static_cast<double>(in[i * s.in_c + c]) * filter[f];
          grad_in[i * s.in_c + c] += static_cast<double>(grad[o * s.out_c + k]) * filter[f];
          grad_filter[f] += static_cast<double>(grad[o * s.out_c + k]) * in[i * s.in_c + c];
        }
    });
    const Vector plain = SameBits(
        out_size, [&](float* to) { Conv2D(s, in.data(), filter.data(), to); }, "conv", number);
    ExpectNear(plain, out, "conv", number);

    const int64_t k = s.Taps() * s.in_c;
    std::unique_ptr<float, decltype(&std::free)> packed(
        static_cast<float*>(std::aligned_alloc(64, PackedSizeB(k, s.out_c, filter.data()) / 64 * 64 + 64)),
        &std::free);
    PackB(k, s.out_c, filter.data(), s.out_c, false, packed.get());
    const GemmEpilogue<float> epilogue{.bias = bias.data(), .activation = Activation::kRelu};
    const Vector fused = SameBits(
        out_size, [&](float* to) { Conv2DPrepacked(s, in.data(), packed.get(), to, epilogue); }, "fused",
        number);
    Vector apart = plain;
    for (int64_t i = 0; i < out_size; ++i) {
      apart[i] += bias[i % s.out_c];
      if (apart[i] <= 0) apart[i] = 0;
    }
    EXPECT_TRUE(out_size == 0 || std::memcmp(apart.data(), fused.data(), out_size * sizeof(float)) == 0)
        << "fused, shape " << number;

    ExpectNear(SameBits(
                   in_size, [&](float* to) { Conv2DBackpropInput(s, filter.data(), grad.data(), to); },
                   "input gradient", number),
               grad_in, "input gradient", number);
    ExpectNear(SameBits(
                   filter_size, [&](float* to) { Conv2DBackpropFilter(s, in.data(), grad.data(), to); },
                   "filter gradient", number),
               grad_filter, "filter gradient", number);
    ++number;
  }
}

TEST_P(Conv2DTest, DepthwiseAndItsGradients) {
  int number = 0;
  for (Conv2DShape s : Shapes(false)) {
    const int64_t multiplier = number % 3 == 2 ? 3 : 1;
    s.out_c = s.in_c * multiplier;
    const int64_t in_size = s.batch * s.in_h * s.in_w * s.in_c, out_size = s.Pixels() * s.out_c;
    const Vector in = Random(in_size, 1), filter = Random(s.Taps() * s.out_c, 2), grad = Random(out_size, 3);
    std::vector<double> out(out_size), grad_in(in_size), grad_filter(filter.size());
    ForTaps(s, [&](int64_t o, int64_t tap, int64_t i) {
      for (int64_t k = 0; k < s.out_c; ++k) {
        const int64_t c = k / multiplier, f = tap * s.out_c + k;
        out[o * s.out_c + k] += static_cast<double>(in[i * s.in_c + c]) * filter[f];
        grad_in[i * s.in_c + c] += static_cast<double>(grad[o * s.out_c + k]) * filter[f];
        grad_filter[f] += static_cast<double>(grad[o * s.out_c + k]) * in[i * s.in_c + c];
      }
    });
    ExpectNear(SameBits(
                   out_size, [&](float* to) { DepthwiseConv2D(s, in.data(), filter.data(), to); },
                   "depthwise", number),
               out, "depthwise", number);
    ExpectNear(SameBits(
                   in_size, [&](float* to) { DepthwiseBackpropInput(s, filter.data(), grad.data(), to); },
                   "depthwise input gradient", number),
               grad_in, "depthwise input gradient", number);
    ExpectNear(SameBits(
                   filter.size(), [&](float* to) { DepthwiseBackpropFilter(s, in.data(), grad.data(), to); },
                   "depthwise filter gradient", number),
               grad_filter, "depthwise filter gradient", number);
    ++number;
  }
}

TEST_P(Conv2DTest, PoolsAndTheirGradients) {
  int number = 0;
  for (const Conv2DShape& s : Shapes(false)) {
    const int64_t in_size = s.batch * s.in_h * s.in_w * s.in_c, out_size = s.Pixels() * s.in_c,
                  channels = s.in_c;
    Vector in = Random(in_size, 1);
    for (float& x : in) x = std::round(x * 8) / 8;  // so that there are ties
    const Vector grad = Random(out_size, 3);
    std::vector<double> most(out_size, -1e30), sum(out_size), count(out_size), mean(out_size);
    std::vector<double> most_grad(in_size), mean_grad(in_size);
    std::vector<int64_t> from(out_size, -1);
    ForTaps(s, [&](int64_t o, int64_t, int64_t i) {
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t to = o * channels + c, at = i * channels + c;
        sum[to] += in[at];
        count[to] += 1;
        if (in[at] > most[to]) from[to] = at;
        most[to] = std::max<double>(most[to], in[at]);
      }
    });
    for (int64_t i = 0; i < out_size; ++i) {
      mean[i] = sum[i] / count[i];
      most_grad[from[i]] += grad[i];
    }
    ForTaps(s, [&](int64_t o, int64_t, int64_t i) {
      for (int64_t c = 0; c < channels; ++c)
        mean_grad[i * channels + c] += grad[o * channels + c] / count[o * channels + c];
    });
    const auto check = [&](int64_t size, const std::function<void(float*)>& f,
                           const std::vector<double>& want, const char* what) {
      ExpectNear(SameBits(size, f, what, number), want, what, number);
    };
    check(
        out_size, [&](float* to) { MaxPool2D(s, in.data(), to); }, most, "max pool");
    check(
        out_size, [&](float* to) { AvgPool2D(s, in.data(), to); }, mean, "average pool");
    check(
        in_size, [&](float* to) { MaxPool2DGrad(s, in.data(), grad.data(), to); }, most_grad, "max gradient");
    check(
        in_size, [&](float* to) { AvgPool2DGrad(s, grad.data(), to); }, mean_grad, "average gradient");
    ++number;
  }
}

}  // namespace
}  // namespace tp
