// Diagonals of matrices, one or several at once, and the cross product.
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/widen.h"

namespace tp {
namespace {

// The diagonals [lower, upper] that `k` names, counted from the main one upwards, and where they lie in a
// tensor of diagonals: one a row, the uppermost first, shorter ones at one of its ends (array_ops:
// MatrixDiagV3).
struct Band {
  int64_t lower = 0, upper = 0;
  bool left_above = false, left_below = true;  // `align`: which ones begin at the left end

  int64_t count() const { return upper - lower + 1; }
  // How long diagonal `at` of a matrix is, and the longest one.
  static int64_t Length(int64_t rows, int64_t columns, int64_t at) {
    return std::min(rows + std::min<int64_t>(at, 0), columns - std::max<int64_t>(at, 0));
  }
  int64_t Longest(int64_t rows, int64_t columns) const {
    return std::min(rows + std::min<int64_t>(upper, 0), columns - std::max<int64_t>(lower, 0));
  }
  // f(row, column, i) for each element of the diagonals; i counts in a tensor of them with rows of `longest`.
  template <class F>
  void ForEach(int64_t rows, int64_t columns, int64_t longest, F&& f) const {
    for (int64_t at = upper; at >= lower; --at) {
      const int64_t n = Length(rows, columns, at);
      const bool left = (at >= 0 && left_above) || (at <= 0 && left_below);
      const int64_t first = (upper - at) * longest + (left ? 0 : longest - n);
      for (int64_t i = 0; i < n; ++i)
        f(i + std::max<int64_t>(-at, 0), i + std::max<int64_t>(at, 0), first + i);
    }
  }
};

// As `k` and the attribute `align` say. Errors: k of more than one dim or two elements, or downwards; shape
// inference has other words for them than kernels.
Status ReadBand(const Tensor& k, std::string_view align, bool inference, Band* band) {
  if (k.rank() > 1)
    return InvalidArgument("diag_index must be a scalar or vector, received shape: {}", k.shape());
  if (const int64_t n = k.num_elements(); n < 1 || n > 2)
    return inference
               ? InvalidArgument("diag_index must be a vector with one or two elements. It has {} elements.",
                                 n)
               : InvalidArgument("diag_index must have only one or two elements, received {} elements.", n);
  band->lower = ElementAsInt(k, 0);
  band->upper = ElementAsInt(k, k.num_elements() - 1);
  band->left_above = align.starts_with("LEFT");
  band->left_below = align.ends_with("LEFT");
  if (band->lower > band->upper)
    return inference ? InvalidArgument("lower_diag_index is greater than upper_diag_index")
                     : InvalidArgument("lower_diag_index must not be larger than upper_diag_index: {} > {}",
                                       band->lower, band->upper);
  return {};
}

// The band of a kernel; false (an error is set) where there is none in matrices of this size.
bool BandOf(KernelContext& c, const Tensor& k, Band* band) {
  Status status = ReadBand(k, c.Attr("align", std::string("RIGHT_LEFT")), false, band);
  if (status.ok()) return true;
  c.Error(std::move(status));
  return false;
}
bool Within(int64_t at, int64_t rows, int64_t columns) { return (-rows < at && at < columns) || at == 0; }
bool BandWithin(KernelContext& c, const Tensor& k, const Tensor& x, Band* band) {
  if (!BandOf(c, k, band)) return false;
  if (x.rank() < 2) return Fail(c, "input must be at least 2-dim, received shape: {}", x.shape()), false;
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  if (!Within(band->lower, rows, columns))
    return Fail(c, "lower_diag_index is out of bound: {}. It must be between {} and {}", band->lower, -rows,
                columns),
           false;
  if (!Within(band->upper, rows, columns))
    return Fail(c, "upper_diag_index is out of bound: {} It must be between {} and {}", band->upper, -rows,
                columns),
           false;
  return true;
}
// The same while shapes are inferred, as far as they are known.
Status InferBandWithin(const Tensor& k, const Shape& x, Band* band) {
  TP_RETURN_IF_ERROR(ReadBand(k, "", true, band));
  const Dim rows = x[x.rank() - 2], columns = x[x.rank() - 1];
  if (!IsKnown(rows) || !IsKnown(columns)) return {};
  if (!Within(band->lower, rows, columns)) return InvalidArgument("lower_diag_index is out of bound.");
  if (!Within(band->upper, rows, columns)) return InvalidArgument("upper_diag_index is out of bound.");
  return {};
}

// The shape of the diagonals of matrices of shape x.
Shape DiagonalsOf(const Shape& x, const Band& band, Dim longest) {
  Shape shape(x.dims().first(x.rank() - 2));
  if (band.count() > 1) shape.Append(band.count());
  shape.Append(longest);
  return shape;
}

Status DiagPartShape(ShapeContext& c) {
  const Shape& x = c.input(0);
  const Tensor* k = c.value(1);
  if (!x.has_rank()) return {};
  if (x.rank() < 2) return InvalidArgument("Shape must be at least rank 2 but is rank {}", x.rank());
  if (k == nullptr) return {};
  Band band;
  TP_RETURN_IF_ERROR(InferBandWithin(*k, x, &band));
  const Dim rows = x[x.rank() - 2], columns = x[x.rank() - 1];
  const bool known = IsKnown(rows) && IsKnown(columns);
  c.Set(0, DiagonalsOf(x, band, known ? band.Longest(rows, columns) : kUnknownDim));
  return {};
}

void DiagPartKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Band band;
  if (!BandWithin(c, c.input(1), x, &band)) return;
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1),
                longest = band.Longest(rows, columns);
  Tensor* out = c.Output(0, x.dtype(), DiagonalsOf(x.shape(), band, longest));
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  const int64_t each = band.count() * longest;
  if (band.count() > 1) mover.Fill(out, c.input(2));
  for (int64_t m = 0; each > 0 && m < out->num_elements() / each; ++m)
    band.ForEach(rows, columns, longest, [&](int64_t row, int64_t column, int64_t i) {
      mover.Copy(out, m * each + i, x, (m * rows + row) * columns + column, 1);
    });
}

