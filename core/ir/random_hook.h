// How core lets the streams of random ops begin anew (tf.random.set_seed) without knowing kernels.
#pragma once

namespace tp {

// Stateful random ops, eager and in graphs, start anew from their seeds. Nothing where no kernels are linked.
void ResetRandomStreams();

// Each kind of stream, or what is learned from one, has a function of its own that begins anew; all are called.
struct RegisterRandomReset {
  explicit RegisterRandomReset(void (*reset)());
};

}  // namespace tp
