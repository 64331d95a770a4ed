#include "core/trace/control_flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/ir/effects.h"
#include "core/tensor/plain_type_name.h"
#include "core/trace/callable_graph.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"
#include "core/trace/specs.h"
#include "core/trace/structure.h"
#include "core/trace/tracer.h"
#include "core/trace/user_code.h"

namespace tp {
namespace {

// Leaves the name scope that the node and its helpers stand in.
class NameScope {
 public:
  explicit NameScope(std::string_view name) { scope_ = Context::Get().EnterScope(name, &old_); }
  ~NameScope() { Context::Get().ExitScope(std::move(old_)); }
  NameScope(const NameScope&) = delete;
  const std::string& scope() const { return scope_; }  // "cond/"

 private:
  std::string scope_, old_;
};

// The graph of a branch, test or body; its nodes stand in the name scope of the conditional or loop.
Ref<FuncGraph> InnerGraph(const std::string& name) {
  FuncGraph* outer = Context::Get().graph();
  auto graph = MakeRef<FuncGraph>(name, Ref<FuncGraph>(outer));
  if (!outer) return graph;
  graph->set_name_scope(outer->name_scope());
  graph->device = outer->device;
  return graph;
}

std::string RegionName(const std::string& scope, const char* part) {
  std::string name = scope;
  std::replace(name.begin(), name.end(), '/', '_');
  return fmt::format("{}{}_{}", name, part, NextFunctionNumber());
}

// The values from outside that the regions use, each once, in the order of the regions; every region gets an
// input for each of them (cond_v2.py: _make_inputs_match).
std::vector<Val> MatchInputs(std::span<Region> regions) {
  Context& context = Context::Get();
  std::vector<Val> all;
  for (const Region& region : regions)
    for (const FuncGraph::Capture& c : region.graph->captures())
      if (!c.by_value &&
          std::none_of(all.begin(), all.end(), [&](const Val& v) { return KeyOf(v) == KeyOf(c.external); }))
        all.push_back(c.external);
  for (const Region& region : regions) {
    std::vector<ValueId> inputs;
    for (const Val& external : all) {
      const FuncGraph::Capture* own = region.graph->FindCapture(external);
      if (own && !own->by_value)
        inputs.push_back(own->internal.id());
      else
        inputs.push_back(
            context.Placeholder(*region.graph, external.dtype(), WithoutSymbols(external.shape()), "").id());
    }
    region.graph->inputs_list = std::move(inputs);
  }
  return all;
}

bool AnyStateful(const Graph& graph) {
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id) && IsStateful(graph, id)) return true;
  return false;
}

constexpr std::string_view kWrapper = "cflow_gradient_wrapper";

// The node of a conditional or loop. Where gradients of gradients may be asked for it stands in a function of
// its own, whose call hands all that its gradient needs to the outer tapes (TF: control_flow_util_v2.py,
// run_as_function_for_tape_gradients).
std::vector<Val> ApplyNode(std::string_view op, std::span<const Val> inputs, Attrs attrs,
                           const std::string& scope, std::span<const Graph* const> regions) {
  Context& context = Context::Get();
  if (context.graph()->name() != kWrapper && TapesWatching(inputs) > 1) {
    auto graph = MakeRef<FuncGraph>(std::string(kWrapper), Ref<FuncGraph>(context.graph()));
    {
      const Context::GraphScope open(graph);
      std::vector<Val> own;
      for (const Val& input : inputs) {
        own.push_back(context.Placeholder(*graph, input.dtype(), WithoutSymbols(input.shape()), ""));
        graph->inputs_list.push_back(own.back().id());
      }
      const auto shapes = *attrs->Find("output_shapes")->As<std::vector<tp::Shape>>();
      std::vector<Val> results = ApplyNode(op, own, std::move(attrs), scope, regions);
      for (size_t i = 0; i < results.size(); ++i) {
        results[i].graph()->SetShape(results[i].id(), shapes[i]);
        graph->outputs_list.push_back(context.Op("Identity", {results[i]}).id());
      }
    }
    const bool stateful = AnyStateful(*graph);
    const std::string name = fmt::format("__inference_{}_{}", kWrapper, NextFunctionNumber());
    return MakeRef<CallableGraph>(graph, name, stateful)->RunRecorded(inputs);
  }
  const WaitsForCaptures waits(context.graph(), regions);
  try {
    return context.Apply(OpRegistry::Get(op), inputs, std::move(attrs), scope);
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
}

// Anything but a bool is refused, under TensorFlow where the function is to run whose node this would be.
void RequireBool(const Val& predicate, std::string_view input, const std::string& node, std::string_view op) {
  FuncGraph* graph = Context::Get().graph();
  if (graph && predicate.dtype() != DType::kBool)
    graph->Refuse(
        fmt::format("Input '{}' passed {} expected bool while building NodeDef '{}' using Op<name={}>", input,
                    PlainTypeName(predicate.dtype()), node, op));
}

Val Squeezed(const Val& predicate) {
  if (predicate.shape().has_rank() && predicate.shape().rank() == 0) return predicate;
  return Context::Get().Op("Squeeze", {predicate}, MakeAttrs({{"squeeze_dims", std::vector<int64_t>()}}));
}

}  // namespace

