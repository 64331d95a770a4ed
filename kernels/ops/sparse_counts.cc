// How often values occur, by row: sparse results, or dense ones of sparse values (TensorFlow: count_ops.cc,
// bincount_op.cc).
#include <map>

#include "core/ir/primitives.h"
#include "kernels/sparse.h"

namespace tp {
namespace {

// Reads and writes the elements of weights and counts, whatever their dtype; float64 holds them all but large
// integers of 64 bits, which no count reaches.
void Put(const Tensor& to, int64_t i, double value) {
  const void* in[] = {&value};
  CastTile(DType::kFloat64, to.dtype())(in, static_cast<char*>(to.raw_data()) + i * DTypeSize(to.dtype()), 1);
}

// The counts of each row by value.
using Counts = std::vector<std::map<int64_t, double>>;

class Counter {
 public:
  Counter(KernelContext& c, const Tensor& values, const Tensor& weights)
      : c_(c),
        values_(values),
        weights_(weights),
        least_(c.Attr<int64_t>("minlength", -1)),
        most_(c.Attr<int64_t>("maxlength", -1)),
        binary_(c.Attr("binary_output", false)) {}

  // Counts value i in a row. False (an error is set) where it is negative.
  bool Add(int64_t row, int64_t i) {
    const int64_t value = ElementAsInt(values_, i);
    if (value < 0) return Fail(c_, "Input values must all be non-negative"), false;
    if (most_ >= 0 && value >= most_) return true;
    double& count = rows_[static_cast<size_t>(row)][value];
    const double more = weights_.num_elements() == 0 ? 1 : ElementAsDouble(weights_, i);
    count = binary_ ? 1 : count + more;
    largest_ = std::max(largest_, value);
    return true;
  }
  void SetRows(int64_t rows) { rows_.resize(static_cast<size_t>(rows)); }

  void Give(bool vector) {
    std::vector<int64_t> indices;
    std::vector<double> counts;
    for (size_t row = 0; row < rows_.size(); ++row)
      for (const auto& [value, count] : rows_[row]) {
        if (!vector) indices.push_back(static_cast<int64_t>(row));
        indices.push_back(value);
        counts.push_back(count);
      }
    const auto n = static_cast<int64_t>(counts.size());
    Tensor* out = c_.Output(1, weights_.dtype(), Shape{n});
    if (out == nullptr) return;
    for (int64_t i = 0; i < n; ++i) Put(*out, i, counts[i]);
    GiveIndices(c_, 0, indices, n, vector ? 1 : 2);
    const int64_t width = most_ >= 0 ? most_ : std::max(largest_ + 1, least_);
    if (vector)
      GiveNumbers(c_, 2, {width});
    else
      GiveNumbers(c_, 2, {static_cast<int64_t>(rows_.size()), width});
  }

