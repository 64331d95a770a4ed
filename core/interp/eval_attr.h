// The inline cache of an attribute access; see eval_attr.cc.
#ifndef TP_CORE_INTERP_EVAL_ATTR_H_
#define TP_CORE_INTERP_EVAL_ATTR_H_

#include "core/interp/eval.h"

namespace tp {

struct AttrCache {
  enum Kind : uint8_t {
    kNone,
    kSlot,       // attribute `index` of an instance of `shape`
    kAdd,        // a store that takes an instance from `shape` to `next_shape`
    kMember,     // __slots__: a Value at byte `index`
    kMethod,     // a function of the type
    kTypeValue,  // another value of the type
    kProperty,   // a getter of the spec
    kModule,     // entry `index` of a module's dict
    kClass,      // of a class itself
  };
  Kind kind = kNone;
  bool self_only = false;  // `def` takes nothing but self
  bool appends = false;    // `def` is list.append
  uint32_t version = 0;    // of the type, or of the dict's keys
  uint32_t index = 0;
  uint32_t offset = 0;  // of the AttrStorage; 0: none
  AttrShape* shape = nullptr;
  AttrShape* next_shape = nullptr;
  const Value* found = nullptr;    // in a type's dict; good while `version` is
  const MethodDef* def = nullptr;  // kMethod: what runs, where it is native; it lives as long as the program
};

// Where the instance's own attribute lies, if the cache of this place says so; else null.
inline Value* AttrInPlace(const ast::AttributeExpr* e, const Value& object) {
  const auto* c = static_cast<const AttrCache*>(e->cache.word[0]);
  if (!c || c->kind != AttrCache::kSlot || !object.is_object()) return nullptr;
  Object* o = object.object();
  if (o->type->version != c->version) return nullptr;
  auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
  return attrs->shape == c->shape && !attrs->dict ? &attrs->slots[c->index] : nullptr;
}

// What the cache of this place says of a call of `object`'s attribute, if it is a function of the type
// (kMethod), with the object in front; else null.
inline const AttrCache* MethodInPlace(const ast::AttributeExpr* e, const Value& object) {
  const auto* c = static_cast<const AttrCache*>(e->cache.word[0]);
  if (!c || c->kind != AttrCache::kMethod || !object.is_object()) return nullptr;
  Object* o = object.object();
  if (o->type->version != c->version) return nullptr;
  if (c->offset == 0) return c;
  const auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
  return attrs->shape == c->shape && !attrs->dict ? c : nullptr;
}

// For calls: the method, not bound (*unbound: the object goes in front of the arguments), or the attribute.
Value LoadMethod(const ast::AttributeExpr* e, Frame* f, const Value& object, bool* unbound);

}  // namespace tp

#endif  // TP_CORE_INTERP_EVAL_ATTR_H_
