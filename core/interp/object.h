// The object model: what a type is, what it can do (a table of slot functions), how instances keep their
// attributes.
//
// A builtin type is a constant-initialised global `TypeObject` (no work at start-up) given to
// TP_REGISTER_TYPE; its Python-visible methods come from tables of MethodDef given to TP_REGISTER_METHODS
// (registry.h), usually in other files. Dunder methods (`__len__`, `__add__`, …) of builtin types are made
// from the slots at first use; classes written in a spec get slots that call their dunder methods.
// core/interp/types/README.md shows how to add a type.
#ifndef TP_CORE_INTERP_OBJECT_H_
#define TP_CORE_INTERP_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/interp/alloc.h"
#include "core/interp/args.h"
#include "core/interp/value.h"
#include "core/lang/ast.h"

// Offsets of fields are taken in structs that derive from Object; g++ lays them out as one expects.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {

struct StrObject;
struct TupleObject;
struct DictObject;
class GcVisitor;

// Object::flags
enum : uint32_t {
  kGcTracked = 1u << 0,    // a GcObject, linked into a generation
  kFinalized = 1u << 1,    // __del__ has run
  kHasWeakRefs = 1u << 2,  // some weak reference points here
  kGcGenerationShift = 8,  // two bits
};

// An object that can be part of a cycle. Its links belong to the collector (gc.h).
struct GcObject : Object {
  GcObject* gc_prev;
  GcObject* gc_next;
};

// Where instances keep their attributes. A shape is an ordered list of names, shared by all instances that
// got the same attributes in the same order; shapes are rooted in a type, so equal shapes mean equal types.
// After
// `__dict__` was asked for, `dict` has the attributes and shape is null.
struct AttrShape;
struct AttrStorage {
  AttrShape* shape;
  Value* slots;
  uint32_t capacity;
  DictObject* dict;
  Object* weak_refs;  // list of WeakRefObject, newest first
};

using BinaryFn = Value (*)(const Value& a, const Value& b);  // may return NotImplemented
using UnaryFn = Value (*)(const Value& self);
constexpr int kNumBinOps = 13;  // BinOp of ast.def

// What a type can do as a number; null: cannot.
struct NumberSlots {
  // a + b calls the slot of the left operand's type and that of the right one's with the operands in the same
  // order.
  BinaryFn binary[kNumBinOps] = {};
  BinaryFn inplace[kNumBinOps] = {};
  UnaryFn negative = nullptr, positive = nullptr, invert = nullptr, absolute = nullptr;
  UnaryFn to_int = nullptr, to_float = nullptr, index = nullptr;

  constexpr BinaryFn& operator[](ast::BinOp op) { return binary[static_cast<int>(op)]; }
  constexpr BinaryFn& Inplace(ast::BinOp op) { return inplace[static_cast<int>(op)]; }
};
inline constinit NumberSlots no_number{};  // stays empty

// What a type can do; null: cannot. Slots are inherited from the base when a type is made ready. `self` is of
// this type or of a subclass. Errors are thrown as PyError (errors.h); new_object, compare, iter, next,
// getitem, call, getattr, descr_get and the operators of two operands may give Value::Raised() instead.
struct TypeSlots {
  void (*dealloc)(Object* self) = nullptr;  // releases what it owns and frees the memory
  void (*traverse)(Object* self, GcVisitor& visit) = nullptr;
  void (*clear)(Object* self) = nullptr;  // drops references that can be part of a cycle

  Value (*new_object)(TypeObject* type, Args args) = nullptr;  // __new__
  void (*init)(const Value& self, Args args) = nullptr;        // __init__
  void (*finalize)(const Value& self) = nullptr;               // __del__

  UnaryFn repr = nullptr;
  UnaryFn str = nullptr;
  int64_t (*hash)(const Value& self) = nullptr;
  Value (*compare)(const Value& self, const Value& other, ast::CmpOp op) = nullptr;  // Eq…GtE
  bool (*truth)(const Value& self) = nullptr;

