#include "core/trace/tape.h"

#include <algorithm>
#include <climits>

#include "core/base/hash_map.h"
#include "core/interp/errors.h"
#include "core/trace/element.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"

namespace tp {

bool IsDifferentiable(DType dtype) {
  return IsFloating(dtype) || IsComplex(dtype) || dtype == DType::kResource || dtype == DType::kVariant;
}

namespace {

Tensor Filled(DType dtype, const tp::Shape& shape, double value) {
  Tensor tensor = Tensor::Allocate(dtype, shape);
  if (!tensor.valid()) RaiseMemoryLimit();
  if (dtype != DType::kString)
    for (int64_t i = 0; i < tensor.num_elements(); ++i) StoreDouble(tensor, i, value);
  return tensor;
}

// tf.zeros, tf.ones and their …_like with a static or dynamic shape, by the nodes that TensorFlow makes.
Val FilledLike(Context& context, const Val& value, double fill, std::string_view name) {
  constexpr int64_t kSmall = 1000;  // array_ops._constant_if_small
  const DType dtype = value.dtype();
  const bool known = value.shape().IsFullyKnown();
  if (context.executing_eagerly() && known) return context.Eager(Filled(dtype, value.shape(), fill));
  if (known && value.shape().num_elements() < kSmall)
    return context.Constant(Filled(dtype, value.shape(), fill), name);
  std::string old;
  const std::string scope = context.EnterScope(known ? std::string(name) : std::string(name) + "_like", &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  } leave{&old};
  Val shape;
  if (known) {
    Tensor dims = Tensor::Allocate(DType::kInt32, {value.shape().rank()});
    for (int i = 0; i < value.shape().rank(); ++i)
      dims.data<int32_t>()[i] = static_cast<int32_t>(value.shape()[i]);
    shape = context.Constant(dims, "shape_as_tensor");
  } else {
    shape = context.Op("Shape", {value});
  }
  const Val constant = context.Constant(Filled(dtype, {}, fill), "Const");
  return context.Op("Fill", {shape, constant}, {}, scope);
}

}  // namespace

Val ZerosLike(Context& context, const Val& value) {
  // Lists know themselves what their zeros are.
  if (value.dtype() == DType::kVariant || !value.shape().IsFullyKnown())
    return context.Op("ZerosLike", {value}, {}, "zeros_like");
  return FilledLike(context, value, 0, "zeros");
}

Val OnesLike(Context& context, const Val& value) { return FilledLike(context, value, 1, "ones"); }

void Tape::WatchVariable(VariableObject* variable) {
  producer_.try_emplace(KeyOf(variable->handle), kWatched);
  for (const Value& known : variables_)
    if (known.as<VariableObject>()->handle == variable->handle) return;
  variables_.push_back(Value::Borrow(variable));
}

namespace {

// The open graph's scope is another one for a while.
class NameScope {
 public:
  explicit NameScope(const std::string& scope) {
    Context::Get().EnterScope(scope.empty() ? scope : scope + "/", &old_);
  }
  ~NameScope() { Context::Get().ExitScope(std::move(old_)); }
  NameScope(const NameScope&) = delete;

