// Placement and order: what may share memory, what runs at once, what is kept.
#include "core/plan/plan.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "core/ir/builder.h"
#include "core/plan/flow.h"
#include "core/plan/place.h"

namespace tp {
namespace {

// Whatever the lives, buffers that live at once do not overlap; both strategies (greedy, sweep).
TEST(Plan, BuffersThatLiveAtOnceDoNotOverlap) {
  std::mt19937 random(7);
  for (const size_t n : {1u, 10u, 300u, 3000u}) {
    std::vector<BufferLife> lives(n);
    for (BufferLife& life : lives) {
      life.first = random() % 1000;
      life.last = life.first + random() % 50;
      life.bytes = random() % 5000;
    }
    std::vector<uint64_t> offsets;
    const uint64_t size = PlaceBuffers(lives, &offsets);
    uint64_t sum = 0;
    for (size_t a = 0; a < n; ++a) {
      sum += (lives[a].bytes + 63) / 64 * 64;
      ASSERT_EQ(offsets[a] % 64, 0u);
      ASSERT_LE(offsets[a] + lives[a].bytes, size);
      for (size_t b = 0; b < a; ++b) {
        const bool at_once = lives[a].first <= lives[b].last && lives[b].first <= lives[a].last;
        const bool overlap =
            offsets[a] < offsets[b] + lives[b].bytes && offsets[b] < offsets[a] + lives[a].bytes;
        ASSERT_FALSE(at_once && overlap) << a << " " << b;
      }
    }
    if (n > 1) {
      EXPECT_LT(size, sum);
    }
  }
}

class G : public GraphBuilder {
 public:
  G() : GraphBuilder(MakeRef<Graph>("g")) {}
};

// Two dear branches run in one stage, and nothing in it shares memory; what is cheap stays inline.
TEST(Plan, DearBranchesRunAtOnce) {
  G g;
  Val x = g.Input(DType::kFloat32, {400, 400}), w = g.Input(DType::kFloat32, {400, 400});
  Val a = g.Op("MatMul", {x, w}), b = g.Op("MatMul", {w, x});
  g.Output(g.Op("MatMul", {g.Op("AddV2", {a, b}), a}));
  const std::unique_ptr<Plan> plan = MakePlan(*g.graph());
  int parallel = 0;
  for (const Stage& stage : plan->stages)
    if (stage.parallel) {
      ++parallel;
      EXPECT_EQ(stage.end - stage.begin, 2u);
      const Step &one = plan->steps[stage.begin], &two = plan->steps[stage.begin + 1];
      EXPECT_EQ(one.position, two.position);
      EXPECT_NE(plan->offsets[plan->OutputOf(one, 0)], plan->offsets[plan->OutputOf(two, 0)]);
    }
  EXPECT_EQ(parallel, 1);

  G small;
  Val y = small.Input(DType::kFloat32, {4, 4});
  small.Output(small.Op("AddV2", {small.Op("MatMul", {y, y}), small.Op("Tanh", {y})}));
  const std::unique_ptr<Plan> small_plan = MakePlan(*small.graph());
  EXPECT_FALSE(small_plan->stages.empty());
  for (const Stage& stage : small_plan->stages) EXPECT_FALSE(stage.parallel);
}

// A read that comes after a write in the program stays there, though the write waits for dear nodes and no
// control edge says so.
TEST(Plan, EffectsKeepProgramOrder) {
  G g;
  Val v = g.Input(DType::kResource, Shape()), x = g.Input(DType::kFloat32, {400, 400});
  Val sum = g.Op("AddV2", {g.Op("MatMul", {x, x}), g.Op("MatMul", {x, g.Op("Neg", {x})})});
  const Attrs attrs = MakeAttrs({{"dtype", DType::kFloat32}});
  g.Ops("AssignVariableOp", std::vector<Val>{v, sum}, attrs);
  g.Output(g.Op("ReadVariableOp", {v}, attrs));
  const std::unique_ptr<Plan> plan = MakePlan(*g.graph());
  ASSERT_GE(plan->steps.size(), 2u);
  EXPECT_EQ(plan->steps.back().op->name(), "ReadVariableOp");
}

TEST(Plan, FlowKnowsWhatIsKept) {
  G g;
  Val v = g.Input(DType::kResource, Shape()), x = g.Input(DType::kFloat32, {2});
  Val y = g.Op("Mul", {x, x}), z = g.Op("Neg", {y}),
      shaped = g.Op("EnsureShape", {z}, MakeAttrs({{"shape", Shape{2}}}));
  g.Ops("AssignVariableOp", std::vector<Val>{v, shaped}, MakeAttrs({{"dtype", DType::kFloat32}}));
  g.Output(g.Op("Abs", {y}));
  const ValueFlow flow = FlowOfValues(*g.graph());
  EXPECT_FALSE(flow.escapes[y.id()]);
  EXPECT_TRUE(flow.escapes[z.id()]);  // through the reshape
  EXPECT_TRUE(flow.escapes[shaped.id()]);
  const RegionFlow region = FlowOfRegion(*g.graph());
  EXPECT_TRUE(region.effects);
  EXPECT_FALSE(region.kept[1]);
}

// What nobody needs does not run.
TEST(Plan, DeadNodesAreLeftOut) {
  G g;
  Val x = g.Input(DType::kFloat32, {2});
  g.Op("Tanh", {x});
  g.Output(g.Op("Neg", {x}));
  EXPECT_EQ(MakePlan(*g.graph())->steps.size(), 1u);
}

// A long chain of scalar ops becomes pieces of scalar code with few registers.
TEST(Plan, ScalarChain) {
  G g;
  g.set_names(false);
  Val x = g.Input(DType::kFloat32, Shape());
  Val y = x;
  for (int i = 0; i < 20000; ++i) y = g.Op("AddV2", {y, x});
  g.Output(y);
  const std::unique_ptr<Plan> plan = MakePlan(*g.graph());
  EXPECT_EQ(plan->steps.size(), 3u);
  for (const auto& code : plan->scalar) EXPECT_LE(code->num_registers, 3u);
}

}  // namespace
}  // namespace tp
