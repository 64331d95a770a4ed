// Operators of tensors (framework/override_binary_operator.py, ops/tensor_math_operator_overrides.py).
#include "core/tf/tensor_ops.h"

#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

DType DTypeOfOperand(const Value& v) {
  if (IsTensor(v)) return ValOf(v).dtype();
  if (IsVariable(v)) return AsVariable(v)->dtype;
  return DType::kInvalid;
}

// What the TF name of an operator is: its scope, and "__rNAME__".
const char* OperatorName(ast::BinOp op) {
  switch (op) {
    case ast::BinOp::kAdd:
      return "add";
    case ast::BinOp::kSub:
      return "sub";
    case ast::BinOp::kMult:
      return "mul";
    case ast::BinOp::kMatMult:
      return "matmul";
    case ast::BinOp::kDiv:
      return "truediv";
    case ast::BinOp::kMod:
      return "mod";
    case ast::BinOp::kPow:
      return "pow";
    case ast::BinOp::kBitOr:
      return "or";
    case ast::BinOp::kBitXor:
      return "xor";
    case ast::BinOp::kBitAnd:
      return "and";
    case ast::BinOp::kFloorDiv:
      return "floordiv";
    case ast::BinOp::kLShift:
    case ast::BinOp::kRShift:
      return nullptr;
  }
  return nullptr;
}

Value CallTf(std::string_view function, const Value& x, const Value& y, const Value& name) {
  ArgList args({x, y});
  args.AddKeyword(InternStr("name"), name);
  return Call(LookupTf(function), args);
}

Value Logic(const Value& x, const Value& y, const Value& name, std::string_view logical,
            std::string_view bitwise) {
  if (DTypeOfOperand(x) == DType::kBool) return CallOp(logical, {x, y}, {}, name);
  return CallOp(bitwise, {x, y});
}

// The op of this name, looked up once.
#define TP_OP_ONCE(name)                       \
  ([]() -> const OpInfo& {                     \
    static const OpInfo& op = RequireOp(name); \
    return op;                                 \
  }())

// `x + y`, where x is a tensor.
Value AddValues(const Value& x, const Value& y_in, const Value& name) {
  const Value y =
      IsTensor(y_in) ? y_in : MakeTensor(ConvertToTensor(y_in, DType::kInvalid, DTypeOfOperand(x), "y"));
  return CallOp(DTypeOfOperand(x) == DType::kString ? TP_OP_ONCE("Add") : TP_OP_ONCE("AddV2"), {x, y}, name);
}

Value CastValue(const Value& x, DType dtype) { return CallOp("Cast", {x}, {{"DstT", MakeDType(dtype)}}); }

// The operator's function, inside its scope.
Value Function(ast::BinOp op, const Value& x, const Value& y, const Value& name) {
  switch (op) {
    case ast::BinOp::kAdd:
      return AddValues(x, y, name);
    case ast::BinOp::kSub:
      return CallOp(TP_OP_ONCE("Sub"), {x, y}, name);
    case ast::BinOp::kMult:
      if ((IsTensor(x) && DTypeOfOperand(x) == DType::kBool) ||
          (IsTensor(y) && DTypeOfOperand(y) == DType::kBool)) {
        const Value a = CastValue(x, DType::kInt32), b = CastValue(y, DType::kInt32);
        return CastValue(CallOp("Mul", {a, b}, {}, name), DType::kBool);
      }
      return CallOp(TP_OP_ONCE("Mul"), {x, y}, name);
    case ast::BinOp::kMatMult:
      if (const Value& matmul = TheNumpyStyle().matmul; !matmul.is_undef()) return Call(matmul, x, y);
      return CallTf("tf.linalg.matmul", x, y, name);
    case ast::BinOp::kDiv:
      return CallTf("tf.math.truediv", x, y, name);
    case ast::BinOp::kMod:
      return CallOp(TP_OP_ONCE("FloorMod"), {x, y}, name);
    case ast::BinOp::kPow:
      return CallOp(TP_OP_ONCE("Pow"), {x, y}, name);
    case ast::BinOp::kBitOr:
      return Logic(x, y, name, "LogicalOr", "BitwiseOr");
    case ast::BinOp::kBitAnd:
      return Logic(x, y, name, "LogicalAnd", "BitwiseAnd");
    case ast::BinOp::kBitXor:
      if (DTypeOfOperand(x) == DType::kBool) return CallTf("tf.math.logical_xor", x, y, name);
      return CallOp("BitwiseXor", {x, y});
    case ast::BinOp::kFloorDiv:
      return CallOp(TP_OP_ONCE("FloorDiv"), {x, y}, name);
    case ast::BinOp::kLShift:
    case ast::BinOp::kRShift:
      break;
  }
  return NotImplemented();
}

// tf.add: as the operator, in a scope of another name and for anything that converts.
Value AddFunction(Interp&, Args args) {
  static ArgParser parser("@", "x, y, name=None");
  Value v[3];
  parser.Parse(args, v);
  const OpScope scope(v[2], "Add");
  if (!IsTensor(v[0])) v[0] = MakeTensor(ConvertToTensor(v[0], DType::kInvalid, DType::kInvalid, "x"));
  return AddValues(v[0], v[1], scope.name());
}

