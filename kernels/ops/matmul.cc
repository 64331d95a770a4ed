// Matrix products over the engine of kernels/gemm: MatMul, its batched form, and MatMul with an epilogue as
// fusion makes it. float16 and bfloat16 are computed in float32 and rounded at the end.
#include <complex>

#include "core/ir/primitives.h"
#include "kernels/activation.h"
#include "kernels/gemm/gemm.h"
#include "kernels/op.h"
#include "kernels/store.h"

namespace tp {
namespace {

struct Sizes {
  int64_t m = 0, n = 0, k = 0;
  bool trans_a = false, trans_b = false;
  int64_t lda() const { return trans_a ? m : k; }
  int64_t ldb() const { return trans_b ? k : n; }
};

// C = op(A) op(B) for element types that the engine has no code for: one chain of sums an element.
template <class T>
void PlainProduct(const Sizes& s, bool conj_a, bool conj_b, const T* a, const T* b, T* c) {
  for (int64_t i = 0; i < s.m; ++i)
    for (int64_t j = 0; j < s.n; ++j) {
      T sum{};
      for (int64_t l = 0; l < s.k; ++l) {
        T x = a[s.trans_a ? l * s.m + i : i * s.k + l];
        T y = b[s.trans_b ? j * s.k + l : l * s.n + j];
        if constexpr (!std::is_arithmetic_v<T>) {
          if (conj_a) x = std::conj(x);
          if (conj_b) y = std::conj(y);
        }
        sum = static_cast<T>(sum + x * y);
      }
      c[i * s.n + j] = sum;
    }
}

// One product of elements of the tensors' dtype, from offsets a, b to offset c (in elements).
template <class T>
void Product(KernelContext& c, const Sizes& s, const T* a, const T* b, T* out,
             const GemmEpilogue<T>& epilogue) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    Gemm(s.m, s.n, s.k, a, s.lda(), s.trans_a, b, s.ldb(), s.trans_b, out, s.n, false, epilogue);
  else if constexpr (std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t>)
    Gemm(s.m, s.n, s.k, a, s.lda(), s.trans_a, b, s.ldb(), s.trans_b, out, s.n);
  else {
    const bool conj = c.Attr("adj_x", false), conj_b = c.Attr("adj_y", false);
    PlainProduct(s, conj, conj_b, a, b, out);
  }
}

// A tensor of float16 or bfloat16 as float32.
Tensor Widened(KernelContext& c, const Tensor& x) {
  Tensor wide = c.Scratch(DType::kFloat32, x.shape());
  const void* in[] = {x.raw_data()};
  if (wide.valid()) CastTile(x.dtype(), DType::kFloat32)(in, wide.raw_data(), x.num_elements());
  return wide;
}

// `batch` products; offset_a, offset_b give where the matrices of product i begin.
void Products(KernelContext& c, const Sizes& s, const Tensor& a, const Tensor& b, Tensor* out,
              std::span<const int64_t> offsets_a, std::span<const int64_t> offsets_b) {
  const int64_t batch = static_cast<int64_t>(offsets_a.size());
  if (out->num_elements() == 0) return;
  if (a.dtype() == DType::kFloat16 || a.dtype() == DType::kBFloat16) {
    const Tensor wide_a = Widened(c, a), wide_b = Widened(c, b);
    Tensor wide = c.Scratch(DType::kFloat32, out->shape());
    if (!wide_a.valid() || !wide_b.valid() || !wide.valid()) return;
    Products(c, s, wide_a, wide_b, &wide, offsets_a, offsets_b);
    const void* in[] = {wide.raw_data()};
    return CastTile(DType::kFloat32, out->dtype())(in, out->raw_data(), out->num_elements());
  }
  DispatchNumeric(a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, Half> && !std::is_same_v<T, BFloat16> && !std::is_same_v<T, bool>) {
      if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
        if (batch > 1)
          return BatchedGemm(batch, s.m, s.n, s.k, a.data<T>(), s.lda(), s.trans_a, offsets_a.data(),
                             b.data<T>(), s.ldb(), s.trans_b, offsets_b.data(), out->data<T>(), s.n);
      for (int64_t i = 0; i < batch; ++i)
        Product<T>(c, s, a.data<T>() + offsets_a[i], b.data<T>() + offsets_b[i],
                   out->data<T>() + i * s.m * s.n, {});
    }
  });
}

