// Epilogue: Relu(BiasAdd(MatMul(a, b), bias)) => _FusedMatMul(a, b, bias), the activation likewise left out;
// convolutions alike. The engine adds the bias and applies the activation while the block is in its
// registers; the bits are those of the separate ops.
#include "core/ir/matcher.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

bool IsActivation(std::string_view op) {
  for (std::string_view name : {"Relu", "Relu6", "Elu", "Tanh", "Sigmoid"})
    if (op == name) return true;
  return false;
}

// True where `bias` has one element for each of the product's last dim.
bool FitsAsBias(const Graph& graph, ValueId product, ValueId bias) {
  const Shape &p = graph.shape(product), &b = graph.shape(bias);
  return p.has_rank() && b.has_rank() && b.rank() == 1 && IsKnown(b[0]) && p.rank() > 0 &&
         p[p.rank() - 1] == b[0];
}

bool Run(Graph& graph, PassContext&) {
  static const Pattern sum("BiasAdd|AddV2|Add(MatMul|Conv2D(a, b), bias)");
  static const Pattern flipped("AddV2|Add(bias, MatMul|Conv2D(a, b))");
  const std::vector<uint32_t> uses = CountUses(graph);
  // The one node that uses a value used once.
  std::vector<NodeId> user(graph.num_values(), kNoNode);
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id))
      for (ValueId input : graph.inputs(id)) user[input] = id;
  Rewriter r(graph);
  Pattern::Match m;
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  for (NodeId id = 0; id < count; ++id) {
    if (graph.erased(id) || graph.node(id).num_outputs != 1) continue;
    const ValueId out = graph.output(id);
    const bool is_flipped = !sum.Find(graph, out, &m);
    if (is_flipped && !flipped.Find(graph, out, &m)) continue;
    const NodeId product = m.node(1);
    const ValueId product_value = graph.output(product);
    if (uses[product_value] != 1 || !FitsAsBias(graph, product_value, m["bias"])) continue;
    const std::string data_format = graph.attrs(id).Get<std::string>("data_format", "NHWC");
    if (data_format != "NHWC" || graph.attrs(product).Get<std::string>("data_format", "NHWC") != "NHWC")
      continue;
    const DType dtype = graph.dtype(out);
    if (dtype != DType::kFloat32 && dtype != DType::kFloat64) continue;
    NodeId last = id;
    std::vector<std::string> fused = {"BiasAdd"};
    if (uses[out] == 1 && user[out] != kNoNode && IsActivation(graph.node(user[out]).op->name())) {
      last = user[out];
      fused.emplace_back(graph.node(last).op->name());
    }
    const bool is_conv = graph.node(product).op->name() == "Conv2D";
    std::vector<AttrSet::Item> items;
    for (const AttrSet::Item& item : graph.attrs(product).items())
      if (item.first != "grad_a" && item.first != "grad_b" && item.first != "use_cudnn_on_gpu")
        items.push_back(item);
    items.emplace_back("fused_ops", std::move(fused));
    const ValueId made = r.Op(last, is_conv ? "_FusedConv2D" : "_FusedMatMul", {m["a"], m["b"], m["bias"]},
                              MakeAttrs(std::move(items)));
    if (made == kNoValue) continue;
    r.Replace(graph.output(last), made);
    r.Erase(product);
    r.Erase(id);
    if (last != id) r.Erase(last);
  }
  return r.Finish();
}

TP_PASS(Epilogue){.name = "epilogue",
                  .rewrite = "Relu(BiasAdd(MatMul(a, b), bias)) => _FusedMatMul(a, b, bias)",
                  .stage = 110,
                  .run = Run};

}  // namespace
}  // namespace tp
