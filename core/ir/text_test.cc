// Text form and verifier: what is printed parses back, what is wrong is named.
#include "core/ir/text.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/ir/builder.h"
#include "core/ir/matcher.h"
#include "core/ir/test_ops.h"
#include "core/ir/verifier.h"

namespace tp {
namespace {

Ref<Graph> Parsed(std::string_view text) {
  Ref<Graph> graph;
  const Status status = ParseText(text, &graph);
  EXPECT_TRUE(status.ok()) << status.message();
  return graph ? graph : MakeRef<Graph>();
}

constexpr std::string_view kProgram = R"(graph "main" (%x, %flag, %"a b") {
  %x = Placeholder() {dtype=f32, shape=<s0,3>} : f32[s0,3] @"f.py":2:3
  %flag = Placeholder() {dtype=bool, shape=<>} : bool[]
  %"a b" = Placeholder() {dtype=resource, shape=<>} : resource[]
  %3 = Const() {dtype=f32, value=f32[2]{1.5, -inf}} : f32[2]
  %nan = Const() {dtype=f64, value=f64[1]{0x010000000000f87f}} : f64[1]
  %text = Const() {dtype=str, value=str[2]{"a\"\x0a", ""}} : str[2]
  %read = ReadVariableOp(%"a b", ^%nan) {dtype=f32} : f32[*]
  %pool = MaxPool(%read) {explicit_paddings=[]int, ksize=[1, 2, 2, 1], padding="SAME"} : f32[*]
  %concat = ConcatV2(%x, %x, %3) : f32[(s0+s0),?]
  %split = Split(%concat, %x) {num_split=2} : f32[*], f32[*]
  %cond = If(%flag, %x) {Tout=[f32], else_branch=graph#1 "branch" (%0) {
    %0 = Placeholder() {dtype=f32, shape=<*>} : f32[*]
    return %0
  }, then_branch=graph#1} : f32[*]
  return %split:1, %cond
  after %read
}
)";

TEST(Text, PrintsWhatItParses) {
  const Ref<Graph> graph = Parsed(kProgram);
  EXPECT_EQ(ToText(*graph), kProgram);
  EXPECT_EQ(FrameOf(graph->position(0)).line, 2u);
  EXPECT_EQ(graph->regions(10).size(), 2u);
  EXPECT_EQ(graph->regions(10)[0], graph->regions(10)[1]);
}

TEST(Text, EveryDTypeSurvives) {
  GraphBuilder b(MakeRef<Graph>("g"));
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16, DType::kInt8,
                      DType::kUint64, DType::kBool, DType::kComplex64, DType::kComplex128}) {
    Tensor t = Tensor::Allocate(dtype, Shape{3});
    DispatchNumeric(dtype, [&](auto zero) {
      using T = decltype(zero);
      T values[3] = {T(0), T(1), T(1)};
      if constexpr (std::is_floating_point_v<T>)
        values[1] = std::numeric_limits<T>::denorm_min(), values[2] = -T(0);
      if constexpr (std::is_integral_v<T>) values[1] = std::numeric_limits<T>::max();
      std::copy(values, values + 3, t.data<T>());
    });
    b.Constant(t);
  }
  b.Constant(Tensor::Allocate(DType::kFloat32, Shape{2, 0}));
  const Ref<Graph> again = Parsed(ToText(*b.graph()));
  for (NodeId id = 0; id < again->num_nodes(); ++id)
    EXPECT_TRUE(BitEqual(*again->ConstantValue(id), *b.graph()->ConstantValue(id))) << id;
}

TEST(Text, TypesMayBeLeftOut) {
  const Ref<Graph> graph = Parsed(R"(graph "g" (%x) {  # a comment
    %x = Placeholder() {dtype=f32, shape=<2,3>}
    %w = Placeholder() {dtype=f32, shape=<3,?>}
    %y = MatMul(%x, %w)
  })");
  EXPECT_EQ(graph->shape(2), (Shape{2, kUnknownDim}));
  EXPECT_EQ(graph->inputs_list.size(), 1u);
}