// Sizes of op(A) op(B) from the last two dims; an error where they do not fit.
bool FindSizes(KernelContext& c, bool trans_a, bool trans_b, Sizes* s) {
  const Tensor &a = c.input(0), &b = c.input(1);
  const int ra = a.rank(), rb = b.rank();
  s->trans_a = trans_a;
  s->trans_b = trans_b;
  s->m = a.dim(trans_a ? ra - 1 : ra - 2);
  s->k = a.dim(trans_a ? ra - 2 : ra - 1);
  s->n = b.dim(trans_b ? rb - 2 : rb - 1);
  return s->k == b.dim(trans_b ? rb - 1 : rb - 2);
}

bool FindMatMulSizes(KernelContext& c, Sizes* s) {
  const Tensor &a = c.input(0), &b = c.input(1);
  if (c.op().name() == "SparseMatMul" && (a.rank() != 2 || b.rank() != 2))
    return Fail(c, "{} is not a matrix", a.rank() != 2 ? "a" : "b"), false;
  if (a.rank() != b.rank())
    return Fail(c, "In[0] and In[1] has different ndims: {} vs. {}", a.shape(), b.shape()), false;
  if (a.rank() != 2) return Fail(c, "In[0] and In[1] ndims must be == 2: {}", a.rank()), false;
  if (FindSizes(c, c.Attr("transpose_a", false), c.Attr("transpose_b", false), s)) return true;
  Fail(c, "Matrix size-incompatible: In[0]: {}, In[1]: {}", a.shape(), b.shape());
  return false;
}

void MatMulKernel(KernelContext& c) {
  Sizes s;
  if (!FindMatMulSizes(c, &s)) return;
  const int64_t start[] = {0};
  if (Tensor* out = c.Output(0, c.input(0).dtype(), Shape{s.m, s.n}))
    Products(c, s, c.input(0), c.input(1), out, start, start);
}

// Input i of a product whose operands may be of other dtypes than the product. Invalid (an error is set)
// where there is no memory or they do not go together.
Tensor Operand(KernelContext& c, int i, DType dtype) {
  const Tensor& x = c.input(i);
  if (x.dtype() == dtype) return x;
  if (IsComplex(x.dtype()) || IsComplex(dtype)) {
    FailAs(c, Code::kUnimplemented, "{} of {} as {}", c.op().name(), DTypeName(x.dtype()), DTypeName(dtype));
    return {};
  }
  Tensor made = c.Scratch(dtype, x.shape());
  for (int64_t at = 0; made.valid() && at < x.num_elements(); ++at)
    StoreReal(made, at, ElementAsDouble(x, at));
  return made;
}

void SparseMatMulKernel(KernelContext& c) {
  Sizes s;
  if (!FindMatMulSizes(c, &s)) return;
  const int64_t start[] = {0};
  const Tensor a = Operand(c, 0, DType::kFloat32), b = Operand(c, 1, DType::kFloat32);
  if (!a.valid() || !b.valid()) return;
  if (Tensor* out = c.Output(0, DType::kFloat32, Shape{s.m, s.n})) Products(c, s, a, b, out, start, start);
}

