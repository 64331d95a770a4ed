#include "core/plan/memory.h"

#include <algorithm>

#include "core/plan/place.h"

namespace tp {
namespace {

constexpr uint32_t kNoBlock = ~0u;

struct Lives {
  std::vector<uint32_t> first, last, uses;  // by value
  std::vector<bool> held;                   // another value may be its memory
};

Lives FindLives(const Plan& plan, const ValueFlow& flow, const std::vector<ValueId>& root) {
  const size_t n = plan.graph->num_values();
  Lives lives{std::vector<uint32_t>(n), std::vector<uint32_t>(n), std::vector<uint32_t>(n),
              std::vector<bool>(n)};
  for (const Step& step : plan.steps) {
    for (int i = 0; i < step.num_outputs; ++i) {
      const ValueId v = plan.OutputOf(step, i);
      lives.first[v] = lives.last[v] = step.position;
    }
    for (uint32_t s = step.inputs; s < step.inputs + step.num_inputs; ++s) {
      const ValueId v = plan.slots[s].value;
      lives.last[v] = std::max(lives.last[v], step.position);
      ++lives.uses[v];
    }
  }
  if (flow.holds.empty()) return lives;
  for (size_t s = plan.steps.size(); s-- > 0;) {
    const Step& step = plan.steps[s];
    for (int i = 0; i < step.num_outputs; ++i) {
      const ValueId v = plan.OutputOf(step, i);
      for (ValueId held : flow.Holds(v)) {
        lives.last[root[held]] = std::max(lives.last[root[held]], lives.last[v]);
        lives.held[root[held]] = true;
      }
    }
  }
  return lives;
}

// The input that the step's output may be written over, or -1.
int InPlaceInput(const Plan& plan, const Step& step, const Lives& lives, bool parallel) {
  if (step.kind != StepKind::kKernel || step.num_outputs != 1 || step.op == nullptr) return -1;
  const OpDef& def = step.op->def();
  const ValueId out = plan.OutputOf(step, 0);
  const bool elementwise = RunsExpression(*step.op);
  if (!elementwise && def.in_place < 0) return -1;
  const Shape& shape = plan.shape(out);
  const size_t bytes = static_cast<size_t>(shape.num_elements()) * DTypeSize(plan.graph->dtype(out));
  for (int i = elementwise ? 0 : def.in_place; i < step.num_inputs; ++i) {
    const SlotPlan& slot = plan.slots[step.inputs + i];
    const ValueId in = slot.value;
    const Shape& in_shape = plan.shape(in);
    const bool fits =
        slot.storage == Storage::kArena && lives.last[in] == step.position && !lives.held[in] &&
        (lives.uses[in] == 1 || (elementwise && !parallel)) &&
        (elementwise
             ? in_shape == shape && DTypeSize(plan.graph->dtype(in)) == DTypeSize(plan.graph->dtype(out))
             : static_cast<size_t>(in_shape.num_elements()) * DTypeSize(plan.graph->dtype(in)) == bytes);
    if (fits) return i;
    if (!elementwise) break;
  }
  return -1;
}

}  // namespace

void PlaceMemory(Plan& plan, const ValueFlow& flow, const std::vector<ValueId>& root, bool reuse) {
  const Lives lives = FindLives(plan, flow, root);
  std::vector<uint32_t> block_of(plan.graph->num_values(), kNoBlock);
  std::vector<BufferLife> blocks;
  for (const Stage& stage : plan.stages)
    for (uint32_t s = stage.begin; s < stage.end; ++s) {
      Step& step = plan.steps[s];
      for (int i = 0; i < step.num_outputs; ++i) {
        const ValueId v = plan.OutputOf(step, i);
        if (plan.storage[v] != Storage::kArena) continue;
        const uint64_t bytes =
            static_cast<uint64_t>(plan.shape(v).num_elements()) * DTypeSize(plan.graph->dtype(v));
        plan.value_bytes += (bytes + 63) & ~uint64_t{63};
        const uint32_t last = reuse ? lives.last[v] : ~0u;
        const int from = reuse && i == 0 ? InPlaceInput(plan, step, lives, stage.parallel) : -1;
        if (from >= 0) {
          step.in_place = static_cast<int16_t>(from);
          block_of[v] = block_of[plan.slots[step.inputs + from].value];
          blocks[block_of[v]].last = std::max(blocks[block_of[v]].last, last);
        } else {
          block_of[v] = static_cast<uint32_t>(blocks.size());
          blocks.push_back({reuse ? lives.first[v] : 0, last, bytes});
        }
      }
    }
  std::vector<uint64_t> places;
  plan.arena_bytes = PlaceBuffers(blocks, &places);
  plan.offsets.assign(plan.graph->num_values(), 0);
  for (size_t v = 0; v < block_of.size(); ++v)
    if (block_of[v] != kNoBlock) plan.offsets[v] = places[block_of[v]];
}

}  // namespace tp
