// The Python face of ConcreteFunctions (TensorFlow: concrete_function.py).
#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/concrete_function.h"
#include "core/trace/errors.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

ConcreteFunction& Self(const Value& v) { return *v.as<ConcreteFunctionObject>()->function; }

void Dealloc(Object* o) {
  auto* f = static_cast<ConcreteFunctionObject*>(o);
  GcUntrack(f);
  f->function->python_object = nullptr;
  f->function.~Ref();
  FreeObject(o);
}
void Traverse(Object* o, GcVisitor& visit) { visit.Attrs(&static_cast<ConcreteFunctionObject*>(o)->attrs); }

// "f(x, y)": the flat signature's summary.
std::string FlatSummary(const ConcreteFunction& f) {
  std::string names;
  for (const std::string& name : f.arg_names) names += (names.empty() ? "" : ", ") + name;
  return fmt::format("{}({})", f.graph->name(), names);
}

// The call by flat names and tensors only; the text of what does not fit, "" where it did.
std::string BindFlat(const ConcreteFunction& f, Args args, std::vector<Value>* values) {
  const size_t n = f.arg_names.size(), positional = std::min(n, f.max_positional);
  if (args.num_pos > positional)
    return fmt::format("{} takes {} positional arguments, got {}", FlatSummary(f), positional, args.num_pos);
  values->assign(n, Value());
  for (uint32_t i = 0; i < args.num_pos; ++i) (*values)[i] = args[i];
  std::string missing, unexpected;
  for (size_t i = args.num_pos; i < n; ++i) {
    bool found = false;
    for (uint32_t k = 0; k < args.num_kw; ++k)
      if (args.kw_names[k]->view() == f.arg_names[i]) {
        (*values)[i] = args.kw(k);
        found = true;
      }
    if (!found) missing += (missing.empty() ? "" : ", ") + f.arg_names[i];
  }
  if (!missing.empty()) return fmt::format("{} missing required arguments: {}", FlatSummary(f), missing);
  for (uint32_t k = 0; k < args.num_kw; ++k) {
    const std::string_view name = args.kw_names[k]->view();
    size_t at = 0;
    while (at < n && f.arg_names[at] != name) ++at;
    if (at < args.num_pos && at < n) return fmt::format("{} got two values for '{}'", FlatSummary(f), name);
    if (at == n) unexpected += (unexpected.empty() ? "" : ", ") + std::string(name);
  }
  if (!unexpected.empty())
    return fmt::format("{} got unexpected keyword arguments: {}", FlatSummary(f), unexpected);
  return "";
}

Value CallFlatSignature(ConcreteFunction& f, const std::vector<Value>& values) {
  std::vector<Val> tensors;
  for (size_t i = 0; i < values.size(); ++i) {
    const DType wanted = f.graph->dtype(f.graph->inputs_list[i]);
    if (IsVariable(values[i]) && wanted == DType::kResource) {
      tensors.push_back(AsVariable(values[i])->handle);
    } else if (IsTensor(values[i])) {
      tensors.push_back(ConvertToTensor(values[i]));
    } else if (IsVariable(values[i])) {
      RaiseText(&TypeErrorType,
                fmt::format("provided list of inputs contains objects other than 'EagerTensor'. Item {} is "
                            "type: ResourceVariable",
                            i));
    } else {
      RaiseText(&TypeErrorType,
                fmt::format("{}: expected argument #{}(zero-based) to be a Tensor; got {} ({}).",
                            FlatSummary(f), i, TypeOf(values[i])->name, Str(values[i])));
    }
  }
  return f.CallWithAnyShapes(tensors);
}

// The structured call: arguments as the function was traced with them, already cast.
Value CallStructured(ConcreteFunction& f, const std::vector<Value>& values) {
  return f.CallFlat(InputsOf(*f.type, values));
}

// What is wrong, which may be said with no words; none where the arguments fit the parameters. They are cast
// in place.
std::optional<std::string> BindStructured(const ConcreteFunction& f, Args args, std::vector<Value>* values) {
  std::string problem = BindPlain(f.type->parameters(), args, values);
  if (!problem.empty()) return problem;
  try {
    for (size_t i = 0; i < values->size(); ++i)
      (*values)[i] = CastTo(*f.type->parameters()[i].type, (*values)[i], /*allow_specs=*/true);
  } catch (const PyError& error) {
    if (!error.Matches(&ExceptionType)) throw;
    return Str(error.exception);
  }
  return {};
}

