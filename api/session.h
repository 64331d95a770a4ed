// Session: an opened bundle with its variables, ready to be called. What `tracepack run`, `bench`,
// `tracepack-run` and the public interface (tracepack.h) stand on.
//
// The bundle's graphs are shared by all sessions; a session has variables of its own (the bundle's values at
// first) and an executor. One thread at a time uses a session; several sessions run at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/exec/executor.h"
#include "serialize/contents.h"

namespace tp {

// One leaf of a signature's parameters: what a caller gives a value for.
struct InputSlot {
  std::string path;      // "x", "batch['image']", "pair[0]"
  TraceTypeRef type;     // tensor, variable, literal, object or custom
  int graph_input = -1;  // which input of the graph; -1 for what is not a tensor
};
std::vector<InputSlot> InputSlots(const BundleConcrete& concrete);

// One tensor that a signature returns.
struct OutputSlot {
  std::string path;  // "" where the function returns one tensor; "[0]", "['loss']" else
  int index = 0;     // into the call's outputs
};
std::vector<OutputSlot> OutputSlots(const BundleConcrete& concrete);

// A value for an input: a tensor; or a Python number, bool, string or None, which fits a literal of that
// value and a tensor parameter that it converts to.
using InputValue = std::variant<Tensor, LiteralValue>;
using NamedInputs = std::map<std::string, InputValue>;

// Why a signature does not take the given inputs: one row of the report.
struct Mismatch {
  std::string input;   // its path
  std::string given;   // "f32[4,783]", "-" where it is missing
  std::string wanted;  // "f32[?,784]"
  std::string why;     // "axis 1 is 783, must be 784"
};

class Session {
 public:
  // `contents` is borrowed and outlives the session.
  explicit Session(const BundleContents& contents);

  const BundleContents& contents() const { return contents_; }
  Executor& executor() { return executor_; }

  // The function whose id is `name`, or ends in ".name" where that is unique; null else.
  const BundleFunction* FindFunction(std::string_view name) const;
  // What does not fit; empty where the inputs fit. Inputs that are not given count as fitting.
  static std::vector<Mismatch> Compare(const BundleConcrete& concrete, const NamedInputs& inputs);
  // The most specific signature that the inputs fit, the first on a tie, none that
  // MakesVariables; -1 where there is none. A name that
  // is no input of any signature is not looked at here: see UnknownInput.
  static int Select(const BundleFunction& function, const NamedInputs& inputs);
  // The trace of a function's first call, if that made variables and was traced once more without: later
  // calls run the other.
  static bool MakesVariables(const BundleFunction& function, size_t trace);
  // The first given name that no signature of the function has; "" where all are known.
  static std::string UnknownInput(const BundleFunction& function, const NamedInputs& inputs);

  // Calls a signature. Every tensor input must be given and fit (kInvalidArgument else); literals may be left
  // out. What is given for a variable is the first value of one that the call has to itself. `outputs` gets one tensor an output slot.
  Status Call(const BundleConcrete& concrete, const NamedInputs& inputs, std::vector<Tensor>* outputs);
  // The same with tensors in the order of InputSlots' graph inputs: no lookups, no allocation once warm.
  // REQUIRES: dtypes and shapes fit the graph's inputs.
  Status CallFlat(const BundleConcrete& concrete, std::span<const Tensor> inputs, std::span<Tensor> outputs);

  // The graph's inputs for these: followed by the handles of captured variables and captured values. Good
  // until the next call.
  std::span<const Tensor> WithCaptures(const BundleConcrete& concrete, std::span<const Tensor> inputs);

  // Variable i's value now; invalid where it is not initialised.
  const Tensor& variable(size_t i) const { return variables_[i]->value; }
  void set_variable(size_t i, Tensor value) { variables_[i]->value = std::move(value); }
  // Puts every variable back to the bundle's value.
  void ResetVariables();

 private:
  const BundleContents& contents_;
  std::vector<Ref<VariableResource>> variables_;
  std::vector<Tensor> handles_;
  std::vector<Tensor> call_inputs_;
  std::vector<Tensor> call_outputs_;
  Executor executor_;
};

// The value as a tensor of the wanted dtype and shape, where it is one or converts to one without loss of
// meaning (a number to a scalar tensor).
std::optional<Tensor> AsTensor(const InputValue& value, DType wanted);
// "f32[4,783]" or the literal's repr.
std::string ShortForm(const InputValue& value);

}  // namespace tp
