// Pinning a SIMD target: every listed name can be chosen and is then reported; unknown names change nothing.
#include "kernels/simd/simd.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

TEST(Simd, EachListedTargetCanBePinned) {
  const std::string best = SimdTargetName();
  ASSERT_FALSE(SimdTargets().empty());
  EXPECT_EQ(SimdTargets().front(), best);
  EXPECT_EQ(SimdTargets().back(), "sse4");
  for (const std::string& name : SimdTargets()) {
    EXPECT_TRUE(ForceSimdTarget(name));
    EXPECT_EQ(SimdTargetName(), name);
  }
  EXPECT_FALSE(ForceSimdTarget("avx1024"));
  EXPECT_EQ(SimdTargetName(), "sse4");
  EXPECT_TRUE(ForceSimdTarget("auto"));
  EXPECT_EQ(SimdTargetName(), best);
}

}  // namespace
}  // namespace tp