// _SparseMatMulGrad. What is sparse is said of the operands; a gradient never is.
void SparseMatMulGrad(GradContext& g) {
  const bool ta = g.Attr("transpose_a", false), tb = g.Attr("transpose_b", false);
  const bool sparse_a = g.Attr("a_is_sparse", false), sparse_b = g.Attr("b_is_sparse", false);
  const auto product = [&](int to, Val x, Val y, bool sparse_x, bool sparse_y, bool tx, bool ty) {
    if (ty) y = g.Op("Transpose", {y, grad::Ints(g, {1, 0})}, {}, "transpose");
    Attrs attrs = sparse_x || sparse_y ? MakeAttrs({{"transpose_a", tx},
                                                    {"transpose_b", false},
                                                    {"a_is_sparse", sparse_x},
                                                    {"b_is_sparse", sparse_y}})
                                       : MakeAttrs({{"transpose_a", tx}, {"transpose_b", false}});
    const Val made = g.Op(sparse_x || sparse_y || x.dtype() != y.dtype() ? "SparseMatMul" : "MatMul", {x, y},
                          attrs, "MatMul");
    g.Set(to, grad::Cast(g, made, g.input(to).dtype()));
  };
  const Val &a = g.input(0), &b = g.input(1), &d = g.grad(0);
  if (ta)
    product(0, b, d, sparse_b, false, tb, true);
  else
    product(0, d, b, false, sparse_b, false, !tb);
  if (tb)
    product(1, d, a, false, sparse_a, true, ta);
  else
    product(1, a, d, sparse_a, false, !ta, false);
}

// --- _FusedMatMul
// -------------------------------------------------------------------------------------------

// Bias, then activation (kernels/activation.h).
void FusedMatMulKernel(KernelContext& c) {
  Sizes s;
  if (!FindMatMulSizes(c, &s)) return;
  const std::vector<std::string> ops = c.Attr<std::vector<std::string>>("fused_ops");
  const bool bias = !ops.empty() && ops[0] == "BiasAdd";
  const std::string activation = ops.size() > (bias ? 1u : 0u) ? ops.back() : "";
  if (!bias || c.num_inputs() != 3 || (!activation.empty() && !ActivationPrim(activation)))
    return FailAs(c, Code::kUnimplemented, "Fusion is not implemented: [{}]", fmt::join(ops, ","));
  const Tensor& add = c.input(2);
  if (add.rank() != 1 || add.dim(0) != s.n)
    return Fail(c, "bias must be 1-dimensional of size {}, not {}", s.n, add.shape());
  Tensor* out = c.Output(0, c.input(0).dtype(), Shape{s.m, s.n});
  if (out == nullptr || out->num_elements() == 0) return;
  const bool inside = IsEngineActivation(activation);
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    GemmEpilogue<T> epilogue;
    epilogue.bias = add.data<T>();
    if (inside && activation == "Relu") epilogue.activation = Activation::kRelu;
    if (inside && activation == "Relu6") epilogue.activation = Activation::kRelu6;
    Product<T>(c, s, c.input(0).data<T>(), c.input(1).data<T>(), out->data<T>(), epilogue);
  };
  if (out->dtype() == DType::kFloat32)
    run(float{});
  else if (out->dtype() == DType::kFloat64)
    run(double{});
  else
    return FailAs(c, Code::kUnimplemented, "_FusedMatMul of {}", DTypeName(out->dtype()));
  if (!inside) ApplyActivation(activation, *out);
}

[[gnu::cold]] Status MatMulShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &a));
  TP_RETURN_IF_ERROR(c.WithRank(1, 2, &b));
  const bool ta = c.Attr("transpose_a", false), tb = c.Attr("transpose_b", false);
  Dim inner;
  TP_RETURN_IF_ERROR(c.Merge(a[ta ? 0 : 1], b[tb ? 1 : 0], &inner));
  c.Set(0, Shape{a[ta ? 1 : 0], b[tb ? 0 : 1]});
  return {};
}

Attrs MatMulAttrs(bool ta, bool tb, bool grad_a) {
  std::vector<AttrSet::Item> items = {{grad_a ? "grad_a" : "grad_b", true}};
  if (ta) items.push_back({"transpose_a", true});
  if (tb) items.push_back({"transpose_b", true});
  return MakeAttrs(std::move(items));
}

