// Running one op on tensors that are at hand, where no graph is open and no tape records: what eager
// execution comes down to, below Context::Apply.
#pragma once

#include <span>

#include "core/ir/op_def.h"
#include "core/tensor/tensor.h"

namespace tp {

// Checks the dtypes as TensorFlow does before it looks for a kernel, and runs the op. `outputs` has as many
// elements as the op has outputs. Throws OpError.
void RunEagerly(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                std::span<Tensor> outputs);

// InvalidArgument where a list of `count` inputs is shorter than its attribute (a number, or a list of dtypes)
// allows, as TensorFlow words it eagerly.
Status CheckInputCount(const OpInfo& op, const AttrInfo& attr, int64_t count);

}  // namespace tp
