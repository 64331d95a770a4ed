// The native part of random: the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded as CPython
// seeds it.
#include <array>
#include <cstring>

#include "core/base/default_seed.h"
#include "core/interp/bigint.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

constexpr int kStateSize = 624, kShift = 397;

struct RandomObject : GcObject {
  AttrStorage attrs;
  uint32_t state[kStateSize];
  int index;
};
RandomObject* Self(Args args) { return args[0].as<RandomObject>(); }

uint32_t NextWord(RandomObject* r) {
  uint32_t* s = r->state;
  if (r->index >= kStateSize) {
    for (int k = 0; k < kStateSize; ++k) {
      const uint32_t y = (s[k] & 0x80000000u) | (s[(k + 1) % kStateSize] & 0x7fffffffu);
      s[k] = s[(k + kShift) % kStateSize] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    r->index = 0;
  }
  uint32_t y = s[r->index++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

void SeedWord(RandomObject* r, uint32_t seed) {
  r->state[0] = seed;
  for (uint32_t i = 1; i < kStateSize; ++i)
    r->state[i] = 1812433253u * (r->state[i - 1] ^ (r->state[i - 1] >> 30)) + i;
  r->index = kStateSize;
}
void SeedArray(RandomObject* r, const std::vector<uint32_t>& key) {
  SeedWord(r, 19650218u);
  uint32_t* s = r->state;
  uint32_t i = 1, j = 0;
  const auto length = static_cast<uint32_t>(key.size());
  for (uint32_t k = std::max<uint32_t>(kStateSize, length); k; --k) {
    s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + j;
    if (++i >= kStateSize) {
      s[0] = s[kStateSize - 1];
      i = 1;
    }
    if (++j >= length) j = 0;
  }
  for (uint32_t k = kStateSize - 1; k; --k) {
    s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - i;
    if (++i >= kStateSize) {
      s[0] = s[kStateSize - 1];
      i = 1;
    }
  }
  s[0] = 0x80000000u;
}
void SeedInt(RandomObject* r, const Value& v) {
  BigInt n(IntAbs(v));
  std::vector<uint32_t> key(mpz_sizeinbase(n.get(), 2) / 32 + 1, 0);
  size_t count = 0;
  mpz_export(key.data(), &count, -1, 4, 0, 0, n.get());
  key.resize(std::max<size_t>(count, 1));
  SeedArray(r, key);
}

Value Seed(Interp&, Args args) {
  CheckArgs("seed", args.From(1), 0, 1);
  // Without a seed: always the same stream, so that runs can be repeated.
  if (args.size() < 2 || args[1].is_none())
    SeedInt(Self(args), IntFromUint64(default_seed));
  else if (IsAnyInt(args[1]))
    SeedInt(Self(args), args[1]);
  else
    SeedInt(Self(args), IntFromUint64(static_cast<uint64_t>(Hash(args[1]))));
  return Value::None();
}
Value RandomDouble(Interp&, Args args) {
  CheckArgs("Random.random", args.From(1), 0, 0);
  const uint32_t a = NextWord(Self(args)) >> 5, b = NextWord(Self(args)) >> 6;
  return Value::Float((a * 67108864.0 + b) * (1.0 / 9007199254740992.0));
}
Value GetRandBits(Interp&, Args args) {
  CheckArgs("Random.getrandbits", args.From(1), 1, 1);
  int64_t k = IndexInt64(args[1]);
  if (k < 0) Raise(&ValueErrorType, "number of bits must be non-negative");
  if (k == 0) return Value::Int(0);
  if (k <= 32) return Value::Int(NextWord(Self(args)) >> (32 - k));
  std::vector<uint32_t> words;
  for (; k > 0; k -= 32) {
    uint32_t w = NextWord(Self(args));
    if (k < 32) w >>= 32 - k;
    words.push_back(w);
  }
  BigInt n;
  mpz_import(n.get(), words.size(), -1, 4, 0, 0, words.data());
  return n.ToValue();
}
Value GetState(Interp&, Args args) {
  RandomObject* r = Self(args);
  TupleObject* t = NewTuple(kStateSize + 1);
  for (int i = 0; i < kStateSize; ++i) t->items[i] = Value::Int(r->state[i]);
  t->items[kStateSize] = Value::Int(r->index);
  return Value::Own(t);
}
Value SetState(Interp&, Args args) {
  CheckArgs("Random.setstate", args.From(1), 1, 1);
  if (!IsTuple(args[1])) Raise(&TypeErrorType, "state vector must be a tuple");
  auto* t = args[1].as<TupleObject>();
  if (t->size != kStateSize + 1) Raise(&ValueErrorType, "state vector is the wrong size");
  const int64_t index = IndexInt64(t->items[kStateSize]);
  if (index < 0 || index > kStateSize) Raise(&ValueErrorType, "invalid state");
  for (int i = 0; i < kStateSize; ++i) Self(args)->state[i] = static_cast<uint32_t>(IndexInt64(t->items[i]));
  Self(args)->index = static_cast<int>(index);
  return Value::None();
}

Value RandomNew(TypeObject* type, Args) {
  auto* r = New<RandomObject>(type);
  SeedWord(r, 5489u);
  GcTrack(r);
  return Value::Own(r);
}
void RandomDealloc(Object* o) {
  GcUntrack(static_cast<GcObject*>(o));
  ClearWeakRefs(o);
  FreeObject(o);
}
constexpr TypeSpec RandomSpec() {
  TypeSpec t{.name = "_random.Random",
             .size = sizeof(RandomObject),
             .attrs = offsetof(RandomObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = RandomDealloc;
  t.slots.new_object = RandomNew;
  return t;
}
constinit TypeObject RandomType(RandomSpec());
TP_REGISTER_HIDDEN_TYPE(RandomType);
const MethodDef kRandom[] = {
    {"seed", Seed},         {"random", RandomDouble}, {"getrandbits", GetRandBits, "self, k, /"},
    {"getstate", GetState}, {"setstate", SetState},
};
TP_REGISTER_METHODS(RandomType, kRandom);

// ---- SHA-512 (FIPS 180-4), which seeds from text go through

constexpr uint64_t kRound[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

uint64_t Rotate(uint64_t x, int n) { return x >> n | x << (64 - n); }

std::string Sha512(std::string text) {
  std::array<uint64_t, 8> h = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                               0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                               0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
  const uint64_t bits = text.size() * 8;
  text += '\x80';
  while (text.size() % 128 != 112) text += '\0';
  for (int i = 15; i >= 0; --i) text += static_cast<char>(i < 8 ? bits >> 8 * i & 0xff : 0);
  for (size_t block = 0; block < text.size(); block += 128) {
    uint64_t w[80];
    for (int i = 0; i < 16; ++i) {
      w[i] = 0;
      for (int k = 0; k < 8; ++k) w[i] = w[i] << 8 | static_cast<unsigned char>(text[block + i * 8 + k]);
    }
    for (int i = 16; i < 80; ++i) {
      const uint64_t a = Rotate(w[i - 15], 1) ^ Rotate(w[i - 15], 8) ^ w[i - 15] >> 7;
      const uint64_t b = Rotate(w[i - 2], 19) ^ Rotate(w[i - 2], 61) ^ w[i - 2] >> 6;
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    std::array<uint64_t, 8> v = h;
    for (int i = 0; i < 80; ++i) {
      const uint64_t s1 = Rotate(v[4], 14) ^ Rotate(v[4], 18) ^ Rotate(v[4], 41);
      const uint64_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
      const uint64_t t1 = v[7] + s1 + choice + kRound[i] + w[i];
      const uint64_t s0 = Rotate(v[0], 28) ^ Rotate(v[0], 34) ^ Rotate(v[0], 39);
      const uint64_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      v = {t1 + s0 + majority, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (int i = 0; i < 8; ++i) h[i] += v[i];
  }
  std::string out;
  for (uint64_t word : h)
    for (int i = 7; i >= 0; --i) out += static_cast<char>(word >> 8 * i & 0xff);
  return out;
}
Value Sha512Function(Interp&, Args args) {
  CheckArgs("sha512", args, 1, 1);
  return MakeBytes(Sha512(std::string(args[0].as<BytesObject>()->view())));
}
const MethodDef kFunctions[] = {{"sha512", Sha512Function, "data, /"}};
TP_REGISTER_FUNCTIONS(_random, kFunctions);
void InitRandom(Interp&, ModuleObject* m) { ModuleSet(m, "Random", TypeValue(&RandomType)); }
TP_REGISTER_MODULE(_random, InitRandom);

}  // namespace
}  // namespace tp
