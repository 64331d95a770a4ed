// tuple and list: their objects, slots and iterators.
#include <algorithm>
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

// ---- tuple

namespace {
TupleObject* empty_tuple = nullptr;

Value* TupleSpace(int64_t size) { return static_cast<Value*>(AllocBytes(size * sizeof(Value))); }

bool Indexable(const Value& v) {
  return v.is_int() || v.is_bool() || IsInstance(v, &IntType) || TypeOf(v)->slots.number->index;
}
}  // namespace

TupleObject* NewTuple(int64_t size) {
  if (size == 0 && empty_tuple) {
    IncRef(empty_tuple);
    return empty_tuple;
  }
  CheckItems(size);
  auto* t = static_cast<TupleObject*>(AllocBytes(sizeof(TupleObject) + size * sizeof(Value)));
  t->refs = 1;
  t->flags = 0;
  t->type = &TupleType;
  t->size = size;
  t->items = reinterpret_cast<Value*>(t + 1);
  for (int64_t i = 0; i < size; ++i) new (&t->items[i]) Value();
  if (size == 0) {
    empty_tuple = t;
    t->refs = kImmortal;
  } else {
    GcLinkNew(t);
  }
  return t;
}

// Can it be part of a cycle, itself or by what it holds?
[[gnu::always_inline]] static inline bool CanCycle(const Value& v) {
  if (!v.is_object()) return false;
  const TypeObject* type = v.object()->type;
  return (v.object()->flags & kGcTracked) || (type != &TupleType && type->has(kTypeGc));
}

RawValue MakePair(RawValue first, RawValue second) {
  auto* t = static_cast<TupleObject*>(AllocBytes(sizeof(TupleObject) + 2 * sizeof(Value)));
  t->refs = 1;
  t->flags = 0;
  t->type = &TupleType;
  t->size = 2;
  t->items = reinterpret_cast<Value*>(t + 1);
  new (&t->items[0]) Value(Value::Adopt(first));
  new (&t->items[1]) Value(Value::Adopt(second));
  // A tuple that holds no containers never gets any: the collector need not know it.
  if (CanCycle(t->items[0]) || CanCycle(t->items[1])) GcLinkNew(t);
  return Value::Own(t).Hand();
}

Value MakeTuple(const Value* items, int64_t size) {
  TupleObject* t = NewTuple(size);
  for (int64_t i = 0; i < size; ++i) t->items[i] = items[i];
  return Value::Own(t);
}
Value MakeTuple(std::initializer_list<Value> items) { return MakeTuple(items.begin(), items.size()); }
Value EmptyTuple() { return Value::Own(NewTuple(0)); }

Value MakeTupleOfType(TypeObject* type, const Value* items, int64_t size) {
  if (type == &TupleType) return MakeTuple(items, size);
  auto* t = New<TupleObject>(type);
  t->size = size;
  t->items = TupleSpace(size);
  for (int64_t i = 0; i < size; ++i) new (&t->items[i]) Value(items[i]);
  GcTrack(t);
  return Value::Own(t);
}

bool AsSequenceOfType(const Value& v, TypeObject* type, Value** items, int64_t* size) {
  if (type == &TupleType || IsSubtype(type, &TupleType)) {
    *items = v.as<TupleObject>()->items;
    *size = v.as<TupleObject>()->size;
    return true;
  }
  if (IsSubtype(type, &ListType)) {
    *items = v.as<ListObject>()->items;
    *size = v.as<ListObject>()->size;
    return true;
  }
  return false;
}

