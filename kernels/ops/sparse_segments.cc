// Rows that indices name, combined by segment: SparseSegmentSum, Mean and SqrtN, with and without the number
// of segments, and their gradients (TensorFlow: segment_reduction_ops_impl.h, math_grad.py). Rows are added
// in TensorFlow's order: the first few one by one, then eights, each eight summed before it is added.
#include <cmath>
#include <type_traits>

#include "kernels/op.h"

namespace tp {
namespace {

enum class Norm { kSum, kMean, kSqrtN };

// A type to add elements in.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

template <class W>
W Divisor(Norm norm, int64_t rows) {
  if (norm == Norm::kSum) return W(1);
  return norm == Norm::kMean ? static_cast<W>(rows) : static_cast<W>(std::sqrt(static_cast<double>(rows)));
}

// Element `column` of the combined rows: `rows` pointers, at least one.
template <class T, class W = Wide<T>>
T Combined(Norm norm, std::span<const T* const> rows, int64_t column) {
  const size_t n = rows.size();
  const auto at = [&](size_t r) { return static_cast<W>(rows[r][column]); };
  if (n == 1) return rows[0][column];
  // Few rows are multiplied by one factor, many divided: as TensorFlow has it, to the last bit.
  const W divisor = Divisor<W>(norm, static_cast<int64_t>(n));
  size_t first = n % 8;
  if (first < 2) first += 8;
  W sum = at(0);
  for (size_t r = 1; r < first; ++r) sum = static_cast<W>(sum + at(r));
  if (norm != Norm::kSum && n < 10) sum = static_cast<W>(sum * static_cast<W>(W(1) / divisor));
  for (size_t r = first; r < n; r += 8) {
    W eight = at(r);
    for (size_t i = 1; i < 8; ++i) eight = static_cast<W>(eight + at(r + i));
    sum = static_cast<W>(sum + eight);
  }
  if (norm != Norm::kSum && n >= 10) sum = static_cast<W>(sum / divisor);
  return static_cast<T>(sum);
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
  if (data.rank() < 1) return c.Error(InvalidArgument("input must be at least rank 1"));
  if (const Status status = CheckIds(indices, ids); !status.ok()) return c.Error(status);
  const int64_t n = ids.num_elements();
  int64_t count = n == 0 ? 0 : ElementAsInt(ids, n - 1) + 1;
  if (c.num_inputs() > 3) {
    const int64_t given = ScalarInt(c.input(3));
    if (given < 0) return c.Error(InvalidArgument("Input num_segments == {} must not be negative.", given));
    if (count > given) return c.Error(InvalidArgument("segment ids must be < num_segments"));
    count = given;
  }
  if (count < 0) return c.Error(InvalidArgument("segment ids must be >= 0"));
  for (int64_t i = 0, end = 0; i < n; i = end) {  // segment by segment
    const int64_t id = ElementAsInt(ids, i);
    while (end < n && ElementAsInt(ids, end) == id) ++end;
    if (end < n && ElementAsInt(ids, end) < id)
      return c.Error(InvalidArgument("segment ids are not increasing"));
    if (id < 0 || id >= count)
      return c.Error(InvalidArgument(
          "Segment id {} out of range [0, {}), possibly because 'segment_ids' input is not sorted.", id,
          count));
    for (int64_t k = i; k < end; ++k)
      if (const int64_t index = ElementAsInt(indices, k); index < 0 || index >= data.dim(0))
        return c.Error(InvalidArgument("Bad: indices[{}] == {} out of range [0, {})", k, index, data.dim(0)));
  }
  Shape shape = data.shape();
  shape.set_dim(0, count);
  Tensor* out = c.Output(0, data.dtype(), shape);
  if (out == nullptr) return;
  const int64_t run = DimProduct(data.shape(), 1, data.rank());
  DispatchNumeric(data.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, bool>) {
      std::fill_n(out->data<T>(), out->num_elements(), T(0));
      std::vector<const T*> rows;
      for (int64_t i = 0; i < n;) {
        const int64_t id = ElementAsInt(ids, i);
        rows.clear();
        for (; i < n && ElementAsInt(ids, i) == id; ++i)
          rows.push_back(data.data<T>() + ElementAsInt(indices, i) * run);
        for (int64_t k = 0; k < run; ++k) out->data<T>()[id * run + k] = Combined<T>(norm, rows, k);
      }
    }
  });
}

// Row `indices[i]` gets the gradient of its segment, divided as the segment was.
void SegmentsGradKernel(KernelContext& c, Norm norm) {
  const Tensor &grad = c.input(0), &indices = c.input(1), &ids = c.input(2);
  if (grad.rank() < 1) return c.Error(InvalidArgument("input must be at least rank 1"));
  if (const Status status = CheckIds(indices, ids); !status.ok()) return c.Error(status);
  const int64_t n = ids.num_elements(), rows = ScalarInt(c.input(3));
  if (rows < 0) return c.Error(InvalidArgument("output_dim0 must not be negative, got {}", rows));
  std::vector<int64_t> counts(static_cast<size_t>(grad.dim(0)), 0);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t id = ElementAsInt(ids, i), index = ElementAsInt(indices, i);
    if (id < 0 || id >= grad.dim(0))
      return c.Error(InvalidArgument("Segment id {} out of range [0, {}).", id, grad.dim(0)));
    if (index < 0 || index >= rows)
      return c.Error(InvalidArgument("Index {} out of range [0, {}).", index, rows));
    ++counts[static_cast<size_t>(id)];
  }
  Shape shape = grad.shape();
  shape.set_dim(0, rows);
  Tensor* out = c.Output(0, grad.dtype(), shape);
  if (out == nullptr) return;
  const int64_t run = DimProduct(grad.shape(), 1, grad.rank());
  DispatchNumeric(grad.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using W = Wide<T>;
    if constexpr (std::is_floating_point_v<W>) {
      std::vector<W> sums(static_cast<size_t>(out->num_elements()), W(0));
      for (int64_t i = 0; i < n; ++i) {
        const int64_t id = ElementAsInt(ids, i), index = ElementAsInt(indices, i);
        const double size = static_cast<double>(counts[static_cast<size_t>(id)]);
        const W scale = static_cast<W>(norm == Norm::kSum    ? 1
                                       : norm == Norm::kMean ? 1 / size
                                                             : 1 / std::sqrt(size));
        for (int64_t k = 0; k < run; ++k)
          sums[index * run + k] += static_cast<W>(grad.data<T>()[id * run + k]) * scale;
      }
      for (size_t i = 0; i < sums.size(); ++i) out->data<T>()[i] = static_cast<T>(sums[i]);
    }
  });
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
  const Val rows =
      g.Op("StridedSlice",
           {grad::ShapeOf(g, g.input(0)), grad::Ints(g, {0}), grad::Ints(g, {1}), grad::Ints(g, {1})},
           MakeAttrs({{"shrink_axis_mask", int64_t{1}}}), "strided_slice");
  g.Set(0, g.Op(op, {g.grad(0), g.input(1), g.input(2), rows}));
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
