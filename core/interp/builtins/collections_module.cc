// The native part of collections: deque and defaultdict.
#include <algorithm>
#include <deque>

#include "core/interp/builtins/state_object.h"
#include "core/interp/bytearray.h"
#include "core/interp/types/text_args.h"

namespace tp {
namespace {

struct DequeObject : GcObject {
  AttrStorage attrs;
  std::deque<Value>* items;
  int64_t maxlen;    // -1: none
  uint64_t version;  // changes with each change, so that iterators notice
};
extern TypeObject DequeType, DequeIteratorType, DequeReverseIteratorType;
DequeObject* Self(const Value& v) { return v.as<DequeObject>(); }
DequeObject* Self(Args args) { return Self(args[0]); }
bool IsDeque(const Value& v) { return IsInstance(v, &DequeType); }

void DequeDealloc(Object* o) {
  auto* d = static_cast<DequeObject*>(o);
  GcUntrack(d);
  ClearWeakRefs(o);
  auto* items = d->items;
  d->items = nullptr;
  delete items;
  FreeObject(o);
}
void DequeTraverse(Object* o, GcVisitor& visit) {
  auto* d = static_cast<DequeObject*>(o);
  if (d->items)
    for (const Value& v : *d->items) visit(v);
}
void DequeClear(Object* o) {
  std::deque<Value> gone;
  gone.swap(*static_cast<DequeObject*>(o)->items);
}
Value NewDeque(TypeObject* type, int64_t maxlen) {
  auto* d = New<DequeObject>(type);
  d->items = new std::deque<Value>();
  d->maxlen = maxlen;
  GcTrack(d);
  return Value::Own(d);
}
Value DequeNew(TypeObject* type, Args) { return NewDeque(type, -1); }

void PushBack(DequeObject* d, Value v) {
  Value gone;
  ++d->version;
  d->items->push_back(std::move(v));
  if (d->maxlen >= 0 && static_cast<int64_t>(d->items->size()) > d->maxlen) {
    gone = std::move(d->items->front());
    d->items->pop_front();
  }
}
void PushFront(DequeObject* d, Value v) {
  Value gone;
  ++d->version;
  d->items->push_front(std::move(v));
  if (d->maxlen >= 0 && static_cast<int64_t>(d->items->size()) > d->maxlen) {
    gone = std::move(d->items->back());
    d->items->pop_back();
  }
}
// The items of an iterable that may be `d` itself.
Value Items(DequeObject* d, const Value& iterable) {
  return iterable.is_object() && iterable.object() == d ? ToList(iterable) : iterable;
}
void DequeInit(const Value& self, Args args) {
  static ArgParser parser("deque", "iterable=(), maxlen=None");
  Value v[2];
  parser.Parse(args, v);
  DequeObject* d = Self(self);
  d->maxlen = -1;
  if (!v[1].is_undef() && !v[1].is_none()) {
    if (!IsAnyInt(v[1])) Raise(&TypeErrorType, "an integer is required");
    d->maxlen = SizeArgument(v[1]);
    if (d->maxlen < 0) Raise(&ValueErrorType, "maxlen must be non-negative");
  }
  DequeClear(d);
  if (!v[0].is_undef()) ForEach(Items(d, v[0]), [&](Value item) { PushBack(d, std::move(item)); });
}

Value DequeRepr(const Value& self) {
  ReprGuard guard(self.object());
  if (!guard.entered()) return MakeStr("[...]");
  DequeObject* d = Self(self);
  std::string out = std::string(d->type->name) + "([";
  for (size_t i = 0; i < d->items->size(); ++i) {
    const Value item = (*d->items)[i];
    out += (i ? ", " : "") + Repr(item);
  }
  out += "]";
  if (d->maxlen >= 0) out += ", maxlen=" + std::to_string(d->maxlen);
  return MakeStr(out + ")");
}
int64_t DequeLen(const Value& self) { return static_cast<int64_t>(Self(self)->items->size()); }
bool DequeTruth(const Value& self) { return !Self(self)->items->empty(); }
int64_t Place(DequeObject* d, const Value& key) {
  if (!IsAnyInt(key) && !TypeOf(key)->slots.number->index)
    Raise(&TypeErrorType, "sequence index must be integer, not '%s'", TypeNameOf(key).c_str());
  int64_t i = IndexInt64(key, &IndexErrorType);
  const auto size = static_cast<int64_t>(d->items->size());
  if (i < 0) i += size;
  if (i < 0 || i >= size) Raise(&IndexErrorType, "deque index out of range");
  return i;
}
Value DequeGetItem(const Value& self, const Value& key) {
  return (*Self(self)->items)[Place(Self(self), key)];
}
void DequeSetItem(const Value& self, const Value& key, const Value& value) {
  DequeObject* d = Self(self);
  const int64_t i = Place(d, key);
  Value gone = std::move((*d->items)[i]);
  if (value.is_undef()) {
    d->items->erase(d->items->begin() + i);
    ++d->version;
  } else {
    (*d->items)[i] = value;
  }
}
bool DequeContains(const Value& self, const Value& item) {
  DequeObject* d = Self(self);
  const uint64_t version = d->version;
  for (size_t i = 0; i < d->items->size(); ++i) {
    const Value v = (*d->items)[i];
    if (Equal(v, item)) return true;
    if (d->version != version) Raise(&RuntimeErrorType, "deque mutated during iteration");
  }
  return false;
}
Value DequeCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsDeque(b)) return NotImplemented();
  return Compare(ToList(a), ToList(b), op);
}
Value DequeIter(const Value& self) {
  auto* s = NewState<2>(&DequeIteratorType);
  s->v[0] = self;
  s->v[1] = Value::Int(static_cast<int64_t>(Self(self)->version));
  return Value::Own(s);
}
Value Step(const Value& self, bool reverse) {
  auto* s = self.as<StateObject<2>>();
  if (s->v[0].is_undef()) return Value::Stop();
  DequeObject* d = Self(s->v[0]);
  const auto size = static_cast<int64_t>(d->items->size());
  if (static_cast<uint64_t>(s->v[1].as_int()) != d->version)
    Raise(&RuntimeErrorType, "deque mutated during iteration");
  if (s->n >= size) {
    s->v[0].Clear();
    return Value::Stop();
  }
  const int64_t i = s->n++;
  return (*d->items)[reverse ? size - 1 - i : i];
}
Value DequeNext(const Value& self) { return Step(self, false); }
Value DequeReverseNext(const Value& self) { return Step(self, true); }
constinit TypeObject DequeIteratorType(StateSpec<2>("_collections._deque_iterator", DequeNext));
constinit TypeObject DequeReverseIteratorType(StateSpec<2>("_collections._deque_reverse_iterator",
                                                           DequeReverseNext));
