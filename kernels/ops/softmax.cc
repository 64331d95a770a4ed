// Softmax and its losses, cumulative sums, largest elements: ops along one axis.
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>

#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/op.h"
#include "kernels/ops/no_kernel.h"
#include "kernels/reduce.h"
#include "kernels/simd/rows.h"

namespace tp {
namespace {

// --- softmax
// ------------------------------------------------------------------------------------------------

template <class T>
struct Plus {
  static T identity() { return T(0); }
  static T combine(T a, T b) { return a + b; }
};
template <class T>
struct Largest {
  static T identity() { return -std::numeric_limits<T>::infinity(); }
  static T combine(T a, T b) { return a >= b ? a : b; }
};

Tensor CastOf(KernelContext& c, const Tensor& x, DType dtype) {
  Tensor y = c.Scratch(dtype, x.shape());
  const void* in[] = {x.raw_data()};
  if (y.valid()) CastTile(x.dtype(), dtype)(in, y.raw_data(), x.num_elements());
  return y;
}

bool IsHalf(DType dtype) { return dtype == DType::kFloat16 || dtype == DType::kBFloat16; }

// Runs f(T{}, x, out) with x and out in float32 where they are narrower.
template <class F>
void InFloats(KernelContext& c, const Tensor& x, Tensor* out, F&& f) {
  if (out == nullptr) return;
  if (x.dtype() == DType::kFloat32) return f(float{}, x, *out);
  if (x.dtype() == DType::kFloat64) return f(double{}, x, *out);
  const Tensor wide = CastOf(c, x, DType::kFloat32);
  Tensor result = c.Scratch(DType::kFloat32, out->shape());
  if (!wide.valid() || !result.valid()) return;
  f(float{}, wide, result);
  const void* in[] = {result.raw_data()};
  CastTile(DType::kFloat32, out->dtype())(in, out->raw_data(), out->num_elements());
}

// out = x `prim` y for one y. Tiles are vector code for the processor at hand, which this file is not; `same`
// has room for n elements.
template <class T>
void WithScalar(Prim prim, const T* x, T y, int64_t n, T* same, T* out) {
  std::fill_n(same, n, y);
  const void* in[] = {x, same};
  PrimTile(prim, DTypeOf<T>::value)(in, out, n);
}

using tp::ScaleRow;
using tp::ShiftedSum;

// out = x - max(x), exponents = exp(out); gives their sum. Of float32: kernels/simd/rows.h.
double ShiftedSum(const double* x, int64_t n, double* out, double* exponents) {
  using T = double;
  const T most = reduce::ReduceRun<Largest<T>, T>(x, n);
  WithScalar(Prim::kSub, x, most, n, exponents, out);
  const void* in[] = {out};
  PrimTile(Prim::kExp, DTypeOf<T>::value)(in, exponents, n);
  return reduce::ReduceRun<Plus<T>, T>(exponents, n);
}

// out = x * factor.
void ScaleRow(const double* x, int64_t n, double factor, double* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = x[i] * factor;
}

// f(row, room for n numbers).
template <class T, class F>
void ForRows(int64_t rows, int64_t n, F&& f) {
  ParallelRanges(rows, std::max<int64_t>(1, 4096 / std::max<int64_t>(n, 1)), 2.0 * static_cast<double>(n),
                 [&](int64_t begin, int64_t end) {
                   const std::unique_ptr<T[]> scratch(new T[n]);
                   for (int64_t row = begin; row < end; ++row) f(row, scratch.get());
                 });
}

void SoftmaxKernel(KernelContext& c, bool log) {
  const Tensor& logits = c.input(0);
  if (logits.rank() < 1) return Fail(c, "logits must have >= 1 dimension, got {}", logits.shape());
  const int64_t n = logits.dim(logits.rank() - 1), rows = n == 0 ? 0 : logits.num_elements() / n;
  InFloats(c, logits, c.Output(0, logits.dtype(), logits.shape()),
           [&](auto zero, const Tensor& x, Tensor& out) {
             using T = decltype(zero);
             ForRows<T>(rows, n, [&](int64_t row, T* scratch) {
               T* z = out.data<T>() + row * n;
               const T sum = ShiftedSum(x.data<T>() + row * n, n, z, log ? scratch : z);
               if (log)
                 WithScalar(Prim::kSub, z, std::log(sum), n, scratch, z);
               else
                 ScaleRow(z, n, 1 / sum, z);
             });
           });
}

[[gnu::cold]] Status AtLeastVector(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &shape));
  c.Set(0, shape);
  return {};
}

