#include "core/exec/prepared.h"

#include <algorithm>
#include <chrono>

#include "core/plan/flow.h"

namespace tp {
namespace {

constexpr size_t kMaxFreeFrames = 8;
// Plans for input shapes that came again, and how many shapes are remembered as seen once.
constexpr size_t kMaxLearned = 8, kMaxSeen = 64;

std::atomic<PreparePassesFn> prepare_passes{nullptr};

uint64_t HashShapes(std::span<const Tensor> inputs) {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  for (const Tensor& input : inputs) {
    hash = (hash ^ static_cast<uint64_t>(input.rank())) * 0xff51afd7ed558ccdu;
    for (Dim dim : input.shape())
      hash = (hash ^ static_cast<uint64_t>(dim) ^ hash >> 29) * 0xff51afd7ed558ccdu;
  }
  return hash;
}

}  // namespace

void SetPreparePasses(PreparePassesFn prepare) { prepare_passes = prepare; }

PreparedPlan::PreparedPlan(std::unique_ptr<Plan> plan, uint64_t key) : plan_(std::move(plan)), key_(key) {
  for (const auto& code : plan_->scalar) scalar_.push_back(std::make_unique<ScalarRunner>(*code));
}

PreparedPlan::~PreparedPlan() {
  delete first_free_.load();
  for (RunFrame* frame : free_) delete frame;
}

void PreparedPlan::FillSlot(RunFrame& frame, uint32_t s) const {
  const SlotPlan& slot = plan_->slots[s];
  if (slot.storage == Storage::kConstant)
    frame.slots[s] = *plan_->graph->ConstantValue(slot.value);
  else if (slot.storage == Storage::kArena)
    frame.slots[s] = Tensor(plan_->graph->dtype(slot.value), plan_->shape(slot.value), frame.arena,
                            plan_->offsets[slot.value]);
}

RunFrame* PreparedPlan::Take() {
  if (RunFrame* frame = first_free_.exchange(nullptr, std::memory_order_acq_rel)) return frame;
  {
    std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      RunFrame* frame = free_.back();
      free_.pop_back();
      return frame;
    }
  }
  auto frame = std::make_unique<RunFrame>();
  frame->memory = Buffer::Allocate(DType::kUint8, static_cast<int64_t>(plan_->arena_bytes));
  if (!frame->memory) return nullptr;
  frame->arena = Buffer::WrapArena(frame->memory->data(), frame->memory->bytes(), frame->memory);
  frame->slots.resize(plan_->slots.size());
  frame->strayed.resize(plan_->steps.size());
  frame->kept.resize(plan_->regions.size());
  for (uint32_t s = 0; s < plan_->slots.size(); ++s) FillSlot(*frame, s);
  return frame.release();
}

void PreparedPlan::Restore(RunFrame& frame) const {
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    if (!frame.strayed[i]) continue;
    frame.strayed[i] = 0;
    const Step& step = plan_->steps[i];
    for (uint32_t s = step.outputs; s < step.outputs + step.num_outputs; ++s) FillSlot(frame, s);
    for (uint32_t m = step.moves_end; m < step.arena_moves_end; ++m) FillSlot(frame, plan_->moves[m].to);
  }
  frame.any_strayed.store(false, std::memory_order_relaxed);
}

void PreparedPlan::GiveBack(RunFrame* frame, bool failed) {
  if (failed) {
    for (uint32_t s = 0; s < plan_->slots.size(); ++s)
      if (plan_->slots[s].storage != Storage::kArena && plan_->slots[s].storage != Storage::kConstant)
        frame->slots[s] = Tensor();
  }
  for (const Move& move : plan_->input_moves) frame->slots[move.to].Reset();
  for (uint32_t s : plan_->output_slots)
    if (plan_->slots[s].storage == Storage::kPool) frame->slots[s].Reset();
  if (frame->any_strayed.load(std::memory_order_relaxed)) Restore(*frame);
  RunFrame* before = first_free_.exchange(frame, std::memory_order_acq_rel);
  if (before == nullptr) return;
  std::lock_guard lock(mutex_);
  if (free_.size() < kMaxFreeFrames)
    free_.push_back(before);
  else
    delete before;
}

