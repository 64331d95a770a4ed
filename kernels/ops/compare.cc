// Comparisons, logic and selection, elementwise and broadcast.
#include "kernels/op.h"

namespace tp {
namespace {

// _SelectGradV2.
void SelectV2Grad(GradContext& g) {
  const Val &c = g.input(0), &x = g.input(1), &y = g.input(2), &z = g.output(0);
  // One node for both.
  Val zeros = grad::Const(g, g.grad(0).dtype(), 0);
  if (g.grad(0).symbolic()) zeros = g.builder().Constant(zeros.tensor(), "zeros");
  const Val gx = g.Op("SelectV2", {c, g.grad(0), zeros});
  const Val gy = g.Op("SelectV2", {c, zeros, g.grad(0)});
  g.Set(1, grad::Reduced(g, x, z, gx));
  g.Set(2, grad::Reduced(g, y, z, gy));
}

// The condition of `Select` has the shape of the values, or is a scalar, or a vector that chooses rows.
Status SelectShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.Merge(c.input(1), c.input(2), &shape));
  const Shape& condition = c.input(0);
  if (condition.has_rank() && shape.has_rank() && condition.rank() != 0) {
    if (condition.rank() == 1 && shape.rank() != 0) {
      Shape rows;
      TP_RETURN_IF_ERROR(c.Merge(condition, Shape({shape[0]}), &rows));
    } else {
      TP_RETURN_IF_ERROR(c.Merge(shape, condition, &shape));
    }
  }
  c.Set(0, shape);
  return {};
}

void SelectKernel(KernelContext& c) {
  const Tensor &condition = c.input(0), &x = c.input(1), &y = c.input(2);
  if (x.shape() != y.shape())
    return Fail(c, "'then' and 'else' must have the same size.  but received: {} vs. {}", x.shape(),
                y.shape());
  const bool rows = condition.rank() == 1 && x.rank() > 1;
  const int64_t n = condition.num_elements();
  if (condition.rank() != 0 && (rows ? n != x.dim(0) : condition.shape() != x.shape()))
    return Fail(c, "'then' must have the same size as 'condition'.  but received: {} vs. {}", x.shape(),
                condition.shape());
  if (condition.rank() == 0) return c.SetOutput(0, condition.scalar<bool>() ? x : y);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr || n == 0) return;
  const int64_t run = x.num_elements() / n;
  DispatchMoved(x.dtype(), [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < n; ++i) {
      const T* from = (condition.data<bool>()[i] ? x : y).template data<T>() + i * run;
      std::copy_n(from, run, out->data<T>() + i * run);
    }
  });
}

}  // namespace

TP_OP(Equal){
    .name = "Equal",
    .api = "tf.equal, tf.math.equal (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: type, incompatible_shape_error: bool = true",
    .doc = "True where x and y are equal; NaN equals nothing.",
    .shape = shape::Broadcast,
    .elementwise = "eq(x, y)",
    .no_gradient = true,
    .examples =
        "[1. 2. nan 3.], [2. 2. nan 1.] -> [False True False False]\n"
        "['a' 'b'], 'b' -> [False True]\n"
        "[1 2], [1 2 3] -> False | incompatible_shape_error=false",
};

TP_OP(NotEqual){
    .name = "NotEqual",
    .api = "tf.not_equal, tf.math.not_equal (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: type, incompatible_shape_error: bool = true",
    .doc = "True where x and y differ; NaN differs from everything.",
    .shape = shape::Broadcast,
    .elementwise = "ne(x, y)",
    .no_gradient = true,
    .examples = "[1. 2. nan 3.], [2. 2. nan 1.] -> [True False True True]",
};

TP_OP(Less){
    .name = "Less",
    .api = "tf.less, tf.math.less (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "True where x < y.",
    .shape = shape::Broadcast,
    .elementwise = "lt(x, y)",
    .no_gradient = true,
    .examples = "[1. 2. nan 3.], [2. 2. nan 1.] -> [True False False False]",
};

