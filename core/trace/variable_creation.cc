#include "core/trace/variable_creation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/ir/effects.h"
#include "core/ir/first_values.h"
#include "core/trace/errors.h"
#include "core/trace/specs.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {
namespace {

VariableCreation* current = nullptr;

// A region for one side of a conditional: built with the context, outer graph around it. Both take the handle
// and the value; one assigns `initial`, the other has no use for it.
Ref<FuncGraph> Branch(const char* name, const Val& handle, const Val* initial, const Val* other) {
  Context& context = Context::Get();
  auto branch = MakeRef<FuncGraph>(name, Ref<FuncGraph>(context.graph()));
  const Context::GraphScope scope(branch);
  const Val inner_handle = branch->CaptureByPlaceholder(context, handle, "handle");
  if (initial) {
    const Val value = branch->CaptureByPlaceholder(context, *initial, "initial_value");
    std::string old;
    context.EnterScope("Assign", &old);
    const Val pair[] = {inner_handle, value};
    context.Apply(OpRegistry::Get("AssignVariableOp"), pair, MakeAttrs({{"dtype", value.dtype()}}));
    context.ExitScope(old);
  } else {
    branch->CaptureByPlaceholder(context, *other, "initial_value");
  }
  // A branch that gives nothing gives the predicate's value (func_graph.py: op_return_value).
  const Val result = context.Op("Identity", {context.Constant(Tensor::Scalar(initial == nullptr))});
  branch->outputs_list.push_back(result.id());
  const NodeId returned = branch->producer(result.id());
  AddControlEdges(*branch, std::span(&returned, 1));
  return branch;
}

// The eager value of a node's output, computed from the nodes that it needs. Nothing where it needs an
// argument.
class Evaluator {
 public:
  explicit Evaluator(FuncGraph& graph) : graph_(graph) {
    for (const FuncGraph::Capture& c : graph.captures()) captured_[c.internal.id()] = c.external;
  }

  bool Value(ValueId id, Tensor* out) {
    if (const auto known = values_.find(id); known != values_.end()) {
      *out = known->second;
      return true;
    }
    if (const auto c = captured_.find(id); c != captured_.end()) {
      if (c->second.symbolic()) return false;
      *out = c->second.tensor();
      return true;
    }
    // Nodes in program order, so that an explicit stack is enough: collect what is needed, then run upwards.
    std::vector<NodeId> needed;
    std::vector<NodeId> stack = {graph_.producer(id)};
    std::map<NodeId, bool> seen;
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (!seen.emplace(node, true).second) continue;
      if (graph_.node(node).num_outputs && captured_.count(graph_.output(node))) continue;
      if (graph_.node(node).op->name() == "Placeholder") return false;
      needed.push_back(node);
      for (ValueId input : graph_.inputs(node)) stack.push_back(graph_.producer(input));
    }
    std::sort(needed.begin(), needed.end());
    for (NodeId node : needed) {
      std::vector<Tensor> inputs;
      for (ValueId input : graph_.inputs(node)) {
        const auto c = captured_.find(input);
        if (c != captured_.end() && c->second.symbolic()) return false;
        inputs.push_back(c != captured_.end() ? c->second.tensor() : values_.at(input));
      }
      std::vector<Tensor> outputs(graph_.node(node).num_outputs);
      const Status status =
          Context::Get().runner().RunOp(*graph_.node(node).op, graph_.attrs(node), inputs, outputs);
      if (!status.ok()) RaiseStatus(status);
      for (size_t i = 0; i < outputs.size(); ++i)
        values_[graph_.output(node, static_cast<int>(i))] = outputs[i];
    }
    *out = values_.at(id);
    return true;
  }

 private:
  FuncGraph& graph_;
  std::map<ValueId, Val> captured_;
  std::map<ValueId, Tensor> values_;
};

}  // namespace

VariableCreation* CurrentVariableCreation() { return current; }

