#include "fuzz/staging_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fuzz/staging_expressions.h"

namespace tp::staging {
namespace {

using Block = std::vector<Line>;

// What decides whether a statement may stand somewhere.
struct Place {
  bool staged = false;    // inside a branch or loop that may be staged, or behind a staged jump
  bool may_jump = false;  // in a loop, and a `break` here is legal
  bool may_continue = false;
  bool jump_needs_python = false;  // in a Python loop: a `break` only on a condition of Python's own
  bool in_function = true;         // functions may return here, on a condition of Python's own at least
  bool returns_directly = false;   // not in a loop
  bool behind_return = false;  // of a staged loop: AutoGraph lets no loop of Python test whether it was taken
  int depth = 0;               // of blocks
  int loops = 0, python_loops = 0;
};

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed), e_(random_) { program_.seed = seed; }

  Program Run() {
    const std::string id = std::to_string(program_.seed);
    budget_ = random_.Between(6, 26);
    if (random_.Percent(40)) {
      variables_.push_back({"count_" + id, Kind::kInt});
      program_.lines.push_back({"count_" + id + " = tf.Variable(1)", {}});
    }
    if (random_.Percent(40)) {
      variables_.push_back({"rate_" + id, Kind::kFloat});
      program_.lines.push_back({"rate_" + id + " = tf.Variable(0.5)", {}});
    }
    AddReset(id);
    if (random_.Percent(35)) AddFunction("graph_" + id, true, &program_.lines);
    if (random_.Percent(25)) AddFunction("plain_" + id, false, &program_.lines);
    Line main{fmt::format("def program_{}(x, y, n, vec):", id), {}};
    Main(&main.body);
    program_.lines.push_back(std::move(main));
    for (int i = 0; i < 3; ++i)
      program_.calls.push_back(fmt::format(
          "tf.constant({}), tf.constant({}), tf.constant({}), tf.constant([{}, {}, {}])", Number(),
          random_.Between(-4, 9), i == 0 ? 3 : random_.Between(0, 4), Number(), Number(), Number()));
    return std::move(program_);
  }

 private:
  std::string Number() { return fmt::format("{:.2f}", random_.Between(-12, 16) * 0.25); }
  std::string Fresh(const char* root) { return fmt::format("{}{}", root, ++names_); }

  // What a block defines is seen in it alone.
  struct Scope {
    explicit Scope(Expressions& e)
        : e_(e),
          variables_(e.variables.size()),
          numbers_(e.python_numbers.size()),
          lists_(e.python_lists.size()),
          callables_(e.callables.size()) {}
    ~Scope() {
      e_.variables.resize(variables_);
      e_.python_numbers.resize(numbers_);
      e_.python_lists.resize(lists_);
      e_.callables.resize(callables_);
    }
    Expressions& e_;
    size_t variables_, numbers_, lists_, callables_;
  };

  void AddReset(const std::string& id) {
    Line reset{fmt::format("def reset_{}():", id), {}};
    std::string list;
    for (const Variable& v : variables_) {
      reset.body.push_back({fmt::format("{}.assign({})", v.text, v.kind == Kind::kInt ? "1" : "0.5"), {}});
      list += (list.empty() ? "" : ", ") + v.text;
    }
    reset.body.push_back({"return [" + list + "]", {}});
    program_.lines.push_back(std::move(reset));
  }

