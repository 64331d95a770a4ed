// Tile functions on every SIMD target: float32 functions against libm in double (in ulp), lanes and tails
// give equal bits, integers wrap, and what core/ir declares is there.
#include "kernels/simd/tiles.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

namespace tp {
namespace {

constexpr DType kFloats = DType::kFloat32;

TEST(Tiles, EveryDeclaredPrimitiveHasAFunction) {
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (int p = 0; p < kNumPrims; ++p)
      for (int t = 1; t < kTileDTypes; ++t) {
        const PrimInfo& info = GetPrim(static_cast<Prim>(p));
        const DType dtype = static_cast<DType>(t);
        if (DTypeSize(dtype) == 0) continue;
        EXPECT_EQ(PrimTile(info.prim, dtype) != nullptr, info.Accepts(dtype))
            << info.name << " " << DTypeName(dtype) << " " << target;
      }
  }
  ForceSimdTarget("auto");
}

double UlpError(float have, double want) {
  const float rounded = static_cast<float>(want);
  if (std::isnan(rounded)) return std::isnan(have) ? 0 : 1e9;
  if (have == rounded) return 0;
  if (std::isinf(rounded) || std::isinf(have) || std::isnan(have)) return 1e9;
  const double ulp = std::max(std::ldexp(1.0, std::ilogb(rounded) - 23), 1e-45);
  return std::fabs(have - want) / ulp;
}

struct Accuracy {
  Prim prim;
  double (*reference)(double);
  float low, high;
  double ulps;  // the most that is allowed
};

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double Softplus(double x) { return x > 30 ? x : std::log1p(std::exp(x)); }
double Exp(double x) { return std::exp(x); }
double Expm1(double x) { return std::expm1(x); }
double Log(double x) { return std::log(x); }
double Log1p(double x) { return std::log1p(x); }
double Tanh(double x) { return std::tanh(x); }
double Sin(double x) { return std::sin(x); }
double Cos(double x) { return std::cos(x); }
double Erf(double x) { return std::erf(x); }
double Elu(double x) { return x < 0 ? std::expm1(x) : x; }

// On SSE4 MulAdd rounds twice: one ulp more is allowed there.
const Accuracy kAccuracy[] = {
    {Prim::kExp, Exp, -86.0f, 88.7f, 1.5},
    {Prim::kExpm1, Expm1, -20.0f, 88.0f, 2.5},
    {Prim::kExpm1, Expm1, -1.0f, 1.0f, 2.5},
    {Prim::kLog, Log, 1e-37f, 3e38f, 1.5},
    {Prim::kLog, Log, 0.4f, 2.5f, 1.5},
    {Prim::kLog1p, Log1p, -0.99f, 10.0f, 3},
    {Prim::kTanh, Tanh, -10.0f, 10.0f, 2.5},
    {Prim::kTanh, Tanh, -0.7f, 0.7f, 2.5},
    {Prim::kSigmoid, Sigmoid, -86.0f, 20.0f, 2.5},
    {Prim::kSoftplus, Softplus, -13.0f, 20.0f, 3.5},
    {Prim::kSin, Sin, -3.0f, 3.0f, 2},
    {Prim::kCos, Cos, -1.5f, 1.5f, 2},
    {Prim::kErf, Erf, -4.0f, 4.0f, 3},
    {Prim::kElu, Elu, -20.0f, 2.0f, 2.5},
};

TEST(Tiles, FloatFunctionsAreAccurate) {
  std::mt19937 random(7);
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (const Accuracy& row : kAccuracy) {
      const TileFn f = PrimTile(row.prim, kFloats);
      std::vector<float> x(20001), y(x.size());
      for (float& v : x)
        v = std::uniform_real_distribution<float>(0, 1)(random) * (row.high - row.low) + row.low;
      const void* in[] = {x.data()};
      f(in, y.data(), x.size());
      double worst = 0;
      float at = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double error = UlpError(y[i], row.reference(x[i]));
        if (error > worst) worst = error, at = x[i];
        float alone;
        const void* one[] = {&x[i]};
        if (i % 37 == 0) {
          f(one, &alone, 1);
          ASSERT_EQ(std::bit_cast<uint32_t>(alone), std::bit_cast<uint32_t>(y[i])) << "a lane alone differs";
        }
      }
      const double allowed = row.ulps + (target == "sse4" ? 1 : 0);
      EXPECT_LE(worst, allowed) << GetPrim(row.prim).name << " at " << at << " on " << target;
    }
  }
  ForceSimdTarget("auto");
}

