// Ref<T>: an owning pointer to an object that counts its references. Counts are atomic: tensors and graphs
// are shared with worker threads. (The interpreter's objects have plain counts of their own:
// core/interp/object.h.)
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace tp {

// Base of everything held by Ref. Starts with one reference, owned by the first Ref (see MakeRef, Adopt).
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) : RefCounted() {}
  RefCounted& operator=(const RefCounted&) { return *this; }
  virtual ~RefCounted() = default;

  void AddRef() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void Release() const {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) Destroy();
  }
  // True where the caller's reference is the only one: the object may be changed in place.
  bool Unique() const { return refs_.load(std::memory_order_acquire) == 1; }

 protected:
  // Called at the last Release; an object that comes from a pool goes back there.
  virtual void Destroy() const { delete this; }

 private:
  mutable std::atomic<int32_t> refs_{1};
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  // Shares: adds a reference.
  explicit Ref(T* object) : object_(object) {
    if (object_) object_->AddRef();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  Ref(const Ref<U>& other) : Ref(static_cast<T*>(other.get())) {}
  template <class U>
  Ref(Ref<U>&& other) noexcept : object_(other.release()) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) object_->Release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  // Gives the reference away.
  T* release() { return std::exchange(object_, nullptr); }
  // Takes over the reference that `object` was made with.
  static Ref Adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

template <class T, class... A>
Ref<T> MakeRef(A&&... args) {
  return Ref<T>::Adopt(new T(std::forward<A>(args)...));
}

}  // namespace tp
