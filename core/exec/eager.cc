// RunOp: one op at once, on tensors from the pool. The warm path allocates nothing: the context and the
// list of results stand on the stack, memory comes from the pool's lists of this thread.
#include <vector>

#include "core/base/parallel.h"
#include "core/exec/control_flow.h"
#include "core/exec/executor.h"
#include "core/exec/float_mode.h"
#include "core/ir/kernel.h"
#include "core/ir/primitives.h"

namespace tp {
namespace {

class EagerContext final : public KernelContext {
 public:
  using KernelContext::KernelContext;
  int threads() const override { return ThreadCount(); }
};

}  // namespace

Status Executor::RunOp(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                       std::span<Tensor> outputs) {
  const OpDef& def = op.def();
  KernelFn kernel = def.kernel;
  if (kernel == nullptr) {
    if (const Control control = ControlOf(op); control != Control::kNone)
      return RunControl(op, control, attrs, inputs, outputs);
    if (!def.elementwise.empty()) kernel = ElementwiseKernel();
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

}  // namespace tp
