// Random numbers, bit for bit TensorFlow's Philox streams. Stateful ops keep a stream for each node of a
// graph (and, eagerly, for each pair of seeds until tf.random.set_seed); stateless ones compute theirs from
// key and counter.
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/philox.h"
#include "kernels/random_inputs.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

enum class Dist { kUniform, kNormal, kTruncated, kFullInt };

// --- filling a tensor
// ---------------------------------------------------------------------------------------

// Groups of kGroup elements come from one result each; f(result, group's elements).
template <class T, int kGroup, class F>
void FillGroups(Philox gen, T* out, int64_t n, F&& f) {
  constexpr int64_t kPiece = 2048;
  const int64_t groups = (n + kGroup - 1) / kGroup;
  ParallelRanges(groups, kPiece, 12.0, [&](int64_t begin, int64_t end) {
    Philox mine = gen;
    mine.Skip(begin);
    T values[kGroup];
    for (int64_t g = begin; g < end; ++g) {
      f(mine(), values);
      std::copy_n(values, std::min<int64_t>(kGroup, n - g * kGroup), out + g * kGroup);
    }
  });
}

template <class T>
void FillUniform(Philox gen, T* out, int64_t n) {
  if constexpr (std::is_same_v<T, double>)
    FillGroups<T, 2>(gen, out, n, [](const Philox::Result& r, T* v) {
      v[0] = philox::ToDouble(r[0], r[1]);
      v[1] = philox::ToDouble(r[2], r[3]);
    });
  else
    FillGroups<T, 4>(gen, out, n, [](const Philox::Result& r, T* v) {
      for (int i = 0; i < 4; ++i) {
        if constexpr (std::is_same_v<T, float>) v[i] = philox::ToFloat(r[i]);
        if constexpr (std::is_same_v<T, Half>) v[i] = philox::ToHalf(r[i]);
        if constexpr (std::is_same_v<T, BFloat16>) v[i] = philox::ToBFloat16(r[i]);
      }
    });
}

template <class T>
void FillNormal(Philox gen, T* out, int64_t n) {
  if constexpr (std::is_same_v<T, double>)
    FillGroups<T, 2>(gen, out, n, [](const Philox::Result& r, T* v) {
      philox::BoxMuller(r[0], r[1], r[2], r[3], &v[0], &v[1]);
    });
  else
    FillGroups<T, 4>(gen, out, n, [](const Philox::Result& r, T* v) {
      for (int i = 0; i < 4; i += 2) {
        float f[2];
        philox::BoxMuller(r[i], r[i + 1], &f[0], &f[1]);
        v[i] = T(f[0]);
        v[i + 1] = T(f[1]);
      }
    });
}

// Each group has kReserved numbers of the stream for every element of its own, and draws until it is full.
template <class T>
void FillTruncated(Philox gen, T* out, int64_t n) {
  constexpr int kGroup = std::is_same_v<T, double> ? 2 : 4;
  const int64_t groups = (n + kGroup - 1) / kGroup;
  ParallelRanges(groups, 512, 60.0, [&](int64_t begin, int64_t end) {
    for (int64_t g = begin; g < end; ++g) {
      Philox own = gen;
      own.Skip(static_cast<uint64_t>(g) * kGroup * philox::kReserved / 4);
      PhiloxSingles next(own);
      T values[kGroup];
      for (int have = 0; have < kGroup;) {
        if constexpr (std::is_same_v<T, double>) {
          const uint32_t x0 = next(), x1 = next(), x2 = next(), x3 = next();
          double d[2];
          philox::BoxMuller(x0, x1, x2, x3, &d[0], &d[1]);
          for (double v : d)
            if (std::fabs(v) < 2 && have < kGroup) values[have++] = v;
        } else {
          const uint32_t x0 = next(), x1 = next();
          float f[2];
          philox::BoxMuller(x0, x1, &f[0], &f[1]);
          for (float v : f)
            if (std::fabs(v) < 2 && have < kGroup) values[have++] = T(v);
        }
      }
      std::copy_n(values, std::min<int64_t>(kGroup, n - g * kGroup), out + g * kGroup);
    }
  });
}

