// Candidates for sampled losses: classes drawn from a range, with or without repetition, and how often each
// is to be expected (candidate_sampler_ops.cc, range_sampler.cc, distribution_sampler.cc), bit for bit.
#include <cmath>
#include <map>
#include <mutex>

#include "core/base/file_access.h"
#include "core/base/hash_map.h"
#include "core/ir/random_hook.h"
#include "kernels/op.h"
#include "kernels/philox.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

// Numbers as tensorflow/core/lib/random/simple_philox.h makes them.
class Simple {
 public:
  explicit Simple(const Philox& gen) : next_(gen) {}
  uint64_t Wide() {
    const uint32_t low = next_();
    return low | uint64_t{next_()} << 32;
  }
  float Float() { return philox::ToFloat(next_()); }
  double Double() {
    const uint32_t high = next_();
    return philox::ToDouble(high, next_());
  }
  // Below n; what would favour small numbers is left out.
  uint64_t Below(uint64_t n) {
    return Unbiased(n, ~uint64_t{0}, [&] { return Wide(); });
  }
  uint32_t Below32(uint32_t n) {
    return Unbiased(n, ~uint32_t{0}, [&] { return next_(); });
  }

 private:
  template <class T, class F>
  static T Unbiased(T n, T all, F draw) {
    if ((n & (n - 1)) == 0) return draw() & (n - 1);
    const T left_out = all % n + 1;
    for (;;)
      if (const T drawn = draw(); drawn >= left_out) return drawn % n;
  }
  PhiloxSingles next_;
};

struct Sampler {
  int64_t range = 0;
  virtual ~Sampler() = default;
  virtual int64_t Draw(Simple& next) = 0;
  virtual float Chance(int64_t value) = 0;
};

struct Uniform : Sampler {
  int64_t Draw(Simple& next) override {
    return static_cast<int64_t>(next.Below(static_cast<uint64_t>(range)));
  }
  float Chance(int64_t) override { return static_cast<float>(1.0 / static_cast<double>(range)); }
};

struct LogUniform : Sampler {
  int64_t Draw(Simple& next) override {
    return (static_cast<int64_t>(std::exp(next.Double() * Log())) - 1) % range;
  }
  float Chance(int64_t value) override {
    const auto v = static_cast<double>(value);
    return static_cast<float>(std::log((v + 2.0) / (v + 1.0)) / Log());
  }
  double Log() const { return std::log1p(static_cast<double>(range)); }
};

// So many classes take 1 GB to weigh. TensorFlow tries more, and aborts from 2^31 on.
constexpr int64_t kMostWeighed = int64_t{1} << 27;

// Weights of one's own; an alias table gives each draw in one step (Walker 1977).
struct Unigrams : Sampler {
  std::vector<float> weights;
  float total = 0;
  std::vector<std::pair<float, int>> table;

  void Add(float weight, float distortion) {
    weights.push_back(std::pow(weight, distortion));
    total += weights.back();
  }
  void Build() {
    const size_t n = weights.size();
    double sum = 0;
    for (const float w : weights) sum += w;
    std::vector<double> chance(n);
    std::vector<int> high, low;
    table.assign(n, {0.f, -1});
    for (size_t i = 0; i < n; ++i) {
      chance[i] = weights[i] * static_cast<float>(n) / sum;
      (chance[i] < 1 ? low : high).push_back(static_cast<int>(i));
    }
    while (!high.empty() && !low.empty()) {
      const int i = low.back(), j = high.back();
      low.pop_back();
      high.pop_back();
      table[i] = {static_cast<float>(chance[i]), j};
      chance[j] -= 1 - chance[i];
      (chance[j] < 1 ? low : high).push_back(j);
    }
    for (const auto& rest : {high, low})
      for (const int i : rest) table[i] = {1.f, i};
  }
  int64_t Draw(Simple& next) override {
    const float chance = next.Float();
    const uint32_t i = next.Below32(static_cast<uint32_t>(table.size()));
    return chance < table[i].first ? static_cast<int64_t>(i) : table[i].second;
  }
  float Chance(int64_t value) override { return weights[value] / total; }
};

// The classes that were true so far, each once more than that: a tree of sums, whose leaves are the classes.
struct Learned : Sampler {
  std::vector<int32_t> sums;  // of the nodes 1, 2 3, 4 5 6 7, …
  size_t leaves = 1;

  void Start(int64_t classes) {
    range = classes;
    while (leaves < static_cast<size_t>(classes)) leaves *= 2;
    sums.assign(2 * leaves, 0);
    for (int64_t i = 0; i < classes; ++i) Add(i);
  }
  void Add(int64_t value) {
    for (size_t at = leaves + static_cast<size_t>(value); at > 0; at /= 2) ++sums[at];
  }
  int64_t Draw(Simple& next) override {
    auto place = static_cast<int32_t>(next.Below32(static_cast<uint32_t>(sums[1])));
    size_t at = 1;
    while (at < leaves) {
      at *= 2;
      if (place >= sums[at]) place -= sums[at++];
    }
    return static_cast<int64_t>(at - leaves);
  }
  float Chance(int64_t value) override {
    return static_cast<float>(sums[leaves + static_cast<size_t>(value)]) / static_cast<float>(sums[1]);
  }
};

