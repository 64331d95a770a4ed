// tf.custom_gradient where a function is differentiated as a graph: its IdentityN node names a gradient that
// is registered here (TensorFlow: gradient_override_map, ops.RegisterGradient). The Python function is traced
// into a function of its own, which the backward function calls.
#include "core/tf/custom_gradient.h"

#include <fmt/format.h>

#include "core/autodiff/gradients.h"
#include "core/interp/errors.h"
#include "core/ir/effects.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

// The value of `home` in the graph that is differentiated: `home` itself or a copy with the same names.
Val InSource(const Ref<Graph>& source, const Val& value) {
  if (value.graph() == source) return value;
  const Graph& home = *value.graph();
  const std::string name(home.node_name(home.producer(value.id())));
  for (NodeId id = 0; id < source->num_nodes(); ++id)
    if (!source->erased(id) && source->node_name(id) == name)
      return Val(source, source->output(id, static_cast<int>(home.value(value.id()).index)));
  RaiseNotSupported("a tf.custom_gradient whose gradient function uses a value of another function");
}

// What the traced gradient function takes from outside, as the differentiated graph has it.
Val FromOutside(const Ref<Graph>& source, const Ref<FuncGraph>& home, const Val& external) {
  if (external.symbolic() && external.graph().get() == home.get()) return InSource(source, external);
  if (const FuncGraph::Capture* capture = home->FindCapture(external))
    return InSource(source, capture->internal);
  if (external.symbolic() || external.dtype() == DType::kResource)
    RaiseNotSupported(
        "a tf.custom_gradient whose gradient function uses a variable that its function does not");
  return external;
}

std::vector<Val> Differentiate(const Value& backward, const Ref<FuncGraph>& home, size_t num_inputs,
                               RegionBuilder& builder, std::span<const Val> grads) {
  Context& context = Context::Get();
  auto region = MakeRef<FuncGraph>(fmt::format("{}_custom_gradient", home->name()), home);
  std::vector<Val> given, results;
  std::vector<NodeId> returned;
  {
    const Context::GraphScope open(region);
    const NoRecording quiet;
    ArgList args;
    for (const Val& grad : grads) {
      if (!grad.has_value()) {
        args.Add(Value::None());
        continue;
      }
      const Val parameter = context.Placeholder(*region, grad.dtype(), WithoutSymbols(grad.shape()), "grads");
      region->inputs_list.push_back(parameter.id());
      given.push_back(grad);
      args.Add(MakeTensor(parameter));
    }
    results = CustomGradients(Call(backward, args), num_inputs);
    for (Val& result : results) {
      if (!result.has_value()) continue;
      result = context.Op("Identity", {grad::Dense(context, result)});
      returned.push_back(region->producer(result.id()));
      region->outputs_list.push_back(result.id());
    }
  }
  if (returned.empty()) return std::vector<Val>(num_inputs);
  AddControlEdges(*region, returned);
  for (const FuncGraph::Capture& capture : region->captures())
    if (!capture.by_value) given.push_back(FromOutside(builder.source(), home, capture.external));
  std::vector<DType> types;
  for (ValueId output : region->outputs_list) types.push_back(region->dtype(output));
  bool stateful = false;
  for (NodeId id = 0; id < region->num_nodes(); ++id) stateful |= IsStateful(*region, id);
  const std::vector<Val> called =
      builder.Ops(stateful ? "StatefulPartitionedCall" : "PartitionedCall", given,
                  MakeAttrs({{"Tout", std::move(types)}, {"f", FuncAttr(Ref<Graph>(region))}}));
  size_t next = 0;
  for (Val& result : results) {
    if (!result.has_value()) continue;
    const Shape& shape = region->shape(region->outputs_list[next]);
    result = called[next++];
    if (!result.shape().IsFullyKnown()) result.graph()->SetShape(result.id(), WithoutSymbols(shape));
  }
  return results;
}

}  // namespace

void OverrideGradient(const Val& output, const Value& backward, size_t num_inputs) {
  FuncGraph* open = Context::Get().graph();
  if (!open || !output.symbolic() || output.graph().get() != open) return;
  const NodeId node = open->producer(output.id());
  const Ref<FuncGraph> home(open);
  const std::string name = RegisterCustomGradient(
      [backward, home, num_inputs](RegionBuilder& builder, std::span<const Val> grads) {
        return Differentiate(backward, home, num_inputs, builder, grads);
      });
  open->SetAttrs(node, Attrs(open->node(node).attrs)->With("_gradient_op_type", name));
}

}  // namespace tp
