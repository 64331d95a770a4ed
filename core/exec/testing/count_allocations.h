// Counts every allocation of the process, for tests that say "this allocates nothing". It replaces malloc:
// included by one file of a test program.
#pragma once

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace tp {
inline std::atomic<int64_t> allocations{0};
// False under a sanitizer, which has an allocator of its own: a test has nothing to say there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kCountsAllocations = false;
}  // namespace tp
#else
inline constexpr bool kCountsAllocations = true;
}  // namespace tp

extern "C" {
void* __libc_malloc(size_t);
void* __libc_memalign(size_t, size_t);
void* malloc(size_t bytes) {
  tp::allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(bytes);
}
void* aligned_alloc(size_t align, size_t bytes) {
  tp::allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(align, bytes);
}
int posix_memalign(void** data, size_t align, size_t bytes) {
  *data = aligned_alloc(align, bytes);
  return *data ? 0 : ENOMEM;
}
}
#endif
