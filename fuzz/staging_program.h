// A random program of the staging probe as a tree of source lines, so that statements can be deleted from it,
// and the spec file that runs many of them twice: staged under tf.function, and plainly.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tp::staging {

// A statement: its first line and, indented below it, its block. `elif`, `else`, `except` are lines of their
// own that belong to the statement before them.
struct Line {
  std::string text;
  std::vector<Line> body;
};

struct Program {
  uint64_t seed = 0;
  std::vector<Line> lines;         // at the module's level; they define `program` and `reset`
  std::vector<std::string> calls;  // argument lists
  size_t size() const;             // lines in all
};

// `program_SEED` and its calls, as Python text.
std::string ToText(const Program& program);

// One file with all of them. Run by `tracepack exec` or by CPython with TensorFlow, it prints `ok SEED` or
// `BAD SEED …` for each; with `values` also what the plain runs gave, so that two implementations can be
// compared.
std::string ToSpec(const std::vector<Program>& programs, bool values);

// Deletes statements, and takes blocks out of their statements, as long as `still_fails` holds.
Program Minimise(Program program, const std::function<bool(const Program&)>& still_fails);

}  // namespace tp::staging
