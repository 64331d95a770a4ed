#include "core/trace/errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interp/abstract.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/interrupt.h"
#include "core/trace/call_stack.h"
#include "core/trace/objects.h"
#include "core/trace/specs.h"

namespace tp {

std::string OutOfScopeText(const Val& value, const FuncGraph* here) {
  const std::string tensor = fmt::format("<tf.Tensor '{}' shape={} dtype={}>", TensorName(value),
                                         WithoutSymbols(value.shape()).ToString(), DTypeName(value.dtype()));
  return fmt::format(
      "{0} is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow "
      "collections to access it.\nPlease see https://www.tensorflow.org/guide/"
      "function#all_outputs_of_a_tffunction_must_be_return_values for more information.\n\n{0} was defined "
      "here:\n{1}\nThe tensor {0} cannot be accessed from {2}, because it was defined in {3}, which is out "
      "of "
      "scope.",
      tensor, StackText(value.graph()->position(value.graph()->producer(value.id())), "\n", "    "),
      here ? here->Describe() : "here", GraphOf(value)->Describe());
}

namespace {

// NAME of the "[[{{node NAME}}]]" that the executor puts behind the text.
std::string_view FailedNode(std::string_view text) {
  constexpr std::string_view kMark = "[[{{node ";
  const size_t begin = text.rfind(kMark);
  if (begin == std::string_view::npos) return "";
  text.remove_prefix(begin + kMark.size());
  return text.substr(0, text.find("}}"));
}

// What was refused, of TensorFlow's text: "OOM when allocating tensor with shape[9,9] and type float".
std::string_view Refused(std::string_view text) {
  if (const size_t at = text.find("OOM when"); at != std::string_view::npos) text.remove_prefix(at);
  return text.substr(0, std::min(text.find(" on /job"), text.find('\n')));
}

}  // namespace

Value ErrorClass(std::string_view name) {
  return GetAttr(GetAttr(TheInterp().Import("tensorflow"), "errors"), name);
}

void RaiseStatus(const Status& status) {
  if (status.code() == Code::kTypeError) RaiseText(&TypeErrorType, status.message());
  if (status.code() == Code::kValueError) RaiseText(&ValueErrorType, status.message());
  if (status.code() == Code::kResourceExhausted) RaiseLimitReached(Refused(status.message()));
  if (status.code() == Code::kCancelled && interrupt_requested.exchange(false)) {
    RaiseLimitReached("");
    RaiseException(MakeException(&KeyboardInterruptType, ArgList()));
  }
  // TensorFlow raises this one from Python.
  if (status.message().starts_with("No gradient defined for operation"))
    RaiseText(&LookupErrorType, status.message());
  const Value cls = ErrorClass(CodeName(status.code()));
  Value error = Call(cls, Value::None(), Value::None(), MakeStr(status.message()));
  error.as<ExceptionObject>()->suppress_context = true;  // TensorFlow raises it `from None`
  RaiseException(std::move(error));
}

void RaiseEagerStatus(const Status& status, std::string_view op, std::string_view wrapped, bool fast,
                      std::string_view name) {
  if (status.code() == Code::kTypeError || status.code() == Code::kValueError) RaiseStatus(status);
  // Errors that are found before the kernel is chosen have no function_node in front.
  const bool before_kernel = status.message().rfind("cannot compute ", 0) == 0 ||
                             status.message().rfind("Value for attr ", 0) == 0 ||
                             status.message().rfind("Length for attr ", 0) == 0 ||
                             status.message().find("{{function_node") != std::string::npos;
  std::string text;
  if (!before_kernel)
    text = fmt::format(
        "{{{{function_node __wrapped__{}_device_/job:localhost/replica:0/task:0/device:CPU:0}}}} ", wrapped);
  text += status.message();
  text += fmt::format(" [Op:{}]", op);
  if (fast) text += fmt::format(" name: {}", name);
  RaiseStatus(Status(status.code(), text));
}

void RaiseGraphStatus(const Status& status, std::string_view function) {
  if (status.code() == Code::kTypeError || status.code() == Code::kValueError) RaiseStatus(status);
  // A name such as "<lambda>" is no function to what looks up the node: TensorFlow then says only this.
  if (function.find('<') != std::string_view::npos)
    RaiseStatus(Status(status.code(), fmt::format("{{{{function_node {}}}}} {} [Op:{}]", function,
                                                  status.message(), function)));
  std::string text = "Graph execution error:\n\n";
  if (status.where() != kNoStack)
    text += fmt::format("Detected at node {} defined at (most recent call last):\n{}",
                        FailedNode(status.message()), StackText(status.where(), "\n\n"));
  std::string_view message = status.message();
  if (status.where() != kNoStack)
    message.remove_prefix(std::min(message.find_first_not_of('\n'), message.size()));
  RaiseStatus(Status(status.code(), fmt::format("{}{} [Op:{}]", text, message, function)));
}

}  // namespace tp
