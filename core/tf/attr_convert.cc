// Attributes of ops from Python values and back (framework/op_def_library.py: _MakeInt, _MakeType, …).
#include <fmt/format.h>

#include <cctype>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/tf/apply_op.h"

namespace tp {
namespace {

[[noreturn]] void RaiseExpected(std::string_view what, const AttrInfo& attr, const Value& v) {
  RaiseText(&TypeErrorType, fmt::format("Expected {} for argument '{}' not {}.", what, attr.name, Repr(v)));
}

int64_t MakeInt(const AttrInfo& attr, const Value& v) {
  if (IsStr(v)) RaiseExpected("int", attr, v);
  try {
    if (v.is_int() || v.is_bool()) return v.as_int();
    return IndexInt64(ToInt(v));
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    RaiseExpected("int", attr, v);
  }
}

double MakeFloat(const AttrInfo& attr, const Value& v) {
  if (!v.is_float() && !IsAnyInt(v) && !IsNdarray(v)) RaiseExpected("float", attr, v);
  return ToDouble(v);
}

bool MakeBool(const AttrInfo& attr, const Value& v) {
  if (IsNdarray(v)) return IsTrue(v);
  if (!v.is_bool()) RaiseExpected("bool", attr, v);
  return v.is_true();
}

std::string MakeString(const AttrInfo& attr, const Value& v) {
  if (IsStr(v)) return std::string(StrView(v));
  if (IsBytes(v)) return std::string(v.as<BytesObject>()->view());
  RaiseExpected("string", attr, v);
}

DType MakeType(const AttrInfo& attr, const Value& v) {
  try {
    return AsDType(v);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
    RaiseExpected("DataType", attr, v);
  }
}

tp::Shape MakeShapeAttr(const AttrInfo& attr, const Value& v) {
  try {
    return AsShape(v);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType) && !error.Matches(&ValueErrorType)) throw;
    RaiseText(&TypeErrorType, fmt::format("Error converting {} (arg name = {}) to a TensorShape: {}", Repr(v),
                                          attr.name, Str(error.exception)));
  }
}

FuncAttr MakeFunc(const AttrInfo& attr, const Value& v) {
  Value graph = v;
  if (v.is_object() && !IsInstance(v, &FuncGraphType)) graph = GetAttrOrUndef(v, "graph");
  if (graph.is_object() && IsInstance(graph, &FuncGraphType)) return FuncAttr(graph.as<GraphObject>()->graph);
  RaiseText(&TypeErrorType,
            fmt::format("Don't know how to convert {} to a func for argument {}", Repr(v), attr.name));
}

template <class T, class F>
AttrValue MakeList(const AttrInfo& attr, const Value& v, F make) {
  std::vector<T> list;
  Value* items = nullptr;
  int64_t size = 0;
  if (AsSequence(v, &items, &size)) {
    for (int64_t i = 0; i < size; ++i) list.push_back(make(attr, items[i]));
  } else {
    ForEach(v, [&](Value item) { list.push_back(make(attr, item)); });
  }
  return AttrValue(std::move(list));
}

void CheckString(const OpInfo& op, const AttrInfo& attr, const std::string& value) {
  // Eagerly the runtime refuses it, with a text of its own (core/trace/eager.cc).
  if (attr.allowed_strings.empty() || Context::Get().executing_eagerly()) return;
  for (const std::string& allowed : attr.allowed_strings)
    if (allowed == value) return;
  RaiseText(&ValueErrorType, fmt::format("Attr '{}' of '{}' Op passed string '{}' not in: \"{}\".", attr.name,
                                         op.name(), value, fmt::join(attr.allowed_strings, "\", \"")));
}

}  // namespace

std::string FunctionName(std::string_view op) {
  std::string name;
  for (size_t i = 0; i < op.size(); ++i) {
    const auto is = [&](size_t at, int (*kind)(int)) {
      return at < op.size() && kind(static_cast<unsigned char>(op[at])) != 0;
    };
    if (i > 0 && is(i, std::isupper) &&
        (is(i - 1, std::islower) || (is(i + 1, std::islower) && op[i - 1] != '_')))
      name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(op[i])));
  }
  return name;
}

void RaiseNotList(const OpInfo& op, std::string_view parameter, const Value& v) {
  RaiseText(&TypeErrorType, fmt::format("Expected list for '{}' argument to '{}' Op, not {}.", parameter,
                                        FunctionName(op.name()), Repr(v)));
}

