// Sparse tensors as strings: a TensorProto each of the indices, the values and the shape (TensorFlow:
// serialize_sparse_op.cc, deserialize_sparse_string_op.cc).
#include <algorithm>

#include "kernels/sparse.h"
#include "kernels/tensor_proto.h"

namespace tp {
namespace {

// False (an error is set) where the inputs are no sparse tensor or variants are asked for.
bool CheckSerialized(KernelContext& c) {
  const char* const names[] = {"indices", "values", "shape"};
  for (int i = 0; i < 3; ++i) {
    const bool matrix = i == 0;
    if (c.input(i).rank() != (matrix ? 2 : 1)) {
      Fail(c, "Input {} should be a {} but received shape {}", names[i], matrix ? "matrix" : "vector",
           c.input(i).shape());
      return false;
    }
  }
  if (c.Attr<DType>("out_type", DType::kString) == DType::kString) return true;
  FailAs(c, Code::kUnimplemented, "sparse tensors as variants (out_type) are not in tracepack");
  return false;
}

void SerializeKernel(KernelContext& c) {
  if (!CheckSerialized(c)) return;
  Tensor* const out = c.Output(0, DType::kString, Shape{3});
  if (out == nullptr) return;
  for (int i = 0; i < 3; ++i) out->data<std::string>()[i] = proto::OfTensor(c.input(i), true);
}

// A row of three strings for each index of the first dim.
void SerializeManyKernel(KernelContext& c) {
  if (!CheckSerialized(c)) return;
  const SparseArg x(c, 0);
  if (x.shape.num_elements() < 2)
    return Fail(c, "Rank of input SparseTensor should be > 1, but saw rank: {}", x.shape.num_elements());
  if (!CheckSparse(c, x)) return;
  const int64_t rank = x.rank - 1;
  Tensor* const out = c.Output(0, DType::kString, Shape{std::max<int64_t>(x.dims[0], 0), 3});
  if (out == nullptr) return;
  const std::string shape = proto::OfTensor(IntVector(std::span(x.dims).subspan(1), DType::kInt64), true);
  const Mover mover(x.values.dtype());
  for (int64_t row = 0, i = 0; row < out->dim(0); ++row) {
    const int64_t begin = i;
    for (; i < x.count; ++i) {
      const Status status = CheckIndex(i, x.row(i), i > 0 ? x.row(i - 1) : nullptr, x.dims, true);
      if (!status.ok()) return c.Error(status);
      if (x.row(i)[0] != row) break;
    }
    Tensor indices = Tensor::Allocate(DType::kInt64, Shape{i - begin, rank});
    Tensor values = Tensor::Allocate(x.values.dtype(), Shape{i - begin});
    for (int64_t k = begin; k < i; ++k)
      std::copy_n(x.row(k) + 1, rank, indices.data<int64_t>() + (k - begin) * rank);
    mover.Copy(&values, 0, x.values, begin, i - begin);
    std::string* const to = out->data<std::string>() + row * 3;
    to[0] = proto::OfTensor(indices, true);
    to[1] = proto::OfTensor(values, true);
    to[2] = shape;
  }
}

struct Read {
  Tensor indices, values, shape;
};

// One sparse tensor of three strings, number `i`. False: an error is set.
bool ReadSparse(KernelContext& c, const std::string* text, int64_t i, Read* read) {
  const auto tensor = [&](const std::string& bytes, Tensor* out, bool numbers) {
    const proto::ReadTensor proto(bytes);
    if (!proto.message) return Fail(c, "Could not parse serialized proto");
    if (!proto.good || !proto.Fits() || (numbers && proto.dtype != DType::kInt64))
      return Fail(c, "Could not construct tensor from proto");
    *out = c.Scratch(proto.dtype, proto.shape);
    if (out->valid()) proto.Fill(out);
  };
  tensor(text[0], &read->indices, true);
  if (c.failed()) return false;
  if (read->indices.rank() != 2)
    Fail(c, "Expected serialized_sparse[{}, 0] to represent an index matrix but received shape {}", i,
         read->indices.shape());
  else
    tensor(text[1], &read->values, false);
  if (c.failed()) return false;
  const int64_t count = read->indices.dim(0), rank = read->indices.dim(1);
  const DType wanted = c.Attr<DType>("dtype");
  if (read->values.rank() != 1)
    Fail(c, "Expected serialized_sparse[{}, 1] to represent a values vector but received shape {}", i,
         read->values.shape());
  else if (read->values.dtype() != wanted)
    Fail(c, "Requested SparseTensor of type {} but SparseTensor[{}].values.dtype() == {}",
         proto::NameOf(wanted), i, proto::NameOf(read->values.dtype()));
  else if (read->values.dim(0) != count)
    Fail(c,
         "Expected row counts of SparseTensor[{}].indices and SparseTensor[{}].values to match but they do "
         "not: {} vs. {}",
         i, i, count, read->values.dim(0));
  else
    tensor(text[2], &read->shape, true);
  if (c.failed()) return false;
  if (read->shape.rank() != 1)
    Fail(c, "Expected serialized_sparse[{}, 1] to be a shape vector but its shape is {}", i,
         read->shape.shape());
  else if (read->shape.dim(0) != rank)
    Fail(c,
         "Expected column counts of SparseTensor[{}].indices to match size of SparseTensor[{}].shape but "
         "they do not: {} vs. {}",
         i, i, rank, read->shape.dim(0));
  return !c.failed();
}

// One sparse tensor of all, in leading dims those that the strings have.
void DeserializeKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  const int leading = in.rank() - 1;
  if (leading < 0) return Fail(c, "Serialized sparse should have non-zero rank {}", in.shape());
  if (in.dim(leading) != 3)
    return Fail(c, "Serialized sparse should have 3 as the last dimension {}", in.shape());
  if (in.num_elements() == 0)
    return Fail(c, "Serialized sparse should have at least 1 serialized tensor, but has a zero dimension {}",
                in.shape());
  std::vector<Read> parts(static_cast<size_t>(in.num_elements() / 3));
  int64_t count = 0;
  std::vector<int64_t> dims(in.shape().begin(), in.shape().end() - 1);
  for (size_t p = 0; p < parts.size(); ++p) {
    if (!ReadSparse(c, in.data<std::string>() + p * 3, static_cast<int64_t>(p), &parts[p])) return;
    const Tensor& shape = parts[p].shape;
    count += parts[p].indices.dim(0);
    dims.resize(static_cast<size_t>(leading + parts[0].shape.num_elements()));
    if (shape.num_elements() != parts[0].shape.num_elements())
      return Fail(c,
                  "Inconsistent shape across SparseTensors: rank prior to SparseTensor[{}] was: {} but rank "
                  "of SparseTensor[{}] is: {}",
                  p, parts[0].shape.num_elements(), p, shape.num_elements());
    for (int64_t d = 0; d < shape.num_elements(); ++d) {
      int64_t& dim = dims[static_cast<size_t>(leading + d)];
      dim = std::max(dim, shape.data<int64_t>()[d]);
    }
  }
  const auto rank = static_cast<int64_t>(dims.size());
  Tensor* const indices = c.Output(0, DType::kInt64, Shape{count, rank});
  Tensor* const values = c.Output(1, c.Attr<DType>("dtype"), Shape{count});
  if (indices == nullptr || values == nullptr) return;
  GiveNumbers(c, 2, dims);
  const Mover mover(values->dtype());
  int64_t* to = indices->data<int64_t>();
  int64_t at = 0;
  for (size_t p = 0; p < parts.size(); ++p) {
    const Tensor& from = parts[p].indices;
    for (int64_t i = 0; i < from.dim(0); ++i, to += rank) {
      auto place = static_cast<int64_t>(p);
      for (int d = leading - 1; d >= 0; --d) {
        to[d] = place % dims[static_cast<size_t>(d)];
        place /= dims[static_cast<size_t>(d)];
      }
      std::copy_n(from.data<int64_t>() + i * from.dim(1), from.dim(1), to + leading);
    }
    mover.Copy(values, at, parts[p].values, 0, from.dim(0));
    at += from.dim(0);
  }
}

Status SerializeShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(CheckRanks(c, "211"));
  c.Set(0, c.op().name() == "SerializeSparse" ? Shape{3} : Shape{kUnknownDim, 3});
  return {};
}

