#include "core/trace/eager.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor/plain_type_name.h"
#include "core/trace/context.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

// "T: {float,double}" as TensorFlow's SummarizeOpDef words it: "; attr=T:type,allowed=[DT_FLOAT, DT_DOUBLE]".
std::string SummarizeOpAttr(const AttrInfo& attr) {
  static constexpr std::string_view kTypes[] = {"bool", "int",   "float",  "string",
                                                "type", "shape", "tensor", "func"};
  const std::string_view type = kTypes[static_cast<size_t>(attr.type)];
  std::string text = attr.is_list ? fmt::format("; attr={}:list({})", attr.name, type)
                                  : fmt::format("; attr={}:{}", attr.name, type);
  if (attr.default_value.has_value()) text += ",default=" + attr.default_value.ToString();
  if (attr.minimum) text += fmt::format(",min={}", *attr.minimum);
  if (!attr.allowed_types.empty()) text += ",allowed=" + AttrValue(attr.allowed_types).ToString();
  if (!attr.allowed_strings.empty()) text += ",allowed=" + AttrValue(attr.allowed_strings).ToString();
  return text;
}

// "Op<name=Exp; signature=x:T -> y:T; attr=T:type,allowed=[DT_HALF, DT_FLOAT]>".
std::string SummarizeOpDef(const OpInfo& op) {
  auto arguments = [](std::span<const ArgInfo> args) {
    std::string text;
    for (const ArgInfo& arg : args) {
      if (!text.empty()) text += ", ";
      text += arg.name + ":";
      if (!arg.number_attr.empty()) text += arg.number_attr + "*";
      // TensorFlow has nothing to say of what is a list of dtypes.
      if (arg.type_list_attr.empty())
        text += !arg.type_attr.empty() ? arg.type_attr : std::string(PlainTypeName(arg.dtype));
    }
    return text;
  };
  std::string text = fmt::format("Op<name={}; signature={} -> {}", op.name(), arguments(op.inputs()),
                                 arguments(op.outputs()));
  for (const AttrInfo& attr : op.attrs()) text += SummarizeOpAttr(attr);
  static constexpr std::string_view kCommutative[] = {"AddV2",
                                                      "AddN",
                                                      "AccumulateNV2",
                                                      "ApproximateEqual",
                                                      "BitwiseAnd",
                                                      "BitwiseOr",
                                                      "BitwiseXor",
                                                      "LogicalAnd",
                                                      "Equal",
                                                      "LogicalOr",
                                                      "Mul",
                                                      "NotEqual",
                                                      "SquaredDifference"};
  const auto* found = std::find(std::begin(kCommutative), std::end(kCommutative), op.name());
  if (found != std::end(kCommutative)) text += "; is_commutative=true";
  if (found < kCommutative + 3) text += "; is_aggregate=true";  // the first three
  return text + ">";
}

// The dtype of a type attribute against those that the op takes (TensorFlow's ValidateNodeDef).
Status CheckAllowedType(const OpInfo& op, const AttrInfo& attr, DType dtype) {
  if (attr.Allows(dtype)) return {};
  std::string allowed;
  for (DType type : attr.allowed_types)
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", PlainTypeName(type));
  return InvalidArgument(
      "Value for attr '{}' of {} is not in the list of allowed values: {}\n\t; NodeDef: {{{{node {}}}}}; {}",
      attr.name, PlainTypeName(dtype), allowed, op.name(), SummarizeOpDef(op));
}

// The same for dtypes that are attributes of their own.
Status CheckGivenTypes(const OpInfo& op, const AttrInfo& attr, const AttrSet& attrs) {
  const AttrValue* given = attr.allowed_types.empty() ? nullptr : attrs.Find(attr.name);
  if (given == nullptr) return {};
  if (const DType* type = given->As<DType>()) return CheckAllowedType(op, attr, *type);
  if (const auto* types = given->As<std::vector<DType>>())
    for (const DType type : *types) TP_RETURN_IF_ERROR(CheckAllowedType(op, attr, type));
  return {};
}

