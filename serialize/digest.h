// XXH3-64 of bytes: the digest of segments. The only file that knows xxHash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tp {

uint64_t Digest(const void* data, size_t bytes);

// SHA-256 as 64 hexadecimal digits.
std::string Sha256Hex(const void* data, size_t bytes);

}  // namespace tp
