// Matrix products, convolutions, reductions, softmax and their like by every route: eagerly, with the
// epilogue that fusion makes, with B packed beforehand, from a loaded bundle; for 1, 2 and 4 threads, on each
// SIMD target, float32 and float64; and their gradients likewise. A further op is one line of a table.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "core/exec/float_mode.h"
#include "kernels/gemm/conv2d.h"
#include "testdata/routes/routes.h"

namespace tp::routes {
namespace {

const DType kFloats[] = {DType::kFloat32, DType::kFloat64};

// --- products with an epilogue ----------------------------------------------------------------------------

struct Product {
  const char* op;
  std::vector<Shape> shapes;  // of the two inputs
  Attrs attrs;
  bool edges = false;  // NaN, infinities and denormals among the inputs
  bool gradient = true;
};

Attrs Transposed(bool a, bool b) { return MakeAttrs({{"transpose_a", a}, {"transpose_b", b}}); }
Attrs Conv(const char* padding, int64_t stride, int64_t dilation = 1) {
  return MakeAttrs({{"strides", std::vector<int64_t>{1, stride, stride, 1}},
                    {"padding", std::string(padding)},
                    {"dilations", std::vector<int64_t>{1, dilation, dilation, 1}}});
}

std::vector<Product> Products() {
  return {
      {"MatMul", {{1, 1}, {1, 1}}, nullptr, true},
      {"MatMul", {{3, 5}, {5, 7}}, nullptr, true},
      {"MatMul", {{17, 33}, {33, 9}}, nullptr, true},
      {"MatMul", {{1, 784}, {784, 511}}, nullptr},
      {"MatMul", {{45, 1}, {1, 67}}, nullptr, true},
      {"MatMul", {{101, 203}, {203, 307}}, nullptr},
      {"MatMul", {{203, 101}, {203, 307}}, Transposed(true, false)},
      {"MatMul", {{101, 203}, {307, 203}}, Transposed(false, true)},
      {"MatMul", {{203, 101}, {307, 203}}, Transposed(true, true)},
      {"MatMul", {{61, 1201}, {1201, 5}}, nullptr},
      {"MatMul", {{397, 401}, {401, 389}}, nullptr},
      {"Conv2D", {{1, 5, 5, 1}, {3, 3, 1, 2}}, Conv("SAME", 1), true},
      {"Conv2D", {{2, 9, 11, 3}, {3, 5, 3, 7}}, Conv("VALID", 2), true},
      {"Conv2D", {{2, 17, 19, 13}, {3, 3, 13, 33}}, Conv("SAME", 2)},
      {"Conv2D", {{1, 33, 31, 19}, {3, 3, 19, 41}}, Conv("SAME", 1, 2), false, false},
      {"Conv2D", {{2, 40, 41, 17}, {1, 1, 17, 35}}, Conv("VALID", 1)},
  };
}

std::string NameOf(const Product& p, DType dtype, const std::string& target) {
  return fmt::format("{} {} {} of {} on {}", p.op, p.shapes[0].ToBracketString(),
                     p.shapes[1].ToBracketString(), DTypeName(dtype), target);
}

// The product by the engine with B (or the filter) packed beforehand, with bias and activation in the engine.
template <class T>
Outcome Prepacked(const Product& p, const std::vector<Tensor>& in, const Tensor& bias, Activation activation,
                  const Shape& out_shape) {
  const FlushDenormals flush;  // as the executor runs it
  const T* const b = in[1].data<T>();
  GemmEpilogue<T> epilogue;
  epilogue.bias = bias.data<T>();
  epilogue.activation = activation;
  Outcome outcome{{}, {Tensor::Allocate(in[0].dtype(), out_shape)}};
  T* const out = outcome.values[0].data<T>();
  const auto pack = [&](int64_t k, int64_t n, int64_t ldb, bool trans) {
    const size_t bytes = PackedSizeB(k, n, b);
    std::unique_ptr<T, decltype(&std::free)> packed(
        static_cast<T*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64)), std::free);
    PackB(k, n, b, ldb, trans, packed.get());
    return packed;
  };
  if (std::string_view(p.op) == "MatMul") {
    const bool ta = p.attrs && p.attrs->Get<bool>("transpose_a"),
               tb = p.attrs && p.attrs->Get<bool>("transpose_b");
    const int64_t m = out_shape[0], n = out_shape[1], k = in[0].dim(ta ? 0 : 1);
    const auto packed = pack(k, n, in[1].dim(1), tb);
    GemmPrepacked(m, n, k, in[0].data<T>(), in[0].dim(1), ta, packed.get(), out, n, false, epilogue);
    return outcome;
  }
  const Shape &image = in[0].shape(), &filter = in[1].shape();
  const int64_t stride = p.attrs->Get<std::vector<int64_t>>("strides")[1],
                dilation = p.attrs->Get<std::vector<int64_t>>("dilations")[1];
  Conv2DShape s{.batch = image[0],
                .in_h = image[1],
                .in_w = image[2],
                .in_c = image[3],
                .filter_h = filter[0],
                .filter_w = filter[1],
                .out_c = filter[3],
                .out_h = out_shape[1],
                .out_w = out_shape[2],
                .stride_h = stride,
                .stride_w = stride,
                .dilation_h = dilation,
                .dilation_w = dilation};
  if (p.attrs->Get<std::string>("padding") == "SAME") {
    const auto before = [&](int64_t out_size, int64_t size, int64_t in_size) {
      return std::max<int64_t>(0, (out_size - 1) * stride + (size - 1) * dilation + 1 - in_size) / 2;
    };
    s.pad_top = before(s.out_h, s.filter_h, s.in_h);
    s.pad_left = before(s.out_w, s.filter_w, s.in_w);
  }
  const auto packed = pack(s.Taps() * s.in_c, s.out_c, s.out_c, false);
  Conv2DPrepacked(s, in[0].data<T>(), packed.get(), out, epilogue);
  return outcome;
}

