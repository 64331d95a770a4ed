// Example vectors of op blocks: "inputs -> outputs [| attr=value, …]", arguments separated by commas, values
// in NumPy's form. A float32, int32, bool or string needs no mark; others do: "f64:[1. 2.]". "f32(2,0)" is a
// tensor of zeros of that shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir/attr.h"
#include "core/ir/op_def.h"
#include "core/tensor/tensor.h"

namespace tp::testing {

struct Example {
  std::string text;  // the line
  std::vector<Tensor> inputs, outputs;
  Attrs attrs;
};

// A tensor from its text; a TP_CHECK fails where it does not parse.
Tensor ParseTensor(std::string_view text);
// All examples of an op, attributes typed by its definition.
std::vector<Example> ParseExamples(const OpInfo& op);

// How two tensors differ, for people; "" where dtype and shape are equal and each element is, floats within
// `tolerance` relative to the larger of it and 1e-3 (NaN equals NaN).
std::string Difference(const Tensor& have, const Tensor& want, double tolerance);

}  // namespace tp::testing
