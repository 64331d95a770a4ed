// The blocks of diagnostics, character by character.
#include "core/diag/render.h"

#include <gtest/gtest.h>

#include "core/diag/suggest.h"

namespace tp {
namespace {

TEST(Render, Blocks) {
  const SourceFile file("a.spec.py", "x = 1\nif y = 2:\n\tz = \"\xC3\xA4\" + q\n");
  struct Row {
    Span span;
    const char *kind, *help, *text;
  };
  const Row rows[] = {
      {{9, 10}, "SyntaxError", "", "SyntaxError: m\n  --> a.spec.py:2:4\n2 | if y = 2:\n  |    ^\n"},
      {{15, 15}, "SyntaxError", "", "SyntaxError: m\n  --> a.spec.py:2:10\n2 | if y = 2:\n  |          ^\n"},
      {{28, 29},
       "",
       "do it",
       "error: m\n  --> a.spec.py:3:12\n3 | \tz = \"\xC3\xA4\" + q\n  | \t          ^ help: do it\n"},
      {{9, 29}, "", "", "error: m\n  --> a.spec.py:2:4\n2 | if y = 2:\n  |    ^^^^^^\n"},
  };
  for (const Row& row : rows) {
    Diagnostic d;
    d.kind = row.kind;
    d.message = "m";
    d.help = row.help;
    d.file = &file;
    d.span = row.span;
    EXPECT_EQ(Render(d), row.text);
  }
}

TEST(Render, SeveralMarksInALineAndNotes) {
  const SourceFile file("a.py", "f(aa, bb)\n");
  Diagnostic d;
  d.message = "m";
  d.file = &file;
  d.span = {2, 4};
  d.labels = {{{6, 8}, ""}};
  d.notes = {"n"};
  EXPECT_EQ(Render(d), "error: m\n  --> a.py:1:3\n1 | f(aa, bb)\n  |   ^^  ^^\n  = n\n");
  // Texts of labels: the last one behind its carets, the others below.
  d.labels = {{{2, 4}, "one"}, {{6, 8}, "two"}};
  d.notes = {};
  EXPECT_EQ(Render(d), "error: m\n  --> a.py:1:3\n1 | f(aa, bb)\n  |   ^^  ^^ two\n  |   one\n");
  EXPECT_EQ(Render(d, {.color = true}),
            "\x1b[1;31merror\x1b[0m: m\n  --> a.py:1:3\n1 | f(aa, bb)\n"
            "  |   \x1b[1;31m^^\x1b[0m  \x1b[1;34m^^\x1b[0m two\n  |   one\n");
}

TEST(Render, HostileTextIsHarmless) {
  const SourceFile file("a.py", "x = '\x1b[31m' + \xE2\x80\xAE\n" + std::string(1 << 20, 'a') + "b\n");
  Diagnostic d;
  d.message = "bad \x1b[0m" + std::string(10000, 'c');
  d.file = &file;
  d.span = {0, 1};
  const std::string text = Render(d);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_LT(text.size(), 5000u);
  EXPECT_NE(text.find("1 | x = '\\x1b[31m' + \\u202e\n  | ^\n"), std::string::npos) << text;
  d.span = {static_cast<uint32_t>(file.text().size() - 2), static_cast<uint32_t>(file.text().size() - 1)};
  EXPECT_LT(Render(d).size(), 6000u);
}

TEST(Suggest, NearestWord) {
  const std::vector<std::string> known = {"reduce_sum", "reduce_mean", "constant", "Variable"};
  EXPECT_EQ(Suggest("reduce_smu", known), "reduce_sum");
  EXPECT_EQ(Suggest("variable", known), "Variable");
  EXPECT_EQ(Suggest("xyz", known), "");
  EXPECT_EQ(EditDistance("kitten", "sitting", 5), 3u);
}

}  // namespace
}  // namespace tp
