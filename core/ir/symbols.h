// Symbols: names for dims that are not known. A symbol is a variable (an unknown dim of a parameter) or a
// sum, product or quotient of other dims. Equal expressions get equal symbols (hash-consing), so "is this dim
// the same in every run" is an integer comparison. Unify says that two dims are equal, from then on.
//
//   Dim n = symbols.Fresh();                 // batch
//   symbols.Add(n, 1) == symbols.Add(1, n);  // one symbol
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "core/base/ref.h"
#include "core/tensor/shape.h"

namespace tp {

class Symbols : public RefCounted {
 public:
  enum class Kind : uint8_t { kVariable, kSum, kProduct, kFloorQuotient, kCeilQuotient };

  // A new variable.
  Dim Fresh();
  // `shape` with a new variable for each unknown dim.
  Shape Named(const Shape& shape);

  // Arithmetic on dims of any kind. An unknown operand gives an unknown dim, except that x*0 is 0, x*1 and
  // x+0 are x; so does a known result that overflows.
  Dim Add(Dim a, Dim b);
  Dim Subtract(Dim a, Dim b);
  Dim Multiply(Dim a, Dim b);
  // REQUIRES: by > 0.
  Dim Divide(Dim a, int64_t by, bool round_up);

  // The representative of a dim: a known one where one was unified with it.
  Dim Resolve(Dim dim) const;
  // Makes both equal. False where they are known to differ.
  bool Unify(Dim a, Dim b);

  // "s0", "(s0+3)", "(s0*s1)", "(s0/2)"; "7"; "?".
  std::string ToString(Dim dim) const;
  // The symbol's value where `values[k]` is the value of variable number k (in order of Fresh); unknown
  // where one of them is missing or unknown.
  Dim Evaluate(Dim dim, std::span<const Dim> values) const;
  uint32_t num_variables() const { return variables_; }

 private:
  struct Entry {
    Kind kind;
    Dim a, b;    // operands; of a variable: its number
    Dim parent;  // union-find; itself where it is its own representative
  };
  Dim Intern(Kind kind, Dim a, Dim b);

  std::vector<Entry> entries_;
  HashMap<std::string, Dim> index_;
  uint32_t variables_ = 0;
};

// The same dims with symbols as unknown: what a signature may say, and what another graph understands.
Shape WithoutSymbols(const Shape& shape);

}  // namespace tp
