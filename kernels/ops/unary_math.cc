// Elementwise ops of one input: arithmetic and rounding, exponentials, trigonometry, special functions, and
// the ops of their gradients. Each is an expression over the primitives (core/ir/primitives.def); gradients
// emit the nodes that tensorflow/python/ops/math_grad.py emits.
#include <cmath>

#include "kernels/grad_text.h"
#include "kernels/op.h"

namespace tp {
namespace {

// 1 / sqrt(1 - x^2), of the input.
Val InverseRoot(GradContext& g) {
  const Val square = g.Op("Square", {grad::Conj(g, g.input(0))});
  const Val one = grad::ConstNode(g, g.grad(0).dtype(), 1);
  return g.Op("Reciprocal", {g.Op("Sqrt", {g.Op("Sub", {one, square})})});
}

// grad * times / sqrt(pi) * exp(-x^2)
Val ErfGrad(GradContext& g, double times) {
  const Val scale = grad::ConstNode(g, g.grad(0).dtype(), times / std::sqrt(M_PI));
  const Val scaled = grad::Mul(g, g.grad(0), scale);
  return grad::Mul(g, scaled, g.Op("Exp", {grad::Neg(g, g.Op("Square", {grad::Conj(g, g.input(0))}))}));
}

void ReciprocalGradGrad(GradContext& g) {
  const Val a = grad::Conj(g, g.input(0)), grad = grad::Conj(g, g.grad(0));
  const Val scaled = grad::Mul(g, grad, grad::Const(g, a.dtype(), -2));
  g.Set(0, grad::Mul(g, grad::Mul(g, scaled, g.input(1)), a));
  g.Set(1, g.Op("ReciprocalGrad", {a, g.grad(0)}));
}

}  // namespace

TP_OP(Neg){
    .name = "Neg",
    .api = "tf.negative, tf.math.negative (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "The negative of each element; unsigned integers wrap.",
    .shape = shape::Unchanged,
    .elementwise = "neg(x)",
    .gradient = [](GradContext& g) { g.Set(0, grad::Neg(g, g.grad(0))); },
    .in_place = 0,
    .examples =
        "[-1.5 -0. 0. 0.5 2.] -> [1.5 0. -0. -0.5 -2.]\n"
        "[1 -2 0] -> [-1 2 0]\n"
        "c64:[1.+2.j] -> c64:[-1-2j]",
};

TP_OP(Abs){
    .name = "Abs",
    .api = "tf.abs, tf.math.abs (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64}",
    .doc = "The absolute value. The smallest signed integer stays as it is.",
    .shape = shape::Unchanged,
    .elementwise = "abs(x)",
    .gradient = [](GradContext& g) { g.Set(0, grad::Mul(g, g.grad(0), g.Op("Sign", {g.input(0)}))); },
    .in_place = 0,
    .examples =
        "[-1.5 -0. 0. 0.5 2.] -> [1.5 0. 0. 0.5 2.]\n"
        "[1 -2 0] -> [1 2 0]",
};

TP_OP(Sign){
    .name = "Sign",
    .api = "tf.sign, tf.math.sign (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "-1, 0 or 1; NaN for NaN; x / |x| of a complex number.",
    .shape = shape::Unchanged,
    .elementwise = "sign(x)",
    .gradient = [](GradContext& g) { g.Set(0, grad::ZerosLike(g, g.input(0))); },
    .in_place = 0,
    .examples =
        "[-1.5 -0. 0. 0.5 2.] -> [-1. 0. 0. 1. 1.]\n"
        "[3 -2 0] -> [1 -1 0]",
};

TP_OP(Square){
    .name = "Square",
    .api = "tf.square, tf.math.square (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,uint8,uint16,uint32,uint64,"
        "complex64,complex128}",
    .doc = "x * x.",
    .shape = shape::Unchanged,
    .elementwise = "square(x)",
    .gradient =
        [](GradContext& g) {
          const Val x = grad::Conj(g, g.input(0));
          g.Set(0, g.Op("Mul", {g.grad(0), g.Op("Mul", {x, grad::ConstNode(g, x.dtype(), 2)})}));
        },
    .in_place = 0,
    .examples =
        "[-1.5 -0. 0. 0.5 2.] -> [2.25 0. 0. 0.25 4.]\n"
        "[3 -2 0] -> [9 4 0]",
};

TP_OP(Sqrt){
    .name = "Sqrt",
    .api = "tf.sqrt, tf.math.sqrt (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The square root; NaN below zero.",
    .shape = shape::Unchanged,
    .elementwise = "sqrt(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("SqrtGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[0. 4. 2. -1.] -> [0. 2. 1.4142135 nan]",
};

TP_OP(Rsqrt){
    .name = "Rsqrt",
    .api = "tf.math.rsqrt (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "1 / sqrt(x).",
    .shape = shape::Unchanged,
    .elementwise = "rsqrt(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("RsqrtGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[4. 2. inf] -> [0.5 0.70710677 0.]",
};

TP_OP(Reciprocal){
    .name = "Reciprocal",
    .api = "tf.math.reciprocal (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "1 / x.",
    .shape = shape::Unchanged,
    .elementwise = "reciprocal(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ReciprocalGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[4. -2. 0.] -> [0.25 -0.5 inf]",
};

TP_OP(Inv){
    .name = "Inv",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "1 / x; the old name of Reciprocal.",
    .shape = shape::Unchanged,
    .elementwise = "reciprocal(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ReciprocalGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[4. -2. 0.] -> [0.25 -0.5 inf]",
};

TP_OP(Floor){
    .name = "Floor",
    .api = "tf.floor, tf.math.floor (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The largest whole number not above x.",
    .shape = shape::Unchanged,
    .elementwise = "floor(x)",
    .no_gradient = true,
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-2. -0. 0. 0. 2.]",
};

