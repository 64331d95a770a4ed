#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ir/graph.h"
#include "core/ir/op_parse.h"
#include "core/ir/symbols.h"
#include "core/ir/test_ops.h"
#include "core/ir/value_inference.h"

namespace tp {
namespace {

constexpr DType F = DType::kFloat32, I = DType::kInt32, B = DType::kBool;

// "TypeError: text" of what an op refuses, or the shapes of its outputs.
std::string Try(GraphBuilder& b, std::string_view op, std::vector<Val> inputs, Attrs attrs = {}) {
  try {
    std::string shapes;
    for (const Val& v : b.Ops(op, inputs, attrs)) shapes += v.shape().ToBracketString();
    return shapes;
  } catch (const OpError& error) {
    return std::string(CodeName(error.status.code())) + ": " + error.status.message();
  }
}

TEST(OpInfo, ParsesItsTexts) {
  const OpInfo& op = OpRegistry::Get("MaxPool");
  EXPECT_EQ(op.FindAttr("T")->allowed_types, (std::vector<DType>{DType::kFloat16, F}));
  EXPECT_TRUE(op.FindAttr("T")->derived);
  EXPECT_TRUE(op.FindAttr("T")->Allows(F));
  EXPECT_FALSE(op.FindAttr("T")->Allows(I));
  EXPECT_TRUE(op.FindAttr("ksize")->Allows(I));  // no list: any
  EXPECT_EQ(op.attrs()[op.inputs()[0].type_index].name, "T");
  EXPECT_EQ(*op.FindAttr("T")->default_value.As<DType>(), F);
  EXPECT_EQ(op.FindAttr("ksize")->minimum, 4);
  EXPECT_EQ(op.FindAttr("padding")->allowed_strings.size(), 3u);
  EXPECT_TRUE(op.FindAttr("explicit_paddings")->default_value.As<std::vector<int64_t>>()->empty());
  const auto apis = ParseApis("tf.a, tf.b.c (x, axis=[1, 2], name=None); tf.d (y)", "test");
  ASSERT_EQ(apis.size(), 2u);
  EXPECT_EQ(apis[0].names[1], "tf.b.c");
  EXPECT_EQ(apis[0].parameters[1].default_text, "[1, 2]");
  EXPECT_EQ(apis[1].parameters[0].name, "y");
  EXPECT_EQ(OpRegistry::Find("NoSuchOp"), nullptr);
}

TEST(OpInfo, AllAttrsHasDerivedOnes) {
  const OpInfo& op = OpRegistry::Get("ConcatV2");
  std::string text;
  for (const auto& [name, value] : op.AllAttrs(std::vector<DType>{F, F, F, I}, *EmptyAttrs()))
    text += name + "=" + value.ToString() + " ";
  EXPECT_EQ(text, "N=3 T=DT_FLOAT Tidx=DT_INT32 ");
  const OpInfo& scan = OpRegistry::Get("ScanDataset");
  EXPECT_FALSE(scan.FindAttr("Tstate")->derived);
  const Attrs attrs = MakeAttrs({{"Tstate", std::vector<DType>{F, I}}});
  EXPECT_EQ(scan.Attr("Targuments", std::vector<DType>{DType::kVariant, F, I, B}, *attrs).ToString(),
            "[DT_BOOL]");
}

TEST(GraphBuilder, TellsErrorsAsTensorFlowDoes) {
  GraphBuilder b(MakeRef<Graph>());
  const Val a = b.Input(F, {kUnknownDim, 128}, "a"), w = b.Input(F, {64, 10}, "w");
  EXPECT_EQ(
      Try(b, "MatMul", {a, w}),
      "ValueError: Dimensions must be equal, but are 128 and 64 for '{{node MatMul}} = MatMul[T=DT_FLOAT, "
      "grad_a=false, grad_b=false, transpose_a=false, transpose_b=false](a, w)' with input shapes: "
      "[?,128], [64,10].");
  const Val x3 = b.Input(F, {3}, "x"), y4 = b.Input(F, {4}, "y"), i3 = b.Input(I, {3}, "i"),
            bools = b.Input(B, {3});
  EXPECT_EQ(
      Try(b, "AddV2", {x3, y4}),
      "ValueError: Dimensions must be equal, but are 3 and 4 for '{{node AddV2}} = AddV2[T=DT_FLOAT](x, y)' "
      "with input shapes: [3], [4].");
  EXPECT_EQ(
      Try(b, "AddV2", {x3, i3}),
      "TypeError: Input 'y' of 'AddV2' Op has type int32 that does not match type float32 of argument 'x'.");
  EXPECT_EQ(
      Try(b, "MatMul", {bools, bools}),
      "TypeError: Value passed to parameter 'a' has DataType bool not in list of allowed values: float32, "
      "float64, int32");
  EXPECT_EQ(
      Try(b, "LogicalAnd", {x3, bools}),
      "TypeError: Input 'x' of 'LogicalAnd' Op has type float32 that does not match expected type of bool.");
  EXPECT_EQ(
      Try(b, "ConcatV2", {x3, i3, i3}),
      "TypeError: Tensors in list passed to 'values' of 'ConcatV2' Op have types [float32, int32] that don't "
      "all match.");
  EXPECT_EQ(
      Try(b, "ConcatV2", {x3, i3}),
      "ValueError: List argument 'values' to 'ConcatV2' Op with length 1 shorter than minimum length 2.");
  EXPECT_EQ(
      Try(b, "MaxPool", {x3}, MakeAttrs({{"padding", "X"}, {"ksize", std::vector<int64_t>{1, 2, 2, 1}}})),
      "ValueError: Attr 'padding' of 'MaxPool' Op passed string 'X' not in: \"SAME\", \"VALID\", "
      "\"EXPLICIT\".");
  EXPECT_EQ(Try(b, "MatMul", {x3, x3}).substr(0, 55),
            "ValueError: Shape must be rank 2 but is rank 1 for '{{n");
  EXPECT_EQ(
      Try(b, "Reshape", {x3, Val(Tensor::Vector<int32_t>({2, 2}))}),
      "ValueError: Cannot reshape a tensor with 3 elements to shape [2,2] (4 elements) for '{{node Reshape}} "
      "= "
      "Reshape[T=DT_FLOAT, Tshape=DT_INT32](x, Reshape/shape)' with input shapes: [3], [2] and with input "
      "tensors "
      "computed as partial shapes: input[1] = [2,2].");
  const Val m = b.Input(F, {3, 2}, "m");
  EXPECT_EQ(Try(b, "Sum", {m, Val(Tensor::Scalar<int32_t>(3))}),
            "ValueError: Invalid reduction dimension 3 for input with 2 dimensions. for '{{node Sum}} = "
            "Sum[T=DT_FLOAT, Tidx=DT_INT32, keep_dims=false](m, Sum/reduction_indices)' with input shapes: "
            "[3,2], [] and with "
            "computed input tensors: input[1] = <3>.");
  EXPECT_EQ(Try(b, "Split", {Val(Tensor::Scalar<int32_t>(0)), m}, MakeAttrs({{"num_split", 3}})),
            "<unknown><unknown><unknown>");
}

TEST(ValueInference, KnowsWhatTensorFlowKnows) {
  GraphBuilder b(MakeRef<Graph>());
  const Val x = b.Input(F, {kUnknownDim, 3});
  const Val shape = b.Op("Shape", {x});
  const auto ints = [](std::initializer_list<int32_t> v) { return Val(Tensor::Vector<int32_t>(v)); };
  const auto slice = [&](int from) {
    return b.Op("StridedSlice", {shape, ints({from}), ints({from + 1}), ints({1})},
                MakeAttrs({{"shrink_axis_mask", 1}}));
  };
  const Val n = slice(0), three = slice(1);
  EXPECT_EQ(Try(b, "Reshape", {x, shape}), "[?,3]");
  const Val six = b.Op("Mul", {three, Val(Tensor::Scalar<int32_t>(2))});
  const Val parts[] = {n, six};
  const Val packed = b.Ops("Pack", parts)[0];
  EXPECT_EQ(Try(b, "Reshape", {x, packed}), "[?,6]");
  // TensorFlow loses partly known vectors in arithmetic; so do we.
  EXPECT_EQ(Try(b, "Reshape", {x, b.Op("Mul", {shape, Val(Tensor::Scalar<int32_t>(2))})}), "[?,?]");
  const Val joined[] = {shape, ints({-1, 5}), Val(Tensor::Scalar<int32_t>(0))};
  EXPECT_EQ(Try(b, "Reshape", {x, b.Ops("ConcatV2", joined)[0]}), "[?,3,?,5]");
  const Val tail =
      b.Op("StridedSlice", {shape, ints({1}), ints({0}), ints({1})}, MakeAttrs({{"end_mask", 1}}));
  EXPECT_EQ(Try(b, "Reshape", {x, tail}), "[3]");
  ValueInference values(*b.graph());
  EXPECT_EQ(values.Value(n.id()), nullptr);
  EXPECT_EQ(values.Value(six.id())->scalar<int32_t>(), 6);
}

TEST(Graph, NamesAreTensorFlows) {
  Graph graph;
  EXPECT_EQ(graph.UniqueName("add"), "add");
  EXPECT_EQ(graph.UniqueName("add_1"), "add_1");
  EXPECT_EQ(graph.UniqueName("Add"), "Add_2");
  EXPECT_EQ(graph.UniqueName("add", false), "add_3");
  EXPECT_EQ(graph.UniqueName("add"), "add_3");
}

TEST(Graph, EraseAndCompactHandControlEdgesOn) {
  GraphBuilder b(MakeRef<Graph>());
  Graph& g = *b.graph();
  const Val r = b.Input(DType::kResource, {}, "v");
  const Attrs dtype = MakeAttrs({{"dtype", F}});
  const Val first = b.Op("ReadVariableOp", {r}, dtype), unused = b.Op("Relu", {first});
  const Val second = b.Op("ReadVariableOp", {r}, dtype);
  g.AddControl(g.producer(second.id()), g.producer(unused.id()));
  b.Output(second);
  g.Erase(g.producer(unused.id()));
  g.Compact();
  ASSERT_EQ(g.num_nodes(), 3u);
  ASSERT_EQ(g.controls(2).size(), 1u);
  EXPECT_EQ(g.controls(2)[0], 1u);
  EXPECT_EQ(g.outputs_list[0], 2u);
  EXPECT_EQ(g.node_name(2), "ReadVariableOp_1");
}

TEST(Graph, InsertNodeAndAppendOutputsKeepValues) {
  GraphBuilder b(MakeRef<Graph>());
  Graph& g = *b.graph();
  const Val x = b.Input(F, {2}), y = b.Op("Relu", {x}), z = b.Op("Sqrt", {y});
  b.Output(y);
  const NodeId inserted = g.InsertNode(1, {.op = &OpRegistry::Get("NoOp"), .name = "early"});
  EXPECT_EQ(inserted, 1u);
  EXPECT_EQ(g.producer(z.id()), 3u);
  const DType type = F;
  const Shape shape = {7};
  g.AppendOutputs(g.producer(y.id()), {&type, 1}, {&shape, 1});
  EXPECT_EQ(g.inputs(3)[0], g.output(2));
  EXPECT_EQ(g.outputs_list[0], g.output(2));
  EXPECT_NE(y.id(), g.output(2));
  const Val late = b.Op("Relu", {y});  // by its old id
  EXPECT_EQ(g.inputs(g.producer(late.id()))[0], g.output(2));
  EXPECT_EQ(g.shape(g.output(2, 1)), shape);
}

TEST(Graph, ReplaceAllFollowsChains) {
  GraphBuilder b(MakeRef<Graph>());
  const Val x = b.Input(F, {2}), y = b.Op("Relu", {x}), z = b.Op("Relu", {y}), w = b.Op("Relu", {z});
  b.Output(w);
  std::vector<ValueId> map = {0, 0, 1, 3};
  b.graph()->ReplaceAll(map);
  EXPECT_EQ(b.graph()->inputs(3)[0], x.id());
  EXPECT_EQ(b.graph()->outputs_list[0], w.id());
}

TEST(Symbols, EqualExpressionsAreOneSymbol) {
  Symbols s;
  const Dim n = s.Fresh(), m = s.Fresh();
  EXPECT_EQ(s.Add(n, m), s.Add(m, n));
  EXPECT_EQ(s.Add(s.Add(n, 2), 3), s.Add(n, 5));
  EXPECT_EQ(s.Subtract(s.Add(n, 5), 5), n);
  EXPECT_EQ(s.Divide(s.Multiply(n, 6), 3, false), s.Multiply(n, 2));
  EXPECT_EQ(s.ToString(s.Multiply(s.Add(n, 1), m)), "(s1*(s0+1))");
  EXPECT_EQ(s.Multiply(n, 0), 0);
  EXPECT_EQ(s.Add(kUnknownDim, 1), kUnknownDim);
  const Dim sum = s.Add(n, 5);
  const Dim values[] = {2, 7};
  EXPECT_EQ(s.Evaluate(sum, values), 7);
  EXPECT_TRUE(s.Unify(n, m));
  EXPECT_EQ(s.Resolve(m), n);
  EXPECT_TRUE(s.Unify(m, 4));
  EXPECT_EQ(s.Resolve(n), 4);
  EXPECT_FALSE(s.Unify(n, 5));
}

TEST(Graph, RegionsAndClone) {
  Ref<Graph> body = MakeRef<Graph>("body");
  GraphBuilder b(MakeRef<Graph>("main"));
  const Val v = b.Input(DType::kVariant, {}), x = b.Input(F, {});
  b.Op("ScanDataset", {v, x}, MakeAttrs({{"Tstate", std::vector<DType>{F}}, {"f", FuncAttr(body)}}));
  Ref<Graph> copy = b.graph()->Clone();
  ASSERT_EQ(copy->regions(2).size(), 1u);
  EXPECT_EQ(copy->regions(2)[0], body.get());
  EXPECT_EQ(copy->name(), "main");
}

}  // namespace
}  // namespace tp
