// Memory of small interpreter objects: free lists by size class (16 bytes apart), carved from chunks. A pop
// and a push in the usual case; larger blocks go to malloc. Under a sanitizer everything goes to malloc. Live
// bytes are counted (core/base/limits.h) where memory is taken from the system, so that a memory limit costs
// the fast path nothing.
#ifndef TP_CORE_INTERP_ALLOC_H_
#define TP_CORE_INTERP_ALLOC_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/base/limits.h"

namespace tp {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TP_INTERP_PLAIN_MALLOC 1
#endif

constexpr size_t kMaxSmall = 512;
struct FreeBlock {
  FreeBlock* next;
};
extern FreeBlock* free_blocks[kMaxSmall / 16 + 1];
void* AllocSlow(size_t size);
void* AllocLarge(size_t size);  // counted; throws MemoryError at the limit
void FreeLarge(void* block, size_t size);

inline void* AllocBytes(size_t size) {
#ifndef TP_INTERP_PLAIN_MALLOC
  if (size <= kMaxSmall) {
    FreeBlock*& head = free_blocks[(size + 15) / 16];
    if (FreeBlock* b = head) {
      head = b->next;
      return b;
    }
    return AllocSlow(size);
  }
#endif
  return AllocLarge(size);
}

// `size` is what was asked for.
inline void FreeBytes(void* block, size_t size) {
#ifndef TP_INTERP_PLAIN_MALLOC
  if (size <= kMaxSmall) {
    FreeBlock*& head = free_blocks[(size + 15) / 16];
    auto* b = static_cast<FreeBlock*>(block);
    b->next = head;
    head = b;
    return;
  }
#endif
  FreeLarge(block, size);
}

void* GrowLarge(void* block, size_t from, size_t to);  // counted; throws MemoryError at the limit
// The block with room for `to` bytes, with what it held, where that costs no copy of it in most cases; else
// null, and the block stays as it is. `from` < `to`, what it was asked for.
inline void* GrowBytes(void* block, size_t from, size_t to) {
#ifndef TP_INTERP_PLAIN_MALLOC
  if (from <= kMaxSmall) return (from + 15) / 16 == (to + 15) / 16 && to <= kMaxSmall ? block : nullptr;
#endif
  return GrowLarge(block, from, to);
}

// Throws where a string of so many bytes passes a limit. For what makes a text in memory that is not counted,
// before it does.
void CheckTextRoom(int64_t bytes);
// The same for a list, tuple, dict or set.
void CheckItemsSlow(int64_t count);
inline void CheckItems(int64_t count) {
  if (__builtin_expect(limits.items != 0, 0)) CheckItemsSlow(count);
}

}  // namespace tp

#endif  // TP_CORE_INTERP_ALLOC_H_
