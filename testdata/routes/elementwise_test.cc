// Every elementwise op of the registry, on every dtype that it has and on each SIMD target: whole tensors,
// tails, single elements, broadcast, in a fused tile, from a loaded bundle, in scalar code both ways, large
// tensors cut among threads, and the gradients of floats likewise. A new op is in it by being registered.
#include <fmt/format.h>

#include <cstring>
#include <set>

#include "core/ir/expression.h"
#include "core/plan/scalar_code.h"
#include "kernels/testing/example.h"
#include "testdata/routes/routes.h"

namespace tp::routes {
namespace {

constexpr int64_t kFlat = 1027;     // not a multiple of any vector or tile
constexpr int64_t kLarge = 150001;  // dear enough for several threads, for the cheapest op

const DType kDTypes[] = {DType::kFloat32,   DType::kFloat64,    DType::kFloat16, DType::kBFloat16,
                         DType::kInt32,     DType::kInt64,      DType::kInt8,    DType::kInt16,
                         DType::kUint8,     DType::kUint16,     DType::kUint32,  DType::kUint64,
                         DType::kComplex64, DType::kComplex128, DType::kBool};

struct Case {
  const OpInfo* op;
  Attrs attrs;
  std::vector<DType> types;
  std::string name;
};

// The op with its inputs' dtypes, where it is defined for them.
void Add(const OpInfo& op, const Attrs& attrs, std::vector<DType> types, std::vector<Case>* cases) {
  SmallVector<DType, 4> outputs;
  Expression expression;
  if (!op.OutputTypes(types, *attrs, &outputs).ok()) return;
  if (!OpExpression(op, *attrs, types, &expression).ok()) return;
  std::string name(op.name());
  for (DType dtype : types) name += fmt::format(" {}", DTypeName(dtype));
  if (!attrs->items().empty())
    for (DType dtype : outputs) name += fmt::format(" -> {}", DTypeName(dtype));
  cases->push_back({&op, attrs, std::move(types), std::move(name)});
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const OpDef* def : OpRegistry::All()) {
    if (def->elementwise.empty() || def->name == "_Fused") continue;
    const OpInfo& op = OpRegistry::Get(def->name);
    std::vector<Attrs> attrs = {EmptyAttrs()};
    if (def->name == "Cast") {
      attrs.clear();
      for (DType to : kDTypes) attrs.push_back(MakeAttrs({{"DstT", to}}));
    } else {
      for (const testing::Example& example : testing::ParseExamples(op)) {
        bool is_new = true;
        for (const Attrs& known : attrs) is_new = is_new && !(*known == *example.attrs);
        if (is_new) attrs.push_back(example.attrs);
      }
    }
    for (const Attrs& set : attrs)
      for (DType dtype : kDTypes) {
        std::vector<DType> types;
        for (const ArgInfo& input : op.inputs())
          types.push_back(input.type_attr.empty() ? input.dtype : dtype);
        Add(op, set, std::move(types), &cases);
        if (op.FindAttr("T") == nullptr && def->name != "Cast") break;
      }
  }
  return cases;
}

// All pairs of edges first, then numbers. `tame`: nothing that an integer op may refuse.
std::vector<Tensor> Inputs(const Case& c, bool tame) {
  std::vector<Tensor> inputs;
  for (size_t k = 0; k < c.types.size(); ++k) {
    Tensor x = Numbers(c.types[k], Shape{kFlat}, static_cast<uint32_t>(7 + k), tame ? 0 : 9);
    const Tensor edges = Edges(c.types[k]);
    const int64_t n = edges.num_elements();
    const size_t size = DTypeSize(x.dtype());
    const int64_t pairs = c.types.size() == 1 ? n : std::min(n * n, kFlat - 100);
    for (int64_t i = 0; !tame && i < pairs; ++i)
      std::memcpy(static_cast<char*>(x.raw_data()) + i * size,
                  static_cast<char*>(edges.raw_data()) + (k == 0 ? i % n : (i / n + i) % n) * size, size);
    if (tame)
      for (int64_t i = 0; i < kFlat; ++i)
        DispatchNumeric(x.dtype(), [&](auto zero) {
          using T = decltype(zero);
          if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
            x.data<T>()[i] = static_cast<T>(1 + i * (k == 0 ? 7 : 3) % 6);
        });
    inputs.push_back(std::move(x));
  }
  return inputs;
}

// An op that undoes itself, bit by bit: it makes a group of one op a group of several.
const char* Involution(DType dtype) {
  if (dtype == DType::kBool) return "LogicalNot";
  return IsFloating(dtype) || IsComplex(dtype) ? "Neg" : "Invert";
}

// `c` between involutions, and its inputs so that it sees `inputs`.
Ref<Graph> Sandwich(const Case& c, std::span<const Tensor> inputs) {
  return GraphOf(inputs, [&](GraphBuilder& b, const std::vector<Val>& in) {
    std::vector<Val> args;
    for (const Val& x : in) args.push_back(b.Op(Involution(x.dtype()), {x}));
    const Val y = b.Apply(*c.op, args, c.attrs)[0];
    return std::vector<Val>{b.Op(Involution(y.dtype()), {y})};
  });
}

Tensor Turned(const Tensor& x) {
  const Tensor in[] = {x};
  Outcome outcome = Eagerly(Involution(x.dtype()), in);
  TP_CHECK(outcome.status.ok());
  return outcome.values[0];
}

std::vector<Tensor> AllTurned(std::span<const Tensor> inputs) {
  std::vector<Tensor> turned;
  for (const Tensor& x : inputs) turned.push_back(Turned(x));
  return turned;
}

Outcome Eager(const Case& c, std::span<const Tensor> inputs) {
  return Eagerly(c.op->name(), inputs, c.attrs);
}

Ref<Graph> Plain(const Case& c, std::span<const Tensor> inputs) {
  return GraphOf(inputs,
                 [&](GraphBuilder& b, const std::vector<Val>& in) { return b.Apply(*c.op, in, c.attrs); });
}

// Broadcast inputs against inputs that were made whole first.
void CheckBroadcast(const Case& c, const std::vector<Tensor>& flat, const std::string& what) {
  if (c.types.size() < 2) return;
  const Shape whole{31, 33};
  for (const auto& [first, others] : {std::pair<Shape, Shape>{{31, 33}, {33}},
                                      {{31, 1}, {1, 33}},
                                      {{}, {31, 33}},
                                      {{31, 33}, {}},
                                      {{33}, {31, 1}}}) {
    std::vector<Tensor> inputs, full;
    for (size_t k = 0; k < flat.size(); ++k) {
      const Shape& shape = k == 0 ? first : others;
      inputs.push_back(Tiled(flat[k], shape.num_elements()).Reshaped(shape));
      const Tensor to[] = {inputs.back(), Tensor::Vector<int32_t>({31, 33})};
      full.push_back(Eagerly("BroadcastTo", to).values[0]);
    }
    if (!BroadcastShapes(first, others) || *BroadcastShapes(first, others) != whole) continue;
    const Outcome want = Eager(c, full);
    const std::string at =
        what + fmt::format(", {} with {}", first.ToBracketString(), others.ToBracketString());
    EXPECT_EQ(Difference(Eager(c, inputs), want), "") << at << ", eager";
    for (const Route& route : kGraphRoutes)
      EXPECT_EQ(Difference(route.make(*Plain(c, inputs))(inputs), want), "") << at << ", " << route.name;
    const Outcome turned{{}, AllTurned(want.values)};
    EXPECT_EQ(Difference(Optimised(*Sandwich(c, inputs))(AllTurned(inputs)), turned), "") << at << ", fused";
  }
}

void CheckCase(const Case& c, const std::string& target) {
  const std::string what = c.name + " on " + target;
  bool tame = false;
  std::vector<Tensor> flat = Inputs(c, tame);
  Outcome want = Eager(c, flat);
  if (!want.status.ok()) {
    flat = Inputs(c, tame = true);
    want = Eager(c, flat);
  }
  ASSERT_TRUE(want.status.ok()) << what << ": " << want.status.message();
  // Whole tensors, by every route.
  for (const Route& route : kGraphRoutes)
    EXPECT_EQ(Difference(route.make(*Plain(c, flat))(flat), want), "") << what << ", " << route.name;
  const Outcome turned{{}, AllTurned(want.values)};
  const std::vector<Tensor> flat_turned = AllTurned(flat);
  for (const Route& route : kGraphRoutes)
    EXPECT_EQ(Difference(route.make(*Sandwich(c, flat))(flat_turned), turned), "")
        << what << ", among others, " << route.name;
  // Unknown shapes.
  const Ref<Graph> unknown = GraphOf(
      flat, [&](GraphBuilder& b, const std::vector<Val>& in) { return b.Apply(*c.op, in, c.attrs); }, false);
  EXPECT_EQ(Difference(Loaded(*unknown)(flat), want), "") << what << ", unknown shapes";
  // One by one, as scalars.
  std::vector<Tensor> one;
  for (const Tensor& x : flat) one.push_back(Element(x, 0));
  const Ref<Graph> sandwich = Sandwich(c, one);
  const bool has_code = CompileScalarRegion(*sandwich) != nullptr;
  std::vector<Call> calls;
  for (const Route& route : kScalarRoutes)
    if (has_code || &route == kScalarRoutes) calls.push_back(route.make(*sandwich));
  for (int64_t i = 0; i < kFlat; i += has_code ? 1 : 3) {
    std::vector<Tensor> x, x_turned;
    for (size_t k = 0; k < flat.size(); ++k) {
      x.push_back(Element(flat[k], i));
      x_turned.push_back(Element(flat_turned[k], i));
    }
    const Outcome scalar{{}, {Element(want.values[0], i)}}, scalar_turned{{}, {Element(turned.values[0], i)}};
    ASSERT_EQ(Difference(Eager(c, x), scalar), "") << what << ", element " << i << " alone";
    for (size_t r = 0; r < calls.size(); ++r)
      ASSERT_EQ(Difference(calls[r](x_turned), scalar_turned), "")
          << what << ", element " << i << ", " << kScalarRoutes[r].name;
  }
  CheckBroadcast(c, flat, what);
}

TEST(Elementwise, EveryRouteGivesTheSameBits) {
  const std::vector<Case> cases = Cases();
  EXPECT_GT(cases.size(), 700u);
  OnEachTarget([&](const std::string& target) {
    for (const Case& c : cases) CheckCase(c, target);
  });
}

TEST(Elementwise, AnyNumberOfThreadsGivesTheSameBits) {
  OnEachTarget([&](const std::string& target) {
    for (const Case& c : Cases()) {
      const bool main = c.types[0] == DType::kFloat32 || c.types[0] == DType::kFloat64;
      if (!main || c.types.back() == DType::kBool) continue;
      const std::vector<Tensor> flat = Inputs(c, false);
      std::vector<Tensor> large;
      for (const Tensor& x : flat) large.push_back(Tiled(x, kLarge));
      const Outcome small = Eager(c, flat);
      ASSERT_TRUE(small.status.ok()) << c.name;
      const Outcome want{{}, {Tiled(small.values[0], kLarge)}};
      const std::string what = c.name + " on " + target;
      const Call fused = Optimised(*Sandwich(c, large));
      const std::vector<Tensor> large_turned = AllTurned(large);
      const Outcome turned{{}, AllTurned(want.values)};
      ForThreads([&](int threads) {
        EXPECT_EQ(Difference(Eager(c, large), want), "") << what << ", " << threads << " threads";
        EXPECT_EQ(Difference(fused(large_turned), turned), "")
            << what << ", fused, " << threads << " threads";
      });
    }
  });
}

TEST(Elementwise, NeighboursAreFused) {
  const std::set<std::string_view> ops = {"AddV2", "Tanh", "Sigmoid", "Relu",    "Softplus",
                                          "Erf",   "Pow",  "RealDiv", "SelectV2"};
  for (const Case& c : Cases()) {
    if (!ops.count(c.op->name()) || c.types.back() != DType::kFloat32 || !c.attrs->items().empty()) continue;
    EXPECT_EQ(OptimisedOps(*Sandwich(c, Inputs(c, false))), "_Fused") << c.name;
  }
}

// Ops whose gradients say "none" or are not of this kind.
TEST(Elementwise, GradientsGiveTheSameBits) {
  int checked = 0;
  OnEachTarget([&](const std::string& target) {
    for (const Case& c : Cases()) {
      if (c.op->def().gradient == nullptr) continue;
      bool main = false;
      for (DType dtype : c.types) main = main || dtype == DType::kFloat32 || dtype == DType::kFloat64;
      if (!main) continue;
      std::vector<Tensor> inputs = Inputs(c, false);
      const Outcome forward = Eager(c, inputs);
      if (!IsFloating(forward.values[0].dtype())) continue;
      inputs.push_back(Numbers(forward.values[0].dtype(), Shape{kFlat}, 99, 17));
      const auto body = [&](OpBuilder& b, std::vector<Val> in) {
        const Val grad = in.back();
        in.pop_back();
        return GradientsOf(b, *c.op, c.attrs, in, grad);
      };
      const std::string what = "gradient of " + c.name + " on " + target;
      EagerBuilder eager;
      std::vector<Val> in;
      for (const Tensor& x : inputs) in.emplace_back(x);
      Outcome want;
      try {
        for (const Val& grad : body(eager, in)) want.values.push_back(grad.tensor());
      } catch (const OpError&) {
        continue;
      }
      if (want.values.empty()) continue;
      ++checked;
      const auto graph = [&](std::span<const Tensor> x) {
        return GraphOf(x, [&](GraphBuilder& b, const std::vector<Val>& v) { return body(b, v); });
      };
      ExpectRoutes(what, *graph(inputs), inputs, want);
      std::vector<Tensor> large;
      for (const Tensor& x : inputs) large.push_back(Tiled(x, kLarge));
      Outcome large_want;
      for (const Tensor& x : want.values) large_want.values.push_back(Tiled(x, kLarge));
      if (c.types[0] == DType::kFloat32) {
        const Call call = Optimised(*graph(large));
        ForThreads([&](int threads) {
          EXPECT_EQ(Difference(call(large), large_want), "") << what << ", large, " << threads << " threads";
        });
      }
      std::vector<Tensor> one;
      for (const Tensor& x : inputs) one.push_back(Element(x, 0));
      const Ref<Graph> scalar = graph(one);
      if (CompileScalarRegion(*scalar) == nullptr) continue;
      std::vector<Call> calls;
      for (const Route& route : kScalarRoutes) calls.push_back(route.make(*scalar));
      for (int64_t i = 0; i < kFlat; i += 2) {
        std::vector<Tensor> x;
        Outcome at;
        for (const Tensor& input : inputs) x.push_back(Element(input, i));
        for (const Tensor& grad : want.values) at.values.push_back(Element(grad, i));
        for (size_t r = 0; r < calls.size(); ++r)
          ASSERT_EQ(Difference(calls[r](x), at), "")
              << what << ", element " << i << ", " << kScalarRoutes[r].name;
      }
    }
  });
  EXPECT_GT(checked, 100);
}

}  // namespace
}  // namespace tp::routes
