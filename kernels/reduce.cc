// The reducers, and how a reduction is cut into pieces for threads. Built for speed (.bazelrc).
#include "kernels/reduce.h"

#include <complex>
#include <limits>

#include "core/base/parallel.h"
#include "core/tensor/half.h"
#include "kernels/simd/rows.h"

namespace tp::reduce {
namespace {

template <class T>
constexpr bool kComplex = !std::is_arithmetic_v<T>;

template <class T>
struct AddOf {
  static T identity() { return T(0); }
  static T combine(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
      return a + b;
  }
};
template <class T>
struct MulOf {
  static T identity() { return T(1); }
  static T combine(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    else
      return a * b;
  }
};
// NaN stays NaN.
template <class T>
struct MaxOf {
  static T identity() {
    if constexpr (std::is_floating_point_v<T>) return -std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::lowest();
  }
  static T combine(T a, T b) { return ((a >= b) | (a != a)) ? a : b; }
};
template <class T>
struct MinOf {
  static T identity() {
    if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max();
  }
  static T combine(T a, T b) { return ((a <= b) | (a != a)) ? a : b; }
};
template <class T>
struct AllOf {
  static T identity() { return true; }
  static T combine(T a, T b) { return a & b; }
};
template <class T>
struct AnyOf {
  static T identity() { return false; }
  static T combine(T a, T b) { return a | b; }
};

constexpr Loops kFloatSums = {
    .size = sizeof(float),
    .runs =
        [](const void* x, int64_t count, int64_t n, void* out) {
          SumRows(static_cast<const float*>(x), static_cast<size_t>(count), static_cast<size_t>(n),
                  static_cast<float*>(out));
        },
    .rows = kLoops<AddOf<float>, float>.rows,
};

// The loops of reducer R for a dtype; null where it has none. Integers of a width are added and multiplied
// alike.
template <template <class> class R>
const Loops* Find(DType dtype) {
  constexpr bool logic = std::is_same_v<R<int>, AllOf<int>> || std::is_same_v<R<int>, AnyOf<int>>;
  constexpr bool order = std::is_same_v<R<int>, MaxOf<int>> || std::is_same_v<R<int>, MinOf<int>>;
  const Loops* loops = nullptr;
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16> ||
                  std::is_same_v<T, bool> != logic || (order && kComplex<T>)) {
      return;
    } else if constexpr (std::is_integral_v<T> && !logic && !order) {
      loops = &kLoops<R<std::make_unsigned_t<T>>, std::make_unsigned_t<T>>;
    } else if constexpr (std::is_same_v<R<T>, AddOf<float>>) {
      loops = &kFloatSums;
    } else {
      loops = &kLoops<R<T>, T>;
    }
  });
  return loops;
}

// partial[begin] = partial[begin, end) combined as ReduceRun combines its blocks.
void Join(const Loops& loops, char* partial, int64_t begin, int64_t end) {
  if (end - begin == 1) return;
  const int64_t left = (end - begin + 1) / 2;
  Join(loops, partial, begin, begin + left);
  Join(loops, partial, begin + left, end);
  char* const first = partial + begin * loops.size;
  loops.rows(first, 2, left, 1, first);
}

}  // namespace

const Loops* LoopsOf(Kind kind, DType dtype) {
  switch (kind) {
    case Kind::kSum:
      return Find<AddOf>(dtype);
    case Kind::kProduct:
      return Find<MulOf>(dtype);
    case Kind::kMax:
      return Find<MaxOf>(dtype);
    case Kind::kMin:
      return Find<MinOf>(dtype);
    case Kind::kAll:
      return Find<AllOf>(dtype);
    case Kind::kAny:
      return Find<AnyOf>(dtype);
  }
  return nullptr;
}

void ReduceMiddle(const Loops& loops, const void* x, int64_t outer, int64_t middle, int64_t inner,
                  void* out) {
  const char* const from = static_cast<const char*>(x);
  char* const to = static_cast<char*>(out);
  const auto size = static_cast<int64_t>(loops.size);
  if (inner == 1) {
    if (outer == 1 && middle > kBlock) {
      // The top of ReduceRun's tree by threads: the same halves, blocks computed side by side.
      const int64_t blocks = (middle + kBlock - 1) / kBlock;
      const std::unique_ptr<char[]> partial(new char[blocks * size]);
      ParallelRanges(blocks, 8, kBlock * 0.3, [&](int64_t begin, int64_t end) {
        const int64_t whole = std::min(end, middle / kBlock) - begin;
        loops.runs(from + begin * kBlock * size, whole, kBlock, partial.get() + begin * size);
        if (begin + whole < end)
          loops.runs(from + (end - 1) * kBlock * size, 1, middle % kBlock, partial.get() + (end - 1) * size);
      });
      Join(loops, partial.get(), 0, blocks);
      std::copy_n(partial.get(), size, to);
      return;
    }
    ParallelRanges(outer, std::max<int64_t>(1, 16384 / std::max<int64_t>(middle, 1)),
                   0.3 * static_cast<double>(middle) + 2, [&](int64_t begin, int64_t end) {
                     loops.runs(from + begin * middle * size, end - begin, middle, to + begin * size);
                   });
    return;
  }
  // Columns are cut into pieces, so that a single outer row is work for many threads; a piece's columns do
  // not depend on the cut.
  constexpr int64_t kColumns = 1024;
  const int64_t pieces = (inner + kColumns - 1) / kColumns;
  const double elements =
      static_cast<double>(outer) * static_cast<double>(middle) * static_cast<double>(inner);
  ParallelFor(outer * pieces, 0.3 * elements, [&](int64_t chunk) {
    const int64_t o = chunk / pieces, begin = chunk % pieces * kColumns,
                  n = std::min(kColumns, inner - begin);
    loops.rows(from + (o * middle * inner + begin) * size, middle, inner, n, to + (o * inner + begin) * size);
  });
}

}  // namespace tp::reduce
