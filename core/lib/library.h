// The embedded library: composites of the `tf` module, written in the spec language. Which file defines a
// public name is known from its text: a line "#: tf.math.add tf.add" stands above a definition or an
// assignment, and the index is made of these lines when the program is built.
#pragma once

#include <cstddef>
#include <string_view>

namespace tp {

struct LibraryFile {
  std::string_view path;  // "math_ops.py"
  std::string_view text;  // followed by a zero byte
};
struct LibraryName {
  std::string_view name;    // "tf.math.add"
  std::string_view module;  // "math_ops"
  std::string_view symbol;  // "add"
};

// Both sorted by their first field.
extern const LibraryFile kLibraryFiles[];
extern const size_t kNumLibraryFiles;
extern const LibraryName kLibraryNames[];
extern const size_t kNumLibraryNames;

}  // namespace tp
