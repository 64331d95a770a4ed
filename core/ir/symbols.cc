#include "core/ir/symbols.h"

#include <fmt/format.h>

#include <utility>

namespace tp {

Dim Symbols::Fresh() {
  const Dim dim = SymbolDim(static_cast<uint32_t>(entries_.size()));
  entries_.push_back({Kind::kVariable, static_cast<Dim>(variables_++), 0, dim});
  return dim;
}

Shape Symbols::Named(const Shape& shape) {
  Shape named = shape;
  if (!shape.has_rank()) return named;
  for (int i = 0; i < shape.rank(); ++i)
    if (shape[i] == kUnknownDim) named.set_dim(i, Fresh());
  return named;
}

Dim Symbols::Intern(Kind kind, Dim a, Dim b) {
  std::string key(1 + 2 * sizeof(Dim), static_cast<char>(kind));
  std::copy_n(reinterpret_cast<const char*>(&a), sizeof(Dim), key.data() + 1);
  std::copy_n(reinterpret_cast<const char*>(&b), sizeof(Dim), key.data() + 1 + sizeof(Dim));
  auto [it, is_new] = index_.try_emplace(std::move(key), SymbolDim(static_cast<uint32_t>(entries_.size())));
  if (is_new) entries_.push_back({kind, a, b, it->second});
  return Resolve(it->second);
}

// Sums and products keep a known operand last: (s0+2)+3 becomes s0+5.
Dim Symbols::Add(Dim a, Dim b) {
  a = Resolve(a), b = Resolve(b);
  if (IsKnown(a)) std::swap(a, b);
  if (b == 0) return a;
  if (a == kUnknownDim || b == kUnknownDim) return kUnknownDim;
  Dim sum;
  if (IsKnown(a)) return __builtin_add_overflow(a, b, &sum) ? kUnknownDim : sum;
  const Entry& entry = entries_[SymbolNumber(a)];
  if (IsKnown(b) && entry.kind == Kind::kSum && IsKnown(entry.b)) {
    if (__builtin_add_overflow(entry.b, b, &sum)) return kUnknownDim;
    return Intern(Kind::kSum, entry.a, sum);
  }
  if (IsSymbol(b) && a < b) std::swap(a, b);
  return Intern(Kind::kSum, a, b);
}

Dim Symbols::Subtract(Dim a, Dim b) {
  a = Resolve(a), b = Resolve(b);
  if (b == 0) return a;
  if (a == kUnknownDim || !IsKnown(b)) return kUnknownDim;
  if (IsKnown(a)) return a >= b ? a - b : kUnknownDim;
  const Entry& entry = entries_[SymbolNumber(a)];
  if (entry.kind == Kind::kSum && IsKnown(entry.b) && entry.b >= b)
    return entry.b == b ? Resolve(entry.a) : Intern(Kind::kSum, entry.a, entry.b - b);
  return kUnknownDim;
}

Dim Symbols::Multiply(Dim a, Dim b) {
  a = Resolve(a), b = Resolve(b);
  if (IsKnown(a)) std::swap(a, b);
  if (b == 0) return 0;
  if (b == 1) return a;
  if (a == kUnknownDim || b == kUnknownDim) return kUnknownDim;
  Dim product;
  if (IsKnown(a)) return __builtin_mul_overflow(a, b, &product) ? kUnknownDim : product;
  const Entry& entry = entries_[SymbolNumber(a)];
  if (IsKnown(b) && entry.kind == Kind::kProduct && IsKnown(entry.b)) {
    if (__builtin_mul_overflow(entry.b, b, &product)) return kUnknownDim;
    return Intern(Kind::kProduct, entry.a, product);
  }
  if (IsSymbol(b) && a < b) std::swap(a, b);
  return Intern(Kind::kProduct, a, b);
}

Dim Symbols::Divide(Dim a, int64_t by, bool round_up) {
  a = Resolve(a);
  if (by == 1) return a;
  if (a == kUnknownDim) return kUnknownDim;
  if (IsKnown(a)) return a / by + (round_up && a % by != 0);
  const Entry& entry = entries_[SymbolNumber(a)];
  if (entry.kind == Kind::kProduct && IsKnown(entry.b) && entry.b % by == 0)
    return Multiply(entry.a, entry.b / by);
  return Intern(round_up ? Kind::kCeilQuotient : Kind::kFloorQuotient, a, by);
}

Dim Symbols::Resolve(Dim dim) const {
  while (IsSymbol(dim) && SymbolNumber(dim) < entries_.size() && entries_[SymbolNumber(dim)].parent != dim)
    dim = entries_[SymbolNumber(dim)].parent;
  return dim;
}

bool Symbols::Unify(Dim a, Dim b) {
  a = Resolve(a), b = Resolve(b);
  if (a == b || a == kUnknownDim || b == kUnknownDim) return true;
  if (IsKnown(a) && IsKnown(b)) return false;
  // The known one is the representative, else the older symbol.
  if (IsKnown(a) || (IsSymbol(b) && a > b)) std::swap(a, b);
  entries_[SymbolNumber(a)].parent = b;
  return true;
}

std::string Symbols::ToString(Dim dim) const {
  dim = Resolve(dim);
  if (dim == kUnknownDim) return "?";
  if (IsKnown(dim)) return fmt::format("{}", dim);
  const Entry& entry = entries_[SymbolNumber(dim)];
  switch (entry.kind) {
    case Kind::kVariable:
      return fmt::format("s{}", entry.a);
    case Kind::kSum:
      return fmt::format("({}+{})", ToString(entry.a), ToString(entry.b));
    case Kind::kProduct:
      return fmt::format("({}*{})", ToString(entry.a), ToString(entry.b));
    case Kind::kFloorQuotient:
      return fmt::format("({}/{})", ToString(entry.a), entry.b);
    case Kind::kCeilQuotient:
      return fmt::format("({}^/{})", ToString(entry.a), entry.b);
  }
  return "?";
}

Dim Symbols::Evaluate(Dim dim, std::span<const Dim> values) const {
  dim = Resolve(dim);
  if (!IsSymbol(dim)) return dim;
  const Entry& entry = entries_[SymbolNumber(dim)];
  if (entry.kind == Kind::kVariable)
    return static_cast<size_t>(entry.a) < values.size() ? values[entry.a] : kUnknownDim;
  const Dim a = Evaluate(entry.a, values);
  const Dim b = Evaluate(entry.b, values);
  if (!IsKnown(a) || !IsKnown(b)) return kUnknownDim;
  Dim result = kUnknownDim;
  bool overflow = false;
  switch (entry.kind) {
    case Kind::kVariable:
      return kUnknownDim;
    case Kind::kSum:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Kind::kProduct:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    case Kind::kFloorQuotient:
      result = a / b;
      break;
    case Kind::kCeilQuotient:
      result = a / b + (a % b != 0);
      break;
  }
  return overflow ? kUnknownDim : result;
}

Shape WithoutSymbols(const Shape& shape) {
  Shape plain = shape;
  if (!shape.has_rank()) return plain;
  for (int i = 0; i < shape.rank(); ++i)
    if (!IsKnown(shape[i])) plain.set_dim(i, kUnknownDim);
  return plain;
}

}  // namespace tp
