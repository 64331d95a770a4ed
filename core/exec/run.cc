#include "core/exec/run.h"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "core/base/parallel.h"
#include "core/ir/kernel.h"
#include "core/plan/control_flow.h"

namespace tp {
namespace {

thread_local int depth = 0;

struct Deeper {
  Deeper() { ++depth; }
  ~Deeper() { --depth; }
};

// A frame for as long as it is needed.
class Lease {
 public:
  // `frame`: one that was taken before; null takes one.
  explicit Lease(PreparedPlan& plan, RunFrame* frame = nullptr)
      : plan_(plan), frame_(frame ? frame : plan.Take()) {}
  ~Lease() {
    if (frame_) plan_.GiveBack(frame_, !done_);
  }
  Lease(const Lease&) = delete;
  RunFrame* frame() const { return frame_; }
  RunFrame* operator->() const { return frame_; }
  void set_done() { done_ = true; }
  RunFrame* release() { return std::exchange(frame_, nullptr); }

 private:
  PreparedPlan& plan_;
  RunFrame* frame_;
  bool done_ = false;
};

Status NoMemory(const Plan& plan) {
  return MakeStatus(Code::kResourceExhausted, "OOM when allocating the {} bytes that {} needs",
                    plan.arena_bytes, plan.graph->name().empty() ? "a graph" : plan.graph->name());
}

// What a kernel of a plan sees: outputs whose place is known are there already.
class PlanContext final : public KernelContext {
 public:
  PlanContext(const PreparedPlan& prepared, const Step& step, RunFrame& frame, Runner* runner)
      : KernelContext(*step.op, *step.attrs, {frame.slots.data() + step.inputs, step.num_inputs},
                      {frame.slots.data() + step.outputs, step.num_outputs}, runner),
        slots_(prepared.plan().slots.data() + step.outputs),
        node_key_(prepared.key() << 32 | step.node),
        in_place_(step.in_place),
        elementwise_(step.op->def().kernel == nullptr) {}

  Tensor* Output(int i, DType dtype, const Shape& shape) override {
    // A kernel that does not ask for the input's memory must not be given it; elementwise tiles may.
    if (i == 0 && in_place_ >= 0 && !elementwise_) return KernelContext::Output(i, dtype, shape);
    if (Tensor* planned = Planned(i, dtype, shape)) return planned;
    return KernelContext::Output(i, dtype, shape);
  }
  Tensor* OutputInPlaceOf(int from, int i, DType dtype, const Shape& shape) override {
    if (i != 0 || in_place_ < 0 || in_place_ == from || elementwise_)
      if (Tensor* planned = Planned(i, dtype, shape)) return planned;
    return KernelContext::OutputInPlaceOf(from, i, dtype, shape);
  }
  int threads() const override { return ThreadCount(); }
  uint64_t node_key() const override { return node_key_; }

 private:
  Tensor* Planned(int i, DType dtype, const Shape& shape) {
    Tensor& tensor = outputs_[i];
    if (!tensor.valid() || tensor.dtype() != dtype || !(tensor.shape() == shape)) return nullptr;
    // In the pool's slots stands what a loop gave back: it is ours where nobody else has it.
    if (slots_[i].storage != Storage::kArena && !(tensor.IsUnique() && !IsManaged(dtype))) return nullptr;
    return &tensor;
  }

  const SlotPlan* slots_;
  uint64_t node_key_;
  int in_place_;
  bool elementwise_;
};

void Bind(const Plan& plan, RunFrame& frame, std::span<const Tensor> inputs) {
  for (const Move& move : plan.input_moves) frame.slots[move.to] = inputs[move.from];
}

void TakeOutputs(const Plan& plan, RunFrame& frame, std::span<Tensor> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    Tensor& made = frame.slots[plan.output_slots[i]];
    if (plan.slots[plan.output_slots[i]].storage == Storage::kConstant)
      outputs[i] = made;
    else
      outputs[i] = std::move(made);
  }
}

}  // namespace

Status AtNode(const Status& status, std::string_view node, StackId position) {
  constexpr std::string_view kMark = "\n\t [[{{node ";
  if (status.where() != kNoStack || status.message().find(kMark) != std::string::npos) return status;
  Status at(status.code(), fmt::format("{}{}{}}}}}]]", status.message(), kMark, node));
  at.set_where(position);
  return at;
}

