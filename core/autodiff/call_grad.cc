// Gradients of calls (TF: polymorphic_function/concrete_function.py). A function is shown once: the
// forward function gives the values that the backward one needs as further outputs, and the call becomes one
// of the forward function. Where a gradient may be shown again by a tape (`higher_order`), the backward
// function takes gradients for those further outputs too.
#include "core/autodiff/kept.h"
#include "core/base/check.h"

namespace tp {
namespace {

// What Graph::gradient holds.
struct Kept : RefCounted {
  Ref<FunctionGradient> first, higher;
};

// The backward function that sees the first `count` outputs of `forward`, which gets what it lacks as further
// outputs.
void BuildBackward(FunctionGradient* result, size_t count) {
  const Ref<Graph>& source = result->forward;
  result->takes.clear();
  result->captures.clear();
  result->gives.clear();
  RegionBuilder backward(MakeRef<Graph>(result->backward_name), source);
  backward.set_copy_constants(false);
  std::vector<ValueId> ys;
  std::vector<Val> grads;
  for (size_t i = 0; i < count; ++i) {
    const ValueId output = source->outputs_list[i];
    if (!IsTrainable(source->dtype(output)) || source->dtype(output) == DType::kResource) continue;
    result->takes.push_back(static_cast<int>(i));
    ys.push_back(output);
    grads.push_back(backward.Input(source->dtype(output), source->shape(output)));
  }
  const std::vector<ValueId> xs = source->inputs_list;
  const std::vector<Val> gradients = Gradients(source, ys, xs, grads, backward);
  std::vector<NodeId> returned;
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!gradients[i]) continue;
    result->gives.push_back({static_cast<int>(i), gradients[i].slices() != nullptr});
    const auto give = [&](const Val& value) {
      const Val identity = backward.Op("Identity", {value});
      returned.push_back(NodeOf(identity));
      backward.Output(identity);
    };
    if (const SlicesVal* slices = gradients[i].slices()) {
      give(slices->values);
      give(slices->indices);
      give(slices->dense_shape);
    } else {
      give(gradients[i]);
    }
  }
  for (ValueId& output : source->outputs_list) output = source->Canonical(output);
  for (const auto& capture : backward.captures()) {
    TP_CHECK(capture.external.graph() == source, "a function mentions a value of another graph");
    const ValueId wanted = source->Canonical(capture.external.id());
    size_t at = 0;
    while (at < source->outputs_list.size() && source->outputs_list[at] != wanted) ++at;
    if (at == source->outputs_list.size()) source->outputs_list.push_back(wanted);
    result->captures.push_back(static_cast<int>(at));
  }
  AddControlEdges(*backward.graph(), returned);
  result->backward = backward.graph();
  result->backward_stateful = HasStatefulNodes(*result->backward);
}

}  // namespace

Ref<FunctionGradient> GradientOfFunction(Graph& function, bool higher_order) {
  if (!function.gradient.get()) function.gradient.SetOnce(MakeRef<Kept>());
  auto* kept = static_cast<Kept*>(function.gradient.get());
  Ref<FunctionGradient>& made = higher_order ? kept->higher : kept->first;
  if (made) return made;
  auto result = MakeRef<FunctionGradient>();
  result->forward = function.Clone();
  result->forward->set_name("__forward_" + function.name());
  result->backward_name = "__backward_" + function.name();
  const Graph& forward = *result->forward;
  size_t count = forward.outputs_list.size();
  BuildBackward(result.get(), count);
  // Once more, for as long as what it lacks is something that has a gradient itself.
  const auto more = [&] {
    for (size_t i = count; i < forward.outputs_list.size(); ++i)
      if (IsTrainable(forward.dtype(forward.outputs_list[i]))) return true;
    return false;
  };
  // Each round is one more order. A loop over lists may lack something without end: orders beyond are cut off.
  constexpr int kOrders = 6;
  for (int order = 0; higher_order && order < kOrders && more(); ++order) {
    count = forward.outputs_list.size();
    BuildBackward(result.get(), count);
  }
  result->num_outputs = static_cast<int>(higher_order ? forward.outputs_list.size() : count);
  function.shown = result->forward;
  made = std::move(result);
  return made;
}

