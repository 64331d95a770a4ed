// Conv2D as matrix products: functions that find the patches' pieces for the matrix engine to pack.
//   forward  rows: output pixels; k: (tap, input channel)
//   input    rows: input pixels of one phase of the stride; k: (tap of that phase, output channel)
//   filter   rows: (tap, input channel); k: output pixels
#include "kernels/gemm/conv2d.h"

#include <algorithm>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/gemm/job.h"
#include "kernels/gemm/scratch.h"

namespace tp {
namespace {

// Walks over pixels in row order without dividing at each step.
struct PixelWalk {
  int64_t n, y, x, height, width;
  PixelWalk(int64_t pixel, int64_t height, int64_t width)
      : n(pixel / (height * width)),
        y(pixel / width % height),
        x(pixel % width),
        height(height),
        width(width) {}
  void Next() {
    if (++x < width) return;
    x = 0;
    if (++y < height) return;
    y = 0;
    ++n;
  }
};

// Zeros, for what lies outside an image.
template <typename T>
const T* Zeros(int64_t count) {
  T* zeros = ScratchOf<T>(ScratchSlot::kZeros, count);
  std::fill_n(zeros, count, T{0});
  return zeros;
}

template <typename T>
struct Patches {
  const Conv2DShape& s;
  const T* in;
  const T* zeros;  // in_c of them

  // Where the patch of output pixel (n, y, x) has its value (tap_y, tap_x, 0).
  const T* At(const PixelWalk& pixel, int64_t tap_y, int64_t tap_x) const {
    const int64_t y = pixel.y * s.stride_h + tap_y * s.dilation_h - s.pad_top;
    const int64_t x = pixel.x * s.stride_w + tap_x * s.dilation_w - s.pad_left;
    if (y < 0 || y >= s.in_h || x < 0 || x >= s.in_w) return nullptr;
    return in + ((pixel.n * s.in_h + y) * s.in_w + x) * s.in_c;
  }

  // FindLines of the forward product (a line is a pixel's patch) and, transposed, of the filter's gradient
  // (where the piece asked for begins at row `at` of A; the same thing).
  static int64_t Find(const void* ctx, int64_t line, int64_t count, int64_t at, const T** pointers) {
    const Patches& p = *static_cast<const Patches*>(ctx);
    const Conv2DShape& s = p.s;
    const int64_t tap = at / s.in_c, channel = at % s.in_c;
    const int64_t tap_y = tap / s.filter_w, tap_x = tap % s.filter_w;
    PixelWalk pixel(line, s.out_h, s.out_w);
    bool inside = true;
    for (int64_t i = 0; i < count; ++i, pixel.Next()) {
      const T* pointer = p.At(pixel, tap_y, tap_x);
      inside &= pointer != nullptr && pixel.x * s.stride_w + s.filter_w - 1 - s.pad_left < s.in_w;
      pointers[i] = (pointer == nullptr ? p.zeros : pointer) + channel;
    }
    // Within the image, the taps of a filter row lie one after another.
    const int64_t taps = inside && s.dilation_w == 1 ? s.filter_w - tap_x : 1;
    return taps * s.in_c - channel;
  }
};

template <typename T>
GemmJob<T> ForwardJob(const Conv2DShape& s, const Patches<T>& patches, const T* in, T* out,
                      const GemmEpilogue<T>& epilogue) {
  GemmJob<T> job{
      .m = s.Pixels(), .n = s.out_c, .k = s.Taps() * s.in_c, .c = out, .ldc = s.out_c, .epilogue = epilogue};
  const bool same_pixels = s.Taps() == 1 && s.stride_h == 1 && s.stride_w == 1 && s.pad_top == 0 &&
                           s.pad_left == 0 && s.out_h == s.in_h && s.out_w == s.in_w;
  if (same_pixels) {
    job.a = in;
    job.lda = s.in_c;
  } else {
    job.find = &Patches<T>::Find;
    job.find_ctx = &patches;
  }
  return job;
}

// One phase of the stride: input pixels whose coordinates leave the same rest; they see the same taps.
struct Taps1D {
  std::vector<int64_t> taps;  // rising
  int64_t first = 0;          // first coordinate of the phase
  int64_t count = 0;          // coordinates first, first + stride, ...
};

std::vector<Taps1D> Phases(int64_t size, int64_t filter, int64_t stride, int64_t dilation, int64_t pad) {
  std::vector<Taps1D> phases;
  for (int64_t first = 0; first < std::min(stride, size); ++first) {
    Taps1D phase{.first = first, .count = (size - first + stride - 1) / stride};
    for (int64_t tap = 0; tap < filter; ++tap)
      if ((first + pad - tap * dilation) % stride == 0) phase.taps.push_back(tap);
    phases.push_back(std::move(phase));
  }
  return phases;
}

// Finds the pieces of grad_out that an input pixel's gradient sums up; k is (tap of the phase, output
// channel).
template <typename T>
struct GradPieces {
  const Conv2DShape& s;
  const T* grad_out;
  const T* zeros;  // out_c of them
  const Taps1D *phase_y, *phase_x;
  int64_t row0;  // of the phase's pixels: where the job begins

