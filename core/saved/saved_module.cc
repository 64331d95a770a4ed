// The module `_saved`: functions, variables and tensors of a spec as the bytes of a bundle, and back. The
// library's tf.saved_model and tf.train.Checkpoint (core/lib/lib/saved_model, checkpoint) stand on it; what
// objects there are, how they hang together and what files they are in is theirs.
#include <fmt/format.h>

#include <cstring>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/ir/effects.h"
#include "core/saved/bundle_graphs.h"
#include "core/tensor/buffer.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"
#include "core/trace/function.h"
#include "core/trace/structure.h"
#include "core/trace/tracer.h"
#include "serialize/reader.h"
#include "serialize/writer.h"

namespace tp {
namespace {

ConcreteFunction& ConcreteOf(const Value& v) {
  if (!IsConcreteFunction(v)) Raise(&TypeErrorType, "a concrete function is needed");
  return *v.as<ConcreteFunctionObject>()->function;
}

// What the JSON of a SavedModel gives is not trusted: everything that is taken of it is looked at.
[[noreturn]] void RaiseDamaged(std::string_view what) {
  RaiseText(&ValueErrorType, fmt::format("the SavedModel is damaged: {}", what));
}
const TupleObject& TupleOf(const Value& v, int64_t size) {
  if (!IsTuple(v) || v.as<TupleObject>()->size < size) RaiseDamaged("a tuple is missing");
  return *v.as<TupleObject>();
}
int64_t NumberOf(const Value& v) {
  if (!v.is_int()) RaiseDamaged("a number is missing");
  return v.as_int();
}
std::string Text(const Value& v) {
  if (!IsStr(v)) RaiseDamaged("a text is missing");
  return std::string(StrView(v));
}

// ---- writing

constexpr int kByValue = -1, kUnknown = -2, kFirstObject = -3;

// captures(function, variables, handles): what each captured input is. The number of a variable; -1: a value,
// which a bundle keeps; -2: what neither is; -3 - n: handles[n].
Value Captures(Interp&, Args args) {
  CheckArgs("captures", args, 3, 3);
  HashMap<const RefCounted*, int64_t> numbers;
  int64_t next = 0;
  ForEach(args[1], [&](const Value& v) { numbers.emplace(ResourceOf(AsVariable(v)->handle), next++); });
  next = kFirstObject;
  ForEach(args[2], [&](const Value& v) {
    numbers.emplace(ValOf(v).tensor().scalar<Ref<RefCounted>>().get(), next--);
  });
  Value list = MakeList({});
  for (const Val& captured : ConcreteOf(args[0]).captures) {
    int64_t number = kUnknown;
    if (!captured.symbolic() && captured.dtype() != DType::kVariant) {
      number = kByValue;
      if (captured.dtype() == DType::kResource) {
        const auto it = numbers.find(captured.tensor().scalar<Ref<RefCounted>>().get());
        number = it == numbers.end() ? kUnknown : it->second;
      }
    }
    ListAppend(list.as<ListObject>(), Value::Int(number));
  }
  return list;
}

// The type as the bundle's own tools read it: the function's, or a list of tensors where it has values that
// are no tensors but stand for some.
Ref<FunctionType> WrittenType(const ConcreteFunction& f) {
  bool composite = f.type->output() && HoldsComposite(*f.type->output());
  for (const Parameter& p : f.type->parameters()) composite |= HoldsComposite(*p.type);
  if (!composite) return f.type;
  const Graph& graph = *f.graph;
  std::vector<Parameter> parameters;
  for (size_t i = 0; i < f.num_arguments(); ++i) {
    const ValueId input = graph.inputs_list[i];
    parameters.push_back(
        {f.arg_names[i], Parameter::Kind::kPositionalOrKeyword, false,
         TraceType::Tensor(graph.dtype(input), WithoutSymbols(graph.shape(input)), f.arg_names[i])});
  }
  std::vector<TraceTypeRef> outputs;
  for (const int o : f.output_map) {
    const ValueId output = graph.outputs_list[static_cast<size_t>(o)];
    outputs.push_back(TraceType::Tensor(graph.dtype(output), WithoutSymbols(graph.shape(output))));
  }
  auto type = MakeRef<FunctionType>(std::move(parameters));
  type->set_output(TraceType::Tuple(std::move(outputs)));
  return type;
}

// encode(functions, variables, objects): the bundle's bytes. `functions`: (id, name, traces) each, a trace
// being (concrete function, what captures() gave for it); `variables`: (name, trainable, variable or tensor);
// `objects`: JSON.
Value Encode(Interp&, Args args) {
  CheckArgs("encode", args, 3, 3);
  BundleContents contents;
  contents.producer = "tracepack";
  contents.objects = Text(args[2]);
  ForEach(args[1], [&](const Value& entry) {
    const auto* parts = entry.as<TupleObject>();
    BundleVariable variable;
    variable.name = Text(parts->items[0]);
    variable.trainable = IsTrue(parts->items[1]);
    if (const Value& v = parts->items[2]; IsVariable(v)) {
      variable.dtype = AsVariable(v)->dtype;
      variable.shape = AsVariable(v)->shape;
      if (const VariableResource* resource = ResourceOf(AsVariable(v)->handle))
        variable.value = resource->value;
    } else {
      variable.value = ValOf(v).tensor();
      variable.dtype = variable.value.dtype();
      variable.shape = variable.value.shape();
    }
    contents.variables.push_back(std::move(variable));
  });
  GraphCopier copier;
  ForEach(args[0], [&](const Value& entry) {
    const auto* parts = entry.as<TupleObject>();
    BundleFunction function;
    function.id = Text(parts->items[0]);
    function.name = Text(parts->items[1]);
    ForEach(parts->items[2], [&](const Value& trace) {
      const auto* pair = trace.as<TupleObject>();
      const ConcreteFunction& f = ConcreteOf(pair->items[0]);
      if (CallsPython(*f.graph))
        RaiseText(&NotImplementedErrorType,
                  fmt::format("tf.saved_model.save: `{}` calls Python functions (tf.py_function), which a "
                              "SavedModel of tracepack cannot hold",
                              function.id));
      BundleConcrete concrete;
      concrete.type = WrittenType(f);
      concrete.output_map = f.output_map;
      concrete.graph = copier.Copy(*f.graph);
      // Why it was traced is told where that was. Types that differ in names alone would be the same here.
      concrete.retrace.cause = function.concretes.empty() ? RetraceCause::kFirst : RetraceCause::kContext;
      concrete.retrace.nearest = function.concretes.empty() ? 0 : 1;
      size_t i = 0;
      ForEach(pair->items[1], [&](const Value& number) {
        const int64_t n = number.as_int();
        const Val& captured = f.captures[i++];
        BundleCapture capture;
        if (n >= 0)
          capture.variable = static_cast<int>(n);
        else if (n <= kFirstObject)
          capture.object = static_cast<int>(kFirstObject - n);
        else
          capture.value = captured.tensor();
        concrete.captures.push_back(std::move(capture));
      });
      function.concretes.push_back(std::move(concrete));
    });
    function.tracing_count = static_cast<int>(function.concretes.size());
    if (!function.concretes.empty()) contents.functions.push_back(std::move(function));
  });
  if (const Status status = CheckDepth(contents, "a SavedModel"); !status.ok())
    RaiseText(&ValueErrorType, status.message());
  return MakeBytes(EncodeBundle(contents, {.with_text = false}));
}

// ---- reading

struct BundleObject : Object {
  LoadedBundle* loaded;
};
extern TypeObject BundleType;

void DeallocBundle(Object* o) {
  delete static_cast<BundleObject*>(o)->loaded;
  FreeObject(o);
}
constexpr TypeSpec BundleSpec() {
  TypeSpec t{.name = "_saved.Bundle", .size = sizeof(BundleObject), .flags = kTypeNoSubclass};
  t.slots.dealloc = DeallocBundle;
  return t;
}
constinit TypeObject BundleType(BundleSpec());
TP_REGISTER_HIDDEN_TYPE(BundleType);

const BundleContents& ContentsOf(const Value& v) { return v.as<BundleObject>()->loaded->contents; }

// decode(bytes): a Bundle. ValueError says what is wrong with the bytes.
Value Decode(Interp&, Args args) {
  CheckArgs("decode", args, 1, 1);
  const std::string_view bytes = args[0].as<BytesObject>()->view();
  const Ref<Buffer> aligned = Buffer::Allocate(DType::kUint8, static_cast<int64_t>(bytes.size()));
  if (!aligned) RaiseText(&MemoryErrorType, "");
  std::memcpy(aligned->data(), bytes.data(), bytes.size());
  auto loaded = std::make_unique<LoadedBundle>();
  const Status status =
      ReadBundle({static_cast<const char*>(aligned->data()), bytes.size()}, aligned, {}, loaded.get());
  if (!status.ok()) RaiseText(&ValueErrorType, status.message());
  ReadyType(&BundleType);
  auto* object = New<BundleObject>(&BundleType);
  object->loaded = loaded.release();
  return Value::Own(object);
}

Value Objects(Interp&, Args args) { return MakeStr(ContentsOf(args[0]).objects); }

// variables(bundle): (name, trainable, dtype, shape, value or None) each.
Value Variables(Interp&, Args args) {
  Value list = MakeList({});
  for (const BundleVariable& v : ContentsOf(args[0]).variables)
    ListAppend(list.as<ListObject>(),
               MakeTuple({MakeStr(v.name), Value::Bool(v.trainable), MakeDType(v.dtype), MakeShape(v.shape),
                          v.value.valid() ? MakeTensor(v.value) : Value::None()}));
  return list;
}

// The saved structure of what a function returns, with the graph's outputs in place of the specs.
Value WithOutputs(const Value& specs, const ConcreteFunction& f) {
  size_t next = 0;
  const auto output = [&] {
    if (next >= f.output_map.size()) RaiseDamaged("a function returns more than its graph");
    return Val(f.graph, f.graph->outputs_list[static_cast<size_t>(f.output_map[next++])]);
  };
  Value outputs = MapStructure(specs, [&](const Value& leaf) {
    if (IsTensorSpec(leaf)) return MakeTensor(output());
    if (!IsCompositeSpec(leaf)) return leaf;
    std::vector<Val> components;
    for (size_t n = ComponentSpecsOf(leaf).size(); n > 0; --n) components.push_back(output());
    return FromComponents(leaf, components);
  });
  if (next != f.output_map.size()) RaiseDamaged("a function returns less than its graph");
  return outputs;
}

// function(bundle, number, trace, parameters, inputs, outputs, captures, arg_names): a concrete function.
// `parameters` as PySignature::OfList takes them, `inputs` (args, kwargs) and `outputs` structures with
// specs, `captures` a variable or tensor for each, None for those that the bundle has.
Value MakeFunctionOf(Interp&, Args args) {
  CheckArgs("function", args, 8, 8);
  const BundleContents& contents = ContentsOf(args[0]);
  const auto number = static_cast<size_t>(NumberOf(args[1])), trace = static_cast<size_t>(NumberOf(args[2]));
  if (number >= contents.functions.size() || trace >= contents.functions[number].concretes.size())
    RaiseDamaged("a function is not in its bundle");
  const BundleConcrete& saved = contents.functions[number].concretes[trace];
  auto f = MakeRef<ConcreteFunction>();
  f->graph = GraphReader().Read(*saved.graph);
  if (f->graph->num_nodes() != saved.graph->num_nodes()) RaiseDamaged("nodes wait for each other");
  f->name = fmt::format("__inference_{}_{}", f->graph->name(), NextFunctionNumber());
  bool stateful = false;
  for (NodeId id = 0; id < f->graph->num_nodes(); ++id) stateful |= IsStateful(*f->graph, id);
  f->callable = MakeRef<CallableGraph>(f->graph, f->name, stateful);
  f->output_map = saved.output_map;
  const size_t first = f->graph->inputs_list.size() - saved.captures.size();
  ForEach(args[6], [&](const Value& given) {
    const size_t i = f->captures.size();
    if (i >= saved.captures.size()) RaiseDamaged("a function has more captures than its bundle");
    const BundleCapture& capture = saved.captures[i];
    Val external;
    if (capture.variable >= 0) {
      const BundleVariable& variable = contents.variables[static_cast<size_t>(capture.variable)];
      if (!IsVariable(given) || AsVariable(given)->dtype != variable.dtype ||
          AsVariable(given)->shape != variable.shape)
        RaiseDamaged("a function captures another variable than in its bundle");
      external = AsVariable(given)->handle;
      if (AsVariable(given)->trainable) f->accessed_variables.push_back(MakeWeakRef(given));
    } else if (capture.object >= 0) {
      if (!IsEagerTensor(given) || ValOf(given).dtype() != DType::kResource)
        RaiseDamaged("a function captures another object than in its bundle");
      external = ValOf(given);
    } else {
      external = Context::Get().Eager(capture.value);
    }
    f->graph->NoteCapture(external, Val(f->graph, f->graph->inputs_list[first + i]));
    f->captures.push_back(std::move(external));
  });
  if (f->captures.size() != saved.captures.size())
    RaiseDamaged("a function has fewer captures than its bundle");

  const PySignature signature = PySignature::OfList(args[3]);
  f->saved_inputs = args[4];
  f->saved_outputs = args[5];
  ArgList specs;
  const TupleObject& inputs = TupleOf(args[4], 2);
  if (!IsTuple(inputs.items[0]) || !IsDict(inputs.items[1])) RaiseDamaged("a function has no signature");
  ForEach(inputs.items[0], [&](Value spec) { specs.Add(std::move(spec)); });
  int64_t pos = 0;
  while (DictEntry* entry = DictNext(inputs.items[1].as<DictObject>(), &pos)) {
    Text(entry->key);
    specs.AddKeyword(InternStr(entry->key), entry->value);
  }
  TypeContext context, output_context;
  f->type = signature.Monomorphic(signature.Bind(specs, /*allow_specs=*/true), context,
                                  /*use_constraints=*/false, &f->structured_inputs);
  f->type->set_output(TypeOfValue(args[5], output_context));
  f->structured_outputs = WithOutputs(args[5], *f);
  ForEach(args[7], [&](const Value& name) { f->arg_names.push_back(Text(name)); });
  if (f->arg_names.size() != f->num_arguments())
    RaiseDamaged("a function has other arguments than its bundle");
  return MakeConcreteFunction(std::move(f));
}

// new_variable(name, dtype, shape, trainable): a tf.Variable that has no value yet.
Value NewVariable(Interp&, Args args) {
  CheckArgs("new_variable", args, 4, 4);
  const std::string name = Text(args[0]);
  const DType dtype = AsDType(args[1]);
  const Shape shape = AsShape(args[2]);
  return Value::Own(NewVariableObject(&VariableType, MakeVariableHandle(name, dtype, shape), dtype, shape,
                                      name, IsTrue(args[3])));
}

// ---- calling

// call(function, tensors): with the arguments' tensors, flat; variables stand for their handles.
Value CallFunction(Interp&, Args args) {
  CheckArgs("call", args, 2, 2);
  std::vector<Val> tensors;
  ForEach(args[1], [&](const Value& v) {
    tensors.push_back(IsVariable(v) ? AsVariable(v)->handle : ConvertToTensor(v));
  });
  const Ref<ConcreteFunction> keep(&ConcreteOf(args[0]));
  if (tensors.size() != keep->num_arguments())
    RaiseText(&ValueErrorType,
              fmt::format("{} takes {} tensors, not {}", keep->name, keep->num_arguments(), tensors.size()));
  return keep->CallFlat(tensors);
}

// restored(body, functions, input_signature, jit_compile): a Function that calls `body`, which finds the one
// of `functions` that fits.
Value Restored(Interp&, Args args) {
  CheckArgs("restored", args, 4, 4);
  FunctionOptions options;
  options.autograph = false;
  options.restored = args[1];
  options.input_signature = args[2];
  options.jit_compile = args[3];
  return MakeFunction(args[0], std::move(options));
}

Value SetMaxPositional(Interp&, Args args) {
  ConcreteOf(args[0]).max_positional = static_cast<size_t>(NumberOf(args[1]));
  return Value::None();
}

// parameters(function): as PySignature::OfList takes them.
Value Parameters(Interp&, Args args) {
  Value list = MakeList({});
  for (const Parameter& p : ConcreteOf(args[0]).type->parameters())
    ListAppend(list.as<ListObject>(), MakeTuple({MakeStr(p.name), Value::Int(static_cast<int64_t>(p.kind))}));
  return list;
}

// set_saving(on): whether functions are traced for a SavedModel; what it was.
Value SetSaving(Interp&, Args args) {
  const bool was = Function::saving;
  Function::saving = IsTrue(args[0]);
  return Value::Bool(was);
}

// variable_of(handle): some tf.Variable over the handle, for texts; None where it is no variable's.
Value VariableOf(Interp&, Args args) {
  if (!IsEagerTensor(args[0]) || ValOf(args[0]).dtype() != DType::kResource) return Value::None();
  const VariableResource* r = ResourceOf(ValOf(args[0]));
  if (!r) return Value::None();
  return Value::Own(NewVariableObject(&VariableType, ValOf(args[0]), r->dtype, r->shape,
                                      r->name.empty() ? "Variable" : r->name, true));
}

const MethodDef kFunctions[] = {
    {"captures", Captures, "function, variables, handles"},
    {"encode", Encode, "functions, variables, objects"},
    {"decode", Decode, "bytes"},
    {"objects", Objects, "bundle"},
    {"variables", Variables, "bundle"},
    {"function", MakeFunctionOf, "bundle, number, trace, parameters, inputs, outputs, captures, arg_names"},
    {"new_variable", NewVariable, "name, dtype, shape, trainable"},
    {"call", CallFunction, "function, tensors"},
    {"restored", Restored, "body, functions, input_signature, jit_compile"},
    {"set_max_positional", SetMaxPositional, "function, count"},
    {"parameters", Parameters, "function"},
    {"set_saving", SetSaving, "on"},
    {"variable_of", VariableOf, "handle"},
};
TP_REGISTER_FUNCTIONS(_saved, kFunctions);
void InitSaved(Interp&, ModuleObject*) {}
TP_REGISTER_MODULE(_saved, InitSaved);

}  // namespace
}  // namespace tp