 private:
  KernelContext& c_;
  const Tensor &values_, &weights_;
  int64_t least_, most_, largest_ = 0;
  bool binary_;
  Counts rows_;
};

void DenseCountKernel(KernelContext& c) {
  const Tensor &values = c.input(0), &weights = c.input(1);
  if (values.rank() != 1 && values.rank() != 2)
    return Fail(c, "Input must be a 1 or 2-dimensional tensor. Got: {}", values.shape());
  if (weights.num_elements() != 0 && weights.shape() != values.shape())
    return Fail(c, "Weights and data must have the same shape. Weight shape: {}; data shape: {}",
                weights.shape(), values.shape());
  const bool vector = values.rank() == 1;
  const int64_t rows = vector ? 1 : values.dim(0), width = values.dim(values.rank() - 1);
  Counter counter(c, values, weights);
  counter.SetRows(rows);
  for (int64_t i = 0; i < values.num_elements(); ++i)
    if (!counter.Add(i / width, i)) return;
  counter.Give(vector);
}

bool CheckWeights(KernelContext& c, const Tensor& values, const Tensor& weights) {
  if (weights.num_elements() != 0 && weights.shape() != values.shape())
    Fail(c, "Weights and values must have the same shape. Weight shape: {}; values shape: {}",
         weights.shape(), values.shape());
  return !c.failed();
}

void SparseCountKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  const Tensor& weights = c.input(3);
  if (x.indices.rank() != 2)
    return Fail(c, "Input indices must be a 2-dimensional tensor. Got: {}", x.indices.shape());
  if (x.values.rank() != 1) return Fail(c, "Input values must be a vector. Got: {}", x.values.shape());
  if (x.shape.rank() != 1) return Fail(c, "Input shape must be a vector. Got: {}", x.shape.shape());
  if (x.values.dim(0) != x.count)
    return Fail(c, "Number of values must match first dimension of indices.Got {} values, indices shape: {}",
                x.values.dim(0), x.indices.shape());
  if (static_cast<int64_t>(x.dims.size()) != x.rank)
    return Fail(
        c, "Number of dimensions must match second dimension of indices.Got {} dimensions, indices shape: {}",
        x.dims.size(), x.indices.shape());
  if (x.dims.empty()) return Fail(c, "The shape argument requires at least one element.");
  for (int64_t i = 0; i < x.count; ++i)
    for (int64_t d = 0; d < x.rank; ++d)
      if (x.row(i)[d] < 0 || x.row(i)[d] >= x.dims[d]) {
        std::string dims = JoinNumbers(x.dims.data(), x.rank);
        std::replace(dims.begin(), dims.end(), ',', ' ');
        return Fail(
            c,
            "Invalid index value at {}: dimension {} has value {} which is not in [0, {}) (as given by dense "
            "shape Tensor<type: int64 shape: [{}] values: {}>",
            i, d, x.row(i)[d], x.dims[d], x.rank, dims);
      }
  if (!CheckWeights(c, x.values, weights)) return;
  const bool vector = x.rank == 1;
  const int64_t rows = vector ? 1 : x.dims[0];
  if (rows == 0) return Fail(c, "Cannot allocate 0 batches, is the dense shape too wide?");
  if (rows < 0 || rows > (int64_t{1} << 31)) return Fail(c, "Cannot allocate {} batches", rows);
  Counter counter(c, x.values, weights);
  counter.SetRows(rows);
  for (int64_t i = 0; i < x.count; ++i)
    if (!counter.Add(vector ? 0 : x.row(i)[0], i)) return;
  counter.Give(vector);
}

void RaggedCountKernel(KernelContext& c) {
  const Tensor &splits = c.input(0), &values = c.input(1), &weights = c.input(2);
  const int64_t rows = splits.num_elements() - 1;
  if (rows < 1) return Fail(c, "Must provide at least 2 elements for the splits argument");
  const SmallVector<int64_t, 8> at = IntElements(splits);
  if (at[0] != 0) return Fail(c, "Splits must start with 0, not with {}", at[0]);
  if (at[rows] != values.num_elements())
    return Fail(c, "Splits must end with the number of values, got {} instead of {}", at[rows],
                values.num_elements());
  if (!CheckWeights(c, values, weights)) return;
  Counter counter(c, values, weights);
  counter.SetRows(rows);
  for (int64_t r = 0; r < rows; ++r) {
    if (at[r + 1] < at[r] || at[r + 1] > at[rows]) return Fail(c, "Splits must be sorted");
    for (int64_t i = at[r]; i < at[r + 1]; ++i)
      if (!counter.Add(r, i)) return;
  }
  counter.Give(false);
}

Status CountShape(ShapeContext& c) {
  // A vector's counts have one dim. Of sparse values the indices tell.
  Dim rank = 2;
  const bool dense = c.num_inputs() == 2, sparse = c.num_inputs() == 4;
  if (dense || sparse) {
    const Shape& in = c.input(0);
    if (!in.has_rank())
      rank = kUnknownDim;
    else if (dense)
      rank = in.rank();
    else
      rank = in.rank() > 1 ? in[1] : kUnknownDim;
    if (sparse && IsKnown(rank)) rank = std::min<Dim>(rank, 2);
  }
  c.Set(0, Shape{kUnknownDim, rank});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{rank});
  return {};
}