TP_OP(Ceil){
    .name = "Ceil",
    .api = "tf.math.ceil (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The smallest whole number not below x.",
    .shape = shape::Unchanged,
    .elementwise = "ceil(x)",
    .no_gradient = true,
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-1. -0. 0. 1. 2.]",
};

TP_OP(Round){
    .name = "Round",
    .api = "tf.round, tf.math.round (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "The nearest whole number, halves to even; integers stay.",
    .shape = shape::Unchanged,
    .elementwise = "round(x)",
    .no_gradient = true,
    .in_place = 0,
    .examples = "[-1.5 -0.5 0.5 1.5 2.5] -> [-2. -0. 0. 2. 2.]",
};

TP_OP(Rint){
    .name = "Rint",
    .api = "tf.math.rint (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The nearest whole number, halves to even.",
    .shape = shape::Unchanged,
    .elementwise = "round(x)",
    .no_gradient = true,
    .in_place = 0,
    .examples = "[-1.5 -0.5 0.5 1.5 2.5] -> [-2. -0. 0. 2. 2.]",
};

TP_OP(Exp){
    .name = "Exp",
    .api = "tf.exp, tf.math.exp (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "e to the power of x. Within 2 ulp in float32.",
    .shape = shape::Unchanged,
    .elementwise = "exp(x)",
    .gradient = [](GradContext& g) { g.Set(0, grad::Mul(g, g.grad(0), grad::Conj(g, g.output(0)))); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [0.22313017 1. 1. 1.6487212 7.389056]",
};

TP_OP(Expm1){
    .name = "Expm1",
    .api = "tf.math.expm1 (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "exp(x) - 1, exact near zero.",
    .shape = shape::Unchanged,
    .elementwise = "expm1(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Exp(conj(x0)))"); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-0.77686983 -0. 0. 0.6487213 6.389056]",
};

TP_OP(Log){
    .name = "Log",
    .api = "tf.math.log (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The natural logarithm; -inf at zero, NaN below.",
    .shape = shape::Unchanged,
    .elementwise = "log(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, grad::Mul(g, g.grad(0), g.Op("Reciprocal", {grad::Conj(g, g.input(0))})));
        },
    .in_place = 0,
    .examples = "[0.5 1. 10. 0. -1.] -> [-0.6931472 0. 2.3025851 -inf nan]",
};

TP_OP(Log1p){
    .name = "Log1p",
    .api = "tf.math.log1p (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "log(1 + x), exact near zero.",
    .shape = shape::Unchanged,
    .elementwise = "log1p(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Reciprocal(add(1, conj(x0))))"); },
    .in_place = 0,
    .examples = "[-0.5 0. 10.] -> [-0.6931472 0. 2.3978953]",
};

