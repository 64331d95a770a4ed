#include "api/session.h"

#include <algorithm>
#include <cmath>

#include "core/base/stable_sort.h"
#include "core/passes/pass.h"

namespace tp {
namespace {

using Kind = TraceType::Kind;

std::string ItemPath(const std::string& path, const TraceType& type, size_t i) {
  switch (type.kind()) {
    case Kind::kDict:
      return fmt::format("{}[{}]", path, LiteralRepr(type.keys()[i]));
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      return fmt::format("{}.{}", path, type.fields()[i]);
    default:
      return fmt::format("{}[{}]", path, i);
  }
}

// Calls leaf(path, type) for each leaf, in the order in which tensors become graph inputs.
template <class F>
void ForEachLeaf(const std::string& path, const TraceTypeRef& type, F&& leaf) {
  switch (type->kind()) {
    case Kind::kTensor:
    case Kind::kVariable:
    case Kind::kLiteral:
    case Kind::kObject:
    case Kind::kCustom:
      leaf(path, type);
      return;
    case Kind::kDict:
      for (int i : type->SortedKeyOrder()) ForEachLeaf(ItemPath(path, *type, i), type->items()[i], leaf);
      return;
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      for (size_t i = 0; i < type->items().size(); ++i)
        ForEachLeaf(ItemPath(path, *type, i), type->items()[i], leaf);
      return;
  }
}

std::vector<const Parameter*> InGraphOrder(const FunctionType& type) {
  std::vector<const Parameter*> order, keyword_only;
  for (const Parameter& p : type.parameters())
    (p.kind == Parameter::Kind::kKeywordOnly ? keyword_only : order).push_back(&p);
  StableSort(&keyword_only, [](auto* a, auto* b) { return a->name < b->name; });
  order.insert(order.end(), keyword_only.begin(), keyword_only.end());
  return order;
}

// Why a tensor does not fit, in words; "" where it does.
std::string WhyNot(DType dtype, const Shape& shape, const TraceType& wanted) {
  if (dtype != wanted.dtype())
    return fmt::format("dtype is {}, must be {}", DTypeShortName(dtype), DTypeShortName(wanted.dtype()));
  if (!wanted.shape().has_rank()) return "";
  if (shape.rank() != wanted.shape().rank())
    return fmt::format("rank is {}, must be {}", shape.rank(), wanted.shape().rank());
  for (int i = 0; i < shape.rank(); ++i)
    if (IsKnown(wanted.shape()[i]) && wanted.shape()[i] != shape[i])
      return fmt::format("axis {} is {}, must be {}", i, shape[i], wanted.shape()[i]);
  return "";
}

// A handle of a variable of the call's own with this value.
Tensor FreshVariable(const InputSlot& slot, const Tensor& value) {
  auto resource = MakeRef<VariableResource>();
  resource->name = slot.path;
  resource->dtype = slot.type->dtype();
  resource->shape = slot.type->shape();
  resource->value = value.Clone();  // the graph may write it in place
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(resource);
  return handle;
}

}  // namespace

std::vector<InputSlot> InputSlots(const BundleConcrete& concrete) {
  std::vector<InputSlot> slots;
  int next = 0;
  std::map<int, int> by_alias;  // a variable given twice is one input
  for (const Parameter* p : InGraphOrder(*concrete.type))
    ForEachLeaf(p->name, p->type, [&](const std::string& path, const TraceTypeRef& type) {
      InputSlot slot{path, type, -1};
      if (type->kind() == Kind::kTensor) {
        slot.graph_input = next++;
      } else if (type->kind() == Kind::kVariable) {
        auto [it, is_new] = by_alias.emplace(type->alias(), next);
        if (is_new) ++next;
        slot.graph_input = it->second;
      }
      slots.push_back(std::move(slot));
    });
  return slots;
}

std::vector<OutputSlot> OutputSlots(const BundleConcrete& concrete) {
  std::vector<OutputSlot> slots;
  if (!concrete.type->output()) return slots;
  int next = 0;
  ForEachLeaf("", concrete.type->output(), [&](const std::string& path, const TraceTypeRef& type) {
    if (type->kind() == Kind::kTensor || type->kind() == Kind::kVariable) slots.push_back({path, next++});
  });
  return slots;
}

namespace {

// As Tensor::Allocate; throws std::bad_alloc.
Tensor NewScalar(DType dtype) {
  Tensor tensor = Tensor::Allocate(dtype, Shape());
  if (!tensor.valid()) throw std::bad_alloc();
  return tensor;
}
template <class T>
std::optional<Tensor> ScalarOf(const T& value) {
  Tensor tensor = NewScalar(DTypeOf<T>::value);
  *tensor.data<T>() = value;
  return tensor;
}

}  // namespace

std::optional<Tensor> AsTensor(const InputValue& value, DType wanted) {
  if (const Tensor* tensor = std::get_if<Tensor>(&value)) return *tensor;
  const LiteralValue& literal = std::get<LiteralValue>(value);
  if (const auto* text = std::get_if<std::string>(&literal))
    return wanted == DType::kString ? ScalarOf(*text) : std::nullopt;
  if (const bool* b = std::get_if<bool>(&literal))
    return wanted == DType::kBool ? ScalarOf(*b) : std::nullopt;
  const int64_t* i = std::get_if<int64_t>(&literal);
  const double* d = std::get_if<double>(&literal);
  if (!i && !d) return std::nullopt;
  if (d && !IsFloating(wanted) && !IsComplex(wanted)) return std::nullopt;
  if (wanted == DType::kBool) return std::nullopt;
  Tensor tensor = NewScalar(wanted);
  bool fits = true;
  const bool numeric = DispatchNumeric(wanted, [&](auto zero) {
    using T = decltype(zero);
    T& to = *tensor.data<T>();
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
      to = T(i ? static_cast<float>(*i) : static_cast<float>(*d));
    } else if constexpr (std::is_integral_v<T>) {
      to = static_cast<T>(*i);
      fits = static_cast<int64_t>(to) == *i && (*i >= 0 || std::is_signed_v<T>);
    } else if constexpr (std::is_floating_point_v<T>) {
      to = i ? static_cast<T>(*i) : static_cast<T>(*d);
    } else {
      to = T(i ? static_cast<typename T::value_type>(*i) : static_cast<typename T::value_type>(*d));
    }
  });
  return numeric && fits ? std::optional(tensor) : std::nullopt;
}