void FillFloats(Philox gen, Dist dist, Tensor* out) {
  const int64_t n = out->num_elements();
  const auto fill = [&](auto zero) {
    using T = decltype(zero);
    if (dist == Dist::kUniform) FillUniform<T>(gen, out->data<T>(), n);
    if (dist == Dist::kNormal) FillNormal<T>(gen, out->data<T>(), n);
    if (dist == Dist::kTruncated) FillTruncated<T>(gen, out->data<T>(), n);
  };
  if (out->dtype() == DType::kFloat32) fill(float{});
  if (out->dtype() == DType::kFloat64) fill(double{});
  if (out->dtype() == DType::kFloat16) fill(Half{});
  if (out->dtype() == DType::kBFloat16) fill(BFloat16{});
}

// low + x % range, in the unsigned type (range 0: all bits).
void FillInts(Philox gen, uint64_t low, uint64_t range, Tensor* out) {
  const int64_t n = out->num_elements();
  if (DTypeSize(out->dtype()) == 4)
    FillGroups<uint32_t, 4>(gen, out->data<uint32_t>(), n, [&](const Philox::Result& r, uint32_t* v) {
      for (int i = 0; i < 4; ++i)
        v[i] = range == 0 ? r[i] : static_cast<uint32_t>(low) + r[i] % static_cast<uint32_t>(range);
    });
  else
    FillGroups<uint64_t, 2>(gen, out->data<uint64_t>(), n, [&](const Philox::Result& r, uint64_t* v) {
      for (int i = 0; i < 2; ++i) {
        const uint64_t x = r[2 * i] | uint64_t{r[2 * i + 1]} << 32;
        v[i] = range == 0 ? x : low + x % range;
      }
    });
}

// --- shapes and bounds
// --------------------------------------------------------------------------------------

[[gnu::cold]] Status ShapeFromFirst(ShapeContext& c) {
  c.Set(0, c.ValueAsShape(0));
  return {};
}

bool Bounds(KernelContext& c, int at, uint64_t* low, uint64_t* range) {
  const Tensor &a = c.input(at), &b = c.input(at + 1);
  if (a.rank() != 0 || b.rank() != 0)
    return Fail(c, "{} must be 0-D, got shape {}", a.rank() ? "minval" : "maxval",
                (a.rank() ? a : b).shape()),
           false;
  const bool fine = IsUnsigned(a.dtype())
                        ? static_cast<uint64_t>(ScalarInt(a)) < static_cast<uint64_t>(ScalarInt(b))
                        : ScalarInt(a) < ScalarInt(b);
  if (!fine) return Fail(c, "Need minval < maxval, got {} >= {}", ScalarInt(a), ScalarInt(b)), false;
  *low = static_cast<uint64_t>(ScalarInt(a));
  *range = static_cast<uint64_t>(ScalarInt(b)) - *low;
  return true;
}

// --- stateful ops
// -------------------------------------------------------------------------------------------

// The part of the op's stream for `count` results; the stream moves on.
Philox Reserve(KernelContext& c, uint64_t count) {
  return random_state::Reserve(
      c.node_key(), std::string(c.op().name()) + "/" + std::string(DTypeName(c.Attr<DType>("dtype"))),
      c.Attr<int64_t>("seed"), c.Attr<int64_t>("seed2"), count);
}

void StatefulKernel(KernelContext& c, Dist dist) {
  Shape shape;
  if (!OutputShape(c, 0, &shape)) return;
  Tensor* out = c.Output(0, c.Attr<DType>("dtype", DType::kFloat32), shape);
  if (out != nullptr && out->num_elements() > 0)
    FillFloats(Reserve(c, static_cast<uint64_t>(out->num_elements()) * philox::kReserved), dist, out);
}

void UniformIntKernel(KernelContext& c) {
  Shape shape;
  uint64_t low, range;
  if (!OutputShape(c, 0, &shape) || !Bounds(c, 1, &low, &range)) return;
  Tensor* out = c.Output(0, c.input(1).dtype(), shape);
  if (out != nullptr && out->num_elements() > 0)
    FillInts(Reserve(c, static_cast<uint64_t>(out->num_elements()) * philox::kReserved), low, range, out);
}

