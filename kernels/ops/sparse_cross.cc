// Crosses of features: all combinations of a row's values from several tensors, joined as texts or hashed
// (TensorFlow: sparse_cross_op.cc, ragged_cross_op.cc).
#include <limits>

#include "kernels/fingerprint.h"
#include "kernels/sparse.h"

namespace tp {
namespace {

// The values of one input; those of row r are [starts[r], starts[r + 1]).
struct Column {
  const Tensor* values;
  std::vector<int64_t> starts;

  int64_t count(int64_t row) const { return starts[row + 1] - starts[row]; }
  std::string Text(int64_t i) const {
    return values->dtype() == DType::kString ? values->data<std::string>()[i]
                                             : std::to_string(ElementAsInt(*values, i));
  }
  uint64_t Fingerprint(int64_t i) const {
    return values->dtype() == DType::kString ? Fingerprint64(values->data<std::string>()[i])
                                             : static_cast<uint64_t>(ElementAsInt(*values, i));
  }
};

Column DenseColumn(const Tensor& values, int64_t rows) {
  Column column{&values, {}};
  for (int64_t r = 0; r <= rows; ++r) column.starts.push_back(r * values.dim(1));
  return column;
}

// Indices are sorted; what lies behind the last row is left out.
Column SparseColumn(const Tensor& indices, const Tensor& values, int64_t rows) {
  Column column{&values, {0}};
  int64_t i = 0;
  for (int64_t r = 0; r < rows; ++r) {
    while (i < values.num_elements() && indices.data<int64_t>()[i * indices.dim(1)] <= r) ++i;
    column.starts.push_back(i);
  }
  return column;
}

// How combinations become values: joined by `separator`, or hashed.
struct Form {
  bool hashed = false;
  std::string separator = "_X_";
  uint64_t buckets = 0, key = 0;
};

// Output `out`: the combinations of each row, the last column's value changing fastest. `splits` gets where
// each row begins, and the end.
bool Cross(KernelContext& c, int out, const std::vector<Column>& columns, int64_t rows, const Form& form,
           std::vector<int64_t>* splits) {
  splits->assign(1, 0);
  for (int64_t r = 0; r < rows; ++r) {
    int64_t count = columns.empty() ? 0 : 1, end = 0;
    for (const Column& column : columns)
      if (__builtin_mul_overflow(count, column.count(r), &count))
        return Fail(c, "The cross has too many values."), false;
    if (__builtin_add_overflow(splits->back(), count, &end))
      return Fail(c, "The cross has too many values."), false;
    splits->push_back(end);
  }
  Tensor* values = c.Output(out, form.hashed ? DType::kInt64 : DType::kString, Shape{splits->back()});
  if (values == nullptr) return false;
  std::vector<int64_t> at(columns.size());
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t k = 0; k < columns.size(); ++k) at[k] = columns[k].starts[r];
    for (int64_t i = (*splits)[r]; i < (*splits)[r + 1]; ++i) {
      std::string text;
      uint64_t hash = form.key;
      for (size_t k = 0; k < columns.size(); ++k) {
        if (form.hashed)
          hash = FingerprintCat64(hash, columns[k].Fingerprint(at[k]));
        else
          text += (k > 0 ? form.separator : "") + columns[k].Text(at[k]);
      }
      if (form.hashed)
        values->data<int64_t>()[i] = static_cast<int64_t>(
            hash % (form.buckets > 0 ? form.buckets : uint64_t{std::numeric_limits<int64_t>::max()}));
      else
        values->data<std::string>()[i] = std::move(text);
      for (size_t k = columns.size(); k-- > 0;) {
        if (++at[k] < columns[k].starts[r + 1]) break;
        at[k] = columns[k].starts[r];
      }
    }
  }
  return true;
}

Form HashForm(KernelContext& c) {
  Form form;
  form.hashed = c.Attr("hashed_output", false);
  form.buckets = static_cast<uint64_t>(c.Attr<int64_t>("num_buckets"));
  form.key = static_cast<uint64_t>(c.Attr<int64_t>("hash_key"));
  return form;
}

