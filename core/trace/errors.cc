#include "core/trace/errors.h"

#include <fmt/format.h>

#include "core/interp/abstract.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/interrupt.h"

namespace tp {

Value ErrorClass(std::string_view name) {
  return GetAttr(GetAttr(TheInterp().Import("tensorflow"), "errors"), name);
}

void RaiseStatus(const Status& status) {
  if (status.code() == Code::kTypeError) RaiseText(&TypeErrorType, status.message());
  if (status.code() == Code::kValueError) RaiseText(&ValueErrorType, status.message());
  if (status.code() == Code::kCancelled && interrupt_requested.exchange(false))
    RaiseException(MakeException(&KeyboardInterruptType, ArgList()));
  // TensorFlow raises this one from Python.
  if (status.message().starts_with("No gradient defined for operation"))
    RaiseText(&LookupErrorType, status.message());
  const Value cls = ErrorClass(CodeName(status.code()));
  RaiseException(Call(cls, Value::None(), Value::None(), MakeStr(status.message())));
}

void RaiseEagerStatus(const Status& status, std::string_view op, std::string_view wrapped, bool fast,
                      bool has_name, std::string_view name) {
  if (status.code() == Code::kTypeError || status.code() == Code::kValueError) RaiseStatus(status);
  // Errors that are found before the kernel is chosen have no function_node in front.
  const bool before_kernel = status.message().rfind("cannot compute ", 0) == 0 ||
                             status.message().rfind("Value for attr ", 0) == 0 ||
                             status.message().find("{{function_node") != std::string::npos;
  std::string text;
  if (!before_kernel)
    text = fmt::format(
        "{{{{function_node __wrapped__{}_device_/job:localhost/replica:0/task:0/device:CPU:0}}}} ", wrapped);
  text += status.message();
  text += fmt::format(" [Op:{}]", op);
  if (fast || has_name) text += fmt::format(" name: {}", name);
  RaiseStatus(Status(status.code(), text));
}

void RaiseGraphStatus(const Status& status, std::string_view function) {
  if (status.code() == Code::kTypeError || status.code() == Code::kValueError) RaiseStatus(status);
  RaiseStatus(
      Status(status.code(), fmt::format("Graph execution error:\n\n{} [Op:{}]", status.message(), function)));
}

}  // namespace tp
