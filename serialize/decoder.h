// Decoder: bundle.fbs's pools back into BundleContents, with every index, range, dtype, shape and name
// checked. Semantics of graphs (ops, attributes, types against shape functions, regions) are checked by
// core/ir's verifier.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/hash_map.h"
#include "core/base/status.h"
#include "core/ir/graph_loader.h"
#include "serialize/bundle_generated.h"
#include "serialize/contents.h"

namespace tp {

// Every vector and string that a reader relies on is there (FlatBuffers lets all be absent).
Status CheckPresence(const fb::Bundle& root);

class Decoder {
 public:
  Decoder(const fb::Bundle& root, std::string_view file, Ref<RefCounted> owner)
      : root_(root), file_(file), owner_(std::move(owner)) {}

  Status Decode(BundleContents* contents);

 private:
  Status DecodeStrings();
  Status DecodeShapes();
  Status DecodeTensors();
  Status CheckPools();
  Status DecodeAttr(const fb::AttrRec& record, uint32_t graphs_ready, AttrValue* value);
  Status DecodeAttrSet(uint32_t index, uint32_t graphs_ready, Attrs* attrs);
  Status DecodeGraph(uint32_t index);
  // Reads the tree that begins at *at and moves past it.
  Status DecodeType(uint32_t* at, int depth, TraceTypeRef* type);
  Status DecodeLiteral(const fb::TypeRec& record, LiteralValue* value);
  Status DecodeConcrete(const fb::Concrete& record, const BundleContents& contents, BundleConcrete* concrete);
  Status DecodeFunction(const fb::Function& record, const BundleContents& contents, BundleFunction* function);
  Status DecodeRetrace(const fb::Retrace& record, RetraceRecord* retrace);
  Status DecodeVariables(BundleContents* contents);
  Status CheckSite(const fb::SiteRec* site, CallSite* out);
  Status StringAt(uint32_t index, std::string_view* text) const;
  // Accounts for bytes that the contents take in memory: parts of the file may be referred to many times.
  Status Spend(uint64_t bytes);

  const fb::Bundle& root_;
  std::string_view file_;
  Ref<RefCounted> owner_;
  std::vector<std::string_view> strings_;
  std::vector<StackId> positions_;
  std::vector<Shape> shapes_;
  std::vector<Tensor> tensors_;
  std::vector<Ref<Graph>> graphs_;
  std::optional<GraphLoader> loader_;
  HashMap<const Graph*, int> depth_of_;  // how deep the regions of a graph are nested
  std::vector<Attrs> attr_sets_;         // null until first used
  std::vector<const OpInfo*> ops_;       // of each string; null until first used
  uint64_t budget_ = 0;                  // bytes that may still be taken
};

}  // namespace tp
