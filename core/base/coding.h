// Base64 (RFC 4648) and what zlib packs.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// `url`: with - and _ in place of + and /. `pad`: up to whole groups of four characters.
std::string Base64(std::string_view bytes, bool url, bool pad);
// Takes padded and unpadded text. Null, or what is wrong with it, in TensorFlow's words (base64.cc).
const char* FromBase64(std::string_view text, bool url, std::string* bytes);

// zlib's numbers; window bits of 16 more mean gzip, negative ones no frame at all.
struct Packing {
  int window_bits = 15, level = -1, memory_level = 8, strategy = 0;
};
// "" where the numbers are none of zlib's.
std::string Deflate(std::string_view bytes, const Packing& packing);

struct Unpacked {
  std::string bytes;
  std::string error;  // "inflate() failed with error -3: incorrect header check"; `bytes` is what came before
  size_t used = 0;    // of the packed bytes
  bool whole = false;  // false: the packed bytes end too early
};
// `members`: goes on behind the end of a gzip member.
Unpacked Inflate(std::string_view packed, int window_bits, bool members);

}  // namespace tp
