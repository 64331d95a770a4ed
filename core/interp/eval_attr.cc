// Attribute access with a cache at each place: what kind of attribute it was last time, guarded by the
// version of the type and the shape of the instance.
#include "core/interp/eval_attr.h"

#include "core/interp/eval-inl.h"
#include "core/interp/generic.h"
#include "core/interp/type.h"

namespace tp {

using namespace ast;

[[gnu::always_inline]] static inline AttrCache* CacheOf(const Scratch& scratch) {
  auto*& word = const_cast<Scratch&>(scratch).word[0];
  if (!word) word = new AttrCache();
  return static_cast<AttrCache*>(word);
}

namespace {

// Finds out how `name` of `object` is reached; leaves kNone where it cannot be remembered.
void FillLoad(AttrCache* c, const Value& object, StrObject* name) {
  c->kind = AttrCache::kNone;
  if (!object.is_object()) return;
  Object* o = object.object();
  TypeObject* type = o->type;
  ReadyType(type);
  if (type == &ModuleType) {
    auto* m = static_cast<ModuleObject*>(o);
    const int64_t place = DictFindEntry(m->dict, name);
    if (place < 0) return;
    c->version = DictKeysVersion(m->dict);
    c->index = static_cast<uint32_t>(place);
    c->kind = AttrCache::kModule;
    return;
  }
  if (type == &TypeType) {
    auto* t = static_cast<TypeObject*>(o);
    ReadyType(t);
    const Value* on_meta = TypeLookup(&TypeType, name);
    if (on_meta) return;
    const Value* found = TypeLookup(t, name);
    if (!found) return;
    if (found->is_object() && found->object()->type->slots.descr_get && !IsExact(*found, &PyFunctionType))
      return;
    c->version = TypeVersion(t);
    c->found = found;
    c->kind = AttrCache::kClass;
    return;
  }
  if (type->slots.getattr != GenericGetAttr) return;
  const Value* found = TypeLookup(type, name);
  c->version = TypeVersion(type);
  if (found && found->is_object()) {
    TypeObject* ft = found->object()->type;
    if (ft->slots.descr_set) {
      if (ft == &MemberDescrType) {
        c->index = found->as<MemberDescrObject>()->offset;
        c->kind = AttrCache::kMember;
      } else if (ft == &PropertyType && IsExact(found->as<PropertyObject>()->get, &PyFunctionType)) {
        c->found = &found->as<PropertyObject>()->get;
        c->kind = AttrCache::kProperty;
      }
      return;
    }
  }
  AttrShape* shape = nullptr;
  if (type->attrs_offset && !type->has(kTypeNoInstanceDict)) {
    AttrStorage* attrs = AttrsOf(o);
    if (attrs->dict) return;
    shape = attrs->shape;
    if (shape) {
      if (const int i = ShapeFind(shape, name); i >= 0) {
        c->shape = shape;
        c->index = static_cast<uint32_t>(i);
        c->offset = type->attrs_offset;
        c->kind = AttrCache::kSlot;
        return;
      }
    }
  }
  if (!found) return;
  c->shape = shape;
  c->offset = type->has(kTypeNoInstanceDict) ? 0 : type->attrs_offset;
  c->found = found;
  if (found->is_object()) {
    TypeObject* ft = found->object()->type;
    if (ft == &PyFunctionType || ft == &MethodDescrType) {
      c->kind = AttrCache::kMethod;
      c->def = ft == &MethodDescrType ? found->as<MethodDescrObject>()->def : nullptr;
      c->self_only = c->def && TakesSelfOnly(c->def);
      c->appends = c->def && type == &ListType && name->view() == "append";
    } else if (!ft->slots.descr_get)
      c->kind = AttrCache::kTypeValue;
  } else {
    c->kind = AttrCache::kTypeValue;
  }
}

// The value if the cache holds for `object`. kMethod gives the function, unbound.
[[gnu::always_inline]] inline const Value* Hit(const AttrCache* c, const Value& object) {
  if (!object.is_object()) return nullptr;
  Object* o = object.object();
  switch (c->kind) {
    case AttrCache::kSlot: {
      if (o->type->version != c->version) return nullptr;
      auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
      return attrs->shape == c->shape && !attrs->dict ? &attrs->slots[c->index] : nullptr;
    }
    case AttrCache::kMethod:
    case AttrCache::kTypeValue: {
      if (o->type->version != c->version) return nullptr;
      if (!c->offset) return c->found;
      auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
      return attrs->shape == c->shape && !attrs->dict ? c->found : nullptr;
    }
    case AttrCache::kMember: {
      if (o->type->version != c->version) return nullptr;
      auto* v = reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + c->index);
      return v->is_undef() ? nullptr : v;
    }
    case AttrCache::kModule: {
      if (o->type != &ModuleType) return nullptr;
      DictObject* d = static_cast<ModuleObject*>(o)->dict;
      return d->keys_version == c->version ? &d->entries[c->index].value : nullptr;
    }
    case AttrCache::kClass:
      return o->type == &TypeType && static_cast<TypeObject*>(o)->version == c->version ? c->found : nullptr;
    case AttrCache::kProperty:
      return o->type->version == c->version ? c->found : nullptr;
    case AttrCache::kAdd:
    case AttrCache::kNone:
      break;
  }
  return nullptr;
}

}  // namespace

