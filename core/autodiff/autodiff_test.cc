// Gradients of functions, checked against finite differences in float64, and backward regions against the
// node lists of TensorFlow 2.21.
#include <gtest/gtest.h>

#include <cmath>

#include "core/autodiff/gradients.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ir/text.h"
#include "core/ir/verifier.h"

namespace tp {
namespace {

Ref<Graph> Parsed(const std::string& text) {
  Ref<Graph> graph;
  const Status status = ParseText(text, &graph);
  EXPECT_TRUE(status.ok()) << status.message() << "\n" << text;
  return graph;
}

std::string Parameter(std::string_view name, std::string_view type, std::string_view shape) {
  return fmt::format("%{} = Placeholder() {{dtype={}, shape=<{}>}} : {}[{}]\n", name, type, shape, type,
                     shape);
}

std::string Number(std::string_view name, double value) {
  return fmt::format("%{} = Const() {{dtype=f64, value=f64[]{{{:.1f}}}}} : f64[]\n", name, value);
}

// A function of two vectors of three float64.
Ref<Graph> Function(const std::string& body) {
  return Parsed("graph \"f\" (%x, %y) {\n" + Parameter("x", "f64", "3") + Parameter("y", "f64", "3") + body +
                "}");
}

Tensor Vector(double a, double b, double c) { return Tensor::Vector<double>({a, b, c}); }

std::vector<Tensor> Run(const Ref<Graph>& graph, std::span<const Tensor> inputs) {
  Executor executor;
  std::vector<Tensor> outputs(graph->outputs_list.size());
  const Status status = executor.RunGraph(*graph, inputs, outputs);
  EXPECT_TRUE(status.ok()) << status.message() << "\n" << ToText(*graph);
  return outputs;
}

double Sum(const std::vector<Tensor>& tensors) {
  double sum = 0;
  for (const Tensor& tensor : tensors)
    if (tensor.dtype() == DType::kFloat64)
      for (double v : tensor.elements<double>()) sum += v;
  return sum;
}

void ExpectValid(const Graph& graph) {
  const Status status = Verify(graph);
  EXPECT_TRUE(status.ok()) << status.message() << "\n" << ToText(graph);
}

// A graph that calls forward and backward: the gradients of the sum of the function's outputs.
Ref<Graph> GradientGraph(const Ref<Graph>& function) {
  const Ref<FunctionGradient> gradient = GradientOfFunction(*function);
  const FunctionGradient& g = *gradient;
  ExpectValid(*g.forward);
  ExpectValid(*g.backward);
  GraphBuilder b(MakeRef<Graph>("grad"));
  std::vector<Val> inputs, grads;
  for (ValueId input : function->inputs_list)
    inputs.push_back(b.Input(function->dtype(input), function->shape(input)));
  std::vector<DType> types;
  for (ValueId output : g.forward->outputs_list) types.push_back(g.forward->dtype(output));
  const std::vector<Val> outputs =
      b.Ops("PartitionedCall", inputs, MakeAttrs({{"Tout", types}, {"f", FuncAttr(g.forward)}}));
  for (int i : g.takes) grads.push_back(b.Op("OnesLike", {outputs[i]}));
  for (int capture : g.captures) grads.push_back(outputs[capture]);
  types.clear();
  for (ValueId output : g.backward->outputs_list) types.push_back(g.backward->dtype(output));
  for (const Val& grad :
       b.Ops("PartitionedCall", grads, MakeAttrs({{"Tout", types}, {"f", FuncAttr(g.backward)}})))
    b.Output(grad);
  ExpectValid(*b.graph());
  return b.graph();
}

void CheckGradient(const Ref<Graph>& function, std::string_view what) {
  const std::vector<Tensor> at = {Vector(0.3, -0.7, 1.1), Vector(0.9, 0.4, -0.2)};
  const Ref<Graph> gradient = GradientGraph(function);
  const std::vector<Tensor> grads = Run(gradient, at);
  ASSERT_EQ(grads.size(), 2u);
  for (int input = 0; input < 2; ++input) {
    for (int i = 0; i < 3; ++i) {
      std::vector<Tensor> up = at, down = at;
      up[input] = at[input].Clone(), down[input] = at[input].Clone();
      up[input].data<double>()[i] += 1e-6;
      down[input].data<double>()[i] -= 1e-6;
      const double expected = (Sum(Run(function, up)) - Sum(Run(function, down))) / 2e-6;
      EXPECT_NEAR(grads[input].data<double>()[i], expected, 1e-6 * std::max(1.0, std::abs(expected)))
          << what << ": input " << input << ", element " << i;
    }
  }
}

std::string Counters() {
  return "%i0 = Const() {dtype=i32, value=i32[]{0}} : i32[]\n%max = Const() {dtype=i32, value=i32[]{-1}} : "
         "i32[]\n";
}

// A loop of `turns` over (y, x), whose body computes %new from %y and %x.
std::string Loop(std::string_view name, int turns, const std::string& body, std::string_view inputs) {
  const std::string params = Parameter("i", "i32", "") + Parameter("m", "i32", "") +
                             Parameter("y", "f64", "3") + Parameter("x", "f64", "3");
  return fmt::format(
      "%{} = StatelessWhile(%i0, %max, {}) {{body=graph \"body\" (%i, %m, %y, %x) {{\n{}{}"
      "%one = Const() {{dtype=i32, value=i32[]{{1}}}} : i32[]\n%next = AddV2(%i, %one)\n"
      "%o0 = Identity(%next)\n%o1 = Identity(%m)\n%o2 = Identity(%new)\nreturn %o0, %o1, %o2, %x}},\n"
      "cond=graph \"cond\" (%i, %m, %y, %x) {{\n{}"
      "%n = Const() {{dtype=i32, value=i32[]{{{}}}}} : i32[]\n%less = Less(%i, %n)\nreturn %less}}}}"
      " : i32[], i32[], f64[3], f64[3]\n",
      name, inputs, params, body, params, turns);
}

std::string Branches(std::string_view name, const std::string& then_body, const std::string& else_body,
                     std::string_view inputs) {
  const std::string params = Parameter("x", "f64", "3") + Parameter("y", "f64", "3");
  return "%axis = Const() {dtype=i32, value=i32[1]{0}} : i32[1]\n%sum = Sum(%x, %axis)\n" +
         Number("half", 0.5) + "%flag = Greater(%sum, %half)\n" +
         fmt::format(
             "%{} = StatelessIf(%flag, {}) {{Tout=[f64], else_branch=graph \"else\" (%x, %y) {{\n{}{}return "
             "%r}}, "
             "then_branch=graph \"then\" (%x, %y) {{\n{}{}return %r}}}} : f64[3]\n",
             name, inputs, params, else_body, params, then_body);
}

const std::string kStep =
    Number("half", 0.5) + "%sq = Mul(%y, %y)\n%sc = Mul(%sq, %half)\n%s = Sin(%x)\n%new = AddV2(%sc, %s)\n";

TEST(Autodiff, FiniteDifferences) {
  const struct {
    std::string what, body;
  } rows[] = {
      {"product", "%t = Tanh(%x)\n%p = Mul(%t, %y)\nreturn %p\n"},
      {"used twice", "%p = Mul(%x, %x)\n%q = AddV2(%p, %x)\n%e = Exp(%y)\n%r = Mul(%q, %e)\nreturn %r, %q\n"},
      {"if",
       Branches("r", "%s = Sin(%x)\n%r = Mul(%s, %y)\n", "%e = Exp(%y)\n%r = AddV2(%e, %x)\n", "%x, %y") +
           "return %r\n"},
      {"if, other branch",
       Branches("r", "%e = Exp(%y)\n%r = AddV2(%e, %x)\n", "%s = Sin(%x)\n%r = Mul(%s, %y)\n", "%y, %x") +
           "return %r\n"},
      {"while", Counters() + Loop("w", 3, kStep, "%x, %y") + "return %w:2\n"},
      {"while, no turn", Counters() + Loop("w", 0, kStep, "%x, %y") + "return %w:2, %w:3\n"},
      {"while of a used value",
       Counters() + "%e = Exp(%x)\n" + Loop("w", 2, kStep, "%e, %y") + "%r = Mul(%w:2, %e)\nreturn %r\n"},
      {"if in while", Counters() +
                          Loop("w", 3,
                               Branches("r", "%s = Sin(%x)\n%r = Mul(%s, %y)\n",
                                        "%e = Tanh(%y)\n%r = AddV2(%e, %x)\n", "%y, %x") +
                                   "%new = Mul(%r, %y)\n",
                               "%x, %y") +
                          "return %w:2\n"},
      {"while in while",
       Counters() +
           Loop("w", 2, Counters() + Loop("v", 2, kStep, "%y, %x") + "%new = Mul(%v:2, %x)\n", "%x, %y") +
           "return %w:2\n"},
      {"while in if", Branches("r", Counters() + Loop("v", 2, kStep, "%x, %y") + "%r = Mul(%v:2, %x)\n",
                               "%r = Mul(%x, %y)\n", "%x, %y") +
                          "return %r\n"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Ref<Graph> function = Function(row.body);
    ASSERT_TRUE(function);
    CheckGradient(function, row.what);
  }
}

TEST(Autodiff, SecondDerivatives) {
  const struct {
    std::string what, body;
  } rows[] = {
      {"product", "%t = Tanh(%x)\n%p = Mul(%t, %y)\n%r = Mul(%p, %y)\nreturn %r\n"},
      {"if", Branches("r", "%s = Sin(%x)\n%r = Mul(%s, %y)\n", "%e = Exp(%y)\n%r = Mul(%e, %x)\n", "%x, %y") +
                 "return %r\n"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    CheckGradient(GradientGraph(Function(row.body)), row.what);
  }
}

std::string Ops(const Graph& graph) {
  std::string text;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    const std::string_view op = graph.node(id).op->name();
    if (op != "Placeholder" && op != "Const") text += (text.empty() ? "" : " ") + std::string(op);
  }
  return text;
}

// def h(a, b): return tf.tanh(a) * b, a * 2.0
TEST(Autodiff, NodesAreTensorFlows) {
  const Ref<Graph> h = Function("%t = Tanh(%x)\n%p = Mul(%t, %y)\n" + Number("two", 2) +
                                "%q = Mul(%x, %two)\n%i = Identity(%p)\n%j = Identity(%q)\nreturn %i, %j\n");
  const Ref<FunctionGradient> gradient = GradientOfFunction(*h);
  const FunctionGradient& g = *gradient;
  EXPECT_EQ(Ops(*g.backward),
            "Identity Identity Mul Mul Mul Mul Sum Reshape TanhGrad AddN Identity Identity");
}

TEST(Autodiff, OpsWithoutGradientAreNamed) {
  const Ref<Graph> f = Function(
      "%i = Cast(%x) {DstT=i32} : i32[3]\n%d = Cast(%i) {DstT=f64} : f64[3]\n%r = Mul(%d, %y)\nreturn %r\n");
  const Ref<FunctionGradient> gradient = GradientOfFunction(*f);
  const FunctionGradient& g = *gradient;
  EXPECT_EQ(g.gives, (std::vector<FunctionGradient::Gives>{{1, false}}));
}

}  // namespace
}  // namespace tp
