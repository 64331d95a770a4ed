// Elementwise arithmetic of two inputs, broadcast against each other, and the sums of many. Gradients emit
// what math_grad.py emits: sums over the broadcast dims, nothing for inputs nobody asks about.
#include "core/ir/primitives.h"
#include "kernels/op.h"
#include "kernels/tensor_list.h"

namespace tp {
namespace {

// _AddGrad.
void AddGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  if (!g.Needs(1) && grad::IsScalar(y)) return g.Set(0, grad);
  if (grad::SameKnownShape(x, y, grad)) {
    g.Set(0, grad);
    return g.Set(1, grad);
  }
  grad::SetReduced(g, x, y, g.Needs(0) ? grad : Val(), g.Needs(1) ? grad : Val());
}

void SubGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  if (!g.Needs(1) && grad::IsScalar(y)) return g.Set(0, grad);
  if (grad::SameKnownShape(x, y, grad)) {
    g.Set(0, grad);
    return g.Set(1, grad::Neg(g, grad));
  }
  grad::SetReduced(g, x, y, g.Needs(0) ? grad : Val(), g.Needs(1) ? grad::Neg(g, grad) : Val());
}

void MulGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  if (!g.Needs(1) && grad::IsScalar(y)) return g.Set(0, g.Op("Mul", {grad, grad::Conj(g, y)}));
  if (grad::SameKnownShape(x, y, grad) &&
      (grad.dtype() == DType::kInt32 || grad.dtype() == DType::kFloat32)) {
    g.Set(0, g.Op("Mul", {grad, y}));
    return g.Set(1, g.Op("Mul", {grad, x}));
  }
  Val gx, gy;
  if (g.Needs(0)) gx = g.Op("Mul", {grad, grad::Conj(g, y)});
  if (g.Needs(1)) gy = g.Op("Mul", {grad::Conj(g, x), grad});
  grad::SetReduced(g, x, y, gx, gy);
}

void MulNoNanGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  const Val gx = g.Op("MulNoNan", {grad, y}), gy = g.Op("MulNoNan", {x, grad});
  if (grad::SameKnownShape(x, y, grad)) {
    g.Set(0, gx);
    return g.Set(1, gy);
  }
  grad::SetReduced(g, x, y, gx, gy);
}

// dx = grad / y, dy = grad * ((-x / y) / y), by the division that `op` names.
void QuotientGrad(GradContext& g, std::string_view op, std::string_view name) {
  const Val &x = g.input(0), &y = g.input(1);
  const Val cx = grad::Conj(g, x), cy = grad::Conj(g, y);
  const auto divide = [&](const Val& a, const Val& b) { return g.Op(op, {a, b}, {}, name); };
  const Val gx = divide(g.grad(0), cy);
  const Val gy = grad::Mul(g, g.grad(0), divide(divide(grad::Neg(g, cx), cy), cy));
  grad::SetReduced(g, x, y, gx, gy);
}

void FloorModGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1);
  const Val floor = g.Op("FloorDiv", {x, y});
  grad::SetReduced(g, x, y, g.grad(0), grad::Mul(g, g.grad(0), g.Op("Neg", {floor})));
}

void PowGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  const Val cx = grad::Conj(g, x), cy = grad::Conj(g, y);
  const auto power_rule = [&] {
    const Val scaled = grad::Mul(g, grad, cy);
    const Val power = g.Op("Pow", {cx, grad::Sub(g, cy, grad::Const(g, cy.dtype(), 1))});
    return grad::Mul(g, scaled, power);
  };
  if (!g.Needs(1) && grad::IsScalar(y)) return g.Set(0, power_rule());
  Val gx, gy;
  if (g.Needs(0)) gx = power_rule();
  if (g.Needs(1)) {
    // No false singularity at x = 0; for real x < 0 there is no sensible value: 0.
    const Val zero = grad::Const(g, cx.dtype(), 0);
    const Val mask = IsComplex(x.dtype()) ? g.Op("NotEqual", {cx, zero}) : g.Op("Greater", {cx, zero});
    const Val safe = g.Op("Select", {mask, cx, grad::OnesLike(g, x)});
    const Val log = g.Op("Select", {mask, g.Op("Log", {safe}), grad::ZerosLike(g, x)});
    gy = grad::Mul(g, grad::Mul(g, grad, grad::Conj(g, g.output(0))), log);
  }
  grad::SetReduced(g, x, y, gx, gy);
}

