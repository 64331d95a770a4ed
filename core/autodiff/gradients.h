// Reverse-mode differentiation of a region: the nodes of the backward region, in TensorFlow's order
// (gradients_util.py), so that sums are added up alike and node lists are equal.
//
// Gradients of nodes with regions (While, If, Case, calls) register themselves with GradientOf
// (core/ir/grad.h); tapes find them there.
#pragma once

#include <functional>
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
  // The given gradients of the ys get an Identity each.
  bool identities = true;
  // Values whose nodes are not gone through.
  std::vector<ValueId> stops;
  // Put before the names of the new nodes, behind the builder's own scope where that is not part of it.
  std::string scope = "gradients/";
};

// Gradients of `ys` with respect to `xs`, values of `source`, given those of the ys (none: left out). The new
// nodes are recorded by `builder`, under "gradients/". Throws OpError
// (kUnimplemented, in TensorFlow's words, where an op has no gradient).
std::vector<Val> Gradients(const Ref<Graph>& source, std::span<const ValueId> ys, std::span<const ValueId> xs,
                           std::span<const Val> grad_ys, RegionBuilder& builder,
                           const GradientOptions& options = {});

// A gradient that a node has instead of its op's: gradients of its inputs, given those of its outputs. It is
// named by the node's attribute "_gradient_op_type".
using CustomGradient = std::function<std::vector<Val>(RegionBuilder&, std::span<const Val> grads)>;
// Keeps it for good, as TensorFlow does, and gives its name.
std::string RegisterCustomGradient(CustomGradient gradient);

// Zeros like a value: for a resource, like the variable behind it (none where its dtype cannot be told).
Val ZerosLike(OpBuilder& builder, const Val& value, bool constant);

// A function's gradient as a pair of functions.
struct FunctionGradient : RefCounted {
  Ref<Graph> forward;      // the function, with the values that `backward` needs as further outputs
  Ref<Graph> backward;     // parameters: gradients of `takes`, then `captures`; outputs: gradients of `gives`
  std::vector<int> takes;  // outputs of `forward` that are trainable
  std::vector<int> captures;  // outputs of `forward`
  struct Gives {
    int input;    // of the function
    bool slices;  // three outputs: values, indices, dense shape
    bool operator==(const Gives&) const = default;
  };
  std::vector<Gives> gives;  // inputs of the function that have a gradient
  int num_outputs = 0;       // outputs of `forward` whose gradients may be asked for
  bool backward_stateful = false;
  std::string backward_name;
};
// Made once a function and kept with it. `higher_order`: `takes` covers all that `forward` gives, for a
// gradient that will be differentiated again by what it was given; else the function's own outputs. REQUIRES:
// `function` takes everything through its parameters. Throws OpError.
Ref<FunctionGradient> GradientOfFunction(Graph& function, bool higher_order = false);

// Calls `backward`: gradients of the function's inputs (none where there is none), given all outputs of
// `forward` and their gradients (fewer or none: zeros).
std::vector<Val> ApplyBackward(OpBuilder& builder, const FunctionGradient& gradient, size_t num_inputs,
                               std::span<const Val> outputs, std::span<const Val> grads);
// What `backward` gave, by input of the function.
std::vector<Val> GivenGradients(const FunctionGradient& gradient, std::span<const Val> given,
                                size_t num_inputs);
// The gradient of a call that a graph has: its node becomes a call of the forward function. `outputs`: the
// node's, as far as it had them when it was made.
std::vector<Val> DifferentiateCall(OpBuilder& builder, size_t num_inputs, std::span<const Val> outputs,
                                   std::span<const Val> grads);

// The first node with `is` that takes `value`, in the graph or in the regions that the value goes into, and
// the graph that it stands in; null: there is none.
const Graph* FindUser(const Graph& graph, ValueId value, bool (*is)(const Graph&, NodeId), NodeId* user,
                      int depth = 0);

}  // namespace tp
