// Gradients that Python code defines (tf.custom_gradient), for functions that are differentiated as graphs.
#pragma once

#include <vector>

#include "core/interp/value.h"
#include "core/trace/context.h"

namespace tp {

// What a gradient function returned, one value an input; none for None.
std::vector<Val> CustomGradients(const Value& result, size_t num_inputs);

// From now on the node that makes `output` (an IdentityN of the open graph) has the gradient that
// `backward(*grads of its outputs)` gives, one an input. Eagerly nothing: there the tape knows it.
void OverrideGradient(const Val& output, const Value& backward, size_t num_inputs);

}  // namespace tp
