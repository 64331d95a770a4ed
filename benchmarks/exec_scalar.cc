// What does an iteration of a scalar loop cost, in the interpreter and in machine code; what a call costs
// that is one small graph; what an eager op costs. Peer: peers/scalar_loop.py (XLA by way of JAX).
#include <benchmark/benchmark.h>

#include "core/exec/executor.h"
#include "core/exec/scalar_run.h"
#include "core/ir/builder.h"

namespace tp {
namespace {

class G : public GraphBuilder {
 public:
  explicit G(const char* name = "g") : GraphBuilder(MakeRef<Graph>(name)) {}
};

void Check(const Status& status) { TP_CHECK(status.ok(), "{}", status.message()); }

// while i < n: i += 1; x = x * 1.0001 + 1.0
Ref<Graph> Loop() {
  G cond("cond"), body("body"), g;
  Val ci = cond.Input(DType::kInt32, Shape());
  cond.Input(DType::kFloat32, Shape());
  Val cn = cond.Input(DType::kInt32, Shape());
  cond.Output(cond.Op("Less", {ci, cn}));
  Val i = body.Input(DType::kInt32, Shape()), x = body.Input(DType::kFloat32, Shape()),
      n = body.Input(DType::kInt32, Shape());
  body.Output(body.Op("AddV2", {i, body.Constant(Tensor::Scalar(int32_t{1}))}));
  body.Output(body.Op("AddV2", {body.Op("Mul", {x, body.Constant(Tensor::Scalar(1.0001f))}),
                                body.Constant(Tensor::Scalar(1.0f))}));
  body.Output(n);
  Val start = g.Input(DType::kFloat32, Shape()), turns = g.Input(DType::kInt32, Shape());
  const std::vector<Val> in = {g.Constant(Tensor::Scalar(int32_t{0})), start, turns};
  for (const Val& out :
       g.Ops("StatelessWhile", in,
             MakeAttrs({{"cond", FuncAttr(cond.graph())}, {"body", FuncAttr(body.graph())}})))
    g.Output(out);
  return g.graph();
}

void BM_ScalarLoop(benchmark::State& state) {
  SetScalarJit(state.range(0) != 0);
  const Ref<Graph> graph = Loop();
  constexpr int32_t kTurns = 100000;
  Executor executor;
  const Tensor in[] = {Tensor::Scalar(0.5f), Tensor::Scalar(kTurns)};
  std::vector<Tensor> out(3);
  Check(executor.RunGraph(*graph, in, out));
  for (auto _ : state) Check(executor.RunGraph(*graph, in, out));
  SetScalarJit(true);
  state.counters["per_turn"] = benchmark::Counter(static_cast<double>(state.iterations()) * kTurns,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_ScalarLoop)->ArgName("machine_code")->Arg(0)->Arg(1);

void BM_EagerScalarAdd(benchmark::State& state) {
  Executor executor;
  const OpInfo& add = OpRegistry::Get("AddV2");
  const Tensor in[] = {Tensor::Scalar(1.0f), Tensor::Scalar(2.0f)};
  Tensor out;
  for (auto _ : state) Check(executor.RunOp(add, *EmptyAttrs(), in, {&out, 1}));
}
BENCHMARK(BM_EagerScalarAdd);

// A chain of adds on vectors of 16 (plan) or on scalars (scalar code).
void BM_Chain(benchmark::State& state) {
  const bool scalar = state.range(1) != 0;
  G g;
  Val x = g.Input(DType::kFloat32, scalar ? Shape() : Shape{16});
  Val y = x;
  for (int i = 0; i < state.range(0); ++i) y = g.Op("AddV2", {y, x});
  g.Output(y);
  Executor executor;
  const Tensor in = scalar ? Tensor::Scalar(1.0f) : Tensor::Of<float>({16}, std::vector<float>(16, 1.0f));
  Tensor out;
  Check(executor.RunGraph(*g.graph(), {&in, 1}, {&out, 1}));
  for (auto _ : state) Check(executor.RunGraph(*g.graph(), {&in, 1}, {&out, 1}));
  state.counters["per_node"] = benchmark::Counter(static_cast<double>(state.iterations() * state.range(0)),
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_Chain)
    ->ArgNames({"nodes", "scalar"})
    ->Args({1, 0})
    ->Args({10, 0})
    ->Args({1000, 0})
    ->Args({1, 1})
    ->Args({10, 1})
    ->Args({1000, 1});

// An RNN-like loop: two small ops on a vector and a counter a turn.
void BM_TensorLoop(benchmark::State& state) {
  G cond("cond"), body("body"), g;
  Val ci = cond.Input(DType::kInt32, Shape());
  cond.Input(DType::kFloat32, {2, 4});
  cond.Output(cond.Op("Less", {ci, cond.Constant(Tensor::Scalar(int32_t{1000}))}));
  Val i = body.Input(DType::kInt32, Shape()), s = body.Input(DType::kFloat32, {2, 4});
  body.Output(body.Op("AddV2", {i, body.Constant(Tensor::Scalar(int32_t{1}))}));
  body.Output(body.Op("Mul", {body.Op("AddV2", {s, s}), s}));
  Val x = g.Input(DType::kFloat32, {2, 4});
  const std::vector<Val> in = {g.Constant(Tensor::Scalar(int32_t{0})), x};
  for (const Val& out :
       g.Ops("StatelessWhile", in,
             MakeAttrs({{"cond", FuncAttr(cond.graph())}, {"body", FuncAttr(body.graph())}})))
    g.Output(out);
  Executor executor;
  const Tensor input = Tensor::Of<float>({2, 4}, std::vector<float>(8, 0.1f));
  std::vector<Tensor> out(2);
  Check(executor.RunGraph(*g.graph(), {&input, 1}, out));
  for (auto _ : state) Check(executor.RunGraph(*g.graph(), {&input, 1}, out));
  // Four nodes a turn: the test, the counter, two ops.
  state.counters["per_node"] = benchmark::Counter(static_cast<double>(state.iterations()) * 4000,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_TensorLoop);

// A million scalar adds: the first call plans, the others run.
void BM_MillionAdds(benchmark::State& state) {
  G g;
  g.set_names(false);
  Val x = g.Input(DType::kFloat32, Shape());
  Val y = x;
  for (int i = 0; i < state.range(0); ++i) y = g.Op("AddV2", {y, x});
  g.Output(y);
  const Tensor in = Tensor::Scalar(1.0f);
  Tensor out;
  for (auto _ : state) {
    state.PauseTiming();
    Executor executor;
    Ref<Graph> fresh = state.range(1) ? g.graph()->Clone() : g.graph();
    if (!state.range(1)) Check(executor.RunGraph(*fresh, {&in, 1}, {&out, 1}));
    state.ResumeTiming();
    Check(executor.RunGraph(*fresh, {&in, 1}, {&out, 1}));
  }
}
BENCHMARK(BM_MillionAdds)
    ->ArgNames({"nodes", "plan"})
    ->Args({10000, 1})
    ->Args({1000000, 1})
    ->Args({10000, 0})
    ->Args({1000000, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tp
