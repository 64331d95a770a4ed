// Graphs run by their plans: values, control flow, memory that is shared and given back.
#include <cmath>

#include "core/exec/prepared.h"
#include "core/exec/test_graphs.h"

namespace tp {
namespace {

TEST(Run, EagerOp) {
  Executor executor;
  const Tensor x[] = {Tensor::Vector<float>({1, 2}), Tensor::Scalar(3.0f)};
  Tensor out;
  ASSERT_TRUE(executor.RunOp(OpRegistry::Get("AddV2"), *EmptyAttrs(), x, {&out, 1}).ok());
  EXPECT_TRUE(BitEqual(out, Tensor::Vector<float>({4, 5})));
  const Tensor zero[] = {Tensor::Scalar(int32_t{1}), Tensor::Scalar(int32_t{0})};
  EXPECT_EQ(executor.RunOp(OpRegistry::Get("FloorDiv"), *EmptyAttrs(), zero, {&out, 1}).message(),
            "Integer division by zero");
  EXPECT_TRUE(BitEqual(out, Tensor::Vector<float>({4, 5})));  // unchanged
}

// A bundle may give any op a tensor as an attribute; it lives no longer than the bundle's bytes.
TEST(Run, CachedProgramsOfElementwiseOpsHoldNoTensors) {
  Executor executor;
  const Tensor x[] = {Tensor::Scalar<float>(1), Tensor::Scalar<float>(2)};
  const Attrs attrs = MakeAttrs({{"_note", Tensor::Scalar<float>(3)}});
  Tensor out;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(executor.RunOp(OpRegistry::Get("AddV2"), *attrs, x, {&out, 1}).ok());
    EXPECT_EQ(out.data<float>()[0], 3);
    EXPECT_TRUE(attrs->Unique());
  }
}

// Denormals are flushed in kernels and nowhere else.
TEST(Run, FlushesDenormals) {
  Executor executor;
  const Tensor x[] = {Tensor::Scalar(1e-39f), Tensor::Scalar(1.0f)};
  Tensor out;
  ASSERT_TRUE(executor.RunOp(OpRegistry::Get("Mul"), *EmptyAttrs(), x, {&out, 1}).ok());
  EXPECT_EQ(out.scalar<float>(), 0.0f);
  volatile float tiny = 1e-39f;
  EXPECT_NE(tiny * 1.0f, 0.0f);
}

TEST(Run, ChainSharesMemory) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {100});
  Val y = x;
  for (int i = 0; i < 20; ++i) y = g.Op(i % 2 ? "AddV2" : "Mul", {y, x});
  g.Output(y);
  std::vector<float> values(100);
  for (int i = 0; i < 100; ++i) values[i] = 0.01f * i;
  const Tensor in = Tensor::Of<float>({100}, values);
  const Tensor out = RunOnce(*g.graph(), {in})[0];
  for (int i = 0; i < 100; ++i) {
    float want = values[i];
    for (int k = 0; k < 20; ++k) want = k % 2 ? want + values[i] : want * values[i];
    EXPECT_EQ(out.data<float>()[i], want);
  }
  const PlanFigures figures = FiguresOf(*g.graph());
  EXPECT_EQ(figures.arena_bytes, 448);  // one buffer, written in place
  EXPECT_EQ(figures.unshared_bytes, 19 * 448);
  EXPECT_EQ(figures.steps, 20);
}

TEST(Run, OutputsOfEveryKind) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {2});
  Val c = g.Constant(Tensor::Vector<float>({5, 6}));
  Val sum = g.Op("AddV2", {x, c});
  g.Output(x);
  g.Output(c);
  g.Output(sum);
  g.Output(sum);
  g.Output(g.Op("Identity", {g.Op("Mul", {sum, sum})}));
  const Tensor in = Tensor::Vector<float>({1, 2});
  for (int turn = 0; turn < 3; ++turn) {
    const std::vector<Tensor> out = RunOnce(*g.graph(), {in});
    EXPECT_TRUE(BitEqual(out[0], in));
    EXPECT_TRUE(BitEqual(out[1], Tensor::Vector<float>({5, 6})));
    EXPECT_TRUE(BitEqual(out[2], Tensor::Vector<float>({6, 8})));
    EXPECT_TRUE(BitEqual(out[3], Tensor::Vector<float>({6, 8})));
    EXPECT_TRUE(BitEqual(out[4], Tensor::Vector<float>({36, 64})));
  }
}

