// Composite values: objects of the library's classes that stand for tensors (datasets, iterators, optionals).
// Such a class says `_tf_composite_tensor = True`; its objects have `_type_spec`, what describes them, and
// `_flatten_components()`, their tensors; a spec has `_component_specs`, the TensorSpecs of these, and
// `_from_components(tensors)`, the way back (TensorFlow: framework/composite_tensor.py, type_spec.py).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/trace/objects.h"
#include "core/trace/structure.h"

namespace tp {

bool IsComposite(const Value& v);
// A spec of composite values.
bool IsCompositeSpec(const Value& v);
// REQUIRES: IsComposite(v).
Value CompositeSpecOf(const Value& v);
std::vector<Val> ComponentsOf(const Value& v);
// REQUIRES: IsCompositeSpec(spec).
std::vector<Value> ComponentSpecsOf(const Value& spec);
Value FromComponents(const Value& spec, std::span<const Val> components);

// True also for values that structures take apart though functions do not (TensorArrays): a class that says
// `_flatten_components()` and `_with_components(tensors)`, another like this one of these tensors.
bool HasComponents(const Value& v);

// REQUIRES: HasComponents(composite). The same with each component replaced by f(component).
Value MapComponents(const Value& composite, const std::function<Val(const Val&)>& f);

// As Flatten and MapStructure, with what has components taken apart (nest's expand_composites); other leaves
// that are no tensors are leaves.
void FlattenTensors(const Value& structure, std::vector<Value>* leaves);
Value MapTensors(const Value& structure, const std::function<Value(const Value&)>& f);

// Tensors of a structure in order, those of composites among them; leaves that are neither are left out.
std::vector<Val> TensorsIn(const Value& structure);
// The same structure with the tensors of TensorsIn replaced by `tensors`; other leaves stay.
Value WithTensors(const Value& structure, std::span<const Val> tensors, Rebuild how = Rebuild::kNest);

}  // namespace tp
