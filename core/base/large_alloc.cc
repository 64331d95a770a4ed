// Large blocks on huge pages.
#include "core/base/large_alloc.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace tp {

void* AllocateBlock(size_t bytes, size_t alignment) {
  if (bytes < kHugePage) return std::aligned_alloc(alignment, bytes);
  void* data;
  if (posix_memalign(&data, std::max(alignment, kHugePage), bytes) != 0) return nullptr;
  madvise(data, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
  return data;
}

void* AllocateLarge(size_t count, size_t size) {
  size_t bytes;
  void* data = nullptr;
  if (!__builtin_mul_overflow(count, size, &bytes) && bytes <= PTRDIFF_MAX)
    data = bytes < kHugePage ? std::malloc(bytes) : AllocateBlock(bytes, 64);
  if (!data) throw std::bad_alloc();
  return data;
}

}  // namespace tp
