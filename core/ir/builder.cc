// Types and shapes of a node while a graph is made, with TensorFlow's error texts (shape_inference.cc,
// InferenceContext::AttachContext; node_def_util.cc, SummarizeNodeDef).
#include "core/ir/builder.h"

#include "core/base/check.h"
#include "core/ir/summary.h"
#include "core/ir/value_inference.h"

namespace tp {
namespace {

// " for '{{node NAME}} = Op[attrs](inputs)' with input shapes: …", and the values that were looked at.
std::string Context(const Graph& graph, const OpInfo& op, const AttrSet& attrs,
                    std::span<const ValueId> inputs, std::string_view name, const ShapeContext& c,
                    std::span<const ShapeContext::Input> given) {
  std::string shapes, values, partial;
  for (size_t i = 0; i < given.size(); ++i) {
    shapes += (i ? ", " : "") + given[i].shape.ToBracketString();
    const int index = static_cast<int>(i);
    if (c.asked_shape(index)) {
      const Shape shape = c.ValueAsShape(index);
      const bool set = given[i].value != nullptr || given[i].value_as_shape != nullptr;
      if (set && shape.has_rank()) {
        partial += fmt::format("{}input[{}] = {}", partial.empty() ? "" : ",", i, shape.ToBracketString());
        continue;
      }
    }
    if (c.asked_value(index) && given[i].value)
      values += fmt::format("{}input[{}] = <{}>", values.empty() ? "" : ", ", i,
                            SummarizeValue(*given[i].value, 256));
  }
  std::string text =
      fmt::format(" for '{}' with input shapes: {}", SummarizeNode(graph, op, attrs, inputs, name), shapes);
  if (!values.empty()) text += " and with computed input tensors: " + values;
  if (!partial.empty()) text += " and with input tensors computed as partial shapes: " + partial;
  return text + ".";
}

// The error of a shape function that refuses `given`. TensorFlow looks a value up once the function has asked
// for it and calls the function again, so an error that comes before says nothing of that value.
Status Refusal(const Graph& graph, const OpInfo& op, const AttrSet& attrs, std::span<const ValueId> inputs,
               std::string_view name, std::span<const DType> types,
               std::span<const ShapeContext::Input> given) {
  SmallVector<ShapeContext::Input, 4> shown;
  for (const ShapeContext::Input& input : given) shown.push_back({input.dtype, input.shape});
  while (true) {
    ShapeContext c(op, attrs, shown, types, graph.symbols_or_null());
    const Status status = op.def().shape(c);
    if (!status.ok()) {
      // Python sees a ValueError for what a shape function refuses.
      const Code code = status.code() == Code::kInvalidArgument ? Code::kValueError : status.code();
      return {code, status.message() + Context(graph, op, attrs, inputs, name, c, shown)};
    }
    bool more = false;
    for (size_t i = 0; i < given.size(); ++i) {
      const int index = static_cast<int>(i);
      const bool known = shown[i].value || shown[i].value_as_shape;
      if (known || (!given[i].value && !given[i].value_as_shape)) continue;
      if (!c.asked_value(index) && !c.asked_shape(index)) continue;
      shown[i] = given[i];
      more = true;
    }
    TP_CHECK(more, "the shape function of {} refuses values that it does not ask for", op.name());
  }
}

}  // namespace

Status InferNode(const Graph& graph, const OpInfo& op, const AttrSet& attrs, std::span<const ValueId> inputs,
                 std::string_view name, SmallVector<DType, 4>* types, std::vector<Shape>* shapes) {
  SmallVector<DType, 8> input_types;
  for (ValueId input : inputs) input_types.push_back(graph.dtype(input));
  TP_RETURN_IF_ERROR(op.OutputTypes(input_types, attrs, types));
  if (!op.def().shape) {
    shapes->assign(types->size(), Shape::UnknownRank());
    return {};
  }
  SmallVector<ShapeContext::Input, 4> given;
  // Values found by inference live as long as `inference` does; only ops with host inputs need one.
  std::optional<ValueInference> inference;
  SmallVector<Shape, 2> as_shapes;
  const bool has_host_inputs = !op.def().host_inputs.empty();
  if (has_host_inputs) as_shapes.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    ShapeContext::Input input;
    input.dtype = input_types[i];
    input.shape = graph.shape(inputs[i]);
    input.value = graph.ConstantValue(inputs[i]);
    if (has_host_inputs && !input.value) {
      const int argument = op.ArgumentOf(static_cast<int>(i), inputs.size(), attrs);
      if (argument >= 0 && op.is_host_input(argument)) {
        if (!inference) inference.emplace(graph, graph.runner());
        input.value = inference->Value(inputs[i]);
        if (!input.value && (input.dtype == DType::kInt32 || input.dtype == DType::kInt64)) {
          as_shapes.push_back(inference->AsShape(inputs[i]));
          input.value_as_shape = &as_shapes.back();
        }
      }
    }
    given.push_back(std::move(input));
  }
  ShapeContext c(op, attrs, given, *types, graph.symbols_or_null());
  if (!op.def().shape(c).ok()) return Refusal(graph, op, attrs, inputs, name, *types, given);
  shapes->clear();
  for (size_t i = 0; i < types->size(); ++i) shapes->push_back(c.output(static_cast<int>(i)));
  return {};
}

