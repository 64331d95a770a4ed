// One-line texts of nodes and values as TensorFlow's error messages have them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ir/graph.h"

namespace tp {

// "{{node MatMul}} = MatMul[T=DT_FLOAT, transpose_a=false, …](a, b)": a node that is or would be in `graph`.
std::string SummarizeNode(const Graph& graph, const OpInfo& op, const AttrSet& attrs,
                          std::span<const ValueId> inputs, std::string_view name);
// "1 2 3...": the first elements in order; "[1 2][3 4]" beyond rank 1 (TF: Tensor::SummarizeValue).
std::string SummarizeValue(const Tensor& value, int64_t max_elements);

}  // namespace tp
