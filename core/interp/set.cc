// Sets as CPython keeps them: one open table, nine linear probes before each jump, the same moments of
// growth. Printed sets show the order of the table, so each rule here is CPython's.
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"

namespace tp {
namespace {

constexpr uint64_t kLinearProbes = 9;
constexpr int64_t kMinTable = 8;

bool IsEmpty(const SetEntry& e) { return e.key.is_undef() && e.hash == 0; }

void InsertClean(SetEntry* table, uint64_t mask, Value key, int64_t hash) {
  uint64_t perturb = static_cast<uint64_t>(hash), i = perturb & mask;
  for (;;) {
    SetEntry* e = &table[i];
    uint64_t probes = i + kLinearProbes <= mask ? kLinearProbes : 0;
    do {
      if (e->key.is_undef()) {
        e->key = std::move(key);
        e->hash = hash;
        return;
      }
      ++e;
    } while (probes--);
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

SetEntry* NewTable(int64_t size) {
  auto* table = static_cast<SetEntry*>(AllocBytes(size * sizeof(SetEntry)));
  std::memset(static_cast<void*>(table), 0, size * sizeof(SetEntry));
  return table;
}

void Resize(SetObject* s, int64_t min_used) {
  CheckItems(s->used);
  int64_t size = kMinTable;
  while (size <= min_used) size <<= 1;
  SetEntry* old = s->table;
  const int64_t old_size = s->mask + 1;
  s->table = NewTable(size);
  s->mask = size - 1;
  s->fill = s->used;
  for (int64_t i = 0; i < old_size; ++i)
    if (!old[i].key.is_undef()) InsertClean(s->table, s->mask, std::move(old[i].key), old[i].hash);
  FreeBytes(old, old_size * sizeof(SetEntry));
}

// The entry of `key`, or the empty one where the search ended (`*found` tells). *dummy: the deleted entry
// seen last on the way, or null.
SetEntry* Look(SetObject* s, const Value& key, int64_t hash, bool* found, SetEntry** dummy = nullptr) {
restart:
  if (dummy) *dummy = nullptr;
  const uint64_t mask = s->mask;
  uint64_t perturb = static_cast<uint64_t>(hash), i = perturb & mask;
  for (;;) {
    SetEntry* e = &s->table[i];
    uint64_t probes = i + kLinearProbes <= mask ? kLinearProbes : 0;
    do {
      if (IsEmpty(*e)) {
        *found = false;
        return e;
      }
      if (e->hash == hash && !e->key.is_undef()) {
        bool same = e->key.Is(key);
        if (!same && IsExact(e->key, &StrType) && IsExact(key, &StrType)) {
          same = StrEqual(e->key.as<StrObject>(), key.as<StrObject>());
        } else if (const int equal = same ? 1 : EqualAtOnce(e->key, key); equal >= 0) {
          same = equal;
        } else {
          const SetEntry* table = s->table;
          Value own = e->key;
          ObjRef<SetObject> keep(s);
          same = Equal(own, key);
          if (s->table != table || !e->key.Is(own)) goto restart;
        }
        if (same) {
          *found = true;
          return e;
        }
      } else if (dummy && e->key.is_undef()) {
        *dummy = e;
      }
      ++e;
    } while (probes--);
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

bool AddHashed(SetObject* s, const Value& key, int64_t hash) {
  bool found;
  SetEntry* dummy;
  SetEntry* e = Look(s, key, hash, &found, &dummy);
  if (found) return false;
  if (dummy) {  // as CPython 3.11: a deleted place is taken again, the table stays
    dummy->key = key;
    dummy->hash = hash;
    ++s->used;
    return true;
  }
  e->key = key;
  e->hash = hash;
  ++s->fill;
  ++s->used;
  if (s->fill * 5 >= s->mask * 3) Resize(s, s->used > 50000 ? s->used * 2 : s->used * 4);
  return true;
}

bool HasHashed(SetObject* s, const Value& key, int64_t hash) {
  bool found;
  Look(s, key, hash, &found);
  return found;
}

void Merge(SetObject* s, SetObject* other) {
  if (other == s || other->used == 0) return;
  if ((s->fill + other->used) * 5 >= s->mask * 3) Resize(s, (s->used + other->used) * 2);
  if (s->fill == 0 && s->mask == other->mask && other->fill == other->used) {
    for (int64_t i = 0; i <= other->mask; ++i) s->table[i] = other->table[i];
    s->fill = s->used = other->used;
    return;
  }
  if (s->fill == 0) {
    s->fill = s->used = other->used;
    for (int64_t i = 0; i <= other->mask; ++i)
      if (!other->table[i].key.is_undef())
        InsertClean(s->table, s->mask, other->table[i].key, other->table[i].hash);
    return;
  }
  for (int64_t i = 0; i <= other->mask; ++i)
    if (!other->table[i].key.is_undef()) AddHashed(s, other->table[i].key, other->table[i].hash);
}

}  // namespace

SetObject* NewSet(TypeObject* type) {
  auto* s = New<SetObject>(type);
  s->table = NewTable(kMinTable);
  s->mask = kMinTable - 1;
  s->hash = -1;
  GcTrack(s);
  return s;
}

bool SetAdd(SetObject* s, const Value& key) { return AddHashed(s, key, Hash(key)); }
bool SetContains(SetObject* s, const Value& key) { return HasHashed(s, key, Hash(key)); }

bool SetDiscard(SetObject* s, const Value& key) {
  bool found;
  SetEntry* e = Look(s, key, Hash(key), &found);
  if (!found) return false;
  Value dead = std::move(e->key);
  e->hash = -1;
  --s->used;
  return true;
}

void SetClear(SetObject* s) {
  SetEntry* table = s->table;
  const int64_t size = s->mask + 1;
  s->table = NewTable(kMinTable);
  s->mask = kMinTable - 1;
  s->fill = s->used = s->pop_finger = 0;
  for (int64_t i = 0; i < size; ++i) table[i].~SetEntry();
  FreeBytes(table, size * sizeof(SetEntry));
}

SetEntry* SetNext(SetObject* s, int64_t* pos) {
  while (*pos <= s->mask) {
    SetEntry* e = &s->table[(*pos)++];
    if (!e->key.is_undef()) return e;
  }
  return nullptr;
}

void SetUpdate(SetObject* s, const Value& iterable) {
  if (IsAnySet(iterable)) return Merge(s, iterable.as<SetObject>());
  if (IsExact(iterable, &DictType)) {
    auto* d = iterable.as<DictObject>();
    if ((s->fill + d->used) * 5 >= s->mask * 3) Resize(s, (s->used + d->used) * 2);
    int64_t pos = 0;
    while (DictEntry* e = DictNext(d, &pos)) {
      Value key = e->key;
      AddHashed(s, key, e->hash);
    }
    return;
  }
  ForEach(iterable, [&](Value item) { SetAdd(s, item); });
}

ObjRef<SetObject> SetCopy(SetObject* s, TypeObject* type) {
  auto copy = ObjRef<SetObject>::Own(NewSet(type));
  Merge(copy.get(), s);
  return copy;
}

namespace {
TypeObject* PlainType(SetObject* s) { return IsSubtype(s->type, &FrozenSetType) ? &FrozenSetType : &SetType; }
}  // namespace

ObjRef<SetObject> SetIntersection(SetObject* a, const Value& b) {
  auto result = ObjRef<SetObject>::Own(NewSet(PlainType(a)));
  if (b.is_object() && b.object() == a) return SetCopy(a, PlainType(a));
  if (IsAnySet(b)) {
    SetObject* small = b.as<SetObject>();
    SetObject* other = a;
    if (small->used > other->used) std::swap(small, other);
    int64_t pos = 0;
    while (SetEntry* e = SetNext(small, &pos)) {
      Value key = e->key;
      const int64_t hash = e->hash;
      if (HasHashed(other, key, hash)) AddHashed(result.get(), key, hash);
    }
    return result;
  }
  ForEach(b, [&](Value item) {
    const int64_t hash = Hash(item);
    if (HasHashed(a, item, hash)) AddHashed(result.get(), item, hash);
  });
  return result;
}

void SetDifferenceUpdate(SetObject* a, const Value& b) {
  if (b.is_object() && b.object() == a) return SetClear(a);
  if (IsAnySet(b)) {
    int64_t pos = 0;
    while (SetEntry* e = SetNext(b.as<SetObject>(), &pos)) {
      Value key = e->key;
      SetDiscard(a, key);
    }
  } else {
    ForEach(b, [&](Value item) { SetDiscard(a, item); });
  }
  // CPython: more than a quarter dummies: rebuild.
  if (a->fill - a->used > a->mask / 4) Resize(a, a->used > 50000 ? a->used * 2 : a->used * 4);
}

ObjRef<SetObject> SetDifference(SetObject* a, const Value& b) {
  const bool set = IsAnySet(b), dict = IsExact(b, &DictType);
  if (!set && !dict) {
    auto copy = SetCopy(a, PlainType(a));
    SetDifferenceUpdate(copy.get(), b);
    return copy;
  }
  const int64_t other_size = set ? b.as<SetObject>()->used : b.as<DictObject>()->used;
  if ((a->used >> 2) > other_size) {
    auto copy = SetCopy(a, PlainType(a));
    SetDifferenceUpdate(copy.get(), b);
    return copy;
  }
  auto result = ObjRef<SetObject>::Own(NewSet(PlainType(a)));
  int64_t pos = 0;
  while (SetEntry* e = SetNext(a, &pos)) {
    Value key = e->key;
    const int64_t hash = e->hash;
    const bool there = set ? HasHashed(b.as<SetObject>(), key, hash)
                           : DictFindHashed(b.as<DictObject>(), key, hash) != nullptr;
    if (!there) AddHashed(result.get(), key, hash);
  }
  return result;
}

ObjRef<SetObject> SetSymmetricDifference(SetObject* a, const Value& b) {
  // As CPython: a copy of the other operand, updated with this set.
  auto other = ObjRef<SetObject>::Own(NewSet(PlainType(a)));
  SetUpdate(other.get(), b);
  int64_t pos = 0;
  while (SetEntry* e = SetNext(a, &pos)) {
    Value key = e->key;
    const int64_t hash = e->hash;
    if (!SetDiscard(other.get(), key)) AddHashed(other.get(), key, hash);
  }
  return other;
}

bool SetIsSubset(SetObject* a, SetObject* b) {
  if (a->used > b->used) return false;
  int64_t pos = 0;
  while (SetEntry* e = SetNext(a, &pos)) {
    Value key = e->key;
    if (!HasHashed(b, key, e->hash)) return false;
  }
  return true;
}

}  // namespace tp
