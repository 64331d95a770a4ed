// Strings that hold something else: base64 (base64_ops.cc), packed bytes (decode_compressed_op.cc), tensors
// (parse_tensor_op.cc: the message tensorflow.TensorProto).
#include "core/base/coding.h"
#include "kernels/example_reader.h"
#include "kernels/move.h"

namespace tp {
namespace {

// Each string becomes another; f(in, out) is false where it reported an error.
template <class F>
void Map(KernelContext& c, F&& f) {
  const Tensor& in = c.input(0);
  Tensor* out = c.Output(0, DType::kString, in.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < in.num_elements(); ++i)
    if (!f(in.data<std::string>()[i], out->data<std::string>()[i])) return;
}

void EncodeKernel(KernelContext& c) {
  const bool pad = c.Attr<bool>("pad", false);
  Map(c, [&](const std::string& in, std::string& out) {
    out = Base64(in, /*url=*/true, pad);
    return true;
  });
}
void DecodeKernel(KernelContext& c) {
  Map(c, [&](const std::string& in, std::string& out) {
    const char* const wrong = FromBase64(in, /*url=*/true, &out);
    if (wrong != nullptr) Fail(c, "{}", wrong);
    return wrong == nullptr;
  });
}

// What ends too early gives what there is.
void DecompressKernel(KernelContext& c) {
  const auto kind = c.Attr<std::string>("compression_type", "");
  if (kind == "ZSTD")
    return FailAs(c, Code::kUnimplemented, "tf.io.decode_compressed of ZSTD is not in tracepack");
  if (kind != "" && kind != "ZLIB" && kind != "GZIP")
    return Fail(c, "Only ZLIB, ZSTD, GZIP or NONE are supported compressions");
  Map(c, [&](const std::string& in, std::string& out) {
    if (kind.empty()) {
      out = in;
      return true;
    }
    Unpacked unpacked = Inflate(in, kind == "GZIP" ? 31 : 15, kind == "GZIP");
    if (!unpacked.error.empty() && unpacked.bytes.empty())
      return FailAs(c, Code::kDataLoss, "{}", unpacked.error), false;
    out = std::move(unpacked.bytes);
    return true;
  });
}

// --- tensorflow.TensorProto{1: dtype, 2: TensorShapeProto{2: Dim{1: size}}, 4: bytes, 5 and on: values}
// `content`: strings stand as numbers do, their lengths before them all, and not one by one.
std::string Serialized(const Tensor& t, bool content = false) {
  std::string made, shape;
  made += '\x08';
  proto::AppendVarint(&made, static_cast<uint64_t>(t.dtype()));
  for (const Dim dim : t.shape()) {
    std::string size;
    if (dim != 0) {
      size += '\x08';
      proto::AppendVarint(&size, static_cast<uint64_t>(dim));
    }
    proto::AppendBytes(&shape, 2, size);
  }
  proto::AppendBytes(&made, 2, shape);
  if (t.num_elements() == 0) return made;
  if (t.dtype() != DType::kString) {
    proto::AppendBytes(&made, 4, {static_cast<const char*>(t.raw_data()), t.bytes()});
  } else if (content) {
    std::string lengths, all;
    for (const std::string& element : t.elements<std::string>()) {
      proto::AppendVarint(&lengths, element.size());
      all += element;
    }
    proto::AppendBytes(&made, 4, lengths + all);
  } else {
    for (const std::string& element : t.elements<std::string>()) proto::AppendBytes(&made, 8, element);
  }
  return made;
}

void SerializeKernel(KernelContext& c) {
  const Tensor& t = c.input(0);
  if (t.dtype() == DType::kResource || t.dtype() == DType::kVariant)
    return FailAs(c, Code::kUnimplemented, "tf.io.serialize_tensor of a {}", DTypeName(t.dtype()));
  c.SetOutput(0, Tensor::Scalar<std::string>(Serialized(t)));
}

bool ReadShape(std::string_view bytes, Shape* shape) {
  proto::Message message(bytes);
  int64_t count = 1;
  while (message.Next()) {
    if (message.number == 3 && message.varint != 0) return false;  // unknown rank
    if (message.number != 2) continue;
    proto::Message dim(message.bytes);
    int64_t size = 0;
    while (dim.Next())
      if (dim.number == 1) size = static_cast<int64_t>(dim.varint);
    if (dim.bad || size < 0 || shape->rank() >= kMaxRank || __builtin_mul_overflow(count, size, &count))
      return false;
    shape->Append(size);
  }
  return !message.bad;
}

// The values that a message lists one by one: of the field for the dtype, packed or not. Bytes for numbers.
struct Listed {
  std::vector<std::string_view> strings;
  std::string bytes;
};
bool ReadValues(const proto::Message& m, DType dtype, Listed* listed) {
  if (m.number == 8) return listed->strings.push_back(m.bytes), true;
  const size_t width = DTypeSize(dtype);
  const auto put = [&](uint64_t value) {  // the low bytes: little-endian
    listed->bytes.append(reinterpret_cast<const char*>(&value), std::min<size_t>(width, 8));
  };
  if (m.number == 5 || m.number == 6 || m.number == 9 || m.number == 12)
    return listed->bytes += m.bytes, true;
  if (m.wire == 0) return put(m.varint), true;
  proto::Message packed(m.bytes);
  for (uint64_t value = 0; !packed.done();) {
    if (!packed.Varint(&value)) return false;
    put(value);
  }
  return true;
}

// The strings that stand behind all their lengths.
bool ReadStrings(std::string_view content, int64_t count, std::vector<std::string_view>* strings) {
  if (count > static_cast<int64_t>(content.size())) return false;
  proto::Message lengths(content);
  std::vector<uint64_t> sizes(static_cast<size_t>(count));
  uint64_t total = 0;
  for (uint64_t& size : sizes)
    if (!lengths.Varint(&size) || __builtin_add_overflow(total, size, &total)) return false;
  if (total > content.size()) return false;
  size_t at = content.size() - total;
  for (const uint64_t size : sizes) {
    strings->push_back(content.substr(at, size));
    at += size;
  }
  return true;
}

// The tensor of a message, as an output where `output` is one; not valid (an error is set) where there is
// none. `part`: of which sparse tensor it is one, for the error.
Tensor Parsed(KernelContext& c, const std::string& text, DType wanted, int output = -1, int64_t part = -1) {
  proto::Message message(text);
  Shape shape;
  std::string_view content;
  bool good = true;
  Listed listed;
  DType dtype = DType::kInvalid;
  while (message.Next()) {
    if (message.number == 1 && message.wire == 0 && message.varint < 64)
      dtype = static_cast<DType>(message.varint);
    if (message.number == 2 && message.wire == 2) good = good && ReadShape(message.bytes, &shape);
    if (message.number == 4 && message.wire == 2) content = message.bytes;
    if (message.number >= 5 && message.number <= 17) good = good && ReadValues(message, dtype, &listed);
  }
  if (message.bad && part >= 0) return Fail(c, "Could not parse serialized proto"), Tensor();
  if (message.bad)
    return Fail(c, "Could not parse `serialized` as TensorProto, base64: {}", Base64(text, false, true)),
           Tensor();
  const auto width = static_cast<int64_t>(DTypeSize(dtype));
  const int64_t count = shape.num_elements();
  int64_t bytes = 0;
  good = good && (dtype == DType::kString || IsNumeric(dtype) || dtype == DType::kBool) &&
         !__builtin_mul_overflow(count, width, &bytes) &&
         (content.empty() || dtype == DType::kString || static_cast<int64_t>(content.size()) == bytes);
  if (good && dtype == DType::kString && !content.empty())
    good = ReadStrings(content, count, &listed.strings);
  if (!good)
    return Fail(c, "Cannot parse tensor from proto: {}", text.empty() ? "" : "values do not fit"), Tensor();
  if (dtype != wanted && part >= 0)
    return Fail(c, "Requested SparseTensor of type {} but SparseTensor[{}].values.dtype() == {}",
                proto::NameOf(wanted), part, proto::NameOf(dtype)),
           Tensor();
  if (dtype != wanted)
    return Fail(c, "Type mismatch between parsed tensor ({}) and dtype ({})", proto::NameOf(dtype),
                proto::NameOf(wanted)),
           Tensor();
  Tensor* const made = output < 0 ? nullptr : c.Output(output, dtype, shape);
  Tensor out = made != nullptr ? *made : output < 0 ? c.Scratch(dtype, shape) : Tensor();
  if (!out.valid() || count == 0) return out;
  if (dtype == DType::kString) {
    for (int64_t i = 0; i < count && !listed.strings.empty(); ++i)
      out.data<std::string>()[i] = listed.strings[std::min<size_t>(i, listed.strings.size() - 1)];
    return out;
  }
  auto* to = static_cast<char*>(out.raw_data());
  std::memset(to, 0, static_cast<size_t>(bytes));
  std::memcpy(to, content.data(), content.size());
  // What is missing at the end is like the last one.
  const int64_t have = content.empty() ? static_cast<int64_t>(listed.bytes.size()) / width : 0;
  for (int64_t i = 0; i < count && have > 0; ++i)
    std::memcpy(to + i * width, listed.bytes.data() + std::min(i, have - 1) * width,
                static_cast<size_t>(width));
  for (int64_t i = 0; i < count && dtype == DType::kBool; ++i) to[i] = to[i] != 0;
  return out;
}

void ParseKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  if (in.rank() != 0) return Fail(c, "Expected `serialized` to be a scalar, got shape: {}", in.shape());
  Parsed(c, in.scalar<std::string>(), c.Attr<DType>("out_type"), 0);
}

// --- sparse tensors as three such messages (serialize_sparse_op.cc, deserialize_sparse_string_op.cc)
bool GoodSparse(KernelContext& c, const Tensor& indices, const Tensor& values, const Tensor& shape) {
  if (indices.rank() != 2)
    return Fail(c, "Input indices should be a matrix but received shape {}", indices.shape()), false;
  if (values.rank() != 1)
    return Fail(c, "Input values should be a vector but received shape {}", values.shape()), false;
  if (shape.rank() != 1)
    return Fail(c, "Input shape should be a vector but received shape {}", shape.shape()), false;
  if (indices.dim(0) != values.dim(0))
    return Fail(c, "indices has {} rows and values has {} elements", indices.dim(0), values.dim(0)), false;
  return true;
}

bool AsStrings(KernelContext& c) {
  if (c.Attr<DType>("out_type", DType::kString) == DType::kString) return true;
  FailAs(c, Code::kUnimplemented, "{} as variants is not in tracepack", c.op().name());
  return false;
}

void SerializeSparseKernel(KernelContext& c) {
  if (!AsStrings(c) || !GoodSparse(c, c.input(0), c.input(1), c.input(2))) return;
  Tensor* out = c.Output(0, DType::kString, Shape{3});
  for (int i = 0; out != nullptr && i < 3; ++i)
    out->data<std::string>()[i] = Serialized(c.input(i), /*content=*/true);
}

// Elements [begin, end) of a vector, serialized.
std::string SerializedPart(KernelContext& c, const Tensor& t, int64_t begin, int64_t end) {
  Tensor part = c.Scratch(t.dtype(), Shape{end - begin});
  if (!part.valid()) return "";
  Mover(t.dtype()).Copy(&part, 0, t, begin, end - begin);
  return Serialized(part, /*content=*/true);
}

// One sparse tensor for each index of the first dim; the indices are sorted by it.
void SerializeManyKernel(KernelContext& c) {
  const Tensor &indices = c.input(0), &values = c.input(1), &shape = c.input(2);
  if (!AsStrings(c) || !GoodSparse(c, indices, values, shape)) return;
  const int64_t rank = shape.num_elements();
  if (rank <= 1) return Fail(c, "Rank of input SparseTensor should be > 1, but saw rank: {}", rank);
  if (indices.dim(1) != rank)
    return Fail(c, "Index rank {} and shape rank {} do not match", indices.dim(1), rank);
  const int64_t count = shape.data<int64_t>()[0];
  Tensor* out = c.Output(0, DType::kString, Shape{count, 3});
  if (out == nullptr) return;
  const std::string inner = SerializedPart(c, shape, 1, rank);
  int64_t at = 0;
  for (int64_t row = 0; row < count; ++row) {
    const int64_t begin = at;
    std::vector<int64_t> places;
    for (; at < values.num_elements() && indices.data<int64_t>()[at * rank] == row; ++at)
      for (int64_t k = 1; k < rank; ++k) places.push_back(indices.data<int64_t>()[at * rank + k]);
    out->data<std::string>()[3 * row] = Serialized(Tensor::Of<int64_t>(Shape{at - begin, rank - 1}, places));
    out->data<std::string>()[3 * row + 1] = SerializedPart(c, values, begin, at);
    out->data<std::string>()[3 * row + 2] = inner;
  }
  if (at == values.num_elements()) return;
  const std::span<const int64_t> place(indices.data<int64_t>() + at * rank, static_cast<size_t>(rank));
  if (place[0] >= 0 && place[0] < count)
    return Fail(c,
                "indices[{}] = [{}] is out of order. Many sparse ops require sorted indices.\n    Use "
                "`tf.sparse.reorder` to create a correctly ordered copy.\n\n",
                at, fmt::join(place, ","));
  Fail(c, "Received unexpected column 0 value in input SparseTensor: {} < 0 or >= N (= {})", place[0], count);
}

// Sparse tensors as one, with a dim for each dim of the strings but the last.
void DeserializeKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  const DType dtype = c.Attr<DType>("dtype");
  if (in.rank() < 1 || in.dim(in.rank() - 1) != 3)
    return Fail(c, "Serialized sparse should have 3 as the last dimension {}", in.shape());
  const int64_t count = in.num_elements() / 3;
  if (count == 0)
    return Fail(c, "Serialized sparse should have at least 1 serialized tensor, but has a zero dimension {}",
                in.shape());
  const int before = in.rank() - 1;
  std::vector<int64_t> places, dims;
  std::vector<Tensor> parts;
  int64_t total = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto* texts = in.data<std::string>() + 3 * i;
    const Tensor indices = Parsed(c, texts[0], DType::kInt64, -1, i);
    if (!indices.valid()) return;
    parts.push_back(Parsed(c, texts[1], dtype, -1, i));
    if (!parts.back().valid()) return;
    const Tensor shape = Parsed(c, texts[2], DType::kInt64, -1, i);
    if (!shape.valid() || !GoodSparse(c, indices, parts.back(), shape)) return;
    const int64_t rank = shape.num_elements();
    if (indices.dim(1) != rank || (i > 0 && static_cast<int64_t>(dims.size()) != rank))
      return Fail(
          c,
          "Inconsistent shape across SparseTensors: rank prior to SparseTensor[{}] was: {} but rank of "
          "SparseTensor[{}] is: {}",
          i, dims.size(), i, rank);
    dims.resize(static_cast<size_t>(rank));
    for (int64_t k = 0; k < rank; ++k) dims[k] = std::max(dims[k], shape.data<int64_t>()[k]);
    for (int64_t row = 0; row < indices.dim(0); ++row) {
      for (int64_t d = 0, rest = i, size = count; d < before; ++d) {
        size /= in.dim(static_cast<int>(d));
        places.push_back(rest / size);
        rest %= size;
      }
      for (int64_t k = 0; k < rank; ++k) places.push_back(indices.data<int64_t>()[row * rank + k]);
    }
    total += parts.back().num_elements();
  }
  std::vector<int64_t> whole;
  for (int d = 0; d < before; ++d) whole.push_back(in.dim(d));
  whole.insert(whole.end(), dims.begin(), dims.end());
  Tensor* values = c.Output(1, dtype, Shape{total});
  if (values == nullptr) return;
  int64_t at = 0;
  for (const Tensor& part : parts) {
    Mover(dtype).Copy(values, at, part, 0, part.num_elements());
    at += part.num_elements();
  }
  c.SetOutput(0, Tensor::Of<int64_t>(Shape{total, static_cast<Dim>(whole.size())}, places));
  c.SetOutput(2, IntVector(whole, DType::kInt64));
}

