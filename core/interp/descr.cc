// Descriptors: builtin types' methods and properties, `__slots__` members, slot wrappers, property,
// staticmethod, classmethod and super.
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/generic.h"
#include "core/interp/interp.h"
#include "core/interp/type.h"

namespace tp {

namespace {

// ---- methods of builtin types

MethodDescrObject* D(const Value& v) { return v.as<MethodDescrObject>(); }

void CheckSelf(const MethodDescrObject* d, const Value& self) {
  if (self.is_undef() || !IsInstance(self, d->owner))
    Raise(&TypeErrorType, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", d->def->name,
          d->owner->name, TypeNameOf(self).c_str());
}
Value MethodDescrGet(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef()) return self;
  return MakeNativeFunction(D(self)->def, instance);
}
Value MethodDescrCall(const Value& self, Args args) {
  auto* d = D(self);
  const std::string_view name = d->def->name;
  const bool wrapper = name == "__divmod__" || name == "__rdivmod__";  // made from slots in CPython
  if (args.num_pos == 0 && wrapper)
    Raise(&TypeErrorType, "descriptor '%s' of '%s' object needs an argument", d->def->name, d->owner->name);
  if (args.num_pos == 0)
    Raise(&TypeErrorType, "unbound method %s.%s() needs an argument", d->owner->name, d->def->name);
  if (!IsInstance(args[0], d->owner)) {
    Raise(&TypeErrorType,
          wrapper ? "descriptor '%s' requires a '%s' object but received a '%s'"
                  : "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
          d->def->name, d->owner->name, TypeNameOf(args[0]).c_str());
  }
  CheckMethodArgs(d->def, args);
  return d->def->fn(TheInterp(), args);
}
Value MethodDescrRepr(const Value& self) {
  return MakeStr(Format("<method '%s' of '%s' objects>", D(self)->def->name, D(self)->owner->name));
}
Value ClassMethodDescrGet(const Value& self, const Value&, TypeObject* owner) {
  return MakeNativeFunction(D(self)->def, TypeValue(owner));
}
Value GetSetGet(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef()) return self;
  CheckSelf(D(self), instance);
  return D(self)->def->fn(TheInterp(), Args{&instance, 1, 0, nullptr});
}
void GetSetSet(const Value& self, const Value& instance, const Value& value) {
  auto* d = D(self);
  CheckSelf(d, instance);
  if (!d->def->set && (d->owner == &SliceType || d->owner == &RangeType || d->owner == &PropertyType ||
                       std::strcmp(d->owner->name, "complex") == 0))
    Raise(&AttributeErrorType, "readonly attribute");
  if (!d->def->set)
    Raise(&AttributeErrorType, "attribute '%s' of '%s' objects is not writable", d->def->name,
          d->owner->name);
  Value v[2] = {instance, value};
  d->def->set(TheInterp(), Args{v, value.is_undef() ? 1u : 2u, 0, nullptr});
}
Value GetSetRepr(const Value& self) {
  return MakeStr(Format("<attribute '%s' of '%s' objects>", D(self)->def->name, D(self)->owner->name));
}
Value DescrName(Interp&, Args a) { return MakeStr(D(a[0])->def->name); }
Value DescrQualname(Interp&, Args a) {
  return MakeStr(std::string(D(a[0])->owner->name) + "." + D(a[0])->def->name);
}
Value DescrDoc(Interp&, Args a) { return D(a[0])->def->doc ? MakeStr(D(a[0])->def->doc) : Value::None(); }
Value DescrOwner(Interp&, Args a) { return TypeValue(D(a[0])->owner); }
#define TP_DESCR_METHODS(array)                                                            \
  const MethodDef array[] = {{"__name__", DescrName, nullptr, nullptr, kProperty},         \
                             {"__qualname__", DescrQualname, nullptr, nullptr, kProperty}, \
                             {"__doc__", DescrDoc, nullptr, nullptr, kProperty},           \
                             {"__objclass__", DescrOwner, nullptr, nullptr, kProperty}}
TP_DESCR_METHODS(kDescrMethods);
TP_REGISTER_METHODS(MethodDescrType, kDescrMethods);
TP_REGISTER_METHODS(GetSetDescrType, kDescrMethods);

// ---- __slots__

