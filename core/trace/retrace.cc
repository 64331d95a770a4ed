#include "core/trace/retrace.h"

#include <fmt/format.h>

#include "core/diag/source_stack.h"
#include "core/interp/attr-inl.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/trace/objects.h"
#include "core/trace/py_types.h"
#include "core/trace/weak_method.h"

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

constexpr size_t kMostFacts = 16, kLongestFact = 40;

// An attribute's value as the log shows it; "" for what has no short text.
std::string FactText(const Value& v) {
  std::string text;
  if (v.is_none() || v.is_bool() || v.is_int() || v.is_float() || IsStr(v))
    text = LiteralRepr(LiteralOf(v));
  else if (IsTensor(v))
    text = std::string(DTypeShortName(ValOf(v).dtype())) +
           (ValOf(v).shape().has_rank() ? ValOf(v).shape().ToBracketString() : "");
  return text.size() <= kLongestFact ? text : "";
}

// What tells an object from others of its type: of a function where it was made, and what it has kept there.
ObjectKey::Facts FactsOf(Value object) {
  ObjectKey::Facts facts;
  const auto add = [&](StrObject* name, const Value& value) {
    if (facts.size() >= kMostFacts) return;
    if (std::string text = FactText(value); !text.empty()) facts.emplace_back(name->view(), std::move(text));
  };
  if (IsInstance(object, &MethodType)) object = object.as<MethodObject>()->func;
  if (!IsInstance(object, &PyFunctionType)) {
    ForEachAttr(object.object(), add);
    return facts;
  }
  const auto* fn = object.as<FunctionObject>();
  const FunctionCode& code = *fn->code;
  constexpr std::string_view kLocals = "<locals>.";
  std::string_view name = fn->qualname->view();
  if (const size_t at = name.rfind(kLocals); at != name.npos) name.remove_prefix(at + kLocals.size());
  facts.emplace_back(
      "", fmt::format("{} of line {}", name == "<lambda>" ? "lambda" : fmt::format("function {}", name),
                      code.source->file().At(code.info->span.begin).line));
  for (uint32_t i = code.num_cells; i < code.num_derefs; ++i)
    add(InternStr(code.info->frees[i - code.num_cells].name->text),
        fn->closure[i - code.num_cells].as<CellObject>()->value);
  if (const TupleObject* defaults = fn->defaults)
    for (uint32_t i = 0; i < defaults->size; ++i)
      add(code.ParamName(code.num_positional - static_cast<uint32_t>(defaults->size) + i),
          defaults->items[i]);
  return facts;
}

// Keeps the facts of the type's objects: an object may be gone when the next one comes.
void RememberObjects(const TraceType& type) {
  if (type.kind() == TraceType::Kind::kObject) {
    const auto& key = static_cast<const PyObjectKey&>(*type.object());
    if (key.target()) key.set_facts(FactsOf(Value::Borrow(key.target())));
  }
  for (const TraceTypeRef& item : type.items()) RememberObjects(*item);
}

}  // namespace

RetraceRecord RecordRetrace(const Function& function, const FunctionType& asked, bool creation) {
  for (const Parameter& p : asked.parameters())
    if (p.type) RememberObjects(*p.type);
  std::vector<Ref<FunctionType>> before;
  std::vector<bool> other_context;
  for (const Function::TraceEntry& entry : function.traces()) {
    before.push_back(entry.type);
    other_context.push_back(entry.saving != Function::saving);
  }
  RetraceRecord record = ExplainRetrace(asked, before, other_context);
  record.trace = function.tracing_count() + 1;
  // For a SavedModel all is traced again; the same arguments in the other context say so best.
  for (size_t i = before.size(); i-- > 0;) {
    // Names of specs do not count.
    if (!other_context[i] || asked.Short() != before[i]->Short()) continue;
    const int trace = record.trace;
    record = {.cause = RetraceCause::kContext, .trace = trace, .nearest = static_cast<int>(i) + 1};
    record.was = Function::saving ? "for calls" : "for a SavedModel";
    record.now = Function::saving ? "for a SavedModel" : "for calls";
    break;
  }
  // The second trace of a first call that made variables differs in nothing but that.
  if (!creation && record.nearest > 0 && record.cause != RetraceCause::kContext &&
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

bool warn_of_retraces = true;

void CallHistory::CalledWithTracing(const Value& python_function) {
  constexpr int64_t kHistory = 10, kThreshold = 5, kWarnings = 2;
  if (untraced_ && calls_per_tracing_.empty()) calls_per_tracing_.push_back(0);
  if (untraced_) calls_per_tracing_.back() += untraced_;
  calls_ += untraced_ + 1;
  untraced_ = 0;
  calls_per_tracing_.push_back(1);
  while (calls_ - calls_per_tracing_.front() > kHistory) {
    calls_ -= calls_per_tracing_.front();
    calls_per_tracing_.erase(calls_per_tracing_.begin());
  }
  const auto traced = static_cast<int64_t>(calls_per_tracing_.size());
  if (traced < kThreshold || warnings_ >= kWarnings || !warn_of_retraces) return;
  ++warnings_;
  Interp& in = TheInterp();
  in.out().Flush();
  in.err().Write(fmt::format(
      "WARNING:tensorflow:{} out of the last {} calls to {} triggered tf.function retracing. Tracing is "
      "expensive and the excessive number of tracings could be due to (1) creating @tf.function repeatedly "
      "in "
      "a loop, (2) passing tensors with different shapes, (3) passing Python objects instead of tensors. For "
      "(1), please define your @tf.function outside of the loop. For (2), @tf.function has "
      "reduce_retracing=True option that can avoid unnecessary retracing. For (3), please refer to "
      "https://www.tensorflow.org/guide/function#controlling_retracing and "
      "https://www.tensorflow.org/api_docs/python/tf/function for  more details.\n",
      traced, calls_,
      Str(IsWeakMethod(python_function) ? python_function.as<WeakMethodObject>()->func : python_function)));
}

CallHistory& HistoryOf(const Value& python_function) {
  // `owner`: what is called if that is no code, which lives for good: weakly, or what has no weak references.
  struct Entry {
    Value owner;
    std::unique_ptr<CallHistory> history;
    bool dead() const { return IsInstance(owner, &WeakRefType) && !owner.as<WeakRefObject>()->target; }
  };
  static auto* const all = new HashMap<const void*, Entry>;
  Value f = python_function;
  for (Value wrapped; !(wrapped = GetAttrOrUndef(f, "__wrapped__")).is_undef();) f = wrapped;
  if (IsWeakMethod(f)) f = f.as<WeakMethodObject>()->func;
  if (IsInstance(f, &MethodType)) f = f.as<MethodObject>()->func;
  const bool code = IsInstance(f, &PyFunctionType);
  const void* key = code ? static_cast<const void*>(f.as<FunctionObject>()->code) : python_function.object();
  if (const auto it = all->find(key); it != all->end() && !it->second.dead()) return *it->second.history;
  std::erase_if(*all, [](const auto& item) { return item.second.dead(); });
  Entry& entry = (*all)[key];
  if (!code)
    entry.owner = SupportsWeakRefs(python_function.object()) ? MakeWeakRef(python_function) : python_function;
  entry.history = std::make_unique<CallHistory>();
  return *entry.history;
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