TP_REGISTER_HIDDEN_TYPE(DequeIteratorType);
TP_REGISTER_HIDDEN_TYPE(DequeReverseIteratorType);

Value CopyOf(DequeObject* d) {
  Value copy = NewDeque(&DequeType, d->maxlen);
  *Self(copy)->items = *d->items;
  return copy;
}
Value DequeAdd(const Value& a, const Value& b) {
  if (!IsDeque(a)) return NotImplemented();
  if (!IsDeque(b))
    Raise(&TypeErrorType, "can only concatenate deque (not \"%s\") to deque", TypeNameOf(b).c_str());
  Value sum = CopyOf(Self(a));
  const std::deque<Value> added = *Self(b)->items;
  for (const Value& v : added) PushBack(Self(sum), v);
  return sum;
}
Value DequeMul(const Value& a, const Value& b) {
  const bool left = IsDeque(a);
  const Value& times_arg = left ? b : a;
  if (!IsAnyInt(times_arg) && !TypeOf(times_arg)->slots.number->index) {
    // Another sequence repeats no oftener.
    if (left || IsDeque(times_arg))
      Raise(&TypeErrorType, "can't multiply sequence by non-int of type '%s'", TypeNameOf(times_arg).c_str());
    return NotImplemented();
  }
  DequeObject* d = Self(left ? a : b);
  Value result = NewDeque(&DequeType, d->maxlen);
  for (int64_t times = IndexInt64(times_arg); times > 0; --times)
    for (const Value& v : *d->items) PushBack(Self(result), v);
  return result;
}
Value DequeInplaceAdd(const Value& a, const Value& b) {
  ForEach(Items(Self(a), b), [&](Value item) { PushBack(Self(a), std::move(item)); });
  return a;
}
constinit NumberSlots deque_numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kAdd] = DequeAdd;
  n[ast::BinOp::kMult] = DequeMul;
  n.Inplace(ast::BinOp::kAdd) = DequeInplaceAdd;
  return n;
}();

