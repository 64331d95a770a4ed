// Texts that are part of the program, compressed: the library modules written in the spec language. Unpacked
// when asked for the first time; build tools write them (core/base/embed.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tp {

// Several texts in one zstd frame, since what they share is then written once; a zero byte ends each.
struct PackedTexts {
  const unsigned char* data;
  size_t packed_size, size;
};

struct PackedText {
  const PackedTexts* texts;
  uint32_t begin, size;  // in the unpacked texts
};

// The text, followed by a zero byte; it stays. Any thread.
std::string_view UnpackedText(const PackedText& packed);

}  // namespace tp
