// The pools of a bundle and its graphs, checked and decoded. Signatures and variables: decode_function.cc.
#include "serialize/decoder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/hash_map.h"
#include "core/base/stable_sort.h"
#include "core/ir/verifier.h"
#include "serialize/decode_checks.h"
#include "serialize/layout.h"

namespace tp {
// Valid UTF-8 without control characters (a name is printed and compared, never a path).
bool IsCleanText(std::string_view s, bool allow_newlines) {
  for (size_t i = 0; i < s.size();) {
    const unsigned char c = static_cast<unsigned char>(s[i]);
    const int extra = c < 0x80                ? 0
                      : c >= 0xc2 && c < 0xe0 ? 1
                      : c >= 0xe0 && c < 0xf0 ? 2
                      : c >= 0xf0 && c < 0xf5 ? 3
                                              : -1;
    if (extra < 0 || i + static_cast<size_t>(extra) >= s.size() + (extra == 0)) return false;
    if (c == 0x7f || (c < 0x20 && !(allow_newlines && (c == '\n' || c == '\t' || c == '\r' || c == '\f'))))
      return false;
    for (int k = 1; k <= extra; ++k)
      if ((static_cast<unsigned char>(s[i + static_cast<size_t>(k)]) & 0xc0) != 0x80) return false;
    i += static_cast<size_t>(extra) + 1;
  }
  return true;
}

namespace {

std::string_view View(const flatbuffers::String* s) { return {s->c_str(), s->size()}; }

// No part of the shape overflows, not even where another dim is 0.
bool IsPlausible(const Shape& shape, DType dtype) {
  auto bytes = static_cast<int64_t>(DTypeSize(dtype));
  for (Dim dim : shape)
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(dim, 1), &bytes)) return false;
  return true;
}

}  // namespace

Status CheckPresence(const fb::Bundle& r) {
  if (!r.producer() || !r.features() || !r.strings() || !r.dims() || !r.shapes() || !r.segments() ||
      !r.tensors() || !r.ints() || !r.floats() || !r.attrs() || !r.attr_sets() || !r.positions() ||
      !r.graphs() || !r.types() || !r.variables() || !r.functions() || !r.files())
    return Bad("a part of the structure is missing");
  for (const auto* feature : *r.features())
    if (View(feature) != kFeatureObjects)
      return Bad("the bundle needs `{}`, which this tracepack does not have", View(feature));
  for (const fb::Graph* g : *r.graphs())
    if (!g->name() || !g->nodes() || !g->values() || !g->input_pool() || !g->control_pool() || !g->inputs() ||
        !g->outputs() || !g->control_outputs())
      return Bad("a part of a graph is missing");
  for (const fb::Function* f : *r.functions()) {
    if (!f->id() || !f->name() || !f->concretes()) return Bad("a part of a function is missing");
    for (const fb::Concrete* c : *f->concretes())
      if (!c->parameters() || !c->output_map() || !c->captures() || !c->retrace())
        return Bad("a part of a signature of {} is missing", View(f->id()));
  }
  for (const fb::Variable* v : *r.variables())
    if (!v->name()) return Bad("a variable has no name");
  for (const fb::File* f : *r.files())
    if (!f->name()) return Bad("a file has no name");
  return {};
}

// A file without shared parts expands a few times; what shares parts honestly (one large argument type for
// many signatures) stays within the constant.
constexpr uint64_t kExpansion = 16, kFreeBytes = uint64_t{128} << 20;

Status Decoder::Spend(uint64_t bytes) {
  if (bytes > budget_)
    return Bad("expanded size over the limit of {} bytes", kFreeBytes + kExpansion * file_.size());
  budget_ -= bytes;
  return {};
}

Status Decoder::StringAt(uint32_t index, std::string_view* text) const {
  if (index >= strings_.size()) return Bad("string {} of {}", index, strings_.size());
  *text = strings_[index];
  return {};
}

