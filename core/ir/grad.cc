#include "core/ir/grad.h"

namespace tp {

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