// Maximum, Minimum: `test` (x >= y, x <= y) says where the gradient goes to x.
void ExtremeGrad(GradContext& g, std::string_view test) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  const Val zeros = grad::ZerosLike(g, grad);
  const Val mask = g.Op(test, {x, y});
  if (!g.Needs(1) && grad::IsScalar(y)) return g.Set(0, g.Op("SelectV2", {mask, grad, zeros}));
  Val gx, gy;
  if (g.Needs(0)) gx = g.Op("SelectV2", {mask, grad, zeros});
  if (g.Needs(1)) gy = g.Op("SelectV2", {mask, zeros, grad});
  grad::SetReduced(g, x, y, gx, gy);
}

void SquaredDifferenceGrad(GradContext& g) {
  const Val &x = g.input(0), &y = g.input(1), &grad = g.grad(0);
  const Val twice = g.Op("Mul", {grad::ConstNode(g, grad.dtype(), 2, "scalar"), grad});
  const Val gx = grad::Mul(g, twice, grad::Sub(g, x, y));
  if (grad::SameKnownShape(x, y, grad)) {
    g.Set(0, gx);
    return g.Set(1, grad::Neg(g, gx));
  }
  grad::SetReduced(g, x, y, g.Needs(0) ? gx : Val(), g.Needs(1) ? grad::Neg(g, gx) : Val());
}

void Atan2Grad(GradContext& g) {
  const Val &y = g.input(0), &x = g.input(1);
  const Val squares = grad::Add(g, g.Op("Square", {y}), g.Op("Square", {x}));
  const Val inverse = grad::Div(g, g.grad(0), squares);
  const Val gy = grad::Mul(g, x, inverse);
  grad::SetReduced(g, y, x, gy, grad::Mul(g, grad::Neg(g, y), inverse));
}

// Xlogy, Xdivy, Xlog1py: always through BroadcastGradientArgs, as TensorFlow writes it. The gradient of x is
// `op`'s of 1 where x is not zero, 0 elsewhere; `partial_y` gives that of y.
void LogGrad(GradContext& g, std::string_view op, Val (*partial_y)(GradContext&)) {
  const Val &x = g.input(0), &y = g.input(1);
  const Val sx = grad::ShapeOf(g, x), sy = grad::ShapeOf(g, y);
  const std::vector<Val> axes = g.builder().Ops("BroadcastGradientArgs", std::vector<Val>{sx, sy});
  const std::string scope = g.builder().Scope("Cast");
  Val zero = grad::ConstNode(g, DType::kFloat32, 0, scope.empty() ? "" : scope + "x/");
  if (x.dtype() != DType::kFloat32) zero = g.Op("Cast", {zero}, MakeAttrs({{"DstT", x.dtype()}}), scope);
  const Val not_zero = grad::Cast(g, g.Op("NotEqual", {x, zero}), x.dtype());
  const Val gx = g.Op(op, {not_zero, y}), gy = partial_y(g);
  g.Set(0, grad::Reshape(g, grad::Sum(g, grad::Mul(g, gx, g.grad(0)), axes[0]), sx));
  g.Set(1, grad::Reshape(g, grad::Sum(g, grad::Mul(g, gy, g.grad(0)), axes[1]), sy));
}

Status AddNShape(ShapeContext& c) {
  // From the last to the first: the error tells which one does not fit.
  Shape shape = c.input(c.num_inputs() - 1);
  for (int i = c.num_inputs() - 2; i >= 0; --i)
    if (const Status status = c.Merge(c.input(i), shape, &shape); !status.ok())
      return InvalidArgument("{}\n\tFrom merging shape {} with other shapes.", status.message(), i);
  c.Set(0, shape);
  return {};
}

