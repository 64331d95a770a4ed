// Opens a bundle: maps the file, checks everything (FORMAT.md), gives its contents. Tensors point into the
// mapped file and keep it mapped. Nothing in the file can make this crash, hang or allocate more than a small
// multiple of the file's size.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "serialize/contents.h"

namespace tp {

struct ReadOptions {
  bool digests = true;  // check the data segments' digests (the structure's and header's are always checked)
};

struct LoadedBundle {
  BundleContents contents;
  uint64_t file_bytes = 0;
  uint64_t structure_bytes = 0;
  int format_major = 0, format_minor = 0;
  struct SegmentSize {
    uint32_t kind;
    uint64_t bytes;
  };
  std::vector<SegmentSize> segments;
};

// kNotFound, kPermissionDenied, kUnknown: the file cannot be read ("cannot read PATH: no such file").
// kDataLoss: what is wrong with the bundle, without its path.
Status OpenBundle(const std::string& path, const ReadOptions& options, LoadedBundle* loaded);

// The same for bytes in memory, which `owner` keeps alive (null: they outlive everything). REQUIRES: data is
// 64-byte aligned.
Status ReadBundle(std::string_view bytes, Ref<RefCounted> owner, const ReadOptions& options,
                  LoadedBundle* loaded);

}  // namespace tp
