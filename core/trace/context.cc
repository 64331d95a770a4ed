#include "core/trace/context.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/interp/errors.h"
#include "core/ir/builder.h"
#include "core/trace/call_stack.h"
#include "core/trace/eager.h"
#include "core/trace/errors.h"
#include "core/trace/failed_op.h"
#include "core/trace/objects.h"
#include "core/trace/tape.h"

namespace tp {
namespace {

SmallVector<DType, 8> TypesOf(std::span<const Val> values) {
  SmallVector<DType, 8> types;
  for (const Val& value : values) types.push_back(value.dtype());
  return types;
}

// How many outputs an op has, lists expanded.
size_t CountOutputs(const OpInfo& op, std::span<const Val> inputs, const AttrSet& attrs) {
  size_t count = 0;
  for (const ArgInfo& output : op.outputs()) {
    if (!output.number_attr.empty()) {
      const AttrValue n = op.Attr(output.number_attr, TypesOf(inputs), attrs);
      if (const auto* number = n.As<int64_t>(); number && *number > 0) count += static_cast<size_t>(*number);
    } else if (!output.type_list_attr.empty()) {
      const AttrValue list = op.Attr(output.type_list_attr, TypesOf(inputs), attrs);
      count += list.As<std::vector<DType>>() ? list.As<std::vector<DType>>()->size() : 0;
    } else {
      ++count;
    }
  }
  if (count > INT32_MAX) RaiseText(&ValueErrorType, fmt::format("Number of outputs is too big: {}", count));
  return count;
}

bool ValidScopeStart(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
}
bool ValidScopeChar(char c) {
  return ValidScopeStart(c) || c == '_' || c == '-' || c == '\\' || c == '/' || c == '>';
}

void CheckScopeName(std::string_view name, bool root) {
  const bool valid = std::all_of(name.begin(), name.end(), ValidScopeChar);
  if (root && !(valid && ValidScopeStart(name[0])))
    RaiseText(&ValueErrorType,
              fmt::format("'{}' is not a valid root scope name. A root scope name has to match "
                          "the following pattern: ^[A-Za-z0-9.][A-Za-z0-9_.\\\\/>-]*$",
                          name));
  if (!valid)
    RaiseText(&ValueErrorType, fmt::format("'{}' is not a valid scope name. A scope name has to match the "
                                           "following pattern: ^[A-Za-z0-9_.\\\\/>-]*$",
                                           name));
}

// By number: an accumulator of tf.autodiff runs ops while it is told of one, under tapes of its own.
template <class F>
void EachTape(const F& body) {
  const std::vector<Tape*>& tapes = Context::Get().tapes();
  for (size_t i = 0; i < tapes.size(); ++i) body(tapes[i]);
}

}  // namespace

Context& Context::Get() {
  // Lives to the end: destructors may still apply ops.
  static Context* const context = [] {
    SetStackSource(CurrentStack);
    return new Context;
  }();
  return *context;
}

Runner& Context::runner() {
  TP_CHECK(runner_ != nullptr, "no runner was set");
  return *runner_;
}

bool Context::inside_function() const {
  return std::any_of(stack_.begin(), stack_.end(), [](const Ref<FuncGraph>& g) { return g && !g->plain(); });
}

Ref<FuncGraph> Context::OutsideOfFunctions() const {
  for (auto g = stack_.rbegin(); g != stack_.rend(); ++g)
    if (!*g || (*g)->plain()) return *g;
  return nullptr;
}

Context::GraphScope::GraphScope(Ref<FuncGraph> graph) {
  // Shapes that follow from constants are known while the graph is made.
  if (graph) graph->set_runner(Context::Get().runner_);
  Context::Get().PushGraph(std::move(graph));
}
Context::GraphScope::~GraphScope() { Context::Get().PopGraph(); }

std::vector<Val> Context::Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                std::string_view name) {
  if (!attrs) attrs = EmptyAttrs();
  FuncGraph* open = graph();
  std::vector<Val> outputs;
  if (!open) {
    outputs = ApplyEagerly(op, inputs, attrs);
    if (recording()) EachTape([&](Tape* tape) { tape->RecordOp(op, attrs, inputs, outputs); });
  } else {
    outputs = ApplyInGraph(*open, op, inputs, std::move(attrs), name);
  }
  if (after_op) [[unlikely]]
    after_op(op, inputs, outputs);
  return outputs;
}

