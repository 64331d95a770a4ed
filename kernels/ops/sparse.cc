// Sparse tensors as kernels see them: indices, values, shape (TensorFlow: sparse_to_dense_op.cc).
#include "kernels/sparse.h"

namespace tp {
namespace {

void ToDenseKernel(KernelContext& c) {
  const Tensor &indices = c.input(0), &shape_in = c.input(1), &values = c.input(2), &filler = c.input(3);
  if (indices.rank() > 2)
    return Fail(c, "sparse_indices should be a scalar, vector, or matrix, got shape {}", indices.shape());
  if (shape_in.rank() != 1) return Fail(c, "output_shape must be rank 1, got shape {}", shape_in.shape());
  const int64_t count = indices.rank() > 0 ? indices.shape()[0] : 1,
                rank = indices.rank() > 1 ? indices.shape()[1] : 1;
  if (shape_in.num_elements() != rank)
    return Fail(c, "output_shape has incorrect number of elements: {} should be: {}", shape_in.num_elements(),
                rank);
  if (values.rank() > 1 || (values.rank() == 1 && values.num_elements() != count))
    return Fail(c, "sparse_values has incorrect shape {}, should be [] or [{}]", values.shape(), count);
  if (filler.rank() != 0) return Fail(c, "default_value should be a scalar.");
  Shape shape;
  for (int64_t d = 0; d < rank; ++d) {
    shape.Append(ElementAsInt(shape_in, d));
    if (shape[static_cast<int>(d)] < 0)
      return Fail(c, "Dimension {} must be >= 0", shape[static_cast<int>(d)]);
  }
  Tensor* out = c.Output(0, values.dtype(), shape);
  if (out == nullptr) return;
  std::vector<int64_t> at(count * rank), places(count, 0);
  for (int64_t i = 0; i < count * rank; ++i) at[i] = ElementAsInt(indices, i);
  const bool sorted = c.Attr("validate_indices", true);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t* index = at.data() + i * rank;
    const Status status = CheckIndex(i, index, i > 0 ? index - rank : nullptr, shape.dims(), sorted);
    if (!status.ok()) return c.Error(status);
    for (int64_t d = 0; d < rank; ++d) places[i] = places[i] * shape[static_cast<int>(d)] + index[d];
  }
  const Mover mover(values.dtype());
  mover.Fill(out, filler);
  for (int64_t i = 0; i < count; ++i) mover.Copy(out, places[i], values, values.rank() == 0 ? 0 : i, 1);
}

}  // namespace

TP_OP(SparseToDense){
    .name = "SparseToDense",
    .inputs = "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T",
    .outputs = "dense: T",
    .attrs = "validate_indices: bool = true, T: type, Tindices: {int32,int64}",
    .doc = "A tensor of the default with values at indices.",
    .shape = [](ShapeContext& c) -> Status {
      c.Set(0, c.ValueAsShape(1));
      return {};
    },
    .kernel = ToDenseKernel,
    .gradient =
        [](GradContext& g) {
          const Val values = g.Op("GatherNd", {g.grad(0), g.input(0)});
          g.Set(2, values);
          const auto sum = [&](const Val& x) {
            std::vector<int64_t> axes(x.shape().has_rank() ? x.shape().rank() : 0);
            if (!x.shape().has_rank())
              throw OpError{
                  MakeStatus(Code::kUnimplemented, "the gradient of SparseToDense of unknown rank")};
            for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
            return grad::Sum(g, x, grad::Ints(g, axes));
          };
          g.Set(3, grad::Sub(g, sum(g.grad(0)), sum(values)));
        },
    .host_inputs = "output_shape",
    .examples = "i64:[[0 1] [1 0]], i64:[2 2], [5. 7.], 0. -> [[0. 5.] [7. 0.]]",
};

}  // namespace tp