// --- losses
// -------------------------------------------------------------------------------------------------

[[gnu::cold]] Status SparseLossShape(ShapeContext& c) {
  Shape features, labels;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &features));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &labels));
  Dim batch;
  TP_RETURN_IF_ERROR(c.Merge(features[0], labels[0], &batch));
  c.Set(0, Shape{batch});
  c.Set(1, Shape{batch, features[1]});
  return {};
}

void SparseLossKernel(KernelContext& c) {
  const Tensor &logits = c.input(0), &labels = c.input(1);
  if (logits.rank() != 2) return Fail(c, "logits must be 2-D, but got shape {}", logits.shape());
  if (labels.rank() != 1) return Fail(c, "labels must be 1-D, but got shape {}", labels.shape());
  const int64_t rows = logits.dim(0), n = logits.dim(1);
  if (labels.dim(0) != rows)
    return Fail(
        c, "logits and labels must have the same first dimension, got logits shape {} and labels shape {}",
        logits.shape(), labels.shape());
  if (rows > 0 && n == 0)
    return Fail(c, "Must have at least one class, but got logits shape {}", logits.shape());
  const SmallVector<int64_t, 8> label = IntElements(labels);
  for (int64_t i = 0; i < rows; ++i)
    if (label[i] < 0 || label[i] >= n)
      return Fail(
          c, "Received a label value of {} which is outside the valid range of [0, {}).  Label values: {}",
          label[i], n, fmt::join(label, " "));
  Tensor* backprop = c.Output(1, logits.dtype(), logits.shape());
  Tensor* loss = c.Output(0, logits.dtype(), Shape{rows});
  if (backprop == nullptr || loss == nullptr) return;
  Tensor wide_loss = IsHalf(logits.dtype()) ? c.Scratch(DType::kFloat32, Shape{rows}) : *loss;
  if (!wide_loss.valid()) return;
  InFloats(c, logits, backprop, [&](auto zero, const Tensor& x, Tensor& out) {
    using T = decltype(zero);
    ForRows<T>(rows, n, [&](int64_t row, T* scratch) {
      T* z = out.data<T>() + row * n;
      const T sum = ShiftedSum(x.data<T>() + row * n, n, z, scratch);
      wide_loss.data<T>()[row] = std::log(sum) - z[label[row]];
      for (int64_t i = 0; i < n; ++i) z[i] = scratch[i] / sum - (i == label[row] ? T(1) : T(0));
    });
  });
  if (!IsHalf(logits.dtype())) return;
  const void* in[] = {wide_loss.raw_data()};
  CastTile(DType::kFloat32, loss->dtype())(in, loss->raw_data(), rows);
}

[[gnu::cold]] Status LossShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(shape::Broadcast(c));
  const Shape both = c.output(0);
  if (!both.has_rank()) {
    c.Set(0, Shape::OfRank(1));
    c.Set(1, Shape::OfRank(2));
    return {};
  }
  if (both.rank() != 2) return InvalidArgument("Shape must be rank 2 but is rank {}", both.rank());
  c.Set(0, Shape{both[0]});
  c.Set(1, both);
  return {};
}

