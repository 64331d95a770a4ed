// The native functions at the bottom of the `tf` module (tf.constant, tf.convert_to_tensor, …), and the
// module `_tf` that the embedded library builds on: scopes, graphs, tapes, static values.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/interp/errors.h"
#include "core/interp/frame.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/interp/stager.h"
#include "core/ir/random_hook.h"
#include "core/ir/value_inference.h"
#include "core/lang/blocks.h"
#include "core/tf/apply_op.h"
#include "core/tf/custom_gradient.h"
#include "core/tf/module.h"
#include "core/tf/tensor_ops.h"
#include "core/trace/element.h"
#include "core/trace/structure.h"
#include "core/trace/tracer.h"

namespace tp {
namespace {

bool IsNone(const Value& v) { return v.is_undef() || v.is_none(); }

Value ConstantFunction(Interp&, Args args) {
  static ArgParser parser("@constant", "value, dtype=None, shape=None, name='Const'");
  Value v[4];
  parser.Parse(args, v);
  Context& context = Context::Get();
  const DType dtype = AsDTypeOrNone(v[1]);
  const bool graph = !context.executing_eagerly();
  const std::string name = IsNone(v[3]) ? "Const" : Str(v[3]);
  if (!graph) {
    Value result;
    if (IsTensor(v[0])) {
      if (ValOf(v[0]).symbolic()) return MakeTensor(ConvertToTensor(v[0]));
      if (dtype != DType::kInvalid && dtype != ValOf(v[0]).dtype())
        RaiseText(&TypeErrorType, fmt::format("Expected tensor {} with dtype {}, but got dtype {}.",
                                              ArrayStr(ValOf(v[0]).tensor()), Repr(MakeDType(dtype)),
                                              Repr(MakeDType(ValOf(v[0]).dtype()))));
      result = v[0];
    } else if (IsTensorShape(v[0])) {
      result = MakeTensor(TensorFromPython(ToList(v[0]), dtype, false));
    } else {
      result = MakeTensor(TensorFromPython(v[0], dtype, false));
    }
    if (IsNone(v[2])) return result;
    const tp::Shape shape = AsShape(v[2]);
    const Tensor& tensor = ValOf(result).tensor();
    if (shape == tensor.shape()) return result;
    const int64_t wanted = shape.IsFullyKnown() ? shape.num_elements() : -1;
    if (wanted == tensor.num_elements()) return MakeTensor(tensor.Reshaped(shape));
    if (tensor.num_elements() == 1)
      return CallOp("Fill", {ToList(MakeShape(shape)), MakeTensor(tensor.Reshaped({}))});
    RaiseText(&TypeErrorType,
              fmt::format("Eager execution of tf.constant with unsupported shape. Tensor {} (converted "
                          "from {}) has {} elements, but got `shape` {} with {} elements).",
                          ArrayStr(tensor), Str(v[0]), tensor.num_elements(), shape.ToString(), wanted));
  }
  Tensor tensor = TensorFromPython(v[0], dtype, true);
  if (!IsNone(v[2])) {
    const tp::Shape shape = AsShape(v[2]);
    if (shape.num_elements() == tensor.num_elements()) {
      tensor = tensor.Reshaped(shape);
    } else if (tensor.num_elements() == 1) {
      Tensor filled = Tensor::Allocate(tensor.dtype(), shape);
      const size_t size = DTypeSize(tensor.dtype());
      for (int64_t i = 0; i < filled.num_elements(); ++i) {
        if (tensor.dtype() == DType::kString)
          filled.data<std::string>()[i] = tensor.scalar<std::string>();
        else
          std::copy_n(static_cast<const char*>(tensor.raw_data()), size,
                      static_cast<char*>(filled.raw_data()) + i * size);
      }
      tensor = std::move(filled);
    } else {
      RaiseText(&TypeErrorType, fmt::format("Expected Tensor's shape: {}, but got {}.", shape.ToString(),
                                            tensor.shape().ToString()));
    }
  }
  return MakeTensor(context.Constant(tensor, name));
}

Value ConvertFunction(Interp&, Args args) {
  static ArgParser parser("@", "value, dtype=None, dtype_hint=None, name=None");
  Value v[4];
  parser.Parse(args, v);
  if (IsTensor(v[0]) && IsNone(v[1])) {
    if (ValOf(v[0]).symbolic() || Context::Get().executing_eagerly()) return v[0];
  }
  const DType dtype = AsDTypeOrNone(v[1]), hint = AsDTypeOrNone(v[2]);
  const std::string name = IsNone(v[3]) ? "Const" : Str(v[3]);
  if (IsTensor(v[0]) && !IsNone(v[3])) CheckDType(v[0], dtype, name + ": ");
  std::vector<Value> leaves;
  if (dtype == DType::kInvalid && hint != DType::kInvalid && (IsList(v[0]) || IsTuple(v[0])))
    Flatten(v[0], &leaves);
  // Tensors in a list become what the hint says, where they can.
  if (std::any_of(leaves.begin(), leaves.end(), IsTensor)) {
    try {
      return MakeTensor(ConvertToTensor(v[0], hint, DType::kInvalid, name));
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    }
  }
  return MakeTensor(ConvertToTensor(v[0], dtype, hint, name));
}

Value ExecutingEagerly(Interp&, Args args) {
  CheckNoArguments("executing_eagerly", args);
  return Value::Bool(Context::Get().executing_eagerly());
}
Value InsideFunction(Interp&, Args args) {
  CheckNoArguments("inside_function", args);
  return Value::Bool(Context::Get().inside_function());
}
Value IsTensorFunction(Interp& in, Args args) {
  if (args.size() != 1 || args.num_kw > 0) {
    static ArgParser parser("@is_tf_type", "x");
    Value x;
    parser.Parse(args, &x);
    return IsTensorFunction(in, {&x, 1});
  }
  if (IsTensor(args[0]) || IsVariable(args[0])) return Value::Bool(true);
  if (!args[0].is_object() || IsType(args[0])) return Value::Bool(false);
  return Value::Bool(!GetAttrOrUndef(args[0], "_tf_composite_tensor").is_undef() ||
                     !GetAttrOrUndef(args[0], "_should_act_as_resource_variable").is_undef());
}
Value CurrentScope(Interp&, Args args) {
  CheckNoArguments("get_current_name_scope", args);
  return MakeStr(Context::Get().scope());
}

// Is the value made by ops that TensorFlow's constant_value looks through (framework/tensor_util.py)?
bool IsStatic(const Graph& graph, ValueId id, int depth = 0) {
  const NodeId node = graph.producer(id);
  if (depth > 64 || graph.erased(node)) return false;
  const std::string_view op = graph.node(node).op->name();
  if (op == "Const") return true;
  if (op == "Shape" || op == "Size" || op == "Rank") return true;  // known where the shape is
  static constexpr std::string_view kThrough[] = {
      "Cast", "Range", "ConcatV2", "Pack",         "Unpack",          "Split",
      "Fill", "Equal", "NotEqual", "StopGradient", "CheckNumericsV2", "Identity"};
  if (std::find(std::begin(kThrough), std::end(kThrough), op) == std::end(kThrough)) return false;
  const auto inputs = graph.inputs(node);
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](ValueId input) { return IsStatic(graph, input, depth + 1); });
}

