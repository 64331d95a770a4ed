// Ragged tensors as kernels see them: flat values and, from the outermost dim in, the vectors that cut them
// into rows (TensorFlow: ragged_range_op.cc, ragged_gather_op.cc, ragged_tensor_to_tensor_op.cc,
// ragged_tensor_to_sparse_kernel.cc). What is Python in TensorFlow is in core/lib/lib/ragged.
#include <cmath>

#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The vectors of inputs [begin, end) as numbers.
std::vector<std::vector<int64_t>> Integers(KernelContext& c, int begin, int end) {
  std::vector<std::vector<int64_t>> lists;
  for (int i = begin; i < end; ++i) {
    std::vector<int64_t>& list = lists.emplace_back(c.input(i).num_elements());
    for (size_t k = 0; k < list.size(); ++k) list[k] = ElementAsInt(c.input(i), static_cast<int64_t>(k));
  }
  return lists;
}

// Does it begin with 0, never fall, and end with `values`?
bool AreSplits(const std::vector<int64_t>& splits, int64_t values) {
  return !splits.empty() && splits.front() == 0 && splits.back() == values &&
         std::is_sorted(splits.begin(), splits.end());
}

// Copies rows of `width` elements: `to[i] = from[rows[i]]`.
void CopyRows(const Tensor& from, const std::vector<int64_t>& rows, int64_t width, Tensor* to) {
  const Mover mover(from.dtype());
  for (size_t i = 0; i < rows.size(); ++i)
    mover.Copy(to, static_cast<int64_t>(i) * width, from, rows[i] * width, width);
}

// --- RaggedRange

template <class T>
int64_t RangeSize(T start, T limit, T delta) {
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  if constexpr (std::is_integral_v<T>) {
    const uint64_t span = delta > 0 ? static_cast<uint64_t>(limit) - static_cast<uint64_t>(start)
                                    : static_cast<uint64_t>(start) - static_cast<uint64_t>(limit);
    const uint64_t step = delta > 0 ? static_cast<uint64_t>(delta) : 0 - static_cast<uint64_t>(delta);
    return static_cast<int64_t>((span - 1) / step + 1);
  } else {
    const double size = std::ceil(std::abs((limit - start) / delta));
    return size < 1e12 ? static_cast<int64_t>(size) : -1;  // -1 also for NaN
  }
}

template <class T>
void RangeOf(KernelContext& c, int64_t rows) {
  const auto at = [&](int i, int64_t row) { return c.input(i).data<T>()[c.input(i).rank() == 0 ? 0 : row]; };
  std::vector<int64_t> splits{0};
  for (int64_t row = 0; row < rows; ++row) {
    if (at(2, row) == 0) return Fail(c, "Requires delta != 0");
    const int64_t size = RangeSize<T>(at(0, row), at(1, row), at(2, row));
    // The sum must be a tensor's size.
    if (size < 0 || size > INT32_MAX * int64_t{16} - splits.back())
      return Fail(c, "Requires ((limit - start) / delta) to fit in a tensor");
    splits.push_back(splits.back() + size);
  }
  Tensor* values = c.Output(1, c.input(0).dtype(), Shape{splits.back()});
  if (values == nullptr) return;
  T* to = values->data<T>();
  for (int64_t row = 0; row < rows; ++row) {
    T value = at(0, row);
    for (int64_t k = splits[row]; k < splits[row + 1]; ++k) {
      *to++ = value;
      if (k + 1 < splits[row + 1]) value += at(2, row);
    }
  }
  c.SetOutput(0, IntVector(splits, c.Attr<DType>("Tsplits", DType::kInt64)));
}