// _MatMulGrad: only the products whose gradient is asked for.
[[gnu::cold]] void MatMulGrad(GradContext& g) {
  const bool ta = g.Attr("transpose_a", false), tb = g.Attr("transpose_b", false);
  const Val& grad = g.grad(0);
  const bool need_a = g.Needs(0) || !g.Needs(1), need_b = g.Needs(1);
  Val a, b;
  if (need_b) a = grad::Conj(g, g.input(0));
  if (need_a) b = grad::Conj(g, g.input(1));
  if (need_a) {
    if (!ta)
      g.Set(0, g.Op("MatMul", {grad, b}, MatMulAttrs(false, !tb, true)));
    else
      g.Set(0, g.Op("MatMul", {b, grad}, MatMulAttrs(tb, true, true)));
  }
  if (need_b) {
    if (!tb)
      g.Set(1, g.Op("MatMul", {a, grad}, MatMulAttrs(!ta, false, false)));
    else
      g.Set(1, g.Op("MatMul", {grad, a}, MatMulAttrs(true, ta, false)));
  }
}

// --- BatchMatMul
// --------------------------------------------------------------------------------------------

void BatchMatMulKernel(KernelContext& c) {
  const DType dtype = c.Attr<DType>("Tout", c.input(0).dtype());
  const Tensor a = Operand(c, 0, dtype), b = Operand(c, 1, dtype);
  if (!a.valid() || !b.valid()) return;
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() < 2) return Fail(c, "In[{}] ndims must be >= 2: {}", i, c.input(i).rank());
  Sizes s;
  const bool adj_x = c.Attr("adj_x", false), adj_y = c.Attr("adj_y", false);
  const Shape batch_a(a.shape().dims().first(a.rank() - 2)), batch_b(b.shape().dims().first(b.rank() - 2));
  const std::optional<Shape> batch = BroadcastShapes(batch_a, batch_b);
  if (!batch)
    return Fail(c, "In[0] and In[1] must have compatible batch dimensions: {} vs. {}", a.shape(), b.shape());
  if (!FindSizes(c, adj_x, adj_y, &s))
    return Fail(c, "Matrix size-incompatible: In[0]: {}, In[1]: {} {} {}", a.shape(), b.shape(), int{adj_x},
                int{adj_y});
  Shape shape = *batch;
  shape.Append(s.m);
  shape.Append(s.n);
  Tensor* out = c.Output(0, a.dtype(), shape);
  if (out == nullptr) return;
  const int64_t count = batch->num_elements();
  std::vector<int64_t> offsets_a(count), offsets_b(count);
  const auto fill = [&](const Shape& own, int64_t size, std::vector<int64_t>* offsets) {
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i, offset = 0, stride = 1;
      for (int d = batch->rank() - 1, o = own.rank() - 1; o >= 0; --d, --o) {
        offset += own[o] == 1 ? 0 : rest % (*batch)[d] * stride;
        stride *= own[o];
        rest /= (*batch)[d];
      }
      (*offsets)[i] = offset * size;
    }
  };
  fill(batch_a, s.m * s.k, &offsets_a);
  fill(batch_b, s.k * s.n, &offsets_b);
  Products(c, s, a, b, out, offsets_a, offsets_b);
}

[[gnu::cold]] Status BatchMatMulShape(ShapeContext& c) {
  Shape a, b;
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 2, &a));
  TP_RETURN_IF_ERROR(c.WithRankAtLeast(1, 2, &b));
  if (!a.has_rank() || !b.has_rank()) return {};
  const int ra = a.rank(), rb = b.rank();
  const bool ta = c.Attr("adj_x", false), tb = c.Attr("adj_y", false);
  Dim inner;
  TP_RETURN_IF_ERROR(c.Merge(a[ta ? ra - 2 : ra - 1], b[tb ? rb - 1 : rb - 2], &inner));
  Shape out;
  const int rank = std::max(ra, rb) - 2;
  for (int i = 0; i < rank; ++i) {
    const int ia = i - (rank - (ra - 2)), ib = i - (rank - (rb - 2));
    const Dim x = ia < 0 ? 1 : a[ia], y = ib < 0 ? 1 : b[ib];
    Dim dim = kUnknownDim;
    if (x == 1 || (y > 1 && !IsKnown(x)))
      dim = y;
    else if (y == 1 || (x > 1 && !IsKnown(y)))
      dim = x;
    else
      TP_RETURN_IF_ERROR(c.Merge(x, y, &dim));
    out.Append(dim);
  }
  out.Append(a[ta ? ra - 1 : ra - 2]);
  out.Append(b[tb ? rb - 2 : rb - 1]);
  c.Set(0, out);
  return {};
}

