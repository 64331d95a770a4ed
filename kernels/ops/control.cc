// Control flow: nodes that run regions. They have no kernels: core/exec runs the regions itself,
// core/autodiff differentiates them. What is here is their form: arguments, attributes, effects, shapes.
#include "kernels/op.h"

namespace tp {
namespace {

// What the attribute `output_shapes` says.
Status DeclaredShapes(ShapeContext& c) {
  const auto shapes = c.Attr<std::vector<Shape>>("output_shapes");
  for (int i = 0; i < c.num_outputs() && i < static_cast<int>(shapes.size()); ++i) c.Set(i, shapes[i]);
  return {};
}

// Outputs of a call: what the function's own outputs are.
Status CallShape(ShapeContext& c) {
  const FuncAttr f = c.Attr<FuncAttr>("f");
  if (f.graph() == nullptr) return {};
  const std::vector<ValueId>& outputs = f.graph()->outputs_list;
  for (int i = 0; i < c.num_outputs() && i < static_cast<int>(outputs.size()); ++i)
    c.Set(i, f.graph()->shape(outputs[i]));
  return {};
}

}  // namespace

TP_OP(If){
    .name = "If",
    .inputs = "cond: Tcond, input: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, else_branch: "
        "func, output_shapes: list(shape) = []",
    .doc = "Runs then_branch where the condition is true, else_branch otherwise.",
    .shape = DeclaredShapes,
    .effect = Effect::kByBody,
};

TP_OP(StatelessIf){
    .name = "StatelessIf",
    .inputs = "cond: Tcond, input: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, else_branch: "
        "func, output_shapes: list(shape) = []",
    .doc = "As If, for branches without effects.",
    .shape = DeclaredShapes,
};

TP_OP(While){
    .name = "While",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "T: list(type) >= 0, cond: func, body: func, output_shapes: list(shape) = [], "
        "parallel_iterations: int = 10",
    .doc = "Runs body on its own results for as long as cond of them is true.",
    .shape = DeclaredShapes,
    .effect = Effect::kByBody,
};

TP_OP(StatelessWhile){
    .name = "StatelessWhile",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs =
        "T: list(type) >= 0, cond: func, body: func, output_shapes: list(shape) = [], "
        "parallel_iterations: int = 10",
    .doc = "As While, for regions without effects.",
    .shape = DeclaredShapes,
};

TP_OP(Case){
    .name = "Case",
    .inputs = "branch_index: int32, input: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tin: list(type) >= 0, Tout: list(type) >= 0, branches: list(func) >= 1, output_shapes: "
        "list(shape) = []",
    .doc = "Runs the branch that branch_index chooses; an index out of range chooses the last.",
    .shape = DeclaredShapes,
    .effect = Effect::kByBody,
};

TP_OP(StatelessCase){
    .name = "StatelessCase",
    .inputs = "branch_index: int32, input: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tin: list(type) >= 0, Tout: list(type) >= 0, branches: list(func) >= 1, output_shapes: "
        "list(shape) = []",
    .doc = "As Case, for branches without effects.",
    .shape = DeclaredShapes,
};

TP_OP(PartitionedCall){
    .name = "PartitionedCall",
    .inputs = "args: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tin: list(type) >= 0, Tout: list(type) >= 0, f: func, config: string = '', config_proto: "
        "string = '', executor_type: string = ''",
    .doc = "Runs a function without effects.",
    .shape = CallShape,
};

TP_OP(StatefulPartitionedCall){
    .name = "StatefulPartitionedCall",
    .inputs = "args: Tin",
    .outputs = "output: Tout",
    .attrs =
        "Tin: list(type) >= 0, Tout: list(type) >= 0, f: func, config: string = '', config_proto: "
        "string = '', executor_type: string = ''",
    .doc = "Runs a function.",
    .shape = CallShape,
    .effect = Effect::kByBody,
};

}  // namespace tp
