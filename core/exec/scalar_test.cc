// Scalar code: random programs give the same bits op by op, in the interpreter, in machine code from the
// start and in machine code that takes over in the middle of a loop.
#include <cmath>
#include <random>

#include "core/exec/float_mode.h"
#include "core/exec/scalar_run.h"
#include "core/exec/test_graphs.h"
#include "core/plan/control_flow.h"

namespace tp {
namespace {

const DType kTypes[] = {DType::kFloat32, DType::kFloat64, DType::kInt32, DType::kInt64, DType::kBool};

// Makes random regions: arithmetic, comparisons, casts, nested branches and loops.
class Maker {
 public:
  explicit Maker(uint32_t seed) : random_(seed) {}

  int Pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  DType PickType(int n = 5) { return kTypes[Pick(n)]; }

  Ref<Graph> Region(const std::vector<DType>& inputs, const std::vector<DType>& outputs, int depth) {
    TestGraph g("region");
    std::vector<Val> pool;
    for (DType dtype : inputs) pool.push_back(g.Scalar(dtype));
    for (int i = 0, n = 1 + Pick(8); i < n; ++i) Step(g, pool, depth);
    for (DType dtype : outputs) g.Output(Get(g, pool, dtype));
    return g.graph();
  }

  Tensor Value(DType dtype) {
    static const double kFloats[] = {0.0, -0.0, 1.0, -1.5, 2.5, 1e-40, -3e38, INFINITY, NAN, 0.1, 7, -7};
    static const int64_t kInts[] = {0, 1, -1, 2, 7, -7, 100, INT32_MIN, INT32_MAX};
    switch (dtype) {
      case DType::kFloat32:
        return Tensor::Scalar(static_cast<float>(kFloats[Pick(12)]));
      case DType::kFloat64:
        return Tensor::Scalar(kFloats[Pick(12)]);
      case DType::kInt32:
        return Tensor::Scalar(static_cast<int32_t>(kInts[Pick(9)]));
      case DType::kInt64:
        return Tensor::Scalar(Pick(5) == 0 ? INT64_MIN : kInts[Pick(9)]);
      default:
        return Tensor::Scalar(Pick(2) == 1);
    }
  }

 private:
  // A value of that dtype: from the pool, by a cast, or a constant.
  Val Get(TestGraph& g, std::vector<Val>& pool, DType dtype) {
    for (int tries = 0; tries < 6; ++tries) {
      const Val& val = pool[static_cast<size_t>(Pick(static_cast<int>(pool.size())))];
      if (val.dtype() == dtype) return val;
    }
    if (Pick(3) == 0) return g.Constant(Value(dtype));
    const Val val = pool[static_cast<size_t>(Pick(static_cast<int>(pool.size())))];
    if (val.dtype() == dtype) return val;
    return g.Op("Cast", {val}, MakeAttrs({{"DstT", dtype}}));
  }