Status Decoder::DecodeStrings() {
  strings_.reserve(root_.strings()->size());
  ops_.resize(root_.strings()->size(), nullptr);
  for (const auto* s : *root_.strings()) {
    const std::string_view text = View(s);
    if (text.size() > kMaxName) return Bad("a name of {} bytes (limit {})", text.size(), kMaxName);
    strings_.push_back(text);
  }
  if (strings_.empty() || !strings_[0].empty()) return Bad("the table of strings is damaged");
  return {};
}

Status Decoder::DecodeShapes() {
  const auto& dims = *root_.dims();
  for (const fb::ShapeRec* s : *root_.shapes()) {
    if (s->rank() == -1) {
      shapes_.push_back(Shape::UnknownRank());
      continue;
    }
    if (s->rank() < 0 || s->rank() > kMaxRank)
      return Bad("shape {} has rank {} (limit {})", shapes_.size(), s->rank(), kMaxRank);
    TP_RETURN_IF_ERROR(Spend(sizeof(Shape) + 8 * static_cast<uint64_t>(s->rank())));
    if (!InRange(s->begin(), static_cast<uint64_t>(s->rank()), dims.size()))
      return Bad("shape {} is outside the table of dims", shapes_.size());
    Shape shape(
        std::span(reinterpret_cast<const Dim*>(dims.data()) + s->begin(), static_cast<size_t>(s->rank())));
    for (Dim dim : shape)
      if (dim < -2 - int64_t{0xffffffff}) return Bad("shape {} has a dim of {}", shapes_.size(), dim);
    shapes_.push_back(std::move(shape));
  }
  return {};
}

Status Decoder::DecodeTensors() {
  struct Placed {
    uint64_t begin, end;
    uint32_t segment;
  };
  std::vector<Placed> placed;
  uint32_t index = 0;
  for (const fb::TensorRec* t : *root_.tensors()) {
    const DType dtype = static_cast<DType>(t->dtype());
    if (DTypeSize(dtype) == 0 || dtype == DType::kResource || dtype == DType::kVariant)
      return Bad("tensor {}: dtype {}", index, t->dtype());
    if (t->shape() >= shapes_.size())
      return Bad("tensor {}: shape {} of {}", index, t->shape(), shapes_.size());
    const Shape& shape = shapes_[t->shape()];
    const auto count = shape.IsFullyKnown() ? CheckedNumElements(shape) : std::nullopt;
    if (!count || !IsPlausible(shape, dtype))
      return Bad("tensor {}: bad shape {}", index, shape.ToBracketString());
    if (t->segment() >= root_.segments()->size())
      return Bad("tensor {}: data segment {} of {}", index, t->segment(), root_.segments()->size());
    const fb::SegmentRec& segment = *root_.segments()->Get(t->segment());
    if (!InRange(t->offset(), t->bytes(), segment.size()))
      return Bad("tensor {}: its data is outside its segment", index);
    if (t->offset() % kTensorAlignment != 0) return Bad("tensor {}: its data is not 64-byte aligned", index);
    char* data = const_cast<char*>(file_.data()) + segment.offset() + t->offset();
    if (dtype == DType::kString) {
      const uint64_t table = 8 * (static_cast<uint64_t>(*count) + 1);
      if (static_cast<uint64_t>(*count) > t->bytes() / 8 || t->bytes() < table)
        return Bad("tensor {}: bad shape/size", index);
      const auto* offsets = reinterpret_cast<const uint64_t*>(data);
      Tensor tensor = Tensor::Allocate(dtype, shape);
      if (!tensor.valid()) return Bad("tensor {}: out of memory", index);
      for (int64_t i = 0; i < *count; ++i) {
        if (offsets[i] < table || offsets[i + 1] < offsets[i] || offsets[i + 1] > t->bytes())
          return Bad("tensor {}: damaged string {}", index, i);
        tensor.data<std::string>()[i].assign(data + offsets[i], offsets[i + 1] - offsets[i]);
      }
      if (offsets[0] != table || offsets[*count] != t->bytes())
        return Bad("tensor {}: bad shape/size", index);
      tensors_.push_back(std::move(tensor));
    } else {
      uint64_t bytes;
      if (__builtin_mul_overflow(static_cast<uint64_t>(*count), DTypeSize(dtype), &bytes) ||
          bytes != t->bytes())
        return Bad("tensor {}: bad shape/size ({} of {} bytes)", index, shape.ToBracketString(), t->bytes());
      if (dtype == DType::kBool)
        for (uint64_t i = 0; i < bytes; ++i)
          if (static_cast<unsigned char>(data[i]) > 1)
            return Bad("tensor {}: a bool that is neither 0 nor 1", index);
      tensors_.emplace_back(dtype, shape, Buffer::Wrap(data, bytes, owner_, /*writable=*/false));
    }
    placed.push_back({t->offset(), t->offset() + t->bytes(), t->segment()});
    ++index;
  }
  // Tensors do not overlap, and nothing but zeros lies between them.
  StableSort(&placed, [](const Placed& a, const Placed& b) {
    return a.segment != b.segment ? a.segment < b.segment
           : a.begin != b.begin   ? a.begin < b.begin
                                  : a.end < b.end;
  });
  for (uint32_t s = 0; s < root_.segments()->size(); ++s) {
    const fb::SegmentRec& segment = *root_.segments()->Get(s);
    uint64_t at = 0;
    auto gap = [&](uint64_t end) -> Status {
      for (uint64_t i = at; i < end; ++i)
        if (file_[segment.offset() + i] != 0)
          return Bad("unexplained bytes at offset {}", segment.offset() + i);
      return {};
    };
    for (const Placed& p : placed) {
      if (p.segment != s || p.begin == p.end) continue;
      if (p.begin < at) return Bad("two tensors overlap at offset {}", segment.offset() + p.begin);
      TP_RETURN_IF_ERROR(gap(p.begin));
      at = p.end;
    }
    TP_RETURN_IF_ERROR(gap(segment.size()));
  }
  return {};
}