void LossKernel(KernelContext& c) {
  const Tensor &logits = c.input(0), &labels = c.input(1);
  const std::optional<Shape> both = BroadcastShapes(logits.shape(), labels.shape());
  if (!both)
    return Fail(c, "logits and labels must be broadcastable: logits_size={} labels_size={}", logits.shape(),
                labels.shape());
  if (both->rank() != 2)
    return Fail(c, "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional");
  const int64_t rows = (*both)[0], n = (*both)[1];
  Tensor* backprop = c.Output(1, logits.dtype(), *both);
  Tensor* loss = c.Output(0, logits.dtype(), Shape{rows});
  if (backprop == nullptr || loss == nullptr) return;
  const Tensor wide_labels = IsHalf(labels.dtype()) ? CastOf(c, labels, DType::kFloat32) : labels;
  Tensor wide_loss = IsHalf(logits.dtype()) ? c.Scratch(DType::kFloat32, Shape{rows}) : *loss;
  if (!wide_loss.valid() || !wide_labels.valid()) return;
  InFloats(c, logits, backprop, [&](auto zero, const Tensor& x, Tensor& out) {
    using T = decltype(zero);
    const auto element = [&](const Tensor& t, int64_t row, int64_t i) {
      const int64_t last = t.dim(t.rank() - 1), lines = t.rank() < 2 ? 1 : t.dim(t.rank() - 2);
      return t.data<T>()[(lines == 1 ? 0 : row) * last + (last == 1 ? 0 : i)];
    };
    ForRows<T>(rows, n, [&](int64_t row, T* scratch) {
      T* z = out.data<T>() + row * n;
      std::vector<T> line(n);
      for (int64_t i = 0; i < n; ++i) line[i] = element(x, row, i);
      const T sum = ShiftedSum(line.data(), n, z, scratch);
      const T log = std::log(sum);
      for (int64_t i = 0; i < n; ++i) {
        const T label = element(wide_labels, row, i);
        line[i] = label * (log - z[i]);
        z[i] = scratch[i] / sum - label;
      }
      wide_loss.data<T>()[row] = reduce::ReduceRun<Plus<T>, T>(line.data(), n);
    });
  });
  if (!IsHalf(logits.dtype())) return;
  const void* in[] = {wide_loss.raw_data()};
  CastTile(DType::kFloat32, loss->dtype())(in, loss->raw_data(), rows);
}

[[gnu::cold]] Val BroadcastMul(GradContext& g, const Val& vector, const Val& matrix) {
  return grad::Mul(g, g.Op("ExpandDims", {vector, grad::Const(g, DType::kInt32, -1)}), matrix);
}

// The gradient with respect to the logits, of both outputs.
[[gnu::cold]] Val LogitsGrad(GradContext& g) {
  Val grad = BroadcastMul(g, g.grad(0), g.output(1));
  if (!g.grad(1) || grad::IsZero(g.grad(1))) return grad;
  const Val softmax = g.Op("Softmax", {g.input(0)});
  const Val row = g.Op("ExpandDims", {g.grad(1), grad::Const(g, DType::kInt32, 1)});
  const Val column = g.Op("ExpandDims", {softmax, grad::Const(g, DType::kInt32, 2)});
  const Val inner = g.Op("Squeeze", {g.Op("BatchMatMulV2", {row, column}, {}, "MatMul")},
                         MakeAttrs({{"squeeze_dims", std::vector<int64_t>{1}}}));
  return grad::Add(g, grad, grad::Mul(g, grad::Sub(g, g.grad(1), inner), softmax));
}

// --- along an axis
// ------------------------------------------------------------------------------------------

// Cumulative sum or product. Sums of float32 are carried in float32, one after the other, as Eigen's scan.
void ScanKernel(KernelContext& c, bool product) {
  const Tensor& x = c.input(0);
  if (c.input(1).rank() != 0) return Fail(c, "ScanOp: axis must be a scalar, not {}", c.input(1).shape());
  const int64_t axis = ScalarInt(c.input(1));
  const std::optional<int> at = NormalAxis(axis, x.rank());
  if (!at)
    return Fail(c, "ScanOp: Expected scan axis in the range [{}, {}), but got {}", -x.rank(), x.rank(), axis);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const bool exclusive = c.Attr("exclusive", false), reverse = c.Attr("reverse", false);
  const int64_t n = x.dim(*at), inner = DimProduct(x.shape(), *at + 1, x.rank());
  const int64_t outer = DimProduct(x.shape(), 0, *at);
  DispatchNumeric(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    constexpr bool half = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
    using Sum = std::conditional_t<half, float, T>;
    if constexpr (!std::is_same_v<T, bool>) {
      for (int64_t o = 0; o < outer; ++o)
        for (int64_t i = 0; i < inner; ++i) {
          Sum sum = product ? Sum(1) : Sum(0);
          for (int64_t k = 0; k < n; ++k) {
            const int64_t offset = (o * n + (reverse ? n - 1 - k : k)) * inner + i;
            const Sum value = static_cast<Sum>(x.data<T>()[offset]);
            if (exclusive) out->data<T>()[offset] = static_cast<T>(sum);
            if constexpr (std::is_integral_v<T>) {
              const uint64_t a = static_cast<uint64_t>(sum), b = static_cast<uint64_t>(value);
              sum = static_cast<T>(product ? a * b : a + b);
            } else {
              sum = product ? sum * value : sum + value;
            }
            if constexpr (half) sum = static_cast<float>(T(sum));
            if (!exclusive) out->data<T>()[offset] = static_cast<T>(sum);
          }
        }
    }
  });
}

