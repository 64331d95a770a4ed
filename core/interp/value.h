// Value: what a Python expression evaluates to, 16 bytes: a tag and a payload. None, bool, int64 and float
// are inline; everything else (big integers included) is an Object with an intrusive, plain reference count:
// one interpreter thread, so no atomics. A moved-from Value is kUndef and owns nothing.
//
// Four tags are never seen by a spec: kUndef (an unbound variable, a missing entry), kStop (what a `next`
// slot returns at the end: ends of loops are values, not throws), kYield (what an expression gives while
// its generator suspends) and kRaised (what is given in place of a value by what raised: errors.h).
#ifndef TP_CORE_INTERP_VALUE_H_
#define TP_CORE_INTERP_VALUE_H_

#include <cstdint>
#include <utility>

namespace tp {

struct Object;
struct TypeObject;
void DeallocObject(Object* object);  // the last reference is gone

enum class Tag : uint64_t { kUndef, kStop, kYield, kRaised, kNone, kBool, kInt, kFloat, kObject };

// The header of every heap object. `type` is owned.
struct Object {
  uint32_t refs;
  uint32_t flags;
  TypeObject* type;
};

inline void IncRef(Object* o) { ++o->refs; }
inline void DecRef(Object* o) {
  if (--o->refs == 0) DeallocObject(o);
}

// A Value's two words on their way from a function to its caller, in registers; it owns what the Value owned.
struct RawValue {
  uint64_t tag;
  int64_t bits;
};

class Value {
 public:
  constexpr Value() : tag_(Tag::kUndef), int_(0) {}
  Value(const Value& v) : tag_(v.tag_), int_(v.int_) {
    if (tag_ == Tag::kObject) IncRef(object_);
  }
  Value(Value&& v) noexcept : tag_(v.tag_), int_(v.int_) { v.tag_ = Tag::kUndef; }
  Value& operator=(const Value& v) {
    Value copy(v);
    Swap(copy);
    return *this;
  }
  Value& operator=(Value&& v) noexcept {
    Value taken(std::move(v));
    Swap(taken);
    return *this;
  }
  constexpr ~Value() {
    if (tag_ == Tag::kObject) DecRef(object_);
  }

  static Value None() { return Value(Tag::kNone, 0); }
  static Value Stop() { return Value(Tag::kStop, 0); }
  static Value Yielded() { return Value(Tag::kYield, 0); }
  static Value Raised() { return Value(Tag::kRaised, 0); }
  static Value Bool(bool b) { return Value(Tag::kBool, b); }
  static Value Int(int64_t i) { return Value(Tag::kInt, i); }
  static Value Float(double d) {
    Value v(Tag::kFloat, 0);
    v.float_ = d;
    return v;
  }
  // Borrow: takes a new reference. Own: takes over the caller's reference.
  static Value Borrow(Object* o) {
    IncRef(o);
    return Own(o);
  }
  static Value Own(Object* o) {
    Value v(Tag::kObject, 0);
    v.object_ = o;
    return v;
  }

  Tag tag() const { return tag_; }
  bool is_undef() const { return tag_ == Tag::kUndef; }
  bool is_stop() const { return tag_ == Tag::kStop; }
  bool is_yield() const { return tag_ == Tag::kYield; }
  bool is_raised() const { return tag_ == Tag::kRaised; }
  bool leaves() const { return tag_ == Tag::kYield || tag_ == Tag::kRaised; }  // no value: the frame is left
  bool is_none() const { return tag_ == Tag::kNone; }
  bool is_bool() const { return tag_ == Tag::kBool; }
  bool is_int() const { return tag_ == Tag::kInt; }  // a small int; bools are not ints here
  bool is_float() const { return tag_ == Tag::kFloat; }
  bool is_object() const { return tag_ == Tag::kObject; }
  bool is_true() const { return tag_ == Tag::kBool && int_ != 0; }  // the value True itself
  bool is_false() const { return tag_ == Tag::kBool && int_ == 0; }

  // REQUIRES: the matching tag (as_int: kInt or kBool).
  int64_t as_int() const { return int_; }
  double as_float() const { return float_; }
  Object* object() const { return object_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(object_);
  }

  static Value Adopt(RawValue raw) { return Value(static_cast<Tag>(raw.tag), raw.bits); }
  RawValue Hand() && {
    const RawValue raw{static_cast<uint64_t>(tag_), int_};
    tag_ = Tag::kUndef;
    return raw;
  }
  // Gives up the reference without counting: the caller owns it.
  Object* Release() {
    tag_ = Tag::kUndef;
    return object_;
  }
  void Clear() { *this = Value(); }
  // Python's `is`.
  bool Is(const Value& v) const { return tag_ == v.tag_ && int_ == v.int_; }
  void Swap(Value& v) noexcept {
    std::swap(tag_, v.tag_);
    std::swap(int_, v.int_);
  }

 private:
  constexpr Value(Tag tag, int64_t i) : tag_(tag), int_(i) {}

  Tag tag_;
  union {
    int64_t int_;
    double float_;
    Object* object_;
  };
};
static_assert(sizeof(Value) == 16);

// An owning pointer to an object of a known C++ type; may be null.
template <class T>
class ObjRef {
 public:
  ObjRef() : ptr_(nullptr) {}
  ObjRef(std::nullptr_t) : ptr_(nullptr) {}
  explicit ObjRef(T* p) : ptr_(p) {
    if (p) IncRef(p);
  }
  ObjRef(const ObjRef& r) : ObjRef(r.ptr_) {}
  ObjRef(ObjRef&& r) noexcept : ptr_(r.ptr_) { r.ptr_ = nullptr; }
  ObjRef& operator=(ObjRef r) noexcept {
    std::swap(ptr_, r.ptr_);
    return *this;
  }
  ~ObjRef() {
    if (ptr_) DecRef(ptr_);
  }
  static ObjRef Own(T* p) {
    ObjRef r;
    r.ptr_ = p;
    return r;
  }
  T* get() const { return ptr_; }
  T* operator->() const { return ptr_; }
  T& operator*() const { return *ptr_; }
  explicit operator bool() const { return ptr_ != nullptr; }
  T* Release() {
    T* p = ptr_;
    ptr_ = nullptr;
    return p;
  }
  Value ToValue() const& { return Value::Borrow(ptr_); }
  Value ToValue() && { return Value::Own(Release()); }

 private:
  T* ptr_;
};

}  // namespace tp

#endif  // TP_CORE_INTERP_VALUE_H_
