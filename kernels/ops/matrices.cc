// Diagonals of matrices, and the cross product. Several diagonals at once (k a pair) are refused by name.
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/widen.h"

namespace tp {
namespace {

// The one diagonal that `k` names; false (an error is set) where it names several.
bool OneDiagonal(KernelContext& c, const Tensor& k, int64_t* at) {
  *at = ElementAsInt(k, 0);
  if (k.num_elements() == 1 || ElementAsInt(k, 1) == *at) return true;
  FailAs(c, Code::kUnimplemented, "{} with several diagonals", c.op().name());
  return false;
}

// How long diagonal `at` of a matrix is.
int64_t DiagonalLength(int64_t rows, int64_t columns, int64_t at) {
  return std::min(rows + std::min<int64_t>(at, 0), columns - std::max<int64_t>(at, 0));
}

Status DiagPartShape(ShapeContext& c) {
  const Shape& x = c.input(0);
  const Tensor* k = c.value(1);
  if (!x.has_rank()) return {};
  if (x.rank() < 2) return InvalidArgument("Shape must be at least rank 2 but is rank {}", x.rank());
  Shape shape(x.dims().first(x.rank() - 2));
  const Dim rows = x[x.rank() - 2], columns = x[x.rank() - 1];
  if (k == nullptr) return {};
  const int64_t at = ElementAsInt(*k, 0);
  shape.Append(IsKnown(rows) && IsKnown(columns) ? DiagonalLength(rows, columns, at) : kUnknownDim);
  c.Set(0, shape);
  return {};
}

void DiagPartKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  int64_t at;
  if (!OneDiagonal(c, c.input(1), &at)) return;
  if (x.rank() < 2) return Fail(c, "input must be at least 2-dim, received shape: {}", x.shape());
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  const int64_t n = DiagonalLength(rows, columns, at);
  if (n <= 0 && at != 0)
    return Fail(c, "lower_diag_index is out of bound: {}. It must be between {} and {}", at, -rows, columns);
  Shape shape(x.shape().dims().first(x.rank() - 2));
  shape.Append(n);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    const int64_t row = i % n + std::max<int64_t>(-at, 0), column = i % n + std::max<int64_t>(at, 0);
    mover.Copy(out, i, x, (i / n * rows + row) * columns + column, 1);
  }
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
                align));
  }
  g.Set(0, g.Op("MatrixSetDiagV3", {grad::ZerosLike(g, x), g.grad(0), g.input(1)}, align));
}

void SetDiagKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &diagonal = c.input(1);
  int64_t at;
  if (!OneDiagonal(c, c.input(2), &at)) return;
  if (x.rank() < 2) return Fail(c, "input must be at least 2-dim, received shape: {}", x.shape());
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  const int64_t n = DiagonalLength(rows, columns, at);
  Shape wanted(x.shape().dims().first(x.rank() - 2));
  wanted.Append(n);
  if (diagonal.shape() != wanted)
    return Fail(c,
                "Either first dimensions of diagonal don't match input.shape[:-2], or "
                "diagonal.shape[:-1] is not equal to the longests diagonal in range [{}:{}].\n"
                "Input shape: {}\nDiagonal shape: {}\nExpected diagonal shape: {}",
                at, at, x.shape(), diagonal.shape(), wanted);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  mover.Copy(out, 0, x, 0, x.num_elements());
  for (int64_t i = 0; i < diagonal.num_elements(); ++i) {
    const int64_t row = i % n + std::max<int64_t>(-at, 0), column = i % n + std::max<int64_t>(at, 0);
    mover.Copy(out, (i / n * rows + row) * columns + column, diagonal, i, 1);
  }
}

// _MatrixSetDiagGradV3.
void SetDiagGrad(GradContext& g) {
  const Attrs align = MakeAttrs({{"align", g.Attr<std::string>("align", "RIGHT_LEFT")}});
  const Val& diagonal = g.input(1);
  g.Set(0, g.Op("MatrixSetDiagV3", {g.grad(0), grad::ZerosLike(g, diagonal), g.input(2)}, align));
  g.Set(1, g.Op("MatrixDiagPartV3", {g.grad(0), g.input(2), grad::Const(g, g.grad(0).dtype(), 0)}, align));
}

void CrossKernel(KernelContext& c) {
  const Tensor &a = c.input(0), &b = c.input(1);
  if (a.shape() != b.shape())
    return Fail(c, "Both inputs must be of same shape: {} vs. {}", a.shape(), b.shape());
  if (a.rank() < 1) return Fail(c, "Input must be at least 1D");
  if (a.dim(a.rank() - 1) != 3) return Fail(c, "Cross-products are only defined for 3-element vectors.");
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

}  // namespace

TP_OP(MatrixDiagPartV3){
    .name = "MatrixDiagPartV3",
    .inputs = "input: T, k: int32, padding_value: T",
    .outputs = "diagonal: T",
    .attrs = "T: type, align: {'LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'} = 'RIGHT_LEFT'",
    .doc = "A diagonal of each matrix.",
    .shape = DiagPartShape,
    .kernel = DiagPartKernel,
    .gradient = DiagPartGrad,
    .host_inputs = "k",
    .examples =
        "[[1. 2. 3.] [4. 5. 6.]], 0, 0. -> [1. 5.]\n"
        "[[1. 2. 3.] [4. 5. 6.]], 1, 0. -> [2. 6.]",
};

TP_OP(MatrixSetDiagV3){
    .name = "MatrixSetDiagV3",
    .inputs = "input: T, diagonal: T, k: int32",
    .outputs = "output: T",
    .attrs = "T: type, align: {'LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'} = 'RIGHT_LEFT'",
    .doc = "Each matrix with a diagonal replaced.",
    .shape = shape::Unchanged,
    .kernel = SetDiagKernel,
    .gradient = SetDiagGrad,
    .host_inputs = "k",
    .examples = "[[1. 2. 3.] [4. 5. 6.]], [8. 9.], 1 -> [[1. 8. 3.] [4. 5. 9.]]",
};

TP_OP(Cross){
    .name = "Cross",
    .api = "tf.linalg.cross (a, b, name=None)",
    .inputs = "a: T, b: T",
    .outputs = "product: T",
    .attrs = "T: " TP_REALS,
    .doc = "The cross products of vectors of three.",
    .shape = shape::Unchanged,
    .kernel = CrossKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Cross", {g.input(1), g.grad(0)}));
          g.Set(1, g.Op("Cross", {g.grad(0), g.input(0)}));
        },
    .examples = "[1. 2. 3.], [4. 5. 7.] -> [-1. 5. -3.]",
};

}  // namespace tp