std::string ShortForm(const InputValue& value) {
  if (const Tensor* t = std::get_if<Tensor>(&value))
    return fmt::format("{}{}", DTypeShortName(t->dtype()), t->shape().ToBracketString());
  return LiteralRepr(std::get<LiteralValue>(value));
}

Session::Session(const BundleContents& contents) : contents_(contents) {
  // Bundles hold graphs as they were traced: the passes run when a graph is first planned.
  SetPreparePasses([](Graph& graph) {
    static auto* const runner = new Executor;  // for constant folding
    return Optimize(graph, {.runner = runner});
  });
  for (const BundleVariable& v : contents.variables) {
    auto resource = MakeRef<VariableResource>();
    resource->name = v.name;
    resource->dtype = v.dtype;
    resource->shape = v.shape;
    Tensor handle = Tensor::Allocate(DType::kResource, Shape());
    *handle.data<Ref<RefCounted>>() = resource;
    variables_.push_back(std::move(resource));
    handles_.push_back(std::move(handle));
  }
  ResetVariables();
}

void Session::ResetVariables() {
  // The bundle's value is read-only memory of the file: the first assignment in place makes a copy.
  for (size_t i = 0; i < variables_.size(); ++i) variables_[i]->value = contents_.variables[i].value;
}

const BundleFunction* Session::FindFunction(std::string_view name) const {
  const BundleFunction* found = nullptr;
  for (const BundleFunction& f : contents_.functions) {
    if (f.id == name) return &f;
    if (f.id.size() > name.size() && f.id.ends_with(name) && f.id[f.id.size() - name.size() - 1] == '.') {
      if (found) return nullptr;
      found = &f;
    }
  }
  return found;
}

std::vector<Mismatch> Session::Compare(const BundleConcrete& concrete, const NamedInputs& inputs) {
  std::vector<Mismatch> found;
  const std::vector<InputSlot> slots = InputSlots(concrete);
  for (const auto& [name, value] : inputs) {
    const auto slot = std::find_if(slots.begin(), slots.end(),
                                   [&, &name = name](const InputSlot& s) { return s.path == name; });
    if (slot == slots.end()) {
      found.push_back({name, ShortForm(value), "-", "there is no such input"});
      continue;
    }
    std::string why;
    if (slot->type->kind() == Kind::kTensor || slot->type->kind() == Kind::kVariable) {
      const auto tensor = AsTensor(value, slot->type->dtype());
      why = tensor ? WhyNot(tensor->dtype(), tensor->shape(), *slot->type) : "it does not convert";
    } else if (slot->type->kind() == Kind::kLiteral) {
      const auto* literal = std::get_if<LiteralValue>(&value);
      if (!literal || !LiteralEquals(*literal, slot->type->literal())) why = "another value was traced";
    } else {
      why = "it is an object of the spec";
    }
    if (!why.empty()) found.push_back({name, ShortForm(value), slot->type->Short(), std::move(why)});
  }
  return found;
}

