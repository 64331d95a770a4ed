// Nested structures of Python values: lists, tuples, named tuples, dicts and other mappings, objects that
// take themselves apart (`__tf_flatten__`); everything else is a leaf (TensorFlow: python/util/nest.py,
// custom_nest_protocol.py). Dicts are walked by sorted key.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/interp/abstract.h"

namespace tp {

enum class Container { kLeaf, kList, kTuple, kNamedTuple, kDict, kCustom };
Container ContainerOf(const Value& v);

// What `__tf_flatten__` of a kCustom gives, and the way back.
struct NestParts {
  Value metadata;
  std::vector<Value> components;
};
NestParts PartsOf(const Value& v);
Value FromParts(const Value& python_class, const Value& metadata, std::vector<Value> components);
// A kDict's items as a dict: the mapping itself where it is one.
Value DictOf(const Value& mapping);

// A dict's keys, sorted; TypeError "'<' not supported …" becomes nest's text where they do not compare.
std::vector<Value> SortedKeys(const Value& dict);

// The leaves in order.
void Flatten(const Value& structure, std::vector<Value>* leaves);

// The same structure with each leaf replaced by f(leaf); containers are new, of the same types, dicts in the
// same order of keys (f is called by sorted key).
Value MapStructure(const Value& structure, const std::function<Value(const Value&)>& f);

// True where both have the same containers, lengths and keys; leaves do not count.
bool SameStructure(const Value& a, const Value& b);

// What tf.nest.assert_same_structure says of the two, composites taken apart; "" where they are alike.
std::string StructureDifference(const Value& a, const Value& b);

}  // namespace tp
