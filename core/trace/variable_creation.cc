#include "core/trace/variable_creation.h"

#include <algorithm>
#include <map>

#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

VariableCreation* current = nullptr;

// A region for one side of a conditional: built with the context, outer graph around it.
Ref<FuncGraph> Branch(const char* name, const Val& handle, const Val* initial) {
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
  }
  return branch;
}

// The eager value of a node's output, computed from the nodes that it needs. Nothing where it needs an argument.
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
      const Status status = Context::Get().runner().RunOp(*graph_.node(node).op, graph_.attrs(node), inputs, outputs);
      if (!status.ok()) RaiseStatus(status);
      for (size_t i = 0; i < outputs.size(); ++i) values_[graph_.output(node, static_cast<int>(i))] = outputs[i];
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

VariableCreationScope::VariableCreationScope(VariableCreation* creation) : outer_(current) { current = creation; }
VariableCreationScope::~VariableCreationScope() { current = outer_; }

void CheckVariableCreation() {
  if (!Context::Get().graph() || !current || current->allowed) return;
  Raise(&ValueErrorType,
        "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created once or created outside "
        "tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more information.");
}

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
  context.EnterScope("cond", &old);
  const Ref<FuncGraph> keep = Branch("cond_true", handle, nullptr);
  // The branches have the same inputs: the handle and the value.
  {
    const Context::GraphScope scope(keep);
    keep->CaptureByPlaceholder(context, initial, "initial_value");
  }
  const Ref<FuncGraph> assign = Branch("cond_false", handle, &initial);
  const std::vector<Val> inputs = {initialized, handle, initial};
  context.Apply(OpRegistry::Get("If"), inputs,
                MakeAttrs({{"Tcond", DType::kBool}, {"Tin", std::vector<DType>{DType::kResource, initial.dtype()}}, {"Tout", std::vector<DType>()},
                           {"then_branch", FuncAttr(keep)}, {"else_branch", FuncAttr(assign)}, {"output_shapes", std::vector<tp::Shape>()}}));
  context.ExitScope(old);
}

bool LiftInitializers(VariableCreation& creation) {
  std::vector<Tensor> values;
  Evaluator evaluator(*creation.graph);
  for (auto& [variable, initial] : creation.pending) {
    Tensor value;
    if (!initial.symbolic()) value = initial.tensor();
    else if (initial.graph().get() != creation.graph || !evaluator.Value(initial.id(), &value)) return false;
    values.push_back(std::move(value));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const VariableObject* v = AsVariable(creation.pending[i].first);
    auto* resource = static_cast<VariableResource*>(v->handle.tensor().data<Ref<RefCounted>>()->get());
    resource->value = values[i];
  }
  creation.pending.clear();
  return true;
}

}  // namespace tp
