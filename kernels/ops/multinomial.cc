// Draws of classes with given log-probabilities (TensorFlow: core/kernels/multinomial_op.cc), bit for bit.
#include <cmath>

#include "kernels/op.h"
#include "kernels/philox.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

Status DrawShape(ShapeContext& c) {
  const Shape logits = c.input(0);
  Shape shape = Shape::OfRank(2);
  if (logits.has_rank() && logits.rank() == 2) shape.set_dim(0, logits[0]);
  if (const Tensor* samples = c.value(1)) shape.set_dim(1, ScalarInt(*samples));
  c.Set(0, shape);
  return {};
}

// One row: `samples` draws of its classes, from the cumulative distribution in double precision.
template <class T>
void DrawRow(const Tensor& logits, int64_t row, PhiloxSingles& next, int64_t samples, Tensor* out) {
  const int64_t classes = logits.dim(1);
  std::vector<double> weights(static_cast<size_t>(classes));
  double top = -INFINITY, total = 0;
  for (int64_t j = 0; j < classes; ++j) {
    const double logit = ElementAsDouble(logits, row * classes + j);
    weights[static_cast<size_t>(j)] = logit;
    if (std::isfinite(logit)) top = std::max(top, logit);
  }
  for (double& w : weights) {
    if (std::isfinite(w)) total += std::exp(w - top);
    w = total;
  }
  for (int64_t i = 0; i < samples; ++i) {
    const uint32_t high = next(), low = next();
    const double wanted = philox::ToDouble(high, low) * total;
    const auto found = std::upper_bound(weights.begin(), weights.end(), wanted);
    out->data<T>()[row * samples + i] = static_cast<T>(found - weights.begin());
  }
}

void Draw(KernelContext& c, bool stateless) {
  const Tensor& logits = c.input(0);
  if (logits.rank() != 2) return Fail(c, "logits should be a matrix, got shape {}", logits.shape());
  if (c.input(1).rank() != 0)
    return Fail(c, "num_samples should be a scalar, got shape {}", c.input(1).shape());
  const int64_t samples = ScalarInt(c.input(1)), rows = logits.dim(0);
  if (samples < 0) return Fail(c, "num_samples should be non-negative, got {}", samples);
  if (logits.dim(1) <= 0) return Fail(c, "num_classes should be positive, got {}", logits.dim(1));
  if (stateless && (c.input(2).rank() != 1 || c.input(2).dim(0) != 2))
    return Fail(c, "seed must have shape [2], not {}", c.input(2).shape());
  const DType dtype = c.Attr<DType>("output_dtype", DType::kInt64);
  Tensor* out = c.Output(0, dtype, Shape{rows, samples});
  if (out == nullptr || out->num_elements() == 0) return;
  Philox gen;
  if (stateless) {
    gen = PhiloxOfSeeds(static_cast<uint64_t>(ElementAsInt(c.input(2), 0)),
                        static_cast<uint64_t>(ElementAsInt(c.input(2), 1)));
  } else {
    const uint64_t reserved = static_cast<uint64_t>(rows * ((samples + 3) / 4 * 4) * 2) * philox::kReserved;
    gen = random_state::Reserve(c.node_key(),
                                std::string(c.op().name()) + std::string(DTypeName(logits.dtype())),
                                c.Attr<int64_t>("seed"), c.Attr<int64_t>("seed2"), reserved);
  }
  // One row goes on where the one before ended.
  PhiloxSingles next(gen);
  for (int64_t row = 0; row < rows; ++row)
    dtype == DType::kInt32 ? DrawRow<int32_t>(logits, row, next, samples, out)
                           : DrawRow<int64_t>(logits, row, next, samples, out);
}

}  // namespace

TP_OP(Multinomial){
    .name = "Multinomial",
    .inputs = "logits: T, num_samples: int32",
    .outputs = "output: output_dtype",
    .attrs = "seed: int = 0, seed2: int = 0, T: " TP_REALS ", output_dtype: {int32,int64} = int64",
    .doc = "num_samples classes for each row of logits.",
    .shape = DrawShape,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { Draw(c, false); },
    .no_gradient = true,
    .host_inputs = "num_samples",
};

TP_OP(StatelessMultinomial){
    .name = "StatelessMultinomial",
    .inputs = "logits: T, num_samples: int32, seed: Tseed",
    .outputs = "output: output_dtype",
    .attrs = "T: " TP_REALS ", Tseed: {int32,int64} = int64, output_dtype: {int32,int64} = int64",
    .doc = "num_samples classes for each row of logits, of a seed.",
    .shape = DrawShape,
    .kernel = [](KernelContext& c) { Draw(c, true); },
    .no_gradient = true,
    .host_inputs = "num_samples",
    .examples =
        "[[1. 1. 1.] [0. 2. -1.]], 5, [1 2] -> i64:[[2 2 0 2 1] [1 1 1 1 1]]\n"
        "f64:[[1. 1. 1.]], 4, [1 2] -> [[2 2 0 2]] | output_dtype=i32",
};

}  // namespace tp