// Rows (first dim) in random order: Fisher and Yates from the front (TF: random_shuffle_op.cc).
std::vector<int64_t> ShuffledOrder(int64_t n, Philox gen) {
  std::vector<int64_t> order(n);
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  PhiloxSingles next(gen);
  for (int64_t i = 0; i + 1 < n; ++i) std::swap(order[i], order[i + next() % static_cast<uint32_t>(n - i)]);
  return order;
}

void ShuffleRows(KernelContext& c, Philox gen) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const std::vector<int64_t> order = ShuffledOrder(x.dim(0), gen);
  const int64_t run = x.dim(0) == 0 ? 0 : x.num_elements() / x.dim(0);
  const Mover mover(x.dtype());
  for (size_t i = 0; i < order.size(); ++i)
    mover.Copy(out, static_cast<int64_t>(i) * run, x, order[i] * run, run);
}

void ShuffleKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() == 0 || x.dim(0) <= 1) return c.SetOutput(0, x);
  ShuffleRows(c, Reserve(c, (x.dim(0) - 1 + 3) / 4));
}

// --- stateless ops
// ------------------------------------------------------------------------------------------

void StatelessKernel(KernelContext& c, Dist dist, bool v2) {
  Shape shape;
  Philox gen;
  if (!OutputShape(c, 0, &shape)) return;
  if (v2 ? !KeyCounter(c, 1, &gen) : !GoodSeed(c, 1)) return;
  if (!v2) gen = OfSeed(c.input(1));
  Tensor* out = c.Output(0, c.Attr<DType>("dtype", DType::kFloat32), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  dist == Dist::kFullInt ? FillInts(gen, 0, 0, out) : FillFloats(gen, dist, out);
}

void StatelessIntKernel(KernelContext& c, bool v2) {
  Shape shape;
  Philox gen;
  uint64_t low, range;
  if (!OutputShape(c, 0, &shape)) return;
  if (v2 ? !KeyCounter(c, 1, &gen) : !GoodSeed(c, 1)) return;
  if (!Bounds(c, v2 ? 4 : 2, &low, &range)) return;
  if (!v2) gen = OfSeed(c.input(1));
  Tensor* out = c.Output(0, c.input(v2 ? 4 : 2).dtype(), shape);
  if (out != nullptr && out->num_elements() > 0) FillInts(gen, low, range, out);
}

void KeyCounterKernel(KernelContext& c) {
  if (!GoodSeed(c, 0)) return;
  const Philox gen = OfSeed(c.input(0));
  Tensor* key = c.Output(0, DType::kUint64, Shape{1});
  Tensor* counter = c.Output(1, DType::kUint64, Shape{2});
  if (key == nullptr || counter == nullptr) return;
  key->data<uint64_t>()[0] = gen.key()[0] | uint64_t{gen.key()[1]} << 32;
  for (int i = 0; i < 2; ++i)
    counter->data<uint64_t>()[i] = gen.counter()[2 * i] | uint64_t{gen.counter()[2 * i + 1]} << 32;
  if (c.num_outputs() > 2) c.SetOutput(2, Tensor::Scalar<int32_t>(1));
}

[[gnu::cold]] Status KeyCounterShape(ShapeContext& c) {
  Shape seed;
  TP_RETURN_IF_ERROR(c.WithRank(0, 1, &seed));
  if (IsKnown(seed[0]) && seed[0] != 2) return InvalidArgument("Dimension must be 2 but is {}", seed[0]);
  c.Set(0, Shape{1});
  c.Set(1, Shape{2});
  if (c.num_outputs() > 2) c.Set(2, Shape());
  return {};
}

// --- Generator
// ----------------------------------------------------------------------------------------------

// The state of a generator is a variable: counter (two), key. Gives it as it was, and moves it on.
void ReadAndSkip(KernelContext& c, bool read) {
  VariableResource* variable = RngState(c, ScalarInt(c.input(1)));
  if (variable == nullptr) return;
  const Tensor before = variable->value;
  const auto* old = before.data<uint64_t>();
  Philox gen = FromWords(old[2], old[0], old[1]);
  gen.Skip(static_cast<uint64_t>(ElementAsInt(c.input(2), 0)) * philox::kReserved);
  Tensor after = before.Clone();
  for (int i = 0; i < 2; ++i)
    after.data<uint64_t>()[i] = gen.counter()[2 * i] | uint64_t{gen.counter()[2 * i + 1]} << 32;
  variable->value = after;
  if (read) c.SetOutput(0, before);
}

}  // namespace

