// `object`: what every value has.
#include <algorithm>
#include <set>

#include "core/base/stable_sort.h"
#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"
#include "core/interp/type.h"

namespace tp {

namespace {

Value ObjectNew(TypeObject* type, Args args) {
  // A builtin type that says nothing of making instances has none that are blank.
  if (!type->is_heap() && type != &ObjectType)
    Raise(&TypeErrorType, "cannot create '%s' instances", type->name);
  if (args.num_pos || args.num_kw) {
    const Value* init = TypeLookup(type, names.init_);
    const bool own_init =
        init && !(IsExact(*init, &SlotWrapperType) && init->as<SlotWrapperObject>()->owner == &ObjectType);
    const Value* own_new = TypeLookup(type, names.new_);
    const bool overrides_new = own_new && !IsExact(*own_new, &NativeFunctionType);
    if (overrides_new)
      Raise(&TypeErrorType, "object.__new__() takes exactly one argument (the type to instantiate)");
    if (!own_init) Raise(&TypeErrorType, "%s() takes no arguments", type->name);
  }
  if (type->has(kTypeAbstract)) {
    std::vector<std::string> missing;
    if (Value methods = GetAttrOrUndef(TypeValue(type), names.abstractmethods_); !methods.is_undef())
      ForEach(methods, [&](const Value& v) { missing.push_back(Str(v)); });
    StableSort(&missing, std::less<>());
    std::string list;
    for (size_t i = 0; i < missing.size(); ++i) list += (i ? ", " : "") + missing[i];
    Raise(&TypeErrorType, "Can't instantiate abstract class %s with abstract method%s %s", type->name,
          missing.size() > 1 ? "s" : "", list.c_str());
  }
  Object* o = AllocObject(type);
  if (type->has(kTypeGc)) GcTrack(static_cast<GcObject*>(o));
  return Value::Own(o);
}

void ObjectInit(const Value& self, Args args) {
  if (!args.num_pos && !args.num_kw) return;
  TypeObject* type = TypeOf(self);
  const Value* init = TypeLookup(type, names.init_);
  if (init && !IsExact(*init, &SlotWrapperType))
    Raise(&TypeErrorType, "object.__init__() takes exactly one argument (the instance to initialize)");
  if (type->slots.new_object == ObjectNew) Raise(&TypeErrorType, "%s() takes no arguments", type->name);
}

Value ObjectRepr(const Value& self) {
  TypeObject* type = TypeOf(self);
  const std::string module = type->module;
  const std::string name(type->qualname ? type->qualname->view() : type->name);
  // Inline values have no address: some number that is theirs.
  const auto place = static_cast<unsigned long>(self.is_object() ? reinterpret_cast<uintptr_t>(self.object())
                                                                 : 0x500000000000 + self.as_int() * 32);
  return MakeStr(
      Format("<%s object at 0x%lx>", (module == "builtins" ? name : module + "." + name).c_str(), place));
}
Value ObjectStr(const Value& self) { return TypeOf(self)->slots.repr(self); }
int64_t ObjectHash(const Value& self) { return HashPointer(self.object()); }
Value ObjectCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (op == ast::CmpOp::kEq) return a.Is(b) ? Value::Bool(true) : NotImplemented();
  if (op != ast::CmpOp::kNotEq) return NotImplemented();
  // Not what __eq__ says.
  Value r = TypeOf(a)->slots.compare ? TypeOf(a)->slots.compare(a, b, ast::CmpOp::kEq) : NotImplemented();
  return IsNotImplemented(r) || r.is_raised() ? r : Value::Bool(!IsTrue(r));
}

Value GetClass(Interp&, Args a) { return TypeValue(TypeOf(a[0])); }
Value SetClass(Interp&, Args a) {
  if (a.size() < 2) Raise(&TypeErrorType, "can't delete __class__ attribute");
  if (!IsType(a[1]))
    Raise(&TypeErrorType, "__class__ must be set to a class, not '%s' object", TypeNameOf(a[1]).c_str());
  SetClassOf(a[0].object(), AsType(a[1]));
  return Value::None();
}
Value CallFormat(Interp&, Args a) {
  CheckArgs("object.__format__", a.From(1), 1, 1);
  if (!IsStr(a[1]))
    Raise(&TypeErrorType, "__format__() argument must be str, not %s", GivenType(a[1]).c_str());
  if (!StrView(a[1]).empty())
    Raise(&TypeErrorType, "unsupported format string passed to %s.__format__", TypeNameOf(a[0]).c_str());
  return StrValue(a[0]);
}
Value CallInitSubclass(Interp&, Args a) {
  if (a.num_kw || a.num_pos > 1)
    Raise(&TypeErrorType, "%s.__init_subclass__() takes no %sarguments",
          IsType(a[0]) ? AsType(a[0])->name : "", a.num_kw ? "keyword " : "");
  return Value::None();
}
Value CallSubclassHook(Interp&, Args) { return NotImplemented(); }
Value CallDir(Interp&, Args a) {
  std::set<std::string> names_found;
  const auto add_type = [&](TypeObject* type) {
    TypeLookup(type, names.doc_);
    for (uint32_t i = 0; i < type->mro_size; ++i) {
      TypeLookup(type->mro[i], names.doc_);
      int64_t pos = 0;
      while (DictEntry* e = DictNext(type->mro[i]->dict, &pos)) names_found.insert(Str(e->key));
    }
  };
  const Value& self = a[0];
  if (IsType(self)) {
    add_type(AsType(self));
  } else if (IsInstance(self, &ModuleType)) {
    int64_t pos = 0;
    while (DictEntry* e = DictNext(self.as<ModuleObject>()->dict, &pos)) names_found.insert(Str(e->key));
  } else {
    add_type(TypeOf(self));
    if (self.is_object() && TypeOf(self)->attrs_offset)
      ForEachAttr(self.object(),
                  [&](StrObject* name, const Value&) { names_found.insert(std::string(name->view())); });
    for (const char* own : {"__dict__", "__module__", "__weakref__"})
      if (TypeOf(self)->is_heap() && !TypeOf(self)->has(kTypeNoInstanceDict)) names_found.insert(own);
  }
  ListObject* list = NewList();
  for (const std::string& name : names_found) ListAppend(list, MakeStr(name));
  return Value::Own(list);
}
// What an object keeps: its attributes, and those of `__slots__` beside them.
Value GetState(Interp&, Args a) {
  const Value& self = a[0];
  Value attributes = Value::None();
  if (self.is_object() && AttrsOf(self.object()) && !TypeOf(self)->has(kTypeNoInstanceDict))
    if (DictObject* dict = InstanceDict(self.object()); dict && (dict->used || TypeOf(self)->is_heap()))
      attributes = DictCopy(dict).ToValue();
  auto members = ObjRef<DictObject>::Own(NewDict());
  for (uint32_t i = 0; i < TypeOf(self)->mro_size; ++i) {
    int64_t pos = 0;
    while (DictEntry* e = DictNext(TypeOf(self)->mro[i]->dict, &pos))
      if (IsExact(e->value, &MemberDescrType))
        if (const Value v = GetAttrOrUndef(self, InternStr(e->key)); !v.is_undef())
          DictSet(members.get(), e->key, v);
  }
  if (IsDict(attributes) && attributes.as<DictObject>()->used == 0) attributes = Value::None();
  if (members->used == 0) return attributes;
  return MakeTuple({attributes, std::move(members).ToValue()});
}
Value NoReduce(Interp&, Args) { RaiseNotSupported("__reduce__ of an object that defines none"); }
Value CallSizeof(Interp&, Args a) { return Value::Int(TypeOf(a[0])->instance_size); }

const MethodDef kObjectMethods[] = {
    {"__class__", GetClass, nullptr, nullptr, kProperty, SetClass},
    {"__format__", CallFormat, "self, format_spec, /", nullptr},
    {"__init_subclass__", CallInitSubclass, nullptr, nullptr, kClassMethod},
    {"__subclasshook__", CallSubclassHook, nullptr, nullptr, kClassMethod},
    {"__dir__", CallDir, "self, /", nullptr},
    {"__sizeof__", CallSizeof, "self, /", nullptr},
    {"__getstate__", GetState, "self, /", nullptr},
    {"__reduce__", NoReduce, "self, /", nullptr},
    {"__reduce_ex__", NoReduce, "self, protocol, /", nullptr},
};
TP_REGISTER_METHODS(ObjectType, kObjectMethods);

constexpr TypeSpec ObjectSpec() {
  TypeSpec t{.name = "object", .size = sizeof(GcObject)};
  TypeSlots& s = t.slots;
  s.dealloc = FreeObject;
  s.new_object = ObjectNew;
  s.init = ObjectInit;
  s.repr = ObjectRepr;
  s.str = ObjectStr;
  s.hash = ObjectHash;
  s.compare = ObjectCompare;
  s.getattr = GenericGetAttr;
  s.setattr = GenericSetAttr;
  return t;
}

}  // namespace

constinit TypeObject ObjectType(ObjectSpec());
TP_REGISTER_TYPE(ObjectType);

}  // namespace tp
