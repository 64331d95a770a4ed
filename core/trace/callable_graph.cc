#include "core/trace/callable_graph.h"

#include <fmt/format.h>

#include "core/autodiff/gradients.h"
#include "core/interp/errors.h"
#include "core/ir/effects.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"
#include "core/trace/specs.h"
#include "core/trace/tape.h"
#include "core/trace/tracer.h"

namespace tp {

// Made at the first call that a tape records.
struct CallableGraph::Gradient {
  FunctionGradient parts;
  Ref<CallableGraph> forward, backward;
};

std::vector<Val> CallableGraph::RunEagerly(std::span<const Val> given) {
  Context& context = Context::Get();
  std::vector<Tensor> inputs;
  for (const Val& v : given) {
    // A tensor of a graph that has been left: what leaked into this function by a capture.
    if (v.symbolic()) RaiseText(&TypeErrorType, OutOfScopeText(v, nullptr));
    inputs.push_back(v.tensor());
  }
  std::vector<Tensor> outputs(graph_->outputs_list.size());
  const Status status = context.runner().RunGraph(*graph_, inputs, outputs);
  if (!status.ok()) RaiseGraphStatus(status, name_);
  std::vector<Val> values;
  for (Tensor& t : outputs) values.push_back(context.Eager(std::move(t)));
  return values;
}

std::vector<Val> CallableGraph::RecordCall(std::span<const Val> inputs) {
  std::vector<DType> in, out;
  for (const Val& v : inputs) in.push_back(v.dtype());
  for (ValueId v : graph_->outputs_list) out.push_back(graph_->dtype(v));
  const OpInfo& op = OpRegistry::Get(stateful_ ? "StatefulPartitionedCall" : "PartitionedCall");
  std::vector<Val> outputs;
  try {
    outputs = Context::Get().Apply(
        op, inputs, MakeAttrs({{"Tin", std::move(in)}, {"Tout", std::move(out)}, {"f", FuncAttr(graph_)}}),
        op.name());
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (!outputs[i].shape().IsFullyKnown())
      outputs[i].graph()->SetShape(outputs[i].id(), WithoutSymbols(graph_->shape(graph_->outputs_list[i])));
  return outputs;
}

std::vector<Val> CallableGraph::Run(std::span<const Val> inputs) {
  const NoRecording quiet;
  return Context::Get().executing_eagerly() ? RunEagerly(inputs) : RecordCall(inputs);
}

std::vector<Val> CallableGraph::RunRecorded(std::span<const Val> inputs) {
  Context& context = Context::Get();
  bool watched = false;
  if (context.recording())
    for (const Tape* tape : context.tapes()) watched |= tape->ShouldRecord(inputs);
  if (!watched) return Run(inputs);
  if (!gradient_) {
    auto made = std::make_shared<Gradient>();
    try {
      made->parts = GradientOfFunction(*graph_);
    } catch (const OpError& error) {
      if (error.status.code() == Code::kUnimplemented) RaiseText(&LookupErrorType, error.status.message());
      RaiseStatus(error.status);
    }
    auto wrap = [&](const Ref<Graph>& graph, const char* prefix, bool stateful) {
      graph->set_name(fmt::format("{}{}", prefix, graph_->name()));
      return MakeRef<CallableGraph>(
          graph, fmt::format("{}{}_{}", prefix, graph_->name(), NextFunctionNumber()), stateful);
    };
    made->forward = wrap(made->parts.forward, "__forward_", stateful_);
    made->backward = wrap(made->parts.backward, "__backward_", made->parts.backward_stateful);
    gradient_ = std::move(made);
  }
  const std::shared_ptr<Gradient> gradient = gradient_;
  const std::vector<Val> all = gradient->forward->Run(inputs);
  const std::vector<Val> outputs(all.begin(),
                                 all.begin() + static_cast<std::ptrdiff_t>(graph_->outputs_list.size()));
  std::vector<Val> kept;
  for (const FunctionGradient::Capture& c : gradient->parts.captures)
    kept.push_back(c.is_input ? inputs[static_cast<size_t>(c.index)] : all[static_cast<size_t>(c.index)]);
  const size_t num_inputs = inputs.size();
  context.RecordCustom(
      name_, inputs, outputs, [gradient, outputs, kept, num_inputs](std::span<const Val> grads) {
        std::vector<Val> given;
        // The backward function takes a gradient for every trainable output: zeros where there is none.
        for (int i : gradient->parts.takes) {
          const Val& grad = grads[static_cast<size_t>(i)];
          given.push_back(grad.has_value() ? grad
                                           : ZerosLike(Context::Get(), outputs[static_cast<size_t>(i)]));
        }
        given.insert(given.end(), kept.begin(), kept.end());
        const std::vector<Val> results = gradient->backward->RunRecorded(given);
        std::vector<Val> of_inputs(num_inputs);
        for (size_t k = 0; k < gradient->parts.gives.size(); ++k)
          of_inputs[static_cast<size_t>(gradient->parts.gives[k])] = results[k];
        return of_inputs;
      });
  return outputs;
}

}  // namespace tp
