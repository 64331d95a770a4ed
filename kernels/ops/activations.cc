// Activations and their gradients, all elementwise.
#include "kernels/grad_text.h"
#include "kernels/op.h"

namespace tp {
namespace {

// Gradients of XGrad(gradients, features) where the second derivative is zero almost everywhere.
void LinearGradGrad(GradContext& g, std::string_view op, Attrs attrs = {}) {
  g.Set(0, g.Op(op, {g.grad(0), g.input(1)}, std::move(attrs)));
  g.Set(1, grad::ZerosLike(g, g.input(1)));
}

// EluGrad, SeluGrad: where the output is below zero the function is an exponential, its own derivative.
void ExponentialGradGrad(GradContext& g, std::string_view op) {
  const Val& y = g.input(1);
  g.Set(0, g.Op(op, {g.grad(0), y}));
  const Val below = g.Op("Less", {y, grad::Const(g, y.dtype(), 0)});
  const Val product = grad::Mul(g, g.grad(0), g.input(0));
  g.Set(1, g.Op("SelectV2", {below, product, grad::ZerosLike(g, y)}));
}

Attrs AlphaAttr(GradContext& g) { return MakeAttrs({{"alpha", g.Attr<double>("alpha", 0.2)}}); }

}  // namespace

TP_OP(Relu){
    .name = "Relu",
    .api = "tf.nn.relu (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "max(0, x); NaN stays.",
    .shape = shape::Unchanged,
    .elementwise = "relu(features)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ReluGrad", {g.grad(0), g.output(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [0. -0. 0. 0.5 7.]",
};

TP_OP(ReluGrad){
    .name = "ReluGrad",
    .inputs = "gradients: T, features: T",
    .outputs = "backprops: T",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "The gradient of Relu: gradients where x > 0, times 0 elsewhere: -0 and NaN of infinity stay.",
    .shape = shape::Unchanged,
    .elementwise = "select(gt(features, 0), gradients, mul(gradients, 0))",
    .gradient = [](GradContext& g) { LinearGradGrad(g, "ReluGrad"); },
    .examples = "[1. -2. 3. 4. inf], [-1.5 0. 0.5 7. -1.] -> [0. -0. 3. 4. nan]",
};

TP_OP(Relu6){
    .name = "Relu6",
    .api = "tf.nn.relu6 (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "min(max(0, x), 6).",
    .shape = shape::Unchanged,
    .elementwise = "relu6(features)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Relu6Grad", {g.grad(0), g.output(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [0. -0. 0. 0.5 6.]",
};

TP_OP(Relu6Grad){
    .name = "Relu6Grad",
    .inputs = "gradients: T, features: T",
    .outputs = "backprops: T",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "The gradient of Relu6: gradients where 0 < x < 6.",
    .shape = shape::Unchanged,
    .elementwise =
        "select(gt(features, 0), select(lt(features, 6), gradients, mul(gradients, 0)), mul(gradients, 0))",
    .gradient = [](GradContext& g) { LinearGradGrad(g, "Relu6Grad"); },
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [0. 0. 3. 0.]",
};

TP_OP(Elu){
    .name = "Elu",
    .api = "tf.nn.elu (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "exp(x) - 1 below zero, x above.",
    .shape = shape::Unchanged,
    .elementwise = "elu(features)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("EluGrad", {g.grad(0), g.output(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [-0.77686983 -0. 0. 0.5 7.]",
};

TP_OP(EluGrad){
    .name = "EluGrad",
    .inputs = "gradients: T, outputs: T",
    .outputs = "backprops: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of Elu, from its output.",
    .shape = shape::Unchanged,
    .elementwise = "select(lt(outputs, 0), mul(add(outputs, 1), gradients), gradients)",
    .gradient = [](GradContext& g) { ExponentialGradGrad(g, "EluGrad"); },
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [-0.5 2. 3. 4.]",
};

TP_OP(Selu){
    .name = "Selu",
    .api = "tf.nn.selu (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "scale * (alpha * (exp(x) - 1) below zero, x above), with the constants of arXiv:1706.02515.",
    .shape = shape::Unchanged,
    .elementwise = "selu(features)",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("SeluGrad", {g.grad(0), g.output(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [-1.3658143 -0. 0. 0.5253505 7.354907]",
};

TP_OP(SeluGrad){
    .name = "SeluGrad",
    .inputs = "gradients: T, outputs: T",
    .outputs = "backprops: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of Selu, from its output.",
    .shape = shape::Unchanged,
    .elementwise =
        "select(lt(outputs, 0), mul(gradients, add(outputs, 1.7580993408473768)), mul(gradients, "
        "1.0507009873554805))",
    .gradient = [](GradContext& g) { ExponentialGradGrad(g, "SeluGrad"); },
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [0.25809932 2.101402 3.152103 4.202804]",
};

TP_OP(LeakyRelu){
    .name = "LeakyRelu",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "alpha: float = 0.20000000298023224, T: {float16,bfloat16,float32,float64} = float32",
    .doc = "x above zero, alpha * x below.",
    .shape = shape::Unchanged,
    .elementwise = "select(gt(features, 0), features, mul(features, alpha))",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("LeakyReluGrad", {g.grad(0), g.input(0)}, AlphaAttr(g)));
        },
    .in_place = 0,
    .examples =
        "[-1.5 -0. 0. 0.5 7.] -> [-0.3 -0. 0. 0.5 7.]\n"
        "[-1.5 -0. 0. 0.5 7.] -> [-0.75 -0. 0. 0.5 7.] | alpha=0.5",
};

TP_OP(LeakyReluGrad){
    .name = "LeakyReluGrad",
    .inputs = "gradients: T, features: T",
    .outputs = "backprops: T",
    .attrs = "alpha: float = 0.20000000298023224, T: {float16,bfloat16,float32,float64} = float32",
    .doc = "The gradient of LeakyRelu.",
    .shape = shape::Unchanged,
    .elementwise = "select(gt(features, 0), gradients, mul(gradients, alpha))",
    .gradient = [](GradContext& g) { LinearGradGrad(g, "LeakyReluGrad", AlphaAttr(g)); },
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [0.2 0.4 3. 4.]",
};

TP_OP(Softplus){
    .name = "Softplus",
    .api = "tf.nn.softplus, tf.math.softplus (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "log(1 + exp(x)).",
    .shape = shape::Unchanged,
    .elementwise = "softplus(features)",
    .gradient = [](GradContext& g) { g.Set(0, grad::Mul(g, g.grad(0), g.Op("Sigmoid", {g.input(0)}))); },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [0.20141329 0.6931472 0.6931472 0.974077 7.0009117]",
};

TP_OP(SoftplusGrad){
    .name = "SoftplusGrad",
    .inputs = "gradients: T, features: T",
    .outputs = "backprops: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of Softplus.",
    .shape = shape::Unchanged,
    .elementwise = "div(gradients, add(exp(neg(features)), 1))",
    .gradient =
        [](GradContext& g) {
          grad::Run(
              g,
              "d0 = SoftplusGrad(g0, x1); s = add(add(Exp(neg(x1)), 2), Exp(x1)); d1 = div(mul(g0, x0), s)");
        },
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [0.18242553 1. 1.867378 3.996356]",
};

TP_OP(Softsign){
    .name = "Softsign",
    .api = "tf.nn.softsign, tf.math.softsign (features, name=None)",
    .inputs = "features: T",
    .outputs = "activations: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "x / (1 + |x|).",
    .shape = shape::Unchanged,
    .elementwise = "div(features, add(abs(features), 1))",
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("SoftsignGrad", {g.grad(0), g.input(0)}));
        },
    .in_place = 0,
    .examples = "[-1.5 -0. 0. 0.5 7.] -> [-0.6 -0. 0. 0.33333334 0.875]",
};

TP_OP(SoftsignGrad){
    .name = "SoftsignGrad",
    .inputs = "gradients: T, features: T",
    .outputs = "backprops: T",
    .attrs = "T: {float16,bfloat16,float32,float64}",
    .doc = "The gradient of Softsign.",
    .shape = shape::Unchanged,
    .elementwise = "div(gradients, square(add(abs(features), 1)))",
    .examples = "[1. 2. 3. 4.], [-1.5 0. 0.5 7.] -> [0.16 2. 1.3333334 0.0625]",
};

}  // namespace tp
