// tf.py_function and tf.numpy_function: calls from a graph back into the interpreter (TensorFlow:
// ops/script_ops.py). The node's token names the function; the executor hands the call to CallHostFunction,
// on the interpreter's thread.
#include "core/tf/py_func.h"

#include <fmt/format.h>

#include <map>

#include "core/interp/errors.h"
#include "core/tf/module.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

struct HostFunction {
  Value function;
  std::vector<DType> outputs;
  bool arrays;  // the function gets and gives arrays, not tensors
};
// Functions live as long as the graphs that may call them: to the end.
std::map<std::string, HostFunction, std::less<>>& Functions() {
  static auto* const functions = new std::map<std::string, HostFunction, std::less<>>;
  return *functions;
}

std::vector<Tensor> CallFunction(const HostFunction& f, std::span<const Tensor> inputs) {
  std::vector<Value> args;
  for (const Tensor& t : inputs) args.push_back(f.arrays ? MakeArray(t, true) : MakeTensor(t));
  // The function runs eagerly, whatever graph is open.
  const Context::GraphScope eager(nullptr);
  const Value result = Call(f.function, Args{args.data(), static_cast<uint32_t>(args.size()), 0, nullptr});
  std::vector<Value> values;
  if (f.outputs.size() == 1 && !IsList(result) && !IsTuple(result))
    values.push_back(result);
  else if (!f.outputs.empty() && !result.is_none())
    ForEach(result, [&](Value v) { values.push_back(std::move(v)); });
  if (values.size() != f.outputs.size())
    RaiseText(&ValueErrorType,
              fmt::format("py_function: func returned {} values, but expects to see {} values.",
                          values.size(), f.outputs.size()));
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < values.size(); ++i) {
    if (f.arrays && IsNdarray(values[i]) && ArrayTensor(values[i]).dtype() != f.outputs[i])
      RaiseText(ErrorClass("InvalidArgumentError").as<TypeObject>(),
                fmt::format("{}-th value returned by py_func is {}, but expects {}", i,
                            DTypeName(ArrayTensor(values[i]).dtype()), DTypeName(f.outputs[i])));
    outputs.push_back(ConvertToTensor(values[i], f.outputs[i]).tensor());
  }
  return outputs;
}

Value Record(Args args, const char* op, bool arrays) {
  static ArgParser py_parser("py_function", "func=None, inp=None, Tout=None, name=None");
  static ArgParser np_parser("numpy_function", "func=None, inp=None, Tout=None, stateful=True, name=None");
  Value v[5];
  (arrays ? np_parser : py_parser).Parse(args, v);
  if (!IsCallable(v[0]))
    RaiseText(&ValueErrorType, fmt::format("Expected func to be callable. Received func={} of type {}.",
                                           Str(v[0]), Repr(TypeValue(TypeOf(v[0])))));
  const bool list = IsList(v[2]) || IsTuple(v[2]);
  HostFunction f{v[0], {}, arrays};
  if (list)
    ForEach(v[2], [&](Value t) { f.outputs.push_back(AsDType(t)); });
  else if (!v[2].is_undef() && !v[2].is_none())
    f.outputs.push_back(AsDType(v[2]));
  std::vector<Val> inputs;
  if (!v[1].is_undef() && !v[1].is_none())
    ForEach(v[1], [&](Value x) { inputs.push_back(ConvertToTensor(x)); });
  Context& context = Context::Get();
  std::vector<Val> outputs;
  if (context.executing_eagerly()) {
    std::vector<Tensor> tensors;
    for (const Val& in : inputs) tensors.push_back(in.tensor());
    for (Tensor& t : CallFunction(f, tensors)) outputs.push_back(context.Eager(std::move(t)));
  } else {
    std::vector<DType> in_types;
    for (const Val& in : inputs) in_types.push_back(in.dtype());
    const std::vector<DType> out_types = f.outputs;
    const std::string token = fmt::format("pyfunc_{}", Functions().size());
    Functions().emplace(token, std::move(f));
    try {
      outputs = context.Apply(
          OpRegistry::Get(op), inputs,
          MakeAttrs({{"token", token}, {"Tin", std::move(in_types)}, {"Tout", out_types}}),
          v[arrays ? 4 : 3].is_undef() || v[arrays ? 4 : 3].is_none() ? op : Str(v[arrays ? 4 : 3]));
    } catch (const OpError& error) {
      RaiseStatus(error.status);
    }
  }
  if (!list && outputs.size() == 1) return MakeTensor(outputs[0]);
  if (!list) return Value::None();
  Value result = MakeList({});
  for (const Val& out : outputs) ListAppend(result.as<ListObject>(), MakeTensor(out));
  return result;
}

Value PyFunction(Interp&, Args args) { return Record(args, "EagerPyFunc", false); }
Value NumpyFunction(Interp&, Args args) { return Record(args, "PyFunc", true); }

const TfFunction kHostFunctions[] = {
    {"tf.py_function", {"py_function", PyFunction, "func=None, inp=None, Tout=None, name=None"}},
    {"tf.numpy_function",
     {"numpy_function", NumpyFunction, "func=None, inp=None, Tout=None, stateful=True, name=None"}},
};
TP_TF_NAMES(kHostFunctions);

}  // namespace

Status CallHostFunction(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  const auto found = Functions().find(token);
  if (found == Functions().end())
    return {Code::kNotFound, fmt::format("the Python function `{}` is not in this process", token)};
  try {
    std::vector<Tensor> results = CallFunction(found->second, inputs);
    for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = std::move(results[i]);
    return {};
  } catch (const PyError& error) {
    // What a Python exception becomes in TensorFlow (lib/core/py_func.cc).
    const Code code = error.Matches(&ValueErrorType) || error.Matches(&TypeErrorType) ? Code::kInvalidArgument
                      : error.Matches(&NotImplementedErrorType)                       ? Code::kUnimplemented
                      : error.Matches(&StopIterationType)                             ? Code::kOutOfRange
                                                                                      : Code::kUnknown;
    return {code, fmt::format("{}: {}", TypeOf(error.exception)->name, Str(error.exception))};
  }
}

}  // namespace tp
