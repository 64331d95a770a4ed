// TraceObserver: told of traces and of first arguments, for commands that report them (build, explain,
// bench). Nothing of it enters results or bundles. None is set in a plain run.
#pragma once

#include <memory>

#include "core/trace/concrete_function.h"
#include "core/trace/function.h"

namespace tp {

class TraceObserver {
 public:
  virtual ~TraceObserver() = default;
  // A function was traced, which took this long.
  virtual void OnTrace(ConcreteFunction& function, int64_t nanoseconds) = 0;
  // It is called eagerly with these argument tensors. Calls that take the short path are not told.
  virtual void OnCall(ConcreteFunction& function, std::span<const Val> arguments) = 0;
  // A Function that was traced is let go of by the program: the observer may keep it, to report it.
  virtual void OnGone(std::unique_ptr<Function>) {}

  static TraceObserver* current;  // borrowed; null: none
};

}  // namespace tp