bool RefineShapes(Graph& graph) {
  bool changed = false;
  SmallVector<DType, 4> types;
  std::vector<Shape> shapes;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    const Node& node = graph.node(id);
    if (!node.op || !node.op->def().shape || node.num_inputs == 0) continue;
    bool known = true;
    for (uint32_t i = 0; i < node.num_outputs; ++i)
      known &= graph.shape(node.first_output + i).IsFullyKnown();
    if (known || !InferNode(graph, *node.op, *node.attrs, graph.inputs(id), "", &types, &shapes).ok())
      continue;
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      const ValueId value = node.first_output + i;
      const auto merged = MergeShapes(graph.shape(value), shapes[i]);
      if (!merged || *merged == graph.shape(value)) continue;
      graph.SetShape(value, *merged);
      changed = true;
    }
  }
  return changed;
}

std::string GraphBuilder::NodeName(std::string_view wanted) const {
  if (!names_) return "";
  if (wanted.back() == '/') return std::string(wanted.substr(0, wanted.size() - 1));
  return graph_->UniqueName(wanted);
}

std::string GraphBuilder::Scope(std::string_view name) { return names_ ? NodeName(name) + "/" : ""; }

std::vector<Val> GraphBuilder::Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                     std::string_view name) {
  const std::string unique = NodeName(name.empty() ? op.name() : name);
  SmallVector<ValueId, 4> ids;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Val& input = inputs[i];
    TP_CHECK(input.has_value(), "{}: an input is missing", op.name());
    if (input.graph() == graph_) {
      ids.push_back(input.id());
      continue;
    }
    const std::string adopted = names_ ? fmt::format("{}/{}", unique, op.InputName(i, inputs.size())) : "";
    ids.push_back(Adopt(input, adopted).id());
  }
  if (!attrs) attrs = EmptyAttrs();
  types_.clear();
  const Status status = InferNode(*graph_, op, *attrs, ids, unique, &types_, &shapes_);
  if (!status.ok()) throw OpError{status};
  const NodeId node = graph_->AddNode({.op = &op,
                                       .inputs = ids,
                                       .attrs = std::move(attrs),
                                       .output_types = types_,
                                       .output_shapes = shapes_,
                                       .name = unique,
                                       .position = StackHere()});
  std::vector<Val> outputs;
  outputs.reserve(types_.size());
  for (uint32_t i = 0; i < graph_->node(node).num_outputs; ++i)
    outputs.emplace_back(graph_, graph_->output(node, static_cast<int>(i)));
  return outputs;
}

Val GraphBuilder::Adopt(const Val& input, const std::string& name) {
  TP_CHECK(!input.symbolic(), "an input is of another graph");
  return Constant(input.tensor(), name);
}

Val GraphBuilder::Constant(const Tensor& value, std::string_view name) {
  static const OpInfo& op = OpRegistry::Get("Const");
  const DType type = value.dtype();
  const NodeId node = graph_->AddNode({.op = &op,
                                       .attrs = MakeAttrs({{"dtype", type}, {"value", value}}),
                                       .output_types = {&type, 1},
                                       .output_shapes = {&value.shape(), 1},
                                       .name = NodeName(name.empty() ? "Const" : name),
                                       .position = StackHere()});
  return Val(graph_, graph_->output(node));
}

Val GraphBuilder::Input(DType dtype, const Shape& shape, std::string_view name) {
  static const OpInfo& op = OpRegistry::Get("Placeholder");
  const NodeId node = graph_->AddNode({.op = &op,
                                       .attrs = MakeAttrs({{"dtype", dtype}, {"shape", shape}}),
                                       .output_types = {&dtype, 1},
                                       .output_shapes = {&shape, 1},
                                       .name = NodeName(name.empty() ? "Placeholder" : name),
                                       .position = StackHere()});
  graph_->inputs_list.push_back(graph_->output(node));
  return Val(graph_, graph_->output(node));
}

void GraphBuilder::Output(const Val& value) {
  TP_CHECK(value.symbolic() && value.graph() == graph_);
  graph_->outputs_list.push_back(value.id());
}

}  // namespace tp
