// BundleContents: a bundle in memory, as the tracer fills it and as a reader gives it back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ref.h"
#include "core/ir/graph.h"
#include "core/ir/runner.h"
#include "core/signature/function_type.h"
#include "core/signature/retrace_log.h"
#include "core/tensor/tensor.h"

namespace tp {

struct BundleFile {
  std::string name;  // the base name, as typed
  std::string text;
  bool has_text = true;  // false: stripped
};

struct BundleVariable {
  std::string name;  // "model.w1": how the spec's globals reach it, else the variable's own name
  DType dtype = DType::kInvalid;
  Shape shape;
  bool trainable = true;
  Tensor value;  // invalid: not initialised
  Tensor first;  // the value before the spec changed it; invalid: not kept
};

// What a captured input of a graph is: a variable of the bundle, a value, or a resource that only the library
// can make anew (a lookup table).
struct BundleCapture {
  int variable = -1;  // index into variables; -1: `object` or `value`
  Tensor value = {};
  int object = -1;  // a number in `objects`
};

struct BundleConcrete {
  Ref<FunctionType> type;  // parameters with types, and the output's type
  // For each tensor of the output type (flattened), which output of the graph it is.
  std::vector<int> output_map;
  Ref<Graph>
      graph;  // inputs: tensors of the parameters (flattened, see FunctionType::FlatInputs), then captures
  std::vector<BundleCapture> captures;
  RetraceRecord retrace;
  bool in_graph_context = false;  // traced for a call inside another function
  // What TensorFlow's GraphDef counts, where a gradient changed the graph after its trace; 0: what `graph`
  // has.
  uint32_t shown_nodes = 0, shown_functions = 0;
};

struct BundleFunction {
  std::string id;               // "model.train_step"
  std::string name;             // "train_step"
  uint32_t file = 0, line = 0;  // of its `def`; file is 1-based
  int64_t calls = 0;
  int tracing_count = 0;
  std::vector<BundleConcrete> concretes;
};

struct BundleContents {
  std::string producer;
  std::vector<BundleFile> files;
  std::vector<BundleVariable> variables;
  std::vector<BundleFunction> functions;
  std::string objects;  // JSON; "" where the bundle is no SavedModel
};

}  // namespace tp
