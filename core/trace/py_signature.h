// The parameters of a Python callable, and how a call's arguments are bound to them: inspect.Signature.bind
// with tf.function's constraints and texts (TensorFlow: function_type.py, function_type_utils.py).
#pragma once

#include <string>
#include <vector>

#include "core/interp/args.h"
#include "core/interp/function.h"
#include "core/signature/function_type.h"
#include "core/trace/py_types.h"

namespace tp {

struct BoundArguments {
  std::vector<Value>
      values;  // one a parameter; *args a tuple, **kwargs a dict; kUndef: not given, no default
};

class PySignature {
 public:
  // Of a spec's function, a bound method, a class's instance with __call__, functools.partial, or a native
  // function (positional *args). `input_signature` kUndef or None: no constraints; else a list or tuple of
  // TensorSpecs, nested. Raises TypeError as tf.function does.
  // A function with an attribute `__tf_signature__` has the parameters listed there: tuples of a name, a
  // number of Parameter::Kind, and a default where there is one.
  PySignature(const Value& callable, const Value& input_signature);

  // The same of such a list alone.
  static PySignature OfList(const Value& list);

  const FunctionType& type() const { return *type_; }
  const std::vector<Value>& defaults() const { return defaults_; }
  bool has_input_signature() const { return has_input_signature_; }
  // The given specs, a tuple.
  const Value& input_signature() const { return input_signature_; }

  // Binds and converts to the constraints. `allow_specs`: TensorSpecs may stand for tensors. Raises TypeError
  // "Binding inputs to tf.function failed due to `…`. Received args: … and kwargs: … for signature: …".
  BoundArguments Bind(Args args, bool allow_specs) const;
  // The types of bound arguments, each parameter for itself: *args become NAME_0, NAME_1, …, **kwargs
  // keyword-only parameters. `flat` gets the values in the same order. `use_constraints`: a parameter of the
  // input signature has the signature's type.
  Ref<FunctionType> Monomorphic(const BoundArguments& bound, TypeContext& context, bool use_constraints,
                                std::vector<Value>* flat) const;
  // Arguments for the callable from values in Monomorphic's order.
  ArgList ToCall(const FunctionType& monomorphic, const std::vector<Value>& flat) const;

 private:
  PySignature() = default;
  void FromFunction(const FunctionObject* function, size_t skip);
  void FromPartial(const Value& partial);
  void FromList(const Value& list);
  void AddConstraints(const Value& input_signature);

  Ref<FunctionType> type_;
  std::vector<Value> defaults_;
  bool has_input_signature_ = false;
  Value input_signature_;
};

// Is it a functools.partial?
bool IsPartial(const Value& f);
// inspect's binding without conversions; the text of the TypeError it would raise, "" where it binds.
std::string BindPlain(std::span<const Parameter> parameters, Args args, std::vector<Value>* values);
// TraceType.cast: the value as the type wants it, numbers and arrays as tensors. Raises TypeError, ValueError
// or AssertionError with TensorFlow's texts. `allow_specs`: a TensorSpec may stand for a tensor.
Value CastTo(const TraceType& type, const Value& v, bool allow_specs);
// "(<…>, 2)" and "{'k': 3}": a call's arguments as texts show them.
std::string ArgsText(Args args);
std::string KwargsText(Args args);

}  // namespace tp
