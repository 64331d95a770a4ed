// Strings: bytes, joined, cut, counted, and turned into numbers and back.
#include <charconv>
#include <cmath>

#include "core/tensor/print.h"
#include "kernels/op.h"
#include "kernels/ops/strings_map.h"

namespace tp {
namespace {

bool Utf8(KernelContext& c) { return c.Attr<std::string>("unit", "BYTE") == "UTF8_CHAR"; }
bool Continues(char ch) { return (static_cast<unsigned char>(ch) & 0xc0) == 0x80; }

int64_t CharCount(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char ch) { return !Continues(ch); });
}

// The byte at which character `at` begins (the end where there are fewer).
size_t ByteOf(const std::string& text, int64_t at) {
  size_t i = 0;
  for (; i < text.size(); ++i)
    if (!Continues(text[i]) && at-- == 0) break;
  return i;
}

void JoinKernel(KernelContext& c) {
  const std::string separator = c.Attr<std::string>("separator");
  Shape shape;
  for (int i = 0; i < c.num_inputs(); ++i) {
    if (c.input(i).rank() == 0) continue;
    if (shape.rank() != 0 && shape != c.input(i).shape())
      return Fail(c, "Input shapes do not match: {} vs. {}", shape, c.input(i).shape());
    shape = c.input(i).shape();
  }
  Tensor* out = c.Output(0, DType::kString, shape);
  if (out == nullptr) return;
  for (int64_t k = 0; k < out->num_elements(); ++k) {
    std::string& text = out->data<std::string>()[k];
    for (int i = 0; i < c.num_inputs(); ++i) {
      if (i) text += separator;
      text += c.input(i).data<std::string>()[c.input(i).rank() == 0 ? 0 : k];
    }
  }
}

Status JoinShape(ShapeContext& c) {
  Shape shape;
  for (int i = 0; i < c.num_inputs(); ++i) {
    if (!c.input(i).has_rank()) return {};
    if (c.input(i).rank() == 0) continue;
    if (shape.rank() == 0)
      shape = c.input(i);
    else
      TP_RETURN_IF_ERROR(c.Merge(shape, c.input(i), &shape));
  }
  c.Set(0, shape);
  return {};
}

// printf's format for the elements, or an error (TF: as_string_op.cc). Complex numbers have it twice.
Status NumberFormat(KernelContext& c, std::string* format) {
  const DType dtype = c.input(0).dtype();
  const int64_t precision = c.Attr<int64_t>("precision", -1), width = c.Attr<int64_t>("width", -1);
  const bool scientific = c.Attr("scientific", false), shortest = c.Attr("shortest", false);
  const std::string fill = c.Attr<std::string>("fill");
  const bool floating = IsFloating(dtype) || IsComplex(dtype);
  if (!floating && dtype != DType::kString && dtype != DType::kBool) {
    if (scientific || shortest)
      return InvalidArgument("scientific and shortest format not supported for datatype {}",
                             DTypeName(dtype));
    if (precision > -1) return InvalidArgument("precision not supported for datatype {}", DTypeName(dtype));
  }
  if (fill.size() > 1) return InvalidArgument("Fill string must be one or fewer characters");
  if (scientific && shortest) return InvalidArgument("Cannot select both scientific and shortest notation");
  if (!fill.empty() && std::string_view(" +-0#").find(fill) == std::string_view::npos)
    return InvalidArgument("Fill argument not supported: \"{}\"", fill);
  if (width > 1 << 16 || precision > 1 << 16)
    return InvalidArgument("width and precision must be at most 65536");
  *format = "%" + fill;
  if (width > -1) *format += std::to_string(width);
  if (precision > -1 && dtype != DType::kString) *format += "." + std::to_string(precision);
  if (floating)
    *format += shortest ? "g" : scientific ? "e" : "f";
  else
    *format += dtype == DType::kString ? "s" : IsUnsigned(dtype) ? "llu" : "lld";
  return {};
}

std::string Printed(const std::string& format, auto value) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  if (size < 0) return {};
  std::string text(size, '\0');
  std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
  return text;
}

void AsStringKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  std::string format;
  if (Status status = NumberFormat(c, &format); !status.ok()) return c.Error(std::move(status));
  Tensor* out = c.Output(0, DType::kString, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    std::string& text = out->data<std::string>()[i];
    const auto complex = [&](auto value) {
      text = "(" + Printed(format, static_cast<double>(value.real())) + "," +
             Printed(format, static_cast<double>(value.imag())) + ")";
    };
    if (x.dtype() == DType::kString)
      text = format == "%s" ? x.data<std::string>()[i] : Printed(format, x.data<std::string>()[i].c_str());
    else if (x.dtype() == DType::kBool)
      text = x.data<bool>()[i] ? "true" : "false";
    else if (x.dtype() == DType::kComplex64)
      complex(x.data<std::complex<float>>()[i]);
    else if (x.dtype() == DType::kComplex128)
      complex(x.data<std::complex<double>>()[i]);
    else if (IsFloating(x.dtype()))
      text = Printed(format, ElementAsDouble(x, i));
    else if (IsInteger(x.dtype()))
      text = Printed(format, static_cast<long long>(ElementAsInt(x, i)));
    else
      return FailAs(c, Code::kUnimplemented, "AsString of {}", DTypeName(x.dtype()));
  }
}

void ToNumberKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, c.Attr<DType>("out_type", DType::kFloat32), x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    std::string text = x.data<std::string>()[i];
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.erase(0, 1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    bool good = !text.empty();
    DispatchNumeric(out->dtype(), [&](auto zero) {
      using T = decltype(zero);
      T value{};
      if constexpr (std::is_floating_point_v<T>) {
        char* end = nullptr;
        value = std::is_same_v<T, float> ? static_cast<T>(std::strtof(text.c_str(), &end))
                                         : static_cast<T>(std::strtod(text.c_str(), &end));
        good = good && *end == 0;
      } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        const auto [end, error] = std::from_chars(text.data() + (text[0] == '+' && text[1] != '-'),
                                                  text.data() + text.size(), value);
        good = good && error == std::errc() && end == text.data() + text.size();
      }
      if constexpr (std::is_arithmetic_v<T>) out->data<T>()[i] = value;
    });
    if (!good)
      return Fail(c, "StringToNumberOp could not correctly convert string: {}", x.data<std::string>()[i]);
  }
}

Status SubstrShape(ShapeContext& c) {
  if (c.input(1).IsFullyKnown() && c.input(1).rank() == 0) return shape::Unchanged(c);
  return shape::Broadcast(c);
}

// Positions broadcast against the strings.
void SubstrKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &pos = c.input(1), &len = c.input(2);
  if (pos.shape() != len.shape())
    return Fail(c, "pos and len should have the same shape, got: {} vs. {}", pos.shape(), len.shape());
  const int rank = std::max(x.rank(), pos.rank());
  Shape shape;
  const auto dim = [&](const Tensor& t, int d) {
    const int at = d - (rank - t.rank());
    return at < 0 ? Dim{1} : t.shape()[at];
  };
  for (int d = 0; d < rank; ++d) {
    const Dim a = dim(x, d), b = dim(pos, d);
    if (a != b && a != 1 && b != 1)
      return Fail(c, "Substr requires input and pos shapes that broadcast, got: {} vs. {}", x.shape(),
                  pos.shape());
    shape.Append(a == 1 ? b : a);
  }
  Tensor* out = c.Output(0, DType::kString, shape);
  if (out == nullptr) return;
  const bool utf8 = Utf8(c);
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    int64_t text_at = 0, pos_at = 0, text_stride = 1, pos_stride = 1;
    for (int64_t d = rank - 1, rest = i; d >= 0; rest /= shape[d], --d) {
      const int64_t at = rest % shape[d], a = dim(x, d), b = dim(pos, d);
      text_at += a == 1 ? 0 : at * text_stride;
      pos_at += b == 1 ? 0 : at * pos_stride;
      text_stride *= a;
      pos_stride *= b;
    }
    const std::string& text = x.data<std::string>()[text_at];
    int64_t at = ElementAsInt(pos, pos_at);
    const int64_t count = ElementAsInt(len, pos_at),
                  size = utf8 ? CharCount(text) : static_cast<int64_t>(text.size());
    if (at < -size || at > size)
      return Fail(c, "pos {} out of range for string b'{}' at index {}", at, text, i);
    if (at < 0) at += size;
    // A negative length is all that is left, as in TensorFlow.
    const int64_t stop = count < 0 || count > size - at ? size : at + count;
    const size_t from = utf8 ? ByteOf(text, at) : at, to = utf8 ? ByteOf(text, stop) : stop;
    out->data<std::string>()[i] = text.substr(from, to - from);
  }
}

}  // namespace

