#include "kernels/fingerprint.h"

#include <bit>
#include <utility>

namespace tp {
namespace {

constexpr uint64_t kMul0 = 0xc3a5c85c97cb3127, kMul1 = 0xb492b66fbe98f273, kMul2 = 0x9ae16a3b2f90404f;

uint64_t Load64(const char* at) { return LoadBytes<uint64_t>(at); }
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
    const uint64_t a = LoadBytes<uint32_t>(s);
    return Mix(n + (a << 3), LoadBytes<uint32_t>(s + n - 4), mul);
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

}  // namespace

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

uint64_t FingerprintCat64(uint64_t a, uint64_t b) {
  constexpr uint64_t kMul = 0xc6a4a7935bd1e995;
  const uint64_t mixed = (a ^ kMul ^ Shifted(b * kMul) * kMul) * kMul;
  return Shifted(Shifted(mixed) * kMul);
}

}  // namespace tp
