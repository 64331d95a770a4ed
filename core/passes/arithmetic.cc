// Arithmetic: Identity(x) => x; Neg(Neg(x)) => x; x * 1 => x; and their like. One rule is one row of kRules.
//
// Every rule keeps the bits: x + 0 stays (it turns -0 into 0), and so does x * 1 where x may be a denormal,
// which kernels flush: a parameter or constant.
#include <deque>

#include "core/base/check.h"
#include "core/base/hash_map.h"
#include "core/ir/matcher.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

struct Site {
  Rewriter& r;
  Graph& graph;
  NodeId node;
  ValueId out;
  const Pattern::Match& m;

  ValueId x() const { return m["x"]; }
};

// What the value becomes, or kNoValue.
using Action = ValueId (*)(const Site&);

ValueId TakeX(const Site& s) { return s.x(); }

// x, where it has the shape of the result: nothing was broadcast.
ValueId TakeXIfSameShape(const Site& s) {
  const Shape &x = s.graph.shape(s.x()), &out = s.graph.shape(s.out);
  if (x.IsFullyKnown() && x == out) return s.x();
  const ValueId other = s.graph.inputs(s.node)[s.graph.inputs(s.node)[0] == s.x() ? 1 : 0];
  return s.graph.shape(other).IsScalar() ? s.x() : kNoValue;
}

bool IsExactType(const Site& s) {
  const DType dtype = s.graph.dtype(s.x());
  return IsInteger(dtype);
}

// True where x comes from a kernel that computes: its denormals are flushed already.
bool IsComputed(const Site& s) {
  return !s.graph.node(s.graph.producer(s.x())).op->def().elementwise.empty();
}

ValueId NeutralOfInts(const Site& s) { return IsExactType(s) ? TakeXIfSameShape(s) : kNoValue; }
ValueId Neutral(const Site& s) { return IsExactType(s) || IsComputed(s) ? TakeXIfSameShape(s) : kNoValue; }

ValueId SameDType(const Site& s) { return s.graph.dtype(s.x()) == s.graph.dtype(s.out) ? s.x() : kNoValue; }

ValueId ReshapeOfX(const Site& s) {
  return s.r.Op(s.node, "Reshape", {s.x(), s.m["shape"]}, Attrs(s.graph.node(s.node).attrs));
}

// Transpose(Transpose(x, p), q) => x where p[q[i]] == i.
ValueId TransposesThatCancel(const Site& s) {
  const Tensor *p = s.graph.ConstantValue(s.m["p"]), *q = s.graph.ConstantValue(s.m["q"]);
  if (!p || !q || p->num_elements() != q->num_elements()) return kNoValue;
  for (int64_t i = 0; i < q->num_elements(); ++i) {
    const int64_t to = ElementAsInt(*q, i);
    if (to < 0 || to >= p->num_elements() || ElementAsInt(*p, to) != i) return kNoValue;
  }
  return s.x();
}

// A branch of Select that is known, where nothing is broadcast.
ValueId KnownBranch(const Site& s) {
  const Tensor* c = s.graph.ConstantValue(s.m["c"]);
  if (!c || c->dtype() != DType::kBool) return kNoValue;
  const bool all = IsAll(*c, 1), none = IsAll(*c, 0);
  if (!all && !none) return kNoValue;
  const ValueId taken = all ? s.x() : s.m["y"];
  const Shape& shape = s.graph.shape(taken);
  return shape.IsFullyKnown() && shape == s.graph.shape(s.out) ? taken : kNoValue;
}

ValueId AddOfTwo(const Site& s) { return s.r.Op(s.node, "AddV2", {s.x(), s.m["y"]}); }

struct Rule {
  std::string_view before, after;
  Action action;
};

constexpr Rule kRules[] = {
    {"Identity|StopGradient|PreventGradient|Snapshot(x)", "x", TakeX},
    {"Neg(Neg(x))", "x", TakeX},
    {"LogicalNot(LogicalNot(x))", "x", TakeX},
    {"Conj(Conj(x))", "x", TakeX},
    {"Cast(x)", "x, of the same dtype", SameDType},
    {"Reshape(Reshape(x, _), shape)", "Reshape(x, shape)", ReshapeOfX},
    {"Transpose(Transpose(x, p), q)", "x, where p undoes q", TransposesThatCancel},
    {"Select|SelectV2(c, x, y)", "x or y, where c is constant", KnownBranch},
    {"AddN(x)", "x", TakeX},
    {"AddN(x, y)", "AddV2(x, y)", AddOfTwo},
    {"AddV2|Add|Sub(x, 0)", "x, of integers", NeutralOfInts},
    {"AddV2|Add(0, x)", "x, of integers", NeutralOfInts},
    {"Mul|RealDiv|Div|FloorDiv(x, 1)", "x", Neutral},
    {"Mul(1, x)", "x", Neutral},
    {"Mul(x, Fill(_, 1))", "x", Neutral},
    {"Mul(Fill(_, 1), x)", "x", Neutral},
    {"Mul(x, OnesLike(_))", "x", Neutral},
    {"Mul(OnesLike(_), x)", "x", Neutral},
};

// Rules by the op of their root.
class RuleIndex {
 public:
  RuleIndex() {
    for (const Rule& rule : kRules) {
      auto& compiled = rules_.emplace_back(Pattern(rule.before), rule.action);
      std::string_view ops = rule.before.substr(0, rule.before.find('('));
      while (!ops.empty()) {
        const size_t bar = std::min(ops.find('|'), ops.size());
        by_op_[ops.substr(0, bar)].push_back(&compiled);
        ops.remove_prefix(std::min(bar + 1, ops.size()));
      }
    }
  }
  using Compiled = std::pair<Pattern, Action>;
  const std::vector<const Compiled*>* For(std::string_view op) const {
    const auto it = by_op_.find(op);
    return it == by_op_.end() ? nullptr : &it->second;
  }

 private:
  std::deque<Compiled> rules_;
  HashMap<std::string_view, std::vector<const Compiled*>> by_op_;
};

bool Run(Graph& graph, PassContext&) {
  static const RuleIndex index;
  Rewriter r(graph);
  Pattern::Match match;
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  for (NodeId id = 0; id < count; ++id) {
    if (graph.erased(id) || graph.node(id).num_outputs == 0) continue;
    const auto* rules = index.For(graph.node(id).op->name());
    if (!rules) continue;
    const ValueId out = graph.output(id);
    for (const auto* rule : *rules) {
      if (!rule->first.Find(graph, out, &match)) continue;
      const ValueId to = rule->second(Site{r, graph, id, out, match});
      if (to == kNoValue || graph.dtype(to) != graph.dtype(out)) continue;
      r.Replace(out, to);
      r.Erase(id);
      break;
    }
  }
  return r.Finish();
}

TP_PASS(Arithmetic){.name = "arithmetic", .rewrite = "x * 1 => x, and their like", .stage = 40, .run = Run};

}  // namespace
}  // namespace tp
