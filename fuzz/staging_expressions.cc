#include "fuzz/staging_expressions.h"

#include <fmt/format.h>

namespace tp::staging {

std::string Expressions::Leaf(Kind kind) {
  std::vector<const Variable*> found;
  for (const Variable& v : variables)
    if (v.kind == kind) found.push_back(&v);
  if (kind == Kind::kSmall && !python_numbers.empty() && random_.Percent(30))
    return python_numbers[static_cast<size_t>(random_.Below(static_cast<int>(python_numbers.size())))];
  const int literals = kind == Kind::kInt || kind == Kind::kFloat || kind == Kind::kVector ? 0 : 25;
  if (!found.empty() && !random_.Percent(literals))
    return found[static_cast<size_t>(random_.Below(static_cast<int>(found.size())))]->text;
  switch (kind) {
    case Kind::kInt:
      return fmt::format("tf.constant({})", random_.Between(-2, 6));
    case Kind::kFloat:
      return fmt::format("tf.constant({})", random_.Of({"0.5", "-1.25", "3.0"}));
    case Kind::kBool:
      return random_.Of({"True", "False"});
    case Kind::kVector:
      return "tf.constant([0.5, -1.0, 2.0])";
    case Kind::kSmall:
      return std::to_string(random_.Between(0, 4));
    case Kind::kQuarter:
      return random_.Of({"0.25", "1.5", "-0.75", "2.0", "0.0"});
    case Kind::kPair:
      return fmt::format("({}, {})", Leaf(Kind::kInt), Leaf(Kind::kFloat));
  }
  return "";
}

// AutoGraph does not look for conditional expressions inside one.
std::string Expressions::IfElse(Kind kind, int depth) {
  if (in_if_else_) return Leaf(kind);
  in_if_else_ = true;
  const std::string body = Of(kind, depth), test = Bool(depth), orelse = Of(kind, depth);
  in_if_else_ = false;
  return fmt::format("({} if {} else {})", body, test, orelse);
}

std::string Expressions::CallOf(Kind kind, int depth) {
  std::vector<const Callable*> found;
  for (const Callable& c : callables)
    if (c.result == kind) found.push_back(&c);
  if (found.empty()) return Leaf(kind);
  const Callable& callee = *found[static_cast<size_t>(random_.Below(static_cast<int>(found.size())))];
  if (kind == Kind::kSmall) return fmt::format("{}({})", callee.name, Small(depth - 1));
  return fmt::format("{}({}, {})", callee.name, Int(depth - 1), Float(depth - 1));
}

std::string Expressions::Of(Kind kind, int depth) {
  switch (kind) {
    case Kind::kInt:
      return Int(depth);
    case Kind::kFloat:
      return Float(depth);
    case Kind::kBool:
      return Bool(depth);
    case Kind::kVector:
      return Vector(depth);
    case Kind::kSmall:
      return Small(depth);
    case Kind::kQuarter:
      return Quarter(depth);
    case Kind::kPair:
      if (random_.Percent(30)) return CallOf(kind, depth);
      if (random_.Percent(15)) return IfElse(kind, depth - 1);
      return random_.Percent(30) ? Leaf(kind) : fmt::format("({}, {})", Int(depth - 1), Float(depth - 1));
  }
  return "";
}

// Divisors are positive literals: no division by zero, and INT_MIN // -1 is nowhere.
std::string Expressions::Int(int depth) {
  if (depth <= 0) return Leaf(Kind::kInt);
  const int d = depth - 1;
  switch (random_.Below(19)) {
    case 18:
      return fmt::format("sum([{} * z for z in range(3)])", Int(d));
    case 0:
    case 1:
      return Leaf(Kind::kInt);
    case 2:
    case 3:
      return fmt::format("({} {} {})", Int(d), random_.Of({"+", "-", "*"}), Int(d));
    case 4:
    case 5:
      return fmt::format("({} {} {})", Int(d), random_.Of({"+", "-", "*"}), Small(d));
    case 6:
      return fmt::format("({} {} {})", Small(d), random_.Of({"+", "-", "*"}), Int(d));
    case 7:
      return fmt::format("{} {} {}", Int(d), random_.Of({"//", "%"}), random_.Of({"2", "3", "7"}));
    case 8:
      return fmt::format("{}{}", random_.Of({"-", "abs"}), "(" + Int(d) + ")");
    case 9:
      return fmt::format("tf.{}({}, {})", random_.Of({"maximum", "minimum"}), Int(d), Small(d));
    case 10:
    case 11:
      return IfElse(Kind::kInt, d);
    case 12:
      return fmt::format("tf.cast({}, tf.int32)", Bool(d));
    case 13:
      return fmt::format("tf.where({}, {}, {})", Bool(d), Int(d), Int(d));
    case 14:
      return fmt::format("tf.cond({}, lambda: {}, lambda: {})", TensorBool(d), Int(d), Int(d));
    case 15:
      return fmt::format("tf.switch_case({} % 3, [lambda: {}, lambda: {}, lambda: {}])", Int(0), Int(d),
                         Int(d), Int(d));
    default:
      return CallOf(Kind::kInt, depth);
  }
}

std::string Expressions::Float(int depth) {
  if (depth <= 0) return Leaf(Kind::kFloat);
  const int d = depth - 1;
  switch (random_.Below(17)) {
    case 0:
    case 1:
      return Leaf(Kind::kFloat);
    case 2:
    case 3:
    case 4:
      return fmt::format("({} {} {})", Float(d), random_.Of({"+", "-", "*"}), Float(d));
    case 5:
      return fmt::format("({} {} {})", Quarter(d), random_.Of({"+", "-", "*"}), Float(d));
    case 6:
      return fmt::format("tf.{}({}, {})", random_.Of({"maximum", "minimum"}), Float(d), Float(d));
    case 7:
      return fmt::format("{}{}", random_.Of({"-", "abs", "tf.tanh", "tf.square"}), "(" + Float(d) + ")");
    case 8:
      return fmt::format("tf.cast({}, tf.float32)", Int(d));
    case 9:
    case 10:
      return IfElse(Kind::kFloat, d);
    case 11:
      return fmt::format("{}[{} % 3]", Leaf(Kind::kVector), Small(d));
    case 12:
      return fmt::format("tf.reduce_{}({})", random_.Of({"sum", "max", "min"}), Vector(d));
    case 13:
      return fmt::format("tf.where({}, {}, {})", Bool(d), Float(d), Float(d));
    case 14:
      return fmt::format("{}[1]", Leaf(Kind::kPair));
    default:
      return CallOf(Kind::kFloat, depth);
  }
}

std::string Expressions::Comparison(int depth) {
  const char* op = random_.Of({"<", "<=", ">", ">=", "==", "!="});
  if (random_.Percent(60))
    return fmt::format("{} {} {}", Int(depth), op, random_.Percent(50) ? Small(0) : Int(0));
  return fmt::format("{} {} {}", Float(depth), op, random_.Percent(50) ? Quarter(0) : Float(0));
}

std::string Expressions::TensorBool(int depth) {
  if (depth <= 0) return Comparison(0);
  const int d = depth - 1;
  switch (random_.Below(10)) {
    case 9:
      return fmt::format("tf.{}({}, {})", random_.Of({"logical_and", "logical_or", "math.logical_xor"}),
                         TensorBool(d), Bool(d));
    case 0:
      return fmt::format("({} and {})", TensorBool(d), Bool(d));
    case 1:
      return fmt::format("({} or {})", TensorBool(d), Bool(d));
    case 2:
      return fmt::format("(not {})", TensorBool(d));
    case 3:
      return fmt::format("{} {} {} {} {}", Small(0), random_.Of({"<", "<="}), Int(0),
                         random_.Of({"<", "<=", "!="}), Int(0));
    case 4:
      return fmt::format("tf.reduce_{}({} > {})", random_.Of({"any", "all"}), Vector(d), Float(0));
    default:
      return Comparison(d);
  }
}

std::string Expressions::PythonBool() {
  if (python_numbers.empty()) return "";
  const auto number = [&] {
    return python_numbers[static_cast<size_t>(random_.Below(static_cast<int>(python_numbers.size())))];
  };
  const std::string first =
      fmt::format("{} {} {}", number(), random_.Of({"==", ">", "<", "!="}), random_.Between(0, 2));
  if (random_.Percent(75)) return first;
  return fmt::format("{} {} {} % 2 == 1", first, random_.Of({"and", "or"}), number());
}

std::string Expressions::Bool(int depth) {
  if (depth <= 0) return random_.Percent(50) ? Leaf(Kind::kBool) : Comparison(0);
  const int d = depth - 1;
  switch (random_.Below(9)) {
    case 0:
      return Leaf(Kind::kBool);
    case 1:
      return fmt::format("({} {} {})", Bool(d), random_.Of({"and", "or"}), Bool(d));
    case 2:
      return fmt::format("(not {})", Bool(d));
    case 3:
      return fmt::format("{} {} {}", Small(d), random_.Of({"<", ">=", "=="}), Small(0));
    case 4: {
      const std::string python = PythonBool();
      return python.empty() ? TensorBool(d) : "(" + python + ")";
    }
    case 5:
      return CallOf(Kind::kBool, depth);
    default:
      return TensorBool(depth);
  }
}

std::string Expressions::Vector(int depth) {
  if (depth <= 0) return Leaf(Kind::kVector);
  const int d = depth - 1;
  switch (random_.Below(9)) {
    case 0:
      return Leaf(Kind::kVector);
    case 1:
    case 2:
      return fmt::format("({} {} {})", Vector(d), random_.Of({"+", "-", "*"}), Vector(d));
    case 3:
      return fmt::format("({} {} {})", Vector(d), random_.Of({"+", "*"}), Float(d));
    case 4:
      return fmt::format("tf.stack([{}, {}, {}])", Float(d), Float(0), Float(d));
    case 5:
      return fmt::format("tf.where({} > {}, {}, {})", Vector(0), Float(0), Vector(d), Vector(0));
    case 6:
      return fmt::format("tf.concat([{0}[1:], {0}[:1]], 0)", Leaf(Kind::kVector));
    case 7:
      return IfElse(Kind::kVector, d);
    default:
      return fmt::format("tf.minimum({}, {})", Vector(d), Float(0));
  }
}

std::string Expressions::Small(int depth) {
  if (depth <= 0) return Leaf(Kind::kSmall);
  const int d = depth - 1;
  switch (random_.Below(8)) {
    case 0:
      return fmt::format("({} + {}) % {}", Small(d), Small(0), random_.Between(2, 5));
    case 1:
      return fmt::format("({} - {}) % {}", Small(0), Small(d), random_.Between(2, 5));
    case 2:
      return IfElse(Kind::kSmall, d);
    case 3:
      return CallOf(Kind::kSmall, depth);
    case 4:
      if (!python_lists.empty())
        return fmt::format(
            "len({})",
            python_lists[static_cast<size_t>(random_.Below(static_cast<int>(python_lists.size())))]);
      [[fallthrough]];
    case 5:
      return fmt::format("{} // 2", Small(d));
    default:
      return Leaf(Kind::kSmall);
  }
}

// Never halved: float32 has to hold what a Python float holds.
std::string Expressions::Quarter(int depth) {
  if (depth <= 0 || random_.Percent(60)) return Leaf(Kind::kQuarter);
  if (random_.Percent(50)) return fmt::format("-({})", Quarter(depth - 1));
  return IfElse(Kind::kQuarter, depth - 1);
}

const Variable* Expressions::Assignable(Kind kind) {
  std::vector<const Variable*> found;
  for (const Variable& v : variables)
    if (v.assignable && v.kind == kind) found.push_back(&v);
  if (found.empty()) return nullptr;
  return found[static_cast<size_t>(random_.Below(static_cast<int>(found.size())))];
}

const Variable* Expressions::AnyAssignable() {
  std::vector<const Variable*> found;
  for (const Variable& v : variables)
    if (v.assignable) found.push_back(&v);
  if (found.empty()) return nullptr;
  return found[static_cast<size_t>(random_.Below(static_cast<int>(found.size())))];
}

}  // namespace tp::staging
