#include "core/ir/verifier.h"

#include <algorithm>

#include "core/base/hash_map.h"
#include "core/ir/builder.h"
#include "core/ir/shape_context.h"

namespace tp {
namespace {

bool HasType(const AttrValue& value, const AttrInfo& info) {
  if (info.is_list) {
    switch (info.type) {
      case AttrType::kBool:
        return value.As<std::vector<bool>>();
      case AttrType::kInt:
        return value.As<std::vector<int64_t>>();
      case AttrType::kFloat:
        return value.As<std::vector<double>>();
      case AttrType::kString:
        return value.As<std::vector<std::string>>();
      case AttrType::kType:
        return value.As<std::vector<DType>>();
      case AttrType::kShape:
        return value.As<std::vector<Shape>>();
      case AttrType::kFunc:
        return value.As<std::vector<FuncAttr>>();
      case AttrType::kTensor:
        return false;
    }
  }
  switch (info.type) {
    case AttrType::kBool:
      return value.As<bool>();
    case AttrType::kInt:
      return value.As<int64_t>();
    case AttrType::kFloat:
      return value.As<double>();
    case AttrType::kString:
      return value.As<std::string>();
    case AttrType::kType:
      return value.As<DType>() && *value.As<DType>() != DType::kInvalid;
    case AttrType::kShape:
      return value.As<Shape>();
    case AttrType::kTensor:
      return value.As<Tensor>() && value.As<Tensor>()->valid();
    case AttrType::kFunc:
      return value.As<FuncAttr>();
  }
  return false;
}

// Forms of elementwise nodes that were found right: op, attributes, dtypes and shapes of inputs and output.
// The next node of such a form is right too, since nothing else goes into the check; a million alike cost
// one.
class KnownForms {
 public:
  struct Form {
    const OpInfo* op = nullptr;
    const AttrSet* attrs = nullptr;
    uint64_t types[4] = {};  // of the output, then of the inputs: dtype and number of the shape
    bool operator==(const Form&) const = default;
  };

  // False where a node's check may depend on more than its form.
  static bool FormOf(const Graph& graph, const Node& node, std::span<const ValueId> inputs, Form* form) {
    const OpDef& def = node.op->def();
    if (def.elementwise.empty() || node.num_outputs != 1 || inputs.size() > 3) return false;
    if (def.shape != shape::Broadcast && def.shape != shape::Unchanged && def.shape != shape::BroadcastAll)
      return false;
    form->op = node.op;
    form->attrs = node.attrs;
    const auto type = [&](ValueId v) {
      return uint64_t{graph.shape_number(v)} << 8 | static_cast<uint64_t>(graph.dtype(v));
    };
    form->types[0] = type(node.first_output);
    for (size_t i = 0; i < inputs.size(); ++i) form->types[i + 1] = type(inputs[i]);
    return true;
  }
  Form& Place(const Form& form) {
    uint64_t hash = reinterpret_cast<uintptr_t>(form.op) ^ reinterpret_cast<uintptr_t>(form.attrs) >> 3;
    for (uint64_t type : form.types) hash = (hash ^ type) * 0x9e3779b97f4a7c15u;
    return forms_[hash >> 58];
  }
  void Clear() { std::fill(std::begin(forms_), std::end(forms_), Form()); }

 private:
  Form forms_[64];
};

class Verifier {
 public:
  explicit Verifier(const VerifyOptions& options) : options_(options) {}

  Status Check(const Graph& graph, int depth) {
    if (depth > options_.max_depth)
      return MakeStatus(Code::kInternal, "graph `{}`: regions are nested more than {} deep", graph.name(),
                        options_.max_depth);
    if (!done_.insert(&graph).second) return {};
    forms_.Clear();  // numbers of shapes are the graph's
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      if (graph.erased(id)) continue;
      Status status = CheckNode(graph, id, depth);
      if (!status.ok()) {
        if (status.code() == Code::kCancelled) return {Code::kInternal, status.message()};  // from within
        return MakeStatus(Code::kInternal, "graph `{}`, node `{}` ({}): {}", graph.name(),
                          graph.node_name(id), graph.node(id).op->name(), status.message());
      }
    }
    const Status status = CheckInterface(graph);
    if (status.ok()) return {};
    return MakeStatus(Code::kInternal, "graph `{}`: {}", graph.name(), status.message());
  }

