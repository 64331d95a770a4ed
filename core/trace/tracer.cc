#include "core/trace/tracer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/stager.h"
#include "core/ir/effects.h"
#include "core/trace/call_stack.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"
#include "core/trace/runs_as_is.h"
#include "core/trace/structure.h"
#include "core/trace/user_code.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

// What a call of a partial or of an instance leads to; kUndef for other callables.
Value Callee(const Value& f) {
  if (!f.is_object() || IsInstance(f, &TypeType)) return {};
  if (IsPartial(f)) return GetAttr(f, "func");
  return f.object()->type->is_heap() ? LookupSpecial(f, "__call__") : Value();
}

bool IsConvertible(const Value& f) {
  if (IsWeakMethod(f)) return IsConvertible(f.as<WeakMethodObject>()->func);
  if (IsInstance(f, &PyFunctionType)) return !RunsAsIs(f.as<FunctionObject>());
  if (IsInstance(f, &MethodType)) return IsConvertible(f.as<MethodObject>()->func);
  const Value callee = Callee(f);
  return !callee.is_undef() && IsConvertible(callee);
}

// While it lives, the next function that is called is converted.
class ConvertedCaller {
 public:
  explicit ConvertedCaller(bool converted) {
    if (converted) TheInterp().call_flags = kFrameConverted;
  }
  ~ConvertedCaller() { TheInterp().call_flags = 0; }
  ConvertedCaller(const ConvertedCaller&) = delete;
};

// The function without its method, and the arguments with the method's self in front.
Value CallPlainFunction(const Value& function, Args args, bool autograph) {
  Value f = IsWeakMethod(function) ? StrongMethod(function) : function;
  std::vector<Value> values;
  while (IsInstance(f, &MethodType)) {
    values.insert(values.begin(), f.as<MethodObject>()->self);
    f = f.as<MethodObject>()->func;
  }
  if (!IsInstance(f, &PyFunctionType)) {
    const ConvertedCaller caller(autograph && IsConvertible(f));
    return Call(IsWeakMethod(function) ? StrongMethod(function) : function, args);
  }
  values.insert(values.end(), args.values, args.values + args.num_pos + args.num_kw);
  const Args all{values.data(), static_cast<uint32_t>(values.size()) - args.num_kw, args.num_kw,
                 args.kw_names};
  return CallConverted(f, all, autograph && !RunsAsIs(f.as<FunctionObject>()));
}

// "f(x, y=2)": the function's name and signature, for the error about changed arguments.
std::string SignatureText(const Value& function) {
  const Value name = GetAttrOrUndef(function, "__qualname__");
  std::string text = name.is_undef() ? "function" : Str(name);
  const PySignature signature(function, Value());
  text += "(";
  bool first = true, star = false;
  for (size_t i = 0; i < signature.type().parameters().size(); ++i) {
    const Parameter& p = signature.type().parameters()[i];
    if (!first) text += ", ";
    first = false;
    if (p.kind == Parameter::Kind::kKeywordOnly && !star) {
      text += "*, ";
      star = true;
    }
    if (p.kind == Parameter::Kind::kVarPositional) star = true;
    text += p.kind == Parameter::Kind::kVarPositional ? "*"
            : p.kind == Parameter::Kind::kVarKeyword  ? "**"
                                                      : "";
    text += p.name;
    if (p.optional) text += "=" + Repr(signature.defaults()[i]);
  }
  return text + ")";
}

bool Changed(const Value& before, const Value& after) {
  if (!SameStructure(before, after)) return true;
  std::vector<Value> a, b;
  Flatten(before, &a);
  Flatten(after, &b);
  for (size_t i = 0; i < a.size(); ++i)
    if (!a[i].Is(b[i])) return true;
  return false;
}

void CheckMutation(const TraceRequest& request, const std::vector<Value>& before,
                   const std::vector<Value>& after) {
  std::string modified;
  for (size_t i = 0; i < before.size(); ++i)
    if (Changed(before[i], after[i]))
      modified += (modified.empty() ? "" : ", ") + request.type->parameters()[i].name;
  if (modified.empty()) return;
  RaiseText(&ValueErrorType, fmt::format("{} should not modify its Python input arguments. Modifying a copy "
                                         "is allowed. The following parameter(s) were modified: {}",
                                         SignatureText(request.function), modified));
}

// Names for the flat signature: a name that was taken gets _1, _2, …
std::vector<std::string> UniqueNames(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  std::vector<std::string> unique;
  for (const std::string& name : names) {
    std::string proposal = name;
    for (int n = 1; seen.count(proposal); ++n) proposal = fmt::format("{}_{}", name, n);
    seen.insert(proposal);
    unique.push_back(std::move(proposal));
  }
  return unique;
}

}  // namespace

Value CallTraced(const Value& function, Args args, bool autograph) {
  try {
    return CallPlainFunction(function, args, autograph);
  } catch (const PyError& error) {
    // Only code that was converted has frames to show.
    if (!autograph || !IsConvertible(function) || !error.Matches(&ExceptionType)) throw;
    // What converted code made is not converted once more: its frames are those of the function around it.
    if (IsInstance(function, &PyFunctionType) && function.as<FunctionObject>()->in_converted) throw;
    const Value wrapped = InUserCode(error);
    RaiseException(wrapped);
  }
}

int NextFunctionNumber() {
  static int next = 0;
  return ++next;
}

