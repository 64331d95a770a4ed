#include "core/trace/concrete_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/ir/effects.h"
#include "core/tensor/plain_type_name.h"
#include "core/trace/composite.h"
#include "core/trace/errors.h"
#include "core/trace/observer.h"
#include "core/trace/py_types.h"
#include "core/trace/specs.h"
#include "core/trace/structure.h"

namespace tp {
void ConcreteFunction::CheckInputs(std::span<const Val> arguments) const {
  TP_CHECK(arguments.size() == num_arguments(), "{} takes {} tensors, not {}", name, num_arguments(),
           arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ValueId input = graph->inputs_list[i];
    const DType wanted = graph->dtype(input), given = arguments[i].dtype();
    if (wanted != given)
      RaiseStatus(Status(Code::kInvalidArgument,
                         fmt::format("cannot compute {} as input #{}(zero-based) was "
                                     "expected to be a {} tensor but is a {} tensor [Op:{}]",
                                     name, i, PlainTypeName(wanted), PlainTypeName(given), name)));
    // What is planned for one shape does not run on another; see CallWithAnyShapes.
    if (!AreCompatible(WithoutSymbols(arguments[i].shape()), WithoutSymbols(graph->shape(input))))
      RaiseStatus(
          Status(Code::kInvalidArgument, fmt::format("cannot compute {} as input #{}(zero-based) was "
                                                     "expected to have shape {} but has shape {} [Op:{}]",
                                                     name, i, WithoutSymbols(graph->shape(input)).ToString(),
                                                     WithoutSymbols(arguments[i].shape()).ToString(), name)));
  }
}

namespace {

// For each leaf of a structure, in order: "d_y_0" for d['y'][0], as TF's sanitize_spec_name spells it.
void LeafPaths(const Value& structure, const std::string& path, std::vector<std::string>* paths) {
  std::vector<std::pair<std::string, Value>> items;
  Value* sequence;
  int64_t size;
  switch (ContainerOf(structure)) {
    case Container::kLeaf:
      paths->push_back(path);
      return;
    case Container::kDict:
      for (const Value& key : SortedKeys(structure)) items.emplace_back(Str(key), GetItem(structure, key));
      break;
    case Container::kNamedTuple:
      ForEach(GetAttr(structure, "_fields"), [&](const Value& field) {
        items.emplace_back(Str(field), GetAttr(structure, StrView(field)));
      });
      break;
    case Container::kList:
    case Container::kTuple:
      AsSequence(structure, &sequence, &size);
      for (int64_t i = 0; i < size; ++i) items.emplace_back(std::to_string(i), sequence[i]);
      break;
    case Container::kCustom:
      for (const Value& part : PartsOf(structure).components)
        items.emplace_back(std::to_string(items.size()), part);
      break;
  }
  for (const auto& [name, item] : items) LeafPaths(item, path + "_" + name, paths);
}

std::string SpecNameOf(std::string path) {
  for (char& c : path) {
    const auto byte = static_cast<unsigned char>(c);
    c = std::isalnum(byte) ? static_cast<char>(std::tolower(byte)) : '_';
  }
  return path[0] == '_' || std::isdigit(path[0]) ? "tensor_" + path : path;
}

}  // namespace

namespace {
Value Internal() { return GetAttr(TheInterp().Import("tensorflow"), "__internal__"); }
}  // namespace

Shape ConcreteFunction::DeclaredShape(const Val& placeholder) const {
  const auto inputs = graph->inputs_list;
  const auto found = std::find(inputs.begin(), inputs.end(), placeholder.id());
  const auto index = static_cast<size_t>(found - inputs.begin());
  return index < declared_shapes.size() ? declared_shapes[index] : placeholder.shape();
}

std::vector<Value> ConcreteFunction::StructuredSpecs() const {
  std::vector<Value> specs;
  size_t next = 0;
  TypeContext context;  // numbers the variables
  for (const Value& input : structured_inputs) {
    std::vector<Value> leaves;
    Flatten(input, &leaves);
    for (const Value& leaf : leaves)
      if (IsVariable(leaf)) context.AliasOf(leaf);
  }
  size_t seen = 0;  // variables with an input
  for (size_t i = 0; i < structured_inputs.size(); ++i) {
    const std::string& parameter = type->parameters()[i].name;
    std::vector<std::string> paths;
    LeafPaths(structured_inputs[i], parameter, &paths);
    size_t leaf_number = 0;
    specs.push_back(MapStructure(structured_inputs[i], [&](const Value& leaf) {
      const std::string& path = paths[leaf_number++];
      if (IsComposite(leaf)) {
        next += ComponentsOf(leaf).size();
        return CompositeSpecOf(leaf);
      }
      if (IsVariable(leaf)) {
        const VariableObject* v = AsVariable(leaf);
        const int alias = context.AliasOf(leaf);
        if (static_cast<size_t>(alias) == seen) ++seen, ++next;
        ArgList args;
        args.Add(MakeShape(WithoutSymbols(v->shape)));
        args.Add(MakeDType(v->dtype));
        args.Add(Value::Bool(v->trainable));
        args.Add(Value::Int(alias));
        return Call(GetAttr(Internal(), "VariableSpec"), args);
      }
      if (!IsTensor(leaf)) {
        const LiteralValue literal = LiteralOf(leaf);
        const bool shown = (!std::holds_alternative<LiteralOther>(literal) &&
                            !std::holds_alternative<LiteralBytes>(literal)) ||
                           IsAnyInt(leaf) || IsDType(leaf) || IsTensorSpec(leaf) || IsCompositeSpec(leaf);
        return shown ? leaf : Call(GetAttr(Internal(), "UnknownArgument"));
      }
      const std::string& given = next < placeholder_names.size() ? placeholder_names[next++] : "";
      return MakeTensorSpec(ValOf(leaf).dtype(), WithoutSymbols(DeclaredShape(ValOf(leaf))),
                            MakeStr(given == parameter ? SpecNameOf(path) : given));
    }));
  }
  return specs;
}

Value ConcreteFunction::Pack(std::span<const Val> outputs) const {
  if (IsTensor(structured_outputs)) return MakeTensor(outputs[static_cast<size_t>(output_map[0])]);
  if (structured_outputs.is_none()) return Value::None();
  if (IsExact(structured_outputs, &TupleType)) {  // most often of tensors only: made without allocation
    const auto* tuple = structured_outputs.as<TupleObject>();
    if (std::all_of(tuple->items, tuple->items + tuple->size, IsTensor)) {
      TupleObject* made = NewTuple(tuple->size);
      size_t next = 0;
      const Value result = Value::Own(made);
      for (int64_t i = 0; i < tuple->size; ++i)
        made->items[i] = MakeTensor(outputs[static_cast<size_t>(output_map[next++])]);
      return result;
    }
  }
  std::vector<Val> tensors;
  for (int output : output_map) tensors.push_back(outputs[static_cast<size_t>(output)]);
  return WithTensors(structured_outputs, tensors, Rebuild::kTraceType);
}

Value ConcreteFunction::CallEagerly(std::vector<Tensor>* inputs) {
  Context& context = Context::Get();
  if (running_ || !declared_shapes.empty()) {
    std::vector<Val> arguments;
    for (Tensor& t : *inputs) arguments.push_back(context.Eager(std::move(t)));
    inputs->clear();
    return CallFlat(arguments);
  }
  running_ = true;
  struct Done {
    ConcreteFunction* f;
    ~Done() {
      // Nothing of the call is held longer than it.
      f->run_inputs_.clear();
      for (Tensor& t : f->run_outputs_)
        if (t.valid()) t.Reset();
      f->running_ = false;
    }
  } done{this};
  run_inputs_.swap(*inputs);
  for (const Val& capture : captures) run_inputs_.push_back(capture.tensor());
  run_outputs_.resize(graph->outputs_list.size());
  const Status status = context.runner().RunGraph(*graph, run_inputs_, run_outputs_);
  if (!status.ok()) RaiseGraphStatus(status, name);
  if (IsTensor(structured_outputs))
    return MakeTensor(std::move(run_outputs_[static_cast<size_t>(output_map[0])]));
  SmallVector<Val, 4> outputs;
  for (const Tensor& t : run_outputs_) outputs.push_back(context.Eager(t));
  return Pack(outputs);
}

Value ConcreteFunction::CallFlat(std::span<const Val> arguments) {
  if (!declared_shapes.empty() && RunsUnplanned(arguments)) return RunUnplanned(arguments);
  CheckInputs(arguments);
  if (TraceObserver::current) TraceObserver::current->OnCall(*this, arguments);
  Context& context = Context::Get();
  std::vector<Val> inputs(arguments.begin(), arguments.end());
  inputs.insert(inputs.end(), captures.begin(), captures.end());
  // Trainable variables that the function reads are watched by tapes that watch what is accessed.
  for (const Value& ref : accessed_variables)
    if (Object* variable = ref.as<WeakRefObject>()->target)
      context.VariableAccessed(static_cast<VariableObject*>(variable));
  // Values that stand in the graph as constants are inputs where a tape follows one of them.
  const auto* traced = context.recording() ? dynamic_cast<const FuncGraph*>(graph.get()) : nullptr;
  std::vector<Val> values;
  std::vector<ValueId> constants;
  for (size_t i = 0; traced && i < traced->captures().size(); ++i) {
    const FuncGraph::Capture& capture = traced->captures()[i];
    if (!capture.by_value || !capture.external.has_value()) continue;
    values.push_back(capture.external);
    constants.push_back(capture.internal.id());
  }
  if (!values.empty() && TapesWatching(values) > 0) {
    inputs.insert(inputs.end(), values.begin(), values.end());
    return Pack(callable->WithInputsFor(constants).RunRecorded(inputs));
  }
  return Pack(callable->RunRecorded(inputs));
}

Value ConcreteFunction::CallWithAnyShapes(std::span<const Val> arguments) {
  return RunsUnplanned(arguments) ? RunUnplanned(arguments) : CallFlat(arguments);
}

bool ConcreteFunction::RunsUnplanned(std::span<const Val> arguments) const {
  const Context& context = Context::Get();
  bool excluded = false, possible = context.executing_eagerly() && !context.recording();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ValueId input = graph->inputs_list[i];
    possible &= !arguments[i].symbolic() && arguments[i].dtype() == graph->dtype(input);
    excluded |= !AreCompatible(WithoutSymbols(arguments[i].shape()), WithoutSymbols(graph->shape(input)));
  }
  for (const Val& v : captures) possible &= !v.symbolic();
  return excluded && possible;
}

