// ConvertToTensor: tf.convert_to_tensor, with lists that hold tensors packed by Pack ops, variables read and
// objects asked for __tf_tensor__ (framework/tensor_conversion_registry.py, ops/array_ops.py).
#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

bool IsListOrTuple(const Value& v) { return IsInstance(v, &ListType) || IsInstance(v, &TupleType); }

bool IsTensorLike(const Value& v) { return IsTensor(v) || IsVariable(v); }

// Does a nested list hold a tensor somewhere? `*dtype`: that of the first one.
bool HoldsTensor(const Value& v, DType* dtype) {
  Value* items = nullptr;
  int64_t size = 0;
  if (!IsListOrTuple(v) || !AsSequence(v, &items, &size)) return false;
  const NativeRecursion recursion(" while converting a sequence to a Tensor");
  for (int64_t i = 0; i < size; ++i) {
    if (IsTensorLike(items[i])) {
      *dtype = IsTensor(items[i]) ? ValOf(items[i]).dtype() : AsVariable(items[i])->dtype;
      return true;
    }
    if (HoldsTensor(items[i], dtype)) return true;
  }
  return false;
}

// Is an int in `v` too large for int32? Eager execution takes such sizes as int64, where a graph wraps them.
bool NeedsInt64(const Value& v) {
  Value* items = nullptr;
  int64_t size = 0;
  if (v.is_int()) return v.as_int() != static_cast<int32_t>(v.as_int());
  if (!IsListOrTuple(v) || !AsSequence(v, &items, &size)) return false;
  return std::any_of(items, items + size, NeedsInt64);
}

Val CastTo(const Val& value, DType dtype) {
  if (value.dtype() == dtype) return value;
  return Context::Get().Op("Cast", {value}, MakeAttrs({{"DstT", dtype}}));
}

// Opens and leaves the scope `name` for a list or tuple, and in it those of the lists that it holds.
void OpenScopes(const Value& v, const std::string& name) {
  Value* items = nullptr;
  int64_t size = 0;
  Context& context = Context::Get();
  if (context.executing_eagerly() || !AsSequence(v, &items, &size)) return;
  std::string old;
  context.EnterScope(name, &old);
  for (int64_t i = 0; i < size; ++i) OpenScopes(items[i], std::to_string(i));
  context.ExitScope(std::move(old));
}

Val PackList(const Value& list, DType dtype, std::string_view name, bool cast) {
  Context& context = Context::Get();
  std::string old;
  const std::string scope = context.EnterScope(name, &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  } leave{&old};
  Value* items = nullptr;
  int64_t size = 0;
  AsSequence(list, &items, &size);
  // Lists inside come first, and each has a scope of its own, also where it turns out to be a constant: that
  // is then named "1_1".
  std::vector<Val> parts(size);
  DType unused = DType::kInvalid;
  for (int64_t i = 0; i < size; ++i) {
    if (IsTensorLike(items[i])) continue;
    if (HoldsTensor(items[i], &unused))
      parts[i] = PackList(items[i], dtype, std::to_string(i), cast);
    else
      OpenScopes(items[i], std::to_string(i));
  }
  std::vector<int64_t> captured;  // eager tensors: by the op, so behind all others and named after its input
  for (int64_t i = 0; i < size; ++i) {
    const std::string part_name = std::to_string(i);
    if (parts[i].has_value()) continue;
    if (context.graph() && IsTensor(items[i]) && !ValOf(items[i]).symbolic() &&
        ValOf(items[i]).dtype() == dtype) {
      captured.push_back(i);
    } else if (IsTensorLike(items[i])) {
      Val part = ConvertToTensor(items[i], DType::kInvalid, DType::kInvalid, part_name);
      if (cast) part = CastTo(part, dtype);
      if (part.dtype() != dtype && context.graph())
        RaiseText(&TypeErrorType,
                  fmt::format("Cannot convert a list containing a tensor of dtype {} to {} (Tensor is: {})",
                              Repr(MakeDType(part.dtype())), Repr(MakeDType(dtype)), Repr(MakeTensor(part))));
      parts[i] = std::move(part);
    } else {
      parts[i] = ConvertToTensor(items[i], dtype, DType::kInvalid, part_name);
    }
  }
  for (const int64_t i : captured)
    parts[i] = ConvertToTensor(items[i], dtype, DType::kInvalid, fmt::format("values_{}", i));
  const bool eager = context.executing_eagerly();
  try {
    return context.Ops("Pack", parts, MakeAttrs({{"axis", 0}}), eager ? std::string(name) : scope)[0];
  } catch (const OpError& error) {
    if (eager) RaiseEagerStatus(error.status, "Pack", fmt::format("Pack_N_{}", size), true, name);
    RaiseStatus(error.status);
  }
}

}  // namespace

