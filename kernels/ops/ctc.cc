// Connectionist temporal classification: the greedy decoder (TensorFlow: ctc_decoder_ops.cc).
#include "kernels/op.h"

namespace tp {
namespace {

void GreedyDecoderKernel(KernelContext& c) {
  const Tensor &inputs = c.input(0), &lengths = c.input(1);
  if (inputs.rank() != 3) return Fail(c, "inputs is not a 3-Tensor");
  if (lengths.rank() != 1) return Fail(c, "sequence_length is not a vector");
  const int64_t steps = inputs.dim(0), batch = inputs.dim(1), classes = inputs.dim(2);
  if (batch == 0) return Fail(c, "batch_size must not be 0");
  if (lengths.num_elements() != batch)
    return FailAs(c, Code::kFailedPrecondition,
                  "len(sequence_length) != batch_size.  len(sequence_length):  {} batch_size: {}",
                  lengths.num_elements(), batch);
  for (int64_t b = 0; b < batch; ++b)
    if (ElementAsInt(lengths, b) > steps)
      return FailAs(c, Code::kFailedPrecondition, "sequence_length({}) <= {}", b, steps);
  const int64_t given = c.Attr<int64_t>("blank_index", -1), blank = given < 0 ? given + classes : given;
  if (blank < 0 || blank >= classes)
    return Fail(c, "blank_index expected to be between {} and {} but was {}", -classes, classes - 1, given);
  const bool merge = c.Attr("merge_repeated", false);
  Tensor* log_probability = c.Output(3, inputs.dtype(), Shape{batch, 1});
  if (log_probability == nullptr) return;
  std::vector<std::vector<int64_t>> decoded(static_cast<size_t>(batch));
  const auto decode = [&](auto zero) {
    using T = decltype(zero);
    for (int64_t b = 0; b < batch; ++b) {
      T sum = 0;
      int64_t last = -1;
      for (int64_t t = 0; t < ElementAsInt(lengths, b); ++t) {
        const T* row = inputs.data<T>() + (t * batch + b) * classes;
        const T* best = std::max_element(row, row + classes);
        sum -= *best;
        const int64_t label = best - row;
        if (label != blank && !(merge && label == last)) decoded[static_cast<size_t>(b)].push_back(label);
        last = label;
      }
      log_probability->data<T>()[b] = sum;
    }
  };
  if (inputs.dtype() == DType::kFloat32)
    decode(float{});
  else
    decode(double{});
  int64_t count = 0, longest = 0;
  for (const auto& labels : decoded) {
    count += static_cast<int64_t>(labels.size());
    longest = std::max(longest, static_cast<int64_t>(labels.size()));
  }
  Tensor* indices = c.Output(0, DType::kInt64, Shape{count, 2});
  Tensor* values = c.Output(1, DType::kInt64, Shape{count});
  Tensor* shape = c.Output(2, DType::kInt64, Shape{2});
  if (indices == nullptr || values == nullptr || shape == nullptr) return;
  shape->data<int64_t>()[0] = batch;
  shape->data<int64_t>()[1] = longest;
  int64_t at = 0;
  for (size_t b = 0; b < decoded.size(); ++b)
    for (size_t i = 0; i < decoded[b].size(); ++i, ++at) {
      indices->data<int64_t>()[at * 2] = static_cast<int64_t>(b);
      indices->data<int64_t>()[at * 2 + 1] = static_cast<int64_t>(i);
      values->data<int64_t>()[at] = decoded[b][i];
    }
}

Status GreedyDecoderShape(ShapeContext& c) {
  const Shape &inputs = c.input(0), &lengths = c.input(1);
  if (inputs.has_rank() && inputs.rank() != 3)
    return InvalidArgument("Shape must be rank 3 but is rank {}", inputs.rank());
  if (lengths.has_rank() && lengths.rank() != 1)
    return InvalidArgument("Shape must be rank 1 but is rank {}", lengths.rank());
  Dim batch = inputs.has_rank() ? inputs[1] : kUnknownDim;
  if (lengths.has_rank()) TP_RETURN_IF_ERROR(c.Merge(batch, lengths[0], &batch));
  c.Set(0, Shape{kUnknownDim, 2});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{2});
  c.Set(3, Shape{batch, 1});
  return {};
}

}  // namespace

TP_OP(CTCGreedyDecoder){
    .name = "CTCGreedyDecoder",
    .inputs = "inputs: T, sequence_length: int32",
    .outputs = "decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
    .attrs = "merge_repeated: bool = false, blank_index: int = -1, T: {float32,float64} = float32",
    .doc = "The likeliest label of each step, without blanks, as a sparse tensor.",
    .shape = GreedyDecoderShape,
    .kernel = GreedyDecoderKernel,
    .no_gradient = true,
    .examples =
        "[[[0. 2. 0.]] [[3. 0. 0.]] [[0. 0. 5.]] [[3. 0. 0.]]], [4] -> i64:[[0 0] [0 1] [0 2]], i64:[1 0 0], "
        "i64:[1 3], [[-13.]]",
};

}  // namespace tp
