#include "core/ir/grad.h"

namespace tp {
namespace {

std::vector<std::pair<std::string_view, GradFn>>& Registered() {
  static std::vector<std::pair<std::string_view, GradFn>> gradients;
  return gradients;
}

}  // namespace

RegisterGradient::RegisterGradient(std::string_view op, GradFn gradient) {
  Registered().emplace_back(op, gradient);
}

GradFn GradientOf(const OpInfo& op) {
  if (op.def().gradient) return op.def().gradient;
  for (const auto& [name, gradient] : Registered())
    if (name == op.name()) return gradient;
  return nullptr;
}

Val OpBuilder::Op(std::string_view op, std::initializer_list<Val> inputs, Attrs attrs,
                  std::string_view name) {
  std::vector<Val> outputs =
      Apply(OpRegistry::Get(op), std::span<const Val>(inputs.begin(), inputs.size()), std::move(attrs), name);
  return outputs.empty() ? Val() : std::move(outputs[0]);
}

std::vector<Val> OpBuilder::Ops(std::string_view op, std::span<const Val> inputs, Attrs attrs,
                                std::string_view name) {
  return Apply(OpRegistry::Get(op), inputs, std::move(attrs), name);
}

}  // namespace tp
