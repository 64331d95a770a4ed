#include "core/autodiff/gradients.h"

#include <algorithm>
#include <deque>

#include "core/base/check.h"
#include "core/base/hash_map.h"

namespace tp {

bool IsTrainable(DType dtype) {
  return IsFloating(dtype) || IsComplex(dtype) || dtype == DType::kResource || dtype == DType::kVariant;
}

const Graph* FindUser(const Graph& graph, ValueId value, bool (*is)(const Graph&, NodeId), NodeId* user,
                      int depth) {
  if (depth > 32) return nullptr;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id)) continue;
    const auto inputs = graph.inputs(id);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (graph.Canonical(inputs[i]) != graph.Canonical(value)) continue;
      if (is(graph, id)) {
        *user = id;
        return &graph;
      }
      for (const Graph* region : graph.regions(id)) {
        const size_t params = region->inputs_list.size();
        if (i + params < inputs.size()) continue;
        if (const Graph* found =
                FindUser(*region, region->inputs_list[i + params - inputs.size()], is, user, depth + 1))
          return found;
      }
    }
  }
  return nullptr;
}

namespace {

std::vector<CustomGradient>& CustomGradients() {
  static auto* const gradients = new std::vector<CustomGradient>;
  return *gradients;
}

constexpr std::string_view kCustomPrefix = "CustomGradient-";

const CustomGradient* CustomGradientOf(const AttrSet& attrs) {
  const AttrValue* value = attrs.Find("_gradient_op_type");
  const std::string* name = value ? value->As<std::string>() : nullptr;
  if (!name || !name->starts_with(kCustomPrefix)) return nullptr;
  const size_t number = std::strtoull(name->c_str() + kCustomPrefix.size(), nullptr, 10);
  return number < CustomGradients().size() ? &CustomGradients()[number] : nullptr;
}

Tensor Zeros(DType dtype, const Shape& shape) {
  Tensor zeros = Tensor::Allocate(dtype, shape);
  if (zeros.valid() && !IsManaged(dtype)) std::fill_n(static_cast<char*>(zeros.raw_data()), zeros.bytes(), 0);
  return zeros;
}

// Nodes and values are called by the ids that they have when the work begins. The gradient of a loop within
// `source` gives the loop new inputs and outputs, which changes ids; Now and Then translate.
class Differentiator {
 public:
  Differentiator(const Ref<Graph>& source, RegionBuilder& builder, const GradientOptions& options)
      : source_(source), builder_(builder), options_(options) {
    for (NodeId id = 0; id < source_->num_nodes(); ++id) {
      first_.push_back(source_->erased(id) ? kNoValue : source_->output(id));
      num_outputs_.push_back(source_->node(id).num_outputs);
    }
    Renumber();
  }

  std::vector<Val> Run(std::span<const ValueId> ys, std::span<const ValueId> xs,
                       std::span<const Val> grad_ys) {
    CountPending(ys, xs);
    const std::string outer_scope = builder_.scope();
    const std::string scope = options_.scope.starts_with(outer_scope) && !outer_scope.empty()
                                  ? options_.scope
                                  : outer_scope + options_.scope;
    builder_.set_scope(scope);
    for (size_t i = 0; i < ys.size(); ++i) {
      grads_[ys[i]].push_back(options_.identities
                                  ? builder_.Op("Identity", {grad_ys[i]}, {}, fmt::format("grad_ys_{}", i))
                                  : grad_ys[i]);
    }
    std::deque<NodeId> queue;
    std::vector<bool> queued(first_.size());
    for (ValueId y : ys) {
      const NodeId id = source_->producer(y);
      if (pending_[id] != 0 || queued[id]) continue;
      queued[id] = true;
      queue.push_back(id);
    }
    while (!queue.empty()) {
      const NodeId id = queue.front();
      queue.pop_front();
      builder_.set_scope(scope);
      Visit(id, scope);
      for (ValueId input : Inputs(id)) {
        const NodeId from = origin_[input];
        if (--pending_[from] == 0) queue.push_back(from);
      }
    }
    builder_.set_scope(scope);
    std::vector<Val> result;
    for (ValueId x : xs) {
      auto& found = grads_[x];
      if (found.size() > 1) found = {AddUp(found)};
      Val grad = found.empty() ? Val() : found[0];
      if (!grad && options_.zeros_for_unconnected)
        grad = ZerosLike(builder_, Now(x), options_.constant_zeros);
      result.push_back(grad);
    }
    builder_.set_scope(outer_scope);
    return result;
  }

