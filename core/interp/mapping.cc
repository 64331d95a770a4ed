// dict, its views, set and frozenset as types: slots and iterators. The tables themselves: dict.cc and
// set.cc.
#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

DictEntry* NextDictEntry(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return nullptr;
  auto* d = it->container.as<DictObject>();
  if (d->used != it->expected) {
    it->expected = -1;
    Raise(&RuntimeErrorType, "dictionary changed size during iteration");
  }
  DictEntry* e = DictNext(d, &it->index);
  if (!e) it->container.Clear();
  return e;
}

namespace {

// ---- dict

void DictDealloc(Object* o) {
  DictClear(static_cast<DictObject*>(o));
  FreeObject(o);
}
void DictTraverse(Object* o, GcVisitor& visit) {
  auto* d = static_cast<DictObject*>(o);
  for (int64_t i = 0; i < d->num_entries; ++i) {
    visit(d->entries[i].key);
    visit(d->entries[i].value);
  }
}
void DictClearSlot(Object* o) { DictClear(static_cast<DictObject*>(o)); }
Value DictNew(TypeObject* type, Args) {
  auto* d = New<DictObject>(type);
  GcTrack(d);
  return Value::Own(d);
}
void DictInit(const Value& self, Args args) {
  CheckArgs("dict", {args.values, args.num_pos, 0, nullptr}, 0, 1);
  auto* d = self.as<DictObject>();
  if (args.size()) DictMerge(d, args[0]);
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(d, args.kw_names[i], args.kw(i));
}
Value DictRepr(const Value& self) {
  auto* d = self.as<DictObject>();
  ReprGuard guard(d);
  if (!guard.entered()) return MakeStr("{...}");
  std::string out = "{";
  int64_t pos = 0;
  while (DictEntry* e = DictNext(d, &pos)) {
    if (out.size() > 1) out += ", ";
    Value key = e->key, value = e->value;
    out += Repr(key) + ": " + Repr(value);
  }
  return MakeStr(out + "}");
}
bool DictTruth(const Value& self) { return self.as<DictObject>()->used != 0; }
int64_t DictLen(const Value& self) { return self.as<DictObject>()->used; }
bool DictContains(const Value& self, const Value& key) {
  return DictFind(self.as<DictObject>(), key) != nullptr;
}
Value DictGetItem(const Value& self, const Value& key) {
  auto* d = self.as<DictObject>();
  if (Value* v = DictFind(d, key)) return *v;
  if (d->type != &DictType)
    if (Value missing = LookupSpecial(self, names.missing_); !missing.is_undef())
      return TryCall(missing, Args{&key, 1, 0, nullptr});
  return RaiseValueWith(&KeyErrorType, key);
}
void DictSetItem(const Value& self, const Value& key, const Value& value) {
  auto* d = self.as<DictObject>();
  if (!value.is_undef())
    DictSet(d, key, value);
  else if (!DictErase(d, key))
    RaiseKeyError(key);
}
Value DictCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsDict(b) || (op != CmpOp::kEq && op != CmpOp::kNotEq)) return NotImplemented();
  auto *x = a.as<DictObject>(), *y = b.as<DictObject>();
  NativeRecursion guard(" in comparison");
  bool same = x->used == y->used;
  int64_t pos = 0;
  while (same) {
    DictEntry* e = DictNext(x, &pos);
    if (!e) break;
    Value value = e->value, key = e->key;
    Value* other = DictFindHashed(y, key, e->hash);
    if (!other) {
      same = false;
    } else {
      Value own = *other;
      same = Equal(value, own);
    }
  }
  return Value::Bool(same == (op == CmpOp::kEq));
}
Value DictOr(const Value& a, const Value& b) {
  if (!IsDict(a) || !IsDict(b)) return NotImplemented();
  ObjRef<DictObject> copy = DictCopy(a.as<DictObject>());
  DictMerge(copy.get(), b);
  return std::move(copy).ToValue();
}
Value DictInplaceOr(const Value& a, const Value& b) {
  DictMerge(a.as<DictObject>(), b);
  return a;
}

