// Gradients of If and Case (TF: cond_v2.py). Each branch gets a gradient branch; values of a branch that its
// gradient mentions become outputs of the forward node. Output number i of the node is kept by whichever
// branch ran: branches share outputs of one dtype, a branch that has nothing to keep there gives zeros.
#include <algorithm>
#include <cstring>

#include "core/autodiff/kept.h"

namespace tp {
namespace {

class Branch : public RegionBuilder {
 public:
  Branch(Ref<Graph> region, Ref<Graph> source) : RegionBuilder(std::move(region), std::move(source)) {}

  // Records the gradients of all parameters of the branch as outputs.
  void Differentiate(std::span<const Val> grads) {
    std::vector<ValueId> ys;
    std::vector<Val> grad_ys;
    for (size_t i = 0; i < grads.size(); ++i) {
      if (!grads[i] || !IsTrainable(source()->dtype(source()->outputs_list[i]))) continue;
      ys.push_back(source()->outputs_list[i]);
      grad_ys.push_back(grads[i]);
    }
    results = Gradients(source(), ys, source()->inputs_list, grad_ys, *this);
    for (Val& result : results) result = grad::Dense(*this, result);
    for (size_t i = 0; i < results.size(); ++i)
      if (!results[i]) results[i] = ZerosLike(*this, Val(source(), source()->inputs_list[i]), false);
  }