Status Decoder::CheckPools() {
  uint32_t index = 0;
  for (const fb::AttrRec* a : *root_.attrs()) {
    if (a->kind() < 1 || a->kind() > static_cast<uint8_t>(AttrRecKind::kFunc))
      return Bad("attribute {}: unknown kind {}", index, a->kind());
    const uint64_t pool = a->kind() == static_cast<uint8_t>(AttrRecKind::kFloat) ? root_.floats()->size()
                                                                                 : root_.ints()->size();
    if (!InRange(a->begin(), a->count(), pool) || a->list() > 1 || (!a->list() && a->count() != 1))
      return Bad("attribute {}: its values are outside their table", index);
    if (a->name() >= strings_.size())
      return Bad("attribute {}: string {} of {}", index, a->name(), strings_.size());
    ++index;
  }
  for (const fb::Range* r : *root_.attr_sets())
    if (!InRange(r->begin(), r->count(), root_.attrs()->size()))
      return Bad("a set of attributes is outside its table");
  if (root_.positions()->size() == 0) return Bad("the table of positions is damaged");
  for (const fb::PositionRec* p : *root_.positions()) {
    if (p->file() > root_.files()->size())
      return Bad("a position is in file {} of {}", p->file(), root_.files()->size());
    if (p->function() >= strings_.size() || p->kind() > static_cast<uint32_t>(SourceFrame::Kind::kDefinition))
      return Bad("position {}: its function or kind is outside its table", positions_.size());
    if (p->caller() != 0 && p->caller() >= positions_.size())
      return Bad("position {} is called from {}, which does not stand before it", positions_.size(),
                 p->caller());
    if (positions_.empty()) {
      if (p->caller() || p->file() || p->line() || p->column() || p->function() || p->kind())
        return Bad("position 0 is not the unknown one");
      positions_.push_back(kNoStack);
      continue;
    }
    const flatbuffers::String* file = p->file() ? root_.files()->Get(p->file() - 1)->name() : nullptr;
    positions_.push_back(
        InternFrame(positions_[p->caller()], {.file = file ? SourceNameId(file->string_view()) : 0,
                                              .line = p->line(),
                                              .column = p->column(),
                                              .function = SourceNameId(strings_[p->function()]),
                                              .kind = static_cast<SourceFrame::Kind>(p->kind())}));
  }
  attr_sets_.resize(root_.attr_sets()->size());
  return {};
}

