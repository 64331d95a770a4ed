// Methods of dict and of its views.
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

DictObject* Self(Args args) { return args[0].as<DictObject>(); }

Value View(Args args, const char* name, TypeObject* type) {
  CheckArgs(name, args.From(1), 0, 0);
  auto* view = New<DictViewObject>(type);
  view->dict = Self(args);
  IncRef(view->dict);
  GcTrack(view);
  return Value::Own(view);
}
Value Keys(Interp&, Args args) { return View(args, "dict.keys", &DictKeysType); }
Value Values(Interp&, Args args) { return View(args, "dict.values", &DictValuesType); }
Value Items(Interp&, Args args) { return View(args, "dict.items", &DictItemsType); }

Value Get(Interp&, Args args) {
  CheckNoKeywords("dict.get", args);
  CheckArgs("get", args.From(1), 1, 2);
  if (Value* found = DictFind(Self(args), args[1])) return *found;
  return args.size() > 2 ? args[2] : Value::None();
}
Value SetDefault(Interp&, Args args) {
  CheckArgs("setdefault", args.From(1), 1, 2);
  const int64_t hash = Hash(args[1]);
  if (Value* found = DictFindHashed(Self(args), args[1], hash)) return *found;
  Value v = args.size() > 2 ? args[2] : Value::None();
  DictSetHashed(Self(args), args[1], hash, v);
  return v;
}
Value Pop(Interp&, Args args) {
  CheckArgs("pop", args.From(1), 1, 2);
  // An empty dict does not ask for the hash.
  Value v = Self(args)->used > 0 ? DictPop(Self(args), args[1]) : Value();
  if (!v.is_undef()) return v;
  return args.size() > 2 ? args[2] : RaiseValueWith(&KeyErrorType, args[1]);
}
Value PopItem(Interp&, Args args) {
  CheckArgs("dict.popitem", args.From(1), 0, 0);
  DictObject* d = Self(args);
  for (int64_t i = d->num_entries; i > 0; --i) {
    const DictEntry& e = d->entries[i - 1];
    if (e.key.is_undef()) continue;
    Value pair = MakeTuple({e.key, e.value});
    const Value key = e.key;
    DictErase(d, key);
    return pair;
  }
  return RaiseValueWith(&KeyErrorType, MakeStr("popitem(): dictionary is empty"));
}
Value Clear(Interp&, Args args) {
  CheckArgs("dict.clear", args.From(1), 0, 0);
  DictClear(Self(args));
  return Value::None();
}
Value Copy(Interp&, Args args) {
  CheckArgs("dict.copy", args.From(1), 0, 0);
  return DictCopy(Self(args)).ToValue();
}
Value Update(Interp&, Args args) {
  if (args.size() > 2) Raise(&TypeErrorType, "update expected at most 1 argument, got %u", args.size() - 1);
  if (args.size() > 1) DictMerge(Self(args), args[1]);
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(Self(args), args.kw_names[i], args.kw(i));
  return Value::None();
}
Value FromKeys(Interp&, Args args) {
  CheckArgs("fromkeys", args.From(1), 1, 2);
  const Value v = args.size() > 2 ? args[2] : Value::None();
  const bool plain = AsType(args[0]) == &DictType;
  Value d = plain ? Value::Own(NewDict()) : Call(args[0]);
  ForEach(args[1], [&](Value key) {
    if (plain)
      DictSet(d.as<DictObject>(), key, v);
    else
      SetItem(d, key, v);
  });
  return d;
}
Value DunderContains(Interp&, Args args) {
  CheckArgs("dict.__contains__", args.From(1), 1, 1);
  return Value::Bool(DictFind(Self(args), args[1]) != nullptr);
}

Value DunderGetItem(Interp&, Args args) {
  CheckArgs("dict.__getitem__", args.From(1), 1, 1);
  return DictType.slots.getitem(args[0], args[1]);
}

