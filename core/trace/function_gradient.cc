// Gradients of called functions. A call that a tape records runs a forward variant of the graph, whose
// outputs are the function's and what the backward graph will need; the backward graph is a function of its
// own, from the gradients of the outputs and those values to the gradients of the inputs (TensorFlow:
// concrete_function.py, _TapeGradientFunctions; ops/gradients_util.py).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/interp/errors.h"
#include "core/ir/effects.h"
#include "core/trace/concrete_function.h"
#include "core/trace/errors.h"
#include "core/trace/tracer.h"

namespace tp {

// Made once for a function, at its first recorded call.
class FunctionGradient : public RefCounted {
 public:
  Ref<ConcreteFunction> forward;  // outputs: the function's, then `intermediates`
  Ref<ConcreteFunction>
      backward;  // inputs: gradients of the differentiable outputs, then what it keeps of the forward run
  std::vector<int> differentiable;  // which outputs of the function have a gradient input
  // Where the backward graph's captured inputs come from: an input of the forward graph (>= 0), or an output
  // of it behind the function's own (~k).
  std::vector<int> kept;
  std::vector<int> grad_of_input;  // for each forward input, which output of `backward`; -1: none
};

namespace {

Ref<FuncGraph> CloneGraph(const FuncGraph& from, const std::string& name) {
  auto graph = MakeRef<FuncGraph>(name, from.outer());
  for (NodeId id = 0; id < from.num_nodes(); ++id) {
    TP_CHECK(!from.erased(id), "a traced graph has erased nodes");
    const Node& node = from.node(id);
    std::vector<DType> types;
    std::vector<tp::Shape> shapes;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      types.push_back(from.dtype(from.output(id, static_cast<int>(i))));
      shapes.push_back(from.shape(from.output(id, static_cast<int>(i))));
    }
    const NodeId copy =
        graph->AddNode({.op = node.op,
                        .inputs = from.inputs(id),
                        .attrs = Attrs(&from.attrs(id)),
                        .output_types = types,
                        .output_shapes = shapes,
                        .name = node.name ? std::string_view(from.node_name(id)) : std::string_view(),
                        .position = from.position(id)});
    TP_CHECK(copy == id && graph->node(copy).first_output == node.first_output,
             "a clone numbers as its original");
    graph->UniqueName(from.node_name(id));
  }
  for (NodeId id = 0; id < from.num_nodes(); ++id)
    for (NodeId before : from.controls(id)) graph->AddControl(id, before);
  graph->inputs_list = from.inputs_list;
  graph->outputs_list = from.outputs_list;
  graph->control_outputs = from.control_outputs;
  return graph;
}

// Sums the gradients that reach one value.
Val AddUp(std::vector<Val>& grads) {
  if (grads.size() > 1) grads = {Context::Get().Ops("AddN", grads)[0]};
  return grads[0];
}

// Records into the open graph the gradients of `xs` from those of `ys`: nodes of `forward` in reverse program
// order, as far as they lie between the two.
std::vector<Val> Differentiate(const Ref<FuncGraph>& forward, std::span<const ValueId> ys,
                               std::span<const Val> y_grads, std::span<const ValueId> xs) {
  Context& context = Context::Get();
  const NodeId count = static_cast<NodeId>(forward->num_nodes());
  // Which values depend on the xs.
  std::vector<bool> depends(forward->num_values(), false);
  for (ValueId x : xs) depends[x] = true;
  for (NodeId id = 0; id < count; ++id) {
    const auto inputs = forward->inputs(id);
    const bool any = std::any_of(inputs.begin(), inputs.end(), [&](ValueId v) {
      return depends[v] && IsDifferentiable(forward->dtype(v));
    });
    if (!any) continue;
    for (uint32_t i = 0; i < forward->node(id).num_outputs; ++i)
      depends[forward->output(id, static_cast<int>(i))] = true;
  }
  std::unordered_map<ValueId, std::vector<Val>> grads;
  for (size_t i = 0; i < ys.size(); ++i)
    if (depends[ys[i]]) grads[ys[i]].push_back(y_grads[i]);
  std::vector<bool> is_x(forward->num_values(), false);
  for (ValueId x : xs) is_x[x] = true;
  for (NodeId id = count; id-- > 0;) {
    const Node node = forward->node(id);
    if (node.op->name() == "Placeholder" || node.num_outputs == 0) continue;
    std::vector<Val> inputs, outputs, output_grads;
    bool any = false;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      const ValueId out = forward->output(id, static_cast<int>(i));
      outputs.emplace_back(Ref<Graph>(forward), out);
      const auto found = grads.find(out);
      if (found != grads.end() && !found->second.empty()) {
        output_grads.push_back(AddUp(found->second));
        any = true;
      } else {
        output_grads.emplace_back();
      }
    }
    if (!any) continue;
    const std::vector<ValueId> input_ids(forward->inputs(id).begin(), forward->inputs(id).end());
    std::vector<bool> skipped;
    bool wanted = false;
    for (ValueId v : input_ids) {
      inputs.emplace_back(Ref<Graph>(forward), v);
      const bool skip = !(depends[v] && IsDifferentiable(forward->dtype(v)));
      skipped.push_back(skip);
      wanted |= !skip;
    }
    if (!wanted) continue;
    const GradFn gradient = GradientOf(*node.op);
    if (!gradient) {
      if (node.op->def().no_gradient) continue;
      RaiseText(&LookupErrorType, fmt::format("gradient registry has no entry for: {}", node.op->name()));
    }
    const Attrs attrs(&forward->attrs(id));
    GradContext g(context, *node.op, *attrs, inputs, outputs, output_grads);
    g.set_skipped(skipped);
    gradient(g);
    for (size_t i = 0; i < input_ids.size(); ++i)
      if (g.result()[i].has_value() && !skipped[i]) grads[input_ids[i]].push_back(g.result()[i]);
  }
  std::vector<Val> result;
  for (ValueId x : xs) {
    const auto found = grads.find(x);
    if (found == grads.end() || found->second.empty())
      result.emplace_back();
    else
      result.push_back(AddUp(found->second));
  }
  return result;
}

