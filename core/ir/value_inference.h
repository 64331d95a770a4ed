// ValueInference: values of a graph's integers that are known while the graph is made: constants, shapes of
// what has a known shape, and arithmetic on them. Shape functions read them (the shape of a Reshape).
//
// It knows as much as TensorFlow's shape refiner, so that static shapes come out as TensorFlow shows them:
// whole values through any op, partly known ones (a shape with unknown dims) through Shape, Pack, ConcatV2,
// StridedSlice and Cast only.
#pragma once

#include <optional>

#include "core/base/hash_map.h"
#include "core/ir/graph.h"

namespace tp {

class Runner;

class ValueInference {
 public:
  // With a runner, ops that are not known here are run by it.
  explicit ValueInference(const Graph& graph, Runner* runner = nullptr) : graph_(graph), runner_(runner) {}

  // The value, where it is wholly known and small. The pointer lives as long as this object and the graph.
  const Tensor* Value(ValueId id);
  // An integer vector read as a shape; unknown rank where nothing is known.
  Shape AsShape(ValueId id);

 private:
  std::optional<Tensor> Compute(ValueId id);
  std::optional<Tensor> OneDimOfShape(NodeId slice);
  std::optional<Tensor> Arithmetic(NodeId id, std::span<const Tensor> inputs);

  const Graph& graph_;
  Runner* runner_;
  HashMap<ValueId, std::optional<Tensor>> memo_;
  int visited_ = 0, depth_ = 0;
};

}  // namespace tp
