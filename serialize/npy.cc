#include "serialize/npy.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "serialize/mapped_file.h"

namespace tp {
namespace {

struct Code2DType {
  std::string_view code;  // kind and bytes
  DType dtype;
};
constexpr Code2DType kCodes[] = {
    {"f4", DType::kFloat32},   {"f8", DType::kFloat64},     {"f2", DType::kFloat16}, {"i1", DType::kInt8},
    {"i2", DType::kInt16},     {"i4", DType::kInt32},       {"i8", DType::kInt64},   {"u1", DType::kUint8},
    {"u2", DType::kUint16},    {"u4", DType::kUint32},      {"u8", DType::kUint64},  {"b1", DType::kBool},
    {"c8", DType::kComplex64}, {"c16", DType::kComplex128}, {"V2", DType::kBFloat16},
};

// The value of 'key' in the header's Python dict, up to the comma or bracket that ends it.
std::string_view Field(std::string_view header, std::string_view key) {
  const size_t at = header.find(fmt::format("'{}'", key));
  if (at == std::string_view::npos) return {};
  size_t begin = header.find(':', at);
  if (begin == std::string_view::npos) return {};
  begin = header.find_first_not_of(" \t", begin + 1);
  if (begin == std::string_view::npos) return {};
  size_t end = begin;
  int depth = 0;
  for (; end < header.size(); ++end) {
    const char c = header[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && (c == ',' || c == '}')) break;
  }
  return header.substr(begin, end - begin);
}

bool ParseShape(std::string_view text, Shape* shape) {
  if (text.size() < 2 || text.front() != '(') return false;
  int64_t number = -1;
  for (char c : text.substr(1)) {
    if (c >= '0' && c <= '9') {
      if (number > (int64_t{1} << 58)) return false;
      number = std::max<int64_t>(number, 0) * 10 + (c - '0');
    } else if (c == ',' || c == ')') {
      if (number >= 0) shape->Append(number);
      number = -1;
      if (c == ')') return shape->rank() <= kMaxRank;
    } else if (c != ' ' && c != 'L') {
      return false;
    }
  }
  return false;
}

void SwapBytes(char* data, size_t count, size_t size) {
  for (size_t i = 0; i < count; ++i) std::reverse(data + i * size, data + (i + 1) * size);
}

// From Fortran's order (first index fastest) to C's.
Tensor ToRowMajor(const Tensor& fortran) {
  Tensor result = Tensor::Allocate(fortran.dtype(), fortran.shape());
  const size_t size = DTypeSize(fortran.dtype());
  const int rank = fortran.rank();
  SmallVector<int64_t, 8> index(static_cast<size_t>(rank), 0), stride(static_cast<size_t>(rank), 1);
  for (int i = 1; i < rank; ++i) stride[i] = stride[i - 1] * fortran.dim(i - 1);
  const char* from = static_cast<const char*>(fortran.raw_data());
  char* to = static_cast<char*>(result.raw_data());
  for (int64_t n = 0; n < fortran.num_elements(); ++n) {
    int64_t at = 0;
    for (int i = 0; i < rank; ++i) at += index[i] * stride[i];
    std::memcpy(to + static_cast<size_t>(n) * size, from + static_cast<size_t>(at) * size, size);
    for (int i = rank - 1; i >= 0; --i) {
      if (++index[i] < fortran.dim(i)) break;
      index[i] = 0;
    }
  }
  return result;
}

}  // namespace

Status ParseNpy(std::string_view bytes, Tensor* tensor) {
  constexpr std::string_view kMagic("\x93NUMPY", 6);
  if (bytes.size() < 10 || bytes.substr(0, 6) != kMagic) return InvalidArgument("not an .npy array");
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) return InvalidArgument("an .npy array of version {}", major);
  uint64_t length = 0;
  const size_t prefix = major == 1 ? 10 : 12;
  if (bytes.size() < prefix) return InvalidArgument("the .npy array is cut");
  for (size_t i = prefix; i-- > 8;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
  if (length > bytes.size() - prefix) return InvalidArgument("the .npy array is cut");
  const std::string_view header = bytes.substr(prefix, length), data = bytes.substr(prefix + length);
  const std::string_view descr = Field(header, "descr"), order = Field(header, "fortran_order");
  Shape shape;
  if (descr.size() < 4 || descr.front() != '\'' || descr.back() != '\'' ||
      !ParseShape(Field(header, "shape"), &shape) || (order != "True" && order != "False"))
    return InvalidArgument(
        "the header of the .npy array is damaged, or its dtype {} is not one of numbers and bool", descr);
  const std::string_view code = descr.substr(2, descr.size() - 3);
  const auto* row =
      std::find_if(std::begin(kCodes), std::end(kCodes), [&](const auto& r) { return r.code == code; });
  if (row == std::end(kCodes))
    return InvalidArgument("an .npy array of dtype {}, which is not one of numbers and bool", descr);
  const auto count = CheckedNumElements(shape);
  const size_t size = DTypeSize(row->dtype);
  if (!count || static_cast<uint64_t>(*count) > data.size() / size ||
      static_cast<uint64_t>(*count) * size != data.size())
    return InvalidArgument("an .npy array of shape {} and dtype {} has {} bytes", shape.ToString(), descr,
                           data.size());
  Tensor result = Tensor::Allocate(row->dtype, shape);
  if (!result.valid())
    return {Code::kResourceExhausted, fmt::format("no memory for an array of shape {}", shape.ToString())};
  if (!data.empty()) std::memcpy(result.raw_data(), data.data(), data.size());
  if (descr[1] == '>') {
    const bool complex = IsComplex(row->dtype);
    SwapBytes(static_cast<char*>(result.raw_data()), static_cast<size_t>(*count) * (complex ? 2 : 1),
              complex ? size / 2 : size);
  }
  *tensor = order == "True" && shape.rank() > 1 ? ToRowMajor(result) : result;
  return {};
}

std::string FormatNpy(const Tensor& tensor) {
  const auto* row = std::find_if(std::begin(kCodes), std::end(kCodes),
                                 [&](const auto& r) { return r.dtype == tensor.dtype(); });
  TP_CHECK(row != std::end(kCodes), "no .npy form of {}", DTypeName(tensor.dtype()));
  const char order = DTypeSize(tensor.dtype()) == 1 ? '|' : '<';
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}", order,
                                   row->code, tensor.shape().ToString());
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(static_cast<const char*>(tensor.raw_data()), tensor.bytes());
  return file;
}

Status ReadArrays(const std::string& path, NamedTensors* tensors) {
  Ref<MappedFile> file;
  TP_RETURN_IF_ERROR(MappedFile::Open(path, &file));
  Status status;
  if (path.ends_with(".npz")) {
    status = ParseNpz(file->bytes(), tensors);
  } else {
    tensors->emplace_back();
    status = ParseNpy(file->bytes(), &tensors->back().second);
  }
  if (status.ok()) return status;
  return {Code::kUnknown, fmt::format("cannot read {}: {}", path, status.message())};
}

}  // namespace tp
