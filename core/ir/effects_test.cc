// Control edges equal those that TensorFlow 2.21 makes for the same program (see the comment in each case).
#include "core/ir/effects.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ir/test_ops.h"

namespace tp {
namespace {

std::string Waits(const Graph& graph) {
  std::string text;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.controls(id).empty()) continue;
    text += graph.node_name(id) + " <";
    for (NodeId before : graph.controls(id)) text += " " + graph.node_name(before);
    text += "\n";
  }
  text += "after";
  for (NodeId id : graph.control_outputs) text += " " + graph.node_name(id);
  return text;
}

class EffectsTest : public testing::Test {
 protected:
  Val Read(const Val& v) { return b.Op("ReadVariableOp", {v}, dtype); }
  void Assign(const Val& v, const Val& x) { b.Op("AssignVariableOp", {v, x}, dtype); }

  GraphBuilder b{MakeRef<Graph>()};
  Attrs dtype = MakeAttrs({{"dtype", DType::kFloat32}});
  Val v = b.Input(DType::kResource, {}, "v"), w = b.Input(DType::kResource, {}, "w");
  Val x = b.Input(DType::kFloat32, {}, "x"), s = b.Input(DType::kString, {}, "s");
};

// print("a"); y = v.read_value(); v.assign(x); z = v.read_value(); v.read_value(); print("b"); return y + z
TEST_F(EffectsTest, ReadsWritesAndPrints) {
  b.Op("PrintV2", {s});
  const Val y = Read(v);
  Assign(v, x);
  const Val z = Read(v);
  Read(v);  // nobody uses it: need not run
  b.Op("PrintV2", {s});
  const Val result = b.Op("Identity", {b.Op("AddV2", {y, z})});
  const NodeId returned[] = {result.graph()->producer(result.id())};
  AddControlEdges(*b.graph(), returned);
  EXPECT_EQ(Waits(*b.graph()),
            "AssignVariableOp < ReadVariableOp\n"
            "ReadVariableOp_1 < AssignVariableOp\n"
            "ReadVariableOp_2 < AssignVariableOp\n"
            "PrintV2_1 < PrintV2\n"
            "Identity < NoOp\n"
            "NoOp < PrintV2 ReadVariableOp AssignVariableOp ReadVariableOp_1 PrintV2_1\n"
            "after PrintV2 ReadVariableOp AssignVariableOp ReadVariableOp_1 PrintV2_1");
  b.graph()->Compact();  // keeps the edge to the later NoOp
  EXPECT_EQ(b.graph()->controls(returned[0]).size(), 1u);
}

// A branch that only reads its variable is a read; one that writes is a write. Random ops need not run.
TEST_F(EffectsTest, BranchesCountByWhatTheyDo) {
  const auto region = [&](bool writes) {
    GraphBuilder r(MakeRef<Graph>(writes ? "writes" : "reads"));
    const Val p = r.Input(DType::kResource, {}), value = r.Input(DType::kFloat32, {});
    if (writes) r.Op("AssignVariableOp", {p, value}, dtype);
    r.Output(r.Op("ReadVariableOp", {p}, dtype));
    AddControlEdges(*r.graph());
    return FuncAttr(r.graph());
  };
  const FuncAttr reads = region(false), writes = region(true);
  const auto branch = [&](const FuncAttr& then_branch) {
    return b.Op("If", {b.Constant(Tensor::Scalar(true)), v, x},
                MakeAttrs({{"Tout", std::vector<DType>{DType::kFloat32}},
                           {"then_branch", then_branch},
                           {"else_branch", reads}}));
  };
  b.Op("RandomUniform", {b.Constant(Tensor::Vector<int32_t>({2}))}, dtype);
  branch(reads);
  branch(writes);
  branch(reads);
  Assign(w, x);
  AddControlEdges(*b.graph());
  EXPECT_EQ(Waits(*b.graph()),
            "If_1 < If\n"
            "If_2 < If_1\n"
            "after If If_1 If_2 AssignVariableOp");
  EXPECT_EQ(NodeEffect(*b.graph(), b.graph()->num_nodes() - 2), Effect::kRead);
}

}  // namespace
}  // namespace tp