  std::vector<Val> results;
};

Graph* NthBranch(const AttrSet& attrs, size_t i) {
  return attrs.Get<std::vector<FuncAttr>>("branches")[i].graph();
}

void BranchGrad(GradContext& g) {
  const Ref<Graph> outer = g.output(0).graph();
  const bool is_case = g.op().name().ends_with("Case");
  const Attrs attrs(outer->node(NodeOf(g.output(0))).attrs);
  std::vector<Ref<Graph>> forward;
  if (is_case) {
    for (size_t i = 0; i < attrs->Get<std::vector<FuncAttr>>("branches").size(); ++i)
      forward.push_back(NthBranch(*attrs, i)->Clone());
  } else {
    forward = {RegionOf(*attrs, "then_branch")->Clone(), RegionOf(*attrs, "else_branch")->Clone()};
  }
  std::vector<Val> grads;
  for (int i = 0; i < g.num_outputs(); ++i) grads.push_back(g.grad(i));
  std::vector<std::unique_ptr<Branch>> branches;
  bool stateful = false;
  for (const Ref<Graph>& source : forward) {
    branches.push_back(std::make_unique<Branch>(MakeRef<Graph>(source->name() + "_grad"), source));
    branches.back()->Differentiate(grads);
  }

  // A variable that a branch does not read has a zero gradient there, of the shape that it has elsewhere.
  for (size_t i = 0; i < forward[0]->inputs_list.size(); ++i) {
    if (forward[0]->dtype(forward[0]->inputs_list[i]) != DType::kResource) continue;
    const auto from = std::find_if(branches.begin(), branches.end(), [i](const auto& branch) {
      return branch->results[i].has_value() && branch->results[i].shape().IsFullyKnown();
    });
    if (from == branches.end()) continue;
    Tensor zeros = Tensor::Allocate((*from)->results[i].dtype(), (*from)->results[i].shape());
    if (!zeros.valid()) continue;
    std::memset(zeros.raw_data(), 0, zeros.bytes());
    for (const auto& branch : branches)
      if (!branch->results[i].has_value()) branch->results[i] = Val(zeros);
  }
  // A gradient exists where every branch has one.
  std::vector<int> gives;
  for (size_t i = 0; i < forward[0]->inputs_list.size(); ++i) {
    bool all = true;
    for (const auto& branch : branches) all &= branch->results[i].has_value();
    if (all) gives.push_back(static_cast<int>(i));
  }
  for (const auto& branch : branches) {
    for (int i : gives) branch->Output(branch->Op("Identity", {branch->results[i]}));
    AddControlEdges(*branch->graph());
    stateful |= HasStatefulNodes(*branch->graph());
  }

  // Kept values: slots that branches share, behind the outputs that the node has.
  struct Slot {
    DType dtype;
    Shape shape;
    std::vector<ValueId> values;  // by branch
  };
  std::vector<Slot> slots;
  std::vector<std::vector<std::pair<Val, int>>> from_slot(branches.size());  // internal value, slot
  std::vector<std::vector<std::pair<Val, Val>>> from_outside(branches.size());
  // What an earlier gradient of this node keeps already, or the branch gives anyway.
  const auto given_by = [&](size_t b, ValueId value) {
    const std::vector<ValueId>& outputs = forward[b]->outputs_list;
    for (int i = 0; i < g.num_outputs(); ++i)
      if (forward[b]->Canonical(outputs[i]) == forward[b]->Canonical(value)) return i;
    return -1;
  };
  for (size_t b = 0; b < branches.size(); ++b) {
    for (const auto& [external, internal] : branches[b]->captures()) {
      if (external.graph() != forward[b]) {
        from_outside[b].emplace_back(internal, external);
        continue;
      }
      const int parameter = ParameterIndex(*forward[b], external.id());
      if (parameter >= 0) {
        from_outside[b].emplace_back(internal, g.input(parameter + 1));
        continue;
      }
      if (const int output = given_by(b, external.id()); output >= 0) {
        from_outside[b].emplace_back(internal, g.output(output));
        continue;
      }
      size_t slot = 0;
      while (slot < slots.size() &&
             (slots[slot].dtype != external.dtype() || slots[slot].values[b] != kNoValue))
        ++slot;
      if (slot == slots.size())
        slots.push_back(
            {external.dtype(), external.shape(), std::vector<ValueId>(branches.size(), kNoValue)});
      slots[slot].shape = RelaxShapes(slots[slot].shape, external.shape());
      slots[slot].values[b] = external.id();
      from_slot[b].emplace_back(internal, static_cast<int>(slot));
    }
  }
  if (!slots.empty()) {
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (Slot& slot : slots) {
      for (size_t b = 0; b < branches.size(); ++b) {
        if (slot.values[b] == kNoValue) {
          // Of the shape that the other branch keeps: lists of a loop around take no other.
          GraphBuilder filler(forward[b]);
          slot.values[b] =
              filler.Op("FakeParam", {}, MakeAttrs({{"dtype", slot.dtype}, {"shape", slot.shape}})).id();
        }
        forward[b]->outputs_list.push_back(forward[b]->Canonical(slot.values[b]));
      }
      types.push_back(slot.dtype);
      shapes.push_back(slot.shape);
    }
    Attrs more = WithMoreOutputs(*attrs, "Tout", types, shapes);
    for (size_t b = 0; b < branches.size(); ++b)
      outer->replaced.emplace_back(is_case ? NthBranch(*attrs, b)
                                           : RegionOf(*attrs, b == 0 ? "then_branch" : "else_branch"));
    if (is_case) {
      std::vector<FuncAttr> functions;
      for (const Ref<Graph>& branch : forward) functions.emplace_back(branch);
      more = more->With("branches", AttrValue(std::move(functions)));
    } else {
      more = more->With("then_branch", FuncAttr(forward[0]))->With("else_branch", FuncAttr(forward[1]));
    }
    outer->SetAttrs(NodeOf(g.output(0)), more);
    outer->AppendOutputs(NodeOf(g.output(0)), types, shapes);
  }

  // One list of inputs for all branches: what each captured, once each.
  std::vector<Val> inputs = {g.input(0)};
  std::vector<std::vector<ValueId>> parameters(branches.size());
  const auto add = [&](const Val& value, size_t b, const Val& internal) {
    size_t i = 1;
    while (i < inputs.size() && !(inputs[i] == value)) ++i;
    if (i == inputs.size()) {
      inputs.push_back(value);
      for (auto& list : parameters) list.push_back(kNoValue);
    }
    parameters[b][i - 1] = internal.id();
  };
  const int first_slot =
      static_cast<int>(outer->node(NodeOf(g.output(0))).num_outputs) - static_cast<int>(slots.size());
  for (size_t b = 0; b < branches.size(); ++b) {
    for (const auto& [internal, external] : from_outside[b]) add(external, b, internal);
    for (const auto& [internal, slot] : from_slot[b])
      add(Val(outer, outer->output(NodeOf(g.output(0)), first_slot + slot)), b, internal);
  }
  std::vector<FuncAttr> functions;
  for (size_t b = 0; b < branches.size(); ++b) {
    // Parameters that only other branches use.
    for (size_t i = 0; i < parameters[b].size(); ++i)
      if (parameters[b][i] == kNoValue)
        parameters[b][i] = branches[b]->Input(inputs[i + 1].dtype(), inputs[i + 1].shape()).id();
    branches[b]->graph()->inputs_list = parameters[b];
    functions.emplace_back(branches[b]->graph());
  }
  std::vector<DType> out_types;
  std::vector<Shape> out_shapes;
  for (size_t i = 0; i < gives.size(); ++i) {
    const Graph& first = *branches[0]->graph();
    out_types.push_back(first.dtype(first.outputs_list[i]));
    Shape shape = first.shape(first.outputs_list[i]);
    for (const auto& branch : branches)
      shape = RelaxShapes(shape, branch->graph()->shape(branch->graph()->outputs_list[i]));
    out_shapes.push_back(shape);
  }
  if (gives.empty()) return;
  std::vector<AttrSet::Item> items = {{"Tout", out_types}, {"output_shapes", out_shapes}};
  if (is_case)
    items.emplace_back("branches", functions);
  else
    items.insert(items.end(), {{"then_branch", functions[0]}, {"else_branch", functions[1]}});
  const std::string op = std::string(stateful ? "" : "Stateless") + (is_case ? "Case" : "If");
  const std::vector<Val> outputs =
      g.builder().Ops(op, inputs, MakeAttrs(std::move(items)), is_case ? "gradient" : op);
  for (size_t i = 0; i < gives.size(); ++i) {
    const Val identity = g.Op("Identity", {outputs[i]});
    // Gradients of what is not trainable are zeros that nobody wants.
    const Val& input = g.input(gives[i] + 1);
    if (IsTrainable(input.dtype())) g.Set(gives[i] + 1, identity);
  }
}

const RegisterGradient kIf("If", BranchGrad), kStatelessIf("StatelessIf", BranchGrad),
    kCase("Case", BranchGrad), kStatelessCase("StatelessCase", BranchGrad);

}  // namespace

Attrs WithMoreOutputs(const AttrSet& attrs, std::string_view types_attr, std::span<const DType> types,
                      std::span<const Shape> shapes) {
  Ref<const AttrSet> result = MakeRef<const AttrSet>(attrs);
  if (!types_attr.empty()) {
    std::vector<DType> all = attrs.Get<std::vector<DType>>(types_attr);
    all.insert(all.end(), types.begin(), types.end());
    result = result->With(types_attr, std::move(all));
  }
  std::vector<Shape> all = attrs.Get<std::vector<Shape>>("output_shapes");
  if (!all.empty()) {
    all.insert(all.end(), shapes.begin(), shapes.end());
    result = result->With("output_shapes", std::move(all));
  }
  return result;
}

}  // namespace tp
