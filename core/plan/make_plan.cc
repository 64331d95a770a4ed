// MakePlan: which nodes run, in which order and stages, and in which slots their values stand. Where memory
// is shared is decided in memory.cc.
#include <algorithm>
#include <queue>

#include "core/base/check.h"
#include "core/plan/control_flow.h"
#include "core/plan/cost.h"
#include "core/plan/flow.h"
#include "core/plan/memory.h"
#include "core/plan/plan.h"

namespace tp {
namespace {

// Scalar code is cut into pieces of at most so many nodes: registers and jumps have small numbers, and what
// is live between pieces goes through the arena.
constexpr size_t kScalarPiece = 8192;

bool IsConst(const Graph& graph, NodeId id) { return graph.node(id).op->name() == "Const"; }
bool IsPlaceholder(const Graph& graph, NodeId id) { return graph.node(id).op->name() == "Placeholder"; }

class Planner {
 public:
  Planner(const Graph& graph, const PlanOptions& options)
      : graph_(graph), options_(options), plan_(std::make_unique<Plan>()), flow_(FlowOfValues(graph)) {
    plan_->graph = &graph;
    if (options.shapes) plan_->shapes = *options.shapes;
  }

  std::unique_ptr<Plan> Run() {
    FindRoots();
    FindLive();
    FindScalar();
    MakeStages();
    for (ValueId output : graph_.outputs_list) {
      plan_->output_slots.push_back(static_cast<uint32_t>(plan_->slots.size()));
      AddUse(root_[output]);
    }
    ChooseStorage();
    PlaceMemory(*plan_, flow_, root_, options_.reuse);
    ListHandedOn();
    ChooseHomes();
    return std::move(plan_);
  }

 private:
  // An Identity is its input. What it waits for runs all the same.
  void FindRoots() {
    root_.resize(graph_.num_values());
    for (ValueId v = 0; v < root_.size(); ++v) root_[v] = v;
    for (NodeId id = 0; id < graph_.num_nodes(); ++id) {
      if (graph_.erased(id)) continue;
      const Node& node = graph_.node(id);
      if (node.num_inputs == 1 && node.num_outputs == 1 && IsPlainIdentity(*node.op))
        root_[node.first_output] = root_[graph_.inputs(id)[0]];
    }
  }

  bool IsStep(NodeId id) const {
    if (!live_[id]) return false;
    const Node& node = graph_.node(id);
    if (node.num_outputs == 1 && root_[node.first_output] != node.first_output) return false;
    return !IsConst(graph_, id) && !IsPlaceholder(graph_, id) && node.op->name() != "NoOp";
  }

  // What outputs and effects need; the rest does not run.
  void FindLive() {
    live_.resize(graph_.num_nodes());
    for (ValueId output : graph_.outputs_list) live_[graph_.producer(output)] = true;
    for (NodeId id : graph_.control_outputs) live_[id] = true;
    // Results may wait for a later node (effects.h), which has its effects and is live by itself.
    for (NodeId id = static_cast<NodeId>(graph_.num_nodes()); id-- > 0;) {
      if (graph_.erased(id)) {
        live_[id] = false;
        continue;
      }
      // A read without a user has no effect that anybody sees.
      const Effect effect = graph_.node(id).op->def().effect;
      const bool seen = effect != Effect::kNone && effect != Effect::kRead && effect != Effect::kByBody;
      if (seen || (effect == Effect::kByBody && flow_.effects[id])) live_[id] = true;
      if (flow_.effects[id] && effect != Effect::kRead) plan_->effects = true;
      if (!live_[id]) continue;
      for (ValueId input : graph_.inputs(id)) live_[graph_.producer(input)] = true;
      for (NodeId before : graph_.controls(id))
        if (before < id) live_[before] = true;
    }
  }

