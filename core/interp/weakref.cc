// Weak references: a list on each object that allows them, cleared before the object dies; callbacks run
// after that.
#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/interrupt.h"

namespace tp {

Object** WeakListOf(Object* o) {
  TypeObject* type = o->type;
  if (type->has(kTypeIsType)) return &static_cast<TypeObject*>(o)->attrs.weak_refs;
  if (type == &GeneratorType) return &static_cast<GeneratorObject*>(o)->attrs.weak_refs;
  if (type == &MethodType) return &static_cast<MethodObject*>(o)->weak_refs;
  if (AttrStorage* attrs = AttrsOf(o)) return &attrs->weak_refs;
  return nullptr;
}

// The laws of CPython's type_new: instances of a class have a list where it or a base asks for one, by no
// `__slots__` or by `__weakref__` in them, and none of the bases is of variable size.
bool SupportsWeakRefs(Object* o) {
  if (!WeakListOf(o)) return false;
  const TypeObject* type = o->type;
  if (!type->is_heap() || type->has(kTypeIsType)) return true;
  bool asked = false;
  for (uint32_t i = 0; i < type->mro_size; ++i) {
    TypeObject* t = type->mro[i];
    if (t == &IntType || t == &TupleType || t == &BytesType) return false;
    if (!t->is_heap()) {
      asked |= t->attrs_offset != 0;
      continue;
    }
    const Value* slots = asked ? nullptr : DictFind(t->dict, names.slots_);
    asked |= !slots || Contains(*slots, MakeStr("__weakref__"));
  }
  return asked;
}

namespace {

WeakRefObject* W(const Value& v) { return v.as<WeakRefObject>(); }

void Unlink(WeakRefObject* w) {
  if (!w->target) return;
  Object** list = WeakListOf(w->target);
  if (w->prev)
    w->prev->next = w->next;
  else
    *list = w->next;
  if (w->next) w->next->prev = w->prev;
  if (!*list) w->target->flags &= ~kHasWeakRefs;
  w->target = nullptr;
  w->next = w->prev = nullptr;
}

void WeakRefDealloc(Object* o) {
  auto* w = static_cast<WeakRefObject*>(o);
  Unlink(w);
  w->callback.Clear();
  FreeObject(o);
}

Value MakeOfType(TypeObject* type, const Value& v, const Value& callback) {
  Object** list = v.is_object() && SupportsWeakRefs(v.object()) ? WeakListOf(v.object()) : nullptr;
  if (!list) Raise(&TypeErrorType, "cannot create weak reference to '%s' object", TypeNameOf(v).c_str());
  const bool plain = callback.is_undef() || callback.is_none();
  if (plain && type == &WeakRefType)
    for (auto* w = static_cast<WeakRefObject*>(*list); w; w = w->next)
      if (w->callback.is_undef() && w->type == &WeakRefType) return Value::Borrow(w);
  auto* w = New<WeakRefObject>(type);
  w->target = v.object();
  w->hash = -1;
  if (!plain) w->callback = callback;
  w->next = static_cast<WeakRefObject*>(*list);
  if (w->next) w->next->prev = w;
  *list = w;
  v.object()->flags |= kHasWeakRefs;
  return Value::Own(w);
}

Value WeakRefNew(TypeObject* type, Args args) {
  CheckArgs("__new__", {args.values, args.num_pos, 0, nullptr}, 1, 2);
  return MakeOfType(type, args[0], args.size() > 1 ? args[1] : Value());
}
void WeakRefInit(const Value&, Args) {}
Value WeakRefCall(const Value& self, Args args) {
  CheckArgs("weakref", args, 0, 0);
  return WeakRefGet(W(self));
}
int64_t WeakRefHash(const Value& self) {
  WeakRefObject* w = W(self);
  if (w->hash != -1) return w->hash;
  if (!w->target) Raise(&TypeErrorType, "weak object has gone away");
  return w->hash = Hash(Value::Borrow(w->target));
}
Value WeakRefCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsInstance(b, &WeakRefType) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq))
    return NotImplemented();
  if (!W(a)->target || !W(b)->target) return Value::Bool((W(a) == W(b)) == (op == ast::CmpOp::kEq));
  return Compare(Value::Borrow(W(a)->target), Value::Borrow(W(b)->target), op);
}
Value WeakRefRepr(const Value& self) {
  WeakRefObject* w = W(self);
  if (!w->target) return MakeStr(Format("<weakref at %p; dead>", static_cast<void*>(w)));
  const Value name = GetAttrOrUndef(Value::Borrow(w->target), "__name__");
  return MakeStr(Format("<weakref at %p; to '%s' at %p%s>", static_cast<void*>(w), w->target->type->name,
                        static_cast<void*>(w->target), IsStr(name) ? (" (" + Str(name) + ")").c_str() : ""));
}
Value WeakRefCallback(Interp&, Args a) {
  return W(a[0])->callback.is_undef() ? Value::None() : W(a[0])->callback;
}
const MethodDef kWeakRefMethods[] = {{"__callback__", WeakRefCallback, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(WeakRefType, kWeakRefMethods);

constexpr TypeSpec WeakRefSpec() {
  TypeSpec t{.name = "weakref.ReferenceType", .size = sizeof(WeakRefObject)};
  t.slots.dealloc = WeakRefDealloc;
  t.slots.new_object = WeakRefNew;
  t.slots.init = WeakRefInit;
  t.slots.call = WeakRefCall;
  t.slots.hash = WeakRefHash;
  t.slots.compare = WeakRefCompare;
  t.slots.repr = WeakRefRepr;
  return t;
}

}  // namespace

Value MakeWeakRef(const Value& v, const Value& callback) { return MakeOfType(&WeakRefType, v, callback); }

void ClearWeakRefs(Object* o) {
  Object** list = WeakListOf(o);
  o->flags &= ~kHasWeakRefs;
  if (!list) return;
  std::vector<Value> with_callback;
  while (auto* w = static_cast<WeakRefObject*>(*list)) {
    *list = w->next;
    if (w->next) w->next->prev = nullptr;
    w->target = nullptr;
    w->next = w->prev = nullptr;
    if (!w->callback.is_undef()) with_callback.push_back(Value::Borrow(w));
  }
  for (Value& w : with_callback) {
    Value callback = std::move(W(w)->callback);
    try {
      Call(callback, w);
    } catch (PyError& e) {
      WriteUnraisable(e, callback);
    } catch (LimitError& e) {
      PostponeLimit(e);
    }
  }
}

constinit TypeObject WeakRefType(WeakRefSpec());
TP_REGISTER_TYPE(WeakRefType);
static void InitWeakref(Interp&, ModuleObject* m) { ModuleSet(m, "ref", TypeValue(&WeakRefType)); }
TP_REGISTER_MODULE(weakref, InitWeakref);

}  // namespace tp