// ---- iterators of dicts: over `container`, a dict

Value DictIterator(const Value& dict, TypeObject* type) {
  auto* it = New<IndexIterator>(type);
  it->container = dict;
  it->expected = dict.as<DictObject>()->used;
  GcTrack(it);
  return Value::Own(it);
}
Value DictKeyNext(const Value& self) {
  DictEntry* e = NextDictEntry(self);
  return e ? e->key : Value::Stop();
}
Value DictValueNext(const Value& self) {
  DictEntry* e = NextDictEntry(self);
  return e ? e->value : Value::Stop();
}
Value DictItemNext(const Value& self) {
  DictEntry* e = NextDictEntry(self);
  return e ? MakeTuple({e->key, e->value}) : Value::Stop();
}
Value DictIter(const Value& self) { return DictIterator(self, &DictKeyIteratorType); }

// ---- views

void ViewDealloc(Object* o) {
  DictObject* d = static_cast<DictViewObject*>(o)->dict;
  FreeObject(o);
  DecRef(d);
}
void ViewTraverse(Object* o, GcVisitor& visit) { visit(static_cast<DictViewObject*>(o)->dict); }
Value ViewDict(const Value& self) { return Value::Borrow(self.as<DictViewObject>()->dict); }
Value KeysIter(const Value& self) { return DictIterator(ViewDict(self), &DictKeyIteratorType); }
Value ValuesIter(const Value& self) { return DictIterator(ViewDict(self), &DictValueIteratorType); }
Value ItemsIter(const Value& self) { return DictIterator(ViewDict(self), &DictItemIteratorType); }
int64_t ViewLen(const Value& self) { return self.as<DictViewObject>()->dict->used; }
bool KeysContains(const Value& self, const Value& key) {
  return DictFind(self.as<DictViewObject>()->dict, key) != nullptr;
}
bool ItemsContains(const Value& self, const Value& item) {
  if (!IsTuple(item) || item.as<TupleObject>()->size != 2) return false;
  Value* v = DictFind(self.as<DictViewObject>()->dict, item.as<TupleObject>()->items[0]);
  if (!v) return false;
  Value own = *v;
  return Equal(own, item.as<TupleObject>()->items[1]);
}
Value ViewRepr(const Value& self) { return MakeStr(TypeNameOf(self) + "(" + Repr(ToList(self)) + ")"); }
bool IsSetLike(const Value& v) {
  return IsAnySet(v) || IsInstance(v, &DictKeysType) || IsInstance(v, &DictItemsType);
}
Value ToSet(const Value& v) {
  SetObject* s = NewSet();
  Value result = Value::Own(s);
  // Keys are copied as from their dict, which makes room for all at once.
  SetUpdate(s, IsInstance(v, &DictKeysType) ? Value::Borrow(v.as<DictViewObject>()->dict) : v);
  return result;
}
Value ViewCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsSetLike(b)) return NotImplemented();
  return Compare(ToSet(a), ToSet(b), op);
}
template <BinOp op>
Value ViewOp(const Value& a, const Value& b) {
  if (!IsSetLike(a) && !IsSetLike(b)) return NotImplemented();
  if constexpr (op == BinOp::kBitAnd) {
    // As CPython: the smaller view is walked, a set that is smaller than the view instead of it.
    Value x = a, y = b;
    const auto is_view = [](const Value& v) { return IsSetLike(v) && !IsAnySet(v); };
    if (!is_view(x)) x.Swap(y);
    const bool by_set = IsExact(y, &SetType) && Len(x) <= Len(y);
    if (by_set || (is_view(y) && Len(y) > Len(x))) x.Swap(y);
    SetObject* s = NewSet();
    Value result = Value::Own(s);
    ForEach(y, [&](const Value& item) {
      if (Contains(x, item)) SetAdd(s, item);
    });
    return result;
  }
  Value result = ToSet(a);
  auto* s = result.as<SetObject>();
  if constexpr (op == BinOp::kSub) {
    SetDifferenceUpdate(s, b);
  } else if constexpr (op == BinOp::kBitOr) {
    SetUpdate(s, b);
  } else {
    Value other = b;
    if (!IsAnySet(b)) {
      other = Value::Own(NewSet());
      SetUpdate(other.as<SetObject>(), b);
    }
    int64_t pos = 0;
    while (SetEntry* e = SetNext(other.as<SetObject>(), &pos)) {
      const Value key = e->key;
      if (!SetDiscard(s, key)) SetAdd(s, key);
    }
  }
  return result;
}

