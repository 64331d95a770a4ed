// Texts that are part of the program, compressed: the library modules written in the spec language. Unpacked
// when asked for the first time; build tools write them (core/base/embed.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace tp {

struct PackedText {
  const unsigned char* data;  // a zlib stream
  size_t packed_size, size;
  const PackedText* dictionary = nullptr;  // its last 32 KB are the stream's dictionary
};

// The text, followed by a zero byte; it stays. Any thread.
std::string_view UnpackedText(const PackedText& packed);

// What a text gives as a dictionary: deflate looks 32 KB back.
inline std::string_view DictionaryOf(std::string_view text) {
  constexpr size_t kWindow = 32768;
  return text.substr(text.size() > kWindow ? text.size() - kWindow : 0);
}

}  // namespace tp