 private:
  static Status CheckInterface(const Graph& graph) {
    HashSet<ValueId> seen;
    for (ValueId value : graph.inputs_list) {
      if (value >= graph.num_values() || graph.erased(graph.producer(value)))
        return InvalidArgument("parameter {} is no value", value);
      if (graph.node(graph.producer(value)).op->name() != "Placeholder")
        return InvalidArgument("parameter `{}` is no Placeholder", graph.value_name(value));
      if (!seen.insert(value).second)
        return InvalidArgument("parameter `{}` stands twice", graph.value_name(value));
    }
    for (ValueId value : graph.outputs_list)
      if (value >= graph.num_values() || graph.erased(graph.producer(value)))
        return InvalidArgument("result {} is no value", value);
    for (NodeId node : graph.control_outputs)
      if (node >= graph.num_nodes() || graph.erased(node))
        return InvalidArgument("control output {} is no node", node);
    return {};
  }

  Status CheckNode(const Graph& graph, NodeId id, int depth) {
    const Node& node = graph.node(id);
    if (node.first_output > graph.num_values() || node.num_outputs > graph.num_values() - node.first_output)
      return InvalidArgument("outputs {} to {} are no values", node.first_output,
                             node.first_output + node.num_outputs);
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      const ValueInfo& value = graph.value(node.first_output + i);
      if (value.node != id || value.index != i)
        return InvalidArgument("output {} is the value of another node", i);
    }
    const auto inputs = graph.inputs(id);
    for (ValueId input : inputs) {
      if (input >= graph.num_values()) return InvalidArgument("input {} is no value", input);
      const NodeId from = graph.producer(input);
      if (from >= id) return InvalidArgument("`{}` is used before it is made", graph.value_name(input));
      if (graph.erased(from)) return InvalidArgument("input {} is of an erased node", input);
    }
    for (NodeId before : graph.controls(id)) {
      if (before >= graph.num_nodes()) return InvalidArgument("it waits for {}, which is no node", before);
      if (graph.erased(before)) continue;  // Compact hands the edge on
      if (before >= id && graph.node(before).op->name() != "NoOp")
        return InvalidArgument("it waits for `{}`, which comes later", graph.node_name(before));
    }
    KnownForms::Form form;
    if (!KnownForms::FormOf(graph, node, inputs, &form)) {
      TP_RETURN_IF_ERROR(CheckAttrs(*node.op, *node.attrs));
      TP_RETURN_IF_ERROR(CheckTypes(graph, id, inputs));
      return CheckRegions(graph, id, depth);
    }
    KnownForms::Form& known = forms_.Place(form);
    if (known == form) return {};
    TP_RETURN_IF_ERROR(CheckAttrs(*node.op, *node.attrs));
    TP_RETURN_IF_ERROR(CheckTypes(graph, id, inputs));
    known = form;
    return CheckRegions(graph, id, depth);
  }

  static Status CheckAttrs(const OpInfo& op, const AttrSet& attrs) {
    for (const AttrInfo& info : op.attrs()) {
      const AttrValue* value = attrs.Find(info.name);
      if (value ? !HasType(*value, info) : !info.derived && !info.default_value.has_value())
        return InvalidArgument("attribute `{}` is {}", info.name, value ? "of another type" : "missing");
    }
    return {};
  }

