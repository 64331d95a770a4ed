#include "cli/bench/timer.h"

#include <algorithm>

#include "cli/expect.h"

namespace tp::cli {
namespace {

constexpr int kMinWarmUp = 3;
constexpr int64_t kWarmUpTime = 50'000'000;
constexpr double kMinRunTime = 10'000;  // shorter calls are timed several in a run, the clock costs 20-30 ns
constexpr int kBlocks = 20;             // that share --min-time

Status WarmUp(const Env& env, const Runnable& runnable, int64_t time, Timing* timing) {
  const int64_t begin = env.Now();
  TP_RETURN_IF_ERROR(runnable.call());
  timing->first_call = static_cast<double>(env.Now() - begin);
  double fastest = timing->first_call;
  for (int n = 1; n < kMinWarmUp || env.Now() - begin < time; ++n) {
    const int64_t start = env.Now();
    TP_RETURN_IF_ERROR(runnable.call());
    fastest = std::min(fastest, static_cast<double>(env.Now() - start));
  }
  timing->calls_per_run = std::max<int64_t>(1, static_cast<int64_t>(kMinRunTime / std::max(fastest, 1.0)));
  return {};
}

Status RunBlock(const Env& env, const Runnable& runnable, int64_t time, Timing* timing) {
  std::vector<double> block;
  const int64_t begin = env.Now();
  int64_t now = begin;
  do {
    const int64_t start = env.Now();
    for (int64_t k = 0; k < timing->calls_per_run; ++k) TP_RETURN_IF_ERROR(runnable.call());
    now = env.Now();
    block.push_back(static_cast<double>(now - start) / static_cast<double>(timing->calls_per_run));
  } while (now - begin < time);
  timing->samples.insert(timing->samples.end(), block.begin(), block.end());
  timing->block_medians.push_back(Quantile(std::move(block), 0.5));
  return {};
}

NamedTensors Numbered(const std::vector<Tensor>& tensors, const char* what) {
  NamedTensors named;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].valid() && tensors[i].dtype() != DType::kResource && tensors[i].dtype() != DType::kVariant)
      named.emplace_back(fmt::format("{} {}", what, i), tensors[i]);
  return named;
}

// The first call of each, from the same state; "" where both gave the same.
std::string CallBoth(const BenchCase& bench, const BenchLimits& limits, Timing* graph, Timing* eager,
                     const Env& env, Status* graph_status, Status* eager_status) {
  bench.reset();
  int64_t begin = env.Now();
  *graph_status = bench.graph.call();
  graph->first_call = static_cast<double>(env.Now() - begin);
  if (!graph_status->ok()) return "";
  NamedTensors got = Numbered(bench.graph.outputs(), "output");
  for (auto& named : Numbered(bench.state(), "variable")) got.push_back({named.first, named.second.Clone()});
  bench.reset();
  begin = env.Now();
  *eager_status = bench.eager.call();
  eager->first_call = static_cast<double>(env.Now() - begin);
  if (!eager_status->ok() || bench.random) return "";
  NamedTensors expected = Numbered(bench.eager.outputs(), "output");
  for (auto& named : Numbered(bench.state(), "variable")) expected.push_back(named);
  if (got.size() != expected.size())
    return fmt::format("the graph gives {} values, eager execution {}", got.size(), expected.size());
  const Comparison c = Compare(got, expected, limits.rtol, limits.atol);
  if (!c.shape_error.empty()) return c.shape_error;
  if (c.mismatches == 0) return "";
  const Difference& worst = c.worst[0];
  return fmt::format("{} of {} elements differ, worst {}{}: graph {}, eager {}", c.mismatches, c.elements,
                     worst.output, worst.index, worst.got, worst.expected);
}

}  // namespace

Status RunCase(const Env& env, const BenchCase& bench, const BenchLimits& limits,
               const std::function<bool()>& interrupted, BenchResult* result) {
  Status graph_status, eager_status;
  result->mismatch =
      CallBoth(bench, limits, &result->graph, &result->eager, env, &graph_status, &eager_status);
  TP_RETURN_IF_ERROR(std::move(graph_status));
  if (!eager_status.ok()) result->eager_error = eager_status.message();
  if (!result->mismatch.empty()) return {};
  const bool with_eager = result->eager_error.empty();
  const double first_graph = result->graph.first_call, first_eager = result->eager.first_call;
  bench.reset();
  const int64_t warm_up = std::min(kWarmUpTime, limits.max_time);
  TP_RETURN_IF_ERROR(WarmUp(env, bench.graph, warm_up, &result->graph));
  if (with_eager) {
    bench.reset();
    TP_RETURN_IF_ERROR(WarmUp(env, bench.eager, warm_up, &result->eager));
  }
  result->graph.first_call = first_graph;
  result->eager.first_call = first_eager;

  const int64_t block = std::max<int64_t>(limits.min_time / kBlocks / (with_eager ? 2 : 1), 1);
  const int64_t begin = env.Now();
  const auto enough = [&](const Timing& t) {
    return static_cast<int64_t>(t.samples.size()) >= limits.min_runs;
  };
  for (;;) {
    bench.reset();
    TP_RETURN_IF_ERROR(RunBlock(env, bench.graph, block, &result->graph));
    if (with_eager) {
      bench.reset();
      TP_RETURN_IF_ERROR(RunBlock(env, bench.eager, block, &result->eager));
    }
    const int64_t spent = env.Now() - begin;
    if (interrupted()) {
      result->partial = true;
      break;
    }
    if (spent >= limits.max_time) break;
    if (spent >= limits.min_time && enough(result->graph) && (!with_eager || enough(result->eager))) break;
  }
  bench.reset();
  result->graph.summary = Summarize(result->graph.samples);
  result->eager.summary = Summarize(result->eager.samples);
  if (with_eager) result->speedup = RatioInterval(result->graph.block_medians, result->eager.block_medians);
  return {};
}

}  // namespace tp::cli