TP_OP(Sin){
    .name = "Sin",
    .api = "tf.sin, tf.math.sin (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The sine.",
    .shape = shape::Unchanged,
    .elementwise = "sin(x)",
    .gradient =
        [](GradContext& g) { g.Set(0, grad::Mul(g, g.grad(0), g.Op("Cos", {grad::Conj(g, g.input(0))}))); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-0.997495 -0. 0. 0.47942555 0.9092974]",
};

TP_OP(Cos){
    .name = "Cos",
    .api = "tf.cos, tf.math.cos (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The cosine.",
    .shape = shape::Unchanged,
    .elementwise = "cos(x)",
    .gradient =
        [](GradContext& g) {
          const Val x = grad::Conj(g, g.input(0)), negative = grad::Neg(g, g.grad(0));
          g.Set(0, grad::Mul(g, negative, g.Op("Sin", {x})));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [0.0707372 1. 1. 0.87758255 -0.41614684]",
};

TP_OP(Tan){
    .name = "Tan",
    .api = "tf.tan, tf.math.tan (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The tangent.",
    .shape = shape::Unchanged,
    .elementwise = "tan(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(Square(Reciprocal(Cos(conj(x0)))), g0)"); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-14.10142 -0. 0. 0.5463025 -2.1850398]",
};

TP_OP(Asin){
    .name = "Asin",
    .api = "tf.asin, tf.math.asin (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The arc sine; NaN outside of [-1, 1].",
    .shape = shape::Unchanged,
    .elementwise = "asin(x)",
    .gradient = [](GradContext& g) { g.Set(0, grad::Mul(g, g.grad(0), InverseRoot(g))); },
    .in_place = 0,
    .examples = "[-1. 0. 0.5 2.] -> [-1.5707964 0. 0.5235988 nan]",
};

TP_OP(Acos){
    .name = "Acos",
    .api = "tf.acos, tf.math.acos (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The arc cosine; NaN outside of [-1, 1].",
    .shape = shape::Unchanged,
    .elementwise = "acos(x)",
    .gradient =
        [](GradContext& g) {
          const Val root = InverseRoot(g);
          g.Set(0, grad::Mul(g, grad::Neg(g, g.grad(0)), root));
        },
    .in_place = 0,
    .examples = "[-1. 0. 0.5 2.] -> [3.1415927 1.5707964 1.0471976 nan]",
};

TP_OP(Atan){
    .name = "Atan",
    .api = "tf.atan, tf.math.atan (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The arc tangent.",
    .shape = shape::Unchanged,
    .elementwise = "atan(x)",
    .gradient =
        [](GradContext& g) {
          grad::Run(g, "s = Square(conj(x0)); d0 = mul(g0, Reciprocal(AddV2:Add(const(1), s)))");
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-0.98279375 -0. 0. 0.4636476 1.1071488]",
};

TP_OP(Sinh){
    .name = "Sinh",
    .api = "tf.sinh, tf.math.sinh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The hyperbolic sine.",
    .shape = shape::Unchanged,
    .elementwise = "sinh(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Cosh(conj(x0)))"); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-2.1292794 -0. 0. 0.5210953 3.6268604]",
};

TP_OP(Cosh){
    .name = "Cosh",
    .api = "tf.cosh, tf.math.cosh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The hyperbolic cosine.",
    .shape = shape::Unchanged,
    .elementwise = "cosh(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Sinh(conj(x0)))"); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [2.3524096 1. 1. 1.127626 3.7621958]",
};

TP_OP(Tanh){
    .name = "Tanh",
    .api = "tf.tanh, tf.math.tanh, tf.nn.tanh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The hyperbolic tangent. Within 2 ulp in float32.",
    .shape = shape::Unchanged,
    .elementwise = "tanh(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("TanhGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-0.9051483 -0. 0. 0.46211714 0.9640276]",
};

TP_OP(Asinh){
    .name = "Asinh",
    .api = "tf.asinh, tf.math.asinh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The inverse of sinh.",
    .shape = shape::Unchanged,
    .elementwise = "asinh(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = div(g0, Cosh(conj(y0)))"); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-1.1947632 -0. 0. 0.48121184 1.4436355]",
};

TP_OP(Acosh){
    .name = "Acosh",
    .api = "tf.acosh, tf.math.acosh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The inverse of cosh; NaN below 1.",
    .shape = shape::Unchanged,
    .elementwise = "acosh(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = div(g0, Sinh(conj(y0)))"); },
    .in_place = 0,
    .examples = "[0.5 1. 2. 10.] -> [nan 0. 1.316958 2.993223]",
};

