// Gradients of While (TF: while_v2.py). The backward loop runs as often as the forward one did, from its last
// turn to its first. A value of the forward body that the backward body mentions is, in this order:
//   a constant, which is copied; a loop invariant, which is passed as it is; a resource, likewise; anything
//   else is pushed to a list in each forward turn (a further loop variable) and popped in each backward turn.
// Shapes are pushed rather than the tensors that have them, unless those are pushed already.
#include "core/autodiff/kept.h"
#include "core/base/check.h"

namespace tp {
namespace {

// Loop variables 0 and 1 of every While are the counter and the maximum number of turns.
constexpr int kCounter = 0, kMaximum = 1;

class LoopBuilder : public RegionBuilder {
 public:
  // `loop` is an output of the forward node, `body` and `condition` are copies of its regions, to be changed.
  LoopBuilder(Ref<Graph> region, const Val& loop, Ref<Graph> body, Ref<Graph> condition,
              std::string accumulator_scope)
      : RegionBuilder(std::move(region), body),
        outer_(loop.graph()),
        loop_(loop),
        body_(std::move(body)),
        condition_(std::move(condition)),
        loop_name_(outer_->node_name(NodeOf(loop)) + "/"),
        accumulator_scope_(std::move(accumulator_scope)) {}

  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name = "") override {
    const std::string_view type = op.name();
    bool of_shapes = type == "Shape" || type == "Size" || type == "Rank" || type == "TensorListLength" ||
                     type == "TensorListElementShape";
    for (const Val& input : inputs)
      of_shapes &= input.symbolic() && input.graph() == body_ && FindList(input) == kNoValue;
    if (!of_shapes) return RegionBuilder::Apply(op, inputs, std::move(attrs), name);
    GraphBuilder forward(body_);
    const std::string own = graph()->UniqueName(scope() + std::string(type));
    std::vector<Val> outputs =
        forward.Apply(op, inputs, std::move(attrs), loop_name_ + accumulator_scope_ + own);
    for (Val& output : outputs) output = Local(output);
    return outputs;
  }

  // The forward value outside that a capture is given: an output of the forward node or any other value.
  std::vector<Val> Externals() const {
    std::vector<Val> externals;
    for (const Captured& capture : captures()) {
      const Val& external = capture.external;
      if (external.graph() == body_)
        externals.emplace_back(outer_, outer_->output(Node(), OutputIndex(external.id())));
      else
        externals.push_back(external);
    }
    return externals;
  }
  // What each captured value becomes at the end of a turn.
  std::vector<Val> CarriedOn() const {
    std::vector<Val> values;
    for (const Captured& capture : captures()) {
      const auto rest = rest_.find(capture.internal.id());
      values.push_back(rest == rest_.end() ? capture.internal : rest->second);
    }
    return values;
  }
  bool changed() const { return !new_lists_.empty(); }
  // Gives the forward node the new regions, inputs and outputs.
  void RewriteForward() {
    if (!changed()) return;
    std::vector<DType> types(new_lists_.size(), DType::kVariant);
    std::vector<Shape> shapes(new_lists_.size());
    const AttrSet& before = outer_->attrs(Node());
    Attrs attrs = WithMoreOutputs(before, before.Find("T") ? "T" : "", types, shapes);
    for (const char* region : {"body", "cond"}) outer_->replaced.emplace_back(RegionOf(*attrs, region));
    attrs = attrs->With("body", FuncAttr(body_))->With("cond", FuncAttr(condition_));
    for (ValueId list : new_lists_) outer_->AppendInput(Node(), list);
    outer_->SetAttrs(Node(), attrs);
    outer_->AppendOutputs(Node(), types, shapes);
  }

 protected:
  Val CaptureForward(const Val& value, const std::string&) override {
    const Val seen = ThroughIdentity(value);
    if (!(seen == value)) return Local(seen);
    const int parameter = ParameterIndex(*body_, value.id());
    const bool invariant =
        parameter >= 0 && ThroughIdentity(Val(body_, body_->outputs_list[parameter])) == value;
    if (invariant) return Capture(value);
    if (value.dtype() == DType::kResource) {
      const int index = ParameterIndex(*body_, value.id());
      TP_CHECK(index >= 0, "a resource that is made within a loop is needed by its gradient");
      return Capture(Val(outer_, outer_->inputs(Node())[index]));
    }
    const ValueId list = ListOf(value);
    const Val captured = Capture(Val(body_, list));
    const std::vector<Val> popped =
        Ops("TensorListPopBack", std::vector<Val>{captured, Val(ShapeTensor(value.shape()))},
            MakeAttrs({{"element_dtype", value.dtype()}}), "TensorListPopBack");
    rest_[captured.id()] = popped[0];
    return popped[1];
  }

