#include "kernels/dataset_op.h"

#include "kernels/move.h"

namespace tp {

Status BatchElements(const std::vector<Element>& elements, bool mapped, Element* batch) {
  batch->clear();
  for (size_t k = 0; k < elements[0].size(); ++k) {
    const Tensor& first = elements[0][k];
    Shape shape = first.shape();
    shape.Insert(0, static_cast<Dim>(elements.size()));
    Tensor out = Tensor::Allocate(first.dtype(), shape);
    if (!out.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for a batch");
    for (size_t i = 0; i < elements.size(); ++i) {
      const Tensor& item = elements[i][k];
      if (mapped && item.num_elements() != first.num_elements())
        return InvalidArgument(
            "Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: {}, "
            "[batch]: {}",
            item.shape(), first.shape());
      if (item.shape() != first.shape())
        return InvalidArgument(
            "Cannot batch tensors with different shapes in component {}. First element had shape {} and "
            "element {} had shape {}.",
            k, first.shape(), i, item.shape());
      Mover(item.dtype())
          .Copy(&out, static_cast<int64_t>(i) * item.num_elements(), item, 0, item.num_elements());
    }
    batch->push_back(out);
  }
  return {};
}

}  // namespace tp