TP_OP(LessEqual){
    .name = "LessEqual",
    .api = "tf.less_equal, tf.math.less_equal (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "True where x <= y.",
    .shape = shape::Broadcast,
    .elementwise = "le(x, y)",
    .no_gradient = true,
    .examples = "[1. 2. nan 3.], [2. 2. nan 1.] -> [True True False False]",
};

TP_OP(Greater){
    .name = "Greater",
    .api = "tf.greater, tf.math.greater (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "True where x > y.",
    .shape = shape::Broadcast,
    .elementwise = "gt(x, y)",
    .no_gradient = true,
    .examples = "[1. 2. nan 3.], [2. 2. nan 1.] -> [False False False True]",
};

TP_OP(GreaterEqual){
    .name = "GreaterEqual",
    .api = "tf.greater_equal, tf.math.greater_equal (x, y, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: {float32,float64,int32,uint8,int16,int8,int64,bfloat16,uint16,float16,uint32,uint64}",
    .doc = "True where x >= y.",
    .shape = shape::Broadcast,
    .elementwise = "ge(x, y)",
    .no_gradient = true,
    .examples = "[1. 2. nan 3.], [2. 2. nan 1.] -> [False True False True]",
};

TP_OP(LogicalAnd){
    .name = "LogicalAnd",
    .api = "tf.logical_and, tf.math.logical_and (x, y, name=None)",
    .inputs = "x: bool, y: bool",
    .outputs = "z: bool",
    .doc = "True where both are.",
    .shape = shape::Broadcast,
    .elementwise = "and(x, y)",
    .no_gradient = true,
    .examples = "[True True False], [True False False] -> [True False False]",
};

TP_OP(LogicalOr){
    .name = "LogicalOr",
    .api = "tf.logical_or, tf.math.logical_or (x, y, name=None)",
    .inputs = "x: bool, y: bool",
    .outputs = "z: bool",
    .doc = "True where either is.",
    .shape = shape::Broadcast,
    .elementwise = "or(x, y)",
    .no_gradient = true,
    .examples = "[True True False], [True False False] -> [True True False]",
};

TP_OP(ApproximateEqual){
    .name = "ApproximateEqual",
    .api = "tf.math.approximate_equal (x, y, tolerance=1e-05, name=None)",
    .inputs = "x: T, y: T",
    .outputs = "z: bool",
    .attrs = "T: numbertype, tolerance: float = 9.999999747378752e-06",
    .doc = "True where |x - y| < tolerance.",
    .shape = shape::Broadcast,
    .elementwise = "lt(abs(sub(x, y)), tolerance)",
    .no_gradient = true,
    .examples = "[1. 2.], [1.000001 2.1] -> [True False]",
};

TP_OP(SelectV2){
    .name = "SelectV2",
    .inputs = "condition: bool, t: T, e: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "t where the condition is True, e elsewhere; all three are broadcast.",
    .shape = shape::BroadcastAll,
    .elementwise = "select(condition, t, e)",
    .gradient = SelectV2Grad,
    .examples =
        "[True False], [1. 2.], 0. -> [1. 0.]\n"
        "[[True] [False]], [1 2], 7 -> [[1 2] [7 7]]",
};

TP_OP(Select){
    .name = "Select",
    .inputs = "condition: bool, t: T, e: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "As SelectV2 without broadcasting, but a vector condition chooses rows.",
    .shape = SelectShape,
    .kernel = SelectKernel,
    .gradient =
        [](GradContext& g) {
          const Val zeros = grad::ZerosLike(g, g.input(1));
          g.Set(1, g.Op("Select", {g.input(0), g.grad(0), zeros}));
          g.Set(2, g.Op("Select", {g.input(0), zeros, g.grad(0)}));
        },
    .examples = "[True False], [[1. 2.] [3. 4.]], [[5. 6.] [7. 8.]] -> [[1. 2.] [7. 8.]]",
};

}  // namespace tp