[[gnu::cold]] Attrs ScanAttrs(GradContext& g, bool turn) {
  std::vector<AttrSet::Item> items;
  if (g.Attr("exclusive", false)) items.push_back({"exclusive", true});
  if (g.Attr("reverse", false) != turn) items.push_back({"reverse", true});
  return MakeAttrs(std::move(items));
}

[[gnu::cold]] Status ArgShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(1, 0, &unused));
  const Shape& from = c.input(0);
  if (!from.has_rank()) return {};
  // Whatever the axis is: that it is out of range shows when the node runs.
  if (from.rank() <= 1) return c.Set(0, Shape()), Status();
  if (c.value(1) == nullptr) return c.Set(0, Shape::OfRank(from.rank() - 1)), Status();
  const int64_t axis = ScalarInt(*c.value(1));
  const std::optional<int> at = NormalAxis(axis, from.rank());
  if (!at)
    return InvalidArgument(
        "Dimension ({}) must be in the range [{}, {}), where {} is the number of dimensions in the input.",
        axis, -from.rank(), from.rank(), from.rank());
  Shape out = from;
  out.Erase(*at);
  c.Set(0, out);
  return {};
}

// The first of the largest (smallest) elements; a NaN never wins over what stands before it.
void ArgKernel(KernelContext& c, bool largest) {
  const Tensor& x = c.input(0);
  if (c.input(1).rank() != 0)
    return Fail(c, "dim must be a scalar, but received tensor of shape: {}", c.input(1).shape());
  const int64_t axis = ScalarInt(c.input(1));
  const std::optional<int> at = NormalAxis(axis, x.rank());
  if (!at) return Fail(c, "Expected dimension in the range [{}, {}), but got {}", -x.rank(), x.rank(), axis);
  if (x.dim(*at) == 0) return Fail(c, "Reduction axis {} is empty in shape {}", axis, x.shape());
  Shape shape = x.shape();
  shape.Erase(*at);
  Tensor* out = c.Output(0, c.Attr<DType>("output_type", DType::kInt64), shape);
  if (out == nullptr) return;
  const int64_t n = x.dim(*at), inner = DimProduct(x.shape(), *at + 1, x.rank());
  // Narrow elements compare as the float32 does that they are.
  const bool narrow = DTypeSize(x.dtype()) <= 2;
  const Tensor keys = narrow ? c.Scratch(DType::kFloat32, x.shape()) : x;
  if (!keys.valid()) return;
  if (narrow) {
    const void* in[] = {x.raw_data()};
    CastTile(x.dtype(), DType::kFloat32)(in, keys.raw_data(), static_cast<size_t>(x.num_elements()));
  }
  DispatchNumeric(keys.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && sizeof(T) >= 4) {
      const T* const value = keys.data<T>();
      const bool half = x.dtype() == DType::kFloat16;
      const T least = half ? static_cast<T>(-65504) : std::numeric_limits<T>::lowest();
      const T greatest = half ? static_cast<T>(65504) : std::numeric_limits<T>::max();
      for (int64_t i = 0; i < out->num_elements(); ++i) {
        const int64_t start = i / inner * n * inner + i % inner;
        // As in TensorFlow, what is chosen beats the dtype's least number: NaN never does.
        int64_t best = 0;
        T extreme = largest ? least : greatest;
        for (int64_t k = 0; k < n; ++k) {
          const T v = value[start + k * inner];
          if (!(largest ? v > extreme : v < extreme)) continue;
          extreme = v;
          best = k;
        }
        const double as_double = static_cast<double>(best);
        const void* in[] = {&as_double};
        CastTile(DType::kFloat64, out->dtype())(
            in, static_cast<char*>(out->raw_data()) + i * DTypeSize(out->dtype()), 1);
      }
    }
  });
}

