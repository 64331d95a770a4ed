// Short ways to build and run graphs in the tests of core/exec.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/exec/executor.h"
#include "core/ir/builder.h"

namespace tp {

// Builds one graph: b.Op("AddV2", {x, y}).
class TestGraph : public GraphBuilder {
 public:
  explicit TestGraph(std::string name = "g") : GraphBuilder(MakeRef<Graph>(std::move(name))) {}

  template <class T>
  Val Const(T value) {
    return Constant(Tensor::Scalar<T>(value));
  }
  Val Scalar(DType dtype) { return Input(dtype, Shape()); }
  std::vector<Val> While(const Ref<Graph>& cond, const Ref<Graph>& body, std::vector<Val> inputs) {
    return Ops("StatelessWhile", inputs, MakeAttrs({{"cond", FuncAttr(cond)}, {"body", FuncAttr(body)}}));
  }
  std::vector<Val> If(const Val& condition, const Ref<Graph>& yes, const Ref<Graph>& no,
                      std::vector<Val> inputs) {
    std::vector<DType> types;
    for (ValueId output : yes->outputs_list) types.push_back(yes->dtype(output));
    inputs.insert(inputs.begin(), condition);
    return Ops("StatelessIf", inputs,
               MakeAttrs({{"then_branch", FuncAttr(yes)}, {"else_branch", FuncAttr(no)}, {"Tout", types}}));
  }
};

// Runs a graph once on a fresh executor; the outputs, or a test failure.
inline std::vector<Tensor> RunOnce(Graph& graph, std::vector<Tensor> inputs) {
  Executor executor;
  std::vector<Tensor> outputs(graph.outputs_list.size());
  const Status status = executor.RunGraph(graph, inputs, outputs);
  EXPECT_TRUE(status.ok()) << status.message();
  return outputs;
}

// while i < n: i += 1; x = x * a + b, as the tracer stages it (n is carried along unchanged).
inline Ref<Graph> ScalarLoop(DType dtype = DType::kFloat32) {
  auto number = [&](TestGraph& g, double v) {
    return dtype == DType::kFloat32 ? g.Const(static_cast<float>(v)) : g.Const(v);
  };
  TestGraph cond("cond"), body("body"), main("main");
  {
    Val i = cond.Scalar(DType::kInt32);
    cond.Scalar(dtype);
    Val n = cond.Scalar(DType::kInt32);
    cond.Output(cond.Op("Less", {i, n}));
  }
  {
    Val i = body.Scalar(DType::kInt32), x = body.Scalar(dtype), n = body.Scalar(DType::kInt32);
    body.Output(body.Op("AddV2", {i, body.Const(int32_t{1})}));
    body.Output(body.Op("AddV2", {body.Op("Mul", {x, number(body, 1.0001)}), number(body, 1.0)}));
    body.Output(n);
  }
  Val x = main.Scalar(dtype), n = main.Scalar(DType::kInt32);
  const std::vector<Val> out = main.While(cond.graph(), body.graph(), {main.Const(int32_t{0}), x, n});
  main.Output(out[0]);
  main.Output(out[1]);
  return main.graph();
}

}  // namespace tp