struct ReverseIterator : GcObject {
  DictObject* dict;  // null when exhausted
  int64_t next, expected;
  int what;  // 0 keys, 1 values, 2 items
};
void ReverseDealloc(Object* o) {
  auto* it = static_cast<ReverseIterator*>(o);
  GcUntrack(it);
  if (it->dict) DecRef(it->dict);
  FreeObject(o);
}
Value ReverseNext(const Value& self) {
  auto* it = self.as<ReverseIterator>();
  if (!it->dict) return Value::Stop();
  if (it->dict->used != it->expected) {
    it->expected = -1;
    Raise(&RuntimeErrorType, "dictionary changed size during iteration");
  }
  while (it->next > 0) {
    const DictEntry& e = it->dict->entries[--it->next];
    if (e.key.is_undef()) continue;
    return it->what == 0 ? e.key : it->what == 1 ? e.value : MakeTuple({e.key, e.value});
  }
  DictObject* d = it->dict;
  it->dict = nullptr;
  DecRef(d);
  return Value::Stop();
}
constexpr TypeSpec ReverseSpec(const char* name) {
  TypeSpec t{.name = name, .size = sizeof(ReverseIterator)};
  t.slots.dealloc = ReverseDealloc;
  t.slots.iter = SelfIter;
  t.slots.next = ReverseNext;
  return t;
}
constinit TypeObject DictReverseKeyIteratorType(ReverseSpec("dict_reversekeyiterator"));
constinit TypeObject DictReverseValueIteratorType(ReverseSpec("dict_reversevalueiterator"));
constinit TypeObject DictReverseItemIteratorType(ReverseSpec("dict_reverseitemiterator"));
TP_REGISTER_HIDDEN_TYPE(DictReverseKeyIteratorType);
TP_REGISTER_HIDDEN_TYPE(DictReverseValueIteratorType);
TP_REGISTER_HIDDEN_TYPE(DictReverseItemIteratorType);

Value Reversed(DictObject* d, int what, TypeObject* type) {
  auto* it = New<ReverseIterator>(type);
  IncRef(d);
  it->dict = d;
  it->next = d->num_entries;
  it->expected = d->used;
  it->what = what;
  return Value::Own(it);
}
Value DictReversed(Interp&, Args args) { return Reversed(Self(args), 0, &DictReverseKeyIteratorType); }
Value ViewReversed(Interp&, Args args) {
  auto* view = args[0].as<DictViewObject>();
  const int what = IsInstance(args[0], &DictKeysType) ? 0 : IsInstance(args[0], &DictValuesType) ? 1 : 2;
  TypeObject* types[] = {&DictReverseKeyIteratorType, &DictReverseValueIteratorType,
                         &DictReverseItemIteratorType};
  return Reversed(view->dict, what, types[what]);
}
Value IsDisjoint(Interp&, Args args) {
  CheckArgs("isdisjoint", args.From(1), 1, 1);
  bool disjoint = true;
  ForEach(args[1], [&](const Value& item) { disjoint = disjoint && !Contains(args[0], item); });
  return Value::Bool(disjoint);
}

const MethodDef kDict[] = {
    {"keys", Keys, "self, /"},
    {"values", Values, "self, /"},
    {"items", Items, "self, /"},
    {"get", Get, "self, key, default=None, /"},
    {"setdefault", SetDefault, "self, key, default=None, /"},
    {"pop", Pop},
    {"popitem", PopItem, "self, /"},
    {"clear", Clear, "self, /"},
    {"copy", Copy, "self, /"},
    {"update", Update},
    {"fromkeys", FromKeys, "cls, iterable, value=None, /", nullptr, kClassMethod},
    {"__getitem__", DunderGetItem},
    {"__contains__", DunderContains, "self, key, /"},
    {"__reversed__", DictReversed, "self, /"},
};
TP_REGISTER_METHODS(DictType, kDict);

Value ViewMapping(Interp&, Args args) {
  static Value* const proxy = new Value(GetAttr(TheInterp().Import("types"), "MappingProxyType"));
  return Call(*proxy, Value::Borrow(args[0].as<DictViewObject>()->dict));
}
#define TP_MAPPING \
  { "mapping", ViewMapping, nullptr, "dictionary that this view refers to", kProperty }
const MethodDef kKeysView[] = {{"isdisjoint", IsDisjoint}, {"__reversed__", ViewReversed}, TP_MAPPING};
const MethodDef kItemsView[] = {{"isdisjoint", IsDisjoint}, {"__reversed__", ViewReversed}, TP_MAPPING};
const MethodDef kValuesView[] = {{"__reversed__", ViewReversed}, TP_MAPPING};
TP_REGISTER_METHODS(DictKeysType, kKeysView);
TP_REGISTER_METHODS(DictItemsType, kItemsView);
TP_REGISTER_METHODS(DictValuesType, kValuesView);

}  // namespace
}  // namespace tp
