// What this machine can do at most, in the terms that kernels are judged by: multiply-add peak, read and copy
// bandwidth by cache level, the cost of handing work to another thread (asleep, awake), the cost of a page
// fault. Each figure is the best of many short runs, so that other work on the machine disturbs little.
//   bazel run //benchmarks:limits
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/simd/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "benchmarks/limits.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Twelve independent chains of multiply-adds; returns their number of floating point operations.
double Fma(int64_t rounds, float* out) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  V sums[12];
#pragma GCC unroll 16
  for (int i = 0; i < 12; ++i) sums[i] = hn::Set(d, static_cast<float>(i));
  const V x = hn::Set(d, out[0]), y = hn::Set(d, out[1]);
  for (int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 16
    for (int i = 0; i < 12; ++i) sums[i] = hn::MulAdd(sums[i], x, y);
  }
  V sum = sums[0];
#pragma GCC unroll 16
  for (int i = 1; i < 12; ++i) sum = hn::Add(sum, sums[i]);
  out[2] = hn::GetLane(sum);
  return 2.0 * 12.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

float Sum(const float* from, int64_t count) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (int64_t i = 0; i < count; i += 4 * lanes) {
    s0 = hn::Add(s0, hn::Load(d, from + i));
    s1 = hn::Add(s1, hn::Load(d, from + i + lanes));
    s2 = hn::Add(s2, hn::Load(d, from + i + 2 * lanes));
    s3 = hn::Add(s3, hn::Load(d, from + i + 3 * lanes));
  }
  return hn::GetLane(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
}

}  // namespace HWY_NAMESPACE
}  // namespace tp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp {

HWY_EXPORT(Fma);
HWY_EXPORT(Sum);

namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The shortest of `times` runs of f, in seconds.
template <typename F>
double Best(int times, F&& f) {
  double best = 1e30;
  for (int i = 0; i < times; ++i) {
    const double start = Now();
    f();
    best = std::min(best, Now() - start);
  }
  return best;
}

void Peak(int threads) {
  SetThreadCount(threads);
  double flops = 0;
  // One chunk a thread; each waits until all have begun, so that all run at once.
  const double seconds = Best(40, [&] {
    std::atomic<int> begun{0};
    std::vector<double> done(threads);
    ParallelFor(threads, 1e9, [&](int64_t chunk) {
      ++begun;
      while (begun < threads) {
      }
      float values[3] = {0.999f, 0.001f, 0};
      done[chunk] = HWY_DYNAMIC_DISPATCH(Fma)(400000, values);
    });
    flops = 0;
    for (double x : done) flops += x;
  });
  std::printf("multiply-add peak, %d thread%s  %8.1f GFLOP/s\n", threads, threads == 1 ? " " : "s",
              flops / seconds * 1e-9);
}

void Bandwidth(const char* name, int64_t bytes) {
  const int64_t count = bytes / 4 / 256 * 256, again = std::max<int64_t>(1, (int64_t{4} << 20) / bytes);
  auto* from = static_cast<float*>(std::aligned_alloc(4096, (count * 4 + 4095) / 4096 * 4096));
  auto* to = static_cast<float*>(std::aligned_alloc(4096, (count * 4 + 4095) / 4096 * 4096));
  std::memset(from, 0, count * 4);
  std::memset(to, 0, count * 4);
  volatile float sink = 0;
  const int times = bytes > (8 << 20) ? 12 : 60;
  const double read = Best(times, [&] {
    for (int64_t i = 0; i < again; ++i) sink = sink + HWY_DYNAMIC_DISPATCH(Sum)(from, count);
  });
  const double copy = Best(times, [&] {
    for (int64_t i = 0; i < again; ++i) {
      std::memcpy(to, from, count * 2);  // half, so that both sides together have the size
      asm volatile("" ::: "memory");
    }
  });
  const double moved = static_cast<double>(again) * static_cast<double>(count) * 4;
  std::printf("%-28s  %8.1f GB/s read  %8.1f GB/s copied\n", name, moved / read * 1e-9,
              moved / 2 / copy * 1e-9);
  std::free(from);
  std::free(to);
}

// ParallelFor over two chunks that both must run at once: what it takes longer than the same chunks inline.
void WakeUp(const char* name, int pause_us) {
  SetThreadCount(2);
  std::vector<double> took;
  for (int i = 0; i < 200; ++i) {
    const double until = Now() + pause_us * 1e-6;
    while (Now() < until) {
    }
    const double start = Now();
    std::atomic<int> begun{0};
    ParallelFor(2, 1e9, [&](int64_t) {
      ++begun;
      while (begun < 2) {
      }
    });
    took.push_back(Now() - start);
  }
  std::sort(took.begin(), took.end());
  std::printf("%-28s  %8.2f us best  %8.2f us median\n", name, took[0] * 1e6, took[took.size() / 2] * 1e6);
}

void PageFaults(const char* name, int advice) {
  constexpr size_t kBytes = size_t{64} << 20;
  double per_page = 1e30;
  for (int i = 0; i < 5; ++i) {
    void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, kBytes, advice);
    const double start = Now();
    for (size_t at = 0; at < kBytes; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    per_page = std::min(per_page, (Now() - start) / (kBytes / 4096));
    munmap(memory, kBytes);
  }
  std::printf("%-28s  %8.0f ns a 4 KiB page  %8.2f ms for 64 MiB\n", name, per_page * 1e9,
              per_page * 1e3 * (kBytes / 4096));
}

int Main() {
  SetThreadCount(0);
  const int threads = ThreadCount();
  std::printf("SIMD target %s, %d processors\n", SimdTargetName().c_str(), threads);
  Peak(1);
  if (threads > 1) Peak(threads);
  Bandwidth("first level, 32 KiB", 32 << 10);
  Bandwidth("second level, 512 KiB", 512 << 10);
  Bandwidth("third level, 8 MiB", 8 << 20);
  Bandwidth("memory, 512 MiB", 512 << 20);
  if (threads > 1) {
    WakeUp("hand-off, thread awake", 0);
    WakeUp("hand-off, thread asleep", 5000);
  }
  PageFaults("page fault", MADV_NOHUGEPAGE);
  PageFaults("page fault, huge pages", MADV_HUGEPAGE);
  return 0;
}

}  // namespace
}  // namespace tp

int main() { return tp::Main(); }
#endif
