// Places: whether a class is among the best of its row, and flat indices as indices of each dim.
#include <cmath>

#include "kernels/op.h"

namespace tp {
namespace {

void InTopKKernel(KernelContext& c) {
  const Tensor &predictions = c.input(0), &targets = c.input(1);
  if (predictions.rank() != 2) return Fail(c, "predictions must be 2-dimensional");
  if (targets.rank() != 1) return Fail(c, "targets must be 1-dimensional");
  if (predictions.dim(0) != targets.dim(0))
    return Fail(c, "First dimension of predictions {} must match length of targets {}", predictions.dim(0),
                targets.dim(0));
  const int64_t k = ScalarInt(c.input(2)), classes = predictions.dim(1);
  Tensor* out = c.Output(0, DType::kBool, targets.shape());
  if (out == nullptr) return;
  for (int64_t row = 0; row < targets.dim(0); ++row) {
    const float* const values = predictions.data<float>() + row * classes;
    const int64_t target = ElementAsInt(targets, row);
    bool good = target >= 0 && target < classes && std::isfinite(values[target]);
    int64_t better = 0;
    for (int64_t i = 0; good && i < classes; ++i) {
      if (!std::isfinite(values[i])) good = false;
      better += values[i] > values[target];
    }
    out->data<bool>()[row] = good && better < k;
  }
}

void UnravelKernel(KernelContext& c) {
  const Tensor &indices = c.input(0), &dims = c.input(1);
  if (dims.rank() != 1) return Fail(c, "The indices can only be 1-D, got \"{}\"", dims.shape());
  const int64_t rank = dims.num_elements(), n = indices.num_elements();
  int64_t size = 1;
  for (int64_t d = 0; d < rank; ++d) {
    size *= ElementAsInt(dims, d);
    if (ElementAsInt(dims, d) == 0)
      return Fail(c, "Input dims cannot contain a dim of zero, but dims[{}] = 0", d);
  }
  std::vector<int64_t> places(static_cast<size_t>(rank * n));
  for (int64_t i = 0; i < n; ++i) {
    int64_t rest = ElementAsInt(indices, i);
    if (rest < 0 || rest >= size) return Fail(c, "index is out of bound as with dims");
    for (int64_t d = rank - 1; d >= 0; --d) {
      places[d * n + i] = rest % ElementAsInt(dims, d);
      rest /= ElementAsInt(dims, d);
    }
  }
  const Tensor flat = IntVector(places, indices.dtype());
  Tensor* out = c.Output(0, indices.dtype(), indices.rank() == 0 ? Shape{rank} : Shape{rank, n});
  if (out == nullptr) return;
  std::memcpy(out->raw_data(), flat.raw_data(), places.size() * DTypeSize(indices.dtype()));
}

}  // namespace

TP_OP(InTopKV2){
    .name = "InTopKV2",
    .inputs = "predictions: float32, targets: T, k: T",
    .outputs = "precision: bool",
    .attrs = "T: {int32,int64} = int32",
    .doc = "Whether the targets are among the k best predictions.",
    .shape =
        [](ShapeContext& c) {
          Shape predictions, targets;
          TP_RETURN_IF_ERROR(c.WithRank(0, 2, &predictions));
          TP_RETURN_IF_ERROR(c.WithRank(1, 1, &targets));
          Dim rows = kUnknownDim;
          if (predictions.has_rank() && targets.has_rank())
            TP_RETURN_IF_ERROR(c.Merge(predictions[0], targets[0], &rows));
          c.Set(0, Shape{rows});
          return Status();
        },
    .kernel = InTopKKernel,
    .examples = "[[0.1 0.7 0.2] [0.5 0.2 0.3]], [2 1], 2 -> [True False]",
};

TP_OP(UnravelIndex){
    .name = "UnravelIndex",
    .api = "tf.unravel_index (indices, dims, name=None)",
    .inputs = "indices: Tidx, dims: Tidx",
    .outputs = "output: Tidx",
    .attrs = "Tidx: {int32,int64} = int32",
    .doc = "Indices of each dim for flat indices into an array of these dims.",
    .shape =
        [](ShapeContext& c) {
          if (!c.input(0).has_rank() || !c.input(1).has_rank()) return Status();
          const Dim rank = c.input(1).rank() == 1 ? c.input(1)[0] : kUnknownDim;
          Dim n = 1;
          for (Dim dim : c.input(0)) n = IsKnown(n) && IsKnown(dim) ? n * dim : kUnknownDim;
          c.Set(0, c.input(0).rank() == 0 ? Shape{rank} : Shape{rank, n});
          return Status();
        },
    .kernel = UnravelKernel,
    .examples = "[2 5], [2 3] -> [[0 1] [2 2]]",
};

}  // namespace tp
