// What tf.autograph.to_code needs of a function: its tree, for the converters in core/lib/lib/autograph.
#include "core/interp/containers.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/lang/dump.h"
#include "core/tf/module.h"
#include "core/trace/runs_as_is.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

// The function that a method or weak method calls; anything else is given back.
Value Underlying(Value f) {
  for (int depth = 0; depth < 8; ++depth) {
    if (IsWeakMethod(f))
      f = f.as<WeakMethodObject>()->func;
    else if (IsInstance(f, &MethodType))
      f = f.as<MethodObject>()->func;
    else
      break;
  }
  return f;
}

// (the tree as text, the module's names, the names that the closure holds, why the text is not found), or
// None of what has no code.
Value CodeTree(Interp&, Args args) {
  static ArgParser parser("@code_tree", "function");
  Value v[1];
  parser.Parse(args, v);
  const Value f = Underlying(v[0]);
  if (!IsInstance(f, &PyFunctionType)) return Value::None();
  const auto* function = f.as<FunctionObject>();
  const ast::FunctionInfo& info = *function->code->info;
  const ast::Module& module = *function->code->source->ast;
  std::vector<Value> held;
  for (const ast::FreeVar& free : info.frees) held.push_back(MakeStr(free.name->text));
  return MakeTuple({MakeStr(info.stmt ? ast::Dump(module, info.stmt) : ast::Dump(module, info.expr)),
                    Value::Borrow(function->globals),
                    MakeTuple(held.data(), static_cast<int64_t>(held.size())),
                    MakeStr(AmbiguousLambda(function))});
}

const TfFunction kFunctions[] = {
    {"tf.__internal__.code_tree", {"code_tree", CodeTree, "function"}},
};
TP_TF_NAMES(kFunctions);

}  // namespace
}  // namespace tp