void RangeKernel(KernelContext& c) {
  static constexpr const char* kNames[] = {"starts", "limits", "deltas"};
  int64_t rows = -1;
  for (int i = 0; i < 3; ++i) {
    if (c.input(i).rank() > 1) return Fail(c, "{} must be a scalar or vector", kNames[i]);
    if (c.input(i).rank() == 0) continue;
    if (rows >= 0 && rows != c.input(i).num_elements())
      return Fail(c, "starts, limits, and deltas must have the same shape");
    rows = c.input(i).num_elements();
  }
  rows = rows < 0 ? 1 : rows;
  switch (c.input(0).dtype()) {
    case DType::kInt32:
      return RangeOf<int32_t>(c, rows);
    case DType::kInt64:
      return RangeOf<int64_t>(c, rows);
    case DType::kFloat32:
      return RangeOf<float>(c, rows);
    case DType::kFloat64:
      return RangeOf<double>(c, rows);
    default:
      FailAs(c, Code::kUnimplemented, "RaggedRange of {}", DTypeName(c.input(0).dtype()));
  }
}

Status RangeShape(ShapeContext& c) {
  Dim rows = kUnknownDim;
  bool scalars = true;
  for (int i = 0; i < 3; ++i) {
    Shape shape;
    TP_RETURN_IF_ERROR(c.WithRankAtMost(i, 1, &shape));
    if (!shape.has_rank()) {
      scalars = false;
    } else if (shape.rank() == 1) {
      scalars = false;
      TP_RETURN_IF_ERROR(c.Merge(rows, shape[0], &rows));
    }
  }
  c.Set(0, Shape{c.Add(scalars ? Dim{1} : rows, 1)});
  c.Set(1, Shape{kUnknownDim});
  return {};
}

// --- RaggedGather

void GatherKernel(KernelContext& c) {
  const int rank = c.num_inputs() - 2;
  const Tensor &values = c.input(rank), &indices = c.input(rank + 1);
  const std::vector<std::vector<int64_t>> splits = Integers(c, 0, rank);
  if (values.rank() == 0) return Fail(c, "params.rank must be nonzero");
  if (c.num_outputs() != indices.rank() + rank)
    return Fail(c, "OUTPUT_RAGGED_RANK must be indices.rank + {} - 1", rank);
  for (int i = 0; i < rank; ++i)
    if (!AreSplits(splits[i],
                   i + 1 < rank ? static_cast<int64_t>(splits[i + 1].size()) - 1 : values.shape()[0]))
      return Fail(c, "Ragged splits must be sorted, begin with 0 and end with the number of values");
  const int64_t rows = static_cast<int64_t>(splits[0].size()) - 1;
  std::vector<int64_t> picked(indices.num_elements());
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    picked[i] = ElementAsInt(indices, i);
    if (picked[i] < 0 || picked[i] >= rows) {
      std::string at;
      for (int64_t d = indices.rank() - 1, rest = i; d >= 0; rest /= indices.shape()[d], --d)
        at = std::to_string(rest % indices.shape()[d]) + (at.empty() ? "" : ",") + at;
      return Fail(c, "indices{} = {} is not in [0, {})", at.empty() ? at : "[" + at + "]", picked[i], rows);
    }
  }
  const DType dtype = c.input(0).dtype();
  int next = 0;
  // Dims of the indices but the last are uniform rows.
  int64_t count = 1;
  for (int d = 0; d + 1 < indices.rank(); ++d) {
    count *= indices.shape()[d];
    std::vector<int64_t> uniform(count + 1);
    for (int64_t i = 0; i <= count; ++i) uniform[i] = i * indices.shape()[d + 1];
    c.SetOutput(next++, IntVector(uniform, dtype));
  }
  // Level by level: rows that are picked, and the rows below them.
  for (int i = 0; i < rank; ++i) {
    std::vector<int64_t> made{0}, below;
    for (const int64_t row : picked) {
      for (int64_t k = splits[i][row]; k < splits[i][row + 1]; ++k) below.push_back(k);
      made.push_back(static_cast<int64_t>(below.size()));
    }
    // A scalar index takes the row itself.
    if (indices.rank() > 0 || i > 0) c.SetOutput(next++, IntVector(made, dtype));
    picked = std::move(below);
  }
  Shape shape = values.shape();
  shape.set_dim(0, static_cast<Dim>(picked.size()));
  Tensor* out = c.Output(next, values.dtype(), shape);
  if (out != nullptr) CopyRows(values, picked, DimProduct(shape, 1, shape.rank()), out);
}