void SparseBincountKernel(KernelContext& c) {
  const SparseArg x(c, 0);
  const Tensor &size_in = c.input(3), &weights = c.input(4);
  if (size_in.rank() != 0) return Fail(c, "Shape must be rank 0 but is rank {}", size_in.rank());
  const int64_t size = ScalarInt(size_in);
  if (size < 0) return Fail(c, "size ({}) must be non-negative", size);
  if (!CheckSparse(c, x)) return;
  for (int64_t i = 0; i < x.count; ++i)
    for (int64_t d = 0; d < x.rank; ++d)
      if (x.row(i)[d] < 0 || x.row(i)[d] >= x.dims[d]) {
        std::string index = JoinNumbers(x.row(i), x.rank);
        for (size_t k = 0; (k = index.find(',', k)) != index.npos; k += 2) index.insert(k + 1, " ");
        return Fail(c, "Sparse index tuple indices[{}, :] = [{}] is out of bounds", i, index);
      }
  if (weights.num_elements() != 0 && weights.num_elements() != x.count)
    return Fail(c, "Weights must have as many elements as the values, got {} and {}", weights.num_elements(),
                x.count);
  const bool vector = x.rank == 1, binary = c.Attr("binary_output", false);
  Tensor* out = c.Output(0, weights.dtype(), vector ? Shape{size} : Shape{x.dims[0], size});
  if (out == nullptr) return;
  for (int64_t i = 0; i < out->num_elements(); ++i) Put(*out, i, 0);
  for (int64_t i = 0; i < x.count; ++i) {
    const int64_t value = ElementAsInt(x.values, i);
    if (value < 0 || value >= size) continue;
    const int64_t at = (vector ? 0 : x.row(i)[0] * size) + value;
    const double more = weights.num_elements() == 0 ? 1 : ElementAsDouble(weights, i);
    Put(*out, at, binary ? 1 : ElementAsDouble(*out, at) + more);
  }
}

Status SparseBincountShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(3, 0, &unused));
  const Tensor *dims = c.value(2), *size = c.value(3);
  if (size == nullptr) {
    return {};
  }
  const int64_t width = ScalarInt(*size);
  if (width < 0) return InvalidArgument("size ({}) must be non-negative", width);
  if (dims == nullptr) return {};
  c.Set(0, dims->num_elements() == 1 ? Shape{width} : Shape{ElementAsInt(*dims, 0), width});
  return {};
}

}  // namespace

#define TP_COUNT_ATTRS                                                                            \
  "T: {int32,int64}, minlength: int >= -1 = -1, maxlength: int >= -1 = -1, binary_output: bool, " \
  "output_type: {int32,int64,float32,float64}"
#define TP_COUNT_OUTPUTS "output_indices: int64, output_values: output_type, output_dense_shape: int64"

TP_OP(DenseCountSparseOutput){
    .name = "DenseCountSparseOutput",
    .inputs = "values: T, weights: output_type",
    .outputs = TP_COUNT_OUTPUTS,
    .attrs = TP_COUNT_ATTRS,
    .doc = "How often each value occurs in each row, or the sums of their weights.",
    .shape = CountShape,
    .kernel = DenseCountKernel,
    .no_gradient = true,
    .examples = "[1 1 3], i64:[] -> i64:[[1] [3]], i64:[2 1], i64:[4] | binary_output=False",
};

TP_OP(SparseCountSparseOutput){
    .name = "SparseCountSparseOutput",
    .inputs = "indices: int64, values: T, dense_shape: int64, weights: output_type",
    .outputs = TP_COUNT_OUTPUTS,
    .attrs = TP_COUNT_ATTRS,
    .doc = "How often each value of a sparse matrix occurs in each row, or the sums of their weights.",
    .shape = CountShape,
    .kernel = SparseCountKernel,
    .no_gradient = true,
    .examples =
        "i64:[[0 1] [0 2] [1 0]], [1 1 3], i64:[2 4], [1. 2. 3.] -> i64:[[0 1] [1 3]], [3. 3.], i64:[2 4] | "
        "binary_output=False",
};

TP_OP(RaggedCountSparseOutput){
    .name = "RaggedCountSparseOutput",
    .inputs = "splits: int64, values: T, weights: output_type",
    .outputs = TP_COUNT_OUTPUTS,
    .attrs = TP_COUNT_ATTRS,
    .doc = "How often each value of a ragged matrix occurs in each row, or the sums of their weights.",
    .shape = CountShape,
    .kernel = RaggedCountKernel,
    .no_gradient = true,
    .examples =
        "i64:[0 2 3], [1 1 3], [1. 2. 3.] -> i64:[[0 1] [1 3]], [3. 3.], i64:[2 4] | binary_output=False",
};

TP_OP(SparseBincount){
    .name = "SparseBincount",
    .inputs = "indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T",
    .outputs = "output: T",
    .attrs = "Tidx: {int32,int64}, T: {int32,int64,float32,float64}, binary_output: bool = false",
    .doc =
        "How often each value below `size` occurs in each row of a sparse matrix, or the sums of their "
        "weights.",
    .shape = SparseBincountShape,
    .kernel = SparseBincountKernel,
    .no_gradient = true,
    .host_inputs = "dense_shape, size",
    .examples = "i64:[[0 1] [1 0]], [1 3], i64:[2 4], 4, [2. 3.] -> [[0. 2. 0. 0.] [0. 0. 0. 3.]]",
};

}  // namespace tp
