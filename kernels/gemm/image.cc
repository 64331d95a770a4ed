// Depthwise convolution and pooling: one vector of channels at a time, a pixel's taps in row order. The last
// channels take the same code on one lane, so their bits do not depend on where they stand.
#include <algorithm>
#include <limits>

#include "core/base/parallel.h"
#include "kernels/gemm/conv2d.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm/image.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// f(d, channel) for whole vectors of channels, then for single ones.
template <typename T, typename F>
HWY_INLINE void ForChannels(int64_t begin, int64_t end, F&& f) {
  const hn::ScalableTag<T> d;
  constexpr int64_t L = hn::MaxLanes(hn::ScalableTag<T>());
  for (; begin + L <= end; begin += L) f(d, begin);
  if constexpr (L > 1) {
    const hn::CappedTag<T, 1> one;
    for (; begin < end; ++begin) f(one, begin);
  }
}

// The taps of one window that lie within [0, size): [first, last).
struct Range {
  int64_t first, last;
};
HWY_INLINE Range TapsInside(int64_t start, int64_t taps, int64_t dilation, int64_t size) {
  const int64_t first = start < 0 ? (-start + dilation - 1) / dilation : 0;
  const int64_t last = start >= size ? 0 : std::min(taps, (size - start + dilation - 1) / dilation);
  return {std::min(first, taps), std::max(last, std::min(first, taps))};
}

// f(n, y, x, taps_y, taps_x, start_y, start_x) for each output pixel, rows in parallel.
template <typename F>
HWY_INLINE void ForWindows(const Conv2DShape& s, double pixel_ns, F&& f) {
  ParallelRanges(s.batch * s.out_h, 1, static_cast<double>(s.out_w) * pixel_ns, [&](int64_t row, int64_t) {
    const int64_t n = row / s.out_h, y = row % s.out_h;
    const int64_t start_y = y * s.stride_h - s.pad_top;
    const Range taps_y = TapsInside(start_y, s.filter_h, s.dilation_h, s.in_h);
    for (int64_t x = 0; x < s.out_w; ++x) {
      const int64_t start_x = x * s.stride_w - s.pad_left;
      f(n, y, x, taps_y, TapsInside(start_x, s.filter_w, s.dilation_w, s.in_w), start_y, start_x);
    }
  });
}

HWY_INLINE int64_t InPixel(const Conv2DShape& s, int64_t n, int64_t y, int64_t x) {
  return (n * s.in_h + y) * s.in_w + x;
}
HWY_INLINE int64_t OutPixel(const Conv2DShape& s, int64_t n, int64_t y, int64_t x) {
  return (n * s.out_h + y) * s.out_w + x;
}

HWY_INLINE double TapsNs(const Conv2DShape& s) {
  return static_cast<double>(s.Taps()) * static_cast<double>(s.out_c) * 0.15;
}

template <typename T>
void Depthwise(const Conv2DShape& s, const T* in, const T* filter, T* out) {
  const int64_t multiplier = s.in_c == 0 ? 1 : s.out_c / s.in_c;
  ForWindows(
      s, TapsNs(s), [&](int64_t n, int64_t y, int64_t x, Range taps_y, Range taps_x, int64_t sy, int64_t sx) {
        T* const to = out + OutPixel(s, n, y, x) * s.out_c;
        const auto chain = [&](auto d, int64_t channel) {
          auto sum = hn::Zero(d);
          for (int64_t ty = taps_y.first; ty < taps_y.last; ++ty) {
            for (int64_t tx = taps_x.first; tx < taps_x.last; ++tx) {
              const T* from = in + InPixel(s, n, sy + ty * s.dilation_h, sx + tx * s.dilation_w) * s.in_c;
              const T* weights = filter + (ty * s.filter_w + tx) * s.out_c;
              sum =
                  hn::MulAdd(hn::LoadU(d, from + channel / multiplier), hn::LoadU(d, weights + channel), sum);
            }
          }
          hn::StoreU(sum, d, to + channel);
        };
        if (multiplier == 1) {
          ForChannels<T>(0, s.out_c, chain);
        } else {
          for (int64_t channel = 0; channel < s.out_c; ++channel) chain(hn::CappedTag<T, 1>(), channel);
        }
      });
}

// The windows that see an input pixel: tap -> output coordinate, or -1.
HWY_INLINE int64_t OutputOf(int64_t at, int64_t tap, int64_t dilation, int64_t stride, int64_t pad,
                            int64_t size) {
  const int64_t start = at + pad - tap * dilation;
  return start < 0 || start % stride != 0 || start / stride >= size ? -1 : start / stride;
}

