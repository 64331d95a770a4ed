// The life of types and objects: making a type ready (MRO, inherited slots, dict), finding attributes along
// the MRO with a cache, allocating instances, and letting objects die without deep recursion.
#include "core/interp/type.h"

#include <algorithm>
#include <cstring>

#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/interrupt.h"

namespace tp {

struct SubclassList {
  std::vector<TypeObject*> types;
};

namespace {

struct LookupEntry {
  uint32_t version;
  StrObject* name;
  const Value* found;
};
constexpr size_t kLookupEntries = 4096;
LookupEntry lookup_cache[kLookupEntries];
uint32_t next_version = 1;

// C3: merges the MROs of the bases and the list of bases itself.
std::vector<TypeObject*> LinearMro(TypeObject* type) {
  std::vector<std::vector<TypeObject*>> lists;
  std::vector<TypeObject*> bases;
  for (int64_t i = 0; i < type->bases->size; ++i) {
    auto* base = type->bases->items[i].as<TypeObject>();
    ReadyType(base);
    lists.emplace_back(base->mro, base->mro + base->mro_size);
    bases.push_back(base);
  }
  lists.push_back(bases);
  std::vector<TypeObject*> mro = {type};
  for (;;) {
    TypeObject* candidate = nullptr;
    bool any = false;
    for (auto& list : lists) {
      if (list.empty()) continue;
      any = true;
      TypeObject* head = list.front();
      const bool blocked = std::any_of(lists.begin(), lists.end(), [&](const auto& other) {
        return other.size() > 1 && std::find(other.begin() + 1, other.end(), head) != other.end();
      });
      if (!blocked) {
        candidate = head;
        break;
      }
    }
    if (!any) return mro;
    if (!candidate) {
      std::string text;
      for (auto& list : lists) {
        if (list.empty()) continue;
        const std::string head = TypeName(list.front());
        if (text.find(head) == std::string::npos) text += (text.empty() ? "" : ", ") + head;
      }
      RaiseText(&TypeErrorType,
                "Cannot create a consistent method resolution\norder (MRO) for bases " + text);
    }
    mro.push_back(candidate);
    for (auto& list : lists)
      if (!list.empty() && list.front() == candidate) list.erase(list.begin());
  }
}

// Each slot of `to`, a struct of pointers, that is null becomes that of `from`.
template <class T>
void FillSlots(T* to, const T* from) {
  static_assert(sizeof(T) % sizeof(void*) == 0);
  for (size_t i = 0; i < sizeof(T) / sizeof(void*); ++i)
    if (auto* slot = reinterpret_cast<void**>(to) + i; !*slot)
      *slot = reinterpret_cast<void* const*>(from)[i];
}

void InheritSlots(TypeObject* type, const TypeObject* base) {
  TypeSlots own = type->slots;
  FillSlots(&type->slots, &base->slots);
  if (own.number == &no_number)
    type->slots.number = base->slots.number;
  else
    FillSlots(own.number, base->slots.number);
  // __eq__ without __hash__ is unhashable.
  if (own.compare && !own.hash) {
    type->slots.hash = nullptr;
    if (!type->is_heap()) type->type_flags |= kTypeHashDisabled;
  } else if (!own.hash && base->has(kTypeHashDisabled)) {
    type->type_flags |= kTypeHashDisabled;
  }
}

}  // namespace

void ReadyTypeSlow(TypeObject* type) {
  type->type_flags |= kTypeReady;
  if (!type->base && type != &ObjectType) type->base = &ObjectType;
  TypeObject* base = type->base;
  if (base) ReadyType(base);
  if (!type->is_heap()) {
    if (const char* dot = std::strrchr(type->name, '.')) {
      type->module = InternStr(std::string_view(type->name, dot - type->name))->data;
      type->name = dot + 1;
    }
    type->name_object = type->qualname = InternStr(type->name);
  }
  if (!type->bases) {
    TupleObject* bases = NewTuple(base ? 1 : 0);
    if (base) new (&bases->items[0]) Value(Value::Borrow(base));
    type->bases = bases;
  }
  const std::vector<TypeObject*> mro = LinearMro(type);
  type->mro = new TypeObject*[mro.size()];
  std::copy(mro.begin(), mro.end(), type->mro);
  type->mro_size = static_cast<uint32_t>(mro.size());
  if (base) {
    if (!type->instance_size) type->instance_size = base->instance_size;
    if (!type->attrs_offset) type->attrs_offset = base->attrs_offset;
    for (int64_t i = 0; i < type->bases->size; ++i)
      type->type_flags |= type->bases->items[i].as<TypeObject>()->type_flags & kTypeInherited;
    InheritSlots(type, base);
    for (int64_t i = 0; i < type->bases->size; ++i) {
      auto* b = type->bases->items[i].as<TypeObject>();
      if (!b->subclasses) b->subclasses = new SubclassList;
      b->subclasses->types.push_back(type);
    }
  }
  if (!type->dict) type->dict = NewDict();
  if (!type->is_heap()) AddRegisteredMethods(type);
}

std::vector<TypeObject*> SubclassesOf(TypeObject* type) {
  return type->subclasses ? type->subclasses->types : std::vector<TypeObject*>();
}

void ForgetSubclass(TypeObject* base, TypeObject* type) {
  if (!base->subclasses) return;
  auto& list = base->subclasses->types;
  list.erase(std::remove(list.begin(), list.end(), type), list.end());
}

void FreeSubclassList(TypeObject* type) {
  delete type->subclasses;
  type->subclasses = nullptr;
}

bool IsSubtype(const TypeObject* type, const TypeObject* base) {
  if (type == base || base == &ObjectType) return true;
  if (type->mro) {
    for (uint32_t i = 1; i < type->mro_size; ++i)
      if (type->mro[i] == base) return true;
    return false;
  }
  for (const TypeObject* t = type->base; t; t = t->base)
    if (t == base) return true;
  return false;
}

uint32_t TypeVersionSlow(TypeObject* type) {
  ReadyType(type);
  // A type that has a version implies that its bases have one: changes go down from base to subclass.
  for (int64_t i = 0; i < type->bases->size; ++i) TypeVersion(type->bases->items[i].as<TypeObject>());
  return type->version = next_version++;
}

void TypeModified(TypeObject* type) {
  if (!type->version) return;
  type->version = 0;
  if (type->subclasses)
    for (TypeObject* sub : type->subclasses->types) TypeModified(sub);
}

const Value* TypeLookup(TypeObject* type, StrObject* name) {
  const uint32_t version = TypeVersion(type);
  LookupEntry& entry =
      lookup_cache[(version * 31 + (reinterpret_cast<uintptr_t>(name) >> 4)) % kLookupEntries];
  if (entry.version == version && entry.name == name) return entry.found;
  const bool dunder = name->bytes > 4 && name->data[0] == '_' && name->data[1] == '_';
  const Value* found = nullptr;
  for (uint32_t i = 0; i < type->mro_size && !found; ++i) {
    TypeObject* t = type->mro[i];
    if (dunder && !(t->type_flags & (kTypeWrapped | kTypeHeap))) {
      ReadyType(t);
      AddSlotWrappers(t);
      // Its dict has grown: places in it that caches know are gone.
      TypeModified(t);
      return TypeLookup(type, name);
    }
    found = DictFind(t->dict, name);
  }
  entry = {version, name, found};
  return found;
}

// As C types are called in messages: with the module, where they have one. TensorFlow's and other types that
// are classes of Python there are not.
std::string TypeName(const TypeObject* type) {
  if (type->is_heap() || !type->module) return type->name;
  const std::string_view module = type->module;
  const bool full = module == "collections" || module == "types" || module == "functools" ||
                    module == "numpy" || std::string_view(type->name) == "EagerTensor";
  return full ? std::string(module) + "." + type->name : type->name;
}

// ---- instances

Object* AllocObject(TypeObject* type) {
  ReadyType(type);
  const size_t size = type->instance_size;
  auto* o = static_cast<Object*>(AllocBytes(size));
  std::memset(static_cast<void*>(o), 0, size);
  o->refs = 1;
  o->type = type;
  if (type->is_heap()) IncRef(type);
  return o;
}

void ReleaseAttrs(AttrStorage* attrs) {
  if (Value* slots = attrs->slots) {
    const uint32_t count = attrs->shape ? attrs->shape->count : 0;
    attrs->slots = nullptr;
    attrs->shape = nullptr;
    for (uint32_t i = 0; i < count; ++i) slots[i].~Value();
    FreeBytes(slots, attrs->capacity * sizeof(Value));
  }
  if (DictObject* dict = attrs->dict) {
    attrs->dict = nullptr;
    DecRef(dict);
  }
}

void ReleaseMembers(Object* o) {
  for (TypeObject* t = o->type; t && t->is_heap(); t = t->base) {
    if (!t->members_count) continue;
    auto* v = reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + t->members_offset);
    for (uint32_t i = 0; i < t->members_count; ++i) v[i].Clear();
  }
}

