// The insertion-ordered dict: entries in a row, and an index of places by hash once there are more than
// eight. Up to eight entries are scanned, which is faster for the small dicts that most are.
#include <algorithm>
#include <cstring>

#include "core/base/hash_map.h"
#include "core/interp/abstract.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"

namespace tp {
namespace {

constexpr int64_t kScanned = 8;
uint32_t next_keys_version = 1;

void FreeEntries(DictEntry* entries, int64_t capacity) {
  if (entries) FreeBytes(entries, capacity * sizeof(DictEntry));
}

void IndexInsert(DictObject* d, int64_t hash, int32_t place) {
  const uint64_t mask = d->index_size - 1;
  uint64_t perturb = Salted(static_cast<uint64_t>(hash)), i = perturb & mask;
  while (d->index[i] >= 0) {
    perturb >>= 5;
    i = (i * 5 + perturb + 1) & mask;
  }
  d->index[i] = place;
}

void FreeIndex(DictObject* d) {
  if (d->index) FreeBytes(d->index, d->index_size * sizeof(int32_t));
  d->index = nullptr;
  d->index_size = 0;
}

// Makes room for one more entry: compacts, grows, builds the index anew.
void Rebuild(DictObject* d) {
  CheckItems(d->used + 1);
  const int64_t capacity = d->used < 4 ? 4 : d->used < 8 ? 8 : d->used * 2;
  auto* entries = static_cast<DictEntry*>(AllocBytes(capacity * sizeof(DictEntry)));
  int64_t n = 0;
  for (int64_t i = 0; i < d->num_entries; ++i)
    if (!d->entries[i].key.is_undef())
      std::memcpy(static_cast<void*>(&entries[n++]), static_cast<void*>(&d->entries[i]), sizeof(DictEntry));
  FreeEntries(d->entries, d->capacity);
  d->entries = entries;
  d->num_entries = n;
  d->capacity = capacity;
  FreeIndex(d);
  if (capacity <= kScanned) return;
  int64_t size = 16;
  while (size * 2 < capacity * 3) size *= 2;
  d->index = static_cast<int32_t*>(AllocBytes(size * sizeof(int32_t)));
  d->index_size = size;
  std::memset(d->index, 0xff, size * sizeof(int32_t));
  for (int64_t i = 0; i < n; ++i) IndexInsert(d, d->entries[i].hash, static_cast<int32_t>(i));
}

// Is the key of `e`, of the same hash but not identical, equal to `key`? 1 yes, 0 no, -1 the comparison
// changed the dict: look again.
[[gnu::noinline]] int SameKey(DictObject* d, const DictEntry& e, const Value& key) {
  if (const int equal = EqualAtOnce(e.key, key); equal >= 0) return equal;
  const DictEntry* entries = d->entries;
  const int64_t used = d->used;
  Value own = e.key;
  ObjRef<DictObject> keep(d);
  const bool equal = Equal(own, key);
  if (d->entries != entries || d->used != used) return -1;
  return equal;
}

[[gnu::always_inline]] inline int64_t FindPlace(DictObject* d, const Value& key, int64_t hash) {
again:
  if (!d->index) {
    for (int64_t i = 0; i < d->num_entries; ++i) {
      const DictEntry& e = d->entries[i];
      if (e.hash != hash || e.key.is_undef()) continue;
      if (e.key.Is(key)) return i;
      const int same = SameKey(d, e, key);
      if (same > 0) return i;
      if (same < 0) goto again;
    }
    return -1;
  }
  const uint64_t mask = d->index_size - 1;
  uint64_t perturb = Salted(static_cast<uint64_t>(hash)), i = perturb & mask;
  for (;;) {
    const int32_t place = d->index[i];
    if (place == -1) return -1;
    if (place >= 0 && d->entries[place].hash == hash) {
      if (d->entries[place].key.Is(key)) return place;
      const int same = SameKey(d, d->entries[place], key);
      if (same > 0) return place;
      if (same < 0) goto again;
    }
    perturb >>= 5;
    i = (i * 5 + perturb + 1) & mask;
  }
}

void Add(DictObject* d, const Value& key, int64_t hash, Value value) {
  if (d->num_entries == d->capacity) Rebuild(d);
  const int64_t place = d->num_entries++;
  DictEntry* e = new (&d->entries[place]) DictEntry{key, std::move(value), hash};
  (void)e;
  ++d->used;
  d->keys_version = 0;
  if (d->index) IndexInsert(d, hash, static_cast<int32_t>(place));
}

void EraseAt(DictObject* d, int64_t place, Value* key, Value* value) {
  DictEntry& e = d->entries[place];
  if (d->index) {
    const uint64_t mask = d->index_size - 1;
    uint64_t perturb = Salted(static_cast<uint64_t>(e.hash)), i = perturb & mask;
    while (d->index[i] != place) {
      perturb >>= 5;
      i = (i * 5 + perturb + 1) & mask;
    }
    d->index[i] = -2;
  }
  *key = std::move(e.key);
  *value = std::move(e.value);
  --d->used;
  d->keys_version = 0;
}

}  // namespace

uint32_t NewKeysVersion() { return next_keys_version++; }

DictObject* NewDict() {
  auto* d = New<DictObject>(&DictType);
  GcTrack(d);
  return d;
}

Value* DictFindHashed(DictObject* d, const Value& key, int64_t hash) {
  const int64_t place = FindPlace(d, key, hash);
  return place < 0 ? nullptr : &d->entries[place].value;
}
[[gnu::noinline]] static Value* FindSlow(DictObject* d, const Value& key) {
  const int64_t place = FindPlace(d, key, Hash(key));
  return place < 0 ? nullptr : &d->entries[place].value;
}
// The identical string at its first place, as most keys are, needs little.
Value* DictFind(DictObject* d, const Value& key) {
  if (d->index && IsExact(key, &StrType)) {
    const int64_t hash = key.as<StrObject>()->hash;
    const int32_t place =
        d->index[Salted(static_cast<uint64_t>(hash)) & static_cast<uint64_t>(d->index_size - 1)];
    if (place >= 0 && d->entries[place].key.Is(key)) return &d->entries[place].value;
  }
  return FindSlow(d, key);
}

int64_t DictFindEntry(DictObject* d, StrObject* key) {
  const int64_t hash = StrHash(key);
  if (!d->index) {
    // Usually the same interned object.
    for (int64_t i = 0; i < d->num_entries; ++i)
      if (d->entries[i].key.is_object() && d->entries[i].key.object() == key) return i;
  }
  return FindPlace(d, Value::Borrow(key), hash);
}
Value* DictFind(DictObject* d, StrObject* key) {
  const int64_t place = DictFindEntry(d, key);
  return place < 0 ? nullptr : &d->entries[place].value;
}
Value* DictFind(DictObject* d, std::string_view key) { return DictFind(d, InternStr(key)); }

void DictSetHashed(DictObject* d, const Value& key, int64_t hash, Value value) {
  const int64_t place = FindPlace(d, key, hash);
  if (place < 0)
    Add(d, key, hash, std::move(value));
  else
    d->entries[place].value = std::move(value);
}
void DictSet(DictObject* d, const Value& key, Value value) {
  DictSetHashed(d, key, Hash(key), std::move(value));
}
void DictSet(DictObject* d, StrObject* key, Value value) {
  const int64_t place = DictFindEntry(d, key);
  if (place < 0)
    Add(d, Value::Borrow(key), StrHash(key), std::move(value));
  else
    d->entries[place].value = std::move(value);
}
void DictSet(DictObject* d, std::string_view key, Value value) {
  DictSet(d, InternStr(key), std::move(value));
}

Value DictPop(DictObject* d, const Value& key) {
  const int64_t place = FindPlace(d, key, Hash(key));
  Value k, v;
  if (place >= 0) EraseAt(d, place, &k, &v);
  return v;
}
bool DictErase(DictObject* d, const Value& key) { return !DictPop(d, key).is_undef(); }
bool DictErase(DictObject* d, StrObject* key) { return DictErase(d, Value::Borrow(key)); }

void DictClear(DictObject* d) {
  DictEntry* entries = d->entries;
  const int64_t n = d->num_entries, capacity = d->capacity;
  FreeIndex(d);
  d->entries = nullptr;
  d->used = d->num_entries = d->capacity = 0;
  d->keys_version = 0;
  for (int64_t i = 0; i < n; ++i) entries[i].~DictEntry();
  FreeEntries(entries, capacity);
}

DictEntry* DictNext(DictObject* d, int64_t* pos) {
  while (*pos < d->num_entries) {
    DictEntry* e = &d->entries[(*pos)++];
    if (!e->key.is_undef()) return e;
  }
  return nullptr;
}

ObjRef<DictObject> DictCopy(DictObject* d) {
  auto copy = ObjRef<DictObject>::Own(NewDict());
  int64_t pos = 0;
  while (DictEntry* e = DictNext(d, &pos)) Add(copy.get(), e->key, e->hash, e->value);
  return copy;
}

void DictMerge(DictObject* d, const Value& from, bool overwrite) {
  auto put = [&](const Value& key, int64_t hash, const Value& value) {
    if (overwrite || FindPlace(d, key, hash) < 0) DictSetHashed(d, key, hash, value);
  };
  if (IsDict(from) && from.object() != d) {
    auto* other = from.as<DictObject>();
    int64_t pos = 0;
    while (DictEntry* e = DictNext(other, &pos)) {
      Value key = e->key, value = e->value;
      put(key, e->hash, value);
    }
    return;
  }
  if (IsDict(from)) return;
  if (Value keys = GetAttrOrUndef(from, "keys"); !keys.is_undef()) {
    ForEach(Call(keys), [&](Value key) { put(key, Hash(key), GetItem(from, key)); });
    return;
  }
  int64_t index = 0;
  ForEach(from, [&](Value item) {
    Value pair;
    try {
      pair = ToTuple(item);
    } catch (PyError& e) {
      if (!e.Matches(&TypeErrorType)) throw;
      Raise(&TypeErrorType, "cannot convert dictionary update sequence element #%ld to a sequence",
            static_cast<long>(index));
    }
    auto* t = pair.as<TupleObject>();
    if (t->size != 2)
      Raise(&ValueErrorType, "dictionary update sequence element #%ld has length %ld; 2 is required",
            static_cast<long>(index), static_cast<long>(t->size));
    put(t->items[0], Hash(t->items[0]), t->items[1]);
    ++index;
  });
}

}  // namespace tp
