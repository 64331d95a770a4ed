// The slow half of alloc.h: chunks of 64 KiB cut into blocks of one size class.
#include "core/interp/alloc.h"

#include "core/interp/errors.h"

namespace tp {

FreeBlock* free_blocks[kMaxSmall / 16 + 1];
size_t live_bytes = 0, live_bytes_limit = SIZE_MAX;

namespace {
constexpr size_t kChunk = 64 * 1024;
char* chunk_next = nullptr;
char* chunk_end = nullptr;
}  // namespace

void* AllocLarge(size_t size) {
  if (size > live_bytes_limit - live_bytes) RaiseMemoryLimit(size);
  void* p = std::malloc(size ? size : 1);
  if (!p) RaiseMemoryLimit(size);
  live_bytes += size;
  return p;
}

void FreeLarge(void* block, size_t size) {
  live_bytes -= size;
  std::free(block);
}

void* AllocSlow(size_t size) {
  const size_t rounded = size ? (size + 15) / 16 * 16 : 16;
  if (static_cast<size_t>(chunk_end - chunk_next) < rounded) {
    // What is left of the old chunk goes to the free list of its size.
    if (size_t rest = chunk_end - chunk_next; rest >= 16) {
      auto* b = reinterpret_cast<FreeBlock*>(chunk_next);
      b->next = free_blocks[rest / 16];
      free_blocks[rest / 16] = b;
    }
    chunk_next = static_cast<char*>(AllocLarge(kChunk));
    chunk_end = chunk_next + kChunk;
  }
  void* p = chunk_next;
  chunk_next += rounded;
  return p;
}

}  // namespace tp
