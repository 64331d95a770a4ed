#include "kernels/tensor_proto.h"

#include <algorithm>
#include <cstring>

namespace tp::proto {
namespace {

bool ReadShape(std::string_view bytes, Shape* shape) {
  Message message(bytes);
  int64_t count = 1;
  while (message.Next()) {
    if (message.number == 3 && message.varint != 0) return false;  // unknown rank
    if (message.number != 2) continue;
    Message dim(message.bytes);
    int64_t size = 0;
    while (dim.Next())
      if (dim.number == 1) size = static_cast<int64_t>(dim.varint);
    if (dim.bad || size < 0 || shape->rank() >= kMaxRank || __builtin_mul_overflow(count, size, &count))
      return false;
    shape->Append(size);
  }
  return !message.bad;
}

}  // namespace

std::string OfTensor(const Tensor& t, bool packed) {
  std::string made, shape;
  made += '\x08';
  AppendVarint(&made, static_cast<uint64_t>(t.dtype()));
  for (const Dim dim : t.shape()) {
    std::string size;
    if (dim != 0) {
      size += '\x08';
      AppendVarint(&size, static_cast<uint64_t>(dim));
    }
    AppendBytes(&shape, 2, size);
  }
  AppendBytes(&made, 2, shape);
  if (t.num_elements() == 0) return made;
  if (t.dtype() != DType::kString) {
    AppendBytes(&made, 4, {static_cast<const char*>(t.raw_data()), t.bytes()});
    return made;
  }
  std::string content;
  for (const std::string& element : t.elements<std::string>())
    packed ? AppendVarint(&content, element.size()) : AppendBytes(&made, 8, element);
  if (!packed) return made;
  for (const std::string& element : t.elements<std::string>()) content += element;
  AppendBytes(&made, 4, content);
  return made;
}

// Of the field for the dtype, packed or not.
bool ReadTensor::ReadValues(const Message& m) {
  if (m.number == 8) return strings_.push_back(m.bytes), true;
  const size_t width = DTypeSize(dtype);
  const auto put = [&](uint64_t value) {  // the low bytes: little-endian
    listed_.append(reinterpret_cast<const char*>(&value), std::min<size_t>(width, 8));
  };
  if (m.number == 5 || m.number == 6 || m.number == 9 || m.number == 12) return listed_ += m.bytes, true;
  if (m.wire == 0) return put(m.varint), true;
  Message packed(m.bytes);
  for (uint64_t value = 0; !packed.done();) {
    if (!packed.Varint(&value)) return false;
    put(value);
  }
  return true;
}

ReadTensor::ReadTensor(std::string_view text) {
  Message m(text);
  while (m.Next()) {
    if (m.number == 1 && m.wire == 0 && m.varint < 64) dtype = static_cast<DType>(m.varint);
    if (m.number == 2 && m.wire == 2) good = good && ReadShape(m.bytes, &shape);
    if (m.number == 4 && m.wire == 2) content_ = m.bytes;
    if (m.number >= 5 && m.number <= 17) good = good && ReadValues(m);
  }
  message = !m.bad;
  good = good && (dtype == DType::kString || IsNumeric(dtype) || dtype == DType::kBool);
  if (!good || dtype != DType::kString || content_.empty() || shape.num_elements() == 0) return;
  // Strings behind their lengths.
  Message lengths(content_);
  std::vector<uint64_t> sizes;
  uint64_t total = 0;
  for (int64_t i = 0; good && i < shape.num_elements(); ++i) {
    uint64_t size = 0;
    good = lengths.Varint(&size) && !__builtin_add_overflow(total, size, &total);
    sizes.push_back(size);
  }
  good = good && total == lengths.rest().size();
  std::string_view rest = lengths.rest();
  for (size_t i = 0; good && i < sizes.size(); ++i) {
    strings_.push_back(rest.substr(0, sizes[i]));
    rest.remove_prefix(sizes[i]);
  }
}

bool ReadTensor::Fits() const {
  return content_.empty() || dtype == DType::kString ||
         static_cast<int64_t>(content_.size() / DTypeSize(dtype)) == shape.num_elements();
}

void ReadTensor::Fill(Tensor* out) const {
  const int64_t count = shape.num_elements();
  if (count == 0) return;
  if (dtype == DType::kString) {
    for (int64_t i = 0; i < count && !strings_.empty(); ++i)
      out->data<std::string>()[i] = strings_[std::min<size_t>(static_cast<size_t>(i), strings_.size() - 1)];
    return;
  }
  auto* const to = static_cast<char*>(out->raw_data());
  const size_t width = DTypeSize(dtype), have = content_.empty() ? listed_.size() / width : 0;
  if (content_.empty())
    std::memset(to, 0, static_cast<size_t>(count) * width);
  else
    std::memcpy(to, content_.data(), out->bytes());
  for (size_t i = 0; i < static_cast<size_t>(count) && have > 0; ++i)
    std::memcpy(to + i * width, listed_.data() + std::min(i, have - 1) * width, width);
  for (int64_t i = 0; dtype == DType::kBool && i < count; ++i) to[i] = to[i] != 0;
}

}  // namespace tp::proto
