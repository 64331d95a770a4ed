// If, While, Case and calls: nodes that run regions (function attributes). They have no kernels: the plan
// runs their regions (core/exec). The stateless names say what TensorFlow's graphs show; effects follow from
// the regions either way. Gradients are core/autodiff's.
#include "core/ir/graph.h"
#include "kernels/op.h"

namespace tp {
namespace {

// `output_shapes` where it is given, else what all these regions' outputs have in common.
Status FromRegions(ShapeContext& c, std::span<const FuncAttr> regions) {
  const auto given = c.Attr<std::vector<Shape>>("output_shapes");
  for (int i = 0; i < c.num_outputs(); ++i) {
    if (static_cast<int>(given.size()) == c.num_outputs()) {
      c.Set(i, given[i]);
      continue;
    }
    std::optional<Shape> common;
    for (const FuncAttr& region : regions) {
      Shape shape = Shape::UnknownRank();
      if (region.graph() && i < static_cast<int>(region.graph()->outputs_list.size()))
        shape = WithoutSymbols(region.graph()->shape(region.graph()->outputs_list[i]));
      common = common ? RelaxShapes(*common, shape) : shape;
    }
    if (common) c.Set(i, *common);
  }
  return {};
}

Status IfShape(ShapeContext& c) {
  const FuncAttr branches[] = {c.Attr<FuncAttr>("then_branch"), c.Attr<FuncAttr>("else_branch")};
  return FromRegions(c, branches);
}
Status CaseShape(ShapeContext& c) { return FromRegions(c, c.Attr<std::vector<FuncAttr>>("branches")); }
Status CallShape(ShapeContext& c) {
  const FuncAttr f[] = {c.Attr<FuncAttr>("f")};
  return FromRegions(c, f);
}
// A loop that does not run gives its inputs, one that runs what the body gives.
Status WhileShape(ShapeContext& c) {
  const FuncAttr body[] = {c.Attr<FuncAttr>("body")};
  TP_RETURN_IF_ERROR(FromRegions(c, body));
  if (!c.Attr<std::vector<Shape>>("output_shapes").empty()) return {};
  for (int i = 0; i < c.num_outputs() && i < c.num_inputs(); ++i)
    c.Set(i, RelaxShapes(c.output(i), WithoutSymbols(c.input(i))));
  return {};
}

}  // namespace

#define TP_IF_OP(id, about)                                                                 \
  TP_OP(id) {                                                                               \
    .name = #id, .inputs = "cond: Tcond, input: Tin", .outputs = "output: Tout",            \
    .attrs =                                                                                \
        "Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, "     \
        "else_branch: func, output_shapes: list(shape) = []",                               \
    .doc =                                                                                  \
        "Runs one of two functions: the first where `cond` is true (a number: not zero; a " \
        "string: not empty; a tensor that is no scalar: it has elements). " about,          \
    .shape = IfShape, .effect = Effect::kByBody                                             \
  }
#define TP_WHILE_OP(id, about)                                                          \
  TP_OP(id) {                                                                           \
    .name = #id, .inputs = "input: T", .outputs = "output: T",                          \
    .attrs =                                                                            \
        "T: list(type) >= 0, cond: func, body: func, output_shapes: list(shape) = [], " \
        "parallel_iterations: int = 10",                                                \
    .doc =                                                                              \
        "Runs `body` on its inputs, then on what it gave, while `cond` of them is "     \
        "true. " about,                                                                 \
    .shape = WhileShape, .effect = Effect::kByBody                                      \
  }
#define TP_CASE_OP(id, about)                                                            \
  TP_OP(id) {                                                                            \
    .name = #id, .inputs = "branch_index: int32, input: Tin", .outputs = "output: Tout", \
    .attrs =                                                                             \
        "Tin: list(type) >= 0, Tout: list(type) >= 0, branches: list(func) >= 1, "       \
        "output_shapes: list(shape) = []",                                               \
    .doc =                                                                               \
        "Runs the function of that number; the last one where the number is out of "     \
        "range. " about,                                                                 \
    .shape = CaseShape, .effect = Effect::kByBody                                        \
  }
#define TP_CALL_OP(id, about)                                                         \
  TP_OP(id) {                                                                         \
    .name = #id, .inputs = "args: Tin", .outputs = "output: Tout",                    \
    .attrs =                                                                          \
        "Tin: list(type) >= 0, Tout: list(type) >= 0, f: func, config: string = '', " \
        "config_proto: string = '', executor_type: string = ''",                      \
    .doc = "Runs a function. " about, .shape = CallShape, .effect = Effect::kByBody   \
  }

TP_IF_OP(If, "For branches with effects.");
TP_IF_OP(StatelessIf, "For branches without effects.");
TP_WHILE_OP(While, "For regions with effects.");
TP_WHILE_OP(StatelessWhile, "For regions without effects.");
TP_CASE_OP(Case, "For branches with effects.");
TP_CASE_OP(StatelessCase, "For branches without effects.");
TP_CALL_OP(PartitionedCall, "For functions without effects.");
TP_CALL_OP(StatefulPartitionedCall, "For functions with effects.");

}  // namespace tp
