// Attributes of instances: shapes, and object's own way of getting and setting them (data descriptors of the
// type, then the instance, then the rest of the type).
#include "core/base/hash_map.h"
#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/type.h"

namespace tp {

// ---- shapes

AttrShape* RootShape(TypeObject* type) {
  if (!type->root_shape)
    type->root_shape = new AttrShape{type, nullptr, nullptr, 0, nullptr, nullptr, nullptr};
  return type->root_shape;
}

namespace {
void FreeShape(AttrShape* s) {
  if (s->children) {
    for (auto& [name, child] : *s->children) FreeShape(child);
    delete s->children;
  } else if (s->last_child) {
    FreeShape(s->last_child);
  }
  delete s->places;
  delete s;
}
}  // namespace

void FreeShapes(TypeObject* type) {
  if (type->root_shape) FreeShape(type->root_shape);
  type->root_shape = nullptr;
}

int ShapeFindSlow(AttrShape* shape, StrObject* name) {
  if (!shape->places) {
    shape->places = new HashMap<StrObject*, uint32_t>;
    for (AttrShape* s = shape; s->count; s = s->parent) (*shape->places)[s->name] = s->count - 1;
  }
  const auto it = shape->places->find(name);
  return it == shape->places->end() ? -1 : static_cast<int>(it->second);
}

AttrShape* ShapeAdd(AttrShape* shape, StrObject* name) {
  if (shape->last_child && shape->last_child->name == name) return shape->last_child;
  if (shape->children) {
    if (auto it = shape->children->find(name); it != shape->children->end())
      return shape->last_child = it->second;
  }
  auto* child = new AttrShape{shape->type, shape, name, shape->count + 1, nullptr, nullptr, nullptr};
  if (shape->last_child) {
    if (!shape->children) {
      shape->children = new HashMap<StrObject*, AttrShape*>;
      (*shape->children)[shape->last_child->name] = shape->last_child;
    }
    (*shape->children)[name] = child;
  }
  if (shape->count + 1 > shape->type->slots_hint) shape->type->slots_hint = shape->count + 1;
  return shape->last_child = child;
}

DictObject* InstanceDict(Object* o) {
  AttrStorage* attrs = AttrsOf(o);
  if (!attrs) return nullptr;
  if (attrs->dict) return attrs->dict;
  DictObject* dict = NewDict();
  ForEachAttr(o, [dict](StrObject* name, const Value& v) { DictSet(dict, name, v); });
  ReleaseAttrs(attrs);
  attrs->capacity = 0;
  attrs->dict = dict;
  return dict;
}

Value* OwnAttr(Object* o, StrObject* name) {
  AttrStorage* attrs = AttrsOf(o);
  if (!attrs) return nullptr;
  if (attrs->dict) return DictFind(attrs->dict, name);
  if (!attrs->shape) return nullptr;
  const int i = ShapeFind(attrs->shape, name);
  return i < 0 ? nullptr : &attrs->slots[i];
}

void SetOwnAttr(Object* o, StrObject* name, Value value) {
  AttrStorage* attrs = AttrsOf(o);
  if (attrs->dict) return DictSet(attrs->dict, name, std::move(value));
  AttrShape* shape = attrs->shape ? attrs->shape : RootShape(o->type);
  if (const int i = ShapeFind(shape, name); i >= 0) {
    attrs->slots[i] = std::move(value);
    return;
  }
  if (shape->count >= kMaxShapeNames) return DictSet(InstanceDict(o), name, std::move(value));
  AttrShape* next = ShapeAdd(shape, name);
  if (next->count > attrs->capacity) {
    const uint32_t capacity =
        std::max<uint32_t>(o->type->slots_hint, std::max<uint32_t>(2, attrs->capacity * 2));
    auto* slots = static_cast<Value*>(AllocBytes(capacity * sizeof(Value)));
    for (uint32_t i = 0; i < shape->count; ++i) new (&slots[i]) Value(std::move(attrs->slots[i]));
    if (attrs->slots) FreeBytes(attrs->slots, attrs->capacity * sizeof(Value));
    attrs->slots = slots;
    attrs->capacity = capacity;
  }
  new (&attrs->slots[shape->count]) Value(std::move(value));
  attrs->shape = next;
}

bool DelOwnAttr(Object* o, StrObject* name) {
  AttrStorage* attrs = AttrsOf(o);
  if (!attrs || !OwnAttr(o, name)) return false;
  return DictErase(InstanceDict(o), name);
}

// ---- the generic protocol

Value BindDescriptor(const Value& attribute, const Value& instance, TypeObject* owner) {
  return OrThrow(TryBindDescriptor(attribute, instance, owner));
}
Value TryBindDescriptor(const Value& attribute, const Value& instance, TypeObject* owner) {
  if (attribute.is_object())
    if (auto get = attribute.object()->type->slots.descr_get) return get(attribute, instance, owner);
  return attribute;
}

Value GenericGetAttr(const Value& v, StrObject* name) {
  TypeObject* type = TypeOf(v);
  const Value* found = TypeLookup(type, name);
  Value attribute;
  if (found) {
    attribute = *found;
    if (attribute.is_object()) {
      const TypeSlots& slots = attribute.object()->type->slots;
      if (slots.descr_set && slots.descr_get) return slots.descr_get(attribute, v, type);
    }
  }
  if (v.is_object() && type->attrs_offset) {
    if (Value* own = OwnAttr(v.object(), name)) return *own;
  }
  if (found) return TryBindDescriptor(attribute, v, type);
  if (name == names.class_) return TypeValue(type);
  if (name == names.dict_ && v.is_object() && type->attrs_offset && !type->has(kTypeNoInstanceDict)) {
    DictObject* dict = InstanceDict(v.object());
    if (dict) return Value::Borrow(dict);
  }
  return {};
}

void GenericSetAttr(const Value& v, StrObject* name, const Value& value) {
  TypeObject* type = TypeOf(v);
  const Value* found = TypeLookup(type, name);
  if (found && found->is_object()) {
    Value attribute = *found;
    if (auto set = attribute.object()->type->slots.descr_set) return set(attribute, v, value);
  }
  if (v.is_object() && type->attrs_offset && !type->has(kTypeNoInstanceDict)) {
    if (name == names.dict_ && !value.is_undef()) {
      if (!IsDict(value))
        Raise(&TypeErrorType, "__dict__ must be set to a dictionary, not a '%s'", TypeNameOf(value).c_str());
      AttrStorage* attrs = AttrsOf(v.object());
      Value old = Value::Borrow(InstanceDict(v.object()));
      DecRef(attrs->dict);
      attrs->dict = value.as<DictObject>();
      IncRef(attrs->dict);
      return;
    }
    if (name == names.class_ && !value.is_undef() && IsType(value))
      return SetClassOf(v.object(), AsType(value));
    if (!value.is_undef()) return SetOwnAttr(v.object(), name, value);
    if (DelOwnAttr(v.object(), name)) return;
    RaiseAttributeError(v, name);
  }
  if (found) Raise(&AttributeErrorType, "'%s' object attribute '%s' is read-only", type->name, name->data);
  RaiseAttributeError(v, name);
}

// obj.__class__ = cls, between classes of the spec with the same layout.
void SetClassOf(Object* o, TypeObject* cls) {
  TypeObject* old = o->type;
  if (!old->is_heap() || !cls->is_heap())
    Raise(&TypeErrorType, "__class__ assignment only supported for mutable types or ModuleType subclasses");
  if (old->instance_size != cls->instance_size || old->attrs_offset != cls->attrs_offset)
    Raise(&TypeErrorType, "__class__ assignment: '%s' object layout differs from '%s'", cls->name, old->name);
  AttrStorage* attrs = AttrsOf(o);
  if (attrs && attrs->shape) {
    AttrShape* shape = RootShape(cls);
    StrObject* order[kMaxShapeNames];
    for (AttrShape* s = attrs->shape; s->count; s = s->parent) order[s->count - 1] = s->name;
    for (uint32_t i = 0; i < attrs->shape->count; ++i) shape = ShapeAdd(shape, order[i]);
    attrs->shape = shape;
  }
  IncRef(cls);
  o->type = cls;
  DecRef(old);
}

Value TryGetAttrOrUndef(const Value& v, StrObject* name) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  Value result = Held([&] { return type->slots.getattr(v, name); });
  if (result.is_raised() && DropHeld(&AttributeErrorType)) return {};
  return result;
}
Value GetAttrOrUndef(const Value& v, StrObject* name) { return OrThrow(TryGetAttrOrUndef(v, name)); }
Value TryGetAttr(const Value& v, StrObject* name) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  Value result = type->slots.getattr(v, name);
  return result.is_undef() ? AttributeErrorValue(v, name) : result;
}
Value GetAttr(const Value& v, StrObject* name) { return OrThrow(TryGetAttr(v, name)); }
Value GetAttr(const Value& v, std::string_view name) { return GetAttr(v, InternStr(name)); }
Value GetAttrOrUndef(const Value& v, std::string_view name) { return GetAttrOrUndef(v, InternStr(name)); }

void SetAttr(const Value& v, StrObject* name, const Value& value) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  type->slots.setattr(v, name, value);
}
void DelAttr(const Value& v, StrObject* name) { SetAttr(v, name, Value()); }

Value LookupSpecial(const Value& v, StrObject* name) {
  TypeObject* type = TypeOf(v);
  const Value* found = TypeLookup(type, name);
  if (!found) return {};
  Value attribute = *found;
  return BindDescriptor(attribute, v, type);
}
Value LookupSpecial(const Value& v, std::string_view name) { return LookupSpecial(v, InternStr(name)); }

}  // namespace tp
