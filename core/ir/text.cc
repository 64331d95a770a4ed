#include "core/ir/text.h"

#include <cctype>
#include <cmath>

#include "core/base/hash_map.h"

namespace tp {
namespace {

std::string Quote(std::string_view text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', static_cast<char>(c)};
    else if (c < 0x20 || c >= 0x7f)
      out += fmt::format("\\x{:02x}", c);
    else
      out += static_cast<char>(c);
  }
  return out + "\"";
}

// Shortest text that reads back; always recognizable as a float.
template <class T>
std::string FloatText(T value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (std::isnan(value)) return "nan";
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool PlainName(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '/' && c != '-')
      return false;
  return true;
}

class Printer {
 public:
  explicit Printer(const TextOptions& options) : options_(options) {}

  std::string Print(const Graph& graph) {
    CountRegions(graph);
    PrintGraph(graph, 0);
    return std::move(out_);
  }

 private:
  void CountRegions(const Graph& graph) {
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      if (graph.erased(id)) continue;
      for (const Graph* region : graph.regions(id))
        if (++times_[region] == 1) CountRegions(*region);
    }
  }

  static std::string NodeName(const Graph& graph, NodeId id) {
    if (graph.node(id).name == 0) return fmt::format("%{}", id);
    const std::string name = graph.node_name(id);
    return PlainName(name) ? "%" + name : "%" + Quote(name);
  }
  static std::string ValueName(const Graph& graph, ValueId id) {
    std::string name = NodeName(graph, graph.producer(id));
    if (graph.value(id).index != 0) name += fmt::format(":{}", static_cast<uint32_t>(graph.value(id).index));
    return name;
  }
  static std::string Names(const Graph& graph, std::span<const ValueId> values) {
    std::string text;
    for (ValueId value : values) text += (text.empty() ? "" : ", ") + ValueName(graph, value);
    return text;
  }

  std::string Dims(const Graph& graph, const Shape& shape) const {
    if (!shape.has_rank()) return "*";
    std::string text;
    for (int i = 0; i < shape.rank(); ++i) {
      if (i) text += ",";
      const Symbols* symbols = graph.symbols_or_null();
      text += symbols ? symbols->ToString(shape[i]) : shape[i] < 0 ? "?" : fmt::format("{}", shape[i]);
    }
    return text;
  }

