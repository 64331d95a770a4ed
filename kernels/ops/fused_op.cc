// _Fused: a group of elementwise ops in one node, as fusion makes it. kernels/fused runs it.
#include "kernels/op.h"

namespace tp {

TP_OP(Fused){
    .name = "_Fused",
    .inputs = "args: Targs",
    .outputs = "y: T",
    .attrs = "Targs: list(type) >= 1, T: type, expr: string",
    .doc =
        "The elementwise expression `expr` over x0, x1, … (the inputs, broadcast), a program of "
        "core/ir/expression.h.",
    .shape = shape::BroadcastAll,
    .elementwise = "x0",
};

}  // namespace tp
