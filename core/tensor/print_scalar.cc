// Single elements as text, and the plain summaries of tf.print and of error messages.
#include <fmt/format.h>

#include <cmath>

#include "core/tensor/float_text.h"
#include "core/tensor/print.h"

namespace tp {
namespace {

// printf's %g with `digits`, or with `more` digits where that does not read back to the same value: how
// TensorFlow's string formatting writes floats.
std::string PlainFloat(double value, bool single) {
  char text[40];  // a NaN with its sign bit set prints as "-nan", as in TensorFlow
  std::snprintf(text, sizeof text, "%.*g", single ? 6 : 15, value);
  const bool same =
      single ? std::strtof(text, nullptr) == static_cast<float>(value) : std::strtod(text, nullptr) == value;
  if (!same) std::snprintf(text, sizeof text, "%.*g", single ? 9 : 17, value);
  return text;
}

std::string ComplexText(double real, double imag, DType part) {
  std::string i = FloatScalarText(imag, part, false);
  if (real == 0 && !std::signbit(real)) return i + "j";
  if (i[0] != '-') i.insert(0, 1, '+');
  return "(" + FloatScalarText(real, part, false) + i + "j)";
}

// absl::Utf8SafeCEscape.
std::string Utf8SafeEscape(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
      case '\'':
      case '\\':
        out += '\\';
        out += c;
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
          out += fmt::format("\\{:03o}", byte);
        else
          out += c;
      }
    }
  }
  return out;
}

std::string PlainElement(const Tensor& t, int64_t i, bool quote) {
  switch (t.dtype()) {
    case DType::kString: {
      std::string text = Utf8SafeEscape(t.data<std::string>()[i]);
      return quote ? "\"" + text + "\"" : text;
    }
    case DType::kFloat64:
      return PlainFloat(t.data<double>()[i], false);
    case DType::kFloat32:
    case DType::kFloat16:
    case DType::kBFloat16:
      return PlainFloat(ElementAsDouble(t, i), true);
    case DType::kUint64:
      return std::to_string(t.data<uint64_t>()[i]);
    case DType::kBool:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
      return std::to_string(ElementAsInt(t, i));
    case DType::kInvalid:
    case DType::kComplex64:
    case DType::kComplex128:
    case DType::kResource:
    case DType::kVariant:
      return "?";
  }
  return "?";
}

void Spacing(int axis, int rank, std::string* out) {
  if (axis == rank - 1) {
    *out += ' ';
    return;
  }
  out->append(rank - axis - 1, '\n');
  out->append(axis + 1, ' ');
}

void PrintDim(const Tensor& t, int axis, int64_t base, int64_t stride, int64_t ends, std::string* out) {
  if (axis == t.rank()) {
    *out += PlainElement(t, base, true);
    return;
  }
  *out += '[';
  const int64_t size = t.dim(axis), step = size == 0 ? 0 : stride / size;
  for (int64_t i = 0; i < ends && i < size; ++i) {
    if (i > 0) Spacing(axis, t.rank(), out);
    PrintDim(t, axis + 1, base + i * step, step, ends, out);
  }
  if (size - ends > ends) {
    Spacing(axis, t.rank(), out);
    *out += "...";
  }
  for (int64_t i = std::max(ends, size - ends); i < size; ++i) {
    Spacing(axis, t.rank(), out);
    PrintDim(t, axis + 1, base + i * step, step, ends, out);
  }
  *out += ']';
}

void FlatDim(const Tensor& t, int axis, int64_t limit, int64_t* next, std::string* out) {
  if (*next >= limit) return;
  for (int64_t i = 0; i < t.dim(axis); ++i) {
    if (axis == t.rank() - 1) {
      if (*next >= limit) {
        if (axis != 0) *out += "...";
        return;
      }
      if (i > 0) *out += ' ';
      *out += PlainElement(t, (*next)++, false);
      continue;
    }
    const bool open = *next < limit;
    if (open) *out += '[';
    FlatDim(t, axis + 1, limit, next, out);
    if (open || *next < limit) *out += ']';
  }
}

}  // namespace

std::string SummarizeV2(const Tensor& t, int64_t summarize) {
  const int64_t count = t.num_elements();
  const int64_t limit = summarize < 0 ? count : std::min(summarize, count);
  if (t.dtype() == DType::kBool && limit == 0) return "";
  if (t.rank() == 0) return limit == 0 ? "..." : PlainElement(t, 0, true);
  std::string out;
  if (IsComplex(t.dtype()) || t.dtype() == DType::kResource || t.dtype() == DType::kVariant) {
    for (int64_t i = 0; i < limit; ++i) out += i > 0 ? " ?" : "?";
    return "[" + out + (count > limit ? "...]" : "]");
  }
  PrintDim(t, 0, 0, count, limit, &out);
  return out;
}

std::string SummarizeFlat(const Tensor& t, int64_t limit) {
  const int64_t count = t.num_elements();
  limit = limit < 0 ? count : std::min(limit, count);
  std::string out;
  int64_t next = 0;
  if (t.rank() == 0) {
    if (limit > 0) out = PlainElement(t, 0, false);
  } else {
    FlatDim(t, 0, limit, &next, &out);
  }
  if (count > limit) out += "...";
  return out;
}

std::string BytesText(std::string_view bytes) {
  const bool double_quotes =
      bytes.find('\'') != std::string_view::npos && bytes.find('"') == std::string_view::npos;
  const char quote = double_quotes ? '"' : '\'';
  std::string out = "b";
  out += quote;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + quote;
}

std::string ScalarStr(const Tensor& t, int64_t i) {
  if (t.dtype() == DType::kFloat16 || t.dtype() == DType::kFloat32)
    return FloatScalarText(ElementAsDouble(t, i), t.dtype(), true);
  if (t.dtype() == DType::kComplex64) {
    const auto& v = t.data<std::complex<float>>()[i];
    return ComplexText(v.real(), v.imag(), DType::kFloat32);
  }
  return ItemRepr(t, i);
}

std::string ItemRepr(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DType::kString:
      return BytesText(t.data<std::string>()[i]);
    case DType::kBool:
      return t.data<bool>()[i] ? "True" : "False";
    case DType::kFloat16:
    case DType::kFloat32:
    case DType::kFloat64:
      return PythonFloatText(ElementAsDouble(t, i));
    case DType::kBFloat16:
      return std::isnan(ElementAsDouble(t, i)) ? "nan" : fmt::format("{:g}", ElementAsDouble(t, i));
    case DType::kComplex64: {
      const auto& v = t.data<std::complex<float>>()[i];
      return ComplexText(v.real(), v.imag(), DType::kFloat64);
    }
    case DType::kComplex128: {
      const auto& v = t.data<std::complex<double>>()[i];
      return ComplexText(v.real(), v.imag(), DType::kFloat64);
    }
    case DType::kUint64:
      return std::to_string(t.data<uint64_t>()[i]);
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
      return std::to_string(ElementAsInt(t, i));
    case DType::kInvalid:
    case DType::kResource:
    case DType::kVariant:
      break;
  }
  return "<unprintable>";
}

}  // namespace tp
