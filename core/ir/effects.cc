#include "core/ir/effects.h"

#include <algorithm>

#include "core/base/hash_map.h"

namespace tp {
namespace {

int Gravity(Effect effect) {
  switch (effect) {
    case Effect::kNone:
    case Effect::kByBody:
      return 0;
    case Effect::kRandom:
      return 1;
    case Effect::kRead:
      return 2;
    case Effect::kWrite:
      return 3;
    case Effect::kIo:
      return 4;
  }
  return 0;
}

// The node that `resource` of a use comes from, seen through nodes that hand it on.
ValueId Source(const Graph& graph, ValueId resource) {
  while (true) {
    const NodeId node = graph.producer(resource);
    const std::string_view op = graph.node(node).op->name();
    const size_t index = graph.value(resource).index;
    if (op == "Identity") {
      resource = graph.inputs(node)[0];
    } else if ((op == "While" || op == "StatelessWhile") && index < graph.inputs(node).size()) {
      resource = graph.inputs(node)[index];  // loops hand resources on unchanged
    } else {
      return resource;
    }
  }
}

// Ops that run the datasets that they or their iterator were given.
bool RunsDataset(std::string_view op) {
  return op == "ReduceDataset" || op == "DatasetToSingleElement" || op.starts_with("IteratorGetNext");
}

// TensorFlow takes these for pure, so nothing lists them as effects; here they stay in program order with
// what writes files.
bool ReadsFiles(std::string_view op) { return op == "ReadFile" || op == "MatchingFiles"; }
bool MayWriteFiles(std::string_view op) { return op == "WriteFile" || op == "EagerPyFunc" || op == "PyFunc"; }

// Which parameters of regions are only read, region by region, each walked once.
class RegionReads {
 public:
  // Does the node only read its input number `i`, a resource?
  bool ReadsOnly(const Graph& graph, NodeId node, size_t i) {
    const Effect effect = graph.node(node).op->def().effect;
    if (effect == Effect::kRead) return true;
    if (effect != Effect::kByBody) return false;
    const size_t num_inputs = graph.inputs(node).size();
    for (const Graph* region : graph.regions(node)) {
      // Parameters of a region are the last inputs of its node: If has a condition before them.
      const std::vector<bool>& params = Of(*region);
      if (i + params.size() < num_inputs || !params[i + params.size() - num_inputs]) return false;
    }
    return true;
  }

  const std::vector<bool>& Of(const Graph& region) {
    if (const auto it = known_.find(&region); it != known_.end()) return it->second;
    HashMap<ValueId, size_t> params;
    for (size_t i = 0; i < region.inputs_list.size(); ++i) params[region.inputs_list[i]] = i;
    std::vector<bool> reads(params.size(), true);
    for (NodeId id = 0; id < region.num_nodes(); ++id) {
      if (region.erased(id)) continue;
      const auto inputs = region.inputs(id);
      for (size_t i = 0; i < inputs.size(); ++i) {
        if (region.dtype(inputs[i]) != DType::kResource) continue;
        const auto param = params.find(inputs[i]);
        if (param != params.end() && !ReadsOnly(region, id, i)) reads[param->second] = false;
      }
    }
    return known_[&region] = std::move(reads);
  }

 private:
  HashMap<const Graph*, std::vector<bool>> known_;
};

// Control edges of one graph, in the making.
class EdgeMaker {
 public:
  EdgeMaker(Graph& graph, NodeId first) : graph_(graph), first_(first) {}

  std::vector<NodeId> Run() {
    CountUses();
    const NodeId count = static_cast<NodeId>(graph_.num_nodes());
    for (NodeId id = first_; id < count; ++id)
      if (!graph_.erased(id)) Visit(id);
    return std::move(must_run_);
  }

 private:
  struct Resource {
    NodeId last_write = kNoNode;
    std::vector<NodeId> reads;  // since the last write
  };

  void CountUses() {
    used_.resize(graph_.num_nodes());
    for (NodeId id = 0; id < graph_.num_nodes(); ++id)
      if (!graph_.erased(id))
        for (ValueId input : graph_.inputs(id)) used_[graph_.producer(input)] = true;
  }

