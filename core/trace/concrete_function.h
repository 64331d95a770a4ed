// ConcreteFunction: one traced graph with its FunctionType, captures and structured outputs
// (TensorFlow: concrete_function.py).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/signature/retrace_log.h"
#include "core/trace/py_signature.h"
#include "core/trace/tape.h"

namespace tp {

class ConcreteFunction : public RefCounted {
 public:
  std::string name;  // "__inference_f_7"
  Ref<FuncGraph> graph;
  Ref<FunctionType> type;  // of the parameters, with the output's type
  // What the graph's last inputs stand for, in order; values captured as Const nodes are not among them.
  std::vector<Val> captures;
  // What the Python function returned, with the graph's tensors as leaves (and None).
  Value structured_outputs;
  // For each tensor leaf of structured_outputs, in order of flattening, the graph output.
  std::vector<int> output_map;
  // The values that stood for the parameters (TensorSpecs for tensors), in the type's order.
  std::vector<Value> structured_inputs;
  std::vector<std::string> arg_names;  // of the tensor inputs, for the flat signature; made unique
  bool stateful = false;               // holds an op that TensorFlow calls stateful
  // Forward and backward functions, made at the first call that a tape records (function_gradient.cc).
  Ref<RefCounted> gradient;
  RetraceRecord retrace;
  // Weak references to the trainable variables that the trace read: a call counts as reading them.
  std::vector<Value> accessed_variables;

  size_t num_arguments() const { return graph->inputs_list.size() - captures.size(); }

  // Runs it on the arguments' tensors (a repeated variable once), eagerly or as a call node of the open
  // graph, and tells the tapes. The result has the structure that the Python function returned. Raises
  // PyError.
  Value CallFlat(std::span<const Val> arguments);

  // The graph's outputs for all of its inputs, captures included, as they are: eagerly or by a call node.
  std::vector<Val> Run(std::span<const Val> inputs);
  // The same, known to the tapes (gradients of gradients).
  std::vector<Val> RunRecorded(std::span<const Val> inputs);

  // For callers that have eager tensors only and no tape or graph is open: `inputs` are the arguments'
  // tensors.
  Value CallEagerly(std::span<const Tensor> inputs);

 private:
  std::vector<Val> RunEagerly(std::span<const Val> inputs);
  std::vector<Val> RecordCall(std::span<const Val> inputs);
  void CheckInputs(std::span<const Val> arguments) const;
  Value Pack(std::span<const Val> outputs) const;

  std::vector<Tensor> run_inputs_, run_outputs_;  // kept, so that a warm call allocates nothing
  bool running_ = false;                          // a recursive call must not use them
};

struct ConcreteFunctionObject : GcObject {
  AttrStorage attrs;
  Ref<ConcreteFunction> function;
};
extern TypeObject ConcreteFunctionType;
Value MakeConcreteFunction(Ref<ConcreteFunction> function);
inline bool IsConcreteFunction(const Value& v) {
  return v.is_object() && IsInstance(v, &ConcreteFunctionType);
}

// Gradients of a call that a tape recorded; core/trace/function_gradient.cc.
// The forward call: runs `function` so that a tape can ask for gradients of its outputs.
std::vector<Val> CallWithGradient(ConcreteFunction& function, std::span<const Val> arguments);

}  // namespace tp