Attrs BatchAttrs(bool adj_x, bool adj_y, bool grad_x) {
  std::vector<AttrSet::Item> items = {{grad_x ? "grad_x" : "grad_y", true}};
  if (adj_x) items.push_back({"adj_x", true});
  if (adj_y) items.push_back({"adj_y", true});
  return MakeAttrs(std::move(items));
}

// The first dims of a shape vector, all but two.
[[gnu::cold]] Val BatchDims(GradContext& g, const Val& shape) {
  return grad::Part(g, shape, grad::kOpen, -2);
}

// math_ops.matmul of a gradient: MatMul for matrices, BatchMatMulV2 for higher ranks.
[[gnu::cold]] Val GradProduct(GradContext& g, const Val& a, const Val& b, bool adj_a, bool adj_b, bool of_x) {
  const auto matrix = [](const Val& v) { return v.shape().has_rank() && v.shape().rank() == 2; };
  if (matrix(a) && matrix(b)) {
    const Val x = adj_a ? grad::Conj(g, a) : a, y = adj_b ? grad::Conj(g, b) : b;
    return g.Op("MatMul", {x, y}, MatMulAttrs(adj_a, adj_b, of_x));
  }
  return g.Op("BatchMatMulV2", {a, b}, BatchAttrs(adj_a, adj_b, of_x), "MatMul");
}

[[gnu::cold]] void BatchMatMulGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  const bool ax = g.Attr("adj_x", false), ay = g.Attr("adj_y", false);
  Val gx = ax ? GradProduct(g, y, grad, ay, true, true) : GradProduct(g, grad, y, false, !ay, true);
  Val gy = ay ? GradProduct(g, grad, x, true, ax, false) : GradProduct(g, x, grad, !ax, false, false);
  const auto batch_known = [](const Shape& s) {
    if (!s.has_rank()) return false;
    for (int i = 0; i + 2 < s.rank(); ++i)
      if (!IsKnown(s[i])) return false;
    return true;
  };
  const auto flat = [](const Val& v) { return v.shape().has_rank() && v.shape().rank() <= 2; };
  const Shape &sx = x.shape(), &sy = y.shape();
  const bool match = batch_known(sx) && batch_known(sy) && sx.rank() == sy.rank() &&
                     std::equal(sx.begin(), sx.end() - 2, sy.begin());
  if (!match && !(flat(x) && flat(y))) {
    const Val shape_x = grad::ShapeOf(g, x), shape_y = grad::ShapeOf(g, y);
    const std::vector<Val> axes = g.builder().Ops(
        "BroadcastGradientArgs", std::vector<Val>{BatchDims(g, shape_x), BatchDims(g, shape_y)});
    gx = grad::Reshape(g, grad::Sum(g, gx, axes[0]), shape_x);
    gy = grad::Reshape(g, grad::Sum(g, gy, axes[1]), shape_y);
  }
  g.Set(0, gx);
  g.Set(1, gy);
}

}  // namespace

TP_OP(MatMul){
    .name = "MatMul",
    .inputs = "a: T, b: T",
    .outputs = "product: T",
    .attrs =
        "transpose_a: bool = false, transpose_b: bool = false, T: {bfloat16,float16,float32,float64,"
        "int32,int64,uint8,uint16,uint32,uint64,complex64,complex128}, grad_a: bool = false, grad_b: "
        "bool = false",
    .doc = "The matrix product of a and b, either of them transposed first where the attribute says so.",
    .shape = MatMulShape,
    .kernel = MatMulKernel,
    .gradient = MatMulGrad,
    .examples =
        "[[1. 2.] [3. 4.]], [[1.] [10.]] -> [[21.] [43.]]\n"
        "[[1 2] [3 4]], [[1 10]] -> [[21] [43]] | transpose_b=true",
};