Status GatherShape(ShapeContext& c) {
  const int outputs = c.num_outputs();
  for (int i = 0; i + 1 < outputs; ++i) c.Set(i, Shape{kUnknownDim});
  Shape values = c.input(c.num_inputs() - 2);
  if (values.has_rank() && values.rank() > 0) {
    values.set_dim(0, kUnknownDim);
    c.Set(outputs - 1, values);
  }
  return {};
}

// The flat values' rows that were taken: where each picked row's values begin and end.
void GatherGrad(GradContext& g) {
  const int rank = g.num_inputs() - 2;
  const Val &values = g.input(rank), &indices = g.input(rank + 1);
  const auto gather = [&](const Val& params, const Val& at) {
    return g.Op("GatherV2", {params, at, grad::Const(g, DType::kInt32, 0)});
  };
  Val splits = g.input(0);
  for (int i = 1; i < rank; ++i) splits = gather(g.input(i), splits);
  const Val flat = grad::Reshape(g, indices, grad::Ints(g, {-1}));
  const Val one = g.builder().Constant(flat.dtype() == DType::kInt32 ? Tensor::Scalar<int32_t>(1)
                                                                     : Tensor::Scalar<int64_t>(1));
  const Val delta = g.builder().Constant(splits.dtype() == DType::kInt32 ? Tensor::Scalar<int32_t>(1)
                                                                         : Tensor::Scalar<int64_t>(1));
  const Val inputs[] = {gather(splits, flat), gather(splits, g.Op("AddV2", {flat, one})), delta};
  const std::vector<Val> range = g.builder().Ops("RaggedRange", inputs);
  g.Set(rank, Val::Slices(g.grad(g.num_outputs() - 1), range[1], grad::ShapeOf(g, values)));
}

// --- RaggedTensorToTensor

