// Applying ops to Python arguments, as TensorFlow's generated functions do: arguments become tensors and
// attributes by the op's definition, with the conversion order, the dtype inference and the error texts of
// eager execution or of graph construction; results become Python values.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/trace/objects.h"

namespace tp {

// The op of this name; NotImplementedError where there is none (yet).
const OpInfo& RequireOp(std::string_view name);

// One call: a value for each input and each attribute of the op, kUndef where none was given.
struct OpCall {
  explicit OpCall(const OpInfo& op) : op(op), inputs(op.inputs().size()), attrs(op.attrs().size()) {}
  const OpInfo& op;
  SmallVector<Value, 4> inputs, attrs;
  Value name;  // None and kUndef: the op's own

  // By the name of an input or attribute. REQUIRES: there is one.
  OpCall& Set(std::string_view parameter, Value value);
};

// The outputs. Throws PyError.
std::vector<Val> ApplyOp(const OpCall& call);
// As the Python function gives it: a tensor, a list, a named tuple, None or (in graphs) an Operation.
Value ApplyOpValue(const OpCall& call);

// Runs `body`, turning an OpError into the exception that `op` raises where it is open to Python.
// For ops that C++ applies by Context::Op on behalf of a Python function.
template <class F>
auto RaisingOpErrors(F&& body) -> decltype(body());
[[noreturn]] void RaiseOpError(const OpError& error, const OpInfo* op, bool fast, const Value& name);

// One op on values that are tensors already (or anything that converts), its first output as a tensor.
Value CallOp(const OpInfo& op, std::initializer_list<Value> inputs, const Value& name = {});
Value CallOp(std::string_view op, std::initializer_list<Value> inputs,
             std::initializer_list<std::pair<std::string_view, Value>> attrs = {}, const Value& name = {});

// The name of an op's Python function: "MaxPool3DGrad" is max_pool3d_grad.
std::string FunctionName(std::string_view op);

// TypeError: what is given to `parameter` of op's Python function is no list.
[[noreturn]] void RaiseNotList(const OpInfo& op, std::string_view parameter, const Value& v);
// Raises it where `v`, given to an attribute that is a list, is none.
void CheckListAttr(const OpInfo& op, const AttrInfo& attr, const Value& v);
// An attribute from a Python value: TypeError and ValueError in TensorFlow's words.
AttrValue AttrFromPython(const OpInfo& op, const AttrInfo& attr, const Value& v);
// And back: get_attr.
Value AttrToPython(const AttrValue& value);

// Builds the name scope that a Python wrapper opens: in graphs `name` or `default_name`; eagerly nothing.
class OpScope {
 public:
  OpScope(const Value& name, std::string_view default_name);
  ~OpScope();
  OpScope(const OpScope&) = delete;
  // What is handed on as `name=`: the scope with its slash; eagerly the name that was given (or None).
  const Value& name() const { return name_; }

 private:
  bool entered_ = false;
  std::string old_;
  Value name_;
};

template <class F>
auto RaisingOpErrors(F&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const OpError& error) {
    RaiseOpError(error, nullptr, true, Value());
  }
}

}  // namespace tp
