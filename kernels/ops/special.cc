// Special functions: incomplete gamma and beta functions, zeta and polygamma, Bessel functions, integrals.
// They are computed in double precision whatever the dtype (kernels/special_functions.h); gradients emit
// math_grad.py's nodes.
#include "kernels/grad_text.h"
#include "kernels/op.h"
#include "kernels/special_functions.h"
#include "kernels/store.h"

namespace tp {
namespace {

template <double (*F)(double)>
void OneKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) StoreReal(*out, i, F(ElementAsDouble(x, i)));
}

// The flat index in a tensor of `shape` of the element that `flat` of `whole` is broadcast from.
int64_t SourceOf(const Shape& shape, const Shape& whole, int64_t flat) {
  int64_t at = 0, stride = 1;
  for (int i = whole.rank() - 1, k = shape.rank() - 1; k >= 0; --i, --k) {
    if (shape[k] != 1) at += flat % whole[i] * stride;
    flat /= whole[i];
    stride *= shape[k];
  }
  return at;
}
template <double (*F)(double, double)>
void TwoKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &y = c.input(1);
  const auto shape = BroadcastShapes(x.shape(), y.shape());
  if (!shape)
    return FailAs(c, Code::kInvalidArgument, "Incompatible shapes: {} vs. {}", x.shape().ToString(),
                  y.shape().ToString());
  Tensor* out = c.Output(0, x.dtype(), *shape);
  if (out == nullptr) return;
  for (int64_t i = 0; i < out->num_elements(); ++i)
    StoreReal(*out, i,
              F(ElementAsDouble(x, SourceOf(x.shape(), *shape, i)),
                ElementAsDouble(y, SourceOf(y.shape(), *shape, i))));
}

// The inputs have one shape, or are scalars.
Status BetaincShape(ShapeContext& c) {
  Shape shape = c.input(0);
  for (int i = 1; i < 3; ++i)
    if (shape.IsScalar()) shape = c.input(i);
  for (int i = 0; i < 3; ++i)
    if (!c.input(i).IsScalar())
      if (const Status status = c.Merge(c.input(i), shape, &shape); !status.ok()) return status;
  c.Set(0, shape);
  return {};
}
void BetaincKernel(KernelContext& c) {
  const Tensor* widest = &c.input(0);
  for (const Tensor& t : c.inputs())
    if (t.rank() > 0) widest = &t;
  const auto at = [&](int k, int64_t i) {
    return ElementAsDouble(c.input(k), c.input(k).rank() == 0 ? 0 : i);
  };
  for (const Tensor& t : c.inputs())
    if (t.rank() > 0 && t.shape() != widest->shape())
      return FailAs(c, Code::kInvalidArgument, "Shapes of a, b and x must be the same or scalars");
  Tensor* out = c.Output(0, widest->dtype(), widest->shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < out->num_elements(); ++i)
    StoreReal(*out, i, special::Betainc(at(0, i), at(1, i), at(2, i)));
}

// partial * grad, summed over the dims in which an input was broadcast.
void SetSummed(GradContext& g, int input, const Val& partial, const Val& shape, const Val& axes) {
  g.Set(input, grad::Reshape(g, grad::Sum(g, grad::Mul(g, partial, g.grad(0)), axes), shape));
}
struct Axes {
  Val shape[2];
  std::vector<Val> axes;
};
Axes ReductionAxes(GradContext& g, int x, int y) {
  Axes result{{grad::ShapeOf(g, g.input(x)), grad::ShapeOf(g, g.input(y))}, {}};
  result.axes = g.builder().Ops("BroadcastGradientArgs", std::vector<Val>{result.shape[0], result.shape[1]});
  return result;
}

