// Rewriter: what passes change a graph with. New nodes are put before existing ones; replacements and
// erasures are gathered and done at once by Finish, in time linear in the graph.
//
//   Rewriter r(graph);
//   r.Replace(sum, r.Op(node, "AddV2", {a, b}));
//   return r.Finish();
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/hash_map.h"
#include "core/ir/graph.h"

namespace tp {

class Rewriter {
 public:
  explicit Rewriter(Graph& graph) : graph_(graph), old_nodes_(graph.num_nodes()) {}

  Graph& graph() const { return graph_; }
  // The first output of a new node that stands just before `before` and has its position in the source. Types
  // and shapes are inferred; kNoValue, and no node, where inference refuses it.
  ValueId Op(NodeId before, std::string_view op, std::span<const ValueId> inputs,
             const Attrs& attrs = nullptr);
  ValueId Op(NodeId before, std::string_view op, std::initializer_list<ValueId> inputs,
             const Attrs& attrs = nullptr) {
    return Op(before, op, std::span<const ValueId>(inputs.begin(), inputs.size()), attrs);
  }
  ValueId Constant(NodeId before, const Tensor& value);
  // A node just before `before`, as given; with the position of `before` where none is given.
  NodeId Add(NodeId before, const Graph::NewNode& node);
  // Uses of `from` become uses of `to`; keeps what is known of the shape.
  void Replace(ValueId from, ValueId to);
  // What `value` has been replaced with so far.
  ValueId Current(ValueId value) const;
  // The node goes; what used it must be replaced.
  void Erase(NodeId node) { erased_.push_back(node); }
  bool changed() const { return !map_.empty() || !erased_.empty() || graph_.num_nodes() != old_nodes_; }
  // Applies everything and compacts; true where there was anything to do.
  bool Finish();

 private:
  Graph& graph_;
  const size_t old_nodes_;
  HashMap<NodeId, std::vector<NodeId>> inserted_;
  HashMap<ValueId, ValueId> map_;
  std::vector<NodeId> erased_;
};

// True where the node computes its outputs from its inputs and does nothing else: may be merged, moved,
// dropped.
bool IsPure(const Graph& graph, NodeId node);

}  // namespace tp
