// The `tf` namespace. Nothing of it is made before it is asked for: a name such as `tf.math.add` is looked up
// among the native functions and objects (TP_TF_NAMES), in the index of the embedded library, and among the
// `.api` texts of the ops, in this order; `tf.math` exists because names stand below it.
#pragma once

#include <string>
#include <string_view>

#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/ir/grad.h"
#include "core/ir/op_def.h"

namespace tp {

class FuncGraph;
class FunctionType;

// One native function with its public names: {"tf.constant, tf.foo", {"constant", Constant, "value, …"}}.
struct TfFunction {
  const char* names;
  MethodDef def;
};
// One object (type, constant, …), made at first use.
struct TfObject {
  const char* names;
  Value (*make)();
};
struct TfEntry {
  const TfFunction* functions;
  const TfObject* objects;
  size_t count;
  TfEntry* next;
  TfEntry(const TfFunction* functions, size_t count);
  TfEntry(const TfObject* objects, size_t count);
};
#define TP_TF_NAMES(table) \
  static ::tp::TfEntry tp_tf_names_##table { table, sizeof(table) / sizeof(table[0]) }

// The value of a full name ("tf.math.add"); kUndef where there is none.
Value LookupTf(std::string_view name);
// An attribute of `self`, or, where it has none of that name, the one of the library's class `cls`, bound to
// it: methods of native types that are written in the spec language. kUndef: neither.
Value AttrOrFromLibrary(const Value& self, StrObject* name, std::string_view cls);
// Gives a function the `__name__`, `__qualname__` and `__module__` that TensorFlow's function `name` has.
Value NamedAs(Value function, std::string_view name);
// The name of a module of `tf` is make(what it was): now if it has been used, else from its first use on.
void WrapWhenUsed(const Value& module, std::string_view name, const Value& make);
// What stands for eager execution where a graph is asked for: a tf.Graph that nothing is ever added to.
const Ref<FuncGraph>& DefaultGraph();
// (text, [(name, kind, optional, type)], output, captures) of a FunctionType for the library's class of that
// name. A type is None, a TensorSpec, or (text, specs of its tensors).
Value TypeParts(const FunctionType& type, const Value& captures);
// tf.variable_creator_scope: the function that tf.Variable(...) calls with its arguments; none: kUndef, None.
Value& VariableCreatorOfSpec();
// A gradient as Python sees it: None, a tensor or a tf.IndexedSlices.
Value GradientValue(Val grad);
// The module `tf` or one below it ("tf.math").
Value TfModule(std::string_view prefix);

// Refuses arguments of a function that has no parameters and that TensorFlow writes in Python.
void CheckNoArguments(std::string_view function, Args args);

// A Python callable for an op: by one of its API signatures, or (api null) as tf.raw_ops has it. Where it is
// `dispatched`, errors about its arguments do not show its name.
Value MakeOpFunction(const OpInfo* op, const ApiInfo* api, std::string_view name,
                     std::string_view module = {}, bool dispatched = false);

}  // namespace tp
