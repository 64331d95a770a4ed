// Run: how the executor runs prepared graphs. One Run stands for one call from outside; what it carries
// along is the same for all graphs that are run inside it.
#pragma once

#include <span>

#include "core/base/status.h"
#include "core/exec/executor.h"
#include "core/exec/prepared.h"

namespace tp {

class Run {
 public:
  explicit Run(Executor& executor) : executor_(executor) {}

  // `spent`: those of the inputs that nobody needs any more: they are let go before the first step.
  Status Graph(tp::Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs,
               std::span<Tensor* const> spent = {});
  // As Graph, with a frame that stays in `kept` from call to call (Repeater::RunAgain).
  Status Again(tp::Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& outputs,
               Ref<RefCounted>* kept, std::span<Tensor* const> spent = {});
  // A node with regions. `kept` (may be null): what Again keeps, for each of them.
  Status ControlNode(StepKind kind, std::span<tp::Graph* const> regions, std::span<const Tensor> inputs,
                     std::span<Tensor> outputs, std::span<Tensor* const> spent = {},
                     Ref<RefCounted>* kept = nullptr);

 private:
  Status Loop(tp::Graph& condition, tp::Graph& body, std::span<const Tensor> inputs,
              std::span<Tensor> outputs, std::span<Tensor* const> spent);
  // All steps of a plan on a frame whose inputs are set. `observed` (may be null) gets the shapes of values.
  Status Steps(PreparedPlan& prepared, RunFrame& frame, std::vector<Shape>* observed);
  Status OneStep(PreparedPlan& prepared, RunFrame& frame, uint32_t index, std::vector<Shape>* observed);
  // As OneStep; its time goes into the executor's profile.
  Status TimedStep(PreparedPlan& prepared, RunFrame& frame, uint32_t index, std::vector<Shape>* observed);
  Status ScalarStep(PreparedPlan& prepared, RunFrame& frame, const Step& step);

  Executor& executor_;
};

// The error with the node that met it, as TensorFlow's executor ends it: "TEXT\n\t [[{{node NAME}}]]". The
// innermost node names itself: one around it (a function's call, a loop) adds nothing.
Status AtNode(const Status& status, std::string_view node, StackId position);

}  // namespace tp
