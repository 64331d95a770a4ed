// Methods of set and frozenset. The order of results is CPython's: which operand is walked matters.
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

SetObject* Self(Args args) { return args[0].as<SetObject>(); }
TypeObject* PlainType(SetObject* s) { return IsSubtype(s->type, &FrozenSetType) ? &FrozenSetType : &SetType; }

// One argument; the method's name in the error is that of its own type.
void CheckSetArgs(const char* method, Args args) {
  CheckArgs((std::string(PlainType(Self(args))->name) + "." + method).c_str(), args.From(1), 1, 1);
}
void CheckSetsOnly(const char* method, Args args) {
  if (args.num_kw) CheckNoKeywords((std::string(PlainType(Self(args))->name) + "." + method).c_str(), args);
}

Value Copy(Interp&, Args args) {
  if (IsExact(args[0], &FrozenSetType)) return args[0];
  return SetCopy(Self(args), PlainType(Self(args))).ToValue();
}

Value Union(Interp&, Args args) {
  CheckSetsOnly("union", args);
  auto result = SetCopy(Self(args), PlainType(Self(args)));
  for (size_t i = 1; i < args.size(); ++i) SetUpdate(result.get(), args[i]);
  return std::move(result).ToValue();
}
Value Intersection(Interp&, Args args) {
  CheckSetsOnly("intersection", args);
  if (args.size() == 1) return SetCopy(Self(args), PlainType(Self(args))).ToValue();
  ObjRef<SetObject> result(Self(args));
  for (size_t i = 1; i < args.size(); ++i) result = SetIntersection(result.get(), args[i]);
  return std::move(result).ToValue();
}
Value Difference(Interp&, Args args) {
  CheckSetsOnly("difference", args);
  if (args.size() == 1) return SetCopy(Self(args), PlainType(Self(args))).ToValue();
  auto result = SetDifference(Self(args), args[1]);
  for (size_t i = 2; i < args.size(); ++i) SetDifferenceUpdate(result.get(), args[i]);
  return std::move(result).ToValue();
}
Value SymmetricDifference(Interp&, Args args) {
  CheckSetArgs("symmetric_difference", args);
  return SetSymmetricDifference(Self(args), args[1]).ToValue();
}

// `other` as a set: itself, or a new one of its items.
ObjRef<SetObject> AsSet(const Value& other) {
  if (IsAnySet(other)) return ObjRef<SetObject>(other.as<SetObject>());
  auto s = ObjRef<SetObject>::Own(NewSet());
  SetUpdate(s.get(), other);
  return s;
}
Value IsDisjoint(Interp&, Args args) {
  CheckSetArgs("isdisjoint", args);
  bool disjoint = true;
  ForEach(args[1], [&](const Value& item) { disjoint = disjoint && !SetContains(Self(args), item); });
  return Value::Bool(disjoint);
}
Value IsSubset(Interp&, Args args) {
  CheckSetArgs("issubset", args);
  return Value::Bool(SetIsSubset(Self(args), AsSet(args[1]).get()));
}
Value IsSuperset(Interp&, Args args) {
  CheckSetArgs("issuperset", args);
  bool all = true;
  ForEach(args[1], [&](const Value& item) { all = all && SetContains(Self(args), item); });
  return Value::Bool(all);
}

// A method of its own beside the slot, as CPython has it. A set that is looked for stands for a frozenset.
Value DunderContains(Interp&, Args args) {
  CheckSetArgs("__contains__", args);
  return Value::Bool(Contains(args[0], args[1]));
}

// ---- set only

Value Add(Interp&, Args args) {
  CheckArgs("set.add", args.From(1), 1, 1);
  SetAdd(Self(args), args[1]);
  return Value::None();
}
// A set as an element that is looked for stands for the frozenset of its items.
Value Frozen(const Value& v) {
  return IsInstance(v, &SetType) && (!TypeOf(v)->slots.hash || TypeOf(v)->has(kTypeHashDisabled))
             ? SetCopy(v.as<SetObject>(), &FrozenSetType).ToValue()
             : v;
}
Value Discard(Interp&, Args args) {
  CheckArgs("set.discard", args.From(1), 1, 1);
  SetDiscard(Self(args), Frozen(args[1]));
  return Value::None();
}
Value Remove(Interp&, Args args) {
  CheckArgs("set.remove", args.From(1), 1, 1);
  return SetDiscard(Self(args), Frozen(args[1])) ? Value::None() : RaiseValueWith(&KeyErrorType, args[1]);
}
Value Pop(Interp&, Args args) {
  SetObject* s = Self(args);
  if (s->used == 0) return RaiseValueWith(&KeyErrorType, MakeStr("pop from an empty set"));
  // From the finger on, around the table.
  int64_t at = s->pop_finger & s->mask;
  while (s->table[at].key.is_undef()) at = (at + 1) & s->mask;
  Value v = s->table[at].key;
  SetDiscard(s, v);
  s->pop_finger = at + 1;
  return v;
}
Value Clear(Interp&, Args args) {
  SetClear(Self(args));
  return Value::None();
}
Value Update(Interp&, Args args) {
  CheckSetsOnly("update", args);
  for (size_t i = 1; i < args.size(); ++i) SetUpdate(Self(args), args[i]);
  return Value::None();
}
void Replace(SetObject* s, SetObject* with) {
  std::swap(s->fill, with->fill);
  std::swap(s->used, with->used);
  std::swap(s->mask, with->mask);
  std::swap(s->table, with->table);
}
Value DifferenceUpdate(Interp&, Args args) {
  CheckSetsOnly("difference_update", args);
  for (size_t i = 1; i < args.size(); ++i) SetDifferenceUpdate(Self(args), args[i]);
  return Value::None();
}
Value IntersectionUpdate(Interp& in, Args args) {
  CheckSetsOnly("intersection_update", args);
  const Value result = Intersection(in, args);
  Replace(Self(args), result.as<SetObject>());
  return Value::None();
}
Value SymmetricDifferenceUpdate(Interp&, Args args) {
  CheckArgs("set.symmetric_difference_update", args.From(1), 1, 1);
  SetObject* s = Self(args);
  auto other = AsSet(args[1]);
  if (other.get() == s) {
    SetClear(s);
    return Value::None();
  }
  int64_t pos = 0;
  while (SetEntry* e = SetNext(other.get(), &pos)) {
    const Value key = e->key;
    if (!SetDiscard(s, key)) SetAdd(s, key);
  }
  return Value::None();
}

#define TP_SET_METHODS                                                                                     \
  {"copy", Copy, "self, /"}, {"union", Union}, {"intersection", Intersection}, {"difference", Difference}, \
      {"symmetric_difference", SymmetricDifference}, {"isdisjoint", IsDisjoint}, {"issubset", IsSubset},   \
      {"issuperset", IsSuperset}, {                                                                        \
    "__contains__", DunderContains                                                                         \
  }

const MethodDef kFrozenSet[] = {TP_SET_METHODS};
TP_REGISTER_METHODS(FrozenSetType, kFrozenSet);

const MethodDef kSet[] = {
    TP_SET_METHODS,
    {"add", Add},
    {"discard", Discard},
    {"remove", Remove},
    {"pop", Pop, "self, /"},
    {"clear", Clear, "self, /"},
    {"update", Update},
    {"difference_update", DifferenceUpdate},
    {"intersection_update", IntersectionUpdate},
    {"symmetric_difference_update", SymmetricDifferenceUpdate},
};
TP_REGISTER_METHODS(SetType, kSet);

}  // namespace
}  // namespace tp
