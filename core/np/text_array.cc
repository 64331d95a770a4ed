// Arrays of strings: NumPy's '<U3' and '|S3', and object arrays whose elements are all str or all bytes.
// Their tensor holds UTF-8; what its strings are stands beside it (TextType).
#include <fmt/format.h>

#include <charconv>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/np/array.h"
#include "core/tensor/print.h"
#include "core/trace/element.h"

namespace tp {
namespace {

bool IsText(TextType type) { return type.kind == 'U' || type.kind == 'S'; }

int64_t CodePoints(std::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; });
}
int64_t WidthOf(const Tensor& strings) {
  int64_t width = 1;
  for (int64_t i = 0; i < strings.num_elements(); ++i)
    width = std::max(width, CodePoints(strings.data<std::string>()[i]));
  return width;
}
void Truncate(Tensor& strings, int64_t width) {
  for (int64_t i = 0; i < strings.num_elements(); ++i) {
    std::string& s = strings.data<std::string>()[i];
    if (CodePoints(s) <= width) continue;
    size_t end = 0;
    for (int64_t n = 0; end < s.size(); ++end)
      if ((s[end] & 0xC0) != 0x80 && n++ == width) break;
    s.resize(end);
  }
}

// What the leaves of nested lists are.
struct Leaves {
  bool str = false, bytes = false, other = false;
};
void Survey(const Value& v, Leaves* leaves) {
  if (IsList(v) || IsTuple(v))
    ForEach(v, [&](Value item) { Survey(item, leaves); });
  else if (IsStr(v))
    leaves->str = true;
  else if (IsBytes(v))
    leaves->bytes = true;
  else if (IsNdarray(v) && ArrayTensor(v).dtype() == DType::kString)
    (v.as<NdarrayObject>()->text.kind == 'U' ? leaves->str : leaves->bytes) = true;
  else
    leaves->other = true;
}

// How many characters NumPy keeps for the text of a number.
int64_t NumberWidth(DType dtype) {
  if (dtype == DType::kBool) return 5;
  if (!IsInteger(dtype)) return IsComplex(dtype) ? 64 : 32;
  static constexpr int kDigits[] = {3, 5, 10, 20};
  const int digits = kDigits[std::countr_zero(static_cast<unsigned>(DTypeSize(dtype)))];
  return digits + !IsUnsigned(dtype);
}
Tensor NumbersAsText(const Tensor& numbers) {
  Tensor strings = Tensor::Allocate(DType::kString, numbers.shape());
  for (int64_t i = 0; i < numbers.num_elements(); ++i) strings.data<std::string>()[i] = ScalarStr(numbers, i);
  return strings;
}
// int('12'), float('1.5') of each.
Tensor TextAsNumbers(const Tensor& strings, DType dtype) {
  ListObject* list = NewList(strings.num_elements());
  const Value numbers = Value::Own(list);
  const Value convert = TypeValue(IsInteger(dtype)        ? &IntType
                                  : dtype == DType::kBool ? &BoolType
                                                          : &FloatType);
  for (int64_t i = 0; i < strings.num_elements(); ++i)
    ListAppend(list,
               Call(convert, MakeTextArray(Tensor::Scalar(strings.data<std::string>()[i]), {'U'}, true)));
  const Tensor result = NumpyFromPython(numbers, dtype);
  return result.Reshaped(strings.shape());
}

[[noreturn]] void RefuseObjects() {
  Raise(&NotImplementedErrorType,
        "numpy arrays of dtype object are not supported by tracepack, but for strings");
}

Value More(const char* name) { return GetAttr(TheInterp().Import("numpy._more"), name); }

}  // namespace

std::string TextDTypeName(TextType type) {
  if (!IsText(type)) return "object";
  return fmt::format("{}{}{}", type.kind == 'U' ? '<' : '|', type.kind, type.width);
}