// A static value as a NumPy array, or None.
Value StaticValue(Interp& in, Args args) {
  static ArgParser parser("@constant_value", "tensor, partial=False");
  Value v[2];
  parser.Parse(args, v);
  if (!IsTensor(v[0])) return IsTrue(IsTensorFunction(in, {&v[0], 1})) ? Value::None() : v[0];
  const Val& val = ValOf(v[0]);
  const Tensor* value = val.constant();
  std::optional<ValueInference> inference;
  if (!value && val.symbolic() && IsStatic(*val.graph(), val.id()))
    value = inference.emplace(*val.graph(), val.graph()->runner()).Value(val.id());
  return value ? MakeArray(value->Clone(), true) : Value::None();
}

const TfFunction kFunctions[] = {
    {"tf.constant", {"constant", ConstantFunction, "value, dtype=None, shape=None, name='Const'"}},
    {"tf.convert_to_tensor",
     {"convert_to_tensor", ConvertFunction, "value, dtype=None, dtype_hint=None, name=None"}},
    {"tf.executing_eagerly", {"executing_eagerly", ExecutingEagerly, ""}},
    {"tf.inside_function", {"inside_function", InsideFunction, ""}},
    {"tf.is_tensor", {"is_tf_type", IsTensorFunction, "x"}},
    {"tf.get_current_name_scope", {"get_current_name_scope", CurrentScope, ""}},
    {"tf.get_static_value", {"constant_value", StaticValue, "tensor, partial=False"}},
};
TP_TF_NAMES(kFunctions);

