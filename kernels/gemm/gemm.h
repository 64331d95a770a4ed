// The matrix engine: C = A B (+ C), then bias and activation, on raw row-major arrays. Packed panels,
// register blocks and cache blocks on Highway, one code for AVX-512, AVX2 and SSE4.
//
// The law of equal bits: an element of C is, in every path, the sum over blocks of KBlock(k) values of k,
// added in order, each block one chain of MulAdd from zero in rising k. No path (full tile, tail, vector
// times matrix, prepacked B, any number of threads) may deviate; gemm_test.cc holds them all against the
// chain written plainly.
//
// A kernel here neither allocates after its first use on a thread nor throws. Concurrent calls are safe.
//
// Blocking: registers 14 x 32 floats (AVX-512), 6 x 16 (AVX2), 6 x 8 (SSE4); a block of k at most 384 (double
// 192), so a panel of A (21 KB) stays in the first level; a task is at most 168 rows x 512 columns, so its
// block of A, of B (768 KB) and its part of C stay in the second. Up to 28 rows read B where it lies; up to 7
// last columns turn the register block round (rows in the lanes). Figures, milliseconds, 2 x Xeon (Sapphire
// Rapids class, 2.1 GHz, FMA peak 178 GFLOP/s a thread), the best of TensorFlow 2.21, ONNX Runtime 1.32 and
// JAX 0.10 beside it, from benchmarks/peers/matrix.py in one run:
//                                1 thread, best peer     2 threads, best peer
//   matmul 256                      0.244    0.220          0.165    0.162
//   matmul 1024                    15.6     15.5            8.95    10.1
//   conv 3x3, 100 -> 100, 198x198  56.8     55.5           34.0     36.9
//   dense 784 -> 512, 1 row         0.017    0.032          0.015    0.017
//   dense 784 -> 512, 64 rows       0.384    0.336          0.253    0.246
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tp {

enum class Activation : uint8_t {
  kNone,
  kRelu,   // x <= 0 ? +0 : x, so NaN stays and -0 becomes +0, as TensorFlow's packets do
  kRelu6,  // the same, then x > 6 ? 6 : x
};

// What happens to each element of C after the product: bias of its column, then activation, then `tile`.
// Equal in bits to doing the same as separate operations.
template <typename T>
struct GemmEpilogue {
  const T* bias = nullptr;  // n values, or null
  Activation activation = Activation::kNone;
  // If set: called once for each finished piece of C, by whichever thread made it, while it is in cache.
  void (*tile)(void* ctx, T* c, int64_t ldc, int64_t row, int64_t rows, int64_t column,
               int64_t columns) = nullptr;
  void* ctx = nullptr;
};

// C[m,n] = op(A)[m,k] op(B)[k,n], plus the old C where `accumulate`. op transposes where trans_a / trans_b: A
// is then stored [k,m], B [n,k]. ld*: elements from row to row as stored. k == 0 gives zeros (or C), then the
// epilogue. C must not overlap A or B.
template <std::floating_point T>
void Gemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a, const T* b, int64_t ldb,
          bool trans_b, T* c, int64_t ldc, bool accumulate = false, const GemmEpilogue<T>& epilogue = {});
// Integers wrap around.
void Gemm(int64_t m, int64_t n, int64_t k, const int32_t* a, int64_t lda, bool trans_a, const int32_t* b,
          int64_t ldb, bool trans_b, int32_t* c, int64_t ldc, bool accumulate = false);
void Gemm(int64_t m, int64_t n, int64_t k, const int64_t* a, int64_t lda, bool trans_a, const int64_t* b,
          int64_t ldb, bool trans_b, int64_t* c, int64_t ldc, bool accumulate = false);

// A constant B, packed once. Layout: for each block of KBlock(k) rows, for each panel of PanelWidth columns
// (the last one filled with zeros): the block's rows of the panel, one after another. It depends on the SIMD
// target: PackedLayout() names it ("f32/32"), and who stores packed data stores that name and repacks where
// it differs. The buffer must be 64-byte aligned.
size_t PackedSizeB(int64_t k, int64_t n, const float*);   // in bytes, for this target
size_t PackedSizeB(int64_t k, int64_t n, const double*);  // the pointer only chooses the type
std::string PackedLayout(const float*);
std::string PackedLayout(const double*);
void PackB(int64_t k, int64_t n, const float* b, int64_t ldb, bool trans_b, float* packed);
void PackB(int64_t k, int64_t n, const double* b, int64_t ldb, bool trans_b, double* packed);
template <std::floating_point T>
void GemmPrepacked(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a, const T* packed,
                   T* c, int64_t ldc, bool accumulate = false, const GemmEpilogue<T>& epilogue = {});

// One Gemm for each of `batch` triples of matrices: A at a + a_offsets[i], B at b + b_offsets[i] (null: i
// times the dense matrix's size), C at c + i * m * ldc. Offsets in elements; they express broadcast batches.
template <typename T>
void BatchedGemm(int64_t batch, int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a,
                 const int64_t* a_offsets, const T* b, int64_t ldb, bool trans_b, const int64_t* b_offsets,
                 T* c, int64_t ldc);

// Rows of k that one chain covers: the largest equal pieces of k that are not above 384 (double: 192).
int64_t KBlock(int64_t k, const float*);
int64_t KBlock(int64_t k, const double*);

}  // namespace tp