// The inputs are added in order, two at a time, through the elementwise kernel's own tiles.
void AddNKernel(KernelContext& c) {
  const Tensor& first = c.input(0);
  for (int i = 1; i < c.num_inputs(); ++i)
    if (c.input(i).shape() != first.shape())
      return Fail(c,
                  "Inputs to operation AddN of type AddN must have the same size and shape.  Input "
                  "0: {} != input {}: {}",
                  first.shape(), i, c.input(i).shape());
  if (c.num_inputs() == 1) return c.SetOutput(0, first);
  if (first.dtype() == DType::kVariant) {
    Tensor sum = first;
    for (int i = 1; i < c.num_inputs(); ++i)
      if (Status status = AddLists(sum, c.input(i), &sum); !status.ok()) return c.Error(status);
    return c.SetOutput(0, std::move(sum));
  }
  const TileFn add = PrimTile(Prim::kAdd, first.dtype());
  Tensor* out = c.Output(0, first.dtype(), first.shape());
  if (out == nullptr) return;
  const size_t size = DTypeSize(first.dtype());
  ParallelRanges(first.num_elements(), 16384, 0.3 * c.num_inputs(), [&](int64_t begin, int64_t end) {
    char* z = static_cast<char*>(out->raw_data()) + begin * size;
    const void* in[2] = {static_cast<const char*>(first.raw_data()) + begin * size, nullptr};
    for (int i = 1; i < c.num_inputs(); ++i) {
      in[1] = static_cast<const char*>(c.input(i).raw_data()) + begin * size;
      add(in, z, end - begin);
      in[0] = z;
    }
  });
}

}  // namespace

TP_OP(AddV2){
    .name = "AddV2",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,uint16,uint32,uint64,int8,int16,int32,int64,"
        "complex64,complex128}",
    .doc = "x + y.",
    .shape = shape::Broadcast,
    .elementwise = "add(x, y)",
    .gradient = AddGrad,
    .in_place = 0,
    .examples =
        "[1. 2. 3.], 0.5 -> [1.5 2.5 3.5]\n"
        "[[1] [2]], [10 20] -> [[11 21] [12 22]]",
};

TP_OP(Add){
    .name = "Add",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,int16,int32,int64,complex64,complex128,"
        "string}",
    .doc = "x + y; also joins strings.",
    .shape = shape::Broadcast,
    .elementwise = "add(x, y)",
    .gradient = AddGrad,
    .examples = "['a' 'b'], 'c' -> ['ac' 'bc']",
};

TP_OP(Sub){
    .name = "Sub",
    .api = "tf.subtract, tf.math.subtract (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,int64,complex64,"
        "complex128,uint32,uint64}",
    .doc = "x - y.",
    .shape = shape::Broadcast,
    .elementwise = "sub(x, y)",
    .gradient = SubGrad,
    .in_place = 0,
    .examples = "[1. 2.], [0.5 5.] -> [0.5 -3.]",
};

TP_OP(Mul){
    .name = "Mul",
    .api = "tf.multiply, tf.math.multiply (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,uint32,uint64,int64,"
        "complex64,complex128}",
    .doc = "x * y.",
    .shape = shape::Broadcast,
    .elementwise = "mul(x, y)",
    .gradient = MulGrad,
    .in_place = 0,
    .examples =
        "[1. 2.], [0.5 5.] -> [0.5 10.]\n"
        "[[1] [2]], [10 20] -> [[10 20] [20 40]]",
};

TP_OP(MulNoNan){
    .name = "MulNoNan",
    .api = "tf.math.multiply_no_nan (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,complex64,complex128}",
    .doc = "x * y; 0 where y is 0, even if x is infinite or NaN.",
    .shape = shape::Broadcast,
    .elementwise = "mul_no_nan(x, y)",
    .gradient = MulNoNanGrad,
    .examples = "[nan 2.], [0. 5.] -> [0. 10.]",
};

