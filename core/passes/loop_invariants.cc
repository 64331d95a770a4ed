// LoopInvariants: while (…) { … f(a) … }, a never changed => t = f(a); while
// (…) { … t … }
//
// Only what is worth a loop variable (not scalars) and cannot fail is moved:
// the loop may not run at all.
#include <algorithm>

#include "core/ir/builder.h"
#include "core/ir/expression.h"
#include "core/passes/loops.h"
#include "core/passes/pass.h"

namespace tp {
namespace {

// True where the node gives a value for any inputs of these shapes.
bool CannotFail(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.op->def().effect != Effect::kNone || node.num_outputs != 1) return false;
  bool known = true;
  for (ValueId input : graph.inputs(id)) known &= graph.shape(input).IsFullyKnown();
  if (node.op->name() == "MatMul" || node.op->name() == "Transpose") return known;
  if (node.op->def().elementwise.empty()) return false;
  std::vector<DType> types;
  for (ValueId input : graph.inputs(id)) types.push_back(graph.dtype(input));
  Expression expression;
  if (!OpExpression(*node.op, *node.attrs, types, &expression).ok()) return false;
  for (const ExprNode& part : expression.nodes)
    if (part.kind == ExprNode::kPrim && GetPrim(part.prim).checked() && IsInteger(part.dtype)) return false;
  return known || node.num_inputs == 1;
}

class Hoister {
 public:
  Hoister(Rewriter& r, NodeId loop) : r_(r), graph_(r.graph()), loop_(loop) {
    const AttrSet& attrs = graph_.attrs(loop);
    body_ = attrs.Get<FuncAttr>("body").graph();
    condition_ = attrs.Get<FuncAttr>("cond").graph();
  }

  void Run() {
    if (!body_ || !condition_ || !Find()) return;
    // Outside: the moved nodes, on what enters the loop.
    const std::vector<ValueId> entering(graph_.inputs(loop_).begin(), graph_.inputs(loop_).end());
    std::vector<ValueId> outside(body_->num_values(), kNoValue);
    for (NodeId id = 0; id < body_->num_nodes(); ++id) {
      if (body_->erased(id) || !moved_[id]) continue;
      std::vector<ValueId> args;
      for (ValueId input : body_->inputs(id)) args.push_back(Outside(input, entering, &outside));
      const Attrs attrs(body_->node(id).attrs);
      const ValueId made = r_.Op(loop_, body_->node(id).op->name(), args, attrs);
      if (made == kNoValue) return;  // what was added so far is dead code
      outside[body_->output(id)] = made;
    }
    // Inside: a parameter for each moved value that is still used.
    Ref<Graph> body = body_->Clone(), condition = condition_->Clone();
    GraphBuilder inner(body), test(condition);
    std::vector<ValueId> map(body_->num_values());
    for (ValueId v = 0; v < map.size(); ++v) map[v] = v;
    std::vector<LoopVariable> variables = VariablesOf(graph_, loop_);
    std::vector<NodeId> params;
    for (ValueId value : kept_) {
      const DType dtype = body_->dtype(value);
      const Shape shape = body_->shape(value);
      const Val param = inner.Input(dtype, shape);
      params.push_back(body->producer(param.id()));
      inner.Output(param);
      test.Input(dtype, shape);
      map[value] = param.id();
      variables.push_back({outside[value], dtype, shape});
    }
    body->ReplaceAll(map);
    for (NodeId id = 0; id < body_->num_nodes(); ++id)
      if (moved_[id]) body->Erase(id);
    // The new parameters stand first: what uses them comes later.
    std::vector<NodeId> order = params;
    for (NodeId id = 0; id < body_->num_nodes(); ++id)
      if (!body->erased(id)) order.push_back(id);
    body->Compact(order);

    ReplaceLoop(r_, loop_, variables, body, condition);
  }

 private:
  // Which nodes to move, and which of their values the rest of the body uses.
  bool Find() {
    const auto& in = body_->inputs_list;
    const auto& out = body_->outputs_list;
    std::vector<bool> invariant(body_->num_values());
    for (size_t i = 0; i < in.size() && i < out.size(); ++i) invariant[in[i]] = in[i] == out[i];
    moved_.assign(body_->num_nodes(), false);
    bool any = false;
    for (NodeId id = 0; id < body_->num_nodes(); ++id) {
      const Node& node = body_->node(id);
      if (!node.op) continue;
      if (node.op->name() == "Const") invariant[node.first_output] = true;
      if (node.num_inputs == 0 || !CannotFail(*body_, id)) continue;
      bool all = true, worth = !body_->shape(node.first_output).IsScalar();
      for (ValueId input : body_->inputs(id)) all &= invariant[input];
      if (!all || !worth || !body_->controls(id).empty()) continue;
      moved_[id] = invariant[node.first_output] = true;
      any = true;
    }
    if (!any) return false;
    std::vector<bool> used(body_->num_values());
    const auto use = [&](ValueId value) {
      if (!moved_[body_->producer(value)] || used[value]) return;
      used[value] = true;
      kept_.push_back(value);
    };
    for (NodeId id = 0; id < body_->num_nodes(); ++id)
      if (!body_->erased(id) && !moved_[id])
        for (ValueId input : body_->inputs(id)) use(input);
    for (ValueId output : out) use(output);
    return !kept_.empty();
  }

  ValueId Outside(ValueId value, const std::vector<ValueId>& entering, std::vector<ValueId>* outside) {
    ValueId& known = (*outside)[value];
    if (known != kNoValue) return known;
    if (const Tensor* constant = body_->ConstantValue(value)) return known = r_.Constant(loop_, *constant);
    for (size_t i = 0; i < body_->inputs_list.size(); ++i)
      if (body_->inputs_list[i] == value) known = entering[i];
    return known;
  }

  Rewriter& r_;
  Graph& graph_;
  const NodeId loop_;
  const Graph *body_, *condition_;
  std::vector<bool> moved_;
  std::vector<ValueId> kept_;
};

bool Run(Graph& graph, PassContext&) {
  Rewriter r(graph);
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  for (NodeId id = 0; id < count; ++id)
    if (IsLoop(graph.node(id))) Hoister(r, id).Run();
  return r.Finish();
}

TP_PASS(LoopInvariants){
    .name = "loop-invariants", .rewrite = "while { f(a) } => t = f(a); while { t }", .stage = 55, .run = Run};

}  // namespace
}  // namespace tp
