// Fourier transforms of one to three dims, computed as complex128: lengths of two by halving, others as a
// convolution of such a length (Bluestein). Real input gives half of the spectrum, the rest is its mirror
// image.
#include <cmath>
#include <complex>

#include "kernels/grad_text.h"
#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

using Complex = std::complex<double>;

// x = the transform of x, of a length that is a power of two; `sign` -1 forward, 1 backward.
void Halving(std::vector<Complex>& x, double sign) {
  const size_t n = x.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (size_t half = 1; half < n; half *= 2)
    for (size_t k = 0; k < half; ++k) {
      const Complex w = std::polar(1.0, sign * M_PI * static_cast<double>(k) / static_cast<double>(half));
      for (size_t i = k; i < n; i += 2 * half) {
        const Complex a = x[i], b = x[i + half],
                      c{b.real() * w.real() - b.imag() * w.imag(), b.real() * w.imag() + b.imag() * w.real()};
        x[i] = a + c;
        x[i + half] = a - c;
      }
    }
}

void Transform(std::vector<Complex>& x, double sign) {
  const size_t n = x.size();
  if ((n & (n - 1)) == 0) return Halving(x, sign);
  size_t size = 1;
  while (size < 2 * n) size *= 2;
  // k n = (k^2 + n^2 - (k - n)^2) / 2.
  std::vector<Complex> a(size), b(size), chirp(n);
  for (size_t i = 0; i < n; ++i) {
    chirp[i] = std::polar(1.0, sign * M_PI * static_cast<double>(i * i % (2 * n)) / static_cast<double>(n));
    a[i] = x[i] * chirp[i];
    b[i] = std::conj(chirp[i]);
    if (i > 0) b[size - i] = b[i];
  }
  Halving(a, -1);
  Halving(b, -1);
  for (size_t i = 0; i < size; ++i) a[i] *= b[i];
  Halving(a, 1);
  for (size_t i = 0; i < n; ++i) x[i] = a[i] * chirp[i] / static_cast<double>(size);
}

enum class Kind { kComplex, kToComplex, kToReal };

// The lines of `from` along dim `axis` into `to`, which differ in that dim (and where `from` is cut off).
void AlongAxis(const Tensor& from, const Tensor& to, int axis, int64_t n, bool inverse, bool mirror) {
  const int64_t inner = DimProduct(to.shape(), axis + 1, to.rank()), outer = DimProduct(to.shape(), 0, axis);
  const int64_t taken = std::min(from.dim(axis), mirror ? n / 2 + 1 : n);
  std::vector<Complex> line;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      line.assign(static_cast<size_t>(n), 0);
      const Complex* const x = from.data<Complex>() + o * from.dim(axis) * inner + i;
      for (int64_t k = 0; k < taken; ++k) {
        line[k] = x[k * inner];
        if (mirror && k > 0 && n - k >= taken) line[n - k] = std::conj(line[k]);
      }
      // Of real results the first and the middle one have no imaginary part.
      if (mirror && n > 0) line[0] = line[0].real();
      if (mirror && n % 2 == 0 && n / 2 < taken) line[n / 2] = line[n / 2].real();
      Transform(line, inverse ? 1 : -1);
      Complex* const y = to.data<Complex>() + o * to.dim(axis) * inner + i;
      for (int64_t k = 0; k < to.dim(axis); ++k)
        y[k * inner] = inverse ? line[k] / static_cast<double>(n) : line[k];
    }
}

void FftKernel(KernelContext& c, int rank, bool inverse, Kind kind) {
  const Tensor& x = c.input(0);
  if (x.rank() < rank) return Fail(c, "Input must have rank of at least {} but got: {}", rank, x.shape());
  const int first = x.rank() - rank;
  SmallVector<int64_t, 3> length;
  Shape cut = x.shape(), shape = x.shape();
  for (int d = 0; d < rank; ++d) {
    const bool last = d + 1 == rank;
    if (kind == Kind::kComplex) {
      length.push_back(x.dim(first + d));
      continue;
    }
    if (c.input(1).rank() != 1 || c.input(1).dim(0) != rank)
      return Fail(c, "fft_length must have shape [{}]", rank);
    const int64_t n = ElementAsInt(c.input(1), d);
    if (n < 0) return Fail(c, "fft_length[{}] must be >= 0, but got: {}", d, n);
    const int64_t needed = last && kind == Kind::kToReal ? n / 2 + 1 : n;
    if (x.dim(first + d) < needed && x.num_elements() > 0)
      return Fail(c, "Input dimension {} must have length of at least {} but got: {}", first + d, needed,
                  x.dim(first + d));
    length.push_back(n);
    cut.set_dim(first + d, needed);
    shape.set_dim(first + d, last && kind == Kind::kToComplex && n > 0 ? n / 2 + 1 : n);
  }
  const DType dtype = kind == Kind::kComplex     ? x.dtype()
                      : kind == Kind::kToComplex ? c.Attr("Tcomplex", DType::kComplex64)
                                                 : c.Attr("Treal", DType::kFloat32);
  Tensor now = WidenInput(c, 0, DType::kComplex128);
  if (c.failed()) return;
  // Backward to real numbers the last dim comes last, forward from them first.
  for (int step = 0; step < rank && shape.num_elements() > 0; ++step) {
    const int d = kind == Kind::kToReal ? step : rank - 1 - step;
    const bool last = d + 1 == rank;
    Shape next = now.shape();
    next.set_dim(first + d, last ? shape[first + d] : cut[first + d]);
    Tensor to = c.Scratch(DType::kComplex128, next);
    if (!to.valid()) return;
    AlongAxis(now, to, first + d, length[d], inverse, last && kind == Kind::kToReal);
    now = std::move(to);
  }
  if (shape.num_elements() == 0) now = c.Scratch(DType::kComplex128, shape);
  if (now.valid()) NarrowOutput(c, 0, now, dtype);
}

