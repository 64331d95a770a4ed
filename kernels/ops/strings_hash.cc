// Hashes of strings, bit for bit those of TensorFlow (string_to_hash_bucket_op.cc): `fast` is FarmHash's
// Fingerprint64, `strong` is SipHash-2-4 with the given key, the third is a 64-bit Murmur hash with a seed.
#include <bit>

#include "kernels/fingerprint.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The bytes from `at` on (fewer than 8) as a number, the first the lowest.
uint64_t Tail(const std::string& text, size_t at) {
  uint64_t value = 0;
  std::memcpy(&value, text.data() + at, text.size() - at);
  return value;
}

uint64_t Murmur64(const std::string& text) {
  constexpr uint64_t kMul = 0xc6a4a7935bd1e995, kSeed = 0xDECAFCAFFE;
  uint64_t h = kSeed ^ (text.size() * kMul);
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t k = LoadBytes<uint64_t>(text.data() + at) * kMul;
    k = (k ^ k >> 47) * kMul;
    h = (h ^ k) * kMul;
  }
  if (at < text.size()) h = (h ^ Tail(text, at)) * kMul;
  h = (h ^ h >> 47) * kMul;
  return h ^ h >> 47;
}

uint64_t SipHash(const std::string& text, uint64_t key0, uint64_t key1) {
  uint64_t v0 = key0 ^ 0x736f6d6570736575, v1 = key1 ^ 0x646f72616e646f6d, v2 = key0 ^ 0x6c7967656e657261,
           v3 = key1 ^ 0x7465646279746573;
  const auto rounds = [&](int count) {
    while (count-- > 0) {
      v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
      v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
      v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
      v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
    }
  };
  const auto absorb = [&](uint64_t m) {
    v3 ^= m;
    rounds(2);
    v0 ^= m;
  };
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) absorb(LoadBytes<uint64_t>(text.data() + at));
  absorb(Tail(text, at) | static_cast<uint64_t>(text.size()) << 56);
  v2 ^= 0xff;
  rounds(4);
  return v0 ^ v1 ^ v2 ^ v3;
}

template <class F>
void Buckets(KernelContext& c, F&& hash) {
  const Tensor& x = c.input(0);
  const auto buckets = static_cast<uint64_t>(c.Attr<int64_t>("num_buckets"));
  if (buckets == 0) return Fail(c, "num_buckets must be at least 1");
  Tensor* out = c.Output(0, DType::kInt64, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i)
    out->data<int64_t>()[i] = static_cast<int64_t>(hash(x.data<std::string>()[i]) % buckets);
}

// The bytes of each row's fingerprint; rows of several strings have that of their strings' fingerprints.
void FingerprintKernel(KernelContext& c) {
  const Tensor &data = c.input(0), &method = c.input(1);
  if (method.rank() != 0) return Fail(c, "`method` should be a scalar string: {}", method.shape());
  if (method.scalar<std::string>() != "farmhash64")
    return Fail(c, "Unsupported fingerprint method: {}", method.scalar<std::string>());
  if (data.rank() < 1) return Fail(c, "`data` should have at least one dimension: []");
  const int64_t rows = data.dim(0);
  Tensor* out = c.Output(0, DType::kUint8, Shape{rows, 8});
  if (out == nullptr || rows == 0) return;
  const int64_t width = data.num_elements() / rows;
  for (int64_t row = 0; row < rows; ++row) {
    std::string bytes;
    if (data.dtype() != DType::kString) {
      const size_t size = static_cast<size_t>(width) * DTypeSize(data.dtype());
      bytes.assign(static_cast<char*>(data.raw_data()) + static_cast<size_t>(row) * size, size);
    } else if (width == 1) {
      bytes = data.data<std::string>()[row];
    } else {
      for (int64_t i = 0; i < width; ++i) {
        const uint64_t part = Fingerprint64(data.data<std::string>()[row * width + i]);
        bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
      }
    }
    const uint64_t print = Fingerprint64(bytes);
    std::memcpy(out->data<uint8_t>() + row * 8, &print, sizeof print);
  }
}

}  // namespace

TP_OP(Fingerprint){
    .name = "Fingerprint",
    .inputs = "data: T, method: string",
    .outputs = "fingerprint: uint8",
    .attrs = "T: type",
    .doc = "The fingerprint of each row, as bytes.",
    .shape =
        [](ShapeContext& c) {
          Shape data;
          TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &data));
          const Tensor* method = c.value(1);
          c.Set(0, Shape{data.has_rank() ? data[0] : kUnknownDim, method != nullptr ? Dim(8) : kUnknownDim});
          return Status();
        },
    .kernel = FingerprintKernel,
    .no_gradient = true,
    .host_inputs = "method",
    .examples =
        "['hello' 'world'], 'farmhash64' -> u8:[[232 12 56 49 169 229 139 180] [110 180 184 94 67 84 26 "
        "228]]",
};

TP_OP(StringToHashBucket){
    .name = "StringToHashBucket",
    .inputs = "string_tensor: string",
    .outputs = "output: int64",
    .attrs = "num_buckets: int >= 1",
    .doc = "The strings' hashes modulo a number of buckets.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { Buckets(c, Murmur64); },
    .no_gradient = true,
    .examples = "['hello' 'world'] -> i64:[938 861] | num_buckets=1000",
};

TP_OP(StringToHashBucketFast){
    .name = "StringToHashBucketFast",
    .api = "tf.strings.to_hash_bucket_fast (input, num_buckets, name=None)",
    .inputs = "input: string",
    .outputs = "output: int64",
    .attrs = "num_buckets: int >= 1",
    .doc = "The strings' fingerprints modulo a number of buckets.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { Buckets(c, Fingerprint64); },
    .no_gradient = true,
    .examples = "['hello' 'world' ''] -> i64:[96 98 63] | num_buckets=100",
};

TP_OP(StringToHashBucketStrong){
    .name = "StringToHashBucketStrong",
    .api = "tf.strings.to_hash_bucket_strong (input, num_buckets, key, name=None)",
    .inputs = "input: string",
    .outputs = "output: int64",
    .attrs = "num_buckets: int >= 1, key: list(int)",
    .doc = "The strings' keyed hashes modulo a number of buckets.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) {
          const auto key = c.Attr<std::vector<int64_t>>("key");
          if (key.size() != 2) return Fail(c, "Key must have 2 elements");
          Buckets(c, [&](const std::string& text) {
            return SipHash(text, static_cast<uint64_t>(key[0]), static_cast<uint64_t>(key[1]));
          });
        },
    .no_gradient = true,
    .examples = "['hello' 'world'] -> i64:[22 40] | num_buckets=50, key=[1,2]",
};

}  // namespace tp
