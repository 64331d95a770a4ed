// The matrix engine's speed: square products, layers of an MLP, and the guide's convolution, on one and two
// threads.
//   bazel run //benchmarks:gemm_bench -- --benchmark_repetitions=5 --benchmark_report_aggregates_only=false
// GFLOP/s stands in the last column; benchmarks/peers has the same shapes for other systems.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/gemm/conv2d.h"
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

// The guide's convolution, tf.keras.layers.Conv2D(100, 3) on [1,200,200,100], and its gradients. Argument:
// threads.
const Conv2DShape kGuide{.batch = 1,
                         .in_h = 200,
                         .in_w = 200,
                         .in_c = 100,
                         .filter_h = 3,
                         .filter_w = 3,
                         .out_c = 100,
                         .out_h = 198,
                         .out_w = 198};

template <typename F>
void GuideConv(benchmark::State& state, F&& run) {
  SetThreadCount(static_cast<int>(state.range(0)));
  const Buffer in = Values(200 * 200 * 100), filter = Values(900 * 100), out = Values(198 * 198 * 100);
  for (auto _ : state) {
    run(in.get(), filter.get(), out.get());
    benchmark::ClobberMemory();
  }
  Report(state, 2.0 * static_cast<double>(kGuide.Pixels()) * 900 * 100);
}
void BM_Conv(benchmark::State& state) {
  GuideConv(state, [](float* in, float* filter, float* out) { Conv2D(kGuide, in, filter, out); });
}
void BM_ConvInputGrad(benchmark::State& state) {
  GuideConv(state,
            [](float* in, float* filter, float* out) { Conv2DBackpropInput(kGuide, filter, out, in); });
}
void BM_ConvFilterGrad(benchmark::State& state) {
  GuideConv(state,
            [](float* in, float* filter, float* out) { Conv2DBackpropFilter(kGuide, in, out, filter); });
}
BENCHMARK(BM_Conv)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(BM_ConvInputGrad)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(BM_ConvFilterGrad)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

}  // namespace
}  // namespace tp