TP_OP(Atanh){
    .name = "Atanh",
    .api = "tf.atanh, tf.math.atanh (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The inverse of tanh.",
    .shape = shape::Unchanged,
    .elementwise = "atanh(x)",
    .gradient =
        [](GradContext& g) {
          grad::Run(g, "s = Square(conj(x0)); d0 = mul(g0, Reciprocal(Sub(const(1), s)))");
        },
    .in_place = 0,
    .examples = "[-0.5 0. 0.9] -> [-0.54930615 0. 1.4722193]",
};

TP_OP(Erf){
    .name = "Erf",
    .api = "tf.math.erf (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The error function. Within 3 ulp in float32.",
    .shape = shape::Unchanged,
    .elementwise = "erf(x)",
    .gradient = [](GradContext& g) { g.Set(0, ErfGrad(g, 2)); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [-0.9661051 -0. 0. 0.5204999 0.99532235]",
};

TP_OP(Erfc){
    .name = "Erfc",
    .api = "tf.math.erfc (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "1 - erf(x), exact for large x.",
    .shape = shape::Unchanged,
    .elementwise = "erfc(x)",
    .gradient = [](GradContext& g) { g.Set(0, ErfGrad(g, -2)); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [1.9661051 1. 1. 0.47950011 0.0046777353]",
};

TP_OP(Erfinv){
    .name = "Erfinv",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The inverse of erf; NaN outside of [-1, 1].",
    .shape = shape::Unchanged,
    .elementwise = "erfinv(x)",
    .gradient =
        [](GradContext& g) { grad::Run(g, "d0 = mul(mul(g0, 0.8862269254527580), Exp(Square(y0)))"); },
    .examples = "[-0.5 0. 0.9 1.] -> [-0.4769363 0. 1.1630871 inf]",
};

TP_OP(Lgamma){
    .name = "Lgamma",
    .api = "tf.math.lgamma (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The logarithm of the absolute value of the gamma function.",
    .shape = shape::Unchanged,
    .elementwise = "lgamma(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Digamma(conj(x0)))"); },
    .in_place = 0,
    .examples = "[0.5 1. 4. -1.5] -> [0.5723649 0. 1.7917595 0.86004704]",
};

TP_OP(Digamma){
    .name = "Digamma",
    .api = "tf.math.digamma (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The derivative of lgamma.",
    .shape = shape::Unchanged,
    .elementwise = "digamma(x)",
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = mul(g0, Polygamma(1, conj(x0)))"); },
    .in_place = 0,
    .examples = "[0.5 1. 4. -1.5] -> [-1.9635108 -0.5772159 1.2561177 0.7031568]",
};

TP_OP(Sigmoid){
    .name = "Sigmoid",
    .api = "tf.sigmoid, tf.math.sigmoid, tf.nn.sigmoid (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "1 / (1 + exp(-x)). Within 2 ulp in float32.",
    .shape = shape::Unchanged,
    .elementwise = "sigmoid(x)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("SigmoidGrad", {grad::Conj(g, g.output(0)), g.grad(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 2.] -> [0.18242551 0.5 0.5 0.62245935 0.8807971]",
};

TP_OP(LogicalNot){
    .name = "LogicalNot",
    .api = "tf.logical_not, tf.math.logical_not (x, name=None)",
    .inputs = "x: bool",
    .outputs = "y: bool",
    .doc = "True where x is False.",
    .shape = shape::Unchanged,
    .elementwise = "not(x)",
    .no_gradient = true,
    .examples = "[True False] -> [False True]",
};

TP_OP(IsNan){
    .name = "IsNan",
    .api = "tf.math.is_nan (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: bool",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "True where x is NaN.",
    .shape = shape::Unchanged,
    .elementwise = "isnan(x)",
    .examples = "[nan inf 1.] -> [True False False]",
};

TP_OP(IsInf){
    .name = "IsInf",
    .api = "tf.math.is_inf (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: bool",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "True where x is infinite.",
    .shape = shape::Unchanged,
    .elementwise = "isinf(x)",
    .examples = "[nan -inf 1.] -> [False True False]",
};

TP_OP(IsFinite){
    .name = "IsFinite",
    .api = "tf.math.is_finite (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: bool",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "True where x is neither infinite nor NaN.",
    .shape = shape::Unchanged,
    .elementwise = "isfinite(x)",
    .examples = "[nan inf 1.] -> [False False True]",
};

