#include "testdata/routes/routes.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "api/session.h"
#include "core/base/parallel.h"
#include "core/exec/executor.h"
#include "core/exec/prepared.h"
#include "core/exec/scalar_run.h"
#include "core/ir/primitives.h"
#include "core/passes/pass.h"
#include "core/tensor/half.h"
#include "kernels/simd/simd.h"
#include "serialize/layout.h"
#include "serialize/reader.h"
#include "serialize/writer.h"

namespace tp::routes {
namespace {

Executor& TheExecutor() {
  static Executor executor;
  return executor;
}

Ref<Graph> WithPasses(const Graph& graph) {
  PassOptions options;
  options.runner = &TheExecutor();
  options.verify = true;
  return Optimize(graph, options);
}

Outcome RunGraph(Graph& graph, std::span<const Tensor> inputs) {
  Outcome outcome{{}, std::vector<Tensor>(graph.outputs_list.size())};
  outcome.status = TheExecutor().RunGraph(graph, inputs, outcome.values);
  return outcome;
}

// A bundle of one function, in memory aligned as a mapped file is.
struct LoadedGraph : RefCounted {
  ~LoadedGraph() override { std::free(bytes); }
  char* bytes = nullptr;
  LoadedBundle bundle;
  std::unique_ptr<Session> session;
};

Ref<LoadedGraph> Load(const Graph& graph) {
  BundleConcrete concrete;
  concrete.graph = graph.Clone();
  std::vector<Parameter> parameters;
  for (size_t i = 0; i < graph.inputs_list.size(); ++i)
    parameters.push_back(
        {fmt::format("x{}", i), Parameter::Kind::kPositionalOrKeyword, false,
         TraceType::Tensor(graph.dtype(graph.inputs_list[i]), graph.shape(graph.inputs_list[i]))});
  std::vector<TraceTypeRef> outputs;
  for (ValueId output : graph.outputs_list) {
    concrete.output_map.push_back(static_cast<int>(outputs.size()));
    outputs.push_back(TraceType::Tensor(graph.dtype(output), graph.shape(output)));
  }
  concrete.type = MakeRef<FunctionType>(std::move(parameters));
  concrete.type->set_output(TraceType::Tuple(std::move(outputs)));
  BundleContents contents;
  contents.producer = "routes";
  contents.functions.push_back({"f", "f", 0, 0, 0, 1, {std::move(concrete)}});
  const std::string bytes = EncodeBundle(contents);
  auto loaded = MakeRef<LoadedGraph>();
  loaded->bytes = static_cast<char*>(std::aligned_alloc(4096, AlignUp(bytes.size() + 1, 4096)));
  std::memcpy(loaded->bytes, bytes.data(), bytes.size());
  const Status status = ReadBundle({loaded->bytes, bytes.size()}, nullptr, {}, &loaded->bundle);
  TP_CHECK(status.ok(), "{}", status.message());
  loaded->session = std::make_unique<Session>(loaded->bundle.contents);
  SetPreparePasses(nullptr);  // the session turned them on for all graphs
  // Planned as a session of a program plans it.
  BundleConcrete& read = loaded->bundle.contents.functions[0].concretes[0];
  read.graph = WithPasses(*read.graph);
  return loaded;
}

// Calls with the machine code switched on or off, then sets the default again.
Call WithScalarJit(const Graph& graph, bool on) {
  return [call = Traced(graph), on](std::span<const Tensor> inputs) {
    SetScalarJit(on, 0);
    Outcome outcome = call(inputs);
    SetScalarJit(true);
    return outcome;
  };
}

// Floats by name, then what integers make of their limits.
constexpr double kEdgeFloats[] = {
    NAN,   -NAN,   INFINITY, -INFINITY, 0.0,   -0.0,   1.0,  -1.0,  0.5,     -0.5, 1.5,     2.5,  -2.5,
    88.0,  -88.0,  104.0,    -104.0,    710.0, -745.0, 1e-8, -1e-8, 3e4,     -3e4, 1048576, 1e30, -1e30,
    1e-39, -1e-39, 9000,     -9000,     3.5,   4.999,  20.5, -20.5, 1 / 3.0, 0.25, 0.9999};

template <class T>
T Edge(size_t i) {
  using L = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return i % 2 == 0;
  } else if constexpr (std::is_integral_v<T>) {
    constexpr T kInts[] = {T(0), T(1),  T(-1),  T(2),     T(-2),    T(3),
                           T(7), T(-7), T(100), L::max(), L::min(), T(31)};
    return kInts[i % std::size(kInts)];
  } else if constexpr (std::is_floating_point_v<T>) {
    if (i == std::size(kEdgeFloats)) return L::max();
    if (i == std::size(kEdgeFloats) + 1) return L::denorm_min();
    if (i == std::size(kEdgeFloats) + 2) return -L::min();
    return static_cast<T>(kEdgeFloats[i % std::size(kEdgeFloats)]);
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return T(static_cast<float>(kEdgeFloats[i % std::size(kEdgeFloats)]));
  } else {
    using V = typename T::value_type;
    return T(static_cast<V>(kEdgeFloats[i % std::size(kEdgeFloats)]),
             static_cast<V>(kEdgeFloats[i / 3 % std::size(kEdgeFloats)]));
  }
}

constexpr int64_t kEdgeCount = std::size(kEdgeFloats) + 3;

std::string Bits(const Tensor& x, int64_t i) {
  std::string text;
  const auto* bytes = static_cast<const unsigned char*>(x.raw_data()) + i * DTypeSize(x.dtype());
  for (size_t k = DTypeSize(x.dtype()); k-- > 0;) text += fmt::format("{:02x}", bytes[k]);
  if (!IsComplex(x.dtype())) text += fmt::format(" ({})", ElementAsDouble(x, i));
  return text;
}

}  // namespace

