// Rows that indices name, combined by segment: SparseSegmentSum, Mean and SqrtN, with and without the number
// of segments, and their gradients (TensorFlow: segment_reduction_ops_impl.h, math_grad.py). Rows are added
// in TensorFlow's order: the first few one by one, then eights, each eight summed before it is added.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/grad_util.h"
#include "kernels/widen.h"

namespace tp {
namespace {

enum class Norm { kSum, kMean, kSqrtN };

template <class W>
W Divisor(Norm norm, int64_t rows) {
  if (norm == Norm::kSum) return W(1);
  return norm == Norm::kMean ? static_cast<W>(rows) : static_cast<W>(std::sqrt(static_cast<double>(rows)));
}

// Element `column` of the combined rows: `rows` pointers, at least one.
template <class W>
W Combined(Norm norm, std::span<const W* const> rows, int64_t column) {
  const size_t n = rows.size();
  const auto at = [&](size_t r) { return rows[r][column]; };
  if (n == 1) return rows[0][column];
  // Few rows are multiplied by one factor, many divided: as TensorFlow has it, to the last bit.
  const W divisor = Divisor<W>(norm, static_cast<int64_t>(n));
  size_t first = n % 8;
  if (first < 2) first += 8;
  W sum = at(0);
  for (size_t r = 1; r < first; ++r) sum += at(r);
  if (norm != Norm::kSum && n < 10) sum *= W(1) / divisor;
  for (size_t r = first; r < n; r += 8) {
    W eight = at(r);
    for (size_t i = 1; i < 8; ++i) eight += at(r + i);
    sum += eight;
  }
  if (norm != Norm::kSum && n >= 10) sum /= divisor;
  return sum;
}

Status CheckIds(const Tensor& indices, const Tensor& ids) {
  if (indices.rank() != 1) return InvalidArgument("indices should be a vector.");
  if (ids.rank() != 1) return InvalidArgument("segment_ids should be a vector.");
  if (indices.num_elements() != ids.num_elements())
    return InvalidArgument("segment_ids and indices should have same size.");
  return {};
}

void SegmentsKernel(KernelContext& c, Norm norm) {
  const Tensor &data = c.input(0), &indices = c.input(1), &ids = c.input(2);
  if (data.rank() < 1) return Fail(c, "input must be at least rank 1");
  if (const Status status = CheckIds(indices, ids); !status.ok()) return c.Error(status);
  const int64_t n = ids.num_elements();
  int64_t count = n == 0 ? 0 : ElementAsInt(ids, n - 1) + 1;
  if (c.num_inputs() > 3) {
    const int64_t given = ScalarInt(c.input(3));
    if (given < 0) return Fail(c, "Input num_segments == {} must not be negative.", given);
    if (count > given) return Fail(c, "segment ids must be < num_segments");
    count = given;
  }
  if (count < 0) return Fail(c, "segment ids must be >= 0");
  for (int64_t i = 0, end = 0; i < n; i = end) {  // segment by segment
    const int64_t id = ElementAsInt(ids, i);
    while (end < n && ElementAsInt(ids, end) == id) ++end;
    if (end < n && ElementAsInt(ids, end) < id) return Fail(c, "segment ids are not increasing");
    if (id < 0 || id >= count)
      return Fail(c,
                  "Segment id {} out of range [0, {}), possibly because 'segment_ids' input is not sorted.",
                  id, count);
    for (int64_t k = i; k < end; ++k)
      if (const int64_t index = ElementAsInt(indices, k); index < 0 || index >= data.dim(0))
        return Fail(c, "Bad: indices[{}] == {} out of range [0, {})", k, index, data.dim(0));
  }
  Shape shape = data.shape();
  shape.set_dim(0, count);
  Widened w;
  if (!Widen(c, {0}, shape, DType::kInt64, &w)) return;
  const int64_t run = DimProduct(data.shape(), 1, data.rank());
  const auto combine = [&](auto zero) {
    using W = decltype(zero);
    W* const out = w.out.data<W>();
    std::fill_n(out, w.out.num_elements(), W(0));
    std::vector<const W*> rows;
    for (int64_t i = 0; i < n;) {
      const int64_t id = ElementAsInt(ids, i);
      rows.clear();
      for (; i < n && ElementAsInt(ids, i) == id; ++i)
        rows.push_back(w.in[0].data<W>() + ElementAsInt(indices, i) * run);
      for (int64_t k = 0; k < run; ++k) out[id * run + k] = Combined<W>(norm, rows, k);
    }
  };
  if (w.dtype == DType::kInt64)
    combine(int64_t{});
  else
    OfFloat(w, combine);
  Narrow(c, w);
}

// Row `indices[i]` gets the gradient of its segment, divided as the segment was. With two outputs the rows
// are only those that an index names, in order, and the second output says which they are.
void SegmentsGradKernel(KernelContext& c, Norm norm) {
  const Tensor &grad = c.input(0), &indices = c.input(1), &ids = c.input(2);
  if (grad.rank() < 1) return Fail(c, "input must be at least rank 1");
  if (const Status status = CheckIds(indices, ids); !status.ok()) return c.Error(status);
  const int64_t n = ids.num_elements(), segments = grad.dim(0), limit = ScalarInt(c.input(3));
  if (limit < 0) return Fail(c, "output_dim0 must not be negative, got {}", limit);
  const bool named_only = c.num_outputs() > 1;
  if (n > 0 && ElementAsInt(ids, n - 1) >= segments) return Fail(c, "Invalid number of segments");
  std::vector<int64_t> counts(static_cast<size_t>(segments), 0), row(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    const int64_t id = ElementAsInt(ids, i), index = ElementAsInt(indices, i);
    if (id < 0 || id >= segments) return Fail(c, "Segment id {} out of range [0, {}).", id, segments);
    if (index < 0 || index >= limit) return Fail(c, "Index {} out of range [0, {}).", index, limit);
    ++counts[static_cast<size_t>(id)];
    row[static_cast<size_t>(i)] = index;
  }
  Shape shape = grad.shape();
  shape.set_dim(0, limit);
  if (named_only) {
    std::vector<int64_t> named(row);
    std::ranges::sort(named);
    named.erase(std::ranges::unique(named).begin(), named.end());
    for (int64_t& at : row) at = std::ranges::lower_bound(named, at) - named.begin();
    shape.set_dim(0, static_cast<int64_t>(named.size()));
    c.SetOutput(1, IntVector(named, indices.dtype()));
  }
  Widened w;
  if (!Widen(c, {0}, shape, DType::kInt64, &w)) return;
  const int64_t run = DimProduct(grad.shape(), 1, grad.rank());
  const auto spread = [&](auto zero) {
    using W = decltype(zero);
    W* const out = w.out.data<W>();
    std::fill_n(out, w.out.num_elements(), W(0));
    for (int64_t i = 0; i < n; ++i) {
      const int64_t id = ElementAsInt(ids, i), at = row[static_cast<size_t>(i)];
      const double size = static_cast<double>(counts[static_cast<size_t>(id)]);
      const W scale = static_cast<W>(norm == Norm::kSum    ? 1
                                     : norm == Norm::kMean ? 1 / size
                                                           : 1 / std::sqrt(size));
      for (int64_t k = 0; k < run; ++k) out[at * run + k] += w.in[0].data<W>()[id * run + k] * scale;
    }
  };
  OfFloat(w, spread);
  Narrow(c, w);
}

Status SegmentsShape(ShapeContext& c) {
  const Shape& data = c.input(0);
  if (!data.has_rank()) return {};
  if (data.rank() < 1) return InvalidArgument("Shape must be at least rank 1 but is rank 0");
  Shape out = data;
  const Tensor* count = c.num_inputs() > 3 ? c.value(3) : nullptr;
  out.set_dim(0, count == nullptr ? kUnknownDim : ScalarInt(*count));
  c.Set(0, out);
  return {};
}

Status NamedRowsShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(SegmentsShape(c));
  if (c.input(0).has_rank()) {
    Shape rows = c.input(0);
    rows.set_dim(0, kUnknownDim);
    c.Set(0, rows);
  }
  c.Set(1, Shape{kUnknownDim});
  return {};
}

// With `sparse_gradient` only the rows that an index names have one.
void SegmentsGrad(GradContext& g, const char* op) {
  const Val shape = grad::ShapeOf(g, g.input(0));
  const Val rows = grad::ElementAt(g, shape, 0);
  const std::array<Val, 4> inputs = {g.grad(0), g.input(1), g.input(2), rows};
  if (!g.Attr<bool>("sparse_gradient", false)) return g.Set(0, g.builder().Ops(op, inputs)[0]);
  const std::vector<Val> named = g.builder().Ops(std::string(op) + "V2", inputs);
  g.Set(0, Val::Slices(named[0], named[1], shape));
}

}  // namespace