  void FindScalar() {
    scalar_.resize(graph_.num_nodes());
    if (!options_.scalar_code) return;
    for (NodeId id = 0; id < graph_.num_nodes(); ++id)
      if (IsStep(id) && graph_.node(id).num_controls == 0 && !flow_.effects[id])
        scalar_[id] = IsScalarNode(graph_, id);
  }

  // Dear nodes of one level do not depend on each other: the level grows behind each dear node. Cheap nodes
  // of a level come before its dear ones; scalar nodes are brought together where the order leaves a choice.
  void MakeStages() {
    const NodeId n = static_cast<NodeId>(graph_.num_nodes());
    std::vector<bool> dear;
    bool any_dear = false, any_scalar = false, all_scalar = true;
    for (NodeId id = 0; id < n; ++id) {
      if (!IsStep(id)) continue;
      any_scalar = any_scalar || scalar_[id];
      all_scalar = all_scalar && scalar_[id];
    }
    if (options_.parallel && !all_scalar) {
      dear.resize(n);
      size_t count = 0;
      for (NodeId id = 0; id < n; ++id) {
        if (!IsStep(id) || scalar_[id] || flow_.effects[id]) continue;
        dear[id] = CostOfNode(graph_, id, options_.shapes).nanoseconds() >= kDearNanoseconds;
        count += dear[id];
      }
      any_dear = count > 1;
    }
    if (!any_dear && (!any_scalar || all_scalar)) {
      std::vector<NodeId> run;
      for (NodeId id = 0; id < n; ++id)
        if (IsStep(id)) run.push_back(id);
      AddInline(run);
      return;
    }
    MakeLeveledStages(any_dear ? dear : std::vector<bool>(n));
  }

  void MakeLeveledStages(const std::vector<bool>& dear) {
    const NodeId n = static_cast<NodeId>(graph_.num_nodes());
    std::vector<uint32_t> level(n), waiting(n), user_count(n + 1);
    // Effects stay in program order, whether or not the graph has control edges for it.
    std::vector<NodeId> effect_before(n, kNoNode);
    for (NodeId id = 0, last = kNoNode; id < n; ++id)
      if (live_[id] && flow_.effects[id]) {
        effect_before[id] = last;
        last = id;
      }
    auto for_each_before = [&](NodeId id, auto&& f) {
      if (effect_before[id] != kNoNode) f(effect_before[id]);
      for (ValueId input : graph_.inputs(id)) f(graph_.producer(input));
      for (NodeId before : graph_.controls(id))
        if (before < id) f(before);
    };
    uint32_t levels = 1;
    for (NodeId id = 0; id < n; ++id) {
      if (!live_[id]) continue;
      for_each_before(id, [&](NodeId before) {
        level[id] = std::max(level[id], level[before] + (dear[before] ? 1 : 0));
        ++user_count[before + 1];
        ++waiting[id];
      });
      levels = std::max(levels, level[id] + 1);
    }
    for (NodeId id = 0; id < n; ++id) user_count[id + 1] += user_count[id];
    std::vector<NodeId> users(user_count[n]);
    std::vector<uint32_t> fill(user_count.begin(), user_count.end() - 1);
    for (NodeId id = 0; id < n; ++id)
      if (live_[id]) for_each_before(id, [&](NodeId before) { users[fill[before]++] = id; });

    using Heap = std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>>;
    std::vector<Heap> ready_scalar(levels), ready_other(levels);
    std::vector<std::vector<NodeId>> ready_dear(levels);
    auto make_ready = [&](NodeId id) {
      if (dear[id])
        ready_dear[level[id]].push_back(id);
      else
        (scalar_[id] ? ready_scalar : ready_other)[level[id]].push(id);
    };
    for (NodeId id = 0; id < n; ++id)
      if (live_[id] && waiting[id] == 0) make_ready(id);
    auto done = [&](NodeId id) {
      for (uint32_t u = user_count[id]; u < user_count[id + 1]; ++u)
        if (--waiting[users[u]] == 0) make_ready(users[u]);
    };
    std::vector<NodeId> run;
    for (uint32_t l = 0; l < levels; ++l) {
      while (!ready_scalar[l].empty() || !ready_other[l].empty()) {
        // Scalar nodes go on as long as there are any, others likewise.
        const bool was_scalar = !run.empty() && scalar_[run.back()];
        Heap& heap = ready_scalar[l].empty() || (!was_scalar && !ready_other[l].empty()) ? ready_other[l]
                                                                                         : ready_scalar[l];
        const NodeId id = heap.top();
        heap.pop();
        if (IsStep(id)) run.push_back(id);
        done(id);
      }
      std::sort(ready_dear[l].begin(), ready_dear[l].end());
      if (ready_dear[l].size() == 1) {
        run.push_back(ready_dear[l][0]);
      } else if (ready_dear[l].size() > 1) {
        AddInline(run);
        run.clear();
        const uint32_t begin = static_cast<uint32_t>(plan_->steps.size());
        for (NodeId id : ready_dear[l]) AddNode(id);
        plan_->stages.push_back({begin, static_cast<uint32_t>(plan_->steps.size()), true});
        ++position_;
      }
      const std::vector<NodeId> level_dear = std::move(ready_dear[l]);
      for (NodeId id : level_dear) done(id);
    }
    AddInline(run);
  }

