// What looks at values while a graph runs: summaries of tensors and checks of them (tf.debugging).
#include <cmath>

#include "kernels/op.h"

namespace tp {
namespace {

struct Kinds {
  bool negative = false, positive = false, nan = false;
};

Kinds KindsOf(const Tensor& tensor) {
  Kinds kinds;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const double x = ElementAsDouble(tensor, i);
    kinds.nan |= std::isnan(x);
    if (std::isinf(x)) (x < 0 ? kinds.negative : kinds.positive) = true;
  }
  return kinds;
}

// TF: CheckNumericsV2Op, which tells the two infinities apart.
void CheckNumericsV2Kernel(KernelContext& c) {
  const Kinds kinds = KindsOf(c.input(0));
  std::string what = kinds.negative ? "-Inf" : "";
  if (kinds.positive) what += what.empty() ? "+Inf" : " and +Inf";
  if (kinds.nan) what += what.empty() ? "NaN" : " and NaN";
  if (!what.empty()) return Fail(c, "{} : Tensor had {} values", c.Attr<std::string>("message"), what);
  c.SetOutput(0, c.input(0));
}

// [-inf or 0, inf or 0, nan or 0]: which of them the tensor holds.
void SummaryKernel(KernelContext& c) {
  constexpr int64_t kThreeSlots = 8;
  if (const int64_t mode = c.Attr<int64_t>("tensor_debug_mode"); mode != kThreeSlots)
    return FailAs(c, Code::kUnimplemented, "DebugNumericSummaryV2 with tensor_debug_mode {}", mode);
  const DType dtype = c.input(0).dtype();
  if (dtype == DType::kString || IsComplex(dtype) || !(IsNumeric(dtype) || dtype == DType::kBool))
    return FailAs(c, Code::kUnimplemented, "DebugNumericSummaryV2 of {}", DTypeName(dtype));
  const Kinds kinds = IsFloating(dtype) ? KindsOf(c.input(0)) : Kinds();
  Tensor* out = c.Output(0, DType::kFloat32, Shape({3}));
  if (out == nullptr) return;
  out->data<float>()[0] = kinds.negative ? -INFINITY : 0;
  out->data<float>()[1] = kinds.positive ? INFINITY : 0;
  out->data<float>()[2] = kinds.nan ? NAN : 0;
}

Status SummaryShape(ShapeContext& c) {
  c.Set(0, Shape({3}));
  return {};
}

}  // namespace

TP_OP(CheckNumericsV2){
    .name = "CheckNumericsV2",
    .inputs = "tensor: T",
    .outputs = "output: T",
    .attrs = "T: {bfloat16,float16,float32,float64}, message: string",
    .doc = "The input; an error that says which where an element is infinite or NaN.",
    .shape = shape::Unchanged,
    .effect = Effect::kIo,
    .kernel = CheckNumericsV2Kernel,
    .gradient = [](GradContext& g) { g.Set(0, g.grad(0)); },
    .examples = "[1. 2.] -> [1. 2.] | message='x'",
};

TP_OP(DebugNumericSummaryV2){
    .name = "DebugNumericSummaryV2",
    .inputs = "input: T",
    .outputs = "output: output_dtype",
    .attrs =
        "output_dtype: {float32,float64} = float32, T: type, tensor_debug_mode: int = -1, tensor_id: int = "
        "-1",
    .doc = "Which of -inf, inf and NaN the input holds, as three elements that are each that or 0.",
    .shape = SummaryShape,
    .kernel = SummaryKernel,
    .no_gradient = true,
    .examples = "[1. 2.] -> [0. 0. 0.] | tensor_debug_mode=8",
};

}  // namespace tp
