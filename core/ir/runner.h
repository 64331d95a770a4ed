// Runner: the interface through which ops are executed and graphs are run. core/exec implements it; the
// tracer, kernels of control flow and the tape know only this. One Runner may be used from one thread at a
// time; the graphs that it runs may use many.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/ir/graph.h"
#include "core/tensor/tensor.h"

namespace tp {

// Anything that a resource tensor points to: a variable, an iterator, a random state, a table.
class Resource : public RefCounted {
 public:
  // "Variable", for messages.
  virtual std::string_view kind() const = 0;
};

// A variable's value. `shape` may be less specific than the value's.
class VariableResource : public Resource {
 public:
  std::string_view kind() const override { return "Variable"; }
  std::string name;
  DType dtype = DType::kInvalid;
  Shape shape;
  Tensor value;  // invalid: not initialised
  StackId made = kNoStack;  // where in the spec
};

class Runner {
 public:
  virtual ~Runner() = default;

  // Runs one op eagerly. `outputs` has as many elements as the op has outputs; on failure they are unchanged.
  // Error texts are TensorFlow's of eager execution, without the op's name suffix.
  virtual Status RunOp(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                       std::span<Tensor> outputs) = 0;
  // Runs a graph (planned at its first run, the plan is kept with it). Inputs are checked against its
  // placeholders' dtypes and shapes by the caller. A warm call of a graph with static shapes allocates
  // nothing.
  virtual Status RunGraph(Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs) = 0;
  // Where tf.print writes. Never null.
  virtual void Print(std::string_view text, bool to_stdout) = 0;
  // Calls back into the interpreter (py_function): `token` is what the op's attribute holds.
  virtual Status CallHost(std::string_view token, std::span<const Tensor> inputs,
                          std::span<Tensor> outputs) = 0;
};

}  // namespace tp
