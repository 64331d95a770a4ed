// Loops: `while` on a tensor, `for` over tensors, ranges and datasets; and Python's own loops in converted
// functions. None has an `else`: AutoGraph leaves functions with one alone.
#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"
#include "core/trace/loop_options.h"
#include "core/trace/specs.h"
#include "core/trace/stager.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

using ast::Hidden;

constexpr std::string_view kLimitations =
    "\nSee "
    "https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/"
    "limitations.md#consistency-of-control-flow-types for more info.";

bool IsPlainNumber(const Value& v) {
  return v.is_bool() || v.is_int() || v.is_float() || IsStr(v) || IsNdarray(v);
}

// control_flow.py: _verify_single_loop_var.
void VerifyLeaf(const std::string& name, const Value& init, const Value& entry, const Value& exit,
                const Value& invariant, bool shapes) {
  if (exit.is_none() || exit.is_undef())
    RaiseText(&ValueErrorType, fmt::format("'{}' is None at the end of the iteration.", name));
  auto tensor = [](const Value& v) {
    return IsPlainNumber(v) || IsVariable(v) ? MakeTensor(ConvertToTensor(v)) : v;
  };
  const Value a = tensor(entry), b = tensor(exit), i = tensor(init);
  if (!IsTensor(a) || !IsTensor(b)) return;
  if (ValOf(a).dtype() != ValOf(b).dtype())
    RaiseText(&TypeErrorType,
              fmt::format("'{}' has dtype {} before the loop, but dtype {} after one iteration", name,
                          DTypeName(ValOf(a).dtype()), DTypeName(ValOf(b).dtype())));
  if (!shapes) return;
  const tp::Shape before = WithoutSymbols(ValOf(a).shape()), after = WithoutSymbols(ValOf(b).shape());
  if (invariant.is_none()) {
    if (!IsSubshape(after, before))
      RaiseText(&ValueErrorType,
                fmt::format("'{}' has shape {} before the loop, but shape {} after one iteration. Use "
                            "tf.autograph.experimental.set_loop_options to set shape invariants.",
                            name, before.ToString(), after.ToString()));
    return;
  }
  const tp::Shape first = WithoutSymbols(ValOf(i).shape());
  GetAttr(invariant, "dims");
  const tp::Shape limit = AsShape(invariant);
  if (!IsSubshape(first, limit))
    RaiseText(
        &ValueErrorType,
        fmt::format("'{}' has shape {} before the loop, which does not conform with the shape invariant {}.",
                    name, first.ToString(), limit.ToString()));
  if (!IsSubshape(after, limit))
    RaiseText(
        &ValueErrorType,
        fmt::format(
            "'{}' has shape {} after one iteration, which does not conform with the shape invariant {}.",
            name, after.ToString(), limit.ToString()));
}

std::string StructureError(const Value& a, const Value& b) {
  try {
    Call(GetAttr(GetAttr(TheInterp().Import("tensorflow"), "nest"), "assert_same_structure"), a, b);
  } catch (const PyError& error) {
    return Str(error.exception);
  }
  return "";
}

tp::Shape InvariantShape(const Value& invariant) {
  return IsTensorSpec(invariant) ? SpecShape(invariant) : AsShape(invariant);
}

