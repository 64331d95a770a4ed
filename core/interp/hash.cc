// CPython's hash functions: SipHash-1-3 of strings as they would lie in CPython's memory (one, two or four
// bytes a character), numbers modulo 2**61 - 1 (equal numbers of all types hash alike), tuples by the xxHash
// scheme.
#include "core/interp/hash.h"

#include <cmath>
#include <cstring>
#include <string>

#include "core/interp/abstract.h"

namespace tp {
namespace {

uint64_t Rotate(uint64_t x, int b) { return (x << b) | (x >> (64 - b)); }

struct Sip {
  uint64_t v0 = 0x736f6d6570736575ull, v1 = 0x646f72616e646f6dull, v2 = 0x6c7967656e657261ull,
           v3 = 0x7465646279746573ull;
  void Round() {
    v0 += v1;
    v2 += v3;
    v1 = Rotate(v1, 13) ^ v0;
    v3 = Rotate(v3, 16) ^ v2;
    v0 = Rotate(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = Rotate(v1, 17) ^ v2;
    v3 = Rotate(v3, 21) ^ v0;
    v2 = Rotate(v2, 32);
  }
};

}  // namespace

int64_t HashBytes(std::string_view bytes) {
  if (bytes.empty()) return 0;
  Sip s;
  uint64_t b = static_cast<uint64_t>(bytes.size()) << 56;
  const char* p = bytes.data();
  size_t n = bytes.size();
  for (; n >= 8; n -= 8, p += 8) {
    uint64_t m;
    std::memcpy(&m, p, 8);
    s.v3 ^= m;
    s.Round();
    s.v0 ^= m;
  }
  uint64_t rest = 0;
  std::memcpy(&rest, p, n);
  b |= rest;
  s.v3 ^= b;
  s.Round();
  s.v0 ^= b;
  s.v2 ^= 0xff;
  s.Round();
  s.Round();
  s.Round();
  const auto h = static_cast<int64_t>((s.v0 ^ s.v1) ^ (s.v2 ^ s.v3));
  return h == -1 ? -2 : h;
}

int64_t HashText(std::string_view utf8, bool ascii) {
  if (ascii) return HashBytes(utf8);
  std::u32string chars;
  uint32_t widest = 0;
  for (size_t at = 0; at < utf8.size();) {
    const uint32_t c = DecodeUtf8(utf8, &at);
    widest = std::max(widest, c);
    chars.push_back(c);
  }
  std::string memory;
  const int width = widest < 256 ? 1 : widest < 65536 ? 2 : 4;
  for (char32_t c : chars)
    for (int i = 0; i < width; ++i) memory.push_back(static_cast<char>(c >> (8 * i)));
  return HashBytes(memory);
}

int64_t HashDouble(double d) {
  if (!std::isfinite(d)) return std::isinf(d) ? (d > 0 ? 314159 : -314159) : 0;
  int e;
  double m = std::frexp(d, &e);
  int sign = 1;
  if (m < 0) {
    sign = -1;
    m = -m;
  }
  uint64_t x = 0;
  while (m != 0) {
    x = ((x << 28) & static_cast<uint64_t>(kHashModulus)) | x >> (61 - 28);
    m *= 268435456.0;  // 2**28
    e -= 28;
    const auto y = static_cast<uint64_t>(m);
    m -= static_cast<double>(y);
    x += y;
    if (x >= static_cast<uint64_t>(kHashModulus)) x -= kHashModulus;
  }
  e = e >= 0 ? e % 61 : 61 - 1 - ((-1 - e) % 61);
  x = ((x << e) & static_cast<uint64_t>(kHashModulus)) | x >> (61 - e);
  const int64_t h = static_cast<int64_t>(x) * sign;
  return h == -1 ? -2 : h;
}

int EqualAtOnce(const Value& a, const Value& b, int depth) {
  constexpr int kDeepest = 4;
  if (a.Is(b)) return 1;
  if (!a.is_object() || !b.is_object()) return a.tag() == b.tag() && !a.is_float() ? 0 : -1;
  const TypeObject* type = a.object()->type;
  if (type != b.object()->type) return -1;
  if (type == &StrType) return StrEqual(a.as<StrObject>(), b.as<StrObject>());
  if (type != &TupleType || depth == kDeepest) return -1;
  const auto *x = a.as<TupleObject>(), *y = b.as<TupleObject>();
  if (x->size != y->size) return 0;
  for (int64_t i = 0; i < x->size; ++i)
    if (const int equal = EqualAtOnce(x->items[i], y->items[i], depth + 1); equal != 1) return equal;
  return 1;
}

int64_t HashTuple(const Value* items, int64_t size) {
  constexpr uint64_t kP1 = 11400714785074694791ull, kP2 = 14029467366897019727ull,
                     kP5 = 2870177450012600261ull;
  uint64_t acc = kP5;
  for (int64_t i = 0; i < size; ++i) {
    const Value& v = items[i];
    acc += static_cast<uint64_t>(v.is_int() ? HashInt(v.as_int()) : Hash(v)) * kP2;
    acc = Rotate(acc, 31) * kP1;
  }
  acc += static_cast<uint64_t>(size) ^ (kP5 ^ 3527539ull);
  return acc == UINT64_MAX ? 1546275796 : static_cast<int64_t>(acc);
}

}  // namespace tp
