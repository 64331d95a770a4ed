// Per-thread buffers of scratch.h.
#include "kernels/gemm/scratch.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "core/base/large_alloc.h"

namespace tp {
namespace {

struct Buffer {
  void* data = nullptr;
  size_t size = 0;
  ~Buffer() { std::free(data); }

  void Grow(size_t bytes) {
    const size_t align = bytes >= kHugePage ? kHugePage : 4096;
    const size_t larger = (std::max(bytes, size + size / 2) + align - 1) / align * align;
    std::free(data);
    size = 0;
    data = AllocateBlock(larger, align);
    if (data == nullptr) throw std::bad_alloc();
    size = larger;
  }
};

thread_local Buffer buffers[kScratchSlots];

}  // namespace

void* Scratch(ScratchSlot slot, size_t bytes) {
  Buffer& buffer = buffers[static_cast<int>(slot)];
  if (buffer.size < bytes) buffer.Grow(bytes);
  return buffer.data;
}

}  // namespace tp
