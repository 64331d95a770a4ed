// Placement of buffers in one arena: each buffer lives from one step to another, and two may overlap only
// where their lives do not. Best fit: among the gaps that are free for a buffer's whole life the smallest
// that it fits, large buffers first; above some thousand buffers a sweep through time with a list of gaps,
// which is nearly linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tp {

struct BufferLife {
  uint32_t first = 0, last = 0;  // the steps in which it is in use, both included
  uint64_t bytes = 0;
};

// Gives each buffer an offset (a multiple of 64); returns the arena's size.
uint64_t PlaceBuffers(std::span<const BufferLife> buffers, std::vector<uint64_t>* offsets);

}  // namespace tp
