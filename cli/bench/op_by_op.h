// Runs a graph as eager execution would: each op at once, in program order, no passes, no plan. What `bench`
// holds a bundle's plans against.
#pragma once

#include "core/exec/executor.h"

namespace tp::cli {

Status RunOpByOp(Executor& executor, const Graph& graph, std::span<const Tensor> inputs,
                 std::span<Tensor> outputs);

}  // namespace tp::cli
