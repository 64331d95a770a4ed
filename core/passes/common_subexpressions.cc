// CommonSubexpressions: f(x) … f(x) => f(x), used twice.
//
// Reads of a variable count as pure between two writes. Constants are equal where their bits are: a graph
// interns attribute sets, so equal constants have one set.

#include <algorithm>
#include <bit>

#include "core/base/hash_map.h"
#include "core/ir/effects.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

size_t Mix(size_t seed, size_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29); }

class Merger {
 public:
  explicit Merger(Graph& graph)
      : graph_(graph),
        map_(graph.num_values()),
        seen_(std::bit_ceil(2 * graph.num_nodes() + 2), NodeId{kNoNode}) {
    for (ValueId v = 0; v < map_.size(); ++v) map_[v] = v;
  }

  bool Run() {
    bool changed = false;
    for (NodeId id = 0; id < graph_.num_nodes(); ++id) {
      const Node& node = graph_.node(id);
      if (!node.op) continue;
      if (node.op->def().effect == Effect::kNone ? node.op->name() == "Placeholder" || node.num_outputs == 0
                                                 : !Reads(id))
        continue;
      const NodeId same = FindOrAdd(id);
      if (same == id) continue;
      for (uint32_t i = 0; i < node.num_outputs; ++i) {
        map_[node.first_output + i] = graph_.output(same) + i;
        if (const auto merged =
                MergeShapes(graph_.shape(graph_.output(same) + i), graph_.shape(node.first_output + i)))
          graph_.SetShape(graph_.output(same) + i, *merged);
      }
      doubles_.push_back(id);
      changed = true;
    }
    if (!changed) return false;
    graph_.ReplaceAll(map_);
    for (NodeId id : doubles_) graph_.Erase(id);
    graph_.Compact();
    return true;
  }

 private:
  // For a node with effects: true where it is a mere read. Others may write: later reads are new.
  bool Reads(NodeId id) {
    const Effect effect = NodeEffect(graph_, id);
    if (effect == Effect::kRead && graph_.node(id).op->def().effect == Effect::kRead) return true;
    if (effect == Effect::kRandom || effect == Effect::kRead || effect == Effect::kNone) return false;
    bool has_resource = false;
    for (ValueId input : graph_.inputs(id)) {
      if (graph_.dtype(input) != DType::kResource) continue;
      has_resource = true;
      written_[map_[input]] = time_ + 1;
    }
    // Code of the host may write any variable that it knows.
    const std::string_view op = graph_.node(id).op->name();
    // And what is printed may go to a file.
    const AttrValue* stream = op == "PrintV2" ? graph_.node(id).attrs->Find("output_stream") : nullptr;
    const bool shown = stream != nullptr && !stream->As<std::string>()->starts_with("file://");
    if (!has_resource && !shown && op != "Assert") all_written_ = time_ + 1;
    ++time_;
    return false;
  }

  // When something was last written that the node reads.
  size_t VersionOf(NodeId id) {
    size_t version = all_written_;
    for (ValueId input : graph_.inputs(id))
      if (graph_.dtype(input) == DType::kResource) version = std::max(version, written_[map_[input]]);
    return version;
  }

  NodeId FindOrAdd(NodeId id) {
    const Node& node = graph_.node(id);
    const bool reads = node.op->def().effect == Effect::kRead;
    size_t hash = Mix(reinterpret_cast<size_t>(node.op), reinterpret_cast<size_t>(node.attrs));
    for (ValueId input : graph_.inputs(id)) hash = Mix(hash, map_[input]);
    const size_t version = reads ? VersionOf(id) : 0;
    if (reads) versions_[id] = version;
    size_t at = Salted(Mix(hash, version)) * 0x9e3779b97f4a7c15u >> (65 - std::bit_width(seen_.size()));
    for (; seen_[at] != kNoNode; at = (at + 1) & (seen_.size() - 1))
      if (Same(seen_[at], id) && (!reads || versions_.at(seen_[at]) == version)) return seen_[at];
    seen_[at] = id;
    return id;
  }

  bool Same(NodeId a, NodeId b) const {
    const Node &x = graph_.node(a), &y = graph_.node(b);
    if (x.op != y.op || x.attrs != y.attrs || x.num_inputs != y.num_inputs) return false;
    if (x.num_outputs != y.num_outputs) return false;
    for (uint32_t i = 0; i < x.num_outputs; ++i)
      if (graph_.dtype(x.first_output + i) != graph_.dtype(y.first_output + i)) return false;
    const auto in_a = graph_.inputs(a), in_b = graph_.inputs(b);
    for (size_t i = 0; i < in_a.size(); ++i)
      if (map_[in_a[i]] != map_[in_b[i]]) return false;
    return true;
  }

  Graph& graph_;
  std::vector<ValueId> map_;
  std::vector<NodeId> doubles_;
  // The first of each kind of node, in a table with open addressing: a million nodes are looked up.
  std::vector<NodeId> seen_;
  HashMap<NodeId, size_t> versions_;  // of reads
  // Times, counted in nodes that write: of the last write to each resource, and of the last that may have
  // written any.
  HashMap<ValueId, size_t> written_;
  size_t all_written_ = 0, time_ = 0;
};

bool Run(Graph& graph, PassContext&) { return Merger(graph).Run(); }

TP_PASS(CommonSubexpressions){
    .name = "common-subexpressions", .rewrite = "f(x), f(x) => f(x)", .stage = 50, .run = Run};

}  // namespace
}  // namespace tp
