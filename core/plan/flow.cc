#include "core/plan/flow.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "core/plan/control_flow.h"

namespace tp {
namespace {

constexpr size_t kMaxNesting = 100;
// Loops with more carried values than this: every output may hold every input.
constexpr size_t kMaxCarried = 64;

// Ops whose kernels may hand on an input or a part of it; sorted. What is missing here is only copied
// needlessly.
constexpr std::array<std::string_view, 21> kForwarding = {
    "Bitcast",  "BroadcastTo", "Cast",   "CheckNumerics",   "EnsureShape",  "ExpandDims",
    "Identity", "IdentityN",   "Pack",   "PreventGradient", "Reshape",      "Slice",
    "Snapshot", "Split",       "SplitV", "Squeeze",         "StopGradient", "StridedSlice",
    "Tile",     "Transpose",   "Unpack"};

bool IsHandle(DType dtype) { return dtype == DType::kResource || dtype == DType::kVariant; }

void AddOnce(SmallVector<ValueId, 2>& list, ValueId value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

class Analysis {
 public:
  struct Values {
    std::vector<SmallVector<ValueId, 2>> holds;
    std::vector<bool> kept;
    std::vector<bool> effects;
  };

  Values ValuesOf(const Graph& graph) {
    Values flow;
    flow.kept.resize(graph.num_values());
    flow.effects.resize(graph.num_nodes());
    for (NodeId id = 0; id < graph.num_nodes(); ++id)
      if (!graph.erased(id)) AddNode(graph, id, flow);
    if (!flow.holds.empty())
      for (size_t v = graph.num_values(); v-- > 0;)
        if (flow.kept[v])
          for (ValueId held : flow.holds[v]) flow.kept[held] = true;
    return flow;
  }

  const RegionFlow& FlowOf(const Graph& graph) {
    const auto [at, fresh] = regions_.try_emplace(&graph);
    if (!fresh) return at->second;
    // What a region inside itself sees until the region is known.
    const size_t inputs = graph.inputs_list.size(), outputs = graph.outputs_list.size();
    RegionFlow unknown{std::vector<std::vector<uint32_t>>(outputs, std::vector<uint32_t>(inputs)),
                       std::vector<bool>(inputs, true), true};
    for (auto& list : unknown.holds)
      for (uint32_t i = 0; i < inputs; ++i) list[i] = i;
    at->second = std::move(unknown);
    if (depth_ >= kMaxNesting) return at->second;
    ++depth_;
    const Values values = ValuesOf(graph);
    --depth_;
    RegionFlow flow;
    std::vector<int64_t> input_of(graph.num_values(), -1);
    for (uint32_t i = 0; i < inputs; ++i) {
      input_of[graph.inputs_list[i]] = i;
      flow.kept.push_back(values.kept[graph.inputs_list[i]]);
    }
    flow.effects = std::find(values.effects.begin(), values.effects.end(), true) != values.effects.end();
    std::vector<uint32_t> seen(graph.num_values());
    std::vector<ValueId> work;
    for (uint32_t o = 0; o < outputs; ++o) {
      auto& held_inputs = flow.holds.emplace_back();
      work.assign(1, graph.outputs_list[o]);
      while (!work.empty()) {
        const ValueId v = work.back();
        work.pop_back();
        if (seen[v] == o + 1) continue;
        seen[v] = o + 1;
        if (input_of[v] >= 0) held_inputs.push_back(static_cast<uint32_t>(input_of[v]));
        if (!values.holds.empty())
          for (ValueId held : values.holds[v]) work.push_back(held);
      }
      std::sort(held_inputs.begin(), held_inputs.end());
    }
    return regions_[&graph] = std::move(flow);
  }

 private:
  static SmallVector<ValueId, 2>& Holds(const Graph& graph, Values& flow, ValueId value) {
    if (flow.holds.empty()) flow.holds.resize(graph.num_values());
    return flow.holds[value];
  }

  void AddNode(const Graph& graph, NodeId id, Values& flow) {
    const Node& node = graph.node(id);
    const Effect effect = node.op->def().effect;
    const std::span<const ValueId> inputs = graph.inputs(id);
    if (!node.attrs->items().empty()) {
      const SmallVector<Graph*, 2> regions = graph.regions(id);
      if (!regions.empty()) return AddRegions(graph, id, flow);
    }
    if (effect != Effect::kNone) flow.effects[id] = true;
    if (KeepsInputs(graph, id))
      for (ValueId input : inputs) flow.kept[input] = true;
    if (MayForward(*node.op))
      for (int o = 0; o < node.num_outputs; ++o)
        for (ValueId input : inputs) AddOnce(Holds(graph, flow, node.first_output + o), input);
  }

  // A node with regions: their outputs are its own, its last inputs are theirs.
  void AddRegions(const Graph& graph, NodeId id, Values& flow) {
    const std::span<const ValueId> inputs = graph.inputs(id);
    const Node& node = graph.node(id);
    const Control control = ControlOf(*node.op);
    SmallVector<Graph*, 2> regions;
    if (control == Control::kNone || !ControlRegions(*node.op, control, *node.attrs, &regions).ok()) {
      // Ops whose kernels run their regions themselves (dataset reductions).
      for (ValueId input : inputs) flow.kept[input] = true;
      flow.effects[id] = true;
      return;
    }
    const bool loop = control == Control::kWhile;
    const size_t n = std::min<size_t>(node.num_outputs, inputs.size());
    std::vector<std::vector<bool>> reach;  // of a loop: output o may be input i
    if (loop) reach.assign(n, std::vector<bool>(n, n > kMaxCarried));
    for (const Graph* region : regions) {
      const RegionFlow& inner = FlowOf(*region);
      if (inner.effects) flow.effects[id] = true;
      const size_t skip = inputs.size() - std::min(inputs.size(), region->inputs_list.size());
      for (size_t i = 0; i < inner.kept.size() && skip + i < inputs.size(); ++i)
        if (inner.kept[i]) flow.kept[inputs[skip + i]] = true;
      const bool body = loop && region == regions.back();
      if (loop && !body) continue;
      for (size_t o = 0; o < inner.holds.size() && o < node.num_outputs; ++o)
        for (uint32_t i : inner.holds[o]) {
          if (body && o < n && i < n) reach[o][i] = true;
          if (!loop && skip + i < inputs.size())
            AddOnce(Holds(graph, flow, node.first_output + o), inputs[skip + i]);
        }
    }
    if (!loop) return;
    // A loop that does not run gives its inputs; what comes in by one way may leave by another after some
    // turns.
    for (size_t o = 0; o < n; ++o) reach[o][o] = true;
    if (n <= kMaxCarried)
      for (size_t m = 0; m < n; ++m)
        for (size_t o = 0; o < n; ++o)
          if (reach[o][m])
            for (size_t i = 0; i < n; ++i)
              if (reach[m][i]) reach[o][i] = true;
    for (size_t o = 0; o < n; ++o)
      for (size_t i = 0; i < n; ++i)
        if (reach[o][i]) AddOnce(Holds(graph, flow, node.first_output + o), inputs[i]);
  }

  std::map<const Graph*, RegionFlow> regions_;
  size_t depth_ = 0;
};

}  // namespace

RegionFlow FlowOfRegion(const Graph& graph) {
  Analysis analysis;
  return analysis.FlowOf(graph);
}

ValueFlow FlowOfValues(const Graph& graph) {
  Analysis analysis;
  Analysis::Values values = analysis.ValuesOf(graph);
  ValueFlow flow{std::move(values.holds), std::move(values.kept), std::move(values.effects)};
  for (ValueId value : graph.outputs_list) flow.escapes[value] = true;
  if (!flow.holds.empty())
    for (size_t v = graph.num_values(); v-- > 0;)
      if (flow.escapes[v])
        for (ValueId held : flow.holds[v]) flow.escapes[held] = true;
  return flow;
}

bool KeepsInputs(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.op->name() == "_FusedUpdate") return false;  // computes with them alone
  const Effect effect = node.op->def().effect;
  bool keeps = effect == Effect::kWrite || effect == Effect::kIo;
  for (ValueId input : graph.inputs(id)) keeps |= IsHandle(graph.dtype(input));
  for (int o = 0; o < node.num_outputs; ++o) keeps |= IsHandle(graph.dtype(node.first_output + o));
  return keeps;
}

bool RunsExpression(const OpInfo& op) {
  return op.def().kernel == nullptr && (!op.def().elementwise.empty() || op.name() == "_Fused");
}

bool IsPlainIdentity(const OpInfo& op) {
  const std::string_view name = op.name();
  return name == "Identity" || name == "StopGradient" || name == "PreventGradient" || name == "Snapshot";
}

bool ForwardsOnly(const OpInfo& op) {
  const std::string_view name = op.name();
  return IsPlainIdentity(op) || name == "IdentityN" || name == "Reshape" || name == "ExpandDims" ||
         name == "Squeeze" || name == "EnsureShape" || name == "Bitcast";
}

bool MayForward(const OpInfo& op) {
  return std::binary_search(kForwarding.begin(), kForwarding.end(), op.name());
}

}  // namespace tp
