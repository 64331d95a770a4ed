// tf.autograph.experimental.set_loop_options, and loops over what is no tensor.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/trace/stager.h"

namespace tp {

struct LoopOptions {
  std::vector<std::pair<Value, tp::Shape>> invariants;
  Value maximum_iterations;   // undefined: not limited
  Value parallel_iterations;  // undefined: 10
  // The invariant given for this very value; null: none.
  const tp::Shape* InvariantOf(const Value& v) const {
    for (const auto& [value, shape] : invariants)
      if (value.Is(v)) return &shape;
    return nullptr;
  }
};
// Evaluates the calls of set_loop_options that stand in a loop's body, before the loop; in the body itself
// they do nothing.
LoopOptions ReadLoopOptions(Frame* frame, const ast::Block& body);
// Where the body begins: behind such a call, whose arguments are no part of the body.
size_t LoopStart(const Frame* frame, const ast::Block& body);
// True while they are read.
bool ReadingLoopDirectives();
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
