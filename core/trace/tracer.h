// Traces a Python function into a ConcreteFunction (TensorFlow: func_graph_from_py_func,
// tracing_compilation.py).
#pragma once

#include <string>

#include "core/trace/concrete_function.h"
#include "core/trace/variable_creation.h"

namespace tp {

struct TraceRequest {
  Value function;                // what is called
  std::string name;              // of the graph: "train_step"
  bool autograph = true;         // conditions and loops on tensors are staged
  Ref<FunctionType> type;        // of the arguments
  std::vector<Value> values;     // the arguments: what is no tensor is passed on as it is
  const PySignature* signature;  // how values become a call
  VariableCreation* creation = nullptr;
};

// Calls the function once with placeholders and returns the graph that it recorded. Raises what the function
// raises (as "in user code: …" with autograph), TypeError for a result that is no tensor, ValueError for
// arguments that were changed.
Ref<ConcreteFunction> Trace(const TraceRequest& request);

// The next number of "__inference_NAME_N".
int NextFunctionNumber();

// Calls a function into the open graph: converted where `autograph` says so, its errors then in AutoGraph's
// words ("in user code: …").
Value CallTraced(const Value& function, Args args, bool autograph);

}  // namespace tp
