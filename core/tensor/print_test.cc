// Expected texts were printed by NumPy 2.4 and TensorFlow 2.21.
#include "core/tensor/print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace tp {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Tensor Range(const Shape& shape) {
  Tensor t = Tensor::Allocate(DType::kFloat32, shape);
  std::iota(t.data<float>(), t.data<float>() + t.num_elements(), 0.f);
  return t;
}

TEST(PrintTest, ArraysOfFloats) {
  struct {
    std::vector<double> values;
    const char* text;
  } const kCases[] = {
      {{1, 2}, "[1. 2.]"},
      {{0.1, 1.0 / 3}, "[0.1        0.33333333]"},
      {{1e-5, 1}, "[1.e-05 1.e+00]"},
      {{kNan, 1.5, -kInf}, "[ nan  1.5 -inf]"},
      {{kNan, kInf}, "[nan inf]"},
      {{-0.0, 1e8}, "[-0.e+00  1.e+08]"},
      {{1e100, 123456789.5}, "[1.0000000e+100 1.2345679e+008]"},
      {{}, "[]"},
  };
  for (const auto& c : kCases)
    EXPECT_EQ(ArrayStr(Tensor::Of<double>(Shape{static_cast<Dim>(c.values.size())}, c.values)), c.text);
}

TEST(PrintTest, TensorsAsPeopleSeeThem) {
  EXPECT_EQ(TensorStr(Tensor::Scalar(0.1f)), "tf.Tensor(0.1, shape=(), dtype=float32)");
  EXPECT_EQ(TensorRepr(Tensor::Scalar(0.1f)),
            "<tf.Tensor: shape=(), dtype=float32, numpy=0.10000000149011612>");
  EXPECT_EQ(TensorStr(Tensor::Scalar(1e6f)), "tf.Tensor(1e+06, shape=(), dtype=float32)");
  EXPECT_EQ(TensorRepr(Tensor::Vector<float>({1, 2})),
            "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>");
  EXPECT_EQ(TensorRepr(Tensor::Vector<std::string>({"a", "b\n"})),
            "<tf.Tensor: shape=(2,), dtype=string, numpy=array([b'a', b'b\\n'], dtype=object)>");
  EXPECT_EQ(TensorRepr(Tensor::Vector<Half>({Half(134.25f), Half(1.0f)})),
            "<tf.Tensor: shape=(2,), dtype=float16, numpy=array([134.2,   1. ], dtype=float16)>");
  EXPECT_EQ(TensorStr(Range({2, 2})), "tf.Tensor(\n[[0. 1.]\n [2. 3.]], shape=(2, 2), dtype=float32)");
  EXPECT_EQ(ArrayRepr(Tensor::Allocate(DType::kFloat32, {2, 0})), "array([], shape=(2, 0), dtype=float32)");
  EXPECT_EQ(ArrayRepr(Range({2000})),
            "array([0.000e+00, 1.000e+00, 2.000e+00, ..., 1.997e+03, 1.998e+03,\n"
            "       1.999e+03], shape=(2000,), dtype=float32)");
  EXPECT_EQ(ArrayStr(Tensor::Vector<std::complex<double>>({{1, 2}, {3.25, -1e-3}})),
            "[1.  +2.e+00j 3.25-1.e-03j]");
}

TEST(PrintTest, SummariesOfTfPrint) {
  EXPECT_EQ(SummarizeV2(Range({2, 8}), 3), "[[0 1 2 ... 5 6 7]\n [8 9 10 ... 13 14 15]]");
  EXPECT_EQ(SummarizeV2(Tensor::Allocate(DType::kFloat32, {2, 0}), 3), "[\n ...]");
  EXPECT_EQ(SummarizeV2(Tensor::Vector<float>({0.1f, 1.f / 3, 1e10f, 123456789.f}), -1),
            "[0.1 0.333333343 1e+10 123456792]");
  EXPECT_EQ(SummarizeV2(Tensor::Vector<std::string>({"a\"", "b\n"}), 3), "[\"a\\\"\" \"b\\n\"]");
  EXPECT_EQ(SummarizeV2(Tensor::Vector<bool>({true, false}), 3), "[1 0]");
  EXPECT_EQ(SummarizeFlat(Range({2, 3}), 4), "[0 1 2][3...]...");
  EXPECT_EQ(SummarizeFlat(Range({5}), 3), "0 1 2...");
}

}  // namespace
}  // namespace tp
