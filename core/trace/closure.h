// A Python callable over a C++ function, for library code that calls back into the stager.
#pragma once

#include <functional>
#include <string_view>

#include "core/interp/args.h"

namespace tp {

using ClosureFn = std::function<Value(Args)>;
// What `function` refers to must live as long as the callable is called.
Value MakeClosure(std::string_view name, ClosureFn function);

}  // namespace tp