 private:
  std::string old_;
};

}  // namespace

struct Tape::Forward {
  JvpRule rule;
  HashMap<ValueKey, Val, ValueKeyHash> tangents;
  int busy = 0;
};

void Tape::SetForward(JvpRule rule) {
  forward_ = std::make_shared<Forward>();
  forward_->rule = std::move(rule);
}
void Tape::SetTangent(const Val& value, Val tangent) {
  forward_->tangents[KeyOf(value)] = std::move(tangent);
}
Val Tape::Tangent(const Val& value) const {
  const auto found = forward_->tangents.find(KeyOf(value));
  return found == forward_->tangents.end() ? Val() : found->second;
}

// Of an op's inputs; zeros for those that nothing is known of.
std::vector<Val> Tape::TangentsOf(std::span<const Val> inputs) {
  std::vector<Val> tangents;
  for (const Val& input : inputs) {
    tangents.push_back(Tangent(input));
    if (!tangents.back().has_value() && IsDifferentiable(input.dtype()) && input.dtype() != DType::kResource)
      tangents.back() = ZerosLike(Context::Get(), input);
  }
  return tangents;
}

// `rule(tangents of inputs)` gives those of outputs. What it does is seen by the accumulators around this
// one, not by itself and those within.
template <class F>
void Tape::RunForward(std::span<const Val> inputs, std::span<const Val> outputs, const F& rule) {
  std::vector<std::shared_ptr<Forward>> quiet;
  bool within = false;
  for (Tape* tape : Context::Get().tapes()) {
    within |= tape == this;
    if (within && tape->forward_) quiet.push_back(tape->forward_);
  }
  struct Done {
    std::vector<std::shared_ptr<Forward>>* quiet;
    ~Done() {
      for (auto& forward : *quiet) --forward->busy;
    }
  } done{&quiet};
  for (auto& forward : quiet) ++forward->busy;
  const std::vector<Val> results = rule(TangentsOf(inputs));
  for (size_t i = 0; i < std::min(results.size(), outputs.size()); ++i)
    // What is known already stays (c/eager/tape.h): a custom gradient does not change what its function
    // gives.
    if (results[i].has_value() && !Tangent(outputs[i]).has_value())
      SetTangent(outputs[i], grad::Dense(Context::Get(), results[i]));
}

namespace {

// Has a tape that is not persistent among the active ones for a while.
class ActiveTape {
 public:
  ActiveTape() : tape_(false, false) { Context::Get().PushTape(&tape_); }
  ~ActiveTape() { Stop(); }
  void Stop() { Context::Get().RemoveTape(&tape_); }
  Tape* operator->() { return &tape_; }