  Status CheckTypes(const Graph& graph, NodeId id, std::span<const ValueId> inputs) {
    const Node& node = graph.node(id);
    SmallVector<DType, 8> types;
    for (ValueId input : inputs) types.push_back(graph.dtype(input));
    SmallVector<DType, 4> expected;
    std::vector<Shape> shapes;
    if (options_.shapes)
      TP_RETURN_IF_ERROR(
          InferNode(graph, *node.op, *node.attrs, graph.inputs(id), graph.node_name(id), &expected, &shapes));
    else
      TP_RETURN_IF_ERROR(node.op->OutputTypes(types, *node.attrs, &expected));
    if (expected.size() != node.num_outputs)
      return InvalidArgument("{} outputs where the op gives {}", static_cast<uint32_t>(node.num_outputs),
                             expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      const ValueId value = node.first_output + static_cast<ValueId>(i);
      if (graph.dtype(value) != expected[i])
        return InvalidArgument("output {} is {} where the op gives {}", i, DTypeName(graph.dtype(value)),
                               DTypeName(expected[i]));
      if (options_.shapes && !AreCompatible(graph.shape(value), shapes[i]))
        return InvalidArgument("output {} has shape {} where the op gives {}", i,
                               graph.shape(value).ToBracketString(), shapes[i].ToBracketString());
    }
    const Tensor* constant = node.num_outputs == 1 ? graph.ConstantValue(node.first_output) : nullptr;
    if (constant != nullptr)
      if (constant->dtype() != expected[0] ||
          !AreCompatible(constant->shape(), graph.shape(node.first_output)))
        return InvalidArgument("the constant is not of the recorded dtype and shape");
    return {};
  }

  // Compares values of the outer graph with parameters or results of a region.
  static Status Fit(const Graph& graph, std::span<const ValueId> outer, const Graph& region,
                    std::span<const ValueId> inner, std::string_view what) {
    if (outer.size() != inner.size())
      return InvalidArgument("region `{}` has {} {}s where {} are needed", region.name(), inner.size(), what,
                             outer.size());
    for (size_t i = 0; i < outer.size(); ++i) {
      if (inner[i] >= region.num_values()) continue;  // CheckInterface tells
      if (graph.dtype(outer[i]) != region.dtype(inner[i]))
        return InvalidArgument("{} {} of region `{}` is {} where {} is needed", what, i, region.name(),
                               DTypeName(region.dtype(inner[i])), DTypeName(graph.dtype(outer[i])));
    }
    return {};
  }

  Status CheckRegions(const Graph& graph, NodeId id, int depth) {
    const SmallVector<Graph*, 2> regions = graph.regions(id);
    if (regions.empty()) return {};
    const std::string_view op = graph.node(id).op->name();
    const auto inputs = graph.inputs(id);
    SmallVector<ValueId, 8> outputs;
    for (uint32_t i = 0; i < graph.node(id).num_outputs; ++i)
      outputs.push_back(graph.output(id, static_cast<int>(i)));
    const bool is_loop = op == "While" || op == "StatelessWhile";
    const bool chooses = op == "If" || op == "StatelessIf" || op == "Case" || op == "StatelessCase";
    const bool calls = op == "PartitionedCall" || op == "StatefulPartitionedCall";
    for (Graph* region : regions) {
      if (is_loop || calls) TP_RETURN_IF_ERROR(Fit(graph, inputs, *region, region->inputs_list, "parameter"));
      if (chooses && !inputs.empty())
        TP_RETURN_IF_ERROR(Fit(graph, inputs.subspan(1), *region, region->inputs_list, "parameter"));
      // One graph may be both the condition and the body.
      const auto is = [&](const char* attr) { return graph.attrs(id).Get<FuncAttr>(attr).graph() == region; };
      if (is_loop && is("cond") && region->outputs_list.size() != 1)
        return InvalidArgument("the loop's condition has not one result");
      if (calls || chooses || (is_loop && is("body")))
        TP_RETURN_IF_ERROR(Fit(graph, outputs, *region, region->outputs_list, "result"));
      if (!options_.nested) continue;
      const Status status = Check(*region, depth + 1);
      forms_.Clear();
      if (!status.ok()) return {Code::kCancelled, status.message()};
    }
    if (is_loop) TP_RETURN_IF_ERROR(Fit(graph, inputs, graph, outputs, "result"));
    return {};
  }

  const VerifyOptions& options_;
  HashSet<const Graph*> done_;
  KnownForms forms_;
};

}  // namespace

Status Verify(const Graph& graph, const VerifyOptions& options) { return Verifier(options).Check(graph, 0); }

}  // namespace tp
