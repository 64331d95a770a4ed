// Dataset ops: sources of elements, and what transforms them. Each op makes a small Dataset object; its
// ElementSource gives the elements when an iterator or a reduction asks.
#include "kernels/dataset.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The dataset that a variant holds; null (an error is set) where it is something else.
Ref<const Dataset> DatasetOf(KernelContext& c, int i = 0) {
  const Tensor& handle = c.input(i);
  auto* dataset =
      handle.rank() == 0 ? dynamic_cast<const Dataset*>(handle.scalar<Ref<RefCounted>>().get()) : nullptr;
  if (dataset == nullptr) c.Error(InvalidArgument("input {} of {} is no dataset", i, c.op().name()));
  return Ref<const Dataset>(dataset);
}

void SetDataset(KernelContext& c, Ref<Dataset> dataset) {
  Tensor handle = Tensor::Allocate(DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(dataset);
  c.SetOutput(0, handle);
}

// A function attribute with the values it captures.
struct Function {
  Ref<Graph> graph;
  Element captured;

  Status Call(Runner& runner, const Element& args, Element* results) const {
    Element inputs = args;
    inputs.insert(inputs.end(), captured.begin(), captured.end());
    results->assign(graph->outputs_list.size(), Tensor());
    return runner.RunGraph(*graph, inputs, *results);
  }
};

Function FunctionOf(KernelContext& c, std::string_view name, int first, int last) {
  Function f;
  f.graph = Ref<Graph>(c.Attr<FuncAttr>(name).graph());
  if (!f.graph) c.Error(InvalidArgument("{} has no function attribute `{}`", c.op().name(), name));
  for (int i = first; i < last; ++i) f.captured.push_back(c.input(i));
  return f;
}

// A source from a function f(runner, element, end).
template <class F>
class Source final : public ElementSource {
 public:
  explicit Source(F f) : f_(std::move(f)) {}
  Status Next(Runner& runner, Element* element, bool* end) override { return f_(runner, element, end); }

 private:
  F f_;
};

// A dataset from a function that makes sources, and its cardinality.
template <class Make>
class MadeDataset final : public Dataset {
 public:
  MadeDataset(Make make, int64_t cardinality) : make_(std::move(make)), cardinality_(cardinality) {}
  std::unique_ptr<ElementSource> Begin() const override { return make_(); }
  int64_t Cardinality() const override { return cardinality_; }

 private:
  Make make_;
  int64_t cardinality_;
};

template <class F>
std::unique_ptr<ElementSource> MakeSource(F f) {
  return std::make_unique<Source<F>>(std::move(f));
}
template <class Make>
void SetMade(KernelContext& c, int64_t cardinality, Make make) {
  if (!c.failed()) SetDataset(c, MakeRef<MadeDataset<Make>>(std::move(make), cardinality));
}

bool Truth(const Tensor& t) { return t.dtype() == DType::kBool && t.num_elements() == 1 && t.scalar<bool>(); }

// --- sources
// ------------------------------------------------------------------------------------------------

void RangeKernel(KernelContext& c) {
  const int64_t start = ScalarInt(c.input(0)), stop = ScalarInt(c.input(1)), step = ScalarInt(c.input(2));
  if (step == 0) return c.Error(InvalidArgument("step must be a non-zero integer."));
  const auto types = c.Attr<std::vector<DType>>("output_types");
  const DType dtype = types.empty() ? DType::kInt64 : types[0];
  const int64_t count = step > 0 ? (stop > start ? (stop - start + step - 1) / step : 0)
                                 : (stop < start ? (start - stop - step - 1) / -step : 0);
  SetMade(c, count, [=] {
    return MakeSource([=, at = int64_t{0}](Runner&, Element* element, bool* end) mutable -> Status {
      *end = at >= count;
      if (*end) return {};
      const int64_t value = start + at++ * step;
      Tensor t = Tensor::Allocate(dtype, Shape());
      if (dtype == DType::kInt64)
        *t.data<int64_t>() = value;
      else if (dtype == DType::kInt32)
        *t.data<int32_t>() = static_cast<int32_t>(value);
      else if (dtype == DType::kFloat32)
        *t.data<float>() = static_cast<float>(value);
      else if (dtype == DType::kFloat64)
        *t.data<double>() = static_cast<double>(value);
      else
        return MakeStatus(Code::kUnimplemented, "RangeDataset of {}", DTypeName(dtype));
      *element = {t};
      return {};
    });
  });
}

void TensorsKernel(KernelContext& c, bool slices) {
  const Element components(c.inputs().begin(), c.inputs().end());
  int64_t count = 1;
  if (slices) {
    for (size_t i = 0; i < components.size(); ++i) {
      if (components[i].rank() < 1)
        return c.Error(InvalidArgument("Unbatching a tensor is only supported for rank >= 1"));
      if (components[i].dim(0) != components[0].dim(0))
        return c.Error(InvalidArgument("All components must have the same first dimension: {} and {}",
                                       components[0].dim(0), components[i].dim(0)));
    }
    count = components[0].dim(0);
  }
  SetMade(c, count, [=] {
    return MakeSource([=, at = int64_t{0}](Runner&, Element* element, bool* end) mutable -> Status {
      *end = at >= count;
      if (*end) return {};
      element->clear();
      for (const Tensor& component : components) {
        if (slices)
          element->push_back(component.SliceRows(at, 1).Reshaped(Shape(component.shape().dims().subspan(1))));
        else
          element->push_back(component);
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
  const Function f = FunctionOf(c, "f", 1, last);
  if (c.failed()) return;
  SetMade(c, from->Cardinality(), [=] {
    return MakeSource([f, source = std::shared_ptr<ElementSource>(from->Begin())](
                          Runner& runner, Element* element, bool* end) -> Status {
      Element in;
      TP_RETURN_IF_ERROR(source->Next(runner, &in, end));
      return *end ? Status() : f.Call(runner, in, element);
    });
  });
}

// Elements for which the predicate holds: all of them (filter), or those before the first for which it does
// not (take_while).
void FilterKernel(KernelContext& c, bool stop) {
  const Ref<const Dataset> from = DatasetOf(c);
  const Function f = FunctionOf(c, "predicate", 1, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource([f, stop, source = std::shared_ptr<ElementSource>(from->Begin())](
                          Runner& runner, Element* element, bool* end) -> Status {
      for (;;) {
        TP_RETURN_IF_ERROR(source->Next(runner, element, end));
        if (*end) return {};
        Element keep;
        TP_RETURN_IF_ERROR(f.Call(runner, *element, &keep));
        if (keep.size() != 1 || keep[0].dtype() != DType::kBool || keep[0].num_elements() != 1)
          return InvalidArgument("Filter predicate `f` must return a scalar bool.");
        if (Truth(keep[0])) return {};
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
  const int64_t count = ScalarInt(c.input(1)), have = from->Cardinality();
  const int64_t cardinality = count < 0 ? have : have == -1 ? count : have < 0 ? have : std::min(have, count);
  SetMade(c, cardinality, [=] {
    return MakeSource([count, at = int64_t{0}, source = std::shared_ptr<ElementSource>(from->Begin())](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      *end = count >= 0 && at++ >= count;
      return *end ? Status() : source->Next(runner, element, end);
    });
  });
}

void SkipKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t count = ScalarInt(c.input(1)), have = from->Cardinality();
  SetMade(c,
          have < 0    ? have
          : count < 0 ? 0
                      : std::max<int64_t>(0, have - count),
          [=] {
            return MakeSource([count, left = count, source = std::shared_ptr<ElementSource>(from->Begin())](
                                  Runner& runner, Element* element, bool* end) mutable -> Status {
              *end = count < 0;
              for (; left > 0 && !*end; --left) TP_RETURN_IF_ERROR(source->Next(runner, element, end));
              return *end ? Status() : source->Next(runner, element, end);
            });
          });
}

void RepeatKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t count = ScalarInt(c.input(1)), have = from->Cardinality();
  SetMade(c,
          count < 0    ? (have == 0 ? 0 : -1)
          : count == 0 ? 0
          : have < 0   ? have
                       : have * count,
          [=] {
            return MakeSource([from, count, round = int64_t{0}, source = std::shared_ptr<ElementSource>()](
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
                               : x + y,
          [=] {
            return MakeSource([b, second = false, source = std::shared_ptr<ElementSource>(a->Begin())](
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
    std::vector<std::shared_ptr<ElementSource>> sources;
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
  const Function f = FunctionOf(c, "f", 1, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    return MakeSource([f, source = std::shared_ptr<ElementSource>(from->Begin()), held = Ref<RefCounted>(),
                       inner = std::shared_ptr<ElementSource>()](Runner& runner, Element* element,
                                                                 bool* end) mutable -> Status {
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
        auto* dataset = made.size() == 1 && made[0].dtype() == DType::kVariant
                            ? dynamic_cast<const Dataset*>(made[0].scalar<Ref<RefCounted>>().get())
                            : nullptr;
        if (dataset == nullptr) return InvalidArgument("The function of flat_map must return a dataset");
        held = made[0].scalar<Ref<RefCounted>>();
        inner = dataset->Begin();
      }
    });
  });
}

// Joins elements of one shape along a new first dim.
Status Batched(const std::vector<Element>& elements, Element* batch) {
  batch->clear();
  for (size_t k = 0; k < elements[0].size(); ++k) {
    const Tensor& first = elements[0][k];
    Shape shape = first.shape();
    shape.Insert(0, static_cast<Dim>(elements.size()));
    Tensor out = Tensor::Allocate(first.dtype(), shape);
    if (!out.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for a batch");
    for (size_t i = 0; i < elements.size(); ++i) {
      const Tensor& item = elements[i][k];
      if (item.shape() != first.shape())
        return InvalidArgument(
            "Cannot batch tensors with different shapes in component {}. First element had shape {} and "
            "element {} had shape {}.",
            k, first.shape().ToBracketString(), i, item.shape().ToBracketString());
      DispatchMoved(item.dtype(), [&](auto zero) {
        using T = decltype(zero);
        std::copy_n(item.data<T>(), item.num_elements(),
                    out.data<T>() + static_cast<int64_t>(i) * item.num_elements());
      });
    }
    batch->push_back(out);
  }
  return {};
}

void BatchKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t size = ScalarInt(c.input(1)), have = from->Cardinality();
  const bool drop = Truth(c.input(2));
  if (size <= 0) return c.Error(InvalidArgument("Batch size must be greater than zero."));
  SetMade(c,
          have < 0 ? have
          : drop   ? have / size
                   : (have + size - 1) / size,
          [=] {
            return MakeSource([size, drop, source = std::shared_ptr<ElementSource>(from->Begin()),
                               over = false](Runner& runner, Element* element, bool* end) mutable -> Status {
              std::vector<Element> rows;
              while (!over && static_cast<int64_t>(rows.size()) < size) {
                Element row;
                TP_RETURN_IF_ERROR(source->Next(runner, &row, &over));
                if (!over) rows.push_back(std::move(row));
              }
              *end = rows.empty() || (drop && static_cast<int64_t>(rows.size()) < size);
              return *end ? Status() : Batched(rows, element);
            });
          });
}

// A state that goes through the function with each element: outputs are the new state, then the element.
void ScanKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  const int states = static_cast<int>(c.Attr<std::vector<DType>>("Tstate").size());
  const Function f = FunctionOf(c, "f", 1 + states, c.num_inputs());
  if (c.failed()) return;
  const Element start(c.inputs().begin() + 1, c.inputs().begin() + 1 + states);
  SetMade(c, from->Cardinality(), [=] {
    return MakeSource([f, states, state = start, source = std::shared_ptr<ElementSource>(from->Begin())](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      Element in, made;
      TP_RETURN_IF_ERROR(source->Next(runner, &in, end));
      if (*end) return {};
      Element args = state;
      args.insert(args.end(), in.begin(), in.end());
      TP_RETURN_IF_ERROR(f.Call(runner, args, &made));
      state.assign(made.begin(), made.begin() + states);
      element->assign(made.begin() + states, made.end());
      return {};
    });
  });
}

void PassKernel(KernelContext& c) {
  if (DatasetOf(c)) c.SetOutput(0, c.input(0));
}

Status HandleShape(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, Shape());
  return {};
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
    .shape = HandleShape,
    .kernel = RangeKernel,
    .no_gradient = true,
};

TP_OP(TensorDataset){
    .name = "TensorDataset",
    .inputs = "components: Toutput_types",
    .outputs = "handle: variant",
    .attrs = "Toutput_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "One element: the components.",
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
    .kernel = [](KernelContext& c) { FilterKernel(c, true); },
    .no_gradient = true,
};

TP_OP(TakeDataset){
    .name = "TakeDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The first count elements; -1: all.",
    .shape = HandleShape,
    .kernel = TakeKernel,
    .no_gradient = true,
};

TP_OP(SkipDataset){
    .name = "SkipDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "All but the first count elements.",
    .shape = HandleShape,
    .kernel = SkipKernel,
    .no_gradient = true,
};

TP_OP(RepeatDataset){
    .name = "RepeatDataset",
    .inputs = "input_dataset: variant, count: int64",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The elements again and again, count times; -1: for ever.",
    .shape = HandleShape,
    .kernel = RepeatKernel,
    .no_gradient = true,
};

TP_OP(ConcatenateDataset){
    .name = "ConcatenateDataset",
    .inputs = "input_dataset: variant, another_dataset: variant",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''",
    .doc = "The elements of both, one after the other.",
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
    .kernel = FlatMapKernel,
    .no_gradient = true,
};

TP_OP(BatchDatasetV2){
    .name = "BatchDatasetV2",
    .inputs = "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    .outputs = "handle: variant",
    .attrs =
        "parallel_copy: bool = false, output_types: list(type) >= 1, output_shapes: list(shape) >= 1,"
        " metadata: string = ''",
    .doc = "batch_size elements at a time, joined along a new first dim.",
    .shape = HandleShape,
    .kernel = BatchKernel,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
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
    .shape = HandleShape,
    .kernel = PassKernel,
    .no_gradient = true,
};

TP_OP(RewriteDataset){
    .name = "RewriteDataset",
    .inputs = "input_dataset: variant, rewrite_name: string",
    .outputs = "handle: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The same elements.",
    .shape = HandleShape,
    .kernel = PassKernel,
    .no_gradient = true,
};

}  // namespace tp
