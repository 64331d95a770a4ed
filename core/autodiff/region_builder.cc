#include "core/autodiff/region_builder.h"

namespace tp {

std::vector<Val> RegionBuilder::Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                      std::string_view name) {
  return GraphBuilder::Apply(op, inputs, std::move(attrs), InScope(name.empty() ? op.name() : name));
}

std::string RegionBuilder::InScope(std::string_view name) const {
  return name.back() == '/' ? std::string(name) : scope_ + std::string(name);
}

std::string RegionBuilder::Scope(std::string_view name) { return GraphBuilder::Scope(InScope(name)); }

Val RegionBuilder::Constant(const Tensor& value, std::string_view name) {
  return GraphBuilder::Constant(value, InScope(name.empty() ? "Const" : name));
}

Val RegionBuilder::Adopt(const Val& input, const std::string& name) {
  if (!input.symbolic()) return GraphBuilder::Constant(input.tensor(), name);
  // What is captured is named after the value, within the scope of the node that needs it.
  return Local(input, name.substr(0, name.rfind('/') + 1));
}

Val RegionBuilder::Capture(const Val& external, const std::string& scope) {
  const std::string of = external.symbolic()
                             ? external.graph()->node_name(external.graph()->producer(external.id()))
                             : "Placeholder";
  const Val internal = Input(external.dtype(), external.shape(), (scope.empty() ? scope_ : scope) + of);
  captures_.push_back({external, internal});
  return internal;
}

Val RegionBuilder::Local(const Val& value, const std::string& scope) {
  if (!value.symbolic()) return Constant(value.tensor());
  if (value.graph() == graph()) return value;
  if (const auto found = local_.find(KeyOf(value)); found != local_.end()) return found->second;
  Val local;
  const Tensor* constant = copy_constants_ ? value.constant() : nullptr;
  if (constant)
    local = Constant(*constant);
  else
    local = value.graph() == source_ ? CaptureForward(value, scope) : Capture(value, scope);
  local_[KeyOf(value)] = local;
  return local;
}

Val ThroughIdentity(const Val& value) {
  Val seen = value;
  while (seen.symbolic()) {
    Graph& graph = *seen.graph();
    const NodeId node = graph.producer(seen.id());
    if (graph.node(node).op->name() != "Identity") break;
    seen = Val(seen.graph(), graph.inputs(node)[0]);
  }
  return seen;
}

}  // namespace tp
