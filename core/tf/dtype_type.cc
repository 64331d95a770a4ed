// tf.DType: `tf.float32` and its like (framework/dtypes.py).
#include <fmt/format.h>

#include <limits>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

DType Of(const Value& v) { return v.as<DTypeObject>()->dtype; }

Value Repr(const Value& self) { return MakeStr(fmt::format("tf.{}", DTypeName(Of(self)))); }
Value StrOf(const Value& self) { return MakeStr(fmt::format("<dtype: '{}'>", DTypeName(Of(self)))); }
int64_t HashOf(const Value& self) { return static_cast<int64_t>(Of(self)); }

Value CompareOf(const Value& self, const Value& other, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  bool equal = false;
  if (IsDType(other)) {
    equal = Of(self) == Of(other);
  } else if (!other.is_none()) {
    try {
      equal = AsDType(other) == Of(self);
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType)) throw;
    }
  }
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}

template <bool (*F)(DType)>
Value Test(Interp&, Args args) {
  return Value::Bool(F(Of(args[0])));
}
bool IsBool(DType dtype) { return dtype == DType::kBool; }
bool IsQuantized(DType) { return false; }
bool IsNumpyCompatible(DType dtype) { return dtype != DType::kResource && dtype != DType::kVariant; }

Value GetName(Interp&, Args args) { return MakeStr(DTypeName(Of(args[0]))); }
Value GetEnum(Interp&, Args args) { return Value::Int(static_cast<int>(Of(args[0]))); }
Value GetSelf(Interp&, Args args) { return args[0]; }
Value GetSize(Interp&, Args args) {
  const DType dtype = Of(args[0]);
  return Value::Int(IsManaged(dtype) ? 0 : static_cast<int64_t>(DTypeSize(dtype)));
}
Value GetRealDType(Interp&, Args args) {
  const DType dtype = Of(args[0]);
  if (dtype == DType::kComplex64) return MakeDType(DType::kFloat32);
  if (dtype == DType::kComplex128) return MakeDType(DType::kFloat64);
  return args[0];
}

Value Limit(DType dtype, bool maximum) {
  const char* const which = maximum ? "maximum" : "minimum";
  const Value self = MakeDType(dtype);
  if (dtype == DType::kBool || dtype == DType::kString || IsComplex(dtype))
    RaiseText(&TypeErrorType,
              fmt::format("Cannot find {} value of {} with type {}.", which, Str(self), Str(self)));
  Value result;
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, uint64_t>)
      result = maximum ? Binary(ast::BinOp::kSub, Binary(ast::BinOp::kPow, Value::Int(2), Value::Int(64)),
                                Value::Int(1))
                       : Value::Int(0);
    else if constexpr (std::is_integral_v<T>)  // bool is refused above
      result = Value::Int(static_cast<int64_t>(maximum ? Limits::max() : Limits::min()));
    else if constexpr (std::is_floating_point_v<T>) {
      Tensor scalar = Tensor::Scalar<T>(maximum ? Limits::max() : Limits::lowest());
      result = MakeArray(std::move(scalar), true);
    } else if constexpr (std::is_same_v<T, Half>) {
      result = MakeArray(Tensor::Scalar(Half(maximum ? 65504.0f : -65504.0f)), true);
    } else if constexpr (std::is_same_v<T, BFloat16>) {
      result = Value::Float(
          static_cast<double>(static_cast<float>(BFloat16(maximum ? 3.3895314e38f : -3.3895314e38f))));
    }
  });
  if (result.is_undef())
    RaiseText(&TypeErrorType, fmt::format("Cannot find {} value of {}.", which, Str(self)));
  return result;
}
Value GetMin(Interp&, Args args) { return Limit(Of(args[0]), false); }
Value GetMax(Interp&, Args args) { return Limit(Of(args[0]), true); }
// What an image of this dtype holds.
Value GetLimits(Interp&, Args args) {
  const DType dtype = Of(args[0]);
  if (dtype == DType::kBool) return MakeTuple({Value::Int(0), Value::Bool(true)});
  if (IsInteger(dtype)) return MakeTuple({Value::Int(0), Limit(dtype, true)});
  if (!IsFloating(dtype) || dtype == DType::kBFloat16)
    RaiseText(&ValueErrorType, Str(args[0]) + " does not have defined limits.");
  return MakeTuple({Value::Int(0), Value::Int(1)});
}