Status Run::Graph(tp::Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                  std::span<Tensor* const> spent) {
  PreparedGraph& prepared = PreparedGraph::Of(graph);
  TP_CHECK(inputs.size() == prepared.graph().inputs_list.size() &&
               outputs.size() == prepared.graph().outputs_list.size(),
           "{} takes {} inputs and gives {} outputs, not {} and {}", graph.name(),
           prepared.graph().inputs_list.size(), prepared.graph().outputs_list.size(), inputs.size(),
           outputs.size());
  if (depth >= executor_.max_depth())
    return MakeStatus(Code::kResourceExhausted, "functions are called more than {} deep",
                      executor_.max_depth());
  const Deeper deeper;
  bool observe = false;
  Ref<PreparedPlan> selected;
  PreparedPlan* plan = prepared.fixed();
  if (plan == nullptr) {
    selected = prepared.Select(inputs, &observe);
    plan = selected.get();
  }
  Lease lease(*plan);
  if (!lease.frame()) return NoMemory(plan->plan());
  Bind(plan->plan(), *lease.frame(), inputs);
  if (!observe) {
    for (Tensor* tensor : spent) tensor->Reset();
    TP_RETURN_IF_ERROR(Steps(*plan, *lease.frame(), nullptr));
  } else {
    std::vector<Shape> observed(prepared.graph().num_values(), Shape::UnknownRank());
    for (size_t i = 0; i < inputs.size(); ++i) observed[prepared.graph().inputs_list[i]] = inputs[i].shape();
    for (ValueId v = 0; v < observed.size(); ++v)
      if (const Tensor* constant = prepared.graph().ConstantValue(v)) observed[v] = constant->shape();
    TP_RETURN_IF_ERROR(Steps(*plan, *lease.frame(), &observed));
    prepared.Learn(inputs, observed);
  }
  TakeOutputs(plan->plan(), *lease.frame(), outputs);
  lease.set_done();
  return {};
}

namespace {

// What Repeater::RunAgain keeps: the plan for the shapes of the last call and a frame of it.
class KeptCall : public RefCounted {
 public:
  explicit KeptCall(PreparedGraph& graph) : graph(graph), held_(&graph.graph()) {}
  ~KeptCall() override {
    if (frame) plan->GiveBack(frame, false);
  }

  // The plan for these inputs; true where it is the one of the last call. Shapes that come again are learned
  // by the first calls, whose plan may change.
  bool Select(const RepeatedInputs& inputs) {
    observe = false;
    if (frame && (graph.fixed() || (settled && SameShapes(inputs)))) return true;
    SmallVector<Tensor, 8> all;
    for (size_t i = 0; i < inputs.size(); ++i) all.push_back(inputs[i]);
    Ref<PreparedPlan> chosen = graph.Select(all, &observe);
    settled = chosen.get() != &graph.general();
    if (frame && chosen == plan) return true;
    if (frame) plan->GiveBack(std::exchange(frame, nullptr), false);
    plan = std::move(chosen);
    const Plan& made = plan->plan();
    homes.assign(made.output_slots.size(), false);
    for (const Step& step : made.steps)
      for (size_t i = 0; i < homes.size(); ++i)
        if (made.output_slots[i] - step.outputs < step.num_outputs) homes[i] = true;
    shapes.clear();
    for (size_t i = 0; i < inputs.num_varying(); ++i) shapes.push_back(inputs[i].shape());
    return false;
  }

  PreparedGraph& graph;
  Ref<PreparedPlan> plan;
  RunFrame* frame = nullptr;  // null while a call uses it
  std::vector<bool> homes;    // of the outputs: a step makes it in this slot
  bool observe = false, busy = false;

 private:
  bool SameShapes(const RepeatedInputs& inputs) const {
    for (size_t i = 0; i < shapes.size(); ++i)
      if (!(inputs[i].shape() == shapes[i])) return false;
    return true;
  }

  const Ref<const tp::Graph> held_;  // the frame may outlive the node with the region
  std::vector<Shape> shapes;         // of the inputs that vary
  bool settled = false;              // there is a plan for them
};

struct Busy {
  explicit Busy(bool* flag) : flag(flag) { *flag = true; }
  ~Busy() { *flag = false; }
  bool* flag;
};

// Small tensors that nobody needs stay where the next ones are made, to be written again.
bool MayStay(const Tensor& tensor) {
  constexpr size_t kMostBytes = 4096;
  return tensor.IsUnique() && tensor.buffer()->bytes() <= kMostBytes && !IsManaged(tensor.dtype());
}

}  // namespace

