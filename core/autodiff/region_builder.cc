#include "core/autodiff/region_builder.h"

namespace tp {

std::vector<Val> RegionBuilder::Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                      std::string_view name) {
  std::vector<Val> local;
  local.reserve(inputs.size());
  for (const Val& input : inputs) local.push_back(Local(input));
  return GraphBuilder::Apply(op, local, std::move(attrs),
                             scope_ + std::string(name.empty() ? op.name() : name));
}

Val RegionBuilder::Constant(const Tensor& value, std::string_view name) {
  return GraphBuilder::Constant(value, scope_ + std::string(name.empty() ? "Const" : name));
}

Val RegionBuilder::Capture(const Val& external) {
  const Val internal = Input(external.dtype(), external.shape(), scope_ + "Placeholder");
  captures_.push_back({external, internal});
  return internal;
}

Val RegionBuilder::Local(const Val& value) {
  if (!value.symbolic()) return Constant(value.tensor());
  if (value.graph() == graph()) return value;
  if (const auto found = local_.find(KeyOf(value)); found != local_.end()) return found->second;
  Val local;
  if (const Tensor* constant = value.constant())
    local = Constant(*constant);
  else
    local = value.graph() == source_ ? CaptureForward(value) : Capture(value);
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