// A zero like the value that the first iteration gave a variable which is undefined before the loop.
// `invariant`: its shapes, if they were given; where it has unknown dims and none was given, one is made.
Value PlaceholderLike(const Value& like, const Value& original, Value* invariant) {
  if (like.is_undef() || like.is_none()) return original;
  std::vector<Value> given, needed;
  if (!invariant->is_undef()) Flatten(*invariant, &given);
  bool any_needed = false;
  const Value placeholder = MapStructure(like, [&](const Value& leaf) -> Value {
    const Value own = needed.size() < given.size() ? given[needed.size()] : Value::None();
    needed.push_back(Value::None());
    if (leaf.is_bool()) return Value::Bool(false);
    if (leaf.is_int()) return Value::Int(0);
    if (leaf.is_float()) return Value::Float(0);
    if (!IsTensor(leaf))
      RaiseText(&TypeErrorType,
                fmt::format("Found an unsupported type '{}' while creating placeholder for {}. Supported "
                            "types include Tensor, int, float, bool, list, tuple or dict.",
                            TypeOf(leaf)->name, Str(leaf)));
    tp::Shape shape = WithoutSymbols(ValOf(leaf).shape());
    const tp::Shape limit = own.is_none() ? shape : InvariantShape(own);
    bool dynamic = !limit.has_rank();
    if (!limit.has_rank() || !shape.has_rank()) shape = tp::Shape();
    for (int i = 0; i < shape.rank(); ++i)
      if (!IsKnown(shape[i])) {
        shape.set_dim(i, i < limit.rank() && IsKnown(limit[i]) ? limit[i] : 0);
        dynamic = true;
      }
    if (dynamic) {
      needed.back() = MakeShape(limit);
      any_needed = true;
    }
    Tensor zeros = Tensor::Allocate(ValOf(leaf).dtype(), shape);
    if (zeros.valid() && !IsManaged(zeros.dtype()) && zeros.bytes())
      std::memset(zeros.raw_data(), 0, zeros.bytes());
    return MakeTensor(Context::Get().Constant(zeros, "zeros"));
  });
  if (invariant->is_undef() && any_needed) {
    size_t next = 0;
    *invariant = MapStructure(like, [&](const Value&) { return needed[next++]; });
  }
  return placeholder;
}

struct LoopState {
  const StagedState& state;
  std::vector<std::string> names;  // the extra ones first
  std::vector<Value>* extra;       // loop variables that are no variables of the frame
  std::string_view iterate;        // see StageLoop

  std::vector<Value> Get() const {
    std::vector<Value> values = *extra;
    for (Value& v : state.Get()) {
      const bool first = v.is_undef() && !iterate.empty() && names[values.size()] == iterate;
      values.push_back(first ? (*extra)[0] : std::move(v));
    }
    return values;
  }
  void Set(const std::vector<Value>& values) const {
    std::copy(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(extra->size()), extra->begin());
    state.Set({values.begin() + static_cast<std::ptrdiff_t>(extra->size()), values.end()});
  }
  bool is_return_value(size_t i) const {
    return i >= extra->size() && state.is_return_value(i - extra->size());
  }
};

// Stages one iteration in a graph that is thrown away, to learn what undefined variables become, and puts
// zeros like them into `init`, and into `invariants` what their shapes need. `failure`: why that was not
// possible.
std::vector<Value> TryIteration(const LoopState& loop, std::vector<Value>& init,
                                std::vector<Value>& invariants, const std::function<void()>& body,
                                std::string* failure) {
  std::vector<Value> after;
  try {
    {
      auto scratch = MakeRef<FuncGraph>("tmp", Ref<FuncGraph>(Context::Get().graph()));
      const Context::GraphScope scope(scratch);
      std::vector<Value> start;
      for (const Value& v : init)
        start.push_back(v.is_undef() || v.is_none() ? v : MapStructure(v, [&](const Value& leaf) -> Value {
          if (!IsPlainNumber(leaf)) return leaf;
          const Val value = ConvertToTensor(leaf);
          return MakeTensor(
              Context::Get().Placeholder(*scratch, value.dtype(), value.shape(), "Placeholder"));
        }));
      const StagedState::Inside inside(loop.state);
      loop.Set(start);
      body();
      after = loop.Get();
    }
    std::vector<Value> filled = init;
    for (size_t i = 0; i < init.size(); ++i)
      if (init[i].is_undef() || init[i].is_none())
        filled[i] = PlaceholderLike(after[i], init[i], &invariants[i]);
    init = std::move(filled);
  } catch (const PyError& error) {
    if (!error.Matches(&UnboundLocalErrorType) && !error.Matches(&TypeErrorType) &&
        !error.Matches(&ValueErrorType) && !error.Matches(&KeyErrorType)) {
      loop.Set(init);
      throw;
    }
    *failure = fmt::format("Note: AutoGraph tried to define it automatically, but ran into a {}: {}",
                           TypeOf(error.exception)->name, Str(error.exception));
  }
  loop.Set(init);
  return after;
}

