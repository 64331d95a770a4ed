// tf.autograph.experimental.set_loop_options, and loops over what is no tensor.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/stager.h"

namespace tp {

// What set_loop_options was given: values as they are, undefined where it was given none.
struct LoopOptions {
  // (a loop variable, its shapes: a structure of TensorShape, TensorSpec and None)
  using Pairs = std::vector<std::pair<Value, Value>>;

  Value shape_invariants;
  Value maximum_iterations;
  Value parallel_iterations;
  std::string unknown;  // the name of an option that tf.while_loop does not have

  // The pairs of shape_invariants. Raises what unpacking raises where they are none.
  Pairs Invariants() const;
  // The shapes given for this very value, by the last pair; undefined: none.
  static Value InvariantOf(const Pairs& pairs, const Value& v);
  // All but the invariants, checked as tf.while_loop does.
  WhileOptions ForWhile() const;
};
// Evaluates the arguments of the call of set_loop_options that stands in a loop's body: outside of the loop,
// at `loop`, the span of its statement, as AutoGraph does.
LoopOptions ReadLoopOptions(Frame* frame, const ast::Block& body, const Span& loop);
// True while they are evaluated.
bool ReadingLoopDirectives();
// Where the body begins: behind such a call, whose arguments are no part of the body.
size_t LoopStart(const Frame* frame, const ast::Block& body);
// Options for the next loop to be staged, and taking them.
void SetLoopOptions(LoopOptions options);
LoopOptions TakeLoopOptions();

// Datasets and their iterators (stager_dataset.cc): what is staged though it is no tensor. Their classes have
// `_staged_loop`, a dataset's a method, an iterator's None.
bool IsStagedIterable(const Value& v);
// `body` runs the loop's body for an element; `extra_test`, where the loop may break, says whether it goes
// on.
void StageDatasetLoop(const Value& iterable, const StagedState& state,
                      const std::function<void(const Value& item)>& body,
                      const std::function<Value()>& extra_test);

}  // namespace tp
