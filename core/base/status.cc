#include "core/base/status.h"

namespace tp {

std::string_view CodeName(Code code) {
  switch (code) {
    case Code::kOk:
      return "OK";
    case Code::kCancelled:
      return "CancelledError";
    case Code::kUnknown:
      return "UnknownError";
    case Code::kInvalidArgument:
      return "InvalidArgumentError";
    case Code::kDeadlineExceeded:
      return "DeadlineExceededError";
    case Code::kNotFound:
      return "NotFoundError";
    case Code::kAlreadyExists:
      return "AlreadyExistsError";
    case Code::kPermissionDenied:
      return "PermissionDeniedError";
    case Code::kResourceExhausted:
      return "ResourceExhaustedError";
    case Code::kFailedPrecondition:
      return "FailedPreconditionError";
    case Code::kAborted:
      return "AbortedError";
    case Code::kOutOfRange:
      return "OutOfRangeError";
    case Code::kUnimplemented:
      return "UnimplementedError";
    case Code::kInternal:
      return "InternalError";
    case Code::kUnavailable:
      return "UnavailableError";
    case Code::kDataLoss:
      return "DataLossError";
    case Code::kUnauthenticated:
      return "UnauthenticatedError";
    case Code::kTypeError:
      return "TypeError";
    case Code::kValueError:
      return "ValueError";
  }
  return "UnknownError";
}

Status::Status(Code code, std::string message) {
  if (code != Code::kOk) failure_ = new Failure{code, 0, std::move(message)};
}

Status::Status(const Status& other) : failure_(other.ok() ? nullptr : new Failure(*other.failure_)) {}

const std::string& Status::message() const {
  static const auto* const none = new std::string;
  return failure_ == nullptr ? *none : failure_->message;
}

void Status::Free(Failure* failure) { delete failure; }

Status FormatStatus(Code code, fmt::string_view format, fmt::format_args args) {
  return {code, fmt::vformat(format, args)};
}

}  // namespace tp
