// The streams of stateful random ops. A stream starts from two seeds; each use reserves a part of it. Nodes
// of graphs have a stream each; eagerly there is one for each op, dtype and pair of seeds (as TensorFlow's
// kernel cache has it) until Reset.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/philox.h"

namespace tp::random_state {

// The stream as it is now; it then moves on by `count` results. `node` 0: eager. Both seeds 0: a fixed stream
// that differs from node to node. Any thread may call it.
Philox Reserve(uint64_t node, const std::string& op, int64_t seed, int64_t seed2, uint64_t count);

// Forgets the streams of eager ops (tf.random.set_seed).
void Reset();

}  // namespace tp::random_state
