// oneTBB's arena behind parallel.h, and its std::thread twin for the thread sanitizer. Chunks are handed out
// by a counter: the caller starts at once, helpers join as they wake, and a helper that comes late finds
// nothing left.
#include "core/base/parallel.h"

#include <xmmintrin.h>

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#ifndef TP_NO_TBB
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace tp {
namespace {

int Processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int thread_setting = 0;  // 0: not set

// One loop: what its threads share.
struct Loop {
  int64_t chunks;
  void (*f)(void*, int64_t);
  void* ctx;
  unsigned int float_mode = _mm_getcsr();
  std::atomic<int64_t> next{0};

  void Take() {
    const unsigned int own_mode = _mm_getcsr();
    _mm_setcsr(float_mode);
    struct Restore {
      unsigned int mode;
      ~Restore() { _mm_setcsr(mode); }
    } restore{own_mode};
    for (int64_t chunk; (chunk = next.fetch_add(1, std::memory_order_relaxed)) < chunks;) f(ctx, chunk);
  }
};

#ifndef TP_NO_TBB
// Made at first use, remade when the setting changes. oneTBB starts no more workers than processors unless
// told.
struct Arena {
  explicit Arena(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, std::max(threads, Processors())),
        arena(threads, /*reserved_for_masters=*/1),
        threads(threads) {}
  tbb::global_control limit;
  tbb::task_arena arena;
  int threads;
};

Arena& TheArena() {
  static std::atomic<Arena*> current{nullptr};  // the last one is never destroyed: workers may outlive main
  Arena* arena = current.load(std::memory_order_acquire);
  if (arena != nullptr && arena->threads == ThreadCount()) return *arena;
  auto* fresh = new Arena(ThreadCount());
  if (current.compare_exchange_strong(arena, fresh)) {
    delete arena;
    return *fresh;
  }
  delete fresh;
  return *current.load();
}
#endif

}  // namespace

void SetThreadCount(int threads) { thread_setting = std::max(threads, 0); }

int ThreadCount() {
  static const int processors = Processors();
  return thread_setting > 0 ? thread_setting : processors;
}

void RunChunks(int64_t chunks, void (*f)(void* ctx, int64_t chunk), void* ctx) {
  Loop loop{chunks, f, ctx};
  const int bodies = static_cast<int>(std::min<int64_t>(ThreadCount(), chunks));
  if (bodies <= 1) return loop.Take();
#ifndef TP_NO_TBB
  TheArena().arena.execute([&] {
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(
          0, bodies, [&](int) { loop.Take(); }, tbb::simple_partitioner());
    });
  });
#else
  std::exception_ptr error;
  std::atomic<bool> failed{false};
  auto body = [&] {
    try {
      loop.Take();
    } catch (...) {
      if (!failed.exchange(true)) error = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < bodies; ++i) helpers.emplace_back(body);
  body();
  for (std::thread& helper : helpers) helper.join();
  if (error) std::rethrow_exception(error);
#endif
}

}  // namespace tp
