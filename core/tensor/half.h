// Half (IEEE binary16) and BFloat16: storage types of two bytes. Arithmetic goes through float and rounds to
// nearest even at each step, as TensorFlow's CPU kernels do.
#pragma once

#include <bit>
#include <cstdint>

namespace tp {

struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  explicit BFloat16(float value) {
    const uint32_t u = std::bit_cast<uint32_t>(value);
    if ((u & 0x7fffffffu) > 0x7f800000u)
      bits = static_cast<uint16_t>(0x7fc0u | ((u >> 16) & 0x8000u));
    else
      bits = static_cast<uint16_t>((u + 0x7fffu + ((u >> 16) & 1)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(uint32_t{bits} << 16); }
  bool operator==(const BFloat16&) const = default;
};

struct Half {
  uint16_t bits = 0;
  Half() = default;
  explicit Half(float value) : bits(FromFloat(value)) {}
  explicit operator float() const { return ToFloat(bits); }
  bool operator==(const Half&) const = default;

 private:
  static uint16_t FromFloat(float value) {
    const uint32_t u = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (u >> 16) & 0x8000u;
    const uint32_t magnitude = u & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);
    if (magnitude >= 0x47800000u) return static_cast<uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {
      // Subnormal: adding 0.5 puts the value's bits, rounded to nearest even, at the bottom of the mantissa.
      const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
      return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
    }
    const uint32_t rounded = magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1);
    return static_cast<uint16_t>(sign | (rounded >> 13));
  }
  static float ToFloat(uint16_t h) {
    const uint32_t sign = uint32_t{h & 0x8000u} << 16;
    const uint32_t magnitude = h & 0x7fffu;
    if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    if (magnitude >= 0x400u) return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
    const float tiny = static_cast<float>(magnitude) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(tiny));
  }
};

}  // namespace tp
