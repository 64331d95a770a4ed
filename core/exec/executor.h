// Executor: runs ops eagerly and graphs by their plans. It is the Runner that the tracer, the tape and
// kernels of control flow know by its interface alone.
//
//   Executor executor;
//   executor.set_print([](std::string_view text, bool to_stdout) { … });
//   Status status = executor.RunGraph(*graph, inputs, outputs);
//
// Thread rule: one Executor is used by one thread at a time; many Executors may run the same graph at once.
// While a kernel runs, denormals are flushed, as in TensorFlow; the caller's floating point mode comes back.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/exec/profile.h"
#include "core/ir/repeat.h"
#include "core/ir/runner.h"
#include "core/plan/control_flow.h"

namespace tp {

class Executor : public Runner, public Repeater {
 public:
  using PrintFn = std::function<void(std::string_view text, bool to_stdout)>;
  using CallHostFn = std::function<Status(std::string_view token, std::span<const Tensor> inputs,
                                          std::span<Tensor> outputs)>;

  Executor() = default;

  Status RunOp(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
               std::span<Tensor> outputs) override;
  Status RunGraph(Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs) override;
  Status RunAgain(Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& outputs,
                  Ref<RefCounted>* kept) override;
  // Without a hook: to the process's streams.
  void Print(std::string_view text, bool to_stdout) override;
  // Without a hook: kUnimplemented (a bundle has no interpreter to call back into).
  Status CallHost(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs) override;

  void set_print(PrintFn print) { print_ = std::move(print); }
  void set_call_host(CallHostFn call_host) { call_host_ = std::move(call_host); }
  // Loops and graphs stop with kCancelled "interrupted" soon after this becomes true. Borrowed; null: never.
  void set_interrupt(const std::atomic<bool>* interrupt) { interrupt_ = interrupt; }
  const std::atomic<bool>* interrupt() const { return interrupt_; }
  bool interrupted() const { return interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed); }
  // Times every node that a graph runs. Borrowed; null (the default) costs nothing.
  void set_profile(Profile* profile) { profile_ = profile; }
  Profile* profile() const { return profile_; }
  // How deep graphs may call graphs. A deeper call is kResourceExhausted.
  void set_max_depth(int depth) { max_depth_ = depth; }
  int max_depth() const { return max_depth_; }

 private:
  Status RunControl(const OpInfo& op, Control control, const AttrSet& attrs, std::span<const Tensor> inputs,
                    std::span<Tensor> outputs);

  PrintFn print_;
  CallHostFn call_host_;
  const std::atomic<bool>* interrupt_ = nullptr;
  Profile* profile_ = nullptr;
  int max_depth_ = 1000;
};

// What is done to a graph before it is planned: the passes, set once by who links them (before the first
// RunGraph). It gives the graph to run, which may be the given one, and leaves the given one unchanged.
using PreparePassesFn = Ref<Graph> (*)(Graph& graph);
void SetPreparePasses(PreparePassesFn prepare);

}  // namespace tp