Value LoadAttr(const AttributeExpr* e, Frame* f, const Value& object) {
  AttrCache* c = CacheOf(e->cache);
  const Value* v = Hit(c, object);
  if (!v) {
    f->span = &e->span;
    FillLoad(c, object, NameStr(e->attr));
    v = Hit(c, object);
    if (!v) return TryGetAttr(object, NameStr(e->attr));
  }
  if (c->kind == AttrCache::kMethod) {
    f->span = &e->span;
    if (v->object()->type == &PyFunctionType) return MakeMethod(*v, object);
    return MakeNativeFunction(v->as<MethodDescrObject>()->def, object);
  }
  if (c->kind == AttrCache::kProperty) {
    f->span = &e->span;
    Value get = *v;
    return TryCallFunction(get.as<FunctionObject>(), Args{&object, 1, 0, nullptr});
  }
  return *v;
}

Value LoadMethod(const AttributeExpr* e, Frame* f, const Value& object, bool* unbound) {
  AttrCache* c = CacheOf(e->cache);
  const Value* v = Hit(c, object);
  if (!v) {
    f->span = &e->span;
    FillLoad(c, object, NameStr(e->attr));
    v = Hit(c, object);
  }
  if (v && c->kind == AttrCache::kMethod) {
    *unbound = true;
    return *v;
  }
  *unbound = false;
  if (v && c->kind != AttrCache::kProperty) return *v;
  return LoadAttr(e, f, object);
}

void StoreAttr(const AttributeExpr* e, Frame* f, const Value& object, const Value& value) {
  AttrCache* c = CacheOf(e->cache);
  if (object.is_object()) {
    Object* o = object.object();
    if (o->type->version == c->version) {
      if (c->kind == AttrCache::kSlot) {
        auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
        if (attrs->shape == c->shape && !attrs->dict) {
          attrs->slots[c->index] = value;
          return;
        }
      } else if (c->kind == AttrCache::kMember) {
        *reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + c->index) = value;
        return;
      } else if (c->kind == AttrCache::kAdd) {
        auto* attrs = reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + c->offset);
        if (attrs->shape == c->shape && !attrs->dict && c->index < attrs->capacity) {
          new (&attrs->slots[c->index]) Value(value);
          attrs->shape = c->next_shape;
          return;
        }
      }
    }
  }
  f->span = &e->span;
  StrObject* name = NameStr(e->attr);
  c->kind = AttrCache::kNone;
  TypeObject* type = TypeOf(object);
  ReadyType(type);
  AttrShape* before = nullptr;
  const bool plain = object.is_object() && type->slots.setattr == GenericSetAttr && type->attrs_offset &&
                     !type->has(kTypeNoInstanceDict);
  if (plain) before = AttrsOf(object.object())->shape;
  SetAttr(object, name, value);
  if (!object.is_object() || type->slots.setattr != GenericSetAttr) return;
  const Value* found = TypeLookup(type, name);
  if (found && found->is_object() && found->object()->type->slots.descr_set) {
    if (found->object()->type != &MemberDescrType) return;
    c->version = TypeVersion(type);
    c->index = found->as<MemberDescrObject>()->offset;
    c->kind = AttrCache::kMember;
    return;
  }
  if (!plain) return;
  AttrStorage* attrs = AttrsOf(object.object());
  if (attrs->dict || !attrs->shape) return;
  const int i = ShapeFind(attrs->shape, name);
  if (i < 0) return;
  c->version = TypeVersion(type);
  c->offset = type->attrs_offset;
  c->index = static_cast<uint32_t>(i);
  if (attrs->shape == before) {
    c->shape = before;
    c->kind = AttrCache::kSlot;
  } else if (attrs->shape->parent == before || (!before && attrs->shape->count == 1)) {
    c->shape = before;
    c->next_shape = attrs->shape;
    c->kind = AttrCache::kAdd;
  }
}

}  // namespace tp
