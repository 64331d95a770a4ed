// Rows that indices name, combined by segment: SparseSegmentSum, Mean and SqrtN, with and without the number
// of segments, and their gradients (TensorFlow: segment_reduction_ops_impl.h, math_grad.py). Rows are added
// in TensorFlow's order: the first few one by one, then eights, each eight summed before it is added.
#include <cmath>

#include "kernels/grad_text.h"
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

// Row `indices[i]` gets the gradient of its segment, divided as the segment was.
void SegmentsGradKernel(KernelContext& c, Norm norm) {
  const Tensor &grad = c.input(0), &indices = c.input(1), &ids = c.input(2);
  if (grad.rank() < 1) return Fail(c, "input must be at least rank 1");
  if (const Status status = CheckIds(indices, ids); !status.ok()) return c.Error(status);
  const int64_t n = ids.num_elements(), rows = ScalarInt(c.input(3));
  if (rows < 0) return Fail(c, "output_dim0 must not be negative, got {}", rows);
  std::vector<int64_t> counts(static_cast<size_t>(grad.dim(0)), 0);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t id = ElementAsInt(ids, i), index = ElementAsInt(indices, i);
    if (id < 0 || id >= grad.dim(0)) return Fail(c, "Segment id {} out of range [0, {}).", id, grad.dim(0));
    if (index < 0 || index >= rows) return Fail(c, "Index {} out of range [0, {}).", index, rows);
    ++counts[static_cast<size_t>(id)];
  }
  Shape shape = grad.shape();
  shape.set_dim(0, rows);
  Widened w;
  if (!Widen(c, {0}, shape, DType::kInt64, &w)) return;
  const int64_t run = DimProduct(grad.shape(), 1, grad.rank());
  const auto spread = [&](auto zero) {
    using W = decltype(zero);
    W* const out = w.out.data<W>();
    std::fill_n(out, w.out.num_elements(), W(0));
    for (int64_t i = 0; i < n; ++i) {
      const int64_t id = ElementAsInt(ids, i), index = ElementAsInt(indices, i);
      const double size = static_cast<double>(counts[static_cast<size_t>(id)]);
      const W scale = static_cast<W>(norm == Norm::kSum    ? 1
                                     : norm == Norm::kMean ? 1 / size
                                                           : 1 / std::sqrt(size));
      for (int64_t k = 0; k < run; ++k) out[index * run + k] += w.in[0].data<W>()[id * run + k] * scale;
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

void SegmentsGrad(GradContext& g, std::string_view op) {
  if (g.Attr<bool>("sparse_gradient", false))
    throw OpError{MakeStatus(Code::kUnimplemented, "sparse gradients of sparse segments")};
  const std::string text = "d0 = " + std::string(op) +
                           "(g0, x1, x2, StridedSlice:strided_slice(shape(x0), ints(0), ints(1), ints(1))"
                           "{shrink_axis_mask=1})";
  grad::Run(g, text.c_str());
}

}  // namespace

#define TP_SEGMENT_INPUTS "data: T, indices: Tidx, segment_ids: Tsegmentids"
#define TP_SEGMENT_ATTRS \
  ", Tidx: {int32,int64} = int32, Tsegmentids: {int32,int64} = int32, sparse_gradient: bool = false"

#define TP_SEGMENTS(op, norm, types, words, example, example_of_four)                                     \
  TP_OP(op){                                                                                              \
      .name = #op,                                                                                        \
      .inputs = TP_SEGMENT_INPUTS,                                                                        \
      .outputs = "output: T",                                                                             \
      .attrs = "T: " types TP_SEGMENT_ATTRS,                                                              \
      .doc = words " of the rows that the indices name, by segment; ids are sorted.",                     \
      .shape = SegmentsShape,                                                                             \
      .kernel = [](KernelContext& c) { SegmentsKernel(c, norm); },                                        \
      .gradient = [](GradContext& g) { SegmentsGrad(g, #op "Grad"); },                                    \
      .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 2 2 1], [0 0 0 0 2] -> " example,                      \
  };                                                                                                      \
  TP_OP(op##WithNumSegments){                                                                             \
      .name = #op "WithNumSegments",                                                                      \
      .inputs = TP_SEGMENT_INPUTS ", num_segments: Tnumsegments",                                         \
      .outputs = "output: T",                                                                             \
      .attrs = "T: " types ", Tnumsegments: {int32,int64} = int32" TP_SEGMENT_ATTRS,                      \
      .doc = words " of the rows that the indices name, for so many segments; ids are sorted.",           \
      .shape = SegmentsShape,                                                                             \
      .kernel = [](KernelContext& c) { SegmentsKernel(c, norm); },                                        \
      .gradient = [](GradContext& g) { SegmentsGrad(g, #op "Grad"); },                                    \
      .host_inputs = "num_segments",                                                                      \
      .examples = "[[1. 2.] [3. 4.] [5. 6.]], [0 2 2 2 1], [0 0 0 0 2], 4 -> " example_of_four,           \
  };                                                                                                      \
  TP_OP(op##Grad) {                                                                                       \
    .name = #op "Grad", .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32", \
    .outputs = "output: T",                                                                               \
    .attrs = "T: " TP_FLOATS ", Tidx: {int32,int64} = int32, Tsegmentids: {int32,int64} = int32",         \
    .doc = "The gradient of " #op " with respect to the data.", .shape = SegmentsShape,                   \
    .kernel = [](KernelContext& c) { SegmentsGradKernel(c, norm); }, .host_inputs = "output_dim0",        \
    .examples = "[[1. 2.] [3. 4.]], [0 2], [0 1], 3 -> [[1. 2.] [0. 0.] [3. 4.]]",                        \
  }

TP_SEGMENTS(SparseSegmentSum, Norm::kSum, TP_REALS, "Sums", "[[16. 20.] [0. 0.] [3. 4.]]",
            "[[16. 20.] [0. 0.] [3. 4.] [0. 0.]]");
TP_SEGMENTS(SparseSegmentMean, Norm::kMean, TP_FLOATS, "Means", "[[4. 5.] [0. 0.] [3. 4.]]",
            "[[4. 5.] [0. 0.] [3. 4.] [0. 0.]]");
TP_SEGMENTS(SparseSegmentSqrtN, Norm::kSqrtN, TP_FLOATS, "Sums over the root of the number",
            "[[8. 10.] [0. 0.] [3. 4.]]", "[[8. 10.] [0. 0.] [3. 4.] [0. 0.]]");

}  // namespace tp