void VerifyInit(const LoopState& loop, const std::vector<Value>& init, const std::vector<Value>& first,
                const std::string& failure) {
  for (size_t i = 0; i < init.size(); ++i) {
    if (init[i].is_undef() && loop.is_return_value(i)) {
      if (i < first.size() && (first[i].is_undef() || IsTrue(first[i])))
        RaiseText(&ValueErrorType,
                  fmt::format("the return value from a TensorFlow loop may only be a Tensor, int, float, "
                              "bool or a list, tuple or dict thereof; got {}",
                              first[i].is_undef() ? "<class 'tensorflow.python.autograph.operators.variables."
                                                    "UndefinedReturnValue'>"
                                                  : Repr(TypeValue(TypeOf(first[i])))));
      Raise(&NotImplementedErrorType,
            "a return statement cannot be placed inside this TensorFlow loop; this may happen if a return "
            "statement depends on a static Python condition such as a "
            "hyperparameter");
    }
    if (init[i].is_none())
      RaiseText(&ValueErrorType,
                fmt::format("'{}' is not allowed to be None before the loop", loop.names[i]));
    if (init[i].is_undef())
      RaiseText(&ValueErrorType, fmt::format("'{}' must be defined before the loop{}", loop.names[i],
                                             failure.empty() ? "" : "\n" + failure));
  }
}

// control_flow_ops.py: _shape_invariant_to_type_spec
tp::Shape CheckedInvariant(const Value& variable, const Value& invariant) {
  if (IsTensorSpec(invariant)) {
    const Value tensor = IsPlainNumber(variable) ? MakeTensor(ConvertToTensor(variable)) : variable;
    if (!IsTrue(CallMethod(invariant, "is_compatible_with", {tensor})))
      RaiseText(&TypeErrorType,
                fmt::format("TypeSpec {} is not compatible with {}", Repr(invariant), Repr(tensor)));
    return SpecShape(invariant);
  }
  if (!IsTensorShape(invariant))
    RaiseText(&TypeErrorType,
              fmt::format("'shape' must be one of TypeSpec, TensorShape or None. Received: {}",
                          Repr(TypeValue(TypeOf(invariant)))));
  return AsShape(invariant);
}

Value AsTuple(const std::vector<Value>& values) {
  return MakeTuple(values.data(), static_cast<int64_t>(values.size()));
}

// A structure of loop variables as one list of tensors.
std::vector<Val> ToTensors(const std::vector<Value>& values) {
  std::vector<Val> flat;
  for (const Value& v : values) {
    std::vector<Value> leaves;
    FlattenTensors(v, &leaves);
    for (const Value& leaf : leaves) flat.push_back(ConvertToTensor(leaf));
  }
  return flat;
}

// Of each tensor of the variables the shape that it may have.
std::vector<tp::Shape> InvariantsOf(const std::vector<Value>& variables, const std::vector<Value>& limits,
                                    const std::vector<Val>& tensors) {
  std::vector<tp::Shape> shapes;
  std::vector<Value> leaves, own;
  for (const Value& v : variables) Flatten(v, &leaves);
  for (const Value& v : limits) Flatten(v, &own);
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!own[i].is_none() && !HasComponents(leaves[i])) {
      shapes.push_back(CheckedInvariant(leaves[i], own[i]));
      continue;
    }
    std::vector<Value> parts;
    FlattenTensors(leaves[i], &parts);
    for (size_t k = 0; k < parts.size(); ++k)
      shapes.push_back(WithoutSymbols(tensors[shapes.size()].shape()));
  }
  return shapes;
}

// And back.
std::vector<Value> FromTensors(const std::vector<Value>& like, std::span<const Val> flat) {
  size_t next = 0;
  std::vector<Value> values;
  for (const Value& v : like)
    values.push_back(MapTensors(v, [&](const Value&) { return MakeTensor(flat[next++]); }));
  return values;
}

}  // namespace

void VerifyDefined(const StagedState& state, const std::vector<Value>& init) {
  std::vector<Value> extra;
  VerifyInit({state, state.names(), &extra, {}}, init, {}, "");
}

void VerifyIteration(const std::vector<std::string>& names, const std::vector<Value>& init,
                     const std::vector<Value>& entry, const std::vector<Value>& exit,
                     const std::vector<Value>& invariants, bool shapes) {
  for (size_t i = 0; i < exit.size(); ++i) {
    if (exit[i].is_undef())
      RaiseText(&ValueErrorType, fmt::format("'{}' is None at the end of the iteration.", names[i]));
    for (const auto& [a, b] : {std::pair(&init[i], &entry[i]), std::pair(&entry[i], &exit[i])})
      if (!SameStructure(*a, *b))
        RaiseText(&TypeErrorType,
                  fmt::format("'{}' does not have the same nested structure after one iteration.\n\n{}",
                              names[i], StructureError(*a, *b)));
    std::vector<Value> a, b, c, limits;
    Flatten(init[i], &a);
    Flatten(entry[i], &b);
    Flatten(exit[i], &c);
    if (i < invariants.size() && !invariants[i].is_undef()) Flatten(invariants[i], &limits);
    for (size_t k = 0; k < b.size(); ++k)
      VerifyLeaf(names[i], a[k], b[k], c[k], k < limits.size() ? limits[k] : Value::None(), shapes);
  }
}

