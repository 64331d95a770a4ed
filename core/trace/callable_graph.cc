#include "core/trace/callable_graph.h"

#include <fmt/format.h>

#include "core/autodiff/gradients.h"
#include "core/interp/errors.h"
#include "core/ir/builder.h"
#include "core/ir/effects.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"
#include "core/trace/specs.h"
#include "core/trace/tape.h"
#include "core/trace/tracer.h"

namespace tp {

// Made at the first call that a tape records.
struct CallableGraph::Gradient {
  Ref<FunctionGradient> parts;
  Ref<CallableGraph> forward, backward;
};

namespace {

// An op without a gradient is a LookupError.
[[noreturn]] void RaiseGradientError(const Status& status) {
  if (status.code() == Code::kUnimplemented) RaiseText(&LookupErrorType, status.message());
  RaiseStatus(status);
}

// The graph as it is for inputs with more exact shapes than its own, as TensorFlow infers through calls; null
// where its outputs are known without.
Ref<Graph> RefinedFor(const Graph& graph, std::span<const Val> inputs) {
  bool unknown = false;
  for (ValueId output : graph.outputs_list) unknown |= !graph.shape(output).IsFullyKnown();
  if (!unknown) return nullptr;
  Ref<Graph> refined;
  for (size_t i = 0; i < inputs.size() && i < graph.inputs_list.size(); ++i) {
    const ValueId input = graph.inputs_list[i];
    const auto merged = MergeShapes(graph.shape(input), WithoutSymbols(inputs[i].shape()));
    if (!merged || *merged == graph.shape(input)) continue;
    if (!refined) refined = graph.Clone();
    refined->SetShape(input, *merged);
  }
  if (refined) RefineShapes(*refined);
  return refined;
}

}  // namespace

std::vector<Val> CallableGraph::RunEagerly(std::span<const Val> given) {
  Context& context = Context::Get();
  if (const auto* traced = dynamic_cast<const FuncGraph*>(graph_.get()); traced && !traced->refusal.empty())
    RaiseStatus(InvalidArgument("{} [Op:{}]", traced->refusal, name_));
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
  // What comes from outside is captured before the call is made; it has no name but a number.
  std::vector<Val> captured;
  for (const Val& v : inputs) {
    const bool by_value = !v.symbolic() && v.dtype() != DType::kResource && v.dtype() != DType::kVariant;
    captured.push_back(Context::Get().Captured(v, by_value ? "Const" : std::to_string(NextFunctionNumber())));
    in.push_back(v.dtype());
  }
  for (ValueId v : graph_->outputs_list) out.push_back(graph_->dtype(v));
  const OpInfo& op = OpRegistry::Get(stateful_ ? "StatefulPartitionedCall" : "PartitionedCall");
  std::vector<Val> outputs;
  const Graph* const called[] = {graph_.get()};
  if (const auto* traced = dynamic_cast<const FuncGraph*>(graph_.get()); traced && !traced->refusal.empty())
    Context::Get().graph()->Refuse(traced->refusal);
  const WaitsForCaptures waits(Context::Get().graph(), called);
  try {
    outputs = Context::Get().Apply(
        op, captured, MakeAttrs({{"Tin", std::move(in)}, {"Tout", std::move(out)}, {"f", FuncAttr(graph_)}}),
        op.name());
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
  const Ref<Graph> refined = RefinedFor(*graph_, inputs);
  const Graph& callee = refined ? *refined : *graph_;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (!outputs[i].shape().IsFullyKnown())
      outputs[i].graph()->SetShape(outputs[i].id(), WithoutSymbols(callee.shape(callee.outputs_list[i])));
  return outputs;
}

std::vector<Val> CallableGraph::Run(std::span<const Val> inputs) {
  const NoRecording quiet;
  return Context::Get().executing_eagerly() ? RunEagerly(inputs) : RecordCall(inputs);
}

int TapesWatching(std::span<const Val> inputs) {
  Context& context = Context::Get();
  int watching = 0;
  if (context.recording())
    for (const Tape* tape : context.tapes())
      if (tape->ShouldRecord(inputs)) watching += tape->persistent() ? 2 : 1;
  return watching;
}

CallableGraph& CallableGraph::WithInputsFor(std::span<const ValueId> constants) {
  if (with_inputs_) return *with_inputs_;
  const Ref<Graph> graph = graph_->Clone();
  for (const ValueId constant : constants) {
    const DType dtype = graph->dtype(constant);
    const Shape shape = graph->shape(constant);
    const std::string name = graph->node_name(graph->producer(constant));
    const Attrs attrs = MakeAttrs({{"dtype", dtype}, {"shape", shape}});
    const NodeId input = graph->InsertNode(0, {.op = &OpRegistry::Get("Placeholder"),
                                               .attrs = attrs,
                                               .output_types = {&dtype, 1},
                                               .output_shapes = {&shape, 1},
                                               .name = name});
    graph->ReplaceUses(constant, graph->output(input));
    graph->ClearControls(graph->producer(constant));
    graph->Erase(graph->producer(constant));
    graph->inputs_list.push_back(graph->output(input));
  }
  graph->Compact();
  with_inputs_ = MakeRef<CallableGraph>(graph, name_, stateful_);
  return *with_inputs_;
}

std::vector<Val> CallableGraph::RunRecorded(std::span<const Val> inputs) {
  Context& context = Context::Get();
  const int watching = TapesWatching(inputs);
  if (watching == 0) return Run(inputs);
  const bool higher_order = watching > 1;
  if (!context.executing_eagerly() && !higher_order) return RunRewritten(inputs);
  const std::shared_ptr<Gradient> gradient = GradientFor(higher_order);
  const FunctionGradient& parts = *gradient->parts;
  const std::vector<Val> all = gradient->forward->Run(inputs);
  const std::vector<Val> outputs(all.begin(), all.begin() + parts.num_outputs);
  std::vector<Val> kept;
  for (int i : parts.captures) kept.push_back(all[static_cast<size_t>(i)]);
  const size_t num_inputs = inputs.size();
  context.RecordCustom(
      name_, inputs, outputs, [gradient, outputs, kept, num_inputs](std::span<const Val> grads) {
        const FunctionGradient& parts = *gradient->parts;
        std::vector<Val> given;
        // The backward function takes a gradient for every trainable output: zeros where there is none.
        for (int i : parts.takes) {
          const Val& grad = grads[static_cast<size_t>(i)];
          given.push_back(grad.has_value() ? grad
                                           : ZerosLike(Context::Get(), outputs[static_cast<size_t>(i)]));
        }
        given.insert(given.end(), kept.begin(), kept.end());
        if (parts.gives.empty()) return std::vector<Val>(num_inputs);
        return GivenGradients(parts, gradient->backward->RunRecorded(given), num_inputs);
      });
  return {outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(graph_->outputs_list.size())};
}

std::vector<Val> CallableGraph::RunRewritten(std::span<const Val> inputs) {
  const std::vector<Val> outputs = Run(inputs);
  if (outputs.empty()) return outputs;
  const size_t num_inputs = inputs.size();
  Context::Get().RecordCustom(name_, inputs, outputs, [outputs, num_inputs](std::span<const Val> grads) {
    try {
      return DifferentiateCall(Context::Get(), num_inputs, outputs, grads);
    } catch (const OpError& error) {
      RaiseGradientError(error.status);
    }
  });
  return outputs;
}

std::shared_ptr<CallableGraph::Gradient> CallableGraph::GradientFor(bool higher_order) {
  std::shared_ptr<Gradient>& kept = gradients_[higher_order];
  if (kept) return kept;
  auto made = std::make_shared<Gradient>();
  try {
    made->parts = GradientOfFunction(*graph_, higher_order);
  } catch (const OpError& error) {
    RaiseGradientError(error.status);
  }
  const auto wrap = [&](const Ref<Graph>& graph, const char* prefix, bool stateful) {
    return MakeRef<CallableGraph>(graph, fmt::format("{}{}_{}", prefix, graph_->name(), NextFunctionNumber()),
                                  stateful);
  };
  made->forward = wrap(made->parts->forward, "__forward_", stateful_);
  made->backward = wrap(made->parts->backward, "__inference___backward_", made->parts->backward_stateful);
  kept = made;
  return made;
}

}  // namespace tp