Status Run::Again(tp::Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& outputs,
                  Ref<RefCounted>* kept, std::span<Tensor* const> spent) {
  if (depth >= executor_.max_depth())
    return MakeStatus(Code::kResourceExhausted, "functions are called more than {} deep",
                      executor_.max_depth());
  const Deeper deeper;
  if (!*kept) {
    PreparedGraph& prepared = PreparedGraph::Of(graph);
    TP_CHECK(inputs.size() == prepared.graph().inputs_list.size() &&
                 outputs.size() == prepared.graph().outputs_list.size(),
             "{} takes {} inputs and gives {} outputs, not {} and {}", graph.name(),
             prepared.graph().inputs_list.size(), prepared.graph().outputs_list.size(), inputs.size(),
             outputs.size());
    *kept = MakeRef<KeptCall>(prepared);
  }
  KeptCall& call = static_cast<KeptCall&>(**kept);
  if (call.busy) {  // the graph has come to its caller again
    SmallVector<Tensor, 8> all;
    for (size_t i = 0; i < inputs.size(); ++i) all.push_back(inputs[i]);
    SmallVector<Tensor, 8> made(outputs.size());
    TP_RETURN_IF_ERROR(Graph(graph, all, made, spent));
    for (size_t i = 0; i < made.size(); ++i) outputs[i] = std::move(made[i]);
    return {};
  }
  const Busy busy(&call.busy);
  const bool same = call.Select(inputs);
  const bool observe = call.observe;
  Lease lease(*call.plan, std::exchange(call.frame, nullptr));
  if (!lease.frame()) return NoMemory(call.plan->plan());
  const Plan& plan = call.plan->plan();
  std::vector<Tensor>& slots = lease->slots;
  const size_t varying = inputs.num_varying();
  for (const Move& move : plan.input_moves)  // lists were dropped where they were used last
    if (!same || move.from < varying || !slots[move.to].valid()) slots[move.to] = inputs[move.from];
  if (!observe) {
    for (Tensor* tensor : spent) tensor->Reset();
    TP_RETURN_IF_ERROR(Steps(*call.plan, *lease.frame(), nullptr));
  } else {
    std::vector<Shape> observed(call.graph.graph().num_values(), Shape::UnknownRank());
    SmallVector<Tensor, 8> all;
    for (size_t i = 0; i < inputs.size(); ++i) {
      all.push_back(inputs[i]);
      observed[call.graph.graph().inputs_list[i]] = inputs[i].shape();
    }
    for (ValueId v = 0; v < observed.size(); ++v)
      if (const Tensor* constant = call.graph.graph().ConstantValue(v)) observed[v] = constant->shape();
    TP_RETURN_IF_ERROR(Steps(*call.plan, *lease.frame(), &observed));
    call.graph.Learn(all, observed);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    Tensor &made = slots[plan.output_slots[i]], &out = outputs[i];
    if (plan.slots[plan.output_slots[i]].storage == Storage::kConstant) {
      out = made;
    } else if (call.homes[i] && MayStay(out)) {
      std::swap(out, made);
    } else {  // an input's slot is set again by the next call
      out = std::move(made);
      made.Reset();
    }
  }
  for (const Move& move : plan.input_moves)
    if (move.from < varying) slots[move.to].Reset();
  call.frame = lease.release();
  return {};
}

Status Run::Steps(PreparedPlan& prepared, RunFrame& frame, std::vector<Shape>* observed) {
  const Plan& plan = prepared.plan();
  if (frame.any_strayed.load(std::memory_order_relaxed)) prepared.Restore(frame);
  const bool profiled = executor_.profile() != nullptr;
  for (const Stage& stage : plan.stages) {
    if (profiled) {
      for (uint32_t i = stage.begin; i < stage.end; ++i)
        TP_RETURN_IF_ERROR(TimedStep(prepared, frame, i, observed));
      continue;
    }
    if (stage.parallel) {
      const int64_t count = stage.end - stage.begin;
      SmallVector<Status, 8> results(static_cast<size_t>(count));
      ParallelFor(count, 2 * kInlineNanoseconds, [&](int64_t i) {
        results[i] = OneStep(prepared, frame, stage.begin + static_cast<uint32_t>(i), observed);
      });
      // The first in program order, whichever thread was first.
      for (Status& result : results)
        if (!result.ok()) return std::move(result);
      continue;
    }
    for (uint32_t i = stage.begin; i < stage.end; ++i) {
      if (executor_.interrupted()) return MakeStatus(Code::kCancelled, "interrupted");
      TP_RETURN_IF_ERROR(OneStep(prepared, frame, i, observed));
    }
  }
  return {};
}