void StageLoop(const StagedState& state, const std::function<Value()>& test,
               const std::function<void()>& body, std::vector<std::string> extra_names,
               std::vector<Value>* extra, std::string_view iterate) {
  Context& context = Context::Get();
  std::vector<std::string> names = std::move(extra_names);
  names.insert(names.end(), state.names().begin(), state.names().end());
  const LoopState loop{state, names, extra, iterate};
  std::vector<Value> init = loop.Get();
  const LoopOptions options = TakeLoopOptions();
  state.PointHere();
  const auto given = options.Invariants();
  std::vector<Value> invariants;  // of each variable; undefined: none
  for (const Value& v : init)
    invariants.push_back(v.is_undef() ? Value() : LoopOptions::InvariantOf(given, v));
  bool require_one = false;
  std::vector<bool> missing;
  for (const Value& v : init) missing.push_back(v.is_undef() || v.is_none());
  if (std::find(missing.begin(), missing.end(), true) != missing.end()) {
    std::string failure;
    const std::vector<Value> first = TryIteration(loop, init, invariants, body, &failure);
    state.PointHere();
    VerifyInit(loop, init, first, failure);
    require_one = true;
  }
  const bool any_invariant = !given.empty() || std::any_of(invariants.begin(), invariants.end(),
                                                           [](const Value& v) { return !v.is_undef(); });
  std::vector<Value> variables = init;
  if (require_one) variables.insert(variables.begin(), Value::Bool(false));
  const std::vector<Val> tensors = ToTensors(variables);
  WhileOptions while_options = options.ForWhile();
  if (any_invariant) {
    std::vector<Value> limits = invariants;
    for (size_t i = 0; i < limits.size(); ++i)
      if (limits[i].is_undef()) limits[i] = MapStructure(init[i], [](const Value&) { return Value::None(); });
    if (require_one) limits.insert(limits.begin(), Value::None());
    const Value all = AsTuple(variables), all_limits = AsTuple(limits);
    if (!SameStructure(all, all_limits)) RaiseText(&ValueErrorType, StructureError(all, all_limits));
    while_options.invariants = InvariantsOf(variables, limits, tensors);
  }
  auto enter = [&](std::span<const Val> flat) {
    if (require_one) flat = flat.subspan(1);
    std::vector<Value> entry = FromTensors(init, flat);
    loop.Set(entry);
    return entry;
  };
  const std::vector<Val> results = While(
      tensors,
      [&](std::span<const Val> flat) {
        const StagedState::Inside inside(state);
        enter(flat);
        const Value go_on = test();
        state.PointHere();
        return TestTensor(go_on, "while loop");
      },
      [&](std::span<const Val> flat) {
        const StagedState::Inside inside(state);
        const std::vector<Value> entry = enter(flat);
        body();
        state.PointHere();
        const std::vector<Value> exit = loop.Get();
        VerifyIteration(names, init, entry, exit, invariants, true);
        std::vector<Value> next = exit;
        if (require_one) next.insert(next.begin(), Value::Bool(true));
        std::vector<Value> leaves;
        for (const Value& v : next) FlattenTensors(v, &leaves);
        return leaves;
      },
      while_options);
  std::vector<Val> outputs = results;
  if (require_one) {
    // A variable that only the loop defines is read behind a check that it ran.
    std::string which;
    for (size_t i = 0; i < missing.size(); ++i)
      if (missing[i])
        which += (which.empty() ? "" : ", ") +
                 (loop.is_return_value(i) ? std::string("the function return value") : names[i]);
    const Value debugging = GetAttr(TheInterp().Import("tensorflow"), "debugging");
    const Value check =
        Call(GetAttr(debugging, "Assert"), MakeTensor(outputs[0]),
             MakeList({MakeStr(fmt::format("loop must iterate at least once to initialize {}", which))}));
    FuncGraph* graph = context.graph();
    graph->control_stack.push_back({.before = {check.as<OperationObject>()->node}});
    outputs.erase(outputs.begin());
    std::vector<Value> values = FromTensors(init, outputs);
    for (Value& value : values)
      value = MapStructure(value, [&](const Value& leaf) {  // no parts of composites
        return IsTensor(leaf) ? MakeTensor(context.Op("Identity", {ValOf(leaf)})) : leaf;
      });
    graph->control_stack.pop_back();
    return loop.Set(values);
  }
  loop.Set(FromTensors(init, outputs));
}