void CheckProduct(const Product& p, DType dtype, const std::string& target) {
  const std::string what = NameOf(p, dtype, target);
  std::vector<Tensor> inputs;
  for (const Shape& shape : p.shapes)
    inputs.push_back(Numbers(dtype, shape, static_cast<uint32_t>(inputs.size() + 3), p.edges ? 23 : 0));
  const Outcome product = Eagerly(p.op, inputs, p.attrs);
  ASSERT_TRUE(product.status.ok()) << what << product.status.message();
  const Shape out = product.values[0].shape();
  ExpectRoutes(
      what,
      *GraphOf(inputs, [&](GraphBuilder& b, const std::vector<Val>& in) { return b.Ops(p.op, in, p.attrs); }),
      inputs, product);
  ForThreads([&](int threads) {
    EXPECT_EQ(Difference(Eagerly(p.op, inputs, p.attrs), product), "")
        << what << ", " << threads << " threads";
  });
  std::vector<Tensor> with_bias = inputs;
  with_bias.push_back(Numbers(dtype, Shape{out[out.rank() - 1]}, 77, p.edges ? 23 : 0));
  const Tensor& bias = with_bias[2];
  for (const char* activation : {"", "Relu", "Relu6", "Elu", "Tanh", "Sigmoid"}) {
    const Tensor sum_in[] = {product.values[0], bias};
    Outcome want = Eagerly("BiasAdd", sum_in);
    if (*activation) want = Eagerly(activation, want.values);
    for (const char* add : {"BiasAdd", "AddV2"}) {
      const Ref<Graph> graph = GraphOf(with_bias, [&](GraphBuilder& b, const std::vector<Val>& in) {
        Val y = b.Op(add, {b.Op(p.op, {in[0], in[1]}, p.attrs), in[2]});
        if (*activation) y = b.Op(activation, {y});
        return std::vector<Val>{y};
      });
      EXPECT_EQ(OptimisedOps(*graph), std::string("_Fused") + p.op)
          << what << " " << add << " " << activation;
      ExpectRoutes(fmt::format("{} {} {}", what, add, activation), *graph, with_bias, want);
    }
    const std::string_view name = activation;
    if (!name.empty() && name != "Relu" && name != "Relu6") continue;
    const Activation inside = name == "Relu"    ? Activation::kRelu
                              : name == "Relu6" ? Activation::kRelu6
                                                : Activation::kNone;
    ForThreads([&](int threads) {
      const Outcome got = dtype == DType::kFloat32 ? Prepacked<float>(p, inputs, bias, inside, out)
                                                   : Prepacked<double>(p, inputs, bias, inside, out);
      EXPECT_EQ(Difference(got, want), "") << what << ", prepacked " << name << ", " << threads << " threads";
    });
  }
}

