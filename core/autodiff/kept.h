// What gradients of nodes with regions share: regions that are changed, and values of them that are kept.
#pragma once

#include <string_view>
#include <vector>

#include "core/autodiff/gradients.h"
#include "core/ir/effects.h"

namespace tp {

// The node that made a value.
inline NodeId NodeOf(const Val& value) { return value.graph()->producer(value.id()); }

// The function attribute `name` of a node.
inline Graph* RegionOf(const AttrSet& attrs, std::string_view name) {
  return attrs.Get<FuncAttr>(name).graph();
}

// True where some node of the region is stateful as TensorFlow counts it: the op that runs it is `If` rather
// than `StatelessIf`.
inline bool HasStatefulNodes(const Graph& graph) {
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id) && IsStateful(graph, id)) return true;
  return false;
}

// The index of a parameter in the region's list; -1 where the value is none.
inline int ParameterIndex(const Graph& graph, ValueId value) {
  for (size_t i = 0; i < graph.inputs_list.size(); ++i)
    if (graph.inputs_list[i] == graph.Canonical(value)) return static_cast<int>(i);
  return -1;
}

// Appends types to a list attribute of dtypes and shapes to `output_shapes`, where that is set.
Attrs WithMoreOutputs(const AttrSet& attrs, std::string_view types_attr, std::span<const DType> types,
                      std::span<const Shape> shapes);

}  // namespace tp
