// _tf.create_op, _tf.function_graph: what the library needs to convert a graph op by op (parallel_for/).
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

// create_op(kind, inputs, like): an op of the open graph with the attributes of the operation `like`. A list
// of its outputs, or the operation where it has none.
Value CreateOp(Interp&, Args args) {
  CheckArgs("create_op", args, 3, 3);
  Context& context = Context::Get();
  const auto* like = args[2].as<OperationObject>();
  std::vector<Val> inputs;
  ForEach(args[1], [&](Value item) { inputs.push_back(ConvertToTensor(item)); });
  std::vector<Val> outputs;
  try {
    outputs = context.Apply(RequireOp(Str(args[0])), inputs, Attrs(like->graph->node(like->node).attrs));
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
  if (outputs.empty()) {
    const Ref<FuncGraph> graph(context.graph());
    return MakeOperation(graph, static_cast<NodeId>(graph->num_nodes() - 1));
  }
  const Value list = MakeList({});
  for (Val& output : outputs) ListAppend(list.as<ListObject>(), MakeTensor(std::move(output)));
  return list;
}

// (graph, inputs, outputs)
Value Parts(const Ref<FuncGraph>& graph) {
  const auto tensors = [&](const std::vector<ValueId>& ids) {
    const Value list = MakeList({});
    for (ValueId id : ids) ListAppend(list.as<ListObject>(), MakeTensor(Val(graph, graph->Canonical(id))));
    return list;
  };
  return MakeTuple({MakeGraph(graph), tensors(graph->inputs_list), tensors(graph->outputs_list)});
}
// A region as a graph that Python looks at: itself, or a copy where no Python code made it.
Value AsFuncGraph(Graph& region) {
  if (auto* traced = dynamic_cast<FuncGraph*>(&region)) return Parts(Ref<FuncGraph>(traced));
  const auto copy = MakeRef<FuncGraph>(region.name(), Ref<FuncGraph>());
  copy->set_symbols(region.symbols());
  std::vector<ValueId> values(region.num_values(), kNoValue);
  std::vector<NodeId> nodes(region.num_nodes(), kNoNode);
  for (NodeId id = 0; id < region.num_nodes(); ++id) {
    if (region.erased(id)) continue;
    const Node& node = region.node(id);
    std::vector<ValueId> inputs;
    for (ValueId input : region.inputs(id)) inputs.push_back(values[region.Canonical(input)]);
    std::vector<NodeId> controls;
    for (NodeId control : region.controls(id))
      if (nodes[control] != kNoNode) controls.push_back(nodes[control]);
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      types.push_back(region.dtype(node.first_output + i));
      shapes.push_back(region.shape(node.first_output + i));
    }
    nodes[id] = copy->AddNode({.op = node.op,
                               .inputs = inputs,
                               .attrs = Attrs(node.attrs),
                               .controls = controls,
                               .output_types = types,
                               .output_shapes = shapes,
                               .name = region.node_name(id),
                               .position = node.position});
    for (uint32_t i = 0; i < node.num_outputs; ++i)
      values[node.first_output + i] = copy->output(nodes[id], static_cast<int>(i));
  }
  for (ValueId input : region.inputs_list) copy->inputs_list.push_back(values[region.Canonical(input)]);
  for (ValueId output : region.outputs_list) copy->outputs_list.push_back(values[region.Canonical(output)]);
  return Parts(copy);
}

// function_graph(op, attr): the graph of a function attribute with its inputs and outputs; a list of such for
// an attribute that is a list.
Value FunctionGraph(Interp&, Args args) {
  CheckArgs("function_graph", args, 2, 2);
  const auto* op = args[0].as<OperationObject>();
  const AttrValue* value = op->graph->attrs(op->node).Find(Str(args[1]));
  if (value) {
    if (const auto* one = value->As<FuncAttr>()) return AsFuncGraph(*one->graph());
    if (const auto* many = value->As<std::vector<FuncAttr>>()) {
      const Value list = MakeList({});
      for (const FuncAttr& f : *many) ListAppend(list.as<ListObject>(), AsFuncGraph(*f.graph()));
      return list;
    }
  }
  RaiseText(&ValueErrorType, "the operation has no function " + Repr(args[1]));
}

const MethodDef kFunctions[] = {
    {"create_op", CreateOp, "kind, inputs, like"},
    {"function_graph", FunctionGraph, "op, attr"},
};
TP_REGISTER_FUNCTIONS(_tf, kFunctions);

}  // namespace
}  // namespace tp