// ---- set, frozenset

void SetDealloc(Object* o) {
  auto* s = static_cast<SetObject*>(o);
  SetEntry* table = s->table;
  const int64_t size = s->mask + 1;
  for (int64_t i = 0; i < size; ++i) table[i].~SetEntry();
  FreeBytes(table, size * sizeof(SetEntry));
  FreeObject(o);
}
void SetTraverse(Object* o, GcVisitor& visit) {
  auto* s = static_cast<SetObject*>(o);
  for (int64_t i = 0; i <= s->mask; ++i) visit(s->table[i].key);
}
void SetClearSlot(Object* o) { SetClear(static_cast<SetObject*>(o)); }
Value SetNew(TypeObject* type, Args) { return Value::Own(NewSet(type)); }
void SetInit(const Value& self, Args args) {
  CheckNoKeywords("set", args);
  CheckArgs(TypeOf(self)->name, args, 0, 1);
  auto* s = self.as<SetObject>();
  if (s->fill) SetClear(s);
  if (args.size()) SetUpdate(s, args[0]);
}
Value FrozenSetNew(TypeObject* type, Args args) {
  if (type == &FrozenSetType) CheckNoKeywords("frozenset", args);
  CheckArgs(type->name, {args.values, args.num_pos, 0, nullptr}, 0, 1);
  if (args.size() && type == &FrozenSetType && IsExact(args[0], &FrozenSetType)) return args[0];
  SetObject* s = NewSet(type);
  Value result = Value::Own(s);
  if (args.size()) SetUpdate(s, args[0]);
  return result;
}
void FrozenSetInit(const Value&, Args) {}

