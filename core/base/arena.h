// A bump arena: objects live until the arena dies, all at once, so deep trees are freed without recursion.
// Only trivially destructible types may live in it. One thread.
//
//   Arena arena;
//   Node* node = arena.New<Node>(kind, span);
//   List<Node*> children = arena.Copy(vector_of_nodes);
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tp {

// A borrowed, fixed array inside an arena. Twelve bytes of content; copying it copies no element.
template <typename T>
struct List {
  T* items = nullptr;
  uint32_t count = 0;

  T* begin() const { return items; }
  T* end() const { return items + count; }
  uint32_t size() const { return count; }
  bool empty() const { return count == 0; }
  T& operator[](size_t i) const { return items[i]; }
  T& front() const { return items[0]; }
  T& back() const { return items[count - 1]; }
};

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* Allocate(size_t bytes, size_t align = alignof(std::max_align_t)) {
    uintptr_t at = (next_ + align - 1) & ~(uintptr_t{align} - 1);
    if (at + bytes > end_) return AllocateSlow(bytes, align);
    next_ = at + bytes;
    return reinterpret_cast<void*>(at);
  }

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // An array of n value-initialised elements.
  template <typename T>
  List<T> NewList(size_t n) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (n == 0) return {};
    T* items = static_cast<T*>(Allocate(n * sizeof(T), alignof(T)));
    for (size_t i = 0; i < n; ++i) new (items + i) T();
    return {items, static_cast<uint32_t>(n)};
  }

  template <typename T>
  List<T> Copy(const T* items, size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (n == 0) return {};
    T* to = static_cast<T*>(Allocate(n * sizeof(T), alignof(T)));
    std::memcpy(static_cast<void*>(to), items, n * sizeof(T));
    return {to, static_cast<uint32_t>(n)};
  }
  template <typename T>
  List<T> Copy(const std::vector<T>& items) {
    return Copy(items.data(), items.size());
  }

  std::string_view CopyText(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  // Bytes taken from the system.
  size_t bytes() const { return bytes_; }

 private:
  void* AllocateSlow(size_t bytes, size_t align) {
    size_t block = std::max(block_bytes_, bytes + align);
    if (block_bytes_ < kMaxBlock) block_bytes_ *= 2;
    blocks_.push_back(std::unique_ptr<char[]>(new char[block]));
    bytes_ += block;
    uintptr_t start = reinterpret_cast<uintptr_t>(blocks_.back().get());
    uintptr_t at = (start + align - 1) & ~(uintptr_t{align} - 1);
    // A block made for one large object does not replace a current block with more room.
    if (start + block - (at + bytes) >= end_ - next_) {
      next_ = at + bytes;
      end_ = start + block;
    }
    return reinterpret_cast<void*>(at);
  }

  static constexpr size_t kMaxBlock = size_t{1} << 20;
  std::vector<std::unique_ptr<char[]>> blocks_;
  uintptr_t next_ = 0, end_ = 0;
  size_t block_bytes_ = 4096, bytes_ = 0;
};

}  // namespace tp
