// ConcreteFunction: one traced graph with its FunctionType, captures and structured outputs
// (TensorFlow: concrete_function.py).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/signature/retrace_log.h"
#include "core/trace/callable_graph.h"
#include "core/trace/py_signature.h"
#include "core/trace/tape.h"

namespace tp {

class ConcreteFunction : public RefCounted {
 public:
  std::string name;  // "__inference_f_7"
  Ref<FuncGraph> graph;
  Ref<CallableGraph> callable;  // the graph, as it is called
  Ref<FunctionType> type;       // of the parameters, with the output's type
  // What the graph's last inputs stand for, in order; values captured as Const nodes are not among them.
  std::vector<Val> captures;
  // What the Python function returned, with the graph's tensors as leaves (and None).
  Value structured_outputs;
  // For each tensor leaf of structured_outputs, in order of flattening, the graph output.
  std::vector<int> output_map;
  // The values that stood for the parameters, in the type's order, with placeholders where tensors were; the
  // names of those, in order.
  std::vector<Value> structured_inputs;
  std::vector<std::string> placeholder_names;
  // structured_inputs as inspection shows them: TensorSpecs for tensors. Made when asked for: a plain run
  // needs no spec, so it need not load their class.
  std::vector<Value> StructuredSpecs() const;
  // The shapes that the signature gives the graph's inputs; empty unless Tensor.set_shape narrowed one of
  // them while it was traced. Calls may have these, whatever the graph says.
  std::vector<Shape> declared_shapes;
  std::vector<std::string> arg_names;  // of the tensor inputs, for the flat signature; made unique
  // How many of them a flat call may give by position; a SavedModel's signatures take names.
  size_t max_positional = SIZE_MAX;
  // What inspection shows of a function from a SavedModel in place of StructuredSpecs() and of tensors: the
  // specs that were saved. kUndef for one that was traced.
  Value saved_inputs, saved_outputs;
  RetraceRecord retrace;
  Object* python_object = nullptr;  // what MakeConcreteFunction made, while it lives
  // Weak references to the trainable variables that the trace read: a call counts as reading them.
  std::vector<Value> accessed_variables;

  size_t num_arguments() const { return graph->inputs_list.size() - captures.size(); }

  // Runs it on the arguments' tensors (a repeated variable once), eagerly or as a call node of the open
  // graph, and tells the tapes. The result has the structure that the Python function returned. Raises
  // PyError.
  Value CallFlat(std::span<const Val> arguments);
  // The same for tensors whose shapes the signature may exclude. TensorFlow looks at none: the graph runs on
  // them, with what was computed from the signature's shapes while it was traced. Raises where that is not
  // possible.
  Value CallWithAnyShapes(std::span<const Val> arguments);

  // For callers that have eager tensors only while no tape or graph is open: `inputs` are the arguments'
  // tensors; the list is empty afterwards, its room is used again.
  Value CallEagerly(std::vector<Tensor>* inputs);

 private:
  Shape DeclaredShape(const Val& placeholder) const;
  void CheckInputs(std::span<const Val> arguments) const;
  // Whether the graph, as it is planned, excludes their shapes, and can be run on them without a plan.
  bool RunsUnplanned(std::span<const Val> arguments) const;
  Value RunUnplanned(std::span<const Val> arguments);
  Value Pack(std::span<const Val> outputs) const;

  std::vector<Tensor> run_inputs_, run_outputs_;  // kept, so that a warm call allocates nothing
  bool running_ = false;                          // a recursive call must not use them
};

struct ConcreteFunctionObject : GcObject {
  AttrStorage attrs;
  Ref<ConcreteFunction> function;
};
extern TypeObject ConcreteFunctionType;
extern TypeObject WrapperFunctionType;  // of a function from a SavedModel
// One object for a function, as long as that lives.
Value MakeConcreteFunction(Ref<ConcreteFunction> function);
inline bool IsConcreteFunction(const Value& v) {
  return v.is_object() && IsInstance(v, &ConcreteFunctionType);
}

}  // namespace tp