  Value (*iter)(const Value& self) = nullptr;
  Value (*next)(const Value& self) = nullptr;  // Value::Stop() at the end
  int64_t (*len)(const Value& self) = nullptr;
  Value (*getitem)(const Value& self, const Value& key) = nullptr;
  void (*setitem)(const Value& self, const Value& key, const Value& value) = nullptr;  // kUndef deletes
  bool (*contains)(const Value& self, const Value& item) = nullptr;
  Value (*call)(const Value& self, Args args) = nullptr;

  Value (*getattr)(const Value& self, StrObject* name) = nullptr;                     // kUndef: there is none
  void (*setattr)(const Value& self, StrObject* name, const Value& value) = nullptr;  // kUndef deletes
  // `instance` is kUndef for access through the class. set: kUndef deletes.
  Value (*descr_get)(const Value& self, const Value& instance, TypeObject* owner) = nullptr;
  void (*descr_set)(const Value& self, const Value& instance, const Value& value) = nullptr;

  // Never null. Most types have none of their own: a builtin type then shares its base's.
  NumberSlots* number = &no_number;
};

// TypeObject::type_flags
enum : uint32_t {
  kTypeHeap = 1u << 0,  // made by a class statement
  kTypeReady = 1u << 1,
  kTypeNoSubclass = 1u << 2,    // `class C(bool)` is an error
  kTypeSymbolic = 1u << 3,      // truth, iteration, … of instances in converted functions is the stager's
  kTypeGc = 1u << 4,            // instances are GcObjects
  kTypeException = 1u << 5,     // a subclass of BaseException
  kTypeIsType = 1u << 6,        // instances are types (metaclasses)
  kTypeAbstract = 1u << 7,      // has abstract methods
  kTypeHashDisabled = 1u << 8,  // __hash__ = None
  kTypeWrapped = 1u << 9,       // dunder methods made from the slots are in the dict
  kTypeMapping = 1u << 10,      // matches mapping patterns
  kTypeSequence = 1u << 11,     // matches sequence patterns
  kTypeMethodLike = 1u << 12,   // `obj.f(x)` may call f(obj, x) without a bound method
  kTypeNoInstanceDict = 1u << 13,  // AttrStorage only for weak references
  kTypeInherited = kTypeSymbolic | kTypeGc | kTypeException | kTypeIsType | kTypeMapping | kTypeSequence,
};

// What a builtin type's author writes. Designated initialisers; see types/README.md.
struct TypeSpec {
  const char* name;            // "str"; "collections.deque" gives the module, too
  TypeObject* base = nullptr;  // object if null
  size_t size = 0;             // sizeof of the C++ struct; the base's if 0
  size_t attrs = 0;            // offset of its AttrStorage, if instances have attributes
  uint32_t flags = 0;
  TypeSlots slots = {};
  const char* doc = nullptr;
};

struct TypeObject : GcObject {
  const char* name;  // without module
  TypeObject* base;
  uint32_t instance_size;
  uint32_t attrs_offset;  // 0: instances have no attributes of their own
  uint32_t type_flags;
  uint32_t version;  // 0: not given yet; changes when this type or a base is changed
  const char* module;
  const char* doc;
  TypeSlots slots;

  // From here on filled by ReadyType.
  TypeObject** mro;
  uint32_t mro_size;
  uint32_t slots_hint;  // how many attributes instances usually have
  TupleObject* bases;
  DictObject* dict;
  AttrShape* root_shape;
  StrObject* name_object;
  StrObject* qualname;
  AttrStorage attrs;                       // weak references to the type; no attributes
  uint32_t members_offset, members_count;  // Values of this class's own __slots__ in an instance
  struct SubclassList* subclasses;

  explicit constexpr TypeObject(const TypeSpec& spec);

  bool is_heap() const { return type_flags & kTypeHeap; }
  bool has(uint32_t flag) const { return type_flags & flag; }
};

