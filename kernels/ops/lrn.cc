// Local response normalisation over the last dim, and its gradient.
#include <cmath>

#include "kernels/op.h"
#include "kernels/store.h"

namespace tp {
namespace {

struct Parameters {
  int64_t radius;
  double bias, alpha, beta;
};
Parameters ParametersOf(const KernelContext& c) {
  return {c.Attr<int64_t>("depth_radius", 5), c.Attr("bias", 1.0), c.Attr("alpha", 1.0), c.Attr("beta", 0.5)};
}

// Calls f(row, width) for each row along the depth.
template <class F>
void ForEachRow(const Tensor& x, F&& f) {
  const int64_t width = x.dim(x.rank() - 1);
  for (int64_t row = 0; width > 0 && row < x.num_elements(); row += width) f(row, width);
}
// bias + alpha * the sum of squares around place i.
double Scale(const Tensor& x, int64_t row, int64_t width, int64_t i, const Parameters& p) {
  double sum = 0;
  for (int64_t k = std::max<int64_t>(0, i - p.radius); k <= std::min(width - 1, i + p.radius); ++k)
    sum += std::pow(ElementAsDouble(x, row + k), 2);
  return p.bias + p.alpha * sum;
}

void LrnKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() != 4) return Fail(c, "in must be 4-dimensional");
  const Parameters p = ParametersOf(c);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  ForEachRow(x, [&](int64_t row, int64_t width) {
    for (int64_t i = 0; i < width; ++i)
      StoreReal(*out, row + i, ElementAsDouble(x, row + i) * std::pow(Scale(x, row, width, i, p), -p.beta));
  });
}

// Inputs: the gradient, the op's input and its output.
void LrnGradKernel(KernelContext& c) {
  const Tensor &grad = c.input(0), &x = c.input(1), &y = c.input(2);
  const Parameters p = ParametersOf(c);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  std::vector<double> sums;
  ForEachRow(x, [&](int64_t row, int64_t width) {
    sums.assign(static_cast<size_t>(width), 0);
    for (int64_t j = 0; j < width; ++j) {
      const double scale = Scale(x, row, width, j, p), g = ElementAsDouble(grad, row + j);
      sums[j] += g * std::pow(scale, -p.beta);
      for (int64_t k = std::max<int64_t>(0, j - p.radius); k <= std::min(width - 1, j + p.radius); ++k)
        sums[k] -=
            2 * p.alpha * p.beta * ElementAsDouble(x, row + k) * g * ElementAsDouble(y, row + j) / scale;
    }
    for (int64_t i = 0; i < width; ++i) StoreReal(*out, row + i, sums[i]);
  });
}

}  // namespace

TP_OP(LRN){
    .name = "LRN",
    .api =
        "tf.nn.local_response_normalization, tf.nn.lrn (input, depth_radius=5, bias=1, alpha=1, beta=0.5, "
        "name=None)",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, T: "
        "{float16,bfloat16,float32}",
    .doc = "Each element by a power of the sum of squares of those around it in the last dim.",
    .shape = shape::Unchanged,
    .kernel = LrnKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("LRNGrad", {g.grad(0), g.input(0), g.output(0)},
                        MakeAttrs({{"depth_radius", g.Attr<int64_t>("depth_radius", 5)},
                                   {"bias", g.Attr("bias", 1.0)},
                                   {"alpha", g.Attr("alpha", 1.0)},
                                   {"beta", g.Attr("beta", 0.5)}})));
        },
    .examples = "[[[[1. 2.]]]] -> [[[[0.40824828 0.81649655]]]]",
};

TP_OP(LRNGrad){
    .name = "LRNGrad",
    .inputs = "input_grads: T, input_image: T, output_image: T",
    .outputs = "output: T",
    .attrs =
        "depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, T: "
        "{float16,bfloat16,float32}",
    .doc = "The gradient of LRN.",
    .shape = [](ShapeContext& c) -> Status {
      c.Set(0, c.input(1));
      return {};
    },
    .kernel = LrnGradKernel,
    .examples =
        "[[[[1. 2.]]]], [[[[1. 2.]]]], [[[[0.40824828 0.81649655]]]] -> [[[[0.06804141 0.13608284]]]]",
};

}  // namespace tp
