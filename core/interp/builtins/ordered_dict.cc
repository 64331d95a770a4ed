// collections.OrderedDict: a dict whose order is a part of its value, with views and iterators of its own.
#include "core/interp/builtins/state_object.h"

namespace tp {
namespace {

struct OrderedDictObject : DictObject {
  AttrStorage attrs;
};
extern TypeObject OrderedDictType, OrderedIteratorType, OrderedKeysType, OrderedValuesType, OrderedItemsType;

DictObject* Self(Args args) { return args[0].as<DictObject>(); }
bool IsOrdered(const Value& v) { return IsInstance(v, &OrderedDictType); }

// ---- iterators: v[0] the dict; v[1] the version of its keys; n: the next place, from the end on where v[2]
// is true; v[3]: 0 keys, 1 values, 2 items

Value MakeIterator(const Value& dict, int what, bool reverse) {
  auto* s = NewState<4>(&OrderedIteratorType);
  auto* d = dict.as<DictObject>();
  s->v[0] = dict;
  s->v[1] = Value::Int(DictKeysVersion(d));
  s->v[2] = Value::Bool(reverse);
  s->v[3] = Value::Int(what);
  s->n = reverse ? d->num_entries - 1 : 0;
  return Value::Own(s);
}
Value IteratorNext(const Value& self) {
  auto* s = self.as<StateObject<4>>();
  if (s->v[0].is_undef()) return Value::Stop();
  auto* d = s->v[0].as<DictObject>();
  if (s->v[1].as_int() != DictKeysVersion(d))
    Raise(&RuntimeErrorType, "OrderedDict mutated during iteration");
  const bool reverse = s->v[2].is_true();
  for (int64_t at = s->n; reverse ? at >= 0 : at < d->num_entries; at += reverse ? -1 : 1) {
    const DictEntry& e = d->entries[at];
    if (e.key.is_undef()) continue;
    s->n = at + (reverse ? -1 : 1);
    const int64_t what = s->v[3].as_int();
    return what == 0 ? e.key : what == 1 ? e.value : MakeTuple({e.key, e.value});
  }
  s->v[0].Clear();
  return Value::Stop();
}
constinit TypeObject OrderedIteratorType(StateSpec<4>("odict_iterator", IteratorNext));
TP_REGISTER_HIDDEN_TYPE(OrderedIteratorType);

// ---- views

Value MakeView(Args args, TypeObject* type) {
  auto* view = New<DictViewObject>(type);
  view->dict = Self(args);
  IncRef(view->dict);
  GcTrack(view);
  return Value::Own(view);
}
template <int what>
Value ViewIter(const Value& self) {
  return MakeIterator(Value::Borrow(self.as<DictViewObject>()->dict), what, false);
}
template <int what>
Value ViewReversed(Interp&, Args args) {
  return MakeIterator(Value::Borrow(args[0].as<DictViewObject>()->dict), what, true);
}
constexpr TypeSpec ViewSpec(const char* name, TypeObject* base, Value (*iter)(const Value&)) {
  TypeSpec t{.name = name, .base = base, .size = sizeof(DictViewObject), .flags = kTypeGc};
  t.slots.iter = iter;
  return t;
}
constinit TypeObject OrderedKeysType(ViewSpec("odict_keys", &DictKeysType, ViewIter<0>));
constinit TypeObject OrderedValuesType(ViewSpec("odict_values", &DictValuesType, ViewIter<1>));
constinit TypeObject OrderedItemsType(ViewSpec("odict_items", &DictItemsType, ViewIter<2>));
TP_REGISTER_HIDDEN_TYPE(OrderedKeysType);
TP_REGISTER_HIDDEN_TYPE(OrderedValuesType);
TP_REGISTER_HIDDEN_TYPE(OrderedItemsType);
const MethodDef kKeys[] = {{"__reversed__", ViewReversed<0>, "self, /"}};
const MethodDef kValues[] = {{"__reversed__", ViewReversed<1>, "self, /"}};
const MethodDef kItems[] = {{"__reversed__", ViewReversed<2>, "self, /"}};
TP_REGISTER_METHODS(OrderedKeysType, kKeys);
TP_REGISTER_METHODS(OrderedValuesType, kValues);
TP_REGISTER_METHODS(OrderedItemsType, kItems);

// ---- the dict

// self[key] = value, by a subclass's own method if it has one.
void Put(const Value& self, const Value& key, const Value& value) { SetItem(self, key, value); }

void AddPairs(const Value& self, const Value& pairs) {
  ForEach(pairs, [&](const Value& pair) {
    const Value it = Iter(pair);
    Value parts[2];
    for (int i = 0; i < 2; ++i) {
      parts[i] = Next(it);
      if (parts[i].is_stop())
        Raise(&ValueErrorType, "need more than %d value%s to unpack", i, i == 1 ? "" : "s");
    }
    if (!Next(it).is_stop()) Raise(&ValueErrorType, "too many values to unpack (expected 2)");
    Put(self, parts[0], parts[1]);
  });
}
void UpdateFrom(const Value& self, const Value& other) {
  if (IsExact(other, &DictType)) return AddPairs(self, ToList(CallMethod(other, "items")));
  if (const Value keys = GetAttrOrUndef(other, "keys"); !keys.is_undef()) {
    ForEach(Call(keys), [&](const Value& key) { Put(self, key, GetItem(other, key)); });
    return;
  }
  if (const Value items = GetAttrOrUndef(other, "items"); !items.is_undef())
    return AddPairs(self, Call(items));
  AddPairs(self, other);
}
void UpdateAll(const Value& self, Args args) {
  if (args.num_pos > 1)
    Raise(&TypeErrorType, "update() takes at most 1 positional argument (%u given)", args.num_pos);
  if (args.num_pos) UpdateFrom(self, args[0]);
  for (uint32_t i = 0; i < args.num_kw; ++i) Put(self, Value::Borrow(args.kw_names[i]), args.kw(i));
}
void OrderedInit(const Value& self, Args args) {
  if (args.num_pos > 1) Raise(&TypeErrorType, "expected at most 1 arguments, got %u", args.num_pos);
  UpdateAll(self, args);
}
Value Update(Interp&, Args args) {
  UpdateAll(args[0], args.From(1));
  return Value::None();
}

Value OrderedRepr(const Value& self) {
  const std::string name = TypeOf(self)->name;
  if (self.as<DictObject>()->used == 0) return MakeStr(name + "()");
  ReprGuard guard(self.object());
  if (!guard.entered()) return MakeStr("...");
  return MakeStr(name + "(" + Repr(ToList(CallMethod(self, "items"))) + ")");
}
Value OrderedCompare(const Value& a, const Value& b, ast::CmpOp op) {
  const Value same = DictType.slots.compare(a, b, op == ast::CmpOp::kNotEq ? ast::CmpOp::kEq : op);
  if (same.is_raised() || IsNotImplemented(same) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq))
    return same;
  bool equal = same.is_true();
  if (equal && IsOrdered(b)) {
    auto *x = a.as<DictObject>(), *y = b.as<DictObject>();
    int64_t i = 0, k = 0;
    for (;;) {
      DictEntry *p = DictNext(x, &i), *q = DictNext(y, &k);
      if (!p || !q) break;
      const Value left = p->key, right = q->key;
      if (!Equal(left, right)) {
        equal = false;
        break;
      }
    }
  }
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}
Value OrderedIter(const Value& self) { return MakeIterator(self, 0, false); }
Value OrderedOr(const Value& a, const Value& b) {
  if (!IsDict(a) || !IsDict(b)) return NotImplemented();
  const Value result = Call(TypeValue(TypeOf(IsOrdered(a) ? a : b)), a);
  UpdateFrom(result, b);
  return result;
}
Value OrderedInplaceOr(const Value& a, const Value& b) {
  UpdateFrom(a, b);
  return a;
}

Value Keys(Interp&, Args args) { return MakeView(args, &OrderedKeysType); }
Value Values(Interp&, Args args) { return MakeView(args, &OrderedValuesType); }
Value Items(Interp&, Args args) { return MakeView(args, &OrderedItemsType); }
Value Reversed(Interp&, Args args) { return MakeIterator(args[0], 0, true); }
Value Pop(Interp&, Args args) {
  static ArgParser parser("pop", "self, key, default=None");
  Value v[3];
  parser.Parse(args, v);
  if (Value found = DictPop(Self(args), v[1]); !found.is_undef()) return found;
  if (v[2].is_undef()) RaiseKeyError(v[1]);
  return v[2];
}
Value SetDefault(Interp&, Args args) {
  static ArgParser parser("setdefault", "self, key, default=None");
  Value v[3];
  parser.Parse(args, v);
  if (Value* found = DictFind(Self(args), v[1])) return *found;
  if (v[2].is_undef()) v[2] = Value::None();
  Put(args[0], v[1], v[2]);
  return v[2];
}
Value PopItem(Interp&, Args args) {
  static ArgParser parser("popitem", "self, last=True");
  Value v[2];
  parser.Parse(args, v);
  DictObject* d = Self(args);
  if (d->used == 0) RaiseWith(&KeyErrorType, MakeStr("dictionary is empty"));
  const bool last = v[1].is_undef() || IsTrue(v[1]);
  int64_t at = last ? d->num_entries - 1 : 0;
  while (d->entries[at].key.is_undef()) at += last ? -1 : 1;
  const Value key = d->entries[at].key, pair = MakeTuple({key, d->entries[at].value});
  DictErase(d, key);
  return pair;
}
Value MoveToEnd(Interp&, Args args) {
  static ArgParser parser("move_to_end", "self, key, last=True");
  Value v[3];
  parser.Parse(args, v);
  DictObject* d = Self(args);
  const Value value = DictPop(d, v[1]);
  if (value.is_undef()) RaiseKeyError(v[1]);
  if (v[2].is_undef() || IsTrue(v[2])) {
    DictSet(d, v[1], value);
    return Value::None();
  }
  const auto rest = DictCopy(d);
  DictClear(d);
  DictSet(d, v[1], value);
  int64_t pos = 0;
  while (DictEntry* e = DictNext(rest.get(), &pos)) DictSetHashed(d, e->key, e->hash, e->value);
  return Value::None();
}
Value Copy(Interp&, Args args) {
  const Value copy = Call(TypeValue(TypeOf(args[0])));
  if (AttrStorage* attrs = AttrsOf(args[0].object()); attrs && (attrs->dict || attrs->shape))
    DictMerge(InstanceDict(copy.object()), Value::Borrow(InstanceDict(args[0].object())));
  int64_t pos = 0;
  while (DictEntry* e = DictNext(Self(args), &pos)) Put(copy, e->key, e->value);
  return copy;
}
Value FromKeys(Interp&, Args args) {
  static ArgParser parser("fromkeys", "cls, iterable, value=None");
  Value v[3];
  parser.Parse(args, v);
  const Value made = Call(v[0]);
  ForEach(v[1], [&](const Value& key) { SetItem(made, key, v[2].is_undef() ? Value::None() : v[2]); });
  return made;
}

constinit NumberSlots numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kBitOr] = OrderedOr;
  n.Inplace(ast::BinOp::kBitOr) = OrderedInplaceOr;
  return n;
}();
constexpr TypeSpec Spec() {
  TypeSpec t{.name = "collections.OrderedDict",
             .base = &DictType,
             .size = sizeof(OrderedDictObject),
             .attrs = offsetof(OrderedDictObject, attrs),
             .flags = kTypeGc | kTypeMapping | kTypeHashDisabled};
  t.slots.init = OrderedInit;
  t.slots.repr = OrderedRepr;
  t.slots.compare = OrderedCompare;
  t.slots.iter = OrderedIter;
  t.slots.number = &numbers;
  return t;
}
constinit TypeObject OrderedDictType(Spec());
TP_REGISTER_HIDDEN_TYPE(OrderedDictType);

const MethodDef kMethods[] = {
    {"keys", Keys, "self, /"},
    {"values", Values, "self, /"},
    {"items", Items, "self, /"},
    {"update", Update},
    {"pop", Pop, "self, /, key, default=None"},
    {"setdefault", SetDefault, "self, /, key, default=None"},
    {"popitem", PopItem, "self, /, last=True"},
    {"move_to_end", MoveToEnd, "self, /, key, last=True"},
    {"copy", Copy, "self, /"},
    {"fromkeys", FromKeys, "cls, /, iterable, value=None", nullptr, kClassMethod},
    {"__reversed__", Reversed, "self, /"},
};
TP_REGISTER_METHODS(OrderedDictType, kMethods);

void Init(Interp&, ModuleObject* m) { ModuleSet(m, "OrderedDict", TypeValue(&OrderedDictType)); }
TP_REGISTER_MODULE(_collections, Init);

}  // namespace
}  // namespace tp
