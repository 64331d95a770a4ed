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

inline Philox FromKeyCounter(const Tensor& key, const Tensor& counter) {
  const uint64_t k = key.data<uint64_t>()[0], c0 = counter.data<uint64_t>()[0],
                 c1 = counter.data<uint64_t>()[1];
  return Philox({static_cast<uint32_t>(c0), static_cast<uint32_t>(c0 >> 32), static_cast<uint32_t>(c1),
                 static_cast<uint32_t>(c1 >> 32)},
                static_cast<uint32_t>(k), static_cast<uint32_t>(k >> 32));
}

// Inputs key, counter, alg from `at` on; false (an error is set) where they are not Philox's.
inline bool KeyCounter(KernelContext& c, int at, Philox* gen) {
  if (c.input(at).num_elements() != 1 || c.input(at + 1).num_elements() < 2)
    return Fail(c, "key must have shape [1] and counter shape [2], not {} and {}", c.input(at).shape(),
                c.input(at + 1).shape()),
           false;
  const int64_t alg = ScalarInt(c.input(at + 2));
  if (alg != 1 && alg != 3) return FailAs(c, Code::kUnimplemented, "random algorithm {}", alg), false;
  *gen = FromKeyCounter(c.input(at), c.input(at + 1));
  return true;
}

}  // namespace tp