  void Step(TestGraph& g, std::vector<Val>& pool, int depth) {
    static const char* const kBinary[] = {"AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference"};
    static const char* const kFloatOps[] = {"RealDiv", "FloorDiv", "FloorMod"};
    static const char* const kIntOps[] = {"FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod"};
    static const char* const kBits[] = {"BitwiseAnd", "BitwiseOr", "BitwiseXor"};
    static const char* const kUnary[] = {"Neg", "Abs", "Square"};
    static const char* const kFloatUnary[] = {"Sqrt", "Floor", "Ceil", "Tanh", "Exp", "Reciprocal", "Round"};
    static const char* const kTests[] = {"Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"};
    const int kind = Pick(depth > 0 ? 13 : 11);
    const DType dtype = PickType(4);
    const bool is_float = IsFloating(dtype);
    auto get = [&](DType type) { return Get(g, pool, type); };
    switch (kind) {
      case 0:
      case 1:
      case 2:
        pool.push_back(g.Op(kBinary[Pick(6)], {get(dtype), get(dtype)}));
        break;
      case 3:
        if (is_float)
          pool.push_back(g.Op(kFloatOps[Pick(3)], {get(dtype), get(dtype)}));
        else if (Pick(4) == 0)
          pool.push_back(g.Op(kBits[Pick(3)], {get(dtype), get(dtype)}));
        else  // mostly by a constant that is not zero
          pool.push_back(g.Op(
              kIntOps[Pick(4)],
              {get(dtype), Pick(8) == 0             ? get(dtype)
                           : dtype == DType::kInt32 ? g.Const(static_cast<int32_t>(Pick(2) ? 3 : -1))
                                                    : g.Const(static_cast<int64_t>(Pick(2) ? -5 : -1))}));
        break;
      case 4:
        pool.push_back(g.Op(kUnary[Pick(3)], {get(dtype)}));
        break;
      case 5:
        if (is_float) pool.push_back(g.Op(kFloatUnary[Pick(7)], {get(dtype)}));
        break;
      case 6:
      case 7:
        pool.push_back(g.Op(kTests[Pick(6)], {get(dtype), get(dtype)}));
        break;
      case 8:
        pool.push_back(Pick(3) == 0 ? g.Op("LogicalNot", {get(DType::kBool)})
                                    : g.Op(Pick(2) ? "LogicalAnd" : "LogicalOr",
                                           {get(DType::kBool), get(DType::kBool)}));
        break;
      case 9: {
        const DType any = PickType();
        pool.push_back(g.Op("SelectV2", {get(DType::kBool), get(any), get(any)}));
        break;
      }
      case 10:
        pool.push_back(g.Op("Cast", {get(PickType())}, MakeAttrs({{"DstT", PickType()}})));
        break;
      case 11: {
        std::vector<DType> in, out;
        std::vector<Val> arguments;
        for (int i = 0, n = 1 + Pick(3); i < n; ++i) {
          in.push_back(PickType());
          arguments.push_back(get(in.back()));
        }
        for (int i = 0, n = 1 + Pick(3); i < n; ++i) out.push_back(PickType());
        for (const Val& val :
             g.If(get(DType::kBool), Region(in, out, depth - 1), Region(in, out, depth - 1), arguments))
          pool.push_back(val);
        break;
      }
      default: {
        std::vector<DType> in = {DType::kInt32, DType::kInt32};
        std::vector<Val> arguments = {g.Const(int32_t{0}), g.Const(int32_t{Pick(8)})};
        for (int i = 0, n = 1 + Pick(4); i < n; ++i) {
          in.push_back(PickType());
          arguments.push_back(get(in.back()));
        }
        for (const Val& val : g.While(LoopTest(in), LoopBody(in, depth - 1), arguments)) pool.push_back(val);
      }
    }
  }

  // i < n, sometimes and a variable's condition.
  Ref<Graph> LoopTest(const std::vector<DType>& types) {
    TestGraph g("test");
    std::vector<Val> in;
    for (DType dtype : types) in.push_back(g.Scalar(dtype));
    Val again = g.Op("Less", {in[0], in[1]});
    if (Pick(3) == 0) {
      const Val truth = g.Op("Cast", {in[2]}, MakeAttrs({{"DstT", DType::kBool}}));
      again = g.Op("LogicalAnd", {again, g.Op("LogicalOr", {truth, g.Op("Less", {in[0], g.Const(2)})})});
    }
    g.Output(again);
    return g.graph();
  }
  Ref<Graph> LoopBody(const std::vector<DType>& types, int depth) {
    TestGraph g("body");
    std::vector<Val> pool;
    for (DType dtype : types) pool.push_back(g.Scalar(dtype));
    const Val i = pool[0], n = pool[1];
    for (int k = 0, count = 1 + Pick(6); k < count; ++k) Step(g, pool, depth);
    g.Output(g.Op("AddV2", {i, g.Const(int32_t{1})}));
    g.Output(n);
    for (size_t k = 2; k < types.size(); ++k)
      g.Output(Pick(5) == 0 && k + 1 < types.size() && types[k] == types[k + 1] ? pool[k + 1]
                                                                                : Get(g, pool, types[k]));
    return g.graph();
  }