namespace {

// Runs a loop's body once: afterwards `broke` says whether it ended the loop. True where the function
// returns.
class LoopFlow {
 public:
  explicit LoopFlow(Frame* frame) : flow_(FlowOf(frame, true)), outer_(*flow_) {
    flow_->broke = Value::Bool(false);
    flow_->continued = Value::Bool(false);
  }
  ~LoopFlow() {
    flow_->broke = outer_.broke;
    flow_->continued = outer_.continued;
  }
  StagedFlow* operator->() { return flow_; }

 private:
  StagedFlow* flow_;
  StagedFlow outer_;
};

// ag__.and_(lambda: ag__.not_(jumped), rest)
Value NotAnd(Frame* frame, const Value& jumped, const std::function<Value()>& rest) {
  if (!IsSymbolicTruth(jumped)) return IsTrue(jumped) ? Value::Bool(false) : rest();
  const Value go_on = TheInterp().stager->StageNot(frame, jumped);
  return Cond(go_on, rest, [&] { return go_on; });
}

}  // namespace

Completion TraceStager::StageWhile(Frame* frame, const ast::WhileStmt* stmt, const Value&) {
  Interp& in = TheInterp();
  AnalyseWhole(frame);
  LoopFlow flow(frame);
  LoopOptions options = ReadLoopOptions(frame, stmt->body, stmt->span);
  const ast::StageInfo& info = ast::StageInfoOf(*frame->code->source->ast, *frame->code->info, *stmt);
  auto test = [&]() -> Value {
    frame->span = &stmt->span;
    auto own = [&] { return EvalExpr(frame, stmt->test); };
    auto unless_broke = [&] { return info.has_break ? NotAnd(frame, flow->broke, own) : own(); };
    return info.tests_return ? NotAnd(frame, flow->returned, unless_broke) : unless_broke();
  };
  // The first test decides which kind of loop it is, in a graph that is thrown away.
  Value first;
  {
    auto scratch = MakeRef<FuncGraph>("tmp", Ref<FuncGraph>(Context::Get().graph()));
    const Context::GraphScope scope(scratch);
    first = test();
  }
  if (IsSymbolic(first)) {
    SetLoopOptions(std::move(options));
    const StagedState state(frame, info, stmt->span);
    std::vector<Value> none;
    StageLoop(
        state, test,
        [&] {
          // In the body nothing has ended the loop yet, as far as its code can tell.
          flow->continued = Value::Bool(false);
          flow->rest_done = false;
          RunBranch(frame, stmt->body, LoopStart(frame, stmt->body));
        },
        {}, &none);
    return Completion::kNormal;
  }
  const size_t start = LoopStart(frame, stmt->body);
  for (bool again = false;; again = true) {
    const Value go_on = again ? test() : first;
    if (IsSymbolic(go_on)) {
      frame->span = &stmt->span;
      RaiseText(&NotImplementedErrorType,
                fmt::format("The condition of while loop started as non-Tensor, then changed to Tensor. This "
                            "may happen either because variables changed type, or when a "
                            "break or return statement inside the loop depends on a Tensor condition. In "
                            "both cases, changing to a TF loop should remove the error.{}",
                            kLimitations));
    }
    if (!IsTrue(go_on)) return Completion::kNormal;
    in.Tick();
    flow->continued = Value::Bool(false);
    const Completion c = ExecBlockFrom(frame, stmt->body, start);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c == Completion::kReturn || c == Completion::kYield) return c;
  }
}