TP_OP(RealDiv){
    .name = "RealDiv",
    .api = "tf.realdiv (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,uint32,uint64,int64,"
        "complex64,complex128}",
    .doc = "x / y of floating point numbers.",
    .shape = shape::Broadcast,
    .elementwise = "div(x, y)",
    .gradient = [](GradContext& g) { QuotientGrad(g, "RealDiv", "RealDiv"); },
    .in_place = 0,
    .examples = "[1. 2. 0.], [0.5 5. 0.] -> [2. 0.4 nan]",
};

TP_OP(Div){
    .name = "Div",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,uint32,uint64,int64,"
        "complex64,complex128}",
    .doc = "x / y; integers are truncated towards zero, a zero divisor is an error.",
    .shape = shape::Broadcast,
    .elementwise = "div(x, y)",
    .gradient = [](GradContext& g) { QuotientGrad(g, "RealDiv", "truediv"); },
    .examples =
        "[7 -7 5], [2 2 -3] -> [3 -3 -1]\n"
        "[7.5 -7.5 0.], [2. 2. -3.] -> [3.75 -3.75 -0.]",
};

TP_OP(DivNoNan){
    .name = "DivNoNan",
    .api = "tf.math.divide_no_nan (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {float16,float32,bfloat16,float64,complex64,complex128}",
    .doc = "x / y; 0 where y is 0.",
    .shape = shape::Broadcast,
    .elementwise = "div_no_nan(x, y)",
    .gradient = [](GradContext& g) { QuotientGrad(g, "DivNoNan", "div_no_nan"); },
    .examples = "[1. 2.], [0. 5.] -> [0. 0.4]",
};

TP_OP(FloorDiv){
    .name = "FloorDiv",
    .api = "tf.math.floordiv, tf.floor_div (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,uint32,uint64,int64,"
        "complex64,complex128}",
    .doc = "x / y, rounded towards minus infinity; an integer divisor of zero is an error.",
    .shape = shape::Broadcast,
    .elementwise = "floordiv(x, y)",
    .no_gradient = true,
    .examples =
        "[7 -7 5], [2 2 -3] -> [3 -4 -2]\n"
        "[7.5 -7.5 0.], [2. 2. -3.] -> [3. -4. -0.]",
};

TP_OP(FloorMod){
    .name = "FloorMod",
    .api = "tf.math.floormod, tf.math.mod (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64,bfloat16,float16,float32,float64}",
    .doc = "The remainder of FloorDiv: it has the sign of y.",
    .shape = shape::Broadcast,
    .elementwise = "floormod(x, y)",
    .gradient = FloorModGrad,
    .examples =
        "[7 -7 5], [2 2 -3] -> [1 1 -1]\n"
        "[7.5 -7.5 0.], [2. 2. -3.] -> [1.5 0.5 0.]",
};

TP_OP(TruncateDiv){
    .name = "TruncateDiv",
    .api = "tf.truncatediv (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs =
        "T: {bfloat16,float16,float32,float64,uint8,int8,uint16,int16,int32,uint32,uint64,int64,"
        "complex64,complex128}",
    .doc = "x / y, rounded towards zero.",
    .shape = shape::Broadcast,
    .elementwise = "div(x, y)",
    .no_gradient = true,
    .examples = "[7 -7 5], [2 2 -3] -> [3 -3 -1]",
};

TP_OP(TruncateMod){
    .name = "TruncateMod",
    .api = "tf.truncatemod (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int32,int64,bfloat16,float16,float32,float64}",
    .doc = "The remainder of TruncateDiv: it has the sign of x.",
    .shape = shape::Broadcast,
    .elementwise = "truncmod(x, y)",
    .examples =
        "[7 -7 5], [2 2 -3] -> [1 -1 2]\n"
        "[7.5 -7.5 0.], [2. 2. -3.] -> [1.5 -1.5 0.]",
};

