#include "core/ir/summary.h"

namespace tp {
namespace {

std::string ElementText(const Tensor& tensor, int64_t i) {
  std::string text = "?";
  if (tensor.dtype() == DType::kString) return "\"" + tensor.data<std::string>()[i] + "\"";
  DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T& v = tensor.data<T>()[i];
    if constexpr (std::is_same_v<T, bool>)
      text = v ? "1" : "0";
    else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      text = fmt::format("{:g}", static_cast<float>(v));
    else if constexpr (std::is_integral_v<T>)
      text = fmt::format("{}", static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(v));
    else if constexpr (std::is_floating_point_v<T>)
      text = fmt::format("{:.9g}", static_cast<float>(v));
    else
      text = fmt::format("({:g},{:g})", v.real(), v.imag());
  });
  return text;
}

void Elements(const Tensor& tensor, int axis, int64_t* next, int64_t limit, std::string* out) {
  const bool last = axis + 1 >= tensor.rank();
  if (*next >= limit) return;
  if (axis > 0) *out += "[";
  for (Dim i = 0; i < tensor.dim(axis) && *next < limit; ++i) {
    if (last) {
      if (i) *out += " ";
      *out += ElementText(tensor, (*next)++);
    } else {
      Elements(tensor, axis + 1, next, limit, out);
    }
  }
  if (axis > 0) *out += "]";
}

}  // namespace

std::string SummarizeValue(const Tensor& value, int64_t max_elements) {
  if (value.num_elements() == 0) return "";
  if (value.rank() == 0) return ElementText(value, 0);
  std::string text;
  int64_t next = 0;
  Elements(value, 0, &next, std::min(max_elements, value.num_elements()), &text);
  if (next < value.num_elements()) text += "...";
  return text;
}

std::string SummarizeNode(const Graph& graph, const OpInfo& op, const AttrSet& attrs,
                          std::span<const ValueId> inputs, std::string_view name) {
  std::vector<DType> types;
  for (ValueId input : inputs) types.push_back(graph.dtype(input));
  std::string text = fmt::format("{{{{node {}}}}} = {}[", name, op.name());
  bool first = true;
  for (const auto& [attr, value] : op.AllAttrs(types, attrs)) {
    text += (first ? "" : ", ") + attr + "=";
    first = false;
    const Tensor* tensor = value.As<Tensor>();
    text += tensor ? fmt::format("Tensor<type: {} shape: {} values: {}>", DTypeName(tensor->dtype()),
                                 tensor->shape().ToBracketString(), SummarizeValue(*tensor, 5))
                   : value.ToString();
  }
  text += "](";
  for (size_t i = 0; i < inputs.size(); ++i) text += (i ? ", " : "") + graph.value_name(inputs[i]);
  return text + ")";
}

}  // namespace tp
