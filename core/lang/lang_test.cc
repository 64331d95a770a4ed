// Trees, errors, scopes and staging of small texts. The expected lines were recorded from CPython 3.11 and
// TensorFlow 2.21; the whole standard library and TensorFlow's sources were compared once when this was
// written.
#include <gtest/gtest.h>

#include "core/lang/dump.h"
#include "core/lang/parse.h"
#include "core/lang/stage_info.h"
#include "core/lang/token.h"

namespace tp::ast {
namespace {

TEST(Parse, Trees) {
  struct Row {
    const char *source, *dump;
  };
  const Row rows[] = {
      {"x = -1 ** 2", "(Assign [(Name x Store)] (UnaryOp - (BinOp (Constant 1) ** (Constant 2))))"},
      {"a < b is not c", "(Expr (Compare (Name a Load) [< is not] [(Name b Load) (Name c Load)]))"},
      {"f'{x!r:>{w}}{y = }'",
       "(Expr (JoinedStr [(FormattedValue (Name x Load) r (JoinedStr [(Constant '>') (FormattedValue (Name w "
       "Load) ~ "
       "~)])) (Constant 'y = ') (FormattedValue (Name y Load) r ~)]))"},
      {"with (a as b, c): pass",
       "(With [(withitem (Name a Load) (Name b Store)) (withitem (Name c Load) ~)] [(Pass)])"},
      {"match = 1; match[0]",
       "(Assign [(Name match Store)] (Constant 1))\n(Expr (Subscript (Name match Load) (Constant "
       "0) Load))"},
      {"x = 0xFF_FF, 1_0.5e-3j, 1e400, 18446744073709551616",
       "(Assign [(Name x Store)] (Tuple [(Constant 65535) (Constant j3f85810624dd2f1b) (Constant "
       "f7ff0000000000000) "
       "(Constant 18446744073709551616)] Load))"},
      {"f(*a, b=1, **c)",
       "(Expr (Call (Name f Load) [(Starred (Name a Load) Load)] [(keyword b (Constant 1)) (keyword ~ "
       "(Name c Load))]))"},
      {"if x:\r\n\ty\r\n", "(If (Name x Load) [(Expr (Name y Load))] [])"},
      {"'a' \"\\x62\\n\" r'\\c'", "(Expr (Constant 'ab\\x0a\\x5cc'))"},
  };
  for (const Row& row : rows) {
    const ParseResult result = Parse("t.py", row.source);
    EXPECT_TRUE(result.errors.empty()) << row.source;
    EXPECT_EQ(Dump(*result.module, false), std::string(row.dump) + "\n") << row.source;
  }
}

// KIND: MESSAGE @ LINE:COLUMN, joined by newlines.
std::string Errors(const std::string& source) {
  const ParseResult result = ParseAndResolve("t.py", source);
  std::string out;
  for (const Diagnostic& error : result.errors) {
    const Place place = error.file->At(error.span.begin);
    if (!out.empty()) out += '\n';
    if (error.kind != "SyntaxError") out += error.kind + ": ";
    out += error.message + " @ " + std::to_string(place.line) + ":" + std::to_string(place.char_column + 1);
  }
  return out;
}

TEST(Parse, Errors) {
  struct Row {
    const char *source, *errors;
  };
  const Row rows[] = {
      {"x = (1 2)", "invalid syntax. Perhaps you forgot a comma? @ 1:6"},
      {"f() = 1", "cannot assign to function call here. Maybe you meant '==' instead of '='? @ 1:1"},
      {"x = f() = 1", "cannot assign to function call @ 1:5"},
      {"(a, 1) = x", "cannot assign to literal @ 1:5"},
      {"if x = 1: pass", "invalid syntax. Maybe you meant '==' or ':=' instead of '='? @ 1:4"},
      {"print a", "Missing parentheses in call to 'print'. Did you mean print(...)? @ 1:1"},
      {"x = (1,\ny = 2\n", "'(' was never closed @ 1:5"},
      {"x = (]", "closing parenthesis ']' does not match opening parenthesis '(' @ 1:6"},
      {"x = 'a\ny = 1", "unterminated string literal (detected at line 1) @ 1:5"},
      {"x = 1abc", "invalid decimal literal @ 1:5"},
      {"x = 0777",
       "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers @ "
       "1:5"},
      {"if x:\ny", "IndentationError: expected an indented block after 'if' statement on line 1 @ 2:1"},
      {"if x:\n    y\n  z", "IndentationError: unindent does not match any outer indentation level @ 3:4"},
      {"if x:\n        y\n\tz", "TabError: inconsistent use of tabs and spaces in indentation @ 3:3"},
      {"f(a=1, 2)", "positional argument follows keyword argument @ 1:9"},
      {"def f(a=1, b): pass", "non-default argument follows default argument @ 1:12"},
      {"def f(a, a): pass", "duplicate argument 'a' in function definition @ 1:10"},
      {"f(a=1, a=2)", "keyword argument repeated: a @ 1:8"},
      {"return 1\nbreak", "'return' outside function @ 1:1\n'break' outside loop @ 2:1"},
      {"def f():\n  x = 1\n  global x", "name 'x' is assigned to before global declaration @ 3:3"},
      {"def f():\n  nonlocal x", "no binding for nonlocal 'x' found @ 2:3"},
      {"*a = 1", "starred assignment target must be in a list or tuple @ 1:1"},
      {"[(x := 1) for x in y]",
       "assignment expression cannot rebind comprehension iteration variable 'x' @ 1:3"},
      {"x = a if b", "expected 'else' after 'if' expression @ 1:5"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Errors(row.source), row.errors) << row.source;
  }
  // All errors of a file in one run.
  EXPECT_EQ(
      Errors("def scale(x, k)\n    return x * k\n\nif y.shape[0] = 2:\n    print \"two\"\n"),
      "expected ':' @ 1:16\ncannot assign to subscript here. Maybe you meant '==' instead of '='? @ 4:4\n"
      "Missing parentheses in call to 'print'. Did you mean print(...)? @ 5:5");
}

TEST(Parse, HostileNestingIsAnErrorOrFlat) {
  const auto repeat = [](const std::string& text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  EXPECT_EQ(Errors("x = " + repeat("(", 200) + "1" + repeat(")", 200)), "");
  EXPECT_EQ(Errors("x = " + repeat("(", 201) + "1" + repeat(")", 201)).substr(0, 27),
            "too many nested parentheses");
  EXPECT_EQ(Errors("x = 0" + repeat("+0", 2900)), "");
  for (const std::string& text :
       {"x = 0" + repeat("+0", 100000), "x = " + repeat("-", 5000) + "1", "x = y" + repeat(".a", 100000),
        "if x: pass\n" + repeat("elif x: pass\n", 20000), "x = " + repeat("lambda: ", 5000) + "1"})
    EXPECT_EQ(Errors(text).substr(0, 14), "RecursionError") << text.substr(0, 20);
  std::string deep;
  for (int i = 0; i < 101; ++i) deep += std::string(static_cast<size_t>(i), ' ') + "if x:\n";
  EXPECT_EQ(Errors(deep), "IndentationError: too many levels of indentation @ 101:101");
}

TEST(Parse, NotInTheSpecLanguage) {
  const ParseResult result = ParseAndResolve(
      "t.py",
      "async def f(x):\n    await x\nclass A(metaclass=M): pass\nclass B(metaclass=abc.ABCMeta): pass\n");
  ASSERT_EQ(result.unsupported.size(), 2u);
  EXPECT_EQ(result.unsupported[0].message, "`async def` is not in the spec language");
  EXPECT_EQ(result.unsupported[1].message,
            "a metaclass other than ABCMeta and EnumMeta is not in the spec language");
}

const FunctionInfo& Child(const FunctionInfo& info, size_t i) { return *info.children[i]; }

TEST(Resolve, ScopesAndSlots) {
  const ParseResult result = ParseAndResolve("t.py",
                                             "def f(a, *b, c=1, **d):\n"
                                             "    x = a\n"
                                             "    def g():\n"
                                             "        nonlocal x\n"
                                             "        x = c\n"
                                             "        return [y for y in b]\n"
                                             "    return g\n"
                                             "class K:\n"
                                             "    __p = 1\n"
                                             "    def m(self):\n"
                                             "        yield super(), self.__p\n");
  ASSERT_TRUE(result.errors.empty());
  const FunctionInfo& f = Child(*result.module->info, 0);
  ASSERT_EQ(f.num_locals(), 5u);
  EXPECT_EQ(f.locals[1]->text, "c");
  EXPECT_EQ(f.locals[4]->text, "g");
  ASSERT_EQ(f.cells.size(), 3u);
  EXPECT_EQ(f.cells[0].name->text, "b");
  EXPECT_EQ(f.cells[0].param_slot, 2u);
  EXPECT_EQ(f.cells[2].param_slot, CellVar::kNoParam);
  const FunctionInfo& g = Child(f, 0);
  EXPECT_EQ(g.qualname, "f.<locals>.g");
  ASSERT_EQ(g.frees.size(), 3u);
  EXPECT_EQ(g.frees[2].outer_slot, 2u);
  const FunctionInfo& k = Child(*result.module->info, 1);
  EXPECT_EQ(k.class_cell, 0u);
  const FunctionInfo& m = Child(k, 0);
  EXPECT_TRUE(m.is_generator && m.has_super);
  EXPECT_GT(m.resume_points.size(), 2u);
}

TEST(Stage, VariablesAsAutoGraph) {
  struct Row {
    const char *source, *dump;
  };
  const Row rows[] = {
      {"def f(x, n):\n  i = 0\n  while i < n:\n    x = x + i\n    i += 1\n    t = x\n  return x\n",
       "while (x, i); undefined t\n"},
      {"def f(self, a):\n  if a > 0:\n    self.p = a\n    b = 1\n  else:\n    b = 2\n  return b + self.p\n",
       "if (b, self.p) 2; undefined b\n"},
      // What a lambda reads is live as long as its name holds it.
      {"def f(x):\n  a = x\n  g = lambda s: a + s\n  if x > 0:\n    a = x + 1\n  return g(1)\n",
       "if (a) 1\n"},
      {"def f(x):\n  a = x\n  g = lambda s: a + s\n  g = abs\n  if x > 0:\n    a = x + 1\n  return g(1)\n",
       "if () 0\n"},
  };
  for (const Row& row : rows) {
    const ParseResult result = ParseAndResolve("t.py", row.source);
    ASSERT_TRUE(result.errors.empty());
    const FunctionInfo& info = Child(*result.module->info, 0);
    EXPECT_EQ(DumpStages(*result.module, info), row.dump);
  }
}

}  // namespace
}  // namespace tp::ast
