// A message about a place in a source file: what every syntax error, unsupported construct and lint finding
// is. render.h prints them.
#pragma once

#include <string>
#include <vector>

#include "core/diag/source.h"

namespace tp {

enum class Severity : uint8_t { kError, kWarning, kAdvice };

// A second place that belongs to the message, with an own short text (may be empty).
struct Label {
  Span span;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  // What stands before the colon: a Python exception's name ("SyntaxError") or empty for `error`, `warning`,
  // `advice`.
  std::string kind;
  std::string code;                  // "TP201"; empty for most
  std::string message;               // Python's or TensorFlow's own words where they have some
  const SourceFile* file = nullptr;  // null: no place
  Span span;
  std::vector<Label> labels;       // on the lines of `span` or others
  std::string help;                // what to do; stands behind the carets
  std::vector<std::string> notes;  // lines `  = note`
};

}  // namespace tp
