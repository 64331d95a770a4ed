#include "core/tf/apply_op.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/trace/eager.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

bool IsNone(const Value& v) { return v.is_undef() || v.is_none(); }

std::string NameText(const Value& v) { return IsNone(v) ? std::string() : Str(v); }

// The dtypes that type attributes have so far (by their places in OpInfo::attrs), and which argument or
// attribute gave them.
struct Types {
  struct Known {
    DType dtype = DType::kInvalid;
    std::string_view from;
  };
  explicit Types(const OpInfo& op) : known(op.attrs().size()) {}
  SmallVector<Known, 8> known;
  DType Find(const ArgInfo& input) const {
    return input.type_index < 0 ? DType::kInvalid : known[input.type_index].dtype;
  }
  void Set(const ArgInfo& input, DType dtype) { known[input.type_index] = {dtype, input.name}; }
  std::string_view From(const ArgInfo& input) const { return known[input.type_index].from; }
};

using Inputs = SmallVector<Val, 4>;

DType DefaultType(const OpInfo& op, const ArgInfo& input) {
  const DType* dtype = op.attrs()[input.type_index].default_value.As<DType>();
  return dtype ? *dtype : DType::kInvalid;
}

DType DTypeOfTensorLike(const Value& v) {
  if (IsTensor(v)) return ValOf(v).dtype();
  if (IsVariable(v)) return AsVariable(v)->dtype;
  if (IsNdarray(v)) return ArrayTensor(v).dtype();
  return DType::kInvalid;
}

bool IsListValue(const Value& v) { return IsInstance(v, &ListType) || IsInstance(v, &TupleType); }

bool FastInput(const Value& v) {
  return IsTensor(v) || IsVariable(v) || IsNdarray(v) || v.is_float() || IsAnyInt(v);
}
// A float attribute that is given an int, as its default may be.
bool IntForFloat(const AttrInfo& attr, const Value& v) {
  if (attr.type != AttrType::kFloat) return false;
  Value* items = nullptr;
  int64_t size = 0;
  if (AsSequence(v, &items, &size)) return std::any_of(items, items + size, IsAnyInt);
  if (!v.is_undef()) return IsAnyInt(v) || v.is_bool();
  const double* value = attr.default_value.As<double>();
  return value != nullptr && *value == std::trunc(*value);
}
// Whether TensorFlow's quick way takes the call.
bool FastCall(const OpCall& call) {
  for (size_t i = 0; i < call.attrs.size(); ++i)
    if (IntForFloat(call.op.attrs()[i], call.attrs[i])) return false;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (!call.op.inputs()[i].is_list()) {
      if (!FastInput(call.inputs[i])) return false;
      continue;
    }
    Value* items = nullptr;
    int64_t size = 0;
    if (!AsSequence(call.inputs[i], &items, &size)) return false;
    for (int64_t j = 0; j < size; ++j)
      if (!FastInput(items[j])) return false;
  }
  return true;
}

// ---- eager execution: the first tensor among all inputs of a type attribute gives its dtype; arrays are
// cast to it.
DType DTypeOfTensor(const Value& v) { return IsNdarray(v) ? DType::kInvalid : DTypeOfTensorLike(v); }

void ScanTypes(const OpCall& call, Types* types) {
  const auto inputs = call.op.inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].type_index < 0 || types->Find(inputs[i]) != DType::kInvalid) continue;
    DType dtype = DType::kInvalid;
    Value* items = nullptr;
    int64_t size = 0;
    if (!inputs[i].is_list()) {
      dtype = DTypeOfTensor(call.inputs[i]);
    } else if (AsSequence(call.inputs[i], &items, &size)) {
      for (int64_t j = 0; j < size && dtype == DType::kInvalid; ++j) dtype = DTypeOfTensor(items[j]);
    }
    if (dtype != DType::kInvalid) types->Set(inputs[i], dtype);
  }
}

