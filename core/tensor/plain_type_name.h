// How TensorFlow's C++ names a dtype in its messages: "float", "int32", "half".
#pragma once

#include <string_view>

#include "core/tensor/dtype.h"

namespace tp {

std::string_view PlainTypeName(DType dtype);

}  // namespace tp