  void Main(Block* out) {
    const auto start = [&](const char* name, Kind kind, int chance, const std::string& value) {
      if (!random_.Percent(chance)) return;
      out->push_back({fmt::format("{} = {}", name, value), {}});
      e_.variables.push_back({name, kind});
    };
    e_.variables = {{"x", Kind::kFloat, random_.Percent(40)},
                    {"y", Kind::kInt, random_.Percent(40)},
                    {"n", Kind::kInt, false},
                    {"vec", Kind::kVector, random_.Percent(40)}};
    start("a", Kind::kInt, 80, "y");
    start("b", Kind::kInt, 60, "y - 3");
    start("f", Kind::kFloat, 80, "x");
    start("g", Kind::kFloat, 50, "x * 0.5");
    start("k", Kind::kSmall, 65, std::to_string(random_.Between(0, 3)));
    start("m", Kind::kSmall, 35, std::to_string(random_.Between(0, 3)));
    start("q", Kind::kQuarter, 40, "0.25");
    start("flag", Kind::kBool, 50, random_.Of({"True", "False", "x > 0.5"}));
    start("u", Kind::kBool, 25, "y > 2");
    start("v", Kind::kVector, 45, "vec * 2.0");
    start("p", Kind::kPair, 30, "(y, x)");
    if (random_.Percent(35)) {
      out->push_back({"o = Box(y, x)", {}});
      e_.variables.push_back({"o.x", Kind::kInt});
      e_.variables.push_back({"o.y", Kind::kFloat});
      has_box_ = true;
      if (random_.Percent(30)) {
        out->push_back({"o.inner = Box(y + 1, x + 1.0)", {}});
        e_.variables.push_back({"o.inner.x", Kind::kInt});
      }
    }
    if (random_.Percent(35)) {
      out->push_back({"d = {'k': y, 'f': x, 's': 1}", {}});
      e_.variables.push_back({"d['k']", Kind::kInt});
      e_.variables.push_back({"d['f']", Kind::kFloat});
      e_.variables.push_back({"d['s']", Kind::kSmall});
    }
    if (random_.Percent(30)) {
      out->push_back({"l = [y, y + 1, n]", {}});
      e_.variables.push_back({"l[0]", Kind::kInt});
      e_.variables.push_back({"l[2]", Kind::kInt});
    }
    if (random_.Percent(35)) AddFunction(Fresh("inner"), false, out);
    if (random_.Percent(30)) AddLambda(out);
    result_.clear();
    for (const Variable& v : e_.variables)
      if (v.assignable && random_.Percent(70)) result_.push_back(v);
    if (result_.empty()) result_.push_back({"x", Kind::kFloat});
    Place place;
    place.returns_directly = true;
    Tail(place, out, random_.Percent(45) ? 2 : 0);
  }

  // The values that the function at hand returns, of the same kinds on every path.
  std::string Return() {
    std::string list;
    for (const Variable& v : result_)
      list += (list.empty() ? "" : ", ") + (random_.Percent(80) ? v.text : e_.Of(v.kind, 1));
    return "return " + list;
  }

  // A block that ends in `return` on every path.
  void Tail(Place place, Block* out, int levels) {
    Scope scope(e_);
    Statements(&place, out, random_.Between(1, 4));
    if (levels > 0 && place.loops < 3 && random_.Percent(25)) return LoopThatReturns(place, out, levels - 1);
    if (levels > 0 && random_.Percent(70)) {
      Place inside = place;
      inside.staged = true;
      ++inside.depth;
      const std::string test = e_.Bool(2);
      Line branch{"if " + test + ":", {}}, other{"else:", {}};
      switch (random_.Below(3)) {
        case 0:
          Tail(inside, &branch.body, levels - 1);
          Tail(inside, &other.body, levels - 1);
          out->push_back(std::move(branch));
          out->push_back(std::move(other));
          return;
        case 1:
          Tail(inside, &branch.body, levels - 1);
          out->push_back(std::move(branch));
          return Tail(inside, out, levels - 1);
        default: {
          Inner(inside, &branch.body);
          Tail(inside, &other.body, levels - 1);
          out->push_back(std::move(branch));
          out->push_back(std::move(other));
          return Tail(inside, out, levels - 1);
        }
      }
    }
    out->push_back({Return(), {}});
  }

  // A staged loop whose first turn returns on every path, and what follows it.
  void LoopThatReturns(Place place, Block* out, int levels) {
    const std::string item = Fresh("i");
    Line line;
    Kind kind = Kind::kInt;
    switch (random_.Below(4)) {
      case 0:
        out->push_back({item + " = 0", {}});
        line.text = fmt::format("while {} < tf.constant({}):", item, random_.Between(1, 3));
        kind = Kind::kSmall;
        break;
      case 1:
        line.text = fmt::format("for {} in {}:", item, e_.Of(Kind::kVector, 1));
        kind = Kind::kFloat;
        break;
      default:
        line.text = fmt::format("for {} in tf.range({}):", item, random_.Between(1, 3));
    }
    {
      Scope scope(e_);
      e_.variables.push_back({item, kind, false});
      if (kind == Kind::kSmall) line.body.push_back({item + " += 1", {}});
      Place inside = InLoop(place, LoopKind::kStaged);
      inside.may_jump = inside.may_continue = false;
      Tail(inside, &line.body, levels);
    }
    out->push_back(std::move(line));
    // In a branch, AutoGraph wants a `return` that it sees at once.
    if (place.depth == 0 && random_.Percent(30)) return;
    place.staged = place.behind_return = true;
    place.python_loops = 1;
    Tail(place, out, levels);
  }

