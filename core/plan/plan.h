// Plan: a graph made ready to run: its steps in order, where each value stands and in which memory.
//
// A frame of a plan (core/exec/frame.h) is an array of tensors, the slots. Each step reads its inputs from
// consecutive slots and writes its outputs to consecutive slots. A value has a slot for each of its uses; it
// is made in one of them (its home) and moved to the others only where its memory is not known beforehand:
//
//   kConstant  slots are filled when the frame is made
//   kArena     slots are filled when the frame is made: dtype, shape and place in the arena are known
//   kPool      made by its step in each run: outputs, what escapes, unknown shapes, strings and handles
//   kInput     the caller's tensor, put into its slots when a run starts
//
// A plan is immutable. Steps stand in stages: those of a parallel stage are independent and dear. Positions
// (for lives of buffers) count stages, so nothing in one parallel stage shares memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/ir/graph.h"
#include "core/plan/scalar_code.h"

namespace tp {

enum class StepKind : uint8_t { kKernel, kIf, kWhile, kCase, kCall, kScalar };
enum class Storage : uint8_t { kNone, kConstant, kArena, kPool, kInput };

struct Move {
  uint32_t from, to;  // slots
};

struct Step {
  NodeId node = kNoNode;  // of scalar code: its last node
  const OpInfo* op = nullptr;
  const AttrSet* attrs = nullptr;
  KernelFn kernel = nullptr;
  StepKind kind = StepKind::kKernel;
  bool may_forward = false;  // outputs may be the inputs' memory; lives are planned for it
  bool keeps = false;        // inputs may be kept for good: none is planned into an arena
  uint16_t num_inputs = 0, num_outputs = 0;
  int16_t in_place = -1;                    // output 0 was placed into the memory of this input
  uint32_t inputs = 0, outputs = 0;         // first slots
  uint32_t moves_begin = 0, moves_end = 0;  // of outputs to the slots of further uses; see Plan::moves
  uint32_t arena_moves_end = 0;             // from moves_end: of outputs that were not made where planned
  uint32_t drops_begin = 0, drops_end = 0;  // slots whose tensor is not needed after this step
  uint32_t position = 0;                    // in time: equal for the steps of a parallel stage
  uint32_t extra = 0;                       // regions: first in Plan::regions; scalar code: in Plan::scalar
};

struct Stage {
  uint32_t begin, end;  // steps
  bool parallel;
};

struct SlotPlan {
  Storage storage = Storage::kNone;
  ValueId value = kNoValue;
};

struct Plan {
  const Graph* graph = nullptr;
  std::vector<Step> steps;
  std::vector<Stage> stages;
  std::vector<SlotPlan> slots;
  std::vector<Move> input_moves;       // {input of the graph, slot}
  std::vector<uint32_t> output_slots;  // one an output of the graph
  std::vector<Move> moves;
  std::vector<uint32_t> drops;
  std::vector<Graph*> regions;  // of steps with regions
  std::vector<std::unique_ptr<ScalarCode>> scalar;
  std::vector<std::vector<ValueId>> scalar_outputs;  // of each scalar code
  // Outputs of steps with regions, and values in the arena whose memory the regions may give for them;
  // sorted.
  std::vector<std::pair<ValueId, ValueId>> handed_on;
  std::vector<Storage> storage;   // by value
  std::vector<uint64_t> offsets;  // by value: place in the arena, where its storage is kArena
  std::vector<Shape> shapes;      // by value, where planned for observed shapes; else empty: the graph's own
  uint64_t arena_bytes = 0;
  uint64_t value_bytes = 0;  // what the arena would take if nothing shared memory
  bool effects = false;

  ValueId OutputOf(const Step& step, int i) const {
    return step.kind == StepKind::kScalar ? scalar_outputs[step.extra][i]
                                          : graph->node(step.node).first_output + i;
  }
  bool MayBe(ValueId output, ValueId input) const {
    return std::binary_search(handed_on.begin(), handed_on.end(), std::pair(output, input));
  }
  const Shape& shape(ValueId value) const { return shapes.empty() ? graph->shape(value) : shapes[value]; }
};

struct PlanOptions {
  // By value of the graph: the shapes that a run had (unknown rank: none was seen). Null: the graph's.
  const std::vector<Shape>* shapes = nullptr;
  bool scalar_code = true;
  bool parallel = true;
  bool reuse = true;  // buffers share memory
};

// Plans a graph. REQUIRES: nodes are in an order that can run (every builder and pass keeps it).
std::unique_ptr<Plan> MakePlan(const Graph& graph, const PlanOptions& options = {});

}  // namespace tp