TEST(Products, EveryRouteGivesTheSameBits) {
  OnEachTarget([&](const std::string& target) {
    for (const Product& p : Products())
      for (DType dtype : kFloats) CheckProduct(p, dtype, target);
  });
}

// --- gradients, and ops without routes of their own -------------------------------------------------------

// Eager results for 1, 2 and 4 threads and every graph route, of the op and of its gradients.
void CheckOp(const std::string& name, const char* op, const Attrs& attrs, const std::vector<Tensor>& inputs,
             bool gradient) {
  const Outcome want = Eagerly(op, inputs, attrs);
  ASSERT_TRUE(want.status.ok()) << name << ": " << want.status.message();
  ForThreads([&](int threads) {
    EXPECT_EQ(Difference(Eagerly(op, inputs, attrs), want), "") << name << ", " << threads << " threads";
  });
  ExpectRoutes(
      name,
      *GraphOf(inputs, [&](GraphBuilder& b, const std::vector<Val>& in) { return b.Ops(op, in, attrs); }),
      inputs, want);
  const OpInfo& info = OpRegistry::Get(op);
  if (!gradient || info.def().gradient == nullptr || !IsFloating(want.values[0].dtype())) return;
  std::vector<Tensor> with_grad = inputs;
  with_grad.push_back(Numbers(want.values[0].dtype(), want.values[0].shape(), 55, 0));
  const auto body = [&](OpBuilder& b, std::vector<Val> in) {
    const Val grad = in.back();
    in.pop_back();
    return GradientsOf(b, info, attrs, in, grad);
  };
  Outcome grads;
  try {
    EagerBuilder eager;
    std::vector<Val> in;
    for (const Tensor& x : with_grad) in.emplace_back(x);
    for (const Val& grad : body(eager, in)) grads.values.push_back(grad.tensor());
  } catch (const OpError& e) {
    FAIL() << name << ": " << e.status.message();
  }
  // Axes and sizes are constants of the graph, as a trace has them.
  std::vector<Tensor> given;
  for (const Tensor& x : with_grad)
    if (IsFloating(x.dtype())) given.push_back(x);
  const Ref<Graph> graph = GraphOf(given, [&](GraphBuilder& b, const std::vector<Val>& in) {
    std::vector<Val> all;
    size_t next = 0;
    for (const Tensor& x : with_grad) all.push_back(IsFloating(x.dtype()) ? in[next++] : b.Constant(x));
    return body(b, all);
  });
  ExpectRoutes("gradient of " + name, *graph, given, grads);
}

TEST(Products, GradientsGiveTheSameBits) {
  OnEachTarget([&](const std::string& target) {
    for (const Product& p : Products())
      for (DType dtype : kFloats) {
        if (!p.gradient) continue;
        const std::vector<Tensor> inputs = {Numbers(dtype, p.shapes[0], 3, 0),
                                            Numbers(dtype, p.shapes[1], 4, 0)};
        CheckOp(NameOf(p, dtype, target), p.op, p.attrs, inputs, true);
      }
  });
}

struct Row {
  const char* op;
  std::vector<Shape> shapes;      // of inputs of the dtype
  std::vector<Tensor> more = {};  // further inputs: axes, sizes
  Attrs attrs = nullptr;
  int edge_every = 0;
};

