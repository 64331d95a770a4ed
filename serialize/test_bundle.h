// What the tests of bundles share: a sample of test ops, and reading its bytes (test_bytes.h).
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/ir/test_ops.h"
#include "core/ir/text.h"
#include "serialize/reader.h"
#include "serialize/test_bytes.h"
#include "serialize/writer.h"

namespace tp {

inline Ref<Graph> Parse(std::string_view text) {
  Ref<Graph> graph;
  const Status status = ParseText(text, &graph);
  EXPECT_TRUE(status.ok()) << status.message();
  return graph;
}

inline BundleContents Sample() {
  BundleContents contents;
  contents.producer = "tracepack test";
  contents.files = {{"mlp.spec.py", "x = 1\n", true}};
  contents.variables.push_back({"model.w", DType::kFloat32, Shape{3}, true, Tensor::Vector<float>({1, 2, 3}),
                                Tensor::Vector<float>({0, 0, 0})});
  BundleFunction f{"model.predict", "predict", 1, 1, 5, 1, {}};
  BundleConcrete c;
  c.graph = Parse(R"(graph "predict" (%x, %k) {
    %x = Placeholder() {dtype=f32, shape=<?,3>} : f32[?,3]
    %k = Placeholder() {dtype=f32, shape=<3>} : f32[3]
    %c = Const() {dtype=f32, value=f32[3]{1, 2.5, -3}} : f32[3]
    %add = AddV2(%x, %c) : f32[?,3] @"mlp.spec.py":1:3
    %mul = Mul(%add, %k) : f32[?,3]
    return %mul
  })");
  TraceTypeRef x = TraceType::Tensor(DType::kFloat32, Shape{kUnknownDim, 3});
  c.type = MakeRef<FunctionType>(std::vector<Parameter>{
      {"x", Parameter::Kind::kPositionalOrKeyword, false, x},
      {"rate", Parameter::Kind::kKeywordOnly, false, TraceType::Literal(0.1)},
      {"mode", Parameter::Kind::kKeywordOnly, false,
       TraceType::Dict({std::string("a"), int64_t{2}}, {TraceType::Literal(LiteralBytes{"\xff\x01z"}),
                                                        TraceType::Tuple({TraceType::Literal({})})})}});
  c.type->set_output(TraceType::Dict({std::string("y")}, {x}));
  c.output_map = {0};
  c.captures = {{-1, Tensor::Vector<float>({4, 5, 6})}};
  c.retrace.cause = RetraceCause::kFirst;
  c.retrace.trace = 1;
  c.retrace.call = {1, 3, 4, 3, 9};
  f.concretes.push_back(std::move(c));
  contents.functions.push_back(std::move(f));
  return contents;
}

inline Status Read(const std::string& bytes, LoadedBundle* loaded, ReadOptions options = {}) {
  // Exactly as long as the bytes, so that the address sanitizer sees a read past the end.
  Aligned aligned(bytes);
  Status status = ReadBundle(aligned.view(), nullptr, options, loaded);
  *loaded = LoadedBundle();
  return status;
}

}  // namespace tp