Value* Member(const MemberDescrObject* d, const Value& instance) {
  if (!IsInstance(instance, d->owner))
    Raise(&TypeErrorType, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", d->name->data,
          d->owner->name, TypeNameOf(instance).c_str());
  return reinterpret_cast<Value*>(reinterpret_cast<char*>(instance.object()) + d->offset);
}
Value MemberGet(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef()) return self;
  Value* v = Member(self.as<MemberDescrObject>(), instance);
  return v->is_undef() ? AttributeErrorValue(instance, self.as<MemberDescrObject>()->name) : *v;
}
void MemberSet(const Value& self, const Value& instance, const Value& value) {
  Value* v = Member(self.as<MemberDescrObject>(), instance);
  if (value.is_undef() && v->is_undef()) RaiseAttributeError(instance, self.as<MemberDescrObject>()->name);
  *v = value;
}
Value MemberRepr(const Value& self) {
  return MakeStr(Format("<member '%s' of '%s' objects>", self.as<MemberDescrObject>()->name->data,
                        self.as<MemberDescrObject>()->owner->name));
}

// ---- slot wrappers: int.__add__

SlotWrapperObject* W(const Value& v) { return v.as<SlotWrapperObject>(); }
Value WrapperGet(const Value& self, const Value& instance, TypeObject*) {
  return instance.is_undef() ? self : MakeMethod(self, instance);
}
Value WrapperCall(const Value& self, Args args) {
  auto* w = W(self);
  if (args.num_pos == 0)
    Raise(&TypeErrorType, "descriptor '%s' of '%s' object needs an argument", w->def->name, w->owner->name);
  if (!IsInstance(args[0], w->owner))
    Raise(&TypeErrorType, "descriptor '%s' requires a '%s' object but received a '%s'", w->def->name,
          w->owner->name, TypeNameOf(args[0]).c_str());
  return w->def->wrap(w->owner, args);
}
Value WrapperRepr(const Value& self) {
  return MakeStr(Format("<slot wrapper '%s' of '%s' objects>", W(self)->def->name, W(self)->owner->name));
}
Value WrapperName(Interp&, Args a) { return MakeStr(W(a[0])->def->name); }
Value WrapperQualname(Interp&, Args a) {
  return MakeStr(std::string(W(a[0])->owner->name) + "." + W(a[0])->def->name);
}
const MethodDef kWrapperMethods[] = {{"__name__", WrapperName, nullptr, nullptr, kProperty},
                                     {"__qualname__", WrapperQualname, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(SlotWrapperType, kWrapperMethods);

// ---- property

PropertyObject* P(const Value& v) { return v.as<PropertyObject>(); }

void PropertyDealloc(Object* o) {
  auto* p = static_cast<PropertyObject*>(o);
  for (Value* v : {&p->get, &p->set, &p->del, &p->doc}) v->Clear();
  FreeObject(o);
}
void PropertyTraverse(Object* o, GcVisitor& visit) {
  auto* p = static_cast<PropertyObject*>(o);
  for (Value* v : {&p->get, &p->set, &p->del, &p->doc}) visit(*v);
}
Value Given(const Value& v) { return v.is_undef() ? Value::None() : v; }
Value PropertyNew(TypeObject* type, Args) {
  auto* p = New<PropertyObject>(type);
  for (Value* v : {&p->get, &p->set, &p->del, &p->doc}) *v = Value::None();
  GcTrack(p);
  return Value::Own(p);
}
void PropertyInit(const Value& self, Args args) {
  static ArgParser parser("property", "fget=None, fset=None, fdel=None, doc=None");
  Value v[4];
  parser.Parse(args, v);
  auto* p = P(self);
  p->get = Given(v[0]);
  p->set = Given(v[1]);
  p->del = Given(v[2]);
  p->doc = Given(v[3]);
  if (v[3].is_undef() && !p->get.is_none()) p->doc = Given(GetAttrOrUndef(p->get, names.doc_));
}
[[noreturn]] void NoAccessor(const Value& self, const Value& instance, const char* what) {
  std::string name;
  for (const Value& f : {P(self)->get, P(self)->set, P(self)->del})
    if (!f.is_none() && name.empty()) name = Str(GetAttr(f, names.name_));
  if (Value* own = OwnAttr(self.object(), InternStr("__property_name__"))) name = Str(*own);
  Raise(&AttributeErrorType, "property '%s' of '%s' object has no %s", name.c_str(),
        Str(GetAttr(TypeValue(TypeOf(instance)), names.qualname_)).c_str(), what);
}
Value PropertyGet(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef()) return self;
  if (P(self)->get.is_none()) NoAccessor(self, instance, "getter");
  Value get = P(self)->get;
  return TryCall(get, Args{&instance, 1, 0, nullptr});
}
void PropertySet(const Value& self, const Value& instance, const Value& value) {
  Value f = value.is_undef() ? P(self)->del : P(self)->set;
  if (f.is_none()) NoAccessor(self, instance, value.is_undef() ? "deleter" : "setter");
  if (value.is_undef())
    Call(f, instance);
  else
    Call(f, instance, value);
}
Value PropertyWith(const Value& self, int which, const Value& f) {
  auto* p = P(self);
  Value get = which == 0 ? f : p->get, set = which == 1 ? f : p->set, del = which == 2 ? f : p->del;
  return Call(TypeValue(TypeOf(self)),
              ArgList{get, set, del, which == 0 ? Given(GetAttrOrUndef(f, names.doc_)) : p->doc});
}
Value PropertyGetter(Interp&, Args a) { return PropertyWith(a[0], 0, a[1]); }
Value PropertySetter(Interp&, Args a) { return PropertyWith(a[0], 1, a[1]); }
Value PropertyDeleter(Interp&, Args a) { return PropertyWith(a[0], 2, a[1]); }
Value PropertySetName(Interp&, Args a) {
  SetOwnAttr(a[0].object(), InternStr("__property_name__"), a[2]);
  return Value::None();
}
Value PropertyFget(Interp&, Args a) { return P(a[0])->get; }
Value PropertyFset(Interp&, Args a) { return P(a[0])->set; }
Value PropertyFdel(Interp&, Args a) { return P(a[0])->del; }
Value PropertyDoc(Interp&, Args a) { return P(a[0])->doc; }
Value PropertySetDoc(Interp&, Args a) {
  P(a[0])->doc = a.size() > 1 ? a[1] : Value::None();
  return Value::None();
}
Value AccessorAbstract(const Value& f) {
  if (f.is_none()) return Value::Bool(false);
  Value v = GetAttrOrUndef(f, names.isabstractmethod_);
  return Value::Bool(!v.is_undef() && IsTrue(v));
}
Value PropertyAbstract(Interp&, Args a) {
  for (const Value& f : {P(a[0])->get, P(a[0])->set, P(a[0])->del})
    if (AccessorAbstract(f).is_true()) return Value::Bool(true);
  return Value::Bool(false);
}
const MethodDef kPropertyMethods[] = {
    {"getter", PropertyGetter, "self, fget, /"},
    {"setter", PropertySetter, "self, fset, /"},
    {"deleter", PropertyDeleter, "self, fdel, /"},
    {"__set_name__", PropertySetName, "self, owner, name, /"},
    {"fget", PropertyFget, nullptr, nullptr, kProperty},
    {"fset", PropertyFset, nullptr, nullptr, kProperty},
    {"fdel", PropertyFdel, nullptr, nullptr, kProperty},
    {"__doc__", PropertyDoc, nullptr, nullptr, kProperty, PropertySetDoc},
    {"__isabstractmethod__", PropertyAbstract, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(PropertyType, kPropertyMethods);

// ---- staticmethod, classmethod

StaticMethodObject* S(const Value& v) { return v.as<StaticMethodObject>(); }

void StaticDealloc(Object* o) {
  static_cast<StaticMethodObject*>(o)->func.Clear();
  FreeObject(o);
}
void StaticTraverse(Object* o, GcVisitor& visit) { visit(static_cast<StaticMethodObject*>(o)->func); }
Value StaticNew(TypeObject* type, Args) {
  auto* s = New<StaticMethodObject>(type);
  s->func = Value::None();
  GcTrack(s);
  return Value::Own(s);
}
void StaticInit(const Value& self, Args args) {
  const char* name = TypeOf(self)->name;
  CheckNoKeywords(name, args);
  if (args.size() != 1) Raise(&TypeErrorType, "%s expected 1 argument, got %u", name, args.size());
  S(self)->func = args[0];
  for (StrObject* n : {names.module_, names.name_, names.qualname_, names.doc_})
    if (Value v = GetAttrOrUndef(args[0], n); !v.is_undef()) SetOwnAttr(self.object(), n, v);
}
Value StaticGet(const Value& self, const Value&, TypeObject*) { return S(self)->func; }
Value StaticCall(const Value& self, Args args) { return TryCall(S(self)->func, args); }
Value ClassGet(const Value& self, const Value&, TypeObject* owner) {
  Value func = S(self)->func;
  // A wrapped descriptor is bound to the class.
  if (func.is_object() && func.object()->type->slots.descr_get && !IsExact(func, &PyFunctionType))
    return func.object()->type->slots.descr_get(func, TypeValue(owner), TypeOf(TypeValue(owner)));
  return MakeMethod(func, TypeValue(owner));
}
Value StaticFunc(Interp&, Args a) { return S(a[0])->func; }
Value StaticAbstract(Interp&, Args a) { return AccessorAbstract(S(a[0])->func); }
Value StaticRepr(const Value& self) {
  return MakeStr("<" + TypeNameOf(self) + "(" + Repr(S(self)->func) + ")>");
}
const MethodDef kStaticMethods[] = {{"__func__", StaticFunc, nullptr, nullptr, kProperty},
                                    {"__wrapped__", StaticFunc, nullptr, nullptr, kProperty},
                                    {"__isabstractmethod__", StaticAbstract, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(StaticMethodType, kStaticMethods);
TP_REGISTER_METHODS(ClassMethodType, kStaticMethods);

constexpr TypeSpec DescrSpec(const char* name, size_t size, UnaryFn repr,
                             Value (*get)(const Value&, const Value&, TypeObject*),
                             void (*set)(const Value&, const Value&, const Value&),
                             Value (*call)(const Value&, Args)) {
  TypeSpec t{.name = name, .size = size, .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = FreeObject;
  t.slots.repr = repr;
  t.slots.descr_get = get;
  t.slots.descr_set = set;
  t.slots.call = call;
  return t;
}
constexpr TypeSpec PropertySpec() {
  TypeSpec t{.name = "property",
             .size = sizeof(PropertyObject),
             .attrs = offsetof(PropertyObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = PropertyDealloc;
  t.slots.traverse = PropertyTraverse;
  t.slots.new_object = PropertyNew;
  t.slots.init = PropertyInit;
  t.slots.descr_get = PropertyGet;
  t.slots.descr_set = PropertySet;
  return t;
}
constexpr TypeSpec StaticSpec(const char* name, bool static_method) {
  TypeSpec t{.name = name,
             .size = sizeof(StaticMethodObject),
             .attrs = offsetof(StaticMethodObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = StaticDealloc;
  t.slots.traverse = StaticTraverse;
  t.slots.new_object = StaticNew;
  t.slots.init = StaticInit;
  t.slots.repr = StaticRepr;
  t.slots.descr_get = static_method ? StaticGet : ClassGet;
  if (static_method) t.slots.call = StaticCall;
  return t;
}

}  // namespace

constinit TypeObject MethodDescrType(DescrSpec("method_descriptor", sizeof(MethodDescrObject),
                                               MethodDescrRepr, MethodDescrGet, nullptr, MethodDescrCall));
constinit TypeObject ClassMethodDescrType(DescrSpec("classmethod_descriptor", sizeof(MethodDescrObject),
                                                    MethodDescrRepr, ClassMethodDescrGet, nullptr,
                                                    MethodDescrCall));
constinit TypeObject GetSetDescrType(DescrSpec("getset_descriptor", sizeof(MethodDescrObject), GetSetRepr,
                                               GetSetGet, GetSetSet, nullptr));
constinit TypeObject MemberDescrType(DescrSpec("member_descriptor", sizeof(MemberDescrObject), MemberRepr,
                                               MemberGet, MemberSet, nullptr));
constinit TypeObject SlotWrapperType(DescrSpec("wrapper_descriptor", sizeof(SlotWrapperObject), WrapperRepr,
                                               WrapperGet, nullptr, WrapperCall));
constinit TypeObject PropertyType(PropertySpec());
constinit TypeObject StaticMethodType(StaticSpec("staticmethod", true));
constinit TypeObject ClassMethodType(StaticSpec("classmethod", false));
TP_REGISTER_TYPE(PropertyType);
TP_REGISTER_TYPE(StaticMethodType);
TP_REGISTER_TYPE(ClassMethodType);

// ---- super

namespace {
struct Super : GcObject {
  TypeObject* start;
  Value self;
  TypeObject* self_type;
};
Super* U(const Value& v) { return v.as<Super>(); }

void SuperFree(Object* o) {
  auto* s = static_cast<Super*>(o);
  s->self.Clear();
  TypeObject *start = s->start, *self_type = s->self_type;
  FreeObject(o);
  if (start) DecRef(start);
  if (self_type) DecRef(self_type);
}
void SuperTraverse(Object* o, GcVisitor& visit) { visit(static_cast<Super*>(o)->self); }
Value SuperNew(TypeObject* type, Args) {
  auto* s = New<Super>(type);
  GcTrack(s);
  return Value::Own(s);
}
void SuperInit(const Value& self, Args args) {
  CheckArgs("super", args, 0, 2);
  Value start, object;
  if (args.size() == 0) {
    FindSuperArguments(&start, &object);
  } else {
    start = args[0];
    if (args.size() > 1) object = args[1];
  }
  if (!IsType(start))
    Raise(&TypeErrorType, "super() argument 1 must be a type, not %s", TypeNameOf(start).c_str());
  Super* s = U(self);
  s->start = AsType(start);
  IncRef(s->start);
  if (object.is_undef() || object.is_none()) return;
  TypeObject* of = nullptr;
  if (IsType(object) && IsSubtype(AsType(object), s->start))
    of = AsType(object);
  else if (IsInstance(object, s->start))
    of = TypeOf(object);
  if (!of) Raise(&TypeErrorType, "super(type, obj): obj must be an instance or subtype of type");
  s->self = object;
  s->self_type = of;
  IncRef(of);
}
Value SuperGetAttr(const Value& self, StrObject* name) {
  Super* s = U(self);
  if (s->self_type && name != names.class_) {
    if (Value r = SuperLookup(s->start, s->self, s->self_type, name); !r.is_undef()) return r;
  }
  return GenericGetAttr(self, name);
}
Value SuperRepr(const Value& self) {
  Super* s = U(self);
  return MakeStr(Format("<super: <class '%s'>, %s>", s->start->name,
                        s->self_type ? Format("<%s object>", s->self_type->name).c_str() : "NULL"));
}
constexpr TypeSpec SuperSpec() {
  TypeSpec t{.name = "super", .size = sizeof(Super), .flags = kTypeGc};
  t.slots.dealloc = SuperFree;
  t.slots.traverse = SuperTraverse;
  t.slots.new_object = SuperNew;
  t.slots.init = SuperInit;
  t.slots.getattr = SuperGetAttr;
  t.slots.repr = SuperRepr;
  return t;
}
}  // namespace

Value SuperLookup(TypeObject* start, const Value& self, TypeObject* self_type, StrObject* name) {
  uint32_t i = 0;
  while (i < self_type->mro_size && self_type->mro[i] != start) ++i;
  for (++i; i < self_type->mro_size; ++i) {
    TypeObject* t = self_type->mro[i];
    if (!t->is_heap()) TypeLookup(t, name);  // makes its dunder methods
    if (Value* found = DictFind(t->dict, name)) {
      Value own = *found;
      const bool class_level = self.is_object() && self.object() == self_type;
      return TryBindDescriptor(own, class_level ? Value() : self, self_type);
    }
  }
  return {};
}

const Value* FindSuperFunction(StrObject* name, Value* self) {
  Value start;
  FindSuperArguments(&start, self);
  if (!IsType(start) || !self->is_object() || IsType(*self) || name == names.class_) return nullptr;
  TypeObject* type = TypeOf(*self);
  uint32_t i = 0;
  while (i < type->mro_size && type->mro[i] != AsType(start)) ++i;
  if (i == type->mro_size) return nullptr;
  for (++i; i < type->mro_size && type->mro[i]->is_heap(); ++i)
    if (const Value* found = DictFind(type->mro[i]->dict, name))
      return IsExact(*found, &PyFunctionType) ? found : nullptr;
  return nullptr;
}

constinit TypeObject SuperType(SuperSpec());
TP_REGISTER_TYPE(SuperType);

}  // namespace tp