TP_OP(Mod){
    .name = "Mod",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int32,int64,float16,float16,bfloat16,float32,float64}",
    .doc = "The remainder that C computes: it has the sign of x.",
    .shape = shape::Broadcast,
    .elementwise = "truncmod(x, y)",
    .examples =
        "[7 -7 5], [2 2 -3] -> [1 -1 2]\n"
        "[7.5 -7.5 0.], [2. 2. -3.] -> [1.5 -1.5 0.]",
};

TP_OP(Pow){
    .name = "Pow",
    .api = "tf.pow, tf.math.pow (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float32,float16,float64,int8,int16,int32,int64,complex64,complex128}",
    .doc = "x to the power of y; a negative power of an integer is an error.",
    .shape = shape::Broadcast,
    .elementwise = "pow(x, y)",
    .gradient = PowGrad,
    .examples =
        "[2. 3. 0.], [3. 0.5 2.] -> [8. 1.7320508 0.]\n"
        "[2 -3], [10 3] -> [1024 -27]",
};

TP_OP(Maximum){
    .name = "Maximum",
    .api = "tf.maximum, tf.math.maximum (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,uint8,int16,uint16,int32,uint32,int64,uint64}",
    .doc = "The larger one; NaN if either is.",
    .shape = shape::Broadcast,
    .elementwise = "max(x, y)",
    .gradient = [](GradContext& g) { ExtremeGrad(g, "GreaterEqual"); },
    .in_place = 0,
    .examples = "[1. nan 3.], [2. 1. -1.] -> [2. nan 3.]",
};

TP_OP(Minimum){
    .name = "Minimum",
    .api = "tf.minimum, tf.math.minimum (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int8,uint8,int16,uint16,int32,uint32,int64,uint64}",
    .doc = "The smaller one; NaN if either is.",
    .shape = shape::Broadcast,
    .elementwise = "min(x, y)",
    .gradient = [](GradContext& g) { ExtremeGrad(g, "LessEqual"); },
    .in_place = 0,
    .examples = "[1. nan 3.], [2. 1. -1.] -> [1. nan -1.]",
};

TP_OP(SquaredDifference){
    .name = "SquaredDifference",
    .api = "tf.math.squared_difference (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int32,int64,complex64,complex128}",
    .doc = "(x - y) * (x - y).",
    .shape = shape::Broadcast,
    .elementwise = "squared_difference(x, y)",
    .gradient = SquaredDifferenceGrad,
    .examples = "[1. 2.], [3. 5.] -> [4. 9.]",
};

TP_OP(Atan2){
    .name = "Atan2",
    .api = "tf.atan2, tf.math.atan2 (y, x, name=None)",
    .inputs = "y: T, x: T",
    .outputs = "z: T",
    .attrs = "T: {bfloat16,float16,float32,float64}",
    .doc = "The angle of the point (x, y), in (-pi, pi].",
    .shape = shape::Broadcast,
    .elementwise = "atan2(y, x)",
    .gradient = Atan2Grad,
    .examples = "[1. -1. 0.], [1. -1. -2.] -> [0.7853982 -2.3561945 3.1415927]",
};

TP_OP(Xdivy){
    .name = "Xdivy",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {float16,bfloat16,float32,float64,complex64,complex128}",
    .doc = "x / y; 0 where x is 0, even if y is.",
    .shape = shape::Broadcast,
    .elementwise = "select(eq(x, 0), 0, div(x, y))",
    .gradient =
        [](GradContext& g) {
          LogGrad(g, "Xdivy", [](GradContext& g) {
            const Val &x = g.input(0), &y = g.input(1), negative = grad::Neg(g, x);
            const Val square = g.Op("Pow", {y, grad::Const(g, y.dtype(), 2)}, {}, "pow");
            return g.Op("Xdivy", {negative, square});
          });
        },
    .examples = "[0. 2.], [0. 4.] -> [0. 0.5]",
};

