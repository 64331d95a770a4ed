#include "core/trace/objects.h"

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/gc.h"

namespace tp {

Value MakeTensor(Val val) {
  if (!val.symbolic()) {
    auto* object = New<TensorObject>(&EagerTensorType);
    new (&object->val) Val(std::move(val));
    GcTrack(object);
    return Value::Own(object);
  }
  // One value is one object: `x.op.outputs[0] is x`.
  std::vector<TensorObject*>& objects = GraphOf(val)->tensor_objects;
  const ValueId id = val.id();
  if (id >= objects.size()) objects.resize(id + 1);
  if (objects[id]) return Value::Borrow(objects[id]);
  auto* object = New<TensorObject>(&SymbolicTensorType);
  new (&object->val) Val(std::move(val));
  GcTrack(object);
  objects[id] = object;
  return Value::Own(object);
}

Value MakeTensor(Tensor tensor) { return MakeTensor(Context::Get().Eager(std::move(tensor))); }

std::string TensorName(const Val& val) {
  const Graph& graph = *val.graph();
  const ValueInfo& info = graph.value(val.id());
  return fmt::format("{}:{}", graph.node_name(info.node), info.index);
}

Value MakeDType(DType dtype) {
  constexpr size_t kCount = 64;
  static Value objects[kCount];
  TP_CHECK(static_cast<size_t>(dtype) < kCount);
  Value& object = objects[static_cast<size_t>(dtype)];
  if (object.is_undef()) {
    ReadyType(&DTypeType);
    auto* made = New<DTypeObject>(&DTypeType);
    made->dtype = dtype;
    object = Value::Own(made);
  }
  return object;
}

namespace {

std::optional<DType> DTypeOfType(const Value& v) {
  const TypeObject* type = AsType(v);
  if (type == &FloatType) return DType::kFloat32;
  if (type == &BoolType) return DType::kBool;
  std::string_view name = type->name;
  if (!IsSubtype(type, &NumpyGenericType)) {  // NumPy's text is a class of Python's kinds
    const Value module = GetAttrOrUndef(v, "__module__");
    const bool text = (name == "str_" || name == "bytes_") && IsStr(module) && StrView(module) == "numpy";
    return text ? std::optional(DType::kString) : std::nullopt;
  }
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  if (!name.empty() && name.back() == '_') name.remove_suffix(1);  // bool_, str_
  if (name == "str" || name == "bytes" || name == "object") return DType::kString;
  return DTypeFromName(name);
}

std::optional<DType> DTypeFromText(std::string_view name) {
  if (name == "float") return DType::kFloat32;
  if (name == "half") return DType::kFloat16;
  if (name == "double") return DType::kFloat64;
  for (int i = 1; i < 24; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (DTypeSize(dtype) && DTypeName(dtype) == name) return dtype;
  }
  return {};
}

}  // namespace

DType AsDType(const Value& v) {
  if (IsDType(v)) return v.as<DTypeObject>()->dtype;
  std::optional<DType> found;
  if (IsStr(v))
    found = DTypeFromText(StrView(v));
  else if (v.is_int() && v.as_int() > 0 && v.as_int() < 24 && DTypeSize(static_cast<DType>(v.as_int())))
    found = static_cast<DType>(v.as_int());
  else if (IsType(v))
    found = DTypeOfType(v);
  if (!found && v.is_object() && !IsStr(v) && !IsType(v)) {
    // np.dtype objects, and whatever else has a dtype.
    Value name = GetAttrOrUndef(v, "name");
    if (!name.is_undef() && IsStr(name)) found = DTypeFromText(StrView(name));
    if (!found && std::string_view(TypeOf(v)->name) == "dtype") {
      const Value kind = GetAttrOrUndef(v, "kind");  // text of some width, or objects
      if (IsStr(kind) && std::string_view("USO").find(StrView(kind)) != std::string_view::npos)
        found = DType::kString;
    }
    if (!found) {
      const Value dtype = GetAttrOrUndef(v, "dtype");
      if (IsDType(dtype)) return dtype.as<DTypeObject>()->dtype;
    }
  }
  if (!found)
    RaiseText(&TypeErrorType,
              fmt::format("Cannot convert the argument `type_value`: {} to a TensorFlow DType.", Repr(v)));
  return *found;
}

DType AsDTypeOrNone(const Value& v) { return v.is_undef() || v.is_none() ? DType::kInvalid : AsDType(v); }

Value MakeShape(const tp::Shape& shape, bool kept) {
  auto* object = New<TensorShapeObject>(&TensorShapeType);
  object->kept = kept;
  new (&object->shape) tp::Shape(shape);
  return Value::Own(object);
}

namespace {

Dim AsDim(const Value& v) {
  if (v.is_none()) return kUnknownDim;
  if (IsTensor(v) && !ValOf(v).symbolic()) {
    const int64_t dim = ElementAsInt(ValOf(v).tensor(), 0);
    return dim;
  }
  if (v.is_float() || IsStr(v)) {
    RaiseText(&TypeErrorType,
              fmt::format(
                  "Dimension value must be integer or None or have an __index__ method, got value '{}' with "
                  "type '{}'",
                  Repr(v), Repr(TypeValue(TypeOf(v)))));
  }
  static StrObject* const dimension = InternStr("_tf_dimension");
  if (!v.is_int() && !GetAttrOrUndef(v, dimension).is_undef()) return AsDim(GetAttr(v, "value"));
  int64_t dim = 0;
  try {
    dim = IndexInt64(v);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
    RaiseText(&TypeErrorType,
              fmt::format(
                  "Dimension value must be integer or None or have an __index__ method, got value '{}' with "
                  "type '{}'",
                  Repr(v), Repr(TypeValue(TypeOf(v)))));
  }
  if (dim < 0) RaiseText(&ValueErrorType, fmt::format("Dimension {} must be >= 0", dim));
  return dim;
}

}  // namespace

tp::Shape AsShape(const Value& v) {
  if (IsTensorShape(v)) return v.as<TensorShapeObject>()->shape;
  if (v.is_none()) return tp::Shape::UnknownRank();
  tp::Shape shape;
  if (IsNdarray(v) || (IsTensor(v) && !ValOf(v).symbolic())) {
    const Tensor& tensor = IsNdarray(v) ? ArrayTensor(v) : ValOf(v).tensor();
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      const int64_t dim = ElementAsInt(tensor, i);
      shape.Append(dim < 0 ? kUnknownDim : dim);
    }
    return shape;
  }
  if (IsAnyInt(v)) {
    shape.Append(AsDim(v));
    return shape;
  }
  Value* items = nullptr;
  int64_t size = 0;
  if (AsSequence(v, &items, &size)) {
    for (int64_t i = 0; i < size; ++i) shape.Append(AsDim(items[i]));
    return shape;
  }
  ForEach(v, [&](Value item) { shape.Append(AsDim(item)); });
  return shape;
}

Value MakeGraph(Ref<FuncGraph> graph) {
  if (graph->object) return Value::Borrow(graph->object);
  auto* object = New<GraphObject>(graph->plain() ? &GraphType : &FuncGraphType);
  graph->object = object;
  new (&object->graph) Ref<FuncGraph>(std::move(graph));
  GcTrack(object);
  return Value::Own(object);
}

Value MakeOperation(Ref<FuncGraph> graph, NodeId node) {
  auto* object = New<OperationObject>(&OperationType);
  new (&object->graph) Ref<FuncGraph>(std::move(graph));
  object->node = node;
  return Value::Own(object);
}

}  // namespace tp
