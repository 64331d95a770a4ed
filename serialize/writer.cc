#include "serialize/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "core/base/hash_map.h"
#include "serialize/digest.h"
#include "serialize/encoder.h"

namespace tp {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

fb::SiteRec Site(const CallSite& s) { return {s.file, s.line, s.column, s.end_line, s.end_column}; }

Offset<fb::Retrace> BuildRetrace(FlatBufferBuilder& b, const RetraceRecord& r) {
  std::vector<Offset<flatbuffers::String>> more;
  for (const std::string& argument : r.more_arguments) more.push_back(b.CreateString(argument));
  const std::vector<int32_t> axes(r.axes.begin(), r.axes.end());
  const fb::SiteRec call = Site(r.call), argument_site = Site(r.argument_site);
  return fb::CreateRetrace(b, static_cast<uint8_t>(r.cause), r.nearest, b.CreateString(r.argument),
                           b.CreateVector(axes), b.CreateString(r.was), b.CreateString(r.now),
                           b.CreateVector(more), &call, &argument_site, r.nodes, r.constant_bytes);
}

Offset<fb::Concrete> BuildConcrete(FlatBufferBuilder& b, Encoder& e, const BundleConcrete& concrete) {
  std::vector<fb::ParameterRec> parameters;
  for (const Parameter& p : concrete.type->parameters()) {
    TP_CHECK(p.type, "parameter {} of a concrete function has no type", p.name);
    parameters.emplace_back(e.String(p.name), e.TypeId(*p.type), static_cast<uint8_t>(p.kind), p.optional, 0);
  }
  const TraceTypeRef output = concrete.type->output() ? concrete.type->output() : TraceType::Literal({});
  std::vector<fb::CaptureRec> captures;
  for (const BundleCapture& c : concrete.captures)
    if (c.variable >= 0)
      captures.emplace_back(static_cast<uint32_t>(c.variable), 0u);
    else if (c.object >= 0)
      captures.emplace_back(static_cast<uint32_t>(c.object), 2u);
    else
      captures.emplace_back(e.TensorId(c.value, SegmentKind::kConstants), 1u);
  const uint32_t output_id = e.TypeId(*output);
  const uint32_t graph = e.GraphId(*concrete.graph);
  const std::vector<int32_t> output_map(concrete.output_map.begin(), concrete.output_map.end());
  const auto retrace = BuildRetrace(b, concrete.retrace);
  return fb::CreateConcrete(b, b.CreateVectorOfStructs(parameters), output_id, b.CreateVector(output_map),
                            graph, b.CreateVectorOfStructs(captures), retrace, concrete.in_graph_context,
                            concrete.shown_nodes, concrete.shown_functions);
}

std::vector<Offset<fb::Graph>> BuildGraphs(FlatBufferBuilder& b, const Encoder& e) {
  std::vector<Offset<fb::Graph>> graphs;
  for (const Encoder::GraphColumns& g : e.graphs) {
    const auto nodes = b.CreateVectorOfStructs(g.nodes);
    const auto values = b.CreateVectorOfStructs(g.values);
    const auto input_pool = b.CreateVector(g.input_pool), control_pool = b.CreateVector(g.control_pool);
    const auto inputs = b.CreateVector(g.inputs), outputs = b.CreateVector(g.outputs);
    const auto control_outputs = b.CreateVector(g.control_outputs);
    graphs.push_back(fb::CreateGraph(b, b.CreateString(g.name), nodes, values, input_pool, control_pool,
                                     inputs, outputs, control_outputs));
  }
  return graphs;
}

bool CapturesObjects(const BundleContents& contents) {
  for (const BundleFunction& f : contents.functions)
    for (const BundleConcrete& c : f.concretes)
      for (const BundleCapture& capture : c.captures)
        if (capture.object >= 0) return true;
  return false;
}

// A segment that has bytes: its kind, and where it will stand.
struct Segment {
  SegmentKind kind;
  uint64_t offset = 0, size = 0, digest = 0;
};

}  // namespace

