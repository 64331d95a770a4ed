// Arithmetic of arrays: NumPy's promotion over the eager ops.
#include <fmt/format.h>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/np/array.h"
#include "core/trace/element.h"
#include "core/trace/errors.h"

namespace tp {

// float_errors.cc: what NumPy warns of.
void ReportFloatError(const char* kind, const std::string& name);
void WarnOfFloats(const std::string& name, std::initializer_list<Tensor> inputs, const Tensor& output);

void RaiseRunStatus(const Status& status) {
  const bool memory = status.code() == Code::kResourceExhausted;
  if (memory) RaiseLimitReached("");
  RaiseText(memory ? &MemoryErrorType : &ValueErrorType, status.message());
}

Tensor RunEager(std::string_view op, std::initializer_list<Tensor> inputs, Attrs attrs) {
  const OpInfo& info = OpRegistry::Get(op);
  Tensor output[1];
  const Status status = Context::Get().runner().RunOp(
      info, attrs ? *attrs : *EmptyAttrs(), std::span<const Tensor>(inputs.begin(), inputs.size()), output);
  if (!status.ok()) RaiseRunStatus(status);
  return output[0];
}

namespace {

int Rank(DType dtype) {  // bool < int < float < complex
  if (dtype == DType::kBool) return 0;
  if (IsInteger(dtype)) return 1;
  return IsComplex(dtype) ? 3 : 2;
}

int Bits(DType dtype) { return static_cast<int>(DTypeSize(dtype)) * 8; }

DType FloatOf(int bits) {
  return bits <= 16 ? DType::kFloat16 : bits <= 32 ? DType::kFloat32 : DType::kFloat64;
}

DType PromoteIntegers(DType a, DType b) {
  if (IsUnsigned(a) == IsUnsigned(b)) return Bits(a) >= Bits(b) ? a : b;
  const DType u = IsUnsigned(a) ? a : b, s = IsUnsigned(a) ? b : a;
  if (Bits(s) > Bits(u)) return s;
  switch (Bits(u)) {
    case 8:
      return DType::kInt16;
    case 16:
      return DType::kInt32;
    case 32:
      return DType::kInt64;
  }
  return DType::kFloat64;
}

}  // namespace

DType PromoteTypes(DType a, bool weak_a, DType b, bool weak_b) {
  if (a == b) return a;
  if (a == DType::kString || b == DType::kString) return DType::kString;
  if (weak_a && Rank(a) <= Rank(b)) return b;
  if (weak_b && Rank(b) <= Rank(a)) return a;
  if (weak_a || weak_b) {
    const DType weak = weak_a ? a : b, strong = weak_a ? b : a;
    if (Rank(weak) == 2) return DType::kFloat64;
    if (Rank(weak) == 3)
      return Bits(strong) > 32 || Rank(strong) < 2 ? DType::kComplex128 : DType::kComplex64;
    return weak;
  }
  if (Rank(a) < Rank(b)) std::swap(a, b);
  if (Rank(b) == 0) return a;
  if (Rank(a) == 1) return PromoteIntegers(a, b);
  if (Rank(a) == 2) {
    if (Rank(b) == 2) return FloatOf(std::max(Bits(a), Bits(b)));
    const int need = Bits(b) <= 8 ? 16 : Bits(b) <= 16 ? 32 : 64;
    return FloatOf(std::max(Bits(a), need));
  }
  const int other = Rank(b) == 3 ? Bits(b) / 2 : Rank(b) == 2 ? Bits(b) : Bits(b) <= 16 ? 32 : 64;
  return std::max(Bits(a) / 2, other) > 32 ? DType::kComplex128 : DType::kComplex64;
}

namespace {

struct Operand {
  Tensor tensor;
  bool weak = false;
  bool valid = false;
  TextType text{};
};

Operand OperandOf(const Value& v) {
  if (IsNdarray(v)) return {ArrayTensor(v), false, true, v.as<NdarrayObject>()->text};
  if (IsStr(v) || IsBytes(v)) return OperandOf(ArrayFromPython(v));
  if (v.is_bool()) return {Tensor::Scalar(v.is_true()), true, true};
  if (IsAnyInt(v) || v.is_float()) return {NumpyFromPython(v), true, true};
  if (IsList(v) || IsTuple(v)) return OperandOf(ArrayFromPython(v));
  if (v.is_object() && std::string_view(v.object()->type->name) == "complex")
    return {NumpyFromPython(v), true, true};
  return {};
}

std::string_view OpName(ast::BinOp op, DType dtype) {
  const bool integer = IsInteger(dtype);
  switch (op) {
    case ast::BinOp::kAdd:
      return dtype == DType::kBool ? "LogicalOr" : dtype == DType::kString ? "Add" : "AddV2";
    case ast::BinOp::kSub:
      return "Sub";
    case ast::BinOp::kMult:
      return dtype == DType::kBool ? "LogicalAnd" : "Mul";
    case ast::BinOp::kDiv:
      return "RealDiv";
    case ast::BinOp::kFloorDiv:
      return "FloorDiv";
    case ast::BinOp::kMod:
      return "FloorMod";
    case ast::BinOp::kPow:
      return "Pow";
    case ast::BinOp::kBitAnd:
      return integer ? "BitwiseAnd" : "LogicalAnd";
    case ast::BinOp::kBitOr:
      return integer ? "BitwiseOr" : "LogicalOr";
    case ast::BinOp::kBitXor:
      return integer ? "BitwiseXor" : "NotEqual";
    case ast::BinOp::kLShift:
      return "LeftShift";
    case ast::BinOp::kRShift:
      return "RightShift";
    case ast::BinOp::kMatMult:
      return "MatMul";
  }
  return "";
}

const char* NameOf(ast::BinOp op) {
  switch (op) {
    case ast::BinOp::kAdd:
      return "add";
    case ast::BinOp::kSub:
      return "subtract";
    case ast::BinOp::kMult:
      return "multiply";
    case ast::BinOp::kDiv:
      return "divide";
    case ast::BinOp::kFloorDiv:
      return "floor_divide";
    case ast::BinOp::kMod:
      return "remainder";
    case ast::BinOp::kPow:
      return "power";
    default:
      return "";
  }
}

// Integers: x // 0 and x % 0 are 0.
Tensor DivideIntegers(std::string_view op, const Tensor& p, const Tensor& q, const std::string& name) {
  const Tensor zero = CastTensor(Tensor::Scalar<int64_t>(0), q.dtype());
  const Tensor by_zero = RunEager("Equal", {q, zero});
  bool any = false;
  for (int64_t i = 0; i < by_zero.num_elements(); ++i) any = any || by_zero.data<bool>()[i];
  if (!any) return RunEager(op, {p, q});
  const Tensor one = CastTensor(Tensor::Scalar<int64_t>(1), q.dtype());
  const Tensor made =
      RunEager("SelectV2", {by_zero, zero, RunEager(op, {p, RunEager("SelectV2", {by_zero, one, q})})});
  ReportFloatError("divide", name);
  return made;
}

// Whether the sum, difference or product of two integers is none of their dtype.
bool Overflows(ast::BinOp op, const Tensor& p, const Tensor& q) {
  if (p.dtype() == DType::kUint64) return false;
  const int64_t a = ElementAsInt(p, 0), b = ElementAsInt(q, 0);
  int64_t made = 0;
  if (op == ast::BinOp::kAdd    ? __builtin_add_overflow(a, b, &made)
      : op == ast::BinOp::kSub  ? __builtin_sub_overflow(a, b, &made)
      : op == ast::BinOp::kMult ? __builtin_mul_overflow(a, b, &made)
                                : false)
    return true;
  const int bits = Bits(p.dtype());
  if (bits == 64) return false;
  const int64_t top = int64_t{1} << (IsUnsigned(p.dtype()) ? bits : bits - 1);
  return made >= top || made < (IsUnsigned(p.dtype()) ? 0 : -top);
}

bool Broadcasts(const Tensor& a, const Tensor& b) {
  return BroadcastShapes(a.shape(), b.shape()).has_value();
}

[[noreturn]] void RaiseBroadcast(const Tensor& a, const Tensor& b) {
  const auto text = [](const tp::Shape& shape) {
    std::string s = "(";
    for (int i = 0; i < shape.rank(); ++i) s += fmt::format("{}{}", i ? "," : "", shape[i]);
    if (shape.rank() == 1) s += ",";
    return s + ")";
  };
  RaiseText(&ValueErrorType, fmt::format("operands could not be broadcast together with shapes {} {} ",
                                         text(a.shape()), text(b.shape())));
}

Value Result(Tensor tensor) { return MakeArray(std::move(tensor), true); }

Tensor Dot(const Tensor& a, const Tensor& b) {
  Tensor x = a, y = b;
  const bool row = a.rank() == 1, column = b.rank() == 1;
  if (row) x = x.Reshaped({1, a.dim(0)});
  if (column) y = y.Reshaped({b.dim(0), 1});
  Tensor product =
      x.rank() == 2 && y.rank() == 2 ? RunEager("MatMul", {x, y}) : RunEager("BatchMatMulV2", {x, y});
  tp::Shape shape = product.shape();
  if (column) shape.Erase(shape.rank() - 1);
  if (row) shape.Erase(shape.rank() - 1 - (column ? 0 : 1));
  return product.Reshaped(shape);
}

}  // namespace

Value ArrayBinary(ast::BinOp op, const Value& a, const Value& b) {
  if (IsTensor(a) || IsTensor(b) || IsVariable(a) || IsVariable(b)) return NotImplemented();
  const Operand x = OperandOf(a), y = OperandOf(b);
  if (!x.valid || !y.valid) return NotImplemented();
  DType dtype = PromoteTypes(x.tensor.dtype(), x.weak, y.tensor.dtype(), y.weak);
  if (op == ast::BinOp::kDiv && (IsInteger(dtype) || dtype == DType::kBool)) dtype = DType::kFloat64;
  const Tensor p = CastTensor(x.tensor, dtype), q = CastTensor(y.tensor, dtype);
  if (!p.valid() || !q.valid()) return NotImplemented();
  if (op == ast::BinOp::kMatMult) return Result(Dot(p, q));
  if (!Broadcasts(p, q)) RaiseBroadcast(p, q);
  if (dtype == DType::kString && op != ast::BinOp::kAdd) return NotImplemented();
  const bool scalar =
      p.rank() == 0 && q.rank() == 0 && !IsExact(a, &NdarrayType) && !IsExact(b, &NdarrayType);
  const std::string name = (scalar ? "scalar " : "") + std::string(NameOf(op));
  if (IsInteger(dtype)) {
    if (op == ast::BinOp::kFloorDiv || op == ast::BinOp::kMod)
      return Result(DivideIntegers(OpName(op, dtype), p, q, name));
    if (scalar && Overflows(op, p, q)) ReportFloatError("over", name);
  } else if (dtype != DType::kString && dtype != DType::kBool) {
    const Tensor made = RunEager(OpName(op, dtype), {p, q});
    WarnOfFloats(name, {p, q}, made);
    return Result(made);
  }
  return MakeTextArray(RunEager(OpName(op, dtype), {p, q}),
                       {std::max(x.text.kind, y.text.kind), x.text.width + y.text.width}, true);
}

// Strings compare as their UTF-8 bytes do.
Tensor TextOrder(const Tensor& a, const Tensor& b) {
  const auto shape = BroadcastShapes(a.shape(), b.shape());
  const Tensor dims = Tensor::Of<int64_t>({shape->rank()}, shape->dims());
  const Tensor x = RunEager("BroadcastTo", {a, dims}), y = RunEager("BroadcastTo", {b, dims});
  Tensor order = Tensor::Allocate(DType::kInt32, *shape);
  for (int64_t i = 0; i < order.num_elements(); ++i)
    order.data<int32_t>()[i] = x.data<std::string>()[i].compare(y.data<std::string>()[i]);
  return order;
}

Value ArrayCompare(const Value& self, const Value& other, ast::CmpOp op) {
  if (IsTensor(other) || IsVariable(other)) return NotImplemented();
  const Operand x = OperandOf(self), y = OperandOf(other);
  if (!y.valid) {
    if (op == ast::CmpOp::kEq) return Value::Bool(false);
    if (op == ast::CmpOp::kNotEq) return Value::Bool(true);
    return NotImplemented();
  }
  const DType dtype = PromoteTypes(x.tensor.dtype(), x.weak, y.tensor.dtype(), y.weak);
  Tensor p = CastTensor(x.tensor, dtype), q = CastTensor(y.tensor, dtype);
  if (!p.valid() || !q.valid()) {
    if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
    // No string is a number.
    p = Tensor::Allocate(DType::kInt32, x.tensor.shape());
    q = Tensor::Allocate(DType::kInt32, y.tensor.shape());
    std::fill_n(p.data<int32_t>(), p.num_elements(), 0);
    std::fill_n(q.data<int32_t>(), q.num_elements(), 1);
  }
  if (!Broadcasts(p, q)) RaiseBroadcast(p, q);
  if (p.dtype() == DType::kString) {
    p = TextOrder(p, q);
    q = Tensor::Scalar<int32_t>(0);
  }
  const char* name = nullptr;
  switch (op) {
    case ast::CmpOp::kEq:
      name = "Equal";
      break;
    case ast::CmpOp::kNotEq:
      name = "NotEqual";
      break;
    case ast::CmpOp::kLt:
      name = "Less";
      break;
    case ast::CmpOp::kLtE:
      name = "LessEqual";
      break;
    case ast::CmpOp::kGt:
      name = "Greater";
      break;
    case ast::CmpOp::kGtE:
      name = "GreaterEqual";
      break;
    default:
      return NotImplemented();
  }
  return Result(RunEager(name, {p, q}));
}

}  // namespace tp