void ToTensorKernel(KernelContext& c) {
  const Tensor &shape_in = c.input(0), &values = c.input(1), &filler = c.input(2);
  const auto types = c.Attr<std::vector<std::string>>("row_partition_types");
  const std::vector<std::vector<int64_t>> parts = Integers(c, 3, c.num_inputs());
  if (types.size() != parts.size() || types.empty())
    return Fail(c, "row_partition_types must have as many elements as row_partition_tensors");
  if (values.rank() == 0) return Fail(c, "values must not be a scalar");
  // Row splits of each level.
  std::vector<std::vector<int64_t>> splits;
  int64_t rows = -1;
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] == "FIRST_DIM_SIZE") {
      if (parts[i].size() != 1 || parts[i][0] < 0 || i != 0)
        return Fail(c, "The first dim's size must be one number that is not negative");
      rows = parts[i][0];
    } else if (types[i] == "ROW_SPLITS") {
      if (parts[i].empty() || parts[i].front() != 0 || !std::is_sorted(parts[i].begin(), parts[i].end()) ||
          (rows >= 0 && rows + 1 != static_cast<int64_t>(parts[i].size())))
        return Fail(c, "Row splits must be sorted, begin with 0 and fit the rows above");
      splits.push_back(parts[i]);
      rows = parts[i].back();
    } else if (types[i] == "VALUE_ROWIDS") {
      if (rows < 0) return Fail(c, "Cannot handle VALUE_ROWIDS in first dimension.");
      std::vector<int64_t> made(rows + 1, 0);
      for (size_t k = 0; k < parts[i].size(); ++k) {
        if (parts[i][k] < 0 || parts[i][k] >= rows || (k > 0 && parts[i][k] < parts[i][k - 1]))
          return Fail(c, "Value row ids must be sorted and less than {}", rows);
        ++made[parts[i][k] + 1];
      }
      for (int64_t k = 0; k < rows; ++k) made[k + 1] += made[k];
      rows = made.back();
      splits.push_back(std::move(made));
    } else {
      return Fail(c, "Unsupported row partition type {}", types[i]);
    }
  }
  if (splits.empty() || rows != values.shape()[0])
    return Fail(c, "The last row partition has {} values, but there are {}", rows, values.shape()[0]);
  const int levels = static_cast<int>(splits.size());
  // The output's shape: what is asked for, else the longest row.
  const bool any_shape = shape_in.rank() == 0;
  if (any_shape && ScalarInt(shape_in) != -1)
    return Fail(c, "The only valid scalar shape tensor is the fully unknown shape specified as -1.");
  if (!any_shape && shape_in.num_elements() != levels + values.rank())
    return Fail(c, "Expected a shape of {} dims, but got {}", levels + values.rank(),
                shape_in.num_elements());
  const auto asked = [&](int d) { return any_shape ? int64_t{-1} : ElementAsInt(shape_in, d); };
  Shape shape;
  shape.Append(asked(0) >= 0 ? asked(0) : static_cast<int64_t>(splits[0].size()) - 1);
  for (int i = 0; i < levels; ++i) {
    int64_t longest = 0;
    for (size_t k = 1; k < splits[i].size(); ++k)
      longest = std::max(longest, splits[i][k] - splits[i][k - 1]);
    shape.Append(asked(i + 1) >= 0 ? asked(i + 1) : longest);
  }
  for (int d = 1; d < values.rank(); ++d) {
    if (asked(levels + d) >= 0 && asked(levels + d) != values.shape()[d])
      return Fail(c, "The shape's dim {} is {}, but the values have {}", levels + d, asked(levels + d),
                  values.shape()[d]);
    shape.Append(values.shape()[d]);
  }
  const int64_t width = DimProduct(values.shape(), 1, values.rank());
  // The default stands for an element: its dims are the last ones of it, or 1.
  if (filler.rank() >= values.rank()) return Fail(c, "default_value has too many dims");
  const int lead = values.rank() - filler.rank();
  for (int d = 0; d < filler.rank(); ++d)
    if (filler.shape()[d] != 1 && filler.shape()[d] != values.shape()[lead + d])
      return Fail(c, "default_value's shape {} does not broadcast to {}", filler.shape(), values.shape());
  std::vector<int64_t> fill_at(width, 0);
  for (int64_t i = 0; i < width; ++i) {
    int64_t stride = 1;
    for (int64_t d = filler.rank() - 1, rest = i; d >= 0; --d) {
      const int64_t size = values.shape()[lead + d];
      if (filler.shape()[d] != 1) fill_at[i] += rest % size * stride;
      stride *= filler.shape()[d];
      rest /= size;
    }
  }
  Tensor* out = c.Output(0, values.dtype(), shape);
  if (out == nullptr || width == 0) return;
  // Where each row (at last: each value) goes; -1 for what is cut off.
  std::vector<int64_t> places(splits[0].size() - 1);
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = static_cast<int64_t>(i) < shape[0] ? static_cast<int64_t>(i) : -1;
  for (int level = 0; level < levels; ++level) {
    std::vector<int64_t> below(splits[level].back(), -1);
    for (size_t row = 0; row + 1 < splits[level].size(); ++row)
      for (int64_t k = splits[level][row]; k < splits[level][row + 1] && places[row] >= 0; ++k)
        if (const int64_t at = k - splits[level][row]; at < shape[level + 1])
          below[k] = places[row] * shape[level + 1] + at;
    places = std::move(below);
  }
  const Mover mover(values.dtype());
  for (int64_t i = 0; i < out->num_elements(); ++i) mover.Copy(out, i, filler, fill_at[i % width], 1);
  for (size_t i = 0; i < places.size(); ++i)
    if (places[i] >= 0) mover.Copy(out, places[i] * width, values, static_cast<int64_t>(i) * width, width);
}

