// What the matrix engine's inside takes: one product, with A either a plain matrix or one whose pieces a
// function finds (patches of an image), and B plain or packed. Internal to kernels/gemm.
#pragma once

#include <cstdint>

#include "kernels/gemm/gemm.h"

namespace tp {

// Finds pieces of a virtual matrix of which `count` lines start at `line`: fills pointers[0..count) with
// where each line's value number `at` lies and returns how many values from there on lie one after another in
// all of them. Lines are rows of A, or columns (values of k) where A is transposed. At most kMaxLines lines
// are asked for.
template <typename T>
using FindLines = int64_t (*)(const void* ctx, int64_t line, int64_t count, int64_t at, const T** pointers);
constexpr int64_t kMaxLines = 32;

template <typename T>
struct GemmJob {
  int64_t m, n, k;
  // A: `a` with `lda`, or `find` with `find_ctx`
  const T* a = nullptr;
  int64_t lda = 0;
  bool trans_a = false;
  FindLines<T> find = nullptr;
  const void* find_ctx = nullptr;
  // B: `b` with `ldb`, or `packed` (PackB's layout)
  const T* b = nullptr;
  int64_t ldb = 0;
  bool trans_b = false;
  const T* packed = nullptr;
  T* c;
  int64_t ldc;
  bool accumulate = false;
  GemmEpilogue<T> epilogue = {};
  int64_t first_column = 0;  // what the epilogue's `tile` calls column 0
};

void RunGemm(const GemmJob<float>& job);
void RunGemm(const GemmJob<double>& job);

}  // namespace tp
