#include "core/trace/func_graph.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/trace/context.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

// TensorFlow's _EAGER_CONST_THRESHOLD: eager tensors up to this size are captured by value.
constexpr int64_t kCaptureByValueElements = 128;

}  // namespace

FuncGraph::FuncGraph(std::string name, Ref<FuncGraph> outer, bool plain)
    : Graph(std::move(name)), outer_(std::move(outer)), plain_(plain) {
  // As large as the addresses that TensorFlow shows here, but the same in each run.
  static uint64_t next = 140'000'000'000'000;
  serial_ = next += 16;
}

std::string FuncGraph::Describe() const {
  if (plain_) return fmt::format("<tensorflow.python.framework.ops.Graph object at 0x{:x}>", serial_);
  return fmt::format("FuncGraph(name={}, id={})", name(), serial_);
}

const FuncGraph::Capture* FuncGraph::FindCapture(const Val& external) const {
  const auto it = capture_index_.find(KeyOf(external));
  return it == capture_index_.end() ? nullptr : &captures_[it->second];
}

void FuncGraph::AddCapture(Val external, Val internal, bool by_value) {
  if (!by_value) inputs_list.push_back(internal.id());
  NoteCapture(std::move(external), std::move(internal), by_value);
}

void FuncGraph::NoteCapture(Val external, Val internal, bool by_value) {
  capture_index_[KeyOf(external)] = captures_.size();
  captures_.push_back({std::move(external), std::move(internal), by_value});
}

namespace {

// Tapes see through a capture. Told for each use: a tape may have been opened behind the first one.
Val RecordCapture(Context& context, const Val& value, const Val& internal) {
  const Val outside[] = {value}, inside[] = {internal};
  context.RecordCustom("captured_value", outside, inside, [](std::span<const Val> grads) {
    return std::vector<Val>(grads.begin(), grads.end());
  });
  return internal;
}

}  // namespace

Val FuncGraph::CaptureByPlaceholder(Context& context, const Val& value, std::string_view name) {
  if (const Capture* found = FindCapture(value)) return RecordCapture(context, value, found->internal);
  const Val internal = context.Placeholder(*this, value.dtype(), value.shape(), name);
  AddCapture(value, internal);
  return RecordCapture(context, value, internal);
}

Val FuncGraph::CaptureValue(Context& context, const Val& value, std::string_view name) {
  if (plain_ && value.graph().get() != this && (value.symbolic() || value.serial() != 0)) {
    if (value.symbolic())
      RaiseText(ErrorClass("InaccessibleTensorError").as<TypeObject>(), OutOfScopeText(value, this));
    RaiseText(&RuntimeErrorType,
              fmt::format("{}{}Attempting to capture an EagerTensor without building a function.", name,
                          name.empty() ? "" : ": "));
  }
  if (!value.symbolic()) {
    // A literal of whoever applies an op (a gradient function's 2.0): nothing that is the same the next time.
    if (value.serial() == 0) return context.Constant(value.tensor(), name);
    if (const Capture* found = FindCapture(value)) return RecordCapture(context, value, found->internal);
    const bool by_value = value.dtype() != DType::kResource && value.dtype() != DType::kVariant &&
                          value.tensor().num_elements() <= kCaptureByValueElements;
    if (!by_value) return CaptureByPlaceholder(context, value, name);
    const Val internal = context.Constant(value.tensor(), name);
    AddCapture(value, internal, true);
    return RecordCapture(context, value, internal);
  }
  if (value.graph().get() == this) return value;
  // A graph inside this one cannot be looked into; one around it can be captured from.
  for (const FuncGraph* inner = GraphOf(value)->outer().get(); inner; inner = inner->outer().get())
    if (inner == this)
      RaiseText(ErrorClass("InaccessibleTensorError").as<TypeObject>(), OutOfScopeText(value, this));
  return CaptureByPlaceholder(context, value, value.graph()->node_name(value.graph()->producer(value.id())));
}

std::vector<NodeId> FuncGraph::ControlsFor(std::span<const ValueId> inputs) const {
  std::vector<NodeId> controls, producers;
  if (control_stack.empty()) return controls;
  for (const ValueId input : inputs) producers.push_back(producer(input));
  const auto has = [](const std::vector<NodeId>& list, NodeId node) {
    return std::find(list.begin(), list.end(), node) != list.end();
  };
  for (const ControlLevel& level : control_stack) {
    if (level.clears) controls.clear();
    if (std::any_of(producers.begin(), producers.end(), [&](NodeId node) {
          return std::binary_search(level.inside.begin(), level.inside.end(), node);
        }))
      continue;
    for (const NodeId before : level.before)
      if (!has(controls, before) && !has(producers, before)) controls.push_back(before);
  }
  return controls;
}

void FuncGraph::Refuse(std::string_view why) {
  for (FuncGraph* graph = this; graph; graph = graph->outer_.get())
    if (graph->refusal.empty()) graph->refusal = why;
}

void FuncGraph::PushControls(const std::vector<std::pair<Ref<FuncGraph>, NodeId>>& nodes) {
  ControlLevel level;
  for (const auto& entry : nodes) {
    if (entry.first.get() == this)
      level.before.push_back(entry.second);
    else if (std::find(control_captures.begin(), control_captures.end(), entry) == control_captures.end())
      control_captures.push_back(entry);
  }
  control_stack.push_back(std::move(level));
}

WaitsForCaptures::WaitsForCaptures(FuncGraph* open, std::span<const Graph* const> graphs) : open_(open) {
  std::vector<std::pair<Ref<FuncGraph>, NodeId>> nodes;
  for (const Graph* graph : graphs)
    if (const auto* traced = dynamic_cast<const FuncGraph*>(graph))
      nodes.insert(nodes.end(), traced->control_captures.begin(), traced->control_captures.end());
  waits_ = open && !nodes.empty();
  if (waits_) open->PushControls(nodes);
}

void FuncGraph::NoteUnderControls(NodeId node) {
  size_t first = control_stack.size();
  while (first > 0 && !control_stack[first - 1].clears) --first;
  for (size_t i = first; i < control_stack.size(); ++i) control_stack[i].inside.push_back(node);
  if (!device.empty()) devices.emplace_back(node, device);
}

std::string_view FuncGraph::DeviceOf(NodeId node) const {
  const auto it = std::lower_bound(devices.begin(), devices.end(), node,
                                   [](const auto& entry, NodeId id) { return entry.first < id; });
  return it != devices.end() && it->first == node ? std::string_view(it->second) : "";
}

std::string_view FuncGraph::UserNameOf(ValueId placeholder) const {
  for (const auto& [value, name] : user_names_)
    if (Canonical(value) == placeholder) return name;
  return {};
}

std::string FuncGraph::UniqueNameInScope(std::string_view wanted, bool mark) {
  if (name_scope_.empty()) return UniqueName(wanted, mark);
  std::string name = name_scope_;
  name += '/';
  name += wanted;
  return UniqueName(name, mark);
}

void FuncGraph::NoteAccess(VariableObject* variable) {
  for (const Value& known : accessed_variables)
    if (known.as<WeakRefObject>()->target == variable) return;
  accessed_variables.push_back(MakeWeakRef(Value::Borrow(variable)));
}

}  // namespace tp
