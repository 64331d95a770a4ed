// What people see and what calls back: printing, assertions, Python functions.
#include <fcntl.h>

#include <chrono>
#include <cstring>

#include "core/base/file_access.h"
#include "core/ir/host_hook.h"
#include "core/tensor/print.h"
#include "kernels/op.h"

namespace tp {
namespace {

void PrintKernel(KernelContext& c) {
  const Tensor& text = c.input(0);
  if (text.rank() != 0 || text.dtype() != DType::kString)
    return Fail(c, "Input is expected to be scalar, but got {}", text.shape());
  const std::string line = text.scalar<std::string>() + c.Attr<std::string>("end", "\n");
  const std::string stream = c.Attr<std::string>("output_stream", "stderr");
  if (stream != "stdout" && stream != "stderr" && !stream.starts_with("log(")) {
    if (!stream.starts_with("file://"))
      return Fail(c,
                  "Unknown output stream: {}, please choose from: stdout, stderr, log(info), "
                  "log(warning), log(error)",
                  stream);
    Status status = FileAccess::Get().Write(stream.substr(std::strlen("file://")), line, O_APPEND);
    return status.ok() ? void() : c.Error(std::move(status));
  }
  c.runner()->Print(line, stream == "stdout");
}

// TF: string_format_op.cc.
void FormatKernel(KernelContext& c) {
  const std::string text = c.Attr<std::string>("template", "%s"),
                    mark = c.Attr<std::string>("placeholder", "%s");
  const int64_t summarize = c.Attr<int64_t>("summarize", 3);
  std::string made;
  int next = 0;
  size_t at = 0;
  for (size_t found; !mark.empty() && (found = text.find(mark, at)) != std::string::npos;
       at = found + mark.size()) {
    made += text.substr(at, found - at);
    if (next >= c.num_inputs()) break;
    made += SummarizeV2(c.input(next++), summarize);
  }
  made += text.substr(at);
  c.SetOutput(0, Tensor::Scalar<std::string>(made));
}

void AssertKernel(KernelContext& c) {
  const Tensor& condition = c.input(0);
  if (condition.rank() != 0) return Fail(c, "In[0] should be a scalar: {}", condition.shape());
  if (condition.scalar<bool>()) return;
  std::string text = "assertion failed:";
  for (int i = 1; i < c.num_inputs(); ++i)
    text += " [" + SummarizeFlat(c.input(i), c.Attr<int64_t>("summarize", 3)) + "]";
  c.Error({Code::kInvalidArgument, text});
}

void HostKernel(KernelContext& c) {
  std::vector<Tensor> outputs(c.num_outputs());
  Status status = c.runner()->CallHost(c.Attr<std::string>("token"), c.inputs(), outputs);
  if (!status.ok()) return c.Error(std::move(status));
  for (int i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, std::move(outputs[i]));
}

// script_ops.py: _EagerPyFuncGrad: another call, which asks the tape of the function's last call.
void HostGradient(GradContext& g) {
  const std::string token = g.Attr<std::string>("token");
  if (token.ends_with(kHostGradientSuffix))
    throw OpError{
        MakeStatus(Code::kUnimplemented, "second-order gradients of tf.py_function are not supported")};
  NoteHostGradient(token);
  std::vector<Val> grads;
  std::vector<DType> in, out;
  for (int i = 0; i < g.num_outputs(); ++i) {
    grads.push_back(g.grad(i).has_value() ? g.grad(i) : g.Op("ZerosLike", {g.output(i)}));
    in.push_back(g.output(i).dtype());
  }
  for (int i = 0; i < g.num_inputs(); ++i) out.push_back(g.input(i).dtype());
  const std::vector<Val> results =
      g.builder().Apply(OpRegistry::Get("EagerPyFunc"), grads,
                        MakeAttrs({{"token", token + std::string(kHostGradientSuffix)},
                                   {"Tin", std::move(in)},
                                   {"Tout", std::move(out)}}));
  for (int i = 0; i < g.num_inputs(); ++i) g.Set(i, results[static_cast<size_t>(i)]);
}

}  // namespace

TP_OP(Timestamp){
    .name = "Timestamp",
    .api = "tf.timestamp (name=None)",
    .outputs = "ts: float64",
    .doc = "Seconds since 1970, now.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel =
        [](KernelContext& c) {
          const auto now = std::chrono::system_clock::now().time_since_epoch();
          c.SetOutput(0, Tensor::Scalar(std::chrono::duration<double>(now).count()));
        },
};

TP_OP(PrintV2){
    .name = "PrintV2",
    .inputs = "input: string",
    .attrs = "output_stream: string = 'stderr', end: string = '\n'",
    .doc = "Writes the string to a stream.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = PrintKernel,
    .no_gradient = true,
};

TP_OP(StringFormat){
    .name = "StringFormat",
    .inputs = "inputs: T",
    .outputs = "output: string",
    .attrs = "T: list(type) >= 0, template: string = '%s', placeholder: string = '%s', summarize: int = 3",
    .doc =
        "The template with its placeholders replaced by the texts of the inputs, as tf.print shows "
        "them.",
    .shape = shape::Scalar,
    .kernel = FormatKernel,
    .no_gradient = true,
    .examples =
        "[1 2 3], 2.5 -> 'a [1 2 3] b 2.5' | template='a %s b %s'\n"
        "[1 2 3 4 5 6 7 8] -> '[1 2 ... 7 8]' | template='%s', summarize=2",
};

TP_OP(Assert){
    .name = "Assert",
    .inputs = "condition: bool, data: T",
    .attrs = "T: list(type) >= 1, summarize: int = 3",
    .doc = "An error with the texts of the data where the condition is false.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = AssertKernel,
    .no_gradient = true,
};

TP_OP(EagerPyFunc){
    .name = "EagerPyFunc",
    .inputs = "input: Tin",
    .outputs = "output: Tout",
    .attrs = "token: string, is_async: bool = false, Tin: list(type) >= 0, Tout: list(type) >= 0",
    .doc = "Calls a Python function on eager tensors.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = HostKernel,
    .gradient = HostGradient,
};

TP_OP(PyFunc){
    .name = "PyFunc",
    .inputs = "input: Tin",
    .outputs = "output: Tout",
    .attrs = "token: string, Tin: list(type) >= 0, Tout: list(type) >= 0",
    .doc = "Calls a Python function on NumPy arrays.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = HostKernel,
    .no_gradient = true,
};

TP_OP(PyFuncStateless){
    .name = "PyFuncStateless",
    .inputs = "input: Tin",
    .outputs = "output: Tout",
    .attrs = "token: string, Tin: list(type) >= 0, Tout: list(type) >= 0",
    .doc = "Calls a Python function, which has no effects, on NumPy arrays.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = HostKernel,
    .no_gradient = true,
};

}  // namespace tp