 private:
  Tape tape_;
};

// Forward mode by the gradient, which is linear in what it begins with: its gradient with respect to that.
// `named`: what it begins with is more than a constant, which regions would take in.
std::vector<Val> Transposed(std::span<const Val> outputs, std::span<const Val> tangents, bool named,
                            const std::function<std::vector<Val>(std::span<const Val>)>& backward) {
  Context& context = Context::Get();
  std::vector<Val> aids(outputs.size()), sources;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (IsDifferentiable(outputs[i].dtype())) sources.push_back(aids[i] = OnesLike(context, outputs[i]));
  if (named)
    for (Val& source : sources) source = context.Op("Identity", {source});
  for (size_t i = 0, next = 0; i < outputs.size(); ++i)
    if (aids[i].has_value()) aids[i] = sources[next++];
  ActiveTape tape;
  for (const Val& source : sources) tape->Watch(source);
  const std::vector<Val> grads = backward(aids);
  std::vector<Val> targets, given;
  for (size_t i = 0; i < std::min(grads.size(), tangents.size()); ++i) {
    if (!grads[i].has_value() || !tangents[i].has_value()) continue;
    targets.push_back(grad::Dense(context, grads[i]));
    given.push_back(tangents[i]);
  }
  tape.Stop();
  std::vector<Val> results = tape->Gradient(targets, sources, given);
  std::vector<Val> all(outputs.size());
  for (size_t i = 0, next = 0; i < outputs.size(); ++i)
    if (aids[i].has_value()) all[i] = std::move(results[next++]);
  return all;
}

bool HasRegions(const AttrSet& attrs) {
  return std::any_of(attrs.items().begin(), attrs.items().end(), [](const AttrSet::Item& item) {
    return item.second.As<FuncAttr>() || item.second.As<std::vector<FuncAttr>>();
  });
}

}  // namespace

bool Tape::ShouldRecord(std::span<const Val> inputs) const {
  if (forward_) {
    for (const Val& input : inputs)
      if (!forward_->busy && IsDifferentiable(input.dtype()) && forward_->tangents.count(KeyOf(input)))
        return true;
    return false;
  }
  for (const Val& input : inputs)
    if (IsDifferentiable(input.dtype()) && producer_.count(KeyOf(input))) return true;
  return false;
}

void Tape::Add(Entry entry) {
  const auto id = static_cast<int64_t>(entries_.size());
  for (const Val& output : entry.outputs) producer_[KeyOf(output)] = id;
  entries_.push_back(std::make_shared<Entry>(std::move(entry)));
}

namespace {

// Where an op stands for the gradient of its gradient. TensorFlow's gradient functions call Python's
// operators and some functions that open a scope of their own, which has the name of their node; ours make
// the node alone.
std::string ForwardScope(const Val& output) {
  const std::string& scope = Context::Get().scope();
  if (!output.symbolic() || (scope != "gradient_tape" && !scope.starts_with("gradient_tape/"))) return scope;
  const std::string name = output.graph()->node_name(output.graph()->producer(output.id()));
  if (name.size() <= scope.size() + 1 || !name.starts_with(scope)) return scope;
  std::string_view base = std::string_view(name).substr(scope.size() + 1);
  if (base.find('/') != base.npos) return scope;
  if (const size_t number = base.find('_');
      number != base.npos && base.find_first_not_of("0123456789", number + 1) == base.npos)
    base = base.substr(0, number);
  const bool opens =
      base == "Pow" || base == "Cast" ||
      (base[0] >= 'a' && base[0] <= 'z' && base != "stack" && base != "concat" && base != "split");
  return opens ? name : scope;
}

}  // namespace

void Tape::RecordOp(const OpInfo& op, const Attrs& attrs, std::span<const Val> inputs,
                    std::span<const Val> outputs) {
  // tf.stop_gradient is outside of all tapes, so that nobody asks for gradients of what it gives.
  if (outputs.empty() || op.name() == "StopGradient" || !ShouldRecord(inputs)) return;
  if (forward_) {
    const NameScope scope(ForwardScope(outputs[0]));
    RunForward(inputs, outputs, [&](const std::vector<Val>& tangents) -> std::vector<Val> {
      if (!Context::Get().executing_eagerly() && !HasRegions(*attrs))
        return forward_->rule(op, attrs, inputs, outputs, tangents);
      if (op.name() == "Identity" || op.name() == "ReadVariableOp") return tangents;
      const bool named = !Context::Get().executing_eagerly();
      return Transposed(outputs, tangents, named, [&](std::span<const Val> aids) {
        Tape tape(false, false);
        for (const Val& input : inputs)
          if (IsDifferentiable(input.dtype())) tape.Watch(input);
        tape.RecordOp(op, attrs, inputs, outputs);
        std::vector<Val> targets, starts;
        for (size_t i = 0; i < outputs.size(); ++i) {
          if (!aids[i].has_value()) continue;
          targets.push_back(outputs[i]);
          starts.push_back(aids[i]);
        }
        std::vector<Val> grads = tape.Gradient(targets, inputs, starts);
        // An input that is there twice has the sum of both in each place.
        for (size_t i = 0; i < inputs.size(); ++i)
          for (size_t j = 0; j < i; ++j)
            if (KeyOf(inputs[i]) == KeyOf(inputs[j])) grads[i] = Val();
        return grads;
      });
    });
    return;
  }
  Add({.name = std::string(op.name()),
       .op = &op,
       .attrs = attrs,
       .inputs = {inputs.begin(), inputs.end()},
       .outputs = {outputs.begin(), outputs.end()},
       .scope = ForwardScope(outputs[0])});
}

void Tape::RecordCustom(std::string_view name, std::span<const Val> inputs, std::span<const Val> outputs,
                        std::shared_ptr<Context::Backward> backward) {
  if (forward_) {
    if (!ShouldRecord(inputs)) return;
    if (name == "captured_value") {
      SetTangent(outputs[0], Tangent(inputs[0]));
    } else {
      if (name == "IdentityN") RecordOp(OpRegistry::Get("IdentityN"), EmptyAttrs(), inputs, outputs);
      RunForward(inputs, outputs, [&](const std::vector<Val>& tangents) {
        return Transposed(outputs, tangents, false,
                          [&](std::span<const Val> aids) { return (*backward)(aids); });
      });
    }
    return;
  }
  // A captured value is recorded once, however often it is used.
  if (name == "captured_value" && producer_.count(KeyOf(outputs[0]))) return;
  if (!ShouldRecord(inputs)) return;
  Add({.name = std::string(name),
       .attrs = EmptyAttrs(),
       .inputs = {inputs.begin(), inputs.end()},
       .outputs = {outputs.begin(), outputs.end()},
       .backward = std::move(backward)});
}

namespace {

// Nodes of a gradient wait for the gradient that comes in, so that they are not made too early (TF:
// math_grad.py, `with ops.control_dependencies([grad])`): all of them, or from `first` on, up to `end`.
struct Waiting {
  std::string_view op;
  int first = 0, end = INT_MAX;
};
constexpr Waiting kWaiting[] = {{"Acos"},       {"Acosh"},     {"Asin"},
                                {"Asinh"},      {"Atan"},      {"Atan2"},
                                {"Atanh"},      {"BesselI0"},  {"BesselI0e"},
                                {"BesselI1"},   {"BesselI1e"}, {"BesselJ0"},
                                {"BesselJ1"},   {"BesselK0"},  {"BesselK0e"},
                                {"BesselK1"},   {"BesselK1e"}, {"BesselY0"},
                                {"BesselY1"},   {"Cos"},       {"Cosh"},
                                {"Dawsn"},      {"Digamma"},   {"Erf", 1},
                                {"Erfc", 1},    {"Erfinv", 1}, {"Exp"},
                                {"Expint"},     {"Expm1"},     {"FresnelCos"},
                                {"FresnelSin"}, {"Lgamma"},    {"Log"},
                                {"Log1p"},      {"Ndtri", 1},  {"ReciprocalGrad"},
                                {"RsqrtGrad"},  {"Sigmoid"},   {"SigmoidGrad"},
                                {"Sin"},        {"Sinh"},      {"Spence"},
                                {"SqrtGrad"},   {"Square"},    {"SquaredDifference", 0, 4},
                                {"Tan"},        {"Tanh"},      {"TanhGrad"}};

// Applies ops through the context, some of them under a control level.
class WaitingBuilder : public OpBuilder {
 public:
  WaitingBuilder(Context& context, std::string_view op, const Val& grad) : context_(context) {
    FuncGraph* graph = context.graph();
    if (!graph || !grad.symbolic() || grad.graph().get() != graph) return;
    for (const Waiting& waiting : kWaiting)
      if (waiting.op == op) waiting_ = &waiting;
    before_ = graph->producer(grad.id());
  }
  ~WaitingBuilder() override {
    if (open_) context_.graph()->control_stack.pop_back();
  }
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name) override {
    Next();
    return context_.Apply(op, inputs, std::move(attrs), name);
  }
  Val Constant(const Tensor& value, std::string_view name) override {
    Next();
    return context_.Constant(value, name);
  }
  std::string Scope(std::string_view name) override { return context_.Scope(name); }