Outcome Eagerly(std::string_view name, std::span<const Tensor> inputs, const Attrs& given) {
  const OpInfo& op = OpRegistry::Get(name);
  const Attrs attrs = given ? given : EmptyAttrs();
  SmallVector<DType, 8> types;
  for (const Tensor& input : inputs) types.push_back(input.dtype());
  SmallVector<DType, 4> outputs;
  Outcome outcome;
  outcome.status = op.OutputTypes(types, *attrs, &outputs);
  if (!outcome.status.ok()) return outcome;
  outcome.values.resize(outputs.size());
  outcome.status = TheExecutor().RunOp(op, *attrs, inputs, outcome.values);
  return outcome;
}

Call Traced(const Graph& graph) {
  return [own = graph.Clone()](std::span<const Tensor> inputs) { return RunGraph(*own, inputs); };
}

Call Optimised(const Graph& graph) {
  return [own = WithPasses(graph)](std::span<const Tensor> inputs) { return RunGraph(*own, inputs); };
}

Call Loaded(const Graph& graph) {
  return [loaded = Load(graph)](std::span<const Tensor> inputs) {
    const BundleConcrete& concrete = loaded->bundle.contents.functions[0].concretes[0];
    Outcome outcome{{}, std::vector<Tensor>(concrete.output_map.size())};
    outcome.status = loaded->session->CallFlat(concrete, inputs, outcome.values);
    return outcome;
  };
}

Call Portable(const Graph& graph) { return WithScalarJit(graph, false); }
Call MachineCode(const Graph& graph) { return WithScalarJit(graph, true); }

std::string OptimisedOps(const Graph& graph) {
  const Ref<Graph> optimised = WithPasses(graph);
  std::string ops;
  for (NodeId id = 0; id < optimised->num_nodes(); ++id) {
    const std::string_view op = optimised->node(id).op->name();
    if (op == "Placeholder" || op == "Const") continue;
    ops += (ops.empty() ? "" : " ") + std::string(op);
  }
  return ops;
}

Tensor Edges(DType dtype) {
  Tensor x = Tensor::Allocate(dtype, Shape{kEdgeCount});
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < kEdgeCount; ++i) x.data<T>()[i] = Edge<T>(static_cast<size_t>(i));
  });
  return x;
}

Tensor Numbers(DType dtype, const Shape& shape, uint32_t seed, int edge_every) {
  Tensor x = Tensor::Allocate(dtype, shape);
  uint32_t state = seed * 2654435761u + 12345;
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      state = state * 1664525u + 1013904223u;
      const double plain = static_cast<double>(state >> 8) / (1 << 24) * 8 - 4;
      T& to = x.data<T>()[i];
      if (edge_every != 0 && (state >> 4) % static_cast<uint32_t>(edge_every) == 0)
        to = Edge<T>((state >> 12) % kEdgeCount);
      else if constexpr (std::is_same_v<T, bool>)
        to = state >> 31;
      else if constexpr (std::is_integral_v<T>)
        to = static_cast<T>(static_cast<int>(state >> 24) % 20 - (std::is_signed_v<T> ? 7 : 0));
      else if constexpr (std::is_floating_point_v<T>)
        to = static_cast<T>(plain);
      else
        to = T(static_cast<float>(plain));
    }
  });
  return x;
}