namespace {

// Records the nodes that TensorFlow records for a variable that is made inside a function: `variable` has an
// eager handle, `initial` is its value in the open graph.
void InitializeInGraph(const Value& variable, const Val& initial) {
  Context& context = Context::Get();
  const VariableObject* v = AsVariable(variable);
  if (current) {
    current->created.push_back(MakeWeakRef(variable));
    current->pending.emplace_back(variable, initial);
  }
  // cond(var_is_initialized(handle), not_assign_fn, assign_fn): runs the assignment where lifting failed.
  const Val handle = context.graph()->CaptureByPlaceholder(context, v->handle, v->name);
  const Val initialized = context.Op("VarIsInitializedOp", {handle});
  std::string old;
  const std::string scope = context.EnterScope("cond", &old);
  const Ref<FuncGraph> keep = Branch("cond_true", handle, nullptr, &initial);
  const Ref<FuncGraph> assign = Branch("cond_false", handle, &initial, nullptr);
  const std::vector<Val> inputs = {initialized, handle, initial};
  const std::vector<Val> done =
      context.Apply(OpRegistry::Get("If"), inputs,
                    MakeAttrs({{"Tcond", DType::kBool},
                               {"Tin", std::vector<DType>{DType::kResource, initial.dtype()}},
                               {"Tout", std::vector<DType>{DType::kBool}},
                               {"then_branch", FuncAttr(keep)},
                               {"else_branch", FuncAttr(assign)},
                               {"output_shapes", std::vector<tp::Shape>(1)}}),
                    scope);
  context.Op("Identity", {done[0]});
  context.ExitScope(old);
}

// tf.Variable(…) while a Function is traced.
Value CreateInFunction(Args args) {
  Context& outer = Context::Get();
  if (!current->allowed)
    Raise(&ValueErrorType,
          "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
          "tf.Variable is only created once or created outside "
          "tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more "
          "information.");
  if (outer.executing_eagerly()) {
    // Inside tf.init_scope variables are made as outside of the function, but count as the function's.
    std::vector<Context::VariableCreator> creators;
    creators.swap(outer.variable_creators);
    struct Back {
      std::vector<Context::VariableCreator>& creators;
      ~Back() { creators.swap(Context::Get().variable_creators); }
    } back{creators};
    const Value made = Call(TypeValue(&VariableType), args);
    current->created.push_back(MakeWeakRef(made));
    return made;
  }
  static ArgParser parser("Variable",
                          "initial_value=None, trainable=None, validate_shape=True, caching_device=None, "
                          "name=None, variable_def=None, dtype=None, "
                          "import_scope=None, constraint=None, synchronization=None, aggregation=None, "
                          "shape=None, experimental_enable_variable_lifting=True");
  Value v[13];
  parser.Parse(args, v);
  if (v[0].is_undef() || v[0].is_none())
    Raise(&ValueErrorType,
          "`initial_value` must be a Tensor or a Python object convertible to a Tensor. Got None.");
  Context& context = Context::Get();
  const std::string name = v[4].is_undef() || v[4].is_none() ? "Variable" : Str(v[4]);
  const std::string full = context.scope().empty() ? name : context.scope() + "/" + name;
  Value given = v[0];
  if (IsCallable(given) && !IsTensor(given) && !IsVariable(given)) given = Call(given);
  const Val initial = ConvertToTensor(given, AsDTypeOrNone(v[6]), DType::kInvalid, "initial_value");
  const tp::Shape shape =
      v[11].is_undef() || v[11].is_none() ? WithoutSymbols(initial.shape()) : AsShape(v[11]);
  const bool trainable = v[1].is_undef() || v[1].is_none() || IsTrue(v[1]);
  VariableObject* made = NewVariableObject(&VariableType, MakeVariableHandle(full, initial.dtype(), shape),
                                           initial.dtype(), shape, full, trainable);
  if (!v[8].is_undef()) made->constraint = v[8];
  const Value variable = Value::Own(made);
  InitializeInGraph(variable, initial);
  return variable;
}

}  // namespace

VariableCreationScope::VariableCreationScope(VariableCreation* creation) : outer_(current) {
  current = creation;
  if (creation) Context::Get().variable_creators.push_back(CreateInFunction);
}
VariableCreationScope::~VariableCreationScope() {
  if (current) Context::Get().variable_creators.pop_back();
  current = outer_;
}

// lift_to_graph.py: the first path that a search in depth finds from the value to an argument.
std::string WhyUnliftable(const FuncGraph& graph, ValueId value) {
  const NodeId from = graph.producer(value);
  std::map<NodeId, NodeId> taken_by;
  std::vector<NodeId> stack = {from};
  std::set<NodeId> seen;
  while (!stack.empty()) {
    NodeId node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second) continue;
    const auto title = [&](NodeId id) {
      return fmt::format("{} ({})", graph.node_name(id), graph.node(id).op->name());
    };
    if (graph.node(node).op->name() == "Placeholder") {
      std::string path = title(node);
      const std::string placeholder(graph.node_name(node));
      while (node != from) path = title(node = taken_by.at(node)) + " <- " + path;
      return fmt::format(
          "Unable to lift tensor {} because it depends transitively on placeholder <tf.Operation '{}' "
          "type=Placeholder> via at least one path, e.g.: {}",
          Repr(MakeTensor(Val(Ref<Graph>(const_cast<FuncGraph*>(&graph)), value))), placeholder, path);
    }
    for (ValueId input : graph.inputs(node)) {
      const NodeId next = graph.producer(input);
      if (seen.count(next)) continue;
      taken_by[next] = node;
      stack.push_back(next);
    }
  }
  return "??";
}

std::string LiftInitializers(VariableCreation& creation) {
  std::vector<Tensor> values;
  std::map<FuncGraph*, Evaluator> evaluators;  // of the function, and of branches that make variables
  for (auto& [variable, initial] : creation.pending) {
    Tensor value;
    if (!initial.symbolic())
      value = initial.tensor();
    else if (FuncGraph* graph = GraphOf(initial);
             !evaluators.try_emplace(graph, *graph).first->second.Value(initial.id(), &value))
      return WhyUnliftable(*graph, initial.id());
    values.push_back(std::move(value));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const VariableObject* v = AsVariable(creation.pending[i].first);
    auto* resource = static_cast<VariableResource*>(v->handle.tensor().data<Ref<RefCounted>>()->get());
    if (resource->value.valid()) continue;  // a checkpoint has been waiting for it
    NoteFirstValue(*resource, values[i]);
    resource->value = values[i];
  }
  return "";
}

namespace {

constexpr TypeSpec UnliftableSpec() {
  TypeSpec t{.name = "tensorflow.python.eager.lift_to_graph.UnliftableError",
             .base = &ExceptionType,
             .size = sizeof(ExceptionObject),
             .attrs = offsetof(ExceptionObject, attrs),
             .flags = kTypeGc | kTypeException};
  return t;
}
constinit TypeObject unliftable_error_type(UnliftableSpec());

}  // namespace

void RaiseUnliftable(const std::string& why) {
  ReadyType(&unliftable_error_type);
  RaiseText(&unliftable_error_type, why);
}

}  // namespace tp