Status Run::OneStep(PreparedPlan& prepared, RunFrame& frame, uint32_t index, std::vector<Shape>* observed) {
  const Plan& plan = prepared.plan();
  const Step& step = plan.steps[index];
  Tensor* const slots = frame.slots.data();
  switch (step.kind) {
    case StepKind::kKernel: {
      if (step.kernel == nullptr)
        return MakeStatus(Code::kUnimplemented, "no kernel is registered for the op {}", step.op->name());
      // What came into a region may be kept here though the plan around it does not know (see below).
      if (step.keeps)
        for (uint32_t k = step.inputs; k < step.inputs + step.num_inputs; ++k)
          if (slots[k].valid() && slots[k].buffer()->in_arena()) {
            slots[k] = slots[k].Clone();
            if (!slots[k].valid()) return NoMemory(plan);
          }
      PlanContext ctx(prepared, step, frame, &executor_);
      step.kernel(ctx);
      if (ctx.failed())
        return AtNode(ctx.status(), plan.graph->node_name(step.node), plan.graph->position(step.node));
      break;
    }
    case StepKind::kScalar:
      TP_RETURN_IF_ERROR(ScalarStep(prepared, frame, step));
      break;
    case StepKind::kIf:
    case StepKind::kWhile:
    case StepKind::kCase:
    case StepKind::kCall: {
      // Lists that end here are the region's alone, which then changes them in place.
      SmallVector<Tensor*, 4> spent;
      for (uint32_t d = step.drops_begin; d < step.drops_end; ++d)
        if (const uint32_t slot = plan.drops[d];
            slot - step.inputs < step.num_inputs && slots[slot].dtype() == DType::kVariant)
          spent.push_back(&slots[slot]);
      TP_RETURN_IF_ERROR(ControlNode(
          step.kind, std::span(plan.regions).subspan(step.extra), {slots + step.inputs, step.num_inputs},
          {slots + step.outputs, step.num_outputs}, spent, frame.kept.data() + step.extra));
      break;
    }
  }
  bool strayed = false;
  for (uint32_t i = 0; i < step.num_outputs; ++i) {
    const uint32_t slot = step.outputs + i;
    Tensor& made = slots[slot];
    if (!made.valid())
      return MakeStatus(Code::kInternal, "the kernel of {} left its output {} unset", step.op->name(), i);
    const SlotPlan& planned = plan.slots[slot];
    if (planned.storage == Storage::kArena) {
      if (made.raw_data() == static_cast<char*>(frame.memory->data()) + plan.offsets[planned.value] &&
          made.buffer() == frame.arena)
        continue;
      strayed = true;
    }
    // Memory of an arena that the op handed on though the plan does not know it: its life is not planned for.
    // A region may do so once its passes have run (x * 1 is x).
    if (made.buffer() == frame.arena && frame.arena && step.kind != StepKind::kKernel &&
        step.kind != StepKind::kScalar) {
      bool known = false;
      for (uint32_t k = step.inputs; k < step.inputs + step.num_inputs && !known; ++k)
        known = slots[k].raw_data() == made.raw_data() && plan.MayBe(planned.value, plan.slots[k].value);
      if (!known) {
        made = made.Clone();
        if (!made.valid()) return NoMemory(plan);
      }
    }
    if (!step.may_forward && !made.buffer()->writable())
      for (uint32_t k = step.inputs; k < step.inputs + step.num_inputs; ++k)
        if (slots[k].buffer() == made.buffer()) {
          made = made.Clone();
          if (!made.valid()) return NoMemory(plan);
          break;
        }
  }
  if (observed)
    for (uint32_t i = 0; i < step.num_outputs; ++i)
      (*observed)[plan.OutputOf(step, static_cast<int>(i))] = slots[step.outputs + i].shape();
  uint32_t moves_end = step.moves_end;
  if (strayed) [[unlikely]] {
    frame.strayed[index] = 1;
    frame.any_strayed.store(true, std::memory_order_relaxed);
    moves_end = step.arena_moves_end;
  }
  // Of several outputs each was made in a slot of its own, which is dropped: the last of its uses takes it.
  const Move* const moves = plan.moves.data();
  for (uint32_t m = step.moves_begin; m < moves_end; ++m) {
    Tensor& made = slots[moves[m].from];
    const bool last = m + 1 >= step.moves_end || moves[m + 1].from != moves[m].from;
    if (step.num_outputs > 1 && last && m < step.moves_end)
      slots[moves[m].to] = std::move(made);
    else
      slots[moves[m].to] = made;
  }
  for (uint32_t d = step.drops_begin; d < step.drops_end; ++d) slots[plan.drops[d]].Reset();
  return {};
}