void SparseCrossKernel(KernelContext& c, bool v2) {
  const int n = static_cast<int>(c.Attr<int64_t>("N")), dense = c.num_inputs() - 3 * n - (v2 ? 1 : 0);
  const size_t values = c.Attr<std::vector<DType>>("sparse_types").size();
  if (values != static_cast<size_t>(n)) return Fail(c, "Expected {} input values, got {}", n, values);
  int64_t rows = -1;
  for (int i = 0; i < n; ++i) {
    const SparseArg x(c.input(i), c.input(n + i), c.input(2 * n + i));
    if (x.indices.rank() != 2)
      return Fail(c, "Input indices should be a matrix but received shape {} at position {}",
                  x.indices.shape(), i);
    if (x.indices.dim(1) != 2)
      return Fail(c, "Expected D2 of index to be 2 got {} at position {}", x.indices.dim(1), i);
    if (x.values.rank() != 1)
      return Fail(c, "Input values should be a vector but received shape {} at position {}", x.values.shape(),
                  i);
    if (x.values.num_elements() != x.count)
      return Fail(c, "Expected size of values to be {} got {} at position {}", x.count,
                  x.values.num_elements(), i);
    if (x.shape.rank() != 1)
      return Fail(c, "Input shapes should be a vector but received shape {} at position {}", x.shape.shape(),
                  i);
    if (x.dims.size() != 2)
      return Fail(c, "shape should imply a 2D tensor, but got {} at position {}", x.shape.shape(), i);
    if (rows == -1) rows = x.dims[0];
    if (x.dims[0] != rows) return Fail(c, "Expected batch size {} got {} at position {}", rows, x.dims[0], i);
  }
  if (rows < -1) return Fail(c, "The batch size must not be negative, got {}", rows);
  for (int i = 0; i < dense; ++i) {
    const Tensor& x = c.input(3 * n + i);
    if (x.rank() != 2)
      return Fail(c, "Dense inputs should be a matrix but received shape {} at position {}", x.shape(), i);
    if (rows == -1) rows = x.dim(0);
    if (x.dim(0) != rows)
      return Fail(c, "Expected batch size {} got {} at dense tensor {}", rows, x.dim(0), i);
  }
  rows = std::max<int64_t>(rows, 0);
  Form form;
  if (v2) {
    const Tensor& separator = c.input(c.num_inputs() - 1);
    if (separator.rank() != 0) return Fail(c, "Input separator should be a scalar.");
    form.separator = separator.scalar<std::string>();
  } else {
    form = HashForm(c);
  }
  std::vector<Column> columns;
  for (int i = 0; i < n; ++i) columns.push_back(SparseColumn(c.input(i), c.input(n + i), rows));
  for (int i = 0; i < dense; ++i) columns.push_back(DenseColumn(c.input(3 * n + i), rows));
  std::vector<int64_t> splits, indices;
  if (!Cross(c, 1, columns, rows, form, &splits)) return;
  int64_t most = 0;
  for (int64_t r = 0; r < rows; ++r) {
    most = std::max(most, splits[r + 1] - splits[r]);
    for (int64_t i = splits[r]; i < splits[r + 1]; ++i) indices.insert(indices.end(), {r, i - splits[r]});
  }
  GiveIndices(c, 0, indices, splits.back(), 2);
  GiveNumbers(c, 2, {rows, most});
}

void RaggedCrossKernel(KernelContext& c) {
  const auto ragged = static_cast<int>(c.Attr<std::vector<DType>>("ragged_values_types").size());
  const int sparse = static_cast<int>(c.Attr<int64_t>("Nsparse")), first = 2 * ragged,
            dense = c.num_inputs() - first - 3 * sparse;
  const std::string order = c.Attr<std::string>("input_order");
  if (static_cast<int>(order.size()) != ragged + sparse + dense)
    return Fail(c, "Invalid length for input_order");
  int64_t rows = -1;
  bool same = true;
  const auto check = [&](int64_t count) {
    if (rows == -1) rows = count;
    same = same && rows == count;
  };
  std::vector<Column> of_ragged;
  for (int i = 0; i < ragged; ++i) {
    const Tensor &values = c.input(i), &splits = c.input(ragged + i);
    if (values.rank() != 1 || splits.rank() != 1)
      return Fail(c, "tf.ragged.cross only supports inputs with rank=2.");
    Column& column = of_ragged.emplace_back(Column{&values, {}});
    for (int64_t k = 0; k < splits.num_elements(); ++k) column.starts.push_back(ElementAsInt(splits, k));
    const std::vector<int64_t>& starts = column.starts;
    if (starts.empty() || starts[0] != 0 || starts.back() != values.num_elements() ||
        !std::is_sorted(starts.begin(), starts.end()))
      return Fail(c, "Ragged splits must be sorted, begin with 0 and end with the number of values");
    check(static_cast<int64_t>(starts.size()) - 1);
  }
  for (int i = 0; i < sparse; ++i) {
    const SparseArg x(c.input(first + i), c.input(first + sparse + i), c.input(first + 2 * sparse + i));
    if (x.indices.rank() != 2 || x.values.rank() != 1 || x.shape.rank() != 1 || x.rank != 2 ||
        x.dims.size() != 2)
      return Fail(c, "tf.ragged.cross only supports inputs with rank=2.");
    if (x.values.num_elements() != x.count)
      return Fail(c, "Sparse indices and values must have as many rows");
    if (x.dims[0] < 0) return Fail(c, "The batch size must not be negative, got {}", x.dims[0]);
    check(x.dims[0]);
  }
  for (int i = 0; i < dense; ++i) {
    const Tensor& x = c.input(first + 3 * sparse + i);
    if (x.rank() != 2) return Fail(c, "tf.ragged.cross only supports inputs with rank=2.");
    check(x.dim(0));
  }
  if (!same) return Fail(c, "inputs must all have the same batch dimension size.");
  rows = std::max<int64_t>(rows, 0);
  std::vector<Column> columns;
  int next_ragged = 0, next_sparse = 0, next_dense = 0;
  for (const char kind : order) {
    if (kind == 'R' && next_ragged < ragged) {
      columns.push_back(of_ragged[next_ragged++]);
    } else if (kind == 'S' && next_sparse < sparse) {
      columns.push_back(
          SparseColumn(c.input(first + next_sparse), c.input(first + sparse + next_sparse), rows));
      ++next_sparse;
    } else if (kind == 'D' && next_dense < dense) {
      columns.push_back(DenseColumn(c.input(first + 3 * sparse + next_dense++), rows));
    } else {
      return Fail(c, "input_order does not fit the inputs");
    }
  }
  std::vector<int64_t> splits;
  if (Cross(c, 0, columns, rows, HashForm(c), &splits))
    c.SetOutput(1, IntVector(splits, c.Attr<DType>("out_row_splits_type")));
}

