// Dataset ops: sources of elements, and what transforms them. Each op makes a small Dataset object; its
// ElementSource gives the elements when an iterator or a reduction asks.
#include <iterator>

#include "kernels/dataset_op.h"

namespace tp {
namespace {

// --- sources
// ------------------------------------------------------------------------------------------------

void RangeKernel(KernelContext& c) {
  const int64_t start = IntArgument(c, 0), stop = IntArgument(c, 1), step = IntArgument(c, 2);
  if (step == 0) return Fail(c, "step must be a non-zero integer.");
  const auto types = c.Attr<std::vector<DType>>("output_types");
  const DType dtype = types.empty() ? DType::kInt64 : types[0];
  // Unsigned: a range may span more than int64 holds.
  const uint64_t begin = static_cast<uint64_t>(start), end = static_cast<uint64_t>(stop);
  const bool empty = step > 0 ? stop <= start : stop >= start;
  const uint64_t span = step > 0 ? end - begin : begin - end;
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : -static_cast<uint64_t>(step);
  const auto count = static_cast<int64_t>(empty ? 0 : std::min<uint64_t>((span - 1) / stride + 1, INT64_MAX));
  SetMade(c, count, [=] {
    return MakeSource([=, at = int64_t{0}](Runner&, Element* element, bool* end) mutable -> Status {
      *end = at >= count;
      if (*end) return {};
      const auto value =
          static_cast<int64_t>(begin + static_cast<uint64_t>(at++) * static_cast<uint64_t>(step));
      element->resize(1);
      Tensor& t = element->front();
      if (!t.IsUnique() || t.dtype() != dtype || !t.shape().IsScalar()) t = Tensor::Allocate(dtype, Shape());
      const bool known = DispatchNumeric(dtype, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_arithmetic_v<T>)
          *t.data<T>() = static_cast<T>(value);
        else if constexpr (std::is_constructible_v<T, float>)
          *t.data<T>() = T(static_cast<float>(value));
      });
      if (!known) return MakeStatus(Code::kUnimplemented, "RangeDataset of {}", DTypeName(dtype));
      return {};
    });
  });
}

void TensorsKernel(KernelContext& c, bool slices) {
  const Element components(c.inputs().begin(), c.inputs().end());
  int64_t count = 1;
  if (slices) {
    for (size_t i = 0; i < components.size(); ++i) {
      if (components[i].rank() < 1) return Fail(c, "All components must be at least 1-dimensional");
      if (components[i].dim(0) != components[0].dim(0))
        return Fail(c, "All components must have the same size in the 0th dimension");
    }
    count = components[0].dim(0);
  }
  std::vector<Shape> shapes;
  for (const Tensor& component : components)
    shapes.push_back(slices ? Shape(component.shape().dims().subspan(1)) : component.shape());
  SetMade(c, count, [=] {
    return MakeSource([=, at = int64_t{0}](Runner&, Element* element, bool* end) mutable -> Status {
      *end = at >= count;
      if (*end) return {};
      element->resize(components.size());
      for (size_t i = 0; i < components.size(); ++i) {
        const Tensor& all = components[i];
        const size_t row = all.bytes() / static_cast<size_t>(count);
        const auto first = static_cast<size_t>(static_cast<char*>(all.raw_data()) -
                                               static_cast<char*>(all.buffer()->data()));
        (*element)[i] = Tensor(all.dtype(), shapes[i], all.buffer(), first + static_cast<size_t>(at) * row);
      }
      ++at;
      return {};
    });
  });
}

// --- transformations
// ----------------------------------------------------------------------------------------

void MapKernel(KernelContext& c, int last) {
  const Ref<const Dataset> from = DatasetOf(c);
  const DatasetFunction f = FunctionOf(c, "f", 1, last);
  if (c.failed()) return;
  SetMade(
      c, from->Cardinality(),
      [=] {
        return MakeSource([f, source = SharedSource(from->Begin()), in = Element()](
                              Runner& runner, Element* element, bool* end) mutable -> Status {
          TP_RETURN_IF_ERROR(source->Next(runner, &in, end));
          if (*end) return {};
          Status status = f.Call(runner, in, element);
          LetGo(&in);
          return status;
        });
      },
      /*maps=*/true);
}

