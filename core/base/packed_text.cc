#include "core/base/packed_text.h"

#include <zlib.h>

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/check.h"

namespace tp {

std::string_view UnpackedText(const PackedText& packed) {
  static std::mutex mutex;
  static std::map<const unsigned char*, std::unique_ptr<char[]>>* const texts =
      new std::map<const unsigned char*, std::unique_ptr<char[]>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<char[]>& text = (*texts)[packed.data];
  if (text == nullptr) {
    text.reset(new char[packed.size + 1]);
    uLongf size = packed.size;
    const int result =
        uncompress(reinterpret_cast<Bytef*>(text.get()), &size, packed.data, packed.packed_size);
    TP_CHECK(result == Z_OK && size == packed.size, "a text of the program is damaged");
    text[packed.size] = 0;
  }
  return {text.get(), packed.size};
}

std::string PackText(std::ostream& out, const std::string& name, const std::string& text) {
  uLongf size = compressBound(text.size());
  std::vector<Bytef> packed(size);
  const int result =
      compress2(packed.data(), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), 9);
  TP_CHECK(result == Z_OK);
  out << "const unsigned char " << name << "[] = {";
  for (uLongf i = 0; i < size; ++i) out << static_cast<int>(packed[i]) << ',';
  out << "};\n";
  return "{" + name + ", " + std::to_string(size) + ", " + std::to_string(text.size()) + "}";
}

}  // namespace tp