std::string EncodeBundle(const BundleContents& contents, const WriteOptions& options) {
  Encoder e(true);
  for (const BundleFile& f : contents.files) e.files.push_back(f.name);
  FlatBufferBuilder b(1 << 16);
  std::vector<Offset<fb::Function>> functions;
  for (const BundleFunction& f : contents.functions) {
    std::vector<Offset<fb::Concrete>> concretes;
    for (const BundleConcrete& c : f.concretes) concretes.push_back(BuildConcrete(b, e, c));
    const auto id = b.CreateString(f.id), name = b.CreateString(f.name);
    functions.push_back(
        fb::CreateFunction(b, id, name, f.file, f.line, f.calls, f.tracing_count, b.CreateVector(concretes)));
  }
  std::vector<Offset<fb::Variable>> variables;
  for (const BundleVariable& v : contents.variables) {
    const int value = v.value.valid() ? static_cast<int>(e.TensorId(v.value, SegmentKind::kVariables)) : -1;
    const int first = options.with_first && v.first.valid()
                          ? static_cast<int>(e.TensorId(v.first, SegmentKind::kFirstVariables))
                          : -1;
    const auto name = b.CreateString(v.name);
    variables.push_back(fb::CreateVariable(b, name, static_cast<uint8_t>(v.dtype), e.ShapeId(v.shape),
                                           v.trainable, value, first));
  }

  // Tensors are numbered by first use, but lie segment by segment: put them in file order.
  std::vector<Segment> segments;
  std::vector<fb::TensorRec> tensors(e.tensors.size());
  for (int kind = 0; kind < 4; ++kind) {
    bool used = false;
    for (size_t i = 0; i < e.tensors.size(); ++i) {
      const Encoder::PendingTensor& t = e.tensors[i];
      if (static_cast<int>(t.kind) != kind) continue;
      used = true;
      tensors[i] =
          fb::TensorRec(t.offset, t.bytes, e.ShapeId(t.tensor.shape()),
                        static_cast<uint16_t>(segments.size()), static_cast<uint8_t>(t.tensor.dtype()), 0);
    }
    if (used)
      segments.push_back(
          {.kind = static_cast<SegmentKind>(kind), .offset = 0, .size = e.segment_bytes[kind], .digest = 0});
  }
  std::vector<std::string> data(segments.size());
  for (size_t s = 0; s < segments.size(); ++s) data[s].resize(segments[s].size);
  for (size_t i = 0; i < e.tensors.size(); ++i) {
    const Encoder::PendingTensor& t = e.tensors[i];
    const void* from = t.tensor.dtype() == DType::kString ? t.packed.data() : t.tensor.raw_data();
    if (t.bytes) std::memcpy(data[tensors[i].segment()].data() + t.offset, from, t.bytes);
  }
  for (size_t s = 0; s < segments.size(); ++s) segments[s].digest = Digest(data[s].data(), data[s].size());

  const auto graphs = BuildGraphs(b, e);
  // Positions may have added files whose text nobody gave.
  std::vector<Offset<fb::File>> files;
  for (size_t i = 0; i < e.files.size(); ++i) {
    const BundleFile* f = i < contents.files.size() ? &contents.files[i] : nullptr;
    const auto name = b.CreateString(e.files[i]);
    files.push_back(
        fb::CreateFile(b, name, f && f->has_text && options.with_text ? b.CreateString(f->text) : 0));
  }
  const auto graphs_vector = b.CreateVector(graphs);
  // Offsets of segments depend on the structure's size, which does not depend on their values: reserve, then
  // patch.
  fb::SegmentRec* segment_records = nullptr;
  const auto segments_vector =
      b.CreateUninitializedVectorOfStructs<fb::SegmentRec>(segments.size(), &segment_records);
  std::memset(static_cast<void*>(segment_records), 0, segments.size() * sizeof(fb::SegmentRec));
  const auto producer = b.CreateString(contents.producer);
  std::vector<Offset<flatbuffers::String>> needed;
  if (CapturesObjects(contents)) needed.push_back(b.CreateString(kFeatureObjects));
  const auto features = b.CreateVector(needed);
  const auto strings = b.CreateVectorOfStrings(e.strings);
  const auto dims = b.CreateVector(e.dims);
  const auto shapes = b.CreateVectorOfStructs(e.shapes);
  const auto tensors_vector = b.CreateVectorOfStructs(tensors);
  const auto ints = b.CreateVector(e.ints);
  const auto floats = b.CreateVector(e.floats);
  const auto attrs = b.CreateVectorOfStructs(e.attrs);
  const auto attr_sets = b.CreateVectorOfStructs(e.attr_sets);
  const auto positions = b.CreateVectorOfStructs(e.positions);
  const auto types = b.CreateVectorOfStructs(e.types);
  const auto variables_vector = b.CreateVector(variables);
  const auto functions_vector = b.CreateVector(functions);
  const auto files_vector = b.CreateVector(files);
  const auto objects = contents.objects.empty() ? 0 : b.CreateString(contents.objects);
  fb::FinishBundleBuffer(
      b, fb::CreateBundle(b, producer, features, strings, dims, shapes, segments_vector, tensors_vector, ints,
                          floats, attrs, attr_sets, positions, graphs_vector, types, variables_vector,
                          functions_vector, files_vector, objects));

  BundleHeader header = {};
  std::memcpy(header.magic, kBundleMagic, sizeof kBundleMagic);
  header.major = kFormatMajor;
  header.minor = kFormatMinor;
  header.structure_size = b.GetSize();
  uint64_t at = kHeaderBytes + b.GetSize();
  const fb::Bundle* root = fb::GetBundle(b.GetBufferPointer());
  for (size_t s = 0; s < segments.size(); ++s) {
    segments[s].offset = at = AlignUp(at, kSegmentAlignment);
    if (s == 0) header.segments_offset = at;
    at += segments[s].size;
    auto* record = const_cast<fb::SegmentRec*>(root->segments()->Get(static_cast<flatbuffers::uoffset_t>(s)));
    *record = fb::SegmentRec(segments[s].offset, segments[s].size, segments[s].digest,
                             static_cast<uint32_t>(segments[s].kind), 0);
  }
  if (segments.empty()) header.segments_offset = at;
  header.file_size = at;
  header.structure_digest = Digest(b.GetBufferPointer(), b.GetSize());
  header.header_digest = Digest(&header, offsetof(BundleHeader, header_digest));

  std::string file(at, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + kHeaderBytes, b.GetBufferPointer(), b.GetSize());
  for (size_t s = 0; s < segments.size(); ++s)
    if (!data[s].empty()) std::memcpy(file.data() + segments[s].offset, data[s].data(), data[s].size());
  return file;
}