Ref<FunctionGradient> MakeGradient(const ConcreteFunction& function) {
  Context& context = Context::Get();
  auto gradient = MakeRef<FunctionGradient>();
  const std::string plain = function.graph->name();
  Ref<FuncGraph> forward_graph = CloneGraph(*function.graph, "__forward_" + plain);
  auto backward_graph = MakeRef<FuncGraph>("__backward_" + plain, forward_graph);
  std::vector<ValueId> ys, xs;
  for (size_t i = 0; i < forward_graph->outputs_list.size(); ++i)
    if (IsDifferentiable(forward_graph->dtype(forward_graph->outputs_list[i]))) {
      gradient->differentiable.push_back(static_cast<int>(i));
      ys.push_back(forward_graph->outputs_list[i]);
    }
  std::vector<size_t> x_inputs;
  for (size_t i = 0; i < forward_graph->inputs_list.size(); ++i)
    if (IsDifferentiable(forward_graph->dtype(forward_graph->inputs_list[i]))) {
      xs.push_back(forward_graph->inputs_list[i]);
      x_inputs.push_back(i);
    }
  std::vector<Val> x_grads;
  {
    const NoRecording quiet;
    const Context::GraphScope scope(backward_graph);
    std::vector<Val> y_grads;
    for (ValueId y : ys) {
      y_grads.push_back(context.Placeholder(*backward_graph, forward_graph->dtype(y),
                                            WithoutSymbols(forward_graph->shape(y)), "gradients"));
      backward_graph->inputs_list.push_back(y_grads.back().id());
    }
    x_grads = Differentiate(forward_graph, ys, y_grads, xs);
    std::vector<NodeId> returned;
    gradient->grad_of_input.assign(forward_graph->inputs_list.size(), -1);
    for (size_t i = 0; i < xs.size(); ++i) {
      if (!x_grads[i].has_value()) continue;
      const Val identity = context.Op("Identity", {context.Captured(x_grads[i])});
      returned.push_back(identity.graph()->producer(identity.id()));
      gradient->grad_of_input[x_inputs[i]] = static_cast<int>(backward_graph->outputs_list.size());
      backward_graph->outputs_list.push_back(identity.id());
    }
    AddControlEdges(*backward_graph, returned);
  }
  // What the backward graph captured of the forward one.
  const size_t own_outputs = forward_graph->outputs_list.size();
  std::vector<Val> outer_captures;
  for (const FuncGraph::Capture& c : backward_graph->captures()) {
    if (c.by_value) continue;
    if (c.external.symbolic() && c.external.graph() == Ref<Graph>(forward_graph)) {
      const ValueId value = forward_graph->Canonical(c.external.id());
      const auto input =
          std::find(forward_graph->inputs_list.begin(), forward_graph->inputs_list.end(), value);
      if (input != forward_graph->inputs_list.end()) {
        gradient->kept.push_back(static_cast<int>(input - forward_graph->inputs_list.begin()));
      } else {
        gradient->kept.push_back(~static_cast<int>(forward_graph->outputs_list.size() - own_outputs));
        forward_graph->outputs_list.push_back(value);
      }
    } else {
      TP_CHECK(false, "a backward graph captured a value from outside of its forward graph");
    }
  }
  for (ValueId& v : forward_graph->outputs_list) v = forward_graph->Canonical(v);
  auto wrap = [&](const Ref<FuncGraph>& graph, const char* prefix) {
    auto f = MakeRef<ConcreteFunction>();
    f->graph = graph;
    f->name = fmt::format("{}{}_{}", prefix, plain, NextFunctionNumber());
    f->type = MakeRef<FunctionType>();
    f->structured_outputs = Value::None();
    for (NodeId id = 0; id < graph->num_nodes(); ++id)
      f->stateful |= !graph->erased(id) && IsStateful(*graph, id);
    return f;
  };
  gradient->forward = wrap(forward_graph, "__forward_");
  gradient->backward = wrap(backward_graph, "__backward_");
  return gradient;
}

}  // namespace

