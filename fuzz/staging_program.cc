#include "fuzz/staging_program.h"

#include <fmt/format.h>

namespace tp::staging {
namespace {

// Plain runs go through run_functions_eagerly, so that Functions which the program calls are plain, too.
// Values are compared by their dtypes and digits: `tolist` gives each float32 as the double that it is.
constexpr const char* kHead = R"(import tensorflow as tf


class Box:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def bump(self, by):
        if by > 2:
            self.x = self.x + by
        else:
            self.y = self.y - 1.0
        return self.x


def text(value):
    tensor = tf.convert_to_tensor(value)
    return tensor.dtype.name + str(tensor.shape.as_list()) + str(tensor.numpy().tolist())


def outcome(function, reset, eagerly, args):
    tf.config.run_functions_eagerly(eagerly)
    variables = reset()
    try:
        result = function(*args)
    except Exception as error:
        lines = str(error).strip().splitlines()
        return type(error).__name__, lines[-1].strip()[:300] if lines else ""
    finally:
        tf.config.run_functions_eagerly(False)
    return " ".join([text(value) for value in tf.nest.flatten(result)] + [text(v) for v in variables]), ""


def check(name, program, reset, calls):
    function = tf.function(program)
    for number, args in enumerate(calls):
        plain, why_plain = outcome(function, reset, True, args)
        staged, why_staged = outcome(function, reset, False, args)
        if VALUES:
            print(name, number, plain)
        if plain != staged:
            print("BAD", name, "call", number)
            print("  plain ", plain, why_plain)
            print("  staged", staged, why_staged, flush=True)
            return
    print("ok", name, flush=True)
)";

void Write(const std::vector<Line>& lines, size_t depth, std::string* out) {
  for (const Line& line : lines) {
    *out += std::string(depth * 4, ' ') + line.text + "\n";
    Write(line.body, depth + 1, out);
    if (line.text.ends_with(":") && line.body.empty()) *out += std::string(depth * 4 + 4, ' ') + "pass\n";
  }
}

size_t Count(const std::vector<Line>& lines) {
  size_t count = lines.size();
  for (const Line& line : lines) count += Count(line.body);
  return count;
}

bool Continues(const Line& line) {
  return line.text.starts_with("el") || line.text.starts_with("except") || line.text == "finally:";
}

// Every way to make a block smaller by one step, largest step first; `use` gets the block in its new form and
// says whether to keep it.
class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& still_fails)
      : program_(std::move(program)), still_fails_(still_fails) {}

  Program Run() {
    for (bool changed = true; changed;) changed = Shrink(&program_.lines);
    return std::move(program_);
  }

 private:
  bool Try(std::vector<Line>* block, std::vector<Line> smaller) {
    std::swap(*block, smaller);
    if (still_fails_(program_)) return true;
    std::swap(*block, smaller);
    return false;
  }

  bool Shrink(std::vector<Line>* block) {
    bool changed = false;
    for (size_t half = block->size() / 2; half > 1; half /= 2)
      for (size_t at = 0; at + half <= block->size();) {
        std::vector<Line> smaller = *block;
        const auto from = smaller.begin() + static_cast<std::ptrdiff_t>(at);
        smaller.erase(from, from + static_cast<std::ptrdiff_t>(half));
        if (Try(block, std::move(smaller)))
          changed = true;
        else
          at += half;
      }
    for (size_t at = block->size(); at-- > 0;) {
      if (at >= block->size() || (*block)[at].text.starts_with("def reset_")) continue;
      size_t end = at + 1;
      if (!Continues((*block)[at]))
        while (end < block->size() && Continues((*block)[end])) ++end;
      const auto place = [&](std::vector<Line>& in, size_t i) {
        return in.begin() + static_cast<std::ptrdiff_t>(i);
      };
      std::vector<Line> without = *block;
      without.erase(place(without, at), place(without, end));
      if (Try(block, std::move(without))) {
        changed = true;
        continue;
      }
      if (!(*block)[at].body.empty() && !(*block)[at].text.starts_with("def ")) {
        std::vector<Line> unwrapped = *block;
        const std::vector<Line> inner = unwrapped[at].body;
        unwrapped.erase(place(unwrapped, at), place(unwrapped, end));
        unwrapped.insert(place(unwrapped, at), inner.begin(), inner.end());
        if (Try(block, std::move(unwrapped))) {
          changed = true;
          continue;
        }
      }
      changed |= Shrink(&(*block)[at].body);
    }
    return changed;
  }

  Program program_;
  const std::function<bool(const Program&)>& still_fails_;
};

}  // namespace

size_t Program::size() const { return Count(lines); }

std::string ToText(const Program& program) {
  std::string out = "\n\n# seed " + std::to_string(program.seed) + "\n";
  Write(program.lines, 0, &out);
  out += fmt::format("\n\ncheck(\"{0}\", program_{0}, reset_{0}, [", program.seed);
  for (size_t i = 0; i < program.calls.size(); ++i)
    out += fmt::format("{}\n    ({})", i ? "," : "", program.calls[i]);
  return out + "])\n";
}

std::string ToSpec(const std::vector<Program>& programs, bool values) {
  std::string out = kHead;
  out += fmt::format("\n\nVALUES = {}\n", values ? "True" : "False");
  for (const Program& program : programs) out += ToText(program);
  return out;
}

Program Minimise(Program program, const std::function<bool(const Program&)>& still_fails) {
  return Shrinker(std::move(program), still_fails).Run();
}

}  // namespace tp::staging