namespace {

// How deep the regions of a graph are nested; `known` has those of the graphs seen so far.
int DepthOf(const Graph& graph, HashMap<const Graph*, int>& known) {
  const auto found = known.find(&graph);
  if (found != known.end()) return found->second;
  int depth = 0;
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id))
      for (const Graph* region : graph.regions(id)) depth = std::max(depth, DepthOf(*region, known) + 1);
  return known[&graph] = depth;
}

}  // namespace

Status CheckDepth(const BundleContents& contents, const std::string& path) {
  HashMap<const Graph*, int> known;
  for (const BundleFunction& f : contents.functions)
    for (const BundleConcrete& c : f.concretes)
      if (const int depth = DepthOf(*c.graph, known); depth > kMaxRegionDepth)
        return {
            Code::kInvalidArgument,
            fmt::format("cannot write {}: branches, loops and calls of `{}` are nested {} deep (limit {})",
                        path, f.id, depth, kMaxRegionDepth)};
  return {};
}

Status WriteBundle(const BundleContents& contents, const std::string& path, const WriteOptions& options) {
  TP_RETURN_IF_ERROR(CheckDepth(contents, path));
  return WriteFileAtomically(path, EncodeBundle(contents, options));
}

std::string ProgramHash(const BundleContents& contents) {
  Encoder e(false);
  std::string program;
  auto number = [&](uint64_t n) { program.append(reinterpret_cast<const char*>(&n), sizeof n); };
  auto pool = [&](const auto& items) {
    number(items.size());
    if (!items.empty())
      program.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0]));
  };
  for (const BundleFunction& f : contents.functions) {
    number(f.concretes.size());
    for (const BundleConcrete& c : f.concretes) {
      for (const Parameter& p : c.type->parameters()) number(e.TypeId(*p.type));
      number(c.type->output() ? e.TypeId(*c.type->output()) : 0);
      pool(c.output_map);
      number(e.GraphId(*c.graph));
      for (const BundleCapture& capture : c.captures)
        number(capture.variable >= 0 ? static_cast<uint64_t>(capture.variable)
               : capture.object >= 0 ? uint64_t{1} << 32 | static_cast<uint32_t>(capture.object)
                                     : ~uint64_t{e.TensorId(capture.value, SegmentKind::kConstants)});
    }
  }
  for (const BundleVariable& v : contents.variables) {
    number(static_cast<uint64_t>(v.dtype));
    number(e.ShapeId(v.shape));
  }
  for (const Encoder::GraphColumns& g : e.graphs) {
    pool(g.nodes), pool(g.values), pool(g.input_pool), pool(g.control_pool);
    pool(g.inputs), pool(g.outputs), pool(g.control_outputs);
  }
  for (const std::string& s : e.strings) number(s.size()), program += s;
  pool(e.dims), pool(e.shapes), pool(e.ints), pool(e.floats), pool(e.attrs), pool(e.attr_sets), pool(e.types);
  for (const Encoder::PendingTensor& t : e.tensors) {
    number(static_cast<uint64_t>(t.tensor.dtype()));
    if (t.tensor.dtype() == DType::kString)
      program += t.packed;
    else if (t.bytes)
      program.append(static_cast<const char*>(t.tensor.raw_data()), t.bytes);
  }
  return Sha256Hex(program.data(), program.size());
}

}  // namespace tp