constexpr uint32_t kMaxAttrs = 256;

Status Decoder::DecodeAttr(const fb::AttrRec& a, uint32_t graphs_ready, AttrValue* value) {
  Status status;
  auto read = [&]<class T>(auto&& convert) {
    std::vector<T> items;
    status = Spend(a.count() * uint64_t{sizeof(T)});
    for (uint32_t i = a.begin(); i < a.begin() + a.count() && status.ok(); ++i) items.push_back(convert(i));
    if (!status.ok()) return;
    if (a.list())
      *value = std::move(items);
    else
      *value = AttrValue(static_cast<T>(items[0]));
  };
  auto number = [&](uint32_t i) { return root_.ints()->Get(i); };
  auto checked = [&](uint32_t i, size_t size, const char* what) -> size_t {
    const int64_t n = number(i);
    if (n >= 0 && static_cast<uint64_t>(n) < size) return static_cast<size_t>(n);
    status = Bad("attribute `{}`: {} {} of {}", strings_[a.name()], what, n, size);
    return 0;
  };
  switch (static_cast<AttrRecKind>(a.kind())) {
    case AttrRecKind::kBool:
      read.operator()<bool>([&](uint32_t i) { return number(i) != 0; });
      break;
    case AttrRecKind::kInt:
      read.operator()<int64_t>(number);
      break;
    case AttrRecKind::kFloat:
      read.operator()<double>([&](uint32_t i) { return root_.floats()->Get(i); });
      break;
    case AttrRecKind::kString:
      read.operator()<std::string>([&](uint32_t i) {
        const std::string_view text = strings_[checked(i, strings_.size(), "string")];
        if (status.ok()) status = Spend(text.size());
        return status.ok() ? std::string(text) : std::string();
      });
      break;
    case AttrRecKind::kType:
      read.operator()<DType>([&](uint32_t i) {
        const int64_t n = number(i);
        if (n < 0 || n > 255 || DTypeSize(static_cast<DType>(n)) == 0)
          status = Bad("attribute `{}`: unknown dtype {}", strings_[a.name()], n);
        return static_cast<DType>(n);
      });
      break;
    case AttrRecKind::kShape:
      read.operator()<Shape>([&](uint32_t i) {
        const size_t k = checked(i, shapes_.size(), "shape");
        return status.ok() ? shapes_[k] : Shape();
      });
      break;
    case AttrRecKind::kTensor: {
      if (a.list()) return Bad("attribute `{}`: a list of tensors", strings_[a.name()]);
      const size_t k = checked(a.begin(), tensors_.size(), "tensor");
      if (status.ok()) *value = AttrValue(tensors_[k]);
      break;
    }
    case AttrRecKind::kFunc:
      read.operator()<FuncAttr>([&](uint32_t i) {
        if (number(i) == -1) return FuncAttr();
        const size_t k = checked(i, graphs_ready, "graph");
        return status.ok() ? FuncAttr(graphs_[k]) : FuncAttr();
      });
      break;
  }
  return status;
}

