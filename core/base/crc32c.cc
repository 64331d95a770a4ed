#include "core/base/crc32c.h"

#include <nmmintrin.h>

#include <cstring>

namespace tp {

// Build tools, which link this folder, are not compiled for SSE4.2.
__attribute__((target("sse4.2"))) uint32_t MaskedCrc32c(std::string_view bytes) {
  uint64_t crc = 0xffffffff;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    crc = _mm_crc32_u64(crc, word);
  }
  auto sum = static_cast<uint32_t>(crc);
  for (char byte : bytes) sum = _mm_crc32_u8(sum, static_cast<uint8_t>(byte));
  sum = ~sum;
  return ((sum >> 15) | (sum << 17)) + 0xa282ead8u;
}

}  // namespace tp
