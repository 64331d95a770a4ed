// A bundle's bytes in tests: in memory as a mapped file has them, and with digests made to fit what was
// changed.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "serialize/digest.h"
#include "serialize/layout.h"

namespace tp {

// Bytes with the alignment that a mapped file has.
struct Aligned {
  explicit Aligned(std::string_view bytes)
      : size(bytes.size()),
        data(static_cast<char*>(std::aligned_alloc(4096, AlignUp(bytes.size() + 1, 4096)))) {
    std::memcpy(data, bytes.data(), bytes.size());
  }
  ~Aligned() { std::free(data); }
  std::string_view view() const { return {data, size}; }
  size_t size;
  char* data;
};

// Makes both digests fit what stands in the structure and in the header's other fields.
inline void RefitDigests(std::string* bytes) {
  BundleHeader header;
  std::memcpy(&header, bytes->data(), sizeof header);
  header.structure_digest = Digest(bytes->data() + kHeaderBytes, header.structure_size);
  header.header_digest = Digest(&header, offsetof(BundleHeader, header_digest));
  std::memcpy(bytes->data(), &header, sizeof header);
}

}  // namespace tp