Val EagerInput(const OpCall& call, const ArgInfo& input, const Value& v, Types* types) {
  if (IsTensor(v)) return ValOf(v);
  if (IsVariable(v) && input.dtype == DType::kResource) return AsVariable(v)->handle;
  DType dtype = input.dtype, hint = DType::kInvalid;
  if (input.type_index >= 0) {
    dtype = types->Find(input);
    if (dtype == DType::kInvalid) hint = DefaultType(call.op, input);
  }
  if (IsVariable(v)) dtype = DType::kInvalid;
  Val value = ConvertToTensor(v, dtype, hint, input.name);
  if (input.type_index >= 0 && types->Find(input) == DType::kInvalid) types->Set(input, value.dtype());
  return value;
}

// Lists whose length is one attribute are equally long: `list` against the first of them, at `inputs[first]`.
void CheckSameLength(const OpCall& call, const ArgInfo& list, int64_t length, size_t first,
                     int64_t first_length) {
  if (length == first_length) return;
  RaiseText(&ValueErrorType,
            fmt::format("List argument '{}' to '{}' Op with length {} must match length {} of argument '{}'.",
                        list.name, FunctionName(call.op.name()), length, first_length,
                        call.op.inputs()[first].name));
}

// The lengths of the lists of a call as they come.
class ListCounts {
 public:
  explicit ListCounts(const OpCall& call) : call_(call) {}

  // Counts the list of input `i`; ValueError where it is not as long as those before with the same attribute.
  void Add(size_t i, int64_t length) {
    const ArgInfo& list = call_.op.inputs()[i];
    for (const auto& [before, count] : lists_)
      if (!list.number_attr.empty() && call_.op.inputs()[before].number_attr == list.number_attr) {
        if (length != count && Context::Get().executing_eagerly()) CheckMinimums();
        return CheckSameLength(call_, list, length, before, count);
      }
    lists_.push_back({i, length});
  }

  // Raises InvalidArgument for a list that is shorter than its attribute allows, as eager execution words it.
  void CheckMinimums() const {
    for (const auto& [i, count] : lists_) {
      const ArgInfo& list = call_.op.inputs()[i];
      const AttrInfo* attr =
          call_.op.FindAttr(list.number_attr.empty() ? list.type_list_attr : list.number_attr);
      const Status status = attr ? CheckInputCount(call_.op, *attr, count) : Status();
      if (!status.ok()) RaiseEagerStatus(status, call_.op.name(), "", FastCall(call_), NameText(call_.name));
    }
  }

 private:
  const OpCall& call_;
  SmallVector<std::pair<size_t, int64_t>, 4> lists_;  // input, length
};

// What TensorFlow's slow way says of a tensor whose dtype is not the one that the op has for its input.
void ConvertFixed(const OpCall& call) {
  const auto inputs = call.op.inputs();
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].is_list() && inputs[i].dtype != DType::kInvalid && inputs[i].dtype != DType::kResource &&
        IsTensor(call.inputs[i]))
      ConvertToTensor(call.inputs[i], inputs[i].dtype, DType::kInvalid, "");
}

void EagerInputs(const OpCall& call, Inputs* values) {
  Types types(call.op);
  ScanTypes(call, &types);
  ListCounts counts(call);
  const auto inputs = call.op.inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].is_list()) {
      values->push_back(EagerInput(call, inputs[i], call.inputs[i], &types));
      continue;
    }
    Value* items = nullptr;
    int64_t size = 0;
    if (!AsSequence(call.inputs[i], &items, &size)) RaiseNotList(call.op, inputs[i].name, call.inputs[i]);
    counts.Add(i, size);
    for (int64_t j = 0; j < size; ++j) values->push_back(EagerInput(call, inputs[i], items[j], &types));
  }
  counts.CheckMinimums();
}

// ---- graph construction: inputs in order; each sets or must match its type attribute.
void CheckAllowed(const OpInfo& op, const ArgInfo& input, DType dtype) {
  const Status status = op.attrs()[input.type_index].CheckAllows(dtype, input.name);
  if (!status.ok()) RaiseText(&TypeErrorType, status.message());
}