Ref<ConcreteFunction> Trace(const TraceRequest& request) {
  Context& context = Context::Get();
  auto result = MakeRef<ConcreteFunction>();
  auto graph = MakeRef<FuncGraph>(request.name, Ref<FuncGraph>(context.graph()));
  result->graph = graph;
  if (request.creation) request.creation->graph = graph.get();
  const Context::GraphScope scope(graph);
  const VariableCreationScope creation(request.creation);

  PlaceholderMaker maker(*graph);
  std::vector<Value> arguments;
  std::vector<size_t> ends;  // of each parameter's inputs
  for (size_t i = 0; i < request.values.size(); ++i) {
    const Parameter& p = request.type->parameters()[i];
    arguments.push_back(maker.Make(*p.type, request.values[i], p.name));
    ends.push_back(graph->inputs_list.size());
  }
  maker.MakeAgain();
  // Nodes stand in the order of parameters, inputs in their own.
  const std::vector<ValueId> made(graph->inputs_list.begin(), graph->inputs_list.end());
  const std::vector<ValueId> inputs = InInputOrder<ValueId>(*request.type, made, ends);
  graph->inputs_list.assign(inputs.begin(), inputs.end());
  const StackId definition = StackAtDefinition(request.function);
  for (NodeId id = 0; id < graph->num_nodes(); ++id) graph->set_position(id, definition);
  const size_t num_arguments = graph->inputs_list.size();
  std::vector<Shape> shapes;
  for (const ValueId input : inputs) shapes.push_back(graph->shape(input));
  result->arg_names = UniqueNames(InInputOrder<std::string>(*request.type, maker.names(), ends));
  result->placeholder_names = maker.names();
  std::vector<Value> before;
  for (const Value& argument : arguments)
    before.push_back(MapStructure(argument, [](const Value& leaf) { return leaf; }));
  // Objects that a type refers to weakly are not kept alive.
  for (size_t i = 0; i < before.size(); ++i)
    result->structured_inputs.push_back(MapStructure(before[i], [](const Value& leaf) {
      TypeContext context;
      const bool weak = leaf.is_object() && !IsTensor(leaf) && !IsVariable(leaf) && !IsDType(leaf) &&
                        !IsComposite(leaf) && SupportsWeakRefs(leaf.object()) &&
                        LookupSpecial(leaf, "__tf_tracing_type__").is_undef() &&
                        TypeOfValue(leaf, context)->kind() == TraceType::Kind::kObject;
      return weak ? MakeWeakRef(leaf) : leaf;
    }));

  Value outputs;
  {
    const ArgList args = request.signature->ToCall(*request.type, arguments);
    outputs = CallTraced(request.function, args, request.autograph);
  }
  for (size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i] != graph->shape(inputs[i])) result->declared_shapes = shapes;
  // Variables are read before anything else is converted.
  const std::function<Value(const Value&)> read = [&](const Value& leaf) {
    if (IsListForNest(leaf)) return MapStructure(ToList(leaf), read);
    return IsVariable(leaf) ? MakeTensor(ReadVariable(AsVariable(leaf))) : leaf;
  };
  outputs = MapStructure(outputs, read);
  // Every tensor that is returned passes through an Identity of its own.
  std::vector<NodeId> returned;
  outputs = MapStructure(outputs, [&](const Value& leaf) -> Value {
    if (leaf.is_none()) return leaf;
    const auto give = [&](const Val& value) {
      const Val identity = context.Op("Identity", {value});
      returned.push_back(identity.graph()->producer(identity.id()));
      return identity;
    };
    if (IsComposite(leaf)) return MapComponents(leaf, give);
    Val value;
    try {
      const Value flow =
          leaf.is_object() && !IsTensor(leaf) ? GetAttrOrUndef(leaf, "_returned_flow") : Value();
      value = ConvertToTensor(flow.is_undef() ? leaf : flow);
    } catch (const PyError& error) {
      if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
      RaiseText(
          &TypeErrorType,
          fmt::format(
              "To be compatible with tf.function, Python functions must return zero or more Tensors or "
              "ExtensionTypes or None values; in "
              "compilation of {}, found return value of type {}, which is not a Tensor or ExtensionType.",
              Str(IsInstance(request.function, &MethodType) ? request.function.as<MethodObject>()->func
                                                            : request.function),
              TypeOf(leaf)->name));
    }
    return MakeTensor(give(value));
  });
  CheckMutation(request, before, arguments);
  result->structured_outputs = outputs;
  for (const Val& output : TensorsIn(outputs)) {
    result->output_map.push_back(static_cast<int>(graph->outputs_list.size()));
    graph->outputs_list.push_back(output.id());
  }
  AddControlEdges(*graph, returned);

  TP_CHECK(graph->inputs_list.size() >= num_arguments, "inputs of a function");
  for (const FuncGraph::Capture& c : graph->captures())
    if (!c.by_value) result->captures.push_back(c.external);
  TP_CHECK(result->captures.size() + num_arguments == graph->inputs_list.size(), "captures of a function");
  result->accessed_variables = graph->accessed_variables;
  bool stateful = false;
  for (NodeId id = 0; id < graph->num_nodes(); ++id) stateful |= IsStateful(*graph, id);
  result->type = MakeRef<FunctionType>(
      std::vector<Parameter>(request.type->parameters().begin(), request.type->parameters().end()));
  TypeContext output_context;
  result->type->set_output(TypeOfValue(outputs, output_context));
  result->name = fmt::format("__inference_{}_{}", request.name, NextFunctionNumber());
  result->callable = MakeRef<CallableGraph>(graph, result->name, stateful);
  return result;
}

}  // namespace tp