TEST(Text, ErrorsNameThePlace) {
  const struct {
    std::string_view text, error;
  } rows[] = {
      {"graph \"g\" () {\n  %x = NoSuch()\n}", "line 2, column 14: no op `NoSuch`"},
      {"graph \"g\" () {\n  %x = Relu(%y)\n}", "line 2, column 15: no node %y before this"},
      {"graph \"g\" (%z) {}", "line 1, column 17: the parameter %z is no node with one output"},
      {"graph \"g\" () { %c = Const() {dtype=f32, value=f32[9999999999]{1}} }",
       "line 1, column 63: the tensor has too few elements"},
      {"graph \"g\" () {", "line 1, column 15: `}` expected"},
      {"graph \"g\" () { %x = Placeholder() {dtype=f32, dtype=f32} }",
       "line 1, column 52: the attribute `dtype` stands twice"},
      {"graph \"g\" () {} x", "line 1, column 17: text after the graph"},
  };
  for (const auto& row : rows) {
    Ref<Graph> graph;
    EXPECT_EQ(ParseText(row.text, &graph).message(), row.error) << row.text;
  }
}

TEST(Verifier, NamesWhatIsWrong) {
  const struct {
    std::string_view body, error;
  } rows[] = {
      {"%y = Relu(%x) : f32[2]", ""},
      {"%y = Relu(%x) : f64[2]",
       "graph `g`, node `y` (Relu): output 0 is float64 where the op gives float32"},
      {"%y = Relu(%x) : f32[3]", "graph `g`, node `y` (Relu): output 0 has shape [3] where the op gives [2]"},
      {"%y = Relu(%x) : f32[2], f32[2]", "graph `g`, node `y` (Relu): 2 outputs where the op gives 1"},
      {"%y = Relu(%x, ^%z) : f32[2] %z = Relu(%y) : f32[2]",
       "graph `g`, node `y` (Relu): it waits for `z`, which comes later"},
      {"%y = Const() {dtype=f32} : f32[2]", "graph `g`, node `y` (Const): attribute `value` is missing"},
      {"%y = Const() {dtype=3, value=f32[]{1.0}} : f32[]",
       "graph `g`, node `y` (Const): attribute `dtype` is of another type"},
      {"%y = While(%x) {cond=graph \"c\" (%0) { %0 = Placeholder() {dtype=i32} : i32[] return %0 }, "
       "body=graph#9 "
       "\"b\" () {}} : f32[2]",
       "graph `g`, node `y` (While): region `b` has 0 parameters where 1 are needed"},
      {"%y = While(%x, %x) {body=graph#1 \"r\" (%0, %1) { %0 = Placeholder() {dtype=f32} : f32[*] "
       "%1 = Placeholder() {dtype=f32} : f32[*] return %0 }, cond=graph#1} : f32[2], f32[2]",
       "graph `g`, node `y` (While): region `r` has 1 results where 2 are needed"},
      {"%y = If(%x, %x) {Tout=[f32], else_branch=graph#1 \"b\" (%0) { %0 = Placeholder() {dtype=f32} : "
       "f32[*] %1 = "
       "Relu(%0) : f64[*] return %0 }, then_branch=graph#1} : f32[*]",
       "graph `b`, node `n1` (Relu): output 0 is float64 where the op gives float32"},
  };
  for (const auto& row : rows) {
    const Ref<Graph> graph = Parsed("graph \"g\" (%x) { %x = Placeholder() {dtype=f32, shape=<2>} : f32[2] " +
                                    std::string(row.body) + " return %y }");
    EXPECT_EQ(Verify(*graph).message(), row.error) << row.body;
  }
}

TEST(Pattern, BindsWordsAndNumbers) {
  const Ref<Graph> g = Parsed(R"(graph "g" (%x, %y) {
    %x = Placeholder() {dtype=f32, shape=<2,2>}
    %y = Placeholder() {dtype=f32, shape=<2,2>}
    %two = Const() {dtype=f32, value=f32[2]{2.0, 2.0}} : f32[2]
    %m = MatMul(%x, %y)
    %a = AddV2(%m, %two)
    %r = Relu(%a)
  })");
  Pattern::Match m;
  const Pattern pattern("Relu|Sqrt(AddV2(MatMul(a, b), 2))");
  EXPECT_TRUE(pattern.Find(*g, 5, &m));
  EXPECT_EQ(m["b"], 1u);
  EXPECT_EQ(m.node(2), 3u);
  EXPECT_FALSE(Pattern("Relu(AddV2(MatMul(a, a), _))").Find(*g, 5, &m));
  EXPECT_FALSE(Pattern("Relu(AddV2(_, 3))").Find(*g, 5, &m));
}

}  // namespace
}  // namespace tp