// Elements for which the predicate holds: all of them (filter), or those before the first for which it does
// not (take_while).
void FilterKernel(KernelContext& c, bool stop) {
  const Ref<const Dataset> from = DatasetOf(c);
  const DatasetFunction f = FunctionOf(c, "predicate", 1, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource([f, stop, source = SharedSource(from->Begin()), keep = Element()](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      for (;;) {
        TP_RETURN_IF_ERROR(source->Next(runner, element, end));
        if (*end) return {};
        TP_RETURN_IF_ERROR(f.Call(runner, *element, &keep));
        if (keep.size() != 1 || keep[0].dtype() != DType::kBool || keep[0].num_elements() != 1)
          return InvalidArgument("Filter predicate `f` must return a scalar bool.");
        if (ScalarTruth(keep[0])) return {};
        if (stop) {
          *end = true;
          return {};
        }
      }
    });
  });
}

void TakeKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t count = IntArgument(c, 1), have = from->Cardinality();
  const int64_t cardinality = count < 0 ? have : have == -1 ? count : have < 0 ? have : std::min(have, count);
  SetMade(c, cardinality, [=] {
    return MakeSource([count, at = int64_t{0}, source = SharedSource(from->Begin())](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      *end = count >= 0 && at++ >= count;
      return *end ? Status() : source->Next(runner, element, end);
    });
  });
}

void SkipKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t count = IntArgument(c, 1), have = from->Cardinality();
  SetMade(c,
          have < 0    ? have
          : count < 0 ? 0
                      : std::max<int64_t>(0, have - count),
          [=] {
            return MakeSource([count, left = count, source = SharedSource(from->Begin())](
                                  Runner& runner, Element* element, bool* end) mutable -> Status {
              *end = count < 0;
              for (; left > 0 && !*end; --left) TP_RETURN_IF_ERROR(source->Next(runner, element, end));
              return *end ? Status() : source->Next(runner, element, end);
            });
          });
}

// How many elements `count` rounds of `have` are; the largest number where there are more.
int64_t Times(int64_t have, int64_t count) {
  return have != 0 && count > INT64_MAX / have ? INT64_MAX : have * count;
}

void RepeatKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t count = IntArgument(c, 1), have = from->Cardinality();
  SetMade(c,
          count < 0    ? (have == 0 ? 0 : -1)
          : count == 0 ? 0
          : have < 0   ? have
                       : Times(have, count),
          [=] {
            return MakeSource([from, count, round = int64_t{0}, source = SharedSource()](
                                  Runner& runner, Element* element, bool* end) mutable -> Status {
              for (;;) {
                bool fresh = false;
                if (!source) {
                  *end = count >= 0 && round >= count;
                  if (*end) return {};
                  ++round;
                  source = from->Begin();
                  fresh = true;
                }
                TP_RETURN_IF_ERROR(source->Next(runner, element, end));
                if (!*end) return {};
                source.reset();
                if (fresh) return {};  // an empty dataset ends at once, however often it is repeated
              }
            });
          });
}

void ConcatenateKernel(KernelContext& c) {
  const Ref<const Dataset> a = DatasetOf(c, 0), b = DatasetOf(c, 1);
  if (c.failed()) return;
  const int64_t x = a->Cardinality(), y = b->Cardinality();
  SetMade(c,
          x == -1 || y == -1   ? -1
          : x == -2 || y == -2 ? -2
                               : x + std::min(y, INT64_MAX - x),
          [=] {
            return MakeSource([b, second = false, source = SharedSource(a->Begin())](
                                  Runner& runner, Element* element, bool* end) mutable -> Status {
              TP_RETURN_IF_ERROR(source->Next(runner, element, end));
              if (!*end || second) return {};
              second = true;
              source = b->Begin();
              return source->Next(runner, element, end);
            });
          });
}

void ZipKernel(KernelContext& c) {
  std::vector<Ref<const Dataset>> parts;
  int64_t cardinality = -1;
  for (int i = 0; i < c.num_inputs(); ++i) {
    parts.push_back(DatasetOf(c, i));
    if (c.failed()) return;
    const int64_t have = parts.back()->Cardinality();
    if (have == -2 || cardinality == -2)
      cardinality = -2;
    else if (have >= 0)
      cardinality = cardinality < 0 ? have : std::min(cardinality, have);
  }
  SetMade(c, cardinality, [=] {
    std::vector<SharedSource> sources;
    for (const auto& part : parts) sources.push_back(part->Begin());
    return MakeSource([sources](Runner& runner, Element* element, bool* end) -> Status {
      element->clear();
      for (const auto& source : sources) {
        Element one;
        TP_RETURN_IF_ERROR(source->Next(runner, &one, end));
        if (*end) return {};
        element->insert(element->end(), one.begin(), one.end());
      }
      return {};
    });
  });
}

