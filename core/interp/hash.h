// CPython's hashes with PYTHONHASHSEED=0: the order of sets, and so printed output, depends on them.
#ifndef TP_CORE_INTERP_HASH_H_
#define TP_CORE_INTERP_HASH_H_

#include <cstdint>
#include <string_view>

#include "core/interp/value.h"

namespace tp {

constexpr int64_t kHashModulus = (int64_t{1} << 61) - 1;

int64_t HashBytes(std::string_view bytes);  // SipHash-1-3, zero key; 0 for no bytes
int64_t HashText(std::string_view utf8, bool ascii);
int64_t HashDouble(double d);
int64_t HashTuple(const Value* items, int64_t size);
// Are they equal, as keys are? 1 yes, 0 no, -1 cannot be told without comparing by their types, which may run
// code: known are what is identical, strings, inline numbers that are no floats, and tuples of these.
int EqualAtOnce(const Value& a, const Value& b, int depth = 0);
inline int64_t HashInt(int64_t i) {
  if (i >= 0 && i < kHashModulus) return i;
  const bool negative = i < 0;
  uint64_t m = negative ? 0 - static_cast<uint64_t>(i) : static_cast<uint64_t>(i);
  int64_t h = static_cast<int64_t>(m % static_cast<uint64_t>(kHashModulus));
  if (negative) h = -h;
  return h == -1 ? -2 : h;
}
inline int64_t HashPointer(const void* p) {
  const auto u = reinterpret_cast<uint64_t>(p);
  return static_cast<int64_t>((u >> 4) | (u << 60));
}

}  // namespace tp

#endif  // TP_CORE_INTERP_HASH_H_
