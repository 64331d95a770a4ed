// PreparedGraph: what the executor keeps with a graph that has run (Graph::plan): the graph after the passes,
// its plan, plans for input shapes that come again, frames that are free, machine code of its scalar parts.
//
// RunFrame: the memory of one run. Slots whose place is known when the plan is made (constants, the arena)
// are filled once and stay; the others are filled and emptied by each run. A frame belongs to one run at a
// time and goes back to its plan, so that a warm call allocates nothing.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/ref.h"
#include "core/exec/executor.h"
#include "core/exec/scalar_run.h"
#include "core/plan/plan.h"

namespace tp {

struct RunFrame {
  std::vector<Tensor> slots;
  Ref<Buffer> memory, arena;  // the arena is the memory, marked as not to be written by whoever holds it
  // Steps whose outputs were not made where the plan says; their slots are filled anew before the next run.
  std::vector<uint8_t> strayed;
  std::atomic<bool> any_strayed{false};
  std::vector<Ref<RefCounted>> kept;  // by number in Plan::regions: of branches (Run::Again)
};

class PreparedPlan : public RefCounted {
 public:
  // `key` tells the graphs that this process has prepared apart.
  PreparedPlan(std::unique_ptr<Plan> plan, uint64_t key);
  ~PreparedPlan() override;

  const Plan& plan() const { return *plan_; }
  uint64_t key() const { return key_; }
  // A frame that nobody uses; null where its memory is not to be had. Any thread.
  RunFrame* Take();
  // Empties what the run left behind (`failed`: it may be anything).
  void GiveBack(RunFrame* frame, bool failed);
  // Fills the slots of strayed steps again.
  void Restore(RunFrame& frame) const;
  ScalarRunner& scalar(uint32_t i) { return *scalar_[i]; }
  int64_t frame_bytes() const { return static_cast<int64_t>(plan_->arena_bytes); }

 private:
  void FillSlot(RunFrame& frame, uint32_t slot) const;

  std::unique_ptr<Plan> plan_;
  const uint64_t key_;
  std::vector<std::unique_ptr<ScalarRunner>> scalar_;
  std::atomic<RunFrame*> first_free_{nullptr};
  std::mutex mutex_;
  std::vector<RunFrame*> free_;
};

class PreparedGraph : public RefCounted {
 public:
  // The prepared form of a graph, made at its first run. Any thread.
  static PreparedGraph& Of(Graph& graph) {
    if (RefCounted* kept = graph.plan.get()) return *static_cast<PreparedGraph*>(kept);
    return Make(graph);
  }

  const Graph& graph() const { return *graph_; }
  // Which outputs are the input of the same number, unchanged: a loop sets them only once.
  const std::vector<bool>& invariant() const { return invariant_; }

  // The plan for these inputs. `*observe` is set where the run should note the shapes that it sees, for
  // Learn.
  Ref<PreparedPlan> Select(std::span<const Tensor> inputs, bool* observe);
  // The plan that fits all inputs of a graph with static shapes; null where shapes are not known.
  PreparedPlan* fixed() const { return dynamic_ ? nullptr : general_.get(); }
  void Learn(std::span<const Tensor> inputs, const std::vector<Shape>& shapes);
  PreparedPlan& general() const { return *general_; }
  size_t num_learned();
  int64_t nanoseconds() const { return nanoseconds_; }  // that passes and plan took

 private:
  PreparedGraph() = default;
  static PreparedGraph& Make(Graph& graph);

  struct Learned {
    std::vector<Shape> inputs;
    Ref<PreparedPlan> plan;
    uint64_t used = 0;
  };

  Ref<Graph> held_;  // null where the passes changed nothing (the graph holds this object)
  const Graph* graph_ = nullptr;
  uint64_t key_ = 0;
  int64_t nanoseconds_ = 0;
  std::vector<bool> invariant_;
  bool dynamic_ = false;
  Ref<PreparedPlan> general_;
  std::mutex mutex_;
  std::vector<Learned> learned_;
  std::vector<uint64_t> seen_;  // hashes of input shapes that ran once
  size_t next_seen_ = 0;
  uint64_t clock_ = 0;
};

// What the plan of a graph is like, for reports; the graph is planned where it has not run yet. Regions of
// its nodes have plans of their own.
struct PlanFigures {
  int64_t arena_bytes = 0;     // of a frame
  int64_t unshared_bytes = 0;  // the same, if no two values shared memory
  int64_t steps = 0, parallel_stages = 0;
  int64_t scalar_nodes = 0;  // nodes that became scalar code
  int64_t nanoseconds = 0;   // that passes and plan took
};
PlanFigures FiguresOf(Graph& graph);

}  // namespace tp
