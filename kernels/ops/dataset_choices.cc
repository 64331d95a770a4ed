// Datasets that choose or order elements of others: shard, interleave, directed interleave, unique,
// group_by_window; checks; datasets from generators; and the only element of a dataset (TensorFlow:
// core/kernels/data/ and its experimental folder).
#include <deque>
#include <map>
#include <set>

#include "kernels/dataset_op.h"

namespace tp {
namespace {

void ShardKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t shards = IntArgument(c, 1), index = IntArgument(c, 2), have = from->Cardinality();
  if (c.failed()) return;
  if (shards <= 0)
    return Fail(c, "Number of shards must be greater than zero (currently num_shards = {}).", shards);
  if (index < 0 || index >= shards)
    return Fail(c, "Index must be between 0 and {} (currently index = {}).", shards - 1, index);
  SetMade(c, have < 0 ? have : have / shards + (index < have % shards ? 1 : 0), [=] {
    return MakeSource([=, source = SharedSource(from->Begin()), at = int64_t{0}](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      for (;;) {
        TP_RETURN_IF_ERROR(source->Next(runner, element, end));
        if (*end || at++ % shards == index) return {};
      }
    });
  });
}

// The dataset that a function gives for an element.
Status CallForDataset(const DatasetFunction& f, Runner& runner, const Element& args,
                      Ref<const Dataset>* dataset) {
  Element made;
  TP_RETURN_IF_ERROR(f.Call(runner, args, &made));
  *dataset = made.size() == 1 ? DatasetIn(made[0]) : nullptr;
  return *dataset ? Status() : InvalidArgument("The function must return a dataset");
}

// An open dataset and what it lives on.
struct Open {
  Ref<const Dataset> dataset;
  SharedSource source;
};

// Inputs: dataset, captures, cycle_length, block_length, … (`others` of them). Elements come in the same
// order however many calls may run at once.
void InterleaveKernel(KernelContext& c, int others) {
  const Ref<const Dataset> from = DatasetOf(c);
  const int last = c.num_inputs() - 2 - others;
  const DatasetFunction f = FunctionOf(c, "f", 1, last);
  if (c.failed()) return;
  int64_t cycle = IntArgument(c, last, "cycle_length");
  const int64_t block = IntArgument(c, last + 1, "block_length");
  if (cycle == -1) cycle = 2;  // AUTOTUNE: TensorFlow takes the number of cores
  if (cycle <= 0) return Fail(c, "`cycle_length` must be > 0");
  if (block <= 0) return Fail(c, "`block_length` must be > 0");
  SetMade(c, -2, [=] {
    struct State {
      SharedSource source;
      std::map<int64_t, Open> open;  // by place in the cycle
      int64_t at = 0, taken = 0;
      bool over = false;
    };
    auto state = std::make_shared<State>();
    state->source = from->Begin();
    return MakeSource([=](Runner& runner, Element* element, bool* end) -> Status {
      State& s = *state;
      const auto next_place = [&] {
        s.taken = 0;
        s.at = (s.at + 1) % cycle;
      };
      while (!s.over || !s.open.empty()) {
        if (const auto place = s.open.find(s.at); place != s.open.end()) {
          bool over = false;
          TP_RETURN_IF_ERROR(place->second.source->Next(runner, element, &over));
          if (!over) {
            if (++s.taken == block) next_place();
            *end = false;
            return {};
          }
          s.open.erase(place);
          next_place();
        } else if (!s.over) {
          Element row;
          TP_RETURN_IF_ERROR(s.source->Next(runner, &row, &s.over));
          if (s.over) continue;
          Open& fresh = s.open[s.at];
          TP_RETURN_IF_ERROR(CallForDataset(f, runner, row, &fresh.dataset));
          fresh.source = fresh.dataset->Begin();
        } else {
          next_place();
        }
      }
      *end = true;
      return {};
    });
  });
}

void DirectedInterleaveKernel(KernelContext& c) {
  const Ref<const Dataset> selector = DatasetOf(c);
  std::vector<Ref<const Dataset>> parts;
  for (int i = 1; i < c.num_inputs(); ++i) parts.push_back(DatasetOf(c, i));
  if (c.failed()) return;
  const bool stop = c.Attr<bool>("stop_on_empty_dataset");
  bool all_infinite = selector->Cardinality() == -1;
  for (const auto& part : parts) all_infinite &= part->Cardinality() == -1;
  SetMade(c, all_infinite ? -1 : -2, [=] {
    std::vector<SharedSource> sources;
    for (const auto& part : parts) sources.push_back(part->Begin());
    return MakeSource([=, choices = SharedSource(selector->Begin()), left = sources.size()](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      while (left > 0) {
        Element choice;
        TP_RETURN_IF_ERROR(choices->Next(runner, &choice, end));
        if (*end) return {};
        if (choice.size() != 1 || choice[0].dtype() != DType::kInt64 || choice[0].rank() != 0)
          return InvalidArgument("The selector input must be a dataset of scalar int64 elements.");
        const int64_t at = ScalarInt(choice[0]);
        if (at < 0 || at >= static_cast<int64_t>(sources.size()))
          return InvalidArgument("Selector index out of range: {} >= {}", at, sources.size());
        SharedSource& source = sources[static_cast<size_t>(at)];
        if (!source) continue;
        TP_RETURN_IF_ERROR(source->Next(runner, element, end));
        if (!*end || stop) return {};
        source.reset();
        --left;
      }
      *end = true;
      return {};
    });
  });
}

void UniqueKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource(
        [source = SharedSource(from->Begin()), numbers = std::set<int64_t>(),
         texts = std::set<std::string>()](Runner& runner, Element* element, bool* end) mutable -> Status {
          for (;;) {
            TP_RETURN_IF_ERROR(source->Next(runner, element, end));
            if (*end) return {};
            if (element->size() != 1)
              return InvalidArgument("UniqueDataset only supports inputs with a single component.");
            const Tensor& t = (*element)[0];
            if (t.dtype() != DType::kString && t.dtype() != DType::kInt32 && t.dtype() != DType::kInt64)
              return InvalidArgument(
                  "UniqueDataset only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` "
                  "component.");
            if (t.rank() != 0) return InvalidArgument("UniqueDataset takes datasets of one scalar component");
            if (t.dtype() == DType::kString ? texts.insert(t.scalar<std::string>()).second
                                            : numbers.insert(ScalarInt(t)).second)
              return {};
          }
        });
  });
}

