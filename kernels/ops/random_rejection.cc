// Gamma and Poisson numbers, drawn by rejection; bit for bit TensorFlow's (random_op.cc,
// random_poisson_op.cc). Each output element has a stretch of the stream of its own, of which it takes as
// much as it needs.
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "kernels/grad_text.h"
#include "kernels/random_inputs.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

// Uniform and normal numbers of one stream. They come in groups, of which the last number is taken first.
class Numbers {
 public:
  explicit Numbers(const Philox& gen) : gen_(gen) {}

  double Uniform() {
    if (uniform_left_ == 0) {
      const Philox::Result r = gen_();
      for (int i = 0; i < 2; ++i) uniform_[i] = philox::ToDouble(r[2 * i], r[2 * i + 1]);
      uniform_left_ = 2;
    }
    return uniform_[--uniform_left_];
  }
  double Normal() {
    if (normal_left_ == 0) {
      const Philox::Result r = gen_();
      philox::BoxMuller(r[0], r[1], r[2], r[3], &normal_[0], &normal_[1]);
      normal_left_ = 2;
    }
    return normal_[--normal_left_];
  }

 private:
  Philox gen_;
  double uniform_[2], normal_[2];
  int uniform_left_ = 0, normal_left_ = 0;
};

// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
double Gamma(double alpha, Numbers& next) {
  if (alpha == 1.0) return -std::log1p(-next.Uniform());  // exponential
  const bool small = alpha < 1.0;
  const double d = alpha + (small ? 2.0 / 3 : -1.0 / 3), c = 1.0 / 3 / std::sqrt(d);
  while (true) {
    const double x = next.Normal();
    double v = 1.0 + c * x;
    if (v <= 0.0) continue;
    v = v * v * v;
    const double u = next.Uniform();
    if (!(u < 1.0 - 0.0331 * (x * x) * (x * x)) && !(std::log(u) < 0.5 * x * x + d * (1.0 - v + std::log(v))))
      continue;
    const double result = d * v;
    return small ? result * std::pow(next.Uniform(), 1.0 / alpha) : result;
  }
}

// Below a rate of 10 by products of uniform numbers (Knuth), else by transformed rejection (Hoermann, "The
// transformed rejection method for generating Poisson random variables", 1993).
double Poisson(double rate, Numbers& next) {
  if (!(rate >= 0)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(rate)) return std::numeric_limits<double>::infinity();
  if (rate < 10.0) {
    const double least = std::exp(-rate);
    double product = 1, x = 0;
    while ((product = product * next.Uniform()) > least) x += 1;
    return x;
  }
  const double log_rate = std::log(rate), b = 0.931 + 2.53 * std::sqrt(rate), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  while (true) {
    double u = next.Uniform();
    u -= 0.5;
    const double v = next.Uniform();
    const double shifted = 0.5 - std::abs(u);
    const double k = std::floor((2.0 * a / shifted + b) * u + rate + 0.43);
    if (shifted >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2.0)) return k;
    if (k < 0 || (shifted < 0.013 && v > shifted)) continue;
    const double s = std::log(v * inverse_alpha / (a / (shifted * shifted) + b));
    if (s <= -rate + k * log_rate - std::lgamma(k + 1)) return k;
  }
}

// As the processor has it: the smallest number for what is none or does not fit.
template <class I>
I Truncated(double value) {
  constexpr double kLimit = -static_cast<double>(std::numeric_limits<I>::min());
  return value >= -kLimit && value < kLimit ? static_cast<I>(value) : std::numeric_limits<I>::min();
}

void Store(Tensor* out, int64_t i, double value) {
  switch (out->dtype()) {
    case DType::kFloat16:
      out->data<Half>()[i] = Half(static_cast<float>(value));
      break;
    case DType::kFloat32:
      out->data<float>()[i] = static_cast<float>(value);
      break;
    case DType::kFloat64:
      out->data<double>()[i] = value;
      break;
    case DType::kInt32:
      out->data<int32_t>()[i] = Truncated<int32_t>(value);
      break;
    default:
      out->data<int64_t>()[i] = Truncated<int64_t>(value);
  }
}

// `out` holds `each` draws for every element of `parameters`, which are the innermost.
void Fill(const Tensor& parameters, Philox gen, int64_t each, bool poisson, Tensor* out) {
  const int64_t count = parameters.num_elements();
  ParallelRanges(count * each, 256, 200.0, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Philox own = gen;
      own.Skip(static_cast<uint64_t>(philox::kReserved) * static_cast<uint64_t>(i));
      Numbers next(own);
      const double parameter = ElementAsDouble(parameters, i / each);
      Store(out, i % each * count + i / each, poisson ? Poisson(parameter, next) : Gamma(parameter, next));
    }
  });
}

void Draw(KernelContext& c, const Tensor& parameters, const Shape& shape, DType dtype, bool poisson,
          bool whole, const std::function<Philox(int64_t)>& stream) {
  Shape full = shape;
  if (!whole)
    for (Dim dim : parameters.shape()) full.Append(dim);
  const int64_t count = parameters.num_elements();
  Tensor* out = c.Output(0, dtype, full);
  if (out == nullptr || out->num_elements() == 0) return;
  const int64_t each = out->num_elements() / std::max<int64_t>(count, 1);
  const Philox gen = stream(out->num_elements());
  Fill(parameters, gen, each, poisson, out);
}

