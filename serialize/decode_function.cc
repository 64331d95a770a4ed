// Trace types, signatures, functions and variables of a bundle, checked and decoded.
#include <bit>

#include "serialize/decode_checks.h"
#include "serialize/decoder.h"

namespace tp {

namespace {
constexpr int kMaxTypeDepth = 64;
}

Status Decoder::DecodeLiteral(const fb::TypeRec& r, LiteralValue* value) {
  std::string_view text, name;
  TP_RETURN_IF_ERROR(StringAt(r.text(), &text));
  TP_RETURN_IF_ERROR(StringAt(r.name(), &name));
  TP_RETURN_IF_ERROR(Spend(text.size() + name.size()));
  switch (r.literal()) {
    case 0:
      *value = std::monostate();
      return {};
    case 1:
      *value = r.number() != 0;
      return {};
    case 2:
      *value = static_cast<int64_t>(r.number());
      return {};
    case 3:
      *value = std::bit_cast<double>(static_cast<int64_t>(r.number()));
      return {};
    case 4:
      *value = std::string(text);
      return {};
    case 5: {
      std::string bytes;
      for (size_t i = 0; i < text.size(); ++i) {
        const unsigned char c = static_cast<unsigned char>(text[i]);
        if (c < 0x80)
          bytes += static_cast<char>(c);
        else if ((c == 0xc2 || c == 0xc3) && i + 1 < text.size())
          bytes += static_cast<char>((c & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f));
        else
          return Bad("a bytes literal is damaged");
      }
      *value = LiteralBytes{std::move(bytes)};
      return {};
    }
    case 6:
      *value = LiteralOther{std::string(name), std::string(text)};
      return {};
    default:
      return Bad("a literal of unknown kind {}", r.literal());
  }
}

namespace {

// What a bundle keeps of an object that a spec passed: its description. It equals nothing, so a call never
// matches it; such a trace is run by its number.
class StoredObject : public ObjectKey {
 public:
  explicit StoredObject(std::string text) : text_(std::move(text)) {}
  bool Equals(const ObjectKey&) const override { return false; }
  size_t Hash() const override { return 0; }
  bool alive() const override { return false; }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

class StoredCustom : public CustomType {
 public:
  explicit StoredCustom(std::string text) : text_(std::move(text)) {}
  bool Equals(const CustomType&) const override { return false; }
  size_t Hash() const override { return 0; }
  bool IsSubtypeOf(const CustomType&) const override { return false; }
  TraceTypeRef CommonSupertype(std::span<const TraceTypeRef>) const override { return nullptr; }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

}  // namespace

Status Decoder::DecodeType(uint32_t* at, int depth, TraceTypeRef* type) {
  using Kind = TraceType::Kind;
  if (*at >= root_.types()->size()) return Bad("type {} of {}", *at, root_.types()->size());
  if (depth > kMaxTypeDepth) return Bad("nesting too deep (limit {})", kMaxTypeDepth);
  const fb::TypeRec& r = *root_.types()->Get((*at)++);
  TP_RETURN_IF_ERROR(Spend(128));
  std::string_view name;
  TP_RETURN_IF_ERROR(StringAt(r.name(), &name));
  const DType dtype = static_cast<DType>(r.dtype());
  switch (static_cast<Kind>(r.kind())) {
    case Kind::kTensor:
    case Kind::kVariable:
      if (DTypeSize(dtype) == 0 || r.shape() >= shapes_.size() || r.children() != 0)
        return Bad("a type with dtype {} and shape {}", r.dtype(), r.shape());
      *type = static_cast<Kind>(r.kind()) == Kind::kTensor
                  ? TraceType::Tensor(dtype, shapes_[r.shape()], std::string(name))
                  : TraceType::Variable(dtype, shapes_[r.shape()], r.trainable() != 0, r.alias());
      return {};
    case Kind::kLiteral: {
      LiteralValue value;
      TP_RETURN_IF_ERROR(DecodeLiteral(r, &value));
      *type = TraceType::Literal(std::move(value));
      return {};
    }
    case Kind::kObject:
      *type = TraceType::Object(MakeRef<StoredObject>(std::string(name)));
      return {};
    case Kind::kCustom:
      *type = TraceType::Custom(MakeRef<StoredCustom>(std::string(name)));
      return {};
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
    default:
      return Bad("a type of unknown kind {}", r.kind());
  }
  const Kind kind = static_cast<Kind>(r.kind());
  const bool keyed = kind == Kind::kDict || kind == Kind::kNamedTuple || kind == Kind::kAttrs;
  if (keyed && r.children() % 2 != 0) return Bad("a type has a key without an item");
  std::vector<TraceTypeRef> items;
  std::vector<LiteralValue> keys;
  std::vector<std::string> fields;
  for (uint32_t i = 0; i < r.children(); ++i) {
    TraceTypeRef child;
    TP_RETURN_IF_ERROR(DecodeType(at, depth + 1, &child));
    if (!keyed || i % 2 == 1) {
      items.push_back(std::move(child));
    } else {
      if (child->kind() != Kind::kLiteral) return Bad("a type has a key that is no literal");
      if (kind == Kind::kDict) {
        keys.push_back(child->literal());
      } else {
        const auto* field = std::get_if<std::string>(&child->literal());
        if (!field) return Bad("a type has a field without a name");
        fields.push_back(*field);
      }
    }
  }
  switch (kind) {
    case Kind::kList:
      *type = TraceType::List(std::move(items));
      break;
    case Kind::kTuple:
      *type = TraceType::Tuple(std::move(items));
      break;
    case Kind::kDict:
      *type = TraceType::Dict(std::move(keys), std::move(items));
      break;
    case Kind::kNamedTuple:
      *type = TraceType::NamedTuple(std::string(name), std::move(fields), std::move(items));
      break;
    default:
      *type = TraceType::Attrs(std::string(name), std::move(fields), std::move(items));
      break;
  }
  return {};
}

Status Decoder::CheckSite(const fb::SiteRec* site, CallSite* out) {
  if (!site) return {};
  if (site->file() > root_.files()->size())
    return Bad("a call site is in file {} of {}", site->file(), root_.files()->size());
  *out = {site->file(), site->line(), site->column(), site->end_line(), site->end_column()};
  return {};
}

Status Decoder::DecodeRetrace(const fb::Retrace& r, RetraceRecord* retrace) {
  if (r.cause() > static_cast<uint8_t>(RetraceCause::kContext))
    return Bad("a retrace of unknown cause {}", r.cause());
  const auto check = [&](const flatbuffers::String& s) -> Status {
    TP_RETURN_IF_ERROR(Spend(32 + uint64_t{s.size()}));
    return IsCleanText(s.string_view(), true) ? Status() : Bad("a retrace whose text has control characters");
  };
  for (const flatbuffers::String* s : {r.argument(), r.was(), r.now()})
    if (s) TP_RETURN_IF_ERROR(check(*s));
  if (r.axes()) TP_RETURN_IF_ERROR(Spend(4 * uint64_t{r.axes()->size()}));
  if (r.more_arguments())
    for (const auto* s : *r.more_arguments()) TP_RETURN_IF_ERROR(check(*s));
  retrace->cause = static_cast<RetraceCause>(r.cause());
  retrace->nearest = r.nearest();
  if (r.argument()) retrace->argument = r.argument()->str();
  if (r.was()) retrace->was = r.was()->str();
  if (r.now()) retrace->now = r.now()->str();
  if (r.axes()) retrace->axes.assign(r.axes()->begin(), r.axes()->end());
  if (r.more_arguments())
    for (const auto* s : *r.more_arguments()) retrace->more_arguments.push_back(s->str());
  retrace->nodes = r.nodes();
  retrace->constant_bytes = r.constant_bytes();
  TP_RETURN_IF_ERROR(CheckSite(r.call(), &retrace->call));
  return CheckSite(r.argument_site(), &retrace->argument_site);
}

Status Decoder::DecodeConcrete(const fb::Concrete& r, const BundleContents& contents,
                               BundleConcrete* concrete) {
  TP_RETURN_IF_ERROR(Spend(512 + 96 * uint64_t{r.parameters()->size()} + 64 * uint64_t{r.captures()->size()} +
                           4 * uint64_t{r.output_map()->size()}));
  std::vector<Parameter> parameters;
  for (const fb::ParameterRec* p : *r.parameters()) {
    std::string_view name;
    TP_RETURN_IF_ERROR(StringAt(p->name(), &name));
    if (!IsCleanText(name, false)) return Bad("a parameter whose name has control characters");
    if (p->kind() > static_cast<uint8_t>(Parameter::Kind::kVarKeyword))
      return Bad("parameter `{}` of unknown kind {}", name, p->kind());
    Parameter parameter{std::string(name), static_cast<Parameter::Kind>(p->kind()), p->optional() != 0,
                        nullptr};
    uint32_t at = p->type();
    TP_RETURN_IF_ERROR(DecodeType(&at, 0, &parameter.type));
    parameters.push_back(std::move(parameter));
  }
  concrete->type = MakeRef<FunctionType>(std::move(parameters));
  TraceTypeRef output;
  uint32_t at = r.output();
  TP_RETURN_IF_ERROR(DecodeType(&at, 0, &output));
  concrete->type->set_output(output);
  if (r.graph() >= graphs_.size()) return Bad("graph {} of {}", r.graph(), graphs_.size());
  concrete->graph = graphs_[r.graph()];
  const Graph& graph = *concrete->graph;
  for (const fb::CaptureRec* c : *r.captures()) {
    BundleCapture capture;
    if (c->kind() == 0) {
      if (c->index() >= contents.variables.size())
        return Bad("captured variable {} of {}", c->index(), contents.variables.size());
      capture.variable = static_cast<int>(c->index());
    } else if (c->kind() == 2) {
      if (c->index() > INT32_MAX) return Bad("captured object {}", c->index());
      capture.object = static_cast<int>(c->index());
      capture.value = Tensor::Allocate(DType::kResource, Shape());  // of nothing: kernels say so
    } else {
      if (c->kind() != 1 || c->index() >= tensors_.size())
        return Bad("captured tensor {} of {}", c->index(), tensors_.size());
      capture.value = tensors_[c->index()];
    }
    concrete->captures.push_back(std::move(capture));
  }
  // The graph's inputs are the parameters' tensors (a repeated variable once), then the captures, of fitting
  // types.
  std::vector<TraceTypeRef> flat;
  HashSet<int> aliases;
  for (const TraceTypeRef& type : concrete->type->FlatInputs())
    if (type->kind() != TraceType::Kind::kVariable || aliases.insert(type->alias()).second)
      flat.push_back(type);
  if (graph.inputs_list.size() != flat.size() + concrete->captures.size())
    return Bad("a graph has {} inputs, its signature {} and {} captures", graph.inputs_list.size(),
               flat.size(), concrete->captures.size());
  for (size_t i = 0; i < graph.inputs_list.size(); ++i) {
    const DType dtype = graph.dtype(graph.inputs_list[i]);
    const Shape& shape = graph.shape(graph.inputs_list[i]);
    if (i < flat.size()) {
      const bool variable = flat[i]->kind() == TraceType::Kind::kVariable;
      if (dtype != (variable ? DType::kResource : flat[i]->dtype()) ||
          (!variable && !AreCompatible(shape, flat[i]->shape())))
        return Bad("input {} of a graph is {}{}, its signature says {}", i, DTypeShortName(dtype),
                   shape.ToBracketString(), flat[i]->Short());
    } else {
      const BundleCapture& c = concrete->captures[i - flat.size()];
      const bool fits = c.variable >= 0 ? dtype == DType::kResource
                                        : dtype == c.value.dtype() && AreCompatible(shape, c.value.shape());
      if (!fits) return Bad("captured input {} of a graph has another type", i);
    }
  }
  std::vector<TraceTypeRef> outputs;
  output->Flatten(&outputs);
  if (r.output_map()->size() != outputs.size())
    return Bad("a signature returns {} tensors, its map has {}", outputs.size(), r.output_map()->size());
  for (int32_t o : *r.output_map()) {
    if (o < 0 || static_cast<size_t>(o) >= graph.outputs_list.size())
      return Bad("output {} of {}", o, graph.outputs_list.size());
    concrete->output_map.push_back(o);
  }
  concrete->in_graph_context = r.in_graph_context();
  concrete->shown_nodes = r.shown_nodes();
  concrete->shown_functions = r.shown_functions();
  return DecodeRetrace(*r.retrace(), &concrete->retrace);
}

Status Decoder::DecodeFunction(const fb::Function& r, const BundleContents& contents,
                               BundleFunction* function) {
  TP_RETURN_IF_ERROR(Spend(256 + uint64_t{r.id()->size()} + r.name()->size()));
  function->id = r.id()->str();
  function->name = r.name()->str();
  if (function->id.empty() || !IsCleanText(function->id, false) || !IsCleanText(function->name, false) ||
      function->id.size() > kMaxName)
    return Bad("a function whose name is empty, too long or has control characters");
  if (r.file() > root_.files()->size())
    return Bad("function {} is in file {} of {}", function->id, r.file(), root_.files()->size());
  function->file = r.file();
  function->line = r.line();
  function->calls = r.calls();
  function->tracing_count = r.tracing_count();
  HashMultimap<size_t, size_t> by_hash;
  for (const fb::Concrete* c : *r.concretes()) {
    BundleConcrete concrete;
    if (Status status = DecodeConcrete(*c, contents, &concrete); !status.ok())
      return Bad("{}/{}: {}", function->id, function->concretes.size() + 1, status.message());
    concrete.retrace.trace = static_cast<int>(function->concretes.size()) + 1;
    const size_t hash = concrete.type->Hash();
    if (concrete.retrace.cause != RetraceCause::kContext &&
        concrete.retrace.cause != RetraceCause::kCapturedVariable)
      for (auto [it, end] = by_hash.equal_range(hash); it != end; ++it)
        if (const BundleConcrete& other = function->concretes[it->second];
            other.in_graph_context == concrete.in_graph_context && other.type->Equals(*concrete.type))
          return Bad("{}: signature {} twice", function->id, concrete.type->Short());
    by_hash.emplace(hash, function->concretes.size());
    function->concretes.push_back(std::move(concrete));
  }
  return {};
}

Status Decoder::DecodeVariables(BundleContents* contents) {
  for (const fb::Variable* v : *root_.variables()) {
    TP_RETURN_IF_ERROR(Spend(256 + uint64_t{v->name()->size()}));
    BundleVariable variable;
    variable.name = v->name()->str();
    if (!IsCleanText(variable.name, false)) return Bad("a variable whose name has control characters");
    variable.dtype = static_cast<DType>(v->dtype());
    if (DTypeSize(variable.dtype) == 0 || v->shape() >= shapes_.size())
      return Bad("variable {}: dtype {}, shape {}", variable.name, v->dtype(), v->shape());
    variable.shape = shapes_[v->shape()];
    variable.trainable = v->trainable();
    for (auto [index, tensor] :
         {std::pair(v->value(), &variable.value), std::pair(v->first(), &variable.first)}) {
      if (index == -1) continue;
      if (index < 0 || static_cast<size_t>(index) >= tensors_.size())
        return Bad("variable {}: tensor {} of {}", variable.name, index, tensors_.size());
      *tensor = tensors_[static_cast<size_t>(index)];
      if (tensor->dtype() != variable.dtype || !AreCompatible(tensor->shape(), variable.shape))
        return Bad("variable {}: its value is {}{}", variable.name, DTypeShortName(tensor->dtype()),
                   tensor->shape().ToBracketString());
    }
    contents->variables.push_back(std::move(variable));
  }
  return {};
}

}  // namespace tp
