// What random ops are given: a shape, seeds, or a key and a counter, read and checked.
#pragma once

#include "kernels/op.h"
#include "kernels/philox.h"

namespace tp {

// The shape that input `at` holds; false (an error is set) where it is none.
inline bool OutputShape(KernelContext& c, int at, Shape* shape) {
  if (c.input(at).rank() != 1)
    return Fail(c, "shape must be a vector of {{int32,int64}}, got shape {}", c.input(at).shape()), false;
  for (int64_t dim : IntElements(c.input(at))) {
    if (dim < 0) return Fail(c, "Dimension {} must be >= 0", dim), false;
    shape->Append(dim);
  }
  return true;
}

inline Philox OfSeed(const Tensor& seed) {
  return PhiloxOfSeeds(static_cast<uint64_t>(ElementAsInt(seed, 0)),
                       static_cast<uint64_t>(ElementAsInt(seed, 1)));
}

// False (an error is set) where input `at` is no pair of seeds.
inline bool GoodSeed(KernelContext& c, int at) {
  if (c.input(at).rank() == 1 && c.input(at).dim(0) == 2) return true;
  Fail(c, "seed must have shape [2], not {}", c.input(at).shape());
  return false;
}

inline Philox FromWords(uint64_t key, uint64_t c0, uint64_t c1) {
  return Philox({static_cast<uint32_t>(c0), static_cast<uint32_t>(c0 >> 32), static_cast<uint32_t>(c1),
                 static_cast<uint32_t>(c1 >> 32)},
                static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32));
}
inline Philox FromKeyCounter(const Tensor& key, const Tensor& counter) {
  return FromWords(key.data<uint64_t>()[0], counter.data<uint64_t>()[0], counter.data<uint64_t>()[1]);
}

// Inputs key, counter, alg from `at` on; false (an error is set) where they are not Philox's.
inline bool KeyCounter(KernelContext& c, int at, Philox* gen) {
  const Shape &key = c.input(at).shape(), &counter = c.input(at + 1).shape();
  if (key.rank() != 1 || key[0] != 1)
    return Fail(c, "key must have shape [1], not {}. (Note that batched keys are not supported yet.)", key),
           false;
  if (counter.rank() != 1 || counter[0] < 2)
    return Fail(c,
                "counter must be a vector with length at least 2; got shape: {}. (Note that batched counters "
                "are "
                "not supported yet.)",
                counter),
           false;
  const int64_t alg = ScalarInt(c.input(at + 2));
  if (alg != 1 && alg != 3) return Fail(c, "Unsupported algorithm id: {}", alg), false;
  *gen = FromKeyCounter(c.input(at), c.input(at + 1));
  return true;
}

// The state of a generator, input 0: counter (two words), key. Null (an error is set) where it is none.
VariableResource* RngState(KernelContext& c, int64_t algorithm);

}  // namespace tp
