#include "cli/bench/op_by_op.h"

#include <vector>

namespace tp::cli {
namespace {

Status RunRegions(Executor& executor, Control control, std::span<Graph* const> regions,
                  std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  switch (control) {
    case Control::kNone:
      return {};
    case Control::kCall:
      return RunOpByOp(executor, *regions[0], inputs, outputs);
    case Control::kIf: {
      bool truth = false;
      TP_RETURN_IF_ERROR(TruthOf(inputs[0], &truth));
      return RunOpByOp(executor, *regions[truth ? 0 : 1], inputs.subspan(1), outputs);
    }
    case Control::kCase: {
      const int64_t branch = BranchOf(inputs[0], static_cast<int64_t>(regions.size()));
      return RunOpByOp(executor, *regions[static_cast<size_t>(branch)], inputs.subspan(1), outputs);
    }
    case Control::kWhile: {
      std::vector<Tensor> carried(inputs.begin(), inputs.end()), next(inputs.size());
      for (;;) {
        Tensor condition;
        TP_RETURN_IF_ERROR(RunOpByOp(executor, *regions[0], carried, {&condition, 1}));
        bool truth = false;
        TP_RETURN_IF_ERROR(TruthOf(condition, &truth));
        if (!truth) break;
        TP_RETURN_IF_ERROR(RunOpByOp(executor, *regions[1], carried, next));
        std::swap(carried, next);
      }
      std::move(carried.begin(), carried.end(), outputs.begin());
      return {};
    }
  }
  return {};
}

}  // namespace

Status RunOpByOp(Executor& executor, const Graph& graph, std::span<const Tensor> inputs,
                 std::span<Tensor> outputs) {
  std::vector<Tensor> values(graph.num_values());
  for (size_t i = 0; i < inputs.size(); ++i) values[graph.inputs_list[i]] = inputs[i];
  std::vector<Tensor> arguments, results;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    const Node& node = graph.node(id);
    if (node.op->name() == "Placeholder" || node.op->name() == "NoOp") continue;
    if (const Tensor* constant = node.num_outputs == 1 ? graph.ConstantValue(node.first_output) : nullptr) {
      values[node.first_output] = *constant;
      continue;
    }
    arguments.clear();
    for (ValueId input : graph.inputs(id)) arguments.push_back(values[input]);
    results.assign(node.num_outputs, Tensor());
    if (const Control control = ControlOf(*node.op); control != Control::kNone) {
      SmallVector<Graph*, 2> regions;
      TP_RETURN_IF_ERROR(ControlRegions(*node.op, control, *node.attrs, &regions));
      TP_RETURN_IF_ERROR(
          RunRegions(executor, control, {regions.begin(), regions.size()}, arguments, results));
    } else {
      TP_RETURN_IF_ERROR(executor.RunOp(*node.op, *node.attrs, arguments, results));
    }
    for (uint32_t i = 0; i < node.num_outputs; ++i) values[node.first_output + i] = std::move(results[i]);
  }
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = values[graph.outputs_list[i]];
  return {};
}

}  // namespace tp::cli
