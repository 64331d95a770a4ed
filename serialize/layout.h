// The fixed parts of a bundle file: FORMAT.md, in C++.
#pragma once

#include <cstdint>
#include <cstring>

namespace tp {

// Of a bundle with graphs that capture objects: what a reader must know.
inline constexpr char kFeatureObjects[] = "objects";

inline constexpr unsigned char kBundleMagic[8] = {0x89, 'T', 'P', 'K', '\r', '\n', 0x1a, '\n'};
inline constexpr uint16_t kFormatMajor = 1;
inline constexpr uint16_t kFormatMinor = 0;
inline constexpr uint64_t kHeaderBytes = 64;
inline constexpr uint64_t kSegmentAlignment = 4096;
inline constexpr uint64_t kTensorAlignment = 64;
inline constexpr int kMaxRegionDepth = 64;  // of branches, loops and calls in each other

struct BundleHeader {
  unsigned char magic[8];
  uint16_t major, minor;
  uint32_t flags;
  uint64_t file_size;
  uint64_t structure_size;
  uint64_t segments_offset;
  uint64_t structure_digest;
  uint64_t reserved;
  uint64_t header_digest;  // of all bytes before it
};
static_assert(sizeof(BundleHeader) == kHeaderBytes);

enum class SegmentKind : uint32_t { kConstants = 0, kVariables = 1, kFirstVariables = 2, kSamples = 3 };

// Which pool an attribute's values lie in, and how they are read. Order is that of AttrValue's alternatives.
enum class AttrRecKind : uint8_t { kBool = 1, kInt, kFloat, kString, kType, kShape, kTensor, kFunc };

inline uint64_t AlignUp(uint64_t n, uint64_t alignment) {
  return (n + alignment - 1) / alignment * alignment;
}

}  // namespace tp
