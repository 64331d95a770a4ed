// Working memory of the kernels: a few buffers a thread, grown on demand and kept, so that a warm call
// allocates nothing and takes no page faults. Large ones ask for huge pages.
#pragma once

#include <cstddef>

namespace tp {

enum class ScratchSlot { kPanelsA, kPanelsB, kPanel, kImage, kSums, kZeros };
constexpr int kScratchSlots = 6;

// At least `bytes`, 64-byte aligned, contents undefined; valid until this thread asks for the same slot
// again.
void* Scratch(ScratchSlot slot, size_t bytes);

template <typename T>
T* ScratchOf(ScratchSlot slot, size_t count) {
  return static_cast<T*>(Scratch(slot, count * sizeof(T)));
}

}  // namespace tp