constexpr TypeSpec DequeSpec() {
  TypeSpec t{.name = "collections.deque",
             .size = sizeof(DequeObject),
             .attrs = offsetof(DequeObject, attrs),
             .flags = kTypeGc | kTypeSequence | kTypeHashDisabled};
  TypeSlots& s = t.slots;
  s.dealloc = DequeDealloc;
  s.traverse = DequeTraverse;
  s.clear = DequeClear;
  s.new_object = DequeNew;
  s.init = DequeInit;
  s.repr = DequeRepr;
  s.compare = DequeCompare;
  s.truth = DequeTruth;
  s.iter = DequeIter;
  s.len = DequeLen;
  s.getitem = DequeGetItem;
  s.setitem = DequeSetItem;
  s.contains = DequeContains;
  s.number = &deque_numbers;
  return t;
}
constinit TypeObject DequeType(DequeSpec());
TP_REGISTER_HIDDEN_TYPE(DequeType);

Value Append(Interp&, Args args) {
  CheckArgs("deque.append", args.From(1), 1, 1);
  PushBack(Self(args), args[1]);
  return Value::None();
}
Value AppendLeft(Interp&, Args args) {
  CheckArgs("deque.appendleft", args.From(1), 1, 1);
  PushFront(Self(args), args[1]);
  return Value::None();
}
Value Pop(Interp&, Args args) {
  DequeObject* d = Self(args);
  if (d->items->empty()) Raise(&IndexErrorType, "pop from an empty deque");
  Value v = std::move(d->items->back());
  d->items->pop_back();
  ++d->version;
  return v;
}
Value PopLeft(Interp&, Args args) {
  DequeObject* d = Self(args);
  if (d->items->empty()) Raise(&IndexErrorType, "pop from an empty deque");
  Value v = std::move(d->items->front());
  d->items->pop_front();
  ++d->version;
  return v;
}
Value Extend(Interp&, Args args) {
  CheckArgs("deque.extend", args.From(1), 1, 1);
  DequeInplaceAdd(args[0], args[1]);
  return Value::None();
}
Value ExtendLeft(Interp&, Args args) {
  CheckArgs("deque.extendleft", args.From(1), 1, 1);
  DequeObject* d = Self(args);
  ForEach(Items(d, args[1]), [&](Value item) { PushFront(d, std::move(item)); });
  return Value::None();
}
Value Clear(Interp&, Args args) {
  ++Self(args)->version;
  DequeClear(Self(args));
  return Value::None();
}
Value Copy(Interp&, Args args) { return CopyOf(Self(args)); }
Value Count(Interp&, Args args) {
  CheckArgs("deque.count", args.From(1), 1, 1);
  int64_t count = 0;
  ForEach(args[0], [&](const Value& item) { count += Equal(item, args[1]); });
  return Value::Int(count);
}
Value IndexOf(Interp&, Args args) {
  CheckArgs("index", args.From(1), 1, 3);
  DequeObject* d = Self(args);
  int64_t start = args.size() > 2 ? SliceBound(args[2], 0) : 0;
  int64_t stop = args.size() > 3 ? SliceBound(args[3], INT64_MAX) : INT64_MAX;
  ClipBounds(static_cast<int64_t>(d->items->size()), &start, &stop);
  for (int64_t i = start; i < stop && i < static_cast<int64_t>(d->items->size()); ++i) {
    const Value v = (*d->items)[i];
    if (Equal(v, args[1])) return Value::Int(i);
  }
  RaiseText(&ValueErrorType, Repr(args[1]) + " is not in deque");
}
Value Insert(Interp&, Args args) {
  CheckArgs("insert", args.From(1), 2, 2);
  DequeObject* d = Self(args);
  int64_t i = SizeArgument(args[1]);
  const auto size = static_cast<int64_t>(d->items->size());
  if (d->maxlen >= 0 && size >= d->maxlen) Raise(&IndexErrorType, "deque already at its maximum size");
  if (i < 0) i = std::max<int64_t>(0, i + size);
  d->items->insert(d->items->begin() + std::min(i, size), args[2]);
  ++d->version;
  return Value::None();
}
Value Remove(Interp&, Args args) {
  CheckArgs("deque.remove", args.From(1), 1, 1);
  DequeObject* d = Self(args);
  const uint64_t version = d->version;
  for (size_t i = 0; i < d->items->size(); ++i) {
    const Value v = (*d->items)[i];
    const bool found = Equal(v, args[1]);
    if (d->version != version) Raise(&IndexErrorType, "deque mutated during remove().");
    if (!found) continue;
    d->items->erase(d->items->begin() + static_cast<int64_t>(i));
    ++d->version;
    return Value::None();
  }
  RaiseText(&ValueErrorType, Repr(args[1]) + " is not in deque");
}
Value Reverse(Interp&, Args args) {
  std::reverse(Self(args)->items->begin(), Self(args)->items->end());
  ++Self(args)->version;
  return Value::None();
}
Value Rotate(Interp&, Args args) {
  CheckArgs("rotate", args.From(1), 0, 1);
  DequeObject* d = Self(args);
  const auto size = static_cast<int64_t>(d->items->size());
  const int64_t by = args.size() > 1 ? SizeArgument(args[1]) : 1;
  if (size < 2) return Value::None();
  int64_t n = by % size;
  if (n < 0) n += size;
  std::rotate(d->items->begin(), d->items->end() - n, d->items->end());
  ++d->version;
  return Value::None();
}
Value MaxLen(Interp&, Args args) {
  return Self(args)->maxlen < 0 ? Value::None() : Value::Int(Self(args)->maxlen);
}
Value Reversed(Interp&, Args args) {
  auto* s = NewState<2>(&DequeReverseIteratorType);
  s->v[0] = args[0];
  s->v[1] = Value::Int(static_cast<int64_t>(Self(args)->version));
  return Value::Own(s);
}
const MethodDef kDeque[] = {
    {"append", Append},
    {"appendleft", AppendLeft},
    {"pop", Pop, "self, /"},
    {"popleft", PopLeft, "self, /"},
    {"extend", Extend},
    {"extendleft", ExtendLeft},
    {"clear", Clear, "self, /"},
    {"copy", Copy, "self, /"},
    {"__copy__", Copy, "self, /"},
    {"count", Count},
    {"index", IndexOf},
    {"insert", Insert},
    {"remove", Remove},
    {"reverse", Reverse, "self, /"},
    {"rotate", Rotate},
    {"maxlen", MaxLen, nullptr, nullptr, kProperty},
    {"__reversed__", Reversed},
};
TP_REGISTER_METHODS(DequeType, kDeque);