[[gnu::cold]] Status TopKShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &shape));
  const Tensor* const wanted = c.value(1);  // asked for before what may be wrong: the error's text shows it
  if (c.input(1).has_rank() && c.input(1).rank() != 0)
    return InvalidArgument("Input must be scalar but has rank {}", c.input(1).rank());
  if (!shape.has_rank()) return {};
  Dim k = kUnknownDim;
  if (wanted != nullptr) {
    k = ScalarInt(*wanted);
    if (k < 0) return InvalidArgument("Need k >= 0, got {}", k);
    const Dim last = shape[shape.rank() - 1];
    if (IsKnown(last) && last < k)
      return InvalidArgument("input must have last dimension >= k = {} but is {}", k, last);
  }
  shape.set_dim(shape.rank() - 1, k);
  c.Set(0, shape);
  c.Set(1, shape);
  return {};
}

// Whether one key is larger than another.
struct Larger {
  bool (*larger)(const void* keys, int64_t a, int64_t b);
  const void* keys;
  bool operator()(int64_t a, int64_t b) const { return larger(keys, a, b) || (!larger(keys, b, a) && a < b); }
};

// Few keys are sorted by insertion, which decides where NaN stays: nothing moves past it.
void InsertionOrder(Larger better, std::vector<int64_t>* order) {
  for (size_t i = 1; i < order->size(); ++i) {
    const int64_t key = (*order)[i];
    size_t at = i;
    if (better(key, order->front()))
      at = 0, std::copy_backward(order->begin(), order->begin() + i, order->begin() + i + 1);
    for (; at > 0 && better(key, (*order)[at - 1]); --at) (*order)[at] = (*order)[at - 1];
    (*order)[at] = key;
  }
}

// order[0, k) = the indices of the k largest keys, the largest first; equal ones in order of their index.
template <class Key>
[[gnu::noinline]] void OrderKeys(const Key* keys, int64_t k, std::vector<int64_t>* order) {
  std::iota(order->begin(), order->end(), 0);
  const Larger better{[](const void* all, int64_t a, int64_t b) {
                        return static_cast<const Key*>(all)[a] > static_cast<const Key*>(all)[b];
                      },
                      keys};
  const int64_t n = static_cast<int64_t>(order->size());
  if (k == n && n <= 16) return InsertionOrder(better, order);
  std::partial_sort(order->begin(), order->begin() + k, order->end(), [&](int64_t a, int64_t b) {
    return keys[a] > keys[b] || (!(keys[b] > keys[a]) && a < b);
  });
}

// The same for elements, by keys that compare as they do: four types of keys do for all.
template <class T>
void OrderRow(const T* line, int64_t k, std::vector<int64_t>* order) {
  if constexpr (std::is_floating_point_v<T> || (std::is_integral_v<T> && sizeof(T) == 8)) {
    OrderKeys(line, k, order);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
    OrderKeys(std::vector<double>(line, line + order->size()).data(), k, order);
  } else if constexpr (sizeof(T) <= 2) {
    std::vector<float> keys(order->size());
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<float>(line[i]);
    OrderKeys(keys.data(), k, order);
  }
}

// The k largest of each row, the largest first; equal ones in order of their index.
void TopKKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const bool given = c.num_inputs() == 2;
  if (given && c.input(1).rank() != 0)
    return Fail(c, "k must be scalar, got shape {}", c.input(1).shape());
  const int64_t k = given ? ScalarInt(c.input(1)) : c.Attr<int64_t>("k");
  if (k < 0) return Fail(c, "Need k >= 0, got {}", k);
  if (x.rank() < 1) return Fail(c, "input must be >= 1-D, got shape {}", x.shape());
  const int64_t n = x.dim(x.rank() - 1);
  if (n < k) return Fail(c, "input must have at least k columns. Had {}, needed {}", n, k);
  Shape shape = x.shape();
  shape.set_dim(shape.rank() - 1, k);
  const DType index_type = c.Attr<DType>("index_type", DType::kInt32);
  Tensor* values = c.Output(0, x.dtype(), shape);
  Tensor* indices = c.Output(1, index_type, shape);
  if (values == nullptr || indices == nullptr || k == 0) return;
  std::vector<int64_t> order(n);
  const size_t size = DTypeSize(x.dtype());
  for (int64_t row = 0; row < x.num_elements() / n; ++row) {
    DispatchNumeric(x.dtype(), [&](auto zero) { OrderRow(x.data<decltype(zero)>() + row * n, k, &order); });
    for (int64_t i = 0; i < k; ++i) {
      std::memcpy(static_cast<char*>(values->raw_data()) + (row * k + i) * size,
                  static_cast<const char*>(x.raw_data()) + (row * n + order[i]) * size, size);
      if (index_type == DType::kInt64)
        indices->data<int64_t>()[row * k + i] = order[i];
      else if (index_type == DType::kInt32)
        indices->data<int32_t>()[row * k + i] = static_cast<int32_t>(order[i]);
      else
        indices->data<int16_t>()[row * k + i] = static_cast<int16_t>(order[i]);
    }
  }
}

