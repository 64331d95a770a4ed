// Calls and their arguments in a spec's text.
#include "cli/spec/call_text.h"

#include <gtest/gtest.h>

namespace tp::cli {
namespace {

TEST(CallText, FindsArguments) {
  struct Row {
    const char* call;
    const char* parameter;
    int position;
    const char* found;  // null: nothing is marked
  };
  const Row rows[] = {
      {"f(a, b)", "y", 1, "b"},
      {"m.step(data[i, j], (1, 2), lr)", "lr", 2, "lr"},
      {"m.step(data[i, j], (1, 2), lr)", "y", 1, "(1, 2)"},
      {"f(x, lr = 0.1 + g(2))", "lr", 1, "0.1 + g(2)"},
      {"f(lr == 0.1)", "x", 0, "lr == 0.1"},
      {"f(')', \"a,b\", c)", "z", 2, "c"},
      {"g(1)(a, b)", "x", 0, "a"},
      {"f(batch)", "batch['image']", 0, "batch"},
      {"f(*a, b)", "x", 1, nullptr},
      {"f(a)", "x", -1, nullptr},
      {"f()", "x", 0, nullptr},
  };
  for (const Row& row : rows) {
    const SourceFile file("a.py", row.call);
    const Span call{0, static_cast<uint32_t>(file.text().size())};
    const auto found = ArgumentIn(file, call, row.parameter, row.position);
    ASSERT_EQ(found.has_value(), row.found != nullptr) << row.call;
    if (!found) continue;
    EXPECT_EQ(file.Text(*found), row.found) << row.call;
  }
}

TEST(CallText, ColumnsAreCodePoints) {
  const SourceFile file("a.py", "x = 1\n\xC3\xA4 = f(\xC3\xB6)\n");
  const auto span = SpanAt(file, 2, 5, 2, 9);
  ASSERT_TRUE(span);
  EXPECT_EQ(file.Text(*span), "f(\xC3\xB6)");
  EXPECT_FALSE(SpanAt(file, 9, 1, 9, 2));
}

TEST(CallText, SplitsOutsideOfBracketsAndQuotes) {
  EXPECT_EQ(SplitTop("x=f32[2] m='a b' p=(1, 2)", ' '),
            (std::vector<std::string>{"x=f32[2]", "m='a b'", "p=(1, 2)"}));
}

}  // namespace
}  // namespace tp::cli
