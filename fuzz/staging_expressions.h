// The expressions of random programs: well-typed by the kinds of staging_generator.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace tp::staging {

// splitmix64 (Steele, Lea, Flood, 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  int Below(int n) { return static_cast<int>(Next() % static_cast<uint64_t>(n)); }
  int Between(int low, int high) { return low + Below(high - low + 1); }
  bool Percent(int chance) { return Below(100) < chance; }
  const char* Of(std::initializer_list<const char*> choices) {
    return choices.begin()[Below(static_cast<int>(choices.size()))];
  }

 private:
  uint64_t state_;
};

enum class Kind : uint8_t { kInt, kFloat, kBool, kVector, kSmall, kQuarter, kPair };

struct Variable {
  std::string text;  // a name or a path
  Kind kind = Kind::kInt;
  bool assignable = true;
};

// A function of the program: takes (int, float), or (small) where it gives a small one.
struct Callable {
  std::string name;
  Kind result = Kind::kInt;
};

class Expressions {
 public:
  explicit Expressions(Random& random) : random_(random) {}

  std::string Of(Kind kind, int depth = 2);
  std::string Bool(int depth = 2);
  // A bool that is a tensor whatever its operands are.
  std::string TensorBool(int depth = 2);
  // A comparison of Python numbers; empty where the scope has none.
  std::string PythonBool();
  // A variable that may be assigned; null: none of the kind.
  const Variable* Assignable(Kind kind);
  const Variable* AnyAssignable();

  std::vector<Variable> variables;  // in scope, inner ones last
  std::vector<Callable> callables;
  std::vector<std::string> python_numbers;  // loop variables and counters that are Python's own ints
  std::vector<std::string> python_lists;    // of ints

 private:
  std::string Leaf(Kind kind);
  std::string Int(int depth);
  std::string Float(int depth);
  std::string Vector(int depth);
  std::string Small(int depth);
  std::string Quarter(int depth);
  std::string IfElse(Kind kind, int depth);
  std::string CallOf(Kind kind, int depth);
  std::string Comparison(int depth);

  Random& random_;
  bool in_if_else_ = false;
};

}  // namespace tp::staging
