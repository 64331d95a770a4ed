#include "serialize/encoder.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"
#include "core/base/hash_map.h"

namespace tp {
namespace {

template <class T>
void AppendBytes(std::string* key, const T& value) {
  key->append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Strings in a data segment: (count + 1) offsets, then the bytes.
std::string PackStrings(const Tensor& tensor) {
  const int64_t count = tensor.num_elements();
  std::string packed;
  uint64_t at = 8 * (static_cast<uint64_t>(count) + 1);
  for (int64_t i = 0; i < count; ++i) {
    AppendBytes(&packed, at);
    at += tensor.data<std::string>()[i].size();
  }
  AppendBytes(&packed, at);
  for (int64_t i = 0; i < count; ++i) packed += tensor.data<std::string>()[i];
  return packed;
}

}  // namespace

uint32_t Encoder::String(const std::string& text) {
  auto [it, is_new] = string_ids_.emplace(text, static_cast<uint32_t>(strings.size()));
  if (is_new) strings.push_back(text);
  return it->second;
}

uint32_t Encoder::ShapeId(const Shape& shape) {
  std::string key;
  AppendBytes(&key, shape.has_rank());
  for (Dim dim : shape) AppendBytes(&key, dim);
  auto [it, is_new] = shape_ids_.emplace(std::move(key), static_cast<uint32_t>(shapes.size()));
  if (is_new) {
    shapes.emplace_back(static_cast<uint32_t>(dims.size()), shape.has_rank() ? shape.rank() : -1);
    dims.insert(dims.end(), shape.begin(), shape.end());
  }
  return it->second;
}

uint32_t Encoder::TensorId(const Tensor& tensor, SegmentKind kind) {
  TP_CHECK(tensor.valid() && tensor.dtype() != DType::kResource && tensor.dtype() != DType::kVariant,
           "a handle cannot be stored in a bundle");
  PendingTensor pending{.tensor = tensor, .packed = {}, .bytes = 0, .offset = 0, .kind = kind};
  const bool is_string = tensor.dtype() == DType::kString;
  if (is_string) pending.packed = PackStrings(tensor);
  pending.bytes = is_string ? pending.packed.size() : tensor.bytes();
  std::string key;
  AppendBytes(&key, kind);
  AppendBytes(&key, tensor.dtype());
  AppendBytes(&key, ShapeId(tensor.shape()));
  key.append(is_string ? pending.packed.data() : static_cast<const char*>(tensor.raw_data()), pending.bytes);
  auto [it, is_new] = tensor_ids_.emplace(std::move(key), static_cast<uint32_t>(tensors.size()));
  if (is_new) {
    uint64_t& end = segment_bytes[static_cast<int>(kind)];
    pending.offset = AlignUp(end, kTensorAlignment);
    end = pending.offset + pending.bytes;
    tensors.push_back(std::move(pending));
  }
  return it->second;
}

void Encoder::AppendAttr(const std::string& name, const AttrValue& value) {
  const uint32_t begin_ints = static_cast<uint32_t>(ints.size()),
                 begin_floats = static_cast<uint32_t>(floats.size());
  AttrRecKind kind = AttrRecKind::kBool;
  bool list = false;
  // Nested graphs and tensors are numbered before the first int is appended, since their own attributes use
  // the pool.
  auto add = [&](const auto& item) {
    using T = std::decay_t<decltype(item)>;
    if constexpr (std::is_same_v<T, bool>) {
      kind = AttrRecKind::kBool;
      ints.push_back(item);
    } else if constexpr (std::is_same_v<T, int64_t>) {
      kind = AttrRecKind::kInt;
      ints.push_back(item);
    } else if constexpr (std::is_same_v<T, double>) {
      kind = AttrRecKind::kFloat;
      floats.push_back(item);
    } else if constexpr (std::is_same_v<T, std::string>) {
      kind = AttrRecKind::kString;
      ints.push_back(String(item));
    } else if constexpr (std::is_same_v<T, DType>) {
      kind = AttrRecKind::kType;
      ints.push_back(static_cast<int64_t>(item));
    } else if constexpr (std::is_same_v<T, Shape>) {
      kind = AttrRecKind::kShape;
      ints.push_back(ShapeId(item));
    } else if constexpr (std::is_same_v<T, Tensor>) {
      kind = AttrRecKind::kTensor;
      ints.push_back(TensorId(item, SegmentKind::kConstants));
    } else if constexpr (std::is_same_v<T, FuncAttr>) {
      kind = AttrRecKind::kFunc;
      ints.push_back(item.graph() ? graph_ids_.at(item.graph()) : -1);
    }
  };
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          TP_CHECK(false, "attribute {} has no value", name);
        } else if constexpr (requires {
                               v.size();
                               v.begin();
                             } &&
                             !std::is_same_v<T, std::string>) {
          list = true;
          // An empty list still has a kind.
          using Item = typename T::value_type;
          kind = std::is_same_v<Item, bool>          ? AttrRecKind::kBool
                 : std::is_same_v<Item, int64_t>     ? AttrRecKind::kInt
                 : std::is_same_v<Item, double>      ? AttrRecKind::kFloat
                 : std::is_same_v<Item, std::string> ? AttrRecKind::kString
                 : std::is_same_v<Item, DType>       ? AttrRecKind::kType
                 : std::is_same_v<Item, Shape>       ? AttrRecKind::kShape
                                                     : AttrRecKind::kFunc;
          for (const auto& item : v) add(static_cast<const Item&>(item));
        } else {
          add(v);
        }
      },
      value.variant());
  const bool in_floats = kind == AttrRecKind::kFloat;
  const uint32_t begin = in_floats ? begin_floats : begin_ints;
  const uint32_t end = static_cast<uint32_t>(in_floats ? floats.size() : ints.size());
  attrs.emplace_back(String(name), static_cast<uint8_t>(kind), list, 0, begin, end - begin);
}

