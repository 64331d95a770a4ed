// What tf.Module and tf.train.Checkpoint do when an attribute is set (trackable/autotrackable.py,
// data_structures.py): a list becomes a ListWrapper, a dict a DictWrapper, and a value that a checkpoint has
// been waiting for gets what was saved. Everything else of checkpoints is in the library (checkpoint/).
//
// TensorFlow makes a wrapper that shares the list's storage. Here the list itself gets another type, so that
// whoever holds it sees the same items.
#include <algorithm>

#include "core/base/hash_map.h"
#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/function.h"
#include "core/trace/objects.h"

namespace tp {

// The base of the library's class AutoTrackable.
extern TypeObject TrackableType;
extern TypeObject ListWrapperType, DictWrapperType;

namespace {

// assigned(object, name, value), called for every value while checkpoints wait for objects to be made; None
// or kUndef else.
Value& AssignHook() {
  static auto* const hook = new Value;
  return *hook;
}

void CallHook(const Value& object, const Value& name, const Value& value) {
  const Value hook = AssignHook();
  if (!hook.is_undef() && !hook.is_none() && value.is_object()) Call(hook, object, name, value);
}

constexpr int kMaxDepth = 64;  // dicts may hold themselves

void Wrap(const Value& value, int depth = 0) {
  if (!value.is_object() || depth > kMaxDepth) return;
  if (IsExact(value, &DictType)) {
    ReadyType(&DictWrapperType);
    value.object()->type = &DictWrapperType;
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(value.as<DictObject>(), &pos)) Wrap(entry->value, depth + 1);
    return;
  }
  const bool list = IsExact(value, &ListType);
  if (!list && !IsTuple(value)) return;
  Value* items;
  int64_t size;
  if (!AsSequence(value, &items, &size)) return;
  if (list) {
    ReadyType(&ListWrapperType);
    value.object()->type = &ListWrapperType;
  }
  for (int64_t i = 0; i < size; ++i) Wrap(items[i], depth + 1);
}

void SetAttribute(const Value& self, StrObject* name, const Value& value) {
  if (!value.is_undef()) {
    Wrap(value);
    CallHook(self, Value::Borrow(name), value);
  }
  GenericSetAttr(self, name, value);
}

constexpr TypeSpec TrackableSpec() {
  TypeSpec t{.name = "tensorflow.python.trackable.base.Trackable", .flags = kTypeGc};
  t.slots.setattr = SetAttribute;
  return t;
}

// ---- lists. One whose objects were replaced, moved or taken away cannot be saved any more.

HashSet<const Object*>& Changed() {
  static auto* const lists = new HashSet<const Object*>;
  return *lists;
}

bool IsTracked(const Value& v) {
  return IsVariable(v) || IsFunction(v) || IsConcreteFunction(v) ||
         (v.is_object() &&
          (IsInstance(v, &TrackableType) || IsInstance(v, &ListWrapperType) ||
           IsInstance(v, &DictWrapperType) || !LookupSpecial(v, "_trackable_children").is_undef()));
}
void NoteChange(const Value& list) {
  auto* l = list.as<ListObject>();
  if (std::any_of(l->begin(), l->end(), IsTracked)) Changed().insert(l);
}

void DeallocList(Object* o) {
  Changed().erase(o);
  ListType.slots.dealloc(o);
}
Value ListReprOf(const Value& self) { return MakeStr("ListWrapper(" + Str(ListType.slots.repr(self)) + ")"); }
void SetListItem(const Value& self, const Value& key, const Value& value) {
  auto* list = self.as<ListObject>();
  const bool one = key.is_int() && !value.is_undef();
  const int64_t index = !one ? -1 : key.as_int() < 0 ? key.as_int() + list->size : key.as_int();
  const bool there = one && index >= 0 && index < list->size;
  if (!one)
    NoteChange(self);
  else if (there && IsTracked(list->items[index]))
    Changed().insert(list);
  ListType.slots.setitem(self, key, value);
  if (!value.is_undef()) Wrap(value);
  if (there) CallHook(self, MakeStr(std::to_string(index)), value);
}

constexpr TypeSpec ListWrapperSpec() {
  TypeSpec t{.name = "tensorflow.python.trackable.data_structures.ListWrapper",
             .base = &ListType,
             .flags = kTypeGc | kTypeSequence};
  t.slots.dealloc = DeallocList;
  t.slots.repr = ListReprOf;
  t.slots.setitem = SetListItem;
  return t;
}

void Added(const Value& list, int64_t index) {
  const Value item = list.as<ListObject>()->items[index];
  Wrap(item);
  CallHook(list, MakeStr(std::to_string(index)), item);
}
Value Append(Interp&, Args args) {
  CheckArgs("append", args.From(1), 1, 1);
  auto* list = args[0].as<ListObject>();
  ListAppend(list, args[1]);
  Added(args[0], list->size - 1);
  return Value::None();
}
Value Extend(Interp&, Args args) {
  CheckArgs("extend", args.From(1), 1, 1);
  auto* list = args[0].as<ListObject>();
  int64_t index = list->size;
  ListExtend(list, args[1]);
  for (; index < list->size; ++index) Added(args[0], index);
  return Value::None();
}
// The list's own method, which moves items.
template <size_t N>
Value Move(Interp&, Args args) {
  static constexpr const char* kNames[] = {"insert", "pop", "clear", "reverse", "remove", "sort"};
  NoteChange(args[0]);
  Value result = Call(GetAttr(TypeValue(&ListType), kNames[N]), args);
  if (N == 0) {
    Wrap(args[2]);
    NoteChange(args[0]);
  }
  return result;
}

const MethodDef kListMethods[] = {
    {"append", Append, "self, object, /"},
    {"extend", Extend, "self, iterable, /"},
    {"insert", Move<0>, "self, index, object, /"},
    {"pop", Move<1>, "self, index=-1, /"},
    {"clear", Move<2>, "self, /"},
    {"reverse", Move<3>, "self, /"},
    {"remove", Move<4>, "self, value, /"},
    {"sort", Move<5>, "self, /, *, key=None, reverse=False"},
};

// ---- dicts

Value DictReprOf(const Value& self) { return MakeStr("DictWrapper(" + Str(DictType.slots.repr(self)) + ")"); }
Value DictStrOf(const Value& self) { return DictType.slots.repr(self); }
void SetDictItem(const Value& self, const Value& key, const Value& value) {
  if (!value.is_undef()) {
    Wrap(value);
    CallHook(self, key, value);
  }
  DictType.slots.setitem(self, key, value);
}

constexpr TypeSpec DictWrapperSpec() {
  TypeSpec t{.name = "tensorflow.python.trackable.data_structures._DictWrapper",
             .base = &DictType,
             .flags = kTypeGc | kTypeMapping};
  t.slots.repr = DictReprOf;
  t.slots.str = DictStrOf;
  t.slots.setitem = SetDictItem;
  return t;
}

// ---- what the library calls

Value SetHook(Interp&, Args args) {
  AssignHook() = args[0];
  return Value::None();
}
// For classes of the library that set their attributes themselves.
Value Assigned(Interp&, Args args) {
  CallHook(args[0], args[1], args[2]);
  return Value::None();
}
Value WrapValue(Interp&, Args args) {
  Wrap(args[0]);
  return args[0];
}
Value ListChanged(Interp&, Args args) { return Value::Bool(Changed().count(args[0].object()) != 0); }

const MethodDef kFunctions[] = {
    {"set_assign_hook", SetHook, "hook"},
    {"assigned", Assigned, "object, name, value"},
    {"wrap", WrapValue, "value"},
    {"list_changed", ListChanged, "list"},
};
TP_REGISTER_FUNCTIONS(_tf, kFunctions);

void InitTypes(Interp&, ModuleObject* module) {
  ModuleSet(module, "Trackable", TypeValue(&TrackableType));
  ModuleSet(module, "ListWrapper", TypeValue(&ListWrapperType));
  ModuleSet(module, "DictWrapper", TypeValue(&DictWrapperType));
}
TP_REGISTER_MODULE(_tf, InitTypes);

}  // namespace

constinit TypeObject TrackableType(TrackableSpec());
constinit TypeObject ListWrapperType(ListWrapperSpec());
constinit TypeObject DictWrapperType(DictWrapperSpec());
TP_REGISTER_HIDDEN_TYPE(TrackableType);
TP_REGISTER_HIDDEN_TYPE(ListWrapperType);
TP_REGISTER_HIDDEN_TYPE(DictWrapperType);
TP_REGISTER_METHODS(ListWrapperType, kListMethods);

}  // namespace tp