Status DeserializeShape(ShapeContext& c) {
  const Shape& in = c.input(0);
  if (c.op().name() == "DeserializeManySparse") {
    TP_RETURN_IF_ERROR(CheckRanks(c, "2"));
    if (in.has_rank() && in[1] >= 0 && in[1] != 3)
      return InvalidArgument("Dimension must be 3 but is {}", in[1]);
  } else if (in.has_rank() && in.rank() < 1) {
    return InvalidArgument("Shape must be at least rank 1 but is rank 0");
  }
  c.Set(0, Shape{kUnknownDim, kUnknownDim});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{kUnknownDim});
  return {};
}

}  // namespace

#define TP_SERIALIZE(op, of, f)                                                                        \
  TP_OP(op) {                                                                                          \
    .name = #op, .inputs = "sparse_indices: int64, sparse_values: T, sparse_shape: int64",             \
    .outputs = "serialized_sparse: out_type", .attrs = "T: type, out_type: {string,variant} = string", \
    .doc = of " as three strings: indices, values, shape.", .shape = SerializeShape, .kernel = f,      \
    .no_gradient = true,                                                                               \
  }
TP_SERIALIZE(SerializeSparse, "A sparse tensor", SerializeKernel);
TP_SERIALIZE(SerializeManySparse, "Each row of a sparse tensor", SerializeManyKernel);

#define TP_DESERIALIZE(op, in, more)                                                            \
  TP_OP(op) {                                                                                   \
    .name = #op, .inputs = "serialized_sparse: " in,                                            \
    .outputs = "sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",              \
    .attrs = "dtype: type" more, .doc = "The sparse tensor that strings hold, or many as one.", \
    .shape = DeserializeShape, .kernel = DeserializeKernel, .no_gradient = true,                \
  }
TP_DESERIALIZE(DeserializeSparse, "Tserialized", ", Tserialized: {string,variant} = string");
TP_DESERIALIZE(DeserializeManySparse, "string", "");

}  // namespace tp