uint32_t Encoder::AttrSetId(const AttrSet& set) {
  if (auto it = attr_cache_.find(&set); it != attr_cache_.end()) return it->second;
  const size_t first = attrs.size(), ints_before = ints.size(), floats_before = floats.size();
  for (const auto& [name, value] : set.items()) AppendAttr(name, value);
  // Equal sets of different graphs are stored once: the key is the encoding, with pool positions made
  // relative.
  std::string key;
  for (size_t i = first; i < attrs.size(); ++i) {
    const fb::AttrRec& a = attrs[i];
    AppendBytes(&key, a.name());
    AppendBytes(&key, a.kind());
    AppendBytes(&key, a.list());
    AppendBytes(&key, a.count());
    for (uint32_t k = a.begin(); k < a.begin() + a.count(); ++k) {
      if (a.kind() == static_cast<uint8_t>(AttrRecKind::kFloat))
        AppendBytes(&key, floats[k]);
      else
        AppendBytes(&key, ints[k]);
    }
  }
  auto [it, is_new] = attr_ids_.emplace(std::move(key), static_cast<uint32_t>(attr_sets.size()));
  if (is_new) {
    attr_sets.emplace_back(static_cast<uint32_t>(first), static_cast<uint32_t>(attrs.size() - first));
  } else {
    attrs.resize(first, fb::AttrRec());
    ints.resize(ints_before);
    floats.resize(floats_before);
  }
  held_.emplace_back(&set);
  attr_cache_.emplace(&set, it->second);
  return it->second;
}

uint32_t Encoder::FileId(const std::string& name) {
  const auto it = std::find(files.begin(), files.end(), name);
  const auto id = static_cast<uint32_t>(it - files.begin()) + 1;
  if (it == files.end()) files.push_back(name);
  return id;
}

uint32_t Encoder::PositionId(StackId stack) {
  if (!with_names_ || stack == kNoStack) return 0;
  if (const auto it = position_ids_.find(stack); it != position_ids_.end()) return it->second;
  // Callers first: they get smaller numbers. A path may be as deep as the recursion limit: no recursion here.
  std::vector<StackId> path;
  uint32_t caller = 0;
  for (StackId at = stack; at != kNoStack; at = CallerOf(at)) {
    if (const auto it = position_ids_.find(at); it != position_ids_.end()) {
      caller = it->second;
      break;
    }
    path.push_back(at);
  }
  for (size_t i = path.size(); i-- > 0;) {
    const SourceFrame f = FrameOf(path[i]);
    const uint32_t file = f.file ? FileId(std::string(BaseName(SourceName(f.file)))) : 0;
    const auto id = static_cast<uint32_t>(positions.size());
    positions.emplace_back(caller, file, f.line, f.column, String(SourceName(f.function)),
                           static_cast<uint32_t>(f.kind));
    position_ids_.emplace(path[i], id);
    caller = id;
  }
  return caller;
}