void Stateful(KernelContext& c, bool poisson) {
  Shape shape;
  if (!OutputShape(c, 0, &shape)) return;
  const Tensor& parameters = c.input(1);
  const DType dtype = poisson ? c.Attr<DType>("dtype", DType::kInt64) : parameters.dtype();
  Draw(c, parameters, shape, dtype, poisson, false, [&](int64_t n) {
    return random_state::Reserve(
        c.node_key(), fmt::format("{}/{}/{}", c.op().name(), DTypeName(dtype), DTypeName(parameters.dtype())),
        c.Attr<int64_t>("seed"), c.Attr<int64_t>("seed2"), static_cast<uint64_t>(n) * philox::kReserved);
  });
}

// The parameters' shape is the end of the output's.
void Stateless(KernelContext& c, int at, bool poisson, const Philox& gen) {
  Shape shape;
  if (!OutputShape(c, 0, &shape)) return;
  const Tensor& parameters = c.input(at);
  const int before = shape.rank() - parameters.rank();
  bool fits = before >= 0;
  for (int i = 0; fits && i < parameters.rank(); ++i) fits = shape[before + i] == parameters.dim(i);
  if (!fits) return Fail(c, "Shape passed in must end with broadcasted shape.");
  const DType dtype = poisson ? c.Attr<DType>("dtype", DType::kInt64) : parameters.dtype();
  Draw(c, parameters, shape, dtype, poisson, true, [&](int64_t) { return gen; });
}

// By implicit differentiation (Figurnov et al. 2018), summed over the draws of each alpha; `n`: their dims.
#define TP_GAMMA_GRAD(at)                                                                       \
  "c = ConcatV2:concat(ones(n, i32), shape(x" at "), int(0)); p = RandomGammaGrad(reshape(x" at \
  ", c), y0); "                                                                                 \
  "d" at " = sum(mul(g0, p), range(n, int(1)))"

[[gnu::cold]] Status ShapeBeforeParameters(ShapeContext& c) {
  Shape shape = c.ValueAsShape(0);
  if (!shape.has_rank() || !c.input(1).has_rank()) return {};
  for (Dim dim : c.input(1)) shape.Append(dim);
  c.Set(0, shape);
  return {};
}
[[gnu::cold]] Status ShapeFromFirst(ShapeContext& c) {
  c.Set(0, c.ValueAsShape(0));
  return {};
}

}  // namespace

TP_OP(RandomGamma){
    .name = "RandomGamma",
    .inputs = "shape: S, alpha: T",
    .outputs = "output: T",
    .attrs = "seed: int = 0, seed2: int = 0, S: {int32,int64}, T: {float16,float32,float64}",
    .doc = "Gamma numbers of scale 1, `shape` of them for each alpha.",
    .shape = ShapeBeforeParameters,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { Stateful(c, false); },
    .gradient = [](GradContext& g) { grad::Run(g, "n = at(shape(x0), 0); " TP_GAMMA_GRAD("1")); },
    .host_inputs = "shape",
};

TP_OP(RandomPoissonV2){
    .name = "RandomPoissonV2",
    .inputs = "shape: S, rate: R",
    .outputs = "output: dtype",
    .attrs =
        "seed: int = 0, seed2: int = 0, S: {int32,int64}, R: {float16,float32,float64,int32,int64} = "
        "float64, dtype: {float16,float32,float64,int32,int64} = int64",
    .doc = "Poisson numbers, `shape` of them for each rate.",
    .shape = ShapeBeforeParameters,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { Stateful(c, true); },
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(StatelessRandomGammaV3){
    .name = "StatelessRandomGammaV3",
    .inputs = "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype",
    .outputs = "output: dtype",
    .attrs = "dtype: {float16,float32,float64}, shape_dtype: {int32,int64} = int32",
    .doc = "Gamma numbers of scale 1 of a key and counter; the shape of the alphas ends `shape`.",
    .shape = ShapeFromFirst,
    .kernel =
        [](KernelContext& c) {
          Philox gen;
          if (KeyCounter(c, 1, &gen)) Stateless(c, 4, false, gen);
        },
    .gradient =
        [](GradContext& g) { grad::Run(g, "n = sub(at(shape(x0), 0), rank(x4)); " TP_GAMMA_GRAD("4")); },
    .host_inputs = "shape",
    .examples =
        "[2 2], u64:[123], u64:[7 9], 1, [0.5 3.] -> [[0.07506086 4.231185] [0.36183202 2.1465688]]\n[3 1], "
        "u64:[123], u64:[7 9], 1, f64:[1.] -> f64:[[0.8908451071713598] [1.5232340986757298] "
        "[0.135986710010202]]",
};

TP_OP(StatelessRandomPoisson){
    .name = "StatelessRandomPoisson",
    .inputs = "shape: T, seed: Tseed, lam: Rtype",
    .outputs = "output: dtype",
    .attrs =
        "Rtype: {float16,float32,float64,int32,int64}, dtype: {float16,float32,float64,int32,int64}, T: "
        "{int32,int64}, Tseed: {int32,int64} = int64",
    .doc = "Poisson numbers of a seed; the shape of the rates ends `shape`.",
    .shape = ShapeFromFirst,
    .kernel =
        [](KernelContext& c) {
          if (GoodSeed(c, 1)) Stateless(c, 2, true, OfSeed(c.input(1)));
        },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples = "[3 2], i64:[1 2], [2. 40.] -> [[3 57] [4 34] [3 45]] | dtype=i32",
};

}  // namespace tp