// The elements of the datasets that the function makes of each element, one dataset after the other.
void FlatMapKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  const DatasetFunction f = FunctionOf(c, "f", 1, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource(
        [f, source = SharedSource(from->Begin()), held = Ref<const Dataset>(), inner = SharedSource()](
            Runner& runner, Element* element, bool* end) mutable -> Status {
          for (;;) {
            if (inner) {
              TP_RETURN_IF_ERROR(inner->Next(runner, element, end));
              if (!*end) return {};
              inner.reset();
            }
            Element in, made;
            TP_RETURN_IF_ERROR(source->Next(runner, &in, end));
            if (*end) return {};
            TP_RETURN_IF_ERROR(f.Call(runner, in, &made));
            const Ref<const Dataset> dataset = made.size() == 1 ? DatasetIn(made[0]) : nullptr;
            if (!dataset) return InvalidArgument("The function of flat_map must return a dataset");
            held = dataset;
            inner = dataset->Begin();
          }
        });
  });
}

// A state that goes through the function with each element: outputs are the new state, then the element.
void ScanKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  const size_t states = c.Attr<std::vector<DType>>("Tstate").size();
  const DatasetFunction f = FunctionOf(c, "f", 1 + static_cast<int>(states), c.num_inputs());
  if (c.failed()) return;
  const auto all = c.inputs().subspan(1, states);
  const Element start(all.begin(), all.end());
  SetMade(c, from->Cardinality(), [=] {
    return MakeSource([f, state = start, next = Element(start.size()), source = SharedSource(from->Begin()),
                       in = Element()](Runner& runner, Element* element, bool* end) mutable -> Status {
      TP_RETURN_IF_ERROR(source->Next(runner, &in, end));
      if (*end) return {};
      const size_t results = f.graph->outputs_list.size();
      if (results < state.size())
        return InvalidArgument("The function of scan must return a state and an element.");
      element->resize(results - state.size());
      Status status = f.call.Run(runner, *f.graph, {state, in, f.captured}, {next, *element});
      LetGo(&in);
      // Who asks for the next element after an error (ignore_errors) goes on with the state that was.
      if (!status.ok()) return status;
      std::swap(state, next);
      LetGo(&next);
      return {};
    });
  });
}

void PassKernel(KernelContext& c) {
  if (!DatasetOf(c)) return;
  if (c.op().name() == "PrefetchDataset" && IntArgument(c, 1) < -1)
    return Fail(c, "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning");
  if (!c.failed()) c.SetOutput(0, c.input(0));
}

}  // namespace

TP_OP(RangeDataset){
    .name = "RangeDataset",
    .inputs = "start: int64, stop: int64, step: int64",
    .outputs = "handle: variant",
    .attrs =
        "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = '', "
        "replicate_on_split: bool = false",
    .doc = "The integers start, start + step, … before stop.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = RangeKernel,
    .no_gradient = true,
};

TP_OP(TensorDataset){
    .name = "TensorDataset",
    .inputs = "components: Toutput_types",
    .outputs = "handle: variant",
    .attrs = "Toutput_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "One element: the components.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { TensorsKernel(c, false); },
    .no_gradient = true,
};

TP_OP(TensorSliceDataset){
    .name = "TensorSliceDataset",
    .inputs = "components: Toutput_types",
    .outputs = "handle: variant",
    .attrs =
        "Toutput_types: list(type) >= 1, output_shapes: list(shape) >= 1, is_files: bool = false, "
        "metadata: string = '', replicate_on_split: bool = false",
    .doc = "The rows of the components.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { TensorsKernel(c, true); },
    .no_gradient = true,
};

TP_OP(MapDataset){
    .name = "MapDataset",
    .inputs = "input_dataset: variant, other_arguments: Targuments",
    .outputs = "handle: variant",
    .attrs =
        "f: func, Targuments: list(type) >= 0, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1, use_inter_op_parallelism: bool = true, preserve_cardinality: bool = false,"
        " force_synchronous: bool = false, metadata: string = ''",
    .doc = "f of each element.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { MapKernel(c, c.num_inputs()); },
    .no_gradient = true,
};

TP_OP(ParallelMapDatasetV2){
    .name = "ParallelMapDatasetV2",
    .inputs = "input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64",
    .outputs = "handle: variant",
    .attrs =
        "f: func, Targuments: list(type) >= 0, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1, use_inter_op_parallelism: bool = true, deterministic: string = 'default', "
        "preserve_cardinality: bool = false, use_unbounded_threadpool: bool = false, metadata: "
        "string = ''",
    .doc = "f of each element, in order.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { MapKernel(c, c.num_inputs() - 1); },
    .no_gradient = true,
};

TP_OP(FilterDataset){
    .name = "FilterDataset",
    .inputs = "input_dataset: variant, other_arguments: Targuments",
    .outputs = "handle: variant",
    .attrs =
        "predicate: func, Targuments: list(type) >= 0, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1, metadata: string = ''",
    .doc = "The elements for which the predicate is true.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { FilterKernel(c, false); },
    .no_gradient = true,
};

