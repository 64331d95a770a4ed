// Graphs of a hundred thousand nodes go the whole way: recorded, verified, written, opened, optimised,
// planned and run, with the right result and within a sane amount of memory. How long it takes:
// benchmarks/graph_builder_bench.cc.
#include <sys/resource.h>

#include "core/ir/verifier.h"
#include "testdata/routes/routes.h"

namespace tp::routes {
namespace {

constexpr int kNodes = 100000;

int64_t PeakBytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return int64_t{usage.ru_maxrss} * 1024;
}

// y = x + d + d + …, each sum exact.
Ref<Graph> Chain(std::span<const Tensor> inputs) {
  return GraphOf(inputs, [](GraphBuilder& b, const std::vector<Val>& in) {
    Val sum = in[0];
    for (int i = 0; i < kNodes; ++i) sum = b.Op("AddV2", {sum, in[1]});
    return std::vector<Val>{sum};
  });
}

void CheckChain(const Shape& shape) {
  const int64_t before = PeakBytes();
  const Tensor ones = Tensor::Allocate(DType::kFloat32, shape),
               halves = Tensor::Allocate(DType::kFloat32, shape);
  for (float& x : ones.elements<float>()) x = 1;
  for (float& x : halves.elements<float>()) x = 0.5f;
  const Tensor inputs[] = {ones, halves};
  const Ref<Graph> graph = Chain(inputs);
  const Status verified = Verify(*graph);
  ASSERT_TRUE(verified.ok()) << verified.message();
  Outcome want{{}, {Tensor::Allocate(DType::kFloat32, shape)}};
  for (float& x : want.values[0].elements<float>()) x = 1 + 0.5f * kNodes;
  for (const Route& route : kGraphRoutes)
    EXPECT_EQ(Difference(route.make(*graph)(inputs), want), "") << route.name;
  EXPECT_LT(PeakBytes() - before, int64_t{400} << 20);
}

TEST(LargeGraph, ChainOfScalarAdds) { CheckChain({}); }
TEST(LargeGraph, ChainOfVectorAdds) { CheckChain({17}); }

// Every form that the verifier has seen is checked again where anything about it differs.
TEST(LargeGraph, OneWrongNodeAmongManyIsFound) {
  const Tensor inputs[] = {Tensor::Scalar(1.0f), Tensor::Scalar(0.5f)};
  const Ref<Graph> graph = Chain(inputs);
  EXPECT_TRUE(Verify(*graph).ok());
  const Ref<Graph> wrong_type = graph->Clone(), wrong_shape = graph->Clone();
  const ValueId value = graph->output(kNodes / 2);
  wrong_type->SetDType(value, DType::kInt32);
  EXPECT_FALSE(Verify(*wrong_type).ok());
  wrong_shape->SetShape(value, Shape{3});
  EXPECT_FALSE(Verify(*wrong_shape).ok());
}

}  // namespace
}  // namespace tp::routes