Value SetRepr(const Value& self) {
  auto* s = self.as<SetObject>();
  const std::string name = TypeNameOf(self);
  ReprGuard guard(s);
  if (!guard.entered()) return MakeStr(name + "(...)");
  if (s->used == 0) return MakeStr(name + "()");
  std::string inner;
  int64_t pos = 0;
  while (SetEntry* e = SetNext(s, &pos)) {
    if (!inner.empty()) inner += ", ";
    Value key = e->key;
    inner += Repr(key);
  }
  return MakeStr(s->type == &SetType ? "{" + inner + "}" : name + "({" + inner + "})");
}
bool SetTruth(const Value& self) { return self.as<SetObject>()->used != 0; }
int64_t SetLen(const Value& self) { return self.as<SetObject>()->used; }
bool SetContainsSlot(const Value& self, const Value& key) {
  // A set that has no hash is looked up as the frozenset of its items.
  if (IsInstance(key, &SetType) && (!TypeOf(key)->slots.hash || TypeOf(key)->has(kTypeHashDisabled)))
    return SetContains(self.as<SetObject>(), SetCopy(key.as<SetObject>(), &FrozenSetType).ToValue());
  return SetContains(self.as<SetObject>(), key);
}
int64_t FrozenSetHash(const Value& self) {
  auto* s = self.as<SetObject>();
  if (s->hash != -1) return s->hash;
  const auto shuffle = [](uint64_t h) { return ((h ^ 89869747ull) ^ (h << 16)) * 3644798167ull; };
  uint64_t hash = 0;
  int64_t pos = 0;
  while (SetEntry* e = SetNext(s, &pos)) hash ^= shuffle(static_cast<uint64_t>(e->hash));
  hash ^= (static_cast<uint64_t>(s->used) + 1) * 1927868237ull;
  hash ^= (hash >> 11) ^ (hash >> 25);
  hash = hash * 69069u + 907133923ull;
  if (hash == UINT64_MAX) hash = 590923713ull;
  return s->hash = static_cast<int64_t>(hash);
}
Value SetCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsAnySet(b)) return NotImplemented();
  auto *x = a.as<SetObject>(), *y = b.as<SetObject>();
  switch (op) {
    case CmpOp::kEq:
      return Value::Bool(x->used == y->used && SetIsSubset(x, y));
    case CmpOp::kNotEq:
      return Value::Bool(!(x->used == y->used && SetIsSubset(x, y)));
    case CmpOp::kLtE:
      return Value::Bool(SetIsSubset(x, y));
    case CmpOp::kLt:
      return Value::Bool(x->used < y->used && SetIsSubset(x, y));
    case CmpOp::kGtE:
      return Value::Bool(SetIsSubset(y, x));
    default:
      return Value::Bool(y->used < x->used && SetIsSubset(y, x));
  }
}
TypeObject* BaseSetType(const Value& v) { return IsInstance(v, &FrozenSetType) ? &FrozenSetType : &SetType; }
template <BinOp op>
Value SetOp(const Value& a, const Value& b) {
  if (!IsAnySet(a) || !IsAnySet(b)) return NotImplemented();
  auto* x = a.as<SetObject>();
  if constexpr (op == BinOp::kBitAnd) return SetIntersection(x, b).ToValue();
  if constexpr (op == BinOp::kSub) return SetDifference(x, b).ToValue();
  if constexpr (op == BinOp::kBitXor) return SetSymmetricDifference(x, b).ToValue();
  ObjRef<SetObject> copy = SetCopy(x, BaseSetType(a));
  SetUpdate(copy.get(), b);
  return copy.ToValue();
}
template <BinOp op>
Value SetInplace(const Value& a, const Value& b) {
  if (!IsAnySet(b)) return NotImplemented();
  auto* x = a.as<SetObject>();
  if constexpr (op == BinOp::kBitOr) {
    SetUpdate(x, b);
  } else if constexpr (op == BinOp::kSub) {
    SetDifferenceUpdate(x, b);
  } else if constexpr (op == BinOp::kBitXor) {
    auto* y = b.as<SetObject>();
    if (x == y) {
      SetClear(x);
      return a;
    }
    int64_t pos = 0;
    while (SetEntry* e = SetNext(y, &pos)) {
      const Value key = e->key;
      if (!SetDiscard(x, key)) SetAdd(x, key);
    }
  } else {
    Value result = SetOp<op>(a, b);
    auto* r = result.as<SetObject>();
    std::swap(x->table, r->table);
    std::swap(x->mask, r->mask);
    std::swap(x->fill, r->fill);
    std::swap(x->used, r->used);
  }
  return a;
}
Value SetIter(const Value& self) {
  auto* it = New<IndexIterator>(&SetIteratorType);
  it->container = self;
  it->expected = self.as<SetObject>()->used;
  GcTrack(it);
  return Value::Own(it);
}
Value SetIterNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  auto* s = it->container.as<SetObject>();
  if (s->used != it->expected) {
    it->expected = -1;
    Raise(&RuntimeErrorType, "Set changed size during iteration");
  }
  if (SetEntry* e = SetNext(s, &it->index)) return e->key;
  it->container.Clear();
  return Value::Stop();
}

constinit NumberSlots dict_numbers = [] {
  NumberSlots n;
  n[BinOp::kBitOr] = DictOr;
  n.Inplace(BinOp::kBitOr) = DictInplaceOr;
  return n;
}();

