// The retrace log: why each trace happened. Made by the tracer, kept in the bundle, read by `explain`. It
// holds only what is the same for every run of the same spec: no times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/signature/function_type.h"

namespace tp {

// Causes, in the words of `explain`.
enum class RetraceCause : uint8_t {
  kFirst,             // the first trace of the function
  kDType,             // a tensor argument of another dtype
  kRank,              // of another rank
  kAxis,              // of another size in one or more dims
  kPyValue,           // another Python value
  kPyType,            // an argument of another kind: a tensor where there was a number
  kStructure,         // another nesting, length or set of keys
  kObject,            // another object, compared by identity and ==
  kVariable,          // variables of another dtype, shape or pattern of repetition
  kCapturedVariable,  // traced twice because the first trace made variables
  kContext,           // called in another context: inside another function, another policy
};
std::string_view RetraceCauseName(RetraceCause cause);  // "py-value"

struct CallSite {
  // SourceNameId of the path while the spec runs; in a bundle's contents the number of the file, from 1. 0:
  // unknown.
  uint32_t file = 0;
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};

struct RetraceRecord {
  RetraceCause cause = RetraceCause::kFirst;
  int trace = 0;          // which trace of its function, from 1
  int nearest = 0;        // the nearest earlier trace, from 1; 0 for the first
  std::string argument;   // the parameter that differs: "x", "batch['image']"; "" where none does
  std::vector<int> axes;  // kAxis: which dims differ
  std::string was, now;   // short forms: "f32[32,784]", "0.1"
  std::vector<std::string> more_arguments;  // further parameters that differ in the same way
  CallSite call;                            // the call that caused the trace
  CallSite argument_site;                   // the argument's expression in that call, where known
  int64_t nodes = 0;                        // of the graph that was made
  int64_t constant_bytes = 0;
};

// Compares a call's type with the types traced before: finds the nearest (fewest differences, the latest on a
// tie) and says what differs. `before` empty: kFirst. `context_differs[i]`: trace i was made in another
// context.
RetraceRecord ExplainRetrace(const FunctionType& now, std::span<const Ref<FunctionType>> before,
                             const std::vector<bool>& context_differs);

}  // namespace tp