Status DeserializeShape(ShapeContext& c) {
  c.Set(0, Shape::OfRank(2));
  c.Set(1, Shape::OfRank(1));
  c.Set(2, Shape::OfRank(1));
  return {};
}

}  // namespace

TP_OP(EncodeBase64){
    .name = "EncodeBase64",
    .api = "tf.io.encode_base64 (input, pad=False, name=None)",
    .inputs = "input: string",
    .outputs = "output: string",
    .attrs = "pad: bool = false",
    .doc = "Strings as base64 that is safe in URLs.",
    .shape = shape::Unchanged,
    .kernel = EncodeKernel,
    .no_gradient = true,
    .examples = "['abcd'] -> ['YWJjZA']\n['abcd'] -> ['YWJjZA=='] | pad=true",
};

TP_OP(DecodeBase64){
    .name = "DecodeBase64",
    .api = "tf.io.decode_base64 (input, name=None)",
    .inputs = "input: string",
    .outputs = "output: string",
    .doc = "Strings that were base64 that is safe in URLs.",
    .shape = shape::Unchanged,
    .kernel = DecodeKernel,
    .no_gradient = true,
    .examples = "['YWJjZA' 'YWI='] -> ['abcd' 'ab']",
};

TP_OP(DecodeCompressed){
    .name = "DecodeCompressed",
    .api = "tf.io.decode_compressed (bytes, compression_type='', name=None)",
    .inputs = "bytes: string",
    .outputs = "output: string",
    .attrs = "compression_type: string = ''",
    .doc = "Strings that zlib or gzip packed.",
    .shape = shape::Unchanged,
    .kernel = DecompressKernel,
    .no_gradient = true,
    .examples = "['abcd'] -> ['abcd']",
};