// f(n, y, x) for each input pixel, rows in parallel.
template <typename F>
HWY_INLINE void ForInputs(const Conv2DShape& s, double pixel_ns, F&& f) {
  ParallelRanges(s.batch * s.in_h, 1, static_cast<double>(s.in_w) * pixel_ns, [&](int64_t row, int64_t) {
    for (int64_t x = 0; x < s.in_w; ++x) f(row / s.in_h, row % s.in_h, x);
  });
}

// f(output pixel, tap) for the windows that see input pixel (n, y, x), taps in row order.
template <typename F>
HWY_INLINE void ForTapsOf(const Conv2DShape& s, int64_t n, int64_t y, int64_t x, F&& f) {
  for (int64_t ty = 0; ty < s.filter_h; ++ty) {
    const int64_t oy = OutputOf(y, ty, s.dilation_h, s.stride_h, s.pad_top, s.out_h);
    if (oy < 0) continue;
    for (int64_t tx = 0; tx < s.filter_w; ++tx) {
      const int64_t ox = OutputOf(x, tx, s.dilation_w, s.stride_w, s.pad_left, s.out_w);
      if (ox >= 0) f(OutPixel(s, n, oy, ox), ty * s.filter_w + tx);
    }
  }
}

template <typename T>
void DepthwiseInputGrad(const Conv2DShape& s, const T* filter, const T* grad_out, T* grad_in) {
  const int64_t multiplier = s.in_c == 0 ? 1 : s.out_c / s.in_c;
  ForInputs(s, TapsNs(s), [&](int64_t n, int64_t y, int64_t x) {
    T* const to = grad_in + InPixel(s, n, y, x) * s.in_c;
    std::fill_n(to, s.in_c, T{0});
    ForTapsOf(s, n, y, x, [&](int64_t pixel, int64_t tap) {
      const T* const grad = grad_out + pixel * s.out_c;
      const T* const weights = filter + tap * s.out_c;
      if (multiplier == 1) {
        ForChannels<T>(0, s.in_c, [&](auto d, int64_t c) {
          hn::StoreU(hn::MulAdd(hn::LoadU(d, grad + c), hn::LoadU(d, weights + c), hn::LoadU(d, to + c)), d,
                     to + c);
        });
      } else {
        const hn::CappedTag<T, 1> d;
        for (int64_t c = 0; c < s.out_c; ++c)
          hn::StoreU(hn::MulAdd(hn::LoadU(d, grad + c), hn::LoadU(d, weights + c),
                                hn::LoadU(d, to + c / multiplier)),
                     d, to + c / multiplier);
      }
    });
  });
}

// A chain over each row of output pixels, rows added in order. Chunk: a tap.
template <typename T>
void DepthwiseFilterGrad(const Conv2DShape& s, const T* in, const T* grad_out, T* grad_filter) {
  const int64_t multiplier = s.in_c == 0 ? 1 : s.out_c / s.in_c;
  const double tap_ns = static_cast<double>(s.Pixels()) * static_cast<double>(s.out_c) * 0.15;
  ParallelRanges(s.Taps(), 1, tap_ns, [&](int64_t tap, int64_t) {
    const int64_t ty = tap / s.filter_w * s.dilation_h - s.pad_top;
    const int64_t tx = tap % s.filter_w * s.dilation_w - s.pad_left;
    T* const to = grad_filter + tap * s.out_c;
    const auto chain = [&](auto d, int64_t channel) {
      auto total = hn::Zero(d);
      for (int64_t row = 0; row < s.batch * s.out_h; ++row) {
        const int64_t y = row % s.out_h * s.stride_h + ty;
        if (y < 0 || y >= s.in_h) continue;
        auto sum = hn::Zero(d);
        for (int64_t ox = 0; ox < s.out_w; ++ox) {
          const int64_t x = ox * s.stride_w + tx;
          if (x < 0 || x >= s.in_w) continue;
          const T* from = in + InPixel(s, row / s.out_h, y, x) * s.in_c + channel / multiplier;
          sum = hn::MulAdd(hn::LoadU(d, from),
                           hn::LoadU(d, grad_out + (row * s.out_w + ox) * s.out_c + channel), sum);
        }
        total = hn::Add(total, sum);
      }
      hn::StoreU(total, d, to + channel);
    };
    if (multiplier == 1) {
      ForChannels<T>(0, s.out_c, chain);
    } else {
      for (int64_t channel = 0; channel < s.out_c; ++channel) chain(hn::CappedTag<T, 1>(), channel);
    }
  });
}

