#include "core/trace/weak_method.h"

#include "core/interp/abstract.h"
#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/registry.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {
namespace {

void Dealloc(Object* o) {
  auto* m = static_cast<WeakMethodObject*>(o);
  GcUntrack(m);
  m->func.~Value();
  m->instance.~Value();
  FreeObject(o);
}
void Traverse(Object* o, GcVisitor& visit) {
  auto* m = static_cast<WeakMethodObject*>(o);
  visit.Attrs(&m->attrs);
  visit(m->func);
}
void Clear(Object* o) { static_cast<WeakMethodObject*>(o)->func = Value(); }
Value CallIt(const Value& self, Args args) { return Call(StrongMethod(self), args); }
Value GetAttribute(const Value& self, StrObject* name) {
  // Names, docs and signatures are the function's.
  const Value own = GenericGetAttr(self, name);
  return own.is_undef() ? GetAttrOrUndef(self.as<WeakMethodObject>()->func, name) : own;
}
Value ReprOf(const Value& self) { return MakeStr(Repr(StrongMethod(self))); }

constexpr TypeSpec Spec() {
  TypeSpec t{.name = "method",
             .size = sizeof(WeakMethodObject),
             .attrs = offsetof(WeakMethodObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = Dealloc;
  t.slots.traverse = Traverse;
  t.slots.clear = Clear;
  t.slots.call = CallIt;
  t.slots.getattr = GetAttribute;
  t.slots.repr = ReprOf;
  return t;
}

}  // namespace

constinit TypeObject WeakMethodType(Spec());

Value MakeWeakMethod(const Value& func, const Value& instance) {
  ReadyType(&WeakMethodType);
  auto* m = New<WeakMethodObject>(&WeakMethodType);
  new (&m->func) Value(func);
  new (&m->instance) Value(MakeWeakRef(instance));
  GcTrack(m);
  return Value::Own(m);
}

Value StrongMethod(const Value& weak_method) {
  const auto* m = weak_method.as<WeakMethodObject>();
  Object* target = m->instance.as<WeakRefObject>()->target;
  return MakeMethod(m->func, target ? Value::Borrow(target) : Value::None());
}

}  // namespace tp