// The size of matrices that hold these diagonals, `longest` the length of a row of them; -1: as it comes out.
Status SizeOfMatrices(const Band& band, int64_t longest, bool inference, int64_t* rows, int64_t* columns) {
  const int64_t least_rows = longest - std::min<int64_t>(band.upper, 0),
                least_columns = longest + std::max<int64_t>(band.lower, 0);
  if (*rows == -1 && *columns == -1) *rows = *columns = std::max(least_rows, least_columns);
  if (*rows == -1) *rows = least_rows;
  if (*columns == -1) *columns = least_columns;
  if (*rows < least_rows)
    return InvalidArgument("{}", inference ? "num_rows is too small" : "The number of rows is too small.");
  if (*columns < least_columns)
    return InvalidArgument("{}",
                           inference ? "num_cols is too small." : "The number of columns is too small.");
  if (*rows == least_rows || *columns == least_columns) return {};
  return inference
             ? InvalidArgument(
                   "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, and "
                   "the length of the given diagonals.\nnum_rows = {} != min_num_rows = {}, num_cols = {} != "
                   "min_num_cols = {}",
                   *rows, least_rows, *columns, least_columns)
             : InvalidArgument(
                   "The number of rows or columns is not consistent with the specified d_lower, d_upper, "
                   "and diagonal.");
}

void MatrixDiagKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Band band;
  if (!BandOf(c, c.input(1), &band)) return;
  if (x.rank() < 1) return Fail(c, "diagonal must be at least 1-dim, received shape: {}", x.shape());
  const int many = band.count() > 1 ? 2 : 1;
  if (many == 2 && (x.rank() < 2 || x.dim(x.rank() - 2) != band.count()))
    return Fail(c,
                "The number of diagonals provided in the input does not match the lower_diag_index and "
                "upper_diag_index range.");
  const int64_t longest = x.dim(x.rank() - 1);
  int64_t rows = ScalarInt(c.input(2)), columns = ScalarInt(c.input(3));
  if (Status status = SizeOfMatrices(band, longest, false, &rows, &columns); !status.ok())
    return c.Error(std::move(status));
  Shape shape(x.shape().dims().first(x.rank() - many));
  shape.Append(rows);
  shape.Append(columns);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  mover.Fill(out, c.input(4));
  const int64_t each = rows * columns;
  for (int64_t m = 0; each > 0 && m < out->num_elements() / each; ++m)
    band.ForEach(rows, columns, longest, [&](int64_t row, int64_t column, int64_t i) {
      mover.Copy(out, m * each + row * columns + column, x, m * band.count() * longest + i, 1);
    });
}

