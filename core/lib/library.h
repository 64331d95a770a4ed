// The embedded library: composites of the `tf` module, written in the spec language. Which file defines a
// public name is known from its text: a line "#: tf.math.add tf.add" stands above a definition or an
// assignment, and the index is made of these lines when the program is built. A last word "=map_fn_v2" says
// that TensorFlow's function has no dispatch in front of it, and its name there, which errors about arguments
// show.
#pragma once

#include <span>
#include <string_view>

#include "core/base/packed_text.h"

namespace tp {

struct LibraryFile {
  std::string_view path;  // "math_ops.py"
  PackedText text;
};
struct LibraryName {
  std::string_view name;    // "tf.math.add"
  std::string_view module;  // "math_ops"
  std::string_view symbol;  // "add"
  std::string_view plain;   // "map_fn_v2"; empty: dispatched
};

// Both sorted by their first field.
std::span<const LibraryFile> LibraryFiles();
std::span<const LibraryName> LibraryNames();

extern const PackedText kLibraryIndex;  // a line "name module symbol plain" for each of LibraryNames

// Lines "tf.math.argmax argmax_v2 tensorflow.python.ops.math_ops dispatched", sorted: `__qualname__` and
// `__module__` of TensorFlow's public functions, and who checks their arguments
// (testdata/tools/function_names.py).
extern const PackedText kFunctionNames;

struct FunctionName {
  std::string_view qualname, module;  // empty: no public function of TensorFlow's
  bool dispatched = false;

  // What errors about its arguments call it.
  std::string_view InErrors() const { return dispatched ? std::string_view() : qualname; }
};
FunctionName FunctionNameOf(std::string_view name);

}  // namespace tp
