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
}

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