  void Inner(Place place, Block* out) {
    Scope scope(e_);
    Statements(&place, out, random_.Between(1, 4));
  }

  void Statements(Place* place, Block* out, int count) {
    for (int i = 0; i < count && budget_ > 0; ++i) Statement(place, out);
    if (out->empty()) Assign(out);
  }

  void Statement(Place* place, Block* out) {
    --budget_;
    const bool deep = place->depth >= 4;
    const int choice = random_.Below(100);
    if (choice < 22 || deep) return Assign(out);
    if (choice < 30) return Augmented(out);
    if (choice < 35) return Unpack(out);
    if (choice < 58) return If(place, out);
    if (choice < 68 && place->loops < 3) return While(*place, out);
    if (choice < 82 && place->loops < 3) return For(*place, out);
    if (choice < 86) return AssignVariable(out);
    if (choice < 90) return Jump(place, out);
    if (choice < 92) return DefinedInBoth(place, out);
    switch (random_.Below(14)) {
      case 10:
        return Rebuild(out);
      case 11:
        return Nonlocal(*place, out);
      case 12:
        return Finally(place, out);
      case 13:
        return Nested(out);
      case 0:
        return Collect(*place, out);
      case 1:
      case 2:
        return Array(*place, out);
      case 3:
        return Scoped(place, out);
      case 4:
        return Check(out);
      case 5:
        return Attempt(out);
      case 6:
        return Bump(*place, out);
      case 7:
        return Growing(*place, out);
      case 8:
        return WhileLoop(out);
      default:
        return ReturnFromPythonLoop(*place, out);
    }
  }

  // ---- assignments
  void Assign(Block* out) {
    if (const Variable* target = e_.AnyAssignable()) {
      const Variable to = *target;
      if (random_.Percent(20)) {
        const std::string name = Fresh("t");
        out->push_back({fmt::format("{} = {}", name, e_.Of(to.kind)), {}});
        e_.variables.push_back({name, to.kind});
        return;
      }
      if (to.kind == Kind::kSmall && random_.Percent(50))
        return out->push_back({fmt::format("{0} = {0} + {1}", to.text, random_.Between(1, 2)), {}});
      out->push_back({fmt::format("{} = {}", to.text, e_.Of(to.kind)), {}});
    }
  }

  void Augmented(Block* out) {
    const Variable* target = e_.AnyAssignable();
    if (!target) return;
    const Variable to = *target;
    switch (to.kind) {
      case Kind::kInt:
        return out->push_back(
            {fmt::format("{} {} {}", to.text, random_.Of({"+=", "-=", "*="}), e_.Of(Kind::kInt)), {}});
      case Kind::kFloat:
      case Kind::kVector:
        return out->push_back(
            {fmt::format("{} {} {}", to.text, random_.Of({"+=", "-=", "*="}), e_.Of(to.kind)), {}});
      case Kind::kSmall:
        return out->push_back({fmt::format("{} {} 1", to.text, random_.Of({"+=", "-="})), {}});
      case Kind::kQuarter:
        return out->push_back({fmt::format("{} += 0.25", to.text), {}});
      case Kind::kBool:
      case Kind::kPair:
        return Assign(out);
    }
  }

  void Unpack(Block* out) {
    const Variable *i = e_.Assignable(Kind::kInt), *f = e_.Assignable(Kind::kFloat);
    if (!i || !f) return Assign(out);
    const std::string left = i->text, right = f->text;
    if (random_.Percent(40))
      return out->push_back({fmt::format("{}, {} = {}", left, right, e_.Of(Kind::kPair)), {}});
    if (random_.Percent(50)) {
      const std::string other = e_.Assignable(Kind::kInt)->text;
      if (other != left) return out->push_back({fmt::format("{0}, {1} = {1}, {0}", left, other), {}});
    }
    out->push_back({fmt::format("({0}, {1}), {2} = ({3}, {4}), {5}", left, right, Fresh("t"),
                                e_.Of(Kind::kInt, 1), e_.Of(Kind::kFloat, 1), e_.Of(Kind::kInt, 1)),
                    {}});
    e_.variables.push_back({fmt::format("t{}", names_), Kind::kInt});
  }

