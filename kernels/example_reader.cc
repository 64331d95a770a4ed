#include "kernels/example_reader.h"

#include <cstring>

namespace tp::proto {

bool Message::Next() {
  uint64_t tag = 0;
  if (bad || rest_.empty() || !Varint(&tag)) return false;
  number = static_cast<int>(tag >> 3);
  wire = static_cast<int>(tag & 7);
  const auto take = [&](uint64_t count) {
    bad = count > rest_.size();
    if (bad) return;
    bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
  };
  switch (wire) {
    case 0:
      return Varint(&varint);
    case 1:
      take(8);
      break;
    case 2:
      if (uint64_t size = 0; Varint(&size)) take(size);
      break;
    case 5:
      take(4);
      break;
    default:
      bad = true;
  }
  return !bad;
}

bool Message::Varint(uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 70 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    *value |= static_cast<uint64_t>(byte & 0x7f) << (shift < 64 ? shift : 63);
    if (byte < 0x80) return true;
  }
  bad = true;
  return false;
}

bool ReadFeature(std::string_view bytes, Feature* feature) {
  Message message(bytes);
  while (message.Next()) {
    if (message.wire != 2 || message.number < 1 || message.number > 3) continue;
    *feature = {};
    feature->dtype = message.number == 1   ? DType::kString
                     : message.number == 2 ? DType::kFloat32
                                           : DType::kInt64;
    Message list(message.bytes);
    while (list.Next()) {
      if (list.number != 1) continue;
      if (message.number == 1 && list.wire == 2) {
        feature->strings.emplace_back(list.bytes);
      } else if (message.number == 2 && (list.wire == 2 || list.wire == 5)) {
        if (list.bytes.size() % 4 != 0) return false;
        const size_t had = feature->floats.size();
        feature->floats.resize(had + list.bytes.size() / 4);
        std::memcpy(feature->floats.data() + had, list.bytes.data(), list.bytes.size());
      } else if (message.number == 3 && list.wire == 2) {
        Message packed(list.bytes);
        uint64_t value = 0;
        while (!packed.done()) {
          if (!packed.Varint(&value)) return false;
          feature->ints.push_back(static_cast<int64_t>(value));
        }
      } else if (message.number == 3 && list.wire == 0) {
        feature->ints.push_back(static_cast<int64_t>(list.varint));
      }
    }
    if (list.bad) return false;
  }
  return !message.bad;
}

}  // namespace tp::proto