Status ToTensorShape(ShapeContext& c) {
  const auto types = c.Attr<std::vector<std::string>>("row_partition_types");
  const int levels = static_cast<int>(types.size()) - (!types.empty() && types[0] == "FIRST_DIM_SIZE");
  Shape shape = c.ValueAsShape(0);
  if (c.input(0).has_rank() && c.input(0).rank() == 0) shape = Shape::UnknownRank();
  if (!c.input(1).has_rank()) {
    c.Set(0, shape);
    return {};
  }
  Shape known;
  for (int i = 0; i <= levels; ++i) known.Append(kUnknownDim);
  for (int d = 1; d < c.input(1).rank(); ++d) known.Append(c.input(1)[d]);
  if (shape.has_rank()) TP_RETURN_IF_ERROR(c.Merge(shape, known, &known));
  c.Set(0, known);
  return {};
}

// Which value each element of the output is (-1: the default) says where the gradients go.
void ToTensorGrad(GradContext& g) {
  const Val &values = g.input(1), &filler = g.input(2), &grad = g.grad(0);
  const auto types = g.Attr<std::vector<std::string>>("row_partition_types");
  const int levels = static_cast<int>(types.size()) - (types[0] == "FIRST_DIM_SIZE");
  if (!values.shape().has_rank() || !filler.shape().has_rank() ||
      (filler.shape().rank() != 0 && filler.shape().rank() + 1 != values.shape().rank()))
    throw OpError{
        MakeStatus(Code::kUnimplemented, "the gradient of RaggedTensorToTensor for this default_value")};
  const auto part = [&](const Val& shape, int from, int to) {
    return g.builder().Op("StridedSlice",
                          {shape, grad::Ints(g, {from}), grad::Ints(g, {to}), grad::Ints(g, {1})},
                          MakeAttrs({{"begin_mask", int64_t{from == 0}}, {"end_mask", int64_t{to == 0}}}));
  };
  const auto scalar = [&](const Val& v) { return grad::Reshape(g, v, grad::Ints(g, {})); };
  const Val shape = grad::ShapeOf(g, grad), value_shape = grad::ShapeOf(g, values);
  const Val count = scalar(part(value_shape, 0, 1));
  std::vector<Val> inputs = {part(shape, 0, levels + 1),
                             g.Op("Range", {g.Scalar<int32_t>(0), count, g.Scalar<int32_t>(1)}),
                             g.Scalar<int32_t>(-1)};
  for (int i = 3; i < g.num_inputs(); ++i) inputs.push_back(g.input(i));
  const Val places =
      g.builder().Ops("RaggedTensorToTensor", inputs, MakeAttrs({{"row_partition_types", types}}))[0];
  g.Set(1, g.Op("UnsortedSegmentSum", {grad, places, count}));
  if (!g.Needs(2)) return;
  // Elements of the default: one more segment.
  const Val is_default = g.Op("Less", {places, g.Scalar<int32_t>(0)});
  const Val segment =
      g.Op("Sub", {g.Op("Cast", {is_default}, MakeAttrs({{"DstT", DType::kInt32}})), g.Scalar<int32_t>(1)});
  const Val sums = g.Op("UnsortedSegmentSum", {grad, segment, g.Scalar<int32_t>(1)});
  std::vector<int64_t> axes(filler.shape().rank() == 0 ? values.shape().rank() : 1);
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
  g.Set(2, grad::Reshape(g, grad::Sum(g, sums, grad::Ints(g, axes)), grad::ShapeOf(g, filler)));
}

// --- RaggedTensorToSparse

