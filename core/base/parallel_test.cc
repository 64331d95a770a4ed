// ParallelFor: each chunk runs once, nested loops keep to themselves, settings and floating point mode hold.
#include "core/base/parallel.h"

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace tp {
namespace {

constexpr double kDear = 1e9;

TEST(Parallel, EachChunkOnceForAnyNumberOfThreads) {
  for (int threads : {1, 2, 4, 0}) {
    SetThreadCount(threads);
    for (int64_t chunks : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> seen(chunks);
      ParallelFor(chunks, kDear, [&](int64_t chunk) { seen[chunk].fetch_add(1); });
      for (const auto& count : seen) EXPECT_EQ(count.load(), 1);
    }
  }
  SetThreadCount(0);
}

TEST(Parallel, RangesDependOnShapeAlone) {
  std::vector<std::vector<int64_t>> all;
  for (int threads : {1, 4}) {
    SetThreadCount(threads);
    std::vector<int64_t> ends(4, -1);
    ParallelRanges(103, 30, kDear, [&](int64_t begin, int64_t end) { ends[begin / 30] = end; });
    all.push_back(ends);
  }
  SetThreadCount(0);
  EXPECT_EQ(all[0], (std::vector<int64_t>{30, 60, 90, 103}));
  EXPECT_EQ(all[0], all[1]);
}

// While a chunk waits for its inner loop, its thread must not start another outer chunk (it owns scratch).
TEST(Parallel, NestedLoopsAreIsolated) {
  SetThreadCount(4);
  static thread_local int depth = 0;
  std::atomic<int> worst{0};
  std::atomic<int64_t> sum{0};
  ParallelFor(64, kDear, [&](int64_t) {
    ++depth;
    if (depth > 1) worst = depth;
    ParallelFor(16, kDear, [&](int64_t inner) { sum += inner; });
    --depth;
  });
  SetThreadCount(0);
  EXPECT_EQ(worst.load(), 0);
  EXPECT_EQ(sum.load(), 64 * 120);
}

TEST(Parallel, CallersFloatingPointModeHoldsInEveryChunk) {
  SetThreadCount(4);
  const unsigned int before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // flush to zero, denormals are zero
  std::atomic<int> wrong{0};
  ParallelFor(200, kDear, [&](int64_t) { wrong += (_mm_getcsr() & 0x8040) != 0x8040; });
  _mm_setcsr(before);
  EXPECT_EQ(wrong.load(), 0);
  ParallelFor(200, kDear, [&](int64_t) { wrong += (_mm_getcsr() & 0x8040) != 0; });
  EXPECT_EQ(wrong.load(), 0);
  SetThreadCount(0);
}

TEST(Parallel, AnExceptionReachesTheCaller) {
  for (int threads : {1, 4}) {
    SetThreadCount(threads);
    EXPECT_THROW(ParallelFor(8, kDear,
                             [&](int64_t chunk) {
                               if (chunk == 5) throw std::runtime_error("five");
                             }),
                 std::runtime_error);
  }
  SetThreadCount(0);
}

}  // namespace
}  // namespace tp
