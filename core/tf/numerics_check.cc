// tf.debugging.enable_check_numerics: from then on every op's floating outputs are looked at, eagerly at
// once, in graphs by nodes behind them (TF: python/debug/lib/check_numerics_callback.py).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/call_stack.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"
#include "core/trace/specs.h"

namespace tp {
namespace {

int64_t stack_limit = 30, path_limit = 50;

// Ops that are not looked at: control flow, calls, and those that only move values.
bool Skipped(std::string_view op) {
  static constexpr std::string_view kOps[] = {"CheckNumericsV2",
                                              "Concat",
                                              "ConcatV2",
                                              "DebugNumericSummaryV2",
                                              "ExpandDims",
                                              "Fill",
                                              "Gather",
                                              "Identity",
                                              "If",
                                              "Maximum",
                                              "Minimum",
                                              "Reshape",
                                              "Slice",
                                              "Squeeze",
                                              "Stack",
                                              "StatefulPartitionedCall",
                                              "StatelessIf",
                                              "StridedSlice",
                                              "StridedSliceGrad",
                                              "TensorListConcatV2",
                                              "TensorListGather",
                                              "TensorListGetItem",
                                              "TensorListPopBack",
                                              "TensorListStack",
                                              "Transpose",
                                              "Unpack",
                                              "While"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

// Outputs that are NaN for an empty input, which harms nobody.
bool Harmless(std::string_view op, size_t slot) {
  return op.starts_with("FusedBatchNorm") && slot >= 1 && slot <= (op == "FusedBatchNormV3" ? 5 : 4);
}

struct Counts {
  int64_t negative = 0, positive = 0, nan = 0;
  bool any() const { return negative || positive || nan; }
};

Counts CountOf(const Tensor& tensor) {
  Counts counts;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const double x = ElementAsDouble(tensor, i);
    counts.nan += std::isnan(x);
    if (std::isinf(x)) ++(x < 0 ? counts.negative : counts.positive);
  }
  return counts;
}

std::string Message(const OpInfo& op, size_t slot, std::span<const Val> inputs, std::span<const Val> outputs,
                    const FuncGraph* graph, const Counts& counts) {
  const Val& output = outputs[slot];
  std::string text = fmt::format(
      "\n\n!!! Detected Infinity or NaN in output {} of {} op \"{}\" (# of outputs: {}) !!!\n  dtype: "
      "<dtype: "
      "'{}'>\n  shape: {}\n",
      slot, graph ? "graph" : "eagerly-executing", op.name(), outputs.size(), DTypeName(output.dtype()),
      WithoutSymbols(output.shape()).ToString());
  if (counts.negative) text += fmt::format("  # of -Inf elements: {}\n", counts.negative);
  if (counts.positive) text += fmt::format("  # of +Inf elements: {}\n", counts.positive);
  if (counts.nan) text += fmt::format("  # of +NaN elements: {}\n", counts.nan);
  if (inputs.size() > 1) {
    text += fmt::format("\n  Input tensors ({}):\n", inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i)
      text += fmt::format("         {}: {}\n", i, Str(MakeTensor(inputs[i])));
  } else if (inputs.size() == 1) {
    text += fmt::format("\n  Input tensor: {}\n", Str(MakeTensor(inputs[0])));
  }
  if (graph) {
    text += fmt::format("  Graph name: \"{}\"\n", graph->name());
    std::vector<SourceFrame> frames =
        FramesOf(output.graph()->position(output.graph()->producer(output.id())));
    std::erase_if(frames, [](const SourceFrame& f) { return f.kind == SourceFrame::Kind::kDefinition; });
    text += "\n  Stack trace of op's creation (\"->\": inferred user code):\n";
    const auto omitted = static_cast<int64_t>(frames.size()) - stack_limit;
    if (omitted > 0) {
      text += fmt::format("    + ... (Omitted {} frames)\n", omitted);
      frames.erase(frames.begin(), frames.begin() + omitted);
    }
    for (const SourceFrame& f : frames) {
      std::string path = SourceName(f.file);
      if (static_cast<int64_t>(path.size()) > path_limit)
        path = "..." + path.substr(path.size() - static_cast<size_t>(path_limit));
      text += fmt::format("    + {} (L{}) {}\n -> |   \n", path, f.line, SourceName(f.function));
    }
  }
  return text + "\n";
}

void CheckEagerly(const OpInfo& op, size_t slot, std::span<const Val> inputs, std::span<const Val> outputs) {
  const Counts counts = CountOf(outputs[slot].tensor());
  if (!counts.any()) return;
  std::string kinds = counts.negative ? "-Inf" : "";
  if (counts.positive) kinds += kinds.empty() ? "+Inf" : " and +Inf";
  if (counts.nan) kinds += kinds.empty() ? "NaN" : " and NaN";
  RaiseEagerStatus(InvalidArgument("{} : Tensor had {} values",
                                   Message(op, slot, inputs, outputs, nullptr, counts), kinds),
                   "CheckNumericsV2", "CheckNumericsV2", /*fast=*/true, "");
}

void CheckInGraph(const OpInfo& op, size_t slot, std::span<const Val> inputs, std::span<const Val> outputs,
                  const FuncGraph& graph) {
  Context& context = Context::Get();
  const NoRecording quiet;
  // The nodes stand in the scope of the op, those of constants beside them.
  const std::string name = graph.node_name(graph.producer(outputs[slot].id()));
  std::string old;
  const bool beside = op.name() == "Const" || op.name() == "Placeholder";
  context.EnterScope(beside ? context.scope().empty() ? "" : context.scope() + "/" : name + "/", &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  } leave{&old};
  constexpr int64_t kThreeSlots = 8;  // REDUCE_INF_NAN_THREE_SLOTS
  const Val summary =
      context.Op("DebugNumericSummaryV2", {outputs[slot]}, MakeAttrs({{"tensor_debug_mode", kThreeSlots}}));
  context.Op("CheckNumericsV2", {summary},
             MakeAttrs({{"message", Message(op, slot, inputs, outputs, &graph, {})}}));
}

void AfterOp(const OpInfo& op, std::span<const Val> inputs, std::span<const Val> outputs) {
  if (Skipped(op.name())) return;
  const FuncGraph* graph = Context::Get().graph();
  for (size_t slot = 0; slot < outputs.size(); ++slot) {
    if (!IsFloating(outputs[slot].dtype()) || Harmless(op.name(), slot)) continue;
    if (graph)
      CheckInGraph(op, slot, inputs, outputs, *graph);
    else
      CheckEagerly(op, slot, inputs, outputs);
  }
}

Value Enable(Interp&, Args args) {
  static ArgParser parser("@enable_check_numerics", "stack_height_limit=30, path_length_limit=50");
  Value v[2];
  parser.Parse(args, v);
  stack_limit = v[0].is_undef() ? 30 : v[0].is_none() ? INT64_MAX : v[0].as_int();
  path_limit = v[1].is_undef() ? 50 : v[1].is_none() ? INT64_MAX : v[1].as_int();
  Context::Get().after_op = AfterOp;
  return Value::None();
}
Value Disable(Interp&, Args args) {
  CheckNoArguments("disable_check_numerics", args);
  Context::Get().after_op = nullptr;
  return Value::None();
}

const TfFunction kFunctions[] = {
    {"tf.debugging.enable_check_numerics",
     {"enable_check_numerics", Enable, "stack_height_limit=30, path_length_limit=50"}},
    {"tf.debugging.disable_check_numerics", {"disable_check_numerics", Disable, ""}},
};
TP_TF_NAMES(kFunctions);

}  // namespace
}  // namespace tp