// TF: ConcreteFunction._call_impl: what does not fit the structured signature may fit the flat one.
Value CallIt(const Value& self, Args args) {
  const Ref<ConcreteFunction> f = self.as<ConcreteFunctionObject>()->function;
  std::vector<Value> values;
  const std::optional<std::string> problem = BindStructured(*f, args, &values);
  std::string first;
  if (!problem) {
    try {
      return CallStructured(*f, values);
    } catch (const PyError& error) {
      if (!error.Matches(&TypeErrorType)) throw;
      first = Str(error.exception);
    }
  } else {
    first = fmt::format(
        "Binding inputs to tf.function failed due to `{}`. Received args: {} and kwargs: {} for "
        "signature: {}.",
        *problem, ArgsText(args), KwargsText(args), f->type->ToString());
  }
  std::vector<Value> flat;
  std::string second = BindFlat(*f, args, &flat);
  if (second.empty()) {
    try {
      return CallFlatSignature(*f, flat);
    } catch (const PyError& error) {
      if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
      second = Str(error.exception);
    }
  } else {
    second += ".";
  }
  RaiseText(&TypeErrorType,
            fmt::format("{}\nFallback to flat signature also failed due to: {}", first, second));
}

// A number for a capture, long enough to look like the address that TensorFlow prints, and the same in each
// run.
int64_t CaptureId(size_t i) { return 140000000000000 + static_cast<int64_t>(i) * 48; }

std::string Pretty(const ConcreteFunction& f, bool verbose) {
  if (!verbose) return f.type->ToString();
  std::string text = "Input Parameters:\n";
  for (const Parameter& p : f.type->parameters())
    text += fmt::format("  {} ({}): {}\n", p.name, ParameterKindName(p.kind), p.type->Repr());
  text += fmt::format("Output Type:\n  {}\nCaptures:\n", f.type->output()->Repr());
  const std::vector<FuncGraph::Capture>& captures = f.graph->captures();
  // TensorFlow shows none of a function from a SavedModel.
  const bool shown = f.saved_inputs.is_undef();
  if (captures.empty() || !shown) text += "  None";
  for (size_t i = 0; shown && i < captures.size(); ++i) {
    const Val& v = captures[i].external;
    text += fmt::format("{}  {}: TensorSpec(shape={}, dtype=tf.{}, name=None)", i ? "\n" : "", CaptureId(i),
                        WithoutSymbols(v.shape()).ToString(), DTypeName(v.dtype()));
  }
  return text;
}

Value StrOf(const Value& self) { return MakeStr("ConcreteFunction " + Pretty(Self(self), true)); }
Value ReprOf(const Value& self) {
  return MakeStr(fmt::format("<ConcreteFunction {} at 0x{:X}>", Self(self).type->ToString(),
                             reinterpret_cast<uintptr_t>(self.object())));
}

