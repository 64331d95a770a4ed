// FakeParam: stands for a value that nobody looks at: what a branch keeps for a gradient that another branch
// needs. TF: functional_ops.cc.
#include "kernels/op.h"

namespace tp {

TP_OP(FakeParam){
    .name = "FakeParam",
    .outputs = "output: dtype",
    .attrs = "dtype: type, shape: shape",
    .doc = "A value of the dtype whose elements mean nothing; dims of `shape` that are not known are 0.",
    .shape = [](ShapeContext& c) -> Status {
      c.Set(0, c.Attr<Shape>("shape", Shape::UnknownRank()));
      return {};
    },
    .kernel =
        [](KernelContext& c) {
          Shape shape = c.Attr<Shape>("shape", Shape::UnknownRank());
          if (!shape.has_rank()) shape = Shape{0};
          for (int i = 0; i < shape.rank(); ++i)
            if (!IsKnown(shape[i])) shape.set_dim(i, 0);
          const DType dtype = c.Attr<DType>("dtype", DType::kFloat32);
          Tensor* out = c.Output(0, dtype, shape);
          if (out != nullptr && !IsManaged(dtype)) std::memset(out->raw_data(), 0, out->bytes());
        },
    .no_gradient = true,
    .examples = "-> [0. 0.] | dtype=float32, shape=[2]",
};

TP_OP(GuaranteeConst){
    .name = "GuaranteeConst",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type",
    .doc = "The input, of which TensorFlow may believe that it never changes.",
    .shape = shape::Unchanged,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { c.SetOutput(0, c.input(0)); },
    .no_gradient = true,
};

}  // namespace tp