TEST(Tiles, FloatFunctionsAtTheEdges) {
  const float inf = INFINITY, nan = NAN;
  struct Row {
    Prim prim;
    float x, y;
  };
  const Row rows[] = {
      {Prim::kExp, inf, inf},
      {Prim::kExp, -inf, 0},
      {Prim::kExp, nan, nan},
      {Prim::kExp, 0, 1},
      {Prim::kExp, 200, inf},
      {Prim::kExp, -200, 0},
      {Prim::kLog, 0, -inf},
      {Prim::kLog, -0.0f, -inf},
      {Prim::kLog, -1, nan},
      {Prim::kLog, inf, inf},
      {Prim::kLog, nan, nan},
      {Prim::kLog, 1, 0},
      {Prim::kLog1p, -1, -inf},
      {Prim::kLog1p, -0.0f, -0.0f},
      {Prim::kLog1p, inf, inf},
      {Prim::kLog1p, -2, nan},
      {Prim::kExpm1, -0.0f, -0.0f},
      {Prim::kExpm1, inf, inf},
      {Prim::kExpm1, -inf, -1},
      {Prim::kExpm1, nan, nan},
      {Prim::kTanh, inf, 1},
      {Prim::kTanh, -inf, -1},
      {Prim::kTanh, -0.0f, -0.0f},
      {Prim::kTanh, nan, nan},
      {Prim::kSigmoid, inf, 1},
      {Prim::kSigmoid, -inf, 0},
      {Prim::kSigmoid, nan, nan},
      {Prim::kSin, inf, nan},
      {Prim::kCos, nan, nan},
      {Prim::kSin, -0.0f, -0.0f},
      {Prim::kCos, 0, 1},
      {Prim::kErf, inf, 1},
      {Prim::kErf, -inf, -1},
      {Prim::kErf, nan, nan},
      {Prim::kSin, 1e6f, -0.3499935f},
      {Prim::kRelu, nan, nan},
      {Prim::kRelu, -0.0f, 0},
      {Prim::kRelu6, nan, nan},
      {Prim::kRound, 2.5f, 2},
      {Prim::kRound, -0.5f, -0.0f},
      {Prim::kSign, nan, nan},
      {Prim::kFloor, -0.0f, -0.0f},
      {Prim::kCeil, -0.5f, -0.0f},
      {Prim::kSoftplus, inf, inf},
      {Prim::kSoftplus, -inf, 0},
  };
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (const Row& row : rows) {
      float y = 7;
      const void* in[] = {&row.x};
      PrimTile(row.prim, kFloats)(in, &y, 1);
      if (std::isnan(row.y))
        EXPECT_TRUE(std::isnan(y)) << GetPrim(row.prim).name << "(" << row.x << ") on " << target;
      else
        EXPECT_EQ(std::bit_cast<uint32_t>(y), std::bit_cast<uint32_t>(row.y))
            << GetPrim(row.prim).name << "(" << row.x << ") = " << y << " on " << target;
    }
  }
  ForceSimdTarget("auto");
}

TEST(Tiles, IntegersWrapAndNeverTrap) {
  const int32_t low = INT32_MIN;
  struct Row {
    Prim prim;
    int32_t x, y, z;
  };
  const Row rows[] = {{Prim::kAdd, INT32_MAX, 1, low}, {Prim::kMul, 65536, 65536, 0},
                      {Prim::kDiv, low, -1, low},      {Prim::kFloorDiv, -7, 2, -4},
                      {Prim::kFloorMod, -7, 2, 1},     {Prim::kFloorDiv, 7, 0, 0},
                      {Prim::kTruncMod, -7, 2, -1},    {Prim::kPow, 3, 40, 689956897},
                      {Prim::kShiftLeft, 1, 33, low},  {Prim::kShiftRight, -8, -1, -8}};
  for (const Row& row : rows) {
    int32_t z = 99;
    const void* in[] = {&row.x, &row.y};
    PrimTile(row.prim, DType::kInt32)(in, &z, 1);
    EXPECT_EQ(z, row.z) << GetPrim(row.prim).name << " " << row.x << " " << row.y;
  }
  const float floats[] = {NAN, 300.0f, -1.0f, 3e9f, -2.9f};
  const int8_t narrow[] = {0, 44, -1, 0, -2};
  int8_t z[5];
  const void* in[] = {floats};
  CastTile(DType::kFloat32, DType::kInt8)(in, z, 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(z[i], narrow[i]);
  const int32_t zero = 0, one = 1;
  const void* checked[] = {&one, &zero};
  EXPECT_EQ(CheckPrim(Prim::kFloorDiv, DType::kInt32, checked, 1).message(), "Integer division by zero");
}

}  // namespace
}  // namespace tp