extern TypeObject TypeType, ObjectType, NoneType, BoolType, IntType, FloatType;

constexpr uint32_t kImmortal = 1u << 30;

constexpr TypeObject::TypeObject(const TypeSpec& spec)
    : GcObject{{kImmortal, 0, &TypeType}, nullptr, nullptr},
      name(spec.name),
      base(spec.base),
      instance_size(static_cast<uint32_t>(spec.size)),
      attrs_offset(static_cast<uint32_t>(spec.attrs)),
      type_flags(spec.flags),
      version(0),
      module("builtins"),
      doc(spec.doc),
      slots(spec.slots),
      mro(nullptr),
      mro_size(0),
      slots_hint(0),
      bases(nullptr),
      dict(nullptr),
      root_shape(nullptr),
      name_object(nullptr),
      qualname(nullptr),
      attrs{},
      members_offset(0),
      members_count(0),
      subclasses(nullptr) {}

inline TypeObject* TypeOf(const Value& v) {
  switch (v.tag()) {
    case Tag::kObject:
      return v.object()->type;
    case Tag::kInt:
      return &IntType;
    case Tag::kFloat:
      return &FloatType;
    case Tag::kBool:
      return &BoolType;
    default:
      return &NoneType;
  }
}

inline AttrStorage* AttrsOf(Object* o) {
  const uint32_t offset = o->type->attrs_offset;
  return offset ? reinterpret_cast<AttrStorage*>(reinterpret_cast<char*>(o) + offset) : nullptr;
}

// Is it exactly of this type? (Subclasses: IsInstance.)
inline bool IsExact(const Value& v, const TypeObject* type) {
  return v.is_object() && v.object()->type == type;
}
bool IsSubtype(const TypeObject* type, const TypeObject* base);  // by the MRO
inline bool IsInstance(const Value& v, const TypeObject* type) {
  const TypeObject* own = TypeOf(v);
  return own == type || IsSubtype(own, type);
}

// Allocates an instance of `type` for the C++ struct T that `type` (or its builtin base) names: header set,
// reference count 1, the rest zero. Not yet seen by the collector: call GcTrack when its fields are set.
Object* AllocObject(TypeObject* type);
template <class T>
T* New(TypeObject* type) {
  return static_cast<T*>(AllocObject(type));
}
// Frees the memory of an instance, with its attributes; the last act of each `dealloc`.
void FreeObject(Object* o);

void GcLink(GcObject* o);  // gc.h
void GcUnlink(GcObject* o);
inline void GcTrack(GcObject* o) {
  if (!(o->flags & kGcTracked)) GcLink(o);
}
inline void GcUntrack(GcObject* o) {
  if (o->flags & kGcTracked) GcUnlink(o);
}

// Makes `type` usable: base, MRO, inherited slots, dict with the registered methods. Idempotent, cheap when
// done.
void ReadyTypeSlow(TypeObject* type);
inline void ReadyType(TypeObject* type) {
  if (!(type->type_flags & kTypeReady)) ReadyTypeSlow(type);
}

// The attribute `name` (interned) of `type`, found along the MRO, or null: borrowed, no descriptor called.
const Value* TypeLookup(TypeObject* type, StrObject* name);
// Tells the caches that `type` has changed.
void TypeModified(TypeObject* type);
// A number that stands for the present state of `type`; never 0.
uint32_t TypeVersionSlow(TypeObject* type);
inline uint32_t TypeVersion(TypeObject* type) {
  return type->version ? type->version : TypeVersionSlow(type);
}

// The Python-visible name: "int", "collections.deque" for repr of builtin types of modules (`full`).
std::string TypeName(const TypeObject* type);
inline std::string TypeNameOf(const Value& v) { return TypeName(TypeOf(v)); }
// The same as CPython's errors about arguments have it: None for None.
inline std::string GivenType(const Value& v) { return v.is_none() ? "None" : TypeNameOf(v); }

}  // namespace tp

#endif  // TP_CORE_INTERP_OBJECT_H_
