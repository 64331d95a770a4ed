// tf.TensorSpec as tracing sees it: a description that stands for a tensor in signatures. Its methods are
// registered in core/tf.
#pragma once

#include "core/signature/trace_type.h"
#include "core/trace/objects.h"

namespace tp {

struct TensorSpecObject : GcObject {
  AttrStorage attrs;
  tp::Shape shape;
  DType dtype;
  Value name;  // a str, or None
};
extern TypeObject TensorSpecType;
Value MakeTensorSpec(DType dtype, const tp::Shape& shape, const Value& name = Value::None());
inline bool IsTensorSpec(const Value& v) { return v.is_object() && IsInstance(v, &TensorSpecType); }

// The same dims with symbols as unknown: what a signature may say.
tp::Shape WithoutSymbols(const tp::Shape& shape);

}  // namespace tp
