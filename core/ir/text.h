// The text form of a graph, which parses back to the same graph. Passes are tested on it.
//
//   graph "main" (%x, %w) {
//     %x = Placeholder() {dtype=f32, shape=<?,3>} : f32[?,3]
//     %w = Placeholder() {dtype=f32, shape=<3>} : f32[3]
//     %axis = Const() {dtype=i32, value=i32[2]{0, 1}} : i32[2]
//     %add = AddV2(%x, %w) : f32[?,3]
//     %split = Split(%axis, %add) {num_split=2} : f32[*], f32[*]
//     %sub = Sub(%split, %split:1, ^%add) : f32[*]
//     return %sub, %split:1
//     after %add
//   }
//
// `^%node` is a control edge, `after` lists control outputs, `f32[*]` has an unknown rank, `s0` is a symbol.
// A node without a name is `%17`, a number that only the text knows; names that do not fit are quoted:
// %"a b". Regions stand nested in their attribute as `graph "name" (…) {…}`; one that stands twice is
// `graph#2 "name" …` at the first place and `graph#2` at the others. `@"f.py":12:3` after a node is
// the innermost frame of its position.
// Where a node's ` : types` are left out, ParseText infers them.
#pragma once

#include <string>
#include <string_view>

#include "core/ir/graph.h"

namespace tp {

struct TextOptions {
  bool positions = true;
  // Tensors with more elements than this are written as hexadecimal bytes (strings never are).
  int max_elements = 64;
};

std::string ToText(const Graph& graph, const TextOptions& options = {});

// An error names line and column. `graph` is set on success only.
Status ParseText(std::string_view text, Ref<Graph>* graph);

}  // namespace tp
