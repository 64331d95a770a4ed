#include "core/plan/cost.h"

#include <algorithm>

namespace tp {
namespace {

constexpr int kMaxNesting = 8;
// Turns that a loop is taken to run: nobody knows.
constexpr double kTurns = 10;

double Elements(const Shape& shape) {
  double n = 1;
  if (shape.has_rank())
    for (Dim dim : shape)
      if (dim >= 0) n *= static_cast<double>(dim);
  return n;
}

NodeCost Cost(const Graph& graph, NodeId id, const std::vector<Shape>* shapes, int nesting) {
  const Node& node = graph.node(id);
  const std::string_view op = node.op->name();
  auto shape_of = [&](ValueId v) -> const Shape& { return shapes ? (*shapes)[v] : graph.shape(v); };
  NodeCost cost;
  double most = 0, out = 0;
  for (ValueId input : graph.inputs(id)) {
    const double n = Elements(shape_of(input));
    most = std::max(most, n);
    cost.bytes += n * static_cast<double>(DTypeSize(graph.dtype(input)));
  }
  for (int o = 0; o < node.num_outputs; ++o) {
    const double n = Elements(shape_of(node.first_output + o));
    out += n;
    cost.bytes += n * static_cast<double>(DTypeSize(graph.dtype(node.first_output + o)));
  }
  cost.flops = std::max(most, out);
  if (!node.attrs->items().empty() && nesting < kMaxNesting) {
    const SmallVector<Graph*, 2> regions = graph.regions(id);
    if (!regions.empty()) {
      const bool loop = op == "While" || op == "StatelessWhile";
      const bool call = op == "PartitionedCall" || op == "StatefulPartitionedCall";
      NodeCost inner, dearest;
      for (const Graph* region : regions) {
        NodeCost sum;
        for (NodeId n = 0; n < region->num_nodes(); ++n)
          if (!region->erased(n) && region->node(n).num_inputs > 0) {
            const NodeCost one = Cost(*region, n, nullptr, nesting + 1);
            sum.flops += one.flops;
            sum.bytes += one.bytes;
          }
        inner.flops += sum.flops;
        inner.bytes += sum.bytes;
        if (sum.nanoseconds() > dearest.nanoseconds()) dearest = sum;
      }
      const NodeCost& taken = loop || call ? inner : dearest;
      const double turns = loop ? kTurns : 1;
      return {taken.flops * turns, taken.bytes * turns};
    }
  }
  const std::span<const ValueId> inputs = graph.inputs(id);
  if ((op == "MatMul" || op.starts_with("BatchMatMul") || op == "_FusedMatMul") && inputs.size() >= 2) {
    const Shape& a = shape_of(inputs[0]);
    const int rank = a.has_rank() ? a.rank() : 0;
    const bool transposed = node.attrs->Get<bool>("transpose_a") || node.attrs->Get<bool>("adj_x");
    const double k =
        rank >= 2 ? static_cast<double>(std::max<Dim>(1, a[transposed ? rank - 2 : rank - 1])) : 1;
    cost.flops = 2 * out * k;
  } else if ((op.starts_with("Conv2D") || op == "_FusedConv2D") && inputs.size() >= 2) {
    // Forward: each output is a sum over the filter of one output channel. Backward costs as much.
    const Shape& filter = shape_of(inputs[1]);
    const double channels =
        filter.has_rank() && filter.rank() == 4 ? static_cast<double>(std::max<Dim>(1, filter[3])) : 1;
    cost.flops = 2 * std::max(out, most) * Elements(filter) / channels;
  }
  return cost;
}

}  // namespace

NodeCost CostOfNode(const Graph& graph, NodeId node) { return Cost(graph, node, nullptr, 0); }
NodeCost CostOfNode(const Graph& graph, NodeId node, const std::vector<Shape>* shapes) {
  return Cost(graph, node, shapes, 0);
}

}  // namespace tp
