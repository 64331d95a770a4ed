// From a Status to the exception that TensorFlow raises for it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/interp/value.h"
#include "core/tensor/dtype.h"
#include "core/trace/func_graph.h"

namespace tp {

// Raises the class of tf.errors (or TypeError, ValueError) with the status's text as it is.
[[noreturn]] void RaiseStatus(const Status& status);
// As eager execution words it: "{{function_node __wrapped__AddV2_device_/…}} TEXT [Op:AddV2] name: NAME".
// `fast`: every input was a tensor, a variable, an array or a number (TensorFlow's fast path writes " name: "
// without a name, too). `wrapped`: the op's name as __wrapped__ shows it.
[[noreturn]] void RaiseEagerStatus(const Status& status, std::string_view op, std::string_view wrapped,
                                   bool fast, std::string_view name);
// As a graph's execution words it: "Graph execution error: … Detected at node NAME defined at (most recent
// call last): … TEXT [Op:FUNCTION]"; where the status says no position, only the text and the suffix.
[[noreturn]] void RaiseGraphStatus(const Status& status, std::string_view function);
// What is said where a tensor is used outside of the graph that it belongs to: in `here`, or (null) eagerly.
std::string OutOfScopeText(const Val& value, const FuncGraph* here);
// The class itself: tf.errors.NAME.
Value ErrorClass(std::string_view name);

}  // namespace tp