Val GraphInput(const OpCall& call, const ArgInfo& input, const Value& v, Types* types) {
  if (IsVariable(v) && input.dtype == DType::kResource)
    return Context::Get().Captured(AsVariable(v)->handle, input.name);
  DType dtype = input.dtype, hint = DType::kInvalid;
  if (input.type_index >= 0) {
    dtype = types->Find(input);
    if (dtype == DType::kInvalid) hint = DefaultType(call.op, input);
  }
  Val value;
  try {
    if (dtype == DType::kInvalid && hint != DType::kInvalid && !IsTensor(v) && !IsVariable(v)) {
      // The value's own dtype where the op takes it, else the attribute's default.
      const AttrInfo& info = call.op.attrs()[input.type_index];
      const bool any = info.allowed_types.empty();
      bool own = false;
      if (!any && !IsListValue(v) && !IsTensorShape(v)) {
        try {
          own = info.Allows(TensorFromPython(v, DType::kInvalid, true).dtype());
        } catch (PyError&) {
        }
      } else if (!any && Len(v) > 0) {
        own = true;
      } else if (!any && IsListValue(v) && !info.Allows(DType::kFloat32)) {
        // An empty list is taken for floats first; that constant stays in the graph.
        Context::Get().Constant(Tensor::Allocate(DType::kFloat32, tp::Shape{0}), input.name);
      }
      value = ConvertToTensor(v, DType::kInvalid, own ? DType::kInvalid : hint, input.name);
    } else {
      value = ConvertToTensor(v, dtype, hint, input.name);
    }
  } catch (PyError& error) {
    if (error.Matches(&TypeErrorType) && dtype != DType::kInvalid) {
      RaiseText(
          &TypeErrorType,
          fmt::format(
              "Expected {} passed to parameter '{}' of op '{}', got {} of type '{}' instead. Error: {}",
              DTypeName(dtype), input.name, call.op.name(), Repr(v), TypeOf(v)->name, Str(error.exception)));
    }
    if (!error.Matches(&ValueErrorType)) throw;
    const DType observed = DTypeOfTensorLike(v);
    if (observed == DType::kInvalid)
      RaiseText(&ValueErrorType, fmt::format("Tried to convert '{}' to a tensor and failed. Error: {}",
                                             input.name, Str(error.exception)));
    const std::string prefix = fmt::format("Input '{}' of '{}' Op has type {} that does not match",
                                           input.name, call.op.name(), DTypeName(observed));
    if (input.type_attr.empty())
      RaiseText(&TypeErrorType, fmt::format("{} expected type of {}.", prefix, DTypeName(input.dtype)));
    RaiseText(&TypeErrorType,
              fmt::format("{} type {} of argument '{}'.", prefix, DTypeName(dtype), types->From(input)));
  }
  if (input.type_index >= 0) {
    if (dtype == DType::kInvalid) {
      CheckAllowed(call.op, input, value.dtype());
      types->Set(input, value.dtype());
    } else if (value.dtype() != dtype) {
      RaiseText(&TypeErrorType,
                fmt::format("Input '{}' of '{}' Op has type {} that does not match type {} of "
                            "argument '{}'.",
                            input.name, call.op.name(), DTypeName(value.dtype()), DTypeName(dtype),
                            types->From(input)));
    }
  }
  return value;
}

std::string ObservedTypes(const Value* items, int64_t size) {
  std::string observed;
  for (int64_t i = 0; i < size; ++i) {
    std::string name = "<NOT CONVERTIBLE TO TENSOR>";
    if (const DType known = DTypeOfTensorLike(items[i]); known != DType::kInvalid) {
      name = DTypeName(known);
    } else {
      try {
        name = DTypeName(TensorFromPython(items[i], DType::kInvalid, true).dtype());
      } catch (PyError&) {
      }
    }
    observed += (observed.empty() ? "" : ", ") + name;
  }
  return observed;
}

