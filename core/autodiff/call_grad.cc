// Gradients of calls (TF: polymorphic_function/concrete_function.py). A function is differentiated once: the
// forward function gives the values that the backward one needs as further outputs.
#include "core/autodiff/kept.h"
#include "core/base/check.h"

namespace tp {

FunctionGradient GradientOfFunction(const Graph& function) {
  FunctionGradient result;
  result.forward = function.Clone();
  result.forward->set_name("__forward_" + function.name());
  const Ref<Graph>& source = result.forward;
  RegionBuilder backward(MakeRef<Graph>("__backward_" + function.name()), source);
  std::vector<ValueId> ys;
  std::vector<Val> grads;
  for (size_t i = 0; i < source->outputs_list.size(); ++i) {
    const ValueId output = source->outputs_list[i];
    if (!IsTrainable(source->dtype(output)) || source->dtype(output) == DType::kResource) continue;
    result.takes.push_back(static_cast<int>(i));
    ys.push_back(output);
    grads.push_back(backward.Input(source->dtype(output), source->shape(output)));
  }
  const std::vector<ValueId> xs = source->inputs_list;
  const std::vector<Val> gradients = Gradients(source, ys, xs, grads, backward);
  std::vector<NodeId> returned;
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!gradients[i]) continue;
    result.gives.push_back(static_cast<int>(i));
    const Val identity = backward.Op("Identity", {gradients[i]});
    returned.push_back(NodeOf(identity));
    backward.Output(identity);
  }
  for (const auto& capture : backward.captures()) {
    TP_CHECK(capture.external.graph() == source, "a function mentions a value of another graph");
    const int parameter = ParameterIndex(*source, capture.external.id());
    if (parameter >= 0) {
      result.captures.push_back({true, parameter});
      continue;
    }
    const ValueId wanted = source->Canonical(capture.external.id());
    size_t at = 0;
    while (at < source->outputs_list.size() && source->outputs_list[at] != wanted) ++at;
    if (at == source->outputs_list.size()) source->outputs_list.push_back(wanted);
    result.captures.push_back({false, static_cast<int>(at)});
  }
  AddControlEdges(*backward.graph(), returned);
  result.backward = backward.graph();
  result.backward_stateful = HasStatefulNodes(*result.backward);
  return result;
}

namespace {

std::vector<DType> OutputTypes(const Graph& graph) {
  std::vector<DType> types;
  for (ValueId output : graph.outputs_list) types.push_back(graph.dtype(output));
  return types;
}

}  // namespace

std::vector<Val> ApplyForward(OpBuilder& builder, const FunctionGradient& gradient, bool stateful,
                              std::span<const Val> inputs) {
  return builder.Ops(
      stateful ? "StatefulPartitionedCall" : "PartitionedCall", inputs,
      MakeAttrs({{"Tout", OutputTypes(*gradient.forward)}, {"f", FuncAttr(gradient.forward)}}));
}

std::vector<Val> ApplyBackward(OpBuilder& builder, const FunctionGradient& gradient,
                               std::span<const Val> inputs, std::span<const Val> outputs,
                               std::span<const Val> grads) {
  std::vector<Val> result(inputs.size());
  if (gradient.gives.empty()) return result;
  std::vector<Val> args;
  for (size_t i : gradient.takes)
    args.push_back(i < grads.size() && grads[i] ? grads[i] : ZerosLike(builder, outputs[i], false));
  for (const FunctionGradient::Capture& capture : gradient.captures)
    args.push_back(capture.is_input ? inputs[capture.index] : outputs[capture.index]);
  const std::vector<Val> given =
      builder.Ops(gradient.backward_stateful ? "StatefulPartitionedCall" : "PartitionedCall", args,
                  MakeAttrs({{"Tout", OutputTypes(*gradient.backward)}, {"f", FuncAttr(gradient.backward)}}));
  for (size_t i = 0; i < given.size(); ++i) result[gradient.gives[i]] = given[i];
  return result;
}

namespace {

void CallGrad(GradContext& g) {
  // A call that ran at once has kept nothing: who records it for a tape uses ApplyForward instead.
  TP_CHECK(g.output(0).symbolic(), "the gradient of a call that ran without a tape");
  const Ref<Graph> outer = g.output(0).graph();
  const NodeId call = NodeOf(g.output(0));
  const Attrs attrs(outer->node(call).attrs);
  const Graph* function = RegionOf(*attrs, "f");
  TP_CHECK(function != nullptr);
  const size_t had = outer->node(call).num_outputs;
  const FunctionGradient gradient = GradientOfFunction(*function);
  if (gradient.gives.empty()) return;
  const Graph& forward = *gradient.forward;
  std::vector<DType> types;
  std::vector<Shape> shapes;
  for (size_t i = had; i < forward.outputs_list.size(); ++i) {
    types.push_back(forward.dtype(forward.outputs_list[i]));
    shapes.push_back(forward.shape(forward.outputs_list[i]));
  }
  // Also without new outputs: a loop within may have got lists of its own.
  outer->SetAttrs(call,
                  WithMoreOutputs(*attrs, "Tout", types, shapes)->With("f", FuncAttr(gradient.forward)));
  if (!types.empty()) outer->AppendOutputs(call, types, shapes);
  std::vector<Val> inputs, outputs, grads;
  for (int i = 0; i < g.num_inputs(); ++i) inputs.push_back(g.input(i));
  for (int i = 0; i < g.num_outputs(); ++i) grads.push_back(g.grad(i));
  for (size_t i = 0; i < forward.outputs_list.size(); ++i)
    outputs.emplace_back(outer, outer->output(call, static_cast<int>(i)));
  const std::vector<Val> result = ApplyBackward(g.builder(), gradient, inputs, outputs, grads);
  for (size_t i = 0; i < result.size(); ++i)
    if (result[i]) g.Set(static_cast<int>(i), result[i]);
}

const RegisterGradient kCall("PartitionedCall", CallGrad), kStatefulCall("StatefulPartitionedCall", CallGrad);

}  // namespace
}  // namespace tp
