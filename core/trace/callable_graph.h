// CallableGraph: a graph that takes everything through its inputs, called eagerly or by a node of the open
// graph, with gradients that tapes can ask for. What concrete functions, and their forward and backward
// functions, stand on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/trace/context.h"

namespace tp {

// How many tapes watch one of the inputs; one that is persistent counts as two, as it may be asked again (TF:
// gradients_util.PossibleTapeGradientTypes).
int TapesWatching(std::span<const Val> inputs);

class CallableGraph : public RefCounted {
 public:
  CallableGraph(Ref<Graph> graph, std::string name, bool stateful)
      : graph_(std::move(graph)), name_(std::move(name)), stateful_(stateful) {}

  Graph& graph() const { return *graph_; }
  const std::string& name() const { return name_; }
  // The outputs for all inputs; tapes are not told. Raises PyError.
  std::vector<Val> Run(std::span<const Val> inputs);
  // The same, known to the tapes. Where one of them watches an input, the forward variant of the graph runs,
  // whose further outputs are what the backward graph needs; in a graph under one tape that is not
  // persistent, the call turns into that when its gradient is asked for (TensorFlow: concrete_function.py,
  // _TapeGradientFunctions, _DelayedRewriteGradientFunctions).
  std::vector<Val> RunRecorded(std::span<const Val> inputs);
  // The same graph with further inputs in place of these constants. Made at the first call; later ones have
  // to ask for the same constants.
  CallableGraph& WithInputsFor(std::span<const ValueId> constants);

 private:
  struct Gradient;
  std::vector<Val> RunEagerly(std::span<const Val> inputs);
  std::vector<Val> RecordCall(std::span<const Val> inputs);
  std::vector<Val> RunRewritten(std::span<const Val> inputs);
  std::shared_ptr<Gradient> GradientFor(bool higher_order);

  Ref<Graph> graph_;
  std::string name_;
  bool stateful_;                           // holds an op that TensorFlow calls stateful
  std::shared_ptr<Gradient> gradients_[2];  // by whether it is of a higher order
  Ref<CallableGraph> with_inputs_;
};

}  // namespace tp
