// Functions of the `numpy` module: creation, and the elementwise and reducing ones that specs use.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/np/array.h"
#include "core/trace/element.h"

namespace tp {

// float_errors.cc: what NumPy warns of.
void WarnOfFloats(const std::string& name, std::initializer_list<Tensor> inputs, const Tensor& output);
namespace {

DType NumpyDType(const Value& v, DType otherwise) {
  return v.is_undef() || v.is_none() ? otherwise : AsArrayDType(v).dtype;
}

tp::Shape ShapeOf(const Value& v) {
  tp::Shape shape;
  if (IsAnyInt(v) || IsNdarray(v)) {
    shape.Append(IndexInt64(v));
    return shape;
  }
  ForEach(v, [&](Value dim) { shape.Append(IndexInt64(dim)); });
  return shape;
}

// "8.00 TiB", as NumPy writes the size of what it could not have.
std::string SizeText(double bytes) {
  static constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = std::max(std::ilogb(bytes), 0) / 10;
  double n = std::ldexp(bytes, -10 * unit);
  if (std::nearbyint(n) == 1024 && unit < 6) n /= 1024, ++unit;
  return Format(unit == 0 ? "%.0f %s" : std::nearbyint(n) < 1000 ? "%#.3g %s" : "%#.0f %s", n, kUnits[unit]);
}

// A new array, or NumPy's error where there cannot be one of that shape.
Tensor NewArray(DType dtype, const tp::Shape& shape) {
  for (Dim dim : shape)
    if (dim < 0) Raise(&ValueErrorType, "negative dimensions are not allowed");
  if (shape.rank() > 64)
    Raise(&ValueErrorType, "maximum supported dimension for an ndarray is currently 64, found %d",
          shape.rank());
  int64_t bytes = 0;
  const auto count = CheckedNumElements(shape);
  if (!count || __builtin_mul_overflow(*count, static_cast<int64_t>(DTypeSize(dtype)), &bytes))
    Raise(&ValueErrorType,
          "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
  Tensor tensor = Tensor::Allocate(dtype, shape);
  if (!tensor.valid()) {
    RaiseLimitReached("");
    RaiseText(
        &MemoryErrorType,
        fmt::format("Unable to allocate {} for an array with shape {} and data type {}",
                    SizeText(static_cast<double>(bytes)), Repr(ToTuple(MakeShape(shape))), DTypeName(dtype)));
  }
  return tensor;
}

Value ArrayFunction(Interp&, Args args) {
  static ArgParser parser("array", "object, dtype=None, copy=None, order=None, ndmin=0");
  Value v[5];
  parser.Parse(args, v);
  return ArrayFromPython(v[0], AsArrayDType(v[1]));
}

// Strings: by what FilledFunction and FilledLike are for, empty ones.
Value FilledText(const Value& shape, TextType text, double fill) {
  if (text.kind != 'U' && text.kind != 'S')
    Raise(&NotImplementedErrorType,
          "numpy arrays of dtype object are not supported by tracepack, but for strings");
  text.width = std::max<int64_t>(text.width, 1);
  Tensor tensor = NewArray(DType::kString, ShapeOf(shape));
  for (int64_t i = 0; i < tensor.num_elements(); ++i) tensor.data<std::string>()[i] = fill != 0 ? "1" : "";
  return MakeTextArray(std::move(tensor), text, false);
}
Value Filled(const Value& shape, ArrayDType wanted, double fill) {
  const DType dtype = wanted.dtype;
  if (dtype == DType::kString) return FilledText(shape, wanted.text, fill);
  Tensor tensor = NewArray(dtype, ShapeOf(shape));
  for (int64_t i = 0; i < tensor.num_elements(); ++i) StoreDouble(tensor, i, fill);
  return MakeArray(std::move(tensor), false);
}
template <int Fill>
Value FilledFunction(Interp&, Args args) {
  static ArgParser parser("zeros", "shape, dtype=None, order=None");
  Value v[3];
  parser.Parse(args, v);
  const ArrayDType dtype = AsArrayDType(v[1]);
  return Filled(v[0], dtype.dtype == DType::kInvalid ? ArrayDType{DType::kFloat64} : dtype, Fill);
}
template <int Fill>
Value FilledLike(Interp&, Args args) {
  static ArgParser parser("zeros_like", "a, dtype=None");
  Value v[2];
  parser.Parse(args, v);
  const Value like = IsNdarray(v[0]) ? v[0] : ArrayFromPython(v[0]);
  const Tensor& tensor = ArrayTensor(like);
  const ArrayDType dtype = AsArrayDType(v[1]);
  return Filled(
      ToTuple(MakeShape(tensor.shape())),
      dtype.dtype == DType::kInvalid ? ArrayDType{tensor.dtype(), like.as<NdarrayObject>()->text} : dtype,
      Fill);
}
Value Full(Interp&, Args args) {
  static ArgParser parser("full", "shape, fill_value, dtype=None");
  Value v[3];
  parser.Parse(args, v);
  const Value value = ArrayFromPython(v[1], AsArrayDType(v[2]));
  const Tensor& fill = ArrayTensor(value);
  const tp::Shape shape = ShapeOf(v[0]);
  if (fill.rank() == 0) {
    Tensor tensor = NewArray(fill.dtype(), shape);
    if (!IsManaged(fill.dtype())) {
      const size_t size = DTypeSize(fill.dtype());
      for (int64_t i = 0; i < tensor.num_elements(); ++i)
        std::memcpy(static_cast<char*>(tensor.raw_data()) + i * size, fill.raw_data(), size);
      return MakeArray(std::move(tensor), false);
    }
  }
  return MakeLike(value, RunEager("BroadcastTo", {fill, Tensor::Of<int64_t>({shape.rank()}, shape.dims())}),
                  false);
}
Value Arange(Interp&, Args args) {
  static ArgParser parser("arange", "start, stop=None, step=None, dtype=None");
  Value v[4];
  parser.Parse(args, v);
  Value start = v[0], stop = v[1], step = v[2];
  if (stop.is_undef() || stop.is_none()) {
    stop = start;
    start = Value::Int(0);
  }
  if (step.is_undef() || step.is_none()) step = Value::Int(1);
  const bool integers = IsAnyInt(start) && IsAnyInt(stop) && IsAnyInt(step);
  const double first = ToDouble(start), last = ToDouble(stop), by = ToDouble(step);
  const double items = std::ceil((last - first) / by);
  if (by == 0 || std::isnan(items))
    Raise(by == 0 ? &ZeroDivisionErrorType : &ValueErrorType,
          by == 0 ? "division by zero" : "arange: cannot compute length");
  if (items >= 0x1p63) Raise(&ValueErrorType, "Maximum allowed size exceeded");
  const auto count = static_cast<int64_t>(std::max(0.0, items));
  Tensor tensor = NewArray(NumpyDType(v[3], integers ? DType::kInt64 : DType::kFloat64), {count});
  for (int64_t i = 0; i < count; ++i) StoreDouble(tensor, i, first + static_cast<double>(i) * by);
  return MakeArray(std::move(tensor), false);
}
Value Linspace(Interp&, Args args) {
  static ArgParser parser("linspace", "start, stop, num=50, endpoint=True, retstep=False, dtype=None");
  Value v[6];
  parser.Parse(args, v);
  const double first = ToDouble(v[0]), last = ToDouble(v[1]);
  const int64_t count = v[2].is_undef() ? 50 : IndexInt64(v[2]);
  if (count < 0)
    Raise(&ValueErrorType, "Number of samples, %lld, must be non-negative.", static_cast<long long>(count));
  const bool endpoint = v[3].is_undef() || IsTrue(v[3]);
  const double parts = static_cast<double>(endpoint ? count - 1 : count);
  Tensor tensor = NewArray(NumpyDType(v[5], DType::kFloat64), {count});
  for (int64_t i = 0; i < count; ++i)
    StoreDouble(tensor, i,
                endpoint && i + 1 == count && count > 1
                    ? last
                    : first + static_cast<double>(i) * ((last - first) / parts));
  return MakeArray(std::move(tensor), false);
}
Value Eye(Interp&, Args args) {
  static ArgParser parser("eye", "N, M=None, k=0, dtype=None");
  Value v[4];
  parser.Parse(args, v);
  const int64_t rows = IndexInt64(v[0]),
                columns = v[1].is_undef() || v[1].is_none() ? rows : IndexInt64(v[1]);
  const int64_t k = v[2].is_undef() ? 0 : IndexInt64(v[2]);
  Tensor tensor = NewArray(NumpyDType(v[3], DType::kFloat64), {rows, columns});
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) StoreDouble(tensor, i * columns + j, j == i + k ? 1.0 : 0.0);
  return MakeArray(std::move(tensor), false);
}

// np.sqrt(x) and its like: ints become float64.
template <const char* Op>
Value Elementwise(Interp&, Args args) {
  CheckArgs(Op, args, 1, 1);
  Tensor t = NumpyFromPython(args[0]);
  if (IsInteger(t.dtype()) || t.dtype() == DType::kBool) t = CastTensor(t, DType::kFloat64);
  const Tensor made = RunEager(Op, {t});
  std::string name = Op;
  name[0] = static_cast<char>(name[0] | 0x20);
  WarnOfFloats(name, {t}, made);
  return MakeArray(made, true);
}
constexpr char kSqrt[] = "Sqrt", kExp[] = "Exp", kLog[] = "Log", kSin[] = "Sin", kCos[] = "Cos",
               kTan[] = "Tan", kTanh[] = "Tanh", kFloor[] = "Floor", kCeil[] = "Ceil", kIsNan[] = "IsNan",
               kIsInf[] = "IsInf", kIsFinite[] = "IsFinite", kLog1p[] = "Log1p", kExpm1[] = "Expm1";

// np.sum(a, …) is a.sum(…).
template <const char* Method>
Value AsMethod(Interp&, Args args) {
  if (args.size() == 0)
    RaiseText(&TypeErrorType, fmt::format("{}() missing 1 required positional argument: 'a'", Method));
  Value array = IsNdarray(args[0]) ? args[0] : ArrayFromPython(args[0]);
  return Call(GetAttr(array, Method), args.From(1));
}
constexpr char kSum[] = "sum", kMean[] = "mean", kMax[] = "max", kMin[] = "min", kProd[] = "prod",
               kAll[] = "all", kAny[] = "any", kReshape[] = "reshape", kRavel[] = "ravel";

template <ast::BinOp O>
Value Operator(Interp&, Args args) {
  CheckArgs("operator", args, 2, 2);
  // A Python number beside an array is weak.
  const auto number = [](const Value& v) { return v.is_float() || (IsAnyInt(v) && !v.is_bool()); };
  const auto operand = [&](const Value& v, const Value& other) {
    return number(v) && !number(other) ? v : ArrayFromPython(v);
  };
  return ArrayBinary(O, operand(args[0], args[1]), operand(args[1], args[0]));
}
Value AbsFunction(Interp&, Args args) {
  CheckArgs("abs", args, 1, 1);
  return Call(GetAttr(MakeArray(NumpyFromPython(args[0]), true), "__abs__"));
}

struct Tolerance {
  double rtol, atol;
};
bool Close(const Tensor& a, const Tensor& b, Tolerance tolerance) {
  const auto shape = BroadcastShapes(a.shape(), b.shape());
  if (!shape) return false;
  const Tensor dims = Tensor::Of<int64_t>({shape->rank()}, shape->dims());
  const Tensor x = RunEager("BroadcastTo", {CastTensor(a, DType::kFloat64), dims});
  const Tensor y = RunEager("BroadcastTo", {CastTensor(b, DType::kFloat64), dims});
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const double p = x.data<double>()[i], q = y.data<double>()[i];
    if (p == q) continue;
    if (!(std::abs(p - q) <= tolerance.atol + tolerance.rtol * std::abs(q))) return false;
  }
  return true;
}
Value Allclose(Interp&, Args args) {
  static ArgParser parser("allclose", "a, b, rtol=1e-05, atol=1e-08, equal_nan=False");
  Value v[5];
  parser.Parse(args, v);
  const Tolerance tolerance{v[2].is_undef() ? 1e-5 : ToDouble(v[2]), v[3].is_undef() ? 1e-8 : ToDouble(v[3])};
  return Value::Bool(Close(NumpyFromPython(v[0]), NumpyFromPython(v[1]), tolerance));
}
Value ArrayEqual(Interp&, Args args) {
  CheckArgs("array_equal", args, 2, 2);
  const Tensor a = NumpyFromPython(args[0]), b = NumpyFromPython(args[1]);
  return Value::Bool(a.shape() == b.shape() && Close(a, b, {0, 0}));
}
// The text type of a result: that of the strings that went in, as wide as the widest.
void WidenText(const Value& array, TextType* text) {
  const NdarrayObject* object = array.as<NdarrayObject>();
  if (object->tensor.dtype() != DType::kString || object->text.kind == 'O') return;
  *text = {object->text.kind, std::max(text->width, object->text.width)};
}
// NumPy's errors of arrays that cannot stand one after the other.
void CheckJoined(const std::vector<Tensor>& inputs, int64_t axis) {
  if (inputs.empty()) Raise(&ValueErrorType, "need at least one array to concatenate");
  const int rank = inputs[0].rank();
  if (rank == 0) Raise(&ValueErrorType, "zero-dimensional arrays cannot be concatenated");
  if (axis < -rank || axis >= rank)
    Call(GetAttr(TheInterp().Import("numpy._more"), "_axis"), Value::Int(axis), Value::Int(rank));
  for (size_t i = 1; i < inputs.size(); ++i) {
    if (inputs[i].rank() != rank)
      RaiseText(
          &ValueErrorType,
          fmt::format(
              "all the input arrays must have same number of dimensions, but the array at index 0 has {} "
              "dimension(s) and the array at index {} has {} dimension(s)",
              rank, i, inputs[i].rank()));
    for (int d = 0; d < rank; ++d)
      if (d != (axis + rank) % rank && inputs[i].dim(d) != inputs[0].dim(d))
        RaiseText(
            &ValueErrorType,
            fmt::format(
                "all the input array dimensions except for the concatenation axis must match exactly, but "
                "along dimension {}, the array at index 0 has size {} and the array at index {} has size {}",
                d, inputs[0].dim(d), i, inputs[i].dim(d)));
  }
}
Value ConcatenateFunction(Interp&, Args args) {
  static ArgParser parser("concatenate", "arrays, axis=0, out=None, dtype=None, casting=None");
  Value v[5];
  parser.Parse(args, v);
  if (!v[2].is_undef() && !v[2].is_none())
    Raise(&NotImplementedErrorType, "np.concatenate with out is not supported by tracepack");
  if (v[1].is_none()) {
    // All of them flat.
    ListObject* flat = NewList();
    const Value list = Value::Own(flat);
    ForEach(v[0], [&](Value item) { ListAppend(flat, Call(GetAttr(ArrayFromPython(item), "ravel"))); });
    v[0] = list;
    v[1] = Value::Int(0);
  }
  std::vector<Tensor> inputs;
  DType dtype = DType::kInvalid;
  std::vector<Value> arrays;
  TextType text{'O'};
  ForEach(v[0], [&](Value item) {
    arrays.push_back(ArrayFromPython(item));
    inputs.push_back(ArrayTensor(arrays.back()));
    WidenText(arrays.back(), &text);
    dtype = dtype == DType::kInvalid ? inputs.back().dtype()
                                     : PromoteTypes(dtype, false, inputs.back().dtype(), false);
  });
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (dtype == DType::kString && inputs[i].dtype() != dtype) {
      arrays[i] = ArrayFromPython(arrays[i], {dtype, {'U'}});
      WidenText(arrays[i], &text);
      inputs[i] = ArrayTensor(arrays[i]);
    }
    inputs[i] = CastTensor(inputs[i], dtype);
  }
  CheckJoined(inputs, v[1].is_undef() ? 0 : IndexInt64(v[1]));
  inputs.push_back(Tensor::Scalar<int32_t>(v[1].is_undef() ? 0 : static_cast<int32_t>(IndexInt64(v[1]))));
  Tensor output[1];
  const Status status =
      Context::Get().runner().RunOp(OpRegistry::Get("ConcatV2"), *EmptyAttrs(), inputs, output);
  if (!status.ok()) RaiseRunStatus(status);
  const DType wanted = AsArrayDType(v[3]).dtype;
  if (wanted != DType::kInvalid && wanted != DType::kString)
    return MakeArray(CastTensor(output[0], wanted), false);
  return MakeTextArray(output[0], text, false);
}
// One op on arrays, for what is written in the spec language: _op('Cumsum', a, axis); a tuple of several
// outputs.
Value OpFunction(Interp&, Args args) {
  std::vector<Tensor> inputs;
  TextType text{'O'};
  for (uint32_t i = 1; i < args.size(); ++i) {
    const Value array = IsNdarray(args[i]) ? args[i] : ArrayFromPython(args[i]);
    WidenText(array, &text);
    inputs.push_back(ArrayTensor(array));
  }
  const OpInfo& op = OpRegistry::Get(StrView(args[0]));
  std::vector<Tensor> outputs(op.outputs().size());
  Attrs attrs = EmptyAttrs();
  if (op.name() == "Eig") {
    const DType dtype = inputs[0].dtype();
    attrs =
        MakeAttrs({{"Tout", dtype == DType::kFloat32 || dtype == DType::kComplex64 ? DType::kComplex64
                                                                                   : DType::kComplex128}});
  }
  const Status status = Context::Get().runner().RunOp(op, *attrs, inputs, outputs);
  if (!status.ok()) RaiseRunStatus(status);
  static constexpr std::pair<std::string_view, const char*> kWarns[] = {
      {"Sinh", "sinh"},   {"Cosh", "cosh"},     {"Asin", "arcsin"},
      {"Acos", "arccos"}, {"Acosh", "arccosh"}, {"Atanh", "arctanh"}};
  for (const auto& [name, shown] : kWarns)
    if (op.name() == name) WarnOfFloats(shown, {inputs[0]}, outputs[0]);
  std::vector<Value> arrays;
  for (const Tensor& output : outputs) arrays.push_back(MakeTextArray(output, text, false));
  return arrays.size() == 1 ? arrays[0] : MakeTuple(arrays.data(), static_cast<int64_t>(arrays.size()));
}
// np.array2string: _array_text(a, separator, indent, suffix)
Value ArrayTextFunction(Interp&, Args args) {
  const Value array = IsNdarray(args[0]) ? args[0] : ArrayFromPython(args[0]);
  return MakeStr(ArrayText(ArrayTensor(array), OptionsFor(array), StrView(args[1]),
                           static_cast<size_t>(IndexInt64(args[2])),
                           static_cast<size_t>(IndexInt64(args[3]))));
}
Value FromBuffer(Interp&, Args args) {
  static ArgParser parser("frombuffer", "buffer, dtype=float, count=-1, offset=0");
  Value v[4];
  parser.Parse(args, v);
  std::string_view bytes = NeedBuffer(v[0]);
  const DType dtype = NumpyDType(v[1], DType::kFloat64);
  const int64_t offset = v[3].is_undef() ? 0 : IndexInt64(v[3]);
  if (offset < 0 || offset > static_cast<int64_t>(bytes.size()))
    Raise(&ValueErrorType, "offset must be non-negative and no greater than buffer length (%zu)",
          bytes.size());
  bytes.remove_prefix(static_cast<size_t>(offset));
  const auto size = static_cast<int64_t>(DTypeSize(dtype));
  int64_t count = v[2].is_undef() ? -1 : IndexInt64(v[2]);
  if (size == 0 || (count < 0 && static_cast<int64_t>(bytes.size()) % size != 0))
    Raise(&ValueErrorType, "buffer size must be a multiple of element size");
  if (count < 0) count = static_cast<int64_t>(bytes.size()) / size;
  if (count > static_cast<int64_t>(bytes.size()) / size)
    Raise(&ValueErrorType, "buffer is smaller than requested size");
  Tensor tensor = NewArray(dtype, tp::Shape{count});
  std::memcpy(tensor.raw_data(), bytes.data(), static_cast<size_t>(count * size));
  return MakeArray(std::move(tensor), false);
}
// Sets what is given and not None; gives what was set before.
Value PrintOptionsFunction(Interp&, Args args) {
  PrintOptions& now = print_options;
  const PrintOptions old = now;
  const auto given = [&](uint32_t i) { return i < args.size() && !args[i].is_none(); };
  if (given(0)) now.precision = static_cast<int>(IndexInt64(args[0]));
  if (given(1)) now.threshold = IndexInt64(args[1]);
  if (given(2)) now.edgeitems = IndexInt64(args[2]);
  if (given(3)) now.linewidth = IndexInt64(args[3]);
  if (given(4)) now.suppress = IsTrue(args[4]);
  if (given(5)) now.nanstr = StrView(args[5]);
  if (given(6)) now.infstr = StrView(args[6]);
  if (given(7)) now.fixed = IsTrue(args[7]);
  return MakeTuple({Value::Int(old.precision), Value::Int(old.threshold), Value::Int(old.edgeitems),
                    Value::Int(old.linewidth), Value::Bool(old.suppress), MakeStr(old.nanstr),
                    MakeStr(old.infstr), Value::Bool(old.fixed)});
}
// numpy.__getattr__: a module below it, or what is written in the spec language.
Value MoreOfNumpy(Interp& in, Args args) {
  CheckArgs("__getattr__", args, 1, 1);
  const std::string_view name = StrView(args[0]);
  if (const std::string module = "numpy." + std::string(name); in.HasModule(module)) return in.Import(module);
  const Value value = name.starts_with('_') ? Value() : GetAttrOrUndef(in.Import("numpy._more"), name);
  if (value.is_undef())
    RaiseText(&AttributeErrorType, fmt::format("module 'numpy' has no attribute '{}'", name));
  return value;
}

