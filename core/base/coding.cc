#include "core/base/coding.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tp {
namespace {

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

char Digit(unsigned value, bool url) {
  return value < 62 ? kDigits[value] : value == 62 ? (url ? '-' : '+') : (url ? '_' : '/');
}
int Value(char c, bool url) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == Digit(62, url) ? 62 : c == Digit(63, url) ? 63 : -1;
}

}  // namespace

std::string Base64(std::string_view bytes, bool url, bool pad) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (size_t k = 0; k <= count; ++k) text += Digit(group >> (18 - 6 * k) & 63, url);
    if (pad) text.append(3 - count, '=');
  }
  return text;
}

const char* FromBase64(std::string_view text, bool url, std::string* bytes) {
  bytes->clear();
  while (!text.empty()) {
    std::string_view group = text.substr(0, 4);
    text.remove_prefix(group.size());
    if (text.empty() && group.size() == 4)
      for (int k = 0; k < 2 && group.back() == '='; ++k) group.remove_suffix(1);
    if (group.size() == 1) return "Base64 string length cannot be 1 modulo 4.";
    unsigned value = 0;
    for (size_t k = 0; k < 4; ++k) {
      const int digit = k < group.size() ? Value(group[k], url) : 0;
      if (digit < 0) return "Invalid character found in base64.";
      value = value << 6 | static_cast<unsigned>(digit);
    }
    for (size_t k = 0; k + 1 < group.size(); ++k) *bytes += static_cast<char>(value >> (16 - 8 * k) & 255);
  }
  return nullptr;
}

std::string Deflate(std::string_view bytes, const Packing& packing) {
  z_stream stream = {};
  if (deflateInit2(&stream, packing.level, Z_DEFLATED, packing.window_bits, packing.memory_level,
                   packing.strategy) != Z_OK)
    return "";
  std::string out(deflateBound(&stream, bytes.size()), 0);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

Unpacked Inflate(std::string_view packed, int window_bits, bool members) {
  Unpacked result;
  z_stream stream = {};
  if (inflateInit2(&stream, window_bits) != Z_OK) {
    result.error = "inflateInit() failed";
    return result;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string& out = result.bytes;
  for (;;) {
    const size_t made = out.size();
    out.resize(made + std::max<size_t>(1 << 16, packed.size() * 2));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + made);
    stream.avail_out = static_cast<uInt>(out.size() - made);
    const int code = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    result.whole = code == Z_STREAM_END;
    if (code == Z_STREAM_END && members && stream.avail_in > 0) {
      inflateReset(&stream);
      continue;
    }
    if (code == Z_OK && (stream.avail_in > 0 || stream.avail_out == 0)) continue;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      result.error = "inflate() failed with error " + std::to_string(code);
      if (stream.msg != nullptr) result.error += std::string(": ") + stream.msg;
    }
    break;
  }
  result.used = packed.size() - stream.avail_in;
  inflateEnd(&stream);
  return result;
}

}  // namespace tp