Tensor Tiled(const Tensor& x, int64_t count) {
  Tensor y = Tensor::Allocate(x.dtype(), Shape{count});
  const size_t size = DTypeSize(x.dtype());
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char*>(y.raw_data()) + i * size,
                static_cast<char*>(x.raw_data()) + i % x.num_elements() * size, size);
  return y;
}

Tensor Element(const Tensor& x, int64_t i) {
  Tensor y = Tensor::Allocate(x.dtype(), Shape());
  const size_t size = DTypeSize(x.dtype());
  std::memcpy(y.raw_data(), static_cast<char*>(x.raw_data()) + i * size, size);
  return y;
}

Ref<Graph> GraphOf(std::span<const Tensor> inputs, const Body& body, bool known_shapes) {
  GraphBuilder b(MakeRef<Graph>("route"));
  std::vector<Val> in;
  for (const Tensor& input : inputs)
    in.push_back(b.Input(input.dtype(), known_shapes ? input.shape() : Shape::OfRank(input.rank())));
  for (const Val& output : body(b, in)) b.Output(output);
  return b.graph();
}

std::vector<Val> EagerBuilder::Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                     std::string_view) {
  std::vector<Tensor> tensors;
  for (const Val& input : inputs) tensors.push_back(input.tensor());
  Outcome outcome = Eagerly(op.name(), tensors, attrs);
  if (!outcome.status.ok()) throw OpError{outcome.status};
  std::vector<Val> values;
  for (Tensor& tensor : outcome.values) values.emplace_back(std::move(tensor));
  return values;
}

std::vector<Val> GradientsOf(OpBuilder& b, const OpInfo& op, const Attrs& attrs,
                             const std::vector<Val>& inputs, const Val& grad) {
  const Attrs set = attrs ? attrs : EmptyAttrs();
  const std::vector<Val> outputs = b.Apply(op, inputs, set);
  std::vector<Val> grads(outputs.size());
  grads[0] = grad;
  GradContext g(b, op, *set, inputs, outputs, grads);
  op.def().gradient(g);
  std::vector<Val> found;
  for (const Val& value : g.result())
    if (value) found.push_back(value);
  return found;
}

std::string Difference(const Outcome& got, const Outcome& want) {
  if (got.status.ok() != want.status.ok() || got.values.size() != want.values.size())
    return fmt::format("ends with `{}` ({} values) instead of `{}` ({})", got.status.message(),
                       got.values.size(), want.status.message(), want.values.size());
  if (!want.status.ok()) return "";
  for (size_t k = 0; k < want.values.size(); ++k) {
    const Tensor &a = got.values[k], &b = want.values[k];
    if (BitEqual(a, b)) continue;
    if (a.dtype() != b.dtype() || a.shape() != b.shape())
      return fmt::format("output {} is {}{} instead of {}{}", k, DTypeName(a.dtype()),
                         a.shape().ToBracketString(), DTypeName(b.dtype()), b.shape().ToBracketString());
    int64_t first = -1, count = 0;
    const size_t size = DTypeSize(a.dtype());
    for (int64_t i = 0; i < a.num_elements(); ++i)
      if (std::memcmp(static_cast<char*>(a.raw_data()) + i * size,
                      static_cast<char*>(b.raw_data()) + i * size, size) != 0) {
        if (first < 0) first = i;
        ++count;
      }
    return fmt::format("output {}: {} of {} elements differ, the first is [{}]: {} instead of {}", k, count,
                       a.num_elements(), first, Bits(a, first), Bits(b, first));
  }
  return "";
}

void OnEachTarget(const std::function<void(const std::string& target)>& f) {
  SetThreadCount(1);
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    f(target);
  }
  ForceSimdTarget("auto");
  SetThreadCount(0);
}

void ForThreads(const std::function<void(int threads)>& f) {
  for (const int threads : {1, 2, 4}) {
    SetThreadCount(threads);
    f(threads);
  }
  SetThreadCount(1);
}

void ExpectRoutes(const std::string& what, const Graph& graph, std::span<const Tensor> inputs,
                  const Outcome& want) {
  for (const Route& route : kGraphRoutes) {
    const Call call = route.make(graph);
    ForThreads([&](int threads) {
      EXPECT_EQ(Difference(call(inputs), want), "")
          << what << ", " << route.name << ", " << threads << " threads";
    });
  }
}

}  // namespace tp::routes
