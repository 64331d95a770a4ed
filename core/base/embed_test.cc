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

TEST(Embed, TextsShareFramesUpToTheirSize) {
  std::ostringstream out;
  const std::vector<std::string> packed =
      PackTexts(out, {"first", std::string(1000, 'x'), std::string(1 << 20, 'y'), "last"});
  EXPECT_EQ(packed, (std::vector<std::string>{"{&kTexts0, 0, 5}", "{&kTexts0, 6, 1000}",
                                              "{&kTexts1, 0, 1048576}", "{&kTexts2, 0, 4}"}));
  EXPECT_NE(out.str().find("constexpr PackedTexts kTexts0 = {kData0, "), std::string::npos) << out.str();
  EXPECT_NE(out.str().find(", 1007};\n"), std::string::npos) << out.str();
}

TEST(Embed, WhatIsPackedUnpacks) {
  // "hello", a zero byte, "world", a zero byte, as one raw block.
  static constexpr unsigned char kData[] = {0x28, 0xb5, 0x2f, 0xfd, 0x20, 12,  0x61, 0,   0,   'h', 'e',
                                            'l',  'l',  'o',  0,    'w',  'o', 'r',  'l', 'd', 0};
  static constexpr PackedTexts kTexts = {kData, sizeof kData, 12};
  EXPECT_EQ(UnpackedText({&kTexts, 0, 5}), "hello");
  const std::string_view world = UnpackedText({&kTexts, 6, 5});
  EXPECT_EQ(world, "world");
  EXPECT_EQ(world.data()[world.size()], 0);
}

}  // namespace
}  // namespace tp