void L2LossKernel(KernelContext& c) {
  const Tensor& t = c.input(0);
  InFloats(c, t, c.Output(0, t.dtype(), Shape()), [&](auto zero, const Tensor& x, Tensor& out) {
    using T = decltype(zero);
    std::vector<T> squares(x.num_elements());
    for (size_t i = 0; i < squares.size(); ++i) squares[i] = x.data<T>()[i] * x.data<T>()[i];
    *out.data<T>() = reduce::ReduceRun<Plus<T>, T>(squares.data(), x.num_elements()) / 2;
  });
}

// TensorFlow's CPU finds all of the largest ones, of the last axis alone.
void ApproxTopKKernel(KernelContext& c) {
  if (c.Attr<int64_t>("reduction_dimension", -1) == -1 && c.Attr("is_max_k", true)) return TopKKernel(c);
  std::string kernels = "  device='XLA_CPU_JIT'; T in [DT_FLOAT, DT_BFLOAT16, DT_HALF]";
  for (const char* type : {"DOUBLE", "FLOAT", "BFLOAT16", "HALF", "INT32", "INT8", "UINT8", "INT16", "UINT16",
                           "UINT32", "INT64", "UINT64"})
    kernels +=
        fmt::format("\n  device='CPU'; T in [DT_{}]; reduction_dimension in [-1]; is_max_k in [true]", type);
  NoKernel(c, kernels);
}

[[gnu::cold]] Status ApproxTopKShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &shape));
  if (!shape.has_rank()) return {};
  const int64_t dim = c.Attr<int64_t>("reduction_dimension", -1), k = c.Attr<int64_t>("k");
  const auto axis = NormalAxis(dim, shape.rank());
  if (!axis)
    return InvalidArgument("Invalid reduction dimension: {}. Must be within the range of [{}, {}]", dim,
                           -shape.rank(), shape.rank() - 1);
  if (!IsKnown(shape[*axis]) || shape[*axis] < k)
    return InvalidArgument("input must have last dimension >= k = {} but was {}", k,
                           IsKnown(shape[*axis]) ? shape[*axis] : -1);
  if (c.Attr("aggregate_to_topk", true)) shape.set_dim(*axis, k);
  for (int i = 0; i < 2; ++i) c.Set(i, shape);
  return {};
}

// _TopKGrad: each gradient goes to where its value came from.
[[gnu::cold]] void TopKGrad(GradContext& g) {
  grad::Run(g,
            "s = shape(x0); t = shape(y1); c = cast(t, i64); w = GatherV2(c, sub(size(t), int(1)), int(0)); "
            "a = reshape(y1, stack(long(-1), w)); c = cast(s, i64); "
            "v = GatherV2(c, sub(size(s), int(1)), int(0)); e = mul(cast(at(shape(a), 0), i64), v); "
            "f = cast(ExpandDims(range(e, v), int(-1)), y1); f = reshape(add(a, f), ints(-1)); "
            "i = ExpandDims(f, int(-1)); r = reshape(g0, ints(-1)); "
            "d0 = reshape(ScatterNd(i, r, [cast(prod(s), i)]), s)");
  if (g.num_inputs() > 1) g.Set(1, grad::ConstNode(g, DType::kInt32, 0, "zeros"));
}

}  // namespace

