// Many threads: branches at once and callers at once give the bits that one thread gives.
#include <thread>

#include "core/base/parallel.h"
#include "core/exec/test_graphs.h"

namespace tp {
namespace {

Tensor Numbers(const Shape& shape, float from) {
  Tensor tensor = Tensor::Allocate(DType::kFloat32, shape);
  for (int64_t i = 0; i < tensor.num_elements(); ++i)
    tensor.data<float>()[i] = from + 0.001f * static_cast<float>(i % 977);
  return tensor;
}

// Several dear branches that meet again, twice.
Ref<Graph> Branches() {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {96, 256}), w = g.Input(DType::kFloat32, {256, 256});
  std::vector<Val> made;
  for (int i = 0; i < 4; ++i) {
    const Val bias = g.Constant(Numbers({256}, 0.1f * static_cast<float>(i)));
    made.push_back(g.Op("Tanh", {g.Op("AddV2", {g.Op("MatMul", {x, w}), bias})}));
  }
  Val left = g.Op("MatMul", {g.Op("AddV2", {made[0], made[1]}), w});
  Val right = g.Op("MatMul", {g.Op("Sub", {made[2], made[3]}), w});
  g.Output(g.Op("Mul", {left, right}));
  return g.graph();
}

TEST(Threads, AnyNumberGivesTheSameBits) {
  const std::vector<Tensor> in = {Numbers({96, 256}, -0.5f), Numbers({256, 256}, -0.4f)};
  std::vector<Tensor> first;
  for (const int threads : {1, 2, 4}) {
    SetThreadCount(threads);
    const Ref<Graph> graph = Branches();
    for (int turn = 0; turn < 3; ++turn) {
      const std::vector<Tensor> out = RunOnce(*graph, in);
      if (first.empty()) first = out;
      EXPECT_TRUE(BitEqual(out[0], first[0])) << threads;
    }
  }
  SetThreadCount(0);
}

// Callers share the plan, not the frames.
TEST(Threads, ConcurrentCalls) {
  SetThreadCount(2);
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {kUnknownDim});
  g.Output(g.Op("Mul", {g.Op("AddV2", {g.Op("Tanh", {x}), x}), x}));
  const Ref<Graph> loop = ScalarLoop();
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 3; ++t)
    callers.emplace_back([&, t] {
      Executor executor;
      Tensor first;
      for (int i = 0; i < 30; ++i) {
        const Tensor in = Numbers({64 + t}, static_cast<float>(t));
        Tensor out;
        if (!executor.RunGraph(*g.graph(), {&in, 1}, {&out, 1}).ok()) ++wrong;
        if (i == 0) first = out;
        if (!BitEqual(out, first)) ++wrong;
        const Tensor scalars[] = {Tensor::Scalar(1.0f), Tensor::Scalar(int32_t{30000})};
        std::vector<Tensor> turns(2);
        if (!executor.RunGraph(*loop, scalars, turns).ok() || turns[0].scalar<int32_t>() != 30000) ++wrong;
      }
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
  SetThreadCount(0);
}

}  // namespace
}  // namespace tp