std::string Elements(int64_t n) {
  return n == -1 ? "an infinite number of elements" : fmt::format("{} element{}", n, n == 1 ? "" : "s");
}

void AssertCardinalityKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t wanted = IntArgument(c, 1, "cardinality");
  SetMade(c, wanted, [=] {
    return MakeSource([=, source = SharedSource(from->Begin()), n = int64_t{0}](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      TP_RETURN_IF_ERROR(source->Next(runner, element, end));
      if (!*end) ++n;
      if (*end && n != wanted)
        return MakeStatus(Code::kFailedPrecondition,
                          "Input dataset was expected to contain {} but contained only {}.", Elements(wanted),
                          Elements(n));
      if (wanted >= 0 && n > wanted)
        return MakeStatus(Code::kFailedPrecondition,
                          "Input dataset was expected to contain {} but contained at least {}.",
                          Elements(wanted), Elements(n));
      return {};
    });
  });
}

// Elements that were gathered for one key, as a dataset.
class Group final : public Dataset {
 public:
  explicit Group(std::vector<Element> elements) : elements_(std::move(elements)) {}
  std::unique_ptr<ElementSource> Begin() const override {
    return MakeSource([self = Ref<const Group>(this), at = size_t{0}](Runner&, Element* element,
                                                                      bool* end) mutable -> Status {
      *end = at >= self->elements_.size();
      if (!*end) *element = self->elements_[at++];
      return {};
    });
  }
  int64_t Cardinality() const override { return static_cast<int64_t>(elements_.size()); }

 private:
  std::vector<Element> elements_;
};

void GroupByWindowKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  const int keys = 1 + ListLength(c, "Tkey_func_other_arguments");
  const int reduces = keys + ListLength(c, "Treduce_func_other_arguments");
  const DatasetFunction key_of = FunctionOf(c, "key_func", 1, keys);
  const DatasetFunction reduce = FunctionOf(c, "reduce_func", keys, reduces);
  const DatasetFunction size_of = FunctionOf(c, "window_size_func", reduces, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    struct State {
      SharedSource source;
      bool over = false;
      std::map<int64_t, std::vector<Element>> groups;
      std::map<int64_t, int64_t> sizes;
      Open current;
    };
    auto state = std::make_shared<State>();
    state->source = from->Begin();
    return MakeSource([=](Runner& runner, Element* element, bool* end) -> Status {
      State& s = *state;
      const auto open = [&](int64_t key) -> Status {
        auto group = MakeRef<Group>(std::move(s.groups[key]));
        group->shapes = from->shapes;
        s.groups.erase(key);
        TP_RETURN_IF_ERROR(CallForDataset(
            reduce, runner, {Tensor::Scalar<int64_t>(key), VariantOf(std::move(group))}, &s.current.dataset));
        s.current.source = s.current.dataset->Begin();
        return {};
      };
      for (;;) {
        if (s.current.source) {
          TP_RETURN_IF_ERROR(s.current.source->Next(runner, element, end));
          if (!*end) return {};
          s.current = {};
        }
        if (s.over) {
          *end = s.groups.empty();
          if (*end) return {};
          TP_RETURN_IF_ERROR(open(s.groups.begin()->first));
          continue;
        }
        Element row, made;
        TP_RETURN_IF_ERROR(s.source->Next(runner, &row, &s.over));
        if (s.over) continue;
        TP_RETURN_IF_ERROR(key_of.Call(runner, row, &made));
        const auto is_int = [&] {
          return made.size() == 1 && made[0].dtype() == DType::kInt64 && made[0].rank() == 0;
        };
        if (!is_int()) return InvalidArgument("`key_func` must return a scalar int64.");
        const int64_t key = ScalarInt(made[0]);
        if (!s.sizes.count(key)) {
          TP_RETURN_IF_ERROR(size_of.Call(runner, {Tensor::Scalar<int64_t>(key)}, &made));
          if (!is_int()) return InvalidArgument("`window_size_func` must return a scalar int64.");
          const int64_t size = ScalarInt(made[0]);
          if (size <= 0) return InvalidArgument("Window size must be greater than zero, but got {}.", size);
          s.sizes[key] = size;
        }
        s.groups[key].push_back(std::move(row));
        if (static_cast<int64_t>(s.groups[key].size()) == s.sizes[key]) TP_RETURN_IF_ERROR(open(key));
      }
    });
  });
}

void IgnoreErrorsKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource(
        [source = SharedSource(from->Begin())](Runner& runner, Element* element, bool* end) -> Status {
          for (;;) {
            *end = false;
            const Status status = source->Next(runner, element, end);
            if (status.ok() || status.code() == Code::kCancelled) return status;
          }
        });
  });
}

// init_func gives a state; next_func elements for it until it says OutOfRange; finalize_func ends it.
void GeneratorKernel(KernelContext& c) {
  const int inits = ListLength(c, "Tinit_func_args");
  const int nexts = inits + ListLength(c, "Tnext_func_args");
  const DatasetFunction init = FunctionOf(c, "init_func", 0, inits);
  const DatasetFunction next = FunctionOf(c, "next_func", inits, nexts);
  const DatasetFunction finalize = FunctionOf(c, "finalize_func", nexts, c.num_inputs());
  SetMade(c, -2, [=] {
    return MakeSource(
        [=, state = Element(), begun = false](Runner& runner, Element* element, bool* end) mutable -> Status {
          if (!begun) {
            TP_RETURN_IF_ERROR(init.Call(runner, {}, &state));
            begun = true;
          }
          Status status = next.Call(runner, state, element);
          *end = status.code() == Code::kOutOfRange;
          if (!*end) return status;
          Element unused;
          return finalize.Call(runner, state, &unused);
        });
  });
}

void SingleElementKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const auto source = from->Begin();
  Element element, more;
  bool end = false;
  if (Status status = source->Next(*c.runner(), &element, &end); !status.ok()) return c.Error(status);
  if (end) return Fail(c, "Dataset was empty.");
  if (Status status = source->Next(*c.runner(), &more, &end); !status.ok()) return c.Error(status);
  if (!end) return Fail(c, "Dataset had more than one element.");
  SetComponents(c, element);
}

}  // namespace

TP_OP(ShardDataset){
    .name = "ShardDataset",
    .inputs = "input_dataset: variant, num_shards: int64, index: int64",
    .outputs = "handle: variant",
    .attrs = "require_non_empty: bool = false, " TP_DATASET_ATTRS,
    .doc = "Element index of every num_shards elements.",
    .shape = ScalarHandles,
    .kernel = ShardKernel,
    .no_gradient = true,
};

