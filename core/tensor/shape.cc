#include "core/tensor/shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace tp {

std::string Shape::ToString() const {
  if (!has_rank_) return "<unknown>";
  std::string text = "(";
  for (size_t i = 0; i < dims_.size(); ++i) {
    if (i) text += ", ";
    text += dims_[i] < 0 ? "None" : fmt::format("{}", dims_[i]);
  }
  return text + (dims_.size() == 1 ? ",)" : ")");
}

std::string Shape::ToBracketString() const {
  if (!has_rank_) return "<unknown>";
  std::string text = "[";
  for (size_t i = 0; i < dims_.size(); ++i) {
    if (i) text += ",";
    text += dims_[i] < 0 ? "?" : fmt::format("{}", dims_[i]);
  }
  return text + "]";
}

std::optional<int64_t> CheckedNumElements(const Shape& shape) {
  int64_t n = 1;
  bool overflow = false;
  for (Dim dim : shape) {
    if (dim == 0) return 0;
    overflow |= __builtin_mul_overflow(n, dim, &n);
  }
  if (overflow) return std::nullopt;
  return n;
}

bool AreCompatible(const Shape& a, const Shape& b) { return MergeShapes(a, b).has_value(); }

std::optional<Shape> MergeShapes(const Shape& a, const Shape& b) {
  if (!a.has_rank()) return b;
  if (!b.has_rank()) return a;
  if (a.rank() != b.rank()) return std::nullopt;
  Shape merged = a;
  for (int i = 0; i < a.rank(); ++i) {
    if (IsKnown(a[i]) && IsKnown(b[i]) && a[i] != b[i]) return std::nullopt;
    if (IsKnown(b[i]) || a[i] == kUnknownDim) merged.set_dim(i, b[i]);
  }
  return merged;
}

Shape RelaxShapes(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank() || a.rank() != b.rank()) return Shape::UnknownRank();
  Shape relaxed = a;
  for (int i = 0; i < a.rank(); ++i)
    if (a[i] != b[i]) relaxed.set_dim(i, kUnknownDim);
  return relaxed;
}

bool IsSubshape(const Shape& specific, const Shape& general) {
  if (!general.has_rank()) return true;
  if (!specific.has_rank() || specific.rank() != general.rank()) return false;
  for (int i = 0; i < general.rank(); ++i)
    if (general[i] != kUnknownDim && general[i] != specific[i]) return false;
  return true;
}

std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Shape result = longer;
  const int offset = longer.rank() - shorter.rank();
  for (int i = 0; i < shorter.rank(); ++i) {
    const Dim x = longer[offset + i], y = shorter[i];
    if (x == y || y == 1) continue;
    if (x != 1) return std::nullopt;
    result.set_dim(offset + i, y);
  }
  return result;
}

}  // namespace tp