Status Decoder::DecodeAttrSet(uint32_t index, uint32_t graphs_ready, Attrs* attrs) {
  if (index >= attr_sets_.size()) return Bad("set of attributes {} of {}", index, attr_sets_.size());
  if (!attr_sets_[index]) {
    const fb::Range& range = *root_.attr_sets()->Get(index);
    if (range.count() > kMaxAttrs)
      return Bad("{} attributes of one node (limit {})", range.count(), kMaxAttrs);
    TP_RETURN_IF_ERROR(Spend(range.count() * uint64_t{sizeof(AttrSet::Item)}));
    std::vector<AttrSet::Item> items;
    for (uint32_t i = range.begin(); i < range.begin() + range.count(); ++i) {
      const fb::AttrRec& record = *root_.attrs()->Get(i);
      AttrValue value;
      TP_RETURN_IF_ERROR(DecodeAttr(record, graphs_ready, &value));
      items.emplace_back(std::string(strings_[record.name()]), std::move(value));
      for (size_t k = 0; k + 1 < items.size(); ++k)
        if (items[k].first == items.back().first) return Bad("attribute `{}` twice", items.back().first);
    }
    attr_sets_[index] = MakeAttrs(std::move(items));
  }
  *attrs = attr_sets_[index];
  return {};
}

Status Decoder::DecodeGraph(uint32_t index) {
  const fb::Graph& g = *root_.graphs()->Get(index);
  auto graph = MakeRef<Graph>(g.name()->str());
  const std::string label = g.name()->size() ? g.name()->str() : fmt::format("graph {}", index);
  if (!IsCleanText(View(g.name()), false)) return Bad("graph {}: a name with control characters", index);
  int depth = 0;
  GraphLoader& loader = *loader_;
  const uint32_t num_nodes = g.nodes()->size(), num_values = g.values()->size();
  loader.Begin(graph.get(), num_nodes, num_values, g.input_pool()->size(), g.control_pool()->size());
  const auto* input_pool = reinterpret_cast<const ValueId*>(g.input_pool()->data());
  const auto* control_pool = reinterpret_cast<const NodeId*>(g.control_pool()->data());
  uint32_t first_value = 0, id = 0;
  auto bad_node = [&](auto&& text) { return Bad("{} node {}: {}", label, id, text); };
  for (const fb::NodeRec* n : *g.nodes()) {
    if (n->op() >= strings_.size()) return bad_node(fmt::format("op {} of {}", n->op(), strings_.size()));
    const OpInfo*& op = ops_[n->op()];
    if (!op) op = OpRegistry::Find(strings_[n->op()]);
    if (!op) return bad_node(fmt::format("unknown op `{}`", strings_[n->op()]));
    if (!InRange(n->inputs_begin(), n->num_inputs(), g.input_pool()->size()) ||
        !InRange(n->controls_begin(), n->num_controls(), g.control_pool()->size()))
      return bad_node("its inputs are outside their table");
    if (n->name() >= strings_.size() || n->position() >= root_.positions()->size())
      return bad_node("its name or position is outside its table");
    TP_RETURN_IF_ERROR(Spend(128 + 8 * (uint64_t{n->num_inputs()} + n->num_controls() + n->num_outputs())));
    const std::span inputs(input_pool + n->inputs_begin(), n->num_inputs());
    const std::span controls(control_pool + n->controls_begin(), n->num_controls());
    for (ValueId v : inputs)
      if (v >= first_value) return bad_node(fmt::format("input {} is not made before it", v));
    for (NodeId c : controls)
      if (c >= num_nodes) return bad_node(fmt::format("control input {} of {} nodes", c, num_nodes));
    if (n->num_outputs() > num_values - first_value) return bad_node("its outputs are outside their table");
    if (n->attrs() >= attr_sets_.size() || !loader.has_attrs(n->attrs())) {
      Attrs attrs;
      TP_RETURN_IF_ERROR(DecodeAttrSet(n->attrs(), index, &attrs));
      loader.SetAttrs(n->attrs(), attrs);
    }
    loader.AddNode(op, n->attrs(), inputs, controls, n->num_outputs());
    for (uint32_t i = 0; i < n->num_outputs(); ++i) {
      const fb::ValueRec& value = *g.values()->Get(first_value + i);
      if (value.shape() >= shapes_.size())
        return bad_node(fmt::format("shape {} of {}", value.shape(), shapes_.size()));
      if (DTypeSize(static_cast<DType>(value.dtype())) == 0)
        return bad_node(fmt::format("unknown dtype {}", value.dtype()));
      loader.AddOutput(i, static_cast<DType>(value.dtype()), value.shape(), shapes_[value.shape()]);
    }
    first_value += n->num_outputs();
    if (!strings_[n->name()].empty()) loader.SetName(strings_[n->name()]);
    loader.SetPosition(positions_[n->position()]);
    ++id;
  }
  if (first_value != num_values)
    return Bad("{}: {} values, its nodes have {} outputs", label, num_values, first_value);
  auto copy = [&](const flatbuffers::Vector<uint32_t>& from, uint32_t size,
                  std::vector<uint32_t>* to) -> Status {
    TP_RETURN_IF_ERROR(Spend(8 * uint64_t{from.size()}));
    for (uint32_t v : from) {
      if (v >= size) return Bad("{}: its interface names {} of {}", label, v, size);
      to->push_back(v);
    }
    return {};
  };
  TP_RETURN_IF_ERROR(copy(*g.inputs(), first_value, &graph->inputs_list));
  TP_RETURN_IF_ERROR(copy(*g.outputs(), first_value, &graph->outputs_list));
  TP_RETURN_IF_ERROR(copy(*g.control_outputs(), id, &graph->control_outputs));
  // Regions have smaller indices: they were verified, and how deep they are nested is known.
  const AttrSet* seen = nullptr;  // neighbours mostly have the same attributes
  for (NodeId node = 0; node < graph->num_nodes(); ++node) {
    if (&graph->attrs(node) == seen) continue;
    seen = &graph->attrs(node);
    for (const Graph* region : graph->regions(node)) depth = std::max(depth, depth_of_.at(region) + 1);
  }
  if (depth > kMaxRegionDepth) return Bad("{}: nesting too deep (limit {})", label, kMaxRegionDepth);
  if (Status status = Verify(*graph, {.nested = false}); !status.ok()) return Bad("{}", status.message());
  depth_of_[graph.get()] = depth;
  graphs_.push_back(std::move(graph));
  return {};
}

