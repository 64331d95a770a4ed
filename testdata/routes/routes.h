// One computation by every route: what the tests of this folder share. A route is a way from an op to its
// result: eagerly, as a recorded graph, after the passes (fused tiles, epilogues, folded constants), from a
// bundle that was written and read, as scalar code in the portable interpreter and in machine code. The law:
// on one SIMD target all routes give the same bits, for any number of threads.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/builder.h"
#include "core/tensor/tensor.h"

namespace tp::routes {

struct Outcome {
  Status status;
  std::vector<Tensor> values;
};

// --- routes -----------------------------------------------------------------------------------------------

Outcome Eagerly(std::string_view op, std::span<const Tensor> inputs, const Attrs& attrs = nullptr);

// A graph made ready to be called many times by one route; call it with the graph's inputs.
using Call = std::function<Outcome(std::span<const Tensor>)>;
Call Traced(const Graph& graph);       // planned as it was recorded
Call Optimised(const Graph& graph);    // after all passes
Call Loaded(const Graph& graph);       // written as a bundle, read, called through a session
Call Portable(const Graph& graph);     // Traced, whose scalar code stays in the portable interpreter
Call MachineCode(const Graph& graph);  // Traced, whose scalar code is machine code from the start

struct Route {
  const char* name;
  Call (*make)(const Graph& graph);
};
inline constexpr Route kGraphRoutes[] = {{"traced", Traced}, {"optimised", Optimised}, {"loaded", Loaded}};
inline constexpr Route kScalarRoutes[] = {
    {"traced", Traced}, {"optimised", Optimised}, {"portable", Portable}, {"machine code", MachineCode}};

// Names of the ops of the optimised graph, separated by spaces: that a fusion really took place.
std::string OptimisedOps(const Graph& graph);

// --- inputs and graphs ------------------------------------------------------------------------------------

// NaN, infinities, zeros, denormals, large and small numbers of a dtype, in a fixed order.
Tensor Edges(DType dtype);
// Numbers between -4 and 4 (integers: -7 to 12), and an edge (see Edges) for each `edge_every` of them; 0: no
// edges.
Tensor Numbers(DType dtype, const Shape& shape, uint32_t seed, int edge_every = 5);
// The tensor's elements again and again.
Tensor Tiled(const Tensor& x, int64_t count);
Tensor Element(const Tensor& x, int64_t i);

// A graph over placeholders of the inputs' dtypes and shapes; `body` gives its outputs.
using Body = std::function<std::vector<Val>(GraphBuilder& b, const std::vector<Val>& inputs)>;
Ref<Graph> GraphOf(std::span<const Tensor> inputs, const Body& body, bool known_shapes = true);
// The gradients of op(inputs), given that of its first output, as the op's definition makes them: of a
// builder that records, or of one that runs at once.
std::vector<Val> GradientsOf(OpBuilder& b, const OpInfo& op, const Attrs& attrs,
                             const std::vector<Val>& inputs, const Val& grad);
// Runs every op at once; throws OpError.
class EagerBuilder final : public OpBuilder {
 public:
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name = "") override;
  Val Constant(const Tensor& value, std::string_view = "") override { return Val(value); }
};

// --- comparing --------------------------------------------------------------------------------------------

// "" where both are alike in status and bits; else what differs, the first element in hexadecimal.
std::string Difference(const Outcome& got, const Outcome& want);

// Calls f(target) on each SIMD target of this machine, on one thread, and puts the defaults back.
void OnEachTarget(const std::function<void(const std::string& target)>& f);
// Calls f(threads) for 1, 2 and 4 threads, and puts one back.
void ForThreads(const std::function<void(int threads)>& f);

// Every graph route, for 1, 2 and 4 threads: `want` on each.
void ExpectRoutes(const std::string& what, const Graph& graph, std::span<const Tensor> inputs,
                  const Outcome& want);

}  // namespace tp::routes