TP_OP(TakeWhileDataset){
    .name = "TakeWhileDataset",
    .inputs = "input_dataset: variant, other_arguments: Targuments",
    .outputs = "handle: variant",
    .attrs =
        "predicate: func, Targuments: list(type) >= 0, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1, metadata: string = ''",
    .doc = "The elements before the first for which the predicate is false.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { FilterKernel(c, true); },
    .no_gradient = true,
};

TP_OP(TakeDataset){
    .name = "TakeDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The first count elements; -1: all.",
    .shape = ScalarHandles,
    .kernel = TakeKernel,
    .no_gradient = true,
};

TP_OP(SkipDataset){
    .name = "SkipDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "All but the first count elements.",
    .shape = ScalarHandles,
    .kernel = SkipKernel,
    .no_gradient = true,
};

TP_OP(RepeatDataset){
    .name = "RepeatDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The elements again and again, count times; -1: for ever.",
    .shape = ScalarHandles,
    .kernel = RepeatKernel,
    .no_gradient = true,
};

TP_OP(ConcatenateDataset){
    .name = "ConcatenateDataset",
    .inputs = "input_dataset: variant, another_dataset: variant",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The elements of both, one after the other.",
    .shape = ScalarHandles,
    .kernel = ConcatenateKernel,
    .no_gradient = true,
};

TP_OP(ZipDataset){
    .name = "ZipDataset",
    .inputs = "input_datasets: N * variant",
    .outputs = "handle: variant",
    .attrs =
        "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, N: int >= 1, metadata: "
        "string = ''",
    .doc = "One element of each dataset at a time.",
    .shape = ScalarHandles,
    .kernel = ZipKernel,
    .no_gradient = true,
};

TP_OP(FlatMapDataset){
    .name = "FlatMapDataset",
    .inputs = "input_dataset: variant, other_arguments: Targuments",
    .outputs = "handle: variant",
    .attrs =
        "f: func, Targuments: list(type) >= 0, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1, metadata: string = ''",
    .doc = "The elements of the dataset that f makes of each element.",
    .shape = ScalarHandles,
    .kernel = FlatMapKernel,
    .no_gradient = true,
};

TP_OP(ScanDataset){
    .name = "ScanDataset",
    .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    .outputs = "handle: variant",
    .attrs =
        "f: func, Tstate: list(type) >= 1, Targuments: list(type) >= 0, output_types: list(type) >= "
        "1, output_shapes: list(shape) >= 1, preserve_cardinality: bool = false, use_default_device: "
        "bool = true, metadata: string = ''",
    .doc = "f of a state and each element: the new state and an element.",
    .shape = ScalarHandles,
    .kernel = ScanKernel,
    .no_gradient = true,
};

TP_OP(PrefetchDataset){
    .name = "PrefetchDataset",
    .inputs = "input_dataset: variant, buffer_size: int64",
    .outputs = "handle: variant",
    .attrs =
        "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, slack_period: int = 0, "
        "legacy_autotune: bool = true, buffer_size_min: int = 0, metadata: string = ''",
    .doc = "The same elements; nothing is fetched ahead.",
    .shape = ScalarHandles,
    .kernel = PassKernel,
    .no_gradient = true,
};

TP_OP(ModelDataset){
    .name = "ModelDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs =
        "algorithm: int = 0, cpu_budget: int = 0, ram_budget: int = 0, output_types: list(type) >= 1,"
        " output_shapes: list(shape) >= 1",
    .doc = "The same elements.",
    .shape = ScalarHandles,
    .kernel = PassKernel,
    .no_gradient = true,
};

TP_OP(OptionsDataset){
    .name = "OptionsDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs =
        "serialized_options: string, output_types: list(type) >= 1, output_shapes: list(shape) >= 1, "
        "metadata: string = ''",
    .doc = "The same elements.",
    .shape = ScalarHandles,
    .kernel = PassKernel,
    .no_gradient = true,
};

TP_OP(FinalizeDataset){
    .name = "FinalizeDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs =
        "has_captured_ref: bool = false, output_types: list(type) >= 1, output_shapes: list(shape) "
        ">= 1",
    .doc = "The same elements.",
    .shape = ScalarHandles,
    .kernel = PassKernel,
    .no_gradient = true,
};

TP_OP(RewriteDataset){
    .name = "RewriteDataset",
    .inputs = "input_dataset: variant, rewrite_name: string",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The same elements.",
    .shape = ScalarHandles,
    .kernel = PassKernel,
    .no_gradient = true,
};

}  // namespace tp
