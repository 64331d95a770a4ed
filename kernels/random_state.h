// The streams of stateful random ops. A stream starts from two seeds; each use reserves a part of it. Nodes
// of graphs have a stream each; eagerly there is one for each op, dtype and pair of seeds (as TensorFlow's
// kernel cache has it).
#pragma once

#include <cstdint>
#include <string>

#include "kernels/philox.h"

namespace tp::random_state {

// The stream as it is now; it then moves on by `count` results. `node` 0: eager. Both seeds 0 (no seed):
// a stream that differs from node to node; eager ops share one. Any thread may call it.
Philox Reserve(uint64_t node, const std::string& op, int64_t seed, int64_t seed2, uint64_t count);

// While it is there (on this thread), nodes have the streams of one pass over a dataset: the random ops of a
// dataset's functions begin anew with each iterator.
class DuringPass {
 public:
  explicit DuringPass(uint64_t pass);
  ~DuringPass();
  DuringPass(const DuringPass&) = delete;
  DuringPass& operator=(const DuringPass&) = delete;

 private:
  uint64_t before_;
};

// The number of a pass that has not been there before, and the end of a pass: its streams are forgotten.
uint64_t NewPass();
void EndPass(uint64_t pass);

// Every stream begins anew, those of traced functions too, as TensorFlow clears its caches of kernels
// (tf.random.set_seed).
void Reset();

}  // namespace tp::random_state
