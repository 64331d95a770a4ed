// RowFusion: d = x - mean(x); d * rsqrt(mean(d * d) + e) => _FusedRows(x), where the means are over the last
// dim and keep it.
//
// Rows do not depend on each other, so what is made of a row can stay in the first-level cache until the
// result is there. A node joins the group of its users where all of them are in it, as in ElementwiseFusion
// (which comes first and leaves one node of each chain); the shapes are those of whole rows, [..., n], and of
// one number a row, [..., 1].
#include <algorithm>
#include <set>

#include "core/ir/expression.h"
#include "core/ir/matcher.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

constexpr Dim kShortest = 16, kLongest = 1 << 16;  // rows for which it pays
constexpr size_t kMaxStages = 32, kMaxInputs = 16;

bool IsReal(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

bool IsElementwise(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (!node.op || node.op->def().elementwise.empty() || node.op->def().kernel || node.num_outputs != 1)
    return false;
  if (node.op->def().effect != Effect::kNone || node.op->name() == "Select") return false;
  if (!IsReal(graph.dtype(graph.output(id)))) return false;
  for (ValueId input : graph.inputs(id))
    if (!IsReal(graph.dtype(input))) return false;
  return node.num_inputs > 0;
}

// The word for a reduction of rows to one number each; empty where the node is none.
std::string_view RowReduction(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (!node.op || node.num_inputs != 2 || !node.attrs->Get<bool>("keep_dims")) return {};
  const std::string_view op = node.op->name();
  const std::string_view word = op == "Mean"  ? "mean"
                                : op == "Sum" ? "sum"
                                : op == "Max" ? "max"
                                : op == "Min" ? "min"
                                              : "";
  const Shape& shape = graph.shape(graph.inputs(id)[0]);
  const Tensor* axes = graph.ConstantValue(graph.inputs(id)[1]);
  if (word.empty() || axes == nullptr || axes->num_elements() != 1 || !shape.has_rank()) return {};
  if (!IsReal(graph.dtype(graph.inputs(id)[0]))) return {};
  const int64_t axis = ElementAsInt(*axes, 0);
  return axis == -1 || axis == shape.rank() - 1 ? word : std::string_view();
}

class RowFuser {
 public:
  explicit RowFuser(Graph& graph)
      : graph_(graph),
        uses_(CountUses(graph)),
        seen_(graph.num_values()),
        taken_(graph.num_nodes()),
        r_(graph) {}

  bool Run() {
    for (NodeId id = static_cast<NodeId>(taken_.size()); id-- > 0;)
      if (!graph_.erased(id) && !taken_[id]) {
        if (Grow(id)) Write();
        for (NodeId node : group_)
          for (ValueId input : graph_.inputs(node)) --seen_[input];
        group_.clear();
      }
    return r_.Finish();
  }

 private:
  // Finds the group whose last node is `root`; false where it is not worth it.
  bool Grow(NodeId root) {
    const bool reduces = !RowReduction(graph_, root).empty();
    if (!reduces && !IsElementwise(graph_, root)) return false;
    rows_ = graph_.shape(reduces ? graph_.inputs(root)[0] : graph_.output(root));
    if (!rows_.has_rank() || rows_.rank() == 0) return false;
    for (Dim dim : rows_)
      if (dim == kUnknownDim) return false;
    const Dim n = rows_[rows_.rank() - 1];
    if (!IsKnown(n) || n < kShortest || n > kLongest) return false;
    numbers_ = rows_;
    numbers_.set_dim(rows_.rank() - 1, 1);
    bool any = false;
    std::set<NodeId> next = {root};  // the last one first: users before what they use
    while (!next.empty() && group_.size() < kMaxStages) {
      const NodeId id = *next.rbegin();
      next.erase(id);
      if (taken_[id] || !Joins(id, root)) continue;
      group_.insert(id);
      any |= !RowReduction(graph_, id).empty();
      for (ValueId input : graph_.inputs(id)) {
        ++seen_[input];
        if (const NodeId node = graph_.producer(input); node != kNoNode) next.insert(node);
      }
    }
    return any && group_.size() > 1;
  }

  bool Joins(NodeId id, NodeId root) const {
    const Node& node = graph_.node(id);
    if (node.num_outputs != 1) return false;
    if (id != root && seen_[graph_.output(id)] != uses_[graph_.output(id)]) return false;
    const Shape& out = graph_.shape(graph_.output(id));
    if (!RowReduction(graph_, id).empty())
      return graph_.shape(graph_.inputs(id)[0]) == rows_ && out == numbers_;
    if (!IsElementwise(graph_, id) || !(out == rows_ || out == numbers_)) return false;
    bool whole = false;
    for (ValueId input : graph_.inputs(id)) {
      const Shape& shape = graph_.shape(input);
      if (!(shape == rows_ || shape == numbers_ || IsLine(shape))) return false;
      whole |= shape.rank() > 0 && shape[shape.rank() - 1] == rows_[rows_.rank() - 1];
    }
    return whole == (out == rows_);
  }

  // One row, or one number, for all rows.
  bool IsLine(const Shape& shape) const {
    if (!shape.has_rank() || shape.rank() > rows_.rank()) return false;
    for (int i = 0; i < shape.rank(); ++i)
      if (shape[i] != 1 && (i + 1 < shape.rank() || shape[i] != rows_[rows_.rank() - 1])) return false;
    return true;
  }

  void Write() {
    std::vector<ValueId> inputs;
    for (NodeId id : group_) {
      const size_t count = RowReduction(graph_, id).empty() ? graph_.inputs(id).size() : 1;
      for (ValueId input : graph_.inputs(id).first(count)) {
        const bool inside = graph_.producer(input) != kNoNode && group_.contains(graph_.producer(input));
        if (!inside && std::find(inputs.begin(), inputs.end(), input) == inputs.end())
          inputs.push_back(input);
      }
    }
    if (inputs.empty() || inputs.size() > kMaxInputs) return;
    std::vector<ValueId> values = inputs;
    std::vector<std::string> stages;
    for (NodeId id : group_) {
      stages.push_back(StageOf(id, values));
      values.push_back(graph_.output(id));
    }
    const NodeId root = *group_.rbegin();
    const ValueId out = graph_.output(root);
    const ValueId made = r_.Op(root, "_FusedRows", inputs,
                               MakeAttrs({{"stages", std::move(stages)}, {"T", graph_.dtype(out)}}));
    if (made == kNoValue) return;
    r_.Replace(out, made);
    for (NodeId id : group_) {
      taken_[id] = true;
      r_.Erase(id);
    }
  }

  std::string StageOf(NodeId id, const std::vector<ValueId>& values) const {
    const Node& node = graph_.node(id);
    std::string text(RowReduction(graph_, id));
    const auto args = graph_.inputs(id).first(text.empty() ? node.num_inputs : 1);
    std::vector<std::string> names;
    std::vector<DType> types;
    for (ValueId input : args) {
      const auto at = std::find(values.begin(), values.end(), input) - values.begin();
      text += fmt::format("{}{}", text.empty() ? "" : " ", at);
      names.push_back(fmt::format("x{}", names.size()));
      types.push_back(graph_.dtype(input));
    }
    text += ": ";
    if (args.size() < node.num_inputs) return text + "x0";
    if (node.op->name() == "_Fused") return text + node.attrs->Get<std::string>("expr");
    return text + InlineExpression(*node.op, *node.attrs, types, names);
  }

  Graph& graph_;
  const std::vector<uint32_t> uses_;
  std::vector<uint32_t> seen_;  // uses in the group
  std::vector<bool> taken_;
  std::set<NodeId> group_;
  Shape rows_, numbers_;
  Rewriter r_;
};

bool Run(Graph& graph, PassContext&) {
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id) && !RowReduction(graph, id).empty()) return RowFuser(graph).Run();
  return false;
}

TP_PASS(RowFusion){
    .name = "row-fusion", .rewrite = "f(x, mean(g(x))) => _FusedRows(x)", .stage = 125, .run = Run};

}  // namespace
}  // namespace tp