TP_OP(InterleaveDataset){
    .name = "InterleaveDataset",
    .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64",
    .outputs = "handle: variant",
    .attrs = "f: func, Targuments: list(type) >= 0, " TP_DATASET_ATTRS,
    .doc = "The elements of cycle_length datasets that f makes, block_length of each in turn.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { InterleaveKernel(c, 0); },
    .no_gradient = true,
};

TP_OP(ParallelInterleaveDatasetV4){
    .name = "ParallelInterleaveDatasetV4",
    .inputs =
        "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, "
        "buffer_output_elements: int64, prefetch_input_elements: int64, num_parallel_calls: int64",
    .outputs = "handle: variant",
    .attrs = "f: func, deterministic: string = 'default', Targuments: list(type) >= 0, " TP_DATASET_ATTRS,
    .doc = "The elements of cycle_length datasets that f makes, block_length of each in turn.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { InterleaveKernel(c, 3); },
    .no_gradient = true,
};

TP_OP(DirectedInterleaveDataset){
    .name = "DirectedInterleaveDataset",
    .inputs = "selector_input_dataset: variant, data_input_datasets: N * variant",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS_PLAIN ", N: int >= 1, stop_on_empty_dataset: bool = false",
    .doc = "The next element of the dataset that the selector's element names.",
    .shape = ScalarHandles,
    .kernel = DirectedInterleaveKernel,
    .no_gradient = true,
};

TP_OP(UniqueDataset){
    .name = "UniqueDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS,
    .doc = "Each element once.",
    .shape = ScalarHandles,
    .kernel = UniqueKernel,
    .no_gradient = true,
};

TP_OP(AssertCardinalityDataset){
    .name = "AssertCardinalityDataset",
    .inputs = "input_dataset: variant, cardinality: int64",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS_PLAIN,
    .doc = "The same elements; FailedPreconditionError where there are more or fewer.",
    .shape = ScalarHandles,
    .kernel = AssertCardinalityKernel,
    .no_gradient = true,
};

TP_OP(GroupByWindowDataset){
    .name = "GroupByWindowDataset",
    .inputs =
        "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
        "reduce_func_other_arguments: Treduce_func_other_arguments, window_size_func_other_arguments: "
        "Twindow_size_func_other_arguments",
    .outputs = "handle: variant",
    .attrs =
        "key_func: func, reduce_func: func, window_size_func: func, Tkey_func_other_arguments: list(type) >= "
        "0, Treduce_func_other_arguments: list(type) >= 0, Twindow_size_func_other_arguments: list(type) >= "
        "0, " TP_DATASET_ATTRS,
    .doc = "reduce_func of a key and a dataset of window_size_func(key) elements that have it.",
    .shape = ScalarHandles,
    .kernel = GroupByWindowKernel,
    .no_gradient = true,
};

TP_OP(IgnoreErrorsDataset){
    .name = "IgnoreErrorsDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS_PLAIN ", log_warning: bool = false",
    .doc = "The elements that are made without an error.",
    .shape = ScalarHandles,
    .kernel = IgnoreErrorsKernel,
    .no_gradient = true,
};

TP_OP(GeneratorDataset){
    .name = "GeneratorDataset",
    .inputs =
        "init_func_other_args: Tinit_func_args, next_func_other_args: Tnext_func_args, "
        "finalize_func_other_args: Tfinalize_func_args",
    .outputs = "handle: variant",
    .attrs =
        "init_func: func, next_func: func, finalize_func: func, Tinit_func_args: list(type) >= 0, "
        "Tnext_func_args: list(type) >= 0, Tfinalize_func_args: list(type) >= 0, " TP_DATASET_ATTRS,
    .doc = "What next_func gives for the state that init_func made, until it says OutOfRange.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = GeneratorKernel,
    .no_gradient = true,
};

TP_OP(DatasetToSingleElement){
    .name = "DatasetToSingleElement",
    .inputs = "dataset: variant",
    .outputs = "components: output_types",
    .attrs = TP_DATASET_ATTRS,
    .doc = "The only element; InvalidArgumentError where there are none or several.",
    .shape = DeclaredShapes,
    .effect = Effect::kIo,
    .kernel = SingleElementKernel,
    .no_gradient = true,
};

}  // namespace tp
