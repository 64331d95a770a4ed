// A few ops without kernels for the tests of core/ir, which cannot see kernels/ops. Include it in one test
// file of a test program.
#pragma once

#include <string>

#include "core/ir/op_def.h"
#include "core/ir/shape_context.h"

namespace tp {

inline Status MatMulShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &a));
  TP_RETURN_IF_ERROR(c.WithRank(1, 2, &b));
  Dim inner;
  TP_RETURN_IF_ERROR(c.Merge(a[1], b[0], &inner));
  c.Set(0, Shape{a[0], b[1]});
  return {};
}

inline Status ReshapeShape(ShapeContext& c) {
  const Shape to = c.ValueAsShape(1);
  const Shape& from = c.input(0);
  if (to.IsFullyKnown() && from.IsFullyKnown() && to.num_elements() != from.num_elements())
    return InvalidArgument("Cannot reshape a tensor with {} elements to shape {} ({} elements)",
                           from.num_elements(), to.ToBracketString(), to.num_elements());
  c.Set(0, to);
  return {};
}

inline Status SumShape(ShapeContext& c) {
  const Tensor* axis = c.value(1);
  if (!axis || !c.input(0).has_rank()) return {};
  Shape out = c.input(0);
  const int at = static_cast<int>(ElementAsInt(*axis, 0));
  if (at >= out.rank())
    return InvalidArgument("Invalid reduction dimension {} for input with {} dimensions.", at, out.rank());
  out.Erase(at);
  c.Set(0, out);
  return {};
}

inline Status AttrShape(ShapeContext& c) {
  c.Set(0, c.Attr<Shape>("shape", Shape::UnknownRank()));
  return {};
}

inline Status RankShape(ShapeContext& c) {
  c.Set(0, c.input(0).has_rank() ? Shape{c.input(0).rank()} : Shape::OfRank(1));
  return {};
}

inline Status SliceShape(ShapeContext& c) {
  c.Set(0, c.Attr<int64_t>("shrink_axis_mask") ? Shape() : Shape::OfRank(1));
  return {};
}

inline Status StackShape(ShapeContext& c) {
  Shape out = c.input(0);
  for (int i = 1; i < c.num_inputs(); ++i) TP_RETURN_IF_ERROR(c.Merge(out, c.input(i), &out));
  if (out.has_rank()) out.Insert(0, c.num_inputs());
  c.Set(0, out);
  return {};
}

TP_OP(Placeholder){.name = "Placeholder",
                   .outputs = "output: dtype",
                   .attrs = "dtype: type, shape: shape = ?",
                   .shape = AttrShape};
TP_OP(Const){.name = "Const", .outputs = "output: dtype", .attrs = "value: tensor, dtype: type"};
TP_OP(AddV2){.name = "AddV2",
             .inputs = "x: T, y: T",
             .outputs = "z: T",
             .attrs = "T: {numbertype}",
             .shape = shape::Broadcast,
             .elementwise = "add(x, y)"};
TP_OP(Mul){.name = "Mul",
           .inputs = "x: T, y: T",
           .outputs = "z: T",
           .attrs = "T: {numbertype}",
           .shape = shape::Broadcast,
           .elementwise = "mul(x, y)"};
TP_OP(LogicalAnd){.name = "LogicalAnd",
                  .inputs = "x: bool, y: bool",
                  .outputs = "z: bool",
                  .shape = shape::Broadcast,
                  .elementwise = "and(x, y)"};
TP_OP(Relu){.name = "Relu",
            .inputs = "features: T",
            .outputs = "activations: T",
            .attrs = "T: {realnumbertype}",
            .shape = shape::Unchanged,
            .elementwise = "relu(features)"};
TP_OP(Sqrt){.name = "Sqrt",
            .inputs = "x: T",
            .outputs = "y: T",
            .attrs = "T: {bfloat16,half,float,double,complex64,complex128}",
            .shape = shape::Unchanged,
            .elementwise = "sqrt(x)"};
TP_OP(MatMul){.name = "MatMul",
              .inputs = "a: T, b: T",
              .outputs = "product: T",
              .attrs =
                  "transpose_a: bool = false, transpose_b: bool = false, T: {float,double,int32}, grad_a: "
                  "bool = false, grad_b: bool = false",
              .shape = MatMulShape};
TP_OP(Reshape){.name = "Reshape",
               .inputs = "tensor: T, shape: Tshape",
               .outputs = "output: T",
               .attrs = "T: type, Tshape: {int32,int64} = DT_INT32",
               .shape = ReshapeShape,
               .host_inputs = "shape"};
