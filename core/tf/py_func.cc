// tf.py_function and tf.numpy_function: calls from a graph back into the interpreter (TensorFlow:
// ops/script_ops.py, lib/core/py_func.cc). The node's token names the function; the executor hands the call
// to CallHostFunction, on the interpreter's thread. The functions' Python side is the library's
// script_ops.py.
#include "core/tf/py_func.h"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <memory>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/traceback.h"
#include "core/ir/host_hook.h"
#include "core/tensor/plain_type_name.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"
#include "core/trace/tape.h"

namespace tp {
namespace {

// A call whose gradient may be asked for.
struct TapedCall {
  std::unique_ptr<Tape> tape;
  std::vector<Val> inputs, outputs;
};

struct HostFunction {
  std::string token;
  Value function;
  std::vector<DType> outputs;
  bool arrays = false;  // the function gets and gives arrays, not tensors
  bool taped = false;   // some node asks for gradients of its calls
  // Gradients are asked for in the opposite order of the calls (of a loop's turns, say).
  std::deque<TapedCall> calls;
};
// Calls whose gradient nobody asks for are forgotten behind this many.
constexpr size_t kMaxTapedCalls = 1024;

// Functions live as long as the graphs that may call them: to the end.
std::map<std::string, HostFunction, std::less<>>& Functions() {
  static auto* const functions = new std::map<std::string, HostFunction, std::less<>>;
  return *functions;
}

const RegisterHostGradient kNote([](std::string_view token) {
  if (const auto f = Functions().find(token); f != Functions().end()) f->second.taped = true;
});

// Eager execution that the tapes outside do not see; `tape` (may be null) is the only one.
class OwnTape {
 public:
  explicit OwnTape(Tape* tape) : tape_(tape), eager_(nullptr), outside_(Context::Get().tapes()) {
    Context& context = Context::Get();
    for (Tape* outer : outside_) context.RemoveTape(outer);
    if (!tape_) return;
    context.PushTape(tape_);
    for (; !context.recording(); ++resumed_) context.ResumeRecording();
  }
  ~OwnTape() {
    Context& context = Context::Get();
    for (; resumed_ > 0; --resumed_) context.StopRecording();
    if (tape_) context.RemoveTape(tape_);
    for (Tape* outer : outside_) context.PushTape(outer);
  }
  OwnTape(const OwnTape&) = delete;