Status Run::ScalarStep(PreparedPlan& prepared, RunFrame& frame, const Step& step) {
  const Plan& plan = prepared.plan();
  ScalarRunner& runner = prepared.scalar(step.extra);
  const std::span<const Tensor> inputs(frame.slots.data() + step.inputs, step.num_inputs);
  SmallVector<void*, 16> places;
  for (uint32_t i = 0; i < step.num_outputs; ++i) {
    const ScalarCode::Port& port = runner.code().outputs[i];
    const uint32_t slot = step.outputs + i;
    Tensor& out = frame.slots[slot];
    if (port.forward >= 0) {
      out = inputs[port.forward];
      places.push_back(nullptr);
      continue;
    }
    const bool ready = plan.slots[slot].storage == Storage::kArena ||
                       (out.IsUnique() && out.dtype() == port.dtype && out.shape().IsScalar());
    if (!ready) {
      out = Tensor::Allocate(port.dtype, Shape());
      if (!out.valid()) return NoMemory(plan);
    }
    places.push_back(out.raw_data());
  }
  return runner.Run(inputs, places.data(), executor_.interrupt());
}

Status Run::ControlNode(StepKind kind, std::span<tp::Graph* const> regions, std::span<const Tensor> inputs,
                        std::span<Tensor> outputs, std::span<Tensor* const> spent, Ref<RefCounted>* kept) {
  size_t branch = 0;
  switch (kind) {
    case StepKind::kIf: {
      bool truth = false;
      TP_RETURN_IF_ERROR(TruthOf(inputs[0], &truth));
      branch = truth ? 0 : 1;
      break;
    }
    case StepKind::kCase:
      branch = static_cast<size_t>(BranchOf(inputs[0], static_cast<int64_t>(regions.size())));
      break;
    case StepKind::kCall:
      return Graph(*regions[0], inputs, outputs, spent);
    case StepKind::kWhile:
      return Loop(*regions[0], *regions[1], inputs, outputs, spent);
    case StepKind::kKernel:
    case StepKind::kScalar:
      return {};
  }
  if (kept == nullptr) return Graph(*regions[branch], inputs.subspan(1), outputs, spent);
  return Again(*regions[branch], {inputs.subspan(1), {}, {}}, {outputs, {}}, kept + branch, spent);
}

namespace {

// One region of a loop: its plan and frame are kept from turn to turn. Inputs that do not change are set
// once; a plan for other shapes is chosen only where shapes change.
class LoopRegion {
 public:
  LoopRegion(PreparedGraph& graph, const std::vector<bool>& invariant)
      : graph_(graph), invariant_(invariant) {}
  ~LoopRegion() {
    if (frame_) plan_->GiveBack(frame_, !done_);
  }
  LoopRegion(const LoopRegion&) = delete;

  Status Set(std::span<const Tensor> inputs) {
    if (!frame_ || (!graph_.fixed() && !SameShapes(inputs))) {
      if (frame_) plan_->GiveBack(std::exchange(frame_, nullptr), false);
      plan_ = graph_.Select(inputs, &observe_);
      frame_ = plan_->Take();
      if (!frame_) return NoMemory(plan_->plan());
      Bind(plan_->plan(), *frame_, inputs);
      if (!graph_.fixed()) {
        shapes_.clear();
        for (const Tensor& input : inputs) shapes_.push_back(input.shape());
      }
      return {};
    }
    observe_ = false;
    for (const Move& move : plan_->plan().input_moves)  // lists were dropped where they were used last
      if (!invariant_[move.from] || inputs[move.from].dtype() == DType::kVariant)
        frame_->slots[move.to] = inputs[move.from];
    return {};
  }
  // Lets go of what changes from turn to turn: it is written in place where nobody else holds it.
  void Release() {
    for (const Move& move : plan_->plan().input_moves)
      if (!invariant_[move.from]) frame_->slots[move.to].Reset();
  }
  Tensor& output(size_t i) { return frame_->slots[plan_->plan().output_slots[i]]; }
  Storage output_storage(size_t i) const {
    return plan_->plan().slots[plan_->plan().output_slots[i]].storage;
  }
  PreparedPlan& plan() { return *plan_; }
  PreparedGraph& graph() { return graph_; }
  RunFrame& frame() { return *frame_; }
  bool observe() const { return observe_; }
  void set_done() { done_ = true; }

