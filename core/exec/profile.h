// Profile: how long each step of the graphs that ran took, what it worked on, and how much of it. Filled by
// the executor where one is set (Executor::set_profile); nothing is measured else.
//
// What `bench --profile` reports comes from here; times never enter results or bundles. Steps run one after
// another while they are timed, also those that would run at once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/ir/graph.h"
#include "core/plan/cost.h"
#include "core/plan/plan.h"

namespace tp {

class Profile {
 public:
  struct Entry {
    const Graph* graph = nullptr;  // as it was run, after the passes; lives as long as the plan
    NodeId node = kNoNode;         // of scalar code: its last node
    StepKind kind = StepKind::kKernel;
    size_t num_nodes = 1;  // that scalar code stands for
    int64_t calls = 0;
    int64_t nanoseconds = 0;             // of all calls, without what ran in regions
    int64_t bytes = 0;                   // written by all calls
    NodeCost cost;                       // of one call
    std::vector<Shape> inputs, outputs;  // in the first call
  };

  // Begin: before a step; gives what End takes. End: own nanoseconds of the step, of the `total` measured.
  int64_t Begin() { return std::exchange(nested_, 0); }
  int64_t End(int64_t outer, int64_t total) {
    const int64_t own = total - std::exchange(nested_, outer + total);
    return own;
  }
  // Adds one run of a step.
  void Add(const Plan& plan, const Step& step, int64_t nanoseconds);
  // Every step that ran, the dearest first; equal ones by graph and node.
  std::vector<Entry> Sorted() const;
  void Clear() { entries_.clear(); }

 private:
  std::map<std::pair<const Graph*, NodeId>, Entry> entries_;
  int64_t nested_ = 0;  // nanoseconds of the steps that ran inside the one that runs
};

}  // namespace tp
