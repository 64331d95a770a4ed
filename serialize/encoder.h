// Encoder: turns BundleContents into the pools of bundle.fbs, numbering everything at first use. Part of the
// writer; kept apart because the program hash walks the same encoding without names and positions.
#pragma once

#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "serialize/bundle_generated.h"
#include "serialize/contents.h"
#include "serialize/layout.h"

namespace tp {

class Encoder {
 public:
  // `with_names` false leaves out node names and source positions: what is left is the program.
  explicit Encoder(bool with_names) : with_names_(with_names) { String(""); }

  uint32_t String(const std::string& text);
  uint32_t ShapeId(const Shape& shape);
  // Places the tensor in a segment (equal ones once) and gives its index.
  uint32_t TensorId(const Tensor& tensor, SegmentKind kind);
  uint32_t AttrSetId(const AttrSet& attrs);
  uint32_t GraphId(const Graph& graph);
  uint32_t TypeId(const TraceType& type);
  // The frame and its callers; their files are added to `files` where they are not there.
  uint32_t PositionId(StackId stack);
  uint32_t FileId(const std::string& name);  // 1-based

  struct GraphColumns {
    std::string name;
    std::vector<fb::NodeRec> nodes;
    std::vector<fb::ValueRec> values;
    std::vector<uint32_t> input_pool, control_pool, inputs, outputs, control_outputs;
  };
  struct PendingTensor {
    Tensor tensor;
    std::string packed;  // of strings
    uint64_t bytes = 0;
    uint64_t offset = 0;  // within its segment
    SegmentKind kind;
  };

  std::vector<std::string> files;  // names; the bundle's own first
  std::vector<std::string> strings;
  std::vector<int64_t> dims;
  std::vector<fb::ShapeRec> shapes;
  std::vector<PendingTensor> tensors;
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::vector<fb::AttrRec> attrs;
  std::vector<fb::Range> attr_sets;
  std::vector<fb::PositionRec> positions{fb::PositionRec()};
  std::vector<GraphColumns> graphs;
  std::vector<fb::TypeRec> types;
  uint64_t segment_bytes[4] = {};  // by SegmentKind

 private:
  void AppendType(const TraceType& type);
  void AppendLiteral(const LiteralValue& value);
  void AppendAttr(const std::string& name, const AttrValue& value);

  bool with_names_;
  HashMap<std::string, uint32_t> string_ids_;
  HashMap<std::string, uint32_t> shape_ids_;   // by the dims' bytes
  HashMap<std::string, uint32_t> tensor_ids_;  // by kind, dtype, shape and bytes
  HashMap<std::string, uint32_t> attr_ids_;    // by the encoded attributes
  HashMap<const AttrSet*, uint32_t> attr_cache_;
  std::vector<Attrs> held_;  // keeps the keys of attr_cache_ alive
  HashMap<const Graph*, uint32_t> graph_ids_;
  HashMap<StackId, uint32_t> position_ids_;
  HashMap<std::string, uint32_t> type_ids_;  // by the encoded tree
};

}  // namespace tp
