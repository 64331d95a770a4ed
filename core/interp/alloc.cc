// The slow half of alloc.h: chunks of 64 KiB cut into blocks of one size class.
#include "core/interp/alloc.h"

#include "core/base/limits.h"
#include "core/interp/errors.h"

namespace tp {

FreeBlock* free_blocks[kMaxSmall / 16 + 1];

namespace {
constexpr size_t kChunk = 64 * 1024;
char* chunk_next = nullptr;
char* chunk_end = nullptr;
}  // namespace

void* AllocLarge(size_t size) {
  // Written by this thread alone.
  const auto now = static_cast<size_t>(memory_use.objects.load(std::memory_order_relaxed)) + size;
  if (limits.memory != 0 &&
      (size > PTRDIFF_MAX || now + static_cast<size_t>(memory_use.tensors.load(std::memory_order_relaxed)) >
                                 static_cast<size_t>(limits.memory)))
    RaiseMemoryLimit();
  void* p = std::malloc(size ? size : 1);
  if (!p) RaiseMemoryLimit();
  memory_use.objects.store(static_cast<int64_t>(now), std::memory_order_relaxed);
  return p;
}

void* GrowLarge(void* block, size_t from, size_t to) {
  const auto now = static_cast<size_t>(memory_use.objects.load(std::memory_order_relaxed)) + (to - from);
  if (limits.memory != 0 && now + static_cast<size_t>(memory_use.tensors.load(std::memory_order_relaxed)) >
                                static_cast<size_t>(limits.memory))
    RaiseMemoryLimit();
  void* p = std::realloc(block, to);
  if (!p) RaiseMemoryLimit();
  memory_use.objects.store(static_cast<int64_t>(now), std::memory_order_relaxed);
  return p;
}

void CheckTextRoom(int64_t bytes) {
  if (limits.memory != 0 && bytes > limits.memory - memory_use.objects.load(std::memory_order_relaxed) -
                                        memory_use.tensors.load(std::memory_order_relaxed))
    RaiseMemoryLimit();
  if (limits.text != 0 && bytes > limits.text) RaiseLimit(Limit::kText);
}

void CheckItemsSlow(int64_t count) {
  if (count > limits.items) RaiseLimit(Limit::kItems);
}

void FreeLarge(void* block, size_t size) {
  memory_use.objects.store(memory_use.objects.load(std::memory_order_relaxed) - static_cast<int64_t>(size),
                           std::memory_order_relaxed);
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