std::vector<Val> Context::ApplyEagerly(const OpInfo& op, std::span<const Val> inputs, const Attrs& attrs) {
  SmallVector<Tensor, 4> tensors;
  for (const Val& input : inputs) {
    if (input.symbolic()) throw OpError{Status(Code::kTypeError, OutOfScopeText(input, nullptr))};
    tensors.push_back(input.tensor());
  }
  SmallVector<Tensor, 2> results(CountOutputs(op, inputs, *attrs));
  RunEagerly(op, *attrs, tensors, results);
  std::vector<Val> outputs;
  outputs.reserve(results.size());
  for (Tensor& result : results) outputs.push_back(Eager(std::move(result)));
  return outputs;
}

namespace {

void CheckNotFinalized(const FuncGraph& graph) {
  if (graph.finalized) Raise(&RuntimeErrorType, "Graph is finalized and cannot be modified.");
}

// TF: ops._get_graph_from_inputs: in a tf.Graph an op goes where its inputs are, which must be of one graph.
Ref<FuncGraph> GraphFromInputs(FuncGraph& graph, std::span<const Val> inputs) {
  const Val* first = nullptr;
  for (const Val& input : inputs) {
    if (!input.symbolic()) continue;
    if (!first) first = &input;
    if (input.graph() != first->graph())
      RaiseText(&ValueErrorType, fmt::format("{} must be from the same graph as {} (graphs are {} and {}).",
                                             Str(MakeTensor(input)), Str(MakeTensor(*first)),
                                             GraphOf(input)->Describe(), GraphOf(*first)->Describe()));
  }
  return Ref<FuncGraph>(first ? GraphOf(*first) : &graph);
}

}  // namespace

std::vector<Val> Context::ApplyInGraph(FuncGraph& graph, const OpInfo& op, std::span<const Val> inputs,
                                       Attrs attrs, std::string_view name) {
  CheckNotFinalized(graph);
  if (graph.plain()) [[unlikely]] {
    const Ref<FuncGraph> wanted = GraphFromInputs(graph, inputs);
    if (wanted.get() != &graph && wanted->plain()) {
      const GraphScope scope(wanted);
      return ApplyInGraph(*wanted, op, inputs, std::move(attrs), name);
    }
  }
  std::string old;
  const std::string scope = EnterScope(name.empty() ? op.name() : name, &old);
  struct Leave {
    Context* context;
    std::string* old;
    ~Leave() { context->ExitScope(std::move(*old)); }
  };
  std::vector<Val> captured;
  std::vector<ValueId> ids;
  {
    const Leave leave{this, &old};
    for (size_t i = 0; i < inputs.size(); ++i) {
      captured.push_back(Captured(inputs[i], op.InputName(i, inputs.size())));
      ids.push_back(captured.back().id());
    }
  }
  const std::string node_name = scope.substr(0, scope.size() - 1);
  SmallVector<DType, 4> types;
  std::vector<tp::Shape> shapes;
  Status status = InferNode(graph, op, *attrs, ids, node_name, &types, &shapes);
  if (!status.ok()) {
    NoteFailedOp(op, *attrs, inputs, status);
    throw OpError{std::move(status)};
  }
  const std::vector<NodeId> controls = graph.ControlsFor(ids);
  const NodeId node = graph.AddNode({.op = &op,
                                     .inputs = ids,
                                     .attrs = attrs,
                                     .controls = controls,
                                     .output_types = types,
                                     .output_shapes = shapes,
                                     .name = node_name,
                                     .position = CurrentStack()});
  if (static_cast<int64_t>(graph.num_nodes()) > limits.nodes) RaiseLimit(Limit::kNodes);
  graph.NoteUnderControls(node);
  graph.OnNode(node);
  std::vector<Val> outputs;
  for (size_t i = 0; i < types.size(); ++i)
    outputs.emplace_back(Ref<Graph>(&graph), graph.output(node, static_cast<int>(i)));
  if (recording()) EachTape([&](Tape* tape) { tape->RecordOp(op, attrs, captured, outputs); });
  return outputs;
}