 private:
  void Next() {
    if (!waiting_) return;
    std::vector<FuncGraph::ControlLevel>& stack = context_.graph()->control_stack;
    if (count_ == waiting_->first) {
      stack.push_back({.before = {before_}});
      open_ = true;
    }
    if (open_ && count_ == waiting_->end) {
      stack.pop_back();
      open_ = false;
    }
    ++count_;
  }
  Context& context_;
  const Waiting* waiting_ = nullptr;
  NodeId before_ = kNoNode;
  int count_ = 0;
  bool open_ = false;
};

}  // namespace

std::vector<Val> Tape::RunBackward(const Entry& entry, std::span<const Val> grads,
                                   const std::vector<bool>& unneeded) {
  Context& context = Context::Get();
  const auto dense = [&] {
    std::vector<Val> all;
    for (const Val& grad : grads) all.push_back(grad::Dense(context, grad));
    return all;
  };
  if (entry.backward)
    return (*entry.backward)(entry.name == "captured_value" ? std::vector<Val>(grads.begin(), grads.end())
                                                            : dense());
  const OpDef& def = entry.op->def();
  const GradFn gradient = GradientOf(*entry.op);
  if (!gradient) {
    if (def.no_gradient) return std::vector<Val>(entry.inputs.size());
    RaiseText(&LookupErrorType, fmt::format("gradient registry has no entry for: {}", entry.name));
  }
  // Backward ops stand in the scope "gradient_tape/" + the forward op's; a call's backward function is called
  // where the gradient is asked for.
  const std::string& name = entry.name;
  const std::string scope = name.ends_with("PartitionedCall") ? context.scope()
                            : entry.scope.empty()             ? "gradient_tape"
                                                              : "gradient_tape/" + entry.scope;
  const NameScope in_scope(scope);
  // In a graph, what the forward op saw from outside is captured first, once.
  std::vector<Val> inputs, outputs;
  for (const Val& input : entry.inputs) inputs.push_back(input);
  for (const Val& output : entry.outputs) outputs.push_back(output);
  const std::vector<Val> given =
      grad::TakesSlices(*entry.op) ? std::vector<Val>(grads.begin(), grads.end()) : dense();
  WaitingBuilder builder(context, entry.op->name(), given[0]);
  GradContext grad(builder, *entry.op, *entry.attrs, inputs, outputs, given);
  grad.set_skipped(unneeded);
  gradient(grad);
  return grad.result();
}

