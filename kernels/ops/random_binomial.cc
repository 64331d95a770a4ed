// Binomial numbers, normal ones between bounds, and shuffled indices, bit for bit TensorFlow's
// (random_binomial_op.cc, parameterized_truncated_normal_op.cc, random_index_shuffle.cc).
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "kernels/random_inputs.h"
#include "kernels/store.h"

namespace tp {
namespace {

// Uniform numbers of one stream; of two that come together the last is taken first.
class Uniforms {
 public:
  explicit Uniforms(const Philox& gen) : gen_(gen) {}
  double operator()() {
    if (left_ == 0) {
      const Philox::Result r = gen_();
      for (int i = 0; i < 2; ++i) values_[i] = philox::ToDouble(r[2 * i], r[2 * i + 1]);
      left_ = 2;
    }
    return values_[--left_];
  }

 private:
  Philox gen_;
  double values_[2];
  int left_ = 0;
};

// How many geometric numbers fit into `count`.
double ByInversion(double count, double p, Uniforms next) {
  double sum = 0;
  for (int made = 0;; ++made) {
    sum += std::ceil(std::log(next()) / std::log1p(-p));
    if (sum > count) return made;
  }
}

double StirlingTail(double k) {
  constexpr double kTail[] = {
      0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211,
      0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287};
  if (k <= 9) return kTail[static_cast<int>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Transformed rejection (Hoermann, "The generation of binomial random variates", 1993).
double ByRejection(double count, double p, Uniforms next) {
  const double deviation = std::sqrt(count * p * (1 - p));
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, c = count * p + 0.5;
  const double least = 0.92 - 4.2 / b, r = p / (1 - p), alpha = (2.83 + 5.1 / b) * deviation;
  const double m = std::floor((count + 1) * p);
  for (;;) {
    const double u = next() - 0.5;
    double v = next();
    const double shifted = 0.5 - std::abs(u), k = std::floor((2 * a / shifted + b) * u + c);
    if (shifted >= 0.07 && v <= least) return k;
    if (k < 0 || k > count) continue;
    v = std::log(v * alpha / (a / (shifted * shifted) + b));
    const double bound = (m + 0.5) * std::log((m + 1) / (r * (count - m + 1))) +
                         (count + 1) * std::log((count - m + 1) / (count - k + 1)) +
                         (k + 0.5) * std::log(r * (count - k + 1) / (k + 1)) + StirlingTail(m) +
                         StirlingTail(count - m) - StirlingTail(k) - StirlingTail(count - k);
    if (v <= bound) return k;
  }
}

double Rounded(double value, DType dtype) {
  if (dtype == DType::kFloat64) return value;
  const auto single = static_cast<float>(value);
  return dtype == DType::kFloat16 ? static_cast<float>(Half(single)) : single;
}

// Draw number `i` of the whole op; what is rounded is what TensorFlow computes in `dtype`.
double Binomial(double count, double p, DType dtype, Philox gen, int64_t i) {
  if (count <= 0 || p <= 0) return 0;
  if (p >= 1) return count;
  if (std::isnan(p)) return p;
  const double small = p <= 0.5 ? p : Rounded(1 - p, dtype);
  const bool inversion = Rounded(count * small, dtype) < 10;
  gen.Skip(static_cast<uint64_t>(i) * (inversion ? 42 : 256));
  const double made =
      inversion ? ByInversion(count, small, Uniforms(gen)) : ByRejection(count, small, Uniforms(gen));
  return p <= 0.5 ? made : count - made;
}

// The element that `flat` of `whole` is broadcast from.
double At(const Tensor& t, const Shape& whole, int64_t flat) {
  int64_t at = 0, stride = 1;
  for (int d = whole.rank() - 1, k = t.rank() - 1; k >= 0; --d, --k) {
    if (t.dim(k) != 1) at += flat % whole[d] * stride;
    flat /= whole[d];
    stride *= t.dim(k);
  }
  return ElementAsDouble(t, at);
}

// The shape of the output, which input `at` says, and that of the parameters, which are the inputs from
// `first` on and end it.
bool Shapes(KernelContext& c, int at, int first, const char* names, Shape* out, Shape* parameters) {
  *parameters = c.input(first).shape();
  std::string shapes = parameters->ToBracketString();
  bool fits = true;
  for (int i = first + 1; i < c.num_inputs(); ++i) {
    shapes += " vs. " + c.input(i).shape().ToBracketString();
    const auto both = BroadcastShapes(*parameters, c.input(i).shape());
    fits = fits && both;
    if (both) *parameters = *both;
  }
  if (!fits) return Fail(c, "{} must have compatible batch dimensions: {}", names, shapes), false;
  if (c.input(at).rank() != 1)
    return Fail(c, "Input shape should be a vector, got shape: {}", c.input(at).shape()), false;
  if (!OutputShape(c, at, out)) return false;
  const int before = out->rank() - parameters->rank();
  fits = before >= 0;
  for (int i = 0; fits && i < parameters->rank(); ++i) fits = (*out)[before + i] == (*parameters)[i];
  if (!fits) Fail(c, "Shape passed in must end with broadcasted shape.");
  return fits;
}

// `stream(batches, each)` gives the generator.
void BinomialKernel(KernelContext& c, int shape_at, int counts_at,
                    const std::function<Philox(int64_t, int64_t)>& stream) {
  Shape shape, parameters;
  if (!Shapes(c, shape_at, counts_at, "counts and probs", &shape, &parameters)) return;
  Tensor* out = c.Output(0, c.Attr<DType>("dtype", DType::kInt64), shape);
  if (out == nullptr) return;
  const int64_t count = out->num_elements(), batches = std::max<int64_t>(parameters.num_elements(), 1),
                each = count / batches;
  const Philox gen = stream(batches, each);
  ParallelRanges(count, 256, 300.0, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const double value =
          Binomial(At(c.input(counts_at), parameters, i / each),
                   At(c.input(counts_at + 1), parameters, i / each), c.input(counts_at).dtype(), gen, i);
      StoreReal(*out, i % each * batches + i / each, value);
    }
  });
}

// TF: stateful_random_ops_cpu_gpu.h: the state is a counter of two words, and a key.
void StatefulBinomialKernel(KernelContext& c) {
  VariableResource* variable = RngState(c, ScalarInt(c.input(1)));
  if (variable == nullptr) return;
  BinomialKernel(c, 2, 3, [&](int64_t batches, int64_t each) {
    Tensor state = variable->value.Clone();
    auto* words = state.data<uint64_t>();
    const Philox gen = FromWords(words[2], words[0], words[1]);
    Philox moved = gen;
    moved.Skip(static_cast<uint64_t>(batches * 2 * 100 * (each + 3) / 4) * philox::kReserved);
    for (int i = 0; i < 2; ++i)
      words[i] = moved.counter()[2 * i] | uint64_t{moved.counter()[2 * i + 1]} << 32;
    variable->value = state;
    return gen;
  });
}

// --- normal numbers between bounds
template <class T>
struct Drawn {
  static constexpr int kSize = std::is_same_v<T, double> ? 2 : 4;
  std::array<T, kSize> v;
};
template <class T>
Drawn<T> DrawUniform(Philox& gen) {
  const Philox::Result r = gen();
  Drawn<T> d;
  if constexpr (std::is_same_v<T, double>)
    d.v = {philox::ToDouble(r[0], r[1]), philox::ToDouble(r[2], r[3])};
  else
    for (int i = 0; i < 4; ++i) d.v[i] = philox::ToFloat(r[i]);
  return d;
}
template <class T>
Drawn<T> DrawNormal(Philox& gen) {
  const Philox::Result r = gen();
  Drawn<T> d;
  if constexpr (std::is_same_v<T, double>)
    philox::BoxMuller(r[0], r[1], r[2], r[3], &d.v[0], &d.v[1]);
  else
    for (int i = 0; i < 4; i += 2) philox::BoxMuller(r[i], r[i + 1], &d.v[i], &d.v[i + 1]);
  return d;
}

// Fills a batch, of which sample i is out[i * stride]. Three ways, by where the bounds are: normal numbers,
// uniform ones and exponential ones, of which those that do not fit are left out. False where too many were.
template <class T>
bool FillBetween(T mean, T deviation, T low, T high, int64_t each, int64_t stride, Philox& gen, T* out) {
  constexpr int kSize = Drawn<T>::kSize, kTries = 1000;
  constexpr T kInside = T(1.3);
  if ((std::isinf(low) && low < 0) || high < mean) {
    std::swap(low, high);
    deviation = -deviation;
  }
  const T from = (low - mean) / deviation, to = (high - mean) / deviation;
  const T root = std::sqrt(from * from + T(4));
  const T cutoff = T(2) * std::exp(T(0.5) + from * (from - root) / T(4)) / (from + root);
  const T width = to - from;
  const bool normal = (from < -kInside && to >= 0) || (to > kInside && from <= 0), uniform = width < cutoff;
  const T plus = from < 0 ? T(0) : from * from, alpha = (from + std::sqrt(from * from + T(4))) / T(2);
  int tries = 0;
  for (int64_t made = 0; made < each;) {
    const Drawn<T> drawn = normal ? DrawNormal<T>(gen) : DrawUniform<T>(gen);
    const Drawn<T> chance = !normal && uniform ? DrawUniform<T>(gen) : drawn;
    for (int i = 0; i < kSize && made < each; ++i) {
      T z = drawn.v[i];
      bool good;
      if (normal) {
        good = z >= from && z <= to;
      } else if (uniform) {
        z = z * width + from;
        good = chance.v[i] <= std::exp((plus - z * z) / T(2));
      } else {
        z = -std::log(z) / alpha + from;
        const T x = from < alpha ? alpha - z : from - alpha;
        good = drawn.v[++i] <= std::exp(-x * x / T(2)) && z < to;
      }
      if (good) {
        out[made++ * stride] = z * deviation + mean;
        tries = 0;
      } else if (++tries >= kTries) {
        return false;
      }
    }
  }
  return true;
}

template <class T>
void BetweenKernel(KernelContext& c, const Shape& parameters, Tensor* out) {
  const int64_t batches = std::max<int64_t>(parameters.num_elements(), 1),
                each = out->num_elements() / batches;
  Philox gen = OfSeed(c.input(1));
  for (int64_t b = 0; b < batches && each > 0; ++b) {
    const auto at = [&](int i) { return static_cast<T>(At(c.input(i), parameters, b)); };
    const T mean = at(2), deviation = at(3), low = at(4), high = at(5);
    if (!(deviation > 0 && low < high && (std::isfinite(low) || std::isfinite(high))))
      return Fail(c, "Invalid parameters");
    if (!FillBetween<T>(mean, deviation, low, high, each, batches, gen, out->data<T>() + b))
      return FailAs(c, Code::kInternal, "TruncatedNormal rejection sampler failed to accept a sample.");
  }
}

// --- indices shuffled by a cipher of 4 rounds (Beaulieu et al., "The SIMON and SPECK families", 2013)
uint64_t ShuffledIndex(uint64_t index, const std::array<uint32_t, 3>& key, uint64_t max, int rounds) {
  if (max == 0) return 0;
  int block = static_cast<int>(std::ceil(std::log2(static_cast<double>(max))));
  block = std::min(std::max(block + block % 2, 16), 64);
  const int width = block / 2;
  const uint64_t mask = (uint64_t{1} << width) - 1;
  const auto left = [&](uint64_t x, int r) { return (x << r | x >> (width - r)) & mask; };
  const auto mix = [&](uint64_t x) { return (left(x, 1) & left(x, 8)) ^ left(x, 2); };
  std::vector<uint64_t> keys(key.begin(), key.end());
  for (uint64_t& k : keys) k &= mask;
  uint64_t z = 0x7369f885192c0ef5 & mask;
  for (int i = 3; i < rounds; ++i, z >>= 1)
    keys.push_back(((0xfffffffc & mask) ^ (z & 1) ^ keys[i - 3] ^ left(keys[i - 1], width - 3) ^
                    left(keys[i - 1], width - 4)));
  do {
    uint64_t a = index >> width & mask, b = index & mask;
    for (int i = 0; i + 1 < static_cast<int>(keys.size()); i += 2) {
      a ^= mix(b) ^ keys[i];
      b ^= mix(a) ^ keys[i + 1];
    }
    index = a << width | b;
  } while (index > max);
  return index;
}

void IndexShuffleKernel(KernelContext& c) {
  const Tensor &index = c.input(0), &seed = c.input(1), &max = c.input(2);
  const int64_t count = std::max({index.num_elements(), max.num_elements(), seed.num_elements() / 3});
  if (index.rank() > 1 || (index.rank() == 1 && index.dim(0) != count))
    return Fail(c, "Index bust be a scalar or vector.");
  const bool one = seed.rank() == 1 && seed.dim(0) == 3;
  if (!one && !(seed.rank() == 2 && seed.dim(0) == count && seed.dim(1) == 3))
    return Fail(c, "Seed must be a vector of size [3] or a matrix of size [{}, 3] but got {}.", count,
                seed.shape());
  if (max.rank() > 1 || (max.rank() == 1 && max.dim(0) != count))
    return Fail(c, "Maxval must be a scalar or a vector of the same size as index but got {}", max.shape());
  const auto rounds = static_cast<int>(c.Attr<int64_t>("rounds", 4));
  if (rounds < 4 || rounds % 2 != 0)
    return Fail(c, "Number of rounds must be even and at least 4, got {}", rounds);
  const bool scalar = index.rank() == 0 && seed.rank() == 1 && max.rank() == 0;
  Tensor* out = c.Output(0, index.dtype(), scalar ? Shape() : Shape{count});
  if (out == nullptr) return;
  for (int64_t i = 0; i < count; ++i) {
    std::array<uint32_t, 3> key;
    for (int k = 0; k < 3; ++k) key[k] = static_cast<uint32_t>(ElementAsInt(seed, (one ? 0 : 3 * i) + k));
    const auto at = [&](const Tensor& t) {
      return static_cast<uint64_t>(ElementAsInt(t, t.rank() == 0 ? 0 : i));
    };
    const uint64_t made = ShuffledIndex(at(index), key, at(max), rounds);
    if (DTypeSize(index.dtype()) == 4)
      out->data<uint32_t>()[i] = static_cast<uint32_t>(made);
    else
      out->data<uint64_t>()[i] = made;
  }
}

[[gnu::cold]] Status IndexShuffleShape(ShapeContext& c) {
  const Shape &index = c.input(0), &seed = c.input(1), &max = c.input(2);
  if (!index.has_rank() || !seed.has_rank() || !max.has_rank()) return {};
  if (index.rank() > 1) return InvalidArgument("Shape must be at most rank 1 but is rank {}", index.rank());
  if (seed.rank() != 1 && seed.rank() != 2)
    return InvalidArgument("Shape must be rank 1 or 2 but is rank {}", seed.rank());
  if (max.rank() > 1) return InvalidArgument("Shape must be at most rank 1 but is rank {}", max.rank());
  if (index.rank() == 0 && seed.rank() == 1 && max.rank() == 0)
    c.Set(0, Shape());
  else
    c.Set(0, index.rank() == 1 ? index : max.rank() == 1 ? max : Shape{seed[0]});
  return {};
}

[[gnu::cold]] Status ShapeFrom(ShapeContext& c, int at) {
  c.Set(0, c.ValueAsShape(at));
  return {};
}

}  // namespace

TP_OP(StatelessRandomBinomial){
    .name = "StatelessRandomBinomial",
    .inputs = "shape: S, seed: Tseed, counts: T, probs: T",
    .outputs = "output: dtype",
    .attrs =
        "S: {int32,int64}, Tseed: {int32,int64} = int64, T: {float16,float32,float64,int32,int64} = float64, "
        "dtype: {float16,float32,float64,int32,int64} = int64",
    .doc = "Binomial numbers of a seed; the shape of the parameters ends `shape`.",
    .shape = [](ShapeContext& c) { return ShapeFrom(c, 0); },
    .kernel =
        [](KernelContext& c) {
          if (GoodSeed(c, 1)) BinomialKernel(c, 0, 2, [&](int64_t, int64_t) { return OfSeed(c.input(1)); });
        },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples = "[3], i64:[1 2], [10. 10. 10.], [0.5 0.1 0.9] -> [6 1 8] | dtype=int32",
};

TP_OP(StatefulRandomBinomial){
    .name = "StatefulRandomBinomial",
    .inputs = "resource: resource, algorithm: int64, shape: S, counts: T, probs: T",
    .outputs = "output: dtype",
    .attrs =
        "S: {int32,int64}, T: {float16,float32,float64,int32,int64} = float64, "
        "dtype: {float16,float32,float64,int32,int64} = int64",
    .doc = "Binomial numbers of a generator, which moves on.",
    .shape = [](ShapeContext& c) { return ShapeFrom(c, 2); },
    .effect = Effect::kWrite,
    .kernel = StatefulBinomialKernel,
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(StatelessParameterizedTruncatedNormal){
    .name = "StatelessParameterizedTruncatedNormal",
    .inputs = "shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype",
    .outputs = "output: dtype",
    .attrs = "S: {int32,int64}, Tseed: {int32,int64} = int64, dtype: {float32,float64}",
    .doc = "Normal numbers between bounds, of a seed; the shape of the parameters ends `shape`.",
    .shape = [](ShapeContext& c) { return ShapeFrom(c, 0); },
    .kernel =
        [](KernelContext& c) {
          Shape shape, parameters;
          if (!GoodSeed(c, 1) || !Shapes(c, 0, 2, "means, stddevs, minvals, maxvals", &shape, &parameters))
            return;
          const DType dtype = c.input(2).dtype();
          Tensor* out = c.Output(0, dtype, shape);
          if (out == nullptr) return;
          dtype == DType::kFloat32 ? BetweenKernel<float>(c, parameters, out)
                                   : BetweenKernel<double>(c, parameters, out);
        },
    .host_inputs = "shape",
    .examples =
        "[3], i64:[1 2], [0. 0. 0.], [1. 1. 1.], [-1. -1. -1.], [1. 1. 1.] -> [0.68812084 -0.12129712 "
        "0.20993686]",
};

TP_OP(RandomIndexShuffle){
    .name = "RandomIndexShuffle",
    .inputs = "index: dtype, seed: Tseed, max_index: dtype",
    .outputs = "output: dtype",
    .attrs = "rounds: int = 4, dtype: {int32,uint32,int64,uint64}, Tseed: {int32,uint32,int64,uint64}",
    .doc = "Where an index stands in an order of [0, max_index] that the seed chooses.",
    .shape = IndexShuffleShape,
    .kernel = IndexShuffleKernel,
    .no_gradient = true,
    .examples = "[0 1 2 3], [1 2 3], 3 -> [2 0 3 1]",
};

}  // namespace tp