void ToSparseKernel(KernelContext& c) {
  const int levels = c.num_inputs() - 1;
  const Tensor& values = c.input(levels);
  const std::vector<std::vector<int64_t>> splits = Integers(c, 0, levels);
  if (values.rank() == 0) return Fail(c, "values must not be a scalar");
  for (int i = 0; i < levels; ++i)
    if (!AreSplits(splits[i],
                   i + 1 < levels ? static_cast<int64_t>(splits[i + 1].size()) - 1 : values.shape()[0]))
      return Fail(c, "Ragged splits must be sorted, begin with 0 and end with the number of values");
  const int rank = levels + values.rank();
  std::vector<int64_t> dims{static_cast<int64_t>(splits[0].size()) - 1};
  for (int i = 0; i < levels; ++i) {
    int64_t longest = 0;
    for (size_t k = 1; k < splits[i].size(); ++k)
      longest = std::max(longest, splits[i][k] - splits[i][k - 1]);
    dims.push_back(longest);
  }
  for (int d = 1; d < values.rank(); ++d) dims.push_back(values.shape()[d]);
  Tensor* indices = c.Output(0, DType::kInt64, Shape{values.num_elements(), rank});
  if (indices == nullptr) return;
  const int64_t width = DimProduct(values.shape(), 1, values.rank());
  std::vector<int64_t> rows(levels, 0);  // at each level the row that holds the value
  for (int64_t i = 0; i < values.num_elements(); ++i) {
    int64_t* index = indices->data<int64_t>() + i * rank;
    int64_t at = width ? i / width : 0;
    for (int level = levels - 1; level >= 0; --level) {
      while (splits[level][rows[level] + 1] <= at) ++rows[level];
      index[level + 1] = at - splits[level][rows[level]];
      at = rows[level];
    }
    index[0] = at;
    for (int64_t d = rank - 1, rest = i % width; d > levels; rest /= dims[d], --d) index[d] = rest % dims[d];
  }
  c.SetOutput(1, values.Reshaped(Shape{values.num_elements()}));
  c.SetOutput(2, IntVector(dims, DType::kInt64));
}

Status ToSparseShape(ShapeContext& c) {
  const Shape& values = c.input(c.num_inputs() - 1);
  const Dim rank = values.has_rank() ? c.num_inputs() - 1 + values.rank() : kUnknownDim;
  c.Set(0, Shape{kUnknownDim, rank});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{rank});
  return {};
}

// --- RaggedTensorToVariant, RaggedTensorFromVariant (ragged_tensor_to_variant_op.cc)

// What a variant holds of a ragged tensor.
struct RaggedVariant : RefCounted {
  Tensor values;
  std::vector<Tensor> splits;
};

// Rows [begin, end); not valid (an error is set) where there is no memory for them.
Tensor Rows(KernelContext& c, const Tensor& values, int64_t begin, int64_t end) {
  Shape shape = values.shape();
  const int64_t width = DimProduct(shape, 1, shape.rank());
  shape.set_dim(0, end - begin);
  if (!shape.IsFullyKnown() || c.failed()) return {};
  Tensor rows = Tensor::Allocate(values.dtype(), shape);
  if (!rows.valid())
    return FailAs(c, Code::kResourceExhausted, "no memory for rows of shape {}", shape), rows;
  Mover(values.dtype()).Copy(&rows, 0, values, begin * width, (end - begin) * width);
  return rows;
}

void ToVariantKernel(KernelContext& c) {
  const int levels = c.num_inputs() - 1;
  const Tensor& values = c.input(levels);
  const std::vector<std::vector<int64_t>> splits = Integers(c, 0, levels);
  const bool batched = c.Attr<bool>("batched_input");
  if (batched ? values.rank() == 0 : levels > 0 && values.rank() == 0)
    return Fail(c, "values must not be a scalar");
  for (int i = 0; i < levels; ++i)
    if (!AreSplits(splits[i],
                   i + 1 < levels ? static_cast<int64_t>(splits[i + 1].size()) - 1 : values.dim(0)))
      return Fail(c, "Ragged splits must be sorted, begin with 0 and end with the number of values");
  const DType dtype = c.Attr<DType>("Tsplits", DType::kInt64);
  const int64_t rows = !batched ? 1 : levels > 0 ? static_cast<int64_t>(splits[0].size()) - 1 : values.dim(0);
  Tensor* out = c.Output(0, DType::kVariant, batched ? Shape{rows} : Shape());
  for (int64_t row = 0; out != nullptr && row < rows; ++row) {
    auto made = MakeRef<RaggedVariant>();
    int64_t begin = 0, end = rows;
    if (batched) begin = levels > 0 ? splits[0][row] : row, end = levels > 0 ? splits[0][row + 1] : row + 1;
    for (int i = batched ? 1 : 0; i < levels; ++i) {
      if (!batched) {
        made->splits.push_back(c.input(i));
        continue;
      }
      std::vector<int64_t> part(splits[i].begin() + begin, splits[i].begin() + end + 1);
      begin = part.front();
      end = part.back();
      for (int64_t& at : part) at -= begin;
      made->splits.push_back(IntVector(part, dtype));
    }
    made->values = batched ? Rows(c, values, begin, end) : values;
    if (c.failed()) return;
    if (batched && levels == 0) {
      Shape shape = values.shape();
      shape.Erase(0);
      made->values = made->values.Reshaped(shape);
    }
    out->data<Ref<RefCounted>>()[row] = std::move(made);
  }
}

