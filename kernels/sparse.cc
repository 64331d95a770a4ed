#include "kernels/sparse.h"

namespace tp {

bool CheckSparse(KernelContext& c, const SparseArg& x) {
  if (x.indices.rank() != 2)
    Fail(c, "Sparse indices must be rank 2 but is rank {}", x.indices.rank());
  else if (x.values.rank() != 1)
    Fail(c, "Sparse values must be rank 1 but is rank {}", x.values.rank());
  else if (x.shape.rank() != 1)
    Fail(c, "Sparse shape must be rank 1 but is rank {}", x.shape.rank());
  else if (x.values.dim(0) != x.count)
    Fail(c, "Number of elements in indices ({}) and values ({}) do not match", x.count, x.values.dim(0));
  else if (static_cast<int64_t>(x.dims.size()) != x.rank)
    Fail(c, "Index rank ({}) and shape rank ({}) do not match", x.rank, x.dims.size());
  return !c.failed();
}

int CompareIndices(const int64_t* a, const int64_t* b, int64_t rank) {
  for (int64_t d = 0; d < rank; ++d)
    if (a[d] != b[d]) return a[d] < b[d] ? -1 : 1;
  return 0;
}

Status CheckIndex(int64_t i, const int64_t* index, const int64_t* last, std::span<const int64_t> dims,
                  bool sorted) {
  const auto rank = static_cast<int64_t>(dims.size());
  const auto text = [&] { return JoinNumbers(index, rank); };
  for (int64_t d = 0; d < rank; ++d)
    if (index[d] < 0 || index[d] >= dims[static_cast<size_t>(d)])
      return InvalidArgument("indices[{}] = [{}] is out of bounds: need 0 <= index < [{}]", i, text(),
                             JoinNumbers(dims.data(), rank));
  const int order = sorted && last != nullptr ? CompareIndices(index, last, rank) : 1;
  if (order == 0) return InvalidArgument("indices[{}] = [{}] is repeated", i, text());
  if (order < 0)
    return InvalidArgument(
        "indices[{}] = [{}] is out of order. Many sparse ops require sorted indices.\n    Use "
        "`tf.sparse.reorder` to create a correctly ordered copy.\n\n",
        i, text());
  return {};
}

std::vector<int64_t> AllDims(int64_t rank) {
  std::vector<int64_t> dims(static_cast<size_t>(rank));
  std::iota(dims.begin(), dims.end(), 0);
  return dims;
}

std::vector<int64_t> SortedIndices(const SparseArg& x, const std::vector<int64_t>& order) {
  std::vector<int64_t> places = AllDims(x.count);
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) {
    for (const int64_t d : order)
      if (x.row(a)[d] != x.row(b)[d]) return x.row(a)[d] < x.row(b)[d];
    return false;
  });
  return places;
}

std::string JoinNumbers(const int64_t* numbers, int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i) text += (i ? "," : "") + std::to_string(numbers[i]);
  return text;
}

void GiveNumbers(KernelContext& c, int i, const std::vector<int64_t>& numbers) {
  c.SetOutput(i, IntVector(numbers, DType::kInt64));
}

void GiveIndices(KernelContext& c, int i, const std::vector<int64_t>& numbers, int64_t count, int64_t rank) {
  Tensor* out = c.Output(i, DType::kInt64, Shape{count, rank});
  if (out != nullptr) std::copy(numbers.begin(), numbers.end(), out->data<int64_t>());
}

bool GiveElements(KernelContext& c, int i, const Tensor& x, const std::vector<int64_t>& from) {
  Tensor* out = c.Output(i, x.dtype(), Shape{static_cast<Dim>(from.size())});
  if (out == nullptr) return false;
  const Mover mover(x.dtype());
  for (size_t k = 0; k < from.size(); ++k) mover.Copy(out, static_cast<int64_t>(k), x, from[k], 1);
  return true;
}

void SetSparseShapes(ShapeContext& c, int out, const Shape& shape) {
  const bool vector = shape.has_rank() && shape.rank() == 1;
  c.Set(out, Shape{kUnknownDim, vector ? shape[0] : kUnknownDim});
  c.Set(out + 1, Shape{kUnknownDim});
  c.Set(out + 2, vector ? shape : Shape{kUnknownDim});
}

Status CheckRanks(ShapeContext& c, const char* ranks) {
  Shape unused;
  for (int i = 0; ranks[i] != 0; ++i)
    if (ranks[i] != '-') TP_RETURN_IF_ERROR(c.WithRank(i, ranks[i] - '0', &unused));
  return {};
}

}  // namespace tp
