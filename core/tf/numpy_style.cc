// What tf.experimental.numpy.experimental_enable_numpy_behavior changes in tensors: names of arrays become
// attributes, operators promote their operands, indexing is NumPy's. The functions are the library's (tnp/).
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/tensor_ops.h"

namespace tp {

NumpyStyle& TheNumpyStyle() {
  static auto* const style = new NumpyStyle;
  return *style;
}

void PromoteOperands(Value* x, Value* y) {
  const Value& promote = TheNumpyStyle().promote;
  if (promote.is_undef()) return;
  const Value pair = Call(promote, *x, *y);
  Value* items = nullptr;
  int64_t size = 0;
  if (!AsSequence(pair, &items, &size) || size != 2)
    Raise(&TypeErrorType, "promote() has to give two operands");
  *x = items[0];
  *y = items[1];
}

namespace {

Value ValueOrUndef(const Value& v) { return v.is_none() ? Value() : v; }

// set_numpy_style(promote, matmul, getitem): what operators and indexing of tensors call from now on; None
// leaves them as they are.
Value SetNumpyStyle(Interp&, Args args) {
  CheckArgs("set_numpy_style", args, 3, 3);
  TheNumpyStyle() = {ValueOrUndef(args[0]), ValueOrUndef(args[1]), ValueOrUndef(args[2])};
  AllowUnaryPlus();
  return Value::None();
}
// set_tensor_attr(name, value): an attribute of tf.Tensor, whose classes are closed to specs.
Value SetTensorAttr(Interp&, Args args) {
  CheckArgs("set_tensor_attr", args, 2, 2);
  ReadyType(&TensorType);
  TypeModified(&TensorType);
  DictSet(TensorType.dict, InternStr(args[0]), args[1]);
  return Value::None();
}

const MethodDef kFunctions[] = {
    {"set_numpy_style", SetNumpyStyle, "promote, matmul, getitem"},
    {"set_tensor_attr", SetTensorAttr, "name, value"},
};
TP_REGISTER_FUNCTIONS(_tf, kFunctions);

}  // namespace
}  // namespace tp