int Session::Select(const BundleFunction& function, const NamedInputs& inputs) {
  int best = -1, best_exact = -1;
  for (size_t i = 0; i < function.concretes.size(); ++i) {
    if (MakesVariables(function, i) || !Compare(function.concretes[i], inputs).empty()) continue;
    // 3 is 3.0, but where both were traced each has its own.
    int exact = 0;
    for (const InputSlot& slot : InputSlots(function.concretes[i])) {
      const auto given = inputs.find(slot.path);
      if (given == inputs.end() || slot.type->kind() != Kind::kLiteral) continue;
      const auto* literal = std::get_if<LiteralValue>(&given->second);
      exact += literal && literal->index() == slot.type->literal().index();
    }
    if (exact < best_exact) continue;
    if (exact > best_exact || (function.concretes[i].type->IsServedBy(*function.concretes[best].type) &&
                               !function.concretes[best].type->IsServedBy(*function.concretes[i].type))) {
      best = static_cast<int>(i);
      best_exact = exact;
    }
  }
  return best;
}

bool Session::MakesVariables(const BundleFunction& function, size_t trace) {
  for (size_t i = trace + 1; i < function.concretes.size(); ++i) {
    const RetraceRecord& record = function.concretes[i].retrace;
    if (record.cause == RetraceCause::kCapturedVariable && record.nearest == static_cast<int>(trace) + 1)
      return true;
  }
  return false;
}

std::string Session::UnknownInput(const BundleFunction& function, const NamedInputs& inputs) {
  for (const auto& [name, value] : inputs) {
    bool known = false;
    for (const BundleConcrete& concrete : function.concretes)
      for (const InputSlot& slot : InputSlots(concrete)) known |= slot.path == name;
    if (!known) return name;
  }
  return "";
}

Status Session::Call(const BundleConcrete& concrete, const NamedInputs& inputs,
                     std::vector<Tensor>* outputs) {
  std::vector<Tensor> flat(concrete.graph->inputs_list.size() - concrete.captures.size());
  const auto is_set = [&](const InputSlot& slot) {
    return flat[static_cast<size_t>(slot.graph_input)].valid();
  };
  for (const InputSlot& slot : InputSlots(concrete)) {
    if (slot.graph_input < 0) continue;
    const auto given = inputs.find(slot.path);
    // A variable that is an argument twice is one input.
    if (is_set(slot)) continue;
    if (given == inputs.end())
      return InvalidArgument("input `{}` is missing, {} is wanted", slot.path, slot.type->Short());
    const auto tensor = AsTensor(given->second, slot.type->dtype());
    const std::string why =
        tensor ? WhyNot(tensor->dtype(), tensor->shape(), *slot.type) : "it does not convert";
    if (!why.empty())
      return InvalidArgument("input `{}` is {}, {} is wanted: {}", slot.path, ShortForm(given->second),
                             slot.type->Short(), why);
    flat[static_cast<size_t>(slot.graph_input)] =
        slot.type->kind() == Kind::kVariable ? FreshVariable(slot, *tensor) : *tensor;
  }
  outputs->assign(concrete.output_map.size(), Tensor());
  return CallFlat(concrete, flat, *outputs);
}

std::span<const Tensor> Session::WithCaptures(const BundleConcrete& concrete,
                                              std::span<const Tensor> inputs) {
  call_inputs_.assign(inputs.begin(), inputs.end());
  for (const BundleCapture& c : concrete.captures)
    call_inputs_.push_back(c.variable >= 0 ? handles_[static_cast<size_t>(c.variable)] : c.value);
  return call_inputs_;
}

Status Session::CallFlat(const BundleConcrete& concrete, std::span<const Tensor> inputs,
                         std::span<Tensor> outputs) {
  WithCaptures(concrete, inputs);
  call_outputs_.resize(concrete.graph->outputs_list.size());
  Status status = executor_.RunGraph(*concrete.graph, call_inputs_, call_outputs_);
  if (status.ok())
    for (size_t i = 0; i < concrete.output_map.size(); ++i)
      outputs[i] = call_outputs_[static_cast<size_t>(concrete.output_map[i])];
  // Nothing of the call is held longer than it: buffers go back to the pool.
  for (Tensor& t : call_inputs_) t = Tensor();
  for (Tensor& t : call_outputs_) t = Tensor();
  return status;
}

}  // namespace tp