Val ReadVariable(VariableObject* variable) {
  Context& context = Context::Get();
  if (variable->trainable) context.VariableAccessed(variable);
  // What assign() gave is read behind the assignment.
  FuncGraph* graph = context.graph();
  const bool waits = graph && variable->parent_graph.get() == graph;
  if (waits) graph->control_stack.push_back({.before = {variable->parent_node}});
  struct Leave {
    FuncGraph* graph;
    ~Leave() {
      if (graph) graph->control_stack.pop_back();
    }
  } leave{waits ? graph : nullptr};
  try {
    Val value = context.Op("ReadVariableOp", {variable->handle}, MakeAttrs({{"dtype", variable->dtype}}));
    // A handle that was captured says nothing of the shape; the variable does.
    if (value.symbolic() && !value.shape().IsFullyKnown())
      value.graph()->SetShape(value.id(), variable->shape);
    return value;
  } catch (const OpError& error) {
    if (context.executing_eagerly())
      RaiseEagerStatus(error.status, "ReadVariableOp", "ReadVariableOp", true, "");
    RaiseStatus(error.status);
  }
}

void CheckDType(const Value& tensor, DType dtype, std::string_view prefix) {
  const DType own = ValOf(tensor).dtype();
  if (dtype == DType::kInvalid || dtype == own) return;
  RaiseText(&ValueErrorType,
            fmt::format("{}Tensor conversion requested dtype {} for Tensor with dtype {}: {}", prefix,
                        DTypeName(dtype), DTypeName(own), Repr(tensor)));
}

Val ConvertToTensor(const Value& v, DType dtype, DType hint, std::string_view name) {
  Context& context = Context::Get();
  if (IsTensor(v)) {
    const Val& val = ValOf(v);
    CheckDType(v, dtype);
    return val.symbolic() ? val : context.Captured(val, name);
  }
  if (IsVariable(v)) {
    VariableObject* variable = AsVariable(v);
    if (dtype != DType::kInvalid && dtype != variable->dtype)
      RaiseText(&ValueErrorType,
                fmt::format("Incompatible type conversion requested to type {} for `tf.Variable of type {}'. "
                            "(Variable: {})",
                            StrRepr(DTypeName(dtype)), StrRepr(DTypeName(variable->dtype)), Str(v)));
    return ReadVariable(variable);
  }
  if (v.is_object() && !IsStr(v) && !IsNdarray(v) && !IsListOrTuple(v) && !IsTensorShape(v) && !IsType(v)) {
    const Value method = GetAttrOrUndef(v, "__tf_tensor__");
    if (!method.is_undef()) {
      const bool unnamed = name.empty() || name == "Const";
      const Value result = Call(method, dtype == DType::kInvalid ? Value::None() : MakeDType(dtype),
                                unnamed ? Value::None() : MakeStr(name));
      if (!IsTensor(result)) Raise(&TypeErrorType, "__tf_tensor__ returned a value that is not a tensor");
      return ValOf(result);
    }
  }
  DType packed = DType::kInvalid;
  if (HoldsTensor(v, &packed)) {
    const DType to = dtype != DType::kInvalid ? dtype : packed;
    const bool plain_name = name.empty() || name == "Const";
    return PackList(v, to, plain_name ? "packed" : name, dtype != DType::kInvalid && dtype != packed);
  }
  const bool graph = !context.executing_eagerly();
  if (IsTensorShape(v)) {
    const tp::Shape& shape = v.as<TensorShapeObject>()->shape;
    if (!shape.IsFullyKnown())
      RaiseText(&ValueErrorType, fmt::format("Cannot convert a partially known TensorShape {} to a Tensor.",
                                             shape.ToString()));
    // Dimensions are int32 where they fit, also where there are none.
    DType wanted = dtype;
    if (dtype == DType::kInvalid && hint == DType::kInt64) wanted = hint;
    if (wanted == DType::kInvalid && shape.rank() == 0) wanted = DType::kInt32;
    const Tensor dims = TensorFromPython(ToList(v), wanted, graph);
    return context.Constant(dims, name.empty() || name == "Const" ? "shape_as_tensor" : name);
  }
  if (dtype == DType::kInvalid && hint == DType::kInt32 && !graph && NeedsInt64(v)) hint = DType::kInt64;
  if (dtype == DType::kInvalid && hint != DType::kInvalid) {
    try {
      return context.Constant(TensorFromPython(v, hint, graph), name);
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    }
  }
  return context.Constant(TensorFromPython(v, dtype, graph), name);
}

}  // namespace tp
