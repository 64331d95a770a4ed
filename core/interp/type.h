// The inside of types: what type.cc, slots.cc, class creation and the collector share.
#ifndef TP_CORE_INTERP_TYPE_H_
#define TP_CORE_INTERP_TYPE_H_

#include <vector>

#include "core/interp/function.h"

namespace tp {

// Direct subclasses that are alive, oldest first.
std::vector<TypeObject*> SubclassesOf(TypeObject* type);
void ForgetSubclass(TypeObject* base, TypeObject* type);
void FreeSubclassList(TypeObject* type);

void ReleaseAttrs(AttrStorage* attrs);
void ReleaseMembers(Object* o);
AttrShape* RootShape(TypeObject* type);
void FreeShapes(TypeObject* type);
AttrShape* ShapeAdd(AttrShape* shape, StrObject* name);
void SetClassOf(Object* o, TypeObject* cls);

// ---- slots and dunder methods (slots.cc)

// One row of the table of slots: which dunder method stands for which slot.
struct SlotDef {
  const char* name;
  uint16_t offset;                              // of the function pointer in TypeSlots
  void* dispatcher;                             // the slot of a class of the spec: calls the method
  Value (*wrap)(TypeObject* owner, Args args);  // the method of a builtin type: calls the slot
  StrObject* key;
};
struct SlotWrapperObject : GcObject {
  SlotDef* def;
  TypeObject* owner;
};
// Puts `__len__` and so on into the dict of a builtin type, for the slots it has of its own.
void AddSlotWrappers(TypeObject* type);
// Sets the slots of a class of the spec by the dunder methods that it has or inherits.
void FixSlots(TypeObject* type);
Value FindMethodOfType(TypeObject* type, StrObject* name);
void FixSlotsAfterChange(TypeObject* type, StrObject* name);

// What super(start, self).name gives; kUndef if there is none.
Value SuperLookup(TypeObject* start, const Value& self, TypeObject* self_type, StrObject* name);
// The class and the first argument that super() without arguments means; RuntimeError outside of methods.
void FindSuperArguments(Value* start, Value* self);
// For `super().name(…)` of an instance in a method of the spec: the function of the spec that it calls, with
// *self in front; null: ask super itself. Raises what super() raises.
const Value* FindSuperFunction(StrObject* name, Value* self);

// ---- classes (class.cc)

// What `class NAME(BASES): BODY` makes of the executed body; `type(name, bases, dict)`.
Value MakeClass(TypeObject* metatype, StrObject* name, TupleObject* bases, DictObject* ns, Args keywords);

}  // namespace tp

#endif  // TP_CORE_INTERP_TYPE_H_
