// Changes of a spec that would spare traces: another decorator, tensors of one dtype at the calls, objects
// that are made once or that equal each other. What a change brings is found by running the changed spec
// (trials.h); here the texts are made.
#pragma once

#include <string>
#include <vector>

#include "cli/report/json.h"
#include "core/diag/source.h"

namespace tp::cli {

struct Edit {
  Span span;
  std::string text;
};

struct Change {
  std::string what;   // "`tf.constant(lr)` in line 41"
  std::string paste;  // or the lines that take the place of `line`
  uint32_t line = 0;
  std::vector<Edit> edits;
  bool combined = false;  // worth a word only where it is better than those before
  int64_t left = -1;      // traces of the function in the changed spec; -1: it was not run, or fails
  int64_t total = -1;     // of all functions
};

// The text with the edits; of two that overlap the later one is left out.
std::string Changed(std::string_view text, std::vector<Edit> edits);

// Where a parameter stands among the function's, from 0; -1 where that is not known.
int PositionOf(const Json& function, const std::string& argument);

// What may spare traces of a function, most promising first. `function` is one of Describe's (trials.cc):
// FunctionsJson's with "specs" and each trace's "call".
std::vector<Change> ChangesFor(const SourceFile& file, const Json& function);

// Makes a Function that code makes anew (made_anew.h) once, in front of the statement of the module that it
// stands in: moves its `def`, or its `tf.function(…)` out of the call. No edits where it uses what is bound
// on the way there, or where the text is not that plain. `function`: the first of them.
Change MadeOutside(const SourceFile& file, const Json& function);

}  // namespace tp::cli