Status FftShape(ShapeContext& c, int rank, Kind kind) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, rank, &shape));
  if (shape.has_rank() && kind != Kind::kComplex) {
    const Shape length = c.ValueAsShape(1);
    for (int d = 0; d < rank; ++d) {
      Dim n = length.has_rank() && length.rank() == rank ? length[d] : kUnknownDim;
      if (d + 1 == rank && kind == Kind::kToComplex && IsKnown(n) && n > 0) n = n / 2 + 1;
      shape.set_dim(shape.rank() - rank + d, n);
    }
  }
  c.Set(0, shape);
  return {};
}

// The product of the last dims of x0 or g0 as an int32, for text that ends with the name of it.
constexpr char kSizeOf[] =
    " s = Prod(StridedSlice:strided_slice(shape(g0), ints(#0), ints(0), ints(1)){end_mask=1}, ints(0));";

void ComplexGrad(GradContext& g, int rank, std::string_view name, bool inverse) {
  std::string text = kSizeOf;
  text += inverse ? "s = cast(RealDiv:truediv(num(1, real), cast(s, real)), g0);" : "s = cast(s, g0);";
  text += "d0 = mul(" + std::string(name) + "(g0), s)";
  grad::Run(g, text.c_str(), {-rank});
}

void RealGrad(GradContext& g) {
  grad::Run(
      g,
      "m = StridedSlice:strided_slice(x1, ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
      "e = cast(sub(int(1), FloorMod:mod(m, int(2))), g0);"
      "y = StridedSlice:strided_slice(g0, ints(0, 0), ints(0, 1), ints(1, 1)){ellipsis_mask=1};"
      "z = StridedSlice:strided_slice(g0, ints(0, -1), ints(0, 0), ints(1, 1)){ellipsis_mask=1, end_mask=2};"
      "n = StridedSlice:strided_slice(shape(x0), ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
      "k = sub(int(1), mul(int(2), FloorMod:mod(Range:range(int(0), n, int(1)), int(2))));"
      "t = add(y, mul(mul(e, z), cast(k, g0)));"
      "s = Prod(StridedSlice:strided_slice(shape(x0), ints(-1), ints(0), ints(1)){end_mask=1}, ints(0));"
      "s = cast(s, x0); i = IRFFT(g0, x1){Treal=real};"
      "d0 = mul(0.5, add(mul(i, s), Real(t){Tout=real}))");
}

// What the dropped half of the spectrum would have added comes from its first and its last column, each
// transformed along the rows' axis by a matrix.
void RealGrad2D(GradContext& g) {
  grad::Run(
      g,
      "m = StridedSlice:strided_slice(x1, ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
      "e = cast(sub(int(1), FloorMod:mod(m, int(2))), g0);"
      "y = StridedSlice:strided_slice(g0, ints(0, 0), ints(0, 1), ints(1, 1)){ellipsis_mask=1};"
      "z = StridedSlice:strided_slice(g0, ints(0, -1), ints(0, 0), ints(1, 1)){ellipsis_mask=1, end_mask=2};"
      "h = StridedSlice:strided_slice(shape(x0), ints(-2), ints(-1), ints(1)){shrink_axis_mask=1};"
      "n = StridedSlice:strided_slice(shape(x0), ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
      "a = Tile(ExpandDims(Range:range(int(0), h, int(1)), int(0)), Pack(h, int(1)));"
      "b = Transpose:transpose(a, ints(1, 0));"
      "c = div(mul(num(-6.283185307179586, real), cast(mul(a, b), x0)), cast(h, x0));"
      "w = Complex(Cos(c), Sin(c)){Tout=complex};"
      "k = sub(int(1), mul(int(2), FloorMod:mod(Range:range(int(0), n, int(1)), int(2))));"
      "q = mul(BatchMatMulV2:MatMul(w, Conj(z)), cast(k, g0));"
      "t = add(BatchMatMulV2:MatMul(w, Conj(y)), mul(e, q));"
      "s = Prod(StridedSlice:strided_slice(shape(x0), ints(-2), ints(0), ints(1)){end_mask=1}, ints(0));"
      "s = cast(s, x0); i = IRFFT2D(g0, x1){Treal=real};"
      "d0 = mul(0.5, add(mul(i, s), Real(t){Tout=real}))");
}

