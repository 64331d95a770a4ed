// A warm call allocates nothing: every allocation of the process is counted.
#include "core/exec/test_graphs.h"
#include "core/exec/testing/count_allocations.h"

namespace tp {
namespace {

// Allocations of 50 calls, after some to warm up.
int64_t Counted(Graph& graph, const std::vector<Tensor>& inputs) {
  Executor executor;
  std::vector<Tensor> outputs(graph.outputs_list.size());
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(executor.RunGraph(graph, inputs, outputs).ok());
  const int64_t before = allocations.load();
  bool ok = true;
  for (int i = 0; i < 50; ++i) ok = ok && executor.RunGraph(graph, inputs, outputs).ok();
  EXPECT_TRUE(ok);
  return allocations.load() - before;
}

Tensor Ones(const Shape& shape) {
  return Tensor::Of<float>(shape, std::vector<float>(static_cast<size_t>(shape.num_elements()), 1.0f));
}

class Alloc : public testing::Test {
  void SetUp() override {
    if (!kCountsAllocations) GTEST_SKIP() << "the sanitizer has its own allocator";
  }
};

TEST_F(Alloc, CounterCounts) {
  const int64_t before = allocations.load();
  static void* volatile kept;  // else the compiler leaves the pairs out
  kept = std::malloc(100);
  std::free(kept);
  kept = new char[100];
  delete[] static_cast<char*>(kept);
  EXPECT_GE(allocations.load() - before, 2);
}

TEST_F(Alloc, EagerOp) {
  Executor executor;
  const OpInfo& add = OpRegistry::Get("AddV2");
  const Tensor in[] = {Tensor::Scalar(1.0f), Tensor::Scalar(2.0f)};
  Tensor out;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(executor.RunOp(add, *EmptyAttrs(), in, {&out, 1}).ok());
  const int64_t before = allocations.load();
  for (int i = 0; i < 50; ++i) (void)executor.RunOp(add, *EmptyAttrs(), in, {&out, 1});
  EXPECT_EQ(allocations.load() - before, 0);
}

TEST_F(Alloc, StaticGraph) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {8, 16}), w = g.Constant(Ones({16, 32}));
  Val y = g.Op("Tanh", {g.Op("AddV2", {g.Op("MatMul", {x, w}), g.Constant(Ones({32}))})});
  g.Output(g.Op("Mul", {y, y}));
  g.Output(y);
  EXPECT_EQ(Counted(*g.graph(), {Ones({8, 16})}), 0);
}

TEST_F(Alloc, DynamicGraph) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {kUnknownDim, 16});
  g.Output(g.Op("Mul", {g.Op("AddV2", {x, x}), x}));
  EXPECT_EQ(Counted(*g.graph(), {Ones({8, 16})}), 0);
}

TEST_F(Alloc, ScalarLoop) {
  EXPECT_EQ(Counted(*ScalarLoop(), {Tensor::Scalar(1.0f), Tensor::Scalar(int32_t{30000})}), 0);
}

// A loop on tensors with a branch in it: frames, carried values and results are all used again.
TEST_F(Alloc, TensorLoop) {
  TestGraph cond("cond"), body("body"), yes("yes"), no("no"), g;
  Val ci = cond.Scalar(DType::kInt32);
  cond.Input(DType::kFloat32, {16});
  cond.Output(cond.Op("Less", {ci, cond.Const(int32_t{20})}));
  Val a = yes.Input(DType::kFloat32, {16}), b = no.Input(DType::kFloat32, {16});
  yes.Output(yes.Op("AddV2", {a, a}));
  no.Output(no.Op("Neg", {no.Op("Abs", {b})}));
  Val i = body.Scalar(DType::kInt32), x = body.Input(DType::kFloat32, {16});
  Val odd = body.Op("Equal", {body.Op("FloorMod", {i, body.Const(int32_t{2})}), body.Const(int32_t{1})});
  body.Output(body.Op("AddV2", {i, body.Const(int32_t{1})}));
  body.Output(body.If(odd, yes.graph(), no.graph(), {body.Op("Tanh", {x})})[0]);
  Val start = g.Input(DType::kFloat32, {16});
  g.Output(g.While(cond.graph(), body.graph(), {g.Const(int32_t{0}), start})[1]);
  EXPECT_EQ(Counted(*g.graph(), {Ones({16})}), 0);
}

}  // namespace
}  // namespace tp
