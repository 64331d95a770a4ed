#include "core/base/packed_text.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "core/base/check.h"

namespace tp {

std::string_view UnpackedText(const PackedText& packed) {
  static std::mutex mutex;
  static std::map<const PackedTexts*, std::unique_ptr<char[]>>* const unpacked =
      new std::map<const PackedTexts*, std::unique_ptr<char[]>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<char[]>& texts = (*unpacked)[packed.texts];
  if (texts == nullptr) {
    const PackedTexts& from = *packed.texts;
    std::unique_ptr<char[]> to(new char[from.size]);
    // What is not its size is an error's code; the decoder wants some memory of its own.
    const size_t size = ZSTD_decompress(to.get(), from.size, from.data, from.packed_size);
    if (ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    TP_CHECK(size == from.size, "a text of the program is damaged");
    texts = std::move(to);
  }
  return {texts.get() + packed.begin, packed.size};
}

}  // namespace tp
