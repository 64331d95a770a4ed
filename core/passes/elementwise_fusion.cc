// ElementwiseFusion: tanh(mul(x, y)) + z => _Fused("t0 = mul(x0, x1); t1 =
// tanh(t0); add(t1, x2)")(x, y, z)
//
// A node joins the group of its users where all of them are in one group and
// its result has the group's shape: nothing is computed twice, and nothing is
// broadcast but what enters the group. Ops that may refuse their operands (an
// integer division) stay alone, so that their errors name them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "core/base/hash_map.h"
#include "core/ir/expression.h"
#include "core/ir/matcher.h"
#include "core/passes/pass.h"
#include "core/passes/rewriter.h"

namespace tp {
namespace {

constexpr size_t kMaxNodes = 64, kMaxInputs = 24;

// Groups values that have the same shape in every run, as far as that can be
// told: fully known shapes by their dims, others by what elementwise ops hand
// on.
class ShapeClasses {
 public:
  explicit ShapeClasses(const Graph &graph) : graph_(graph), classes_(graph.num_values()) {
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      const Node &node = graph.node(id);
      if (!node.op) continue;
      for (uint32_t i = 0; i < node.num_outputs; ++i)
        classes_[node.first_output + i] = Of(id, node.first_output + i);
    }
  }
  uint32_t operator[](ValueId value) const { return classes_[value]; }

 private:
  uint32_t Of(NodeId id, ValueId value) {
    const Shape &shape = graph_.shape(value);
    if (shape.IsFullyKnown()) {
      const auto [it, is_new] = known_.try_emplace(std::vector<Dim>(shape.begin(), shape.end()), next_);
      next_ += is_new;
      return it->second;
    }
    const auto inputs = graph_.inputs(id);
    if (graph_.node(id).op->def().elementwise.empty() || inputs.empty()) return next_++;
    for (ValueId candidate : inputs) {
      bool covers = true;
      for (ValueId other : inputs) covers &= Covers(candidate, other);
      if (covers) return classes_[candidate];
    }
    return next_++;
  }

  // True where broadcasting `small` against `large` gives the shape of `large`.
  bool Covers(ValueId large, ValueId small) const {
    if (classes_[large] == classes_[small]) return true;
    const Shape &a = graph_.shape(large), &b = graph_.shape(small);
    if (!b.has_rank()) return false;
    if (b.IsScalar()) return true;
    if (!a.has_rank() || b.rank() > a.rank()) return false;
    for (int i = 1; i <= b.rank(); ++i) {
      const Dim dim = b[b.rank() - i];
      if (dim != 1 && !(IsKnown(dim) && dim == a[a.rank() - i])) return false;
    }
    return true;
  }

  const Graph &graph_;
  std::vector<uint32_t> classes_;
  std::map<std::vector<Dim>, uint32_t> known_;
  uint32_t next_ = 1;
};

std::vector<DType> InputTypes(const Graph &graph, NodeId id) {
  std::vector<DType> types;
  for (ValueId input : graph.inputs(id)) types.push_back(graph.dtype(input));
  return types;
}

// Whether the op's expression fits a group, whatever the shapes.
bool HasSafeExpression(const Graph &graph, NodeId id) {
  const Node &node = graph.node(id);
  Expression expression;
  if (!OpExpression(*node.op, *node.attrs, InputTypes(graph, id), &expression).ok()) return false;
  for (const ExprNode &part : expression.nodes)
    if (part.kind == ExprNode::kPrim && GetPrim(part.prim).checked() && IsInteger(part.dtype)) return false;
  return true;
}

// Remembers HasSafeExpression by op, attributes and dtypes: neighbours are
// mostly alike.
class SafeExpressions {
 public:
  bool operator()(const Graph &graph, NodeId id) {
    const Node &node = graph.node(id);
    std::string types;
    for (ValueId input : graph.inputs(id)) types += static_cast<char>(graph.dtype(input));
    const auto [it, is_new] = known_.try_emplace({node.op, node.attrs, std::move(types)}, false);
    if (is_new) it->second = HasSafeExpression(graph, id);
    return it->second;
  }

 private:
  std::map<std::tuple<const OpInfo *, const AttrSet *, std::string>, bool> known_;
};

bool CanFuse(const Graph &graph, NodeId id, SafeExpressions &safe) {
  const Node &node = graph.node(id);
  if (!node.op || node.op->def().elementwise.empty() || node.num_outputs != 1) return false;
  if (node.num_inputs == 0 || node.op->def().effect != Effect::kNone) return false;
  if (!node.attrs->Get<bool>("incompatible_shape_error", true)) return false;
  // Scalars of these dtypes become scalar code, fused or not.
  const DType dtype = graph.dtype(node.first_output);
  if (graph.shape(node.first_output).IsScalar() &&
      (dtype == DType::kFloat32 || dtype == DType::kFloat64 || dtype == DType::kInt32 ||
       dtype == DType::kInt64 || dtype == DType::kBool))
    return false;
  for (ValueId input : graph.inputs(id))
    if (IsManaged(graph.dtype(input))) return false;
  // Select of old has broadcasting of its own.
  if (node.op->name() == "Select" && graph.shape(graph.inputs(id)[0]) != graph.shape(node.first_output))
    return false;
  return safe(graph, id);
}

bool IsNameChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// `text` with the name `from` written as `to`.
std::string Renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string made;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsNameChar(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    made += word == from ? to : word;
    if (end < text.size()) made += text[end++];
    at = end;
  }
  return made;
}

class Fuser {
 public:
  explicit Fuser(Graph &graph)
      : graph_(graph),
        shapes_(graph),
        group_(graph.num_nodes(), kNoNode),
        sizes_(graph.num_nodes()),
        entering_(graph.num_nodes()),
        r_(graph) {}