namespace {

void TupleDealloc(Object* o) {
  auto* t = static_cast<TupleObject*>(o);
  for (int64_t i = 0; i < t->size; ++i) t->items[i].~Value();
  if (t->type == &TupleType) {
    FreeBytes(t, sizeof(TupleObject) + t->size * sizeof(Value));
    return;
  }
  FreeBytes(t->items, t->size * sizeof(Value));
  t->size = 0;
  FreeObject(o);
}
void TupleTraverse(Object* o, GcVisitor& visit) {
  auto* t = static_cast<TupleObject*>(o);
  for (int64_t i = 0; i < t->size; ++i) visit(t->items[i]);
}
Value TupleNew(TypeObject* type, Args args) {
  // An __init__ of a subclass may have names for itself.
  if (const Value* init = TypeLookup(type, names.init_); !init || IsExact(*init, &SlotWrapperType))
    CheckNoKeywords("tuple", args);
  args.num_kw = 0;
  CheckArgs("tuple", args, 0, 1);
  if (!args.size()) return MakeTupleOfType(type, nullptr, 0);
  Value t = ToTuple(args[0]);
  if (type == &TupleType) return t;
  return MakeTupleOfType(type, t.as<TupleObject>()->items, t.as<TupleObject>()->size);
}

std::string JoinReprs(const Value& self, const char* open, const char* close, bool tuple) {
  std::string out = open;
  Value* items;
  int64_t size = 0;
  for (int64_t i = 0; AsSequence(self, &items, &size) && i < size; ++i) {
    if (i) out += ", ";
    Value item = items[i];
    out += Repr(item);
  }
  if (tuple && size == 1) out += ",";
  return out + close;
}
Value TupleRepr(const Value& self) {
  ReprGuard guard(self.object());
  if (!guard.entered()) return MakeStr("(...)");
  return MakeStr(JoinReprs(self, "(", ")", true));
}
Value ListRepr(const Value& self) {
  ReprGuard guard(self.object());
  if (!guard.entered()) return MakeStr("[...]");
  return MakeStr(JoinReprs(self, "[", "]", false));
}
int64_t TupleHash(const Value& self) {
  auto* t = self.as<TupleObject>();
  return HashTuple(t->items, t->size);
}
bool SequenceTruth(const Value& self) {
  Value* items;
  int64_t size = 0;
  AsSequence(self, &items, &size);
  return size != 0;
}
int64_t SequenceLen(const Value& self) {
  Value* items;
  int64_t size = 0;
  AsSequence(self, &items, &size);
  return size;
}

// Lists and tuples compare alike. Items are read anew each time: a comparison may change a list.
Value SequenceCompare(const Value& a, const Value& b, CmpOp op) {
  Value *x, *y;
  int64_t n = 0, m = 0;
  AsSequence(a, &x, &n);
  AsSequence(b, &y, &m);
  if (n != m && (op == CmpOp::kEq || op == CmpOp::kNotEq)) return Value::Bool(op == CmpOp::kNotEq);
  NativeRecursion guard(" in comparison");
  int64_t i = 0;
  if (IsTuple(a) && IsTuple(b)) {
    // Tuples stay as they are: their items are kept by the two that are held here.
    const Value keep_a = a, keep_b = b;
    const int64_t common = std::min(n, m);
    while (i < common && Equal(x[i], y[i])) ++i;
    if (i < common && op != CmpOp::kEq && op != CmpOp::kNotEq) return Compare(x[i], y[i], op);
    if (i < common) return Value::Bool(op == CmpOp::kNotEq);
  }
  for (; !IsTuple(a); ++i) {
    AsSequence(a, &x, &n);
    AsSequence(b, &y, &m);
    if (i >= n || i >= m) break;
    Value left = x[i], right = y[i];
    if (!Equal(left, right)) {
      if (op == CmpOp::kEq) return Value::Bool(false);
      if (op == CmpOp::kNotEq) return Value::Bool(true);
      return Compare(left, right, op);
    }
  }
  switch (op) {
    case CmpOp::kEq:
      return Value::Bool(n == m);
    case CmpOp::kNotEq:
      return Value::Bool(n != m);
    case CmpOp::kLt:
      return Value::Bool(n < m);
    case CmpOp::kLtE:
      return Value::Bool(n <= m);
    case CmpOp::kGt:
      return Value::Bool(n > m);
    default:
      return Value::Bool(n >= m);
  }
}
Value TupleCompare(const Value& a, const Value& b, CmpOp op) {
  return IsTuple(b) ? SequenceCompare(a, b, op) : NotImplemented();
}
Value ListCompare(const Value& a, const Value& b, CmpOp op) {
  return IsList(b) ? SequenceCompare(a, b, op) : NotImplemented();
}

bool SequenceContains(const Value& self, const Value& item) {
  Value* items;
  int64_t size = 0;
  for (int64_t i = 0; AsSequence(self, &items, &size) && i < size; ++i) {
    Value candidate = items[i];
    if (Equal(candidate, item)) return true;
  }
  return false;
}

Value SequenceGetItem(const Value& self, const Value& key, bool tuple) {
  Value* items;
  int64_t size = 0;
  AsSequence(self, &items, &size);
  if (IsExact(key, &SliceType)) {
    int64_t start, stop, step;
    const int64_t n = SliceIndices(key.as<SliceObject>(), size, &start, &stop, &step);
    AsSequence(self, &items, &size);
    if (tuple) {
      if (n == size && step == 1 && IsExact(self, &TupleType)) return self;
      TupleObject* t = NewTuple(n);
      for (int64_t i = 0; i < n; ++i) t->items[i] = items[start + i * step];
      return Value::Own(t);
    }
    ListObject* list = NewList(n);
    for (int64_t i = 0; i < n; ++i) ListAppend(list, items[start + i * step]);
    return Value::Own(list);
  }
  if (!Indexable(key))
    Raise(&TypeErrorType, "%s indices must be integers or slices, not %s", tuple ? "tuple" : "list",
          TypeNameOf(key).c_str());
  int64_t i = IndexInt64(key, &IndexErrorType);
  AsSequence(self, &items, &size);
  if (i < 0) i += size;
  if (i < 0 || i >= size)
    return RaiseValue(&IndexErrorType, "%s index out of range", tuple ? "tuple" : "list");
  return items[i];
}
Value TupleGetItem(const Value& self, const Value& key) { return SequenceGetItem(self, key, true); }
Value ListGetItem(const Value& self, const Value& key) { return SequenceGetItem(self, key, false); }

Value TupleAdd(const Value& a, const Value& b) {
  if (!IsTuple(a) || !IsTuple(b)) return NotImplemented();
  auto *x = a.as<TupleObject>(), *y = b.as<TupleObject>();
  if (y->size == 0 && x->type == &TupleType) return a;
  TupleObject* t = NewTuple(x->size + y->size);
  for (int64_t i = 0; i < x->size; ++i) t->items[i] = x->items[i];
  for (int64_t i = 0; i < y->size; ++i) t->items[x->size + i] = y->items[i];
  return Value::Own(t);
}

int64_t RepeatCount(const Value& n, int64_t size) {
  const int64_t times = std::max<int64_t>(0, IndexInt64(n));
  int64_t total;
  if (__builtin_mul_overflow(times, size, &total) || total > (int64_t{1} << 36)) RaiseMemoryLimit();
  return times;
}
Value TupleMul(const Value& a, const Value& b) {
  const Value& s = IsTuple(a) ? a : b;
  const Value& n = IsTuple(a) ? b : a;
  if (!Indexable(n)) return NotImplemented();
  auto* x = s.as<TupleObject>();
  const int64_t times = RepeatCount(n, x->size);
  TupleObject* t = NewTuple(times * x->size);
  for (int64_t i = 0; i < times * x->size; ++i) t->items[i] = x->items[i % x->size];
  return Value::Own(t);
}

Value SequenceIter(const Value& self, TypeObject* type) {
  auto* it = New<IndexIterator>(type);
  it->container = self;
  GcTrack(it);
  return Value::Own(it);
}
Value TupleIter(const Value& self) { return SequenceIter(self, &TupleIteratorType); }
Value ListIter(const Value& self) { return SequenceIter(self, &ListIteratorType); }
Value SequenceIterNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  Value* items;
  int64_t size = 0;
  AsSequence(it->container, &items, &size);
  if (it->index < size) return items[it->index++];
  it->container.Clear();
  return Value::Stop();
}