namespace {

std::vector<DType> OutputTypes(const Graph& graph) {
  std::vector<DType> types;
  for (ValueId output : graph.outputs_list) types.push_back(graph.dtype(output));
  return types;
}

}  // namespace

std::vector<Val> GivenGradients(const FunctionGradient& gradient, std::span<const Val> given,
                                size_t num_inputs) {
  std::vector<Val> result(num_inputs);
  size_t next = 0;
  for (const FunctionGradient::Gives& to : gradient.gives) {
    result[to.input] = to.slices ? Val::Slices(given[next], given[next + 1], given[next + 2]) : given[next];
    next += to.slices ? 3 : 1;
  }
  return result;
}

std::vector<Val> ApplyBackward(OpBuilder& builder, const FunctionGradient& gradient, size_t num_inputs,
                               std::span<const Val> outputs, std::span<const Val> grads) {
  std::vector<Val> result(num_inputs);
  if (gradient.gives.empty()) return result;
  std::vector<Val> args;
  for (size_t i : gradient.takes)
    args.push_back(i < grads.size() && grads[i] ? grads[i] : ZerosLike(builder, outputs[i], false));
  for (int i : gradient.captures) args.push_back(outputs[i]);
  const Graph& backward = *gradient.backward;
  const std::vector<Val> given =
      builder.Ops(gradient.backward_stateful ? "StatefulPartitionedCall" : "PartitionedCall", args,
                  MakeAttrs({{"Tout", OutputTypes(backward)}, {"f", FuncAttr(gradient.backward)}}));
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i].symbolic() && !given[i].shape().IsFullyKnown())
      given[i].graph()->SetShape(given[i].id(), WithoutSymbols(backward.shape(backward.outputs_list[i])));
  return GivenGradients(gradient, given, num_inputs);
}

std::vector<Val> DifferentiateCall(OpBuilder& builder, size_t num_inputs, std::span<const Val> outputs,
                                   std::span<const Val> grads) {
  TP_CHECK(outputs[0].symbolic(), "the gradient of a call that ran without a tape");
  const Ref<Graph> outer = outputs[0].graph();
  const NodeId call = NodeOf(outputs[0]);
  const Attrs attrs(outer->node(call).attrs);
  const Ref<Graph> function(RegionOf(*attrs, "f"));
  TP_CHECK(function.get() != nullptr);
  const size_t had = outer->node(call).num_outputs;
  const Ref<FunctionGradient> gradient = GradientOfFunction(*function);
  if (gradient->gives.empty()) return std::vector<Val>(num_inputs);
  const Graph& forward = *gradient->forward;
  std::vector<DType> types;
  std::vector<Shape> shapes;
  for (size_t i = had; i < forward.outputs_list.size(); ++i) {
    types.push_back(forward.dtype(forward.outputs_list[i]));
    shapes.push_back(WithoutSymbols(forward.shape(forward.outputs_list[i])));
  }
  // Also without new outputs: a loop within may have got lists of its own.
  outer->replaced.push_back(function);
  outer->SetAttrs(call,
                  WithMoreOutputs(*attrs, "Tout", types, shapes)->With("f", FuncAttr(gradient->forward)));
  if (!types.empty()) outer->AppendOutputs(call, types, shapes);
  // Outputs that tapes know keep the ids by which they know them.
  std::vector<Val> all(outputs.begin(), outputs.end());
  for (size_t i = outputs.size(); i < forward.outputs_list.size(); ++i)
    all.emplace_back(outer, outer->output(call, static_cast<int>(i)));
  return ApplyBackward(builder, *gradient, num_inputs, all, grads);
}

namespace {

void CallGrad(GradContext& g) {
  std::vector<Val> outputs, grads;
  for (int i = 0; i < g.num_outputs(); ++i) outputs.push_back(g.output(i));
  for (int i = 0; i < g.num_outputs(); ++i) grads.push_back(g.grad(i));
  const std::vector<Val> result = DifferentiateCall(g.builder(), g.num_inputs(), outputs, grads);
  for (size_t i = 0; i < result.size(); ++i)
    if (result[i]) g.Set(static_cast<int>(i), result[i]);
}

const RegisterGradient kCall("PartitionedCall", CallGrad), kStatefulCall("StatefulPartitionedCall", CallGrad);

}  // namespace
}  // namespace tp
