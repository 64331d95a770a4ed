#include "core/base/packed_text.h"

#include <zlib.h>

#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "core/base/check.h"

namespace tp {
namespace {

// Unpacks into `text`, which has room for packed.size bytes. False where the stream is damaged.
bool Unpack(const PackedText& packed, std::string_view dictionary, char* text) {
  z_stream stream = {};
  stream.next_in = const_cast<Bytef*>(packed.data);  // zlib reads it only
  stream.avail_in = static_cast<uInt>(packed.packed_size);
  stream.next_out = reinterpret_cast<Bytef*>(text);
  stream.avail_out = static_cast<uInt>(packed.size);
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  int result = inflate(&stream, Z_FINISH);
  if (result == Z_NEED_DICT) {
    result = inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                                  static_cast<uInt>(dictionary.size()));
    if (result == Z_OK) result = inflate(&stream, Z_FINISH);
  }
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  return result == Z_STREAM_END && stream.avail_out == 0;
}

}  // namespace

std::string_view UnpackedText(const PackedText& packed) {
  static std::mutex mutex;
  static std::map<const unsigned char*, std::unique_ptr<char[]>>* const texts =
      new std::map<const unsigned char*, std::unique_ptr<char[]>>;
  const std::string_view dictionary =
      packed.dictionary ? DictionaryOf(UnpackedText(*packed.dictionary)) : std::string_view();
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<char[]>& text = (*texts)[packed.data];
  if (text == nullptr) {
    std::unique_ptr<char[]> unpacked(new char[packed.size + 1]);
    TP_CHECK(Unpack(packed, dictionary, unpacked.get()), "a text of the program is damaged");
    unpacked[packed.size] = 0;
    text = std::move(unpacked);
  }
  return {text.get(), packed.size};
}

}  // namespace tp
