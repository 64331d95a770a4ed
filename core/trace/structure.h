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

// How mappings are made anew. kNest: as tf.nest does, `type()` filled key by key, a defaultdict with its
// factory; those that cannot be changed of their pairs. kTraceType: as the type of a function's results does,
// of their pairs, and a defaultdict as a dict (TensorFlow: trace_type/default_types.py).
enum class Rebuild { kNest, kTraceType };

// The same structure with each leaf replaced by f(leaf); containers are new, of the same types, dicts in the
// same order of keys (f is called by sorted key).
Value MapStructure(const Value& structure, const std::function<Value(const Value&)>& f,
                   Rebuild how = Rebuild::kNest);

// A mapping of the type of `like` with the items of `dict`.
Value MappingLike(const Value& like, const Value& dict, Rebuild how);

// Ranges and views of dicts: leaves here, but lists for tf.nest, which a function that returns them uses.
bool IsListForNest(const Value& v);

// True where both have the same containers, lengths and keys; leaves do not count.
bool SameStructure(const Value& a, const Value& b);

// What tf.nest.assert_same_structure says of the two, composites taken apart; "" where they are alike.
std::string StructureDifference(const Value& a, const Value& b);

}  // namespace tp
