// A race on purpose: two dear branches of one stage write the same memory. `bazel test --config=tsan
// //core/exec:planted_race` has to fail; that it does shows that the sanitizer sees what the executor runs
// at once. Not part of any test run.
#include "core/base/parallel.h"
#include "core/exec/test_graphs.h"
#include "core/ir/kernel.h"

namespace tp {
namespace {

int64_t shared = 0;

}  // namespace

TP_OP(PlantedRace){
    .name = "PlantedRace",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: type",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          for (int i = 0; i < 1000; ++i) shared = shared + 1;
          c.Output(0, c.input(0).dtype(), c.input(0).shape());
        },
};

namespace {

TEST(Planted, Race) {
  SetThreadCount(2);
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {1000, 1000});
  g.Output(g.Op("PlantedRace", {x}));
  g.Output(g.Op("PlantedRace", {x}));
  const Tensor in = Tensor::Of<float>({1000, 1000}, std::vector<float>(1000000, 1.0f));
  for (int i = 0; i < 20; ++i) RunOnce(*g.graph(), {in});
}

}  // namespace
}  // namespace tp
