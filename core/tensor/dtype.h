// DType: the element type of a tensor, with TensorFlow's names. The table is dtype.def.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/ref.h"
#include "core/tensor/half.h"

namespace tp {

enum class DType : uint8_t {
  kInvalid = 0,
#define TP_DTYPE(e, name, brief, number, bytes, type) e = number,
#include "core/tensor/dtype.def"
#undef TP_DTYPE
};

std::string_view DTypeName(DType dtype);                    // "float32"; "invalid" for kInvalid
std::string_view DTypeShortName(DType dtype);               // "f32"
std::string DTypeEnumName(DType dtype);                     // "DT_FLOAT", as node attributes print
std::optional<DType> DTypeFromName(std::string_view name);  // either name
size_t DTypeSize(DType dtype);  // bytes an element takes in a buffer; 0 for kInvalid

bool IsFloating(DType dtype);  // float16, bfloat16, float32, float64
bool IsComplex(DType dtype);
bool IsInteger(DType dtype);  // signed and unsigned, not bool
bool IsUnsigned(DType dtype);
inline bool IsNumeric(DType dtype) { return IsFloating(dtype) || IsComplex(dtype) || IsInteger(dtype); }
// True for string, resource and variant: their elements have constructors and destructors.
bool IsManaged(DType dtype);

// DTypeOf<float>::value == DType::kFloat32, for every C++ type of the table but Ref (resource and variant
// share it).
template <class T>
struct DTypeOf;
#define TP_OF(e, type)                       \
  template <>                                \
  struct DTypeOf<type> {                     \
    static constexpr DType value = DType::e; \
  };
TP_OF(kFloat32, float)
TP_OF(kFloat64, double)
TP_OF(kInt32, int32_t)
TP_OF(kUint8, uint8_t)
TP_OF(kInt16, int16_t)
TP_OF(kInt8, int8_t)
TP_OF(kString, std::string)
TP_OF(kComplex64, std::complex<float>)
TP_OF(kInt64, int64_t)
TP_OF(kBool, bool)
TP_OF(kBFloat16, BFloat16)
TP_OF(kUint16, uint16_t)
TP_OF(kComplex128, std::complex<double>)
TP_OF(kFloat16, Half)
TP_OF(kUint32, uint32_t)
TP_OF(kUint64, uint64_t)
#undef TP_OF

// Calls f(T{}) with the C++ type of a numeric or bool dtype; returns false, without a call, for any other.
template <class F>
bool DispatchNumeric(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kFloat32:
      f(float{});
      return true;
    case DType::kFloat64:
      f(double{});
      return true;
    case DType::kInt32:
      f(int32_t{});
      return true;
    case DType::kUint8:
      f(uint8_t{});
      return true;
    case DType::kInt16:
      f(int16_t{});
      return true;
    case DType::kInt8:
      f(int8_t{});
      return true;
    case DType::kComplex64:
      f(std::complex<float>{});
      return true;
    case DType::kInt64:
      f(int64_t{});
      return true;
    case DType::kBool:
      f(bool{});
      return true;
    case DType::kBFloat16:
      f(BFloat16{});
      return true;
    case DType::kUint16:
      f(uint16_t{});
      return true;
    case DType::kComplex128:
      f(std::complex<double>{});
      return true;
    case DType::kFloat16:
      f(Half{});
      return true;
    case DType::kUint32:
      f(uint32_t{});
      return true;
    case DType::kUint64:
      f(uint64_t{});
      return true;
    case DType::kInvalid:
    case DType::kString:
    case DType::kResource:
    case DType::kVariant:
      return false;
  }
  return false;
}

}  // namespace tp