void FreeObject(Object* o) {
  TypeObject* type = o->type;
  if (type->attrs_offset) ReleaseAttrs(AttrsOf(o));
  const size_t size = type->instance_size;
  if (type->is_heap()) {
    ReleaseMembers(o);
    FreeBytes(o, size);
    DecRef(type);
    return;
  }
  FreeBytes(o, size);
}

namespace {
// Objects whose death was put off because deaths nest too deeply.
std::vector<Object*>* put_off = nullptr;
int death_depth = 0;
constexpr int kMaxDeathDepth = 60;

// __del__, once. False: the object lives on.
bool Finalize(Object* o) {
  o->flags |= kFinalized;
  o->refs = 1;
  {
    ErrorStateSaver saver;
    Value self = Value::Borrow(o);
    try {
      o->type->slots.finalize(self);
    } catch (PyError& e) {
      WriteUnraisable(e, self);
    } catch (LimitError& e) {
      PostponeLimit(e);
    }
  }
  return --o->refs == 0;
}

void Die(Object* o) {
  if (o->type->slots.finalize && !(o->flags & kFinalized) && !Finalize(o)) return;
  if (o->flags & kHasWeakRefs) {
    o->refs = 1;
    ErrorStateSaver saver;
    ClearWeakRefs(o);
    if (--o->refs != 0) return;
  }
  if (o->flags & kGcTracked) GcUnlinkDead(static_cast<GcObject*>(o));
  o->type->slots.dealloc(o);
}
}  // namespace

void DeallocObject(Object* o) {
  if (o->type == &StrType && o->flags == 0) {  // refers to nothing
    o->type->slots.dealloc(o);
    return;
  }
  if (death_depth >= kMaxDeathDepth) {
    if (!put_off) put_off = new std::vector<Object*>;
    put_off->push_back(o);
    return;
  }
  ++death_depth;
  if (o->type == &TupleType && !(o->flags & kHasWeakRefs)) {
    if (o->flags & kGcTracked) GcUnlinkDead(static_cast<GcObject*>(o));
    auto* t = static_cast<TupleObject*>(o);
    for (Value& item : *t) item.~Value();
    FreeBytes(t, sizeof(TupleObject) + t->size * sizeof(Value));
  } else {
    Die(o);
  }
  if (--death_depth == 0 && put_off && !put_off->empty()) {
    death_depth = 1;
    while (!put_off->empty()) {
      Object* next = put_off->back();
      put_off->pop_back();
      Die(next);
    }
    death_depth = 0;
  }
}

}  // namespace tp
