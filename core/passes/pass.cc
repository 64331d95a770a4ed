#include "core/passes/pass.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/stable_sort.h"
#include "core/ir/verifier.h"

namespace tp {
namespace {

// Rounds of the repeated passes: each one finds less; a limit keeps compile time linear.
constexpr int kMaxRounds = 4;

std::vector<const PassDef*>& Registered() {
  static std::vector<const PassDef*> passes;
  return passes;
}

class Manager {
 public:
  Manager(const PassOptions& options, Graph& graph) : options_(options), graph_(graph) {
    context_.runner = options.runner;
  }

  void Run() {
    for (int round = 0; round < kMaxRounds; ++round) {
      bool changed = false;
      for (const PassDef* pass : AllPasses())
        if (pass->stage < kOnceStage) changed |= RunOne(*pass);
      if (!changed) break;
    }
    for (const PassDef* pass : AllPasses())
      if (pass->stage >= kOnceStage) RunOne(*pass);
  }

 private:
  bool RunOne(const PassDef& pass) {
    if (!pass.exact && !options_.tolerance) return false;
    if (options_.disabled.contains(std::string(pass.name))) return false;
    if (!pass.run(graph_, context_)) return false;
    if (options_.verify) {
      const Status status = Verify(graph_);
      TP_CHECK(status.ok(), "after pass {}: {}", pass.name, status.message());
    }
    if (options_.trace) options_.trace(pass.name, graph_);
    return true;
  }

  const PassOptions& options_;
  Graph& graph_;
  PassContext context_;
};

}  // namespace

RegisterPass::RegisterPass(const PassDef& def) { Registered().push_back(&def); }

std::span<const PassDef* const> AllPasses() {
  static const std::vector<const PassDef*> sorted = [] {
    std::vector<const PassDef*> passes = Registered();
    StableSort(&passes, [](const PassDef* a, const PassDef* b) {
      return a->stage != b->stage ? a->stage < b->stage : a->name < b->name;
    });
    for (size_t i = 1; i < passes.size(); ++i)
      TP_CHECK(passes[i - 1]->name != passes[i]->name, "pass {} is registered twice", passes[i]->name);
    return passes;
  }();
  return sorted;
}

Ref<Graph> Optimize(const Graph& graph, const PassOptions& options) {
  Ref<Graph> copy = graph.Clone();
  Manager(options, *copy).Run();
  return copy;
}

}  // namespace tp
