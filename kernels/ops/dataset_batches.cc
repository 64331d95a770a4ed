// Datasets whose elements are joined or split: batch, padded_batch, unbatch, window (TensorFlow:
// core/kernels/data/batch_dataset_op.cc, padded_batch_dataset_op.cc, unbatch_dataset_op.cc,
// window_dataset_op.cc).
#include <deque>

#include "kernels/dataset_op.h"

namespace tp {
namespace {

int64_t BatchCount(int64_t elements, int64_t size, bool drop) {
  if (elements < 0) return elements;
  return elements / size + (!drop && elements % size ? 1 : 0);
}

// Up to `size` elements of the source.
Status TakeRows(ElementSource& source, Runner& runner, int64_t size, std::vector<Element>* rows, bool* over) {
  while (!*over && static_cast<int64_t>(rows->size()) < size) {
    Element row;
    TP_RETURN_IF_ERROR(source.Next(runner, &row, over));
    if (!*over) rows->push_back(std::move(row));
  }
  return {};
}

// `join(rows, mapped, element)` makes an element of the rows.
template <class Join>
void BatchesKernel(KernelContext& c, int drop_remainder, Join join) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t size = IntArgument(c, 1);
  if (size <= 0) return Fail(c, "Batch size must be greater than zero.");
  if (c.op().name() == "ParallelBatchDataset") IntArgument(c, 2);
  const bool drop = TruthArgument(c, drop_remainder, "drop_remainder");
  SetMade(c, BatchCount(from->Cardinality(), size, drop), [=] {
    return MakeSource([=, source = SharedSource(from->Begin()), over = false](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      std::vector<Element> rows;
      TP_RETURN_IF_ERROR(TakeRows(*source, runner, size, &rows, &over));
      *end = rows.empty() || (drop && static_cast<int64_t>(rows.size()) < size);
      return *end ? Status() : join(rows, from->maps, element);
    });
  });
}

// Copies `item` into the corner of `out[row]`.
template <class T>
void CopyCorner(const Tensor& item, int64_t row, Tensor& out) {
  const int rank = item.rank();
  SmallVector<int64_t, 8> strides(static_cast<size_t>(rank));
  int64_t stride = 1;
  for (int d = rank; d-- > 0;) {
    strides[static_cast<size_t>(d)] = stride;
    stride *= out.dim(d + 1);
  }
  T* to = out.data<T>() + row * stride;
  SmallVector<int64_t, 8> at(static_cast<size_t>(rank));
  for (int64_t i = 0; i < item.num_elements(); ++i) {
    int64_t offset = 0;
    for (int d = 0; d < rank; ++d) offset += at[static_cast<size_t>(d)] * strides[static_cast<size_t>(d)];
    to[offset] = item.data<T>()[i];
    for (int d = rank; d-- > 0;) {
      if (++at[static_cast<size_t>(d)] < item.dim(d)) break;
      at[static_cast<size_t>(d)] = 0;
    }
  }
}

Status PadRows(const std::vector<Element>& rows, const Element& shapes, const Element& paddings,
               Element* batch) {
  batch->clear();
  if (rows[0].size() != shapes.size() || shapes.size() != paddings.size())
    return InvalidArgument(
        "Number of padded shapes ({}) must match the number of components in the input dataset's elements "
        "({})",
        shapes.size(), rows[0].size());
  for (const Element& row : rows)
    if (row.size() != rows[0].size())
      return InvalidArgument("Cannot batch elements of different components.");
  for (size_t k = 0; k < rows[0].size(); ++k) {
    const SmallVector<int64_t, 8> wanted = IntElements(shapes[k]);
    Shape shape({static_cast<Dim>(rows.size())});
    for (size_t d = 0; d < wanted.size(); ++d) {
      int64_t size = wanted[d];
      for (const Element& row : rows) {
        const Tensor& item = row[k];
        if (item.rank() != static_cast<int>(wanted.size()))
          return InvalidArgument(
              "All elements in a batch must have the same rank as the padded shape for component {}: "
              "expected rank {} but got element with rank {}",
              k, wanted.size(), item.rank());
        if (item.dtype() != rows[0][k].dtype())
          return InvalidArgument("Cannot batch elements of different components.");
        const int64_t own = item.dim(static_cast<int>(d));
        if (wanted[d] >= 0 && own > wanted[d])
          return MakeStatus(Code::kDataLoss, "Attempted to pad to a smaller size than the input element.");
        if (wanted[d] < 0) size = std::max(size, own);
      }
      shape.Insert(shape.rank(), static_cast<Dim>(size));
    }
    if (!CheckedNumElements(shape)) return MakeStatus(Code::kResourceExhausted, "no memory for a batch");
    Tensor out = Tensor::Allocate(rows[0][k].dtype(), shape);
    if (!out.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for a batch");
    if (paddings[k].dtype() != out.dtype())
      return InvalidArgument(
          "Mismatched type between padding value {} and input dataset's component {}: {} vs. {}", k, k,
          DTypeName(paddings[k].dtype()), DTypeName(out.dtype()));
    DispatchMoved(out.dtype(), [&](auto zero) {
      using T = decltype(zero);
      std::fill_n(out.data<T>(), out.num_elements(), *paddings[k].data<T>());
      for (size_t i = 0; i < rows.size(); ++i) CopyCorner<T>(rows[i][k], static_cast<int64_t>(i), out);
    });
    batch->push_back(std::move(out));
  }
  return {};
}

void PaddedBatchKernel(KernelContext& c) {
  const int n = (c.num_inputs() - 3) / 2;
  const Element shapes(c.inputs().begin() + 2, c.inputs().begin() + 2 + n);
  const Element paddings(c.inputs().begin() + 2 + n, c.inputs().begin() + 2 + 2 * n);
  for (const Tensor& shape : shapes)
    if (shape.rank() != 1)
      return Fail(c, "All padded shapes must be vectors");
    else
      for (const int64_t size : shape.elements<int64_t>())
        if (size < -1) return Fail(c, "Dimension {} must be >= -1", size);
  for (const Tensor& padding : paddings)
    if (padding.rank() != 0) return Fail(c, "All padding values must be scalars");
  BatchesKernel(c, c.num_inputs() - 1, [=](const std::vector<Element>& rows, bool, Element* element) {
    return PadRows(rows, shapes, paddings, element);
  });
}

void UnbatchKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  int64_t count = from->Cardinality();
  if (count > 0) {
    // Known where the batches' size is.
    int64_t rows = -1;
    for (const Shape& shape : from->shapes)
      if (shape.has_rank() && shape.rank() > 0 && IsKnown(shape[0])) rows = shape[0];
    count = rows >= 0 ? count * rows : -2;
  }
  SetMade(c, count, [=] {
    return MakeSource([source = SharedSource(from->Begin()), batch = Element(), at = int64_t{0}](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      while (batch.empty() || at >= batch[0].dim(0)) {
        batch.clear();
        TP_RETURN_IF_ERROR(source->Next(runner, &batch, end));
        if (*end) return {};
        for (size_t i = 0; i < batch.size(); ++i) {
          if (batch[i].rank() == 0)
            return InvalidArgument("Input element must have a non-scalar value in each component.");
          if (batch[i].dim(0) != batch[0].dim(0))
            return InvalidArgument(
                "Input element must have the same batch size in each component. Component 0 had size {} but "
                "component {} had size {}.",
                batch[0].dim(0), i, batch[i].dim(0));
        }
        at = 0;
      }
      element->clear();
      for (const Tensor& t : batch)
        element->push_back(t.SliceRows(at, 1).Reshaped(Shape(t.shape().dims().subspan(1))));
      ++at;
      return {};
    });
  });
}

// The elements of one component of a window.
class WindowPart final : public Dataset {
 public:
  explicit WindowPart(Element elements) : elements_(std::move(elements)) {}
  std::unique_ptr<ElementSource> Begin() const override {
    return MakeSource([self = Ref<const WindowPart>(this), at = size_t{0}](Runner&, Element* element,
                                                                           bool* end) mutable -> Status {
      *end = at >= self->elements_.size();
      if (!*end) *element = {self->elements_[at++]};
      return {};
    });
  }
  int64_t Cardinality() const override { return static_cast<int64_t>(elements_.size()); }