 private:
  NodeId NowNode(NodeId id) const { return source_->producer(first_[id]); }
  Val Now(ValueId value) const { return Val(source_, source_->Canonical(value)); }

  void Renumber() {
    then_.assign(source_->num_nodes(), kNoNode);
    origin_.resize(source_->num_values(), kNoNode);
    for (NodeId id = 0; id < first_.size(); ++id) {
      if (num_outputs_[id] == 0) continue;
      then_[NowNode(id)] = id;
      for (uint32_t i = 0; i < num_outputs_[id]; ++i) origin_[first_[id] + i] = id;
    }
  }

  // The inputs of a node that were there at the beginning.
  std::vector<ValueId> Inputs(NodeId id) const {
    std::vector<ValueId> inputs;
    for (ValueId input : source_->inputs(NowNode(id))) {
      const NodeId from = then_[source_->producer(input)];
      if (from != kNoNode) inputs.push_back(first_[from] + source_->value(input).index);
    }
    return inputs;
  }

  // TF: _PendingCount, _StopOps. How many uses of a node's outputs lie on a path from an x to a y.
  void CountPending(std::span<const ValueId> ys, std::span<const ValueId> xs) {
    const size_t count = first_.size();
    std::vector<bool> reached(count), between(count);
    pending_.assign(count, 0);
    stops_.assign(count, false);
    for (ValueId x : xs) reached[source_->producer(x)] = stops_[source_->producer(x)] = true;
    // Forward, in program order: reached where an input that is trainable is of a reached node.
    for (NodeId id = 0; id < count; ++id) {
      if (source_->erased(id) || reached[id]) continue;
      for (ValueId input : source_->inputs(id))
        if (reached[source_->producer(input)] && IsTrainable(source_->dtype(input))) reached[id] = true;
    }
    // Backward from the ys, over reached nodes.
    std::vector<NodeId> stack;
    for (ValueId y : ys) stack.push_back(source_->producer(y));
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      if (!reached[id] || between[id]) continue;
      between[id] = true;
      for (ValueId input : source_->inputs(id)) stack.push_back(source_->producer(input));
    }
    for (NodeId id = 0; id < count; ++id)
      if (between[id])
        for (ValueId input : source_->inputs(id))
          if (between[source_->producer(input)]) ++pending_[source_->producer(input)];
    // An x stops the search, unless another x lies before it.
    for (NodeId id = 0; id < count; ++id)
      if (stops_[id])
        for (ValueId input : source_->inputs(id))
          if (between[source_->producer(input)]) stops_[id] = false;
    for (ValueId stop : options_.stops) stops_[source_->producer(source_->Canonical(stop))] = true;
    for (NodeId id = 0; id < count; ++id)
      if (!between[id]) pending_[id] = kNever;
  }

  Val AddUp(std::vector<Val>& grads) { return grad::AddUp(builder_, grads); }

