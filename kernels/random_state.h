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

// Every stream begins anew, those of traced functions too, as TensorFlow clears its caches of kernels
// (tf.random.set_seed).
void Reset();

}  // namespace tp::random_state