namespace {

// A value that a region gives as a tensor. `shown`: what an error calls the function that the region stands
// for.
Val ConvertResult(const Value& value, const std::function<std::string()>& shown) {
  try {
    return ConvertToTensor(value);
  } catch (const PyError& error) {
    if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    RaiseText(&TypeErrorType,
              fmt::format(
                  "To be compatible with tf.function, Python functions must return zero or more Tensors or "
                  "ExtensionTypes or None values; in "
                  "compilation of {}, found return value of type {}, which is not a Tensor or ExtensionType.",
                  shown(), TypeOf(value)->name));
  }
}

}  // namespace

Region RecordRegion(const std::string& name, const RegionFn& body, const Val& operation_result,
                    const std::function<std::string()>& shown) {
  Context& context = Context::Get();
  Region region;
  region.graph = InnerGraph(name);
  const Context::GraphScope scope(region.graph);
  const Value outputs =
      MapStructure(body(), [](const Value& leaf) { return IsListForNest(leaf) ? ToList(leaf) : leaf; });
  std::vector<NodeId> returned;
  region.outputs = MapStructure(outputs, [&](const Value& leaf) -> Value {
    if (leaf.is_none()) return leaf;
    const auto give = [&](const Val& value) {
      const Val identity = context.Op("Identity", {value});
      returned.push_back(identity.graph()->producer(identity.id()));
      region.flat.push_back(identity);
      return identity;
    };
    if (HasComponents(leaf)) return MapComponents(leaf, give);
    Val value;
    if (operation_result.has_value() && IsInstance(leaf, &OperationType)) {
      region.graph->control_stack.push_back({.before = {leaf.as<OperationObject>()->node}});
      value = context.Op("Identity", {operation_result});
      region.graph->control_stack.pop_back();
      return MakeTensor(give(value));
    }
    value = ConvertResult(leaf, [&] { return shown ? shown() : name; });
    return MakeTensor(give(value));
  });
  for (const Val& v : region.flat) region.graph->outputs_list.push_back(v.id());
  AddControlEdges(*region.graph, returned);
  return region;
}

// cond_v2.py: _check_same_outputs, and what fails before it.
void CheckSameOutputs(std::span<const Region> regions, bool is_case = false) {
  const auto error = [&](size_t b, const std::string& detail) {
    RaiseText(&TypeErrorType,
              fmt::format(
                  "{0} and {1} arguments to {2} must have the same number, type, and overall structure of "
                  "return values.\n\n{0} output: {3}\n{1} output: {4}\n\nError details:\n{5}",
                  is_case ? "branches[0]" : "true_fn", is_case ? fmt::format("branches[{}]", b) : "false_fn",
                  is_case ? "tf.switch_case" : "tf.cond", Str(regions[0].outputs), Str(regions[b].outputs),
                  detail));
  };
  std::string leaves;
  bool same = true;
  std::vector<Value> first, other;
  Flatten(regions[0].outputs, &first);
  for (const Region& region : regions) {
    other.clear();
    Flatten(region.outputs, &other);
    same &= other.size() == first.size();
    leaves += fmt::format("{}{}", leaves.empty() ? "" : ", ", other.size());
  }
  if (!same) RaiseText(&AssertionErrorType, "[" + leaves + "]");
  for (size_t b = 1; b < regions.size(); ++b) {
    if (const std::string detail = StructureDifference(regions[0].outputs, regions[b].outputs);
        !detail.empty())
      error(b, detail);
    if (regions[0].flat.size() != regions[b].flat.size())
      RaiseText(&ValueErrorType,
                fmt::format("Lengths of branch outputs of {0} must match.\nlen(graphs[0].outputs): {1}\n"
                            "len(graphs[{2}].outputs): {3}\n",
                            is_case ? "case" : "cond", regions[0].flat.size(), b, regions[b].flat.size()));
    for (size_t i = 0; i < regions[0].flat.size(); ++i) {
      const Val &x = regions[0].flat[i], &y = regions[b].flat[i];
      if (x.dtype() != y.dtype())
        error(b, Str(MakeTensor(x)) + " and " + Str(MakeTensor(y)) + " have different types");
    }
  }
}