template <typename T>
void MaxPool(const Conv2DShape& s, const T* in, T* out) {
  ForWindows(s, TapsNs(s),
             [&](int64_t n, int64_t y, int64_t x, Range taps_y, Range taps_x, int64_t sy, int64_t sx) {
               ForChannels<T>(0, s.in_c, [&](auto d, int64_t c) {
                 auto most = hn::Set(d, std::numeric_limits<T>::lowest());
                 for (int64_t ty = taps_y.first; ty < taps_y.last; ++ty) {
                   for (int64_t tx = taps_x.first; tx < taps_x.last; ++tx) {
                     const auto value = hn::LoadU(
                         d, in + InPixel(s, n, sy + ty * s.dilation_h, sx + tx * s.dilation_w) * s.in_c + c);
                     most = hn::IfThenElse(hn::Lt(most, value), value, most);
                   }
                 }
                 hn::StoreU(most, d, out + OutPixel(s, n, y, x) * s.in_c + c);
               });
             });
}

template <typename T>
void AvgPool(const Conv2DShape& s, const T* in, T* out) {
  ForWindows(
      s, TapsNs(s), [&](int64_t n, int64_t y, int64_t x, Range taps_y, Range taps_x, int64_t sy, int64_t sx) {
        const int64_t count = (taps_y.last - taps_y.first) * (taps_x.last - taps_x.first);
        ForChannels<T>(0, s.in_c, [&](auto d, int64_t c) {
          auto sum = hn::Zero(d);
          for (int64_t ty = taps_y.first; ty < taps_y.last; ++ty)
            for (int64_t tx = taps_x.first; tx < taps_x.last; ++tx)
              sum = hn::Add(
                  sum,
                  hn::LoadU(d,
                            in + InPixel(s, n, sy + ty * s.dilation_h, sx + tx * s.dilation_w) * s.in_c + c));
          hn::StoreU(hn::Div(sum, hn::Set(d, static_cast<T>(count))), d,
                     out + OutPixel(s, n, y, x) * s.in_c + c);
        });
      });
}

template <typename T>
void AvgPoolGrad(const Conv2DShape& s, const T* grad_out, T* grad_in) {
  ForInputs(s, TapsNs(s), [&](int64_t n, int64_t y, int64_t x) {
    T* const to = grad_in + InPixel(s, n, y, x) * s.in_c;
    std::fill_n(to, s.in_c, T{0});
    ForTapsOf(s, n, y, x, [&](int64_t pixel, int64_t) {
      const Range ty =
          TapsInside(pixel / s.out_w % s.out_h * s.stride_h - s.pad_top, s.filter_h, s.dilation_h, s.in_h);
      const Range tx =
          TapsInside(pixel % s.out_w * s.stride_w - s.pad_left, s.filter_w, s.dilation_w, s.in_w);
      const T count = static_cast<T>((ty.last - ty.first) * (tx.last - tx.first));
      ForChannels<T>(0, s.in_c, [&](auto d, int64_t c) {
        const auto share = hn::Div(hn::LoadU(d, grad_out + pixel * s.in_c + c), hn::Set(d, count));
        hn::StoreU(hn::Add(hn::LoadU(d, to + c), share), d, to + c);
      });
    });
  });
}

// Every kernel of this file for one type, behind one dispatch.
enum class ImageOp { kDepthwise, kDepthwiseInput, kDepthwiseFilter, kMaxPool, kAvgPool, kAvgPoolGrad };

