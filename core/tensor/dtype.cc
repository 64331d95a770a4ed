#include "core/tensor/dtype.h"

namespace tp {
namespace {

struct Row {
  DType dtype;
  std::string_view name, brief;
  size_t bytes;
};

constexpr Row kRows[] = {
#define TP_DTYPE(e, name, brief, number, bytes, type) {DType::e, name, brief, bytes},
#include "core/tensor/dtype.def"
#undef TP_DTYPE
};

#define TP_DTYPE(e, name, brief, number, bytes, type) \
  static_assert(sizeof(type) == bytes, "dtype.def: the size of " name);
#include "core/tensor/dtype.def"
#undef TP_DTYPE

const Row* Find(DType dtype) {
  for (const Row& row : kRows)
    if (row.dtype == dtype) return &row;
  return nullptr;
}

}  // namespace

std::string_view DTypeName(DType dtype) {
  if (const Row* row = Find(dtype)) return row->name;
  // No tensor has these, but TensorFlow's texts name them among what an op takes.
  switch (static_cast<int>(dtype)) {
    case 11:
      return "qint8";
    case 12:
      return "quint8";
    case 13:
      return "qint32";
    case 15:
      return "qint16";
    case 16:
      return "quint16";
    default:
      return "invalid";
  }
}

std::string_view DTypeShortName(DType dtype) {
  const Row* row = Find(dtype);
  return row ? row->brief : "invalid";
}

std::string DTypeEnumName(DType dtype) {
  // TensorFlow's enum says FLOAT, DOUBLE and HALF where the names say float32, float64 and float16.
  switch (dtype) {
    case DType::kFloat32:
      return "DT_FLOAT";
    case DType::kFloat64:
      return "DT_DOUBLE";
    case DType::kFloat16:
      return "DT_HALF";
    default:
      break;
  }
  std::string text = "DT_";
  for (char c : DTypeName(dtype)) text += (c >= 'a' && c <= 'z') ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::optional<DType> DTypeFromName(std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name || row.brief == name) return row.dtype;
  return std::nullopt;
}

size_t DTypeSize(DType dtype) {
  const Row* row = Find(dtype);
  return row ? row->bytes : 0;
}

bool IsFloating(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat64 || dtype == DType::kFloat16 ||
         dtype == DType::kBFloat16;
}

bool IsComplex(DType dtype) { return dtype == DType::kComplex64 || dtype == DType::kComplex128; }

bool IsUnsigned(DType dtype) {
  return dtype == DType::kUint8 || dtype == DType::kUint16 || dtype == DType::kUint32 ||
         dtype == DType::kUint64;
}

bool IsInteger(DType dtype) {
  return IsUnsigned(dtype) || dtype == DType::kInt8 || dtype == DType::kInt16 || dtype == DType::kInt32 ||
         dtype == DType::kInt64;
}

bool IsManaged(DType dtype) {
  return dtype == DType::kString || dtype == DType::kResource || dtype == DType::kVariant;
}

}  // namespace tp
