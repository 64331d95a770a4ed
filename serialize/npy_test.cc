#include "serialize/npy.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

using std::string_view_literals::operator""sv;

TEST(Npy, RoundTrip) {
  const Tensor t = Tensor::Of<float>(Shape{2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  Tensor back;
  ASSERT_TRUE(ParseNpy(FormatNpy(t), &back).ok());
  EXPECT_TRUE(BitEqual(t, back));
  NamedTensors all = {{"x", t},
                      {"flag", Tensor::Scalar(true)},
                      {"empty", Tensor::Allocate(DType::kInt64, Shape{0, 4})}},
               read;
  ASSERT_TRUE(ParseNpz(FormatNpz(all), &read).ok());
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[1].first, "flag");
  EXPECT_TRUE(BitEqual(read[0].second, t));
  EXPECT_EQ(read[2].second.shape(), (Shape{0, 4}));
}

// As np.save writes an array of the package ml_dtypes.
TEST(Npy, BFloat16IsTwoBytes) {
  const Tensor t =
      Tensor::Of<BFloat16>(Shape{3}, std::vector<BFloat16>{BFloat16(1.5f), BFloat16(2.f), BFloat16(-3.f)});
  const std::string bytes = FormatNpy(t);
  EXPECT_NE(bytes.find("'descr': '<V2'"), std::string::npos);
  EXPECT_TRUE(bytes.ends_with("\xc0\x3f\x00\x40\x40\xc0"sv));
  Tensor back;
  ASSERT_TRUE(ParseNpy(bytes, &back).ok());
  EXPECT_TRUE(BitEqual(t, back));
}

TEST(Npy, FortranOrderAndOtherByteOrder) {
  const std::string header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  for (int v : {1, 4, 2, 5, 3, 6}) {
    bytes += '\0';
    bytes += static_cast<char>(v);
  }
  Tensor t;
  const Status status = ParseNpy(bytes, &t);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(BitEqual(t, Tensor::Of<int16_t>(Shape{2, 3}, std::vector<int16_t>{1, 2, 3, 4, 5, 6})));
}

TEST(Npy, EveryCutIsRefused) {
  const std::string bytes = FormatNpz({{"x", Tensor::Vector<float>({1, 2, 3})}});
  for (size_t n = 0; n < bytes.size(); ++n) {
    NamedTensors read;
    EXPECT_FALSE(ParseNpz(std::string_view(bytes).substr(0, n), &read).ok()) << n;
  }
  const std::string one = FormatNpy(Tensor::Scalar(int64_t{7}));
  for (size_t n = 0; n < one.size(); ++n) {
    Tensor t;
    EXPECT_FALSE(ParseNpy(std::string_view(one).substr(0, n), &t).ok()) << n;
  }
}

}  // namespace
}  // namespace tp