TP_OP(Xlogy){
    .name = "Xlogy",
    .api = "tf.math.xlogy (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {float16,bfloat16,float32,float64,complex64,complex128}",
    .doc = "x * log(y); 0 where x is 0.",
    .shape = shape::Broadcast,
    .elementwise = "select(eq(x, 0), 0, mul(x, log(y)))",
    .gradient =
        [](GradContext& g) {
          LogGrad(g, "Xlogy", [](GradContext& g) { return g.Op("Xdivy", {g.input(0), g.input(1)}); });
        },
    .examples = "[0. 2.], [0. 4.] -> [0. 2.7725887]",
};

TP_OP(Xlog1py){
    .name = "Xlog1py",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {float16,bfloat16,float32,float64,complex64,complex128}",
    .doc = "x * log1p(y); 0 where x is 0.",
    .shape = shape::Broadcast,
    .elementwise = "select(eq(x, 0), 0, mul(x, log1p(y)))",
    .gradient =
        [](GradContext& g) {
          LogGrad(g, "Xlog1py", [](GradContext& g) {
            const Val &x = g.input(0), &y = g.input(1);
            return g.Op("Xdivy", {x, grad::Add(g, y, grad::Const(g, y.dtype(), 1))});
          });
        },
    .examples = "[0. 2.], [-1. 4.] -> [0. 3.218876]",
};

TP_OP(BitwiseAnd){
    .name = "BitwiseAnd",
    .api = "tf.bitwise.bitwise_and (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "The bits that both have.",
    .shape = shape::Broadcast,
    .elementwise = "bitand(x, y)",
    .no_gradient = true,
    .examples = "[5 -1], [3 8] -> [1 8]",
};

TP_OP(BitwiseOr){
    .name = "BitwiseOr",
    .api = "tf.bitwise.bitwise_or (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "The bits that either has.",
    .shape = shape::Broadcast,
    .elementwise = "bitor(x, y)",
    .no_gradient = true,
    .examples = "[5 -1], [3 8] -> [7 -1]",
};

TP_OP(BitwiseXor){
    .name = "BitwiseXor",
    .api = "tf.bitwise.bitwise_xor (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "The bits that one of them has.",
    .shape = shape::Broadcast,
    .elementwise = "bitxor(x, y)",
    .no_gradient = true,
    .examples = "[5 -1], [3 8] -> [6 -9]",
};

TP_OP(LeftShift){
    .name = "LeftShift",
    .api = "tf.bitwise.left_shift (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "x shifted left by y bits; y is clamped to the bits there are.",
    .shape = shape::Broadcast,
    .elementwise = "shl(x, y)",
    .no_gradient = true,
    .examples = "[5 -1 1], [3 8 31] -> [40 -256 -2147483648]",
};

TP_OP(RightShift){
    .name = "RightShift",
    .api = "tf.bitwise.right_shift (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: T",
    .attrs = "T: {int8,int16,int32,int64,uint8,uint16,uint32,uint64}",
    .doc = "x shifted right by y bits, with its sign; y is clamped to the bits there are.",
    .shape = shape::Broadcast,
    .elementwise = "shr(x, y)",
    .no_gradient = true,
    .examples = "[5 -8 1], [1 2 31] -> [2 -2 0]",
};

TP_OP(AddN){
    .name = "AddN",
    .api = "tf.add_n, tf.math.add_n (inputs, name=None)",
    .inputs = "inputs: N * T",
    .outputs = "sum: T",
    .attrs = "N: int >= 1, T: {numbertype,variant}",
    .doc = "The sum of all inputs, which have one shape.",
    .shape = AddNShape,
    .kernel = AddNKernel,
    .gradient =
        [](GradContext& g) {
          for (int i = 0; i < g.num_inputs(); ++i) g.Set(i, g.grad(0));
        },
    .examples = "[1. 2.], [10. 20.], [0.5 0.5] -> [11.5 22.5]",
};

}  // namespace tp