// The rows of all variants, one after the other; how many each has becomes the outermost splits.
void FromVariantKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  const DType dtype = c.Attr<DType>("Tvalues"), splits_dtype = c.Attr<DType>("Tsplits", DType::kInt64);
  const auto levels = static_cast<int>(c.Attr<int64_t>("output_ragged_rank"));
  if (in.rank() > 1 || levels < in.rank())
    return FailAs(c, Code::kUnimplemented, "RaggedTensorFromVariant of {} variants with ragged rank {}",
                  in.shape(), levels);
  const int inner = levels - in.rank();
  std::vector<std::vector<int64_t>> splits(static_cast<size_t>(levels), {0});
  std::vector<const RaggedVariant*> parts;
  int64_t total = 0;
  for (int64_t i = 0; i < in.num_elements(); ++i) {
    const auto* part = dynamic_cast<const RaggedVariant*>(in.data<Ref<RefCounted>>()[i].get());
    if (part == nullptr || part->values.dtype() != dtype || static_cast<int>(part->splits.size()) != inner)
      return Fail(
          c, "Input Variant element at index {} doesn't hold a RaggedTensorVariant of the wanted kind", i);
    if (in.rank() == 0) {
      for (int k = 0; k < levels; ++k) c.SetOutput(k, part->splits[k]);
      return c.SetOutput(levels, part->values);
    }
    if (part->values.rank() == 0) return Fail(c, "values must not be a scalar");
    int64_t rows = part->values.dim(0);
    for (int k = inner - 1; k >= 0; --k) {
      std::vector<int64_t>& list = splits[static_cast<size_t>(k) + 1];
      const int64_t begin = list.back();
      rows = part->splits[k].num_elements() - 1;
      for (int64_t n = 1; n <= rows; ++n) list.push_back(begin + ElementAsInt(part->splits[k], n));
    }
    splits[0].push_back(splits[0].back() + rows);
    total += part->values.dim(0);
    parts.push_back(part);
  }
  Shape shape = parts.empty() ? Shape{0} : parts[0]->values.shape();
  shape.set_dim(0, total);
  Tensor* out = c.Output(levels, dtype, shape);
  if (out == nullptr) return;
  int64_t at = 0;
  for (const RaggedVariant* part : parts) {
    if (DimProduct(part->values.shape(), 1, part->values.rank()) != DimProduct(shape, 1, shape.rank()))
      return Fail(c, "The values of ragged variants differ in their inner dims");
    Mover(dtype).Copy(out, at, part->values, 0, part->values.num_elements());
    at += part->values.num_elements();
  }
  for (int k = 0; k < levels; ++k) c.SetOutput(k, IntVector(splits[static_cast<size_t>(k)], splits_dtype));
}

Status ToVariantShape(ShapeContext& c) {
  const Shape& values = c.input(c.num_inputs() - 1);
  Dim rows = values.has_rank() && values.rank() > 0 ? values[0] : kUnknownDim;
  if (c.num_inputs() > 1) {
    const Shape& splits = c.input(0);
    rows = splits.has_rank() && splits.rank() == 1 && splits[0] > 0 ? splits[0] - 1 : kUnknownDim;
  }
  c.Set(0, c.Attr<bool>("batched_input") ? Shape{rows} : Shape());
  return {};
}
Status FromVariantShape(ShapeContext& c) {
  for (int i = 0; i + 1 < c.num_outputs(); ++i) c.Set(i, Shape::OfRank(1));
  return {};
}

}  // namespace