#define TP_SEGMENT_INPUTS "data: T, indices: Tidx, segment_ids: Tsegmentids"
#define TP_SEGMENT_ATTRS \
  ", Tidx: {int32,int64} = int32, Tsegmentids: {int32,int64} = int32, sparse_gradient: bool = false"

#define TP_SEGMENTS(op, norm, types, words, example, example_of_four)                               \
  TP_OP(op){                                                                                        \
      .name = #op,                                                                                  \
      .inputs = TP_SEGMENT_INPUTS,                                                                  \
      .outputs = "output: T",                                                                       \
      .attrs = "T: " types TP_SEGMENT_ATTRS,                                                        \
      .doc = words " of the rows that the indices name, by segment; ids are sorted.",               \
      .shape = SegmentsShape,                                                                       \
      .kernel = [](KernelContext& c) { SegmentsKernel(c, norm); },                                  \
      .gradient = [](GradContext& g) { SegmentsGrad(g, #op "Grad"); },                              \
      .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 2 2 1], [0 0 0 0 2] -> " example,                \
  };                                                                                                \
  TP_OP(op##WithNumSegments){                                                                       \
      .name = #op "WithNumSegments",                                                                \
      .inputs = TP_SEGMENT_INPUTS ", num_segments: Tnumsegments",                                   \
      .outputs = "output: T",                                                                       \
      .attrs = "T: " types ", Tnumsegments: {int32,int64} = int32" TP_SEGMENT_ATTRS,                \
      .doc = words " of the rows that the indices name, for so many segments; ids are sorted.",     \
      .shape = SegmentsShape,                                                                       \
      .kernel = [](KernelContext& c) { SegmentsKernel(c, norm); },                                  \
      .gradient = [](GradContext& g) { SegmentsGrad(g, #op "Grad"); },                              \
      .host_inputs = "num_segments",                                                                \
      .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 2 2 1], [0 0 0 0 2], 4 -> " example_of_four,     \
  };                                                                                                \
  TP_OP(op##Grad){                                                                                  \
      .name = #op "Grad",                                                                           \
      .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32",             \
      .outputs = "output: T",                                                                       \
      .attrs = "T: " TP_FLOATS ", Tidx: {int32,int64} = int32, Tsegmentids: {int32,int64} = int32", \
      .doc = "The gradient of " #op " with respect to the data.",                                   \
      .shape = SegmentsShape,                                                                       \
      .kernel = [](KernelContext& c) { SegmentsGradKernel(c, norm); },                              \
      .host_inputs = "output_dim0",                                                                 \
      .examples = "[[1. 2.] [3. 4.]], [0 2], [0 1], 3 -> [[1. 2.] [0. 0.] [3. 4.]]",                \
  };                                                                                                \
  TP_OP(op##GradV2) {                                                                               \
    .name = #op "GradV2",                                                                           \
    .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32",         \
    .outputs = "output: T, sorted_unique_indices: Tidx",                                            \
    .attrs = "T: " TP_FLOATS ", Tidx: {int32,int64} = int32, Tsegmentids: {int32,int64} = int32",   \
    .doc = "The gradient of " #op " with respect to the data, in the rows that the indices name.",  \
    .shape = NamedRowsShape, .kernel = [](KernelContext& c) { SegmentsGradKernel(c, norm); },       \
    .host_inputs = "dense_output_dim0",                                                             \
    .examples = "[[1. 2.] [3. 4.]], [2 0], [0 1], 3 -> [[3. 4.] [1. 2.]], [0 2]",                   \
  }

TP_SEGMENTS(SparseSegmentSum, Norm::kSum, TP_REALS, "Sums", "[[16. 20.] [0. 0.] [3. 4.]]",
            "[[16. 20.] [0. 0.] [3. 4.] [0. 0.]]");
TP_SEGMENTS(SparseSegmentMean, Norm::kMean, TP_FLOATS, "Means", "[[4. 5.] [0. 0.] [3. 4.]]",
            "[[4. 5.] [0. 0.] [3. 4.] [0. 0.]]");
TP_SEGMENTS(SparseSegmentSqrtN, Norm::kSqrtN, TP_FLOATS, "Sums over the root of the number",
            "[[8. 10.] [0. 0.] [3. 4.]]", "[[8. 10.] [0. 0.] [3. 4.] [0. 0.]]");

}  // namespace tp