  void Visit(NodeId id, const std::string& scope) {
    const uint32_t num_outputs = num_outputs_[id];
    std::vector<Val> out_grads(num_outputs);
    bool any = false;
    for (uint32_t i = 0; i < num_outputs; ++i) {
      const auto found = grads_.find(first_[id] + i);
      if (found == grads_.end() || found->second.empty()) continue;
      if (found->second.size() > 1) found->second = {AddUp(found->second)};
      out_grads[i] = found->second[0];
      any = true;
    }
    if (!any || stops_[id]) return;
    const OpInfo& op = *source_->node(NowNode(id)).op;
    const Attrs attrs(source_->node(NowNode(id)).attrs);  // held: the gradient of a loop changes the node
    const CustomGradient* const custom = CustomGradientOf(*attrs);
    const GradFn gradient = GradientOf(op);
    if (!gradient && !custom) {
      if (op.def().no_gradient || source_->inputs(NowNode(id)).empty()) return;
      throw OpError{MakeStatus(
          Code::kUnimplemented,
          "No gradient defined for operation'{}' (op type: {}). In general every operation must have an "
          "associated `@tf.RegisterGradient` for correct autodiff, which this op is lacking. If you want to "
          "pretend this operation is a constant in your program, you may insert `tf.stop_gradient`. This can "
          "be useful to silence the error in cases where you know gradients are not needed, e.g. the forward "
          "pass of tf.custom_gradient. Please see more details in "
          "https://www.tensorflow.org/api_docs/python/tf/custom_gradient.",
          source_->node_name(NowNode(id)), op.name())};
    }
    for (uint32_t i = 0; i < num_outputs; ++i) {
      const Val value = Now(first_[id] + i);
      const DType dtype = value.dtype();
      if (!out_grads[i] && IsTrainable(dtype) && dtype != DType::kResource && dtype != DType::kVariant)
        out_grads[i] = ZerosLike(builder_, value, options_.constant_zeros);
    }
    const std::vector<ValueId> input_ids = Inputs(id);
    std::vector<Val> inputs, outputs;
    for (ValueId input : input_ids) inputs.push_back(Now(input));
    for (uint32_t i = 0; i < num_outputs; ++i) outputs.push_back(Now(first_[id] + i));
    builder_.set_scope(scope + source_->node_name(NowNode(id)) + "_grad/");
    if (!grad::TakesSlices(op))
      for (Val& grad : out_grads) grad = grad::Dense(builder_, grad);
    std::vector<Val> in_grads;
    if (custom) {
      in_grads = (*custom)(builder_, out_grads);
    } else {
      GradContext context(builder_, op, *attrs, inputs, outputs, out_grads);
      gradient(context);
      for (size_t i = 0; i < input_ids.size(); ++i) in_grads.push_back(context.result()[i]);
    }
    if (source_->num_nodes() != then_.size() || source_->num_values() != origin_.size()) Renumber();
    for (size_t i = 0; i < input_ids.size(); ++i) {
      const Val& grad = in_grads[i];
      if (!grad.has_value()) continue;
      const Val input = Now(input_ids[i]);
      if (input.dtype() != DType::kResource && grad.symbolic() && grad.graph() == builder_.graph())
        if (const auto merged = MergeShapes(grad.shape(), input.shape()))
          builder_.graph()->SetShape(grad.id(), *merged);
      grads_[input_ids[i]].push_back(grad);
    }
  }

  static constexpr int64_t kNever = int64_t{1} << 40;
  const Ref<Graph>& source_;
  RegionBuilder& builder_;
  const GradientOptions& options_;
  std::vector<ValueId> first_;         // node -> its first output, at the beginning
  std::vector<uint32_t> num_outputs_;  // at the beginning
  std::vector<NodeId> then_, origin_;  // node of now -> node; value -> node
  HashMap<ValueId, std::vector<Val>> grads_;
  std::vector<bool> stops_;
  std::vector<int64_t> pending_;
};

}  // namespace

std::string RegisterCustomGradient(CustomGradient gradient) {
  CustomGradients().push_back(std::move(gradient));
  return fmt::format("{}{}", kCustomPrefix, CustomGradients().size() - 1);
}

Val ZerosLike(OpBuilder& builder, const Val& value, bool constant) {
  if (value.dtype() == DType::kResource) {
    if (!value.symbolic()) return {};
    NodeId read = kNoNode;
    // Its dtype and shape are those with which the graph reads it.
    const Graph* where = FindUser(
        *value.graph(), value.id(),
        [](const Graph& graph, NodeId id) { return graph.node(id).op->name() == "ReadVariableOp"; }, &read);
    if (!where) return {};
    const DType dtype = where->dtype(where->output(read));
    const Shape& shape = where->shape(where->output(read));
    if (shape.IsFullyKnown()) return builder.Constant(Zeros(dtype, shape), "zeros");
    const Val dims = builder.Op("VariableShape", {value});
    return builder.Op("Fill", {dims, Val(Zeros(dtype, Shape()))}, {}, "zeros");
  }
  if (constant && value.shape().IsFullyKnown() && !IsManaged(value.dtype()))
    return builder.Constant(Zeros(value.dtype(), value.shape()), "zeros");
  return builder.Op("ZerosLike", {value}, {}, "zeros_like");
}

std::vector<Val> Gradients(const Ref<Graph>& source, std::span<const ValueId> ys, std::span<const ValueId> xs,
                           std::span<const Val> grad_ys, RegionBuilder& builder,
                           const GradientOptions& options) {
  std::vector<ValueId> known_ys, canonical_xs;
  std::vector<Val> known_grads;
  for (size_t i = 0; i < ys.size(); ++i) {
    if (!grad_ys[i]) continue;
    known_ys.push_back(source->Canonical(ys[i]));
    known_grads.push_back(grad_ys[i]);
  }
  for (ValueId x : xs) canonical_xs.push_back(source->Canonical(x));
  return Differentiator(source, builder, options).Run(known_ys, canonical_xs, known_grads);
}

}  // namespace tp
