// What random streams begin from where a program sets no seed: `random`, tf.random and generators of a
// "non-deterministic" state. The same in every run, unless the command line gives another.
#pragma once

#include <cstdint>

namespace tp {

inline uint64_t default_seed = 0;

}  // namespace tp