template <typename T>
void Image(int op, const Conv2DShape& s, const T* a, const T* b, T* out) {
  switch (static_cast<ImageOp>(op)) {
    case ImageOp::kDepthwise:
      return Depthwise(s, a, b, out);
    case ImageOp::kDepthwiseInput:
      return DepthwiseInputGrad(s, a, b, out);
    case ImageOp::kDepthwiseFilter:
      return DepthwiseFilterGrad(s, a, b, out);
    case ImageOp::kMaxPool:
      return MaxPool(s, a, out);
    case ImageOp::kAvgPool:
      return AvgPool(s, a, out);
    case ImageOp::kAvgPoolGrad:
      return AvgPoolGrad(s, a, out);
  }
}
void ImageF32(int op, const Conv2DShape& s, const float* a, const float* b, float* out) {
  Image(op, s, a, b, out);
}
void ImageF64(int op, const Conv2DShape& s, const double* a, const double* b, double* out) {
  Image(op, s, a, b, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace tp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp {

HWY_EXPORT(ImageF32);
HWY_EXPORT(ImageF64);

namespace {

using Op = HWY_NAMESPACE::ImageOp;
void Call(Op op, const Conv2DShape& s, const float* a, const float* b, float* out) {
  HWY_DYNAMIC_DISPATCH(ImageF32)(static_cast<int>(op), s, a, b, out);
}
void Call(Op op, const Conv2DShape& s, const double* a, const double* b, double* out) {
  HWY_DYNAMIC_DISPATCH(ImageF64)(static_cast<int>(op), s, a, b, out);
}

}  // namespace

template <typename T>
void DepthwiseConv2D(const Conv2DShape& s, const T* in, const T* filter, T* out) {
  Call(Op::kDepthwise, s, in, filter, out);
}
template <typename T>
void DepthwiseBackpropInput(const Conv2DShape& s, const T* filter, const T* grad_out, T* grad_in) {
  Call(Op::kDepthwiseInput, s, filter, grad_out, grad_in);
}
template <typename T>
void DepthwiseBackpropFilter(const Conv2DShape& s, const T* in, const T* grad_out, T* grad_filter) {
  Call(Op::kDepthwiseFilter, s, in, grad_out, grad_filter);
}
template <typename T>
void MaxPool2D(const Conv2DShape& s, const T* in, T* out) {
  Call(Op::kMaxPool, s, in, static_cast<const T*>(nullptr), out);
}
template <typename T>
void AvgPool2D(const Conv2DShape& s, const T* in, T* out) {
  Call(Op::kAvgPool, s, in, static_cast<const T*>(nullptr), out);
}
template <typename T>
void AvgPool2DGrad(const Conv2DShape& s, const T* grad_out, T* grad_in) {
  Call(Op::kAvgPoolGrad, s, grad_out, static_cast<const T*>(nullptr), grad_in);
}

// Windows may overlap, so an image is one chunk and its windows come in row order.
template <typename T>
void MaxPool2DGrad(const Conv2DShape& s, const T* in, const T* grad_out, T* grad_in) {
  const int64_t image = s.in_h * s.in_w * s.in_c;
  const double image_ns = static_cast<double>(s.out_h * s.out_w * s.Taps()) * static_cast<double>(s.in_c);
  ParallelRanges(s.batch, 1, image_ns, [&](int64_t n, int64_t) {
    std::fill_n(grad_in + n * image, image, T{0});
    for (int64_t y = 0; y < s.out_h; ++y) {
      for (int64_t x = 0; x < s.out_w; ++x) {
        const T* const grad = grad_out + ((n * s.out_h + y) * s.out_w + x) * s.in_c;
        for (int64_t c = 0; c < s.in_c; ++c) {
          int64_t best = -1;
          for (int64_t ty = 0; ty < s.filter_h; ++ty) {
            const int64_t iy = y * s.stride_h - s.pad_top + ty * s.dilation_h;
            if (iy < 0 || iy >= s.in_h) continue;
            for (int64_t tx = 0; tx < s.filter_w; ++tx) {
              const int64_t ix = x * s.stride_w - s.pad_left + tx * s.dilation_w;
              if (ix < 0 || ix >= s.in_w) continue;
              const int64_t at = n * image + (iy * s.in_w + ix) * s.in_c + c;
              if (best < 0 || in[best] < in[at]) best = at;
            }
          }
          if (best >= 0) grad_in[best] += grad[c];
        }
      }
    }
  });
}

#define TP_IMAGE(T)                                                                     \
  template void DepthwiseConv2D<T>(const Conv2DShape&, const T*, const T*, T*);         \
  template void DepthwiseBackpropInput<T>(const Conv2DShape&, const T*, const T*, T*);  \
  template void DepthwiseBackpropFilter<T>(const Conv2DShape&, const T*, const T*, T*); \
  template void MaxPool2D<T>(const Conv2DShape&, const T*, T*);                         \
  template void AvgPool2D<T>(const Conv2DShape&, const T*, T*);                         \
  template void MaxPool2DGrad<T>(const Conv2DShape&, const T*, const T*, T*);           \
  template void AvgPool2DGrad<T>(const Conv2DShape&, const T*, T*);
TP_IMAGE(float)
TP_IMAGE(double)
#undef TP_IMAGE

}  // namespace tp
#endif
