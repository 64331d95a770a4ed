// Threads for kernels and the executor. The only door to oneTBB: parallel.cc alone includes it, so that under
// TP_NO_TBB (thread sanitizer: Debian's libtbb is not instrumented) std::thread runs the very same chunks.
//
// The law that keeps results equal for any number of threads: the caller cuts the work into chunks by its
// shape alone; the number of threads only decides who runs a chunk. Chunks of one loop must not depend on
// each other. The caller's floating point mode (denormals, rounding) holds in every chunk, whoever runs it.
//
//   ParallelFor(rows / 64, cost_ns, [&](int64_t chunk) { Work(chunk * 64, (chunk + 1) * 64); });
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace tp {

// Sets how many threads (the caller's included) a loop may use; 0 means one a processor. Not to be called
// while a loop runs. Thread rule: one thread at a time.
void SetThreadCount(int threads);

// How many threads a loop may use: at least 1.
int ThreadCount();

// Below this estimate of a loop's whole cost, in nanoseconds, waking another thread costs more than it saves
// (an awake worker answers after 2-3 us, a sleeping one after 25-70).
constexpr double kInlineNanoseconds = 20000;

// Calls f(ctx, chunk) once for each chunk in [0, chunks), on up to ThreadCount() threads, and returns when
// all are done. Nested use is safe: while a thread waits here it takes no chunk of any other loop, so a chunk
// may own per-thread scratch across an inner loop. An exception of a chunk reaches the caller (one of them,
// if several).
void RunChunks(int64_t chunks, void (*f)(void* ctx, int64_t chunk), void* ctx);

// Calls f(chunk) once for each chunk in [0, chunks). `cost_ns` estimates the whole loop; cheap loops run
// inline.
template <typename F>
void ParallelFor(int64_t chunks, double cost_ns, F&& f) {
  if (chunks <= 1 || cost_ns < kInlineNanoseconds || ThreadCount() == 1) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk) f(chunk);
    return;
  }
  using Fn = std::remove_reference_t<F>;
  RunChunks(
      chunks, [](void* ctx, int64_t chunk) { (*static_cast<Fn*>(ctx))(chunk); },
      const_cast<void*>(static_cast<const void*>(std::addressof(f))));
}

// Calls f(begin, end) over [0, n) in pieces of `grain` (the last may be shorter): boundaries depend on n and
// grain alone. `item_ns` estimates one item's cost.
template <typename F>
void ParallelRanges(int64_t n, int64_t grain, double item_ns, F&& f) {
  grain = std::max<int64_t>(grain, 1);
  ParallelFor((n + grain - 1) / grain, static_cast<double>(n) * item_ns,
              [&](int64_t chunk) { f(chunk * grain, std::min(n, (chunk + 1) * grain)); });
}

}  // namespace tp