// ---- defaultdict

struct DefaultDictObject : DictObject {
  AttrStorage attrs;
  Value factory;
};
DefaultDictObject* Dict(const Value& v) { return v.as<DefaultDictObject>(); }
extern TypeObject DefaultDictType;

void DefaultDictDealloc(Object* o) {
  static_cast<DefaultDictObject*>(o)->factory.Clear();
  DictType.slots.dealloc(o);
}
void DefaultDictTraverse(Object* o, GcVisitor& visit) {
  visit(static_cast<DefaultDictObject*>(o)->factory);
  DictType.slots.traverse(o, visit);
}
void DefaultDictClear(Object* o) {
  static_cast<DefaultDictObject*>(o)->factory.Clear();
  DictType.slots.clear(o);
}
void DefaultDictInit(const Value& self, Args args) {
  if (args.size() > 2) Raise(&TypeErrorType, "dict expected at most 1 argument, got %u", args.size() - 1);
  Dict(self)->factory = Value::None();
  if (args.size() > 0) {
    if (!args[0].is_none() && !IsCallable(args[0]))
      Raise(&TypeErrorType, "first argument must be callable or None");
    Dict(self)->factory = args[0];
  }
  if (args.size() > 1) DictMerge(Dict(self), args[1]);
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(Dict(self), args.kw_names[i], args.kw(i));
}
Value Missing(Interp&, Args args) {
  CheckArgs("defaultdict.__missing__", args.From(1), 1, 1);
  const Value factory = Dict(args[0])->factory;
  if (factory.is_undef() || factory.is_none()) return RaiseValueWith(&KeyErrorType, args[1]);
  Value v = Call(factory);
  SetItem(args[0], args[1], v);
  return v;
}
Value DefaultDictGetItem(const Value& self, const Value& key) {
  if (Value* found = DictFind(Dict(self), key)) return *found;
  static StrObject* const missing = InternStr("__missing__");
  return Call(LookupSpecial(self, missing), key);
}
Value DefaultDictRepr(const Value& self) {
  std::string factory = "...";
  {
    ReprGuard guard(self.object());
    if (!guard.entered()) return MakeStr(TypeOf(self)->name + std::string("(..., {...})"));
    const Value f = Dict(self)->factory;
    factory = f.is_undef() ? "None" : Repr(f);
  }
  return MakeStr(TypeOf(self)->name + ("(" + factory) + ", " + Str(DictType.slots.repr(self)) + ")");
}
Value DefaultDictCopy(Interp&, Args args) {
  Value copy = Call(TypeValue(TypeOf(args[0])), Dict(args[0])->factory);
  DictMerge(copy.as<DictObject>(), args[0]);
  return copy;
}
Value GetFactory(Interp&, Args args) {
  return Dict(args[0])->factory.is_undef() ? Value::None() : Dict(args[0])->factory;
}
Value SetFactory(Interp&, Args args) {
  Dict(args[0])->factory = args.size() > 1 ? args[1] : Value::None();
  return Value::None();
}
constexpr TypeSpec DefaultDictSpec() {
  TypeSpec t{.name = "collections.defaultdict",
             .base = &DictType,
             .size = sizeof(DefaultDictObject),
             .attrs = offsetof(DefaultDictObject, attrs),
             .flags = kTypeGc | kTypeMapping | kTypeHashDisabled};
  t.slots.dealloc = DefaultDictDealloc;
  t.slots.traverse = DefaultDictTraverse;
  t.slots.clear = DefaultDictClear;
  t.slots.init = DefaultDictInit;
  t.slots.getitem = DefaultDictGetItem;
  t.slots.repr = DefaultDictRepr;
  return t;
}
constinit TypeObject DefaultDictType(DefaultDictSpec());
TP_REGISTER_HIDDEN_TYPE(DefaultDictType);
const MethodDef kDefaultDict[] = {
    {"__missing__", Missing},
    {"copy", DefaultDictCopy},
    {"__copy__", DefaultDictCopy},
    {"default_factory", GetFactory, nullptr, nullptr, kProperty, SetFactory},
};
TP_REGISTER_METHODS(DefaultDictType, kDefaultDict);

