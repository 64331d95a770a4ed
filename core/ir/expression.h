// Elementwise expressions: what `OpDef::elementwise` and the attribute `expr` of `_Fused` say.
//
//   program    := { NAME "=" expr ";" } expr
//   expr       := NAME | NUMBER | NAME "(" expr { "," expr } ")" | "cast" "(" expr "," DTYPE ")"
//   "t0 = mul(x0, x1); add(t0, cast(x2, float32))"
//
// A NAME is an input, a name bound before, or (in an op's own expression) one of its attributes; DTYPE is a
// dtype's name or a type attribute. A NUMBER (also inf, nan) has the dtype of the other operands of its
// primitive. Equal subexpressions are one node.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/ir/attr.h"
#include "core/ir/op_def.h"
#include "core/ir/primitives.h"

namespace tp {

struct ExprNode {
  enum Kind : uint8_t { kInput, kNumber, kPrim, kCast };
  Kind kind = kInput;
  Prim prim = Prim::kAdd;          // kPrim
  DType dtype = DType::kInvalid;   // what the node gives (kCast: its target); set by ParseExpression
  int8_t num_args = 0;             // kPrim, kCast
  int32_t input = -1;              // kInput
  int32_t args[3] = {-1, -1, -1};  // indices of earlier nodes
  double number = 0;               // kNumber
};

// Nodes in an order in which operands come before their use; the last one is not always the result.
struct Expression {
  std::vector<ExprNode> nodes;
  int32_t result = -1;
};

// Parses and types `text`. `names[i]` is input i, with dtype `types[i]`; attributes of `op` (may be null)
// come from `attrs`. Errors: kInternal with the position, where text or dtypes are wrong.
Status ParseExpression(std::string_view text, std::span<const std::string_view> names,
                       std::span<const DType> types, const OpInfo* op, const AttrSet* attrs, Expression* out);

// The typed expression of an op (`elementwise`, or `expr` of `_Fused`) for these input dtypes.
Status OpExpression(const OpInfo& op, const AttrSet& attrs, std::span<const DType> types, Expression* out);

// The op's expression as text, with `args` in place of its inputs and numbers in place of its attributes: the
// piece that a fusion pass puts together. Nothing is typed.
//   InlineExpression(AddV2, {}, {f32, f32}, {"t0", "x1"}) == "add(t0, x1)"
std::string InlineExpression(const OpInfo& op, const AttrSet& attrs, std::span<const DType> types,
                             std::span<const std::string> args);

}  // namespace tp
