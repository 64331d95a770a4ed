// Every path of the matrix engine against the chain that gemm.h promises, bit for bit, on every SIMD target
// and for 1, 2 and 4 threads.
#include "kernels/gemm/gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/base/parallel.h"
#include "kernels/simd/simd.h"

namespace tp {
namespace {

// One multiplication and addition as the target rounds it: AVX2 and AVX-512 once, SSE4 twice.
template <typename T>
T MulAdd(bool fused, T a, T b, T c) {
  return fused ? std::fma(a, b, c) : a * b + c;
}

template <typename T>
T Act(T x, Activation activation) {
  if (activation == Activation::kNone) return x;
  if (x <= 0) x = 0;
  return activation == Activation::kRelu6 && x > 6 ? 6 : x;
}

template <typename T>
struct Case {
  int64_t m, n, k;
  bool trans_a, trans_b, accumulate, bias;
  Activation activation;
  int64_t pad = 3;  // rows are longer than needed
  std::vector<T> a, b, c0, bias_values;
  int64_t lda() const { return (trans_a ? m : k) + pad; }
  int64_t ldb() const { return (trans_b ? k : n) + pad; }
  int64_t ldc() const { return n + pad; }

  void Fill() {
    std::mt19937 random(static_cast<uint32_t>(m * 131 + n * 17 + k));
    std::uniform_real_distribution<T> value(-1, 1);
    a.resize((trans_a ? k : m) * lda());
    b.resize((trans_b ? n : k) * ldb());
    c0.resize(m * ldc());
    bias_values.resize(n);
    for (auto* v : {&a, &b, &c0, &bias_values})
      for (T& x : *v) x = value(random);
  }
  std::vector<T> Expected() const {
    std::vector<T> c = c0;
    const int64_t block = KBlock(k, static_cast<const T*>(nullptr));
    const bool fused = SimdTargetName().starts_with("avx");
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        T total = accumulate ? c[i * ldc() + j] : 0;
        for (int64_t k0 = 0; k0 < k; k0 += block) {
          T sum = 0;
          for (int64_t p = k0; p < std::min(k, k0 + block); ++p)
            sum = MulAdd(fused, a[trans_a ? p * lda() + i : i * lda() + p],
                         b[trans_b ? j * ldb() + p : p * ldb() + j], sum);
          total = k0 == 0 && !accumulate ? sum : total + sum;
        }
        if (bias) total += bias_values[j];
        c[i * ldc() + j] = Act(total, activation);
      }
    }
    return c;
  }
  GemmEpilogue<T> Epilogue() const {
    return {.bias = bias ? bias_values.data() : nullptr, .activation = activation};
  }
  std::vector<T> Plain() const {
    std::vector<T> c = c0;
    Gemm(m, n, k, a.data(), lda(), trans_a, b.data(), ldb(), trans_b, c.data(), ldc(), accumulate,
         Epilogue());
    return c;
  }
  std::vector<T> Prepacked() const {
    std::vector<T> c = c0;
    void* packed = std::aligned_alloc(64, (PackedSizeB(k, n, b.data()) + 127) / 64 * 64);
    PackB(k, n, b.data(), ldb(), trans_b, static_cast<T*>(packed));
    GemmPrepacked(m, n, k, a.data(), lda(), trans_a, static_cast<T*>(packed), c.data(), ldc(), accumulate,
                  Epilogue());
    std::free(packed);
    return c;
  }
};

template <typename T>
void ExpectSameBits(const std::vector<T>& got, const std::vector<T>& want, const char* way,
                    const Case<T>& c) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::memcmp(&got[i], &want[i], sizeof(T)) == 0) continue;
    FAIL() << way << " on " << SimdTargetName() << ", " << ThreadCount() << " threads: m=" << c.m
           << " n=" << c.n << " k=" << c.k << " trans " << c.trans_a << c.trans_b << " accumulate "
           << c.accumulate << " bias " << c.bias << ": C[" << i / c.ldc() << "," << i % c.ldc() << "] is "
           << got[i] << ", not " << want[i];
  }
}

