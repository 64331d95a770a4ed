// Isotonic regression by pooling adjacent violators (TensorFlow: isotonic_regression_op.cc), and the hits of
// sampled classes (compute_accidental_hits).
#include <limits>

#include "core/base/hash_map.h"
#include "core/ir/primitives.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The nearest row that does not increase. Blocks of one value are merged while the one before is less.
template <class T>
void Regress(const double* x, int64_t n, T* y, int32_t* segments) {
  struct Block {
    T sum;
    int64_t count;
    T mean() const { return sum / static_cast<T>(count); }
  };
  std::vector<Block> blocks;
  for (int64_t i = 0; i < n; ++i) {
    Block block{static_cast<T>(x[i]), 1};
    while (!blocks.empty() && blocks.back().mean() < block.mean()) {
      block = {static_cast<T>(blocks.back().sum + block.sum), blocks.back().count + block.count};
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  int64_t at = 0;
  for (size_t b = 0; b < blocks.size(); ++b)
    for (int64_t i = 0; i < blocks[b].count; ++i, ++at) {
      y[at] = blocks[b].mean();
      segments[at] = static_cast<int32_t>(b);
    }
}

void IsotonicKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  if (in.rank() < 1) return Fail(c, "Input must be at least rank 1, got {}", in.rank());
  const DType dtype = c.Attr("output_dtype", DType::kFloat32);
  Tensor* out = c.Output(0, dtype, in.shape());
  Tensor* segments = c.Output(1, DType::kInt32, in.shape());
  if (out == nullptr || segments == nullptr || in.num_elements() == 0) return;
  const int64_t n = in.dim(in.rank() - 1), rows = in.num_elements() / n;
  std::vector<double> x(static_cast<size_t>(n));
  const auto regress = [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> y(static_cast<size_t>(n));
    const DType wide = std::is_same_v<T, double> ? DType::kFloat64 : DType::kFloat32;
    for (int64_t row = 0; row < rows; ++row) {
      const void* from[] = {static_cast<char*>(in.raw_data()) + row * n * DTypeSize(in.dtype())};
      CastTile(in.dtype(), DType::kFloat64)(from, x.data(), n);
      Regress<T>(x.data(), n, y.data(), segments->data<int32_t>() + row * n);
      char* to = static_cast<char*>(out->raw_data()) + row * n * DTypeSize(dtype);
      const void* result[] = {y.data()};
      if (wide == dtype)
        std::memcpy(to, y.data(), static_cast<size_t>(n) * sizeof(T));
      else
        CastTile(wide, dtype)(result, to, n);
    }
  };
  if (dtype == DType::kFloat64)
    regress(double{});
  else
    regress(float{});
}

void AccidentalHitsKernel(KernelContext& c) {
  const Tensor &classes = c.input(0), &sampled = c.input(1);
  const int64_t num_true = c.Attr<int64_t>("num_true");
  if (classes.rank() != 2 || classes.dim(1) != num_true)
    return Fail(c, "true_candidates must be a batch_size * num_true matrix");
  if (sampled.rank() != 1)
    return Fail(c,
                "sampled_candidates must be a vector, which is typically an output from "
                "CandidateSampler");
  HashMap<int64_t, int64_t> places;
  for (int64_t i = 0; i < sampled.num_elements(); ++i) places[sampled.data<int64_t>()[i]] = i;
  std::vector<std::pair<int32_t, int64_t>> hits;
  for (int64_t i = 0; i < classes.num_elements(); ++i)
    if (const auto found = places.find(classes.data<int64_t>()[i]); found != places.end())
      hits.push_back({static_cast<int32_t>(i / num_true), found->second});
  const Shape shape{static_cast<Dim>(hits.size())};
  Tensor *rows = c.Output(0, DType::kInt32, shape), *ids = c.Output(1, DType::kInt64, shape),
         *weights = c.Output(2, DType::kFloat32, shape);
  if (rows == nullptr || ids == nullptr || weights == nullptr) return;
  for (size_t i = 0; i < hits.size(); ++i) {
    rows->data<int32_t>()[i] = hits[i].first;
    ids->data<int64_t>()[i] = hits[i].second;
    weights->data<float>()[i] = -std::numeric_limits<float>::max();
  }
}

}  // namespace

TP_OP(IsotonicRegression){
    .name = "IsotonicRegression",
    .inputs = "input: T",
    .outputs = "output: output_dtype, segments: int32",
    .attrs = "T: " TP_REALS ", output_dtype: " TP_FLOATS " = float32",
    .doc = "The nearest rows that do not increase, and which elements have one value.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.input(0));
          c.Set(1, c.input(0));
          return Status();
        },
    .kernel = IsotonicKernel,
    .examples = "[[3. 1. 2. 1.] [2. 2. 1. 0.]] -> [[3. 1.5 1.5 1.] [2. 2. 1. 0.]], [[0 1 1 2] [0 1 2 3]]",
};

TP_OP(ComputeAccidentalHits){
    .name = "ComputeAccidentalHits",
    .inputs = "true_classes: int64, sampled_candidates: int64",
    .outputs = "indices: int32, ids: int64, weights: float32",
    .attrs = "num_true: int, seed: int = 0, seed2: int = 0",
    .doc = "Where true classes are among the sampled ones.",
    .shape =
        [](ShapeContext& c) {
          for (int i = 0; i < 3; ++i) c.Set(i, Shape{kUnknownDim});
          return Status();
        },
    .kernel = AccidentalHitsKernel,
    .no_gradient = true,
    .examples = "i64:[[1] [2]], i64:[2 5] -> [1], i64:[0], [-3.4028235e+38] | num_true=1",
};

}  // namespace tp