 private:
  NodeId Node() const { return NodeOf(loop_); }

  // Which output of the loop gives this value of the body at its end: an invariant or a list.
  int OutputIndex(ValueId value) const {
    const int parameter = ParameterIndex(*body_, value);
    if (parameter >= 0) return parameter;
    for (size_t i = 0; i < body_->outputs_list.size(); ++i)
      if (body_->Canonical(body_->outputs_list[i]) == body_->Canonical(value)) return static_cast<int>(i);
    TP_CHECK(false, "`{}` leaves no loop", body_->value_name(value));
    return -1;
  }

  static Tensor ShapeTensor(const Shape& shape) {
    if (!shape.has_rank()) return Tensor::Scalar<int32_t>(-1);
    Tensor dims = Tensor::Allocate(DType::kInt32, Shape{shape.rank()});
    for (int i = 0; i < shape.rank(); ++i)
      dims.data<int32_t>()[i] = IsKnown(shape[i]) ? static_cast<int32_t>(shape[i]) : -1;
    return dims;
  }

  // The list of a value over the turns, as the body gives it back, if there is one.
  ValueId FindList(const Val& value) const {
    const ValueId wanted = body_->Canonical(value.id());
    for (size_t i = 0; i < body_->outputs_list.size(); ++i) {
      const ValueId output = ThroughIdentity(Val(body_, body_->outputs_list[i])).id();
      const NodeId push = body_->producer(output);
      if (body_->node(push).op->name() != "TensorListPushBack" || body_->inputs(push)[1] != wanted) continue;
      if (ParameterIndex(*body_, body_->inputs(push)[0]) == static_cast<int>(i))
        return body_->outputs_list[i];
    }
    return kNoValue;
  }

  // That, or a new one.
  ValueId ListOf(const Val& value) {
    if (const ValueId found = FindList(value); found != kNoValue) return found;
    // The empty list has to be there before the loop runs, though it is made after it was recorded.
    const std::string name = fmt::format("{}{}/accumulator", accumulator_scope_, [&] {
      std::string text = body_->value_name(value.id());
      for (char& c : text)
        if (c == ':') c = '_';
      return text.find('_') == std::string::npos || body_->value(value.id()).index == 0 ? text + "_0" : text;
    }());
    const ValueId shape =
        Insert("Const", {}, MakeAttrs({{"dtype", DType::kInt32}, {"value", ShapeTensor(value.shape())}}),
               DType::kInt32, ShapeTensor(value.shape()).shape(),
               value.shape().IsScalar() ? accumulator_scope_ + "Const" : name + "/element_shape");
    const ValueId inputs[] = {shape, outer_->inputs(Node())[kMaximum]};
    const ValueId list = Insert("EmptyTensorList", inputs, MakeAttrs({{"element_dtype", value.dtype()}}),
                                DType::kVariant, Shape(), name);
    new_lists_.push_back(list);
    GraphBuilder body(body_), condition(condition_);
    const Val parameter = body.Input(DType::kVariant, Shape());
    condition.Input(DType::kVariant, Shape());
    const Val pushed =
        body.Op("TensorListPushBack", {parameter, value}, MakeAttrs({{"element_dtype", value.dtype()}}));
    body.Output(pushed);
    return pushed.id();
  }

  ValueId Insert(std::string_view op, std::span<const ValueId> inputs, const Attrs& attrs, DType dtype,
                 const Shape& shape, const std::string& name) {
    const std::string unique = outer_->UniqueName(name);
    const NodeId id = outer_->InsertNode(Node(), {.op = &OpRegistry::Get(op),
                                                  .inputs = inputs,
                                                  .attrs = attrs,
                                                  .output_types = {&dtype, 1},
                                                  .output_shapes = {&shape, 1},
                                                  .name = unique,
                                                  .position = StackHere()});
    return outer_->output(id);
  }

