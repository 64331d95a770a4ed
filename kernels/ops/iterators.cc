// Iterators over datasets, reductions, and optionals.
#include <algorithm>
#include <iterator>

#include "core/tensor/plain_type_name.h"
#include "kernels/dataset_op.h"

namespace tp {
namespace {

IteratorResource* IteratorOf(KernelContext& c, int i) {
  const Tensor& handle = c.input(i);
  auto* iterator = handle.num_elements() != 1
                       ? nullptr
                       : dynamic_cast<IteratorResource*>(handle.scalar<Ref<RefCounted>>().get());
  if (iterator == nullptr) FailAs(c, Code::kNotFound, "the handle does not refer to an iterator");
  return iterator;
}

void NewIterator(KernelContext& c) {
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = MakeRef<IteratorResource>();
  c.SetOutput(0, handle);
}

void MakeIteratorKernel(KernelContext& c) {
  const Ref<const Dataset> dataset = DatasetOf(c);
  IteratorResource* iterator = IteratorOf(c, 1);
  if (!dataset || iterator == nullptr) return;
  iterator->dataset = dataset;
  if (iterator->pass != 0) random_state::EndPass(iterator->pass);
  iterator->pass = random_state::NewPass();
  const random_state::DuringPass during(iterator->pass);
  iterator->source = dataset->Begin();
  iterator->made = true;
  iterator->given = 0;
}

// The next element; false at the end or (an error is set) where there is none to be had.
bool NextElement(KernelContext& c, Element* element) {
  IteratorResource* iterator = IteratorOf(c, 0);
  if (iterator == nullptr) return false;
  if (!iterator->made) {
    FailAs(c, Code::kFailedPrecondition,
           "GetNext() failed because the iterator has not been initialized. Ensure that you have "
           "run the initializer operation for this iterator before getting the next element.");
    return false;
  }
  if (!iterator->source) return false;
  const random_state::DuringPass during(iterator->pass);
  bool end = false;
  if (Status status = iterator->source->Next(*c.runner(), element, &end); !status.ok())
    return c.Error(status), false;
  if (end) iterator->source.reset();
  iterator->given += !end;
  return !end;
}

void PositionKernel(KernelContext& c) {
  if (const IteratorResource* iterator = IteratorOf(c, 0)) c.SetOutput(0, Tensor::Scalar(iterator->given));
}

void GetNextKernel(KernelContext& c) {
  Element element;
  if (!NextElement(c, &element)) {
    if (!c.failed()) FailAs(c, Code::kOutOfRange, "End of sequence");
    return;
  }
  SetComponents(c, element);
}

void SetOptional(KernelContext& c, bool has_value, Element element) {
  Ref<OptionalValue> optional = MakeRef<OptionalValue>();
  optional->has_value = has_value;
  optional->element = std::move(element);
  Tensor handle = Tensor::Allocate(DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = optional;
  c.SetOutput(0, handle);
}

const OptionalValue* OptionalOf(KernelContext& c) {
  const Tensor& handle = c.input(0);
  auto* optional = handle.num_elements() != 1
                       ? nullptr
                       : dynamic_cast<OptionalValue*>(handle.scalar<Ref<RefCounted>>().get());
  if (optional == nullptr) Fail(c, "the input is no optional");
  return optional;
}

// Of a function that only gives inputs back: which, for each output; else none. A loop over a dataset is a
// scan whose last state a reduction takes: that one needs no calls.
std::vector<size_t> Chosen(const Graph& f) {
  std::vector<size_t> chosen;
  if (!f.control_outputs.empty()) return chosen;
  for (ValueId value : f.outputs_list) {
    while (f.node(f.producer(value)).op->name() == "Identity") value = f.inputs(f.producer(value))[0];
    const auto found = std::find(f.inputs_list.begin(), f.inputs_list.end(), value);
    if (found == f.inputs_list.end()) return {};
    chosen.push_back(static_cast<size_t>(found - f.inputs_list.begin()));
  }
  return chosen;
}

void ReduceKernel(KernelContext& c) {
  const Ref<const Dataset> dataset = DatasetOf(c);
  const int states = c.num_outputs();
  const Ref<Graph> f(c.Attr<FuncAttr>("f").graph());
  if (!dataset) return;
  if (!f) return Fail(c, "ReduceDataset has no function attribute `f`");
  if (static_cast<int>(f->outputs_list.size()) != states)
    return Fail(c,
                "The number of components of the initial state and the reduce function output does "
                "not match. (initial_state={}, output={}).",
                states, f->outputs_list.size());
  if (c.num_inputs() < 1 + states)
    return Fail(c, "ReduceDataset has {} inputs for {} states", c.num_inputs(), states);
  Element state(c.inputs().begin() + 1, c.inputs().begin() + 1 + states);
  const std::span<const Tensor> fixed = c.inputs().subspan(1 + state.size());
  const uint64_t pass = random_state::NewPass();
  const random_state::DuringPass during(pass);
  const std::unique_ptr<ElementSource> source = dataset->Begin();
  const std::vector<size_t> chosen = Chosen(*f);
  // Each state becomes another component of the element.
  bool exchanges = !chosen.empty(), ordered = true;
  for (size_t i = 0; i < chosen.size(); ++i) ordered = ordered && chosen[i] == state.size() + i;
  for (size_t i = 0; i < chosen.size(); ++i)
    exchanges = exchanges && chosen[i] >= state.size() && chosen[i] < f->inputs_list.size() - fixed.size() &&
                std::count(chosen.begin(), chosen.end(), chosen[i]) == 1;
  RepeatedCall call;
  Element element, next(state.size());
  for (;;) {
    bool end = false;
    if (Status status = source->Next(*c.runner(), &element, &end); !status.ok()) return c.Error(status);
    if (end) break;
    const RepeatedInputs args{state, element, fixed};
    Status status = chosen.empty() ? call.Run(*c.runner(), *f, args, &next) : call.Check(*f, args);
    if (!status.ok()) return c.Error(status);
    if (!exchanges) {
      for (size_t i = 0; i < chosen.size(); ++i) next[i] = args[chosen[i]];
      std::swap(state, next);
      for (size_t i = 0; i < chosen.size(); ++i) next[i].Reset();
    } else if (ordered && element.size() == state.size()) {
      std::swap(state, element);
    } else {
      for (size_t i = 0; i < chosen.size(); ++i) std::swap(state[i], element[chosen[i] - state.size()]);
    }
  }
  random_state::EndPass(pass);
  SetComponents(c, state);
}

}  // namespace

TP_OP(AnonymousIteratorV3){
    .name = "AnonymousIteratorV3",
    .outputs = "handle: resource",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "A handle of a new iterator.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = NewIterator,
    .no_gradient = true,
};

TP_OP(IteratorV2){
    .name = "IteratorV2",
    .outputs = "handle: resource",
    .attrs =
        "shared_name: string, container: string, output_types: list(type) >= 1, output_shapes: "
        "list(shape) >= 1",
    .doc = "A handle of a new iterator.",
    .shape = ScalarHandles,
    .effect = Effect::kIo,
    .kernel = NewIterator,
    .no_gradient = true,
};

TP_OP(MakeIterator){
    .name = "MakeIterator",
    .inputs = "dataset: variant, iterator: resource",
    .doc = "Lets the iterator begin the dataset.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = MakeIteratorKernel,
    .no_gradient = true,
};

TP_OP(IteratorPosition){
    .name = "IteratorPosition",
    .inputs = "iterator: resource",
    .outputs = "given: int64",
    .doc = "How many elements the iterator has given. TensorFlow has no such op: checkpoints stand on it.",
    .shape = shape::Scalar,
    .effect = Effect::kRead,
    .kernel = PositionKernel,
    .no_gradient = true,
};

TP_OP(IteratorGetNext){
    .name = "IteratorGetNext",
    .inputs = "iterator: resource",
    .outputs = "components: output_types",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The next element; OutOfRangeError at the end.",
    .shape = DeclaredShapes,
    .effect = Effect::kWrite,
    .kernel = GetNextKernel,
    .no_gradient = true,
};

TP_OP(IteratorGetNextSync){
    .name = "IteratorGetNextSync",
    .inputs = "iterator: resource",
    .outputs = "components: output_types",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The next element; OutOfRangeError at the end.",
    .shape = DeclaredShapes,
    .effect = Effect::kWrite,
    .kernel = GetNextKernel,
    .no_gradient = true,
};

TP_OP(IteratorGetNextAsOptional){
    .name = "IteratorGetNextAsOptional",
    .inputs = "iterator: resource",
    .outputs = "optional: variant",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The next element, as an optional.",
    .shape = ScalarHandles,
    .effect = Effect::kWrite,
    .kernel =
        [](KernelContext& c) {
          Element element;
          const bool has = NextElement(c, &element);
          if (!c.failed()) SetOptional(c, has, std::move(element));
        },
    .no_gradient = true,
};

TP_OP(OptionalHasValue){
    .name = "OptionalHasValue",
    .inputs = "optional: variant",
    .outputs = "has_value: bool",
    .doc = "True where the optional holds an element.",
    .shape = ScalarHandles,
    .kernel =
        [](KernelContext& c) {
          if (const OptionalValue* optional = OptionalOf(c))
            c.SetOutput(0, Tensor::Scalar<bool>(optional->has_value));
        },
    .no_gradient = true,
};

TP_OP(OptionalGetValue){
    .name = "OptionalGetValue",
    .inputs = "optional: variant",
    .outputs = "components: output_types",
    .attrs = "output_types: list(type) >= 1, output_shapes: list(shape) >= 1",
    .doc = "The element that the optional holds.",
    .shape = DeclaredShapes,
    .kernel =
        [](KernelContext& c) {
          const OptionalValue* optional = OptionalOf(c);
          if (optional == nullptr) return;
          if (!optional->has_value) return Fail(c, "The given optional does not have a value.");
          const auto types = c.Attr<std::vector<DType>>("output_types");
          const Element& element = optional->element;
          if (element.size() != types.size())
            return Fail(c, "The given optional has {} components, expected {}", element.size(), types.size());
          for (size_t i = 0; i < types.size(); ++i) {
            if (element[i].dtype() != types[i])
              return Fail(c,
                          "The given optional does not match the expected type for component {}. Expected: "
                          "{}. Actual: {}.",
                          i, PlainTypeName(types[i]), PlainTypeName(element[i].dtype()));
            c.SetOutput(static_cast<int>(i), element[i]);
          }
        },
    .no_gradient = true,
};

TP_OP(OptionalFromValue){
    .name = "OptionalFromValue",
    .inputs = "components: Toutput_types",
    .outputs = "optional: variant",
    .attrs = "Toutput_types: list(type) >= 1",
    .doc = "An optional that holds the inputs.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { SetOptional(c, true, Element(c.inputs().begin(), c.inputs().end())); },
    .no_gradient = true,
};

TP_OP(OptionalNone){
    .name = "OptionalNone",
    .outputs = "optional: variant",
    .doc = "An optional that holds nothing.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { SetOptional(c, false, {}); },
    .no_gradient = true,
};

TP_OP(ReduceDataset){
    .name = "ReduceDataset",
    .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    .outputs = "components: output_types",
    .attrs =
        "f: func, Tstate: list(type) >= 1, Targuments: list(type) >= 0, output_types: list(type) >= "
        "1, output_shapes: list(shape) >= 1, use_inter_op_parallelism: bool = true, metadata: string "
        "= ''",
    .doc = "A state that goes through f with each element.",
    .shape = DeclaredShapes,
    .effect = Effect::kIo,
    .kernel = ReduceKernel,
    .no_gradient = true,
};

TP_OP(DatasetCardinality){
    .name = "DatasetCardinality",
    .inputs = "input_dataset: variant",
    .outputs = "cardinality: int64",
    .attrs = "cardinality_options: string = ''",
    .doc = "How many elements there are; -1 infinite, -2 unknown.",
    .shape = ScalarHandles,
    .kernel =
        [](KernelContext& c) {
          if (const Ref<const Dataset> dataset = DatasetOf(c))
            c.SetOutput(0, Tensor::Scalar<int64_t>(dataset->Cardinality()));
        },
    .no_gradient = true,
};

}  // namespace tp