  void AssignVariable(Block* out) {
    if (variables_.empty()) return Assign(out);
    const Variable& v = variables_[static_cast<size_t>(random_.Below(static_cast<int>(variables_.size())))];
    out->push_back(
        {fmt::format("{}.{}({})", v.text, random_.Of({"assign", "assign_add", "assign_sub"}), e_.Of(v.kind)),
         {}});
    if (random_.Percent(60))
      if (const Variable* to = e_.Assignable(v.kind))
        out->push_back({fmt::format("{} = {} + {}", to->text, v.text, e_.Of(v.kind, 0)), {}});
  }

  // ---- branches
  Line Branch(const Place& place, std::string head) {
    Line line{std::move(head), {}};
    Place inside = place;
    inside.staged = true;
    inside.may_jump = place.may_jump && !place.jump_needs_python;
    ++inside.depth;
    Inner(inside, &line.body);
    return line;
  }

  void If(Place* place, Block* out) {
    std::string python = random_.Percent(20) ? e_.PythonBool() : "";
    if (!python.empty()) {
      Line line{"if " + python + ":", {}};
      Place inside = *place;
      ++inside.depth;
      Inner(inside, &line.body);
      out->push_back(std::move(line));
      return BehindJumps(place, *out);
    }
    out->push_back(Branch(*place, "if " + e_.Bool() + ":"));
    if (random_.Percent(20)) out->push_back(Branch(*place, "elif " + e_.Bool() + ":"));
    if (random_.Percent(50)) out->push_back(Branch(*place, "else:"));
    BehindJumps(place, *out);
  }

  static bool HoldsJump(const Block& block) {
    return std::any_of(block.begin(), block.end(), [](const Line& line) {
      return line.text == "break" || line.text == "continue" ||
             (!line.text.starts_with("for ") && !line.text.starts_with("while ") && HoldsJump(line.body));
    });
  }
  // What follows a jump stands under a guard, which is staged where the jump was.
  static void BehindJumps(Place* place, const Block& block) {
    if (!place->may_continue || !HoldsJump(block)) return;
    place->staged = true;
    if (place->jump_needs_python) place->may_jump = false;
  }

  void DefinedInBoth(Place* place, Block* out) {
    const std::string name = Fresh("t");
    const Kind kind = random_.Percent(50) ? Kind::kInt : Kind::kFloat;
    for (const std::string& head : {"if " + e_.Bool() + ":", std::string("else:")}) {
      Scope scope(e_);
      Line line = Branch(*place, head);
      line.body.insert(line.body.begin(), {fmt::format("{} = {}", name, e_.Of(kind)), {}});
      out->push_back(std::move(line));
    }
    BehindJumps(place, *out);
    e_.variables.push_back({name, kind});
  }

  // ---- jumps
  void Jump(Place* place, Block* out) {
    if (!place->may_continue) return Assign(out);
    const bool wants_break = random_.Percent(50) && place->may_jump;
    std::string test;
    bool python = false;
    if (wants_break && place->jump_needs_python) {
      test = e_.PythonBool();
      if (test.empty()) return Assign(out);
      python = true;
    } else {
      test = e_.Bool();
    }
    Line line{"if " + test + ":", {}};
    if (random_.Percent(50)) {
      Scope scope(e_);
      Assign(&line.body);
    }
    line.body.push_back({wants_break ? "break" : "continue", {}});
    out->push_back(std::move(line));
    if (!python) BehindJumps(place, *out);
  }

  // ---- loops
  enum class LoopKind { kStaged, kPython, kEither };
  Place InLoop(const Place& place, LoopKind kind) {
    Place inside = place;
    ++inside.depth;
    ++inside.loops;
    inside.python_loops += kind == LoopKind::kPython;
    inside.staged |= kind != LoopKind::kPython;
    inside.may_jump = kind != LoopKind::kEither;
    inside.may_continue = true;
    inside.jump_needs_python = kind == LoopKind::kPython;
    inside.returns_directly = false;
    return inside;
  }

