// Reverse-mode differentiation of a region: the nodes of the backward region, in TensorFlow's order
// (gradients_util.py), so that sums are added up alike and node lists are equal.
//
// Gradients of nodes with regions (While, If, Case, calls) register themselves with GradientOf
// (core/ir/grad.h); tapes find them there.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/autodiff/region_builder.h"
#include "core/ir/grad.h"

namespace tp {

// True for dtypes that gradients flow through: floating, complex, resource, variant.
bool IsTrainable(DType dtype);

struct GradientOptions {
  // Zeros for an `x` that the `ys` do not depend on, else none.
  bool zeros_for_unconnected = false;
  // Zeros of a known shape are constants (bodies of loops), else ZerosLike.
  bool constant_zeros = false;
};

// Gradients of `ys` with respect to `xs`, values of `source`, given those of the ys (none: left out). The new
// nodes are recorded by `builder`, under "gradients/". Throws OpError
// (kUnimplemented, in TensorFlow's words, where an op has no gradient).
std::vector<Val> Gradients(const Ref<Graph>& source, std::span<const ValueId> ys, std::span<const ValueId> xs,
                           std::span<const Val> grad_ys, RegionBuilder& builder,
                           const GradientOptions& options = {});

// Zeros like a value: for a resource, like the variable behind it (none where its dtype cannot be told).
Val ZerosLike(OpBuilder& builder, const Val& value, bool constant);

// A function's gradient as a pair of functions.
struct FunctionGradient {
  Ref<Graph> forward;      // the function, with the values that `backward` needs as further outputs
  Ref<Graph> backward;     // parameters: gradients of `takes`, then `captures`; outputs: gradients of `gives`
  std::vector<int> takes;  // outputs of the function that are trainable
  struct Capture {
    bool is_input;  // a parameter of the function, else an output of `forward`
    int index;
  };
  std::vector<Capture> captures;
  std::vector<int> gives;  // inputs of the function that have a gradient
  bool backward_stateful = false;
};
// REQUIRES: `function` takes everything through its parameters. Throws OpError.
FunctionGradient GradientOfFunction(const Graph& function);

// Calls `forward` through one op; the function's own outputs come first, then what `backward` needs. For a
// call under a tape that runs at once:
//   outputs = ApplyForward(builder, gradient, function_is_stateful, inputs);
//   record(inputs, first of outputs, [=](grads) { return ApplyBackward(builder, gradient, inputs, outputs,
//   grads); })
std::vector<Val> ApplyForward(OpBuilder& builder, const FunctionGradient& gradient, bool stateful,
                              std::span<const Val> inputs);
// Gradients of the function's inputs (none where there is none), given those of its outputs (none: zeros).
std::vector<Val> ApplyBackward(OpBuilder& builder, const FunctionGradient& gradient,
                               std::span<const Val> inputs, std::span<const Val> outputs,
                               std::span<const Val> grads);

// The first node with `is` that takes `value`, in the graph or in the regions that the value goes into, and
// the graph that it stands in; null: there is none.
const Graph* FindUser(const Graph& graph, ValueId value, bool (*is)(const Graph&, NodeId), NodeId* user,
                      int depth = 0);

}  // namespace tp