// ---- list

void ListDealloc(Object* o) {
  ListClear(static_cast<ListObject*>(o));
  if (o->type == &ListType) {
    FreeBytes(o, sizeof(ListObject));
    return;
  }
  FreeObject(o);
}
void ListTraverse(Object* o, GcVisitor& visit) {
  auto* l = static_cast<ListObject*>(o);
  for (int64_t i = 0; i < l->size; ++i) visit(l->items[i]);
}
void ListClearSlot(Object* o) { ListClear(static_cast<ListObject*>(o)); }
Value ListNew(TypeObject* type, Args) {
  auto* l = New<ListObject>(type);
  GcTrack(l);
  return Value::Own(l);
}
void ListInit(const Value& self, Args args) {
  CheckNoKeywords("list", args);
  CheckArgs("list", args, 0, 1);
  auto* l = self.as<ListObject>();
  if (l->size) ListClear(l);
  if (args.size()) ListExtend(l, args[0]);
}

void ListAssignSlice(const Value& self, const Value& key, const Value& value) {
  auto* l = self.as<ListObject>();
  int64_t start, stop, step;
  Value items_list;
  if (!value.is_undef()) {
    SliceIndices(key.as<SliceObject>(), l->size, &start, &stop, &step);
    if (!TypeOf(value)->slots.iter && !TypeOf(value)->slots.getitem)
      Raise(&TypeErrorType,
            step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice");
    items_list = ToList(value);
  }
  const int64_t n = SliceIndices(key.as<SliceObject>(), l->size, &start, &stop, &step);
  if (step == 1) {
    if (stop < start) stop = start;
    auto* from = value.is_undef() ? nullptr : items_list.as<ListObject>();
    ObjRef<ListObject> tail = ObjRef<ListObject>::Own(NewList());
    for (int64_t i = stop; i < l->size; ++i) ListAppend(tail.get(), l->items[i]);
    ListErase(l, start, l->size);
    if (from)
      for (int64_t i = 0; i < from->size; ++i) ListAppend(l, from->items[i]);
    for (int64_t i = 0; i < tail->size; ++i) ListAppend(l, std::move(tail->items[i]));
    return;
  }
  if (value.is_undef()) {
    if (step < 0) {
      start += (n - 1) * step;
      step = -step;
    }
    for (int64_t i = n; i-- > 0;) ListErase(l, start + i * step, start + i * step + 1);
    return;
  }
  auto* from = items_list.as<ListObject>();
  if (from->size != n)
    Raise(&ValueErrorType, "attempt to assign sequence of size %ld to extended slice of size %ld",
          static_cast<long>(from->size), static_cast<long>(n));
  for (int64_t i = 0; i < n; ++i) l->items[start + i * step] = from->items[i];
}

void ListSetItem(const Value& self, const Value& key, const Value& value) {
  if (IsExact(key, &SliceType)) return ListAssignSlice(self, key, value);
  if (!Indexable(key))
    Raise(&TypeErrorType, "list indices must be integers or slices, not %s", TypeNameOf(key).c_str());
  int64_t i = IndexInt64(key, &IndexErrorType);
  auto* l = self.as<ListObject>();
  if (i < 0) i += l->size;
  if (i < 0 || i >= l->size)
    Raise(&IndexErrorType,
          value.is_undef() ? "list assignment index out of range" : "list assignment index out of range");
  if (value.is_undef())
    ListErase(l, i, i + 1);
  else
    l->items[i] = value;
}

Value ListAdd(const Value& a, const Value& b) {
  if (!IsList(a) || !IsList(b)) return NotImplemented();
  auto *x = a.as<ListObject>(), *y = b.as<ListObject>();
  ListObject* l = NewList(x->size + y->size);
  for (int64_t i = 0; i < x->size; ++i) ListAppend(l, x->items[i]);
  for (int64_t i = 0; i < y->size; ++i) ListAppend(l, y->items[i]);
  return Value::Own(l);
}
Value ListMul(const Value& a, const Value& b) {
  const Value& s = IsList(a) ? a : b;
  const Value& n = IsList(a) ? b : a;
  if (!Indexable(n)) return NotImplemented();
  auto* x = s.as<ListObject>();
  const int64_t times = RepeatCount(n, x->size);
  ListObject* l = NewList(times * x->size);
  for (int64_t k = 0; k < times; ++k)
    for (int64_t i = 0; i < x->size; ++i) ListAppend(l, x->items[i]);
  return Value::Own(l);
}
Value ListInplaceAdd(const Value& a, const Value& b) {
  ListExtend(a.as<ListObject>(), b);
  return a;
}
Value ListInplaceMul(const Value& a, const Value& b) {
  if (!Indexable(b)) return NotImplemented();
  auto* l = a.as<ListObject>();
  const int64_t size = l->size, times = RepeatCount(b, size);
  if (times == 0) ListClear(l);
  for (int64_t k = 1; k < times; ++k)
    for (int64_t i = 0; i < size; ++i) ListAppend(l, l->items[i]);
  return a;
}

constinit NumberSlots tuple_numbers = [] {
  NumberSlots n;
  n[BinOp::kAdd] = TupleAdd;
  n[BinOp::kMult] = TupleMul;
  return n;
}();

constexpr TypeSpec TupleSpec() {
  TypeSpec t{.name = "tuple", .size = sizeof(TupleObject), .flags = kTypeGc | kTypeSequence};
  TypeSlots& s = t.slots;
  s.dealloc = TupleDealloc;
  s.traverse = TupleTraverse;
  s.new_object = TupleNew;
  s.repr = TupleRepr;
  s.hash = TupleHash;
  s.compare = TupleCompare;
  s.truth = SequenceTruth;
  s.iter = TupleIter;
  s.len = SequenceLen;
  s.getitem = TupleGetItem;
  s.contains = SequenceContains;
  s.number = &tuple_numbers;
  return t;
}
constinit NumberSlots list_numbers = [] {
  NumberSlots n;
  n[BinOp::kAdd] = ListAdd;
  n[BinOp::kMult] = ListMul;
  n.Inplace(BinOp::kAdd) = ListInplaceAdd;
  n.Inplace(BinOp::kMult) = ListInplaceMul;
  return n;
}();

constexpr TypeSpec ListSpec() {
  TypeSpec t{.name = "list", .size = sizeof(ListObject), .flags = kTypeGc | kTypeSequence};
  TypeSlots& s = t.slots;
  s.dealloc = ListDealloc;
  s.traverse = ListTraverse;
  s.clear = ListClearSlot;
  s.new_object = ListNew;
  s.init = ListInit;
  s.repr = ListRepr;
  s.compare = ListCompare;
  s.truth = SequenceTruth;
  s.iter = ListIter;
  s.len = SequenceLen;
  s.getitem = ListGetItem;
  s.setitem = ListSetItem;
  s.contains = SequenceContains;
  s.number = &list_numbers;
  return t;
}

}  // namespace

