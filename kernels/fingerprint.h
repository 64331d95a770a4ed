// FarmHash's Fingerprint64, as TensorFlow hashes texts.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace tp {

// The bytes at `at`, in this machine's order.
template <class T>
T LoadBytes(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

uint64_t Fingerprint64(const std::string& text);
// One fingerprint of two (TensorFlow: core/platform/fingerprint.h).
uint64_t FingerprintCat64(uint64_t a, uint64_t b);

}  // namespace tp