 private:
  Element elements_;
};

void WindowKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  if (c.failed()) return;
  const int64_t size = IntArgument(c, 1), shift = IntArgument(c, 2), stride = IntArgument(c, 3);
  const bool drop = TruthArgument(c, 4);
  if (size <= 0) return Fail(c, "Window size must be greater than zero.");
  if (shift <= 0) return Fail(c, "Window shift must be greater than zero.");
  if (stride <= 0) return Fail(c, "Window stride must be greater than zero.");
  // As many elements as a number can count are as good as more.
  const bool endless = size - 1 > (INT64_MAX - 1) / stride;
  const int64_t span = endless ? INT64_MAX : (size - 1) * stride + 1, have = from->Cardinality();
  int64_t count = have;
  if (have >= 0 && drop) count = have < span ? 0 : (have - span) / shift + 1;
  if (have >= 0 && !drop) count = have / shift + (have % shift ? 1 : 0);
  SetMade(c, count, [=] {
    return MakeSource([=, source = SharedSource(from->Begin()), over = false, rows = std::deque<Element>()](
                          Runner& runner, Element* element, bool* end) mutable -> Status {
      while (!over && static_cast<int64_t>(rows.size()) < span) {
        Element row;
        TP_RETURN_IF_ERROR(source->Next(runner, &row, &over));
        if (!over) rows.push_back(std::move(row));
      }
      *end = rows.empty() || (drop && static_cast<int64_t>(rows.size()) < span);
      if (*end) return {};
      element->clear();
      for (const Element& row : rows)
        if (row.size() != rows[0].size())
          return InvalidArgument("Cannot batch elements of different components.");
      for (size_t k = 0; k < rows[0].size(); ++k) {
        Element part;
        for (size_t i = 0; i < rows.size() && static_cast<int64_t>(i) < span;
             i += static_cast<size_t>(stride))
          part.push_back(rows[i][k]);
        auto window = MakeRef<WindowPart>(std::move(part));
        window->shapes = {rows[0][k].shape()};
        element->push_back(VariantOf(std::move(window)));
      }
      int64_t left = shift;
      for (; left > 0 && !rows.empty(); --left) rows.pop_front();
      for (; left > 0 && !over; --left) {
        Element skipped;
        TP_RETURN_IF_ERROR(source->Next(runner, &skipped, &over));
      }
      return {};
    });
  });
}

}  // namespace

