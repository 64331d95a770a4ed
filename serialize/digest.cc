#include "serialize/digest.h"

#include <sha256.h>
#include <sys/types.h>
#include <xxhash.h>

namespace tp {

uint64_t Digest(const void* data, size_t bytes) { return XXH3_64bits(data, bytes); }

std::string Sha256Hex(const void* data, size_t bytes) {
  char hex[SHA256_DIGEST_STRING_LENGTH];
  SHA256Data(static_cast<const uint8_t*>(data), bytes, hex);
  return hex;
}

}  // namespace tp