// The same for a text attribute.
Status CheckAllowedText(const OpInfo& op, const AttrInfo& attr, const AttrSet& attrs) {
  if (attr.allowed_strings.empty()) return {};
  const AttrValue* given = attrs.Find(attr.name);
  const std::string* text = given ? given->As<std::string>() : nullptr;
  if (!text || std::find(attr.allowed_strings.begin(), attr.allowed_strings.end(), *text) !=
                   attr.allowed_strings.end())
    return {};
  return InvalidArgument(
      "Value for attr '{}' of \"{}\" is not in the list of allowed values: \"{}\"\n\t; NodeDef: {{{{node "
      "{}}}}}; {}",
      attr.name, *text, fmt::join(attr.allowed_strings, "\", \""), op.name(), SummarizeOpDef(op));
}

// And how large a number has to be, how long a list.
Status CheckMinimum(const OpInfo& op, const AttrInfo& attr, const AttrSet& attrs) {
  const AttrValue* given = attr.minimum ? attrs.Find(attr.name) : nullptr;
  if (given == nullptr) return {};
  if (const auto* number = given->As<int64_t>()) return CheckInputCount(op, attr, *number);
  const auto length = [&]<class T>(const std::vector<T>* list) {
    return list ? CheckInputCount(op, attr, static_cast<int64_t>(list->size())) : Status();
  };
  if (const auto* types = given->As<std::vector<DType>>()) return length(types);
  return length(given->As<std::vector<int64_t>>());
}

// Eager execution checks the dtypes of inputs against each other and against what the op takes before it
// looks for a kernel.
Status CheckInputTypes(const OpInfo& op, std::span<const Tensor> inputs) {
  size_t lists = 0;
  for (const ArgInfo& input : op.inputs()) lists += input.is_list();
  if (lists > 1) return {};
  SmallVector<DType, 8> known(op.attrs().size(), DType::kInvalid);  // of type attributes, by place
  size_t at = 0;
  for (const ArgInfo& input : op.inputs()) {
    const size_t count = input.is_list() ? inputs.size() - (op.inputs().size() - 1) : 1;
    if (!input.type_list_attr.empty()) {
      const auto attr = std::find_if(op.attrs().begin(), op.attrs().end(),
                                     [&](const AttrInfo& a) { return a.name == input.type_list_attr; });
      for (size_t i = 0; i < count && attr != op.attrs().end() && !attr->allowed_types.empty(); ++i)
        TP_RETURN_IF_ERROR(CheckAllowedType(op, *attr, inputs[at + i].dtype()));
      at += count;
      continue;
    }
    for (size_t i = 0; i < count && at < inputs.size(); ++i, ++at) {
      DType expected = input.dtype;
      if (input.type_index >= 0) {
        DType& type = known[input.type_index];
        if (type == DType::kInvalid) {
          type = inputs[at].dtype();
          TP_RETURN_IF_ERROR(CheckAllowedType(op, op.attrs()[input.type_index], type));
        }
        expected = type;
      }
      if (expected != DType::kInvalid && inputs[at].dtype() != expected)
        return InvalidArgument(
            "cannot compute {} as input #{}(zero-based) was expected to be a {} tensor but is a {} tensor",
            op.name(), at, PlainTypeName(expected), PlainTypeName(inputs[at].dtype()));
    }
  }
  return {};
}

}  // namespace

Status CheckInputCount(const OpInfo& op, const AttrInfo& attr, int64_t count) {
  if (!attr.minimum || count >= *attr.minimum) return {};
  return InvalidArgument(
      "{} for attr '{}' of {} must be at least minimum {}\n\t; NodeDef: {{{{node {}}}}}; {}",
      attr.is_list ? "Length" : "Value", attr.name, count, *attr.minimum, op.name(), SummarizeOpDef(op));
}

void RunEagerly(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                std::span<Tensor> outputs) {
  Status status = CheckInputTypes(op, inputs);
  if (!attrs.items().empty())
    for (const AttrInfo& attr : op.attrs())
      if (status.ok()) {
        status = CheckGivenTypes(op, attr, attrs);
        if (status.ok()) status = CheckAllowedText(op, attr, attrs);
        if (status.ok()) status = CheckMinimum(op, attr, attrs);
      }
  if (status.ok()) status = Context::Get().runner().RunOp(op, attrs, inputs, outputs);
  if (!status.ok()) throw OpError{std::move(status)};
}

}  // namespace tp
