// The matrix engine's speed: square products, layers of an MLP, and the guide's convolution, on one and two
// threads.
//   bazel run //benchmarks:gemm_bench -- --benchmark_repetitions=5 --benchmark_report_aggregates_only=false
// GFLOP/s stands in the last column; benchmarks/peers has the same shapes for other systems.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/gemm/gemm.h"

namespace tp {
namespace {

struct Free {
  void operator()(void* p) const { std::free(p); }
};
using Buffer = std::unique_ptr<float, Free>;

Buffer Values(int64_t count) {
  auto* data = static_cast<float*>(std::aligned_alloc(4096, (count * sizeof(float) + 4095) / 4096 * 4096));
  for (int64_t i = 0; i < count; ++i) data[i] = static_cast<float>((i * 7919) % 1000) * 0.002f - 1.0f;
  return Buffer(data);
}

void Report(benchmark::State& state, double flops) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
  SetThreadCount(0);
}

// Arguments: m, n, k, threads, prepacked.
void BM_MatMul(benchmark::State& state) {
  const int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  SetThreadCount(static_cast<int>(state.range(3)));
  const Buffer a = Values(m * k), b = Values(k * n), c = Values(m * n);
  const Buffer packed = Values(static_cast<int64_t>(PackedSizeB(k, n, b.get()) / sizeof(float)));
  PackB(k, n, b.get(), n, false, packed.get());
  for (auto _ : state) {
    if (state.range(4) != 0) {
      GemmPrepacked(m, n, k, a.get(), k, false, packed.get(), c.get(), n);
    } else {
      Gemm(m, n, k, a.get(), k, false, b.get(), n, false, c.get(), n);
    }
    benchmark::ClobberMemory();
  }
  Report(state, 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k));
}

void Shapes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"m", "n", "k", "threads", "prepacked"});
  for (int threads : {1, 2}) {
    for (int64_t size : {2, 8, 16, 32, 64, 128, 256, 512, 1024, 2048})
      bench->Args({size, size, size, threads, 0});
    for (int64_t batch : {1, 8, 64}) {  // 784-512-512-10
      for (int packed : {0, 1}) {
        bench->Args({batch, 512, 784, threads, packed});
        bench->Args({batch, 512, 512, threads, packed});
        bench->Args({batch, 10, 512, threads, packed});
      }
    }
  }
}
BENCHMARK(BM_MatMul)->Apply(Shapes)->UseRealTime();

}  // namespace
}  // namespace tp
