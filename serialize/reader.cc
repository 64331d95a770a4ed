// The envelope of a bundle: header, digests, segments and padding. What is inside the structure: decoder.cc.
#include "serialize/reader.h"

#include <algorithm>
#include <cstring>

#include "serialize/bundle_generated.h"
#include "serialize/decode_checks.h"
#include "serialize/decoder.h"
#include "serialize/digest.h"
#include "serialize/layout.h"
#include "serialize/mapped_file.h"

namespace tp {
namespace {

Status CheckHeader(std::string_view bytes, BundleHeader* header) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), kBundleMagic, sizeof kBundleMagic) != 0) {
    // A bundle that was cut inside its header is named so too: there is nothing to say about it.
    return Bad("not a tracepack bundle ({} bytes)", bytes.size());
  }
  std::memcpy(header, bytes.data(), sizeof *header);
  if (header->major != kFormatMajor || header->minor > kFormatMinor)
    return Bad("bundle format {}.{}, this tracepack reads {}.{}", header->major, header->minor, kFormatMajor,
               kFormatMinor);
  if (header->file_size != bytes.size()) {
    if (bytes.size() > header->file_size && header->file_size >= kHeaderBytes)
      return Bad("{} unexplained bytes at offset {}: the header says {} bytes, the file has {}",
                 bytes.size() - header->file_size, header->file_size, header->file_size, bytes.size());
    return Bad("the header says {} bytes, the file has {}", header->file_size, bytes.size());
  }
  if (header->header_digest != Digest(header, offsetof(BundleHeader, header_digest)))
    return Bad("checksum mismatch in the header");
  if (header->flags != 0 || header->reserved != 0)
    return Bad("the header has flags {:#x} that this tracepack does not know", header->flags);
  if (header->structure_size > bytes.size() - kHeaderBytes)
    return Bad("the structure has {} bytes, more than the file", header->structure_size);
  if (header->segments_offset > bytes.size() ||
      header->segments_offset < kHeaderBytes + header->structure_size)
    return Bad("the data segments begin at {}, outside the file", header->segments_offset);
  return {};
}

Status CheckZero(std::string_view bytes, uint64_t begin, uint64_t end) {
  for (uint64_t i = begin; i < end; ++i)
    if (bytes[i] != 0) return Bad("unexplained bytes at offset {}", i);
  return {};
}

Status CheckSegments(std::string_view bytes, const BundleHeader& header, const fb::Bundle& root,
                     bool digests) {
  uint64_t at = kHeaderBytes + header.structure_size;
  if (root.segments()->size() > 4) return Bad("{} data segments", root.segments()->size());
  for (const fb::SegmentRec* s : *root.segments()) {
    const uint64_t expected = AlignUp(at, kSegmentAlignment);
    if (s->offset() != expected) return Bad("a data segment is at {}, must be at {}", s->offset(), expected);
    if (s->offset() > bytes.size() || s->size() > bytes.size() - s->offset())
      return Bad("a data segment of {} bytes at {} is outside the file", s->size(), s->offset());
    TP_RETURN_IF_ERROR(CheckZero(bytes, at, s->offset()));
    if (digests && Digest(bytes.data() + s->offset(), s->size()) != s->digest())
      return Bad("checksum mismatch in the data segment at offset {}", s->offset());
    at = s->offset() + s->size();
  }
  if (at != bytes.size()) return Bad("unexplained bytes at offset {}", at);
  return {};
}

}  // namespace

Status ReadBundle(std::string_view bytes, Ref<RefCounted> owner, const ReadOptions& options,
                  LoadedBundle* loaded) {
  BundleHeader header;
  TP_RETURN_IF_ERROR(CheckHeader(bytes, &header));
  const auto* structure = reinterpret_cast<const uint8_t*>(bytes.data()) + kHeaderBytes;
  if (Digest(structure, header.structure_size) != header.structure_digest)
    return Bad("checksum mismatch in the structure");
  // Limits derive from the size: a table takes at least 8 bytes; shared tables would make the walk exceed
  // this.
  flatbuffers::Verifier verifier(
      structure, header.structure_size, /*max_depth=*/64,
      /*max_tables=*/
      static_cast<flatbuffers::uoffset_t>(std::min<uint64_t>(header.structure_size / 8 + 16, 1u << 30)));
  if (header.structure_size < 16 || !fb::BundleBufferHasIdentifier(structure) ||
      !verifier.VerifyBuffer<fb::Bundle>(fb::BundleIdentifier()))
    return Bad("the structure is damaged (nesting limit 64, {} bytes)", header.structure_size);
  const fb::Bundle& root = *fb::GetBundle(structure);
  TP_RETURN_IF_ERROR(CheckPresence(root));
  TP_RETURN_IF_ERROR(CheckSegments(bytes, header, root, options.digests));
  Decoder decoder(root, bytes, std::move(owner));
  TP_RETURN_IF_ERROR(decoder.Decode(&loaded->contents));
  loaded->file_bytes = bytes.size();
  loaded->structure_bytes = header.structure_size;
  loaded->format_major = header.major;
  loaded->format_minor = header.minor;
  for (const fb::SegmentRec* s : *root.segments()) loaded->segments.push_back({s->kind(), s->size()});
  return {};
}

Status OpenBundle(const std::string& path, const ReadOptions& options, LoadedBundle* loaded) {
  Ref<MappedFile> file;
  TP_RETURN_IF_ERROR(MappedFile::Open(path, &file));
  const std::string_view bytes = file->bytes();
  return ReadBundle(bytes, std::move(file), options, loaded);
}

}  // namespace tp
