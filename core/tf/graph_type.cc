// tf.Graph and tf.Operation as Python sees a recorded graph: get_operations, as_graph_def, inputs, outputs,
// attributes. Only views: nothing is copied until it is asked for.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/ir/library.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"

namespace tp {
namespace {

FuncGraph& GraphIn(const Value& v) { return *v.as<GraphObject>()->graph; }
// What a GraphDef shows: the graph with what its gradient added to it.
Ref<Graph> ShownGraph(const Value& v) {
  const Ref<FuncGraph>& graph = v.as<GraphObject>()->graph;
  return graph->shown ? graph->shown : Ref<Graph>(graph);
}

// ---- operations
OperationObject* OpOf(const Value& v) { return v.as<OperationObject>(); }
const Graph& GraphOfOp(const Value& v) { return *OpOf(v)->graph; }

void DeallocOperation(Object* self) {
  static_cast<OperationObject*>(self)->graph.~Ref<FuncGraph>();
  FreeObject(self);
}
Value ReprOperation(const Value& self) {
  const OperationObject* op = OpOf(self);
  return MakeStr(fmt::format("<tf.Operation '{}' type={}>", op->graph->node_name(op->node),
                             op->graph->node(op->node).op->name()));
}
// The nodes that a node waits for, as its definition lists them.
std::vector<std::string> ControlNames(const Graph& graph, NodeId node) {
  std::vector<std::string> names;
  for (NodeId control : graph.controls(node)) names.emplace_back(graph.node_name(control));
  std::sort(names.begin(), names.end());
  return names;
}

int64_t HashOperation(const Value& self) {
  return static_cast<int64_t>(reinterpret_cast<size_t>(OpOf(self)->graph.get()) / 16 * 31 + OpOf(self)->node);
}
Value CompareOperation(const Value& self, const Value& other, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  const bool equal = IsExact(other, &OperationType) && OpOf(self)->graph == OpOf(other)->graph &&
                     OpOf(self)->node == OpOf(other)->node;
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}

Value OpName(Interp&, Args args) { return MakeStr(GraphOfOp(args[0]).node_name(OpOf(args[0])->node)); }
Value OpKind(Interp&, Args args) { return MakeStr(GraphOfOp(args[0]).node(OpOf(args[0])->node).op->name()); }
Value OpGraph(Interp&, Args args) { return MakeGraph(OpOf(args[0])->graph); }
Value OpDevice(Interp&, Args args) { return MakeStr(OpOf(args[0])->graph->DeviceOf(OpOf(args[0])->node)); }
Value OpInputs(Interp&, Args args) {
  const OperationObject* op = OpOf(args[0]);
  ListObject* list = NewList();
  for (ValueId input : op->graph->inputs(op->node)) ListAppend(list, MakeTensor(Val(op->graph, input)));
  return ToTuple(Value::Own(list));
}
Value OpOutputs(Interp&, Args args) {
  const OperationObject* op = OpOf(args[0]);
  ListObject* list = NewList();
  for (int i = 0; i < op->graph->node(op->node).num_outputs; ++i)
    ListAppend(list, MakeTensor(Val(op->graph, op->graph->output(op->node, i))));
  return Value::Own(list);
}
Value OpControls(Interp&, Args args) {
  const OperationObject* op = OpOf(args[0]);
  ListObject* list = NewList();
  for (NodeId control : op->graph->controls(op->node)) ListAppend(list, MakeOperation(op->graph, control));
  return Value::Own(list);
}
SmallVector<DType, 8> InputTypes(const Graph& graph, NodeId node) {
  SmallVector<DType, 8> types;
  for (ValueId input : graph.inputs(node)) types.push_back(graph.dtype(input));
  return types;
}
Value GetAttrOf(Interp&, Args args) {
  CheckArgs("get_attr", args, 2, 2);
  const OperationObject* op = OpOf(args[0]);
  const AttrValue value = op->graph->node(op->node).op->Attr(Str(args[1]), InputTypes(*op->graph, op->node),
                                                             op->graph->attrs(op->node));
  if (!value.has_value())
    RaiseText(&ValueErrorType, fmt::format("Operation '{}' has no attr named '{}'.",
                                           op->graph->node_name(op->node), Str(args[1])));
  const auto function = [](const FuncAttr& f) {
    return Call(LookupTf("tf.__internal__.NameAttrList"), MakeStr(f.graph() ? f.graph()->name() : ""));
  };
  if (const auto* one = value.As<FuncAttr>()) return function(*one);
  if (const auto* many = value.As<std::vector<FuncAttr>>()) {
    const Value list = MakeList({});
    for (const FuncAttr& f : *many) ListAppend(list.as<ListObject>(), function(f));
    return list;
  }
  return AttrToPython(value);
}

// `name`: what an input is called.
template <class F>
Value NodeDef(const Ref<Graph>& graph, NodeId node, const F& name) {
  static Value cls;
  if (cls.is_undef()) cls = LookupTf("tf.__internal__.NodeDef");
  ListObject* inputs = NewList();
  for (ValueId input : graph->inputs(node)) ListAppend(inputs, MakeStr(name(input)));
  for (const std::string& control : ControlNames(*graph, node)) ListAppend(inputs, MakeStr("^" + control));
  DictObject* attrs = NewDict();
  const Value attr_dict = Value::Own(attrs);
  const Node& info = graph->node(node);
  for (const AttrSet::Item& item : info.op->AllAttrs(InputTypes(*graph, node), graph->attrs(node)))
    DictSet(attrs, MakeStr(item.first), AttrToPython(item.second));
  const auto* traced = dynamic_cast<const FuncGraph*>(graph.get());  // gradients make graphs of their own
  if (traced && info.op->name() == "Placeholder") {
    const std::string_view name = traced->UserNameOf(graph->output(node));
    if (!name.empty()) DictSet(attrs, MakeStr("_user_specified_name"), MakeBytes(name));
  }
  if (traced &&
      std::count(traced->manual_controls.begin(), traced->manual_controls.end(), graph->node_name(node)))
    DictSet(attrs, MakeStr("_has_manual_control_dependencies"), Value::Bool(true));
  ArgList args({MakeStr(graph->node_name(node)), MakeStr(info.op->name()), Value::Own(inputs), attr_dict,
                MakeStr(traced ? traced->DeviceOf(node) : "")});
  return Call(cls, args);
}
Value NodeDef(const Ref<Graph>& graph, NodeId node) {
  return NodeDef(graph, node, [&](ValueId value) { return graph->value_name(value); });
}
Value OpNodeDef(Interp&, Args args) { return NodeDef(Ref<Graph>(OpOf(args[0])->graph), OpOf(args[0])->node); }

// What the definition of the op called `args[0]` says: name, inputs, outputs, attributes, whether it has
// effects.
Value OpDefParts(Interp&, Args args) {
  CheckArgs("op_def_parts", args, 1, 1);
  const OpInfo* op = OpRegistry::Find(Str(args[0]));
  if (!op) RaiseText(&ValueErrorType, fmt::format("No op is called {}", Repr(args[0])));
  const auto arguments = [](std::span<const ArgInfo> infos) {
    const Value list = MakeList({});
    for (const ArgInfo& a : infos)
      ListAppend(list.as<ListObject>(),
                 MakeTuple({MakeStr(a.name), a.dtype == DType::kInvalid ? Value::None() : MakeDType(a.dtype),
                            MakeStr(a.type_attr), MakeStr(a.number_attr), MakeStr(a.type_list_attr)}));
    return list;
  };
  static constexpr const char* kTypes[] = {"bool", "int",   "float",  "string",
                                           "type", "shape", "tensor", "func"};
  const Value attrs = MakeList({});
  for (const AttrInfo& a : op->attrs()) {
    const char* type = kTypes[static_cast<int>(a.type)];
    ListAppend(attrs.as<ListObject>(),
               MakeTuple({MakeStr(a.name), MakeStr(a.is_list ? fmt::format("list({})", type) : type)}));
  }
  return MakeTuple({MakeStr(op->name()), arguments(op->inputs()), arguments(op->outputs()), attrs,
                    Value::Bool(op->stateful())});
}
const MethodDef kInternal[] = {{"op_def_parts", OpDefParts, "op"}};
TP_REGISTER_FUNCTIONS(_tf, kInternal);

const MethodDef kOperationMethods[] = {
    {"name", OpName, nullptr, nullptr, kProperty},
    {"type", OpKind, nullptr, nullptr, kProperty},
    {"graph", OpGraph, nullptr, nullptr, kProperty},
    {"device", OpDevice, nullptr, nullptr, kProperty},
    {"inputs", OpInputs, nullptr, nullptr, kProperty},
    {"outputs", OpOutputs, nullptr, nullptr, kProperty},
    {"control_inputs", OpControls, nullptr, nullptr, kProperty},
    {"node_def", OpNodeDef, nullptr, nullptr, kProperty},
    {"get_attr", GetAttrOf, "self, name"},
};
// What is not written here is in the library.
Value GetOperationAttr(const Value& self, StrObject* name) {
  return AttrOrFromLibrary(self, name, "tf.__internal__.OperationMethods");
}
// Node definitions print as protocol buffers do.
Value StrOperation(const Value& self) {
  return MakeStr(Str(NodeDef(Ref<Graph>(OpOf(self)->graph), OpOf(self)->node)));
}
constexpr TypeSpec OperationSpec() {
  TypeSpec spec{.name = "tensorflow.python.framework.ops.Operation",
                .size = sizeof(OperationObject),
                .flags = kTypeNoSubclass};
  spec.slots.dealloc = DeallocOperation;
  spec.slots.repr = ReprOperation;
  spec.slots.str = StrOperation;
  spec.slots.hash = HashOperation;
  spec.slots.compare = CompareOperation;
  spec.slots.getattr = GetOperationAttr;
  return spec;
}

// ---- graphs
void DeallocGraph(Object* self) {
  auto* object = static_cast<GraphObject*>(self);
  GcUntrack(object);
  object->graph->object = nullptr;
  object->graph.~Ref<FuncGraph>();
  FreeObject(self);
}
void TraverseGraph(Object* self, GcVisitor& visit) { visit.Attrs(&static_cast<GraphObject*>(self)->attrs); }
Value ReprGraph(const Value& self) { return MakeStr(GraphIn(self).Describe()); }
Value CompareGraph(const Value& self, const Value& other, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  const bool equal = IsInstance(other, &GraphType) && &GraphIn(self) == &GraphIn(other);
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}
int64_t HashGraph(const Value& self) {
  return static_cast<int64_t>(reinterpret_cast<size_t>(&GraphIn(self)) / 16);
}

Value GraphName(Interp&, Args args) { return MakeStr(GraphIn(args[0]).name()); }
Value BuildingFunction(Interp&, Args args) { return Value::Bool(!GraphIn(args[0]).plain()); }
Value NumOperations(Interp&, Args args) {
  const FuncGraph& graph = GraphIn(args[0]);
  int64_t count = 0;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) count += !graph.erased(node);
  return Value::Int(count);
}
Value StoreOf(Interp&, Args args) {
  Value& store = GraphIn(args[0]).store;
  if (store.is_undef()) store = Value::Own(NewDict());
  return store;
}
Value NameScopeOf(Interp&, Args args) { return MakeStr(GraphIn(args[0]).name_scope()); }
Value IsFinalized(Interp&, Args args) { return Value::Bool(GraphIn(args[0]).finalized); }
Value Finalize(Interp&, Args args) {
  GraphIn(args[0]).finalized = true;
  return Value::None();
}
// tf.Graph()
Value NewGraph(TypeObject* type, Args args) {
  if (args.size() > 0 || type != &GraphType)
    Raise(&TypeErrorType, "tf.Graph() takes no arguments, and no classes derive from it");
  return MakeGraph(MakeRef<FuncGraph>("", Ref<FuncGraph>(), /*plain=*/true));
}
Value OuterGraph(Interp&, Args args) {
  const Ref<FuncGraph>& outer = GraphIn(args[0]).outer();
  return MakeGraph(outer ? outer : DefaultGraph());
}
Value Operations(Interp&, Args args) {
  const Ref<FuncGraph>& graph = args[0].as<GraphObject>()->graph;
  ListObject* list = NewList();
  for (NodeId node = 0; node < graph->num_nodes(); ++node)
    if (!graph->erased(node)) ListAppend(list, MakeOperation(graph, node));
  return Value::Own(list);
}
NodeId NodeNamed(const FuncGraph& graph, const std::string& name) {
  for (NodeId node = 0; node < graph.num_nodes(); ++node)
    if (!graph.erased(node) && graph.node_name(node) == name) return node;
  return kNoNode;
}
Value FindOperation(const Ref<FuncGraph>& graph, const std::string& name) {
  if (const NodeId node = NodeNamed(*graph, name); node != kNoNode) return MakeOperation(graph, node);
  RaiseText(&KeyErrorType, fmt::format("The name '{}' refers to an Operation not in the graph.", name));
}
Value OperationByName(Interp&, Args args) {
  CheckArgs("get_operation_by_name", args, 2, 2);
  return FindOperation(args[0].as<GraphObject>()->graph, Str(args[1]));
}
Value TensorByName(Interp&, Args args) {
  CheckArgs("get_tensor_by_name", args, 2, 2);
  const std::string name = Str(args[1]);
  const size_t colon = name.rfind(':');
  const Ref<FuncGraph>& graph = args[0].as<GraphObject>()->graph;
  const std::string op = name.substr(0, colon);
  const NodeId node = NodeNamed(*graph, op);
  constexpr std::string_view kForm = " Tensor names must be of the form \"<op_name>:<output_index>\".";
  if (colon == std::string::npos)
    RaiseText(&ValueErrorType, fmt::format("The name '{}' {}, not a Tensor.{}", name,
                                           node != kNoNode ? "refers to an Operation"
                                                           : "looks like an (invalid) Operation name",
                                           kForm));
  int index = 0;
  const char* const end = name.c_str() + name.size();
  const auto [at, error] = std::from_chars(name.c_str() + colon + 1, end, index);
  if (error != std::errc() || at != end || op.find(':') != std::string::npos)
    RaiseText(
        &ValueErrorType,
        fmt::format("The name '{}' looks a like a Tensor name, but is not a valid one.{}", name, kForm));
  const std::string missing =
      fmt::format("The name '{}' refers to a Tensor which does not exist. The operation, '{}', ", name, op);
  if (node == kNoNode) RaiseText(&KeyErrorType, missing + "does not exist in the graph.");
  const int count = static_cast<int>(graph->node(node).num_outputs);
  if (index < 0) index += count;
  if (index < 0 || index >= count)
    RaiseText(&KeyErrorType, fmt::format("{}exists but only has {} outputs.", missing, count));
  return MakeTensor(Val(graph, graph->output(node, index)));
}
Value AsGraphDef(Interp&, Args args) {
  const Ref<Graph> graph = ShownGraph(args[0]);
  ListObject* nodes = NewList();
  const Value list = Value::Own(nodes);
  for (NodeId node = 0; node < graph->num_nodes(); ++node)
    if (!graph->erased(node)) ListAppend(nodes, NodeDef(graph, node));
  return Call(LookupTf("tf.__internal__.GraphDef"), args[0], list);
}
Value ValuesOf(const Ref<FuncGraph>& graph, const std::vector<ValueId>& ids) {
  ListObject* list = NewList();
  for (ValueId id : ids) ListAppend(list, MakeTensor(Val(graph, id)));
  return Value::Own(list);
}
Value GraphInputs(Interp&, Args args) {
  // As TensorFlow counts them: what was captured by value is among them, too, in order of capture.
  const FuncGraph& graph = GraphIn(args[0]);
  std::vector<ValueId> ids;
  for (const ValueId id : graph.inputs_list)
    if (std::none_of(graph.captures().begin(), graph.captures().end(),
                     [&](const FuncGraph::Capture& c) { return c.internal.id() == id; }))
      ids.push_back(id);
  for (const FuncGraph::Capture& c : graph.captures()) ids.push_back(c.internal.id());
  return ValuesOf(args[0].as<GraphObject>()->graph, ids);
}
Value GraphOutputs(Interp&, Args args) {
  return ValuesOf(args[0].as<GraphObject>()->graph, GraphIn(args[0]).outputs_list);
}
Value GraphCaptures(Interp&, Args args) {
  ListObject* list = NewList();
  for (const FuncGraph::Capture& capture : GraphIn(args[0]).captures())
    ListAppend(list, MakeTuple({MakeTensor(capture.external), MakeTensor(capture.internal)}));
  return Value::Own(list);
}
// What was captured, as it is outside, or what stands for it inside.
template <bool outside>
Value CapturedValues(Interp&, Args args) {
  ListObject* list = NewList();
  for (const FuncGraph::Capture& c : GraphIn(args[0]).captures())
    ListAppend(list, MakeTensor(outside ? c.external : c.internal));
  return Value::Own(list);
}
Value GraphControls(Interp&, Args args) {
  const Ref<FuncGraph>& graph = args[0].as<GraphObject>()->graph;
  ListObject* list = NewList();
  for (NodeId node : graph->control_outputs) ListAppend(list, MakeOperation(graph, node));
  return Value::Own(list);
}
Value UniqueName(Interp&, Args args) {
  static ArgParser parser("unique_name", "self, name, mark_as_used=True");
  Value v[3];
  parser.Parse(args, v);
  return MakeStr(GraphIn(v[0]).UniqueNameInScope(Str(v[1]), v[2].is_undef() || IsTrue(v[2])));
}
Value CaptureInto(Interp&, Args args) {
  CheckArgs("capture", args, 2, 3);
  return MakeTensor(
      GraphIn(args[0]).CaptureValue(Context::Get(), ValOf(args[1]), args.size() > 2 ? Str(args[2]) : ""));
}

// Names of a function's arguments (graph_to_functiondef.cc): lower case, nothing but letters, digits and
// underscores, each one once.
class ArgumentNames {
 public:
  std::string operator()(std::string_view node) {
    std::string name;
    for (const char c : node) {
      const bool upper = c >= 'A' && c <= 'Z', plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!name.empty() || upper || (plain && c > '9'))
        name += upper ? static_cast<char>(c + 32) : plain ? c : '_';
    }
    if (name.empty()) name = "unknown";
    std::string unique = name;
    for (int i = 0; !used_.insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

 private:
  std::set<std::string> used_;
};

// "while/mul:z:0": an output of a node within a function, by the name that its op gives it.
std::string OutputWithin(const Graph& graph, ValueId value) {
  const NodeId node = graph.producer(value);
  const auto outputs = graph.node(node).op->outputs();
  int at = static_cast<int>(graph.value(value).index), left = static_cast<int>(graph.node(node).num_outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int after = static_cast<int>(outputs.size() - i) - 1;
    const int count = outputs[i].is_list() ? left - after : 1;
    if (at < count) return fmt::format("{}:{}:{}", graph.node_name(node), outputs[i].name, at);
    at -= count;
    left -= count;
  }
  return graph.value_name(value);
}

Value FunctionDef(const Ref<Graph>& graph) {
  ArgumentNames names;
  std::map<ValueId, std::string> arguments;
  std::set<NodeId> parameters;
  const Value inputs = MakeList({}), outputs = MakeList({}), nodes = MakeList({});
  const Value ret = Value::Own(NewDict()), control_ret = Value::Own(NewDict());
  const auto add = [&](const Value& list, const std::string& name, DType dtype) {
    ListAppend(list.as<ListObject>(), MakeTuple({MakeStr(name), MakeDType(dtype)}));
  };
  // Outputs are named first: an argument that goes out unchanged is "x_0", and "x" what goes out.
  std::vector<std::string> output_names;
  for (ValueId output : graph->outputs_list)
    output_names.push_back(names(graph->node_name(graph->producer(output))));
  for (ValueId input : graph->inputs_list) {
    const NodeId node = graph->producer(input);
    arguments[input] = names(graph->node_name(node));
    parameters.insert(node);
    add(inputs, arguments[input], graph->dtype(input));
  }
  const auto name_of = [&](ValueId value) {
    const auto argument = arguments.find(value);
    return argument != arguments.end() ? argument->second : OutputWithin(*graph, value);
  };
  for (size_t i = 0; i < graph->outputs_list.size(); ++i) {
    const ValueId output = graph->outputs_list[i];
    const std::string& name = output_names[i];
    add(outputs, name, graph->dtype(output));
    DictSet(ret.as<DictObject>(), MakeStr(name), MakeStr(name_of(output)));
  }
  for (NodeId node = 0; node < graph->num_nodes(); ++node)
    if (!graph->erased(node) && !parameters.count(node))
      ListAppend(nodes.as<ListObject>(), NodeDef(graph, node, name_of));
  for (NodeId node : graph->control_outputs)
    DictSet(control_ret.as<DictObject>(), MakeStr(graph->node_name(node)), MakeStr(graph->node_name(node)));
  return Call(LookupTf("tf.__internal__.FunctionDef"),
              ArgList({MakeStr(graph->name()), inputs, outputs, nodes, ret, control_ret}));
}

Value GraphFunctions(Interp&, Args args) {
  Value list = MakeList({});
  for (const Graph* g : LibraryOf(*ShownGraph(args[0]), /*with_replaced=*/true))
    ListAppend(list.as<ListObject>(), FunctionDef(Ref<Graph>(const_cast<Graph*>(g))));
  return list;
}

const MethodDef kGraphMethods[] = {
    {"_functions", GraphFunctions, nullptr, nullptr, kProperty},
    {"name", GraphName, nullptr, nullptr, kProperty},
    {"building_function", BuildingFunction, nullptr, nullptr, kProperty},
    {"finalized", IsFinalized, nullptr, nullptr, kProperty},
    {"finalize", Finalize, "self"},
    {"num_operations", NumOperations, "self"},
    {"get_name_scope", NameScopeOf, "self"},
    {"_store", StoreOf, nullptr, nullptr, kProperty},
    {"get_operations", Operations, "self"},
    {"get_operation_by_name", OperationByName, "self, name"},
    {"get_tensor_by_name", TensorByName, "self, name"},
    {"as_graph_def", AsGraphDef, "self"},
    {"unique_name", UniqueName, "self, name, mark_as_used=True"},
};
const MethodDef kFuncGraphMethods[] = {
    {"outer_graph", OuterGraph, nullptr, nullptr, kProperty},
    {"inputs", GraphInputs, nullptr, nullptr, kProperty},
    {"outputs", GraphOutputs, nullptr, nullptr, kProperty},
    {"captures", GraphCaptures, nullptr, nullptr, kProperty},
    {"external_captures", CapturedValues<true>, nullptr, nullptr, kProperty},
    {"internal_captures", CapturedValues<false>, nullptr, nullptr, kProperty},
    {"control_outputs", GraphControls, nullptr, nullptr, kProperty},
    {"capture", CaptureInto, "self, tensor, name=None"},
};
// What is not written here is in the library.
Value GetGraphAttr(const Value& self, StrObject* name) {
  return AttrOrFromLibrary(self, name, "tf.__internal__.GraphMethods");
}
constexpr TypeSpec GraphSpec(const char* name, TypeObject* base) {
  TypeSpec spec{.name = name,
                .base = base,
                .size = sizeof(GraphObject),
                .attrs = offsetof(GraphObject, attrs),
                .flags = kTypeGc | kTypeNoSubclass};
  spec.slots.new_object = NewGraph;
  spec.slots.getattr = GetGraphAttr;
  spec.slots.dealloc = DeallocGraph;
  spec.slots.traverse = TraverseGraph;
  spec.slots.repr = ReprGraph;
  spec.slots.compare = CompareGraph;
  spec.slots.hash = HashGraph;
  return spec;
}

}  // namespace

constinit TypeObject OperationType(OperationSpec());
constinit TypeObject GraphType(GraphSpec("tensorflow.python.framework.ops.Graph", nullptr));
constinit TypeObject FuncGraphType(GraphSpec("tensorflow.python.framework.func_graph.FuncGraph", &GraphType));
TP_REGISTER_HIDDEN_TYPE(OperationType);
TP_REGISTER_HIDDEN_TYPE(GraphType);
TP_REGISTER_HIDDEN_TYPE(FuncGraphType);
TP_REGISTER_METHODS(OperationType, kOperationMethods);
TP_REGISTER_METHODS(GraphType, kGraphMethods);
TP_REGISTER_METHODS(FuncGraphType, kFuncGraphMethods);

namespace {
const TfObject kObjects[] = {{"tf.Operation", [] { return TypeValue(&OperationType); }},
                             {"tf.Graph", [] { return TypeValue(&GraphType); }},
                             {"tf.__internal__.FuncGraph", [] { return TypeValue(&FuncGraphType); }}};
TP_TF_NAMES(kObjects);
}  // namespace

const Ref<FuncGraph>& DefaultGraph() {
  static const Ref<FuncGraph> graph = MakeRef<FuncGraph>("", nullptr, /*plain=*/true);
  return graph;
}

}  // namespace tp
