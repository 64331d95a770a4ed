// Datasets that keep something between iterations: shuffle's and random's streams, cache's elements
// (TensorFlow: core/kernels/data/shuffle_dataset_op.cc, random_dataset_op.cc, cache_dataset_ops.cc,
// random_seed_ops.cc). Orders are TensorFlow's, bit for bit.
#include <deque>
#include <mutex>

#include "kernels/dataset_op.h"
#include "kernels/philox.h"

namespace tp {
namespace {

// The seeds of each iteration: drawn one after the other, or always the same ones. Datasets may be iterated
// from several threads.
class IterationSeeds : public RefCounted {
 public:
  IterationSeeds(int64_t seed, int64_t seed2, bool draw)
      : seed_(seed), seed2_(seed2), draw_(draw), numbers_(Numbers(seed, seed2)) {}
  PhiloxSingles Next() const {
    if (!draw_) return Numbers(seed_, seed2_);
    const std::lock_guard lock(mutex_);
    const int64_t seed = numbers_(), seed2 = numbers_();
    return Numbers(seed, seed2);
  }

 private:
  static PhiloxSingles Numbers(int64_t seed, int64_t seed2) {
    return PhiloxSingles(Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2)));
  }
  const int64_t seed_, seed2_;
  const bool draw_;
  mutable std::mutex mutex_;
  mutable PhiloxSingles numbers_;
};

// TensorFlow draws seeds where none are given; here they are always these.
Ref<const IterationSeeds> SeedsOf(KernelContext& c, int first, bool draw) {
  int64_t seed = IntArgument(c, first), seed2 = IntArgument(c, first + 1);
  if (seed == 0 && seed2 == 0) {
    seed = 87654321;
    seed2 = 1;
  }
  return MakeRef<IterationSeeds>(seed, seed2, draw);
}

void ShuffleKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t size = IntArgument(c, 1);
  if (size <= 0 && size != -2) return Fail(c, "buffer_size must be greater than zero or UNKNOWN_CARDINALITY");
  const Ref<const IterationSeeds> seeds = SeedsOf(c, 2, c.Attr<bool>("reshuffle_each_iteration", true));
  SetMade(c, from->Cardinality(), [=] {
    return MakeSource(
        [size, seeds, numbers = seeds->Next(), source = SharedSource(from->Begin()), over = false,
         buffer = std::deque<Element>()](Runner& runner, Element* element, bool* end) mutable -> Status {
          while (!over && (size < 0 || static_cast<int64_t>(buffer.size()) < size)) {
            Element row;
            TP_RETURN_IF_ERROR(source->Next(runner, &row, &over));
            if (!over) buffer.push_back(std::move(row));
          }
          *end = buffer.empty();
          if (*end) return {};
          const size_t at = numbers() % buffer.size();
          *element = std::move(buffer[at]);
          // The first one takes the place of the one that is given.
          if (at != 0) buffer[at] = std::move(buffer[0]);
          buffer.pop_front();
          return {};
        });
  });
}

void RandomKernel(KernelContext& c, bool again) {
  const Ref<const IterationSeeds> seeds = SeedsOf(c, 0, again && c.Attr<bool>("rerandomize_each_iteration"));
  SetMade(c, -1, [=] {
    return MakeSource([numbers = seeds->Next()](Runner&, Element* element, bool* end) mutable -> Status {
      *end = false;
      *element = {Tensor::Scalar<int64_t>(numbers())};
      return {};
    });
  });
}

// What the first whole pass over a cached dataset gave.
struct CachedElements : RefCounted {
  std::mutex mutex;
  std::shared_ptr<const std::vector<Element>> elements;  // null: no pass has come to its end
};

void CacheKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  if (!TextArgument(c, 1).empty())
    return FailAs(c, Code::kUnimplemented, "Dataset.cache() into a file is not supported");
  const auto cache = MakeRef<CachedElements>();
  SetMade(c, from->Cardinality(), [=] {
    struct State {
      std::shared_ptr<const std::vector<Element>> known;
      std::vector<Element> seen;
      SharedSource source;
      size_t at = 0;
    };
    auto state = std::make_shared<State>();
    return MakeSource([=](Runner& runner, Element* element, bool* end) -> Status {
      if (!state->known && !state->source) {
        const std::lock_guard lock(cache->mutex);
        state->known = cache->elements;
      }
      if (state->known) {
        *end = state->at >= state->known->size();
        if (!*end) *element = (*state->known)[state->at++];
        return {};
      }
      if (!state->source) state->source = from->Begin();
      TP_RETURN_IF_ERROR(state->source->Next(runner, element, end));
      if (!*end) {
        state->seen.push_back(*element);
        return {};
      }
      const std::lock_guard lock(cache->mutex);
      if (!cache->elements)
        cache->elements = std::make_shared<const std::vector<Element>>(std::move(state->seen));
      return {};
    });
  });
}

class Dummy : public Resource {
 public:
  std::string_view kind() const override { return "Dummy"; }
};
void DummyKernel(KernelContext& c) {
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = MakeRef<Dummy>();
  c.SetOutput(0, handle);
}

}  // namespace

TP_OP(DummySeedGenerator){
    .name = "DummySeedGenerator",
    .outputs = "handle: resource",
    .doc = "A handle that stands for the seeds that a dataset makes itself.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = DummyKernel,
    .no_gradient = true,
};

TP_OP(DummyMemoryCache){
    .name = "DummyMemoryCache",
    .outputs = "handle: resource",
    .doc = "A handle that stands for the cache that a dataset makes itself.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = DummyKernel,
    .no_gradient = true,
};

TP_OP(ShuffleDatasetV3){
    .name = "ShuffleDatasetV3",
    .inputs =
        "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, seed_generator: resource",
    .outputs = "handle: variant",
    .attrs = "reshuffle_each_iteration: bool = true, " TP_DATASET_ATTRS,
    .doc = "The elements in random order, drawn from a buffer of buffer_size.",
    .shape = ScalarHandles,
    .effect = Effect::kWrite,
    .kernel = ShuffleKernel,
    .no_gradient = true,
};

TP_OP(RandomDataset){
    .name = "RandomDataset",
    .inputs = "seed: int64, seed2: int64",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS,
    .doc = "Random 32-bit numbers without end, the same in each iteration.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { RandomKernel(c, false); },
    .no_gradient = true,
};

TP_OP(RandomDatasetV2){
    .name = "RandomDatasetV2",
    .inputs = "seed: int64, seed2: int64, seed_generator: resource",
    .outputs = "handle: variant",
    .attrs = "rerandomize_each_iteration: bool = false, " TP_DATASET_ATTRS,
    .doc = "Random 32-bit numbers without end.",
    .shape = ScalarHandles,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { RandomKernel(c, true); },
    .no_gradient = true,
};

TP_OP(CacheDatasetV2){
    .name = "CacheDatasetV2",
    .inputs = "input_dataset: variant, filename: string, cache: resource",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS,
    .doc = "The elements, kept in memory by the first whole pass.",
    .shape = ScalarHandles,
    .effect = Effect::kWrite,
    .kernel = CacheKernel,
    .no_gradient = true,
};

}  // namespace tp