TP_OP(Softmax){
    .name = "Softmax",
    .inputs = "logits: T",
    .outputs = "softmax: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "exp(x) / sum(exp(x)) along the last axis.",
    .shape = AtLeastVector,
    .kernel = [](KernelContext& c) { SoftmaxKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          const Val& y = g.output(0);
          const Val sum = grad::Sum(g, grad::Mul(g, g.grad(0), y), grad::Const(g, DType::kInt32, -1), true);
          g.Set(0, grad::Mul(g, grad::Sub(g, g.grad(0), sum), y));
        },
    .examples =
        "[[1. 2. 3.] [0. -1. 5.]] -> [[0.090030566 0.24472848 0.6652409] [0.006676412 0.002456115 "
        "0.9908675]]",
};

TP_OP(LogSoftmax){
    .name = "LogSoftmax",
    .inputs = "logits: T",
    .outputs = "logsoftmax: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "x - log(sum(exp(x))) along the last axis.",
    .shape = AtLeastVector,
    .kernel = [](KernelContext& c) { SoftmaxKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          const Val softmax = g.Op("Exp", {g.output(0)});
          const Val sum = grad::Sum(g, g.grad(0), grad::Const(g, DType::kInt32, -1), true);
          g.Set(0, grad::Sub(g, g.grad(0), grad::Mul(g, sum, softmax)));
        },
    .examples =
        "[[1. 2. 3.] [0. -1. 5.]] -> [[-2.407606 -1.4076059 -0.40760595] [-5.0091743 -6.0091743 "
        "-0.009174452]]",
};

TP_OP(SparseSoftmaxCrossEntropyWithLogits){
    .name = "SparseSoftmaxCrossEntropyWithLogits",
    .inputs = "features: T, labels: Tlabels",
    .outputs = "loss: T, backprop: T",
    .attrs = "T: {float16,bfloat16,float32,float64}, Tlabels: {int32,int64} = int64",
    .doc = "-log(softmax(features)[label]) of each row, and its gradient with respect to the features.",
    .shape = SparseLossShape,
    .kernel = SparseLossKernel,
    .gradient = [](GradContext& g) { g.Set(0, LogitsGrad(g)); },
    .examples =
        "[[1. 2. 3.] [0. -1. 5.]], [2 0] -> [0.40760595 5.0091743], [[0.09003057 0.24472848 -0.33475906] "
        "[-0.99332356 0.002456115 0.9908675]]",
};

TP_OP(SoftmaxCrossEntropyWithLogits){
    .name = "SoftmaxCrossEntropyWithLogits",
    .inputs = "features: T, labels: T",
    .outputs = "loss: T, backprop: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc =
        "-sum(labels * log(softmax(features))) of each row, and its gradient with respect to the "
        "features.",
    .shape = LossShape,
    .kernel = LossKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, LogitsGrad(g));
          g.Set(1, BroadcastMul(g, g.grad(0), grad::Neg(g, g.Op("LogSoftmax", {g.input(0)}))));
        },
    .examples =
        "[[1. 2. 3.] [0. -1. 5.]], [[0. 0. 1.] [0.5 0.5 0.]] -> [0.40760595 5.5091743], [[0.09003057 "
        "0.24472848 -0.33475906] [-0.4933236 -0.49754387 0.9908675]]",
};

TP_OP(Cumsum){
    .name = "Cumsum",
    .api = "tf.cumsum, tf.math.cumsum (x, axis=0, exclusive=False, reverse=False, name=None)",
    .inputs = "x: T, axis: Tidx",
    .outputs = "out: T",
    .attrs = "exclusive: bool = false, reverse: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "Sums of all elements up to each, along the axis.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { ScanKernel(c, false); },
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Cumsum", {g.grad(0), g.input(1)}, ScanAttrs(g, true)));
        },
    .host_inputs = "axis",
    .examples =
        "[1. 2. 3.], 0 -> [1. 3. 6.]\n"
        "[[1 2] [3 4]], 1 -> [[2 0] [4 0]] | exclusive=true, reverse=true",
};