ListObject* NewList(int64_t capacity) {
  ReadyType(&ListType);
  auto* l = static_cast<ListObject*>(AllocBytes(sizeof(ListObject)));
  l->refs = 1;
  l->flags = 0;
  l->type = &ListType;
  l->size = l->capacity = 0;
  l->items = nullptr;
  GcLinkNew(l);
  if (capacity) {
    Value holder = Value::Own(l);  // there may be no memory
    ListGrow(l, capacity);
    holder.Release();
  }
  return l;
}
Value MakeList(std::initializer_list<Value> items) {
  ListObject* l = NewList(items.size());
  for (const Value& v : items) ListAppend(l, v);
  return Value::Own(l);
}

void ListGrow(ListObject* l, int64_t needed) {
  CheckItems(needed);
  const int64_t capacity = std::max<int64_t>(needed, l->size ? l->capacity + l->capacity / 2 + 4
                                                     : needed < 4 && needed == 1 ? 4
                                                                                 : needed);
  auto* items = static_cast<Value*>(AllocBytes(capacity * sizeof(Value)));
  if (l->items) {
    std::memcpy(static_cast<void*>(items), static_cast<void*>(l->items), l->size * sizeof(Value));
    FreeBytes(l->items, l->capacity * sizeof(Value));
  }
  l->items = items;
  l->capacity = capacity;
}

