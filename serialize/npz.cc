// .npz: a zip archive of .npy members (PKWARE APPNOTE 6.3: local headers, central directory, end record;
// zip64 where NumPy writes it: its local headers always reserve the sizes' extra field).
#include <zlib.h>

#include <cstring>

#include "serialize/npy.h"

namespace tp {
namespace {

uint64_t Number(std::string_view bytes, size_t at, int size) {
  uint64_t n = 0;
  for (int i = size; i-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[at + static_cast<size_t>(i)]);
  return n;
}

void Put(std::string* to, uint64_t n, int size) {
  for (int i = 0; i < size; ++i) *to += static_cast<char>(n >> (8 * i));
}

constexpr uint64_t kMaxMember = uint64_t{1} << 40;

Status Damaged() { return InvalidArgument("the .npz archive is damaged"); }

struct Member {
  std::string name;
  uint64_t method = 0, packed = 0, unpacked = 0, crc = 0, offset = 0;
};

// Sizes and offset that do not fit 32 bits stand in extra field 1, in this order.
void ReadZip64(std::string_view extra, Member* m) {
  for (size_t at = 0; at + 4 <= extra.size();) {
    const uint64_t id = Number(extra, at, 2), size = Number(extra, at + 2, 2);
    if (at + 4 + size > extra.size()) return;
    if (id == 1) {
      size_t p = at + 4;
      for (uint64_t* field : {&m->unpacked, &m->packed, &m->offset})
        if (*field == 0xffffffff && p + 8 <= at + 4 + size) {
          *field = Number(extra, p, 8);
          p += 8;
        }
    }
    at += 4 + size;
  }
}

Status Inflate(std::string_view packed, std::string* out) {
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return Damaged();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out->data());
  stream.avail_out = static_cast<uInt>(out->size());
  const int result = inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.total_out == out->size();
  inflateEnd(&stream);
  return whole ? Status() : Damaged();
}

Status ReadMember(std::string_view bytes, const Member& m, Tensor* tensor) {
  if (m.offset > bytes.size() || bytes.size() - m.offset < 30 || Number(bytes, m.offset, 4) != 0x04034b50)
    return Damaged();
  const uint64_t data = m.offset + 30 + Number(bytes, m.offset + 26, 2) + Number(bytes, m.offset + 28, 2);
  if (data > bytes.size() || m.packed > bytes.size() - data || m.unpacked > kMaxMember) return Damaged();
  const std::string_view packed = bytes.substr(data, m.packed);
  std::string unpacked;
  std::string_view array = packed;
  if (m.method == 8) {
    // Deflate packs 1032 to 1 at best: a larger claim is a lie.
    if (m.unpacked / 1032 > m.packed + 1 || m.packed > 0xffffffff || m.unpacked > 0xffffffff)
      return Damaged();
    unpacked.resize(m.unpacked);
    TP_RETURN_IF_ERROR(Inflate(packed, &unpacked));
    array = unpacked;
  } else if (m.method != 0 || m.packed != m.unpacked) {
    return InvalidArgument("a member of the .npz archive is packed with method {}", m.method);
  }
  uint64_t crc = crc32(0, nullptr, 0);
  for (size_t at = 0; at < array.size(); at += 1u << 30)
    crc = crc32(crc, reinterpret_cast<const Bytef*>(array.data() + at),
                static_cast<uInt>(std::min<size_t>(array.size() - at, 1u << 30)));
  if (crc != m.crc) return InvalidArgument("checksum mismatch in member `{}` of the .npz archive", m.name);
  return ParseNpy(array, tensor);
}

}  // namespace

Status ParseNpz(std::string_view bytes, NamedTensors* tensors) {
  // The end record is 22 bytes and a comment.
  if (bytes.size() < 22) return Damaged();
  size_t end = bytes.size() - 22;
  while (Number(bytes, end, 4) != 0x06054b50) {
    if (end == 0 || bytes.size() - end > 22 + 65535) return Damaged();
    --end;
  }
  const uint64_t count = Number(bytes, end + 10, 2);
  uint64_t at = Number(bytes, end + 16, 4);
  for (uint64_t i = 0; i < count; ++i) {
    if (at > bytes.size() || bytes.size() - at < 46 || Number(bytes, at, 4) != 0x02014b50) return Damaged();
    const uint64_t name_size = Number(bytes, at + 28, 2), extra = Number(bytes, at + 30, 2),
                   comment = Number(bytes, at + 32, 2);
    if (bytes.size() - at - 46 < name_size + extra + comment) return Damaged();
    Member m{std::string(bytes.substr(at + 46, name_size)),
             Number(bytes, at + 10, 2),
             Number(bytes, at + 20, 4),
             Number(bytes, at + 24, 4),
             Number(bytes, at + 16, 4),
             Number(bytes, at + 42, 4)};
    ReadZip64(bytes.substr(at + 46 + name_size, extra), &m);
    Tensor tensor;
    TP_RETURN_IF_ERROR(ReadMember(bytes, m, &tensor));
    if (m.name.ends_with(".npy")) m.name.resize(m.name.size() - 4);
    tensors->emplace_back(std::move(m.name), std::move(tensor));
    at += 46 + name_size + extra + comment;
  }
  return {};
}

std::string FormatNpz(const NamedTensors& tensors) {
  std::string file, directory;
  for (const auto& [name, tensor] : tensors) {
    const std::string member = name + ".npy", array = FormatNpy(tensor);
    TP_CHECK(array.size() < 0xffffffff && file.size() < 0xffffffff, "an .npz archive past 4 GiB");
    const uint64_t crc = crc32(crc32(0, nullptr, 0), reinterpret_cast<const Bytef*>(array.data()),
                               static_cast<uInt>(array.size()));
    const uint64_t offset = file.size();
    // Version 2.0, no flags, stored, 1980-01-01 00:00.
    auto common = [&](std::string* to) {
      Put(to, 20, 2), Put(to, 0, 2), Put(to, 0, 2), Put(to, 0, 2), Put(to, 0x21, 2);
      Put(to, crc, 4), Put(to, array.size(), 4), Put(to, array.size(), 4), Put(to, member.size(), 2),
          Put(to, 0, 2);
    };
    Put(&file, 0x04034b50, 4);
    common(&file);
    file += member + array;
    Put(&directory, 0x02014b50, 4);
    Put(&directory, 20, 2);
    common(&directory);
    Put(&directory, 0, 2), Put(&directory, 0, 2), Put(&directory, 0, 2), Put(&directory, 0, 4),
        Put(&directory, offset, 4);
    directory += member;
  }
  const uint64_t at = file.size();
  file += directory;
  Put(&file, 0x06054b50, 4), Put(&file, 0, 2), Put(&file, 0, 2), Put(&file, tensors.size(), 2),
      Put(&file, tensors.size(), 2);
  Put(&file, directory.size(), 4), Put(&file, at, 4), Put(&file, 0, 2);
  return file;
}

}  // namespace tp