  Ref<Graph> outer_;
  Val loop_;
  Ref<Graph> body_, condition_;
  std::string loop_name_, accumulator_scope_;
  std::vector<ValueId> new_lists_;
  std::map<ValueId, Val> rest_;  // captured list -> the list after the pop
};

void WhileGrad(GradContext& g) {
  const Ref<Graph> outer = g.output(0).graph();
  const Val loop = g.output(0);
  const Attrs attrs(outer->node(NodeOf(loop)).attrs);
  const Ref<Graph> body = RegionOf(*attrs, "body")->Clone();
  const Ref<Graph> condition = RegionOf(*attrs, "cond")->Clone();
  OpBuilder& builder = g.builder();

  // Which loop variables are differentiated, and with what they start.
  std::vector<int> which;
  std::vector<Val> starts;
  for (int i = 0; i < g.num_outputs(); ++i) {
    const ValueId output = body->outputs_list[i];
    Val grad = g.grad(i);
    if (!IsTrainable(body->dtype(output))) continue;
    // Lists of values that are not trainable have no gradient.
    const NodeId made = body->producer(output);
    if (body->node(made).op->name() == "TensorListPopBack" && body->value(output).index == 0 &&
        !IsTrainable(body->attrs(made).Get<DType>("element_dtype")))
      continue;
    if (!grad && body->dtype(output) == DType::kResource) grad = ZerosLike(builder, g.input(i), false);
    // A list that nobody looks at behind the loop is one that the body pops from: its gradient begins empty.
    if (!grad && body->dtype(output) == DType::kVariant) grad = ZerosLike(builder, g.output(i), false);
    if (!grad) continue;
    which.push_back(i);
    starts.push_back(grad);
  }
  if (which.empty()) return;

  const Val counter = builder.Constant(Tensor::Scalar<int32_t>(0), "grad_counter");
  std::vector<Val> loop_vars = {counter, g.input(kMaximum), g.output(kCounter)};
  loop_vars.insert(loop_vars.end(), starts.begin(), starts.end());

  const std::string loop_name = outer->node_name(NodeOf(loop));
  LoopBuilder backward(MakeRef<Graph>(body->name() + "_grad"), loop, body, condition,
                       "gradient_tape/" + loop_name + "/");
  std::vector<Val> params;
  for (size_t i = 0; i < loop_vars.size(); ++i) {
    // A gradient has the shape of its loop variable, which may differ from turn to turn.
    Shape shape = loop_vars[i].shape();
    if (i >= 3 && body->dtype(body->outputs_list[which[i - 3]]) != DType::kResource)
      shape = RelaxShapes(shape, RelaxShapes(body->shape(body->outputs_list[which[i - 3]]),
                                             body->shape(body->inputs_list[which[i - 3]])));
    params.push_back(backward.Input(loop_vars[i].dtype(), shape));
  }
  std::vector<ValueId> ys, xs;
  for (int i : which) {
    ys.push_back(body->outputs_list[i]);
    xs.push_back(body->inputs_list[i]);
  }
  const std::vector<Val> grads = Gradients(body, ys, xs, std::span<const Val>(params).subspan(3), backward,
                                           {.zeros_for_unconnected = true, .constant_zeros = true});
  backward.Output(backward.Op(
      "Identity", {backward.Op("AddV2", {params[0], Val(Tensor::Scalar<int32_t>(1))}, {}, "add")}));
  backward.Output(backward.Op("Identity", {params[1]}));
  backward.Output(backward.Op("Identity", {params[2]}));
  for (size_t i = 0; i < grads.size(); ++i) {
    const Val grad = grads[i] ? grad::Dense(backward, grads[i]) : params[3 + i];
    backward.Output(backward.Op("Identity", {grad}));
  }
  for (const Val& rest : backward.CarriedOn()) backward.Output(rest);
  AddControlEdges(*backward.graph());
  backward.RewriteForward();
  for (const Val& external : backward.Externals()) loop_vars.push_back(external);

  GraphBuilder test(MakeRef<Graph>(condition->name() + "_grad"));
  std::vector<Val> tested;
  std::vector<Shape> shapes;
  const Graph& region = *backward.graph();
  for (size_t i = 0; i < loop_vars.size(); ++i) {
    const ValueId output = region.outputs_list[i];
    shapes.push_back(RelaxShapes(loop_vars[i].shape(), region.shape(output)));
    tested.push_back(test.Input(loop_vars[i].dtype(), shapes.back()));
  }
  test.Output(test.Op("Identity", {test.Op("Less", {tested[0], tested[2]})}));

  const std::string_view op = HasStatefulNodes(region) ? "While" : "StatelessWhile";
  std::vector<AttrSet::Item> items = {
      {"cond", FuncAttr(test.graph())},
      {"body", FuncAttr(backward.graph())},
      {"output_shapes", shapes},
      {"parallel_iterations", attrs->Get<int64_t>("parallel_iterations", 10)}};
  const std::vector<Val> outputs =
      builder.Ops(op, loop_vars, MakeAttrs(std::move(items)), loop_name + "_grad");
  std::vector<Val> results;
  for (const Val& output : outputs) results.push_back(g.Op("Identity", {output}));
  for (size_t i = 0; i < which.size(); ++i)
    if (which[i] < g.num_inputs()) g.Set(which[i], results[3 + i]);
}

const RegisterGradient kWhile("While", WhileGrad), kStatelessWhile("StatelessWhile", WhileGrad);

}  // namespace
}  // namespace tp