namespace {

// Outputs whose gradient an op's gradient function takes as none where there is none; for all others zeros
// are made (TF: backprop.py's list, FunctionsAcceptingNoneForIndicesMap).
bool AcceptsNone(const OpInfo& op, size_t output) {
  const std::string_view name = op.name();
  if (name == "SoftmaxCrossEntropyWithLogits" || name == "SparseSoftmaxCrossEntropyWithLogits")
    return output == 1;
  return name == "FusedBatchNorm" && output > 0;
}

// Zeros stand in a graph for whole numbers, too, though nothing uses them.
bool HasZeros(const Val& output) {
  const DType dtype = output.dtype();
  if (dtype == DType::kResource || dtype == DType::kString) return false;
  if (dtype == DType::kVariant) return output.symbolic();
  return output.symbolic() || IsDifferentiable(dtype);
}

}  // namespace

std::vector<Val> Tape::Gradient(std::span<const Val> targets, std::span<const Val> sources,
                                std::span<const Val> output_grads, bool keep) {
  Context& context = Context::Get();
  HashSet<ValueKey, ValueKeyHash> source_set;
  for (const Val& source : sources) source_set.insert(KeyOf(source));

  // Which entries lead to the targets, how often each value is used by them, and for how many values each
  // entry has to wait.
  std::vector<std::shared_ptr<Entry>> live(entries_.size());
  HashMap<ValueKey, int64_t, ValueKeyHash> uses;
  std::vector<ValueKey> order;  // keys of `uses`, for a fixed order
  std::vector<ValueKey> stack;
  for (const Val& target : targets) stack.push_back(KeyOf(target));
  while (!stack.empty()) {
    const ValueKey key = stack.back();
    stack.pop_back();
    const auto made = producer_.find(key);
    if (made == producer_.end() || made->second == kWatched || live[made->second]) continue;
    if (!entries_[made->second]) continue;
    live[made->second] = entries_[made->second];
    for (const Val& input : entries_[made->second]->inputs) {
      const ValueKey input_key = KeyOf(input);
      if (uses[input_key]++ == 0) {
        order.push_back(input_key);
        if (producer_.count(input_key)) stack.push_back(input_key);
      }
    }
    if (!persistent_ && !keep) entries_[made->second] = nullptr;
  }
  HashMap<int64_t, int64_t> missing;
  for (const ValueKey& key : order) {
    const auto made = producer_.find(key);
    if (made != producer_.end() && made->second != kWatched) ++missing[made->second];
  }
  std::vector<int64_t> ready;
  for (size_t i = 0; i < live.size(); ++i)
    if (live[i] && !missing.count(static_cast<int64_t>(i))) ready.push_back(static_cast<int64_t>(i));

  HashMap<ValueKey, std::vector<Val>, ValueKeyHash> gradients;
  for (size_t i = 0; i < targets.size(); ++i) {
    const ValueKey key = KeyOf(targets[i]);
    if (i < output_grads.size() && output_grads[i].has_value()) {
      gradients[key].push_back(output_grads[i]);
      continue;
    }
    // TensorFlow starts with ones only where the target is connected or a source itself.
    if (!producer_.count(key) && !source_set.count(key)) continue;
    gradients[key].push_back(OnesLike(context, targets[i]));
  }

  while (!ready.empty()) {
    const int64_t id = ready.back();
    ready.pop_back();
    const std::shared_ptr<Entry> entry = std::move(live[id]);
    if (!entry) continue;
    // What the tape does not watch has no gradient, though it be asked for.
    std::vector<bool> unneeded;
    for (const Val& input : entry->inputs) unneeded.push_back(!producer_.count(KeyOf(input)));
    std::vector<Val> grads(entry->outputs.size());
    std::vector<size_t> zeros;
    bool any = false;
    for (size_t i = 0; i < entry->outputs.size(); ++i) {
      const ValueKey key = KeyOf(entry->outputs[i]);
      const auto found = gradients.find(key);
      if (found == gradients.end()) {
        zeros.push_back(i);
        continue;
      }
      any = true;
      grads[i] = grad::AddUp(context, found->second);
      if (source_set.count(key))
        found->second = {grads[i]};
      else
        gradients.erase(found);
    }
    std::vector<Val> results;
    if (any) {
      // Gradient functions of ops that can do with a none say so by not looking; zeros are made for the rest.
      // Custom gradients (backprop.py: IdentityN) get them, calls see to that themselves.
      if ((entry->backward && entry->name != "IdentityN") || entry->outputs.size() == 1) zeros.clear();
      for (size_t i : zeros)
        if (HasZeros(entry->outputs[i]) && !(entry->op && AcceptsNone(*entry->op, i)))
          grads[i] = ZerosLike(context, entry->outputs[i]);
      results = RunBackward(*entry, grads, unneeded);
    } else {
      results.resize(entry->inputs.size());
    }
    results.resize(entry->inputs.size());
    for (size_t i = 0; i < results.size(); ++i) {
      const ValueKey key = KeyOf(entry->inputs[i]);
      if (unneeded[i])
        gradients.erase(key);
      else if (results[i].has_value())
        gradients[key].push_back(results[i]);
      const auto used = uses.find(key);
      if (used == uses.end() || --used->second > 0) continue;
      const auto made = producer_.find(key);
      if (made == producer_.end() || made->second == kWatched) continue;
      const auto wait = missing.find(made->second);
      if (wait != missing.end() && --wait->second == 0) ready.insert(ready.begin(), made->second);
    }
  }

  std::vector<Val> result;
  for (const Val& source : sources) {
    const auto found = gradients.find(KeyOf(source));
    if (found == gradients.end() || found->second.empty()) {
      result.emplace_back();
      continue;
    }
    if (found->second.size() > 1) found->second = {grad::AddUp(context, found->second)};
    result.push_back(found->second[0]);
  }
  return result;
}

}  // namespace tp