const MethodDef kFunctions[] = {
    {"array", ArrayFunction, "object, dtype=None"},
    {"asarray", ArrayFunction, "a, dtype=None"},
    {"zeros", FilledFunction<0>, "shape, dtype=float"},
    {"ones", FilledFunction<1>, "shape, dtype=float"},
    {"empty", FilledFunction<0>, "shape, dtype=float"},
    {"zeros_like", FilledLike<0>, "a, dtype=None"},
    {"ones_like", FilledLike<1>, "a, dtype=None"},
    {"full", Full, "shape, fill_value, dtype=None"},
    {"arange", Arange, "start, stop=None, step=1, dtype=None"},
    {"linspace", Linspace, "start, stop, num=50, endpoint=True"},
    {"eye", Eye, "N, M=None, k=0, dtype=float"},
    {"sqrt", Elementwise<kSqrt>, "x"},
    {"exp", Elementwise<kExp>, "x"},
    {"log", Elementwise<kLog>, "x"},
    {"log1p", Elementwise<kLog1p>, "x"},
    {"expm1", Elementwise<kExpm1>, "x"},
    {"sin", Elementwise<kSin>, "x"},
    {"cos", Elementwise<kCos>, "x"},
    {"tan", Elementwise<kTan>, "x"},
    {"tanh", Elementwise<kTanh>, "x"},
    {"floor", Elementwise<kFloor>, "x"},
    {"ceil", Elementwise<kCeil>, "x"},
    {"isnan", Elementwise<kIsNan>, "x"},
    {"isinf", Elementwise<kIsInf>, "x"},
    {"isfinite", Elementwise<kIsFinite>, "x"},
    {"abs", AbsFunction, "x"},
    {"absolute", AbsFunction, "x"},
    {"add", Operator<ast::BinOp::kAdd>, "a, b"},
    {"subtract", Operator<ast::BinOp::kSub>, "a, b"},
    {"multiply", Operator<ast::BinOp::kMult>, "a, b"},
    {"divide", Operator<ast::BinOp::kDiv>, "a, b"},
    {"matmul", Operator<ast::BinOp::kMatMult>, "a, b"},
    {"dot", Operator<ast::BinOp::kMatMult>, "a, b"},
    {"power", Operator<ast::BinOp::kPow>, "a, b"},
    {"sum", AsMethod<kSum>, "a, axis=None"},
    {"mean", AsMethod<kMean>, "a, axis=None"},
    {"max", AsMethod<kMax>, "a, axis=None"},
    {"min", AsMethod<kMin>, "a, axis=None"},
    {"prod", AsMethod<kProd>, "a, axis=None"},
    {"all", AsMethod<kAll>, "a, axis=None"},
    {"any", AsMethod<kAny>, "a, axis=None"},
    {"reshape", AsMethod<kReshape>, "a, shape"},
    {"ravel", AsMethod<kRavel>, "a"},
    {"allclose", Allclose, "a, b, rtol=1e-05, atol=1e-08, equal_nan=False"},
    {"array_equal", ArrayEqual, "a1, a2"},
    {"concatenate", ConcatenateFunction, "arrays, axis=0"},
    {"frombuffer", FromBuffer, "buffer, dtype=float, count=-1, offset=0"},
    {"_op", OpFunction, "op, *arrays"},
    {"_array_text", ArrayTextFunction, "a, separator, indent, suffix"},
    {"_print_options", PrintOptionsFunction, "*options"},
    {"__getattr__", MoreOfNumpy, "name"},
};
TP_REGISTER_FUNCTIONS(numpy, kFunctions);

}  // namespace
}  // namespace tp