  // Nodes that run one after another on one thread; neighbours that are scalar become scalar code.
  void AddInline(const std::vector<NodeId>& run) {
    const uint32_t begin = static_cast<uint32_t>(plan_->steps.size());
    for (size_t i = 0; i < run.size();) {
      size_t end = i;
      while (end < run.size() && end - i < kScalarPiece && scalar_[run[end]]) ++end;
      const bool worth = end - i >= 2 || (end > i && ControlOf(*graph_.node(run[i]).op) != Control::kNone);
      if (worth && AddScalar(std::span(run).subspan(i, end - i))) {
        i = end;
      } else {
        for (end = std::max(end, i + 1); i < end; ++i) {
          AddNode(run[i]);
          ++position_;
        }
      }
    }
    const uint32_t steps = static_cast<uint32_t>(plan_->steps.size());
    if (steps > begin) plan_->stages.push_back({begin, steps, false});
  }

  void AddUse(ValueId value) { plan_->slots.push_back({Storage::kNone, value}); }

  // A step's slots: one an input, and where a use cannot be its home, one an output.
  void AddSlots(Step& step, std::span<const ValueId> inputs) {
    step.num_inputs = static_cast<uint16_t>(inputs.size());
    step.inputs = static_cast<uint32_t>(plan_->slots.size());
    for (ValueId input : inputs) AddUse(root_[input]);
    step.position = position_;
    plan_->steps.push_back(step);
  }

  void AddNode(NodeId id) {
    const Node& node = graph_.node(id);
    Step step;
    step.node = id;
    step.op = node.op;
    step.attrs = node.attrs;
    step.num_outputs = static_cast<uint16_t>(node.num_outputs);
    step.may_forward = MayForward(*node.op);
    const Control control = ControlOf(*node.op);
    SmallVector<Graph*, 2> regions;
    if (control != Control::kNone && ControlRegions(*node.op, control, *node.attrs, &regions).ok()) {
      step.kind = control == Control::kIf      ? StepKind::kIf
                  : control == Control::kWhile ? StepKind::kWhile
                  : control == Control::kCase  ? StepKind::kCase
                                               : StepKind::kCall;
      step.may_forward = true;
      step.extra = static_cast<uint32_t>(plan_->regions.size());
      plan_->regions.insert(plan_->regions.end(), regions.begin(), regions.end());
    } else {
      step.kernel = node.op->def().kernel;
      step.keeps = KeepsInputs(graph_, id);
      if (RunsExpression(*node.op)) step.kernel = ElementwiseKernel();
    }
    AddSlots(step, graph_.inputs(id));
  }

