// Hashes of strings, bit for bit those of TensorFlow (string_to_hash_bucket_op.cc): `fast` is FarmHash's
// Fingerprint64, `strong` is SipHash-2-4 with the given key, the third is a 64-bit Murmur hash with a seed.
#include <bit>

#include "kernels/op.h"

namespace tp {
namespace {

constexpr uint64_t kMul0 = 0xc3a5c85c97cb3127, kMul1 = 0xb492b66fbe98f273, kMul2 = 0x9ae16a3b2f90404f;

template <class T>
T Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
uint64_t Load64(const char* at) { return Load<uint64_t>(at); }
uint64_t Rotate(uint64_t v, int shift) { return std::rotr(v, shift); }
uint64_t Shifted(uint64_t v) { return v ^ (v >> 47); }
uint64_t Mix(uint64_t u, uint64_t v, uint64_t mul) {
  const uint64_t a = Shifted((u ^ v) * mul);
  return Shifted((v ^ a) * mul) * mul;
}

// Up to 64 bytes: ends of the text, which may overlap, mixed.
uint64_t FingerprintShort(const char* s, size_t n) {
  const uint64_t mul = kMul2 + n * 2;
  if (n == 0) return kMul2;
  if (n < 4) {
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(s[i])); };
    const uint32_t y = byte(0) + (byte(n >> 1) << 8), z = static_cast<uint32_t>(n) + (byte(n - 1) << 2);
    return Shifted(y * kMul2 ^ z * kMul0) * kMul2;
  }
  if (n < 8) {
    const uint64_t a = Load<uint32_t>(s);
    return Mix(n + (a << 3), Load<uint32_t>(s + n - 4), mul);
  }
  if (n <= 16) {
    const uint64_t a = Load64(s) + kMul2, b = Load64(s + n - 8);
    return Mix(Rotate(b, 37) * mul + a, (Rotate(a, 25) + b) * mul, mul);
  }
  if (n <= 32) {
    const uint64_t a = Load64(s) * kMul1, b = Load64(s + 8), c = Load64(s + n - 8) * mul,
                   d = Load64(s + n - 16) * kMul2;
    return Mix(Rotate(a + b, 43) + Rotate(c, 30) + d, a + Rotate(b + kMul2, 18) + c, mul);
  }
  const uint64_t a = Load64(s) * kMul2, b = Load64(s + 8), c = Load64(s + n - 8) * mul,
                 d = Load64(s + n - 16) * kMul2;
  const uint64_t y = Rotate(a + b, 43) + Rotate(c, 30) + d;
  const uint64_t z = Mix(y, a + Rotate(b + kMul2, 18) + c, mul);
  const uint64_t e = Load64(s + 16) * mul, f = Load64(s + 24), g = (y + Load64(s + n - 32)) * mul,
                 h = (z + Load64(s + n - 24)) * mul;
  return Mix(Rotate(e + f, 43) + Rotate(g, 30) + h, e + Rotate(f + a, 18) + g, mul);
}

struct Pair {
  uint64_t first = 0, second = 0;
};

// 32 bytes into a pair of sums.
Pair Absorb(const char* s, uint64_t a, uint64_t b) {
  const uint64_t w = Load64(s), x = Load64(s + 8), y = Load64(s + 16), z = Load64(s + 24);
  a += w;
  b = Rotate(b + a + z, 21);
  const uint64_t c = a;
  a += x + y;
  return {a + z, b + Rotate(a, 44) + c};
}

uint64_t Fingerprint64(const std::string& text) {
  const char* s = text.data();
  const size_t n = text.size();
  if (n <= 64) return FingerprintShort(s, n);
  uint64_t x = 81, y = 81 * kMul1 + 113, z = Shifted(y * kMul2 + 113) * kMul2;
  Pair v, w;
  x = x * kMul2 + Load64(s);
  const char* const end = s + (n - 1) / 64 * 64;
  for (; s != end; s += 64) {
    x = Rotate(x + y + v.first + Load64(s + 8), 37) * kMul1;
    y = Rotate(y + v.second + Load64(s + 48), 42) * kMul1;
    x ^= w.second;
    y += v.first + Load64(s + 40);
    z = Rotate(z + w.first, 33) * kMul1;
    v = Absorb(s, v.second * kMul1, x + w.first);
    w = Absorb(s + 32, z + w.second, y + Load64(s + 16));
    std::swap(z, x);
  }
  const uint64_t mul = kMul1 + ((z & 0xff) << 1);
  s = text.data() + n - 64;  // the last 64 bytes, some of them again
  w.first += (n - 1) & 63;
  v.first += w.first;
  w.first += v.first;
  x = Rotate(x + y + v.first + Load64(s + 8), 37) * mul;
  y = Rotate(y + v.second + Load64(s + 48), 42) * mul;
  x ^= w.second * 9;
  y += v.first * 9 + Load64(s + 40);
  z = Rotate(z + w.first, 33) * mul;
  v = Absorb(s, v.second * mul, x + w.first);
  w = Absorb(s + 32, z + w.second, y + Load64(s + 16));
  std::swap(z, x);
  return Mix(Mix(v.first, w.first, mul) + Shifted(y) * kMul0 + z, Mix(v.second, w.second, mul) + x, mul);
}

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
    uint64_t k = Load64(text.data() + at) * kMul;
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
  for (; at + 8 <= text.size(); at += 8) absorb(Load64(text.data() + at));
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

}  // namespace

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
