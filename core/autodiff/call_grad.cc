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

void CallGrad(GradContext& g) {
  const Ref<Graph> outer = g.output(0).graph();
  const NodeId call = NodeOf(g.output(0));
  const Attrs attrs(outer->node(call).attrs);
  const Graph* function = RegionOf(*attrs, "f");
  TP_CHECK(function != nullptr);
  const size_t had = outer->node(call).num_outputs;
  const FunctionGradient gradient = GradientOfFunction(*function);
  if (gradient.gives.empty()) return;
  const Graph& forward = *gradient.forward;
  if (forward.outputs_list.size() > had) {
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (size_t i = had; i < forward.outputs_list.size(); ++i) {
      types.push_back(forward.dtype(forward.outputs_list[i]));
      shapes.push_back(forward.shape(forward.outputs_list[i]));
    }
    outer->SetAttrs(call,
                    WithMoreOutputs(*attrs, "Tout", types, shapes)->With("f", FuncAttr(gradient.forward)));
    outer->AppendOutputs(call, types, shapes);
  } else {
    // A loop within may have got lists of its own.
    outer->SetAttrs(call, attrs->With("f", FuncAttr(gradient.forward)));
  }
  std::vector<Val> inputs;
  for (int i : gradient.takes) {
    if (i < g.num_outputs() && g.grad(i)) {
      inputs.push_back(g.grad(i));
      continue;
    }
    const Val output(outer, outer->output(call, i));
    inputs.push_back(ZerosLike(g.builder(), output, false));
  }
  for (const FunctionGradient::Capture& capture : gradient.captures)
    inputs.push_back(capture.is_input ? g.input(capture.index)
                                      : Val(outer, outer->output(call, capture.index)));
  std::vector<DType> types;
  for (ValueId output : gradient.backward->outputs_list) types.push_back(gradient.backward->dtype(output));
  const std::vector<Val> outputs =
      g.builder().Ops(gradient.backward_stateful ? "StatefulPartitionedCall" : "PartitionedCall", inputs,
                      MakeAttrs({{"Tout", types}, {"f", FuncAttr(gradient.backward)}}));
  for (size_t i = 0; i < outputs.size(); ++i) g.Set(gradient.gives[i], outputs[i]);
}

const RegisterGradient kCall("PartitionedCall", CallGrad), kStatefulCall("StatefulPartitionedCall", CallGrad);

}  // namespace
}  // namespace tp