ArrayDType AsArrayDType(const Value& v) {
  if (v.is_undef() || v.is_none()) return {};
  if (IsExact(v, &NumpyDTypeType)) return {v.as<NumpyDTypeObject>()->dtype, v.as<NumpyDTypeObject>()->text};
  std::string_view name;
  if (IsType(v)) {
    if (AsType(v) == &FloatType) return {DType::kFloat64};
    if (AsType(v) == &IntType) return {DType::kInt64};
    name = AsType(v)->name;
    if (name == "complex") return {DType::kComplex128};
    if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  } else if (IsStr(v)) {
    name = StrView(v);
    if (name == "float" || name == "int") return {name == "int" ? DType::kInt64 : DType::kFloat64};
  }
  if (name == "object" || name == "object_" || name == "O") return {DType::kString, {'o'}};
  if (name == "str" || name == "str_" || name == "bytes" || name == "bytes_")
    return {DType::kString, {name[0] == 's' ? 'U' : 'S'}};
  std::string_view code = name;
  if (!code.empty() && (code[0] == '<' || code[0] == '|' || code[0] == '=')) code.remove_prefix(1);
  if (!code.empty() && (code[0] == 'U' || code[0] == 'S')) {
    TextType text{code[0]};
    const char* end = code.data() + code.size();
    if (std::from_chars(code.data() + 1, end, text.width).ptr == end) return {DType::kString, text};
  }
  // 'f4' and its like.
  static constexpr std::pair<std::string_view, DType> kCodes[] = {
      {"?", DType::kBool},         {"b1", DType::kBool},           {"b", DType::kInt8},
      {"i1", DType::kInt8},        {"h", DType::kInt16},           {"i2", DType::kInt16},
      {"i", DType::kInt32},        {"i4", DType::kInt32},          {"l", DType::kInt64},
      {"q", DType::kInt64},        {"p", DType::kInt64},           {"i8", DType::kInt64},
      {"B", DType::kUint8},        {"u1", DType::kUint8},          {"H", DType::kUint16},
      {"u2", DType::kUint16},      {"I", DType::kUint32},          {"u4", DType::kUint32},
      {"L", DType::kUint64},       {"Q", DType::kUint64},          {"P", DType::kUint64},
      {"u8", DType::kUint64},      {"e", DType::kFloat16},         {"f2", DType::kFloat16},
      {"f", DType::kFloat32},      {"f4", DType::kFloat32},        {"d", DType::kFloat64},
      {"f8", DType::kFloat64},     {"F", DType::kComplex64},       {"c8", DType::kComplex64},
      {"D", DType::kComplex128},   {"c16", DType::kComplex128},    {"single", DType::kFloat32},
      {"double", DType::kFloat64}, {"half", DType::kFloat16},      {"intp", DType::kInt64},
      {"uint", DType::kUint64},    {"complex", DType::kComplex128}};
  if (IsStr(v))
    for (const auto& [text, dtype] : kCodes)
      if (code == text) return {dtype};
  if (IsStr(v) && !name.empty() && name[0] == '>')
    RaiseText(&NotImplementedErrorType, "numpy dtypes of big-endian numbers are not supported by tracepack");
  return {AsDType(v)};
}

Value MakeTextArray(Tensor tensor, TextType text, bool scalar) {
  if (tensor.dtype() != DType::kString || text.kind == 'O') return MakeArray(std::move(tensor), scalar);
  if (scalar && tensor.rank() == 0) {
    const Value item = TextItem(tensor.scalar<std::string>(), text);
    return text.kind == 'o' ? item : Call(More(text.kind == 'U' ? "str_" : "bytes_"), item);
  }
  const Value array = MakeArray(std::move(tensor), false);
  array.as<NdarrayObject>()->text = text;
  return array;
}

Value MakeLike(const Value& like, Tensor tensor, bool scalar) {
  return MakeTextArray(std::move(tensor), like.as<NdarrayObject>()->text, scalar);
}

Value TextItem(const std::string& text, TextType type) {
  return type.kind == 'U' || type.kind == 'o' ? MakeStr(text) : MakeBytes(text);
}

Value ArrayFromPython(const Value& v, ArrayDType wanted) {
  if (IsVariable(v) || IsTensor(v)) {
    const Value array = MakeArray(NumpyFromPython(v), false);
    return wanted.dtype == DType::kInvalid ? array : ArrayFromPython(array, wanted);
  }
  const bool to_text = wanted.dtype == DType::kString, free = wanted.dtype == DType::kInvalid;
  Tensor strings;
  TextType text = wanted.text;
  int64_t width = 0;
  if (IsNdarray(v)) {
    const Tensor& from = ArrayTensor(v);
    const TextType old = v.as<NdarrayObject>()->text;
    const bool from_text = from.dtype() == DType::kString;
    if (free) return MakeLike(v, from.Clone(), false);
    if (!to_text)
      return MakeArray(from_text ? TextAsNumbers(from, wanted.dtype) : NumpyFromPython(v, wanted.dtype),
                       false);
    if (!IsText(text)) {
      if (!from_text) RefuseObjects();
      text.kind = old.kind == 'U' || old.kind == 'o' ? 'o' : 'O';
    }
    strings = from_text ? from.Clone() : NumbersAsText(from);
    width = from.num_elements() == 0 ? 1
            : !from_text             ? NumberWidth(from.dtype())
            : IsText(old)            ? old.width
                                     : WidthOf(from);
  } else {
    Leaves leaves;
    Survey(v, &leaves);
    const bool any = leaves.str || leaves.bytes;
    if (!any && !to_text) return MakeArray(NumpyFromPython(v, wanted.dtype), false);
    if (to_text && !IsText(text) && (leaves.other || (leaves.str && leaves.bytes))) RefuseObjects();
    Value nested = v;
    if (any && leaves.other) {
      const Value both = Call(More("_texts"), v);  // the numbers among them as text, and their width
      nested = GetItem(both, Value::Int(0));
      width = IndexInt64(GetItem(both, Value::Int(1)));
    }
    if (!any) return ArrayFromPython(MakeArray(NumpyFromPython(v), false), wanted);
    strings = NumpyFromPython(nested, DType::kString);
    if (free) text.kind = leaves.str ? 'U' : 'S';
    if (!free && !to_text) return MakeArray(TextAsNumbers(strings, wanted.dtype), false);
    if (to_text && !IsText(text)) text.kind = leaves.str ? 'o' : 'O';
    width = std::max(width, WidthOf(strings));
  }
  if (text.width == 0)
    text.width = width;
  else if (IsText(text))
    Truncate(strings, text.width);
  return MakeTextArray(std::move(strings), text, false);
}

}  // namespace tp
