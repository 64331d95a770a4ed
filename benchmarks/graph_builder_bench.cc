// How long GraphBuilder takes for a node: a chain of n scalar adds, names off and on; then Compact and Clone.
// Question: is it linear and below half a microsecond with names off?
#include <benchmark/benchmark.h>

#include "core/ir/builder.h"
#include "core/ir/effects.h"
#include "core/ir/test_ops.h"
#include "core/ir/verifier.h"

namespace tp {
namespace {

Ref<Graph> Chain(int64_t n, bool names) {
  GraphBuilder b(MakeRef<Graph>("chain"));
  b.set_names(names);
  static const OpInfo& add = OpRegistry::Get("AddV2");
  Val inputs[2] = {b.Input(DType::kFloat32, {}), b.Input(DType::kFloat32, {})};
  for (int64_t i = 0; i < n; ++i) inputs[0] = b.Apply(add, inputs, nullptr)[0];
  b.Output(inputs[0]);
  return b.graph();
}

void BM_Build(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Chain(state.range(0), false));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
void BM_BuildWithNames(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Chain(state.range(0), true));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
void BM_Verify(benchmark::State& state) {
  const Ref<Graph> graph = Chain(state.range(0), false);
  for (auto _ : state) benchmark::DoNotOptimize(Verify(*graph));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
void BM_ControlEdges(benchmark::State& state) {
  const Ref<Graph> graph = Chain(state.range(0), false);
  for (auto _ : state) AddControlEdges(*graph);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
void BM_Compact(benchmark::State& state) {
  const Ref<Graph> graph = Chain(state.range(0), false);
  for (auto _ : state) graph->Compact();
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Build)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_BuildWithNames)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Verify)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ControlEdges)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Compact)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tp

BENCHMARK_MAIN();
