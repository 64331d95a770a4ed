// CRC-32C (Castagnoli), as TFRecord files hold it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

// The checksum of the bytes (polynomial 0x1EDC6F41, reflected), rotated and shifted so that a checksum of
// bytes that hold checksums is none of its own: ((crc >> 15) | (crc << 17)) + 0xa282ead8 (tsl, crc32c.h).
uint32_t MaskedCrc32c(std::string_view bytes);

}  // namespace tp
