#include "core/trace/closure.h"

#include <new>

#include "core/interp/abstract.h"
#include "core/interp/registry.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {
namespace {

struct ClosureObject : Object {
  Value name;
  ClosureFn function;
};

void Dealloc(Object* o) {
  auto* closure = static_cast<ClosureObject*>(o);
  closure->name.~Value();
  closure->function.~ClosureFn();
  FreeObject(o);
}
Value CallIt(const Value& self, Args args) { return self.as<ClosureObject>()->function(args); }
Value GetAttribute(const Value& self, StrObject* name) {
  return name->view() == "__name__" ? self.as<ClosureObject>()->name : GenericGetAttr(self, name);
}

constexpr TypeSpec Spec() {
  TypeSpec t{.name = "function", .size = sizeof(ClosureObject), .flags = kTypeNoSubclass};
  t.slots.dealloc = Dealloc;
  t.slots.call = CallIt;
  t.slots.getattr = GetAttribute;
  return t;
}
constinit TypeObject ClosureType(Spec());

}  // namespace

Value MakeClosure(std::string_view name, ClosureFn function) {
  ReadyType(&ClosureType);
  auto* closure = New<ClosureObject>(&ClosureType);
  new (&closure->name) Value(MakeStr(name));
  new (&closure->function) ClosureFn(std::move(function));
  return Value::Own(closure);
}

}  // namespace tp
