// How core forgets the streams of eager random ops (tf.random.set_seed) without knowing kernels.
#pragma once

namespace tp {

// Stateful random ops, run eagerly, start anew from their seeds. Nothing where no kernels are linked.
void ResetRandomStreams();

struct RegisterRandomReset {
  explicit RegisterRandomReset(void (*reset)());
};

}  // namespace tp