  void PrintGraph(const Graph& graph, int depth) {
    const std::string indent(2 * depth + 2, ' ');
    out_ += "graph";
    if (times_[&graph] > 1) {
      const auto [it, is_new] = numbers_.try_emplace(&graph, static_cast<int>(numbers_.size()) + 1);
      out_ += fmt::format("#{}", it->second);
      if (!is_new) return;
    }
    out_ += fmt::format(" {} ({}) {{\n", Quote(graph.name()), Names(graph, graph.inputs_list));
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      if (graph.erased(id)) continue;
      const Node& node = graph.node(id);
      out_ += fmt::format("{}{} = {}({}", indent, NodeName(graph, id), node.op->name(),
                          Names(graph, graph.inputs(id)));
      bool first = node.num_inputs == 0;
      for (NodeId before : graph.controls(id)) {
        out_ += (first ? "^" : ", ^") + NodeName(graph, before);
        first = false;
      }
      out_ += ")";
      if (!node.attrs->items().empty()) {
        out_ += " {";
        bool first_attr = true;
        for (const auto& [name, value] : node.attrs->items()) {
          out_ += fmt::format("{}{}=", first_attr ? "" : ", ", name);
          first_attr = false;
          PrintAttr(graph, value, depth);
        }
        out_ += "}";
      }
      for (uint32_t i = 0; i < node.num_outputs; ++i) {
        const ValueId value = node.first_output + i;
        out_ += fmt::format("{} {}[{}]", i ? "," : " :", DTypeShortName(graph.dtype(value)),
                            Dims(graph, graph.shape(value)));
      }
      if (options_.positions && graph.position(id) != kNoStack) {
        const SourceFrame at = FrameOf(graph.position(id));
        out_ += fmt::format(" @{}:{}:{}", Quote(SourceName(at.file)), at.line, at.column);
      }
      out_ += "\n";
    }
    if (!graph.outputs_list.empty()) out_ += indent + "return " + Names(graph, graph.outputs_list) + "\n";
    if (!graph.control_outputs.empty()) {
      out_ += indent + "after ";
      for (size_t i = 0; i < graph.control_outputs.size(); ++i)
        out_ += (i ? ", " : "") + NodeName(graph, graph.control_outputs[i]);
      out_ += "\n";
    }
    out_ += std::string(2 * depth, ' ') + "}";
    if (depth == 0) out_ += "\n";
  }

  void PrintAttr(const Graph& graph, const AttrValue& value, int depth) {
    std::visit([&](const auto& v) { PrintOne(graph, v, depth); }, value.variant());
  }
  void PrintOne(const Graph&, std::monostate, int) { out_ += "none"; }
  void PrintOne(const Graph&, bool v, int) { out_ += v ? "true" : "false"; }
  void PrintOne(const Graph&, int64_t v, int) { out_ += fmt::format("{}", v); }
  void PrintOne(const Graph&, double v, int) { out_ += FloatText(v); }
  void PrintOne(const Graph&, const std::string& v, int) { out_ += Quote(v); }
  void PrintOne(const Graph&, DType v, int) { out_ += DTypeShortName(v); }
  void PrintOne(const Graph& graph, const Shape& v, int) { out_ += "<" + Dims(graph, v) + ">"; }
  void PrintOne(const Graph&, const Tensor& v, int) { PrintTensor(v); }
  void PrintOne(const Graph&, const FuncAttr& v, int depth) {
    if (v.graph())
      PrintGraph(*v.graph(), depth + 1);
    else
      out_ += "graph none";
  }
  template <class T>
  void PrintOne(const Graph& graph, const std::vector<T>& list, int depth) {
    out_ += "[";
    bool first = true;
    for (const auto& item : list) {
      if (!first) out_ += ", ";
      first = false;
      PrintOne(graph, static_cast<const T&>(item), depth);
    }
    out_ += "]";
    if (!list.empty()) return;
    // What an empty list is a list of.
    if constexpr (std::is_same_v<T, bool>) out_ += "bool";
    if constexpr (std::is_same_v<T, int64_t>) out_ += "int";
    if constexpr (std::is_same_v<T, double>) out_ += "float";
    if constexpr (std::is_same_v<T, std::string>) out_ += "string";
    if constexpr (std::is_same_v<T, DType>) out_ += "type";
    if constexpr (std::is_same_v<T, Shape>) out_ += "shape";
    if constexpr (std::is_same_v<T, FuncAttr>) out_ += "func";
  }

  void PrintTensor(const Tensor& tensor) {
    if (!tensor.valid()) {
      out_ += "invalid";
      return;
    }
    std::string dims;
    for (Dim dim : tensor.shape()) dims += (dims.empty() ? "" : ",") + std::to_string(dim);
    out_ += fmt::format("{}[{}]{{", DTypeShortName(tensor.dtype()), dims);
    if (tensor.dtype() == DType::kString) {
      for (int64_t i = 0; i < tensor.num_elements(); ++i)
        out_ += (i ? ", " : "") + Quote(tensor.data<std::string>()[i]);
    } else if (IsManaged(tensor.dtype())) {
      out_ += "handles";  // does not parse back: handles live in a process
    } else if (tensor.num_elements() > options_.max_elements || HasNan(tensor)) {
      out_ += "0x";
      const auto* bytes = static_cast<const unsigned char*>(tensor.raw_data());
      for (size_t i = 0; i < tensor.bytes(); ++i) out_ += fmt::format("{:02x}", bytes[i]);
    } else {
      for (int64_t i = 0; i < tensor.num_elements(); ++i) out_ += (i ? ", " : "") + Element(tensor, i);
    }
    out_ += "}";
  }

  // The payload of a NaN only survives as bytes.
  static bool HasNan(const Tensor& tensor) {
    bool found = false;
    DispatchNumeric(tensor.dtype(), [&](auto zero) {
      using T = decltype(zero);
      for (const T& v : tensor.elements<T>()) {
        if constexpr (std::is_floating_point_v<T>) found |= std::isnan(v);
        if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
          found |= std::isnan(static_cast<float>(v));
        if constexpr (requires { v.imag(); }) found |= std::isnan(v.real()) || std::isnan(v.imag());
      }
    });
    return found;
  }

  static std::string Element(const Tensor& tensor, int64_t i) {
    std::string text;
    DispatchNumeric(tensor.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T& v = tensor.data<T>()[i];
      if constexpr (std::is_same_v<T, bool>)
        text = v ? "true" : "false";
      else if constexpr (std::is_integral_v<T>)
        text = std::to_string(v);
      else if constexpr (std::is_floating_point_v<T>)
        text = FloatText(v);
      else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        text = FloatText(static_cast<float>(v));
      else
        text = fmt::format("({}, {})", FloatText(v.real()), FloatText(v.imag()));
    });
    return text;
  }

  const TextOptions& options_;
  std::string out_;
  HashMap<const Graph*, int> times_, numbers_;
};

}  // namespace

std::string ToText(const Graph& graph, const TextOptions& options) { return Printer(options).Print(graph); }

}  // namespace tp
