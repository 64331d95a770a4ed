#include "core/tf/runtime.h"

#include "core/interp/interrupt.h"
#include "core/passes/pass.h"
#include "core/tf/py_func.h"
#include "core/trace/context.h"

namespace tp {
namespace {

Ref<Graph> Prepare(Graph& graph) { return Optimize(graph, {.runner = &TheExecutor()}); }

}  // namespace

Executor& TheExecutor() {
  static Executor* const executor = new Executor;  // lives to the end, like the interpreter
  return *executor;
}

void SetUpTensorFlow(Interp& in) {
  // tf.print comes in order with Python's own prints.
  TheExecutor().set_print(
      [&in](std::string_view text, bool to_stdout) { (to_stdout ? in.out() : in.err()).Write(text); });
  TheExecutor().set_call_host(CallHostFunction);
  TheExecutor().set_interrupt(&interrupt_requested);
  Context::Get().set_runner(&TheExecutor());
  SetPreparePasses(Prepare);
}

}  // namespace tp