  void While(const Place& place, Block* out) {
    const std::string counter = Fresh("c");
    const bool python = random_.Percent(25) && place.python_loops < 1;
    out->push_back({counter + (!python && random_.Percent(30) ? " = tf.constant(0)" : " = 0"), {}});
    Line line;
    if (python) {
      line.text = fmt::format("while {} < {}:", counter, random_.Between(1, 3));
    } else {
      const std::string bound =
          random_.Percent(50) ? "n" : fmt::format("tf.constant({})", random_.Between(1, 4));
      const std::string limit = fmt::format("{} < {}", counter, in_main_ ? bound : "tf.constant(3)");
      line.text = random_.Percent(45)   ? fmt::format("while {} and {}:", limit, e_.Bool(1))
                  : random_.Percent(15) ? fmt::format("while {} and {}:", e_.TensorBool(1), limit)
                                        : fmt::format("while {}:", limit);
    }
    Scope scope(e_);
    e_.variables.push_back({counter, Kind::kSmall, false});
    line.body.push_back({counter + " += 1", {}});
    if (python) e_.python_numbers.push_back(counter);
    Inner(InLoop(place, python ? LoopKind::kPython : LoopKind::kStaged), &line.body);
    out->push_back(std::move(line));
  }

  void For(const Place& place, Block* out) {
    const std::string item = Fresh("i");
    Scope scope(e_);
    Line line;
    LoopKind kind = LoopKind::kStaged;
    std::vector<Variable> targets = {{item, Kind::kInt, random_.Percent(20)}};
    std::string python_number;
    const int choice = random_.Below(place.behind_return ? 8 : place.python_loops < 1 ? 15 : 9);
    const std::string n = in_main_ && random_.Percent(60) ? "n" : fmt::format("{}", random_.Between(1, 4));
    switch (choice) {
      case 0:
      case 1:
      case 2:
        line.text = fmt::format("for {} in tf.range({}):", item, n);
        break;
      case 3:
        line.text = fmt::format("for {} in tf.range({}, {}, {}):", item, random_.Between(0, 2),
                                random_.Between(3, 8), random_.Between(2, 3));
        break;
      case 4:
        line.text = fmt::format("for {} in tf.range(5, {}, -2):", item, in_main_ ? "n" : "1");
        break;
      case 5:
        line.text = fmt::format("for {} in tf.range({} % 4):", item, e_.Of(Kind::kSmall, 1));
        break;
      case 6:
        line.text = fmt::format("for {} in {}:", item, e_.Of(Kind::kVector, 1));
        targets[0].kind = Kind::kFloat;
        break;
      case 7:
        line.text = fmt::format("for {} in tf.stack([{}, {}]):", item, e_.Of(Kind::kVector, 1),
                                e_.Of(Kind::kVector, 0));
        targets[0].kind = Kind::kVector;
        break;
      case 8:
        line.text = fmt::format("for {} in range({} % 4):", item, e_.Of(Kind::kSmall, 1));
        targets[0] = {item, Kind::kSmall, false};
        kind = LoopKind::kEither;
        break;
      case 9:
      case 10:
      case 11:
        line.text = fmt::format("for {} in range({}):", item, random_.Between(1, 3));
        targets.clear();
        python_number = item;
        kind = LoopKind::kPython;
        break;
      case 12:
        line.text = fmt::format("for {} in [{}, {}]:", item, e_.Of(Kind::kInt, 1), e_.Of(Kind::kInt, 1));
        kind = LoopKind::kPython;
        break;
      case 13:
        line.text = fmt::format("for {0}n, {0} in enumerate([{1}, {2}]):", item, e_.Of(Kind::kInt, 1),
                                e_.Of(Kind::kInt, 1));
        python_number = item + "n";
        kind = LoopKind::kPython;
        break;
      default:
        line.text = fmt::format("for {0}, {0}f in zip([{1}, {2}], ({3}, {4})):", item, e_.Of(Kind::kInt, 1),
                                e_.Of(Kind::kInt, 1), e_.Of(Kind::kFloat, 1), e_.Of(Kind::kFloat, 1));
        targets.push_back({item + "f", Kind::kFloat, false});
        kind = LoopKind::kPython;
    }
    for (const Variable& v : targets) e_.variables.push_back(v);
    if (!python_number.empty()) e_.python_numbers.push_back(python_number);
    Inner(InLoop(place, kind), &line.body);
    out->push_back(std::move(line));
  }

