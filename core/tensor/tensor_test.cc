#include "core/tensor/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tp {
namespace {

TEST(DType, NamesGoBothWays) {
  for (DType dtype :
       {DType::kFloat32, DType::kBFloat16, DType::kString, DType::kUint64, DType::kComplex128}) {
    EXPECT_EQ(DTypeFromName(DTypeName(dtype)), dtype);
    EXPECT_EQ(DTypeFromName(DTypeShortName(dtype)), dtype);
  }
  EXPECT_EQ(DTypeEnumName(DType::kFloat32), "DT_FLOAT");
  EXPECT_EQ(DTypeEnumName(DType::kInt64), "DT_INT64");
  EXPECT_EQ(DTypeFromName("float"), std::nullopt);
}

TEST(Half, EveryPatternSurvivesFloat) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    Half h;
    h.bits = static_cast<uint16_t>(bits);
    const float f = static_cast<float>(h);
    if (std::isnan(f)) continue;
    EXPECT_EQ(Half(f).bits, h.bits);
  }
  EXPECT_EQ(static_cast<float>(Half(65519.0f)), 65504.0f);
  EXPECT_TRUE(std::isinf(static_cast<float>(Half(65520.0f))));
  EXPECT_EQ(static_cast<float>(Half(0x1p-25f)), 0.0f);  // a tie goes to even
  EXPECT_EQ(static_cast<float>(Half(1.0f + 0x1p-11f)), 1.0f);
}

TEST(Shape, Text) {
  EXPECT_EQ((Shape{2, kUnknownDim}).ToString(), "(2, None)");
  EXPECT_EQ((Shape{2}).ToString(), "(2,)");
  EXPECT_EQ(Shape().ToString(), "()");
  EXPECT_EQ(Shape::UnknownRank().ToString(), "<unknown>");
  EXPECT_EQ((Shape{2, SymbolDim(7)}).ToBracketString(), "[2,?]");
}

TEST(Shape, MergeRelaxSubshape) {
  EXPECT_EQ(*MergeShapes(Shape{kUnknownDim, 3}, Shape{2, kUnknownDim}), (Shape{2, 3}));
  EXPECT_FALSE(MergeShapes(Shape{2}, Shape{3}));
  EXPECT_EQ(RelaxShapes(Shape{2, 3}, Shape{4, 3}), (Shape{kUnknownDim, 3}));
  EXPECT_FALSE(RelaxShapes(Shape{2}, Shape{2, 2}).has_rank());
  EXPECT_TRUE(IsSubshape(Shape{2, 3}, Shape{kUnknownDim, 3}));
  EXPECT_FALSE(IsSubshape(Shape{kUnknownDim, 3}, Shape{2, 3}));
  EXPECT_EQ(*BroadcastShapes(Shape{4, 1}, Shape{3}), (Shape{4, 3}));
  EXPECT_FALSE(BroadcastShapes(Shape{2}, Shape{3}));
  EXPECT_FALSE(CheckedNumElements(Shape{int64_t{1} << 33, int64_t{1} << 33}));
  EXPECT_EQ(CheckedNumElements(Shape{int64_t{1} << 62, 0, int64_t{1} << 62}), 0);
}

TEST(Tensor, BuffersComeBackFromThePool) {
  void* first = Tensor::Allocate(DType::kFloat32, Shape{5}).raw_data();
  EXPECT_EQ(Tensor::Allocate(DType::kInt32, Shape{7}).raw_data(), first);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % kAlignment, 0u);
}

TEST(Tensor, LimitAndHugeSizesFailWithoutMemory) {
  EXPECT_FALSE(Tensor::Allocate(DType::kFloat32, Shape{int64_t{1} << 61}).valid());
  SetMemoryLimit(LiveBytes() + (1 << 20));
  EXPECT_FALSE(Tensor::Allocate(DType::kFloat32, Shape{1 << 20}).valid());
  EXPECT_TRUE(Tensor::Allocate(DType::kFloat32, Shape{1 << 10}).valid());
  SetMemoryLimit(0);
}

TEST(Tensor, StringsAndSlices) {
  Tensor t = Tensor::Allocate(DType::kString, Shape{2, 2});
  t.data<std::string>()[3] = "a string that is longer than the inline room of std::string";
  Tensor row = t.SliceRows(1, 1);
  EXPECT_EQ(row.shape(), (Shape{1, 2}));
  EXPECT_EQ(row.data<std::string>()[1], t.data<std::string>()[3]);
  EXPECT_TRUE(BitEqual(t, t.Clone()));
  EXPECT_FALSE(t.IsUnique());
}

}  // namespace
}  // namespace tp
