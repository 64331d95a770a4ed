#include "core/diag/source_stack.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

TEST(SourceStack, EqualChainsAreOneNumberAndShareTheirCallers) {
  const uint32_t file = SourceNameId("dir/f.py");
  EXPECT_EQ(SourceNameId("dir/f.py"), file);
  const SourceFrame module{.file = file, .line = 9, .column = 1, .function = SourceNameId("<module>")};
  const SourceFrame add{.file = file, .line = 3, .column = 10, .function = SourceNameId("f")};
  const StackId outer = InternFrame(kNoStack, module);
  const StackId inner = InternFrame(outer, add);
  EXPECT_EQ(InternFrame(InternFrame(kNoStack, module), add), inner);
  EXPECT_NE(InternFrame(kNoStack, add), inner);
  EXPECT_EQ(CallerOf(inner), outer);
  EXPECT_EQ(FramesOf(inner), (std::vector<SourceFrame>{module, add}));
  EXPECT_EQ(PositionText(inner), "f.py:3");
  EXPECT_EQ(PositionText(kNoStack), "-");
  EXPECT_TRUE(FramesOf(kNoStack).empty());
}

}  // namespace
}  // namespace tp
