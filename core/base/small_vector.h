// SmallVector<T, N>: a vector whose first N elements need no allocation. For shapes, node inputs and the
// like, which are nearly always short.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

namespace tp {

template <class T, size_t N>
class SmallVector {
 public:
  using value_type = T;
  SmallVector() : data_(Inline()) {}
  SmallVector(std::initializer_list<T> items) : SmallVector() { Append(items.begin(), items.size()); }
  explicit SmallVector(size_t size, const T& value = T()) : SmallVector() { resize(size, value); }
  explicit SmallVector(std::span<const T> items) : SmallVector() { Append(items.data(), items.size()); }
  SmallVector(const SmallVector& other) : SmallVector() { Append(other.data_, other.size_); }
  SmallVector(SmallVector&& other) noexcept : SmallVector() { Take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      clear();
      Append(other.data_, other.size_);
    }
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      clear();
      FreeHeap();
      Take(other);
    }
    return *this;
  }
  ~SmallVector() {
    clear();
    FreeHeap();
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  operator std::span<const T>() const { return {data_, size_}; }
  operator std::span<T>() { return {data_, size_}; }

  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    capacity = std::max(capacity, 2 * capacity_);
    T* grown = std::allocator<T>().allocate(capacity);
    std::uninitialized_move_n(data_, size_, grown);
    std::destroy_n(data_, size_);
    FreeHeap();
    data_ = grown;
    capacity_ = capacity;
  }
  void push_back(T value) {
    reserve(size_ + 1);
    new (data_ + size_++) T(std::move(value));
  }
  template <class... A>
  T& emplace_back(A&&... args) {
    push_back(T(std::forward<A>(args)...));
    return back();
  }
  void pop_back() { data_[--size_].~T(); }
  void clear() {
    std::destroy_n(data_, size_);
    size_ = 0;
  }
  void resize(size_t size, const T& value = T()) {
    reserve(size);
    while (size_ > size) pop_back();
    while (size_ < size) new (data_ + size_++) T(value);
  }
  void insert(size_t at, T value) {
    push_back(std::move(value));
    std::rotate(begin() + at, end() - 1, end());
  }
  void erase(size_t at) {
    std::move(begin() + at + 1, end(), begin() + at);
    pop_back();
  }
  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  T* Inline() { return reinterpret_cast<T*>(inline_); }
  void Append(const T* items, size_t count) {
    reserve(size_ + count);
    std::uninitialized_copy_n(items, count, data_ + size_);
    size_ += count;
  }
  // REQUIRES: this is empty and inline.
  void Take(SmallVector& other) {
    if (other.data_ != other.Inline()) {
      data_ = std::exchange(other.data_, other.Inline());
      capacity_ = std::exchange(other.capacity_, N);
      size_ = std::exchange(other.size_, 0);
    } else {
      std::uninitialized_move_n(other.data_, other.size_, data_);
      size_ = other.size_;
      other.clear();
    }
  }
  void FreeHeap() {
    if (data_ != Inline()) std::allocator<T>().deallocate(data_, capacity_);
    data_ = Inline();
    capacity_ = N;
  }

  T* data_;
  size_t size_ = 0;
  size_t capacity_ = N;
  alignas(T) unsigned char inline_[N * sizeof(T)];
};

}  // namespace tp
