// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011) and the
// distributions that TensorFlow draws from it, bit for bit (tensorflow/core/lib/random/philox_random.h,
// random_distributions.h; how samples fill a tensor: random_op_cpu.h).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/tensor/half.h"

namespace tp {

class Philox {
 public:
  using Result = std::array<uint32_t, 4>;
  Philox() = default;
  Philox(const Result& counter, uint32_t key0, uint32_t key1) : counter_(counter), key_{key0, key1} {}
  // As PhiloxRandom(seed, seed2).
  Philox(uint64_t low, uint64_t high)
      : counter_{0, 0, static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32)},
        key_{static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32)} {}

  // Moves on by `count` results.
  void Skip(uint64_t count) {
    const uint32_t low = static_cast<uint32_t>(count);
    uint32_t high = static_cast<uint32_t>(count >> 32);
    counter_[0] += low;
    if (counter_[0] < low) ++high;
    counter_[1] += high;
    if (counter_[1] < high && ++counter_[2] == 0) ++counter_[3];
  }

  Result operator()() {
    Result c = counter_;
    uint32_t k0 = key_[0], k1 = key_[1];
    for (int round = 0; round < 10; ++round) {
      const uint64_t a = uint64_t{0xD2511F53u} * c[0], b = uint64_t{0xCD9E8D57u} * c[2];
      c = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
           static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    Skip(1);
    return c;
  }

  const Result& counter() const { return counter_; }
  const std::array<uint32_t, 2>& key() const { return key_; }

 private:
  Result counter_{};
  std::array<uint32_t, 2> key_{};
};

// Key and counter mixed of the two seeds of a stateless op (TF: stateless_random_ops.cc, GenerateKey).
inline Philox PhiloxOfSeeds(uint64_t s0, uint64_t s1) {
  Philox mixer({static_cast<uint32_t>(s0), static_cast<uint32_t>(s0 >> 32), static_cast<uint32_t>(s1),
                static_cast<uint32_t>(s1 >> 32)},
               0x3ec8f720u, 0x02461e29u);
  const Philox::Result mix = mixer();
  return Philox({0, 0, mix[2], mix[3]}, mix[0], mix[1]);
}

// Single numbers of a stream, one after the other.
class PhiloxSingles {
 public:
  explicit PhiloxSingles(const Philox& gen) : gen_(gen) {}
  uint32_t operator()() {
    if (used_ == block_.size()) {
      block_ = gen_();
      used_ = 0;
    }
    return block_[used_++];
  }

 private:
  Philox gen_;
  Philox::Result block_{};
  size_t used_ = 4;
};

namespace philox {

inline float ToFloat(uint32_t x) {
  const uint32_t bits = 127u << 23 | (x & 0x7fffffu);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value - 1.0f;
}
inline double ToDouble(uint32_t high, uint32_t low) {
  const uint64_t bits = uint64_t{1023} << 52 | uint64_t{high & 0xfffffu} << 32 | low;
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value - 1.0;
}
inline Half ToHalf(uint32_t x) {
  Half value;
  value.bits = static_cast<uint16_t>(15 << 10 | (x & 0x3ff));
  return Half(static_cast<float>(value) - 1.0f);
}
inline BFloat16 ToBFloat16(uint32_t x) {
  BFloat16 value;
  value.bits = static_cast<uint16_t>(127 << 7 | (x & 0x7f));
  return BFloat16(static_cast<float>(value) - 1.0f);
}

// Two normal variates from uniform ones (Box and Muller).
inline void BoxMuller(uint32_t x0, uint32_t x1, float* f0, float* f1) {
  float u1 = ToFloat(x0);
  if (u1 < 1.0e-7f) u1 = 1.0e-7f;
  const float v1 = static_cast<float>(2.0f * M_PI * ToFloat(x1));
  const float u2 = std::sqrt(-2.0f * std::log(u1));
  *f0 = std::sin(v1) * u2;
  *f1 = std::cos(v1) * u2;
}
inline void BoxMuller(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3, double* d0, double* d1) {
  double u1 = ToDouble(x0, x1);
  if (u1 < 1.0e-7) u1 = 1.0e-7;
  const double v1 = 2 * M_PI * ToDouble(x2, x3);
  const double u2 = std::sqrt(-2.0 * std::log(u1));
  *d0 = std::sin(v1) * u2;
  *d1 = std::cos(v1) * u2;
}

// What TensorFlow reserves of the stream for each output element.
inline constexpr int kReserved = 256;

}  // namespace philox
}  // namespace tp
