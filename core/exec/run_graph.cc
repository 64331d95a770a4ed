// RunGraph: the nodes of a graph in program order, and control flow.
#include <vector>

#include "core/exec/control_flow.h"
#include "core/exec/executor.h"

namespace tp {

Status Executor::RunGraph(Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  TP_CHECK(inputs.size() == graph.inputs_list.size(), "{} inputs for the {} of {}", inputs.size(),
           graph.inputs_list.size(), graph.name());
  if (depth_ >= max_depth_)
    return MakeStatus(Code::kResourceExhausted, "functions are called more than {} deep", max_depth_);
  struct Depth {
    int& depth;
    explicit Depth(int& d) : depth(d) { ++depth; }
    ~Depth() { --depth; }
  } depth(depth_);
  std::vector<Tensor> values(graph.num_values());
  for (size_t i = 0; i < inputs.size(); ++i) values[graph.inputs_list[i]] = inputs[i];
  std::vector<Tensor> arguments, results;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    if (interrupted()) return MakeStatus(Code::kCancelled, "interrupted");
    const Node& node = graph.node(id);
    if (node.op->name() == "Placeholder" || node.op->name() == "NoOp") continue;
    if (const Tensor* constant = node.num_outputs == 1 ? graph.ConstantValue(node.first_output) : nullptr) {
      values[node.first_output] = *constant;
      continue;
    }
    arguments.clear();
    for (ValueId input : graph.inputs(id)) arguments.push_back(values[input]);
    results.assign(node.num_outputs, Tensor());
    TP_RETURN_IF_ERROR(RunOp(*node.op, *node.attrs, arguments, results));
    for (int i = 0; i < node.num_outputs; ++i) values[node.first_output + i] = std::move(results[i]);
  }
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = values[graph.outputs_list[i]];
  return {};
}

Status Executor::RunControl(const OpInfo& op, Control control, const AttrSet& attrs,
                            std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  SmallVector<Graph*, 2> regions;
  TP_RETURN_IF_ERROR(ControlRegions(op, control, attrs, &regions));
  switch (control) {
    case Control::kNone:
      return {};
    case Control::kCall:
      return RunGraph(*regions[0], inputs, outputs);
    case Control::kIf: {
      bool truth = false;
      TP_RETURN_IF_ERROR(TruthOf(inputs[0], &truth));
      return RunGraph(*regions[truth ? 0 : 1], inputs.subspan(1), outputs);
    }
    case Control::kCase: {
      const int64_t branch = BranchOf(inputs[0], static_cast<int64_t>(regions.size()));
      return RunGraph(*regions[branch], inputs.subspan(1), outputs);
    }
    case Control::kWhile: {
      std::vector<Tensor> carried(inputs.begin(), inputs.end()), next(inputs.size());
      for (;;) {
        if (interrupted()) return MakeStatus(Code::kCancelled, "interrupted");
        Tensor condition;
        TP_RETURN_IF_ERROR(RunGraph(*regions[0], carried, {&condition, 1}));
        bool truth = false;
        TP_RETURN_IF_ERROR(TruthOf(condition, &truth));
        if (!truth) break;
        TP_RETURN_IF_ERROR(RunGraph(*regions[1], carried, next));
        std::swap(carried, next);
      }
      std::move(carried.begin(), carried.end(), outputs.begin());
      return {};
    }
  }
  return {};
}

}  // namespace tp
