// Ops with state: variables, tensor lists as values, random streams (numbers recorded from TensorFlow),
// datasets and iterators, printing.
#include <gtest/gtest.h>

#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ir/random_hook.h"
#include "kernels/testing/example.h"

namespace tp {
namespace {

using testing::Difference;
using testing::ParseTensor;

class StateTest : public ::testing::Test {
 protected:
  // Runs an op; its error text, or "".
  std::string Try(std::string_view name, const std::vector<Tensor>& inputs, std::vector<Tensor>* outputs,
                  std::vector<AttrSet::Item> attrs = {}) {
    std::sort(attrs.begin(), attrs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return executor_.RunOp(OpRegistry::Get(name), *MakeAttrs(std::move(attrs)), inputs, *outputs).message();
  }
  Tensor Op(std::string_view name, const std::vector<Tensor>& inputs, std::vector<AttrSet::Item> attrs = {}) {
    std::vector<Tensor> outputs(OpRegistry::Get(name).outputs().size());
    EXPECT_EQ(Try(name, inputs, &outputs, std::move(attrs)), "") << name;
    return outputs.empty() ? Tensor() : outputs[0];
  }
  void Expect(const Tensor& have, std::string_view want) {
    EXPECT_EQ(Difference(have, ParseTensor(want), 1e-6), "") << want;
  }
  Executor executor_;
};

TEST_F(StateTest, VariablesAreReadWrittenAndAddedTo) {
  const Tensor v = Op("VarHandleOp", {}, {{"dtype", DType::kFloat32}, {"shape", Shape{2}}});
  std::vector<Tensor> out(1);
  EXPECT_NE(Try("ReadVariableOp", {v}, &out, {{"dtype", DType::kFloat32}}), "");
  Expect(Op("VarIsInitializedOp", {v}), "False");
  Op("AssignVariableOp", {v, ParseTensor("[1. 2.]")});
  const Tensor before = Op("ReadVariableOp", {v}, {{"dtype", DType::kFloat32}});
  Op("AssignAddVariableOp", {v, ParseTensor("[10. 20.]")});
  Op("AssignSubVariableOp", {v, ParseTensor("[1. 1.]")});
  Expect(Op("ReadVariableOp", {v}, {{"dtype", DType::kFloat32}}), "[10. 21.]");
  Expect(before, "[1. 2.]");  // what was read stays
  std::vector<Tensor> none;
  EXPECT_EQ(Try("AssignVariableOp", {v, ParseTensor("[1. 2. 3.]")}, &none),
            "Trying to assign to variable with tensor with wrong shape. Expected [2] got [3]");
}

TEST_F(StateTest, TensorListsAreValues) {
  const std::vector<AttrSet::Item> f32 = {{"element_dtype", DType::kFloat32}};
  const Tensor any = ParseTensor("-1");
  const Tensor a = Op("TensorListReserve", {any, ParseTensor("2")}, f32);
  const Tensor b = Op("TensorListSetItem", {a, ParseTensor("1"), ParseTensor("[1. 2.]")});
  const Tensor c = Op("TensorListSetItem", {b, ParseTensor("0"), ParseTensor("[3. 4.]")});
  const Tensor d = Op("TensorListPushBack", {c, ParseTensor("[5. 6.]")});
  Expect(Op("TensorListLength", {c}), "2");
  Expect(Op("TensorListStack", {d, any}, f32), "[[3. 4.] [1. 2.] [5. 6.]]");
  Expect(Op("TensorListStack", {b, any}, f32), "[[0. 0.] [1. 2.]]");
  std::vector<Tensor> out(1);
  EXPECT_EQ(Try("TensorListGetItem", {c, ParseTensor("2"), any}, &out, f32),
            "Trying to access element 2 in a list with 2 elements.");
  const Tensor e = Op("TensorListFromTensor", {ParseTensor("[[1 2] [3 4]]"), ParseTensor("[2]")});
  Expect(Op("TensorListGetItem", {e, ParseTensor("1"), any}, {{"element_dtype", DType::kInt32}}), "[3 4]");
}

TEST_F(StateTest, RandomStreamsAreTensorFlows) {
  struct Row {
    const char *op, *shape, *first, *second;
    std::vector<AttrSet::Item> attrs;
  };
  const std::vector<AttrSet::Item> seeds = {{"seed", 1}, {"seed2", 2}};
  const auto with = [&](DType dtype) {
    std::vector<AttrSet::Item> attrs = seeds;
    attrs.push_back({"dtype", dtype});
    return attrs;
  };
  const Row rows[] = {
      {"RandomUniform", "[5]", "[0.40639675 0.8575996 0.05539584 0.08587229 0.4121536]",
       "[0.15982985 0.39126372 0.9523847 0.5843681 0.7269217]", with(DType::kFloat32)},
      {"RandomStandardNormal", "[3]", "f64:[0.581058771 -1.557429114 1.555896998]",
       "f64:[1.421415176 -0.308136982 -0.148907736]", with(DType::kFloat64)},
      {"TruncatedNormal", "[3]", "[-1.0467793 0.8397046 1.2358364]", "[-1.2113008 1.4475806 0.025218027]",
       with(DType::kFloat32)},
      {"RandomShuffle", "[0 1 2 3 4 5 6 7]", "[7 4 2 0 3 6 1 5]", "[5 3 4 7 6 0 2 1]", seeds},
  };
  for (int round = 0; round < 2; ++round) {
    ResetRandomStreams();
    for (const Row& row : rows) {
      Expect(Op(row.op, {ParseTensor(row.shape)}, row.attrs), row.first);
      Expect(Op(row.op, {ParseTensor(row.shape)}, row.attrs), row.second);
    }
  }
  const std::vector<Tensor> bounds = {ParseTensor("[5]"), ParseTensor("0"), ParseTensor("100")};
  Expect(Op("RandomUniformInt", bounds, seeds), "[99 15 2 9 31]");
  Expect(Op("RandomUniformInt", bounds, seeds), "[54 78 90 55 5]");
}

TEST_F(StateTest, DatasetsAreIteratedAndReduced) {
  const std::vector<AttrSet::Item> i64 = {{"output_types", std::vector<DType>{DType::kInt64}},
                                          {"output_shapes", std::vector<Shape>{Shape{}}}};
  const auto scalar = [](int64_t v) { return Tensor::Scalar<int64_t>(v); };
  const Tensor range = Op("RangeDataset", {scalar(0), scalar(7), scalar(1)}, i64);
  const Tensor twice =
      Op("RepeatDataset",
         {Op("TakeDataset", {Op("SkipDataset", {range, scalar(2)}, i64), scalar(3)}, i64), scalar(2)}, i64);
  const Tensor batches = Op("BatchDatasetV2", {twice, scalar(4), ParseTensor("False")}, i64);
  Expect(Op("DatasetCardinality", {batches}), "i64:2");
  const Tensor iterator = Op("AnonymousIteratorV3", {}, i64);
  std::vector<Tensor> none, out(1);
  ASSERT_EQ(Try("MakeIterator", {batches, iterator}, &none), "");
  Expect(Op("IteratorGetNext", {iterator}, i64), "i64:[2 3 4 2]");
  Expect(Op("IteratorGetNext", {iterator}, i64), "i64:[3 4]");
  EXPECT_EQ(Try("IteratorGetNext", {iterator}, &out, i64), "End of sequence");
  // sum of squares: ReduceDataset over MapDataset
  const auto function = [](const char* op, int inputs) {
    Ref<Graph> graph = MakeRef<Graph>("f");
    GraphBuilder builder(graph);
    std::vector<Val> args;
    for (int i = 0; i < inputs; ++i) args.push_back(builder.Input(DType::kInt64, Shape()));
    builder.Output(builder.Ops(op, args)[0]);
    return FuncAttr(graph);
  };
  std::vector<AttrSet::Item> map = i64, reduce = i64;
  map.push_back({"f", function("Square", 1)});
  reduce.push_back({"f", function("AddV2", 2)});
  reduce.push_back({"Tstate", std::vector<DType>{DType::kInt64}});
  Expect(Op("ReduceDataset", {Op("MapDataset", {range}, map), scalar(100)}, reduce), "i64:191");
}

TEST_F(StateTest, PrintingAndAssertions) {
  std::string printed;
  executor_.set_print([&](std::string_view text, bool) { printed += text; });
  Op("PrintV2", {ParseTensor("'hello'")});
  EXPECT_EQ(printed, "hello\n");
  std::vector<Tensor> none;
  EXPECT_EQ(Try("Assert", {ParseTensor("True"), ParseTensor("[1]")}, &none), "");
  EXPECT_EQ(Try("Assert", {ParseTensor("False"), ParseTensor("'bad'"), ParseTensor("[1 2]")}, &none),
            "assertion failed: [bad] [1 2]");
}

}  // namespace
}  // namespace tp