// ---- a field of a namedtuple: v[0] its documentation; n: the place

Value FieldGet(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef()) return self;
  auto* s = self.as<StateObject<1>>();
  if (!IsTuple(instance))
    Raise(&TypeErrorType, "descriptor for index '%ld' for tuple subclasses doesn't apply to '%s' object",
          static_cast<long>(s->n), TypeNameOf(instance).c_str());
  auto* t = instance.as<TupleObject>();
  if (s->n >= t->size) Raise(&IndexErrorType, "tuple index out of range");
  return t->items[s->n];
}
void FieldSet(const Value&, const Value&, const Value& value) {
  Raise(&AttributeErrorType, value.is_undef() ? "can't delete attribute" : "can't set attribute");
}
Value FieldNew(TypeObject* type, Args args) {
  CheckArgs("_tuplegetter", args, 2, 2);
  auto* s = NewState<1>(type);
  s->n = IndexInt64(args[0]);
  s->v[0] = args[1];
  return Value::Own(s);
}
Value FieldDoc(Interp&, Args args) { return args[0].as<StateObject<1>>()->v[0]; }
Value SetFieldDoc(Interp&, Args args) {
  args[0].as<StateObject<1>>()->v[0] = args.size() > 1 ? args[1] : Value::None();
  return Value::None();
}
Value FieldRepr(const Value& self) {
  auto* s = self.as<StateObject<1>>();
  return MakeStr("_tuplegetter(" + std::to_string(s->n) + ", " + Repr(s->v[0]) + ")");
}
constexpr TypeSpec FieldSpec() {
  TypeSpec t = StateSpec<1>("_collections._tuplegetter", nullptr, FieldNew);
  t.slots.descr_get = FieldGet;
  t.slots.descr_set = FieldSet;
  t.slots.repr = FieldRepr;
  return t;
}
constinit TypeObject TupleGetterType(FieldSpec());
TP_REGISTER_HIDDEN_TYPE(TupleGetterType);
const MethodDef kField[] = {{"__doc__", FieldDoc, nullptr, nullptr, kProperty, SetFieldDoc}};
TP_REGISTER_METHODS(TupleGetterType, kField);

void InitCollections(Interp&, ModuleObject* m) {
  ModuleSet(m, "deque", TypeValue(&DequeType));
  ModuleSet(m, "defaultdict", TypeValue(&DefaultDictType));
  ModuleSet(m, "_tuplegetter", TypeValue(&TupleGetterType));
}
TP_REGISTER_MODULE(_collections, InitCollections);

}  // namespace
}  // namespace tp
