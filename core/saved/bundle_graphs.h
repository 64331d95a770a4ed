// Graphs of traced functions as a bundle holds them: what `build` and tf.saved_model.save share; and how
// tf.saved_model.load takes them up again.
#pragma once

#include "core/base/hash_map.h"
#include "core/ir/graph.h"
#include "core/signature/trace_type.h"
#include "core/trace/func_graph.h"

namespace tp {

// Copies of graphs without erased nodes, each region once.
class GraphCopier {
 public:
  Ref<Graph> Copy(Graph& graph);

 private:
  HashMap<const Graph*, Ref<Graph>> copies_;
};

// Is there a value that is no tensor but stands for some (a dataset, an iterator)?
bool HoldsComposite(const TraceType& type);

// Does the graph, or one inside it, call Python functions?
bool CallsPython(const Graph& graph);

// Graphs as TensorFlow has them once a SavedModel was read, each region once: inputs first, with names as
// functions of a library have them ("add_readvariableop_resource"), then each node as soon as all that it
// waits for is there (function_def_to_graph.py, importer.py).
class GraphReader {
 public:
  Ref<FuncGraph> Read(Graph& graph);

 private:
  void Fill(Graph& graph, Graph* made);
  Ref<Graph> ReadRegion(Graph& graph);
  HashMap<const Graph*, Ref<Graph>> read_;
};

}  // namespace tp