PreparedGraph& PreparedGraph::Make(Graph& graph) {
  const auto begin = std::chrono::steady_clock::now();
  auto prepared = Ref<PreparedGraph>::Adopt(new PreparedGraph);
  prepared->graph_ = &graph;
  if (PreparePassesFn prepare = prepare_passes.load()) {
    Ref<Graph> ready = prepare(graph);
    TP_CHECK(ready && ready->inputs_list.size() == graph.inputs_list.size() &&
                 ready->outputs_list.size() == graph.outputs_list.size(),
             "the passes changed the interface of {}", graph.name());
    if (ready.get() != &graph) {
      prepared->held_ = std::move(ready);
      prepared->graph_ = prepared->held_.get();
    }
  }
  static std::atomic<uint64_t> keys{0};
  prepared->key_ = ++keys;
  const Graph& g = *prepared->graph_;
  for (ValueId input : g.inputs_list) prepared->dynamic_ |= !g.shape(input).IsFullyKnown();
  for (size_t i = 0; i < std::min(g.inputs_list.size(), g.outputs_list.size()); ++i) {
    ValueId v = g.outputs_list[i];
    for (NodeId id = g.producer(v); IsPlainIdentity(*g.node(id).op) && g.node(id).num_inputs == 1;
         id = g.producer(v))
      v = g.inputs(id)[0];
    prepared->invariant_.push_back(v == g.inputs_list[i]);
  }
  prepared->general_ = MakeRef<PreparedPlan>(MakePlan(g), prepared->key_);
  prepared->nanoseconds_ = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  return *static_cast<PreparedGraph*>(graph.plan.SetOnce(std::move(prepared)));
}

Ref<PreparedPlan> PreparedGraph::Select(std::span<const Tensor> inputs, bool* observe) {
  *observe = false;
  if (!dynamic_) return general_;
  std::lock_guard lock(mutex_);
  for (Learned& learned : learned_) {
    bool same = true;
    for (size_t i = 0; i < inputs.size() && same; ++i) same = learned.inputs[i] == inputs[i].shape();
    if (!same) continue;
    learned.used = ++clock_;
    return learned.plan;
  }
  // The first time, shapes are only remembered: those of a growing tensor never come again.
  const uint64_t hash = HashShapes(inputs);
  *observe = std::find(seen_.begin(), seen_.end(), hash) != seen_.end();
  if (!*observe) {
    if (seen_.size() < kMaxSeen) {
      seen_.push_back(hash);
    } else {
      seen_[next_seen_] = hash;
      next_seen_ = (next_seen_ + 1) % kMaxSeen;
    }
  }
  return general_;
}

void PreparedGraph::Learn(std::span<const Tensor> inputs, const std::vector<Shape>& shapes) {
  PlanOptions options;
  options.shapes = &shapes;
  Learned learned;
  learned.plan = MakeRef<PreparedPlan>(MakePlan(*graph_, options), key_);
  for (const Tensor& input : inputs) learned.inputs.push_back(input.shape());
  std::lock_guard lock(mutex_);
  learned.used = ++clock_;
  if (learned_.size() < kMaxLearned) {
    learned_.push_back(std::move(learned));
    return;
  }
  *std::min_element(learned_.begin(), learned_.end(),
                    [](const Learned& a, const Learned& b) { return a.used < b.used; }) = std::move(learned);
}

size_t PreparedGraph::num_learned() {
  std::lock_guard lock(mutex_);
  return learned_.size();
}

PlanFigures FiguresOf(Graph& graph) {
  PreparedGraph& prepared = PreparedGraph::Of(graph);
  const Plan& plan = prepared.general().plan();
  PlanFigures figures;
  figures.nanoseconds = prepared.nanoseconds();
  figures.arena_bytes = static_cast<int64_t>(plan.arena_bytes);
  figures.unshared_bytes = static_cast<int64_t>(plan.value_bytes);
  figures.steps = static_cast<int64_t>(plan.steps.size());
  for (const Stage& stage : plan.stages) figures.parallel_stages += stage.parallel;
  for (const auto& code : plan.scalar) figures.scalar_nodes += static_cast<int64_t>(code->num_nodes);
  return figures;
}

}  // namespace tp
