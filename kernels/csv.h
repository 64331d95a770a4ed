// What DecodeCSV and CSVDataset share: a field's text as a number.
#pragma once

#include <charconv>
#include <string>

#include "kernels/op.h"

namespace tp {

// Text as an element of `out` (float32, float64, int32, int64, string), white space around numbers apart, as
// strings::safe_strtof and its siblings read it; false where it is none.
inline bool ParseField(const std::string& text, Tensor* out, int64_t i) {
  if (out->dtype() == DType::kString) {
    out->data<std::string>()[i] = text;
    return true;
  }
  constexpr const char* kSpace = " \t\n\v\f\r";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return false;
  const std::string number = text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
  const char *first = number.c_str(), *last = first + number.size();
  char* end = nullptr;
  const auto whole = [&](auto* to) {
    const auto [stop, error] = std::from_chars(first + (first[0] == '+' && first[1] != '-'), last, *to);
    return error == std::errc() && stop == last;
  };
  switch (out->dtype()) {
    case DType::kFloat32:
      out->data<float>()[i] = std::strtof(first, &end);
      return end == last;
    case DType::kFloat64:
      out->data<double>()[i] = std::strtod(first, &end);
      return end == last;
    case DType::kInt32:
      return whole(out->data<int32_t>() + i);
    default:
      return whole(out->data<int64_t>() + i);
  }
}

inline std::string_view CsvTypeName(DType dtype) {
  return dtype == DType::kFloat32 ? "float" : dtype == DType::kFloat64 ? "double" : DTypeName(dtype);
}

// The attribute field_delim; 0 (an error is set) where it is not one character.
inline char CsvDelimiter(KernelContext& c, const std::string& text) {
  if (text.size() == 1) return text[0];
  Fail(c, "field_delim should be only 1 char");
  return 0;
}

}  // namespace tp
