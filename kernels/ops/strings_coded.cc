// Strings that hold something else: base64 (base64_ops.cc), packed bytes (decode_compressed_op.cc), tensors
// (parse_tensor_op.cc: the message tensorflow.TensorProto).
#include "core/base/coding.h"
#include "kernels/example_reader.h"

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
void SerializeKernel(KernelContext& c) {
  const Tensor& t = c.input(0);
  if (t.dtype() == DType::kResource || t.dtype() == DType::kVariant)
    return FailAs(c, Code::kUnimplemented, "tf.io.serialize_tensor of a {}", DTypeName(t.dtype()));
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
  if (t.dtype() == DType::kString)
    for (const std::string& element : t.elements<std::string>()) proto::AppendBytes(&made, 8, element);
  else if (t.num_elements() > 0)
    proto::AppendBytes(&made, 4, {static_cast<const char*>(t.raw_data()), t.bytes()});
  c.SetOutput(0, Tensor::Scalar<std::string>(made));
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

void ParseKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  if (in.rank() != 0) return Fail(c, "Expected `serialized` to be a scalar, got shape: {}", in.shape());
  const std::string text = in.scalar<std::string>();
  const DType wanted = c.Attr<DType>("out_type");
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
  if (message.bad)
    return Fail(c, "Could not parse `serialized` as TensorProto, base64: {}", Base64(text, false, true));
  const int64_t count = shape.num_elements();
  const auto broken = [&] {
    Fail(c, "Cannot parse tensor from proto: {}", text.empty() ? "" : "values do not fit");
  };
  if (!good || (dtype != DType::kString && !IsNumeric(dtype) && dtype != DType::kBool)) return broken();
  if (dtype != wanted)
    return Fail(c, "Type mismatch between parsed tensor ({}) and dtype ({})", proto::NameOf(dtype),
                proto::NameOf(wanted));
  const auto width = static_cast<int64_t>(DTypeSize(dtype));
  if (!content.empty() && dtype != DType::kString && static_cast<int64_t>(content.size()) / width != count)
    return broken();
  Tensor* out = c.Output(0, dtype, shape);
  if (out == nullptr || count == 0) return;
  if (dtype == DType::kString) {
    for (int64_t i = 0; i < count && !listed.strings.empty(); ++i)
      out->data<std::string>()[i] = listed.strings[std::min<size_t>(i, listed.strings.size() - 1)];
    return;
  }
  auto* to = static_cast<char*>(out->raw_data());
  if (!content.empty()) {
    std::memcpy(to, content.data(), content.size());
    return;
  }
  // What is missing at the end is like the last one.
  const auto have = static_cast<int64_t>(listed.bytes.size()) / width;
  std::memset(to, 0, static_cast<size_t>(count * width));
  for (int64_t i = 0; i < count && have > 0; ++i)
    std::memcpy(to + i * width, listed.bytes.data() + std::min(i, have - 1) * width,
                static_cast<size_t>(width));
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

}  // namespace tp