  static int64_t Find(const void* ctx, int64_t line, int64_t count, int64_t at, const T** pointers) {
    const GradPieces& p = *static_cast<const GradPieces*>(ctx);
    const Conv2DShape& s = p.s;
    const int64_t tap = at / s.out_c, channel = at % s.out_c;
    const auto columns = static_cast<int64_t>(p.phase_x->taps.size());
    const int64_t tap_y = p.phase_y->taps[tap / columns] * s.dilation_h;
    const int64_t tap_x = p.phase_x->taps[tap % columns] * s.dilation_w;
    PixelWalk pixel(p.row0 + line, p.phase_y->count, p.phase_x->count);
    for (int64_t i = 0; i < count; ++i, pixel.Next()) {
      const int64_t y = p.phase_y->first + pixel.y * s.stride_h + s.pad_top - tap_y;
      const int64_t x = p.phase_x->first + pixel.x * s.stride_w + s.pad_left - tap_x;
      const bool inside = y >= 0 && x >= 0 && y / s.stride_h < s.out_h && x / s.stride_w < s.out_w;
      pointers[i] =
          (inside ? p.grad_out + ((pixel.n * s.out_h + y / s.stride_h) * s.out_w + x / s.stride_w) * s.out_c
                  : p.zeros) +
          channel;
    }
    return s.out_c - channel;
  }
};

// matrix[(tap, output channel), input channel] of a phase's taps.
template <typename T>
void TransposeFilter(const Conv2DShape& s, const T* filter, const Taps1D& phase_y, const Taps1D& phase_x,
                     T* matrix) {
  for (int64_t tap_y : phase_y.taps) {
    for (int64_t tap_x : phase_x.taps) {
      const T* from = filter + (tap_y * s.filter_w + tap_x) * s.in_c * s.out_c;
      for (int64_t o = 0; o < s.out_c; ++o, matrix += s.in_c)
        for (int64_t i = 0; i < s.in_c; ++i) matrix[i] = from[i * s.out_c + o];
    }
  }
}

}  // namespace

template <typename T>
void Conv2D(const Conv2DShape& s, const T* in, const T* filter, T* out, const GemmEpilogue<T>& epilogue) {
  const Patches<T> patches{s, in, Zeros<T>(s.in_c)};
  GemmJob<T> job = ForwardJob(s, patches, in, out, epilogue);
  job.b = filter;
  job.ldb = s.out_c;
  RunGemm(job);
}

template <typename T>
void Conv2DPrepacked(const Conv2DShape& s, const T* in, const T* packed_filter, T* out,
                     const GemmEpilogue<T>& epilogue) {
  const Patches<T> patches{s, in, Zeros<T>(s.in_c)};
  GemmJob<T> job = ForwardJob(s, patches, in, out, epilogue);
  job.packed = packed_filter;
  RunGemm(job);
}

template <typename T>
void Conv2DBackpropInput(const Conv2DShape& s, const T* filter, const T* grad_out, T* grad_in) {
  if (s.batch * s.in_h * s.in_w * s.in_c == 0) return;
  const T* const zeros = Zeros<T>(s.out_c);
  for (const Taps1D& phase_y : Phases(s.in_h, s.filter_h, s.stride_h, s.dilation_h, s.pad_top)) {
    for (const Taps1D& phase_x : Phases(s.in_w, s.filter_w, s.stride_w, s.dilation_w, s.pad_left)) {
      const int64_t k = static_cast<int64_t>(phase_y.taps.size() * phase_x.taps.size()) * s.out_c;
      T* const matrix = ScratchOf<T>(ScratchSlot::kImage, k * s.in_c);
      TransposeFilter(s, filter, phase_y, phase_x, matrix);
      T* const packed = ScratchOf<T>(ScratchSlot::kSums, PackedSizeB(k, s.in_c, filter) / sizeof(T));
      PackB(k, s.in_c, matrix, s.in_c, false, packed);
      GradPieces<T> pieces{s, grad_out, zeros, &phase_y, &phase_x, 0};
      GemmJob<T> job{
          .n = s.in_c, .k = k, .find = &GradPieces<T>::Find, .packed = packed, .c = grad_in, .ldc = s.in_c};
      if (s.stride_h == 1 && s.stride_w == 1) {
        job.m = s.batch * s.in_h * s.in_w;
        job.find_ctx = &pieces;
        RunGemm(job);
        continue;
      }
      // With a stride the rows of C are equally spaced within one row of the image only.
      const double ns = static_cast<double>(s.batch * phase_y.count * phase_x.count) *
                        static_cast<double>(k) * static_cast<double>(s.in_c) / 16;
      ParallelFor(s.batch * phase_y.count, ns, [&](int64_t row) {
        GradPieces<T> own = pieces;
        own.row0 = row * phase_x.count;
        GemmJob<T> piece = job;
        piece.m = phase_x.count;
        piece.find_ctx = &own;
        const int64_t y = phase_y.first + row % phase_y.count * s.stride_h;
        piece.c = grad_in + ((row / phase_y.count * s.in_h + y) * s.in_w + phase_x.first) * s.in_c;
        piece.ldc = s.stride_w * s.in_c;
        RunGemm(piece);
      });
    }
  }
}

template <typename T>
void Conv2DBackpropFilter(const Conv2DShape& s, const T* in, const T* grad_out, T* grad_filter) {
  const Patches<T> patches{s, in, Zeros<T>(s.in_c)};
  RunGemm(GemmJob<T>{.m = s.Taps() * s.in_c,
                     .n = s.out_c,
                     .k = s.Pixels(),
                     .trans_a = true,
                     .find = &Patches<T>::Find,
                     .find_ctx = &patches,
                     .b = grad_out,
                     .ldb = s.out_c,
                     .c = grad_filter,
                     .ldc = s.out_c});
}

#define TP_CONV(T)                                                                                      \
  template void Conv2D<T>(const Conv2DShape&, const T*, const T*, T*, const GemmEpilogue<T>&);          \
  template void Conv2DPrepacked<T>(const Conv2DShape&, const T*, const T*, T*, const GemmEpilogue<T>&); \
  template void Conv2DBackpropInput<T>(const Conv2DShape&, const T*, const T*, T*);                     \
  template void Conv2DBackpropFilter<T>(const Conv2DShape&, const T*, const T*, T*);
TP_CONV(float)
TP_CONV(double)
#undef TP_CONV

}  // namespace tp