// Nodes, and eagerly calls with the same attributes, keep what they have learned until random streams begin
// anew.
std::mutex learned_mutex;
std::map<std::pair<uint64_t, std::string>, Learned>& AllLearned() {
  static auto* all = new std::map<std::pair<uint64_t, std::string>, Learned>;
  return *all;
}
const RegisterRandomReset kForget([] {
  const std::lock_guard lock(learned_mutex);
  AllLearned().clear();
});

// False (an error is set) where the attributes are none.
bool FillUnigrams(KernelContext& c, Unigrams* sampler) {
  const auto file = c.Attr<std::string>("vocab_file");
  auto given = c.Attr<std::vector<double>>("unigrams");
  if (file.empty() && given.empty()) return Fail(c, "Must provide either vocab_file or unigrams."), false;
  if (!file.empty() && !given.empty())
    return Fail(c, "Must only provide one of vocab_file and unigrams."), false;
  const auto distortion = static_cast<float>(c.Attr<double>("distortion", 1));
  const int64_t reserved = c.Attr<int64_t>("num_reserved_ids"), shards = c.Attr<int64_t>("num_shards", 1),
                shard = c.Attr<int64_t>("shard");
  int64_t id = 0;
  // Too many are counted, not made: there is an error to come, which says how many.
  const int64_t mine = reserved <= shard ? 0 : (reserved - shard - 1) / shards + 1;
  const bool fits = mine <= sampler->range;
  if (!fits) id = reserved;
  if (fits && mine > kMostWeighed)
    return FailAs(c, Code::kResourceExhausted, "no memory for the weights of {} classes", mine), false;
  for (; id < reserved; ++id)
    if (id % shards == shard) sampler->weights.push_back(0);
  if (!file.empty()) {
    std::string text;
    if (Status status = FileAccess::Get().Read(file, &text); !status.ok())
      return c.Error(std::move(status)), false;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at), field = line.substr(line.rfind(',') + 1);
      at = end + 1;
      char* stop = nullptr;
      given.push_back(std::strtof(field.c_str(), &stop));
      if (field.empty() || *stop != 0) return Fail(c, "Wrong vocabulary format at line: {}", line), false;
    }
  }
  for (const double weight : given)
    if (id++ % shards == shard) sampler->Add(static_cast<float>(weight), distortion);
  const int64_t size = static_cast<int64_t>(sampler->weights.size()) + (fits ? 0 : mine);
  if (size != sampler->range)
    return Fail(c, "range is {} must be equal to weights size  {}", sampler->range, size), false;
  sampler->Build();
  return true;
}

// How often a class of this chance is among `count`, which took so many tries to find.
float Expected(float chance, int count, int tries) {
  if (tries == count) return chance * static_cast<float>(count);
  return -std::expm1(static_cast<float>(tries) * std::log1p(-chance));
}

bool Outputs(KernelContext& c, Tensor* outputs[3]) {
  const Tensor& classes = c.input(0);
  const int64_t sampled = c.Attr<int64_t>("num_sampled"), truths = c.Attr<int64_t>("num_true");
  if (classes.rank() != 2) return Fail(c, "true_classes must be a matrix"), false;
  if (classes.dim(1) != truths)
    return Fail(c, "true_classes must have num_true columns, expected: {} was: {}", classes.dim(1), truths),
           false;
  outputs[0] = c.Output(0, DType::kInt64, Shape{sampled});
  outputs[1] = c.Output(1, DType::kFloat32, classes.shape());
  outputs[2] = c.Output(2, DType::kFloat32, Shape{sampled});
  return outputs[0] != nullptr && outputs[1] != nullptr && outputs[2] != nullptr;
}

// Eager calls are one kernel where all their attributes are the same.
std::string CallKey(KernelContext& c) {
  std::string key(c.op().name());
  for (const auto& [name, value] : c.attrs().items()) key += fmt::format("/{}={}", name, value.ToString());
  return key;
}

// False (an error is set) where a class is none of the sampler's.
bool InRange(KernelContext& c, int64_t range) {
  for (const int64_t value : c.input(0).elements<int64_t>())
    if (value < 0 || value >= range)
      return Fail(c, "`true_candidate` out of range [0, {}), received {}", range, value), false;
  return true;
}

