// Bundles that a hostile writer makes: digests fit, the structure is a valid FlatBuffer, and what it says is
// wrong, contradicts itself or asks for more than the file holds. Each is refused with a message, before
// anything is allocated by it.
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "serialize/bundle_generated.h"
#include "serialize/test_bundle.h"

namespace tp {
namespace {

// The file for a structure and the data of its segments, everything placed and digested as the format wants.
std::string Assemble(fb::BundleT root, const std::vector<std::string>& data) {
  std::string structure;
  for (int round = 0; round < 2; ++round) {  // the second knows how long the structure is
    uint64_t at = AlignUp(kHeaderBytes + structure.size(), kSegmentAlignment);
    for (size_t i = 0; i < root.segments.size() && i < data.size(); ++i) {
      root.segments[i] = fb::SegmentRec(at, data[i].size(), Digest(data[i].data(), data[i].size()),
                                        root.segments[i].kind(), 0);
      at = AlignUp(at + data[i].size(), kSegmentAlignment);
    }
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(fb::Bundle::Pack(builder, &root), fb::BundleIdentifier());
    structure.assign(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
  }
  BundleHeader header{};
  std::memcpy(header.magic, kBundleMagic, sizeof kBundleMagic);
  header.major = kFormatMajor;
  header.minor = kFormatMinor;
  header.structure_size = structure.size();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += structure;
  header.segments_offset = data.empty() ? bytes.size() : AlignUp(bytes.size(), kSegmentAlignment);
  for (const std::string& segment : data) {
    bytes.resize(AlignUp(bytes.size(), kSegmentAlignment));
    bytes += segment;
  }
  header.file_size = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof header);
  RefitDigests(&bytes);
  return bytes;
}

struct Parts {
  fb::BundleT root;
  std::vector<std::string> data;
};
Parts TakeApart(const std::string& bytes) {
  Parts parts;
  fb::GetBundle(bytes.data() + kHeaderBytes)->UnPackTo(&parts.root);
  for (const fb::SegmentRec& s : parts.root.segments)
    parts.data.push_back(bytes.substr(s.offset(), s.size()));
  return parts;
}
std::string Sampled() { return EncodeBundle(Sample(), {.with_text = true, .with_first = true}); }

// A node with one field set; fields as NodeRec's constructor has them.
template <class Record, class T>
void Poke(Record& record, size_t offset, T value) {
  std::memcpy(reinterpret_cast<char*>(&record) + offset, &value, sizeof value);
}
constexpr size_t kNodeOp = 0, kNodeAttrs = 4, kNodeInputs = 8, kNodeNumInputs = 16, kNodeNumOutputs = 20,
                 kNodeName = 24, kNodePosition = 28;
constexpr size_t kTensorOffset = 0, kTensorBytes = 8, kTensorShape = 16, kTensorSegment = 20,
                 kTensorDType = 22;
constexpr size_t kValueShape = 0, kValueDType = 4;

size_t NodeOf(const fb::BundleT& root, std::string_view op) {
  const auto& nodes = root.graphs[0]->nodes;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (root.strings[nodes[i].op()] == op) return i;
  ADD_FAILURE() << "no " << op;
  return 0;
}
uint32_t AddShape(fb::BundleT& root, std::vector<int64_t> dims) {
  root.shapes.emplace_back(static_cast<uint32_t>(root.dims.size()), static_cast<int32_t>(dims.size()));
  root.dims.insert(root.dims.end(), dims.begin(), dims.end());
  return static_cast<uint32_t>(root.shapes.size() - 1);
}
uint32_t AddString(fb::BundleT& root, std::string text) {
  root.strings.push_back(std::move(text));
  return static_cast<uint32_t>(root.strings.size() - 1);
}

struct Case {
  const char* name;
  std::function<void(fb::BundleT&)> change;
  const char* message;  // part of it
};

const Case kCases[] = {
    // Shapes and sizes.
    {"the product of a shape's dims overflows",
     [](auto& r) {
       Poke(r.tensors[0], kTensorShape, AddShape(r, {int64_t{1} << 33, int64_t{1} << 33}));
     },
     "tensor 0: bad shape"},
    {"a constant's dim is negative", [](auto& r) { Poke(r.tensors[0], kTensorShape, AddShape(r, {-1})); },
     "tensor 0: bad shape"},
    {"a dim overflows beside a dim of 0",
     [](auto& r) {
       Poke(r.tensors[0], kTensorShape, AddShape(r, {0, int64_t{1} << 62}));
     },
     "tensor 0: bad shape"},
    {"elements times their size overflow",
     [](auto& r) { Poke(r.tensors[0], kTensorShape, AddShape(r, {int64_t{1} << 61})); },
     "tensor 0: bad shape"},
    {"rank 300", [](auto& r) { AddShape(r, std::vector<int64_t>(300, 1)); }, "rank 300 (limit 254)"},
    {"a shape lies outside the table of dims", [](auto& r) { r.shapes.emplace_back(0xfffffff0u, 4); },
     "outside the table of dims"},
    {"the data is shorter than the shape",
     [](auto& r) { Poke(r.tensors[0], kTensorShape, AddShape(r, {4})); }, "bad shape/size"},
    {"a string's count is beyond its data",
     [](auto& r) {
       Poke(r.tensors[0], kTensorShape, AddShape(r, {int64_t{1} << 40}));
       Poke(r.tensors[0], kTensorDType, static_cast<uint8_t>(DType::kString));
     },
     "tensor 0: bad shape"},
    {"unknown dtype", [](auto& r) { Poke(r.tensors[0], kTensorDType, uint8_t{255}); }, "tensor 0: dtype 255"},
    {"a tensor of handles",
     [](auto& r) { Poke(r.tensors[0], kTensorDType, static_cast<uint8_t>(DType::kResource)); },
     "tensor 0: dtype"},
    // Places of data.
    {"two tensors overlap", [](auto& r) { Poke(r.tensors[1], kTensorOffset, r.tensors[0].offset()); },
     "overlap"},
    {"a tensor's data is not aligned",
     [](auto& r) { Poke(r.tensors[0], kTensorOffset, r.tensors[0].offset() + 3); }, "not 64-byte aligned"},
    {"a tensor's data is outside its segment",
     [](auto& r) { Poke(r.tensors[1], kTensorOffset, uint64_t{1} << 40); }, "outside its segment"},
    {"offset plus size overflows", [](auto& r) { Poke(r.tensors[1], kTensorOffset, ~uint64_t{63}); },
     "outside its segment"},
    {"a variable's value in a segment that is not there",
     [](auto& r) { Poke(r.tensors.back(), kTensorSegment, uint16_t{77}); }, "data segment 77 of"},
    {"data that no tensor explains", [](auto& r) { Poke(r.tensors[0], kTensorOffset, uint64_t{4096}); }, ""},
    // Indices.
    {"a node's input is its own value",
     [](auto& r) { r.graphs[0]->input_pool[0] = static_cast<uint32_t>(NodeOf(r, "AddV2")); },
     "is not made before it"},
    {"a node's input is no value", [](auto& r) { r.graphs[0]->input_pool[0] = 1000; }, "input 1000"},
    {"a node's input is -1", [](auto& r) { r.graphs[0]->input_pool[0] = 0xffffffffu; },
     "input 4294967295 is not made before it"},
    {"two nodes wait for each other",
     [](auto& r) {
       auto& g = *r.graphs[0];
       std::swap(g.input_pool[0], g.input_pool[2]);
     },
     ""},
    {"a node waits for what comes later",
     [](auto& r) {
       auto& g = *r.graphs[0];
       g.control_pool = {static_cast<uint32_t>(NodeOf(r, "Mul"))};
       auto& add = g.nodes[NodeOf(r, "AddV2")];
       Poke(add, 12, uint32_t{0});
       Poke(add, 18, uint16_t{1});
     },
     "comes later"},
    {"inputs outside their table",
     [](auto& r) { Poke(r.graphs[0]->nodes[NodeOf(r, "Mul")], kNodeInputs, 0xffffffffu); },
     "outside their table"},
    {"more inputs than the op takes",
     [](auto& r) { Poke(r.graphs[0]->nodes[NodeOf(r, "Mul")], kNodeNumInputs, uint16_t{1}); }, "Mul"},
    {"more outputs than values",
     [](auto& r) { Poke(r.graphs[0]->nodes[NodeOf(r, "Mul")], kNodeNumOutputs, uint16_t{9}); },
     "outputs are outside"},
    {"an op's name outside the table of strings",
     [](auto& r) { Poke(r.graphs[0]->nodes[0], kNodeOp, 9999u); }, "node 0: op 9999"},
    {"a position outside its table", [](auto& r) { Poke(r.graphs[0]->nodes[0], kNodePosition, 9999u); },
     "name or position"},
    {"a node's name outside its table", [](auto& r) { Poke(r.graphs[0]->nodes[0], kNodeName, 9999u); },
     "name or position"},
    {"a value's shape outside its table", [](auto& r) { Poke(r.graphs[0]->values[0], kValueShape, 9999u); },
     "shape 9999"},
    {"a result that is no value", [](auto& r) { r.graphs[0]->outputs[0] = 9999; },
     "its interface names 9999"},
    {"a parameter that is no Placeholder",
     [](auto& r) { r.graphs[0]->inputs[0] = static_cast<uint32_t>(NodeOf(r, "AddV2")); },
     "is no Placeholder"},
    {"a signature's graph that is not there", [](auto& r) { r.functions[0]->concretes[0]->graph = 7; },
     "graph 7 of 1"},
    {"a captured variable that is not there",
     [](auto& r) { r.functions[0]->concretes[0]->captures[0] = fb::CaptureRec(9, 0); },
     "captured variable 9 of 1"},
    {"a captured object with a number too large",
     [](auto& r) { r.functions[0]->concretes[0]->captures[0] = fb::CaptureRec(0x80000000u, 2); },
     "captured object"},
    {"a capture of an unknown kind",
     [](auto& r) { r.functions[0]->concretes[0]->captures[0] = fb::CaptureRec(0, 3); }, "captured tensor"},
    {"an output map outside the graph's outputs",
     [](auto& r) { r.functions[0]->concretes[0]->output_map[0] = -1; }, "output -1 of 1"},
    {"a variable's value that is not there", [](auto& r) { r.variables[0]->value = 99; }, "tensor 99 of"},
    {"a function in a file that is not there", [](auto& r) { r.functions[0]->file = 99; }, "file 99 of 1"},
    // Kinds.
    {"an unknown op", [](auto& r) { Poke(r.graphs[0]->nodes[0], kNodeOp, AddString(r, "Frobnicate")); },
     "node 0: unknown op `Frobnicate`"},
    {"a value of an unknown dtype", [](auto& r) { Poke(r.graphs[0]->values[0], kValueDType, uint8_t{255}); },
     "unknown dtype 255"},
    {"an attribute of an unknown kind", [](auto& r) { Poke(r.attrs[0], 4, uint8_t{200}); },
     "attribute 0: unknown kind 200"},
    {"an attribute of another type",
     [](auto& r) { Poke(r.attrs[0], 4, static_cast<uint8_t>(AttrRecKind::kInt)); }, "of another type"},
    {"an attribute's values outside their table", [](auto& r) { Poke(r.attrs[0], 8, 0xffffff00u); },
     "attribute 0: its values are outside their table"},
    {"a required attribute is missing",
     [](auto& r) { r.attr_sets[r.graphs[0]->nodes[0].attrs()] = fb::Range(0, 0); }, "missing"},
    {"a literal of an unknown kind",
     [](auto& r) {
       for (auto& t : r.types) Poke(t, 30, uint8_t{99});
     },
     "unknown kind 99"},
    {"a type of an unknown kind",
     [](auto& r) {
       for (auto& t : r.types) Poke(t, 28, uint8_t{99});
     },
     "a type of unknown kind 99"},
    {"a retrace of an unknown cause", [](auto& r) { r.functions[0]->concretes[0]->retrace->cause = 99; },
     "unknown cause 99"},
    {"a field that is needed is absent", [](auto& r) { r.functions[0]->concretes[0]->retrace.reset(); },
     "missing"},
    {"a feature that this reader does not have", [](auto& r) { r.features.push_back("warp"); },
     "needs `warp`"},
    // Names.
    {"the same function twice",
     [](auto& r) { r.functions.push_back(std::make_unique<fb::FunctionT>(*r.functions[0])); },
     "function model.predict twice"},
    {"the same signature twice",
     [](auto& r) {
       auto& concretes = r.functions[0]->concretes;
       concretes.push_back(std::make_unique<fb::ConcreteT>(*concretes[0]));
     },
     "twice"},
    {"a name with NUL", [](auto& r) { r.functions[0]->id = std::string("a\0b", 3); }, "control characters"},
    {"a name with a line end", [](auto& r) { r.functions[0]->id = "a\nb"; }, "control characters"},
    {"a name with an escape", [](auto& r) { r.variables[0]->name = "\x1b[31m"; }, "control characters"},
    {"a retrace's text with an escape",
     [](auto& r) { r.functions[0]->concretes[0]->retrace->was = "\x1b[31m"; }, "control characters"},
    {"a name that is not UTF-8", [](auto& r) { r.functions[0]->name = "\xff\xfe"; }, "control characters"},
    {"a name of 10 MiB", [](auto& r) { AddString(r, std::string(10 << 20, 'a')); },
     "a name of 10485760 bytes"},
};

TEST(HostileBundle, WhatContradictsItselfIsRefused) {
  const Parts good = TakeApart(Sampled());
  LoadedBundle loaded;
  const Status fine = Read(Assemble(good.root, good.data), &loaded);
  ASSERT_TRUE(fine.ok()) << fine.message();
  for (const Case& c : kCases) {
    fb::BundleT root = good.root;
    c.change(root);
    const Status status = Read(Assemble(root, good.data), &loaded);
    EXPECT_EQ(status.code(), Code::kDataLoss) << c.name;
    EXPECT_NE(status.message().find(c.message), std::string::npos) << c.name << ": " << status.message();
    for (char ch : status.message()) EXPECT_GE(static_cast<unsigned char>(ch), 0x20) << c.name;
  }
}

// A path is a name like any other: nothing in a bundle is opened by its name.
TEST(HostileBundle, ANameThatIsAPathIsOnlyAName) {
  Parts parts = TakeApart(Sampled());
  parts.root.functions[0]->id = parts.root.files[0]->name = "../../etc/passwd";
  LoadedBundle loaded;
  EXPECT_TRUE(Read(Assemble(parts.root, parts.data), &loaded).ok());
}

TEST(HostileBundle, UnexplainedBytesAreRefused) {
  Parts parts = TakeApart(Sampled());
  LoadedBundle loaded;
  // A tail within the last segment, which its size and digest cover but no tensor does.
  parts.data.back() += std::string(1024, 'j');
  EXPECT_NE(Read(Assemble(parts.root, parts.data), &loaded).message().find("unexplained bytes at offset"),
            std::string::npos);
  std::string bytes = Sampled();
  EXPECT_NE(Read(bytes + std::string(1024, '\0'), &loaded).message().find("1024 unexplained bytes at offset"),
            std::string::npos);
  const auto* first = fb::GetBundle(bytes.data() + kHeaderBytes)->segments()->Get(0);
  bytes[first->offset() - 1] = 'P';  // in the padding before a segment
  EXPECT_NE(Read(bytes, &loaded).message().find("unexplained bytes at offset"), std::string::npos);
}

TEST(HostileBundle, HeadersOfOtherVersionsAndMachinesAreRefused) {
  const std::string bytes = Sampled();
  const struct {
    size_t at;
    const char* value;
    const char* message;
  } cases[] = {
      {8, "\x02", "bundle format 2.0, this tracepack reads 1.0"},
      {8, "\x63", "bundle format 99.0, this tracepack reads 1.0"},
      {10, "\x01", "bundle format 1.1, this tracepack reads 1.0"},
      {8, "\0\x01", "bundle format 256.0, this tracepack reads 1.0"},  // a big-endian writer's 1
      {0, "KPT\x89", "not a tracepack bundle"},
      {12, "\x01", "flags"},
      {48, "\x01", "flags"},
      {16, "\xff\xff", "the header says"},
      {24, "\xff\xff\xff\x7f", "more than the file"},
      {38, "\xff", "outside the file"},
  };
  LoadedBundle loaded;
  for (const auto& c : cases) {
    std::string damaged = bytes;
    damaged.replace(c.at, std::max<size_t>(1, std::strlen(c.value)), c.value,
                    std::max<size_t>(1, std::strlen(c.value)));
    if (c.at == 8 && c.value[0] == 0) damaged[9] = 1;
    BundleHeader header;
    std::memcpy(&header, damaged.data(), sizeof header);
    header.header_digest = Digest(&header, offsetof(BundleHeader, header_digest));
    std::memcpy(damaged.data(), &header, sizeof header);
    const Status status = Read(damaged, &loaded);
    EXPECT_EQ(status.code(), Code::kDataLoss);
    EXPECT_NE(status.message().find(c.message), std::string::npos) << c.message << ": " << status.message();
  }
  std::string damaged = bytes;
  damaged[60] ^= 1;
  EXPECT_EQ(Read(damaged, &loaded).message(), "checksum mismatch in the header");
  damaged = bytes;
  damaged[kHeaderBytes + 40] ^= 1;
  EXPECT_EQ(Read(damaged, &loaded).message(), "checksum mismatch in the structure");
  damaged = bytes;
  damaged[bytes.size() - 1] ^= 1;
  EXPECT_NE(Read(damaged, &loaded).message().find("checksum mismatch in the data segment"),
            std::string::npos);
}

// Calls within calls: 64 deep are read, 65 not; a graph can only name graphs that stand before it.
TEST(HostileBundle, RegionsNestSixtyFourDeep) {
  const auto contents_of = [](int depth) {
    const char* leaf = R"(graph "f" (%x) { %x = Placeholder() {dtype=f32, shape=<3>} : f32[3] return %x })";
    Ref<Graph> graph = Parse(leaf);
    for (int i = 0; i < depth; ++i) {
      Ref<Graph> outer = Parse(leaf);
      const std::vector<DType> types = {DType::kFloat32};
      const ValueId x = outer->inputs_list[0];
      const Attrs attrs = MakeAttrs({{"Tin", types}, {"Tout", types}, {"f", FuncAttr(graph)}});
      const DType type = DType::kFloat32;
      const Shape shape{3};
      outer->AddNode({.op = OpRegistry::Find("StatefulPartitionedCall"),
                      .inputs = std::span(&x, 1),
                      .attrs = attrs,
                      .controls = {},
                      .output_types = std::span(&type, 1),
                      .output_shapes = std::span(&shape, 1),
                      .name = "call",
                      .position = {}});
      outer->outputs_list = {1};
      graph = outer;
    }
    BundleContents contents = Sample();
    BundleConcrete& c = contents.functions[0].concretes[0];
    c.graph = graph;
    c.captures.clear();
    TraceTypeRef type = TraceType::Tensor(DType::kFloat32, Shape{3});
    c.type = MakeRef<FunctionType>(
        std::vector<Parameter>{{"x", Parameter::Kind::kPositionalOrKeyword, false, type}});
    c.type->set_output(type);
    return contents;
  };
  const auto nested = [&](int depth) { return EncodeBundle(contents_of(depth)); };
  LoadedBundle loaded;
  const Status deep = Read(nested(64), &loaded);
  EXPECT_TRUE(deep.ok()) << deep.message();
  EXPECT_NE(Read(nested(65), &loaded).message().find("nesting too deep (limit 64)"), std::string::npos);
  {  // What could not be read is not written.
    const std::string path = testing::TempDir() + "deep.tpk";
    EXPECT_EQ(WriteBundle(contents_of(65), path).message(),
              "cannot write " + path +
                  ": branches, loops and calls of `model.predict` are nested 65 deep (limit 64)");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  // A function that calls itself, through an attribute that names its own graph or a later one.
  Parts parts = TakeApart(nested(2));
  for (int64_t to : {1, 2}) {
    fb::BundleT root = parts.root;
    for (const fb::AttrRec& a : root.attrs)
      if (a.kind() == static_cast<uint8_t>(AttrRecKind::kFunc)) root.ints[a.begin()] = to;
    const Status status = Read(Assemble(root, parts.data), &loaded);
    EXPECT_NE(status.message().find(fmt::format("attribute `f`: graph {} of", to)), std::string::npos)
        << status.message();
  }
}

TEST(HostileBundle, TypesNestSixtyFourDeep) {
  const auto nested = [](uint32_t depth) {
    Parts parts = TakeApart(Sampled());
    const auto begin = static_cast<uint32_t>(parts.root.types.size());
    for (uint32_t i = 0; i <= depth; ++i)
      parts.root.types.emplace_back(0, 0, 0, 0, i < depth ? 1 : 0, -1,
                                    static_cast<uint8_t>(TraceType::Kind::kTuple), 0, 0, 0);
    Poke(parts.root.functions[0]->concretes[0]->parameters[1], 4, begin);
    return Assemble(parts.root, parts.data);
  };
  LoadedBundle loaded;
  const Status status = Read(nested(64), &loaded);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_NE(Read(nested(65), &loaded).message().find("nesting too deep (limit 64)"), std::string::npos);
  EXPECT_NE(Read(nested(5000), &loaded).message().find("nesting too deep (limit 64)"), std::string::npos);
}

// One part of the file that is referred to from everywhere: the file is small, what it stands for is not.
TEST(HostileBundle, WhatIsSharedIsCounted) {
  LoadedBundle loaded;
  {  // a signature whose 20 000 parameters all have the same type of 20 000 items
    Parts parts = TakeApart(Sampled());
    auto& root = parts.root;
    const auto begin = static_cast<uint32_t>(root.types.size());
    root.types.emplace_back(0, 0, 0, 0, 20000, -1, static_cast<uint8_t>(TraceType::Kind::kTuple), 0, 0, 0);
    for (int i = 0; i < 20000; ++i)
      root.types.emplace_back(0, 0, 0, 0, 0, -1, static_cast<uint8_t>(TraceType::Kind::kTuple), 0, 0, 0);
    auto& parameters = root.functions[0]->concretes[0]->parameters;
    for (int i = 0; i < 20000; ++i) parameters.emplace_back(0, begin, 0, 0, 0);
    EXPECT_NE(Read(Assemble(root, parts.data), &loaded).message().find("expanded size over the limit"),
              std::string::npos);
  }
  {  // 200 attributes, each the list of the same 200 000 numbers
    Parts parts = TakeApart(Sampled());
    auto& root = parts.root;
    const auto begin = static_cast<uint32_t>(root.ints.size());
    root.ints.resize(root.ints.size() + 200000);
    const auto first = static_cast<uint32_t>(root.attrs.size());
    for (uint32_t i = 0; i < 200; ++i)
      root.attrs.emplace_back(AddString(root, fmt::format("a{}", i)), static_cast<uint8_t>(AttrRecKind::kInt),
                              1, 0, begin, 200000);
    root.attr_sets.emplace_back(first, 200);
    Poke(root.graphs[0]->nodes[0], kNodeAttrs, static_cast<uint32_t>(root.attr_sets.size() - 1));
    EXPECT_NE(Read(Assemble(root, parts.data), &loaded).message().find("expanded size over the limit"),
              std::string::npos);
    root.attrs.resize(1000, root.attrs.back());
    root.attr_sets.back() = fb::Range(0, 1000);
    EXPECT_NE(
        Read(Assemble(root, parts.data), &loaded).message().find("1000 attributes of one node (limit 256)"),
        std::string::npos);
  }
  {  // 100 000 files that are all one table with a text of 1 MiB
    const Parts parts = TakeApart(Sampled());
    flatbuffers::FlatBufferBuilder builder;
    fb::BundleT root = parts.root;
    root.files.clear();
    auto file = fb::CreateFile(builder, builder.CreateString("a.py"),
                               builder.CreateString(std::string(1 << 20, 'a')));
    const auto files = builder.CreateVector(std::vector<flatbuffers::Offset<fb::File>>(100000, file));
    // Packed in the same buffer, and its field set by hand: the object form cannot share.
    fb::BundleT empty = root;
    const auto strings = builder.CreateVectorOfStrings(empty.strings);
    const auto graphs = builder.CreateVector(std::vector<flatbuffers::Offset<fb::Graph>>());
    const auto functions = builder.CreateVector(std::vector<flatbuffers::Offset<fb::Function>>());
    const auto variables = builder.CreateVector(std::vector<flatbuffers::Offset<fb::Variable>>());
    builder.Finish(
        fb::CreateBundle(
            builder, builder.CreateString("x"), builder.CreateVectorOfStrings({}), strings,
            builder.CreateVector(empty.dims), builder.CreateVectorOfStructs(empty.shapes),
            builder.CreateVectorOfStructs(std::vector<fb::SegmentRec>()),
            builder.CreateVectorOfStructs(std::vector<fb::TensorRec>()), builder.CreateVector(empty.ints),
            builder.CreateVector(empty.floats), builder.CreateVectorOfStructs(std::vector<fb::AttrRec>()),
            builder.CreateVectorOfStructs(std::vector<fb::Range>()),
            builder.CreateVectorOfStructs(empty.positions), graphs,
            builder.CreateVectorOfStructs(std::vector<fb::TypeRec>()), variables, functions, files),
        fb::BundleIdentifier());
    BundleHeader header{};
    std::memcpy(header.magic, kBundleMagic, sizeof kBundleMagic);
    header.major = kFormatMajor;
    header.structure_size = builder.GetSize();
    header.file_size = header.segments_offset = kHeaderBytes + builder.GetSize();
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
    RefitDigests(&bytes);
    EXPECT_NE(Read(bytes, &loaded).message().find("expanded size over the limit"), std::string::npos);
  }
}

// A buffer inside a buffer would be a second file that no check sees.
TEST(HostileBundle, TheSchemaNestsNoBuffers) {
  std::ifstream file("serialize/bundle.fbs");
  std::stringstream text;
  text << file.rdbuf();
  ASSERT_NE(text.str().find("root_type Bundle"), std::string::npos);
  EXPECT_EQ(text.str().find("nested_flatbuffer"), std::string::npos);
}

TEST(HostileBundle, SmallFilesAreNamedForWhatTheyAre) {
  LoadedBundle loaded;
  EXPECT_EQ(Read("", &loaded).message(), "not a tracepack bundle (0 bytes)");
  EXPECT_EQ(Read("x", &loaded).message(), "not a tracepack bundle (1 bytes)");
  EXPECT_EQ(Read("\x89TPK\r\n\x1a", &loaded).message(), "not a tracepack bundle (7 bytes)");
  EXPECT_EQ(Read(std::string(100, 'a'), &loaded).message(), "not a tracepack bundle (100 bytes)");
}

}  // namespace
}  // namespace tp