// What leaves a call stays as it is while later calls run.
TEST(Run, ResultsOutliveTheNextCall) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {2});
  g.Output(g.Op("AddV2", {g.Op("Mul", {x, x}), x}));
  const Tensor first = RunOnce(*g.graph(), {Tensor::Vector<float>({1, 2})})[0];
  const Tensor second = RunOnce(*g.graph(), {Tensor::Vector<float>({10, 20})})[0];
  EXPECT_TRUE(BitEqual(first, Tensor::Vector<float>({2, 6})));
  EXPECT_TRUE(BitEqual(second, Tensor::Vector<float>({110, 420})));
}

// A variable keeps what is assigned to it, though it was made in the middle of a graph.
TEST(Run, VariablesKeepTheirValue) {
  auto variable = MakeRef<VariableResource>();
  variable->dtype = DType::kFloat32;
  variable->shape = Shape{2};
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = variable;
  TestGraph g;
  Val v = g.Input(DType::kResource, Shape()), x = g.Input(DType::kFloat32, {2});
  Val y = g.Op("Mul", {x, x});
  g.Ops("AssignVariableOp", std::vector<Val>{v, y}, MakeAttrs({{"dtype", DType::kFloat32}}));
  Val z = g.Op("AddV2", {y, x});
  g.Output(g.Op("Mul", {z, z}));
  RunOnce(*g.graph(), {handle, Tensor::Vector<float>({1, 2})});
  const Tensor kept = variable->value;
  EXPECT_TRUE(BitEqual(kept, Tensor::Vector<float>({1, 4})));
  RunOnce(*g.graph(), {handle, Tensor::Vector<float>({3, 4})});
  EXPECT_TRUE(BitEqual(kept, Tensor::Vector<float>({1, 4})));
  EXPECT_TRUE(BitEqual(variable->value, Tensor::Vector<float>({9, 16})));
}

Ref<Graph> Branch(const char* op) {
  TestGraph g(op);
  Val x = g.Input(DType::kFloat32, {2});
  g.Output(g.Op(op, {x, x}));
  g.Output(x);
  return g.graph();
}

TEST(Run, IfTakesOneBranch) {
  TestGraph g;
  Val c = g.Scalar(DType::kBool), x = g.Input(DType::kFloat32, {2});
  for (const Val& out : g.If(c, Branch("AddV2"), Branch("Mul"), {g.Op("Neg", {x})})) g.Output(out);
  const Tensor in = Tensor::Vector<float>({3, 4});
  std::vector<Tensor> out = RunOnce(*g.graph(), {Tensor::Scalar(true), in});
  EXPECT_TRUE(BitEqual(out[0], Tensor::Vector<float>({-6, -8})));
  EXPECT_TRUE(BitEqual(out[1], Tensor::Vector<float>({-3, -4})));
  out = RunOnce(*g.graph(), {Tensor::Scalar(false), in});
  EXPECT_TRUE(BitEqual(out[0], Tensor::Vector<float>({9, 16})));
}

// A loop over vectors: not scalar code. Swapped values, an invariant, a value that grows.
TEST(Run, WhileOnTensors) {
  TestGraph cond("cond"), body("body"), g;
  auto inputs = [](TestGraph& r) {
    return std::vector<Val>{r.Scalar(DType::kInt32), r.Input(DType::kFloat32, {3}),
                            r.Input(DType::kFloat32, {3}), r.Input(DType::kFloat32, {3})};
  };
  std::vector<Val> c = inputs(cond), b = inputs(body);
  cond.Output(cond.Op("Less", {c[0], cond.Const(int32_t{5})}));
  body.Output(body.Op("AddV2", {b[0], body.Const(int32_t{1})}));
  body.Output(b[2]);
  body.Output(body.Op("AddV2", {b[1], b[3]}));
  body.Output(b[3]);
  Val x = g.Input(DType::kFloat32, {3}), y = g.Input(DType::kFloat32, {3});
  Val one = g.Op("AddV2", {x, x});
  for (const Val& out : g.While(cond.graph(), body.graph(), {g.Const(int32_t{0}), x, y, one})) g.Output(out);
  for (int turn = 0; turn < 2; ++turn) {
    const std::vector<Tensor> out =
        RunOnce(*g.graph(), {Tensor::Vector<float>({1, 2, 3}), Tensor::Vector<float>({10, 20, 30})});
    EXPECT_EQ(out[0].scalar<int32_t>(), 5);
    // (a, b) -> (b, a + 2x), five times.
    for (int k = 0; k < 3; ++k) {
      float a = k + 1, bb = 10 * (k + 1);
      const float two = 2 * a;
      for (int i = 0; i < 5; ++i) {
        const float next = a + two;
        a = bb;
        bb = next;
      }
      EXPECT_EQ(out[1].data<float>()[k], a);
      EXPECT_EQ(out[2].data<float>()[k], bb);
      EXPECT_EQ(out[3].data<float>()[k], two);
    }
  }
}

