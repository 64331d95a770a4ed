// Classes: making them (`class` statements, type(name, bases, dict)), and what `type` itself can do: calls,
// attributes.
#include <algorithm>
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/frame.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/generic.h"
#include "core/interp/interp.h"
#include "core/interp/type.h"

namespace tp {

namespace {

// A builtin type with a layout of its own: in CPython int and float have one, too.
bool IsSolid(const TypeObject* t) {
  return !t->is_heap() &&
         (!t->base || t->instance_size != t->base->instance_size || t == &IntType || t == &FloatType);
}
// CPython's objects of varying size have the dict of a subclass behind them: the class that brings it is
// solid.
bool BringsDict(const TypeObject* t) {
  return t->is_heap() && !t->has(kTypeNoInstanceDict) &&
         (!t->base->is_heap() || t->base->has(kTypeNoInstanceDict)) &&
         (IsSubtype(t, &IntType) || IsSubtype(t, &TupleType) || IsSubtype(t, &BytesType));
}
TypeObject* SolidBase(TypeObject* t) {
  while (!IsSolid(t) && !t->members_count && !BringsDict(t)) t = t->base;
  return t;
}

// The base whose C++ layout the new class has.
TypeObject* BestBase(TupleObject* bases) {
  TypeObject *best = nullptr, *winner = nullptr;
  for (const Value& v : *bases) {
    TypeObject* base = AsType(v);
    if (base->has(kTypeNoSubclass))
      Raise(&TypeErrorType, "type '%s' is not an acceptable base type", base->name);
    TypeObject* solid = SolidBase(base);
    if (!winner) {
      winner = solid;
      best = base;
    } else if (IsSubtype(winner, solid)) {
    } else if (IsSubtype(solid, winner)) {
      winner = solid;
      best = base;
    } else {
      Raise(&TypeErrorType, "multiple bases have instance lay-out conflict");
    }
  }
  return best;
}

void AddMembers(TypeObject* type, const Value& slots, bool* wants_dict) {
  std::vector<StrObject*> own;
  const auto add = [&](const Value& name) {
    if (!IsStr(name))
      Raise(&TypeErrorType, "__slots__ items must be strings, not '%s'", TypeNameOf(name).c_str());
    StrObject* s = InternStr(name);
    if (s == names.dict_)
      *wants_dict = true;
    else if (s != names.weakref_)
      own.push_back(s);
  };
  if (IsStr(slots))
    add(slots);
  else
    ForEach(slots, add);
  for (const TypeObject* sized : {&IntType, &BytesType, &TupleType})
    if (!own.empty() && IsSubtype(type, sized))
      Raise(&TypeErrorType, "nonempty __slots__ not supported for subtype of '%s'", type->base->name);
  for (StrObject* name : own)
    if (DictFind(type->dict, name))
      Raise(&ValueErrorType, "'%s' in __slots__ conflicts with class variable", name->data);
  type->members_offset = (type->instance_size + 15) / 16 * 16;
  type->members_count = static_cast<uint32_t>(own.size());
  type->instance_size = type->members_offset + type->members_count * sizeof(Value);
  for (size_t i = 0; i < own.size(); ++i) {
    // Mangling of private names.
    StrObject* name = own[i];
    if (name->bytes > 2 && name->data[0] == '_' && name->data[1] == '_' &&
        name->view().substr(name->bytes - 2) != "__") {
      std::string_view cls = type->name_object->view();
      while (!cls.empty() && cls[0] == '_') cls.remove_prefix(1);
      name = InternStr("_" + std::string(cls) + std::string(name->view()));
    }
    auto* d = New<MemberDescrObject>(&MemberDescrType);
    d->owner = type;
    d->name = name;
    d->offset = static_cast<uint32_t>(type->members_offset + i * sizeof(Value));
    DictSet(type->dict, name, Value::Own(d));
  }
}

void HeapDealloc(Object* o) {
  for (TypeObject* t = o->type; t; t = t->base)
    if (!t->is_heap()) return t->slots.dealloc(o);
}

TypeObject* AllocType(TypeObject* metatype) {
  auto* type = static_cast<TypeObject*>(AllocBytes(metatype->instance_size));
  std::memset(static_cast<void*>(type), 0, metatype->instance_size);
  type->refs = 1;
  type->type = metatype;
  type->slots.number = new NumberSlots();
  if (metatype->is_heap()) IncRef(metatype);
  return type;
}

void CallSetNames(TypeObject* type) {
  std::vector<std::pair<Value, Value>> items;
  int64_t pos = 0;
  while (DictEntry* e = DictNext(type->dict, &pos)) items.emplace_back(e->key, e->value);
  for (auto& [key, value] : items) {
    if (!value.is_object() || !IsStr(key)) continue;
    const Value* f = TypeLookup(TypeOf(value), names.set_name_);
    if (!f) continue;
    Value bound = BindDescriptor(Value(*f), value, TypeOf(value));
    Call(bound, TypeValue(type), key);
  }
}

void CallInitSubclass(TypeObject* type, Args keywords) {
  for (uint32_t i = 1; i < type->mro_size; ++i) {
    TypeObject* t = type->mro[i];
    Value* f = DictFind(t->dict, names.init_subclass_);
    if (!f) continue;
    Value own = *f;
    Call(BindDescriptor(own, Value(), type),
         Args{keywords.values + keywords.num_pos, 0, keywords.num_kw, keywords.kw_names});
    return;
  }
  if (keywords.num_kw) Raise(&TypeErrorType, "%s.__init_subclass__() takes no keyword arguments", type->name);
}

}  // namespace

Value MakeClass(TypeObject* metatype, StrObject* name, TupleObject* bases, DictObject* ns, Args keywords) {
  ObjRef<TupleObject> own_bases(bases);
  if (bases->size == 0)
    own_bases =
        ObjRef<TupleObject>::Own(static_cast<TupleObject*>(MakeTuple({TypeValue(&ObjectType)}).Release()));
  for (const Value& b : *own_bases) ReadyType(AsType(b));
  TypeObject* base = BestBase(own_bases.get());
  ReadyType(metatype);
  TypeObject* type = AllocType(metatype);
  Value result = Value::Own(type);
  type->type_flags = kTypeHeap;
  type->base = base;
  IncRef(base);
  type->name_object = InternStr(name->view());
  type->name = type->name_object->data;
  type->module = "builtins";
  type->qualname = type->name_object;
  if (Value* q = DictFind(ns, names.qualname_)) {
    if (!IsStr(*q)) Raise(&TypeErrorType, "type __qualname__ must be a str, not %s", TypeNameOf(*q).c_str());
    type->qualname = InternStr(*q);
  }
  type->bases = own_bases.Release();
  type->dict = NewDict();
  int64_t pos = 0;
  while (DictEntry* e = DictNext(ns, &pos))
    if (!(IsStr(e->key) && InternStr(e->key) == names.qualname_))
      DictSet(type->dict, InternStr(e->key), e->value);
  // What makes a class by calling its metaclass has it in its own module.
  if (const Frame* frame = TheInterp().frame; frame && !DictFind(ns, names.module_))
    if (Value* own = DictFind(frame->globals, names.name_)) DictSet(type->dict, names.module_, *own);
  if (Value* m = DictFind(type->dict, names.module_); m && IsStr(*m)) type->module = InternStr(*m)->data;
  if (Value* f = DictFind(type->dict, names.new_); f && IsExact(*f, &PyFunctionType)) {
    auto* s = New<StaticMethodObject>(&StaticMethodType);
    s->func = *f;
    GcTrack(s);
    *f = Value::Own(s);
  }
  for (StrObject* n : {names.init_subclass_, names.class_getitem_})
    if (Value* f = DictFind(type->dict, n); f && IsExact(*f, &PyFunctionType)) {
      auto* s = New<StaticMethodObject>(&ClassMethodType);
      s->func = *f;
      GcTrack(s);
      *f = Value::Own(s);
    }
  // What the abstract classes of collections.abc say of their subclasses for patterns.
  if (const Value* flags = DictFind(type->dict, InternStr("__abc_tpflags__")); flags && flags->is_int())
    type->type_flags |= flags->as_int() == 1 << 6 ? kTypeMapping : kTypeSequence;
  if (!DictFind(type->dict, names.doc_)) DictSet(type->dict, names.doc_, Value::None());

  type->instance_size = base->instance_size;
  type->attrs_offset = base->attrs_offset;
  type->type_flags |= kTypeGc;
  bool any_dict = false;
  for (const Value& b : *type->bases)
    any_dict |= AsType(b)->attrs_offset && !AsType(b)->has(kTypeNoInstanceDict);
  Value* slots = DictFind(type->dict, names.slots_);
  bool wants_dict = !slots;
  if (slots) AddMembers(type, Value(*slots), &wants_dict);
  if (!type->attrs_offset) {
    type->attrs_offset = (type->instance_size + 7) / 8 * 8;
    type->instance_size = type->attrs_offset + sizeof(AttrStorage);
  }
  if (!wants_dict && !any_dict) type->type_flags |= kTypeNoInstanceDict;
  // Before anything is looked up: the lookup cache knows places in the dict.
  const bool unhashable = DictFind(type->dict, names.eq_) && !DictFind(type->dict, names.hash_);
  if (unhashable) DictSet(type->dict, names.hash_, Value::None());
  ReadyTypeSlow(type);
  type->slots.dealloc = HeapDealloc;
  GcTrack(type);
  FixSlots(type);
  if (unhashable) type->type_flags |= kTypeHashDisabled;
  CallSetNames(type);
  CallInitSubclass(type, keywords);
  return result;
}

// ---- type

namespace {

TypeObject* T(const Value& v) { return v.as<TypeObject>(); }

// type(x), type(name, bases, dict, **kwds), Class(…)
Value TypeCall(const Value& self, Args args) {
  TypeObject* type = T(self);
  ReadyType(type);
  if (type == &TypeType && args.num_pos == 1 && args.num_kw == 0) return TypeValue(TypeOf(args[0]));
  if (!type->slots.new_object) Raise(&TypeErrorType, "cannot create '%s' instances", type->name);
  Value object = type->slots.new_object(type, args);
  if (object.is_object() && TypeOf(object)->slots.init && IsInstance(object, type))
    TypeOf(object)->slots.init(object, args);
  return object;
}

Value TypeNew(TypeObject* metatype, Args args) {
  if (args.num_pos != 3) Raise(&TypeErrorType, "type() takes 1 or 3 arguments");
  if (!IsStr(args[0]))
    Raise(&TypeErrorType, "type.__new__() argument 1 must be str, not %s", GivenType(args[0]).c_str());
  if (!IsTuple(args[1]))
    Raise(&TypeErrorType, "type.__new__() argument 2 must be tuple, not %s", GivenType(args[1]).c_str());
  if (!IsDict(args[2]))
    Raise(&TypeErrorType, "type.__new__() argument 3 must be dict, not %s", GivenType(args[2]).c_str());
  // The most derived metatype wins.
  for (const Value& base : *args[1].as<TupleObject>()) {
    if (!IsType(base)) Raise(&TypeErrorType, "bases must be types");
    TypeObject* m = TypeOf(base);
    if (IsSubtype(metatype, m)) continue;
    if (IsSubtype(m, metatype)) {
      metatype = m;
      continue;
    }
    Raise(&TypeErrorType,
          "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
          "metaclasses of "
          "all its bases");
  }
  return MakeClass(metatype, args[0].as<StrObject>(), args[1].as<TupleObject>(), args[2].as<DictObject>(),
                   args);
}

void TypeInit(const Value&, Args) {}

void TypeDealloc(Object* o) {
  auto* type = static_cast<TypeObject*>(o);
  for (int64_t i = 0; type->bases && i < type->bases->size; ++i)
    ForgetSubclass(AsType(type->bases->items[i]), type);
  FreeShapes(type);
  FreeSubclassList(type);
  delete[] type->mro;
  delete type->slots.number;
  TupleObject* bases = type->bases;
  DictObject* dict = type->dict;
  TypeObject *base = type->base, *meta = type->type;
  FreeBytes(type, meta->instance_size);
  if (bases) DecRef(bases);
  if (dict) DecRef(dict);
  DecRef(base);
  if (meta->is_heap()) DecRef(meta);
}
void TypeTraverse(Object* o, GcVisitor& visit) {
  auto* type = static_cast<TypeObject*>(o);
  if (!type->is_heap()) return;
  visit(type->dict);
  visit(type->bases);
  visit(type->base);
}
void TypeClear(Object* o) {
  auto* type = static_cast<TypeObject*>(o);
  if (!type->is_heap()) return;
  TypeModified(type);
  if (type->dict) DictClear(type->dict);
}

Value TypeRepr(const Value& self) {
  TypeObject* type = T(self);
  const std::string module = type->module, name(type->qualname ? type->qualname->view() : type->name);
  return MakeStr("<class '" + (module == "builtins" ? name : module + "." + name) + "'>");
}

Value TypeGetAttr(const Value& self, StrObject* name) {
  TypeObject* type = T(self);
  ReadyType(type);
  TypeObject* meta = type->type;
  const Value* on_meta = TypeLookup(meta, name);
  Value meta_attribute;
  if (on_meta) {
    meta_attribute = *on_meta;
    if (meta_attribute.is_object()) {
      const TypeSlots& s = meta_attribute.object()->type->slots;
      if (s.descr_set && s.descr_get) return s.descr_get(meta_attribute, self, meta);
    }
  }
  if (const Value* found = TypeLookup(type, name)) {
    Value own = *found;
    return TryBindDescriptor(own, Value(), type);
  }
  if (on_meta) return TryBindDescriptor(meta_attribute, self, meta);
  return {};
}

void TypeSetAttr(const Value& self, StrObject* name, const Value& value) {
  TypeObject* type = T(self);
  if (!type->is_heap())
    Raise(&TypeErrorType, "cannot set '%s' attribute of immutable type '%s'", name->data, type->name);
  if (const Value* on_meta = TypeLookup(type->type, name); on_meta && on_meta->is_object()) {
    Value descriptor = *on_meta;
    if (auto set = descriptor.object()->type->slots.descr_set) return set(descriptor, self, value);
  }
  TypeModified(type);
  if (value.is_undef()) {
    if (!DictErase(type->dict, name)) RaiseAttributeError(self, name);
  } else {
    DictSet(type->dict, name, value);
  }
  if (name == names.abstractmethods_) {  // abc sets it: classes with some make no instances
    if (!value.is_undef() && IsTrue(value))
      type->type_flags |= kTypeAbstract;
    else
      type->type_flags &= ~kTypeAbstract;
  }
  FixSlotsAfterChange(type, name);
}

// ---- attributes of types

Value GetTypeName(Interp&, Args a) { return MakeStr(T(a[0])->name); }
Value SetTypeName(Interp&, Args a) {
  if (a.size() < 2 || !IsStr(a[1]))
    Raise(&TypeErrorType, "can only assign string to %s.__name__", T(a[0])->name);
  T(a[0])->name_object = InternStr(a[1]);
  T(a[0])->name = T(a[0])->name_object->data;
  return Value::None();
}
Value GetQualname(Interp&, Args a) {
  return Value::Borrow(T(a[0])->qualname ? T(a[0])->qualname : InternStr(T(a[0])->name));
}
Value SetQualname(Interp&, Args a) {
  if (a.size() < 2 || !IsStr(a[1]))
    Raise(&TypeErrorType, "can only assign string to %s.__qualname__", T(a[0])->name);
  T(a[0])->qualname = InternStr(a[1]);
  return Value::None();
}
Value GetModule(Interp&, Args a) {
  if (T(a[0])->is_heap())
    if (Value* m = DictFind(T(a[0])->dict, names.module_)) return *m;
  return MakeStr(T(a[0])->module);
}
Value SetModule(Interp&, Args a) {
  TypeModified(T(a[0]));
  DictSet(T(a[0])->dict, names.module_, a[1]);
  if (IsStr(a[1])) T(a[0])->module = InternStr(a[1])->data;
  return Value::None();
}
Value GetBases(Interp&, Args a) { return Value::Borrow(T(a[0])->bases); }
Value GetBase(Interp&, Args a) { return T(a[0])->base ? TypeValue(T(a[0])->base) : Value::None(); }
Value GetMro(Interp&, Args a) {
  TupleObject* t = NewTuple(T(a[0])->mro_size);
  for (uint32_t i = 0; i < T(a[0])->mro_size; ++i) t->items[i] = Value::Borrow(T(a[0])->mro[i]);
  return Value::Own(t);
}
Value CallMro(Interp& in, Args a) { return ToList(GetMro(in, a)); }
Value GetDict(Interp&, Args a) {
  TypeLookup(T(a[0]), names.doc_);  // makes the dunder methods
  const Value dict = Value::Borrow(T(a[0])->dict);
  return mapping_proxy_hook ? mapping_proxy_hook(dict) : DictCopy(T(a[0])->dict).ToValue();
}
// A class's own, made when it is asked for.
Value GetAnnotations(Interp&, Args a) {
  TypeObject* type = T(a[0]);
  static StrObject* const name = InternStr("__annotations__");
  if (Value* found = DictFind(type->dict, name)) return BindDescriptor(Value(*found), Value(), type);
  if (!type->is_heap()) RaiseAttributeError(a[0], name);
  Value made = Value::Own(NewDict());
  DictSet(type->dict, name, made);
  TypeModified(type);
  return made;
}
Value SetAnnotations(Interp&, Args a) {
  TypeObject* type = T(a[0]);
  static StrObject* const name = InternStr("__annotations__");
  if (!type->is_heap())
    Raise(&TypeErrorType, "cannot set '__annotations__' attribute of immutable type '%s'", type->name);
  if (a.size() > 1)
    DictSet(type->dict, name, a[1]);
  else if (!DictErase(type->dict, name))
    RaiseAttributeError(a[0], name);
  TypeModified(type);
  return Value::None();
}
Value GetDoc(Interp&, Args a) {
  const Value* v = DictFind(T(a[0])->dict, names.doc_);
  if (v) return *v;
  return T(a[0])->doc ? MakeStr(T(a[0])->doc) : Value::None();
}
Value SetDoc(Interp&, Args a) {
  TypeModified(T(a[0]));
  DictSet(T(a[0])->dict, names.doc_, a[1]);
  return Value::None();
}
Value CallSubclasses(Interp&, Args a) {
  ListObject* list = NewList();
  for (TypeObject* t : SubclassesOf(T(a[0]))) ListAppend(list, Value::Borrow(t));
  return Value::Own(list);
}
Value CallInstanceCheck(Interp&, Args a) { return Value::Bool(IsInstance(a[1], T(a[0]))); }
Value CallSubclassCheck(Interp&, Args a) {
  return Value::Bool(IsType(a[1]) && IsSubtype(AsType(a[1]), T(a[0])));
}
Value CallPrepare(Interp&, Args) { return Value::Own(NewDict()); }

const MethodDef kTypeMethods[] = {
    {"__name__", GetTypeName, nullptr, nullptr, kProperty, SetTypeName},
    {"__qualname__", GetQualname, nullptr, nullptr, kProperty, SetQualname},
    {"__module__", GetModule, nullptr, nullptr, kProperty, SetModule},
    {"__bases__", GetBases, nullptr, nullptr, kProperty},
    {"__base__", GetBase, nullptr, nullptr, kProperty},
    {"__mro__", GetMro, nullptr, nullptr, kProperty},
    {"__dict__", GetDict, nullptr, nullptr, kProperty},
    {"__doc__", GetDoc, nullptr, nullptr, kProperty, SetDoc},
    {"__annotations__", GetAnnotations, nullptr, nullptr, kProperty, SetAnnotations},
    {"mro", CallMro, "self, /", nullptr},
    {"__subclasses__", CallSubclasses, "self, /", nullptr},
    {"__instancecheck__", CallInstanceCheck, "self, instance, /", nullptr},
    {"__subclasscheck__", CallSubclassCheck, "self, subclass, /", nullptr},
    {"__prepare__", CallPrepare, nullptr, nullptr, kClassMethod},
};
TP_REGISTER_METHODS(TypeType, kTypeMethods);

constinit NumberSlots type_numbers;  // filled by builtins/generic_alias.cc

constexpr TypeSpec TypeTypeSpec() {
  TypeSpec t{.name = "type", .size = sizeof(TypeObject), .attrs = 0, .flags = kTypeGc | kTypeIsType};
  TypeSlots& s = t.slots;
  s.dealloc = TypeDealloc;
  s.traverse = TypeTraverse;
  s.clear = TypeClear;
  s.new_object = TypeNew;
  s.init = TypeInit;
  s.repr = TypeRepr;
  s.call = TypeCall;
  s.getattr = TypeGetAttr;
  s.setattr = TypeSetAttr;
  s.number = &type_numbers;
  return t;
}

}  // namespace

bool IsType(const Value& v) { return v.is_object() && v.object()->type->has(kTypeIsType); }

constinit TypeObject TypeType(TypeTypeSpec());
TP_REGISTER_TYPE(TypeType);

}  // namespace tp
