// Shape: the dims of a tensor, known or not. One class serves running tensors (every dim known) and tracing.
//
// A dim is an int64: >= 0 known; kUnknownDim; or a symbol (IsSymbol): two dims with the same symbol are equal
// in every run. Symbols are made and related by core/ir/symbols.h; printing shows them as unknown.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "core/base/small_vector.h"

namespace tp {

using Dim = int64_t;
inline constexpr Dim kUnknownDim = -1;
inline bool IsKnown(Dim dim) { return dim >= 0; }
inline bool IsSymbol(Dim dim) { return dim < kUnknownDim; }
inline Dim SymbolDim(uint32_t number) { return -2 - static_cast<Dim>(number); }
inline uint32_t SymbolNumber(Dim dim) { return static_cast<uint32_t>(-2 - dim); }

// TensorFlow's limit (tensorflow/core/framework/tensor_shape.h: MaxDimensions).
inline constexpr int kMaxRank = 254;

class Shape {
 public:
  Shape() = default;  // a scalar
  Shape(std::initializer_list<Dim> dims) : dims_(dims) {}
  explicit Shape(std::span<const Dim> dims) : dims_(dims) {}
  static Shape UnknownRank() {
    Shape shape;
    shape.has_rank_ = false;
    return shape;
  }
  // `rank` dims, none of them known.
  static Shape OfRank(int rank) {
    Shape shape;
    shape.dims_.resize(rank, kUnknownDim);
    return shape;
  }

  bool has_rank() const { return has_rank_; }
  // REQUIRES: has_rank().
  int rank() const { return static_cast<int>(dims_.size()); }
  Dim dim(int i) const { return dims_[i]; }
  Dim operator[](int i) const { return dims_[i]; }
  void set_dim(int i, Dim dim) { dims_[i] = dim; }
  void Append(Dim dim) { dims_.push_back(dim); }
  void Clear() {  // a scalar again
    dims_.clear();
    has_rank_ = true;
  }
  void Insert(int at, Dim dim) { dims_.insert(at, dim); }
  void Erase(int at) { dims_.erase(at); }
  std::span<const Dim> dims() const { return dims_; }
  const Dim* begin() const { return dims_.begin(); }
  const Dim* end() const { return dims_.end(); }

  // Rank and every dim are known.
  bool IsFullyKnown() const {
    if (!has_rank_) return false;
    for (Dim dim : dims_)
      if (dim < 0) return false;
    return true;
  }
  bool IsScalar() const { return has_rank_ && dims_.empty(); }
  // The product of the dims. REQUIRES: IsFullyKnown() and that CheckedNumElements has a value.
  int64_t num_elements() const {
    int64_t n = 1;
    for (Dim dim : dims_) n *= dim;
    return n;
  }

  bool operator==(const Shape&) const = default;

  // "(2, 3)", "(2,)", "()", "(None, 3)", "<unknown>": as Python prints a TensorShape.
  std::string ToString() const;
  // "[2,3]", "[?,3]", "[]", "<unknown>": as error texts of shape functions and our signatures show it.
  std::string ToBracketString() const;

 private:
  SmallVector<Dim, 4> dims_;
  bool has_rank_ = true;
};

// The product of known dims; nothing where it does not fit an int64. REQUIRES: shape.IsFullyKnown().
std::optional<int64_t> CheckedNumElements(const Shape& shape);

// True where some concrete shape fits both: ranks equal or unknown, dims equal or not known.
bool AreCompatible(const Shape& a, const Shape& b);

// What is known from both together; nothing where they are not compatible.
std::optional<Shape> MergeShapes(const Shape& a, const Shape& b);

// The most specific shape that both fit (TensorShape.most_specific_compatible_shape): dims that differ become
// unknown, ranks that differ give an unknown rank.
Shape RelaxShapes(const Shape& a, const Shape& b);

// True where every concrete shape that fits `specific` fits `general` too.
bool IsSubshape(const Shape& specific, const Shape& general);

// NumPy's broadcasting of known shapes; nothing where it is not possible.
std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b);

}  // namespace tp