  bool AddScalar(std::span<const NodeId> nodes) {
    // Values from outside, and values that are used outside.
    std::vector<ValueId> inputs, outputs;
    if (piece_of_.empty()) {
      piece_of_.resize(graph_.num_nodes());
      needed_.resize(graph_.num_values());
    }
    ++piece_;
    for (NodeId id : nodes) piece_of_[id] = piece_;
    if (uses_.empty()) CountUses();
    for (NodeId id : nodes)
      for (ValueId input : graph_.inputs(id)) {
        const ValueId root = root_[input];
        const NodeId producer = graph_.producer(root);
        if (piece_of_[producer] == piece_) {
          --uses_[root];
        } else if (!IsConst(graph_, producer) && needed_[root] != piece_) {
          needed_[root] = piece_;
          inputs.push_back(root);
        }
      }
    for (NodeId id : nodes)
      for (uint32_t o = 0; o < graph_.node(id).num_outputs; ++o)
        if (uses_[graph_.node(id).first_output + o] > 0) outputs.push_back(graph_.node(id).first_output + o);
    for (NodeId id : nodes)
      for (ValueId input : graph_.inputs(id))
        if (piece_of_[graph_.producer(root_[input])] == piece_) ++uses_[root_[input]];
    if (inputs.size() > 0xffff || outputs.size() > 0xffff) return false;
    std::unique_ptr<ScalarCode> code = CompileScalar(graph_, nodes, inputs, outputs);
    if (!code) return false;
    Step step;
    step.kind = StepKind::kScalar;
    step.node = nodes.back();
    step.op = graph_.node(step.node).op;
    step.attrs = graph_.node(step.node).attrs;
    step.may_forward = true;
    step.num_outputs = static_cast<uint16_t>(outputs.size());
    step.extra = static_cast<uint32_t>(plan_->scalar.size());
    plan_->scalar.push_back(std::move(code));
    plan_->scalar_outputs.push_back(std::move(outputs));
    AddSlots(step, inputs);
    ++position_;
    return true;
  }

  // How often each value is used by steps and outputs, Identity looked through.
  void CountUses() {
    uses_.resize(graph_.num_values());
    for (NodeId id = 0; id < graph_.num_nodes(); ++id)
      if (IsStep(id))
        for (ValueId input : graph_.inputs(id)) ++uses_[root_[input]];
    for (ValueId output : graph_.outputs_list) ++uses_[root_[output]];
  }

  void ChooseStorage() {
    plan_->storage.assign(graph_.num_values(), Storage::kNone);
    for (ValueId input : graph_.inputs_list) plan_->storage[input] = Storage::kInput;
    for (ValueId v = 0; v < graph_.num_values(); ++v) {
      const NodeId producer = graph_.producer(v);
      if (!graph_.erased(producer) && live_[producer] && graph_.ConstantValue(v))
        plan_->storage[v] = Storage::kConstant;
    }
    for (const Step& step : plan_->steps)
      for (int i = 0; i < step.num_outputs; ++i) {
        const ValueId v = plan_->OutputOf(step, i);
        const Shape& shape = plan_->shape(v);
        const bool control = step.kind != StepKind::kKernel && step.kind != StepKind::kScalar;
        const bool forwarded =
            step.kind == StepKind::kScalar && plan_->scalar[step.extra]->outputs[i].forward >= 0;
        const bool arena = !control && !forwarded && !ForwardsOnly(*step.op) && !flow_.escapes[v] &&
                           !IsManaged(graph_.dtype(v)) && shape.IsFullyKnown() && CheckedNumElements(shape);
        plan_->storage[v] = arena ? Storage::kArena : Storage::kPool;
      }
    for (SlotPlan& slot : plan_->slots) slot.storage = plan_->storage[slot.value];
  }

