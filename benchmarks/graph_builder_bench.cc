// What each step of a graph's way costs: a chain of n scalar adds is made through the IR builder, written as
// a bundle, opened (digests checked, page cache warm, one thread), verified, optimised, planned and run, for
// n = 10^4, 10^5, 10^6. Question: does every step stay linear, and is a million nodes open in under 100 ms?
//
// Prints milliseconds of processor time (the best of some runs), nanoseconds a node and the cost a node
// relative to 10^4; then bytes a node in the file, in memory and in the plan. peers/chain.py is the same
// chain from a spec.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/parallel.h"
#include "core/exec/executor.h"
#include "core/exec/prepared.h"
#include "core/ir/builder.h"
#include "core/ir/effects.h"
#include "core/ir/verifier.h"
#include "core/passes/pass.h"
#include "serialize/reader.h"
#include "serialize/writer.h"

namespace tp {
namespace {

void Check(const Status& status) { TP_CHECK(status.ok(), "{}", status.message()); }

Ref<Graph> Chain(int64_t n, bool names) {
  GraphBuilder b(MakeRef<Graph>("chain"));
  b.set_names(names);
  static const OpInfo& add = OpRegistry::Get("AddV2");
  Val inputs[2] = {b.Input(DType::kFloat32, {}, "x"), b.Input(DType::kFloat32, {}, "y")};
  for (int64_t i = 0; i < n; ++i) inputs[0] = b.Apply(add, inputs, nullptr)[0];
  b.Output(inputs[0]);
  return b.graph();
}

BundleContents Contents(const Ref<Graph>& graph) {
  BundleContents contents;
  contents.producer = "graph_builder_bench";
  BundleFunction f{"chain", "chain", 0, 0, 0, 1, {}};
  BundleConcrete c;
  c.graph = graph;
  const TraceTypeRef scalar = TraceType::Tensor(DType::kFloat32, {});
  c.type = MakeRef<FunctionType>(
      std::vector<Parameter>{{"x", Parameter::Kind::kPositionalOrKeyword, false, scalar},
                             {"y", Parameter::Kind::kPositionalOrKeyword, false, scalar}});
  c.type->set_output(scalar);
  c.output_map = {0};
  f.concretes.push_back(std::move(c));
  contents.functions.push_back(std::move(f));
  return contents;
}

size_t HeapBytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Figures {
  std::vector<std::pair<std::string, double>> steps;  // seconds
  size_t file = 0, graph = 0, plan = 0;
};

// Everything runs on one thread: its time does not depend on what else the machine does.
double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The best of `times` runs of step(); `prepare` runs before each, untimed.
double Best(int times, const std::function<void()>& step, const std::function<void()>& prepare = nullptr) {
  double best = 1e9;
  for (int i = 0; i < times; ++i) {
    if (prepare) prepare();
    const double begin = CpuSeconds();
    step();
    best = std::min(best, CpuSeconds() - begin);
  }
  return best;
}

Figures Measure(int64_t n, const std::string& path) {
  Figures f;
  const int times = n >= 1000000 ? 3 : 7;
  auto note = [&](const char* step, double seconds) {
    f.steps.emplace_back(step, seconds);
    fmt::print(stderr, "{} {}: {:.2f} ms\n", n, step, seconds * 1e3);
  };
  Ref<Graph> graph;
  note("build, names", Best(
                           times, [&] { graph = Chain(n, true); }, [&] { graph = nullptr; }));
  graph = nullptr;
  const size_t before = HeapBytes();
  note("build", Best(
                    times, [&] { graph = Chain(n, false); }, [&] { graph = nullptr; }));
  f.graph = HeapBytes() - before;
  note("control edges", Best(times, [&] { AddControlEdges(*graph); }));
  note("compact", Best(times, [&] { graph->Compact(); }));
  const BundleContents contents = Contents(graph);
  note("encode", Best(times, [&] { f.file = EncodeBundle(contents).size(); }));
  note("write", Best(times, [&] { Check(WriteBundle(contents, path)); }));
  LoadedBundle loaded;
  const auto drop = [&] { loaded = LoadedBundle(); };
  note("open", Best(
                   times, [&] { Check(OpenBundle(path, {}, &loaded)); }, drop));
  note("open, no digests", Best(
                               times, [&] { Check(OpenBundle(path, {.digests = false}, &loaded)); }, drop));
  Graph& read = *loaded.contents.functions[0].concretes[0].graph;
  note("verify", Best(times, [&] { Check(Verify(read)); }));
  Executor executor;
  note("passes", Best(times, [&] { Optimize(read, {.runner = &executor}); }));
  Ref<Graph> fresh;
  note("plan", Best(
                   times, [&] { FiguresOf(*fresh); }, [&] { fresh = read.Clone(); }));
  const Tensor in[] = {Tensor::Scalar(1.0f), Tensor::Scalar(0.5f)};
  Tensor out;
  note("first run", Best(1, [&] { Check(executor.RunGraph(*fresh, in, {&out, 1})); }));
  const Ref<Graph> another = read.Clone();
  const size_t before_plan = HeapBytes();
  FiguresOf(*another);
  f.plan = HeapBytes() - before_plan;
  note("warm run", Best(times, [&] { Check(executor.RunGraph(*fresh, in, {&out, 1})); }));
  // Sums of halves are exact up to 2^23.
  TP_CHECK(*out.data<float>() == 1.0f + 0.5f * static_cast<float>(n));
  return f;
}

}  // namespace
}  // namespace tp

int main(int argc, char** argv) {
  using namespace tp;
  SetThreadCount(1);
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("chain.{}.tpk", getpid())).string();
  std::vector<int64_t> sizes = {10000, 100000, 1000000};
  if (argc > 1) {
    sizes.clear();
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoll(argv[i]));
  }
  std::vector<Figures> all;
  for (int64_t n : sizes) all.push_back(Measure(n, path));
  std::filesystem::remove(path);
  fmt::print("{:<18}", "a node each of");
  for (int64_t n : sizes) fmt::print("{:>30}", n);
  fmt::print("\n");
  for (size_t s = 0; s < all[0].steps.size(); ++s) {
    fmt::print("{:<18}", all[0].steps[s].first);
    for (size_t i = 0; i < sizes.size(); ++i) {
      const double seconds = all[i].steps[s].second, first = all[0].steps[s].second;
      const double each = seconds / static_cast<double>(sizes[i]);
      fmt::print("{:>10.2f} ms {:>7.1f} ns {:>5.2f}x", seconds * 1e3, each * 1e9,
                 each / (first / static_cast<double>(sizes[0])));
    }
    fmt::print("\n");
  }
  for (auto [name, bytes] : {std::pair("bytes: file", &Figures::file),
                             {"bytes: graph", &Figures::graph},
                             {"bytes: plan", &Figures::plan}}) {
    fmt::print("{:<18}", name);
    for (size_t i = 0; i < sizes.size(); ++i)
      fmt::print("{:>30.1f}", static_cast<double>(all[i].*bytes) / static_cast<double>(sizes[i]));
    fmt::print("\n");
  }
  return 0;
}