Status MatrixDiagShape(ShapeContext& c) {
  const Shape& x = c.input(0);
  const Tensor* k = c.value(1);
  if (!x.has_rank() || k == nullptr) return {};
  if (x.rank() < 1) return InvalidArgument("Shape must be at least rank 1 but is rank {}", x.rank());
  Band band;
  TP_RETURN_IF_ERROR(ReadBand(*k, "", true, &band));
  const int many = band.count() > 1 ? 2 : 1;
  if (x.rank() < many)
    return InvalidArgument("Shape must be at least rank {} but is rank {}", many, x.rank());
  if (many == 2 && IsKnown(x[x.rank() - 2]) && x[x.rank() - 2] != band.count())
    return InvalidArgument(
        "The number of rows of `diagonal` doesn't match the number of diagonals implied from `d_lower` and "
        "`d_upper`.\nnum_diags = {}, d_lower = {}, d_upper = {} {} {}",
        x[x.rank() - 2], band.lower, band.upper, x.rank(), x[x.rank() - 1]);
  Shape shape(x.dims().first(x.rank() - many));
  int64_t rows = kUnknownDim, columns = kUnknownDim;
  const Dim longest = x[x.rank() - 1];
  if (IsKnown(longest) && c.value(2) != nullptr && c.value(3) != nullptr) {
    rows = ScalarInt(*c.value(2)), columns = ScalarInt(*c.value(3));
    TP_RETURN_IF_ERROR(SizeOfMatrices(band, longest, true, &rows, &columns));
  }
  shape.Append(rows);
  shape.Append(columns);
  c.Set(0, shape);
  return {};
}

// _MatrixDiagPartV3Grad.
void DiagPartGrad(GradContext& g) {
  const Val& x = g.input(0);
  const Attrs align = MakeAttrs({{"align", g.Attr<std::string>("align", "RIGHT_LEFT")}});
  if (x.shape().has_rank() && IsKnown(x.shape()[x.shape().rank() - 2]) &&
      IsKnown(x.shape()[x.shape().rank() - 1])) {
    const int rank = x.shape().rank();
    const Val rows = grad::Const(g, DType::kInt32, static_cast<double>(x.shape()[rank - 2]));
    const Val columns = grad::Const(g, DType::kInt32, static_cast<double>(x.shape()[rank - 1]));
    return g.Set(
        0, g.Op("MatrixDiagV3", {g.grad(0), g.input(1), rows, columns, grad::Const(g, g.grad(0).dtype(), 0)},
                align, "diag"));
  }
  g.Set(0, g.Op("MatrixSetDiagV3", {grad::ZerosLike(g, x), g.grad(0), g.input(1)}, align, "set_diag"));
}

Status SetDiagShape(ShapeContext& c) {
  const Shape &x = c.input(0), &diagonal = c.input(1);
  c.Set(0, x);
  if (!x.has_rank()) return {};
  if (x.rank() < 2) return InvalidArgument("Shape must be at least rank 2 but is rank {}", x.rank());
  const Tensor* k = c.value(2);
  if (k == nullptr) return {};
  Band band;
  TP_RETURN_IF_ERROR(InferBandWithin(*k, x, &band));
  const int many = band.count() > 1 ? 2 : 1;
  Shape parts;
  TP_RETURN_IF_ERROR(c.WithRank(1, x.rank() - 2 + many, &parts));
  if (!diagonal.has_rank()) return {};
  Shape shape;
  for (int i = 0; i < x.rank(); ++i) {
    Dim dim = x[i];
    if (i < x.rank() - 2) TP_RETURN_IF_ERROR(c.Merge(x[i], diagonal[i], &dim));
    shape.Append(dim);
  }
  c.Set(0, shape);
  return {};
}

void SetDiagKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &diagonal = c.input(1);
  Band band;
  if (!BandWithin(c, c.input(2), x, &band)) return;
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1),
                longest = band.Longest(rows, columns);
  const Shape wanted = DiagonalsOf(x.shape(), band, longest);
  if (band.count() > 1 && (diagonal.rank() < 2 || diagonal.dim(diagonal.rank() - 2) != band.count()))
    return Fail(c,
                "The number of diagonals provided in `diag` is not consistent with `lower_diag_index` and "
                "`upper_diag_index`");
  if (diagonal.shape() != wanted)
    return Fail(c,
                "Either first dimensions of diagonal don't match input.shape[:-2], or "
                "diagonal.shape[:-1] is not equal to the longests diagonal in range "
                "[lower_diag_index:upper_diag_index].\n"
                "Input shape: {}\nDiagonal shape: {}\nExpected diagonal shape: {}",
                x.shape(), diagonal.shape(), wanted);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  mover.Copy(out, 0, x, 0, x.num_elements());
  const int64_t each = rows * columns;
  for (int64_t m = 0; each > 0 && m < x.num_elements() / each; ++m)
    band.ForEach(rows, columns, longest, [&](int64_t row, int64_t column, int64_t i) {
      mover.Copy(out, m * each + row * columns + column, diagonal, m * band.count() * longest + i, 1);
    });
}

// _MatrixSetDiagGradV3.
void SetDiagGrad(GradContext& g) {
  const Attrs align = MakeAttrs({{"align", g.Attr<std::string>("align", "RIGHT_LEFT")}});
  const Val& diagonal = g.input(1);
  g.Set(0, g.Op("MatrixSetDiagV3", {g.grad(0), grad::ZerosLike(g, diagonal), g.input(2)}, align, "set_diag"));
  g.Set(1, g.Op("MatrixDiagPartV3", {g.grad(0), g.input(2), grad::Const(g, g.grad(0).dtype(), 0)}, align,
                "diag_part"));
}

void CrossKernel(KernelContext& c) {
  const Tensor &a = c.input(0), &b = c.input(1);
  if (a.shape() != b.shape())
    return Fail(c, "Both inputs must be of same shape: {} vs. {}", a.shape(), b.shape());
  if (a.rank() < 1) return Fail(c, "Input must be at least 1D");
  if (a.dim(a.rank() - 1) != 3)
    return FailAs(c, Code::kFailedPrecondition, "Cross-products are only defined for 3-element vectors.");
  Widened w;
  if (!Widen(c, {0, 1}, a.shape(), DType::kInt64, &w)) return;
  const auto products = [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < a.num_elements(); i += 3) {
      const T *u = w.in[0].data<T>() + i, *v = w.in[1].data<T>() + i;
      T* z = w.out.data<T>() + i;
      for (int k = 0; k < 3; ++k)
        z[k] = static_cast<T>(u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    }
  };
  if (w.dtype == DType::kInt64)
    products(int64_t{});
  else
    OfFloat(w, products);
  Narrow(c, w);
}

Status CrossShape(ShapeContext& c) {
  const Shape &a = c.input(0), &b = c.input(1);
  if (!a.has_rank() || !b.has_rank()) return shape::Unchanged(c);
  if (a.rank() != b.rank())
    return InvalidArgument("Shapes must be equal rank, but are {} and {}", a.rank(), b.rank());
  if (a.rank() < 1) return InvalidArgument("Shape must be at least rank 1 but is rank {}", a.rank());
  Shape out;
  TP_RETURN_IF_ERROR(c.Merge(a, b, &out));
  if (const Dim last = out[a.rank() - 1]; IsKnown(last) && last != 3)
    return InvalidArgument("Dimension must be 3 but is {}", last);
  c.Set(0, out);
  return {};
}

// Half of a tensor's dims, which come twice.
Status TensorDiagPartShape(ShapeContext& c) {
  const Shape& in = c.input(0);
  if (!in.has_rank()) return {};
  if (in.rank() == 0 || in.rank() % 2 != 0)
    return InvalidArgument("Input must have even and non-zero rank, input rank is {}", in.rank());
  Shape out;
  for (int i = 0; i < in.rank() / 2; ++i) {
    Dim dim;
    TP_RETURN_IF_ERROR(c.Merge(in[i], in[i + in.rank() / 2], &dim));
    out.Append(dim);
  }
  c.Set(0, out);
  return {};
}

void TensorDiagPartKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const int half = x.rank() / 2;
  if (x.rank() == 0 || x.rank() % 2 != 0)
    return Fail(c,
                "The rank of the tensor should be                                          even and "
                "positive, got shape {}",
                x.shape());
  Shape shape;
  for (int i = 0; i < half; ++i) {
    if (x.dim(i) != x.dim(i + half))
      return Fail(c, "Invalid shape {}: dimensions {} and {} do not match.", x.shape(), i, i + half);
    shape.Append(x.dim(i));
  }
  Tensor* const out = c.Output(0, x.dtype(), shape);
  if (out != nullptr) Mover(x.dtype()).Copy(out, 0, x, 0, out->num_elements(), out->num_elements() + 1);
}

}  // namespace

TP_OP(MatrixDiagV3){
    .name = "MatrixDiagV3",
    .inputs = "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T",
    .outputs = "output: T",
    .attrs = "T: type, align: {'LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'} = 'RIGHT_LEFT'",
    .doc = "Matrices with the innermost dim on a diagonal, or the last two on several.",
    .shape = MatrixDiagShape,
    .kernel = MatrixDiagKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("MatrixDiagPartV3", {g.grad(0), g.input(1), grad::Const(g, g.grad(0).dtype(), 0)},
                        MakeAttrs({{"align", g.Attr<std::string>("align", "RIGHT_LEFT")}}), "diag_part"));
        },
    .host_inputs = "k, num_rows, num_cols",
    .examples =
        "[1. 2.], 0, -1, -1, 0. -> [[1. 0.] [0. 2.]]\n"
        "[[0. 1.] [2. 3.]], [0 1], -1, -1, 9. -> [[2. 1.] [9. 3.]]",
};

TP_OP(MatrixDiagPartV3){
    .name = "MatrixDiagPartV3",
    .inputs = "input: T, k: int32, padding_value: T",
    .outputs = "diagonal: T",
    .attrs = "T: type, align: {'LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'} = 'RIGHT_LEFT'",
    .doc = "A diagonal of each matrix, or several as rows.",
    .shape = DiagPartShape,
    .kernel = DiagPartKernel,
    .gradient = DiagPartGrad,
    .host_inputs = "k",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], 0, 0. -> [1. 5.]\n"
        "[[1. 2. 3.] [4. 5. 6.]], 1, 0. -> [2. 6.]\n"
        "[[1. 2. 3.] [4. 5. 6.]], [-1 0], 9. -> [[1. 5.] [4. 9.]]",
};

TP_OP(MatrixSetDiagV3){
    .name = "MatrixSetDiagV3",
    .inputs = "input: T, diagonal: T, k: int32",
    .outputs = "output: T",
    .attrs = "T: type, align: {'LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'} = 'RIGHT_LEFT'",
    .doc = "Each matrix with a diagonal replaced.",
    .shape = SetDiagShape,
    .kernel = SetDiagKernel,
    .gradient = SetDiagGrad,
    .host_inputs = "k",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], [8. 9.], 1 -> [[1. 8. 3.] [4. 5. 9.]]\n"
        "[[1. 2.] [4. 5.]], [[0. 8.] [7. 9.]], [0 1] -> [[7. 8.] [4. 9.]]",
};

TP_OP(Cross){
    .name = "Cross",
    .api = "tf.linalg.cross (a, b, name=None)",
    .inputs = "a: T, b: T",
    .outputs = "product: T",
    .attrs = "T: " TP_REALS,
    .doc = "The cross products of vectors of three.",
    .shape = CrossShape,
    .kernel = CrossKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Cross", {g.input(1), g.grad(0)}));
          g.Set(1, g.Op("Cross", {g.grad(0), g.input(0)}));
        },
    .examples = "[1. 2. 3.], [4. 5. 7.] -> [-1. 5. -3.]",
};

TP_OP(DiagPart){
    .name = "DiagPart",
    .api = "tf.linalg.tensor_diag_part (input, name=None)",
    .inputs = "input: T",
    .outputs = "diagonal: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int32,int64,complex64,complex128}",
    .doc = "The elements whose index is the same number twice: what Diag puts there.",
    .shape = TensorDiagPartShape,
    .kernel = TensorDiagPartKernel,
    .gradient = [](GradContext& g) { g.Set(0, g.Op("Diag", {g.grad(0)})); },
    .examples = "[[1. 2.] [3. 4.]] -> [1. 4.]",
};

}  // namespace tp