TP_OP(Invert){
    .name = "Invert",
    .api = "tf.bitwise.invert (x, name=None)",
    .inputs = "x: T",
    .outputs = "y: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "Every bit turned.",
    .shape = shape::Unchanged,
    .elementwise = "invert(x)",
    .no_gradient = true,
    .examples =
        "[0 5 -1] -> [-1 -6 0]\n"
        "u8:[0 5 255] -> u8:[255 250 0]",
};

TP_OP(Conj){
    .name = "Conj",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: {complex64,complex128,variant} = complex64",
    .doc = "The complex conjugate.",
    .shape = shape::Unchanged,
    .elementwise = "conj(input)",
    .gradient = [](GradContext& g) { g.Set(0, g.Op("Conj", {g.grad(0)})); },
    .in_place = 0,
    .examples = "c64:[1.+2.j] -> c64:[1-2j]",
};

TP_OP(SqrtGrad){
    .name = "SqrtGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Sqrt: dy / (2 y); 0 where dy is, whatever y is.",
    .shape = shape::Unchanged,
    .elementwise = "select(eq(dy, 0), 0, div(mul(dy, 0.5), y))",
    .gradient =
        [](GradContext& g) { grad::Run(g, "r = div(g0, x0); d0 = mul(neg(conj(r)), y0); d1 = mul(0.5, r)"); },
    .in_place = 1,
    .examples = "[2. 4. 0. nan], [1. 1. 0. 0.] -> [0.25 0.125 0. 0.]",
};

TP_OP(RsqrtGrad){
    .name = "RsqrtGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Rsqrt: -dy y^3 / 2; 0 where dy is, whatever y is.",
    .shape = shape::Unchanged,
    .elementwise = "select(eq(dy, 0), 0, mul(mul(dy, -0.5), mul(mul(y, y), y)))",
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "a = conj(x0); s = mul(-1.5, conj(g0)); d0 = mul(mul(s, x1), Square(a)); d1 = "
                    "RsqrtGrad(a, g0)");
        },
    .in_place = 1,
    .examples = "[2. 4. inf nan], [1. 1. 0. 0.] -> [-4. -32. 0. 0.]",
};

TP_OP(ReciprocalGrad){
    .name = "ReciprocalGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Reciprocal: -dy y^2; 0 where dy is, whatever y is.",
    .shape = shape::Unchanged,
    .elementwise = "select(eq(dy, 0), 0, mul(neg(dy), mul(y, y)))",
    .gradient = ReciprocalGradGrad,
    .in_place = 1,
    .examples = "[2. 4. inf nan], [1. 1. 0. 0.] -> [-4. -16. 0. 0.]",
};

TP_OP(InvGrad){
    .name = "InvGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Inv: -dy y^2; 0 where dy is, whatever y is.",
    .shape = shape::Unchanged,
    .elementwise = "select(eq(dy, 0), 0, mul(neg(dy), mul(y, y)))",
    .gradient = ReciprocalGradGrad,
    .in_place = 1,
    .examples = "[2. 4. inf nan], [1. 1. 0. 0.] -> [-4. -16. 0. 0.]",
};

TP_OP(TanhGrad){
    .name = "TanhGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Tanh: dy (1 - y^2).",
    .shape = shape::Unchanged,
    .elementwise = "mul(dy, sub(1, mul(y, y)))",
    .gradient =
        [](GradContext& g) {
          grad::Run(g, "a = conj(x0); d0 = mul(mul(mul(g0, -2), conj(x1)), a); d1 = TanhGrad(a, g0)");
        },
    .in_place = 1,
    .examples = "[0.5 0.], [1. 2.] -> [0.75 2.]",
};

TP_OP(SigmoidGrad){
    .name = "SigmoidGrad",
    .inputs = "y: T, dy: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "The gradient of Sigmoid: dy y (1 - y).",
    .shape = shape::Unchanged,
    .elementwise = "mul(mul(dy, y), sub(1, y))",
    .gradient =
        [](GradContext& g) {
          grad::Run(
              g,
              "a = conj(x0); b = mul(g0, conj(x1)); d0 = sub(b, mul(mul(2, b), a)); d1 = SigmoidGrad(a, g0)");
        },
    .in_place = 1,
    .examples = "[0.5 0.25], [1. 2.] -> [0.25 0.375]",
};

}  // namespace tp
