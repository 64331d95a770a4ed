// Percentiles and intervals against figures that are known.
#include "cli/bench/stats.h"

#include <gtest/gtest.h>

namespace tp::cli {
namespace {

TEST(Stats, QuantilesAreLinearBetweenSamples) {
  EXPECT_DOUBLE_EQ(Quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(Quantile({10, 20}, 0.25), 12.5);
  EXPECT_DOUBLE_EQ(Quantile({7}, 0.99), 7);
}

TEST(Stats, OutliersAreThreeQuartileRangesAway) {
  std::vector<double> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(100 + i % 10);
  EXPECT_EQ(Summarize(samples).outliers, 0);
  samples.push_back(1000);
  EXPECT_EQ(Summarize(samples).outliers, 1);
}

TEST(Stats, IntervalsHoldTheRatioAndRepeat) {
  std::vector<double> graph, eager;
  for (int i = 0; i < 20; ++i) {
    graph.push_back(100 + i % 3);
    eager.push_back(250 + i % 5);
  }
  const Interval a = RatioInterval(graph, eager), b = RatioInterval(graph, eager);
  EXPECT_EQ(a.low, b.low);
  EXPECT_EQ(a.high, b.high);
  EXPECT_LE(a.low, 252.0 / 101);
  EXPECT_GE(a.high, 252.0 / 101);
  EXPECT_GT(a.low, 2.4);
  EXPECT_LT(a.high, 2.6);
}

}  // namespace
}  // namespace tp::cli
