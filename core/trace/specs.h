// tf.TensorSpec as tracing sees it: a description that stands for a tensor in signatures. The class is part
// of the embedded library; here is what tracing needs of it.
#pragma once

#include "core/trace/objects.h"

namespace tp {

bool IsTensorSpec(const Value& v);
// REQUIRES: IsTensorSpec(v).
DType SpecDType(const Value& v);
tp::Shape SpecShape(const Value& v);
Value SpecName(const Value& v);  // a str, or None

Value MakeTensorSpec(DType dtype, const tp::Shape& shape, const Value& name = Value::None());

}  // namespace tp
