// What operators, indexing and conversions of tensors do; slots of tensors and variables share them.
#pragma once

#include "core/trace/objects.h"

namespace tp {

// The slot of a binary operator for operands of which at least one is a tensor or variable.
template <ast::BinOp O>
Value TensorBinarySlot(const Value& a, const Value& b);
Value TensorBinary(ast::BinOp op, const Value& a, const Value& b);
// <, ==, …: for a tensor on the left side.
Value TensorCompare(const Value& self, const Value& other, ast::CmpOp op);
Value TensorNegative(const Value& self);
Value TensorInvert(const Value& self);
Value TensorAbsolute(const Value& self);
// tensor[key] (array_ops.py: _slice_helper).
Value TensorGetItem(const Value& tensor, const Value& key);
// The inputs and attributes of the StridedSlice that a key stands for.
struct PackedSlice {
  Value begin, end, strides;
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;
};
// The function assign(value, name=None) of what `variable[key]` gives; `name` is the default of its op.
Value SliceAssigner(const Value& variable, const PackedSlice& slice, const Value& name);

// What operators and indexing of tensors call once numpy behaviour is on; undefined before (numpy_style.cc).
struct NumpyStyle {
  Value promote;  // promote(x, y): the operands with one dtype
  Value matmul;   // x @ y
  Value getitem;  // tensor[key]
};
NumpyStyle& TheNumpyStyle();
// The operands as NumpyStyle::promote has them.
void PromoteOperands(Value* x, Value* y);
// From now on +tensor is the tensor.
void AllowUnaryPlus();

// The Python object that np_array.item() gives. REQUIRES: one element, no resource.
Value ItemOf(const Tensor& tensor, int64_t i = 0);
// [OperatorNotAllowedInGraphError] "TASK is not allowed. You can attempt …".
[[noreturn]] void RaiseNotAllowedInGraph(std::string_view task);

template <ast::BinOp O>
Value TensorBinarySlot(const Value& a, const Value& b) {
  return TensorBinary(O, a, b);
}
// The operators of tensors and variables as numbers.
constexpr NumberSlots TensorNumbers() {
  using enum ast::BinOp;
  NumberSlots n;
  n[kAdd] = TensorBinarySlot<kAdd>;
  n[kSub] = TensorBinarySlot<kSub>;
  n[kMult] = TensorBinarySlot<kMult>;
  n[kMatMult] = TensorBinarySlot<kMatMult>;
  n[kDiv] = TensorBinarySlot<kDiv>;
  n[kMod] = TensorBinarySlot<kMod>;
  n[kPow] = TensorBinarySlot<kPow>;
  n[kBitOr] = TensorBinarySlot<kBitOr>;
  n[kBitXor] = TensorBinarySlot<kBitXor>;
  n[kBitAnd] = TensorBinarySlot<kBitAnd>;
  n[kFloorDiv] = TensorBinarySlot<kFloorDiv>;
  n.negative = TensorNegative;
  n.invert = TensorInvert;
  n.absolute = TensorAbsolute;
  return n;
}

}  // namespace tp
