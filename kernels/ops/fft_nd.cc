// Transforms over several axes: TensorFlow has them for other devices than the CPU, and so here are graphs
// and its error.
#include "kernels/ops/no_kernel.h"

namespace tp {
namespace {

[[gnu::cold]] Status LikeInput(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &shape));
  c.Set(0, shape);
  return {};
}

}  // namespace

#define TP_FFT_ND(op, from, to, more, words)                                                            \
  TP_OP(op) {                                                                                           \
    .name = #op, .inputs = "input: " from ", fft_length: int32, axes: int32", .outputs = "output: " to, \
    .attrs = more "Tcomplex: {complex64,complex128} = complex64", .doc = words, .shape = LikeInput,     \
    .kernel = [](KernelContext& c) { NoKernel(c, "  <no registered kernels>"); },                       \
  }

TP_FFT_ND(FFTND, "Tcomplex", "Tcomplex", "", "A transform over several axes: no device here has it.");
TP_FFT_ND(IFFTND, "Tcomplex", "Tcomplex", "", "FFTND's inverse: no device here has it.");
TP_FFT_ND(RFFTND, "Treal", "Tcomplex", "Treal: {float32,float64} = float32, ",
          "FFTND of real numbers: no device here has it.");
TP_FFT_ND(IRFFTND, "Tcomplex", "Treal", "Treal: {float32,float64} = float32, ",
          "RFFTND's inverse: no device here has it.");

}  // namespace tp