void IgammaGrad(GradContext& g, bool negated) {
  const Val &a = g.input(0), &x = g.input(1);
  const Axes axes = ReductionAxes(g, 0, 1);
  const Val partial_a = g.Op("IgammaGradA", {a, x});
  const Val negative = grad::Neg(g, x);
  const Val shifted = grad::Sub(g, a, grad::Const(g, a.dtype(), 1));
  const Val power = grad::Add(g, negative, grad::Mul(g, shifted, g.Op("Log", {x})));
  const Val partial_x = g.Op("Exp", {grad::Sub(g, power, g.Op("Lgamma", {a}))});
  int i = 0;
  for (const Val& partial : {partial_a, partial_x}) {
    const Val sum = grad::Sum(g, grad::Mul(g, partial, g.grad(0)), axes.axes[i]);
    const Val shaped = grad::Reshape(g, sum, axes.shape[i]);
    g.Set(i++, negated ? grad::Neg(g, shaped) : shaped);
  }
}
void BetaincGrad(GradContext& g) {
  const Val &a = g.input(0), &b = g.input(1), &x = g.input(2);
  const Axes axes = ReductionAxes(g, 0, 2);
  const Val gammas = grad::Add(g, g.Op("Lgamma", {a}), g.Op("Lgamma", {b}));
  const Val log_beta = grad::Sub(g, gammas, g.Op("Lgamma", {grad::Add(g, a, b)}));
  const Val left = g.Op("Xlog1py", {grad::Sub(g, b, grad::Const(g, b.dtype(), 1)), grad::Neg(g, x)});
  const Val right = g.Op("Xlogy", {grad::Sub(g, a, grad::Const(g, a.dtype(), 1)), x});
  const Val partial = g.Op("Exp", {grad::Sub(g, grad::Add(g, left, right), log_beta)});
  SetSummed(g, 2, partial, axes.shape[1], axes.axes[1]);
}
void ZetaGrad(GradContext& g) {
  const Val &x = g.input(0), &q = g.input(1);
  const Axes axes = ReductionAxes(g, 0, 1);
  const Val next = g.Op("Zeta", {grad::Add(g, x, grad::Const(g, x.dtype(), 1)), q});
  SetSummed(g, 1, grad::Mul(g, grad::Neg(g, x), next), axes.shape[1], axes.axes[1]);
}
void PolygammaGrad(GradContext& g) {
  const Val &n = g.input(0), &x = g.input(1);
  const Axes axes = ReductionAxes(g, 0, 1);
  const Val next = g.Op("Polygamma", {grad::Add(g, n, grad::Const(g, n.dtype(), 1)), x});
  SetSummed(g, 1, next, axes.shape[1], axes.axes[1]);
}

}  // namespace

#define TP_TWO(Name, function, names, doc_text, types, grad_fn, example) \
  TP_OP(Name){                                                           \
      .name = #Name,                                                     \
      .api = names,                                                      \
      .inputs = types,                                                   \
      .outputs = "z: T",                                                 \
      .attrs = "T: {float32,float64}",                                   \
      .doc = doc_text,                                                   \
      .shape = shape::Broadcast,                                         \
      .kernel = TwoKernel<special::function>,                            \
      .gradient = grad_fn,                                               \
      .examples = example,                                               \
  };
TP_TWO(
    Igamma, Igamma, "tf.math.igamma (a, x, name=None)", "The lower regularised incomplete gamma function.",
    "a: T, x: T", [](GradContext& g) { IgammaGrad(g, false); },
    "[1. 2. 0.5], [1. 2. 3.] -> [0.63212056 0.59399414 0.98569417]")
TP_TWO(
    Igammac, Igammac, "tf.math.igammac (a, x, name=None)", "The upper regularised incomplete gamma function.",
    "a: T, x: T", [](GradContext& g) { IgammaGrad(g, true); }, "[1. 2.], [1. 2.] -> [0.36787945 0.40600586]")
TP_TWO(IgammaGradA, IgammaGradA, "", "The derivative of igamma by a.", "a: T, x: T", nullptr,
       "[1. 2.], [1. 2.] -> [-0.4317297 -0.29400462]")
TP_TWO(RandomGammaGrad, RandomGammaGrad, "", "The derivative of a gamma number by its alpha.",
       "alpha: T, sample: T", nullptr, "[1. 2.], [1. 2.] -> [1.173563 1.0862086]")
TP_TWO(Zeta, Zeta, "tf.math.zeta (x, q, name=None)", "Hurwitz' zeta function.", "x: T, q: T", ZetaGrad,
       "[2. 3.], [1. 2.] -> [1.6449341 0.20205691]")
TP_TWO(Polygamma, Polygamma, "tf.math.polygamma (a, x, name=None)", "The derivatives of digamma.",
       "a: T, x: T", PolygammaGrad, "[1. 2.], [1. 2.] -> [1.6449341 -0.40411383]")

TP_OP(Betainc){
    .name = "Betainc",
    .api = "tf.math.betainc (a, b, x, name=None)",
    .inputs = "a: T, b: T, x: T",
    .outputs = "z: T",
    .attrs = "T: {float32,float64}",
    .doc = "The regularised incomplete beta function.",
    .shape = BetaincShape,
    .kernel = BetaincKernel,
    .gradient = BetaincGrad,
    .examples = "[1. 2.], [1. 3.], [0.5 0.25] -> [0.5 0.26171875]",
};