TP_OP(RaggedRange){
    .name = "RaggedRange",
    .inputs = "starts: T, limits: T, deltas: T",
    .outputs = "rt_nested_splits: Tsplits, rt_dense_values: T",
    .attrs = "T: {bfloat16,float32,float64,int32,int64} = int32, Tsplits: {int32,int64} = int64",
    .doc = "Rows of numbers from starts to limits.",
    .shape = RangeShape,
    .kernel = RangeKernel,
    .no_gradient = true,
    .examples = "0, [3 0 2], 1 -> i64:[0 3 3 5], [0 1 2 0 1]",
};

TP_OP(RaggedGather){
    .name = "RaggedGather",
    .inputs =
        "params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, indices: Tindices",
    .outputs = "output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues",
    .attrs =
        "Tvalues: type, Tindices: {int32,int64}, Tsplits: {int32,int64} = int64, PARAMS_RAGGED_RANK: int >= "
        "1, "
        "OUTPUT_RAGGED_RANK: int >= 0",
    .doc = "Rows of a ragged tensor by their indices.",
    .shape = GatherShape,
    .kernel = GatherKernel,
    .gradient = GatherGrad,
    .examples =
        "i64:[0 2 2 5], [1. 2. 3. 4. 5.], [2 0] -> i64:[0 3 5], [3. 4. 5. 1. 2.] | OUTPUT_RAGGED_RANK=1",
};

TP_OP(RaggedTensorToTensor){
    .name = "RaggedTensorToTensor",
    .inputs =
        "shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors * "
        "Tindex",
    .outputs = "result: T",
    .attrs =
        "T: type, Tindex: {int64,int32}, Tshape: {int64,int32}, num_row_partition_tensors: int >= 1, "
        "row_partition_types: list(string)",
    .doc = "A ragged tensor with its rows filled up to one length.",
    .shape = ToTensorShape,
    .kernel = ToTensorKernel,
    .gradient = ToTensorGrad,
    .host_inputs = "shape",
    .examples =
        "i64:-1, [1. 2. 3.], 0., i64:[0 2 2 3] -> [[1. 2.] [0. 0.] [3. 0.]] | "
        "row_partition_types=['ROW_SPLITS']",
};

TP_OP(RaggedTensorToSparse){
    .name = "RaggedTensorToSparse",
    .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T",
    .outputs = "sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
    .attrs = "RAGGED_RANK: int >= 1, T: type, Tsplits: {int32,int64} = int64",
    .doc = "A ragged tensor's elements with their indices.",
    .shape = ToSparseShape,
    .kernel = ToSparseKernel,
    .gradient =
        [](GradContext& g) {
          const int at = g.num_inputs() - 1;
          g.Set(at, grad::Reshape(g, g.grad(1), grad::ShapeOf(g, g.input(at))));
        },
    .examples = "i64:[0 1 1 2], [5. 7.] -> i64:[[0 0] [2 0]], [5. 7.], i64:[3 1]",
};

TP_OP(RaggedTensorToVariant){
    .name = "RaggedTensorToVariant",
    .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues",
    .outputs = "encoded_ragged: variant",
    .attrs = "RAGGED_RANK: int >= 0, Tvalues: type, Tsplits: {int32,int64} = int64, batched_input: bool",
    .doc = "A ragged tensor in a variant, or each of its rows in one.",
    .shape = ToVariantShape,
    .kernel = ToVariantKernel,
};

TP_OP(RaggedTensorFromVariant){
    .name = "RaggedTensorFromVariant",
    .inputs = "encoded_ragged: variant",
    .outputs = "output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues",
    .attrs =
        "input_ragged_rank: int >= -1, output_ragged_rank: int >= 0, Tvalues: type, Tsplits: {int32,int64} = "
        "int64",
    .doc = "The ragged tensor of a variant, or one whose rows are in variants.",
    .shape = FromVariantShape,
    .kernel = FromVariantKernel,
};

}  // namespace tp