void ToRealGrad(GradContext& g, int rank) {
  const std::string text =
      std::string(
          "m = StridedSlice:strided_slice(x1, ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
          "o = FloorMod:mod(m, int(2));"
          "n = StridedSlice:strided_slice(shape(x0), ints(-1), ints(0), ints(1)){shrink_axis_mask=1};"
          "a = mul(num(2, real), Fill:ones(Pack(add(sub(n, int(2)), o)), num(1, real)));"
          "b = Fill:ones(Pack(sub(int(1), o)), num(1, real));"
          "k = ConcatV2:concat(ExpandDims(num(1, real), int(0)), a, b, int(0));") +
      kSizeOf + "r = Reciprocal(cast(s, real)); d0 = mul(" + (rank == 1 ? "RFFT" : "RFFT2D") +
      "(g0, x1){Tcomplex=complex}, cast(mul(r, k), x0))";
  grad::Run(g, text.c_str(), {-rank});
}

[[noreturn]] void NoGrad(GradContext& g) {
  throw OpError{MakeStatus(Code::kUnimplemented, "the gradient of {}", g.op().name())};
}

}  // namespace

#define TP_FFT(op, rank, inverse, grad_op, lower)                                              \
  TP_OP(op) {                                                                                  \
    .name = #op, .api = "tf.signal." lower " (input, name=None)", .inputs = "input: Tcomplex", \
    .outputs = "output: Tcomplex", .attrs = "Tcomplex: {complex64,complex128} = complex64",    \
    .doc = "The discrete Fourier transform, or its inverse.",                                  \
    .shape = [](ShapeContext& c) { return FftShape(c, rank, Kind::kComplex); },                \
    .kernel = [](KernelContext& c) { FftKernel(c, rank, inverse, Kind::kComplex); },           \
    .gradient = [](GradContext& g) { ComplexGrad(g, rank, grad_op, inverse); },                \
    .examples = "c64:[[[1+0j]]] -> c64:[[[1+0j]]]",                                            \
  }
TP_FFT(FFT, 1, false, "IFFT", "fft");
TP_FFT(IFFT, 1, true, "FFT", "ifft");
TP_FFT(FFT2D, 2, false, "IFFT2D", "fft2d");
TP_FFT(IFFT2D, 2, true, "FFT2D", "ifft2d");
TP_FFT(FFT3D, 3, false, "IFFT3D", "fft3d");
TP_FFT(IFFT3D, 3, true, "FFT3D", "ifft3d");

#define TP_RFFT(op, rank, grad_fn, example)                                                               \
  TP_OP(op) {                                                                                             \
    .name = #op, .inputs = "input: Treal, fft_length: int32", .outputs = "output: Tcomplex",              \
    .attrs = "Treal: {float32,float64} = float32, Tcomplex: {complex64,complex128} = complex64",          \
    .doc = "Half of the discrete Fourier transform of real numbers.",                                     \
    .shape = [](ShapeContext& c) { return FftShape(c, rank, Kind::kToComplex); },                         \
    .kernel = [](KernelContext& c) { FftKernel(c, rank, false, Kind::kToComplex); }, .gradient = grad_fn, \
    .host_inputs = "fft_length", .examples = example,                                                     \
  }
TP_RFFT(RFFT, 1, RealGrad, "[1. 2. 3. 4.], [4] -> c64:[10+0j -2+2j -2+0j]");
TP_RFFT(RFFT2D, 2, RealGrad2D, "[[1. 2.] [3. 4.]], [2 2] -> c64:[[10+0j -2+0j] [-4+0j 0+0j]]");
TP_RFFT(RFFT3D, 3, NoGrad, "[[[1. 3.]]], [1 1 2] -> c64:[[[4+0j -2+0j]]]");

#define TP_IRFFT(op, rank, grad_fn, example)                                                          \
  TP_OP(op) {                                                                                         \
    .name = #op, .inputs = "input: Tcomplex, fft_length: int32", .outputs = "output: Treal",          \
    .attrs = "Treal: {float32,float64} = float32, Tcomplex: {complex64,complex128} = complex64",      \
    .doc = "Real numbers from half of their discrete Fourier transform.",                             \
    .shape = [](ShapeContext& c) { return FftShape(c, rank, Kind::kToReal); },                        \
    .kernel = [](KernelContext& c) { FftKernel(c, rank, true, Kind::kToReal); }, .gradient = grad_fn, \
    .host_inputs = "fft_length", .examples = example,                                                 \
  }
TP_IRFFT(
    IRFFT, 1, [](GradContext& g) { ToRealGrad(g, 1); }, "c64:[10+0j -2+2j -2+0j], [4] -> [1. 2. 3. 4.]");
TP_IRFFT(
    IRFFT2D, 2, [](GradContext& g) { ToRealGrad(g, 2); },
    "c64:[[10+0j -2+0j] [-4+0j 0+0j]], [2 2] -> [[1. 2.] [3. 4.]]");
TP_IRFFT(IRFFT3D, 3, NoGrad, "c64:[[[4+0j -2+0j]]], [1 1 2] -> [[[1. 3.]]]");

}  // namespace tp