#define TP_ONE(Name, function, doc_text, gradient_text, example)       \
  TP_OP(Name){                                                         \
      .name = #Name,                                                   \
      .inputs = "x: T",                                                \
      .outputs = "y: T",                                               \
      .attrs = "T: {bfloat16,float16,float32,float64}",                \
      .doc = doc_text,                                                 \
      .shape = shape::Unchanged,                                       \
      .kernel = OneKernel<special::function>,                          \
      .gradient = [](GradContext& g) { grad::Run(g, gradient_text); }, \
      .examples = example,                                             \
  };
TP_ONE(Ndtri, Ndtri, "The inverse of the normal distribution function.",
       "d0 = mul(mul(g0, 2.5066282746310002), Exp(div(Square(y0), 2)))",
       "[0.5 0.975 0.] -> [0. 1.959964 -inf]")
TP_ONE(BesselI0, BesselI0, "Modified Bessel function I0.", "d0 = mul(g0, BesselI1(x0))",
       "[0. 1.] -> [1. 1.2660658]")
TP_ONE(BesselI1, BesselI1, "Modified Bessel function I1.",
       "d0 = mul(g0, SelectV2(Equal(x0, 0), 1, sub(BesselI0(x0), div(y0, x0))))",
       "[1. 2.] -> [0.5651591 1.5906372]")
TP_ONE(BesselI0e, BesselI0e, "exp(-|x|) I0(x).", "d0 = mul(g0, sub(BesselI1e(x0), mul(Sign(x0), y0)))",
       "[0. 1.] -> [1. 0.46575963]")
TP_ONE(
    BesselI1e, BesselI1e, "exp(-|x|) I1(x).",
    "d0 = mul(g0, SelectV2(Equal(x0, 0), 0.5, sub(BesselI0e(x0), mul(y0, add(Sign(x0), Reciprocal(x0))))))",
    "[0. 1.] -> [0. 0.20791042]")
TP_ONE(BesselK0, BesselK0, "Modified Bessel function K0.", "d0 = mul(g0, neg(BesselK1(x0)))",
       "[1.] -> [0.42102444]")
TP_ONE(BesselK1, BesselK1, "Modified Bessel function K1.",
       "d0 = mul(g0, sub(neg(BesselK0(x0)), div(y0, x0)))", "[1.] -> [0.60190725]")
TP_ONE(BesselK0e, BesselK0e, "exp(x) K0(x).", "d0 = mul(g0, sub(y0, BesselK1e(x0)))", "[1.] -> [1.1444631]")
TP_ONE(BesselK1e, BesselK1e, "exp(x) K1(x).",
       "d0 = mul(g0, sub(mul(y0, sub(1, Reciprocal(x0))), BesselK0e(x0)))", "[1.] -> [1.6361535]")
TP_ONE(BesselJ0, BesselJ0, "Bessel function J0.", "d0 = mul(g0, neg(BesselJ1(x0)))",
       "[0. 1.] -> [1. 0.7651977]")
TP_ONE(BesselJ1, BesselJ1, "Bessel function J1.",
       "d0 = mul(g0, SelectV2(Equal(x0, 0), 0.5, sub(BesselJ0(x0), div(y0, x0))))",
       "[0. 1.] -> [0. 0.44005057]")
TP_ONE(BesselY0, BesselY0, "Bessel function Y0.", "d0 = mul(g0, neg(BesselY1(x0)))", "[1.] -> [0.08825696]")
TP_ONE(BesselY1, BesselY1, "Bessel function Y1.", "d0 = mul(g0, sub(BesselY0(x0), div(y0, x0)))",
       "[1.] -> [-0.7812128]")
TP_ONE(FresnelCos, FresnelCos, "Fresnel's cosine integral.",
       "d0 = mul(g0, Cos(mul(1.5707963267948966, Square(x0))))", "[0. 1. -0.1] -> [0. 0.7798934 -0.0999975]")
TP_ONE(FresnelSin, FresnelSin, "Fresnel's sine integral.",
       "d0 = mul(g0, Sin(mul(1.5707963267948966, Square(x0))))",
       "[0. 1. -0.1] -> [0. 0.43825915 -0.0005235896]")
TP_ONE(Dawsn, Dawsn, "Dawson's integral.", "d0 = mul(g0, sub(1, mul(mul(2, x0), y0)))",
       "[0. 1.] -> [0. 0.5380795]")
TP_ONE(Expint, Expint, "The exponential integral Ei.", "d0 = div(mul(g0, Exp(x0)), x0)",
       "[1.] -> [1.8951178]")
TP_ONE(Spence, Spence, "The dilogarithm of 1 - x.",
       "d0 = mul(g0, SelectV2(Equal(x0, 1), -1, div(Log(x0), sub(1, x0))))",
       "[1. 2. 0.] -> [0. -0.8224670 1.6449341]")

}  // namespace tp