const TfObject kObjects[] = {
    {"tf.__version__, tf.version.VERSION", [] { return MakeStr("2.21.0"); }},
    {"tf.keras.__version__", [] { return MakeStr("3.15.1"); }},
};
TP_TF_NAMES(kObjects);

// ---- the module _tf
// enter_scope(name, default=None): (scope with its slash, what exit_scope wants).
Value EnterScope(Interp&, Args args) {
  CheckArgs("enter_scope", args, 1, 1);
  std::string old;
  const std::string scope = Context::Get().EnterScope(IsNone(args[0]) ? "" : Str(args[0]), &old);
  return MakeTuple({MakeStr(scope), MakeStr(old)});
}
Value ExitScope(Interp&, Args args) {
  CheckArgs("exit_scope", args, 1, 1);
  Context::Get().ExitScope(Str(args[0]));
  return Value::None();
}
Value PushEager(Interp&, Args) {
  Context& context = Context::Get();
  context.PushGraph(context.OutsideOfFunctions());
  context.StopRecording();
  return Value::None();
}
Value PopEager(Interp&, Args) {
  Context& context = Context::Get();
  context.ResumeRecording();
  context.PopGraph();
  return Value::None();
}
Value PushGraph(Interp&, Args args) {
  CheckArgs("push_graph", args, 1, 1);
  if (!IsInstance(args[0], &GraphType)) Raise(&TypeErrorType, "push_graph() wants a graph");
  args[0].as<GraphObject>()->graph->set_runner(&Context::Get().runner());
  Context::Get().PushGraph(args[0].as<GraphObject>()->graph);
  return Value::None();
}
Value PopGraph(Interp&, Args) {
  Context::Get().PopGraph();
  return Value::None();
}
// The open graph; eagerly one that nothing is ever added to.
Value CurrentGraph(Interp&, Args) {
  if (FuncGraph* graph = Context::Get().graph()) return MakeGraph(Ref<FuncGraph>(graph));
  return MakeGraph(DefaultGraph());
}
// push_controls(list of operations and tensors): False where there is no graph.
Value PushControls(Interp&, Args args) {
  CheckArgs("push_controls", args, 1, 1);
  FuncGraph* graph = Context::Get().graph();
  if (!graph) return Value::Bool(false);
  std::vector<std::pair<Ref<FuncGraph>, NodeId>> nodes;
  if (IsNone(args[0])) {
    graph->control_stack.push_back({.before = {}, .clears = true});
    return Value::Bool(true);
  }
  // Eager tensors are there already.
  ForEach(args[0], [&](Value item) {
    if (IsInstance(item, &OperationType)) {
      nodes.emplace_back(item.as<OperationObject>()->graph, item.as<OperationObject>()->node);
    } else if (IsVariable(item)) {
      if (AsVariable(item)->parent_graph)
        nodes.emplace_back(AsVariable(item)->parent_graph, AsVariable(item)->parent_node);
    } else if (IsSymbolicTensor(item)) {
      FuncGraph* const made_in = GraphOf(ValOf(item));
      nodes.emplace_back(Ref<FuncGraph>(made_in), made_in->producer(ValOf(item).id()));
    }
  });
  for (const auto& [made_in, node] : nodes)
    if (made_in.get() == graph) graph->manual_controls.push_back(graph->node_name(node));
  graph->PushControls(nodes);
  return Value::Bool(true);
}
Value PopControls(Interp&, Args) {
  if (FuncGraph* graph = Context::Get().graph()) graph->control_stack.pop_back();
  return Value::None();
}
// set_device(name or None): what ops of the open graph are said to run on; gives what it was. Eagerly it is
// only kept.
Value SetDevice(Interp&, Args args) {
  CheckArgs("set_device", args, 1, 1);
  static std::string outside;
  FuncGraph* graph = Context::Get().graph();
  std::string& device = graph ? graph->device : outside;
  const Value old = MakeStr(device);
  device = IsNone(args[0]) ? "" : Str(args[0]);
  return old;
}
// Was any eager value made?
Value HasRun(Interp&, Args) { return Value::Bool(Context::Get().last_serial() != 0); }
// set_variable_creator(function or None): what tf.Variable(...) is handed to; gives what it was.
Value SetVariableCreator(Interp&, Args args) {
  CheckArgs("set_variable_creator", args, 1, 1);
  return std::exchange(VariableCreatorOfSpec(), args[0]);
}
Value IsSymbolicFunction(Interp&, Args args) {
  CheckArgs("is_symbolic", args, 1, 1);
  return Value::Bool(IsSymbolicTensor(args[0]));
}
Value IsVariableFunction(Interp&, Args args) {
  CheckArgs("is_variable", args, 1, 1);
  return Value::Bool(IsVariable(args[0]));
}
Value StopRecording(Interp&, Args) {
  Context::Get().StopRecording();
  return Value::None();
}
Value ResumeRecording(Interp&, Args) {
  Context::Get().ResumeRecording();
  return Value::None();
}
Value RecordingFunction(Interp&, Args) { return Value::Bool(Context::Get().recording()); }

