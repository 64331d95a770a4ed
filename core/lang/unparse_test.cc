// Texts that CPython's ast.unparse(ast.parse(source)) gives.
#include "core/lang/unparse.h"

#include <gtest/gtest.h>

#include "core/lang/parse.h"

namespace tp::ast {
namespace {

struct Row {
  const char* source;
  const char* expected;  // null: the source itself
};

TEST(Unparse, WritesWhatCPythonWrites) {
  const Row rows[] = {
      {"(a + b) * c - -d ** 2 ** e", nullptr},
      {"a and (b and c) or not (d or e)", nullptr},
      {"x = (lambda a, /, b=1, *c, d, **e: a if b else (yield))",
       "x = lambda a, /, b=1, *c, d, **e: a if b else (yield)"},
      {"(x,) = y, z = [*a, 1], {**b, 'k': {1, 2}}", "x, = y, z = ([*a, 1], {**b, 'k': {1, 2}})"},
      {"d[1:2, ::k] = f(*a, b, c=1, **e)[()]", nullptr},
      {"s = f'{a!r:>{w}} {{x}} {d[\"k\"]}' 'tail\\n'", "s = f\"{a!r:>{w}} {{x}} {d['k']}tail\\n\""},
      {"v = 1.0, 1e100, 5j, b'\\x00', 0xff, 'it\\'s', ..., None",
       "v = (1.0, 1e+100, 5j, b'\\x00', 255, \"it's\", ..., None)"},
      {"z = [i for i, j in y if i if j] + list(k for k in (w if v else u))",
       "z = [i for i, j in y if i if j] + list((k for k in (w if v else u)))"},
      {"if a:\n    pass\nelif b:\n    x += 1\nelse:\n    del x, y[0]", nullptr},
      {"@d\ndef f(a: int, *, b=2) -> str:\n    '''doc'''\n    return (yield a)",
       "@d\ndef f(a: int, *, b=2) -> str:\n    \"\"\"doc\"\"\"\n    return (yield a)"},
      {"for a, b in c:\n    with x as y, z:\n        break\nelse:\n    raise E from None", nullptr},
      {"try:\n    import a.b as c\nexcept (E, F) as e:\n    assert a < b <= c, 'm'\nfinally:\n    global g",
       nullptr},
      {"match a:\n    case [1, *_] | {'k': 2} if v:\n        pass\n    case {'k': v, **r}:\n        pass\n"
       "    case C(x, y=None) as z:\n        pass",
       nullptr},
      {"class A(B, metaclass=M):\n    x: int = 3\n\n    def f(self):\n        return 3 .real", nullptr},
      {"(n := 5)\nprint(lambda: (yield))\nx = not a == b is not c", nullptr},
  };
  for (const Row& row : rows) {
    const ParseResult parsed = ParseAndResolve("<test>", row.source);
    ASSERT_TRUE(parsed.errors.empty()) << row.source;
    std::string text;
    for (const Stmt* stmt : parsed.module->body) text += (text.empty() ? "" : "\n") + Unparse(stmt);
    EXPECT_EQ(text, row.expected ? row.expected : row.source);
  }
}

}  // namespace
}  // namespace tp::ast
