// Strings that hold something else: base64 (base64_ops.cc), packed bytes (decode_compressed_op.cc), tensors
// (parse_tensor_op.cc: the message tensorflow.TensorProto).
#include "core/base/coding.h"
#include "kernels/tensor_proto.h"

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

void SerializeKernel(KernelContext& c) {
  const Tensor& t = c.input(0);
  if (t.dtype() == DType::kResource || t.dtype() == DType::kVariant)
    return FailAs(c, Code::kUnimplemented, "tf.io.serialize_tensor of a {}", DTypeName(t.dtype()));
  c.SetOutput(0, Tensor::Scalar<std::string>(proto::OfTensor(t)));
}

void ParseKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  if (in.rank() != 0) return Fail(c, "Expected `serialized` to be a scalar, got shape: {}", in.shape());
  const std::string text = in.scalar<std::string>();
  const DType wanted = c.Attr<DType>("out_type");
  const proto::ReadTensor read(text);
  if (!read.message)
    return Fail(c, "Could not parse `serialized` as TensorProto, base64: {}", Base64(text, false, true));
  if (read.good && read.dtype != wanted)
    return Fail(c, "Type mismatch between parsed tensor ({}) and dtype ({})", proto::NameOf(read.dtype),
                proto::NameOf(wanted));
  if (!read.good || !read.Fits())
    return Fail(c, "Cannot parse tensor from proto: {}", text.empty() ? "" : "values do not fit");
  if (Tensor* const out = c.Output(0, read.dtype, read.shape)) read.Fill(out);
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
