// Names of dtypes as TensorFlow's C++ has them.
#include "core/tensor/plain_type_name.h"

namespace tp {

std::string_view PlainTypeName(DType dtype) {
  if (dtype == DType::kFloat32) return "float";
  if (dtype == DType::kFloat64) return "double";
  if (dtype == DType::kFloat16) return "half";
  return DTypeName(dtype);
}

}  // namespace tp