Value ConcreteFunction::RunUnplanned(std::span<const Val> arguments) {
  Context& context = Context::Get();
  std::vector<Tensor> inputs, outputs(graph->outputs_list.size());
  for (const Val& v : arguments) inputs.push_back(v.tensor());
  for (const Val& v : captures) inputs.push_back(v.tensor());
  // A copy that knows no shapes.
  const Ref<Graph> copy = graph->Clone();
  for (ValueId v = 0; v < copy->num_values(); ++v) copy->SetShape(v, Shape::UnknownRank());
  const Status status = context.runner().RunGraph(*copy, inputs, outputs);
  if (!status.ok()) RaiseGraphStatus(status, name);
  std::vector<Val> results;
  for (Tensor& t : outputs) results.push_back(context.Eager(std::move(t)));
  return Pack(results);
}

Value MakeConcreteFunction(Ref<ConcreteFunction> function) {
  if (function->python_object) return Value::Borrow(function->python_object);
  TypeObject* type = function->saved_inputs.is_undef() ? &ConcreteFunctionType : &WrapperFunctionType;
  ReadyType(type);
  auto* object = New<ConcreteFunctionObject>(type);
  function->python_object = object;
  new (&object->function) Ref<ConcreteFunction>(std::move(function));
  GcTrack(object);
  return Value::Own(object);
}

}  // namespace tp