TEST(Run, ScalarLoop) {
  Ref<Graph> g = ScalarLoop();
  for (const int n : {0, 1, 1000, 100000}) {
    float x = 0.5f;
    for (int i = 0; i < n; ++i) {
      const float product = x * 1.0001f;
      x = product + 1.0f;
    }
    const std::vector<Tensor> out = RunOnce(*g, {Tensor::Scalar(0.5f), Tensor::Scalar(int32_t{n})});
    EXPECT_EQ(out[0].scalar<int32_t>(), n);
    EXPECT_EQ(out[1].scalar<float>(), x) << n;
  }
  EXPECT_EQ(PreparedGraph::Of(*g).general().plan().scalar.size(), 1u);
}

TEST(Run, DynamicShapesAreLearned) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {kUnknownDim});
  Val y = g.Op("Mul", {x, x});
  g.Output(g.Op("AddV2", {g.Op("Neg", {y}), y}));
  for (int turn = 0; turn < 4; ++turn)
    for (const int n : {3, 7, 100}) {
      std::vector<float> values(n, 2.0f);
      const Tensor out = RunOnce(*g.graph(), {Tensor::Of<float>({n}, values)})[0];
      ASSERT_EQ(out.shape(), Shape{n});
      EXPECT_EQ(out.data<float>()[n - 1], 0.0f);
    }
  EXPECT_EQ(PreparedGraph::Of(*g.graph()).num_learned(), 3u);
}

TEST(Run, RecursionIsStopped) {
  TestGraph f("f"), g;
  Val x = f.Scalar(DType::kString);
  const Val inner = f.Ops("StatefulPartitionedCall", std::vector<Val>{x},
                          MakeAttrs({{"f", FuncAttr(f.graph())}, {"Tout", std::vector{DType::kString}}}))[0];
  f.Output(inner);
  Executor executor;
  const Tensor in = Tensor::Scalar(std::string("x"));
  Tensor out;
  const Status status = executor.RunGraph(*f.graph(), {&in, 1}, {&out, 1});
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.message();
}

TEST(Run, InterruptEndsALoop) {
  Ref<Graph> g = ScalarLoop();
  std::atomic<bool> stop{true};
  Executor executor;
  executor.set_interrupt(&stop);
  const Tensor in[] = {Tensor::Scalar(1.0f), Tensor::Scalar(int32_t{2000000000})};
  std::vector<Tensor> out(2);
  EXPECT_EQ(executor.RunGraph(*g, in, out).code(), Code::kCancelled);
}

TEST(Run, ProfileCountsNodes) {
  TestGraph g;
  Val x = g.Input(DType::kFloat32, {64});
  g.Output(g.Op("Tanh", {g.Op("Mul", {x, x})}));
  Executor executor;
  Profile profile;
  executor.set_profile(&profile);
  const Tensor in = Tensor::Of<float>({64}, std::vector<float>(64, 1.0f));
  Tensor out;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(executor.RunGraph(*g.graph(), {&in, 1}, {&out, 1}).ok());
  ASSERT_EQ(profile.Sorted().size(), 2u);
  EXPECT_EQ(profile.Sorted()[0].calls, 3);
  EXPECT_EQ(profile.Sorted()[0].bytes, 3 * 256);
}

}  // namespace
}  // namespace tp
