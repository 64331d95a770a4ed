#include "core/trace/retrace.h"

#include "core/diag/source_stack.h"
#include "core/interp/interp.h"

namespace tp {
namespace {

CallSite SiteOf(const Source& source, const Span& span) {
  const SourceFile& file = source.file();
  CallSite site;
  site.file = SourceNameId(source.path);
  const Place begin = file.At(span.begin), end = file.At(span.end);
  site.line = begin.line;
  site.column = begin.char_column + 1;
  site.end_line = end.line;
  site.end_column = end.char_column + 1;
  return site;
}

}  // namespace

RetraceRecord RecordRetrace(const Function& function, const FunctionType& asked, bool creation) {
  std::vector<Ref<FunctionType>> before;
  std::vector<bool> other_context;
  for (const Function::TraceEntry& entry : function.traces()) {
    before.push_back(entry.type);
    other_context.push_back(false);
  }
  RetraceRecord record = ExplainRetrace(asked, before, other_context);
  record.trace = function.tracing_count() + 1;
  // The second trace of a first call that made variables differs in nothing but that.
  if (!creation && record.nearest > 0 &&
      function.traces()[static_cast<size_t>(record.nearest) - 1].creation &&
      asked.Equals(*before[static_cast<size_t>(record.nearest) - 1]))
    record.cause = RetraceCause::kCapturedVariable;
  for (const Frame* frame = TheInterp().frame; frame; frame = frame->back) {
    if ((frame->flags & kFrameHidden) || !frame->span || frame->code->source->path.starts_with('<')) continue;
    record.call = SiteOf(*frame->code->source, *frame->span);
    break;
  }
  return record;
}

void FinishRetrace(ConcreteFunction& function) {
  function.retrace.nodes = static_cast<int64_t>(function.graph->num_nodes());
  int64_t bytes = 0;
  for (NodeId id = 0; id < function.graph->num_nodes(); ++id)
    if (function.graph->node(id).op->name() == "Const")
      if (const Tensor* value = function.graph->ConstantValue(function.graph->output(id));
          value && value->dtype() != DType::kString)
        bytes += static_cast<int64_t>(value->bytes());
  function.retrace.constant_bytes = bytes;
}

}  // namespace tp
