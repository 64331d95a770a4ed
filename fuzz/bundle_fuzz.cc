// Any bytes as a bundle: refused, or opened and each signature called within limits, never a crash. The
// digests are made to fit first, so that mutations reach what lies behind them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "api/exercise.h"
#include "serialize/digest.h"
#include "serialize/layout.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  char* bytes = static_cast<char*>(std::aligned_alloc(4096, AlignUp(size + 1, 4096)));
  std::memcpy(bytes, data, size);
  if (size >= kHeaderBytes) {
    BundleHeader header;
    std::memcpy(&header, bytes, sizeof header);
    header.file_size = size;
    if (header.structure_size <= size - kHeaderBytes)
      header.structure_digest = Digest(bytes + kHeaderBytes, header.structure_size);
    header.header_digest = Digest(&header, offsetof(BundleHeader, header_digest));
    std::memcpy(bytes, &header, sizeof header);
  }
  (void)Exercise({bytes, size}, {.digests = false});
  std::free(bytes);
  return 0;
}
