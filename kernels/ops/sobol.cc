// The points of Sobol's sequence (sobol_op.cc) with the direction numbers of Joe and Kuo.
#include <bit>

#include "kernels/op.h"

namespace tp {
namespace {

// A dimension's primitive polynomial (degree, inner coefficients) and first direction numbers.
struct Dimension {
  uint8_t degree, inner, first[8];
};
constexpr Dimension kDimensions[] = {
    {0, 0, {}},
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
};

// The 32 numbers that a dimension's points are made of, as fractions of 2^32.
void Directions(const Dimension& d, uint32_t* v) {
  for (int b = 0; b < 32; ++b) {
    if (d.degree == 0) {
      v[b] = uint32_t{1} << (31 - b);
    } else if (b < d.degree) {
      v[b] = uint32_t{d.first[b]} << (31 - b);
    } else {
      v[b] = v[b - d.degree] ^ (v[b - d.degree] >> d.degree);
      for (int i = 1; i < d.degree; ++i)
        if (d.inner >> (d.degree - 1 - i) & 1) v[b] ^= v[b - i];
    }
  }
}

Status SobolShape(ShapeContext& c) {
  const auto known = [&](int i) -> Dim { return c.value(i) ? ScalarInt(*c.value(i)) : kUnknownDim; };
  c.Set(0, Shape{known(1), known(0)});
  return {};
}

void SobolKernel(KernelContext& c) {
  const int64_t dim = ScalarInt(c.input(0)), count = ScalarInt(c.input(1)), skip = ScalarInt(c.input(2));
  if (dim < 1) return Fail(c, "dim must be at least one");
  if (count < 1) return Fail(c, "num_results must be at least one");
  if (skip < 0) return Fail(c, "skip must be non-negative");
  if (dim > static_cast<int64_t>(std::size(kDimensions)))
    return FailAs(c, Code::kUnimplemented, "SobolSample of {} dimensions: there are {}", dim,
                  std::size(kDimensions));
  const DType dtype = c.Attr("dtype", DType::kFloat32);
  Tensor* out = c.Output(0, dtype, Shape{count, dim});
  if (out == nullptr) return;
  for (int64_t j = 0; j < dim; ++j) {
    uint32_t v[32];
    Directions(kDimensions[j], v);
    for (int64_t i = 0; i < count; ++i) {
      const uint32_t n = static_cast<uint32_t>(skip + i + 1);
      uint32_t point = 0;
      for (uint32_t gray = n ^ (n >> 1); gray != 0; gray &= gray - 1) point ^= v[std::countr_zero(gray)];
      const double x = point * (1 / 4294967296.);
      if (dtype == DType::kFloat64)
        out->data<double>()[i * dim + j] = x;
      else  // below 1
        out->data<float>()[i * dim + j] = std::min(static_cast<float>(x), 0x1.fffffep-1f);
    }
  }
}

}  // namespace

TP_OP(SobolSample){
    .name = "SobolSample",
    .inputs = "dim: int32, num_results: int32, skip: int32",
    .outputs = "samples: dtype",
    .attrs = "dtype: {float32,float64} = float32",
    .doc = "Points of Sobol's sequence behind the first `skip` ones.",
    .shape = SobolShape,
    .kernel = SobolKernel,
    .no_gradient = true,
    .host_inputs = "dim, num_results, skip",
    .examples = "3, 4, 0 -> [[0.5 0.5 0.5] [0.75 0.25 0.25] [0.25 0.75 0.75] [0.375 0.375 0.625]]",
};

}  // namespace tp