void Draw(KernelContext& c, Sampler& sampler) {
  const int64_t count = c.Attr<int64_t>("num_sampled");
  const bool unique = c.Attr<bool>("unique", false);
  Tensor* outputs[3];
  if (count > INT32_MAX) return Fail(c, "Attr num_sampled has value {} out of range for an int32", count);
  if (c.input(0).rank() == 2 && c.input(0).dim(1) == c.Attr<int64_t>("num_true") && unique &&
      count > sampler.range)
    return Fail(c, "Sampler's range is too small.");
  if (!Outputs(c, outputs)) return;
  if (!InRange(c, sampler.range)) return;
  Simple next(random_state::Reserve(c.node_key(), CallKey(c), c.Attr<int64_t>("seed"),
                                    c.Attr<int64_t>("seed2"), static_cast<uint64_t>(2048 * count / 4)));
  auto* drawn = outputs[0]->data<int64_t>();
  HashSet<int64_t> used;
  int tries = 0;
  constexpr int kMostTries = 1 << 27;  // a second: candidates that are left have (next to) no chance
  for (int64_t made = 0; made < count; ++tries) {
    if (unique && tries == kMostTries) return Fail(c, "Sampler's range is too small.");
    const int64_t value = sampler.Draw(next);
    if (!unique || used.insert(value).second) drawn[made++] = value;
  }
  for (int64_t i = 0; i < count; ++i)
    outputs[2]->data<float>()[i] = Expected(sampler.Chance(drawn[i]), static_cast<int>(count), tries);
  for (int64_t i = 0; i < c.input(0).num_elements(); ++i)
    outputs[1]->data<float>()[i] =
        Expected(sampler.Chance(c.input(0).data<int64_t>()[i]), static_cast<int>(count), tries);
}

template <class T>
void RangeKernel(KernelContext& c) {
  T sampler;
  sampler.range = c.Attr<int64_t>("range_max");
  if (sampler.range <= 0) return Fail(c, "range_max must be positive");
  if constexpr (std::is_same_v<T, Unigrams>)
    if (!FillUnigrams(c, &sampler)) return;
  if constexpr (std::is_same_v<T, Unigrams>) {
    const int64_t count = c.Attr<int64_t>("num_sampled"),
                  some = sampler.range - std::count(sampler.weights.begin(), sampler.weights.end(), 0.f);
    // TensorFlow would look for ever.
    if (c.Attr("unique", false) && count <= sampler.range && count > some)
      return Fail(c, "num_sampled is {}, but only {} classes have a weight", count, some);
  }
  Draw(c, sampler);
}

// Then the true classes are a little more likely.
void LearnedKernel(KernelContext& c) {
  const int64_t range = c.Attr<int64_t>("range_max");
  if (range <= 0) return Fail(c, "range_max must be positive");
  if (range > kMostWeighed)
    return FailAs(c, Code::kResourceExhausted, "no memory for the weights of {} classes", range);
  const std::lock_guard lock(learned_mutex);
  Learned& sampler = AllLearned()[{c.node_key(), CallKey(c)}];
  if (sampler.range == 0) sampler.Start(range);
  Draw(c, sampler);
  if (c.failed()) return;
  for (const int64_t value : c.input(0).elements<int64_t>()) sampler.Add(value);
}

// Every class once.
void AllKernel(KernelContext& c) {
  Tensor* outputs[3];
  if (!Outputs(c, outputs) || !InRange(c, outputs[0]->num_elements())) return;
  for (int64_t i = 0; i < outputs[0]->num_elements(); ++i) outputs[0]->data<int64_t>()[i] = i;
  for (int k : {1, 2}) std::fill_n(outputs[k]->data<float>(), outputs[k]->num_elements(), 1.f);
}

[[gnu::cold]] Status DrawShape(ShapeContext& c) {
  Shape classes;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &classes));
  const Shape drawn{c.Attr<int64_t>("num_sampled")};
  c.Set(0, drawn);
  c.Set(1, Shape{classes[0], c.Attr<int64_t>("num_true")});
  c.Set(2, drawn);
  return {};
}

}  // namespace

#define TP_CANDIDATES(op, more, words, run)                                                                 \
  TP_OP(op) {                                                                                               \
    .name = #op, .inputs = "true_classes: int64",                                                           \
    .outputs = "sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32",  \
    .attrs = "num_true: int >= 1, num_sampled: int >= 1, unique: bool, seed: int = 0, seed2: int = 0" more, \
    .doc = words, .shape = DrawShape, .effect = Effect::kIo, .kernel = run, .no_gradient = true,            \
  }

TP_CANDIDATES(UniformCandidateSampler, ", range_max: int >= 1", "Classes, all as likely.",
              RangeKernel<Uniform>);
TP_CANDIDATES(LogUniformCandidateSampler, ", range_max: int >= 1", "Classes, the first ones more likely.",
              RangeKernel<LogUniform>);
TP_CANDIDATES(
    FixedUnigramCandidateSampler,
    ", range_max: int >= 1, vocab_file: string = '', distortion: float = 1.0, num_reserved_ids: int = "
    "0, num_shards: int >= 1 = 1, shard: int >= 0 = 0, unigrams: list(float) = []",
    "Classes, each as likely as its weight says.", RangeKernel<Unigrams>);
TP_CANDIDATES(LearnedUnigramCandidateSampler, ", range_max: int >= 1",
              "Classes, each as likely as it was true before.", LearnedKernel);
TP_CANDIDATES(AllCandidateSampler, "", "Every class once.", AllKernel);

}  // namespace tp