void GraphList(const OpCall& call, const ArgInfo& input, const Value& v, Types* types, Inputs* values) {
  Value* items = nullptr;
  int64_t size = 0;
  if (!AsSequence(v, &items, &size)) RaiseNotList(call.op, input.name, v);
  DType dtype = input.dtype, hint = DType::kInvalid;
  const bool known = types->Find(input) != DType::kInvalid;
  if (input.type_index >= 0) {
    dtype = types->Find(input);
    for (int64_t i = 0; i < size && dtype == DType::kInvalid; ++i)
      if (IsTensor(items[i])) dtype = ValOf(items[i]).dtype();
    if (dtype == DType::kInvalid) hint = DefaultType(call.op, input);
  }
  const size_t first = values->size();
  bool failed = false;
  try {
    for (int64_t i = 0; i < size; ++i)
      values->push_back(ConvertToTensor(items[i], dtype, hint, fmt::format("{}_{}", input.name, i)));
    if (!input.number_attr.empty())
      for (size_t i = first; i < values->size(); ++i)
        failed |= (*values)[i].dtype() != (*values)[first].dtype();
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    failed = true;
  }
  if (failed) {
    std::string text = fmt::format("Tensors in list passed to '{}' of '{}' Op have types [{}]", input.name,
                                   call.op.name(), ObservedTypes(items, size));
    if (input.number_attr.empty())
      text += fmt::format(" that are invalid. Tensors: {}", Str(v));
    else if (input.type_attr.empty())
      text += fmt::format(" that do not match expected type {}.", DTypeName(dtype));
    else if (known)
      text += fmt::format(" that do not match type {} inferred from earlier arguments.", DTypeName(dtype));
    else
      text += " that don't all match.";
    RaiseText(&TypeErrorType, text);
  }
  if (!input.number_attr.empty()) {
    const AttrInfo* number = call.op.FindAttr(input.number_attr);
    if (number && number->minimum && size < *number->minimum)
      RaiseText(&ValueErrorType,
                fmt::format("List argument '{}' to '{}' Op with length {} shorter than minimum length {}.",
                            input.name, call.op.name(), size, *number->minimum));
  }
  if (input.type_index >= 0 && size > 0 && !known) {
    CheckAllowed(call.op, input, (*values)[first].dtype());
    types->Set(input, (*values)[first].dtype());
  }
}

void GraphInputs(const OpCall& call, Inputs* values) {
  Types types(call.op);
  for (size_t i = 0; i < call.attrs.size(); ++i) {
    const AttrInfo& attr = call.op.attrs()[i];
    if (attr.type == AttrType::kType && !attr.is_list && !IsNone(call.attrs[i]))
      types.known[i] = {AsDType(call.attrs[i]), attr.name};
  }
  const auto inputs = call.op.inputs();
  ListCounts counts(call);
  for (size_t i = 0; i < inputs.size(); ++i) {
    Value* items = nullptr;
    int64_t size = 0;
    if (inputs[i].is_list() && AsSequence(call.inputs[i], &items, &size)) counts.Add(i, size);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_list())
      GraphList(call, inputs[i], call.inputs[i], &types, values);
    else
      values->push_back(GraphInput(call, inputs[i], call.inputs[i], &types));
  }
}

Attrs CollectAttrs(const OpCall& call) {
  std::vector<AttrSet::Item> items;
  for (size_t i = 0; i < call.attrs.size(); ++i) {
    const AttrInfo& attr = call.op.attrs()[i];
    if (attr.derived || IsNone(call.attrs[i])) continue;
    items.emplace_back(attr.name, AttrFromPython(call.op, attr, call.attrs[i]));
  }
  return MakeAttrs(std::move(items));
}

// How eager execution calls the function around an op: by its name and the lengths of its lists,
// "ConcatV2_N_2", "IteratorGetNext_output_types_1".
std::string WrappedName(const OpInfo& op, std::span<const Val> inputs, const AttrSet& attrs) {
  std::vector<DType> types;
  for (const Val& input : inputs) types.push_back(input.dtype());
  std::string name(op.name());
  auto counts = [&](const AttrSet::Item& item) {
    auto of = [&](const ArgInfo& arg) {
      return arg.number_attr == item.first || arg.type_list_attr == item.first;
    };
    return std::any_of(op.inputs().begin(), op.inputs().end(), of) ||
           std::any_of(op.outputs().begin(), op.outputs().end(), of);
  };
  for (const AttrSet::Item& item : op.AllAttrs(types, attrs)) {
    if (!counts(item)) continue;
    if (const auto* list = item.second.As<std::vector<DType>>())
      name += fmt::format("_{}_{}", item.first, list->size());
    else if (const int64_t* number = item.second.As<int64_t>())
      name += fmt::format("_{}_{}", item.first, *number);
  }
  return name;
}

}  // namespace