std::vector<Val> CallWithGradient(ConcreteFunction& function, std::span<const Val> arguments) {
  if (!function.gradient) {
    try {
      function.gradient = MakeGradient(function);
    } catch (const OpError& error) {
      RaiseStatus(error.status);
    }
  }
  const Ref<FunctionGradient> gradient(static_cast<FunctionGradient*>(function.gradient.get()));
  Context& context = Context::Get();
  std::vector<Val> inputs(arguments.begin(), arguments.end());
  inputs.insert(inputs.end(), function.captures.begin(), function.captures.end());
  std::vector<Val> all;
  {
    const NoRecording quiet;
    all = gradient->forward->Run(inputs);
  }
  const size_t own = function.graph->outputs_list.size();
  std::vector<Val> outputs(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own));
  std::vector<Val> kept;
  for (int k : gradient->kept)
    kept.push_back(k >= 0 ? inputs[static_cast<size_t>(k)] : all[own + static_cast<size_t>(~k)]);
  context.RecordCustom(function.name, inputs, outputs, [gradient, outputs, kept](std::span<const Val> grads) {
    Context& context = Context::Get();
    std::vector<Val> given;
    // The backward function takes a gradient for every differentiable output: zeros where there is none.
    for (int i : gradient->differentiable)
      given.push_back(grads[static_cast<size_t>(i)].has_value()
                          ? grads[static_cast<size_t>(i)]
                          : ZerosLike(context, outputs[static_cast<size_t>(i)]));
    given.insert(given.end(), kept.begin(), kept.end());
    const std::vector<Val> results = gradient->backward->RunRecorded(given);
    std::vector<Val> of_inputs;
    for (int i : gradient->grad_of_input)
      of_inputs.push_back(i >= 0 ? results[static_cast<size_t>(i)] : Val());
    return of_inputs;
  });
  return outputs;
}

}  // namespace tp
