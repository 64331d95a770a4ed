// Shapes: the names that an instance has attributes for, in order. A tree rooted in the type; see object.h.

#include "core/base/hash_map.h"
#ifndef TP_CORE_INTERP_ATTR_INL_H_
#define TP_CORE_INTERP_ATTR_INL_H_

namespace tp {

struct AttrShape {
  TypeObject* type;
  AttrShape* parent;
  StrObject* name;        // the last one; null in a root
  uint32_t count;         // names along the way to the root
  AttrShape* last_child;  // the transition taken last
  HashMap<StrObject*, AttrShape*>* children;
  HashMap<StrObject*, uint32_t>* places;  // name → index, made for long shapes
};
constexpr uint32_t kMaxShapeNames = 128;  // more: the instance gets a dict

// Index of `name` in `shape`, or -1.
int ShapeFindSlow(AttrShape* shape, StrObject* name);
inline int ShapeFind(AttrShape* shape, StrObject* name) {
  if (shape->count > 12) return ShapeFindSlow(shape, name);
  for (; shape->count; shape = shape->parent)
    if (shape->name == name) return static_cast<int>(shape->count) - 1;
  return -1;
}

template <class F>
void ForEachAttr(Object* o, F f) {
  AttrStorage* attrs = AttrsOf(o);
  if (!attrs) return;
  if (attrs->dict) {
    int64_t pos = 0;
    while (DictEntry* e = DictNext(attrs->dict, &pos))
      if (IsStr(e->key)) f(e->key.as<StrObject>(), e->value);
    return;
  }
  if (!attrs->shape) return;
  StrObject* order[kMaxShapeNames];
  const uint32_t count = attrs->shape->count;
  for (AttrShape* s = attrs->shape; s->count; s = s->parent) order[s->count - 1] = s->name;
  for (uint32_t i = 0; i < count; ++i) {
    Value v = attrs->slots[i];
    f(order[i], v);
  }
}

}  // namespace tp

#endif  // TP_CORE_INTERP_ATTR_INL_H_