std::vector<Val> ValsOf(const Value& list) {
  std::vector<Val> values;
  ForEach(list, [&](Value item) {
    if (IsVariable(item))
      values.push_back(AsVariable(item)->handle);
    else
      values.push_back(item.is_none() ? Val() : ConvertToTensor(item));
  });
  return values;
}

}  // namespace

std::vector<Val> CustomGradients(const Value& result, size_t num_inputs) {
  std::vector<Val> grads;
  if (IsList(result) || IsTuple(result))
    grads = ValsOf(result);
  else
    grads.push_back(result.is_none() ? Val() : ConvertToTensor(result));
  grads.resize(num_inputs);
  return grads;
}

namespace {

// record_custom(name, outputs, inputs, backward): `backward(*output_grads)` gives the inputs' gradients.
Value RecordCustom(Interp&, Args args) {
  CheckArgs("record_custom", args, 4, 4);
  const std::vector<Val> outputs = ValsOf(args[1]), inputs = ValsOf(args[2]);
  const Value backward = args[3];
  const size_t count = inputs.size();
  Context::Get().RecordCustom(Str(args[0]), inputs, outputs, [backward, count](std::span<const Val> grads) {
    ArgList list;
    for (const Val& grad : grads) list.Add(grad.has_value() ? MakeTensor(grad) : Value::None());
    return CustomGradients(Call(backward, list), count);
  });
  if (!outputs.empty()) OverrideGradient(outputs[0], backward, count);
  return Value::None();
}
Value WatchVariables(Interp&, Args) {
  Context::Get().variable_watchers.emplace_back();
  return Value::None();
}
Value UnwatchVariables(Interp&, Args) {
  Context& context = Context::Get();
  ListObject* list = NewList();
  for (const Value& variable : context.variable_watchers.back()) ListAppend(list, variable);
  context.variable_watchers.pop_back();
  return Value::Own(list);
}
// value_as_shape(tensor): integers of a vector that are known now, as a tf.TensorShape; -1 is an unknown dim.
Value ValueAsShape(Interp&, Args args) {
  CheckArgs("value_as_shape", args, 1, 1);
  const Val& val = ValOf(args[0]);
  Shape shape = Shape::UnknownRank();
  if (const Tensor* value = val.constant()) {
    shape = Shape();
    for (int64_t i = 0; i < value->num_elements(); ++i)
      shape.Append(std::max<int64_t>(ElementAsInt(*value, i), kUnknownDim));
  } else {
    shape = ValueInference(*val.graph(), val.graph()->runner()).AsShape(val.id());
  }
  if (!shape.has_rank() && val.shape().has_rank() && IsKnown(val.shape()[0])) {
    shape = Shape();
    for (Dim i = 0; i < val.shape()[0]; ++i) shape.Append(kUnknownDim);
  }
  return MakeShape(shape);
}
// A fresh eager value of the same elements: tapes see it as another one, which changes as the old one in
// forward mode.
Value FreshTensor(Interp&, Args args) {
  CheckArgs("fresh", args, 1, 1);
  if (!IsEagerTensor(args[0])) return args[0];
  const Value fresh = MakeTensor(ValOf(args[0]).tensor());
  for (Tape* tape : Context::Get().tapes())
    if (tape->forward() && tape->Tangent(ValOf(args[0])).has_value())
      tape->SetTangent(ValOf(fresh), tape->Tangent(ValOf(args[0])));
  return fresh;
}
Value LookupFunction(Interp&, Args args) {
  CheckArgs("lookup", args, 1, 1);
  return LookupTf(Str(args[0]));
}
Value WrapFunction(Interp&, Args args) {
  CheckArgs("wrap_when_used", args, 3, 3);
  WrapWhenUsed(args[0], Str(args[1]), args[2]);
  return Value::None();
}
Value NameFunction(Interp&, Args args) {
  CheckArgs("named_as", args, 2, 2);
  return NamedAs(args[0], Str(args[1]));
}
Value PrintFunction(Interp&, Args args) {
  CheckArgs("print", args, 2, 2);
  Context::Get().runner().Print(Str(args[0]), IsTrue(args[1]));
  return Value::None();
}
Value NextGraphSeed(Interp&, Args) {
  FuncGraph* graph = Context::Get().graph();
  return Value::Int(graph ? graph->next_seed++ : 0);
}
Value ResetRandom(Interp&, Args) {
  ResetRandomStreams();
  return Value::None();
}
Value WarnFunction(Interp& in, Args args) {
  CheckArgs("warn", args, 1, 1);
  in.out().Flush();
  in.err().Write("WARNING:tensorflow:" + Str(args[0]) + "\n");
  return Value::None();
}

// Is the code outside of the library that led here converted?
bool InConverted(const Interp& in) {
  const Frame* frame = in.frame;
  while (frame && frame->code->source->path.rfind("<tensorflow>/", 0) == 0) frame = frame->back;
  return frame && (frame->flags & kFrameConverted);
}
// Called by a function of the library: "FILE:LINE" where the spec calls that one as a statement, whose value
// nobody gets; else None.
Value DroppedAt(Interp& in, Args) {
  const Frame* frame = in.frame ? in.frame->back : nullptr;
  if (!frame || !frame->span || frame->code->source->path.starts_with('<')) return Value::None();
  const Source& source = *frame->code->source;
  const Span statement = ast::StatementAt(source.ast->body, frame->span->begin);
  if (statement.begin != frame->span->begin || statement.end != frame->span->end) return Value::None();
  return MakeStr(fmt::format("{}:{}", source.path, source.file().At(statement.begin).line));
}
Value InConvertedFunction(Interp& in, Args) { return Value::Bool(InConverted(in)); }
// Does call_converted(always, function, ...) convert? In a graph, where `always` says so or the caller is.
bool Converts(const Interp& in, Args args) {
  if (args.num_pos < 2) Raise(&TypeErrorType, "call_converted() needs a function");
  return Context::Get().graph() && (IsTrue(args[0]) || InConverted(in));
}
// Calls with the function's frame marked as converted.
Value CallConvertedFunction(Interp& in, Args args) {
  if (!Converts(in, args)) return Call(args[1], args.From(2));
  return CallConverted(args[1], args.From(2), true);
}
// The same for a function that is traced by itself: its errors get AutoGraph's words.
Value CallTracedFunction(Interp& in, Args args) {
  return CallTraced(args[1], args.From(2), Converts(in, args));
}

const MethodDef kInternal[] = {
    {"enter_scope", EnterScope, "name"},
    {"exit_scope", ExitScope, "old"},
    {"push_eager", PushEager, ""},
    {"pop_eager", PopEager, ""},
    {"push_graph", PushGraph, "graph"},
    {"pop_graph", PopGraph, ""},
    {"current_graph", CurrentGraph, ""},
    {"push_controls", PushControls, "inputs"},
    {"pop_controls", PopControls, ""},
    {"set_device", SetDevice, "name"},
    {"has_run", HasRun, ""},
    {"set_variable_creator", SetVariableCreator, "function"},
    {"is_symbolic", IsSymbolicFunction, "x"},
    {"is_variable", IsVariableFunction, "x"},
    {"stop_recording", StopRecording, ""},
    {"resume_recording", ResumeRecording, ""},
    {"recording", RecordingFunction, ""},
    {"record_custom", RecordCustom, "name, outputs, inputs, backward"},
    {"watch_variables", WatchVariables, ""},
    {"unwatch_variables", UnwatchVariables, ""},
    {"fresh", FreshTensor, "tensor"},
    {"value_as_shape", ValueAsShape, "tensor"},
    {"call_converted", CallConvertedFunction, "always, function, *args, **kwargs"},
    {"in_converted", InConvertedFunction, ""},
    {"dropped_at", DroppedAt, ""},
    {"call_traced", CallTracedFunction, "always, function, *args, **kwargs"},
    {"lookup", LookupFunction, "name"},
    {"wrap_when_used", WrapFunction, "module, name, make"},
    {"named_as", NameFunction, "function, name"},
    {"next_graph_seed", NextGraphSeed, ""},
    {"reset_random", ResetRandom, ""},
    {"print", PrintFunction, "text, to_stdout"},
    {"warn", WarnFunction, "text"},
};
TP_REGISTER_FUNCTIONS(_tf, kInternal);

}  // namespace
}  // namespace tp
