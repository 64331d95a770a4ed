// Passes: rewrites of a graph before it is planned. One pass is one file that registers itself:
//
//   // DeadCode: a node that nothing needs => (nothing).
//   TP_PASS(DeadCode) {.name = "dead-code", .rewrite = "unused node => nothing", .stage = 50, .run = Run};
//
// A pass with `exact` gives the same bits as the graph before it. Passes run in order of their stage; those
// below kOnceStage again and again until none of them changes anything (a few rounds at most).
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/ir/graph.h"

namespace tp {

class Runner;

struct PassContext {
  Runner* runner = nullptr;  // for constant folding; null: nothing is folded by running it
};

struct PassDef {
  std::string_view name;     // as it is switched off: "constant-folding"
  std::string_view rewrite;  // "before => after"
  bool exact = true;
  int stage = 0;
  // Rewrites the graph, compacted; true where it changed anything. Regions of nodes are not entered: they are
  // optimized on their own when they are planned, as graphs.
  bool (*run)(Graph& graph, PassContext& context) = nullptr;
};
inline constexpr int kOnceStage = 100;

struct RegisterPass {
  explicit RegisterPass(const PassDef& def);
};

// All passes in the order in which they run.
std::span<const PassDef* const> AllPasses();

struct PassOptions {
  Runner* runner = nullptr;
  bool tolerance = true;           // also passes that are not exact
  bool verify = false;             // after each pass: TP_CHECK
  std::set<std::string> disabled;  // by name
  // Told after every pass that changed something.
  void (*trace)(std::string_view pass, const Graph& graph) = nullptr;
};

// A copy of the graph with all passes applied. The graph itself is not changed.
Ref<Graph> Optimize(const Graph& graph, const PassOptions& options = {});

#define TP_PASS(id)                                             \
  extern const ::tp::PassDef kPass##id;                         \
  static const ::tp::RegisterPass kRegisterPass##id(kPass##id); \
  const ::tp::PassDef kPass##id = ::tp::PassDef

}  // namespace tp