  // tf.while_loop itself.
  void WhileLoop(Block* out) {
    const Variable *i = e_.Assignable(Kind::kInt), *f = e_.Assignable(Kind::kFloat);
    if (!i || !f) return Assign(out);
    const std::string left = i->text, right = f->text, a = Fresh("w"), b = Fresh("w"), c = Fresh("w");
    Scope scope(e_);
    e_.variables.push_back({a, Kind::kInt, false});
    e_.variables.push_back({b, Kind::kFloat, false});
    out->push_back(
        {fmt::format("_, {}, {} = tf.while_loop(lambda {c}, {a}, {b}: {c} < {}, lambda {c}, {a}, {b}: ({c} "
                     "+ 1, {}, {}), (tf.constant(0), {}, {}))",
                     left, right, random_.Between(1, 4), e_.Of(Kind::kInt, 1), e_.Of(Kind::kFloat, 1), left,
                     right, fmt::arg("a", a), fmt::arg("b", b), fmt::arg("c", c)),
         {}});
  }

  // ---- the rest
  // A list that Python's own loop appends to.
  void Collect(const Place& place, Block* out) {
    if (place.python_loops > 0) return Assign(out);
    const std::string list = Fresh("items"), item = Fresh("i");
    out->push_back({list + " = []", {}});
    Line line{fmt::format("for {} in range({}):", item, random_.Between(1, 3)), {}};
    {
      Scope scope(e_);
      e_.python_numbers.push_back(item);
      Assign(&line.body);
      line.body.push_back({fmt::format("{}.append({})", list, e_.Of(Kind::kInt)), {}});
    }
    out->push_back(std::move(line));
    e_.variables.push_back({list + "[0]", Kind::kInt, random_.Percent(50)});
    e_.python_lists.push_back(list);
    if (const Variable* to = e_.Assignable(Kind::kInt))
      out->push_back({fmt::format("{} = {}[-1] + sum({})", to->text, list, list), {}});
  }

  // A TensorArray that a staged loop fills.
  void Array(const Place& place, Block* out) {
    const std::string array = Fresh("ta"), item = Fresh("i");
    out->push_back({array + " = tf.TensorArray(tf.float32, size=0, dynamic_size=True)", {}});
    Line line{fmt::format("for {} in tf.range({}):", item, random_.Between(1, 4)), {}};
    {
      Scope scope(e_);
      e_.variables.push_back({item, Kind::kInt, false});
      Place inside = InLoop(place, LoopKind::kStaged);
      inside.may_jump = inside.may_continue = false;
      Statements(&inside, &line.body, random_.Between(1, 2));
      if (random_.Percent(30)) {
        line.body.push_back(
            {"if " + e_.Bool(1) + ":",
             {{fmt::format("{0} = {0}.write({1}, {2})", array, item, e_.Of(Kind::kFloat)), {}}}});
        line.body.push_back({"else:", {{fmt::format("{0} = {0}.write({1}, 1.0)", array, item), {}}}});
      } else {
        line.body.push_back({fmt::format("{0} = {0}.write({1}, {2})", array, item, e_.Of(Kind::kFloat)), {}});
      }
    }
    out->push_back(std::move(line));
    if (const Variable* to = e_.Assignable(Kind::kFloat))
      out->push_back({fmt::format("{} = tf.reduce_sum({}.stack())", to->text, array), {}});
  }

  // A tensor that grows from one round to the next.
  void Growing(const Place& place, Block* out) {
    const std::string grown = Fresh("z"), item = Fresh("i");
    out->push_back({fmt::format("{} = tf.zeros([1])", grown), {}});
    Line line{fmt::format("for {} in tf.range({}):", item, in_main_ ? "n" : "2"), {}};
    line.body.push_back({fmt::format("tf.autograph.experimental.set_loop_options(shape_invariants=[({}, "
                                     "tf.TensorShape([None]))])",
                                     grown),
                         {}});
    {
      Scope scope(e_);
      Place inside = InLoop(place, LoopKind::kStaged);
      e_.variables.push_back({item, Kind::kInt, false});
      Statements(&inside, &line.body, 1);
      line.body.push_back(
          {fmt::format("{0} = tf.concat([{0}, [{1}]], 0)", grown, e_.Of(Kind::kFloat, 1)), {}});
    }
    out->push_back(std::move(line));
    if (const Variable* to = e_.Assignable(Kind::kFloat))
      out->push_back(
          {fmt::format("{} = tf.reduce_sum({}) + tf.cast(tf.size({}), tf.float32)", to->text, grown, grown),
           {}});
  }