Status SparseCrossShape(ShapeContext& c) {
  c.Set(0, Shape{kUnknownDim, 2});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{2});
  return {};
}

Status RaggedCrossShape(ShapeContext& c) {
  const auto ragged = static_cast<int>(c.Attr<std::vector<DType>>("ragged_values_types").size());
  Dim rows = kUnknownDim;
  for (int i = 0; i < ragged; ++i) {
    const Shape& splits = c.input(ragged + i);
    if (splits.has_rank() && splits.rank() == 1) TP_RETURN_IF_ERROR(c.Merge(rows, splits[0], &rows));
  }
  c.Set(0, Shape{kUnknownDim});
  c.Set(1, Shape{rows});
  return {};
}

}  // namespace

TP_OP(SparseCrossV2){
    .name = "SparseCrossV2",
    .inputs =
        "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, sep: string",
    .outputs = "output_indices: int64, output_values: string, output_shape: int64",
    .attrs = "N: int >= 0, sparse_types: list(type) >= 0, dense_types: list(type) >= 0",
    .doc = "All combinations of a row's values, joined by a separator.",
    .shape = SparseCrossShape,
    .kernel = [](KernelContext& c) { SparseCrossKernel(c, true); },
    .no_gradient = true,
};

TP_OP(SparseCross){
    .name = "SparseCross",
    .inputs = "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types",
    .outputs = "output_indices: int64, output_values: out_type, output_shape: int64",
    .attrs =
        "N: int >= 0, hashed_output: bool, num_buckets: int >= 0, hash_key: int, sparse_types: list(type) >= "
        "0, "
        "dense_types: list(type) >= 0, out_type: {int64,string}, internal_type: {int64,string}",
    .doc = "All combinations of a row's values, joined or hashed into buckets.",
    .shape = SparseCrossShape,
    .kernel = [](KernelContext& c) { SparseCrossKernel(c, false); },
    .no_gradient = true,
};

TP_OP(RaggedCross){
    .name = "RaggedCross",
    .inputs =
        "ragged_values: ragged_values_types, ragged_row_splits: ragged_splits_types, sparse_indices: Nsparse "
        "* int64, "
        "sparse_values: sparse_values_types, sparse_shape: Nsparse * int64, dense_inputs: dense_types",
    .outputs = "output_values: out_values_type, output_row_splits: out_row_splits_type",
    .attrs =
        "Nsparse: int >= 0, input_order: string, hashed_output: bool, num_buckets: int >= 0, hash_key: int, "
        "ragged_values_types: list(type) >= 0, ragged_splits_types: list(type) >= 0, sparse_values_types: "
        "list(type) "
        ">= 0, dense_types: list(type) >= 0, out_values_type: {int64,string}, out_row_splits_type: "
        "{int32,int64}",
    .doc = "All combinations of a row's values from ragged, sparse and dense matrices, joined or hashed.",
    .shape = RaggedCrossShape,
    .kernel = RaggedCrossKernel,
    .no_gradient = true,
};

}  // namespace tp