uint32_t Encoder::GraphId(const Graph& graph) {
  if (auto it = graph_ids_.find(&graph); it != graph_ids_.end()) return it->second;
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  // Regions first: they get smaller indices.
  for (NodeId id = 0; id < count; ++id) {
    TP_CHECK(!graph.erased(id), "a graph with erased nodes is written: Compact first");
    if (graph.attrs(id).items().empty()) continue;
    for (Graph* region : graph.regions(id)) GraphId(*region);
  }
  GraphColumns columns;
  columns.name = with_names_ ? graph.name() : "";
  columns.nodes.reserve(count);
  columns.values.reserve(graph.num_values());
  // Values are stored in the order of their nodes. In memory they need not be: a node that got more outputs
  // (Graph::AppendOutputs) has them at the end, and its former ids stay as aliases.
  std::vector<ValueId> first_value(count);
  ValueId num_values = 0;
  for (NodeId id = 0; id < count; ++id) {
    first_value[id] = num_values;
    num_values += graph.node(id).num_outputs;
  }
  auto stored = [&](ValueId value) {
    return first_value[graph.value(value).node] + graph.value(value).index;
  };
  std::vector<uint32_t> shape_map;  // the graph's shape numbers -> ours
  HashMap<const OpInfo*, uint32_t> op_names;
  for (NodeId id = 0; id < count; ++id) {
    const Node& node = graph.node(id);
    auto [op_it, new_op] = op_names.emplace(node.op, 0);
    if (new_op) op_it->second = String(std::string(node.op->name()));
    const auto inputs = graph.inputs(id);
    const auto controls = graph.controls(id);
    const uint32_t name = with_names_ && node.name ? String(graph.node_name(id)) : 0;
    columns.nodes.emplace_back(op_it->second, AttrSetId(graph.attrs(id)),
                               static_cast<uint32_t>(columns.input_pool.size()),
                               static_cast<uint32_t>(columns.control_pool.size()), node.num_inputs,
                               node.num_controls, node.num_outputs, 0, name, PositionId(graph.position(id)));
    for (ValueId input : inputs) columns.input_pool.push_back(stored(input));
    columns.control_pool.insert(columns.control_pool.end(), controls.begin(), controls.end());
    for (uint32_t i = 0; i < node.num_outputs; ++i) {
      const ValueInfo& value = graph.value(node.first_output + i);
      if (value.shape >= shape_map.size()) shape_map.resize(value.shape + 1, ~0u);
      if (shape_map[value.shape] == ~0u) shape_map[value.shape] = ShapeId(graph.shape(node.first_output + i));
      columns.values.emplace_back(shape_map[value.shape], static_cast<uint8_t>(value.dtype), 0, 0);
    }
  }
  for (ValueId input : graph.inputs_list) columns.inputs.push_back(stored(input));
  for (ValueId output : graph.outputs_list) columns.outputs.push_back(stored(output));
  columns.control_outputs = graph.control_outputs;
  const uint32_t id = static_cast<uint32_t>(graphs.size());
  graphs.push_back(std::move(columns));
  graph_ids_.emplace(&graph, id);
  return id;
}

void Encoder::AppendLiteral(const LiteralValue& value) {
  int64_t number = 0;
  uint32_t text = 0, name = 0;
  if (const bool* b = std::get_if<bool>(&value)) number = *b;
  if (const int64_t* i = std::get_if<int64_t>(&value)) number = *i;
  if (const double* d = std::get_if<double>(&value)) number = std::bit_cast<int64_t>(*d);
  if (const auto* s = std::get_if<std::string>(&value)) text = String(*s);
  if (const auto* s = std::get_if<LiteralBytes>(&value)) {
    // Bytes need not be UTF-8: each is stored as the code point of that number.
    std::string utf8;
    for (unsigned char c : s->bytes) {
      if (c >= 0x80) utf8 += static_cast<char>(0xc0 | c >> 6);
      utf8 += static_cast<char>(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    text = String(utf8);
  }
  if (const auto* s = std::get_if<LiteralOther>(&value)) {
    text = String(s->text);
    name = String(s->tag);
  }
  types.emplace_back(number, 0, text, name, 0, -1, static_cast<uint8_t>(TraceType::Kind::kLiteral), 0,
                     static_cast<uint8_t>(value.index()), 0);
}

void Encoder::AppendType(const TraceType& type) {
  using Kind = TraceType::Kind;
  if (type.kind() == Kind::kLiteral) {
    const auto* other = std::get_if<LiteralOther>(&type.literal());
    std::string text = other ? WithoutAddresses(other->text) : "";
    if (!other || text == other->text) return AppendLiteral(type.literal());
    // An object that is told from others by its address alone: in a bundle none is equal to another.
    if (text.starts_with('<') && text.ends_with('>')) text = text.substr(1, text.size() - 2);
    types.emplace_back(0, 0, 0, String(text), 0, -1, static_cast<uint8_t>(Kind::kObject),
                       static_cast<uint8_t>(DType::kInvalid), 0, false);
    return;
  }
  const bool typed = type.kind() == Kind::kTensor || type.kind() == Kind::kVariable;
  std::string name = type.name();
  if (type.kind() == Kind::kObject) name = type.object()->Describe();
  if (type.kind() == Kind::kCustom) name = WithoutAddresses(type.custom()->Describe());
  const bool keyed = !type.keys().empty() || !type.fields().empty();
  const uint32_t children = static_cast<uint32_t>(type.items().size() * (keyed ? 2 : 1));
  types.emplace_back(0, typed ? ShapeId(type.shape()) : 0, 0, String(name), children, type.alias(),
                     static_cast<uint8_t>(type.kind()), static_cast<uint8_t>(type.dtype()), 0,
                     type.trainable());
  for (size_t i = 0; i < type.items().size(); ++i) {
    if (!type.keys().empty()) AppendLiteral(type.keys()[i]);
    if (!type.fields().empty()) AppendLiteral(type.fields()[i]);
    AppendType(*type.items()[i]);
  }
}

uint32_t Encoder::TypeId(const TraceType& type) {
  const size_t first = types.size();
  AppendType(type);
  std::string key(reinterpret_cast<const char*>(types.data() + first),
                  (types.size() - first) * sizeof(fb::TypeRec));
  auto [it, is_new] = type_ids_.emplace(std::move(key), static_cast<uint32_t>(first));
  if (!is_new) types.resize(first, fb::TypeRec());
  return it->second;
}

}  // namespace tp
