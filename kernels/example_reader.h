// Protobuf's wire format, as far as ops read it, and tf.train.Feature in it: Feature{1: BytesList, 2:
// FloatList, 3: Int64List}, each list {1: values}, packed or not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/op.h"

namespace tp::proto {

// Fields of a message, one after the other.
class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  // False at the end and where what is left is no message (`bad`).
  bool Next();
  bool Varint(uint64_t* value);
  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  int number = 0, wire = 0;
  uint64_t varint = 0;
  std::string_view bytes;
  bool bad = false;

 private:
  std::string_view rest_;
};

inline void AppendVarint(std::string* out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *out += static_cast<char>(value | 0x80);
  *out += static_cast<char>(value);
}
// A field of bytes; a message is one.
inline void AppendBytes(std::string* out, int number, std::string_view bytes) {
  AppendVarint(out, static_cast<uint64_t>(number) << 3 | 2);
  AppendVarint(out, bytes.size());
  *out += bytes;
}

struct Feature {
  DType dtype = DType::kInvalid;  // of no values: none was set
  std::vector<std::string> strings;
  std::vector<float> floats;
  std::vector<int64_t> ints;

  size_t size() const { return strings.size() + floats.size() + ints.size(); }
  // Writes the values from element `at` on; `out` is of this dtype.
  void CopyTo(Tensor* out, int64_t at) const {
    std::copy(strings.begin(), strings.end(), out->data<std::string>() + (strings.empty() ? 0 : at));
    std::copy(floats.begin(), floats.end(), out->data<float>() + (floats.empty() ? 0 : at));
    std::copy(ints.begin(), ints.end(), out->data<int64_t>() + (ints.empty() ? 0 : at));
  }
};

// False where the bytes are no Feature.
bool ReadFeature(std::string_view bytes, Feature* feature);
// float, int64 or string, as errors name them.
inline std::string_view NameOf(DType dtype) { return dtype == DType::kFloat32 ? "float" : DTypeName(dtype); }

}  // namespace tp::proto
