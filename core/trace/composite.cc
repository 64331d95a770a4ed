#include "core/trace/composite.h"

#include "core/base/check.h"
#include "core/interp/errors.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

bool HasName(const Value& v, std::string_view name) {
  return v.is_object() && v.object()->type->is_heap() && TypeLookup(v.object()->type, InternStr(name));
}

}  // namespace

bool IsComposite(const Value& v) { return HasName(v, "_tf_composite_tensor") && HasName(v, "_type_spec"); }
bool HasComponents(const Value& v) { return IsComposite(v) || HasName(v, "_with_components"); }
bool IsCompositeSpec(const Value& v) { return HasName(v, "_component_specs"); }
Value CompositeSpecOf(const Value& v) { return GetAttr(v, "_type_spec"); }

std::vector<Val> ComponentsOf(const Value& v) {
  std::vector<Val> components;
  ForEach(CallMethod(v, "_flatten_components"),
          [&](Value item) { components.push_back(ConvertToTensor(item)); });
  return components;
}

std::vector<Value> ComponentSpecsOf(const Value& spec) {
  std::vector<Value> specs;
  ForEach(GetAttr(spec, "_component_specs"), [&](Value item) { specs.push_back(std::move(item)); });
  return specs;
}

static Value ListOf(std::span<const Val> tensors) {
  const Value list = MakeList({});
  for (const Val& tensor : tensors) ListAppend(list.as<ListObject>(), MakeTensor(tensor));
  return list;
}

Value FromComponents(const Value& spec, std::span<const Val> components) {
  return CallMethod(spec, "_from_components", {ListOf(components)});
}

Value MapComponents(const Value& composite, const std::function<Val(const Val&)>& f) {
  std::vector<Val> components = ComponentsOf(composite);
  for (Val& component : components) component = f(component);
  if (IsComposite(composite)) return FromComponents(CompositeSpecOf(composite), components);
  return CallMethod(composite, "_with_components", {ListOf(components)});
}

void FlattenTensors(const Value& structure, std::vector<Value>* leaves) {
  std::vector<Value> flat;
  Flatten(structure, &flat);
  for (Value& leaf : flat) {
    if (HasComponents(leaf))
      ForEach(CallMethod(leaf, "_flatten_components"),
              [&](Value part) { leaves->push_back(std::move(part)); });
    else
      leaves->push_back(std::move(leaf));
  }
}

Value MapTensors(const Value& structure, const std::function<Value(const Value&)>& f) {
  return MapStructure(structure, [&](const Value& leaf) -> Value {
    if (!HasComponents(leaf)) return f(leaf);
    return MapComponents(leaf, [&](const Val& v) { return ConvertToTensor(f(MakeTensor(v))); });
  });
}

std::vector<Val> TensorsIn(const Value& structure) {
  std::vector<Value> leaves;
  Flatten(structure, &leaves);
  std::vector<Val> tensors;
  for (const Value& leaf : leaves) {
    if (IsTensor(leaf)) {
      tensors.push_back(ValOf(leaf));
    } else if (HasComponents(leaf)) {
      const std::vector<Val> components = ComponentsOf(leaf);
      tensors.insert(tensors.end(), components.begin(), components.end());
    }
  }
  return tensors;
}

Value WithTensors(const Value& structure, std::span<const Val> tensors, Rebuild how) {
  size_t next = 0;
  const auto replace = [&](const Val&) {
    TP_CHECK(next < tensors.size(), "a structure has more than {} tensors", tensors.size());
    return tensors[next++];
  };
  return MapStructure(
      structure,
      [&](const Value& leaf) -> Value {
        if (IsTensor(leaf)) return MakeTensor(replace(ValOf(leaf)));
        return HasComponents(leaf) ? MapComponents(leaf, replace) : leaf;
      },
      how);
}

}  // namespace tp