  void ListHandedOn() {
    for (const Step& step : plan_->steps) {
      if (step.kind == StepKind::kKernel || step.kind == StepKind::kScalar) continue;
      for (int i = 0; i < step.num_outputs; ++i) {
        const ValueId v = plan_->OutputOf(step, i);
        for (ValueId held : flow_.Holds(v))
          if (plan_->storage[root_[held]] == Storage::kArena) plan_->handed_on.emplace_back(v, root_[held]);
      }
    }
    std::sort(plan_->handed_on.begin(), plan_->handed_on.end());
  }

  // Gives every output its slot, and lists the moves and drops.
  void ChooseHomes() {
    const uint32_t used_slots = static_cast<uint32_t>(plan_->slots.size());
    constexpr uint32_t kNone = ~0u;
    // Chains of the slots of one value, from the last one back.
    std::vector<uint32_t> last(graph_.num_values(), kNone), before(used_slots, kNone);
    for (uint32_t s = 0; s < used_slots; ++s) {
      before[s] = last[plan_->slots[s].value];
      last[plan_->slots[s].value] = s;
    }
    for (uint32_t i = 0; i < graph_.inputs_list.size(); ++i)
      for (uint32_t s = last[graph_.inputs_list[i]]; s != kNone; s = before[s])
        plan_->input_moves.push_back({i, s});
    for (Step& step : plan_->steps) {
      step.moves_begin = static_cast<uint32_t>(plan_->moves.size());
      step.drops_begin = static_cast<uint32_t>(plan_->drops.size());
      const bool single = step.num_outputs == 1 && last[plan_->OutputOf(step, 0)] != kNone;
      step.outputs = single ? last[plan_->OutputOf(step, 0)] : static_cast<uint32_t>(plan_->slots.size());
      for (uint32_t i = 0; i < step.num_outputs; ++i) {
        const ValueId v = plan_->OutputOf(step, i);
        if (!single) plan_->slots.push_back({plan_->storage[v], v});
        const uint32_t home = step.outputs + i;
        if (plan_->storage[v] == Storage::kArena) continue;
        for (uint32_t s = last[v]; s != kNone; s = before[s])
          if (s != home) plan_->moves.push_back({home, s});
        if (!single) plan_->drops.push_back(home);
      }
      step.moves_end = static_cast<uint32_t>(plan_->moves.size());
      for (uint32_t i = 0; i < step.num_outputs; ++i)
        if (const ValueId v = plan_->OutputOf(step, i); plan_->storage[v] == Storage::kArena)
          for (uint32_t s = last[v]; s != kNone; s = before[s])
            if (s != step.outputs + i) plan_->moves.push_back({step.outputs + i, s});
      step.arena_moves_end = static_cast<uint32_t>(plan_->moves.size());
      for (uint32_t s = step.inputs; s < step.inputs + step.num_inputs; ++s)
        if (plan_->slots[s].storage == Storage::kPool || IsPassingList(plan_->slots[s]))
          plan_->drops.push_back(s);
      step.drops_end = static_cast<uint32_t>(plan_->drops.size());
    }
  }

  // A list that came in and does not go out as it is: the next step may have it alone, and change it in
  // place.
  bool IsPassingList(const SlotPlan& slot) const {
    return slot.storage == Storage::kInput && graph_.dtype(slot.value) == DType::kVariant &&
           std::find(graph_.outputs_list.begin(), graph_.outputs_list.end(), slot.value) ==
               graph_.outputs_list.end();
  }

  const Graph& graph_;
  const PlanOptions& options_;
  std::unique_ptr<Plan> plan_;
  ValueFlow flow_;
  std::vector<ValueId> root_;
  std::vector<bool> live_, scalar_;
  uint32_t position_ = 0;
  std::vector<uint32_t> piece_of_, needed_, uses_;
  uint32_t piece_ = 0;
};

}  // namespace

std::unique_ptr<Plan> MakePlan(const Graph& graph, const PlanOptions& options) {
  return Planner(graph, options).Run();
}

}  // namespace tp