TP_OP(BatchDatasetV2){
    .name = "BatchDatasetV2",
    .inputs = "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    .outputs = "handle: variant",
    .attrs = "parallel_copy: bool = false, " TP_DATASET_ATTRS,
    .doc = "batch_size elements at a time, joined along a new first dim.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { BatchesKernel(c, 2, BatchElements); },
    .no_gradient = true,
};

TP_OP(ParallelBatchDataset){
    .name = "ParallelBatchDataset",
    .inputs = "input_dataset: variant, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool",
    .outputs = "handle: variant",
    .attrs = "parallel_copy: bool = false, deterministic: string = 'default', " TP_DATASET_ATTRS,
    .doc = "batch_size elements at a time, joined along a new first dim.",
    .shape = ScalarHandles,
    .kernel = [](KernelContext& c) { BatchesKernel(c, 3, BatchElements); },
    .no_gradient = true,
};

TP_OP(PaddedBatchDatasetV2){
    .name = "PaddedBatchDatasetV2",
    .inputs =
        "input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values: "
        "Toutput_types, drop_remainder: bool",
    .outputs = "handle: variant",
    .attrs =
        "parallel_copy: bool = false, Toutput_types: list(type) >= 1, output_shapes: list(shape) >= 1, "
        "N: int >= 1, metadata: string = ''",
    .doc =
        "batch_size elements at a time, each padded to the padded shape (-1: to the largest of the batch).",
    .shape = ScalarHandles,
    .kernel = PaddedBatchKernel,
    .no_gradient = true,
};

TP_OP(UnbatchDataset){
    .name = "UnbatchDataset",
    .inputs = "input_dataset: variant",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS,
    .doc = "The rows of each element.",
    .shape = ScalarHandles,
    .kernel = UnbatchKernel,
    .no_gradient = true,
};

TP_OP(WindowDataset){
    .name = "WindowDataset",
    .inputs = "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool",
    .outputs = "handle: variant",
    .attrs = TP_DATASET_ATTRS,
    .doc = "Datasets of size elements, stride apart; each begins shift elements behind the one before.",
    .shape = ScalarHandles,
    .kernel = WindowKernel,
    .no_gradient = true,
};

}  // namespace tp