  std::mt19937 random_;
};

// Op by op, control flow by C++.
Status Plainly(Executor& executor, const Graph& graph, std::span<const Tensor> inputs,
               std::vector<Tensor>* outputs) {
  std::vector<Tensor> values(graph.num_values());
  for (size_t i = 0; i < inputs.size(); ++i) values[graph.inputs_list[i]] = inputs[i];
  std::vector<bool> live(graph.num_nodes());  // what nobody needs cannot fail
  for (ValueId output : graph.outputs_list) live[graph.producer(output)] = true;
  for (NodeId id = static_cast<NodeId>(graph.num_nodes()); id-- > 0;)
    if (live[id])
      for (ValueId input : graph.inputs(id)) live[graph.producer(input)] = true;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    const Node& node = graph.node(id);
    if (node.op->name() == "Placeholder" || !live[id]) continue;
    std::vector<Tensor> in, out(node.num_outputs);
    for (ValueId input : graph.inputs(id)) in.push_back(values[input]);
    const Control control = ControlOf(*node.op);
    if (control == Control::kNone) {
      TP_RETURN_IF_ERROR(executor.RunOp(*node.op, *node.attrs, in, out));
    } else {
      SmallVector<Graph*, 2> regions;
      TP_RETURN_IF_ERROR(ControlRegions(*node.op, control, *node.attrs, &regions));
      if (control == Control::kIf) {
        TP_RETURN_IF_ERROR(
            Plainly(executor, *regions[in[0].scalar<bool>() ? 0 : 1], std::span(in).subspan(1), &out));
      } else {
        for (;;) {
          std::vector<Tensor> truth;
          TP_RETURN_IF_ERROR(Plainly(executor, *regions[0], in, &truth));
          if (!truth[0].scalar<bool>()) break;
          std::vector<Tensor> next;
          TP_RETURN_IF_ERROR(Plainly(executor, *regions[1], in, &next));
          in = next;
        }
        out = in;
      }
    }
    for (uint32_t i = 0; i < node.num_outputs; ++i) values[node.first_output + i] = out[i];
  }
  outputs->clear();
  for (ValueId output : graph.outputs_list) outputs->push_back(values[output]);
  return {};
}

// Equal bits; which NaN it is may differ with the order of operands of a sum.
bool Same(const Tensor& a, const Tensor& b) {
  if (IsFloating(a.dtype()) && std::isnan(ElementAsDouble(a, 0)) && a.dtype() == b.dtype())
    return std::isnan(ElementAsDouble(b, 0));
  return BitEqual(a, b);
}

TEST(Scalar, RandomProgramsGiveTheSameBits) {
  int compiled = 0, failed = 0;
  constexpr int kPrograms = 600;
  for (uint32_t seed = 0; seed < kPrograms; ++seed) {
    Maker maker(seed);
    std::vector<DType> in, out;
    for (int i = 0, n = 1 + maker.Pick(4); i < n; ++i) in.push_back(maker.PickType());
    for (int i = 0, n = 1 + maker.Pick(4); i < n; ++i) out.push_back(maker.PickType());
    const Ref<Graph> graph = maker.Region(in, out, 2);
    std::unique_ptr<ScalarCode> code = CompileScalarRegion(*graph);
    compiled += code != nullptr;
    if (!code) continue;
    for (int run = 0; run < 3; ++run) {
      std::vector<Tensor> inputs;
      for (DType dtype : in) inputs.push_back(maker.Value(dtype));
      Executor executor;
      std::vector<Tensor> want;
      const Status expected = Plainly(executor, *graph, inputs, &want);
      failed += !expected.ok();
      // The interpreter; machine code from the start; machine code that takes over.
      for (const int way : {0, 1, 2}) {
        SetScalarJit(way != 0, way == 1 ? 0 : 3);
        std::vector<Tensor> got(graph->outputs_list.size());
        const Status status = executor.RunGraph(*graph, inputs, got);
        ASSERT_EQ(status.ok(), expected.ok()) << seed << " " << way << status.message() << expected.message();
        if (!status.ok()) {
          // Behind the text stands the node that met it, which only the graph knows.
          ASSERT_EQ(status.message().substr(0, status.message().find("\n\t [[")), expected.message());
          continue;
        }
        for (size_t i = 0; i < got.size(); ++i)
          ASSERT_TRUE(Same(got[i], want[i]))
              << "seed " << seed << " run " << run << " way " << way << " output " << i << "\n"
              << code->ToString();
        // A fresh runner, so that each way compiles for itself.
        ScalarRunner runner(*code);
        std::vector<void*> places;
        std::vector<Tensor> direct;
        for (ValueId output : graph->outputs_list) {
          direct.push_back(Tensor::Allocate(graph->dtype(output), Shape()));
          places.push_back(direct.back().raw_data());
        }
        const FlushDenormals flush;
        const Status ran = runner.Run(inputs, places.data(), nullptr);
        ASSERT_TRUE(ran.ok());
        for (size_t i = 0; i < direct.size(); ++i)
          ASSERT_TRUE(Same(direct[i], want[i]))
              << "seed " << seed << " run " << run << " way " << way << " output " << i << "\n"
              << code->ToString();
      }
    }
  }
  SetScalarJit(true);
  EXPECT_GT(compiled, kPrograms * 9 / 10);
  EXPECT_GT(failed, 0);
}

TEST(Scalar, LoopIsThreeInstructionsATurn) {
  const std::unique_ptr<ScalarCode> code = CompileScalarRegion(*ScalarLoop());
  ASSERT_TRUE(code);
  // Two moves into the loop's variables, the first test; then add, multiply-add, test; end.
  EXPECT_EQ(code->code.size(), 7u) << code->ToString();
}

// Swapped variables and one that takes the other's old value need a move, nothing else.
TEST(Scalar, VariablesAreAssignedAtOnce) {
  TestGraph cond("cond"), body("body"), g;
  std::vector<Val> c, b;
  for (int i = 0; i < 3; ++i) {
    c.push_back(cond.Scalar(DType::kInt32));
    b.push_back(body.Scalar(DType::kInt32));
  }
  cond.Output(cond.Op("Less", {c[0], cond.Const(int32_t{5})}));
  body.Output(body.Op("AddV2", {b[0], body.Const(int32_t{1})}));
  body.Output(b[2]);
  body.Output(body.Op("AddV2", {b[1], b[2]}));
  for (const Val& out :
       g.While(cond.graph(), body.graph(), {g.Const(int32_t{0}), g.Const(int32_t{0}), g.Const(int32_t{1})}))
    g.Output(out);
  for (const bool jit : {false, true}) {
    SetScalarJit(jit, 0);
    const std::vector<Tensor> out = RunOnce(*g.graph(), {});
    EXPECT_EQ(out[1].scalar<int32_t>(), 5);  // Fibonacci
    EXPECT_EQ(out[2].scalar<int32_t>(), 8);
  }
  SetScalarJit(true);
}

// Each run turns less than it takes; together they get hot.
TEST(Scalar, TurnsOfAllRunsCount) {
  TestGraph cond("cond"), body("body"), g;
  const Val c = cond.Scalar(DType::kInt32), b = body.Scalar(DType::kInt32);
  cond.Output(cond.Op("Less", {c, cond.Const(int32_t{5})}));
  body.Output(body.Op("AddV2", {b, body.Const(int32_t{1})}));
  g.Output(g.While(cond.graph(), body.graph(), {g.Scalar(DType::kInt32)})[0]);
  const std::unique_ptr<ScalarCode> code = CompileScalarRegion(*g.graph());
  ASSERT_TRUE(code);
  SetScalarJit(true, 12);
  ScalarRunner runner(*code);
  for (int run = 0; run < 5; ++run) {
    EXPECT_EQ(runner.HasMachineCode(), run >= 4) << run;  // goes back four times a run
    const Tensor from = Tensor::Scalar(int32_t{0});
    int32_t result = 0;
    void* const to[] = {&result};
    ASSERT_TRUE(runner.Run(std::span(&from, 1), to, nullptr).ok());
    EXPECT_EQ(result, 5);
  }
  SetScalarJit(true);
}

}  // namespace
}  // namespace tp
