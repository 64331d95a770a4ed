// Repeater: what a Runner may be besides, for who calls one graph again and again (datasets' functions): what
// a call needs is kept for the next one.
#pragma once

#include <span>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/ir/graph.h"
#include "core/tensor/tensor.h"

namespace tp {

// The inputs of a graph that is called again and again, one part after the other.
struct RepeatedInputs {
  std::span<const Tensor> state, element;
  std::span<const Tensor> fixed;  // the same tensors in every call

  size_t size() const { return state.size() + element.size() + fixed.size(); }
  size_t num_varying() const { return state.size() + element.size(); }
  const Tensor& operator[](size_t i) const {
    if (i < state.size()) return state[i];
    i -= state.size();
    return i < element.size() ? element[i] : fixed[i - element.size()];
  }
};

// Where its outputs go, one part after the other.
struct RepeatedOutputs {
  std::span<Tensor> state, element;

  size_t size() const { return state.size() + element.size(); }
  Tensor& operator[](size_t i) const { return i < state.size() ? state[i] : element[i - state.size()]; }
};

class Repeater {
 public:
  // As Runner::RunGraph. `kept` (null at first; for one thread at a time) holds what the next call needs.
  // Memory of the tensors that stand in `outputs` is used again where nobody else has it.
  virtual Status RunAgain(Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& outputs,
                          Ref<RefCounted>* kept) = 0;

 protected:
  ~Repeater() = default;
};

}  // namespace tp