namespace {

// A Python loop in a converted function.
Completion PythonFor(Frame* frame, const ast::ForStmt* stmt, const Value& iterable) {
  Interp& in = TheInterp();
  LoopFlow flow(frame);
  auto check = [&] {
    const bool stops = IsSymbolicTruth(flow->broke) ||
                       (IsSymbolicTruth(flow->returned) &&
                        ast::StageInfoOf(*frame->code->source->ast, *frame->code->info, *stmt).tests_return);
    if (stops) {
      frame->span = &stmt->span;
      RaiseText(&NotImplementedErrorType,
                fmt::format("break and return statements which depend on a TF condition are not supported in "
                            "Python for loops. Did you intend to make it a TF loop?{}",
                            kLimitations));
    }
  };
  check();
  const size_t start = LoopStart(frame, stmt->body);
  const Value it = Iter(iterable);
  for (;;) {
    const Value item = Next(it);
    if (item.is_stop()) break;
    in.Tick();
    AssignTarget(frame, stmt->target, item);
    flow->continued = Value::Bool(false);
    const Completion c = ExecBlockFrom(frame, stmt->body, start);
    if (c == Completion::kBreak) return Completion::kNormal;
    if (c == Completion::kReturn || c == Completion::kYield) return c;
    check();
    if (IsTrue(flow->broke)) return Completion::kNormal;
  }
  return Completion::kNormal;
}

// Python's `a op b` on tensors, as the operators of Tensor record it.
Value Op(ast::BinOp op, const Value& a, const Value& b) { return Binary(op, a, b); }
Value Cast(const Val& v, DType dtype) {
  return MakeTensor(Context::Get().Op("Cast", {v}, MakeAttrs({{"DstT", dtype}})));
}
Value ZerosLikeOf(const Value& v) { return Call(GetAttr(TheInterp().Import("tensorflow"), "zeros_like"), v); }

// misc.get_range_len: how many items tf.range(start, limit, delta) has.
Val RangeLength(const Value& start, const Value& limit, const Value& delta) {
  Context& context = Context::Get();
  const Value distance = Op(ast::BinOp::kSub, limit, start);
  const Value whole = Op(ast::BinOp::kFloorDiv, distance, delta);
  const Value rest = Op(ast::BinOp::kMod, distance, delta);
  const Val more = context.Op("NotEqual", {ValOf(rest), ValOf(ZerosLikeOf(whole))});
  const Value length = Op(ast::BinOp::kAdd, whole, Cast(more, ValOf(whole).dtype()));
  Val result = context.Op("Maximum", {ValOf(length), ValOf(ZerosLikeOf(length))});
  if (result.dtype() != DType::kInt32) result = ValOf(Cast(result, DType::kInt32));
  return result;
}

}  // namespace