template <typename T>
void CheckShapes() {
  // Around the edges of register blocks (14, 6, 4 rows; 32, 16, 8, 2 columns), blocks of k (512, 256) and
  // tasks.
  const int64_t shapes[][3] = {{1, 1, 1},    {2, 2, 2},     {3, 5, 7},      {1, 10, 784},    {1, 130, 600},
                               {2, 300, 50}, {3, 257, 33},  {4, 129, 65},   {5, 31, 3},      {14, 32, 513},
                               {15, 33, 20}, {29, 63, 517}, {28, 64, 1100}, {57, 1, 40},     {61, 97, 129},
                               {200, 47, 9}, {13, 1100, 4}, {256, 128, 64}, {171, 39, 1030}, {7, 16, 1},
                               {0, 3, 4},    {3, 0, 4},     {3, 4, 0}};
  int number = 0;
  for (const auto& [m, n, k] : shapes) {
    for (int round = 0; round < 2; ++round, ++number) {
      const int trans = number / 2 % 2 == 0 ? 3 * round : 1 + round;  // (no, both) or (A, B), shapes in turn
      Case<T> c{m,
                n,
                k,
                (trans & 1) != 0,
                (trans & 2) != 0,
                number % 3 == 0,
                number % 2 == 0,
                static_cast<Activation>(number % 5 % 3)};
      c.Fill();
      const std::vector<T> want = c.Expected();
      for (int threads : {1, 2, 4}) {
        SetThreadCount(threads);
        ExpectSameBits(c.Plain(), want, "plain", c);
        ExpectSameBits(c.Prepacked(), want, "prepacked", c);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

class GemmTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(ForceSimdTarget(GetParam())); }
  void TearDown() override {
    ForceSimdTarget("auto");
    SetThreadCount(0);
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, GemmTest, testing::ValuesIn(SimdTargets()),
                         [](const auto& info) { return info.param; });

TEST_P(GemmTest, Float32FollowsTheChain) { CheckShapes<float>(); }
TEST_P(GemmTest, Float64FollowsTheChain) { CheckShapes<double>(); }

TEST_P(GemmTest, ManyTasksGiveTheSameBits) {
  Case<float> c{300, 1300, 130, false, false, false, true, Activation::kRelu};
  c.Fill();
  const std::vector<float> want = c.Expected();
  for (int threads : {1, 2, 4}) {
    SetThreadCount(threads);
    ExpectSameBits(c.Plain(), want, "plain", c);
  }
}

TEST_P(GemmTest, SpecialValuesStay) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const int64_t n = 37;
  std::vector<float> a = {1, nan, -1, inf}, b(n, 0.f), c(4 * n);
  b[36] = 2;
  Gemm(4, n, 1, a.data(), 1, false, b.data(), n, false, c.data(), n, false,
       {.activation = Activation::kRelu});
  EXPECT_EQ(c[36], 2);
  EXPECT_TRUE(std::isnan(c[n]) && std::isnan(c[n + 36]));
  EXPECT_FALSE(std::signbit(c[2 * n]));  // -0 becomes +0
  EXPECT_EQ(c[2 * n + 36], 0);
  EXPECT_TRUE(std::isnan(c[3 * n]));  // inf * 0
  EXPECT_EQ(c[3 * n + 36], inf);
}

// The tile callback sees each element once, finished.
TEST_P(GemmTest, TileCallbackCoversEachElementOnce) {
  SetThreadCount(4);
  for (const auto& [m, n, k] : {std::array<int64_t, 3>{1, 3, 2}, {10, 130, 600}, {200, 300, 40}, {3, 4, 0}}) {
    Case<float> c{m, n, k, false, false, false, true, Activation::kRelu, 0};
    c.Fill();
    std::vector<float> want = c.Expected(), got = c.c0;
    for (float& x : want) x = x * 2 + 1;
    GemmEpilogue<float> epilogue = c.Epilogue();
    epilogue.tile = [](void*, float* tile, int64_t ldc, int64_t, int64_t rows, int64_t, int64_t columns) {
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) tile[i * ldc + j] = tile[i * ldc + j] * 2 + 1;
    };
    Gemm(m, n, k, c.a.data(), c.lda(), false, c.b.data(), c.ldb(), false, got.data(), c.ldc(), false,
         epilogue);
    ExpectSameBits(got, want, "tile", c);
  }
}

// A B whose packed form is above the bound goes in pieces of columns; the callback still counts from the
// whole.
TEST(Gemm, LongBGoesInPieces) {
  Case<float> c{29, 600, 33000, false, false, false, true, Activation::kNone, 0};
  c.Fill();
  std::vector<float> got = c.c0, columns(600);
  GemmEpilogue<float> epilogue = c.Epilogue();
  epilogue.ctx = columns.data();
  epilogue.tile = [](void* ctx, float*, int64_t, int64_t row, int64_t, int64_t column, int64_t count) {
    if (row == 0)
      for (int64_t j = column; j < column + count; ++j) static_cast<float*>(ctx)[j] += 1;
  };
  Gemm(c.m, c.n, c.k, c.a.data(), c.lda(), false, c.b.data(), c.ldb(), false, got.data(), c.ldc(), false,
       epilogue);
  ExpectSameBits(got, c.Prepacked(), "in pieces", c);
  EXPECT_EQ(columns, std::vector<float>(600, 1));
}

TEST_P(GemmTest, BatchesBroadcast) {
  const int64_t batch = 6, m = 5, n = 33, k = 20;
  std::vector<float> a(batch * m * k), b(2 * k * n), c(batch * m * n), want(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 13) * 0.3f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 11) * 0.7f;
  const std::vector<int64_t> b_offsets = {0, k * n, 0, k * n, 0, k * n};
  for (int threads : {1, 4}) {
    SetThreadCount(threads);
    BatchedGemm(batch, m, n, k, a.data(), k, false, nullptr, b.data(), n, false, b_offsets.data(), c.data(),
                n);
    for (int64_t i = 0; i < batch; ++i) {
      Gemm(m, n, k, a.data() + i * m * k, k, false, b.data() + b_offsets[i], n, false, want.data(), n);
      EXPECT_EQ(std::memcmp(want.data(), c.data() + i * m * n, want.size() * sizeof(float)), 0);
    }
  }
}

TEST(GemmInt, WrapsAround) {
  const std::vector<int32_t> a = {2147483647, 2, 3, 4}, b = {2, 5, 1, -1};
  std::vector<int32_t> c = {1, 1, 1, 1};
  Gemm(2, 2, 2, a.data(), 2, false, b.data(), 2, false, c.data(), 2);
  EXPECT_EQ(c, (std::vector<int32_t>{0, 2147483641, 10, 11}));
  Gemm(2, 2, 2, a.data(), 2, true, b.data(), 2, true, c.data(), 2, true);
  EXPECT_EQ(c, (std::vector<int32_t>{13, -11, 34, 9}));
}

}  // namespace
}  // namespace tp