void CheckListAttr(const OpInfo& op, const AttrInfo& attr, const Value& v) {
  Value* items = nullptr;
  int64_t size = 0;
  if (AsSequence(v, &items, &size) || IsNdarray(v) || IsTensorShape(v)) return;
  if (v.is_object() && !IsStr(v) && IsInstance(v, &RangeType)) return;
  RaiseNotList(op, attr.name, v);
}

AttrValue AttrFromPython(const OpInfo& op, const AttrInfo& attr, const Value& v) {
  if (attr.is_list) {
    CheckListAttr(op, attr, v);
    AttrValue list;
    switch (attr.type) {
      case AttrType::kBool:
        list = MakeList<bool>(attr, v, MakeBool);
        break;
      case AttrType::kInt:
        list = MakeList<int64_t>(attr, v, MakeInt);
        break;
      case AttrType::kFloat:
        list = MakeList<double>(attr, v, MakeFloat);
        break;
      case AttrType::kString:
        list = MakeList<std::string>(attr, v, MakeString);
        break;
      case AttrType::kType:
        list = MakeList<DType>(attr, v, MakeType);
        break;
      case AttrType::kShape:
        list = MakeList<tp::Shape>(attr, v, MakeShapeAttr);
        break;
      case AttrType::kFunc:
        list = MakeList<FuncAttr>(attr, v, MakeFunc);
        break;
      case AttrType::kTensor:
        RaiseNotSupported("an attribute that is a list of tensors");
    }
    return list;
  }
  switch (attr.type) {
    case AttrType::kBool:
      return AttrValue(MakeBool(attr, v));
    case AttrType::kInt: {
      const int64_t value = MakeInt(attr, v);
      // Eagerly the runtime refuses it, with a text of its own (core/trace/eager.cc).
      if (attr.minimum && value < *attr.minimum && !Context::Get().executing_eagerly())
        RaiseText(&ValueErrorType, fmt::format("Attr '{}' of '{}' Op passed {} less than minimum {}.",
                                               attr.name, op.name(), value, *attr.minimum));
      return AttrValue(value);
    }
    case AttrType::kFloat:
      return AttrValue(MakeFloat(attr, v));
    case AttrType::kString: {
      std::string value = MakeString(attr, v);
      CheckString(op, attr, value);
      return AttrValue(std::move(value));
    }
    case AttrType::kType:
      return AttrValue(MakeType(attr, v));
    case AttrType::kShape:
      return AttrValue(MakeShapeAttr(attr, v));
    case AttrType::kTensor:
      return AttrValue(IsTensor(v) && !ValOf(v).symbolic() ? ValOf(v).tensor()
                                                           : TensorFromPython(v, DType::kInvalid, true));
    case AttrType::kFunc:
      return AttrValue(MakeFunc(attr, v));
  }
  return {};
}

namespace {

template <class T, class F>
Value ListToPython(const std::vector<T>& list, F convert) {
  ListObject* result = NewList(static_cast<int64_t>(list.size()));
  for (const auto& item : list) ListAppend(result, convert(item));
  return Value::Own(result);
}

struct ToPython {
  Value operator()(std::monostate) const { return Value::None(); }
  Value operator()(bool v) const { return Value::Bool(v); }
  Value operator()(int64_t v) const { return Value::Int(v); }
  Value operator()(double v) const { return Value::Float(v); }
  Value operator()(const std::string& v) const { return MakeBytes(v); }
  Value operator()(DType v) const { return MakeDType(v); }
  Value operator()(const tp::Shape& v) const { return MakeShape(v); }
  Value operator()(const Tensor& v) const { return MakeTensor(v); }
  Value operator()(const FuncAttr& v) const { return v.graph() ? MakeStr(v.graph()->name()) : Value::None(); }
  template <class T>
  Value operator()(const std::vector<T>& v) const {
    return ListToPython(v, *this);
  }
  Value operator()(const std::vector<bool>& v) const {
    ListObject* result = NewList(static_cast<int64_t>(v.size()));
    for (const bool item : v) ListAppend(result, Value::Bool(item));
    return Value::Own(result);
  }
};

}  // namespace

Value AttrToPython(const AttrValue& value) { return std::visit(ToPython(), value.variant()); }

}  // namespace tp