  bool Run() {
    FindGroups();
    // Members in program order; the last one is the root.
    HashMap<NodeId, std::vector<NodeId>> members;
    for (NodeId id = 0; id < group_.size(); ++id) {
      const NodeId root = group_[id];
      if (root == kNoNode || sizes_[root] < 2) continue;
      std::vector<NodeId> &nodes = members[root];
      nodes.push_back(id);
      if (id != root) continue;
      if (!Write(nodes, true)) Write(nodes, false);
      members.erase(root);
    }
    return r_.Finish();
  }

 private:
  // group_[n] is the last node of n's group. Backwards: users come before what
  // they use.
  void FindGroups() {
    std::vector<NodeId> user_group(graph_.num_values(), kNoNode);  // the group of all users, or kNoNode - 1
    constexpr NodeId kMany = kNoNode - 1;
    for (ValueId output : graph_.outputs_list) user_group[output] = kMany;
    for (NodeId id = static_cast<NodeId>(graph_.num_nodes()); id-- > 0;) {
      const bool fuses = CanFuse(graph_, id, safe_);
      if (fuses) {
        const ValueId out = graph_.output(id);
        const NodeId group = user_group[out];
        const bool joins = group != kNoNode && group != kMany &&
                           shapes_[out] == shapes_[graph_.output(group)] && sizes_[group] < kMaxNodes &&
                           entering_[group] + graph_.inputs(id).size() <= kMaxInputs + 1;
        group_[id] = joins ? group : id;
        ++sizes_[group_[id]];
        entering_[group_[id]] += graph_.inputs(id).size() - (joins ? 1 : 0);
      }
      if (graph_.erased(id)) continue;
      const NodeId mine = fuses ? group_[id] : kMany;
      for (ValueId input : graph_.inputs(id)) {
        NodeId &users = user_group[input];
        users = users == kNoNode || users == mine ? mine : kMany;
      }
    }
  }

  // A scalar constant is written into the expression, where its text says all.
  std::optional<std::string> Number(ValueId value) const {
    const Tensor *constant = graph_.ConstantValue(value);
    if (!constant || constant->rank() != 0) return std::nullopt;
    if (constant->dtype() == DType::kFloat32 || constant->dtype() == DType::kFloat64) {
      const double number = ElementAsDouble(*constant, 0);
      if (number != number || number - number != 0 || (number == 0 && std::signbit(number)))
        return std::nullopt;
      return fmt::format("{:.17g}", number);
    }
    if (constant->dtype() == DType::kInt32) return fmt::format("{}", ElementAsInt(*constant, 0));
    return std::nullopt;
  }

  bool Write(const std::vector<NodeId> &nodes, bool numbers) {
    const NodeId root = nodes.back();
    std::vector<ValueId> inputs;
    std::map<ValueId, std::string> names;
    std::string text;
    int temps = 0;
    for (NodeId id : nodes) {
      std::vector<std::string> args;
      for (ValueId input : graph_.inputs(id)) {
        auto it = names.find(input);
        if (it == names.end()) {
          const auto number = numbers ? Number(input) : std::nullopt;
          if (!number) inputs.push_back(input);
          it = names.emplace(input, number ? *number : fmt::format("x{}", inputs.size() - 1)).first;
        }
        args.push_back(it->second);
      }
      const Node &node = graph_.node(id);
      std::string expression = InlineExpression(*node.op, *node.attrs, InputTypes(graph_, id), args);
      // Names that the op's own expression binds come first, under names of
      // their own.
      for (size_t semicolon; (semicolon = expression.find(';')) != std::string::npos;) {
        const size_t equals = expression.find('=');
        const std::string bound = expression.substr(0, expression.find_last_not_of(' ', equals - 1) + 1);
        const std::string name = fmt::format("t{}", temps++);
        text += name + " =" + expression.substr(equals + 1, semicolon - equals) + " ";
        size_t rest = semicolon + 1;
        while (rest < expression.size() && expression[rest] == ' ') ++rest;
        expression = Renamed(std::string_view(expression).substr(rest), bound, name);
      }
      if (id == root) {
        text += expression;
      } else {
        names[node.first_output] = fmt::format("t{}", temps);
        text += fmt::format("t{} = {}; ", temps++, expression);
      }
    }
    if (inputs.empty()) return false;
    // The text is typed once more: a number whose dtype cannot be told is
    // refused here.
    const ValueId out = graph_.output(root);
    const Attrs attrs = MakeAttrs({{"expr", text}, {"T", graph_.dtype(out)}});
    std::vector<DType> types;
    for (ValueId input : inputs) types.push_back(graph_.dtype(input));
    const OpInfo *fused = OpRegistry::Find("_Fused");
    Expression parsed;
    if (!fused || !OpExpression(*fused, *attrs, types, &parsed).ok() ||
        parsed.nodes[parsed.result].dtype != graph_.dtype(out))
      return false;
    const ValueId made = r_.Op(root, "_Fused", inputs, attrs);
    if (made == kNoValue) return false;
    r_.Replace(out, made);
    for (NodeId id : nodes) r_.Erase(id);
    return true;
  }

  Graph &graph_;
  const ShapeClasses shapes_;
  std::vector<NodeId> group_;
  SafeExpressions safe_;
  std::vector<uint32_t> sizes_,
      entering_;  // of the group whose last node is the index
  Rewriter r_;
};

bool Run(Graph &graph, PassContext &) { return Fuser(graph).Run(); }

TP_PASS(ElementwiseFusion){
    .name = "elementwise-fusion", .rewrite = "f(g(x), y) => _Fused(x, y)", .stage = 120, .run = Run};

}  // namespace
}  // namespace tp