 private:
  bool SameShapes(std::span<const Tensor> inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (!(inputs[i].shape() == shapes_[i])) return false;
    return true;
  }

  PreparedGraph& graph_;
  const std::vector<bool>& invariant_;
  Ref<PreparedPlan> plan_;
  RunFrame* frame_ = nullptr;
  std::vector<Shape> shapes_;
  bool observe_ = false, done_ = false;
};

}  // namespace

Status Run::Loop(tp::Graph& condition, tp::Graph& body, std::span<const Tensor> inputs,
                 std::span<Tensor> outputs, std::span<Tensor* const> spent) {
  if (depth >= executor_.max_depth())
    return MakeStatus(Code::kResourceExhausted, "functions are called more than {} deep",
                      executor_.max_depth());
  const Deeper deeper;
  PreparedGraph& prepared_condition = PreparedGraph::Of(condition);
  PreparedGraph& prepared_body = PreparedGraph::Of(body);
  const std::vector<bool>& invariant = prepared_body.invariant();
  TP_CHECK(inputs.size() == outputs.size() && inputs.size() == invariant.size() &&
               inputs.size() == prepared_condition.graph().inputs_list.size() &&
               prepared_condition.graph().outputs_list.size() == 1,
           "the regions of a loop do not fit it");
  SmallVector<Tensor, 16> carried(inputs);
  for (Tensor* tensor : spent) tensor->Reset();
  LoopRegion test(prepared_condition, invariant), turn(prepared_body, invariant);
  auto run = [&](LoopRegion& region) -> Status {
    if (!region.observe()) return Steps(region.plan(), region.frame(), nullptr);
    const tp::Graph& graph = region.graph().graph();
    std::vector<Shape> observed(graph.num_values(), Shape::UnknownRank());
    for (size_t i = 0; i < carried.size(); ++i) observed[graph.inputs_list[i]] = carried[i].shape();
    for (ValueId v = 0; v < observed.size(); ++v)
      if (const Tensor* constant = graph.ConstantValue(v)) observed[v] = constant->shape();
    TP_RETURN_IF_ERROR(Steps(region.plan(), region.frame(), &observed));
    region.graph().Learn(carried, observed);
    return {};
  };
  for (;;) {
    if (executor_.interrupted()) return MakeStatus(Code::kCancelled, "interrupted");
    TP_RETURN_IF_ERROR(test.Set(carried));
    TP_RETURN_IF_ERROR(run(test));
    bool truth = false;
    TP_RETURN_IF_ERROR(TruthOf(test.output(0), &truth));
    if (!truth) break;
    TP_RETURN_IF_ERROR(turn.Set(carried));
    test.Release();
    if (!turn.observe())
      for (size_t i = 0; i < carried.size(); ++i)
        if (!invariant[i] && carried[i].dtype() == DType::kVariant) carried[i].Reset();
    TP_RETURN_IF_ERROR(run(turn));
    // The values of this turn go into the next; the body may write its next ones where the old ones were.
    for (size_t i = 0; i < carried.size(); ++i) {
      if (invariant[i]) continue;
      // What is not made by a step may not be set again: it stays where it is.
      if (turn.output_storage(i) != Storage::kPool)
        carried[i] = turn.output(i);
      else
        std::swap(carried[i], turn.output(i));
    }
  }
  std::move(carried.begin(), carried.end(), outputs.begin());
  test.set_done();
  turn.set_done();
  return {};
}

Status Run::TimedStep(PreparedPlan& prepared, RunFrame& frame, uint32_t index, std::vector<Shape>* observed) {
  Profile& profile = *executor_.profile();
  const int64_t outer = profile.Begin();
  const auto begin = std::chrono::steady_clock::now();
  Status status = OneStep(prepared, frame, index, observed);
  const auto time = std::chrono::steady_clock::now() - begin;
  const int64_t own = profile.End(outer, std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  profile.Add(prepared.plan(), prepared.plan().steps[index], own);
  return status;
}

}  // namespace tp