Completion TraceStager::StageFor(Frame* frame, const ast::ForStmt* stmt, const Value& iterable) {
  AnalyseWhole(frame);
  LoopOptions options = ReadLoopOptions(frame, stmt->body, stmt->span);
  const bool dataset = IsStagedIterable(iterable);
  // Composite values that are rows (ragged tensors) say how many.
  const Value length_of_rows = IsComposite(iterable) ? GetAttrOrUndef(iterable, "_loop_length") : Value();
  const bool rows = !length_of_rows.is_undef();
  const VariableObject* variable = IsVariable(iterable) ? AsVariable(iterable) : nullptr;
  const bool tensors = (variable || IsTensor(iterable)) && Context::Get().graph();
  if (!tensors && !dataset && !rows) return PythonFor(frame, stmt, iterable);
  SetLoopOptions(std::move(options));
  Context& context = Context::Get();
  LoopFlow flow(frame);
  const ast::StageInfo& info = ast::StageInfoOf(*frame->code->source->ast, *frame->code->info, *stmt);
  const StagedState state(frame, info, stmt->span);
  auto body = [&](const Value& item) {
    AssignTarget(frame, stmt->target, item);
    flow->continued = Value::Bool(false);
    flow->rest_done = false;
    RunBranch(frame, stmt->body, LoopStart(frame, stmt->body));
  };
  auto extra_test = [&]() -> Value {
    auto negated = [&](const Value& jumped) {
      return IsSymbolicTruth(jumped) ? StageNot(frame, jumped) : Value::Bool(!IsTrue(jumped));
    };
    if (!info.has_break) return negated(flow->returned);
    auto not_broken = [&] { return negated(flow->broke); };
    return info.tests_return ? NotAnd(frame, flow->returned, not_broken) : not_broken();
  };
  const bool has_extra = info.has_break || info.tests_return;
  auto with_break = [&](const Value& main_test) -> Value {
    if (!has_extra) return main_test;
    return Cond(
        main_test, [&] { return extra_test(); }, [] { return Value::Bool(false); });
  };
  if (dataset) {
    StageDatasetLoop(iterable, state, body,
                     has_extra ? std::function<Value()>(extra_test) : std::function<Value()>());
    return Completion::kNormal;
  }
  if (rows) {
    const Value length = Call(length_of_rows);
    std::vector<Value> iterate = {Value::Int(0)};
    StageLoop(
        state, [&] { return with_break(Compare(iterate[0], length, ast::CmpOp::kLt)); },
        [&] {
          const Value now = iterate[0];
          body(GetItem(iterable, now));
          iterate[0] = Op(ast::BinOp::kAdd, now, Value::Int(1));
        },
        {"<internal iterate>"}, &iterate);
    return Completion::kNormal;
  }
  const Val tensor = variable ? Val() : ValOf(iterable);
  const NodeId producer = tensor.symbolic() ? tensor.graph()->producer(tensor.id()) : kNoNode;
  if (producer != kNoNode && tensor.graph()->node(producer).op->name() == "Range") {
    const auto inputs = tensor.graph()->inputs(producer);
    auto input = [&](int i) { return MakeTensor(Val(tensor.graph(), inputs[static_cast<size_t>(i)])); };
    const Value start = input(0), limit = input(1), delta = input(2);
    std::vector<Value> iterate = {start};
    // How often it goes round is computed, as TensorFlow does, and limits the loop under XLA only.
    RangeLength(start, limit, delta);
    const Tensor* step = ValOf(delta).constant();
    const auto* target = ast::As<ast::NameExpr>(stmt->target);
    StageLoop(
        state,
        [&] {
          if (step)
            return with_break(Compare(iterate[0], limit,
                                      ElementAsDouble(*step, 0) >= 0 ? ast::CmpOp::kLt : ast::CmpOp::kGt));
          auto both = [&](ast::CmpOp sign, ast::CmpOp side) {
            return context.Op("LogicalAnd", {ValOf(Compare(delta, Value::Int(0), sign)),
                                             ValOf(Compare(iterate[0], limit, side))});
          };
          return with_break(MakeTensor(context.Op("LogicalOr", {both(ast::CmpOp::kGtE, ast::CmpOp::kLt),
                                                                both(ast::CmpOp::kLt, ast::CmpOp::kGt)})));
        },
        [&] {
          const Value now = iterate[0];
          body(now);
          iterate[0] = Op(ast::BinOp::kAdd, now, delta);
        },
        {"<internal iterate>"}, &iterate, target ? target->ref.written->text : std::string_view());
    return Completion::kNormal;
  }
  // Over the first dim: through a TensorArray, whose reads have gradients.
  const tp::Shape& shape = variable ? variable->shape : tensor.shape();
  const DType dtype = variable ? variable->dtype : tensor.dtype();
  if (shape.has_rank() && shape.rank() == 0) LengthOf(iterable);  // says that there is none
  const Value tf = TheInterp().Import("tensorflow");
  Value length;
  if (shape.has_rank() && IsKnown(shape[0]))
    length = Value::Int(shape[0]);
  else {
    // py_builtins.len_ asks for the shape's own shape first.
    if (shape.has_rank()) Call(GetAttr(tf, "shape"), iterable);
    length = GetItem(Call(GetAttr(tf, "shape"), iterable), Value::Int(0));
  }
  ArgList args;
  args.Add(MakeDType(dtype));
  args.AddKeyword(InternStr("size"), length);
  const Value array = CallMethod(Call(GetAttr(tf, "TensorArray"), args), "unstack", {iterable});
  std::vector<Value> iterate = {Value::Int(0)};
  StageLoop(
      state, [&] { return with_break(Compare(iterate[0], length, ast::CmpOp::kLt)); },
      [&] {
        const Value now = iterate[0];
        body(CallMethod(array, "read", {now}));
        iterate[0] = Op(ast::BinOp::kAdd, now, Value::Int(1));
      },
      {"<internal iterate>"}, &iterate);
  return Completion::kNormal;
}

}  // namespace tp