TP_OP(RandomUniform){
    .name = "RandomUniform",
    .inputs = "shape: T",
    .outputs = "output: dtype",
    .attrs = "seed: int = 0, seed2: int = 0, dtype: {float16,bfloat16,float32,float64}, T: {int32,int64}",
    .doc = "Uniform numbers in [0, 1).",
    .shape = ShapeFromFirst,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { StatefulKernel(c, Dist::kUniform); },
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(RandomStandardNormal){
    .name = "RandomStandardNormal",
    .inputs = "shape: T",
    .outputs = "output: dtype",
    .attrs = "seed: int = 0, seed2: int = 0, dtype: {float16,bfloat16,float32,float64}, T: {int32,int64}",
    .doc = "Normal numbers of mean 0 and deviation 1.",
    .shape = ShapeFromFirst,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { StatefulKernel(c, Dist::kNormal); },
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(TruncatedNormal){
    .name = "TruncatedNormal",
    .inputs = "shape: T",
    .outputs = "output: dtype",
    .attrs = "seed: int = 0, seed2: int = 0, dtype: {float16,bfloat16,float32,float64}, T: {int32,int64}",
    .doc = "Normal numbers within two deviations.",
    .shape = ShapeFromFirst,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { StatefulKernel(c, Dist::kTruncated); },
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(RandomUniformInt){
    .name = "RandomUniformInt",
    .inputs = "shape: T, minval: Tout, maxval: Tout",
    .outputs = "output: Tout",
    .attrs = "seed: int = 0, seed2: int = 0, Tout: {int32,int64}, T: {int32,int64}",
    .doc = "Uniform integers in [minval, maxval).",
    .shape = ShapeFromFirst,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { UniformIntKernel(c); },
    .no_gradient = true,
    .host_inputs = "shape",
};

TP_OP(RandomShuffle){
    .name = "RandomShuffle",
    .inputs = "value: T",
    .outputs = "output: T",
    .attrs = "seed: int = 0, seed2: int = 0, T: type",
    .doc = "The rows in random order.",
    .shape = shape::Unchanged,
    .effect = Effect::kRandom,
    .kernel = ShuffleKernel,
};

TP_OP(StatelessRandomUniform){
    .name = "StatelessRandomUniform",
    .inputs = "shape: T, seed: Tseed",
    .outputs = "output: dtype",
    .attrs =
        "dtype: {float16,bfloat16,float32,float64} = float32, T: {int32,int64} = int32, Tseed: "
        "{int32,int64} = int64",
    .doc = "Uniform numbers in [0, 1), of a seed.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kUniform, false); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], [1 2] -> [0.8440604 0.19204533 0.9962232 0.1603874 0.27199018]\n"
        "[3], [1 2] -> f64:[0.7524837538451801 0.9697857725627486 0.17592233912897481] | dtype=f64",
};

TP_OP(StatelessRandomNormal){
    .name = "StatelessRandomNormal",
    .inputs = "shape: T, seed: Tseed",
    .outputs = "output: dtype",
    .attrs =
        "dtype: {float16,bfloat16,float32,float64} = float32, T: {int32,int64} = int32, Tseed: "
        "{int32,int64} = int64",
    .doc = "Normal numbers of a seed.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kNormal, false); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], [1 2] -> [0.5441101 0.20738031 0.07356432 0.04643455 -1.3015898]\n"
        "[3], [1 2] -> f64:[-0.1423118100189212 0.7406072461585091 -1.469047669443883] | dtype=f64",
};

TP_OP(StatelessTruncatedNormal){
    .name = "StatelessTruncatedNormal",
    .inputs = "shape: T, seed: Tseed",
    .outputs = "output: dtype",
    .attrs =
        "dtype: {float16,bfloat16,float32,float64} = float32, T: {int32,int64} = int32, Tseed: "
        "{int32,int64} = int64",
    .doc = "Normal numbers within two deviations, of a seed.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kTruncated, false); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], [1 2] -> [0.5441101 0.20738031 0.07356432 0.04643455 0.16820592]\n"
        "[3], [1 2] -> f64:[-0.1423118100189212 0.7406072461585091 -0.552387756244845] | dtype=f64",
};

TP_OP(StatelessRandomUniformInt){
    .name = "StatelessRandomUniformInt",
    .inputs = "shape: T, seed: Tseed, minval: dtype, maxval: dtype",
    .outputs = "output: dtype",
    .attrs = "dtype: {int32,int64}, T: {int32,int64}, Tseed: {int32,int64} = int64",
    .doc = "Uniform integers in [minval, maxval), of a seed.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessIntKernel(c, false); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], [1 2], 0, 100 -> [40 49 94 79 27]\n"
        "[3], [1 2], i64:-5, i64:5 -> i64:[-1 3 2]",
};

TP_OP(StatelessRandomUniformFullInt){
    .name = "StatelessRandomUniformFullInt",
    .inputs = "shape: T, seed: Tseed",
    .outputs = "output: dtype",
    .attrs =
        "dtype: {int32,int64,uint32,uint64} = uint64, T: {int32,int64} = int32, Tseed: {int32,int64,"
        "uint32,uint64} = int64",
    .doc = "Integers of all bits, of a seed.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kFullInt, false); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], [1 2] -> [1105988140 1738052849 -335576002 370444179 10670227] | dtype=i32\n"
        "[3], [1 2] -> i64:[7464880146280614444 1591045637757961278 -1057468755545501549] | dtype=i64",
};

TP_OP(StatelessRandomUniformV2){
    .name = "StatelessRandomUniformV2",
    .inputs = "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    .outputs = "output: dtype",
    .attrs = "dtype: {float16,bfloat16,float32,float64} = float32, Tshape: {int32,int64} = int32",
    .doc = "Uniform numbers in [0, 1), of a key and counter.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kUniform, true); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], u64:[123], u64:[7 9], 1 -> [0.80379045 0.957461 0.44871128 0.8353312 0.4339708]\n"
        "[3], u64:[123], u64:[7 9], 1 -> f16:[0.6513672 0.5205078 0.84277344] | dtype=f16",
};

TP_OP(StatelessRandomNormalV2){
    .name = "StatelessRandomNormalV2",
    .inputs = "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    .outputs = "output: dtype",
    .attrs = "dtype: {float16,bfloat16,float32,float64} = float32, Tshape: {int32,int64} = int32",
    .doc = "Normal numbers of a key and counter.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kNormal, true); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], u64:[123], u64:[7 9], 1 -> [-0.17455877 0.6374657 -1.0883542 0.64671195 0.87819815]\n"
        "[3], u64:[123], u64:[7 9], 1 -> f64:[-0.6937103425819395 -1.0978157408399352 1.1130872224136783] | "
        "dtype=f64",
};

TP_OP(StatelessTruncatedNormalV2){
    .name = "StatelessTruncatedNormalV2",
    .inputs = "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    .outputs = "output: dtype",
    .attrs = "dtype: {float16,bfloat16,float32,float64} = float32, Tshape: {int32,int64} = int32",
    .doc = "Normal numbers within two deviations, of a key and counter.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kTruncated, true); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[9], u64:[123], u64:[7 9], 1 -> [-0.17455877 0.6374657 -1.0883542 0.64671195 -0.50265336 "
        "0.0027348252 0.5661139 -0.8418331 -0.38239262]",
};

TP_OP(StatelessRandomUniformIntV2){
    .name = "StatelessRandomUniformIntV2",
    .inputs = "shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype",
    .outputs = "output: dtype",
    .attrs = "dtype: {int32,int64,uint32,uint64}, Tshape: {int32,int64} = int32",
    .doc = "Uniform integers in [minval, maxval), of a key and counter.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessIntKernel(c, true); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples = "[5], u64:[123], u64:[7 9], 1, 0, 100 -> [11 41 87 98 55]",
};

TP_OP(StatelessRandomUniformFullIntV2){
    .name = "StatelessRandomUniformFullIntV2",
    .inputs = "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    .outputs = "output: dtype",
    .attrs = "dtype: {int32,int64,uint32,uint64} = uint64, Tshape: {int32,int64} = int32",
    .doc = "Integers of all bits, of a key and counter.",
    .shape = ShapeFromFirst,
    .kernel = [](KernelContext& c) { StatelessKernel(c, Dist::kFullInt, true); },
    .no_gradient = true,
    .host_inputs = "shape",
    .examples =
        "[5], u64:[123], u64:[7 9], 1 -> u32:[3076973211 2080017941 1916366687 4234865698 154635355] | "
        "dtype=u32",
};

TP_OP(StatelessRandomGetKeyCounter){
    .name = "StatelessRandomGetKeyCounter",
    .inputs = "seed: Tseed",
    .outputs = "key: uint64, counter: uint64",
    .attrs = "Tseed: {int32,int64} = int64",
    .doc = "Key and counter of two seeds.",
    .shape = KeyCounterShape,
    .kernel = KeyCounterKernel,
    .no_gradient = true,
    .examples =
        "[1 2] -> u64:[10413732777507651514], u64:[0 17830669156045600267]\n"
        "i64:[-1 7] -> u64:[13877904517395416532], u64:[0 6422008873046979771]",
};

TP_OP(StatelessRandomGetKeyCounterAlg){
    .name = "StatelessRandomGetKeyCounterAlg",
    .inputs = "seed: Tseed",
    .outputs = "key: uint64, counter: uint64, alg: int32",
    .attrs = "Tseed: {int32,int64} = int64",
    .doc = "Key, counter and algorithm of two seeds.",
    .shape = KeyCounterShape,
    .kernel = KeyCounterKernel,
    .no_gradient = true,
    .examples = "[1 2] -> u64:[10413732777507651514], u64:[0 17830669156045600267], 1",
};

TP_OP(StatelessRandomGetAlg){
    .name = "StatelessRandomGetAlg",
    .outputs = "alg: int32",
    .doc = "The random algorithm: 1, Philox.",
    .shape = shape::Scalar,
    .effect = Effect::kRead,
    .kernel = [](KernelContext& c) { c.SetOutput(0, Tensor::Scalar<int32_t>(1)); },
    .no_gradient = true,
};

TP_OP(StatelessShuffle){
    .name = "StatelessShuffle",
    .inputs = "value: T, key: uint64, counter: uint64, alg: int32",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "The rows in an order of a key and counter.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          Philox gen;
          if (c.input(0).rank() == 0 || c.input(0).dim(0) <= 1) return c.SetOutput(0, c.input(0));
          if (KeyCounter(c, 1, &gen)) ShuffleRows(c, gen);
        },
    .no_gradient = true,
    .examples = "[0 1 2 3 4 5 6 7], u64:[123], u64:[7 9], 1 -> [3 2 7 6 1 5 0 4]",
};

TP_OP(RngReadAndSkip){
    .name = "RngReadAndSkip",
    .inputs = "resource: resource, alg: int32, delta: uint64",
    .outputs = "value: int64",
    .doc = "The state of a generator; the generator moves on.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, Shape{3});
          return Status();
        },
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { ReadAndSkip(c, true); },
    .no_gradient = true,
};

TP_OP(RngSkip){
    .name = "RngSkip",
    .inputs = "resource: resource, algorithm: int64, delta: int64",
    .doc = "Moves a generator on.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { ReadAndSkip(c, false); },
    .no_gradient = true,
};

}  // namespace tp
