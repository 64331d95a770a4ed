// The way from a running graph back into the interpreter.
#pragma once

#include <span>
#include <string_view>

#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp {

// Calls the Python function that `token` stands for. Its exception becomes a Status, as TensorFlow maps it.
Status CallHostFunction(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs);

}  // namespace tp
