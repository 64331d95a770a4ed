// A method that holds its instance weakly: the Python function of the Function that an instance gets for a
// decorated method. The instance must be able to die though its Functions refer to it (TensorFlow:
// tf_method_target.py).
#pragma once

#include "core/interp/function.h"

namespace tp {

struct WeakMethodObject : GcObject {
  AttrStorage attrs;
  Value func;      // what was decorated
  Value instance;  // a weak reference
};
extern TypeObject WeakMethodType;
Value MakeWeakMethod(const Value& func, const Value& instance);
inline bool IsWeakMethod(const Value& v) { return v.is_object() && v.object()->type == &WeakMethodType; }
// The plain bound method. Where the instance has died, its self is None, as in TensorFlow.
Value StrongMethod(const Value& weak_method);

}  // namespace tp
