#include "core/base/embed.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/packed_text.h"

namespace tp {
namespace {

TEST(Embed, CommentsAndDocstringsGoAndLinesStay) {
  EXPECT_EQ(WithoutComments("\"\"\"What the\nmodule is.\"\"\"\n"
                            "import os  # kept\n"
                            "# a comment\n"
                            "def f():\n"
                            "  \"\"\"Says.\"\"\"\n"
                            "  return '''\n# text'''\n"
                            "def g():\n"
                            "  \"\"\"Says\n  more.\n  \"\"\"\n\n"
                            "class C:\n"
                            "  \"\"\"\"\"\"\n"
                            "  x = \"\"\"# no\n# comment\"\"\"\n"),
            "\n\nimport os  # kept\n\ndef f():\n\n  return '''\n# text'''\ndef g():\n  pass\n\n\n\n"
            "class C:\n\n  x = \"\"\"# no\n# comment\"\"\"\n");
}

TEST(Embed, TextsHaveOneDictionary) {
  const std::vector<std::string> texts = {
      "first", std::string(50'000, 'x') + "a text that is in another, too", "a text that is in another, too"};
  std::ostringstream out;
  const std::vector<std::string> packed = PackTexts(out, texts);
  EXPECT_NE(out.str().find("constexpr PackedText kDictionary = {kText1, "), std::string::npos) << out.str();
  EXPECT_EQ(packed[0].find("{kText0, "), 0u);
  EXPECT_TRUE(packed[2].ends_with(", 30, &kDictionary}")) << packed[2];
}

}  // namespace
}  // namespace tp
