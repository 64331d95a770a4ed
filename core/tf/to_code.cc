// tf.autograph.to_code: the Python code that AutoGraph would run for a function.
#include "core/lang/to_code.h"

#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/function.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

// TensorFlow's qualified names hash as tuples: the parts, whether the last is an attribute, whether it is a
// key.
void SetOrder(std::vector<std::string>* names) {
  Value set = Value::Own(NewSet());
  for (const std::string& name : *names)
    SetAdd(set.as<SetObject>(), MakeTuple({MakeStr(name), Value::Bool(false), Value::Bool(false)}));
  names->clear();
  ForEach(set, [&](const Value& name) { names->emplace_back(StrView(name.as<TupleObject>()->items[0])); });
}

Value ToCode(Interp&, Args args) {
  static ArgParser parser("@to_code", "entity, recursive=True, experimental_optional_features=None");
  Value v[3];
  parser.Parse(args, v);
  Value f = v[0];
  for (int depth = 0; depth < 8; ++depth) {
    if (IsFunction(f))
      f = FunctionOf(f).python_function();
    else if (IsWeakMethod(f))
      f = f.as<WeakMethodObject>()->func;
    else if (IsInstance(f, &MethodType))
      f = f.as<MethodObject>()->func;
    else
      break;
  }
  if (!IsInstance(f, &PyFunctionType))
    RaiseText(&NotImplementedErrorType, fmt::format("unknown entity type {}", Repr(TypeValue(TypeOf(f)))));
  const FunctionCode& code = *f.as<FunctionObject>()->code;
  ast::ToCodeOptions options;
  options.recursive = v[1].is_undef() || IsTrue(v[1]);
  options.set_order = SetOrder;
  try {
    return MakeStr(ast::ToCode(*code.source->ast, *code.info, options) + "\n");
  } catch (const ast::NotConvertible& no) {
    RaiseText(&NotImplementedErrorType, no.text);
  }
}

const TfFunction kFunctions[] = {
    {"tf.autograph.to_code",
     {"to_code", ToCode, "entity, recursive=True, experimental_optional_features=None"}},
};
TP_TF_NAMES(kFunctions);

}  // namespace
}  // namespace tp
