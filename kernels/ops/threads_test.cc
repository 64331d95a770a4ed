// Any number of threads gives the same bits: large inputs through kernels that split their work.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/parallel.h"
#include "core/exec/executor.h"
#include "core/ir/expression.h"

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
  const Row rows[] = {{"AddV2", {x, row}, {}},
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
                      {"_Fused", {x, row}, group}};
  Executor executor;
  for (const Row& r : rows) {
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

}  // namespace
}  // namespace tp
