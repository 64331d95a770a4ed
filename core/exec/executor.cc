#include "core/exec/executor.h"

#include <cstdio>

#include "core/base/parallel.h"
#include "core/exec/float_mode.h"
#include "core/exec/run.h"
#include "core/ir/kernel.h"
#include "core/ir/primitives.h"
#include "core/plan/control_flow.h"
#include "core/plan/flow.h"

namespace tp {
namespace {

class EagerContext final : public KernelContext {
 public:
  using KernelContext::KernelContext;
  // The caller holds the inputs: what it gave is never written to.
  bool may_overwrite(int) const override { return false; }
  Tensor* OutputInPlaceOf(int, int i, DType dtype, const Shape& shape) override {
    return Output(i, dtype, shape);
  }
  int threads() const override { return ThreadCount(); }
};

}  // namespace

// The warm path allocates nothing: the context and the list of results stand on the stack, memory comes from
// the pool's lists of this thread.
Status Executor::RunOp(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                       std::span<Tensor> outputs) {
  const OpDef& def = op.def();
  KernelFn kernel = def.kernel;
  if (kernel == nullptr) {
    if (const Control control = ControlOf(op); control != Control::kNone)
      return RunControl(op, control, attrs, inputs, outputs);
    if (RunsExpression(op)) kernel = ElementwiseKernel();
    if (kernel == nullptr)
      return MakeStatus(Code::kUnimplemented, "no kernel is registered for the op {}", op.name());
  }
  const FlushDenormals flush;
  SmallVector<Tensor, 2> results(outputs.size());
  EagerContext ctx(op, attrs, inputs, results, this);
  kernel(ctx);
  if (ctx.failed()) return ctx.status();
  std::move(results.begin(), results.end(), outputs.begin());
  return {};
}

Status Executor::RunGraph(Graph& graph, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  const FlushDenormals flush;
  return Run(*this).Graph(graph, inputs, outputs);
}

Status Executor::RunAgain(Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& outputs,
                          Ref<RefCounted>* kept) {
  const FlushDenormals flush;
  return Run(*this).Again(graph, inputs, outputs, kept);
}

Status Executor::RunControl(const OpInfo& op, Control control, const AttrSet& attrs,
                            std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  SmallVector<Graph*, 2> regions;
  TP_RETURN_IF_ERROR(ControlRegions(op, control, attrs, &regions));
  const StepKind kind = control == Control::kIf      ? StepKind::kIf
                        : control == Control::kWhile ? StepKind::kWhile
                        : control == Control::kCase  ? StepKind::kCase
                                                     : StepKind::kCall;
  const FlushDenormals flush;
  return Run(*this).ControlNode(kind, regions, inputs, outputs);
}

void Executor::Print(std::string_view text, bool to_stdout) {
  if (print_) return print_(text, to_stdout);
  std::FILE* stream = to_stdout ? stdout : stderr;
  std::fwrite(text.data(), 1, text.size(), stream);
}

Status Executor::CallHost(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  if (call_host_) return call_host_(token, inputs, outputs);
  return MakeStatus(Code::kUnimplemented,
                    "a host function ({}) is called, and this program has no interpreter to run it", token);
}

}  // namespace tp