constexpr TypeSpec Spec() {
  TypeSpec t{.name = "tensorflow.python.eager.polymorphic_function.concrete_function.ConcreteFunction",
             .size = sizeof(ConcreteFunctionObject),
             .attrs = offsetof(ConcreteFunctionObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = Dealloc;
  t.slots.traverse = Traverse;
  t.slots.call = CallIt;
  t.slots.str = StrOf;
  t.slots.repr = ReprOf;
  return t;
}

constexpr TypeSpec WrapperSpec() {
  return {.name = "tensorflow.python.saved_model.load._WrapperFunction",
          .base = &ConcreteFunctionType,
          .size = sizeof(ConcreteFunctionObject),
          .attrs = offsetof(ConcreteFunctionObject, attrs),
          .flags = kTypeGc};
}

Value ListOf(const ConcreteFunction& f, std::span<const ValueId> ids) {
  Value list = MakeList({});
  for (ValueId id : ids) ListAppend(list.as<ListObject>(), MakeTensor(Val(f.graph, id)));
  return list;
}
// The arguments' tensors, then those of the captures, Const nodes included.
Value GetInputs(Interp&, Args args) {
  const ConcreteFunction& f = Self(args[0]);
  std::vector<ValueId> ids(f.graph->inputs_list.begin(),
                           f.graph->inputs_list.begin() + static_cast<int64_t>(f.num_arguments()));
  for (const FuncGraph::Capture& c : f.graph->captures()) ids.push_back(c.internal.id());
  return ListOf(f, ids);
}
Value GetOutputs(Interp&, Args args) { return ListOf(Self(args[0]), Self(args[0]).graph->outputs_list); }
Value GetCaptured(Interp&, Args args) {
  Value list = MakeList({});
  // Also those that became Const nodes, as in TensorFlow.
  for (const FuncGraph::Capture& c : Self(args[0]).graph->captures())
    ListAppend(list.as<ListObject>(), MakeTensor(c.external));
  return list;
}
// Those alone that are inputs of the graph, for ops of the library that call it.
Value GetCapturedAsInputs(Interp&, Args args) {
  Value list = MakeList({});
  for (const Val& v : Self(args[0]).captures) ListAppend(list.as<ListObject>(), MakeTensor(v));
  return list;
}
Value GetStructuredInputs(Interp&, Args args) {
  const ConcreteFunction& f = Self(args[0]);
  if (!f.saved_inputs.is_undef()) return f.saved_inputs;
  std::vector<Value> positional;
  ObjRef<DictObject> keyword = ObjRef<DictObject>::Own(NewDict());
  const std::vector<Value> specs = f.StructuredSpecs();
  for (size_t i = 0; i < specs.size(); ++i) {
    const Parameter& p = f.type->parameters()[i];
    if (p.kind == Parameter::Kind::kKeywordOnly)
      DictSet(keyword.get(), p.name, specs[i]);
    else
      positional.push_back(specs[i]);
  }
  return MakeTuple(
      {MakeTuple(positional.data(), static_cast<int64_t>(positional.size())), keyword.ToValue()});
}
Value GetStructuredOutputs(Interp&, Args args) {
  const ConcreteFunction& f = Self(args[0]);
  return f.saved_outputs.is_undef() ? f.structured_outputs : f.saved_outputs;
}
Value GetOutputShapes(Interp&, Args args) {
  return MapStructure(Self(args[0]).structured_outputs, [](const Value& v) {
    return MakeShape(IsTensor(v) ? WithoutSymbols(ValOf(v).shape()) : Shape::UnknownRank());
  });
}
Value GetOutputDTypes(Interp&, Args args) {
  return MapStructure(Self(args[0]).structured_outputs,
                      [](const Value& v) { return IsTensor(v) ? MakeDType(ValOf(v).dtype()) : v; });
}
Value GetName(Interp&, Args args) { return MakeBytes(Self(args[0]).name); }
Value GetVariables(const ConcreteFunction& f) {
  std::vector<Value> found;
  for (const Value& ref : f.accessed_variables)
    if (Object* o = ref.as<WeakRefObject>()->target) found.push_back(Value::Borrow(o));
  return MakeTuple(found.data(), static_cast<int64_t>(found.size()));
}
Value GetVariablesOf(Interp&, Args args) { return GetVariables(Self(args[0])); }
Value GetPretty(Interp&, Args args) {
  static ArgParser parser("pretty_printed_signature", "self, verbose=True");
  Value v[2];
  parser.Parse(args, v);
  return MakeStr(Pretty(Self(v[0]), v[1].is_undef() || IsTrue(v[1])));
}
Value FunctionTypeOf(Interp&, Args args) { return Call(LookupTf("tf.__internal__.function_type"), args[0]); }
Value GetTypeParts(Interp&, Args args) {
  const ConcreteFunction& f = Self(args[0]);
  const Value captures = MakeList({});
  for (size_t i = 0; i < f.graph->captures().size(); ++i) {
    const Val& v = f.graph->captures()[i].external;
    ListAppend(captures.as<ListObject>(),
               MakeTuple({Value::Int(CaptureId(i)), MakeTensorSpec(v.dtype(), WithoutSymbols(v.shape()))}));
  }
  return TypeParts(*f.type, captures);
}
Value GetArgKeywords(Interp&, Args args) {
  Value list = MakeList({});
  for (const std::string& name : Self(args[0]).arg_names) ListAppend(list.as<ListObject>(), MakeStr(name));
  return list;
}

// A traced graph knows more of its function than one that is being traced.
Value GetGraph(Interp& interp, Args args) {
  const Value graph = MakeGraph(Self(args[0]).graph);
  SetAttr(graph, InternStr("structured_input_signature"), GetStructuredInputs(interp, args));
  SetAttr(graph, InternStr("structured_outputs"), GetStructuredOutputs(interp, args));
  for (const char* name : {"variables", "trainable_variables"})
    SetAttr(graph, InternStr(name), GetVariablesOf(interp, args));
  return graph;
}

const MethodDef kMethods[] = {
    {"graph", GetGraph, nullptr, nullptr, kProperty},
    {"inputs", GetInputs, nullptr, nullptr, kProperty},
    {"outputs", GetOutputs, nullptr, nullptr, kProperty},
    {"captured_inputs", GetCaptured, nullptr, nullptr, kProperty},
    {"_captured_as_inputs", GetCapturedAsInputs, nullptr, nullptr, kProperty},
    {"structured_input_signature", GetStructuredInputs, nullptr, nullptr, kProperty},
    {"structured_outputs", GetStructuredOutputs, nullptr, nullptr, kProperty},
    {"output_shapes", GetOutputShapes, nullptr, nullptr, kProperty},
    {"output_dtypes", GetOutputDTypes, nullptr, nullptr, kProperty},
    {"name", GetName, nullptr, nullptr, kProperty},
    {"variables", GetVariablesOf, nullptr, nullptr, kProperty},
    {"trainable_variables", GetVariablesOf, nullptr, nullptr, kProperty},
    {"function_type", FunctionTypeOf, nullptr, nullptr, kProperty},
    {"_type_parts", GetTypeParts, nullptr, nullptr, kProperty},
    {"_arg_keywords", GetArgKeywords, nullptr, nullptr, kProperty},
    {"pretty_printed_signature", GetPretty, "self, verbose=True"},
};

}  // namespace

constinit TypeObject ConcreteFunctionType(Spec());
constinit TypeObject WrapperFunctionType(WrapperSpec());
TP_REGISTER_HIDDEN_TYPE(ConcreteFunctionType);
TP_REGISTER_HIDDEN_TYPE(WrapperFunctionType);
TP_REGISTER_METHODS(ConcreteFunctionType, kMethods);

}  // namespace tp