// cond_v2.py: verify_captures. `names`: what an error calls the branches.
void VerifyCaptures(std::span<const Region> regions, const std::function<std::string(size_t)>& branch_name) {
  for (size_t i = 0; i < regions.size(); ++i)
    for (const FuncGraph::Capture& c : regions[i].graph->captures())
      for (size_t k = 0; k < regions.size(); ++k)
        if (c.external.symbolic() && c.external.graph().get() == regions[k].graph.get())
          RaiseText(&ValueErrorType, fmt::format("Tensor {} in {} is accessed from {}.",
                                                 TensorName(c.external), branch_name(k), branch_name(i)));
}

Value Cond(const Value& given, const RegionFn& then_fn, const RegionFn& else_fn, std::string_view name,
           const std::function<std::string(int)>& shown) {
  const NameScope scope(name);
  const Val predicate = Squeezed(ConvertToTensor(given));
  Region regions[2];
  const auto shown_as = [&](int branch) {
    return shown ? std::function<std::string()>([&shown, branch] { return shown(branch); }) : nullptr;
  };
  try {
    regions[0] = RecordRegion(RegionName(scope.scope(), "true"), then_fn, predicate, shown_as(0));
    regions[1] = RecordRegion(RegionName(scope.scope(), "false"), else_fn, predicate, shown_as(1));
  } catch (const PyError& error) {
    LeavesConditional(error, Span());
    throw;
  }
  VerifyCaptures(regions, [](size_t i) { return std::string(i ? "false_fn" : "true_fn"); });
  CheckSameOutputs(regions);
  RequireBool(predicate, "pred", scope.scope() + "switch_pred/_2",
              "Switch; signature=data:T, pred:bool -> output_false:T, output_true:T; attr=T:type");
  const std::vector<Val> externals = MatchInputs(regions);
  std::vector<DType> in, out;
  std::vector<tp::Shape> shapes;
  for (const Val& v : externals) in.push_back(v.dtype());
  for (size_t i = 0; i < regions[0].flat.size(); ++i) {
    const Val &a = regions[0].flat[i], &b = regions[1].flat[i];
    out.push_back(a.dtype());
    shapes.push_back(RelaxShapes(WithoutSymbols(a.shape()), WithoutSymbols(b.shape())));
  }
  std::vector<Val> inputs = {predicate};
  inputs.insert(inputs.end(), externals.begin(), externals.end());
  const bool stateful = AnyStateful(*regions[0].graph) || AnyStateful(*regions[1].graph);
  const Graph* const graphs[] = {regions[0].graph.get(), regions[1].graph.get()};
  const std::vector<Val> results = ApplyNode(stateful ? "If" : "StatelessIf", inputs,
                                             MakeAttrs({{"Tcond", predicate.dtype()},
                                                        {"Tin", std::move(in)},
                                                        {"Tout", std::move(out)},
                                                        {"then_branch", FuncAttr(regions[0].graph)},
                                                        {"else_branch", FuncAttr(regions[1].graph)},
                                                        {"output_shapes", shapes}}),
                                             scope.scope(), graphs);
  std::vector<Val> identities;
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].graph()->SetShape(results[i].id(), shapes[i]);
    identities.push_back(Context::Get().Op("Identity", {results[i]}));
  }
  return WithTensors(regions[0].outputs, identities);
}