Tensor Axes(std::initializer_list<int32_t> axes) { return Tensor::Vector<int32_t>(axes); }
Attrs Keep() { return MakeAttrs({{"keep_dims", true}}); }
Attrs Window(int64_t size, int64_t stride, const char* padding) {
  return MakeAttrs({{"ksize", std::vector<int64_t>{1, size, size, 1}},
                    {"strides", std::vector<int64_t>{1, stride, stride, 1}},
                    {"padding", std::string(padding)}});
}

std::vector<Row> Rows() {
  std::vector<Row> rows;
  for (const char* op : {"Sum", "Mean", "Max", "Min", "Prod"}) {
    for (int edges : {0, 7}) {
      rows.push_back({op, {{1027}}, {Axes({0})}, nullptr, edges});
      rows.push_back({op, {{33, 65}}, {Axes({0})}, nullptr, edges});
      rows.push_back({op, {{33, 65}}, {Axes({1})}, Keep(), edges});
      rows.push_back({op, {{5, 7, 11, 3}}, {Axes({0, 2})}, nullptr, edges});
    }
    rows.push_back({op, {{701, 1103}}, {Axes({0})}});
    rows.push_back({op, {{701, 1103}}, {Axes({1})}});
    rows.push_back({op, {{701, 1103}}, {Axes({0, 1})}, Keep()});
    rows.push_back({op, {{1500001}}, {Axes({0})}});
    rows.push_back({op, {{13, 301, 207}}, {Axes({1})}});
    rows.push_back({op, {{3, 100003}}, {Axes({1})}});
  }
  for (const char* op : {"Softmax", "LogSoftmax"}) {
    rows.push_back({op, {{3, 7}}, {}, nullptr, 9});
    rows.push_back({op, {{701, 1103}}});
    rows.push_back({op, {{2, 60001}}});
    rows.push_back({op, {{20011, 10}}});
  }
  rows.push_back({"SoftmaxCrossEntropyWithLogits", {{513, 129}, {513, 129}}});
  rows.push_back({"BiasAdd", {{701, 1103}, {1103}}});
  rows.push_back({"BiasAddGrad", {{7001, 103}}});
  rows.push_back({"AddN", {{70001}, {70001}, {70001}}, {}, nullptr, 9});
  rows.push_back({"L2Loss", {{300001}}});
  rows.push_back({"Cumsum", {{301, 703}}, {Tensor::Scalar<int32_t>(0)}});
  rows.push_back({"Cumsum", {{301, 703}}, {Tensor::Scalar<int32_t>(1)}});
  rows.push_back({"BatchMatMulV2", {{7, 33, 65}, {7, 65, 31}}, {}, nullptr, 0});
  rows.push_back({"BatchMatMulV2", {{1, 133, 165}, {7, 165, 131}}, {}, nullptr, 0});
  rows.push_back({"MaxPool", {{2, 61, 63, 17}}, {}, Window(3, 2, "SAME")});
  rows.push_back({"AvgPool", {{2, 61, 63, 17}}, {}, Window(3, 2, "SAME")});
  rows.push_back({"DepthwiseConv2dNative", {{2, 41, 43, 9}, {3, 3, 9, 2}}, {}, Conv("SAME", 1)});
  rows.push_back({"Transpose", {{701, 1103}}, {Axes({1, 0})}});
  return rows;
}

TEST(Reductions, EveryRouteGivesTheSameBits) {
  OnEachTarget([&](const std::string& target) {
    for (const Row& row : Rows())
      for (DType dtype : kFloats) {
        if (OpRegistry::Find(row.op) == nullptr) continue;
        std::vector<Tensor> inputs;
        std::string name = row.op;
        for (const Shape& shape : row.shapes) {
          inputs.push_back(Numbers(dtype, shape, static_cast<uint32_t>(inputs.size() + 3), row.edge_every));
          name += " " + shape.ToBracketString();
        }
        for (const Tensor& x : row.more) {
          inputs.push_back(x);
          name += fmt::format(" {}", ElementAsInt(x, 0));
        }
        // Gradients of products and the like: numbers only.
        CheckOp(fmt::format("{} of {} on {}", name, DTypeName(dtype), target), row.op, row.attrs, inputs,
                row.edge_every == 0);
      }
  });
}

}  // namespace
}  // namespace tp::routes