Val Context::Constant(const Tensor& value, std::string_view name) {
  FuncGraph* open = graph();
  if (!open) return Eager(value);
  CheckNotFinalized(*open);
  static const OpInfo& const_op = OpRegistry::Get("Const");
  std::string node_name;
  if (!name.empty() && name.back() == '/')
    node_name = name.substr(0, name.size() - 1);
  else
    node_name = open->UniqueNameInScope(name.empty() ? "Const" : name);
  Attrs attrs = MakeAttrs({{"dtype", value.dtype()}, {"value", value}});
  const DType types[] = {value.dtype()};
  const tp::Shape shapes[] = {value.shape()};
  const std::vector<NodeId> controls = open->ControlsFor({});
  const NodeId node = open->AddNode({.op = &const_op,
                                     .attrs = std::move(attrs),
                                     .controls = controls,
                                     .output_types = types,
                                     .output_shapes = shapes,
                                     .name = node_name,
                                     .position = CurrentStack()});
  open->NoteUnderControls(node);
  open->OnNode(node);
  const Val output(Ref<Graph>(open), open->output(node));
  if (after_op) [[unlikely]]
    after_op(const_op, {}, {&output, 1});
  return output;
}

std::string Context::Scope(std::string_view name) {
  FuncGraph* open = graph();
  return open ? open->UniqueNameInScope(name) + "/" : "";
}

Val Context::Captured(const Val& value, std::string_view name) {
  FuncGraph* open = graph();
  return open ? open->CaptureValue(*this, value, name) : value;
}

Val Context::Placeholder(FuncGraph& graph, DType dtype, const tp::Shape& shape, std::string_view name) {
  static const OpInfo& op = OpRegistry::Get("Placeholder");
  const std::string node_name = graph.UniqueNameInScope(name.empty() ? "Placeholder" : name);
  const DType types[] = {dtype};
  const tp::Shape shapes[] = {shape};
  const NodeId node = graph.AddNode({.op = &op,
                                     .attrs = MakeAttrs({{"dtype", dtype}, {"shape", shape}}),
                                     .output_types = types,
                                     .output_shapes = shapes,
                                     .name = node_name,
                                     .position = CurrentStack()});
  const Val output(Ref<Graph>(&graph), graph.output(node));
  if (!name.empty()) graph.SetUserName(output.id(), name);
  if (after_op && &graph == this->graph()) [[unlikely]]
    after_op(op, {}, {&output, 1});
  return output;
}

std::string Context::EnterScope(std::string_view name, std::string* old) {
  FuncGraph* open = graph();
  if (!open) {
    *old = eager_scope_;
    if (name.empty())
      eager_scope_.clear();
    else if (name.back() == '/')
      eager_scope_ = name.substr(0, name.size() - 1);
    else
      eager_scope_ = eager_scope_.empty() ? std::string(name) : eager_scope_ + "/" + std::string(name);
    return eager_scope_.empty() ? "" : eager_scope_ + "/";
  }
  *old = open->name_scope();
  if (name.empty()) {
    open->set_name_scope("");
    return "";
  }
  CheckScopeName(name, open->name_scope().empty());
  std::string scope =
      name.back() == '/' ? std::string(name.substr(0, name.size() - 1)) : open->UniqueNameInScope(name);
  open->set_name_scope(scope);
  return scope + "/";
}

void Context::ExitScope(std::string old) {
  if (FuncGraph* open = graph())
    open->set_name_scope(std::move(old));
  else
    eager_scope_ = std::move(old);
}

void Context::RemoveTape(Tape* tape) {
  tapes_.erase(std::remove(tapes_.begin(), tapes_.end(), tape), tapes_.end());
}

void Context::RecordCustom(std::string_view name, std::span<const Val> inputs, std::span<const Val> outputs,
                           Backward backward) {
  if (!recording()) return;
  const auto shared = std::make_shared<Backward>(std::move(backward));
  EachTape([&](Tape* tape) { tape->RecordCustom(name, inputs, outputs, shared); });
}

void Context::VariableAccessed(VariableObject* variable) {
  for (auto& watcher : variable_watchers) {
    const bool known = std::any_of(watcher.begin(), watcher.end(), [&](const Value& v) {
      return v.as<VariableObject>()->handle == variable->handle;
    });
    if (!known) watcher.push_back(Value::Borrow(variable));
  }
  for (FuncGraph* open = graph(); open; open = open->outer().get()) open->NoteAccess(variable);
  if (!recording()) return;
  for (Tape* tape : tapes_)
    if (tape->watch_variables()) tape->WatchVariable(variable);
}

}  // namespace tp
