// Texts that are part of the program, compressed: the library modules written in the spec language. Unpacked
// when asked for the first time; a build tool writes them (PackText).
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace tp {

struct PackedText {
  const unsigned char* data;  // a zlib stream
  size_t packed_size, size;
};

// The text, followed by a zero byte; it stays. Any thread.
std::string_view UnpackedText(const PackedText& packed);

// Writes the definition of a constant array `name` that holds `text` packed, and gives the initializer of
// its PackedText.
std::string PackText(std::ostream& out, const std::string& name, const std::string& text);

}  // namespace tp