TP_OP(SerializeTensor){
    .name = "SerializeTensor",
    .api = "tf.io.serialize_tensor (tensor, name=None)",
    .inputs = "tensor: T",
    .outputs = "serialized: string",
    .attrs = "T: type",
    .doc = "A tensor as a TensorProto.",
    .shape = shape::Scalar,
    .kernel = SerializeKernel,
    .no_gradient = true,
};

TP_OP(ParseTensor){
    .name = "ParseTensor",
    .api = "tf.io.parse_tensor (serialized, out_type, name=None)",
    .inputs = "serialized: string",
    .outputs = "output: out_type",
    .attrs = "out_type: type",
    .doc = "The tensor of a TensorProto.",
    .shape = shape::None,
    .kernel = ParseKernel,
    .no_gradient = true,
};

#define TP_SPARSE_INPUTS "sparse_indices: int64, sparse_values: T, sparse_shape: int64"

TP_OP(SerializeSparse){
    .name = "SerializeSparse",
    .inputs = TP_SPARSE_INPUTS,
    .outputs = "serialized_sparse: out_type",
    .attrs = "T: type, out_type: {string,variant} = string",
    .doc = "A sparse tensor as three TensorProtos.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, Shape{3});
          return Status();
        },
    .kernel = SerializeSparseKernel,
    .no_gradient = true,
};

TP_OP(SerializeManySparse){
    .name = "SerializeManySparse",
    .inputs = TP_SPARSE_INPUTS,
    .outputs = "serialized_sparse: out_type",
    .attrs = "T: type, out_type: {string,variant} = string",
    .doc = "The sparse tensors of a batch, each as three TensorProtos.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, Shape{kUnknownDim, 3});
          return Status();
        },
    .kernel = SerializeManyKernel,
    .no_gradient = true,
};

#define TP_DESERIALIZE(op, types, text)                                                           \
  TP_OP(op) {                                                                                     \
    .name = #op, .inputs = "serialized_sparse: " types,                                           \
    .outputs = "sparse_indices: int64, sparse_values: dtype, sparse_shape: int64", .attrs = text, \
    .doc = "Sparse tensors of TensorProtos, as one.", .shape = DeserializeShape,                  \
    .kernel = DeserializeKernel, .no_gradient = true,                                             \
  }
TP_DESERIALIZE(DeserializeManySparse, "string", "dtype: type");
TP_DESERIALIZE(DeserializeSparse, "Tserialized", "dtype: type, Tserialized: {string,variant} = string");

}  // namespace tp