TP_OP(BatchMatMulV2){
    .name = "BatchMatMulV2",
    .inputs = "x: T, y: T",
    .outputs = "output: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,int16,int32,int64,uint8,uint16,uint32,uint64,complex64,"
        "complex128}, adj_x: bool = false, adj_y: bool = false, grad_x: bool = false, grad_y: bool = "
        "false",
    .doc =
        "Matrix products of the last two dims; the dims before are broadcast. adj_x and adj_y take "
        "the (conjugate) transpose.",
    .shape = BatchMatMulShape,
    .kernel = BatchMatMulKernel,
    .gradient = BatchMatMulGrad,
    .examples = "[[[1. 2.]] [[3. 4.]]], [[1.] [10.]] -> [[[21.]] [[43.]]]",
};

#define TP_PRODUCT_TYPES(first) \
  first "bfloat16,float16,float32,float64,int16,int32,int64,complex64,complex128}"

TP_OP(BatchMatMulV3){
    .name = "BatchMatMulV3",
    .inputs = "x: Ta, y: Tb",
    .outputs = "output: Tout",
    .attrs = "Ta: " TP_PRODUCT_TYPES("{uint8,int8,") ", Tb: " TP_PRODUCT_TYPES(
        "{uint8,int8,") ", Tout: " TP_PRODUCT_TYPES("{") ", adj_x: bool = false, adj_y: bool = false, grad_x: "
                                                         "bool = false, grad_y: bool = false",
    .doc = "As BatchMatMulV2, in a dtype of its own.",
    .shape = BatchMatMulShape,
    .kernel = BatchMatMulKernel,
    .gradient = BatchMatMulGrad,
    .examples = "[[1. 2.]], [[1.] [10.]] -> [[21.]] | Tout=float32",
};

TP_OP(SparseMatMul){
    .name = "SparseMatMul",
    .inputs = "a: Ta, b: Tb",
    .outputs = "product: float32",
    .attrs =
        "transpose_a: bool = false, transpose_b: bool = false, a_is_sparse: bool = false, b_is_sparse: bool "
        "= false, Ta: {float32,bfloat16} = float32, Tb: {float32,bfloat16} = float32",
    .doc = "The product of matrices that may have many zeros.",
    .shape = MatMulShape,
    .kernel = SparseMatMulKernel,
    .gradient = SparseMatMulGrad,
    .examples = "[[1. 2.]], [[1.] [10.]] -> [[21.]]",
};

TP_OP(BatchMatMul){
    .name = "BatchMatMul",
    .inputs = "x: T, y: T",
    .outputs = "output: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,int32,int64,complex64,complex128}, adj_x: bool = false,"
        " adj_y: bool = false, grad_x: bool = false, grad_y: bool = false",
    .doc = "As BatchMatMulV2, without broadcasting.",
    .shape = BatchMatMulShape,
    .kernel = BatchMatMulKernel,
    .gradient = BatchMatMulGrad,
    .examples = "[[[1. 2.]] [[3. 4.]]], [[[1.] [10.]] [[2.] [20.]]] -> [[[21.]] [[86.]]]",
};

TP_OP(FusedMatMul){
    .name = "_FusedMatMul",
    .inputs = "a: T, b: T, args: num_args * T",
    .outputs = "product: T",
    .attrs =
        "transpose_a: bool = false, transpose_b: bool = false, T: {bfloat16,float16,float32,float64},"
        " num_args: int >= 0, fused_ops: list(string) = [], epsilon: float = 0.0001, "
        "leakyrelu_alpha: float = 0.2",
    .doc = "MatMul, then bias, then an activation; fusion makes it from the separate ops.",
    .shape = MatMulShape,
    .kernel = FusedMatMulKernel,
    .examples = "[[1. 2.] [3. 4.]], [[1.] [-10.]], [0.5] -> [[0.] [0.]] | fused_ops=['BiasAdd','Relu']",
};

}  // namespace tp
