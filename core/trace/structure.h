// Nested structures of Python values: lists, tuples, named tuples, dicts; everything else is a leaf
// (TensorFlow: python/util/nest.py). Dicts are walked by sorted key.
#pragma once

#include <functional>
#include <vector>

#include "core/interp/abstract.h"

namespace tp {

enum class Container { kLeaf, kList, kTuple, kNamedTuple, kDict };
Container ContainerOf(const Value& v);

// A dict's keys, sorted; TypeError "'<' not supported …" becomes nest's text where they do not compare.
std::vector<Value> SortedKeys(const Value& dict);

// The leaves in order.
void Flatten(const Value& structure, std::vector<Value>* leaves);

// The same structure with each leaf replaced by f(leaf); containers are new, of the same types, dicts in the
// same order of keys (f is called by sorted key).
Value MapStructure(const Value& structure, const std::function<Value(const Value&)>& f);

// A value that is made of tensors (a TensorArray, a ragged or sparse tensor) gives them, and makes another
// like itself of new ones: `_flatten_components()`, `_with_components(list)`.
bool IsComposite(const Value& v);
// As Flatten and MapStructure, with composites taken apart (nest's expand_composites).
void FlattenTensors(const Value& structure, std::vector<Value>* leaves);
Value MapTensors(const Value& structure, const std::function<Value(const Value&)>& f);

// True where both have the same containers, lengths and keys; leaves do not count.
bool SameStructure(const Value& a, const Value& b);

}  // namespace tp