std::vector<Val> While(const std::vector<Val>& variables,
                       const std::function<Val(std::span<const Val>)>& test,
                       const std::function<std::vector<Value>(std::span<const Val>)>& body,
                       const WhileOptions& options) {
  Context& context = Context::Get();
  const NameScope scope(options.name);
  // With None as the limit the node is functional_ops.While's: it has no counter, it has effects as far as
  // control edges go, and inside the variables' dims are unknown.
  const bool plain = options.maximum_iterations.is_none();
  const bool limited = !plain && !options.maximum_iterations.is_undef();
  const size_t own_count = plain ? 0 : 2;  // variables of the loop's own
  std::vector<Val> all;
  if (!plain) {
    if (limited && IsTensor(options.maximum_iterations))
      CheckDType(options.maximum_iterations, DType::kInt32, "maximum_iterations: ");
    const Val maximum = limited ? context.Captured(ConvertToTensor(options.maximum_iterations, DType::kInt32,
                                                                   DType::kInvalid, "maximum_iterations"),
                                                   "maximum_iterations")
                                : context.Constant(Tensor::Scalar(int32_t{-1}), "maximum_iterations");
    all = {context.Constant(Tensor::Scalar(int32_t{0}), "loop_counter"), maximum};
  }
  // What is symbolic is captured with the node, behind all errors of the body.
  for (const Val& v : variables) all.push_back(v.symbolic() ? v : context.Captured(v));
  std::vector<tp::Shape> shapes(own_count);
  for (size_t i = 0; i < variables.size(); ++i)
    shapes.push_back(options.invariants.empty() ? WithoutSymbols(variables[i].shape())
                                                : options.invariants[i]);

  // The parameters of the loop's own are called as what goes in: so nodes in the body of this name are taken.
  std::string names[2];
  for (size_t i = 0; i < own_count; ++i)
    names[i] = all[i].graph()->node_name(all[i].graph()->producer(all[i].id()));
  auto parameters = [&](FuncGraph& graph) {
    std::vector<Val> made;
    for (size_t i = 0; i < all.size(); ++i) {
      tp::Shape shape = shapes[i];
      for (int d = 0; plain && shape.has_rank() && d < shape.rank(); ++d) shape.set_dim(d, kUnknownDim);
      made.push_back(context.Placeholder(graph, all[i].dtype(), shape, i < own_count ? names[i] : ""));
      graph.inputs_list.push_back(made.back().id());
    }
    return made;
  };
  // The condition.
  const Ref<FuncGraph> cond_graph = InnerGraph(RegionName(scope.scope(), "cond"));
  {
    const Context::GraphScope open(cond_graph);
    const std::vector<Val> own = parameters(*cond_graph);
    Val result = Squeezed(context.Captured(test(std::span(own).subspan(own_count))));
    RequireBool(result, "input", scope.scope() + "LoopCond/_8",
                "LoopCond; signature=input:bool -> output:bool");
    if (limited) result = context.Op("LogicalAnd", {context.Op("Less", {own[0], own[1]}), result});
    const Val identity = context.Op("Identity", {result});
    cond_graph->outputs_list.push_back(identity.id());
    const NodeId node = identity.graph()->producer(identity.id());
    AddControlEdges(*cond_graph, std::span(&node, 1));
  }
  // The body sees what the condition captured first, so that both have the same inputs.
  const Ref<FuncGraph> body_graph = InnerGraph(RegionName(scope.scope(), "body"));
  {
    const Context::GraphScope open(body_graph);
    const std::vector<Val> own = parameters(*body_graph);
    for (const FuncGraph::Capture& c : cond_graph->captures())
      if (!c.by_value)
        body_graph->CaptureByPlaceholder(
            context, c.external,
            c.external.symbolic()
                ? c.external.graph()->node_name(c.external.graph()->producer(c.external.id()))
                : "");
    const std::vector<Value> next = body(std::span(own).subspan(own_count));
    TP_CHECK(next.size() == variables.size(), "a loop body gives {} of {} variables", next.size(),
             variables.size());
    std::vector<Val> outputs;
    if (!plain) {
      std::string old;
      const std::string add = context.EnterScope("add", &old);
      const Val one = context.Constant(Tensor::Scalar(int32_t{1}), "y");
      context.ExitScope(old);
      outputs = {context.Op("AddV2", {own[0], one}, {}, add), own[1]};
    }
    const size_t counters = outputs.size();
    for (const Value& v : next) outputs.push_back(IsTensor(v) ? context.Captured(ConvertToTensor(v)) : Val());
    std::vector<NodeId> returned;
    for (size_t i = 0; i < outputs.size(); ++i) {
      Val& v = outputs[i];
      if (i >= counters) {
        const Value& given = next[i - counters];
        if (!IsTensor(given))
          v = context.Captured(ConvertResult(given, [&] {
            return fmt::format("<function while_loop.<locals>.wrapped_body at {:#x}>",
                               reinterpret_cast<uintptr_t>(&all));
          }));
        if (options.check) options.check(i - counters, v);
      }
      v = context.Op("Identity", {v});
      returned.push_back(v.graph()->producer(v.id()));
      body_graph->outputs_list.push_back(v.id());
    }
    AddControlEdges(*body_graph, returned);
  }
  // What both captured is invariant: it goes round unchanged.
  std::vector<Val> inputs;
  for (const Val& v : all) inputs.push_back(context.Captured(v));
  int redundant = 0;
  for (const FuncGraph::Capture& c : body_graph->captures()) {
    if (c.by_value) continue;
    inputs.push_back(c.external);
    body_graph->outputs_list.push_back(c.internal.id());
    const FuncGraph::Capture* in_cond = cond_graph->FindCapture(c.external);
    if (!in_cond || in_cond->by_value) {
      const Val unused =
          context.Placeholder(*cond_graph, c.external.dtype(), WithoutSymbols(c.external.shape()),
                              fmt::format("{}___redundant_placeholder{}", cond_graph->name(), redundant++));
      cond_graph->inputs_list.push_back(unused.id());
    }
    shapes.push_back(WithoutSymbols(c.external.shape()));
  }
  std::vector<DType> types;
  for (const Val& v : inputs) types.push_back(v.dtype());
  const bool stateful = plain || AnyStateful(*cond_graph) || AnyStateful(*body_graph);
  const Graph* const graphs[] = {cond_graph.get(), body_graph.get()};
  const std::vector<Val> results =
      ApplyNode(stateful ? "While" : "StatelessWhile", inputs,
                MakeAttrs({{"T", std::move(types)},
                           {"cond", FuncAttr(cond_graph)},
                           {"body", FuncAttr(body_graph)},
                           {"output_shapes", shapes},
                           {"parallel_iterations", options.parallel_iterations}}),
                scope.scope(), graphs);
  std::vector<Val> final_values;
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].graph()->SetShape(results[i].id(), shapes[i]);
    if (i >= own_count && i < own_count + variables.size()) final_values.push_back(results[i]);
  }
  return final_values;
}