  void Scoped(Place* place, Block* out) {
    Line line{"with tf.name_scope('part'):", {}};
    ++place->depth;
    Scope scope(e_);
    Statements(place, &line.body, random_.Between(1, 3));
    --place->depth;
    out->push_back(std::move(line));
  }

  // Fails for some inputs, staged or not.
  void Check(Block* out) {
    out->push_back(
        {fmt::format("tf.debugging.assert_less({}, {})", e_.Of(Kind::kInt, 1), random_.Between(5, 60)), {}});
  }

  void Attempt(Block* out) {
    const Variable* to = e_.Assignable(Kind::kInt);
    if (!to) return;
    const std::string name = to->text;
    Line line{"try:", {}};
    line.body.push_back({fmt::format("{} = {}", name, e_.Of(Kind::kInt)), {}});
    line.body.push_back({fmt::format("{0} = {0} + {{'a': 1}}['{1}']", name, random_.Of({"a", "b"})), {}});
    out->push_back(std::move(line));
    out->push_back({"except KeyError:", {{fmt::format("{} = {}", name, e_.Of(Kind::kInt)), {}}}});
  }

  // A container is replaced as a whole while its parts are variables, too. AutoGraph refuses some of these
  // programs: it writes paths before the names that they rest on.
  void Rebuild(Block* out) {
    if (!in_main_) return Assign(out);
    const auto has = [&](const char* path) {
      return std::any_of(e_.variables.begin(), e_.variables.end(),
                         [&](const Variable& v) { return v.text == path; });
    };
    const std::string i = e_.Of(Kind::kInt, 1), f = e_.Of(Kind::kFloat, 1);
    if (has("d['k']") && random_.Percent(50))
      return out->push_back(
          {fmt::format("d = {{'k': {}, 'f': {}, 's': {}}}", i, f, e_.Of(Kind::kSmall, 1)), {}});
    if (has("l[0]")) return out->push_back({fmt::format("l = [{}, l[0], {}]", i, e_.Of(Kind::kInt, 1)), {}});
    Assign(out);
  }

  // An inner function that assigns a variable of the function around it.
  void Nonlocal(const Place& place, Block* out) {
    if (!in_main_ || place.staged) return Assign(out);
    std::vector<std::string> names;
    for (const Variable& v : e_.variables)
      if (v.assignable && v.kind == Kind::kInt && v.text.size() == 1 && v.text != "y")
        names.push_back(v.text);
    if (names.empty()) return Assign(out);
    const std::string name = names[static_cast<size_t>(random_.Below(static_cast<int>(names.size())))];
    const std::string inner = Fresh("outer");
    // AutoGraph does not see that the function reads what a branch before it assigned.
    out->push_back({fmt::format("{0} = {0} + 0", name), {}});
    Line def{fmt::format("def {}(s):", inner), {{"nonlocal " + name, {}}}};
    Line branch{"if " + e_.Bool(1) + ":", {{fmt::format("{} = {} + s", name, e_.Of(Kind::kInt, 1)), {}}}};
    def.body.push_back(std::move(branch));
    def.body.push_back({fmt::format("return {} - s", name), {}});
    out->push_back(std::move(def));
    out->push_back(
        {fmt::format("{} = {}({})", e_.Assignable(Kind::kInt)->text, inner, e_.Of(Kind::kInt, 1)), {}});
  }

  void Finally(Place* place, Block* out) {
    Line line{"try:", {}}, end{"finally:", {}};
    ++place->depth;
    Place inside = *place;
    inside.may_jump = inside.may_continue = false;
    Inner(inside, &line.body);
    {
      Scope scope(e_);
      Assign(&end.body);
    }
    --place->depth;
    out->push_back(std::move(line));
    out->push_back(std::move(end));
  }

  // Tuples in tuples, taken apart.
  void Nested(Block* out) {
    const std::string t = Fresh("t"), a = Fresh("t"), b = Fresh("t");
    out->push_back({fmt::format("{} = ({}, [{}, {}])", t, e_.Of(Kind::kPair, 1), e_.Of(Kind::kInt, 1),
                                e_.Of(Kind::kSmall, 1)),
                    {}});
    Line branch{"if " + e_.Bool(1) + ":",
                {{fmt::format("{0} = (({1}, {0}[0][1]), [{0}[1][0], {2}])", t, e_.Of(Kind::kInt, 1),
                              e_.Of(Kind::kSmall, 1)),
                  {}}}};
    out->push_back(std::move(branch));
    out->push_back({fmt::format("({}, _), ({}, *_) = {}", a, b, t), {}});
    e_.variables.push_back({a, Kind::kInt});
    e_.variables.push_back({b, Kind::kInt});
  }

