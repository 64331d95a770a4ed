// Memory for large blocks: what spans huge pages is aligned to them and asks the system for them, as a page
// fault costs more than filling the page (`benchmarks/limits` measures both).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace tp {

inline constexpr size_t kHugePage = size_t{2} << 20;

// Memory of `bytes`, a multiple of `alignment` (a power of two, at least a pointer's size), from 2 MiB on
// aligned to huge pages. Null where there is none. std::free gives it back.
void* AllocateBlock(size_t bytes, size_t alignment);

// Memory of `count` items of `size` bytes; throws std::bad_alloc where there is none.
void* AllocateLarge(size_t count, size_t size);

// For vectors that may grow large.
template <class T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) {}
  T* allocate(size_t count) { return static_cast<T*>(AllocateLarge(count, sizeof(T))); }
  void deallocate(T* data, size_t) { std::free(data); }
  bool operator==(const LargeAllocator&) const { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace tp