const OpInfo& RequireOp(std::string_view name) {
  const OpInfo* op = OpRegistry::Find(name);
  if (!op) RaiseText(&NotImplementedErrorType, fmt::format("the op `{}` is not implemented", name));
  return *op;
}

OpCall& OpCall::Set(std::string_view parameter, Value value) {
  const int input = op.InputIndex(parameter);
  if (input >= 0) {
    inputs[input] = std::move(value);
    return *this;
  }
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (op.attrs()[i].name == parameter) {
      attrs[i] = std::move(value);
      return *this;
    }
  }
  TP_CHECK(false, "op {} has no parameter {}", op.name(), parameter);
  return *this;
}

void RaiseOpError(const OpError& error, const OpInfo* op, bool fast, const Value& name) {
  if (!Context::Get().executing_eagerly() || !op) RaiseStatus(error.status);
  RaiseEagerStatus(error.status, op->name(), op->name(), fast, NameText(name));
}

std::vector<Val> ApplyOp(const OpCall& call) {
  Context& context = Context::Get();
  for (size_t i = 0; i < call.attrs.size(); ++i)
    if (call.op.attrs()[i].is_list && !IsNone(call.attrs[i]))
      CheckListAttr(call.op, call.op.attrs()[i], call.attrs[i]);
  Inputs values;
  if (context.executing_eagerly()) {
    EagerInputs(call, &values);
    const Attrs attrs = CollectAttrs(call);
    try {
      return context.Apply(call.op, values, attrs);
    } catch (const OpError& error) {
      if (!FastCall(call)) ConvertFixed(call);
      const std::string wrapped = WrappedName(call.op, values, attrs ? *attrs : AttrSet());
      RaiseEagerStatus(error.status, call.op.name(), wrapped, FastCall(call), NameText(call.name));
    }
  }
  const std::string name = IsNone(call.name) ? std::string(call.op.name()) : NameText(call.name);
  std::string old;
  const std::string scope = context.EnterScope(name, &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  };
  Attrs attrs;
  {
    const Leave leave{&old};
    GraphInputs(call, &values);
    attrs = CollectAttrs(call);
  }
  try {
    return context.Apply(call.op, values, std::move(attrs), scope);
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
}

namespace {

Value NamedTupleClass(const OpInfo& op) {
  static std::map<const OpInfo*, Value> classes;
  Value& cls = classes[&op];
  if (cls.is_undef()) {
    ListObject* fields = NewList();
    const Value list = Value::Own(fields);
    for (const ArgInfo& output : op.outputs()) ListAppend(fields, MakeStr(output.name));
    cls = Call(GetAttr(TheInterp().Import("collections"), "namedtuple"), MakeStr(op.name()), list);
  }
  return cls;
}

}  // namespace

namespace {

// The shortest way, for what eager code does most: an op with one output on eager tensors, no attribute
// given, no tape. False where the call is not so.
bool ApplyToTensors(const OpCall& call, Context& context, Value* result) {
  if (!context.executing_eagerly() || context.recording() || context.after_op) return false;
  const auto outputs = call.op.outputs();
  if (outputs.size() != 1 || outputs[0].is_list()) return false;
  for (const Value& attr : call.attrs)
    if (!IsNone(attr)) return false;
  SmallVector<Tensor, 4> tensors;
  for (const Value& input : call.inputs) {
    if (!IsExact(input, &EagerTensorType)) return false;
    tensors.push_back(ValOf(input).tensor());
  }
  Tensor output;
  try {
    RunEagerly(call.op, *EmptyAttrs(), tensors, {&output, 1});
  } catch (const OpError& error) {
    RaiseEagerStatus(error.status, call.op.name(), std::string(call.op.name()), /*fast=*/true,
                     NameText(call.name));
  }
  *result = MakeTensor(std::move(output));
  return true;
}

// How many of `count` outputs each list of them has: as the attributes of the call say; those whose lengths
// follow from inputs share what is left.
std::vector<size_t> ListLengths(const OpCall& call, size_t count) {
  const auto defs = call.op.outputs();
  std::vector<size_t> lengths(defs.size(), 1);
  std::vector<size_t> open;
  for (size_t i = 0; i < defs.size(); ++i) {
    if (defs[i].is_list()) {
      const AttrInfo* attr =
          call.op.FindAttr(defs[i].number_attr.empty() ? defs[i].type_list_attr : defs[i].number_attr);
      const Value& given = call.attrs[static_cast<size_t>(attr - call.op.attrs().data())];
      if (attr->derived || IsNone(given)) {
        open.push_back(i);
        continue;
      }
      const AttrValue value = AttrFromPython(call.op, *attr, given);
      const auto* types = value.As<std::vector<DType>>();
      const int64_t* number = value.As<int64_t>();
      lengths[i] = types ? types->size() : number ? static_cast<size_t>(*number) : 0;
    }
    count -= std::min(count, lengths[i]);
  }
  for (size_t i : open) lengths[i] = count / open.size();
  return lengths;
}

}  // namespace

Value ApplyOpValue(const OpCall& call) {
  Context& context = Context::Get();
  if (Value result; ApplyToTensors(call, context, &result)) return result;
  std::vector<Val> outputs = ApplyOp(call);
  const auto defs = call.op.outputs();
  if (defs.empty()) {
    if (context.executing_eagerly()) return Value::None();
    const Ref<FuncGraph> graph(context.graph());
    return MakeOperation(graph, static_cast<NodeId>(graph->num_nodes() - 1));
  }
  if (defs.size() == 1 && !defs[0].is_list()) return MakeTensor(std::move(outputs[0]));
  std::vector<Value> results;
  size_t at = 0;
  const std::vector<size_t> lengths = ListLengths(call, outputs.size());
  for (const ArgInfo& def : defs) {
    if (!def.is_list()) {
      results.push_back(MakeTensor(std::move(outputs[at++])));
      continue;
    }
    const size_t length = lengths[static_cast<size_t>(&def - defs.data())];
    ListObject* list = NewList(static_cast<int64_t>(length));
    for (size_t i = 0; i < length; ++i) ListAppend(list, MakeTensor(std::move(outputs[at++])));
    results.push_back(Value::Own(list));
  }
  if (results.size() == 1) return results[0];
  ArgList args;
  for (Value& result : results) args.Add(std::move(result));
  return Call(NamedTupleClass(call.op), args);
}

Value CallOp(const OpInfo& op, std::initializer_list<Value> inputs, const Value& name) {
  OpCall call(op);
  size_t i = 0;
  for (const Value& input : inputs) call.inputs[i++] = input;
  call.name = name;
  return ApplyOpValue(call);
}

Value CallOp(std::string_view op, std::initializer_list<Value> inputs,
             std::initializer_list<std::pair<std::string_view, Value>> attrs, const Value& name) {
  OpCall call(RequireOp(op));
  size_t i = 0;
  for (const Value& input : inputs) call.inputs[i++] = input;
  for (const auto& [key, value] : attrs) call.Set(key, value);
  call.name = name;
  return ApplyOpValue(call);
}

OpScope::OpScope(const Value& name, std::string_view default_name) {
  Context& context = Context::Get();
  if (context.executing_eagerly()) {
    name_ = Value::None();
    return;
  }
  name_ = MakeStr(context.EnterScope(IsNone(name) ? std::string(default_name) : Str(name), &old_));
  entered_ = true;
}

OpScope::~OpScope() {
  if (entered_) Context::Get().ExitScope(std::move(old_));
}

}  // namespace tp
