// Status: how an op, a kernel or a reader says that it failed: TensorFlow's error code and its text.
// Kernels do not throw; the interpreter turns a failed Status into the exception of tf.errors at its border.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace tp {

// Numbers and names as tf.errors has them (tensorflow/core/protobuf/error_codes.proto). kTypeError and
// kValueError are not TensorFlow codes: they say which Python exception graph building raises.
enum class Code : int {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
  kTypeError = 100,
  kValueError = 101,
};

// The class in tf.errors: "InvalidArgumentError"; "TypeError" and "ValueError" for the two of Python.
std::string_view CodeName(Code code);

// A pointer that is null where all is well: what most calls hand on costs no more than that.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string message);
  Status(const Status& other);
  Status(Status&& other) noexcept : failure_(std::exchange(other.failure_, nullptr)) {}
  Status& operator=(Status other) noexcept {
    std::swap(failure_, other.failure_);
    return *this;
  }
  ~Status() {
    if (failure_ != nullptr) Free(failure_);
  }

  bool ok() const { return failure_ == nullptr; }
  Code code() const { return failure_ == nullptr ? Code::kOk : failure_->code; }
  const std::string& message() const;  // "" where it is ok
  // Where in the spec the node was made that failed (StackId of core/diag/source_stack.h); 0: not known.
  uint32_t where() const { return failure_ == nullptr ? 0 : failure_->where; }
  void set_where(uint32_t where) {
    if (failure_ != nullptr) failure_->where = where;
  }

 private:
  struct Failure {
    Code code;
    uint32_t where;
    std::string message;
  };
  [[gnu::cold]] static void Free(Failure* failure);

  Failure* failure_ = nullptr;
};

// What the templates below share: hundreds of places fail, so each is to be a call and no more.
[[gnu::cold]] Status FormatStatus(Code code, fmt::string_view format, fmt::format_args args);

// InvalidArgument("step {} is 0", i)
template <class... A>
Status InvalidArgument(fmt::format_string<A...> format, A&&... args) {
  return FormatStatus(Code::kInvalidArgument, format, fmt::make_format_args(args...));
}
template <class... A>
Status MakeStatus(Code code, fmt::format_string<A...> format, A&&... args) {
  return FormatStatus(code, format, fmt::make_format_args(args...));
}

#define TP_RETURN_IF_ERROR(expression)                                            \
  do {                                                                            \
    if (::tp::Status tp_status = (expression); !tp_status.ok()) return tp_status; \
  } while (0)

}  // namespace tp