TP_OP(Shape){.name = "Shape",
             .inputs = "input: T",
             .outputs = "output: out_type",
             .attrs = "T: type, out_type: {int32,int64} = DT_INT32",
             .shape = RankShape};
TP_OP(Sum){.name = "Sum",
           .inputs = "input: T, reduction_indices: Tidx",
           .outputs = "output: T",
           .attrs = "keep_dims: bool = false, T: {numbertype}, Tidx: {int32,int64} = DT_INT32",
           .shape = SumShape,
           .host_inputs = "reduction_indices"};
TP_OP(StridedSlice){.name = "StridedSlice",
                    .inputs = "input: T, begin: Index, end: Index, strides: Index",
                    .outputs = "output: T",
                    .attrs =
                        "T: type, Index: {int32,int64}, begin_mask: int = 0, end_mask: int = 0, "
                        "ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0",
                    .shape = SliceShape};
TP_OP(Pack){.name = "Pack",
            .inputs = "values: N * T",
            .outputs = "output: T",
            .attrs = "N: int >= 1, T: type, axis: int = 0",
            .shape = StackShape};
TP_OP(ConcatV2){.name = "ConcatV2",
                .inputs = "values: N * T, axis: Tidx",
                .outputs = "output: T",
                .attrs = "N: int >= 2, T: type, Tidx: {int32,int64} = DT_INT32",
                .host_inputs = "axis"};
TP_OP(Split){.name = "Split",
             .inputs = "split_dim: int32, value: T",
             .outputs = "output: num_split * T",
             .attrs = "num_split: int >= 1, T: type"};
TP_OP(MaxPool){.name = "MaxPool",
               .inputs = "input: T",
               .outputs = "output: T",
               .attrs =
                   "T: {half,float} = DT_FLOAT, ksize: list(int) >= 4, padding: {'SAME','VALID','EXPLICIT'}, "
                   "explicit_paddings: list(int) = []"};
TP_OP(IdentityN){
    .name = "IdentityN", .inputs = "input: T", .outputs = "output: T", .attrs = "T: list(type) >= 1"};
TP_OP(ScanDataset){.name = "ScanDataset",
                   .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
                   .outputs = "handle: variant",
                   .attrs = "f: func, Tstate: list(type) >= 1, Targuments: list(type) >= 0"};
TP_OP(NoOp){.name = "NoOp", .effect = Effect::kNone};
TP_OP(Identity){.name = "Identity",
                .inputs = "input: T",
                .outputs = "output: T",
                .attrs = "T: type",
                .shape = shape::Unchanged};
TP_OP(AssignVariableOp){.name = "AssignVariableOp",
                        .inputs = "resource: resource, value: dtype",
                        .attrs = "dtype: type",
                        .effect = Effect::kWrite};
TP_OP(PrintV2){.name = "PrintV2", .inputs = "input: string", .effect = Effect::kIo};
TP_OP(RandomUniform){.name = "RandomUniform",
                     .inputs = "shape: T",
                     .outputs = "output: dtype",
                     .attrs = "T: {int32,int64}, dtype: {half,float,double}",
                     .effect = Effect::kRandom};
TP_OP(If){
    .name = "If",
    .inputs = "cond: Tcond, input: Tin",
    .outputs = "output: Tout",
    .attrs = "Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, else_branch: func",
    .effect = Effect::kByBody};
TP_OP(While){.name = "While",
             .inputs = "input: T",
             .outputs = "output: T",
             .attrs = "T: list(type) >= 0, cond: func, body: func",
             .effect = Effect::kByBody};
TP_OP(StatefulPartitionedCall){.name = "StatefulPartitionedCall",
                               .inputs = "args: Tin",
                               .outputs = "output: Tout",
                               .attrs = "Tin: list(type) >= 0, Tout: list(type) >= 0, f: func",
                               .effect = Effect::kByBody};
TP_OP(Fused){.name = "_Fused",
             .inputs = "x: Tin",
             .outputs = "y: T",
             .attrs = "Tin: list(type) >= 1, T: type, expr: string",
             .shape = shape::BroadcastAll};
TP_OP(FusedMatMul){.name = "_FusedMatMul",
                   .inputs = "a: T, b: T, args: num_args * T",
                   .outputs = "product: T",
                   .attrs =
                       "transpose_a: bool = false, transpose_b: bool = false, T: {float,double}, num_args: "
                       "int >= 0, fused_ops: list(string) = []",
                   .shape = MatMulShape};
TP_OP(ReadVariableOp){.name = "ReadVariableOp",
                      .inputs = "resource: resource",
                      .outputs = "value: dtype",
                      .attrs = "dtype: type",
                      .effect = Effect::kRead};

}  // namespace tp
