// Integer products: rare and small in practice, so a plain loop that the compiler vectorises along rows of B.
// Unsigned arithmetic, because overflow wraps around as in TensorFlow.
#include <algorithm>
#include <type_traits>

#include "core/base/parallel.h"
#include "kernels/gemm/gemm.h"

namespace tp {
namespace {

template <typename T>
void IntGemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a, const T* b, int64_t ldb,
             bool trans_b, T* c, int64_t ldc, bool accumulate) {
  using U = std::make_unsigned_t<T>;
  const double row_ns = static_cast<double>(n) * static_cast<double>(k) * 0.3;
  ParallelRanges(m, 8, row_ns, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      U* row = reinterpret_cast<U*>(c + i * ldc);
      if (!accumulate) std::fill_n(row, n, U{0});
      for (int64_t p = 0; p < k; ++p) {
        const U factor = static_cast<U>(trans_a ? a[p * lda + i] : a[i * lda + p]);
        if (trans_b) {
          for (int64_t j = 0; j < n; ++j) row[j] += factor * static_cast<U>(b[j * ldb + p]);
        } else {
          const U* line = reinterpret_cast<const U*>(b + p * ldb);
          for (int64_t j = 0; j < n; ++j) row[j] += factor * line[j];
        }
      }
    }
  });
}

}  // namespace

void Gemm(int64_t m, int64_t n, int64_t k, const int32_t* a, int64_t lda, bool trans_a, const int32_t* b,
          int64_t ldb, bool trans_b, int32_t* c, int64_t ldc, bool accumulate) {
  IntGemm(m, n, k, a, lda, trans_a, b, ldb, trans_b, c, ldc, accumulate);
}
void Gemm(int64_t m, int64_t n, int64_t k, const int64_t* a, int64_t lda, bool trans_a, const int64_t* b,
          int64_t ldb, bool trans_b, int64_t* c, int64_t ldc, bool accumulate) {
  IntGemm(m, n, k, a, lda, trans_a, b, ldb, trans_b, c, ldc, accumulate);
}

}  // namespace tp