const TfFunction kFunctions[] = {
    {"tf.add, tf.math.add", {"add", AddFunction, "x, y, name=None", "x + y, elementwise."}},
};
TP_TF_NAMES(kFunctions);

Value ReadIfVariable(const Value& v) { return IsVariable(v) ? MakeTensor(ReadVariable(AsVariable(v))) : v; }

}  // namespace

namespace {

// a op b, which b's class does: a becomes a tensor of b's dtype.
Value Reflected(ast::BinOp op, const Value& a, const Value& b) {
  const Value y = ReadIfVariable(b);
  const OpScope scope(Value(), OperatorName(op));
  if (Value left = a, right = y; !TheNumpyStyle().promote.is_undef()) {
    PromoteOperands(&right, &left);
    return Function(op, left, right, scope.name());
  }
  const Value x = MakeTensor(ConvertToTensor(a, DTypeOfOperand(y), DType::kInvalid, "x"));
  return Function(op, x, y, scope.name());
}

}  // namespace

Value TensorBinary(ast::BinOp op, const Value& a, const Value& b) {
  const char* op_name = OperatorName(op);
  if (!op_name) return NotImplemented();
  if (!IsTensor(a) && !IsVariable(a)) return Reflected(op, a, b);
  const Value x = ReadIfVariable(a);
  const OpScope scope(Value(), op_name);
  try {
    Value left = x, right = b;
    PromoteOperands(&left, &right);
    return Function(op, left, right, scope.name());
  } catch (PyError& error) {
    // The right operand may know what to do with a tensor.
    if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    if (!TheNumpyStyle().promote.is_undef()) {
      if (!IsVariable(b)) throw;
      try {
        return Reflected(op, x, b);
      } catch (PyError& other) {
        if (!other.Matches(&TypeErrorType) && !other.Matches(&ValueErrorType)) throw;
      }
      throw;
    }
    // All classes have __ror__ by their metaclass, so it is looked for where only `int | str` has it.
    if (op == ast::BinOp::kBitOr && !IsTensor(b) && !IsVariable(b) && !IsNdarray(b) &&
        (!b.is_object() || !TypeOf(b)->is_heap()) && LookupSpecial(b, "__ror__").is_undef())
      RaiseText(&AttributeErrorType, fmt::format("'{}' object has no attribute '__ror__'", TypeOf(b)->name));
    if (!b.is_object() || IsTensor(b) || IsVariable(b) || IsNdarray(b) || !TypeOf(b)->is_heap()) throw;
    const Value reflected = LookupSpecial(b, fmt::format("__r{}__", op_name));
    if (reflected.is_undef()) throw;
    const Value result = Call(reflected, x);
    if (IsNotImplemented(result)) throw;
    return result;
  }
}

Value TensorCompare(const Value& self, const Value& with, ast::CmpOp op) {
  if (IsComposite(with)) return NotImplemented();  // its own operator compares them
  Value x = ReadIfVariable(self), other = with;
  const bool equality = op == ast::CmpOp::kEq || op == ast::CmpOp::kNotEq;
  if (!equality || (IsTensor(self) && !other.is_none())) PromoteOperands(&x, &other);
  switch (op) {
    case ast::CmpOp::kLt:
      return CallOp(TP_OP_ONCE("Less"), {x, other});
    case ast::CmpOp::kLtE:
      return CallOp(TP_OP_ONCE("LessEqual"), {x, other});
    case ast::CmpOp::kGt:
      return CallOp(TP_OP_ONCE("Greater"), {x, other});
    case ast::CmpOp::kGtE:
      return CallOp(TP_OP_ONCE("GreaterEqual"), {x, other});
    case ast::CmpOp::kEq:
      if (other.is_none() && IsTensor(self)) return Value::Bool(false);
      return CallOp("Equal", {x, other}, {{"incompatible_shape_error", Value::Bool(false)}});
    case ast::CmpOp::kNotEq:
      if (other.is_none() && IsTensor(self)) return Value::Bool(true);
      return CallOp("NotEqual", {x, other}, {{"incompatible_shape_error", Value::Bool(false)}});
    default:
      return NotImplemented();
  }
}

Value TensorNegative(const Value& self) { return CallOp("Neg", {ReadIfVariable(self)}); }

Value TensorInvert(const Value& self) {
  const Value x = ReadIfVariable(self);
  return CallOp(DTypeOfOperand(x) == DType::kBool ? "LogicalNot" : "Invert", {x});
}

Value TensorAbsolute(const Value& self) { return Call(LookupTf("tf.math.abs"), ReadIfVariable(self)); }

void RaiseNotAllowedInGraph(std::string_view task) {
  const Value cls = ErrorClass("OperatorNotAllowedInGraphError");
  RaiseText(
      cls.as<TypeObject>(),
      fmt::format(
          "{} is not allowed. You can attempt the following resolutions to the problem: If you are "
          "running in Graph mode, use Eager execution mode or decorate this function with @tf.function. "
          "If you are using AutoGraph, you can try decorating this function with @tf.function. If that "
          "does not work, then you may be using an unsupported feature or your source code may not be "
          "visible to AutoGraph. See "
          "https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/"
          "reference/limitations.md#access-to-source-code for more information.",
          task));
}

}  // namespace tp