TP_OP(StringJoin){
    .name = "StringJoin",
    .inputs = "inputs: N * string",
    .outputs = "output: string",
    .attrs = "N: int >= 0, separator: string = ''",
    .doc = "The inputs joined elementwise; scalars go with each element.",
    .shape = JoinShape,
    .kernel = JoinKernel,
    .no_gradient = true,
    .examples =
        "'a', ['b' 'c'] -> ['a-b' 'a-c'] | separator='-'\n"
        "'x', 'y' -> 'xy'",
};

TP_OP(StringLength){
    .name = "StringLength",
    .inputs = "input: string",
    .outputs = "output: int32",
    .attrs = "unit: {'BYTE','UTF8_CHAR'} = 'BYTE'",
    .doc = "The length of each string, in bytes or UTF-8 characters.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          const Tensor& x = c.input(0);
          Tensor* out = c.Output(0, DType::kInt32, x.shape());
          if (out == nullptr) return;
          for (int64_t i = 0; i < x.num_elements(); ++i) {
            const std::string& text = x.data<std::string>()[i];
            out->data<int32_t>()[i] =
                static_cast<int32_t>(Utf8(c) ? CharCount(text) : static_cast<int64_t>(text.size()));
          }
        },
    .no_gradient = true,
    .examples =
        "['a' 'bcd'] -> [1 3]\n"
        "'é' -> 1 | unit='UTF8_CHAR'",
};

TP_OP(StringStrip){
    .name = "StringStrip",
    .api = "tf.strings.strip (input, name=None)",
    .inputs = "input: string",
    .outputs = "output: string",
    .doc = "The strings without white space at both ends.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          MapStrings(c, [](const std::string& s) {
            const char* space = " \t\n\v\f\r";
            const size_t from = s.find_first_not_of(space);
            return from == std::string::npos ? std::string()
                                             : s.substr(from, s.find_last_not_of(space) - from + 1);
          });
        },
    .no_gradient = true,
    .examples = "[' a b ' ''] -> ['a b' '']",
};

TP_OP(AsString){
    .name = "AsString",
    .api =
        "tf.strings.as_string, tf.as_string (input, precision=-1, scientific=False, shortest=False, "
        "width=-1, "
        "fill='', name=None)",
    .inputs = "input: T",
    .outputs = "output: string",
    .attrs =
        "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64,"
        "complex64,complex128,bool,variant,string}, precision: int = -1, scientific: bool = false, "
        "shortest: bool = false, width: int = -1, fill: string = ''",
    .doc = "Numbers as text.",
    .shape = shape::Unchanged,
    .kernel = AsStringKernel,
    .no_gradient = true,
    .examples =
        "[1 -2] -> ['1' '-2']\n"
        "[1.5 2.25] -> ['1.500000' '2.250000']\n"
        "[1.5] -> ['1.500'] | precision=3\n"
        "[True False] -> ['true' 'false']\n"
        "[3] -> ['0003'] | width=4, fill='0'",
};

TP_OP(StringToNumber){
    .name = "StringToNumber",
    .inputs = "string_tensor: string",
    .outputs = "output: out_type",
    .attrs = "out_type: {float32,float64,int32,int64,uint32,uint64} = float32",
    .doc = "Text as numbers.",
    .shape = shape::Unchanged,
    .kernel = ToNumberKernel,
    .no_gradient = true,
    .examples =
        "['1.5' ' 2 '] -> [1.5 2.]\n"
        "'7' -> i64:7 | out_type=i64",
};

TP_OP(Substr){
    .name = "Substr",
    .inputs = "input: string, pos: T, len: T",
    .outputs = "output: string",
    .attrs = "T: {int32,int64}, unit: {'BYTE','UTF8_CHAR'} = 'BYTE'",
    .doc = "A part of each string.",
    .shape = SubstrShape,
    .kernel = SubstrKernel,
    .no_gradient = true,
    .examples =
        "'abcdef', [1 2], [2 1] -> ['bc' 'c']\n"
        "['hello' 'world'], 1, 3 -> ['ell' 'orl']\n"
        "'abc', -2, 5 -> 'bc'",
};

}  // namespace tp
