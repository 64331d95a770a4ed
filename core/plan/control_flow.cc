#include "core/plan/control_flow.h"

#include <string>

namespace tp {

Control ControlOf(const OpInfo& op) {
  const std::string_view name = op.name();
  if (name == "If" || name == "StatelessIf") return Control::kIf;
  if (name == "While" || name == "StatelessWhile") return Control::kWhile;
  if (name == "Case" || name == "StatelessCase") return Control::kCase;
  if (name == "PartitionedCall" || name == "StatefulPartitionedCall") return Control::kCall;
  return Control::kNone;
}

Status ControlRegions(const OpInfo& op, Control control, const AttrSet& attrs,
                      SmallVector<Graph*, 2>* regions) {
  auto add = [&](std::string_view name) -> Status {
    const AttrValue* value = attrs.Find(name);
    const FuncAttr* fn = value ? value->As<FuncAttr>() : nullptr;
    if (!fn || !fn->graph()) return InvalidArgument("{} has no function attribute `{}`", op.name(), name);
    regions->push_back(fn->graph());
    return {};
  };
  switch (control) {
    case Control::kNone:
      return {};
    case Control::kIf:
      TP_RETURN_IF_ERROR(add("then_branch"));
      return add("else_branch");
    case Control::kWhile:
      TP_RETURN_IF_ERROR(add("cond"));
      return add("body");
    case Control::kCall:
      return add("f");
    case Control::kCase: {
      const AttrValue* value = attrs.Find("branches");
      const auto* branches = value ? value->As<std::vector<FuncAttr>>() : nullptr;
      if (!branches || branches->empty()) return InvalidArgument("{} has no branches", op.name());
      for (const FuncAttr& branch : *branches) {
        if (!branch.graph()) return InvalidArgument("{} has an empty branch", op.name());
        regions->push_back(branch.graph());
      }
      return {};
    }
  }
  return {};
}

Status TruthOf(const Tensor& condition, bool* truth) {
  if (condition.rank() != 0)
    return InvalidArgument("The second input must be a scalar, but it has shape {}",
                           condition.shape().ToBracketString());
  if (condition.dtype() == DType::kBool) {
    *truth = condition.scalar<bool>();
    return {};
  }
  if (condition.dtype() == DType::kString) {
    *truth = !condition.scalar<std::string>().empty();
    return {};
  }
  const bool known = DispatchNumeric(condition.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      *truth = static_cast<float>(condition.scalar<T>()) != 0;
    else
      *truth = condition.scalar<T>() != zero;
  });
  if (known) return {};
  return InvalidArgument("Expected bool, got {} as a condition", DTypeName(condition.dtype()));
}

int64_t BranchOf(const Tensor& index, int64_t branches) {
  const int64_t branch = ElementAsInt(index, 0);
  return branch < 0 || branch >= branches ? branches - 1 : branch;
}

}  // namespace tp