void ListInsert(ListObject* l, int64_t index, Value v) {
  if (l->size == l->capacity) ListGrow(l, l->size + 1);
  std::memmove(static_cast<void*>(l->items + index + 1), static_cast<void*>(l->items + index),
               (l->size - index) * sizeof(Value));
  new (&l->items[index]) Value(std::move(v));
  ++l->size;
}

void ListErase(ListObject* l, int64_t begin, int64_t end) {
  if (begin == end) return;  // an empty list has no memory to move
  if (end - begin == 1) {
    const Value dead = std::move(l->items[begin]);
    --l->size;
    std::memmove(static_cast<void*>(l->items + begin), static_cast<void*>(l->items + end),
                 (l->size - begin) * sizeof(Value));
    return;
  }
  std::vector<Value> dead;
  dead.reserve(end - begin);
  for (int64_t i = begin; i < end; ++i) dead.push_back(std::move(l->items[i]));
  std::memmove(static_cast<void*>(l->items + begin), static_cast<void*>(l->items + end),
               (l->size - end) * sizeof(Value));
  l->size -= end - begin;
}

void ListClear(ListObject* l) {
  Value* items = l->items;
  const int64_t size = l->size, capacity = l->capacity;
  l->items = nullptr;
  l->size = l->capacity = 0;
  if (!items) return;
  for (int64_t i = 0; i < size; ++i) items[i].~Value();
  FreeBytes(items, capacity * sizeof(Value));
}