  void Visit(NodeId id) {
    const Effect effect = graph_.node(id).op->def().effect;
    const bool orders = IsStateful(graph_, id) && effect != Effect::kRandom;
    if (orders && (effect != Effect::kRead || used_[id])) must_run_.push_back(id);
    SmallVector<ValueId, 4> seen;
    waits_.clear();
    // Reads of a resource that the node also writes count as writes.
    std::vector<NodeId> users = {id};
    if (RunsDataset(graph_.node(id).op->name())) AddDatasets(id, &users);
    for (const bool writes : {true, false}) {
      for (NodeId user : users) {
        const auto inputs = graph_.inputs(user);
        for (size_t i = 0; i < inputs.size(); ++i) {
          if (graph_.dtype(inputs[i]) != DType::kResource || reads_.ReadsOnly(graph_, user, i) == writes)
            continue;
          const ValueId source = Source(graph_, inputs[i]);
          if (std::find(seen.begin(), seen.end(), source) != seen.end()) continue;
          seen.push_back(source);
          Touch(id, &resources_[source], writes);
        }
      }
    }
    if (orders && seen.empty()) {
      if (last_io_ != kNoNode) waits_.push_back(last_io_);
      last_io_ = id;
    }
    if (ReadsFiles(graph_.node(id).op->name())) Touch(id, &files_, /*writes=*/false);
    if (MayWriteFiles(graph_.node(id).op->name())) Touch(id, &files_, /*writes=*/true);
    std::sort(waits_.begin(), waits_.end());
    waits_.erase(std::unique(waits_.begin(), waits_.end()), waits_.end());
    for (NodeId before : waits_) graph_.AddControl(id, before);
  }

  // The datasets that a node runs, through which it uses their resources (data/util/traverse.py,
  // auto_control_deps_utils.py); of an iterator, those that it was made of in this graph.
  void AddDatasets(NodeId id, std::vector<NodeId>* users) const {
    std::vector<NodeId> work = {id};
    if (graph_.dtype(graph_.inputs(id)[0]) == DType::kResource) {
      work.clear();
      for (NodeId other = 0; other < id; ++other)
        if (!graph_.erased(other) && graph_.node(other).op->name() == "MakeIterator" &&
            graph_.inputs(other)[1] == graph_.inputs(id)[0])
          work.push_back(other);
      if (work.size() != 1) return;
    }
    while (!work.empty()) {
      const NodeId node = work.back();
      work.pop_back();
      for (ValueId input : graph_.inputs(node)) {
        const NodeId producer = graph_.producer(input);
        if (graph_.dtype(input) != DType::kVariant ||
            std::find(users->begin(), users->end(), producer) != users->end())
          continue;
        users->push_back(producer);
        work.push_back(producer);
      }
    }
  }

  void Touch(NodeId id, Resource* resource, bool writes) {
    if (resource->last_write != kNoNode) waits_.push_back(resource->last_write);
    if (!writes) {
      resource->reads.push_back(id);
      return;
    }
    waits_.insert(waits_.end(), resource->reads.begin(), resource->reads.end());
    resource->reads.clear();
    resource->last_write = id;
  }

  Graph& graph_;
  const NodeId first_;
  std::vector<bool> used_;
  HashMap<ValueId, Resource> resources_;
  Resource files_;
  RegionReads reads_;
  NodeId last_io_ = kNoNode;
  std::vector<NodeId> waits_, must_run_;
};

}  // namespace

bool IsStateful(const Graph& graph, NodeId node) {
  const OpInfo& op = *graph.node(node).op;
  if (op.def().effect != Effect::kByBody) return op.def().effect != Effect::kNone && !ReadsFiles(op.name());
  for (std::string_view name : {"If", "While", "Case", "StatefulPartitionedCall"})
    if (op.name() == name) return true;
  return false;
}

Effect NodeEffect(const Graph& graph, NodeId node) {
  const Effect own = graph.node(node).op->def().effect;
  if (own != Effect::kByBody) return own;
  Effect gravest = Effect::kNone;
  for (const Graph* region : graph.regions(node)) {
    for (NodeId id = 0; id < region->num_nodes(); ++id) {
      if (region->erased(id)) continue;
      const Effect effect = NodeEffect(*region, id);
      if (Gravity(effect) > Gravity(gravest)) gravest = effect;
    }
  }
  return gravest;
}

bool OnlyReads(const Graph& region, size_t input) { return RegionReads().Of(region)[input]; }

void AddControlEdges(Graph& graph, std::span<const NodeId> returned, NodeId first) {
  graph.control_outputs = EdgeMaker(graph, first).Run();
  if (graph.control_outputs.empty() || returned.empty()) return;
  // In the name scope of what is returned.
  std::string name = graph.node_name(returned[0]);
  name = graph.UniqueName(name.substr(0, name.rfind('/') + 1) + "NoOp");
  const NodeId gather =
      graph.AddNode({.op = &OpRegistry::Get("NoOp"), .controls = graph.control_outputs, .name = name});
  for (NodeId id : returned) graph.AddControl(id, gather);
}

}  // namespace tp