Value SwitchCase(const Val& index, const std::vector<RegionFn>& branches, std::string_view name) {
  if (index.shape().has_rank() && index.shape().rank() != 0)
    RaiseStatus(InvalidArgument("The second input must be a scalar, but it has shape {}",
                                WithoutSymbols(index.shape()).ToBracketString()));
  const NameScope scope(name);
  std::vector<Region> regions;
  for (size_t i = 0; i < branches.size(); ++i)
    regions.push_back(
        RecordRegion(RegionName(scope.scope(), fmt::format("branch{}", i).c_str()), branches[i], index));
  VerifyCaptures(regions, [](size_t i) { return fmt::format("branch {}", i); });
  CheckSameOutputs(regions, /*is_case=*/true);
  const std::vector<Val> externals = MatchInputs(regions);
  std::vector<DType> in, out;
  std::vector<tp::Shape> shapes;
  for (const Val& v : externals) in.push_back(v.dtype());
  for (size_t o = 0; o < regions[0].flat.size(); ++o) {
    tp::Shape shape = WithoutSymbols(regions[0].flat[o].shape());
    for (const Region& region : regions) {
      shape = RelaxShapes(shape, WithoutSymbols(region.flat[o].shape()));
    }
    out.push_back(regions[0].flat[o].dtype());
    shapes.push_back(std::move(shape));
  }
  bool stateful = false;
  std::vector<FuncAttr> functions;
  std::vector<const Graph*> graphs;
  for (const Region& region : regions) {
    graphs.push_back(region.graph.get());
    stateful |= AnyStateful(*region.graph);
    functions.emplace_back(Ref<Graph>(region.graph));
  }
  std::vector<Val> inputs = {index};
  inputs.insert(inputs.end(), externals.begin(), externals.end());
  const std::vector<Val> results = ApplyNode(stateful ? "Case" : "StatelessCase", inputs,
                                             MakeAttrs({{"Tin", std::move(in)},
                                                        {"Tout", std::move(out)},
                                                        {"branches", std::move(functions)},
                                                        {"output_shapes", shapes}}),
                                             scope.scope(), graphs);
  std::vector<Val> identities;
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].graph()->SetShape(results[i].id(), shapes[i]);
    identities.push_back(Context::Get().Op("Identity", {results[i]}));
  }
  return WithTensors(regions[0].outputs, identities);
}

}  // namespace tp