 private:
  Tape* tape_;
  Context::GraphScope eager_;
  std::vector<Tape*> outside_;
  int resumed_ = 0;
};

[[noreturn]] void RaiseInvalid(std::string text) {
  throw OpError{Status(Code::kInvalidArgument, std::move(text))};
}

Value AsArray(const Value& v) { return Call(GetAttr(TheInterp().Import("numpy"), "asarray"), v); }

// The function's results as outputs; text of py_func.cc.
std::vector<Val> ConvertResults(const HostFunction& f, const Value& result) {
  std::vector<Value> values;
  if (IsList(result) || IsTuple(result))
    ForEach(result, [&](Value v) { values.push_back(std::move(v)); });
  else if (!result.is_none())
    values.push_back(result);
  // Tensors that nobody expects are dropped; arrays must be as many as are expected.
  if (values.size() < f.outputs.size() || (f.arrays && values.size() != f.outputs.size()))
    RaiseInvalid(fmt::format("{} returns {} values, but expects to see {} values.", f.token, values.size(),
                             f.outputs.size()));
  std::vector<Val> outputs;
  for (size_t i = 0; i < f.outputs.size(); ++i) {
    if (f.arrays) {
      const Val made = ConvertToTensor(IsNdarray(values[i]) ? values[i] : AsArray(values[i]));
      if (made.dtype() != f.outputs[i])
        RaiseInvalid(fmt::format("{}-th value returned by {} is {}, but expects {}", i, f.token,
                                 PlainTypeName(made.dtype()), PlainTypeName(f.outputs[i])));
      outputs.push_back(made);
      continue;
    }
    if (IsVariable(values[i]))
      RaiseText(&RuntimeErrorType,
                fmt::format("Attempting to return a variable from an eagerly executed py_func. Only numeric "
                            "data structures like Tensors or NumPy arrays should be returned; to return the "
                            "value of a variable, make sure to obtain the Tensor backing it by calling "
                            "`.read_value()` on the variable in question: {}",
                            Str(values[i])));
    outputs.push_back(ConvertToTensor(values[i], f.outputs[i]));
  }
  return outputs;
}

// One call. `kept`: its tape is kept there.
std::vector<Val> CallFunction(const HostFunction& f, std::span<const Tensor> inputs, TapedCall* kept) {
  if (kept) kept->tape = std::make_unique<Tape>(/*persistent=*/false, /*watch_accessed_variables=*/true);
  const OwnTape own(kept ? kept->tape.get() : nullptr);
  std::vector<Value> args;
  for (const Tensor& t : inputs) {
    if (f.arrays) {
      args.push_back(MakeArray(t, true));
      continue;
    }
    const Val input = Context::Get().Eager(t);
    if (kept) {
      kept->inputs.push_back(input);
      if (IsDifferentiable(t.dtype())) kept->tape->Watch(input);
    }
    args.push_back(MakeTensor(input));
  }
  const Value result = Call(f.function, Args{args.data(), static_cast<uint32_t>(args.size()), 0, nullptr});
  std::vector<Val> outputs = ConvertResults(f, result);
  if (kept) kept->outputs = outputs;
  return outputs;
}

// The gradients of a call's inputs; zeros where they are not connected.
std::vector<Val> GradientsOf(TapedCall& call, std::span<const Val> output_grads) {
  const OwnTape own(nullptr);
  std::vector<Val> grads = call.tape->Gradient(call.outputs, call.inputs, output_grads);
  for (size_t i = 0; i < grads.size(); ++i)
    if (!grads[i].has_value()) grads[i] = ZerosLike(Context::Get(), call.inputs[i]);
  return grads;
}

// What a Python exception becomes: its class and text, then its traceback.
Status StatusOf(const PyError& error) {
  const Code code = error.Matches(&ValueErrorType) || error.Matches(&TypeErrorType) ? Code::kInvalidArgument
                    : error.Matches(&StopIterationType)                             ? Code::kOutOfRange
                    : error.Matches(&MemoryErrorType)                               ? Code::kResourceExhausted
                    : error.Matches(&NotImplementedErrorType)                       ? Code::kUnimplemented
                                                                                    : Code::kUnknown;
  const std::string head = fmt::format("{}: {}", TypeOf(error.exception)->name, Str(error.exception));
  std::string text = head + "\nTraceback (most recent call last):\n\n";
  for (const std::string& entry : FormatTraceback(error.get()->traceback)) text += entry + "\n";
  return {code, text + FormatExceptionOnly(error.get()) + "\n"};
}

template <class F>
Status Guarded(F&& call) {
  try {
    call();
    return {};
  } catch (const OpError& error) {
    return error.status;
  } catch (const PyError& error) {
    if (!error.Matches(&ExceptionType)) throw;
    return StatusOf(error);
  }
}

std::vector<Val> CallEagerly(const HostFunction& f, std::span<const Val> inputs) {
  Context& context = Context::Get();
  bool watched = false;
  for (const Tape* tape : context.tapes()) watched |= context.recording() && tape->ShouldRecord(inputs);
  std::vector<Tensor> tensors;
  for (const Val& in : inputs) tensors.push_back(in.tensor());
  std::shared_ptr<TapedCall> kept;
  if (watched) kept = std::make_shared<TapedCall>();
  std::vector<Val> outputs;
  const Status status = Guarded([&] {
    // Tapes outside know other values than the ones that the function made.
    for (const Val& made : CallFunction(f, tensors, kept.get()))
      outputs.push_back(context.Eager(made.tensor()));
  });
  if (!status.ok())
    RaiseEagerStatus(status, "EagerPyFunc",
                     fmt::format("EagerPyFunc_Tin_{}_Tout_{}", inputs.size(), f.outputs.size()), true, "");
  if (kept)
    context.RecordCustom("EagerPyFunc", inputs, outputs, [kept](std::span<const Val> grads) {
      if (!kept->tape) Raise(&RuntimeErrorType, "the gradient of a tf.py_function was asked for twice");
      std::vector<Val> given;
      for (size_t i = 0; i < grads.size(); ++i)
        given.push_back(grads[i].has_value() ? grads[i] : ZerosLike(Context::Get(), kept->outputs[i]));
      return GradientsOf(*kept, given);
    });
  return outputs;
}

// host_function(function, inputs, Tout, name, arrays): Tout is a list.
Value HostFunctionCall(Interp&, Args args) {
  CheckArgs("host_function", args, 5, 5);
  HostFunction f;
  f.function = args[0];
  f.arrays = IsTrue(args[4]);
  static int64_t next = 0;
  f.token = fmt::format("pyfunc_{}", next++);
  ForEach(args[2], [&](Value t) { f.outputs.push_back(AsDType(t)); });
  std::vector<Val> inputs;
  ForEach(args[1], [&](Value x) { inputs.push_back(ConvertToTensor(x)); });
  Context& context = Context::Get();
  std::vector<Val> outputs;
  if (context.executing_eagerly()) {
    outputs = CallEagerly(f, inputs);
  } else {
    std::vector<DType> in_types;
    for (const Val& in : inputs) in_types.push_back(in.dtype());
    const std::vector<DType> out_types = f.outputs;
    const std::string token = f.token;
    const char* const op = f.arrays ? "PyFunc" : "EagerPyFunc";
    Functions().emplace(token, std::move(f));
    try {
      outputs =
          context.Apply(OpRegistry::Get(op), inputs,
                        MakeAttrs({{"token", token}, {"Tin", std::move(in_types)}, {"Tout", out_types}}),
                        args[3].is_none() ? op : Str(args[3]));
    } catch (const OpError& error) {
      RaiseStatus(error.status);
    }
  }
  Value result = MakeList({});
  for (const Val& out : outputs) ListAppend(result.as<ListObject>(), MakeTensor(out));
  return result;
}

const MethodDef kHost[] = {
    {"host_function", HostFunctionCall, "function, inputs, Tout, name, arrays"},
};
TP_REGISTER_FUNCTIONS(_tf, kHost);

}  // namespace

Status CallHostFunction(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  const bool gradient = token.ends_with(kHostGradientSuffix);
  const auto found =
      Functions().find(gradient ? token.substr(0, token.size() - kHostGradientSuffix.size()) : token);
  if (found == Functions().end())
    return {Code::kNotFound, fmt::format("the Python function `{}` is not in this process", token)};
  HostFunction& f = found->second;
  return Guarded([&] {
    std::vector<Val> results;
    if (gradient) {
      if (f.calls.empty()) RaiseInvalid(fmt::format("no call of {} is left to differentiate", f.token));
      TapedCall call = std::move(f.calls.back());
      f.calls.pop_back();
      std::vector<Val> grads;
      for (const Tensor& t : inputs) grads.push_back(Context::Get().Eager(t));
      results = GradientsOf(call, grads);
    } else {
      TapedCall call;
      results = CallFunction(f, inputs, f.taped ? &call : nullptr);
      if (f.taped) f.calls.push_back(std::move(call));
      if (f.calls.size() > kMaxTapedCalls) f.calls.pop_front();
    }
    for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = results[i].tensor();
  });
}

}  // namespace tp
