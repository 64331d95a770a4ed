// Any number of threads gives the same bits: large inputs through kernels that split their work.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/parallel.h"
#include "core/exec/executor.h"
#include "core/ir/expression.h"
#include "kernels/simd/simd.h"

namespace tp {
namespace {

Tensor Waves(const Shape& shape, double step) {
  Tensor tensor = Tensor::Allocate(DType::kFloat32, shape);
  for (int64_t i = 0; i < tensor.num_elements(); ++i)
    tensor.data<float>()[i] = static_cast<float>(std::sin(step * static_cast<double>(i)) * 3);
  return tensor;
}

TEST(Threads, GiveEqualBits) {
  struct Row {
    const char* op;
    std::vector<Tensor> inputs;
    Attrs attrs;
  };
  const Tensor axis0 = Tensor::Vector<int32_t>({0}), axis1 = Tensor::Vector<int32_t>({1}),
               both = Tensor::Vector<int32_t>({0, 1});
  const Tensor x = Waves(Shape{700, 1100}, 0.37), row = Waves(Shape{1100}, 0.11);
  const Attrs group =
      MakeAttrs({{"T", DType::kFloat32}, {"expr", "t = mul(x0, sigmoid(x1)); tanh(add(t, x0))"}});
  const Attrs rows =
      MakeAttrs({{"T", DType::kFloat32},
                 {"stages", std::vector<std::string>{"mean 0: x0", "0 2: sub(x0, x1)", "sum 3: square(x0)",
                                                     "3 4 1: mul(div(x0, x1), x2)"}}});
  const Row table[] = {{"AddV2", {x, row}, {}},
                       {"Tanh", {x}, {}},
                       {"Sum", {x, both}, {}},
                       {"Sum", {x, axis0}, {}},
                       {"Mean", {x, axis1}, {}},
                       {"Softmax", {x}, {}},
                       {"MatMul", {x, Waves(Shape{1100, 300}, 0.2)}, {}},
                       {"BiasAdd", {x, row}, {}},
                       {"Transpose", {x, Tensor::Vector<int32_t>({1, 0})}, {}},
                       {"StatelessRandomNormal",
                        {Tensor::Vector<int32_t>({100000}), both},
                        MakeAttrs({{"dtype", DType::kFloat32}})},
                       {"_Fused", {x, row}, group},
                       {"_FusedRows", {x, row}, rows}};
  Executor executor;
  for (const Row& r : table) {
    std::vector<Tensor> first(1);
    for (int threads : {1, 2, 4}) {
      SetThreadCount(threads);
      std::vector<Tensor> outputs(1);
      const Status status =
          executor.RunOp(OpRegistry::Get(r.op), r.attrs ? *r.attrs : *EmptyAttrs(), r.inputs, outputs);
      ASSERT_TRUE(status.ok()) << r.op << ": " << status.message();
      if (threads == 1) first = outputs;
      EXPECT_TRUE(BitEqual(outputs[0], first[0])) << r.op << " with " << threads << " threads";
    }
  }
  SetThreadCount(0);
}

// Layer norm as row fusion writes it, and by the ops it stands for.
TEST(Rows, HaveTheBitsOfTheSeparateOps) {
  const Attrs fused =
      MakeAttrs({{"T", DType::kFloat32},
                 {"stages", std::vector<std::string>{"mean 0: x0", "mean 0 2: squared_difference(x0, x1)",
                                                     "3: rsqrt(add(x0, 0.5))",
                                                     "0 2 4 1: mul(mul(sub(x0, x1), x2), x3)"}}});
  const Attrs keep = MakeAttrs({{"keep_dims", true}});
  const Tensor last = Tensor::Vector<int32_t>({-1});
  Executor executor;
  const auto run = [&](const char* op, std::vector<Tensor> inputs, const Attrs& attrs) {
    std::vector<Tensor> outputs(1);
    const Status status =
        executor.RunOp(OpRegistry::Get(op), attrs ? *attrs : *EmptyAttrs(), inputs, outputs);
    EXPECT_TRUE(status.ok()) << op << ": " << status.message();
    return outputs[0];
  };
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (const Shape& shape : {Shape{7, 33}, Shape{2, 3, 1100}, Shape{5, 16}, Shape{3, 5000}, Shape{20}}) {
      const Tensor x = Waves(shape, 0.37), gain = Waves(Shape{shape[shape.rank() - 1]}, 0.11);
      const Tensor mean = run("Mean", {x, last}, keep);
      const Tensor variance = run("Mean", {run("SquaredDifference", {x, mean}, {}), last}, keep);
      const Tensor half = run("Rsqrt", {run("AddV2", {variance, Tensor::Scalar(0.5f)}, {})}, {});
      const Tensor want = run("Mul", {run("Mul", {run("Sub", {x, mean}, {}), half}, {}), gain}, {});
      EXPECT_TRUE(BitEqual(run("_FusedRows", {x, gain}, fused), want))
          << shape.ToString() << " on " << target;
    }
  }
  ForceSimdTarget("auto");
}

}  // namespace
}  // namespace tp
