// The code that AutoGraph would make of a function: what tf.autograph.to_code prints (TF:
// autograph/converters). Nothing here runs such code; the staged evaluator does what it would do.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/lang/ast.h"

namespace tp::ast {

// AutoGraph does not convert this: the text is TensorFlow's.
struct NotConvertible {
  std::string text;
};

struct ToCodeOptions {
  bool recursive = true;
  std::string optional_features = "()";  // as Python writes the tuple
  // The order in which Python iterates over a set of these names: TensorFlow keeps some of them in sets.
  std::function<void(std::vector<std::string>*)> set_order;
};

// REQUIRES: a def or a lambda. Throws NotConvertible.
std::string ToCode(const Module& module, const FunctionInfo& info, const ToCodeOptions& options);

}  // namespace tp::ast
