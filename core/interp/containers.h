// tuple, list, dict, set, frozenset, slice, range and cells: their C++ structs and the operations the
// evaluator and native code use. Python-visible methods are in core/interp/types/.
#ifndef TP_CORE_INTERP_CONTAINERS_H_
#define TP_CORE_INTERP_CONTAINERS_H_

#include <cassert>

#include "core/interp/str.h"

namespace tp {

// ---- tuple: immutable once seen by others
struct TupleObject : GcObject {
  int64_t size;
  Value* items;  // behind the struct, except in instances of subclasses

  Value* begin() { return items; }
  Value* end() { return items + size; }
};
extern TypeObject TupleType;
TupleObject* NewTuple(int64_t size);  // items kUndef: fill at once
Value MakeTuple(const Value* items, int64_t size);
Value MakeTuple(std::initializer_list<Value> items);
Value MakeTupleOfType(TypeObject* type, const Value* items, int64_t size);
RawValue MakePair(RawValue first, RawValue second);
Value EmptyTuple();

// ---- list
struct ListObject : GcObject {
  int64_t size, capacity;
  Value* items;

  Value* begin() { return items; }
  Value* end() { return items + size; }
};
extern TypeObject ListType;
ListObject* NewList(int64_t capacity = 0);
Value MakeList(std::initializer_list<Value> items);
void ListGrow(ListObject* list, int64_t capacity);
inline void ListAppend(ListObject* list, Value v) {
#ifdef _GLIBCXX_ASSERTIONS
  assert(!v.is_raised());
#endif
  if (list->size == list->capacity) ListGrow(list, list->size + 1);
  new (&list->items[list->size++]) Value(std::move(v));
}
void ListInsert(ListObject* list, int64_t index, Value v);  // 0 <= index <= size
void ListErase(ListObject* list, int64_t begin, int64_t end);
void ListClear(ListObject* list);
void ListExtend(ListObject* list, const Value& iterable);

inline bool IsTuple(const Value& v) { return IsInstance(v, &TupleType); }
inline bool IsList(const Value& v) { return IsInstance(v, &ListType); }
// The items of a list or tuple (or a subclass), borrowed; false if `v` is neither.
bool AsSequenceOfType(const Value& v, TypeObject* type, Value** items, int64_t* size);
inline bool AsSequence(const Value& v, Value** items, int64_t* size) {
  if (!v.is_object()) return false;
  TypeObject* type = v.object()->type;
  if (type == &ListType) {
    *items = v.as<ListObject>()->items;
    *size = v.as<ListObject>()->size;
    return true;
  }
  return AsSequenceOfType(v, type, items, size);
}

// ---- dict: insertion-ordered
struct DictEntry {
  Value key;  // kUndef: deleted
  Value value;
  int64_t hash;
};
struct DictObject : GcObject {
  int64_t used;         // live entries
  int64_t num_entries;  // with deleted ones
  int64_t capacity;     // of `entries`
  int64_t index_size;   // a power of two, or 0 without an index (at most 8 entries: scanned)
  DictEntry* entries;
  int32_t* index;         // -1 empty, -2 deleted
  uint32_t keys_version;  // 0: not asked for; changes when keys come or go, so that places can be cached
  int32_t iterating_hint;
};
extern TypeObject DictType;
inline bool IsDict(const Value& v) { return IsInstance(v, &DictType); }
DictObject* NewDict();
Value* DictFind(DictObject* d, const Value& key);  // borrowed, null if missing; may run __eq__/__hash__
Value* DictFindHashed(DictObject* d, const Value& key, int64_t hash);
Value* DictFind(DictObject* d, StrObject* key);
Value* DictFind(DictObject* d, std::string_view key);
int64_t DictFindEntry(DictObject* d, StrObject* key);  // place in entries, or -1
void DictSet(DictObject* d, const Value& key, Value value);
void DictSetHashed(DictObject* d, const Value& key, int64_t hash, Value value);
void DictSet(DictObject* d, StrObject* key, Value value);
void DictSet(DictObject* d, std::string_view key, Value value);
bool DictErase(DictObject* d, const Value& key);
bool DictErase(DictObject* d, StrObject* key);
Value DictPop(DictObject* d, const Value& key);  // kUndef if missing
void DictClear(DictObject* d);
ObjRef<DictObject> DictCopy(DictObject* d);
void DictMerge(DictObject* d, const Value& mapping_or_pairs, bool overwrite = true);  // dict.update's way
// The first live entry at or behind *pos, which moves behind it; null at the end.
DictEntry* DictNext(DictObject* d, int64_t* pos);
uint32_t NewKeysVersion();
inline uint32_t DictKeysVersion(DictObject* d) {
  return d->keys_version ? d->keys_version : (d->keys_version = NewKeysVersion());
}

// ---- set, frozenset: CPython's table and probing, because the order shows
struct SetEntry {
  Value key;     // kUndef: empty or dummy
  int64_t hash;  // -1 with an undefined key: dummy
};
struct SetObject : GcObject {
  int64_t fill, used, mask;
  SetEntry* table;
  int64_t hash;  // frozenset; -1: not computed
  int64_t pop_finger;
};
extern TypeObject SetType, FrozenSetType;
inline bool IsAnySet(const Value& v) { return IsInstance(v, &SetType) || IsInstance(v, &FrozenSetType); }
SetObject* NewSet(TypeObject* type = &SetType);
bool SetAdd(SetObject* s, const Value& key);  // true: it is new
bool SetContains(SetObject* s, const Value& key);
bool SetDiscard(SetObject* s, const Value& key);
void SetClear(SetObject* s);
void SetUpdate(SetObject* s, const Value& iterable);
SetEntry* SetNext(SetObject* s, int64_t* pos);
ObjRef<SetObject> SetCopy(SetObject* s, TypeObject* type);
// New sets of `a`'s type, in the order CPython's algorithms give. `b`: any iterable.
ObjRef<SetObject> SetIntersection(SetObject* a, const Value& b);
ObjRef<SetObject> SetDifference(SetObject* a, const Value& b);
ObjRef<SetObject> SetSymmetricDifference(SetObject* a, const Value& b);
void SetDifferenceUpdate(SetObject* a, const Value& b);
bool SetIsSubset(SetObject* a, SetObject* b);

// ---- slice, range
struct SliceObject : GcObject {
  Value start, stop, step;
};
extern TypeObject SliceType;
Value MakeSlice(const Value& start, const Value& stop, const Value& step);
// Python's slice.indices: start, stop, step and the number of items for a sequence of `length`.
int64_t SliceIndices(const SliceObject* s, int64_t length, int64_t* start, int64_t* stop, int64_t* step);

struct RangeObject : Object {
  Value start, stop, step, length;  // ints of any size
  bool small;                       // all four inline
};
extern TypeObject RangeType;
Value MakeRange(const Value& start, const Value& stop, const Value& step);

// ---- cell: a variable shared with inner functions
struct CellObject : GcObject {
  Value value;  // kUndef: unbound
};
extern TypeObject CellType;
CellObject* NewCell(Value value);

// ---- iterators of lists, tuples, … with a position; `callable` iterators and others are in
// types/iterators.cc
struct IndexIterator : GcObject {
  Value container;  // kUndef when exhausted
  int64_t index;
  int64_t expected;  // dict, set: size at the start
};
extern TypeObject ListIteratorType, TupleIteratorType, StrIteratorType, BytesIteratorType,
    SequenceIteratorType, DictKeyIteratorType, DictValueIteratorType, DictItemIteratorType, SetIteratorType;
void IndexIteratorDealloc(Object* o);
void IndexIteratorTraverse(Object* o, GcVisitor& visit);
void IndexIteratorClear(Object* o);
inline Value SelfIter(const Value& self) { return self; }
constexpr TypeSpec IndexIteratorSpec(const char* name, Value (*next)(const Value&)) {
  TypeSpec t{.name = name, .size = sizeof(IndexIterator), .flags = kTypeGc};
  t.slots.dealloc = IndexIteratorDealloc;
  t.slots.traverse = IndexIteratorTraverse;
  t.slots.clear = IndexIteratorClear;
  t.slots.iter = SelfIter;
  t.slots.next = next;
  return t;
}
struct RangeIterator : Object {
  int64_t next, step, left;
};
extern TypeObject RangeIteratorType;

// The next entry of an iterator over a dict, or null at the end; RuntimeError where the dict changed its
// size.
DictEntry* NextDictEntry(const Value& iterator);
// enumerate: what it counts, and the next index: `next`, or, where that is no small int, `large`.
struct EnumerateObject : GcObject {
  Value iterator, large;
  Value pair;  // that it fills again where nobody else has it
  int64_t next;
};
extern TypeObject EnumerateType;

struct DictViewObject : GcObject {
  DictObject* dict;
};
extern TypeObject DictKeysType, DictValuesType, DictItemsType;
Value MakeDictView(TypeObject* type, const Value& dict);

}  // namespace tp

#endif  // TP_CORE_INTERP_CONTAINERS_H_