Value GetNumpy(Interp& in, Args args) {
  const DType dtype = Of(args[0]);
  if (dtype == DType::kString) return GetAttr(in.Import("numpy"), "object_");
  std::string name(DTypeName(dtype));
  if (dtype == DType::kBool) name = "bool_";
  return GetAttr(in.Import("numpy"), name);
}

Value IsCompatibleWith(Interp&, Args args) {
  CheckArgs("is_compatible_with", args, 2, 2);
  return Value::Bool(AsDType(args[1]) == Of(args[0]));
}
Value MostSpecific(Interp&, Args args) {
  ForEach(args[1], [&](Value other) {
    if (AsDType(other) != Of(args[0])) args = Args();
  });
  return args.values ? args[0] : Value::None();
}
Value Reduce(Interp& in, Args args) {
  return MakeTuple(
      {GetAttr(in.Import("tensorflow"), "as_dtype"), MakeTuple({MakeStr(DTypeName(Of(args[0])))})});
}

const MethodDef kMethods[] = {
    {"name", GetName, nullptr, "The name of the dtype.", kProperty},
    {"as_datatype_enum", GetEnum, nullptr, nullptr, kProperty},
    {"as_numpy_dtype", GetNumpy, nullptr, "The NumPy type of the elements.", kProperty},
    {"base_dtype", GetSelf, nullptr, nullptr, kProperty},
    {"real_dtype", GetRealDType, nullptr, nullptr, kProperty},
    {"size", GetSize, nullptr, "Bytes of an element.", kProperty},
    {"min", GetMin, nullptr, nullptr, kProperty},
    {"max", GetMax, nullptr, nullptr, kProperty},
    {"limits", GetLimits, nullptr, nullptr, kProperty},
    {"is_bool", Test<IsBool>, nullptr, nullptr, kProperty},
    {"is_integer", Test<IsInteger>, nullptr, nullptr, kProperty},
    {"is_floating", Test<IsFloating>, nullptr, nullptr, kProperty},
    {"is_complex", Test<IsComplex>, nullptr, nullptr, kProperty},
    {"is_unsigned", Test<IsUnsigned>, nullptr, nullptr, kProperty},
    {"is_quantized", Test<IsQuantized>, nullptr, nullptr, kProperty},
    {"is_numeric", Test<IsNumeric>, nullptr, nullptr, kProperty},
    {"is_numpy_compatible", Test<IsNumpyCompatible>, nullptr, nullptr, kProperty},
    {"is_compatible_with", IsCompatibleWith, "self, other"},
    {"most_specific_common_supertype", MostSpecific, "self, types"},
    {"__reduce__", Reduce, "self"},
};

constexpr TypeSpec DTypeSpec() {
  TypeSpec spec{.name = "tensorflow.python.framework.dtypes.DType",
                .size = sizeof(DTypeObject),
                .attrs = offsetof(DTypeObject, attrs),
                .flags = kTypeNoSubclass | kTypeNoInstanceDict};
  spec.slots.repr = Repr;
  spec.slots.str = StrOf;
  spec.slots.hash = HashOf;
  spec.slots.compare = CompareOf;
  return spec;
}

}  // namespace

constinit TypeObject DTypeType(DTypeSpec());
TP_REGISTER_HIDDEN_TYPE(DTypeType);
TP_REGISTER_METHODS(DTypeType, kMethods);

namespace {

Value AsDTypeFunction(Interp&, Args args) {
  static ArgParser parser("@as_dtype", "type_value");
  Value v[1];
  parser.Parse(args, v);
  return MakeDType(AsDType(v[0]));
}

const TfFunction kFunctions[] = {
    {"tf.as_dtype, tf.dtypes.as_dtype", {"as_dtype", AsDTypeFunction, "type_value"}},
};
TP_TF_NAMES(kFunctions);

template <DType D>
Value Make() {
  return MakeDType(D);
}
const TfObject kObjects[] = {
    {"tf.DType, tf.dtypes.DType", [] { return TypeValue(&DTypeType); }},
#define TP_DTYPE(e, name, brief, number, bytes, type) {"tf." name ", tf.dtypes." name, Make<DType::e>},
#include "core/tensor/dtype.def"
#undef TP_DTYPE
    {"tf.half, tf.dtypes.half", Make<DType::kFloat16>},
    {"tf.double, tf.dtypes.double", Make<DType::kFloat64>},
};
TP_TF_NAMES(kObjects);

}  // namespace
}  // namespace tp