void ListExtend(ListObject* l, const Value& iterable) {
  Value* items;
  int64_t size = 0;
  if (iterable.is_object() &&
      (iterable.object()->type == &ListType || iterable.object()->type == &TupleType) &&
      AsSequence(iterable, &items, &size)) {
    if (l->size + size > l->capacity) ListGrow(l, l->size + size);
    AsSequence(iterable, &items, &size);  // it may be the list itself
    for (int64_t i = 0; i < size; ++i) ListAppend(l, items[i]);
    return;
  }
  // What says that it is long gets its room first: a MemoryError comes at once instead of after all memory.
  if (const int64_t hint = IsExact(iterable, &RangeType) ? Len(iterable) : 0; hint > 4096) {
    if (hint > PTRDIFF_MAX / static_cast<int64_t>(sizeof(Value)) - l->size) RaiseMemoryLimit();
    if (l->size + hint > l->capacity) ListGrow(l, l->size + hint);
  }
  if (IsExact(iterable, &LongRangeIteratorType) && !iterable.as<IndexIterator>()->container.is_undef())
    Len(iterable.as<IndexIterator>()->container);  // more than a list can hold
  Value from = iterable;
  const Value source =
      IsExact(iterable, &SequenceIteratorType) ? iterable.as<IndexIterator>()->container : Value();
  if (source.is_object() && TypeOf(source)->is_heap() && TypeOf(source)->slots.len) {
    try {
      Len(source);
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType)) throw;
    }
  }
  if (iterable.is_object() && TypeOf(iterable)->is_heap() && TypeOf(iterable)->slots.len) {
    // A class's own __len__ is asked, and may fail, once there is an iterator.
    from = Iter(iterable);
    try {
      Len(iterable);
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType)) throw;
    }
  }
  ForEach(from, [l](Value v) { ListAppend(l, std::move(v)); });
}

Value ToList(const Value& iterable) {
  ListObject* l = NewList();
  Value result = Value::Own(l);
  ListExtend(l, iterable);
  return result;
}

Value ToTuple(const Value& iterable) {
  if (IsExact(iterable, &TupleType)) return iterable;
  Value* items;
  int64_t size = 0;
  if (IsExact(iterable, &ListType)) {
    AsSequence(iterable, &items, &size);
    return MakeTuple(items, size);
  }
  Value list = ToList(iterable);
  auto* l = list.as<ListObject>();
  TupleObject* t = NewTuple(l->size);
  for (int64_t i = 0; i < l->size; ++i) t->items[i] = std::move(l->items[i]);
  return Value::Own(t);
}

constinit TypeObject TupleType(TupleSpec());
constinit TypeObject ListType(ListSpec());
constinit TypeObject TupleIteratorType(IndexIteratorSpec("tuple_iterator", SequenceIterNext));
constinit TypeObject ListIteratorType(IndexIteratorSpec("list_iterator", SequenceIterNext));
TP_REGISTER_TYPE(TupleType);
TP_REGISTER_TYPE(ListType);

}  // namespace tp