Status Decoder::Decode(BundleContents* contents) {
  budget_ = kFreeBytes + kExpansion * file_.size();
  TP_RETURN_IF_ERROR(DecodeStrings());
  TP_RETURN_IF_ERROR(DecodeShapes());
  TP_RETURN_IF_ERROR(DecodeTensors());
  TP_RETURN_IF_ERROR(CheckPools());
  loader_.emplace(shapes_.size(), attr_sets_.size());
  for (uint32_t i = 0; i < root_.graphs()->size(); ++i) TP_RETURN_IF_ERROR(DecodeGraph(i));
  contents->producer = root_.producer()->str();
  if (root_.objects()) {
    TP_RETURN_IF_ERROR(Spend(root_.objects()->size()));
    contents->objects = root_.objects()->str();
  }
  for (const fb::File* f : *root_.files()) {
    TP_RETURN_IF_ERROR(Spend(128 + uint64_t{f->name()->size()} + (f->text() ? f->text()->size() : 0)));
    if (!IsCleanText(View(f->name()), false)) return Bad("a file whose name has control characters");
    contents->files.push_back({f->name()->str(), f->text() ? f->text()->str() : "", f->text() != nullptr});
  }
  TP_RETURN_IF_ERROR(DecodeVariables(contents));
  HashSet<std::string> names;
  for (const fb::Function* f : *root_.functions()) {
    BundleFunction function;
    TP_RETURN_IF_ERROR(DecodeFunction(*f, *contents, &function));
    if (!names.insert(function.id).second) return Bad("function {} twice", function.id);
    contents->functions.push_back(std::move(function));
  }
  return {};
}

}  // namespace tp
