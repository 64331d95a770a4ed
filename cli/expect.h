// --expect: compares a call's outputs with arrays of a file.
#pragma once

#include <string>
#include <vector>

#include "core/tensor/tensor.h"
#include "serialize/npy.h"

namespace tp::cli {

struct Difference {
  std::string output;  // "" where there is one output
  std::string index;   // "[3,7]"
  std::string got, expected;
  double difference, allowed;
};

struct Comparison {
  int64_t elements = 0;
  int64_t mismatches = 0;
  std::vector<Difference> worst;  // by difference / allowed, ten at most
  std::string shape_error;        // "" or how a dtype, shape or name differs
};

// |got - expected| <= atol + rtol * |expected|; NaN equals NaN; strings and bools exactly.
Comparison Compare(const NamedTensors& got, const NamedTensors& expected, double rtol, double atol);

}  // namespace tp::cli
