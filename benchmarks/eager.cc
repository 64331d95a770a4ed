// What one eager op costs: the scalar add, and adds of vectors.
//   bazel run //benchmarks:eager
#include <benchmark/benchmark.h>

#include "core/exec/executor.h"

namespace tp {
namespace {

void BM_EagerAdd(benchmark::State& state) {
  Executor executor;
  const OpInfo& add = OpRegistry::Get("AddV2");
  const int64_t n = state.range(0);
  Tensor x = Tensor::Allocate(DType::kFloat32, n == 0 ? Shape() : Shape{n});
  std::fill_n(x.data<float>(), x.num_elements(), 1.0f);
  const Tensor inputs[] = {x, x};
  for (auto _ : state) {
    Tensor out;
    benchmark::DoNotOptimize(executor.RunOp(add, *EmptyAttrs(), inputs, {&out, 1}).ok());
  }
}
BENCHMARK(BM_EagerAdd)->Arg(0)->Arg(16)->Arg(1024)->Arg(1 << 20);

}  // namespace
}  // namespace tp
