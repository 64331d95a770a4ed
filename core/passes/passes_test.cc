// Each pass on its own: the body of a graph before => after. `return` and parameters are as written.
#include <gtest/gtest.h>

#include "core/ir/test_ops.h"
#include "core/ir/text.h"
#include "core/ir/verifier.h"
#include "core/passes/pass.h"

namespace tp {

TP_OP(Max){.name = "Max",
           .inputs = "input: T, reduction_indices: Tidx",
           .outputs = "output: T",
           .attrs = "keep_dims: bool = false, T: type, Tidx: {int32,int64} = DT_INT32",
           .shape = [](ShapeContext& c) {
             Shape shape = c.input(0);
             shape.set_dim(shape.rank() - 1, 1);
             c.Set(0, shape);
             return Status();
           }};
TP_OP(FusedRows){.name = "_FusedRows",
                 .inputs = "x: Tin",
                 .outputs = "y: T",
                 .attrs = "Tin: list(type) >= 1, T: type, stages: list(string)",
                 .shape = shape::BroadcastAll};

TP_OP(AssignSubVariableOp){.name = "AssignSubVariableOp",
                           .inputs = "resource: resource, value: dtype",
                           .attrs = "dtype: type",
                           .shape = shape::None,
                           .effect = Effect::kWrite};
TP_OP(FusedUpdate){.name = "_FusedUpdate",
                   .inputs = "resource: resource, args: Targs",
                   .attrs = "Targs: list(type) >= 0, T: type, expr: string, at: int, reads: bool",
                   .shape = shape::None,
                   .effect = Effect::kWrite};

namespace {

constexpr std::string_view kParams =
    "  %x = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3]\n"
    "  %y = Placeholder() {dtype=f32, shape=<?,3>} : f32[?,3]\n"
    "  %i = Placeholder() {dtype=i32, shape=<>} : i32[]\n"
    "  %v = Placeholder() {dtype=resource, shape=<>} : resource[]\n"
    "  %w = Placeholder() {dtype=f32, shape=<3,3>} : f32[3,3]\n"
    "  %z = Placeholder() {dtype=f32, shape=<3>} : f32[3]\n";

std::string Wrap(std::string_view body) {
  return "graph \"g\" (%x, %y, %i, %v, %w, %z) {\n" + std::string(kParams) + std::string(body) + "\n}";
}

Ref<Graph> Parsed(std::string_view text) {
  Ref<Graph> graph;
  const Status status = ParseText(text, &graph);
  EXPECT_TRUE(status.ok()) << status.message() << "\n" << text;
  return graph ? graph : MakeRef<Graph>();
}

const PassDef& Find(std::string_view name) {
  for (const PassDef* pass : AllPasses())
    if (pass->name == name) return *pass;
  ADD_FAILURE() << "no pass " << name;
  return *AllPasses()[0];
}

struct Row {
  std::string_view pass, before, after;
};

#define TP_ROWS                                                                                           \
  "%k = Const() {dtype=f32, value=f32[1,16]{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, " \
  "1.0, "                                                                                                 \
  "1.0, 1.0, 1.0}} : f32[1,16] %a = Const() {dtype=i32, value=i32[]{-1}} : i32[] "

// `after` "same": the pass says that it changed nothing.
constexpr Row kRows[] = {
    {"dead-code", "%a = Relu(%x) %b = Sqrt(%x) return %a", "%a = Relu(%x) return %a"},
    {"dead-code", "%a = Relu(%x) return %a", "same"},
    {"dead-code",
     "%r = ReadVariableOp(%v) {dtype=f32} : f32[*] %set = AssignVariableOp(%v, %x, ^%r) {dtype=f32}"
     "%n = NoOp(^%r, ^%set) %o = Identity(%x, ^%n) return %o after %r, %set",
     "%set = AssignVariableOp(%v, %x) {dtype=f32} %o = Identity(%x) return %o after %set"},
    {"arithmetic", "%a = Identity(%x) %b = Relu(%a) return %b, %a", "%b = Relu(%x) return %b, %x"},
    {"arithmetic",
     "%a = Relu(%x) %one = Const() {dtype=f32, value=f32[]{1.0}} : f32[] %b = Mul(%a, %one) return %b",
     "%a = Relu(%x) %one = Const() {dtype=f32, value=f32[]{1.0}} : f32[] return %a"},
    {"arithmetic", "%one = Const() {dtype=f32, value=f32[]{1.0}} : f32[] %b = Mul(%x, %one) return %b",
     "same"},
    {"arithmetic", "%k = Const() {dtype=i32, value=i32[]{0}} : i32[] %b = AddV2(%k, %i) return %b",
     "%k = Const() {dtype=i32, value=i32[]{0}} : i32[] return %i"},
    {"common-subexpressions", "%a = Relu(%x) %b = Relu(%x) %c = AddV2(%a, %b) return %c",
     "%a = Relu(%x) %c = AddV2(%a, %a) return %c"},
    {"common-subexpressions",
     "%a = ReadVariableOp(%v) {dtype=f32} : f32[] %b = ReadVariableOp(%v) {dtype=f32} : f32[]"
     "%set = AssignVariableOp(%v, %x) {dtype=f32} %c = ReadVariableOp(%v) {dtype=f32} : f32[] return %a, %b, "
     "%c",
     "%a = ReadVariableOp(%v) {dtype=f32} : f32[] %set = AssignVariableOp(%v, %x) {dtype=f32}"
     "%c = ReadVariableOp(%v) {dtype=f32} : f32[] return %a, %a, %c"},
    {"shape-folding", "%s = Shape(%x) return %s",
     "%0 = Const() {dtype=i32, value=i32[2]{2, 3}} : i32[2] return %0"},
    {"shape-folding", "%s = Shape(%y) return %s", "same"},
    {"elementwise-fusion", "%a = Relu(%x) %b = Mul(%a, %y) %c = AddV2(%b, %a) return %c",
     "%0 = _Fused(%x, %y) {T=f32, expr=\"t0 = relu(x0); t1 = mul(t0, x1); add(t1, t0)\"} : f32[2,3] return "
     "%0"},
    // Another user outside the group: relu stays.
    {"elementwise-fusion", "%a = Relu(%x) %b = Sqrt(%a) %c = AddV2(%b, %a) return %c, %a",
     "%a = Relu(%x) %0 = _Fused(%a) {T=f32, expr=\"t0 = sqrt(x0); add(t0, x0)\"} : f32[2,3] return %0, %a"},
    // Of unknown shapes, but the same ones; a constant goes into the text.
    {"elementwise-fusion",
     "%a = Relu(%y) %two = Const() {dtype=f32, value=f32[]{2.0}} : f32[] %b = Mul(%a, %two) return %b",
     "%two = Const() {dtype=f32, value=f32[]{2.0}} : f32[]"
     "%0 = _Fused(%y) {T=f32, expr=\"t0 = relu(x0); mul(t0, 2)\"} : f32[?,3] return %0"},
    {"row-fusion",
     TP_ROWS "%r = Relu(%k) %s = Max(%r, %a) {keep_dims=true} %q = Sqrt(%s) %m = Mul(%r, %q) return %m",
     TP_ROWS "%0 = _FusedRows(%k) {T=f32, stages=[\"0: relu(x0)\", \"max 1: x0\", \"2: sqrt(x0)\", \"1 3: "
             "mul(x0, x1)\"]}"
             " : f32[1,16] return %0"},
    // The reduction has another user, another axis, or drops the dim.
    {"row-fusion", TP_ROWS "%s = Max(%k, %a) {keep_dims=true} %m = Mul(%k, %s) return %m, %s", "same"},
    {"row-fusion", TP_ROWS "%s = Max(%k, %i) {keep_dims=true} %m = Mul(%k, %s) return %m", "same"},
    {"row-fusion", TP_ROWS "%s = Max(%k, %a) %m = Mul(%k, %s) return %m", "same"},
    // relu of a smaller shape would be computed for each element of the larger one.
    {"elementwise-fusion", "%a = Sqrt(%z) %b = Mul(%a, %x) return %b", "same"},
    // The read goes along; a smaller operand is broadcast.
    {"update-fusion",
     "%r = ReadVariableOp(%v) {dtype=f32} : f32[2,3] "
     "%d = _Fused(%x, %r, %z) {T=f32, expr=\"t0 = sub(x1, x0); mul(t0, x2)\"} : f32[2,3] "
     "%a = AssignSubVariableOp(%v, %d, ^%r) {dtype=f32} return %x after %a",
     "%a = _FusedUpdate(%v, %x, %z) {T=f32, at=1, expr=\"t0 = sub(x1, x0); sub(x1, mul(t0, x2))\", "
     "reads=true} return %x after %a"},
    // A write stands between the read and the update: the old value is wanted.
    {"update-fusion",
     "%r = ReadVariableOp(%v) {dtype=f32} : f32[2,3] %set = AssignVariableOp(%v, %x, ^%r) {dtype=f32} "
     "%d = Mul(%x, %r) : f32[2,3] %a = AssignSubVariableOp(%v, %d, ^%set) {dtype=f32} return %x after %a",
     "%r = ReadVariableOp(%v) {dtype=f32} : f32[2,3] %set = AssignVariableOp(%v, %x, ^%r) {dtype=f32} "
     "%a = _FusedUpdate(%v, %x, %r, ^%set) {T=f32, at=2, expr=\"sub(x2, mul(x0, x1))\", reads=false} "
     "return %x after %a"},
    {"update-fusion", "%d = Relu(%y) %a = AssignSubVariableOp(%v, %d) {dtype=f32} return %x after %a",
     "same"},
    {"update-fusion", "%d = Relu(%x) %a = AssignSubVariableOp(%v, %d) {dtype=f32} return %d after %a",
     "same"},
    {"epilogue", "%m = MatMul(%x, %w) %b = AddV2(%m, %z) %r = Relu(%b) return %r",
     "%0 = _FusedMatMul(%x, %w, %z) {fused_ops=[\"BiasAdd\", \"Relu\"]} : f32[2,3] return %0"},
    {"epilogue", "%m = MatMul(%y, %w) %b = AddV2(%z, %m) return %b, %b",
     "%0 = _FusedMatMul(%y, %w, %z) {fused_ops=[\"BiasAdd\"]} : f32[?,3] return %0, %0"},
    {"epilogue", "%m = MatMul(%x, %w) %b = AddV2(%m, %z) return %b, %m", "same"},
    // A counter that nobody reads, and what it is compared with; the flag that the condition reads stays.
    {"loop-variables",
     "%t = Const() {dtype=bool, value=bool[]{true}} : bool[]"
     "%loop = While(%i, %i, %x, %t) {body=graph \"b\" (%c, %m, %z, %f) {"
     "%c = Placeholder() {dtype=i32, shape=<>} : i32[] %m = Placeholder() {dtype=i32, shape=<>} : i32[] "
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] "
     "%one = Const() {dtype=i32, value=i32[]{1}} : i32[] %d = AddV2(%c, %one) %k = Identity(%m) "
     "%y = Sqrt(%z) %g = Identity(%f) return %d, %k, %y, %g},"
     " cond=graph \"t\" (%c, %m, %z, %f) {"
     "%c = Placeholder() {dtype=i32, shape=<>} : i32[] %m = Placeholder() {dtype=i32, shape=<>} : i32[] "
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] %n = AddV2(%c, %m) return %f},"
     " output_shapes=[<>, <>, <2,3>, <>]} : i32[], i32[], f32[2,3], bool[] return %loop:2",
     "%t = Const() {dtype=bool, value=bool[]{true}} : bool[]"
     "%0 = While(%x, %t) {body=graph \"b\" (%z, %f) {"
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] "
     "%y = Sqrt(%z) %g = Identity(%f) return %y, %g},"
     " cond=graph \"t\" (%z, %f) {"
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] return %f},"
     " output_shapes=[<2,3>, <>]} : f32[2,3], bool[] return %0"},
    // All that the loop has is needed: the first by the effect, the second by the third's next value.
    {"loop-variables",
     "%t = Const() {dtype=bool, value=bool[]{true}} : bool[]"
     "%loop = While(%x, %i, %i, %t, %v) {body=graph \"b\" (%z, %c, %m, %f, %v) {"
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%c = Placeholder() {dtype=i32, shape=<>} : i32[] %m = Placeholder() {dtype=i32, shape=<>} : i32[] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] "
     "%v = Placeholder() {dtype=resource, shape=<>} : resource[] "
     "%set = AssignVariableOp(%v, %z) {dtype=f32} %d = AddV2(%c, %m) "
     "return %z, %c, %d, %f, %v after %set},"
     " cond=graph \"t\" (%z, %c, %m, %f, %v) {"
     "%z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] "
     "%c = Placeholder() {dtype=i32, shape=<>} : i32[] %m = Placeholder() {dtype=i32, shape=<>} : i32[] "
     "%f = Placeholder() {dtype=bool, shape=<>} : bool[] "
     "%v = Placeholder() {dtype=resource, shape=<>} : resource[] return %f}}"
     " : f32[2,3], i32[], i32[], bool[], resource[] return %loop:2",
     "same"},
    {"loop-invariants",
     "%loop = While(%i, %x, %x) {body=graph \"b\" (%n, %z, %a) {%n = Placeholder() {dtype=i32, shape=<>} : "
     "i32[] %z = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] %a = Placeholder() {dtype=f32, "
     "shape=<2,3>} : f32[2,3]"
     "  %s = Sqrt(%a) %one = Const() {dtype=i32, value=i32[]{1}} : i32[] %m = AddV2(%n, %one) %y = Mul(%z, "
     "%s) return %m, %y, %a},"
     " cond=graph \"c\" (%n, %z, %a) {%n = Placeholder() {dtype=i32, shape=<>} : i32[] %z = Placeholder() "
     "{dtype=f32, shape=<2,3>} : f32[2,3] %a = Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] %l = "
     "Const() {dtype=bool, value=bool[]{false}} : bool[] return %l}} : i32[], f32[2,3], f32[2,3] return "
     "%loop:1",
     "%0 = Sqrt(%x) %1 = While(%i, %x, %x, %0) {body=graph \"b\" (%n, %z, %a, %Placeholder) {%Placeholder = "
     "Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] %n = Placeholder() {dtype=i32, shape=<>} : i32[] %z "
     "= Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] %a = Placeholder() {dtype=f32, shape=<2,3>} : "
     "f32[2,3]"
     "  %one = Const() {dtype=i32, value=i32[]{1}} : i32[] %m = AddV2(%n, %one) %y = Mul(%z, %Placeholder) "
     "return %m, %y, %a, %Placeholder},"
     " cond=graph \"c\" (%n, %z, %a, %Placeholder) {%n = Placeholder() {dtype=i32, shape=<>} : i32[] %z = "
     "Placeholder() {dtype=f32, shape=<2,3>} : f32[2,3] %a = Placeholder() {dtype=f32, shape=<2,3>} : "
     "f32[2,3] %l = Const() {dtype=bool, value=bool[]{false}} : bool[] %Placeholder = Placeholder() "
     "{dtype=f32, shape=<2,3>} : f32[2,3] return %l}}"
     " : i32[], f32[2,3], f32[2,3], f32[2,3] return %1:1"},
    {"inlining",
     "%c = StatefulPartitionedCall(%v, %x) {Tout=[f32], f=graph \"f\" (%p, %q) {"
     "  %p = Placeholder() {dtype=resource} : resource[] %q = Placeholder() {dtype=f32} : f32[2,3]"
     "  %a = AssignVariableOp(%p, %q) {dtype=f32} %r = ReadVariableOp(%p, ^%a) {dtype=f32} : f32[*]"
     "  %i = Identity(%r, ^%n) : f32[*] %n = NoOp(^%a, ^%r) return %i after %a, %r}} : f32[*]"
     "%s = ReadVariableOp(%v, ^%c) {dtype=f32} : f32[*] return %c, %s after %c, %s",
     "%a = AssignVariableOp(%v, %x) {dtype=f32} %r = ReadVariableOp(%v, ^%a) {dtype=f32} : f32[*]"
     "%i_1 = Identity(%r) : f32[*] %s = ReadVariableOp(%v, ^%r, ^%a) {dtype=f32} : f32[*]"
     "return %i_1, %s after %a, %r"},
};

TEST(Passes, Rewrite) {
  for (const Row& row : kRows) {
    const Ref<Graph> graph = Parsed(Wrap(row.before));
    PassContext context;
    const bool changed = Find(row.pass).run(*graph, context);
    EXPECT_EQ(changed, row.after != "same") << row.pass << ": " << row.before;
    const Status status = Verify(*graph);
    EXPECT_TRUE(status.ok()) << status.message() << "\n" << ToText(*graph);
    if (row.after != "same") {
      EXPECT_EQ(ToText(*graph), ToText(*Parsed(Wrap(row.after)))) << row.pass << ": " << row.before;
    }
  }
}

}  // namespace
}  // namespace tp