constexpr TypeSpec DictSpec() {
  TypeSpec t{.name = "dict", .size = sizeof(DictObject), .flags = kTypeGc | kTypeMapping};
  TypeSlots& s = t.slots;
  s.dealloc = DictDealloc;
  s.traverse = DictTraverse;
  s.clear = DictClearSlot;
  s.new_object = DictNew;
  s.init = DictInit;
  s.repr = DictRepr;
  s.compare = DictCompare;
  s.truth = DictTruth;
  s.iter = DictIter;
  s.len = DictLen;
  s.getitem = DictGetItem;
  s.setitem = DictSetItem;
  s.contains = DictContains;
  s.number = &dict_numbers;
  return t;
}
constinit NumberSlots view_numbers = [] {
  NumberSlots n;
  n[BinOp::kBitOr] = ViewOp<BinOp::kBitOr>;
  n[BinOp::kBitAnd] = ViewOp<BinOp::kBitAnd>;
  n[BinOp::kBitXor] = ViewOp<BinOp::kBitXor>;
  n[BinOp::kSub] = ViewOp<BinOp::kSub>;
  return n;
}();
constexpr TypeSpec ViewSpec(const char* name, Value (*iter)(const Value&),
                            bool (*contains)(const Value&, const Value&), bool set_like) {
  TypeSpec t{.name = name, .size = sizeof(DictViewObject), .flags = kTypeGc};
  TypeSlots& s = t.slots;
  s.dealloc = ViewDealloc;
  s.traverse = ViewTraverse;
  s.repr = ViewRepr;
  s.iter = iter;
  s.len = ViewLen;
  s.contains = contains;
  if (set_like) {
    s.compare = ViewCompare;
    s.number = &view_numbers;
  }
  return t;
}
constexpr NumberSlots FrozenSetNumbers() {
  NumberSlots n;
#define TP_OP(op) n[BinOp::op] = SetOp<BinOp::op>
  TP_OP(kBitOr), TP_OP(kBitAnd), TP_OP(kSub), TP_OP(kBitXor);
#undef TP_OP
  return n;
}
constinit NumberSlots frozenset_numbers = FrozenSetNumbers();
constinit NumberSlots set_numbers = [] {
  NumberSlots n = FrozenSetNumbers();
#define TP_OP(op) n.Inplace(BinOp::op) = SetInplace<BinOp::op>
  TP_OP(kBitOr), TP_OP(kBitAnd), TP_OP(kSub), TP_OP(kBitXor);
#undef TP_OP
  return n;
}();
constexpr TypeSpec SetSpec(bool frozen) {
  TypeSpec t{.name = frozen ? "frozenset" : "set", .size = sizeof(SetObject), .flags = kTypeGc};
  TypeSlots& s = t.slots;
  s.dealloc = SetDealloc;
  s.traverse = SetTraverse;
  s.clear = frozen ? nullptr : SetClearSlot;
  s.new_object = frozen ? FrozenSetNew : SetNew;
  s.init = frozen ? FrozenSetInit : SetInit;
  s.repr = SetRepr;
  if (frozen) s.hash = FrozenSetHash;
  s.compare = SetCompare;
  s.truth = SetTruth;
  s.iter = SetIter;
  s.len = SetLen;
  s.contains = SetContainsSlot;
  s.number = frozen ? &frozenset_numbers : &set_numbers;
  return t;
}

}  // namespace

Value MakeDictView(TypeObject* type, const Value& dict) {
  auto* v = New<DictViewObject>(type);
  v->dict = dict.as<DictObject>();
  IncRef(v->dict);
  GcTrack(v);
  return Value::Own(v);
}

constinit TypeObject DictType(DictSpec());
constinit TypeObject DictKeysType(ViewSpec("dict_keys", KeysIter, KeysContains, true));
constinit TypeObject DictValuesType(ViewSpec("dict_values", ValuesIter, nullptr, false));
constinit TypeObject DictItemsType(ViewSpec("dict_items", ItemsIter, ItemsContains, true));
constinit TypeObject DictKeyIteratorType(IndexIteratorSpec("dict_keyiterator", DictKeyNext));
constinit TypeObject DictValueIteratorType(IndexIteratorSpec("dict_valueiterator", DictValueNext));
constinit TypeObject DictItemIteratorType(IndexIteratorSpec("dict_itemiterator", DictItemNext));
constinit TypeObject SetType(SetSpec(false));
constinit TypeObject FrozenSetType(SetSpec(true));
constinit TypeObject SetIteratorType(IndexIteratorSpec("set_iterator", SetIterNext));
TP_REGISTER_TYPE(DictType);
TP_REGISTER_TYPE(SetType);
TP_REGISTER_TYPE(FrozenSetType);

}  // namespace tp