  // A method that stages assignments to self: where it is called nothing is staged.
  void Bump(const Place& place, Block* out) {
    const Variable* to = e_.Assignable(Kind::kInt);
    if (!has_box_ || place.staged || !in_main_ || !to) return Assign(out);
    const std::string name = to->text;
    out->push_back({fmt::format("{} = o.bump({})", name, e_.Of(Kind::kInt, 1)), {}});
  }

  void ReturnFromPythonLoop(const Place& place, Block* out) {
    if (place.staged || place.loops > 0 || !place.returns_directly) return Assign(out);
    const std::string item = Fresh("i");
    Line line{fmt::format("for {} in range(3):", item), {}};
    Scope scope(e_);
    e_.python_numbers.push_back(item);
    Place inside = InLoop(place, LoopKind::kPython);
    inside.may_jump = inside.may_continue = false;
    Statements(&inside, &line.body, 2);
    line.body.push_back({"if " + e_.PythonBool() + ":", {{Return(), {}}}});
    out->push_back(std::move(line));
  }

  // A function of its own: `graph` ones are Functions.
  void AddFunction(const std::string& name, bool graph, Block* out) {
    static constexpr Kind kResults[] = {Kind::kInt, Kind::kFloat, Kind::kBool, Kind::kPair, Kind::kSmall};
    const Kind result = kResults[random_.Below(5)];
    const bool small = result == Kind::kSmall;
    if (graph) out->push_back({"@tf.function", {}});
    Line def{fmt::format("def {}({}):", name, small ? "s" : "s, r"), {}};
    const auto outer = std::exchange(result_, {});
    const bool was_main = std::exchange(in_main_, false);
    const int budget = std::exchange(budget_, random_.Between(1, 7));
    {
      Scope scope(e_);
      // What stands around it is read only.
      const std::vector<Variable> hidden = e_.variables;
      for (Variable& v : e_.variables) v.assignable = false;
      const auto numbers = std::exchange(e_.python_numbers, {});
      e_.variables.push_back({"s", small ? Kind::kSmall : Kind::kInt});
      if (!small) e_.variables.push_back({"r", Kind::kFloat});
      if (result == Kind::kBool) {
        def.body.push_back({"w = s > 1", {}});
        e_.variables.push_back({"w", Kind::kBool});
        result_ = {{"w", Kind::kBool}};
      } else if (result == Kind::kPair) {
        result_ = {{"s", Kind::kInt}, {"r", Kind::kFloat}};
      } else {
        result_ = {{result == Kind::kFloat ? "r" : "s", result}};
      }
      Place place;
      place.returns_directly = true;
      place.staged = true;
      place.depth = 1;
      place.loops = 1;
      Tail(place, &def.body, random_.Percent(40) ? 1 : 0);
      e_.python_numbers = numbers;
      std::copy(hidden.begin(), hidden.end(), e_.variables.begin());
    }
    budget_ = budget;
    in_main_ = was_main;
    result_ = outer;
    out->push_back(std::move(def));
    e_.callables.push_back({name, result});
  }

  void AddLambda(Block* out) {
    const std::string name = Fresh("fn");
    const Kind result = random_.Percent(50) ? Kind::kInt : Kind::kFloat;
    {
      Scope scope(e_);
      e_.variables.push_back({"s", Kind::kInt});
      e_.variables.push_back({"r", Kind::kFloat});
      out->push_back({fmt::format("{} = lambda s, r: {}", name, e_.Of(result, 3)), {}});
    }
    e_.callables.push_back({name, result});
  }

  Random random_;
  Expressions e_;
  Program program_;
  std::vector<Variable> variables_;  // tf.Variables
  std::vector<Variable> result_;
  int budget_ = 0, names_ = 0;
  bool has_box_ = false, in_main_ = true;
};

}  // namespace

Program Generate(uint64_t seed) { return Generator(seed).Run(); }

}  // namespace tp::staging
