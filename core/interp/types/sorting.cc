// A merge sort over indices: runs that are there already are found first, short pieces are sorted by binary
// insertion, then neighbours are merged. Comparisons may run code of the spec and throw, and need not be
// consistent: no step relies on an order to stay inside its range.
#include "core/interp/types/sorting.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/interp/abstract.h"

namespace tp {
namespace {

constexpr size_t kShort = 16;

// What all keys are: comparisons of ints, floats and strings need no call.
enum class Kind { kInts, kFloats, kStrings, kTuples, kAny };

Kind KindOf(const std::vector<Value>& keys) {
  auto all = [&](auto is) { return std::all_of(keys.begin(), keys.end(), is); };
  if (all([](const Value& v) { return v.is_int(); })) return Kind::kInts;
  if (all([](const Value& v) { return v.is_float(); })) return Kind::kFloats;
  if (all([](const Value& v) { return IsExact(v, &StrType); })) return Kind::kStrings;
  if (all([](const Value& v) { return IsExact(v, &TupleType); })) return Kind::kTuples;
  return Kind::kAny;
}

// a < b for tuples: by the first items that differ, where it is plain which these are and how they compare.
bool TupleLess(const Value& a, const Value& b) {
  const auto *x = a.as<TupleObject>(), *y = b.as<TupleObject>();
  const int64_t n = std::min(x->size, y->size);
  for (int64_t i = 0; i < n; ++i) {
    const Value &v = x->items[i], &w = y->items[i];
    if (v.is_int() && w.is_int()) {
      if (v.as_int() != w.as_int()) return v.as_int() < w.as_int();
    } else if (IsExact(v, &StrType) && IsExact(w, &StrType)) {
      if (const int order = StrView(v).compare(StrView(w)); order != 0) return order < 0;
    } else if (!v.Is(w)) {
      return CompareTrue(a, b, ast::CmpOp::kLt);
    }
  }
  return x->size < y->size;
}

template <class Less>
void MergeSort(std::vector<uint32_t>* order, Less less) {
  std::vector<uint32_t>& a = *order;
  const size_t n = a.size();
  if (n < 2) return;
  // One run already, up or strictly down?
  size_t run = 2;
  const bool down = less(a[1], a[0]);
  while (run < n && less(a[run], a[run - 1]) == down) ++run;
  if (down) std::reverse(a.begin(), a.begin() + static_cast<int64_t>(run));
  if (run == n) return;
  // Pieces of kShort by binary insertion; the run found above is sorted as it is.
  const size_t first_unsorted = run;
  for (size_t low = 0; low < n; low += kShort) {
    const size_t high = std::min(n, low + kShort);
    for (size_t i = std::max(low + 1, first_unsorted); i < high; ++i) {
      const uint32_t x = a[i];
      size_t left = low, right = i;
      while (left < right) {
        const size_t middle = (left + right) / 2;
        if (less(x, a[middle]))
          right = middle;
        else
          left = middle + 1;
      }
      std::move_backward(a.begin() + static_cast<int64_t>(left), a.begin() + static_cast<int64_t>(i),
                         a.begin() + static_cast<int64_t>(i) + 1);
      a[left] = x;
    }
  }
  std::vector<uint32_t> merged(n);
  for (size_t width = kShort; width < n; width *= 2) {
    for (size_t low = 0; low < n; low += 2 * width) {
      const size_t middle = std::min(n, low + width), high = std::min(n, low + 2 * width);
      size_t i = low, j = middle, k = low;
      if (middle < high && !less(a[middle], a[middle - 1])) i = middle, k = middle;  // in order already
      if (i == middle && k == middle) {
        std::copy(a.begin() + static_cast<int64_t>(low), a.begin() + static_cast<int64_t>(high),
                  merged.begin() + static_cast<int64_t>(low));
        continue;
      }
      while (i < middle && j < high) merged[k++] = less(a[j], a[i]) ? a[j++] : a[i++];
      while (i < middle) merged[k++] = a[i++];
      while (j < high) merged[k++] = a[j++];
    }
    a.swap(merged);
  }
}

}  // namespace

void SortValues(Value* items, int64_t n, const Value& key, bool reverse) {
  std::vector<Value> keys;
  keys.reserve(n);
  const bool keyed = !key.is_undef() && !key.is_none();
  for (int64_t i = 0; i < n; ++i) keys.push_back(keyed ? Call(key, items[i]) : items[i]);
  std::vector<uint32_t> order(n);
  for (int64_t i = 0; i < n; ++i) order[i] = static_cast<uint32_t>(reverse ? n - 1 - i : i);
  switch (KindOf(keys)) {
    case Kind::kInts:
      MergeSort(&order, [&](uint32_t a, uint32_t b) { return keys[a].as_int() < keys[b].as_int(); });
      break;
    case Kind::kFloats:
      MergeSort(&order, [&](uint32_t a, uint32_t b) { return keys[a].as_float() < keys[b].as_float(); });
      break;
    case Kind::kStrings: {
      // By the first eight bytes as a number, and where these are the same by the whole.
      std::vector<uint64_t> starts(keys.size());
      for (size_t i = 0; i < keys.size(); ++i) {
        const std::string_view text = StrView(keys[i]);
        std::memcpy(&starts[i], text.data(), std::min<size_t>(8, text.size()));
        starts[i] = __builtin_bswap64(starts[i]);
      }
      MergeSort(&order, [&](uint32_t a, uint32_t b) {
        return starts[a] != starts[b] ? starts[a] < starts[b] : StrView(keys[a]) < StrView(keys[b]);
      });
      break;
    }
    case Kind::kTuples:
      MergeSort(&order, [&](uint32_t a, uint32_t b) { return TupleLess(keys[a], keys[b]); });
      break;
    case Kind::kAny:
      MergeSort(&order,
                [&](uint32_t a, uint32_t b) { return CompareTrue(keys[a], keys[b], ast::CmpOp::kLt); });
      break;
  }
  std::vector<Value> sorted;
  sorted.reserve(n);
  for (int64_t i = 0; i < n; ++i) sorted.push_back(std::move(items[order[reverse ? n - 1 - i : i]]));
  for (int64_t i = 0; i < n; ++i) items[i] = std::move(sorted[i]);
}

}  // namespace tp