TP_OP(Cumprod){
    .name = "Cumprod",
    .api = "tf.math.cumprod (x, axis=0, exclusive=False, reverse=False, name=None)",
    .inputs = "x: T, axis: Tidx",
    .outputs = "out: T",
    .attrs = "exclusive: bool = false, reverse: bool = false, T: numbertype, Tidx: {int32,int64} = int32",
    .doc = "Products of all elements up to each, along the axis.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { ScanKernel(c, true); },
    .gradient =
        [](GradContext& g) {
          const Val product = g.Op("Cumprod", {g.input(0), g.input(1)}, ScanAttrs(g, false));
          const Val sum = g.Op("Cumsum", {grad::Mul(g, product, g.grad(0)), g.input(1)}, ScanAttrs(g, true));
          g.Set(0, g.Op("DivNoNan", {sum, g.input(0)}, {}, "div_no_nan"));
        },
    .host_inputs = "axis",
    .examples =
        "[1. 2. 3.], 0 -> [1. 2. 6.]\n"
        "[[1 2] [3 4]], 1 -> [[1 1] [1 3]] | exclusive=true",
};

TP_OP(ArgMax){
    .name = "ArgMax",
    .inputs = "input: T, dimension: Tidx",
    .outputs = "output: output_type",
    .attrs =
        "T: {realnumbertype,quantizedtype,bool}, Tidx: {int16,int32,int64} = int32, output_type: "
        "{int16,uint16,int32,int64} = int64",
    .doc = "The index of the first largest element along the axis.",
    .shape = ArgShape,
    .kernel = [](KernelContext& c) { ArgKernel(c, true); },
    .no_gradient = true,
    .host_inputs = "dimension",
    .examples =
        "[[1 5 5] [3 2 1]], 1 -> i64:[1 0]\n"
        "[1. 9. 3.], 0 -> 1 | output_type=i32",
};

TP_OP(ArgMin){
    .name = "ArgMin",
    .inputs = "input: T, dimension: Tidx",
    .outputs = "output: output_type",
    .attrs =
        "T: {realnumbertype,quantizedtype,bool}, Tidx: {int32,int64} = int32, output_type: {int32,int64} = "
        "int64",
    .doc = "The index of the first smallest element along the axis.",
    .shape = ArgShape,
    .kernel = [](KernelContext& c) { ArgKernel(c, false); },
    .no_gradient = true,
    .host_inputs = "dimension",
    .examples = "[[1 5 5] [3 2 1]], 0 -> i64:[0 1 1]",
};

TP_OP(TopKV2){
    .name = "TopKV2",
    .inputs = "input: T, k: Tk",
    .outputs = "values: T, indices: index_type",
    .attrs =
        "sorted: bool = true, T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,"
        "float16,uint32,uint64}, Tk: {int16,int32,int64} = int32, index_type: {int16,int32,int64} = "
        "int32",
    .doc = "The k largest elements of each row, the largest first, and their indices.",
    .shape = TopKShape,
    .kernel = TopKKernel,
    .gradient = TopKGrad,
    .host_inputs = "k",
    .examples = "[[1. 5. 3.] [7. 7. 0.]], 2 -> [[5. 3.] [7. 7.]], [[1 2] [0 1]]",
};

TP_OP(ApproxTopK){
    .name = "ApproxTopK",
    .api =
        "tf.approx_top_k (input, k, reduction_dimension=-1, recall_target=0.95, is_max_k=True, "
        "reduction_input_size_override=-1, aggregate_to_topk=True, name=None)",
    .inputs = "input: T",
    .outputs = "values: T, indices: int32",
    .attrs =
        "k: int >= 0, reduction_dimension: int = -1, recall_target: float = 0.95, is_max_k: bool = true, "
        "reduction_input_size_override: int = -1, aggregate_to_topk: bool = true, T: "
        "{float16,bfloat16,float32}",
    .doc = "The k largest elements of each row and their indices: all of them are found.",
    .shape = ApproxTopKShape,
    .kernel = ApproxTopKKernel,
    .gradient = TopKGrad,
    .examples = "[[1. 5. 3.] [7. 7. 0.]] -> [[5. 3.] [7. 7.]], [[1 2] [0 1]] | k=2",
};

TP_OP(L2Loss){
    .name = "L2Loss",
    .api = "tf.nn.l2_loss (t, name=None)",
    .inputs = "t: T",
    .outputs = "output: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "sum(t * t) / 2.",
    .shape = shape::Scalar,
    .kernel = L2LossKernel,
    .gradient = [](GradContext& g) { g.Set(0, grad::Mul(g, g.input(0), g.grad(0))); },
    .examples = "[1. 2. 3.] -> 7.",
};

}  // namespace tp
